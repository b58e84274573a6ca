//! Exchanges of one against one (C1, W1).

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Additions, Readiness, RollModifiers, Scene};
use crate::combat::event::{Detail, Event, Observer, RolledDegree, TacticalModifier};
use crate::combat::hit::{Blow, HitModifiers, Natural};
use crate::combat::resolve::{
    Opponents, PendingRoll, PendingRolls, Player, advantage_roll, clamp_to_i8, critical_of, critical_roll,
    defense_without_dice, extra_damage_taken, hit_modifiers, landed_blow, readiness_of, report_both, rolled_added,
    rolled_added_to_both, spend_points, wins_tie_in, with_row,
};
use crate::combat::tables::{CompiledFighter, Fight, HitFigures, Matchup, Pairing};
use crate::dice::Dice;
use crate::rules::Stance;
use crate::rules::own::AddedTo;

/// One fighter of a pair with the data for its rolls. The data is looked up once, since a bounds check in the hot loop
/// costs as much as an addition.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PairedFighter<'f> {
    pub(crate) who: u16,
    foe: u16,
    pub(crate) kind: &'f CompiledFighter,
    pub(crate) matchup: &'f Matchup,
    /// Index of `matchup` among the fight's matchups.
    number: u16,
}

/// Rolls one fighter's degree against the other: skill, wound penalty (M1), status, pace (C11), passing modifiers (M2),
/// Fudge points (P2, P4), `attack` (from the stance and from being off balance), and the dice.
#[inline(always)]
fn roll_degree(
    clock: u16,
    modifiers: RollModifiers,
    attack: i8,
    dice: &Dice,
    seat: &PairedFighter<'_>,
    chance: &mut impl Chance,
) -> RolledDegree {
    let PairedFighter { who, foe, kind, matchup, .. } = *seat;
    RolledDegree {
        who,
        foe,
        skill: matchup.skill,
        penalty: modifiers.wounds.into(),
        status: modifiers.status.into(),
        pace: modifiers.pace.into(),
        outnumbered: 0,
        passing: kind.passing(clock),
        tactic: TacticalModifier::Attack(attack.into()),
        own: 0,
        added: modifiers.own,
        foe_acts: true,
        roll: chance.roll(Ask::new(who, Purpose::Exchange), dice),
        luck: modifiers.luck.into(),
        cap: kind.cap,
    }
}

/// Rolls for both fighters; the better result wins and hits if it reaches the minimum (C1, C7). Returns the blow that
/// hits, if any.
#[inline(always)]
pub(crate) fn exchange(
    fight: &Fight,
    clock: u16,
    penalties: [i8; 2],
    seats: &[PairedFighter<'_>; 2],
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Option<Blow> {
    let [a, b] = [seats[0].who, seats[1].who];
    observer.detail(Detail::Meet { one: a, other: b, shot: None });
    let first = roll_degree(clock, RollModifiers::of_wounds(penalties[0]), 0, &seats[0].kind.dice, &seats[0], chance);
    observer.detail(Detail::Rolled(first));
    let second = roll_degree(clock, RollModifiers::of_wounds(penalties[1]), 0, &seats[1].kind.dice, &seats[1], chance);
    observer.detail(Detail::Rolled(second));
    let (degree_a, degree_b) = (first.degree(), second.degree());
    let naturals = [first.roll, second.roll];
    let degree = degree_a.abs_diff(degree_b).min(i16::MAX as u32) as i16;
    let second = if degree > 0 {
        usize::from(degree_b > degree_a)
    } else if let Some(second) = fight.wins_tie([a, b]) {
        second
    } else {
        observer.note(Event::StandOff { pair: [a, b] });
        return None;
    };
    let (by, target, best) = if second == 0 { (a, b, degree_a) } else { (b, a, degree_b) };
    let seat = &seats[second];
    if best < seat.matchup.minimum {
        observer.note(Event::BelowMinimum { by });
        return None;
    }
    observer.note(Event::Hit { by, target, degree, graze: fight.weapons.grazes && degree <= 1 });
    let blow =
        Blow { by, target, degree, hit_modifiers: HitModifiers::default(), row: 0, after: 0, matchup: seat.number };
    Some(with_row(fight, [naturals[second], naturals[1 - second]], best, 0, blow))
}

/// Like [`exchange`], but with stances and with modifiers other than wounds. Each fighter's offense is compared with
/// the other's defense, so both may be hit (M9, reading 21), and either may be unable to attack or to defend (C9,
/// reading 4). An all-out attacker who ties or loses is hit, unless the opponent is in all-out defense (M7, M8; reading
/// 20).
pub(crate) fn exchange_with_stances(
    fight: &Fight,
    clock: u16,
    modifiers: [RollModifiers; 2],
    pairing: &Pairing,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> PendingRolls {
    let [a, b] = pairing.fighters;
    observer.detail(Detail::Meet { one: a, other: b, shot: None });
    let stances = modifiers.map(|modifiers| fight.tactics.stance(modifiers.stance));
    let seats = paired_fighters(fight, pairing);
    let added = modifiers.map(|modifiers| *fight.custom.additions(modifiers.own));
    let results = [0, 1].map(|own| {
        (modifiers[own].readiness != Readiness::Helpless).then(|| {
            roll_results(fight, clock, own, (modifiers, stances[own], &added[own]), &seats[own], chance, observer)
        })
    });
    let naturals = results.map(|result| result.map_or(0, |result| result.natural));
    let criticals = results.map(|result| result.and_then(|result| result.critical));
    let tie = wins_tie_in(fight, pairing.fighters, stances);
    let readiness = [0, 1].map(|own| readiness_of(stances[own], modifiers[own].readiness, criticals[own]));
    let mut ruled = false;
    let strikes = [0, 1].map(|own| {
        let RollResults { offense, .. } = results[own].filter(|_| readiness[own] == Readiness::Ready)?;
        let pair @ [_, target] = [own, 1 - own].map(|one| pairing.fighters[one]);
        let (relative, hits, [guard, fixed]) = match results[1 - own] {
            Some(RollResults { defense, fixed, .. }) => {
                (offense - defense, offense > defense || offense == defense && tie == Some(own), [defense, fixed])
            }
            None => {
                let level = fight.unopposed_in(pair, modifiers[own], clock);
                observer.detail(Detail::Undefended { target, level });
                (offense - level, offense >= level, [level; 2])
            }
        };
        let struck = || HitFigures {
            attack: offense,
            guard,
            guard_fixed: fixed,
            minimum: seats[own].matchup.minimum_with(added[own].minimum),
            naturals: [naturals[own], naturals[1 - own]],
            critical: fight.is_critical_success(pair[0], naturals[own]),
        };
        match fight.custom_hit(pair, &added[own], struck) {
            Some(hits) => {
                ruled = true;
                hits.then_some((relative, offense))
            }
            None => (hits && (relative > 0 || !stances[own].harmless)).then_some((relative, offense)),
        }
    });
    if strikes == [None; 2] {
        observer.note(event_without_hit(pairing.fighters, readiness));
    }
    let mut pending = PendingRolls::default();
    for own in [0, 1] {
        let both = [own, 1 - own].map(|k| (pairing.fighters[k], modifiers[k].bare));
        pending.add(criticals[own].map(|natural| critical_roll(natural, both)));
    }
    for own in [0, 1] {
        let (by, target) = (pairing.fighters[own], pairing.fighters[1 - own]);
        let bonus = stances[own].damage + results[1 - own].map_or(0, |_| extra_damage_taken(stances[1 - own]));
        let strike = strikes[own];
        let blow = strike.and_then(|(relative, rolled)| {
            let ask = Ask::against(by, target, Purpose::AddedToDamage);
            let more = rolled_added(fight, ask, &added[own], AddedTo::Damage, chance, observer);
            let bonus = clamp_to_i8(i32::from(bonus) + i32::from(added[own].damage) + more);
            let hit_modifiers = hit_modifiers(fight, [by, target], [modifiers[own], modifiers[1 - own]], bonus);
            // A custom hit rule handles the minimum itself.
            let more = if ruled { i32::MIN } else { added[own].minimum.into() };
            let blow = landed_blow(fight, [by, target], relative, rolled, hit_modifiers, more, observer);
            blow.map(|blow| with_row(fight, [naturals[own], naturals[1 - own]], rolled, modifiers[own].own, blow))
        });
        pending.add(blow.map(PendingRoll::Blow));
    }
    for own in [0, 1].into_iter().filter(|&own| stances[own].harmless) {
        let Some(RollResults { defense, .. }) = results[own] else { continue };
        let held = results[1 - own].filter(|other| defense >= other.offense).map(|_| pairing.fighters[1 - own]);
        pending.add(advantage_roll(fight, pairing.fighters[own], held.into_iter().collect()));
    }
    pending
}

/// One fighter's results in an exchange.
#[derive(Debug, Clone, Copy)]
struct RollResults {
    offense: i32,
    defense: i32,
    /// `defense` without the results of the dice, for formulas that name `guard_fixed`.
    fixed: i32,
    natural: i32,
    critical: Option<Natural>,
}

/// Rolls for the fighter at index `own` of a pair, with its stance and the additions of custom rules.
fn roll_results(
    fight: &Fight,
    clock: u16,
    own: usize,
    (both, stance, added): ([RollModifiers; 2], Stance, &Additions),
    seat: &PairedFighter<'_>,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> RollResults {
    let [modifiers, foe] = [both[own], both[1 - own]];
    let attack = stance.attack + modifiers.off_balance;
    let rolled = roll_degree(clock, modifiers, attack, fight.custom.dice_of(seat.kind, added), seat, chance);
    let skill = seat.matchup.skill_against(foe.readiness);
    let rolled = RolledDegree { skill, foe_acts: foe.readiness != Readiness::Helpless, ..rolled };
    let dice = rolled_added_to_both(fight, seat.who, added, chance, observer);
    let own = [i32::from(added.attack) + dice[0], i32::from(added.defense) + dice[1]];
    let rolled = RolledDegree { own: own[0], ..rolled };
    let [offense, defense] = report_both(rolled, stance.avoid, own[1], observer);
    let fixed = defense_without_dice(rolled, stance.avoid, added);
    RollResults { offense, defense, fixed, natural: rolled.roll, critical: critical_of(fight, seat.who, rolled.roll) }
}

/// Like [`exchange_with_stances`], but both fighters may spend Fudge points.
pub(crate) fn exchange_with_points(
    fight: &Fight,
    clock: u16,
    modifiers: [RollModifiers; 2],
    pairing: &Pairing,
    chance: &mut dyn Chance,
    mut observer: &mut dyn Observer,
) -> PendingRolls {
    let with = |luck: [i8; 2]| [0, 1].map(|own| RollModifiers { luck: luck[own], ..modifiers[own] });
    let table = Opponents::new([0, 1].map(|own| Player::in_exchange(pairing.fighters[own], modifiers[own])), false);
    let (table, mut dealt) = spend_points(fight, table, chance, observer, &|table, dealt| {
        exchange_with_stances(fight, clock, with(table.luck_of_first_two()), pairing, dealt, &mut ()).hits()
    });
    let mut pending =
        exchange_with_stances(fight, clock, with(table.luck_of_first_two()), pairing, &mut dealt, &mut observer);
    pending.affect(table.spent_points());
    pending
}

/// The event to report if neither fighter hits.
fn event_without_hit(pair: [u16; 2], readiness: [Readiness; 2]) -> Event {
    let ready = readiness.map(|one| one == Readiness::Ready);
    match ready.iter().position(|ready| *ready).filter(|_| ready != [true; 2]) {
        Some(own) if readiness[1 - own] == Readiness::Helpless => Event::Missed { by: pair[own] },
        Some(own) => Event::Avoided { by: pair[own], target: pair[1 - own] },
        None => Event::StandOff { pair },
    }
}

/// The wound penalties of both fighters (M1), 0 or less.
#[inline(always)]
pub(crate) fn penalties(fight: &Fight, scene: Scene<'_>, pairing: &Pairing) -> [i8; 2] {
    let penalty = |own: usize| {
        let felt = scene.bodies[usize::from(pairing.fighters[own])].felt;
        fight.roster.kinds[usize::from(pairing.kinds[own])].track.condition(felt).penalty
    };
    // Written out, since `map` over an array is a call that takes a sixth of a duel's time in the hot loop.
    [penalty(0), penalty(1)]
}

/// Both fighters of a pair, with the data for their rolls.
#[inline(always)]
pub(crate) fn paired_fighters<'f>(fight: &'f Fight, pairing: &Pairing) -> [PairedFighter<'f>; 2] {
    let seat = |own: usize| PairedFighter {
        who: pairing.fighters[own],
        foe: pairing.fighters[1 - own],
        kind: &fight.roster.kinds[usize::from(pairing.kinds[own])],
        matchup: &fight.weapons.matchups[usize::from(pairing.matchups[own])],
        number: pairing.matchups[own],
    };
    [seat(0), seat(1)]
}
