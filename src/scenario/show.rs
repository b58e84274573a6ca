//! `[[show]]`.

use super::most::{self, Most};
use crate::document::decode;
use crate::document::fault::Fault;
use crate::document::keys::{KeySpec, Kind, listed};
use crate::document::nearest::did_you_mean;
use crate::document::reader::Item;

/// The charts that `[[show]]` may ask for.
pub const CHARTS: &[&str] = &[
    "heat map",
    "line",
    "comparison",
    "rounds",
    "survivors",
    "wounds",
    "degrees",
    "margins",
    "relative degrees",
    "outcomes",
    "best degrees",
    "periods",
    "at least",
];

/// The tables that `[[show]]` may ask for.
pub const TABLES: &[&str] = &["differences", "most"];

/// One thing to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Show {
    /// A chart, one of [`CHARTS`].
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

pub(super) const SHOW: &[KeySpec] = &[
    KeySpec {
        key: "chart",
        kind: Kind::Choice(CHARTS),
        required: false,
        meaning: "A chart to draw; without any, all that fit are drawn.",
        example: "\"rounds\"",
    },
    KeySpec {
        key: "table",
        kind: Kind::Choice(TABLES),
        required: false,
        meaning: "How variants differ from one of them, which needs [variants]; or the most of a varied value while conditions hold.",
        example: "\"differences\"",
    },
    KeySpec {
        key: "baseline",
        kind: Kind::Text,
        required: false,
        meaning: "The variant that differences are taken from; the first unless given.",
        example: "\"4dF, limited\"",
    },
    KeySpec {
        key: "of",
        kind: Kind::Text,
        required: false,
        meaning: "The varied path that the most of is looked for.",
        example: "\"fighters.goblins.count\"",
    },
    KeySpec {
        key: "while",
        kind: Kind::Map(&Kind::Text),
        required: false,
        meaning: "The conditions: figures and their limits.",
        example: "{ \"party wins\" = \">= 70 %\", \"any of party dies\" = \"<= 10 %\" }",
    },
];

pub(super) fn read_shows(item: Item<'_>, variants: &[String], varied: &[String]) -> Option<Vec<Asked>> {
    decode::list(decode::table(|reader| {
        let chart = reader.get("chart", decode::choice).map(str::to_owned);
        let table = reader.get("table", decode::choice).map(str::to_owned);
        if !reader.has("chart") && !reader.has("table") {
            let span = reader.span();
            reader.faults().push(Fault::new("nothing to show here").at(span).help("name a `chart` or a `table`"));
        }
        if table.as_deref() == Some("differences") && variants.is_empty() {
            let span = reader.span_of("table");
            reader
                .faults()
                .push(Fault::new("there is nothing to compare").at(span).help("differences need [variants]"));
        }
        let most = if table.as_deref() == Some("most") { Some(most::read(reader, varied)?) } else { None };
        let baseline = reader.get("baseline", |item| variant(item, variants));
        Some(Asked { show: Show { chart, table, baseline }, most })
    }))(item)
}

/// The name of a variant.
pub(super) fn variant(item: Item<'_>, variants: &[String]) -> Option<String> {
    let name = decode::text(Item { faults: &mut *item.faults, name: item.name.clone(), ..item })?;
    if variants.contains(&name) {
        return Some(name);
    }
    let known: Vec<&str> = variants.iter().map(String::as_str).collect();
    let fault = Fault::new(format!("there is no variant `{name}`")).at(item.node.span);
    let fault = fault.label_if(did_you_mean(&name, known.iter().copied()));
    item.faults.push(if known.is_empty() {
        fault.help("a baseline needs [variants]")
    } else {
        fault.help(format!("variants are {}", listed(&known)))
    });
    None
}
