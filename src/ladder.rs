//! The ladder of trait levels (A1), and the superhuman tier above it (A3).

use crate::dice::nearest;
use crate::error::{Error, Result};

/// The minus sign in print.
const MINUS: char = '−';
/// The word after a name of the superhuman tier (A3).
const SUPERHUMAN: &str = " superhuman";
/// The name of the first level above the ordinary ladder (SRD 1.2).
const LEGENDARY: &str = "Legendary";

/// Words for levels: one name for each, from the lowest level up.
///
/// ```
/// use fudgelab::ladder::Ladder;
/// let ladder = Ladder::default();
/// assert_eq!(ladder.parse("legendary 2nd")?, 5);
/// assert_eq!(ladder.trait_name(5), "Legendary 2nd");
/// assert_eq!(ladder.degree_name(5), "Superb+2");
/// # Ok::<(), fudgelab::error::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ladder {
    lowest: i32,
    names: Vec<String>,
    /// Whether traits above the top are Legendary (SRD 2.4); so on the game's own ladder only.
    legendary: bool,
    superhuman: i32,
}

impl Default for Ladder {
    /// Terrible −3 to Superb +3, with Legendary above it (SRD 1.2, 2.4).
    fn default() -> Self {
        let names = ["Terrible", "Poor", "Mediocre", "Fair", "Good", "Great", "Superb"];
        Self { lowest: -3, names: names.map(str::to_owned).to_vec(), legendary: true, superhuman: 4 }
    }
}

impl Ladder {
    /// The largest magnitude of a level; what lies beyond is refused.
    pub const MAX_LEVEL: i32 = 100;
    /// The most names on a ladder.
    pub const MAX_NAMES: usize = 50;

    /// A ladder of the user's own, from the level `lowest` up; it has no Legendary levels. Its superhuman tier
    /// starts just above its top.
    ///
    /// # Errors
    /// No names or more than [`MAX_NAMES`](Self::MAX_NAMES); a name that is empty, said twice or holds a digit or
    /// a plus sign, so that it could be taken for a number; levels beyond [`MAX_LEVEL`](Self::MAX_LEVEL).
    pub fn new(lowest: i32, names: Vec<String>) -> Result<Self> {
        let names: Vec<String> = names.iter().map(|name| words(name)).collect();
        if names.is_empty() || names.len() > Self::MAX_NAMES {
            return Err(Error::input(format!("a ladder of {} names", names.len()))
                .with_help(format!("give 1 to {} names, from the lowest level up", Self::MAX_NAMES)));
        }
        for (place, name) in names.iter().enumerate() {
            check_name(name, &names[..place])?;
        }
        let lowest = in_range(lowest.into())?;
        let highest = in_range(i64::from(lowest) + names.len() as i64 - 1)?;
        Ok(Self { lowest, names, legendary: false, superhuman: highest + 1 })
    }

    /// The same ladder with another superhuman tier: its name for level 0 stands for `offset`, the names above it
    /// for the levels that follow (A3; 4 by default, so that Fair superhuman is +4).
    ///
    /// # Errors
    /// An offset that leaves the tier within the ladder or takes it beyond [`MAX_LEVEL`](Self::MAX_LEVEL).
    pub fn with_superhuman(mut self, offset: i32) -> Result<Self> {
        if offset <= self.highest() {
            return Err(Error::input(format!("a superhuman tier from {} up", signed(offset)))
                .with_help(format!("the tier starts above {}, the ladder's top", signed(self.highest()))));
        }
        in_range(i64::from(offset) + i64::from(self.highest()))?;
        self.superhuman = offset;
        Ok(self)
    }

    /// The lowest level that has a name.
    pub fn lowest(&self) -> i32 {
        self.lowest
    }

    /// The highest level that has a name, Legendary and superhuman ones aside.
    pub fn highest(&self) -> i32 {
        // At most MAX_NAMES of them.
        self.lowest + (self.names.len() as i32 - 1)
    }

    /// The top of the superhuman tier (A3), to which it raises the cap of A2.
    pub fn superhuman_highest(&self) -> i32 {
        self.superhuman + self.highest()
    }

    /// The names, from the lowest level up.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Reads a level, case aside: a name, `Legendary`, `Legendary 2nd`, `Fair superhuman`, a name and a number of
    /// levels such as `Superb+2`, or a number such as `-3`. The minus may be the printed one.
    ///
    /// # Errors
    /// An unknown word, with the nearest known one; a level beyond [`MAX_LEVEL`](Self::MAX_LEVEL).
    pub fn parse(&self, text: &str) -> Result<i32> {
        let text = words(text).replace([MINUS, '–'], "-");
        if let Some(level) = self.word(&text) {
            return level;
        }
        let (word, offset) = text.rfind(['+', '-']).map_or((text.as_str(), ""), |sign| text.split_at(sign));
        if let Some(offset) = whole(offset)
            && let Some(level) = self.word(word.trim_end())
        {
            return level.and_then(|level| in_range(i64::from(level).saturating_add(offset)));
        }
        match whole(&text) {
            Some(number) => self.level(number),
            None => Err(self.unknown(&text)),
        }
    }

    /// Takes a number as a level.
    ///
    /// # Errors
    /// A level beyond [`MAX_LEVEL`](Self::MAX_LEVEL).
    pub fn level(&self, number: i64) -> Result<i32> {
        in_range(number)
    }

    /// Prints a trait: its name, above Superb `Legendary`, `Legendary 2nd` and so on (SRD 2.4).
    pub fn trait_name(&self, level: i32) -> String {
        match i64::from(level) - i64::from(self.highest()) {
            1 if self.legendary => LEGENDARY.to_owned(),
            above if above > 1 && self.legendary => format!("{LEGENDARY} {above}{}", ordinal(above)),
            _ => self.degree_name(level),
        }
    }

    /// Prints a rolled degree: its name, beyond the ends `Superb+1` or `Terrible−1` (SRD 3.1).
    pub fn degree_name(&self, level: i32) -> String {
        let place = i64::from(level) - i64::from(self.lowest);
        let inside = place.clamp(0, self.names.len() as i64 - 1);
        // Clamped to the names, of which there is at least one.
        let name = &self.names[inside as usize];
        match place - inside {
            0 => name.clone(),
            above @ 1.. => format!("{name}+{above}"),
            below => format!("{name}{MINUS}{}", -below),
        }
    }

    /// The level of a word without a number of levels after it.
    fn word(&self, text: &str) -> Option<Result<i32>> {
        let text = text.to_lowercase();
        if let Some(level) = self.named(&text) {
            return Some(Ok(level));
        }
        if let Some(name) = text.strip_suffix(SUPERHUMAN) {
            let level = self.named(name)?;
            return Some(if level < 0 {
                Err(self.not_superhuman())
            } else {
                in_range((level + self.superhuman).into())
            });
        }
        let rank = text.strip_prefix(&LEGENDARY.to_lowercase()).filter(|_| self.legendary)?;
        let rank = if rank.is_empty() { 1 } else { rank_of(rank.strip_prefix(' ')?)? };
        Some(in_range(i64::from(self.highest()).saturating_add(rank)))
    }

    fn named(&self, lowercase: &str) -> Option<i32> {
        let place = self.names.iter().position(|name| name.to_lowercase() == lowercase)?;
        Some(self.lowest + place as i32)
    }

    fn not_superhuman(&self) -> Error {
        let first = self.lowest.max(0);
        Error::input("the superhuman tier does not reach down so far")
            .with_help(format!("it starts with `{}{SUPERHUMAN}`", self.degree_name(first)))
    }

    fn unknown(&self, text: &str) -> Error {
        let legendary = self.legendary.then_some(LEGENDARY);
        let known = self.names.iter().map(String::as_str).chain(legendary);
        let help = match nearest(text, known) {
            Some(word) => format!("did you mean `{word}`?"),
            None => format!(
                "a level is a word from {} to {}, or a number such as +1",
                self.degree_name(self.lowest),
                self.degree_name(self.highest())
            ),
        };
        Error::input(format!("unknown level `{text}`")).with_help(help)
    }
}

fn check_name(name: &str, before: &[String]) -> Result<()> {
    let wordlike = name.chars().any(char::is_alphabetic) && !name.chars().any(|c| c == '+' || c.is_numeric());
    if !wordlike {
        return Err(Error::input(format!("`{name}` cannot name a level"))
            .with_help("a name has letters, no digits and no plus sign"));
    }
    if before.iter().any(|other| other.to_lowercase() == name.to_lowercase()) {
        return Err(
            Error::input(format!("two levels are named `{name}`")).with_help("give each level a name of its own")
        );
    }
    Ok(())
}

fn in_range(level: i64) -> Result<i32> {
    let limit = Ladder::MAX_LEVEL;
    i32::try_from(level).ok().filter(|level| (-limit..=limit).contains(level)).ok_or_else(|| {
        Error::input(format!("the level {level} is out of range"))
            .with_help(format!("levels go from −{limit} to +{limit}"))
    })
}

/// A whole number with or without a sign, however long; numbers past the range of `i64` saturate.
fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text).trim_start();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let size = is_number.then(|| digits.parse().unwrap_or(i64::MAX))?;
    Some(if text.starts_with('-') { -size } else { size })
}

/// The number of `2nd` or `2nd level`.
fn rank_of(text: &str) -> Option<i64> {
    let rank = text.strip_suffix(" level").unwrap_or(text);
    let number = whole(rank.trim_end_matches(char::is_alphabetic))?;
    (number > 0 && rank == format!("{number}{}", ordinal(number))).then_some(number)
}

/// The ending of an ordinal number.
fn ordinal(number: i64) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

fn signed(level: i32) -> String {
    format!("{level:+}").replace('-', "−")
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
