//! Events counted during a fight, and their positions in a row of counts. Simulations, which count, and exact
//! solutions, which weight by probability, use the same positions.

use crate::combat::event::{Event, Fired};
use crate::combat::tables::Fight;

/// A kind of event that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// A blow landed.
    Hit,
    /// A blow was a graze.
    Graze,
    /// An exchange without a winner.
    StandOff,
    /// The winner of an exchange stayed below the minimum to hit.
    BelowMinimum,
    /// A rule that only sometimes matters took effect.
    Fired(Fired),
    /// A fighter of a stat block was among the first to fall. Counted once in a fight.
    FirstFall,
    /// A blow of this severity, from 1, was dealt.
    Given(usize),
    /// A Fudge point was spent.
    Spent,
}

/// A mapping from fighters to stat blocks.
pub trait StatBlockIndex {
    /// Number of stat blocks.
    fn entries(&self) -> usize;
    /// Index of the stat block of fighter `who`.
    fn entry(&self, who: u16) -> usize;
}

impl StatBlockIndex for Fight {
    #[inline(always)]
    fn entries(&self) -> usize {
        Self::entries(self)
    }
    #[inline(always)]
    fn entry(&self, who: u16) -> usize {
        Self::entry(self, who)
    }
}

/// The stat blocks of a duel: one for each fighter.
#[derive(Debug, Clone, Copy)]
pub struct Two;

impl StatBlockIndex for Two {
    #[inline(always)]
    fn entries(&self) -> usize {
        2
    }
    #[inline(always)]
    fn entry(&self, who: u16) -> usize {
        who.into()
    }
}

/// The layout of a row of signal counts, with one position for each signal and, for most signals, for each stat block.
/// Signals that happen in most rounds come first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signals {
    entries: usize,
    /// Rules that only sometimes take effect in this fight.
    fires: Vec<Fired>,
    /// Number of severities that are counted; 0 in a duel.
    severities: usize,
    /// Number of stat blocks whose Fudge points are counted: all or 0.
    spenders: usize,
}

impl Signals {
    pub fn of(fight: &Fight) -> Self {
        let severities = if fight.duel.is_some() { 0 } else { fight.severities() };
        let spenders = if fight.spends_points() { fight.entries() } else { 0 };
        Self { entries: fight.entries(), fires: fight.fires().to_vec(), severities, spenders }
    }

    /// Number of positions.
    pub fn places(&self) -> usize {
        self.first_fall() + if self.severities == 0 { 0 } else { self.entries * (1 + self.severities) } + self.spenders
    }

    /// Number of positions, from the first, for signals that happen in most rounds.
    pub fn frequent(&self) -> usize {
        2 * self.entries + 2
    }

    /// Position of a signal of stat block `entry`; `None` if this fight does not count it.
    pub fn place(&self, signal: Signal, entry: usize) -> Option<usize> {
        let party = self.severities > 0;
        match signal {
            Signal::Hit => Some(entry),
            Signal::Graze => Some(self.entries + entry),
            Signal::StandOff => Some(2 * self.entries),
            Signal::BelowMinimum => Some(2 * self.entries + 1),
            Signal::Fired(what) => {
                let kind = self.fires.iter().position(|fires| *fires == what)?;
                Some(self.frequent() + entry * self.fires.len() + kind)
            }
            Signal::FirstFall => party.then(|| self.first_fall() + entry),
            Signal::Given(severity) => {
                let known = (1..=self.severities).contains(&severity);
                known.then(|| self.given(entry, severity))
            }
            Signal::Spent => (entry < self.spenders).then(|| self.places() - self.spenders + entry),
        }
    }

    /// Whether the signal at a position counts once in a fight, even if it happens several times at the same moment.
    pub fn is_flag(&self, place: usize) -> bool {
        self.severities > 0 && (self.first_fall()..self.first_fall() + self.entries).contains(&place)
    }

    /// Position of blows with a counted `severity`.
    #[inline(always)]
    fn given(&self, entry: usize, severity: usize) -> usize {
        self.first_fall() + self.entries + entry * self.severities + severity - 1
    }

    #[inline(always)]
    fn first_fall(&self) -> usize {
        self.frequent() + self.entries * self.fires.len()
    }

    /// Calls `count` with the position of an event and the amount to add. Returns whether the event is a rare one,
    /// beyond the [`frequent`](Self::frequent) ones.
    #[inline(always)]
    pub fn record(&self, event: Event, entries: &impl StatBlockIndex, mut count: impl FnMut(usize, u32)) -> bool {
        let all = entries.entries();
        let (signal, who, times) = match event {
            Event::StandOff { .. } => {
                count(2 * all, 1);
                return false;
            }
            Event::BelowMinimum { .. } => {
                count(2 * all + 1, 1);
                return false;
            }
            Event::Hit { by, graze, .. } => {
                let entry = entries.entry(by);
                count(entry, 1);
                // Added without a branch, since no processor can predict grazes.
                count(all + entry, graze.into());
                return false;
            }
            Event::Wound { by, severity, .. } => {
                let severity = usize::from(severity);
                // Not counted in duels.
                if severity > 0 && severity <= self.severities {
                    count(self.given(entries.entry(by), severity), 1);
                }
                return self.severities > 0;
            }
            Event::Fell { who, first: true } if self.severities > 0 => (Signal::FirstFall, who, 1),
            Event::Spent { who, points } => (Signal::Spent, who, points.into()),
            Event::Fired { who, what } => (Signal::Fired(what), who, 1),
            Event::Avoided { .. } | Event::Missed { .. } | Event::Fell { .. } => return false,
        };
        self.rare(signal, entries.entry(who), times, count);
        true
    }

    /// Counts a rare event. Not inlined, to keep rare events out of the hot loop.
    #[inline(never)]
    fn rare(&self, signal: Signal, entry: usize, times: u32, mut count: impl FnMut(usize, u32)) {
        if let Some(place) = self.place(signal, entry) {
            count(place, times);
        }
    }
}
