//! Covering arrays: rows of settings that contain every pair of settings.

use super::options::{Ground, Setting, settings, valid};
use fudgelab::rules::Rules;
use std::collections::BTreeSet;

/// The settings of each option.
pub fn options() -> Vec<Vec<Setting>> {
    let mut options: Vec<Vec<Setting>> = Vec::new();
    for setting in settings() {
        match options.last_mut().filter(|option| option[0].key == setting.key) {
            Some(option) => option.push(setting),
            None => options.push(vec![setting]),
        }
    }
    options
}

/// A row of settings, at most one of each option, under which a fight is possible.
pub struct Row {
    pub ground: usize,
    pub rules: Rules,
    /// The settings in the row, as indices of option and setting.
    pub made: Vec<(usize, usize)>,
}

/// Adds settings to a row, in this order, except those that contradict it.
pub fn fill(row: &mut Row, ground: &Ground, options: &[Vec<Setting>], order: impl Iterator<Item = (usize, usize)>) {
    let order: Vec<(usize, usize)> = order.collect();
    order.chunks(16).for_each(|some| add(row, ground, options, some));
}

/// Adds these settings. Compiling a fight takes long, so it is done once for all of them, and for each half if that
/// fails.
fn add(row: &mut Row, ground: &Ground, options: &[Vec<Setting>], some: &[(usize, usize)]) {
    let (mut rules, mut made) = (row.rules.clone(), row.made.clone());
    for &(option, place) in some {
        let more = options[option][place].on(&rules);
        if made.iter().all(|(made, _)| *made != option) && valid(&more) {
            rules = more;
            made.push((option, place));
        }
    }
    if made.len() == row.made.len() {
        return;
    }
    if ground.fight(&rules).is_some() {
        (row.rules, row.made) = (rules, made);
    } else if some.len() > 1 {
        let (first, second) = some.split_at(some.len() / 2);
        add(row, ground, options, first);
        add(row, ground, options, second);
    }
}

/// Rows that contain every pair of settings that is possible under the rules of some ground. Each pair that is not
/// covered starts a row, which is filled greedily with settings whose pairs are not covered either.
pub fn covering(options: &[Vec<Setting>], grounds: &[Ground]) -> Vec<Row> {
    let places: Vec<(usize, usize)> =
        options.iter().enumerate().flat_map(|(k, option)| (0..option.len()).map(move |place| (k, place))).collect();
    let mut covered: BTreeSet<[(usize, usize); 2]> = BTreeSet::new();
    let mut rows: Vec<Row> = Vec::new();
    for (k, &one) in places.iter().enumerate() {
        for &other in places[k + 1..].iter().filter(|other| other.0 != one.0) {
            if covered.contains(&[one, other]) {
                continue;
            }
            let begun = (0..grounds.len()).map(|turn| (turn + rows.len()) % grounds.len()).find_map(|ground| {
                let rules = options[other.0][other.1].on(&options[one.0][one.1].on(&grounds[ground].rules));
                grounds[ground].fight(&rules).map(|_| Row { ground, rules, made: vec![one, other] })
            });
            let Some(mut row) = begun else { continue };
            // Settings with few covered pairs come first.
            let mut order: Vec<(usize, usize)> = places.clone();
            let stands = |place: &(usize, usize)| {
                row.made.iter().filter(|made| covered.contains(&[**made.min(&place), **made.max(&place)])).count()
            };
            order.sort_by_key(|place| (stands(place), (place.0 * 7 + place.1 * 13 + rows.len() * 5) % 31));
            let ground = &grounds[row.ground];
            fill(&mut row, ground, options, order.into_iter());
            row.made.sort_unstable();
            for (k, one) in row.made.iter().enumerate() {
                covered.extend(row.made[k + 1..].iter().map(|other| [*one, *other]));
            }
            rows.push(row);
        }
    }
    rows
}
