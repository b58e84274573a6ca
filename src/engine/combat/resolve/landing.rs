//! From a hit to its wound: the rolls that follow from blows that have landed, in a phase that goes on at a `Place` afterwards.

use super::{PendingRolls, rolled_damage};
use crate::chance::Chance;
use crate::combat::event::Observer;
use crate::combat::hit::{Affected, Blow, Wound};
use crate::combat::resolve::damage::wound_of;
use crate::combat::tables::Fight;

/// A roll that hits lead to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Landing<Place> {
    /// The damage of the only blow.
    Blow(Place, Blow),
    /// The next of several rolls.
    Pending(Place, Box<PendingRolls>),
}

/// What such a roll comes to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Impact<Place> {
    /// The wound of the only blow.
    Wound(Place, Wound),
    /// More is to be rolled for.
    Pending(Place, Box<PendingRolls>),
    /// All is found.
    All {
        /// Where the phase goes on.
        place: Place,
        /// The wounds, in the order of the blows.
        wounds: Vec<Wound>,
        /// What else happened to fighters.
        affected: Vec<Affected>,
    },
}

impl<Place: Copy> Landing<Place> {
    /// Rolls.
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

    /// Whether such rolls recur: not where they grow roll by roll.
    pub(crate) fn recurs(&self) -> bool {
        matches!(self, Self::Blow(..))
    }
}

impl<Place: Copy> Impact<Place> {
    /// What an exchange or an attack has led to.
    pub(crate) fn of(place: Place, pending: Box<PendingRolls>) -> Self {
        if !pending.is_over() {
            return Self::Pending(place, pending);
        }
        let (wounds, affected) = pending.into_parts();
        Self::All { place, wounds, affected }
    }

    /// The roll that follows.
    pub(crate) fn then(&self) -> Option<Landing<Place>> {
        match self {
            Self::Pending(place, pending) => Some(Landing::Pending(*place, pending.clone())),
            Self::Wound(..) | Self::All { .. } => None,
        }
    }

    /// Where the phase goes on.
    pub(crate) fn place(&self) -> Place {
        match self {
            Self::Wound(place, _) | Self::Pending(place, _) | Self::All { place, .. } => *place,
        }
    }

    /// The wounds, in the order of the blows.
    pub(crate) fn wounds(&self) -> &[Wound] {
        match self {
            Self::Wound(_, wound) => std::slice::from_ref(wound),
            Self::Pending(..) => &[],
            Self::All { wounds, .. } => wounds,
        }
    }

    /// What else happened to fighters.
    pub(crate) fn affected(&self) -> &[Affected] {
        match self {
            Self::All { affected, .. } => affected,
            Self::Wound(..) | Self::Pending(..) => &[],
        }
    }
}
