//! The meanings of the names in formulas.

use super::state_table::StateTable;
use crate::rules::own::State;

/// The figures of a blow that the custom rule for hits can use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HitFigures {
    /// The attacker's result.
    pub attack: i32,
    /// The target's result. If the target does not defend, the result needed to hit.
    pub guard: i32,
    /// Like `guard`, without the target's dice.
    pub guard_fixed: i32,
    /// The result that a blow must reach; `None` if there is no minimum.
    pub minimum: Option<i32>,
    /// Natural results of attacker and target.
    pub naturals: [i32; 2],
    /// Whether the attacker rolled a critical success.
    pub critical: bool,
}

/// The meaning of a name in a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputMeaning {
    /// A figure of the fighter or the foe that never changes, such as a trait.
    Fixed(i64),
    /// A part of the state: the foe's if the flag is true, otherwise the fighter's.
    Seen(bool, State),
    /// A figure of the blow, by its index in [`BLOW_NAMES`](crate::rules::own::BLOW_NAMES).
    Blow(usize),
}

impl InputMeaning {
    /// The part of the state that the name means, and whether it is the foe's. `None` if the name means something else.
    pub(crate) fn state_part(self) -> Option<(bool, State)> {
        if let Self::Seen(of_foe, state) = self { Some((of_foe, state)) } else { None }
    }

    /// The value of the name. `seen` has the values of the dimensions of `table` in the current state.
    pub(crate) fn value<T>(self, table: &StateTable<T>, seen: &[i64], blow: &HitFigures) -> i64 {
        match self {
            Self::Fixed(value) => value,
            Self::Seen(foe, state) => table.dimension_index(foe, state).map_or(0, |look| seen[look]),
            Self::Blow(place) => blow.figure(place),
        }
    }
}

impl HitFigures {
    /// The value of a figure, by its index in [`BLOW_NAMES`](crate::rules::own::BLOW_NAMES).
    fn figure(&self, place: usize) -> i64 {
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
