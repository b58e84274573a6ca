//! The rolls between a hit and its wound. The type parameter `Place` is the position at which the phase continues
//! afterwards.

use super::{PendingRolls, rolled_damage};
use crate::chance::Chance;
use crate::combat::event::Observer;
use crate::combat::hit::{Affected, Blow, Wound};
use crate::combat::resolve::damage::wound_of;
use crate::combat::tables::Fight;

/// A roll that follows from hits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Landing<Place> {
    /// The damage of a single blow.
    Blow(Place, Blow),
    /// The next of several rolls, with the results so far.
    Pending(Place, Box<PendingRolls>),
}

/// The result of a [`Landing`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Impact<Place> {
    /// The wound of a single blow.
    Wound(Place, Wound),
    /// More rolls follow.
    Pending(Place, Box<PendingRolls>),
    /// All rolls have been made.
    All {
        /// The position at which the phase continues.
        place: Place,
        /// The wounds, in the order of the blows.
        wounds: Vec<Wound>,
        /// The effects on fighters other than wounds.
        affected: Vec<Affected>,
    },
}

impl<Place: Copy> Landing<Place> {
    /// Makes the roll.
    pub(crate) fn roll(&self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Impact<Place> {
        match self {
            &Self::Blow(place, blow) => {
                let damage = rolled_damage(fight, blow, chance, observer);
                Impact::Wound(place, wound_of(fight, blow, damage))
            }
            Self::Pending(place, pending) => {
                let mut pending = pending.clone();
                pending.advance(fight, chance, observer);
                Impact::of(*place, pending)
            }
        }
    }

    /// Whether equal landings recur in a fight, so that caching their odds is worthwhile. Pending rolls do not recur,
    /// because they contain the results so far.
    pub(crate) fn recurs(&self) -> bool {
        matches!(self, Self::Blow(..))
    }
}

impl<Place: Copy> Impact<Place> {
    /// The impact of `pending`: its wounds and effects if no roll is left, otherwise `pending` itself.
    pub(crate) fn of(place: Place, pending: Box<PendingRolls>) -> Self {
        if !pending.is_over() {
            return Self::Pending(place, pending);
        }
        let (wounds, affected) = pending.into_parts();
        Self::All { place, wounds, affected }
    }

    /// The roll that follows; `None` if all rolls have been made.
    pub(crate) fn then(&self) -> Option<Landing<Place>> {
        match self {
            Self::Pending(place, pending) => Some(Landing::Pending(*place, pending.clone())),
            Self::Wound(..) | Self::All { .. } => None,
        }
    }

    /// The position at which the phase continues.
    pub(crate) fn place(&self) -> Place {
        match self {
            Self::Wound(place, _) | Self::Pending(place, _) | Self::All { place, .. } => *place,
        }
    }

    /// The wounds, in the order of the blows; empty while rolls are pending.
    pub(crate) fn wounds(&self) -> &[Wound] {
        match self {
            Self::Wound(_, wound) => std::slice::from_ref(wound),
            Self::Pending(..) => &[],
            Self::All { wounds, .. } => wounds,
        }
    }

    /// The effects other than wounds; empty while rolls are pending.
    pub(crate) fn affected(&self) -> &[Affected] {
        match self {
            Self::All { affected, .. } => affected,
            Self::Wound(..) | Self::Pending(..) => &[],
        }
    }
}
