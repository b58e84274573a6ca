//! `cost`: the costs of the character sheets in a file.

use super::args::CostArgs;
use super::files;
use super::screen::{self, Done};
use fudgelab::report::formats::json::printed;
use fudgelab::report::sheets::{json, page, price_sheets};
use fudgelab::scenario::{self, Problems};
use fudgelab::text::{clean, same_word, unknown_word};
use std::path::Path;

/// Prints the cost of each sheet: a single sheet with all its traits, several sheets in a table.
///
/// # Errors
/// If the file has errors, there is no sheet of this name, or the output pipe is closed.
pub(super) fn cost(args: &CostArgs) -> Done {
    let sheets = read(&args.file, args.allow_outside).map_err(|problems| files::print_problems(&problems))?;
    let mut all = price_sheets(&sheets);
    if let Some(name) = &args.name {
        all.retain(|sheet| same_word(&sheet.name, name));
        if all.is_empty() {
            let names: Vec<&str> = sheets.iter().map(|(name, _)| name.as_str()).collect();
            let all = || format!("the file has {}", names.join(", "));
            let message = format!("the file has no sheet `{}`", clean(name));
            return Err(unknown_word(message, name, names.iter().copied(), all).into());
        }
    }
    if args.json {
        return screen::print(&printed(&json(&all)));
    }
    screen::print(&page(&all).text(&screen::style()))
}

fn read(path: &Path, allow_outside: bool) -> Result<Vec<(String, fudgelab::character::Sheet)>, Problems> {
    if files::is_stdin(path) {
        return scenario::sheets_of(files::stdin()?, Path::new(""), allow_outside);
    }
    scenario::sheets(path, allow_outside)
}
