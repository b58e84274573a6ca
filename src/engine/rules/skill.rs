//! Whether a fighter's skill is added to the dice or is part of them.

use super::Rules;
use super::choice::choice;
use crate::ladder::Ladder;

choice! {
    /// The use of the trait that a fighter attacks or avoids with.
    SkillUse {
        Added = "added": "`skill`, or the trait for avoiding blows, is added to what the dice show",
        InDice = "dice": "the dice include the skill, as in `count(pool(skill, d10) >= 7)`: only modifiers are added, results are numbers of successes, and the minimum to hit is a number",
    }
}

impl Rules {
    /// The part of `level` that is added to the dice; `level` is a skill or a trait for avoiding.
    pub(crate) fn added_to_dice(&self, level: i32) -> i32 {
        if self.skill == SkillUse::Added { level } else { 0 }
    }

    /// The words for a result of a fight: a degree of the ladder, or a number of successes if the skill is in the dice.
    pub fn result_name(&self, result: i32, ladder: &Ladder) -> String {
        match self.skill {
            SkillUse::Added => ladder.degree_name(result),
            SkillUse::InDice => {
                let sign = if result < 0 { "−" } else { "" };
                let ending = if result == 1 { "" } else { "es" };
                format!("{sign}{} success{ending}", result.unsigned_abs())
            }
        }
    }
}

/// Options that are compared with results of fights. They are levels of the ladder, or numbers if the skill is in the
/// dice.
pub const RESULT_OPTIONS: [&str; 4] = ["minimum_to_hit", "unopposed", "called_minimum", "range"];
