//! The slots of a fight: each measure for each side or stat block that it is shown for.

use super::Combat;
use super::measures::{GROUPS, MeasureSource, ReadEnd, Row};
use crate::combat::{End, FightPath, Signal};
use crate::measure::Per;

/// One figure or distribution of a fight: a measure for one of its subjects.
#[derive(Debug, Clone)]
pub struct Slot {
    /// The measure.
    pub row: &'static Row,
    /// The index of the side or stat block that it is about; 0 for the whole fight.
    pub which: usize,
    /// The name of the side or stat block that it is about; empty for the whole fight.
    pub who: String,
    /// The severity, in words, if it counts blows; otherwise empty.
    pub label: String,
    /// The index of the signal that it counts; `None` if it counts no signal.
    pub signal: Option<usize>,
    /// The index of the path that it uses, among all paths that follow the fight; 0 if it uses no path.
    pub path: usize,
}

/// Optional measurements of a fight.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extra {
    /// The ids of the measures with [`Measure::on_request`](crate::measure::Measure::on_request) that were requested.
    pub requested: Vec<&'static str>,
    /// Whether measures that are only available by name have slots.
    pub named: bool,
    /// The paths that follow the fight, in addition to [`FightPath::FirstBlood`], which always follows it.
    pub paths: Vec<FightPath>,
    /// Whether to measure each stat block's wounds after each round.
    pub wounds: bool,
    /// Whether to record identical fighters one by one.
    pub individuals: bool,
    /// Rounds, in ascending order, for questions whether the fight lasts longer than that.
    pub moments: Vec<u32>,
    /// Whether queries ask about events that no path follows.
    pub unfollowed_events: bool,
    /// Whether to record the signals of each fight.
    pub signals: bool,
    /// Whether to record, for each path of each fight, the number of its events and the round of the first one.
    pub courses: bool,
}

impl Extra {
    /// The index of `path` among the paths that follow the fight; a new path is added.
    pub fn add_path(&mut self, path: FightPath) -> usize {
        if path == FightPath::FirstBlood {
            return 0;
        }
        let known = self.paths.iter().position(|known| *known == path);
        1 + known.unwrap_or_else(|| {
            self.paths.push(path);
            self.paths.len() - 1
        })
    }

    /// Adds a round for the question whether the fight lasts longer than that.
    pub fn add_moment(&mut self, round: u32) {
        if let Err(place) = self.moments.binary_search(&round) {
            self.moments.insert(place, round);
        }
    }

    /// Whether the fighters have to be examined after each round.
    pub fn watches_rounds(&self) -> bool {
        !self.paths.is_empty() || self.wounds
    }

    /// All paths that follow the fight.
    pub fn all_paths(&self) -> Vec<FightPath> {
        std::iter::once(FightPath::FirstBlood).chain(self.paths.iter().copied()).collect()
    }

    /// The index of `path`, which must be one of the paths that follow the fight.
    pub fn path_index(&self, path: FightPath) -> usize {
        self.paths.iter().position(|known| *known == path).map_or(0, |place| place + 1)
    }
}

impl MeasureSource {
    /// The path that the source uses for the side or stat block with the index `which`; `None` if it uses no path.
    pub fn path(self, combat: &Combat, which: usize) -> Option<FightPath> {
        match self {
            Self::End(Some(FightPath::FirstToFall { .. }), _) => Some(FightPath::for_stat_block(&combat.fight, which)),
            Self::End(path, _) => path,
            Self::FirstTime(path) | Self::PathEvents(path) => Some(path),
            _ => None,
        }
    }

    /// The indices of the signals that the source counts for the stat block `which`, without those that cannot happen;
    /// each with its label. A single `None` if the source counts no signals.
    fn signals(self, combat: &Combat, which: usize) -> Vec<(Option<usize>, &str)> {
        let place = |signal| combat.signals.place(signal, which).map(Some);
        match self {
            Self::Signal(signal) => place(signal).into_iter().map(|place| (place, "")).collect(),
            Self::BlowsDealt => {
                let levels = (1..).zip(&combat.dealt_levels[which]);
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
        let most = group.iter().map(|row| subject_count(combat, row)).max().unwrap_or(0);
        for which in 0..most {
            let is_there = |row: &Row| (row.shown)(combat, which) || extra.named && row.named;
            for row in group.iter().filter(|row| which < subject_count(combat, row) && is_there(row)) {
                if row.measure.on_request && !extra.requested.contains(&row.measure.id) {
                    continue;
                }
                let path = row.source.path(combat, which).map_or(0, |path| extra.path_index(path));
                slots.extend(row.source.signals(combat, which).into_iter().map(|(signal, label)| {
                    let who = subject_name(combat, row, which);
                    Slot { row, which, who, label: label.to_owned(), signal, path }
                }));
            }
        }
    }
    slots
}

impl Slot {
    /// The entries of `columns`, which belong to the stat block of this slot, that the slot shows.
    pub fn select_columns<'c, T>(&self, combat: &Combat, columns: &'c [T]) -> &'c [T] {
        match self.row.source {
            MeasureSource::Fates => combat.shape.fates_in(columns),
            _ => combat.shape.levels_in(columns),
        }
    }

    /// The number of identical fighters by which a count in this slot is divided.
    pub fn identical_fighters(&self, combat: &Combat) -> usize {
        if self.row.each { combat.fight.roster.count(self.which) } else { 1 }
    }

    /// Whether `name` names this slot; see [`Measure::has_name`](crate::measure::Measure::has_name).
    pub fn has_name(&self, name: &str) -> bool {
        self.row.measure.has_name(&self.who, &self.label, name)
    }

    /// The display name of the slot.
    pub fn title(&self) -> String {
        self.row.measure.name(&self.who, &self.label)
    }
}

/// The number of subjects that a measure has in a fight: 1 for the whole fight, else the number of sides or stat
/// blocks.
fn subject_count(combat: &Combat, row: &Row) -> usize {
    match row.measure.per {
        Per::Whole => 1,
        Per::Side => combat.fight.roster.sides,
        Per::Block => combat.fight.roster.entries(),
    }
}

/// The name of the subject with the index `which`; empty for the whole fight.
fn subject_name(combat: &Combat, row: &Row, which: usize) -> String {
    match row.measure.per {
        Per::Whole => String::new(),
        Per::Side => combat.cast.sides[which].clone(),
        Per::Block => combat.cast.fighters[which].name.clone(),
    }
}

/// A slot whose value is read from the end of a fight, without its names.
#[derive(Debug, Clone, Copy)]
pub struct EndValue {
    read: ReadEnd,
    which: usize,
    path: usize,
}

impl EndValue {
    /// The part of `slot` that reads its value; `None` if the end of the fight does not determine the value.
    pub fn of(slot: &Slot) -> Option<Self> {
        let read: ReadEnd = match slot.row.source {
            MeasureSource::End(_, read) => read,
            MeasureSource::Awake => |end, entry, _| end.awake(entry).into(),
            _ => return None,
        };
        Some(Self { read, which: slot.which, path: slot.path })
    }

    /// The slots whose values are determined by the end of the fight, in order.
    pub fn all(slots: &[Slot]) -> Vec<Self> {
        slots.iter().filter_map(Self::of).collect()
    }

    /// The value for this end.
    #[inline]
    pub fn read(self, end: &End<'_>) -> u32 {
        (self.read)(end, self.which, self.path)
    }
}

/// The slots whose values are determined by the end of a fight, in order.
pub fn end_slots(slots: &[Slot]) -> impl Iterator<Item = &Slot> {
    slots.iter().filter(|slot| EndValue::of(slot).is_some())
}

/// The slots that measure when the event of a path first happens; each has its own path.
pub fn timed_slots(slots: &[Slot]) -> impl Iterator<Item = &Slot> {
    slots.iter().filter(|slot| matches!(slot.row.source, MeasureSource::FirstTime(_)))
}
