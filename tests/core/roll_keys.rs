//! A simulated roll is a function of its key, so two rolls of a trial with the same key would be equal: no trial of any
//! scenario may make two rolls with the same stage, round and `Ask`.

use crate::support::written::study;
use fudgelab::chance::Seed;
use fudgelab::scenario::{Overrides, read};
use fudgelab::study::Study;
use fudgelab::subject::RollKey;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Maximum number of cells that are tested per study, spread evenly over it.
const CELLS: usize = 24;
const TRIALS: u64 = 8;

/// The first key that two rolls of a trial share, if any.
fn shared_key(study: &Study, cells: usize, trials: u64) -> Option<RollKey> {
    let step = study.cells.len().div_ceil(cells);
    let shared = |cell: usize, trial: u64| {
        let words = study.words(&study.cells[cell]);
        let mut seen = BTreeSet::new();
        let keys = study.subjects.roll_keys(cell, &words, Seed::new(4711), trial);
        assert!(!keys.is_empty() || trial > 0 || cell > 0, "no rolls are noted");
        keys.into_iter().find(|key| !seen.insert(*key))
    };
    let cells = (0..study.cells.len()).step_by(step);
    cells.flat_map(|cell| (0..trials).map(move |trial| (cell, trial))).find_map(|(cell, trial)| shared(cell, trial))
}

fn files_in(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect()
}

#[test]
fn rolls_of_shipped_scenarios_have_unique_keys() {
    let mut shared = Vec::new();
    for path in ["scenarios", "scenarios/studies", "tests/moved"].into_iter().flat_map(files_in) {
        let scenario = read(&path, &Overrides::default()).unwrap_or_else(|faults| panic!("{faults}"));
        shared.extend(shared_key(&scenario.study, CELLS, TRIALS).map(|key| format!("{}: {key:?}", path.display())));
    }
    assert!(shared.is_empty(), "{shared:#?}");
}

/// A spell of each system that a target can resist, and one with several rolls by the caster.
const SPELLS: [&str; 4] = [
    "magic = { trait = 1, difficulty = 0, potential = 9, resisted_by = { trait = 0 } }",
    "psi = { trait = 0, difficulty = 0, reservoir = 3, augments = 'to-prevail', subject = { trait = 0, reservoir = 3, augments = 'to-prevail' } }",
    "kaer = { trait = 1, difficulty = 0, will = 0, target = { trait = 0 } }",
    "miracle = { trait = 0, favor = 3 }",
];

/// A fight of three casters, one against two.
fn casters(rules: &str, spells: [&str; 3]) -> String {
    let caster = |(number, spell): (usize, &&str)| {
        let side = ["us", "them", "them"][number];
        format!(
            "[fighters.c{number}]\nskill = 0\nside = '{side}'\nspells.hold = {{ {spell}, enchants = {{ skill = -1, on = 'foe' }} }}\nspells.banish = {{ {spell}, removes = true }}\n"
        )
    };
    format!("{rules}\n{}", spells.iter().enumerate().map(caster).collect::<String>())
}

#[test]
fn rolls_of_mutual_castings_have_unique_keys() {
    let rules = ["[rules]\nbase = 'nutshell'", "[rules]\nbase = 'srd'\npacing = 'turns'", "[rules]\nbase = 'kaer'"];
    for rules in rules {
        for first in SPELLS {
            for (second, third) in SPELLS.into_iter().flat_map(|second| SPELLS.map(|third| (second, third))) {
                let text = casters(rules, [first, second, third]);
                assert_eq!(shared_key(&study(&text), 1, 100), None, "{text}");
            }
        }
    }
}
