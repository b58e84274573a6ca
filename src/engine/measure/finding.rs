//! The results of one cell: single figures and distributions.

use super::{Counted, Measure, Unit, id, same_words};
use crate::stats::Estimate;
use crate::text::true_minus;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Largest deviation from 1 of a sum of shares that is due to rounding and to tails that were cut off.
pub const NOISE: f64 = 1e-9;

/// The results of one cell: everything that was measured in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    /// Single figures, beginning with the headline.
    pub figures: Vec<Figure>,
    pub distributions: Vec<Distribution>,
    /// Means after each step, beginning with step 0. The estimate of each point is a mean, not a probability.
    pub courses: Vec<Distribution>,
    /// The probability that a fight would never end without a round limit; 0 if unknown.
    pub never_ends: f64,
    /// The probability that an exact fight lasts longer than the rounds that are listed one by one; 0 for simulations.
    pub beyond: f64,
}

/// One figure, such as `wins` of `Snorri`: 0.561.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    pub measure: &'static Measure,
    /// The side, fighter or contestant; empty if the figure is about the whole fight or check.
    pub subject: String,
    /// The part of the measure, such as a result or a wound level; empty if there is only one.
    pub label: String,
    pub estimate: Estimate,
}

/// The distribution of a measure, or its course from step to step.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    pub measure: &'static Measure,
    /// The side, fighter or contestant; empty if the distribution is about the whole fight or check.
    pub subject: String,
    /// The points, in ascending order.
    pub points: Vec<Point>,
    /// The wound levels that the values represent; `None` if the values are something else.
    pub levels: Option<Levels>,
    /// The standard deviation; `None` if it can be computed from the points.
    pub deviation: Option<Estimate>,
}

/// The wound levels on the axis of a distribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Levels {
    /// Number of levels, from Undamaged to Dead.
    pub count: i64,
    /// The first level that puts the fighter out of action; equal to `count` if none does.
    pub out: i64,
}

/// A point of a distribution.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The position on the axis.
    pub value: i64,
    /// The meaning of the value.
    pub label: Label,
    /// The point's probability, or its mean in [`Findings::courses`].
    pub estimate: Estimate,
}

/// The meaning of the value of a point.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Label {
    /// The value itself.
    Number,
    /// A range from this number to the value, both included.
    From(i64),
    /// A name such as `Very Hurt` or `Superb+1`. `later` means beyond all numbers.
    Named(String),
}

/// The key of a figure within its cell: measure id, subject and label.
pub type Identity<'f> = (&'static str, &'f str, &'f str);

impl Figure {
    /// A figure without a label. `subject` may be empty.
    pub fn new(measure: &'static Measure, subject: impl Into<String>, estimate: Estimate) -> Self {
        Self { measure, subject: subject.into(), label: String::new(), estimate }
    }

    /// Sets the label.
    #[must_use]
    pub fn labeled(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// The measure's id, which is the figure's name in data files.
    pub fn name(&self) -> &'static str {
        self.measure.id
    }

    /// The unit of the measure.
    pub fn unit(&self) -> Unit {
        self.measure.unit
    }

    /// The display name, such as `Snorri wins` or `success`.
    pub fn title(&self) -> String {
        self.measure.name(&self.subject, &self.label)
    }

    /// Whether `text` names this figure; see [`Measure::has_name`].
    pub fn has_name(&self, text: &str) -> bool {
        self.measure.has_name(&self.subject, &self.label, text)
    }

    /// The key of the figure within its cell.
    pub fn identity(&self) -> Identity<'_> {
        (self.measure.id, &self.subject, &self.label)
    }
}

impl Distribution {
    /// A distribution without wound levels. `subject` may be empty.
    pub fn new(measure: &'static Measure, subject: impl Into<String>, points: Vec<Point>) -> Self {
        Self { measure, subject: subject.into(), points, levels: None, deviation: None }
    }

    /// Marks the values as wound levels.
    #[must_use]
    pub fn of_levels(self, levels: Levels) -> Self {
        Self { levels: Some(levels), ..self }
    }

    /// The measure's id, which is the distribution's name in data files.
    pub fn name(&self) -> &'static str {
        self.measure.id
    }

    /// The smallest value v with P(X ≤ v) ≥ `share` − `noise`. `None` if no value reaches that share, or if the value
    /// is not a number ([`Label::Named`]).
    pub fn quantile(&self, share: f64, noise: f64) -> Option<i64> {
        let mut sum = 0.0;
        let reaches = |point: &&Point| {
            sum += point.estimate.value;
            sum >= share - noise
        };
        self.points.iter().find(reaches).filter(|point| point.is_numbered()).map(|point| point.value)
    }

    /// The probability that is missing from a total of 1, because an event never happens or rounds are not listed. 0 if
    /// only rounding is missing.
    pub fn missing_share(&self) -> f64 {
        let rest = 1.0 - self.points.iter().map(|point| point.estimate.value).sum::<f64>();
        if rest > NOISE { rest } else { 0.0 }
    }

    /// Sums of the absolute values of the points, cumulated from the top.
    pub fn tails(&self) -> Tails {
        let mut sums: Vec<f64> = self.points.iter().map(|point| point.estimate.value.abs()).collect();
        (1..sums.len()).rev().for_each(|place| sums[place - 1] += sums[place]);
        sums.push(0.0);
        Tails { values: self.points.iter().map(|point| point.value).collect(), sums }
    }

    /// P(X ≤ `value`). If the points are simulated, the interval is that of a share with the same number of trials.
    pub fn probability_up_to(&self, value: i64) -> Estimate {
        let points = self.points.iter().filter(|point| point.value <= value);
        let sum = points.map(|point| point.estimate.value).sum::<f64>().clamp(0.0, 1.0);
        match self.points.iter().find_map(|point| point.estimate.trials()) {
            Some(trials) => Estimate::share((sum * trials as f64).round() as u64, trials),
            None => {
                let rest: f64 =
                    self.points.iter().filter(|point| point.value > value).map(|point| point.estimate.value).sum();
                Estimate::exact_share(
                    sum,
                    rest,
                    self.points.iter().filter_map(|point| point.estimate.bound()).fold(0.0, f64::max),
                )
            }
        }
    }
}

/// Sums of the points of a distribution, cumulated from the top for fast lookup.
#[derive(Debug, Clone, PartialEq)]
pub struct Tails {
    values: Vec<i64>,
    sums: Vec<f64>,
}

impl Tails {
    /// The sum of the points whose value is above `value`.
    pub fn sum_above(&self, value: i64) -> f64 {
        self.sums[self.values.partition_point(|known| *known <= value)]
    }
}

impl Point {
    /// Whether the value is a number or a range (`3`, `10001 to 18805`), not a name such as `later`.
    pub fn is_numbered(&self) -> bool {
        !matches!(self.label, Label::Named(_))
    }

    /// Whether both points mean the same: numbers and ranges if value and label are equal, names if the name is.
    pub fn has_same_meaning(&self, other: &Self) -> bool {
        self.label == other.label && (!self.is_numbered() || self.value == other.value)
    }

    /// The display text of the value: `Very Hurt`, `10001 to 18805`, `−3`.
    pub fn label(&self) -> Cow<'_, str> {
        match &self.label {
            Label::Number => true_minus(self.value).into(),
            Label::From(first) => format!("{first} to {}", self.value).into(),
            Label::Named(name) => name.into(),
        }
    }

    /// Points for consecutive numbers, starting at `first`.
    pub fn numbers(first: i64, estimates: impl IntoIterator<Item = Estimate>) -> Vec<Self> {
        (first..).zip(estimates).map(|(value, estimate)| Self { value, label: Label::Number, estimate }).collect()
    }
}

impl Findings {
    /// Whether reports show a more detailed distribution instead of `one`.
    pub fn is_replaced(&self, one: &Distribution) -> bool {
        let outdoes = |other: &Distribution| other.measure.instead_of == one.name() && other.subject == one.subject;
        self.distributions.iter().any(outdoes)
    }

    /// The figure with this measure id and subject; the first one if there are several labels.
    pub fn figure(&self, id: &str, subject: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.name() == id && figure.subject == subject)
    }

    /// The figure of this cell with the same measure, subject and label as `figure`, which may be from another cell.
    pub fn matching_figure(&self, figure: &Figure) -> Option<&Figure> {
        self.figures.iter().find(|other| other.identity() == figure.identity())
    }

    /// The figure with the display name `title`.
    pub fn titled(&self, title: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.has_name(title))
    }

    /// Whether a figure or distribution has the display name `title`.
    pub fn has(&self, title: &str) -> bool {
        // A distribution that covers all fighters has no subject; users ask for it by the measure's name.
        let distribution =
            |one: &Distribution| one.measure.has_name(&one.subject, "", title) || same_words(one.measure.id, title);
        self.titled(title).is_some() || self.distributions.iter().any(distribution)
    }

    /// The probability that the side of `figure` does not win; `None` for figures other than `wins`. Exact chances are
    /// added up from the other outcomes, since 1 minus a chance near 1 would be mostly rounding error.
    pub fn chance_of_not_winning(&self, figure: &Figure) -> Option<Estimate> {
        if figure.name() != id::WINS {
            return None;
        }
        if let Some(counted) = figure.estimate.share_of_same_trials(1.0 - figure.estimate.value) {
            return Some(counted);
        }
        let ends = self.figures.iter().filter(|other| [id::WINS, id::DRAW].contains(&other.name()));
        let others = ends.filter(|other| other.identity() != figure.identity()).map(|other| other.estimate);
        let (value, bound) = others
            .fold((0.0, 0.0), |(value, bound), other| (value + other.value, bound + other.bound().unwrap_or(0.0)));
        figure.estimate.is_exact().then(|| Estimate::exact(value, bound))
    }

    /// The first figure, such as the win chance of the first side, or the chance of success.
    pub fn headline(&self) -> Option<&Figure> {
        self.figures.first()
    }

    /// The mean of a distribution; `None` if it was not measured.
    pub fn mean_of(&self, distribution: &Distribution) -> Option<&Figure> {
        let is_mean = |figure: &&Figure| {
            matches!(figure.measure.counted, Counted::Mean | Counted::FirstTime)
                && figure.subject == distribution.subject
                && figure.measure.is_mean_of(distribution.measure)
        };
        self.figures.iter().find(is_mean)
    }
}

impl Measure {
    /// Whether this is the mean of `distribution`; for example, `degree` is the mean of `degrees`.
    pub fn is_mean_of(&self, distribution: &Self) -> bool {
        [distribution.id, distribution.mean].contains(&self.id)
    }
}
