//! Fights of more than two sides (reading 48): exact answers against an independent calculation and against simulation.

use crate::support::agree::{disagreements, indifferent, unmoved};
use crate::support::fights::solve;
use crate::support::written::{exact, refusal, refused, study};
use crate::support::{dice, fighter, level};
use fudgelab::combat::{Body, Cast, Fight, Fighter, Missile, Ranged, State, compile};
use fudgelab::rules::morale::Flees;
use fudgelab::rules::{Pacing, Record, Rules, Spread, Targets};
use fudgelab::study::{MethodChoice, Study, run};

/// The distribution of 2dF, in ninths.
const TWO: [(i32, f64); 5] = [(-2, 1.0), (-1, 2.0), (0, 3.0), (1, 2.0), (2, 1.0)];

/// One box: a fighter who is hit is out.
fn rules() -> Rules {
    let record = Record { levels: vec![level("Out", 1, 1, 0, true)], ..Record::standard() };
    Rules { record, dice: dice("2dF"), ..Rules::plain() }
}

fn fight(sides: &[&[Fighter]], rules: &Rules) -> Fight {
    let of = |(side, fighters): (usize, &&[Fighter])| -> Vec<Fighter> {
        fighters.iter().map(|one| Fighter { side, ..one.clone() }).collect()
    };
    let fighters = sides.iter().enumerate().flat_map(of).collect();
    let sides = ["first", "second", "third", "fourth", "fifth"][..sides.len()].iter().map(|name| (*name).to_owned());
    compile(&Cast { fighters, sides: sides.collect() }, rules).unwrap()
}

/// The chance that a fighter of skill `own` hits one of skill `foe` in a round.
fn hits(own: i32, foe: i32) -> f64 {
    let rolls = TWO.iter().flat_map(|one| TWO.map(|other| (*one, other)));
    rolls.filter(|((one, _), (other, _))| own + one > foe + other).map(|((_, p), (_, q))| p * q / 81.0).sum()
}

/// The pairs that fight if each side has a single fighter: each side in turn names the next one that is still up, and
/// the two fight if both are free.
fn pairs(alive: &[bool]) -> Vec<[usize; 2]> {
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    for own in (0..alive.len()).filter(|side| alive[*side]) {
        let named = (1..alive.len()).map(|step| (own + step) % alive.len()).find(|side| alive[*side]);
        let free = |side: usize| pairs.iter().flatten().all(|one| *one != side);
        if let Some(foe) = named.filter(|foe| free(own) && free(*foe)) {
            pairs.push([own, foe]);
        }
    }
    pairs
}

/// The chance of each fighter to be the last one standing.
fn last(skills: &[i32], alive: &[bool]) -> Vec<f64> {
    let pairs = pairs(alive);
    if pairs.is_empty() {
        return alive.iter().map(|alive| f64::from(u8::from(*alive))).collect();
    }
    // In each pair, neither falls, or one of the two does.
    let mut rounds = vec![(1.0, alive.to_vec())];
    for [one, other] in pairs {
        let (falls, felled) = (hits(skills[other], skills[one]), hits(skills[one], skills[other]));
        let without = |alive: &[bool], who: usize| alive.iter().enumerate().map(|(k, is)| *is && k != who).collect();
        rounds = rounds
            .into_iter()
            .flat_map(|(chance, alive)| {
                let ways = [(chance * falls, without(&alive, one)), (chance * felled, without(&alive, other))];
                [(chance * (1.0 - falls - felled), alive)].into_iter().chain(ways)
            })
            .collect();
    }
    let goes_on: f64 = rounds.iter().filter(|(_, left)| left != alive).map(|(chance, _)| chance).sum();
    let mut wins = vec![0.0; skills.len()];
    for (chance, left) in rounds.into_iter().filter(|(_, left)| left != alive) {
        wins.iter_mut().zip(last(skills, &left)).for_each(|(sum, wins)| *sum += chance / goes_on * wins);
    }
    wins
}

#[test]
fn single_fighters_match_independent_calculation() {
    // With even odds, the fighter who waits wins half of all fights.
    assert_eq!(last(&[0, 0, 0], &[true; 3]), [0.25, 0.25, 0.5]);
    for skills in [&[0, 0, 0][..], &[1, 0, -1], &[-1, 1, 0], &[0, 0, 0, 0], &[2, 0, 1, -1]] {
        let singles: Vec<[Fighter; 1]> = skills.iter().map(|skill| [fighter("one", *skill)]).collect();
        let sides: Vec<&[Fighter]> = singles.iter().map(|side| &side[..]).collect();
        let expected = last(skills, &vec![true; skills.len()]);
        let found = solve(&fight(&sides, &rules())).unwrap();
        for (found, expected) in found.wins.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-9, "{skills:?}: {found}, not {expected}");
        }
    }
}

/// The group of each fighter in the first round; 0 if it has none.
fn groups(sides: &[&[Fighter]], rules: &Rules) -> Vec<u16> {
    let fight = fight(sides, rules);
    let bodies = vec![Body::default(); fight.roster.fighters()];
    State::start(&fight, bodies).fighters.iter().map(|body| body.group).collect()
}

/// Each side names the side with the most fit fighters; among equals, the next one in the file, starting over after the
/// last.
#[test]
fn sides_are_grouped_in_the_order_of_the_file() {
    let of = |count| [Fighter { count, ..fighter("one", 0) }];
    let found = |counts: &[u16]| {
        let sides: Vec<_> = counts.iter().map(|count| of(*count)).collect();
        groups(&sides.iter().map(|side| &side[..]).collect::<Vec<_>>(), &rules())
    };
    assert_eq!(found(&[1, 1, 1]), [1, 1, 0]);
    // The first side names the third, which has two fighters; the second side names it too late.
    assert_eq!(found(&[1, 1, 2]), [1, 0, 1, 1]);
    // The first side names the second, and they fight in pairs; the third side names the first too late.
    assert_eq!(found(&[2, 2, 1]), [1, 2, 1, 2, 0]);
    // Two pairs fight.
    assert_eq!(found(&[1, 1, 1, 1]), [1, 1, 2, 2]);
    // The first side names the largest, and meets all three of its fighters.
    assert_eq!(found(&[1, 3, 1]), [1, 1, 1, 1, 0]);
    // If `reach` leaves fighters over, the next side meets them.
    let near = Rules { reach: Some(2), ..rules() };
    let sides = [of(1), of(3), of(1)];
    assert_eq!(groups(&sides.each_ref().map(|side| &side[..]), &near), [1, 1, 1, 2, 2]);
}

#[test]
fn exact_matches_simulation() {
    let levels = vec![level("Hurt", 1, 1, -1, false), level("Out", 3, 1, 0, true)];
    let short = Rules { record: Record { levels, ..Record::standard() }, round_limit: 12, ..rules() };
    let turns = Rules { pacing: Pacing::Turns, ..short.clone() };
    let afar = Rules { closing: Some(2), ..short.clone() };
    let hero = || Fighter { offense: 2, ..fighter("hero", 1) };
    let pair = || Fighter { count: 2, ..fighter("foe", 0) };
    let bow = Missile { skill: 1, offense: 1, scaled: true, thrown: true, burst: None };
    let archer = |at_back| {
        let ranged = Ranged { missile: Some(bow), ..Ranged::default() };
        Fighter { ranged, at_back, ..fighter("archer", 0) }
    };
    let three = |rules: &Rules| fight(&[&[hero()], &[pair()], &[fighter("third", 1)]], rules);
    // The same fighters, with two of the sides allied.
    let two = |rules: &Rules| fight(&[&[hero(), fighter("third", 1)], &[pair()]], rules);
    let keen = |targets| Fighter { targets, spread: Spread::GangUp, ..pair() };
    let choosing = |targets| fight(&[&[hero(), fighter("aid", -1)], &[keen(targets)], &[fighter("third", 0)]], &short);
    let behind =
        |at_back| fight(&[&[fighter("friend", 0), archer(at_back)], &[pair()], &[fighter("third", 1)]], &short);
    let behind_in_turns = |at_back| {
        fight(&[&[fighter("friend", 0), archer(at_back)], &[fighter("foe", 0)], &[fighter("third", 1)]], &turns)
    };
    let closing = |rules: &Rules| fight(&[&[archer(false)], &[pair()], &[fighter("third", 1)]], rules);
    let routs = |flees| fight(&[&[hero()], &[Fighter { flees, ..pair() }], &[fighter("third", 1)]], &short);
    let four =
        |skill| fight(&[&[fighter("a", skill)], &[fighter("b", 0)], &[fighter("c", 0)], &[fighter("d", 0)]], &short);
    let cases = [
        ("three sides", three(&short), two(&short)),
        ("three sides in turns", three(&turns), two(&turns)),
        ("four sides", four(1), four(0)),
        ("choosing among the named", choosing(Targets::MostWounded), choosing(Targets::Weakest)),
        ("an archer behind", behind(true), behind(false)),
        ("an archer behind, in turns", behind_in_turns(true), behind_in_turns(false)),
        ("a volley first", closing(&afar), closing(&short)),
        ("flight", routs(Some(Flees::HalfDown)), routs(None)),
    ];
    assert_eq!(disagreements(&cases), Vec::<String>::new());
    assert_eq!(indifferent(&cases), Vec::<&str>::new());
    unmoved("several-sides", &cases);
}

/// Fights of several sides have leads and comebacks, but first blood is not credited to any side.
#[test]
fn several_sides_have_leads_and_comebacks() {
    let text = |skill| {
        format!(
            "[rules]\nbase = 'nutshell'\nrecord = {{ kind = 'in-order', levels = [{{ name = 'Hurt', boxes = 2, penalty = -1 }}, {{ name = 'Out', out = true }}] }}\n\
             [fighters.a]\nskill = {skill}\n[fighters.b]\nskill = 0\n[fighters.c]\nskill = 0\n\
             [[ask]]\nmeasure = 'lead changes'\n[[ask]]\nmeasure = 'C comes back'\n[[ask]]\nmeasure = 'rounds until first blood'\n"
        )
    };
    assert!(refused(&text(0), &text(0)).is_empty());
    assert!(!refused(&text(0), &text(1)).is_empty());
    let result = run(&Study { method: MethodChoice::Exact, ..study(&text(0)) }, &()).unwrap();
    let cell = &result.cells[0];
    assert!(cell.figure("comes back", "C").is_some() && cell.figure("first blood", "A").is_none());
    let wins: f64 = ["A", "B", "C"].map(|side| cell.figure("wins", side).unwrap().estimate.value).iter().sum();
    assert!((wins - 1.0).abs() < 1e-9, "{wins}");
}

#[test]
fn rules_for_two_sides_are_rejected() {
    let three = "[fighters.a]\nskill = 1\n[fighters.b]\nskill = 1\n[fighters.c]\nskill = 1\n";
    let of = |rules: &str, more: &str| refusal(&format!("[rules]\nbase = 'nutshell'\n{rules}\n{three}{more}"));
    assert!(
        of("", "[fighters.d]\nskill = 0\n[fighters.e]\nskill = 0\n").contains("a fight has 4 sides at most, not 5")
    );
    assert!(of("ends_at = 'Scratch'", "").contains("a fight to the first wound is between two"));
    let players = refusal(&format!("[rules]\nbase = 'lite'\n{three}"));
    assert!(players.contains("where only player characters act there are two"), "{players}");
}

/// A hurts the first of two foes and cannot hurt the other, who only defends itself: the fight has no end, although two
/// sides draw first blood together in some rounds.
#[test]
fn endless_fight_of_three_sides_is_a_draw() {
    let text = |defense: i32| {
        format!(
            "[rules]\nbase = 'kaer'\nround_limit = 60\n[fighters.a]\nskill = 'Good'\n[fighters.front]\nskill = 'Terrible'\n\
             only_defends = true\n[fighters.b]\nskill = 'Fair'\ndefense = {defense}\ntactic = 'dodge-and-parry'\n"
        )
    };
    assert!(refused(&text(90), &text(90)).is_empty());
    let figure = exact(&text(90));
    let wins = ["A", "Front", "B"].map(|side| figure("wins", side));
    assert!(wins == [0.0; 3] && (figure("draw", "") - 1.0).abs() < 1e-12, "{wins:?}");
    assert!(!refused(&text(90), &text(0)).is_empty());
}
