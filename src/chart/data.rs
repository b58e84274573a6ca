//! The data of charts: distributions of a study over common values.

use super::canvas::Area;
use super::text;
use crate::measure::{Chart, Course, Drawn, Label, Levels, Measure, NOISE, Per, Tails, distinct, number};
use crate::stats::Estimate;
use crate::study::{Cell, Distribution, Point, StudyResult, Unit};
use crate::text::true_minus;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// Maximum number of series in one chart.
pub(super) const MAX_SERIES: usize = 12;
/// Like [`MAX_SERIES`], for durations, which can be drawn as quantiles.
const MAX_DURATION_SERIES: usize = 30;

/// An axis is cut at the value beyond which the share is smaller than this.
const AXIS_CUTOFF_SHARE: f64 = 0.001;
/// Shares below this are printed as "less than 0.1 %" instead of being rounded up.
const MIN_PRINTED_SHARE: f64 = 0.0005;
/// Axes with more values than this are cut at their ends.
const LONG_AXIS: usize = 16;
/// Maximum length of an axis on which gaps between whole numbers are filled.
const MAX_FILLED_VALUES: i64 = 2_000;

/// The data of a chart: distributions of one quantity over the same values.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ChartData {
    pub chart: Chart,
    /// The values and their labels, ascending.
    pub values: Vec<(i64, String)>,
    /// One series for each subject in each cell.
    pub series: Vec<Series>,
    /// The subject and the cell if all series share them, for the title; empty if they share neither.
    pub about: String,
    /// Notes on what was left out.
    pub notes: Vec<String>,
    /// A note on what continues beyond the end of the axis; `None` if nothing does.
    beyond: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Series {
    /// The subject and the cell, each only if the series differ in it, cleaned; empty for a single series.
    pub name: String,
    /// The distribution, without points that are not finite.
    distribution: Distribution,
    /// The share from each value upwards, cached: long fights have thousands of rounds, and charts need each.
    tails: OnceCell<Tails>,
}

impl ChartData {
    /// Exact distributions of whole numbers: a name and the chance of each value.
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
            Series::new(name, Distribution::new(&RESULTS_MEASURE, "", chances.iter().map(point).collect()))
        };
        Self {
            chart: NUMBERS_CHART,
            values: values.into_iter().map(|value| (value, words(value))).collect(),
            series: named.iter().map(series).collect(),
            about: String::new(),
            notes: Vec::new(),
            beyond: None,
        }
    }
}

/// The measure of [`ChartData::of_numbers`].
static RESULTS_MEASURE: Measure = Measure { chart: Some(NUMBERS_CHART), ..Measure::share("results", Per::Whole, "") };

/// The titles and the type of the chart of [`ChartData::of_numbers`].
const NUMBERS_CHART: Chart = Chart {
    title: "Results",
    axis: "result",
    at_least: "",
    meaning: "the chance of each result",
    drawn: Drawn::Columns,
};

impl Series {
    fn new(name: String, distribution: Distribution) -> Self {
        Self { name, distribution, tails: OnceCell::new() }
    }

    /// The wound levels of the track, if the values are wound levels.
    pub(super) fn levels(&self) -> Option<Levels> {
        self.distribution.levels
    }

    /// The share of `value`; `None` if the distribution does not have it, so that its share is exactly 0.
    pub(super) fn share(&self, value: i64) -> Option<&Estimate> {
        let place = self.distribution.points.binary_search_by_key(&value, |point| point.value).ok()?;
        Some(&self.distribution.points[place].estimate)
    }

    /// The points, by ascending value.
    pub(super) fn points(&self) -> impl DoubleEndedIterator<Item = &Point> + Clone {
        self.distribution.points.iter()
    }

    /// The tooltip of a share, such as `Snorri, Hurt: 5.42 %`.
    pub(super) fn tooltip(&self, label: &str, share: &Estimate) -> String {
        let whose = if self.name.is_empty() { String::new() } else { format!("{}, ", self.name) };
        format!("{whose}{label}: {}", number::figure(share, Unit::Probability))
    }

    /// The share of `value` as a plain number; 0 if the distribution does not have it.
    pub(super) fn value(&self, value: i64) -> f64 {
        self.share(value).map_or(0.0, |share| share.value)
    }

    /// The total share of the values for which `picked` is true, from 0 to 1. It has an interval if it is simulated.
    pub(super) fn share_where(&self, picked: impl Fn(i64) -> bool) -> Estimate {
        let sum: f64 = self.points().filter(|point| picked(point.value)).map(|point| point.estimate.value).sum();
        let sum = sum.clamp(0.0, 1.0);
        // The sum of shares of the same trials is also a share of those trials.
        self.share_of_same_trials(sum).unwrap_or_else(|| Estimate::exact(sum, 0.0))
    }

    /// The share that continues after `round`, including what never ends.
    pub(super) fn share_after(&self, round: i64) -> Estimate {
        let tails = self.tails.get_or_init(|| self.distribution.tails());
        let never = 1.0 - tails.sum_above(i64::MIN);
        let all = (tails.sum_above(round) + if never > NOISE { never } else { 0.0 }).min(1.0);
        self.share_of_same_trials(all).unwrap_or_else(|| Estimate::exact(all, 0.0))
    }

    /// Cumulative sums of the shares at `values`.
    pub(super) fn cumulative_shares(&self, values: &[(i64, String)]) -> Vec<f64> {
        let mut sum = 0.0;
        let added = values.iter().map(|(value, _)| {
            sum += self.value(*value);
            sum
        });
        added.collect()
    }

    /// The number of trials behind the shares; `None` if they are exact.
    pub(super) fn trials(&self) -> Option<u64> {
        self.points().find_map(|point| point.estimate.trials())
    }

    /// The smallest value by which the cumulative share reaches `share`; `None` if it never does.
    pub(super) fn quantile(&self, share: f64) -> Option<i64> {
        self.distribution.quantile(share, NOISE)
    }

    /// Turns `share` into an estimate from the same trials; `None` if the shares are exact.
    fn share_of_same_trials(&self, share: f64) -> Option<Estimate> {
        self.points().next()?.estimate.share_of_same_trials(share)
    }
}

impl ChartData {
    /// The distributions of `measure`. `None` if no share is above 0, or if there are too many series or cells for one
    /// chart.
    pub(super) fn of(result: &StudyResult, measure: &Measure) -> Option<Self> {
        let found: Vec<NamedDistribution<'_>> =
            result.cells.iter().flat_map(|cell| named_distributions(cell, measure.id)).collect();
        let first = found.first()?;
        if matches!(measure.chart?.drawn, Drawn::Bands) && result.cells.len() > 1 {
            return None;
        }
        let differ =
            [found.iter().any(|one| one.subject != first.subject), found.iter().any(|one| one.cell != first.cell)];
        let about = first.words(differ.map(|differs| !differs));
        let series = merge_equal(found.iter().filter_map(|one| one.series(differ)).collect(), differ[0]);
        let chart = measure.chart?;
        let course = duration_words(&chart);
        let most = if course.is_some() { MAX_DURATION_SERIES } else { MAX_SERIES };
        if series.is_empty() || (!result.varied.is_empty() && series.len() > most) {
            return None;
        }
        let points = found.iter().flat_map(|one| &one.distribution.points);
        // Tasks that are never done have no position on an axis of periods.
        let points = points.filter(|point| course.is_none() || point.label == Label::Number);
        let values = labels_by_value(points);
        if values.is_empty() {
            return None;
        }
        let mut data = Self { chart, values: fill_gaps(values), series, about, notes: Vec::new(), beyond: None };
        data.limit_series_and_axis(most);
        Some(data)
    }

    pub(super) fn labels(&self) -> impl Iterator<Item = String> {
        self.values.iter().map(|(_, label)| label.clone())
    }

    /// Notes on what was left out, and on what continues beyond the end of the axis.
    pub(super) fn all_notes(&self) -> impl Iterator<Item = String> {
        self.notes.iter().chain(&self.beyond).cloned()
    }

    /// Keeps the first `most` series, and cuts the axis to the values worth showing.
    fn limit_series_and_axis(&mut self, most: usize) {
        let all = self.series.len();
        if all > most {
            self.series.truncate(most);
            self.notes.push(format!("The first {most} of {all} are shown."));
        }
        match duration_words(&self.chart) {
            Some(course) => self.cut_duration_axis(&course),
            None if self.chart.drawn == Drawn::Columns => self.cut_ends(),
            None if self.chart.drawn == Drawn::Climb => self.cut_running_total_axis(),
            None => {}
        }
    }

    /// Ends an axis of rounds where almost no fight continues, or where only the round limit ends the rest.
    fn cut_duration_axis(&mut self, course: &Course) {
        let Some(&(last, _)) = self.values.last() else { return };
        let going_on = |series: &Series, round: i64| series.share_after(round).value;
        let hardly = |round: i64| self.series.iter().all(|series| going_on(series, round) < AXIS_CUTOFF_SHARE);
        let settled = |round: i64| {
            self.series
                .iter()
                .all(|series| going_on(series, round) - going_on(series, last.saturating_sub(1)) < AXIS_CUTOFF_SHARE)
        };
        let rounds = || self.values.iter().map(|(value, _)| *value);
        let mut end = rounds().find(|&round| hardly(round)).unwrap_or(last);
        if end > course.long {
            end = rounds().find(|&round| round >= 10 && settled(round)).unwrap_or(end).min(end);
        }
        if end < last {
            let most = self.series.iter().map(|series| going_on(series, end)).fold(0.0, f64::max);
            // Rounded like the labels next to the points.
            let share = match text::percent(most, 1) {
                _ if most < MIN_PRINTED_SHARE => "less than 0.1".to_owned(),
                share if self.series.len() > 1 => format!("up to {share}"),
                share => share,
            };
            let Course { one, going_on, .. } = course;
            self.beyond = Some(format!("After {one} {end}, where the axis ends, {share} % are {going_on}."));
        }
        self.values.retain(|(value, _)| *value <= end);
    }

    /// Ends an axis of rounds where almost nothing more is added.
    fn cut_running_total_axis(&mut self) {
        let left = |series: &Series, end: i64| {
            series.points().filter(|point| point.value > end).map(|point| point.estimate.value.abs()).sum::<f64>()
        };
        let rounds = || self.values.iter().map(|(value, _)| *value);
        let end = rounds().find(|&end| self.series.iter().all(|series| left(series, end) < AXIS_CUTOFF_SHARE));
        self.values.retain(|(value, _)| end.is_none_or(|end| *value <= end));
    }

    /// Cuts a long axis at both ends where almost nothing lies beyond.
    fn cut_ends(&mut self) {
        if self.values.len() <= LONG_AXIS {
            return;
        }
        let beyond = |picked: &dyn Fn(i64) -> bool| {
            self.series.iter().map(|series| series.share_where(picked).value).fold(0.0, f64::max)
        };
        let values = || self.values.iter().map(|(value, _)| *value);
        let low = values().rev().find(|&end| beyond(&|value| value < end) < AXIS_CUTOFF_SHARE).unwrap_or(i64::MIN);
        let high = values().find(|&end| beyond(&|value| value > end) < AXIS_CUTOFF_SHARE).unwrap_or(i64::MAX);
        let before = self.values.len();
        self.values.retain(|(value, _)| (low..=high).contains(value));
        if self.values.len() < before {
            self.notes.push("Values beyond the ends of the axis are left out: less than 0.1 % at each end.".to_owned());
        }
    }

    /// The largest share shown, including its interval.
    pub(super) fn largest_share(&self) -> f64 {
        let shares = self
            .series
            .iter()
            .flat_map(|series| self.values.iter().filter_map(|(value, _)| series.share(*value)).map(upper_end));
        shares.fold(0.0, f64::max)
    }
}

/// The values with their labels. A value has several labels if cells or fighters name it differently, as wound records
/// do; they are joined by slashes.
fn labels_by_value<'a>(points: impl Iterator<Item = &'a Point>) -> BTreeMap<i64, String> {
    let mut labels: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    points.for_each(|point| labels.entry(point.value).or_default().push(text::clean(&point.label())));
    labels.into_iter().map(|(value, labels)| (value, distinct(labels).join(" / "))).collect()
}

/// The x coordinate of the middle of each value's slot in `area`.
pub(super) fn slot_middles(data: &ChartData, area: Area) -> Vec<f64> {
    let apart = area.width() / data.values.len() as f64;
    (0..data.values.len()).map(|k| area.left + (k as f64 + 0.5) * apart).collect()
}

/// The words of a chart of durations; `None` for other charts.
fn duration_words(chart: &Chart) -> Option<Course> {
    match chart.drawn {
        Drawn::Course(course) => Some(course),
        Drawn::Columns | Drawn::Stack | Drawn::Left | Drawn::Climb | Drawn::Bands => None,
    }
}

/// A distribution with its subject and its cell, both cleaned.
struct NamedDistribution<'a> {
    subject: String,
    cell: String,
    distribution: &'a Distribution,
}

impl NamedDistribution<'_> {
    /// The subject and the cell, each if its entry of `include` is true.
    fn words(&self, include: [bool; 2]) -> String {
        let parts = [&self.subject, &self.cell]
            .into_iter()
            .zip(include)
            .filter(|(part, is_included)| *is_included && !part.is_empty());
        parts.map(|(part, _)| part.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The series, named by [`words`](Self::words); `None` if no share is above 0.
    fn series(&self, include: [bool; 2]) -> Option<Series> {
        let known = self.distribution.points.iter().filter(|point| point.estimate.value.is_finite());
        let points = known.cloned().collect();
        let series = Series::new(self.words(include), Distribution { points, ..self.distribution.clone() });
        Some(series).filter(|series| series.points().any(|point| point.estimate.value > 0.0))
    }
}

fn named_distributions<'a>(cell: &'a Cell, name: &'a str) -> impl Iterator<Item = NamedDistribution<'a>> {
    let found = cell.distributions.iter().filter(move |distribution| distribution.name() == name);
    let named = |distribution: &'a Distribution| NamedDistribution {
        subject: text::clean(&distribution.subject),
        cell: text::clean(&cell.label()),
        distribution,
    };
    found.map(named)
}

/// Merges equal series and joins their names. A single series that is left has no name, unless there are
/// `several_subjects`.
fn merge_equal(series: Vec<Series>, several_subjects: bool) -> Vec<Series> {
    let mut kept: Vec<Series> = Vec::new();
    for one in series {
        let same = |other: &&mut Series| other.distribution.points == one.distribution.points;
        match kept.iter_mut().find(same) {
            Some(other) => other.name = format!("{}; {}", other.name, one.name),
            None => kept.push(one),
        }
    }
    if let ([lone], false) = (kept.as_mut_slice(), several_subjects) {
        lone.name.clear();
    }
    kept
}

/// The interval of an estimate; `None` if it has none or an infinite one, as a mean over a single trial has.
pub(super) fn interval(estimate: &Estimate) -> Option<(f64, f64)> {
    estimate.interval().filter(|(low, high)| low.is_finite() && high.is_finite())
}

/// The ends of the interval, or the value twice if there is no interval.
pub(super) fn interval_ends(estimate: &Estimate) -> (f64, f64) {
    interval(estimate).unwrap_or((estimate.value, estimate.value))
}

/// The upper end of a share's interval, or the share itself if there is no interval; at most 1.
fn upper_end(share: &Estimate) -> f64 {
    interval(share).map_or(share.value, |(_, high)| high.max(share.value)).min(1.0)
}

/// The values with their labels. If every label is the value itself, missing whole numbers are added.
fn fill_gaps(values: BTreeMap<i64, String>) -> Vec<(i64, String)> {
    let ends = values.keys().next().zip(values.keys().next_back()).map(|(first, last)| (*first, *last));
    let own = values.iter().all(|(value, label)| text::whole_number(label) == Some(*value));
    match ends {
        Some((first, last)) if own && last.saturating_sub(first) <= MAX_FILLED_VALUES => {
            let label = |value: i64| values.get(&value).cloned().unwrap_or_else(|| value.to_string());
            (first..=last).map(|value| (value, label(value))).collect()
        }
        _ => values.into_iter().collect(),
    }
}

/// A note on the widest interval, for charts of shares that cannot show intervals; `halves` are the half-widths.
pub(super) fn widest_interval_note(halves: impl IntoIterator<Item = f64>) -> Option<String> {
    let widest = halves.into_iter().filter(|half| half.is_finite()).fold(0.0, f64::max);
    let points = text::number((widest * 1000.0).ceil() / 10.0, 1);
    (widest > 0.0).then(|| format!("95 % intervals reach at most {points} percentage points to either side."))
}
