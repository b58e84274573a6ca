//! Contests of many, solved contestant by contestant.

use super::check::{Distribution, distribution};
use crate::chance::Weight;
use crate::check::{Contest, ContestOutcome, ContestTally, Lead};
use crate::error::{Error, Result};

/// The distribution of a contest's results.
///
/// Rolls are independent, so the branches of each are run once. After each roll, leads are merged that are the same to the
/// contestant whose figures are computed: a contest of twenty takes a few hundred leads, not 9²⁰ branches.
///
/// Where somebody has Fudge points, all is followed together.
///
/// # Errors
/// Fudge points can go in too many ways.
pub fn contest(contest: &Contest) -> Result<ContestTally<Weight>> {
    if contest.has_luck() {
        let mut solved = ContestTally::new(contest);
        contest.ends()?.for_each(|(outcome, weight)| solved.record(contest, &outcome, weight));
        return Ok(solved);
    }
    let rolls = rolls(contest);
    let mut solved = ContestTally::new(contest);
    for who in contest.numbers() {
        let leads = leads(contest, &rolls, |lead| lead.seen_by(who), usize::MAX)?;
        for (lead, weight) in leads.iter() {
            solved.record_for(contest, who, lead, weight);
            if who == 0 {
                solved.record_best(lead, weight);
            }
        }
    }
    Ok(solved)
}

/// The distribution of a contest's outcomes, as far as they concern some contestants, a bit each: see [`Lead::seen_by_all`].
///
/// # Errors
/// Too many leads, or Fudge points can go in too many ways.
pub fn contest_seen_by(contest: &Contest, some: u32) -> Result<Distribution<ContestOutcome>> {
    let mut solved = Distribution::default();
    if contest.has_luck() {
        contest.ends()?.for_each(|(outcome, weight)| solved.record(outcome, weight));
        return Ok(solved);
    }
    let leads = leads(contest, &rolls(contest), |lead| lead.seen_by_all(some), MOST_LEADS)?;
    leads.iter().for_each(|(lead, weight)| solved.record(ContestOutcome::of(lead), weight));
    Ok(solved)
}

/// The most leads after a roll that are told apart: a contest of twelve in which each holder of the lead matters has some 40,000.
const MOST_LEADS: usize = 50_000;

/// The degrees that each contestant may roll.
fn rolls(contest: &Contest) -> Vec<Distribution<i32>> {
    contest.numbers().map(|who| distribution(|chance| contest.degree(who, chance))).collect()
}

/// The leads in which a contest may end, those that are `seen` alike merged after each roll.
fn leads(
    contest: &Contest,
    rolls: &[Distribution<i32>],
    seen: impl Fn(Lead) -> Lead,
    most: usize,
) -> Result<Distribution<Lead>> {
    let mut leads = Distribution::default();
    leads.record(Lead::NONE, Weight::ONE);
    for (roller, roll) in contest.numbers().zip(rolls) {
        let mut after = Distribution::default();
        for (lead, weight) in leads.iter() {
            roll.iter().for_each(|(degree, chance)| after.record(seen(lead.after(roller, degree)), weight * chance));
        }
        if after.iter().count() > most {
            return Err(Error::input("the leads of this contest are too many to tell apart exactly")
                .with_help("ask about fewer contestants at once, or use method = \"simulate\""));
        }
        leads = after;
    }
    Ok(leads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Sampler, Seed};
    use crate::check::{Actor, Contestant};
    use crate::dice::Dice;

    fn contest_of(levels: &[i32], dice: &[&str], minimum: Option<i32>) -> Contest {
        let one = |(level, dice): (&i32, &&str)| {
            Contestant::new(Actor::new(Some(*level), 0, Dice::parse(dice).unwrap(), None).unwrap(), minimum).unwrap()
        };
        Contest::new(levels.iter().zip(dice).map(one).collect()).unwrap()
    }

    fn fractions(weights: &[Weight]) -> Vec<(u128, u128)> {
        weights.iter().map(|weight| weight.fraction().unwrap()).collect()
    }

    #[test]
    fn four_with_different_dice() {
        // Known answer check/four-mixed.
        let solved = contest(&contest_of(&[2, 1, 0, -1], &["4dF", "3d6-table", "2dF", "none"], None)).unwrap();
        assert_eq!(fractions(&solved.wins), [(13921, 26244), (8627, 39366), (595, 13122), (5, 78732)]);
        assert_eq!(fractions(&solved.shares), [(3161, 17496), (25933, 157_464), (14275, 157_464), (515, 157_464)]);
        assert_eq!(fractions(&[solved.shared, solved.nobody]), [(1345, 6561), (0, 1)]);
    }

    #[test]
    fn a_contest_of_two_is_an_opposed_action() {
        for minimum in [None, Some(-1), Some(2)] {
            let contest = contest_of(&[1, 0], &["4dF", "2d6-table"], minimum);
            let solved = super::contest(&contest).unwrap();
            let [active, passive] = contest.contestants() else { unreachable!("there are two") };
            let opposed = crate::check::Opposed::new(active.clone(), passive.clone(), Default::default());
            let solution = crate::exact::opposed(&opposed).unwrap();
            let known: Vec<_> = opposed.figures(&solution).iter().map(|(_, weight)| weight.fraction()).collect();
            let mut own = vec![solved.wins[0], solved.shared, solved.wins[1]];
            own.extend(minimum.map(|_| solved.nobody));
            assert_eq!(own.iter().map(Weight::fraction).collect::<Vec<_>>(), known, "{minimum:?}");
        }
    }

    #[test]
    fn twenty_alike_share_alike() {
        // Of twenty equals on one Fudge die the best is −1, 0 or +1 by the cube of thirds; each wins as often.
        let solved = contest(&contest_of(&[0; 20], &["1dF"; 20], None)).unwrap();
        assert!(solved.wins.iter().all(|wins| wins.fraction() == solved.wins[0].fraction()));
        let third = 3u128.pow(20);
        // Only best: +1 against nineteen of at most 0, or 0 against nineteen of −1.
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

    /// True where a simulated count is more than 4.5 standard errors from the exact one. About 40 figures are compared, each with
    /// a chance of 7 in a million of a false alarm: less than one seed in three thousand.
    fn caught(contest: &Contest, solved: &ContestTally<Weight>) -> bool {
        let mut tally = ContestTally::new(contest);
        for trial in 0..TRIALS {
            let outcome = contest.roll(&mut Sampler::new(Seed::new(2), trial), |_, _| {});
            tally.record(contest, &outcome, 1u64);
        }
        let far = |count: u64, share: Weight| {
            let (expected, share) = (TRIALS as f64 * share.probability(), share.probability());
            (count as f64 - expected).abs() > 4.5 * (expected * (1.0 - share)).sqrt() + 1e-6
        };
        let pairs = |counts: &[u64], shares: &[Weight]| counts.iter().zip(shares).any(|(n, share)| far(*n, *share));
        let degrees = tally.degrees.iter().zip(solved.degrees.iter());
        pairs(&tally.wins, &solved.wins)
            || pairs(&tally.shares, &solved.shares)
            || far(tally.shared, solved.shared)
            || far(tally.nobody, solved.nobody)
            || degrees.into_iter().any(|((_, count), (_, share))| far(count, share))
    }

    #[test]
    fn simulated_contests_agree_with_exact_ones() {
        for minimum in [None, Some(1)] {
            let contest = contest_of(&[1, 0, 0, 1], &["4dF", "4d6-lowest", "2dF", "none"], minimum);
            assert!(!caught(&contest, &super::contest(&contest).unwrap()), "{minimum:?}");
        }
    }

    #[test]
    fn what_is_off_by_a_little_is_caught() {
        // d% for 4dF in one of four, half a point at most in each degree; a minimum of one only.
        let right = contest_of(&[1, 0, 0, 1], &["4dF", "4d6-lowest", "2dF", "none"], Some(1));
        let wrong = contest_of(&[1, 0, 1, 1], &["4dF", "4d6-lowest", "2dF", "none"], Some(1));
        assert!(caught(&right, &super::contest(&wrong).unwrap()));
        let wrong = contest_of(&[1, 0, 0, 1], &["4dF", "4d6-lowest", "2dF", "none"], Some(2));
        assert!(caught(&right, &super::contest(&wrong).unwrap()));
    }
}
