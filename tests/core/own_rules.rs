//! Custom rules about the state of a fight: modifiers, hits, initiative, counters, the end of rounds, and leaving.

use crate::support::written::{exact, refusal, refused, study};
use fudgelab::study::{MethodChoice, Study, run};

fn near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-12, "{one} and {other}");
}

/// Two fighters without dice on tracks of three boxes, whose hits do as many points as their degree. So everything
/// follows from the added rules.
fn without_dice(rules: &str, ann: &str, bob: &str) -> String {
    format!(
        "[rules]\nbase = 'nutshell'\ndice = 'none'\nround_limit = 50
record = {{ kind = 'in-order', levels = [{{ name = 'Points', boxes = 3 }}] }}\n{rules}
[fighters.ann]\nskill = 0\noffense = 0\n{ann}\n[fighters.bob]\nskill = 0\noffense = 0\n{bob}"
    )
}

/// Ann hits by 1 for 1 point. With +1 to attack from round 2 on she hits by 2 for 2 points, and 1 + 2 fill three boxes.
#[test]
fn modifiers_follow_the_round() {
    let rows = "modifiers = [{ name = 'warm', to = 'attack', add = 1, when = 'round >= 2' }]";
    let figure =
        exact(&without_dice(rows, "", "skill = -1").replacen("skill = 0\noffense = 0\nskill = -1", "skill = -1", 1));
    near(figure("wins", "Ann"), 1.0);
    near(figure("rounds", ""), 2.0);
}

#[test]
fn modifiers_to_damage_need_a_rule_that_uses_bonus() {
    let rows = "modifiers = [{ name = 'edge', to = 'damage', add = 1 }]";
    let rules = |damage: &str| without_dice(&format!("{rows}\ndamage = {{ points = '{damage}' }}"), "", "skill = -1");
    let message = refusal(&rules("degree").replacen("skill = 0\noffense = 0\nskill = -1", "skill = -1", 1));
    assert!(message.contains("`modifiers` and `damage` contradict each other"), "{message}");
    assert!(message.contains("use `bonus` in a step of `damage`"), "{message}");
    // One point by degree and one by the modifier: two hits fill three boxes.
    let figure = exact(&rules("degree + bonus").replacen("skill = 0\noffense = 0\nskill = -1", "skill = -1", 1));
    near(figure("rounds", ""), 2.0);
}

/// Only the fighters of the named side get the modifier, so only they hit.
#[test]
fn rule_for_a_side_applies_to_that_side_alone() {
    for side in ["party", "orcs"] {
        let rows = format!("modifiers = [{{ name = 'x', to = 'attack', add = 2, for = '{side}' }}]");
        near(exact(&without_dice(&rows, "side = 'party'", "side = 'orcs'"))("wins", side), 1.0);
    }
}

/// Neither hits. Bob loses a point at the end of each round, and is out after three.
#[test]
fn end_of_round_harm_puts_a_fighter_out() {
    let figure = exact(&without_dice("after = [{ harm = 1, for = 'bob' }]", "", ""));
    near(figure("wins", "Ann"), 1.0);
    near(figure("rounds", ""), 3.0);
}

/// With a coin each round, three points take six rounds on average.
#[test]
fn end_of_round_harm_accepts_dice() {
    let text = without_dice("after = [{ harm = 'd2 - 1', for = 'bob' }]", "", "")
        .replace("round_limit = 50", "round_limit = 'none'");
    let figure = exact(&text);
    near(figure("wins", "Ann"), 1.0);
    near(figure("rounds", ""), 6.0);
}

/// The clock reaches 2 in round 2, and harms immediately.
#[test]
fn lines_of_after_use_earlier_lines() {
    let rules = "counters = { clock = { to = 9 } }
after = [{ clock = 'clock + 1' }, { when = 'clock >= 2', harm = 3, for = 'bob' }]";
    let figure = exact(&without_dice(rules, "", ""));
    near(figure("rounds", ""), 2.0);
    near(figure("wins", "Ann"), 1.0);
}

/// The counter goes from 3 to 2 to 1, and never below.
#[test]
fn counters_keep_within_their_bounds() {
    let rules = "counters = { shield = { from = 1, start = 3, to = 3 } }
after = [{ shield = 'shield - 1' }, { when = 'shield = 1 and round >= 5', harm = 3, for = 'bob' }]";
    near(exact(&without_dice(rules, "", ""))("rounds", ""), 5.0);
    let never = rules.replace("shield = 1", "shield = 0");
    near(exact(&without_dice(&never, "", ""))("undecided", ""), 1.0);
}

/// Ann flees as round 3 begins, and the round counts.
#[test]
fn fighters_flee_by_a_formula() {
    let figure = exact(&without_dice("", "flees = 'round >= 3'", ""));
    near(figure("wins", "Bob"), 1.0);
    near(figure("rounds", ""), 3.0);
    near(figure("gets away", "Ann"), 1.0);
}

/// In turns Bob, hit by Ann before his own turn, concedes when her next turn begins, in round 2. Otherwise he is out in
/// round 3.
#[test]
fn fighters_concede_before_an_opponent_acts() {
    let rules = "pacing = 'turns'\ninitiative_roll = 'initiative'";
    let ann = "initiative = 1\n";
    let text =
        |bob: &str| without_dice(rules, ann, bob).replacen("[fighters.ann]\nskill = 0", "[fighters.ann]\nskill = 1", 1);
    near(exact(&text(""))("rounds", ""), 3.0);
    let figure = exact(&text("concedes = 'marked >= 1'"));
    near(figure("rounds", ""), 2.0);
    near(figure("wins", "Ann"), 1.0);
    // His own turn still follows in round 1.
    let figure = exact(&text("surrenders = 'marked >= 1'"));
    near(figure("rounds", ""), 1.0);
}

/// +2 to damage on the first attack alone: 3 points immediately.
#[test]
fn first_attack_modifier_applies_once() {
    let rows = "modifiers = [{ name = 'charge', to = 'damage', add = 2, when = 'first_attack' }]";
    let text =
        |rows: &str| without_dice(rows, "", "").replacen("[fighters.ann]\nskill = 0", "[fighters.ann]\nskill = 1", 1);
    near(exact(&text(rows))("rounds", ""), 1.0);
    // With +1: 2 points, then 1.
    near(exact(&text(&rows.replace("add = 2", "add = 1")))("rounds", ""), 2.0);
}

/// A coin added to both attacks, at equal skill: Ann alone hits in one of four rounds, Bob alone in another, and both
/// in a third. One hit is enough here, so each wins a third of the fights, and a third are draws.
#[test]
fn modifier_dice_are_rolled_for_each_roll() {
    let text = |to: &str| {
        without_dice(&format!("modifiers = [{{ name = 'luck', to = {to}, add = 'd2 - 1' }}]"), "", "")
            .replace("boxes = 3", "boxes = 1")
            .replace("round_limit = 50", "round_limit = 'none'")
    };
    let figure = exact(&text("'attack'"));
    near(figure("wins", "Ann"), 1.0 / 3.0);
    near(figure("draw", ""), 1.0 / 3.0);
    // One coin for both rolls of a fighter: they never hit together, and each of them alone hits in one round of four.
    let figure = exact(&text("['attack', 'defense']"));
    near(figure("wins", "Ann"), 0.5);
    near(figure("rounds", ""), 2.0);
}

/// In turns the first to act wins immediately. Ann adds 2 to a coin and is always first. With equal coins both fall
/// together.
#[test]
fn initiative_follows_a_formula() {
    let text = |rows: &str| {
        without_dice(&format!("pacing = 'turns'\ninitiative_ties = 'together'\ninitiative_roll = 'd2'\n{rows}"), "", "")
            .replace("boxes = 3", "boxes = 1")
            .replace("skill = 0", "skill = 1\navoid = 0")
    };
    let figure = exact(&text("modifiers = [{ name = 'quick', to = 'initiative', add = 2, for = 'ann' }]"));
    near(figure("wins", "Ann"), 1.0);
    let figure = exact(&text(""));
    near(figure("wins", "Ann"), 0.25);
    near(figure("draw", ""), 0.5);
}

/// A trait decides the hit: Ann's rage of 2 against Bob's of 1. At equal skill a hit is by 0, so its points come from
/// the modifier.
#[test]
fn formulas_accept_traits() {
    let rules = "hit = 'rage > foe_rage'\nmodifiers = [{ name = 'weight', to = 'damage', add = 1 }]";
    let figure = exact(&without_dice(rules, "traits = { rage = 2 }", "traits = { rage = 1 }"));
    near(figure("wins", "Ann"), 1.0);
    let error = refusal(&without_dice("hit = 'rage > foe_rage'", "traits = { rage = 2 }", ""));
    assert!(error.contains("`foe_rage` is not known here"), "{error}");
}

/// Two against one with modifiers, counters and leaving. A correct simulation is rejected for 0.1 % of all seeds. The
/// fight without the modifier must be rejected.
#[test]
fn simulated_fights_agree_with_exact_ones() {
    let text = |add: &str, pacing: &str| {
        format!(
            "[rules]\nbase = 'nutshell'\ndice = '2dF'\npacing = '{pacing}'\nround_limit = 30
counters = {{ momentum = {{ to = 1 }} }}
after = [{{ when = 'hit', momentum = 1 }}, {{ when = 'was_hit', momentum = 0 }}]
modifiers = [{{ name = 'momentum', to = ['attack', 'defense'], add = '{add}' }},
    {{ name = 'fury', to = 'damage', add = 1, when = \"level >= 'Hurt' and enemies >= allies\", for = 'ann' }}]
[fighters.ann]\nskill = 1\noffense = 1\n[fighters.bob]\nskill = 0\ncount = 2\nflees = \"lost = 1 and level >= 'Hurt'\""
        )
    };
    for pacing in ["simultaneous", "turns"] {
        let right = text("momentum", pacing);
        assert_eq!(refused(&right, &right), [], "{pacing}");
        assert_ne!(refused(&right, &text("0", pacing)), [], "{pacing}");
    }
}

#[test]
fn errors_point_to_their_position() {
    let with = |rules: &str| refusal(&without_dice(rules, "", ""));
    let cases = [
        ("modifiers = [{ name = 'x', to = 'attack', add = 1, when = 'level >= 2 and d6 >= 5' }]", "column 16"),
        ("modifiers = [{ name = 'x', to = 'attack', add = 1, when = 'round' }]", "truth value is needed"),
        ("modifiers = [{ name = 'x', to = 'atack', add = 1 }]", "did you mean `attack`"),
        ("modifiers = [{ name = 'x', to = 'attack', add = 'momentum' }]", "`momentum` is not known here"),
        ("modifiers = [{ name = 'x', to = 'attack', add = 1, for = 'carl' }]", "no fighter or side has this name"),
        ("hit = 'attack - guard'", "truth value is needed"),
        ("hit = 'attack >= minimum'", "there is no minimum"),
        ("counters = { level = { to = 2 } }", "`level` is the fighter's highest wound level marked"),
        ("counters = { rage = { from = 3, to = 2 } }", "in ascending order"),
        ("counters = { rage = { to = 2 } }\nafter = [{ raeg = 1 }]", "did you mean `rage`"),
        ("counters = { rage = { to = 2 } }\nafter = [{ when = 'hit = 0', rage = 1 }]", "write `hit`, or `not hit`"),
        ("counters = { rage = { to = 2 } }\nafter = [{ rage = '+1' }]", "write `rage = \"rage + 1\"`"),
        ("counters = { rage = { to = 2 } }\nafter = [{ rage = '-= 2' }]", "write `rage = \"rage - 2\"`"),
        ("counters = { rage = 2 }", "write `{ to = 3 }` for a counter from 0 to 3"),
        ("hit = 0", "write a comparison in quotes"),
        ("after = [{ when = 'foe_level > 1', harm = 1 }]", "`foe_level` is not known here"),
        ("modifiers = [{ name = 'x', to = 'attack', add = \"foe_marked * 100\" }]", "modifiers go from -100 to 100"),
        ("pacing = 'player-facing'\ncounters = { rage = { to = 2 } }", "only player characters act"),
    ];
    for (rules, part) in cases {
        let error = with(rules);
        assert!(error.contains(part), "{rules}: {error}");
    }
}

/// A duel with dice pools that include the skill.
fn pools(rules: &str) -> String {
    format!(
        "[rules]\nbase = 'nutshell'\ndice = 'let p = pool(skill - marked / 3, d10); count(p >= 7) + count(p = 10)'\n{rules}
damage.points = 'degree'\nrecord = {{ kind = 'in-order', levels = [{{ name = 'HP', boxes = 8 }}] }}
[fighters]\nsix = {{ skill = 6 }}\nfive = {{ skill = 5 }}"
    )
}

/// A separate calculation over the marked boxes of both fighters gives 0.7528489483680234. If the skill is added as
/// well, it counts twice.
#[test]
fn skill_in_the_dice_counts_once() {
    let wins = |rules: &str| exact(&pools(rules))("wins", "Six");
    assert!((wins("skill = 'dice'") - 0.752_848_948_368_023_4).abs() < 1e-9);
    assert!((wins("skill = 'dice'\nminimum_to_hit = 1") - 0.752_848_948_368_023_4).abs() < 1e-9);
    assert!(wins("skill = 'added'") > 0.97);
}

#[test]
fn study_warns_about_skill_that_counts_twice() {
    let warned = |rules: &str| study(&pools(rules)).warnings.iter().any(|one| one.message().contains("counts twice"));
    assert!(warned(""));
    assert!(!warned("skill = 'dice'"));
}

#[test]
fn skill_in_the_dice_rejects_a_level_as_minimum() {
    let refused = refusal(&pools("skill = 'dice'\nminimum_to_hit = 'Fair'"));
    assert!(refused.contains("`minimum_to_hit` must be a number here"), "{refused}");
}

/// Bob loses a point in rounds 30, 60 and 90, whatever the limit.
#[test]
fn remainder_of_the_round_is_exact() {
    let rules = "after = [{ when = 'remainder(round, 30) = 0', harm = 1, for = 'bob' }]";
    for limit in ["200", "'none'"] {
        let figure = exact(&without_dice(rules, "", "").replace("round_limit = 50", &format!("round_limit = {limit}")));
        near(figure("wins", "Ann"), 1.0);
        near(figure("rounds", ""), 90.0);
    }
    // Harm in rounds 7, 9 and 11.
    let rules = "after = [{ when = 'remainder(round + 1, 4) = 0 and round > 5 or remainder(2 * round, 18) = 0', harm = 1, for = 'bob' }]";
    near(exact(&without_dice(rules, "", ""))("rounds", ""), 11.0);
}

/// Arrows run out, and plate wears off.
#[test]
fn gear_dice_with_counters_equal_damage_dice() {
    let fight = |damage: &str, archer: &str, knight: &str| {
        format!(
            "[rules]\nbase = 'nutshell'\ncounters = {{ arrows = {{ to = 3, start = 3, for = 'archer' }}, plate = {{ to = 2, start = 2, for = 'knight' }} }}\n\
             after = [{{ arrows = 'arrows - 1', for = 'archer' }}, {{ when = 'was_hit', plate = 'plate - 1', for = 'knight' }}]\n\
             damage = {{ points = \"{damage}\" }}\nrecord = {{ kind = 'in-order', levels = [{{ name = 'HP', boxes = 10 }}] }}\n\
             [fighters.archer]\nskill = 1\n{archer}\n[fighters.knight]\nskill = 0\n{knight}\n"
        )
    };
    let by_gear = fight(
        "offense - defense",
        "offense = 'if arrows > 0 then d8 else d4'",
        "offense = 'd6'\ndefense = 'if plate > 0 then d3 else 0'",
    );
    let by_damage = fight(
        "(if skill = 1 then (if arrows > 0 then d8 else d4) else d6) - (if foe_plate > 0 then d3 else 0)",
        "",
        "",
    );
    let [one, other] = [exact(&by_gear), exact(&by_damage)];
    for who in ["Archer", "Knight"] {
        near(one("wins", who), other("wins", who));
    }
    near(one("rounds", ""), other("rounds", ""));
    // One more arrow must change the chance to win.
    let more = exact(&by_gear.replace("to = 3, start = 3", "to = 4, start = 4"));
    assert!((more("wins", "Archer") - one("wins", "Archer")).abs() > 0.001);
    let simulated = study(&by_gear);
    let both = Study { method: MethodChoice::Both, trials: 20_000, goal: None, ..simulated };
    let check = run(&both, &()).unwrap().cross_check.unwrap();
    assert_eq!(check.disagreements().count(), 0, "{:?}", check.disagreements().next());
    let unknown = by_gear.replace("if arrows > 0 then d8", "if arows > 0 then d8");
    assert!(refusal(&unknown).contains("arows"), "{}", refusal(&unknown));
}

/// Weapon formulas can name traits under printed rules as under custom ones, even if only foes have them.
#[test]
fn printed_rules_accept_traits_in_weapon_formulas() {
    let wins = |ann: &str| {
        let text = format!(
            "[rules]\nbase = 'srd'\n[fighters.ann]\nskill = 1\ncount = 2\nside = 'us'\ntraits = {{ might = 2 }}\noffense = '{ann}'\n\
             [fighters.bob]\nskill = 3\ntraits = {{ hide = 1 }}\noffense = 'd4'\n"
        );
        exact(&text)("wins", "us")
    };
    near(wins("might - foe_hide + d4"), wins("1 + d4"));
    assert!((wins("might - foe_hide + d4") - wins("d4")).abs() > 0.01);
}

/// A rule that has an effect in another case causes no warning, and neither does a rule of a base.
#[test]
fn study_warns_about_rules_without_effect() {
    let text = without_dice(
        "modifiers = [{ name = 'desperate', to = 'attack', add = 2, when = 'level >= 3' }, { name = 'late', to = 'attack', add = 1, when = 'round > 60' }, { name = 'keen', to = 'attack', add = 1 }]
counters = { tally = { to = 5 }, clock = { to = 9 } }
after = [{ when = 'was_hit', tally = 'tally + 1' }, { when = 'marked >= 9', harm = 1 }, { clock = 'clock + 1' }, { when = 'clock > 2', harm = 1, for = 'bob' }]",
        "",
        "",
    );
    let warned = |text: &str| -> Vec<String> { study(text).warnings.iter().map(|one| one.message()).collect() };
    let said = [
        "the modifier `desperate` never has an effect: it never adds anything while `level >= 3` is true",
        "the modifier `late` never has an effect: it never adds anything while `round > 60` is true",
        "line 2 of `after` never has an effect: `marked >= 9` is never true in this fight",
        "the counter `tally` has no effect: only its own formula uses it",
    ];
    assert_eq!(warned(&text), said);
    let leaving = without_dice("", "flees = 'marked > 5'", "surrenders = 'marked > 2'");
    assert_eq!(warned(&leaving), ["`flees` of `Ann` never has an effect: `marked > 5` is never true in this fight"]);
    let boxes = "[variants]\nshort = {}\nlong = { rules = { record = { kind = 'in-order', levels = [{ name = 'Points', boxes = 12 }] } } }\n";
    assert_eq!(warned(&format!("{text}\n{boxes}")), [said[0], said[1], said[3]]);
}
