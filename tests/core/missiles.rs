//! Missiles before melee: unaware and aware targets, exchanges of fire, weapons with their own Strength, bursts, and
//! closing in (R1 to R6, M3).

use crate::support::agree::{Case, disagreements, indifferent, unmoved};
use crate::support::fights::solve;
use crate::support::{brawl, duel, fighter, fudge_1993, kaer, replay, small, srd};
use fudgelab::chance::{Enumerator, Script, Weight};
use fudgelab::combat::{
    Body, Cast, Event, Fight, Fighter, Missile, Modifier, Progress, Ranged, Roster, State, compile,
};
use fudgelab::rules::{
    Avoidance, Avoiding, DamageCapacity, InitiativeRolls, Missiles, Morale, Pacing, Rules, Shields, Shots, Targets,
    Toughness, TurnOrder,
};
use fudgelab::scenario::{Overrides, Source, read_source};
use fudgelab::study::replay::page::whole as page;
use fudgelab::study::replay::{self as transcripts, Rolls};

fn short() -> Rules {
    Rules { shields: Shields::FoeSkill, closing: Some(2), ..small() }
}

const BOW: Missile = Missile { skill: 1, offense: 2, scaled: true, thrown: false, burst: None };

fn with(fighter: Fighter, missile: Missile) -> Fighter {
    Fighter { ranged: Ranged { missile: Some(missile), ..fighter.ranged.clone() }, ..fighter }
}

fn archer(name: &str) -> Fighter {
    with(fighter(name, -1), BOW)
}

type Change = fn(Fighter) -> Fighter;

fn cases() -> Vec<Case> {
    let rules = short();
    let against = |change: Change, foe: Change, rules: &Rules| duel(change(archer("A")), foe(fighter("B", 1)), rules);
    let both = |change: Change, rules: &Rules| duel(archer("A"), change(archer("B")), rules);
    let two = |change: Change, foe: Change, rules: &Rules| {
        brawl(change(archer("A")), vec![fighter("first", 0), foe(fighter("second", 1))], rules)
    };
    let archers = |change: Change, rules: &Rules| {
        brawl(change(fighter("hero", 2)), vec![archer("first"), archer("second")], rules)
    };
    let plain: Change = |who| who;
    let unarmed: Change = |who| Fighter { ranged: Ranged::default(), ..who };
    let throws: Change = |who| with(who, Missile { thrown: true, ..BOW });
    let bursts: Change = |who| with(who, Missile { burst: Some(40), ..BOW });
    let nimble: Change = |who| Fighter { ranged: Ranged { dodge: Some(2), ..who.ranged.clone() }, ..who };
    let covered: Change = |who| Fighter { ranged: Ranged { cover: Some(2), ..who.ranged.clone() }, ..who };
    let shielded: Change = |who| Fighter { ranged: Ranged { shield: 2, ..who.ranged.clone() }, ..who };
    let parries: Change = |who| Fighter { ranged: Ranged { avoiding: Avoiding::Parry, ..who.ranged.clone() }, ..who };
    let unaware: Change = |who| Fighter { unaware: 1, ..who };
    let quick: Change = |who| Fighter { quick_reflexes: true, ..who };
    let frozen: Change = |who| Fighter { combat_paralysis: true, ..who };
    let any: Change = |who| Fighter { targets: Targets::Random, ..who };
    let strongest: Change = |who| Fighter { targets: Targets::Strongest, ..who };
    let cursed: Change = |who| {
        let curse = Modifier { name: "curse".into(), value: -1, avoid: -1, other_avoid: -1, rounds: Some(1) };
        Fighter { modifiers: vec![curse], ..who }
    };
    let at_once = Rules { closing: Some(0), ..short() };
    let never = Rules { closing: None, ..short() };
    let near = Rules { range: -1, ..short() };
    let steep = Rules { propelled: -3, ..short() };
    let in_turn = Rules { shots: Shots::InTurn, ..short() };
    let reflexes = Rules { missiles: Missiles::QuickReflexes, ..short() };
    let turns = Rules { pacing: Pacing::Turns, shots: Shots::InTurn, missiles: Missiles::DodgeOrParry, ..short() };
    let one = Rules { avoidance: Avoidance::One, ..turns.clone() };
    let together = Rules { shots: Shots::Together, ..turns.clone() };
    let kept = Rules { initiative: InitiativeRolls::Once, ..turns.clone() };
    let turns_at_once = Rules { closing: Some(0), ..kept.clone() };
    let sides = Rules { turn_order: TurnOrder::Sides, ..turns.clone() };
    let tough = Rules { toughness: Toughness::Rolled, damage_capacity: DamageCapacity::Ignored, ..short() };
    let morale = Rules { morale: Morale::All, ..short() };
    let old = Rules { record: short().record, closing: Some(2), shots: Shots::InTurn, ..fudge_1993() };
    let old_sides = Rules { turn_order: TurnOrder::Sides, initiative: InitiativeRolls::Once, ..old.clone() };
    let old_at_once = Rules { closing: Some(0), ..old.clone() };
    vec![
        ("two rounds of arrows", against(plain, plain, &rules), against(plain, plain, &at_once)),
        ("an archer and nobody else's bow", against(plain, plain, &rules), against(unarmed, plain, &rules)),
        ("an exchange of fire", both(plain, &rules), both(unarmed, &rules)),
        ("a fight that never closes", both(plain, &never), both(plain, &rules)),
        ("a nearer target", against(plain, plain, &near), against(plain, plain, &rules)),
        ("a knife, not an arrow", against(throws, plain, &rules), against(plain, plain, &rules)),
        ("arrows that are hard to see", against(plain, plain, &steep), against(plain, plain, &rules)),
        ("a nimble target", against(plain, nimble, &rules), against(plain, plain, &rules)),
        ("a target behind a log", against(plain, covered, &rules), against(plain, plain, &rules)),
        ("a target with a shield", against(plain, shielded, &rules), against(plain, plain, &rules)),
        ("a target that is not aware", against(plain, unaware, &rules), against(plain, plain, &rules)),
        ("a target that freezes", against(plain, frozen, &rules), against(plain, plain, &rules)),
        ("an archer who freezes", against(frozen, plain, &rules), against(plain, plain, &rules)),
        ("a curse for a round", against(cursed, cursed, &rules), against(plain, plain, &rules)),
        ("bursts", against(bursts, plain, &rules), against(plain, plain, &rules)),
        ("shots in turn", both(plain, &in_turn), both(plain, &rules)),
        ("shots in turn, as in 1993", both(plain, &old), both(plain, &old_at_once)),
        ("nobody dodges", against(plain, nimble, &reflexes), against(plain, nimble, &rules)),
        ("but those of quick reflexes", against(plain, quick, &reflexes), against(plain, plain, &reflexes)),
        ("in turns, a parry", against(plain, parries, &turns), against(plain, plain, &turns)),
        ("in turns, a volley", both(plain, &together), both(plain, &turns)),
        ("an archer against two", two(plain, plain, &rules), two(plain, plain, &at_once)),
        ("the strongest of two", two(strongest, plain, &rules), two(plain, plain, &rules)),
        ("any of two", two(any, plain, &rules), two(plain, plain, &rules)),
        ("one of two not aware", two(strongest, unaware, &rules), two(strongest, plain, &rules)),
        ("two archers", archers(plain, &rules), archers(plain, &at_once)),
        ("two archers, in turn", archers(plain, &in_turn), archers(plain, &rules)),
        ("two archers, one avoidance", archers(nimble, &one), archers(nimble, &turns)),
        ("an order that is kept", archers(plain, &kept), archers(plain, &turns_at_once)),
        ("sides in turn", archers(nimble, &sides), archers(plain, &sides)),
        ("sides in turn, as in 1993", archers(throws, &old_sides), archers(plain, &old_sides)),
        ("a volley that tests toughness", both(plain, &tough), both(plain, &rules)),
        ("a volley that tests morale", archers(plain, &morale), archers(plain, &rules)),
    ]
}

#[test]
fn exact_and_simulated_agree() {
    assert_eq!(disagreements(&cases()), Vec::<String>::new());
}

/// Negative control: each fight differs from its pair, which lacks the one feature.
#[test]
fn each_missile_rule_case_differs_from_its_pair() {
    assert_eq!(indifferent(&cases()), Vec::<&str>::new());
}

#[test]
fn figures_equal_committed_ones() {
    unmoved("missiles", &cases());
}

fn hit(by: u16, target: u16, degree: i16, graze: bool) -> Event {
    Event::Hit { by, target, degree, graze }
}

fn wound(by: u16, target: u16, severity: u8) -> Event {
    Event::Wound { by, target, severity }
}

/// A gunman, whose weapon has its own Strength.
fn gunman(name: &str, strength: i32) -> Fighter {
    with(fighter(name, 0), Missile { skill: 0, offense: strength, scaled: false, ..BOW })
}

/// V10, SRD 4.4: hitting each other is a Fair task. Slim's Poor and the Hombre's Mediocre result both miss, although
/// one is better.
#[test]
fn shots_below_the_difficulty_both_miss() {
    let fight = duel(gunman("Nevada Slim", 3), gunman("El Paso Hombre", 3), &Rules { closing: None, ..srd() });
    replay(&fight, &[(&[-2, -1], &[Event::Missed { by: 0 }, Event::Missed { by: 1 }])]);
}

/// V10, SRD 4.4: a Mediocre shot hits Dicken, who is in the open. Will, behind a log in the shade, needs a Good one.
/// Dicken's Fair result misses, and Will's Mediocre one hits. If Dicken's were Good, both would be hit.
#[test]
fn cover_raises_the_difficulty_of_a_shot() {
    let will = archer("Will Scarlet");
    let will = Fighter { ranged: Ranged { cover: Some(1), ..will.ranged.clone() }, ..will };
    let dicken = with(fighter("Dicken", 0), Missile { skill: 0, offense: 4, scaled: false, ..BOW });
    let rules = Rules { closing: None, range: -1, ..srd() };
    let fight = duel(will, dicken, &rules);
    // Will is a Good archer, so −2 is Mediocre, which is just enough: a graze, and a Scratch by its factor.
    let wills = [hit(0, 1, 0, true), wound(0, 1, 1)];
    replay(&fight, &[(&[-2, 0, 0], &[wills[0], wills[1], Event::Missed { by: 1 }])]);
    let dickens = [hit(1, 0, 0, true), wound(1, 0, 1)];
    replay(&fight, &[(&[-2, 0, 1, 0], &[wills, dickens].concat())]);
}

/// R3: known answer check/exchange-of-fire, as a round of a fight. A Fair shot needs Mediocre, a Good one needs Good,
/// and a hit puts the target out.
#[test]
fn exchange_of_fire_matches_known_answer() {
    let shooter = |name, skill, cover| {
        let shooter = with(fighter(name, 0), Missile { skill, offense: 20, ..BOW });
        Fighter { ranged: Ranged { cover: Some(cover), ..shooter.ranged.clone() }, ..shooter }
    };
    let fight = duel(shooter("A", 0, 1), shooter("B", 1, -1), &Rules { closing: None, ..Rules::plain() });
    let mut chances = [Weight::ZERO; 4];
    let round = |chance: &mut Enumerator| {
        let mut state = State::start(&fight, [Body::default(); 2]);
        state.round(&fight, chance, &mut ());
        state.fighters.bodies().iter().map(|body| usize::from(body.marked > 0)).fold(0, |sum, out| 2 * sum + out)
    };
    Enumerator::default().run(round, |out, branch| chances[out] += branch.weight());
    // By who is out: neither, B, A, both.
    let expected = [(155, 2187), (682, 2187), (250, 2187), (1100, 2187)];
    for (chance, (numerator, denominator)) in chances.iter().zip(expected) {
        let (own, whole) = chance.fraction().unwrap();
        assert_eq!(own * denominator, numerator * whole);
    }
}

/// R2, SRD 4.4: an aware target dodges a thrown knife with its full trait, and an arrow at −2. A tie misses, and so
/// does a result below the difficulty, however poor the dodge. Shields: medium +1, large +2 (SRD 4.31).
#[test]
fn aware_target_dodges() {
    let rules = Rules { closing: None, shields: Shields::FoeSkill, ..Rules::plain() };
    let target = |shield| Fighter { ranged: Ranged { dodge: Some(1), shield, ..Ranged::default() }, ..fighter("B", 0) };
    let shoots = |missile, shield| duel(with(fighter("A", 0), missile), target(shield), &rules);
    let avoided = Event::Avoided { by: 0, target: 1 };
    // A Good archer against a Good dodge at −2, which is Mediocre.
    let bow = shoots(BOW, 0);
    assert_eq!((bow.matchup(0, 1).skill, bow.matchup(1, 0).avoid), (0, 0), "blows are another matter");
    // The difficulty, Fair, is higher than that (reading 39).
    replay(&bow, &[(&[0, 2], &[avoided]), (&[0, 0], &[hit(0, 1, 1, false), wound(0, 1, 2)])]);
    replay(&bow, &[(&[-2, -2], &[Event::BelowMinimum { by: 0 }]), (&[-1, 0], &[hit(0, 1, 0, false), wound(0, 1, 1)])]);
    let knife = shoots(Missile { thrown: true, ..BOW }, 0);
    replay(&knife, &[(&[0, 0], &[avoided]), (&[1, 0], &[hit(0, 1, 1, false), wound(0, 1, 2)])]);
    // Behind a large shield the dodge is Good again.
    replay(&shoots(BOW, 2), &[(&[0, 0], &[avoided]), (&[1, 0], &[hit(0, 1, 1, false), wound(0, 1, 2)])]);
}

/// R1, SRD 4.4, reading 4: only the difficulty counts.
#[test]
fn unaware_target_does_not_dodge() {
    let rules = Rules { closing: None, range: 1, ..Rules::plain() };
    let target = Fighter { unaware: 1, ..fighter("B", 3) };
    let fight = duel(with(fighter("A", 0), BOW), target, &rules);
    let first = [hit(0, 1, 0, false), wound(0, 1, 1)];
    replay(&fight, &[(&[0], &first), (&[0, 4], &[Event::Avoided { by: 0, target: 1 }])]);
}

/// R6: after the rounds of missiles the fight is like any other.
#[test]
fn melee_follows_after_missiles() {
    let fight = duel(archer("A"), fighter("B", 1), &Rules { closing: Some(1), ..Rules::plain() });
    let arrows = [hit(0, 1, 1, false), wound(0, 1, 2)];
    // The dodge at −2 is below the difficulty, Fair, which counts instead. Then B is Hurt, so Fair, and A is Mediocre
    // with a blade.
    replay(&fight, &[(&[0, 0], &arrows), (&[1, 0], &[Event::StandOff { pair: [0, 1] }])]);
}

/// R4: Scale adds to muscle-powered missiles, not to a pistol, unless that is built to the shooter's size.
#[test]
fn pistol_ignores_the_shooters_scale() {
    let rules = Rules { closing: None, ..Rules::plain() };
    let giant = |missile| Fighter { strength_scale: 10, ..with(fighter("A", 0), missile) };
    let severity = |missile| {
        let fight = duel(giant(missile), Fighter { unaware: 1, ..fighter("B", 0) }, &rules);
        let (state, _) = replay_any(&fight, &[0]);
        fight.roster.track(1).condition(state.fighters[1].felt).level
    };
    let pistol = Missile { skill: 0, offense: 3, scaled: false, ..BOW };
    assert_eq!(severity(pistol), 2, "3 points are Hurt");
    assert_eq!(severity(Missile { scaled: true, ..pistol }), 5, "13 points are Near Death");
}

/// Plays one round with scripted rolls, whatever happens.
fn replay_any(fight: &Fight, rolls: &[i32]) -> (State<Vec<Body>>, Progress) {
    let mut state = State::start(fight, vec![Body::default(); fight.roster.fighters()]);
    let mut script = Script::new(rolls.iter().copied());
    let progress = state.round(fight, &mut script, &mut ());
    assert!(script.left() == 0 && !script.ran_out());
    (state, progress)
}

/// R5, SRD 4.4: a hit by +4 lands half of twenty shots, which adds points. A graze remains a graze.
#[test]
fn burst_adds_to_damage() {
    let rules = Rules { closing: None, ..srd() };
    let gun = Missile { skill: 0, offense: 0, scaled: false, thrown: false, burst: Some(20) };
    let fight = |burst| {
        duel(with(fighter("A", 0), Missile { burst, ..gun }), Fighter { unaware: 1, ..fighter("B", 0) }, &rules)
    };
    let four = |severity| [hit(0, 1, 4, false), wound(0, 1, severity)];
    // 4 points are a Hurt; ten hits add 3 points.
    replay(&fight(None), &[(&[4, 0], &four(2))]);
    replay(&fight(Some(20)), &[(&[4, 0], &four(4))]);
    let graze = [hit(0, 1, 1, true), wound(0, 1, 1)];
    replay(&fight(Some(20)), &[(&[1, 0], &graze)]);
    replay(&fight(None), &[(&[1, 0], &graze)]);
}

/// F93 4.6: if initiative is rolled, a wound counts immediately, and each fighter dodges the other's shot.
#[test]
fn shots_in_turn_follow_initiative() {
    let rules = Rules { closing: None, shots: Shots::InTurn, ..Rules::plain() };
    let fight = duel(archer("A"), archer("B"), &rules);
    // B has the initiative, and A fails to dodge. A, now Hurt, is Fair with the bow, and B avoids the shot.
    let rolls = [0, 1, 0, 0, 0, 2];
    replay(&fight, &[(&rolls, &[hit(1, 0, 1, false), wound(1, 0, 2), Event::Avoided { by: 0, target: 1 }])]);
}

/// KAER: against a propelled missile a dodge is at −1, a shield at −2, another parry at −3. The shot must reach the
/// difficulty as well.
#[test]
fn missile_avoidance_matches_the_kaer_table() {
    let rules = Rules { closing: None, shots: Shots::InTurn, missiles: Missiles::DodgeOrParry, ..kaer() };
    for (avoiding, hindrance) in [(Avoiding::Dodge, -1), (Avoiding::Shield, -2), (Avoiding::Parry, -3)] {
        let target = Fighter { avoid: Some(2), ranged: Ranged { avoiding, ..Ranged::default() }, ..fighter("B", 0) };
        let fight = duel(archer("A"), target, &rules);
        // Only A can act, so only A's initiative is rolled.
        let tie = 2 + hindrance - 1;
        replay(&fight, &[(&[0, tie, 0], &[Event::Avoided { by: 0, target: 1 }])]);
        let (state, _) = replay_any(&fight, &[0, tie + 1, 0, 0]);
        assert!(state.fighters[1].felt > 0);
    }
}

/// Each shooter picks a target by preference, by default the first foe present. An archer out of action no longer
/// shoots. Wounds of a volley count after it.
#[test]
fn shooters_choose_targets_by_preference() {
    let hero = Fighter { ranged: Ranged { missile: Some(BOW), ..Ranged::default() }, ..fighter("hero", 2) };
    let picky = Fighter { targets: Targets::Strongest, ..hero.clone() };
    let foes = || vec![archer("first"), Fighter { skill: 3, ..archer("second") }];
    let rules = Rules { closing: None, ..Rules::plain() };
    let missed = |by| Event::Missed { by };
    let events = |target, severity| [hit(0, target, 4, false), wound(0, target, severity), missed(1), missed(2)];
    replay(
        &brawl(hero, foes(), &rules),
        &[(&[3, -2, -2], &events(1, 3)), (&[-4, 0, -4], &[missed(0), missed(1), missed(2)])],
    );
    replay(&brawl(picky, foes(), &rules), &[(&[3, -2, -2], &events(2, 3))]);
}

/// V10 as a transcript: Will shoots at the guard, who dodges. Then he exchanges shots with Dicken as in the source,
/// except that Dicken hits.
#[test]
fn missile_transcript_reports_each_shot() {
    let text = r#"
title = "Sherwood"
[rules]
base = "srd"
closing = 2
range = "Mediocre"
[fighters.Will]
skill = "Fair"
strength = "Good"
missile = { weapon = "bow", skill = "Good" }
cover = "Good"
targets = "strongest"
[fighters.Dicken]
skill = "Fair"
weapon = "sword"
missile = "crossbow"
[fighters.guard]
side = "Dicken"
skill = "Good"
dodge = "Good"
shield = "large"
weapon = { name = "broadsword" }
"#;
    let source = Source::from_bytes("will.toml", text.as_bytes().to_vec()).unwrap();
    let study = read_source(source, "".as_ref(), &Overrides::default()).map_err(|faults| faults.render(false)).unwrap();
    let rolls = [2, 0, 0, 0, -2, 0, 1, 0];
    let told = transcripts::replay(&study.study, 0, Rolls::Script(&rolls)).unwrap();
    let page = page(&told, 90).replace('\u{a0}', " ");
    let lines = [
        "Round 1, from afar",
        "Guard defends: Good, shield +2, hard to avoid −2, 4dF 0 = Good",
        "Will hits Guard by 2.",
        "Will does not avoid it: Good is enough to hit.",
        "Dicken misses.",
        "Round 2, from afar",
        "Dicken does not avoid it: Mediocre is enough to hit.",
        "Will grazes Dicken on a tie.",
        "Dicken grazes Will on a tie.",
        "The script ends here; the fight is not over after 2 rounds.",
    ];
    let mut told = page.lines().map(str::trim);
    for line in lines {
        assert!(told.any(|other| other == line), "{line}\n{page}");
    }
}

/// With no missiles, the fighters never meet.
#[test]
fn fight_that_never_begins_is_rejected() {
    let fighters = vec![Fighter::new("A", 0, 0), Fighter::new("B", 1, 0)];
    let cast = Cast { fighters, sides: vec!["a".into(), "b".into()] };
    let refused = compile(&cast, &Rules { closing: None, ..Rules::plain() }).unwrap_err();
    assert!(refused.to_string().contains("never reaches melee"), "{refused}");
}

/// R3, R4: a shot uses the missile's own values. The weapon in hand adds nothing to hitting, and does not pierce armor
/// or Scale.
#[test]
fn shot_ignores_the_weapon_in_hand() {
    let rules = Rules { closing: Some(5), round_limit: 5, ..short() };
    let fight = |change: Change| {
        let target = Fighter { armor: 2, defense: 2, mass_scale: 1, ..fighter("B", 1) };
        solve(&duel(change(archer("A")), target, &rules)).unwrap()
    };
    let bare = fight(|who| who);
    let changes: [Change; 3] = [
        |who| Fighter { hit_bonus: 1, ..who },
        |who| Fighter { halves_armor: true, ..who },
        |who| Fighter { scale_piercing: fudgelab::rules::ScalePiercing::Ignore, ..who },
    ];
    for change in changes {
        assert_eq!((fight(change).wins, fight(change).levels), (bare.wins.clone(), bare.levels.clone()));
    }
}

/// FF Restless Dead: arrows count as piercing.
#[test]
fn arrow_is_piercing_regardless_of_weapon_in_hand() {
    use fudgelab::rules::effects::{Abilities, Blade, Edges, Rounding};
    let edges = Some(Edges { halved: Some(Rounding::Down), piercing: Some(1) });
    let bones = Fighter { abilities: Abilities { edges, ..Abilities::default() }, unaware: 1, ..fighter("B", 0) };
    let archer = Fighter { blade: Blade::Slashing, ..with(fighter("A", 0), Missile { offense: 6, ..BOW }) };
    let fight = duel(archer, bones, &Rules { closing: None, ..Rules::plain() });
    // A hit by 1 for 7 points. Half of them would be a Hurt, but a piercing blow does 1, a Scratch.
    replay(&fight, &[(&[0], &[hit(0, 1, 1, false), wound(0, 1, 1)])]);
}

/// M2: a situational modifier continues through rounds of missiles, for the shot and for avoiding it.
#[test]
fn situational_modifiers_count_for_shots() {
    let rules = Rules { closing: None, ..Rules::plain() };
    let in_wind = |value, avoid, who| Fighter {
        modifiers: vec![Modifier { name: "wind".into(), value, avoid, other_avoid: avoid, rounds: None }],
        ..who
    };
    let knife = Missile { skill: 0, offense: 1, thrown: true, ..BOW };
    let fight = duel(in_wind(2, 0, with(fighter("A", 0), knife)), in_wind(0, 1, fighter("B", 0)), &rules);
    replay(
        &fight,
        &[(&[0, 0], &[hit(0, 1, 1, false), wound(0, 1, 1)]), (&[0, 1], &[Event::Avoided { by: 0, target: 1 }])],
    );
}

/// C12, R6: a "plus" belongs to the melee skill, and does nothing in even rounds of missiles.
#[test]
fn plus_level_does_not_count_for_shots() {
    let archer = Fighter { plus_level: true, ..with(fighter("A", 0), Missile { skill: 0, ..BOW }) };
    let fight = duel(archer, Fighter { unaware: 3, ..fighter("B", 0) }, &Rules { closing: Some(2), ..Rules::plain() });
    let missed = [Event::Missed { by: 0 }];
    replay(&fight, &[(&[-1], &missed), (&[-1], &missed)]);
}

/// C8, F93 4.6: the skill that size costs in melee comes back as damage. A shot neither loses nor gains.
#[test]
fn size_does_not_change_the_damage_of_shots() {
    let rules = Rules { closing: None, size_to_hit: fudgelab::rules::SizeToHit::Penalty1, ..Rules::plain() };
    let large =
        Fighter { mass_scale: 1, ..with(fighter("A", 0), Missile { skill: 1, offense: 1, scaled: false, ..BOW }) };
    let fight = duel(large, Fighter { unaware: 1, ..fighter("B", 0) }, &rules);
    replay(&fight, &[(&[0], &[hit(0, 1, 1, false), wound(0, 1, 1)])]);
}
