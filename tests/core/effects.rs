//! Effects of creatures (W28; Fantasy Fudge "Wild Things", SRD 6.5, LITE): what their wounds cause and what protects
//! them.

use crate::support::agree::{Case, disagreements, indifferent, unmoved};
use crate::support::fights::solve;
use crate::support::written::refusal;
use crate::support::{boxes, brawl, deadly, dice, duel, fighter, replay};
use fudgelab::combat::{Cast, Event, Exit, Fight, Fighter, LandedHit, Missile, Ranged, compile, damage};
use fudgelab::rules::effects::{
    Abilities, Blade, Bleeding, Blood, Burning, Check, Doom, Edges, Hazard, HazardEffect, Poison, Poisoned, Poisoning,
    Regenerates, Regeneration, Resist, Rounding,
};
use fudgelab::rules::{Morale, Pacing, Pain, Record, Rules};
use fudgelab::scenario::{Overrides, Source, read_source};
use fudgelab::study::replay::page::whole as page;
use fudgelab::study::replay::{Rolls, parse_script, replay as replayed};

fn turns() -> Rules {
    Rules { pacing: Pacing::Turns, ..deadly() }
}

fn with(abilities: Abilities) -> impl Fn(Fighter) -> Fighter {
    move |who| Fighter { abilities, ..who }
}

fn fair(by: Resist) -> Check {
    Check { by, least: 0 }
}

fn hazard(place: usize, least: i32, effect: HazardEffect, each_round: bool) -> Abilities {
    let mut abilities = Abilities::default();
    abilities.hazards[place] = Some(Hazard { check: Check { by: Resist::Willpower, least }, effect, each_round });
    abilities
}

/// FF medusa; `least` is the result that resists her gaze.
fn medusa(least: i32) -> Abilities {
    hazard(0, least, HazardEffect::Doom(Doom::Stone), false)
}

/// FF basilisk; `least` is the result that resists its breath.
fn basilisk(least: i32) -> Abilities {
    hazard(1, least, HazardEffect::Doom(Doom::Death), true)
}

/// FF ghoul.
fn ghoul() -> Abilities {
    let poison = Poison { check: fair(Resist::Health), drains: 1, doom: Doom::Paralysis };
    Abilities { poison: Some(poison), ..Abilities::default() }
}

/// FF great weasel, with rounds instead of minutes.
fn weasel(degree: i16, every: u8) -> Abilities {
    Abilities { bleeding: Some(Bleeding { degree, check: fair(Resist::Health), every }), ..Abilities::default() }
}

/// FF dragon.
fn dragon() -> Abilities {
    Abilities { burning: Some(Burning { result: -1, damage: 2 }), ..Abilities::default() }
}

fn troll(when: Regenerates) -> Abilities {
    Abilities { regeneration: Some(Regeneration { when, boxes: 1 }), ..Abilities::default() }
}

/// FF Restless Dead.
fn bones() -> Abilities {
    Abilities { edges: Some(Edges { halved: Some(Rounding::Down), piercing: Some(1) }), ..Abilities::default() }
}

/// FF basilisk, with an easier roll.
fn basilisk_blood() -> Blood {
    Blood { dice: dice("1dF"), on: -1, check: fair(Resist::Health), doom: Doom::Death }
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let spider = Poison { check: fair(Resist::Health), drains: 0, doom: Doom::Paralysis };
    let spider = Abilities { poison: Some(spider), ..Abilities::default() };
    let quick = Abilities { poison: ghoul().poison.map(|poison| Poison { drains: 3, ..poison }), ..ghoul() };
    let near_death = Abilities { needs_near_death: true, ..Abilities::default() };
    let cat = Abilities { lives: 1, ..Abilities::default() };
    let numb = Abilities { immune_to_pain: true, ..Abilities::default() };
    let brave = Abilities { immune_to_fear: true, ..Abilities::default() };
    let morale = Rules { morale: Morale::All, ..deadly() };
    let none = Abilities::default();
    let mut all = |name: [&'static str; 3], abilities: Abilities, rules: &Rules| {
        let one = |abilities| duel(with(abilities)(fighter("A", 1)), fighter("B", 1), rules);
        let of_two = |abilities| {
            let hero = Fighter { offense: 2, ..fighter("hero", 2) };
            brawl(hero, vec![fighter("first", 0), with(abilities)(fighter("second", 1))], rules)
        };
        let in_turns = Rules { pacing: Pacing::Turns, ..rules.clone() };
        let one_in_turns = |abilities| duel(with(abilities)(fighter("A", 1)), fighter("B", 1), &in_turns);
        cases.push((name[0], one(abilities), one(none)));
        cases.push((name[1], of_two(abilities), of_two(none)));
        cases.push((name[2], one_in_turns(abilities), one_in_turns(none)));
    };
    all(["Near Death", "Near Death of two", "Near Death in turns"], near_death, &deadly());
    all(["lives", "lives of two", "lives in turns"], cat, &deadly());
    all(["no pain", "no pain of two", "no pain in turns"], numb, &deadly());
    all(["no fear", "no fear of two", "no fear in turns"], brave, &morale);
    all(["poison", "poison of two", "poison in turns"], quick, &deadly());
    all(["poison at once", "poison at once of two", "poison at once in turns"], spider, &deadly());
    all(["bleeding", "bleeding of two", "bleeding in turns"], weasel(1, 2), &deadly());
    all(["fire", "fire of two", "fire in turns"], dragon(), &deadly());
    let closing = troll(Regenerates::Round);
    all(["closing wounds", "closing wounds of two", "closing wounds in turns"], closing, &deadly());
    all(["gaze", "gaze of two", "gaze in turns"], medusa(0), &deadly());
    all(["breath", "breath of two", "breath in turns"], basilisk(-1), &deadly());
    let ghost = hazard(2, 0, HazardEffect::Doom(Doom::Flight), false);
    all(["fear", "fear of two", "fear in turns"], ghost, &deadly());
    let smell = hazard(4, 1, HazardEffect::Sickness(-2), false);
    all(["smell", "smell of two", "smell in turns"], smell, &deadly());
    let skunk = hazard(5, 0, HazardEffect::Doom(Doom::Blindness), false);
    all(["fluid", "fluid of two", "fluid in turns"], skunk, &deadly());
    let sly = Abilities { surprise: Some(0), ..none };
    all(["surprise", "surprise of two", "surprise in turns"], sly, &deadly());
    let mut wounding = |name: &'static str, blade: Blade, abilities: Abilities| {
        let one = |abilities| {
            let hero = Fighter { blade, offense: 3, ..fighter("hero", 1) };
            // A foe who cannot be touched may never be beaten.
            duel(hero, with(abilities)(fighter("B", 1)), &Rules { round_limit: 6, ..deadly() })
        };
        cases.push((name, one(abilities), one(none)));
    };
    wounding("edges on bones", Blade::Slashing, bones());
    wounding("points on bones", Blade::Piercing, bones());
    wounding("a ghost with a fright", Blade::Blunt, Abilities { insubstantial: true, ..ghost });
    let venomous = |blood: Option<Blood>| {
        let foe = |name, skill| Fighter { blood: blood.clone(), ..fighter(name, skill) };
        let foes = vec![foe("first", 0), foe("second", 1)];
        move |rules: &Rules| brawl(fighter("hero", 2), foes.clone(), rules)
    };
    for (name, rules) in [("venomous blood", deadly()), ("venomous blood in turns", turns())] {
        cases.push((name, venomous(Some(basilisk_blood()))(&rules), venomous(None)(&rules)));
    }
    for (name, rules) in [("a poison brought along", deadly()), ("a poison brought along, in turns", turns())] {
        let begun = |lost| {
            let poison = Poisoning { drains: 1, lost, doom: Doom::Death };
            let hero = Fighter { begins_poisoned: Some(poison), ..fighter("hero", 2) };
            brawl(hero, vec![with(quick)(fighter("first", 0)), fighter("second", 1)], &rules)
        };
        cases.push((name, begun(1), begun(0)));
    }
    let facing = Rules { pacing: Pacing::PlayerFacing, ..boxes(3) };
    let facing_troll = |abilities| duel(fighter("hero", 0), with(abilities)(fighter("troll", 0)), &facing);
    cases.push(("closing on failed rolls", facing_troll(troll(Regenerates::FailedRoll)), facing_troll(none)));
    cases.push(("a smell in player-facing rounds", facing_troll(smell), facing_troll(none)));
    cases.push(("breath in player-facing rounds", facing_troll(basilisk(-1)), facing_troll(none)));
    cases.push(("poison in player-facing rounds", facing_troll(ghoul()), facing_troll(none)));
    let party = |abilities: Abilities| {
        let heroes = [fighter("first", 1), Fighter { will: 1, ..fighter("second", 0) }];
        let foes = [with(abilities)(fighter("third", 0)), fighter("fourth", 1)];
        let side = |side| move |who| Fighter { side, ..who };
        let fighters = heroes.map(side(0)).into_iter().chain(foes.map(side(1))).collect();
        compile(&Cast { fighters, sides: vec!["heroes".into(), "foes".into()] }, &deadly()).unwrap()
    };
    cases.push(("a gaze at two", party(medusa(0)), party(none)));
    cases.push(("breath on the group alone", party(basilisk(-1)), party(medusa(-1))));
    cases
}

#[test]
fn exact_matches_simulation() {
    assert_eq!(disagreements(&cases()), Vec::<String>::new());
}

/// Each simulated fight must differ from the exact answer of its counterpart without the effect; otherwise the test
/// above proves nothing.
#[test]
fn simulation_detects_missing_effects() {
    assert_eq!(indifferent(&cases()), Vec::<&str>::new());
}

#[test]
fn figures_match_stored_values() {
    unmoved("effects", &cases());
}

/// A duel in which A always hits and marks a box, so that only the effect is random.
fn always(abilities: Abilities, rules: &Rules) -> Fight {
    duel(with(abilities)(Fighter::new("A", 0, 20)), Fighter::new("B", 1, 0), rules)
}

fn mean_rounds(fight: &Fight) -> f64 {
    solve(fight).unwrap().mean_rounds
}

/// FF ghoul: a Fair Health roll against each wound until one fails (31 of 81). Then a level of Health is lost each
/// round, from the round of the wound on; Fair Health is below Terrible after four.
#[test]
fn poison_takes_four_rounds_from_fair_health() {
    let fight = always(ghoul(), &boxes(99));
    assert!((mean_rounds(&fight) - (81.0 / 31.0 + 3.0)).abs() < 1e-12);
    let exact = solve(&fight).unwrap();
    assert!((exact.wins[0] - 1.0).abs() < 1e-12);
    assert!(exact.ends.chance(|end| end.exited(1, Exit::Paralyzed) > 0) > 1.0 - 1e-12, "helpless, not dead");
}

/// A fighter who begins with the ghoul's poison and has lost two of four levels drops at the end of round 2. With half
/// the effect it is round 6, with a drain of two round 1.
#[test]
fn starting_poison_continues() {
    let begun = |poisoned, drains, lost| {
        let poison = Poisoning { drains, lost, doom: Doom::Paralysis };
        let target = Fighter { poisoned, begins_poisoned: Some(poison), ..Fighter::new("B", 1, 0) };
        mean_rounds(&duel(Fighter::new("A", 0, -20), target, &boxes(99)))
    };
    assert!((begun(Poisoned::Normal, 1, 2) - 2.0).abs() < 1e-12);
    assert!((begun(Poisoned::Normal, 2, 2) - 1.0).abs() < 1e-12);
    assert!((begun(Poisoned::Resistant, 1, 2) - 6.0).abs() < 1e-12);
    let error =
        refusal("[fighters.a]\nskill = 1\nbegins_poisoned = { drains = 1, lost = 4 }\n[fighters.b]\nskill = 1\n");
    assert!(error.contains("A begins with a Health below Terrible"), "{error}");
    let page = told(
        "[fighters.A]\nskill = 2\nbegins_poisoned = { drains = 1, lost = 3, effect = \"death\" }\n[fighters.B]\nskill = 0\n",
        "0 0",
    );
    assert!(page.contains("A loses Health to poison."), "{page}");
}

/// FF great weasel: a hit by 4 or more opens a vein. Then a Fair Health roll each time, or death.
#[test]
fn bleeding_kills_on_a_failed_health_roll() {
    let fight = always(weasel(4, 1), &boxes(99));
    assert!((mean_rounds(&fight) - 81.0 / 31.0).abs() < 1e-12);
    assert!((solve(&fight).unwrap().levels[1].last().unwrap() - 1.0).abs() < 1e-12);
    // Every twentieth round, counting the round of the blow as the first.
    let fight = always(weasel(4, 20), &boxes(99));
    let rounds = solve(&fight).unwrap().rounds.clone();
    assert!((rounds[20] - 31.0 / 81.0).abs() < 1e-12 && (rounds[40] - 31.0 / 81.0 * 50.0 / 81.0).abs() < 1e-12);
    // A hit below the needed degree opens no vein.
    assert!(mean_rounds(&always(weasel(100, 1), &boxes(99))) > 98.0);
}

/// FF dragon: a situational roll of Mediocre or worse sets the target on fire, for 2 points each round. A hit marks one
/// box, the fire two.
#[test]
fn fire_burns_every_round() {
    let fight = always(dragon(), &boxes(4));
    let rounds = solve(&fight).unwrap().rounds.clone();
    // On fire from round 1, the target is out in round 2; from round 2 or 3, in round 3; from round 4, in round 4.
    // Otherwise it is out in round 5.
    let burns = 31.0 / 81.0_f64;
    let spared = 1.0 - burns;
    let expected = [0.0, 0.0, burns, spared * burns + spared * spared * burns, spared.powi(3) * burns];
    for (round, expected) in expected.iter().enumerate() {
        assert!((rounds[round] - expected).abs() < 1e-12, "round {round}: {} {expected}", rounds[round]);
    }
}

/// FF zombie: equals a fighter without pain whose Incapacitated level does not put it out.
#[test]
fn only_near_death_stops_a_zombie() {
    let zombie = Abilities { needs_near_death: true, immune_to_pain: true, ..Abilities::default() };
    let fight = |abilities, pain, record: Option<Record>| {
        let foe = Fighter { pain, record, offense: 2, ..fighter("zombie", 0) };
        duel(fighter("hero", 1), with(abilities)(foe), &deadly())
    };
    let mut levels = deadly().record.levels;
    (levels[2].out, levels[2].penalty) = (false, 0);
    let tough = Record { levels, ..Record::standard() };
    let one = solve(&fight(zombie, Pain::Normal, None)).unwrap();
    let other = solve(&fight(Abilities::default(), Pain::Immune, Some(tough))).unwrap();
    assert!((one.wins[0] - other.wins[0]).abs() < 1e-12 && (one.mean_rounds - other.mean_rounds).abs() < 1e-12);
}

/// A blow to Near Death costs a life and marks nothing; the second one counts.
#[test]
fn deadly_blow_costs_a_life() {
    let cat = Abilities { lives: 1, ..Abilities::default() };
    let fight = duel(fighter("A", 8), with(cat)(fighter("cat", 0)), &deadly());
    let hit = |severity| {
        [Event::Hit { by: 0, target: 1, degree: 8, graze: false }, Event::Wound { by: 0, target: 1, severity }]
    };
    let (state, _) = replay(&fight, &[(&[0, 0], &hit(0)), (&[0, 0], &hit(4))]);
    assert_eq!(fight.roster.track(1).condition(state.fighters[1].felt).level, 4);
}

/// One box clears each round, the worst first, until the creature is out.
#[test]
fn wounds_close_by_one_box_a_round() {
    let fight = duel(fighter("A", 1), with(troll(Regenerates::Round))(fighter("troll", 0)), &deadly());
    let hit = |degree, severity| {
        [Event::Hit { by: 0, target: 1, degree, graze: false }, Event::Wound { by: 0, target: 1, severity }]
    };
    let tie = [Event::StandOff { pair: [0, 1] }];
    // A Hurt is gone at the end of its round, so the next blow meets no penalty.
    let (state, _) = replay(&fight, &[(&[0, 0], &hit(1, 2)), (&[-1, 0], &tie), (&[2, -1], &hit(4, 3))]);
    assert_eq!(fight.roster.track(1).condition(state.fighters[1].felt).level, 3, "out is out");
}

/// LITE troll: it can heal an injury if a player's roll fails.
#[test]
fn troll_heals_when_a_player_fails() {
    let rules = Rules { pacing: Pacing::PlayerFacing, ..boxes(3) };
    let fight = duel(fighter("hero", 0), with(troll(Regenerates::FailedRoll))(fighter("troll", 0)), &rules);
    let wound = |by: u16| {
        [Event::Hit { by, target: 1 - by, degree: 1, graze: false }, Event::Wound { by, target: 1 - by, severity: 1 }]
    };
    let (state, _) = replay(&fight, &[(&[1, 0], &wound(0)), (&[1, 0], &wound(0)), (&[-1, 0], &wound(1))]);
    assert_eq!([state.fighters[0].felt, state.fighters[1].felt], [1, 1]);
}

/// FF medusa and basilisk: Fair Willpower or Health against Great, 15 of 81. The gaze is faced once, the breath every
/// round.
#[test]
fn gaze_petrifies_and_breath_kills() {
    let falls = 66.0 / 81.0_f64;
    let exact = solve(&always(medusa(2), &boxes(99))).unwrap();
    assert!((exact.rounds[1] - falls).abs() < 1e-12 && exact.rounds[2] < 1e-12);
    let stone = exact.ends.chance(|end| end.exited(1, Exit::Petrified) > 0);
    assert!((stone - falls).abs() < 1e-12, "stone, and not wounded");
    let exact = solve(&always(basilisk(2), &boxes(99))).unwrap();
    for round in 1..6 {
        assert!((exact.rounds[round] - falls * (1.0 - falls).powi(round as i32 - 1)).abs() < 1e-12, "{round}");
    }
    assert!((exact.levels[1].last().unwrap() - 1.0).abs() < 1e-12, "dead");
    // Two fighters who look at each other can both turn to stone.
    let two = duel(with(medusa(2))(fighter("A", 0)), with(medusa(2))(fighter("B", 0)), &boxes(99));
    assert!((solve(&two).unwrap().nobody - falls * falls).abs() < 1e-12);
}

/// FF troll: a fighter who fails against the smell is at −2 for the whole fight. FF zombie: the fearless do not flee
/// from a ghost.
#[test]
fn smell_weakens_and_the_fearless_do_not_flee() {
    let wins = |abilities, will, skill| {
        let foe = Fighter { will, ..fighter("B", skill) };
        solve(&duel(with(abilities)(fighter("A", 1)), foe, &deadly())).unwrap().wins[0]
    };
    let smell = hazard(4, 1, HazardEffect::Sickness(-2), false);
    assert!((wins(smell, 9, 1) - wins(Abilities::default(), 0, 1)).abs() < 1e-12);
    assert!((wins(smell, -9, 1) - wins(Abilities::default(), 0, -1)).abs() < 1e-12);
    let fear = hazard(2, 9, HazardEffect::Doom(Doom::Flight), false);
    let fearless = |morale| {
        let foe = Fighter { morale, ..fighter("B", 1) };
        solve(&duel(with(fear)(fighter("A", 1)), foe, &deadly())).unwrap().wins[0]
    };
    assert!((fearless(Some(0)) - 1.0).abs() < 1e-12 && fearless(None) < 0.9);
}

/// FF basilisk: a melee attacker who wounds it faces its venom with a chance of 1 in 3; here a failed Fair roll is
/// death.
#[test]
fn venomous_blood_harms_melee_attackers() {
    let rules = Rules { dice: dice("4dF"), ..boxes(99) };
    let foe = Fighter { blood: Some(basilisk_blood()), ..Fighter::new("B", 1, 0) };
    let exact = solve(&duel(Fighter::new("A", 0, 20), foe.clone(), &rules)).unwrap();
    let dies = 31.0 / 81.0 / 3.0_f64;
    for round in 1..6 {
        assert!((exact.rounds[round] - dies * (1.0 - dies).powi(round as i32 - 1)).abs() < 1e-12, "{round}");
    }
    // Shots are safe.
    let missile = Missile { skill: 20, offense: 0, scaled: true, thrown: false, burst: None };
    let archer = Fighter { ranged: Ranged { missile: Some(missile), ..Ranged::default() }, ..Fighter::new("A", 0, 20) };
    let afar = Rules { closing: None, pacing: Pacing::Turns, ..boxes(3) };
    let exact = solve(&duel(archer, foe, &afar)).unwrap();
    assert!((exact.wins[0] - 1.0).abs() < 1e-12, "{:?}", exact.wins);
}

/// A breath or blood can kill if its effect is death; petrification and paralysis do not kill.
#[test]
fn only_deadly_effects_can_slay() {
    let slain = |foe: Fighter| {
        let fight = duel(Fighter::new("A", 0, 0), foe, &boxes(2));
        [fight.roster.may_be_killed_without_wounds(0), fight.roster.may_be_killed_without_wounds(1)]
    };
    let blood = |doom| Fighter { blood: Some(Blood { doom, ..basilisk_blood() }), ..Fighter::new("B", 1, 0) };
    assert_eq!(slain(with(basilisk(0))(Fighter::new("B", 1, 0))), [true, false]);
    assert_eq!(slain(with(medusa(0))(Fighter::new("B", 1, 0))), [false, false]);
    assert_eq!(slain(blood(Doom::Death)), [true, false]);
    assert_eq!(slain(blood(Doom::Paralysis)), [false, false]);
}

/// FF great weasel: in round 1, Fair hits, and the foe neither strikes nor defends. Quick reflexes prevent that.
#[test]
fn weasel_surprises_in_round_1() {
    let weasel = with(Abilities { surprise: Some(0), ..Abilities::default() })(Fighter::new("weasel", 0, 0));
    let fight = duel(weasel.clone(), Fighter::new("B", 1, 0), &Rules::plain());
    let hit =
        [Event::Hit { by: 0, target: 1, degree: 0, graze: false }, Event::Wound { by: 0, target: 1, severity: 0 }];
    replay(&fight, &[(&[0], &hit), (&[0, 0], &[Event::StandOff { pair: [0, 1] }])]);
    replay(&fight, &[(&[-1], &[Event::Missed { by: 0 }])]);
    let quick = Fighter { quick_reflexes: true, ..Fighter::new("B", 1, 0) };
    replay(&duel(weasel, quick, &Rules::plain()), &[(&[0, 0], &[Event::StandOff { pair: [0, 1] }])]);
}

/// FF Restless Dead: slashing damage is halved, and piercing damage drops to 1. A ghost cannot be touched at all.
#[test]
fn bones_resist_edges_and_ghosts_resist_everything() {
    let severity = |blade, abilities| {
        let hero = Fighter { blade, ..Fighter::new("A", 0, 6) };
        let foe = with(abilities)(Fighter::new("B", 1, 0));
        let fight = duel(hero.clone(), foe.clone(), &Rules::plain());
        let blown = LandedHit { degree: 6, ..LandedHit::default() };
        damage(&hero, &foe, fight.roster.track(1), blown, &Rules::plain()).unwrap().severity
    };
    let ghost = Abilities { insubstantial: true, ..Abilities::default() };
    // 6 points are Very Hurt, 3 Hurt, 1 a Scratch.
    assert_eq!(severity(Blade::Blunt, bones()), 3);
    assert_eq!(severity(Blade::Slashing, bones()), 2);
    assert_eq!(severity(Blade::Piercing, bones()), 1);
    assert_eq!(severity(Blade::Blunt, ghost), 0);
}

fn told(fighters: &str, rolls: &str) -> String {
    let text = format!("[rules]\nbase = \"nutshell\"\n{fighters}");
    let source = Source::from_bytes("fight.toml", text.into_bytes()).unwrap();
    let read = read_source(source, "".as_ref(), &Overrides::default());
    let study = read.map_err(|faults| faults.render(false)).unwrap().study;
    let rolls = parse_script(rolls).unwrap();
    page(&replayed(&study, 0, Rolls::Script(&rolls)).unwrap(), 100)
}

/// Effects are printed as they happen: before blows, with a wound, at the end of a round.
#[test]
fn transcripts_report_effects() {
    let poisoned = told(
        "[fighters.A]\nskill = 2\nabilities.poison = { check = \"Fair\", drains = 2 }\n[fighters.B]\nskill = 0\n",
        "0,0,-1, 0,0",
    );
    let words = [
        "Resistance to poison of B: Fair, 4dF −1 = Mediocre; it takes Fair.",
        "B is poisoned.",
        "B loses Health to poison.",
        "B is paralyzed.",
        "A wins after 2 rounds.",
    ];
    words.iter().for_each(|words| assert!(poisoned.contains(words), "{words}\n{poisoned}"));
    let gaze =
        "[fighters.A]\nskill = 2\nabilities.gaze = { check = \"Great\" }\n[fighters.B]\nskill = 0\nwill = \"Good\"\n";
    let petrified = told(gaze, "0");
    let words = [
        "Resistance to the gaze of B: Good, 4dF 0 = Good; it takes Great.",
        "B turns to stone.",
        "A wins after 1 round.",
    ];
    words.iter().for_each(|words| assert!(petrified.contains(words), "{words}\n{petrified}"));
    let fighters = "[fighters.A]\nskill = 2\nabilities = { burning = { result = -1, damage = 2 }, bleeding = { degree = 2, every = \"round\" } }\n\
                    [fighters.B]\nskill = 0\nabilities = { edges = true }\n";
    let burnt = told(&fighters.replace("skill = 2", "skill = 2\nweapon = \"sword\""), "0,0,-1,-2");
    let words = [
        "of which 2 get through: Scratch.",
        "Fire of B: Fair, 4dF −1 = Mediocre; it takes Fair.",
        "B catches fire.",
        "B bleeds from an open vein.",
        "Bleeding of B: Fair, 4dF −2 = Poor; it takes Fair.",
        "B bleeds to death.",
        "Dead",
    ];
    words.iter().for_each(|words| assert!(burnt.contains(words), "{words}\n{burnt}"));
}

#[test]
fn transcripts_report_severed_heads_and_swallowing() {
    let swallowed = told(
        "round_limit = 2\n[fighters.A]\nskill = 0\nagility = -3\noffense = 1\n[fighters.B]\nskill = 0\nabilities.swallow = true\n",
        "0,0,0,0, 0",
    );
    let words = ["Swallowing of B: Fair, 4dF 0 = Fair", "A is swallowed.", "Terrible", "A is digested."];
    words.iter().for_each(|words| assert!(swallowed.contains(words), "{words}\n{swallowed}"));
    let severed = told(
        "round_limit = 3\n[fighters.A]\nskill = 0\noffense = 3\n[fighters.head]\nskill = 0\ncount = 2\n\
         abilities.heads = { most = 3, rounds = 1, two = \"Terrible\" }\n",
        "4,0,0, 0,0,0, 0,0,0,0",
    );
    let words = [
        "is severed, and begins to grow back.",
        "Growth of Head 1: Fair, 4dF 0 = Fair",
        "Head 3 has grown.",
        "Head 1 has grown.",
    ];
    words.iter().for_each(|words| assert!(severed.contains(words), "{words}\n{severed}"));
}

/// A fighter who withstands a threat does not face it again, and one who falls to it does not face the next.
#[test]
fn threats_are_faced_one_after_the_other() {
    let tie = [Event::StandOff { pair: [0, 1] }];
    let mut abilities = hazard(0, 0, HazardEffect::Doom(Doom::Stone), false);
    abilities.hazards[4] = hazard(4, 0, HazardEffect::Sickness(-1), false).hazards[4];
    let fight = |abilities| duel(with(abilities)(Fighter::new("A", 0, 0)), Fighter::new("B", 1, 0), &boxes(3));
    replay(&fight(abilities), &[(&[0, 0, 0, 0], &tie), (&[0, 0], &tie)]);
    for doom in [Doom::Stone, Doom::Death] {
        let mut abilities = abilities;
        abilities.hazards[0] = hazard(0, 0, HazardEffect::Doom(doom), false).hazards[0];
        replay(&fight(abilities), &[(&[-1], &[])]);
    }
}

/// A breath is an attack, so a creature that only defends does not use it. A gaze needs no attack.
#[test]
fn defending_creature_gazes_but_does_not_breathe() {
    let guarded = |abilities| {
        let a = Fighter { only_defends: true, ..with(abilities)(Fighter::new("A", 0, 0)) };
        duel(a, Fighter::new("B", 1, 0), &boxes(3))
    };
    let avoided = [Event::Avoided { by: 1, target: 0 }];
    replay(&guarded(basilisk(0)), &[(&[0, 0], &avoided)]);
    replay(&guarded(medusa(0)), &[(&[0, 0, 0], &avoided)]);
}
