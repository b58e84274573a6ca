//! `[sheets]`: characters on paper. A file can consist of sheets alone.

use super::super::like;
use super::super::root::{ROOT, SHEETS, ladder_of};
use crate::character::Sheet;
use crate::document::{
    Context, Document, LoadOptions, Node, Problem, Problems, Reader, Source, did_you_mean, excerpt, load, load_source,
};
use crate::subject::SUBJECTS;
use crate::subject::capitalized;
use std::collections::BTreeMap;
use std::path::Path;

/// Reads the sheets of a file with all its includes, by name, in the order of the file. All other sections are skipped.
///
/// # Errors
/// If the sheets have errors (all of them are returned, each with its position), or if the file has no sheets.
pub fn sheets(path: &Path, allow_outside: bool) -> Result<Vec<(String, Sheet)>, Problems> {
    sheets_in(load(path, LoadOptions { allow_outside }))
}

/// Like [`sheets`], for text that has already been read. Includes are relative to `folder`.
///
/// # Errors
/// Like [`sheets`].
pub fn sheets_of(source: Source, folder: &Path, allow_outside: bool) -> Result<Vec<(String, Sheet)>, Problems> {
    sheets_in(load_source(source, folder, LoadOptions { allow_outside }))
}

/// The number of sheets in a file that has no errors and no subject; `None` for any other file.
pub fn sheets_alone(path: &Path, allow_outside: bool) -> Option<usize> {
    let document = load(path, LoadOptions { allow_outside });
    let rolls = SUBJECTS.iter().any(|subject| document.root.get(subject.info().key.key).is_some());
    if rolls { None } else { sheets_in(document).ok().map(|sheets| sheets.len()) }
}

/// The key of a fighter that names a sheet.
const SHEET: &str = "sheet";

/// Reports fighters whose sheet does not exist.
pub(in crate::scenario) fn check(root: &Node, problems: &mut Problems) {
    let mut changed = root.clone();
    let Some(table) = changed.as_table_mut() else { return };
    let names: Vec<&str> = root.entries_of(SHEETS.spec().key).iter().map(|entry| entry.key.as_str()).collect();
    let fighters = like::rosters(table).into_iter().flat_map(|(_, fighters)| fighters.entries());
    for sheet in root.entries_of("cast").iter().chain(fighters).filter_map(|block| block.node.get(SHEET)) {
        let Some(name) = sheet.as_str().filter(|name| !names.contains(name)) else { continue };
        let problem = Problem::new(format!("there is no sheet `{}`", excerpt(name))).at(sheet.span);
        let problem = problem.label_or_secondary(did_you_mean(name, names.iter().copied()));
        problems.push(problem.help("sheets are tables in `[sheets]`, such as `[sheets.ada]`"));
    }
}

/// The name of each fighter who has a sheet, with the price of the sheet in skill levels. Equal entries appear once.
pub(in crate::scenario) fn costs(document: &mut Node, prices: &BTreeMap<String, i64>) -> Vec<(String, i64)> {
    let mut costs = Vec::new();
    let Some(root) = document.as_table_mut().filter(|_| !prices.is_empty()) else { return costs };
    for fighter in like::rosters(root).iter().flat_map(|(_, fighters)| fighters.entries()) {
        if let Some(levels) = fighter.node.text_of(SHEET).and_then(|sheet| prices.get(sheet)) {
            let name = fighter.node.text_of("name").map_or_else(|| capitalized(&fighter.key), str::to_owned);
            let cost = (name, *levels);
            if !costs.contains(&cost) {
                costs.push(cost);
            }
        }
    }
    costs
}

/// Reads the sheets of a document.
fn sheets_in(document: Document) -> Result<Vec<(String, Sheet)>, Problems> {
    let Document { root, mut problems, .. } = document;
    let ladder = ladder_of(&root, &mut problems);
    let sheets = Reader::open(&root, "the file", &ROOT, Context::on(&ladder), &mut problems, |reader| {
        ROOT.specs().iter().filter(|spec| spec.key != SHEETS.spec().key).for_each(|spec| reader.skip(spec));
        Some(reader.read(&SHEETS).unwrap_or_default())
    });
    let sheets = sheets.unwrap_or_default();
    if sheets.is_empty() && problems.is_empty() {
        let problem = Problem::new("the file has no `[sheets]`").at(root.span);
        problems.push(problem.help("`fudgelab new character` prints one to start from"));
    }
    problems.into_result(sheets)
}
