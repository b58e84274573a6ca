//! `[run]`: how much to simulate.

use crate::document::count::spelled_seconds;
use crate::document::decode;
use crate::document::fault::{Fault, Span};
use crate::document::keys::{KeySpec, Kind};
use crate::document::reader::{Item, Reader};
use crate::sim::MAX_TRIALS;
use crate::stats::Aim;
use crate::study::{Goal, MethodChoice};

/// What is run unless the file says otherwise.
const DEFAULT_TRIALS: u64 = 1_000_000;
/// When a run that is to be precise gives up, unless the file says otherwise.
pub(super) const DEFAULT_MAX_TRIALS: u64 = 100_000_000;
/// The limits of a half-width: of a chance (at most ½ makes sense), or of a mean.
pub const PRECISION: (f64, f64) = (1e-7, 1000.0);
/// The limits of a half-width as a part of the figure.
pub const RELATIVE: (f64, f64) = (1e-5, 1.0);
/// The limits of a time in seconds; the longest is a week.
const SECONDS: (f64, f64) = (0.01, 604_800.0);

/// What is told where a precision meets `method = "exact"`.
pub(super) const EXACT_CURE: &str = "an exact answer needs no trials: leave out one of them";
/// What is told where a precision meets `method = "both"`.
pub(super) const BOTH_CURE: &str =
    "exact and simulated are compared after a number of trials known before: give `trials`";

/// How much to simulate.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub(super) method: MethodChoice,
    pub(super) trials: u64,
    pub(super) goal: Option<Goal>,
    /// Where the goal's figure was named.
    pub(super) figure: Option<Span>,
    pub(super) seed: u64,
}

impl Default for Run {
    fn default() -> Self {
        Self { method: MethodChoice::Auto, trials: DEFAULT_TRIALS, goal: None, figure: None, seed: 1 }
    }
}

pub(super) const RUN: &[KeySpec] = &[
    key(
        "method",
        Kind::Choice(&MethodChoice::WORDS),
        "Exact or simulated, or both and compared; auto solves what can be solved.",
        "\"simulate\"",
    ),
    key("trials", Kind::Count { min: 1, max: MAX_TRIALS }, "Trials of each cell, where simulated.", "\"10 million\""),
    key(
        "precision",
        Kind::Number { min: PRECISION.0, max: PRECISION.1 },
        "In place of trials: simulate until the figure's interval reaches no further than this to either side, in every \
         cell. An exact answer needs no trials.",
        "0.002",
    ),
    key(
        "relative",
        Kind::Number { min: RELATIVE.0, max: RELATIVE.1 },
        "As precision, but a part of the figure: 0.05 for 5 % of it.",
        "0.05",
    ),
    key(
        "figure",
        Kind::Text,
        "The figure that precision or relative is about, as results name it; the first unless given.",
        "\"Snorri wins\"",
    ),
    key(
        "max_trials",
        Kind::Count { min: 1, max: MAX_TRIALS },
        "The most trials of a cell until the figure is precise (100 million unless given).",
        "\"10 million\"",
    ),
    key(
        "max_time",
        Kind::Any(&[Kind::Number { min: SECONDS.0, max: SECONDS.1 }, Kind::Text]),
        "The longest time until the figures are precise, in seconds or as text; the number of trials then depends on \
         the clock.",
        "\"2 min\"",
    ),
    key("seed", Kind::Integer { min: 0, max: i64::MAX }, "What all random numbers follow from.", "20"),
];

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

pub(super) fn read_run(reader: &mut Reader<'_>) -> Option<Run> {
    let default = Run::default();
    let word = reader.get("method", decode::choice);
    let method = word.and_then(MethodChoice::from_word).unwrap_or(default.method);
    let trials = reader.get("trials", decode::count).unwrap_or(default.trials);
    let goal = read_goal(reader, method);
    let figure = goal.as_ref().and_then(|goal| goal.figure.as_ref()).map(|_| reader.span_of("figure"));
    let seed = reader.get("seed", decode::integer).map_or(default.seed, |seed| seed as u64);
    Some(Run { method, trials, goal, figure, seed })
}

fn read_goal(reader: &mut Reader<'_>, method: MethodChoice) -> Option<Goal> {
    let precision = reader.get("precision", decode::number).map(Aim::Absolute);
    let relative = reader.get("relative", decode::number).map(Aim::Relative);
    let figure = reader.get("figure", decode::text);
    let max_trials = reader.get("max_trials", decode::count).unwrap_or(DEFAULT_MAX_TRIALS);
    let max_seconds = reader.get("max_time", seconds);
    let asked = ["precision", "relative"].into_iter().find(|key| reader.has(key));
    let Some(asked) = asked else {
        for key in ["figure", "max_trials", "max_time"].into_iter().filter(|key| reader.has(key)).collect::<Vec<_>>() {
            let fault = Fault::new(format!("`{key}` has no effect without a precision"));
            let fault = fault.at(reader.span_of(key)).help("say how precise: `precision = 0.002` or `relative = 0.05`");
            reader.faults().push(fault);
        }
        return None;
    };
    let contradicts = [
        (asked == "precision" && reader.has("relative"), "relative", "ask for one of them"),
        (reader.has("trials"), "trials", "leave out `trials`; to limit them write `max_trials`"),
        (method == MethodChoice::Exact, "method", EXACT_CURE),
        (method == MethodChoice::Both, "method", BOTH_CURE),
    ];
    for (_, key, cure) in contradicts.into_iter().filter(|(contradicts, ..)| *contradicts) {
        let span = reader.span_of(key);
        let method = format!("method = \"{}\"", method.word());
        let name = if key == "method" { method.as_str() } else { key };
        reader.faults().push(Fault::new(format!("`{asked}` and `{name}` contradict each other")).at(span).help(cure));
    }
    Some(Goal { aim: precision.or(relative)?, figure, max_trials, max_seconds })
}

fn seconds(item: Item<'_>) -> Option<f64> {
    let Some(text) = item.node.as_str() else { return decode::number(item) };
    match limited_seconds(text) {
        Some(seconds) => Some(seconds),
        None => {
            let fault = Fault::new(format!("{} must be a time of up to a week", item.name));
            item.refuse(fault.help("write seconds, as in `90`, or text, as in `\"90 s\"`, `\"2 min\"` or `\"1.5 h\"`"))
        }
    }
}

/// A time in seconds, written as `90`, `90 s`, `2 min` or `1.5 h`; none where it is no such text, or too short or long.
pub fn limited_seconds(text: &str) -> Option<f64> {
    spelled_seconds(text).filter(|seconds| (SECONDS.0..=SECONDS.1).contains(seconds))
}
