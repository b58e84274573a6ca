//! Fights whose exact figures were calculated outside the program, and other cases of the rules in them.

use crate::support::written::{exact, refused};

/// Checks exact figures of a fight to within 1e-9. `figures` lists measure, subject and value.
fn check(text: &str, figures: &[(&str, &str, f64)]) {
    let found = exact(text);
    for &(measure, whose, right) in figures {
        let value = found(measure, whose);
        assert!((value - right).abs() < 1e-9, "{measure} of {whose}: {value}, right is {right}");
    }
}

const COLLAPSE_AT_ONCE: &str = r#"
[rules]
base = "srd"
pacing = "turns"
evasion = "heroic-evasion"
damage_roll = "none"
graze = "off"
[fighters.a]
skill = "Superb"
avoid = "Terrible"
offense = 6
dice = "none"
initiative = "Fair"
[fighters.b]
skill = "Poor"
avoid = "Terrible"
offense = 20
evades_at = "Very Hurt"
dice = "none"
initiative = "Fair"
"#;

/// Reading 6, W22: both blows fall simultaneously.
#[test]
fn equal_initiative_lets_the_collapsing_fighter_strike() {
    check(COLLAPSE_AT_ONCE, &[("wins", "A", 0.0), ("draw", "", 1.0)]);
}

const BACK_TURNED: &str = r#"
[rules]
base = "kaer"
round_limit = 20
[fighters.a]
skill = "Good"
offense = 2
[fighters.b]
skill = "Fair"
avoid = "Fair"
avoid_by = "dodge"
other_avoid = "Good"
position = "back-turned"
defense = 90
tactic = "dodge-and-parry"
"#;

/// M14, KAER: with the back turned a dodge is at −1 and a parry at −2, whichever of the two `avoid` is.
#[test]
fn back_turned_costs_a_parry_more_than_a_dodge() {
    check(BACK_TURNED, &[("hits in a round", "A", 0.6068312380866362)]);
}

const THROWN_FROM_BEHIND: &str = r#"
[rules]
base = "kaer"
range = "Poor"
shots_into_melee = "free"
round_limit = 20
[fighters.a]
side = "x"
place = "back"
skill = "Good"
missile = { skill = "Good", offense = 2, thrown = true }
[fighters.front]
side = "x"
skill = "Terrible"
only_defends = true
[fighters.b]
skill = "Fair"
avoid = "Fair"
avoid_by = "dodge"
other_avoid = "Superb"
defense = 90
tactic = "dodge-and-parry"
"#;

/// R2, KAER: against a thrown weapon a dodge is at 0, a parry without a shield at −1.
#[test]
fn missile_from_behind_the_line_is_dodged_and_parried() {
    check(THROWN_FROM_BEHIND, &[("hits in a round", "A", 0.21618956760957472)]);
}

const THROWN_FROM_AFAR: &str = r#"
[rules]
base = "kaer"
round_limit = 20
closing = "never"
range = "Poor"
[fighters.a]
skill = "Good"
offense = 2
missile = { skill = "Good", offense = 2, thrown = true }
[fighters.b]
skill = "Fair"
avoid = "Fair"
avoid_by = "dodge"
other_avoid = "Superb"
defense = 90
tactic = "dodge-and-parry"
"#;

/// Like the test above, but the lines never meet.
#[test]
fn missile_before_the_lines_meet_is_dodged_and_parried() {
    check(THROWN_FROM_AFAR, &[("hits in a round", "A", 0.21618956760957472)]);
}

const HEAD_BLOW: &str = r#"
[rules]
base = "nutshell"
called_shots = "result"
called_minimum = "Good"
head_blows = "knockout"
consciousness = "rolled"
[fighters.a]
skill = "Superb"
tactic = "aim-at-head"
dice = "none"
[fighters.b]
skill = "Terrible"
constitution = "Superb"
dice = "none"
"#;

/// W19, SRD 4.62.
#[test]
fn fighter_knocked_out_by_a_head_blow_is_unconscious() {
    check(HEAD_BLOW, &[("out but conscious", "B", 0.0)]);
}

const SIZE_AND_AVOIDING: &str = r#"
[rules]
base = "fudge-1993"
size_to_hit = "penalty-1"
pacing = "turns"
round_limit = 20
[fighters.big]
skill = "Good"
mass_scale = 3
offense = -50
defense = 90
[fighters.small]
skill = "Good"
offense = 2
defense = 90
"#;

/// C8, F93 4.6, reading 53.
#[test]
fn size_penalty_in_turns_applies_to_attacks_only() {
    check(SIZE_AND_AVOIDING, &[("hits in a round", "Small", 0.37808641975308643)]);
}

const LITE_THROWN_TIE: &str = r#"
[rules]
base = "lite"
[fighters.wiz]
skill = "Fair"
[fighters.wiz.spells.fireball]
lite = { trait = "Great", range = "medium" }
harms = { offense = 3, thrown = "Good" }
[fighters.foe]
skill = "Good"
dodge = "Good"
"#;

/// A9, LITE: a tie or better succeeds.
#[test]
fn player_facing_thrown_spell_hits_on_a_tie() {
    check(
        LITE_THROWN_TIE,
        &[
            ("wins", "Foe", 0.0020057315073799733),
            ("wins", "Wiz", 0.997994268492556),
            ("rounds", "", 7.946884547529821),
        ],
    );
}

const LITE_ONE_INJURY: &str = r#"
[rules]
base = "lite"
damage = "weapon"
[fighters.wiz]
skill = "Fair"
[fighters.wiz.spells.fireball]
lite = { trait = "Good", range = "medium" }
harms = { offense = 3 }
[fighters.foe]
skill = "Good"
offense = 1
"#;

/// X6, LITE.
#[test]
fn spell_marks_one_box_under_weapon_damage() {
    check(
        LITE_ONE_INJURY,
        &[
            ("wins", "Foe", 0.022038150884562034),
            ("wins", "Wiz", 0.9779618491154378),
            ("rounds", "", 6.424468707778674),
        ],
    );
}

const VENOMOUS_BLOOD: &str = r#"
[rules]
base = "nutshell"
[fighters.hero]
skill = "Good"
offense = 3
defense = 1
health = "Superb"
poisoned = "susceptible"
[fighters.beast]
skill = "Fair"
offense = 2
defense = 1
abilities = { venomous_blood = { dice = "1dF", on = -1, check = "Good" }, poison = { check = "Fair", drains = 3, effect = "charm" }, needs_near_death = true, immune_to_pain = true }
"#;

/// W28: susceptibility applies to poison only.
#[test]
fn venomous_blood_counts_drained_health() {
    check(
        VENOMOUS_BLOOD,
        &[
            ("wins", "Beast", 0.529785427313894),
            ("dies", "Hero", 0.13515075998253714),
            ("wins", "Hero", 0.44486908410777704),
            ("draw", "", 0.0253454885782549),
            ("rounds", "", 5.051514589159077),
        ],
    );
}

/// Compares exact figures with 100,000 trials of each fight; false alarms: 0.1 % each.
#[test]
fn simulated_figures_match_exact_figures() {
    for text in [
        BACK_TURNED,
        THROWN_FROM_BEHIND,
        THROWN_FROM_AFAR,
        SIZE_AND_AVOIDING,
        LITE_THROWN_TIE,
        LITE_ONE_INJURY,
        VENOMOUS_BLOOD,
    ] {
        assert!(refused(text, text).is_empty(), "{text}");
    }
}

/// Checks that fighter `of` hits equally often in both fights.
fn same_hits(one: &str, other: &str, of: &str) {
    let [one, other] = [one, other].map(|text| exact(text)("hits in a round", of));
    assert!((one - other).abs() < 1e-9, "{one} and {other}");
}

/// M12, M14, R2: if both a dodge and a parry are rolled, either one may be `avoid`.
#[test]
fn dodge_and_parry_can_be_swapped() {
    for (text, avoid, other) in
        [(BACK_TURNED, "Fair", "Good"), (THROWN_FROM_BEHIND, "Fair", "Superb"), (THROWN_FROM_AFAR, "Fair", "Superb")]
    {
        let swapped = text
            .replace(&format!("\navoid = \"{avoid}\""), &format!("\navoid = \"{other}\""))
            .replace(&format!("other_avoid = \"{other}\""), &format!("other_avoid = \"{avoid}\""))
            .replace("avoid_by = \"dodge\"", "avoid_by = \"parry\"");
        same_hits(text, &swapped, "A");
    }
}

/// R2, SRD 4.4: if missiles can only be dodged, `dodge-and-parry` dodges once, and the parry has no effect.
#[test]
fn missile_that_cannot_be_parried_is_dodged_once() {
    let dodged = THROWN_FROM_AFAR.replace("base = \"kaer\"", "base = \"kaer\"\nmissiles = \"dodge\"");
    same_hits(&dodged, &dodged.replace("tactic = \"dodge-and-parry\"", ""), "A");
    same_hits(&dodged, &dodged.replace("Superb", "Poor"), "A");
}

/// M14, SRD 4.4: a missile that can only be dodged meets the dodge's −1 for a turned back, even if `avoid` is a parry.
#[test]
fn turned_back_penalizes_the_defense_that_is_used() {
    let text = THROWN_FROM_AFAR
        .replace("base = \"kaer\"", "base = \"kaer\"\nmissiles = \"dodge\"")
        .replace("defense = 90", "defense = 90\nposition = \"back-turned\"");
    same_hits(&text, &text.replace("avoid_by = \"dodge\"", "avoid_by = \"parry\""), "A");
}

/// M12: two avoidances meet two archers, even before the lines meet.
#[test]
fn avoiding_twice_lowers_the_hits_of_two_archers() {
    let two =
        THROWN_FROM_AFAR.replace("[fighters.a]", "[fighters.a]\ncount = 2").replace("dodge-and-parry", "avoid-twice");
    let once = two.replace("tactic = \"avoid-twice\"", "");
    let [twice, once] = [&two, &once].map(|text| exact(text)("hits in a round", "A"));
    assert!(twice < once - 0.1, "{twice}, {once}");
}

/// R2, SRD 7.15: a thrown spell is avoided like a thrown missile, whatever else its caster could shoot.
#[test]
fn thrown_spell_is_avoided_as_a_thrown_missile() {
    let spell = |bow: &str| {
        format!(
            "[rules]\nbase = \"srd\"\npacing = \"turns\"\nround_limit = 3\n[fighters.a]\nskill = 0\n{bow}[fighters.a.spells.bolt]\nlite = {{ trait = 3, range = \"medium\" }}\nharms = {{ offense = 1, thrown = 1 }}\n[fighters.b]\nskill = 0\ndodge = 1\ndefense = 90\noffense = -90\n"
        )
    };
    same_hits(&spell(""), &spell("missile = { weapon = \"bow\", skill = 1 }\n"), "A");
}

/// X6, LITE: a spell may mark more than one box on a target that cannot defend itself.
#[test]
fn spells_mark_several_boxes_on_a_helpless_target() {
    let rounds = |foe: &str| {
        let text = LITE_ONE_INJURY.replace("base = \"lite\"", "base = \"lite\"\npacing = \"simultaneous\"");
        exact(&format!("{text}\n{foe}"))("rounds", "")
    };
    assert!(rounds("helpless = true") < 0.7 * rounds("only_defends = true\n"));
}

/// W28, C9: Health drained by poison counts in a roll of nerve.
#[test]
fn drained_health_lowers_nerve() {
    let text = |lost: i32| {
        format!(
            "[rules]\nbase = \"nutshell\"\nround_limit = 1\n[fighters.a]\nskill = 3\n[fighters.b]\nskill = 3\ncombat_paralysis = true\nhealth = \"Superb\"\nbegins_poisoned = {{ drains = 1, lost = {lost} }}\n"
        )
    };
    let [fresh, drained] = [0, 3].map(|lost| exact(&text(lost))("hits in a round", "B"));
    assert!(drained < fresh - 0.05, "{drained}, {fresh}");
}
