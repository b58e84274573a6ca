//! The odds of formulas: every value with its chance, and two formulas side by side.

use super::super::formats::bar::bar;
use super::super::formats::json::VERSION;
use super::super::number;
use super::super::page::{Page, Part};
use super::super::table::{Heading, Table};
use super::chances::{self, Chances};
use crate::chance::Weight;
use crate::check::Summary;
use crate::dice::Definitions;
use crate::document::{Problem, Problems, Source, Span};
use crate::error::Error;
use crate::formula::{Fault, Formula, FormulaScope, Note, Outcomes, ValueKind};
use crate::ladder::Ladder;
use crate::measure::Unit;
use crate::rules::names::{Declared, refusal};
use crate::stats::Estimate;
use serde_json::{Map, Value, json};

/// Maximum number of values listed; longer distributions are shown by some of their quantiles.
const MAX_ROWS: usize = 60;

/// The quantiles shown of long distributions, in percent.
const QUANTILES: [u8; 11] = [1, 5, 10, 20, 30, 50, 70, 80, 90, 95, 99];

/// Maximum length of a bar, in columns.
const MAX_BAR_WIDTH: usize = 24;
/// The gap between a name and its words, non-breaking so that they stay on one line.
const GAP: &str = "\u{a0}\u{a0}";

/// A formula and its distribution.
#[derive(Debug)]
pub struct FormulaDistribution {
    text: String,
    truth: bool,
    chances: Chances,
    notes: Vec<Note>,
}

impl FormulaDistribution {
    /// Reads a formula whose variables have the values in `names`, and computes its distribution. Words in quotes are
    /// levels of the standard ladder.
    ///
    /// # Errors
    /// If a variable's name or the formula is invalid. All errors of the formula are reported, each with its position.
    pub fn read(text: &str, names: &[(String, i64)]) -> Result<Self, Problems> {
        check_names(names)?;
        let ladder = Ladder::default();
        let known: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
        let values: Vec<i64> = names.iter().map(|(_, value)| *value).collect();
        let word = |word: &str, _: Option<&str>| ladder.parse(word).ok().map(i64::from);
        let method = |name: &str| Definitions::none().method(name);
        let words: Vec<String> = (-3..=3).map(|level| ladder.degree_name(level)).collect();
        let scope =
            FormulaScope { names: &known, word: &word, words: &words, method: &method, ..FormulaScope::empty() };
        let formula = Formula::read(text, &scope).map_err(|faults| problems(text, &faults))?;
        let outcomes = formula.weigh(&values).map_err(|fault| problems(text, &[fault]))?;
        // Formulas have values within a million of 0.
        let value = |value: i64| i32::try_from(value).unwrap_or(0);
        let chances = match outcomes {
            Outcomes::Exact(items, total) => {
                items.into_iter().map(|(item, weight)| (value(item), Weight::of(weight, total))).collect::<Vec<_>>()
            }
            Outcomes::Rounded(items) => {
                items.into_iter().map(|(item, chance)| (value(item), Weight::rounded(chance))).collect()
            }
        };
        let known: Vec<_> = values.iter().map(|value| Some((*value, *value))).collect();
        let (truth, notes) = (formula.kind() == ValueKind::Truth, formula.notes(&known));
        Ok(Self { text: text.to_owned(), truth, chances: Summary::from(chances).into(), notes })
    }

    /// Hints that the formula may not mean what was intended, one sentence each.
    pub fn notes(&self) -> Vec<String> {
        let said = |note: &Note| {
            let help = note.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
            format!("column {}: {}{help}", note.at + 1, note.message)
        };
        self.notes.iter().map(said).collect()
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The values with their chances, in ascending order.
    pub fn chances(&self) -> Vec<(i64, f64)> {
        self.chances.plain()
    }

    fn points(&self) -> impl DoubleEndedIterator<Item = (i32, Weight)> {
        self.chances.0.iter().copied()
    }

    /// The mean and the standard deviation.
    fn moments(&self) -> (f64, f64) {
        let mean: f64 = self.points().map(|(value, weight)| f64::from(value) * weight.probability()).sum();
        let variance: f64 =
            self.points().map(|(value, weight)| (f64::from(value) - mean).powi(2) * weight.probability()).sum();
        (mean, variance.sqrt())
    }

    /// The chance that the formula is true.
    fn truth(&self) -> Weight {
        self.points().find(|(value, _)| *value == 1).map_or(Weight::ZERO, |(_, weight)| weight)
    }

    pub fn page(&self) -> Page {
        let said = if self.truth {
            let fraction = chances::fraction(self.truth());
            let fraction = if fraction.is_empty() { fraction } else { format!(" ({fraction})") };
            vec![Part::plain_sentence(format!("true {}{fraction}", chances::percent(self.truth())))]
        } else {
            vec![Part::Table(self.with_bars())]
        };
        let spread = self.spread().map(Part::plain_sentence).into_iter().collect();
        Page::new(2, [vec![Part::Title(self.text.clone())], said, spread])
    }

    /// The mean and the standard deviation in words; `None` if the formula is a truth value.
    pub fn spread(&self) -> Option<String> {
        let (mean, deviation) = self.moments();
        (!self.truth).then(|| chances::mean_and_deviation(mean, deviation))
    }

    /// The chance of each row of [`table`](Self::table), the highest value first; empty if the table has quantiles or a
    /// truth value.
    pub fn shares(&self) -> Vec<f64> {
        if self.truth || self.chances.0.len() > MAX_ROWS { Vec::new() } else { self.chances.shares() }
    }

    /// Each value with its chance and the chance of it or a higher one, the highest value first. Many values are
    /// reduced to some quantiles; a truth value is reduced to the chance of true.
    pub fn table(&self) -> Table {
        if self.truth {
            let row = ["true".to_owned(), chances::percent(self.truth()), chances::fraction(self.truth())];
            return Table::new("", [Heading::left("result"), Heading::right("chance"), Heading::right("")], [row]);
        }
        if self.chances.0.len() > MAX_ROWS { self.quantiles() } else { self.chances.results() }
    }

    /// Like [`table`](Self::table), with a bar for each value.
    fn with_bars(&self) -> Table {
        let mut table = self.table();
        let shares = self.shares();
        let largest = shares.iter().copied().fold(0.0, f64::max);
        if !shares.is_empty() {
            table.columns.push(Heading::left(""));
        }
        for (row, share) in table.rows.iter_mut().zip(shares) {
            row.push(bar(share / largest, MAX_BAR_WIDTH).into());
        }
        table
    }

    fn quantiles(&self) -> Table {
        let row = |percent: &u8| {
            let mut sum = 0.0;
            let reached = self.points().find(|(_, weight)| {
                sum += weight.probability();
                sum >= f64::from(*percent) / 100.0
            });
            [format!("{percent} %"), reached.map_or_else(String::new, |(value, _)| value.to_string())]
        };
        Table::new("", ["chance", "at most"].map(Heading::right), QUANTILES.iter().map(row))
    }

    pub fn json(&self) -> Value {
        let mut document = self.members();
        document.insert("fudgelab".to_owned(), json!(VERSION));
        Value::Object(document)
    }

    fn members(&self) -> Map<String, Value> {
        let point = |((value, weight), (_, sum)): ((i32, Weight), (i32, Weight))| match self.truth {
            true => chances::json_object("value", json!(value == 1), weight, None),
            false => chances::json_object("value", json!(value), weight, Some(sum)),
        };
        let points: Vec<Value> = self.points().zip(self.chances.at_least()).map(point).collect();
        let mut members = Map::from_iter([
            ("formula".to_owned(), json!(self.text)),
            ("distribution".to_owned(), Value::Array(points)),
            ("notes".to_owned(), json!(self.notes())),
        ]);
        if self.truth {
            members.insert("true".to_owned(), json!(self.truth().probability()));
        } else {
            let (mean, deviation) = self.moments();
            members.insert("mean".to_owned(), json!(mean));
            members.insert("sd".to_owned(), json!(deviation));
        }
        members
    }
}

/// Two formulas, rolled independently.
#[derive(Debug)]
pub struct FormulaComparison {
    pub both: [FormulaDistribution; 2],
}

impl FormulaComparison {
    /// The chances that the first is higher, that both are equal, and that the second is higher.
    pub fn higher(&self) -> [Weight; 3] {
        let [one, other] = &self.both;
        let [(higher, equal), (lower, _)] = [chances_above_and_equal(one, other), chances_above_and_equal(other, one)];
        [higher, equal, lower]
    }

    pub fn page(&self) -> Page {
        let [higher, equal, lower] = self.higher().map(chances::percent);
        let sentence = format!("A is higher {higher}, equal {equal}, B is higher {lower}.");
        let both = || ["A", "B"].into_iter().zip(&self.both);
        let names = both().map(|(name, one)| Part::Title(format!("{name}{GAP}{}", one.text)));
        let spreads =
            both().filter_map(|(name, one)| Some(Part::plain_sentence(format!("{name}{GAP}{}", one.spread()?))));
        let table = vec![Part::Table(self.table())];
        Page::new(2, [names.collect(), vec![Part::plain_sentence(sentence)], table, spreads.collect()])
    }

    fn table(&self) -> Table {
        let all = self.both.each_ref().map(|one| &one.chances.0);
        let mut values: Vec<i32> = all.into_iter().flatten().map(|(value, _)| *value).collect();
        values.sort_unstable();
        values.dedup();
        // Of many values, show evenly spaced ones.
        let step = values.len().div_ceil(MAX_ROWS).max(1);
        let columns = ["result", "A exactly", "A at least", "B exactly", "B at least"].map(Heading::right);
        let sums = self.both.each_ref().map(|one| one.chances.at_least());
        let shown = |chance: f64| number::bare(&Estimate::exact(chance, 1e-12), Unit::Probability);
        let row = |value: &i32| {
            let cells = all.iter().zip(&sums).flat_map(|(points, sums)| {
                let own = points
                    .binary_search_by_key(value, |(known, _)| *known)
                    .map_or(0.0, |at| points[at].1.probability());
                let at = sums.partition_point(|(known, _)| known < value);
                let least = sums.get(at).map_or(0.0, |(_, sum)| sum.probability());
                [shown(own), shown(least)]
            });
            std::iter::once(chances::signed(*value)).chain(cells).collect::<Vec<_>>()
        };
        Table::new("", columns, values.iter().rev().step_by(step).map(row))
    }

    pub fn json(&self) -> Value {
        let [higher, equal, lower] = self.higher().map(|weight| weight.probability());
        json!({
            "fudgelab": VERSION,
            "formulas": self.both.each_ref().map(|one| Value::Object(one.members())),
            "first_higher": higher,
            "equal": equal,
            "second_higher": lower,
        })
    }
}

/// The chances that `one` is above `other`, and that both are equal.
fn chances_above_and_equal(one: &FormulaDistribution, other: &FormulaDistribution) -> (Weight, Weight) {
    let [mut below, mut above, mut equal] = [Weight::ZERO; 3];
    let mut others = other.points().peekable();
    for (value, weight) in one.points() {
        while let Some((_, lower)) = others.next_if(|(known, _)| *known < value) {
            below += lower;
        }
        above += weight * below;
        if let Some((_, same)) = others.peek().filter(|(known, _)| *known == value) {
            equal += weight * *same;
        }
    }
    (above, equal)
}

/// Rejects names that have another meaning in formulas, or that are given twice.
fn check_names(names: &[(String, i64)]) -> Result<(), Problems> {
    for (place, (name, _)) in names.iter().enumerate() {
        let taken = |other: &str| {
            let is_given = names[..place].iter().any(|(known, _)| known == other);
            is_given.then(|| "already has a value".to_owned())
        };
        if let Some(refused) = refusal(Declared::Let, name, &taken) {
            return Err(Problem::from(&refused).into());
        }
    }
    Ok(())
}

/// The errors of a formula, with their positions in `text`.
pub fn problems(text: &str, faults: &[Fault]) -> Problems {
    let source = match Source::from_bytes("formula", text.as_bytes().to_vec()) {
        Ok(source) => source,
        Err(problem) => return problem.into(),
    };
    let mut problems = Problems::new();
    let source = problems.add_source(source);
    let byte = |letter: usize| text.char_indices().nth(letter).map_or(text.len(), |(byte, _)| byte);
    for fault in faults {
        let span = Span { source, start: byte(fault.at), end: byte(fault.at + 1) };
        problems.push(Problem::from(Error::from(fault.clone())).at(span));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::formats::terminal::Style;

    fn weighed(text: &str) -> FormulaDistribution {
        FormulaDistribution::read(text, &[("need".to_owned(), 2)]).unwrap_or_else(|problems| panic!("{problems}"))
    }

    #[test]
    fn page_lists_values_with_bars() {
        let page = weighed("highest(1, 2d3) - need").page().text(&Style::plain(80));
        assert!(page.contains("+1      55.56 %  5/9   55.56 %  5/9  ████████████████████████"), "{page}");
        assert!(page.contains("−1      11.11 %  1/9     100 %  1/1  ████▊"), "{page}");
        assert_eq!(weighed("d20 >= 12").page().text(&Style::plain(80)), "d20 >= 12\n\n  true 45.00 % (9/20)\n");
        let page = weighed("50d1000").page().text(&Style::plain(80));
        assert!(page.contains("50 %    25025") && page.contains("standard deviation 2041.24"), "{page}");
    }

    #[test]
    fn compared_formulas_report_higher_and_equal() {
        let compared = FormulaComparison { both: [weighed("d4"), weighed("d6 - 1")] };
        let higher = compared.higher().map(|weight| weight.fraction().unwrap());
        // Of 24 pairs, 1 is above one value of the other formula, 2 above two, 3 above three, 4 above four; 1 to 4 are
        // tied once each.
        assert_eq!(higher, [(5, 12), (1, 6), (5, 12)]);
        let page = compared.page().text(&Style::plain(80));
        assert!(page.contains("A is higher 41.67 %, equal 16.67 %, B is higher 41.67 %."), "{page}");
        assert!(page.contains("+4      25.00       25.00      16.67       33.33"), "{page}");
    }

    #[test]
    fn errors_report_line_and_column() {
        let problems = FormulaDistribution::read("let r = 4dF;\nr + ned", &[("need".to_owned(), 2)]).unwrap_err();
        let text = problems.render(false);
        assert!(text.contains("formula:2:5") && text.contains("did you mean `need`?"), "{text}");
    }
}
