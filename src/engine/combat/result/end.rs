//! The end of a fight in a compact form, from which measures are computed.

use crate::combat::condition::{Body, Exit};
use crate::combat::tables::Fight;

/// The layout of an [`End`]: the numbers of sides, stat blocks, wound levels and paths, and the possible exits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EndShape {
    sides: usize,
    /// Number of stat blocks.
    entries: usize,
    levels: usize,
    /// Possible exits other than by wounds.
    exits: Vec<Exit>,
    /// Number of recorded paths.
    paths: usize,
    blocks: Vec<BlockShape>,
}

/// The columns of a stat block in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BlockShape {
    side: usize,
    /// Index of its first column.
    column: usize,
    /// Index of the column that counts fighters dead of wounds.
    dead: usize,
    /// Index of the column that counts fighters who were swallowed and died; `None` if that is impossible.
    swallowed: Option<usize>,
}

/// The end of one fight, as a row of small numbers. Fighters of one stat block are only counted, not distinguished.
#[derive(Debug, Clone, Copy)]
pub struct End<'a> {
    shape: &'a EndShape,
    row: &'a [u16],
}

/// The result of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The side with this index won.
    Won(usize),
    /// No side is left.
    NobodyLeft,
    /// The fight was stopped before it was decided.
    Undecided,
}

/// The end of a fight for one fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Wound level, counted from 0 for Undamaged.
    pub level: usize,
    /// Whether the fighter can fight on.
    pub fit: bool,
    /// Whether the fighter is Incapacitated but conscious; false if the rules ignore consciousness (W29).
    pub awake: bool,
    /// The way in which the fighter left the fight, if other than by wounds.
    pub exit: Option<Exit>,
}

impl Ending {
    /// The ending of the fighter `who` in its final state `body`.
    #[inline(always)]
    pub fn of(fight: &Fight, who: u16, body: &Body) -> Self {
        let track = fight.roster.track(who);
        let fit = fight.is_fit(who, body);
        Self {
            level: track.condition(body.felt).level.into(),
            fit,
            awake: fight.rules.consciousness.is_rolled() && fight.wounds.is_awake(fight.roster.kind(who), body),
            exit: if fit || !fight.exits.any { None } else { fight.exit(who, body) },
        }
    }

    /// The endings of all fighters, in roster order.
    pub fn all<'b>(fight: &'b Fight, bodies: &'b [Body]) -> impl Iterator<Item = Self> + 'b {
        (0u16..).zip(bodies).map(|(who, body)| Self::of(fight, who, body))
    }
}

impl EndShape {
    /// The layout for a fight with `paths` recorded [paths](super::FightPath).
    pub fn of(fight: &Fight, paths: usize) -> Self {
        Self { paths, ..Self::of_all(&[fight]) }
    }

    /// A layout that fits each of several fights with the same roster. It has no recorded paths.
    pub fn of_all(fights: &[&Fight]) -> Self {
        let Some(first) = fights.first() else { return Self::default() };
        let may = |exit: &Exit| fights.iter().any(|fight| fight.exits.all().any(|own| own == *exit));
        let mut shape = Self {
            sides: first.roster.sides,
            entries: first.roster.entries(),
            levels: fights.iter().map(|fight| fight.roster.levels()).max().unwrap_or(0),
            exits: Exit::ALL.iter().copied().filter(may).collect(),
            ..Self::default()
        };
        let block = |entry: usize| {
            let roster = &first.roster;
            let (who, column) = (roster.first(entry), shape.first_column(entry));
            let fate = column + shape.first_fate();
            let swallowed = shape.fate_of(Exit::Swallowed).map(|place| fate + place);
            BlockShape { side: roster.side(who), column, dead: fate + roster.track(who).levels() - 1, swallowed }
        };
        shape.blocks = (0..shape.entries).map(block).collect();
        shape
    }

    /// Like this layout, with `paths` recorded paths.
    #[must_use]
    pub fn with_paths(&self, paths: usize) -> Self {
        Self { paths, ..self.clone() }
    }

    /// Number of recorded paths.
    pub fn paths(&self) -> usize {
        self.paths
    }

    /// Number of columns in a row.
    pub fn width(&self) -> usize {
        self.first_column(self.entries) + self.paths
    }

    /// Number of wound levels, from Undamaged to Dead.
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// A layout with only these wound levels and exits, for tests.
    #[cfg(test)]
    pub(crate) fn with_fates(levels: usize, exits: &[Exit]) -> Self {
        Self { levels, exits: exits.to_vec(), ..Self::default() }
    }

    /// The exits that any fighter can take.
    pub fn exits(&self) -> &[Exit] {
        &self.exits
    }

    /// Number of fates. A fate is a way in which the fight can end for a fighter: at a wound level or by an exit.
    pub fn fates(&self) -> usize {
        self.levels + self.exits.len()
    }

    /// The index of the fate of a fighter who ends by `exit`, or at the wound level `level` without an exit.
    #[inline(always)]
    pub fn fate(&self, level: usize, exit: Option<Exit>) -> usize {
        match exit {
            None => level,
            Some(exit) => self.fate_of(exit).unwrap_or(level),
        }
    }

    /// Number of columns of a stat block. There is a column for each wound level. If exits are possible, there is also
    /// one for each fate.
    pub fn columns(&self) -> usize {
        self.first_fate() + self.fates()
    }

    /// The part of a stat block's columns that counts fighters by wound level, with or without an exit.
    pub fn levels_in<'r, T>(&self, columns: &'r [T]) -> &'r [T] {
        &columns[..self.levels]
    }

    /// The part of a stat block's columns that counts fighters by fate: first fighters without an exit by wound level,
    /// from Undamaged to Dead, then fighters by exit.
    pub fn fates_in<'r, T>(&self, columns: &'r [T]) -> &'r [T] {
        &columns[self.first_fate()..]
    }

    /// The index of the first fate among a stat block's columns. If no exits are possible, the columns of the wound
    /// levels are also those of the fates.
    #[inline(always)]
    fn first_fate(&self) -> usize {
        if self.exits.is_empty() { 0 } else { self.levels }
    }

    /// The index of the fate `exit`; `None` if no fighter can take this exit.
    pub fn fate_of(&self, exit: Exit) -> Option<usize> {
        self.exits.iter().position(|known| *known == exit).map(|place| self.levels + place)
    }

    /// The end that is stored in `row`.
    pub fn end<'a>(&'a self, row: &'a [u16]) -> End<'a> {
        End { shape: self, row }
    }

    /// Writes the verdict into `row`, and the `memory` of each recorded path.
    fn write_verdict(&self, row: &mut [u16], verdict: Verdict, memory: &[u8]) {
        row[0] = match verdict {
            Verdict::Won(side) => side as u16,
            Verdict::NobodyLeft => self.sides as u16,
            Verdict::Undecided => self.sides as u16 + 1,
        };
        let first = self.first_column(self.entries);
        row[first..].iter_mut().zip(memory).for_each(|(place, memory)| *place = u16::from(*memory));
    }

    /// The columns of all stat blocks in `row`, one stat block after another.
    pub fn all_columns<'r>(&self, row: &'r [u16]) -> &'r [u16] {
        &row[self.first_column(0)..self.first_column(self.entries)]
    }

    /// Writes the end of a fight into `row`. `memory` has the memory of each recorded path, and `endings` has the
    /// ending of each fighter, in roster order.
    #[inline]
    pub fn write(
        &self,
        row: &mut [u16],
        fight: &Fight,
        verdict: Verdict,
        memory: &[u8],
        endings: impl Iterator<Item = Ending>,
    ) {
        row.fill(0);
        self.write_verdict(row, verdict, memory);
        for (who, Ending { level, fit, awake, exit }) in (0u16..).zip(endings) {
            let entry = fight.roster.entry(who);
            let column = self.blocks[entry].column;
            row[column + level] += 1;
            if !self.exits.is_empty() {
                row[column + self.levels + self.fate(level, exit)] += 1;
            }
            row[if fit { self.fit_column(fight.roster.side(who)) } else { self.out_column(entry) }] += 1;
            if awake {
                row[self.awake_column(entry)] += 1;
            }
        }
    }

    /// Copies the row `without`, which has no paths, into `row`, and appends the `memory` of each path.
    pub fn copy_with_memory(&self, row: &mut Vec<u16>, without: &[u16], memory: &[u8]) {
        row.clear();
        row.extend_from_slice(without);
        row.extend(memory.iter().take(self.paths).map(|memory| u16::from(*memory)));
    }

    /// Index of the column that counts the fit fighters of a side.
    fn fit_column(&self, side: usize) -> usize {
        1 + side
    }

    /// Index of the column that counts the fighters of a stat block who cannot fight on.
    fn out_column(&self, entry: usize) -> usize {
        1 + self.sides + entry
    }

    /// Index of the column that counts the Incapacitated but conscious fighters of a stat block.
    fn awake_column(&self, entry: usize) -> usize {
        1 + self.sides + self.entries + entry
    }

    /// Index of the first column of the stat block `entry`. If `entry` is the number of stat blocks, the index after
    /// the columns of all stat blocks.
    fn first_column(&self, entry: usize) -> usize {
        1 + self.sides + 2 * self.entries + entry * self.columns()
    }
}

impl<'a> End<'a> {
    /// The side that won; `None` if no side did.
    #[inline]
    pub fn winner(&self) -> Option<usize> {
        Some(usize::from(self.row[0])).filter(|side| *side < self.shape.sides)
    }

    /// Whether the round limit stopped the fight.
    #[inline]
    pub fn is_undecided(&self) -> bool {
        usize::from(self.row[0]) == self.shape.sides + 1
    }

    /// The memory of the recorded path with the index `path`.
    #[inline]
    pub fn memory(&self, path: usize) -> u8 {
        self.row[self.shape.first_column(self.shape.entries) + path] as u8
    }

    /// Number of fighters of a side who can fight on.
    #[inline]
    pub fn fit(&self, side: usize) -> u16 {
        self.row[self.shape.fit_column(side)]
    }

    /// Number of fighters of a side who are dead.
    #[inline]
    pub fn slain(&self, side: usize) -> u16 {
        self.blocks_of(side).map(|entry| self.dead(entry)).sum()
    }

    /// Number of fighters of a side who are Near Death or dead.
    #[inline]
    pub fn dying(&self, side: usize) -> u16 {
        self.blocks_of(side).map(|entry| self.left_for_dead(entry)).sum()
    }

    /// Number of fighters of a side who have fled or surrendered.
    pub fn gone(&self, side: usize) -> u16 {
        let exited = |entry| self.exited(entry, Exit::GotAway) + self.exited(entry, Exit::Surrendered);
        self.blocks_of(side).map(exited).sum()
    }

    /// The index of a stat block among those of its side.
    pub fn rank(&self, entry: usize) -> usize {
        self.blocks_of(self.shape.blocks[entry].side).take_while(|other| *other < entry).count()
    }

    /// The indexes of the stat blocks of a side.
    fn blocks_of(&self, side: usize) -> impl Iterator<Item = usize> {
        self.shape.blocks.iter().enumerate().filter(move |(_, block)| block.side == side).map(|(entry, _)| entry)
    }

    /// Number of fighters of a stat block who cannot fight on.
    #[inline]
    pub fn out(&self, entry: usize) -> u16 {
        self.row[self.shape.out_column(entry)]
    }

    /// Number of fighters of a stat block who are dead.
    #[inline]
    pub fn dead(&self, entry: usize) -> u16 {
        let BlockShape { dead, swallowed, .. } = self.shape.blocks[entry];
        self.row[dead] + swallowed.map_or(0, |place| self.row[place])
    }

    /// Number of fighters of a stat block who are Near Death or dead (reading 44).
    #[inline]
    pub fn left_for_dead(&self, entry: usize) -> u16 {
        self.dead(entry) + self.row[self.shape.blocks[entry].dead - 1]
    }

    /// Number of fighters of a stat block who left the fight by `exit`.
    #[inline]
    pub fn exited(&self, entry: usize, exit: Exit) -> u16 {
        self.shape.fate_of(exit).map_or(0, |fate| self.fates(entry)[fate])
    }

    /// Number of fighters of a stat block who are Incapacitated but conscious; 0 if the rules ignore consciousness
    /// (W29).
    #[inline]
    pub fn awake(&self, entry: usize) -> u16 {
        self.row[self.shape.awake_column(entry)]
    }

    /// Numbers of fighters of a stat block by wound level, from Undamaged to Dead; fighters with an exit are included.
    #[inline]
    pub fn levels(&self, entry: usize) -> &'a [u16] {
        self.shape.levels_in(self.columns(entry))
    }

    /// Numbers of fighters of a stat block by fate: without an exit by wound level, from Undamaged to Dead, then by
    /// exit.
    #[inline]
    pub fn fates(&self, entry: usize) -> &'a [u16] {
        self.shape.fates_in(self.columns(entry))
    }

    /// The numbers of fighters of a stat block by column; see [`EndShape::columns`].
    #[inline]
    pub fn columns(&self, entry: usize) -> &'a [u16] {
        let first = self.shape.blocks[entry].column;
        &self.row[first..first + self.shape.columns()]
    }

    /// The layout and the row of this end.
    pub fn shape_and_row(&self) -> (&'a EndShape, &'a [u16]) {
        (self.shape, self.row)
    }

    pub fn sides(&self) -> usize {
        self.shape.sides
    }
}
