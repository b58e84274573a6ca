//! Measures how deep a TOML text is nested, without parsing it.
//!
//! Parsing is recursive, and so is dropping the result. Texts that are nested too deep are therefore rejected first.

use std::ops::Range;

/// Maximum nesting depth of tables and lists in a scenario, counting brackets and the dots of keys.
pub const MAX_NESTING: usize = 32;

/// The bytes that end a bare word, as in the TOML parser's own lexer.
const WORD_ENDS: &[u8] = b".=,[]{} \t#\r\n";

/// The result of scanning the brackets of a text before it is parsed. Ranges are byte positions in the text.
pub(crate) struct Scan {
    /// The first bracket or dot that nests deeper than [`MAX_NESTING`]; the scan stops there.
    pub too_deep: Option<Range<usize>>,
    /// The innermost bracket that is never closed.
    pub unclosed: Option<Range<usize>>,
}

/// Scans a text for brackets and the dots of keys.
pub(crate) fn scan(text: &str) -> Scan {
    let bytes = text.as_bytes();
    let mut open: Vec<(usize, usize)> = Vec::new(); // each open bracket: its position, and the depth outside it
    let (mut depth, mut dots) = (0, 0);
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'[' | b'{' => {
                open.push((at, depth));
                depth += dots + 1;
                dots = 0;
            }
            b']' | b'}' => {
                depth = open.pop().map_or(0, |(_, outside)| outside);
                dots = 0;
            }
            b'.' => dots += 1,
            b',' | b'\n' => dots = 0,
            _ => {}
        }
        if depth + dots > MAX_NESTING {
            return Scan { too_deep: Some(at..at + 1), unclosed: None };
        }
        at += token_length(&bytes[at..]);
    }
    Scan { too_deep: None, unclosed: open.last().map(|(at, _)| *at..at + 1) }
}

/// The length of the first token in `rest`; at least 1.
fn token_length(rest: &[u8]) -> usize {
    let end_of = |found: Option<usize>| found.unwrap_or(rest.len());
    match rest {
        [b'"', b'"', b'"', ..] => block_string_length(rest, b'"'),
        [b'\'', b'\'', b'\'', ..] => block_string_length(rest, b'\''),
        [quote @ (b'"' | b'\''), ..] => line_string_length(rest, *quote),
        [b'#', ..] => end_of(rest.iter().position(|byte| matches!(byte, b'\r' | b'\n'))),
        [first, ..] if WORD_ENDS.contains(first) => 1,
        _ => end_of(rest.iter().position(|byte| WORD_ENDS.contains(byte))),
    }
}

/// The length of a string on one line. An unclosed one ends with the line.
fn line_string_length(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(byte) = rest.get(at) {
        match *byte {
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            b'\\' if quote == b'"' => at += escape_length(&rest[at..]),
            _ => at += 1,
        }
    }
    rest.len()
}

/// The length of a string in triple quotes, which can have up to two more quotes at its end. An unclosed one ends with
/// the text.
fn block_string_length(rest: &[u8], quote: u8) -> usize {
    let mut at = 3;
    while at < rest.len() {
        if rest[at..].starts_with(&[quote; 3]) {
            let extra = rest[at + 3..].iter().take(2).take_while(|byte| **byte == quote).count();
            return at + 3 + extra;
        }
        at += if rest[at] == b'\\' && quote == b'"' { escape_length(&rest[at..]) } else { 1 };
    }
    rest.len()
}

/// The length of the escape at the start of `rest`: 2 if the backslash escapes a quote or a backslash, otherwise 1.
fn escape_length(rest: &[u8]) -> usize {
    if matches!(rest.get(1), Some(b'"' | b'\\')) { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn too_deep(text: &str) -> Option<Range<usize>> {
        scan(text).too_deep
    }

    #[test]
    fn scan_finds_unclosed_brackets() {
        assert_eq!(scan("a = [1, { b = ']' }\n[c]\n").unclosed, Some(4..5));
        assert_eq!(scan("a = [1] # [\n").unclosed, None);
    }

    #[test]
    fn depth_counts_brackets_and_dots() {
        let nested = |depth: usize| format!("a = {}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(too_deep(&nested(MAX_NESTING)), None);
        assert_eq!(too_deep(&nested(MAX_NESTING + 1)), Some(36..37));
        let dotted = format!("a{} = {{ b{} = 1 }}", ".a".repeat(20), ".b".repeat(20));
        assert!(too_deep(&dotted).is_some());
        assert_eq!(too_deep(&format!("a{} = 1\nb{} = 1", ".a".repeat(20), ".b".repeat(20))), None);
    }

    #[test]
    fn scan_ignores_strings_and_comments() {
        let brackets = "[.{".repeat(50);
        for text in [
            format!("# {brackets}"),
            format!("a = \"{brackets}\\\"{brackets}\""),
            format!("a = '{brackets}'"),
            format!("a = \"\"\"\n{brackets}\n\"{brackets}\"\"\"\"\""),
            format!("a = '''\n{brackets}\n{brackets}'''"),
            format!("a = '{brackets}\nb = 1"),
        ] {
            assert_eq!(too_deep(&text), None, "{text}");
            let after = format!("{text}\nc = {brackets}");
            assert!(too_deep(&after).is_some(), "{after}");
        }
    }
}
