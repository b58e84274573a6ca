//! One trial roll by roll, for the table.

use super::{Line, Origin, Transcript};
use crate::measure::thousands;
use crate::text::{clean, width, wrap};
use std::fmt;

/// The narrowest page that is laid out for.
const NARROWEST: usize = 20;
/// How far lines that belong to another stand to the right.
const INDENT: usize = 2;

/// The transcript as text of lines no wider than `width`; names cannot steer the terminal.
pub fn whole(transcript: &Transcript, width: usize) -> String {
    head(transcript, width) + &lines(&transcript.lines, width)
}

/// What stands over the lines of a page.
pub fn head(transcript: &Transcript, width: usize) -> String {
    let mut page = Page { out: String::new(), width: width.max(NARROWEST) };
    page.paragraph(0, &heading(transcript));
    page.out
}

/// Some lines of a transcript, laid out as its page is.
pub fn lines(lines: &[Line], width: usize) -> String {
    let mut page = Page { out: String::new(), width: width.max(NARROWEST) };
    page.lines(0, lines);
    page.out
}

/// Its page, 80 columns wide.
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

struct Page {
    out: String,
    width: usize,
}

impl Page {
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
            // One step is enough: what a hit leads to stands below it.
            self.lines(INDENT, &line.lines);
        }
    }

    /// A paragraph: its first line indented by `indent`, the others one step more.
    fn paragraph(&mut self, indent: usize, text: &str) {
        let lines = wrap(&clean(text), self.width.saturating_sub(indent + INDENT));
        for (number, line) in lines.iter().enumerate() {
            let space = if number == 0 { indent } else { indent + INDENT };
            self.out.push_str(&format!("{:space$}{line}\n", ""));
        }
    }

    /// Columns on one line where they fit, and in two or more lines where they do not.
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
