//! Error messages about scenarios that cannot be run, compared with the committed texts in `tests/faults`.

mod cases;

use crate::support::texts;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use cases::{Case, DICE, GRIDS, NUMBERS, RULES, SUBJECTS, TACTICS, TEXTS, WORDS};
use fudgelab::rules::CONFLICTS;
use fudgelab::scenario::{self, Overrides, Problems, Scenario, Source};

/// Returns the error text of `read`. Fails if there is no answer within 10 seconds.
fn said(read: impl FnOnce() -> Result<Scenario, Problems> + Send + 'static) -> String {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(read().map(drop).map_err(|faults| faults.render(false))));
    match receiver.recv_timeout(Duration::from_secs(10)) {
        Ok(Err(said)) => said,
        Ok(Ok(())) => "read without a fault".to_owned(),
        Err(error) => panic!("no answer: {error}"),
    }
}

/// Like [`said`], for a scenario from standard input.
fn said_of(bytes: &[u8]) -> String {
    let source = Source::from_bytes("scenario.toml", bytes.to_vec());
    said(|| scenario::read_source(source.map_err(Problems::from)?, Path::new("no-such-folder"), &Overrides::default()))
}

/// Error messages by the name of the mistake, to be compared with a file in `tests/faults`.
struct Messages {
    file: &'static str,
    texts: Vec<(String, String)>,
}

impl Messages {
    fn of(file: &'static str) -> Self {
        Self { file, texts: Vec::new() }
    }

    fn add(&mut self, name: &str, said: &str) {
        assert!(said.starts_with("error: "), "{name}: {said}");
        self.texts.push((name.to_owned(), said.trim_end().to_owned()));
    }

    fn held(&self) {
        texts::held(&format!("faults/{}.txt", self.file), &self.texts);
    }
}

fn all(file: &'static str, cases: &[Case]) {
    let mut messages = Messages::of(file);
    for (name, text) in cases {
        messages.add(name, &said_of(text.as_bytes()));
    }
    messages.held();
}

#[test]
fn word_and_key_errors_match_committed_texts() {
    all("words-and-keys", WORDS);
}

#[test]
fn subject_errors_match_committed_texts() {
    all("subjects", SUBJECTS);
}

#[test]
fn rule_errors_match_committed_texts() {
    all("rules", RULES);
}

#[test]
fn tactic_errors_match_committed_texts() {
    all("tactics", TACTICS);
}

#[test]
fn number_errors_match_committed_texts() {
    all("numbers", NUMBERS);
}

#[test]
fn dice_errors_match_committed_texts() {
    all("dice", DICE);
}

#[test]
fn grid_errors_match_committed_texts() {
    all("grids", GRIDS);
}

#[test]
fn broken_inputs_match_committed_texts() {
    let mut messages = Messages::of("texts");
    for (name, text) in TEXTS {
        messages.add(name, &said_of(text.as_bytes()));
    }
    messages.add("binary file", &said_of(b"\x7fELF\x02\x01\xff\xfe\x80\x81"));
    messages.add("nul bytes", &said_of(b"[check]\0\ndifficulty = 1\0"));
    messages.add("latin 1", &said_of(b"title = \"caf\xe9\"\n[check]\ndifficulty = 1"));
    messages.add("a hundred thousand brackets", &said_of(format!("a = {}", "[".repeat(100_000)).as_bytes()));
    messages.add("a hundred thousand dots", &said_of(format!("a{} = 1", ".a".repeat(100_000)).as_bytes()));
    messages
        .add("a hundred faults", &said_of("x = 1\n[check]\n[rules]\n".replace("x = 1\n", &unknown_keys()).as_bytes()));
    messages.add("two megabytes", &said_of(&b"# x\n".repeat(500_000)));
    messages.held();
}

fn unknown_keys() -> String {
    (0..100).map(|number| format!("key-{number} = 1\n")).collect()
}

/// For each conflict in the registry, options that cause it.
#[test]
fn contradicting_rules_are_rejected() {
    let options = [
        "hit = 'attack > guard'\nall_out = 'srd'",
        "hit = 'attack >= minimum'\nminimum_to_hit = 'none'",
        "base = 'nutshell'\ndamage = { points = 'degree' }\nmodifiers = [{ name = 'edge', to = 'damage', add = 1 }]",
        "skill = 'dice'\npacing = 'story'\nminimum_to_hit = 'none'",
        "record = { kind = 'capacity-points' }\ngraze = 'table'\nlarge_blow = 'off'",
        "record = { kind = 'capacity' }\ndamage_capacity = 'counts'",
        "toughness = 'rolled'\ndamage_capacity = 'counts'",
        "base = 'lite'\ntoughness = 'rolled'",
        "base = 'lite'\nstun = 'srd'",
        "base = 'srd'\npacing = 'player-facing'\nstun = 'srd'",
        "base = 'lite'\nhead_blows = 'knockout'",
        "head_blows = 'knockout'",
        "base = 'srd'\npacing = 'player-facing'\nautomatic_death = 'helpless'",
        "base = 'lite'\npc_wound_levels = 3",
        "base = 'srd'\npacing = 'story'\npc_wound_levels = 3",
        "base = 'lite'\npc_near_death = 'only-incapacitated'",
        "base = 'srd'\npacing = 'story'\npc_near_death = 'only-incapacitated'",
        "base = 'fudge-1993'\nevasion = 'heroic-evasion'",
        "base = 'srd'\npacing = 'player-facing'\nevasion = 'heroic-evasion'",
        "base = 'lite'\nwill_over_wounds = 'levels'",
        "base = 'srd'\npacing = 'player-facing'\nwill_over_wounds = 'nullify'",
        "base = 'kaer'\nconsciousness = 'rolled'\nwill_over_wounds = 'levels'",
        "base = 'lite'\nconsciousness = 'rolled'",
        "base = 'srd'\npacing = 'story'\nconsciousness = 'rolled'",
        "base = 'srd'\npacing = 'story'\nends_at = 'Scratch'",
        "strike_first = 'speed'\npacing = 'turns'",
        "morale = 'all'\npacing = 'story'",
        "base = 'lite'\nclosing = 2",
        "graze = 'table'\ngraze_from = [0, 1, 2, 3, 4, 5, 6]",
        "graze = 'off'\ndamage_roll = 'none'\ndamage = 'hit'",
        "graze = 'off'\ndamage_roll = '4dF-limited'\ndamage = 'weapon'\nrecord = { kind = 'in-order', levels = [{ name = 'Hit', boxes = 3 }] }",
        "base = 'lite'\ndegree_multiplier = 2",
        "damage_roll = 'min-mid-max'\ndegree_multiplier = 2",
        "base = 'fudge-1993'\ndamage_roll = 'freeform'",
        "base = 'nutshell'\nrolled_hits = 'stopped-by-scale'",
        "base = 'lite'\nhalf_hits = 'just-stopped'",
        "half_hits = 'just-stopped'\ndamage_roll = 'min-mid-max'",
        "critical_points = 2\ncritical_success = 'none'",
        "base = 'lite'\ncritical_success = 4\ncritical_points = 2",
        "size_to_hit = 'minimum'\nminimum_to_hit = 'none'",
        "initiative = 'once'\ninitiative_wounds = 'slow'",
        "pacing = 'turns'\ninitiative = 'once'\ninitiative_trade = 'table'",
        "sweeping_blow = 1\npacing = 'turns'",
        "base = 'lite'\npostures = 'on'",
        "all_out = 'srd'\npostures = 'on'",
        "all_out = 'srd'\npacing = 'turns'",
        "base = 'lite'\ncalled_shots = 'fudge-1993'",
        "base = 'fudge-1993'\ncalled_shots = 'result'",
        "base = 'lite'\nfight_criticals = 'table'",
        "initiative_trade = 'hasty'",
        "maneuvers = 'on'\navoidance = 'one'\npacing = 'simultaneous'",
        "pacing = 'turns'\nmaneuvers = 'on'\navoidance = 'one'\ninitiative = 'once'",
        "full_attack = '-2'\npacing = 'simultaneous'",
        "large_blow = 5\nrecord = { kind = 'boxes' }",
    ];
    assert_eq!(options.len(), CONFLICTS.len());
    let mut messages = Messages::of("contradictions");
    for (options, conflict) in options.iter().zip(CONFLICTS) {
        let said = said_of(
            format!("[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\n[rules]\n{options}\n").as_bytes(),
        );
        assert!(said.contains(conflict.reason) && said.contains(conflict.cure), "{options}: {said}");
        messages.add(&format!("contradiction of {}", conflict.keys.join(" and ")), &said);
    }
    messages.held();
}

#[test]
fn rules_without_contradiction_are_accepted() {
    let options = [
        "base = 'srd'\ngraze_from = [0, 1, 2, 3, 4]",
        "damage_roll = '1dF-level'\nlevel_roll = 'all'\nrolled_hits = 'stopped-by-scale'",
        "pacing = 'turns'\ninitiative = 'once'",
    ];
    for options in options {
        let text = format!("[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\n[rules]\n{options}\n");
        assert_eq!(said_of(text.as_bytes()), "read without a fault", "{options}");
    }
}

#[test]
fn required_levels_reject_none() {
    for key in ["unopposed", "range", "will_difficulty"] {
        let said = said_of(
            format!("[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\n[rules]\n{key} = 'none'\n").as_bytes(),
        );
        assert!(said.contains("unknown level `none`"), "{said}");
    }
}

/// Writes `files` to a folder and returns the error text of `scenario`, without the folder's path.
fn said_of_files(files: &[(&str, &str)], scenario: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let path: PathBuf = folder.path().join(scenario);
    let said = said(move || scenario::read(&path, &Overrides::default()));
    said.replace(&format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR), "")
}

#[test]
fn file_errors_match_committed_texts() {
    let mut messages = Messages::of("files");
    let check = "[check]\ndifficulty = 1\n";
    let including = |file: &str| format!("include = ['{file}']\n{check}");
    messages.add("missing file", &said_of_files(&[], "duel.toml"));
    messages.add("a folder", &said_of_files(&[("duels/a.toml", check)], "duels"));
    let (a, b) = (including("b.toml"), including("a.toml"));
    messages.add("includes in a circle", &said_of_files(&[("a.toml", &a), ("b.toml", &b)], "a.toml"));
    messages.add("a file that includes itself", &said_of_files(&[("a.toml", &b)], "a.toml"));
    let outside = including("../b.toml");
    messages.add("include from outside", &said_of_files(&[("in/a.toml", &outside), ("b.toml", check)], "in/a.toml"));
    messages.add("include by an absolute path", &said_of_files(&[("a.toml", &including("/etc/hosts"))], "a.toml"));
    messages.add("include of nothing", &said_of_files(&[("a.toml", &a)], "a.toml"));
    let cast = "[fighters.hans]\nskill = 'Fiar'\n[fighters.greta]\nskill = 1\n";
    let duel = "include = ['cast.toml']\n";
    messages.add("a fault in an included file", &said_of_files(&[("a.toml", duel), ("cast.toml", cast)], "a.toml"));
    let process = "[process.trap]\nkeys = { trait = 1 }\ncounters = { up = { to = 3 } }\n\
                   step = [{ roll = 'r', trait = 'trait' }, { up = 'up + r' }]\nends = { out = 'up = 3' }\n";
    let trap = "include = ['trap.toml']\n[trapp]\ntrait = 0\n";
    messages.add(
        "a misspelt process of an included file",
        &said_of_files(&[("a.toml", trap), ("trap.toml", process)], "a.toml"),
    );
    messages.held();
}

/// Large grids in which every cell holds a lot.
#[test]
fn large_grid_errors_match_committed_texts() {
    let mut messages = Messages::of("large-grids");
    let modifiers: String = (0..40_000).map(|number| format!("m{number} = 1\n")).collect();
    let vary = "[vary]\n'check.difficulty' = { from = 1, to = 10000 }\n[check]\ndifficulty = 1\n[check.modifiers]\n";
    messages.add("a large scenario in a large grid", &said_of((vary.to_owned() + &modifiers).as_bytes()));
    let vary = "[vary]\n'rules.round_limit' = { from = 1, to = 10000 }\n";
    let goblins: String = (0..30).map(|number| format!("[fighters.f{number}]\nskill = 1\ncount = 9999\n")).collect();
    messages.add("many goblins in a large grid", &said_of((vary.to_owned() + &goblins).as_bytes()));
    messages.held();
}
