//! Outnumbering, parts of armor, `hit` rules, surrender and counters in fights of any pacing (readings 57 to 59).

use crate::support::written::{exact, refusal, refused, scenario};
use fudgelab::rules::Rules;
use fudgelab::scenario::amend;
use fudgelab::study::{MethodChoice, Study, run};

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}

/// The chance that Dora beats the orc of the library, whose "medium metal" is one of the parts of `defense` unless it
/// is replaced.
fn mace_and_orc(rules: &str, orc: &str) -> f64 {
    exact(&mace_text(rules, orc))("wins", "Dora")
}

fn mace_text(rules: &str, orc: &str) -> String {
    let dora = "[fighters.dora]\nskill = 'Fair'\nweapon = 'mace'\narmor = 'light metal'\n";
    format!("{rules}\n{dora}[fighters.orc]\n{orc}")
}

/// W5, reading 58: the mace leaves 1 of 3, so each has a factor of 1 against the other.
#[test]
fn maces_halve_armor_among_the_parts_of_defense() {
    near(mace_and_orc("", "like = 'orc'"), 0.5);
    let pelt = "skill = 'Fair'\noffense = { axe = 3 }\ndefense = ";
    near(mace_and_orc("", &format!("{pelt}{{ 'Medium-Metal' = 3 }}")), 0.5);
    // Negative control: a part without the name of an armor is not halved.
    assert!(mace_and_orc("", &format!("{pelt}{{ pelt = 3 }}")) < 0.3);
    assert!(mace_and_orc("", &format!("{pelt}{{ scale = 3 }}")) < 0.3);
}

/// Reading 58: whatever the rules do with armor, a part named like an armor equals `armor`.
#[test]
fn armor_among_the_parts_equals_armor() {
    // Criticals lead to too many states to solve; equal fights have equal trials.
    let simulated = |rules: &str, orc: &str| {
        let plan = Study {
            goal: None,
            method: MethodChoice::Simulate,
            trials: 5_000,
            seed: 13,
            ..scenario(&mace_text(rules, orc)).study
        };
        run(&plan, &()).unwrap().cells[0].figure("wins", "Dora").unwrap().estimate.value
    };
    type Wins<'a> = &'a dyn Fn(&str, &str) -> f64;
    let rules: [(&str, Wins<'_>); 3] = [
        ("[rules]\nfight_criticals = 'table'", &simulated),
        ("[rules]\ndamage.points = 'degree + offense - armor'", &mace_and_orc),
        ("[rules]", &mace_and_orc),
    ];
    let of = |defense: &str| format!("skill = 'Fair'\noffense = 3\n{defense}");
    for (rules, wins) in rules {
        let named = wins(rules, &of("defense = { 'medium metal' = 3 }"));
        near(named, wins(rules, &of("armor = 'medium metal'")));
        let replaced = wins(rules, "like = 'orc'\narmor = 'plate'");
        near(replaced, wins(rules, &of("armor = 'plate'")));
        assert!((named - replaced).abs() > 0.001, "{rules}");
    }
    let more = |armor: &str| mace_and_orc("", &of(&format!("defense = {{ 'light metal' = 2, hide = 1 }}\n{armor}")));
    near(more("armor = 'plate'"), mace_and_orc("", &of("armor = 'plate'\ntough_hide = 1")));
    // Negative control: next to parts without armor, `armor` is still rejected.
    let beside = "[fighters.a]\nskill = 0\n[fighters.b]\nskill = 0\ndefense = { hide = 1 }\narmor = 2";
    assert!(refusal(beside).contains("`defense` already includes `armor`"));
}

/// The number of hits by a hero against orcs in the only round of a fight. A single hit puts a fighter out, which keeps
/// the exact solution small.
fn against_orcs(rules: &str, orcs: &str) -> f64 {
    let text = format!(
        "[rules]\nround_limit = 1\nrecord = {{ kind = 'in-order', levels = [{{ name = 'Out', out = true }}] }}\n{rules}\n[fighters.hero]\nskill = 'Good'\nweapon = 'sword'\n[fighters.orc]\nskill = 'Fair'\noffense = 3\n{orcs}"
    );
    if orcs.ends_with("count = 2") {
        assert_eq!(refused(&text, &text), []);
    }
    exact(&text)("hits in a round", "Hero")
}

/// M15, reading 57: Poor suffices, so a Good hero misses only on a roll of -4, in 1 case of 81, however many foes
/// cannot act.
#[test]
fn foes_who_cannot_act_do_not_outnumber() {
    for rules in ["", "pacing = 'turns'"] {
        for count in 1..=3 {
            near(against_orcs(rules, &format!("helpless = true\ncount = {count}")), 80.0 / 81.0);
            near(against_orcs(rules, &format!("unaware = true\ncount = {count}")), 80.0 / 81.0);
        }
        // Negative control: foes who only defend count.
        let defends = |count: u8| against_orcs(rules, &format!("only_defends = true\ncount = {count}"));
        assert!(defends(1) - defends(3) > 0.01);
    }
}

/// M4, reading 59: bare hands against a sword are at -1, unless the foe cannot act.
#[test]
fn weapons_are_not_compared_with_foes_who_cannot_act() {
    let hits = |rules: &str, orcs: &str| {
        let text = format!(
            "[rules]\nround_limit = 1\n{rules}\n[fighters.hero]\nskill = 'Fair'\nstrength = 'Good'\n[fighters.orc]\nskill = 'Fair'\nweapon = 'sword'\nstrength = 'Fair'\n{orcs}"
        );
        assert_eq!(refused(&text, &text), []);
        exact(&text)("hits in a round", "Hero")
    };
    for pacing in ["", "pacing = 'turns'\n"] {
        let with = |orcs: &str| hits(&format!("{pacing}weapon_size = 'penalty'"), orcs);
        let without = |orcs: &str| hits(&format!("{pacing}weapon_size = 'off'"), orcs);
        for orcs in ["helpless = true", "helpless = true\ncount = 3", "unaware = true"] {
            near(with(orcs), without(orcs));
        }
        // Negative control: weapons are compared with foes who can act.
        assert!(without("") - with("") > 0.01);
    }
}

/// M4, reading 59: claws and teeth are not weapons, unless the stat block names one.
#[test]
fn claws_and_teeth_are_not_compared_with_weapons() {
    let wins = |rule: &str, beast: &str| {
        exact(&format!(
            "[rules]\nweapon_size = '{rule}'\n[fighters.knight]\nskill = 'Fair'\nweapon = 'greatsword'\nstrength = 'Fair'\n[fighters.beast]\n{beast}"
        ))("wins", "Knight")
    };
    let differs = |beast: &str| (wins("penalty", beast) - wins("off", beast)).abs() > 0.001;
    for beast in ["like = 'SRD lion'\nranges = 'middle'", "skill = 'Good'\nstrength = 'Good'\nkind = 'animal'"] {
        assert!(!differs(beast), "{beast}");
        assert!(!differs(&format!("{beast}\nweapon = 1")), "{beast}");
        // Negative control: a named weapon is compared.
        assert!(differs(&format!("{beast}\nweapon = 'unarmed'")), "{beast}");
    }
    assert!(differs("skill = 'Good'\nstrength = 'Good'"));
}

/// The mean rounds of a hero with 2dF against two zombies who do not roll, under a `hit` rule.
fn zombies(hit: &str, more: &str) -> f64 {
    let text = format!(
        "[rules]\nbase = 'nutshell'\noutnumbered = 'off'\nhit = '{hit}'\ndamage.points = '1'\n{more}
record = {{ kind = 'in-order', levels = [{{ name = 'HP', boxes = 1 }}] }}
[fighters.hero]\nskill = 0\ndice = '2dF'\nside = 'heroes'
[fighters.zombie]\nskill = 0\ncount = 2\ndice = 'none'\nonly_defends = true\nside = 'zombies'"
    );
    assert_eq!(refused(&text, &text), []);
    exact(&text)("rounds", "")
}

/// 2dF shows 0 or more in 6 of 9 cases, and more than 0 in 3: two zombies take 3 or 6 rounds.
#[test]
fn hit_rule_applies_against_several_foes() {
    for pacing in ["", "pacing = 'turns'"] {
        near(zombies("attack >= guard", pacing), 3.0);
        near(zombies("attack > guard", pacing), 6.0);
        near(zombies("attack >= guard - 2", pacing), 2.0);
        near(zombies("natural >= 0 and guard_fixed = 0", pacing), 3.0);
    }
    near(zombies("attack >= guard", "lone_strike = 'beat-all'"), 3.0);
    near(zombies("attack >= guard", "sweeping_blow = 1"), 1.5);
    // Negative control: under a rule like M15, a tie with one of two foes does not hit.
    near(zombies("attack > guard or attack = guard and foes = 1", ""), 4.5);
}

/// Each blow depends on its own coin: in one round each side hits half the time, whatever the others roll.
#[test]
fn hit_rule_on_natural_results_is_fair_against_several() {
    let text = "[rules]\nbase = 'nutshell'\noutnumbered = 'off'\ndice = 'd2'\nhit = 'natural = 2'\ndamage.points = '1'\nround_limit = 1
record = { kind = 'in-order', levels = [{ name = 'HP', boxes = 3 }] }
[fighters.one]\nskill = 0\n[fighters.many]\nskill = 0\ncount = 3";
    assert_eq!(refused(text, text), []);
    let figure = exact(text);
    near(figure("hits in a round", "One"), 0.5);
    near(figure("hits in a round", "Many"), 1.5);
}

/// The chance that Ben surrenders within five rounds.
fn ben(rules: &str, keys: &str) -> f64 {
    let text = format!(
        "[rules]\nbase = 'nutshell'\nround_limit = 5\n{rules}\n[fighters.foe]\nskill = 3\n[fighters.ben]\nskill = 3\n{keys}"
    );
    assert_eq!(refused(&text, &text), []);
    exact(&text)("surrenders", "Ben")
}

/// A formula is evaluated at the start of a turn, the fighter's own or an opponent's, whatever the fighter does in it.
#[test]
fn fighters_surrender_regardless_of_their_action() {
    let when = "surrenders = \"level >= 'Scratch'\"";
    let turns = "pacing = 'turns'";
    near(ben(turns, &format!("{when}\nonly_defends = true")), 0.732_985_056_003_686_9);
    for doing in ["only_defends = true", "helpless = true", ""] {
        assert!(ben(turns, &format!("{when}\n{doing}")) > 0.3, "{doing}");
        assert!(ben("", &format!("{when}\n{doing}")) > 0.3, "{doing}");
        assert!(ben(turns, &format!("concedes = \"level >= 'Scratch'\"\n{doing}")) > 0.3, "{doing}");
    }
    // Negative control: Ben fights on if his condition is never true.
    let never = "surrenders = \"level >= 'Scratch' and level < 1\"\nonly_defends = true";
    near(ben(turns, never), 0.0);
}

/// A fighter who cannot shoot gives up at the start of its turn in a round of arrows, whether all shoot together or one
/// after the other.
#[test]
fn targets_of_archers_surrender_as_their_turn_begins() {
    for shots in ["together", "in-turn"] {
        let text = format!(
            "[rules]\nbase = 'nutshell'\npacing = 'turns'\nclosing = 'never'\nround_limit = 5\nshots = '{shots}'
[fighters.foe]\nskill = 3\nmissile = {{ skill = 3, offense = 0 }}\n[fighters.ben]\nskill = 3\nsurrenders = \"level >= 'Scratch'\""
        );
        assert_eq!(refused(&text, &text), []);
        assert!(exact(&text)("surrenders", "Ben") > 0.3, "{shots}");
    }
}

/// Counters of a variant or a file replace those of the rules below by name, and lines of `after` keep their meaning.
#[test]
fn counters_are_merged_by_name() {
    let fight = |counters: &str, variants: &str| {
        format!(
            "[rules]\nbase = 'nutshell'\ndice = 'none'\nround_limit = 50\n{counters}
after = [{{ clock = 'clock + 1' }}, {{ when = 'clock >= 3', harm = 9, for = 'bob' }}]
record = {{ kind = 'in-order', levels = [{{ name = 'Points', boxes = 3 }}] }}
[fighters.ann]\nskill = 0\n[fighters.bob]\nskill = 0\n{variants}"
        )
    };
    near(exact(&fight("counters.clock = { to = 9 }", ""))("rounds", ""), 3.0);
    near(exact(&fight("counters.a = { to = 3 }\ncounters.clock = { to = 9 }", ""))("rounds", ""), 3.0);
    let of_variant = |counters: &str| {
        let text = fight("counters.clock = { to = 9 }", &format!("[variants.x.rules]\ncounters.{counters}"));
        let result = run(&Study { method: MethodChoice::Exact, ..scenario(&text).study }, &()).unwrap();
        result.cells.last().unwrap().figure("rounds", "").unwrap().estimate.value
    };
    near(of_variant("b = { to = 3 }"), 3.0);
    // Negative control: a counter that is set again replaces the one below.
    near(of_variant("clock = { to = 9, start = 2 }"), 1.0);
}

/// Whether the file causes a warning about `targets`.
fn warns_of_targets(text: &str) -> bool {
    let warnings = scenario(text).study.warnings;
    warnings.iter().any(|warning| format!("{warning:?}").contains("`targets`"))
}

/// The program warns about `targets` if the sides pair off, so that there is nothing to choose at first.
#[test]
fn paired_sides_warn_about_targets() {
    let fight = |rules: &str, keys: &str, counts: [u8; 2]| {
        format!(
            "[rules]\nbase = 'nutshell'\n{rules}\n[fighters.f]\nskill = 0\ncount = {}\ntargets = 'most-wounded'\n{keys}\n[fighters.s]\nskill = 0\ncount = {}\npc = true",
            counts[0], counts[1]
        )
    };
    assert!(warns_of_targets(&fight("", "pc = true", [3, 3])));
    assert!(warns_of_targets(&fight("pacing = 'turns'", "pc = true", [3, 3])));
    assert!(warns_of_targets(&fight("", "pc = true", [4, 3])));
    // Negative control: the remedies that the warning names.
    assert!(!warns_of_targets(&fight("pacing = 'player-facing'", "pc = true", [3, 3])));
    assert!(!warns_of_targets(&fight("closing = 'never'", "pc = true\nmissile = { skill = 0, offense = 0 }", [3, 3])));
    assert!(!warns_of_targets(&fight("", "pc = true\nspread = 'gang-up'", [4, 3])));
    assert!(!warns_of_targets(&fight("", "pc = true", [2, 3])));
}

#[test]
fn rules_keep_counters_of_their_base() {
    let over = |rules: &Rules, toml: &str| amend(rules.clone(), toml).unwrap_or_else(|faults| panic!("{faults}"));
    let base = over(&Rules::plain(), "counters.a = { to = 3 }\nafter = [{ a = 'a + 1' }]");
    let names = |toml: &str| {
        let rules = over(&base, toml);
        rules.own.counters.iter().map(|counter| format!("{} {}", counter.name, counter.to)).collect::<Vec<_>>()
    };
    assert_eq!(names("counters.b = { to = 2 }"), ["a 3", "b 2"]);
    assert_eq!(names("counters = { b = { to = 2 }, a = { to = 1 } }"), ["a 1", "b 2"]);
}
