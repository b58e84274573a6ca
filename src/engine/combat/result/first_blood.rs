//! First blood: the side that draws it, and the round in which it does.

use crate::combat::condition::Body;
use crate::combat::tables::Fight;

/// The side that drew first blood: it gave its foes the first wound of this fight. All wounds of a round count as
/// simultaneous.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FirstBlood {
    /// No fighter bears a wound of this fight yet.
    #[default]
    NotYet,
    /// The side with this index drew first blood.
    By(usize),
    /// Both sides drew first blood in the same round. With more than two sides, this is the value for any first blood.
    Together,
}

impl FirstBlood {
    /// The side that drew first blood in a round that ends with the states `bodies`. Must not be called if first blood
    /// was drawn in an earlier round.
    #[inline(always)]
    pub fn of(fight: &Fight, bodies: &[Body]) -> Self {
        if bodies.iter().all(|body| body.felt == 0) {
            return Self::NotYet;
        }
        let bled = |body: &Body| if fight.wounds.may_begin_wounded { body.status.bled } else { body.felt > 0 };
        if fight.roster.sides > 2 {
            return if bodies.iter().any(bled) { Self::Together } else { Self::NotYet };
        }
        let side_bled =
            |side: usize| (0u16..).zip(bodies).any(|(who, body)| fight.roster.side(who) == side && bled(body));
        match (side_bled(0), side_bled(1)) {
            (false, false) => Self::NotYet,
            (false, true) => Self::By(0),
            (true, false) => Self::By(1),
            (true, true) => Self::Together,
        }
    }

    /// The round of first blood; 0 if it has not been drawn. `last_checked` is the round in which first blood was last
    /// looked for.
    pub(crate) fn round(self, last_checked: u32) -> u32 {
        if self == Self::NotYet { 0 } else { last_checked }
    }
}
