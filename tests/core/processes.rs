//! User-defined processes: results computed by hand, exact against simulated results, and rejected files.

use fudgelab::document::Source;
use fudgelab::measure::Findings;
use fudgelab::scenario::{Overrides, Scenario, read_source};
use fudgelab::study::{MethodChoice, run};
use std::path::Path;

fn read(text: &str, overrides: &Overrides) -> Result<Scenario, String> {
    let source = Source::from_bytes("own.toml", text.as_bytes().to_vec()).unwrap();
    read_source(source, Path::new(""), overrides).map_err(|problems| problems.render(false))
}

fn solved(text: &str) -> Findings {
    let scenario = read(text, &Overrides::default()).unwrap();
    run(&scenario.study, &()).unwrap().cells.swap_remove(0).findings
}

fn near(found: f64, right: f64, what: &str) {
    assert!((found - right).abs() <= 1e-12 * (1.0 + right.abs()), "{what}: {found}, not {right}");
}

fn figure(found: &Findings, title: &str) -> f64 {
    found.titled(title).unwrap_or_else(|| panic!("{title} in {:?}", found.figures)).estimate.value
}

fn spread(found: &Findings, name: &str) -> Vec<(String, f64)> {
    let one = found.distributions.iter().find(|one| one.subject == name).unwrap();
    one.points.iter().map(|point| (point.label().into_owned(), point.estimate.value)).collect()
}

/// A fair coin game that starts with 3 and ends at 0 or 10: P(rich) = 3/10, 3 × 7 tosses on average, (100 − 9)/3 for
/// those who end rich.
const RUIN: &str = "
[process.ruin]
keys = { money = 3 }
counters = { purse = { to = 10, start = 'money' }, tosses = { tally = true } }
step = [{ purse = 'purse + 2 * d2 - 3' }, { tosses = 'tosses + 1' }]
ends = { broke = 'purse = 0', rich = 'purse = 10' }
measures.tossed = { mean = 'tosses' }
measures.'tossed by the rich' = { mean = 'tosses', given = 'rich' }
measures.'steps of the rich' = { mean = 'step', given = 'rich' }
";

#[test]
fn fair_coin_game_matches_hand_calculation() {
    let found = solved(RUIN);
    near(figure(&found, "rich"), 0.3, "rich");
    near(figure(&found, "steps"), 21.0, "steps");
    near(figure(&found, "tossed"), 21.0, "tally");
    near(figure(&found, "tossed by the rich"), 91.0 / 3.0, "tally of some");
    near(figure(&found, "steps of the rich"), 91.0 / 3.0, "steps of some");
    near(figure(&found, "steps of the rich: share of all"), 0.3, "their share");
}

/// Waiting for a six on a d6 is geometric: after k steps it is still missing with chance (5/6)^k.
#[test]
fn waiting_for_a_six_matches_hand_calculation() {
    let text = "
        [process.wait]
        period = 'day'
        counters = { seen = { to = 1 } }
        step = [{ roll = 'die', dice = 'd6' }, { when = 'die = 6', seen = 1 }]
        ends = { done = 'seen = 1' }
        measures.'the first' = { first = 'seen = 1' }
        measures.'within three' = { share = 'step <= 3' }
        measures.'still waiting' = { course = '1 - seen' }
    ";
    let found = solved(text);
    near(figure(&found, "days"), 6.0, "days");
    near(figure(&found, "within three"), 91.0 / 216.0, "three days");
    let first = spread(&found, "the first");
    near(first[2].1, 25.0 / 216.0, "the third");
    // (5/6)³ is more than one half, (5/6)⁴ less.
    near(figure(&found, "median days"), 4.0, "median");
    near(lengths(&found)[2].1, 25.0 / 216.0, "over in the third");
    let course = &found.courses[0].points;
    near(course[4].estimate.value, (5.0f64 / 6.0).powi(4), "after four");
    assert!(spread(&found, "the first").iter().all(|(label, _)| label != "never"));
}

/// Only odd steps count: the third success falls on the sixth odd step on average, which is step 11. With success
/// chances of 1/6, 2/6 and 3/6 from then on, the mean is 1 + 5/6 + 5/6 × 4/6 × 2 steps.
#[test]
fn formulas_with_the_step_match_hand_calculation() {
    let odd = "
        [process.coin]
        counters = { n = { to = 3 } }
        step = [{ roll = 'r', dice = 'd2' }, { when = 'remainder(step - 1, 2) = 0 and r = 2', n = 'n + 1' }]
        ends = { done = 'n = 3' }
    ";
    near(figure(&solved(odd), "steps"), 11.0, "odd steps");
    let growing = "
        [process.luck]
        counters = { n = { to = 1 } }
        step = [{ roll = 'r', dice = 'd6' }, { when = 'r <= min(step, 3)', n = 1 }]
        ends = { done = 'n = 1' }
    ";
    near(figure(&solved(growing), "steps"), 53.0 / 18.0, "growing chances");
}

/// The distribution of the number of steps, as labels and probabilities.
fn lengths(found: &Findings) -> Vec<(String, f64)> {
    let one = found.distributions.iter().find(|one| one.measure.id == "steps").unwrap();
    one.points.iter().map(|point| (point.label().into_owned(), point.estimate.value)).collect()
}

/// A process that ends in the first step in which the dice `sides` show 1.
fn waiting(sides: &str) -> String {
    format!(
        "[process.wait]\nperiod = 'day'\ncounters = {{ seen = {{ to = 1 }} }}\n\
         step = [{{ roll = 'die', dice = '{sides}' }}, {{ when = 'die = 1', seen = 1 }}]\nends = {{ done = 'seen = 1' }}\n"
    )
}

/// The simulated interval contains the exact median of the same process, but not that of a slightly different one. The
/// file also asks for the median by name.
#[test]
fn median_length_exact_matches_simulation() {
    let simulated = |sides: &str| {
        let overrides = Overrides {
            method: Some(MethodChoice::Simulate),
            trials: Some(20_000),
            seed: Some(5),
            ..Overrides::default()
        };
        let asked = format!("{}[[ask]]\nmeasure = 'median days'\n", waiting(sides));
        let scenario = read(&asked, &overrides).unwrap();
        run(&scenario.study, &()).unwrap().cells.swap_remove(0).findings
    };
    let exact = figure(&solved(&waiting("d40")), "median days");
    near(exact, (0.5f64.ln() / (39.0f64 / 40.0).ln()).ceil(), "median");
    let within = |sides: &str| {
        let (low, high) = simulated(sides).titled("median days").unwrap().estimate.interval().unwrap();
        (low..=high).contains(&exact)
    };
    assert!(within("d40") && !within("d44"));
}

/// Lengths beyond the last step that is computed count as "later"; a median among them is left out.
#[test]
fn lengths_beyond_the_last_step_count_as_later() {
    let long = solved(&waiting("d1000 + d100 - 1"));
    near(figure(&long, "days"), 1e5, "mean");
    assert!(long.titled("median days").is_none());
    let lengths_of_long = lengths(&long);
    let (label, share) = lengths_of_long.last().unwrap();
    assert_eq!(label, "later");
    assert!((share - (1.0f64 - 1e-5).powi(10_000)).abs() < 1e-4, "{share}");
    let short = solved(&waiting("d100"));
    assert!(short.titled("median days").is_some() && lengths(&short).iter().all(|(label, _)| label != "later"));
}

/// Two successes before two failures, with success chance p: p² (3 − 2p), in 2 + 2p (1 − p) rolls on average.
#[test]
fn best_of_three_matches_hand_calculation() {
    let text = "
        [process.three]
        counters = { won = { to = 2 }, lost = { to = 2 } }
        step = [{ roll = 'try' }, { when = 'try >= margin', won = 'won + 1' }, { when = 'try < margin', lost = 'lost + 1' }]
        ends = { yes = 'won = 2', no = 'lost = 2' }
    ";
    let (found, p) = (solved(text), 50.0 / 81.0);
    near(figure(&found, "yes"), p * p * (3.0 - 2.0 * p), "yes");
    near(figure(&found, "steps"), 2.0 + 2.0 * p * (1.0 - p), "rolls");
    let found = solved(&format!("rules.success = 'surpass'\n{text}"));
    let p = 31.0 / 81.0;
    near(figure(&found, "yes"), p * p * (3.0 - 2.0 * p), "surpassing");
}

/// All formulas of a line see the values from before the line, counters are clamped to their bounds, and if several
/// ends are true, the first one counts.
#[test]
fn lines_apply_all_changes_together() {
    let text = "
        [process.swap]
        counters = { a = { to = 9, start = 1 }, b = { to = 9, start = 4 } }
        step = [{ a = 'b', b = 'a' }, { a = 'a + 100', b = 'b + 100' }]
        ends = { first = 'a = 9', second = 'b = 9' }
    ";
    assert_eq!(figure(&solved(text), "first"), 1.0);
    let text = "
        [process.swap]
        counters = { a = { to = 9, start = 1 }, b = { to = 9, start = 4 } }
        step = [{ a = 'b', b = 'a' }]
        ends = { over = 'step >= 3' }
        measures = { a = { mean = 'a' }, b = { mean = 'b' } }
    ";
    let found = solved(text);
    assert_eq!((figure(&found, "a"), figure(&found, "b")), (4.0, 1.0));
}

/// A figure has no value if its `given` condition is never true.
#[test]
fn figures_with_an_impossible_condition_are_missing() {
    let text = RUIN.replace("given = 'rich'", "given = 'purse = 5'");
    let found = solved(&text);
    assert!(found.titled("tossed by the rich").is_none() && found.titled("steps of the rich").is_none());
}

fn shipped() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/processes");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<(String, String)> =
        files.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap())).collect();
    all.sort();
    all
}

/// Compares exact and simulated answers of the shipped processes, all figures and points in one test; false alarms: 1
/// in 10,000 runs. The seed is fixed.
#[test]
fn simulated_processes_match_exact_results() {
    let overrides =
        Overrides { method: Some(MethodChoice::Both), trials: Some(40_000), seed: Some(7), ..Overrides::default() };
    let files = shipped();
    assert!(files.len() >= 7);
    for (name, text) in &files {
        let scenario = read(text, &overrides).unwrap();
        let check = run(&scenario.study, &()).unwrap().cross_check.unwrap();
        assert_eq!(check.disagreements().count(), 0, "{name}: {:?}", check.disagreements().next());
        assert!(check.comparisons.len() >= 2, "{name}");
    }
}

/// Negative control: the simulated interval excludes the exact value of a slightly different process, in which a roll
/// of −2 repairs the wall as well.
#[test]
fn simulated_processes_do_not_match_other_processes() {
    let (_, text) = shipped().into_iter().find(|(name, _)| name.ends_with("siege.toml")).unwrap();
    let other = text.replace("ram <= -3", "ram <= -2");
    assert_ne!(text, other);
    let exact = solved(&text);
    let overrides =
        Overrides { method: Some(MethodChoice::Simulate), trials: Some(40_000), seed: Some(7), ..Overrides::default() };
    let simulated =
        |text: &str| run(&read(text, &overrides).unwrap().study, &()).unwrap().cells.swap_remove(0).findings;
    let within = |found: &Findings, title: &str| {
        let (low, high) = found.titled(title).unwrap().estimate.interval().unwrap();
        let wide = (high - low) / 2.0;
        (low - wide..=high + wide).contains(&figure(&exact, title))
    };
    assert!(within(&simulated(&text), "stormed") && within(&simulated(&text), "days"));
    assert!(!within(&simulated(&other), "stormed"));
}

/// Compares exact and simulated courses after each step, including processes that have ended. Each of some 40 means may
/// differ by twice its interval, which one does in 1 of 11,000 runs; the seed is fixed.
#[test]
fn simulated_courses_match_exact_courses() {
    let (_, text) = shipped().into_iter().find(|(name, _)| name.ends_with("siege.toml")).unwrap();
    let overrides =
        Overrides { method: Some(MethodChoice::Simulate), trials: Some(40_000), seed: Some(3), ..Overrides::default() };
    let scenario = read(&text, &overrides).unwrap();
    let simulated = run(&scenario.study, &()).unwrap().cells.swap_remove(0).findings;
    let exact = solved(&text);
    for (own, other) in exact.courses[0].points.iter().zip(&simulated.courses[0].points) {
        let (low, high) = other.estimate.interval().unwrap();
        let wide = (high - low) / 2.0 + 1e-9;
        assert!((low - wide..=high + wide).contains(&own.estimate.value), "{}: {own:?} {other:?}", own.label());
    }
}

const CLIMB: &str = "
[process.climb]
keys = { trait = 'Good', cliff = 'Great', height = { number = 2, from = 1, to = 5 } }
counters = { up = { to = 'height' }, hurt = { to = 1 } }
step = [
  { roll = 'climb', trait = 'trait', against = 'cliff' },
  { when = 'climb >= 0', up = 'up + 1' },
  { when = 'climb <= -3', hurt = 1 },
]
ends = { top = 'up = height', fallen = 'hurt = 1' }
";

/// Errors in `CLIMB`: a text to replace, its replacement, and the expected kind and location of the error.
const REFUSED: [(&str, &str, &str, &str); 42] = [
    ("climb <= -3", "climb <= -3 and tired > 0", "unknown-name", "process.climb.step[3].when:17"),
    ("hurt = 1 },", "hrt = 1 },", "unknown-name", "process.climb.step[3].hrt"),
    ("ends = {", "ands = {", "unknown-key", "process.climb.ands"),
    ("ends = { top = 'up = height', fallen = 'hurt = 1' }", "", "missing", "process.climb.ends"),
    ("{ to = 'height' }", "{ from = 0 }", "missing", "process.climb.counters.up.to"),
    ("trait = 'Good'", "trait = 'Goood'", "unknown-level", "process.climb.keys.trait"),
    ("against = 'cliff'", "against = 'Cliff'", "unknown-level", "process.climb.step[1].against:1"),
    ("cliff = 'Great'", "step = 'Great'", "reserved", "process.climb.keys.step"),
    ("hurt = { to = 1 }", "when = { to = 1 }", "reserved", "process.climb.counters.when"),
    ("process.climb", "process.fighters", "reserved", "process.fighters"),
    ("hurt = { to = 1 }", "cliff = { to = 1 }", "duplicate-name", "process.climb.counters.cliff"),
    ("cliff = 'Great'", "'Höhe' = 'Great'", "name", "process.climb.keys.Höhe"),
    ("keys = {", "keys = { rope = true,", "unused", "process.climb.keys.rope"),
    (
        "{ when = 'climb <= -3'",
        "{ roll = 'luck', dice = 'd6' }, { when = 'climb <= -3'",
        "unused",
        "process.climb.step[3].roll",
    ),
    ("hurt = { to = 1 }", "hurt = { to = 1 }, idle = { to = 3 }", "unused", "process.climb.counters.idle"),
    ("when = 'climb >= 0'", "when = 'climb'", "kind", "process.climb.step[2].when:1"),
    ("height = { number = 2, from = 1, to = 5 }", "height = { number = 2.5 }", "kind", "process.climb.keys.height"),
    ("when = 'climb >= 0'", "when = 'd6 >= 4'", "dice", "process.climb.step[2].when:1"),
    ("up = 'up + 1'", "up = 'up +'", "formula", "process.climb.step[2].up:5"),
    ("up = 'up + 1'", "up = '+1'", "formula", "process.climb.step[2].up"),
    ("up = 'up + 1'", "up = 'up + 6 / hurt'", "value", "process.climb.step[2].up"),
    ("hurt = 1 },", "hurt = 1, roll = 'again' },", "line", "process.climb.step[3]"),
    ("against = 'cliff' }", "against = 'cliff', else = 0 }", "line", "process.climb.step[1].else"),
    ("hurt = { to = 1 }", "hurt = { to = 1 }, falls = { tally = true }", "unused", "process.climb.counters.falls"),
    ("hurt = 1 },", "hurt = 1, falls = '2 * falls' }, ] # ", "unknown-name", "process.climb.step[3].falls"),
    ("number = 2", "number = 6", "out-of-range", "process.climb.keys.height"),
    ("{ to = 'height' }", "{ to = 'height', start = 3 }", "start", "process.climb.counters.up.start"),
    ("when = 'climb <= -3'", "when = 'slip = 1'", "unknown-name", "process.climb.step[3].when:1"),
    ("up = height", "up = height + 1", "no-way-out", "process.climb.ends"),
    ("'up = height'", "'up = height and 100 / step > 0'", "too-many-states", "process.climb"),
    ("against = 'cliff' }", "agianst = 'cliff' }", "unknown-name", "process.climb.step[1].agianst"),
    ("hurt = 1 },", "hurt = [1] },", "kind", "process.climb.step[3].hurt"),
    ("hurt = { to = 1 }", "hurt = { to = 1, top = 2 }", "unknown-key", "process.climb.counters.hurt.top"),
    ("hurt = { to = 1 }", "hurt = 1", "kind", "process.climb.counters.hurt"),
    ("{ number = 2, from", "{ number = 2, level = 2, from", "kind", "process.climb.keys.height"),
    ("{ number = 2, from = 1, to = 5 }", "{ from = 1, to = 5 }", "missing", "process.climb.keys.height"),
    ("'hurt = 1' }", "{ say = 'Fallen.' } }", "missing", "process.climb.ends.fallen.when"),
    ("ends = {", "measures.high = { given = 'top' }\nends = {", "missing", "process.climb.measures.high"),
    (
        "ends = {",
        "measures.up = { course = 'up', given = 'top' }\nends = {",
        "unknown-key",
        "process.climb.measures.up.given",
    ),
    ("keys = {", "keys = { rope = { truth = true, from = 1 },", "unknown-key", "process.climb.keys.rope.from"),
    (
        "hurt = { to = 1 }",
        "hurt = { to = 1 }, falls = { tally = true, to = 3 }",
        "unknown-key",
        "process.climb.counters.falls.to",
    ),
    ("trait = 'Good'", "trait = { level = 500 }", "out-of-range", "process.climb.keys.trait"),
];

/// Every case of a file reports the error; no case is solved with the parts that remain.
#[test]
fn process_with_an_error_is_rejected_in_every_case() {
    let text = |counters: &str| {
        format!(
            "variants = {{ one = {{}}, two = {{ climb = {{ goal = 2 }} }} }}\n[process.climb]\nkeys = {{ goal = 1 }}\n\
             counters = {{ {counters} }}\nstep = [{{ up = 'up + d2' }}]\nends = {{ top = 'up >= goal' }}\n"
        )
    };
    assert!(read(&text("up = { to = 9 }"), &Overrides::default()).is_ok());
    for wrong in ["'Good'", "5", "[1]", "{ tally = 3 }", "{ to = 'd6' }", "{ to = [3] }", "{ from = 2, to = 5 }", "= 3"]
    {
        let said = read(&text(&format!("rope = {wrong}, up = {{ to = 9 }}")), &Overrides::default()).err();
        assert!(said.as_ref().is_some_and(|said| said.contains("rope")), "{wrong}: {said:?}");
    }
    // Errors in lines, ends, keys and measures.
    let right = text("up = { to = 9 }");
    for (old, new) in [
        ("'up + d2'", "'up + rope'"),
        ("'up >= goal'", "3.5"),
        ("keys = { goal = 1 }", "keys = { goal = 1.5 }"),
        ("keys = { goal = 1 }", "keys = { goal = { choice = 'up', dice = 'd6' } }"),
        ("step = [", "begin = [{ roll = 'up' }]\nstep = ["),
        ("ends = {", "measures = { high = { mean = 'd6' } }\nends = {"),
    ] {
        let text = right.replacen(old, new, 1);
        assert!(text != right && read(&text, &Overrides::default()).is_err(), "{new}");
    }
}

#[test]
fn invalid_processes_report_kind_and_location() {
    assert!(read(CLIMB, &Overrides::default()).is_ok());
    let mut other = Vec::new();
    for (old, new, kind, place) in REFUSED {
        let mut text = CLIMB.replacen(old, new, 1);
        // Leaves the top as the only end.
        if kind == "no-way-out" || kind == "too-many-states" {
            text = text.replace(", fallen = 'hurt = 1'", "").replace(", hurt = { to = 1 }", "");
            text = text.replace("{ when = 'climb <= -3', hurt = 1 },", "");
        }
        assert_ne!(text, CLIMB, "{old}");
        let said = read(&text, &Overrides::default()).map(|_| ()).err().unwrap_or_default();
        if !said.contains(&format!("{place}:")) || !said.contains(kind) {
            other.push(format!("{new}: {kind} {place} in\n{said}"));
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
    let set = |table: &str| read(&format!("{CLIMB}\n{table}"), &Overrides::default()).map(|_| ()).unwrap_err();
    let cases = [
        ("[climb]\nropes = 3", "unknown-key", "climb.ropes"),
        ("[climb]\nheight = 6", "out-of-range", "climb.height"),
        ("[climb]\ntrait = true", "kind", "climb.trait"),
        ("[climb]\ntrait = 500", "out-of-range", "climb.trait"),
        ("[process.other]\nstep = [{ say = 'on' }]\nends = { over = 'step >= 1' }", "subject", "process"),
    ];
    for (table, kind, place) in cases {
        let said = set(table);
        assert!(said.contains(&format!("{place}:")) && said.contains(kind), "{table}: {said}");
    }
}

/// A process that is defined but not played is searched, too.
#[test]
fn unplayed_process_without_a_way_out_is_rejected() {
    let stairs =
        "[process.stairs]\ncounters.up = { to = 3 }\nstep = [{ up = 'min(up + 1, 2)' }]\nends = { top = 'up = 3' }\n";
    let said = read(&format!("{CLIMB}[climb]\n{stairs}"), &Overrides::default()).map(|_| ()).unwrap_err();
    assert!(said.contains("process.stairs.ends: from up = 0 no end can be reached"), "{said}");
    assert!(said.contains("own.toml:15:8"), "{said}");
}

/// Every case is searched: here only the last goal cannot be reached.
#[test]
fn process_without_a_way_out_in_one_case_is_rejected() {
    let text = |goals: &str| {
        format!(
            "[vary]\n'stairs.goal' = {goals}\n[process.stairs]\nkeys.goal = 1\ncounters.up = {{ to = 3 }}\n\
             step = [{{ up = 'up + 1' }}]\nends = {{ top = 'up = goal' }}\n"
        )
    };
    assert!(read(&text("[1, 2, 3]"), &Overrides::default()).is_ok());
    let said = read(&text("[1, 2, 4]"), &Overrides::default()).map(|_| ()).unwrap_err();
    assert!(said.contains("process.stairs.ends:") && said.contains("no end can be reached"), "{said}");
}

/// The program rejects processes that are too large, and does so quickly.
#[test]
fn too_large_processes_are_rejected() {
    let lines = [
        "{ a = 'a + d1000 + 1000 * d1000' }",
        "{ a = 'd1000', b = 'd1000 + d1000' }",
        "{ roll = 'r', trait = 'd100', against = 'd100', dice = 'd1000' }, { a = 'a + r' }, { b = 'b + 1' }",
        "{ roll = 'r', dice = 'd(a)' }, { a = 'a + r' }, { b = 'b + 1' }",
    ];
    for line in lines {
        let text = format!(
            "[process.much]\ncounters = {{ a = {{ to = 1000000 }}, b = {{ to = 1000000 }} }}\nstep = [{line}]\nends = {{ over = 'a + b = 2000000' }}"
        );
        let said = read(&text, &Overrides::default()).map(|_| ()).unwrap_err();
        assert!(["too-many-states", "value", "formula"].iter().any(|kind| said.contains(kind)), "{line}: {said}");
    }
}

/// Two sums of d500: the first ends the process, the second is only measured. One step has too many outcomes to
/// enumerate.
const SUMS: &str = "
[process.sums]
counters = { a = { to = 2000 }, b = { to = 2000 } }
step = [{ a = 'a + d500' }, { b = 'b + d500' }]
ends = { over = 'a = 2000' }
measures = { 'b at the end' = { mean = 'b' } }
";

/// The mean number of steps in 20,000 trials. Its standard error is 0.0115; it is off by more than 4 standard errors
/// for 1 seed in 16,000.
fn simulated_steps(text: &str) -> f64 {
    let overrides = Overrides { trials: Some(20_000), seed: Some(7), ..Overrides::default() };
    let scenario = read(text, &overrides).unwrap();
    figure(&run(&scenario.study, &()).unwrap().cells.swap_remove(0).findings, "steps")
}

#[test]
fn process_with_too_many_states_is_simulated() {
    let one = SUMS.replace(", b = { to = 2000 }", "").replace(", { b = 'b + d500' }", "");
    let exact = figure(&solved(one.split("measures").next().unwrap()), "steps");
    let found = simulated_steps(SUMS);
    assert!((found - exact).abs() < 0.046, "{found}, not {exact}");
    // Negative control: a sum up to 2100 takes 0.4 steps longer.
    let longer = SUMS.replace("a = { to = 2000 }", "a = { to = 2100 }").replace("'a = 2000'", "'a = 2100'");
    let longer = simulated_steps(&longer);
    assert!((longer - exact).abs() > 0.046, "{longer}");
    let study = |method| read(SUMS, &Overrides { method, ..Overrides::default() }).unwrap().study;
    let warnings: Vec<String> = study(None).warnings.iter().map(|one| one.message()).collect();
    assert!(warnings.iter().any(|one| one.contains("does not check that an end can be reached")), "{warnings:?}");
    let refused = run(&study(Some(MethodChoice::Exact)), &()).unwrap_err();
    assert!(refused.message().contains("200,000 outcomes"), "{refused}");
}

/// If a formula uses the step number, steps are counted only up to 1,000, so trials of such a process could fail.
#[test]
fn process_with_too_many_states_that_uses_the_step_is_rejected() {
    let text = SUMS.replace("a = 'a + d500'", "a = 'a + d500 + step * d2'");
    let said = read(&text, &Overrides::default()).map(|_| ()).unwrap_err();
    assert!(
        said.contains("outcomes, and a formula calculates with `step`") && said.contains("too-many-states"),
        "{said}"
    );
}

/// A formula without a value ends the run if there are too many states to find it in advance.
#[test]
fn formula_without_a_value_ends_the_run() {
    let text = SUMS.replace(
        "d500' }]\nends",
        "d500' }, { roll = 'r', when = 'b > 2000', dice = 'd6' }, { when = 'a > 1900', b = 'r' }]\nends",
    );
    assert_ne!(text, SUMS);
    let scenario = read(&text, &Overrides { trials: Some(1000), ..Overrides::default() }).unwrap();
    let refused = run(&scenario.study, &()).unwrap_err();
    assert_eq!(refused.message(), "process.sums.step[4].b: `r` is not always rolled before this");
}

/// The measure divides by 0 in a quarter of the processes; both methods count that as 0. The mean of 1,000 trials must
/// be within 4 standard errors.
#[test]
fn measure_that_divides_by_0_counts_as_0_with_both_methods() {
    let text = "[process.p]\ncounters = { a = { to = 3 } }\nbegin = [{ a = 'd4 - 1' }]\nstep = [{ a = 'd4 - 1' }]\n\
                ends = { over = 'step = 1' }\nmeasures = { x = { mean = '10 / a' } }\n";
    near(figure(&solved(text), "x"), 4.5, "exact");
    let overrides =
        Overrides { method: Some(MethodChoice::Simulate), trials: Some(1000), seed: Some(7), ..Overrides::default() };
    let simulated = run(&read(text, &overrides).unwrap().study, &()).unwrap();
    let found = figure(&simulated.cells[0].findings, "x");
    assert!((found - 4.5).abs() < 4.0 * 3.64 / 1000f64.sqrt(), "{found}");
}

/// A formula without dice may use rolls and counters, even a counter called `none`; `none` alone is ambiguous and
/// rejected.
#[test]
fn dice_formula_accepts_a_counter_called_none() {
    let text = |dice: &str| {
        format!(
            "[process.tower]\ncounters = {{ none = {{ to = 200, start = 200 }}, one = {{ to = 200 }} }}\n\
             step = [{{ roll = 'r', dice = 'd200' }}, {{ roll = 'm', dice = '{dice}' }},\n\
             {{ when = 'm = 0', none = 'none - 1', one = 'one + 1' }}]\nends = {{ falls = 'one = 200' }}\n"
        )
    };
    // The mean number of rolls that mark all 200 numbers is 200 × (1 + 1/2 + … + 1/200).
    let harmonic: f64 = (1..=200).map(|number| 200.0 / f64::from(number)).sum();
    let found = figure(&solved(&text("if r <= none then 0 else 1")), "steps");
    assert!((found - harmonic).abs() < 1e-8, "{found}, not {harmonic}");
    let refused = read(&text("none"), &Overrides::default()).map(|_| ()).unwrap_err();
    assert!(refused.contains("`none` is a method of dice, and a name of this process"), "{refused}");
}

/// The program warns about conditions that are false in every reachable state, unless they are true in another case of
/// the file.
#[test]
fn study_warns_about_conditions_that_are_never_true() {
    let warned = |text: &str| -> Vec<String> {
        let study = read(text, &Overrides::default()).unwrap().study;
        study.warnings.iter().map(|one| one.message()).collect()
    };
    let climb = CLIMB.replace("fallen = 'hurt = 1'", "fallen = 'hurt = 1', high = 'up = height + 1'");
    let climb = climb.replace("{ when = 'climb <= -3'", "{ when = 'climb > 40', hurt = 1 }, { when = 'climb <= -3'");
    let holds = |place: &str| format!("`process.climb.{place}` has no effect in any situation that can occur");
    assert_eq!(warned(CLIMB), [] as [String; 0]);
    assert_eq!(warned(&climb), [holds("step[3].when"), holds("ends.high")]);
    let varied = format!("{climb}\n[vary]\n'climb.trait' = [2, 50]\n");
    assert_eq!(warned(&varied), [holds("ends.high")]);
}

/// A roll that may not have been made cannot be used, unless `and` guards it.
#[test]
fn roll_that_may_be_missing_is_rejected() {
    let slip = "{ roll = 'slip', when = 'climb < 0', dice = 'd6' },\n  { when = '";
    let text = CLIMB.replace("{ when = 'climb <= -3'", &format!("{slip}slip = 1'"));
    let said = read(&text, &Overrides::default()).map(|_| ()).unwrap_err();
    assert!(said.contains("not-rolled") && said.contains("process.climb.step[4].when:"), "{said}");
    let text = CLIMB.replace("{ when = 'climb <= -3'", &format!("{slip}climb < 0 and slip = 1'"));
    // The climber needs two steps up before a failure that makes it slip: 31/81 against 50/81 × 1/6.
    let (up, fall) = (31.0f64 / 81.0, 50.0 / 486.0);
    near(figure(&solved(&text), "top"), (up / (up + fall)).powi(2), "guarded");
    let text = CLIMB.replace(
        "hurt = 1 },",
        "hurt = 1 },\n  { roll = 'slip', when = 'climb < 0' },\n  { say = 'Slipped by {slip}.' },",
    );
    assert!(read(&text, &Overrides::default()).map(|_| ()).unwrap_err().contains("not-rolled"));
}

/// Questions may use ends, counters and steps. A process may replace a built-in section.
#[test]
fn questions_about_a_process_match_hand_calculation() {
    let asked = |measure: &str| solved(&format!("{CLIMB}\n[[ask]]\nmeasure = \"{measure}\"\n"));
    let title = "top and steps <= 2";
    let p: f64 = 19.0 / 81.0 + 12.0 / 81.0;
    near(figure(&asked(title), title), p * p, title);
    let title = "not top and up >= 1";
    assert!(figure(&asked(title), title) > 0.0);
    let task = "
        [process.task]
        keys = { trait = 'Fair' }
        counters = { done = { to = 2 } }
        step = [{ roll = 'work', trait = 'trait' }, { when = 'work >= 0', done = 'done + 1' }]
        ends = { finished = 'done = 2' }
        [task]
        trait = 'Good'
    ";
    near(figure(&solved(task), "steps"), 2.0 * 81.0 / 66.0, "steps of a task of one's own");
}

/// Checks that the process in `file` has the same figures as the built-in `section`. Each case pairs the section's keys
/// with those of the process, and `figures` pairs their titles.
fn same_as_a_section(file: &str, section: &str, cases: &[(&str, &str)], figures: &[(&str, &str)]) {
    let (_, text) = shipped().into_iter().find(|(name, _)| name.ends_with(&format!("{file}.toml"))).unwrap();
    let definition = &text[..text.rfind(&format!("[{section}]")).unwrap()];
    for (keys, own) in cases {
        for rules in ["", "success = 'surpass'"] {
            let rules = format!("[rules]\n{rules}\n");
            let right = solved(&format!("{rules}[{section}]\n{keys}"));
            let found = solved(&format!("{definition}[{section}]\n{own}\n{rules}"));
            for (name, other) in figures {
                let value = right.titled(name).map_or(0.0, |figure| figure.estimate.value);
                let own = figure(&found, other);
                assert!((own - value).abs() < 1e-11, "{keys} {rules} {name}: {own}, not {value}");
            }
        }
    }
}

#[test]
fn task_process_equals_the_task_section() {
    let cases = [
        ("trait = 'Fair'\ndifficulty = 'Fair'\nsuccesses = 3\nfailures = 4", "failures = 4"),
        (
            "trait = 'Good'\ndifficulty = 'Great'\nsuccesses = 2\nfailures = 2\nperiods = 5",
            "trait = 'Good'\ndifficulty = 'Great'\nsuccesses = 2\nfailures = 2\nperiods = 5",
        ),
        (
            "trait = 'Fair'\ndifficulty = 'Good'\nsuccesses = 2\nperiods = 9",
            "difficulty = 'Good'\nsuccesses = 2\nperiods = 9",
        ),
    ];
    same_as_a_section("task", "task", &cases, &[("done", "done"), ("failed", "failed"), ("periods", "periods")]);
}

#[test]
fn affliction_process_equals_the_affliction_section() {
    let cases = [
        (
            "trait = 'Good'\nresist = 'Fair'\ndifficulty = 'Great'\nsaps = true\nshaken_off_after = 3\ntreatment = { trait = 'Great', difficulty = 'Good' }",
            "trait = 'Good'\nresistible = true\nresist = 'Fair'\ndifficulty = 'Great'\nsaps = true\nshaken_off_after = 3\ntreated = true\nhealer = 'Great'\ntreatment = 'Good'",
        ),
        (
            "trait = 'Good'\ndifficulty = 'Great'\nloses = 2\nregains = 1\nsteps = 6\nperiods = 8\ntreatment = { trait = 'Great', difficulty = 'Great', from = 3, cures = true }",
            "trait = 'Good'\ndifficulty = 'Great'\nloses = 2\nregains = 1\nsteps = 6\nperiods = 8\ntreated = true\nhealer = 'Great'\ntreatment = 'Great'\ntreated_from = 3\ncures = true",
        ),
        ("trait = 'Fair'\nresist = 'Good'", "resistible = true\nrolled = false"),
    ];
    let figures =
        [("succumbs", "succumbs"), ("recovers", "recovers"), ("periods", "periods"), ("steps lost", "steps lost")];
    same_as_a_section("affliction", "affliction", &cases, &figures);
}

#[test]
fn healing_process_equals_the_healing_section() {
    let wounds = "wounds = ['Hurt', 'Hurt', 'Very Hurt']\n";
    let near_death = "wounds = ['Hurt', 'Near Death']\n";
    let cases = [
        (
            format!("{wounds}constitution = 'Fair'\ntreatment = {{ trait = 'Great' }}"),
            "treated = true\nhealer = 'Great'",
        ),
        (format!("{wounds}constitution = 'Great'\nrapid = true"), "constitution = 'Great'\nrapid = true"),
        (wounds.to_owned(), "rolled = false"),
        (
            format!("{near_death}constitution = 'Superb'\ntreatment = {{ trait = 'Good', days_per_wound = 3 }}"),
            "hurt_wounds = 1\nvery_hurt_wounds = 0\nnear_death_wounds = 1\nconstitution = 'Superb'\ntreated = true\ndays_per_wound = 3",
        ),
        (
            format!("{near_death}constitution = 'Superb'\nstable = true"),
            "hurt_wounds = 1\nvery_hurt_wounds = 0\nnear_death_wounds = 1\nconstitution = 'Superb'\nstable = true",
        ),
    ];
    let cases: Vec<(&str, &str)> = cases.iter().map(|(keys, own)| (keys.as_str(), *own)).collect();
    let figures =
        [("dies", "dies"), ("healed", "healed"), ("days", "days"), ("days out of action", "days out of action")];
    same_as_a_section("weeks-in-bed", "healing", &cases, &figures);
}

/// F93 4.74: one result heals all wounds of some levels.
#[test]
fn healing_by_result_process_equals_the_healing_section() {
    let (_, text) = shipped().into_iter().find(|(name, _)| name.ends_with("weeks-in-bed.toml")).unwrap();
    let definition = &text[..text.rfind("[healing]").unwrap()];
    let wounds =
        "wounds = ['Hurt', 'Very Hurt', 'Incapacitated']\nconstitution = 'Good'\ntreatment = { trait = 'Superb' }";
    let right = solved(&format!("[rules]\nhealing = 'by-result'\n[healing]\n{wounds}"));
    let own = "by_result = true\nhurt_wounds = 1\nincapacitated_wounds = 1\nconstitution = 'Good'\ntreated = true\nhealer = 'Superb'";
    let found = solved(&format!("{definition}[healing]\n{own}"));
    for name in ["days", "days out of action"] {
        let value = right.titled(name).unwrap().estimate.value;
        assert!((figure(&found, name) - value).abs() < 1e-11, "{name}: {}, not {value}", figure(&found, name));
    }
}

#[test]
fn experience_process_equals_the_experience_section() {
    // SRD 5.2: Good to Superb costs 4 and 8 points, Poor to Fair 1 and 1.
    let cases = [
        ("skills = { Sword = { from = 'Good', to = 'Superb' } }", ""),
        ("skills = { Sword = { from = 'Good', to = 'Superb' } }\nsaved = 5\nsessions = 3", "saved = 5\nsessions = 3"),
        (
            "skills = { Sword = { from = 'Poor', to = 'Fair' } }\nattributes = { Health = { from = 'Fair', to = 'Good' } }\naward = '1d4'\nspent = '1d3-1'",
            "totals = [0, 1, 2, 8]\naward = '1d4'\nspent = '1d3-1'",
        ),
        (
            "skills = { Sword = { from = 'Good', to = 'Superb' } }\nfailures = { rolls = 3, trait = 'Fair', difficulty = 'Good' }\nkey_hits = '1d3-1'\nkey_hits_pay = 'once'",
            "rolls = 3\ndifficulty = 'Good'\nkey_hits = '1d3-1'\nmost_hits = 1",
        ),
    ];
    let figures = [("all bought", "all_bought"), ("sessions", "sessions"), ("points left", "points left")];
    same_as_a_section("levels-to-buy", "experience", &cases, &figures);
}

#[test]
fn study_warns_about_rolls_that_no_member_can_fail() {
    let text = "
        [process.raft]
        counters = { over = { to = 4 } }
        step = [{ roll = 'paddle', times = '4 - over', dice = 'd6', against = 1 }, { over = 'over + paddle' }]
        ends = { all = 'over = 4' }
    ";
    let warned = |text: &str| {
        let scenario = read(text, &Overrides::default()).unwrap();
        scenario.study.warnings.iter().any(|one| one.message().contains("no member can fail the roll `paddle`"))
    };
    assert!(warned(text) && !warned(&text.replace("against = 1", "against = 2")));
}

/// Each TOML block of docs/processes.md is a file that runs.
#[test]
fn documentation_examples_run() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/processes.md")).unwrap();
    let blocks: Vec<&str> = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!blocks.is_empty());
    blocks.iter().for_each(|block| drop(solved(block)));
}

/// Without its ends, a process is rejected because of them, whatever its measures name.
#[test]
fn process_without_ends_reports_the_missing_ends() {
    let ends = "ends = { top = 'up = height', fallen = 'hurt = 1' }";
    let said = |measures: &str, ends_instead: &str| {
        let text = CLIMB.replace(ends, &format!("{measures}\n{ends_instead}"));
        read(&text, &Overrides::default()).map(|_| ()).unwrap_err()
    };
    let quick = "measures.quick = { share = 'top and step <= 4' }";
    let missing = "process.climb.ends: `climb` has no `ends`, and `quick` names the end `top`";
    let help = "write its condition, such as `ends = { top = \"up = 2\" }`";
    for none in ["", "ends = {}"] {
        let found = said(quick, none);
        assert!(found.contains(missing) && found.contains(help) && !found.contains("unknown-name"), "{found}");
    }
    let both = said(&format!("{quick}\nmeasures.slow = {{ mean = 'step', given = 'not top and fallen' }}"), "");
    assert!(both.contains(missing) && both.contains("`slow` names the end `fallen`"), "{both}");
    // A name that can only be a misspelled counter is still reported.
    let misspelled = said("measures.high = { mean = 'upp' }", "");
    assert!(misspelled.contains("the name `upp` is not known here"), "{misspelled}");
    assert!(misspelled.contains("`climb` has no `ends`"), "{misspelled}");
    // Another mistake does not hide the missing table, as it does not hide missing lines.
    let other = said("measures.high = { mean = 'd6' }", "");
    assert!(other.contains("`climb` has no `ends`") && other.contains("dice cannot be rolled here"), "{other}");
    let lines = CLIMB.split("step = [").next().unwrap().replace("cliff = 'Great'", "cliff = 'Graet'");
    let lines = read(&format!("{lines}{ends}"), &Overrides::default()).map(|_| ()).unwrap_err();
    assert!(lines.contains("`climb` has no `step`") && lines.contains("`Graet` is not a level"), "{lines}");
    // A misspelled table is reported itself, and explains the names.
    let ands = said(quick, &ends.replace("ends", "ands"));
    assert!(ands.contains("did you mean `ends`?") && !ands.contains("has no `ends`"), "{ands}");
    assert!(!ands.contains("unknown-name"), "{ands}");
}

/// `[climbb]` is the table of the process `climb`, misspelled.
#[test]
fn misspelled_table_of_a_process_gets_a_suggestion() {
    let said = |text: &str| read(text, &Overrides::default()).map(|_| ()).unwrap_err();
    let alone = said(&format!("{CLIMB}[climbb]\ntrait = 'Fair'\n"));
    assert!(
        alone.contains("unknown key `climbb` in the scenario") && alone.contains("did you mean `climb`?"),
        "{alone}"
    );
    // The name of a section that is nearer comes first.
    let section = said(&format!("{CLIMB}[rulez]\nbase = 'srd'\n"));
    assert!(section.contains("did you mean `rules`?"), "{section}");
    let varied = said(&format!("{CLIMB}[vary]\n'climbb.trait' = [0, 1]\n"));
    assert!(varied.contains("did you mean `climb`?"), "{varied}");
}

/// The default of a key is checked even if the file sets the key.
#[test]
fn default_of_a_key_that_is_set_is_checked() {
    let text = |keys: &str, set: &str| {
        format!(
            "[process.climb]\nkeys = {{ goal = 2, {keys} }}\ncounters = {{ up = {{ to = 'goal' }} }}\n\
             step = [{{ roll = 'grip', dice = 'cup', trait = 'skill + lookup(1, list)' }},\n\
             {{ when = 'grip >= n and sure', up = 'up + 1' }}]\nends = {{ top = 'up = goal' }}\n[climb]\n{set}\n"
        )
    };
    let plain = [
        ("skill", "'Fair'"),
        ("n", "{ number = 0, from = 0, to = 3 }"),
        ("sure", "true"),
        ("list", "[0, 1]"),
        ("cup", "{ dice = '4dF' }"),
    ];
    let with = |name: &str, instead: &str| -> String {
        let keys = plain.map(|(key, value)| format!("{key} = {}", if key == name { instead } else { value }));
        keys.join(", ")
    };
    assert!(read(&text(&with("", ""), ""), &Overrides::default()).is_ok());
    for (name, default, set, kind) in [
        ("skill", "'Goood'", "'Good'", "unknown-level"),
        ("skill", "{ level = 500 }", "'Good'", "out-of-range"),
        ("skill", "{ level = 'Fair', from = 'Good' }", "'Great'", "out-of-range"),
        ("n", "{ number = 9, from = 0, to = 3 }", "1", "out-of-range"),
        ("n", "{ number = 'gaol + 1', from = 0, to = 3 }", "1", "unknown-name"),
        ("n", "{ number = 'goal +', from = 0, to = 3 }", "1", "formula"),
        ("n", "{ number = true }", "1", "kind"),
        ("sure", "{ truth = 1 }", "false", "kind"),
        ("sure", "{ choice = 'upp > 0' }", "true", "unknown-name"),
        ("list", "[]", "[1]", "out-of-range"),
        ("list", "['Goood']", "[1]", "unknown-level"),
        ("cup", "{ dice = 'd6 + x' }", "'2dF'", "unknown-name"),
        ("cup", "{ dice = true }", "'2dF'", "kind"),
    ] {
        let said = |set: &str| {
            let text = text(&with(name, default), set);
            read(&text, &Overrides::default()).map(|_| ()).err().unwrap_or_default()
        };
        let place = format!("process.climb.keys.{name}");
        for found in [said(""), said(&format!("{name} = {set}"))] {
            assert!(found.contains(&place) && found.contains(kind), "{name} = {default}: {found}");
        }
    }
    // Both the default and the value that replaces it are wrong.
    let both = text(&with("n", "{ number = 9, from = 0, to = 3 }"), "n = 7");
    let both = read(&both, &Overrides::default()).map(|_| ()).unwrap_err();
    assert!(both.contains("process.climb.keys.n: 9 is out of range"), "{both}");
    assert!(both.contains("climb.n: 7 is out of range"), "{both}");
    // A default that depends on other keys is not computed if it is replaced, but it uses these keys.
    for default in ["{ number = 'more', to = 3 }", "{ number = '6 / (more - 9)' }"] {
        let keys = format!("more = 1, {}", with("n", default));
        assert!(read(&text(&keys, "n = 1\nmore = 9"), &Overrides::default()).is_ok(), "{default}");
    }
}
