//! The library's solver against the slow and plain propagation of `support::exact`, and the reference duel.

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

/// The figures that Icepool gives for it.
#[test]
fn the_reference_duel() {
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

/// Visits by components in one pass, against round after round over raw steps.
#[test]
fn the_solver_agrees_with_plain_propagation() {
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

/// From the file to the figures, exact without being asked.
#[test]
fn the_reference_duel_of_the_scenario_file() {
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

/// Two tracks of 3,125 states each: together far past what is solved.
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
fn a_fight_too_large_to_solve_is_simulated_and_says_so() {
    let result = run(&study(LARGE), &()).unwrap();
    assert_eq!((result.provenance.method.as_str(), result.provenance.trials), ("simulate", Some(2000)));
    let warning = &result.warnings[0];
    assert_eq!(warning.message(), "simulated: solving takes longer than simulating");
    assert!(warning.remedy.contains("exact"), "{warning:?}");
    let error = run(&study(&LARGE.replace("trials", "method = 'exact'\ntrials")), &()).unwrap_err();
    assert!(error.is_input() && error.message().starts_with("too many states"), "{error}");
}

/// A brawl of five can go in 115,000 ways for each set of wounds: that is told by the first of them.
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
fn one_against_four_is_simulated_and_says_so() {
    let result = run(&study(FOUR), &()).unwrap();
    assert_eq!(result.warnings[0].message(), "simulated: solving takes longer than simulating");
    let error = run(&Study { method: MethodChoice::Exact, ..study(FOUR) }, &()).unwrap_err();
    assert_eq!(error.message(), "a round of this fight can go in too many ways to solve it exactly");
}

/// Neither can hurt the other, from the start or after the first Scratches: the answer is that they never end.
#[test]
fn fights_without_an_end_are_answered() {
    let harmless = "[fighters.a]\nskill = 0\noffense = -50\n[fighters.b]\nskill = 0\noffense = -50\n";
    let result = run(&study(harmless), &()).unwrap();
    let value = |name: &str, subject: &str| result.cells[0].figure(name, subject).unwrap().estimate.value;
    assert_eq!((value("wins", "A"), value("draw", ""), value("undecided", "")), (0.0, 1.0, 1.0));
    assert_eq!(value("rounds", ""), 1000.0);
    assert!(result.warnings.iter().any(|warning| warning.message().contains("never end")), "{:?}", result.warnings);
}

/// In the first round both can hit; later B cannot, and A only while unhurt. Where B wins that round, one time in four,
/// nobody can hurt anybody from then on.
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
fn fights_that_stand_still_after_a_wound_are_answered() {
    let study = study(STANDSTILL);
    let exact = fights::solve(&fight_of(&study, 0).fight).unwrap();
    near("never ends", exact.never_ends, 0.25);
    near("undecided", exact.undecided, 0.25);
    near("A wins", exact.wins[0], 0.75);
    assert_eq!((exact.wins[1], exact.nobody, exact.unlimited_rounds), (0.0, 0.0, None));
    near("A is hurt", exact.levels[0][1], 0.25);
    // Unless it stands still, A, who hits with a roll of 2, needs two more rounds on average: Σ k/2^k = 2.
    near("rounds", exact.mean_rounds / (0.25 * 1000.0 + 0.75 * (1.0 + 2.0)), 1.0);
    near("1 round", exact.rounds[1], 0.0);
    (2..40).for_each(|k| near("k rounds", exact.rounds[k], 0.75 * 0.5f64.powi(k as i32 - 1)));
    let result = run(&study, &()).unwrap();
    let told = |text: &str| result.warnings.iter().any(|warning| warning.message().contains(text));
    assert!(told("25 % of the fights would never end") && told("reached the limit of 1000 rounds"));
}

/// Stops everything at the first, the second, … time it is asked.
struct StopAt(AtomicU64);

impl Monitor for StopAt {
    fn stopped(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

/// A solve hears that it is to stop while it finds states and while it follows them; nothing is made of what was found.
#[test]
fn a_solve_that_is_stopped_has_no_result() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/reference-duel.toml");
    let study = fudgelab::scenario::read(&path, &Default::default()).unwrap().study;
    let mut asked = 0;
    while run(&study, &StopAt(asked.into())).unwrap().cells.is_empty() {
        asked += 1;
    }
    // Once for each state that a round begins in, and once for each of the 29 rounds followed.
    assert!(asked > 60, "{asked}");
    let error = fudgelab::exact::fight_until(
        &reference(),
        fudgelab::exact::Asked { groups: &[], course: false, wounds: false },
        &fudgelab::exact::Limits::largest(&|| true),
    )
    .unwrap_err();
    assert!(error.message().starts_with("interrupted") && !error.is_input(), "{error}");
}

/// Stops the work after the first solved case.
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

/// An interrupted result keeps the cases that were solved before.
#[test]
fn interrupted_solve_keeps_solved_cases() {
    // The second takes seconds, the first a moment.
    let text = &format!("{MOB}[vary]\n'fighters.mook.count' = [1, 12]\n[run]\nmethod = 'exact'\n");
    let result = run(&study(text), &AfterOne::default()).unwrap();
    assert!(result.provenance.interrupted && result.is_exact());
    assert_eq!(result.cells.len(), 1);
    let whole = run(&study(&text.replace("[1, 12]", "[1]")), &()).unwrap();
    assert_eq!(result.cells[0].findings.figures, whole.cells[0].findings.figures);
}

/// One against twelve with a box each: one step has millions of branches.
const MOB: &str = "[rules]\nbase = 'nutshell'\ndamage.points = 'degree'\n\
                   record = { kind = 'in-order', levels = [{ name = 'HP', boxes = 12 }] }\n\
                   [fighters]\nhero = { skill = 'Great' }\n\
                   mook = { side = 'mooks', skill = 'Fair', count = 12, injury_boxes = 1 }\n";

/// The solver stops within a step of millions of branches.
#[test]
fn step_of_millions_of_branches_stops() {
    let solve = Study { method: MethodChoice::Exact, ..study(MOB) };
    for asked in [0, 1, 20, 200] {
        let stop = StopAt(AtomicU64::new(asked));
        assert!(run(&solve, &stop).unwrap().cells.is_empty());
        assert_eq!(stop.0.into_inner(), 0);
    }
}

/// A fight that needs more memory than the limit is refused by `exact` and simulated by `auto`.
#[test]
fn fight_beyond_memory_limit_is_not_solved() {
    let little = |method| Study { method, memory: 1 << 24, ..study(MOB) };
    let error = run(&little(MethodChoice::Exact), &()).unwrap_err();
    assert_eq!(error.message(), "solving this fight takes more than 0.015625 GiB of memory");
    assert!(error.help().unwrap().contains("--memory"));
    let result = run(&little(MethodChoice::Auto), &()).unwrap();
    assert!(!result.is_exact() && result.warnings[0].message().starts_with("simulated: "), "{:?}", result.warnings);
}

/// Cases that are solved side by side share the memory; however many threads there are, the same cases fit.
#[test]
fn memory_that_suffices_does_not_depend_on_threads() {
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

/// An evening of two fights has many ways to begin the second: `auto` gives up before it has solved them all.
#[test]
fn campaign_that_takes_long_is_simulated() {
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

/// `auto` chooses the same method and gives the same figures on an idle machine and on a busy one.
#[test]
fn busy_machine_gives_the_same_method_and_figures() {
    let small = MOB.replace("count = 12", "count = 1");
    let results = || [MOB, &small].map(|text| run(&study(text), &()).unwrap());
    let calm = results();
    assert_eq!(calm.each_ref().map(StudyResult::is_exact), [false, true]);
    let over = std::sync::atomic::AtomicBool::new(false);
    let busy = std::thread::scope(|scope| {
        for _ in 0..4 {
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

/// A hit in about a thousand rounds: most fights reach the limit of rounds, some do not, and both are told.
#[test]
fn a_hit_in_a_thousand_rounds() {
    // It takes a win by seven levels to wound at all, 9 of the 6,561 ways that two rolls of 4dF can fall; one wound
    // ends it.
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
