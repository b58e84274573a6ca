//! Describes whether exact and simulated figures agree.

use super::super::number::{self, thousands};
use super::super::table::{Heading, Table};
use super::cases::{case_entries, case_headings};
use crate::study::{Comparison, StudyResult, Unit};

/// Whether exact and simulated figures agree, and a sentence that says so with the number of comparisons, the rate of
/// false alarms, and the smallest difference that would have been detected. `None` if the result was not cross-checked.
pub fn sentence(result: &StudyResult) -> Option<(bool, String)> {
    let check = result.cross_check.as_ref()?;
    let (all, wrong) = (check.comparisons.len() as u64, check.disagreements().count() as u64);
    if all == 0 {
        return Some((true, "Nothing was simulated, so there is nothing to compare.".to_owned()));
    }
    let rare = thousands((1.0 / check.false_alarms).round() as u64);
    let verdict = if wrong == 0 {
        format!("Exact and simulated agree in all {} comparisons", thousands(all))
    } else {
        format!("Exact and simulated disagree in {} of {} comparisons", thousands(wrong), thousands(all))
    };
    let noticed = check.headline().map(|one| format!(" {}", detection_sentence(one))).unwrap_or_default();
    let smallest = p_value(check.smallest());
    let words = format!(
        "{verdict} (smallest p value {smallest}, corrected for their number; a false alarm occurs at most once in {rare} \
         runs).{noticed}"
    );
    Some((wrong == 0, words))
}

/// The comparisons in which exact and simulated figures disagree; `None` if they all agree.
pub fn disagreements(result: &StudyResult) -> Option<Table> {
    let check = result.cross_check.as_ref()?;
    let row = |one: &Comparison| {
        case_entries(result, one.variant.as_deref(), &one.varied).chain(comparison_entries(one)).collect::<Vec<_>>()
    };
    let columns = case_headings(result).chain(comparison_headings());
    Table::new("Where exact and simulated disagree", columns, check.disagreements().map(row)).non_empty()
}

/// The column headings of [`comparison_entries`].
pub fn comparison_headings() -> [Heading; 4] {
    [Heading::left("figure"), Heading::right("exact"), Heading::right("simulated"), Heading::right("p value")]
}

/// The cells of one comparison: its name, both figures and the corrected p value.
pub fn comparison_entries(one: &Comparison) -> [String; 4] {
    let value = |estimate| number::figure(estimate, one.measure.unit);
    [name(one), value(&one.exact), value(&one.simulated), p_value(one.adjusted)]
}

/// The name of a comparison: `Snorri wins`, `rounds 3`, `success against srd`.
pub fn name(one: &Comparison) -> String {
    let against = one.baseline.as_ref().map(|baseline| format!("against {baseline}"));
    let parts = [Some(one.title()), one.point.clone(), against];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A sentence on the smallest difference that would have been detected.
fn detection_sentence(one: &Comparison) -> String {
    match detectable_size(one) {
        Some(size) => {
            format!("A true difference of {size} in “{}” would have been found nine times in ten.", name(one))
        }
        None => format!("Too few trials to detect any difference in “{}”.", name(one)),
    }
}

/// The detectable difference with its unit, to two digits: `0.29 points`; `None` if no difference can be detected.
pub fn detectable_size(one: &Comparison) -> Option<String> {
    let unit = one.measure.unit;
    let scale = if unit == Unit::Probability { 100.0 } else { 1.0 };
    let value = one.detectable * scale;
    let decimals = (1.0 - value.log10().floor()).clamp(0.0, 12.0);
    value.is_finite().then(|| format!("{value:.*}{}", decimals as usize, unit.suffix_of_change()))
}

/// A p value to two digits: `1`, `0.34`, `2e-9`.
pub fn p_value(p: f64) -> String {
    match p {
        p if p >= 0.995 => "1".to_owned(),
        p if p >= 0.001 => format!("{p:.*}", (1.0 - p.log10().floor()) as usize),
        0.0 => "0".to_owned(),
        _ => format!("{p:.0e}"),
    }
}
