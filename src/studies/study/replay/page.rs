//! Lays out one trial, roll by roll, as text to read at the gaming table.

use super::{Line, Origin, Transcript};
use crate::measure::thousands;
use crate::text::{clean, width, wrap};
use std::fmt;

/// Minimum width of the layout, in columns.
const NARROWEST: usize = 20;
/// Indentation of lines below another line, in columns.
const INDENT: usize = 2;

/// Returns the transcript as text with lines of at most `width` columns. A `width` below 20 counts as 20. Control
/// characters in names are shown as escapes.
pub fn whole(transcript: &Transcript, width: usize) -> String {
    head(transcript, width) + &lines(&transcript.lines, width)
}

/// Returns the heading above the lines.
pub fn head(transcript: &Transcript, width: usize) -> String {
    let mut page = TranscriptPage { out: String::new(), width: width.max(NARROWEST) };
    page.paragraph(0, &heading(transcript));
    page.out
}

/// Returns some lines of a transcript, laid out as in [`whole`].
pub fn lines(lines: &[Line], width: usize) -> String {
    let mut page = TranscriptPage { out: String::new(), width: width.max(NARROWEST) };
    page.lines(0, lines);
    page.out
}

/// The transcript, 80 columns wide.
impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&whole(self, 80))
    }
}

fn heading(transcript: &Transcript) -> String {
    let rolls = match transcript.rolls {
        Origin::Trial { trial, seed } => format!("trial {}, seed {seed}", thousands(trial)),
        Origin::Script { written: 1, .. } => "a script of 1 roll".to_owned(),
        Origin::Script { written, .. } => format!("a script of {} rolls", thousands(written)),
    };
    let values = transcript.varied.iter().map(|(path, value)| format!("{path} = {value}"));
    let title = Some(transcript.title.clone()).filter(|title| !title.is_empty());
    let parts = title.into_iter().chain(transcript.variant.clone()).chain(values).chain([rolls]);
    parts.collect::<Vec<_>>().join(" · ")
}

struct TranscriptPage {
    out: String,
    width: usize,
}

impl TranscriptPage {
    fn lines(&mut self, indent: usize, lines: &[Line]) {
        let names = lines.iter().filter_map(|line| line.columns.as_ref()).map(|[name, ..]| width(&clean(name)));
        let longest = names.max().unwrap_or(0);
        for line in lines {
            if line.apart {
                self.out.push('\n');
            }
            match &line.columns {
                Some(columns) => self.columns(indent, columns, longest),
                None => self.paragraph(indent, &line.text),
            }
            // One level of indentation is enough, because the effects of a hit follow directly below it.
            self.lines(INDENT, &line.lines);
        }
    }

    /// Adds a paragraph. Its first line is indented by `indent`, the others by one more level.
    fn paragraph(&mut self, indent: usize, text: &str) {
        let lines = wrap(&clean(text), self.width.saturating_sub(indent + INDENT));
        for (number, line) in lines.iter().enumerate() {
            let space = if number == 0 { indent } else { indent + INDENT };
            self.out.push_str(&format!("{:space$}{line}\n", ""));
        }
    }

    /// Adds columns on one line if they fit, and otherwise on two or more lines. `longest` is the width of the first
    /// column.
    fn columns(&mut self, indent: usize, columns: &[String; 3], longest: usize) {
        let [first, middle, last] = columns.each_ref().map(|column| clean(column));
        let gap = longest.saturating_sub(width(&first));
        let line = format!("{:indent$}{first}{:gap$}  {middle}  {last}", "", "");
        if width(&line) <= self.width {
            self.out.push_str(&line.replace('\u{a0}', " "));
            self.out.push('\n');
        } else {
            self.paragraph(indent, &format!("{first}: {last}"));
            self.paragraph(indent + INDENT, &middle);
        }
    }
}
