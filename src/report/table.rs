//! Tables for people: rows and columns of text.

use super::formats::paint::Tone;
use super::number;
use crate::stats::Estimate;
use crate::study::Unit;
use crate::text::{clean, width, with_no_break_spaces, wrap, wrap_hanging};
use serde::{Serialize, Serializer};
use std::ops::Deref;

/// A table of text. Every row is as long as `columns`.
///
/// The text is not escaped, and may contain any name from a scenario: each renderer escapes it for its own format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub title: String,
    pub columns: Vec<Heading>,
    pub rows: Vec<Vec<Words>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    pub text: String,
    pub align: Align,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// An entry of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    pub text: String,
    /// The color on a terminal; `None` for plain text.
    pub tone: Option<Tone>,
}

impl Words {
    pub fn toned(text: impl Into<String>, tone: Tone) -> Self {
        Self { text: text.into(), tone: Some(tone) }
    }

    /// A difference, faint if it may be chance.
    pub fn difference(change: &Estimate, unit: Unit, resolved: bool) -> Self {
        let tone = number::is_unresolved(change, unit, resolved).then_some(Tone::Faint);
        Self { text: number::difference(change, unit, resolved), tone }
    }
}

impl<T: Into<String>> From<T> for Words {
    fn from(text: T) -> Self {
        Self { text: text.into(), tone: None }
    }
}

impl Deref for Words {
    type Target = String;

    fn deref(&self) -> &String {
        &self.text
    }
}

impl PartialEq<&str> for Words {
    fn eq(&self, text: &&str) -> bool {
        self.text == *text
    }
}

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl Heading {
    /// The heading of a column of words.
    pub fn left(text: impl Into<String>) -> Self {
        Self { text: text.into(), align: Align::Left }
    }

    /// The heading of a column of numbers.
    pub fn right(text: impl Into<String>) -> Self {
        Self { text: text.into(), align: Align::Right }
    }
}

/// A cell as printed: its lines and their color.
type CellLines = (Vec<String>, Option<Tone>);

impl Table {
    pub fn new<R: IntoIterator<Item: Into<Words>>>(
        title: impl Into<String>,
        columns: impl IntoIterator<Item = Heading>,
        rows: impl IntoIterator<Item = R>,
    ) -> Self {
        let rows = rows.into_iter().map(|row| row.into_iter().map(Into::into).collect());
        Self { title: title.into(), columns: columns.into_iter().collect(), rows: rows.collect() }
    }

    /// This table, or `None` if it has no rows.
    pub fn non_empty(self) -> Option<Self> {
        Some(self).filter(|table| !table.rows.is_empty())
    }

    /// Swaps rows and columns. The entries of the first column become the headings, and `corner` the heading of the new
    /// first column.
    #[must_use]
    pub fn transposed(self, corner: impl Into<String>) -> Self {
        let first = |row: &Vec<Words>| Heading::right(row.first().map_or("", |words| words.as_str()));
        let columns: Vec<_> = std::iter::once(Heading::left(corner)).chain(self.rows.iter().map(first)).collect();
        let turn = |(place, heading): (usize, Heading)| {
            let entries = self.rows.iter().map(move |row| row.get(place).cloned().unwrap_or_default());
            std::iter::once(heading.text.into()).chain(entries)
        };
        Self::new(self.title, columns, self.columns.into_iter().enumerate().skip(1).map(turn))
    }

    /// The rows as aligned lines of at most `most` columns, headings first.
    ///
    /// Nothing is cut. If the columns do not fit side by side, headings take up to three lines and the first column
    /// wraps. If that is not enough, the other columns continue in further blocks that repeat the leading columns of
    /// words.
    pub fn lines(&self, most: usize) -> Vec<String> {
        self.painted(most, false)
    }

    /// Like [`lines`](Self::lines), with entries in their colors if `color` is set.
    pub fn painted(&self, most: usize, color: bool) -> Vec<String> {
        let most = most.max(8);
        let mut widths = self.layout(most);
        let is_plain =
            |place: usize| self.rows.iter().filter_map(|row| row.get(place)).all(|words| words.tone.is_none());
        let is_name = |(place, heading): &(usize, &Heading)| heading.align == Align::Left && is_plain(*place);
        let words = self.columns.iter().enumerate().take_while(is_name).count();
        let keys = repeated_columns(&widths, words, most);
        let lead = total_width(&widths[..keys]);
        widths
            .iter_mut()
            .skip(keys)
            .for_each(|wide| *wide = (*wide).min(most.saturating_sub(lead + COLUMN_GAP).max(1)));
        let headings: Vec<String> =
            self.columns.iter().map(|heading| with_no_break_spaces(&clean(&heading.text))).collect();
        let mut lines = Vec::new();
        for block in column_blocks(&widths, keys, most) {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            let mut head: Vec<CellLines> =
                block.iter().map(|&place| (wrap(&headings[place], widths[place]), None)).collect();
            let high = head.iter().map(|(lines, _)| lines.len()).max().unwrap_or(0);
            // Headings are aligned at the bottom.
            for (lines, _) in &mut head {
                lines.splice(0..0, std::iter::repeat_n(String::new(), high - lines.len()));
            }
            if high > 0 {
                lines.extend(self.side_by_side(&head, &block, &widths));
            }
            for row in &self.rows {
                let entry = |&place: &usize| {
                    let Words { text, tone } = row.get(place)?;
                    Some((wrap_hanging(&clean(text), widths[place]), tone.filter(|_| color)))
                };
                let cells: Vec<CellLines> = block.iter().map(|place| entry(place).unwrap_or_default()).collect();
                lines.extend(self.side_by_side(&cells, &block, &widths));
            }
        }
        lines
    }

    /// The column widths: full widths if all columns fit side by side, otherwise with higher headings and a narrower
    /// first column.
    fn layout(&self, most: usize) -> Vec<usize> {
        let attempts = [(1, most), (2, most / 2), (3, most / 2), (3, most / 3)];
        let mut layouts = attempts.into_iter().map(|(high, lead)| self.widths(high, lead.max(4)));
        let fits = layouts.clone().find(|widths| total_width(widths) <= most);
        fits.or_else(|| layouts.nth(2)).unwrap_or_default()
    }

    /// The column widths if headings may be `high` lines high and the first column at most `lead` wide.
    fn widths(&self, high: usize, lead: usize) -> Vec<usize> {
        let column = |(place, heading): (usize, &Heading)| {
            let entries = self.rows.iter().filter_map(|row| row.get(place)).map(|words| width(&clean(words))).max();
            let wide = min_heading_width(&with_no_break_spaces(&clean(&heading.text)), high).max(entries.unwrap_or(0));
            if place == 0 { wide.min(lead) } else { wide }
        };
        self.columns.iter().enumerate().map(column).collect()
    }

    /// The lines of a row; several if a cell has several lines.
    fn side_by_side(&self, cells: &[CellLines], places: &[usize], widths: &[usize]) -> Vec<String> {
        let high = cells.iter().map(|(lines, _)| lines.len()).max().unwrap_or(0).max(1);
        let line = |number: usize| {
            let shown = places.iter().zip(cells).map(|(&place, (lines, tone))| {
                let entry = lines.get(number).map_or("", String::as_str);
                let tone = tone.filter(|_| !entry.is_empty());
                let painted = tone.map_or_else(|| entry.to_owned(), |tone| tone.paint(entry, true));
                pad_colored(painted, width(entry), widths[place], self.columns[place].align)
            });
            shown.collect::<Vec<_>>().join(&" ".repeat(COLUMN_GAP)).trim_end().to_owned()
        };
        (0..high).map(line).collect()
    }
}

/// Number of spaces between two columns.
const COLUMN_GAP: usize = 2;

/// The smallest width at which a heading takes at most `high` lines and no word of it is broken.
fn min_heading_width(heading: &str, high: usize) -> usize {
    let whole = width(heading);
    let longest = heading.split(' ').map(width).max().unwrap_or(0);
    if high <= 1 {
        return whole;
    }
    (longest..whole).find(|&wide| wrap(heading, wide).len() <= high).unwrap_or(whole)
}

/// The text, padded to at least `columns` columns.
pub(super) fn pad(text: &str, columns: usize, align: Align) -> String {
    pad_colored(text.to_owned(), width(text), columns, align)
}

/// Like [`pad`], for text that is `wide` columns wide without its color codes.
fn pad_colored(text: String, wide: usize, columns: usize, align: Align) -> String {
    let fill = " ".repeat(columns.saturating_sub(wide));
    if align == Align::Right { fill + &text } else { text + &fill }
}

/// The total width of columns side by side.
fn total_width(widths: &[usize]) -> usize {
    widths.iter().map(|wide| COLUMN_GAP + wide).sum::<usize>().saturating_sub(COLUMN_GAP)
}

/// The number of leading columns that every block repeats: columns of words, as long as they fit in half of `most`, but
/// at least one.
fn repeated_columns(widths: &[usize], words: usize, most: usize) -> usize {
    let fit = |keys: &usize| widths.get(..*keys).is_some_and(|keys| total_width(keys) <= most / 2);
    (1..=words.max(1)).rev().find(fit).unwrap_or(1).min(widths.len())
}

/// The column indices of each block: the first `keys` columns are in every block, the others in order.
fn column_blocks(widths: &[usize], keys: usize, most: usize) -> Vec<Vec<usize>> {
    let repeated: Vec<usize> = (0..keys).collect();
    let lead = total_width(&widths[..keys]);
    let mut blocks = Vec::new();
    let mut block = repeated.clone();
    let mut used = lead;
    for (place, wide) in widths.iter().enumerate().skip(keys) {
        if used + COLUMN_GAP + wide > most && block.len() > keys {
            blocks.push(std::mem::replace(&mut block, repeated.clone()));
            used = lead;
        }
        block.push(place);
        used += COLUMN_GAP + wide;
    }
    blocks.push(block);
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        Table {
            title: "Odds".to_owned(),
            columns: vec![Heading::left("dice"), Heading::right("Fair"), Heading::right("Good")],
            rows: vec![
                vec!["4dF".into(), "61.73".into(), "38.27".into()],
                vec!["d%".into(), "60".into(), "≤ 0.1".into()],
            ],
        }
    }

    #[test]
    fn lines_align_columns() {
        insta::assert_snapshot!(sample().lines(40).join("\n"), @r"
        dice   Fair   Good
        4dF   61.73  38.27
        d%       60  ≤ 0.1
        ");
    }

    #[test]
    fn wide_tables_continue_below() {
        insta::assert_snapshot!(sample().lines(12).join("\n"), @r"
        dice   Fair
        4dF   61.73
        d%       60

        dice   Good
        4dF   38.27
        d%    ≤ 0.1
        ");
    }

    #[test]
    fn lines_fit_the_width() {
        let mut table = sample();
        table.rows.push(vec![
            "a very long name indeed\u{1b}[2J".into(),
            "and a very long entry".into(),
            Words::default(),
        ]);
        for most in 8..60 {
            assert!(table.lines(most).iter().all(|line| width(line) <= most && !line.contains('\u{1b}')), "{most}");
        }
    }

    /// Headings and names wrap before a column moves below the others.
    #[test]
    fn long_headings_and_names_wrap() {
        let columns =
            vec![Heading::left("variant"), Heading::right("Snorri wins, %"), Heading::right("change in points")];
        let rows = vec![vec!["fireballs, until the mana is gone".into(), "55.9 ± 0.7".into(), "+3.3 ± 0.6".into()]];
        let table = Table { title: String::new(), columns, rows };
        insta::assert_snapshot!(table.lines(44).join("\n"), @r"
                            Snorri   change in
        variant            wins, %      points
        fireballs,      55.9 ± 0.7  +3.3 ± 0.6
          until the
          mana is gone
        ");
    }

    #[test]
    fn table_turned_twice_equals_original() {
        assert_eq!(sample().transposed("to").columns.len(), 3);
        assert_eq!(sample().transposed("to").transposed("dice"), sample());
    }
}
