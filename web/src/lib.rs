//! fudgelab for a web page: requests and answers in JSON.
//!
//! Every figure, word and picture comes from the library; the page builds scenarios and shows answers. A request is a
//! [`Request`]; its answer is `{"ok": …}` or `{"errors": [ … ]}`, each error with its position in the text. The page's
//! worker calls [`answer`] through `abi`.

#[cfg(target_arch = "wasm32")]
mod abi;
mod glance;
mod listing;
mod rejection;
mod replay;
mod run;
mod watch;
mod words;

use fudgelab::dice::Definitions;
use fudgelab::report::rolls::formula::FormulaDistribution;
use fudgelab::report::rolls::odds::{OddsQuery, Question};
use fudgelab::report::rolls::rates::{self, Rates};
use fudgelab::scenario::{Files, Overrides, Scenario, Source, read_files};
use rejection::{Rejection, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A request of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// All choices for the page's forms.
    Listing,
    /// All lists of `fudgelab list`.
    Lists,
    /// The names that a key's formula can use.
    Names {
        /// The key, such as `rules.damage`.
        key: String,
    },
    /// Validates a scenario.
    Check {
        /// The scenario file's text.
        toml: String,
        /// The texts of included files and presets, by name.
        #[serde(default)]
        files: FileTexts,
    },
    /// A quick answer for a fight or a campaign.
    Glance(glance::Glance),
    /// The full answer, like that of the command line.
    Run {
        /// The scenario file's text.
        toml: String,
        /// The file's name.
        file: String,
        /// The texts of included files and presets, by name.
        #[serde(default)]
        files: FileTexts,
    },
    /// A file of the last run: `report.html`, `result.json`, or one listed by [`Run`](Request::Run).
    File {
        /// The file's name.
        name: String,
    },
    /// A trial, roll by roll.
    Replay(replay::Replay),
    /// The odds of one roll.
    Odds(Roll),
    /// Success rates of dice.
    Rates {
        /// One or more dice.
        dice: Vec<String>,
    },
}

/// FileTexts of files, by name.
type FileTexts = BTreeMap<String, String>;

/// A roll as the user typed it; a text is empty if the user left it out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Roll {
    dice: String,
    level: String,
    modifier: i32,
    difficulty: String,
    opposed: String,
    opposed_dice: String,
}

/// Returns the answer to a request, both as JSON.
pub fn answer(request: &str) -> String {
    let answered =
        serde_json::from_str(request).map_err(|problem| Rejection::plain(problem.to_string())).and_then(dispatch);
    let answer = match answered {
        Ok(value) => json!({ "ok": value }),
        Err(rejection) => json!({ "errors": rejection.errors }),
    };
    answer.to_string()
}

fn dispatch(request: Request) -> Result<Value> {
    match request {
        Request::Listing => Ok(listing::listing()),
        Request::Lists => Ok(listing::lists()),
        Request::Names { key } => listing::names(&key),
        Request::Check { toml, files } => {
            read_with(&toml, &files).map(|scenario| json!({ "title": scenario.study.title }))
        }
        Request::Glance(glance) => glance.answer(),
        Request::Run { toml, file, files } => run::run(read_with(&toml, &files)?, &file),
        Request::File { name } => run::file(&name),
        Request::Replay(replay) => replay.answer(),
        Request::Odds(roll) => odds(&roll),
        Request::Rates { dice } => rates(&dice),
    }
}

fn rates(dice: &[String]) -> Result<Value> {
    let rates = Rates::of(&rates::RatesQuestion::read(&rates::RatesQuery { dice, ..Default::default() })?)?;
    Ok(rates.tables.first().map_or(Value::Null, run::table))
}

fn odds(roll: &Roll) -> Result<Value> {
    let typed = |text: &'_ str| -> Option<String> { Some(text.trim().to_owned()).filter(|text| !text.is_empty()) };
    let [level, difficulty, opposed, opposed_dice] =
        [&roll.level, &roll.difficulty, &roll.opposed, &roll.opposed_dice].map(|text| typed(text));
    if level.is_none()
        && roll.modifier == 0
        && difficulty.is_none()
        && opposed.is_none()
        && !Definitions::none().is_named(&roll.dice)
    {
        let weighed = FormulaDistribution::read(&roll.dice, &[]).map_err(|problems| Rejection::problems(&problems))?;
        return Ok(json!({
            "words": weighed.text(),
            "doubts": weighed.notes(),
            "outcomes": null,
            "table": run::table(&weighed.table()),
            "shares": weighed.shares(),
            "spread": weighed.spread(),
        }));
    }
    let question = Question::read(&OddsQuery {
        dice: &roll.dice,
        level: level.as_deref(),
        modifier: roll.modifier,
        difficulty: difficulty.as_deref(),
        opposed: opposed.as_deref(),
        opposed_dice: opposed_dice.as_deref(),
        ..OddsQuery::default()
    })?;
    let odds = question.answer()?;
    Ok(json!({
        "words": question.words(),
        "doubts": question.hints(),
        "outcomes": odds.outcomes().map(|table| table.rows),
        "table": run::table(&odds.table(&question)),
        "shares": odds.shares(),
        "spread": odds.spread(&question),
    }))
}

fn read(toml: &str) -> Result<Scenario> {
    read_with(toml, &FileTexts::new())
}

/// Reads a scenario that may include `files` or use them as presets.
fn read_with(toml: &str, files: &FileTexts) -> Result<Scenario> {
    let source = |(name, text): (&str, &str)| {
        let source = Source::from_bytes(name, text.as_bytes().to_vec());
        source.map_err(|problem| Rejection::problems(&problem.into()))
    };
    let others = files.iter().map(|(name, text)| source((name, text))).collect::<Result<Vec<_>>>()?;
    let files = Files::of(source(("scenario.toml", toml))?, others);
    read_files(&files, &Overrides::default()).map_err(|problems| Rejection::problems(&problems))
}

#[cfg(test)]
mod tests;
