//! `[[show]]`: charts and tables to show.

use super::most::{self, Most};
use crate::document::{AnyKey, Item, Key, Kind, Problem, Problems, Span, decode, did_you_mean, keys, listed};
use crate::rules::choice;
use crate::study::{Study, unknown_variant};
use crate::subject;

/// The tables that `[[show]]` accepts.
pub const TABLES: &[&str] = &["differences", "most"];

choice! {
    /// The order of the bars of a chart.
    Order {
        Listed = "listed": "as the file lists the variants",
        Rising = "rising": "the smallest figure first",
        Falling = "falling": "the largest figure first",
    }
}

impl Order {
    /// Sorts rows by their figure. `Listed` keeps the order; rows with equal figures also keep theirs.
    pub fn sort<T>(self, rows: &mut [T], figure: impl Fn(&T) -> f64) {
        match self {
            Self::Listed => {}
            Self::Rising => rows.sort_by(|one, other| figure(one).total_cmp(&figure(other))),
            Self::Falling => rows.sort_by(|one, other| figure(other).total_cmp(&figure(one))),
        }
    }
}

/// An entry of `[[show]]`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Show {
    /// A chart, one of [`subject::charts`].
    pub chart: Option<String>,
    /// A table, one of [`TABLES`].
    pub table: Option<String>,
    /// The figure of the chart, by its name in words; `None` for the first.
    pub figure: Option<String>,
    /// The title of the chart; `None` for a title that says what the chart shows.
    pub title: Option<String>,
    /// The order of the chart's bars; `None` for the default of the chart.
    pub order: Option<Order>,
    /// The width of the picture in pixels; `None` for the default.
    pub size: Option<u16>,
    /// The variant that the others are compared with. In a file with a single varied key and no variants, one of the
    /// key's values.
    pub baseline: Option<String>,
}

/// An entry of `[[show]]` as read, with the positions of its parts, and the conditions of a `most` table.
#[derive(Debug, Clone)]
pub(in crate::scenario) struct ShowRequest {
    pub(in crate::scenario) show: Show,
    chart_span: Span,
    figure_span: Span,
    baseline_span: Span,
    pub(in crate::scenario) most: Option<Most>,
}

fn charts() -> Vec<&'static str> {
    subject::charts().iter().map(|kind| kind.name).collect()
}

keys! {
    pub(in crate::scenario) SHOW = "show": "A chart or a table to show.";
    CHART: Key<&'static str> =
        Key::new("chart", Kind::Known(charts), decode::choice).means("A chart to draw.", "\"rounds\"").otherwise("all that fit");
    FIGURE: Key<String> = Key::text("figure")
        .means("The figure to draw, by its name in the results or as in [[ask]].", "\"any of party dies\"")
        .otherwise("the first");
    TITLE: Key<String> = Key::text("title")
        .means("The title of the chart.", "\"How many goblins are too many?\"")
        .otherwise("what the chart shows");
    ORDER: Key<Order> = Key::choice("order")
        .means("How bars and differences are sorted.", "\"rising\"")
        .otherwise("bars as listed, differences falling");
    SIZE: Key<u16> = Key::<u16>::integer("size", 380, 2_000)
        .means("The width of the picture file in pixels. A page scales the picture to the width available.", "1200")
        .otherwise("800");
    TABLE: Key<&'static str> = Key::word("table", TABLES).means(
        "`differences`: how variants differ from a baseline (needs [variants]); `most`: the largest varied value for which conditions are true.",
        "\"differences\"",
    );
    BASELINE: Key<String> = Key::text("baseline")
        .means(
            "The variant that the others are compared with. In a file with a single varied key and no variants, a chart can compare \
             with one of the key's values. The whole result has one baseline: that of a table, or else the first one that a chart names.",
            "\"4dF, limited\"",
        )
        .otherwise("that of the whole result; if no entry names one, the variant without changes, or else the file as it stands, added as `as is`");
    + most::OF;
    + most::WHILE;
}

pub(in crate::scenario) fn read_shows(
    item: Item<'_>,
    variants: &[String],
    varied: &[String],
) -> Option<Vec<ShowRequest>> {
    decode::list(decode::table(|reader| {
        let chart = reader.read(&CHART).map(str::to_owned);
        let table = reader.read(&TABLE).map(str::to_owned);
        let (of_chart, place) = (reader.span_of(&CHART), reader.span_of(&FIGURE));
        let (figure, title) = (reader.read(&FIGURE), reader.read(&TITLE));
        let (order, size) = (reader.read(&ORDER), reader.read(&SIZE));
        if !reader.has(&CHART) && !reader.has(&TABLE) && !reader.has(&FIGURE) {
            let problem = Problem::new("nothing to show here").secondary();
            reader.refuse_table::<()>(problem.help("name a `chart`, a `figure` or a `table`"));
        }
        let of_charts: [&dyn AnyKey; 5] = [&CHART, &FIGURE, &TITLE, &ORDER, &SIZE];
        if let Some(key) = of_charts.into_iter().find(|key| reader.has(&TABLE) && reader.has(*key)) {
            let problem = Problem::new(format!("`{}` has no effect on a table", key.spec().key));
            reader.refuse::<()>(key, problem.help("write separate entries for the chart and the table"));
        }
        if table.as_deref() == Some("differences") && variants.is_empty() {
            let problem = Problem::new("there are no variants to compare").secondary();
            reader.refuse::<()>(&TABLE, problem.help("differences need [variants]"));
        }
        let most = if table.as_deref() == Some("most") { Some(most::read(reader, varied)?) } else { None };
        let (at_baseline, baseline) = (reader.span_of(&BASELINE), reader.read(&BASELINE));
        if let Some(name) = baseline.as_ref().filter(|name| table.is_some() && !variants.contains(name)) {
            reader.refuse::<()>(&BASELINE, unknown_variant(name, variants, NO_BASELINE));
        }
        Some(ShowRequest {
            show: Show { chart, table, figure, title, order, size, baseline },
            chart_span: of_chart,
            figure_span: place,
            baseline_span: at_baseline,
            most,
        })
    }))(item)
}

/// Adds the figures to draw to the study, and reports names that are unknown in some cell.
pub(in crate::scenario) fn add_figures(asked: &[ShowRequest], study: &mut Study, problems: &mut Problems) {
    for ShowRequest { show, chart_span, figure_span, .. } in asked {
        let on_request = |kind: &&String| subject::distributions().iter().any(|one| one.on_request && one.id == **kind);
        if let Some(kind) = show.chart.as_ref().filter(on_request).filter(|kind| !study.asked.contains(kind))
            && problems.checked(study.check_asked(std::slice::from_ref(kind)), *chart_span).is_some()
        {
            study.asked.push(kind.clone());
        }
        let Some(name) = &show.figure else { continue };
        let is_known = problems.checked(study.unit_of(name), *figure_span).is_some();
        // With variants, differences are shown too, and not every usual figure has them.
        if is_known && !study.asked.contains(name) && (!study.variants.is_empty() || !study.is_usual(name)) {
            study.asked.push(name.clone());
        }
    }
}

/// Help if there is nothing to compare with.
const NO_BASELINE: &str = "a baseline needs [variants]";

/// The index of the variant that is the baseline of the whole result, named by a table or else by a chart. `None` if
/// neither names one.
pub(in crate::scenario) fn baseline(asked: &[ShowRequest], variants: &[String]) -> Option<usize> {
    let of = |tables: bool| {
        let shown = asked.iter().filter(move |one| one.show.table.is_some() == tables);
        let named = shown.filter_map(|one| one.show.baseline.as_ref());
        named.filter_map(|name| variants.iter().position(|variant| variant == name)).next()
    };
    of(true).or_else(|| of(false))
}

/// Reports unknown baselines, and tables with different baselines.
pub(in crate::scenario) fn check_baselines(asked: &[ShowRequest], study: &Study, problems: &mut Problems) {
    let of_result = study.variants.get(study.baseline);
    let values: Vec<String> = match study.varied[..] {
        [_] if study.variants.is_empty() => study.cells.iter().map(|cell| cell.varied[0].to_string()).collect(),
        _ => study.variants.clone(),
    };
    for ShowRequest { show, baseline_span, .. } in asked {
        let Some(name) = &show.baseline else { continue };
        if show.table.is_some() && Some(name) != of_result {
            let first = of_result.map_or("", String::as_str);
            let problem =
                Problem::new(format!("all tables of a file have the same baseline, and another one has `{first}`"));
            problems.push(problem.at(*baseline_span).help("only a chart can have a different baseline"));
        } else if !values.contains(name) {
            let problem = match study.variants.is_empty() && !values.is_empty() {
                true => {
                    let known: Vec<&str> = values.iter().map(String::as_str).collect();
                    let problem = Problem::new(format!("`{}` does not have the value `{name}` here", study.varied[0]));
                    let problem = problem.label_if(did_you_mean(name, known.iter().copied()));
                    problem.help(format!("its values are {}", listed(&known)))
                }
                false => {
                    unknown_variant(name, &study.variants, "a baseline needs [variants], or a single key in [vary]")
                }
            };
            problems.push(problem.at(*baseline_span));
        }
    }
}

/// Reads the name of one of `variants`.
pub(in crate::scenario) fn variant(mut item: Item<'_>, variants: &[String]) -> Option<String> {
    let name = decode::text(item.again())?;
    if variants.contains(&name) { Some(name) } else { item.refuse(unknown_variant(&name, variants, NO_BASELINE)) }
}
