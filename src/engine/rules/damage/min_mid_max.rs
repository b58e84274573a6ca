//! Min-Mid-Max: the damage factor and the relative degree decide which of three dice to read (W9, SRD 4.63).

use crate::dice::Dice;
use crate::error::Result;
use crate::rules::choice::choice;

choice! {
    /// What a damage factor well below 0 adds to the bonus that says which die to read (W9, SRD 4.63).
    LowFactor {
        MinusOne = "-1": "-1, as any factor below 0",
        MinusTwo = "-2": "-2 at a factor of -5 or less",
    }
}

/// What is read of three dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Read {
    /// The lowest.
    Min,
    /// The one between.
    Mid,
    /// The highest.
    Max,
    /// The highest and the lowest together.
    MaxAndMin,
    /// All three together.
    All,
}

impl Read {
    /// What a total bonus reads; nothing below 0, which is no damage.
    pub fn of(bonus: i32) -> Option<Self> {
        match bonus {
            ..0 => None,
            0 => Some(Self::Min),
            1 => Some(Self::Mid),
            2 => Some(Self::Max),
            3 => Some(Self::MaxAndMin),
            4.. => Some(Self::All),
        }
    }

    /// The number read off a roll of [`dice`].
    pub fn number(self, roll: i32) -> i32 {
        let [min, mid, max] = faces(roll);
        match self {
            Self::Min => min,
            Self::Mid => mid,
            Self::Max => max,
            Self::MaxAndMin => max + min,
            Self::All => min + mid + max,
        }
    }

    /// In words.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Min => "Min",
            Self::Mid => "Mid",
            Self::Max => "Max",
            Self::MaxAndMin => "Max + Min",
            Self::All => "all three",
        }
    }
}

/// What a damage factor adds to the bonus.
pub fn of_factor(factor: i32, low: LowFactor) -> i32 {
    match factor {
        ..=-5 if low == LowFactor::MinusTwo => -2,
        ..0 => -1,
        0..=2 => 0,
        3..=5 => 1,
        6.. => 2,
    }
}

/// From this degree on the bonus does not grow any more.
pub const TOP_DEGREE: i32 = 6;

/// What a relative degree adds to the bonus. Below 2, where grazes are not in use, it adds as little as there.
pub fn of_degree(degree: i32) -> i32 {
    match degree {
        ..4 => 0,
        4..TOP_DEGREE => 1,
        TOP_DEGREE.. => 2,
    }
}

/// Three six-sided dice. A result names them from low to high: 236 is a 2, a 3 and a 6.
///
/// # Errors
/// None: all results lie within what a distribution holds.
pub fn dice() -> Result<Dice> {
    let read = "let dice = 3d6; 100 * lowest(1, dice) + 10 * middle(1, dice) + highest(1, dice)";
    Ok(Dice::new("3d6 from low to high", Dice::parse(read)?.pmf().clone()))
}

/// The three dice of a roll of [`dice`], from low to high.
pub fn faces(roll: i32) -> [i32; 3] {
    [roll / 100, roll / 10 % 10, roll % 10]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bonuses_of_srd_4_63() {
        let factors = [(-6, -1), (-1, -1), (0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (20, 2)];
        for (factor, bonus) in factors {
            assert_eq!(of_factor(factor, LowFactor::MinusOne), bonus, "factor {factor}");
        }
        assert_eq!([-6, -5, -4, 0].map(|factor| of_factor(factor, LowFactor::MinusTwo)), [-2, -2, -1, 0]);
        assert_eq!([2, 3, 4, 5, 6, 9].map(of_degree), [0, 0, 1, 1, 2, 2]);
    }

    #[test]
    fn what_is_read() {
        let read = |bonus| Read::of(bonus).map(|read| read.number(135));
        assert_eq!([-1, 0, 1, 2, 3, 4].map(read), [None, Some(1), Some(3), Some(5), Some(6), Some(9)]);
        // The median of 2, 4, 4 is 4; of a triple all three are the same.
        assert_eq!([Read::Min, Read::Mid, Read::Max].map(|read| read.number(244)), [2, 4, 4]);
        assert_eq!([Read::Min, Read::Mid, Read::Max].map(|read| read.number(333)), [3, 3, 3]);
    }

    #[test]
    fn three_dice_have_56_results() {
        let dice = dice().unwrap();
        assert_eq!((dice.pmf().iter().count(), dice.pmf().total()), (56, 216));
        assert_eq!([111, 112, 123].map(|roll| dice.pmf().weight(roll)), [1, 3, 6]);
        assert_eq!(faces(236), [2, 3, 6]);
    }
}
