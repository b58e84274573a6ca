//! Prints errors in the style of the Rust compiler, with its renderer.

use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::single::{Problem, Span};
use super::source::{Source, SourceLine, line_at};

/// Maximum number of errors shown; the rest are counted.
const MAX_SHOWN_ERRORS: usize = 50;
/// The width that source lines are cut to, in columns.
const LINE_WIDTH: usize = 100;

/// Renders all errors, separated by blank lines.
pub(super) fn render<'p>(
    mut problems: impl Iterator<Item = &'p Problem>,
    sources: &[Arc<Source>],
    color: bool,
) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() }.term_width(LINE_WIDTH);
    let mut shown: Vec<String> =
        problems.by_ref().take(MAX_SHOWN_ERRORS).map(|problem| render_one(problem, sources, &renderer)).collect();
    let more = problems.count();
    if more > 0 {
        let title = format!("{more} more errors are not shown");
        shown.push(renderer.render(&[Group::with_title(Level::NOTE.primary_title(title))]));
    }
    shown.join("\n\n")
}

fn render_one(problem: &Problem, sources: &[Arc<Source>], renderer: &Renderer) -> String {
    let mut group = Group::with_title(Level::ERROR.primary_title(problem.message()));
    if let Some(span) = problem.span() {
        group = with_place(group, sources, span, AnnotationKind::Primary, problem.label_text());
    }
    if let Some((span, label)) = problem.second_place() {
        group = with_place(group, sources, span, AnnotationKind::Context, Some(label));
    }
    if let Some(help) = problem.help_text() {
        group = group.element(Level::HELP.message(help));
    }
    renderer.render(&[group])
}

/// Adds the file, line, column and underlined line of `span`; only the file if the span is a whole file.
fn with_place<'f>(
    group: Group<'f>,
    sources: &'f [Arc<Source>],
    span: Span,
    kind: AnnotationKind,
    label: Option<&'f str>,
) -> Group<'f> {
    let Some(source) = sources.get(span.source) else { return group };
    let whole = span == Span::whole(span.source);
    let Some(line) = line_at(source.text(), span.start).filter(|_| !whole) else {
        return group.element(Origin::path(source.name()));
    };
    let annotation = kind.span(range_in_line(&line, span)).label(label);
    group.element(Snippet::source(line.text).path(source.name()).line_start(line.number).annotation(annotation))
}

/// The part of the line that `span` covers, on character boundaries.
fn range_in_line(line: &SourceLine<'_>, span: Span) -> Range<usize> {
    let start = line.text.floor_char_boundary(span.start - line.start);
    let end = line.text.floor_char_boundary(span.end.saturating_sub(line.start));
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    use super::super::problem::Problems;
    use super::*;

    fn problems(text: &str) -> Problems {
        let mut problems = Problems::new();
        problems.add_source(Source::from_bytes("bad.toml", text.as_bytes().to_vec()).unwrap());
        problems
    }

    fn span(start: usize, end: usize) -> Span {
        Span { source: 0, start, end }
    }

    #[test]
    fn errors_report_file_line_and_column() {
        let mut problems = problems("# très bon\ntitle = \"é\" # x\ntrails = 10");
        problems.push(Problem::new("unknown key `trails`").at(span(30, 36)).label("did you mean `trials`?"));
        problems.push(Problem::new("no").at(span(20, 24)).help("yes").also(span(30, 36), "because of this"));
        problems.push(Problem::new("cannot read `x`").help("does it exist?"));
        problems.push(Problem::new("nothing is asked").at(Span::whole(0)));
        insta::assert_snapshot!(problems.render(false), @r#"
        error: cannot read `x`
         |
         = help: does it exist?

        error: nothing is asked
        --> bad.toml

        error: no
         --> bad.toml:2:9
          |
        2 | title = "é" # x
          |         ^^^
          |
         ::: bad.toml:3:2
          |
        3 | trails = 10
          |  ------ because of this
          |
          = help: yes

        error: unknown key `trails`
         --> bad.toml:3:2
          |
        3 | trails = 10
          |  ^^^^^^ did you mean `trials`?
        "#);
    }

    #[test]
    fn equal_errors_are_shown_once_and_the_rest_counted() {
        let mut problems = problems("abc");
        for number in 0..60 {
            problems.push(Problem::new(format!("error {number}")));
            problems.push(Problem::new("again"));
        }
        assert_eq!(problems.iter().count(), 61);
        assert!(problems.render(false).ends_with("note: 11 more errors are not shown"));
    }

    #[test]
    fn long_lines_are_cut_around_the_error() {
        let text = format!("{}BAD{}", "ä".repeat(300_000), "ö".repeat(200_000));
        let mut problems = problems(&text);
        problems.push(Problem::new("bad").at(span(600_000, 600_003)).label("here"));
        insta::assert_snapshot!(problems.render(false), @r"
        error: bad
         --> bad.toml:1:300001
          |
        1 | ...äääääääääääääääääääääääääääääääääääääääääBADöööööööööööööööööööööööööööööööööööööööööööööö...
          |                                             ^^^ here
        ");
    }

    #[test]
    fn render_accepts_invalid_spans() {
        let text = "é\r\n\n";
        let mut problems = problems(text);
        for start in 0..=text.len() + 1 {
            for end in 0..=text.len() + 1 {
                problems.push(Problem::new("odd").at(span(start, end)));
            }
        }
        problems.push(Problem::new("odd").at(Span { source: 7, start: 1, end: 2 }));
        assert!(problems.render(true).contains("odd"));
    }
}
