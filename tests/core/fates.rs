//! The consequences of a wound that are reported in addition to its mark (W15, W19 to W25, W28): status effects, and
//! rolls with the results they needed.

use crate::support::{brawl, dice, duel, fudge_1993, replay};
use fudgelab::chance::{Purpose, Script};
use fudgelab::combat::{Body, Consequence, Detail, Event, Fight, Fighter, Fired, Observer, OtherRoll, Progress, State};
use fudgelab::rules::effects::{Abilities, Bleeding, Blood, Burning, Check, Doom, Poison, Resist};
use fudgelab::rules::{Boon, Spending};
use fudgelab::rules::{DamageCapacity, Evasion, Lighter, PcNearDeath, Record, RecordKind, Rules, Stun, WillOverWounds};

/// Records consequences, events that fired, and each trait roll with its level and the lowest result that succeeds.
#[derive(Default)]
struct Told {
    fates: Vec<(u16, Consequence)>,
    fired: Vec<Fired>,
    tests: Vec<(Purpose, i32, Option<i32>)>,
}

impl Observer for Told {
    fn note(&mut self, event: Event) {
        if let Event::Fired { what, .. } = event {
            self.fired.push(what);
        }
    }

    fn detail(&mut self, detail: Detail) {
        match detail {
            Detail::Followed { who, consequence } => self.fates.push((who, consequence)),
            Detail::Tested(OtherRoll { purpose, level, least, .. }) => self.tests.push((purpose, level, least)),
            _ => {}
        }
    }
}

/// Plays rounds with scripted rolls, which must be used up exactly, and returns what was recorded.
fn told(fight: &Fight, rounds: &[&[i32]]) -> Told {
    let mut told = Told::default();
    let mut state = State::start(fight, vec![Body::default(); fight.roster.fighters()]);
    for rolls in rounds {
        let mut script = Script::new(rolls.iter().copied());
        state.round(fight, &mut script, &mut told);
        assert_eq!((script.left(), script.ran_out()), (0, false), "{rolls:?}: rolls left, and whether they ran out");
    }
    told
}

const FAIR: Check = Check { by: Resist::Health, least: 0 };

fn strong(abilities: Abilities) -> Fighter {
    Fighter { abilities, ..Fighter::new("A", 0, 3) }
}

fn all_at_once() -> Abilities {
    Abilities {
        poison: Some(Poison { check: FAIR, drains: 1, doom: Doom::Paralysis }),
        bleeding: Some(Bleeding { degree: 3, check: FAIR, every: 1 }),
        burning: Some(Burning { result: -1, damage: 2 }),
        ..Abilities::default()
    }
}

/// Poison, bleeding and fire (W28).
#[test]
fn afflictions_are_reported_at_onset_and_each_round() {
    let fight = duel(strong(all_at_once()), Fighter::new("B", 1, 0), &Rules::plain());
    // A hit by 1: no bleeding, and poison and fire are resisted.
    let nothing = told(&fight, &[&[-2, 0, 0, 0]]);
    assert_eq!(nothing.fates, []);
    assert_eq!(nothing.tests, [(Purpose::Poison, 0, Some(0)), (Purpose::Burning, 0, Some(0))]);
    // A hit by 3: the wound bleeds, and neither poison nor fire is resisted. Both do harm at the end of the round.
    let all = told(&fight, &[&[0, 0, -1, -1, 0]]);
    let wound = [Consequence::Bleeds, Consequence::Poisoned, Consequence::CaughtFire];
    let after = [Consequence::Burned, Consequence::Drained];
    assert_eq!(
        all.fates,
        [&wound[..], &after].concat().into_iter().map(|consequence| (1, consequence)).collect::<Vec<_>>()
    );
}

/// W28: poison lowers the Health that resists bleeding.
#[test]
fn drained_health_lowers_rolls_against_bleeding() {
    let abilities = Abilities { burning: None, ..all_at_once() };
    let fight = duel(strong(abilities), Fighter::new("B", 1, 0), &Rules::plain());
    // Round 1: poisoned and bleeding. Round 2: a lucky roll of B prevents another wound.
    let told = told(&fight, &[&[0, 0, -1, 0], &[0, 4, 0]]);
    let bleeding: Vec<_> = told.tests.iter().filter(|(purpose, ..)| *purpose == Purpose::Bleeding).collect();
    assert_eq!(bleeding, [&(Purpose::Bleeding, 0, Some(0)), &(Purpose::Bleeding, -1, Some(0))]);
}

/// W28: a hit that does not wound neither poisons nor causes bleeding, however high its degree.
#[test]
fn stopped_blows_do_not_poison() {
    let abilities = Abilities { burning: None, ..all_at_once() };
    let armored = Fighter { defense: 50, ..Fighter::new("B", 1, 0) };
    let told = told(&duel(strong(abilities), armored, &Rules::plain()), &[&[4, 0]]);
    assert_eq!((told.fates, told.tests), (vec![], vec![]));
}

/// FF basilisk: the fighter who wounds it in melee is splashed, whichever of several it is.
#[test]
fn venomous_blood_splashes_the_foe_who_wounds() {
    let blood = Blood { dice: dice("1dF"), on: -1, check: FAIR, doom: Doom::Death };
    let basilisk = Fighter { blood: Some(blood), ..Fighter::new("basilisk", 0, 0) };
    let foes = vec![Fighter::new("weak", 1, -3), Fighter { offense: 1, ..Fighter::new("strong", 1, 0) }];
    let told = told(&brawl(basilisk, foes, &Rules::plain()), &[&[0, 0, 1, -1, 0]]);
    assert_eq!(told.fates, [(2, Consequence::Splashed)]);
}

/// FF: venomous blood takes effect with the blows of the round, although it leaves no mark.
#[test]
fn paralyzing_blood_ends_a_fight() {
    let blood = Blood { dice: dice("1dF"), on: -1, check: FAIR, doom: Doom::Paralysis };
    let fight =
        duel(Fighter { blood: Some(blood), ..Fighter::new("A", 0, 0) }, Fighter::new("B", 1, 0), &Rules::plain());
    let (state, progress) = replay(&fight, &[(&[0, 1, -1, -1], &hit(1, 0, 1, 1))]);
    assert_eq!((progress, fight.winning_side(&state.fighters)), (Progress::Over, Some(0)));
    assert_eq!(state.fighters[1].marked, 0, "B bears no mark");
}

/// W22, W23: a fighter who dives out of the way has evaded, collapsed, or is unbalanced or prone.
#[test]
fn evasions_report_their_cost() {
    let fates = |evasion, skill, rolls: &[i32]| {
        let b = Fighter { evades_at: Some(2), ..Fighter::new("B", 1, skill) };
        let fight = duel(strong(Abilities::default()), b, &Rules { evasion, ..Rules::plain() });
        told(&fight, &[rolls]).fates
    };
    assert_eq!(fates(Evasion::Heroic, 0, &[0, 0]), [(1, Consequence::Evaded)]);
    assert_eq!(fates(Evasion::Heroic, 0, &[-2, 0]), [], "a Scratch");
    assert_eq!(fates(Evasion::Heroic, -2, &[2, 0]), [(1, Consequence::Collapsed)], "-2 and -2 are below Terrible");
    assert_eq!(fates(Evasion::Avoidance, 0, &[4, 0, 0]), [(1, Consequence::Unbalanced)]);
    assert_eq!(fates(Evasion::Avoidance, 0, &[4, 0, -1]), [(1, Consequence::Prone)]);
}

/// W25: Willpower that lightens a wound is reported, and so is the result that the roll needed, if it needed one.
#[test]
fn willpower_reports_success_and_needed_result() {
    let of = |will_over_wounds, roll: i32| {
        let b = Fighter { overcomes_at: Some(2), ..Fighter::new("B", 1, 0) };
        let rules = Rules { will_over_wounds, will_difficulty: 2, ..Rules::plain() };
        let told = told(&duel(strong(Abilities::default()), b, &rules), &[&[0, 0, roll]]);
        (told.fates, told.fired, told.tests[0].2)
    };
    let overcame = |least| (vec![(1, Consequence::Overcame)], vec![Fired::Overcame], least);
    assert_eq!(of(WillOverWounds::Reduce, 2), overcame(Some(2)));
    assert_eq!(of(WillOverWounds::Reduce, 1), (vec![], vec![], Some(2)));
    assert_eq!(of(WillOverWounds::Levels, 1), overcame(None));
    assert_eq!(of(WillOverWounds::Levels, 0), (vec![], vec![], None));
}

fn hit(by: u16, target: u16, degree: i16, severity: u8) -> [Event; 2] {
    [Event::Hit { by, target, degree, graze: false }, Event::Wound { by, target, severity }]
}

/// W25: not even if a Stun was marked just before.
#[test]
fn blow_without_wound_needs_no_willpower_roll() {
    let rules = Rules { stun: Stun::Srd, will_over_wounds: WillOverWounds::Levels, ..Rules::plain() };
    let a = Fighter { overcomes_at: Some(2), ..Fighter::new("A", 0, 0) };
    let foes =
        vec![Fighter { stuns: true, ..Fighter::new("B", 1, 0) }, Fighter { offense: -50, ..Fighter::new("C", 1, 0) }];
    assert_eq!(told(&brawl(a, foes, &rules), &[&[0, 3, 3]]).tests, []);
}

/// W20, reading 29: a blow pulled to a Hurt is no worse than a Hurt, even if each wound costs a level of Damage
/// Capacity (W14). On a track without a box for a Hurt, it marks the next worse level.
#[test]
fn pulled_blow_is_never_worse_than_announced() {
    let a = || Fighter { pulls: Some(2), ..Fighter::new("A", 0, 9) };
    let record = Record { kind: RecordKind::Capacity { terrible_fights: true }, ..Record::standard() };
    let damage_capacity = DamageCapacity::Ignored;
    let fight = duel(a(), Fighter::new("B", 1, 0), &Rules { record, damage_capacity, ..Rules::plain() });
    replay(&fight, &[(&[0, 0], &hit(0, 1, 9, 2))]);
    let mut record = Record::standard();
    record.levels[1].boxes = 0;
    let fight = duel(a(), Fighter::new("B", 1, 0), &Rules { record, ..Rules::plain() });
    let (state, _) = replay(&fight, &[(&[0, 0], &hit(0, 1, 9, 2))]);
    assert_eq!(fight.roster.track(1).condition(state.fighters[1].felt).level, 3);
    // On a point track, a Hurt at worst is 4 points: two boxes of Scratch and two of Hurt.
    let fight = duel(a(), Fighter::new("B", 1, 0), &fudge_1993());
    replay(&fight, &[(&[0, 0], &hit(0, 1, 9, 4))]);
}

/// W21, W28: a player character is spared Near Death. One who fights on while Incapacitated is not spared a second
/// time.
#[test]
fn incapacitated_pc_is_spared_near_death_once() {
    let rules = Rules { pc_near_death: PcNearDeath::OnlyIncapacitated, ..Rules::plain() };
    let abilities = Abilities { needs_near_death: true, ..Abilities::default() };
    let b = Fighter { abilities, pc: Some(true), ..Fighter::new("B", 1, 0) };
    let fight = duel(Fighter::new("A", 0, 9), b, &rules);
    let rounds: [(&[i32], &[Event]); 2] = [(&[0, 0], &hit(0, 1, 9, 4)), (&[-2, 0], &hit(0, 1, 9, 5))];
    replay(&fight, &rounds);
}

/// P3: a 1-point wound already is a Scratch, so the fighter does not pay to make it one. A 3-point wound is worth it.
#[test]
fn scratch_is_not_lightened_to_a_scratch() {
    let rules = Rules { lighter_wound: Lighter::Scratch, ..fudge_1993() };
    let b = Fighter { fudge_points: Some(9), spend: Spending::on(Boon::Lighter), ..Fighter::new("B", 1, 0) };
    let fight = duel(Fighter::new("A", 0, 0), b, &rules);
    let [blow, scratch] = hit(0, 1, 3, 1);
    let paid = [blow, Event::Spent { who: 1, points: 2 }, scratch];
    replay(&fight, &[(&[1, 0], &hit(0, 1, 1, 1)), (&[3, 0], &paid)]);
}

/// W19: the stun rule is off.
#[test]
fn stunner_without_stun_rule_hits_at_full_strength() {
    let a = Fighter { stuns: true, ..Fighter::new("A", 0, 9) };
    replay(
        &duel(a, Fighter::new("B", 1, 0), &Rules { stun: Stun::Off, ..Rules::plain() }),
        &[(&[0, 0], &hit(0, 1, 9, 5))],
    );
}

/// W25: a second wound at the same level needs no roll.
#[test]
fn willpower_is_rolled_only_when_wounds_get_worse() {
    let b = Fighter { overcomes_at: Some(1), ..Fighter::new("B", 1, 0) };
    let rules = Rules { will_over_wounds: WillOverWounds::Reduce, will_difficulty: 2, ..Rules::plain() };
    let tried = |rounds: &[&[i32]]| told(&duel(Fighter::new("A", 0, 1), b.clone(), &rules), rounds).tests.len();
    assert_eq!((tried(&[&[0, 0, 0], &[0, 0]]), tried(&[&[0, 0, 0], &[2, 0, 0]])), (1, 2));
    assert_eq!(tried(&[&[4, -2]]), 0, "nothing helps the Incapacitated");
}

/// W19: a Hurt stuns and a Very Hurt stuns worse. A Scratch does not stun, and neither does a blow that knocks out.
#[test]
fn stuns_are_reported_by_wound_level() {
    let a = Fighter { stuns: true, ..Fighter::new("A", 0, 0) };
    let fight = duel(a, Fighter::new("B", 1, 0), &Rules { stun: Stun::Srd, ..Rules::plain() });
    let of = |rolls: &[i32]| {
        let told = told(&fight, &[rolls]);
        (told.fates, told.fired)
    };
    assert_eq!(of(&[1, 0]), (vec![], vec![]));
    assert_eq!(of(&[3, 0]), (vec![(1, Consequence::Stunned)], vec![Fired::Stunned]));
    assert_eq!(of(&[4, -1]), (vec![(1, Consequence::VeryStunned)], vec![Fired::Stunned]));
    assert_eq!(of(&[4, -3]), (vec![], vec![]));
}

/// W22: the next blow hits in full.
#[test]
fn one_blow_a_round_is_evaded() {
    let a = Fighter { evades_at: Some(1), ..Fighter::new("A", 0, 0) };
    let foes = vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, 0)];
    let fight = brawl(a, foes, &Rules { evasion: Evasion::Heroic, ..Rules::plain() });
    let [[first, evaded], [second, hurt]] = [hit(1, 0, 3, 1), hit(2, 0, 3, 2)];
    replay(&fight, &[(&[0, 3, 3], &[first, second, evaded, hurt])]);
}
