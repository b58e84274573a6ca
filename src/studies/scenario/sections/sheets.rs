//! `[sheets]`: characters on paper. A file may hold nothing else.

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

/// The sheets of a file with all it includes, by name, in the order written; whatever else is in the file is passed over.
///
/// # Errors
/// All errors of the sheets, each with its place; the file has none.
pub fn sheets(path: &Path, allow_outside: bool) -> Result<Vec<(String, Sheet)>, Problems> {
    of(load(path, LoadOptions { allow_outside }))
}

/// As [`sheets`], for a text that was read already; includes are relative to `folder`.
///
/// # Errors
/// As [`sheets`].
pub fn sheets_of(source: Source, folder: &Path, allow_outside: bool) -> Result<Vec<(String, Sheet)>, Problems> {
    of(load_source(source, folder, LoadOptions { allow_outside }))
}

/// How many sheets a file has that is good and has nothing to roll; none where it is no such file.
pub fn sheets_alone(path: &Path, allow_outside: bool) -> Option<usize> {
    let document = load(path, LoadOptions { allow_outside });
    let rolls = SUBJECTS.iter().any(|subject| document.root.get(subject.info().key.key).is_some());
    if rolls { None } else { of(document).ok().map(|sheets| sheets.len()) }
}

/// The key of a fighter with the name of a sheet.
const SHEET: &str = "sheet";

/// Reports fighters whose sheet is not there.
pub(in crate::scenario) fn check(root: &Node, problems: &mut Problems) {
    let mut changed = root.clone();
    let Some(table) = changed.as_table_mut() else { return };
    let names: Vec<&str> = root.entries_of(SHEETS.spec().key).iter().map(|entry| entry.key.as_str()).collect();
    let fighters = like::rosters(table).into_iter().flat_map(|(_, fighters)| fighters.entries());
    for sheet in root.entries_of("cast").iter().chain(fighters).filter_map(|block| block.node.get(SHEET)) {
        let Some(name) = sheet.as_str().filter(|name| !names.contains(name)) else { continue };
        let problem = Problem::new(format!("there is no sheet `{}`", excerpt(name))).at(sheet.span);
        let problem = problem.label_or_secondary(did_you_mean(name, names.iter().copied()));
        problems.push(problem.help("sheets stand in `[sheets]`, each by its name"));
    }
}

/// The names of fighters who have a sheet, and what that is worth in skill levels; those of one name and price once.
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

fn of(document: Document) -> Result<Vec<(String, Sheet)>, Problems> {
    let Document { root, mut problems, .. } = document;
    let ladder = ladder_of(&root, &mut problems);
    let sheets = Reader::open(&root, "the file", &ROOT, Context::on(&ladder), &mut problems, |reader| {
        ROOT.specs().iter().filter(|spec| spec.key != SHEETS.spec().key).for_each(|spec| reader.pass(spec));
        Some(reader.read(&SHEETS).unwrap_or_default())
    });
    let sheets = sheets.unwrap_or_default();
    if sheets.is_empty() && problems.is_empty() {
        let problem = Problem::new("the file has no `[sheets]`").at(root.span);
        problems.push(problem.help("`fudgelab new character` prints one to start from"));
    }
    problems.into_result(sheets)
}
