//! The distribution of each step's outcomes, computed once for each [`Sight`]: all that a step's rolls depend on.

use crate::chance::Enumerator;
use crate::combat::{Change, Event, Fight, Observer, Sight, Signals};
use crate::error::{Error, Result};
use crate::exact::hash::{Interner, Lookup};
use std::ops::Range;

/// The most branches of rolls that are run for a fight.
const MAX_BRANCHES: u64 = 20_000_000;

/// Records the signals of one branch.
#[derive(Debug)]
pub(super) struct SignalRecorder<'a> {
    fight: &'a Fight,
    pub(super) signals: &'a Signals,
    /// The place of each signal recorded, see [`Signals::place`].
    pub(super) places: Vec<usize>,
}

impl<'a> SignalRecorder<'a> {
    pub(super) fn new(fight: &'a Fight, signals: &'a Signals) -> Self {
        Self { fight, signals, places: Vec::new() }
    }
}

impl Observer for SignalRecorder<'_> {
    #[inline]
    fn note(&mut self, event: Event) {
        let Self { fight, signals, places } = self;
        // Several fighters of one stat block may be the first to fall: that counts once.
        let once = matches!(event, Event::Fell { .. });
        let count = |place, times| {
            if !(once && places.contains(&place)) {
                places.extend(std::iter::repeat_n(place, times as usize));
            }
        };
        signals.record(event, *fight, count);
    }
}

/// The distribution of a step's outcomes.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepDistribution<'a> {
    /// The possible changes, each with its chance.
    pub(super) changes: &'a [(Change, f64)],
    /// The expected number of each signal during the step, by its place.
    pub(super) rewards: &'a [f64],
}

/// A distribution while branches are added to it. Compensated sums keep a million branches as precise as a few.
#[derive(Debug)]
struct Sums {
    changes: Interner<Change>,
    chances: Vec<Sum>,
    rewards: Vec<Sum>,
}

impl Sums {
    fn new(width: usize) -> Self {
        Self { changes: Interner::new(), chances: Vec::new(), rewards: vec![Sum::default(); width] }
    }

    fn clear(&mut self) {
        self.changes.clear();
        self.chances.clear();
        self.rewards.fill(Sum::default());
    }

    #[inline]
    fn add(&mut self, change: Change, chance: f64) {
        let index = self.changes.intern(change) as usize;
        if index == self.chances.len() {
            self.chances.push(Sum::default());
        }
        self.chances[index].add(chance);
    }

    fn add_rewards(&mut self, chance: f64, rewards: &[f64]) {
        self.rewards.iter_mut().zip(rewards).for_each(|(sum, reward)| sum.add(chance * reward));
    }

    fn changes(&self) -> impl Iterator<Item = (Change, f64)> {
        self.changes.items.iter().cloned().zip(self.chances.iter().map(Sum::value))
    }

    fn rewards(&self) -> impl Iterator<Item = f64> {
        self.rewards.iter().map(Sum::value)
    }
}

/// A compensated sum, which keeps what each addition rounds off (Neumaier, *Rundungsfehleranalyse einiger Verfahren zur Summation
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

/// All distributions computed so far, one after another in two lists.
pub(super) struct Distributions<'a> {
    fight: &'a Fight,
    numbers: Lookup<Sight, usize>,
    /// For each distribution, its range in `changes`.
    rows: Vec<Range<usize>>,
    changes: Vec<(Change, f64)>,
    rewards: Vec<f64>,
    width: usize,
    branches: u64,
    // Buffers, used again for each distribution.
    enumerator: Enumerator,
    recorder: SignalRecorder<'a>,
    sums: Sums,
}

impl<'a> Distributions<'a> {
    pub(super) fn new(fight: &'a Fight, signals: &'a Signals) -> Self {
        let width = signals.places();
        Self {
            fight,
            numbers: Lookup::default(),
            rows: Vec::new(),
            changes: Vec::new(),
            rewards: Vec::new(),
            width,
            branches: 0,
            enumerator: Enumerator::default(),
            recorder: SignalRecorder::new(fight, signals),
            sums: Sums::new(width),
        }
    }

    /// The number of places for signals.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// A distribution by its number.
    #[inline]
    pub(super) fn get(&self, number: usize) -> StepDistribution<'_> {
        let rewards = number * self.width..(number + 1) * self.width;
        StepDistribution { changes: &self.changes[self.rows[number].clone()], rewards: &self.rewards[rewards] }
    }

    /// The number of a sight's distribution, which is computed the first time. Where a change alone determines what the
    /// next step rolls for, the distribution includes that step.
    ///
    /// # Errors
    /// The dice are too wide.
    pub(super) fn find(&mut self, sight: &Sight) -> Result<usize> {
        if let Some(&known) = self.numbers.get(sight) {
            return Ok(known);
        }
        self.step(sight)?;
        if self.sums.changes.items.iter().any(|change| change.next_sight().is_some()) {
            self.further_steps()?;
        }
        let number = self.rows.len();
        let first = self.changes.len();
        self.changes.extend(self.sums.changes());
        self.rewards.extend(self.sums.rewards());
        self.rows.push(first..self.changes.len());
        self.numbers.insert(sight.clone(), number);
        Ok(number)
    }

    /// Runs every branch of one step, into the sums.
    fn step(&mut self, sight: &Sight) -> Result<()> {
        if self.branches.saturating_add(self.fight.widest_step()) > MAX_BRANCHES {
            return Err(Error::input("the dice of this fight are too wide for an exact answer")
                .with_help("use narrower dice, or method = \"simulate\""));
        }
        let Self { fight, branches, enumerator, recorder, sums, .. } = self;
        sums.clear();
        let play = |chance: &mut Enumerator| {
            recorder.places.clear();
            let change = fight.decide(sight, chance, recorder);
            *branches += 1;
            let chance = chance.probability();
            sums.add(change, chance);
            recorder.places.iter().for_each(|&place| sums.rewards[place].add(chance));
        };
        enumerator.run(play, |(), _| ());
        Ok(())
    }

    /// Runs the steps that the changes in the sums determine, until there are none, merging equal changes after each.
    fn further_steps(&mut self) -> Result<()> {
        let mut done = Sums::new(self.width);
        done.add_rewards(1.0, &self.sums.rewards().collect::<Vec<_>>());
        let mut open: Vec<(Change, f64)> = self.sums.changes().collect();
        while !open.is_empty() {
            let mut later = Sums::new(self.width);
            for (change, before) in open {
                match change.next_sight() {
                    None => done.add(change, before),
                    // A scene grows with every roll, so it hardly ever occurs again: its distribution is not stored.
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
