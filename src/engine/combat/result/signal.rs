//! What is counted while a fight goes on, and where: the same places for a simulation that counts and for an exact answer
//! that weighs.

use crate::combat::event::{Event, Fired};
use crate::combat::tables::Fight;

/// Something that is counted each time it happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// A blow of a fighter landed.
    Hit,
    /// A blow of a fighter was a graze.
    Graze,
    /// Nobody won an exchange.
    StandOff,
    /// The winner of an exchange stayed below the minimum to hit.
    BelowMinimum,
    /// A rule that acts now and then did.
    Fired(Fired),
    /// One of a stat block is among the first to fall: once in a fight, however many.
    FirstFall,
    /// A fighter gave a blow of this severity, from 1.
    Given(usize),
    /// A fighter spent a Fudge point.
    Spent,
}

/// Which stat block each fighter has.
pub trait Entries {
    /// How many stat blocks there are.
    fn entries(&self) -> usize;
    /// The stat block of a fighter, by its place in the cast.
    fn entry(&self, who: u16) -> usize;
}

impl Entries for Fight {
    #[inline(always)]
    fn entries(&self) -> usize {
        Self::entries(self)
    }
    #[inline(always)]
    fn entry(&self, who: u16) -> usize {
        Self::entry(self, who)
    }
}

/// The two of a duel are the two stat blocks.
#[derive(Debug, Clone, Copy)]
pub struct Two;

impl Entries for Two {
    #[inline(always)]
    fn entries(&self) -> usize {
        2
    }
    #[inline(always)]
    fn entry(&self, who: u16) -> usize {
        who.into()
    }
}

/// The places of a fight's signals in one row of counts, those that happen in most rounds first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signals {
    entries: usize,
    /// What acts now and then.
    fires: Vec<Fired>,
    /// Severities of blows that are counted; 0 in a duel, where nobody asks.
    severities: usize,
    /// Stat blocks whose Fudge points are counted: all or none.
    spenders: usize,
}

impl Signals {
    /// Those of a fight.
    pub fn of(fight: &Fight) -> Self {
        let severities = if fight.duel.is_some() { 0 } else { fight.severities() };
        let spenders = if fight.spends_points() { fight.entries() } else { 0 };
        Self { entries: fight.entries(), fires: fight.fires().to_vec(), severities, spenders }
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.first_fall() + if self.severities == 0 { 0 } else { self.entries * (1 + self.severities) } + self.spenders
    }

    /// How many of them, from the first on, count what happens in most rounds.
    pub fn frequent(&self) -> usize {
        2 * self.entries + 2
    }

    /// The place of a signal of a stat block; none where this fight does not count it.
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

    /// Whether what is counted at a place counts once in a fight, however often it happens at the same moment.
    pub fn is_flag(&self, place: usize) -> bool {
        self.severities > 0 && (self.first_fall()..self.first_fall() + self.entries).contains(&place)
    }

    /// The place of blows of a severity that is counted.
    #[inline(always)]
    fn given(&self, entry: usize, severity: usize) -> usize {
        self.first_fall() + self.entries + entry * self.severities + severity - 1
    }

    #[inline(always)]
    fn first_fall(&self) -> usize {
        self.frequent() + self.entries * self.fires.len()
    }

    /// Calls `count` with the place of an event and how often it counts. Returns whether the event is a rare one, beyond the
    /// [`frequent`](Self::frequent) ones.
    #[inline(always)]
    pub fn record(&self, event: Event, entries: &impl Entries, mut count: impl FnMut(usize, u32)) -> bool {
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
                // None is counted in a duel.
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

    /// Not inlined, to keep rare events out of the hot loop.
    #[inline(never)]
    fn rare(&self, signal: Signal, entry: usize, times: u32, mut count: impl FnMut(usize, u32)) {
        if let Some(place) = self.place(signal, entry) {
            count(place, times);
        }
    }
}
