//! What is asked of fights of more than two: who is left, who fell first, what everybody gave.

use super::action::probability;
use super::result::{Distribution, Figure, Point, Unit};
use crate::combat::Cast;
use crate::exact::{ExactFight, ExactParty};
use crate::rules::Record;
use crate::sim::{PartyTally, Spread};
use crate::stats::Estimate;

/// The estimates of one fight of more than two, before they have names.
pub(super) struct PartyEstimates {
    /// For each side, of each number of its fighters fit at the end.
    survivors: Vec<Vec<Estimate>>,
    /// For each side, that one of it at least died.
    any_dead: Vec<Estimate>,
    /// For each stat block, that one of it was among the first to fall.
    first_out: Vec<Estimate>,
    /// For each stat block, the share of its fighters who are out at the end.
    out: Vec<Estimate>,
    /// For each stat block, the mean number of blows it gave, by severity.
    wounds: Vec<Vec<Estimate>>,
}

impl PartyEstimates {
    /// `counts`: how many fighters each stat block stands for.
    pub(super) fn of_tally(tally: &PartyTally, counts: &[usize], fights: u64) -> Self {
        let share = |&n: &u64| Estimate::share(n, fights);
        let mean = |spread: &Spread| Estimate::mean(spread.sum.into(), spread.squares.into(), fights);
        Self {
            survivors: tally.survivors.iter().map(|counts| counts.iter().map(share).collect()).collect(),
            any_dead: tally.any_dead.iter().map(share).collect(),
            first_out: tally.first_out.iter().map(share).collect(),
            out: tally.out.iter().zip(counts).map(|(out, count)| share_of(out, *count, fights)).collect(),
            wounds: tally.wounds.iter().map(|given| given.iter().map(mean).collect()).collect(),
        }
    }

    pub(super) fn of_exact(exact: &ExactFight, party: &ExactParty, counts: &[usize]) -> Self {
        let chance = |&chance: &f64| Estimate::exact(chance, exact.chance_bound(chance));
        let mean = |&mean: &f64| Estimate::exact(mean, exact.count_bound(mean));
        Self {
            survivors: party.survivors.iter().map(|chances| chances.iter().map(chance).collect()).collect(),
            any_dead: party.any_dead.iter().map(chance).collect(),
            first_out: party.first_out.iter().map(chance).collect(),
            out: party.out.iter().zip(counts).map(|(out, count)| chance(&(out / *count as f64))).collect(),
            wounds: party.wounds.iter().map(|given| given.iter().map(mean).collect()).collect(),
        }
    }

    /// Single figures: a lost side, a death on it, who falls, who falls first, what they give. `mortal` says of which stat
    /// blocks somebody can die.
    pub(super) fn figures(&self, cast: &Cast, record: &Record, mortal: &[bool]) -> Vec<Figure> {
        let mut figures = Vec::new();
        for (number, side) in cast.sides.iter().enumerate() {
            figures.extend(self.survivors[number].first().map(|lost| probability("all out", side, *lost)));
            if cast.fighters.iter().zip(mortal).any(|(fighter, mortal)| fighter.side == number && *mortal) {
                figures.push(probability("anyone dies", side, self.any_dead[number]));
            }
        }
        for (fighter, (out, first)) in cast.fighters.iter().zip(self.out.iter().zip(&self.first_out)) {
            figures.push(probability("out", &fighter.name, *out));
            figures.push(probability("first to fall", &fighter.name, *first));
        }
        // On a point track a blow has points and no level.
        let given = cast.fighters.iter().zip(&self.wounds).filter(|_| record.by_level());
        for (fighter, given) in given {
            let named = record.levels.iter().zip(given);
            figures.extend(named.map(|(level, mean)| wounds(&format!("{} given", level.name), &fighter.name, *mean)));
        }
        figures
    }

    /// How many of each side are fit at the end.
    pub(super) fn distributions(&self, cast: &Cast) -> Vec<Distribution> {
        let survivors = |(side, chances): (&String, &Vec<Estimate>)| Distribution {
            name: "survivors".into(),
            subject: side.clone(),
            points: (0..)
                .zip(chances)
                .map(|(value, estimate)| Point { value, label: value.to_string(), estimate: *estimate })
                .collect(),
        };
        cast.sides.iter().zip(&self.survivors).map(survivors).collect()
    }
}

/// The share of `count` alike to whom something happened, given by how many they were in each fight. What becomes of one
/// is not independent of the others, so their share is a mean over fights.
pub(super) fn share_of(spread: &Spread, count: usize, fights: u64) -> Estimate {
    match count {
        1 => Estimate::share(spread.sum, fights),
        _ => Estimate::mean_share(spread.sum.into(), spread.squares.into(), fights, count as f64),
    }
}

fn wounds(name: &str, subject: &str, estimate: Estimate) -> Figure {
    Figure { name: name.to_owned(), subject: subject.to_owned(), unit: Unit::Wounds, estimate }
}
