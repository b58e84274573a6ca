//! The meaning of a name in a formula.

use super::tabulated::Tabulated;
use crate::rules::own::State;

/// A blow, as formulas about hits see it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BlowSeen {
    /// The attacker's rolled result.
    pub attack: i32,
    /// The target's, or what hits a target that does not defend.
    pub guard: i32,
    /// The same without the target's dice.
    pub guard_fixed: i32,
    /// The result that a blow must reach; `None` where there is no minimum.
    pub minimum: Option<i32>,
    /// The results of the attacker's dice, and of the target's.
    pub naturals: [i32; 2],
    /// Whether the attacker's natural result is a critical.
    pub critical: bool,
}

/// The meaning of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A figure of the fighter or the foe.
    Fixed(i64),
    /// A part of the state of the fighter, or of the foe.
    Seen(bool, State),
    /// Something about a blow, by its place in [`BLOW_NAMES`].
    Blow(usize),
}

impl Meaning {
    /// The part of the state that it is, and whether it is the foe's.
    pub(crate) fn seen(self) -> Option<(bool, State)> {
        if let Self::Seen(of_foe, state) = self { Some((of_foe, state)) } else { None }
    }

    /// Its value where these are the values of the parts of the state that a table names.
    pub(crate) fn value<T>(self, table: &Tabulated<T>, seen: &[i64], blow: &BlowSeen) -> i64 {
        match self {
            Self::Fixed(value) => value,
            Self::Seen(foe, state) => table.find(foe, state).map_or(0, |look| seen[look]),
            Self::Blow(place) => blow.named(place),
        }
    }
}

impl BlowSeen {
    /// The value of a name of [`BLOW_NAMES`].
    fn named(&self, place: usize) -> i64 {
        let Self { attack, guard, guard_fixed, minimum, naturals, critical } = *self;
        let all = [
            attack,
            guard,
            guard_fixed,
            attack - guard,
            minimum.unwrap_or(0),
            naturals[0],
            naturals[1],
            critical.into(),
        ];
        all[place].into()
    }
}
