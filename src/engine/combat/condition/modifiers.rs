//! What a fighter's condition adds to rolls, and what it leaves the fighter able to do.

use crate::rules::fudge::Rows;
use std::hash::{Hash, Hasher};

/// What a fighter can do in a round against a foe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Readiness {
    /// Harm and defend.
    #[default]
    Ready,
    /// Defend, but not harm (C9, W19).
    Guarded,
    /// Neither (C9, C10).
    Helpless,
}

/// All that a fighter's condition brings to a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RollModifiers {
    /// What wounds take from skill, 0 or less (M1).
    pub wounds: i8,
    /// What the status adds to it.
    pub status: i8,
    /// What it adds to attacks alone.
    pub off_balance: i8,
    /// The stance, among those of the fight; 0 = normal.
    pub stance: u8,
    /// What the fighter can do.
    pub readiness: Readiness,
    /// How fast the fighter was this round (C11).
    pub pace: i8,
    /// What has become of the weapon adds to the offensive factor, 0 or less (A16).
    pub force: i8,
    /// Whether the armor counts no more (A16).
    pub bare: bool,
    /// What spells add to the defensive factor (X1 to X6).
    pub ward: i8,
    /// What the fighter may spend Fudge points on (P2, P4, P5).
    pub rows: Rows,
    /// What Fudge points add to the dice, once it is known.
    pub luck: i8,
    /// Whether the fighter strikes the foe from inside (W28).
    pub inside: bool,
}

/// In one word, or more where Fudge points may be spent, spells are at work, or somebody is inside a foe: the exact solver looks questions up all the time.
impl Hash for RollModifiers {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { wounds, status, off_balance, stance, readiness, pace, force, bare, ward, rows, luck, inside } =
            *self;
        let signed = [wounds, status, off_balance, pace, force].map(|one| one as u8);
        let [wounds, status, off_balance, pace, force] = signed;
        let word = [wounds, status, off_balance, stance, readiness as u8, pace, force, bare.into()];
        state.write_u64(u64::from_be_bytes(word));
        if rows != Rows::NONE || luck != 0 || inside || ward != 0 {
            (rows, luck, inside, ward).hash(state);
        }
    }
}

impl RollModifiers {
    /// Of one who is wounded and nothing else, with the normal stance.
    #[inline(always)]
    pub(crate) const fn of_wounds(wounds: i8) -> Self {
        Self {
            wounds,
            status: 0,
            off_balance: 0,
            stance: 0,
            readiness: Readiness::Ready,
            pace: 0,
            force: 0,
            bare: false,
            ward: 0,
            rows: Rows::NONE,
            luck: 0,
            inside: false,
        }
    }

    /// What is taken from the skill of every roll, and what Fudge points add to it.
    #[inline(always)]
    pub(crate) fn to_every_roll(self) -> i32 {
        i32::from(self.wounds) + i32::from(self.status) + i32::from(self.luck)
    }
}
