//! Meanings of names in formulas.

use super::tabulated::Tabulated;
use crate::rules::own::State;

/// A blow, as formulas about hits see it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BlowSeen {
    /// The attacker's result.
    pub attack: i32,
    /// The target's result, or the result that hits a target who does not defend.
    pub guard: i32,
    /// Like `guard`, without the target's dice.
    pub guard_fixed: i32,
    /// The result that a blow must reach; `None` if there is no minimum.
    pub minimum: Option<i32>,
    /// Natural results of attacker and target.
    pub naturals: [i32; 2],
    /// Whether the attacker rolled a critical.
    pub critical: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputMeaning {
    /// A constant figure of the fighter or the foe.
    Fixed(i64),
    /// A part of the fighter's state, or of the foe's if `true`.
    Seen(bool, State),
    /// A figure of the blow, by index in [`BLOW_NAMES`](crate::rules::own::BLOW_NAMES).
    Blow(usize),
}

impl InputMeaning {
    /// The part of the state, and whether it is the foe's; `None` for other meanings.
    pub(crate) fn seen(self) -> Option<(bool, State)> {
        if let Self::Seen(of_foe, state) = self { Some((of_foe, state)) } else { None }
    }

    /// The value of the name. `seen` holds the values of the parts of the state that `table` depends on.
    pub(crate) fn value<T>(self, table: &Tabulated<T>, seen: &[i64], blow: &BlowSeen) -> i64 {
        match self {
            Self::Fixed(value) => value,
            Self::Seen(foe, state) => table.find(foe, state).map_or(0, |look| seen[look]),
            Self::Blow(place) => blow.named(place),
        }
    }
}

impl BlowSeen {
    /// The value of a name, by index in [`BLOW_NAMES`](crate::rules::own::BLOW_NAMES).
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
