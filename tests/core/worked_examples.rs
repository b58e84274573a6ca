//! Worked examples of fights from the sources, replayed with the printed dice (V1 to V5, V8, V9, V20). V6 and V7 are
//! unit tests of the rules.

use crate::support::printed;
use crate::support::{Notes, barroom, brawl, brynhild, duel, fudge_1993, replay, snorri, srd};
use fudgelab::chance::Script;
use fudgelab::combat::{Body, Event, Fight, Fighter, Progress, State};
use fudgelab::rules::gear::{ARMOR, SHIELDS, WEAPONS};
use fudgelab::rules::{
    AllOut, Circumstance, DamageRoll, GearFamily, MobRoll, Policy, PolicyRow, Rules, StanceMix, Tactic,
};

const SCRATCH: u8 = 1;
const HURT: u8 = 2;
const VERY_HURT: u8 = 3;
const INCAPACITATED: u8 = 4;

/// The wound level and penalty that fighter `who` feels.
fn felt(fight: &Fight, state: &State<[Body; 2]>, who: u16) -> (u8, i8) {
    let condition = fight.roster.track(who).condition(state.fighters[usize::from(who)].felt);
    (condition.level, condition.penalty)
}

/// Rolls by Snorri, by Brynhild and for damage; the events; Brynhild's wound level and penalty after them.
type Round<'a> = (&'a [i32], &'a [Event], (u8, i8));

/// C1, M1, M3, W1, W7, V1, SRD 4.7, rounds 1 to 3.
#[test]
fn barroom_duel_matches_the_srd() {
    let fight = barroom(&srd());
    assert_eq!((fight.matchup(0, 1).factor, fight.matchup(1, 0).factor), (3, 2));
    // The shield lowers Snorri to Good.
    assert_eq!((fight.matchup(0, 1).skill, fight.matchup(1, 0).skill), (1, 1));
    let hit = |degree, graze| Event::Hit { by: 0, target: 1, degree, graze };
    let wound = |severity| Event::Wound { by: 0, target: 1, severity };
    let rounds: [Round; 3] = [
        // Great against Fair; 5 points and a damage roll of -2.
        (&[1, -1, -2], &[hit(2, false), wound(HURT)], (HURT, -1)),
        // Both get Good, for which Brynhild needs a +1 because she is Hurt.
        (&[0, 1], &[Event::StandOff { pair: [0, 1] }], (HURT, -1)),
        // Great against Good: a graze.
        (&[1, 1, 0], &[hit(1, true), wound(SCRATCH)], (HURT, -1)),
    ];
    let mut state = State::start(&fight, [Body::default(); 2]);
    for (number, (rolls, events, brynhild)) in rounds.into_iter().enumerate() {
        let mut script = Script::new(rolls.iter().copied());
        let mut notes = Notes::default();
        let progress = state.round(&fight, &mut script, &mut notes);
        assert_eq!(progress, Progress::NextRound, "round {}", number + 1);
        assert_eq!(notes.0, events, "round {}", number + 1);
        assert!(script.left() == 0 && !script.ran_out(), "round {}", number + 1);
        assert_eq!(felt(&fight, &state, 1), brynhild, "round {}", number + 1);
        assert_eq!(felt(&fight, &state, 0), (0, 0), "Snorri is unhurt");
    }
    let track = fight.roster.track(1);
    assert_eq!(state.fighters[1].felt, track.after(track.after(0, HURT), SCRATCH), "one Hurt, one Scratch");
}

/// W9, V2, SRD 4.63: Min-Mid-Max. A roll of 356 means a 3, a 5 and a 6. The source leaves weapon sizes out.
#[test]
fn rachel_and_archie_match_the_srd() {
    let rules = Rules { damage_roll: printed("min-mid-max"), ..srd() };
    let rachel = Fighter { offense: 2, defense: 1, damage_capacity: Some(1), ..Fighter::new("Rachel", 0, 0) };
    let archie = Fighter { offense: 4 + 2, defense: 2, damage_capacity: Some(0), ..Fighter::new("Archie", 1, 0) };
    let fight = duel(rachel, archie, &rules);
    assert_eq!((fight.matchup(0, 1).factor, fight.matchup(1, 0).factor), (0, 4));
    // Rolls, and the wound levels of both after the round.
    let rounds: [(&[i32], [u8; 2]); 3] = [
        // Rachel wins by 2 and uses the Min.
        (&[2, 0, 356], [0, HURT]),
        // Archie, who is Hurt, grazes her without a roll: his factor is only 4.
        (&[-1, 1], [SCRATCH, HURT]),
        // Archie wins by 4 and uses the Max.
        (&[-2, 3, 123], [HURT, HURT]),
    ];
    let mut state = State::start(&fight, [Body::default(); 2]);
    for (rolls, levels) in rounds {
        let mut script = Script::new(rolls.iter().copied());
        state.round(&fight, &mut script, &mut ());
        assert!(script.left() == 0 && !script.ran_out(), "{rolls:?}");
        assert_eq!([0, 1].map(|who| felt(&fight, &state, who).0), levels, "{rolls:?}");
    }
    // Going all out, Rachel wins by 6, uses the Max of 1, 4 and 6, and adds 1 to it: Incapacitated.
    let mut blow = fight.roster.blow(0, 1, 6);
    blow.hit_modifiers.bonus = 1;
    state = state.with_hit(blow);
    state.step(&fight, &mut Script::new([146]), &mut ());
    assert_eq!(fight.roster.track(1).condition(state.fighters[1].marked).level, INCAPACITATED);
}

/// V1, SRD 4.7, rounds 4 and 5, after the first three: Snorri goes all out against Brynhild's all-out defense, then she
/// does against him, while he stands in the puddle.
#[test]
fn all_out_rounds_match_the_srd() {
    let rules = Rules { all_out: AllOut::Srd, ..srd() };
    let in_round = |round, stance: &str| PolicyRow {
        conditions: vec![Circumstance::FromRound(round), Circumstance::UntilRound(round)],
        then: StanceMix::fixed(Tactic::parse(stance, &rules).unwrap()),
    };
    let by = |when| Policy { when, ..Policy::normal() };
    let snorri = Fighter { tactic: by(vec![in_round(4, "all-out-offense")]), ..snorri() };
    let tactic = by(vec![in_round(4, "all-out-defense"), in_round(5, "all-out-offense")]);
    let brynhild = Fighter { tactic, perception: 2, ..brynhild() };
    let hit = |by, degree, graze| Event::Hit { by, target: 1 - by, degree, graze };
    let wound = |by, severity| Event::Wound { by, target: 1 - by, severity };
    let fight = duel(snorri, brynhild, &rules);
    let (bodies, _) = replay(
        &fight,
        &[
            (&[1, -1, -2], &[hit(0, 2, false), wound(0, HURT)]),
            (&[0, 1], &[Event::StandOff { pair: [0, 1] }]),
            (&[1, 1, 0], &[hit(0, 1, true), wound(0, SCRATCH)]),
            // Both get Great: his attack is only beaten down. She makes her Perception roll.
            (&[0, 0, 0], &[Event::Avoided { by: 0, target: 1 }]),
            // He is Fair on bad footing and gets Good; she is Good and gets Great: a graze, one level worse.
            (&[1, 1, 0], &[hit(1, 1, true), wound(1, HURT)]),
        ],
    );
    let levels = [0, 1].map(|who| fight.roster.track(who).condition(bodies.fighters[usize::from(who)].felt).level);
    assert_eq!(levels, [HURT, HURT]);
}

/// The wound level and penalty that fighter 1 feels after blows of fighter 0 with these relative degrees, without
/// damage rolls.
fn after_blows(fight: &Fight, degrees: &[i16]) -> (u8, i8) {
    let mut state = State::start(fight, [Body::default(); 2]);
    for &degree in degrees {
        state = state.with_hit(fight.roster.blow(0, 1, degree));
        let mut script = Script::new([]);
        state.step(fight, &mut script, &mut ());
        state.step(fight, &mut script, &mut ());
        assert!(!script.ran_out(), "no roll was to be made");
    }
    felt(fight, &state, 1)
}

fn weapon(name: &str, family: GearFamily) -> i32 {
    WEAPONS.iter().find(|weapon| weapon.name == name).unwrap().factor(family)
}

fn armor(name: &str) -> i32 {
    ARMOR.iter().find(|armor| armor.name == name).unwrap().value(GearFamily::Srd).unwrap()
}

/// The SRD's rules without a damage roll, as in SRD 4.55 and 4.58.
fn srd_unrolled() -> Rules {
    Rules { damage_roll: DamageRoll::default(), ..srd() }
}

/// W2, W3, V3, SRD 4.55: a broadsword against boiled leather, a poleaxe against scale mail.
#[test]
fn leroy_and_theodora_match_the_srd() {
    let family = GearFamily::Srd;
    let leroy = Fighter {
        offense: 1 + weapon("broadsword", family),
        defense: armor("scale mail"),
        damage_capacity: Some(1),
        ..Fighter::new("Leroy", 0, 0)
    };
    let theodora = Fighter {
        offense: 3 + weapon("poleaxe", family),
        defense: armor("boiled leather"),
        damage_capacity: Some(0),
        ..Fighter::new("Theodora", 1, 0)
    };
    let fight = duel(leroy, theodora, &srd_unrolled());
    assert_eq!((fight.matchup(0, 1).factor, fight.matchup(1, 0).factor), (2, 3));
    assert_eq!(after_blows(&fight, &[2]), (HURT, -1));
}

/// A wee fighter of Scale -4.
fn wee(name: &str, offense: i32, defense: i32) -> Fighter {
    Fighter { offense, defense, strength_scale: -4, mass_scale: -4, ..Fighter::new(name, 0, 0) }
}

fn person(name: &str, offense: i32, defense: i32) -> Fighter {
    Fighter { offense, defense, ..Fighter::new(name, 0, 0) }
}

fn dragon() -> Fighter {
    Fighter { strength_scale: 6, mass_scale: 6, damage_capacity: Some(0), ..person("dragon", 0, 2) }
}

/// V4, SRD 4.58: Sheba kicks in boots with a martial art, which the GM rules to be +1.
#[test]
fn sheba_against_mcmurtree_matches_the_srd() {
    let mcmurtree = Fighter { damage_capacity: Some(0), ..wee("McMurtree", 0, armor("light leather")) };
    let fight = duel(person("Sheba", 1, 0), mcmurtree, &srd_unrolled());
    assert_eq!(fight.matchup(0, 1).factor, 4);
    assert_eq!(after_blows(&fight, &[2]), (VERY_HURT, -2));
}

/// V4, SRD 4.58: Fionn's club is +2 in the source; Sheba wears heavy leather.
#[test]
fn fionn_against_sheba_matches_the_srd() {
    let fight = duel(wee("Fionn", 1 + 2, 0), person("Sheba", 0, armor("heavy leather")), &srd_unrolled());
    assert_eq!(fight.matchup(0, 1).factor, -3);
    assert_eq!(after_blows(&fight, &[3]), (0, 0));
    assert_eq!(after_blows(&fight, &[4]), (SCRATCH, 0), "one level more would have drawn blood");
}

/// V4, SRD 4.58: the blow is a Scratch; the dragon is Hurt after three more of them.
#[test]
fn wilbur_against_the_dragon_matches_the_srd() {
    let wilbur = person("Wilbur", 2 + weapon("two-handed sword", GearFamily::Srd), 0);
    let fight = duel(wilbur, dragon(), &srd_unrolled());
    assert_eq!(fight.matchup(0, 1).factor, -2);
    assert_eq!(after_blows(&fight, &[3]), (SCRATCH, 0));
    assert_eq!(after_blows(&fight, &[3; 3]), (SCRATCH, 0));
    assert_eq!(after_blows(&fight, &[3; 4]), (HURT, -1));
}

/// V5, F93 4.64: Sheba's kick by one level deals 5 points, which fill two Scratch, two Hurt and a Very Hurt box.
#[test]
fn sheba_against_mcmurtree_matches_fudge_1993() {
    let sheba = person("Sheba", weapon("martial art", GearFamily::Fudge1993), 0);
    let mcmurtree = Fighter { damage_capacity: Some(0), ..wee("McMurtree", 1, armor("light leather")) };
    let fight = duel(sheba, mcmurtree, &fudge_1993());
    assert_eq!(fight.matchup(0, 1).factor + 1, 5);
    assert_eq!(after_blows(&fight, &[1]), (VERY_HURT, -2));
}

/// V5, F93 4.64: Sheba's armor stops Fionn's 2 points; Wilbur's blow is a Scratch, and the third one makes the dragon
/// Hurt.
#[test]
fn fionn_and_wilbur_match_fudge_1993() {
    let fight = duel(wee("Fionn", 1 + 2, 0), person("Sheba", 0, 2), &fudge_1993());
    assert_eq!(fight.matchup(0, 1).factor, -3);
    assert_eq!(after_blows(&fight, &[3]), (0, 0));

    let wilbur = person("Wilbur", 2 + weapon("two-handed sword", GearFamily::Fudge1993), 0);
    let fight = duel(wilbur, dragon(), &fudge_1993());
    assert_eq!(fight.matchup(0, 1).factor, -2);
    let levels: Vec<u8> = (1..=3).map(|blows| after_blows(&fight, &vec![3; blows]).0).collect();
    assert_eq!(levels, [SCRATCH, SCRATCH, HURT]);
}

/// V20, F93 4.72: Jeb has Scale 1, Great Strength, an axe and heavy non-metal armor, with and without his shield.
#[test]
fn jeb_the_dwarf_matches_fudge_1993() {
    let shield = SHIELDS.iter().find(|shield| shield.name == "medium").unwrap().value(GearFamily::Fudge1993).unwrap();
    let jeb = |shield| Fighter {
        offense: 2 + weapon("axe", GearFamily::Fudge1993),
        defense: armor("heavy non-metal"),
        shield,
        strength_scale: 1,
        mass_scale: 1,
        ..Fighter::new("Jeb", 0, 0)
    };
    let factors = |shield, rules: &Rules| {
        let fight = duel(jeb(shield), person("foe", 0, 0), rules);
        (fight.matchup(0, 1).factor, fight.matchup(1, 0).factor)
    };
    assert_eq!(factors(0, &fudge_1993()), (6, -3));
    assert_eq!(factors(shield, &fudge_1993()), (6, -4));
    assert_eq!(factors(shield, &srd()), (6, -3), "in the SRD a shield is no armor");
}

/// The hits of a fight's first round, as attacker and target. `rolls` are those of the lone fighter, then of each foe
/// or of the mob.
fn who_hits(fight: &Fight, rolls: &[i32]) -> Vec<(u16, u16)> {
    let mut state = State::start(fight, vec![Body::default(); fight.roster.fighters()]);
    let (mut script, mut notes) = (Script::new(rolls.iter().copied()), Notes::default());
    state.round(fight, &mut script, &mut notes);
    assert!(script.left() == 0 && !script.ran_out(), "all rolls are used, and no more");
    let hits = notes.0.iter().filter_map(|event| match event {
        Event::Hit { by, target, .. } => Some((*by, *target)),
        _ => None,
    });
    hits.collect()
}

/// V8, SRD 4.34: the thugs get Great, Good and Mediocre, and Paco ties the best. No trait is printed, so all are Fair
/// except Paco, who is Great to make up for two extra foes.
#[test]
fn paco_and_three_thugs_match_the_srd() {
    let thugs = |names: [&str; 3]| names.map(|name| person(name, 0, 0)).to_vec();
    let paco = || Fighter { skill: 2, ..person("Paco", 0, 0) };
    let fight = brawl(paco(), thugs(["first", "second", "third"]), &srd_unrolled());
    assert_eq!(who_hits(&fight, &[2, 2, 1, -1]), [(0, 3)], "he hits the Mediocre thug, and is not hit");
    assert_eq!(who_hits(&fight, &[2, 2, 1, 1]), [], "nobody is two levels below him");
    assert_eq!(who_hits(&fight, &[1, 2, 1, -1]), [(1, 0)], "one level less, and the best thug hits him");
    // F93 4.62: he must beat all of them; the two-levels rule is only an option there.
    let rules = Rules { mob_roll: MobRoll::Each, ..fudge_1993() };
    assert_eq!(who_hits(&brawl(paco(), thugs(["first", "second", "third"]), &rules), &[2, 2, 1, -1]), []);
}

/// Tucker, Superb, against the pirates Molly (Fair), Annie (Good) and Maggie (Mediocre).
fn tucker(rules: &Rules) -> Fight {
    let pirates = [("Molly", 0), ("Annie", 1), ("Maggie", -1)];
    let pirates = pirates.map(|(name, skill)| Fighter { skill, ..person(name, 0, 0) });
    brawl(Fighter { skill: 3, ..person("Tucker", 0, 0) }, pirates.to_vec(), rules)
}

const MOLLY: u16 = 1;
const ANNIE: u16 = 2;
const MAGGIE: u16 = 3;

/// M15, M16, V9, SRD 4.34: 2dF shows +1 for all three pirates; Tucker is Good in this fight.
#[test]
fn tucker_and_the_pirates_match_the_srd() {
    let fight = tucker(&Rules { mob_roll: MobRoll::TwoFudge, ..srd_unrolled() });
    assert_eq!(who_hits(&fight, &[2, 1]), [(0, MAGGIE)], "Superb: the pirate of his choice, here the lowest");
    assert_eq!(who_hits(&fight, &[1, 1]), [(0, MAGGIE)], "Great: unhit, and a blow on Maggie");
    assert_eq!(who_hits(&fight, &[0, 1]), [(ANNIE, 0)], "Good: hits nobody, and Annie hits him");
    assert_eq!(who_hits(&fight, &[-1, 1]), [(MOLLY, 0), (ANNIE, 0)], "Fair: both Molly and Annie hit him");
}

/// V9, F93 4.62: the one roll moves one closer to zero, which is part of the dice (D17): a script says +1 for the
/// source's +2, and 0 for its -1.
#[test]
fn tucker_and_the_pirates_match_fudge_1993() {
    let fight = tucker(&fudge_1993());
    assert_eq!(who_hits(&fight, &[2, 1]), [(0, MAGGIE)], "Superb: the pirate of his choice, and unhit");
    assert_eq!(who_hits(&fight, &[1, 1]), [], "Great: as the best pirate, a stand-off");
    assert_eq!(who_hits(&fight, &[-1, 1]), [(MOLLY, 0), (ANNIE, 0)], "Fair: both Molly and Annie hit him");
    // In the next round the pirates get Fair, Good and Mediocre.
    assert_eq!(who_hits(&fight, &[0, 0]), [], "Good: as Annie");
    assert_eq!(who_hits(&fight, &[-1, 0]), [(ANNIE, 0)], "Fair: as Molly, below Annie");
}
