//! Parses TOML text into nodes, and reports all syntax errors.

use std::collections::BTreeMap;
use std::num::IntErrorKind;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue, Error};

use super::nesting::{MAX_NESTING, scan};
use super::node::{Entry, Node, Table, Value};
use super::problem::{Problem, Problems, Span, excerpt};
use super::source::Source;

/// Parses the source with the index `source` in `problems`. Parts that cannot be read are left out or become
/// [`Value::Invalid`], and an error explains why.
pub fn parse(source: usize, problems: &mut Problems) -> Node {
    let Some(text) = problems.sources().get(source).cloned() else {
        return Node { value: Value::Invalid, span: Span::whole(source) };
    };
    let text = text.text();
    let whole = Span::whole(source);
    let scan = scan(text);
    if let Some(place) = scan.too_deep {
        let problem = Problem::new(format!("tables and lists are nested more than {MAX_NESTING} deep"));
        problems.push_syntax(problem.at(Span { source, start: place.start, end: place.end }));
        return Node { value: Value::Invalid, span: whole };
    }
    let (document, mut errors) = DeTable::parse_recoverable(text);
    let repeated = repeated_tables(&errors, text);
    errors.retain(|error| !is_below(error, &repeated));
    let place = |range: Range<usize>| Span { source, start: range.start, end: range.end };
    for error in &errors {
        problems.mark_broken(error.span().map_or(whole, place));
    }
    for error in first_of_each_line(&errors, text) {
        let span = error.span().map_or(whole, place);
        let mut problem = syntax_problem(error.message(), text.get(span.start..span.end)).at(span);
        if let Some(open) = scan.unclosed.clone().filter(|open| is_unclosed(error) && open.start < span.start) {
            problem = problem.also(place(open), "opened here");
        }
        problems.push_syntax(problem);
    }
    let mut converter = Converter { source, problems };
    Node { value: converter.table(document.get_ref(), 0), span: whole }
}

/// Adds `text` as a source called `name`, and parses it. A text that cannot be a source is reported.
pub fn parse_as(name: impl Into<String>, text: &str, problems: &mut Problems) -> Node {
    match Source::from_bytes(name, text.as_bytes().to_vec()) {
        Ok(source) => parse(problems.add_source(source), problems),
        Err(problem) => {
            problems.push(problem);
            Node { value: Value::Invalid, span: Span::whole(0) }
        }
    }
}

/// Keeps one error per line, since later ones mostly follow from the first. An unclosed bracket replaces the others: it
/// is found last, but explains them.
fn first_of_each_line<'e>(errors: &'e [Error], text: &str) -> impl Iterator<Item = &'e Error> {
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut lines: BTreeMap<usize, &Error> = BTreeMap::new();
    for error in errors {
        let start = error.span().map_or(0, |span| span.start);
        let line = ends.partition_point(|end| *end < start);
        let kept = lines.entry(line).or_insert(error);
        if is_unclosed(error) {
            *kept = error;
        }
    }
    lines.into_values()
}

/// The byte ranges of the tables whose header repeats an earlier one, in ascending order. Headers are not included.
fn repeated_tables(errors: &[Error], text: &str) -> Vec<Range<usize>> {
    let headers = errors.iter().filter(|error| error.message() == DUPLICATE).filter_map(|error| {
        let at = error.span()?.start;
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        text[line..].trim_start().starts_with('[').then_some(at)
    });
    let end_of_line = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end);
    let body = |header: usize| {
        let start = end_of_line(header);
        start..text[start..].find("\n[").map_or(text.len(), |end| start + end)
    };
    let mut bodies: Vec<Range<usize>> = headers.map(body).collect();
    bodies.sort_by_key(|body| body.start);
    bodies
}

/// Whether the error is about a duplicate key in one of the `repeated` tables, whose header is already reported.
fn is_below(error: &Error, repeated: &[Range<usize>]) -> bool {
    let at = error.span().map_or(0, |span| span.start);
    let before = repeated.partition_point(|body| body.start <= at);
    error.message() == DUPLICATE && repeated[..before].last().is_some_and(|body| body.contains(&at))
}

/// The parser's message for a repeated key.
const DUPLICATE: &str = "duplicate key";

fn is_unclosed(error: &Error) -> bool {
    error.message().starts_with("unclosed")
}

/// Replaces the parser's message by a more specific one if possible. `found` is the text at the error's position.
fn syntax_problem(message: &str, found: Option<&str>) -> Problem {
    let found = found.unwrap_or_default();
    let word = excerpt(found);
    // The parser takes a bare word that begins like `true`, `false`, `inf` or `nan` for a misspelling of it.
    let bare = message.starts_with("invalid") && !found.is_empty() && found.chars().all(char::is_alphabetic);
    match message {
        DUPLICATE => Problem::new(format!("`{word}` is set twice"))
            .label("second time")
            .help("keep one of the two; a table is opened once, with all its keys below it"),
        _ if bare && matches!(found.to_lowercase().as_str(), "true" | "false") => {
            Problem::new(format!("`{word}` must be in lowercase")).label(format!("write `{}`", found.to_lowercase()))
        }
        _ if bare || message.starts_with("string values must be quoted") => {
            Problem::new("words must be quoted").label(format!("write `\"{word}\"`"))
        }
        _ => Problem::new(message),
    }
}

/// Maximum number of characters in a key. Names are repeated in every table and chart.
const LONGEST_KEY: usize = 200;

/// Maximum number of characters in a text.
const LONGEST_TEXT: usize = 2000;

/// Converts the parser's tree into nodes.
struct Converter<'f> {
    source: usize,
    problems: &'f mut Problems,
}

impl Converter<'_> {
    fn table(&mut self, table: &DeTable<'_>, depth: usize) -> Value {
        let mut pairs: Vec<_> = table.iter().collect();
        pairs.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
            let (name, key_span) = (AsRef::<str>::as_ref(key.get_ref()), self.span(key.span()));
            if self.is_too_long("key", name, LONGEST_KEY, key_span) {
                return None;
            }
            Some(Entry { key: name.to_owned(), key_span, node: self.node(value, depth + 1) })
        };
        Value::Table(Table::new(pairs.into_iter().filter_map(entry).collect()))
    }

    fn node(&mut self, value: &Spanned<DeValue<'_>>, depth: usize) -> Node {
        let span = self.span(value.span());
        // The recovering parser guesses some values: those have no span, or a syntax error on it. Tables and lists can
        // be partly valid.
        let guessed = |broken: bool| span == Span::whole(self.source) || broken;
        let value = match value.get_ref() {
            // The scan counts the dots of a header separately from those of the keys below it, so a valid depth can
            // exceed it.
            _ if depth > 4 * MAX_NESTING => Value::Invalid,
            DeValue::Table(table) => self.table(table, depth),
            DeValue::Array(array) => Value::Array(array.iter().map(|entry| self.node(entry, depth + 1)).collect()),
            _ if guessed(self.problems.is_broken(span)) => Value::Invalid,
            DeValue::String(text) if self.is_too_long("text", text, LONGEST_TEXT, span) => Value::Invalid,
            DeValue::String(text) => Value::String(text.to_string()),
            DeValue::Boolean(yes) => Value::Boolean(*yes),
            DeValue::Integer(number) => self.integer(number, span),
            DeValue::Float(number) => self.float(number.as_str(), span),
            DeValue::Datetime(_) => {
                self.refuse("a scenario cannot contain dates", "put it in quotes if it is a name", span)
            }
        };
        Node { value, span }
    }

    fn integer(&mut self, number: &DeInteger<'_>, span: Span) -> Value {
        let error = match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => return Value::Integer(number),
            Err(error) => error,
        };
        match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => {
                self.refuse("this whole number is too large", "the largest is 9_223_372_036_854_775_807", span)
            }
            _ => self.refuse("this is not a number", "put it in quotes if it is a name", span),
        }
    }

    fn float(&mut self, text: &str, span: Span) -> Value {
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Value::Float(number),
            Ok(_) if text.ends_with("nan") || text.ends_with("inf") => {
                self.refuse(&format!("`{}` is not a number to calculate with", excerpt(text)), "give a number", span)
            }
            Ok(_) => self.refuse("this number is too large", "give a number below 1.7e308", span),
            Err(_) => self.refuse("this is not a number", "put it in quotes if it is a name", span),
        }
    }

    /// Whether a key or text has more than `longest` characters; reports it if so.
    fn is_too_long(&mut self, what: &str, text: &str, longest: usize, span: Span) -> bool {
        let is = text.chars().nth(longest).is_some();
        if is {
            let message = format!("this {what} has {} characters", text.chars().count());
            self.refuse(&message, &format!("use at most {longest}"), span);
        }
        is
    }

    fn refuse(&mut self, message: &str, help: &str, span: Span) -> Value {
        self.problems.push(Problem::new(message).at(span).help(help));
        Value::Invalid
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span { source: self.source, start: range.start, end: range.end }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parsed::{parse_text, parsed, shown};
    use super::*;

    #[test]
    fn parse_keeps_key_order_and_number_types() {
        let node = parsed("z = 1_000\na = 0x10\nb.d = 1.5\nb.c = -0\nx = [true, 'q', {}]\n[y]\n");
        assert_eq!(shown(&node), r#"{z=1000 a=16 b={d=1.5 c=0} x=[true "q" {}] y={}}"#);
    }

    #[test]
    fn parse_reports_all_invalid_numbers() {
        let (node, problems) =
            parse_text("a = nan\nb = -inf\nc = 1e999\nd = 9223372036854775808\ne = 1979-05-27\nf = 0x\ng = 1");
        insta::assert_snapshot!(problems.render(false), @r"
        error: `nan` is not a number to calculate with
         --> s.toml:1:5
          |
        1 | a = nan
          |     ^^^
          |
          = help: give a number

        error: `-inf` is not a number to calculate with
         --> s.toml:2:5
          |
        2 | b = -inf
          |     ^^^^
          |
          = help: give a number

        error: this number is too large
         --> s.toml:3:5
          |
        3 | c = 1e999
          |     ^^^^^
          |
          = help: give a number below 1.7e308

        error: this whole number is too large
         --> s.toml:4:5
          |
        4 | d = 9223372036854775808
          |     ^^^^^^^^^^^^^^^^^^^
          |
          = help: the largest is 9_223_372_036_854_775_807

        error: a scenario cannot contain dates
         --> s.toml:5:5
          |
        5 | e = 1979-05-27
          |     ^^^^^^^^^^
          |
          = help: put it in quotes if it is a name

        error: this is not a number
         --> s.toml:6:5
          |
        6 | f = 0x
          |     ^^
          |
          = help: put it in quotes if it is a name
        ");
        assert_eq!(shown(&node), "{a=! b=! c=! d=! e=! f=! g=1}");
    }

    #[test]
    fn parse_reports_all_syntax_errors() {
        let text = "trait = Fair\nwins = True\nname = nobody\ndice = \"4dF\ncount = = 3\ncount = 4\n[t]\na = 1\n[t]\nb = [1, 2\nc = 3\n";
        let (_, problems) = parse_text(text);
        insta::assert_snapshot!(problems.render(false), @r#"
        error: words must be quoted
         --> s.toml:1:9
          |
        1 | trait = Fair
          |         ^^^^ write `"Fair"`

        error: `True` must be in lowercase
         --> s.toml:2:8
          |
        2 | wins = True
          |        ^^^^ write `true`

        error: words must be quoted
         --> s.toml:3:8
          |
        3 | name = nobody
          |        ^^^^^^ write `"nobody"`

        error: invalid basic string, expected `"`
         --> s.toml:4:12
          |
        4 | dice = "4dF
          |            ^

        error: extra `=`, expected nothing
         --> s.toml:5:9
          |
        5 | count = = 3
          |         ^

        error: `count` is set twice
         --> s.toml:6:1
          |
        6 | count = 4
          | ^^^^^ second time
          |
          = help: keep one of the two; a table is opened once, with all its keys below it

        error: `t` is set twice
         --> s.toml:9:2
          |
        9 | [t]
          |  ^ second time
          |
          = help: keep one of the two; a table is opened once, with all its keys below it

        error: unclosed array, expected `]`
          --> s.toml:11:6
           |
        11 | c = 3
           |      ^
           |
          ::: s.toml:10:5
           |
        10 | b = [1, 2
           |     - opened here
        "#);
    }

    #[test]
    fn unclosed_list_reports_its_opening() {
        let (_, problems) = parse_text("levels = [1, 2\n");
        insta::assert_snapshot!(problems.render(false), @r"
        error: unclosed array, expected `]`
         --> s.toml:1:15
          |
        1 | levels = [1, 2
          |               ^
          |
         ::: s.toml:1:10
          |
        1 | levels = [1, 2
          |          - opened here
        ");
    }

    #[test]
    fn parse_rejects_deep_nesting() {
        for text in ["[".repeat(100_000), format!("a = {}", "[".repeat(100_000)), "a.".repeat(100_000)] {
            let (node, problems) = parse_text(&text);
            assert_eq!(node.value, Value::Invalid);
            assert!(problems.render(false).starts_with("error: tables and lists are nested more than 32 deep"));
        }
    }
}
