//! The distribution of each step's outcomes, computed once for each [`Question`], which holds everything that the
//! step's rolls depend on.

use crate::chance::Enumerator;
use crate::chance::limits::{Limits, too_costly, too_much_memory};
use crate::combat::{Event, Fight, Observer, Outcome, Question, Signals};
use crate::error::{Error, Result};
use crate::exact::hash::{Interner, Lookup};
use std::hash::Hash;
use std::ops::Range;

/// Approximate memory of an outcome with its chance and table entry, in bytes, without its fighters.
const OUTCOME_BYTES: usize = size_of::<Outcome>() + 96;
/// Approximate memory of one fighter in an outcome, in bytes.
const FIGHTER_BYTES: usize = 32;

/// Number of branches run between two checks of the limits.
const BRANCHES_PER_CHECK: u64 = 4096;

/// Records the signals of one branch.
#[derive(Debug)]
pub(super) struct SignalRecorder<'a> {
    fight: &'a Fight,
    /// The indices of all signals.
    pub(super) signals: &'a Signals,
    /// The indices of the recorded signals, repeated if a signal happened several times; see [`Signals::place`].
    pub(super) recorded: Vec<usize>,
}

impl<'a> SignalRecorder<'a> {
    pub(super) fn new(fight: &'a Fight, signals: &'a Signals) -> Self {
        Self { fight, signals, recorded: Vec::new() }
    }
}

impl Observer for SignalRecorder<'_> {
    #[inline]
    fn note(&mut self, event: Event) {
        let Self { fight, signals, recorded } = self;
        // Several fighters of one stat block may be the first to fall, which counts once.
        let once = matches!(event, Event::Fell { .. });
        let count = |place, times| {
            if !(once && recorded.contains(&place)) {
                (0..times).for_each(|_| recorded.push(place));
            }
        };
        signals.record(event, *fight, count);
    }
}

/// A distribution of outcomes, and the signals to expect.
#[derive(Debug, Clone, Copy)]
pub(super) struct FoundOdds<'a, T> {
    /// The possible outcomes, each with its chance.
    pub(super) outcomes: &'a [(T, f64)],
    /// The expected count of each signal over all outcomes, by signal index.
    pub(super) rewards: &'a [f64],
}

/// All distributions of one type computed so far, stored one after another.
#[derive(Debug)]
pub(super) struct OddsTable<T> {
    /// The number of different signals.
    pub(super) width: usize,
    /// For each distribution, its range in `outcomes`.
    rows: Vec<Range<usize>>,
    outcomes: Vec<(T, f64)>,
    rewards: Vec<f64>,
}

impl<T: Clone + Eq + Hash> OddsTable<T> {
    pub(super) fn new(width: usize) -> Self {
        Self { width, rows: Vec::new(), outcomes: Vec::new(), rewards: Vec::new() }
    }

    /// Stores the distribution described by `sums` and returns its index.
    pub(super) fn store(&mut self, sums: &OddsSums<T>) -> usize {
        let first = self.outcomes.len();
        self.outcomes.extend(sums.outcomes());
        self.rewards.extend(sums.rewards());
        self.rows.push(first..self.outcomes.len());
        self.rows.len() - 1
    }

    /// The distribution with the index `number`.
    #[inline]
    pub(super) fn get(&self, number: usize) -> FoundOdds<'_, T> {
        let outcomes = &self.outcomes[self.rows[number].clone()];
        FoundOdds { outcomes, rewards: &self.rewards[number * self.width..][..self.width] }
    }
}

/// A distribution under construction, to which branches are added. Compensated sums keep a million branches as precise
/// as a few.
#[derive(Debug)]
pub(super) struct OddsSums<T> {
    outcomes: Interner<T>,
    chances: Vec<CompensatedSum>,
    rewards: Vec<CompensatedSum>,
    /// For each outcome, the number of the outcome added after it last time. Rolls are enumerated in order, so usually
    /// the same outcome follows again and needs no lookup.
    next: Vec<u32>,
    /// The number of the outcome added last.
    last: usize,
}

impl<T: Clone + Eq + Hash> OddsSums<T> {
    pub(super) fn new(width: usize) -> Self {
        let (chances, next) = (Vec::new(), Vec::new());
        Self { outcomes: Interner::new(), chances, rewards: vec![CompensatedSum::default(); width], next, last: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.outcomes.clear();
        self.chances.clear();
        self.rewards.fill(CompensatedSum::default());
        self.next.clear();
        self.last = 0;
    }

    #[inline(always)]
    pub(super) fn add(&mut self, outcome: T, chance: f64) {
        let guess = self.next.get(self.last).map_or(0, |next| *next as usize);
        let index = match self.outcomes.items.get(guess) {
            Some(known) if *known == outcome => guess,
            _ => self.look_up(outcome),
        };
        self.chances[index].add(chance);
        self.last = index;
    }

    /// The number of an outcome that `next` did not predict; a new outcome is added.
    fn look_up(&mut self, outcome: T) -> usize {
        let number = self.outcomes.intern(outcome);
        if number as usize == self.chances.len() {
            self.chances.push(CompensatedSum::default());
            self.next.push(0);
        }
        if let Some(next) = self.next.get_mut(self.last) {
            *next = number;
        }
        number as usize
    }

    /// Adds `rewards`, the counts of the signals, with the weight `chance`.
    pub(super) fn add_rewards(&mut self, chance: f64, rewards: impl Iterator<Item = f64>) {
        self.rewards.iter_mut().zip(rewards).for_each(|(sum, reward)| sum.add(chance * reward));
    }

    /// The number of outcomes.
    pub(super) fn len(&self) -> usize {
        self.chances.len()
    }

    pub(super) fn outcomes(&self) -> impl Iterator<Item = (T, f64)> {
        self.outcomes.items.iter().cloned().zip(self.chances.iter().map(CompensatedSum::value))
    }

    /// The outcomes, moved rather than copied, since there may be millions.
    fn into_outcomes(self) -> Vec<(T, f64)> {
        self.outcomes.items.into_iter().zip(self.chances.iter().map(CompensatedSum::value)).collect()
    }

    pub(super) fn rewards(&self) -> impl Iterator<Item = f64> {
        self.rewards.iter().map(CompensatedSum::value)
    }
}

/// The error for a round with too many outcomes.
pub(super) fn too_many_outcomes() -> Error {
    Error::input("a round of this fight has too many outcomes to solve exactly")
        .with_help("let fewer fighters attack one fighter, or use method = \"simulate\"")
}

/// Runs and counts branches of rolls.
pub(super) struct Branches<'a> {
    limits: Limits<'a>,
    /// The largest number of branches of a single step.
    widest: u64,
    /// The number of branches run so far.
    pub(super) count: u64,
    most_outcomes: usize,
    enumerator: Enumerator,
    recorder: SignalRecorder<'a>,
}

impl<'a> Branches<'a> {
    pub(super) fn new(fight: &'a Fight, signals: &'a Signals, limits: &Limits<'a>) -> Self {
        Self {
            limits: *limits,
            widest: fight.widest_step(),
            count: 0,
            most_outcomes: limits.max_items(OUTCOME_BYTES + FIGHTER_BYTES * fight.roster.fighters()),
            enumerator: Enumerator::default(),
            recorder: SignalRecorder::new(fight, signals),
        }
    }

    /// Whether a fight with an estimated number of `ways` branches has far too many. The limit has a margin, since some
    /// sets of wounds may never be reached.
    pub(super) fn exceeds_limit(&self, ways: u64) -> bool {
        ways > self.limits.max_branches() / 4 * 5
    }

    /// Checks that `outcomes` outcomes fit in memory, and that the calculation was not stopped.
    ///
    /// # Errors
    /// If the outcomes do not fit, or the calculation was stopped.
    pub(super) fn check_memory(&self, outcomes: usize) -> Result<()> {
        if outcomes > self.most_outcomes {
            return Err(too_much_memory(&self.limits));
        }
        self.limits.check()
    }

    /// The error for a fight with too many branches.
    pub(super) fn too_many_branches(&self) -> Error {
        if self.limits.has_reduced_work() { too_costly() } else { too_many_outcomes() }
    }

    /// Runs every branch of `roll` and adds its result to `sums`, which is cleared first. `ways` is the expected number
    /// of branches, or 1 if it is at most that of the widest step.
    ///
    /// # Errors
    /// If the dice are too wide, a round can go in too many ways, memory runs out, or the calculation was stopped.
    pub(super) fn run<T: Clone + Eq + Hash>(
        &mut self,
        sums: &mut OddsSums<T>,
        ways: u64,
        mut roll: impl FnMut(&mut Enumerator, &mut SignalRecorder<'a>) -> T,
    ) -> Result<()> {
        let most = self.limits.max_branches();
        if self.count.saturating_add(self.widest.max(ways)) > most {
            // A single very wide step has its own error message.
            return Err(if self.widest > most / 10 && !self.limits.has_reduced_work() {
                Error::input("the dice of this fight have too many results for an exact answer")
                    .with_help("use dice with fewer results, or method = \"simulate\"")
            } else {
                self.too_many_branches()
            });
        }
        let Self { count, enumerator, recorder, limits, most_outcomes, .. } = self;
        sums.clear();
        let mut continues = true;
        enumerator.run_while(|chance| {
            recorder.recorded.clear();
            let outcome = roll(chance, recorder);
            *count += 1;
            let chance = chance.probability();
            sums.add(outcome, chance);
            recorder.recorded.iter().for_each(|&place| sums.rewards[place].add(chance));
            if count.is_multiple_of(BRANCHES_PER_CHECK) {
                continues = *count <= most && sums.len() <= *most_outcomes && !(limits.stopped)();
            }
            continues
        });
        match continues {
            true => Ok(()),
            false if self.count > most => Err(self.too_many_branches()),
            false => self.check_memory(sums.len()),
        }
    }
}

/// A sum that keeps the rounding errors of all additions in `lost` (Knuth, *The Art of Computer Programming* 2, 4.2.2,
/// theorem B).
#[derive(Debug, Clone, Copy, Default)]
struct CompensatedSum {
    rounded: f64,
    lost: f64,
}

impl CompensatedSum {
    #[inline]
    fn add(&mut self, number: f64) {
        let sum = self.rounded + number;
        // Exact, whichever of the two numbers is larger.
        let added = sum - self.rounded;
        self.lost += (self.rounded - (sum - added)) + (number - added);
        self.rounded = sum;
    }

    fn value(&self) -> f64 {
        self.rounded + self.lost
    }
}

/// The distributions of outcomes, one for each [`Question`], computed when they are first needed.
pub(super) struct Distributions<'a> {
    fight: &'a Fight,
    numbers: Lookup<Question, usize>,
    found: OddsTable<Outcome>,
    /// The runner of branches, which counts them.
    pub(super) branches: Branches<'a>,
    /// A buffer, reused for each distribution.
    sums: OddsSums<Outcome>,
}

impl<'a> Distributions<'a> {
    pub(super) fn new(fight: &'a Fight, signals: &'a Signals, limits: &Limits<'a>) -> Self {
        let width = signals.row_length();
        Self {
            fight,
            numbers: Lookup::default(),
            found: OddsTable::new(width),
            branches: Branches::new(fight, signals, limits),
            sums: OddsSums::new(width),
        }
    }

    /// The number of different signals.
    pub(super) fn width(&self) -> usize {
        self.found.width
    }

    #[inline]
    pub(super) fn get(&self, number: usize) -> FoundOdds<'_, Outcome> {
        self.found.get(number)
    }

    /// The index of the question's distribution, which is computed the first time. If an outcome alone determines the
    /// next roll, the distribution includes the step with that roll.
    ///
    /// # Errors
    /// If the dice are too wide, a round can go in too many ways, memory runs out, or the calculation was stopped.
    pub(super) fn find(&mut self, question: &Question) -> Result<usize> {
        if let Some(&known) = self.numbers.get(question) {
            return Ok(known);
        }
        let before = self.branches.count;
        self.step(question)?;
        if self.sums.outcomes.items.iter().any(|outcome| outcome.then().is_some()) {
            self.further_steps()?;
        }
        let like_this = self.branches.count - before;
        if before == 0 && self.branches.exceeds_limit(like_this.saturating_mul(question.variations(self.fight))) {
            return Err(self.branches.too_many_branches());
        }
        self.branches.check_memory(self.found.outcomes.len() + self.sums.len())?;
        let number = self.found.store(&self.sums);
        self.numbers.insert(question.clone(), number);
        Ok(number)
    }

    /// Runs every branch of the step that `question` describes, and stores their distribution in `sums`.
    fn step(&mut self, question: &Question) -> Result<()> {
        let fight = self.fight;
        self.branches.run(&mut self.sums, 1, |chance, recorder| question.roll(fight, chance, recorder))
    }

    /// Runs the further steps that the outcomes in `sums` determine, until there are none. Equal outcomes are merged
    /// after each step.
    fn further_steps(&mut self) -> Result<()> {
        let mut done = OddsSums::new(self.width());
        done.add_rewards(1.0, self.sums.rewards());
        let mut open: Vec<(Outcome, f64)> = self.sums.outcomes().collect();
        while !open.is_empty() {
            let mut later = OddsSums::new(self.width());
            for (outcome, before) in open {
                self.branches.check_memory(self.found.outcomes.len() + self.sums.len() + done.len() + later.len())?;
                match outcome.then() {
                    None => done.add(outcome, before),
                    // A brawl grows with every roll, so its questions hardly ever recur: their distributions are not
                    // stored.
                    Some(question) if !question.recurs() => {
                        self.step(&question)?;
                        done.add_rewards(before, self.sums.rewards());
                        self.sums.outcomes().for_each(|(outcome, chance)| later.add(outcome, before * chance));
                    }
                    Some(question) => {
                        let next = self.find(&question)?;
                        let FoundOdds { outcomes, rewards } = self.get(next);
                        done.add_rewards(before, rewards.iter().copied());
                        outcomes.iter().for_each(|(outcome, chance)| done.add(outcome.clone(), before * chance));
                    }
                }
            }
            open = later.into_outcomes();
        }
        self.sums = done;
        Ok(())
    }
}
