//! Helpers for analyses: names of figures and variants, checked against a study, and differences between cases.

use crate::document::{Item, Key, Kind, Node, Problem, Problems, Span, Value, decode};
use crate::measure::{Unit, number};
use crate::stats::{CONFIDENCE, Estimate, Method, Sampling, holm, test_batches};
use crate::study::{Computed, ReplyEntry, Setting, Study, unknown_variant};
use crate::subject::{Answered, Changed};

/// A name, and its position in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Span,
}

pub(super) fn name(item: Item<'_>) -> Option<Name> {
    let span = item.node.span;
    decode::text(item).map(|text| Name { text, span })
}

/// Reads a name or a list of names.
pub(super) fn names(item: Item<'_>) -> Option<Vec<Name>> {
    decode::one_or_more(name)(item)
}

/// The key `variant` of analyses that ask about a single case.
pub(super) const VARIANT: Key<Name> = Key::new("variant", Kind::Text, name)
    .means("The variant that the question is about.", "\"srd\"")
    .otherwise("the file as it stands");

/// The case of a variant, or of the file as it stands if `None`.
pub(super) fn case(variant: Option<&Name>) -> Setting {
    Setting::of(variant.map(|name| name.text.as_str()), &[])
}

/// Reads a table of named tables, as pairs of name and table.
pub(super) fn named_tables(item: Item<'_>) -> Option<Vec<(String, Node)>> {
    decode::map(|item| if item.node.as_table().is_some() { decode::node(item) } else { item.wrong() })(item)
}

/// Reads a name or a list of names, or `true`, which returns an empty list.
pub(super) fn names_or_true(item: Item<'_>) -> Option<Vec<Name>> {
    match item.node.value {
        Value::Boolean(true) => Some(Vec::new()),
        Value::Boolean(false) => item.refuse(Problem::new("`false` asks for nothing").help("leave it out")),
        _ => names(item),
    }
}

pub(super) fn texts<'n>(names: impl IntoIterator<Item = &'n Name>) -> Vec<String> {
    names.into_iter().map(|name| name.text.clone()).collect()
}

/// Reports figures that are missing in some case.
pub(super) fn check_figures<'n>(names: impl IntoIterator<Item = &'n Name>, study: &Study, problems: &mut Problems) {
    for name in names {
        problems.checked(study.check_asked(std::slice::from_ref(&name.text)), name.span);
    }
}

/// Reports names that occur twice.
pub(super) fn check_distinct(names: &[Name], problems: &mut Problems) {
    for (place, name) in names.iter().enumerate() {
        if let Some(other) = names[..place].iter().find(|other| other.text == name.text) {
            let problem = Problem::new(format!("`{}` is named twice", name.text)).at(name.span);
            problems.push(problem.also(other.span, "first here"));
        }
    }
}

pub(super) fn check_variant(name: &Name, study: &Study, problems: &mut Problems) {
    if !study.variants.contains(&name.text) {
        problems.push(unknown_variant(&name.text, &study.variants, "the file has no [variants]").at(name.span));
    }
}

/// Reports varied values in a study, for an analysis that asks about a single case.
pub(super) fn check_unvaried(kind: &str, span: Span, study: &Study, problems: &mut Problems) {
    if !study.varied.is_empty() {
        let problem = Problem::new(format!("`{kind}` needs a single case, but this file has [vary]")).at(span);
        problems.push(problem.help("leave [vary] out"));
    }
}

/// Reports errors in an analysis of a single case: unknown figures or variants, and varied values.
pub(super) fn check_case<'n>(
    kind: &str,
    span: Span,
    figures: impl IntoIterator<Item = &'n Name>,
    variants: impl IntoIterator<Item = &'n Name>,
    study: &Study,
    problems: &mut Problems,
) {
    check_figures(figures, study, problems);
    check_unvaried(kind, span, study, problems);
    variants.into_iter().for_each(|name| check_variant(name, study, problems));
}

/// The title of the first figure of a study; empty if it has no figures.
pub(super) fn headline(study: &Study) -> String {
    let found = study.figures();
    found.first().and_then(|found| found.headline()).map(|figure| figure.title()).unwrap_or_default()
}

/// The change of a figure from the first case. `resolved` is true if it is a real difference.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shift {
    pub(super) change: Estimate,
    pub(super) resolved: bool,
    pub(super) unit: Unit,
}

impl Shift {
    pub(super) fn entry(shift: Option<Self>) -> ReplyEntry {
        shift.map_or(ReplyEntry::Nothing, |shift| ReplyEntry::Change(shift.change, shift.unit, shift.resolved))
    }
}

/// For each case except the first, the change of each figure in `titles` from the first case. Simulated changes are
/// corrected for multiple comparisons (Holm).
pub(super) fn shifts(answered: &Answered, titles: &[String]) -> Vec<Vec<Option<Shift>>> {
    let of = |case: usize, title: &String| -> Option<&Changed> {
        let own = answered.cells.get(case)?.titled(title)?;
        answered.changes.get(case)?.iter().find(|one| one.figure.identity() == own.identity())
    };
    let cases = || 1..answered.cells.len();
    let found: Vec<Vec<Option<&Changed>>> =
        cases().map(|case| titles.iter().map(|title| of(case, title)).collect()).collect();
    let p: Vec<f64> = found.iter().flatten().flatten().filter_map(|changed| changed.p).collect();
    let mut adjusted = holm(&p).into_iter();
    let mut shift = |changed: &Changed| {
        let resolved = match changed.p.and_then(|_| adjusted.next()) {
            Some(adjusted) => adjusted <= 1.0 - CONFIDENCE,
            None => is_shift(&changed.change),
        };
        Shift { change: changed.change, resolved, unit: changed.figure.unit() }
    };
    found.into_iter().map(|row| row.into_iter().map(|one| one.map(&mut shift)).collect()).collect()
}

/// A computed chance with its interval cut to the range from 0 to 1. A value of exactly 0 or 1 gets the interval of a
/// share.
pub(super) fn clamped_chance(one: Estimate) -> Estimate {
    let Method::Sampled { by: Sampling::Mean, low, high, trials } = one.method else { return one };
    if low == high && (one.value == 0.0 || one.value == 1.0) {
        return Estimate::share((one.value * trials as f64) as u64, trials);
    }
    Estimate::sampled(Sampling::Mean, (one.value, low.max(0.0), high.min(1.0)), trials)
}

/// A clause to add to `no difference`: ` that 1,000 trials can detect`; empty if everything is exact.
pub(super) fn detectable_clause(trials: Option<u64>) -> String {
    trials.map_or_else(String::new, |trials| format!(" that {} trials can detect", number::thousands(trials)))
}

/// For each of `count` computed differences, starting at index `from`, whether it is real. Exact ones must exceed their
/// error bounds. Simulated ones are corrected for multiple comparisons (Student's t over the batches, Holm): by chance
/// alone, at most 1 run in 20 reports any difference as real.
pub(super) fn resolved_batches(computed: &Computed, from: usize, count: usize) -> Vec<bool> {
    let places = from..from + count;
    if computed.batches.is_empty() {
        return places.map(|place| is_shift(&computed.values[place])).collect();
    }
    let of = |place: usize| computed.batches.iter().map(|batch| batch[place]).collect::<Vec<f64>>();
    let p: Vec<f64> = places.map(|place| test_batches(&of(place))).collect();
    holm(&p).into_iter().map(|adjusted| adjusted <= 1.0 - CONFIDENCE).collect()
}

/// Whether a difference is real: its interval excludes 0.
pub(super) fn is_shift(change: &Estimate) -> bool {
    let (low, high) = change.ends();
    low > 0.0 || high < 0.0
}

/// The change in words: `the same`, `4.03 points more`, or that the trials cannot detect a difference.
pub(super) fn change_in_words(shift: &Shift, trials: Option<u64>) -> String {
    match trials {
        _ if shift.resolved => number::change(&shift.change, shift.unit),
        None => "the same".to_owned(),
        Some(_) => format!("no difference{}", detectable_clause(trials)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// 1,000 families of 45 differences without a real one, from batches that are sums of four uniform numbers. At 5 %,
    /// no more than 72 families report a difference (a binomial of 1,000 and 5 % exceeds that once in a thousand). If
    /// each difference were judged by itself, over 200 would.
    #[test]
    fn false_differences_appear_in_one_family_of_twenty() {
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let mut noise = || (0..4).map(|_| random.next_u64() as f64 / 2f64.powi(64) - 0.5).sum::<f64>();
        let (mut named, mut alone) = (0, 0);
        for _ in 0..1_000 {
            let batches: Vec<Vec<f64>> = (0..20).map(|_| (0..45).map(|_| noise()).collect()).collect();
            let of = |pair: usize| batches.iter().map(|batch| batch[pair]).collect::<Vec<f64>>();
            alone += usize::from((0..45).any(|pair| test_batches(&of(pair)) <= 0.05));
            let values = (0..45).map(|pair| Estimate::mean_of_batches(&of(pair), 20)).collect();
            let computed = Computed { values, batches, trials: Some(20) };
            named += usize::from(resolved_batches(&computed, 0, 45).contains(&true));
        }
        assert!(named <= 72 && alone > 200, "{named} families, {alone} without a correction");
    }
}
