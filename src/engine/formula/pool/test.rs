//! Tests of dice.

use super::{DieFaces, RolledDice};
use crate::formula::spread::ItemWeights;
use crate::formula::tree::Order;
use crate::formula::weight::{Fits, Weight};

/// A comparison of the face of a die with the number `right`.
#[derive(Debug, Clone, Copy)]
pub struct DieTest {
    pub order: Order,
    pub right: i64,
}

impl DieTest {
    /// Whether `face` passes the test.
    pub fn passes(self, face: i64) -> bool {
        self.order.holds(face, self.right)
    }

    /// The indices of the dice that pass, in a sorted pool: at most `most` of them, or all if `None`. They are picked
    /// from the highest down for `>` and `>=`, otherwise from the lowest up.
    pub fn passing_dice<W>(self, dice: &RolledDice<W>, most: Option<usize>) -> Vec<usize> {
        let passing = (0..dice.len()).filter(|place| self.passes(dice[*place].face));
        let most = most.unwrap_or(dice.len());
        if self.order.takes_highest() { passing.rev().take(most).collect() } else { passing.take(most).collect() }
    }

    /// The faces that pass the test, and those that fail it, each with their own total; `None` if there are no such
    /// faces.
    pub fn split_faces<W: Weight>(self, faces: &DieFaces<W>) -> Fits<[Option<DieFaces<W>>; 2]> {
        let side = |passes: bool| -> Fits<Option<DieFaces<W>>> {
            let items: Vec<(i64, W)> =
                faces.items.iter().filter(|(face, _)| self.passes(*face) == passes).copied().collect();
            let total = items.iter().try_fold(W::ZERO, |sum, (_, weight)| sum.plus(*weight))?;
            Ok(if items.is_empty() { None } else { Some(ItemWeights { items, total }) })
        };
        Ok([side(true)?, side(false)?])
    }
}
