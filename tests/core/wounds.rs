//! Rules for the effects of wounds: toughness, stuns, pulled blows and first blood, spared player characters, evasion,
//! will (W15, W19 to W23, W25, C13).

use crate::support::agree::{Case, disagreements, indifferent, unmoved};
use crate::support::fights::solve;
use crate::support::{brawl, brynhild, dice, duel, fudge_1993, kaer, replay, snorri, srd};
use fudgelab::chance::{Ask, Chance, Script};
use fudgelab::combat::{Body, Event, Exit, Fight, Fighter, Fired, Progress, State, compile, play};
use fudgelab::dice::Dice;
use fudgelab::rules::effects::Abilities;
use fudgelab::rules::{
    AllOut, DamageCapacity, DamageRoll, Evasion, Graze, HalfHits, Outnumbered, Pacing, PcNearDeath, Policy, Resistance,
    Rules, Stun, Tactic, Toughness, WillOverWounds,
};
use fudgelab::scenario::Preset;

/// A script that ends once fewer than `at` rolls are left.
struct Stopped {
    script: Script,
    at: usize,
}

impl Chance for Stopped {
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        self.script.roll(ask, dice)
    }

    fn is_over(&self) -> bool {
        self.script.left() < self.at
    }
}

fn hit(by: u16, degree: i16, severity: u8) -> [Event; 2] {
    [Event::Hit { by, target: 1 - by, degree, graze: false }, Event::Wound { by, target: 1 - by, severity }]
}

const TIE: [Event; 1] = [Event::StandOff { pair: [0, 1] }];

/// Levels of the standard track.
const SCRATCH: u8 = 1;
const HURT: u8 = 2;
const VERY_HURT: u8 = 3;
const INCAPACITATED: u8 = 4;
const NEAR_DEATH: u8 = 5;

fn level(fight: &Fight, bodies: &[Body], who: u16) -> u8 {
    fight.roster.track(who).condition(bodies[usize::from(who)].felt).level
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-12, "{found}, not {expected}");
}

/// W19, SRD 4.62, reading 28: a Stun prevents attacks and costs 1 in the next round. Its mark stays and makes the next
/// one a Very Stun; neither lowers skill in any other way.
#[test]
fn stuns_expire_and_their_marks_stay() {
    let rules = Rules { stun: Stun::Srd, ..Rules::plain() };
    let fight = duel(Fighter { stuns: true, ..Fighter::new("A", 0, 0) }, Fighter::new("B", 1, 0), &rules);
    let held_off = [Event::Avoided { by: 0, target: 1 }];
    let (State { fighters: bodies, .. }, progress) = replay(
        &fight,
        &[
            (&[3, 0], &hit(0, 3, HURT)),
            // Stunned: B is ahead by 2 after the -1, but may not strike.
            (&[0, 3], &held_off),
            (&[0, 0], &TIE),
            // The Hurt box is full: Very Stunned, -2 for two rounds.
            (&[3, 0], &hit(0, 3, HURT)),
            (&[0, 1], &hit(0, 1, SCRATCH)),
            (&[0, 2], &held_off),
            (&[0, 0], &TIE),
            // 8 points are a knockout.
            (&[4, -4], &hit(0, 8, INCAPACITATED)),
        ],
    );
    assert_eq!((level(&fight, &bodies, 1), progress), (INCAPACITATED, Progress::Over));
    // Even the hardest blow is only a knockout.
    let strong = Fighter { stuns: true, offense: 6, ..Fighter::new("A", 0, 0) };
    replay(&duel(strong, Fighter::new("B", 1, 0), &rules), &[(&[4, 0], &hit(0, 4, INCAPACITATED))]);
}

#[test]
fn worse_of_two_stuns_counts() {
    let rules = Rules { stun: Stun::Srd, ..Rules::plain() };
    let fight = duel(Fighter { stuns: true, ..Fighter::new("A", 0, 0) }, Fighter::new("B", 1, 0), &rules);
    replay(
        &fight,
        &[
            // Very Stunned for rounds 2 and 3; the Stun of round 2 adds nothing to -2.
            (&[4, -1], &hit(0, 5, VERY_HURT)),
            (&[1, 0], &hit(0, 3, HURT)),
            (&[0, 1], &hit(0, 1, SCRATCH)),
            (&[0, 0], &TIE),
        ],
    );
}

/// W19, SRD 4.62: a stunned fighter cannot go all out, in defense or in offense; in the round after that it can again.
#[test]
fn stunned_fighter_cannot_go_all_out() {
    let rules = Rules { stun: Stun::Srd, all_out: AllOut::Srd, advantage: None, ..Rules::plain() };
    let against = |stance: &str| {
        let tactic = Policy::fixed(Tactic::parse(stance, &rules).unwrap());
        let a = Fighter { stuns: true, ..Fighter::new("A", 0, 0) };
        duel(a, Fighter { tactic, ..Fighter::new("B", 1, 0) }, &rules)
    };
    let held_off = [Event::Avoided { by: 0, target: 1 }];
    replay(
        &against("all-out-defense"),
        &[
            // 4 against -1 + 2: stunned. Then 1 against 1 - 1, and finally 0 against -1 + 2.
            (&[4, -1], &hit(0, 3, HURT)),
            (&[1, 1], &hit(0, 1, SCRATCH)),
            (&[0, -1], &held_off),
        ],
    );
    replay(
        &against("all-out-offense"),
        &[
            // The loser who goes all out takes 2 points more, in the first round and in the third.
            (&[2, 0], &hit(0, 1, HURT)),
            (&[1, 1], &hit(0, 1, SCRATCH)),
            (&[0, -2], &hit(0, 1, HURT)),
        ],
    );
}

/// Fantasy Fudge: a stunned fighter may attack. F93 4.73: marks on the way to a knockout carry no penalty.
#[test]
fn stuns_follow_fantasy_and_fudge_1993() {
    let stunner = || Fighter { stuns: true, ..Fighter::new("A", 0, 0) };
    let fantasy = Rules { stun: Stun::Fantasy, ..Rules::plain() };
    let fight = duel(stunner(), Fighter::new("B", 1, 0), &fantasy);
    replay(&fight, &[(&[3, 0], &hit(0, 3, HURT)), (&[0, 3], &hit(1, 2, SCRATCH)), (&[0, 0], &TIE)]);
    let f93 = Rules { stun: Stun::Fudge1993, ..fudge_1993() };
    let fight = duel(stunner(), Fighter::new("B", 1, 0), &f93);
    let (State { fighters: bodies, .. }, _) =
        replay(&fight, &[(&[4, -1], &hit(0, 5, 5)), (&[0, 0], &TIE), (&[4, -4], &hit(0, 8, 3))]);
    assert_eq!(
        level(&fight, &bodies, 1),
        INCAPACITATED,
        "5 points are Very Hurt, 3 more fill what is to be Incapacitated"
    );
}

/// A wound among stuns counts as a wound, and one that overflows past the mark of a stun counts at the level that it
/// marks.
#[test]
fn wound_among_stuns_counts_at_its_marked_level() {
    let rules = Rules { stun: Stun::Srd, ..Rules::plain() };
    let b = Fighter { stuns: true, ..Fighter::new("B", 1, 0) };
    let cast = fudgelab::combat::Cast {
        fighters: vec![Fighter::new("A", 0, 0), b, Fighter::new("C", 1, 0)],
        sides: vec!["A".into(), "foes".into()],
    };
    let fight = compile(&cast, &rules).unwrap();
    let hit = |by, target, degree, severity| {
        [Event::Hit { by, target, degree, graze: false }, Event::Wound { by, target, severity }]
    };
    // B stuns A with a Hurt, and C's Hurt in the same round is marked at Very Hurt. Next round: -2 for the wound, -1
    // for the stun.
    let both = [hit(1, 0, 3, HURT)[0], hit(2, 0, 3, HURT)[0], hit(1, 0, 3, HURT)[1], hit(2, 0, 3, HURT)[1]];
    let (State { fighters: bodies, .. }, _) = replay(&fight, &[(&[0, 3, 3], &both)]);
    assert_eq!((level(&fight, &bodies, 0), bodies[0].status.endurance[0].wounded), (VERY_HURT, VERY_HURT));
    assert_eq!(bodies[0].status.stun, [1, 0, 0]);
}

/// W20, SRD 4.62, reading 29: the cap applies to the blow, not to the level that its marks reach.
#[test]
fn pulled_blow_is_capped_before_it_is_marked() {
    let fencer = Fighter { offense: 3, pulls: Some(SCRATCH), ..Fighter::new("fencer", 0, 0) };
    let fight = duel(fencer.clone(), Fighter::new("B", 1, 0), &Rules::plain());
    let z = hit(0, 8, SCRATCH);
    let (State { fighters: bodies, .. }, _) =
        replay(&fight, &[(&[4, -4], &z), (&[4, -4], &z), (&[4, -4], &z), (&[4, -4], &z)]);
    assert_eq!(level(&fight, &bodies, 1), HURT);
    // On a point track: the points that bring an unhurt fighter to that level.
    let fight = duel(fencer, Fighter::new("B", 1, 0), &fudge_1993());
    replay(&fight, &[(&[4, -4], &hit(0, 8, 2))]);
}

/// C13: a fighter who yields is out at that level. If both fighters do, the win chances equal those of a fight that
/// ends at that level (`ends_at`).
#[test]
fn yielding_fighter_is_out_at_its_level() {
    let fight =
        duel(Fighter::new("A", 0, 0), Fighter { yields_at: Some(HURT), ..Fighter::new("B", 1, 0) }, &Rules::plain());
    let (State { fighters: bodies, .. }, progress) =
        replay(&fight, &[(&[0, 3], &hit(1, 3, HURT)), (&[4, 0], &hit(0, 3, HURT))]);
    assert_eq!((level(&fight, &bodies, 1), progress), (HURT, Progress::Over));
    let both = |yields_at| duel(Fighter { yields_at, ..snorri() }, Fighter { yields_at, ..brynhild() }, &srd());
    let wins = solve(&both(Some(HURT))).unwrap().wins;
    let ends = solve(&duel(snorri(), brynhild(), &Rules { ends_at: Some(HURT), ..srd() })).unwrap().wins;
    let apart = wins.iter().zip(&ends).map(|(wins, ends)| (wins - ends).abs()).fold(0.0, f64::max);
    assert!(apart < 1e-12, "{wins:?} {ends:?}");
}

/// Reading 29: if both sides are marked in one round it is a draw, even in fights of many; otherwise the side without a
/// mark wins.
#[test]
fn first_blood_of_both_sides_is_a_draw() {
    let four = ["A", "B", "C", "D"];
    let fighters = (0..4).map(|k| Fighter::new(four[k], k / 2, 0)).collect();
    let cast = fudgelab::combat::Cast { fighters, sides: vec!["one".into(), "other".into()] };
    let fight = compile(&cast, &Rules { ends_at: Some(SCRATCH), ..Rules::plain() }).unwrap();
    let end = |rolls: [i32; 4]| {
        let mut script = Script::new(rolls);
        let outcome = fudgelab::combat::play(&fight, vec![Body::default(); 4], &mut script, &mut ());
        (outcome.rounds, outcome.undecided, outcome.winner)
    };
    // A meets C, then B meets D.
    assert_eq!(end([1, 0, 0, 0]), (1, false, Some(0)));
    assert_eq!(end([0, 0, 0, 1]), (1, false, Some(1)));
    assert_eq!(end([1, 0, 0, 1]), (1, false, None));
}

/// W21, SRD 4.64, reading 30.
#[test]
fn player_characters_are_spared_the_worst_wounds() {
    let pc = Fighter { pc: Some(true), ..Fighter::new("A", 0, 0) };
    let strong = Fighter { offense: 3, ..Fighter::new("B", 1, 0) };
    let levels = Rules { pc_wound_levels: Some(3), ..Rules::plain() };
    let fight = duel(pc.clone(), strong.clone(), &levels);
    let (State { fighters: bodies, .. }, _) =
        replay(&fight, &[(&[-4, 4], &hit(1, 8, VERY_HURT)), (&[-4, 2], &hit(1, 8, NEAR_DEATH))]);
    assert_eq!(level(&fight, &bodies, 0), NEAR_DEATH, "three levels from Very Hurt reach anything");
    replay(&fight, &[(&[4, -4], &hit(0, 8, INCAPACITATED))]);
    let no_near_death = Rules { pc_near_death: PcNearDeath::OnlyIncapacitated, ..Rules::plain() };
    let fight = duel(pc.clone(), strong.clone(), &no_near_death);
    replay(&fight, &[(&[-4, 4], &hit(1, 8, INCAPACITATED))]);
    // On a point track the surplus is lost: on a Fair one Incapacitated is 8 points, and Very Hurt 6.
    let points =
        |rules: Rules| Rules { record: fudge_1993().record, damage_capacity: DamageCapacity::Ignored, ..rules };
    replay(&duel(pc.clone(), strong.clone(), &points(no_near_death)), &[(&[-4, 4], &hit(1, 8, 8))]);
    replay(&duel(pc, strong, &points(levels)), &[(&[-4, 4], &hit(1, 8, 6))]);
}

/// "No Near Death" stops overflow: of two blows that would each incapacitate, the second is lost.
#[test]
fn overflow_stops_at_incapacitated() {
    let pc = Fighter { pc: Some(true), ..Fighter::new("A", 0, -2) };
    let foe = Fighter { offense: 6, ..Fighter::new("B", 1, 0) };
    let rules = Rules { pc_near_death: PcNearDeath::OnlyIncapacitated, ..Rules::plain() };
    let worst = |rules: &Rules| {
        let levels = solve(&brawl(pc.clone(), vec![foe.clone(), foe.clone()], rules)).unwrap().levels;
        levels[0][usize::from(NEAR_DEATH)] + levels[0][usize::from(NEAR_DEATH) + 1]
    };
    assert_eq!(worst(&rules), 0.0);
    assert!(worst(&Rules::plain()) > 0.5);
}

/// W15, SRD 4.52: gift and fault; Willpower instead of Damage Capacity; points instead of levels.
#[test]
fn toughness_variants_change_the_wound() {
    let with = |toughness| Rules { toughness, damage_capacity: DamageCapacity::Ignored, ..Rules::plain() };
    let a = || Fighter::new("A", 0, 0);
    let b = |resistance| Fighter { resistance, ..Fighter::new("B", 1, 0) };
    let hurt: (&[i32], &[Event]) = (&[3, 0], &hit(0, 3, HURT));
    replay(&duel(a(), b(Resistance::Ordinary), &with(Toughness::Gifts)), &[hurt]);
    replay(&duel(a(), b(Resistance::DamageResistant), &with(Toughness::Gifts)), &[(hurt.0, &hit(0, 3, SCRATCH))]);
    replay(&duel(a(), b(Resistance::Fragile), &with(Toughness::Gifts)), &[(hurt.0, &hit(0, 3, VERY_HURT))]);
    let willing = Fighter { will: 2, damage_capacity: Some(-3), ..Fighter::new("B", 1, 0) };
    replay(&duel(a(), willing, &with(Toughness::Will)), &[(&[3, 0, 0], &hit(0, 3, SCRATCH)), (&[1, 0], &hit(0, 1, 1))]);
    // 3 points are a Hurt on a Fair point track, so the roll makes them one point more, or less. The third point of
    // several blows is rolled for as well.
    let points = Rules { record: fudge_1993().record, ..with(Toughness::Rolled) };
    let fight = duel(a(), Fighter { damage_capacity: Some(0), ..Fighter::new("B", 1, 0) }, &points);
    replay(&fight, &[(&[3, 0, -2], &hit(0, 3, 4)), (&[0, 1], &TIE)]);
    replay(&fight, &[(&[3, 0, 2], &hit(0, 3, 2)), (&[1, 0, 0], &hit(0, 1, 1))]);
    // A pulled blow never exceeds its announced level.
    let pulls = Fighter { pulls: Some(HURT), ..a() };
    replay(&duel(pulls, Fighter::new("B", 1, 0), &with(Toughness::Rolled)), &[(&[4, 0, -3], &hit(0, 4, HURT))]);
}

/// W22, V12, SRD 7.44: D'Artagnan evades a Hurt, then a Very Hurt: -2 in the next round, then -4 with the wound, then
/// -1.
#[test]
fn dartagnan_evades_two_blows() {
    let rules = Rules { evasion: Evasion::Heroic, ..Rules::plain() };
    let dartagnan = Fighter { evades_at: Some(HURT), ..Fighter::new("D'Artagnan", 0, 2) };
    let fight = duel(dartagnan, Fighter::new("Milady", 1, 2), &rules);
    let (State { fighters: bodies, .. }, _) = replay(
        &fight,
        &[
            (&[-1, 2], &hit(1, 3, SCRATCH)),
            // Great - 2.
            (&[0, 3], &hit(1, 5, HURT)),
            // Great - 4.
            (&[4, 0], &TIE),
            // Great - 1.
            (&[1, 0], &TIE),
        ],
    );
    assert_eq!(level(&fight, &bodies, 0), HURT);
}

/// SRD 7.44: if the penalty lowers the skill below Terrible the fighter collapses, but not to avoid a wound that would
/// not put it out.
#[test]
fn evasion_below_terrible_collapses() {
    let rules = Rules { evasion: Evasion::Heroic, ..Rules::plain() };
    let of =
        |skill| duel(Fighter { evades_at: Some(HURT), ..Fighter::new("A", 0, skill) }, Fighter::new("B", 1, 2), &rules);
    let (State { fighters: bodies, .. }, progress) = replay(&of(-1), &[(&[0, 4], &hit(1, 7, VERY_HURT))]);
    assert_eq!(
        (level(&of(-1), &bodies, 0), bodies[0].status.left, progress),
        (VERY_HURT, Some(Exit::Collapsed), Progress::Over)
    );
    replay(&of(-1), &[(&[0, 0], &hit(1, 3, SCRATCH))]);
    replay(&of(-2), &[(&[0, -1], &hit(1, 3, HURT))]);
}

/// W23, KAER: a wound of Incapacitated or worse is one level lighter. With Fair Agility the fighter is then unbalanced,
/// with less it is prone.
#[test]
fn heroic_avoidance_lightens_the_wound() {
    let rules = Rules { evasion: Evasion::Avoidance, ..Rules::plain() };
    let hero = Fighter { evades_at: Some(HURT), agility: 1, ..Fighter::new("A", 0, 2) };
    let fight = duel(hero, Fighter::new("B", 1, 2), &rules);
    let hurt: (&[i32], &[Event]) = (&[0, 3], &hit(1, 3, HURT));
    replay(&fight, &[hurt, (&[1, 0], &TIE)]);
    // Unbalanced: -2 in addition to the wound's -2.
    let fallen: (&[i32], &[Event]) = (&[-3, 4, -1], &hit(1, 7, VERY_HURT));
    replay(&fight, &[fallen, (&[4, 0], &TIE), (&[2, 0], &TIE)]);
    // Prone: -2 as well, but not to defense: at 2 against 2 neither hits.
    let (State { fighters: bodies, .. }, _) =
        replay(&fight, &[(&[-3, 4, -2], fallen.1), (&[4, 2], &TIE), (&[2, 0], &TIE)]);
    assert_eq!(bodies[0].status.off_balance, [0, 0]);
}

/// V13, KAER: Risonda the Blade, Very Hurt, rolls Great Willpower and fights as if scratched for the scene.
#[test]
fn risonda_overcomes_her_wounds() {
    let rules = Rules { will_over_wounds: WillOverWounds::Levels, ..Rules::plain() };
    let risonda = Fighter { will: 2, overcomes_at: Some(HURT), ..Fighter::new("Risonda", 0, 0) };
    let fight = duel(risonda, Fighter::new("foe", 1, 0), &rules);
    let stabbed: (&[i32], &[Event]) = (&[-1, 4, 0], &hit(1, 5, VERY_HURT));
    let (State { fighters: bodies, .. }, _) = replay(&fight, &[stabbed, (&[0, 0], &TIE)]);
    assert_eq!(level(&fight, &bodies, 0), VERY_HURT, "the wounds remain");
    // Incapacitated, she fights as if Hurt; Near Death, she cannot.
    let (State { fighters: bodies, .. }, progress) =
        replay(&fight, &[stabbed, (&[-4, 3], &hit(1, 7, INCAPACITATED)), (&[1, 0], &TIE)]);
    assert_eq!((level(&fight, &bodies, 0), progress), (INCAPACITATED, Progress::NextRound));
    let (_, progress) =
        replay(&fight, &[stabbed, (&[-4, 4], &hit(1, 8, INCAPACITATED)), (&[-4, 3], &hit(1, 8, INCAPACITATED))]);
    assert_eq!(progress, Progress::Over, "the second is Near Death");
}

/// W25, SRD 4.51, F93 4.7: a Great roll of Will reduces or cancels wound penalties, until the wounds get worse.
#[test]
fn will_lowers_wound_penalties() {
    let fight = |will_over_wounds| {
        let rules = Rules { will_over_wounds, ..Rules::plain() };
        duel(Fighter { overcomes_at: Some(HURT), ..Fighter::new("A", 0, 0) }, Fighter::new("B", 1, 0), &rules)
    };
    let worse: (&[i32], &[Event]) = (&[-1, 4, 2], &hit(1, 5, VERY_HURT));
    replay(&fight(WillOverWounds::Nullify), &[worse, (&[0, 0], &TIE), (&[0, 3], &hit(1, 3, HURT)), (&[0, 0], &TIE)]);
    replay(&fight(WillOverWounds::Reduce), &[worse, (&[1, 0], &TIE)]);
    let failed: (&[i32], &[Event]) = (&[-1, 4, 1], worse.1);
    replay(&fight(WillOverWounds::Nullify), &[failed, (&[2, 0], &TIE)]);
    // The Hurt is overcome, the Very Hurt is not.
    let hurt: (&[i32], &[Event]) = (&[0, 3, 3], &hit(1, 3, HURT));
    replay(&fight(WillOverWounds::Nullify), &[hurt, (&[0, 0], &TIE), failed, (&[2, 0], &TIE)]);
}

/// W29, F93 4.7: the chance to end a fight Incapacitated but conscious is the chance to be Incapacitated, times that of
/// a Fair or better roll.
#[test]
fn chance_to_stay_conscious_matches_hand_calculation() {
    let rules = Preset::find("fudge-1993").unwrap().1.clone();
    let fight = duel(Fighter { constitution: -1, ..snorri() }, brynhild(), &rules);
    let exact = solve(&fight).unwrap();
    // On 2d6: 5/18 for +1 or more, 13/18 for 0 or more.
    near(exact.awake[0], exact.levels[0][usize::from(INCAPACITATED)] * 10.0 / 36.0);
    near(exact.awake[1], exact.levels[1][usize::from(INCAPACITATED)] * 26.0 / 36.0);
    let die = Fighter { constitution: -3, dice: Some(dice("1d6")), ..snorri() };
    near(duel(die, brynhild(), &rules).roster.chance_to_stay_awake(0), 4.0 / 6.0);
    let off = Rules { consciousness: fudgelab::rules::Consciousness::Off, ..rules };
    let without = solve(&duel(snorri(), brynhild(), &off)).unwrap();
    assert_eq!((without.awake.clone(), without.wins.clone()), (vec![], exact.wins));
}

/// Under preset `kaer`, a fighter who uses neither evasion nor will fights as if both were off. Preset `cinematic`
/// keeps player characters, and only them, from Near Death and death.
#[test]
fn presets_kaer_and_cinematic_treat_wounds_as_documented() {
    let off = Rules { evasion: Evasion::Off, will_over_wounds: WillOverWounds::Off, ..kaer() };
    let one = |rules: &Rules| solve(&duel(snorri(), brynhild(), rules)).unwrap();
    assert_eq!(one(&kaer()).wins, one(&off).wins);
    let cinematic = one(&Preset::find("cinematic").unwrap().1.clone());
    let doomed = |who: usize| cinematic.levels[who][5] + cinematic.levels[who][6];
    assert!(doomed(0) == 0.0 && doomed(1) > 0.05, "{} {}", doomed(0), doomed(1));
}

/// Five levels of one box, and two Fudge dice, so that fights end soon.
fn short() -> Rules {
    let mut record = Rules::plain().record;
    record.levels.iter_mut().zip([1, 2, 3, 4, 5]).for_each(|(level, from)| (level.from, level.boxes) = (from, 1));
    Rules {
        record,
        dice: dice("2dF"),
        outnumbered: Outnumbered::PerFoe,
        damage_capacity: DamageCapacity::Ignored,
        ..Rules::plain()
    }
}

fn cases() -> Vec<Case> {
    type Change = fn(Fighter) -> Fighter;
    type Row = (&'static str, Change, fn(Rules) -> Rules);
    let fighter = |name: &str, skill: i32| Fighter { offense: 1, ..Fighter::new(name, 0, skill) };
    let plain: Change = |who| who;
    let changes: [Row; 14] = [
        (
            "fragile",
            |who| Fighter { resistance: Resistance::Fragile, ..who },
            |rules| Rules { toughness: Toughness::Gifts, ..rules },
        ),
        ("willing", |who| Fighter { will: 2, ..who }, |rules| Rules { toughness: Toughness::Will, ..rules }),
        ("stuns", |who| Fighter { stuns: true, ..who }, |rules| Rules { stun: Stun::Srd, ..rules }),
        (
            "stuns in Fantasy Fudge",
            |who| Fighter { stuns: true, ..who },
            |rules| Rules { stun: Stun::Fantasy, ..rules },
        ),
        ("stuns in F93", |who| Fighter { stuns: true, ..who }, |rules| Rules { stun: Stun::Fudge1993, ..rules }),
        ("pulls", |who| Fighter { pulls: Some(HURT), ..who }, |rules| rules),
        ("yields", |who| Fighter { yields_at: Some(HURT), ..who }, |rules| rules),
        ("first blood", plain, |rules| Rules { ends_at: Some(SCRATCH), ..rules }),
        ("spared levels", plain, |rules| Rules { pc_wound_levels: Some(2), ..rules }),
        ("spared Near Death", plain, |rules| Rules { pc_near_death: PcNearDeath::OnlyIncapacitated, ..rules }),
        ("evades", |who| Fighter { evades_at: Some(HURT), ..who }, |rules| Rules { evasion: Evasion::Heroic, ..rules }),
        (
            "avoids",
            |who| Fighter { evades_at: Some(HURT), ..who },
            |rules| Rules { evasion: Evasion::Avoidance, ..rules },
        ),
        (
            "nullifies",
            |who| Fighter { will: 2, overcomes_at: Some(HURT), ..who },
            |rules| Rules { will_over_wounds: WillOverWounds::Nullify, ..rules },
        ),
        (
            "goes on by will",
            |who| Fighter { will: 1, overcomes_at: Some(HURT), ..who },
            |rules| Rules { will_over_wounds: WillOverWounds::Levels, ..rules },
        ),
    ];
    let one = |change: Change, rules: &Rules| duel(change(fighter("A", 1)), fighter("B", 1), rules);
    let lone = |change: Change, rules: &Rules| {
        brawl(
            change(Fighter { offense: 2, ..fighter("hero", 2) }),
            vec![fighter("first", 0), fighter("second", 1)],
            rules,
        )
    };
    let in_turns = |rules: Rules| Rules { pacing: Pacing::Turns, ..rules };
    let all = |(name, change, with): Row| {
        [
            (name, one(change, &with(short())), one(plain, &short())),
            (name, lone(change, &with(short())), lone(plain, &short())),
            (name, one(change, &in_turns(with(short()))), one(plain, &in_turns(short()))),
        ]
    };
    // Hits that Scale stops: the first fighter is the larger.
    let scale = |rules: Rules| {
        let small = |name| Fighter { offense: -1, ..fighter(name, 2) };
        let large = Fighter { strength_scale: 4, mass_scale: 4, ..fighter("large", -1) };
        [duel(large.clone(), small("small"), &rules), brawl(large, vec![small("first"), small("second")], &rules)]
    };
    let critical = Rules { critical_success: Some(2), ..short() };
    let halves = scale(Rules { half_hits: HalfHits::JustStopped, ..short() });
    let through = scale(Rules { critical_points: Some(2), ..critical.clone() });
    let by_scale = [("half hits", halves, scale(short())), ("criticals through Scale", through, scale(critical))];
    let by_scale = by_scale.into_iter().flat_map(|(name, with, without)| {
        with.into_iter().zip(without).map(move |(with, without)| (name, with, without))
    });
    changes.into_iter().flat_map(all).chain(by_scale).collect()
}

/// W26, F93 4.64: at a Scale of 10, hits of 0 to -5 points are half hits, and every second one makes a wound of one
/// point.
#[test]
fn every_second_half_hit_makes_a_wound() {
    let rules =
        Rules { half_hits: HalfHits::JustStopped, damage_roll: DamageRoll::default(), graze: Graze::Off, ..srd() };
    let wilbur = Fighter { offense: 6, ..Fighter::new("Wilbur", 0, 0) };
    let dragon = Fighter { mass_scale: 10, strength_scale: 10, defense: 1, ..Fighter::new("dragon", 1, 0) };
    let fight = duel(wilbur, dragon, &rules);
    let second = [hit(0, 1, SCRATCH)[0], Event::Fired { who: 1, what: Fired::HalfHits }, hit(0, 1, SCRATCH)[1]];
    // -1 and -4 points; then 0, and 1.
    let (after, _) = replay(
        &fight,
        &[(&[2, -2], &hit(0, 4, 0)), (&[1, 0], &second), (&[3, -2], &hit(0, 5, 0)), (&[3, -3], &hit(0, 6, SCRATCH))],
    );
    assert!(after.fighters[1].status.half, "the fourth, of a point, is a whole hit");
}

#[test]
fn exact_and_simulated_agree() {
    assert_eq!(disagreements(&cases()), Vec::<String>::new());
}

/// Negative control: each fight differs from its pair, which lacks the one feature.
#[test]
fn each_wound_rule_case_differs_from_its_pair() {
    assert_eq!(indifferent(&cases()), Vec::<&str>::new());
}

#[test]
fn figures_match_committed_figures() {
    unmoved("wounds", &cases());
}

/// W29: when a fight ends, or its last round does, only Incapacitated fighters roll to stay conscious: not the unhurt,
/// not one who fights on until Near Death, and not in a fight that was broken off.
#[test]
fn only_the_incapacitated_roll_to_stay_conscious() {
    let rules = Rules { consciousness: fudgelab::rules::Consciousness::Rolled, round_limit: 1, ..Rules::plain() };
    let a = || Fighter { offense: 7, ..Fighter::new("A", 0, 0) };
    let b = || Fighter::new("B", 1, 0);
    let rolls_left = |fight: &Fight, rolls: &[i32], stopped: bool| {
        let mut script =
            Stopped { script: Script::new(rolls.iter().copied()), at: if stopped { rolls.len() } else { 0 } };
        let outcome = play(fight, vec![Body::default(); fight.roster.fighters()], &mut script, &mut ());
        let script = script.script;
        assert!(!script.ran_out());
        let awake = (0u16..)
            .zip(&outcome.fighters)
            .map(|(who, body)| fight.wounds.is_awake(fight.roster.kind(who), body))
            .collect::<Vec<_>>();
        (script.left(), outcome.fighters.iter().map(|body| body.status.fainted).collect::<Vec<_>>(), awake)
    };
    // A hits by 1, for 8 points: Incapacitated.
    assert_eq!(rolls_left(&duel(a(), b(), &rules), &[1, 0, -1], false), (0, vec![false, true], vec![false, false]));
    assert_eq!(rolls_left(&duel(a(), b(), &rules), &[1, 0, 0], false), (0, vec![false, false], vec![false, true]));
    let undecided = brawl(a(), vec![b(), b()], &rules);
    assert_eq!(rolls_left(&undecided, &[1, 0, 0, -1], false), (0, vec![false, true, false], vec![false; 3]));
    let longer = brawl(a(), vec![b(), b()], &Rules { round_limit: 9, ..rules.clone() });
    assert_eq!(rolls_left(&longer, &[1, 0, 0, -1], true), (1, vec![false; 3], vec![false, true, false]));
    let abilities = Abilities { needs_near_death: true, ..Abilities::default() };
    let zombie = Fighter { abilities, ..b() };
    let fight = duel(a(), zombie, &rules);
    assert_eq!(rolls_left(&fight, &[1, 0], false), (0, vec![false; 2], vec![false, true]));
    assert_eq!(fight.roster.chance_to_stay_awake(1), 1.0);
}

/// W25: will lightens wounds at the end of a brawl as well: a fighter who would be Incapacitated without it has won.
#[test]
fn will_lightens_wounds_at_the_end_of_a_brawl() {
    let rules = Rules { will_over_wounds: WillOverWounds::Levels, ..short() };
    let fight = |overcomes_at| {
        let hero = Fighter { overcomes_at, will: 2, offense: 1, ..Fighter::new("hero", 0, 1) };
        let foe = Fighter { count: 2, offense: 2, ..Fighter::new("foe", 1, 0) };
        brawl(hero, vec![foe], &rules)
    };
    let cases = [("will at the end of a brawl", fight(Some(4)), fight(None))];
    assert_eq!(disagreements(&cases), Vec::<String>::new());
    assert_eq!(indifferent(&cases), Vec::<&str>::new());
}
