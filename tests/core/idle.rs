//! Keys that can do nothing in a fight are warned of by name, with the reason and a remedy; those that act in some case are not.

use crate::support::written::{scenario, study};
use fudgelab::scenario::without_effect;
use fudgelab::study::{MethodChoice, Study, run};

/// A duel in which `a` has this line, under these rules, against somebody with this one: what is warned of.
fn warned(rules: &str, own: &str, foe: &str) -> Vec<String> {
    let text = format!("[rules]\n{rules}\n[fighters.a]\nskill = 1\n{own}\n[fighters.b]\nskill = 0\n{foe}\n");
    study(&text).warnings.iter().map(|warning| format!("{}; {}", warning.message(), warning.remedy)).collect()
}

/// Each key where it does nothing, and the rules or the foe with which it acts.
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
fn what_does_nothing_is_said_and_what_acts_is_not() {
    // Rules under which none of them acts.
    let plain = "base = 'nutshell'\ndamage_capacity = 'ignored'\n";
    for (own, rules, foe) in KEYS {
        let key = own.split([' ', '.']).next().unwrap();
        let found = warned(plain, own, "");
        let expected = format!("`{key}` of `a` does nothing: ");
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
fn keys_that_are_warned_of_change_no_figure() {
    // A foe who hits hard, so that protection would change figures.
    let (plain, foe) = ("base = 'nutshell'\ndamage_capacity = 'ignored'\nround_limit = 20\n", "offense = 2");
    for (own, ..) in KEYS {
        // The key is in the first line.
        let (_, others) = own.split_once('\n').unwrap_or_default();
        assert_eq!(figures(plain, own, foe), figures(plain, others, foe), "{own}");
    }
    // The same comparison finds keys that act.
    for (own, rules) in
        [("speed = 2", "strike_first = 'speed'"), ("agility = 1", "damage = { points = 'degree + agility' }")]
    {
        let rules = format!("{plain}{rules}");
        assert_ne!(figures(&rules, own, foe), figures(&rules, "", foe), "{own}");
    }
}

/// Keys that need another of the same fighter, or a friend.
#[test]
fn keys_that_need_each_other() {
    for (key, own) in [
        ("danger_sense = true", "unaware = 1"),
        ("shoddy = 3", "weapon = 'sword'"),
        ("flees = 'half down'", "count = 2"),
    ] {
        let name = key.split(' ').next().unwrap();
        let [alone, together] =
            [key.to_owned(), format!("{key}\n{own}")].map(|own| warned("base = 'nutshell'", &own, ""));
        assert!(
            alone.iter().any(|one| one.starts_with(&format!("`{name}` of `a` does nothing: "))),
            "{key}: {alone:?}"
        );
        assert!(!together.iter().any(|one| one.contains(name)), "{key}: {together:?}");
    }
}

/// Who stays behind others does not have to wait for a volley, and has somebody to stay behind.
#[test]
fn a_place_behind_nobody_does_nothing() {
    let bow = "place = 'back'\nmissile = { weapon = 'bow', skill = 1 }";
    let alone = warned("base = 'nutshell'", bow, "");
    assert!(alone.iter().any(|one| one.starts_with("`place` of `a` does nothing")), "{alone:?}");
    let friend = "[fighters.c]\nskill = 0\nside = 'A'";
    assert_eq!(warned("base = 'nutshell'", bow, friend), Vec::<String>::new());
}

/// What acts in one variant is not warned of, nor what a stat block of the library holds.
#[test]
fn what_acts_somewhere_or_is_borrowed_is_not_said() {
    let text = "[rules]\nbase = 'nutshell'\n[variants]\nno = {}\nyes = { rules = { strike_first = 'speed' } }\n[fighters.a]\nskill = 1\nspeed = 2\n[fighters.b]\nlike = 'wolf'\n[cast.wolf]\nskill = 0\nspeed = 1\n";
    assert_eq!(study(text).warnings, []);
}

/// A fight from afar that never ends, in which a side has nothing to shoot with.
#[test]
fn who_cannot_shoot_back_is_named() {
    let bow = "missile = { weapon = 'bow', skill = 1 }";
    let found = warned("closing = 'never'", bow, "");
    assert!(found.iter().any(|one| one.contains("nobody on B can shoot")), "{found:?}");
    assert_eq!(warned("closing = 'never'", bow, bow), Vec::<String>::new());
}

/// Who wins ties against somebody who does not roll is said, unless the file says it.
#[test]
fn ties_with_who_does_not_roll_are_told() {
    let told = |ties: &str| {
        let text = format!("[opposed]\nactive = {{ trait = 1 }}\npassive = {{ trait = 0, dice = 'none' }}\n{ties}\n");
        study(&text).warnings.iter().map(|warning| warning.message()).collect::<Vec<_>>()
    };
    assert_eq!(told(""), ["active wins ties, since passive does not roll: reaching passive's level is enough"]);
    assert_eq!(told("ties = 'active'"), Vec::<String>::new());
}

/// A word that is a number may be written as one.
#[test]
fn words_that_are_numbers() {
    let text =
        |value: &str| format!("[rules]\nlow_factor = {value}\n[fighters.a]\nskill = 1\n[fighters.b]\nskill = 0\n");
    let of = |value: &str| study(&text(value)).cells[0].rules.low_factor;
    assert_eq!(of("-2"), of("'-2'"));
    assert_ne!(of("-2"), of("-1"));
}

/// How often a fight never ends, and how long decided ones take, are figures where it matters.
#[test]
fn fights_without_an_end_have_figures() {
    // One round in two hurts, and whoever is hurt first can hurt nobody any more, nor be hurt.
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
    // B's blows do nothing, so A wins as soon as he hits, one round in four.
    let decided = value(&exact, "rounds of decided fights").unwrap();
    assert!((decided - 4.0).abs() < 0.01, "{decided}");
    assert!((value(&simulated, "rounds of decided fights").unwrap() - decided).abs() < 0.2);
    let harmless = text.replace("offense = 9", "offense = -50");
    let endless = fudgelab::study::run(&study(&harmless), &()).unwrap();
    assert_eq!(value(&endless, "never ends"), Some(1.0));
    assert_eq!(value(&exact, "never ends"), None);
}

/// Options of [rules] that decide nothing here are found by trying: those that act are not named, nor those that state what holds anyway.
#[test]
fn options_that_change_nothing_are_found_by_trying() {
    let text = "[rules]\nbase = 'nutshell'\nshields = 'defense'\noutnumbered = 'per-foe'\nmob_roll = 'one-2dF'\nround_limit = 1000\ngraze = 'table'\n\
                [fighters.a]\nskill = 1\n[fighters.b]\nskill = 0\n";
    let tried = |text: &str| -> Vec<String> {
        without_effect(&scenario(text), &()).into_iter().map(|warning| warning.message()).collect()
    };
    let named = |option: &str| format!("`{option}` in [rules] changed nothing in 1,000 trials");
    assert_eq!(tried(text), ["shields", "outnumbered", "mob_roll"].map(named));
    // With somebody who has a shield, and two against one, all of them act.
    let acting = text.replace("[fighters.a]", "[fighters.a]\nshield = 2\ncount = 2");
    assert_eq!(tried(&acting), Vec::<String>::new());
}

/// Rules of a fight, and keys that cannot act under them.
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
fn keys_without_effect_are_named_under_every_preset() {
    for (rules, keys) in SILENT {
        for own in *keys {
            let key = own.split(' ').next().unwrap();
            // In a fight without melee a fighter needs a missile.
            let bow =
                if rules.contains("never") { "\nmissile = { weapon = 'bow', skill = 1, offense = 2 }" } else { "" };
            let found = warned(rules, &format!("{own}{bow}"), "");
            assert!(
                found.iter().any(|one| one.starts_with(&format!("`{key}` of `a` does nothing: "))),
                "{rules}, {own}: {found:?}"
            );
        }
    }
}

/// LITE: a thrown spell is dodged, so `dodge` acts.
#[test]
fn dodge_acts_against_a_thrown_spell() {
    let fight = |thrown: &str| {
        let spell = format!("spells.bolt = {{ lite = {{ trait = 1 }}, harms = {{ offense = 1{thrown} }} }}");
        study(&format!(
            "[rules]\nbase = 'lite'\n[fighters.a]\npc = true\nskill = 1\n{spell}\n[fighters.b]\nskill = 0\ndodge = 1\n"
        ))
        .warnings
    };
    assert_eq!(fight(", thrown = 1"), []);
    assert!(fight("").iter().any(|one| one.message().starts_with("`dodge` of `b` does nothing")));
}

/// Fighters with nothing to do at the back, and with a bow but no `missile`, are named under every preset with melee.
#[test]
fn archers_without_a_missile_are_named() {
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

/// W25: Willpower is rolled by a fighter that says from which wound on it does so.
#[test]
fn will_acts_with_a_wound_to_overcome() {
    let idle = |own: &str| {
        let found = warned("base = 'nutshell'\nwill_over_wounds = 'reduce'", &format!("will = 1\n{own}"), "");
        found.iter().any(|one| one.starts_with("`will` of `a` does nothing: nobody rolls Willpower"))
    };
    assert!(idle("") && !idle("overcomes_at = 'Hurt'"));
}

/// `attacks` act where any of their keys does: under LITE a hit marks a box whatever strikes.
#[test]
fn attacks_that_differ_in_damage_alone_are_named() {
    let of = |rules: &str, attacks: &str| {
        let found = warned(rules, attacks, "");
        found.into_iter().filter(|one| one.starts_with("`attacks` of `a` does nothing: ")).collect::<Vec<_>>()
    };
    let damage = "attacks = { bite = { offense = 4 }, claws = { strength = 1, note = 'sharp' } }";
    let reason = "each hit marks the same number of boxes, whatever strikes and whatever protects";
    let cure = "set `damage = \"weapon\"` or `\"degree\"` in [rules], or leave it out";
    assert_eq!(of("base = 'lite'", damage), [format!("`attacks` of `a` does nothing: {reason}; {cure}")]);
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

/// A caution of a campaign's fights is said once: by itself if it is true of all of them, else with the names of the fights.
#[test]
fn fights_of_a_campaign_are_warned_of() {
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
    // Two sides of the foes may be one; the party has one of its own, though the file names none.
    let sides = |own: &str| format!("a = {{ skill = 0, side = 'rad' }}, b = {{ skill = 0{own} }}");
    let found = told(&[plain, ("gate", &sides(", side = 'red'"))], "");
    let near = "in gate: `rad` and `red` are two sides here, and fight each other".to_owned();
    assert_eq!(found, [of_party[0].clone(), of_party[1].clone(), near]);
    let found = told(&[plain, ("gate", &sides(""))], "");
    assert!(found.contains(&"in gate: 3 sides fight each other here: party, rad, foes".to_owned()), "{found:?}");
    let bow = "bandit = { skill = 0, missile = { weapon = 'bow', skill = 1 } }";
    let found = told(&[("ford", bow)], "closing = 'never'\n");
    assert!(found.iter().any(|one| one.contains("nobody on party can shoot")), "{found:?}");
}
