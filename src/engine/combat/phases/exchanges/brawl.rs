//! Brawls: one fighter against several (M15, M16; SRD 4.34, F93 4.62).

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Readiness, RollModifiers};
use crate::combat::event::{Detail, Observer, RolledDegree, TacticalModifier};
use crate::combat::hit::{Blow, HitModifiers, Natural};
use crate::combat::resolve::{
    PendingRoll, advantage_roll, clamp_degree, clamp_to_i8, critical_of, critical_roll, defense_without_dice,
    extra_damage_taken, hit_modifiers, landed_blow, pick, readiness_of, report_both, report_hit, resolve_aim,
    rolled_added, rolled_added_to_both, wins_tie_in, with_row,
};
use crate::combat::tables::{Fight, HitFigures};
use crate::rules::own::AddedTo;
use crate::rules::{LoneStrike, MobRoll, Targets};

/// A round of a lone fighter against several foes. The lone fighter rolls once; the foes meet that roll one after
/// another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Brawl {
    lone: u16,
    /// The part of the lone fighter's attack and defense results that is the same against every foe: dice, wounds,
    /// passing modifiers, being outnumbered, and the stance.
    totals: [i32; 2],
    /// The lone fighter's natural result if the row of a blow depends on it (W6); otherwise 0.
    natural: i32,
    /// The lone fighter's natural result if a custom hit rule may use it; otherwise 0.
    roll: i32,
    /// The sum of all dice in the lone fighter's defense if a custom hit rule may use it; otherwise 0.
    dice: i32,
    /// Damage added by modifiers that roll dice.
    more_damage: i32,
    modifiers: RollModifiers,
    /// The only foe that the lone fighter fights, ignoring the others; `None` if it fights them all.
    only_foe: Option<u16>,
    /// The foes' shared roll (M16); `None` if each foe rolls.
    mob: Option<i32>,
    standing: LoneStanding,
    /// The preferred target among all beaten foes, and among those beaten by at least two levels.
    candidates: [Option<Candidate>; 2],
    /// All beaten foes; filled only if blows may land on others than the preferred one.
    beaten_foes: Vec<Candidate>,
    /// The foes against whom the lone fighter's all-out defense held (M8).
    defended_against: Vec<u16>,
    /// The foes' checks for an advantage after all-out defense (M8), rolled once all foes have been met.
    advantage_checks: Vec<PendingRoll>,
    /// The lone fighter's natural critical (A16). `criticals` holds all critical effects still to be rolled.
    critical: Option<Natural>,
    pub(super) criticals: Vec<PendingRoll>,
}

/// The lone fighter's standing against the foes met so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum LoneStanding {
    /// Ahead of all foes met so far.
    Free,
    Tied,
    /// Beaten by at least one foe: the lone fighter hits no one this round.
    Beaten,
}

/// A foe that the lone fighter may hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Candidate {
    /// Sort key: the lowest is hit first, then the first in the roster (reading 34). It is the foe's defense, or the
    /// foe's rank by the lone fighter's preference.
    rank: i32,
    blow: Blow,
}

/// A foe in a brawl, with everything that its roll depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Foe {
    pub(crate) who: u16,
    pub(crate) modifiers: RollModifiers,
    /// Whether the lone fighter cannot defend against this foe (C10).
    pub(crate) outpaces: bool,
    /// The foe's rank by the lone fighter's preference; the lowest is preferred.
    pub(crate) rank: i32,
    /// Index of the additions that custom rules make to the lone fighter's rolls against this foe; 0 if none.
    pub(crate) lone_additions: u16,
}

/// The foes that a lone fighter defends against and strikes at (M15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Focus {
    All,
    One(u16),
    /// One foe, still to be picked at random.
    Any,
}

/// The inputs of a brawl, apart from its foes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct BrawlSetup {
    pub(crate) lone: u16,
    pub(crate) first_foe: u16,
    /// The number of foes who can act this round (reading 57).
    pub(crate) able_foes: u16,
    pub(crate) clock: u16,
    pub(crate) modifiers: RollModifiers,
    pub(crate) focus: Focus,
}

impl Brawl {
    #[inline(always)]
    fn defends_against(&self, foe: Foe) -> bool {
        let ignored = self.only_foe.is_some_and(|only| only != foe.who);
        !(ignored || foe.outpaces || self.modifiers.readiness == Readiness::Helpless)
    }

    /// Whether the lone fighter can act and does not ignore `who`.
    #[inline(always)]
    fn fights(&self, who: u16) -> bool {
        self.only_foe.is_none_or(|only| only == who) && self.modifiers.readiness != Readiness::Helpless
    }

    #[inline(always)]
    fn may_strike(&self, who: u16) -> bool {
        self.fights(who) && self.modifiers.readiness == Readiness::Ready
    }

    /// The effect of the lone fighter's critical on `target`, the first foe hit (A16); `None` if the lone fighter did
    /// not roll a critical success.
    pub(super) fn critical_on(&self, target: u16, foes: &[Foe]) -> Option<PendingRoll> {
        let natural = self.critical.filter(|critical| *critical == Natural::Success)?;
        let foe = foes.iter().find(|foe| foe.who == target)?;
        Some(critical_roll(natural, [(self.lone, self.modifiers.bare), (target, foe.modifiers.bare)]))
    }

    /// Whether the lone fighter hurts a foe beaten by `relative`. In all-out defense, only a winning critical does
    /// (M8).
    #[inline(always)]
    fn strikes(&self, fight: &Fight, relative: i32) -> bool {
        let harmless = fight.tactics.stance(self.modifiers.stance).harmless;
        self.modifiers.readiness == Readiness::Ready && (relative > 0 || !harmless)
    }

    #[inline(always)]
    fn mark_beaten(&mut self) {
        self.standing = LoneStanding::Beaten;
        // No foe can be hit any more. Clearing the targets makes equivalent brawls equal.
        self.candidates = [None; 2];
        self.beaten_foes.clear();
    }

    #[inline(always)]
    fn mark_tied(&mut self, rule: LoneStrike) {
        match (rule, self.standing) {
            (LoneStrike::BeatAll, _) => self.mark_beaten(),
            (LoneStrike::BeatOrTie, LoneStanding::Free) => {
                self.standing = LoneStanding::Tied;
                self.candidates[0] = None;
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn add_candidate(&mut self, candidate: Candidate, may_hit_other_foes: bool) {
        if may_hit_other_foes && self.standing != LoneStanding::Beaten {
            self.beaten_foes.push(candidate);
            return;
        }
        let open = match self.standing {
            LoneStanding::Free => [true, candidate.blow.degree >= 2],
            LoneStanding::Tied => [false, candidate.blow.degree >= 2],
            LoneStanding::Beaten => [false; 2],
        };
        for (slot, _) in self.candidates.iter_mut().zip(open).filter(|(_, open)| *open) {
            if slot.is_none_or(|held| candidate.rank < held.rank) {
                *slot = Some(candidate);
            }
        }
    }
}

/// Starts a brawl: rolls for the lone fighter, and once for the foes if they share a roll.
#[inline(always)]
pub(crate) fn open_brawl<const OWN: bool>(
    fight: &Fight,
    setup: BrawlSetup,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Brawl {
    let BrawlSetup { lone, first_foe, able_foes, clock, modifiers, focus } = setup;
    observer.detail(Detail::Meet { one: lone, other: first_foe, shot: None });
    let kind = fight.roster.kind(lone);
    let passing = kind.passing(clock);
    let outnumbered = fight.outnumbered(lone, able_foes);
    let able = modifiers.readiness != Readiness::Helpless;
    let added = fight.custom.additions_or_none::<OWN>(modifiers.own);
    let roll = if able { chance.roll(Ask::new(lone, Purpose::Exchange), fight.custom.dice_of(kind, added)) } else { 0 };
    let more = if able { rolled_added_to_both(fight, lone, added, chance, observer) } else { [0; 2] };
    let mob = match fight.rules.mob_roll {
        MobRoll::Each => None,
        _ => {
            let roll = chance.roll(Ask::new(first_foe, Purpose::Exchange), fight.roster.kind(first_foe).mob_dice());
            observer.detail(Detail::MobRolled { first: first_foe, roll });
            Some(roll)
        }
    };
    let taken = fight.tactics.stance(modifiers.stance);
    let tactics = [taken.attack + modifiers.off_balance, taken.avoid].map(i32::from);
    if able {
        let (penalty, status) = (modifiers.wounds.into(), modifiers.status.into());
        observer.detail(Detail::LoneRolled {
            who: lone,
            foes: able_foes,
            penalty,
            status,
            passing,
            outnumbered,
            tactics,
            own: more,
            luck: modifiers.luck.into(),
            roll,
        });
    }
    let total = |to: usize| roll + modifiers.modifier_to_all_rolls() + passing + outnumbered + tactics[to] + more[to];
    let totals = [total(0), total(1)];
    let only_foe = if let Focus::One(foe) = focus { Some(foe) } else { None };
    let critical = critical_of(fight, lone, roll).filter(|_| able);
    let modifiers = RollModifiers { readiness: readiness_of(taken, modifiers.readiness, critical), ..modifiers };
    let own = [(lone, modifiers.bare); 2];
    let failure = critical.filter(|critical| *critical == Natural::Failure);
    Brawl {
        lone,
        totals,
        natural: if fight.weapons.keeps_naturals { roll } else { 0 },
        roll: if fight.rules.own.hit.is_some() { roll } else { 0 },
        dice: if fight.rules.own.hit.is_some() { roll + more[1] } else { 0 },
        more_damage: rolled_added(
            fight,
            Ask::new(lone, Purpose::AddedToDamage),
            added,
            AddedTo::Damage,
            chance,
            observer,
        ),
        modifiers,
        only_foe,
        mob,
        standing: LoneStanding::Free,
        candidates: [None; 2],
        beaten_foes: Vec::new(),
        defended_against: Vec::new(),
        advantage_checks: Vec::new(),
        critical,
        criticals: failure.map(|failure| critical_roll(failure, own)).into_iter().collect(),
    }
}

/// Rolls for the next foe and compares the result with the lone fighter's. Returns the foe's blow if it hits.
#[inline(always)]
pub(crate) fn meet<const OWN: bool>(
    fight: &Fight,
    brawl: &mut Brawl,
    foe: Foe,
    clock: u16,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Option<Blow> {
    let (lone, who) = (brawl.lone, foe.who);
    let foe_acts = foe.modifiers.readiness != Readiness::Helpless;
    let [_, pace] = lone_skill(fight, brawl, foe);
    observer.detail(Detail::AddedAgainst { added: foe.lone_additions, pace, foe_acts });
    if !foe_acts {
        let level = fight.unopposed_by(lone, clock);
        observer.detail(Detail::Undefended { target: who, level });
        if brawl.may_strike(who) {
            let [attack, _] = lone_results::<OWN>(fight, brawl, foe);
            let lone_attack = LoneAttack { attack, guard: level, guard_fixed: level, natural: 0, tie: Some(0) };
            compare::<OWN>(fight, brawl, foe, lone_attack);
        }
        return None;
    }
    let stance = fight.tactics.stance(foe.modifiers.stance);
    let kind = fight.roster.kind(who);
    let added = fight.custom.additions_or_none::<OWN>(foe.modifiers.own);
    // A lone fighter who is outpaced cannot act against this foe.
    let lone_readiness = if foe.outpaces { Readiness::Helpless } else { brawl.modifiers.readiness };
    let rolled = RolledDegree {
        who,
        foe: lone,
        skill: fight.matchup(who, lone).skill_against(lone_readiness),
        penalty: foe.modifiers.wounds.into(),
        status: foe.modifiers.status.into(),
        pace: (i32::from(foe.modifiers.pace) - i32::from(brawl.modifiers.pace)).max(0),
        outnumbered: 0,
        passing: kind.passing(clock),
        tactic: TacticalModifier::Attack((stance.attack + foe.modifiers.off_balance).into()),
        own: 0,
        added: foe.modifiers.own,
        foe_acts: lone_readiness != Readiness::Helpless,
        roll: match brawl.mob {
            Some(roll) => roll,
            None => chance.roll(Ask::new(who, Purpose::Exchange), fight.custom.dice_of(kind, added)),
        },
        luck: foe.modifiers.luck.into(),
        cap: kind.cap,
    };
    let dice = rolled_added_to_both(fight, who, added, chance, observer);
    let rolled = RolledDegree { own: i32::from(added.attack) + dice[0], ..rolled };
    let [offense, defense] = report_both(rolled, stance.avoid, i32::from(added.defense) + dice[1], observer);
    let critical = critical_of(fight, who, rolled.roll);
    let gear = [(who, foe.modifiers.bare), (lone, brawl.modifiers.bare)];
    brawl.criticals.extend(critical.map(|critical| critical_roll(critical, gear)));
    let ready = readiness_of(stance, foe.modifiers.readiness, critical) == Readiness::Ready;
    let both = [foe.modifiers, brawl.modifiers];
    let bonus_of = |bonus: i8, more: i32| clamp_to_i8(i32::from(bonus) + i32::from(added.damage) + more);
    let struck = |[guard, guard_fixed]: [i32; 2], natural: i32| HitFigures {
        attack: offense,
        guard,
        guard_fixed,
        minimum: fight.matchup(who, lone).minimum_with(added.minimum),
        naturals: [rolled.roll, natural],
        critical: fight.is_critical_success(who, rolled.roll),
    };
    let ask = Ask::against(who, lone, Purpose::AddedToDamage);
    if stance.harmless {
        let held = brawl.fights(who) && defense >= lone_results::<OWN>(fight, brawl, foe)[0];
        brawl.advantage_checks.extend(advantage_roll(fight, who, held.then_some(lone).into_iter().collect()));
    }
    if !brawl.defends_against(foe) {
        let level = fight.unopposed_by(who, clock);
        let relative = offense - level;
        let ruled = fight.custom_hit_if::<OWN>([who, lone], added, || struck([level; 2], 0));
        if !(ready && ruled.unwrap_or(relative >= 0)) {
            return None;
        }
        let more = rolled_added(fight, ask, added, AddedTo::Damage, chance, observer);
        let hit_modifiers = hit_modifiers(fight, [who, lone], both, bonus_of(stance.damage, more));
        let more = if ruled.is_some() { i32::MIN } else { added.minimum.into() };
        let blow = landed_blow(fight, [who, lone], relative, offense, hit_modifiers, more, observer);
        return blow.map(|blow| with_row(fight, [rolled.roll, 0], offense, foe.modifiers.own, blow));
    }
    let [attack, avoid] = lone_results::<OWN>(fight, brawl, foe);
    let own = fight.tactics.stance(brawl.modifiers.stance);
    let tie = wins_tie_in(fight, [lone, who], [own, stance]);
    let guard_fixed = if OWN { defense_without_dice(rolled, stance.avoid, added) } else { defense };
    let lone_attack = LoneAttack { attack, guard: defense, guard_fixed, natural: rolled.roll, tie };
    compare::<OWN>(fight, brawl, foe, lone_attack);
    if own.harmless && avoid >= offense {
        brawl.defended_against.push(who);
    }
    let ties = tie == Some(1) && !stance.harmless;
    let ruled = fight.custom_hit_if::<OWN>([who, lone], added, || {
        struck([avoid, lone_defense_without_dice(fight, brawl, foe)], brawl.roll)
    });
    if !(ready && ruled.unwrap_or(offense > avoid || offense == avoid && ties)) {
        return None;
    }
    let more = rolled_added(fight, ask, added, AddedTo::Damage, chance, observer);
    let bonus = bonus_of(stance.damage + extra_damage_taken(own), more);
    let hit_modifiers = hit_modifiers(fight, [who, lone], both, bonus);
    let more = if ruled.is_some() { i32::MIN } else { added.minimum.into() };
    let blow = landed_blow(fight, [who, lone], offense - avoid, offense, hit_modifiers, more, observer);
    blow.map(|blow| with_row(fight, [rolled.roll, brawl.natural], offense, foe.modifiers.own, blow))
}

/// The lone fighter's skill against `foe`, and its bonus for being faster.
#[inline(always)]
fn lone_skill(fight: &Fight, brawl: &Brawl, foe: Foe) -> [i32; 2] {
    let skill = fight.matchup(brawl.lone, foe.who).skill_against(foe.modifiers.readiness);
    [skill, (i32::from(brawl.modifiers.pace) - i32::from(foe.modifiers.pace)).max(0)]
}

/// The lone fighter's attack and defense results against `foe`.
#[inline(always)]
fn lone_results<const OWN: bool>(fight: &Fight, brawl: &Brawl, foe: Foe) -> [i32; 2] {
    let [skill, pace] = lone_skill(fight, brawl, foe);
    let (kind, added) = (fight.roster.kind(brawl.lone), fight.custom.additions_or_none::<OWN>(foe.lone_additions));
    let [attack, defense] = brawl.totals;
    let both = skill + pace;
    [kind.capped(both + attack + i32::from(added.attack)), kind.capped(both + defense + i32::from(added.defense))]
}

/// The lone fighter's defense against `foe` without dice, for custom hit rules.
fn lone_defense_without_dice(fight: &Fight, brawl: &Brawl, foe: Foe) -> i32 {
    let [skill, pace] = lone_skill(fight, brawl, foe);
    let fixed = brawl.totals[1] - brawl.dice + i32::from(fight.custom.additions(foe.lone_additions).defense);
    fight.roster.kind(brawl.lone).capped(skill + pace + fixed)
}

/// The lone fighter's attack against one foe. `guard` is the foe's defense, or the level to reach if the foe does not
/// roll.
#[derive(Debug, Clone, Copy)]
struct LoneAttack {
    attack: i32,
    guard: i32,
    /// `guard` without dice.
    guard_fixed: i32,
    /// The foe's natural result; 0 if it does not roll.
    natural: i32,
    /// The index of the fighter who hits on a tie, 0 for the lone fighter; `None` if neither does.
    tie: Option<usize>,
}

/// Compares the lone fighter's attack with a foe's defense, and records the result in `brawl`.
#[inline(always)]
fn compare<const OWN: bool>(fight: &Fight, brawl: &mut Brawl, foe: Foe, lone_attack: LoneAttack) {
    let LoneAttack { attack, guard, tie, .. } = lone_attack;
    let relative = attack - guard;
    let hits = if let Some(hits) = hits_by_custom_rule::<OWN>(fight, brawl, foe, lone_attack) {
        // A custom rule is the whole condition, as in a pair: no other foe can keep the lone fighter from hitting this
        // one.
        hits && brawl.modifiers.readiness == Readiness::Ready
    } else if foe.modifiers.readiness == Readiness::Helpless && relative < 0 {
        // Missing a helpless foe does not count as being beaten.
        false
    } else if relative < 0 || relative == 0 && tie == Some(1) {
        brawl.mark_beaten();
        false
    } else if relative == 0 && tie.is_none() {
        brawl.mark_tied(fight.rules.lone_strike);
        false
    } else {
        reaches_minimum::<OWN>(fight, brawl, foe, attack) && brawl.strikes(fight, relative)
    };
    if hits {
        let candidate = candidate::<OWN>(fight, brawl, foe, lone_attack);
        brawl.add_candidate(candidate, may_hit_other_foes(fight, brawl.lone));
    }
}

/// The blow that the lone fighter may land on `foe`.
#[inline(always)]
fn candidate<const OWN: bool>(fight: &Fight, brawl: &Brawl, foe: Foe, lone_attack: LoneAttack) -> Candidate {
    let LoneAttack { attack, guard, natural, .. } = lone_attack;
    let (lone, who, relative) = (brawl.lone, foe.who, attack - guard);
    // A foe who does not roll takes no extra damage for its stance.
    let helpless = foe.modifiers.readiness == Readiness::Helpless;
    let extra_damage = if helpless { 0 } else { extra_damage_taken(fight.tactics.stance(foe.modifiers.stance)) };
    let bonus = fight.tactics.stance(brawl.modifiers.stance).damage + extra_damage;
    let bonus = clamp_to_i8(
        i32::from(bonus)
            + i32::from(fight.custom.additions_or_none::<OWN>(foe.lone_additions).damage)
            + brawl.more_damage,
    );
    let hit_modifiers = resolve_aim(
        fight,
        hit_modifiers(fight, [lone, who], [brawl.modifiers, foe.modifiers], bonus),
        relative,
        attack,
    );
    let blow = Blow { hit_modifiers, ..fight.roster.blow(lone, who, clamp_degree(relative)) };
    let blow = with_row(fight, [brawl.natural, natural], attack, foe.lone_additions, blow);
    let by_result = fight.roster.kind(lone).fighter.targets == Targets::LowestResult || fight.tactics.sweep.is_some();
    Candidate { rank: if by_result { guard } else { foe.rank }, blow }
}

/// Whether the lone fighter hits `foe` by a custom hit rule; `None` if there is no such rule.
#[inline(always)]
fn hits_by_custom_rule<const OWN: bool>(
    fight: &Fight,
    brawl: &Brawl,
    foe: Foe,
    lone_attack: LoneAttack,
) -> Option<bool> {
    let LoneAttack { attack, guard, guard_fixed, natural, .. } = lone_attack;
    let added = fight.custom.additions_or_none::<OWN>(foe.lone_additions);
    fight.custom_hit_if::<OWN>([brawl.lone, foe.who], added, || HitFigures {
        attack,
        guard,
        guard_fixed,
        minimum: fight.matchup(brawl.lone, foe.who).minimum_with(added.minimum),
        naturals: [brawl.roll, natural],
        critical: fight.is_critical_success(brawl.lone, brawl.roll),
    })
}

/// Whether `attack` reaches the minimum result to hit `foe`.
#[inline(always)]
fn reaches_minimum<const OWN: bool>(fight: &Fight, brawl: &Brawl, foe: Foe, attack: i32) -> bool {
    let more = fight.custom.additions_or_none::<OWN>(foe.lone_additions).minimum;
    attack >= fight.matchup(brawl.lone, foe.who).minimum.saturating_add(more.into())
}

/// Whether the fighter `lone` may hit beaten foes other than the one it prefers.
#[inline(always)]
fn may_hit_other_foes(fight: &Fight, lone: u16) -> bool {
    fight.tactics.sweep.is_some() || fight.roster.kind(lone).picks_random_targets()
}

/// The lone fighter's blows, once all foes have been met. A sweep hits everyone who may be hit, each blow weaker than
/// the one before (M15).
pub(crate) fn lone_blows(
    fight: &Fight,
    brawl: &Brawl,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Vec<Blow> {
    if !may_hit_other_foes(fight, brawl.lone) {
        return preferred_blow(fight, brawl, observer).into_iter().collect();
    }
    let legal_targets = legal_targets(brawl);
    let blows: Vec<Blow> = match fight.tactics.sweep {
        Some(loss) => {
            let weaker = |(after, candidate): (u16, &Candidate)| {
                let bonus = i32::from(candidate.blow.hit_modifiers.bonus) - i32::from(loss) * i32::from(after);
                let hit_modifiers =
                    HitModifiers { bonus: bonus.max(i8::MIN.into()) as i8, ..candidate.blow.hit_modifiers };
                Blow { hit_modifiers, after, ..candidate.blow }
            };
            (0u16..).zip(&legal_targets).map(weaker).collect()
        }
        None if legal_targets.is_empty() => Vec::new(),
        None => vec![pick(fight, brawl.lone, 0, &legal_targets, chance).blow],
    };
    blows.iter().for_each(|blow| report_hit(fight, *blow, observer));
    blows
}

/// The foes that the lone fighter may hit, best first; empty if it is beaten. A separate function so that the sort is
/// compiled only once.
fn legal_targets(brawl: &Brawl) -> Vec<Candidate> {
    let least = match brawl.standing {
        // With a custom hit rule, a blow may hit at any degree.
        LoneStanding::Free => i16::MIN,
        LoneStanding::Tied => 2,
        LoneStanding::Beaten => return Vec::new(),
    };
    let mut legal_targets: Vec<Candidate> =
        brawl.beaten_foes.iter().copied().filter(|candidate| candidate.blow.degree >= least).collect();
    legal_targets.sort_by_key(|candidate| candidate.rank);
    legal_targets
}

/// Like [`lone_blows`], for a lone fighter who can only hit the preferred foe.
#[inline(always)]
pub(crate) fn preferred_blow(fight: &Fight, brawl: &Brawl, observer: &mut impl Observer) -> Option<Blow> {
    let candidate = match brawl.standing {
        LoneStanding::Free => brawl.candidates[0],
        LoneStanding::Tied => brawl.candidates[1],
        LoneStanding::Beaten => None,
    };
    let blow = candidate.map(|candidate| candidate.blow)?;
    report_hit(fight, blow, observer);
    Some(blow)
}

/// Takes all checks for an advantage after all-out defense from `brawl`: the foes' in order, then the lone fighter's.
pub(super) fn take_advantage_checks(fight: &Fight, brawl: &mut Brawl) -> Vec<PendingRoll> {
    let mut claims = std::mem::take(&mut brawl.advantage_checks);
    let able = brawl.modifiers.readiness != Readiness::Helpless;
    if able && fight.tactics.stance(brawl.modifiers.stance).harmless {
        claims.extend(advantage_roll(fight, brawl.lone, std::mem::take(&mut brawl.defended_against)));
    }
    claims
}
