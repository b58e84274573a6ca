//! Warnings about keys that have no effect in a fight: they name the key, the reason and a remedy. A key that has an
//! effect in any case causes no warning.

use crate::support::written::{scenario, study};
use fudgelab::scenario::options_without_effect;
use fudgelab::study::{MethodChoice, Study, run};

/// The warnings about a duel under `rules`, with the line `own` for fighter `a` and the line `foe` for fighter `b`.
fn warned(rules: &str, own: &str, foe: &str) -> Vec<String> {
    let text = format!("[rules]\n{rules}\n[fighters.a]\nskill = 1\n{own}\n[fighters.b]\nskill = 0\n{foe}\n");
    study(&text).warnings.iter().map(|warning| format!("{}; {}", warning.message(), warning.remedy)).collect()
}

/// For each key: its line, and the rules or the foe's line that give it an effect.
const KEYS: &[(&str, &str, &str)] = &[
    ("speed = 2", "strike_first = 'speed'", ""),
    ("targets = 'weakest'", "", "count = 2"),
    ("spread = 'gang-up'", "", "count = 2"),
    ("leader = true", "", "targets = 'leader'"),
    ("missile = { weapon = 'bow', skill = 1 }", "closing = 1", ""),
    ("dodge = 1", "closing = 1", "missile = { weapon = 'bow', skill = 1 }"),
    ("cover = 1", "closing = 1", "missile = { weapon = 'bow', skill = 1 }"),
    ("initiative = 1", "pacing = 'turns'", ""),
    ("combat_reflexes = true", "pacing = 'turns'", ""),
    ("intuition = 1", "pacing = 'turns'", ""),
    ("perception = 1", "all_out = 'srd'", ""),
    ("agility = 1", "evasion = 'heroic-avoidance'", ""),
    ("avoid = 1", "pacing = 'turns'", ""),
    ("constitution = 1", "consciousness = 'rolled'", ""),
    ("morale = 1", "morale = 'all'", ""),
    ("health = 1", "", "abilities.poison = { check = \"Fair\", drains = 1 }"),
    ("poisoned = 'resistant'", "", "abilities.poison = { check = \"Fair\", drains = 1 }"),
    ("against = { goblin = 1 }", "", "name = 'goblin'"),
    ("damage_capacity = 1", "damage_capacity = 'counts'", ""),
    ("weapon = 'sword'\noffense = 1", "weapon_size = 'penalty'", ""),
    ("shield = 'medium'", "shields = 'foe-skill'", ""),
    ("peripheral_vision = true", "outnumbered = 'per-foe'", "count = 2"),
    ("quick_reflexes = true", "missiles = 'quick-reflexes'\nclosing = 1", "missile = { weapon = 'bow', skill = 1 }"),
    // A formula that uses the trait gives the key an effect.
    ("agility = 1", "damage = { points = 'degree + agility' }", ""),
    ("perception = 1", "damage = { points = 'degree - foe_perception' }", ""),
    ("health = 1", "damage = { points = 'degree + health' }", ""),
    ("avoid = 1", "damage = { points = 'degree + avoid' }", ""),
    ("initiative = 1", "damage = { points = 'degree + initiative' }", ""),
    ("intuition = 1", "damage = { points = 'degree + initiative' }", ""),
    ("combat_reflexes = true", "damage = { points = 'degree + initiative' }", ""),
];

#[test]
fn only_keys_without_effect_cause_warnings() {
    // Rules under which none of the keys has an effect.
    let plain = "base = 'nutshell'\ndamage_capacity = 'ignored'\n";
    for (own, rules, foe) in KEYS {
        let key = own.split([' ', '.']).next().unwrap();
        let found = warned(plain, own, "");
        let expected = format!("`{key}` of `a` has no effect: ");
        assert!(
            matches!(&found[..], [one] if one.starts_with(&expected) && one.ends_with(", or leave it out")),
            "{own}: {found:?}"
        );
        let plain = if rules.contains("damage_capacity") { "base = 'nutshell'\n" } else { plain };
        let acting = warned(&format!("{plain}{rules}"), own, foe);
        assert!(!acting.iter().any(|one| one.contains(&format!("`{key}` of `a`"))), "{own}: {acting:?}");
    }
}

/// Exact figures of the fight in [`warned`].
fn figures(rules: &str, own: &str, foe: &str) -> Vec<String> {
    let text = format!("[rules]\n{rules}\n[fighters.a]\nskill = 1\n{own}\n[fighters.b]\nskill = 0\n{foe}\n");
    let result = run(&Study { method: MethodChoice::Exact, ..study(&text) }, &()).unwrap();
    let figures = result.cells[0].figures.iter();
    figures.map(|figure| format!("{} {:.12}", figure.title(), figure.estimate.value)).collect()
}

#[test]
fn keys_with_warnings_change_no_figure() {
    // A foe who hits hard, so that protection would change figures.
    let (plain, foe) = ("base = 'nutshell'\ndamage_capacity = 'ignored'\nround_limit = 20\n", "offense = 2");
    for (own, ..) in KEYS {
        // The first line holds the key.
        let (_, others) = own.split_once('\n').unwrap_or_default();
        assert_eq!(figures(plain, own, foe), figures(plain, others, foe), "{own}");
    }
    // The same comparison finds keys that have an effect.
    for (own, rules) in
        [("speed = 2", "strike_first = 'speed'"), ("agility = 1", "damage = { points = 'degree + agility' }")]
    {
        let rules = format!("{plain}{rules}");
        assert_ne!(figures(&rules, own, foe), figures(&rules, "", foe), "{own}");
    }
}

#[test]
fn keys_without_their_counterpart_cause_warnings() {
    for (key, own) in [
        ("danger_sense = true", "unaware = 1"),
        ("shoddy = 3", "weapon = 'sword'"),
        ("flees = 'half down'", "count = 2"),
    ] {
        let name = key.split(' ').next().unwrap();
        let [alone, together] =
            [key.to_owned(), format!("{key}\n{own}")].map(|own| warned("base = 'nutshell'", &own, ""));
        assert!(
            alone.iter().any(|one| one.starts_with(&format!("`{name}` of `a` has no effect: "))),
            "{key}: {alone:?}"
        );
        assert!(!together.iter().any(|one| one.contains(name)), "{key}: {together:?}");
    }
}

#[test]
fn study_warns_about_back_place_without_a_friend_in_front() {
    let bow = "place = 'back'\nmissile = { weapon = 'bow', skill = 1 }";
    let alone = warned("base = 'nutshell'", bow, "");
    assert!(alone.iter().any(|one| one.starts_with("`place` of `a` has no effect")), "{alone:?}");
    let friend = "[fighters.c]\nskill = 0\nside = 'A'";
    assert_eq!(warned("base = 'nutshell'", bow, friend), Vec::<String>::new());
}

#[test]
fn keys_of_a_variant_or_of_the_cast_cause_no_warning() {
    let text = "[rules]\nbase = 'nutshell'\n[variants]\nno = {}\nyes = { rules = { strike_first = 'speed' } }\n[fighters.a]\nskill = 1\nspeed = 2\n[fighters.b]\nlike = 'wolf'\n[cast.wolf]\nskill = 0\nspeed = 1\n";
    assert_eq!(study(text).warnings, []);
}

#[test]
fn study_warns_about_a_side_that_cannot_shoot() {
    let bow = "missile = { weapon = 'bow', skill = 1 }";
    let found = warned("closing = 'never'", bow, "");
    assert!(found.iter().any(|one| one.contains("no fighter on B can shoot")), "{found:?}");
    assert_eq!(warned("closing = 'never'", bow, bow), Vec::<String>::new());
}

#[test]
fn study_warns_about_ties_with_a_side_that_does_not_roll() {
    let told = |ties: &str| {
        let text = format!("[opposed]\nactive = {{ trait = 1 }}\npassive = {{ trait = 0, dice = 'none' }}\n{ties}\n");
        study(&text).warnings.iter().map(|warning| warning.message()).collect::<Vec<_>>()
    };
    assert_eq!(told(""), ["active wins ties, since passive does not roll: reaching passive's level is enough"]);
    assert_eq!(told("ties = 'active'"), Vec::<String>::new());
}

/// A choice that is a number can be given without quotes.
#[test]
fn numeric_choices_accept_numbers() {
    let text =
        |value: &str| format!("[rules]\nlow_factor = {value}\n[fighters.a]\nskill = 1\n[fighters.b]\nskill = 0\n");
    let of = |value: &str| study(&text(value)).cells[0].rules.low_factor;
    assert_eq!(of("-2"), of("'-2'"));
    assert_ne!(of("-2"), of("-1"));
}

/// The chance that a fight never ends and the length of decided fights are figures only if they matter.
#[test]
fn fights_without_end_have_their_own_figures() {
    // A hits in one round of four and wins. B hits as often, but never wounds.
    let text = "[rules]\nbase = 'nutshell'\ndice = { faces = [0, 1] }\nround_limit = 50\n[fighters.a]\nskill = 0\noffense = 9\n[fighters.b]\nskill = 0\noffense = -50\n";
    let result = |method: &str| {
        let text = format!(
            "{text}[run]\nmethod = '{method}'\ntrials = 20_000\n[[ask]]\nmeasure = 'rounds of decided fights'\n"
        );
        fudgelab::study::run(&study(&text), &()).unwrap()
    };
    let value = |result: &fudgelab::study::StudyResult, name: &str| {
        result.cells[0].figure(name, "").map(|figure| figure.estimate.value)
    };
    let (exact, simulated) = (result("exact"), result("simulate"));
    let decided = value(&exact, "rounds of decided fights").unwrap();
    assert!((decided - 4.0).abs() < 0.01, "{decided}");
    assert!((value(&simulated, "rounds of decided fights").unwrap() - decided).abs() < 0.2);
    let harmless = text.replace("offense = 9", "offense = -50");
    let endless = fudgelab::study::run(&study(&harmless), &()).unwrap();
    assert_eq!(value(&endless, "never ends"), Some(1.0));
    assert_eq!(value(&exact, "never ends"), None);
}

/// Options of [rules] that change nothing here are found by simulation. Options with an effect are not named, nor are
/// those that restate the default.
#[test]
fn options_that_change_nothing_are_reported() {
    let text = "[rules]\nbase = 'nutshell'\nshields = 'defense'\noutnumbered = 'per-foe'\nmob_roll = 'one-2dF'\nround_limit = 1000\ngraze = 'table'\n\
                [fighters.a]\nskill = 1\n[fighters.b]\nskill = 0\n";
    let tried = |text: &str| -> Vec<String> {
        options_without_effect(&scenario(text), &()).into_iter().map(|warning| warning.message()).collect()
    };
    let named = |option: &str| format!("`{option}` in [rules] changed nothing in 1,000 trials");
    assert_eq!(tried(text), ["shields", "outnumbered", "mob_roll"].map(named));
    // With a shield, and two against one, all of them have an effect.
    let acting = text.replace("[fighters.a]", "[fighters.a]\nshield = 2\ncount = 2");
    assert_eq!(tried(&acting), Vec::<String>::new());
}

/// Rules of a fight, and keys that have no effect under them.
const SILENT: &[(&str, &[&str])] = &[
    (
        "base = 'lite'",
        &[
            "strength = 1",
            "offense = 3",
            "weapon = 'sword'",
            "martial_art = 1",
            "thrown_unskilled = true",
            "halves_armor = true",
            "scale_piercing = 'halve'",
            "weapon_tech = 5",
            "armor = 2",
            "armor_tech = 2",
            "mass = 1",
            "tough_hide = 2",
            "defense = 2",
            "scale = 2",
            "strength_scale = 2",
            "mass_scale = 2",
            "damage_capacity = 1",
            "pain = 'tolerant'",
            "blade = 'piercing'",
            "place = 'back'",
            "missile = { weapon = 'bow', skill = 1 }",
            "peripheral_vision = true",
            "dodge = 1",
            "cover = 1",
        ],
    ),
    (
        "base = 'srd'\npacing = 'story'",
        &["offense = 3", "armor = 2", "scale = 2", "pain = 'tolerant'", "damage_capacity = 1"],
    ),
    ("base = 'srd'", &["pc = false", "avoid_by = 'parry'", "defends_at = 2", "armor_tech = 2", "weapon_tech = 5"]),
    ("base = 'kaer'", &["avoid_by = 'parry'", "will = 2", "other_avoid = 2"]),
    ("base = 'fantasy'", &["quick_reflexes = true", "dodge = 1"]),
    (
        "base = 'kaer'\nclosing = 'never'",
        &["offense = 3", "weapon = 'sword'", "against = { b = 2 }", "tactic = 'full-defense'"],
    ),
    ("base = 'srd'\nclosing = 'never'", &["hit_bonus = 1", "other_avoid = 2", "shield = 'medium'"]),
];

#[test]
fn keys_without_effect_cause_warnings_under_every_preset() {
    for (rules, keys) in SILENT {
        for own in *keys {
            let key = own.split(' ').next().unwrap();
            // In a fight without melee, a fighter needs a missile.
            let bow =
                if rules.contains("never") { "\nmissile = { weapon = 'bow', skill = 1, offense = 2 }" } else { "" };
            let found = warned(rules, &format!("{own}{bow}"), "");
            assert!(
                found.iter().any(|one| one.starts_with(&format!("`{key}` of `a` has no effect: "))),
                "{rules}, {own}: {found:?}"
            );
        }
    }
}

/// LITE: a thrown spell can be dodged.
#[test]
fn dodge_has_an_effect_against_a_thrown_spell() {
    let fight = |thrown: &str| {
        let spell = format!("spells.bolt = {{ lite = {{ trait = 1 }}, harms = {{ offense = 1{thrown} }} }}");
        study(&format!(
            "[rules]\nbase = 'lite'\n[fighters.a]\npc = true\nskill = 1\n{spell}\n[fighters.b]\nskill = 0\ndodge = 1\n"
        ))
        .warnings
    };
    assert_eq!(fight(", thrown = 1"), []);
    assert!(fight("").iter().any(|one| one.message().starts_with("`dodge` of `b` has no effect")));
}

/// A fighter at the back with nothing to do, and one with a bow but no `missile`, under every preset with melee.
#[test]
fn study_warns_about_archers_without_a_missile() {
    for preset in ["srd", "nutshell", "fudge-1993", "kaer", "fantasy", "cinematic"] {
        let rules = format!("base = '{preset}'");
        let found = warned(&rules, "place = 'back'", "[fighters.c]\nskill = 0\nside = 'A'");
        assert!(
            found.iter().any(|one| one.starts_with("A stays at the back with nothing to shoot or cast")),
            "{preset}: {found:?}"
        );
        let found = warned(&rules, "weapon = 'bow'", "");
        assert!(found.iter().any(|one| one.starts_with("A strikes with a bow as with a club")), "{preset}: {found:?}");
        assert!(!warned(&rules, "weapon = 'bow'\nmissile = 'bow'", "").iter().any(|one| one.contains("club")));
    }
    let found = warned("base = 'srd'\n[variants]\nx = {}\ny = { rules = { base = 'nutshell' } }", "weapon = 'bow'", "");
    assert_eq!(found.iter().filter(|one| one.contains("club")).count(), 1, "{found:?}");
}

/// W25: only a fighter with `overcomes_at` rolls Willpower.
#[test]
fn will_has_an_effect_with_overcomes_at() {
    let idle = |own: &str| {
        let found = warned("base = 'nutshell'\nwill_over_wounds = 'reduce'", &format!("will = 1\n{own}"), "");
        found.iter().any(|one| one.starts_with("`will` of `a` has no effect: no fighter rolls Willpower"))
    };
    assert!(idle("") && !idle("overcomes_at = 'Hurt'"));
}

/// `attacks` have an effect if any of their keys does. Under LITE a hit always marks the same number of boxes.
#[test]
fn study_warns_about_attacks_that_differ_only_in_damage() {
    let of = |rules: &str, attacks: &str| {
        let found = warned(rules, attacks, "");
        found.into_iter().filter(|one| one.starts_with("`attacks` of `a` has no effect: ")).collect::<Vec<_>>()
    };
    let damage = "attacks = { bite = { offense = 4 }, claws = { strength = 1, note = 'sharp' } }";
    let reason = "each hit marks the same number of boxes, whatever the weapons and armor";
    let cure = "set `damage = \"weapon\"` or `\"degree\"` in [rules], or leave it out";
    assert_eq!(of("base = 'lite'", damage), [format!("`attacks` of `a` has no effect: {reason}; {cure}")]);
    let armed = "attacks = { spear = { weapon = 'spear' }, sword = { weapon = 'sword', offense = 2 } }";
    assert_eq!(
        [of("base = 'lite'", armed).len(), of("base = 'srd'", armed).len(), of("base = 'srd'", damage).len()],
        [1, 0, 0]
    );
    let skilled = damage.replace("note = 'sharp'", "skill = 2");
    assert_eq!(of("base = 'lite'", &skilled), [] as [String; 0]);
    let described = "attacks = { bite = { note = 'sharp' } }";
    assert_eq!(of("base = 'lite'", described), [] as [String; 0]);
}

/// If it concerns every fight of the campaign, the warning names none of them; otherwise it lists the fights.
#[test]
fn campaign_warnings_appear_once() {
    let told = |stages: &[(&str, &str)], rules: &str| {
        let stages: String =
            stages.iter().map(|(name, foes)| format!("[campaign.stages.{name}]\nfoes = {{ {foes} }}\n")).collect();
        let party =
            "ada = { skill = 1 }\narcher = { skill = 1, weapon = 'bow' }\nidler = { skill = 1, place = 'back' }\n";
        let text = format!("[rules]\nbase = 'srd'\n{rules}[campaign.party]\n{party}{stages}");
        study(&text).warnings.iter().map(|warning| warning.message()).collect::<Vec<_>>()
    };
    let back = " stays at the back with nothing to shoot or cast, and does nothing while a friend in front is fit";
    let club = " strikes with a bow as with a club: `weapon` is for hand-to-hand fights";
    let of_party = [format!("Idler{back}"), format!("Archer{club}")];
    let plain = ("ford", "wolf = { skill = 0 }");
    assert_eq!(told(&[plain], ""), of_party);
    assert_eq!(told(&[plain, ("gate", "wolf = { skill = 1 }")], ""), of_party);
    let bandit = "bandit = { skill = 0, weapon = 'bow' }";
    let found = told(&[("ford", bandit), ("gate", bandit), ("hall", "ogre = { skill = 1 }")], "");
    assert_eq!(found, [of_party.to_vec(), vec![format!("in ford and in gate: Bandit{club}")]].concat());
    // Two sides of the foes may be a misspelled one. The party has its own side, even if the file does not name it.
    let sides = |own: &str| format!("a = {{ skill = 0, side = 'rad' }}, b = {{ skill = 0{own} }}");
    let found = told(&[plain, ("gate", &sides(", side = 'red'"))], "");
    let near = "in gate: `rad` and `red` are two sides here, and fight each other".to_owned();
    assert_eq!(found, [of_party[0].clone(), of_party[1].clone(), near]);
    let found = told(&[plain, ("gate", &sides(""))], "");
    assert!(found.contains(&"in gate: 3 sides fight each other here: party, rad, foes".to_owned()), "{found:?}");
    let bow = "bandit = { skill = 0, missile = { weapon = 'bow', skill = 1 } }";
    let found = told(&[("ford", bow)], "closing = 'never'\n");
    assert!(found.iter().any(|one| one.contains("no fighter on party can shoot")), "{found:?}");
}
