//! The names that formulas can use in each context, and the names that a file can declare.
//!
//! Everything that parses formulas takes its names from here, so `fudgelab list names` and the rejection of declared
//! names always agree with the parser.

mod declared;
mod words;

pub use declared::{Declared, Refusal, RejectionReason, refusal};

use super::damage::formulas::{BLOW_VARIABLES, ROLL, WOUND};
use super::own::{BLOW_NAMES, State, TRAITS};

/// The prefix of names that belong to the foe or the target.
pub const FOE: &str = "foe_";

/// A group of names of a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameGroup {
    /// The fighter's traits: the built-in ones, then those of the file.
    Traits,
    /// The fighter's state, with the counters last.
    State,
    /// The events of a round.
    Round,
    /// The state that decides whether a fighter leaves the fight.
    Leaving,
    /// Like `Traits`, but of the foe.
    FoeTraits,
    /// Like `State`, but of the foe.
    FoeState,
    /// The variables of a blow in `hit`.
    Blow,
    /// The variables of a blow in damage formulas.
    Damage,
    /// The damage roll, earlier steps and wound levels.
    Steps,
    /// The lowest total of the dice that succeeds.
    Need,
    /// The keys of a process.
    Keys,
    /// The counters of a process.
    Counters,
    /// The number of the current step of a process.
    Step,
    /// The lowest degree that succeeds in a process.
    Margin,
    /// The rolls of a process, and the natural results of their dice.
    Rolls,
    /// The choices of a process.
    Choices,
    /// The ends of a process.
    Ends,
    /// The values of `--let`.
    Lets,
}

/// The item that a name refers to in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// The index of a trait: the built-in traits, then those of the file.
    Trait(usize),
    /// A part of the state.
    State(State),
    /// The index of a variable of a blow, within its part.
    Blow(usize),
}

impl NameGroup {
    /// Whether the names of the group belong to the foe.
    pub const fn is_of_foe(self) -> bool {
        matches!(self, Self::FoeTraits | Self::FoeState)
    }

    /// The names of the group in fights, given the fighter's custom `traits` and the `counters`; empty for groups of a
    /// process.
    pub fn names<'n>(
        self,
        traits: impl Iterator<Item = &'n str>,
        counters: impl Iterator<Item = &'n str>,
    ) -> Vec<(String, Named)> {
        let states = |is_known: fn(State) -> bool| {
            let known = State::NAMED.iter().filter(move |(_, state)| is_known(*state));
            known.map(|(word, state)| (*word, Named::State(*state)))
        };
        let counted = counters.zip(0..).map(|(name, place)| (name, Named::State(State::Counter(place))));
        let all: Vec<(&str, Named)> = match self {
            Self::Traits | Self::FoeTraits => (0..)
                .map(Named::Trait)
                .zip(TRAITS.into_iter().chain(traits))
                .map(|(named, word)| (word, named))
                .collect(),
            Self::State => states(State::is_of_blows).chain(counted).collect(),
            Self::FoeState => states(State::is_of_foes).chain(counted).collect(),
            Self::Round => states(State::is_of_round).collect(),
            Self::Leaving => states(State::is_of_leaving).collect(),
            Self::Blow => (0..).map(Named::Blow).zip(BLOW_NAMES).map(|(named, word)| (word, named)).collect(),
            Self::Damage => (0..).map(Named::Blow).zip(BLOW_VARIABLES).map(|(named, word)| (word, named)).collect(),
            _ => Vec::new(),
        };
        let prefix = if self.is_of_foe() { FOE } else { "" };
        all.into_iter().map(|(word, named)| (format!("{prefix}{word}"), named)).collect()
    }

    /// The names that the group always has, whatever a file declares.
    fn words(self) -> Vec<String> {
        let more: &[&str] = match self {
            Self::Steps => &[ROLL, WOUND],
            Self::Need => &["need"],
            Self::Step => &["step"],
            Self::Margin => &["margin"],
            _ => &[],
        };
        let fights = self.names(std::iter::empty(), std::iter::empty());
        fights.into_iter().map(|(word, _)| word).chain(more.iter().map(|word| (*word).to_owned())).collect()
    }

    /// The placeholders for names that files declare, with their meanings.
    const fn declared(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Traits => &[("NAME", "a custom trait of the fighter, from `traits`")],
            Self::FoeTraits => &[("foe_NAME", "a custom trait of the foe, from `traits`")],
            Self::State => &[("NAME", "the fighter's counter, from [rules.counters]")],
            Self::FoeState => &[("foe_NAME", "the foe's counter, from [rules.counters]")],
            Self::Steps => &[("NAME", "the value of an earlier step of damage")],
            Self::Keys => &[
                ("KEY", "a key of the process, from `keys`"),
                ("KEY_count", "the number of entries of a key that is a list"),
            ],
            Self::Counters => &[("NAME", "a counter of the process, from `counters`")],
            Self::Rolls => {
                &[("ROLL", "an earlier roll of the process"), ("ROLL_natural", "what the dice of the roll show")]
            }
            Self::Choices => &[("KEY", "a choice of the process, from `keys`")],
            Self::Ends => &[("END", "whether the process ended this way, from `ends`")],
            Self::Lets => &[("NAME", "a value from `--let NAME=VALUE`")],
            _ => &[],
        }
    }
}

/// A group of keys whose formulas can use the same names.
#[derive(Debug)]
pub struct FormulaContext {
    /// The keys; `*` stands for any name.
    pub keys: &'static [&'static str],
    /// A phrase for the formulas of these keys, as in "formulas of damage".
    pub about: &'static str,
    /// The names that the formulas can use in addition to constants, in order.
    pub parts: &'static [NameGroup],
    /// Whether the formula must be a truth value; otherwise it is a number.
    pub is_truth: bool,
    /// Whether dice are allowed.
    pub has_dice: bool,
    /// Whether the fighter is the attacker and the foe the target of a blow.
    is_blow: bool,
}

const PLAIN: FormulaContext =
    FormulaContext { keys: &[], about: "formulas", parts: &[], is_truth: false, has_dice: true, is_blow: false };
const TRUTH: FormulaContext = FormulaContext { is_truth: true, has_dice: false, ..PLAIN };
const FIXED: FormulaContext = FormulaContext { has_dice: false, ..PLAIN };
const FIGHTERS: &[NameGroup] = &[NameGroup::Traits, NameGroup::State, NameGroup::FoeTraits, NameGroup::FoeState];

/// Amounts in fights.
pub const AMOUNT: FormulaContext = FormulaContext {
    keys: &["rules.modifiers.add", "rules.modifiers.*.add", "rules.initiative_roll"],
    about: "formulas of fights",
    parts: FIGHTERS,
    ..PLAIN
};

/// Conditions in fights.
pub const CONDITION: FormulaContext = FormulaContext {
    keys: &["rules.modifiers.when", "rules.modifiers.*.when"],
    about: "formulas of fights",
    parts: FIGHTERS,
    ..TRUTH
};

/// Dice in fights, which are evaluated again in each state.
pub const FIGHT_DICE: FormulaContext = FormulaContext {
    keys: &["rules.dice", "rules.npc_dice", "fighters.dice", "fighters.*.dice"],
    about: "dice of fights",
    parts: &[NameGroup::Traits, NameGroup::State, NameGroup::FoeTraits, NameGroup::FoeState, NameGroup::Need],
    ..PLAIN
};

/// The condition for a blow to hit.
pub const HIT: FormulaContext = FormulaContext {
    keys: &["rules.hit"],
    about: "`hit`",
    parts: &[NameGroup::Traits, NameGroup::State, NameGroup::FoeTraits, NameGroup::FoeState, NameGroup::Blow],
    is_blow: true,
    ..TRUTH
};

/// Changes and harm at the end of a round.
pub const AFTER: FormulaContext = FormulaContext {
    keys: &["rules.after.harm", "rules.after.*"],
    about: "`after`",
    parts: &[NameGroup::Traits, NameGroup::State, NameGroup::Round],
    ..PLAIN
};

/// The condition for changes and harm at the end of a round.
pub const AFTER_WHEN: FormulaContext =
    FormulaContext { keys: &["rules.after.when"], has_dice: false, is_truth: true, ..AFTER };

/// The condition for a fighter to leave the fight.
pub const LEAVING: FormulaContext = FormulaContext {
    keys: &[
        "fighters.flees",
        "fighters.*.flees",
        "fighters.surrenders",
        "fighters.*.surrenders",
        "fighters.concedes",
        "fighters.*.concedes",
    ],
    about: "formulas about leaving a fight",
    parts: &[NameGroup::Traits, NameGroup::State, NameGroup::FoeTraits, NameGroup::FoeState, NameGroup::Leaving],
    ..TRUTH
};

/// The damage of a hit.
pub const DAMAGE: FormulaContext = FormulaContext {
    keys: &["rules.damage.points", "rules.damage.steps", "rules.damage.grazes", "rules.damage.roll"],
    about: "formulas of damage",
    parts: &[
        NameGroup::Damage,
        NameGroup::Traits,
        NameGroup::FoeTraits,
        NameGroup::State,
        NameGroup::FoeState,
        NameGroup::Steps,
    ],
    is_blow: true,
    ..PLAIN
};

/// Factors of weapons and armor.
pub const GEAR: FormulaContext = FormulaContext {
    keys: &["fighters.offense", "fighters.*.offense", "fighters.defense", "fighters.*.defense"],
    about: "formulas of weapons and armor",
    parts: FIGHTERS,
    ..PLAIN
};

/// Dice outside fights.
pub const DICE: FormulaContext =
    FormulaContext { keys: &["check.dice", "dice.*"], about: "formulas of dice", parts: &[NameGroup::Need], ..PLAIN };

/// Formulas of `fudgelab odds`.
pub const ODDS: FormulaContext =
    FormulaContext { keys: &["odds"], about: "`fudgelab odds`", parts: &[NameGroup::Lets], ..PLAIN };

/// Bounds and defaults of a process.
pub const BOUNDS: FormulaContext = FormulaContext {
    keys: &[
        "process.*.keys.*",
        "process.*.keys.*.number",
        "process.*.keys.*.from",
        "process.*.keys.*.to",
        "process.*.counters.*",
        "process.*.counters.*.to",
        "process.*.counters.*.from",
        "process.*.counters.*.start",
    ],
    about: "bounds of a process",
    parts: &[NameGroup::Keys],
    ..FIXED
};

/// Dice stored in a key of a process.
pub const KEY_DICE: FormulaContext =
    FormulaContext { keys: &["process.*.keys.*.dice"], about: "keys of a process", has_dice: true, ..BOUNDS };

/// Choices of a process.
pub const CHOICE: FormulaContext = FormulaContext {
    keys: &["process.*.keys.*.choice"],
    about: "choices of a process",
    parts: &[
        NameGroup::Keys,
        NameGroup::Counters,
        NameGroup::Step,
        NameGroup::Margin,
        NameGroup::Rolls,
        NameGroup::Choices,
    ],
    ..FIXED
};

/// Lines of a step of a process.
pub const LINE: FormulaContext = FormulaContext {
    keys: &["process.*.step.*", "process.*.step.trait", "process.*.step.against", "process.*.step.dice"],
    about: "lines of a process",
    parts: CHOICE.parts,
    ..PLAIN
};

/// Conditions of the lines of a step.
pub const LINE_WHEN: FormulaContext =
    FormulaContext { keys: &["process.*.step.when"], has_dice: false, is_truth: true, ..LINE };

/// Numbers and sentences in the lines of a step.
pub const LINE_FIXED: FormulaContext = FormulaContext {
    keys: &["process.*.step.times", "process.*.step.else", "process.*.step.say"],
    has_dice: false,
    ..LINE
};

/// Lines before the first step.
pub const BEGIN: FormulaContext = FormulaContext {
    keys: &["process.*.begin.*", "process.*.begin.trait", "process.*.begin.against", "process.*.begin.dice"],
    about: "lines of a process",
    parts: &[NameGroup::Keys, NameGroup::Counters, NameGroup::Margin, NameGroup::Rolls, NameGroup::Choices],
    ..PLAIN
};

/// Conditions of the lines before the first step.
pub const BEGIN_WHEN: FormulaContext =
    FormulaContext { keys: &["process.*.begin.when"], has_dice: false, is_truth: true, ..BEGIN };

/// Numbers and sentences in the lines before the first step.
pub const BEGIN_FIXED: FormulaContext = FormulaContext {
    keys: &["process.*.begin.times", "process.*.begin.else", "process.*.begin.say"],
    has_dice: false,
    ..BEGIN
};

/// Ends of a process.
pub const END: FormulaContext = FormulaContext {
    keys: &["process.*.ends.*", "process.*.ends.*.when"],
    about: "ends of a process",
    parts: &[NameGroup::Keys, NameGroup::Counters, NameGroup::Step, NameGroup::Margin, NameGroup::Choices],
    ..TRUTH
};

/// Sentences of ends.
pub const END_SAY: FormulaContext = FormulaContext { keys: &["process.*.ends.*.say"], is_truth: false, ..END };

/// Measures of a process.
pub const MEASURE: FormulaContext = FormulaContext {
    keys: &["process.*.measures.*.mean", "process.*.measures.*.spread"],
    about: "measures of a process",
    parts: &[NameGroup::Keys, NameGroup::Counters, NameGroup::Step, NameGroup::Margin, NameGroup::Ends],
    ..FIXED
};

/// Conditions of measures.
pub const MEASURE_WHEN: FormulaContext =
    FormulaContext { keys: &["process.*.measures.*.share", "process.*.measures.*.given"], is_truth: true, ..MEASURE };

/// Measures taken after each step.
pub const COURSE: FormulaContext = FormulaContext {
    keys: &["process.*.measures.*.course"],
    about: "measures of a process",
    parts: &[NameGroup::Keys, NameGroup::Counters, NameGroup::Step, NameGroup::Margin],
    ..FIXED
};

/// Conditions of measures taken after each step.
pub const COURSE_WHEN: FormulaContext =
    FormulaContext { keys: &["process.*.measures.*.first"], is_truth: true, ..COURSE };

/// All contexts.
pub const CONTEXTS: [&FormulaContext; 26] = [
    &HIT,
    &DAMAGE,
    &AMOUNT,
    &CONDITION,
    &AFTER_WHEN,
    &AFTER,
    &LEAVING,
    &FIGHT_DICE,
    &GEAR,
    &DICE,
    &ODDS,
    &BOUNDS,
    &KEY_DICE,
    &CHOICE,
    &BEGIN_WHEN,
    &BEGIN_FIXED,
    &BEGIN,
    &LINE_WHEN,
    &LINE_FIXED,
    &LINE,
    &END,
    &END_SAY,
    &MEASURE_WHEN,
    &MEASURE,
    &COURSE_WHEN,
    &COURSE,
];

impl FormulaContext {
    /// Whether formulas in this context can use the names of the group `part`.
    pub fn has_group(&self, part: NameGroup) -> bool {
        self.parts.contains(&part)
    }

    /// The names of the context in fights, in order. The flag is true if the name belongs to the foe. `traits` are the
    /// custom traits of the fighter and of the foe.
    pub fn names<'n>(&self, traits: [&[&'n str]; 2], counters: &[&'n str]) -> Vec<(String, bool, Named)> {
        let of_part = |part: &NameGroup| {
            let traits = traits[usize::from(part.is_of_foe())].iter().copied();
            let is_of_foe = part.is_of_foe();
            let names = part.names(traits, counters.iter().copied()).into_iter();
            names.map(move |(name, named)| (name, is_of_foe, named))
        };
        self.parts.iter().flat_map(of_part).collect()
    }

    /// The meaning of a built-in name; `None` if the context does not have it.
    fn meaning(&self, name: &str) -> Option<String> {
        let part = self.parts.iter().find(|part| part.words().iter().any(|word| word == name))?;
        let [own, foe] = if self.is_blow { ["the striker's", "the target's"] } else { ["the fighter's", "the foe's"] };
        let (word, owner) = match name.strip_prefix(FOE).filter(|_| part.is_of_foe()) {
            Some(word) => (word, foe),
            None => (name, own),
        };
        words::meaning(word).map(|meaning| meaning.text(owner))
    }

    /// All names with their meanings. Names that files declare appear as placeholders.
    pub fn names_with_meanings(&self) -> Vec<(String, String)> {
        let swap = |text: &str| match self.is_blow {
            true => text.replace("the fighter", "the striker").replace("the foe", "the target"),
            false => text.to_owned(),
        };
        let of_part = |part: &NameGroup| {
            let words = part.words().into_iter().filter_map(|word| Some((self.meaning(&word)?, word)));
            let declared = part.declared().iter().map(|(name, meaning)| (swap(meaning), (*name).to_owned()));
            words
                .map(|(meaning, word)| (word, meaning))
                .chain(declared.map(|(meaning, name)| (name, meaning)))
                .collect::<Vec<_>>()
        };
        let constant = ("NAME".to_owned(), "a constant of the file, from [constants]".to_owned());
        self.parts
            .iter()
            .flat_map(of_part)
            .chain([constant].into_iter().filter(|_| !self.has_group(NameGroup::Lets)))
            .collect()
    }

    /// A phrase for the type of value that a formula has in this context.
    pub const fn value_phrase(&self) -> &'static str {
        match (self.is_truth, self.has_dice) {
            (true, _) => "true or false, without dice",
            (false, true) => "a number, dice allowed",
            (false, false) => "a number, without dice",
        }
    }
}

/// The context of a key, such as `rules.hit` or `process.ritual.step[2].when`; `None` if the key has no formula.
pub fn context_of(key: &str) -> Option<&'static FormulaContext> {
    let found = patterns_from(key).filter(|(pattern, _)| pattern.split('.').count() == key.split('.').count());
    // A pattern with a name is a better match than one with `*`.
    found.min_by_key(|(pattern, _)| pattern.matches('*').count()).map(|(_, context)| context)
}

/// The patterns of the keys with formulas inside the table at `key`, each with its context.
pub fn contexts_in(key: &str) -> impl Iterator<Item = (&'static str, &'static FormulaContext)> {
    patterns_from(key).filter(|(pattern, _)| pattern.split('.').count() > key.split('.').count())
}

/// The patterns that match `key` or begin with steps that match it.
fn patterns_from(key: &str) -> impl Iterator<Item = (&'static str, &'static FormulaContext)> {
    let steps = || key.split('.').map(|step| step.split('[').next().unwrap_or_default());
    let fits = move |pattern: &str| {
        let mut parts = pattern.split('.');
        steps().all(|step| parts.next().is_some_and(|part| part == "*" && !step.is_empty() || part == step))
    };
    let all = CONTEXTS.into_iter().flat_map(|context| context.keys.iter().map(move |key| (*key, context)));
    all.filter(move |(pattern, _)| fits(pattern))
}
