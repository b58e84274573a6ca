//! Names the case of a table row: its variant and its varied values.

use super::super::table::Heading;
use crate::study::{StudyResult, Value};
use std::fmt::Debug;

/// A heading for each varied key.
pub(in crate::report) fn varied_headings(result: &StudyResult) -> impl Iterator<Item = Heading> {
    (0..result.varied.len()).map(|key| Heading::left(result.axis(key)))
}

/// The column headings of [`case_entries`].
pub(in crate::report) fn case_headings(result: &StudyResult) -> impl Iterator<Item = Heading> {
    (!result.variants.is_empty()).then(|| Heading::left("variant")).into_iter().chain(varied_headings(result))
}

/// The entries of a row that name its case: the variant, if the study has variants, and the varied values.
pub(in crate::report) fn case_entries<'r>(
    result: &StudyResult,
    variant: Option<&str>,
    varied: &'r [Value],
) -> impl Iterator<Item = String> + use<'r> {
    let variant = (!result.variants.is_empty()).then(|| variant.unwrap_or_default().to_owned());
    variant.into_iter().chain(varied.iter().map(ToString::to_string))
}

/// A text that serves as the key of a value in an ordered map, since floats cannot be keys.
pub(in crate::report) fn map_key(item: &(impl Debug + ?Sized)) -> String {
    format!("{item:?}")
}
