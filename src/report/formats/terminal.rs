//! Prints a page on a terminal.

use super::super::page::{LabeledLine, Page, Part, Sign};
use super::super::table::{Align, Table, Words, pad};
use super::bar::bar;
use super::paint::Tone;
use crate::text::{clean, width, with_no_break_spaces, wrap, wrap_hanging};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether to use colors and bold type.
    pub color: bool,
    /// The width of the terminal in columns; less than 20 counts as 20.
    pub width: usize,
}

impl Style {
    /// A style without colors.
    pub const fn plain(width: usize) -> Self {
        Self { color: false, width }
    }
}

/// Maximum length of a bar, in columns.
const MAX_BAR_WIDTH: usize = 40;
/// Minimum length of a full bar; with less room no bars are drawn.
const MIN_BAR_WIDTH: usize = 5;

impl Page {
    /// The page as text. No line is wider than `style.width`, and no name can control the terminal.
    pub fn text(&self, style: &Style) -> String {
        let style = Style { width: style.width.max(20), ..*style };
        let lines = self.blocks.iter().flatten().filter_map(|part| match part {
            Part::Lines(lines) => Some(lines),
            _ => None,
        });
        let longest = lines.flatten().map(|line| width(&clean(&line.label))).max().unwrap_or(0);
        let mut text = Text { out: String::new(), style, indent: self.indent, label: longest.min(style.width / 3) };
        for (place, block) in self.blocks.iter().enumerate() {
            if place > 0 {
                text.line("");
            }
            block.iter().for_each(|part| text.part(part));
        }
        text.out
    }
}

/// The text printed so far, and its style.
struct Text {
    out: String,
    style: Style,
    indent: usize,
    /// The width of labels, in columns.
    label: usize,
}

impl Text {
    fn part(&mut self, part: &Part) {
        match part {
            Part::Title(title) => {
                for line in wrap(&clean(title), self.style.width) {
                    self.line(&self.painted(Tone::Title, &line));
                }
            }
            Part::Sentence(sentence) => match sentence.as_slice() {
                [before, word, after] => self.sentence_with_verdict(&clean(before), word, &clean(after)),
                parts => parts.iter().for_each(|words| self.sentence(words)),
            },
            Part::Marked(sign, words) => self.signed_sentence(*sign, words),
            Part::Warning { message, remedy } => {
                self.signed_sentence(Sign::Warning, message);
                self.sentence(remedy);
            }
            Part::Lines(lines) => self.lines(lines),
            Part::Table(table) => self.table(table),
        }
    }

    /// Prints a sentence with its verdict in color. The verdict stays on one line with the word before it.
    fn sentence_with_verdict(&mut self, before: &str, word: &Words, after: &str) {
        let kept = format!("{}\u{a0}{}", before.trim_end(), word.replace(' ', "\u{a0}"));
        // Lines break only at spaces unless a word is longer than a line.
        let mut start = before.chars().count();
        for line in wrap(&with_no_break_spaces(&format!("{kept}{after}")), self.style.width - self.indent) {
            let (lead, rest): (String, String) =
                (line.chars().take(start).collect(), line.chars().skip(start).collect());
            start = start.checked_sub(line.chars().count() + 1).unwrap_or(usize::MAX);
            let painted = |rest: &str| {
                let word = word.tone.map_or_else(|| word.text.clone(), |tone| self.painted(tone, word));
                format!("{lead}{word}{rest}")
            };
            let line = rest.strip_prefix(word.as_str()).map_or(line.clone(), painted);
            self.indented_line(&line);
        }
    }

    /// Prints lines with labels of equal width, and with bars if there is room.
    fn lines(&mut self, lines: &[LabeledLine]) {
        let label = self.label;
        let barred = lines.iter().filter(|line| line.share.is_some());
        let words = barred.map(|line| width(&clean(&line.words))).max().unwrap_or(0);
        let room = self.style.width - self.indent;
        // Two columns each between label, words and bar.
        let space = room.saturating_sub(label + words + 4).min(MAX_BAR_WIDTH);
        for line in lines {
            let drawn =
                line.share.filter(|_| space >= MIN_BAR_WIDTH).map(|share| bar(share, space)).unwrap_or_default();
            let said = clean(&line.words);
            let said = if drawn.is_empty() {
                wrap(&said, room.saturating_sub(label + 2))
            } else {
                vec![format!("{}  {}", pad(&said, words, Align::Left), self.painted(Tone::Bar, &drawn))]
            };
            let name = wrap_hanging(&clean(&line.label), label);
            for place in 0..name.len().max(said.len()).max(1) {
                let [name, said] = [&name, &said].map(|lines| lines.get(place).map_or("", String::as_str));
                self.indented_line(&format!("{}  {said}", pad(name, label, Align::Left)));
            }
        }
    }

    fn table(&mut self, table: &Table) {
        self.sentence(&table.title);
        table
            .painted(self.style.width - self.indent, self.style.color)
            .iter()
            .for_each(|line| self.indented_line(line));
    }

    fn sentence(&mut self, words: &str) {
        let lines = wrap(&with_no_break_spaces(&clean(words)), self.style.width - self.indent);
        lines.iter().for_each(|line| self.indented_line(line));
    }

    /// Prints a sentence behind a sign; its further lines are indented to match.
    fn signed_sentence(&mut self, sign: Sign, words: &str) {
        let mut lead = self.painted(sign.tone(), sign.letter());
        for line in wrap(&with_no_break_spaces(&clean(words)), self.style.width - 2) {
            self.line(&format!("{lead} {line}"));
            lead = " ".to_owned();
        }
    }

    fn painted(&self, tone: Tone, text: &str) -> String {
        tone.paint(text, self.style.color)
    }

    fn indented_line(&mut self, line: &str) {
        self.line(format!("{:indent$}{line}", "", indent = self.indent).trim_end());
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }
}
