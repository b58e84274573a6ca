//! Tests of dice.

use super::{DieFaces, RolledDice};
use crate::formula::spread::ItemWeights;
use crate::formula::tree::Order;
use crate::formula::weight::{Fits, Weight};

/// A comparison of each die with a number.
#[derive(Debug, Clone, Copy)]
pub struct DieTest {
    pub order: Order,
    pub right: i64,
}

impl DieTest {
    /// Whether the face passes.
    pub fn holds(self, face: i64) -> bool {
        self.order.holds(face, self.right)
    }

    /// The indices of up to `most` dice that pass in a sorted pool; `None` for all. They are taken from the highest
    /// down for `>` and `>=`, else from the lowest up.
    pub fn first<W>(self, dice: &RolledDice<W>, most: Option<usize>) -> Vec<usize> {
        let passing = (0..dice.len()).filter(|place| self.holds(dice[*place].face));
        let most = most.unwrap_or(dice.len());
        if self.order.takes_highest() { passing.rev().take(most).collect() } else { passing.take(most).collect() }
    }

    /// The faces that pass and those that fail, each with its own total. A side without faces is `None`.
    pub fn split<W: Weight>(self, faces: &DieFaces<W>) -> Fits<[Option<DieFaces<W>>; 2]> {
        let side = |passes: bool| -> Fits<Option<DieFaces<W>>> {
            let items: Vec<(i64, W)> =
                faces.items.iter().filter(|(face, _)| self.holds(*face) == passes).copied().collect();
            let total = items.iter().try_fold(W::ZERO, |sum, (_, weight)| sum.plus(*weight))?;
            Ok(if items.is_empty() { None } else { Some(ItemWeights { items, total }) })
        };
        Ok([side(true)?, side(false)?])
    }
}
