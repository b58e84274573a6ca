//! The odds of one roll, and tables of success rates.

use crate::arrow::Table;
use crate::error::Result;
use crate::results::{PrintedTable, WIDTH, to_printed_table};
use fudgelab::report::formats::terminal::Style;
use fudgelab::report::rolls::formula::FormulaDistribution;
use fudgelab::report::rolls::odds::{OddsQuery, Question};
use fudgelab::report::rolls::rates::{Rates, RatesQuery, RatesQuestion};
use pyo3::prelude::*;

/// The roll in words, the printed page, JSON, the distribution as data, printed tables, and warnings about the dice.
type Odds = (String, String, String, Table, Vec<PrintedTable>, Vec<String>);

/// Returns the odds of one roll.
#[pyfunction]
#[pyo3(signature = (dice, *, level, modifier, difficulty, opposed, opposed_dice, spend, fudge_points))]
#[expect(clippy::too_many_arguments, reason = "the options of `fudgelab odds`, by name")]
pub(crate) fn odds(
    py: Python<'_>,
    dice: &str,
    level: Option<&str>,
    modifier: i32,
    difficulty: Option<&str>,
    opposed: Option<&str>,
    opposed_dice: Option<&str>,
    spend: Vec<String>,
    fudge_points: u8,
) -> Result<Odds> {
    let asked = OddsQuery {
        dice,
        level,
        modifier,
        difficulty,
        opposed,
        opposed_dice,
        spend: spend.iter().map(String::as_str).collect(),
        fudge_points,
    };
    let answered = || -> Result<Odds> {
        let question = Question::read(&asked)?;
        let odds = question.answer()?;
        let document = odds.json(&question);
        let table = Table::of_objects("distribution", &document["distribution"])?;
        let tables = odds.outcomes().into_iter().chain([odds.table(&question)]).map(to_printed_table).collect();
        Ok((
            question.words(),
            odds.page(&question).text(&Style::plain(WIDTH)),
            document.to_string(),
            table,
            tables,
            question.hints(),
        ))
    };
    py.detach(answered)
}

/// Returns a formula's printed page, JSON, distribution as data, printed table, and notes.
#[pyfunction]
pub(crate) fn formula(
    py: Python<'_>,
    text: &str,
    names: Vec<(String, i64)>,
) -> Result<(String, String, Table, PrintedTable, Vec<String>)> {
    let weighed = py.detach(|| FormulaDistribution::read(text, &names))?;
    let document = weighed.json();
    let table = Table::of_objects("distribution", &document["distribution"])?;
    Ok((
        weighed.page().text(&Style::plain(WIDTH)),
        document.to_string(),
        table,
        to_printed_table(weighed.table()),
        weighed.notes(),
    ))
}

/// Returns success rates: the printed page, the data, and the printed tables.
#[pyfunction]
#[pyo3(signature = (dice, *, lowest, highest, opposed, opposed_dice))]
pub(crate) fn rates(
    py: Python<'_>,
    dice: Vec<String>,
    lowest: Option<String>,
    highest: Option<String>,
    opposed: bool,
    opposed_dice: Option<String>,
) -> Result<(String, Table, Vec<PrintedTable>)> {
    let made = || -> Result<_> {
        let rates = Rates::of(&RatesQuestion::read(&RatesQuery {
            dice: &dice,
            from: lowest.as_deref(),
            to: highest.as_deref(),
            opposed,
            opposed_dice: opposed_dice.as_deref(),
        })?)?;
        let document = rates.document();
        let page = rates.page().text(&Style::plain(WIDTH));
        let tables = rates.tables.into_iter().map(to_printed_table).collect();
        Ok((page, Table::of_objects("rates", &document["rates"])?, tables))
    };
    py.detach(made)
}
