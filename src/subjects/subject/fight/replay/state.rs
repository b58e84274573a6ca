//! The state of a fight while it is told.

use crate::combat::Rolled;

/// A roll that goes against several foes.
pub(super) struct Lone {
    /// The roll, with what the stance adds to attack; foe and skill are set for each foe.
    pub(super) roll: Rolled,
    /// What the stance adds to defense.
    pub(super) defense: i32,
    /// The additions of modifiers with dice to attack and defense.
    pub(super) own: [i32; 2],
    /// The number of what the others add against the foe that is met.
    pub(super) added: u16,
    /// Whether that foe can act.
    pub(super) foe_acts: bool,
    /// The skill and the number reported last.
    pub(super) told: Option<(i32, u16)>,
}

/// The state of a fighter's track.
#[derive(Clone, Copy)]
pub(super) struct TrackStates {
    pub(super) now: u16,
    /// The state whose boxes are drawn: on a box track the last before Dead, which keeps no record of boxes.
    pub(super) drawn: u16,
}

impl TrackStates {
    /// As the fighter begins the fight.
    pub(super) fn at(state: u16) -> Self {
        Self { now: state, drawn: state }
    }

    pub(super) fn change(&mut self, now: u16, drawn: bool) {
        self.now = now;
        if drawn {
            self.drawn = now;
        }
    }
}
