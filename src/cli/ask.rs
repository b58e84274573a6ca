//! The commands of the analyses: `fudgelab tune FILE …` asks the same question as an `[[ask]]` in the file.

use super::args::{AskArgs, Cli};
use super::output::Unfinished;
use super::progress::{self, Watch};
use super::screen::{self, Done, EarlyExit};
use super::{files, threads};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, CommandFactory};
use fudgelab::analysis::{ANALYSES, AnalysisInfo};
use fudgelab::document::{Absent, KeySpec, Kind};
use fudgelab::error::Error;
use fudgelab::report::answers::brief;
use fudgelab::report::formats::json;
use fudgelab::scenario::Overrides;
use fudgelab::study;
use fudgelab::text::clean;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Maximum number of values for one argument.
const MAX_VALUES: usize = 64;

/// All commands, including one for each analysis: its first key is an argument, each other key an option.
pub(super) fn command() -> Command {
    Cli::command().subcommands(ANALYSES.iter().map(analysis_command))
}

fn analysis_command(info: &'static AnalysisInfo) -> Command {
    let specs = info.keys.specs();
    let arguments = specs.iter().enumerate().map(|(place, spec)| argument(spec, (place == 0).then_some(info.takes)));
    let examples = format!(
        "The file's own [vary], [[ask]], [[show]] and [[expect]] are ignored. The same question in a file:\n  [[ask]]\n{}",
        specs.iter().filter(|spec| spec.required()).map(example_line).collect::<String>()
    );
    AskArgs::augment_args(Command::new(info.name()))
        .about(info.keys.meaning().trim_end_matches('.'))
        .args(arguments)
        .after_help(examples)
}

fn example_line(spec: &KeySpec) -> String {
    format!("  {} = {}\n", spec.key, spec.example)
}

/// The command-line argument of a key. `first` is the value's name in the help if the key is the first one, which needs
/// no option name.
fn argument(spec: &'static KeySpec, first: Option<&'static str>) -> Arg {
    let several = accepts(&spec.kind, |kind| matches!(kind, Kind::List(_)));
    let help = match spec.absent {
        Absent::Required | Absent::Nothing => spec.meaning.to_owned(),
        _ => format!("{} [default: {}]", spec.meaning.trim_end_matches('.'), spec.default().unwrap_or_default()),
    };
    let arg = Arg::new(spec.key).help(help);
    if first.is_none() && is_flag(&spec.kind) {
        return arg.long(spec.key).action(ArgAction::SetTrue);
    }
    let arg = arg.allow_negative_numbers(true).action(if several { ArgAction::Append } else { ArgAction::Set });
    match first {
        Some(takes) => {
            let optional = is_flag(&spec.kind);
            let least = usize::from(!optional);
            arg.value_name(takes).num_args(least..=if several { MAX_VALUES } else { 1 }).required(!optional).index(2)
        }
        None => arg.long(spec.key).value_name("VALUE").required(spec.required()),
    }
}

/// Whether one of the kinds that a key accepts satisfies `is_wanted`.
fn accepts(kind: &Kind, is_wanted: fn(&Kind) -> bool) -> bool {
    kind.find(|kind| is_wanted(kind).then_some(())).is_some()
}

/// Whether the key can be set without a value, which means `true`.
fn is_flag(kind: &Kind) -> bool {
    accepts(kind, |kind| matches!(kind, Kind::Boolean))
}

/// The analysis that the command `name` runs; `None` if it is another command.
pub(super) fn analysis_named(name: &str) -> Option<&'static AnalysisInfo> {
    ANALYSES.iter().find(|info| info.name() == name)
}

/// Answers `ask`, a question in TOML, or the questions of the file if it is `None`, and prints the answers.
///
/// # Errors
/// If the scenario or the question is invalid, there is no question, a case cannot be solved, or the user pressed
/// Ctrl-C.
pub(super) fn answers(args: &AskArgs, ask: Option<String>) -> Done {
    let overrides = Overrides {
        trials: args.trials,
        seed: args.seed,
        method: args.method,
        allow_outside: args.allow_outside,
        ask,
        ..Overrides::default()
    };
    let pool = threads::pool(args.work.threads)?;
    let ready = files::read_one(&args.file, &overrides)?;
    let interrupted = progress::listen(Arc::new(Unfinished::default()))?;
    let study = &ready.scenario.study;
    if study.analyses.is_empty() && study.listed.is_empty() {
        let help = "write an [[ask]] into it, such as `measure = \"draw\"` or `swing = true`, or use a command such as `fudgelab swing`";
        return Err(Error::input(format!("{} asks no question", clean(&ready.name))).with_help(help).into());
    }
    let watch = Watch::new(study, &interrupted, args.work.quiet);
    let answered = pool.install(|| study::answer(study, &watch));
    watch.finish(answered.is_ok(), ready.reading);
    let is_interrupted = interrupted.load(Ordering::Relaxed);
    if is_interrupted && answered.as_ref().map_or(true, |result| result.replies.is_empty()) {
        return Err(EarlyExit::Interrupted);
    }
    let result = answered.map_err(|error| error.context(clean(&ready.name)))?;
    let printed = screen::print(&match args.work.json {
        true => json::text(&result, &ready.name),
        false => brief::page(&result).text(&screen::style()),
    });
    if is_interrupted { Err(EarlyExit::Interrupted) } else { printed }
}

/// The command line as an entry of `[[ask]]`.
pub(super) fn to_toml(info: &AnalysisInfo, matches: &ArgMatches) -> String {
    let value = |(place, spec): (usize, &KeySpec)| {
        if place > 0 && is_flag(&spec.kind) {
            return matches.get_flag(spec.key).then(|| "true".to_owned());
        }
        let given: Vec<&String> = matches.get_many::<String>(spec.key).into_iter().flatten().collect();
        let written: Vec<String> = given.iter().map(|text| toml_value(text, &spec.kind)).collect();
        match &written[..] {
            [] => (place == 0).then(|| "true".to_owned()),
            [one] if !matches!(spec.kind, Kind::List(_)) => Some(one.clone()),
            several => Some(format!("[{}]", several.join(", "))),
        }
    };
    let line = |(place, spec): (usize, &KeySpec)| value((place, spec)).map(|value| format!("{} = {value}\n", spec.key));
    format!("[[ask]]\n{}", info.keys.specs().iter().enumerate().filter_map(line).collect::<String>())
}

/// A value in TOML: a table is unchanged, and so is a number unless the key accepts text; anything else becomes a
/// string.
fn toml_value(text: &str, kind: &Kind) -> String {
    let text_fits = accepts(kind, |kind| match kind {
        Kind::List(inner) => accepts(inner, |kind| matches!(kind, Kind::Text)),
        one => matches!(one, Kind::Text),
    });
    let is_table = text.starts_with('{');
    let is_number = text.parse::<f64>().is_ok() || text.parse::<bool>().is_ok();
    // A JSON string is also a TOML string.
    if is_table || (is_number && !text_fits) || (is_flag(kind) && text == "true") {
        text.to_owned()
    } else {
        serde_json::Value::from(text).to_string()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn commands_are_valid() {
        super::command().debug_assert();
    }
}
