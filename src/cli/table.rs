//! `table`: success rates, ready to print.

use super::args::TableArgs;
use super::{Stop, screen};
use crate::report::markdown;
use crate::report::rates::rates;

/// Makes the table and prints it.
///
/// # Errors
/// Invalid dice notation; a closed pipe.
pub(super) fn table(args: &TableArgs) -> std::result::Result<(), Stop> {
    let rates = rates(&args.dice)?;
    screen::print(&if args.json {
        rates.json()
    } else if args.csv {
        rates.csv()
    } else if args.markdown {
        markdown::tables(&[rates.table])
    } else {
        let lines = rates.table.lines(screen::style().width).join("\n");
        format!("{}\n\n{lines}\n", rates.table.title)
    })
}
