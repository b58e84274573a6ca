//! The library of character features: gifts, faults, supernormal powers and spells from the sources (E1, X1 to X6).
//!
//! The files hold one entry per line. Sheets look up the worth of gifts, faults and powers here.

mod entries;

pub(super) use entries::{WORTH, worth_in_levels};

use super::PRICES;
use crate::document::nearest::same_word;
use crate::ladder::Ladder;
use crate::rules::{Choice, choice};
use std::sync::LazyLock;

choice! {
    Kind {
        Gifts = "gifts": "Advantages that are neither attributes nor skills.",
        Faults = "faults": "Disadvantages, which pay for other traits.",
        Powers = "powers": "Supernormal powers, including psi.",
        Spells = "spells": "Spells, and feats of other magic.",
    }
}

choice! {
    /// The system of magic that a spell belongs to, named after its table in `[casting]`.
    Magic {
        FudgeMagic = "magic": "Fudge Magic (SRD 7.1).",
        Clerical = "clerical": "Clerical Magic (FF).",
        Hedge = "hedge": "Hedge Magic (FF).",
        Scholarly = "scholarly": "Scholarly Magic (FF).",
        Lite = "lite": "Spells of LITE.",
    }
}

/// An entry of the library.
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    pub name: String,
    /// Alternative names.
    pub also: Vec<String>,
    pub kind: Kind,
    /// The sources and their sections: `SRD 1.34, 6.321; FF Gifts`.
    pub source: String,
    /// The effect, in a phrase.
    pub means: String,
    pub cost: Cost,
    /// The scenario key that implements it, with a value if needed: a fighter's key (`tough_hide = 1`), or a path from
    /// the top of the file (`casting.miracle.favor = 1`). `None` if scenarios have no such key.
    pub key: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Cost {
    /// The price in character creation.
    Worth {
        /// The worth in skill levels (a gift is worth six). A fault gives this back.
        levels: i32,
        /// The unit that `levels` pays for: `level`, `step`; empty if the entry is bought as a whole.
        each: String,
    },
    /// The requirements of each casting.
    Casting(CastingCost),
}

/// The requirements of casting a spell. A field is `None` if the source does not print it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CastingCost {
    pub system: Magic,
    /// The skills rolled; the worst one counts.
    pub skill: Option<String>,
    /// The level that the roll must reach.
    pub difficulty: Option<i32>,
    /// The cost in power points.
    pub points: Option<u8>,
    /// The casting time, in words.
    pub time: Option<String>,
    pub materials: Option<String>,
    /// The trait that resists the spell.
    pub resisted: Option<String>,
}

static ENTRIES: LazyLock<Vec<Feature>> =
    LazyLock::new(|| Kind::ALL.iter().flat_map(|kind| entries::entries(*kind).0).collect());

/// All entries, in the order gifts, faults, powers, spells.
pub fn entries() -> &'static [Feature] {
    &ENTRIES
}

/// The worth of the gift, fault or power called `name`, in skill levels; `None` if the library does not have it.
///
/// ```
/// use fudgelab::character::library::{Kind, worth};
/// assert_eq!(worth(Kind::Gifts, "shapeshifter"), Some(12));
/// assert_eq!(worth(Kind::Gifts, "Third Ear"), None);
/// ```
pub fn worth(kind: Kind, name: &str) -> Option<i32> {
    let found = entries().iter().find(|entry| entry.kind == kind && entry.has_name(name))?;
    match found.cost {
        Cost::Worth { levels, .. } => Some(levels),
        Cost::Casting(_) => None,
    }
}

impl Kind {
    /// The worth of entries and talents for which no worth is given, in skill levels; 0 for spells.
    pub const fn usual_worth(self) -> i32 {
        match self {
            Self::Gifts | Self::Faults => PRICES.gift,
            Self::Powers => PRICES.power,
            Self::Spells => 0,
        }
    }
}

impl Feature {
    /// Whether `name` is the name or an alternative name, ignoring case, hyphens and underscores.
    pub fn has_name(&self, name: &str) -> bool {
        std::iter::once(&self.name).chain(&self.also).any(|own| same_word(own, name))
    }

    /// The abbreviations of the entry's sources: `SRD`, `FF`.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.source.split("; ").filter_map(|source| source.split(' ').next())
    }

    /// The details of the entry as pairs of label and text; alternative names last.
    pub fn details(&self) -> Vec<(&'static str, String)> {
        let mut figures = match &self.cost {
            Cost::Worth { levels, each } => vec![self.price(*levels, each)],
            Cost::Casting(casting) => casting.details(),
        };
        figures.extend(self.key.clone().map(|key| ("key", key)));
        let also = (!self.also.is_empty()).then(|| ("also", self.also.join(", ")));
        figures.extend(also);
        figures
    }

    /// The price in gifts, as a label and text; for a fault, the refund. Entries that only Fudge Lite has get a text
    /// without a price, since Lite has no prices.
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
    /// The cost of each use, in addition to power points (FF); `None` if there is no other cost.
    const fn cost_of_use(self) -> Option<&'static str> {
        match self {
            Self::Hedge | Self::Scholarly => Some("a level of Health"),
            Self::FudgeMagic | Self::Clerical | Self::Lite => None,
        }
    }
}

impl CastingCost {
    /// The requirements as pairs of label and text; those that the source does not print are left out.
    fn details(&self) -> Vec<(&'static str, String)> {
        let figures = [
            ("skill", self.skill.clone()),
            ("difficulty", self.difficulty.map(|level| Ladder::default().trait_name(level))),
            ("power points", self.points.map(|points| points.to_string())),
            ("costs", self.system.cost_of_use().map(str::to_owned)),
            ("time", self.time.clone()),
            ("materials", self.materials.clone()),
            ("resisted by", self.resisted.clone()),
            ("key", Some(format!("casting.{}", self.system.word()))),
        ];
        figures.into_iter().filter_map(|(called, text)| Some((called, text?))).collect()
    }
}
