//! Dice in formulas of damage, initiative, modifiers and processes: scripts set their results, and transcripts name the
//! dice that were rolled.

use fudgelab::scenario::{Overrides, Source, read_source};
use fudgelab::study::Study;
use fudgelab::study::replay::page::whole as page;
use fudgelab::study::replay::{Rolls, Transcript, find, parse_script, replay};

fn study(text: &str) -> Study {
    let source = Source::from_bytes("told.toml", text.as_bytes().to_vec()).unwrap();
    read_source(source, "".as_ref(), &Overrides::default()).map_err(|faults| faults.render(false)).unwrap().study
}

fn scripted(text: &str, script: &str) -> fudgelab::Result<Transcript> {
    replay(&study(text), 0, Rolls::Script(&parse_script(script).unwrap()))
}

/// The page on one line with single spaces, so that its width does not matter.
fn plain(transcript: &Transcript) -> String {
    page(transcript, 500).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A duel under `rules`, with extra keys for each fighter.
fn fight(rules: &str, [a, b]: [&str; 2]) -> String {
    let record = "record = { kind = \"in-order\", levels = [{ name = \"HP\", boxes = 30 }] }";
    format!(
        "[rules]\nbase = \"nutshell\"\n{rules}\n{record}\n[fighters]\na = {{ skill = 1{a} }}\nb = {{ skill = 0{b} }}\n"
    )
}

const CLIMB: &str = r#"
[process.climb]
counters = { up = { to = 6 }, oil = { to = 20, start = 12 } }
keys = { skill = { number = 2, from = 0, to = 5 } }
step = [
  { roll = "grip", dice = "2d6 - 7", trait = "skill", against = "d4 + 1" },
  { oil = "oil - d6", up = "up + (if grip >= 0 then d2 else 0)" },
]
ends = { top = "up = 6", dark = "oil = 0" }
"#;

/// One transcript for each key whose formula rolls dice.
#[test]
fn scripts_accept_results_of_formula_dice() {
    let points = |points: &str, gear| fight(&format!("damage = {{ points = \"{points}\" }}"), gear);
    let arms = |weapon: &'static str, armor: &'static str| [weapon, armor];
    let rage = r#"damage = { points = "1" }
counters.rage = { to = 9, start = 2, for = "a" }
after = [{ rage = "rage + d4", for = "a" }]"#;
    let initiative = "pacing = \"turns\"\ninitiative_roll = \"d6 + initiative\"";
    for (text, script, words) in [
        (points("2d6", arms("", "")), "2,-2,7", "points 7 (2d6 shows 7): 7 boxes. B marks 7 × HP."),
        (points("d6 + 2", arms("", "")), "2,-2,4", "points 6 (d6 shows 4): 6 boxes."),
        (points("degree + d4", arms("", "")), "2,-2,4", "points 9 (d4 shows 4): 9 boxes."),
        (points("20 - d6", arms("", "")), "2,-2,4", "points 16 (d6 shows 4): 16 boxes."),
        (points("max(2, d6)", arms("", "")), "2,-2,5", "points 5 (max(2, d6) shows 5): 5 boxes."),
        (points("if degree > 3 then 2d6 else d6", arms("", "")), "2,-2,12", "shows 12): 12 boxes."),
        (points("offense", arms(", offense = \"d4\"", "")), "2,-2,4", "offense 4 (d4 shows 4); points 4: 4 boxes."),
        (
            points("offense - defense", arms(", offense = \"d8 + 2\"", ", defense = \"d4\"")),
            "2,-2,8,3",
            "offense 10 (d8 shows 8); defense 3 (d4 shows 3); points 7: 7 boxes.",
        ),
        (
            points("offense - defense + d6", arms(", offense = \"d8\"", ", defense = \"d4\"")),
            "2,-2,1,1,6",
            "points 6 (d6 shows 6): 6 boxes.",
        ),
        (
            fight(initiative, arms(", initiative = 2", ", initiative = 0")),
            "4,1, 0,0, 0,0, 0,0",
            "Initiative of A: d6 shows 4, +2 = 6 Initiative of B: d6 shows 1 = 1",
        ),
        (fight(rage, arms("", "")), "2,-2,4", "A, at the end of the round: d4 shows 4. A: rage 2 to 6."),
        (
            fight("modifiers.aim = { add = \"d6 - 3\", to = \"attack\", for = \"a\" }", arms("", "")),
            "2,4,-2",
            "A attacks: Good, aim (d6 shows 4) +1, 4dF +2 = Superb+1",
        ),
        (CLIMB.to_owned(), "4,-5,6,4,-5,6", "grip: dice −5 +2 −5 (d4 shows 4) = −8 oil: 12 to 6 (d6 shows 6)"),
        ("[check]\ntrait = 0\ndifficulty = 1\ndice = \"3d6-table\"".to_owned(), "4", "3d6-table +4"),
        ("[check]\ntrait = 0\ndifficulty = 1\ndice = \"2d10 - 11\"".to_owned(), "-9", "2d10-11 −9"),
    ] {
        let page = plain(&scripted(&text, script).unwrap_or_else(|error| panic!("{text}: {error} {:?}", error.help())));
        assert!(page.contains(words), "{text}{script}: {page}");
    }
}

/// Numbers next to these are accepted in the test above.
#[test]
fn scripts_reject_impossible_results_of_formula_dice() {
    let points = |points: &str, gear| fight(&format!("damage = {{ points = \"{points}\" }}"), gear);
    let initiative = "pacing = \"turns\"\ninitiative_roll = \"d6 + initiative\"";
    for (text, script, message, help) in [
        (points("2d6", [""; 2]), "2,-2,13", "roll 3 of the script is 13, which 2d6 cannot show", "2d6 shows 2 to 12"),
        (points("2d6", [""; 2]), "2,-2,0", "roll 3 of the script is 0, which 2d6", "the damage roll of A"),
        (points("d6 + 2", [""; 2]), "2,-2,7", "is 7, which d6 cannot show", "d6 shows 1 to 6"),
        (points("offense", [", offense = \"d4\"", ""]), "2,-2,5", "is 5, which d4 cannot show", "d4 shows 1 to 4"),
        (points("2 * d6", [""; 2]), "2,-2,7", "is 7, which 2 * d6 cannot", "shows 2, 4, 6, 8, 10, 12"),
        (fight(initiative, [", initiative = 2", ""]), "7,1", "roll 1 of the script is 7, which d6 cannot", "of A; d6"),
        (fight("", [""; 2]), "9,-9", "is 9, which 4dF cannot show; roll 2 of the script is −9", "4dF shows −4 to 4"),
        (CLIMB.to_owned(), "4,-5,7", "roll 3 of the script is 7, which d6 cannot show", "a change of oil; d6 shows"),
        (
            "[check]\ntrait = 0\ndifficulty = 1\ndice = \"3d6-table\"".to_owned(),
            "12",
            "3d6-table cannot show",
            "−4 to 4",
        ),
    ] {
        let error = scripted(&text, script).unwrap_err();
        let told = error.help().unwrap_or_default();
        assert!(error.is_input() && error.message().contains(message), "{text}{script}: {error}");
        assert!(told.contains(help), "{text}{script}: {told}");
    }
}

/// Complete rounds before an impossible number are shown, and the number is reported.
#[test]
fn complete_rounds_before_an_impossible_roll_are_shown() {
    let text = fight("damage = { points = \"2d6\" }", [""; 2]);
    let page = plain(&scripted(&text, "2,-2,7,0,0,0").unwrap());
    assert!(page.contains("B marks 7 × HP.") && !page.contains("Round 2 A:"), "{page}");
    assert!(page.contains("breaks off in round 2, which is left out: roll 6 of the script is 0, which 2d6"), "{page}");
    // With a possible number the round is shown.
    assert!(plain(&scripted(&text, "2,-2,7,0,0,2").unwrap()).contains("points 2 (2d6 shows 2)"));
}

/// Each roll that a script sets is shown in the transcript of a trial, and no transcript shows dice that were not
/// rolled.
#[test]
fn transcripts_name_the_dice_that_were_rolled() {
    let by_formula = fight("pacing = \"turns\"\ninitiative_roll = \"d6 + initiative\"", [""; 2]);
    let by_dice = fight("pacing = \"turns\"", [""; 2]);
    let initiative = |text: &str| {
        let transcript = replay(&study(text), 0, Rolls::Trial(1)).unwrap();
        transcript.all("initiative").iter().map(|line| line.text.clone()).collect::<Vec<_>>()
    };
    assert!(initiative(&by_formula).iter().all(|text| text.contains("d6 shows") && !text.contains("4dF")));
    assert!(initiative(&by_dice).iter().all(|text| text.contains("4dF")));
    // A mob that rolls other dice than its members would.
    let mob = |rule: &str| {
        let rules = format!("[rules]\nbase = \"nutshell\"\n{rule}\n");
        let text = format!("{rules}[fighters]\na = {{ skill = 2 }}\nrat = {{ skill = 0, count = 3 }}\n");
        plain(&replay(&study(&text), 0, Rolls::Trial(1)).unwrap())
    };
    let told = mob("mob_roll = \"one-2dF\"");
    assert!(told.contains("Rat 1: Fair, 2dF") && !told.contains("Rat 1: Fair, 4dF"), "{told}");
    assert!(mob("").contains("Rat 1: Fair, 4dF"));
}

/// A modifier's dice that apply to both attack and damage are rolled twice, and each roll is shown where it counts.
#[test]
fn modifiers_with_dice_are_shown_once_per_line() {
    let text = "[rules]\nbase = \"nutshell\"\nmodifiers.bless = { add = \"d4\", to = [\"attack\", \"defense\", \"damage\"], for = \"a\" }\n\
                [fighters]\na = { skill = 3 }\nb = { skill = 0, count = 3 }\n";
    let study = study(text);
    let mut damages = 0;
    for trial in 1..=20 {
        let transcript = replay(&study, 0, Rolls::Trial(trial)).unwrap();
        for line in transcript.all("sum").into_iter().chain(transcript.all("damage")) {
            let text = &line.text;
            assert!(text.matches("bless").count() <= 1 && !text.contains("tactics"), "{trial}: {text}");
            // An arrow would mean that the terms do not add up.
            assert!(line.kind == "damage" || !text.contains('→'), "{trial}: {text}");
            damages += usize::from(line.kind == "damage" && text.contains("bless"));
        }
    }
    assert!(damages > 20, "{damages}");
}

#[test]
fn counters_are_shown_after_each_round() {
    let rules = "damage = { points = \"1\" }\ncounters.rage = { to = 9, start = 2, for = \"a\" }\n\
                 after = [{ rage = \"rage + 1\", for = \"a\" }]";
    let page = plain(&scripted(&fight(rules, [""; 2]), "0,0,0,0").unwrap());
    for words in ["A: rage 2 to 3.", "Undamaged, rage 3 B", "A: rage 3 to 4.", "Undamaged, rage 4 B"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    // Only a fighter with a counter shows one.
    assert_eq!(page.matches(", rage").count(), 2, "{page}");
    let climb = plain(&scripted(CLIMB, "4,-5,6,4,-5,6").unwrap());
    assert!(climb.contains("Now: up 0, oil 6.") && climb.contains("Now: up 0, oil 0."), "{climb}");
}

/// A point that lightens a wound is shown between the damage of the blow and its marks; a point for a reroll follows
/// the roll.
#[test]
fn fudge_points_are_shown_where_they_count() {
    let spends = "fudge_points = 3, spend = [\"lighter-wound\", \"reroll\"]";
    let text = format!(
        "[rules]\nbase = \"nutshell\"\n[fighters]\na = {{ skill = 1, {spends} }}\nb = {{ skill = 1, {spends}, count = 2 }}\n"
    );
    let study = study(&text);
    let (mut lighter, mut again) = (0, 0);
    for trial in 1..=50 {
        let transcript = replay(&study, 0, Rolls::Trial(trial)).unwrap();
        for hit in transcript.all("hit") {
            let kinds: Vec<&str> = hit.lines.iter().map(|line| line.kind).collect();
            if let Some(at) = kinds.iter().position(|kind| *kind == "spent") {
                lighter += 1;
                assert_eq!((kinds[at - 1], kinds[at + 1]), ("damage", "marks"), "{hit:?}");
                assert_eq!(hit.lines[at].word("who"), hit.word("target"));
                assert!(!hit.lines[at - 1].text.contains("no wound"), "{hit:?}");
            }
        }
        for exchange in transcript.all("exchange") {
            for pair in exchange.lines.windows(2).filter(|pair| pair[1].kind == "spent") {
                again += 1;
                assert_eq!((pair[0].kind, pair[0].word("who")), ("sum", pair[1].word("who")), "{exchange:?}");
            }
        }
    }
    assert!(lighter > 10 && again > 10, "{lighter} {again}");
}

/// A trial can be found by the number of events in it; figures that exist only over all trials are rejected with the
/// reason.
#[test]
fn trials_are_found_by_number_of_events() {
    let text = "[rules]\nbase = \"nutshell\"\n[fighters]\na = { skill = 1 }\nb = { skill = 0, count = 2 }\n";
    let study = study(text);
    for wanted in [2, 4] {
        let trial = find(&study, 0, &format!("a hits >= {wanted} and a wins"), 2_000, &()).unwrap().unwrap();
        let transcript = replay(&study, 0, Rolls::Trial(trial)).unwrap();
        let hits = transcript.all("hit").into_iter().filter(|hit| hit.word("by") == "A");
        assert!(hits.filter(|hit| hit.facts["graze"] == false).count() >= wanted, "{}", plain(&transcript));
        // No earlier trial has as many hits.
        assert_eq!(find(&study, 0, &format!("a hits >= {wanted} and a wins"), trial - 1, &()).unwrap(), None);
    }
    for (question, message) in [
        ("a hits", "is a number, not an outcome"),
        ("median rounds >= 3", "`median rounds` is computed over all trials"),
        ("wins by round", "`wins by round` is computed over all trials"),
    ] {
        let error = find(&study, 0, question, 1, &()).unwrap_err();
        assert!(error.message().contains(message), "{question}: {error}");
    }
}

/// A line before the first step and a line of the step can have the same number, but each roll has its own name.
#[test]
fn rolls_before_the_first_step_have_their_own_names() {
    let text = r#"
[process.camp]
counters = { wood = { to = 20 }, oil = { to = 20, start = 12 } }
begin = [{ roll = "search", dice = "d6" }, { wood = "wood + search + d4" }]
step = [{ roll = "cold", dice = "d8" }, { wood = "wood - cold", oil = "oil - d10" }]
ends = { dark = "oil = 0", frozen = "wood = 0" }
"#;
    for (script, name) in [("9", "search"), ("1,9", "wood"), ("1,1,9", "cold"), ("1,1,1,11", "oil")] {
        let error = scripted(text, script).unwrap_err();
        assert!(error.help().unwrap_or_default().contains(&format!(" of {name}; ")), "{script}: {error:?}");
    }
    let study = study(text);
    let words = study.words(&study.cells[0]);
    for (rolls, name) in [(&[][..], "search"), (&[1], "wood"), (&[1, 1], "cold"), (&[1, 1, 1], "oil")] {
        let (next, _) = study.subjects.along(0, &words, rolls).unwrap().next.unwrap();
        assert!(next.ends_with(&format!(" of {name}")), "{rolls:?}: {next}");
    }
    let made = study.subjects.along(0, &words, &[1, 2, 3, 4]).unwrap().rolls;
    let made: Vec<&str> = made.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(made, ["search", "wood", "cold", "oil"]);
}
