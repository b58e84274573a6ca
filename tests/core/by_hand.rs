//! What rules come to where several of them meet, by hand or by a simulation written apart from this program.

use crate::support::written::{exact, refusal, scenario, study};
use fudgelab::study::{MethodChoice, Study, run};

fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() < within, "{found}, not {expected}");
}

/// How often the first of two wins by the rules of a preset.
fn a_wins(base: &str, a: &str, b: &str) -> f64 {
    exact(&format!("[rules]\nbase = '{base}'\n[fighters.a]\n{a}\n[fighters.b]\n{b}\n"))("wins", "A")
}

/// Rounding alone.
const ROUNDING: f64 = 1e-9;

/// A7, reading 10: 1 of 81 rolls is a natural +4, and 1 a natural -4, in psi and in healing as well.
#[test]
fn a_natural_four_decides_wherever_success_is_rolled_for() {
    let automatic = |rest: &str| exact(&format!("[rules]\ncriticals = 'automatic'\n{rest}"));
    let psi = |own: &str| automatic(&format!("[casting.psi]\n{own}\n"))("succeeds", "");
    near(psi("trait = -2\ndifficulty = 3\naugments = 'never'"), 1.0 / 81.0, ROUNDING);
    near(psi("trait = 3\ndifficulty = -1\naugments = 'never'"), 80.0 / 81.0, ROUNDING);
    // Legendary Constitution heals a Hurt in the first week but for a natural -4.
    near(automatic("[healing]\nwounds = ['Hurt']\nconstitution = 4\n")("days", ""), 7.0 / (80.0 / 81.0), 1e-6);
}

/// A18, LITE: Poor where nothing is listed, against Fair where nothing is said: 15 of 81 rolls.
#[test]
fn lite_rolls_poor_against_fair() {
    near(exact("[rules]\nbase = 'lite'\n[check]\nunlisted = 'easy skill'\n")("success", ""), 15.0 / 81.0, ROUNDING);
}

/// P5: the new result stands, and what was done to the old one goes with it. 0.69601 by an enumeration written apart.
#[test]
fn a_shift_goes_with_the_dice_that_are_rolled_again() {
    let of = exact(
        "[opposed.active]\ntrait = 1\nspend = ['shift', 'reroll']\nfudge_points = 2\n[opposed.passive]\ntrait = 0\nspend = 'shift'\n",
    );
    near(of("win", "active"), 0.69601, 1e-5);
    near(of("win", "passive"), 0.22902, 1e-5);
}

/// W1: in turns a bonus that only helps to hit is one to attack with, and no help in avoiding.
#[test]
fn a_bonus_to_hit_does_not_help_to_avoid() {
    let wins = |own: &str| a_wins("kaer", own, "skill = 1\noffense = 2\ndefense = 1");
    near(
        wins("skill = 1\noffense = 3\ndefense = 1\nhit_bonus = 2"),
        wins("skill = 3\navoid = 1\noffense = 1\ndefense = 1"),
        ROUNDING,
    );
}

/// M15: in turns too only so many can reach one fighter; whoever has no room waits for the next round. 0.733 by a simulation written apart,
/// off by 0.0005 or so.
#[test]
fn reach_keeps_out_in_turns() {
    let wins = |rule: &str| {
        exact(&format!(
            "[rules]\nbase = 'kaer'\n{rule}\n[fighters.a]\nskill = 2\noffense = 3\ndefense = 1\nside = 'p'\n\
             [fighters.b]\nskill = 1\noffense = 2\ndefense = 1\nside = 'x'\ncount = 2\n"
        ))("wins", "p")
    };
    near(wins("reach = 1"), 0.733, 0.002);
    near(wins("reach = 2"), wins(""), ROUNDING);
}

/// Fantasy Fudge: a Good situational roll (31 of 81) warns of a creature that comes out of nowhere as of any other surprise.
#[test]
fn a_sense_of_danger_warns_of_creatures() {
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

/// W28: what an ability has where it is only said to be there is what its keys have by themselves.
#[test]
fn burning_by_its_name_alone_burns() {
    let wins = |burning: &str| {
        a_wins("nutshell", &format!("skill = 1\noffense = 2\n{burning}"), "skill = 0\noffense = 2\ndefense = 1")
    };
    near(wins("abilities.burning = true"), wins("abilities.burning = { result = 'Mediocre', damage = 2 }"), ROUNDING);
    assert!(wins("abilities.burning = true") > wins("") + 0.05);
}

/// W12, W15, reading 26: toughness works on the blow as it falls, and makes no wound deadly. Poor has eight boxes: 11 points less one kill,
/// and 8 and one more do not.
#[test]
fn toughness_on_points() {
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

/// W19, C14: a stun takes nothing from morale. Three blows of three points mark Hurt, Very Hurt and a knockout; nobody flees before.
#[test]
fn a_stun_takes_nothing_from_morale() {
    let of = exact(
        "[rules]\nbase = 'nutshell'\nstun = 'fudge-1993'\nmorale = 'all'\ndice = 'none'\n\
         [fighters.a]\nskill = 'Fair'\n[fighters.b]\nskill = 'Great'\noffense = 1\nstuns = true\n",
    );
    near(of("rounds", ""), 3.0, ROUNDING);
}

/// W19, W22, W25: whether a fighter can still throw herself out of the way goes by what her wounds take from her: stuns nothing, and will may
/// help. 0.7929 by a chain written apart, rounded.
#[test]
fn evasion_goes_by_the_wounds_that_are_felt() {
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

/// W19, W29, F93 4.73: whoever is knocked out is not conscious; of those whom wounds put out, 26 of 36 rolls of 2d6 stay so.
#[test]
fn a_knockout_leaves_nobody_conscious() {
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

/// SRD 5.2 prices levels from Poor on, so what lies below Terrible has no price.
#[test]
fn no_level_below_terrible_is_bought() {
    let message = refusal("[experience]\nskills = { S = { from = -5, to = -3 } }\n");
    assert!(message.contains("`S` is below Terrible"), "{message}");
}

/// What can do nothing, or is hardly meant, is warned of.
#[test]
fn points_that_nobody_spends_and_sides_that_nobody_named() {
    let warned = |text: &str| {
        let warnings = scenario(text).study.warnings;
        warnings.into_iter().map(|one| format!("{}; {}", one.message(), one.remedy)).collect::<Vec<_>>().join("\n")
    };
    let two = "[fighters.a]\nskill = 1\nside = 'p'\n[fighters.b]\nskill = 0\nside = 'q'\n";
    assert!(warned(&format!("[rules]\nfudge_points = 2\n{two}")).contains("`fudge_points` of `rules` does nothing"));
    let spends = format!("[rules]\nfudge_points = 2\n{}", two.replace("side = 'p'", "side = 'p'\nspend = 'reroll'"));
    assert_eq!(warned(&spends), "");
    assert!(
        warned(&format!("{two}[fighters.c]\nskill = 0\n")).contains("3 sides fight each other here: p, q, C; give C")
    );
    assert_eq!(warned(&format!("{two}[fighters.c]\nskill = 0\nside = 'q'\n")), "");
}

/// Names and texts have a length that pages and memory can take, and so has the number of fighters in a grid.
#[test]
fn what_is_too_long_or_too_many_is_refused() {
    let key = refusal(&format!("[fighters.{}]\nskill = 1\n[fighters.b]\nskill = 1\n", "k".repeat(201)));
    assert!(key.contains("this key has 201 characters"), "{key}");
    let text = refusal(&format!("title = '{}'\n[check]\ntrait = 0\ndifficulty = 0\n", "t".repeat(2001)));
    assert!(text.contains("this text has 2001 characters"), "{text}");
    let many =
        "[fighters.a]\nskill = 1\n[fighters.b]\nskill = 1\n[vary]\nfighters.a.count = { from = 1, to = 10000 }\n";
    assert!(refusal(many).contains("are too many for a study of 10000 cases"), "{}", refusal(many));
}

/// Limits that no figure can keep are errors.
#[test]
fn expectations_that_nothing_can_meet() {
    let expected = |limits: &str| {
        refusal(&format!("[check]\ntrait = 0\ndifficulty = 0\n[[expect]]\nmeasure = 'success'\n{limits}\n"))
    };
    assert!(expected("between = ['70 %', '10 %']").contains("the highest value allowed is below the lowest"));
    assert!(expected("at_least = '120 %'").contains("no chance is below 0 % or above 100 %"));
}
