//! Campaigns (H5): against fights by themselves and one after another, and exact against simulated.

use crate::support::written::{refusal, refused, study};
use fudgelab::study::replay::{Rolls, replay};
use fudgelab::study::{MethodChoice, Study, run};
use fudgelab::{Encounter, Fighter, Rules};

/// The exact figures, by measure and whom it is about.
fn exact(text: &str) -> impl Fn(&str, &str) -> f64 + use<> {
    let result = run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap();
    move |measure, who| result.cells[0].figure(measure, who).unwrap_or_else(|| panic!("{measure}")).estimate.value
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}

const ADA: &str = "[rules]\nbase = 'nutshell'\n[campaign.party]\nada = { skill = 1, offense = 2, defense = 1 }\n";
const WOLF: &str = "[campaign.stages.wolf]\nfoes = { wolf = { skill = 1, offense = 1 } }\n";
const ORC: &str = "[campaign.stages.orc]\nfoes = { orc = { skill = 0, offense = 2 } }\n";

fn against(foe: Fighter) -> Encounter {
    let side = foe.name.clone();
    let ada = Fighter::named("ada", 1).offense(2).defense(1);
    Encounter::new(Rules::preset("nutshell").unwrap()).side("party", [ada]).side(side, [foe])
}

/// H5: one fight is that fight; two without a minute between them are those of `[after]`.
#[test]
fn fights_are_those_by_themselves() {
    let wolf = against(Fighter::named("Wolf", 1).offense(1));
    let first = wolf.exact().unwrap().value("party wins").unwrap();
    near(exact(&format!("{ADA}{WOLF}pressed = true\n"))("goes on", "wolf"), first);
    let orc = against(Fighter::named("Orc", 0).offense(2)).after(wolf.aftermath("party").unwrap());
    let both = exact(&format!("{ADA}{WOLF}pressed = true\n{ORC}pressed = true\n"));
    near(both("goes on", "wolf"), first);
    near(both("goes on", "orc"), first * orc.exact().unwrap().value("party wins").unwrap());
    near(both("party holds out", ""), both("goes on", "orc"));
    near(both("fights stood", ""), both("goes on", "wolf") + both("goes on", "orc"));
    // Some minutes of care take Scratches away, those that had marked Incapacitated too, and a week of rest heals more.
    let cared = exact(&format!("{ADA}{WOLF}{ORC}"))("goes on", "orc");
    let rested = exact(&format!("{ADA}{WOLF}[campaign.stages.rest]\nrest = 28\n{ORC}"))("goes on", "orc");
    assert!(both("goes on", "orc") + 0.001 < cared && cared + 0.001 < rested, "{cared} {rested}");
}

/// With time enough each fight is begun unhurt.
#[test]
fn a_long_rest_makes_fights_independent() {
    let another = WOLF.replace("stages.wolf", "stages.another");
    let text = format!("{ADA}{WOLF}[campaign.stages.rest]\nrest = 365\n{another}");
    let of = exact(&text);
    let once = of("goes on", "wolf");
    // Constitution fails so long once in 1e9; for certain, four weeks are enough.
    assert!((of("goes on", "another") - once * once).abs() < 1e-6);
    let sure = exact(
        &text.replace("[campaign.party]", "[campaign]\nrolled_healing = false\n[campaign.party]").replace("365", "28"),
    );
    near(sure("goes on", "another"), once * once);
}

/// X4: power points are carried from fight to fight, and come back by sleep. Two guards are put to sleep by a feat
/// each, which never fails.
#[test]
fn magic_is_carried_along() {
    let left = |sleep: u32, nights: &str| {
        let text = format!(
            "[rules]\nbase = 'nutshell'\n[campaign.party.mage]\nskill = -3\nspells.sleep = {{ removes = true, \
             scholarly = {{ trait = 8, difficulty = 0, gifts = 1, costs = 1, health = 8, sleep = {sleep} }} }}\n\
             [campaign.stages.one]\nfoes = {{ guard = {{ skill = 0, only_defends = true }} }}\ntimes = 2\n{nights}"
        );
        exact(&text)("magic left", "")
    };
    let night = "[campaign.stages.night]\nrest = 1\n";
    // Each feat costs a level of Health, of the ten that can be lost; an hour of sleep gives more than that back.
    near(left(0, ""), left(8, ""));
    near(left(0, night), left(0, ""));
    near(left(8, night), left(8, "") + 2.0);
}

/// A transcript has each stage with its rolls, how the party is after it, and how it ended.
#[test]
fn a_campaign_is_told_roll_by_roll() {
    let text = "[rules]\nbase = 'nutshell'\n[campaign.party]\nada = { skill = 1, offense = 9 }\n[campaign.stages.wolf]\n\
                foes = { wolf = { skill = 0, only_defends = true } }\n[campaign.stages.night]\nrest = 1\n\
                [campaign.stages.week]\nrest = 7\nneeded_at = 'Hurt'\n";
    let told = replay(&study(text), 0, Rolls::Trial(1)).unwrap();
    let [fight] = told.all("fight")[..] else { panic!("one fight: {told:?}") };
    assert!(fight.lines.iter().any(|line| line.kind == "round"), "{fight:?}");
    assert_eq!(fight.lines.last().map(|line| line.text.as_str()), Some("Ada: Undamaged"));
    let rests: Vec<&str> = told.all("rest").iter().map(|rest| rest.text.as_str()).collect();
    assert_eq!(rests, ["Rest: 1 day", "No rest: it is not needed."]);
    assert_eq!(told.all("result").last().unwrap().text, "The party holds out: 1 of 1 can fight after 1 fight.");
}

/// Nobody dies of somebody who strikes nobody.
#[test]
fn nobody_dies_of_the_harmless() {
    let of = exact(
        "[rules]\nbase = 'nutshell'\n[campaign.party]\nada = { skill = 1, offense = 9, count = 2 }\n[campaign.stages.wolf]\n\
         foes = { wolf = { skill = 0, only_defends = true } }\n",
    );
    near(of("any dies", ""), 0.0);
    near(of("all fit", ""), 1.0);
    near(of("still fit", ""), 2.0);
}

/// A rest that is only taken where it is needed: after a fight that wounds nobody it is not.
#[test]
fn rests_are_taken_where_they_are_needed() {
    let text = |foe: &str| {
        format!(
            "[rules]\nbase = 'nutshell'\n[campaign.party]\nada = {{ skill = 1, offense = 2, defense = 1 }}\n\
             [campaign.stages.fight]\nfoes = {{ foe = {{ {foe} }} }}\nexperience = 3\n\
             [campaign.stages.rest]\nrest = 7\nneeded_at = 'Hurt'\n"
        )
    };
    let harmless = exact(&text("skill = 0, only_defends = true"));
    near(harmless("days of rest", ""), 0.0);
    near(harmless("experience earned", ""), 3.0);
    // Whoever is Hurt or worse and can go on rests for a week.
    let of = exact(&text("skill = 1, offense = 2"));
    let most = 7.0 * of("goes on", "fight");
    assert!(0.0 < of("days of rest", "") && of("days of rest", "") < most, "{most}");
    near(of("experience earned", ""), 3.0 * of("goes on", "fight"));
}

const CASES: [&str; 4] = [
    "[rules]\nbase = 'lite'\n[campaign.party]\nmage = { skill = 1, spells = { bolt = { harms = { offense = 1 }, keeps = 0, \
     lite = { trait = 1, range = 'medium', small_mana = 1, large_mana = 1 } } } }\n[campaign.stages.imps]\nfoes = { imp = { skill = 1, injury_boxes = 2 } }\ntimes = 2\nexperience = 1\n\
     [campaign.stages.rest]\nrest = 7\nneeded_at = 'Serious injury 1'\n\
     [campaign.stages.troll]\nfoes = { troll = { skill = 2, injury_boxes = 3 } }\n",
    "[rules]\nbase = 'srd'\n[campaign]\nhealer = { trait = 'Good', days_per_wound = 1 }\n[campaign.party]\nada = { skill = 1, offense = 2 }\n\
     [campaign.stages.wolves]\nfoes = { wolf = { skill = 0, offense = 1 } }\ntimes = 2\n[campaign.stages.rest]\nrest = 10\n\
     [campaign.stages.orc]\nfoes = { orc = { skill = 1, offense = 2 } }\n",
    "[rules]\nbase = 'lite'\n[campaign.party]\nhero = { skill = 1, count = 2 }\n\
     [campaign.stages.goblins]\nfoes = { goblin = { skill = 1, count = 2, injury_boxes = 2 } }\ntimes = 2\n",
    "[rules]\nbase = 'kaer'\n[campaign.party]\nmax = { skill = 1, offense = 1, fudge_points = 2, spend = 'survive' }\n\
     [campaign.stages.thugs]\nfoes = { thug = { skill = 1, offense = 2 } }\ntimes = 2\nfudge_points = 1\n",
];

#[test]
fn exact_answers_are_those_of_the_simulation() {
    for case in CASES {
        assert_eq!(refused(case, case).len(), 0, "{case}");
    }
}

/// Teeth: a better party shows.
#[test]
fn another_party_has_other_figures() {
    for case in CASES {
        let (before, party) = case.split_once("[campaign.party]").unwrap();
        let better = format!("{before}[campaign.party]{}", party.replacen("skill = 1", "skill = 2", 1));
        assert!(!refused(case, &better).is_empty(), "{case}");
    }
}

/// What is wrong with a campaign is said by name.
#[test]
fn campaigns_that_cannot_be() {
    let vain = |stage: &str| refusal(&format!("{ADA}{WOLF}{stage}")).lines().next().unwrap_or_default().to_owned();
    assert_eq!(vain("needed_at = 'Hurt'\n"), "error: `needed_at` has no effect on a fight");
    let rest = "[campaign.stages.rest]\nrest = 7\nexperience = 2\n";
    assert_eq!(vain(rest), "error: `experience` has no effect on a rest");
    let wrong = |text: &str| refusal(text).lines().next().unwrap_or_default().to_owned();
    assert_eq!(wrong(ADA.trim_end()), "error: `campaign` has no `stages`");
    assert_eq!(wrong(&format!("{ADA}[campaign.stages.rest]\nrest = 7\n")), "error: nobody is fought in this campaign");
    assert_eq!(wrong(&format!("{ADA}{WOLF}rest = 7\n")), "error: a stage is either a fight, with `foes`, or a `rest`");
    let again = ORC.to_owned() + "name = 'wolf'\n";
    assert_eq!(wrong(&format!("{ADA}{WOLF}{again}")), "error: two fights are called `wolf`");
    let own = "[campaign.stages.double]\nfoes = { ada = { skill = 0 } }\n";
    assert_eq!(wrong(&format!("{ADA}{own}")), "error: `ada` is in the party already");
    let ranged = ADA.replace("skill = 1", "skill = 'Fair to Great'");
    assert!(wrong(&format!("{ranged}{WOLF}")).starts_with("error: somebody of the party has a trait with a range"));
    let ally = "[campaign.stages.allies]\nfoes = { bo = { skill = 0, side = 'party' }, cy = { skill = 0 } }\n";
    assert_eq!(wrong(&format!("{ADA}{ally}")), "error: the party must be a side by itself");
}

/// Where no wound is Near Death, nobody is left for dead.
#[test]
fn nobody_is_left_for_dead_where_there_is_no_such_wound() {
    let of = exact(
        "[rules]\nbase = 'nutshell'\nrecord = { kind = 'in-order', levels = [{ name = 'Out', out = true }] }\ndamage = 'hit'\n\
         [campaign.party]\nada = { skill = 0 }\n[campaign.stages.wolf]\nfoes = { wolf = { skill = 0 } }\n",
    );
    near(of("left for dead", "Ada"), 0.0);
}
