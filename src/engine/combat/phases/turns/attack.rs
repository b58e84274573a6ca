//! Attacks that the target may avoid: with a weapon, or with a missile from afar (C2, C4; R1).

use super::action::{ActionConsequences, ActionResult, DefenseCost};
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Readiness, RollModifiers, Scene};
use crate::combat::event::{Detail, Event, Observer, RolledDegree, TacticalModifier};
use crate::combat::fighter::Use;
use crate::combat::hit::{Blow, HitModifiers};
use crate::combat::resolve::{
    Opponents, PendingRoll, PendingRolls, Player, blow_key, clamp_degree, clamp_to_i8, critical_of, critical_roll,
    hit_modifiers, land_built_blow, report_hit, rolled_added, spend_points, with_row,
};
use crate::combat::tables::{Fight, HitFigures};
use crate::rules::own::AddedTo;
use crate::rules::{
    Avoidance, FullAttack, Graze, MeleeShots, Outnumbered, ShotDegree, Stance, burst_bonus, burst_hits,
};

/// An attack, with everything that its rolls depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct AttackQuestion {
    by: u16,
    target: u16,
    /// 1 + the index of the spell that is thrown; 0 for an attack with a weapon.
    spell: u8,
    /// Index of this attack among the attacker's attacks of the round.
    nth: u16,
    /// Whether this attack belongs to a sweep: another attack follows if it hits (M13).
    sweeps: bool,
    clock: u16,
    /// Whether the attack is a shot or a thrown spell.
    afar: bool,
    /// For a shot into melee: a fighter on the shooter's side who fights the target.
    friend: Option<u16>,
    /// The modifiers of attacker and target.
    modifiers: [RollModifiers; 2],
    /// The penalties of attacker and target for being outnumbered, 0 or less.
    outnumbered: [i16; 2],
    defense: Defense,
    /// Whether the target's defense suffers from its own full attack (C2).
    exposed: bool,
}

/// The target's defense against an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Defense {
    None,
    Once,
    /// Dodge and parry; the better result counts (M12).
    Twice,
}

impl AttackQuestion {
    pub(super) fn roll(&self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> ActionResult {
        let pending = match fight.roster.spends_on_rolls {
            true => attack_with_points(fight, *self, chance, observer),
            false => resolve_attack(fight, *self, chance, observer),
        };
        ActionResult::Rolls(
            ActionConsequences { next_turn: self.next_turn(pending.has_hit()), target: self.target, cost: self.cost() },
            pending,
        )
    }

    /// Attacker and target, with their modifiers and whether they roll.
    fn players(&self) -> [(u16, RollModifiers, bool); 2] {
        let [own, foe] = self.modifiers;
        [(self.by, own, true), (self.target, foe, self.defense != Defense::None)]
    }

    /// A copy with the Fudge-point modifiers `luck` to the dice of attacker and target.
    fn with_luck(self, luck: [i8; 2]) -> Self {
        let [own, foe] = self.modifiers;
        Self { modifiers: [RollModifiers { luck: luck[0], ..own }, RollModifiers { luck: luck[1], ..foe }], ..self }
    }

    /// A copy of this attack that throws the spell with the index `spell`. Spells never sweep.
    pub(super) fn throwing_spell(self, spell: u8) -> Self {
        Self { spell: spell + 1, afar: true, sweeps: false, ..self }
    }

    /// Index of the matchup of attacker and target for this type of attack.
    fn matchup(&self, fight: &Fight) -> u16 {
        match self.spell.checked_sub(1) {
            None => fight.roster.matchup_for(self.afar, self.by, self.target),
            Some(spell) => fight.matchup_of_spell(self.by, spell, self.target, self.modifiers[1].readiness),
        }
    }

    pub(super) fn cost(&self) -> DefenseCost {
        let avoidances = match self.defense {
            Defense::None => 0,
            Defense::Once => 1,
            Defense::Twice => 2,
        };
        DefenseCost { avoidances, exposed: self.exposed }
    }

    /// The difficulty that a friend fighting the target adds to a shot.
    fn friend_difficulty(&self, fight: &Fight) -> i32 {
        if self.friend.is_some() { fight.rules.shots_into_melee.difficulty() } else { 0 }
    }

    /// The next fighter who may act, and the number of blows that its sweep has landed.
    fn next_turn(&self, hit: bool) -> (u16, u16) {
        if hit && self.sweeps { (self.by, self.nth + 1) } else { (self.by + 1, 0) }
    }
}

/// Builds the question for the attacker's `nth` attack of the round.
pub(super) fn attack_question(
    fight: &Fight,
    scene: Scene<'_>,
    [by, target]: [u16; 2],
    nth: u16,
    afar: bool,
) -> AttackQuestion {
    let modifiers = fight.modifiers_of_pair(scene, [by, target]);
    let body = &scene.bodies[usize::from(target)];
    let stance = fight.tactics.stance(body.stance);
    let left = match fight.rules.avoidance {
        _ if stance.no_avoid || modifiers[1].readiness == Readiness::Helpless => 0,
        _ if !fight.may_avoid(scene, target, afar) => 0,
        rule => avoidances_left(rule, stance, body.spent),
    };
    let exposed = body.open && left > 0;
    AttackQuestion {
        by,
        target,
        spell: 0,
        nth,
        sweeps: fight.tactics.stance(scene.bodies[usize::from(by)].stance).sweep,
        clock: scene.clock,
        afar,
        friend: if afar { fight.roster.friend_in_melee(scene, by, target) } else { None },
        modifiers,
        outnumbered: [by, target].map(|who| outnumbered_by_group(fight, scene, who)),
        defense: match left {
            0 => Defense::None,
            _ if exposed && fight.tactics.full_attack == FullAttack::None => Defense::None,
            2.. if stance.doubled && (!afar || fight.rules.missiles.may_be_parried()) => Defense::Twice,
            _ => Defense::Once,
        },
        exposed,
    }
}

/// The number of avoidances that a fighter has left this round after `spent` of them.
#[inline(always)]
fn avoidances_left(rule: Avoidance, stance: Stance, spent: u8) -> u8 {
    match rule {
        Avoidance::Every => u8::MAX,
        Avoidance::One => (1 + stance.avoidances).saturating_sub(spent),
    }
}

/// An attack in a plain fight, in which fighters can be wounded and nothing else.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlainAttack {
    pub(crate) by: u16,
    pub(crate) target: u16,
    pub(crate) clock: u16,
    /// The wound penalties of attacker and target, 0 or less.
    pub(crate) penalties: [i8; 2],
    /// The penalties of attacker and target for being outnumbered, 0 or less.
    pub(crate) outnumbered: [i16; 2],
    /// The number of avoidances the target has made this round, if they are counted.
    pub(crate) spent: u8,
}

/// Rolls a plain attack. Returns the blow that hits, if any, and the number of avoidances the target has made by then.
#[inline(always)]
pub(crate) fn plain_attack(
    fight: &Fight,
    attack: PlainAttack,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> (Option<Blow>, u8) {
    let PlainAttack { by, target, clock, penalties, outnumbered, spent } = attack;
    let left = avoidances_left(fight.rules.avoidance, Stance::NORMAL, spent);
    let attack = AttackQuestion {
        by,
        target,
        spell: 0,
        nth: 0,
        sweeps: false,
        clock,
        afar: false,
        friend: None,
        modifiers: penalties.map(RollModifiers::of_wounds),
        outnumbered,
        defense: if left > 0 { Defense::Once } else { Defense::None },
        exposed: false,
    };
    (
        roll_attack_and_defense::<false>(fight, attack, chance, observer).blow,
        spent + attack.cost().counted_avoidances(fight.rules.avoidance),
    )
}

/// The penalty for the foes in a lone fighter's group, 0 or less (M15).
pub(crate) fn outnumbered_by_group(fight: &Fight, scene: Scene<'_>, who: u16) -> i16 {
    let bodies = scene.bodies;
    let group = bodies[usize::from(who)].group;
    if group == 0 || fight.rules.outnumbered == Outnumbered::Off {
        return 0;
    }
    let roster = &fight.roster;
    let foes =
        (0u16..).zip(bodies).filter(|(other, body)| body.group == group && roster.side(*other) != roster.side(who));
    let able = foes.filter(|(other, _)| fight.can_act_against(scene, *other, who));
    fight.outnumbered(who, able.count() as u16) as i16
}

/// The rolls and the result of an attack.
struct AttackResult {
    attacked: RolledDegree,
    avoided: Option<RolledDegree>,
    /// The result that would hit a target who does not avoid the attack.
    level: i32,
    /// The lowest relative degree that hits.
    least: i32,
    blow: Option<Blow>,
}

/// Rolls attack against avoidance. The attack hits if it is better and reaches the minimum. Without avoidance, it only
/// needs the result that hits a helpless target (KAER, C9; reading 4).
#[inline(always)]
fn roll_attack_and_defense<const OWN: bool>(
    fight: &Fight,
    attack: AttackQuestion,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> AttackResult {
    let AttackQuestion { by, target, nth, defense, .. } = attack;
    let matchup = attack.matchup(fight);
    let level = level_without_avoidance(fight, attack, matchup);
    observer.detail(Detail::Meet { one: by, other: target, shot: attack.afar.then_some(level) });
    let attacked = roll_attack::<OWN>(fight, attack, Purpose::Attack, chance, observer);
    let degree = attacked.degree();
    let avoided = match defense {
        Defense::None => None,
        Defense::Once => Some(roll_avoidance::<OWN>(fight, attack, Purpose::Avoid, chance, observer)),
        Defense::Twice => {
            let first = roll_avoidance::<OWN>(fight, attack, Purpose::Avoid, chance, observer);
            let second = roll_avoidance::<OWN>(fight, attack, Purpose::OtherAvoid, chance, observer);
            Some(if second.degree() > first.degree() { second } else { first })
        }
    };
    if avoided.is_none() {
        observer.detail(Detail::Undefended { target, level });
    }
    // A tie succeeds if only player characters act (A9). In that case only spells use this function.
    let takes_ties = attack.spell > 0 && fight.rules.pacing.players_act();
    let least = i32::from(!takes_ties && fight.wins_tie([by, target]) != Some(0));
    let added = fight.custom.additions_or_none::<OWN>(attack.modifiers[0].own);
    let ruled = if attack.afar || !OWN { None } else { custom_hit(fight, attack, attacked, avoided, level) };
    let blow = match avoided.map(|avoided| degree - avoided.degree()) {
        Some(relative) if !ruled.unwrap_or(relative >= least) => {
            observer.note(Event::Avoided { by, target });
            None
        }
        None if !ruled.unwrap_or(degree >= level) => {
            observer.note(Event::Missed { by });
            None
        }
        relative => {
            let relative = relative_degree(fight, attack, relative, degree - level);
            let bonus = fight.tactics.stance(attack.modifiers[0].stance).damage;
            let ask = Ask { nth: 0, ..Ask::against(by, blow_key(fight, target, nth > 0), Purpose::AddedToDamage) };
            let more = rolled_added(fight, ask, added, AddedTo::Damage, chance, observer);
            let bonus = clamp_to_i8(i32::from(bonus) + i32::from(added.damage) + more);
            let hit_modifiers = hit_modifiers(fight, [by, target], attack.modifiers, bonus);
            let blow = Blow { hit_modifiers, matchup, ..fight.roster.blow(by, target, clamp_degree(relative)) };
            let blow = if attack.afar && attack.spell == 0 { with_burst(fight, blow) } else { blow };
            // The difficulty that a friend adds is not part of the minimum.
            let more = if ruled.is_some() { i32::MIN } else { added.minimum.into() };
            land_built_blow(fight, blow, degree - attack.friend_difficulty(fight), more, observer)
        }
    };
    let naturals = [attacked.roll, avoided.map_or(0, |avoided| avoided.roll)];
    let blow = blow.map(|blow| with_row(fight, naturals, degree, attack.modifiers[0].own, Blow { after: nth, ..blow }));
    AttackResult { attacked, avoided, level, least, blow }
}

/// Whether a blow hits by a custom hit rule; `None` if there is no such rule.
#[inline(always)]
fn custom_hit(
    fight: &Fight,
    attack: AttackQuestion,
    attacked: RolledDegree,
    avoided: Option<RolledDegree>,
    level: i32,
) -> Option<bool> {
    if fight.custom.tables.is_some() { evaluate_hit_rule(fight, attack, attacked, avoided, level) } else { None }
}

#[cold]
fn evaluate_hit_rule(
    fight: &Fight,
    attack: AttackQuestion,
    attacked: RolledDegree,
    avoided: Option<RolledDegree>,
    level: i32,
) -> Option<bool> {
    let AttackQuestion { by, target, modifiers, .. } = attack;
    let added = modifiers.map(|modifiers| fight.custom.additions(modifiers.own));
    fight.custom_hit([by, target], added[0], || HitFigures {
        attack: attacked.degree(),
        guard: avoided.map_or(level, |avoided| avoided.degree()),
        guard_fixed: avoided
            .map_or(level, |avoided| RolledDegree { roll: 0, own: added[1].defense.into(), ..avoided }.degree()),
        minimum: fight.matchup(by, target).minimum_with(added[0].minimum),
        naturals: [attacked.roll, avoided.map_or(0, |avoided| avoided.roll)],
        critical: fight.is_critical_success(by, attacked.roll),
    })
}

/// Rolls an attack and the defense against it, and returns all rolls that follow.
pub(super) fn resolve_attack(
    fight: &Fight,
    attack: AttackQuestion,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> PendingRolls {
    let AttackResult { attacked, avoided, level, least, blow } =
        roll_attack_and_defense::<true>(fight, attack, chance, observer);
    let mut pending = PendingRolls::default();
    pending.add(critical_in_turns(fight, attack, attacked));
    pending.add(avoided.and_then(|avoided| critical_in_turns(fight, attack, avoided)));
    pending.add(blow.map(PendingRoll::Blow));
    if let Some(friend) = attack.friend
        && fight.rules.shots_into_melee == MeleeShots::Stray
        && avoided.map_or(level, |avoided| level.max(avoided.degree() + least)) - attacked.degree() >= STRAY_MARGIN
    {
        pending.add(roll_stray_shot(fight, attack, friend, level, chance, observer).map(PendingRoll::Blow));
    }
    pending
}

/// The number of degrees by which a shot must miss to stray (reading 47).
const STRAY_MARGIN: i32 = 2;

/// Rolls again for a shot into melee that missed by far, this time against `friend`. `level` is the difficulty of the
/// shot. Returns the blow that hits the friend; `None` if this roll misses as well.
#[cold]
fn roll_stray_shot(
    fight: &Fight,
    attack: AttackQuestion,
    friend: u16,
    level: i32,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Option<Blow> {
    observer.detail(Detail::Meet { one: attack.by, other: friend, shot: Some(level) });
    let again = AttackQuestion { target: friend, defense: Defense::None, ..attack };
    let rolled = roll_attack::<true>(fight, again, Purpose::Stray, chance, observer);
    let degree = rolled.degree();
    if degree < level {
        observer.note(Event::Missed { by: attack.by });
        return None;
    }
    let matchup = again.matchup(fight);
    let hit_modifiers = hit_modifiers(fight, [attack.by, friend], attack.modifiers, 0);
    let blow = Blow { hit_modifiers, matchup, ..fight.roster.blow(attack.by, friend, clamp_degree(degree - level)) };
    report_hit(fight, blow, observer);
    let blow = if attack.spell == 0 { with_burst(fight, blow) } else { blow };
    // By the printed rules, natural results do not change the damage of a stray shot.
    Some(match fight.rules.own_damage {
        Some(_) => with_row(fight, [rolled.roll, 0], degree, attack.modifiers[0].own, blow),
        None => blow,
    })
}

/// Like [`resolve_attack`], but both fighters may spend Fudge points.
fn attack_with_points(
    fight: &Fight,
    attack: AttackQuestion,
    chance: &mut dyn Chance,
    mut observer: &mut dyn Observer,
) -> PendingRolls {
    let players = attack.players().map(|(who, modifiers, rolls)| Player::new(who, modifiers.rows, rolls));
    let (table, mut dealt) = spend_points(fight, Opponents::new(players, false), chance, observer, &|table, dealt| {
        let mut hits = resolve_attack(fight, attack.with_luck(table.luck_of_first_two()), dealt, &mut ()).hits();
        // A stray shot that hits a friend does not count as a success.
        hits.retain(|[_, hit]| *hit == attack.target);
        hits
    });
    let mut pending = resolve_attack(fight, attack.with_luck(table.luck_of_first_two()), &mut dealt, &mut observer);
    pending.affect(table.spent_points());
    pending
}

/// The roll for the effect of a natural critical on an attack or avoidance (A16); `None` if `rolled` is no critical.
fn critical_in_turns(fight: &Fight, attack: AttackQuestion, rolled: RolledDegree) -> Option<PendingRoll> {
    let natural = critical_of(fight, rolled.who, rolled.roll)?;
    let AttackQuestion { by, target, nth, modifiers: [first, second], .. } = attack;
    let both = [(by, first.bare), (target, second.bare)];
    let avoids = rolled.who == target;
    // The second attack of a round on the same target needs another key; the attacks of a sweep have other targets.
    let again = u16::from(nth > 0 && !attack.sweeps);
    let turn = (2 * again + u16::from(avoids)) * fight.roster.fighters() as u16;
    Some(critical_roll(natural, if avoids { [both[1], both[0]] } else { both }).with_distinct_key(turn))
}

/// The relative degree of a hit (reading 39). `result` is the margin over the target's result, `None` if the target did
/// not roll; `difficulty` is the margin over the difficulty.
fn relative_degree(fight: &Fight, attack: AttackQuestion, result: Option<i32>, difficulty: i32) -> i32 {
    match result {
        None => difficulty,
        Some(result) if attack.afar && fight.rules.shot_degree == ShotDegree::Better => {
            // A shot that misses the difficulty hits no one, whatever its degree.
            result.min(difficulty.max(0))
        }
        Some(result) => result,
    }
}

/// The result that hits a target who does not avoid a blow (C9) or a shot (R1).
fn level_without_avoidance(fight: &Fight, attack: AttackQuestion, matchup: u16) -> i32 {
    let AttackQuestion { by, target, clock, modifiers: [own, _], .. } = attack;
    if attack.afar {
        fight.weapons.matchups[usize::from(matchup)].minimum + attack.friend_difficulty(fight)
    } else {
        fight.unopposed_in([by, target], own, clock)
    }
}

#[inline(always)]
fn roll_attack<const OWN: bool>(
    fight: &Fight,
    attack: AttackQuestion,
    purpose: Purpose,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> RolledDegree {
    let AttackQuestion { by, target, nth, sweeps, clock, modifiers: [modifiers, foe], outnumbered, .. } = attack;
    let (kind, stance) = (fight.roster.kind(by), fight.tactics.stance(modifiers.stance));
    let further = match nth {
        _ if sweeps => -1 - i32::from(nth),
        0 => 0,
        _ => stance.second.unwrap_or(0).into(),
    };
    let added = fight.custom.additions_or_none::<OWN>(modifiers.own);
    let rolled = RolledDegree {
        who: by,
        foe: target,
        skill: fight.weapons.matchups[usize::from(attack.matchup(fight))].skill_against(foe.readiness),
        foe_acts: foe.readiness != Readiness::Helpless,
        penalty: modifiers.wounds.into(),
        status: modifiers.status.into(),
        pace: 0,
        outnumbered: outnumbered[0].into(),
        passing: kind.passing(clock),
        tactic: TacticalModifier::Attack(i32::from(stance.attack) + i32::from(modifiers.off_balance) + further),
        added: modifiers.own,
        own: i32::from(added.attack)
            + rolled_added(
                fight,
                Ask::against(by, if purpose == Purpose::Stray { u16::MAX } else { nth }, Purpose::Added),
                added,
                AddedTo::Attack,
                chance,
                observer,
            ),
        roll: chance.roll(Ask::against(by, nth, purpose), fight.custom.dice_of(kind, added)),
        luck: modifiers.luck.into(),
        cap: kind.cap,
    };
    observer.detail(Detail::Rolled(rolled));
    rolled
}

#[inline(always)]
fn roll_avoidance<const OWN: bool>(
    fight: &Fight,
    attack: AttackQuestion,
    purpose: Purpose,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> RolledDegree {
    let AttackQuestion { by, target, nth, clock, modifiers: [_, modifiers], outnumbered, exposed, .. } = attack;
    let kind = fight.roster.kind(target);
    let way = match purpose {
        Purpose::OtherAvoid => Use::OtherAvoid,
        _ if attack.afar => kind.avoids_missiles_by,
        _ => Use::Avoid,
    };
    // The matchup of a spell holds the target's skill at avoiding it.
    let matchup =
        if attack.spell > 0 { attack.matchup(fight) } else { fight.roster.matchup_for(attack.afar, target, by) };
    let own = &fight.weapons.matchups[usize::from(matchup)];
    // The second attack of a round on the same target needs another avoidance roll; the attacks of a sweep have other
    // targets.
    let against = blow_key(fight, by, nth > 0 && !attack.sweeps);
    let added = fight.custom.additions_or_none::<OWN>(modifiers.own);
    let rolled = RolledDegree {
        who: target,
        foe: by,
        skill: if purpose == Purpose::OtherAvoid { own.other_avoid } else { own.avoid },
        foe_acts: true,
        penalty: modifiers.wounds.into(),
        status: modifiers.status.into(),
        pace: 0,
        outnumbered: outnumbered[1].into(),
        passing: kind.passing_avoid(way, clock),
        tactic: TacticalModifier::Defense {
            tactic: fight.tactics.stance(modifiers.stance).avoid.into(),
            exposed: if exposed { -2 } else { 0 },
            way,
        },
        added: modifiers.own,
        own: i32::from(added.defense)
            + rolled_added(
                fight,
                Ask::against(
                    target,
                    if purpose == Purpose::OtherAvoid { u16::MAX - against } else { against },
                    Purpose::AddedToAvoid,
                ),
                added,
                AddedTo::Defense,
                chance,
                observer,
            ),
        roll: chance.roll(Ask::against(target, against, purpose), fight.custom.dice_of(kind, added)),
        luck: modifiers.luck.into(),
        cap: kind.cap,
    };
    observer.detail(Detail::Rolled(rolled));
    rolled
}

/// Adds the hits of a burst to a shot's damage. A graze is left unchanged: its level depends on the damage factor alone
/// (R5).
fn with_burst(fight: &Fight, blow: Blow) -> Blow {
    let graze = fight.rules.graze == Graze::Table && blow.degree <= 1;
    let missile = fight.roster.kind(blow.by).fighter.ranged.missile;
    let burst = missile.and_then(|missile| missile.burst).filter(|_| !graze);
    let hits = burst.map(|shots| burst_hits(shots, blow.degree.into()));
    let more = hits.map_or(0, |hits| burst_bonus(&fight.rules.burst_from, hits));
    Blow { hit_modifiers: HitModifiers { bonus: blow.hit_modifiers.bonus + more, ..blow.hit_modifiers }, ..blow }
}
