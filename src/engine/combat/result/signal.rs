//! Events that are counted during a fight, and their positions in a row of counts. Simulations count the events, and
//! exact solutions weight them by probability; both use the same positions.

use crate::combat::event::{Event, Fired};
use crate::combat::tables::Fight;

/// A type of event that is counted. Most are counted for each stat block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// A blow of the stat block landed.
    Hit,
    /// A blow of the stat block was a graze.
    Graze,
    /// An exchange had no winner.
    StandOff,
    /// The winner of an exchange did not reach the minimum to hit.
    BelowMinimum,
    /// An occasional effect of a rule occurred.
    Fired(Fired),
    /// A fighter of the stat block was among the first of the fight to fall. Counted at most once in a fight.
    FirstFall,
    /// A blow of the stat block had this severity, from 1.
    Severity(usize),
    /// A fighter of the stat block spent a Fudge point.
    Spent,
}

/// A mapping from fighters to the indexes of their stat blocks.
pub trait StatBlockIndex {
    /// Number of stat blocks.
    fn entries(&self) -> usize;
    /// Index of the stat block of fighter `who`.
    fn entry(&self, who: u16) -> usize;
}

impl StatBlockIndex for Fight {
    #[inline(always)]
    fn entries(&self) -> usize {
        self.roster.entries()
    }
    #[inline(always)]
    fn entry(&self, who: u16) -> usize {
        self.roster.entry(who)
    }
}

/// The mapping of a duel: each fighter has a stat block of its own.
#[derive(Debug, Clone, Copy)]
pub struct DuelBlocks;

impl StatBlockIndex for DuelBlocks {
    #[inline(always)]
    fn entries(&self) -> usize {
        2
    }
    #[inline(always)]
    fn entry(&self, who: u16) -> usize {
        who.into()
    }
}

/// The layout of a row of counts. It has a position for each signal, and for most signals one for each stat block.
/// Signals of events that happen in most rounds come first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signals {
    /// Number of stat blocks.
    entries: usize,
    /// The occasional effects that are possible in this fight.
    fires: Vec<Fired>,
    /// Number of severities to count; 0 in a duel, in which they are not counted.
    severities: usize,
    /// Number of stat blocks whose spent Fudge points are counted: all of them, or 0.
    spenders: usize,
}

impl Signals {
    /// The layout for `fight`.
    pub fn of(fight: &Fight) -> Self {
        let severities = if fight.roster.duel.is_some() { 0 } else { fight.roster.severities() };
        let spenders = if fight.roster.spends_points() { fight.roster.entries() } else { 0 };
        Self { entries: fight.roster.entries(), fires: fight.occasional_rules.clone(), severities, spenders }
    }

    /// The length of a row of counts.
    pub fn row_length(&self) -> usize {
        self.first_fall() + if self.severities == 0 { 0 } else { self.entries * (1 + self.severities) } + self.spenders
    }

    /// Number of positions for events that happen in most rounds. They are at the start of a row.
    pub fn frequent(&self) -> usize {
        2 * self.entries + 2
    }

    /// The position of a signal for the stat block `entry`; `None` if this fight does not count it.
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
            Signal::Severity(severity) => {
                let known = (1..=self.severities).contains(&severity);
                known.then(|| self.severity_position(entry, severity))
            }
            Signal::Spent => (entry < self.spenders).then(|| self.row_length() - self.spenders + entry),
        }
    }

    /// Whether the signal at the position `place` is counted at most once in a fight, even if several such events
    /// happen at the same moment.
    pub fn is_flag(&self, place: usize) -> bool {
        self.severities > 0 && (self.first_fall()..self.first_fall() + self.entries).contains(&place)
    }

    /// The position of blows of the stat block `entry` with a `severity` that is counted.
    #[inline(always)]
    fn severity_position(&self, entry: usize, severity: usize) -> usize {
        self.first_fall() + self.entries + entry * self.severities + severity - 1
    }

    /// The first position of the signal [`FirstFall`](Signal::FirstFall).
    #[inline(always)]
    fn first_fall(&self) -> usize {
        self.frequent() + self.entries * self.fires.len()
    }

    /// Calls `count` with the position of an event's signal and the amount to add. `entries` maps fighters to stat
    /// blocks. Returns whether the event is rare, that is, not among the [`frequent`](Self::frequent) ones.
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
                    count(self.severity_position(entries.entry(by), severity), 1);
                }
                return self.severities > 0;
            }
            Event::Fell { who, first: true } if self.severities > 0 => (Signal::FirstFall, who, 1),
            Event::Spent { who, points } => (Signal::Spent, who, points.into()),
            Event::Fired { who, what } => (Signal::Fired(what), who, 1),
            Event::Avoided { .. } | Event::Missed { .. } | Event::Fell { .. } => return false,
        };
        self.count_rare(signal, entries.entry(who), times, count);
        true
    }

    /// Counts a rare event. It is not inlined, so that the code for rare events stays out of the hot loop.
    #[inline(never)]
    fn count_rare(&self, signal: Signal, entry: usize, times: u32, mut count: impl FnMut(usize, u32)) {
        if let Some(place) = self.place(signal, entry) {
            count(place, times);
        }
    }
}
