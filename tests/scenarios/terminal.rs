//! Tests that no line of a terminal page is too wide and that no label or figure is cut.

use super::files::{root, run};
use fudgelab::report::answers::brief::page;
use fudgelab::report::formats::terminal::Style;
use fudgelab::scenario::Overrides;
use fudgelab::study::MethodChoice;
use fudgelab::text::width;
use std::fs;

const WIDTHS: [usize; 3] = [60, 80, 120];

/// Folders whose scenarios are all tested.
const FOLDERS: [&str; 5] =
    ["scenarios", "scenarios/friday", "scenarios/processes", "scenarios/claims", "scenarios/studies"];

/// Returns the lines of a page that are wider than the terminal or have a text cut short. `… and 8 more` only counts
/// the rows left out.
fn spoiled(page: &str, columns: usize) -> Vec<&str> {
    let cut = |line: &str| line.replace("… and ", "").contains('…');
    page.lines().filter(|line| width(line) > columns || cut(line)).collect()
}

#[test]
fn pages_fit_every_width_without_cuts() {
    for folder in FOLDERS {
        let mut entries: Vec<_> =
            fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
        assert!(entries.len() >= 5, "{folder}");
        for path in entries {
            let method = Some(MethodChoice::Simulate);
            let result = run(&path, &Overrides { trials: Some(200), method, ..Overrides::default() });
            for columns in WIDTHS {
                let shown = page(&result).text(&Style::plain(columns));
                assert!(spoiled(&shown, columns).is_empty(), "{} at {columns}:\n{shown}", path.display());
                let headings = shown.lines().filter(|line| !line.trim().is_empty()).count();
                assert!(headings > 2, "{shown}");
            }
        }
    }
}

#[test]
fn cut_labels_and_wide_lines_are_found() {
    let page = "  Snorri Near …  6.00 %\n  … and 8 more in the written tables\n  a line that is wide";
    assert_eq!(spoiled(page, 80), ["  Snorri Near …  6.00 %"]);
    assert_eq!(spoiled(page, 37), ["  Snorri Near …  6.00 %"]);
    assert_eq!(spoiled(page, 36).len(), 1);
    assert_eq!(spoiled(page, 30).len(), 2);
}
