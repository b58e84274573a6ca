//! Rules that switch a setting off, cap it or override it: the warning about it, and the figure that shows it.

use crate::support::written::scenario;
use fudgelab::document::Kind;
use fudgelab::report::answers::brief::page;
use fudgelab::report::formats::terminal::Style;
use fudgelab::report::rolls::odds::{OddsQuery, Question};
use fudgelab::rules::OPTIONS;
use fudgelab::scenario::{Overrides, Source, key_at, read_source};
use fudgelab::study::{MethodChoice, Study, run};

/// The warnings of a file, each with its remedy.
fn warnings(text: &str) -> Vec<String> {
    scenario(text).study.warnings.iter().map(|one| format!("{}; {}", one.message(), one.remedy)).collect()
}

/// The exact value of a figure, by its title.
fn value(text: &str, title: &str) -> f64 {
    let result = run(&scenario(text).study, &()).unwrap();
    let figures = &result.cells[0].findings.figures;
    let found = figures.iter().find(|figure| figure.title().eq_ignore_ascii_case(title));
    found
        .unwrap_or_else(|| panic!("{title}: {:?}", figures.iter().map(|one| one.title()).collect::<Vec<_>>()))
        .estimate
        .value
}

/// The page of a file, on lines that are never cut.
fn told(text: &str) -> String {
    page(&run(&scenario(text).study, &()).unwrap()).text(&Style::plain(1000))
}

/// The mean number of rolls that fill the boxes of three foes, one each, or the four boxes of the hero. Each roll marks
/// a foe with this chance, and the hero otherwise.
fn rolls(chance: f64) -> f64 {
    let mut left = vec![vec![0.0; 5]; 4];
    for (foes, own) in (1..=3).flat_map(|foes| (1..=4).map(move |own| (foes, own))) {
        left[foes][own] = 1.0 + chance * left[foes - 1][own] + (1.0 - chance) * left[foes][own - 1];
    }
    left[3][4]
}

/// LITE: only Ann rolls, against one foe at a time. She is two levels better, and wins or ties in 76 of 81 cases; with
/// one level less for each extra foe it would be 50, then 66 of 81: 3.913 rolls.
#[test]
fn outnumbered_has_no_effect_in_player_facing_fights() {
    let duel = |more: &str| {
        format!(
            "[rules]\nbase = 'lite'\n{more}[fighters.ann]\npc = true\nskill = 'Great'\n[fighters.bob]\nskill = 'Fair'\ncount = 3\ninjury_boxes = 1\n"
        )
    };
    let (plain, outnumbered) = (duel(""), duel("outnumbered = 'per-foe'\n"));
    assert!((value(&plain, "rounds") - rolls(76.0 / 81.0)).abs() < 1e-12);
    assert!((value(&outnumbered, "rounds") - rolls(76.0 / 81.0)).abs() < 1e-12);
    assert_eq!(warnings(&plain), [] as [&str; 0]);
    let said = "`outnumbered` of `rules` has no effect: if only player characters act (`pacing`), each roll is against \
                one foe; set `pacing = \"simultaneous\"` or `\"turns\"` in [rules], or leave it out";
    assert_eq!(warnings(&outnumbered), [said]);
}

/// Five modifiers of +1 under the SRD's cap of 3 (A13): 4dF must show at least −2, as in 76 of 81 cases, and not at
/// least −4.
#[test]
fn capped_modifiers_of_a_roll_cause_a_warning() {
    let check = |rules: &str| {
        format!(
            "rules = {{ {rules} }}\n[check]\ntrait = 'Fair'\ndifficulty = 'Good'\nmodifiers = {{ a = 1, b = 1, c = 1, d = 1, e = 1 }}\n"
        )
    };
    let capped = "the modifiers of `check` add up to +5, but count as +3: `modifier_cap` is 3; \
                  set `modifier_cap = \"none\"` in [rules] to count them in full";
    assert_eq!((value(&check(""), "success"), warnings(&check(""))), (76.0 / 81.0, vec![capped.to_owned()]));
    let whole = check("modifier_cap = 'none'");
    assert_eq!((value(&whole, "success"), warnings(&whole)), (1.0, vec![]));
    // LITE counts only the largest modifier (A13): 4dF must show at least 0.
    let largest = "the modifiers of `check` add up to +5, but count as +1: only the largest bonus and the largest penalty count; \
                   set `stacking = \"sum\"` in [rules] to add them up";
    let lite = check("base = 'lite'");
    assert_eq!((value(&lite, "success"), warnings(&lite)), (50.0 / 81.0, vec![largest.to_owned()]));
    // The warning is next to the answer.
    let told = told(&check(""));
    let place = |words: &str| told.find(words).unwrap_or_else(|| panic!("{words}: {told}"));
    assert!(
        place("Success 93.83") < place("! The modifiers of `check`") && place("! The modifiers") < place("degrees"),
        "{told}"
    );
    // A penalty, and a second trait that helps.
    let low = "[check]\ntrait = 'Fair'\ndifficulty = 'Good'\nmodifiers = { dark = -4 }\n";
    assert!(warnings(low)[0].starts_with("the modifiers of `check` add up to −4, but count as −3"));
    let helped = "[check]\ntrait = 'Fair'\ndifficulty = 'Good'\nmodifiers = { light = 3 }\nassist = 'Good'\n";
    assert!(warnings(helped)[0].starts_with("the modifiers of `check` add up to +4, but count as +3"));
}

/// 8dF is 0 in 1107 of 6561 cases: Fair +3 beats Great in these and in half of the others, Fair +4 also if 8dF is −1
/// (1016).
#[test]
fn odds_warn_about_modifiers_beyond_the_cap() {
    let opposed = |modifiers: &str| {
        format!("[opposed.active]\ntrait = 'Fair'\nmodifiers = {{ {modifiers} }}\n[opposed.passive]\ntrait = 'Great'\n")
    };
    let capped = opposed("a = 1, b = 1, c = 1, d = 1");
    let wins = |sure: f64| (6561.0 - 1107.0) / 2.0 / 6561.0 + sure / 6561.0;
    assert!((value(&capped, "active wins") - wins(1107.0)).abs() < 1e-12);
    assert!(warnings(&capped)[0].starts_with("the modifiers of `active` add up to +4, but count as +3"));
    let question = |modifier: i32| {
        let asked =
            OddsQuery { dice: "4dF", level: Some("Fair"), modifier, opposed: Some("Great"), ..OddsQuery::default() };
        Question::read(&asked).unwrap()
    };
    let won = |modifier: i32| {
        question(modifier).answer().unwrap().json(&question(modifier))["figures"][0]["probability"].as_f64()
    };
    assert_eq!(won(3).map(|won| (won * 1e4).round()), Some((wins(1107.0) * 1e4).round()));
    assert_eq!(won(4).map(|won| (won * 1e4).round()), Some((wins(1107.0 + 1016.0) * 1e4).round()));
    assert_eq!(question(3).hints(), [] as [&str; 0]);
    let said = |capped: &str, write: &str, whole: &str| {
        format!(
            "the modifier counts in full ({whole}), while situational modifiers count {capped} at most under `srd`, `fudge-1993`, `cinematic` \
             (`modifier_cap`); for that answer, write `--modifier={write}`"
        )
    };
    assert_eq!(question(4).hints(), [said("+3", "3", "+4")]);
    assert_eq!(question(-5).hints(), [said("−3", "-3", "−5")]);
}

/// A13 caps a fighter's situational modifiers as well: two of +2 count as +3.
#[test]
fn capped_modifiers_of_a_fighter_cause_a_warning() {
    let duel = |rules: &str, own: &str| {
        format!("[rules]\n{rules}\n[fighters.ada]\nskill = 'Fair'\n{own}\n[fighters.bo]\nskill = 'Fair'\n")
    };
    let two = "modifiers = { high = 2, blessed = 2 }";
    let wins = |rules: &str, own: &str| value(&duel(rules, own), "ada wins");
    assert_eq!(wins("", two), wins("", "modifiers = { all = 3 }"));
    let said = "the modifiers of `Ada` add up to +4, but count as +3: `modifier_cap` is 3; set `modifier_cap = \"none\"` in [rules] to count them in full";
    assert_eq!(warnings(&duel("", two)), [said]);
    assert_eq!(wins("modifier_cap = 'none'", two), wins("modifier_cap = 'none'", "modifiers = { all = 4 }"));
    assert_eq!(warnings(&duel("modifier_cap = 'none'", two)), [] as [&str; 0]);
    // A modifier that lasts for two rounds hides another one of the opposite sign during these rounds.
    let later = "modifiers = { high = { value = 4, rounds = 2 }, cursed = -4 }";
    assert!(warnings(&duel("", later))[0].starts_with("the modifiers of `Ada` add up to −4, but count as −3"));
}

/// W16: each hit marks one box, whatever the weapon. The page has a single warning about the gear of all fighters.
#[test]
fn gear_that_lite_ignores_causes_one_warning() {
    let duel = |gear: &str| {
        format!(
            "[rules]\nbase = 'lite'\n[fighters.ann]\npc = true\nskill = 'Good'\n{gear}\n[fighters.bob]\nskill = 'Fair'\n{gear}\n"
        )
    };
    let armed = duel("weapon = 'sword'\narmor = 'heavy leather'\nscale = 2");
    assert_eq!(value(&armed, "ann wins"), value(&duel(""), "ann wins"));
    let told = told(&armed);
    assert_eq!(told.matches("each hit marks the same number of boxes").count(), 1, "{told}");
    assert!(told.contains("`armor` of `ann` and `armor` of `bob` have no effect"), "{told}");
    assert!(told.matches("\n! ").count() <= 3, "{told}");
}

/// If no `pc` is set, the fighters of the first side are the player characters (C5), which matters only under some
/// rules.
#[test]
fn warning_names_assumed_player_characters() {
    let duel = |rules: &str, pc: &str| {
        format!("[rules]\n{rules}\n[fighters.ann]\nskill = 'Good'\n{pc}\n[fighters.bob]\nskill = 'Fair'\n")
    };
    let said = "Ann counts as the player character: no `pc` is set, and this is the first side; write `pc = true` for the player characters";
    for rules in ["base = 'lite'", "base = 'cinematic'", "npc_dice = '2dF'", "morale = 'npcs'"] {
        assert!(warnings(&duel(rules, "")).contains(&said.to_owned()), "{rules}: {:?}", warnings(&duel(rules, "")));
        let stated = warnings(&duel(rules, "pc = true"));
        assert!(!stated.iter().any(|one| one.contains("player character:")), "{stated:?}");
    }
    assert_eq!(warnings(&duel("base = 'srd'", "")), [] as [&str; 0]);
    // LITE: only Ann rolls, and she wins ties. If Bob is the player character, the fight is different.
    let own = value(&duel("base = 'lite'", ""), "ann wins");
    assert_eq!(own, value(&duel("base = 'lite'", "pc = true"), "ann wins"));
    assert_ne!(own, value(&(duel("base = 'lite'", "pc = false") + "pc = true\n"), "ann wins"));
    // In a campaign the members of the party are the player characters.
    let campaign = "rules.base = 'lite'\n[campaign.party.ann]\nskill = 'Good'\n[campaign.stages.wolf]\nfoes = { wolf = { skill = 'Fair' } }\n";
    assert!(!warnings(campaign).iter().any(|one| one.contains("player character:")), "{:?}", warnings(campaign));
}

/// At most three warnings are printed next to an answer.
#[test]
fn page_counts_further_warnings() {
    let text = "[rules]\nlighter_for = 'round'\ngraze = 'off'\ngraze_roll = 'off'\ngraze_from = [0, 6]\nmissiles = 'dodge-or-parry'\ninitiative = 'once'\n\
                called_minimum = 2\n[fighters.ada]\nskill = 1\nmodifiers = { a = 3, b = 3 }\n[fighters.bo]\nskill = 0\n";
    let told = told(text);
    let first = told.find("\n! The modifiers of `Ada` add up to +6").unwrap_or_else(|| panic!("{told}"));
    assert_eq!(told.matches("\n! ").count(), 3, "{told}");
    assert_eq!(told.find("\n! "), Some(first));
    assert!(told.contains("And 3 more: fudgelab validate FILE"), "{told}");
}

/// A spell that is rolled for by the rules for checks.
const HEDGE: &str = "fighters.b.spells.bolt = { hedge = { trait = 1, difficulty = 1 }, harms = { offense = 1 } }";

/// Options without effect, each with rules and fighter keys that give it one.
const OPTIONS_AND_USES: &[(&str, &str, &str)] = &[
    ("success_limit = 'skill'", "rules.pacing = 'story'", "fighters.a.spend = 'success'\nfighters.a.fudge_points = 2"),
    ("automatic_price = 2", "", "fighters.a.spend = 'automatic'\nfighters.a.fudge_points = 2"),
    ("lighter_wound = 'scratch'", "", "fighters.a.spend = 'lighter-wound'\nfighters.a.fudge_points = 2"),
    ("lighter_for = 'round'", "", "fighters.a.spend = 'survive'\nfighters.a.fudge_points = 2"),
    ("near_death_price = 2", "", "fighters.a.spend = 'near-death'\nfighters.a.fudge_points = 2"),
    ("lone_strike = 'beat-all'", "", "fighters.b.count = 2"),
    ("mob_roll = 'one'", "", "fighters.b.count = 2"),
    ("reach = 1", "", "fighters.b.count = 2"),
    ("outnumbered = 'epic'", "", "fighters.b.count = 2"),
    ("initiative_ties = 'reroll'", "rules.pacing = 'turns'", ""),
    ("turn_order = 'sides'", "rules.pacing = 'turns'", ""),
    ("missiles = 'dodge-or-parry'", "rules.closing = 1", "fighters.b.missile = { weapon = 'bow', skill = 1 }"),
    (
        "shots_into_melee = 'free'",
        "",
        "fighters.b.missile = { weapon = 'bow', skill = 1 }\nfighters.b.place = 'back'\nfighters.c.skill = 0\nfighters.c.side = 'B'",
    ),
    ("graze_roll = 'one-level'", "rules.graze = 'table'\nrules.damage_roll = '4dF-limited'", ""),
    ("level_roll = 'all'", "rules.damage_roll = '1dF-level'", ""),
    ("low_factor = '-2'", "rules.damage_roll = 'min-mid-max'", ""),
    ("damage_dice = '2d6-table'", "rules.damage_roll = 'game-dice-limited'", ""),
    ("called_minimum = 2", "rules.called_shots = 'fudge-1993'", ""),
    ("will_difficulty = 1", "rules.will_over_wounds = 'reduce'", "fighters.a.overcomes_at = 'Hurt'"),
    ("evasion = 'heroic-evasion'", "", "fighters.a.evades_at = 'Hurt'"),
    ("avoidance = 'one'", "rules.pacing = 'turns'", ""),
    ("stun = 'srd'", "", "fighters.a.stuns = true"),
    ("automatic_death = 'helpless'", "", "fighters.b.helpless = true"),
    ("critical_success = 3", "rules.fight_criticals = 'table'", ""),
    ("critical_failure = -3", "rules.fight_criticals = 'table'", ""),
    ("critical_success = 3", "rules.critical_points = 1", ""),
    ("critical_success = 3", "rules.damage.points = 'if critical then degree else 1'", ""),
    ("critical_success = 3", "rules.hit = 'attack > guard or critical'", ""),
    ("critical_success = 3", "rules.criticals = 'automatic'", HEDGE),
    ("critical_failure = -3", "rules.criticals = 'automatic'", HEDGE),
    ("criticals = 'automatic'", "", HEDGE),
    ("success = 'surpass'", "", HEDGE),
    ("no_roll_at = 1", "", HEDGE),
    ("default_difficulty = 1", "", "fighters.b.spells.bolt = { hedge = { trait = 1 }, harms = { offense = 1 } }"),
    (
        "assisting = 'plus-one'",
        "",
        "fighters.b.spells.bolt = { hedge = { trait = 1, assist = 2, difficulty = 1 }, harms = { offense = 1 } }",
    ),
    (
        "default_levels = 'lite'",
        "",
        "fighters.b.spells.bolt = { hedge = { unlisted = 'skill', difficulty = 1 }, harms = { offense = 1 } }",
    ),
    ("will_over_wounds = 'levels'", "", "fighters.a.overcomes_at = 'Hurt'"),
    (
        "missile_parry = -3",
        "rules.closing = 1\nrules.missiles = 'dodge-or-parry'",
        "fighters.a.avoid_by = 'parry'\nfighters.b.missile = { weapon = 'bow', skill = 1 }",
    ),
    ("propelled = -3", "rules.closing = 1", "fighters.b.missile = { weapon = 'bow', skill = 1 }"),
    ("shot_degree = 'defense'", "rules.closing = 1", "fighters.b.missile = { weapon = 'bow', skill = 1 }"),
    ("range = 1", "rules.closing = 1", "fighters.b.missile = { weapon = 'bow', skill = 1 }"),
    ("shots = 'in-turn'", "rules.closing = 1", "fighters.b.missile = { weapon = 'bow', skill = 1 }"),
    ("burst_from = [1, 3]", "rules.closing = 1", "fighters.b.missile = { skill = 1, offense = 2, burst = 10 }"),
    (
        "scratch_price = 2",
        "rules.lighter_wound = 'scratch'",
        "fighters.a.spend = 'lighter-wound'\nfighters.a.fudge_points = 2",
    ),
];

#[test]
fn options_without_effect_cause_a_warning() {
    for (option, rules, fighters) in OPTIONS_AND_USES {
        let key = option.split(' ').next().unwrap();
        let file = format!("rules.base = 'nutshell'\nrules.{option}\nfighters.a.skill = 1\nfighters.b.skill = 0\n");
        let idle = |text: &str| {
            warnings(text).iter().filter(|one| one.starts_with(&format!("`{key}` of `rules` has no effect: "))).count()
        };
        assert_eq!(idle(&file), 1, "{option}");
        assert_eq!(idle(&format!("{file}{rules}\n{fighters}\n")), 0, "{option}");
    }
}

/// Options without effect although some of what they need is there, and the reason.
const ALMOST: &[(&str, &str, &str, &str)] = &[
    ("critical_failure = -3", "rules.critical_points = 1", "", "nothing in the fight uses natural critical failures"),
    (
        "critical_failure = -3",
        "rules.hit = 'attack > guard or critical'",
        "",
        "nothing in the fight uses natural critical failures",
    ),
    (
        "critical_success = 3",
        "rules.criticals = 'report'",
        HEDGE,
        "nothing in the fight uses natural critical successes",
    ),
    (
        "success = 'surpass'",
        "",
        "fighters.b.spells.bolt = { magic = { trait = 1, difficulty = 1 }, harms = { offense = 1 } }",
        "spells of Fudge Magic are always rolled",
    ),
    ("no_roll_at = 1", "rules.base = 'lite'", "fighters.b.pc = false", "no fighter casts a spell"),
    (
        "will_difficulty = 1",
        "rules.will_over_wounds = 'levels'",
        "fighters.a.overcomes_at = 'Hurt'",
        "with `will_over_wounds = \"levels\"`, Willpower is rolled without a difficulty",
    ),
    (
        "missile_parry = -3",
        "rules.closing = 1",
        "fighters.a.avoid_by = 'parry'\nfighters.b.missile = { weapon = 'bow', skill = 1 }",
        "missiles cannot be parried",
    ),
    (
        "missile_parry = -3",
        "rules.closing = 1\nrules.missiles = 'dodge-or-parry'",
        "fighters.b.missile = { weapon = 'bow', skill = 1 }",
        "no fighter who is shot at parries without a shield",
    ),
    (
        "missile_parry = -3",
        "rules.closing = 1\nrules.missiles = 'dodge-or-parry'",
        "fighters.a.avoid_by = 'parry'\nfighters.a.shield = 'medium'\nfighters.b.missile = { weapon = 'bow', skill = 1 }",
        "no fighter who is shot at parries without a shield",
    ),
    (
        "propelled = -3",
        "rules.closing = 1\nrules.missiles = 'dodge-or-parry'",
        "fighters.b.missile = { weapon = 'bow', skill = 1 }",
        "with `missiles = \"dodge-or-parry\"`, the penalties are fixed",
    ),
    (
        "propelled = -3",
        "rules.closing = 1",
        "fighters.b.missile = { weapon = 'spear', skill = 1 }",
        "no fighter can avoid a missile that is not thrown",
    ),
    (
        "burst_from = [1, 3]",
        "rules.closing = 1",
        "fighters.b.missile = { weapon = 'bow', skill = 1 }",
        "no fighter shoots bursts",
    ),
    (
        "shots_into_melee = 'free'",
        "rules.closing = 1",
        "fighters.b.missile = { weapon = 'bow', skill = 1 }",
        "no fighter shoots from behind a friend",
    ),
    (
        "range = 1",
        "rules.closing = 1",
        "fighters.a.cover = 2\nfighters.b.missile = { weapon = 'bow', skill = 1 }",
        "every fighter who is shot at has its own `cover`",
    ),
];

#[test]
fn options_that_lack_a_part_of_their_use_cause_a_warning() {
    for (option, rules, fighters, reason) in ALMOST {
        let key = option.split(' ').next().unwrap();
        let base = if rules.contains("rules.base") { "" } else { "rules.base = 'nutshell'\n" };
        let file = format!("{base}{rules}\nrules.{option}\nfighters.a.skill = 1\nfighters.b.skill = 0\n{fighters}\n");
        let said = format!("`{key}` of `rules` has no effect: {reason}");
        let found = warnings(&file);
        assert!(found.iter().any(|one| one.starts_with(&said)), "{option}, {rules}: {found:?}");
    }
}

/// An option has an effect if an option of the preset is left out because of it.
#[test]
fn option_that_displaces_one_of_the_preset_has_no_warning() {
    let file =
        "rules.base = 'fudge-1993'\nrules.will_over_wounds = 'levels'\nfighters.a.skill = 1\nfighters.b.skill = 0\n";
    let found = warnings(file);
    assert!(found.iter().any(|one| one.starts_with("`consciousness` of the preset")), "{found:?}");
    assert!(!found.iter().any(|one| one.contains("has no effect")), "{found:?}");
    let found = warnings(&file.replace("fudge-1993", "srd"));
    assert!(found.iter().any(|one| one.starts_with("`will_over_wounds` of `rules` has no effect")), "{found:?}");
}

/// In a campaign, an option for checks has an effect on healing, even if no fighter casts a spell.
#[test]
fn option_for_checks_of_a_campaign_has_an_effect_on_healing() {
    let idle = |rest: &str| {
        let file = format!(
            "rules.criticals = 'automatic'\nrules.critical_success = 3\ncampaign.party.a.skill = 1\ncampaign.stages.f.foes.b.skill = 0\n\
             campaign.stages.r.rest = {rest}\ncampaign.stages.g.foes.c.skill = 0\n"
        );
        warnings(&file).into_iter().filter(|one| one.contains("has no effect: no")).count()
    };
    assert_eq!(idle("3"), 2);
    assert_eq!(idle("7"), 0);
    assert_eq!(idle("3\ncampaign.healer.trait = 1"), 0);
}

/// Fights in which many options have an effect.
const FIGHTS: [&str; 10] = [
    "",
    "fighters.b.count = 3\nfighters.a.spend = ['lighter-wound', 'reroll']\nfighters.a.fudge_points = 2",
    "fighters.a.armor = 2\nfighters.a.damage_capacity = 1\nfighters.a.shield = 1\nfighters.b.offense = 3\nfighters.b.shield = 2\nfighters.a.spend = 'survive'\nfighters.a.fudge_points = 3",
    "fighters.a.missile = { weapon = 'bow', skill = 1, offense = 2 }\nfighters.b.missile = { weapon = 'bow', skill = 1, offense = 2 }\nrules.closing = 2",
    "fighters.b.spells.bolt = { lite = { trait = 1 }, harms = { offense = 1, thrown = 1 } }\nfighters.a.evades_at = 'Hurt'",
    "fighters.c.skill = 0\nfighters.c.side = 'b'\nfighters.b.side = 'b'\nfighters.b.place = 'back'\nfighters.b.missile = { weapon = 'bow', skill = 1, offense = 2 }",
    "rules.fight_criticals = 'table'\nfighters.b.spells.bolt = { magic = { trait = 1, difficulty = 0 }, harms = { offense = 3, thrown = 1 } }",
    "rules.hit = 'attack > guard or critical'\nrules.criticals = 'automatic'\nfighters.a.overcomes_at = 'Hurt'\nrules.will_over_wounds = 'levels'",
    "rules.criticals = 'automatic'\nfighters.b.pc = true\nfighters.b.spells.bolt = { hedge = { trait = 0, difficulty = 1 }, harms = { offense = 3 } }",
    "rules.closing = 2\nrules.missiles = 'dodge-or-parry'\nfighters.a.avoid_by = 'parry'\nfighters.a.dodge = 1\nfighters.b.missile = { skill = 2, offense = 2, burst = 10 }",
];

/// The figures of 300 trials as text; `None` if the study cannot be simulated.
fn played(study: &Study) -> Option<String> {
    let result = run(&Study { goal: None, method: MethodChoice::Simulate, trials: 300, ..study.clone() }, &()).ok()?;
    let found = &result.cells[0].findings;
    Some(format!("{:?} {:?}", found.figures, found.distributions))
}

/// An option that has no effect according to a warning changes no figure, under every preset and pacing.
#[test]
fn option_with_an_effect_has_no_warning() {
    let readable = |text: &str| {
        let source = Source::from_bytes("file.toml", text.as_bytes().to_vec()).ok()?;
        Some(read_source(source, "".as_ref(), &Overrides::default()).ok()?.study)
    };
    let (mut acting, mut tried) = (Vec::new(), 0);
    for preset in ["srd", "nutshell", "fudge-1993", "kaer", "fantasy", "lite", "cinematic"] {
        for (fight, pacing) in FIGHTS.iter().flat_map(|fight| ["", "rules.pacing = 'turns'"].map(|more| (fight, more)))
        {
            let file = format!(
                "rules.base = '{preset}'\nrules.round_limit = 4\n{pacing}\nfighters.a.skill = 1\nfighters.b.skill = 0\n{fight}\n"
            );
            let Some(plain) = readable(&file).as_ref().and_then(played) else { continue };
            for option in OPTIONS.iter().filter(|option| !file.contains(&format!("rules.{} ", option.key))) {
                for value in values(option.key).into_iter().take(4) {
                    let Some(study) = readable(&format!("{file}rules.{} = {value}\n", option.key)) else { continue };
                    let said = format!("`{}` of `rules` has no effect", option.key);
                    if !study.warnings.iter().any(|one| one.message().starts_with(&said)) {
                        continue;
                    }
                    tried += 1;
                    if played(&study).is_some_and(|figures| figures != plain) {
                        acting.push(format!("{} = {value} under {preset}, {pacing}, {fight}", option.key));
                    }
                }
            }
        }
    }
    assert_eq!(acting, [] as [&str; 0]);
    assert!(tried > 500, "{tried}");
}

/// Values to test for an option.
fn values(option: &str) -> Vec<String> {
    let spec = key_at(&format!("rules.{option}")).unwrap();
    let of = |kind: &Kind| match kind {
        Kind::Integer { min, max } => Some(
            [*min, 1, 2, 5].into_iter().filter(|one| (min..=max).contains(&one)).map(|one| one.to_string()).collect(),
        ),
        Kind::Level => Some(["-1", "1"].map(str::to_owned).to_vec()),
        Kind::Choice(all) => Some(all.iter().map(|word| format!("'{word}'")).collect()),
        Kind::Words(all) => Some(all.iter().map(|word| format!("'{}'", word.word)).collect()),
        _ => None,
    };
    let found: Vec<String> = spec.kind.find(of).unwrap_or_default();
    found.into_iter().chain([spec.example.to_owned()]).collect()
}
