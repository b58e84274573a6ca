//! Plays fights from start to end, with fast paths for fights in which fighters can only be wounded.
//!
//! | fight | played by |
//! |---|---|
//! | any | `stepper.rs`, step by step or round by round |
//! | duel of blows and wounds alone | `duel.rs`, with two states of wound tracks and nothing else |
//! | the same with more fighters | `melee.rs`, group by group |
//! | the same in turns | `turns.rs`, which looks up targets again only after a fighter has fallen |
//!
//! Tests below compare the fast paths with single steps, event by event.
//!
//! A fight can begin in any condition (`Fight::starting`), or in one of several, each with its chance
//! (`Mixture::of_starts`). If stat blocks have ranges, a `Mixture` has one fight for each combination of values: a
//! trial draws one of them, and the exact answer is their mean. `Body::after` keeps what outlasts a fight.

mod duel;
mod hits;
mod melee;
mod mixture;
mod stepper;
mod turns;

pub use duel::{Duel, HitInDuel, PlayedDuel};
pub use melee::{Blows, PlainFight};
pub use mixture::Mixture;
pub use stepper::Stepper;
pub use turns::TurnDuel;

use super::condition::{Body, Roster};
use super::event::Observer;
use super::resolve::roll_test;
use super::result::PlayedFight;
use super::round::plain_rounds;
use super::tables::{Fight, PlainRounds};
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::LOWEST_CONSCIOUS;
use melee::play_melee;
use turns::play_turns;

/// Plays a fight to its end or to the round limit. `fighters` must be as in [`Fight::start`]. The result contains them
/// as the fight leaves them; [`Body::after`] keeps what outlasts the fight.
///
/// The fight stops before a round for which `chance` has [no more rolls](Chance::is_over).
#[inline(always)]
pub fn play<R: Roster>(
    fight: &Fight,
    fighters: R,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> PlayedFight<R> {
    let mut played = match (plain_rounds(fight).filter(|_| !observer.watches()), Duel::of(fight)) {
        (None, _) => play_by_steps(fight, fighters, chance, observer),
        (Some(PlainRounds::Turns), _) => play_turns(fight, fighters, chance, observer),
        (Some(PlainRounds::Exchanges), Some(duel)) => duel.play(chance, observer).into_played_fight(fighters),
        (Some(PlainRounds::Exchanges), None) => play_melee(fight, fighters, chance, observer),
    };
    // A fight that was stopped from outside is not over.
    if fight.rules.consciousness.is_rolled() && (!played.undecided || played.rounds == fight.rounds.limit) {
        roll_consciousness(fight, played.fighters.bodies_mut(), chance, observer);
    }
    played
}

/// Like [`play`], for sources of chance and observers whose types are not known at compile time. There is one compiled
/// version for all types, and a faster one for samplers without an observer.
pub fn play_dyn(
    fight: &Fight,
    fighters: Vec<Body>,
    mut chance: &mut dyn Chance,
    mut observer: Option<&mut dyn Observer>,
) -> PlayedFight<Vec<Body>> {
    match (&mut observer, chance.as_sampler()) {
        (None, Some(sampler)) => play(fight, fighters, sampler, &mut ()),
        (None, None) => play(fight, fighters, &mut chance, &mut (&mut () as &mut dyn Observer)),
        (Some(observer), _) => play(fight, fighters, &mut chance, observer),
    }
}

/// Plays a fight of any kind, without the fast paths.
fn play_by_steps<R: Roster, C: Chance>(
    fight: &Fight,
    fighters: R,
    chance: &mut C,
    observer: &mut impl Observer,
) -> PlayedFight<R> {
    let mut stepper = Stepper::new(fight, fighters);
    while stepper.can_continue() && !chance.is_over() {
        stepper.round(chance, observer);
    }
    stepper.into_played_fight()
}

/// Rolls whether Incapacitated fighters stay conscious (W29). Called after the fight.
fn roll_consciousness(fight: &Fight, bodies: &mut [Body], chance: &mut impl Chance, observer: &mut impl Observer) {
    for (who, body) in (0u16..).zip(bodies) {
        let kind = fight.roster.kind(who);
        if kind.rolls_to_stay_awake() && fight.wounds.is_awake(kind, body) {
            let ask = Ask::new(who, Purpose::Conscious);
            let test = roll_test(fight, ask, [kind.fighter.constitution, 0], Some(LOWEST_CONSCIOUS), chance, observer);
            body.status.fainted = !test.passed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::event::{Detail, Event};
    use super::super::fighter::{Cast, Fighter, Modifier};
    use super::*;
    use crate::chance::{Sampler, Seed};
    use crate::combat::condition::Lifetime;
    use crate::combat::round::compile;
    use crate::dice::Dice;
    use crate::rules::damage::PrintedOption;
    use crate::rules::{
        Avoidance, DamageRoll, FightCriticals, Graze, InitiativeRolls, InitiativeTies, InitiativeWounds, LoneStrike,
        MobRoll, Outnumbered, Pacing, Rules, TurnOrder,
    };

    /// Records events with their rounds. The order within a round is not compared: steps mark the blows of a brawl
    /// together, but the fast paths mark each blow immediately.
    #[derive(Default)]
    struct Notes(Vec<(u32, String)>, u32);

    impl Observer for Notes {
        fn note(&mut self, mut event: Event) {
            // The order of the pair depends on the group or on the side.
            if let Event::StandOff { pair } = &mut event {
                pair.sort_unstable();
            }
            self.0.push((self.1, format!("{event:?}")));
        }
        fn detail(&mut self, detail: Detail) {
            if let Detail::Round { number } = detail {
                self.1 = number;
            }
        }
    }

    /// If fighters can be wounded and nothing else can happen to them, the fast paths report the same events as single
    /// steps.
    #[test]
    fn fast_paths_match_single_steps() {
        let plain = Rules::plain();
        let exchanges = [
            Rules { round_limit: 3, ..plain.clone() },
            Rules { damage_roll: DamageRoll::default(), ends_at: Some(2), ..plain.clone() },
            Rules {
                damage_roll: DamageRoll::named("game-dice-limited").unwrap(),
                graze: Graze::Off,
                reach: Some(2),
                ..plain.clone()
            },
            Rules { graze: Graze::Table, minimum_to_hit: Some(0), outnumbered: Outnumbered::PerFoe, ..plain.clone() },
            Rules { lone_strike: LoneStrike::BeatOrTie, outnumbered: Outnumbered::Epic, ..plain.clone() },
            Rules { mob_roll: MobRoll::TwoFudge, round_limit: 5, ..plain.clone() },
        ];
        let turns = Rules { pacing: Pacing::Turns, round_limit: 30, ..plain };
        let in_turns = [
            Rules { round_limit: 3, minimum_to_hit: Some(0), ..turns.clone() },
            Rules { initiative: InitiativeRolls::Once, outnumbered: Outnumbered::PerFoe, ..turns.clone() },
            Rules { initiative_ties: InitiativeTies::Reroll, avoidance: Avoidance::One, ..turns.clone() },
            Rules { turn_order: TurnOrder::Sides, initiative_wounds: InitiativeWounds::Slow, ..turns.clone() },
            Rules { reach: Some(2), damage_roll: DamageRoll::default(), ends_at: Some(2), ..turns.clone() },
            Rules { pacing: Pacing::PlayerFacing, ..turns.clone() },
            Rules { pacing: Pacing::PlayerFacing, npc_dice: Some(Dice::parse("none").unwrap()), ..turns },
        ];
        loops_are_steps(&exchanges, PlainRounds::Exchanges, None);
        loops_are_steps(&in_turns, PlainRounds::Turns, None);
        // If only player characters act and all are player characters, no fighter has a foe.
        loops_are_steps(&in_turns[5..], PlainRounds::Turns, Some(true));
    }

    fn loops_are_steps(rules: &[Rules], rounds: PlainRounds, foes_are_pcs: Option<bool>) {
        let sizes = [[1, 1], [1, 3], [3, 2], [4, 4]];
        for (rules, [ours, theirs]) in rules.iter().flat_map(|rules| sizes.map(|size| (rules, size))) {
            let high = Modifier { name: "high".into(), value: 1, avoid: 1, other_avoid: 1, rounds: Some(2) };
            let a = Fighter {
                count: ours,
                offense: 4,
                defense: 2,
                pc: Some(true),
                defends_at: Some(3),
                modifiers: vec![high],
                ..Fighter::new("A", 1, 1)
            };
            let b = Fighter { count: theirs, offense: 5, defense: 3, pc: foes_are_pcs, ..Fighter::new("B", 0, 1) };
            let cast = Cast { fighters: vec![a, b], sides: vec!["B".into(), "A".into()] };
            let fight = compile(&cast, rules).unwrap();
            assert_eq!(plain_rounds(&fight), Some(rounds));
            for trial in 0..500 {
                let (mut looped, mut stepped) = (Notes::default(), Notes::default());
                let bodies = || vec![Body::default(); fight.roster.fighters()];
                let chance = || Sampler::new(Seed::new(7), trial);
                let by_loop = left(play(&fight, bodies(), &mut chance(), &mut looped));
                let by_steps = left(play_by_steps(&fight, bodies(), &mut chance(), &mut stepped));
                assert_eq!(by_loop, by_steps, "{:?}, {ours} on {theirs}, trial {trial}", rules.pacing);
                looped.0.sort();
                stepped.0.sort();
                assert_eq!(looped.0, stepped.0, "{:?}, {ours} on {theirs}, trial {trial}", rules.pacing);
            }
        }
    }

    /// Resets what does not outlast the fight, such as groups and turn order.
    fn left(mut played: PlayedFight<Vec<Body>>) -> PlayedFight<Vec<Body>> {
        played.fighters.iter_mut().for_each(|body| *body = body.after(Lifetime::Fight));
        played
    }

    fn both_ways(fight: &Fight, trial: u64) -> [(PlayedFight<Vec<Body>>, Notes); 2] {
        let mut by_steps = false;
        [(); 2].map(|()| {
            let (mut notes, mut chance) = (Notes::default(), Sampler::new(Seed::new(7), trial));
            let mut stepper = Stepper::new(fight, fight.start().to_vec());
            if by_steps {
                while stepper.step(&mut chance, &mut notes).is_some() {}
            } else {
                while stepper.round(&mut chance, &mut notes).is_some() {}
            }
            by_steps = true;
            notes.0.sort();
            (stepper.into_played_fight(), notes)
        })
    }

    /// Phases that are played to their end in one call, especially turns, report the same events as single steps.
    #[test]
    fn whole_rounds_match_single_steps() {
        let turns = Rules { pacing: Pacing::Turns, round_limit: 30, ..Rules::plain() };
        let rules = [
            turns.clone(),
            Rules { initiative: InitiativeRolls::Once, outnumbered: Outnumbered::PerFoe, ..turns.clone() },
            Rules { initiative_ties: InitiativeTies::Reroll, avoidance: Avoidance::One, ..turns.clone() },
            Rules { turn_order: TurnOrder::Sides, initiative_wounds: InitiativeWounds::Slow, ..turns.clone() },
            Rules {
                fight_criticals: FightCriticals::Table,
                critical_success: Some(3),
                critical_failure: Some(-3),
                ends_at: Some(2),
                ..turns.clone()
            },
            Rules { pacing: Pacing::PlayerFacing, ..turns.clone() },
            Rules { pacing: Pacing::Story, ..turns },
        ];
        let sizes = [[1, 1], [1, 3], [3, 2], [4, 6]];
        for (rules, [ours, theirs]) in rules.iter().flat_map(|rules| sizes.map(|size| (rules, size))) {
            let a = Fighter { count: ours, offense: 4, defense: 2, pc: Some(true), ..Fighter::new("A", 0, 1) };
            let b = Fighter { count: theirs, offense: 5, defense: 3, ..Fighter::new("B", 1, 1) };
            let cast = Cast { fighters: vec![a, b], sides: vec!["A".into(), "B".into()] };
            let fight = compile(&cast, rules).unwrap();
            for trial in 0..200 {
                let [(at_once, all), (by_steps, each)] = both_ways(&fight, trial);
                assert_eq!(at_once, by_steps, "{:?}, {ours} on {theirs}, trial {trial}", rules.pacing);
                assert_eq!(all.0, each.0, "{:?}, {ours} on {theirs}, trial {trial}", rules.pacing);
            }
        }
    }
}
