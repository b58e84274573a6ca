//! `matchup`: builds, weapons or tactics against each other: who beats whom, the best answer to each, and the
//! equilibrium mix.

use super::builds::{Builds, DuelPair, best_first, builds, duel, scores, shares};
use super::equilibrium::{Equilibrium, TOLERANCE, equilibrium};
use super::helpers::resolved_batches;
use crate::document::{Key, Kind, Node, Problems, Reader, keys};
use crate::error::Result;
use crate::measure::{Unit, id, number};
use crate::stats::{Estimate, Sampling};
use crate::study::{Analysis, Computed, Lab, Pictured, Reply, ReplyColumn, ReplyEntry, Study};

keys! {
    pub(super) KEYS = "matchup": "Builds, weapons or tactics against each other: who beats whom, the best answer to each, and the mix that no choice beats.";
    MATCHUP: Key<Vec<(String, Node)>> = Key::new("matchup", Kind::Any(&[Kind::Map(&Kind::Map(&Kind::Free)), Kind::List(&Kind::Text)]), builds)
        .means(
            "The choices of the two fighters: tables of keys to set for a fighter, or names for `like`.",
            "{ sword = { offense = 3 }, spear = { offense = 2, hit_bonus = 1 } }",
        )
        .required();
}

#[derive(Debug)]
struct MatchupAnalysis {
    builds: Builds,
}

pub(super) fn read(reader: &mut Reader<'_>) -> Option<Box<dyn Analysis>> {
    let (builds, span) = (reader.read(&MATCHUP), reader.span_of(&MATCHUP));
    Some(Box::new(MatchupAnalysis { builds: Builds { kind: "matchup", list: builds?, span } }))
}

impl Analysis for MatchupAnalysis {
    fn check(&self, study: &Study, problems: &mut Problems) {
        self.builds.check(study, problems);
    }

    fn answer(&self, lab: &Lab<'_>) -> Result<Reply> {
        let DuelPair { fighters, same_stats } = duel(lab)?;
        let count = self.builds.list.len();
        let computed = lab.computed(&self.builds.settings(&fighters), &|cells| {
            let scores = scores(cells, count, same_stats);
            let mean = |row: &[f64]| row.iter().sum::<f64>() / count as f64;
            let means: Vec<f64> = scores.chunks(count).map(mean).collect();
            let (mut beats, mut ahead) = (Vec::new(), Vec::new());
            for one in 0..count {
                for other in one + 1..count {
                    beats.push(scores[one * count + other] - 0.5);
                    ahead.push(means[one] - means[other]);
                }
            }
            let unwon = NO_WINNER.iter().flat_map(|[name, _]| shares(cells, count, same_stats, name));
            scores.into_iter().chain(means).chain(beats).chain(ahead).chain(unwon).collect()
        })?;
        let squares = count * count;
        let wins: Vec<Vec<f64>> =
            computed.values[..squares].chunks(count).map(|row| row.iter().map(|one| one.value).collect()).collect();
        let game = equilibrium(&wins)?;
        let (scores, rest) = computed.values.split_at(squares);
        let (means, rest) = rest.split_at(count);
        let half = count * (count - 1) / 2;
        let (pairwise, unwon) = rest.split_at(2 * half);
        let unwon: Vec<&[Estimate]> = unwon.chunks(count).collect();
        let resolved = resolved_batches(&computed, squares + count, 2 * half);
        let pair_of = |one: usize, other: usize| {
            let (low, high) = (one.min(other), one.max(other));
            low * count - low * (low + 1) / 2 + high - low - 1
        };
        // Whether `one` certainly beats `other`, and (`apart`) whether their means certainly differ.
        let beats = |one: usize, other: usize| {
            let stands = |place: usize| resolved[place] && (pairwise[place].value > 0.0) == (one < other);
            one != other && stands(pair_of(one, other))
        };
        let apart = |one: usize, other: usize| resolved[half + pair_of(one, other)];
        let order = best_first(means);
        let name = |build: usize| self.builds.name(build);
        let [first, second] = &fighters;
        let title = if same_stats {
            "Builds against each other".to_owned()
        } else {
            format!("{first}'s choices (down) against {second}'s (across)")
        };
        let mut reply = Reply::new("matchup", title);
        reply.trials = computed.trials;
        reply.pictured = Some(Pictured::Matrix);
        reply.columns = vec![ReplyColumn::plain("build"), ReplyColumn::figures("mean")];
        reply.columns.extend(order.iter().map(|build| ReplyColumn::figures(name(*build))));
        reply.columns.extend([ReplyColumn::figures("mix"), ReplyColumn::figures("loss against the mix")]);
        // The columns are left out if every fight has a winner.
        let has_unwon = unwon.iter().any(|row| row.iter().any(|one| one.value > 0.0));
        let shown = NO_WINNER.iter().zip(&unwon).filter(|_| has_unwon);
        reply.columns.extend(shown.clone().map(|([_, heading], _)| ReplyColumn::figures(*heading)));
        reply.columns.push(ReplyColumn::plain("best answer"));
        // The score of a mix is off by at most the largest error of a score.
        let wide = scores.iter().map(|one| slack(*one)).fold(0.0, f64::max);
        let [rows, columns] = mixes(&wins, &game, wide, &computed)?;
        for row in &order {
            let figure = |one: Estimate| ReplyEntry::Figure(one, Unit::Probability);
            let mut entries = vec![ReplyEntry::from(name(*row)), figure(means[*row])];
            entries.extend(order.iter().map(|column| figure(scores[row * count + column])));
            entries
                .extend([figure(rows[*row]), figure(chance_estimate(game.losses[*row], 2.0 * wide, computed.trials))]);
            entries.extend(shown.clone().map(|(_, shares)| figure(shares[*row])));
            // The best answers to this build, as far as the precision can tell.
            let best = (0..count).map(|build| wins[build][*row]).fold(f64::NEG_INFINITY, f64::max);
            let near = |build: &&usize| wins[**build][*row] >= best - slack(scores[**build * count + row]);
            let answers: Vec<&str> = order.iter().filter(near).map(|build| name(*build)).collect();
            entries.push(if answers.len() > MOST_NAMED { ReplyEntry::Nothing } else { answers.join(" or ").into() });
            reply.rows.push(entries);
        }
        if same_stats {
            reply.sentences.push(ranking_sentence(&order, name, means, apart));
            reply.sentences.extend(draws_sentence(name(order[0]), unwon.iter().map(|shares| shares[order[0]])));
            reply.sentences.extend(cycle(count, beats).map(|[one, two, three]| {
                let (one, two, three) = (name(one), name(two), name(three));
                format!("There is a cycle: {one} beats {two}, {two} beats {three}, and {three} beats {one}.")
            }));
        }
        let [rows, columns] = [rows, columns].map(|shares| mix_in_words(&order, &shares, name));
        let value = number::figure(&chance_estimate(game.value, wide, computed.trials), Unit::Probability);
        // Choices outside the mix that lose nothing against it, as far as the precision can tell.
        let as_good = |build: &&usize| game.rows[**build] == 0.0 && game.losses[**build] <= wide;
        let as_good: Vec<&str> = order.iter().filter(as_good).map(|build| name(*build)).collect();
        reply.sentences.push(match (same_stats, as_good.len()) {
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

/// The figures of fights without a winner, with their column headings.
const NO_WINNER: [[&str; 2]; 2] = [[id::DRAW, "draws"], [id::BOTH_OUT, "both out"]];

/// The distance within which another score counts as equal to `score`.
fn slack(score: Estimate) -> f64 {
    score.half_width().max(1e-9)
}

/// An estimate of a chance with the half-width `half`, or with this error bound if `trials` is `None`.
fn chance_estimate(value: f64, half: f64, trials: Option<u64>) -> Estimate {
    match trials {
        None => Estimate::exact(value, half),
        Some(trials) => {
            Estimate::sampled(Sampling::Mean, (value, (value - half).max(0.0), (value + half).min(1.0)), trials)
        }
    }
}

/// Maximum number of best answers that an entry names; with more, the entry is empty.
const MOST_NAMED: usize = 3;

/// The share of each build in the mix of each fighter, with its error. For simulated scores, the error is the spread of
/// the mixes between batches. For exact scores, it is a first-order bound: the sum of the changes of the share when all
/// scores against one build are off by `wide`, the largest error of a score.
fn mixes(wins: &[Vec<f64>], game: &Equilibrium, wide: f64, computed: &Computed) -> Result<[Vec<Estimate>; 2]> {
    let count = wins.len();
    if let Some(trials) = computed.trials {
        let mut games = Vec::new();
        for values in &computed.batches {
            let wins: Vec<Vec<f64>> = values[..count * count].chunks(count).map(<[f64]>::to_vec).collect();
            games.push(equilibrium(&wins)?);
        }
        let of = |of: fn(&Equilibrium) -> &Vec<f64>| {
            let spread = |build: usize| {
                let batches: Vec<f64> = games.iter().map(|game| of(game)[build]).collect();
                chance_estimate(of(game)[build], Estimate::mean_of_batches(&batches, trials).half_width(), Some(trials))
            };
            (0..count).map(spread).collect()
        };
        return Ok([of(|game| &game.rows), of(|game| &game.columns)]);
    }
    let mut off = [vec![TOLERANCE; count], vec![TOLERANCE; count]];
    for against in 0..count {
        let (mut by_column, mut by_row) = (wins.to_vec(), wins.to_vec());
        by_column.iter_mut().for_each(|row| row[against] += wide);
        by_row[against].iter_mut().for_each(|win| *win += wide);
        let (by_column, by_row) = (equilibrium(&by_column)?, equilibrium(&by_row)?);
        let moved = [(&by_column.rows, &game.rows), (&by_row.columns, &game.columns)];
        for (off, (shares, before)) in off.iter_mut().zip(moved) {
            off.iter_mut().zip(shares).zip(before).for_each(|((off, share), before)| *off += (share - before).abs());
        }
    }
    let exact = |shares: &[f64], off: &[f64]| {
        shares.iter().zip(off).map(|(share, off)| Estimate::exact(*share, *off)).collect::<Vec<_>>()
    };
    Ok([exact(&game.rows, &off[0]), exact(&game.columns, &off[1])])
}

/// A mix in words: `sword always`, or `sword 60.02 %, axe 39.98 %`; with intervals if simulated.
fn mix_in_words<'n>(order: &[usize], shares: &[Estimate], name: impl Fn(usize) -> &'n str) -> String {
    let taken: Vec<usize> = order.iter().copied().filter(|build| shares[*build].value > 0.0).collect();
    match taken[..] {
        [only] => match shares[only].ends() {
            (low, _) if low < 1.0 && !shares[only].is_exact() => {
                format!("{} (at least {:.0} % of the time)", name(only), (100.0 * low).floor())
            }
            _ => format!("{} always", name(only)),
        },
        _ => {
            let share =
                |build: &usize| format!("{} {}", name(*build), number::figure(&shares[*build], Unit::Probability));
            taken.iter().map(share).collect::<Vec<_>>().join(", ")
        }
    }
}

/// A sentence on the draws of the build `name`. `shares` are the shares of its fights that are draws, and that end with
/// both out of action. `None` if there are no draws.
fn draws_sentence(name: &str, mut shares: impl Iterator<Item = Estimate>) -> Option<String> {
    let (draws, both_out) = (shares.next()?, shares.next()?);
    let figure = |share: &Estimate| number::figure(share, Unit::Probability);
    let both = match both_out.value {
        0.0 => String::new(),
        both if both == draws.value => ", all with both out of action".to_owned(),
        _ => format!(", {} with both out of action", figure(&both_out)),
    };
    (draws.value > 0.0).then(|| format!("A draw counts half: {} of {name}'s fights are draws{both}.", figure(&draws)))
}

/// A sentence on which build does best, with all builds that cannot be distinguished from it. `apart` returns whether
/// the scores of two builds certainly differ.
fn ranking_sentence<'n>(
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
            format!("No build is clearly better than the others: each scores about {figure}.")
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

/// Three builds of which each beats the next and the last beats the first, if there are any.
fn cycle(count: usize, beats: impl Fn(usize, usize) -> bool) -> Option<[usize; 3]> {
    for one in 0..count {
        for two in (0..count).filter(|two| beats(one, *two)) {
            if let Some(three) = (0..count).find(|three| beats(two, *three) && beats(*three, one)) {
                return Some([one, two, three]);
            }
        }
    }
    None
}
