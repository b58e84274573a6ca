//! The table as a picture: a scenario that asks the same question is run, and its chart written.

use super::super::picture;
use crate::chart;
use crate::dice::Dice;
use crate::document::Source;
use crate::error::{Error, Result};
use crate::report::rates::{Levels, RatesQuestion};
use crate::scenario::{self, Overrides};
use crate::study;
use serde_json::Value;
use std::path::Path;

/// Draws the table into a file, as SVG or PNG by its ending.
///
/// # Errors
/// Another ending; the file cannot be written.
pub(super) fn write(question: &RatesQuestion, path: &Path) -> Result<()> {
    picture::checked(path)?;
    let (text, kind) = scenario(question);
    let source = Source::from_bytes("table", text.into_bytes()).map_err(|problem| Error::input(problem.message()))?;
    let read = scenario::read_source(source, Path::new(""), &Overrides::default());
    let read = read.map_err(|problems| Error::input(problems.to_string()))?;
    let result = study::run(&read.study, &())?;
    let charts = chart::charts(&result);
    let drawn = charts.iter().find(|chart| chart.kind == kind);
    let drawn = drawn.ok_or_else(|| Error::input("there is nothing to draw").with_help("show two levels or more"))?;
    picture::write(drawn, path)
}

/// A scenario that asks the same, and the kind of chart that shows it.
fn scenario(question: &RatesQuestion) -> (String, &'static str) {
    const CHECK: &str = "[check]\ntrait = 0\ndifficulty = 0\n";
    match question {
        RatesQuestion::Difficulty { dice, levels } => {
            let ([down, across], name) = (axes(levels), quoted(dice.name()));
            let title = quoted(&format!("Success rates of {}", dice.name()));
            let vary = format!("\"check.trait\" = {down}\n\"check.difficulty\" = {across}\n");
            (format!("title = {title}\n{CHECK}[rules]\ndice = {name}\n[vary]\n{vary}"), "heat map")
        }
        RatesQuestion::Opponent { dice, theirs, levels } => {
            let [down, across] = axes(levels);
            let title = quoted(&format!("{} against {}", dice.name(), theirs.name()));
            let side = |side: &str, name: &str, dice: &Dice| {
                format!("{side} = {{ name = \"{name}\", trait = 0, dice = {} }}\n", quoted(dice.name()))
            };
            let sides = side("active", "trait", dice) + &side("passive", "opponent", theirs);
            let vary = format!("\"opposed.active.trait\" = {down}\n\"opposed.passive.trait\" = {across}\n");
            (format!("title = {title}\n[opposed]\n{sides}[vary]\n{vary}"), "heat map")
        }
        RatesQuestion::Results { dice, .. } => {
            let names: Vec<String> = dice.iter().map(|dice| quoted(dice.name())).collect();
            let variants = names.iter().map(|name| format!("{name} = {{ rules = {{ dice = {name} }} }}\n"));
            let show = format!("[[show]]\ntable = \"differences\"\nbaseline = {}\n", names[0]);
            (format!("title = \"Dice\"\n{CHECK}{show}[variants]\n{}", variants.collect::<String>()), "at least")
        }
    }
}

/// The levels down, the highest first, and across, as lists of words.
fn axes(levels: &Levels) -> [String; 2] {
    let list = |levels: Vec<String>| Value::from(levels).to_string();
    let names = |name: fn(&Levels, i32) -> String| levels.all().map(|level| name(levels, level)).collect::<Vec<_>>();
    let mut down = names(|levels, level| levels.ladder.trait_name(level));
    down.reverse();
    [list(down), list(names(|levels, level| levels.ladder.degree_name(level)))]
}

/// JSON's text is TOML's as well.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
