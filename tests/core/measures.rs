//! Measures that are computed on request: combined and conditional outcomes, and how a fight went. Exact, simulated,
//! and by hand.

use crate::support::written::{PARTY, RACE, refused, study};
use fudgelab::measure::Findings;
use fudgelab::scenario::{Overrides, Source, read_source};
use fudgelab::sim::Monitor;
use fudgelab::stats::Estimate;
use fudgelab::study::{MethodChoice, Setting, Solver, Study, StudyResult, Value, run};
use fudgelab::subject::SimulatedVariants;

fn asking(text: &str, measures: &[&str]) -> String {
    let ask = |measure: &&str| format!("[[ask]]\nmeasure = \"{measure}\"\n");
    text.to_owned() + &measures.iter().map(ask).collect::<String>()
}

fn answered(text: &str, method: MethodChoice) -> StudyResult {
    run(&Study { goal: None, method, trials: 20_000, seed: 15, ..study(text) }, &()).unwrap()
}

fn figure(result: &StudyResult, title: &str) -> Estimate {
    let found = result.cells[0].findings.titled(title);
    found.unwrap_or_else(|| panic!("no `{title}` in {:?}", result.cells[0].findings.figures)).estimate
}

/// Either side wins the first decided round with chance 1/2. To come back, the other side must win both of the next
/// two.
#[test]
fn race_to_two_hits_matches_hand_calculation() {
    let known = [
        ("ada comes back", 0.125),
        ("ben comes back", 0.125),
        ("lead changes", 0.25),
        // On average, every second round is decided.
        ("rounds until first blood", 2.0),
        ("Ada wins and Ada first blood", 0.375),
        ("Ada wins and not Ada first blood", 0.125),
        ("Ada wins, given Ada first blood", 0.75),
        ("Ada wins, given not Ada first blood", 0.25),
        // The same side wins both rounds.
        ("Ada wins and within 2 rounds", 0.0625),
        ("over 2 rounds", 0.875),
        ("Ada wins, given within 2 rounds", 0.5),
        ("Ada wins and Ben undamaged", 0.0),
    ];
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let exact = answered(&asking(RACE, &names), MethodChoice::Exact);
    for (name, value) in known {
        let found = figure(&exact, name);
        // Within the reported bound, which is a few 1e-12 at most.
        let bound = found.bound().unwrap().max(1e-12);
        assert!((found.value - value).abs() <= bound && bound < 1e-10, "{name} is {found:?}, not {value}");
    }
    let waits = exact.cells[0].findings.distributions.iter().find(|one| one.measure.id == "rounds until first blood");
    for (point, round) in waits.unwrap().points.iter().take(20).zip(1..) {
        assert!((point.estimate.value - 0.5f64.powi(round)).abs() < 1e-12, "{point:?}");
    }
}

/// In the race each side wins half of the fights that end in any given round. A party's wins by round add up to its
/// wins, and together with draws to the rounds, both exact and simulated.
#[test]
fn wins_by_round_add_up() {
    let shares = |result: &StudyResult, name: &str| -> Vec<Vec<f64>> {
        let found = result.cells[0].findings.distributions.iter().filter(|one| one.measure.id == name);
        found.map(|one| one.points.iter().map(|point| point.estimate.value).collect()).collect()
    };
    let race = answered(RACE, MethodChoice::Exact);
    let rounds = shares(&race, "rounds").remove(0);
    for won in shares(&race, "wins by round") {
        assert!(won.len() == rounds.len() && won.iter().zip(&rounds).all(|(won, all)| (2.0 * won - all).abs() < 1e-12));
    }
    for method in [MethodChoice::Exact, MethodChoice::Simulate] {
        let result = answered(PARTY, method);
        let (won, rounds) = (shares(&result, "wins by round"), shares(&result, "rounds").remove(0));
        let names = ["party wins", "goblins win"];
        for (won, name) in won.iter().zip(names) {
            assert!((won.iter().sum::<f64>() - figure(&result, name).value).abs() < 1e-9, "{name}");
        }
        let drawn: f64 =
            rounds.iter().enumerate().map(|(k, all)| all - won.iter().filter_map(|one| one.get(k)).sum::<f64>()).sum();
        assert!((drawn - figure(&result, "draw").value).abs() < 1e-9, "{drawn}");
    }
    let both = answered(PARTY, MethodChoice::Both);
    let compared = both.cross_check.unwrap().comparisons;
    let of_rounds: Vec<_> = compared.iter().filter(|one| one.measure.id == "wins by round").collect();
    assert!(of_rounds.len() > 8 && of_rounds.iter().all(|one| one.agrees), "{of_rounds:?}");
}

/// Measures that are compared between exact and simulated answers.
const QUESTIONS: [&str; 9] = [
    "party wins and not any of party dies",
    "party wins, given party first blood",
    "party wins, given goblins first blood and not over 6 rounds",
    "goblins wins and any of party dies and over 3 rounds",
    "party comes back",
    "goblins comes back",
    "lead changes",
    "rounds until first blood",
    "within 2 rounds",
];

/// 100,000 trials for some 60 comparisons, which together reject one seed in a thousand. The seed is fixed.
#[test]
fn requested_measures_match_simulation() {
    let text = asking(PARTY, &QUESTIONS);
    assert_eq!(refused(&text, &text), []);
}

/// Each question must reject the answer to another fight.
#[test]
fn comparison_rejects_answers_to_another_fight() {
    let other = PARTY.replace("skill = 1\n", "skill = 2\n");
    for question in QUESTIONS {
        let found = refused(&asking(PARTY, &[question]), &asking(&other, &[question]));
        let asked = |one: &&fudgelab::study::Comparison| one.label == question || one.measure.on_request;
        assert!(found.iter().any(|one| asked(&one)), "{question}");
    }
}

/// By shared trials, or by exact answers.
#[test]
fn requested_measures_are_compared_between_variants() {
    let variants = "[variants]\nplain = {}\nbetter = { fighters.hero.skill = 2 }\n";
    let asks = ["hero hits in a round", "party wins and not any of party dies", "lead changes", "hero out"];
    let text = asking(&format!("{PARTY}{variants}"), &asks);
    let [exact, simulated] = [MethodChoice::Exact, MethodChoice::Simulate]
        .map(|method| run(&Study { goal: None, method, trials: 100_000, seed: 16, ..study(&text) }, &()).unwrap());
    for ask in asks {
        let change = |result: &StudyResult| {
            let found = result.differences.iter().find(|one| one.figure.has_name(ask));
            found.unwrap_or_else(|| panic!("no difference in {ask}")).change
        };
        let (exact, simulated) = (change(&exact), change(&simulated));
        let error = simulated.standard_error().unwrap();
        // Four comparisons within four standard errors: a correct simulation fails for one seed in 4,000.
        assert!((exact.value - simulated.value).abs() < 4.0 * error, "{ask}: {exact:?} {simulated:?}");
        // Shared rolls leave so little noise that a missing change would be noticed.
        assert!(exact.value.abs() > 8.0 * error, "{ask}: {exact:?} {simulated:?}");
    }
}

/// An invalid name is rejected. Under `auto`, a question beyond the exact solver is simulated.
#[test]
fn questions_without_an_answer_report_the_reason() {
    let refusal = |measure: &str| {
        let text = asking(PARTY, &[measure]);
        let source = fudgelab::scenario::Source::from_bytes("fight.toml", text.into_bytes()).unwrap();
        fudgelab::scenario::read_source(source, "".as_ref(), &Default::default()).unwrap_err().to_string()
    };
    assert!(refusal("party winz and over 3 rounds").contains("party winz"));
    assert!(refusal("party winz and over 3 rounds").contains("did you mean `party wins`?"));
    assert!(refusal("party wins and").contains("an outcome is missing after `and`"));
    assert!(refusal("lead change").contains("did you mean `lead changes`?"));
    let (measure, why) = ("hero 2 hurt", "distinguishes between identical fighters");
    let text = asking(PARTY, &[measure]);
    let error = run(&Study { method: MethodChoice::Exact, ..study(&text) }, &()).unwrap_err();
    assert!(error.message().contains(why), "{error}");
    let result = run(&Study { goal: None, trials: 1000, ..study(&text) }, &()).unwrap();
    assert!(result.provenance.method == "simulate" && result.warnings[0].message().contains(why));
}

/// Counts that were saved and loaded continue as if uninterrupted. Counts of another study are rejected.
#[test]
fn saved_counts_continue_after_loading() {
    let text = asking(&format!("{PARTY}[variants]\na = {{}}\nb = {{ fighters.hero.skill = 2 }}\n"), &QUESTIONS);
    let subjects = [text.as_str(), RACE, "[check]\ntrait = 1\ndifficulty = 0\n", "[reaction]\n"];
    let mut texts = Vec::new();
    for text in subjects {
        let study = study(text);
        let cells: Vec<usize> = (0..study.cells.len()).collect();
        let words: Vec<_> = study.cells.iter().map(|cell| study.words(cell)).collect();
        let rolled = SimulatedVariants { cells: &cells, words: &words, baseline: 0, asked: &study.asked };
        let job = || study.subjects.job(rolled).unwrap();
        let (mut first, mut whole, mut second) = (job(), job(), job());
        first.extend(7, 10_000, &());
        second.load(&first.save().unwrap()).unwrap();
        second.extend(7, 30_000, &());
        whole.extend(7, 30_000, &());
        assert_eq!(second.save().unwrap(), whole.save().unwrap());
        let of = |job: &dyn fudgelab::subject::Job| job.answer().unwrap().cells;
        assert_eq!(of(&*second), of(&*whole));
        assert_ne!(of(&*first), of(&*whole), "teeth: fewer trials, other figures");
        texts.push(first.save().unwrap());
        for other in &texts[..texts.len() - 1] {
            assert!(job().load(other).unwrap_err().is_input(), "counts of another study");
        }
        assert!(job().load("{").unwrap_err().is_input());
    }
}

/// Records the estimates of a running simulation, every 8,192 trials.
struct Looking(std::sync::Mutex<Vec<String>>);

impl Monitor for Looking {
    fn trials_to_estimate(&self) -> Option<u64> {
        Some(8_192)
    }

    fn estimate(&self, words: &str) {
        self.0.lock().unwrap().push(words.to_owned());
    }
}

/// A monitor receives the estimate so far, with its interval and its case, and changes no figure.
#[test]
fn monitor_of_a_run_changes_no_figure() {
    let text = format!("{RACE}[variants]\na = {{}}\nb = {{ fighters.ada.skill = 1 }}\n");
    for run_until in ["trials = 30_000", "precision = 0.004"] {
        let study = study(&format!("{text}[run]\nmethod = 'simulate'\n{run_until}\n"));
        let looking = Looking(std::sync::Mutex::new(Vec::new()));
        let watched = fudgelab::study::run(&study, &looking).unwrap();
        assert_eq!(watched, fudgelab::study::run(&study, &()).unwrap());
        let seen = looking.0.into_inner().unwrap();
        assert!(seen.len() >= 3, "{seen:?}");
        assert!(seen.iter().all(|words| words.starts_with("Ada wins ") && words.contains(" % ± ")), "{seen:?}");
        let case = if study.goal.is_none() { "(a)" } else { "target ± 0.004" };
        assert!(seen.iter().all(|words| words.ends_with(case)), "{seen:?}");
    }
}

/// Counts the calls of `stopped`, which measure how much is solved.
#[derive(Default)]
struct Work(std::sync::atomic::AtomicU64);

impl Monitor for Work {
    fn stopped(&self) -> bool {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        false
    }
}

/// A question can request cells that the file does not plan.
#[test]
fn unplanned_cells_are_solved_once() {
    let text = format!("{RACE}[vary]\n'fighters.ada.skill' = [0]\n");
    let study = study(&text);
    let work = Work::default();
    let solver = Solver::new(&study, &work);
    let at = |skills: &[i64]| -> Vec<Findings> {
        let settings: Vec<_> = skills.iter().map(|skill| Setting::of(None, &[Value::Integer(*skill)])).collect();
        solver.solve_settings(&settings).unwrap()
    };
    let wins = |found: &Findings| found.titled("Ada wins").unwrap().estimate.value;
    let found = at(&[0, 1, 2]);
    assert!((wins(&found[0]) - 0.5).abs() < 1e-12);
    // At skill 1 Ada hits with chance 3/4 and is never hit: 1 + 1 against 1 or 2, and 2 + 1 against both.
    assert_eq!([wins(&found[1]), wins(&found[2])], [1.0, 1.0]);
    let so_far = work.0.load(std::sync::atomic::Ordering::Relaxed);
    assert_eq!(at(&[2, 0]), [found[2].clone(), found[0].clone()]);
    // Reading the two cases calls `stopped` once each.
    assert_eq!(work.0.load(std::sync::atomic::Ordering::Relaxed), so_far + 2, "nothing is solved twice");
    assert!(solver.solve_settings(&[Setting::of(None, &[Value::Text("very good".to_owned())])]).is_err());
}

/// The mean wound level of each stat block after each round, including the start.
fn levels(result: &StudyResult) -> Vec<Vec<f64>> {
    let found = result.cells[0].findings.distributions.iter().filter(|one| one.measure.id == "wounds by round");
    let added = |sum: &mut f64, change: f64| {
        *sum += change;
        Some(*sum)
    };
    found.map(|one| one.points.iter().map(|point| point.estimate.value).scan(0.0, added).collect()).collect()
}

/// Each hit marks one of two levels, and in each round of the race either side is hit with chance 1/4. So each mean
/// level rises by 1/8 of the chance that the race continues. After two rounds it has ended in 2 of 16 cases.
#[test]
fn wounds_by_round_match_hand_calculation() {
    let exact = answered(&asking(RACE, &["Ada's wounds by round"]), MethodChoice::Exact);
    let all = levels(&exact);
    assert_eq!(all.len(), 2);
    for one in all {
        for (level, known) in one.iter().zip([0.0, 0.125, 0.25, 0.25 + 0.125 * 0.875]) {
            assert!((level - known).abs() < 1e-12, "{one:?}");
        }
        // The loser is out. The winner was hit once in half of all races, those with three decided rounds instead of
        // two.
        assert!((one.last().unwrap() - (0.5 + 0.5 * 0.5 * 0.5)).abs() < 1e-9, "{one:?}");
    }
}

/// Fights that have ended keep their state, so the last levels are those of the final wounds, both exact and simulated.
#[test]
fn wounds_by_round_end_at_the_final_wounds() {
    for method in [MethodChoice::Exact, MethodChoice::Simulate] {
        let result = answered(&asking(PARTY, &["wounds by round"]), method);
        let wounds = result.cells[0].findings.distributions.iter().filter(|one| one.measure.id == "wounds");
        for (wounds, levels) in wounds.zip(levels(&result)) {
            let out = wounds.levels.unwrap().out;
            let level = |one: &fudgelab::measure::Point| one.value.min(out) as f64 / out as f64 * one.estimate.value;
            let last: f64 = wounds.points.iter().map(level).sum();
            assert!((last - levels.last().unwrap()).abs() < 1e-9, "{last} {levels:?}");
        }
    }
}

/// Parties and duels, tracks of boxes and tracks filled in order, and wounds that heal meanwhile. Each is rejected by
/// chance with probability 0.1 %, and the seed is fixed.
#[test]
fn wounds_by_round_match_simulation() {
    for text in [PARTY, RACE, "[fighters.a]\nskill = 1\n[fighters.b]\nskill = 0\n", &regenerating()] {
        let text = asking(text, &["wounds by round"]);
        assert_eq!(refused(&text, &text), []);
    }
}

fn regenerating() -> String {
    PARTY.replace("count = 2\n", "count = 2\nabilities.regeneration = { on = 'round', boxes = 1 }\n")
}

/// Another fight, and one without regeneration, must be noticed.
#[test]
fn comparison_rejects_wounds_by_round_of_another_fight() {
    for (own, other) in
        [(PARTY.to_owned(), PARTY.replace("skill = 1\n", "skill = 2\n")), (regenerating(), PARTY.to_owned())]
    {
        let found = refused(&asking(&own, &["wounds by round"]), &asking(&other, &["wounds by round"]));
        assert!(found.iter().filter(|one| one.measure.id == "wounds by round").count() > 1);
    }
}

/// Without a fight, the chart is an error.
#[test]
fn chart_requests_its_measure() {
    let show = "[[show]]\nchart = 'wounds by round'\n";
    let race = answered(&format!("{RACE}{show}"), MethodChoice::Exact);
    assert_eq!((levels(&race).len(), &race.warnings[..]), (2, &[][..]));
    let text = format!("[check]\ntrait = 0\ndifficulty = 0\n{show}");
    let source = Source::from_bytes("check.toml", text.into_bytes()).unwrap();
    let refused = read_source(source, "".as_ref(), &Overrides::default()).unwrap_err().to_string();
    assert!(refused.contains("wounds by round") && refused.contains("chart"), "{refused}");
}
