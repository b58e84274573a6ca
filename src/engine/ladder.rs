//! The ladder of trait levels (A1), and the superhuman tier above it (A3).

#![deny(missing_docs)]

use crate::error::{Error, Result};
use crate::text::{fold_spaces, true_minus, unknown_word};

/// The typographic minus sign.
const MINUS: char = '−';
/// The suffix of names in the superhuman tier (A3).
const SUPERHUMAN: &str = " superhuman";
/// The name of the first level above the ordinary ladder (SRD 1.2).
const FIRST_ABOVE: &str = "Legendary";

/// A level of the standard ladder, counted from Fair = 0 (A1).
///
/// Functions that take a level also accept a plain number.
///
/// ```
/// use fudgelab::{Fighter, Level};
/// let goblin = Fighter::named("Goblin", Level::MEDIOCRE);
/// assert_eq!(goblin, Fighter::named("Goblin", -1));
/// assert_eq!("Superb+2".parse::<Level>()?, Level::SUPERB + 2);
/// assert_eq!((Level::GOOD + 1).to_string(), "Great");
/// # Ok::<(), fudgelab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(i32);

impl Level {
    /// Terrible, −3.
    pub const TERRIBLE: Self = Self(-3);
    /// Poor, −2.
    pub const POOR: Self = Self(-2);
    /// Mediocre, −1.
    pub const MEDIOCRE: Self = Self(-1);
    /// Fair, 0.
    pub const FAIR: Self = Self(0);
    /// Good, 1.
    pub const GOOD: Self = Self(1);
    /// Great, 2.
    pub const GREAT: Self = Self(2);
    /// Superb, 3.
    pub const SUPERB: Self = Self(3);
    /// Legendary, 4.
    pub const LEGENDARY: Self = Self(4);

    /// The level as a number.
    pub const fn number(self) -> i32 {
        self.0
    }
}

impl From<i32> for Level {
    fn from(number: i32) -> Self {
        Self(number)
    }
}

impl From<Level> for i32 {
    fn from(level: Level) -> Self {
        level.0
    }
}

impl std::ops::Add<i32> for Level {
    type Output = Self;
    fn add(self, levels: i32) -> Self {
        Self(self.0.saturating_add(levels))
    }
}

impl std::ops::Sub<i32> for Level {
    type Output = Self;
    fn sub(self, levels: i32) -> Self {
        Self(self.0.saturating_sub(levels))
    }
}

impl std::str::FromStr for Level {
    type Err = Error;

    /// Parses a level of the standard ladder like [`Ladder::parse`].
    fn from_str(text: &str) -> Result<Self> {
        Ladder::default().parse(text).map(Self)
    }
}

impl std::fmt::Display for Level {
    /// Writes its name as a trait.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&Ladder::default().trait_name(self.0))
    }
}

/// Whether two names mean the same level, ignoring case and the number of spaces between words.
pub fn same_level(one: &str, other: &str) -> bool {
    fold_spaces(one).to_lowercase() == fold_spaces(other).to_lowercase()
}

/// The index of the level with this name; `None` if there is no such level.
pub fn level_index<N: AsRef<str>>(names: &[N], name: &str) -> Option<usize> {
    names.iter().position(|known| same_level(known.as_ref(), name))
}

/// Terrible as a plain number.
pub const TERRIBLE: i32 = Level::TERRIBLE.0;
/// Poor as a plain number.
pub const POOR: i32 = Level::POOR.0;
/// Mediocre as a plain number.
pub const MEDIOCRE: i32 = Level::MEDIOCRE.0;
/// Fair as a plain number.
pub const FAIR: i32 = Level::FAIR.0;
/// Good as a plain number.
pub const GOOD: i32 = Level::GOOD.0;
/// Great as a plain number.
pub const GREAT: i32 = Level::GREAT.0;
/// Superb as a plain number.
pub const SUPERB: i32 = Level::SUPERB.0;
/// Legendary as a plain number.
pub const LEGENDARY: i32 = Level::LEGENDARY.0;

/// The names of levels, starting at the lowest.
///
/// ```
/// use fudgelab::Ladder;
/// let ladder = Ladder::default();
/// assert_eq!(ladder.parse("legendary 2nd")?, 5);
/// assert_eq!(ladder.trait_name(5), "Legendary 2nd");
/// assert_eq!(ladder.degree_name(5), "Superb+2");
/// # Ok::<(), fudgelab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ladder {
    /// The level of the first name.
    lowest: i32,
    names: Vec<String>,
    /// Whether levels above the top are called Legendary as traits (SRD 2.4). Only true for the standard ladder.
    is_legendary: bool,
    /// The level of the superhuman name for level 0, such as Fair superhuman (A3).
    superhuman: i32,
}

impl Default for Ladder {
    /// Terrible −3 to Superb +3, with Legendary above (SRD 1.2, 2.4).
    fn default() -> Self {
        let names = ["Terrible", "Poor", "Mediocre", "Fair", "Good", "Great", "Superb"];
        Self { lowest: -3, names: names.map(str::to_owned).to_vec(), is_legendary: true, superhuman: 4 }
    }
}

impl Ladder {
    /// The largest magnitude of a level; greater levels are rejected.
    pub const MAX_LEVEL: i32 = 100;
    /// Maximum number of names on a ladder.
    pub const MAX_NAMES: usize = 50;

    /// A custom ladder that starts at the level `lowest`. It has no Legendary levels, and its superhuman tier starts
    /// just above its top.
    ///
    /// # Errors
    /// If there are no names or more than [`MAX_NAMES`](Self::MAX_NAMES); if a name is empty, repeated, or contains a
    /// digit, a plus sign or a dash (it could be taken for a number); or if a level exceeds
    /// [`MAX_LEVEL`](Self::MAX_LEVEL).
    pub fn new(lowest: i32, names: Vec<String>) -> Result<Self> {
        let names: Vec<String> = names.iter().map(|name| fold_spaces(name)).collect();
        if names.is_empty() || names.len() > Self::MAX_NAMES {
            return Err(Error::input(format!("a ladder cannot have {} names", names.len()))
                .with_help(format!("give 1 to {} names, from the lowest level up", Self::MAX_NAMES)));
        }
        for (place, name) in names.iter().enumerate() {
            check_name(name, &names[..place])?;
        }
        let lowest = in_range(lowest.into())?;
        let highest = in_range(i64::from(lowest) + names.len() as i64 - 1)?;
        Ok(Self { lowest, names, is_legendary: false, superhuman: highest + 1 })
    }

    /// Moves the superhuman tier: its name for level 0 means `offset`, and the names above it the levels that follow
    /// (A3). The default is 4, so Fair superhuman is +4.
    ///
    /// # Errors
    /// If the tier would overlap the ladder or exceed [`MAX_LEVEL`](Self::MAX_LEVEL).
    pub fn with_superhuman(mut self, offset: i32) -> Result<Self> {
        if offset <= self.highest() {
            return Err(Error::input(format!("the superhuman tier cannot start at {}", signed(offset)))
                .with_help(format!("it must start above {}, the top of the ladder", signed(self.highest()))));
        }
        in_range(i64::from(offset) + i64::from(self.highest()))?;
        self.superhuman = offset;
        Ok(self)
    }

    /// The lowest level with a name.
    pub fn lowest(&self) -> i32 {
        self.lowest
    }

    /// The highest level with a name, not counting Legendary and superhuman ones.
    pub fn highest(&self) -> i32 {
        // At most MAX_NAMES names, so the cast is safe.
        self.lowest + (self.names.len() as i32 - 1)
    }

    /// The top of the superhuman tier (A3). This tier raises the limit of A2 to it.
    pub fn superhuman_highest(&self) -> i32 {
        self.superhuman + self.highest()
    }

    /// The names, starting at the lowest level.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Parses a level, ignoring case: a name, `Legendary`, `Legendary 2nd`, `Fair superhuman`, a name with a number of
    /// levels such as `Superb+2`, or a number such as `-3`. The minus sign may be the typographic one.
    ///
    /// # Errors
    /// If the word is unknown (the error suggests the nearest known one), or the level exceeds
    /// [`MAX_LEVEL`](Self::MAX_LEVEL).
    pub fn parse(&self, text: &str) -> Result<i32> {
        let text = fold_spaces(text).replace([MINUS, '–'], "-");
        if let Some(level) = self.level_of_word(&text) {
            return level;
        }
        let (word, offset) = text.rfind(['+', '-']).map_or((text.as_str(), ""), |sign| text.split_at(sign));
        if let Some(offset) = parse_whole(offset)
            && let Some(level) = self.level_of_word(word.trim_end())
        {
            return level.and_then(|level| in_range(i64::from(level).saturating_add(offset)));
        }
        match parse_whole(&text) {
            Some(number) => self.level(number),
            None => Err(self.unknown_level(&text)),
        }
    }

    /// Converts a number to a level.
    ///
    /// # Errors
    /// If the level exceeds [`MAX_LEVEL`](Self::MAX_LEVEL).
    pub fn level(&self, number: i64) -> Result<i32> {
        in_range(number)
    }

    /// The name of a trait. Above Superb it is `Legendary`, `Legendary 2nd` and so on (SRD 2.4).
    pub fn trait_name(&self, level: i32) -> String {
        match i64::from(level) - i64::from(self.highest()) {
            1 if self.is_legendary => FIRST_ABOVE.to_owned(),
            above if above > 1 && self.is_legendary => format!("{FIRST_ABOVE} {above}{}", ordinal(above)),
            _ => self.degree_name(level),
        }
    }

    /// The name of a rolled degree. Outside the ladder it is `Superb+1` or `Terrible−1` and so on (SRD 3.1).
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

    /// The level that a name means, possibly Legendary or superhuman, but without a number after it; `None` if the name
    /// is unknown.
    fn level_of_word(&self, text: &str) -> Option<Result<i32>> {
        let text = text.to_lowercase();
        if let Some(level) = self.level_of_name(&text) {
            return Some(Ok(level));
        }
        if let Some(name) = text.strip_suffix(SUPERHUMAN) {
            let level = self.level_of_name(name)?;
            return Some(if level < 0 { Err(not_superhuman()) } else { in_range((level + self.superhuman).into()) });
        }
        let rank = text.strip_prefix(&FIRST_ABOVE.to_lowercase()).filter(|_| self.is_legendary)?;
        let rank = if rank.is_empty() { 1 } else { parse_rank(rank.strip_prefix(' ')?)? };
        Some(in_range(i64::from(self.highest()).saturating_add(rank)))
    }

    /// The level of a name of the ladder, in lower case.
    fn level_of_name(&self, lowercase: &str) -> Option<i32> {
        level_index(&self.names, lowercase).map(|index| self.lowest + index as i32)
    }

    /// The error for a text that is not a level.
    fn unknown_level(&self, text: &str) -> Error {
        let legendary = [FIRST_ABOVE, "Legendary 2nd"].into_iter().filter(|_| self.is_legendary);
        let known = self.names.iter().map(String::as_str).chain(legendary);
        let (lowest, highest) = (self.degree_name(self.lowest), self.degree_name(self.highest()));
        let otherwise = || format!("a level is a word from {lowest} to {highest}, or a number such as +1");
        unknown_word(format!("unknown level `{text}`"), text, known, otherwise)
    }
}

/// The error for a superhuman level below Fair superhuman.
fn not_superhuman() -> Error {
    Error::input("the superhuman tier does not go this low")
        .with_help(format!("only names of level 0 and above can be followed by `{}`", SUPERHUMAN.trim()))
}

/// Checks that `name` can name a level, and differs from the names `before` it.
fn check_name(name: &str, before: &[String]) -> Result<()> {
    let wordlike = name.chars().any(char::is_alphabetic)
        && !name.chars().any(|c| c.is_numeric() || ['+', '–', MINUS].contains(&c));
    if !wordlike {
        return Err(Error::input(format!("`{name}` cannot name a level"))
            .with_help("a name needs letters, and must not have digits, plus signs or dashes"));
    }
    if level_index(before, name).is_some() {
        return Err(
            Error::input(format!("two levels are named `{name}`")).with_help("give each level a different name")
        );
    }
    Ok(())
}

/// The level, or an error if its magnitude exceeds [`Ladder::MAX_LEVEL`].
fn in_range(level: i64) -> Result<i32> {
    let limit = Ladder::MAX_LEVEL;
    i32::try_from(level).ok().filter(|level| (-limit..=limit).contains(level)).ok_or_else(|| {
        Error::input(format!("the level {level} is out of range"))
            .with_help(format!("levels go from −{limit} to +{limit}"))
    })
}

/// Parses a whole number with or without a sign. Numbers outside the range of `i64` saturate.
fn parse_whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text).trim_start();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let size = is_number.then(|| digits.parse().unwrap_or(i64::MAX))?;
    Some(if text.starts_with('-') { -size } else { size })
}

/// Parses an ordinal number such as `2nd` or `2nd level`.
fn parse_rank(text: &str) -> Option<i64> {
    let rank = text.strip_suffix(" level").unwrap_or(text);
    let number = parse_whole(rank.trim_end_matches(char::is_alphabetic))?;
    (number > 0 && rank == format!("{number}{}", ordinal(number))).then_some(number)
}

/// The suffix of an ordinal number.
fn ordinal(number: i64) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

/// The level with its sign: `+2` or `−1`.
fn signed(level: i32) -> String {
    true_minus(format!("{level:+}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder(lowest: i32, names: &[&str]) -> Result<Ladder> {
        Ladder::new(lowest, names.iter().map(|&name| name.to_owned()).collect())
    }

    /// A1: the ladder by its words, by numbers, and beyond its ends.
    #[test]
    fn parse_accepts_every_spelling_of_a_level() {
        let ladder = Ladder::default();
        let levels = [
            ("Terrible", -3),
            ("poor", -2),
            ("MEDIOCRE", -1),
            ("Fair", 0),
            (" good ", 1),
            ("Great", 2),
            ("Superb", 3),
            ("Legendary", 4),
            ("legendary 1st", 4),
            ("Legendary 2nd", 5),
            ("Legendary  3rd", 6),
            ("Legendary 2nd Level", 5),
            ("Legendary 11th", 14),
            ("Legendary 97th", 100),
            ("Superb+2", 5),
            ("Superb +4", 7),
            ("Terrible-1", -4),
            ("Terrible−1", -4),
            ("Terrible – 4", -7),
            ("Fair+2", 2),
            ("Legendary+1", 5),
            ("+2", 2),
            ("-3", -3),
            ("−3", -3),
            ("0", 0),
            ("Fair superhuman", 4),
            ("good Superhuman", 5),
            ("Great superhuman", 6),
            ("Superb superhuman", 7),
        ];
        for (text, level) in levels {
            assert_eq!(ladder.parse(text), Ok(level), "{text}");
        }
    }

    #[test]
    fn names_of_traits_and_degrees_match() {
        let ladder = Ladder::default();
        let printed = [
            (-4, "Terrible−1", "Terrible−1"),
            (-3, "Terrible", "Terrible"),
            (0, "Fair", "Fair"),
            (3, "Superb", "Superb"),
            (4, "Legendary", "Superb+1"),
            (5, "Legendary 2nd", "Superb+2"),
            (6, "Legendary 3rd", "Superb+3"),
            (14, "Legendary 11th", "Superb+11"),
            (24, "Legendary 21st", "Superb+21"),
        ];
        for (level, as_trait, as_degree) in printed {
            assert_eq!((ladder.trait_name(level).as_str(), ladder.degree_name(level).as_str()), (as_trait, as_degree));
        }
        assert_eq!(ladder.degree_name(i32::MIN), "Terrible−2147483645");
        assert_eq!(ladder.trait_name(i32::MAX), "Legendary 2147483644th");
    }

    #[test]
    fn printed_names_can_be_parsed() {
        let own = ladder(-1, &["Rubbish", "Half-decent", "Way Cool"]).unwrap();
        for ladder in [Ladder::default(), own] {
            for level in -Ladder::MAX_LEVEL..=Ladder::MAX_LEVEL {
                assert_eq!(ladder.parse(&ladder.trait_name(level)), Ok(level));
                assert_eq!(ladder.parse(&ladder.degree_name(level)), Ok(level));
            }
        }
    }

    #[test]
    fn parse_rejects_unknown_and_out_of_range_levels() {
        let said = |text: &str| Ladder::default().parse(text).unwrap_err().to_string();
        assert_eq!(said("Supreb"), "unknown level `Supreb` (did you mean `Superb`?)");
        assert_eq!(said("Legendary 2"), "unknown level `Legendary 2` (did you mean `Legendary`?)");
        assert!(said("awesome").contains("a word from Terrible to Superb"));
        assert!(said("101").contains("−100 to +100"));
        assert!(said("Superb+98").contains("out of range"));
        assert!(said("Superb+99999999999999999999999").contains("out of range"));
        assert!(said("Legendary 98th").contains("out of range"));
        assert!(said("Poor superhuman").contains("level 0 and above"));
        for text in
            ["", "+", "2.5", "Superb+", "Legendary 2rd", "Legendary 0th", "Legendary -1st", "superhuman", "1e3", "+1+1"]
        {
            assert!(said(text).starts_with("unknown level"), "{text}: {}", said(text));
        }
        assert!(said(&"x".repeat(100_000)).starts_with("unknown level"));
    }

    #[test]
    fn custom_ladder_has_its_own_names_and_ends() {
        let own = ladder(-1, &["Rubbish", "Half-decent", "Way  Cool"]).unwrap();
        assert_eq!((own.lowest(), own.highest(), own.superhuman_highest()), (-1, 1, 3));
        assert_eq!(own.parse("way cool"), Ok(1));
        assert_eq!(own.parse("Way Cool+1"), Ok(2));
        assert_eq!(own.parse("half-decent superhuman"), Ok(2));
        assert_eq!((own.trait_name(2), own.degree_name(-3)), ("Way Cool+1".to_owned(), "Rubbish−2".to_owned()));
        assert!(own.parse("Legendary").is_err());
        assert_eq!(ladder(0, &["Legendary", "Mythic"]).unwrap().parse("legendary"), Ok(0));
    }

    #[test]
    fn custom_ladder_rejects_faulty_names_and_levels() {
        let said = |lowest, names: &[&str]| ladder(lowest, names).unwrap_err().to_string();
        assert!(said(0, &[]).contains("cannot have 0 names"));
        assert!(said(0, &["a"; 51]).contains("cannot have 51 names"));
        assert!(said(0, &["Good", "good"]).contains("two levels are named `good`"));
        for name in ["", "  ", "3", "-1", "Good+1", "Tier 2", "so–so"] {
            assert!(said(0, &[name]).contains("cannot name a level"), "{name}");
        }
        assert!(said(100, &["a", "b"]).contains("out of range"));
        assert!(said(i32::MAX, &["a", "b"]).contains("out of range"));
        assert!(said(i32::MIN, &["a"]).contains("out of range"));
    }

    #[test]
    fn superhuman_tier_can_be_moved() {
        let ladder = Ladder::default();
        assert_eq!(ladder.superhuman_highest(), 7);
        let higher = ladder.clone().with_superhuman(10).unwrap();
        assert_eq!((higher.parse("Fair superhuman"), higher.superhuman_highest()), (Ok(10), 13));
        assert!(ladder.clone().with_superhuman(3).is_err());
        assert!(ladder.clone().with_superhuman(98).is_err());
        assert!(ladder.with_superhuman(i32::MAX).is_err());
    }
}
