//! Willpower against wounds (W25; SRD 4.51, F93 4.7, KAER).

use super::choice::choice;

choice! {
    /// The effect of a Willpower roll on wounds, made at the fighter's `overcomes_at` (W25).
    WillOverWounds {
        Off = "off": "no effect",
        Reduce = "reduce": "rolled whenever the wounds get worse: a success at `will_difficulty` reduces the wound penalty by one until the wounds get worse again",
        Nullify = "nullify": "like `reduce`, but a success removes the whole penalty",
        Levels = "levels": "rolled once in a fight: each level of the result above Fair makes wounds count as one level lighter, except at Near Death",
    }
}

impl WillOverWounds {
    /// The relief that a Willpower roll brings: a number of wound levels, or 1 for a success.
    pub fn relief(self, degree: i32, difficulty: i32) -> u8 {
        match self {
            Self::Off => 0,
            Self::Reduce | Self::Nullify => u8::from(degree >= difficulty),
            Self::Levels => degree.clamp(0, 100) as u8,
        }
    }

    /// The wound penalty after a relief of `relief`. `lighter` is the penalty of the lighter level, used by
    /// [`Levels`](Self::Levels).
    pub fn penalty(self, penalty: i8, relief: u8, lighter: i8) -> i8 {
        match self {
            _ if relief == 0 => penalty,
            Self::Off => penalty,
            Self::Reduce => (penalty + 1).min(0),
            Self::Nullify => 0,
            Self::Levels => lighter,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn willpower_reduces_wounds_and_penalties() {
        use WillOverWounds::{Levels, Nullify, Off, Reduce};
        assert_eq!([Off, Reduce, Nullify, Levels].map(|will| will.relief(2, 2)), [0, 1, 1, 2]);
        assert_eq!([Off, Reduce, Nullify, Levels].map(|will| will.relief(-1, 2)), [0; 4]);
        assert_eq!([Off, Reduce, Nullify, Levels].map(|will| will.penalty(-2, 1, -1)), [-2, -1, 0, -1]);
        assert_eq!([Off, Reduce, Nullify, Levels].map(|will| will.penalty(-2, 0, -1)), [-2; 4]);
        assert_eq!(Reduce.penalty(0, 1, 0), 0);
    }
}
