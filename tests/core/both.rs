//! The comparison of exact and simulated results: what it accepts, what it rejects, and how often it is wrong.

use fudgelab::chance::Enumerator;
use fudgelab::combat::{Body, Fight, Progress, State};
use fudgelab::fights::Combat;
use fudgelab::measure::Label;
use fudgelab::scenario::{Overrides, Source, read_source};
use fudgelab::stats::{Estimate, holm, test_zero};
use fudgelab::study::{Comparison, FALSE_ALARMS, MethodChoice, Point, Study, StudyResult, compare, judge, run};
use std::collections::HashMap;

const CHECK: &str = "[check]\ntrait = 'Fair'\ndifficulty = 'Fair'\n[rules]\ndice = '4dF'\n";
const OPPOSED: &str = "[opposed]\nactive = { trait = 1 }\npassive = { trait = 0 }\n[rules]\ndice = '4dF'\n";
const REFERENCE: &str = include_str!("../../scenarios/reference-duel.toml");
const BARROOM: &str = "[rules]\nbase = 'srd'\n[fighters.snorri]\nskill = 1\noffense = 2\n\
                       [fighters.brynhild]\nskill = 1\noffense = 1\n";

/// Most fights end within five rounds. One in a few thousand lasts about forty, and late events happen almost only
/// there.
const LONG_TAIL: &str = "
[rules]
base = 'nutshell'
minimum_to_hit = 'Superb'
record = { levels = [{ name = 'Out', from = 1, out = true }] }
[fighters.a]
skill = -1
offense = 5
modifiers = { surprise = { value = 5, rounds = 5 } }
[fighters.b]
skill = -1
offense = 5
modifiers = { surprise = { value = 5, rounds = 5 } }
";

fn study(text: &str) -> Study {
    let source = Source::from_bytes("a.toml", text.as_bytes().to_vec()).unwrap_or_else(|faults| panic!("{faults:?}"));
    read_source(source, "".as_ref(), &Overrides::default()).unwrap_or_else(|faults| panic!("{faults}")).study
}

fn exactly(text: &str) -> StudyResult {
    run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap()
}

fn simulated(text: &str, trials: u64, seed: u64) -> StudyResult {
    run(&Study { goal: None, method: MethodChoice::Simulate, trials, seed, ..study(text) }, &()).unwrap()
}

/// The comparisons that fail at false-alarm rate `rate`.
fn refused(exact: &StudyResult, simulated: &StudyResult, rate: f64) -> Vec<Comparison> {
    let mut all = compare(exact, simulated);
    judge(&mut all.iter_mut().collect::<Vec<_>>(), rate);
    all.retain(|one| !one.agrees);
    all
}

/// Small differences between the two sides are found with 200,000 trials at the rate in use. Equal texts agree.
#[test]
fn small_differences_are_detected() {
    let swapped = "dice = { weights = { '-4' = 1, '-3' = 4, '-2' = 10, '-1' = 16, '0' = 19, '1' = 16, '2' = 10, \
                   '3' = 1, '4' = 4 } }";
    let cases = [
        ("two outcomes of the dice swapped", CHECK, "dice = '4dF'", swapped),
        ("two outcomes swapped, opposed", OPPOSED, "dice = '4dF'", swapped),
        ("two outcomes swapped, in a fight", REFERENCE, "dice = \"4dF\"", swapped),
        ("a minimum to hit", REFERENCE, "minimum_to_hit = \"none\"", "minimum_to_hit = \"Poor\""),
        ("a box less", REFERENCE, "boxes = 3", "boxes = 2"),
        ("a threshold", REFERENCE, "from = 5", "from = 6"),
        ("a penalty", REFERENCE, "penalty = -2", "penalty = -1"),
        ("no grazes", BARROOM, "base = 'srd'", "base = 'srd'\ngraze = 'off'"),
        ("ties", OPPOSED, "[opposed]", "[opposed]\nties = 'active'"),
    ];
    for (what, text, from, to) in cases {
        assert!(text.contains(from), "{what}");
        let (exact, same) = (exactly(text), simulated(text, 200_000, 1));
        assert_eq!(refused(&exact, &same, FALSE_ALARMS), [], "{what}: nothing differs yet");
        let other = simulated(&text.replacen(from, to, 1), 200_000, 1);
        assert!(!refused(&exact, &other, FALSE_ALARMS).is_empty(), "{what}");
    }
}

/// A solver that overwrites the chance of a state reached on two paths, instead of adding to it, must fail. With the
/// sum it passes.
#[test]
fn solver_that_forgets_a_merge_is_detected() {
    let (exact, simulated) = (exactly(REFERENCE), simulated(REFERENCE, 200_000, 1));
    let study = study(REFERENCE);
    let fight = &study.subjects.cell(0).downcast_ref::<Combat>().expect("a fight").fight;
    let with = |merge: fn(&mut f64, f64)| {
        let mut exact = exact.clone();
        let rounds = exact.cells[0].distributions.iter_mut().find(|one| one.name() == "rounds").unwrap();
        let point = |(value, chance): (i64, f64)| {
            let estimate = Estimate::exact(chance, 1e-12);
            Point { value, label: Label::Number, estimate }
        };
        rounds.points = (1..).zip(ends(fight, merge)).map(point).collect();
        // The mean would not fit these rounds; only the points are tested.
        exact.cells[0].figures.retain(|figure| figure.name() != "rounds");
        refused(&exact, &simulated, FALSE_ALARMS)
    };
    assert_eq!(with(|sum, chance| *sum += chance), []);
    assert!(!with(|sum, chance| *sum = chance).is_empty());
}

/// The states that a duel can be in at some point, with their chances.
#[derive(Default)]
struct Reached {
    /// In a fixed order, so that sums are always the same.
    chances: Vec<(State<[Body; 2]>, f64)>,
    /// The index of each state in `chances`.
    places: HashMap<State<[Body; 2]>, usize>,
}

impl Reached {
    fn add(&mut self, state: State<[Body; 2]>, chance: f64, merge: fn(&mut f64, f64)) {
        match self.places.get(&state) {
            Some(place) => merge(&mut self.chances[*place].1, chance),
            None => {
                self.places.insert(state.clone(), self.chances.len());
                self.chances.push((state, chance));
            }
        }
    }
}

/// The chance that a duel ends in each of the first 150 rounds, by forward propagation.
fn ends(fight: &Fight, merge: fn(&mut f64, f64)) -> Vec<f64> {
    let mut start = Reached::default();
    start.add(State::start(fight, [Body::default(); 2]), 1.0, merge);
    let round = |_| {
        let (mut within, mut next, mut over) = (std::mem::take(&mut start), Reached::default(), 0.0);
        while !within.chances.is_empty() {
            let mut later = Reached::default();
            for (state, before) in within.chances {
                let step = |chance: &mut Enumerator| {
                    let mut state = state.clone();
                    (state.step(fight, chance, &mut ()), state)
                };
                Enumerator::default().run(step, |(progress, state), branch| {
                    let chance = before * branch.probability();
                    match progress {
                        Progress::Round => later.add(state, chance, merge),
                        Progress::NextRound => next.add(state, chance, merge),
                        Progress::Over => over += chance,
                    }
                });
            }
            within = later;
        }
        start = next;
        over
    };
    (0..150).map(round).collect()
}

/// 400 seeds at a false-alarm rate of 5 %: the number of failures is at most binomial with mean 20, which exceeds 37
/// once in 8,000 times. A comparison that never fails would prove nothing, so at least one must.
#[test]
fn comparison_keeps_its_false_alarm_rate() {
    for (text, trials) in [(CHECK, 5_000), (REFERENCE, 1_000), (OPPOSED, 300), (LONG_TAIL, 2_000)] {
        let exact = exactly(text);
        let failures =
            (0..400).filter(|seed| !refused(&exact, &simulated(text, trials, *seed), 0.05).is_empty()).count();
        assert!((1..=37).contains(&failures), "{failures} of 400: {text}");
    }
}

/// With z tests of means and rates instead of the bounds, long tails break the rate. So the test above can fail.
#[test]
fn z_tests_exceed_the_false_alarm_rate() {
    let exact = exactly(LONG_TAIL);
    let is_refused = |seed: u64| {
        let z_test = |one: &Comparison| {
            let error = one.simulated.standard_error()?;
            Some(test_zero(one.simulated.value - one.exact.value, error))
        };
        let mut p: Vec<f64> = compare(&exact, &simulated(LONG_TAIL, 2_000, seed)).iter().filter_map(z_test).collect();
        p = holm(&p);
        p.into_iter().any(|p| p <= 0.05)
    };
    let failures = (0..400).filter(|seed| is_refused(*seed)).count();
    assert!(failures > 37, "{failures} of 400");
}

#[test]
fn impossible_outcome_fails_the_comparison() {
    let exact = exactly(CHECK);
    let wide = simulated(&CHECK.replace("4dF", "5dF"), 10_000, 1);
    let found = refused(&exact, &wide, FALSE_ALARMS);
    let beyond =
        found.iter().find(|one| one.measure.id == "degrees" && one.exact.value == 0.0).expect("a degree of ±5");
    assert_eq!((beyond.tested.p, beyond.adjusted), (0.0, 0.0));
}

#[test]
fn both_reports_the_exact_result_and_the_simulation() {
    let by = |method| run(&Study { goal: None, method, trials: 20_000, ..study(REFERENCE) }, &()).unwrap();
    let (both, exact, simulated) = (by(MethodChoice::Both), by(MethodChoice::Exact), by(MethodChoice::Simulate));
    let check = both.cross_check.as_ref().expect("a comparison");
    assert_eq!((&both.cells, &check.cells), (&exact.cells, &simulated.cells));
    assert_eq!((both.provenance.method.as_str(), both.provenance.trials), ("both", Some(20_000)));
    assert_eq!(check.disagreements().count(), 0);
    assert_eq!(by(MethodChoice::Both), both);
    let headline = check.headline().unwrap();
    assert_eq!((headline.measure.id, headline.subject.as_str()), ("wins", "A"));
    // At 20,000 trials a share near 2/3 has a standard error of 0.33 points; the strictest level is about 1 in 40,000.
    assert!((0.016..0.021).contains(&headline.detectable), "{}", headline.detectable);
}

#[test]
fn differences_between_variants_are_compared() {
    let text =
        |skill: i32| format!("{BARROOM}[variants]\nplain = {{}}\nbetter = {{ fighters.snorri.skill = {skill} }}\n");
    let found = compare(&exactly(&text(2)), &simulated(&text(2), 50_000, 1));
    let changes: Vec<&Comparison> = found.iter().filter(|one| one.baseline.is_some()).collect();
    assert_eq!(changes.len(), 4, "wins of both, draw, rounds");
    assert!(changes.iter().all(|one| one.tested.p > 1e-3), "{changes:?}");
    let check = format!("{CHECK}[variants]\nplain = {}\nbetter = {{ check = {{ trait = 'Good' }} }}\n", "{}");
    let found = compare(&exactly(&check), &simulated(&check, 50_000, 1));
    let names: Vec<&str> = found.iter().filter(|one| one.baseline.is_some()).map(|one| one.measure.id).collect();
    assert_eq!(names, ["success", "degree"]);
    let wrong = compare(&exactly(&text(2)), &simulated(&text(3), 50_000, 1));
    assert!(wrong.iter().any(|one| one.baseline.is_some() && one.tested.p < 1e-9));
}

/// A share below 1 in 100,000 at the round limit causes no warning; one above 1 in 1,000 does.
#[test]
fn rare_round_limit_causes_no_warning() {
    let warned = |limit: u32| {
        let result = exactly(&REFERENCE.replace("dice = \"4dF\"", &format!("dice = \"4dF\"\nround_limit = {limit}")));
        let undecided = result.cells[0].figure("undecided", "").unwrap().estimate.value;
        (undecided, result.warnings.iter().any(|one| one.message().contains("reached the limit")))
    };
    let (rare, common) = (warned(18), warned(9));
    assert!(rare.0 > 0.0 && rare.0 < 1e-5 && !rare.1, "{rare:?}");
    assert!(common.0 > 1e-3 && common.1, "{common:?}");
}
