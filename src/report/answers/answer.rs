//! Writes the answer of a study in plain sentences, the answer itself first.

use super::super::roster::{figure_in_sentence, side_in_sentence};
use super::super::table::Words;
use super::super::{number, party};
use super::highest_value;
use super::replies::case_note;
use crate::ladder::Ladder;
use crate::measure::{Compared, Identity, id};
use crate::stats::Estimate;
use crate::study::{Cell, Difference, Distribution, Figure, Point, StudyResult, Unit, Value};
use crate::subject::capitalized;
use crate::text::true_minus;
use std::cmp::Ordering;

/// Maximum number of outcomes listed for a single fight or roll.
const MAX_OUTCOMES: usize = 6;
/// Maximum number of requested figures in sentences; the others are in the table of questions.
const MAX_REQUESTED: usize = 6;
/// Maximum number of crossings of 50 % in one sentence.
const MAX_CROSSINGS: usize = 4;
/// Minimum share of fights for which an end other than by wounds, or a caster's fainting, is mentioned.
const NOTABLE_SHARE: f64 = 0.05;
/// If the headline chance of no two cases differs by more than this, another figure is used to compare the cases.
const NEGLIGIBLE_RANGE: f64 = 0.0005;

/// The sentences of a result: the requested figures, the answer, and what it means. Empty for a result without figures.
pub fn sentences(result: &StudyResult) -> Vec<String> {
    let text = |sentence: Vec<Words>| sentence.into_iter().map(|part| part.text).collect();
    requested_sentences(result).into_iter().chain(answer_sentences(result).into_iter().map(text)).collect()
}

/// The figures that the file requests by name, in its order: one sentence for a single case, otherwise one per figure
/// with its highest and lowest case.
pub(in crate::report) fn requested_sentences(result: &StudyResult) -> Vec<String> {
    let left = result.listed.len().saturating_sub(MAX_REQUESTED);
    let listed = &result.listed[..result.listed.len() - left];
    let mut sentences: Vec<String> = match result.cells.as_slice() {
        [cell] => {
            let found = listed.iter().filter_map(|title| cell.titled(title));
            let parts: Vec<String> =
                found.map(|figure| format!("“{}” {}", figure.title(), value_words(figure))).collect();
            (!parts.is_empty()).then(|| format!("Requested: {}.", parts.join(", "))).into_iter().collect()
        }
        cells => {
            let found = listed.iter().filter_map(|title| cells.iter().find_map(|cell| cell.titled(title)));
            let requested =
                |figure: &Figure| extremes_sentence(result, figure, &format!("Requested: “{}”", figure.title()));
            found.filter_map(requested).collect()
        }
    };
    if let (Some(last), 1..) = (sentences.last_mut(), left) {
        last.push_str(&format!(" And {left} more under “Questions”."));
    }
    sentences
}

/// The answer and what it means, one sentence per entry. A sentence is split into parts because the verdict has a
/// color.
///
/// Analyses have sentences of their own; one fight or roll gets all its outcomes; several cases get the highest and the
/// lowest against the baseline, and the values at which a chance crosses 50 %.
pub(in crate::report) fn answer_sentences(result: &StudyResult) -> Vec<Vec<Words>> {
    let plain = |sentence: String| vec![sentence.into()];
    let replies = result.replies.iter().flat_map(|reply| reply.sentences.clone());
    let most = highest_value::tables(result).into_iter().map(|(_, sentence)| capitalized(&sentence));
    let replied: Vec<String> = replies.chain(case_note(result).map(str::to_owned)).chain(most).collect();
    if !replied.is_empty() {
        return replied.into_iter().map(plain).collect();
    }
    match result.cells.as_slice() {
        [] => Vec::new(),
        [cell] => match outcomes(result, cell) {
            None => Vec::new(),
            Some(outcomes) => {
                let others = other_ends(cell).into_iter().chain(faints(cell)).map(plain);
                std::iter::once(plain(outcomes)).chain(party::verdict(result, cell)).chain(others).collect()
            }
        },
        _ => extremes(result).into_iter().chain(crossings(result)).map(plain).collect(),
    }
}

/// All outcomes of one fight or roll, or its headline figure if no chance comes first.
fn outcomes(result: &StudyResult, cell: &Cell) -> Option<String> {
    let outcomes: Vec<&Figure> = cell.figures.iter().take_while(|figure| figure.unit() == Unit::Probability).collect();
    let first = outcomes.first().copied().or_else(|| cell.headline())?;
    let happens = |figure: &&Figure| figure.estimate.value > 0.0 && figure.identity() != first.identity();
    let mut others: Vec<&Figure> = outcomes.iter().copied().filter(happens).collect();
    // If the outcome is certain, the question is how long it takes.
    if others.is_empty() {
        others.extend(cell.figures.iter().find(|figure| is_compared(figure) && figure.unit() != Unit::Probability));
    }
    let told = |figure: &&Figure| {
        let same = figure.measure == first.measure && !figure.subject.is_empty() && figure.label.is_empty();
        let name = if same { side_in_sentence(result, &figure.subject) } else { figure.title() };
        // Avoids "rounds 3.82 rounds".
        let says_name = figure.name() == figure.unit().name();
        if says_name { value_words(figure) } else { format!("{name} {}", value_words(figure)) }
    };
    let more = others.len().saturating_sub(MAX_OUTCOMES - 1);
    let mut parts = vec![format!("{} {}", capitalized(&figure_in_sentence(result, first)), of_the_time(first))];
    parts.extend(others.iter().take(MAX_OUTCOMES - 1).map(told));
    parts.extend((more > 0).then(|| format!("and {more} more outcomes")));
    Some(parts.join(", ") + ".")
}

/// The fighters who often end other than by wounds, each with the end and its share.
fn other_ends(cell: &Cell) -> Option<String> {
    let of_one = |one: &Distribution| {
        let first = one.levels.map_or(i64::MAX, |levels| levels.count);
        let often =
            one.points.iter().filter(move |point| point.value >= first && point.estimate.value >= NOTABLE_SHARE);
        let told = |point: &Point| {
            let share = number::figure(&point.estimate, Unit::Probability).replace(" %", "\u{a0}%");
            format!("{} {} in {share}", one.subject, point.label())
        };
        often.map(told).collect::<Vec<_>>()
    };
    let all: Vec<String> = cell.distributions.iter().flat_map(of_one).collect();
    (!all.is_empty()).then(|| format!("Out for other reasons than wounds: {}.", all.join(", ")))
}

/// The casters who often faint from their own spells, one sentence each.
fn faints(cell: &Cell) -> impl Iterator<Item = String> {
    let often = |figure: &&Figure| figure.name() == id::FAINTS && figure.estimate.value >= NOTABLE_SHARE;
    let told = |figure: &Figure| format!("{} {}.", capitalized(&figure.title()), value_words(figure));
    cell.figures.iter().filter(often).map(told)
}

/// The cases in which the deciding figure is highest and lowest.
fn extremes(result: &StudyResult) -> Option<String> {
    let figure = deciding_figure(result)?;
    extremes_sentence(result, figure, &capitalized(&figure_in_sentence(result, figure)))
}

/// A sentence on the cases in which a figure is highest and lowest. It begins with `title`, unless no variant differs
/// from the baseline by more than chance can explain. `None` if no case has a value.
fn extremes_sentence(result: &StudyResult, figure: &Figure, title: &str) -> Option<String> {
    let told = |(cell, figure): &(&Cell, &Figure)| !is_unresolved(result, cell, figure);
    let known: Vec<(&Cell, &Figure)> = figures_like(result, figure.identity()).filter(told).collect();
    // Values that differ by no more than rounding are equal.
    let by_value = |one: &&(&Cell, &Figure), two: &&(&Cell, &Figure)| {
        let [one, two] = [one, two].map(|(_, figure)| figure.estimate);
        let rounding = one.bound().unwrap_or(0.0) + two.bound().unwrap_or(0.0);
        if (one.value - two.value).abs() <= rounding { Ordering::Equal } else { one.value.total_cmp(&two.value) }
    };
    // Among equals, take the first.
    let (lowest, highest) = (known.iter().min_by(by_value)?, known.iter().rev().max_by(by_value)?);
    if by_value(&lowest, &highest).is_eq() {
        let value = of_the_time(figure);
        if known.len() == result.cells.len() {
            return Some(format!("{title} {value} in every case."));
        }
        let lead = "No variant differs from the baseline by more than chance can explain";
        return Some(format!("{lead}: {} {value}.", figure.title()));
    }
    let rivals = |best: &(&Cell, &Figure)| tied_cases(result, &known, best);
    let baseline = known.iter().find(|(cell, _)| is_baseline(result, cell));
    let ends = [lowest, highest].map(|(cell, _)| is_baseline(result, cell));
    let besides = match (baseline, ends) {
        (Some((_, own)), [false, false]) => format!("; the baseline has {}", value_words(own)),
        _ => String::new(),
    };
    let at = |(cell, figure): &(&Cell, &Figure), is_baseline: bool| {
        let baseline = if is_baseline { ", the baseline" } else { "" };
        format!("{}{baseline} ({})", case_words(result, cell), value_words(figure))
    };
    let [more, most, least] = match figure.unit() {
        Unit::Probability => [" more often", " most often", "least often"],
        _ => [": higher", ": highest", "lowest"],
    };
    let ([low, high], tied) = ([at(lowest, ends[0]), at(highest, ends[1])], [lowest, highest].map(rivals));
    if result.cells.len() == 2 && tied.iter().all(String::is_empty) {
        return Some(format!("{title}{more} {high} than {low}."));
    }
    Some(format!("{title}{most} {high}{}, {least} {low}{}{besides}.", tied[1], tied[0]))
}

/// Whether `cell` is the baseline itself; always false if the study varies keys or has no baseline.
fn is_baseline(result: &StudyResult, cell: &Cell) -> bool {
    result.baseline.is_some() && result.varied.is_empty() && cell.variant == result.baseline
}

/// The cases that cannot be distinguished from `best`, the case with the highest or lowest figure, as a phrase such as
/// ` or with “b”`. Exact figures must be equal to be indistinguishable.
fn tied_cases(result: &StudyResult, known: &[(&Cell, &Figure)], best: &(&Cell, &Figure)) -> String {
    let is_same = |other: &&(&Cell, &Figure)| std::ptr::eq(other.0, best.0);
    let apart = |other: &(&Cell, &Figure)| {
        let (one, two) = (best.1.estimate.ends(), other.1.estimate.ends());
        // Variants are compared with the baseline trial by trial instead.
        one.1 < two.0 || two.1 < one.0 || is_baseline(result, best.0) || is_baseline(result, other.0)
    };
    let others: Vec<&(&Cell, &Figure)> = known.iter().filter(|other| !is_same(other) && !apart(other)).collect();
    let word = if best.1.estimate.is_exact() { "and" } else { "or" };
    let names: Vec<String> = others.iter().map(|(cell, _)| case_words(result, cell)).collect();
    match &names[..] {
        [] => String::new(),
        [one] => format!(" {word} {one}"),
        [one, two] => format!(", {one} {word} {two}"),
        _ if best.1.estimate.is_exact() => format!(" and {} others", names.len()),
        _ => format!(" or {} others within its interval", names.len()),
    }
}

/// Whether chance alone could explain the difference between a variant and the baseline.
fn is_unresolved(result: &StudyResult, cell: &Cell, figure: &Figure) -> bool {
    let same = |one: &&Difference| {
        cell.variant.as_ref() == Some(&one.variant)
            && cell.varied == one.varied
            && one.figure.identity() == figure.identity()
    };
    result.varied.is_empty() && result.differences.iter().find(same).is_some_and(|one| !one.resolved)
}

/// The figure that distinguishes the cases: the headline figure, or another one if the headline is the same in all
/// cases.
fn deciding_figure(result: &StudyResult) -> Option<&Figure> {
    let first = result.cells.iter().find_map(|cell| cell.headline().map(|headline| (cell, headline)));
    let (cell, headline) = first?;
    let varies = |figure: &&Figure| {
        let values = || figures_like(result, figure.identity()).map(|(_, figure)| figure.estimate.value);
        values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min) > NEGLIGIBLE_RANGE
    };
    let others = cell.figures.iter().filter(|figure| is_compared(figure));
    std::iter::once(headline).chain(others).find(varies).or(Some(headline))
}

/// Whether a figure may be used to compare cases: its measure is compared, and its value is finite.
fn is_compared(figure: &Figure) -> bool {
    figure.measure.compared == Compared::Yes && figure.estimate.value.is_finite()
}

/// The figure with this identity in every cell that has a finite value for it, with the cell.
fn figures_like<'r>(result: &'r StudyResult, identity: Identity<'r>) -> impl Iterator<Item = (&'r Cell, &'r Figure)> {
    let find = move |cell: &'r Cell| cell.figures.iter().find(|figure| figure.identity() == identity);
    let known = result.cells.iter().filter_map(move |cell| Some((cell, find(cell)?)));
    known.filter(|(_, figure)| figure.estimate.value.is_finite())
}

/// Whether a chance is below or above one half, as far as its interval or bound shows.
#[derive(Debug, Clone, Copy, PartialEq)]
enum HalfSide {
    Below,
    /// Exactly one half, or an interval that includes it.
    Half,
    Above,
}

impl HalfSide {
    fn from_chance(chance: &Estimate) -> Self {
        match chance.ends() {
            (_, high) if high < 0.5 => Self::Below,
            (low, _) if low > 0.5 => Self::Above,
            _ => Self::Half,
        }
    }
}

/// A crossing of one half by the chances of one variant.
#[derive(Debug, PartialEq)]
struct Crossing {
    /// Whether the chance is exactly one half at one value, or from one value to another. If not, it crosses one half
    /// between two values, and `range` also lists the values between them whose intervals include it.
    is_exact: bool,
    range: String,
}

impl Crossing {
    /// The first crossing along a line of values in order.
    fn first(line: &[(&Value, Estimate)]) -> Option<Self> {
        let sides: Vec<HalfSide> = line.iter().map(|(_, chance)| HalfSide::from_chance(chance)).collect();
        let name = |place: usize| plain(line[place].0);
        let is_tie = |place: usize| sides[place] == HalfSide::Half && line[place].1.is_exact();
        // A chance of one half throughout crosses nothing.
        if (0..line.len()).all(is_tie) {
            return None;
        }
        let mut before: Option<usize> = None;
        for place in 0..line.len() {
            if is_tie(place) {
                let last = (place..line.len()).take_while(|place| is_tie(*place)).last().unwrap_or(place);
                let range = if last > place { format!("{} to {}", name(place), name(last)) } else { name(place) };
                return Some(Self { is_exact: true, range });
            }
            if sides[place] == HalfSide::Half {
                continue;
            }
            if let Some(before) = before.filter(|before| sides[*before] != sides[place]) {
                let unsure: Vec<String> = (before + 1..place).map(name).collect();
                let unsure = match unsure[..] {
                    [] => String::new(),
                    _ => format!(" (the interval includes it at {})", unsure.join(", ")),
                };
                let range = format!("{} and {}{unsure}", name(before), name(place));
                return Some(Self { is_exact: false, range });
            }
            before = Some(place);
        }
        None
    }
}

/// The values at which the headline chance crosses one half, if a single, ordered key is varied.
fn crossings(result: &StudyResult) -> Vec<String> {
    let Some(headline) = result.cells.first().and_then(|cell| cell.headline()) else { return Vec::new() };
    let ordered = result.cells.iter().all(|cell| cell.varied.first().is_some_and(has_order));
    if headline.unit() != Unit::Probability || result.varied.len() != 1 || !ordered {
        return Vec::new();
    }
    let variants: Vec<Option<&String>> = match result.variants.as_slice() {
        [] => vec![None],
        some => some.iter().map(Some).collect(),
    };
    // Each crossing with the variants that share it.
    let mut found: Vec<(Crossing, Vec<String>)> = Vec::new();
    for variant in variants {
        let line: Vec<(&Value, Estimate)> = figures_like(result, headline.identity())
            .filter(|(cell, _)| cell.variant.as_ref() == variant)
            .filter_map(|(cell, figure)| Some((cell.varied.first()?, figure.estimate)))
            .collect();
        let Some(crossing) = Crossing::first(&line) else { continue };
        let with = variant.map(|name| format!("“{name}”"));
        match found.iter_mut().find(|(other, _)| *other == crossing) {
            Some((_, names)) => names.extend(with),
            None => found.push((crossing, with.into_iter().collect())),
        }
    }
    let axis = result.axis(0);
    let told = |lead: &str, again: &str, is_exact: bool| {
        let part = |(crossing, names): &(Crossing, Vec<String>)| {
            let with = if names.is_empty() { String::new() } else { format!(" with {}", names.join(", ")) };
            (crossing.is_exact == is_exact).then(|| format!("{}{with}", crossing.range))
        };
        let parts: Vec<String> = found.iter().filter_map(part).collect();
        let places = parts.join(&format!(", {again} "));
        (1..=MAX_CROSSINGS).contains(&parts.len()).then(|| format!("{lead} {axis} {places}."))
    };
    let between = told("The chance passes 50\u{a0}% between", "between", false);
    between.into_iter().chain(told("The chance is exactly 50\u{a0}% at", "at", true)).collect()
}

/// The value as text, with a true minus sign.
fn plain(value: &Value) -> String {
    match value {
        Value::Integer(_) | Value::Float(_) => true_minus(value),
        _ => value.to_string(),
    }
}

fn has_order(value: &Value) -> bool {
    match value {
        Value::Integer(_) | Value::Float(_) => true,
        Value::Text(text) => Ladder::default().parse(text).is_ok(),
        Value::Boolean(_) => false,
    }
}

/// The case in words: `with “all out” at skill Good`.
fn case_words(result: &StudyResult, cell: &Cell) -> String {
    let variant = cell.variant.iter().map(|name| format!("with “{name}”"));
    let values: Vec<String> =
        cell.varied.iter().enumerate().map(|(key, value)| format!("{} {}", result.axis(key), plain(value))).collect();
    let values = (!values.is_empty()).then(|| format!("at {}", values.join(", ")));
    variant.chain(values).collect::<Vec<_>>().join(" ")
}

fn value_words(figure: &Figure) -> String {
    number::figure(&figure.estimate, figure.unit()).replace(" %", "\u{a0}%")
}

/// The value, followed by "of the time" if it is a chance.
fn of_the_time(figure: &Figure) -> String {
    if figure.unit() == Unit::Probability {
        format!("{} of the time", value_words(figure))
    } else {
        value_words(figure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use crate::study::{Answer, FigureLimit, LimitSide, Question, Reply};

    fn said(result: &StudyResult) -> String {
        sentences(result).join(" ")
    }

    #[test]
    fn single_cases_list_all_outcomes() {
        assert_eq!(said(&fixture::duel()), "Snorri wins 56.10\u{a0}% of the time, Brynhild 43.90\u{a0}%.");
        assert_eq!(said(&fixture::check()), "Success 87.7\u{a0}% ± 0.6 of the time.");
        assert_eq!(said(&fixture::empty()), "");
        let mut settled = fixture::duel();
        settled.cells[0].figures[0].estimate = Estimate::exact(1.0, 0.0);
        settled.cells[0].figures[1].estimate = Estimate::exact(0.0, 0.0);
        assert_eq!(said(&settled), "Snorri wins 100\u{a0}% of the time, 3.82 rounds.");
    }

    /// A variant that chance alone may separate from the baseline is neither best nor worst.
    #[test]
    fn variants_report_best_and_worst() {
        let mut variants = fixture::variants();
        assert_eq!(
            said(&variants),
            "Snorri wins most often with “1dF” (59.0\u{a0}% ± 1.0), least often with “no roll”, the baseline (56.1\u{a0}% ± 1.0)."
        );
        variants.differences.iter_mut().for_each(|one| one.resolved = false);
        let none = said(&variants);
        assert_eq!(
            none,
            "No variant differs from the baseline by more than chance can explain: Snorri wins 56.1\u{a0}% ± 1.0 of the time."
        );
        variants.differences.iter_mut().for_each(|one| one.resolved = true);
        assert!(
            said(&variants)
                .ends_with("least often with “Min-Mid-Max” (56.0\u{a0}% ± 1.0); the baseline has 56.1\u{a0}% ± 1.0.")
        );
    }

    #[test]
    fn two_variants_are_compared() {
        let mut variants = fixture::variants();
        variants.cells.truncate(2);
        assert_eq!(
            said(&variants),
            "Snorri wins more often with “1dF” (59.0\u{a0}% ± 1.0) than with “no roll”, the baseline (56.1\u{a0}% ± 1.0)."
        );
    }

    #[test]
    fn differences_within_rounding_are_equal() {
        let mut series = fixture::series();
        let said_with = |series: &mut StudyResult, apart: f64| {
            for (place, cell) in series.cells.iter_mut().enumerate() {
                cell.findings.figures[0].estimate = Estimate::exact(0.5 + apart * place as f64, 1e-15);
            }
            said(series)
        };
        assert_eq!(said_with(&mut series, 1e-16), "Success 50.00\u{a0}% of the time in every case.");
        assert!(said_with(&mut series, 0.1).starts_with("Success most often at difficulty"));
    }

    /// The reply of an analysis does not hide answers that were read off the grid.
    #[test]
    fn analysis_replies_do_not_hide_grid_answers() {
        let condition = FigureLimit { figure: "party wins".to_owned(), bound: LimitSide::AtLeast, limit: 0.7 };
        let question = Question { path_index: 0, conditions: vec![condition] };
        let answer = Answer { variant: None, others: Vec::new(), question, judged: Vec::new() };
        let mut reply = Reply::new("swing", "How swingy it is");
        reply.sentences.push("It is.".to_owned());
        let varied = vec!["rules.reach".to_owned()];
        let result = StudyResult { replies: vec![reply], answers: vec![answer], varied, ..fixture::party() };
        let all = said(&result);
        assert!(all.starts_with("It is. No value tried is within the limits (party wins ≥"), "{all}");
    }

    /// A tie is not a crossing, and an interval around one half does not show on which side of it the chance lies.
    #[test]
    fn crossings_need_enough_precision() {
        let values: Vec<Value> = (-1..3).map(Value::Integer).collect();
        let first = |chances: [Estimate; 4]| Crossing::first(&values.iter().zip(chances).collect::<Vec<_>>());
        let exact = |chances: [f64; 4]| first(chances.map(|chance| Estimate::exact(chance, 1e-12)));
        let counted = |counts: [u64; 4]| first(counts.map(|count| Estimate::share(count, 1000)));
        let between = |range: &str| Some(Crossing { is_exact: false, range: range.to_owned() });
        assert_eq!(exact([0.3, 0.4, 0.6, 0.7]), between("0 and 1"));
        assert_eq!(exact([0.3, 0.5 - 1e-16, 0.6, 0.7]), Some(Crossing { is_exact: true, range: "0".to_owned() }));
        assert_eq!(exact([0.3, 0.5, 0.5 + 1e-16, 0.7]), Some(Crossing { is_exact: true, range: "0 to 1".to_owned() }));
        assert_eq!([exact([0.6, 0.7, 0.8, 0.9]), exact([0.5; 4])], [None, None]);
        assert_eq!(counted([300, 400, 600, 700]), between("0 and 1"));
        assert_eq!(counted([300, 499, 600, 700]), between("−1 and 1 (the interval includes it at 0)"));
        assert_eq!(counted([300, 499, 501, 510]), None);
    }

    #[test]
    fn varied_keys_report_crossings() {
        assert_eq!(
            said(&fixture::series()),
            "Success most often at difficulty Poor (93.83\u{a0}%), least often at difficulty Superb (1.23\u{a0}%). \
             The chance passes 50\u{a0}% between difficulty Fair and Superb."
        );
        let grid = said(&fixture::grid());
        assert!(grid.contains("least often at dice d%, difficulty 2") && grid.contains("difficulty −1"), "{grid}");
    }
}
