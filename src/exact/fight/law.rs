//! The laws of steps: what steps of one sight come to, worked out once for each.

use crate::chance::Enumerator;
use crate::combat::{Change, Event, Fight, Observer, Sight, Signals};
use crate::error::{Error, Result};
use crate::exact::hash::{Lookup, Places};
use std::ops::Range;

/// Branches of rolls that may be run in all.
const MOST_BRANCHES: u64 = 20_000_000;

/// The signals recorded on one branch.
#[derive(Debug)]
pub(super) struct Recorded<'a> {
    fight: &'a Fight,
    pub(super) signals: &'a Signals,
    /// Their places.
    pub(super) seen: Vec<usize>,
}

impl<'a> Recorded<'a> {
    pub(super) fn new(fight: &'a Fight, signals: &'a Signals) -> Self {
        Self { fight, signals, seen: Vec::new() }
    }
}

impl Observer for Recorded<'_> {
    #[inline]
    fn note(&mut self, event: Event) {
        let Self { fight, signals, seen } = self;
        // Several of one stat block may be the first to fall, which is told once.
        let once = matches!(event, Event::Fell { .. });
        let count = |place, times| {
            if !(once && seen.contains(&place)) {
                seen.extend(std::iter::repeat_n(place, times as usize));
            }
        };
        signals.record(event, *fight, count);
    }
}

/// What steps of one sight come to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Law<'a> {
    /// The changes, each with its chance.
    pub(super) changes: &'a [(Change, f64)],
    /// What the step can be expected to bring, by place of the signal.
    pub(super) rewards: &'a [f64],
}

/// A law in the making: a million branches add up to a chance as exact as a few do.
#[derive(Debug)]
struct Sums {
    changes: Places<Change>,
    chances: Vec<Sum>,
    rewards: Vec<Sum>,
}

impl Sums {
    fn new(width: usize) -> Self {
        Self { changes: Places::new(), chances: Vec::new(), rewards: vec![Sum::default(); width] }
    }

    fn clear(&mut self) {
        self.changes.clear();
        self.chances.clear();
        self.rewards.fill(Sum::default());
    }

    #[inline]
    fn add(&mut self, change: Change, chance: f64) {
        let place = self.changes.place(change) as usize;
        if place == self.chances.len() {
            self.chances.push(Sum::default());
        }
        self.chances[place].add(chance);
    }

    fn add_rewards(&mut self, chance: f64, rewards: &[f64]) {
        self.rewards.iter_mut().zip(rewards).for_each(|(sum, reward)| sum.add(chance * reward));
    }

    fn changes(&self) -> impl Iterator<Item = (Change, f64)> {
        self.changes.found.iter().cloned().zip(self.chances.iter().map(Sum::value))
    }

    fn rewards(&self) -> impl Iterator<Item = f64> {
        self.rewards.iter().map(Sum::value)
    }
}

/// A sum that keeps what each addition rounds off (Neumaier, *Rundungsfehleranalyse einiger Verfahren zur Summation
/// endlicher Summen*, ZAMM 54, 1974), for numbers that are not negative.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    rounded: f64,
    lost: f64,
}

impl Sum {
    #[inline]
    fn add(&mut self, number: f64) {
        let sum = self.rounded + number;
        let (large, small) = if self.rounded >= number { (self.rounded, number) } else { (number, self.rounded) };
        self.lost += (large - sum) + small;
        self.rounded = sum;
    }

    fn value(&self) -> f64 {
        self.rounded + self.lost
    }
}

/// All laws found so far, one after another in two lists.
pub(super) struct Laws<'a> {
    fight: &'a Fight,
    law_of: Lookup<Sight, usize>,
    /// By law, its changes in the list of all.
    rows: Vec<Range<usize>>,
    changes: Vec<(Change, f64)>,
    rewards: Vec<f64>,
    width: usize,
    branches: u64,
    // What is made for one law serves the next.
    enumerator: Enumerator,
    recorded: Recorded<'a>,
    sums: Sums,
}

impl<'a> Laws<'a> {
    pub(super) fn new(fight: &'a Fight, signals: &'a Signals) -> Self {
        let width = signals.places();
        Self {
            fight,
            law_of: Lookup::default(),
            rows: Vec::new(),
            changes: Vec::new(),
            rewards: Vec::new(),
            width,
            branches: 0,
            enumerator: Enumerator::default(),
            recorded: Recorded::new(fight, signals),
            sums: Sums::new(width),
        }
    }

    /// How many places its rewards have.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// A law that was found.
    #[inline]
    pub(super) fn law(&self, number: usize) -> Law<'_> {
        let rewards = number * self.width..(number + 1) * self.width;
        Law { changes: &self.changes[self.rows[number].clone()], rewards: &self.rewards[rewards] }
    }

    /// The number of a sight's law, which is worked out the first time. Where a change settles what the next step
    /// rolls for, that step is taken with it.
    ///
    /// # Errors
    /// The dice are too wide.
    pub(super) fn find(&mut self, sight: &Sight) -> Result<usize> {
        if let Some(&known) = self.law_of.get(sight) {
            return Ok(known);
        }
        self.step(sight)?;
        if self.sums.changes.found.iter().any(|change| change.next_sight().is_some()) {
            self.further_steps()?;
        }
        let number = self.rows.len();
        let first = self.changes.len();
        self.changes.extend(self.sums.changes());
        self.rewards.extend(self.sums.rewards());
        self.rows.push(first..self.changes.len());
        self.law_of.insert(sight.clone(), number);
        Ok(number)
    }

    /// One step of a sight down every branch, into the sums.
    fn step(&mut self, sight: &Sight) -> Result<()> {
        if self.branches.saturating_add(self.fight.widest_step()) > MOST_BRANCHES {
            return Err(Error::input("the dice of this fight are too wide for an exact answer")
                .with_help("use narrower dice, or method = \"simulate\""));
        }
        let Self { fight, branches, enumerator, recorded, sums, .. } = self;
        sums.clear();
        let play = |chance: &mut Enumerator| {
            recorded.seen.clear();
            let change = fight.decide(sight, chance, recorded);
            *branches += 1;
            let chance = chance.probability();
            sums.add(change, chance);
            recorded.seen.iter().for_each(|&place| sums.rewards[place].add(chance));
        };
        enumerator.run(play, |(), _| ());
        Ok(())
    }

    /// Takes the steps that follow from the changes in the sums, until none does, equal sights merged after each.
    fn further_steps(&mut self) -> Result<()> {
        let mut done = Sums::new(self.width);
        done.add_rewards(1.0, &self.sums.rewards().collect::<Vec<_>>());
        let mut open: Vec<(Change, f64)> = self.sums.changes().collect();
        while !open.is_empty() {
            let mut later = Sums::new(self.width);
            for (change, before) in open {
                match change.next_sight() {
                    None => done.add(change, before),
                    // Roll by roll a scene grows: its law is worked out with all that leads to it, not by itself.
                    Some(sight) if sight.is_scene() => {
                        self.step(&sight)?;
                        done.add_rewards(before, &self.sums.rewards().collect::<Vec<_>>());
                        self.sums.changes().for_each(|(change, chance)| later.add(change, before * chance));
                    }
                    Some(sight) => {
                        let next = self.find(&sight)?;
                        let row = next * self.width..(next + 1) * self.width;
                        done.add_rewards(before, &self.rewards[row]);
                        let changes = &self.changes[self.rows[next].clone()];
                        changes.iter().for_each(|(change, chance)| done.add(change.clone(), before * chance));
                    }
                }
            }
            open = later.changes().collect();
        }
        self.sums = done;
        Ok(())
    }
}
