//! Whole rounds, for sources of chance that need no state in between: what `step.rs` does one by one.

use super::brawl::{Aim, Foe, Odds};
use super::compile::{Fight, Pairing};
use super::event::Observer;
use super::group::{Groups, Room};
use super::plight::Bearing;
use super::sight::Progress;
use super::state::{Blow, Roster, State};
use crate::chance::Chance;

impl Fight {
    /// All steps of a round at once: what [`step`](Self::step) does one by one. `room` is to work in, and may serve for any fight.
    #[inline(always)]
    pub fn round<R: Roster>(
        &self,
        state: &mut State<R>,
        room: &mut Room,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Progress {
        if self.takes_steps() {
            return self.round_by_steps(state, chance, observer);
        }
        let struck = match &self.duel {
            Some(pairing) => self.pair_round(state, pairing, chance, observer),
            None => {
                let groups = room.0.get_or_insert_default();
                groups.find(self, state.fighters.bodies());
                let mut struck = false;
                for group in 0..groups.count() {
                    struck |= self.group_round(state, groups, group, chance, observer);
                }
                struck
            }
        };
        self.mark(state, struck, observer)
    }

    /// A round, step by step.
    fn round_by_steps<R: Roster>(
        &self,
        state: &mut State<R>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Progress {
        loop {
            let progress = self.step(state, chance, observer);
            if progress != Progress::Round {
                return progress;
            }
        }
    }

    /// A round of one against one. True where a blow hit.
    #[inline(always)]
    fn pair_round<R: Roster>(
        &self,
        state: &mut State<R>,
        pairing: &Pairing,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> bool {
        let penalties = self.penalties(state, pairing);
        let blow = self.exchange(state.clock, penalties, pairing, chance, observer);
        self.land(state, blow, chance, observer)
    }

    /// A round of a group. True where a blow hit.
    fn group_round<R: Roster>(
        &self,
        state: &mut State<R>,
        groups: &Groups,
        group: usize,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> bool {
        let (lone, foes) = (groups.lone(group), groups.foes(group));
        let mut some = foes.clone();
        // Every group has a foe in it.
        let Some(first) = some.next() else { return false };
        let count = 1 + some.count() as u16;
        if count == 1 {
            return self.pair_round(state, &self.pairing([lone, first]), chance, observer);
        }
        let clock = state.clock;
        let bearing = |who| Bearing::of_wounds(self.penalty(state, who));
        let odds = Odds { lone, first, foes: count, clock, bearing: bearing(lone), aim: Aim::All };
        let mut brawl = self.open_brawl(odds, chance, observer);
        let mut struck = false;
        for foe in foes {
            let bearing = Bearing::of_wounds(self.penalty(state, foe));
            let foe = Foe { who: foe, bearing, outpaces: false, rank: 0 };
            let blow = self.meet(&mut brawl, foe, clock, chance, observer);
            struck |= self.land(state, blow, chance, observer);
        }
        let blow = self.answer(&brawl, observer);
        struck | self.land(state, blow, chance, observer)
    }

    /// Finds and marks the damage of a blow. True where there is one.
    #[inline(always)]
    fn land<R: Roster>(
        &self,
        state: &mut State<R>,
        blow: Option<Blow>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> bool {
        let Some(blow) = blow else { return false };
        let severity = self.damage(blow, chance, observer);
        self.strike(state, blow.target, severity, observer);
        true
    }
}
