//! Custom damage rules, written as formulas.

use crate::support::agree::{self, Case};
use crate::support::fights;
use crate::support::once;
use crate::support::written::{exact, refusal, refused, scenario};
use crate::support::{duel, fighter, nutshell};
use fudgelab::RulesByName;
use fudgelab::combat::{Fight, Fighter};
use fudgelab::rules::{LevelRule, Record, RecordKind, Rules};
use fudgelab::study::Study;
use fudgelab::study::replay::{Rolls, replay};
use serde::Deserialize;

/// A duel from `duels.json`, with win chances and mean rounds calculated outside this program.
#[derive(Deserialize)]
struct Known {
    id: String,
    file: Vec<String>,
    ann: f64,
    bob: f64,
    draw: f64,
    rounds: f64,
}

fn known() -> Vec<Known> {
    serde_json::from_str(include_str!("duels.json")).unwrap()
}

impl Known {
    fn text(&self) -> String {
        self.file.join("\n")
    }
}

#[test]
fn known_duels_are_solved_exactly() {
    for one in known() {
        let found = exact(&one.text());
        let figures =
            [("wins", "Ann", one.ann), ("wins", "Bob", one.bob), ("draw", "", one.draw), ("rounds", "", one.rounds)];
        for (measure, whose, right) in figures {
            let value = found(measure, whose);
            let off = (value - right).abs() / right.abs().max(1.0);
            assert!(off < 1e-12, "{}: {measure} of {whose}: {value}, right is {right}", one.id);
        }
    }
}

/// A correct simulation fails for 0.1 % of all seeds, for each duel.
#[test]
fn known_duels_exact_matches_simulation() {
    for one in known() {
        let text = one.text().replace("\"none\"", "1000");
        assert_eq!(refused(&text, &text), [], "{}", one.id);
    }
}

fn hit_points(boxes: u8) -> Record {
    let level = LevelRule { name: "Hit points".to_owned(), from: 0, boxes, penalty: 0, out: false };
    Record { kind: RecordKind::InOrder, levels: vec![level], ..Record::standard() }
}

fn amended(toml: &str) -> Rules {
    nutshell().amend(toml).unwrap()
}

/// Known duel names/raises: each full 4 above the guard adds a d6 to the damage. The fighters have 15 and 18 hit
/// points.
fn raises() -> Fight {
    let rules = "dice = 'd20'\nround_limit = 'none'\ndamage = { points = 'offense + sum(pool((attack - guard) / 4, d6)) - defense' }";
    let ann = Fighter { offense: 2, defense: 1, record: Some(hit_points(15)), ..fighter("ann", 3) };
    let bob = Fighter { offense: 3, defense: 2, record: Some(hit_points(18)), ..fighter("bob", 1) };
    duel(ann, bob, &amended(rules))
}

#[test]
fn raises_match_known_answer() {
    let solved = fights::solve(&raises()).unwrap();
    assert!((solved.wins[0] - 0.535_237_334_164_108_1).abs() < 1e-12, "{:?}", solved.wins);
    assert!((solved.mean_rounds - 4.861_098_126_760_419).abs() < 1e-11, "{}", solved.mean_rounds);
}

/// Options of a printed rule, and formulas for the same rule.
const SAME: [(&str, &str); 6] = [
    ("damage_roll = 'none'", "points = 'degree + offense - defense + scale + bonus'"),
    ("degree_multiplier = 2", "points = '2 * degree + offense - defense + scale + bonus'"),
    ("damage_roll = '1dF-points'", "roll = 'dF'\npoints = 'degree + offense - defense + scale + bonus + roll'"),
    (
        "damage_roll = '4dF-limited'",
        "roll = '4dF'\nsteps = [['calculated', 'degree + offense - defense + scale + bonus'], ['points', 'if calculated > 0 then clamp(1, calculated + roll, 2 * calculated) else min(1, calculated + roll)']]",
    ),
    (
        "damage_roll = 'parity-points'",
        "points = 'degree + offense - defense + scale + bonus + (if remainder(natural, 2) = 0 then 1 else 0) - (if remainder(foe_natural, 2) = 0 then 1 else 0)'",
    ),
    (
        "damage_roll = '1dF-level'",
        "roll = 'dF'\nsteps = [['plain', 'wound(degree + offense - defense + scale + bonus)'], ['level', 'if plain = 0 then 0 else plain + roll']]",
    ),
];

/// Fights with `formulas`, each with its counterpart under the printed rules `options`: a duel, a duel in turns, one
/// against two, an all-out attacker, and a foe without dice.
fn cases(options: &str, formulas: &str) -> Vec<Case> {
    let fights = |text: &str| {
        let of = |more: &str| {
            let (rules, fighters) = more.split_once('#').unwrap_or((more, ""));
            let file = format!(
                "[rules]\nbase = 'nutshell'\ndice = '2dF'\nround_limit = 100\nstatic_tie = 'hit'\n{rules}\n{text}\n[fighters.ann]\nskill = 1\noffense = 2\ndefense = 1\n{fighters}"
            );
            fights::fight_of(&scenario(&file).study, 0).fight.clone()
        };
        let bob = "[fighters.bob]\nskill = 0\noffense = 3\ndefense = 2\nstrength_scale = 1\nmass_scale = 1\nscale_piercing = 'halve'\n";
        [
            of(&format!("#tactic = 'normal'\n{bob}")),
            of(&format!("pacing = 'turns'#{bob}")),
            of(&format!("#{bob}count = 2\n")),
            of(&format!("all_out = 'srd'#tactic = 'all-out-offense'\n{bob}")),
            of(&format!("#{bob}dice = 'none'\n")),
        ]
    };
    let by_rule = fights(options);
    let own = if formulas.starts_with("roll") || formulas.starts_with("points") {
        format!("[rules.damage]\n{formulas}")
    } else {
        formulas.to_owned()
    };
    let names = ["a duel", "turns", "one against two", "all out", "no dice"];
    names.into_iter().zip(fights(&own)).zip(by_rule).map(|((name, own), printed)| (name, own, printed)).collect()
}

/// `damage.rs` and `blows.rs` test the printed rules themselves.
#[test]
fn formulas_match_equivalent_printed_rules() {
    for (options, formulas) in SAME {
        for (name, own, printed) in cases(options, formulas) {
            let [own, printed] = [own, printed].map(|fight| once::solve(&fight).unwrap());
            let figures =
                |one: &fights::Solved| [&one.wins[..], &[one.nobody, one.undecided], &one.levels.concat()].concat();
            let pairs = figures(&own).into_iter().zip(figures(&printed));
            let far: Vec<(f64, f64)> = pairs.filter(|(one, other)| (one - other).abs() > 1e-12).collect();
            assert_eq!(far, [], "{name} by {options}");
        }
    }
}

/// Rules that depend on the results of both fighters, each with a printed rule as counterpart.
fn by_results() -> Vec<Case> {
    let text = |points: &str| format!("[rules.damage]\nroll = 'dF'\npoints = '{points}'");
    let of = |points: &str| cases("damage_roll = '1dF-points'", &text(points)[15..]);
    let attack = of("degree + offense - defense + roll + max(0, attack - 2)");
    let guard = of("offense - guard_fixed + degree + roll");
    let critical = of("degree + offense - defense + roll + (if critical then 3 else 0)");
    let natural = of("offense + natural - foe_natural + (if degree = 1 then roll else 2)");
    [attack, guard, critical, natural].into_iter().flatten().collect()
}

#[test]
fn rules_by_results_exact_matches_simulation() {
    assert_eq!(agree::disagreements(&by_results()), Vec::<String>::new());
}

const BEGIN: &str =
    "[fighters.ann]\nskill = 1\noffense = 2\n[fighters.bob]\nskill = 0\ndefense = 1\n[rules]\nbase = 'nutshell'\n";

fn text_of(study: &Study, trial: u64) -> String {
    replay(study, 0, Rolls::Trial(trial)).unwrap().to_string().replace('\u{a0}', " ")
}

fn replayed(rule: &str) -> String {
    let study = scenario(&format!("{BEGIN}round_limit = 20\n{rule}")).study;
    let lines = (1..12).map(|trial| text_of(&study, trial));
    lines.collect()
}

#[test]
fn replays_print_the_steps() {
    let rule = "damage = { roll = '4dF', steps = [['calculated', 'degree + offense - defense'], ['points', 'if calculated > 3 then calculated else calculated + roll']] }";
    let told = replayed(rule);
    // The roll is printed only if it is made.
    assert!(told.contains("Damage: relative degree 2; calculated 3; roll "), "{told}");
    assert!(told.contains("calculated 4; points 4"), "{told}");
}

/// Invalid rules, each with a part of its error.
const REFUSED: [(&str, &str); 14] = [
    ("damage = { points = 'degree + ofense' }", "`ofense` is not known here"),
    ("damage = { points = 'minimum - defense' }", "`minimum` is not known here"),
    ("damage = { points = 'lost + degree' }", "`lost` is not known here"),
    ("damage = { points = 'degree + roll' }", "`roll` is not known here"),
    ("damage = { roll = '4dF', points = 'degree' }", "`roll` is never used"),
    ("damage = { steps = [['half', 'degree / 2'], ['points', 'degree']] }", "the step `half` is never used"),
    ("damage = { steps = [['degree', '1'], ['points', 'degree']] }", "`degree` is the relative degree"),
    ("damage = { steps = [['level', '1'], ['points', 'level']] }", "the step `level` must be the last one"),
    ("damage = {}", "has neither `points` nor `steps`"),
    ("damage = { points = '1', steps = [['points', '1']] }", "has `points` and `steps`"),
    ("damage_roll = '4dF-limited'\ndamage = { points = 'degree' }", "`damage_roll` has no effect with a damage rule"),
    ("damage = { points = '12 / (degree - 2)' }", "the divisor can be 0, for degree = 2"),
    (
        "record = { kind = 'in-order', levels = [{ name = 'Out', boxes = 4 }] }\ndamage = { steps = [['level', 'degree']] }",
        "a hit has points but no wound level",
    ),
    (
        "damage = { points = 'degree + muscle' }\n[fighters.bob.traits]\nmuscle = 'Good'",
        "Ann has no `muscle`, which the damage rule uses",
    ),
];

#[test]
fn rejects_invalid_damage_rules() {
    for (rule, part) in REFUSED {
        let said = refusal(&format!("{BEGIN}{rule}\n"));
        assert!(said.contains(part), "{rule}: {said}");
    }
}

#[test]
fn errors_give_position_in_file_and_formula() {
    let said = refusal(&format!("{BEGIN}damage = {{ points = 'let half = degree / 2; degree' }}\n"));
    assert!(said.contains("fight.toml:9:26") && said.contains("column 5 of the formula"), "{said}");
}

/// A custom trait, as a word of the ladder and as a number: Great is 2.
#[test]
fn damage_rules_use_custom_traits() {
    let file = |rule: &str| {
        format!(
            "{BEGIN}damage = {{ points = '{rule}' }}\n[fighters.ann.traits]\nmuscle = 'Great'\n[fighters.bob.traits]\nmuscle = 1\n"
        )
    };
    let found = exact(&file("degree + muscle - foe_muscle + 2 * size"));
    let plain = exact(&format!("{BEGIN}damage = {{ points = 'degree + (if offense = 2 then 1 else -1)' }}\n"));
    assert!((found("wins", "Ann") - plain("wins", "Ann")).abs() < 1e-12);
}

fn with_factors(offense: &str, defense: &str, rules: &str) -> String {
    format!(
        "[rules]\nbase = 'nutshell'\nround_limit = 100\n{rules}\n[fighters.ann]\nskill = 1\noffense = {offense}\ndefense = 1\n[fighters.bob]\nskill = 0\noffense = 3\ndefense = {defense}\n"
    )
}

/// Dice of a weapon or armor equal dice that a damage rule rolls for that fighter only.
#[test]
fn weapon_and_armor_dice_are_rolled_for_each_hit() {
    let figures = |text: &str| {
        let found = exact(text);
        [("wins", "Ann"), ("wins", "Bob"), ("rounds", "")].map(|(measure, whose)| found(measure, whose))
    };
    // Only Ann has a skill of 1, so it identifies her in formulas.
    let by_rule = "damage = { points = 'degree - defense + (if skill = 1 then 1d6 + 1 else 3)' }";
    let same = |one: &str, other: &str| {
        let pairs = figures(one).into_iter().zip(figures(other));
        pairs.for_each(|(one, other)| assert!((one - other).abs() < 1e-12, "{one} and {other}"));
    };
    same(&with_factors("'1d6 + 1'", "2", ""), &with_factors("0", "2", by_rule));
    same(
        &with_factors("'1d6 + skill'", "2", "damage = { points = 'degree + offense - defense' }"),
        &with_factors("0", "2", by_rule),
    );
    let armor = "damage = { points = 'degree + offense - (if skill = 1 then 1d3 else 1)' }";
    same(&with_factors("2", "'1d3'", ""), &with_factors("2", "0", armor));
    let both = with_factors("'1d6'", "'1d3'", "degree_multiplier = 2");
    assert_eq!(refused(&both, &both), []);
}

#[test]
fn weapon_dice_are_printed_and_their_errors_located() {
    let study = scenario(&with_factors("'1d6 + 1'", "2", "")).study;
    let told: String = (1..8).map(|trial| text_of(&study, trial)).collect();
    assert!(told.contains("Damage: relative degree 1; offense "), "{told}");
    let said = refusal(&with_factors("'1d6 + muscles'", "2", ""));
    assert!(said.contains("`muscles` is not known here") && said.contains("column 7 of the formula"), "{said}");
    let study = scenario(&with_factors("'1d6'", "2", "damage_roll = '4dF-limited'")).study;
    let told: String = (1..8).map(|trial| text_of(&study, trial)).collect();
    assert!(told.contains("; calculated ") && told.contains("; 4dF "), "{told}");
}

#[test]
fn warns_that_a_range_of_factors_is_drawn_once() {
    let warned = |offense: &str| {
        let scenario = scenario(&with_factors(offense, "2", ""));
        scenario
            .study
            .warnings
            .iter()
            .any(|warning| warning.message().contains("is drawn once for each fight, not for each hit"))
    };
    assert!(warned("'1 to 6'") && !warned("'1d6'") && !warned("2"));
}
