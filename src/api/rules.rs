//! Rules from a preset, with options set by name.

use crate::error::{Error, Result};
use crate::rules::{Choice, DamageBy, DamageRoll, Graze, HalfHits, OwnDamage, Rules};
use crate::scenario::{Preset, amend, setting};
use crate::study::Value;

impl Rules {
    /// The rules of a preset: `srd`, `nutshell`, `fudge-1993`, `kaer`, `lite`, `fantasy` or `cinematic`.
    ///
    /// # Errors
    /// An unknown name, with the nearest one.
    ///
    /// ```
    /// use fudgelab::Rules;
    ///
    /// let rules = Rules::preset("kaer")?;
    /// assert!(Rules::preset("kear").unwrap_err().to_string().contains("did you mean `kaer`?"));
    /// # Ok::<(), fudgelab::Error>(())
    /// ```
    pub fn preset(name: &str) -> Result<Self> {
        Ok(Preset::find(name)?.1.clone())
    }

    /// The same rules with an option set as a scenario's `[rules]` would set it: by its key, to a word or a number. The fields of
    /// `Rules` can be set as well; [`OPTIONS`](crate::rules::OPTIONS) has every key with its words and limits. Whether settings contradict each other is seen when they are used, or by [`check`](Self::check).
    ///
    /// # Errors
    /// An unknown option or a value that it cannot have, with what it can be.
    ///
    /// ```
    /// use fudgelab::Rules;
    ///
    /// let rules = Rules::preset("srd")?.set("graze", "off")?.set("round_limit", 20)?;
    /// assert_eq!(rules.round_limit, 20);
    /// # Ok::<(), fudgelab::Error>(())
    /// ```
    pub fn set(self, option: &str, value: impl Into<Value>) -> Result<Self> {
        if option == "base" {
            return Err(Error::input("`base` is not an option here: it would replace everything set before it")
                .with_help("begin with `Rules::preset`"));
        }
        amend(self, &setting(option, &value.into())).map_err(|problems| problems.first_error())
    }

    /// The same rules with what a `[rules]` table in TOML changes in them: `graze_from = [0, 6]`, for example. A `base` in it replaces
    /// them all first.
    ///
    /// # Errors
    /// Text that is no such table, an unknown option, a value that it cannot have.
    pub fn amend(self, toml: &str) -> Result<Self> {
        amend(self, toml).map_err(|problems| problems.first_error())
    }

    /// The same rules with this damage rule, in place of all that make points of a hit or change them: W1, W6, W7, W9, W16, W26.
    #[must_use]
    pub fn with_own_damage(self, rule: OwnDamage) -> Self {
        Self {
            own_damage: Some(rule),
            damage: DamageBy::Degree,
            damage_roll: DamageRoll::None,
            graze: Graze::Off,
            half_hits: HalfHits::Off,
            critical_points: None,
            ..self
        }
    }
}

/// A choice of an option, as the word for it.
impl<C: Choice> From<C> for Value {
    fn from(choice: C) -> Self {
        Self::Text(choice.word().to_owned())
    }
}
