//! Reads `[task]`.

use crate::check::{Check, MOST_SUCCESSES, PERIOD_LIMIT, Task};
use crate::document::{Item, Key, Kind, Problem, Reader, Value, decode, keys};
use crate::subject::actor::{ROLL_KEYS, TRAIT_KEYS};
use crate::subject::check::check_keys::{DIFFICULTY, read_check};
use crate::subject::points::{FUDGE_POINTS, SPEND, points};

/// An extended task, with the names of its rolls.
#[derive(Debug, Clone)]
pub struct Tasked {
    pub task: Task,
    /// The names of the rolls in each period; empty if there is a single roll without a name.
    pub names: Vec<String>,
}

/// The word for successes in at least half of the periods (SRD 5.3).
const HALF: &str = "half";

/// The range of the number of successes or failures.
const TALLY: [i64; 2] = [1, MOST_SUCCESSES as i64];

keys! {
    pub(crate) TASK = "task": "A task that takes several rolls, period by period.";
    SUCCESSES: Key<Successes> =
        Key::new("successes", Kind::Any(&[Kind::Integer { min: TALLY[0], max: TALLY[1] }, Kind::Choice(&[HALF])]), successes)
            .means("The successes needed; `half` is half of the periods, rounded up.", "3")
            .required();
    FAILURES: Key<u32> = Key::<u32>::integer("failures", TALLY[0], TALLY[1])
        .means("How many failures end the task.", "4")
        .otherwise("no limit");
    PERIODS: Key<u32> = Key::<u32>::integer("periods", 1, PERIOD_LIMIT as i64)
        .means("How many periods there are.", "6")
        .otherwise("no limit");
    ROLLS: Key<Vec<(String, Check)>> = Key::new("rolls", Kind::Map(&Kind::Table(&ROLL)), |item| decode::map(decode::table(|reader| read_check(reader, None)))(item)).means(
        "Several rolls in each period, by name. Only the worst counts.",
        "{ spell = { trait = \"Fair\" }, craft = { trait = \"Good\" } }",
    );
    .. TRAIT_KEYS;
    + DIFFICULTY;
    .. ROLL_KEYS;
    + FUDGE_POINTS;
    + SPEND;
}

keys! {
    ROLL = "task roll": "One of several rolls that a task takes in each period.";
    .. TRAIT_KEYS;
    + DIFFICULTY;
    .. ROLL_KEYS;
}

/// The number of successes that a task needs.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Successes {
    Number(u32),
    /// At least half of the periods.
    Half,
}

pub(crate) fn task(reader: &mut Reader<'_>) -> Option<Tasked> {
    let periods = reader.read(&PERIODS);
    let failures = reader.read(&FAILURES);
    let successes = reader.read(&SUCCESSES).and_then(|successes| match successes {
        Successes::Number(number) => Some(number),
        Successes::Half if periods.is_none() => {
            let problem = Problem::new("`half` needs a number of periods");
            reader.refuse(&SUCCESSES, problem.help("set `periods`"))
        }
        Successes::Half => periods.map(|periods| periods.div_ceil(2)),
    });
    let luck = points(reader);
    let (checks, names) = if reader.has(&ROLLS) {
        reader.read(&ROLLS)?.into_iter().map(|(name, check)| (check, name)).unzip()
    } else {
        (vec![read_check(reader, None)?], Vec::new())
    };
    let made = Task::new(checks, successes?, failures, periods);
    let task = reader.checked(made)?;
    let fails = failures.zip(periods).is_none_or(|(failures, periods)| failures <= periods);
    reader.record_effect(&FAILURES, fails, "there are fewer periods than that", "lower `failures`");
    let task = if let Some(luck) = luck? { task.with_luck(luck) } else { task };
    Some(Tasked { task, names })
}

fn successes(item: Item<'_>) -> Option<Successes> {
    match item.node.value {
        Value::String(_) => decode::choice(item).map(|_| Successes::Half),
        _ => decode::whole(item).map(Successes::Number),
    }
}
