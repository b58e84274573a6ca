//! Fights by KAER: turns by initiative, attack against avoidance, wounds by Health. Replays the source's examples, and
//! compares exact with simulated figures for every option.

use crate::support::fights::fight_of;
use crate::support::texts;
use crate::support::written::{refused, study};
use crate::support::{self, Notes, duel, kaer};
use fudgelab::chance::Script;
use fudgelab::combat::{Body, Event, Fight, Fighter, Fired, Progress, State};
use fudgelab::rules::{
    InitiativeRolls, InitiativeTies, InitiativeTrade, InitiativeWounds, Policy, Rules, Switch, Tactic,
};
use fudgelab::study::replay::page::whole as page;
use fudgelab::study::replay::{Rolls, parse_script, replay};

/// Plays rounds with scripted rolls, which must be used up exactly. Returns the events, the final state and the
/// progress.
fn played(fight: &Fight, rounds: &[&[i32]]) -> (Vec<Event>, State<Vec<Body>>, Progress) {
    let mut state = State::start(fight, vec![Body::default(); fight.roster.fighters()]);
    let mut notes = Notes::default();
    let mut progress = Progress::NextRound;
    for rolls in rounds {
        let mut script = Script::new(rolls.iter().copied());
        progress = state.round(fight, &mut script, &mut notes);
        assert!(script.left() == 0 && !script.ran_out(), "{rolls:?}: {} left, {:?}", script.left(), notes.0);
    }
    (notes.0, state, progress)
}

fn level(fight: &Fight, state: &State<Vec<Body>>, who: u16) -> (u8, i8) {
    let condition = fight.roster.track(who).condition(state.fighters[usize::from(who)].felt);
    (condition.level, condition.penalty)
}

fn fighter(name: &str, skill: i32, avoid: i32) -> Fighter {
    Fighter { avoid: Some(avoid), ..Fighter::new(name, 0, skill) }
}

fn hit(by: u16, target: u16, degree: i16) -> Event {
    Event::Hit { by, target, degree, graze: false }
}

fn wound(by: u16, target: u16, severity: u8) -> Event {
    Event::Wound { by, target, severity }
}

fn avoided(by: u16, target: u16) -> Event {
    Event::Avoided { by, target }
}

/// V13, KAER: a dagger and Good Strength, a Great blow against a Fair dodge, a damage roll of +1, heavy clothing: 4
/// points, which are a Hurt at Fair Health.
#[test]
fn stab_through_heavy_clothing_matches_the_example() {
    let max = Fighter { offense: 1 + 1, ..fighter("Max", 2, 0) };
    let man = Fighter { defense: 1, health: Some(0), ..fighter("man", -3, 0) };
    let fight = duel(max, man, &kaer());
    // Initiative 0 and −4. Max attacks, the man dodges, damage is rolled. Then the man attacks, and Max avoids it.
    let (events, state, _) = played(&fight, &[&[0, -4, 0, 0, 1, 0, 0]]);
    assert_eq!(events, [hit(0, 1, 2), wound(0, 1, 2), avoided(1, 0)]);
    assert_eq!(level(&fight, &state, 1), (2, -1));
}

/// V13, KAER: a slash of 4 points is a Hurt and costs 1. A stab of 3, with the Hurt box full, is a Very Hurt and costs
/// 2.
#[test]
fn second_hurt_overflows_to_very_hurt() {
    let fight = duel(Fighter { offense: 2, ..fighter("foe", 0, 0) }, fighter("Max", 0, 0), &kaer());
    // The foe acts first, hits by 2 with a damage roll of 0, and avoids Max's blow. In the second round he hits by 1.
    let first: &[i32] = &[4, 0, 2, 0, 0, 0, 0];
    let (events, state, _) = played(&fight, &[first]);
    assert_eq!(events, [hit(0, 1, 2), wound(0, 1, 2), avoided(1, 0)]);
    assert_eq!(level(&fight, &state, 1), (2, -1));
    // The Hurt lowers Max's dodge of 0 to −1, and his attack as well.
    let (events, state, _) = played(&fight, &[first, &[4, 0, 0, 0, 0, 0, 0]]);
    let overflow = Event::Fired { who: 1, what: Fired::Overflow };
    assert_eq!(events[3..], [hit(0, 1, 1), wound(0, 1, 2), overflow, avoided(1, 0)]);
    assert_eq!(level(&fight, &state, 1), (3, -2));
}

/// KAER: Risonda's Good parry just stops a Good attack. Max's Good punch hits, against a Poor dodge.
#[test]
fn equal_avoidance_stops_a_blow() {
    let fight = duel(fighter("foe", 1, 0), fighter("Risonda", 3, 2), &kaer());
    let (events, ..) = played(&fight, &[&[1, 0, 0, -1, -4, 0]]);
    assert_eq!(events, [avoided(0, 1), avoided(1, 0)]);
    let fight = duel(fighter("Max", 1, 0), fighter("foe", 0, 0), &kaer());
    let (events, ..) = played(&fight, &[&[1, 0, 0, -2, -4, -4, 0]]);
    assert_eq!(events[0], hit(0, 1, 3), "Good against Poor");
}

/// C4, C7: a blow that beats the avoidance must still be Poor or better.
#[test]
fn attack_below_poor_misses() {
    let fight = duel(fighter("a", 0, 0), fighter("b", 0, 0), &kaer());
    let (events, ..) = played(&fight, &[&[1, 0, -3, -4, -2, -3, -1]]);
    assert_eq!(events[0], Event::BelowMinimum { by: 0 }, "Terrible beats Terrible-1 and misses");
    assert_eq!(events[1], hit(1, 0, 1), "Poor beats Terrible and hits");
}

/// C8, KAER's example: a Duerager of Scale 1 against a young Sylthaen of Scale −1. Damage is two points higher for one
/// and lower for the other. The Duerager needs a Fair result to hit, the Sylthaen a Terrible one.
#[test]
fn size_raises_and_lowers_minimum_and_damage() {
    let sized = |name, scale| Fighter { strength_scale: scale, mass_scale: scale, ..fighter(name, 0, 0) };
    let fight = duel(sized("Duerager", 1), sized("Sylthaen", -1), &kaer());
    assert_eq!((fight.matchup(0, 1).minimum, fight.matchup(1, 0).minimum), (0, -3));
    assert_eq!((fight.matchup(0, 1).factor, fight.matchup(1, 0).factor), (2, -2));
}

fn two_on_one() -> Fight {
    let foe = Fighter { count: 2, ..fighter("foe", 0, 0) };
    support::brawl(fighter("lone", 0, 0), vec![foe], &kaer())
}

/// C4: each turn allows one avoidance. The second blow only has to be Poor.
#[test]
fn second_blow_is_not_avoided() {
    // Initiative of the lone fighter and both foes; then the foes attack in order.
    let (events, ..) = played(&two_on_one(), &[&[-1, 1, 0, 0, 4, -2, -4, -4, 4]]);
    assert_eq!(events, [avoided(1, 0), hit(2, 0, 0), wound(2, 0, 0), avoided(0, 1)]);
    let (events, ..) = played(&two_on_one(), &[&[-1, 1, 0, 0, 4, -3, -4, 4]]);
    assert_eq!(events, [avoided(1, 0), Event::Missed { by: 2 }, avoided(0, 1)], "Terrible does not");
}

/// Reading 6: a wound already counts for the next blow of the round, and a fighter who is put out first does not
/// strike.
#[test]
fn wounds_count_immediately() {
    let strong = Fighter { offense: 3, ..fighter("strong", 0, 0) };
    let fight = duel(strong, fighter("weak", 0, 0), &kaer());
    // 1 by degree and 3 by factor: a Hurt. The counterattack of 0 becomes −1 against −1, and is avoided.
    let (events, ..) = played(&fight, &[&[1, 0, 1, 0, 0, 0, -1]]);
    assert_eq!(events, [hit(0, 1, 1), wound(0, 1, 2), avoided(1, 0)]);
    // By 4, and 3 by factor: Incapacitated, and nothing more is rolled.
    let (events, _, progress) = played(&fight, &[&[1, 0, 4, 0, 0]]);
    assert_eq!((events.len(), progress), (2, Progress::Over));
}

/// Reading 6: at equal initiative both blows land together, and both fighters can be put out. If ties are rerolled, one
/// goes first.
#[test]
fn equal_initiative_is_simultaneous_or_rerolled() {
    let killer = |name| Fighter { offense: 9, ..fighter(name, 0, 0) };
    let together = duel(killer("a"), killer("b"), &kaer());
    let (events, state, progress) = played(&together, &[&[0, 0, 1, 0, 0, 1, 0, 0]]);
    assert_eq!((events.len(), progress, together.winning_side(&state.fighters)), (4, Progress::Over, None));
    let rerolled = duel(killer("a"), killer("b"), &Rules { initiative_ties: InitiativeTies::Reroll, ..kaer() });
    // Two ties, then b is higher and strikes first.
    let (_, state, progress) = played(&rerolled, &[&[0, 0, 2, 2, 0, 1, 1, 0, 0]]);
    assert_eq!((progress, rerolled.winning_side(&state.fighters)), (Progress::Over, Some(1)));
}

/// C2: an initiative that is rolled once is kept. One that is rolled every round can be lowered by wounds.
#[test]
fn initiative_is_kept_or_lowered_by_wounds() {
    let rules = Rules {
        initiative: InitiativeRolls::Once,
        initiative_trade: InitiativeTrade::Off,
        maneuvers: Switch::Off,
        ..kaer()
    };
    let fight = duel(fighter("a", 0, 0), fighter("b", 0, 0), &rules);
    let (events, ..) = played(&fight, &[&[0, 1, 0, 0, 0, 0], &[0, 0, 0, 0]]);
    assert_eq!(events, [avoided(1, 0), avoided(0, 1), avoided(1, 0), avoided(0, 1)], "b first, in both rounds");
    let rules = Rules { initiative_wounds: InitiativeWounds::Slow, ..kaer() };
    let fight = duel(Fighter { offense: 3, ..fighter("a", 0, 0) }, fighter("b", 0, 0), &rules);
    // The Hurt of round 1 lowers b's initiative in round 2 by 1.
    let (events, ..) = played(&fight, &[&[1, 0, 1, 0, 0, 0, 0], &[-1, 1, 0, 0, 0, 1]]);
    assert_eq!(events[3..], [avoided(1, 0), avoided(0, 1)], "1 - 1 is still above -1");
    let (events, ..) = played(&fight, &[&[1, 0, 1, 0, 0, 0, 0], &[1, 1, -4, 0, 0, 0]]);
    assert_eq!(events[3..], [avoided(0, 1), avoided(1, 0)], "1 - 1 is below 1");
}

const KNIFE_FIGHT: &str = "
[rules]
base = 'kaer'
[fighters.max]
skill = 'Good'
avoid = 'Fair'
perception = 'Good'
intuition = 'Terrible'
strength = 'Good'
weapon = 'dagger'
[fighters.docker]
skill = 'Fair'
avoid = 'Fair'
strength = 'Good'
weapon = 'dagger'
armor = 'heavy clothing'
health = 'Good'
";

/// KAER: initiative is the rounded mean of three attributes, or is set. Combat Reflexes add to either.
#[test]
fn initiative_equals_the_mean_of_attributes() {
    let initiative = |lines: &str| {
        let text = KNIFE_FIGHT.replace("perception = 'Good'\nintuition = 'Terrible'\n", lines);
        fight_of(&study(&text), 0).cast.fighters[0].initiative
    };
    assert_eq!(initiative("perception = 'Good'\nintuition = 'Terrible'\n"), -1);
    assert_eq!(initiative("perception = 'Good'\nintuition = 'Terrible'\ncombat_reflexes = true\n"), 0);
    assert_eq!(initiative("initiative = 'Good'\n"), 1);
    assert_eq!(initiative(""), 0);
}

#[test]
fn transcript_of_turns_matches_committed_text() {
    let rolls = parse_script("0,0, 1,-1,0, -2,0, 0,0, -1,0, 2,0,0").unwrap();
    let study = study(KNIFE_FIGHT);
    let told = page(&replay(&study, 0, Rolls::Script(&rolls)).unwrap(), 80);
    texts::held("transcripts/kaer-turns.txt", &[("turns".to_owned(), told.trim_end().to_owned())]);
}

fn with_stance(word: &str, fighter: Fighter) -> Fighter {
    Fighter { tactic: Policy::fixed(Tactic::parse(word, &kaer()).unwrap()), ..fighter }
}

/// M11: the second attack comes three levels of initiative later, when the target has used its one avoidance. The
/// attacker avoids nothing, and Poor hits.
#[test]
fn second_attack_meets_no_avoidance() {
    let against = |word| duel(with_stance(word, fighter("a", 0, 0)), fighter("b", 0, 0), &kaer());
    // a at 1, b at 0, a again at −2.
    let rolls: &[i32] = &[1, 0, 0, 0, -2, 0, 0, 0];
    let (events, state, _) = played(&against("attack-twice"), &[rolls]);
    let first = [avoided(0, 1), hit(1, 0, 0), wound(1, 0, 0)];
    assert_eq!(events, [&first[..], &[hit(0, 1, 2), wound(0, 1, 1)]].concat());
    assert_eq!(state.fighters[0], Body::default(), "nothing of the round is left but wounds");
    let (events, ..) = played(&against("attack-with-both-hands"), &[rolls]);
    assert_eq!(events[3..], [hit(0, 1, 1), wound(0, 1, 1)], "the off-hand is one level worse");
    // b at −2, level with a's second attack: both blows land before either counts.
    let (events, ..) = played(&against("attack-twice"), &[&[1, -2, 0, 0, 0, 4, -2, 0]]);
    assert_eq!(events, [avoided(0, 1), hit(0, 1, 2), wound(0, 1, 3), hit(1, 0, 0), wound(1, 0, 0)]);
}

/// M12: two blows are avoided, or one in two ways, and there is no attack.
#[test]
fn avoiding_twice_replaces_the_attack() {
    let lone = |word| {
        let lone = Fighter { other_avoid: Some(-1), ..fighter("lone", 0, 0) };
        support::brawl(with_stance(word, lone), vec![Fighter { count: 2, ..fighter("foe", 0, 0) }], &kaer())
    };
    let (events, ..) = played(&lone("avoid-twice"), &[&[4, 1, 0, 0, 0, 0, 0]]);
    assert_eq!(events, [avoided(1, 0), avoided(2, 0)]);
    // The dodge is −1. The parry, −1 and a roll of 2, is Good. No avoidance is left for the second blow.
    let (events, ..) = played(&lone("dodge-and-parry"), &[&[4, 1, 0, 1, -1, 2, 0, 0]]);
    assert_eq!(events, [avoided(1, 0), hit(2, 0, 2), wound(2, 0, 1)]);
}

/// M13: a sweep is at −1, then −2, up to the first miss. Poor hits the sweeper. A single foe cannot be swept.
#[test]
fn sweep_ends_at_the_first_miss() {
    let against = |count| {
        let lone = with_stance("sweep", fighter("lone", 2, 0));
        support::brawl(lone, vec![Fighter { count, ..fighter("foe", 0, 0) }], &kaer())
    };
    // Good beats Fair; Fair beats Mediocre; the third roll of −3 misses, so the fourth foe is spared. Then all four
    // foes miss.
    let rolls: &[i32] = &[4, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, -3, 0, -3, -3, -3, -3];
    let (events, ..) = played(&against(4), &[rolls]);
    let swept = [hit(0, 1, 1), wound(0, 1, 1), hit(0, 2, 1), wound(0, 2, 1), avoided(0, 3)];
    assert_eq!(events[..5], swept);
    assert_eq!(events[5..], [1, 2, 3, 4].map(|by| Event::Missed { by }));
    let (events, ..) = played(&against(1), &[&[4, 0, -2, 0, 0, 0]]);
    assert_eq!(events, [avoided(0, 1), avoided(1, 0)], "one foe: no -1, and the blow is avoided");
}

/// M14: a position changes the attack. A turned back changes the avoidance, too.
#[test]
fn position_changes_attack_and_avoidance() {
    let of = |position: &str, by: &str| {
        let lines = format!("[fighters.max]\nposition = '{position}'\navoid_by = '{by}'");
        let study = study(&KNIFE_FIGHT.replace("[fighters.max]", &lines));
        let matchup = fight_of(&study, 0).fight.matchup(0, 1);
        (matchup.skill - 1, matchup.avoid)
    };
    let table = [("behind-foe", 2), ("above", 1), ("below", -1), ("prone", -2)];
    for (position, attack) in table {
        assert_eq!(of(position, "parry"), (attack, 0), "{position}");
    }
    assert_eq!((of("back-turned", "dodge"), of("back-turned", "parry")), ((-2, -1), (-2, -2)));
}

/// M9, M10: an offensive posture adds to every attack and subtracts from every avoidance. Haste subtracts from both.
#[test]
fn posture_and_haste_change_attack_and_avoidance() {
    let fight = duel(with_stance("offensive and hasty", fighter("a", 0, 0)), fighter("b", 0, 0), &kaer());
    // Initiative 0 + 1 against 0: a is first. Attack 0 + 1 − 1 against 0 is avoided, and avoidance 0 − 1 − 1 fails.
    let (events, ..) = played(&fight, &[&[0, 0, 0, 0, -1, 0, 0]]);
    assert_eq!(events, [avoided(0, 1), hit(1, 0, 1), wound(1, 0, 1)]);
}

#[test]
fn transcript_of_a_maneuver_matches_committed_text() {
    let rolls = parse_script("2,0, 0,1, -3, 1,0").unwrap();
    let study = study(&KNIFE_FIGHT.replace("[fighters.max]", "[fighters.max]\ntactic = 'attack-twice'"));
    let told = page(&replay(&study, 0, Rolls::Script(&rolls)).unwrap(), 80);
    texts::held("transcripts/kaer-maneuver.txt", &[("maneuver".to_owned(), told.trim_end().to_owned())]);
}

const STANCES: [&str; 10] = [
    "offensive",
    "very-defensive",
    "hasty",
    "very-patient",
    "offensive and hasty",
    "attack-twice",
    "attack-with-both-hands",
    "avoid-twice",
    "dodge-and-parry",
    "sweep",
];

fn taking(text: &str, stance: &str) -> String {
    text.replace("[fighters.max]", &format!("[fighters.max]\ntactic = '{stance}'\nother_avoid = 'Fair'"))
}

/// The dockers always attack, so a fight ends even if Max never attacks.
#[test]
fn exact_and_simulated_agree_with_every_stance() {
    for stance in STANCES {
        for text in [KNIFE_FIGHT, TWO_ON_ONE] {
            let text = taking(text, stance);
            assert_eq!(refused(&text, &text), [], "{stance}");
        }
    }
}

/// Exact figures without a stance must differ from those with any stance. A sweep needs two foes.
#[test]
fn every_stance_is_distinguished_from_no_stance() {
    for stance in STANCES {
        assert!(!refused(TWO_ON_ONE, &taking(TWO_ON_ONE, stance)).is_empty(), "{stance}");
    }
}

/// Options of a KAER fight, each compared with the preset alone.
const OPTIONS: [&str; 8] = [
    "initiative_ties = 'reroll'",
    "initiative_wounds = 'slow'",
    "initiative = 'once'\nmaneuvers = 'off'\ninitiative_trade = 'off'",
    "turn_order = 'sides'",
    "avoidance = 'every'\nmaneuvers = 'off'",
    "damage_roll = '4dF-limited'",
    "record = { overflow = 'upward' }",
    "outnumbered = 'per-foe'",
];

fn with(text: &str, option: &str) -> String {
    text.replace("base = 'kaer'", &format!("base = 'kaer'\n{option}"))
}

/// One against two, with a record that is small enough to be solved quickly.
const TWO_ON_ONE: &str = "
[rules]
base = 'kaer'
[rules.record]
kind = 'boxes'
levels = [
    { name = 'Hurt', from = 1, boxes = 2, penalty = -1 },
    { name = 'Out', from = 4, out = true },
]
[fighters.max]
skill = 'Great'
avoid = 'Good'
perception = 'Good'
offense = 2
defense = 1
[fighters.dockers]
count = 2
side = 'dockers'
skill = 'Fair'
offense = 2
";

#[test]
fn exact_and_simulated_agree_with_every_option_in_a_duel() {
    assert_eq!(refused(KNIFE_FIGHT, KNIFE_FIGHT), []);
    for option in &OPTIONS[..7] {
        let text = with(KNIFE_FIGHT, option);
        assert_eq!(refused(&text, &text), [], "{option}");
    }
}

#[test]
fn exact_and_simulated_agree_with_every_option_against_two() {
    assert_eq!(refused(TWO_ON_ONE, TWO_ON_ONE), []);
    for option in OPTIONS.iter().filter(|option| !option.starts_with("record")) {
        let text = with(TWO_ON_ONE, option);
        assert_eq!(refused(&text, &text), [], "{option}");
    }
}

#[test]
fn every_option_is_distinguished_from_the_preset() {
    for option in OPTIONS {
        // `avoidance`, `turn_order`, `outnumbered` and `initiative` need two foes; Scratches need weak blows.
        let weak = KNIFE_FIGHT.replace("weapon = 'dagger'", "weapon = 'unarmed'");
        let two = ["avoid", "turn", "outn", "initiative = "].iter().any(|start| option.starts_with(start));
        let text = if two { TWO_ON_ONE } else { &weak };
        assert!(!refused(text, &with(text, option)).is_empty(), "{option}");
    }
}
