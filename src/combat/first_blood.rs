//! Who draws first blood, and so whether it decides a fight.

use super::compile::Fight;
use super::state::Body;

/// Who drew first blood: the side whose foes bear the first marks. Rounds count as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FirstBlood {
    /// Nobody bears a mark yet.
    #[default]
    NotYet,
    /// This side.
    By(usize),
    /// Both in the same round.
    Together,
}

impl FirstBlood {
    /// The round in which it was drawn, given the last one in which anybody looked; 0 where it was not.
    pub(super) fn round(self, looked: u32) -> u32 {
        if self == Self::NotYet { 0 } else { looked }
    }
}

impl Fight {
    /// Who drew first blood in the round that leaves everybody so, where nobody bore a mark when it began.
    #[inline(always)]
    pub fn first_blood(&self, bodies: &[Body]) -> FirstBlood {
        if bodies.iter().all(|body| body.felt == 0) {
            return FirstBlood::NotYet;
        }
        let marked = |side: usize| (0u16..).zip(bodies).any(|(who, body)| self.side(who) == side && body.felt > 0);
        match (marked(0), marked(1)) {
            (false, false) => FirstBlood::NotYet,
            (false, true) => FirstBlood::By(0),
            (true, false) => FirstBlood::By(1),
            (true, true) => FirstBlood::Together,
        }
    }
}
