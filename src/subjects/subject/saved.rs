//! Saves counts and exact answers as text, so that a run can be continued later, perhaps on another machine.

use crate::error::{Error, Result};
use crate::measure::{Distribution, Figure, Findings, Label, Levels, Measure, Point};
use crate::stats::Estimate;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The version of the counts, and of the rolls that they count. Version 1 had another generator, version 2 named all
/// figures, and version 3 had a different tally for each subject. Ids of measures need no version, since their meaning
/// never changes.
const VERSION: u32 = 4;

/// Saved counts, with their format version and the figures that they belong to.
#[derive(Serialize, Deserialize)]
struct SavedCounts<T> {
    version: u32,
    /// The fingerprint of the names of all figures, in order. Only counts with the same fingerprint can be merged.
    figures: String,
    counts: T,
}

/// Returns an error in builds without the feature `shards`, so that the code after it is left out.
macro_rules! refuse_without_shards {
    () => {
        if !cfg!(feature = "shards") {
            return Err(Error::input("this build cannot save counts or continue from them")
                .with_help("build fudgelab with the feature `shards`"));
        }
    };
}

/// Serializes the counts; `figures` is the fingerprint of the figures' names.
///
/// # Errors
/// In builds without the feature `shards`, or if serialization failed, which is a bug.
pub(super) fn save<T: Serialize>(counts: &T, figures: u128) -> Result<String> {
    refuse_without_shards!();
    written(&SavedCounts { version: VERSION, figures: format!("{figures:032x}"), counts })
}

/// Reads serialized counts; `figures` is the fingerprint of the figures' names, as in [`save`].
///
/// # Errors
/// In builds without the feature `shards`, if `text` is not serialized counts, or if they are from another version or
/// of other figures.
pub(super) fn load<T: DeserializeOwned>(text: &str, figures: u128) -> Result<T> {
    refuse_without_shards!();
    let wrong = |why: &str| Error::input(format!("these are not the counts of this study: {why}"));
    let saved: SavedCounts<T> = serde_json::from_str(text).map_err(|error| wrong(&error.to_string()))?;
    match saved {
        SavedCounts { version, .. } if version != VERSION => {
            Err(wrong("they were saved by another version of the program"))
        }
        saved if saved.figures != format!("{figures:032x}") => Err(wrong("they count other figures")),
        saved => Ok(saved.counts),
    }
}

fn written(saved: &impl Serialize) -> Result<String> {
    serde_json::to_string(saved).map_err(|error| Error::run(format!("cannot save the results: {error}")))
}

/// The bits of an exact figure's value and error bound, so that both are restored exactly.
type Bits = [u64; 2];
/// A figure: measure, subject, label and value.
type SavedFigure = (String, String, String, Bits);
/// A point: value, label and chance.
type SavedPoint = (i64, Label, Bits);

/// A distribution: measure, subject, points, wound levels (if its values are wound levels), and standard deviation.
type SavedDistribution = (String, String, Vec<SavedPoint>, Option<Levels>, Option<Bits>);

#[derive(Serialize, Deserialize)]
struct SavedAnswer {
    figures: Vec<SavedFigure>,
    distributions: Vec<SavedDistribution>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    courses: Vec<SavedDistribution>,
    never_ends: u64,
    beyond: u64,
}

fn bits(estimate: &Estimate) -> Result<Bits> {
    let bound = estimate.bound().ok_or_else(|| Error::run("this answer is not exact"))?;
    Ok([estimate.value.to_bits(), bound.to_bits()])
}

/// Serializes an exact answer.
///
/// # Errors
/// If the answer is not exact.
pub fn save_found(found: &Findings) -> Result<String> {
    refuse_without_shards!();
    let figure = |one: &Figure| -> Result<SavedFigure> {
        Ok((one.measure.id.to_owned(), one.subject.clone(), one.label.clone(), bits(&one.estimate)?))
    };
    let point = |one: &Point| -> Result<SavedPoint> { Ok((one.value, one.label.clone(), bits(&one.estimate)?)) };
    let distribution = |one: &Distribution| -> Result<SavedDistribution> {
        let points = one.points.iter().map(point).collect::<Result<_>>()?;
        let deviation = one.deviation.as_ref().map(bits).transpose()?;
        Ok((one.measure.id.to_owned(), one.subject.clone(), points, one.levels, deviation))
    };
    written(&SavedAnswer {
        figures: found.figures.iter().map(figure).collect::<Result<_>>()?,
        distributions: found.distributions.iter().map(distribution).collect::<Result<_>>()?,
        courses: found.courses.iter().map(distribution).collect::<Result<_>>()?,
        never_ends: found.never_ends.to_bits(),
        beyond: found.beyond.to_bits(),
    })
}

/// Reads a serialized exact answer. `measures` are those that it can contain.
///
/// # Errors
/// If `text` is not a serialized answer, or it contains other measures.
pub(super) fn load_found(text: &str, measures: &[&'static Measure]) -> Result<Findings> {
    refuse_without_shards!();
    let wrong = |why: &str| Error::input(format!("this is not an answer to this study: {why}"));
    let found: SavedAnswer = serde_json::from_str(text).map_err(|error| wrong(&error.to_string()))?;
    // A figure and a distribution can have the same id but different measures.
    let known = |id: &str, spread: bool| {
        let of_id = measures.iter().copied().filter(|measure| measure.id == id);
        let found = of_id.clone().find(|measure| measure.chart.is_some() == spread).or_else(|| of_id.clone().next());
        found.ok_or_else(|| wrong(&format!("`{id}` is not one of its measures")))
    };
    let exact = |[value, bound]: Bits| Estimate::exact(f64::from_bits(value), f64::from_bits(bound));
    let figures = found.figures.into_iter().map(|(id, subject, label, bits)| {
        Ok(Figure { measure: known(&id, false)?, subject, label, estimate: exact(bits) })
    });
    let distribution = |(id, subject, points, levels, deviation): SavedDistribution| -> Result<Distribution> {
        let point = |(value, label, bits)| Point { value, label, estimate: exact(bits) };
        Ok(Distribution {
            measure: known(&id, true)?,
            subject,
            points: points.into_iter().map(point).collect(),
            levels,
            deviation: deviation.map(exact),
        })
    };
    Ok(Findings {
        figures: figures.collect::<Result<_>>()?,
        distributions: found.distributions.into_iter().map(distribution).collect::<Result<_>>()?,
        courses: found.courses.into_iter().map(distribution).collect::<Result<_>>()?,
        never_ends: f64::from_bits(found.never_ends),
        beyond: f64::from_bits(found.beyond),
    })
}
