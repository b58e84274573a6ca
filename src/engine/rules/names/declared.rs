//! Names that files declare: which are free, and why the others are not.

use super::{AFTER, AMOUNT, Context, DAMAGE, DICE, FIGHT_DICE, FOE, HIT, LEAVING, LINE};
use crate::dice::Definitions;
use crate::formula::{Formula, GRAMMAR, Scope, is_function};
use crate::rules::damage::formulas::{LEVEL, POINTS};

/// The words of a line of `after`, beside the names of counters.
pub const AFTER_WORDS: [&str; 3] = ["when", "harm", "for"];

/// Names that coming versions give a meaning in fights.
const COMING: [&str; 6] = ["at", "conceded", "filled", "joined", "led", "won"];

/// The kinds of declared names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Declared {
    /// A constant of a file that has fights, a process, or neither.
    Constant {
        /// Whether formulas of fights know it.
        fights: bool,
        /// Whether formulas of a process know it.
        process: bool,
    },
    /// A definition of dice of such a file.
    Dice {
        /// Whether fights roll them.
        fights: bool,
        /// Whether a process rolls them.
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
    /// A value that is given with a formula.
    Let,
}

/// The reason why a name is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// It has a meaning already.
    Reserved,
    /// Something else is declared by this name.
    Duplicate,
    /// No formula can write it.
    Unwritable,
}

/// A name that cannot be declared, and one that can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub sort: Sort,
    /// The meaning that the name has.
    pub message: String,
    /// A name that is free.
    pub free: String,
}

impl Refusal {
    /// The help: a free name to use instead.
    pub fn help(&self) -> String {
        format!("call it `{}`", self.free)
    }
}

impl Declared {
    /// The contexts whose words it must not have.
    fn contexts(self) -> &'static [&'static Context] {
        const FIGHTS: &[&Context] = &[&AMOUNT, &DAMAGE, &HIT, &AFTER, &LEAVING, &FIGHT_DICE];
        const BOTH: &[&Context] = &[&AMOUNT, &DAMAGE, &HIT, &AFTER, &LEAVING, &FIGHT_DICE, &LINE];
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

    /// The meaning that a name has already, and the kind of the reason.
    fn meaning(self, name: &str) -> Option<(Sort, String)> {
        let reserved = |meaning: String| Some((Sort::Reserved, meaning));
        if GRAMMAR.contains(&name) {
            return reserved("is a word of the language of formulas".to_owned());
        }
        if Formula::read(name, &Scope::of_nothing()).is_ok_and(|formula| formula.rolls()) {
            let one = name.starts_with('d') && !name.contains('k');
            return reserved(format!("{} in formulas", if one { "is a die" } else { "are dice" }));
        }
        if self != Self::Key && is_function(name) {
            return reserved("is a function of formulas".to_owned());
        }
        let is_writable = || Formula::read(name, &Scope { names: &[name], ..Scope::of_nothing() }).is_ok();
        match self {
            // Dice have names of any words, and what a sheet says of a fighter is no name in formulas.
            Self::Dice { .. } => {}
            Self::Trait if !is_writable() => return None,
            _ if !is_writable() => return Some((Sort::Unwritable, "cannot be written in formulas".to_owned())),
            _ => {}
        }
        // A counter `none` is told from the method by the place where it stands.
        if self != Self::InProcess && Definitions::none().is_named(name) {
            return reserved("is a method of dice".to_owned());
        }
        // The last of the steps of damage is called by what it is.
        if self == Self::Step && [POINTS, LEVEL].contains(&name) {
            return None;
        }
        let known = |context: &&Context| Some(format!("is {} in {}", context.meaning(name)?, context.about));
        if let Some(meaning) = self.contexts().iter().find_map(known) {
            return reserved(meaning);
        }
        if self.is_in_fights() && COMING.contains(&name) {
            return reserved("is kept for a coming version".to_owned());
        }
        if self == Self::Counter && AFTER_WORDS.contains(&name) {
            return reserved("is a word of a line of `after`".to_owned());
        }
        if matches!(self, Self::Counter | Self::Trait | Self::Step) && name.starts_with(FOE) {
            return reserved(format!("begins with `{FOE}`, as the names of the foe do"));
        }
        None
    }
}

/// Why a name cannot be declared; `None` if it can. `taken` says what else the file declares by a name, as in "is a constant".
pub fn refusal(declared: Declared, name: &str, taken: &dyn Fn(&str) -> Option<String>) -> Option<Refusal> {
    let meaning = |name: &str| declared.meaning(name).or_else(|| Some((Sort::Duplicate, taken(name)?)));
    let (sort, text) = meaning(name)?;
    Some(Refusal { sort, message: format!("`{name}` {text}"), free: free(name, &|name| meaning(name).is_none()) })
}

/// A name like this one that is free.
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
    use super::super::{CONTEXTS, Part, context_of};
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
    fn every_word_of_a_context_has_a_meaning() {
        for context in CONTEXTS {
            for word in context.parts.iter().flat_map(|part| part.words()) {
                assert!(context.meaning(&word).is_some(), "{word} in {}", context.about);
            }
        }
    }

    #[test]
    fn every_refused_name_comes_with_a_free_one() {
        let words = CONTEXTS.into_iter().flat_map(|context| context.parts.iter().flat_map(|part| part.words()));
        let more = GRAMMAR.into_iter().chain(COMING).chain(["d6", "dF", "3d6kh2", "max", "none", "Höhe", "", "foe_x"]);
        let words: Vec<String> = words.chain(more.map(str::to_owned)).collect();
        let nothing = |_: &str| None;
        let mut refused = 0;
        for kind in KINDS {
            for word in &words {
                let Some(refusal) = refusal(kind, word, &nothing) else { continue };
                refused += 1;
                assert!(super::refusal(kind, &refusal.free, &nothing).is_none(), "{kind:?} {word}: {}", refusal.free);
            }
            assert!(super::refusal(kind, "momentum", &nothing).is_none(), "{kind:?}");
        }
        assert!(refused > 300, "{refused}");
    }

    #[test]
    fn declared_names_keep_off_each_other() {
        let taken = |name: &str| (name == "edge" || name == "own_edge").then(|| "is a constant".to_owned());
        let refusal = refusal(Declared::Counter, "edge", &taken).unwrap();
        assert_eq!(
            (refusal.sort, &*refusal.message, &*refusal.free),
            (Sort::Duplicate, "`edge` is a constant", "own_edge_2")
        );
    }

    #[test]
    fn keys_of_files_have_their_context() {
        let about = |key: &str| context_of(key).map(|context| (context.about, context.is_truth));
        assert_eq!(about("rules.hit"), Some(("`hit`", true)));
        assert_eq!(about("fighters.ann.flees"), about("fighters.flees"));
        assert_eq!(about("rules.after[2].when"), Some(("`after`", true)));
        assert_eq!(about("rules.after.plate"), Some(("`after`", false)));
        assert_eq!(about("process.ritual.step[2].when"), Some(("lines of a process", true)));
        assert_eq!(about("rules.hits"), None);
        assert!(!context_of("process.ritual.begin.when").unwrap().knows(Part::Step));
    }
}
