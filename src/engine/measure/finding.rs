//! The findings of a cell.

use super::{Counted, Measure, Unit, id, same_words};
use crate::stats::Estimate;
use crate::text::true_minus;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The most by which rounding and cut-off tails keep shares from a sum of 1.
pub const NOISE: f64 = 1e-9;

/// Everything found out about one cell.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    /// Single figures; the first is the headline.
    pub figures: Vec<Figure>,
    /// Whole distributions.
    pub distributions: Vec<Distribution>,
    /// Means after each step, from 0: points with values in place of probabilities.
    pub courses: Vec<Distribution>,
    /// The chance that it would go on for ever, were there no limit, where that is known.
    pub never_ends: f64,
    /// The chance that it takes more rounds than are followed one by one, which no simulation plays.
    pub beyond: f64,
}

/// One figure: `wins` of `Snorri`, 0.561.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// What is measured.
    pub measure: &'static Measure,
    /// Whom it is about; empty where it is about the whole fight or check.
    pub subject: String,
    /// The label within the measure, such as a result or a wound level; empty if there is none.
    pub label: String,
    /// Its value and how far to trust it.
    pub estimate: Estimate,
}

/// A distribution of one quantity.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// What is distributed.
    pub measure: &'static Measure,
    /// Whom it is about; empty where it is about the whole fight or check.
    pub subject: String,
    /// Its points, ascending.
    pub points: Vec<Point>,
    /// Which wound levels its values are; none where they are something else.
    pub levels: Option<Levels>,
    /// Its standard deviation, where its points do not tell it.
    pub deviation: Option<Estimate>,
}

/// The wound levels of a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Levels {
    /// How many there are, from Undamaged to Dead.
    pub count: i64,
    /// The first that puts the fighter out of action; `count` where none does.
    pub out: i64,
}

/// One value of a distribution and its probability.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The value's place on the axis.
    pub value: i64,
    /// The meaning of the value.
    pub label: Label,
    /// Its probability.
    pub estimate: Estimate,
}

/// The meaning of a point's value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Label {
    /// A number.
    Number,
    /// All numbers from this one to the value.
    From(i64),
    /// `Very Hurt`, `Superb+1`; `later` than all numbers.
    Named(String),
}

/// What identifies a figure: measure, subject, label.
pub type Identity<'f> = (&'static str, &'f str, &'f str);

impl Figure {
    /// A figure that is about somebody, or about nobody in particular.
    pub fn new(measure: &'static Measure, subject: impl Into<String>, estimate: Estimate) -> Self {
        Self { measure, subject: subject.into(), label: String::new(), estimate }
    }

    /// The same figure with this label.
    #[must_use]
    pub fn labeled(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Its name in data files.
    pub fn name(&self) -> &'static str {
        self.measure.id
    }

    /// What it is measured in.
    pub fn unit(&self) -> Unit {
        self.measure.unit
    }

    /// Its name in words: `Snorri wins`, `success`.
    pub fn title(&self) -> String {
        self.measure.name(&self.subject, &self.label)
    }

    /// Whether this is a name for it; see [`Measure::is_called`].
    pub fn is_called(&self, text: &str) -> bool {
        self.measure.is_called(&self.subject, &self.label, text)
    }

    /// What identifies it among the figures of its cell.
    pub fn identity(&self) -> Identity<'_> {
        (self.measure.id, &self.subject, &self.label)
    }
}

impl Distribution {
    /// A distribution about a side or a fighter, or about the whole.
    pub fn new(measure: &'static Measure, subject: impl Into<String>, points: Vec<Point>) -> Self {
        Self { measure, subject: subject.into(), points, levels: None, deviation: None }
    }

    /// The same, of wound levels.
    #[must_use]
    pub fn of_levels(self, levels: Levels) -> Self {
        Self { levels: Some(levels), ..self }
    }

    /// Its name in data files.
    pub fn name(&self) -> &'static str {
        self.measure.id
    }

    /// The least value within which this share lies, but for what `noise` rounds off; `None` if it never does, or the value is unknown.
    pub fn quantile(&self, share: f64, noise: f64) -> Option<i64> {
        let mut sum = 0.0;
        let reaches = |point: &&Point| {
            sum += point.estimate.value;
            sum >= share - noise
        };
        self.points.iter().find(reaches).filter(|point| point.is_numbered()).map(|point| point.value)
    }

    /// The share that its points lack to 1, rounding aside: of events that never happen, or are not followed.
    pub fn lacks(&self) -> f64 {
        let rest = 1.0 - self.points.iter().map(|point| point.estimate.value).sum::<f64>();
        if rest > NOISE { rest } else { 0.0 }
    }

    /// The points added up from above, whether they add or take away, to look up the sum beyond any value.
    pub fn tails(&self) -> Tails {
        let mut sums: Vec<f64> = self.points.iter().map(|point| point.estimate.value.abs()).collect();
        (1..sums.len()).rev().for_each(|place| sums[place - 1] += sums[place]);
        sums.push(0.0);
        Tails { values: self.points.iter().map(|point| point.value).collect(), sums }
    }

    /// What all points up to a value come to; of means over trials, as close as a share of as many would be.
    pub fn up_to(&self, value: i64) -> Estimate {
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

/// The points of a distribution, added up from above.
#[derive(Debug, Clone, PartialEq)]
pub struct Tails {
    values: Vec<i64>,
    sums: Vec<f64>,
}

impl Tails {
    /// The sum of the points above a value.
    pub fn after(&self, value: i64) -> f64 {
        self.sums[self.values.partition_point(|known| *known <= value)]
    }
}

impl Point {
    /// Whether its value says how far it reaches: `3`, or `10001 to 18805`, but not `later`.
    pub fn is_numbered(&self) -> bool {
        !matches!(self.label, Label::Named(_))
    }

    /// Whether both stand for the same: a number by its value, anything else by its name.
    pub fn stands_for_same(&self, other: &Self) -> bool {
        self.label == other.label && (!self.is_numbered() || self.value == other.value)
    }

    /// The value in words: `Very Hurt`, `10001 to 18805`, `−3`.
    pub fn label(&self) -> Cow<'_, str> {
        match &self.label {
            Label::Number => true_minus(self.value).into(),
            Label::From(first) => format!("{first} to {}", self.value).into(),
            Label::Named(name) => name.into(),
        }
    }

    /// The numbers from `first` on.
    pub fn numbers(first: i64, estimates: impl IntoIterator<Item = Estimate>) -> Vec<Self> {
        (first..).zip(estimates).map(|(value, estimate)| Self { value, label: Label::Number, estimate }).collect()
    }
}

impl Findings {
    /// True if another of the distributions says more than this one, and is shown on pages in its place.
    pub fn is_outdone(&self, one: &Distribution) -> bool {
        let outdoes = |other: &Distribution| other.measure.instead_of == one.name() && other.subject == one.subject;
        self.distributions.iter().any(outdoes)
    }

    /// The figure of this measure about this subject; of those with labels, the first.
    pub fn figure(&self, id: &str, subject: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.name() == id && figure.subject == subject)
    }

    /// The same figure as one of another cell.
    pub fn same(&self, figure: &Figure) -> Option<&Figure> {
        self.figures.iter().find(|other| other.identity() == figure.identity())
    }

    /// The figure with this name in words.
    pub fn titled(&self, title: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.is_called(title))
    }

    /// Whether a figure or a distribution has this name in words.
    pub fn has(&self, title: &str) -> bool {
        // What is a picture of everybody is asked for by its name alone.
        let distribution =
            |one: &Distribution| one.measure.is_called(&one.subject, "", title) || same_words(one.measure.id, title);
        self.titled(title).is_some() || self.distributions.iter().any(distribution)
    }

    /// The chance that a side does not win, from the other outcomes; none for other figures. 1 minus a chance near 1 would be rounding.
    pub fn opposite(&self, figure: &Figure) -> Option<Estimate> {
        if figure.name() != id::WINS {
            return None;
        }
        if let Some(counted) = figure.estimate.share_of_same(1.0 - figure.estimate.value) {
            return Some(counted);
        }
        let ends = self.figures.iter().filter(|other| [id::WINS, id::DRAW].contains(&other.name()));
        let others = ends.filter(|other| other.identity() != figure.identity()).map(|other| other.estimate);
        let (value, bound) = others
            .fold((0.0, 0.0), |(value, bound), other| (value + other.value, bound + other.bound().unwrap_or(0.0)));
        figure.estimate.is_exact().then(|| Estimate::exact(value, bound))
    }

    /// The first figure: the first side's win chance, or success.
    pub fn headline(&self) -> Option<&Figure> {
        self.figures.first()
    }

    /// The mean that goes with a distribution of the same measure, where there is one.
    pub fn mean_of(&self, distribution: &Distribution) -> Option<&Figure> {
        let is_mean = |figure: &&Figure| {
            matches!(figure.measure.counted, Counted::Mean | Counted::FirstTime)
                && figure.subject == distribution.subject
                && figure.measure.goes_with(distribution.measure)
        };
        self.figures.iter().find(is_mean)
    }
}

impl Measure {
    /// Whether this mean is that of a distribution: `rounds` of `rounds`, `degree` of `degrees`.
    pub fn goes_with(&self, distribution: &Self) -> bool {
        [distribution.id, distribution.mean].contains(&self.id)
    }
}
