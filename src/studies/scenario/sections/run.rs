//! `[run]`: the method, the trials or the precision, and the seed.

use crate::document::{AnyKey, Item, Key, KeyOr, Kind, Literal, Problem, Reader, Span, decode, keys, spelled_seconds};
use crate::sim::MAX_TRIALS;
use crate::stats::TargetWidth;
use crate::study::{MethodChoice, PrecisionGoal};

/// Maximum number of trials to reach a precision, unless the file sets it.
pub(in crate::scenario) const DEFAULT_MAX_TRIALS: u64 = 100_000_000;
/// The smallest and the largest half-width that can be asked for, of a chance (at most ½ makes sense) or a mean.
pub const PRECISION_LIMITS: (f64, f64) = (1e-7, 1000.0);
/// The smallest and the largest half-width relative to the figure.
pub const RELATIVE_LIMITS: (f64, f64) = (1e-5, 1.0);
/// The shortest and the longest time in seconds; the longest is a week.
const SECONDS_LIMITS: (f64, f64) = (0.01, 604_800.0);

/// A number of seconds, or text with a unit.
const MAX_TIME_KIND: Kind = Kind::Any(&[Kind::Number { min: SECONDS_LIMITS.0, max: SECONDS_LIMITS.1 }, Kind::Text]);

/// Help if a precision is combined with `method = "exact"`.
pub(in crate::scenario) const EXACT_HELP: &str = "an exact answer needs no trials: remove the precision or the method";
/// Help if a precision is combined with `method = "both"`.
pub(in crate::scenario) const BOTH_HELP: &str =
    "exact and simulated figures are compared after a fixed number of trials: give `trials`";

#[derive(Debug, Clone)]
pub(in crate::scenario) struct RunSection {
    pub(in crate::scenario) method: MethodChoice,
    /// The trials of each cell, if the file sets them.
    pub(in crate::scenario) trials: Option<u64>,
    pub(in crate::scenario) goal: Option<PrecisionGoal>,
    /// The position of the goal's figure, if it has one.
    pub(in crate::scenario) figure: Option<Span>,
    pub(in crate::scenario) seed: u64,
}

impl Default for RunSection {
    fn default() -> Self {
        Self { method: MethodChoice::Auto, trials: None, goal: None, figure: None, seed: 1 }
    }
}

keys! {
    pub(in crate::scenario) RUN = "run": "How much to simulate.";
    METHOD: KeyOr<MethodChoice> = Key::new("method", Kind::Choice(&MethodChoice::WORDS), method)
        .means("How figures are computed: exactly, by simulation, or both ways for comparison. `auto` solves exactly if that is quick, and simulates otherwise.", "\"simulate\"")
        .or_made(Literal::Word(MethodChoice::Auto.word()), |_| MethodChoice::Auto);
    TRIALS: Key<u64> = Key::count("trials", 1, MAX_TRIALS)
        .means("The number of trials of each case that is simulated.", "\"10 million\"")
        .otherwise("until chances are known to ± 0.5 points, means to 1 % or ± 0.02, and expectations are decided");
    PRECISION_KEY: Key<f64> = Key::number("precision", PRECISION_LIMITS.0, PRECISION_LIMITS.1).means(
        "Simulate until the half-width of the figure's 95 % interval is at most this in every case, instead of a number of \
         `trials`. An exact answer needs no trials.",
        "0.002",
    );
    RELATIVE_KEY: Key<f64> = Key::number("relative", RELATIVE_LIMITS.0, RELATIVE_LIMITS.1)
        .means("Like `precision`, but relative to the figure: 0.05 is 5 % of the figure.", "0.05");
    FIGURE: Key<String> = Key::text("figure")
        .means("The figure that must be precise, by its name in the results.", "\"Snorri wins\"")
        .otherwise("the first");
    MOST_TRIALS: KeyOr<u64> = Key::count("max_trials", 1, MAX_TRIALS)
        .means("The most trials of a case, even if its figures are not precise yet. Without a precision, the most is 2.5 million.", "\"10 million\"")
        .or(DEFAULT_MAX_TRIALS);
    MAX_TIME: Key<f64> =
        Key::new("max_time", MAX_TIME_KIND, seconds).means(
            "The longest time to simulate, even if the figures are not precise yet, in seconds or as text. The number of \
             trials then depends on the clock.",
            "\"2 min\"",
        );
    SEED: KeyOr<i64> =
        Key::<i64>::integer("seed", 0, i64::MAX).means("The seed of all random numbers.", "20").or(1);
}

fn method(item: Item<'_>) -> Option<MethodChoice> {
    decode::choice(item).and_then(MethodChoice::from_word)
}

pub(in crate::scenario) fn read_run(reader: &mut Reader<'_>) -> Option<RunSection> {
    let method = reader.read(&METHOD);
    let trials = reader.read(&TRIALS);
    let goal = read_goal(reader, method);
    let figure = goal.as_ref().and_then(|goal| goal.figure.as_ref()).map(|_| reader.span_of(&FIGURE));
    let seed = reader.read(&SEED) as u64;
    Some(RunSection { method, trials, goal, figure, seed })
}

fn read_goal(reader: &mut Reader<'_>, method: MethodChoice) -> Option<PrecisionGoal> {
    let precision = reader.read(&PRECISION_KEY).map(TargetWidth::Absolute);
    let relative = reader.read(&RELATIVE_KEY).map(TargetWidth::Relative);
    let figure = reader.read(&FIGURE);
    let max_trials = reader.read(&MOST_TRIALS);
    let max_seconds = reader.read(&MAX_TIME);
    let asked = [&PRECISION_KEY, &RELATIVE_KEY].into_iter().find(|key| reader.has(*key)).map(|key| key.spec().key);
    let Some(asked) = asked else {
        let has_trials = reader.has(&TRIALS);
        let vain: [(bool, &dyn AnyKey); 3] = [(true, &FIGURE), (has_trials, &MOST_TRIALS), (has_trials, &MAX_TIME)];
        let vain: Vec<_> = vain.into_iter().filter(|(vain, key)| *vain && reader.has(*key)).collect();
        for (_, key) in vain {
            let problem = Problem::new(format!("`{}` has no effect without a precision", key.spec().key));
            reader.refuse::<()>(key, problem.help("set how precise: `precision = 0.002` or `relative = 0.05`"));
        }
        let needed = PrecisionGoal::default_goal();
        let limits = reader.has(&MOST_TRIALS).then_some(max_trials);
        return (limits.is_some() || max_seconds.is_some()).then_some(PrecisionGoal {
            max_trials: limits.unwrap_or(needed.max_trials),
            max_seconds,
            ..needed
        });
    };
    let contradicts: [(bool, &dyn AnyKey, &str); 4] = [
        (reader.has(&PRECISION_KEY) && reader.has(&RELATIVE_KEY), &RELATIVE_KEY, "set only one of them"),
        (reader.has(&TRIALS), &TRIALS, "leave out `trials`; to limit them write `max_trials`"),
        (method == MethodChoice::Exact, &METHOD, EXACT_HELP),
        (method == MethodChoice::Both, &METHOD, BOTH_HELP),
    ];
    for (_, key, cure) in contradicts.into_iter().filter(|(contradicts, ..)| *contradicts) {
        let method = format!("method = \"{}\"", method.word());
        let name = if key.spec().key == METHOD.spec().key { method.as_str() } else { key.spec().key };
        reader.refuse::<()>(key, Problem::new(format!("`{asked}` and `{name}` contradict each other")).help(cure));
    }
    Some(PrecisionGoal { aim: Some(precision.or(relative)?), figure, max_trials, max_seconds })
}

fn seconds(item: Item<'_>) -> Option<f64> {
    let Some(text) = item.node.as_str() else { return decode::number(item) };
    let problem = Problem::new(format!("{} must be a time of up to a week", item.name));
    let help = "write seconds, as in `90`, or text, as in `\"90 s\"`, `\"2 min\"` or `\"1.5 h\"`";
    item.checked(limited_seconds(text).ok_or(problem.help(help)))
}

/// A time in seconds, given as `90`, `90 s`, `2 min` or `1.5 h`. `None` for any other text, or if the time is too short
/// or too long.
pub fn limited_seconds(text: &str) -> Option<f64> {
    spelled_seconds(text).filter(|seconds| (SECONDS_LIMITS.0..=SECONDS_LIMITS.1).contains(seconds))
}
