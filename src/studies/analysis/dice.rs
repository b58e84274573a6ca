//! `dice`: the differences between dice methods, and their effect on the results of the file.

use super::helpers::{
    Name, Shift, check_distinct, check_figures, check_unvaried, detectable_clause, headline, name, shifts, texts,
};
use crate::dice::Dice;
use crate::document::{Item, Key, Kind, Node, Path, Problem, Problems, Reader, Span, decode, dice::dice_by_need, keys};
use crate::error::Result;
use crate::measure::{Unit, number};
use crate::stats::Estimate;
use crate::study::{Analysis, Change, Lab, Reply, ReplyColumn, ReplyEntry, Setting, Study, Value};
use std::collections::BTreeMap;

keys! {
    pub(super) KEYS = "dice-methods": "The differences between dice methods, and their effect on the results of the file.";
    DICE: Key<(Vec<Name>, Vec<Option<ResultChances>>)> = Key::new("dice", Kind::Any(&[Kind::Dice, Kind::List(&Kind::Dice)]), methods)
        .means("The dice methods. The first is the baseline for the others.", "[\"4dF\", \"3d6-table\", \"d%\"]")
        .required();
    FIGURE: Key<Name> = Key::new("figure", Kind::Text, name)
        .means("The figure to compare.", "\"ada wins\"")
        .otherwise("the first");
}

/// The chance of each result of some dice.
pub(super) type ResultChances = BTreeMap<i32, f64>;

#[derive(Debug)]
struct Methods {
    dice: Vec<Name>,
    /// The chances of each method; `None` if they depend on a difficulty.
    chances: Vec<Option<ResultChances>>,
    figure: Option<Name>,
    span: Span,
}

pub(super) fn read(reader: &mut Reader<'_>) -> Option<Box<dyn Analysis>> {
    let (dice, figure, span) = (reader.read(&DICE), reader.read(&FIGURE), reader.span_of(&DICE));
    let (dice, chances) = dice?;
    Some(Box::new(Methods { dice, chances, figure, span }))
}

/// Reads one or more dice methods: their names, and the chances of each.
fn methods(item: Item<'_>) -> Option<(Vec<Name>, Vec<Option<ResultChances>>)> {
    decode::one_or_more(method)(item).map(|read| read.into_iter().unzip())
}

/// Reads the name of a dice method, and its chances; `None` instead of chances that depend on a difficulty.
fn method(mut item: Item<'_>) -> Option<(Name, Option<ResultChances>)> {
    let name = name(item.again())?;
    let dice = dice_by_need(item)?;
    Some((name, (!dice.names_need()).then(|| chances(&dice))))
}

pub(super) fn chances(dice: &Dice) -> ResultChances {
    let pmf = dice.pmf();
    pmf.iter().map(|(value, weight)| (value, weight as f64 / pmf.total() as f64)).collect()
}

/// The distance between two distributions: the total variation (half of the sum of all differences), Kolmogorov's
/// distance (the largest difference in the chance of at least some result), and the result with that largest
/// difference.
fn distances(one: &ResultChances, other: &ResultChances) -> (f64, f64, i32) {
    let (mut variation, mut above, mut largest, mut at) = (0.0, 0.0, 0.0, 0);
    let (Some(low), Some(high)) = (one.keys().chain(other.keys()).min(), one.keys().chain(other.keys()).max()) else {
        return (0.0, 0.0, 0);
    };
    for value in (*low..=*high).rev() {
        let of = |chances: &ResultChances| chances.get(&value).copied().unwrap_or(0.0);
        let difference: f64 = of(one) - of(other);
        variation += difference.abs() / 2.0;
        above += difference;
        if above.abs() > largest {
            (largest, at) = (above.abs(), value);
        }
    }
    (variation, largest, at)
}

/// The mean and the standard deviation.
pub(super) fn moments(chances: &ResultChances) -> (f64, f64) {
    let mean: f64 = chances.iter().map(|(value, chance)| f64::from(*value) * chance).sum();
    let variance: f64 = chances.iter().map(|(value, chance)| (f64::from(*value) - mean).powi(2) * chance).sum();
    // The mean of symmetric dice is 0, not a rounding error.
    (if mean.abs() < 1e-12 { 0.0 } else { mean }, variance.sqrt())
}

impl Analysis for Methods {
    fn figures(&self, _: &Study) -> Vec<String> {
        texts(&self.figure)
    }

    fn check(&self, study: &Study, problems: &mut Problems) {
        check_unvaried("dice", self.span, study, problems);
        check_figures(&self.figure, study, problems);
        check_distinct(&self.dice, problems);
        if self.dice.len() < 2 {
            problems
                .push(Problem::new("one dice method alone cannot be compared").at(self.span).help("name two or more"));
        }
    }

    fn answer(&self, lab: &Lab<'_>) -> Result<Reply> {
        let title = self.figure.as_ref().map_or_else(|| headline(lab.study), |name| name.text.clone());
        let path = Path::of(["rules", "dice"]);
        let setting = |name: &Name| {
            Setting::default().with(Change::Set(path.clone(), Node::of(&Value::from(name.text.as_str()), name.span)))
        };
        let answered = lab.find(&self.dice.iter().map(setting).collect::<Vec<_>>())?;
        let changes = shifts(&answered, std::slice::from_ref(&title));
        let (first, base) = (&self.dice[0].text, self.chances[0].as_ref());
        let mut reply = Reply::new("dice", format!("Dice compared with {first}"));
        reply.trials = answered.trials;
        reply.columns = ["dice", "mean", "deviation"].map(ReplyColumn::plain).to_vec();
        reply.columns.extend(["total variation", "largest gap", title.as_str(), "change"].map(ReplyColumn::figures));
        let mut farthest: Option<(&str, f64, f64, i32, Option<Shift>)> = None;
        for (place, (name, chances)) in self.dice.iter().zip(&self.chances).enumerate() {
            let distance = chances.as_ref().zip(base).map(|(own, base)| distances(own, base));
            let number = |value: Option<f64>| value.map_or(ReplyEntry::from("by need"), ReplyEntry::Number);
            let exact = |value: Option<f64>| {
                value.map_or(ReplyEntry::from("by need"), |value| {
                    ReplyEntry::Figure(Estimate::exact(value, 0.0), Unit::Probability)
                })
            };
            let moments = chances.as_ref().map(moments);
            let shift = place.checked_sub(1).and_then(|case| changes[case][0]);
            let change = if place == 0 { ReplyEntry::from("baseline") } else { Shift::entry(shift) };
            reply.rows.push(vec![
                name.text.as_str().into(),
                number(moments.map(|(mean, _)| mean)),
                number(moments.map(|(_, deviation)| deviation)),
                exact(distance.map(|(variation, ..)| variation)),
                exact(distance.map(|(_, kolmogorov, _)| kolmogorov)),
                ReplyEntry::figure(answered.cells[place].titled(&title)),
                change,
            ]);
            if let Some((variation, kolmogorov, at)) = distance.filter(|_| place > 0)
                && farthest.is_none_or(|(_, known, ..)| variation > known)
            {
                farthest = Some((&name.text, variation, kolmogorov, at, shift));
            }
        }
        if let Some((name, variation, kolmogorov, at, shift)) = farthest {
            let share = |value: f64| number::short(&Estimate::exact(value, 0.0), Unit::Probability);
            let arrives = match shift {
                Some(shift) if shift.resolved => format!("{title}: {}", number::change(&shift.change, shift.unit)),
                _ => format!("{title}: no difference{}", detectable_clause(answered.trials)),
            };
            reply.sentences.push(match kolmogorov > 0.0 {
                true => format!(
                    "{name} differs most from {first}: {} of its rolls would have to come up differently, and the chance of {at} or better differs by {:.2} points. With it, {arrives}.",
                    share(variation),
                    kolmogorov * 100.0
                ),
                false => format!("All of them have the same chances as {first}."),
            });
        }
        Ok(reply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1dF against a die that never shows 0, by hand: a third of the rolls would have to change, a sixth at either end.
    #[test]
    fn distances_match_values_computed_by_hand() {
        let fudge = chances(&Dice::parse("dF").unwrap());
        let coin: BTreeMap<i32, f64> = [(-1, 0.5), (1, 0.5)].into();
        let (variation, kolmogorov, at) = distances(&coin, &fudge);
        assert!((variation - 1.0 / 3.0).abs() < 1e-12 && (kolmogorov - 1.0 / 6.0).abs() < 1e-12 && at == 1);
        assert_eq!(distances(&fudge, &fudge), (0.0, 0.0, 0));
        let (mean, deviation) = moments(&chances(&Dice::parse("4dF").unwrap()));
        assert!(mean.abs() < 1e-12 && (deviation - (8.0f64 / 3.0).sqrt()).abs() < 1e-12);
    }
}
