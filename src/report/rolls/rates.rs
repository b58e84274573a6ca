//! Success rates of dice methods, as tables for people and as one row per rate for programs.

use super::super::formats::json::VERSION;
use super::super::page::{Page, Part};
use super::super::table::{Heading, Table};
use super::chances::{self, Chances};
use super::odds::{far_from_zero_hint, formula_hints, opposed};
use crate::chance::Weight;
use crate::check::{Actor, Check, CheckRules};
use crate::dice::{Definitions, Dice, Unreadable};
use crate::error::{Error, Result};
use crate::exact;
use crate::ladder::Ladder;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Maximum number of levels in a table.
const MAX_LEVELS: i32 = 41;

/// A request as the user types it.
#[derive(Debug, Clone, Copy, Default)]
pub struct RatesQuery<'a> {
    /// Dice methods; 4dF if empty.
    pub dice: &'a [String],
    /// The lowest level shown; by default that of the ladder, or the lowest result of several dice methods.
    pub from: Option<&'a str>,
    /// The highest level shown; by default that of the ladder, or the highest result of several dice methods.
    pub to: Option<&'a str>,
    /// Whether an opponent rolls too, instead of a difficulty.
    pub opposed: bool,
    /// The opponent's dice; `None` for the same dice.
    pub opposed_dice: Option<&'a str>,
}

/// A request for tables of success rates.
#[derive(Debug, Clone)]
pub enum RatesQuestion {
    /// Traits by difficulties.
    Difficulty {
        dice: Dice,
        /// The levels of traits and difficulties.
        levels: ShownLevels,
    },
    /// Traits by the traits of an opponent who rolls too.
    Opponent {
        dice: Dice,
        /// The opponent's dice.
        theirs: Dice,
        /// The levels of both traits.
        levels: ShownLevels,
    },
    /// The chance of each result or a higher one with several dice methods.
    Results {
        dice: Vec<Dice>,
        /// The lowest result shown; `None` for the lowest of the dice.
        from: Option<i32>,
        /// The highest result shown; `None` for the highest of the dice.
        to: Option<i32>,
    },
}

/// The range of levels shown, for traits and difficulties.
#[derive(Debug, Clone)]
pub struct ShownLevels {
    /// The names of the levels.
    pub ladder: Ladder,
    from: i32,
    to: i32,
}

impl ShownLevels {
    /// All levels, the lowest first.
    pub fn all(&self) -> std::ops::RangeInclusive<i32> {
        self.from..=self.to
    }
}

impl RatesQuestion {
    /// Hints that the dice may not mean what was intended, one sentence each.
    pub fn hints(&self) -> Vec<String> {
        let (dice, against_levels) = match self {
            Self::Difficulty { dice, .. } => (vec![dice], true),
            Self::Opponent { dice, theirs, .. } if dice == theirs => (vec![dice], true),
            Self::Opponent { dice, theirs, .. } => (vec![dice, theirs], true),
            Self::Results { dice, .. } => (dice.iter().collect(), false),
        };
        let far = dice.iter().filter(|_| against_levels).filter_map(|dice| far_from_zero_hint(dice));
        far.chain(dice.iter().flat_map(|dice| formula_hints(dice))).collect()
    }

    /// Reads a request.
    ///
    /// # Errors
    /// If dice or levels are invalid, levels are in the wrong order or too many, or several dice methods have an
    /// opponent.
    pub fn read(asked: &RatesQuery<'_>) -> Result<Self> {
        let ladder = Ladder::default();
        let level = |text: Option<&str>| text.map(|text| ladder.parse(text)).transpose();
        let (from, to) = (level(asked.from)?, level(asked.to)?);
        let read = |text: &String| Definitions::none().dice_by_need(text).map_err(Unreadable::into_error);
        let mut dice = asked.dice.iter().map(read).collect::<Result<Vec<_>>>()?;
        let (low, high) = (from.unwrap_or(ladder.lowest()), to.unwrap_or(ladder.highest()));
        if dice.len() > 1 {
            if asked.opposed {
                return Err(Error::input("an opposed table is for one dice method")
                    .with_help("name one, and the opponent's with --opposed-dice"));
            }
            if let (Some(from), Some(to)) = (from, to) {
                check_levels(from, to)?;
            }
            return Ok(Self::Results { dice, from, to });
        }
        check_levels(low, high)?;
        let levels = ShownLevels { ladder, from: low, to: high };
        let dice = match dice.pop() {
            Some(dice) if asked.opposed => dice.without_need()?,
            Some(dice) => dice,
            None => Dice::fudge(),
        };
        if !asked.opposed {
            return Ok(Self::Difficulty { dice, levels });
        }
        let theirs = asked.opposed_dice.map_or_else(|| Ok(dice.clone()), Dice::parse)?;
        Ok(Self::Opponent { dice, theirs, levels })
    }
}

/// Rejects levels in the wrong order, and more levels than fit on a page.
fn check_levels(from: i32, to: i32) -> Result<()> {
    match to - from {
        ..0 => {
            Err(Error::input("--from is above --to").with_help("write the lower level first, as in --from -4 --to 8"))
        }
        MAX_LEVELS.. => Err(Error::input(format!("the table is limited to {MAX_LEVELS} levels"))
            .with_help("narrow the range with --from and --to")),
        _ => Ok(()),
    }
}

/// Success rates, in tables and as rows.
#[derive(Debug)]
pub struct Rates {
    pub tables: Vec<Table>,
    rows: Vec<RateRow>,
}

/// A single rate. `figure` is `win` or `tie` in opposed tables; `place` has the levels or the result that the rate is
/// for.
#[derive(Debug)]
struct RateRow {
    dice: String,
    figure: Option<&'static str>,
    place: Vec<(&'static str, i32)>,
    weight: Weight,
}

/// The chance of each result or a higher one with one dice method.
struct DiceChances {
    dice: String,
    at_least: Vec<(i32, Weight)>,
}

impl DiceChances {
    fn of(dice: &Dice) -> Result<Self> {
        let check = Check::new(Actor::new(None, 0, dice.clone(), None)?, 0, CheckRules::default())?;
        let degrees = exact::ends(&check)?.degrees();
        Ok(Self { dice: dice.name().to_owned(), at_least: Chances::from(degrees).at_least() })
    }

    /// The chance of `value` or a higher result.
    fn chance_at_least(&self, value: i32) -> Weight {
        self.at_least.iter().find(|(result, _)| *result >= value).map_or(Weight::ZERO, |(_, weight)| *weight)
    }

    /// The lowest and the highest result.
    fn range(&self) -> Option<(i32, i32)> {
        Some((self.at_least.first()?.0, self.at_least.last()?.0))
    }
}

impl Rates {
    /// Computes the requested rates.
    ///
    /// # Errors
    /// If the dice are too large.
    pub fn of(question: &RatesQuestion) -> Result<Self> {
        match question {
            RatesQuestion::Difficulty { dice, levels } => by_difficulty(dice, levels),
            RatesQuestion::Opponent { dice, theirs, levels } => by_opponent(dice, theirs, levels),
            RatesQuestion::Results { dice, from, to } => {
                let methods = dice.iter().map(DiceChances::of).collect::<Result<Vec<_>>>()?;
                Ok(by_dice(&methods, *from, *to))
            }
        }
    }

    /// Rates with a single table, whose lines each have a name and their rates.
    fn in_one_table(
        title: impl Into<String>,
        columns: impl Iterator<Item = Heading>,
        lines: impl Iterator<Item = (String, Vec<RateRow>)>,
    ) -> Self {
        let mut rows = Vec::new();
        let lines = lines.map(|(name, line)| {
            let words: Vec<String> = line.iter().map(|row| chances::bare_percent(row.weight)).collect();
            rows.extend(line);
            std::iter::once(name).chain(words)
        });
        Self { tables: vec![Table::new(title, columns, lines)], rows }
    }

    /// The chances of the first table, row by row.
    pub fn chances(&self) -> Vec<f64> {
        let cells = self.tables.first().map_or(0, |table| table.rows.len() * (table.columns.len() - 1));
        self.rows.iter().take(cells).map(|rate| rate.weight.probability()).collect()
    }

    pub fn page(&self) -> Page {
        let titled = |one: &Table| [vec![Part::Title(one.title.clone())], vec![Part::untitled(one.clone())]];
        Page::new(0, self.tables.iter().flat_map(titled))
    }

    pub fn document(&self) -> Value {
        let row = |row: &RateRow| {
            let dice = ("dice".to_owned(), json!(row.dice));
            let figure = row.figure.map(|figure| ("figure".to_owned(), json!(figure)));
            let place = row.place.iter().map(|(name, level)| ((*name).to_owned(), json!(level)));
            let members = std::iter::once(dice).chain(figure).chain(place).chain(chances::json_members(row.weight));
            Value::Object(members.collect::<Map<_, _>>())
        };
        let rates = self.rows.iter().map(row).collect::<Vec<_>>();
        json!({ "fudgelab": VERSION, "rates": rates })
    }

    /// The rates as CSV with a header line.
    pub fn csv(&self) -> String {
        let Some(first) = self.rows.first() else { return String::new() };
        let names = first.figure.map(|_| "figure").into_iter().chain(first.place.iter().map(|(name, _)| *name));
        let mut out = format!("dice,{},probability,fraction\n", names.collect::<Vec<_>>().join(","));
        for row in &self.rows {
            let levels = row.place.iter().map(|(_, level)| level.to_string());
            let place = row.figure.map(str::to_owned).into_iter().chain(levels).collect::<Vec<_>>().join(",");
            let (probability, fraction) = (row.weight.probability(), chances::fraction(row.weight));
            let dice = if row.dice.contains([',', '"', '\n']) {
                format!("\"{}\"", row.dice.replace('"', "\"\""))
            } else {
                row.dice.clone()
            };
            out += &format!("{dice},{place},{probability},{fraction}\n");
        }
        out
    }
}

/// Every trait against every difficulty.
fn by_difficulty(dice: &Dice, levels: &ShownLevels) -> Result<Rates> {
    let reach = levels.to - levels.from;
    let needs = -reach..=reach;
    let reached = needs.map(|need| Ok((need, DiceChances::of(&dice.at_need(need)?)?.chance_at_least(need))));
    let reached: BTreeMap<i32, Weight> = reached.collect::<Result<_>>()?;
    let columns = levels.all().map(|level| levels.ladder.degree_name(level));
    let square = LevelGrid {
        title: format!("Chance of success with {}, in percent: trait by difficulty", dice.name()),
        columns: columns.collect(),
        names: ["trait", "difficulty"],
        figure: None,
    };
    Ok(square.fill(dice.name(), levels, |own, difficulty| reached[&(difficulty - own)]))
}

/// Every trait against every trait of the opponent. The chances depend only on the difference of the two traits.
fn by_opponent(dice: &Dice, theirs: &Dice, levels: &ShownLevels) -> Result<Rates> {
    let reach = levels.to - levels.from;
    let mut found: BTreeMap<i32, [Weight; 2]> = BTreeMap::new();
    for ahead in -reach..=reach {
        let own = Actor::new(Some(ahead), 0, dice.clone(), None)?;
        let foe = Actor::new(Some(0), 0, theirs.clone(), None)?;
        let action = opposed(own, foe)?;
        let figures = action.figures(&exact::ends(&action)?);
        let of =
            |wanted: &str| figures.iter().find(|(name, _)| *name == wanted).map_or(Weight::ZERO, |(_, weight)| *weight);
        found.insert(ahead, ["win", "tie"].map(of));
    }
    let names: Vec<String> = levels.all().map(|level| levels.ladder.trait_name(level)).collect();
    let (own, foe) = (chances::roll_words(dice), chances::roll_words(theirs));
    let square = |title: &str, figure: &'static str, place: usize| {
        let square = LevelGrid {
            title: format!("{title}, in percent: own trait ({own}) by the opponent's ({foe})"),
            columns: names.clone(),
            names: ["trait", "opponent"],
            figure: Some(figure),
        };
        square.fill(dice.name(), levels, |own, other| found[&(own - other)][place])
    };
    let mut rates = square("Chance to win", "win", 0);
    // If one side does not roll, there are no ties.
    if found.values().any(|[_, tie]| tie.probability() > 0.0) {
        let ties = square("Chance of a tie", "tie", 1);
        rates.tables.extend(ties.tables);
        rates.rows.extend(ties.rows);
    }
    Ok(rates)
}

/// A table of levels by levels.
struct LevelGrid {
    title: String,
    columns: Vec<String>,
    /// The names of the levels of rows and of columns, as in data.
    names: [&'static str; 2],
    figure: Option<&'static str>,
}

impl LevelGrid {
    /// Fills the table, the highest level first.
    fn fill(self, dice: &str, levels: &ShownLevels, chance: impl Fn(i32, i32) -> Weight) -> Rates {
        let [down, across] = self.names;
        let corner = Heading::left(format!("{down} \\ {across}"));
        let columns = std::iter::once(corner).chain(self.columns.into_iter().map(Heading::right));
        let rate = |own: i32, other: i32| RateRow {
            dice: dice.to_owned(),
            figure: self.figure,
            place: vec![(down, own), (across, other)],
            weight: chance(own, other),
        };
        let lines = levels
            .all()
            .rev()
            .map(|own| (levels.ladder.trait_name(own), levels.all().map(|other| rate(own, other)).collect::<Vec<_>>()));
        Rates::in_one_table(self.title, columns, lines)
    }
}

/// The chance of reaching each result that any of the dice can have, or each from `from` to `to` (as in SRD 3.23).
fn by_dice(methods: &[DiceChances], from: Option<i32>, to: Option<i32>) -> Rates {
    let ranges: Vec<_> = methods.iter().filter_map(DiceChances::range).collect();
    let lowest = from.or(ranges.iter().map(|(lowest, _)| *lowest).min()).unwrap_or(0);
    let highest = to.or(ranges.iter().map(|(_, highest)| *highest).max()).unwrap_or(0);
    let columns = std::iter::once("at least").chain(methods.iter().map(|method| method.dice.as_str()));
    let rate = |method: &DiceChances, result: i32| RateRow {
        dice: method.dice.clone(),
        figure: None,
        place: vec![("at_least", result)],
        weight: method.chance_at_least(result),
    };
    let lines = (lowest..=highest)
        .rev()
        .map(|result| (chances::signed(result), methods.iter().map(|method| rate(method, result)).collect::<Vec<_>>()));
    Rates::in_one_table("Chance of each result or a higher one, in percent", columns.map(Heading::right), lines)
}
