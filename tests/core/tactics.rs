//! Stances, policies and targets, in rounds played from scripted rolls.

use crate::support::{Notes, brawl, duel, srd};
use fudgelab::chance::{Enumerator, Script, Weight};
use fudgelab::combat::{Body, Cast, Event, Fight, Fighter, Progress, State, compile};
use fudgelab::rules::{
    Avoidance, Circumstance, FullAttack, InitiativeTrade, Outnumbered, Pacing, Policy, PolicyRow, Rules, SideLeft,
    Spread, StanceMix, Switch, Tactic, Targets,
};

fn postures() -> Rules {
    Rules { postures: Switch::On, minimum_to_hit: Some(-2), ..Rules::plain() }
}

fn turns() -> Rules {
    Rules {
        pacing: Pacing::Turns,
        postures: Switch::On,
        initiative_trade: InitiativeTrade::Table,
        full_attack: FullAttack::Minus2,
        ..Rules::plain()
    }
}

fn tactic(word: &str, rules: &Rules) -> Policy {
    Policy::fixed(Tactic::parse(word, rules).unwrap())
}

fn fighter(name: &str, skill: i32) -> Fighter {
    Fighter::new(name, 0, skill)
}

/// A fight played round by round from scripts.
struct Scripted<'a> {
    fight: &'a Fight,
    state: State<Vec<Body>>,
}

impl<'a> Scripted<'a> {
    fn new(fight: &'a Fight) -> Self {
        Self { fight, state: State::start(fight, vec![Body::default(); fight.roster.fighters()]) }
    }

    /// Plays the next round with these rolls, all of which must be used, and returns its events.
    fn round(&mut self, rolls: &[i32]) -> Vec<Event> {
        let mut script = Script::new(rolls.iter().copied());
        let mut notes = Notes::default();
        let progress = self.state.round(self.fight, &mut script, &mut notes);
        assert_ne!(progress, Progress::Round);
        assert_eq!((script.left(), script.ran_out()), (0, false), "rolls left, and whether they ran out");
        notes.0
    }
}

fn hit(by: u16, target: u16, degree: i16) -> Event {
    Event::Hit { by, target, degree, graze: false }
}

fn wound(by: u16, target: u16, severity: u8) -> Event {
    Event::Wound { by, target, severity }
}

/// V11, SRD 4.32: he is Good at +1 offense against her Great; he rolls 0, she −1. Both win by 1.
#[test]
fn offensive_posture_lets_both_hit() {
    let rules = postures();
    let he = Fighter { tactic: tactic("offensive", &rules), ..fighter("he", 1) };
    let fight = duel(he, fighter("she", 2), &rules);
    let events = Scripted::new(&fight).round(&[0, -1]);
    assert_eq!(events, [hit(0, 1, 1), hit(1, 0, 1), wound(0, 1, 1), wound(1, 0, 1)]);
    // Without a posture, his Good meets her Good.
    let fight = duel(fighter("he", 1), fighter("she", 2), &rules);
    assert_eq!(Scripted::new(&fight).round(&[0, -1]), [Event::StandOff { pair: [0, 1] }]);
}

/// Known answer round/postures-+1+1-vs-+2+0: one round, minimum Poor, 4dF.
#[test]
fn round_of_postures_matches_known_answer() {
    let rules = postures();
    let a = Fighter { tactic: tactic("offensive", &rules), ..fighter("A", 1) };
    let fight = duel(a, fighter("B", 2), &rules);
    // Hits of each fighter by relative degree (0: no hit), then rounds by who hit: neither, A only, B only, both.
    let mut degrees = [[Weight::ZERO; 11]; 2];
    let mut who = [Weight::ZERO; 4];
    let round = |chance: &mut Enumerator| {
        let mut notes = Notes::default();
        let mut state = State::start(&fight, [Body::default(); 2]);
        state.round(&fight, chance, &mut notes);
        [0, 1].map(|own| {
            let degree = |event: &Event| match event {
                Event::Hit { by, degree, .. } if *by == own => Some(*degree as usize),
                _ => None,
            };
            notes.0.iter().find_map(degree).unwrap_or(0)
        })
    };
    Enumerator::default().run(round, |found, branch| {
        found.iter().zip(&mut degrees).for_each(|(&degree, weights)| weights[degree] += branch.weight());
        who[usize::from(found[0] > 0) + 2 * usize::from(found[1] > 0)] += branch.weight();
    });
    let is = |weight: &Weight, (numerator, denominator): (u128, u128)| {
        let (own, whole) = weight.fraction().unwrap();
        assert_eq!(own * denominator, numerator * whole, "{own}/{whole} is not {numerator}/{denominator}");
    };
    let known = [(0, 1), (1711, 6561), (142, 243), (1016, 6561)];
    who.iter().zip(known).for_each(|(weight, known)| is(weight, known));
    let a = [(1016, 6561), (784, 6561), (56, 729), (266, 6561), (112, 6561), (4, 729), (8, 6561), (1, 6561)];
    degrees[0][1..9].iter().zip(a).for_each(|(weight, known)| is(weight, known));
    let b = [
        (1016, 6561),
        (41, 243),
        (1016, 6561),
        (784, 6561),
        (56, 729),
        (266, 6561),
        (112, 6561),
        (4, 729),
        (8, 6561),
        (1, 6561),
    ];
    degrees[1][1..].iter().zip(b).for_each(|(weight, known)| is(weight, known));
}

/// Reading 2: the minimum to hit applies to the offensive result.
#[test]
fn posture_needs_the_minimum_with_its_offense() {
    let rules = postures();
    let a = Fighter { tactic: tactic("very-defensive", &rules), ..fighter("A", 0) };
    let fight = duel(a, fighter("B", 0), &rules);
    // A's offense is Terrible and its defense Good; B's result is Terrible−1.
    assert_eq!(Scripted::new(&fight).round(&[-1, -4]), [Event::BelowMinimum { by: 0 }]);
    // Offense −2 against −3: Poor is enough.
    assert_eq!(Scripted::new(&fight).round(&[0, -3])[0], hit(0, 1, 1));
}

/// M9 against several foes: each offense meets the other's defense, so the lone fighter both hits and is hit.
#[test]
fn postures_apply_against_several_foes() {
    let rules = postures();
    let lone = Fighter { tactic: tactic("very-offensive", &rules), ..fighter("lone", 1) };
    let fight = brawl(lone, vec![Fighter { count: 2, ..fighter("foe", 0) }], &rules);
    // Offense 3, defense −1; the foes have 2 and −1.
    let events = Scripted::new(&fight).round(&[0, 2, -1]);
    assert_eq!(events[..2], [hit(1, 0, 3), wound(1, 0, 2)]);
    assert_eq!(events[2..], [hit(0, 2, 4), wound(0, 2, 2)]);
    // The foe attacks with its offense and is attacked at its defense.
    let foe = Fighter { count: 2, tactic: tactic("defensive", &rules), ..fighter("foe", 0) };
    let fight = brawl(fighter("lone", 0), vec![foe], &rules);
    assert_eq!(
        Scripted::new(&fight).round(&[0, 1, -3])[..],
        [],
        "defense 2 keeps him from hitting, offense 0 misses him"
    );
}

/// KAER, reading 21: a posture adds to each attack and subtracts from each avoidance.
#[test]
fn postures_in_turns_change_attack_and_avoidance() {
    let rules = turns();
    let a = Fighter { tactic: tactic("offensive", &rules), ..fighter("A", 0) };
    let fight = duel(a, fighter("B", 0), &rules);
    // Initiative 1 and 0. A attacks with 0 + 1 against 0; B with 0 against 0 − 1.
    let events = Scripted::new(&fight).round(&[1, 0, 0, 0, 0, 0]);
    assert_eq!(events, [hit(0, 1, 1), wound(0, 1, 1), hit(1, 0, 1), wound(1, 0, 1)]);
}

/// C2, M10: initiative is traded for skill.
#[test]
fn initiative_is_traded_for_skill() {
    let rules = turns();
    let a = Fighter { tactic: tactic("very-hasty", &rules), ..fighter("A", 0) };
    let fight = duel(a, fighter("B", 0), &rules);
    // Initiative −1 + 2 comes before 0: A attacks first with 1 − 1 against 0, then avoids with 1 − 2.
    let events = Scripted::new(&fight).round(&[-1, 0, 1, 0, 0, 1]);
    assert_eq!(events, [Event::Avoided { by: 0, target: 1 }, hit(1, 0, 1), wound(1, 0, 1)]);
    let patient = Fighter { tactic: tactic("very-patient", &rules), ..fighter("A", 0) };
    let fight = duel(patient, fighter("B", 0), &rules);
    // Initiative 1 − 2 comes after 0: B attacks first, 0 against −1 + 1; then A with 0 + 1 against 0.
    let events = Scripted::new(&fight).round(&[1, 0, 0, -1, 0, 0]);
    assert_eq!(events, [Event::Avoided { by: 1, target: 0 }, hit(0, 1, 1), wound(0, 1, 1)]);
}

/// SRD 4.23: +1 to attack and damage; the next defense is at −2, once, even in a later round.
#[test]
fn full_attack_exposes_the_next_defense() {
    let rules = turns();
    let full = StanceMix::fixed(Tactic::parse("full-attack", &rules).unwrap());
    let first = PolicyRow { conditions: vec![Circumstance::UntilRound(1)], then: full };
    let policy = Policy { when: vec![first], ..Policy::normal() };
    let a = Fighter { tactic: policy.clone(), ..fighter("A", 0) };
    let fight = duel(a, fighter("B", 0), &rules);
    // A goes first: 0 + 1 against 0 hits by 1, for 2 points. B: 0 against 1 − 2.
    let mut first = Scripted::new(&fight);
    let events = first.round(&[1, 0, 0, 0, 0, 1]);
    assert_eq!(events, [hit(0, 1, 1), wound(0, 1, 1), hit(1, 0, 1), wound(1, 0, 1)]);
    assert!(!first.state.fighters[0].open, "once");
    // A goes second; B attacks first in the next round, 1 against 2 − 2.
    let mut second = Scripted::new(&fight);
    let blocked = [Event::Avoided { by: 1, target: 0 }, Event::Avoided { by: 0, target: 1 }];
    assert_eq!(second.round(&[0, 1, 0, 0, 0, 1]), blocked);
    assert!(second.state.fighters[0].open);
    let events = second.round(&[0, 1, 1, 2, 0, 0]);
    assert_eq!(events, [hit(1, 0, 1), wound(1, 0, 1), Event::Avoided { by: 0, target: 1 }]);
    // Both act together: neither is affected by a full attack in the same moment.
    let mut together = Scripted::new(&fight);
    let events = together.round(&[0, 0, 0, 1, 0, 0]);
    assert_eq!(events, [Event::Avoided { by: 0, target: 1 }, Event::Avoided { by: 1, target: 0 }]);
    assert!(together.state.fighters[0].open);
    // The other rule: no defense at all, so Poor hits.
    let none = Rules { full_attack: FullAttack::None, ..rules };
    let fight = duel(Fighter { tactic: policy, ..fighter("A", 0) }, fighter("B", 0), &none);
    let events = Scripted::new(&fight).round(&[1, 0, 0, 1, -2]);
    assert_eq!(events, [Event::Avoided { by: 0, target: 1 }, hit(1, 0, 0), wound(1, 0, 0)]);
}

/// SRD 4.23, C4: a blow that meets no defense in any case leaves the next defense exposed.
#[test]
fn full_attack_exposes_a_defense_and_not_a_blow() {
    let rules = Rules { avoidance: Avoidance::One, ..turns() };
    let full = StanceMix::fixed(Tactic::parse("full-attack", &rules).unwrap());
    let first = PolicyRow { conditions: vec![Circumstance::UntilRound(1)], then: full };
    let a = Fighter { tactic: Policy { when: vec![first], ..Policy::normal() }, ..fighter("A", 0) };
    let fight = brawl(a, vec![fighter("B", 0), fighter("C", 0)], &rules);
    let mut scripted = Scripted::new(&fight);
    let [from_b, at_b] = [(1, 0), (0, 1)].map(|(by, target)| Event::Avoided { by, target });
    // B, whose blow A avoids; then A; then C, who needs Poor because A has no avoidance left.
    assert_eq!(scripted.round(&[1, 2, 0, 0, 0, 0, 1, -3]), [from_b, at_b, Event::Missed { by: 2 }]);
    let missed = [Event::Missed { by: 2 }, at_b];
    assert_eq!(scripted.round(&[0, 2, 1, 0, 0, -3, 0, 1]), [&[hit(1, 0, 2), wound(1, 0, 1)][..], &missed].concat());
}

#[test]
fn full_defense_gives_up_the_attack() {
    let rules = turns();
    let a = Fighter { tactic: tactic("full-defense", &rules), ..fighter("A", 0) };
    let fight = duel(a, fighter("B", 0), &rules);
    assert_eq!(Scripted::new(&fight).round(&[1, 0, 2, 0]), [Event::Avoided { by: 1, target: 0 }]);
    assert_eq!(Scripted::new(&fight).round(&[1, 0, 3, 0]), [hit(1, 0, 1), wound(1, 0, 1)]);
}

/// M15: each cut after the first deals 1 or 2 points less. The sweep hits every foe it can, from the lowest result up.
#[test]
fn sweep_hits_foes_in_order_of_their_results() {
    let sweeping = |loss| Rules { sweeping_blow: Some(loss), ..Rules::plain() };
    let round = |rules: &Rules, skill, rolls: &[i32]| {
        let fight = brawl(fighter("lone", skill), vec![Fighter { count: 3, ..fighter("foe", 0) }], rules);
        Scripted::new(&fight).round(rolls)
    };
    // Points 5, 4 − 1 and 3 − 2, or with a loss of two 5, 4 − 2 and 3 − 4, for the results −1, 0 and 1.
    let hits = [hit(0, 2, 5), hit(0, 3, 4), hit(0, 1, 3)];
    let events = round(&sweeping(1), 4, &[0, 1, -1, 0]);
    assert_eq!(events, [&hits[..], &[wound(0, 2, 3), wound(0, 3, 2), wound(0, 1, 1)]].concat());
    let events = round(&sweeping(2), 4, &[0, 1, -1, 0]);
    assert_eq!(events, [&hits[..], &[wound(0, 2, 3), wound(0, 3, 1), wound(0, 1, 0)]].concat());
    // If tied with the best, the fighter hits only the foe two levels below; if beaten, none.
    assert_eq!(round(&sweeping(1), 3, &[0, 3, 1, 2]), [hit(0, 2, 2), wound(0, 2, 1)]);
    assert_eq!(round(&sweeping(1), 3, &[0, 4, 1, 0]), [hit(1, 0, 1), wound(1, 0, 1)]);
    // A graze loses wound levels: of several grazes for a Scratch each, the later ones do nothing.
    let grazes = Rules { damage_roll: fudgelab::rules::DamageRoll::default(), sweeping_blow: Some(1), ..srd() };
    let wounds: Vec<Event> =
        round(&grazes, 3, &[0, 0, 0, 0]).into_iter().filter(|event| matches!(event, Event::Wound { .. })).collect();
    assert_eq!(wounds, [wound(0, 1, 1), wound(0, 2, 0), wound(0, 3, 0)]);
}

/// M15: ignored foes hit if they reach Poor, whatever the lone fighter rolls, and still count for the penalty.
#[test]
fn concentrating_fighter_ignores_other_foes() {
    let rules = Rules { minimum_to_hit: Some(-2), ..Rules::plain() };
    let round = |rules: &Rules, rolls: &[i32]| {
        let lone = Fighter { tactic: tactic("concentrate", rules), ..fighter("lone", 1) };
        let fight = brawl(lone, vec![Fighter { count: 3, ..fighter("foe", 0) }], rules);
        Scripted::new(&fight).round(rolls)
    };
    let events = round(&rules, &[0, 0, -2, -3]);
    assert_eq!(events, [hit(2, 0, 0), wound(2, 0, 0), hit(0, 1, 1), wound(0, 1, 1)]);
    // F93: they need Fair.
    let fair = Rules { unopposed: 0, ..rules.clone() };
    assert_eq!(round(&fair, &[0, 0, -2, 0]), [hit(3, 0, 0), wound(3, 0, 0), hit(0, 1, 1), wound(0, 1, 1)]);
    // Three foes cost 2: the chosen one beats Mediocre.
    let outnumbered = Rules { outnumbered: Outnumbered::PerFoe, ..rules };
    assert_eq!(round(&outnumbered, &[0, 0, -3, -3]), [hit(1, 0, 1), wound(1, 0, 1)]);
}

/// Reading 34 and its alternatives: the target among four foes whom the lone fighter beats.
#[test]
fn targets_are_chosen_among_beaten_foes() {
    let struck = |targets, extra: &[i32]| {
        let lone = Fighter { targets, ..fighter("lone", 3) };
        let foes = [-1, -3, 0, 1].map(|skill| Fighter { leader: skill == -1, ..fighter(&skill.to_string(), skill) });
        let fight = brawl(lone, foes.to_vec(), &Rules::plain());
        let mut scripted = Scripted::new(&fight);
        let scratched = fight.roster.track(4).after(0, 1);
        (scripted.state.fighters[4].felt, scripted.state.fighters[4].marked) = (scratched, scratched);
        // The foes' results are 0, 0, −1 and 0.
        let events = scripted.round(&[&[0, 1, 3, -1, -1], extra].concat());
        match events[..] {
            [Event::Hit { by: 0, target, .. }, Event::Wound { .. }] => target,
            _ => panic!("{events:?}"),
        }
    };
    assert_eq!(struck(Targets::Roster, &[]), 1);
    assert_eq!(struck(Targets::LowestResult, &[]), 3);
    assert_eq!(struck(Targets::Weakest, &[]), 2);
    assert_eq!(struck(Targets::Strongest, &[]), 4);
    assert_eq!(struck(Targets::MostWounded, &[]), 4);
    assert_eq!(struck(Targets::Leader, &[]), 1);
    for place in 0..4 {
        assert_eq!(struck(Targets::Random, &[place]), place as u16 + 1);
    }
}

/// In turns, a preference uses what is known before the roll.
#[test]
fn targets_in_turns_are_chosen_before_the_roll() {
    let struck = |targets, picked: &[i32]| {
        let lone = Fighter { targets, initiative: 9, ..fighter("lone", 3) };
        let foes = vec![fighter("first", 1), Fighter { leader: true, ..fighter("second", 0) }];
        let fight = brawl(lone, foes, &Rules { pacing: Pacing::Turns, ..Rules::plain() });
        // Initiative of three, the attack, and the attacks of both foes, all avoided.
        let rolls = [&[0, 0, 0], picked, &[0, 4, 0, 4, 0, 4]].concat();
        match Scripted::new(&fight).round(&rolls)[0] {
            Event::Avoided { by: 0, target } => target,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(struck(Targets::LowestResult, &[]), 1);
    assert_eq!(struck(Targets::Weakest, &[]), 2);
    assert_eq!(struck(Targets::Strongest, &[]), 1);
    assert_eq!(struck(Targets::Leader, &[]), 2);
    assert_eq!(struck(Targets::Random, &[1]), 2);
}

/// Reading 35 and its alternative: each fighter has a foe, and the others join the preferred one as far as `reach`
/// allows.
#[test]
fn larger_side_gangs_up_within_reach() {
    let posts = |spread, reach| {
        let a = [fighter("strong", 2), fighter("weak", 0)];
        let b = Fighter { side: 1, count: 5, spread, targets: Targets::Weakest, ..fighter("foe", 0) };
        let cast = Cast { fighters: a.into_iter().chain([b]).collect(), sides: vec!["A".into(), "B".into()] };
        let fight = compile(&cast, &Rules { reach, ..Rules::plain() }).unwrap();
        let state = State::start(&fight, vec![Body::default(); 7]);
        state.fighters.iter().map(|body| body.group).collect::<Vec<_>>()
    };
    assert_eq!(posts(Spread::Even, None), [1, 2, 1, 2, 1, 2, 1]);
    assert_eq!(posts(Spread::GangUp, None), [1, 2, 1, 2, 2, 2, 2]);
    assert_eq!(posts(Spread::GangUp, Some(3)), [1, 2, 1, 2, 2, 2, 1]);
    assert_eq!(posts(Spread::GangUp, Some(2)), [1, 2, 1, 2, 2, 1, 0], "one stands by");
}

/// M18: a policy sees wounds, numbers and rounds as they are at the start of the round.
#[test]
fn policies_see_the_start_of_the_round() {
    let rules = postures();
    let when = |circumstance, word: &str| PolicyRow {
        conditions: vec![circumstance],
        then: StanceMix::fixed(Tactic::parse(word, &rules).unwrap()),
    };
    let rows = vec![
        when(Circumstance::Wounds(2), "very-defensive"),
        when(Circumstance::Ahead(1), "offensive"),
        when(Circumstance::Outnumbered(true), "defensive"),
        when(Circumstance::SideDownTo(SideLeft::Fighters(1)), "very-offensive"),
    ];
    let policy = Policy { when: rows, default: StanceMix::fixed(Tactic::normal()) };
    let taken = |strength: u16, foes: u16, wounds: &[(usize, u8)]| {
        let own = Fighter { count: strength, tactic: policy.clone(), ..fighter("own", 0) };
        let foe = Fighter { side: 1, count: foes, ..fighter("foe", 0) };
        let cast = Cast { fighters: vec![own, foe], sides: vec!["A".into(), "B".into()] };
        let fight = compile(&cast, &rules).unwrap();
        let mut state = State::start(&fight, vec![Body::default(); usize::from(strength + foes)]);
        for &(who, severity) in wounds {
            let marked = fight.roster.track(who as u16).after(0, severity);
            (state.fighters[who].felt, state.fighters[who].marked) = (marked, marked);
        }
        state.step(&fight, &mut Script::new([]), &mut ());
        fight.tactics.name(state.fighters[0].stance).to_owned()
    };
    assert_eq!(taken(2, 2, &[]), "normal");
    assert_eq!(taken(2, 2, &[(0, 2)]), "very-defensive");
    assert_eq!(taken(2, 2, &[(2, 1)]), "offensive", "the foe faced has a Scratch");
    assert_eq!(taken(2, 2, &[(3, 1)]), "normal", "the other foe is another's");
    assert_eq!(taken(1, 2, &[]), "defensive");
    assert_eq!(taken(1, 2, &[(1, 1)]), "defensive", "the least wounded foe counts");
    assert_eq!(taken(1, 1, &[]), "very-offensive");
}

/// Each fighter rolls for its own mix, and the result lasts one round.
#[test]
fn mix_of_stances_is_rolled_each_round() {
    let rules = postures();
    let mix = StanceMix(vec![(Tactic::parse("offensive", &rules).unwrap(), 2), (Tactic::normal(), 1)]);
    let policy = Policy { default: mix, ..Policy::normal() };
    let a = Fighter { tactic: policy, ..fighter("A", 0) };
    let fight = duel(a, fighter("B", 0), &rules);
    let mut scripted = Scripted::new(&fight);
    // The die shows stances: 1 is the first named, 0 the normal one.
    assert_eq!(scripted.round(&[1, 0, 0])[0], hit(0, 1, 1));
    assert_eq!(scripted.state.fighters[0].stance, 0);
    assert_eq!(scripted.round(&[0, 0, 0]), [Event::StandOff { pair: [0, 1] }]);
}

#[test]
fn impossible_target_choices_are_rejected() {
    let refused = |foe: Fighter, lone: Fighter| {
        let cast = Cast { fighters: vec![lone, Fighter { side: 1, ..foe }], sides: vec!["A".into(), "B".into()] };
        compile(&cast, &Rules::plain()).unwrap_err().to_string()
    };
    let many = Fighter { count: 300, ..fighter("foe", 0) };
    let random = Fighter { targets: Targets::Random, ..fighter("lone", 0) };
    assert!(refused(many, random.clone()).contains("more than 200 foes"));
    let leader = Fighter { targets: Targets::Leader, ..fighter("lone", 0) };
    assert!(refused(fighter("foe", 0), leader).contains("no foe is a leader"));
    assert!(refused(fighter("foe", 0), Fighter { spread: Spread::GangUp, ..random }).contains("gang up on a random"));
}

/// SRD 4.23: a full attack deals one point more.
#[test]
fn full_attack_deals_one_point_more() {
    let rules = turns();
    let fight = |word| duel(Fighter { tactic: tactic(word, &rules), ..fighter("A", 0) }, fighter("B", 0), &rules);
    // A wins by 2. With the extra point that is a Hurt, and B answers at -1.
    let answer = Event::Avoided { by: 1, target: 0 };
    assert_eq!(
        Scripted::new(&fight("full-attack")).round(&[1, 0, 1, 0, -4, 4]),
        [hit(0, 1, 2), wound(0, 1, 2), answer]
    );
    assert_eq!(Scripted::new(&fight("normal")).round(&[1, 0, 2, 0, -4, 4]), [hit(0, 1, 2), wound(0, 1, 1), answer]);
}
