//! The slots of a fight: each measure for each side or stat block that it is shown for.

use super::Combat;
use super::measures::{GROUPS, MeasureSource, ReadEnd, Row};
use crate::combat::{End, FightPath, Signal};
use crate::measure::Per;

/// One figure or distribution of a fight.
#[derive(Debug, Clone)]
pub struct Slot {
    pub row: &'static Row,
    /// The index of the side or stat block; 0 for the whole fight.
    pub which: usize,
    /// The name of the side or stat block; empty for the whole fight.
    pub who: String,
    /// The severity of blows dealt, in words; otherwise empty.
    pub label: String,
    /// The index of its signal; `None` if it counts none.
    pub signal: Option<usize>,
    /// The index of the path it uses, among those that follow the fight; 0 if it uses none.
    pub path: usize,
}

/// Optional parts of what is measured in a fight.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extra {
    /// The ids of measures that are found only on request.
    pub requested: Vec<&'static str>,
    /// Whether there are slots for measures that are only available by name.
    pub named: bool,
    /// The paths that follow the fight, in addition to [`FightPath::FirstBlood`], which always does.
    pub paths: Vec<FightPath>,
    /// Whether to measure each stat block's wounds after each round.
    pub wounds: bool,
    /// Whether to record identical fighters one by one.
    pub individuals: bool,
    /// Rounds after which it matters whether the fight has ended, ascending.
    pub moments: Vec<u32>,
    /// Whether queries ask about events that no path remembers.
    pub happenings: bool,
    /// Whether to record the signals of each single fight.
    pub signals: bool,
    /// Whether to record, for each single fight, what its paths count and when their events first happened.
    pub courses: bool,
}

impl Extra {
    /// The index of a path among those that follow the fight; it is added if new.
    pub fn path(&mut self, path: FightPath) -> usize {
        if path == FightPath::FirstBlood {
            return 0;
        }
        let known = self.paths.iter().position(|known| *known == path);
        1 + known.unwrap_or_else(|| {
            self.paths.push(path);
            self.paths.len() - 1
        })
    }

    /// Adds a round after which it matters whether the fight has ended.
    pub fn moment(&mut self, round: u32) {
        if let Err(place) = self.moments.binary_search(&round) {
            self.moments.insert(place, round);
        }
    }

    /// Whether anything needs to look at the fighters after each round.
    pub fn follows(&self) -> bool {
        !self.paths.is_empty() || self.wounds
    }

    /// All paths that follow the fight.
    pub fn all_paths(&self) -> Vec<FightPath> {
        std::iter::once(FightPath::FirstBlood).chain(self.paths.iter().copied()).collect()
    }

    /// The index of a path that is known to follow the fight.
    pub fn place(&self, path: FightPath) -> usize {
        self.paths.iter().position(|known| *known == path).map_or(0, |place| place + 1)
    }
}

impl MeasureSource {
    /// The path it uses, for the side or stat block with the index `which`.
    pub fn path(self, combat: &Combat, which: usize) -> Option<FightPath> {
        match self {
            Self::End(Some(FightPath::FirstToFall { .. }), _) => Some(FightPath::for_stat_block(&combat.fight, which)),
            Self::End(path, _) => path,
            Self::FirstTime(path) | Self::Passes(path) => Some(path),
            _ => None,
        }
    }

    /// The indices of its signals that can happen to the stat block `which`, each with its label. A single `None` if
    /// the source is not a signal.
    fn signals(self, combat: &Combat, which: usize) -> Vec<(Option<usize>, &str)> {
        let place = |signal| combat.signals.place(signal, which).map(Some);
        match self {
            Self::Signal(signal) => place(signal).into_iter().map(|place| (place, "")).collect(),
            Self::Given => {
                let levels = (1..).zip(&combat.given[which]);
                levels.filter_map(|(severity, level)| Some((place(Signal::Severity(severity))?, &level[..]))).collect()
            }
            _ => vec![(None, "")],
        }
    }
}

/// All slots of a fight, in display order.
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
                let path = row.source.path(combat, which).map_or(0, |path| extra.place(path));
                slots.extend(row.source.signals(combat, which).into_iter().map(|(signal, label)| {
                    let who = name(combat, row, which);
                    Slot { row, which, who, label: label.to_owned(), signal, path }
                }));
            }
        }
    }
    slots
}

impl Slot {
    /// The numbers that this slot shows, out of all the numbers of its stat block.
    pub fn shown_of<'c, T>(&self, combat: &Combat, columns: &'c [T]) -> &'c [T] {
        match self.row.source {
            MeasureSource::Fates => combat.shape.fates_in(columns),
            _ => combat.shape.levels_in(columns),
        }
    }

    /// The number of identical fighters that the slot's count is divided by.
    pub fn alike(&self, combat: &Combat) -> usize {
        if self.row.each { combat.fight.roster.count(self.which) } else { 1 }
    }

    pub fn has_name(&self, name: &str) -> bool {
        self.row.measure.has_name(&self.who, &self.label, name)
    }

    pub fn title(&self) -> String {
        self.row.measure.name(&self.who, &self.label)
    }
}

/// The number of subjects that `row` can have in a fight: 1 if it is about the whole fight, else the number of sides or
/// stat blocks.
fn count(combat: &Combat, row: &Row) -> usize {
    match row.measure.per {
        Per::Whole => 1,
        Per::Side => combat.fight.roster.sides,
        Per::Block => combat.fight.roster.entries(),
    }
}

fn name(combat: &Combat, row: &Row, which: usize) -> String {
    match row.measure.per {
        Per::Whole => String::new(),
        Per::Side => combat.cast.sides[which].clone(),
        Per::Block => combat.cast.fighters[which].name.clone(),
    }
}

/// A slot whose value is read from the end of a fight, without the slot's words.
#[derive(Debug, Clone, Copy)]
pub struct AtEnd {
    read: ReadEnd,
    which: usize,
    path: usize,
}

impl AtEnd {
    /// `None` if the slot's value does not follow from the end.
    pub fn of(slot: &Slot) -> Option<Self> {
        let read: ReadEnd = match slot.row.source {
            MeasureSource::End(_, read) => read,
            MeasureSource::Awake => |end, entry, _| end.awake(entry).into(),
            _ => return None,
        };
        Some(Self { read, which: slot.which, path: slot.path })
    }

    /// All slots whose values follow from the end, in order.
    pub fn all(slots: &[Slot]) -> Vec<Self> {
        slots.iter().filter_map(Self::of).collect()
    }

    #[inline]
    pub fn read(self, end: &End<'_>) -> u32 {
        (self.read)(end, self.which, self.path)
    }
}

/// The slots whose values follow from the end of a fight, in order.
pub fn ends(slots: &[Slot]) -> impl Iterator<Item = &Slot> {
    slots.iter().filter(|slot| AtEnd::of(slot).is_some())
}

/// The slots of timed paths, one path each.
pub fn timed(slots: &[Slot]) -> impl Iterator<Item = &Slot> {
    slots.iter().filter(|slot| matches!(slot.row.source, MeasureSource::FirstTime(_)))
}
