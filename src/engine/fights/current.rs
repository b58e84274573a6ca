//! The fight being played.

use super::slots::{AtEnd, Slot, timed};
use super::{Combat, Extra, Outcome};
use crate::combat::{Body, Path, Signals};

/// The part of a fight that a value follows from, where values are compared between variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Follows {
    /// The number of rounds, which it is.
    Rounds,
    /// The end.
    End,
    /// The way there.
    Course,
}

/// The fight being played: no part of what was counted.
#[derive(Debug, Clone, Default)]
pub struct Current {
    /// The figures read off its end.
    pub(super) ends: Vec<AtEnd>,
    /// The places of the paths that are timed.
    pub(super) timed: Vec<usize>,
    pub(super) paths: Vec<Path>,
    pub(super) bodies: Vec<Body>,
    /// The places of signals.
    pub(super) signals: Signals,
    /// The times that each was given.
    pub(super) counts: Vec<u32>,
    /// Whether any was given that is rare.
    pub(super) rare: bool,
    pub(super) outcome: Outcome,
    /// What the paths remember, when what they wait for happened, and how often what they count.
    pub(super) memory: Vec<u8>,
    pub(super) first: Vec<u32>,
    pub(super) passes: Vec<u32>,
    /// The wounds of each stat block by now.
    pub(super) hurt: Vec<u32>,
    /// For each end of a fight of two, where its values begin among those that are known. Empty where they do not follow from
    /// the end.
    remembered: Vec<u32>,
    values: Vec<i64>,
    /// For each value, whether it is the number of rounds.
    are_rounds: Vec<bool>,
}

/// The place of values that are not known yet.
const UNKNOWN: u32 = u32::MAX;

impl PartialEq for Current {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Current {
    /// Of a fight with these slots. `compared` are the values compared between variants, if nothing else is asked of single fights, and how
    /// many ends there are if it is a fight of two.
    pub fn new(combat: &Combat, slots: &[Slot], extra: &Extra, compared: Option<(&[Follows], usize)>) -> Self {
        let paths = extra.all_paths();
        let running = paths.len();
        let timed: Vec<usize> = timed(slots).map(|slot| slot.path).collect();
        let (values, ends) = compared.unwrap_or_default();
        let by_end = values.iter().all(|value| *value != Follows::Course) && timed.is_empty();
        Self {
            ends: AtEnd::all(slots),
            timed,
            paths,
            bodies: Vec::new(),
            signals: combat.signals.clone(),
            counts: vec![0; combat.signals.places()],
            rare: false,
            outcome: Outcome::of_shape(combat.shape.with_paths(running)),
            memory: vec![0; running],
            first: vec![0; running],
            passes: vec![0; running],
            hurt: Vec::new(),
            remembered: vec![UNKNOWN; if by_end && !values.is_empty() { ends } else { 0 }],
            values: Vec::new(),
            are_rounds: values.iter().map(|value| *value == Follows::Rounds).collect(),
        }
    }

    /// Gives the values that a fight of two with this end had before; false where it is the first, or where they do not
    /// follow from the end and the rounds alone.
    #[inline]
    pub(super) fn recall(&self, end: usize, rounds: u32, compared: &mut [i64]) -> bool {
        let Some(&first) = self.remembered.get(end).filter(|first| **first != UNKNOWN) else { return false };
        let known = self.are_rounds.iter().zip(&self.values[first as usize..]);
        for (value, (is_rounds, known)) in compared.iter_mut().zip(known) {
            *value = if *is_rounds { rounds.into() } else { *known };
        }
        true
    }

    /// Keeps the values of a fight of two for the next with the same end.
    pub(super) fn remember(&mut self, end: usize, compared: &[i64]) {
        if let Some(first) = self.remembered.get_mut(end) {
            *first = self.values.len() as u32;
            self.values.extend_from_slice(compared);
        }
    }
}
