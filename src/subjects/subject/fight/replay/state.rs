//! The state of a transcript.

use crate::combat::RolledDegree;

/// One roll of a lone fighter against several foes.
pub(super) struct LoneRoll {
    /// The roll, including the stance's modifier to attack. Its foe, skill and pace are replaced for each foe.
    pub(super) roll: RolledDegree,
    /// The stance's modifier to defense.
    pub(super) defense: i32,
    /// The sums of modifiers with dice, for attack and defense.
    pub(super) own: [i32; 2],
    /// The index of the custom modifiers without dice against the current foe, for
    /// [`CustomRules::additions`](crate::combat::CustomRules::additions).
    pub(super) added: u16,
    /// Whether the current foe can act.
    pub(super) foe_acts: bool,
    /// The skill, the pace and the value of `added` in the last report; `None` before the first.
    pub(super) last_reported: Option<(i32, i32, u16)>,
}

/// The current state of a fighter's track, and the state whose boxes are drawn.
#[derive(Clone, Copy)]
pub(super) struct TrackStates {
    pub(super) now: u16,
    /// The state whose boxes are drawn. It is the state before `now` if `now` does not show which boxes are marked, as
    /// for the dead on a box track.
    pub(super) drawn: u16,
}

impl TrackStates {
    /// The track states of a fighter who begins the fight in `state`.
    pub(super) fn starting_in(state: u16) -> Self {
        Self { now: state, drawn: state }
    }

    /// Changes the current state to `now`. `drawn` is whether the boxes of `now` are drawn from then on.
    pub(super) fn change(&mut self, now: u16, drawn: bool) {
        self.now = now;
        if drawn {
            self.drawn = now;
        }
    }
}
