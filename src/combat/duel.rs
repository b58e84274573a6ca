//! A duel in which nothing but wounds can befall the two, in a loop of its own: all it keeps is two states of wound tracks.
//! What a round comes to is what [`round`](Fight::round) says; a test holds this loop to that one.

use super::compile::{Fight, Pairing};
use super::event::{Detail, Observer};
use super::first_blood::FirstBlood;
use super::play::Outcome;
use super::state::Roster;
use crate::chance::Chance;

impl Fight {
    /// The two of such a duel; none of other fights.
    #[inline(always)]
    pub(super) fn plain_duel(&self) -> Option<&Pairing> {
        let plain = !self.takes_steps() && self.first_mark.is_none() && !self.asks_who_is_awake();
        self.duel.as_ref().filter(|_| plain)
    }

    /// Plays it as [`play_until`](super::play_until) does.
    #[inline(always)]
    pub(super) fn play_duel<R: Roster, C: Chance>(
        &self,
        pairing: &Pairing,
        mut fighters: R,
        chance: &mut C,
        observer: &mut impl Observer,
        stop: impl Fn(&C) -> bool,
    ) -> Outcome<R> {
        let condition = |own: usize, wounds: u16| self.kinds[usize::from(pairing.kinds[own])].track.condition(wounds);
        let mut wounds = [0; 2];
        let mut penalties = [condition(0, 0).penalty, condition(1, 0).penalty];
        let (mut rounds, mut clock) = (0, 0);
        let (mut winner, mut first_blood) = (None, FirstBlood::NotYet);
        while winner.is_none() && rounds < self.round_limit() && !stop(chance) {
            rounds += 1;
            chance.begin_round(rounds);
            observer.detail(Detail::Round { number: rounds });
            let blow = self.exchange(clock, penalties, pairing, chance, observer);
            clock = self.clock_after(clock);
            let Some(blow) = blow else { continue };
            let severity = self.damage(blow, chance, observer);
            let own = usize::from(blow.target == pairing.fighters[1]);
            let after = self.after(blow.target, wounds[own], severity, observer);
            if first_blood == FirstBlood::NotYet && after > 0 {
                first_blood = FirstBlood::By(self.side(blow.by));
            }
            wounds[own] = after;
            penalties[own] = condition(own, after).penalty;
            if !condition(own, after).fit {
                winner = Some(self.side(blow.by));
            }
        }
        for (body, wounds) in fighters.bodies_mut().iter_mut().zip(wounds) {
            (body.felt, body.marked) = (wounds, wounds);
        }
        Outcome { rounds, undecided: winner.is_none(), winner, first_blood, fighters }
    }
}

#[cfg(test)]
mod tests {
    use super::super::group::Room;
    use super::super::sight::Progress;
    use super::super::{Body, Cast, Event, Fighter, Modifier};
    use super::*;
    use crate::chance::{Sampler, Seed};
    use crate::rules::{DamageRoll, Graze, Rules};

    struct Notes(Vec<Event>);

    impl Observer for Notes {
        fn note(&mut self, event: Event) {
            self.0.push(event);
        }
    }

    /// The duel by whole rounds, one after the other.
    fn by_rounds(fight: &Fight, chance: &mut Sampler, notes: &mut Notes) -> Outcome<[Body; 2]> {
        let mut state = fight.start([Body::default(); 2]);
        let (mut rounds, mut over, mut first_blood) = (0, false, FirstBlood::NotYet);
        while !over && rounds < fight.round_limit() {
            rounds += 1;
            chance.begin_round(rounds);
            over = fight.round(&mut state, &mut Room::default(), chance, notes) == Progress::Over;
            if first_blood == FirstBlood::NotYet {
                first_blood = fight.first_blood(&state.fighters);
            }
        }
        let winner = if over { fight.standing(&state) } else { None };
        Outcome { rounds, undecided: !over, winner, first_blood, fighters: state.fighters }
    }

    #[test]
    fn the_loop_is_the_rounds() {
        let rules = [
            Rules { round_limit: 3, ..Rules::plain() },
            Rules { damage_roll: DamageRoll::None, ..Rules::plain() },
            Rules { damage_roll: DamageRoll::GameLimited, graze: Graze::Off, ..Rules::plain() },
            Rules { graze: Graze::Table, minimum_to_hit: Some(0), ..Rules::plain() },
        ];
        for rules in rules {
            let passing = Modifier { name: "high".into(), value: 1, avoid: 1, rounds: Some(2) };
            let a = Fighter { offense: 4, defense: 2, modifiers: vec![passing], ..Fighter::new("A", 1, 1) };
            let b = Fighter { offense: 5, defense: 3, ..Fighter::new("B", 0, 1) };
            let cast = Cast { fighters: vec![a, b], sides: vec!["B".into(), "A".into()] };
            let fight = Fight::compile(&cast, &rules).unwrap();
            let pairing = fight.plain_duel().unwrap();
            for trial in 0..2_000 {
                let (mut one, mut other) = (Notes(Vec::new()), Notes(Vec::new()));
                let chance = || Sampler::new(Seed::new(7), trial);
                let looped = fight.play_duel(pairing, [Body::default(); 2], &mut chance(), &mut one, |_| false);
                assert_eq!(looped, by_rounds(&fight, &mut chance(), &mut other));
                assert_eq!(one.0, other.0);
            }
        }
    }
}
