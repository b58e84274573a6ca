//! The fights of shipped scenarios, as anybody would run them.

use fudgelab::scenario::{Overrides, Source, read_source};
use fudgelab::subject::fight::Combat;
use std::path::Path;

/// The fights of a file in `scenarios/`, one for each cell; `more` is written at its end.
pub fn fights(file: &str, more: &str) -> Vec<Combat> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let text = std::fs::read_to_string(folder.join(file)).expect("the scenario is shipped") + more;
    let source = Source::from_bytes(file, text.into_bytes()).expect("the scenario is text");
    let scenario = read_source(source, &folder, &Overrides::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let subjects = &scenario.study.subjects;
    (0..subjects.len()).map(|cell| subjects.cell(cell).downcast_ref::<Combat>().expect("a fight").clone()).collect()
}
