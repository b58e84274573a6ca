//! What an exchange leads to, and is still rolled for: the damage of blows, and what befalls fighters besides (M8).

use super::compile::Fight;
use super::event::{Detail, Observer, Test};
use super::state::{Blow, Roster, State};
use super::suffer::Cut;
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::AllOut;
use std::collections::VecDeque;

/// Something that an exchange leads to, for which there is a roll.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Claim {
    /// A blow has landed.
    Blow(Blow),
    /// One in all-out defense looks out for an advantage (M8).
    Lookout {
        /// Who.
        who: u16,
        /// The foes that it held against.
        held: Vec<u16>,
    },
}

/// Something that befell a fighter in an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mishap {
    /// Whom it befell.
    pub who: u16,
    /// What it adds to all rolls of the next round.
    pub shaken: i8,
}

/// What an exchange leads to, found roll by roll.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Due {
    open: VecDeque<Claim>,
    /// Blows with their damage.
    cuts: Vec<Cut>,
    mishaps: Vec<Mishap>,
}

impl Due {
    pub(super) fn add(&mut self, claims: impl IntoIterator<Item = Claim>) {
        self.open.extend(claims);
    }

    pub(super) fn is_over(&self) -> bool {
        self.open.is_empty()
    }

    /// The only blow, or none, where nothing else is due.
    pub(super) fn plain(&self) -> Option<Option<Blow>> {
        match (self.open.front(), self.open.len()) {
            (None, _) => Some(None),
            (Some(Claim::Blow(blow)), 1) => Some(Some(*blow)),
            _ => None,
        }
    }

    /// What comes next is rolled for.
    pub(super) fn advance(&mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) {
        match self.open.pop_front() {
            Some(Claim::Blow(blow)) => {
                let severity = fight.damage(blow, chance, observer);
                self.cuts.push(fight.cut_of(blow, severity));
            }
            Some(Claim::Lookout { who, held }) => self.mishaps.extend(fight.look_out(who, &held, chance, observer)),
            None => {}
        }
    }

    /// The blows and what else befell, once all is found.
    pub(super) fn into_parts(self) -> (Vec<Cut>, Vec<Mishap>) {
        (self.cuts, self.mishaps)
    }
}

impl Fight {
    /// What one in all-out defense may gain, who held against these (M8, reading 20).
    pub(super) fn lookout(&self, who: u16, held: Vec<u16>) -> Option<Claim> {
        self.rules.advantage?;
        let due = match self.rules.all_out {
            AllOut::Off => false,
            AllOut::Srd => !held.is_empty(),
            AllOut::Fudge1993 => true,
        };
        due.then_some(Claim::Lookout { who, held })
    }

    /// A check of Perception, without wounds: the foes are at a disadvantage next round, or who made it at an advantage.
    fn look_out(&self, who: u16, held: &[u16], chance: &mut impl Chance, observer: &mut impl Observer) -> Vec<Mishap> {
        let kind = self.kind(who);
        let purpose = Purpose::Advantage;
        let roll = chance.roll(Ask::new(who, purpose), &kind.dice);
        let test = Test { who, purpose, level: kind.perception, burden: 0, roll, least: self.rules.advantage };
        observer.detail(Detail::Tested(test));
        match self.rules.all_out {
            _ if !test.passed() => Vec::new(),
            AllOut::Fudge1993 => vec![Mishap { who, shaken: 1 }],
            _ => held.iter().map(|&foe| Mishap { who: foe, shaken: -1 }).collect(),
        }
    }

    /// What befell fighters in an exchange.
    pub(super) fn befall<R: Roster>(&self, state: &mut State<R>, mishaps: &[Mishap]) {
        for &Mishap { who, shaken } in mishaps {
            let plight = &mut state.fighters.bodies_mut()[usize::from(who)].plight;
            plight.shaken[1] = plight.shaken[1].saturating_add(shaken);
        }
    }
}
