//! The laws of steps: what steps of one sight come to, worked out once for each.

use crate::chance::Enumerator;
use crate::combat::{Change, Event, Fight, Observer, Sight};
use crate::error::{Error, Result};
use crate::exact::hash::{Lookup, Places};
use std::ops::Range;

/// Branches of rolls that may be run in all.
const MOST_BRANCHES: u64 = 20_000_000;

/// Where each kind of event is counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slots {
    pub(super) fighters: usize,
}

impl Slots {
    pub(super) fn width(self) -> usize {
        2 * self.fighters + 2
    }
    pub(super) fn hits(self, who: usize) -> usize {
        who
    }
    pub(super) fn grazes(self, who: usize) -> usize {
        self.fighters + who
    }
    pub(super) fn stand_offs(self) -> usize {
        2 * self.fighters
    }
    pub(super) fn below_minimum(self) -> usize {
        2 * self.fighters + 1
    }
}

/// The slots of what happened on one branch.
#[derive(Debug)]
struct Heard {
    slots: Slots,
    seen: Vec<usize>,
}

impl Observer for Heard {
    #[inline]
    fn note(&mut self, event: Event) {
        match event {
            Event::StandOff { .. } => self.seen.push(self.slots.stand_offs()),
            Event::BelowMinimum { .. } => self.seen.push(self.slots.below_minimum()),
            Event::Hit { by, graze, .. } => {
                self.seen.push(self.slots.hits(usize::from(by)));
                if graze {
                    self.seen.push(self.slots.grazes(usize::from(by)));
                }
            }
            Event::Wound { .. } => {}
        }
    }
}

/// What steps of one sight come to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Law<'a> {
    /// The changes, each with its chance.
    pub(super) changes: &'a [(Change, f64)],
    /// What the step can be expected to bring, by slot.
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
    fn new(slots: Slots) -> Self {
        Self { changes: Places::new(), chances: Vec::new(), rewards: vec![Sum::default(); slots.width()] }
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
        self.changes.found.iter().copied().zip(self.chances.iter().map(Sum::value))
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
    heard: Heard,
    sums: Sums,
}

impl<'a> Laws<'a> {
    pub(super) fn new(fight: &'a Fight) -> Self {
        let slots = Slots { fighters: fight.fighters() };
        Self {
            fight,
            law_of: Lookup::default(),
            rows: Vec::new(),
            changes: Vec::new(),
            rewards: Vec::new(),
            width: slots.width(),
            branches: 0,
            enumerator: Enumerator::default(),
            heard: Heard { slots, seen: Vec::new() },
            sums: Sums::new(slots),
        }
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
    pub(super) fn find(&mut self, sight: Sight) -> Result<usize> {
        if let Some(&known) = self.law_of.get(&sight) {
            return Ok(known);
        }
        self.step(sight)?;
        if self.sums.changes.found.iter().any(|change| change.next_sight().is_some()) {
            self.two_steps()?;
        }
        let number = self.rows.len();
        let first = self.changes.len();
        self.changes.extend(self.sums.changes());
        self.rewards.extend(self.sums.rewards());
        self.rows.push(first..self.changes.len());
        self.law_of.insert(sight, number);
        Ok(number)
    }

    /// One step of a sight down every branch, into the sums.
    fn step(&mut self, sight: Sight) -> Result<()> {
        if self.branches.saturating_add(self.fight.widest_step()) > MOST_BRANCHES {
            return Err(Error::input("the dice of this fight are too wide for an exact answer")
                .with_help("use narrower dice, or method = \"simulate\""));
        }
        let Self { fight, branches, enumerator, heard, sums, .. } = self;
        sums.clear();
        let play = |chance: &mut Enumerator| {
            heard.seen.clear();
            let change = fight.decide(sight, chance, heard);
            *branches += 1;
            let chance = chance.probability();
            sums.add(change, chance);
            heard.seen.iter().for_each(|&slot| sums.rewards[slot].add(chance));
        };
        enumerator.run(play, |(), _| ());
        Ok(())
    }

    /// Takes the steps that follow from the changes in the sums.
    fn two_steps(&mut self) -> Result<()> {
        let first: Vec<(Change, f64)> = self.sums.changes().collect();
        let rewards: Vec<f64> = self.sums.rewards().collect();
        let next = first.iter().map(|(change, _)| change.next_sight().map(|sight| self.find(sight)).transpose());
        let next = next.collect::<Result<Vec<_>>>()?;
        self.sums.clear();
        self.sums.add_rewards(1.0, &rewards);
        for ((change, chance), next) in first.into_iter().zip(next) {
            let Some(next) = next else {
                self.sums.add(change, chance);
                continue;
            };
            let row = next * self.width..(next + 1) * self.width;
            self.sums.add_rewards(chance, &self.rewards[row]);
            self.changes[self.rows[next].clone()]
                .iter()
                .for_each(|&(change, then)| self.sums.add(change, chance * then));
        }
        Ok(())
    }
}
