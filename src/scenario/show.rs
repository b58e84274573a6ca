//! `[[show]]`.

use super::most::{self, Most};
use crate::document::decode;
use crate::document::key::{Key, keys};
use crate::document::keys::Kind;
use crate::document::node::Node;
use crate::document::problem::Problem;
use crate::document::reader::Item;
use crate::study::unknown_variant;
use crate::subject;

/// The tables that `[[show]]` may ask for.
pub const TABLES: &[&str] = &["differences", "most"];

/// One thing to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Show {
    /// A chart, one of [`subject::charts`].
    pub chart: Option<String>,
    /// A table, one of [`TABLES`].
    pub table: Option<String>,
    /// The variant that differences are taken from.
    pub baseline: Option<String>,
}

/// What `[[show]]` asks for, as read: what is shown, and what is to be read off the grid for it.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) show: Show,
    pub(super) most: Option<Most>,
}

fn charts() -> Vec<&'static str> {
    subject::charts().iter().map(|kind| kind.name).collect()
}

keys! {
    /// The keys of `[[show]]`.
    pub(super) SHOW = "show": "A chart or a table to show.";
    CHART: Key<&'static str> =
        Key::new("chart", Kind::Known(charts), decode::choice).means("A chart to draw.", "\"rounds\"").otherwise("all that fit");
    TABLE: Key<&'static str> = Key::word("table", TABLES).means(
        "`differences`: how variants differ from a baseline (needs [variants]); `most`: the largest varied value for which conditions hold.",
        "\"differences\"",
    );
    BASELINE: Key<Node> = Key::new("baseline", Kind::Text, decode::node)
        .means("The variant that others are compared with.", "\"4dF, limited\"")
        .otherwise("the first");
    OF: Key<Node> = Key::new("of", Kind::Text, decode::node)
        .means("The varied path whose largest value is sought.", "\"fighters.goblins.count\"");
    WHILE: Key<Node> = Key::new("while", Kind::Map(&Kind::Text), decode::node).means(
        "The conditions: figures and their limits.",
        "{ \"party wins\" = \">= 70 %\", \"any of party dies\" = \"<= 10 %\" }",
    );
}

pub(super) fn read_shows(item: Item<'_>, variants: &[String], varied: &[String]) -> Option<Vec<Asked>> {
    decode::list(decode::table(|reader| {
        let chart = reader.read(&CHART).map(str::to_owned);
        let table = reader.read(&TABLE).map(str::to_owned);
        if !reader.has(&CHART) && !reader.has(&TABLE) {
            let span = reader.span();
            reader.problems().push(Problem::new("nothing to show here").at(span).help("name a `chart` or a `table`"));
        }
        if table.as_deref() == Some("differences") && variants.is_empty() {
            let span = reader.span_of(&TABLE);
            reader
                .problems()
                .push(Problem::new("there are no variants to compare").at(span).help("differences need [variants]"));
        }
        let most = if table.as_deref() == Some("most") { Some(most::read(reader, varied)?) } else { None };
        let baseline = reader.read_with(&BASELINE, |item| variant(item, variants));
        Some(Asked { show: Show { chart, table, baseline }, most })
    }))(item)
}

/// The name of a variant.
pub(super) fn variant(mut item: Item<'_>, variants: &[String]) -> Option<String> {
    let name = decode::text(item.again())?;
    if variants.contains(&name) {
        return Some(name);
    }
    item.problems.push(unknown_variant(&name, variants, "a baseline needs [variants]").at(item.node.span));
    None
}
