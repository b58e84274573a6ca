//! Tables and a verdict for fights of more than two: who is left, how each fighter ends, and how hard the fight is.

use super::answers::cases::{case_entries, case_headings};
use super::difficulty::labels;
use super::formats::paint::Tone;
use super::number;
use super::roster::side_in_sentence;
use super::table::{Heading, Table, Words};
use crate::measure::{Point, distinct, id, is_plural};
use crate::stats::Estimate;
use crate::study::{Cell, Figure, StudyResult, Unit};

/// Measures of how a fighter ends, with their headings.
const FATE_MEASURES: [(&str, &str); 4] =
    [(id::OUT, "out"), (id::LEFT_FOR_DEAD, "left for dead"), (id::DIES, "dies"), (id::FIRST_TO_FALL, "first")];
/// Measures of fighters who leave the fight; shown only if some fighter can.
const LEAVING_MEASURES: [(&str, &str); 2] = [(id::GETS_AWAY, "got away"), (id::SURRENDERS, "surrendered")];

/// The columns of [`fates`]: [`FATE_MEASURES`], with those of [`LEAVING_MEASURES`] that the result has after the first.
fn shown_fates(result: &StudyResult) -> Vec<(&'static str, &'static str)> {
    let has = |(id, _): &(&str, &str)| result.figures().any(|(_, figure)| figure.name() == *id);
    let mut all = FATE_MEASURES.to_vec();
    all.splice(1..1, LEAVING_MEASURES.into_iter().filter(has));
    all
}

/// The table title; it names each track's "left for dead" level, the last one before Dead.
fn fates_title(result: &StudyResult) -> String {
    let worst_of = result.distributions().filter_map(|(_, one)| {
        let last = one.levels?.count - 2;
        one.points.iter().find(|point| point.value == last).map(Point::label)
    });
    let worst = distinct(worst_of);
    let worst = if worst.is_empty() { "Near Death".to_owned() } else { worst.join(", ") };
    let leaves = if shown_fates(result).len() > FATE_MEASURES.len() {
        "out: including those who got away or surrendered; "
    } else {
        ""
    };
    format!(
        "How each fighter ends, in percent ({leaves}left for dead: {worst} or worse; first: among the first of all to fall)"
    )
}

/// Whether a cell is a fight of more than two fighters.
pub(super) fn is_party(cell: &Cell) -> bool {
    fighters(cell).next().is_some()
}

/// The end of each fighter, one row each: its chances to be out, to die, to be among the first to fall and so on.
/// `None` if no cell is a fight of more than two.
pub fn fates(result: &StudyResult) -> Option<Table> {
    let fates = shown_fates(result);
    let columns = fates.iter().map(|(_, heading)| Heading::right(*heading));
    let entry = |cell: &Cell, fighter: &str, (id, _): &(&str, &str)| cell.figure(id, fighter).map(bare_number);
    by_fighter(result, &fates_title(result), columns, |cell, fighter| {
        fates.iter().map(|fate| entry(cell, fighter, fate)).collect()
    })
}

/// The average wounds that each fighter deals in a fight, by severity, one row each; `None` without such figures.
pub fn wounds(result: &StudyResult) -> Option<Table> {
    let given = result.figures().map(|(_, figure)| figure).filter(|figure| figure.unit() == Unit::Wounds);
    let severities = distinct(given.map(|figure| figure.label.as_str()));
    if severities.is_empty() {
        return None;
    }
    let row = |cell: &Cell, fighter: &str| {
        let given = |severity: &&str| {
            let mut given =
                cell.figures.iter().filter(|figure| figure.unit() == Unit::Wounds && figure.subject == fighter);
            given.find(|figure| figure.label == *severity).map(bare_number)
        };
        severities.iter().map(given).collect()
    };
    let columns = severities.iter().map(|one| Heading::right(*one));
    by_fighter(result, "Wounds inflicted per fight, by severity", columns, row)
}

fn bare_number(figure: &Figure) -> String {
    number::bare_with_interval(&figure.estimate, figure.unit())
}

/// A table with one row for each fighter of each cell; `None` without rows.
fn by_fighter(
    result: &StudyResult,
    title: &str,
    figures: impl Iterator<Item = Heading>,
    entries: impl Fn(&Cell, &str) -> Vec<Option<String>>,
) -> Option<Table> {
    let columns = case_headings(result).chain([Heading::left("fighter")]).chain(figures);
    let all = result.cells.iter().flat_map(|cell| fighters(cell).map(move |fighter| (cell, fighter)));
    let rows = all.map(|(cell, fighter)| {
        let figures = entries(cell, fighter).into_iter().map(Option::unwrap_or_default);
        case_entries(result, cell.variant.as_deref(), &cell.varied).chain([fighter.to_owned()]).chain(figures)
    });
    Table::new(title, columns, rows).non_empty()
}

fn fighters(cell: &Cell) -> impl Iterator<Item = &str> {
    let first = cell.figures.iter().filter(|figure| figure.name() == id::FIRST_TO_FALL);
    first.map(|figure| figure.subject.as_str())
}

/// Whether any row of [`fates`] is about several identical fighters.
pub(super) fn has_identical_fighters(cell: &Cell) -> bool {
    let sides = cell.distributions.iter().filter(|one| one.name() == id::SURVIVORS);
    let all: i64 = sides.filter_map(|side| side.points.iter().map(|point| point.value).max()).sum();
    all > fighters(cell).count() as i64
}

/// The chance that a member of the first side is left for dead.
pub(super) fn left_for_dead(cell: &Cell) -> Option<&Figure> {
    cell.figure(id::ANY_LEFT_FOR_DEAD, &cell.headline()?.subject)
}

/// A sentence on the fight's difficulty for the first side, with a word that rates it, or with two if there are too few
/// trials to decide. `None` for other fights and checks.
pub(super) fn verdict(result: &StudyResult, cell: &Cell) -> Option<Vec<Words>> {
    let wins = cell.headline()?;
    let left_for_dead = left_for_dead(cell)?;
    let side = &wins.subject;
    let lost = cell.figure(id::ALL_OUT, side)?;
    let (mild, bad) = labels(&wins.estimate, &left_for_dead.estimate);
    let (word, unsure) = match mild == bad {
        true => (Words::toned(mild.word, mild.tone), ""),
        false => {
            (Words::toned(format!("{} or {}", mild.word, bad.word), Tone::Doubtful), " (too few trials to decide)")
        }
    };
    let said = side_in_sentence(result, side);
    let mut survivors = cell.distributions.iter().filter(|one| one.name() == id::SURVIVORS && one.subject == *side);
    let is_alone = survivors.any(|one| one.points.iter().all(|point| point.value <= 1));
    let [wins_it, all, any] = match (is_alone, is_plural(&said)) {
        (true, _) => ["it wins", "it is", "it is"],
        (false, true) => ["they win", "all of them are", "at least one is"],
        (false, false) => ["it wins", "all of its fighters are", "at least one is"],
    };
    let lost = chance_words(cell, lost);
    // Fighters who fled are neither standing nor down.
    let lost = match cell.figure(id::ALL_DOWN, side) {
        None => format!("{all} out of action in {lost}"),
        Some(down) => format!("{all} out of the fight in {lost} (down in {})", chance_words(cell, down)),
    };
    let meaning = format!(
        "{unsure}: {wins_it} {}, {lost}, and {any} left for dead in {}.",
        chance_words(cell, wins),
        chance_words(cell, left_for_dead)
    );
    Some(vec![format!("For {said} this fight is ").into(), word, meaning.into()])
}

/// The chance `figure` in everyday words, with the complementary chance from `cell` if it has one.
fn chance_words(cell: &Cell, figure: &Figure) -> String {
    let chance = &figure.estimate;
    let rest = cell.chance_of_not_winning(figure).unwrap_or_else(|| complement(chance));
    frequency(chance, &rest)
}

/// The complementary chance.
fn complement(chance: &Estimate) -> Estimate {
    let rest = 1.0 - chance.value;
    chance.share_of_same_trials(rest).unwrap_or_else(|| Estimate::exact(rest, chance.bound().unwrap_or(0.0)))
}

/// A chance in everyday words: `1 fight in 41`, `9 fights in 10`, `all fights but 1 in 33`. `rest` is the complementary
/// chance.
fn frequency(chance: &Estimate, rest: &Estimate) -> String {
    let value = chance.value;
    match value {
        _ if value.is_nan() => "an unknown number of fights".to_owned(),
        _ if value <= 0.0 => "no fight".to_owned() + simulated_suffix(chance),
        _ if rest.value <= 0.0 => "every fight".to_owned() + simulated_suffix(chance),
        _ if value < 0.15 => {
            let (lead, number) = number::one_in(chance);
            format!("{lead}1 fight in {number}")
        }
        _ if value > 0.95 => {
            let (lead, number) = number::one_in(rest);
            format!("all fights but {lead}1 in {number}")
        }
        _ => tenths(chance),
    }
}

/// The chance in tenths: `9 fights in 10`, or `3 to 6 fights in 10` if it is imprecise.
fn tenths(chance: &Estimate) -> String {
    let tenths = |share: f64| format!("{:.0}", share * 10.0);
    let (low, high) = chance.ends();
    match (tenths(low), tenths(high)) {
        (low, high) if chance.half_width() > 0.05 && low != high => format!("{low} to {high} fights in 10"),
        _ => format!("{} fights in 10", tenths(chance.value)),
    }
}

/// ` simulated` for a chance of 0 or 1 that was simulated, since it is not certain; empty if it is exact.
fn simulated_suffix(chance: &Estimate) -> &'static str {
    if chance.is_exact() { "" } else { " simulated" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::difficulty::cut_points;
    use crate::report::fixture;

    fn text(table: &Table) -> String {
        format!("{}\n{}\n", table.title, table.lines(80).join("\n"))
    }

    #[test]
    fn fates_match_snapshot() {
        insta::assert_snapshot!(text(&fates(&fixture::party()).unwrap()), @"
        How each fighter ends, in percent (left for dead: Near Death or worse; first: among the first of all to fall)
        fighter         out  left for dead                 dies        first
        Hans      9.9 ± 0.6    1.00 ± 0.20  0.50 (0.38 to 0.66)    3.9 ± 0.4
        Lena     14.2 ± 0.7    3.20 ± 0.35          1.60 ± 0.25  1.35 ± 0.23
        Goblin   92.1 ± 0.5      4.6 ± 0.4          2.30 ± 0.29   89.2 ± 0.6
        ");
    }

    #[test]
    fn wounds_match_snapshot() {
        insta::assert_snapshot!(text(&wounds(&fixture::party()).unwrap()), @r"
        Wounds inflicted per fight, by severity
        fighter        Scratch           Hurt
        Hans     0.318 ± 0.018  0.120 ± 0.018
        Lena     0.318 ± 0.018  0.120 ± 0.018
        Goblin   0.318 ± 0.018  0.120 ± 0.018
        ");
    }

    fn text_of(result: &StudyResult) -> String {
        verdict(result, &result.cells[0]).unwrap().into_iter().map(|part| part.text).collect()
    }

    #[test]
    fn verdict_and_limits_match_snapshot() {
        insta::assert_snapshot!([&text_of(&fixture::party()), &cut_points()].map(String::as_str).join("\n"), @r"
        For party this fight is fair: it wins 9 fights in 10, all of its fighters are out of action in about 1 fight in 11 (10 to 11), and at least one is left for dead in about 1 fight in 41 (36 to 46).
        Easy: 95 % of fights won or more, a member left for dead in at most 2 %; fair: 80 % and 10 %; hard: 50 % and 30 %; deadly: anything worse.
        ");
    }

    #[test]
    fn verdict_of_a_lone_fighter_names_no_group() {
        let mut result = fixture::party();
        result.cells[0].distributions.iter_mut().for_each(|one| one.points.retain(|point| point.value <= 1));
        let text = text_of(&result);
        assert!(
            text.contains("it is out of action in about 1 fight in 11 (10 to 11), and it is left for dead"),
            "{text}"
        );
    }

    #[test]
    fn duels_and_checks_have_no_party_tables() {
        for result in [fixture::duel(), fixture::check(), fixture::grid(), fixture::empty()] {
            assert!(fates(&result).is_none() && wounds(&result).is_none());
            assert!(result.cells.iter().all(|cell| verdict(&result, cell).is_none() && !is_party(cell)));
        }
    }

    #[test]
    fn frequencies_are_in_everyday_words() {
        let said = |value| frequency(&Estimate::exact(value, 0.0), &Estimate::exact(1.0 - value, 0.0));
        assert_eq!(said(0.0), "no fight");
        assert_eq!(said(1.0), "every fight");
        assert_eq!(said(1e-7), "1 fight in 10,000,000");
        assert_eq!(said(0.0244), "1 fight in 41");
        assert_eq!(said(0.5), "5 fights in 10");
        assert_eq!(said(0.906), "9 fights in 10");
        assert_eq!(said(0.97), "all fights but 1 in 33");
        let counted =
            |count, trials| frequency(&Estimate::share(count, trials), &Estimate::share(trials - count, trials));
        assert_eq!(counted(0, 1000), "no fight simulated");
        assert_eq!(counted(1000, 1000), "every fight simulated");
        assert_eq!(counted(3, 20_000), "about 1 fight in 7,000 (2,000 to 30,000)");
        assert_eq!(counted(19_997, 20_000), "all fights but about 1 in 7,000 (2,000 to 30,000)");
        assert_eq!(counted(100, 1000), "about 1 fight in 10 (8 to 12)");
        assert_eq!(counted(5, 10), "2 to 8 fights in 10");
    }

    /// No chance is called rarer or more certain than its error bound allows.
    #[test]
    fn frequencies_keep_within_error_bounds() {
        let said = |value, bound| frequency(&Estimate::exact(value, bound), &Estimate::exact(1.0 - value, bound));
        assert_eq!(said(3.8e-62, 5.6e-8), "fewer than 1 fight in 10,000,000");
        assert_eq!(said(3.8e-62, 5.6e-16), "fewer than 1 fight in 1,000,000,000");
        assert_eq!(said(1.234_567e-6, 1e-9), "1 fight in 810,000");
        assert_eq!(said(1.234_567e-6, 2e-7), "about 1 fight in 810,000");
        let (win, loss) = (Estimate::exact(0.999_999_999_999_999, 2.6e-11), Estimate::exact(3.8e-62, 5.6e-16));
        assert_eq!(frequency(&win, &loss), "all fights but fewer than 1 in 1,000,000,000");
        assert_eq!(frequency(&win, &Estimate::exact(0.0, 0.0)), "every fight");
    }
}
