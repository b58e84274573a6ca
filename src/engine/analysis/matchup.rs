//! `matchup`: builds, weapons or tactics against each other: who beats whom, the best answer to each, and the mix that nobody can better.

use super::builds::{Builds, Duel, best_first, builds, duel, scores};
use super::game::equilibrium;
use super::words::resolved_batches;
use crate::document::{Key, Kind, Node, Problems, Reader, keys};
use crate::error::Result;
use crate::measure::{Unit, number};
use crate::stats::{Estimate, Method};
use crate::study::{Analysis, Column, Entry, Lab, Pictured, Reply, Study};

keys! {
    /// The keys of `matchup`.
    pub(super) KEYS = "matchup": "Builds, weapons or tactics against each other: who beats whom, the best answer to each, the mix that nobody can better.";
    MATCHUP: Key<Vec<(String, Node)>> = Key::new("matchup", Kind::Any(&[Kind::Map(&Kind::Map(&Kind::Free)), Kind::List(&Kind::Text)]), builds)
        .means(
            "What each of two fighters may be: tables of keys that replace their own, or names for `like`.",
            "{ sword = { offense = 3 }, spear = { offense = 2, hit_bonus = 1 } }",
        )
        .required();
}

#[derive(Debug)]
struct Matchup {
    builds: Builds,
}

pub(super) fn read(reader: &mut Reader<'_>) -> Option<Box<dyn Analysis>> {
    let (builds, span) = (reader.read(&MATCHUP), reader.span_of(&MATCHUP));
    Some(Box::new(Matchup { builds: Builds { kind: "matchup", list: builds?, span } }))
}

impl Analysis for Matchup {
    fn figures(&self, _: &Study) -> Vec<String> {
        Vec::new()
    }

    fn check(&self, study: &Study, problems: &mut Problems) {
        self.builds.check(study, problems);
    }

    fn answer(&self, lab: &Lab<'_>) -> Result<Reply> {
        let Duel { fighters, alike } = duel(lab)?;
        let count = self.builds.list.len();
        let pairs = || (0..count).flat_map(|one| (0..count).map(move |other| [one, other]));
        let computed = lab.computed(&self.builds.settings(&fighters), |cells| {
            let scores = scores(cells, count, alike);
            let mean = |row: &[f64]| row.iter().sum::<f64>() / count as f64;
            let means: Vec<f64> = scores.chunks(count).map(mean).collect();
            let beats =
                pairs().filter(|[one, other]| one < other).map(|[one, other]| scores[one * count + other] - 0.5);
            let ahead = pairs().filter(|[one, other]| one < other).map(|[one, other]| means[one] - means[other]);
            let (beats, ahead): (Vec<f64>, Vec<f64>) = (beats.collect(), ahead.collect());
            [scores, means, beats, ahead].concat()
        })?;
        let squares = count * count;
        let wins: Vec<Vec<f64>> =
            computed.values[..squares].chunks(count).map(|row| row.iter().map(|one| one.value).collect()).collect();
        let game = equilibrium(&wins)?;
        let (scores, rest) = computed.values.split_at(squares);
        let (means, pairwise) = rest.split_at(count);
        let half = count * (count - 1) / 2;
        let resolved = resolved_batches(&computed, squares + count, 2 * half);
        let pair_of = |one: usize, other: usize| {
            let (low, high) = (one.min(other), one.max(other));
            low * count - low * (low + 1) / 2 + high - low - 1
        };
        // Whether one beats another, and whether one stands before another, for certain.
        let beats = |one: usize, other: usize| {
            let stands = |place: usize| resolved[place] && (pairwise[place].value > 0.0) == (one < other);
            one != other && stands(pair_of(one, other))
        };
        let apart = |one: usize, other: usize| resolved[half + pair_of(one, other)];
        let order = best_first(means);
        let name = |build: usize| self.builds.name(build);
        let [first, second] = &fighters;
        let title = if alike {
            "Builds against each other".to_owned()
        } else {
            format!("{first}'s choices (down) against {second}'s (across)")
        };
        let mut reply = Reply::new("matchup", title);
        reply.trials = computed.trials;
        reply.pictured = Some(Pictured::Matrix);
        reply.columns = vec![Column::plain("build"), Column::figures("mean")];
        reply.columns.extend(order.iter().map(|build| Column::figures(name(*build))));
        reply.columns.extend([
            Column::figures("mix"),
            Column::figures("loss against the mix"),
            Column::plain("best answer"),
        ]);
        // No mix scores more or less by more than the scores are off.
        let wide = scores.iter().map(|one| slack(*one)).fold(0.0, f64::max);
        for row in &order {
            let figure = |one: Estimate| Entry::Figure(one, Unit::Probability);
            let exact = |value: f64| figure(Estimate::exact(value, 0.0));
            let mut entries = vec![Entry::from(name(*row)), figure(means[*row])];
            entries.extend(order.iter().map(|column| figure(scores[row * count + column])));
            entries.extend([exact(game.rows[*row]), figure(within(game.short[*row], 2.0 * wide, computed.trials))]);
            // Those that nothing beats, as far as can be told.
            let best = (0..count).map(|build| wins[build][*row]).fold(f64::NEG_INFINITY, f64::max);
            let near = |build: &&usize| wins[**build][*row] >= best - slack(scores[**build * count + row]);
            let answers: Vec<&str> = order.iter().filter(near).map(|build| name(*build)).collect();
            entries.push(if answers.len() > MOST_NAMED { Entry::Nothing } else { answers.join(" or ").into() });
            reply.rows.push(entries);
        }
        if alike {
            reply.sentences.push(ranking(&order, name, means, apart));
            reply.sentences.extend(cycle(count, beats).map(|[one, two, three]| {
                let (one, two, three) = (name(one), name(two), name(three));
                format!("There is a cycle: {one} beats {two}, {two} beats {three}, and {three} beats {one}.")
            }));
        }
        let is_exact = computed.trials.is_none();
        let [rows, columns] = [&game.rows, &game.columns].map(|shares| mixed(&order, shares, is_exact, name));
        let value = number::figure(&within(game.value, wide, computed.trials), Unit::Probability);
        // Choices that lose nothing against the mix, as far as can be told, and are not in it.
        let as_good = |build: &&usize| game.rows[**build] == 0.0 && game.short[**build] <= wide;
        let as_good: Vec<&str> = order.iter().filter(as_good).map(|build| name(*build)).collect();
        reply.sentences.push(match (alike, as_good.len()) {
            (true, 0) => format!("With best play, both sides choose {rows}."),
            (true, others) if others + 1 >= count => "So it does not matter which they choose.".to_owned(),
            (true, _) => {
                format!("With best play, both sides choose {rows}, or just as well {}.", as_good.join(" or "))
            }
            (false, _) => {
                format!("{first} does best with {rows}, {second} with {columns}: then {first} scores {value}.")
            }
        });
        Ok(reply)
    }
}

/// What a score may be off by and still count as the same.
fn slack(score: Estimate) -> f64 {
    score.reach().max(1e-9)
}

/// A chance that is off by as much as this.
fn within(value: f64, off: f64, trials: Option<u64>) -> Estimate {
    match trials {
        None => Estimate::exact(value, off),
        Some(trials) => {
            let (low, high) = ((value - off).max(0.0), (value + off).min(1.0));
            Estimate { value, method: Method::Mean { low, high, trials } }
        }
    }
}

/// With more answers than this none is best.
const MOST_NAMED: usize = 3;

/// `sword always`, `sword 60.0 %, axe 40.0 %`; of simulated scores about so.
fn mixed<'n>(order: &[usize], shares: &[f64], is_exact: bool, name: impl Fn(usize) -> &'n str) -> String {
    let taken: Vec<usize> = order.iter().copied().filter(|build| shares[*build] > 0.0).collect();
    match taken[..] {
        [only] => format!("{} always", name(only)),
        _ => {
            let share = |build: &usize| match (name(*build), shares[*build] * 100.0) {
                (name, share) if is_exact => format!("{name} {share:.1} %"),
                (name, share) => format!("{name} about {share:.0} %"),
            };
            taken.iter().map(share).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Who stands where; those who cannot be told apart from the first are named with it.
fn ranking<'n>(
    order: &[usize],
    name: impl Fn(usize) -> &'n str,
    means: &[Estimate],
    apart: impl Fn(usize, usize) -> bool,
) -> String {
    let best = order[0];
    let ties: Vec<&str> = order[1..].iter().filter(|other| !apart(best, **other)).map(|other| name(*other)).collect();
    let figure = number::figure(&means[best], Unit::Probability);
    match ties[..] {
        _ if means[best].is_exact() && ties.len() + 1 == order.len() => {
            format!("All score the same on average against all builds: {figure}.")
        }
        [] => format!("{} does best: it scores {figure} on average against all builds, itself included.", name(best)),
        _ if ties.len() + 1 == order.len() => {
            format!("None is clearly better than the others: each scores about {figure}.")
        }
        _ if means[best].is_exact() => {
            format!(
                "{} and {} do best: each scores {figure} on average against all builds.",
                name(best),
                ties.join(" and ")
            )
        }
        _ => format!("{} does best ({figure} against all); {} may be as good.", name(best), ties.join(" and ")),
    }
}

/// Three of which each beats the next, if there are any.
fn cycle(count: usize, beats: impl Fn(usize, usize) -> bool) -> Option<[usize; 3]> {
    let mut triples =
        (0..count).flat_map(|one| (0..count).flat_map(move |two| (0..count).map(move |three| [one, two, three])));
    triples.find(|[one, two, three]| beats(*one, *two) && beats(*two, *three) && beats(*three, *one))
}
