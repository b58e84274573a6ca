//! Readers that all tables share.

use crate::document::problem::Problem;
use crate::document::reader::Reader;
use crate::error::Result;

/// The value, or its error at the table that is read.
pub(crate) fn sound<T>(made: Result<T>, reader: &mut Reader<'_>) -> Option<T> {
    match made {
        Ok(value) => Some(value),
        Err(error) => {
            let span = reader.span();
            reader.problems().push(Problem::from(error).at(span));
            None
        }
    }
}
