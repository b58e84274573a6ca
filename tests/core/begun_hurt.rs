//! Fights that begin with wounds (given, left by an earlier fight, or random), and the outlook of a fight in progress.

use crate::support::agree::{self, Case};
use crate::support::exact::solve;
use crate::support::fights::fight_of;
use crate::support::written::{refused, study};
use crate::support::{barroom, boxes, brawl, brynhild, dice, duel, fighter, kaer, level, small, snorri, srd};
use fudgelab::chance::{Sampler, Script, Seed};
use fudgelab::combat::{
    Body, Cast, Exit, Fight, Fighter, FirstBlood, Lifetime, Mixture, Progress, Roster, State, Status, Stepper, compile,
    play,
};
use fudgelab::exact::{self, Outlook, Standing};
use fudgelab::rules::fudge::Spend;
use fudgelab::rules::{Boon, Choice, DamageCapacity, Harm, NamedRecord, PARTS, Record, Rules, Spending};
use fudgelab::study::replay::{Rolls, replay};

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a}, not {b}");
}

/// A body in state `state` of its track.
fn hurt(state: u16) -> Body {
    Body { felt: state, marked: state, ..Body::default() }
}

fn wins(fight: &Fight) -> f64 {
    exact::fight(fight).unwrap().wins(0)
}

/// A duel in which a fair coin decides each round and each hit marks a box. A fighter is out after losing as many
/// rounds as it has boxes left.
fn coin(boxes_of_both: [u16; 2]) -> Fight {
    let rules = Rules { dice: dice("1d2"), ..boxes(3) };
    let fight = duel(fighter("A", 0), fighter("B", 0), &rules);
    fight.starting(boxes_of_both.map(|left| hurt(4 - left)).to_vec()).unwrap()
}

#[test]
fn fight_begun_hurt_matches_calculation() {
    // With 2 boxes against 1, B must win two rounds in a row: 1/4. With 3 against 2, A must win at least two of the
    // next four rounds: 11/16.
    near(wins(&coin([1, 1])), 0.5);
    near(wins(&coin([2, 1])), 0.75);
    near(wins(&coin([3, 2])), 11.0 / 16.0);
}

#[test]
fn solver_matches_test_solver_for_fights_begun_hurt() {
    for rules in [srd(), small()] {
        let fight = barroom(&rules);
        for start in [[hurt(1), hurt(0)], [hurt(2), hurt(3)], [hurt(0), hurt(4)]] {
            // In the smaller track, state 4 is already out of action.
            let Ok(begun) = fight.clone().starting(start.to_vec()) else { continue };
            let ours = exact::fight(&begun).unwrap();
            let theirs = solve(&fight, start);
            (0..2).for_each(|side| near(ours.wins(side), theirs.wins[side]));
            near(ours.mean_rounds, theirs.mean_rounds);
        }
    }
}

/// Fights that begin with wounds, each with the same fight begun unhurt.
fn cases() -> Vec<Case> {
    let srd = barroom(&srd());
    let foes = || (0..3).map(|number| fighter(&format!("foe {number}"), 0)).collect();
    let several = brawl(Fighter { offense: 2, ..fighter("lone", 1) }, foes(), &small());
    let turns = duel(snorri(), fighter("foe", 1), &kaer());
    let starting =
        |fight: &Fight, start: &[u16]| fight.clone().starting(start.iter().copied().map(hurt).collect()).unwrap();
    vec![
        ("a duel", starting(&srd, &[3, 0]), srd.clone()),
        ("one against three", starting(&several, &[0, 1, 3, 0]), several.clone()),
        ("turns", starting(&turns, &[0, 3]), turns.clone()),
    ]
}

#[test]
fn exact_matches_simulation() {
    assert_eq!(agree::disagreements(&cases()), Vec::<String>::new());
}

#[test]
fn simulation_detects_starting_wounds() {
    assert_eq!(agree::indifferent(&cases()), Vec::<&str>::new());
}

#[test]
fn first_blood_ignores_starting_wounds() {
    let fight = coin([2, 3]);
    let drawn = |rolls: [i32; 4]| {
        let played = play(&fight, fight.start().to_vec(), &mut Script::new(rolls), &mut ());
        (played.first_blood, played.first_blood_in, played.rounds)
    };
    // A starts with a wound, which is not first blood. A draws it in round 2, after a round without a hit.
    assert_eq!(drawn([1, 1, 2, 1]).0, FirstBlood::By(0));
    assert_eq!(drawn([1, 1, 2, 1]).1, 2);
    assert_eq!(drawn([1, 2, 1, 2]), (FirstBlood::By(1), 1, 2));
    // A and B are equally good, so each draws first blood half of the time, whatever their starting wounds.
    near(exact::fight(&fight).unwrap().path_ends[0].chance(|end| end.memory(0) == 1), 0.5);
}

#[test]
fn rejects_fights_already_decided() {
    let fight = barroom(&srd());
    let refused = |start: Vec<Body>| fight.clone().starting(start).unwrap_err().to_string();
    let out = fight.roster.track(0).after(0, fight.roster.track(0).knockout_severity());
    assert!(refused(vec![hurt(out), hurt(0)]).contains("over before it begins"));
    assert!(refused(vec![hurt(0)]).contains("1 fighters begin a fight of 2"));
    assert!(refused(vec![hurt(999), hurt(0)]).contains("no state 999"));
}

/// On every track, more wounds are a later state.
#[test]
fn track_states_grow_with_wounds() {
    let fight = |record: Record| {
        duel(
            fighter("A", 0),
            fighter("B", 0),
            &Rules { record, damage_capacity: DamageCapacity::Ignored, ..Rules::plain() },
        )
    };
    for named in NamedRecord::ALL {
        let fight = fight(named.record());
        let track = fight.roster.track(0);
        for state in 0..track.states() as u16 {
            let later = |severity| track.after(state, severity) >= state;
            assert!((0..=track.severities() as u8).all(later), "{}", named.word());
        }
    }
}

#[test]
fn condition_fields_expire_as_declared() {
    let status = Status { points: 2, left: Some(Exit::GotAway), stun: [1, 2, 0], ..Status::default() };
    let mut parts = status.parts;
    parts[PARTS.len() - 1] = Harm::Hurt;
    let status = Status { parts, ..status };
    let body =
        Body { felt: 3, marked: 3, group: 1, turn: 2, again: 4, spent: 1, stance: 5, pace: 1, open: true, status };
    let over = |lifetime| body.after(lifetime);
    let after_round = Body { group: 0, again: 0, spent: 0, stance: 0, pace: 0, ..body };
    assert_eq!(over(Lifetime::Round), after_round);
    let carried = Status { points: 2, parts, ..Status::default() };
    assert_eq!(over(Lifetime::Fight), Body { felt: 3, marked: 3, status: carried, ..Body::default() });
    assert_eq!(over(Lifetime::Campaign), Body::default());
}

/// Two fights in a row, by hand: A must win two rounds in each, and has three boxes for both.
#[test]
fn next_fight_begins_with_the_wounds_left() {
    let first = coin([3, 2]);
    let carried = exact::carried_conditions(&first, 0, &exact::Limits::LARGEST).unwrap();
    near(carried.conditions.iter().map(|(_, chance)| chance).sum(), 1.0);
    // A wins 2 to 0, 2 to 1 or 2 to 2, or loses.
    let left = |boxes: u16| -> f64 {
        let marked = first.roster.track(0).after(0, 4 - boxes as u8);
        let same = carried.conditions.iter().filter(|(bodies, _)| bodies[0] == hurt(marked));
        same.map(|(_, chance)| chance).sum()
    };
    [(3, 4.0), (2, 4.0), (1, 3.0), (0, 5.0)].into_iter().for_each(|(boxes, of_16)| near(left(boxes), of_16 / 16.0));
    let second = coin([3, 2]);
    let survivors = carried.conditions.iter().filter(|(bodies, _)| first.is_fit(0, &bodies[0]));
    let starts: Vec<_> = survivors.map(|(bodies, chance)| (vec![bodies[0], hurt(2)], *chance)).collect();
    let cast = Cast { fighters: vec![fighter("A", 0)], sides: vec!["A".into()] };
    let mixture = Mixture::of_starts(&second, &cast, &starts).unwrap();
    let won = exact::mixture_within(
        &mixture,
        exact::SolutionOptions { groups: &[], course: false, wounds: false },
        &exact::Limits::LARGEST,
    )
    .unwrap()
    .wins(0);
    let by_boxes = [3, 2, 1].map(|boxes| left(boxes) * wins(&coin([boxes, 2])));
    near(won, by_boxes.iter().sum::<f64>() / (11.0 / 16.0));
    // Simulated: five standard errors of 100,000 trials, one false alarm in a million seeds.
    let mut drawn = 0;
    for trial in 0..100_000 {
        let mut sampler = Sampler::new(Seed::new(11), trial);
        let fight = &mixture.draw(&mut sampler).0;
        drawn += u32::from(play(fight, fight.start().to_vec(), &mut sampler, &mut ()).winner == Some(0));
    }
    assert!((f64::from(drawn) / 1e5 - won).abs() < 5.0 * (won * (1.0 - won) / 1e5).sqrt(), "{drawn}, not {won}");
}

#[test]
fn spent_points_carry_over() {
    let spender = Fighter { fudge_points: Some(2), spend: Spending(vec![Spend::on(Boon::Reroll)]), ..fighter("A", 0) };
    let fight = duel(spender, fighter("B", 0), &Rules { dice: dice("1d2"), ..boxes(1) });
    let carried = exact::carried_conditions(&fight, 0, &exact::Limits::LARGEST).unwrap();
    let spent = |points: u8| -> f64 {
        carried
            .conditions
            .iter()
            .filter(|(bodies, _)| bodies[0].status.points == points)
            .map(|(_, chance)| chance)
            .sum()
    };
    let mean = spent(1) + 2.0 * spent(2);
    let simulated = (0..20_000).map(|trial| {
        let played = play(&fight, [Body::default(); 2], &mut Sampler::new(Seed::new(3), trial), &mut ());
        f64::from(played.fighters[0].after(Lifetime::Fight).status.points)
    });
    let found = simulated.sum::<f64>() / 20_000.0;
    // A fighter spends 0 to 2 points, so five standard errors are at most 0.036.
    assert!(mean > 0.1 && (found - mean).abs() < 0.036, "{found}, not {mean}");
}

/// The outlook from any state equals the answer of a fight begun in that state.
#[test]
fn outlook_equals_the_answer_of_a_fight_begun_there() {
    let fights = [barroom(&srd()), brawl(fighter("lone", 2), vec![fighter("B", 0), fighter("C", 1)], &small())];
    for fight in fights {
        let outlook = Outlook::new(&fight, fight.start().to_vec(), &exact::Limits::LARGEST).unwrap();
        let at = |bodies: Vec<Body>| outlook.standing(&fight, &State::start(&fight, bodies));
        let mut looked_at = 0;
        for states in 0..64u16 {
            let bodies: Vec<Body> =
                (0..fight.roster.fighters() as u32).map(|who| hurt(states / 4u16.pow(who) % 4)).collect();
            let Some(Standing { wins, nobody, .. }) = at(bodies.clone()) else { continue };
            let Ok(begun) = fight.clone().starting(bodies) else { continue };
            let answer = exact::fight(&begun).unwrap();
            (0..2).for_each(|side| near(wins[side], answer.wins(side)));
            near(nobody, 1.0 - wins.iter().sum::<f64>());
            looked_at += 1;
        }
        assert!(looked_at >= 8, "{looked_at}");
    }
}

/// The outlook before each round is the mean of the outlooks after it. The outlook for a Snorri one level better must
/// fail this test.
#[test]
fn outlook_equals_the_mean_of_later_outlooks() {
    let fight = barroom(&srd());
    let better = duel(Fighter { skill: 3, ..snorri() }, brynhild(), &srd());
    let outlook = |fight: &Fight| Outlook::new(fight, vec![Body::default(); 2], &exact::Limits::LARGEST).unwrap();
    let drift = |outlook: &Outlook| {
        let at = |state: &State<Vec<Body>>| match outlook.standing(&fight, state) {
            Some(standing) => standing.wins[0],
            None => f64::from(fight.winning_side(state.fighters.bodies()) == Some(0)),
        };
        let (mut sum, mut squares, mut rounds) = (0.0, 0.0, 0.0);
        for trial in 0..20_000 {
            let mut sampler = Sampler::new(Seed::new(29), trial);
            let mut stepper = Stepper::new(&fight, vec![Body::default(); 2]);
            let mut before = at(stepper.state());
            while stepper.round(&mut sampler, &mut ()).is_some() {
                let change = at(stepper.state()) - before;
                before += change;
                (sum, squares, rounds) = (sum + change, squares + change * change, rounds + 1.0);
            }
        }
        // The distance of the mean change from 0, in standard errors.
        f64::abs(sum / f64::sqrt(squares)) * f64::from(rounds > 0.0)
    };
    // One false alarm in a million seeds.
    assert!(drift(&outlook(&fight)) < 4.9);
    assert!(drift(&outlook(&better)) > 4.9);
}

#[test]
fn stepped_fight_equals_played_fight() {
    for fight in [barroom(&srd()), duel(snorri(), fighter("foe", 1), &kaer())] {
        for trial in 0..500 {
            let sampler = || Sampler::new(Seed::new(3), trial);
            let played = play(&fight, fight.start().to_vec(), &mut sampler(), &mut ());
            let (mut chance, mut stepper) = (sampler(), Stepper::new(&fight, fight.start().to_vec()));
            while let Some(progress) = stepper.step(&mut chance, &mut ()) {
                assert_eq!(stepper.is_between_rounds(), progress == Progress::NextRound);
            }
            assert_eq!(stepper.rounds(), played.rounds);
            let stepped = stepper.into_played_fight();
            assert_eq!((stepped.winner, stepped.undecided), (played.winner, played.undecided));
            let finished = Stepper::new(&fight, fight.start().to_vec()).finish(&mut sampler(), &mut ());
            assert_eq!((finished.winner, finished.rounds), (played.winner, played.rounds));
        }
    }
}

const HURT: &str = "[rules]\nbase = \"nutshell\"\n[fighters.ada]\nskill = 2\noffense = 3\nwounds = [\"Scratch\", \"Hurt\"]\n\
                    [fighters.orc]\nskill = 0\noffense = 2\ncount = 2\n";

#[test]
fn file_sets_starting_wounds() {
    let study = study(HURT);
    let fight = &fight_of(&study, 0).fight;
    let track = fight.roster.track(0);
    assert_eq!(track.marks(fight.start()[0].felt), [1, 1, 0, 0, 0]);
    assert_eq!(fight.start()[1..], [Body::default(); 2]);
    assert_eq!(refused(HURT, HURT), []);
    assert_ne!(refused(HURT, &HURT.replace("wounds =", "name = \"Ada\" #")), []);
}

/// Every wound track in the transcript shows the starting wounds.
#[test]
fn replay_shows_starting_wounds() {
    let study = study(HURT);
    let transcript = replay(&study, 0, Rolls::Trial(1)).unwrap();
    let of_ada = transcript.all("wounds").into_iter().filter(|line| line.word("who") == "Ada");
    let drawn: Vec<&str> = of_ada.map(|line| line.text.as_str()).collect();
    assert!(drawn.len() >= 2 && drawn.iter().all(|text| text.matches("[x]").count() >= 2), "{drawn:?}");
    assert!(transcript.lines[0].text.contains("Scratch ×3"), "{}", transcript.lines[0].text);
    let unhurt = crate::support::written::study(&HURT.replace("wounds =", "name = \"Ada\" #"));
    assert!(replay(&unhurt, 0, Rolls::Trial(1)).unwrap().lines[0].lines.is_empty());
}

#[test]
fn starting_boxes_are_counted_in_order() {
    let lite = HURT.replace("nutshell", "lite").replace("wounds = [\"Scratch\", \"Hurt\"]", "wounds = 2");
    let study = study(&lite);
    assert_eq!(fight_of(&study, 0).fight.start()[0].felt, 2);
    let levels = vec![level("Injured", 0, 2, 0, false), level("Out", 0, 1, 0, true)];
    let rules = Rules { record: Record { levels, ..boxes(1).record }, ..boxes(1) };
    let begun = |boxes: u8| Fighter { wounds: vec![boxes], ..fighter("A", 0) };
    let compiled = |boxes| {
        let cast = Cast {
            fighters: vec![begun(boxes), Fighter { side: 1, ..fighter("B", 0) }],
            sides: vec!["A".into(), "B".into()],
        };
        compile(&cast, &rules).map(|fight| fight.start()[0].felt).map_err(|error| error.to_string())
    };
    assert_eq!(compiled(2), Ok(2));
    assert!(compiled(3).unwrap_err().contains("over before it begins"));
    assert!(compiled(4).unwrap_err().contains("the track goes only to 3"));
}
