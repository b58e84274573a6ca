//! The graph of a fight's states: from which round's start which next can come, and with what chance.

use super::BUDGET;
use crate::chance::Enumerator;
use crate::combat::{Change, Event, Fight, Observer, Progress, Roster, Sight, State};
use crate::error::{Error, Result};
use crate::exact::chain::Chain;
use crate::exact::hash::{Lookup, Places};

/// Branches of rolls that may be run in all.
const MOST_BRANCHES: u64 = 20_000_000;

/// A fight's graph. Its places are the states that rounds begin in, its ends those in which the fight is over.
#[derive(Debug)]
pub(super) struct Graph<R> {
    pub(super) chain: Chain,
    pub(super) places: Vec<State<R>>,
    pub(super) ends: Vec<State<R>>,
    /// For each place, what its round can be expected to bring: a row of [`Slots::width`] numbers.
    pub(super) rewards: Vec<f64>,
}

/// Where each kind of event is counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slots {
    pub(super) entries: usize,
}

impl Slots {
    pub(super) fn width(self) -> usize {
        2 * self.entries + 2
    }
    pub(super) fn hits(self, who: usize) -> usize {
        who
    }
    pub(super) fn grazes(self, who: usize) -> usize {
        self.entries + who
    }
    pub(super) fn stand_offs(self) -> usize {
        2 * self.entries
    }
    pub(super) fn below_minimum(self) -> usize {
        2 * self.entries + 1
    }
}

/// The slots of what happened on one branch.
#[derive(Debug)]
struct Heard<'a> {
    fight: &'a Fight,
    slots: Slots,
    seen: Vec<usize>,
}

impl Observer for Heard<'_> {
    fn note(&mut self, event: Event) {
        match event {
            Event::StandOff { .. } => self.seen.push(self.slots.stand_offs()),
            Event::BelowMinimum { .. } => self.seen.push(self.slots.below_minimum()),
            Event::Hit { by, graze, .. } => {
                self.seen.push(self.slots.hits(self.fight.entry(by)));
                if graze {
                    self.seen.push(self.slots.grazes(self.fight.entry(by)));
                }
            }
            Event::Avoided { .. } | Event::Wound { .. } | Event::Fell { .. } => {}
        }
    }
}

/// What steps of one sight come to.
#[derive(Debug, Clone, Default)]
struct Law {
    changes: Vec<(Change, f64)>,
    /// What the step can be expected to bring, by slot.
    rewards: Vec<f64>,
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

    fn add(&mut self, change: Change, chance: f64) {
        let place = self.changes.place(change) as usize;
        self.chances.resize(self.changes.found.len(), Sum::default());
        self.chances[place].add(chance);
    }

    fn add_rewards(&mut self, chance: f64, rewards: &[f64]) {
        self.rewards.iter_mut().zip(rewards).for_each(|(sum, reward)| sum.add(chance * reward));
    }

    fn law(&self) -> Law {
        Law {
            changes: self.changes.found.iter().cloned().zip(self.chances.iter().map(Sum::value)).collect(),
            rewards: self.rewards.iter().map(Sum::value).collect(),
        }
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

/// Finds the graph of a fight between these, unhurt.
///
/// # Errors
/// The graph outgrows its budget.
pub(super) fn explore<R: Roster>(fight: &Fight, fighters: R) -> Result<Graph<R>> {
    let mut explorer = Explorer {
        fight,
        slots: Slots { entries: fight.entries() },
        live: Places::new(),
        over: Places::new(),
        chain: Chain::default(),
        laws: Vec::new(),
        law_of: Lookup::default(),
        enumerator: Enumerator::default(),
        rewards: Vec::new(),
        branches: 0,
    };
    explorer.live.place(fight.start(fighters));
    while explorer.chain.places() < explorer.live.found.len() {
        explorer.round()?;
    }
    Ok(Graph {
        chain: explorer.chain,
        places: explorer.live.found,
        ends: explorer.over.found,
        rewards: explorer.rewards,
    })
}

struct Explorer<'a, R> {
    fight: &'a Fight,
    slots: Slots,
    live: Places<State<R>>,
    over: Places<State<R>>,
    chain: Chain,
    laws: Vec<Law>,
    law_of: Lookup<Sight, usize>,
    enumerator: Enumerator,
    rewards: Vec<f64>,
    branches: u64,
}

impl<R: Roster> Explorer<'_, R> {
    /// Finds the ways from the next place: a round, step by step, equal states merged after each.
    fn round(&mut self) -> Result<()> {
        let place = self.chain.places();
        let first = self.rewards.len();
        self.rewards.resize(first + self.slots.width(), 0.0);
        let mut within = vec![(self.live.found[place].clone(), 1.0)];
        while !within.is_empty() {
            let mut later: Places<State<R>> = Places::new();
            let mut chances: Vec<f64> = Vec::new();
            for (state, before) in within {
                let law = self.law(&self.fight.sight(&state))?;
                let law = &self.laws[law];
                self.rewards[first..].iter_mut().zip(&law.rewards).for_each(|(sum, reward)| *sum += before * reward);
                for (change, chance) in &law.changes {
                    let mut state = state.clone();
                    let mut progress = self.fight.apply(&mut state, change, &mut ());
                    if progress == Progress::Round && self.fight.sight(&state) == Sight::Marking {
                        progress = self.fight.apply(&mut state, &Change::Marked, &mut ());
                    }
                    match progress {
                        Progress::Round => {
                            let place = later.place(state) as usize;
                            chances.resize(later.found.len(), 0.0);
                            chances[place] += before * chance;
                        }
                        Progress::NextRound => self.chain.on.add(self.live.place(state), before * chance),
                        Progress::Over => self.chain.over.add(self.over.place(state), before * chance),
                    }
                }
            }
            within = later.found.into_iter().zip(chances).collect();
        }
        self.chain.close();
        self.within_budget()
    }

    /// The law of a sight, worked out the first time. Where a change settles what the next step rolls for, that step
    /// is taken with it.
    fn law(&mut self, sight: &Sight) -> Result<usize> {
        if let Some(&known) = self.law_of.get(sight) {
            return Ok(known);
        }
        let step = self.step(sight)?;
        let mut law = Sums::new(self.slots);
        law.add_rewards(1.0, &step.rewards);
        for (change, chance) in step.changes {
            match change.next_sight() {
                None => law.add(change, chance),
                Some(next) => {
                    let next = self.law(&next)?;
                    let next = &self.laws[next];
                    law.add_rewards(chance, &next.rewards);
                    next.changes.iter().for_each(|(change, then)| law.add(change.clone(), chance * then));
                }
            }
        }
        self.laws.push(law.law());
        self.law_of.insert(sight.clone(), self.laws.len() - 1);
        Ok(self.laws.len() - 1)
    }

    /// One step of a sight down every branch.
    fn step(&mut self, sight: &Sight) -> Result<Law> {
        if self.branches.saturating_add(self.fight.widest_step()) > MOST_BRANCHES {
            return Err(Error::input("the dice of this fight are too wide for an exact answer")
                .with_help("use narrower dice, or method = \"simulate\""));
        }
        let (fight, slots) = (self.fight, self.slots);
        let mut sums = Sums::new(slots);
        let branches = &mut self.branches;
        let play = |chance: &mut Enumerator| {
            let mut heard = Heard { fight, slots, seen: Vec::new() };
            (fight.decide(sight, chance, &mut heard), heard.seen)
        };
        self.enumerator.run(play, |(change, seen), branch| {
            *branches += 1;
            let chance = branch.probability();
            sums.add(change, chance);
            seen.into_iter().for_each(|slot| sums.rewards[slot].add(chance));
        });
        Ok(sums.law())
    }

    fn within_budget(&self) -> Result<()> {
        let ways = self.chain.on.len() + self.chain.over.len();
        if ways <= BUDGET {
            return Ok(());
        }
        let states = self.live.found.len() + self.over.found.len();
        let tracks = (0..self.fight.fighters()).map(|who| self.fight.track(who as u16).states().to_string());
        let tracks = tracks.collect::<Vec<_>>().join(" × ");
        let rounds = match self.fight.passing_rounds() {
            0 => String::new(),
            rounds => format!(", and modifiers tell {rounds} rounds apart"),
        };
        Err(Error::input(format!(
            "an exact answer needs more than {BUDGET} transitions between states: {states} states were reached; \
             the wound tracks have {tracks} states{rounds}"
        ))
        .with_help("use a wound track of fewer boxes, modifiers of fewer rounds, or method = \"simulate\""))
    }
}
