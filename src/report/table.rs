//! Tables for people: rows and columns of text.

use super::text::{clean, cut, width};

/// A table of words. Every row is as long as `columns`.
///
/// The words are as they came, with whatever a name in a scenario holds: each renderer makes them safe for
/// its own medium.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// What the table shows.
    pub title: String,
    /// The headings.
    pub columns: Vec<Heading>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

/// One column's heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Its words.
    pub text: String,
    /// How the column is aligned.
    pub align: Align,
}

/// How a column is aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
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

impl Table {
    /// Rows become columns; the first column's words become the headings, under `corner`.
    #[must_use]
    pub fn turned(self, corner: impl Into<String>) -> Self {
        let first = |row: &Vec<String>| Heading::right(row.first().cloned().unwrap_or_default());
        let columns = std::iter::once(Heading::left(corner)).chain(self.rows.iter().map(first)).collect();
        let turn = |(place, heading): (usize, Heading)| {
            let entries = self.rows.iter().map(|row| row.get(place).cloned().unwrap_or_default());
            std::iter::once(heading.text).chain(entries).collect()
        };
        let rows = self.columns.into_iter().enumerate().skip(1).map(turn).collect();
        Self { title: self.title, columns, rows }
    }

    /// The rows as aligned lines of at most `most` columns, headings first.
    ///
    /// Where they do not fit side by side, columns go on in further blocks that repeat the leading columns of words; what
    /// does not fit even so is cut, with a `…`.
    pub fn lines(&self, most: usize) -> Vec<String> {
        let most = most.max(8);
        let widths = self.widths();
        let lead = widths.first().copied().unwrap_or(0).min(most / 2);
        let mut lines = Vec::new();
        let keys = self.columns.iter().take_while(|heading| heading.align == Align::Left).count();
        for block in blocks(&widths, keys, lead, most) {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            let fit = |column: usize| {
                widths.get(column).map_or(0, |wide| (*wide).min(if column == 0 { lead } else { most - lead - GAP }))
            };
            let headings: Vec<&str> = self.columns.iter().map(|heading| heading.text.as_str()).collect();
            lines.push(self.line(&headings, &block, fit));
            for row in &self.rows {
                let entries: Vec<&str> = row.iter().map(String::as_str).collect();
                lines.push(self.line(&entries, &block, fit));
            }
        }
        lines
    }

    /// The columns each column takes.
    fn widths(&self) -> Vec<usize> {
        let column = |(place, heading): (usize, &Heading)| {
            let entries = self.rows.iter().filter_map(|row| row.get(place)).map(|entry| width(&clean(entry)));
            entries.chain([width(&clean(&heading.text))]).max().unwrap_or(0)
        };
        self.columns.iter().enumerate().map(column).collect()
    }

    fn line(&self, entries: &[&str], block: &[usize], fit: impl Fn(usize) -> usize) -> String {
        let shown = block.iter().filter_map(|&place| {
            let align = self.columns.get(place)?.align;
            Some(pad(&clean(entries.get(place)?), fit(place), align))
        });
        let line = shown.collect::<Vec<_>>().join(&" ".repeat(GAP));
        line.trim_end().to_owned()
    }
}

/// Columns between two columns.
const GAP: usize = 2;

/// The text filled or cut to exactly this many columns.
pub(super) fn pad(text: &str, columns: usize, align: Align) -> String {
    let text = cut(text, columns);
    let fill = " ".repeat(columns.saturating_sub(width(&text)));
    match align {
        Align::Left => format!("{text}{fill}"),
        Align::Right => format!("{fill}{text}"),
    }
}

/// Which columns stand side by side: the `keys` first ones in every block as far as they fit in half of the room, the
/// others in order.
fn blocks(widths: &[usize], keys: usize, lead: usize, most: usize) -> Vec<Vec<usize>> {
    let room =
        |keys: &usize| lead + widths.iter().take(*keys).skip(1).map(|wide| GAP + wide).sum::<usize>() <= most / 2;
    let keys = (1..=keys.max(1)).rev().find(room).unwrap_or(1);
    let lead = lead + widths.iter().take(keys).skip(1).map(|wide| GAP + wide).sum::<usize>();
    let repeated: Vec<usize> = (0..keys).collect();
    let mut blocks = Vec::new();
    let mut block = repeated.clone();
    let mut used = lead;
    for (place, wide) in widths.iter().enumerate().skip(keys) {
        if used + GAP + wide > most && block.len() > keys {
            blocks.push(std::mem::replace(&mut block, repeated.clone()));
            used = lead;
        }
        block.push(place);
        used += GAP + wide;
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
    fn columns_line_up() {
        insta::assert_snapshot!(sample().lines(40).join("\n"), @r"
        dice   Fair   Good
        4dF   61.73  38.27
        d%       60  ≤ 0.1
        ");
    }

    #[test]
    fn a_wide_table_goes_on_below() {
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
    fn no_line_is_too_wide() {
        let mut table = sample();
        table.rows.push(vec!["a very long name indeed\u{1b}[2J".into(), "and a very long entry".into(), String::new()]);
        for most in 8..60 {
            assert!(table.lines(most).iter().all(|line| width(line) <= most && !line.contains('\u{1b}')), "{most}");
        }
    }

    #[test]
    fn turning_twice_changes_nothing_but_alignment() {
        assert_eq!(sample().turned("to").columns.len(), 3);
        assert_eq!(sample().turned("to").turned("dice"), sample());
    }
}
