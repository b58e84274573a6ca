//! Names that files declare: whether they are free, and why not.

use super::{AFTER, AMOUNT, DAMAGE, DICE, FIGHT_DICE, FOE, FormulaContext, HIT, LEAVING, LINE};
use crate::dice::Definitions;
use crate::formula::{Formula, FormulaScope, RESERVED_WORDS, is_function};
use crate::rules::damage::formulas::{LEVEL, POINTS};

/// The keys of a line of `after` that are not names of counters. No counter can have such a name.
const AFTER_KEYWORDS: [&str; 3] = ["when", "harm", "for"];

/// Names reserved for future versions, in fights.
const RESERVED_NAMES: [&str; 6] = ["at", "conceded", "filled", "joined", "led", "won"];

/// A type of declared name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Declared {
    /// A constant. Its file may have fights, a process or neither.
    Constant {
        /// Whether formulas of fights can use it.
        fights: bool,
        /// Whether formulas of a process can use it.
        process: bool,
    },
    /// A definition of dice. Its file may have fights, a process or neither.
    Dice {
        /// Whether fights can roll them.
        fights: bool,
        /// Whether a process can roll them.
        process: bool,
    },
    /// A counter of fighters.
    Counter,
    /// A trait of a fighter.
    Trait,
    /// A step of damage.
    Step,
    /// A key of a process.
    Key,
    /// A counter, a roll or an end of a process.
    InProcess,
    /// A value passed together with a formula (`--let`).
    Let,
}

/// The reason why a name is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RejectionReason {
    /// The name already has a meaning.
    Reserved,
    /// The file already declares something else by this name.
    Duplicate,
    /// Formulas cannot spell the name.
    Unwritable,
}

/// The rejection of a declared name, with a free name to use instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of reason.
    pub reason: RejectionReason,
    /// A message that states the existing meaning of the name.
    pub message: String,
    /// A free name to use instead.
    pub suggestion: String,
}

impl Refusal {
    /// The help text, which suggests the free name.
    pub fn help(&self) -> String {
        format!("call it `{}`", self.suggestion)
    }
}

impl Declared {
    /// The contexts whose names a declared name of this type must not reuse.
    fn contexts(self) -> &'static [&'static FormulaContext] {
        const FIGHTS: &[&FormulaContext] = &[&AMOUNT, &DAMAGE, &HIT, &AFTER, &LEAVING, &FIGHT_DICE];
        const BOTH: &[&FormulaContext] = &[&AMOUNT, &DAMAGE, &HIT, &AFTER, &LEAVING, &FIGHT_DICE, &LINE];
        match self {
            Self::Counter | Self::Trait | Self::Step => FIGHTS,
            Self::Constant { fights, process } | Self::Dice { fights, process } => match (fights, process) {
                (true, true) => BOTH,
                (true, false) => FIGHTS,
                (false, true) => &[&DICE, &LINE],
                (false, false) => &[&DICE],
            },
            Self::Key | Self::InProcess => &[&LINE],
            Self::Let => &[],
        }
    }

    /// Whether formulas of fights can use a declared name of this type.
    fn is_in_fights(self) -> bool {
        matches!(
            self,
            Self::Counter
                | Self::Trait
                | Self::Step
                | Self::Constant { fights: true, .. }
                | Self::Dice { fights: true, .. }
        )
    }

    /// The meaning that `name` already has, and the reason for rejecting it; `None` if it is free.
    fn meaning(self, name: &str) -> Option<(RejectionReason, String)> {
        let reserved = |meaning: String| Some((RejectionReason::Reserved, meaning));
        if RESERVED_WORDS.contains(&name) {
            return reserved("is a keyword of formulas".to_owned());
        }
        if Formula::read(name, &FormulaScope::empty()).is_ok_and(|formula| formula.rolls()) {
            let one = name.starts_with('d') && !name.contains('k');
            return reserved(format!("{} in formulas", if one { "is a die" } else { "are dice" }));
        }
        if self != Self::Key && is_function(name) {
            return reserved("is a function of formulas".to_owned());
        }
        let is_writable = || Formula::read(name, &FormulaScope { names: &[name], ..FormulaScope::empty() }).is_ok();
        match self {
            // Names of dice can be any words, and a trait that formulas cannot spell is never used in one.
            Self::Dice { .. } => {}
            Self::Trait if !is_writable() => return None,
            _ if !is_writable() => {
                return Some((RejectionReason::Unwritable, "cannot be written in formulas".to_owned()));
            }
            _ => {}
        }
        // A counter called `none` is allowed, since the syntax distinguishes it from the method `none`.
        if self != Self::InProcess && Definitions::none().is_named(name) {
            return reserved("is a dice method".to_owned());
        }
        // The last step of damage is named after its type, so `points` and `level` are allowed.
        if self == Self::Step && [POINTS, LEVEL].contains(&name) {
            return None;
        }
        let known = |context: &&FormulaContext| Some(format!("is {} in {}", context.meaning(name)?, context.about));
        if let Some(meaning) = self.contexts().iter().find_map(known) {
            return reserved(meaning);
        }
        if self.is_in_fights() && RESERVED_NAMES.contains(&name) {
            return reserved("is reserved for a future version".to_owned());
        }
        if self == Self::Counter && AFTER_KEYWORDS.contains(&name) {
            return reserved("is a keyword of the lines of `after`".to_owned());
        }
        if matches!(self, Self::Counter | Self::Trait | Self::Step) && name.starts_with(FOE) {
            return reserved(format!("begins with `{FOE}`, as the names of the foe do"));
        }
        None
    }
}

/// The reason why a name cannot be declared; `None` if it can. `taken` describes what else the file declares by a name,
/// as in "is a constant".
pub fn refusal(declared: Declared, name: &str, taken: &dyn Fn(&str) -> Option<String>) -> Option<Refusal> {
    let meaning = |name: &str| declared.meaning(name).or_else(|| Some((RejectionReason::Duplicate, taken(name)?)));
    let (reason, text) = meaning(name)?;
    Some(Refusal {
        reason,
        message: format!("`{name}` {text}"),
        suggestion: free(name, &|name| meaning(name).is_none()),
    })
}

/// A name similar to `name` that `is_free` accepts.
fn free(name: &str, is_free: &dyn Fn(&str) -> bool) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' };
    let word: String = name.strip_prefix(FOE).unwrap_or(name).chars().take(40).map(plain).collect();
    let word = word.trim_matches('_');
    let word = if word.is_empty() { "value" } else { word };
    let numbered = (2..).map(|number| format!("own_{word}_{number}"));
    let plain = Some(word.to_owned())
        .filter(|word| word != name && word.starts_with(|letter: char| letter.is_ascii_lowercase()));
    let mut all = plain.into_iter().chain([format!("own_{word}")]).chain(numbered);
    all.find(|name| is_free(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::{CONTEXTS, NameGroup, context_of};
    use super::*;

    const KINDS: [Declared; 9] = [
        Declared::Constant { fights: true, process: true },
        Declared::Constant { fights: true, process: false },
        Declared::Counter,
        Declared::Trait,
        Declared::Step,
        Declared::Dice { fights: true, process: true },
        Declared::Key,
        Declared::InProcess,
        Declared::Let,
    ];

    #[test]
    fn every_context_word_has_a_meaning() {
        for context in CONTEXTS {
            for word in context.parts.iter().flat_map(|part| part.words()) {
                assert!(context.meaning(&word).is_some(), "{word} in {}", context.about);
            }
        }
    }

    #[test]
    fn every_rejected_name_has_a_free_replacement() {
        let words = CONTEXTS.into_iter().flat_map(|context| context.parts.iter().flat_map(|part| part.words()));
        let more = RESERVED_WORDS
            .into_iter()
            .chain(RESERVED_NAMES)
            .chain(["d6", "dF", "3d6kh2", "max", "none", "Höhe", "", "foe_x"]);
        let words: Vec<String> = words.chain(more.map(str::to_owned)).collect();
        let nothing = |_: &str| None;
        let mut refused = 0;
        for kind in KINDS {
            for word in &words {
                let Some(refusal) = refusal(kind, word, &nothing) else { continue };
                refused += 1;
                assert!(
                    super::refusal(kind, &refusal.suggestion, &nothing).is_none(),
                    "{kind:?} {word}: {}",
                    refusal.suggestion
                );
            }
            assert!(super::refusal(kind, "momentum", &nothing).is_none(), "{kind:?}");
        }
        assert!(refused > 300, "{refused}");
    }

    #[test]
    fn declared_names_must_not_be_duplicates() {
        let taken = |name: &str| (name == "edge" || name == "own_edge").then(|| "is a constant".to_owned());
        let refusal = refusal(Declared::Counter, "edge", &taken).unwrap();
        assert_eq!(
            (refusal.reason, &*refusal.message, &*refusal.suggestion),
            (RejectionReason::Duplicate, "`edge` is a constant", "own_edge_2")
        );
    }

    #[test]
    fn file_keys_match_their_contexts() {
        let about = |key: &str| context_of(key).map(|context| (context.about, context.is_truth));
        assert_eq!(about("rules.hit"), Some(("`hit`", true)));
        assert_eq!(about("fighters.ann.flees"), about("fighters.flees"));
        assert_eq!(about("rules.after[2].when"), Some(("`after`", true)));
        assert_eq!(about("rules.after.plate"), Some(("`after`", false)));
        assert_eq!(about("process.ritual.step[2].when"), Some(("lines of a process", true)));
        assert_eq!(about("rules.hits"), None);
        assert!(!context_of("process.ritual.begin.when").unwrap().has_group(NameGroup::Step));
    }
}
