//! Rules for actions: modifiers, success, criticals, assisting and unlisted traits (A2, A3, A5, A7, A13, A15, A18).

use super::choice::choice;
use crate::ladder::{FAIR, GOOD, Ladder, MEDIOCRE, POOR, TERRIBLE};

choice! {
    /// The rule for combining situational modifiers (A13).
    ModifierSum {
        Sum = "sum": "modifiers are added up, within `modifier_cap`",
        Largest = "largest": "only the largest bonus and the largest penalty count",
    }
}

choice! {
    /// The limit on rolled degrees (A2, A3).
    ResultsCap {
        Off = "off": "rolled degrees have no limits",
        Ladder = "ladder": "a rolled degree stays on the ladder",
        Superhuman = "superhuman": "a rolled degree stays between the bottom of the ladder and the top of the superhuman tier",
    }
}

impl ResultsCap {
    /// The lowest and highest degree that can be rolled on `ladder`; `None` without a limit.
    pub fn range(self, ladder: &Ladder) -> Option<[i32; 2]> {
        match self {
            Self::Off => None,
            Self::Ladder => Some([ladder.lowest(), ladder.highest()]),
            Self::Superhuman => Some([ladder.lowest(), ladder.superhuman_highest()]),
        }
    }
}

choice! {
    /// The result that a check needs to succeed (A4, A5).
    Success {
        Meet = "meet": "the result must meet the difficulty",
        Surpass = "surpass": "the result must be above the difficulty; meeting the difficulty is a partial success",
    }
}

impl Success {
    /// The smallest margin that is a full success.
    pub fn least_margin(self) -> i32 {
        (self == Self::Surpass).into()
    }
}

choice! {
    /// The effect of a natural critical on a check (A7).
    CriticalRule {
        Off = "off": "there are no criticals",
        Report = "report": "criticals are counted, but success depends on the degree alone",
        Automatic = "automatic": "a critical success always succeeds, and a critical failure always fails",
        TransSuperb = "trans-superb": "a critical success is at least one level above the ladder, and a critical failure at least one level below it",
    }
}

choice! {
    /// The effect of a second trait that contributes to an action (A18).
    Assisting {
        Off = "off": "a second trait adds nothing",
        PlusOne = "plus-one": "a second trait of Good or better adds 1 to the situational modifiers",
        StandIn = "stand-in": "like `plus-one`, but the second trait is rolled instead if that gives a higher total",
    }
}

choice! {
    /// The level of traits that a character does not list (A18).
    DefaultLevels {
        Srd = "srd": "attributes Fair, skills Poor, easy skills Mediocre, hard skills Terrible; skills are one level better with a high attribute",
        Fudge1993 = "fudge-1993": "attributes Fair, skills Poor, easy skills Mediocre, hard skills Terrible",
        Lite = "lite": "every trait is Poor",
    }
}

choice! {
    /// The target of reaction modifiers (A15): the degree, or the total of the dice.
    ReactionModifiers {
        Degree = "degree": "the degree, as in any other roll",
        DiceTotal = "dice-total": "the total of two dice, before it is looked up in the 1993 table; the sum of the modifiers is at most ±5",
    }
}

choice! {
    /// The type of an unlisted trait (A18).
    Unlisted {
        Attribute = "attribute": "an attribute",
        EasySkill = "easy skill": "a skill that is easily learned",
        Skill = "skill": "most skills",
        HardSkill = "hard skill": "a skill that is hard to learn",
        StudiedSkill = "studied skill": "a skill that must be studied to be known at all, a gift or a power: no default level",
    }
}

impl Unlisted {
    /// Whether the trait is a skill that a character can use untrained.
    pub fn is_default_skill(self) -> bool {
        matches!(self, Self::EasySkill | Self::Skill | Self::HardSkill)
    }
}

impl DefaultLevels {
    /// The level of an unlisted trait; `None` if the character does not have it at all. Under the SRD, a high attribute
    /// that could help makes an untrained skill one level better (1.4, 3.4).
    pub fn level(self, unlisted: Unlisted, high_attribute: bool) -> Option<i32> {
        let level = match (self, unlisted) {
            (Self::Lite, _) => POOR,
            (_, Unlisted::Attribute) => FAIR,
            (_, Unlisted::EasySkill) => MEDIOCRE,
            (_, Unlisted::Skill) => POOR,
            (_, Unlisted::HardSkill) => TERRIBLE,
            (_, Unlisted::StudiedSkill) => return None,
        };
        Some(level + i32::from(high_attribute && self.heeds_attributes() && unlisted.is_default_skill()))
    }

    /// Whether a high attribute improves an untrained skill (SRD 3.4).
    pub fn heeds_attributes(self) -> bool {
        self == Self::Srd
    }
}

impl Assisting {
    /// The level to roll and the bonus, if a trait at `own` is assisted by one at `second`. `total` returns the sum of
    /// all modifiers for a given assist bonus, so that a cap applies.
    pub fn assist(self, own: i32, second: i32, total: impl Fn(i32) -> i32) -> (i32, i32) {
        let plus = i32::from(self != Self::Off && second >= GOOD);
        if self == Self::StandIn && second + total(0) > own + total(plus) { (second, 0) } else { (own, plus) }
    }
}

/// The rule for combining situational modifiers granted by the GM (A13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModifierRule {
    /// Modifiers are added up (SRD 3.3, F93 4.3).
    Sum {
        /// Limits the sum to −cap … +cap; `None` for no limit.
        cap: Option<u32>,
    },
    /// Only the largest bonus and the largest penalty count (LITE).
    Largest,
}

impl Default for ModifierRule {
    /// The sum, limited to ±3 (SRD 3.3).
    fn default() -> Self {
        Self::Sum { cap: Some(3) }
    }
}

impl ModifierRule {
    /// The combined modifier.
    pub fn total(self, modifiers: impl Iterator<Item = i32>) -> i32 {
        match self {
            Self::Sum { cap } => {
                let sum = modifiers.fold(0, i32::saturating_add);
                let cap = cap.map_or(i32::MAX, |cap| i32::try_from(cap).unwrap_or(i32::MAX));
                sum.clamp(-cap, cap)
            }
            Self::Largest => {
                let (best, worst) = modifiers.fold((0, 0), |(best, worst), m| (m.max(best), m.min(worst)));
                best + worst
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unlisted_traits_have_default_levels() {
        // SRD 1.4 and 3.4, F93 2.4, LITE. The order: attribute, easy skill, skill, hard skill, studied skill.
        let all =
            |rule: DefaultLevels, high| Unlisted::ALL.iter().map(|&kind| rule.level(kind, high)).collect::<Vec<_>>();
        use crate::rules::Choice;
        assert_eq!(all(DefaultLevels::Srd, false), [Some(0), Some(-1), Some(-2), Some(-3), None]);
        assert_eq!(all(DefaultLevels::Srd, true), [Some(0), Some(0), Some(-1), Some(-2), None]);
        assert_eq!(all(DefaultLevels::Fudge1993, true), [Some(0), Some(-1), Some(-2), Some(-3), None]);
        assert_eq!(all(DefaultLevels::Lite, true), [Some(-2); 5]);
    }

    #[test]
    fn assisting_trait_adds_one_or_stands_in() {
        // SRD 3.3, F93 4.3 (Verne in the library): Good Research; Good Anthropology makes it Great, Superb Anthropology
        // stands in.
        let (good, great, superb) = (1, 2, 3);
        let none = |plus| plus;
        for rule in [Assisting::PlusOne, Assisting::StandIn] {
            assert_eq!(rule.assist(good, good, none), (good, 1));
            assert_eq!(rule.assist(good, 0, none), (good, 0));
        }
        assert_eq!(Assisting::PlusOne.assist(good, superb, none), (good, 1));
        assert_eq!(Assisting::StandIn.assist(good, superb, none), (superb, 0));
        assert_eq!(Assisting::StandIn.assist(good, great, none), (good, 1), "as good either way");
        assert_eq!(Assisting::StandIn.assist(-2, 0, none), (0, 0));
        assert_eq!(Assisting::Off.assist(good, superb, none), (good, 0));
        // If the cap on modifiers leaves no room for the +1, the better trait counts alone.
        assert_eq!(Assisting::StandIn.assist(good, great, |plus: i32| (3 + plus).min(3)), (great, 0));
    }
}
