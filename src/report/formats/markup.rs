//! Tables as HTML and LaTeX, for use in other documents.

use super::super::table::{Align, Heading, Table, Words};
use crate::text::clean;

/// Tables as HTML elements, each with its title as the caption, and with row and column headings.
pub fn html(tables: &[Table]) -> String {
    let table = |table: &Table| {
        let align = |place: usize| match table.columns.get(place).map(|heading| heading.align) {
            Some(Align::Right) => " style=\"text-align: right\"",
            _ => "",
        };
        let heading =
            |(place, text): (usize, &str)| format!("<th scope=\"col\"{}>{}</th>", align(place), in_html(text));
        let headings: String =
            table.columns.iter().map(|heading| heading.text.as_str()).enumerate().map(heading).collect();
        let entry = |(place, text): (usize, &Words)| match place {
            0 => format!("<th scope=\"row\"{}>{}</th>", align(0), in_html(text)),
            _ => format!("<td{}>{}</td>", align(place), in_html(text)),
        };
        let row =
            |row: &Vec<Words>| format!("    <tr>{}</tr>\n", row.iter().enumerate().map(entry).collect::<String>());
        format!(
            "<table>\n  <caption>{}</caption>\n  <thead>\n    <tr>{headings}</tr>\n  </thead>\n  <tbody>\n{}  </tbody>\n</table>\n",
            in_html(&table.title),
            table.rows.iter().map(row).collect::<String>()
        )
    };
    tables.iter().map(table).collect::<Vec<_>>().join("\n")
}

/// Tables for LaTeX, each with its title as the caption. They need no package.
pub fn latex(tables: &[Table]) -> String {
    let table = |table: &Table| {
        let align = |heading: &Heading| if heading.align == Align::Right { 'r' } else { 'l' };
        let line = |entries: Vec<String>| format!("    {} \\\\\n", entries.join(" & "));
        let headings = line(table.columns.iter().map(|heading| in_latex(&heading.text)).collect());
        let row = |row: &Vec<Words>| line(row.iter().map(|entry| in_latex(entry)).collect());
        format!(
            "\\begin{{table}}\n  \\caption{{{}}}\n  \\begin{{tabular}}{{{}}}\n    \\hline\n{headings}    \\hline\n{}    \\hline\n  \
             \\end{{tabular}}\n\\end{{table}}\n",
            in_latex(&table.title),
            table.columns.iter().map(align).collect::<String>(),
            table.rows.iter().map(row).collect::<String>()
        )
    };
    tables.iter().map(table).collect::<Vec<_>>().join("\n")
}

/// Escapes text for HTML.
fn in_html(text: &str) -> String {
    let signs = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")];
    signs.iter().fold(clean(text).into_owned(), |text, (sign, entity)| text.replace(sign, entity))
}

/// Escapes text for LaTeX. Symbols that its usual fonts lack are set in math mode.
fn in_latex(text: &str) -> String {
    let mut out = String::new();
    for letter in clean(text).chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', letter]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' | '>' => out.extend(['$', letter, '$']),
            '\u{a0}' => out.push('~'),
            '−' => out.push_str("$-$"),
            '≤' => out.push_str("$\\leq$"),
            '≥' => out.push_str("$\\geq$"),
            '±' => out.push_str("$\\pm$"),
            '×' => out.push_str("$\\times$"),
            '·' => out.push_str("$\\cdot$"),
            '–' => out.push_str("--"),
            '…' => out.push_str("\\ldots{}"),
            plain => out.push(plain),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::table::Heading;

    fn sample() -> [Table; 1] {
        let columns = [Heading::left("dice"), Heading::right("−1")];
        [Table::new("Odds, 100 %", columns, [["d% & <x>", "> 99.99"]])]
    }

    #[test]
    fn html_table_matches_snapshot() {
        insta::assert_snapshot!(html(&sample()), @r#"
        <table>
          <caption>Odds, 100 %</caption>
          <thead>
            <tr><th scope="col">dice</th><th scope="col" style="text-align: right">−1</th></tr>
          </thead>
          <tbody>
            <tr><th scope="row">d% &amp; &lt;x&gt;</th><td style="text-align: right">&gt; 99.99</td></tr>
          </tbody>
        </table>
        "#);
    }

    #[test]
    fn latex_table_matches_snapshot() {
        insta::assert_snapshot!(latex(&sample()), @r"
        \begin{table}
          \caption{Odds, 100 \%}
          \begin{tabular}{lr}
            \hline
            dice & $-$1 \\
            \hline
            d\% \& $<$x$>$ & $>$ 99.99 \\
            \hline
          \end{tabular}
        \end{table}
        ");
    }
}
