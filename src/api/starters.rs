//! Commented starter scenarios: `fudgelab new` prints them, and the web page opens them.

/// A starter scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Starter {
    /// The name that `fudgelab new` accepts.
    pub name: &'static str,
    /// The subject in a few words.
    pub meaning: &'static str,
    /// The text of the scenario file.
    pub text: &'static str,
}

macro_rules! starters {
    ($($name:literal $meaning:literal),+ $(,)?) => {
        /// All starter scenarios.
        pub const STARTERS: &[Starter] = &[$(Starter {
            name: $name,
            meaning: $meaning,
            text: include_str!(concat!("starters/", $name, ".toml")),
        }),+];
    };
}

starters! {
    "duel" "Two fighters, until one is out",
    "party" "A party against many foes",
    "check" "One roll against a difficulty",
    "opposed" "Two opponents who both roll",
    "contest" "Several contestants; the best roll wins",
    "reaction" "How an NPC reacts to the characters",
    "task" "A task that takes several successes",
    "group" "A race, or a group of which enough must succeed",
    "affliction" "Poison, bleeding or disease, with or without a healer",
    "healing" "Wounds after a fight, and how long they take to heal",
    "campaign" "Fights and rests of a party, one after the other",
    "casting" "Magic, miracles or psi, one casting after another",
    "experience" "How many sessions it takes to buy what is wanted",
    "process" "A process of your own: a chase, a siege, a journey",
    "character" "A character on paper, for `fudgelab cost`",
    "encounter" "A party of four: how many foes can they take on?",
    "rules" "House rules, with a duel to try them; a preset for other files",
}

impl Starter {
    /// The starter called `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        STARTERS.iter().find(|one| one.name == name)
    }
}
