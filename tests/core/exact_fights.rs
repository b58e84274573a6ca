//! The solver against the slow, simple propagation of `support::exact`, and the reference duel.

use crate::support::exact::solve;
use crate::support::fights::{self, Solved, fight_of};
use crate::support::{barroom, brynhild, dice, duel, fudge_1993, nutshell, snorri, srd};
use fudgelab::combat::Fighter;
use fudgelab::combat::{Body, Fight};
use fudgelab::rules::{Graze, LevelRule, Record, Rules};
use fudgelab::scenario::{Overrides, Source, read_source};
use fudgelab::sim::Monitor;
use fudgelab::study::{MethodChoice, Study, StudyResult, run};
use std::sync::atomic::{AtomicU64, Ordering};

fn near(what: &str, a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12, "{what}: {a}, not {b}");
}

fn reference() -> Fight {
    let level = |name: &str, from, boxes, penalty, out| LevelRule { name: name.to_owned(), from, boxes, penalty, out };
    let levels = vec![
        level("Scratch", 1, 3, 0, false),
        level("Hurt", 3, 1, -1, false),
        level("Very Hurt", 5, 1, -2, false),
        level("Out", 7, 1, 0, true),
    ];
    let rules = Rules { record: Record { levels, ..Record::standard() }, ..Rules::plain() };
    let a = Fighter { offense: 1, ..Fighter::new("A", 0, 1) };
    duel(a, Fighter { offense: 2, ..Fighter::new("B", 1, 0) }, &rules)
}

/// Figures from Icepool.
#[test]
fn reference_duel_matches_icepool() {
    let exact = fights::solve(&reference()).unwrap();
    near("A wins", exact.wins[0], 0.681121109764247);
    near("rounds", exact.mean_rounds, 4.307867794195275);
    assert!(exact.truncation <= 1e-13 && exact.mean_bound() < 1e-11);
}

fn same(name: &str, fight: &Fight) -> Solved {
    let exact = fights::solve(fight).unwrap();
    let plain = solve(fight, [Body::default(); 2]);
    near(name, exact.wins[0], plain.wins[0]);
    near(name, exact.wins[1], plain.wins[1]);
    near(name, exact.nobody, plain.both_out);
    near(name, exact.mean_rounds, plain.mean_rounds);
    exact.rounds.iter().zip(&plain.ends_in).for_each(|(a, b)| near(name, *a, *b));
    for (own, other) in exact.levels.iter().zip(&plain.levels) {
        own.iter().zip(other).for_each(|(a, b)| near(name, *a, *b));
    }
    exact
}

/// One pass over the components of the state graph against round-by-round propagation of raw steps.
#[test]
fn solver_matches_plain_propagation() {
    let two_dice = Fighter { dice: Some(dice("2dF")), ..brynhild() };
    let cases = [
        ("srd", barroom(&srd())),
        ("nutshell", barroom(&nutshell())),
        ("fudge-1993", barroom(&fudge_1993())),
        ("no graze", barroom(&Rules { graze: Graze::Off, ..srd() })),
        ("2d6-table", barroom(&Rules { dice: dice("2d6-table"), ..srd() })),
        ("2dF", duel(snorri(), two_dice, &srd())),
        ("reference", reference()),
    ];
    for (name, case) in cases {
        let exact = same(name, &case);
        let all = exact.hits.iter().sum::<f64>() + exact.stand_offs + exact.below_minimum;
        near(name, all, 1.0);
        assert!(exact.chance_bound(1.0) < 1e-11, "{name}: {}", exact.chance_bound(1.0));
    }
}

/// From the file to the figures, exact by default.
#[test]
fn reference_scenario_is_solved_by_default() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/reference-duel.toml");
    let scenario = fudgelab::scenario::read(&path, &Default::default()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let result = fudgelab::study::run(&scenario.study, &()).unwrap();
    assert!(result.is_exact());
    near("A wins", result.cells[0].figures[0].estimate.value, 0.681121109764247);
    near("rounds", result.cells[0].figure("rounds", "").unwrap().estimate.value, 4.307867794195275);
}

fn study(text: &str) -> Study {
    let source = Source::from_bytes("duel.toml", text.as_bytes().to_vec()).unwrap();
    read_source(source, "".as_ref(), &Overrides::default()).unwrap_or_else(|faults| panic!("{faults}")).study
}

/// Two tracks of 3,125 states each: together far too many to solve.
const LARGE: &str = "
[rules]
base = 'nutshell'
[rules.record]
levels = [
    { name = 'One', from = 1, boxes = 4 }, { name = 'Two', from = 2, boxes = 4 }, { name = 'Three', from = 3, boxes = 4 },
    { name = 'Four', from = 4, boxes = 4 }, { name = 'Five', from = 5, boxes = 4, out = true },
]
[fighters.a]
skill = 0
[fighters.b]
skill = 0
[run]
trials = 2000
";

#[test]
fn fight_too_large_to_solve_is_simulated_with_a_warning() {
    let result = run(&study(LARGE), &()).unwrap();
    assert_eq!((result.provenance.method.as_str(), result.provenance.trials), ("simulate", Some(2000)));
    let warning = &result.warnings[0];
    assert_eq!(warning.message(), "simulated: solving takes longer than simulating");
    assert!(warning.remedy.contains("exact"), "{warning:?}");
    let error = run(&study(&LARGE.replace("trials", "method = 'exact'\ntrials")), &()).unwrap_err();
    assert!(error.is_input() && error.message().starts_with("too many states"), "{error}");
}

/// A round of this brawl of five has 115,000 outcomes for each set of wounds, so the first round is already too large.
const FOUR: &str = "
[rules]
base = 'srd'
[fighters.hero]
side = 'heroes'
skill = 'Great'
offense = 4
defense = 3
[fighters.foe]
side = 'foes'
count = 4
skill = 'Fair'
offense = 3
defense = 1
[run]
trials = 2000
";

#[test]
fn one_against_four_is_simulated_with_a_warning() {
    let result = run(&study(FOUR), &()).unwrap();
    assert_eq!(result.warnings[0].message(), "simulated: solving takes longer than simulating");
    let error = run(&Study { method: MethodChoice::Exact, ..study(FOUR) }, &()).unwrap_err();
    assert_eq!(error.message(), "a round of this fight has too many outcomes to solve exactly");
}

/// Neither fighter can hurt the other, so the fight never ends.
#[test]
fn fight_without_an_end_is_answered() {
    let harmless = "[fighters.a]\nskill = 0\noffense = -50\n[fighters.b]\nskill = 0\noffense = -50\n";
    let result = run(&study(harmless), &()).unwrap();
    let value = |name: &str, subject: &str| result.cells[0].figure(name, subject).unwrap().estimate.value;
    assert_eq!((value("wins", "A"), value("draw", ""), value("undecided", "")), (0.0, 1.0, 1.0));
    assert_eq!(value("rounds", ""), 1000.0);
    assert!(result.warnings.iter().any(|warning| warning.message().contains("never end")), "{:?}", result.warnings);
}

/// In round 1 both can hit; later B cannot, and A only while unhurt. If B wins round 1, one time in four, neither can
/// hurt the other any more.
const STANDSTILL: &str = "
[rules]
base = 'nutshell'
dice = '1d2'
minimum_to_hit = 3
record = { levels = [{ name = 'Hurt', from = 1, penalty = -1 }, { name = 'Out', from = 2, out = true }] }
[fighters.a]
skill = 1
offense = 0
[fighters.b]
skill = -3
offense = 0
modifiers = { rage = { value = 4, rounds = 1 } }
";

#[test]
fn fight_that_stalls_after_a_wound_is_answered() {
    let study = study(STANDSTILL);
    let exact = fights::solve(&fight_of(&study, 0).fight).unwrap();
    near("never ends", exact.never_ends, 0.25);
    near("undecided", exact.undecided, 0.25);
    near("A wins", exact.wins[0], 0.75);
    assert_eq!((exact.wins[1], exact.nobody, exact.unlimited_rounds), (0.0, 0.0, None));
    near("A is hurt", exact.levels[0][1], 0.25);
    // Unless the fight stalls, A hits with a roll of 2 and needs two more rounds on average: Σ k/2^k = 2.
    near("rounds", exact.mean_rounds / (0.25 * 1000.0 + 0.75 * (1.0 + 2.0)), 1.0);
    near("1 round", exact.rounds[1], 0.0);
    (2..40).for_each(|k| near("k rounds", exact.rounds[k], 0.75 * 0.5f64.powi(k as i32 - 1)));
    let result = run(&study, &()).unwrap();
    let told = |text: &str| result.warnings.iter().any(|warning| warning.message().contains(text));
    assert!(told("25 % of the fights would never end") && told("reached the limit of 1000 rounds"));
}

/// A monitor that lets the given number of checks pass and then stops the work.
struct StopAt(AtomicU64);

impl Monitor for StopAt {
    fn stopped(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

/// The solver checks for a stop both while it explores states and while it follows them over the rounds.
#[test]
fn stopped_solve_has_no_result() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/reference-duel.toml");
    let study = fudgelab::scenario::read(&path, &Default::default()).unwrap().study;
    let mut asked = 0;
    while run(&study, &StopAt(asked.into())).unwrap().cells.is_empty() {
        asked += 1;
    }
    // One check for each state at the start of a round, and one for each of the 29 rounds followed.
    assert!(asked > 60, "{asked}");
    let error = fudgelab::exact::fight_within(
        &reference(),
        fudgelab::exact::SolutionOptions { groups: &[], course: false, wounds: false },
        &fudgelab::exact::Limits::largest(&|| true),
    )
    .unwrap_err();
    assert!(error.message().starts_with("interrupted") && !error.is_input(), "{error}");
}

/// A monitor that stops the work after the first solved case.
#[derive(Default)]
struct AfterOne(AtomicU64);

impl Monitor for AfterOne {
    fn solving(&self, done: usize, _: usize) {
        self.0.store(done as u64, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

#[test]
fn interrupted_solve_keeps_solved_cases() {
    // The second case takes seconds, the first an instant.
    let text = &format!("{MOB}[vary]\n'fighters.mook.count' = [1, 12]\n[run]\nmethod = 'exact'\n");
    let result = run(&study(text), &AfterOne::default()).unwrap();
    assert!(result.provenance.interrupted && result.is_exact());
    assert_eq!(result.cells.len(), 1);
    let whole = run(&study(&text.replace("[1, 12]", "[1]")), &()).unwrap();
    assert_eq!(result.cells[0].findings.figures, whole.cells[0].findings.figures);
}

/// One against twelve with a box each: a single step has millions of branches.
const MOB: &str = "[rules]\nbase = 'nutshell'\ndamage.points = 'degree'\n\
                   record = { kind = 'in-order', levels = [{ name = 'HP', boxes = 12 }] }\n\
                   [fighters]\nhero = { skill = 'Great' }\n\
                   mook = { side = 'mooks', skill = 'Fair', count = 12, injury_boxes = 1 }\n";

#[test]
fn solver_stops_within_a_step_of_millions_of_branches() {
    let solve = Study { method: MethodChoice::Exact, ..study(MOB) };
    for asked in [0, 1, 20, 200] {
        let stop = StopAt(AtomicU64::new(asked));
        assert!(run(&solve, &stop).unwrap().cells.is_empty());
        assert_eq!(stop.0.into_inner(), 0);
    }
}

/// `exact` rejects a fight that needs more memory than the limit; `auto` simulates it.
#[test]
fn fight_beyond_memory_limit_is_not_solved() {
    let little = |method| Study { method, memory: 1 << 24, ..study(MOB) };
    let error = run(&little(MethodChoice::Exact), &()).unwrap_err();
    assert_eq!(error.message(), "solving this fight takes more than 0.015625 GiB of memory");
    assert!(error.help().unwrap().contains("--memory"));
    let result = run(&little(MethodChoice::Auto), &()).unwrap();
    assert!(!result.is_exact() && result.warnings[0].message().starts_with("simulated: "), "{:?}", result.warnings);
}

/// Cases solved in parallel share the memory, but the same cases fit for any number of threads.
#[test]
fn memory_needed_does_not_depend_on_threads() {
    let cases = study(&format!("{MOB}[vary]\n'fighters.mook.count' = [1, 2, 3, 4, 5]\n"));
    let answers = |memory: u64, threads: usize| {
        let study = Study { method: MethodChoice::Exact, memory, ..cases.clone() };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| run(&study, &())).map(|result| result.cells)
    };
    let fits: Vec<bool> = (12..=24)
        .map(|power| {
            let alone = answers(1 << power, 1);
            assert_eq!(answers(1 << power, 3), alone, "2^{power} bytes");
            assert_eq!(answers(1 << power, 16), alone, "2^{power} bytes");
            alone.is_ok()
        })
        .collect();
    assert!(fits.is_sorted() && !fits[0] && fits[12], "{fits:?}");
}

/// The second of two fights can begin in many states: `auto` gives up before it has solved all of them.
#[test]
fn slow_campaign_is_simulated() {
    let evening = study(
        "[campaign.party]\nanna = { skill = 'Good', weapon = 'sword', armor = 'heavy leather' }\n\
         bert = { skill = 'Good', weapon = 'sword', armor = 'light leather' }\n\
         [campaign.stages]\nfirst = { foes = { orc = { like = 'orc' } } }\nrest = { rest = '1 hour' }\n\
         second = { foes = { orc = { like = 'orc' } } }\n",
    );
    let result = run(&evening, &()).unwrap();
    assert!(!result.is_exact());
    let said = result.warnings[0].message();
    assert!(said.contains("solving takes longer than simulating"), "{said}");
}

/// `auto` does not depend on the load of the machine.
#[test]
fn busy_machine_gives_the_same_method_and_figures() {
    let small = MOB.replace("count = 12", "count = 1");
    let of = |text: &str| run(&Study { goal: None, trials: 2_000, ..study(text) }, &()).unwrap();
    let results = || [MOB, &small].map(of);
    let calm = results();
    assert_eq!(calm.each_ref().map(StudyResult::is_exact), [false, true]);
    let over = std::sync::atomic::AtomicBool::new(false);
    let busy = std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let busy = results();
        over.store(true, Ordering::Relaxed);
        busy
    });
    assert_eq!(calm, busy);
}

/// A fighter hits about once in 729 rounds, so about a quarter of the fights reach the limit of 1,000 rounds.
#[test]
fn rare_hits_match_calculation() {
    // Only a win by seven levels wounds, in 9 of the 6,561 outcomes of two rolls of 4dF. One wound ends the fight.
    let text = "
[rules]
base = 'nutshell'
record = { levels = [{ name = 'Out', from = 1, out = true }] }
[fighters.a]
skill = 0
offense = -6
[fighters.b]
skill = 0
offense = -50
";
    let chance = 9.0 / 6561.0f64;
    let result = run(&study(text), &()).unwrap();
    let value = |name: &str, subject: &str| result.cells[0].figure(name, subject).unwrap().estimate.value;
    near("wins", value("wins", "A"), 1.0 - (1.0 - chance).powi(1000));
    near("undecided", value("undecided", ""), (1.0 - chance).powi(1000));
    let mean = (1.0 - (1.0 - chance).powi(1000)) / chance;
    assert!((value("rounds", "") / mean - 1.0).abs() < 1e-10, "{} {mean}", value("rounds", ""));
}
