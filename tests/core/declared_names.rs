//! Names that a file declares: those that formulas already use are rejected, with a suggestion that is free.

use crate::support::written::{refusal, study};
use fudgelab::document::Source;
use fudgelab::report::rolls::formula::FormulaDistribution;
use fudgelab::rules::names::CONTEXTS;
use fudgelab::scenario::{Overrides, Scenario, read_source};

/// A kind of declaration, and a function that writes a file with a declaration of that kind.
type Place = (&'static str, fn(&str) -> String);

const PLACES: [Place; 10] = [
    ("counter", |name| fight(&format!("counters.{name} = {{ to = 2 }}"), "", "")),
    ("trait", |name| fight("", &format!("traits = {{ {name} = 1 }}"), "")),
    ("constant", |name| fight("", "", &format!("[constants]\n{name} = 2\n"))),
    ("dice", |name| fight("", "", &format!("[dice]\n{name} = '4dF'\n"))),
    ("step", |name| fight(&format!("damage.steps = [['{name}', 'degree'], ['points', '{name} + 1']]"), "", "")),
    ("key", |name| process(&format!("keys.{name} = 1"), &format!("n + {name}"), "done", "")),
    ("process counter", |name| process(&format!("counters.{name} = {{ to = 9 }}"), "n + 1", "done", name)),
    ("roll", |name| process("", "n + 1", "done", &format!("roll {name}"))),
    ("end", |name| process("", "n + 1", name, "")),
    ("constant of a process", |name| {
        format!("[constants]\n{name} = 2\n{}", process("", &format!("n + {name}"), "done", ""))
    }),
];

fn fight(rules: &str, fighter: &str, before: &str) -> String {
    let comma = if fighter.is_empty() { "" } else { ", " };
    format!(
        "{before}[rules]\nbase = 'nutshell'\n{rules}\n[fighters]\na = {{ skill = 1{comma}{fighter} }}\nb = {{ skill = 0 }}\n"
    )
}

fn process(part: &str, sum: &str, end: &str, more: &str) -> String {
    let line = match more.strip_prefix("roll ") {
        Some(roll) => format!("{{ roll = \"{roll}\", dice = \"d10\" }}, {{ when = \"{roll} >= 5\", n = \"{sum}\" }}"),
        None if !more.is_empty() => {
            format!("{{ {more} = \"{more} + 1\" }}, {{ when = \"{more} >= 1\", n = \"{sum}\" }}")
        }
        None => format!("{{ n = \"{sum}\" }}"),
    };
    format!("[process.p]\n{part}\ncounters.n = {{ to = 3 }}\nstep = [{line}]\nends = {{ {end} = \"n = 3\" }}\n")
}

fn read(text: &str) -> Result<Scenario, String> {
    let source = Source::from_bytes("file.toml", text.as_bytes().to_vec()).unwrap();
    read_source(source, "".as_ref(), &Overrides::default()).map_err(|problems| problems.to_string())
}

/// The name that the error about `name` suggests.
fn offered(error: &str, name: &str) -> Option<String> {
    let at = error.find(&format!("`{name}`")).map(|at| &error[at..])?;
    let help = &at[at.find("call it `")? + "call it `".len()..];
    Some(help[..help.find('`')?].to_owned())
}

#[test]
fn reserved_words_are_rejected_with_a_working_suggestion() {
    let fights = [
        "armor",
        "offense",
        "defense",
        "roll",
        "bonus",
        "degree",
        "skill",
        "foe_skill",
        "hit",
        "need",
        "wound",
        "joined",
        "worst_slot",
    ];
    let processes = ["step", "margin"];
    let everywhere = ["d6", "dF", "if", "true"];
    let mut refused = 0;
    for (place, file) in PLACES {
        let is_process = file("x").contains("[process");
        let words: &[&str] = if is_process { &processes } else { &fights };
        // A process distinguishes its own names from the method `none` by their position.
        let knows_none = ["process counter", "roll", "end"].contains(&place);
        assert!(!knows_none || read(&file("none")).is_ok(), "{place}");
        for word in words.iter().chain(&everywhere).chain(if knows_none { None } else { Some(&"none") }) {
            let text = file(word);
            let error = match read(&text) {
                Err(error) => error,
                Ok(_) => panic!("{place} {word} is accepted:\n{text}"),
            };
            let free = offered(&error, word).unwrap_or_else(|| panic!("{place} {word}: {error}"));
            if let Err(error) = read(&file(&free)) {
                panic!("{place} {word}: `{free}` does not work: {error}");
            }
            refused += 1;
        }
        read(&file("momentum")).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn functions_are_rejected_except_as_process_keys() {
    for (place, file) in PLACES {
        assert_eq!(read(&file("max")).is_ok(), place == "key", "{place}");
    }
}

#[test]
fn odds_values_must_not_repeat_dice_or_each_other() {
    let read = |names: &[(&str, i64)]| {
        let names: Vec<(String, i64)> = names.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        FormulaDistribution::read("4dF + need", &names).map_err(|problems| problems.to_string())
    };
    let error = read(&[("need", 1), ("d6", 3)]).unwrap_err();
    assert!(
        error.contains("`d6` is a die in formulas") && offered(&error, "d6").as_deref() == Some("own_d6"),
        "{error}"
    );
    assert!(read(&[("need", 1), ("need", 2)]).unwrap_err().contains("`need` already has a value"));
    assert!(read(&[("need", 1), ("own_d6", 3)]).is_ok());
}

#[test]
fn names_in_one_file_must_differ() {
    let at = |rules: &str, fighter: &str, before: &str| refusal(&fight(rules, fighter, before));
    assert!(at("counters.edge = { to = 2 }", "", "[constants]\nedge = 1\n").contains("`edge` is a constant"));
    assert!(at("counters.grip = { to = 2 }", "traits = { grip = 1 }", "").contains("`grip` is a trait"));
    assert!(
        at("damage.steps = [['grip', '1'], ['points', 'grip']]", "traits = { grip = 1 }", "")
            .contains("`grip` is a trait")
    );
    assert!(at("", "traits = { edge = 1 }", "[constants]\nedge = 1\n").contains("`edge` is a constant"));
    assert!(at("counters.grip = { to = 2 }", "", "[constants]\nfoe_grip = 1\n").contains("as `foe_grip`"));
    assert!(read(&fight("counters.edge = { to = 2 }", "traits = { grip = 1 }", "[constants]\nforce = 1\n")).is_ok());
}

#[test]
fn measures_must_not_repeat_ends_or_steps() {
    let with = |name: &str| format!("{}measures.\"{name}\" = {{ mean = \"n\" }}\n", process("", "n + 1", "done", ""));
    for name in ["done", "Done", "steps"] {
        let error = read(&with(name)).map(|_| ()).unwrap_err();
        assert!(error.contains(&format!("`{name}` is the")), "{error}");
    }
    // Formulas do not use measures, so any other name is free.
    for name in ["n", "max", "step", "d6", "if"] {
        read(&with(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn names_implied_by_rolls_and_lists_are_taken() {
    let natural = process("counters.chant_natural = { to = 2 }", "n + 1", "done", "roll chant");
    assert!(refusal(&natural).contains("`chant_natural` is declared twice"));
    let list = process("keys.dates = [1, 2]\ncounters.dates_count = { to = 2 }", "n + lookup(0, dates)", "done", "");
    assert!(refusal(&list).contains("`dates_count` is declared twice"));
}

#[test]
fn context_words_are_listed_with_their_owner() {
    for context in CONTEXTS {
        for (name, meaning) in context.names_with_meanings() {
            assert!(!meaning.is_empty(), "{name} of {}", context.about);
        }
    }
    let listed = fudgelab::rules::names::DAMAGE.names_with_meanings();
    let meaning = |name: &str| listed.iter().find(|(known, _)| known == name).map(|(_, meaning)| meaning.as_str());
    assert_eq!(meaning("armor"), Some("the target's armor"));
    assert_eq!(meaning("skill"), Some("the striker's skill"));
    assert_eq!(meaning("foe_skill"), Some("the target's skill"));
}

/// Whether a fight with a counter `plate` for `whom` and the damage `points` gets the note about `foe_plate`. `b` has
/// further keys of the second fighter.
fn warned(whom: &str, points: &str, b: &str) -> bool {
    let rules = format!(
        "counters.plate = {{ to = 3, start = 3, for = '{whom}' }}\nafter = [{{ when = 'was_hit', plate = 'plate - 1' }}]\ndamage.points = '{points}'"
    );
    let text = fight(&rules, "", "").replace("b = { skill = 0 }", &format!("b = {{ skill = 0{b} }}"));
    let warnings: Vec<String> =
        study(&text).warnings.iter().map(|warning| format!("{}; {}", warning.message(), warning.remedy)).collect();
    warnings.iter().any(|warning| warning.contains("is the attacker's") && warning.contains("`foe_plate`"))
}

#[test]
fn warns_about_the_strikers_counter_if_the_target_has_one() {
    assert!(warned("a", "degree + offense - plate", ""));
    assert!(warned("all", "degree + offense - plate", ""));
    assert!(!warned("a", "degree + offense - foe_plate", ""));
    assert!(!warned("all", "degree + plate - foe_plate", ""));
    // The only fighter with the counter is never struck.
    assert!(!warned("a", "degree + offense - plate", ", only_defends = true"));
}
