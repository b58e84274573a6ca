//! The modifiers of a roll and their total (A13: SRD 3.3, F93 4.3, LITE).

use super::within_limit;
use crate::error::Result;
pub use crate::rules::ModifierRule;

/// The modifiers of one roll, with their names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Modifiers {
    situational: Vec<(String, i32)>,
    outside: Vec<(String, i32)>,
}

impl Modifiers {
    /// Adds a modifier that the GM grants for the situation. The [`ModifierRule`] limits these.
    ///
    /// # Errors
    /// If `modifier` is beyond ±[`LEVEL_LIMIT`](super::LEVEL_LIMIT).
    pub fn situational(mut self, name: impl Into<String>, modifier: i32) -> Result<Self> {
        self.situational.push(checked(name.into(), modifier)?);
        Ok(self)
    }

    /// Adds a modifier that no rule limits, such as one for wounds, numbers, evasion, shields or tactics (A13, reading
    /// 1).
    ///
    /// # Errors
    /// If `modifier` is beyond ±[`LEVEL_LIMIT`](super::LEVEL_LIMIT).
    pub fn outside(mut self, name: impl Into<String>, modifier: i32) -> Result<Self> {
        self.outside.push(checked(name.into(), modifier)?);
        Ok(self)
    }

    /// All modifiers with their names: situational ones first, then the others, each in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&str, i32)> {
        self.situational.iter().chain(&self.outside).map(|(name, modifier)| (name.as_str(), *modifier))
    }

    /// The total, with situational modifiers limited by `rule`.
    ///
    /// ```
    /// use fudgelab::check::{ModifierRule, Modifiers};
    /// let shot = Modifiers::default().situational("close", 2)?.situational("braced", 2)?.outside("Hurt", -1)?;
    /// assert_eq!(shot.total(ModifierRule::default()), 2); // +4 is limited to +3, then -1 for the wound
    /// assert_eq!(shot.total(ModifierRule::Largest), 1);
    /// # Ok::<(), fudgelab::Error>(())
    /// ```
    pub fn total(&self, rule: ModifierRule) -> i32 {
        let situational = rule.total(self.situational.iter().map(|(_, modifier)| *modifier));
        let outside = ModifierRule::Sum { cap: None }.total(self.outside.iter().map(|(_, modifier)| *modifier));
        situational.saturating_add(outside)
    }
}

fn checked(name: String, modifier: i32) -> Result<(String, i32)> {
    let modifier = within_limit(&format!("the modifier `{name}`"), modifier)?;
    Ok((name, modifier))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(situational: &[i32], outside: &[i32]) -> Modifiers {
        let start = situational.iter().fold(Modifiers::default(), |m, &x| m.situational("s", x).unwrap());
        outside.iter().fold(start, |m, &x| m.outside("o", x).unwrap())
    }

    #[test]
    fn nathaniel_modifiers_cancel_as_in_srd() {
        // SRD 3.7: charismatic, well done, a prickly situation.
        let talk = of(&[1, 1, -2], &[]);
        assert_eq!(talk.total(ModifierRule::default()), 0);
        assert_eq!(talk.total(ModifierRule::Largest), -1);
    }

    #[test]
    fn cap_limits_situational_sum_only() {
        let srd = ModifierRule::default();
        assert_eq!(of(&[2, 2], &[]).total(srd), 3);
        assert_eq!(of(&[-2, -2], &[]).total(srd), -3);
        assert_eq!(of(&[2, 2], &[-2, -2]).total(srd), -1);
        assert_eq!(of(&[], &[-2, -2]).total(srd), -4);
        assert_eq!(of(&[2, 2, -1], &[]).total(srd), 3, "the sum is capped, not each part");
        assert_eq!(of(&[2, 2], &[]).total(ModifierRule::Sum { cap: None }), 4);
        assert_eq!(of(&[2, 2], &[]).total(ModifierRule::Sum { cap: Some(1) }), 1);
        assert_eq!(of(&[2, 2], &[1]).total(ModifierRule::Sum { cap: Some(0) }), 1);
        assert_eq!(of(&[-50, -50], &[]).total(ModifierRule::Sum { cap: Some(u32::MAX) }), -100);
    }

    #[test]
    fn largest_rule_keeps_best_bonus_and_worst_penalty() {
        let rule = ModifierRule::Largest;
        assert_eq!(of(&[1, 3, 2], &[]).total(rule), 3);
        assert_eq!(of(&[-1, -3, -2], &[]).total(rule), -3);
        assert_eq!(of(&[1, 2, -1, -3], &[-1]).total(rule), -2);
        assert_eq!(of(&[], &[2, 2]).total(rule), 4);
    }

    #[test]
    fn situational_rejects_out_of_range_modifier_by_name() {
        let problem = Modifiers::default().situational("luck", 101).unwrap_err();
        assert!(problem.message().contains("`luck` is 101") && problem.is_input());
        assert!(Modifiers::default().outside("wounds", i32::MIN).is_err());
        assert_eq!(of(&[100], &[-100]).iter().collect::<Vec<_>>(), [("s", 100), ("o", -100)]);
    }
}
