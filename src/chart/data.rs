//! Distributions of a study, side by side over common values.

use super::canvas::Area;
use super::text;
use crate::measure::{Chart, Course, Drawn, Label, Levels, Measure, NOISE, Per, Tails, distinct, number};
use crate::stats::Estimate;
use crate::study::{Cell, Distribution, Point, StudyResult, Unit};
use crate::text::true_minus;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// More series than this are not shown in one chart.
pub(super) const MOST_SERIES: usize = 12;
/// The same of how long things last, of which quantiles are shown.
const MOST_LASTING: usize = 30;

/// Values whose share is below this at the ends of a long axis are left out.
const HARDLY_ANY: f64 = 0.001;
/// Smaller shares are not rounded up to the first decimal of a percentage.
const LEAST_SHOWN: f64 = 0.0005;
/// Axes with more values than this are cut at their ends.
const LONG_AXIS: usize = 16;
/// Gaps between whole numbers are filled up to this length.
const LONGEST_FILLED: i64 = 2_000;

/// Distributions of one quantity over common values.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Spread {
    /// How it is shown.
    pub chart: Chart,
    /// The values and their labels, ascending.
    pub values: Vec<(i64, String)>,
    /// One for each subject in each cell.
    pub series: Vec<Series>,
    /// The subject and the cell where all series share them, for the title; empty where there are none.
    pub about: String,
    /// What was left out, in words.
    pub notes: Vec<String>,
    /// A note on what goes on beyond the end of the axis; `None` if all is over there.
    beyond: Option<String>,
}

/// One distribution.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Series {
    /// Subject and cell as far as they differ, cleaned; empty where there is but one series.
    pub name: String,
    /// Its points and wound levels, cleaned.
    own: Distribution,
    /// The share from each value on: long fights have thousands, and charts ask for each.
    tails: OnceCell<Tails>,
}

impl Spread {
    /// Chances of whole numbers, under the names of whose they are.
    pub(super) fn of_numbers(named: &[(String, Vec<(i64, f64)>)]) -> Self {
        let mut values: Vec<i64> =
            named.iter().flat_map(|(_, chances)| chances.iter().map(|(value, _)| *value)).collect();
        values.sort_unstable();
        values.dedup();
        let words = |value: i64| true_minus(value);
        let series = |(name, chances): &(String, Vec<(i64, f64)>)| {
            let point = |&(value, chance): &(i64, f64)| Point {
                value,
                label: Label::Number,
                estimate: Estimate::exact(chance, 1e-12),
            };
            let name = if named.len() > 1 { text::clean(name) } else { String::new() };
            Series::new(name, Distribution::new(&RESULTS, "", chances.iter().map(point).collect()))
        };
        Self {
            chart: NUMBERS,
            values: values.into_iter().map(|value| (value, words(value))).collect(),
            series: named.iter().map(series).collect(),
            about: String::new(),
            notes: Vec::new(),
            beyond: None,
        }
    }
}

/// Chances of whole numbers.
static RESULTS: Measure = Measure { chart: Some(NUMBERS), ..Measure::share("results", Per::Whole, "") };

/// The look of them.
const NUMBERS: Chart = Chart {
    title: "Results",
    axis: "result",
    at_least: "",
    meaning: "the chance of each result",
    drawn: Drawn::Columns,
};

impl Series {
    fn new(name: String, own: Distribution) -> Self {
        Self { name, own, tails: OnceCell::new() }
    }

    /// The wound levels that its values are, if they are any.
    pub(super) fn levels(&self) -> Option<Levels> {
        self.own.levels
    }

    /// The share of a value; exactly none where the distribution does not have it.
    pub(super) fn share(&self, value: i64) -> Option<&Estimate> {
        let place = self.own.points.binary_search_by_key(&value, |point| point.value).ok()?;
        Some(&self.own.points[place].estimate)
    }

    /// Its points, ascending.
    pub(super) fn parts(&self) -> impl DoubleEndedIterator<Item = &Point> + Clone {
        self.own.points.iter()
    }

    /// A share in words: `Snorri, Hurt: 5.42 %`.
    pub(super) fn told(&self, label: &str, share: &Estimate) -> String {
        let whose = if self.name.is_empty() { String::new() } else { format!("{}, ", self.name) };
        format!("{whose}{label}: {}", number::figure(share, Unit::Probability))
    }

    /// The share of a value as a plain number.
    pub(super) fn value(&self, value: i64) -> f64 {
        self.share(value).map_or(0.0, |share| share.value)
    }

    /// The share of all values that `picked` picks, clipped to 0 to 1, with an interval where it is simulated.
    pub(super) fn share_where(&self, picked: impl Fn(i64) -> bool) -> Estimate {
        let sum: f64 = self.parts().filter(|point| picked(point.value)).map(|point| point.estimate.value).sum();
        let sum = sum.clamp(0.0, 1.0);
        // A sum of shares of the same trials is itself a share of them.
        self.same_trials(sum).unwrap_or_else(|| Estimate::exact(sum, 0.0))
    }

    /// The share of what continues after a round, with what never ends.
    pub(super) fn going_on(&self, round: i64) -> Estimate {
        let tails = self.tails.get_or_init(|| self.own.tails());
        let never = 1.0 - tails.after(i64::MIN);
        let all = (tails.after(round) + if never > NOISE { never } else { 0.0 }).min(1.0);
        self.same_trials(all).unwrap_or_else(|| Estimate::exact(all, 0.0))
    }

    /// What all shares up to each of these values come to.
    pub(super) fn added_up(&self, values: &[(i64, String)]) -> Vec<f64> {
        let mut sum = 0.0;
        let added = values.iter().map(|(value, _)| {
            sum += self.value(*value);
            sum
        });
        added.collect()
    }

    /// The trials that its shares rest on; none where they are exact.
    pub(super) fn trials(&self) -> Option<u64> {
        self.parts().find_map(|point| point.estimate.trials())
    }

    /// The least value by which this share is reached; none where it never is.
    pub(super) fn quantile(&self, share: f64) -> Option<i64> {
        self.own.quantile(share, NOISE)
    }

    /// A share of the trials that these shares rest on.
    fn same_trials(&self, share: f64) -> Option<Estimate> {
        self.parts().next()?.estimate.share_of_same(share)
    }
}

impl Spread {
    /// The distributions of this measure; none where none has a share above 0, or too many cells for one chart.
    pub(super) fn of(result: &StudyResult, measure: &Measure) -> Option<Self> {
        let found: Vec<Named<'_>> = result.cells.iter().flat_map(|cell| named(cell, measure.id)).collect();
        let first = found.first()?;
        if matches!(measure.chart?.drawn, Drawn::Bands) && result.cells.len() > 1 {
            return None;
        }
        let differ =
            [found.iter().any(|one| one.subject != first.subject), found.iter().any(|one| one.cell != first.cell)];
        let about = first.words(differ.map(|differs| !differs));
        let series = merged(found.iter().filter_map(|one| one.series(differ)).collect(), differ[0]);
        let chart = measure.chart?;
        let course = course(&chart);
        let most = if course.is_some() { MOST_LASTING } else { MOST_SERIES };
        if series.is_empty() || (!result.varied.is_empty() && series.len() > most) {
            return None;
        }
        let points = found.iter().flat_map(|one| &one.distribution.points);
        // What is never done has no place on an axis of periods.
        let points = points.filter(|point| course.is_none() || point.label == Label::Number);
        let values = labeled(points);
        if values.is_empty() {
            return None;
        }
        let mut spread = Self { chart, values: filled(values), series, about, notes: Vec::new(), beyond: None };
        spread.leave_out(most);
        Some(spread)
    }

    /// The name of its values.
    pub(super) fn labels(&self) -> impl Iterator<Item = String> {
        self.values.iter().map(|(_, label)| label.clone())
    }

    /// Notes on what was left out, and on what goes on beyond the end of the axis.
    pub(super) fn all_notes(&self) -> impl Iterator<Item = String> {
        self.notes.iter().chain(&self.beyond).cloned()
    }

    fn leave_out(&mut self, most: usize) {
        let all = self.series.len();
        if all > most {
            self.series.truncate(most);
            self.notes.push(format!("The first {most} of {all} are shown."));
        }
        match course(&self.chart) {
            Some(course) => self.end_of_course(&course),
            None if self.chart.drawn == Drawn::Columns => self.cut_ends(),
            None if self.chart.drawn == Drawn::Climb => self.end_of_climb(),
            None => {}
        }
    }

    /// Ends an axis of rounds where hardly a fight goes on, or where only the round limit ends the rest.
    fn end_of_course(&mut self, course: &Course) {
        let Some(&(last, _)) = self.values.last() else { return };
        let going_on = |series: &Series, round: i64| series.going_on(round).value;
        let hardly = |round: i64| self.series.iter().all(|series| going_on(series, round) < HARDLY_ANY);
        let settled = |round: i64| {
            self.series
                .iter()
                .all(|series| going_on(series, round) - going_on(series, last.saturating_sub(1)) < HARDLY_ANY)
        };
        let rounds = || self.values.iter().map(|(value, _)| *value);
        let mut end = rounds().find(|&round| hardly(round)).unwrap_or(last);
        if end > course.long {
            end = rounds().find(|&round| round >= 10 && settled(round)).unwrap_or(end).min(end);
        }
        if end < last {
            let most = self.series.iter().map(|series| going_on(series, end)).fold(0.0, f64::max);
            // Rounded as the labels beside the points are.
            let share = match text::percent(most, 1) {
                _ if most < LEAST_SHOWN => "less than 0.1".to_owned(),
                share if self.series.len() > 1 => format!("up to {share}"),
                share => share,
            };
            let Course { one, going_on, .. } = course;
            self.beyond = Some(format!("After {one} {end}, where the axis ends, {share} % are {going_on}."));
        }
        self.values.retain(|(value, _)| *value <= end);
    }

    /// Ends an axis of rounds where hardly anything more is added.
    fn end_of_climb(&mut self) {
        let left = |series: &Series, end: i64| {
            series.parts().filter(|point| point.value > end).map(|point| point.estimate.value.abs()).sum::<f64>()
        };
        let rounds = || self.values.iter().map(|(value, _)| *value);
        let end = rounds().find(|&end| self.series.iter().all(|series| left(series, end) < HARDLY_ANY));
        self.values.retain(|(value, _)| end.is_none_or(|end| *value <= end));
    }

    /// Cuts a long axis where hardly anything lies beyond.
    fn cut_ends(&mut self) {
        if self.values.len() <= LONG_AXIS {
            return;
        }
        let beyond = |picked: &dyn Fn(i64) -> bool| {
            self.series.iter().map(|series| series.share_where(picked).value).fold(0.0, f64::max)
        };
        let values = || self.values.iter().map(|(value, _)| *value);
        let low = values().rev().find(|&end| beyond(&|value| value < end) < HARDLY_ANY).unwrap_or(i64::MIN);
        let high = values().find(|&end| beyond(&|value| value > end) < HARDLY_ANY).unwrap_or(i64::MAX);
        let before = self.values.len();
        self.values.retain(|(value, _)| (low..=high).contains(value));
        if self.values.len() < before {
            self.notes.push("Values beyond the ends of the axis are left out: less than 0.1 % at each end.".to_owned());
        }
    }

    /// The largest share shown, its interval included.
    pub(super) fn largest(&self) -> f64 {
        let shares = self
            .series
            .iter()
            .flat_map(|series| self.values.iter().filter_map(|(value, _)| series.share(*value)).map(top));
        shares.fold(0.0, f64::max)
    }
}

/// The values with their labels. One value has several where cells or fighters differ in what they call it, as wound
/// records do.
fn labeled<'a>(points: impl Iterator<Item = &'a Point>) -> BTreeMap<i64, String> {
    let mut labels: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    points.for_each(|point| labels.entry(point.value).or_default().push(text::clean(&point.label())));
    labels.into_iter().map(|(value, labels)| (value, distinct(labels).join(" / "))).collect()
}

/// The middle of each value's place.
pub(super) fn middles(spread: &Spread, area: Area) -> Vec<f64> {
    let apart = area.width() / spread.values.len() as f64;
    (0..spread.values.len()).map(|k| area.left + (k as f64 + 0.5) * apart).collect()
}

/// The words for what goes on step by step; none of other distributions.
fn course(chart: &Chart) -> Option<Course> {
    match chart.drawn {
        Drawn::Course(course) => Some(course),
        Drawn::Columns | Drawn::Stack | Drawn::Left | Drawn::Climb | Drawn::Bands => None,
    }
}

/// A distribution with whom it is about and which cell it is from, cleaned.
struct Named<'a> {
    subject: String,
    cell: String,
    distribution: &'a Distribution,
}

impl Named<'_> {
    /// Subject and cell, as far as asked for.
    fn words(&self, told: [bool; 2]) -> String {
        let parts = [&self.subject, &self.cell].into_iter().zip(told).filter(|(part, told)| *told && !part.is_empty());
        parts.map(|(part, _)| part.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Its series; none where no share is above 0.
    fn series(&self, told: [bool; 2]) -> Option<Series> {
        let known = self.distribution.points.iter().filter(|point| point.estimate.value.is_finite());
        let points = known.cloned().collect();
        let series = Series::new(self.words(told), Distribution { points, ..self.distribution.clone() });
        Some(series).filter(|series| series.parts().any(|point| point.estimate.value > 0.0))
    }
}

/// The distributions of this name in a cell.
fn named<'a>(cell: &'a Cell, name: &'a str) -> impl Iterator<Item = Named<'a>> {
    let found = cell.distributions.iter().filter(move |distribution| distribution.name() == name);
    let named = |distribution: &'a Distribution| Named {
        subject: text::clean(&distribution.subject),
        cell: text::clean(&cell.label()),
        distribution,
    };
    found.map(named)
}

/// Series that are the same as one, with the names of all; where one is left of cells alone, it needs no name.
fn merged(series: Vec<Series>, of_several: bool) -> Vec<Series> {
    let mut kept: Vec<Series> = Vec::new();
    for one in series {
        let same = |other: &&mut Series| other.own.points == one.own.points;
        match kept.iter_mut().find(same) {
            Some(other) => other.name = format!("{}; {}", other.name, one.name),
            None => kept.push(one),
        }
    }
    if let ([lone], false) = (kept.as_mut_slice(), of_several) {
        lone.name.clear();
    }
    kept
}

/// An estimate's interval, where it has one with ends: a mean over a single trial has none.
pub(super) fn interval(estimate: &Estimate) -> Option<(f64, f64)> {
    estimate.interval().filter(|(low, high)| low.is_finite() && high.is_finite())
}

/// The ends of its interval, or the estimate itself twice.
pub(super) fn ends(estimate: &Estimate) -> (f64, f64) {
    interval(estimate).unwrap_or((estimate.value, estimate.value))
}

/// The upper end of a share's interval, or the share itself.
fn top(share: &Estimate) -> f64 {
    interval(share).map_or(share.value, |(_, high)| high.max(share.value)).min(1.0)
}

/// Values that are their own labels, with the whole numbers between them.
fn filled(values: BTreeMap<i64, String>) -> Vec<(i64, String)> {
    let ends = values.keys().next().zip(values.keys().next_back()).map(|(first, last)| (*first, *last));
    let own = values.iter().all(|(value, label)| text::whole(label) == Some(*value));
    match ends {
        Some((first, last)) if own && last.saturating_sub(first) <= LONGEST_FILLED => {
            let label = |value: i64| values.get(&value).cloned().unwrap_or_else(|| value.to_string());
            (first..=last).map(|value| (value, label(value))).collect()
        }
        _ => values.into_iter().collect(),
    }
}

/// Says how far the widest interval of shares reaches, for pictures that cannot show intervals.
pub(super) fn widest_note(halves: impl IntoIterator<Item = f64>) -> Option<String> {
    let widest = halves.into_iter().filter(|half| half.is_finite()).fold(0.0, f64::max);
    let points = text::number((widest * 1000.0).ceil() / 10.0, 1);
    (widest > 0.0).then(|| format!("95 % intervals reach at most {points} percentage points to either side."))
}
