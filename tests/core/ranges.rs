//! Ranges of stat blocks (B1): drawn in each trial, averaged over all combinations by the exact solver, or fixed by the
//! scenario.

use fudgelab::chance::Script;
use fudgelab::combat::{Cast, Fighter, Mixture, compile};
use fudgelab::fights::Combat;
use fudgelab::rules::Rules;
use fudgelab::scenario::{Overrides, Source, read_source};
use fudgelab::study::replay::{Rolls, replay};
use fudgelab::study::{Figure, MethodChoice, Study, StudyResult, run};

/// A foe with two ranges, one of them part of a factor: six combinations.
const FIGHT: &str = "
[rules]
base = 'srd'
[fighters.hans]
like = 'Hans'
side = 'heroes'
[fighters.foe]
skill = 'Mediocre to Good'
offense = { claws = '2 to 3', strength = 1 }
defense = 1
";

fn study(text: &str) -> Study {
    let source = Source::from_bytes("a.toml", text.as_bytes().to_vec()).unwrap_or_else(|fault| panic!("{fault:?}"));
    read_source(source, "".as_ref(), &Overrides::default()).unwrap_or_else(|faults| panic!("{text}\n{faults}")).study
}

fn exactly(text: &str) -> StudyResult {
    run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap()
}

fn simulated(text: &str, trials: u64) -> StudyResult {
    run(&Study { goal: None, method: MethodChoice::Simulate, trials, ..study(text) }, &()).unwrap()
}

fn figure<'r>(result: &'r StudyResult, name: &str, subject: &str) -> &'r Figure {
    result.cells[0].figure(name, subject).unwrap()
}

fn value(result: &StudyResult, name: &str, subject: &str) -> f64 {
    figure(result, name, subject).estimate.value
}

fn fixed(skill: i32, claws: i32) -> String {
    FIGHT.replace("'Mediocre to Good'", &skill.to_string()).replace("'2 to 3'", &claws.to_string())
}

#[test]
fn exact_answer_equals_the_mean_over_all_combinations() {
    let mixed = exactly(FIGHT);
    let combinations = (-1..=1).flat_map(|skill| [2, 3].map(|claws| exactly(&fixed(skill, claws))));
    let combinations: Vec<StudyResult> = combinations.collect();
    let mean = |figure: &dyn Fn(&StudyResult) -> f64| combinations.iter().map(figure).sum::<f64>() / 6.0;
    for (name, subject) in [("wins", "heroes"), ("wins", "Foe"), ("draw", ""), ("rounds", ""), ("undecided", "")] {
        let expected = mean(&|one| value(one, name, subject));
        assert!((value(&mixed, name, subject) - expected).abs() < 1e-12, "{name} {subject}");
    }
    // A rate per round is total hits over total rounds, not the mean of the rates.
    let hits = mean(&|one| value(one, "hits in a round", "Hans") * value(one, "rounds", ""));
    let expected = hits / mean(&|one| value(one, "rounds", ""));
    assert!((value(&mixed, "hits in a round", "Hans") - expected).abs() < 1e-12);
    let wounds = mixed.cells[0].distributions.iter().find(|one| one.name() == "wounds").unwrap();
    let wounds: f64 = wounds.points.iter().map(|point| point.estimate.value).sum();
    assert!((wounds - 1.0).abs() < 1e-12, "{wounds}");
}

/// Compares all figures, in a duel and in a fight of three; false alarms: 1 in 1,000.
#[test]
fn exact_matches_simulation() {
    let three =
        format!("{FIGHT}side = 'foes'\n[fighters.other]\nskill = 'Poor to Mediocre'\noffense = 2\nside = 'foes'\n");
    for text in [FIGHT, &three] {
        let both = run(&Study { goal: None, method: MethodChoice::Both, trials: 100_000, ..study(text) }, &()).unwrap();
        let check = both.cross_check.as_ref().unwrap();
        assert!(check.comparisons.len() > 20);
        assert_eq!(check.disagreements().count(), 0);
    }
}

/// Negative control: the middle of each range gives a different fight, as 100,000 trials show.
#[test]
fn middle_of_a_range_differs_from_the_mean() {
    let wide = FIGHT.replace("'Mediocre to Good'", "'Terrible to Superb'");
    let (mixed, middle) = (exactly(&wide), exactly(&wide.replace("defense = 1\n", "defense = 1\nranges = 'middle'\n")));
    let simulated = simulated(&wide, 100_000);
    let drawn = figure(&simulated, "wins", "heroes").estimate;
    let error = (drawn.value * (1.0 - drawn.value) / 100_000.0).sqrt();
    assert!((drawn.value - value(&mixed, "wins", "heroes")).abs() < 4.0 * error);
    assert!((drawn.value - value(&middle, "wins", "heroes")).abs() > 8.0 * error);
}

#[test]
fn scenario_fixes_ranges() {
    let same = |one: &str, other: &str| {
        let wins = |text: &str| exactly(text).cells[0].figures[0].estimate.value;
        assert_eq!(wins(one), wins(other), "{one}");
    };
    for (word, skill, claws) in [("low", -1, 2), ("middle", 0, 2), ("high", 1, 3)] {
        same(&format!("{FIGHT}ranges = '{word}'\n"), &fixed(skill, claws));
    }
    let dog = |keys: &str| format!("[fighters.hans]\nlike = 'Hans'\n[fighters.dog]\nlike = 'SRD dog'\n{keys}");
    let plain = "[fighters.hans]\nlike = 'Hans'\n[fighters.dog]\nkind = 'animal'\nscale = -3\nperception = 2\n";
    same(
        &dog("skill = 'high'\nscale = -3\nranges = 'low'\n"),
        &format!("{plain}skill = 'Superb'\ndamage_capacity = 'Good'\n"),
    );
    same(
        &dog("skill = 'low'\nscale = -3\nranges = 'high'\n"),
        &format!("{plain}skill = 'Fair'\ndamage_capacity = 'Great'\n"),
    );
}

/// The values drawn in a trial depend only on the trial, the fighter and the key.
#[test]
fn drawn_values_do_not_depend_on_other_keys_or_their_order() {
    let values = |text: &str| -> Vec<u64> {
        let result = simulated(text, 4_000);
        result.cells[0].figures.iter().map(|figure| figure.estimate.value.to_bits()).collect()
    };
    let turned = FIGHT
        .replace("skill = 'Mediocre to Good'\n", "")
        .replace("defense = 1", "defense = 1\nskill = 'Mediocre to Good'");
    assert_eq!(values(FIGHT), values(&turned));
    // Damage Capacity is a range now as well, but the rules ignore it.
    let ignored = FIGHT.replace("base = 'srd'", "base = 'srd'\ndamage_capacity = 'ignored'");
    assert_eq!(
        values(&ignored),
        values(&ignored.replace("defense = 1", "defense = 1\ndamage_capacity = 'Fair to Great'"))
    );
}

#[test]
fn replayed_trials_match_the_simulation() {
    let study = study(FIGHT);
    let one_by_one = |trial: u64| {
        let transcript = replay(&study, 0, Rolls::Trial(trial)).unwrap();
        let [result] = transcript.all("result")[..] else { panic!("one result") };
        (result.word("end"), result.word("winner")) == ("won", "heroes")
    };
    let trials = 400;
    let won = (1..=trials).filter(|&trial| one_by_one(trial)).count();
    let counted = value(&simulated(FIGHT, trials), "wins", "heroes") * trials as f64;
    assert_eq!(won as f64, counted.round());
    assert!(study.subjects.cell(0).is::<Combat>());
    assert!(replay(&study, 0, Rolls::Script(&[0, 0])).is_err());
}

/// With several ranges the last one varies fastest, so a draw from each range finds the fight with these values.
#[test]
fn draw_returns_the_fight_with_the_drawn_values() {
    let fight = |(first, second): (i32, i32)| {
        let fighters = vec![Fighter::new("A", 0, first), Fighter::new("B", 1, second)];
        let cast = Cast { fighters, sides: vec!["a".into(), "b".into()] };
        (compile(&cast, &Rules::plain()).unwrap(), cast)
    };
    let all = (0..2).flat_map(|first| (0..3).map(move |second| (first, second)));
    let mixture = Mixture::new(&[(0, 0, 2), (1, 0, 3)], all.clone().map(fight).collect()).unwrap();
    for (first, second) in all {
        let (_, cast) = mixture.draw(&mut Script::new([first, second]));
        assert_eq!([cast.fighters[0].skill, cast.fighters[1].skill], [first, second]);
    }
}
