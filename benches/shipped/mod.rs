//! Reads the fights of shipped scenarios as the program does.

use fudgelab::fights::Combat;
use fudgelab::scenario::{Overrides, Source, read_source};
use std::path::Path;

/// Appended to a duel's file: varies both skills from Terrible to Superb.
pub const SKILLS: &str =
    "\n[vary]\n\"fighters.a.skill\" = { from = -3, to = 3 }\n\"fighters.b.skill\" = { from = -3, to = 3 }\n";
/// Appended to a duel's file: two fighters on each side.
pub const TWO_EACH: &str = "\n[vary]\ncombine = \"zip\"\n\"fighters.a.count\" = [2]\n\"fighters.b.count\" = [2]\n";

/// Returns the fights of a file in `scenarios/`, one per cell; `more` is appended to the file.
pub fn fights(file: &str, more: &str) -> Vec<Combat> {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("scenarios"));
    let folder = folders.find(|folder| folder.is_dir()).expect("a folder of shipped scenarios");
    let text = std::fs::read_to_string(folder.join(file)).expect("the scenario is shipped") + more;
    let source = Source::from_bytes(file, text.into_bytes()).expect("the scenario is text");
    let scenario = read_source(source, &folder, &Overrides::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let subjects = &scenario.study.subjects;
    (0..subjects.len()).map(|cell| subjects.cell(cell).downcast_ref::<Combat>().expect("a fight").clone()).collect()
}
