//! Questions beyond the last round that trials are followed to: solved or rejected, and never certain just because
//! trials stop.

use crate::support::written::{refusal, study};
use fudgelab::report::answers::{brief, full};
use fudgelab::report::formats::{json, terminal::Style};
use fudgelab::study::{MethodChoice, Study, StudyResult, run};

/// Two fighters who hit each other but rarely wound: a median of 18,805 rounds.
const LONG: &str = "[rules]\nbase = 'nutshell'\nround_limit = 'none'\n[fighters]\nann = { skill = 'Good', offense = 0, defense = 7 }\n\
                    bob = { skill = 'Good', offense = 0, defense = 7 }\n";

/// Neither fighter can ever hurt the other.
const ENDLESS: &str = "[rules]\nbase = 'nutshell'\nround_limit = 'none'\n[fighters]\nann = { skill = 0, defense = 90 }\n\
                       bob = { skill = 0, defense = 90 }\n";

fn asking(text: &str, questions: &[&str]) -> String {
    questions.iter().fold(text.to_owned(), |text, question| format!("{text}[[ask]]\nmeasure = \"{question}\"\n"))
}

fn solved(text: &str) -> StudyResult {
    run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap()
}

fn simulated(text: &str, trials: u64) -> fudgelab::error::Result<StudyResult> {
    run(&Study { goal: None, method: MethodChoice::Simulate, trials, ..study(text) }, &())
}

fn value(result: &StudyResult, question: &str) -> f64 {
    result.cells[0].titled(question).unwrap_or_else(|| panic!("{question}")).estimate.value
}

fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found}, not {expected}");
}

fn page(result: &StudyResult) -> String {
    brief::page(result).text(&Style::plain(100))
}

/// The expected values were computed by another program.
#[test]
fn long_fight_questions_equal_known_chances() {
    let asked = ["rounds <= 20000", "rounds <= 10000", "over 10000 rounds", "rounds > 10000 and ann wins"];
    let result = solved(&asking(LONG, &asked));
    near(value(&result, asked[0]), 0.55558, 2e-5);
    near(value(&result, asked[1]), 0.10403, 2e-5);
    near(value(&result, asked[1]) + value(&result, asked[2]), 1.0, 1e-9);
    near(value(&result, asked[3]), value(&result, asked[2]) / 2.0, 1e-9);
    // A number that no counter can reach is rejected.
    let beyond = refusal(&asking(LONG, &["rounds <= 9000000000"]));
    assert!(beyond.contains("is not a number that a trial can have"), "{beyond}");
}

#[test]
fn questions_about_rounds_equal_the_distribution() {
    let duel = "[fighters]\nann = { skill = 1, offense = 3 }\nbob = { skill = 0, offense = 3 }\n";
    let asked = ["rounds <= 4", "rounds < 9", "in round 4", "rounds <= 300", "rounds <= 4 and ann wins"];
    let result = solved(&asking(duel, &asked));
    let rounds = result.cells[0].distributions.iter().find(|one| one.name() == "rounds").unwrap();
    let up_to = |most: i64| {
        rounds.points.iter().filter(|point| point.value <= most).map(|point| point.estimate.value).sum::<f64>()
    };
    near(value(&result, asked[0]), up_to(4), 1e-12);
    near(value(&result, asked[1]), up_to(8), 1e-12);
    near(value(&result, asked[2]), up_to(4) - up_to(3), 1e-12);
    near(value(&result, asked[3]), up_to(300), 1e-12);
    assert!(value(&result, asked[4]) < up_to(4) - 0.01);
    let tried = simulated(&asking(duel, &asked), 200_000).unwrap();
    asked.iter().for_each(|question| near(value(&tried, question), value(&result, question), 0.01));
}

#[test]
fn endless_fights_never_count_as_ended() {
    let asked = ["rounds <= 10000", "rounds <= 20000", "rounds > 20000"];
    let result = solved(&asking(ENDLESS, &asked));
    asked.iter().zip([0.0, 0.0, 1.0]).for_each(|(question, chance)| near(value(&result, question), chance, 1e-12));
    let tried = simulated(&asking(ENDLESS, &asked[..1]), 20).unwrap();
    near(value(&tried, asked[0]), 0.0, 0.0);
    // A round limit in the rules ends every fight.
    let limited = solved(&asking(&ENDLESS.replace("'none'", "50"), &asked));
    asked.iter().zip([1.0, 1.0, 0.0]).for_each(|(question, chance)| near(value(&limited, question), chance, 1e-12));
}

#[test]
fn simulation_rejects_questions_after_its_last_round() {
    for question in ["rounds <= 20000", "within 10001 rounds", "not (over 12000 rounds)"] {
        let error = simulated(&asking(LONG, &[question]), 10).unwrap_err();
        assert!(error.message().contains("trials stop after 10,000 rounds"), "{error}");
    }
    assert!(simulated(&asking(LONG, &["rounds <= 10000"]), 10).is_ok());
    assert!(simulated(&asking(&LONG.replace("'none'", "500"), &["rounds <= 20000"]), 10).is_ok());
    let text = asking(LONG, &["rounds until first blood > 20000"]);
    assert!(refusal(&text).contains("trials are followed for at most 10,000 rounds"), "{text}");
}

/// With stopped trials the median is unknown, and a warning says so.
#[test]
fn stopped_trials_have_no_median() {
    let result = simulated(LONG, 60).unwrap();
    assert!(result.cells[0].titled("median rounds").is_none());
    let warned =
        |result: &StudyResult| result.warnings.iter().any(|one| one.message().contains("stopped after 10000 rounds"));
    assert!(warned(&result));
    let short = simulated(
        "[rules]\nround_limit = 'none'\n[fighters]\na = { skill = 1, offense = 3 }\nb = { skill = 1, offense = 3 }\n",
        60,
    );
    let short = short.unwrap();
    assert!(short.cells[0].titled("median rounds").is_some() && !warned(&short));
}

/// Trials of tasks and similar subjects stop as well.
#[test]
fn tasks_reject_questions_after_their_last_period() {
    let task = "[task]\ntrait = 'Poor'\ndifficulty = 'Fair'\nsuccesses = 3\n";
    let error = refusal(&asking(task, &["periods <= 2000"]));
    assert!(error.contains("trials are followed for at most 999 periods"), "{error}");
    near(value(&solved(&asking(task, &["periods <= 999"])), "periods <= 999"), 1.0, 1e-9);
    let never = "[task]\ntrait = 'Poor'\ndifficulty = 'Superb'\nsuccesses = 3\n";
    near(value(&solved(&asking(never, &["periods <= 999"])), "periods <= 999"), 0.0, 1e-12);
}

/// The rules of a fight of four that is small enough to solve exactly.
const SMALL: &str = "[rules]\nbase = 'srd'\ndice = '2dF'\nrecord = { levels = [{ name = 'Hurt', from = 1, penalty = -1 }, \
                     { name = 'Incapacitated', from = 3, out = true }, { name = 'Near Death', from = 5, out = true }] }\n";

const FLED: &str = "[fighters]\nhero = { side = 'party', count = 2, skill = 'Fair', offense = 3, defense = 2, flees = 'Hurt' }\n\
                    orc = { count = 2, skill = 'Fair', offense = 3, defense = 2 }\n";

#[test]
fn verdict_names_fighters_who_left_the_fight() {
    let result = solved(&format!("{SMALL}{FLED}"));
    let unwrapped = |page: String| page.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = unwrapped(page(&result));
    assert!(!text.contains("are out of action in") && text.contains("are out of the fight in"), "{text}");
    assert!(text.contains("got away"), "{text}");
    let [out, down] = ["all of party out", "all of party down"].map(|name| value(&result, name));
    assert!(out > 0.5 && down < 0.2, "{out} {down}");
    let stays = unwrapped(page(&solved(&format!("{SMALL}{}", FLED.replace(", flees = 'Hurt'", "")))));
    assert!(stays.contains("are out of action in") && !stays.contains("out of the fight"), "{stays}");
}

#[test]
fn first_of_a_side_to_fall_exact_matches_simulation() {
    let fight = "[fighters]\nann = { side = 'party', skill = 1, offense = 2 }\nbo = { side = 'party', skill = 0, offense = 1 }\n\
                 orc = { skill = 0, offense = 3, count = 2 }\n";
    let asked = [
        "ann first of its side to fall",
        "ann first of its side to fall, given party wins",
        "bo first of its side to fall",
    ];
    let fight = &format!("{SMALL}{fight}");
    let [exact, tried] = [solved(&asking(fight, &asked)), simulated(&asking(fight, &asked), 100_000).unwrap()];
    asked.iter().for_each(|question| near(value(&tried, question), value(&exact, question), 0.01));
    // The weaker fighter falls first more often, and if a side loses, one of its members fell first.
    let [ann, bo] = [asked[0], asked[2]].map(|question| value(&exact, question));
    assert!(bo > ann && ann + bo >= value(&exact, "orc wins"), "{ann} {bo}");
    let first = value(&solved(fight), "ann first to fall");
    assert!(ann > first, "{ann} {first}: among all it is harder to be the first");
}

/// The figures that a file asks for are printed directly below the title, in every output format.
#[test]
fn asked_figures_are_printed_below_the_title() {
    let fight = "[fighters]\na = { skill = 1, offense = 3 }\nb = { skill = 1, offense = 3 }\n";
    let campaign = "[campaign.party]\nada = { skill = 2, offense = 2 }\nben = { skill = 2, offense = 2 }\n\
                    [campaign.stages]\nwolf = { foes = { wolf = { skill = 0, offense = 1 } } }\n";
    let check = "[check]\ntrait = 'Good'\ndifficulty = 'Fair'\n";
    let contest = "[contest]\nada = { trait = 1 }\nben = { trait = 0 }\n";
    let task = "[task]\ntrait = 'Good'\ndifficulty = 'Fair'\nsuccesses = 3\n";
    let vary = "[vary]\n\"fighters.a.skill\" = [0, 1]\n";
    let variants = "[variants]\n\"strong\" = { fighters.a.skill = 3 }\n";
    for (text, question) in [
        (fight.to_owned(), "a wins and rounds <= 4"),
        (campaign.to_owned(), "not any dies"),
        (check.to_owned(), "not success"),
        (contest.to_owned(), "not ada wins"),
        (task.to_owned(), "not over 5 periods"),
        (format!("{vary}{fight}"), "a wins and rounds <= 4"),
        (format!("{variants}{fight}"), "a wins and rounds <= 4"),
    ] {
        let result = solved(&asking(&text, &[question]));
        let below =
            |page: String| page.lines().filter(|line| !line.trim().is_empty()).nth(1).unwrap_or_default().to_owned();
        let lines = [below(page(&result)), below(full::page(&result).text(&Style::plain(100)))];
        lines.iter().for_each(|line| assert!(line.contains(&format!("Requested: “{question}”")), "{line}"));
        assert_eq!(json::document(&result, "x.toml")["asked"][0]["asked"], question);
        // Without the question there is no such line.
        assert!(!page(&solved(&text)).contains("Requested"));
    }
}
