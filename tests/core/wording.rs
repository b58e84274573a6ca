//! Wording: levels in any case, ranges, verbs that agree, and errors that name the file and the line.

use crate::support::written::{refusal, scenario, study};
use fudgelab::document::Files;
use fudgelab::report::answers::brief;
use fudgelab::report::formats::terminal::Style;
use fudgelab::scenario::{Overrides, Source, read_files};
use fudgelab::study::replay::{Rolls, page::whole, replay};
use fudgelab::study::{MethodChoice, Study, run};

const DUEL: &str = "[fighters.a]\nskill = 1\n[fighters.b]\nskill = 0\n";

/// The page of a scenario text, solved exactly.
fn page(text: &str) -> String {
    let plan = Study { method: MethodChoice::Exact, ..study(text) };
    brief::page(&run(&plan, &()).unwrap()).text(&Style::plain(200))
}

/// The errors of a duel whose rules are based on another file.
fn refusal_of_base(rules: &str) -> String {
    let file = |name: &str, text: &str| Source::from_bytes(name, text.as_bytes().to_vec()).unwrap();
    let main = file("fight.toml", &format!("# one\n\n[rules]\nbase = 'house.toml'\n{DUEL}"));
    let files = Files::of(main, [file("house.toml", rules)]);
    read_files(&files, &Overrides::default()).unwrap_err().to_string()
}

#[test]
fn wound_levels_in_any_case_give_equal_figures() {
    let exits = |flees: &str, yields: &str| {
        let text = format!(
            "[fighters.a]\nskill = 1\nyields_at = '{yields}'\nwounds = ['{flees}']\n[fighters.b]\nskill = 0\nflees = '{flees}'\n"
        );
        page(&text)
    };
    assert_eq!(exits("hurt", "very  HURT"), exits("Hurt", "Very Hurt"));
    assert_ne!(exits("scratch", "very hurt"), exits("Hurt", "Very Hurt"));
    assert!(
        refusal("[fighters.a]\nskill = 1\nyields_at = 'very hurtt'\n[fighters.b]\nskill = 0\n").contains("`Very Hurt`")
    );
}

#[test]
fn wound_levels_that_differ_only_in_case_are_rejected() {
    let record = |second: &str| {
        format!(
            "[rules.record]\nlevels = [{{ name = 'Hurt', from = 1 }}, {{ name = '{second}', from = 3, out = true }}]\n{DUEL}"
        )
    };
    assert!(refusal(&record("hurt")).contains("a name that is taken"));
    scenario(&record("Down"));
}

#[test]
fn varied_ranges_in_texts_equal_lists() {
    let varied = |values: &str| page(&format!("{DUEL}[vary]\n'fighters.b.count' = {values}\n"));
    assert_eq!(varied("'1..3'"), varied("[1, 2, 3]"));
    assert_eq!(varied("'3 to 1'"), varied("[3, 2, 1]"));
    assert_ne!(varied("'1..3'"), varied("[1, 2]"));
    let level = page(&format!("{DUEL}[vary]\n'fighters.b.skill' = 'poor..fair'\n"));
    assert_eq!(level, page(&format!("{DUEL}[vary]\n'fighters.b.skill' = {{ from = 'Poor', to = 'Fair' }}\n")));
    assert!(refusal(&format!("{DUEL}[vary]\n'fighters.b.skill' = 'poor..fairr'\n")).contains("did you mean `Fair`"));
}

#[test]
fn impossible_counts_report_a_remedy() {
    let with = |count: &str| refusal(&format!("{DUEL}count = {count}\n"));
    assert!(with("'2..8'").contains("to compare several, use `[vary]`"));
    assert!(with("0").contains("write 1 or more"));
    let varied = refusal(&format!("{DUEL}[vary]\n'fighters.b.count' = [0, 1]\n"));
    assert!(varied.contains("fight.toml:6:23") && varied.contains("write 1 or more"), "{varied}");
}

#[test]
fn gear_errors_name_the_game_that_has_it() {
    let gun = |rules: &str, weapon: &str| {
        format!("{rules}[fighters.a]\nskill = 1\nweapon = '{weapon}'\n[fighters.b]\nskill = 0\n")
    };
    assert!(refusal(&gun("", "shotgun")).contains("`gear = \"lite\"` has 3"));
    assert!(!refusal(&gun("", "raygun")).contains("`gear ="));
    scenario(&gun("[rules]\ngear = 'lite'\n", "shotgun"));
}

#[test]
fn wrong_modifiers_of_a_base_report_its_file_and_line() {
    let modifier = |rest: &str| {
        refusal_of_base(&format!("[rules]\nbase = 'srd'\n[[rules.modifiers]]\nname = 'x'\nto = 'attack'\n{rest}\n"))
    };
    assert!(modifier("add = \"if level = 'Bad' then 1 else 0\"").contains("house.toml:6:7"));
    assert!(modifier("add = '1 / (level - level)'").contains("house.toml:6:7"));
    assert!(modifier("when = \"foe_level = 'Bad'\"\nadd = 1").contains("house.toml:6:8"));
    let nobody = modifier("add = 1\nfor = 'nobody'");
    assert!(nobody.contains("house.toml:7:7"), "{nobody}");
    assert!(nobody.trim_end().ends_with("use the name of a fighter or a side: A, B"), "{nobody}");
}

#[test]
fn wrong_modifiers_of_a_file_report_their_line() {
    let text = format!("{DUEL}[rules]\nmodifiers = [{{ name = 'x', to = 'attack', add = 1, for = 'nobody' }}]\n");
    assert!(refusal(&text).contains("fight.toml:6:58"));
    let own = text.replace("nobody", "A");
    scenario(&own);
}

#[test]
fn sides_with_plural_names_take_plural_verbs() {
    let said = |name: &str, count: u8| {
        page(&format!("[fighters.Ada]\nskill = 1\n[fighters.{name}]\nskill = 0\ncount = {count}\n"))
    };
    assert!(said("Goblins", 2).contains("Goblins win ") && !said("Goblins", 2).contains("Goblins wins"));
    assert!(said("Holmes", 1).contains("Holmes wins "));
}

/// Only sentences use the plural; the figure keeps its name, since data files use it.
#[test]
fn sides_of_one_stat_block_are_plural_in_sentences() {
    let fight = |rest: &str| format!("[fighters.Ada]\nskill = -1\n[fighters.Goblin]\nskill = 2\n{rest}\n");
    let several = page(&fight("count = 2"));
    assert!(several.contains(" of the time, goblins ") && several.contains("Goblin wins  "), "{several}");
    let first = page("[fighters.Goblin]\nskill = 1\ncount = 2\n[fighters.Ada]\nskill = 1\n");
    assert!(first.contains("Goblins win ") && first.contains("For goblins this fight is "), "{first}");
    assert!(first.contains(": they win "), "{first}");
    let alone = page(&fight(""));
    assert!(alone.contains(" of the time, Goblin ") && !alone.contains("oblins"), "{alone}");
    let named = page(&fight("count = 2\nside = 'horde'"));
    assert!(named.contains(" of the time, horde ") && !named.contains(", goblins "), "{named}");
    let last = |text: &str| {
        let told = whole(&replay(&study(text), 0, Rolls::Trial(1)).unwrap(), 100);
        told.trim_end().lines().last().unwrap().to_owned()
    };
    assert!(last(&fight("count = 2")).starts_with("Goblins win after "), "{}", last(&fight("count = 2")));
    assert!(last(&fight("")).starts_with("Goblin wins after "));
    assert!(last(&fight("side = 'wolves'")).starts_with("wolves win after "));
}

#[test]
fn page_lists_only_the_questions_of_the_file() {
    let text = format!("{DUEL}[vary]\n'fighters.b.skill' = [0, 1]\n");
    let expected = format!("{text}[[expect]]\nmeasure = 'a comes back'\nbetween = ['0 %', '99 %']\n");
    let found = page(&expected);
    assert!(!found.contains("Questions") && !found.contains("B comes back"), "{found}");
    let asked = page(&format!("{expected}[[ask]]\nmeasure = 'a comes back'\n"));
    assert!(
        asked.contains("Questions") && asked.contains("A comes back") && !asked.contains("B comes back"),
        "{asked}"
    );
    let of_all = page(&format!("{text}[[ask]]\nmeasure = 'lead changes'\n"));
    assert!(of_all.contains("Questions") && of_all.contains("lead changes"), "{of_all}");
}

#[test]
fn page_without_key_figures_omits_their_heading() {
    let text = format!("{DUEL}[vary]\n'fighters.b.skill' = [0, 1]\n");
    let asked = format!("{text}[[ask]]\nmeasure = 'a wins'\n");
    let answered = |text: &str| {
        let plan = Study { method: MethodChoice::Exact, ..study(text) };
        brief::page(&fudgelab::study::answer(&plan, &()).unwrap()).text(&Style::plain(100))
    };
    assert!(!answered(&asked).contains("Key figures"), "{}", answered(&asked));
    assert!(page(&text).contains("Key figures"));
}

#[test]
fn long_spreads_show_their_likeliest_values() {
    let text = "[process.p]\ncounters = { n = { to = 60 } }\nstep = [{ n = '10d6' }]\nends = { over = 'step >= 1' }\n\
                [process.p.measures]\ntotal = { spread = 'n' }\n[p]\n";
    let page = page(text);
    assert!(page.contains("35 7.3") && !page.contains("10 <"), "{page}");
    assert!(page.contains("more that are less likely"), "{page}");
}
