//! Rules from a preset, with options set by name.

use crate::error::Result;
use crate::rules::Rules;
use crate::scenario::{Preset, amend, setting};
use crate::study::Value;

impl Rules {
    /// The rules of a preset, such as `srd`, `nutshell` or `kaer`: `fudgelab list presets` shows them all.
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
    /// `Rules` can be set as well. Whether settings contradict each other is seen when they are used, or by [`check`](Self::check).
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
        amend(self, &setting(option, &value.into())).map_err(|problems| problems.first_error())
    }

    /// The same rules with what a `[rules]` table in TOML changes in them: `graze_from = [0, 6]`, for example.
    ///
    /// # Errors
    /// Text that is no such table, an unknown option, a value that it cannot have.
    pub fn amend(self, toml: &str) -> Result<Self> {
        amend(self, toml).map_err(|problems| problems.first_error())
    }
}
