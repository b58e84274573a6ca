//! `tune`: finds the values of some keys for which figures meet their targets.

use super::helpers::{Name, VARIANT, case, check_case, check_distinct, check_figures, names, texts};
use super::in_force::ValuesInForce;
use super::keys::keys;
use super::steps::{NOWHERE, StepScale, choices, scale, shown, words};
use super::target::{EQUAL_WITHIN, Target, TargetBound, targets};
use crate::document::{
    FAR, Item, Key, Kind, Node, Path, Problem, Problems, Reader, Span, Value as NodeValue, decode, did_you_mean, keys,
};
use crate::error::{Error, Result};
use crate::measure::{Findings, number};
use crate::stats::Estimate;
use crate::study::{
    Analysis, Change, Holds, Lab, Reply, ReplyColumn, ReplyEntry, Setting, Study, Value, axis, check_unit, value,
};

const NAMES: Kind = Kind::Any(&[Kind::Text, Kind::List(&Kind::Text)]);

keys! {
    pub(super) KEYS = "tune": "The values of one key, or up to four, for which figures meet their targets.";
    TUNE: Key<Vec<Name>> = Key::new("tune", NAMES, names)
        .means("The dotted path of the key to change, or several of them.", "\"fighters.bo.skill\"")
        .required();
    TO: Key<Vec<Target>> = Key::new("to", NAMES, targets)
        .means(
            "The targets: `A = 50 %` (as near as possible), `A >= 70 %`, `A <= 10 %` or `A = 70 to 80 %`.",
            "\"ada wins = 50 %\"",
        )
        .required();
    BETWEEN: Key<Vec<(i64, i64)>> = Key::new("between", Kind::Any(&[Kind::Text, PAIR, Kind::List(&PAIR)]), between)
        .means(
            "The lowest and the highest value to try, as `-3..3` or `[-3, 3]`: one range for all keys that are numbers, or one for each. A `count` may go down to 0.",
            "[\"Poor\", \"Superb\"]",
        )
        .otherwise("as far from the current value as needed");
    COSTS: Key<Vec<f64>> = Key::new("costs", Kind::List(&COST), |item| decode::list(decode::number)(item))
        .means("The cost of one step of each key, counted from the current value; steps below that value are refunded. Needs `budget`.", "[2, 5]");
    BUDGET: Key<f64> = Key::number("budget", 0.0, 1e6).means("The most that the changes may cost together. Needs `costs`.", "20");
    PICK: Key<Pick> = Key::new("pick", Kind::Choice(&PICKS), |item| Pick::named(decode::choice(item)?))
        .means("Which value to report if several meet the targets.", "\"most\"")
        .otherwise("the nearest to the current value");
    + VARIANT;
}

/// A range as a list of its two ends.
const PAIR: Kind = Kind::List(&Kind::Level);

/// The cost of one step.
const COST: Kind = Kind::Number { min: 0.0, max: 1e4 };

/// The words for [`Pick`], in its order.
const PICKS: [&str; 3] = ["nearest", "least", "most"];

/// The value to report if several meet the targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pick {
    Nearest,
    Least,
    Most,
}

impl Pick {
    fn named(word: &str) -> Option<Self> {
        [Self::Nearest, Self::Least, Self::Most]
            .into_iter()
            .zip(PICKS)
            .find(|(_, known)| *known == word)
            .map(|one| one.0)
    }
}

/// Distance from the current value up to which values are tested first. The distance is doubled while the best value is
/// at an end of the range.
const FIRST_REACH: i64 = 6;

/// Maximum number of times the distance is doubled.
const MOST_DOUBLINGS: u32 = 3;

/// Maximum number of keys that are tuned together.
const MOST_KEYS: usize = 4;

/// Maximum number of combinations of values to test.
const MOST_CASES: usize = 2_000;

/// Stages of a simulated search, as divisors of the number of trials. The first stage runs all cases with a hundredth
/// of the trials. Each later stage runs only the cases that may still be the best.
const STAGES: [u64; 3] = [100, 10, 1];

/// A case is dropped early if it could not be the best even with its interval widened by this factor, to 4.9 standard
/// errors. Chance exceeds that for 1 of a million figures, so in fewer than 1 of 100 questions with the maximum number
/// of cases.
const DROP_WIDENING: f64 = 2.5;

/// Reads a range such as `-3..3`, a pair of values, or a list of either.
fn between(mut item: Item<'_>) -> Option<Vec<(i64, i64)>> {
    let is_range = |node: &Node| node.as_str().is_some_and(|text| ends_of(text).is_some());
    let is_single = |node: &Node| !matches!(node.value, NodeValue::Array(_)) && !is_range(node);
    let is_pair = match &item.node.value {
        NodeValue::Array(ends) => ends.iter().all(is_single),
        _ => true,
    };
    if is_pair {
        return pair(item).map(|pair| vec![pair]);
    }
    const PAIRS: Kind = Kind::List(&PAIR);
    decode::list(pair)(item.again().as_kind(&PAIRS))
}

/// The two ends of a range such as `-3..3`, `Poor..Superb` or `1 to 4`.
fn ends_of(text: &str) -> Option<[&str; 2]> {
    let (low, high) = text.split_once("..").or_else(|| text.split_once(" to "))?;
    Some([low, high.trim_start_matches('=')].map(str::trim))
}

/// Reads a whole number or the name of a level.
fn whole_or_level(item: Item<'_>) -> Option<i64> {
    match item.node.value {
        NodeValue::Integer(number) => Some(number),
        // On the command line, numbers are text.
        NodeValue::String(ref text) if text.parse::<i64>().is_ok() => text.parse().ok(),
        _ => decode::level(item).map(i64::from),
    }
}

/// Reads a pair of values or a range.
fn pair(item: Item<'_>) -> Option<(i64, i64)> {
    let mut item = item.as_kind(&PAIR);
    let span = item.node.span;
    let ends: Vec<i64> = match item.node.as_str().map(ends_of) {
        None => decode::list(whole_or_level)(item.again())?,
        Some(None) => Vec::new(),
        Some(Some(texts)) => {
            let node = |text: &str| match text.parse() {
                Ok(number) => Node { value: NodeValue::Integer(number), span },
                Err(_) => Node { value: NodeValue::String(text.to_owned()), span },
            };
            let list = Node { value: NodeValue::Array(texts.map(node).to_vec()), span };
            decode::list(whole_or_level)(Item { node: &list, ..item.again() })?
        }
    };
    match ends[..] {
        [low, high] if low <= high => Some((low, high)),
        _ => {
            let problem = Problem::new("`between` must hold the lowest and the highest value, in this order");
            item.refuse(problem.help("for example `between = \"0..4\"` or `between = [0, 4]`"))
        }
    }
}

#[derive(Debug)]
struct Tune {
    paths: Vec<Name>,
    targets: Vec<Target>,
    between: Vec<(i64, i64)>,
    costs: Vec<f64>,
    budget: Option<f64>,
    pick: Pick,
    variant: Option<Name>,
    span: Span,
}

pub(super) fn read(reader: &mut Reader<'_>) -> Option<Box<dyn Analysis>> {
    let (paths, targets, between) = (reader.read(&TUNE), reader.read(&TO), reader.read(&BETWEEN));
    let (costs, budget) = (reader.read(&COSTS).unwrap_or_default(), reader.read(&BUDGET));
    let (pick, variant, span) = (reader.read(&PICK), reader.read(&VARIANT), reader.span_of(&TUNE));
    let (between, pick) = (between.unwrap_or_default(), pick.unwrap_or(Pick::Nearest));
    Some(Box::new(Tune { paths: paths?, targets: targets?, between, costs, budget, pick, variant, span }))
}

/// A key to tune.
#[derive(Debug, Clone)]
struct Dial {
    path: Path,
    scale: StepScale,
    /// The value in force; `None` if no value in a file expresses it.
    now: Option<Value>,
    /// The number in force, or the allowed number nearest to 0.
    current: i64,
    /// The words that the key accepts.
    choices: Vec<Value>,
    /// The lowest and the highest number to test.
    limits: (i64, i64),
    /// The limits of the key itself; `between` can make `limits` narrower.
    widest: (i64, i64),
    /// The change to make first, if any; see [`ValuesInForce::prior_change`].
    prior_change: Option<Change>,
}

impl Dial {
    /// The values within `reach` of the current one, or all within the limits if there is no `reach`. Returns `None` if
    /// there are too many.
    fn values(&self, reach: Option<i64>) -> Option<Vec<Value>> {
        if self.scale == StepScale::Choice {
            return Some(self.choices.clone());
        }
        let (low, high) = self.limits;
        let (from, to) =
            reach.map_or((low, high), |reach| ((self.current - reach).max(low), (self.current + reach).min(high)));
        let numbers = || (from..=to).map(Value::Integer);
        (to.saturating_sub(from) < MOST_CASES as i64).then(|| self.choices.iter().cloned().chain(numbers()).collect())
    }

    /// The distance of a value from the one in force. Any other word is one step away.
    fn distance(&self, value: &Value) -> f64 {
        match value {
            Value::Integer(number) => (number - self.current).abs() as f64,
            word => f64::from(u8::from(self.now.as_ref() != Some(word))),
        }
    }

    /// Whether `value` is at an end of the range tested with `reach`, and the limits allow values beyond it.
    fn is_at_open_end(&self, value: &Value, reach: i64) -> bool {
        let Value::Integer(number) = value else { return false };
        let (low, high) = self.limits;
        (*number == self.current - reach && *number > low) || (*number == self.current + reach && *number < high)
    }

    /// Whether a value is at an end of the range in `between`, and the key allows values beyond it.
    fn is_cut_off(&self, value: &Value) -> bool {
        let Value::Integer(number) = value else { return false };
        let ((low, high), (lowest, highest)) = (self.limits, self.widest);
        (*number == low && low > lowest) || (*number == high && high < highest)
    }
}

/// A tested combination of values.
struct TestedValues {
    values: Vec<Value>,
    found: Findings,
    /// The sum of the distances from all targets.
    distance: f64,
    /// Whether the figures meet all limits, given their precision.
    holds: Holds,
}

impl TestedValues {
    fn is_simulated(&self) -> bool {
        self.found.headline().is_some_and(|figure| !figure.estimate.is_exact())
    }
}

impl Analysis for Tune {
    fn figures(&self, _: &Study) -> Vec<String> {
        texts(self.targets.iter().map(|target| &target.figure))
    }

    fn check(&self, study: &Study, problems: &mut Problems) {
        check_case("tune", self.span, [], &self.variant, study, problems);
        check_figures(self.targets.iter().map(|target| &target.figure), study, problems);
        for target in &self.targets {
            let Ok(unit) = study.unit_of(&target.figure.text) else { continue };
            let checked = check_unit(&target.figure.text, unit, target.per_cent, ["target is", "50 %"]);
            problems.checked(checked, target.figure.span);
        }
        let keys = self.paths.len();
        if !(1..=MOST_KEYS).contains(&keys) {
            let problem = Problem::new(format!("{keys} keys cannot be tuned together")).at(self.span);
            problems.push(problem.help(format!("name 1 to {MOST_KEYS}")));
        }
        check_distinct(&self.paths, problems);
        if self.budget.is_some() == self.costs.is_empty() || (self.budget.is_some() && self.costs.len() != keys) {
            let problem =
                Problem::new("a budget needs both `budget` and `costs`, with a number for each key").at(self.span);
            problems.push(problem.help("for example `costs = [2, 5]` and `budget = 20`"));
        }
        let lab = Lab::new(study, Vec::new(), &());
        if let Some(dials) = problems.checked(self.dials(&lab), self.span) {
            let numbers = dials.iter().flatten().filter(|dial| dial.scale != StepScale::Choice).count();
            for (dial, path) in dials.into_iter().zip(&self.paths) {
                problems.checked(dial, path.span);
            }
            self.check_ranges(numbers, problems);
        }
    }

    fn answer(&self, lab: &Lab<'_>) -> Result<Reply> {
        let dials = self.dials(lab)?.into_iter().collect::<Result<_>>()?;
        TuneSearch { asked: self, lab, dials }.answer()
    }
}

/// All combinations of values within `reach`, or all within the limits if there is no `reach`. Returns `None` if there
/// are more than [`MOST_CASES`].
fn combinations(dials: &[Dial], reach: Option<i64>) -> Option<Vec<Vec<Value>>> {
    let mut all = vec![Vec::new()];
    for dial in dials {
        let values = dial.values(reach).filter(|values| values.len() * all.len() <= MOST_CASES)?;
        let with = |before: &Vec<Value>| -> Vec<Vec<Value>> {
            values.iter().map(|value| [&before[..], std::slice::from_ref(value)].concat()).collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    Some(all)
}

/// The error for too many combinations, with the keys to leave out or to narrow.
fn too_many(dials: &[Dial]) -> Error {
    let error = Error::input(format!("there are more than {MOST_CASES} combinations of values, too many to try"));
    let (words, numbers): (Vec<&Dial>, Vec<&Dial>) = dials.iter().partition(|dial| dial.scale == StepScale::Choice);
    let named = |dials: &[&Dial]| dials.iter().map(|dial| format!("`{}`", dial.path)).collect::<Vec<_>>().join(" and ");
    let of_words: usize = words.iter().map(|dial| dial.choices.len()).product();
    match numbers[..] {
        [] => error.with_help(format!("leave out one of {}", named(&words))),
        _ if of_words > MOST_CASES / 2 => {
            error.with_help(format!("leave out one of {}, which have {of_words} combinations", named(&words)))
        }
        _ => error.with_help(format!("narrow the range of {} with `between`", named(&numbers))),
    }
}

impl Tune {
    /// Returns the keys to tune, each with its own error if it cannot be tuned.
    ///
    /// # Errors
    /// If the case cannot be read.
    fn dials(&self, lab: &Lab<'_>) -> Result<Vec<Result<Dial>>> {
        let case = ValuesInForce::of(lab, &case(self.variant.as_ref()))?;
        let mut numbers = 0;
        let dial = |name: &Name| {
            let mut dial = dial(lab, &case, &name.text)?;
            if dial.scale == StepScale::Choice {
                return Ok(dial);
            }
            // With several ranges, each applies to the next numeric key.
            if let Some((low, high)) = self.between.get(numbers).or(self.between.first()) {
                dial.limits = ((*low).max(dial.limits.0), (*high).min(dial.limits.1));
                dial.choices.clear();
            } else if is_count(&dial.path) {
                dial.limits.0 = 1;
            }
            numbers += 1;
            Ok(dial)
        };
        Ok(self.paths.iter().map(dial).collect())
    }

    /// Reports an error if the number of ranges is neither 1 nor `numbers`, the number of numeric keys.
    fn check_ranges(&self, numbers: usize, problems: &mut Problems) {
        let ranges = self.between.len();
        let problem = match (ranges, numbers) {
            (0, _) => return,
            (_, 0) => Problem::new("`between` is for numbers, and no key here is a number").help("leave it out"),
            _ if ranges == 1 || ranges == numbers => return,
            _ => {
                let keys = if numbers == 1 { "key that is a number" } else { "keys that are numbers" };
                Problem::new(format!("`between` has {ranges} ranges for {numbers} {keys}"))
                    .help("write one for all, or one for each")
            }
        };
        problems.push(problem.at(self.span));
    }
}

/// Bounds on the distance of a case from the targets.
struct TargetDistance {
    least: f64,
    most: f64,
    /// Whether the case may meet all limits.
    may_meet_limits: bool,
    /// Whether it certainly meets all limits.
    surely_meets_limits: bool,
}

/// An in-progress `tune` search.
struct TuneSearch<'s> {
    asked: &'s Tune,
    lab: &'s Lab<'s>,
    dials: Vec<Dial>,
}

impl TuneSearch<'_> {
    fn answer(&self) -> Result<Reply> {
        let ranged = !self.asked.between.is_empty();
        let fits = |reach: i64| combinations(&self.dials, (!ranged).then_some(reach)).is_some();
        let mut reach = (1..=FIRST_REACH).rev().find(|reach| fits(*reach)).ok_or_else(|| too_many(&self.dials))?;
        let mut doubled = 0;
        let (tried, trials, open) = loop {
            let (tried, trials) = self.test_values((!ranged).then_some(reach))?;
            let goes_on = |best: &TestedValues| {
                let at_end = self.dials.iter().zip(&best.values).any(|(dial, value)| dial.is_at_open_end(value, reach));
                at_end && (best.distance > 0.0 || self.asked.pick != Pick::Nearest)
            };
            let open = !ranged && self.best(&tried).is_some_and(goes_on);
            // Simulation takes long, so the range is doubled only once.
            if !open || !fits(2 * reach) || doubled == if trials.is_some() { 1 } else { MOST_DOUBLINGS } {
                break (tried, trials, open);
            }
            reach *= 2;
            doubled += 1;
        };
        let mut reply = self.reply(&tried, trials, open);
        let cut_off =
            |best: &TestedValues| self.dials.iter().zip(&best.values).any(|(dial, value)| dial.is_cut_off(value));
        let is_cut_off = ranged && !self.unreached(&tried, open).is_empty() && self.best(&tried).is_some_and(cut_off);
        if open || is_cut_off {
            reply.sentences.push("Values beyond these were not tried; to include more, widen `between`.".to_owned());
        }
        Ok(reply)
    }

    /// Tests all allowed values within `reach`. If simulated, values that are certainly not the best run only a part of
    /// the trials. Also returns the full number of trials; `None` if everything is exact.
    fn test_values(&self, reach: Option<i64>) -> Result<(Vec<TestedValues>, Option<u64>)> {
        let (lab, budget) = (self.lab, self.asked.budget);
        let mut combinations = combinations(&self.dials, reach).ok_or_else(|| too_many(&self.dials))?;
        combinations.retain(|values| {
            budget.is_none_or(|budget| self.cost(values) <= budget) && lab.check_setting(&self.setting(values)).is_ok()
        });
        let settings: Vec<Setting> = combinations.iter().map(|values| self.setting(values)).collect();
        if settings.is_empty() {
            lab.check_setting(&case(self.asked.variant.as_ref()))?;
            let (what, help) = match budget {
                Some(_) => ("valid and within `budget`", "set other ranges with `between`, or a larger `budget`"),
                None => ("valid", "set other ranges with `between`"),
            };
            return Err(Error::input(format!("no combination of values for these keys is {what}")).with_help(help));
        }
        let full = lab.study.trials;
        let mut found: Vec<Findings> = vec![Findings::default(); settings.len()];
        let mut again: Vec<usize> = (0..settings.len()).collect();
        let mut trials = None;
        for part in STAGES {
            let chosen: Vec<Setting> = again.iter().map(|place| settings[*place].clone()).collect();
            let answered = lab.find_in(&chosen, (full / part).max(1))?;
            again.iter().zip(answered.cells).for_each(|(place, better)| found[*place] = better);
            trials = answered.trials.map(|_| full);
            again = self.promising(&mut found.iter(), DROP_WIDENING);
            if trials.is_none() || again.is_empty() {
                break;
            }
        }
        let tried = combinations.into_iter().zip(found).map(|(values, found)| {
            let targets = || self.asked.targets.iter();
            let distance = targets().map(|target| target.distance(value(&found, &target.figure.text))).sum();
            let holds = targets().map(|target| target.judge(found.titled(&target.figure.text))).max();
            let holds = holds.unwrap_or(Holds::Surely);
            TestedValues { values, found, distance, holds }
        });
        Ok((tried.collect(), trials))
    }

    /// The case with these values. A fighter with a count of 0 is removed entirely.
    fn setting(&self, values: &[Value]) -> Setting {
        let mut setting = case(self.asked.variant.as_ref());
        setting.changes.extend(self.dials.iter().filter_map(|dial| dial.prior_change.clone()));
        for (Dial { path, .. }, value) in self.dials.iter().zip(values) {
            let segments = path.segments();
            setting.changes.push(match value {
                Value::Integer(0) if is_count(path) => Change::Without(Path::of(&segments[..segments.len() - 1])),
                _ => Change::Set(path.clone(), Node::of(value, self.asked.span)),
            });
        }
        setting
    }

    /// The total cost of `values`: for each number, its steps from the current one times the cost of a step.
    fn cost(&self, values: &[Value]) -> f64 {
        let steps = |(dial, value): (&Dial, &Value)| match value {
            Value::Integer(number) => (number - dial.current) as f64,
            _ => 0.0,
        };
        self.dials.iter().zip(values).map(steps).zip(&self.asked.costs).map(|(steps, cost)| steps * cost).sum()
    }

    /// Indices of the cases that may be the best, or meet all limits, if their intervals were `wider` times as wide.
    fn promising(&self, found: &mut dyn Iterator<Item = &Findings>, wider: f64) -> Vec<usize> {
        let ranges: Vec<TargetDistance> = found.map(|found| self.target_distance(found, wider)).collect();
        let least =
            |of: &mut dyn Iterator<Item = &TargetDistance>| of.map(|one| one.most).fold(f64::INFINITY, f64::min);
        // A case that meets all limits is better than any that breaks one.
        let kept = least(&mut ranges.iter().filter(|one| one.surely_meets_limits));
        let best = least(&mut ranges.iter());
        let is_promising = |one: &TargetDistance| match one.may_meet_limits {
            true => one.least <= kept,
            false => kept.is_infinite() && one.least <= best,
        };
        (0..ranges.len()).filter(|place| is_promising(&ranges[*place])).collect()
    }

    /// Bounds on the distance of a case from the targets, if its intervals were `wider` times as wide.
    fn target_distance(&self, found: &Findings, wider: f64) -> TargetDistance {
        let mut reach = TargetDistance { least: 0.0, most: 0.0, may_meet_limits: true, surely_meets_limits: true };
        for target in &self.asked.targets {
            let figure = found.titled(&target.figure.text);
            let estimate = figure.map_or(Estimate::exact(f64::NAN, 0.0), |figure| figure.estimate);
            let (low, high) = estimate.ends();
            let [low, high] = [low, high].map(|end| estimate.value + wider * (end - estimate.value));
            let (at_low, at_high) = (target.distance(low), target.distance(high));
            let inside = match target.bound {
                TargetBound::Near(aim) => low <= aim && aim <= high,
                TargetBound::Within(least, most) => low <= most && high >= least,
            };
            reach.least += if inside { 0.0 } else { at_low.min(at_high) };
            reach.most += at_low.max(at_high);
            if let TargetBound::Within(..) = target.bound {
                reach.may_meet_limits &= inside;
                reach.surely_meets_limits &= at_low == 0.0 && at_high == 0.0;
            }
        }
        reach
    }

    /// Whether any target is a value to approach, rather than limits.
    fn has_near_target(&self) -> bool {
        self.asked.targets.iter().any(|target| matches!(target.bound, TargetBound::Near(_)))
    }

    /// The best case: the one with the smallest distance among those that meet all limits, if any do. `pick` decides
    /// between equals.
    fn best<'t>(&self, tried: &'t [TestedValues]) -> Option<&'t TestedValues> {
        let rank = |one: &TestedValues| -> f64 {
            let each = self.dials.iter().zip(&one.values).map(|(dial, value)| match self.asked.pick {
                Pick::Least => number_of(value),
                Pick::Most => -number_of(value),
                Pick::Nearest => dial.distance(value),
            });
            each.sum()
        };
        let some_keep = tried.iter().any(|one| self.meets_limits(one));
        let eligible = || tried.iter().filter(|one| !some_keep || self.meets_limits(one));
        let least = eligible().map(|one| one.distance).filter(|off| !off.is_nan()).fold(f64::INFINITY, f64::min);
        let equal = eligible().filter(|one| one.distance <= least + EQUAL_WITHIN);
        equal.min_by(|one, other| rank(one).total_cmp(&rank(other)))
    }

    /// The values as shown to readers, in the order of the keys.
    fn shown(&self, values: &[Value]) -> Vec<String> {
        let shown = |(dial, value): (&Dial, &Value)| shown(&Node::of(value, NOWHERE), dial.scale, self.lab.ladder());
        self.dials.iter().zip(values).map(shown).collect()
    }

    /// The values with the names of their keys: `bo's skill = Good`.
    fn named_values(&self, one: &TestedValues) -> String {
        let values = names_of(&self.dials).into_iter().zip(self.shown(&one.values));
        values.map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(" and ")
    }

    /// The answer, from all tested values. `open` is true if there are further values that were not tested.
    fn reply(&self, tried: &[TestedValues], trials: Option<u64>, open: bool) -> Reply {
        let targets = &self.asked.targets;
        let names = names_of(&self.dials);
        let wanted = targets.iter().map(|target| target.text.as_str()).collect::<Vec<_>>().join(" and ");
        let mut reply = Reply::new("tune", format!("{} for {wanted}", names.join(" and ")));
        reply.trials = trials;
        let column = |(dial, name): (&Dial, &String)| ReplyColumn::headed(dial.path.to_string(), name);
        reply.columns = self.dials.iter().zip(&names).map(column).collect();
        let figures = texts(targets.iter().map(|target| &target.figure));
        reply.columns.extend(figures.iter().map(ReplyColumn::figures));
        let judged = targets.iter().any(|target| matches!(target.bound, TargetBound::Within(..)));
        let extra = [(self.asked.budget.is_some(), "cost"), (trials.is_some(), "trials"), (judged, "holds")];
        reply.columns.extend(extra.iter().filter(|(shown, _)| *shown).map(|(_, name)| ReplyColumn::plain(*name)));
        // With several keys there are many cases, so the best come first.
        let mut sorted: Vec<&TestedValues> = tried.iter().collect();
        if self.dials.len() > 1 {
            let breaks = |one: &TestedValues| !self.meets_limits(one);
            sorted.sort_by(|one, other| breaks(one).cmp(&breaks(other)).then(one.distance.total_cmp(&other.distance)));
        }
        for one in sorted {
            let mut row: Vec<ReplyEntry> = self.shown(&one.values).into_iter().map(ReplyEntry::from).collect();
            row.extend(figures.iter().map(|title| ReplyEntry::figure(one.found.titled(title))));
            row.extend(self.asked.budget.map(|_| ReplyEntry::Number(self.cost(&one.values))));
            let own = one.found.headline().and_then(|figure| figure.estimate.trials());
            row.extend(trials.map(|_| own.map_or(ReplyEntry::Nothing, |own| ReplyEntry::Number(own as f64))));
            row.extend(judged.then(|| ReplyEntry::from(one.holds.word())));
            reply.rows.push(row);
        }
        match self.best(tried) {
            None => reply.sentences.push(format!("No value tried has {wanted}: its condition never happens.")),
            Some(best) => {
                reply.sentences = self.sentences(tried, best, &wanted, open);
                reply.winning_case = Some(self.setting(&best.values));
            }
        }
        reply
    }

    /// A sentence for each target that all tested values miss on the same side, with the nearest figure and its values.
    /// `open` is true if there are further values that were not tested.
    fn unreached(&self, tried: &[TestedValues], open: bool) -> Vec<String> {
        let cannot = if open { "is not reached" } else { "cannot be reached" };
        let of = |target: &Target| {
            let figure = |one: &'_ TestedValues| one.found.titled(&target.figure.text).map(|figure| figure.estimate);
            let known: Vec<(&TestedValues, Estimate)> = tried
                .iter()
                .filter_map(|one| Some((one, figure(one)?)))
                .filter(|(_, estimate)| !estimate.value.is_nan())
                .collect();
            let (least, most) = match target.bound {
                TargetBound::Near(aim) => (aim, aim),
                TargetBound::Within(least, most) => (least, most),
            };
            let below = known.iter().all(|(_, one)| one.ends().1 < least - EQUAL_WITHIN);
            let above = known.iter().all(|(_, one)| one.ends().0 > most + EQUAL_WITHIN);
            if known.is_empty() || !(below || above) {
                return None;
            }
            let (word, sign) = if below { ("at most", 1.0) } else { ("at least", -1.0) };
            let extreme = known.iter().map(|(_, one)| sign * one.value).fold(f64::NEG_INFINITY, f64::max);
            let equal: Vec<&TestedValues> = known
                .iter()
                .filter(|(_, one)| sign * one.value >= extreme - EQUAL_WITHIN)
                .map(|(one, _)| *one)
                .collect();
            let far = |one: &&&TestedValues| -> f64 {
                self.dials.iter().zip(&one.values).map(|(dial, value)| dial.distance(value)).sum()
            };
            let nearest = equal.iter().min_by(|one, other| far(one).total_cmp(&far(other)))?;
            let figure = nearest.found.titled(&target.figure.text)?;
            let value = number::figure(&figure.estimate, figure.unit());
            Some(format!("{} {cannot}: {word} {value}, {}.", target.text, self.values_in_words(nearest, &equal)))
        };
        self.asked.targets.iter().filter_map(of).collect()
    }

    /// The values of `nearest` in words: `at Fair`, `with a = 1 and b = 2`, or `from Superb up` if all values in
    /// `equal`, whose figures are as near, are on this side.
    fn values_in_words(&self, nearest: &TestedValues, equal: &[&TestedValues]) -> String {
        let [dial] = &self.dials[..] else { return format!("with {}", self.named_values(nearest)) };
        // A level is clear without the name of its key.
        let shown = match dial.scale {
            StepScale::Level => self.shown(&nearest.values).join(""),
            StepScale::Whole(..) | StepScale::Choice => self.named_values(nearest),
        };
        let number = |one: &TestedValues| match one.values[..] {
            [Value::Integer(number)] => Some(number),
            _ => None,
        };
        let numbers: Option<Vec<i64>> = equal.iter().map(|one| number(one)).collect();
        match (number(nearest), numbers) {
            (Some(own), Some(all)) if all.len() > 1 && all.iter().all(|other| *other >= own) => {
                format!("from {shown} up")
            }
            (Some(own), Some(all)) if all.len() > 1 && all.iter().all(|other| *other <= own) => {
                format!("from {shown} down")
            }
            _ => format!("at {shown}"),
        }
    }

    fn sentences(&self, tried: &[TestedValues], best: &TestedValues, wanted: &str, open: bool) -> Vec<String> {
        let mut reached = Vec::new();
        for target in &self.asked.targets {
            if let Some(figure) = best.found.titled(&target.figure.text) {
                let value = number::figure(&figure.estimate, figure.unit());
                reached.push(format!("{} {value}", target.figure.text));
            }
        }
        let (reached, best_named) = (reached.join(", "), self.named_values(best));
        let good = tried.iter().filter(|one| one.holds != Holds::Not && self.meets_limits(one)).count();
        let (come, keep) = if self.dials.len() > 1 { ("come", "meet") } else { ("comes", "meets") };
        let mut sentences = self.unreached(tried, open);
        // With a single target, this sentence says everything.
        if self.asked.targets.len() == 1 && !sentences.is_empty() {
            return sentences;
        }
        sentences.push(match (self.has_near_target(), good) {
            (_, 0) => format!("No value tried meets {wanted}. {best_named} {come} nearest: {reached}."),
            (true, _) => format!("{best_named} {come} nearest to {wanted}: {reached}."),
            (false, 1) => format!("Only {best_named} {keep} {wanted}: {reached}."),
            (false, count) => {
                let which = match self.asked.pick {
                    Pick::Least => "the least",
                    Pick::Most => "the most",
                    Pick::Nearest => "nearest to the current value",
                };
                format!("{count} values tried meet {wanted}. {best_named} is {which}: {reached}.")
            }
        });
        let is_equal =
            |one: &&TestedValues| one.values != best.values && (one.distance - best.distance).abs() <= EQUAL_WITHIN;
        let equal: Vec<&TestedValues> = tried.iter().filter(is_equal).collect();
        if (self.has_near_target() || good == 0) && !equal.is_empty() {
            sentences.push(match equal[..] {
                _ if equal.len() + 1 == tried.len() => "All values tried are equally near.".to_owned(),
                [one] => format!("{} is equally near.", self.named_values(one)),
                _ => format!("{} others are equally near.", equal.len()),
            });
        }
        let unsure: Vec<String> =
            tried.iter().filter(|one| one.holds == Holds::Unsure).map(|one| self.named_values(one)).collect();
        if !unsure.is_empty() {
            let unsure = unsure.join(", ");
            sentences.push(match best.is_simulated() {
                true => {
                    format!("This is not certain: for {unsure} an interval includes a limit; more trials would decide.")
                }
                false => format!("For {unsure} a figure is exactly at a limit, as far as rounding can tell."),
            });
        }
        // Other cases that may be nearer than the best, given their intervals.
        if self.has_near_target() && best.is_simulated() {
            let others = self.promising(&mut tried.iter().map(|one| &one.found), 1.0).len() - 1;
            if others > 0 {
                let plural = if others == 1 { "" } else { "s" };
                sentences.push(format!("{others} other{plural} may be as near: more trials would decide."));
            }
        }
        sentences
    }

    /// Whether a case meets all limits, ignoring the precision of its figures.
    fn meets_limits(&self, tried: &TestedValues) -> bool {
        let mut within = self.asked.targets.iter().filter(|target| matches!(target.bound, TargetBound::Within(..)));
        within.all(|target| target.distance(value(&tried.found, &target.figure.text)) == 0.0)
    }
}

/// The number, or 0 for a word.
fn number_of(value: &Value) -> f64 {
    if let Value::Integer(number) = value { *number as f64 } else { 0.0 }
}

/// Reads a key to tune.
///
/// # Errors
/// If there is no such key, or it has no steps.
fn dial(lab: &Lab<'_>, case: &ValuesInForce<'_, '_>, name: &str) -> Result<Dial> {
    let path = Path::parse(name).map_err(|problem| Error::input(problem.message()))?;
    check_names(lab, case, &path)?;
    let unknown = || {
        let known: Vec<String> = keys(lab, case, true).iter().map(Path::to_string).collect();
        let near = did_you_mean(&path.to_string(), known.iter().map(String::as_str));
        let help = near.unwrap_or_else(|| "name one as in `fighters.bo.skill` or `rules.dice`".to_owned());
        Error::input(format!("there is no key `{path}`")).with_help(help)
    };
    let spec = lab.key(&path).filter(|_| path.segments().len() > 1).ok_or_else(unknown)?;
    let no_steps = || {
        Error::input(format!("`{path}` has no steps to tune"))
            .with_help("tune a number, a level, or one of several words")
    };
    let in_force = case.value(&path);
    let is_entry = path.segments().last().is_some_and(|last| last.parse::<usize>().is_ok());
    if is_entry && in_force.is_none() {
        return Err(unknown());
    }
    let (scale, current) = scale(&spec.kind, in_force.as_ref(), lab.ladder()).ok_or_else(no_steps)?;
    let limits = match scale {
        StepScale::Whole(_, high) if is_count(&path) => (0, high),
        StepScale::Whole(low, high) => (low, high),
        StepScale::Level | StepScale::Choice => (-FAR, FAR),
    };
    let choices = if scale == StepScale::Choice { choices(&spec.kind) } else { words(&spec.kind) };
    let now = in_force.as_ref().and_then(Node::as_scalar);
    let prior_change = case.prior_change(&path);
    Ok(Dial {
        scale,
        now,
        current: current.unwrap_or(0).clamp(limits.0, limits.1),
        choices,
        limits,
        widest: limits,
        path,
        prior_change,
    })
}

/// Tables in which any name is allowed, because a new name adds an entry. [`check_names`] does not check names in them.
const OPEN_TABLES: [&str; 3] = ["modifiers", "uncapped", "against"];

/// Rejects a path with a user-chosen name (of a fighter, a constant or a counter) that the document does not have.
fn check_names(lab: &Lab<'_>, case: &ValuesInForce<'_, '_>, path: &Path) -> Result<()> {
    let segments = path.segments();
    for length in 1..segments.len() {
        let (table, name) = (Path::of(&segments[..length]), segments[length].as_str());
        let holds_names = |kind: &Kind| matches!(kind, Kind::Map(_) | Kind::Open(..)).then_some(());
        let named = lab.key(&table).is_some_and(|spec| spec.kind.find(holds_names).is_some());
        let is_open = length > 1 && OPEN_TABLES.contains(&segments[length - 1].as_str());
        let Some(known) = case.names(&table).filter(|_| named && !is_open) else { continue };
        if !known.contains(&name) {
            let near =
                did_you_mean(name, known.iter().copied()).unwrap_or_else(|| format!("there are {}", known.join(", ")));
            return Err(Error::input(format!("there is no `{name}` in `{table}`")).with_help(near));
        }
    }
    Ok(())
}

/// Short names of the keys with their owners: `bo's skill`, `goblin count`.
fn names_of(dials: &[Dial]) -> Vec<String> {
    let paths: Vec<String> = dials.iter().map(|dial| dial.path.to_string()).collect();
    let name = |(place, dial): (usize, &Dial)| match (owner(&dial.path), dial.path.segments()) {
        (Some(who), [.., key]) if key != "count" => format!("{who}'s {}", key.replace('_', " ")),
        (Some(who), _) => format!("{who} count"),
        (None, [.., list, entry]) if entry.parse::<usize>().is_ok() => format!("{} {entry}", list.replace('_', " ")),
        (None, [.., whose, key]) if ["from", "to", "start", "add", "cap"].contains(&key.as_str()) => {
            format!("{} {key}", whose.replace('_', " "))
        }
        _ => axis(&paths, place),
    };
    dials.iter().enumerate().map(name).collect()
}

/// The name of the fighter, contestant, member or side whose key is at `path`.
fn owner(path: &Path) -> Option<&str> {
    match path.segments() {
        [table, who, .., _] if ["fighters", "cast", "sides", "contest"].contains(&table.as_str()) => Some(who),
        [_, table, who, .., _] if ["party", "members"].contains(&table.as_str()) => Some(who),
        [_, _, _, foes, who, .., _] if foes == "foes" => Some(who),
        [subject, side, .., _] if subject == "opposed" => Some(side),
        _ => None,
    }
}

/// Whether a path is the `count` of a fighter.
fn is_count(path: &Path) -> bool {
    path.segments().last().is_some_and(|key| key == "count")
}
