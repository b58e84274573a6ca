//! Committed figures of many small fights: they do not show that a figure is right, but that a change has moved it.

use super::agree::simulated;
use super::fights::{Solved, Tallied};
use super::once::solve;
use fudgelab::combat::Fight;
use fudgelab::fights::{PowerSums, Rate};
use std::fmt::Write;
use std::path::Path;

/// Trials of each fight, always the same ones: enough to cover every path that it can take.
const TRIALS: u64 = 300;

/// Compares the figures of fights, by name, with `tests/figures/<table>.csv`; writes that file if the environment
/// variable `UPDATE` is set.
pub fn committed(table: &str, fights: impl IntoIterator<Item = (String, String)>) {
    let head = "fight,first wins,mean rounds,all figures,states,first wins of 300,all counts\n".to_owned();
    let text = fights.into_iter().fold(head, |mut text, (name, figures)| {
        writeln!(text, "\"{name}\",{figures}").unwrap();
        text
    });
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/figures/{table}.csv"));
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(path, text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let moved: Vec<_> = text.lines().filter(|line| !known.lines().any(|known| known == *line)).collect();
    assert!(
        text == known,
        "{} fights of {table} have moved, or others are gone; the first: {:?}\nif this is meant, run with UPDATE=1",
        moved.len(),
        moved.first(),
    );
}

/// The figures of a fight as columns: exact ones, if it can be solved, and those of some trials.
pub fn line(fight: &Fight) -> String {
    let tally = simulated(fight, TRIALS);
    let counts = format!("{},{:016x}", tally.outcomes[0], counts(&tally));
    match solve(fight) {
        Ok(exact) => {
            let all = weighed(&figures(&exact));
            format!("{:.10},{:.10},{all:.9},{},{counts}", exact.wins[0], exact.mean_rounds, exact.states)
        }
        Err(_) => format!("too large,,,,{counts}"),
    }
}

pub fn figures(exact: &Solved) -> Vec<f64> {
    let levels = exact.levels.iter().flatten();
    let rates = exact.hits.iter().chain(&exact.grazes).chain([&exact.stand_offs, &exact.below_minimum]);
    let wins = exact.wins.iter().chain([&exact.nobody, &exact.undecided, &exact.mean_rounds]);
    let blood = exact.first_blood.iter().chain(&exact.first_blood_wins).chain(exact.fired.iter().flatten());
    wins.chain(rates).chain(levels).chain(&exact.awake).chain(&exact.points).chain(blood).copied().collect()
}

/// A sum of all figures, weighted by position, so that two changes hardly ever cancel out.
fn weighed(figures: &[f64]) -> f64 {
    let weight = |place: usize| 1.0 + (place as f64 * 0.618_033_988_749_895).fract();
    figures.iter().enumerate().map(|(place, figure)| figure * weight(place)).sum()
}

/// A hash of all counts (FNV-1a).
fn counts(tally: &Tallied) -> u64 {
    let spreads =
        |spreads: &[PowerSums]| spreads.iter().flat_map(|spread| [spread.sum, spread.squares]).collect::<Vec<_>>();
    let rates =
        |rates: &[Rate]| rates.iter().flat_map(|rate| [rate.sum, rate.squares, rate.products]).collect::<Vec<_>>();
    let nested = tally.levels.iter().chain(&tally.fired).flat_map(|row| spreads(row));
    let all = tally.outcomes.iter().chain(&tally.rounds).copied();
    let all = all.chain(tally.first_blood.iter().flatten().copied()).chain(nested);
    let all = all.chain(spreads(&tally.awake)).chain(spreads(&tally.points));
    let all = all.chain(rates(&tally.hits)).chain(rates(&tally.grazes));
    let all = all.chain(rates(&[tally.stand_offs, tally.below_minimum]));
    all.fold(0xcbf2_9ce4_8422_2325, |hash, count| (hash ^ count).wrapping_mul(0x0100_0000_01b3))
}
