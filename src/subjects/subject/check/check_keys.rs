//! Reads `[check]`.

use crate::check::{Achieved, Actor, Bands, Check, CheckRules, Modifiers, Summary};
use crate::dice::Dice;
use crate::document::dice::dice_by_need_key;
use crate::document::{FAR, Item, Key, Kind, Problem, Reader, Value, decode, keys};
use crate::measure::Measure;
use crate::rules::Success;
use crate::subject::actor::{ROLL_KEYS, TRAIT_KEYS, acting};
use crate::subject::played::Played;
use crate::subject::points::{FUDGE_POINTS, SPEND, points};
use crate::subject::rows;

keys! {
    pub(crate) CHECK = "check": "An action against a difficulty.";
    .. TRAIT_KEYS;
    DIFFICULTY: Key<i32> = Key::level("difficulty")
        .means("The level to reach.", "\"Great\"")
        .otherwise("`default_difficulty` of [rules], if it is set");
    .. ROLL_KEYS;
    WITHOUT: Key<Dice> = dice_by_need_key("without").means(
        "Other dice to compare with, such as the same formula without its decision. The page shows how often the check succeeds with each.",
        "\"4dF + 2\"",
    );
    + FUDGE_POINTS;
    + SPEND;
    OUTCOMES: Key<Bands> =
        Key::new("outcomes", Kind::Any(&[Kind::Choice(&[FOUR_LEVELS]), Kind::List(&Kind::Table(&OUTCOME))]), outcomes).means(
            "Named outcomes by margin, from the worst to the best. The first has no `from`.",
            "[{ name = \"failure\" }, { name = \"minor success\", from = 0 }, { name = \"major success\", from = 3 }]",
        );
}

/// The word for critical outcomes at four levels from the difficulty (SRD 3.6).
const FOUR_LEVELS: &str = "four-levels";

keys! {
    OUTCOME = "outcome": "A named outcome of a check.";
    OUTCOME_NAME: Key<String> = Key::text("name").means("The name of the outcome.", "\"success at a cost\"").required();
    FROM: Key<i32> = Key::<i32>::integer("from", -FAR, FAR).means("The lowest margin with this outcome.", "-1");
}

pub(crate) fn check(reader: &mut Reader<'_>) -> Option<Check> {
    let bands = reader.optional(&OUTCOMES);
    let luck = points(reader);
    let check = read_check(reader, bands.clone().flatten())?;
    bands?;
    let check = if let Some(luck) = luck? { check.with_luck(luck) } else { check };
    if reader.has(&WITHOUT) { beside(check, reader) } else { Some(check) }
}

/// Reads the check in a table, with `bands` as its named outcomes.
pub(crate) fn read_check(reader: &mut Reader<'_>, bands: Option<Bands>) -> Option<Check> {
    let (acting, difficulty) = (acting(reader, None, Modifiers::default()), difficulty(reader));
    let (acting, difficulty) = (acting?, difficulty?);
    let least = difficulty + i32::from(reader.rules().success == Success::Surpass);
    check_of(acting.against(least, reader)?, difficulty, bands, reader)
}

/// Adds to `check` the chance of success with the dice of the key `without`, for comparison.
fn beside(check: Check, reader: &mut Reader<'_>) -> Option<Check> {
    let dice = reader.read(&WITHOUT)?;
    let name = dice.name().to_owned();
    let acting = acting(reader, None, Modifiers::default())?.rolling(dice);
    let least = check.difficulty() + i32::from(reader.rules().success == Success::Surpass);
    let actor = acting.against(least, reader)?;
    let other = reader.checked(Check::new(actor, check.difficulty(), check.rules().clone()))?;
    let other = if let Some(luck) = check.luck() { other.with_luck(luck.clone()) } else { other };
    let success =
        Summary::of_branches(|chance| other.roll(chance)).weight_of(|outcome| outcome.achieved == Achieved::Success);
    Some(check.with_comparison(name, success.probability()))
}

/// The difficulty in the table, or the default of the rules. Reports a difficulty that is in neither.
pub(crate) fn difficulty(reader: &mut Reader<'_>) -> Option<i32> {
    if reader.has(&DIFFICULTY) {
        return reader.read(&DIFFICULTY);
    }
    let difficulty = reader.rules().default_difficulty;
    if difficulty.is_none() {
        reader.missing(&DIFFICULTY);
    }
    difficulty
}

/// Creates a roll of `actor` against `difficulty` under the rules, with `bands` as its named outcomes.
pub(crate) fn check_of(actor: Actor, difficulty: i32, bands: Option<Bands>, reader: &mut Reader<'_>) -> Option<Check> {
    let rules = CheckRules::of(reader.rules(), reader.context().ladder, bands);
    if let Some((name, measure)) = rules.as_ref().ok().and_then(misnamed) {
        return reader.refuse(&OUTCOMES, clash(name, measure, "check", "outcome"));
    }
    reader.checked(rules.and_then(|rules| Check::new(actor, difficulty, rules)))
}

/// The first custom outcome that has the name of a built-in figure with another meaning, and that figure. `failure` can
/// name a miss, and `success` a hit, if the file divides them at margin 0 and no natural critical changes them.
fn misnamed(rules: &CheckRules) -> Option<(&str, &'static Measure)> {
    let bands = rules.bands.as_ref()?;
    let meets = rules.success == Success::Meet && rules.criticals.is_none();
    let is_same = |band: usize, measure: &Measure| {
        let from = |band: usize| band.checked_sub(1).and_then(|place| bands.cuts().get(place));
        let (from, to) = (from(band), from(band + 1));
        meets
            && (measure.id == "failure" && (from, to) == (None, Some(&0))
                || measure.id == "success" && (from, to) == (Some(&0), None))
    };
    let taken =
        bands.names().enumerate().filter_map(|(band, name)| Some((band, name, rows::built_in(Check::ROWS, name)?)));
    taken.filter(|(band, _, measure)| !is_same(*band, measure)).map(|(_, name, measure)| (name, measure)).next()
}

/// The error for a custom outcome that has the name of a built-in figure. `what` and `outcome` are the words for the
/// subject and the outcome in the message.
pub(crate) fn clash(name: &str, measure: &Measure, what: &str, outcome: &str) -> Problem {
    let message = format!("every {what} has a figure `{name}` with another meaning: {}", measure.meaning);
    Problem::new(message).help(format!("give this {outcome} another name, such as `plain {name}`"))
}

fn outcomes(item: Item<'_>) -> Option<Bands> {
    if let Value::String(_) = item.node.value {
        return decode::choice(item).map(|_| Bands::four_levels());
    }
    let outcome = |reader: &mut Reader<'_>| {
        let from = reader.read(&FROM);
        Some((reader.read(&OUTCOME_NAME)?, from))
    };
    bands(item, decode::table(outcome), "outcome")
}

/// Reads a list of names, in which all but the first have a lower limit. `entry` decodes a name with its limit. `what`
/// is the word for an entry in messages.
pub(crate) fn bands(
    mut item: Item<'_>,
    entry: impl FnMut(Item<'_>) -> Option<(String, Option<i32>)>,
    what: &str,
) -> Option<Bands> {
    let list = decode::list(entry)(item.again())?;
    let Item { node, problems, .. } = item;
    let mut list = list.into_iter();
    let made = match list.next() {
        Some((worst, None)) => {
            let above: Option<Vec<(i32, String)>> = list.map(|(name, from)| Some((from?, name))).collect();
            above.map(|above| Bands::new(worst, above))
        }
        _ => None,
    };
    match made {
        Some(Ok(bands)) => Some(bands),
        Some(Err(error)) => {
            problems.push(Problem::from(error).at(node.span));
            None
        }
        None => {
            let problem =
                Problem::new(format!("the first {what} must have no `from`, and every other one must have one"))
                    .at(node.span);
            problems.push(problem.help(format!("list {what}s from the worst to the best")));
            None
        }
    }
}
