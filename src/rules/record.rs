//! How wounds are recorded, and the record compiled to a table of states (W10 to W13, W16, W17, W27, M1).

use crate::error::{Error, Result};
use std::fmt;

/// The name of the state before the first level.
const UNDAMAGED: &str = "Undamaged";

/// The name of the state past the last level.
const DEAD: &str = "Dead";

/// The name of a track filled in order whose last box is marked (LITE).
const INCAPACITATED: &str = "Incapacitated";

/// The most boxes of a track filled in order.
const MOST_BOXES: usize = 100;

/// How wounds are recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// What a blow marks.
    pub kind: RecordKind,
    /// The wound levels above Undamaged, ascending.
    pub levels: Vec<LevelRule>,
    /// Where a wound goes whose level has no open box. Not used by [`RecordKind::CapacityPoints`].
    pub overflow: Overflow,
}

/// What a blow marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    /// One box at the level its points reach; with none open there, at the next higher open one (W10, SRD 4.57).
    Boxes,
    /// As many boxes as it has points, in order; how many each level has follows from
    /// Damage Capacity (W12, F93 4.72).
    CapacityPoints,
    /// As boxes, but thresholds and boxes follow from the fighter's Health (W13, KAER).
    Health,
    /// As many boxes as its damage says, in order; the last box of all puts out, and nobody dies (W16, W17, LITE).
    InOrder,
}

/// Where a wound goes whose level has no open box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// To the next higher level that has one.
    Upward,
    /// As upward, but a wound of the lightest level that would put out of action is lost (W11, KAER; reading 22).
    ScratchesNeverOut,
}

/// One wound level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelRule {
    /// Its name.
    pub name: String,
    /// The fewest points of a blow that marks it. Used by [`RecordKind::Boxes`] alone.
    pub from: i32,
    /// Its boxes. Used by [`RecordKind::Boxes`] alone.
    pub boxes: u8,
    /// What it takes from skill, 0 or less (M1).
    pub penalty: i32,
    /// Whether it puts a fighter out of action.
    pub out: bool,
}

/// The boxes of Scratch, Hurt, Very Hurt, Incapacitated and Near Death for Damage Capacity
/// Terrible to Legendary (W12, F93 4.72).
pub const CAPACITY_BOXES: [[u8; 5]; 8] = [
    [1, 1, 1, 1, 2],
    [2, 1, 1, 2, 2],
    [2, 2, 1, 2, 2],
    [2, 2, 2, 2, 2],
    [3, 2, 2, 3, 2],
    [3, 3, 2, 3, 2],
    [3, 3, 3, 3, 2],
    [4, 3, 3, 4, 2],
];

/// One row of the Health wound table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HealthRow {
    /// The fewest points of a Scratch, Hurt, Very Hurt, Incapacitated and Near Death.
    pub from: [i32; 5],
    /// Their boxes.
    pub boxes: [u8; 5],
}

const fn health(from: [i32; 5], boxes: [u8; 5]) -> HealthRow {
    HealthRow { from, boxes }
}

/// The wound table of Health Terrible to Legendary (W13, KAER). Great has two Hurt boxes in all, and Legendary has
/// Great's thresholds (reading 24), which makes it sometimes worse than Superb.
pub const HEALTH_TABLE: [HealthRow; 8] = [
    health([1, 2, 3, 5, 7], [1, 1, 1, 1, 1]),
    health([1, 2, 4, 6, 8], [2, 1, 1, 1, 1]),
    health([1, 3, 5, 7, 9], [2, 1, 1, 1, 1]),
    health([1, 3, 5, 7, 9], [3, 1, 1, 1, 1]),
    health([1, 3, 5, 7, 9], [4, 1, 1, 1, 1]),
    health([1, 3, 5, 7, 9], [4, 2, 1, 1, 1]),
    health([1, 4, 7, 9, 11], [4, 2, 1, 1, 1]),
    health([1, 3, 5, 7, 9], [5, 3, 2, 1, 1]),
];

/// The most states a track may have.
pub const MAX_TRACK_STATES: usize = 4096;

impl Record {
    /// The standard box track: 3, 1, 1, 1, 1 boxes at 1, 3, 5, 7, 9 points (W10, SRD 4.57).
    pub fn standard() -> Self {
        let level = |name: &str, from, boxes, penalty, out| LevelRule { name: name.into(), from, boxes, penalty, out };
        Self {
            kind: RecordKind::Boxes,
            levels: vec![
                level("Scratch", 1, 3, 0, false),
                level("Hurt", 3, 1, -1, false),
                level("Very Hurt", 5, 1, -2, false),
                level("Incapacitated", 7, 1, -2, true),
                level("Near Death", 9, 1, -2, true),
            ],
            overflow: Overflow::Upward,
        }
    }

    /// Whether a blow has a wound level; else it has points or boxes.
    pub fn by_level(&self) -> bool {
        matches!(self.kind, RecordKind::Boxes | RecordKind::Health)
    }

    /// The record of cannon fodder (M17, SRD 4.57; reading 32): the first wound is a Hurt, anything further or worse puts
    /// out. The levels below the first that puts out keep their thresholds and penalties: none of the lowest has a box,
    /// the next has one, none of the others; those that put out never fill up.
    pub fn fodder(&self) -> Self {
        let level = |(k, level): (usize, &LevelRule)| {
            let boxes = match k {
                _ if level.out => 9,
                1 => 1,
                _ => 0,
            };
            LevelRule { boxes, ..level.clone() }
        };
        // Where a record states no thresholds, those of Fair Health, which are the standard ones.
        let stated = if self.kind == RecordKind::Boxes { self.levels.clone() } else { self.of_health(0) };
        let levels = stated.iter().enumerate().map(level).collect();
        Self { kind: RecordKind::Boxes, levels, overflow: Overflow::Upward }
    }

    /// The levels with the thresholds and boxes of a Health: Terrible −3 to Legendary 4, held within (W13).
    fn of_health(&self, health: i32) -> Vec<LevelRule> {
        let HealthRow { from, boxes } = HEALTH_TABLE[table_row(health, HEALTH_TABLE.len())];
        let levels = self.levels.iter().zip(from.into_iter().zip(boxes));
        levels.map(|(level, (from, boxes))| LevelRule { from, boxes, ..level.clone() }).collect()
    }

    /// Minor injuries ×2, serious injuries ×2, one after the other (W16, LITE).
    pub fn injuries() -> Self {
        let level = |name: &str| LevelRule { name: name.into(), from: 0, boxes: 2, penalty: 0, out: false };
        let levels = vec![level("Minor injury"), level("Serious injury")];
        Self { kind: RecordKind::InOrder, levels, overflow: Overflow::Upward }
    }

    /// A track filled in order with so many boxes: the first ones of this, or more boxes of its last level (W16).
    pub fn with_boxes(&self, boxes: u8) -> Self {
        let mut left = boxes;
        let last = self.levels.len().saturating_sub(1);
        let level = |(k, level): (usize, &LevelRule)| {
            let own = if k == last { left } else { level.boxes.min(left) };
            left -= own;
            LevelRule { boxes: own, ..level.clone() }
        };
        let levels = self.levels.iter().enumerate().map(level).filter(|level| level.boxes > 0).collect();
        Self { kind: self.kind, levels, overflow: self.overflow }
    }

    /// How many boxes a track filled in order has.
    pub fn boxes(&self) -> usize {
        self.levels.iter().map(|level| usize::from(level.boxes)).sum()
    }

    /// The names of all final states: Undamaged, each level, Dead. Of a track filled in order each box is a state.
    pub fn level_names(&self) -> Vec<String> {
        let levels: Vec<String> = match self.kind {
            RecordKind::InOrder => self.box_names(),
            _ => self.levels.iter().map(|level| level.name.clone()).collect(),
        };
        [UNDAMAGED.to_owned()].into_iter().chain(levels).chain([DEAD.to_owned()]).collect()
    }

    /// The name of each box: `Minor injury 1`, `Minor injury 2`, `Serious injury 1`, `Incapacitated`.
    fn box_names(&self) -> Vec<String> {
        let named = |level: &LevelRule| match level.boxes {
            1 => vec![level.name.clone()],
            boxes => (1..=boxes).map(|number| format!("{} {number}", level.name)).collect(),
        };
        let mut names: Vec<String> = self.levels.iter().flat_map(named).collect();
        // Where a level of its own does not say so already.
        if let Some(last) = names.last_mut().filter(|_| !self.levels.iter().any(|level| level.out)) {
            *last = INCAPACITATED.to_owned();
        }
        names
    }

    /// What is wrong with the record, if anything.
    ///
    /// # Errors
    /// No levels or too many, thresholds that do not rise, penalties above 0, no level that puts a fighter
    /// out, a level after such a one that does not, too many boxes, five levels missing on a point track.
    pub fn check(&self) -> Result<()> {
        let levels = &self.levels;
        if levels.is_empty() || levels.len() > 12 {
            return Err(Error::input(format!("a record has 1 to 12 wound levels, not {}", levels.len())));
        }
        let by_body = matches!(self.kind, RecordKind::CapacityPoints | RecordKind::Health);
        if by_body && levels.len() != CAPACITY_BOXES[0].len() {
            let by = if self.kind == RecordKind::Health { "Health" } else { "Damage Capacity" };
            return Err(Error::input(format!("a record by {by} has five wound levels"))
                .with_help("Scratch, Hurt, Very Hurt, Incapacitated and Near Death"));
        }
        if self.kind == RecordKind::CapacityPoints && self.overflow != Overflow::Upward {
            return Err(Error::input("on a point track no wound is lost for want of a box")
                .with_help("leave `overflow` out, or use a record of boxes"));
        }
        for (k, level) in levels.iter().enumerate() {
            let taken = levels[..k].iter().any(|other| other.name == level.name);
            if taken || [UNDAMAGED, DEAD].contains(&level.name.as_str()) {
                return Err(Error::input(format!("the wound level `{}` has a name that is taken", level.name))
                    .with_help(format!("levels are named apart; {UNDAMAGED} and {DEAD} are there already")));
            }
        }
        for pair in levels.windows(2) {
            if self.kind == RecordKind::Boxes && pair[0].from >= pair[1].from {
                return Err(Error::input(format!(
                    "wound level `{}` starts at {} points, `{}` before it at {}",
                    pair[1].name, pair[1].from, pair[0].name, pair[0].from
                ))
                .with_help("each level must start above the one before"));
            }
            if pair[0].out && !pair[1].out {
                return Err(Error::input(format!(
                    "`{}` puts a fighter out of action but the worse `{}` does not",
                    pair[0].name, pair[1].name
                )));
            }
        }
        if self.kind == RecordKind::Boxes && levels[0].from < 1 {
            return Err(Error::input("the first wound level starts below 1 point").with_help("0 points are no wound"));
        }
        if let Some(level) = levels.iter().find(|level| level.penalty > 0) {
            return Err(Error::input(format!("the penalty of `{}` is above 0", level.name)));
        }
        if self.kind == RecordKind::InOrder {
            return self.check_boxes();
        }
        if !levels.iter().any(|level| level.out) {
            return Err(Error::input("no wound level puts a fighter out of action")
                .with_help("set `out = true` on the last level"));
        }
        if self.kind == RecordKind::Boxes {
            let states = levels.iter().try_fold(1usize, |n, level| n.checked_mul(usize::from(level.boxes) + 1));
            if states.is_none_or(|states| states >= MAX_TRACK_STATES) {
                return Err(Error::input(format!("this wound track has more than {MAX_TRACK_STATES} states"))
                    .with_help("use fewer boxes"));
            }
        }
        Ok(())
    }

    /// The boxes of a track filled in order.
    fn check_boxes(&self) -> Result<()> {
        if let Some(level) = self.levels.iter().find(|level| level.boxes == 0) {
            return Err(Error::input(format!("the wound level `{}` has no box", level.name))
                .with_help("on a track filled in order every level has one at least"));
        }
        if self.boxes() > MOST_BOXES {
            return Err(Error::input(format!("this wound track has {} boxes", self.boxes()))
                .with_help(format!("a track filled in order has at most {MOST_BOXES}")));
        }
        Ok(())
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            RecordKind::Boxes => {
                let level = |level: &LevelRule| format!("{} {}+ ×{}", level.name, level.from, level.boxes);
                write!(f, "boxes: {}", self.levels.iter().map(level).collect::<Vec<_>>().join(", "))?;
            }
            RecordKind::CapacityPoints => f.write_str("points, boxes by Damage Capacity")?,
            RecordKind::Health => f.write_str("boxes by Health")?,
            RecordKind::InOrder => {
                let level = |level: &LevelRule| format!("{} ×{}", level.name, level.boxes);
                write!(f, "in order: {}", self.levels.iter().map(level).collect::<Vec<_>>().join(", "))?;
            }
        }
        match self.overflow {
            Overflow::Upward => Ok(()),
            Overflow::ScratchesNeverOut => f.write_str("; Scratches never put out"),
        }
    }
}

/// What a fighter's wounds amount to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    /// The highest level marked: 0 Undamaged, then the record's levels, then Dead.
    pub level: u8,
    /// What it takes from skill, 0 or less.
    pub penalty: i8,
    /// Whether the fighter can fight on.
    pub fit: bool,
}

/// A record compiled for one fighter: every state its boxes can be in, and where each blow leads.
///
/// State 0 is undamaged. A blow's *severity* is 0 for none, the wound level on a box track,
/// the points on a point track; on a track filled in order the boxes it marks, plus all boxes where it starts at the
/// second level at least ([`Track::serious`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    conditions: Vec<Condition>,
    severities: usize,
    next: Vec<u16>,
    severity_of_points: Vec<u8>,
    /// Whether boxes are filled in order, point by point.
    filled: bool,
    /// The boxes of each level.
    boxes: Vec<u8>,
}

impl Track {
    /// Compiles a record that has passed [`Record::check`]. `body` is the level of the trait that its boxes follow from,
    /// Damage Capacity or Health (Terrible −3 to Legendary 4, held within), where they do; `large_blow` as in
    /// [`Rules::large_blow`](super::Rules::large_blow).
    pub fn compile(record: &Record, body: i32, large_blow: Option<i32>) -> Self {
        match record.kind {
            RecordKind::Boxes => Self::boxes(&record.levels, record.overflow),
            RecordKind::Health => Self::boxes(&record.of_health(body), record.overflow),
            RecordKind::CapacityPoints => {
                let row = table_row(body, CAPACITY_BOXES.len());
                Self::points(&record.levels, &CAPACITY_BOXES[row], large_blow)
            }
            RecordKind::InOrder => Self::in_order(&record.levels),
        }
    }

    /// The state after a blow of `severity`.
    #[inline(always)]
    pub fn after(&self, state: u16, severity: u8) -> u16 {
        self.next[usize::from(state) * self.severities + usize::from(severity)]
    }

    /// What a state amounts to.
    #[inline(always)]
    pub fn condition(&self, state: u16) -> Condition {
        self.conditions[usize::from(state)]
    }

    /// The severity of a blow of so many points; 0 or less is none.
    #[inline(always)]
    pub fn severity(&self, points: i32) -> u8 {
        let last = self.severity_of_points.len() - 1;
        self.severity_of_points[(points.max(0) as usize).min(last)]
    }

    /// On a track filled in order, the severity of a blow that starts at the second level's first box, or at the last box
    /// where there is but one level (enormous threats, LITE).
    pub fn serious(&self, severity: u8) -> u8 {
        if severity == 0 { 0 } else { severity + (self.severities() / 2) as u8 }
    }

    /// The least severity that puts out whoever is fit, however unhurt.
    pub fn knock_out(&self) -> u8 {
        let fit: Vec<u16> = (0..self.states() as u16).filter(|&state| self.condition(state).fit).collect();
        let puts_out = |severity: &u8| fit.iter().all(|&state| !self.condition(self.after(state, *severity)).fit);
        // The severest blow of all puts anybody out.
        let severest = self.severities() as u8;
        (1..severest).find(puts_out).unwrap_or(severest)
    }

    /// The worst wound level at which a fighter still goes on.
    pub fn grave(&self) -> u8 {
        self.conditions.iter().filter(|condition| condition.fit).map(|condition| condition.level).max().unwrap_or(0)
    }

    /// The wound level that puts out of action first.
    pub fn incapacitated(&self) -> u8 {
        let out = self.conditions.iter().filter(|condition| !condition.fit).map(|condition| condition.level);
        out.min().unwrap_or(u8::MAX)
    }

    /// The track of one who goes no further than this: it puts out of action at a wound level, or at a worse one of its own
    /// (C13, W20).
    #[must_use]
    pub fn down_at(mut self, level: u8) -> Self {
        self.conditions
            .iter_mut()
            .filter(|condition| condition.level >= level)
            .for_each(|condition| condition.fit = false);
        self
    }

    /// What each wound level amounts to, from Undamaged on; one that no box is at, what the lighter one does.
    pub fn conditions_of_levels(&self) -> Vec<Condition> {
        let of = |level: usize| self.conditions.iter().copied().find(|one| usize::from(one.level) == level);
        let mut last = self.conditions[0];
        let mut next = |level| {
            last = of(level).unwrap_or(last);
            last
        };
        (0..self.levels()).map(&mut next).collect()
    }

    /// The worst level at which a blow marked a box; 0 where it marked none.
    pub fn marked_at(&self, before: u16, after: u16) -> u8 {
        if before == after {
            return 0;
        }
        if self.is_dead(after) {
            return self.condition(after).level;
        }
        let marks = self.marks(before).into_iter().zip(self.marks(after));
        marks.zip(1..).filter(|((old, new), _)| new > old).map(|(_, level)| level).max().unwrap_or(0)
    }

    /// The most of a severity that leaves a wound level no worse than this; on a box track a wound that would all the same
    /// overflow past it is lost, on a point track only what goes past it (reading 30).
    pub fn held(&self, state: u16, severity: u8, worst: u8) -> u8 {
        let within = |severity: &u8| self.condition(self.after(state, *severity)).level <= worst;
        let most = if self.filled { severity } else { severity.min(worst) };
        if self.filled { (0..=most).rev().find(within).unwrap_or(0) } else { Some(most).filter(within).unwrap_or(0) }
    }

    /// Whether any blow leads to death.
    pub fn kills(&self) -> bool {
        let dead = self.conditions.len() - 1;
        self.next[..dead * self.severities].contains(&(dead as u16))
    }

    /// The fewest points of the severest blow.
    pub fn severest_points(&self) -> i32 {
        self.severity_of_points.len() as i32 - 1
    }

    /// The first state of the same level that is fit, or out, like this one.
    pub fn like(&self, state: u16) -> u16 {
        let of = |state: usize| (self.conditions[state].level, self.conditions[state].fit);
        let own = of(state.into());
        (0..state).find(|&other| of(other.into()) == own).unwrap_or(state)
    }

    /// Whether a single blow can kill a fighter who is still fit. Where it cannot, nobody dies in a fight of one
    /// against one.
    pub fn one_blow_kills(&self) -> bool {
        let dead = self.conditions.len() - 1;
        let fit = (0..dead).filter(|&state| self.conditions[state].fit);
        let rows = fit.map(|state| &self.next[state * self.severities..(state + 1) * self.severities]);
        rows.into_iter().any(|row| row.contains(&(dead as u16)))
    }

    /// How many severities of blows there are beyond none: wound levels, or points up to what fills the track.
    pub fn severities(&self) -> usize {
        self.severities - 1
    }

    /// How many states there are, Dead included.
    pub fn states(&self) -> usize {
        self.conditions.len()
    }

    /// The boxes of each level.
    pub fn boxes_of_levels(&self) -> &[u8] {
        &self.boxes
    }

    /// True for the last state of all: no box was left for a wound.
    pub fn is_dead(&self, state: u16) -> bool {
        usize::from(state) + 1 >= self.states()
    }

    /// The boxes marked at each level. All of them in the state of the dead, which keeps no record of them.
    pub fn marks(&self, state: u16) -> Vec<u8> {
        if self.is_dead(state) {
            return self.boxes.clone();
        }
        // Both kinds of state are read from the lightest level up: as digits, or as points that fill the boxes.
        let digits = |left: usize, boxes: usize| (left % (boxes + 1), left / (boxes + 1));
        let points = |left: usize, boxes: usize| (left.min(boxes), left.saturating_sub(boxes));
        let mut left = usize::from(state);
        let mut marked = |boxes: u8| {
            let (marked, rest) = if self.filled { points(left, boxes.into()) } else { digits(left, boxes.into()) };
            left = rest;
            // At most the level's boxes.
            marked as u8
        };
        self.boxes.iter().map(|&boxes| marked(boxes)).collect()
    }

    /// How many wound levels the states amount to, from Undamaged to Dead.
    pub fn levels(&self) -> usize {
        self.conditions.iter().map(|condition| usize::from(condition.level) + 1).max().unwrap_or(1)
    }

    /// State = boxes marked at each level, in mixed radix; Dead comes last.
    fn boxes(levels: &[LevelRule], overflow: Overflow) -> Self {
        let severities = levels.len() + 1;
        let radix: Vec<usize> = levels.iter().map(|level| usize::from(level.boxes) + 1).collect();
        let place: Vec<usize> = radix.iter().scan(1, |unit, r| Some(std::mem::replace(unit, *unit * r))).collect();
        let dead: usize = radix.iter().product();
        let marked = |state: usize, k: usize| state / place[k] % radix[k];
        let mut conditions: Vec<Condition> =
            (0..dead).map(|state| condition(levels, (0..levels.len()).rev().find(|&k| marked(state, k) > 0))).collect();
        conditions.push(dead_condition(levels));
        let mut next = Vec::with_capacity((dead + 1) * severities);
        for state in 0..=dead {
            next.push(state as u16);
            for received in 0..levels.len() {
                let open = (received..levels.len()).find(|&k| state < dead && marked(state, k) + 1 < radix[k]);
                let out = open.is_none_or(|k| levels[k].out);
                let lost = received == 0 && out && !levels[0].out && overflow == Overflow::ScratchesNeverOut;
                next.push(if lost { state } else { open.map_or(dead, |k| state + place[k]) } as u16);
            }
        }
        let top = levels.last().map_or(0, |level| level.from);
        let severity_of_points =
            (0..=top).map(|points| levels.iter().filter(|level| points >= level.from).count() as u8).collect();
        let boxes = levels.iter().map(|level| level.boxes).collect();
        Self { conditions, severities, next, severity_of_points, filled: false, boxes }
    }

    /// State = points taken; one more than all boxes is Dead (reading 23).
    fn points(levels: &[LevelRule], boxes: &[u8], large_blow: Option<i32>) -> Self {
        let ends: Vec<usize> = boxes
            .iter()
            .scan(0, |sum, &n| {
                Some({
                    *sum += usize::from(n);
                    *sum
                })
            })
            .collect();
        let full = ends.last().copied().unwrap_or(0);
        let mut conditions: Vec<Condition> = (0..=full)
            .map(|taken| condition(levels, (taken > 0).then(|| ends.iter().filter(|&&end| end < taken).count())))
            .collect();
        conditions.push(dead_condition(levels));
        // A blow smaller than a large one stops at the last box before each boundary it would cross.
        let boundaries: Vec<usize> = (0..levels.len() - 1).filter(|&k| levels[k + 1].out).map(|k| ends[k]).collect();
        let severities = full + 2;
        let mut next = Vec::with_capacity((full + 2) * severities);
        for taken in 0..=full + 1 {
            for points in 0..severities {
                let mut to = (taken + points).min(full + 1);
                if large_blow.is_some_and(|large| (points as i32) < large) {
                    let limit = boundaries.iter().find(|&&boundary| taken <= boundary);
                    to = limit.map_or(to, |&boundary| to.min(boundary));
                }
                next.push(to as u16);
            }
        }
        let severity_of_points = (0..severities as u8).collect();
        Self { conditions, severities, next, severity_of_points, filled: true, boxes: boxes.to_vec() }
    }

    /// State = boxes marked; the last of them puts out. Nobody dies: a Dead state is there, and nothing leads to it.
    fn in_order(levels: &[LevelRule]) -> Self {
        let penalties: Vec<i32> =
            levels.iter().flat_map(|level| std::iter::repeat_n(level.penalty, level.boxes.into())).collect();
        let full = penalties.len();
        let out = levels.iter().take_while(|level| !level.out).map(|level| usize::from(level.boxes)).sum::<usize>();
        let marked = |marked: usize| Condition {
            level: marked as u8,
            penalty: if marked == 0 { 0 } else { penalties[marked - 1] as i8 },
            fit: marked < full && marked <= out,
        };
        let mut conditions: Vec<Condition> = (0..=full).map(marked).collect();
        conditions.push(Condition { level: full as u8 + 1, penalty: 0, fit: false });
        let serious = if levels.len() > 1 { levels[0].boxes.into() } else { full - 1 };
        let mut next = Vec::with_capacity((full + 2) * (2 * full + 1));
        for state in 0..=full {
            next.extend((0..=full).map(|boxes| (state + boxes).min(full) as u16));
            next.extend((1..=full).map(|boxes| (state.max(serious) + boxes).min(full) as u16));
        }
        next.extend(std::iter::repeat_n(full as u16 + 1, 2 * full + 1));
        let boxes = levels.iter().map(|level| level.boxes).collect();
        let severity_of_points = (0..=full as u8).collect();
        Self { conditions, severities: 2 * full + 1, next, severity_of_points, filled: true, boxes }
    }
}

/// The row of a table by level, Terrible −3 first; levels past its ends are held within.
fn table_row(level: i32, rows: usize) -> usize {
    (level + 3).clamp(0, rows as i32 - 1) as usize
}

fn condition(levels: &[LevelRule], highest: Option<usize>) -> Condition {
    match highest {
        None => Condition { level: 0, penalty: 0, fit: true },
        Some(k) => Condition { level: k as u8 + 1, penalty: levels[k].penalty as i8, fit: !levels[k].out },
    }
}

fn dead_condition(levels: &[LevelRule]) -> Condition {
    Condition { level: levels.len() as u8 + 1, penalty: 0, fit: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels_after(track: &Track, severities: &[u8]) -> Vec<u8> {
        let states = severities.iter().scan(0, |state, &severity| {
            *state = track.after(*state, severity);
            Some(*state)
        });
        states.map(|state| track.condition(state).level).collect()
    }

    /// V7: SRD 4.57. Very Hurt, then Hurt, then Hurt again: Incapacitated.
    #[test]
    fn wound_marking_sequence() {
        let track = Track::compile(&Record::standard(), 0, None);
        assert_eq!(levels_after(&track, &[3, 2, 2]), [3, 3, 4]);
        assert_eq!(levels_after(&track, &[3, 3]), [3, 4], "two Very Hurt results are Incapacitated");
        assert_eq!(levels_after(&track, &[1, 1, 1, 1]), [1, 1, 1, 2], "the fourth Scratch hurts");
        assert_eq!(levels_after(&track, &[5, 5]), [5, 6], "past Near Death is Dead");
        assert_eq!(levels_after(&track, &[5, 1, 5, 1]), [5, 5, 6, 6], "the dead stay dead");
    }

    #[test]
    fn marks_are_what_the_blows_left() {
        let track = Track::compile(&Record::standard(), 0, None);
        let after = |severities: &[u8]| severities.iter().fold(0, |state, &severity| track.after(state, severity));
        assert_eq!(track.marks(0), [0; 5]);
        assert_eq!(track.marks(after(&[3, 1, 1, 2, 2])), [2, 1, 1, 1, 0], "the second Hurt is marked at Incapacitated");
        assert_eq!(track.marks(after(&[5, 1])), [1, 0, 0, 0, 1]);
        let dead = after(&[5, 5]);
        assert!(track.is_dead(dead) && !track.is_dead(after(&[5])));
        assert_eq!(track.marks(dead), track.boxes_of_levels());
        let points = Track::compile(&capacity_record(), 0, None);
        assert_eq!(points.marks(5), [2, 2, 1, 0, 0]);
    }

    #[test]
    fn points_of_srd_4_55() {
        let track = Track::compile(&Record::standard(), 0, None);
        let levels: Vec<u8> = (-1..=11).map(|points| track.severity(points)).collect();
        assert_eq!(levels, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]);
    }

    fn capacity_record() -> Record {
        Record { kind: RecordKind::CapacityPoints, ..Record::standard() }
    }

    /// F93 4.72: on a Fair track the third wound hurts, the fifth is Very Hurt, the eleventh kills.
    #[test]
    fn point_track_of_f93() {
        let track = Track::compile(&capacity_record(), 0, None);
        assert_eq!(levels_after(&track, &[1; 12]), [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
        assert_eq!(levels_after(&track, &[5]), [3], "McMurtree, F93 4.64: 5 points are Very Hurt");
        assert_eq!(levels_after(&track, &[11]), [6], "a single blow can kill");
        let totals: Vec<usize> = (-3..=4).map(|dc| Track::compile(&capacity_record(), dc, None).states() - 2).collect();
        assert_eq!(totals, [6, 8, 9, 10, 12, 13, 14, 16]);
    }

    /// M17: cannon fodder has the standard thresholds where its record has none of its own.
    #[test]
    fn fodder_of_every_kind_of_record() {
        let standard = Track::compile(&Record::standard().fodder(), 0, None);
        for kind in [RecordKind::CapacityPoints, RecordKind::Health] {
            let mut record = Record { kind, ..Record::standard() };
            record.levels.iter_mut().for_each(|level| (level.from, level.boxes) = (0, 0));
            record.fodder().check().unwrap();
            assert_eq!(Track::compile(&record.fodder(), 0, None), standard);
        }
    }

    fn health_track(health: i32) -> Track {
        let record = Record { kind: RecordKind::Health, overflow: Overflow::ScratchesNeverOut, ..Record::standard() };
        record.check().unwrap();
        Track::compile(&record, health, None)
    }

    /// W13, KAER: boxes and the levels of 1 to 11 points, for Terrible to Legendary Health.
    #[test]
    fn health_wound_table() {
        let table: [([u8; 5], [u8; 11]); 8] = [
            ([1, 1, 1, 1, 1], [1, 2, 3, 3, 4, 4, 5, 5, 5, 5, 5]),
            ([2, 1, 1, 1, 1], [1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5]),
            ([2, 1, 1, 1, 1], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]),
            ([3, 1, 1, 1, 1], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]),
            ([4, 1, 1, 1, 1], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]),
            ([4, 2, 1, 1, 1], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]),
            ([4, 2, 1, 1, 1], [1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5]),
            ([5, 3, 2, 1, 1], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]),
        ];
        for (health, (boxes, levels)) in (-3..).zip(table) {
            let track = health_track(health);
            assert_eq!(track.boxes_of_levels(), boxes, "Health {health}");
            assert_eq!((1..=11).map(|points| track.severity(points)).collect::<Vec<_>>(), levels, "Health {health}");
        }
        assert_eq!(health_track(-9), health_track(-3));
        assert_eq!(health_track(9), health_track(4));
    }

    /// W11, KAER; reading 22: the Scratch that finds Scratch, Hurt and Very Hurt full is lost, other wounds are not.
    #[test]
    fn scratches_never_put_out() {
        let track = health_track(0);
        assert_eq!(levels_after(&track, &[1; 8]), [1, 1, 1, 2, 3, 3, 3, 3]);
        assert_eq!(levels_after(&track, &[1, 1, 1, 1, 1, 2]), [1, 1, 1, 2, 3, 4], "a Hurt still overflows");
        assert_eq!(levels_after(&track, &[4, 5, 3, 2, 1, 1, 1, 1]), [4, 5, 5, 5, 5, 5, 5, 5], "nor does it kill");
        let always = Track::compile(&Record::standard(), 0, None);
        assert_eq!(levels_after(&always, &[1; 6]), [1, 1, 1, 2, 3, 4], "without the limit it puts out");
    }

    /// Reading 23: a small blow stops at the last Very Hurt box, then at the last Incapacitated box.
    #[test]
    fn large_blow_rule() {
        let track = Track::compile(&capacity_record(), 0, Some(3));
        assert_eq!(levels_after(&track, &[2, 2, 2, 2, 2]), [1, 2, 3, 3, 3], "nicked, but never past Very Hurt");
        assert_eq!(levels_after(&track, &[5, 3]), [3, 4]);
        assert_eq!(levels_after(&track, &[7, 2, 2, 1]), [4, 4, 4, 4], "never past Incapacitated");
        assert_eq!(levels_after(&track, &[7, 3]), [4, 5]);
        assert_eq!(levels_after(&track, &[9, 1, 1]), [5, 5, 6], "beyond the last boundary small blows kill");
    }

    #[test]
    fn faulty_records_are_refused_by_name() {
        let fault = |change: fn(&mut Record)| {
            let mut record = Record::standard();
            change(&mut record);
            record.check().unwrap_err().to_string()
        };
        assert!(fault(|r| r.levels.clear()).contains("1 to 12"));
        assert!(fault(|r| r.levels[1].from = 1).contains("`Hurt` starts at 1 points"));
        assert!(fault(|r| r.levels[4].out = false).contains("Near Death"));
        assert!(fault(|r| r.levels[0].from = 0).contains("below 1"));
        assert!(fault(|r| r.levels[0].boxes = 255).contains("4096 states"));
        assert!(fault(|r| r.levels[0].penalty = 1).contains("above 0"));
        assert!(fault(|r| r.levels.iter_mut().for_each(|level| level.out = false)).contains("no wound level"));
        assert!(fault(|r| (r.kind, r.levels) = (RecordKind::Health, r.levels[..4].to_vec())).contains("by Health"));
        let points = |r: &mut Record| (r.kind, r.overflow) = (RecordKind::CapacityPoints, Overflow::ScratchesNeverOut);
        assert!(fault(points).contains("point track"));
        assert!(Record::standard().check().is_ok());
    }
}
