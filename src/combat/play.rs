//! A fight from start to end.

use super::compile::Fight;
use super::end::Verdict;
use super::event::{Detail, Observer};
use super::first_blood::FirstBlood;
use super::sight::Progress;
use super::state::Roster;
use crate::chance::Chance;

/// How a fight ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome<R> {
    /// The rounds it took.
    pub rounds: u32,
    /// True where it was stopped, by the round limit or by whoever played it.
    pub undecided: bool,
    /// The side left standing; none where nobody is, or where it was stopped.
    pub winner: Option<usize>,
    /// Who drew first blood.
    pub first_blood: FirstBlood,
    /// In which round; 0 where nobody did.
    pub first_blood_in: u32,
    /// Everybody's state at the end.
    pub fighters: R,
}

impl<R> Outcome<R> {
    /// How it ended: who won, if anybody.
    pub fn verdict(&self) -> Verdict {
        match self.winner {
            Some(side) => Verdict::Won(side),
            None if self.undecided => Verdict::Undecided,
            None => Verdict::NobodyLeft,
        }
    }
}

/// Plays a fight to its end or to the round limit. `fighters` are all unhurt, one for each of the fight's.
#[inline]
pub fn play<R: Roster>(
    fight: &Fight,
    fighters: R,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Outcome<R> {
    play_until(fight, fighters, chance, observer, |_| false)
}

/// As [`play`], but `stop` is asked before each round whether to end there.
#[inline(always)]
pub fn play_until<R: Roster, C: Chance, O: Observer>(
    fight: &Fight,
    fighters: R,
    chance: &mut C,
    observer: &mut O,
    stop: impl Fn(&C) -> bool,
) -> Outcome<R> {
    let mut outcome = match &fight.duel {
        _ if O::WATCHES || fight.takes_steps() => play_by_steps(fight, fighters, chance, observer, stop),
        Some(pairing) => fight.play_duel(pairing, fighters, chance, observer, stop),
        None => fight.play_melee(fighters, chance, observer, stop),
    };
    // A fight that was stopped from outside is not over.
    if fight.asks_who_is_awake() && (!outcome.undecided || outcome.rounds == fight.round_limit()) {
        fight.come_to(outcome.fighters.bodies_mut(), chance, observer);
    }
    outcome
}

/// Any fight, round by round and step by step.
fn play_by_steps<R: Roster, C: Chance>(
    fight: &Fight,
    fighters: R,
    chance: &mut C,
    observer: &mut impl Observer,
    stop: impl Fn(&C) -> bool,
) -> Outcome<R> {
    let mut state = fight.start(fighters);
    let (mut rounds, mut over) = (0, false);
    let (mut first_blood, mut first_blood_in) = (FirstBlood::NotYet, 0);
    while !over && rounds < fight.round_limit() && !stop(chance) {
        rounds += 1;
        chance.begin_round(rounds);
        observer.detail(Detail::Round { number: rounds });
        over = fight.round(&mut state, chance, observer) == Progress::Over;
        if first_blood == FirstBlood::NotYet {
            first_blood = fight.first_blood(state.fighters.bodies());
            first_blood_in = rounds;
        }
        observer.round_over(fight, state.fighters.bodies());
    }
    let winner = if over { fight.standing(state.fighters.bodies()) } else { None };
    let first_blood_in = first_blood.round(first_blood_in);
    Outcome { rounds, undecided: !over, winner, first_blood, first_blood_in, fighters: state.fighters }
}

#[cfg(test)]
mod tests {
    use super::super::{Body, Cast, Event, Fighter, Modifier};
    use super::*;
    use crate::chance::{Sampler, Seed};
    use crate::rules::{DamageRoll, Graze, LoneStrike, MobRoll, Outnumbered, Rules};

    /// What happened, by round. Within one, steps mark the blows of a brawl together, the loops each at once.
    #[derive(Default)]
    struct Notes(Vec<(u32, String)>, u32);

    impl Observer for Notes {
        fn note(&mut self, mut event: Event) {
            // Which of two stands first goes by the group, or by the side.
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

    /// The loops for fights in which nothing but wounds befalls anybody come to what their steps come to, event for event.
    #[test]
    fn the_loops_are_the_steps() {
        let plain = Rules::plain();
        let rules = [
            Rules { round_limit: 3, ..plain.clone() },
            Rules { damage_roll: DamageRoll::None, ends_at: Some(2), ..plain.clone() },
            Rules { damage_roll: DamageRoll::GameLimited, graze: Graze::Off, reach: Some(2), ..plain.clone() },
            Rules { graze: Graze::Table, minimum_to_hit: Some(0), outnumbered: Outnumbered::PerFoe, ..plain.clone() },
            Rules { lone_strike: LoneStrike::BeatOrTie, outnumbered: Outnumbered::Epic, ..plain.clone() },
            Rules { mob_roll: MobRoll::TwoFudge, round_limit: 5, ..plain },
        ];
        let sizes = [[1, 1], [1, 3], [3, 2], [4, 4]];
        for (rules, [ours, theirs]) in rules.iter().flat_map(|rules| sizes.map(|size| (rules, size))) {
            let high = Modifier { name: "high".into(), value: 1, avoid: 1, rounds: Some(2) };
            let a = Fighter { count: ours, offense: 4, defense: 2, modifiers: vec![high], ..Fighter::new("A", 1, 1) };
            let b = Fighter { count: theirs, offense: 5, defense: 3, ..Fighter::new("B", 0, 1) };
            let cast = Cast { fighters: vec![a, b], sides: vec!["B".into(), "A".into()] };
            let fight = Fight::compile(&cast, rules).unwrap();
            assert!(!fight.takes_steps());
            for trial in 0..500 {
                let (mut looped, mut stepped) = (Notes::default(), Notes::default());
                let bodies = || vec![Body::default(); fight.fighters()];
                let chance = || Sampler::new(Seed::new(7), trial);
                let by_loop = play(&fight, bodies(), &mut chance(), &mut looped);
                let mut by_steps = play_by_steps(&fight, bodies(), &mut chance(), &mut stepped, |_| false);
                // Groups are noted for single steps only.
                by_steps.fighters.iter_mut().for_each(|body| body.post = 0);
                assert_eq!(by_loop, by_steps, "{ours} on {theirs}, trial {trial}");
                looped.0.sort();
                stepped.0.sort();
                assert_eq!(looped.0, stepped.0, "{ours} on {theirs}, trial {trial}");
            }
        }
    }
}
