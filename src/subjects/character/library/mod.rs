//! The library of what characters have: the gifts, faults, supernormal powers and spells that the sources name (E1, X1 to X6).
//!
//! The files hold an entry a line. Sheets take from here what a gift, fault or power of this name is worth.

mod read;

pub(super) use read::{WORTH, levels};

use super::PRICES;
use crate::document::nearest::same_word;
use crate::ladder::Ladder;
use crate::rules::{Choice, choice};
use std::sync::LazyLock;

choice! {
    /// What an entry is.
    Kind {
        Gifts = "gifts": "What helps a character, and is neither attribute nor skill.",
        Faults = "faults": "What limits a character, and pays for something else.",
        Powers = "powers": "Supernormal powers, including psi.",
        Spells = "spells": "Spells, and what other magic does.",
    }
}

choice! {
    /// The system of magic that a spell belongs to, named as its table of `[casting]`.
    Magic {
        FudgeMagic = "magic": "Fudge Magic (SRD 7.1).",
        Clerical = "clerical": "Clerical Magic (FF).",
        Hedge = "hedge": "Hedge Magic (FF).",
        Scholarly = "scholarly": "Scholarly Magic (FF).",
        Lite = "lite": "Spells of LITE.",
    }
}

/// Something that characters may have.
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// Other names of it.
    pub also: Vec<String>,
    /// What it is.
    pub kind: Kind,
    /// The sources that have it, each with the sections: `SRD 1.34, 6.321; FF Gifts`.
    pub source: String,
    /// What it does, in a phrase.
    pub means: String,
    /// What it costs.
    pub cost: Cost,
    /// The key of a scenario that plays it, with a value where it takes one: of a fighter (`tough_hide = 1`), or a path from the top of
    /// the file (`casting.miracle.favor = 1`).
    pub key: Option<String>,
}

/// What something costs.
#[derive(Debug, Clone, PartialEq)]
pub enum Cost {
    /// Levels of a character that is being made.
    Worth {
        /// What it is worth, in skill levels, of which a gift is six; a fault gives that back.
        levels: i32,
        /// What one buys so much of: `level`, `step`; empty where it is had as a whole.
        each: String,
    },
    /// What it takes each time.
    Casting(Casting),
}

/// What a spell takes; nothing where that is not printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Casting {
    /// Whose magic it is.
    pub system: Magic,
    /// The skills rolled, the worst of which counts.
    pub skill: Option<String>,
    /// The level to reach.
    pub difficulty: Option<i32>,
    /// Power points.
    pub points: Option<u8>,
    /// How long it takes.
    pub time: Option<String>,
    /// What is needed for it.
    pub materials: Option<String>,
    /// What resists it.
    pub resisted: Option<String>,
}

static ENTRIES: LazyLock<Vec<Feature>> =
    LazyLock::new(|| Kind::ALL.iter().flat_map(|kind| read::entries(*kind).0).collect());

/// All entries: gifts, faults, powers, spells.
pub fn entries() -> &'static [Feature] {
    &ENTRIES
}

/// What a gift, fault or power of this name is worth, in skill levels; none of a name that is not in the library.
///
/// ```
/// use fudgelab::character::library::{Kind, worth};
/// assert_eq!(worth(Kind::Gifts, "shapeshifter"), Some(12));
/// assert_eq!(worth(Kind::Gifts, "Third Ear"), None);
/// ```
pub fn worth(kind: Kind, name: &str) -> Option<i32> {
    let found = entries().iter().find(|entry| entry.kind == kind && entry.is_called(name))?;
    match found.cost {
        Cost::Worth { levels, .. } => Some(levels),
        Cost::Casting(_) => None,
    }
}

impl Kind {
    /// What one is worth that says nothing else, in skill levels.
    pub const fn usual(self) -> i32 {
        match self {
            Self::Gifts | Self::Faults => PRICES.gift,
            Self::Powers => PRICES.power,
            Self::Spells => 0,
        }
    }
}

impl Feature {
    /// Whether this is one of its names, case and hyphens aside.
    pub fn is_called(&self, name: &str) -> bool {
        std::iter::once(&self.name).chain(&self.also).any(|own| same_word(own, name))
    }

    /// The short names of its sources.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.source.split("; ").filter_map(|source| source.split(' ').next())
    }

    /// Its figures in words, each under what it is called; other names last.
    pub fn figures(&self) -> Vec<(&'static str, String)> {
        let mut figures = match &self.cost {
            Cost::Worth { levels, each } => vec![self.price(*levels, each)],
            Cost::Casting(casting) => casting.figures(),
        };
        figures.extend(self.key.clone().map(|key| ("key", key)));
        let also = (!self.also.is_empty()).then(|| ("also", self.also.join(", ")));
        figures.extend(also);
        figures
    }

    /// What it costs or gives back, in gifts. Fudge Lite has gifts and faults, and no prices.
    fn price(&self, levels: i32, each: &str) -> (&'static str, String) {
        let called = if self.kind == Kind::Faults { "gives back" } else { "costs" };
        if self.tags().all(|tag| tag == "LITE") {
            return ("price", "not printed".to_owned());
        }
        let gifts = f64::from(levels) / f64::from(PRICES.gift);
        let unit = if levels == PRICES.gift { "gift" } else { "gifts" };
        let each = if each.is_empty() { String::new() } else { format!(" a {each}") };
        (called, format!("{gifts} {unit}{each}"))
    }
}

impl Magic {
    /// What every use takes (FF).
    const fn takes(self) -> Option<&'static str> {
        match self {
            Self::Hedge | Self::Scholarly => Some("a level of Health"),
            Self::FudgeMagic | Self::Clerical | Self::Lite => None,
        }
    }
}

impl Casting {
    fn figures(&self) -> Vec<(&'static str, String)> {
        let figures = [
            ("skill", self.skill.clone()),
            ("difficulty", self.difficulty.map(|level| Ladder::default().trait_name(level))),
            ("power points", self.points.map(|points| points.to_string())),
            ("costs", self.system.takes().map(str::to_owned)),
            ("time", self.time.clone()),
            ("materials", self.materials.clone()),
            ("resisted by", self.resisted.clone()),
            ("key", Some(format!("casting.{}", self.system.word()))),
        ];
        figures.into_iter().filter_map(|(called, text)| Some((called, text?))).collect()
    }
}
