//! Dotted paths: `rules.dice`, `fighters."old man".skill`.

use std::fmt;

use super::node::{Entry, Node, Table, Value, entry_of};
use super::problem::{Problem, Span, excerpt};

/// The path to a value, from the root of a document. A segment is a key of a table, or the number of a list entry,
/// counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    segments: Vec<String>,
}

impl Path {
    /// Parses a path: segments separated by dots. A segment that contains a dot or a quote must be in quotes.
    ///
    /// # Errors
    /// If a segment is empty, a quote is not closed, or text follows a quoted segment without a dot.
    ///
    /// ```
    /// use fudgelab::document::Path;
    /// let path = Path::parse("fighters.\"St. John\".skill").unwrap();
    /// assert_eq!(path.segments(), ["fighters", "St. John", "skill"]);
    /// assert_eq!(path.to_string(), "fighters.\"St. John\".skill");
    /// ```
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let mut segments = Vec::new();
        let mut rest = Some(text);
        while let Some(ahead) = rest {
            let (segment, after) = next_segment(ahead.trim_start())?;
            segments.push(segment);
            rest = after;
        }
        Ok(Self { segments })
    }

    /// Creates a path. `segments` must not be empty.
    pub fn of(segments: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { segments: segments.into_iter().map(Into::into).collect() }
    }

    pub fn segments(&self) -> &[String] {
        &self.segments
    }

    /// The nested tables along the path, with `value` at the end. All have the source position of `value`.
    pub fn nested(&self, value: Node) -> Node {
        self.segments.iter().rev().fold(value, |node, key| {
            let span = node.span;
            let entry = Entry { key: key.clone(), key_span: span, node };
            Node { value: Value::Table(Table::new(vec![entry])), span }
        })
    }

    pub fn find<'n>(&self, root: &'n Node) -> Option<&'n Node> {
        self.segments.iter().try_fold(root, |node, segment| node.below(segment))
    }

    /// Removes the value from a document, if it is there.
    pub fn remove(&self, root: &mut Node) {
        let Some((last, way)) = self.segments.split_last() else { return };
        let table = way.iter().try_fold(root, |node, segment| node.below_mut(segment));
        if let Some(table) = table.and_then(Node::as_table_mut) {
            table.remove(last);
        }
    }

    /// Whether one path is the start of the other, or equal to it.
    pub fn meets(&self, other: &Self) -> bool {
        self.segments.iter().zip(&other.segments).all(|(a, b)| a == b)
    }

    /// Sets the value at this path. Missing tables on the way are created, with `key_span` as their source position.
    ///
    /// # Errors
    /// If the path leads through a value that is not a table, or a list has no such entry.
    pub fn set(&self, root: &mut Node, value: Node, key_span: Span) -> Result<(), Problem> {
        let mut node = root;
        for (depth, segment) in self.segments.iter().enumerate() {
            if node.value == Value::Invalid {
                return Ok(()); // already reported
            }
            let noun = node.value.noun();
            let place = node.span;
            let above = || Self::of(&self.segments[..depth]);
            let table = match &mut node.value {
                Value::Table(table) => table,
                Value::Array(entries) => {
                    let count = entries.len();
                    let Some(entry) = entry_of(segment, count) else {
                        let list = above();
                        let message = format!("`{self}` does not exist: `{list}` has no entry `{}`", excerpt(segment));
                        return Err(Problem::new(message).at(key_span).also(place, "this list").help(match count {
                            0 => "the list is empty".to_owned(),
                            _ => format!("its entries are 1 to {count}"),
                        }));
                    };
                    node = &mut entries[entry];
                    continue;
                }
                _ => {
                    return Err(Problem::new(format!("`{self}` does not exist: `{}` is {noun}, not a table", above()))
                        .at(key_span)
                        .also(place, "set here"));
                }
            };
            node = table.get_or_insert(segment, key_span, || Node::empty_table(key_span));
        }
        *node = value;
        Ok(())
    }
}

/// The first segment of a path, and the text after the dot that follows it. That text is `None` for the last segment.
fn next_segment(text: &str) -> Result<(String, Option<&str>), Problem> {
    let empty = || Problem::new("this path has an empty part").help("parts are separated by single dots: `rules.dice`");
    let Some(quote) = text.chars().next().filter(|first| matches!(first, '"' | '\'')) else {
        let (segment, after) = text.split_once('.').map_or((text, None), |(segment, after)| (segment, Some(after)));
        let segment = segment.trim_end();
        return if segment.is_empty() { Err(empty()) } else { Ok((segment.to_owned(), after)) };
    };
    let unclosed = || Problem::new(format!("this path has a `{quote}` that is not closed"));
    let (segment, after) = text.get(1..).and_then(|inside| inside.split_once(quote)).ok_or_else(unclosed)?;
    let after = after.trim_start();
    match after.strip_prefix('.') {
        _ if segment.is_empty() => Err(empty()),
        Some(rest) => Ok((segment.to_owned(), Some(rest))),
        None if after.is_empty() => Ok((segment.to_owned(), None)),
        None => Err(Problem::new("this path has text next to a quoted part").help("put a dot between two parts")),
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, segment) in self.segments.iter().enumerate() {
            let dot = if at == 0 { "" } else { "." };
            let bare = segment.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
            let quote = match () {
                () if bare && !segment.is_empty() => "",
                () if segment.contains('"') => "'",
                () => "\"",
            };
            write!(f, "{dot}{quote}{segment}{quote}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_accepts_dots_in_quotes() {
        let read = |text: &str| Path::parse(text).unwrap().segments().join("|");
        assert_eq!(read("rules.dice"), "rules|dice");
        assert_eq!(read("a.'b.c' . d"), "a|b.c|d");
        assert_eq!(read("fighters.old man.skill"), "fighters|old man|skill");
    }

    #[test]
    fn displayed_path_parses_back() {
        for text in ["a", "a.\"b c\".d", "a.'say \"hi\"'.\"x.y\""] {
            assert_eq!(Path::parse(text).unwrap().to_string(), text);
        }
    }

    /// Entries count from 1. Any other segment is rejected and changes nothing.
    #[test]
    fn numbers_select_list_entries() {
        let span = Span { source: 0, start: 0, end: 0 };
        let node = |value: Value| Node { value, span };
        let list = node(Value::Array([4, 5].map(|number| node(Value::Integer(number))).to_vec()));
        let mut root = Path::of(["a", "b"]).nested(list);
        let path = |text: &str| Path::parse(text).unwrap();
        path("a.b.2").set(&mut root, node(Value::Integer(7)), span).unwrap();
        let number = |root: &Node, text: &str| path(text).find(root).map(|node| node.value.clone());
        assert_eq!([number(&root, "a.b.1"), number(&root, "a.b.2")], [4, 7].map(|number| Some(Value::Integer(number))));
        let before = root.clone();
        for text in ["a.b.0", "a.b.3", "a.b.x", "a.b.1.c"] {
            assert!(path(text).set(&mut root, node(Value::Integer(1)), span).is_err(), "{text}");
            assert_eq!(number(&root, text), None, "{text}");
        }
        assert_eq!(root, before);
    }

    #[test]
    fn invalid_paths_report_the_reason() {
        let problem = |text: &str| Path::parse(text).unwrap_err().message().to_owned();
        for text in ["", "a.", ".a", "a..b", "a.\"\"", " "] {
            assert_eq!(problem(text), "this path has an empty part", "{text}");
        }
        assert_eq!(problem("a.\"b"), "this path has a `\"` that is not closed");
        assert_eq!(problem("a.\"b\"c"), "this path has text next to a quoted part");
    }
}
