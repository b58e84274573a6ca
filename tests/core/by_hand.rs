//! Combinations of rules, calculated by hand or with an independent simulation.

use crate::support::written::{exact, refusal, scenario, study};
use fudgelab::study::{MethodChoice, Study, run};

fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() < within, "{found}, not {expected}");
}

/// The chance that the first of two fighters wins under the preset `base`.
fn a_wins(base: &str, a: &str, b: &str) -> f64 {
    exact(&format!("[rules]\nbase = '{base}'\n[fighters.a]\n{a}\n[fighters.b]\n{b}\n"))("wins", "A")
}

/// Tolerance for rounding errors.
const ROUNDING: f64 = 1e-9;

/// A7, reading 10: 1 of 81 rolls is a natural +4 and 1 is a natural −4, in psi and healing too.
#[test]
fn natural_four_decides_psi_and_healing_rolls() {
    let automatic = |rest: &str| exact(&format!("[rules]\ncriticals = 'automatic'\n{rest}"));
    let psi = |own: &str| automatic(&format!("[casting.psi]\n{own}\n"))("succeeds", "");
    near(psi("trait = -2\ndifficulty = 3\naugments = 'never'"), 1.0 / 81.0, ROUNDING);
    near(psi("trait = 3\ndifficulty = -1\naugments = 'never'"), 80.0 / 81.0, ROUNDING);
    // Legendary Constitution heals a Hurt in the first week unless it rolls a natural −4.
    near(automatic("[healing]\nwounds = ['Hurt']\nconstitution = 4\n")("days", ""), 7.0 / (80.0 / 81.0), 1e-6);
}

/// A18, LITE: an unlisted skill is Poor, and the default difficulty is Fair: 15 of 81 rolls.
#[test]
fn lite_check_defaults_to_poor_trait_and_fair_difficulty() {
    near(exact("[rules]\nbase = 'lite'\n[check]\nunlisted = 'easy skill'\n")("success", ""), 15.0 / 81.0, ROUNDING);
}

/// P5: the new result counts, and a shift made to the old one is lost. 0.69601 is from an independent enumeration.
#[test]
fn reroll_discards_the_shift() {
    let of = exact(
        "[opposed.active]\ntrait = 1\nspend = ['shift', 'reroll']\nfudge_points = 2\n[opposed.passive]\ntrait = 0\nspend = 'shift'\n",
    );
    near(of("win", "active"), 0.69601, 1e-5);
    near(of("win", "passive"), 0.22902, 1e-5);
}

/// W1: in turns, a bonus that only helps to hit counts for attacks, not for avoiding.
#[test]
fn hit_bonus_does_not_help_to_avoid() {
    let wins = |own: &str| a_wins("kaer", own, "skill = 1\noffense = 2\ndefense = 1");
    near(
        wins("skill = 1\noffense = 3\ndefense = 1\nhit_bonus = 2"),
        wins("skill = 3\navoid = 1\noffense = 1\ndefense = 1"),
        ROUNDING,
    );
}

/// M15: in turns too, `reach` limits how many can attack one fighter, and the others wait for the next round. 0.733 is
/// from an independent simulation, off by about 0.0005.
#[test]
fn reach_limits_attackers_in_turns() {
    let wins = |rule: &str| {
        exact(&format!(
            "[rules]\nbase = 'kaer'\n{rule}\n[fighters.a]\nskill = 2\noffense = 3\ndefense = 1\nside = 'p'\n\
             [fighters.b]\nskill = 1\noffense = 2\ndefense = 1\nside = 'x'\ncount = 2\n"
        ))("wins", "p")
    };
    near(wins("reach = 1"), 0.733, 0.002);
    near(wins("reach = 2"), wins(""), ROUNDING);
}

/// Fantasy Fudge: a Good situational roll (31 of 81) warns of a creature's ambush, as of any other surprise.
#[test]
fn danger_sense_warns_of_ambushing_creatures() {
    let unhurt = |own: &str, foe: &str| {
        let result = run(
            &Study {
                method: MethodChoice::Exact,
                ..study(&format!(
                    "[rules]\nbase = 'srd'\ndamage_roll = 'none'\nround_limit = 1\n[fighters.a]\nskill = 1\noffense = 3\ndefense = 1\n{own}\n\
                     [fighters.b]\nskill = 1\noffense = 2\ndefense = 1\n{foe}\n"
                ))
            },
            &(),
        );
        let cells = result.unwrap().cells;
        let wounds = cells[0].distributions.iter().find(|one| one.name() == "wounds" && one.subject == "A").unwrap();
        wounds.points.iter().find(|point| point.value == 0).unwrap().estimate.value
    };
    let ambush = "abilities.surprise = { check = 'Fair' }";
    let (ready, taken) = (unhurt("", ""), unhurt("", ambush));
    near(unhurt("danger_sense = true", ambush), (31.0 * ready + 50.0 * taken) / 81.0, ROUNDING);
}

/// W28: an ability set to `true` has the default values of its keys.
#[test]
fn burning_set_to_true_uses_the_default_keys() {
    let wins = |burning: &str| {
        a_wins("nutshell", &format!("skill = 1\noffense = 2\n{burning}"), "skill = 0\noffense = 2\ndefense = 1")
    };
    near(wins("abilities.burning = true"), wins("abilities.burning = { result = 'Mediocre', damage = 2 }"), ROUNDING);
    assert!(wins("abilities.burning = true") > wins("") + 0.05);
}

/// W12, W15, reading 26: toughness changes the points of the blow and makes no wound deadly. Poor has eight boxes: 11
/// points less one kill; 9 less one, or 8 plus one, do not.
#[test]
fn toughness_makes_no_wound_deadly() {
    let dies = |toughness: &str, own: &str, offense: i32| {
        exact(&format!(
            "[rules]\nbase = 'fudge-1993'\ntoughness = '{toughness}'\ndice = 'none'\n\
             [fighters.a]\nskill = 'Fair'\noffense = 0\ndamage_capacity = 'Poor'\n{own}\n\
             [fighters.b]\nskill = 'Superb'\noffense = {offense}\n"
        ))("dies", "A")
    };
    near(dies("gifts", "resistance = 'damage-resistant'", 8), 1.0, ROUNDING);
    near(dies("gifts", "resistance = 'damage-resistant'", 6), 0.0, ROUNDING);
    near(dies("rolled", "", 5), 0.0, ROUNDING);
}

/// W19, C14: a stun does not lower morale. Three blows of three points mark Hurt, Very Hurt and a knockout, and the
/// fighter never flees.
#[test]
fn stun_does_not_lower_morale() {
    let of = exact(
        "[rules]\nbase = 'nutshell'\nstun = 'fudge-1993'\nmorale = 'all'\ndice = 'none'\n\
         [fighters.a]\nskill = 'Fair'\n[fighters.b]\nskill = 'Great'\noffense = 1\nstuns = true\n",
    );
    near(of("rounds", ""), 3.0, ROUNDING);
}

/// W19, W22, W25: a fighter can dive away only if its wound penalties allow it. Stuns have no penalty, and Willpower
/// can cancel one. 0.7929 is from an independent Markov chain, rounded.
#[test]
fn evasion_depends_on_felt_wounds() {
    let of = exact(
        "[rules]\nbase = 'nutshell'\nstun = 'fudge-1993'\nevasion = 'heroic-evasion'\n\
         [fighters.a]\nskill = 'Mediocre'\noffense = 2\nevades_at = 'Very Hurt'\n\
         [fighters.b]\nskill = 'Mediocre'\noffense = 2\nstuns = true\n",
    );
    near(of("wins", "A"), 0.7929, 0.0001);
    let willed = exact(
        "[rules]\nbase = 'nutshell'\ndice = 'none'\nrecord = 'moderately-cinematic'\nevasion = 'heroic-evasion'\n\
         will_over_wounds = 'nullify'\nwill_difficulty = 'Fair'\n\
         [fighters.a]\nskill = -1\noffense = 0\nwill = 2\novercomes_at = 'Hurt'\nevades_at = 'Very Hurt'\n\
         [fighters.b]\nskill = 1\noffense = 1\n",
    );
    near(willed("rounds", ""), 6.0, ROUNDING);
}

/// W19, W29, F93 4.73: a knocked-out fighter is not conscious. Of fighters put out by wounds, 26 in 36 stay conscious
/// on a roll of 2d6.
#[test]
fn knocked_out_fighters_are_not_conscious() {
    let awake = |stuns: &str| {
        let of = exact(&format!(
            "[rules]\nbase = 'fudge-1993'\nstun = 'fudge-1993'\n[fighters.a]\nskill = 'Fair'\noffense = 2\n\
             [fighters.b]\nskill = 'Good'\noffense = 3\n{stuns}\n"
        ));
        (of("out but conscious", "A"), of("wins", "B"))
    };
    assert_eq!(awake("stuns = true").0, 0.0);
    let (conscious, wins) = awake("");
    assert!(conscious > 0.1 && conscious < wins * 26.0 / 36.0, "{conscious} of {wins}");
}

/// SRD 5.2 prices levels from Poor up, so levels below Terrible have no price.
#[test]
fn rejects_purchases_below_terrible() {
    let message = refusal("[experience]\nskills = { S = { from = -5, to = -3 } }\n");
    assert!(message.contains("`S` is below Terrible"), "{message}");
}

#[test]
fn warns_about_unused_points_and_unnamed_sides() {
    let warned = |text: &str| {
        let warnings = scenario(text).study.warnings;
        warnings.into_iter().map(|one| format!("{}; {}", one.message(), one.remedy)).collect::<Vec<_>>().join("\n")
    };
    let two = "[fighters.a]\nskill = 1\nside = 'p'\n[fighters.b]\nskill = 0\nside = 'q'\n";
    assert!(warned(&format!("[rules]\nfudge_points = 2\n{two}")).contains("`fudge_points` of `rules` has no effect"));
    let spends = format!("[rules]\nfudge_points = 2\n{}", two.replace("side = 'p'", "side = 'p'\nspend = 'reroll'"));
    assert_eq!(warned(&spends), "");
    assert!(
        warned(&format!("{two}[fighters.c]\nskill = 0\n")).contains("3 sides fight each other here: p, q, C; give C")
    );
    assert_eq!(warned(&format!("{two}[fighters.c]\nskill = 0\nside = 'q'\n")), "");
}

/// Limits that keep pages readable and memory bounded.
#[test]
fn rejects_long_names_long_texts_and_large_grids() {
    let key = refusal(&format!("[fighters.{}]\nskill = 1\n[fighters.b]\nskill = 1\n", "k".repeat(201)));
    assert!(key.contains("this key has 201 characters"), "{key}");
    let text = refusal(&format!("title = '{}'\n[check]\ntrait = 0\ndifficulty = 0\n", "t".repeat(2001)));
    assert!(text.contains("this text has 2001 characters"), "{text}");
    let many =
        "[fighters.a]\nskill = 1\n[fighters.b]\nskill = 1\n[vary]\nfighters.a.count = { from = 1, to = 10000 }\n";
    assert!(refusal(many).contains("are too many for a study of 10000 cases"), "{}", refusal(many));
}

#[test]
fn rejects_impossible_expectations() {
    let expected = |limits: &str| {
        refusal(&format!("[check]\ntrait = 0\ndifficulty = 0\n[[expect]]\nmeasure = 'success'\n{limits}\n"))
    };
    assert!(expected("between = ['70 %', '10 %']").contains("the highest value allowed is below the lowest"));
    assert!(expected("at_least = '120 %'").contains("no chance is below 0 % or above 100 %"));
}
