//! The state of a transcript.

use crate::combat::RolledDegree;

/// One roll against several foes.
pub(super) struct Lone {
    /// The roll, including the stance's modifier to attack; foe and skill are set for each foe.
    pub(super) roll: RolledDegree,
    /// The stance's modifier to defense.
    pub(super) defense: i32,
    /// The sums of modifiers with dice, for attack and defense.
    pub(super) own: [i32; 2],
    /// The index of the other additions against the current foe.
    pub(super) added: u16,
    /// Whether the current foe can act.
    pub(super) foe_acts: bool,
    /// The skill and the value of `added` in the last report.
    pub(super) told: Option<(i32, u16)>,
}

/// The state of a fighter's track.
#[derive(Clone, Copy)]
pub(super) struct TrackStates {
    pub(super) now: u16,
    /// The state whose boxes are drawn: on a box track the last one before Dead, which keeps no record of boxes.
    pub(super) drawn: u16,
}

impl TrackStates {
    /// The states of a fighter who begins the fight in `state`.
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
