//! One against several (M15, M16; SRD 4.34, F93 4.62).

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Readiness, RollModifiers};
use crate::combat::event::{Detail, Observer, Rolled, Shift};
use crate::combat::hit::{Blow, HitModifiers, Natural};
use crate::combat::resolve::{
    PendingRoll, aimed, clamped, critical_of, critical_roll, extra_damage_taken, hit_modifiers, lands, lookout, pick,
    readiness_of, report_both, report_hit, rolled_added, rolled_added_to_both, small, wins_tie_in, with_row,
    without_dice,
};
use crate::combat::tables::{BlowSeen, Fight};
use crate::rules::own::AddedTo;
use crate::rules::{LoneStrike, MobRoll, Targets};

/// A lone fighter's round against several foes, who meet the one roll of the lone fighter one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Brawl {
    lone: u16,
    /// The lone fighter's roll with all that goes for every foe: wounds, passing modifiers, being outnumbered; with what
    /// the stance adds to attack and to defense.
    totals: [i32; 2],
    /// What the dice showed, where the row of a blow depends on it (W6); else 0.
    natural: i32,
    /// The same where a rule about hits may name it; else 0.
    roll: i32,
    /// The sum of all dice of the lone fighter's defense, if such a rule may name it; else 0.
    dice: i32,
    /// The additions of modifiers with dice to damage.
    more_damage: i32,
    modifiers: RollModifiers,
    /// The one foe fought, where the others are ignored.
    aim: Option<u16>,
    /// The one roll of all foes, where they share it (M16).
    mob: Option<i32>,
    standing: LoneStanding,
    /// Whom the lone fighter would hit: of the foes bested, and of those bested by two levels.
    candidates: [Option<Candidate>; 2],
    /// All foes bested, where more than the preferred one of them may matter.
    bested: Vec<Candidate>,
    /// The foes against whom the lone fighter's all-out defense held (M8).
    held: Vec<u16>,
    /// What else is rolled for once all foes have been met.
    lookouts: Vec<PendingRoll>,
    /// The lone fighter's natural critical, and all that are not rolled for yet (A16).
    critical: Option<Natural>,
    pub(super) criticals: Vec<PendingRoll>,
}

/// How the lone fighter stands against the foes met so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum LoneStanding {
    /// Better than all.
    Free,
    /// As good as the best.
    Tied,
    /// Beaten by one at least: no blow of the lone fighter's lands this round.
    Beaten,
}

/// A foe whom the lone fighter may hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Candidate {
    /// The lowest is chosen, then the first in the roster (reading 34): the foe's rolled degree, or how well the foe suits
    /// another preference.
    rank: i32,
    blow: Blow,
}

/// A foe in a brawl, with all that the roll depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Foe {
    pub(crate) who: u16,
    pub(crate) modifiers: RollModifiers,
    /// Whether the lone fighter cannot defend against this foe (C10).
    pub(crate) outpaces: bool,
    /// How well the foe suits the lone fighter's preference; the lowest is preferred.
    pub(crate) rank: i32,
    /// The additions by rules of one's own to the lone fighter's rolls against this foe, as a number.
    pub(crate) lone_own: u16,
}

/// Which foes a lone fighter defends against and strikes at (M15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Focus {
    All,
    /// This one alone.
    One(u16),
    /// One who is still to be picked at random.
    Any,
}

/// What the rolls of a brawl depend on before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct BrawlSetup {
    pub(crate) lone: u16,
    /// The first of the foes.
    pub(crate) first: u16,
    /// The number of foes who can act in this round (reading 57).
    pub(crate) able_foes: u16,
    pub(crate) clock: u16,
    /// What the lone fighter's body brings to it.
    pub(crate) modifiers: RollModifiers,
    pub(crate) aim: Focus,
}

impl Brawl {
    /// Whether the lone fighter's roll counts against a foe's attack.
    #[inline(always)]
    fn defends_against(&self, foe: Foe) -> bool {
        let ignored = self.aim.is_some_and(|aim| aim != foe.who);
        !(ignored || foe.outpaces || self.modifiers.readiness == Readiness::Helpless)
    }

    /// Whether the lone fighter's roll goes against a foe.
    #[inline(always)]
    fn fights(&self, who: u16) -> bool {
        self.aim.is_none_or(|aim| aim == who) && self.modifiers.readiness != Readiness::Helpless
    }

    /// Whether the lone fighter may strike at a foe at all.
    #[inline(always)]
    fn may_strike(&self, who: u16) -> bool {
        self.fights(who) && self.modifiers.readiness == Readiness::Ready
    }

    /// The lone fighter's natural +4 takes effect on the first foe hit (A16).
    pub(super) fn critical_on(&self, target: u16, foes: &[Foe]) -> Option<PendingRoll> {
        let natural = self.critical.filter(|critical| *critical == Natural::Success)?;
        let foe = foes.iter().find(|foe| foe.who == target)?;
        Some(critical_roll(natural, [(self.lone, self.modifiers.bare), (target, foe.modifiers.bare)]))
    }

    /// Whether the lone fighter hurts a foe bested by so much: in all-out defense only by a critical that wins (M8).
    #[inline(always)]
    fn strikes(&self, fight: &Fight, relative: i32) -> bool {
        let harmless = fight.tactics.stance(self.modifiers.stance).harmless;
        self.modifiers.readiness == Readiness::Ready && (relative > 0 || !harmless)
    }

    #[inline(always)]
    fn beaten(&mut self) {
        self.standing = LoneStanding::Beaten;
        // Nobody can be hit any more: so that two brawls no longer differ by what could have been.
        self.candidates = [None; 2];
        self.bested.clear();
    }

    #[inline(always)]
    fn tied(&mut self, rule: LoneStrike) {
        match (rule, self.standing) {
            (LoneStrike::BeatAll, _) => self.beaten(),
            (LoneStrike::BeatOrTie, LoneStanding::Free) => {
                self.standing = LoneStanding::Tied;
                self.candidates[0] = None;
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn bested(&mut self, candidate: Candidate, weighs_all: bool) {
        if weighs_all && self.standing != LoneStanding::Beaten {
            self.bested.push(candidate);
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

/// The lone fighter's roll, and that of the mob where it has but one.
#[inline(always)]
pub(crate) fn open_brawl<const OWN: bool>(
    fight: &Fight,
    setup: BrawlSetup,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Brawl {
    let BrawlSetup { lone, first, able_foes, clock, modifiers, aim } = setup;
    observer.detail(Detail::Meet { one: lone, other: first, shot: None });
    let kind = fight.kind(lone);
    let passing = kind.passing(clock);
    let outnumbered = fight.outnumbered(lone, able_foes);
    let able = modifiers.readiness != Readiness::Helpless;
    let added = fight.added_if::<OWN>(modifiers.own);
    let roll = if able { chance.roll(Ask::new(lone, Purpose::Exchange), fight.dice_of(lone, added)) } else { 0 };
    let more = if able { rolled_added_to_both(fight, lone, added, chance, observer) } else { [0; 2] };
    let mob = match fight.rules.mob_roll {
        MobRoll::Each => None,
        _ => {
            let roll = chance.roll(Ask::new(first, Purpose::Exchange), fight.mob_dice(first));
            observer.detail(Detail::MobRolled { first, roll });
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
    let total = |to: usize| roll + modifiers.to_every_roll() + passing + outnumbered + tactics[to] + more[to];
    let totals = [total(0), total(1)];
    let aim = if let Focus::One(foe) = aim { Some(foe) } else { None };
    let critical = critical_of(fight, lone, roll).filter(|_| able);
    let modifiers = RollModifiers { readiness: readiness_of(taken, modifiers.readiness, critical), ..modifiers };
    let own = [(lone, modifiers.bare); 2];
    let failure = critical.filter(|critical| *critical == Natural::Failure);
    Brawl {
        lone,
        totals,
        natural: if fight.keeps_naturals { roll } else { 0 },
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
        aim,
        mob,
        standing: LoneStanding::Free,
        candidates: [None; 2],
        bested: Vec::new(),
        held: Vec::new(),
        lookouts: Vec::new(),
        critical,
        criticals: failure.map(|failure| critical_roll(failure, own)).into_iter().collect(),
    }
}

/// The next foe rolls and meets the lone fighter's result: perhaps a blow that hits the lone fighter.
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
    observer.detail(Detail::AddedAgainst { added: foe.lone_own, foe_acts });
    if !foe_acts {
        let level = fight.unopposed_by(lone, clock);
        observer.detail(Detail::Undefended { target: who, level });
        if brawl.may_strike(who) {
            let [attack, _] = lone_results::<OWN>(fight, brawl, foe);
            let meeting = Meeting { attack, guard: level, guard_fixed: level, natural: 0, tie: Some(0) };
            compare::<OWN>(fight, brawl, foe, meeting);
        }
        return None;
    }
    let stance = fight.tactics.stance(foe.modifiers.stance);
    let kind = fight.kind(who);
    let added = fight.added_if::<OWN>(foe.modifiers.own);
    // One who is outpaced cannot act against this foe.
    let lone_readiness = if foe.outpaces { Readiness::Helpless } else { brawl.modifiers.readiness };
    let rolled = Rolled {
        who,
        foe: lone,
        skill: fight.matchup(who, lone).skill_against(lone_readiness),
        penalty: foe.modifiers.wounds.into(),
        status: foe.modifiers.status.into(),
        pace: (i32::from(foe.modifiers.pace) - i32::from(brawl.modifiers.pace)).max(0),
        outnumbered: 0,
        passing: kind.passing(clock),
        tactic: Shift::Attack((stance.attack + foe.modifiers.off_balance).into()),
        own: 0,
        added: foe.modifiers.own,
        foe_acts: lone_readiness != Readiness::Helpless,
        roll: match brawl.mob {
            Some(roll) => roll,
            None => chance.roll(Ask::new(who, Purpose::Exchange), fight.dice_of(who, added)),
        },
        luck: foe.modifiers.luck.into(),
        cap: kind.cap,
    };
    let dice = rolled_added_to_both(fight, who, added, chance, observer);
    let rolled = Rolled { own: i32::from(added.attack) + dice[0], ..rolled };
    let [offense, defense] = report_both(rolled, stance.avoid, i32::from(added.defense) + dice[1], observer);
    let critical = critical_of(fight, who, rolled.roll);
    let gear = [(who, foe.modifiers.bare), (lone, brawl.modifiers.bare)];
    brawl.criticals.extend(critical.map(|critical| critical_roll(critical, gear)));
    let ready = readiness_of(stance, foe.modifiers.readiness, critical) == Readiness::Ready;
    let both = [foe.modifiers, brawl.modifiers];
    let bonus_of = |bonus: i8, more: i32| small(i32::from(bonus) + i32::from(added.damage) + more);
    let struck = |[guard, guard_fixed]: [i32; 2], natural: i32| BlowSeen {
        attack: offense,
        guard,
        guard_fixed,
        minimum: fight.minimum_of(fight.matchup(who, lone), added.minimum),
        naturals: [rolled.roll, natural],
        critical: critical == Some(Natural::Success),
    };
    let ask = Ask::against(who, lone, Purpose::AddedToDamage);
    if stance.harmless {
        let held = brawl.fights(who) && defense >= lone_results::<OWN>(fight, brawl, foe)[0];
        brawl.lookouts.extend(lookout(fight, who, held.then_some(lone).into_iter().collect()));
    }
    if !brawl.defends_against(foe) {
        let level = fight.unopposed_by(who, clock);
        let relative = offense - level;
        let ruled = fight.own_hit_if::<OWN>([who, lone], added, || struck([level; 2], 0));
        if !(ready && ruled.unwrap_or(relative >= 0)) {
            return None;
        }
        let more = rolled_added(fight, ask, added, AddedTo::Damage, chance, observer);
        let hit_modifiers = hit_modifiers(fight, [who, lone], both, bonus_of(stance.damage, more));
        let more = if ruled.is_some() { i32::MIN } else { added.minimum.into() };
        let blow = lands(fight, [who, lone], relative, offense, hit_modifiers, more, observer);
        return blow.map(|blow| with_row(fight, [rolled.roll, 0], offense, foe.modifiers.own, blow));
    }
    let [attack, avoid] = lone_results::<OWN>(fight, brawl, foe);
    let own = fight.tactics.stance(brawl.modifiers.stance);
    let tie = wins_tie_in(fight, [lone, who], [own, stance]);
    let guard_fixed = if OWN { without_dice(rolled, stance.avoid, added) } else { defense };
    let meeting = Meeting { attack, guard: defense, guard_fixed, natural: rolled.roll, tie };
    compare::<OWN>(fight, brawl, foe, meeting);
    if own.harmless && avoid >= offense {
        brawl.held.push(who);
    }
    let ties = tie == Some(1) && !stance.harmless;
    let ruled =
        fight.own_hit_if::<OWN>([who, lone], added, || struck([avoid, lone_fixed(fight, brawl, foe)], brawl.roll));
    if !(ready && ruled.unwrap_or(offense > avoid || offense == avoid && ties)) {
        return None;
    }
    let more = rolled_added(fight, ask, added, AddedTo::Damage, chance, observer);
    let bonus = bonus_of(stance.damage + extra_damage_taken(own), more);
    let hit_modifiers = hit_modifiers(fight, [who, lone], both, bonus);
    let more = if ruled.is_some() { i32::MIN } else { added.minimum.into() };
    let blow = lands(fight, [who, lone], offense - avoid, offense, hit_modifiers, more, observer);
    blow.map(|blow| with_row(fight, [rolled.roll, brawl.natural], offense, foe.modifiers.own, blow))
}

/// The lone fighter's skill against a foe, and what being the faster adds.
#[inline(always)]
fn lone_skill(fight: &Fight, brawl: &Brawl, foe: Foe) -> [i32; 2] {
    let skill = fight.matchup(brawl.lone, foe.who).skill_against(foe.modifiers.readiness);
    [skill, (i32::from(brawl.modifiers.pace) - i32::from(foe.modifiers.pace)).max(0)]
}

/// The lone fighter's offense and defense against a foe.
#[inline(always)]
fn lone_results<const OWN: bool>(fight: &Fight, brawl: &Brawl, foe: Foe) -> [i32; 2] {
    let [skill, pace] = lone_skill(fight, brawl, foe);
    let (kind, added) = (fight.kind(brawl.lone), fight.added_if::<OWN>(foe.lone_own));
    let [attack, defense] = brawl.totals;
    let both = skill + pace;
    [kind.capped(both + attack + i32::from(added.attack)), kind.capped(both + defense + i32::from(added.defense))]
}

/// The lone fighter's defense against a foe without its dice, which rules of one's own may name.
fn lone_fixed(fight: &Fight, brawl: &Brawl, foe: Foe) -> i32 {
    let [skill, pace] = lone_skill(fight, brawl, foe);
    let fixed = brawl.totals[1] - brawl.dice + i32::from(fight.added(foe.lone_own).defense);
    fight.kind(brawl.lone).capped(skill + pace + fixed)
}

/// The lone fighter's roll meets that of a foe, or the level that hits one who does not roll.
#[derive(Debug, Clone, Copy)]
struct Meeting {
    attack: i32,
    guard: i32,
    /// The guard without dice.
    guard_fixed: i32,
    /// The foe's natural result.
    natural: i32,
    /// The index of the fighter who hits on a tie, 0 for the lone fighter; `None` if neither does.
    tie: Option<usize>,
}

/// Compares the lone fighter's attack with a foe's defense.
#[inline(always)]
fn compare<const OWN: bool>(fight: &Fight, brawl: &mut Brawl, foe: Foe, meeting: Meeting) {
    let Meeting { attack, guard, tie, .. } = meeting;
    let relative = attack - guard;
    let hits = if let Some(hits) = hits_by_rule::<OWN>(fight, brawl, foe, meeting) {
        // Such a rule is the whole condition, as it is between two: no foe keeps the lone fighter from hitting another.
        hits && brawl.modifiers.readiness == Readiness::Ready
    } else if foe.modifiers.readiness == Readiness::Helpless && relative < 0 {
        // Missed; but it was nobody's doing.
        false
    } else if relative < 0 || relative == 0 && tie == Some(1) {
        brawl.beaten();
        false
    } else if relative == 0 && tie.is_none() {
        brawl.tied(fight.rules.lone_strike);
        false
    } else {
        reaches_minimum::<OWN>(fight, brawl, foe, attack) && brawl.strikes(fight, relative)
    };
    if hits {
        let candidate = candidate::<OWN>(fight, brawl, foe, meeting);
        brawl.bested(candidate, weighs_all(fight, brawl.lone));
    }
}

/// The blow with which the lone fighter may hit a foe.
#[inline(always)]
fn candidate<const OWN: bool>(fight: &Fight, brawl: &Brawl, foe: Foe, meeting: Meeting) -> Candidate {
    let Meeting { attack, guard, natural, .. } = meeting;
    let (lone, who, relative) = (brawl.lone, foe.who, attack - guard);
    // Who does not roll gives nothing away.
    let helpless = foe.modifiers.readiness == Readiness::Helpless;
    let extra_damage = if helpless { 0 } else { extra_damage_taken(fight.tactics.stance(foe.modifiers.stance)) };
    let bonus = fight.tactics.stance(brawl.modifiers.stance).damage + extra_damage;
    let bonus = small(i32::from(bonus) + i32::from(fight.added_if::<OWN>(foe.lone_own).damage) + brawl.more_damage);
    let hit_modifiers =
        aimed(fight, hit_modifiers(fight, [lone, who], [brawl.modifiers, foe.modifiers], bonus), relative, attack);
    let blow = Blow { hit_modifiers, ..fight.blow(lone, who, clamped(relative)) };
    let blow = with_row(fight, [brawl.natural, natural], attack, foe.lone_own, blow);
    let by_result = fight.kind(lone).fighter.targets == Targets::LowestResult || fight.tactics.sweep.is_some();
    Candidate { rank: if by_result { guard } else { foe.rank }, blow }
}

/// Whether the lone fighter's blow hits a foe, where a rule of one's own says so.
#[inline(always)]
fn hits_by_rule<const OWN: bool>(fight: &Fight, brawl: &Brawl, foe: Foe, meeting: Meeting) -> Option<bool> {
    let Meeting { attack, guard, guard_fixed, natural, .. } = meeting;
    let added = fight.added_if::<OWN>(foe.lone_own);
    fight.own_hit_if::<OWN>([brawl.lone, foe.who], added, || BlowSeen {
        attack,
        guard,
        guard_fixed,
        minimum: fight.minimum_of(fight.matchup(brawl.lone, foe.who), added.minimum),
        naturals: [brawl.roll, natural],
        critical: brawl.critical == Some(Natural::Success),
    })
}

/// Whether the lone fighter's result reaches the minimum against a foe.
#[inline(always)]
fn reaches_minimum<const OWN: bool>(fight: &Fight, brawl: &Brawl, foe: Foe, attack: i32) -> bool {
    let more = fight.added_if::<OWN>(foe.lone_own).minimum;
    attack >= fight.matchup(brawl.lone, foe.who).minimum.saturating_add(more.into())
}

/// Whether a lone fighter may hit others of those bested than the preferred one.
#[inline(always)]
fn weighs_all(fight: &Fight, lone: u16) -> bool {
    fight.tactics.sweep.is_some() || fight.picks_any(lone)
}

/// The lone fighter's blows, once all foes have been met: a sweep goes through all who may be hit, each cut weaker than
/// the one before (M15).
pub(crate) fn answers(
    fight: &Fight,
    brawl: &Brawl,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Vec<Blow> {
    if !weighs_all(fight, brawl.lone) {
        return answer(fight, brawl, observer).into_iter().collect();
    }
    let legal = legal(brawl);
    let blows: Vec<Blow> = match fight.tactics.sweep {
        Some(loss) => {
            let weaker = |(after, candidate): (u16, &Candidate)| {
                let bonus = i32::from(candidate.blow.hit_modifiers.bonus) - i32::from(loss) * i32::from(after);
                let hit_modifiers =
                    HitModifiers { bonus: bonus.max(i8::MIN.into()) as i8, ..candidate.blow.hit_modifiers };
                Blow { hit_modifiers, after, ..candidate.blow }
            };
            (0u16..).zip(&legal).map(weaker).collect()
        }
        None if legal.is_empty() => Vec::new(),
        None => vec![pick(fight, brawl.lone, 0, &legal, chance).blow],
    };
    blows.iter().for_each(|blow| report_hit(fight, *blow, observer));
    blows
}

/// The blows that the lone fighter may give, the best first; none if beaten. Apart, so that their sort is compiled once.
fn legal(brawl: &Brawl) -> Vec<Candidate> {
    let least = match brawl.standing {
        // By a rule of one's own a blow may hit whatever its degree.
        LoneStanding::Free => i16::MIN,
        LoneStanding::Tied => 2,
        LoneStanding::Beaten => return Vec::new(),
    };
    let mut legal: Vec<Candidate> =
        brawl.bested.iter().copied().filter(|candidate| candidate.blow.degree >= least).collect();
    legal.sort_by_key(|candidate| candidate.rank);
    legal
}

/// The lone fighter's blow, once all foes have been met.
#[inline(always)]
pub(crate) fn answer(fight: &Fight, brawl: &Brawl, observer: &mut impl Observer) -> Option<Blow> {
    let candidate = match brawl.standing {
        LoneStanding::Free => brawl.candidates[0],
        LoneStanding::Tied => brawl.candidates[1],
        LoneStanding::Beaten => None,
    };
    let blow = candidate.map(|candidate| candidate.blow)?;
    report_hit(fight, blow, observer);
    Some(blow)
}

/// Who has fought in all-out defense looks out for an advantage: the foes in their order, then the lone fighter.
pub(super) fn lookouts(fight: &Fight, brawl: &mut Brawl) -> Vec<PendingRoll> {
    let mut claims = std::mem::take(&mut brawl.lookouts);
    let able = brawl.modifiers.readiness != Readiness::Helpless;
    if able && fight.tactics.stance(brawl.modifiers.stance).harmless {
        claims.extend(lookout(fight, brawl.lone, std::mem::take(&mut brawl.held)));
    }
    claims
}
