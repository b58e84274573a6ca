//! Rules from a preset, with options set by name.

#![deny(missing_docs)]

use crate::error::{Error, Result};
use crate::rules::{Rules, Value};
use crate::scenario::{Preset, amend, setting};

/// Presets by name, and options by their keys.
pub trait RulesByName: Sized {
    /// Returns the rules of a preset: `srd`, `nutshell`, `fudge-1993`, `kaer`, `lite`, `fantasy` or `cinematic`.
    ///
    /// # Errors
    /// If the name is unknown; the error suggests the nearest one.
    ///
    /// ```
    /// use fudgelab::{Rules, RulesByName};
    ///
    /// let rules = Rules::preset("kaer")?;
    /// assert!(Rules::preset("kear").unwrap_err().to_string().contains("did you mean `kaer`?"));
    /// # Ok::<(), fudgelab::Error>(())
    /// ```
    fn preset(name: &str) -> Result<Self>;

    /// Returns the rules with an option set as in the `[rules]` of a scenario: by its key, to a word or a number. The
    /// fields of `Rules` can also be set directly; [`OPTIONS`](crate::rules::OPTIONS) has every key with its words and
    /// limits. Contradictions between settings are found when the rules are used, or by [`check`](Rules::check).
    ///
    /// # Errors
    /// If the option is unknown, or cannot have this value; the error lists the values it can have.
    ///
    /// ```
    /// use fudgelab::{Rules, RulesByName};
    ///
    /// let rules = Rules::preset("srd")?.set("graze", "off")?.set("round_limit", 20)?;
    /// assert_eq!(rules.round_limit, 20);
    /// # Ok::<(), fudgelab::Error>(())
    /// ```
    fn set(self, option: &str, value: impl Into<Value>) -> Result<Self>;

    /// Returns the rules changed by the content of a `[rules]` table in TOML, such as `graze_from = [0, 6]`. A `base`
    /// in it first replaces all rules.
    ///
    /// # Errors
    /// If the text is not such a table, an option is unknown, or an option cannot have its value.
    fn amend(self, toml: &str) -> Result<Self>;
}

impl RulesByName for Rules {
    fn preset(name: &str) -> Result<Self> {
        Ok(Preset::find(name)?.1.clone())
    }

    fn set(self, option: &str, value: impl Into<Value>) -> Result<Self> {
        if option == "base" {
            return Err(Error::input("`base` is not an option here: it would replace everything set before it")
                .with_help("begin with `Rules::preset`"));
        }
        amend(self, &setting(option, &value.into())).map_err(|problems| problems.first_error())
    }

    fn amend(self, toml: &str) -> Result<Self> {
        amend(self, toml).map_err(|problems| problems.first_error())
    }
}
