//! Who draws first blood, and so whether it decides a fight.

use crate::combat::condition::Body;
use crate::combat::tables::Fight;

/// Who drew first blood: the side whose foes bear the first wound of this fight. Rounds count as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FirstBlood {
    /// Nobody bears one yet.
    #[default]
    NotYet,
    /// This side.
    By(usize),
    /// Both in the same round; of more than two sides, somebody.
    Together,
}

impl FirstBlood {
    /// Who drew first blood in the round that leaves everybody so, where nobody had bled when it began.
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

    /// The round in which it was drawn, given the last one in which anybody looked; 0 where it was not.
    pub(crate) fn round(self, looked: u32) -> u32 {
        if self == Self::NotYet { 0 } else { looked }
    }
}
