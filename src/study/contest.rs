//! Contests and reactions, exact or simulated: what is counted becomes figures.

use super::action::{CellAnswer, Probability, distribution, levels, named_points, probability};
use super::job::of_kind;
use super::placed::{self, Key, Placing};
use super::plan::{Planned, Study, Subject};
use super::result::{Distribution, Figure};
use super::run::Answered;
use crate::check::{Contest, ContestTally, Reaction, ReactionOutcome, Tally};
use crate::exact;
use crate::sim::Simulated;

const WINS: &str = "wins";
const TIE: &str = "tie for best";
const NOBODY: &str = "nobody wins";

/// The contests of these cells, with the keys of their outcomes.
pub(super) fn contests_of(planned: &[Planned]) -> Vec<(Contest, Vec<Key>)> {
    of_kind(planned, |subject| match subject {
        Subject::Contest(contest, names) => Some(((**contest).clone(), contest_keys(names))),
        _ => None,
    })
}

fn names_of(planned: &[Planned]) -> Vec<Vec<String>> {
    of_kind(planned, |subject| match subject {
        Subject::Contest(_, names) => Some(names.clone()),
        _ => None,
    })
}

/// Answers contests from their exact laws.
pub(super) fn contests_exactly(study: &Study, planned: &[Planned]) -> Answered {
    let solved = contests_of(planned).into_iter().zip(names_of(planned));
    let cell = |((contest, _), names): ((Contest, _), Vec<String>)| {
        contest_cell(study, &contest, &names, &exact::contest(&contest))
    };
    placed::exactly(study, solved.map(cell).collect())
}

/// Answers contests from what was counted.
pub(super) fn contests_counted(
    study: &Study,
    planned: &[Planned],
    placing: &Placing<Contest>,
    done: &Simulated<ContestTally<u64>>,
) -> Answered {
    let names = names_of(planned);
    placed::counted(study, placing, done, |number, contest, tally| contest_cell(study, contest, &names[number], tally))
}

/// The reactions of these cells, with the keys of their outcomes.
pub(super) fn reactions_of(planned: &[Planned]) -> Vec<(Reaction, Vec<Key>)> {
    of_kind(planned, |subject| match subject {
        Subject::Reaction(reaction) => Some(((**reaction).clone(), reaction_keys(reaction))),
        _ => None,
    })
}

/// Answers reactions from their exact laws.
pub(super) fn reactions_exactly(study: &Study, planned: &[Planned]) -> Answered {
    let cell = |(reaction, _): (Reaction, _)| reaction_cell(study, &reaction, &exact::reaction(&reaction));
    placed::exactly(study, reactions_of(planned).into_iter().map(cell).collect())
}

/// Answers reactions from what was counted.
pub(super) fn reactions_counted(
    study: &Study,
    placing: &Placing<Reaction>,
    done: &Simulated<Tally<ReactionOutcome, u64>>,
) -> Answered {
    placed::counted(study, placing, done, |_, reaction, tally| reaction_cell(study, reaction, tally))
}

/// The keys of a contest's outcomes, as its trials number them.
fn contest_keys(names: &[String]) -> Vec<Key> {
    let wins = names.iter().map(|name| (WINS.to_owned(), name.clone()));
    wins.chain([TIE, NOBODY].map(|name| (name.to_owned(), String::new()))).collect()
}

/// The figures of a contest. Those up to the mean part what can happen.
fn contest_cell<W: Probability>(
    study: &Study,
    contest: &Contest,
    names: &[String],
    tally: &ContestTally<W>,
) -> CellAnswer {
    let total = tally.degrees.total();
    let of = |name: &str, subject: &str, weight: W| probability(name, subject, weight.share(total));
    let mut figures: Vec<Figure> =
        names.iter().zip(&tally.wins).map(|(name, weight)| of(WINS, name, *weight)).collect();
    figures.push(of(TIE, "", tally.shared));
    if contest.has_minimum() {
        figures.push(of(NOBODY, "", tally.nobody));
    }
    figures.push(levels("best degree", W::mean(tally.degrees.iter(), total)));
    figures.extend(names.iter().zip(&tally.shares).map(|(name, weight)| of("ties for best", name, *weight)));
    let degrees = distribution("best degrees", &tally.degrees, total, |degree| study.ladder.degree_name(degree));
    (figures, vec![degrees])
}

/// The keys of a reaction's results, as its trials number them.
fn reaction_keys(reaction: &Reaction) -> Vec<Key> {
    reaction.results().names().map(|name| (name.to_owned(), String::new())).collect()
}

/// The figures of a reaction: each result, the best first.
fn reaction_cell<W: Probability>(study: &Study, reaction: &Reaction, tally: &Tally<ReactionOutcome, W>) -> CellAnswer {
    let total = tally.total();
    let results = reaction.figures(tally);
    let mut figures: Vec<Figure> =
        results.iter().map(|(name, weight)| probability(name, "", weight.share(total))).collect();
    let degrees = tally.by(|outcome| outcome.degree);
    figures.push(levels("degree", W::mean(degrees.iter(), total)));
    let outcomes = named_points(results.into_iter().rev(), total);
    let distributions = vec![
        distribution("degrees", &degrees, total, |degree| study.ladder.degree_name(degree)),
        Distribution { name: "outcomes".into(), subject: String::new(), points: outcomes },
    ];
    (figures, distributions)
}
