//! Buffers and lookups for the fight being played.

use super::slots::{EndValue, Slot, timed_slots};
use super::{Combat, Extra, Outcome};
use crate::combat::{Body, FightPath, Signals};

/// The part of a fight from which a value is computed that is compared between variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueOrigin {
    /// The value is the number of rounds.
    Rounds,
    /// The end of the fight.
    End,
    /// The course of the fight.
    Course,
}

/// Buffers and lookups for the fight being played. They are not a part of the counts.
#[derive(Debug, Clone, Default)]
pub struct FightBuffers {
    /// The slots to be read from the end of the fight.
    pub(super) ends: Vec<EndValue>,
    /// Indices of the timed paths.
    pub(super) timed: Vec<usize>,
    /// All paths that follow the fight.
    pub(super) paths: Vec<FightPath>,
    pub(super) bodies: Vec<Body>,
    pub(super) signals: Signals,
    /// The number of times that each signal happened in this fight.
    pub(super) counts: Vec<u32>,
    /// Whether one of the rare signals happened in this fight.
    pub(super) rare: bool,
    pub(super) outcome: Outcome,
    /// The memory of each path.
    pub(super) memory: Vec<u8>,
    /// For each path, the round in which its event first happened; 0 if it has not happened.
    pub(super) first: Vec<u32>,
    /// For each path, the number of its counted events.
    pub(super) passes: Vec<u32>,
    /// The current wounds of each stat block.
    pub(super) hurt: Vec<u32>,
    /// For each end of a duel, the index of its first value in `values`; [`UNKNOWN`] until a duel has had that end.
    /// Empty if no values are compared, or if the values do not follow from the end and the number of rounds.
    remembered: Vec<u32>,
    values: Vec<i64>,
    /// For each value, whether it is the number of rounds.
    are_rounds: Vec<bool>,
}

/// Marks the ends of duels whose values are not known yet.
const UNKNOWN: u32 = u32::MAX;

impl PartialEq for FightBuffers {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl FightBuffers {
    /// Buffers for a fight with these `slots`. `compared` holds the values to be compared between variants, and the
    /// number of possible ends of a duel (0 for other fights). `None` if single fights are examined for other
    /// questions.
    pub fn new(combat: &Combat, slots: &[Slot], extra: &Extra, compared: Option<(&[ValueOrigin], usize)>) -> Self {
        let paths = extra.all_paths();
        let running = paths.len();
        let timed: Vec<usize> = timed_slots(slots).map(|slot| slot.path).collect();
        let (values, ends) = compared.unwrap_or_default();
        let by_end = values.iter().all(|value| *value != ValueOrigin::Course) && timed.is_empty();
        Self {
            ends: EndValue::all(slots),
            timed,
            paths,
            bodies: Vec::new(),
            signals: combat.signals.clone(),
            counts: vec![0; combat.signals.row_length()],
            rare: false,
            outcome: Outcome::of_shape(combat.shape.with_paths(running)),
            memory: vec![0; running],
            first: vec![0; running],
            passes: vec![0; running],
            hurt: Vec::new(),
            remembered: vec![UNKNOWN; if by_end && !values.is_empty() { ends } else { 0 }],
            values: Vec::new(),
            are_rounds: values.iter().map(|value| *value == ValueOrigin::Rounds).collect(),
        }
    }

    /// Fills `compared` with the values of an earlier duel that had the same `end`; values that are the number of
    /// rounds become `rounds`. Returns false if no earlier duel had this end, or if the values depend on more than the
    /// end and the number of rounds.
    #[inline]
    pub(super) fn recall_values(&self, end: usize, rounds: u32, compared: &mut [i64]) -> bool {
        let Some(&first) = self.remembered.get(end).filter(|first| **first != UNKNOWN) else { return false };
        let known = self.are_rounds.iter().zip(&self.values[first as usize..]);
        for (value, (is_rounds, known)) in compared.iter_mut().zip(known) {
            *value = if *is_rounds { rounds.into() } else { *known };
        }
        true
    }

    /// Stores the values in `compared` for the next duel with the same `end`.
    pub(super) fn remember_values(&mut self, end: usize, compared: &[i64]) {
        if let Some(first) = self.remembered.get_mut(end) {
            *first = self.values.len() as u32;
            self.values.extend_from_slice(compared);
        }
    }
}
