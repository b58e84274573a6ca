//! What is told of a wound besides its mark (W15, W19 to W25, W28): what befell, what was tested and how well one had to do;
//! and nothing of what did not happen.

use crate::support::{brawl, dice, duel, fudge_1993, replay};
use fudgelab::chance::{Purpose, Script};
use fudgelab::combat::{Body, Consequence, Detail, Event, Fight, Fighter, Fired, Observer, Progress, State, Test};
use fudgelab::rules::effects::{Abilities, Bleeding, Blood, Burning, Check, Doom, Poison, Resist};
use fudgelab::rules::{Boon, Spending};
use fudgelab::rules::{DamageCapacity, Evasion, Lighter, PcNearDeath, Record, RecordKind, Rules, Stun, WillOverWounds};

/// Hears what befalls whom, and which traits are tested: with which level, and for how much.
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
            Detail::Tested(Test { purpose, level, least, .. }) => self.tests.push((purpose, level, least)),
            _ => {}
        }
    }
}

/// What is told of rounds with these rolls, all of which are asked for.
fn told(fight: &Fight, rounds: &[&[i32]]) -> Told {
    let mut told = Told::default();
    let mut state = State::start(fight, vec![Body::default(); fight.fighters()]);
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

/// W28: each of poison, bleeding and fire is told where it takes hold, and where it goes on.
#[test]
fn afflictions_are_told_where_they_take_hold() {
    let fight = duel(strong(all_at_once()), Fighter::new("B", 1, 0), &Rules::plain());
    // By 1: no vein is opened; poison and fire are resisted.
    let nothing = told(&fight, &[&[-2, 0, 0, 0]]);
    assert_eq!(nothing.fates, []);
    assert_eq!(nothing.tests, [(Purpose::Poison, 0, Some(0)), (Purpose::Burning, 0, Some(0))]);
    // By 3: a vein; neither is resisted, and what is left of it comes at the end of the round.
    let all = told(&fight, &[&[0, 0, -1, -1, 0]]);
    let wound = [Consequence::Bleeds, Consequence::Poisoned, Consequence::CaughtFire];
    let after = [Consequence::Burned, Consequence::Drained];
    assert_eq!(
        all.fates,
        [&wound[..], &after].concat().into_iter().map(|consequence| (1, consequence)).collect::<Vec<_>>()
    );
}

/// W28: Health that poison has taken is not there to resist bleeding with.
#[test]
fn drained_health_resists_less() {
    let abilities = Abilities { burning: None, ..all_at_once() };
    let fight = duel(strong(abilities), Fighter::new("B", 1, 0), &Rules::plain());
    // Poisoned and bleeding; then B's blow is avoided by luck.
    let told = told(&fight, &[&[0, 0, -1, 0], &[0, 4, 0]]);
    let bleeding: Vec<_> = told.tests.iter().filter(|(purpose, ..)| *purpose == Purpose::Bleeding).collect();
    assert_eq!(bleeding, [&(Purpose::Bleeding, 0, Some(0)), &(Purpose::Bleeding, -1, Some(0))]);
}

/// W28: what does not wound opens no vein and poisons nobody, however well it hits.
#[test]
fn armor_keeps_poison_out() {
    let abilities = Abilities { burning: None, ..all_at_once() };
    let armored = Fighter { defense: 50, ..Fighter::new("B", 1, 0) };
    let told = told(&duel(strong(abilities), armored, &Rules::plain()), &[&[4, 0]]);
    assert_eq!((told.fates, told.tests), (vec![], vec![]));
}

/// FF basilisk: its blood is on the weapon of whoever wounds it in melee, whichever of several it is.
#[test]
fn blood_is_on_the_weapon_of_the_third_as_well() {
    let blood = Blood { dice: dice("1dF"), on: -1, check: FAIR, doom: Doom::Death };
    let basilisk = Fighter { blood: Some(blood), ..Fighter::new("basilisk", 0, 0) };
    let foes = vec![Fighter::new("weak", 1, -3), Fighter { offense: 1, ..Fighter::new("strong", 1, 0) }];
    let told = told(&brawl(basilisk, foes, &Rules::plain()), &[&[0, 0, 1, -1, 0]]);
    assert_eq!(told.fates, [(2, Consequence::Splashed)]);
}

/// FF: what venomous blood does to the striker is felt with the blows of the round, though it leaves no mark.
#[test]
fn blood_that_paralyzes_ends_a_fight() {
    let blood = Blood { dice: dice("1dF"), on: -1, check: FAIR, doom: Doom::Paralysis };
    let fight =
        duel(Fighter { blood: Some(blood), ..Fighter::new("A", 0, 0) }, Fighter::new("B", 1, 0), &Rules::plain());
    let (state, progress) = replay(&fight, &[(&[0, 1, -1, -1], &hit(1, 0, 1, 1))]);
    assert_eq!((progress, fight.standing(&state.fighters)), (Progress::Over, Some(0)));
    assert_eq!(state.fighters[1].marked, 0, "B bears no mark");
}

/// W22, W23: who throws herself out of the way is told to have evaded, to collapse, to be unbalanced or prone.
#[test]
fn evasions_are_told_by_what_they_cost() {
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

/// W25: will that made the wounds lighter is told, and what the roll had to reach, where it had to reach anything.
#[test]
fn will_is_told_where_it_overcomes() {
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

/// W25: a blow without a wound tries nobody's will, even if a Stun was marked just before, which does not either.
#[test]
fn will_is_not_tried_by_a_blow_that_does_nothing() {
    let rules = Rules { stun: Stun::Srd, will_over_wounds: WillOverWounds::Levels, ..Rules::plain() };
    let a = Fighter { overcomes_at: Some(2), ..Fighter::new("A", 0, 0) };
    let foes =
        vec![Fighter { stuns: true, ..Fighter::new("B", 1, 0) }, Fighter { offense: -50, ..Fighter::new("C", 1, 0) }];
    assert_eq!(told(&brawl(a, foes, &rules), &[&[0, 3, 3]]).tests, []);
}

/// W20, reading 29: a blow pulled to a Hurt is no worse than a Hurt, also where each wound is a level of Damage Capacity
/// (W14), and where the track has no box for it, so that it marks a worse one.
#[test]
fn a_pulled_blow_is_as_bad_as_was_announced() {
    let a = || Fighter { pulls: Some(2), ..Fighter::new("A", 0, 9) };
    let record = Record { kind: RecordKind::Capacity { terrible_fights: true }, ..Record::standard() };
    let damage_capacity = DamageCapacity::Ignored;
    let fight = duel(a(), Fighter::new("B", 1, 0), &Rules { record, damage_capacity, ..Rules::plain() });
    replay(&fight, &[(&[0, 0], &hit(0, 1, 9, 2))]);
    let mut record = Record::standard();
    record.levels[1].boxes = 0;
    let fight = duel(a(), Fighter::new("B", 1, 0), &Rules { record, ..Rules::plain() });
    let (state, _) = replay(&fight, &[(&[0, 0], &hit(0, 1, 9, 2))]);
    assert_eq!(fight.track(1).condition(state.fighters[1].felt).level, 3);
    // On a point track: the two boxes of a Scratch and the two of a Hurt.
    let fight = duel(a(), Fighter::new("B", 1, 0), &fudge_1993());
    replay(&fight, &[(&[0, 0], &hit(0, 1, 9, 4))]);
}

/// W21, W28: a player character is spared Near Death; one who fights on when Incapacitated, and is so already, is not.
#[test]
fn who_fights_on_incapacitated_is_spared_once() {
    let rules = Rules { pc_near_death: PcNearDeath::OnlyIncapacitated, ..Rules::plain() };
    let abilities = Abilities { needs_near_death: true, ..Abilities::default() };
    let b = Fighter { abilities, pc: Some(true), ..Fighter::new("B", 1, 0) };
    let fight = duel(Fighter::new("A", 0, 9), b, &rules);
    let rounds: [(&[i32], &[Event]); 2] = [(&[0, 0], &hit(0, 1, 9, 4)), (&[-2, 0], &hit(0, 1, 9, 5))];
    replay(&fight, &rounds);
}

/// P3: nobody pays to make a single point lighter that is a Scratch already; three points are another matter.
#[test]
fn a_scratch_is_not_bought_down_to_a_scratch() {
    let rules = Rules { lighter_wound: Lighter::Scratch, ..fudge_1993() };
    let b = Fighter { fudge_points: Some(9), spend: Spending::on(Boon::Lighter), ..Fighter::new("B", 1, 0) };
    let fight = duel(Fighter::new("A", 0, 0), b, &rules);
    let [blow, scratch] = hit(0, 1, 3, 1);
    let paid = [blow, Event::Spent { who: 1, points: 2 }, scratch];
    replay(&fight, &[(&[1, 0], &hit(0, 1, 1, 1)), (&[3, 0], &paid)]);
}

/// W19: where the rules know no stuns, who would strike to stun strikes as hard as anybody.
#[test]
fn without_the_rule_nobody_holds_back() {
    let a = Fighter { stuns: true, ..Fighter::new("A", 0, 9) };
    replay(
        &duel(a, Fighter::new("B", 1, 0), &Rules { stun: Stun::Off, ..Rules::plain() }),
        &[(&[0, 0], &hit(0, 1, 9, 5))],
    );
}

/// W25: will is tried when the wounds get worse, not by another that is no worse.
#[test]
fn will_is_tried_when_wounds_get_worse() {
    let b = Fighter { overcomes_at: Some(1), ..Fighter::new("B", 1, 0) };
    let rules = Rules { will_over_wounds: WillOverWounds::Reduce, will_difficulty: 2, ..Rules::plain() };
    let tried = |rounds: &[&[i32]]| told(&duel(Fighter::new("A", 0, 1), b.clone(), &rules), rounds).tests.len();
    assert_eq!((tried(&[&[0, 0, 0], &[0, 0]]), tried(&[&[0, 0, 0], &[2, 0, 0]])), (1, 2));
    assert_eq!(tried(&[&[4, -2]]), 0, "nothing helps the Incapacitated");
}

/// W19: a Hurt stuns, a Very Hurt does more; a Scratch does not, and who is knocked out is not stunned besides.
#[test]
fn stuns_are_told_and_counted() {
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

/// W22: out of the way of one blow a round; the next hits in full.
#[test]
fn one_blow_a_round_is_evaded() {
    let a = Fighter { evades_at: Some(1), ..Fighter::new("A", 0, 0) };
    let foes = vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, 0)];
    let fight = brawl(a, foes, &Rules { evasion: Evasion::Heroic, ..Rules::plain() });
    let [[first, evaded], [second, hurt]] = [hit(1, 0, 3, 1), hit(2, 0, 3, 2)];
    replay(&fight, &[(&[0, 3, 3], &[first, second, evaded, hurt])]);
}
