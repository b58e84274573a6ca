//! Questions with `or`, `not`, parentheses and comparisons: by hand, exact against simulated, and what is refused.

use crate::support::written::{PARTY, RACE, refusal, refused, scenario, study};
use fudgelab::study::{MethodChoice, Study, StudyResult, run};

fn asking(text: &str, questions: &[&str]) -> String {
    let ask = |question: &&str| format!("[[ask]]\nmeasure = \"{question}\"\n");
    text.to_owned() + &questions.iter().map(ask).collect::<String>()
}

fn value(result: &StudyResult, title: &str) -> f64 {
    let figure = result.cells[0].findings.titled(title);
    figure.unwrap_or_else(|| panic!("no `{title}`")).estimate.value
}

/// Checks exact answers against values found by hand.
fn by_hand(text: &str, known: &[(&str, f64)]) {
    let questions: Vec<&str> = known.iter().map(|(question, _)| *question).collect();
    let plan = study(&asking(text, &questions));
    let result = run(&Study { method: MethodChoice::Exact, ..plan }, &()).unwrap();
    for (question, known) in known {
        let found = value(&result, question);
        assert!((found - known).abs() < 1e-12, "{question}: {found}, not {known}");
    }
}

/// 4dF is −4 to +4 in 1, 4, 10, 16, 19, 16, 10, 4, 1 of 81.
const CHECK: &str = "[check]\ntrait = 'Fair'\ndifficulty = 'Fair'\n\
                     outcomes = [{ name = 'miss' }, { name = 'hit and run', from = 1 }, { name = 'big hit', from = 3 }]\n";

#[test]
fn own_outcomes_of_a_check_are_combined_and_degrees_compared() {
    let of = |number: f64| number / 81.0;
    by_hand(
        CHECK,
        &[
            ("not miss", of(31.0)),
            ("hit and run or big hit", of(31.0)),
            ("'hit and run' or miss", of(76.0)),
            ("success and not big hit", of(45.0)),
            ("not (success and not big hit)", of(36.0)),
            ("not success or big hit", of(36.0)),
            ("degree >= Great", of(15.0)),
            ("Good < degree", of(15.0)),
            ("margin != 0 and margin <= 1", of(47.0)),
            ("big hit, given success or degree = Poor", 5.0 / 60.0),
        ],
    );
}

/// The difference of two 4dF is 8dF: 0 to 8 in 1107, 1016, 784, 504, 266, 112, 36, 8, 1 of 6561. Ann wins in 2727.
#[test]
fn relative_degree_is_compared() {
    let of = |number: f64| number / 6561.0;
    by_hand(
        "[opposed]\nactive = { name = 'Ann', trait = 0 }\npassive = { name = 'Bob', trait = 0 }\n",
        &[
            ("relative degree >= 3", of(927.0)),
            ("relative degree > -3 and relative degree < 3", of(4707.0)),
            ("not Ann wins", of(3834.0)),
            ("Ann wins or relative degree <= −2", of(4438.0)),
            ("Ann wins or Bob wins or tie", 1.0),
            ("relative degree >= 2, given Ann wins", 1711.0 / 2727.0),
        ],
    );
}

/// Each of three rolls 1dF. One wins with +1 over two lower rolls (4 of 27) or with 0 over two −1 (1 of 27).
#[test]
fn outcomes_of_a_contest_are_combined() {
    let of = |number: f64| number / 27.0;
    by_hand(
        "[rules]\ndice = '1dF'\n[contest]\nann = { trait = 0 }\nbob = { trait = 0 }\ncid = { trait = 0 }\n",
        &[
            ("cid wins or bob wins", of(10.0)),
            ("not cid wins", of(22.0)),
            ("best degree >= Good", of(19.0)),
            ("ann wins, given best degree >= 1", 4.0 / 19.0),
            // Ann and Cid have +1 and Bob less (2 of 27), or 0 and Bob −1 (1 of 27).
            ("ann ties for best and not bob ties for best", of(3.0)),
        ],
    );
}

/// The best may miss a minimum, which a lead merged for one contestant does not tell.
#[test]
fn outcomes_of_a_contest_with_a_minimum_are_combined() {
    // +1 alone wins in 12 of 27; 0 above two −1 misses the minimum in 3 of 27; the rest are ties.
    let contest = "[rules]\ndice = '1dF'\n[contest]\nann = { trait = 0, minimum = 1 }\nbob = { trait = 0, minimum = 1 }\n\
                   cid = { trait = 0, minimum = 1 }\n";
    by_hand(
        contest,
        &[
            ("not nobody wins", 24.0 / 27.0),
            ("nobody wins or ann wins", 7.0 / 27.0),
            ("not ann wins and not tie for best", 11.0 / 27.0),
        ],
    );
}

/// Each of two succeeds with 2 in 3 in each of two periods.
#[test]
fn outcomes_of_a_group_are_combined() {
    let of = |number: f64| number / 81.0;
    by_hand(
        "[rules]\ndice = '1dF'\n[group]\nperiods = 2\n[group.members]\nada = { trait = 0, difficulty = 0 }\nben = { trait = 0, difficulty = 0 }\n",
        &[
            ("members done >= 2", of(64.0)),
            ("ada done and not ben done", of(8.0)),
            // She wins in the first period with 18 of 81, in the second with 2.
            ("not ada wins", of(61.0)),
            ("ada wins or ben wins", of(40.0)),
            ("periods until decided <= 1", of(72.0)),
            ("periods <= 1", of(36.0)),
            ("tie for first and within 1 period", of(36.0)),
        ],
    );
}

/// Two successes, each with 2 in 3.
#[test]
fn periods_of_a_task_are_compared() {
    by_hand(
        "[rules]\ndice = '1dF'\n[task]\ntrait = 0\ndifficulty = 0\nsuccesses = 2\nperiods = 4\n",
        &[
            ("periods <= 2", 4.0 / 9.0),
            ("periods = 3", 8.0 / 27.0),
            ("not done", 9.0 / 81.0),
            ("periods > 2 and done", 8.0 / 27.0 + 12.0 / 81.0),
        ],
    );
}

/// Each decided round is of either with chance 1/2, and every second round is decided: it is over within two rounds in 2 of 16.
#[test]
fn rounds_and_wounds_of_a_fight_are_compared() {
    by_hand(
        RACE,
        &[
            ("rounds <= 2", 0.125),
            ("rounds < 3", 0.125),
            ("rounds = 2", 0.125),
            ("rounds != 2", 0.875),
            ("3 <= rounds", 0.875),
            ("rounds > 0", 1.0),
            ("not Ada wins", 0.5),
            ("Ada wins or Ben wins", 1.0),
            ("Ada wins or rounds <= 2", 0.5625),
            ("Ada's wounds > Ben's wounds", 0.5),
            // Ben hits her once in half of the races that she wins: two decided rounds, or three.
            ("Ada's wounds = Undamaged", 0.25),
            ("Ada's wounds >= Hurt and Ada wins", 0.25),
            ("Ada's wounds = Hurt, given Ada wins", 0.5),
        ],
    );
}

const CONTEST: &str = "[contest]\nann = { trait = 1, minimum = 1 }\nbob = { trait = 0, dice = '4d6-lowest' }\ncid = { trait = 0 }\ndan = { trait = 1 }\n";

const GROUP: &str = "[group]\nneeded = 2\nsuccesses = 2\nfailures = 2\n[group.members]\na = { trait = 1, difficulty = 0 }\n\
                     b = { trait = 0, difficulty = 0, failures = 3 }\nc = { trait = 0, difficulty = 1 }\n";

/// Questions, each about a scenario and with another in which the answer differs.
fn cases() -> [(&'static str, String, &'static [&'static str]); 3] {
    [
        (
            PARTY,
            PARTY.replace("skill = 1\n", "skill = 2\n"),
            &[
                "not (party wins and rounds > 4)",
                "rounds <= 3 or any of party dies",
                "goblins' survivors >= 2",
                "party's survivors >= 50 % or goblins first blood",
                "goblin out >= 60 %, given hero left for dead <= 1",
                "hero out > goblin out",
                "rounds >= 4 and not rounds = 6",
            ],
        ),
        (
            CONTEST,
            CONTEST.replacen("trait = 1", "trait = 2", 1),
            &[
                "not ann wins",
                "nobody wins or dan wins",
                "best degree > Good, given not cid wins",
                "ann ties for best or dan wins",
            ],
        ),
        (
            GROUP,
            GROUP.replacen("trait = 1", "trait = 2", 1),
            &[
                "a done and not b done",
                "members done >= 2 and periods until decided <= 4",
                "a done or c done, given periods <= 6",
                "not enough done",
            ],
        ),
    ]
}

/// Refused together in one seed of a thousand for each of the three; the seed is fixed.
#[test]
fn questions_are_answered_alike_both_ways() {
    for (text, _, questions) in cases() {
        let text = asking(text, questions);
        assert_eq!(refused(&text, &text), []);
    }
}

/// Teeth: each question is refused against another scenario.
#[test]
fn answers_to_other_scenarios_are_refused() {
    for (text, other, questions) in cases() {
        for question in questions {
            let found = refused(&asking(text, &[question]), &asking(&other, &[question]));
            assert!(found.iter().any(|one| one.label == *question), "{question}");
        }
    }
}

/// A or B is A + B − (A and B), and not A is 1 − A, in the trials of a simulation as well.
#[test]
fn unions_and_complements_add_up() {
    let questions =
        ["party wins or rounds <= 3", "party wins and rounds <= 3", "rounds <= 3", "not party wins", "not rounds <= 3"];
    for method in [MethodChoice::Exact, MethodChoice::Simulate] {
        let plan = study(&asking(PARTY, &questions));
        let result = run(&Study { goal: None, method, trials: 20_000, seed: 15, ..plan }, &()).unwrap();
        let [either, both, short, loses, long] = questions.map(|question| value(&result, question));
        let wins = value(&result, "party wins");
        for (found, known) in [(either, wins + short - both), (loses, 1.0 - wins), (long, 1.0 - short)] {
            assert!((found - known).abs() < 1e-12, "{method:?}: {found}, not {known}");
        }
        assert!(both > 0.01 && either - both > 0.1, "teeth: the two are not the same");
    }
}

/// Questions beyond the exact state are simulated, and the page says so.
#[test]
fn question_beyond_the_exact_state_is_simulated() {
    for (question, why) in [
        ("goblin 1's wounds >= Hurt", "distinguishes between identical fighters"),
        ("lead changes >= 1 or party wins", "asks what happens on the way"),
        ("Hurt given by hero >= 2", "asks what happens on the way"),
    ] {
        let plan = study(&asking(PARTY, &[question]));
        let result = run(&Study { goal: None, trials: 1_000, ..plan }, &()).unwrap();
        assert!(result.provenance.method == "simulate" && result.warnings[0].message().contains(why), "{question}");
        assert!((0.0..=1.0).contains(&value(&result, question)), "{question}");
    }
}

#[test]
fn wrong_questions_are_refused_with_a_cure() {
    for (text, question, words) in [
        (CHECK, "degre >= 3", ["there is no number `degre` to compare", "did you mean `degree`?"]),
        (CHECK, "degree >= Gret", ["`Gret` is no level of `degree`", "did you mean `Great`?"]),
        (CHECK, "margin >= Great", ["there is no number `Great` to compare", "numbers of a trial are: degree"]),
        (CHECK, "success or mis", ["there is no outcome `mis`", "did you mean `miss`?"]),
        (CHECK, "success >= 50 %", ["`success` happens in a trial or does not", "[[expect]]"]),
        (CHECK, "degree <= 50 %", ["`degree` is not a share of anything", "without `%`"]),
        (CHECK, "degree and miss", ["`degree` is a number in each trial", "`degree >= 1`"]),
        (CHECK, "3 >= 2", ["a comparison needs a number that differs between trials", "name one"]),
        (CHECK, "(miss or success", ["a parenthesis has no end", "write `)`"]),
        (PARTY, "median rounds <= 3", ["`median rounds` is found over all trials", "[[expect]]"]),
        (PARTY, "rounds <= 50 %", ["`rounds` is compared with a whole number only", "`rounds <= 4`"]),
        (PARTY, "goblin 1's wounds >= Hrut", ["`Hrut` is no level of `goblin 1's wounds`", "did you mean `Hurt`?"]),
        (
            PARTY,
            "goblin's wounds >= Hurt",
            ["there is no number `goblin's wounds`", "did you mean `Goblin 1's wounds`?"],
        ),
        (PARTY, "goblin out and party wins", ["`goblin out` is a number in each trial", "`goblin out >= 1`"]),
        (PARTY, "party winz or rounds <= 3", ["there is no outcome `party winz`", "did you mean `party wins`?"]),
    ] {
        let found = refusal(&asking(text, &[question]));
        assert!(words.iter().all(|words| found.contains(words)), "{question}: {found}");
    }
}

/// An own outcome or result that has the name of a figure would never be printed by that name.
#[test]
fn own_outcome_named_like_a_figure_is_refused() {
    for (text, name) in [
        (
            "[check]\ntrait = 0\ndifficulty = 0\noutcomes = [{ name = 'miss' }, { name = 'success', from = 1 }]\n",
            "success",
        ),
        (
            "[check]\ntrait = 0\ndifficulty = 0\noutcomes = [{ name = 'miss' }, { name = 'Margin', from = 1 }]\n",
            "Margin",
        ),
        ("[reaction]\nresults = [{ name = 'degree' }, { name = 'friendly', from = 1 }]\n", "degree"),
    ] {
        let found = refusal(text);
        assert!(found.contains(&format!("`{name}` is a figure of every")), "{found}");
        assert!(found.contains(&format!("another name, such as `plain {name}`")), "{found}");
    }
    // The same thing by the same name is no clash.
    scenario("[check]\ntrait = 0\ndifficulty = 0\noutcomes = [{ name = 'failure' }, { name = 'success', from = 0 }]\n");
}

/// A question may stand wherever a figure is named: `[[ask]]`, `[[expect]]`, `[[show]]`, `while` and `tune`.
#[test]
fn every_reader_of_figures_takes_questions() {
    let text = "[check]\ntrait = 0\ndifficulty = 0\noutcomes = [{ name = 'miss' }, { name = 'hit', from = 0 }, { name = 'big hit', from = 2 }]\n\
                [vary]\n'check.difficulty' = [-1, 0, 1, 2]\n\
                [[expect]]\nmeasure = 'hit or big hit'\nat_least = '10 %'\n\
                [[show]]\nfigure = 'not big hit'\n\
                [[show]]\ntable = 'most'\nof = 'check.difficulty'\nwhile = { 'degree >= 1 or hit' = '>= 50 %' }\n";
    let result = run(&study(text), &()).unwrap();
    // Difficulty 1: at least +1 in 31 of 81; difficulty 0: at least 0 in 50 of 81. At 1, `hit` is +1 or +2.
    let most = &result.answers[0];
    let best = most.judged.iter().filter(|judged| judged.by_value).count();
    assert_eq!((best, most.judged.len()), (2, 4));
    assert!(result.judgements.iter().all(|judged| judged.holds == fudgelab::study::Holds::Surely));
    assert!((result.cells[1].findings.titled("not big hit").unwrap().estimate.value - 66.0 / 81.0).abs() < 1e-12);
    let tuned = "[check]\ntrait = 0\ndifficulty = 0\n[[ask]]\ntune = 'check.difficulty'\nto = 'success and degree <= Good = 43 %'\n";
    let result = run(&study(tuned), &()).unwrap();
    // Difficulty 0: 0 or +1 in 35 of 81, which is 43.2 %.
    assert!(result.replies[0].sentences[0].contains("43.2"), "{:?}", result.replies[0].sentences);
    let refused = refusal(&text.replace("degree >= 1 or hit", "degree >= 1 or hti"));
    assert!(refused.contains("there is no outcome `hti`") && refused.contains("did you mean `hit`?"), "{refused}");
}
