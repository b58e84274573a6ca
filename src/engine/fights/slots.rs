//! The slots of a fight: each measure for each side or stat block that it is shown for.

use super::Combat;
use super::measures::{GROUPS, Row, Source};
use crate::combat::{End, Path, Signal};
use crate::measure::Per;

/// One figure or distribution of a fight.
#[derive(Debug, Clone)]
pub struct Slot {
    /// Its row.
    pub row: &'static Row,
    /// The number of the side or stat block; 0 for the whole fight.
    pub which: usize,
    /// Whom it is about.
    pub who: String,
    /// What the slot is restricted to: for blows given, the severity from 1.
    pub severity: usize,
    /// That in words.
    pub label: String,
    /// The place of the path it follows, among those that run beside the fight.
    pub path: usize,
}

/// What is looked at in a fight beyond what always is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extra {
    /// The ids of measures that are found only on request.
    pub requested: Vec<&'static str>,
    /// Whether outcomes by name are among the slots though the fight does not show them.
    pub named: bool,
    /// The paths that run beside it, behind [`Path::FirstBlood`], which always does.
    pub paths: Vec<Path>,
    /// Whether it is looked at how hurt everybody is after each round.
    pub wounds: bool,
    /// Whether identical fighters are counted one by one.
    pub individuals: bool,
    /// Rounds after which it matters whether the fight has ended, ascending.
    pub moments: Vec<u32>,
    /// Whether it is asked what happened on the way, beyond what paths remember.
    pub happenings: bool,
    /// Whether it is looked at how often signals were given in each fight.
    pub signals: bool,
    /// Whether it is looked at what paths count, and when what they wait for happened, in each fight.
    pub courses: bool,
}

impl Extra {
    /// The place of a path among those that run beside the fight; it runs from now on.
    pub fn path(&mut self, path: Path) -> usize {
        if path == Path::FirstBlood {
            return 0;
        }
        let known = self.paths.iter().position(|known| *known == path);
        1 + known.unwrap_or_else(|| {
            self.paths.push(path);
            self.paths.len() - 1
        })
    }

    /// Notes a round after which it matters whether the fight has ended.
    pub fn moment(&mut self, round: u32) {
        if let Err(place) = self.moments.binary_search(&round) {
            self.moments.insert(place, round);
        }
    }

    /// Whether anything runs beside the fight that looks at everybody after each round.
    pub fn follows(&self) -> bool {
        !self.paths.is_empty() || self.wounds
    }

    /// All paths that run beside the fight.
    pub fn all_paths(&self) -> Vec<Path> {
        std::iter::once(Path::FirstBlood).chain(self.paths.iter().copied()).collect()
    }

    /// The place of a path that is known to run.
    pub fn place(&self, path: Path) -> usize {
        self.paths.iter().position(|known| *known == path).map_or(0, |place| place + 1)
    }
}

impl Source {
    /// The path that it follows, of a side or stat block by its number.
    pub fn path(&self, combat: &Combat, which: usize) -> Option<Path> {
        match self {
            Self::Went(Path::FirstToFall { .. }, _) => Some(Path::to_fall(&combat.fight, which)),
            Self::Went(path, _) | Self::FirstTime(path) | Self::Passes(path) => Some(*path),
            _ => None,
        }
    }
}

/// All slots of a fight, in the order in which they are shown.
pub fn slots(combat: &Combat, extra: &Extra) -> Vec<Slot> {
    let mut slots = Vec::new();
    for group in GROUPS {
        let most = group.iter().map(|row| count(combat, row)).max().unwrap_or(0);
        for which in 0..most {
            let is_there = |row: &Row| (row.shown)(combat, which) || extra.named && row.named;
            for row in group.iter().filter(|row| which < count(combat, row) && is_there(row)) {
                if row.measure.on_request && !extra.requested.contains(&row.measure.id) {
                    continue;
                }
                let who = name(combat, row, which);
                let path = row.source.path(combat, which).map_or(0, |path| extra.place(path));
                match row.source {
                    Source::Given => slots.extend((1..).zip(&combat.given[which]).map(|(severity, level)| Slot {
                        row,
                        which,
                        who: who.clone(),
                        severity,
                        label: level.clone(),
                        path,
                    })),
                    _ => slots.push(Slot { row, which, who, severity: 0, label: String::new(), path }),
                }
            }
        }
    }
    slots.retain(|slot| slot.is_counted(combat));
    slots
}

impl Slot {
    /// Whether the fight counts what it is about: signals are, where they can be given.
    fn is_counted(&self, combat: &Combat) -> bool {
        match self.row.source {
            Source::Signal(signal) => combat.signals.place(signal, self.which).is_some(),
            Source::Given => combat.signals.place(Signal::Given(self.severity), self.which).is_some(),
            // Of more than two sides nobody says whose blow drew it.
            Source::Went(Path::FirstBlood, _) => combat.fight.sides() == 2,
            _ => true,
        }
    }

    /// Of the numbers of a stat block those that it shows.
    pub fn shown_of<'c, T>(&self, combat: &Combat, columns: &'c [T]) -> &'c [T] {
        match self.row.source {
            Source::Fates => combat.shape.fates_in(columns),
            _ => combat.shape.levels_in(columns),
        }
    }

    /// Where its signal is counted.
    pub fn place(&self, combat: &Combat) -> Option<usize> {
        match self.row.source {
            Source::Signal(signal) => combat.signals.place(signal, self.which),
            Source::Given => combat.signals.place(Signal::Given(self.severity), self.which),
            _ => None,
        }
    }

    /// How many fighters share what it counts.
    pub fn alike(&self, combat: &Combat) -> usize {
        if self.row.each { combat.fight.count(self.which) } else { 1 }
    }

    /// Whether this is a name for it.
    pub fn is_called(&self, name: &str) -> bool {
        self.row.measure.is_called(&self.who, &self.label, name)
    }

    /// Its name in words.
    pub fn title(&self) -> String {
        self.row.measure.name(&self.who, &self.label)
    }
}

/// Of how many sides or stat blocks a fight has a row.
fn count(combat: &Combat, row: &Row) -> usize {
    match row.measure.per {
        Per::Whole => 1,
        Per::Side => combat.fight.sides(),
        Per::Block => combat.fight.entries(),
    }
}

fn name(combat: &Combat, row: &Row, which: usize) -> String {
    match row.measure.per {
        Per::Whole => String::new(),
        Per::Side => combat.cast.sides[which].clone(),
        Per::Block => combat.cast.fighters[which].name.clone(),
    }
}

/// How the value of a slot is read off the end of a fight, without the slot's words.
#[derive(Debug, Clone, Copy)]
pub enum AtEnd {
    /// Of a measure that follows from the end: for this side or stat block.
    End(fn(&End<'_>, usize) -> u32, usize),
    /// Of one that follows from the end and from what the path at the second place remembers.
    Went(fn(&End<'_>, usize, usize) -> u32, usize, usize),
    /// How many of this stat block are awake.
    Awake(usize),
}

impl AtEnd {
    /// Of a slot; none where its value does not follow from the end.
    pub fn of(slot: &Slot) -> Option<Self> {
        match slot.row.source {
            Source::End(of) => Some(Self::End(of, slot.which)),
            Source::Went(_, of) => Some(Self::Went(of, slot.which, slot.path)),
            Source::Awake => Some(Self::Awake(slot.which)),
            _ => None,
        }
    }

    /// Those of all slots that have one, in order.
    pub fn all(slots: &[Slot]) -> Vec<Self> {
        slots.iter().filter_map(Self::of).collect()
    }

    /// The value.
    #[inline]
    pub fn read(self, end: &End<'_>) -> u32 {
        match self {
            Self::End(of, which) => of(end, which),
            Self::Went(of, which, path) => of(end, which, path),
            Self::Awake(which) => end.awake(which).into(),
        }
    }
}

/// The slots whose values follow from the end of a fight, in order.
pub fn ends(slots: &[Slot]) -> impl Iterator<Item = &Slot> {
    slots.iter().filter(|slot| AtEnd::of(slot).is_some())
}

/// The slots of what is timed, a path each.
pub fn timed(slots: &[Slot]) -> impl Iterator<Item = &Slot> {
    slots.iter().filter(|slot| matches!(slot.row.source, Source::FirstTime(_)))
}
