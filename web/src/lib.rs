//! fudgelab for a web page: a request in JSON, an answer in JSON.
//!
//! Every figure, word and picture comes from the library; the page makes scenarios and shows answers. What is asked is a [`Request`]; the
//! answer is `{"ok": …}` or `{"errors": [ … ]}`, each error with its place in the text. `abi` is how the page's worker calls [`answer`].

#[cfg(target_arch = "wasm32")]
mod abi;
mod glance;
mod listing;
mod refused;
mod replay;
mod run;
mod watch;
mod words;

use fudgelab::dice::Definitions;
use fudgelab::report::rolls::formula::Weighed;
use fudgelab::report::rolls::odds::{Asked, Question};
use fudgelab::report::rolls::rates::{self, Rates};
use fudgelab::scenario::{Files, Overrides, Scenario, Source, read_files};
use refused::{Refused, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What a page may ask.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// Everything there is to choose from.
    Listing,
    /// All lists of `fudgelab list`.
    Lists,
    /// The names that the formula of a key knows.
    Names {
        /// The key, as in `rules.damage`.
        key: String,
    },
    /// What is wrong with a scenario.
    Check {
        /// The scenario file's text.
        toml: String,
        /// The texts of files that it includes or names as presets, by name.
        #[serde(default)]
        files: Texts,
    },
    /// The answer to a fight or a campaign as far as so little time allows.
    Glance(glance::Glance),
    /// The answer that the command line gives.
    Run {
        /// The scenario file's text.
        toml: String,
        /// The name of the file.
        file: String,
        /// The texts of files that it includes or names as presets, by name.
        #[serde(default)]
        files: Texts,
    },
    /// A file of what was run last: `report.html`, `result.json`, or one named by [`Run`](Request::Run).
    File {
        /// Its name.
        name: String,
    },
    /// A trial roll by roll.
    Replay(replay::Replay),
    /// The odds of one roll.
    Odds(Roll),
    /// Success rates.
    Rates {
        /// Dice, one or more.
        dice: Vec<String>,
    },
}

/// The texts of files by name.
type Texts = BTreeMap<String, String>;

/// A roll, as it is typed. What is empty was not typed.
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

/// The answer to a request in JSON.
pub fn answer(request: &str) -> String {
    let answered =
        serde_json::from_str(request).map_err(|problem| Refused::plain(problem.to_string())).and_then(answered);
    let answer = match answered {
        Ok(value) => json!({ "ok": value }),
        Err(refused) => json!({ "errors": refused.errors }),
    };
    answer.to_string()
}

fn answered(request: Request) -> Result<Value> {
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
    let rates = Rates::of(&rates::RatesQuestion::read(&rates::AskedRates { dice, ..Default::default() })?)?;
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
        let weighed = Weighed::read(&roll.dice, &[]).map_err(|problems| Refused::problems(&problems))?;
        return Ok(json!({
            "words": weighed.text(),
            "doubts": weighed.notes(),
            "outcomes": null,
            "table": run::table(&weighed.table()),
            "shares": weighed.shares(),
            "spread": weighed.spread(),
        }));
    }
    let question = Question::read(&Asked {
        dice: &roll.dice,
        level: level.as_deref(),
        modifier: roll.modifier,
        difficulty: difficulty.as_deref(),
        opposed: opposed.as_deref(),
        opposed_dice: opposed_dice.as_deref(),
        ..Asked::default()
    })?;
    let odds = question.answer()?;
    Ok(json!({
        "words": question.words(),
        "doubts": question.doubts(),
        "outcomes": odds.outcomes().map(|table| table.rows),
        "table": run::table(&odds.table(&question)),
        "shares": odds.shares(),
        "spread": odds.spread(&question),
    }))
}

/// Reads the text of a scenario.
fn read(toml: &str) -> Result<Scenario> {
    read_with(toml, &Texts::new())
}

/// Reads the text of a scenario, with other files at hand.
fn read_with(toml: &str, files: &Texts) -> Result<Scenario> {
    let source = |(name, text): (&str, &str)| {
        let source = Source::from_bytes(name, text.as_bytes().to_vec());
        source.map_err(|problem| Refused::problems(&problem.into()))
    };
    let others = files.iter().map(|(name, text)| source((name, text))).collect::<Result<Vec<_>>>()?;
    let files = Files::of(source(("scenario.toml", toml))?, others);
    read_files(&files, &Overrides::default()).map_err(|problems| Refused::problems(&problems))
}

#[cfg(test)]
mod tests;
