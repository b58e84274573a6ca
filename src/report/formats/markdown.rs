//! Pages and tables as Markdown, with GitHub's pipe tables.

use super::super::page::{Page, Part};
use super::super::table::{Align, Table, pad};
use crate::text::{clean, width};

/// Several tables, each below its title as a second-level heading.
pub fn tables(tables: &[Table]) -> String {
    let section = |one: &Table| format!("## {}\n\n{}", escaped(&one.title), table(one));
    tables.iter().map(section).collect::<Vec<_>>().join("\n")
}

pub fn page(page: &Page) -> String {
    let part = |part: &Part| match part {
        Part::Title(title) => format!("# {}\n", escaped(title)),
        Part::Sentence(sentence) => {
            escaped(&sentence.iter().map(|words| words.text.as_str()).collect::<String>()) + "\n"
        }
        Part::Marked(sign, words) => format!("{} {}\n", sign.letter(), escaped(words)),
        Part::Warning { message, remedy } => format!("- **{}** {}.\n", escaped(message), escaped(remedy)),
        Part::Lines(lines) => {
            lines.iter().map(|line| format!("- {}: {}\n", escaped(&line.label), escaped(&line.words))).collect()
        }
        Part::Table(one) => tables(std::slice::from_ref(one)),
    };
    let blocks = page.blocks.iter().map(|block| block.iter().map(part).collect::<String>());
    blocks.collect::<Vec<_>>().join("\n")
}

/// One table without its title, padded so that the source is readable too.
pub fn table(table: &Table) -> String {
    table_of(table, escaped)
}

/// Like [`table`], but with the cells escaped by `escape`.
pub fn table_of(table: &Table, escape: fn(&str) -> String) -> String {
    let headings: Vec<String> = table.columns.iter().map(|heading| escaped(&heading.text)).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(|entry| escape(entry)).collect()).collect();
    let wide = |(column, heading): (usize, &String)| {
        let entries = rows.iter().filter_map(|row| row.get(column)).map(|entry| width(entry));
        entries.chain([width(heading), 3]).max().unwrap_or(3)
    };
    let widths: Vec<usize> = headings.iter().enumerate().map(wide).collect();
    let rule = table.columns.iter().zip(&widths).map(|(heading, wide)| match heading.align {
        Align::Left => "-".repeat(*wide),
        Align::Right => "-".repeat(wide - 1) + ":",
    });
    let line = |entries: &[String]| {
        let padded = table
            .columns
            .iter()
            .zip(&widths)
            .zip(entries)
            .map(|((heading, wide), entry)| pad(entry, *wide, heading.align));
        format!("| {} |\n", padded.collect::<Vec<_>>().join(" | "))
    };
    let mut out = line(&headings);
    out.push_str(&format!("| {} |\n", rule.collect::<Vec<_>>().join(" | ")));
    rows.iter().for_each(|row| out.push_str(&line(row)));
    out
}

/// Whether a character can be markup; all such characters are ASCII.
fn may_mark_up(byte: u8) -> bool {
    matches!(byte, b'|' | b'\\' | b'`' | b'*' | b'_' | b'~' | b'[' | b']' | b'<' | b'&')
}

/// Escapes text so that Markdown shows it unchanged: without markup, HTML or line breaks.
pub fn escaped(text: &str) -> String {
    let text = clean(text);
    if !text.bytes().any(may_mark_up) {
        return text.into_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        let marks_up = match letter {
            // Only these characters begin a tag; `< 0.1 %` stays readable.
            '<' => next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?'),
            '&' => next.is_ascii_alphabetic() || next == '#',
            _ => u8::try_from(letter).is_ok_and(may_mark_up),
        };
        if marks_up {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{fixture, tables as build};

    #[test]
    fn grid_matches_snapshot() {
        insta::assert_snapshot!(tables(&build::headline(&fixture::grid())), @r"
        ## success, %

        | dice \\ difficulty |    -1 |     0 |     1 |     2 |
        | ------------------ | ----: | ----: | ----: | ----: |
        | 4dF                | 80.00 | 60.00 | 40.00 | 20.00 |
        | d%                 | 79.00 | 59.00 | 39.00 | 19.00 |
        ");
    }

    #[test]
    fn escaped_text_has_no_markup() {
        assert_eq!(
            escaped("a|b\n*c* <b>x</b> < 0.1 & &lt; [l](u)"),
            "a\\|b \\*c\\* \\<b>x\\</b> < 0.1 & \\&lt; \\[l\\](u)"
        );
        assert_eq!(escaped("\u{1b}[2J"), "\\\\u{1b}\\[2J");
    }

    #[test]
    fn every_line_has_one_cell_per_column() {
        let mut result = fixture::variants();
        result.cells[1].variant = Some("x | y\nz".to_owned());
        for one in build::all(&result) {
            let bars = |line: &str| line.replace("\\|", "").matches('|').count();
            let text = table(&one);
            assert!(text.lines().all(|line| bars(line) == one.columns.len() + 1), "{text}");
        }
    }
}
