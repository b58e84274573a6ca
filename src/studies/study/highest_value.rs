//! The highest varied value for which conditions hold, found on a grid, with its uncertainty.

use super::cell::Cell;
use crate::rules::Value;
use crate::stats::Estimate;
use std::cmp::Ordering;

/// A question: the last value of a varied path for which conditions hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The index of the path in [`Study::varied`](super::Study::varied).
    pub path_index: usize,
    pub conditions: Vec<FigureLimit>,
}

/// A figure and a limit that it must keep.
#[derive(Debug, Clone, PartialEq)]
pub struct FigureLimit {
    /// The figure, by its name in words.
    pub figure: String,
    /// The side of the limit that is allowed, including the limit itself.
    pub bound: LimitSide,
    /// The limit; a fraction of 1 for a chance.
    pub limit: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitSide {
    AtLeast,
    AtMost,
}

/// The verdict on conditions in a cell, given the precision of its figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holds {
    /// The conditions hold for every value within the intervals.
    Surely,
    /// An interval includes a limit.
    Unsure,
    /// Some condition fails for every value within its interval.
    Not,
}

/// The answer for one variant and one combination of the other varied values.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub variant: Option<String>,
    /// The other varied values, in the order of their paths.
    pub others: Vec<Value>,
    pub question: Question,
    /// The verdict on each value of the path, ascending.
    pub judged: Vec<JudgedValue>,
}

/// A value of the varied path, with the verdict on the conditions.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedValue {
    pub value: Value,
    /// The figure of each condition; `None` if the cell does not have it.
    pub estimates: Vec<Option<Estimate>>,
    /// Whether the figures meet all limits, ignoring their precision.
    pub meets_limits: bool,
    /// Whether the figures meet all limits, given their precision.
    pub holds: Holds,
}

impl Holds {
    /// The verdict for an interval, from the verdicts at its two ends.
    pub fn of(low: bool, high: bool) -> Self {
        match (low, high) {
            (true, true) => Self::Surely,
            (false, false) => Self::Not,
            _ => Self::Unsure,
        }
    }

    /// The verdict as a `bool`; `None` if an interval includes a limit.
    pub const fn known(self) -> Option<bool> {
        match self {
            Self::Surely => Some(true),
            Self::Unsure => None,
            Self::Not => Some(false),
        }
    }

    /// The verdict as a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Surely => "yes",
            Self::Unsure => "not certain",
            Self::Not => "no",
        }
    }
}

impl FigureLimit {
    /// The figure in a cell; `None` if the cell does not have it.
    fn estimate_in(&self, cell: &Cell) -> Option<Estimate> {
        cell.titled(&self.figure).map(|figure| figure.estimate)
    }

    /// Whether an estimate meets the limit, given its precision.
    pub fn judge(&self, estimate: Estimate) -> Holds {
        let (low, high) = estimate.ends();
        Holds::of(self.met_by(low), self.met_by(high))
    }

    /// Whether the figure itself meets the limit. An exact figure within rounding error of the limit meets it.
    fn is_met(&self, estimate: &Estimate) -> bool {
        let bound = estimate.bound().unwrap_or(0.0);
        self.met_by(estimate.value - bound) || self.met_by(estimate.value + bound)
    }

    fn met_by(&self, value: f64) -> bool {
        match self.bound {
            LimitSide::AtLeast => value >= self.limit,
            LimitSide::AtMost => value <= self.limit,
        }
    }
}

/// Answers a question for each variant and each combination of the other varied values.
pub(super) fn answers(question: &Question, cells: &[Cell]) -> Vec<Answer> {
    let mut answers: Vec<Answer> = Vec::new();
    for cell in cells {
        let mut others = cell.varied.clone();
        others.remove(question.path_index);
        let own = judge_cell(question, cell);
        match answers.iter_mut().find(|known| known.variant == cell.variant && known.others == others) {
            Some(known) => known.judged.push(own),
            None => {
                let (variant, question) = (cell.variant.clone(), question.clone());
                answers.push(Answer { variant, others, question, judged: vec![own] });
            }
        }
    }
    answers.iter_mut().for_each(|answer| answer.judged.sort_by(|one, other| ascending(&one.value, &other.value)));
    answers
}

/// Orders numbers by size; words keep the order in which they were varied.
fn ascending(one: &Value, other: &Value) -> Ordering {
    let number = |value: &Value| match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Float(number) => Some(*number),
        Value::Boolean(_) | Value::Text(_) => None,
    };
    number(one).zip(number(other)).map_or(Ordering::Equal, |(one, other)| one.total_cmp(&other))
}

fn judge_cell(question: &Question, cell: &Cell) -> JudgedValue {
    let estimates: Vec<_> = question.conditions.iter().map(|condition| condition.estimate_in(cell)).collect();
    let each = || question.conditions.iter().zip(&estimates);
    let holds = each().map(|(condition, estimate)| estimate.map_or(Holds::Not, |known| condition.judge(known)));
    let holds = holds.max().unwrap_or(Holds::Surely);
    let meets_limits = each().all(|(condition, estimate)| estimate.is_some_and(|known| condition.is_met(&known)));
    JudgedValue { value: cell.varied[question.path_index].clone(), estimates, meets_limits, holds }
}

impl Answer {
    /// The last value whose figures meet all conditions; `None` if no value does.
    pub fn most(&self) -> Option<&JudgedValue> {
        self.judged.iter().rev().find(|one| one.meets_limits)
    }

    /// Whether the answer is certain: the conditions surely hold for it, and surely fail for all values beyond it.
    pub fn is_certain(&self) -> bool {
        let beyond = self.judged.iter().rev().take_while(|one| !one.meets_limits);
        beyond.map(|one| one.holds).all(|holds| holds == Holds::Not)
            && self.most().is_none_or(|most| most.holds == Holds::Surely)
    }

    /// Whether the answer is the last value tested, so that a value beyond it might be possible.
    pub fn is_last(&self) -> bool {
        self.judged.last().is_some_and(|last| last.meets_limits)
    }

    /// The values below the answer for which the conditions fail.
    pub fn gaps(&self) -> impl Iterator<Item = &JudgedValue> {
        let below = self.judged.iter().rev().skip_while(|one| !one.meets_limits).skip(1);
        below.filter(|one| !one.meets_limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Figure, Findings, Measure, Per};

    static WINS: Measure = Measure::share("wins", Per::Side, "");

    fn cell(goblins: i64, wins: Estimate) -> Cell {
        let findings = Findings { figures: vec![Figure::new(&WINS, "party", wins)], ..Findings::default() };
        Cell { variant: None, varied: vec![Value::Integer(goblins)], findings }
    }

    /// The answer for at least 70 % wins, where `wins` counts wins in 1,000 trials against 3, 4, 5 … goblins.
    fn asked(wins: &[u64]) -> Answer {
        let conditions = vec![FigureLimit { figure: "party wins".into(), bound: LimitSide::AtLeast, limit: 0.7 }];
        let question = Question { path_index: 0, conditions };
        // The cells begin with the most goblins, because the order must not matter.
        let mut cells: Vec<Cell> =
            (3..).zip(wins).map(|(goblins, count)| cell(goblins, Estimate::share(*count, 1000))).collect();
        cells.reverse();
        answers(&question, &cells).remove(0)
    }

    fn most(answer: &Answer) -> Option<String> {
        answer.most().map(|most| most.value.to_string())
    }

    #[test]
    fn most_returns_the_last_value_within_limits() {
        let answer = asked(&[990, 900, 800, 600, 300]);
        assert_eq!((most(&answer), answer.is_certain(), answer.is_last()), (Some("5".into()), true, false));
        assert_eq!(answer.gaps().count(), 0);
    }

    #[test]
    fn answer_is_uncertain_if_interval_includes_limit() {
        let answer = asked(&[900, 800, 690, 300]);
        assert_eq!((most(&answer), answer.is_certain()), (Some("4".into()), false), "five goblins might do");
        let answer = asked(&[900, 800, 710, 300]);
        assert_eq!((most(&answer), answer.is_certain()), (Some("5".into()), false), "five goblins might not do");
    }

    #[test]
    fn answer_reports_missing_value_last_value_and_gaps() {
        let answer = asked(&[600, 500]);
        assert_eq!((most(&answer), answer.is_certain(), answer.is_last()), (None, true, false));
        let answer = asked(&[900, 800]);
        assert_eq!((most(&answer), answer.is_certain(), answer.is_last()), (Some("4".into()), true, true));
        let answer = asked(&[900, 500, 800]);
        assert_eq!(answer.gaps().map(|gap| gap.value.to_string()).collect::<Vec<_>>(), ["4"]);
    }

    #[test]
    fn verdict_is_unsure_if_exact_bound_includes_limit() {
        let condition = FigureLimit { figure: "party wins".into(), bound: LimitSide::AtLeast, limit: 0.7 };
        let judge = |value, bound| condition.judge(Estimate::exact(value, bound));
        assert_eq!(judge(0.7, 0.0), Holds::Surely);
        assert_eq!(judge(0.7, 1e-9), Holds::Unsure);
        assert_eq!(judge(0.6, 1e-9), Holds::Not);
    }
}
