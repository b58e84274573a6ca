//! First blood: the side that draws it, and when.

use crate::combat::condition::Body;
use crate::combat::tables::Fight;

/// The side that drew first blood: its foes bear the first wound of this fight. Wounds of one round count as
/// simultaneous.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FirstBlood {
    /// No fighter bears a wound of this fight yet.
    #[default]
    NotYet,
    By(usize),
    /// Both sides in the same round; with more than two sides, any side.
    Together,
}

impl FirstBlood {
    /// First blood of a round that ends with `bodies`, if none was drawn before.
    #[inline(always)]
    pub fn of(fight: &Fight, bodies: &[Body]) -> Self {
        if bodies.iter().all(|body| body.felt == 0) {
            return Self::NotYet;
        }
        let bled = |body: &Body| if fight.acting.begins_hurt { body.status.bled } else { body.felt > 0 };
        if fight.sides() > 2 {
            return if bodies.iter().any(bled) { Self::Together } else { Self::NotYet };
        }
        let side_bled = |side: usize| (0u16..).zip(bodies).any(|(who, body)| fight.side(who) == side && bled(body));
        match (side_bled(0), side_bled(1)) {
            (false, false) => Self::NotYet,
            (false, true) => Self::By(0),
            (true, false) => Self::By(1),
            (true, true) => Self::Together,
        }
    }

    /// The round of first blood; 0 if there was none. `looked` is the last round that was checked.
    pub(crate) fn round(self, looked: u32) -> u32 {
        if self == Self::NotYet { 0 } else { looked }
    }
}
