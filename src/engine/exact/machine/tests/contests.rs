//! Contests of several characters: known answers, and agreement with simulation.

use crate::chance::{Sampler, Seed, Weight};
use crate::check::{Actor, Contest, ContestOutcome, Contestant, Count, Summary, Winner, play};
use crate::dice::Dice;
use crate::exact::ends;

fn contest_of(levels: &[i32], dice: &[&str], minimum: Option<i32>) -> Contest {
    let one = |(level, dice): (&i32, &&str)| {
        Contestant::new(Actor::new(Some(*level), 0, Dice::parse(dice).unwrap(), None).unwrap(), minimum).unwrap()
    };
    Contest::new(levels.iter().zip(dice).map(one).collect()).unwrap()
}

struct Sums<W> {
    wins: Vec<W>,
    shares: Vec<W>,
    shared: W,
    nobody: W,
    degrees: Summary<i32, W>,
}

impl<W: Count> Sums<W> {
    fn none(contest: &Contest) -> Self {
        let none = vec![W::default(); contest.contestants().len()];
        Self {
            wins: none.clone(),
            shares: none,
            shared: W::default(),
            nobody: W::default(),
            degrees: Summary::default(),
        }
    }

    /// Adds an outcome as it affects contestant `who`; only the first contestant adds to the totals of the whole
    /// contest.
    fn record(&mut self, contest: &Contest, who: u16, outcome: ContestOutcome, weight: W) {
        if outcome.lead.is_held_by(who) {
            match contest.winner(outcome.lead) {
                Winner::One(_) => self.wins[usize::from(who)] += weight,
                Winner::Shared => self.shares[usize::from(who)] += weight,
                Winner::Nobody => self.nobody += weight,
            }
        }
        if who == 0 {
            self.degrees.record(outcome.lead.best(), weight);
            self.shared += if outcome.lead.is_shared() { weight } else { W::default() };
        }
    }
}

fn solved(contest: &Contest) -> Sums<Weight> {
    let mut sums = Sums::none(contest);
    for who in contest.numbers() {
        let seen = ends(&contest.distinguishing(1 << who)).unwrap();
        seen.iter().for_each(|(outcome, weight)| sums.record(contest, who, outcome, weight));
    }
    sums
}

fn fractions(weights: &[Weight]) -> Vec<(u128, u128)> {
    weights.iter().map(|weight| weight.fraction().unwrap()).collect()
}

#[test]
fn contest_of_four_matches_known_answer() {
    // Known answer check/four-mixed.
    let solved = solved(&contest_of(&[2, 1, 0, -1], &["4dF", "3d6-table", "2dF", "none"], None));
    assert_eq!(fractions(&solved.wins), [(13921, 26244), (8627, 39366), (595, 13122), (5, 78732)]);
    assert_eq!(fractions(&solved.shares), [(3161, 17496), (25933, 157_464), (14275, 157_464), (515, 157_464)]);
    assert_eq!(fractions(&[solved.shared, solved.nobody]), [(1345, 6561), (0, 1)]);
}

#[test]
fn contest_of_two_equals_opposed_action() {
    for minimum in [None, Some(-1), Some(2)] {
        let contest = contest_of(&[1, 0], &["4dF", "2d6-table"], minimum);
        let solved = solved(&contest);
        let [active, passive] = contest.contestants() else { unreachable!("there are two") };
        let opposed = crate::check::Opposed::new(active.clone(), passive.clone(), Default::default());
        let solution = ends(&opposed).unwrap();
        let known: Vec<_> = opposed.figures(&solution).iter().map(|(_, weight)| weight.fraction()).collect();
        let mut own = vec![solved.wins[0], solved.shared, solved.wins[1]];
        own.extend(minimum.map(|_| solved.nobody));
        assert_eq!(own.iter().map(Weight::fraction).collect::<Vec<_>>(), known, "{minimum:?}");
    }
}

#[test]
fn identical_contestants_have_equal_chances() {
    // With twenty equals on one Fudge die, the best result is −1, 0 or +1, and each contestant wins equally often.
    let solved = solved(&contest_of(&[0; 20], &["1dF"; 20], None));
    assert!(solved.wins.iter().all(|wins| wins.fraction() == solved.wins[0].fraction()));
    let third = 3u128.pow(20);
    // A sole winner has +1 against nineteen of at most 0, or 0 against nineteen of −1.
    assert_eq!(solved.wins[0].fraction(), Some(reduced((2u128.pow(19) + 1, third))));
    let best: Vec<_> = solved.degrees.iter().map(|(degree, weight)| (degree, weight.fraction().unwrap())).collect();
    let top = third - 2u128.pow(20);
    let expected = [(-1, 1), (0, 2u128.pow(20) - 1), (1, top)];
    assert_eq!(best, expected.map(|(degree, weight)| (degree, reduced((weight, third)))));
}

/// A fraction whose denominator is a power of three, in lowest terms.
fn reduced((a, b): (u128, u128)) -> (u128, u128) {
    if a % 3 == 0 && b % 3 == 0 { reduced((a / 3, b / 3)) } else { (a, b) }
}

const TRIALS: u64 = 200_000;

/// Whether a simulated count is more than 4.5 standard errors from the exact one. About 40 figures are compared, each
/// with a chance of 7 in a million of a false alarm: fewer than one seed in three thousand would fail.
fn caught(contest: &Contest, solved: &Sums<Weight>) -> bool {
    let mut tally = Sums::none(contest);
    for trial in 0..TRIALS {
        let outcome = play(contest, &mut Sampler::new(Seed::new(2), trial), &mut |()| {}).end;
        contest.numbers().for_each(|who| tally.record(contest, who, outcome, 1u64));
    }
    let far = |count: u64, share: Weight| {
        let (expected, share) = (TRIALS as f64 * share.probability(), share.probability());
        (count as f64 - expected).abs() > 4.5 * (expected * (1.0 - share)).sqrt() + 1e-6
    };
    let pairs = |counts: &[u64], shares: &[Weight]| counts.iter().zip(shares).any(|(n, share)| far(*n, *share));
    pairs(&tally.wins, &solved.wins)
        || pairs(&tally.shares, &solved.shares)
        || far(tally.shared, solved.shared)
        || far(tally.nobody, solved.nobody)
        || solved.degrees.iter().any(|(degree, share)| far(tally.degrees.weight_of(|one| one == degree), share))
}

#[test]
fn simulated_contests_match_exact_ones() {
    for minimum in [None, Some(1)] {
        let contest = contest_of(&[1, 0, 0, 1], &["4dF", "4d6-lowest", "2dF", "none"], minimum);
        assert!(!caught(&contest, &solved(&contest)), "{minimum:?}");
    }
}

#[test]
fn comparison_rejects_small_errors() {
    // One contestant's level is off by one; then the minimum is.
    let right = contest_of(&[1, 0, 0, 1], &["4dF", "4d6-lowest", "2dF", "none"], Some(1));
    let wrong = contest_of(&[1, 0, 1, 1], &["4dF", "4d6-lowest", "2dF", "none"], Some(1));
    assert!(caught(&right, &solved(&wrong)));
    let wrong = contest_of(&[1, 0, 0, 1], &["4dF", "4d6-lowest", "2dF", "none"], Some(2));
    assert!(caught(&right, &solved(&wrong)));
}
