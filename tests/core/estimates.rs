//! Estimates made before a fight is solved: the largest number of states, of different rounds, and of branches of a
//! step. The exact solver rejects fights by them.

use crate::support::printed;
use crate::support::{self, boxes, brawl, dice, duel, fighter};
use fudgelab::chance::enumerate;
use fudgelab::combat::{Body, Cast, Fight, Fighter, Fired, Modifier, State, compile};
use fudgelab::exact;
use fudgelab::rules::fudge::{Goal, Spend};
use fudgelab::rules::{AllOut, Boon, Morale, Pacing, PcNearDeath, Policy, Record, Rules, Spending, Stun, Tactic};

/// `first` fighters against `second`, on tracks of five states: unhurt, one or two boxes, out, and dead.
fn sides(first: u16, second: u16, rules: &Rules) -> Fight {
    let block = |side, count| Fighter { count, ..Fighter::new(format!("side {side}"), side, 0) };
    let cast = Cast { fighters: vec![block(0, first), block(1, second)], sides: vec!["one".into(), "other".into()] };
    compile(&cast, rules).unwrap()
}

fn short() -> Rules {
    Rules { record: boxes(2).record, damage: boxes(2).damage, dice: dice("1dF"), ..Rules::plain() }
}

#[test]
fn tracks_are_filled_independently() {
    let turns = Rules { pacing: Pacing::Turns, ..short() };
    // Sparing player characters does not change the number of states.
    let spared = Rules { pc_near_death: PcNearDeath::OnlyIncapacitated, ..Rules::plain() };
    assert_eq!(sides(2, 3, &short()).roster.track(0).states_of_blows(), 5);
    assert_eq!(sides(2, 3, &short()).most_states(), 5_f64.powi(5));
    assert_eq!(sides(2, 3, &turns).most_states(), 5_f64.powi(5));
    let standard = sides(1, 1, &Rules::plain()).most_states();
    assert_eq!(sides(1, 1, &spared).most_states(), standard);
}

/// C5: two player characters with five states each, whose three foes fall one after the other.
#[test]
fn foes_fall_one_by_one_if_only_player_characters_act() {
    let facing = Rules { pacing: Pacing::PlayerFacing, ..short() };
    assert_eq!(sides(2, 3, &facing).most_states(), 5.0 * 5.0 * (5.0 + 5.0 + 5.0));
    // C3: one roll decides the fight.
    assert_eq!(sides(2, 3, &Rules { pacing: Pacing::Story, ..short() }).most_states(), 1.0);
}

/// M2, C10: three rounds with the modifier, then odd and even rounds.
#[test]
fn state_estimate_counts_distinct_rounds() {
    let blessing = |rounds| Modifier { name: "blessing".into(), value: 1, avoid: 0, other_avoid: 0, rounds };
    let fight = |rounds, speed_power| {
        let first = Fighter { modifiers: vec![blessing(rounds)], speed_power, ..Fighter::new("A", 0, 0) };
        duel(first, Fighter::new("B", 1, 0), &short())
    };
    let cases = [(None, false, 1), (Some(3), false, 4), (None, true, 2), (Some(3), true, 5)];
    for (rounds, speed_power, told_apart) in cases {
        let fight = fight(rounds, speed_power);
        assert_eq!(fight.rounds.distinct(), told_apart, "{rounds:?} {speed_power}");
        assert_eq!(fight.most_states(), 25.0 * f64::from(told_apart), "{rounds:?} {speed_power}");
        // End states do not depend on the round, and come on top.
        assert!(exact::fight(&fight).unwrap().states as f64 <= fight.most_states() + 25.0);
    }
}

/// The number of outcomes of a fight's first step.
fn branches(fight: &Fight) -> u64 {
    let mut count = 0;
    let start = State::start(fight, vec![Body::default(); fight.roster.fighters()]);
    enumerate(|chance| start.clone().step(fight, chance, &mut ()), |_, _| count += 1);
    count
}

#[test]
fn exchange_is_two_rolls() {
    let fight = sides(1, 1, &Rules::plain());
    assert_eq!((fight.widest_step(), branches(&fight)), (81, 81));
    // Damage is rolled in a step of its own, which can be the wider one.
    let coin = Rules { dice: dice("1d2"), ..Rules::plain() };
    assert_eq!(sides(1, 1, &coin).widest_step(), 4);
    assert_eq!(sides(1, 1, &Rules { damage_roll: printed("4dF-limited"), ..coin }).widest_step(), 9);
}

/// A fighter with `points` to spend on `on`.
fn with(points: u8, on: Boon, name: &str) -> Fighter {
    Fighter {
        fudge_points: Some(points),
        spend: Spending(vec![Spend { to: Goal::Either, ..Spend::on(on) }]),
        ..fighter(name, 0)
    }
}

/// If points can be spent on rolls, all rolls of a brawl are one step. In turns, a step is an attack and up to two ways
/// to avoid it.
#[test]
fn brawl_with_points_is_one_step() {
    let fight = |foes: usize, rules: &Rules| {
        brawl(with(1, Boon::Shift, "A"), (0..foes).map(|_| fighter("foe", 0)).collect(), rules)
    };
    for (foes, ways) in [(1, 9), (2, 27), (3, 81)] {
        assert_eq!((fight(foes, &short()).widest_step(), branches(&fight(foes, &short()))), (ways, ways));
    }
    assert_eq!(fight(3, &Rules { pacing: Pacing::Turns, ..short() }).widest_step(), 27);
}

/// Each fighter who can reroll adds a roll, up to the number of fighters who meet.
#[test]
fn rerolls_widen_a_step() {
    let foe = |points, on| with(points, on, "foe");
    let fight = |points, foes: Vec<Fighter>| brawl(with(points, Boon::Reroll, "A"), foes, &short());
    let cases = [
        (fight(1, vec![foe(0, Boon::Reroll), foe(0, Boon::Reroll)]), 4),
        (fight(1, vec![foe(1, Boon::Reroll), foe(1, Boon::Shift)]), 5),
        (fight(1, vec![foe(1, Boon::Reroll), foe(2, Boon::Reroll)]), 6),
        (fight(0, vec![foe(1, Boon::Shift), foe(1, Boon::Shift)]), 3),
    ];
    for (place, (fight, rolls)) in cases.iter().enumerate() {
        assert_eq!(fight.widest_step(), 3_u64.pow(*rolls), "{place}");
        assert!(branches(fight) <= fight.widest_step(), "{place}");
    }
    // For two against two, the estimate is that one fighter meets at most two others.
    let pairs = Cast {
        fighters: vec![
            Fighter { count: 2, ..with(1, Boon::Reroll, "A") },
            Fighter { count: 2, side: 1, ..with(1, Boon::Reroll, "B") },
        ],
        sides: vec!["one".into(), "other".into()],
    };
    assert_eq!(compile(&pairs, &short()).unwrap().widest_step(), 3_u64.pow(3 + 3));
}

/// Each occasional rule is counted only if it can apply; these fights have no other.
#[test]
fn only_possible_events_are_counted() {
    let fires = |fighter: fn(Fighter) -> Fighter, rules: fn(Rules) -> Rules| {
        let rules = rules(boxes(3));
        duel(fighter(Fighter::new("A", 0, 0)), Fighter::new("B", 1, 0), &rules).occasional_rules
    };
    let same: fn(Fighter) -> Fighter = |who| who;
    assert_eq!(fires(same, |rules| rules), []);
    assert_eq!(fires(same, |rules| Rules { pacing: Pacing::PlayerFacing, ..rules }), []);
    assert_eq!(fires(|who| Fighter { pulls: Some(1), ..who }, |rules| rules), [Fired::Pulled]);
    let stuns = Fighter { stuns: true, ..Fighter::new("A", 0, 0) };
    let by_level = duel(stuns, Fighter::new("B", 1, 0), &Rules { stun: Stun::Srd, ..Rules::plain() });
    assert_eq!(by_level.occasional_rules, [Fired::Overflow, Fired::Pulled, Fired::Stunned]);
    assert_eq!(fires(|who| Fighter { stuns: true, ..who }, |rules| rules), [], "nobody strikes to stun by these rules");
    assert_eq!(fires(|who| Fighter { evades_at: Some(1), ..who }, |rules| rules), [], "nor throws herself away");
    let careful = Rules { pc_near_death: PcNearDeath::OnlyIncapacitated, ..Rules::plain() };
    let spared = duel(Fighter::new("A", 0, 0), Fighter::new("B", 1, 0), &careful);
    assert_eq!(spared.occasional_rules, [Fired::Overflow, Fired::Spared]);
    let looks_out = fires(
        |who| Fighter { tactic: Policy::fixed(Tactic::parse("all-out-defense", &all_out()).unwrap()), ..who },
        |rules| Rules { all_out: AllOut::Srd, ..rules },
    );
    assert_eq!(looks_out, [Fired::Advantage]);
    let fled = fires(same, |rules| Rules { morale: Morale::Npcs, ..rules });
    assert_eq!(fled, [], "flights are counted by how fighters end");
    let overflow = duel(Fighter::new("A", 0, 0), Fighter::new("B", 1, 0), &Rules::plain());
    assert_eq!(overflow.occasional_rules, [Fired::Overflow]);
}

fn all_out() -> Rules {
    Rules { all_out: AllOut::Srd, ..Rules::plain() }
}

/// Fighters of one stat block are interchangeable. With one against three, whom any hit puts out, three states
/// continue, one for each number left, and four end the fight. As three stat blocks they are distinguished.
#[test]
fn fighters_of_one_block_are_interchangeable() {
    let levels = vec![support::level("Out", 0, 1, 0, true)];
    let record = Record { levels, ..boxes(1).record };
    let rules = Rules { record, damage: boxes(1).damage, dice: dice("1dF"), ..Rules::plain() };
    let states = |foes| exact::fight(&brawl(fighter("A", 0), foes, &rules)).unwrap().states;
    assert_eq!(states(vec![Fighter { count: 3, ..fighter("foe", 0) }]), 7);
    assert!(states(vec![fighter("B", 0), fighter("C", 0), fighter("D", 0)]) > 7);
}
