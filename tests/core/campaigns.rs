//! Campaigns (H5): compared with single fights and with fights in a row, and exact answers against simulation.

use crate::support::written::{exact, refusal, refused, study};
use fudgelab::RulesByName;
use fudgelab::study::replay::{Rolls, replay};
use fudgelab::study::{MethodChoice, Study, run};
use fudgelab::{Encounter, Fighter, Rules};

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

/// H5: a campaign of one fight equals that fight. Two fights without a pause equal `[after]`.
#[test]
fn campaign_equals_its_separate_fights() {
    let wolf = against(Fighter::named("Wolf", 1).offense(1));
    let first = wolf.exact().unwrap().value("party wins").unwrap();
    near(exact(&format!("{ADA}{WOLF}pressed = true\n"))("goes on", "wolf"), first);
    let orc = against(Fighter::named("Orc", 0).offense(2)).after(wolf.aftermath("party").unwrap());
    let both = exact(&format!("{ADA}{WOLF}pressed = true\n{ORC}pressed = true\n"));
    near(both("goes on", "wolf"), first);
    near(both("goes on", "orc"), first * orc.exact().unwrap().value("party wins").unwrap());
    near(both("party holds out", ""), both("goes on", "orc"));
    near(both("fights stood", ""), both("goes on", "wolf") + both("goes on", "orc"));
    // A few minutes of care clear Scratches, even those that had marked Incapacitated. Four weeks of rest heal more.
    let cared = exact(&format!("{ADA}{WOLF}{ORC}"))("goes on", "orc");
    let rested = exact(&format!("{ADA}{WOLF}[campaign.stages.rest]\nrest = 28\n{ORC}"))("goes on", "orc");
    assert!(both("goes on", "orc") + 0.001 < cared && cared + 0.001 < rested, "{cared} {rested}");
}

/// After a long rest, every fight begins unhurt.
#[test]
fn long_rest_makes_fights_independent() {
    let another = WOLF.replace("stages.wolf", "stages.another");
    let text = format!("{ADA}{WOLF}[campaign.stages.rest]\nrest = 365\n{another}");
    let of = exact(&text);
    let once = of("goes on", "wolf");
    // Constitution fails for a whole year once in 1e9. If healing is certain, four weeks are enough.
    assert!((of("goes on", "another") - once * once).abs() < 1e-6);
    let sure = exact(
        &text.replace("[campaign.party]", "[campaign]\nrolled_healing = false\n[campaign.party]").replace("365", "28"),
    );
    near(sure("goes on", "another"), once * once);
}

/// X4: Health spent on spells carries over from fight to fight, and returns with rest. Each of the two guards is put to
/// sleep by a feat that never fails.
#[test]
fn magic_reserves_carry_over() {
    let left = |sleep: u32, nights: &str| {
        let text = format!(
            "[rules]\nbase = 'nutshell'\n[campaign.party.mage]\nskill = -3\nspells.sleep = {{ removes = true, \
             scholarly = {{ trait = 8, difficulty = 0, gifts = 1, costs = 1, health = 8, sleep = {sleep} }} }}\n\
             [campaign.stages.one]\nfoes = {{ guard = {{ skill = 0, only_defends = true }} }}\ntimes = 2\n{nights}"
        );
        exact(&text)("magic left", "")
    };
    let night = "[campaign.stages.night]\nrest = 1\n";
    // Each feat costs one of the ten levels of Health that can be lost. A day of rest restores all, with or without
    // sleep.
    near(left(0, ""), left(8, ""));
    near(left(0, night), left(0, "") + 2.0);
    near(left(8, night), left(0, night));
}

/// A transcript has each stage with its rolls, the state of the party after it, and the result.
#[test]
fn transcript_lists_every_stage_and_the_result() {
    let text = "[rules]\nbase = 'nutshell'\n[campaign.party]\nada = { skill = 1, offense = 9 }\n[campaign.stages.wolf]\n\
                foes = { wolf = { skill = 0, only_defends = true } }\n[campaign.stages.night]\nrest = 1\n\
                [campaign.stages.week]\nrest = 7\nneeded_at = 'Hurt'\n";
    let told = replay(&study(text), 0, Rolls::Trial(1)).unwrap();
    let [fight] = told.all("fight")[..] else { panic!("one fight: {told:?}") };
    assert!(fight.lines.iter().any(|line| line.kind == "round"), "{fight:?}");
    assert_eq!(fight.lines.last().map(|line| line.text.as_str()), Some("Ada: Undamaged"));
    let rests: Vec<&str> = told.all("rest").iter().map(|rest| rest.text.as_str()).collect();
    assert_eq!(rests, ["Rest: 1 day", "No rest: it is not needed."]);
    assert_eq!(told.all("rest").iter().map(|rest| rest.facts["days"].clone()).collect::<Vec<_>>(), [1, 0]);
    assert_eq!(told.all("result").last().unwrap().text, "The party holds out: 1 of 1 can fight after 1 fight.");
}

/// SRD 4.57, 4.8: Bo falls to two Very Hurt wounds. A week of rest leaves two Hurt ones, marked Hurt and Very Hurt, so
/// a third Hurt puts him out.
#[test]
fn fallen_member_keeps_lesser_wounds() {
    let of = exact(
        "[rules]\nbase = 'nutshell'\n[campaign]\nrolled_healing = false\n[campaign.party]\n\
         ada = { skill = 1, offense = 30, dice = 'none' }\nbo = { skill = 1, offense = 30, pain = 'immune', dice = 'none' }\n\
         [campaign.stages.wolves.foes]\nw1 = { skill = -3, offense = 1, modifiers = { rush = { value = 5, rounds = 2 } }, dice = 'none' }\n\
         w2 = { skill = -3, offense = 5, modifiers = { rush = { value = 5, rounds = 2 } }, dice = 'none' }\n\
         [campaign.stages.bed]\nrest = 7\n[campaign.stages.ogre]\npressed = true\n[campaign.stages.ogre.foes]\n\
         x = { skill = -3, offense = -30, dice = 'none' }\n\
         y = { skill = -3, offense = 2, modifiers = { rush = { value = 5, rounds = 1 } }, dice = 'none' }\n",
    );
    near(of("fit", "Bo"), 0.0);
    near(of("fit", "Ada"), 1.0);
}

/// Two heroes in two fights with a week between them; the figures were calculated outside the program.
const TWO_HEROES: &str = "[rules]\nbase = 'nutshell'\n[campaign]\nrolled_healing = false\n[campaign.party]\n\
    ada = { skill = 2, offense = 3, defense = 1 }\nbo = { skill = 1, offense = 3, defense = 1 }\n\
    [campaign.stages.wolves]\nfoes = { wolf = { skill = 0, offense = 3, count = 2 } }\n[campaign.stages.bed]\nrest = 7\n\
    [campaign.stages.ogre]\nfoes = { ogre = { skill = 2, offense = 4, defense = 2 } }\n";

#[test]
fn two_heroes_match_calculation() {
    let of = exact(TWO_HEROES);
    near(of("fit", "Ada"), 0.511_896_428_905_953_5);
    near(of("fit", "Bo"), 0.415_298_397_024_594_5);
    near(of("goes on", "ogre"), 0.541_035_203_555_185_6);
}

#[test]
fn harmless_foes_kill_no_one() {
    let of = exact(
        "[rules]\nbase = 'nutshell'\n[campaign.party]\nada = { skill = 1, offense = 9, count = 2 }\n[campaign.stages.wolf]\n\
         foes = { wolf = { skill = 0, only_defends = true } }\n",
    );
    near(of("any dies", ""), 0.0);
    near(of("all fit", ""), 1.0);
    near(of("still fit", ""), 2.0);
}

/// A rest with `needed_at` is skipped if no wound is that bad.
#[test]
fn unneeded_rests_are_skipped() {
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
    // Ada rests for a week if she is Hurt or worse and can go on.
    let of = exact(&text("skill = 1, offense = 2"));
    let most = 7.0 * of("goes on", "fight");
    assert!(0.0 < of("days of rest", "") && of("days of rest", "") < most, "{most}");
    near(of("experience earned", ""), 3.0 * of("goes on", "fight"));
}

const CASES: [&str; 6] = [
    TWO_HEROES,
    "[rules]\nbase = 'lite'\n[campaign.party]\nmage = { skill = 1, spells = { bolt = { harms = { offense = 1 }, keeps = 0, \
     lite = { trait = 1, range = 'medium', small_mana = 1, large_mana = 1 } } } }\n[campaign.stages.imps]\nfoes = { imp = { skill = 1, injury_boxes = 2 } }\ntimes = 2\nexperience = 1\n\
     [campaign.stages.rest]\nrest = 7\nneeded_at = 'Serious injury 1'\n\
     [campaign.stages.troll]\nfoes = { troll = { skill = 2, injury_boxes = 3 } }\n",
    "[rules]\nbase = 'srd'\n[campaign]\nhealer = { trait = 'Good', days_per_wound = 1 }\n[campaign.party]\nada = { skill = 1, offense = 2 }\n\
     [campaign.stages.wolves]\nfoes = { wolf = { skill = 0, offense = 1 } }\ntimes = 2\n[campaign.stages.rest]\nrest = 10\n\
     [campaign.stages.orc]\nfoes = { orc = { skill = 1, offense = 2 } }\n",
    "[rules]\nbase = 'srd'\n[campaign]\nhealer = { trait = 'Good', hours_per_wound = 1 }\n[campaign.party]\nada = { skill = 1, offense = 2 }\n\
     [campaign.stages.wolf]\nfoes = { wolf = { skill = 1, offense = 1 } }\n[campaign.stages.rest]\nrest = '2 hours'\n\
     [campaign.stages.orc]\nfoes = { orc = { skill = 1, offense = 2 } }\n",
    "[rules]\nbase = 'lite'\n[campaign.party]\nhero = { skill = 1, count = 2 }\n\
     [campaign.stages.goblins]\nfoes = { goblin = { skill = 1, count = 2, injury_boxes = 2 } }\ntimes = 2\n",
    "[rules]\nbase = 'kaer'\n[campaign.party]\nmax = { skill = 1, offense = 1, fudge_points = 2, spend = 'survive' }\n\
     [campaign.stages.thugs]\nfoes = { thug = { skill = 1, offense = 2 } }\ntimes = 2\nfudge_points = 1\n",
];

/// A fight, a rest of length `rest` with a Superb healer, and another fight. `healer` has further keys of the healer.
fn healed(healer: &str, rest: &str) -> String {
    format!("{ADA}{WOLF}[campaign.healer]\ntrait = 'Superb'\n{healer}[campaign.stages.rest]\nrest = '{rest}'\n{ORC}")
}

/// Treatment takes days unless the file sets hours; only then does it help in a rest of hours.
#[test]
fn treatment_in_hours_needs_a_setting() {
    let goes_on = |text: &str| exact(text)("goes on", "orc");
    let alone = goes_on(&healed("", "1 hour").replace("[campaign.healer]\ntrait = 'Superb'\n", ""));
    near(goes_on(&healed("", "1 hour")), goes_on(&healed("days_per_wound = 1\n", "1 hour")));
    let [at_once, hour, two] =
        [0, 1, 2].map(|hours| goes_on(&healed(&format!("hours_per_wound = {hours}\n"), "1 hour")));
    assert!(at_once > alone + 0.01 && at_once >= hour && hour > two, "{alone} {at_once} {hour} {two}");
    near(two, goes_on(&healed("", "1 hour")));
    // A day is 24 hours.
    near(goes_on(&healed("hours_per_wound = 48\n", "4 days")), goes_on(&healed("days_per_wound = 2\n", "4 days")));
    let both = refusal(&healed("hours_per_wound = 1\ndays_per_wound = 1\n", "1 hour"));
    assert!(both.contains("`hours_per_wound` and `days_per_wound` exclude each other"), "{both}");
}

#[test]
fn warns_about_treatment_longer_than_every_rest() {
    let warned = |healer: &str, rest: &str| {
        let study = Study { method: MethodChoice::Exact, ..study(&healed(healer, rest)) };
        run(&study, &())
            .unwrap()
            .warnings
            .iter()
            .find(|one| one.message().contains("treatment heals no wound"))
            .cloned()
    };
    let hour = warned("", "1 hour").unwrap();
    assert!(hour.message().contains("each takes 1 day, and the longest rest is 1 hour"), "{}", hour.message());
    assert!(hour.remedy.contains("hours_per_wound"), "{}", hour.remedy);
    assert!(warned("days_per_wound = 7\n", "3 days").is_some());
    for (healer, rest) in [("", "1 day"), ("hours_per_wound = 1\n", "1 hour"), ("days_per_wound = 7\n", "7 days")] {
        assert!(warned(healer, rest).is_none(), "{healer} {rest}");
    }
}

#[test]
fn exact_matches_simulation() {
    for case in CASES {
        assert_eq!(refused(case, case).len(), 0, "{case}");
    }
}

#[test]
fn comparison_detects_a_better_party() {
    for case in CASES {
        let (before, party) = case.split_once("[campaign.party]").unwrap();
        let better = format!("{before}[campaign.party]{}", party.replacen("skill = 1", "skill = 2", 1));
        assert!(!refused(case, &better).is_empty(), "{case}");
    }
}

#[test]
fn rejects_invalid_campaigns() {
    let vain = |stage: &str| refusal(&format!("{ADA}{WOLF}{stage}")).lines().next().unwrap_or_default().to_owned();
    assert_eq!(vain("needed_at = 'Hurt'\n"), "error: `needed_at` has no effect on a fight");
    let rest = "[campaign.stages.rest]\nrest = 7\nexperience = 2\n";
    assert_eq!(vain(rest), "error: `experience` has no effect on a rest");
    let wrong = |text: &str| refusal(text).lines().next().unwrap_or_default().to_owned();
    assert_eq!(wrong(ADA.trim_end()), "error: `campaign` has no `stages`");
    assert_eq!(wrong(&format!("{ADA}[campaign.stages.rest]\nrest = 7\n")), "error: this campaign has no fight");
    assert_eq!(wrong(&format!("{ADA}{WOLF}rest = 7\n")), "error: a stage is either a fight, with `foes`, or a `rest`");
    let again = ORC.to_owned() + "name = 'wolf'\n";
    assert_eq!(wrong(&format!("{ADA}{WOLF}{again}")), "error: two fights are called `wolf`");
    let own = "[campaign.stages.double]\nfoes = { ada = { skill = 0 } }\n";
    assert_eq!(wrong(&format!("{ADA}{own}")), "error: `ada` is already in the party");
    let ranged = ADA.replace("skill = 1", "skill = 'Fair to Great'");
    assert!(wrong(&format!("{ranged}{WOLF}")).starts_with("error: a member of the party has a trait with a range"));
    let ally = "[campaign.stages.allies]\nfoes = { bo = { skill = 0, side = 'party' }, cy = { skill = 0 } }\n";
    assert_eq!(wrong(&format!("{ADA}{ally}")), "error: the party must be a side by itself");
}

#[test]
fn no_one_is_left_for_dead_without_near_death() {
    let of = exact(
        "[rules]\nbase = 'nutshell'\nrecord = { kind = 'in-order', levels = [{ name = 'Out', out = true }] }\ndamage = 'hit'\n\
         [campaign.party]\nada = { skill = 0 }\n[campaign.stages.wolf]\nfoes = { wolf = { skill = 0 } }\n",
    );
    near(of("left for dead", "Ada"), 0.0);
}

/// Rules with a one-sided die, so the higher level always wins.
const CERTAIN: &str = "[rules]\nbase = 'nutshell'\ndice = '1d1'\n[rules.record]\nkind = 'boxes'\nlevels = [{ name = 'Scratch', from = 1, boxes = 1 }, \
     { name = 'Hurt', from = 3, boxes = 1 }, { name = 'Out', from = 7, boxes = 1, out = true }, { name = 'Near Death', from = 9, boxes = 1, out = true }]\n";

/// Figures of a campaign in which Ada beats one wolf per round, while Ben is hit once, for 1 + `offense` points.
fn struck_once(offense: u32, keys: &str, stages: &str) -> impl Fn(&str, &str) -> f64 + use<> {
    exact(&format!(
        "{CERTAIN}[campaign]\n{keys}\n[campaign.party]\nada = {{ skill = 9, offense = 9 }}\nben = {{ skill = -1 }}\n\
         [campaign.stages.wolves]\nfoes = {{ wolf = {{ skill = 0, offense = {offense}, count = 2 }} }}\nexperience = 2\n{stages}"
    ))
}

/// W7, SRD 4.51: nine points are Near Death, which is fatal without treatment. Seven are Incapacitated, which is not.
#[test]
fn near_death_is_fatal_without_treatment() {
    let incapacitated = struck_once(6, "", "");
    let dead = struck_once(8, "", "");
    let saved = struck_once(8, "healer = { trait = 9 }", "");
    let hurt = struck_once(2, "", "");
    for (of, fit, dying, dies) in
        [(&hurt, 1.0, 0.0, 0.0), (&incapacitated, 0.0, 0.0, 0.0), (&saved, 0.0, 1.0, 0.0), (&dead, 0.0, 1.0, 1.0)]
    {
        near(of("fit", "Ben"), fit);
        near(of("left for dead", "Ben"), dying);
        near(of("dies", "Ben"), dies);
        near(of("any dies", ""), dies);
        near(of("all fit", ""), fit);
        near(of("still fit", ""), 1.0 + fit);
        for whom in ["left for dead", "dies"] {
            near(of(whom, "Ada"), 0.0);
        }
        near(of("fit", "Ada"), 1.0);
        near(of("party holds out", ""), 1.0);
        near(of("fights stood", ""), 1.0);
        near(of("experience earned", ""), 2.0);
    }
}

/// SRD 4.51: a fighter who was saved once is out of danger. A Fair healer rolls once, and is Good or better in 31 of 81
/// rolls. The party rests for any living member.
#[test]
fn near_death_is_treated_once() {
    let healer = "healer = { trait = 'Fair', dice = '4dF' }";
    let again = "[campaign.stages.again]\nfoes = { wolf = { skill = 0 } }\nexperience = 3\n\
                 [campaign.stages.rest]\nrest = 7\nneeded_at = 'Hurt'\n";
    let of = struck_once(8, healer, again);
    let saved = 31.0 / 81.0;
    near(of("dies", "Ben"), 1.0 - saved);
    // The healer rolls again during the rest. Without treatment, Ben would need a Great result of Constitution.
    near(of("left for dead", "Ben"), 1.0 - saved * saved);
    near(of("days of rest", ""), 7.0 * saved);
    near(of("experience earned", ""), 5.0);
    near(of("fights stood", ""), 2.0);
    near(of("goes on", "again"), 1.0);
}

/// A beaten party fights no further, and earns the experience of the fights before.
#[test]
fn beaten_party_fights_no_further() {
    let of = exact(&format!(
        "{CERTAIN}[campaign.party]\nada = {{ skill = 1, offense = 9 }}\n[campaign.stages.one]\nfoes = {{ wolf = {{ skill = 0 }} }}\ntimes = 2\n\
         experience = 1\n[campaign.stages.two]\nfoes = {{ ogre = {{ skill = 2, offense = 9 }} }}\nexperience = 5\n\
         [campaign.stages.three]\nfoes = {{ wolf = {{ skill = 0 }} }}\nexperience = 9\n"
    ));
    near(of("party is beaten", ""), 1.0);
    near(of("fights stood", ""), 2.0);
    near(of("experience earned", ""), 2.0);
    near(of("goes on", "two"), 0.0);
    near(of("goes on", "three"), 0.0);
}

/// A transcript reports the rounds or days of each stage, and its effect on each member.
#[test]
fn transcript_reports_duration_and_effect_of_stages() {
    let text = format!(
        "{CERTAIN}[campaign.party]\nada = {{ skill = 9, offense = 9 }}\nben = {{ skill = -1 }}\n[campaign.stages.wolves]\n\
         foes = {{ wolf = {{ skill = 0, offense = 2, count = 3 }} }}\n[campaign.stages.rest]\nrest = 7\n\
         [campaign.stages.ogre]\nfoes = {{ ogre = {{ skill = 20, offense = 30, count = 2 }} }}\n"
    );
    let told = replay(&study(&text), 0, Rolls::Trial(1)).unwrap();
    let [wolves, ogre] = told.all("fight")[..] else { panic!("two fights: {told:?}") };
    assert_eq!(wolves.text, "Wolves: 3 rounds");
    assert_eq!((&wolves.facts["rounds"], &ogre.facts["rounds"]), (&3.into(), &1.into()));
    let rest = told.all("rest")[0];
    assert_eq!((rest.text.as_str(), &rest.facts["days"]), ("Rest: 7 days", &7.into()));
    let result = told.all("result").last().copied().unwrap();
    assert_eq!(result.text, "The party gets through 1 fight, and no further.");
    assert_eq!((&result.facts["fights"], &result.facts["fit"]), (&1.into(), &0.into()));
    let after = |stage: &fudgelab::Line| {
        let members = stage.lines.iter().filter(|line| line.kind == "fighter");
        members.map(|line| (line.text.clone(), line.facts["level"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(after(wolves), [("Ada: Undamaged".to_owned(), 0.into()), ("Ben: Undamaged → Out".to_owned(), 3.into())]);
}

/// At most 32 stat blocks and 50 fighters in a party, and 100 fights in a campaign. Repeated fights get numbered names.
#[test]
fn campaign_size_is_limited() {
    let wolf = "foes = { wolf = { skill = 0 } }\n";
    let party = |members: &str, stages: &str| format!("{CERTAIN}[campaign.party]\n{members}\n{stages}");
    let blocks = |count: usize| (0..count).map(|number| format!("b{number} = {{ skill = 0 }}\n")).collect::<String>();
    let one = format!("[campaign.stages.wolf]\n{wolf}");
    for good in [blocks(32), "a = { skill = 0, count = 50 }".to_owned()] {
        assert_eq!(study(&party(&good, &one)).subjects.len(), 1);
    }
    let wrong = |text: &str| refusal(text).lines().next().unwrap_or_default().to_owned();
    assert_eq!(wrong(&party(&blocks(33), &one)), "error: a party of 33 is too large");
    assert_eq!(wrong(&party("a = { skill = 0, count = 51 }", &one)), "error: a party of 51 is too large");
    let times = |counts: &[usize]| {
        let stages = counts.iter().enumerate();
        let stages = stages.map(|(at, count)| format!("[campaign.stages.s{at}]\n{wolf}times = {count}\n"));
        party("a = { skill = 0 }", &stages.collect::<String>())
    };
    assert_eq!(study(&times(&[60, 40])).subjects.len(), 1);
    assert_eq!(wrong(&times(&[60, 41])), "error: 101 fights are too many");
    let of = exact(&party("a = { skill = 1, offense = 9 }", &format!("{one}times = 2\n")));
    assert_eq!(["wolf 1", "wolf 2"].map(|fight| of("goes on", fight)), [1.0; 2]);
}

/// Fudge points appear if a member has any, and magic and rests if there is a choice.
#[test]
fn campaign_shows_only_relevant_figures() {
    let shown = |ada: &str, stages: &str| {
        let text = format!(
            "{CERTAIN}[campaign.party]\nada = {{ skill = 1, offense = 9{ada} }}\n[campaign.stages.wolf]\nfoes = {{ wolf = {{ skill = 0 }} }}\n{stages}"
        );
        let result = run(&Study { method: MethodChoice::Exact, ..study(&text) }, &()).unwrap();
        ["points spent", "magic left", "days of rest", "experience earned", "still fit"]
            .map(|measure| result.cells[0].figure(measure, "").is_some())
    };
    assert_eq!(shown("", ""), [false; 5]);
    assert_eq!(shown(", fudge_points = 1, spend = 'survive'", ""), [true, false, false, false, false]);
    let spell = ", spells = { bolt = { lite = { trait = 0 }, harms = { offense = 1 } } }";
    assert_eq!(shown(spell, ""), [false, true, false, false, false]);
    let rest = |keys: &str| format!("[campaign.stages.rest]\nrest = 7\n{keys}");
    assert_eq!(shown("", &rest("")), [false; 5]);
    assert_eq!(shown("", &rest("needed_at = 'Hurt'")), [false, false, true, false, false]);
    assert_eq!(shown(", count = 2", "experience = 1\n"), [false, false, false, true, true]);
}

/// SRD 4.8, LITE: a day of rest clears the lightest wounds, even if there are no worse ones to heal.
#[test]
fn rest_clears_the_lightest_wounds() {
    let of = exact(
        "[rules]\nbase = 'srd'\n[campaign.party]\nada = { skill = 'Great', offense = 3, defense = 2 }\n[campaign.stages.scouts]\n\
         foes = { scout = { skill = 'Good', offense = 3, defense = 1 } }\ntimes = 2\npressed = true\n[campaign.stages.bed]\nrest = 1\n\
         [campaign.stages.chief]\nfoes = { chief = { skill = 'Great', offense = 2, defense = 2 } }\npressed = true\n",
    );
    near(of("dies", "Ada"), 0.022_977_718_552_822_05);
    near(of("fights stood", ""), 1.934_898_921_940_538_6);
    near(of("party holds out", ""), 0.363_113_036_067_484_8);
    let of = exact(
        "[rules]\nbase = 'lite'\n[campaign]\nlong_rest = 5\n[campaign.party]\nada = { skill = 'Good' }\n[campaign.stages.a]\n\
         foes = { thug = { skill = 'Good', injury_boxes = 3 } }\ntimes = 2\n[campaign.stages.nap]\nrest = 4\n[campaign.stages.b]\n\
         foes = { thug = { skill = 'Good', injury_boxes = 3 } }\npressed = true\n[campaign.stages.sleep]\nrest = 5\n\
         [campaign.stages.c]\nfoes = { boss = { skill = 'Great' } }\n",
    );
    near(of("party holds out", ""), 0.144_338_315_564_030_48);
}

/// A campaign whose first fight leaves Ada Hurt, with an ailment from the given keys; next she meets a wolf.
fn ailing(rules: &str, ada: &str, foe: &str) -> String {
    format!(
        "[rules]\nbase = 'nutshell'\n{rules}\n[campaign.party]\nada = {{ skill = 'Great', offense = 6, defense = 3, dice = 'none'{ada} }}\n\
         [campaign.stages.first]\npressed = true\nfoes = {{ foe = {{ skill = 'Terrible', offense = 4, dice = 'none', \
         modifiers = {{ rush = {{ value = 7, rounds = 1 }} }}{foe} }} }}\n\
         [campaign.stages.wolf]\nfoes = {{ wolf = {{ skill = 'Good', offense = 4, defense = 4 }} }}\npressed = true\n"
    )
}

/// M6, W28: crippled parts and poison last into the next fight while any wound is left, in exact answers and
/// simulations.
#[test]
fn ailments_last_into_the_next_fight() {
    let arm = || {
        ailing("called_shots = 'result'", ", wounds = ['Hurt']", ", tactic = 'aim-at-weapon-arm'")
            .replace("first]\npressed = true", "first]")
    };
    let poison = || ailing("", "", ", abilities = { poison = { check = 'Superb', drains = 1, effect = 'death' } }");
    for (text, right) in [(arm(), 0.245_603_798_871_648_32), (poison(), 0.225_379_675_260_282_85)] {
        near(exact(&text)("goes on", "wolf"), right);
        assert_eq!(refused(&text, &text).len(), 0, "{text}");
    }
    // They are gone with the last wound.
    let rest = "[campaign.stages.rest]\nrest = 14\n[campaign.stages.wolf]";
    let sure = "[campaign]\nrolled_healing = false\n[campaign.party]";
    for text in [arm(), poison()] {
        let rested = text.replace("[campaign.stages.wolf]", rest).replace("[campaign.party]", sure);
        let unhurt = exact(&ailing("", "", "").replace(", modifiers", ", only_defends = true, modifiers"));
        near(exact(&rested)("goes on", "wolf"), unhurt("goes on", "wolf"));
    }
}

/// FF: a level of Health returns in 15 minutes of rest.
#[test]
fn day_of_rest_restores_health_spent_on_spells() {
    let left = |system: &str, days: u32| {
        let text = format!(
            "[rules]\nbase = 'fantasy'\n[campaign.party.witch]\nskill = 'Superb'\noffense = 9\ndice = 'none'\n\
             [campaign.party.witch.spells.ward]\n{system}\nenchants = {{ defense = 2 }}\n\
             [campaign.stages.thugs]\nfoes = {{ thug = {{ skill = 'Terrible', dice = 'none' }} }}\ntimes = 4\n\
             [campaign.stages.bed]\nrest = {days}\n"
        );
        exact(&text)("magic left", "")
    };
    near(left("hedge = { trait = 'Good', difficulty = 'Fair', health = 'Superb', dice = 'none' }", 1), 6.0);
    let scholar =
        "scholarly = { trait = 'Good', difficulty = 'Fair', health = 'Superb', gifts = 1, costs = 0, dice = 'none' }";
    near(left(scholar, 1), 6.0);
}

/// Reading 55: a party without a fit member at the end of a fight has lost it, even if only Scratches put them out,
/// which would clear in minutes.
#[test]
fn lost_fight_ends_the_campaign() {
    let of = exact(
        "[rules]\nbase = 'nutshell'\n[campaign.party]\nada = { skill = 'Good', offense = 2, defense = 3 }\n\
         [campaign.stages.a]\nfoes = { ben = { skill = 'Good', offense = 2, defense = 3 } }\n",
    );
    near(of("party holds out", ""), 0.5);
    let of = exact(
        "[rules]\nbase = 'srd'\n[campaign.party]\nhero = { skill = 'Good', weapon = 'sword', armor = 'heavy leather' }\n\
         [campaign.stages.orcs]\nfoes = { orc = { like = 'orc', count = 2 } }\n",
    );
    assert!((of("party holds out", "") - 0.1238).abs() < 5e-5, "{}", of("party holds out", ""));
}

/// Figures of a campaign in which an ogre hits Ada for 1 + `offense` points, and she later meets a wolf that she can
/// beat. `fate` has keys of the campaign, `between` the stages before the wolf.
fn beaten_by_ogre(offense: u32, fate: &str, between: &str) -> impl Fn(&str, &str) -> f64 + use<> {
    exact(&format!(
        "{CERTAIN}[campaign]\nrolled_healing = false\n{fate}\n[campaign.party]\nada = {{ skill = 1, offense = 9 }}\n\
         [campaign.stages.ogre]\nfoes = {{ ogre = {{ skill = 2, offense = {offense} }} }}\nexperience = 1\n{between}\
         [campaign.stages.wolf]\nfoes = {{ wolf = {{ skill = 0 }} }}\nexperience = 5\n"
    ))
}

/// Reading 55: each setting of `lost_fight`.
#[test]
fn lost_fight_setting_determines_fate_of_beaten_members() {
    let rest = "[campaign.stages.rest]\nrest = 28\n";
    // With an offense of 6 Ada is Incapacitated, with 8 Near Death. The pairs are: the party holds out, Ada dies.
    for (fate, offense, right) in [
        ("", 6, [0.0, 0.0]),
        ("", 8, [0.0, 1.0]),
        ("lost_fight = 'end'", 6, [0.0, 0.0]),
        ("lost_fight = 'slain'", 6, [0.0, 1.0]),
        ("lost_fight = 'captured'", 6, [0.0, 0.0]),
        ("lost_fight = 'captured'", 8, [0.0, 0.0]),
        ("lost_fight = 'left behind'", 6, [1.0, 0.0]),
        ("lost_fight = 'left behind'", 8, [0.0, 1.0]),
    ] {
        let of = beaten_by_ogre(offense, fate, rest);
        assert_eq!([of("party holds out", ""), of("dies", "Ada")], right, "{fate} {offense}");
        near(of("goes on", "ogre"), 0.0);
        near(of("goes on", "wolf"), right[0]);
        near(of("fights stood", ""), right[0]);
        near(of("experience earned", ""), 5.0 * right[0]);
    }
    near(beaten_by_ogre(6, "lost_fight = 'captured'", rest)("captured", "Ada"), 1.0);
    let left = beaten_by_ogre(6, "lost_fight = 'left behind'", rest);
    near(left("fights lost", ""), 1.0);
    // Without a rest she is still down when the wolf comes.
    near(beaten_by_ogre(6, "lost_fight = 'left behind'", "")("party holds out", ""), 0.0);
    // A fight's own setting overrides the campaign's.
    let stage = format!("lost_fight = 'left behind'\n{rest}");
    near(beaten_by_ogre(6, "lost_fight = 'slain'", &stage)("party holds out", ""), 1.0);
}

/// Reading 55: a member who fled in time goes on alone.
#[test]
fn fled_members_continue_the_campaign() {
    let of = |fate: &str| {
        exact(&format!(
            "{CERTAIN}[campaign]\n{fate}\n[campaign.party]\nada = {{ skill = 9, offense = 9, flees = 'half down' }}\nben = {{ skill = -1 }}\n\
             [campaign.stages.ogres]\nfoes = {{ ogre = {{ skill = 0, offense = 6, count = 2 }} }}\n\
             [campaign.stages.wolf]\nfoes = {{ wolf = {{ skill = 0 }} }}\n"
        ))
    };
    for (fate, [dies, captured]) in
        [("", [0.0, 0.0]), ("lost_fight = 'captured'", [0.0, 1.0]), ("lost_fight = 'slain'", [1.0, 0.0])]
    {
        let of = of(fate);
        near(of("party holds out", ""), 1.0);
        near(of("fit", "Ada"), 1.0);
        near(of("fit", "Ben"), 0.0);
        near(of("fights lost", ""), 1.0);
        near(of("dies", "Ben"), dies);
        near(of("beaten", "Ben"), if fate.is_empty() { 1.0 } else { 0.0 });
        if captured > 0.0 {
            near(of("captured", "Ben"), captured);
        }
    }
}

/// Reading 55: a healer who is down treats no one.
#[test]
fn healer_of_the_party_must_be_fit() {
    let dies = |healer: &str| struck_once(8, healer, "")("dies", "Ben");
    near(dies("healer = { trait = 9, member = 'ada' }"), 0.0);
    near(dies("healer = { trait = 9, member = 'ben' }"), 1.0);
    let text = format!("{ADA}{WOLF}")
        .replace("[campaign.party]", "[campaign]\nhealer = { trait = 1, member = 'adda' }\n[campaign.party]");
    let error = refusal(&text);
    assert!(
        error.contains("no member of the party is called `adda`") && error.contains("did you mean `ada`?"),
        "{error}"
    );
}

#[test]
fn lost_fights_exact_matches_simulation() {
    // Only a party of one can be left behind here: with several members, exact answers know only the worst wound of the
    // fallen.
    let alone = "[rules]\nbase = 'nutshell'\n[campaign]\nlost_fight = 'left behind'\nhealer = { trait = 'Good' }\n[campaign.party]\n\
                 ada = { skill = 1, offense = 2 }\n[campaign.stages.wolf]\nfoes = { wolf = { skill = 2, offense = 2 } }\n\
                 [campaign.stages.rest]\nrest = 14\n[campaign.stages.orc]\nfoes = { orc = { skill = 1, offense = 2 } }\n";
    assert_eq!(refused(alone, alone).len(), 0, "{alone}");
    for fate in ["end", "slain", "captured"] {
        let text = format!(
            "[rules]\nbase = 'nutshell'\n[campaign]\nlost_fight = '{fate}'\nhealer = {{ trait = 'Good', member = 'bo' }}\n[campaign.party]\n\
             ada = {{ skill = 1, offense = 2, flees = 'half down' }}\nbo = {{ skill = 0, offense = 2 }}\n\
             [campaign.stages.wolf]\nfoes = {{ wolf = {{ skill = 2, offense = 2 }} }}\n[campaign.stages.rest]\nrest = 14\n\
             [campaign.stages.orc]\nfoes = {{ orc = {{ skill = 1, offense = 2 }} }}\n"
        );
        assert_eq!(refused(&text, &text).len(), 0, "{text}");
    }
}

#[test]
fn transcript_reports_a_lost_fight() {
    let text = format!(
        "{CERTAIN}[campaign]\nlost_fight = 'captured'\n[campaign.party]\nada = {{ skill = 1, offense = 9 }}\n\
         [campaign.stages.ogre]\nfoes = {{ ogre = {{ skill = 2, offense = 6 }} }}\n"
    );
    let told = replay(&study(&text), 0, Rolls::Trial(1)).unwrap();
    let fight = told.all("fight")[0];
    assert_eq!((fight.text.as_str(), &fight.facts["lost"]), ("Ogre: 1 round, lost", &true.into()));
    assert_eq!(fight.lines.last().unwrap().text, "Ada: Undamaged → Out, captured");
}

/// B9: a rest of less than a day clears Scratches, like a few minutes of care after a fight. It heals no other wound,
/// however long it is.
#[test]
fn short_rest_clears_only_scratches() {
    let goes_on = |rest: &str| {
        let text = format!("{ADA}{WOLF}pressed = true\n[campaign.stages.rest]\nrest = {rest}\n{ORC}");
        exact(&text)("goes on", "orc")
    };
    let cared = exact(&format!("{ADA}{WOLF}{ORC}"))("goes on", "orc");
    for rest in ["'10 minutes'", "'1 hour'", "'23 hours'"] {
        near(goes_on(rest), cared);
    }
    near(goes_on("'2 weeks'"), goes_on("14"));
    near(goes_on("'24 hours'"), goes_on("1"));
    assert!(cared + 0.001 < goes_on("'4 weeks'"));
    let text = format!("{ADA}{WOLF}[campaign.stages.rest]\nrest = '8 hours'\n{ORC}");
    assert_eq!(refused(&text, &text).len(), 0);
}

/// FF: a level of Health returns in 15 minutes. A ward is cast once in each of four fights, which leaves two of the six
/// levels above a collapse.
#[test]
fn short_rest_restores_a_level_every_15_minutes() {
    let left = |system: &str, rest: &str| {
        let text = format!(
            "[rules]\nbase = 'fantasy'\n[campaign.party.witch]\nskill = 'Superb'\noffense = 9\ndice = 'none'\n\
             [campaign.party.witch.spells.ward]\n{system}\nenchants = {{ defense = 2 }}\n\
             [campaign.stages.thugs]\nfoes = {{ thug = {{ skill = 'Terrible', dice = 'none' }} }}\ntimes = 4\n\
             [campaign.stages.bed]\nrest = '{rest}'\n"
        );
        exact(&text)("magic left", "")
    };
    let hedge = "hedge = { trait = 'Good', difficulty = 'Fair', health = 'Superb', dice = 'none' }";
    for (rest, levels) in
        [("1 minute", 2.0), ("14 minutes", 2.0), ("15 minutes", 3.0), ("45 minutes", 5.0), ("2 hours", 6.0)]
    {
        near(left(hedge, rest), levels);
    }
}

/// B9: an error about a rest's length lists the units, and replays print the length.
#[test]
fn rest_length_needs_a_valid_unit() {
    let rest = |rest: &str| format!("{ADA}{WOLF}[campaign.stages.rest]\nrest = '{rest}'\n{ORC}");
    for wrong in ["1 fortnight", "30 hours", "0 minutes", "an hour"] {
        let found = refusal(&rest(wrong));
        assert!(found.starts_with(&format!("error: `{wrong}` is not the length of a rest")), "{found}");
        assert!(found.contains("a number counts days") && found.contains("\"8 hours\""), "{found}");
    }
    let told = (1..9).find_map(|trial| {
        let transcript = replay(&study(&rest("1 hour")), 0, Rolls::Trial(trial)).unwrap();
        transcript.all("rest").first().map(|line| line.text.replace('\u{a0}', " "))
    });
    assert_eq!(told.as_deref(), Some("Rest: 1 hour"));
}

/// A member who loses a fight to poison has no wound, but still cannot join the next fight. If the party wins in time,
/// it goes on.
#[test]
fn members_beaten_without_a_wound_are_not_fit() {
    let text = |fate: &str, gate: i32| {
        format!(
            "campaign.lost_fight = '{fate}'\n[campaign.party]\n\
             ada = {{ begins_poisoned = {{ drains = 1, lost = 2, effect = 'paralysis' }}, skill = 1, offense = 30, dice = 'none' }}\n\
             [campaign.stages]\ngate.foes.gate = {{ skill = {gate}, only_defends = true, dice = 'none' }}\n\
             hall.foes.orc = {{ skill = -3, offense = -30, dice = 'none' }}\n"
        )
    };
    for fate in ["end", "captured", "slain"] {
        let figure = exact(&text(fate, 9));
        let found = [figure("goes on", "gate"), figure("goes on", "hall"), figure("party is beaten", "")];
        assert_eq!(found, [0.0, 0.0, 1.0], "{fate}");
        assert_eq!(refused(&text(fate, 9), &text(fate, 9)).len(), 0, "{fate}");
    }
    // At Poor, the gate falls in round 1; Ada's Health would fall below Terrible in round 2.
    near(exact(&text("end", -2))("goes on", "hall"), 1.0);
    assert!(!refused(&text("end", 9), &text("end", -2)).is_empty());
}
