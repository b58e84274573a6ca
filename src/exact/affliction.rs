//! Afflictions, solved period by period.

use super::check::{Distribution, distribution};
use crate::chance::Weight;
use crate::check::{Affliction, AfflictionEnd, AfflictionOutcome, Course};
use std::collections::BTreeMap;

/// It is followed until the chance that it goes on is at most this.
const NEGLIGIBLE: f64 = 1e-13;

/// The distribution of what comes of an affliction.
pub fn affliction(affliction: &Affliction) -> Distribution<AfflictionOutcome> {
    let mut ends = Distribution::default();
    let mut now = BTreeMap::new();
    for (resisted, weight) in distribution(|chance| affliction.is_resisted(chance, &mut |_| {})).iter() {
        match resisted {
            true => ends.record(AfflictionOutcome { end: AfflictionEnd::Resisted, periods: 0, lost: 0 }, weight),
            false => drop(now.insert(Course::default(), weight)),
        }
    }
    // A period's rolls depend on what is lost, and on whether somebody treats it by then.
    let mut known = BTreeMap::new();
    let mut period = 0;
    while now.values().map(|weight: &Weight| weight.probability()).sum::<f64>() > NEGLIGIBLE {
        period += 1;
        let mut next: BTreeMap<Course, Weight> = BTreeMap::new();
        for (course, here) in now {
            let rolls = known
                .entry((course.lost, affliction.is_treated_in(period)))
                .or_insert_with(|| distribution(|chance| affliction.roll(course.lost, period, chance, &mut |_| {})));
            for (rolled, chance) in rolls.iter() {
                let weight = here * chance;
                match affliction.after(course, period, rolled) {
                    (course, None) => *next.entry(course).or_default() += weight,
                    (Course { lost, .. }, Some(end)) => {
                        ends.record(AfflictionOutcome { end, periods: period, lost }, weight);
                    }
                }
            }
        }
        now = next;
    }
    ends
}
