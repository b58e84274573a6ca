//! The end of a fight, as recorded for measures.

use crate::combat::condition::{Body, Exit};
use crate::combat::tables::Fight;

/// The layout of an [`End`]: numbers of sides, stat blocks and wound levels, and the possible exits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EndShape {
    sides: usize,
    entries: usize,
    levels: usize,
    /// Possible exits other than by wounds.
    exits: Vec<Exit>,
    paths: usize,
    blocks: Vec<BlockShape>,
}

/// Columns of a stat block in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BlockShape {
    side: usize,
    /// Index of the first column.
    column: usize,
    /// Column of the fighters who died of wounds.
    dead: usize,
    /// Column of the fighters who were swallowed and died, if that is possible.
    swallowed: Option<usize>,
}

/// The end of one fight: a row of small numbers. Fighters of one stat block are counted, not distinguished.
#[derive(Debug, Clone, Copy)]
pub struct End<'a> {
    shape: &'a EndShape,
    row: &'a [u16],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// This side won.
    Won(usize),
    /// No side is left.
    NobodyLeft,
    /// The round limit stopped the fight.
    Undecided,
}

/// The end of one fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The wound level, from 0 for Undamaged.
    pub level: usize,
    /// Whether the fighter can fight on.
    pub fit: bool,
    /// Whether the fighter is Incapacitated but conscious; false if the rules ignore consciousness (W29).
    pub awake: bool,
    /// The exit, if the fighter is out other than by wounds.
    pub exit: Option<Exit>,
}

impl Ending {
    #[inline(always)]
    pub fn of(fight: &Fight, who: u16, body: &Body) -> Self {
        let track = fight.track(who);
        let fit = fight.is_fit(who, body);
        Self {
            level: track.condition(body.felt).level.into(),
            fit,
            awake: fight.asks_who_is_awake() && fight.is_awake(who, body),
            exit: if fit || !fight.may_exit { None } else { fight.exit(who, body) },
        }
    }

    /// The endings of all fighters, in roster order.
    pub fn all<'b>(fight: &'b Fight, bodies: &'b [Body]) -> impl Iterator<Item = Self> + 'b {
        (0u16..).zip(bodies).map(|(who, body)| Self::of(fight, who, body))
    }
}

impl EndShape {
    /// The layout for a fight with `paths` recorded [paths](super::Path).
    pub fn of(fight: &Fight, paths: usize) -> Self {
        Self { paths, ..Self::of_all(&[fight]) }
    }

    /// The layout for any of several fights with the same roster.
    pub fn of_all(fights: &[&Fight]) -> Self {
        let Some(first) = fights.first() else { return Self::default() };
        let may = |exit: &Exit| fights.iter().any(|fight| fight.exits().any(|own| own == *exit));
        let mut shape = Self {
            sides: first.sides(),
            entries: first.entries(),
            levels: fights.iter().map(|fight| fight.levels()).max().unwrap_or(0),
            exits: Exit::ALL.iter().copied().filter(may).collect(),
            ..Self::default()
        };
        let block = |entry: usize| {
            let (who, column) = (first.first(entry), shape.first_column(entry));
            let fate = column + shape.first_fate();
            let swallowed = shape.fate_of(Exit::Swallowed).map(|place| fate + place);
            BlockShape { side: first.side(who), column, dead: fate + first.track(who).levels() - 1, swallowed }
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

    /// Length of a row.
    pub fn width(&self) -> usize {
        self.first_column(self.entries) + self.paths
    }

    /// Number of wound levels, from Undamaged to Dead.
    pub fn levels(&self) -> usize {
        self.levels
    }

    #[cfg(test)]
    pub(crate) fn with_fates(levels: usize, exits: &[Exit]) -> Self {
        Self { levels, exits: exits.to_vec(), ..Self::default() }
    }

    /// The exits that any fighter may take.
    pub fn exits(&self) -> &[Exit] {
        &self.exits
    }

    /// Number of fates, which are the ways a fighter can end a fight: one for each wound level and one for each exit.
    pub fn fates(&self) -> usize {
        self.levels + self.exits.len()
    }

    /// The fate of a fighter who ends at a wound level or, if given, by an exit.
    #[inline(always)]
    pub fn fate(&self, level: usize, exit: Option<Exit>) -> usize {
        match exit {
            None => level,
            Some(exit) => self.fate_of(exit).unwrap_or(level),
        }
    }

    /// Number of columns of a stat block: one for each wound level and, if there are exits, one for each fate.
    pub fn columns(&self) -> usize {
        self.first_fate() + self.fates()
    }

    /// The part of a stat block's columns that counts wound levels.
    pub fn levels_in<'r, T>(&self, columns: &'r [T]) -> &'r [T] {
        &columns[..self.levels]
    }

    /// The part of a stat block's columns that counts fates: the wound level of fighters without an exit, from
    /// Undamaged to Dead, then the exits.
    pub fn fates_in<'r, T>(&self, columns: &'r [T]) -> &'r [T] {
        &columns[self.first_fate()..]
    }

    /// Index of the first fate among a stat block's columns. Without exits, the fates are the wound levels.
    #[inline(always)]
    fn first_fate(&self) -> usize {
        if self.exits.is_empty() { 0 } else { self.levels }
    }

    /// The fate of fighters who take an exit; `None` if no fighter can.
    pub fn fate_of(&self, exit: Exit) -> Option<usize> {
        self.exits.iter().position(|known| *known == exit).map(|place| self.levels + place)
    }

    /// Reads an end from its row.
    pub fn end<'a>(&'a self, row: &'a [u16]) -> End<'a> {
        End { shape: self, row }
    }

    /// Writes the verdict and the memory of paths into a row.
    fn write_verdict(&self, row: &mut [u16], verdict: Verdict, memory: &[u8]) {
        row[0] = match verdict {
            Verdict::Won(side) => side as u16,
            Verdict::NobodyLeft => self.sides as u16,
            Verdict::Undecided => self.sides as u16 + 1,
        };
        let first = self.first_column(self.entries);
        row[first..].iter_mut().zip(memory).for_each(|(place, memory)| *place = u16::from(*memory));
    }

    /// The columns of all stat blocks in a row, one stat block after another.
    pub fn all_columns<'r>(&self, row: &'r [u16]) -> &'r [u16] {
        &row[self.first_column(0)..self.first_column(self.entries)]
    }

    /// Writes the end of a fight into a row. `endings` must be in roster order.
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
            let entry = fight.entry(who);
            let column = self.blocks[entry].column;
            row[column + level] += 1;
            if !self.exits.is_empty() {
                row[column + self.levels + self.fate(level, exit)] += 1;
            }
            row[if fit { self.fit(fight.side(who)) } else { self.out(entry) }] += 1;
            if awake {
                row[self.awake(entry)] += 1;
            }
        }
    }

    /// Copies a row `without` paths into `row`, and appends the memory of the paths.
    pub fn copy_with(&self, row: &mut Vec<u16>, without: &[u16], memory: &[u8]) {
        row.clear();
        row.extend_from_slice(without);
        row.extend(memory.iter().take(self.paths).map(|memory| u16::from(*memory)));
    }

    fn fit(&self, side: usize) -> usize {
        1 + side
    }

    fn out(&self, entry: usize) -> usize {
        1 + self.sides + entry
    }

    fn awake(&self, entry: usize) -> usize {
        1 + self.sides + self.entries + entry
    }

    fn first_column(&self, entry: usize) -> usize {
        1 + self.sides + 2 * self.entries + entry * self.columns()
    }
}

impl<'a> End<'a> {
    /// The side that won, if any.
    #[inline]
    pub fn winner(&self) -> Option<usize> {
        Some(usize::from(self.row[0])).filter(|side| *side < self.shape.sides)
    }

    /// Whether the round limit stopped the fight.
    #[inline]
    pub fn is_undecided(&self) -> bool {
        usize::from(self.row[0]) == self.shape.sides + 1
    }

    /// The memory of a path, by its index among the recorded paths.
    #[inline]
    pub fn memory(&self, path: usize) -> u8 {
        self.row[self.shape.first_column(self.shape.entries) + path] as u8
    }

    /// Number of fighters of a side who can fight on.
    #[inline]
    pub fn fit(&self, side: usize) -> u16 {
        self.row[self.shape.fit(side)]
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

    /// Index of a stat block within its side.
    pub fn rank(&self, entry: usize) -> usize {
        self.blocks_of(self.shape.blocks[entry].side).take_while(|other| *other < entry).count()
    }

    fn blocks_of(&self, side: usize) -> impl Iterator<Item = usize> {
        self.shape.blocks.iter().enumerate().filter(move |(_, block)| block.side == side).map(|(entry, _)| entry)
    }

    /// Number of fighters of a stat block who cannot fight on.
    #[inline]
    pub fn out(&self, entry: usize) -> u16 {
        self.row[self.shape.out(entry)]
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

    /// Number of fighters of a stat block who are out by `exit`.
    #[inline]
    pub fn exited(&self, entry: usize, exit: Exit) -> u16 {
        self.shape.fate_of(exit).map_or(0, |fate| self.fates(entry)[fate])
    }

    /// Number of fighters of a stat block who are Incapacitated but conscious; 0 if the rules ignore consciousness
    /// (W29).
    #[inline]
    pub fn awake(&self, entry: usize) -> u16 {
        self.row[self.shape.awake(entry)]
    }

    /// Numbers of fighters of a stat block by wound level, from Undamaged to Dead.
    #[inline]
    pub fn levels(&self, entry: usize) -> &'a [u16] {
        self.shape.levels_in(self.columns(entry))
    }

    /// Numbers of fighters of a stat block by fate: wound levels from Undamaged to Dead, then exits.
    #[inline]
    pub fn fates(&self, entry: usize) -> &'a [u16] {
        self.shape.fates_in(self.columns(entry))
    }

    /// All columns of a stat block; see [`EndShape::columns`].
    #[inline]
    pub fn columns(&self, entry: usize) -> &'a [u16] {
        let first = self.shape.blocks[entry].column;
        &self.row[first..first + self.shape.columns()]
    }

    /// The layout and the row.
    pub fn parts(&self) -> (&'a EndShape, &'a [u16]) {
        (self.shape, self.row)
    }

    pub fn sides(&self) -> usize {
        self.shape.sides
    }
}
