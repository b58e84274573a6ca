//! The tables of a study.

use super::answers::cases::{case_entries, case_headings, map_key, varied_headings};
use super::answers::{agreement, highest_value, replies};
use super::formats::tidy::distribution_names;
use super::table::{Heading, Table, Words};
use super::{costs, number, party};
use crate::measure::{BY_SUBJECT, Drawn, Tails, distinct, same_words};
use crate::stats::Estimate;
use crate::study::{Cell, Difference, Distribution, Figure, Grid, Point, StudyResult, Unit, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::iter::once;

/// Maximum number of cells whose figures are all listed.
const MAX_LISTED_CELLS: usize = 1_000;

/// Steps after which less than this share is left are summed up in one row.
const NEGLIGIBLE_SHARE: f64 = 0.001;

/// Distributions with no more points than this are listed completely.
const MAX_UNCUT_POINTS: usize = 16;

/// Maximum number of cells whose distributions are shown side by side.
const MAX_CELLS_SIDE_BY_SIDE: usize = 64;

/// Whether a grid is too large to list every figure, or the distributions, of its cells.
pub const fn is_large(cells: usize) -> bool {
    cells > MAX_LISTED_CELLS
}

/// Every table worth reading: the answers, then the details behind them.
pub fn all(result: &StudyResult) -> Vec<Table> {
    answers(result).into_iter().chain(details(result)).collect()
}

/// The tables that answer the question: disagreements of exact and simulated figures, replies of analyses, answers read
/// off the grid, requested figures, the headline figure in grids or rows, variants with their differences, the end of
/// each fighter of a party, and character costs. For a single check or fight, the key figures.
pub fn answers(result: &StudyResult) -> Vec<Table> {
    let mut tables: Vec<Table> = agreement::disagreements(result).into_iter().collect();
    tables.extend(result.replies.iter().map(replies::table));
    tables.extend(highest_value::tables(result).into_iter().map(|(table, _)| table));
    tables.extend(requested(result));
    tables.extend(headline(result));
    if result.grid.is_some() {
        tables.extend(variants(result));
    }
    tables.extend(party::fates(result).filter(|_| is_small(result)));
    if let ([cell], true) = (result.cells.as_slice(), tables.is_empty()) {
        tables.push(outcomes(cell));
    }
    tables.extend(costs::table(result).filter(|_| !is_large(result.cells.len())));
    tables
}

/// The details behind the answers: the wounds that each fighter of a party deals, distributions and courses (of up to
/// 64 cells, since more are unreadable), and all figures (of up to 1,000 cells).
pub fn details(result: &StudyResult) -> Vec<Table> {
    let mut tables = Vec::new();
    if is_small(result) {
        tables.extend(party::wounds(result));
        tables.extend(distribution_names(result).into_iter().map(|name| distribution(result, name)));
        tables.extend(courses(result));
    }
    if !is_large(result.cells.len()) {
        tables.push(summary(result));
    }
    tables
}

fn is_small(result: &StudyResult) -> bool {
    result.cells.len() <= MAX_CELLS_SIDE_BY_SIDE
}

/// The possible outcomes of a single check or fight, and its key figures.
fn outcomes(cell: &Cell) -> Table {
    let leading = cell.figures.iter().take_while(|figure| figure.unit() == Unit::Probability);
    let others = key_figures(cell).into_iter().filter(|figure| figure.unit() != Unit::Probability);
    let row = |figure: &Figure| [figure.title(), figure_words(figure)];
    Table::new("Key figures", [Heading::left("figure"), Heading::right("value")], leading.chain(others).map(row))
}

/// The tables with the headline figure: one grid per variant if two keys are varied, one row per value if one key is,
/// one row per variant if none is. Empty for a single cell.
pub fn headline(result: &StudyResult) -> Vec<Table> {
    match (&result.grid, result.varied.as_slice()) {
        (Some(grid), [_, _, ..]) => grids(result, grid),
        (_, []) => variants(result).into_iter().collect(),
        _ => series(result).into_iter().chain(variants(result)).collect(),
    }
}

/// Like [`headline`], but shorter, for a terminal: with variants and one varied key, the headline figure is followed
/// only by its differences. Also returns the names of the key figures that are left to the written tables.
pub fn brief(result: &StudyResult) -> (Vec<Table>, Vec<String>) {
    let (false, [_], Some(first)) = (result.variants.is_empty(), result.varied.as_slice(), result.cells.first()) else {
        return (headline(result), Vec::new());
    };
    let is_left_out = |figure: &&Figure| !figure.measure.keyed;
    let left_out = key_figures(first).into_iter().skip(1).filter(is_left_out).map(Figure::title).collect();
    (series(result).into_iter().chain(changes(result)).collect(), left_out)
}

/// All figures of all cells, with exact and simulated ones side by side if the result is cross-checked.
pub fn summary(result: &StudyResult) -> Table {
    let simulated = result.cross_check.as_ref().map(|check| &check.cells);
    let values: &[&str] = if simulated.is_some() { &["exact", "simulated"] } else { &["value"] };
    let columns = case_headings(result).chain([Heading::left("figure")]);
    let columns = columns.chain(values.iter().map(|value| Heading::right(*value)));
    let figures = result.cells.iter().enumerate();
    let figures = figures.flat_map(|(number, cell)| cell.figures.iter().map(move |figure| (number, cell, figure)));
    let rows = figures.map(|(number, cell, figure)| {
        let other =
            |cells: &Vec<Cell>| cells.get(number).and_then(|cell| cell.matching_figure(figure)).map(figure_words);
        let other = simulated.map(|cells| other(cells).unwrap_or_default());
        case_entries(result, cell.variant.as_deref(), &cell.varied)
            .chain([figure.title(), figure_words(figure)])
            .chain(other)
    });
    Table::new("All figures", columns, rows)
}

/// The differences of variants from the baseline, as a lookup table.
struct DifferenceTable<'r>(BTreeMap<(&'r str, String, String), &'r Difference>);

impl<'r> DifferenceTable<'r> {
    fn of(result: &'r StudyResult) -> Self {
        let entry = |one: &'r Difference| {
            ((one.variant.as_str(), map_key(&one.varied[..]), map_key(&one.figure.identity())), one)
        };
        Self(result.differences.iter().map(entry).collect())
    }

    /// The difference of a variant's figure; empty if it was not compared.
    fn entry(&self, variant: &str, varied: &[Value], figure: &Figure) -> Words {
        let found = self.0.get(&(variant, map_key(varied), map_key(&figure.identity())));
        found.map(|one| Words::difference(&one.change, figure.unit(), one.resolved)).unwrap_or_default()
    }
}

/// The figures that the file requests, in each cell, with the difference from the baseline. `None` if the file requests
/// no figure.
pub fn requested(result: &StudyResult) -> Option<Table> {
    let changes = DifferenceTable::of(result);
    let columns = case_headings(result).chain([Heading::left("asked"), Heading::right("value")]);
    let columns = columns.chain(result.baseline.iter().map(|one| Heading::right(format!("change from {one}"))));
    let is_listed = |figure: &Figure| {
        result.listed.iter().any(|title| figure.has_name(title) || same_words(figure.measure.id, title))
    };
    let rows = result.figures().filter(|(_, figure)| is_listed(figure)).map(|(cell, figure)| {
        let variant = cell.variant.as_deref();
        let change = result.baseline.as_ref();
        let change = change.map(|_| changes.entry(variant.unwrap_or_default(), &cell.varied, figure));
        let words = case_entries(result, variant, &cell.varied).chain([figure.title(), figure_words(figure)]);
        words.map(Words::from).chain(change)
    });
    Table::new("Questions", columns, rows).non_empty()
}

/// Each key figure and its difference from the baseline, one row per variant (and combination of varied values). `None`
/// without a baseline or cells.
pub fn variants(result: &StudyResult) -> Option<Table> {
    let baseline = result.baseline.as_deref()?;
    // Without cells there are only replies.
    result.cells.first()?;
    let is_compared = |figure: &Figure| {
        let same = |one: &Difference| one.figure.identity() == figure.identity();
        result.differences.is_empty() || result.differences.iter().any(same)
    };
    let figures: Vec<(&Figure, bool)> =
        all_key_figures(result).into_iter().map(|figure| (figure, is_compared(figure))).collect();
    let headings = figures.iter().flat_map(|(figure, compared)| {
        let change = compared.then(|| Heading::right(format!("change in {}", unit_of_change(figure.unit()))));
        once(Heading::right(heading_with_unit(figure))).chain(change)
    });
    let changes = DifferenceTable::of(result);
    let row = |cell: &Cell| {
        let change = |figure| match cell.variant.as_deref() {
            Some(variant) if variant != baseline => changes.entry(variant, &cell.varied, figure),
            _ => "baseline".into(),
        };
        let entries = figures.iter().flat_map(|(figure, compared)| {
            once(entry(cell.matching_figure(figure)).into()).chain(compared.then(|| change(figure)))
        });
        case_entries(result, cell.variant.as_deref(), &cell.varied).map(Words::from).chain(entries).collect::<Vec<_>>()
    };
    let title = format!("Variants compared with {baseline}");
    Some(Table::new(title, case_headings(result).chain(headings), result.cells.iter().map(row)))
}

fn unit_of_change(unit: Unit) -> &'static str {
    if unit == Unit::Probability { "points" } else { unit.name() }
}

/// One row for each combination of varied values. Without variants, one table has all key figures; with variants, each
/// leading figure has a table with a column per variant.
pub fn series(result: &StudyResult) -> Vec<Table> {
    if result.variants.is_empty() {
        let shown: Vec<_> = all_key_figures(result).into_iter().map(|figure| (None, figure)).collect();
        let series = (!shown.is_empty()).then(|| one_series(result, "Key figures".to_owned(), shown));
        return series.into_iter().collect();
    }
    let by_variant = |figure| result.variants.iter().map(|name| (Some(name.as_str()), figure)).collect();
    leading(result)
        .into_iter()
        .map(|figure| one_series(result, heading_with_unit(figure), by_variant(figure)))
        .collect()
}

fn one_series(result: &StudyResult, title: String, shown: Vec<(Option<&str>, &Figure)>) -> Table {
    let headings =
        shown.iter().map(|(variant, figure)| variant.map_or_else(|| heading_with_unit(figure), str::to_owned));
    let index: BTreeMap<_, &Cell> =
        result.cells.iter().map(|cell| ((cell.variant.as_deref(), map_key(&cell.varied)), cell)).collect();
    let rows = all_varied(result).into_iter().map(|varied| {
        let value = |(variant, figure): &(Option<&str>, &Figure)| {
            let cell = index.get(&(*variant, map_key(varied)));
            entry(cell.and_then(|cell| cell.matching_figure(figure)))
        };
        varied.iter().map(ToString::to_string).chain(shown.iter().map(value)).collect::<Vec<_>>()
    });
    Table::new(title, varied_headings(result).chain(headings.map(Heading::right)), rows)
}

/// Every combination of varied values.
fn all_varied(result: &StudyResult) -> Vec<&Vec<Value>> {
    distinct(result.cells.iter().map(|cell| &cell.varied))
}

/// The change of each variant's headline figure from the baseline, one row per combination of varied values. `None` if
/// nothing is varied, if there is no baseline, or if the result is exact, since exact figures already show their
/// differences.
pub fn changes(result: &StudyResult) -> Option<Table> {
    let baseline = result.baseline.as_deref().filter(|_| !result.varied.is_empty() && !result.is_exact())?;
    let headline = result.cells.first()?.headline()?;
    let others: Vec<&str> = result.variants.iter().map(String::as_str).filter(|name| *name != baseline).collect();
    let changes = DifferenceTable::of(result);
    let row = |varied: &Vec<Value>| {
        let values = varied.iter().map(|value| value.to_string().into());
        values.chain(others.iter().map(|name| changes.entry(name, varied, headline))).collect::<Vec<_>>()
    };
    let title = format!("Change of {} from {baseline}, {}", headline.title(), unit_of_change(headline.unit()));
    let columns = varied_headings(result).chain(others.iter().map(|name| Heading::right(*name)));
    Some(Table::new(title, columns, all_varied(result).into_iter().map(row)))
}

/// The leading figures over two varied keys: a table for each variant and each combination of the other keys.
fn grids(result: &StudyResult, grid: &Grid) -> Vec<Table> {
    let rest = |cell: &Cell| {
        let others = cell.varied.iter().enumerate().filter(|(k, _)| *k != grid.across && *k != grid.down);
        let others = others.map(|(k, value)| format!("{} {value}", result.axis(k)));
        (cell.variant.clone(), others.collect::<Vec<_>>())
    };
    let leading = leading(result);
    let tables = |group: (Option<String>, Vec<String>)| {
        let cells: Vec<&Cell> = result.cells.iter().filter(|cell| rest(cell) == group).collect();
        let (variant, others) = group;
        let words = variant.into_iter().chain(others).collect::<Vec<_>>().join(", ");
        let of = |figure: &&Figure| one_grid(result, grid, &cells, &words, |cell| cell.matching_figure(figure));
        // The headline figure of a case may be about another side than that of the first case.
        let headline = one_grid(result, grid, &cells, &words, |cell| cell.headline());
        once(headline).chain(leading.iter().skip(1).map(of)).collect::<Vec<_>>()
    };
    distinct(result.cells.iter().map(rest)).into_iter().flat_map(tables).collect()
}

fn one_grid<'c>(
    result: &StudyResult,
    grid: &Grid,
    cells: &[&'c Cell],
    words: &str,
    shown: impl Fn(&'c Cell) -> Option<&'c Figure>,
) -> Table {
    let values = |place: usize| distinct(cells.iter().filter_map(|cell| cell.varied.get(place)));
    let spot = |cell: &&Cell| (map_key(&cell.varied.get(grid.down)), map_key(&cell.varied.get(grid.across)));
    let index: BTreeMap<_, &Cell> = cells.iter().map(|cell| (spot(cell), *cell)).collect();
    let across = values(grid.across);
    let corner = Heading::left(format!("{} \\ {}", result.axis(grid.down), result.axis(grid.across)));
    let columns = once(corner).chain(across.iter().map(|value| Heading::right(value.to_string())));
    let row = |down: &Value| {
        let entries = across.iter().map(|value| {
            let here = index.get(&(map_key(&Some(down)), map_key(&Some(value))));
            entry(here.and_then(|cell| shown(cell)))
        });
        once(down.to_string()).chain(entries).collect::<Vec<_>>()
    };
    let title = cells.first().and_then(|cell| shown(cell)).map(heading_with_unit).unwrap_or_default();
    let title = if words.is_empty() { title } else { format!("{title}: {words}") };
    Table::new(title, columns, values(grid.down).into_iter().map(row))
}

/// One kind of distribution in all cells, in percent, turned so that the longer side goes down.
pub fn distribution(result: &StudyResult, name: &str) -> Table {
    let all: Vec<(&Cell, &Distribution)> = result.distributions().filter(|(_, one)| one.name() == name).collect();
    let by_level = all.iter().any(|(_, one)| one.levels.is_some());
    let points = if by_level { wound_levels(&all) } else { points_by_value(all.iter().map(|(_, one)| *one)) };
    let single = if result.cells.len() == 1 { "%" } else { "" };
    let heading = |one: &(&Cell, &Distribution)| {
        let words = case_and_subject(one);
        Heading::right(if words.is_empty() { single.to_owned() } else { words })
    };
    let chart = all.first().and_then(|(_, one)| one.measure.chart);
    let by_subject = all.first().is_some_and(|(_, one)| one.measure.title == BY_SUBJECT);
    let counted = chart.filter(|_| by_subject).map_or(name, |chart| chart.axis);
    let kept = points_to_list(&all, &points);
    let climbs = chart.is_some_and(|chart| chart.drawn == Drawn::Climb);
    let row = |point: &&Point| {
        let value = |(_, one): &(&Cell, &Distribution)| {
            let from = one.points.partition_point(|other| other.value < point.value && !by_level);
            let mut same = one.points.iter().skip(from).take_while(|other| other.value == point.value || by_level);
            let found = same.find(|other| other.has_same_meaning(point));
            let estimate = match found {
                _ if climbs => one.probability_up_to(point.value),
                Some(found) => found.estimate,
                None if is_wound_level(&all, point) => return NO_SUCH_LEVEL.to_owned(),
                None => share_of(one, 0.0, 0.0),
            };
            number::bare(&estimate, Unit::Probability)
        };
        once(point.label().into_owned()).chain(all.iter().map(value)).collect::<Vec<_>>()
    };
    let later = (kept < points.len() && !climbs).then(|| {
        let later = |(_, one): &(&Cell, &Distribution)| {
            let sum = one.points.iter().filter(|point| point.value >= points[kept].value);
            let parts = sum.map(|point| (point.estimate.value, point.estimate.bound().unwrap_or(0.0)));
            let (sum, bound) = parts.fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1));
            number::bare(&share_of(one, sum, bound), Unit::Probability)
        };
        once("later".to_owned()).chain(all.iter().map(later)).collect()
    });
    let title = match chart {
        Some(chart) if climbs || by_subject => format!("{}, percent", chart.title),
        _ => format!("Distribution of {name}, percent"),
    };
    let columns = once(Heading::left(counted)).chain(all.iter().map(heading));
    let table = Table::new(title, columns, points[..kept].iter().map(row).chain(later));
    if table.columns.len() > table.rows.len() + 1 { table.transposed(counted) } else { table }
}

/// The case and the subject of a distribution, in words.
fn case_and_subject((cell, one): &(&Cell, &Distribution)) -> String {
    let words = [cell.label(), one.subject.clone()];
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// The mean after each step, up to the row after which no mean changes.
fn courses(result: &StudyResult) -> Option<Table> {
    let all: Vec<(&Cell, &Distribution)> = result.courses().collect();
    let shown = |step: usize| -> Vec<String> {
        let point = |(_, one): &(&Cell, &Distribution)| {
            let point = one.points.get(step).or(one.points.last());
            point.map(|point| number::bare(&point.estimate, Unit::Count)).unwrap_or_default()
        };
        all.iter().map(point).collect()
    };
    let last = shown(usize::MAX);
    let longest = all.iter().map(|(_, one)| one.points.len()).max()?;
    let rows = (0..longest).rev().find(|step| shown(*step) != last).map_or(1, |step| (step + 2).min(longest));
    let rows = (0..rows).map(|step| once(step.to_string()).chain(shown(step)));
    let headings = all.iter().map(|one| Heading::right(case_and_subject(one)));
    Some(Table::new("Mean after each step", once(Heading::left("step")).chain(headings), rows))
}

/// The number of points to list: all, or for a course those before less than [`NEGLIGIBLE_SHARE`] is left in every
/// cell.
fn points_to_list(all: &[(&Cell, &Distribution)], points: &[&Point]) -> usize {
    let drawn = all.first().and_then(|(_, one)| one.measure.chart).map(|chart| chart.drawn);
    let goes_on = matches!(drawn, Some(Drawn::Course(_) | Drawn::Bands | Drawn::Climb));
    // Points with a name, such as `later`, are not steps.
    let numbered = points.iter().all(|point| point.is_numbered());
    if !goes_on || !numbered || points.len() <= MAX_UNCUT_POINTS {
        return points.len();
    }
    let tails: Vec<Tails> = all.iter().map(|(_, one)| one.tails()).collect();
    let ends = |point: &&Point| tails.iter().all(|tails| tails.sum_above(point.value) < NEGLIGIBLE_SHARE);
    points.iter().position(ends).map_or(points.len(), |last| last + 1)
}

/// The key figures of the first cell, and the figures that the file names in any cell.
fn all_key_figures(result: &StudyResult) -> Vec<&Figure> {
    let mut found: Vec<&Figure> = result.cells.first().map(key_figures).unwrap_or_default();
    let mut known: BTreeSet<_> = found.iter().map(|figure| figure.identity()).collect();
    let keyed = result.figures().map(|(_, figure)| figure).filter(|figure| figure.measure.keyed);
    found.extend(keyed.filter(|figure| known.insert(figure.identity())));
    found
}

/// The figures that get a table each if a table can show only one figure: the headline figure and those that the file
/// names.
fn leading(result: &StudyResult) -> Vec<&Figure> {
    let headline = result.cells.first().and_then(|cell| cell.headline());
    let others = all_key_figures(result).into_iter().filter(|figure| figure.measure.keyed && Some(*figure) != headline);
    headline.into_iter().chain(others).collect()
}

/// The figures that represent a cell in narrow tables: the headline figure, for a party the chance that any member is
/// left for dead, the figures that the file names, and the first figure of every other unit. Wounds dealt and counts of
/// events are left out.
fn key_figures(cell: &Cell) -> Vec<&Figure> {
    let keyed = cell.figures.iter().filter(|figure| figure.measure.keyed);
    let mut figures: Vec<&Figure> = cell.headline().into_iter().chain(party::left_for_dead(cell)).collect();
    let others: Vec<&Figure> = keyed.filter(|figure| !figures.contains(figure)).collect();
    figures.extend(others);
    for figure in
        cell.figures.iter().filter(|figure| !matches!(figure.unit(), Unit::Wounds | Unit::Times | Unit::PerRound))
    {
        if figures.iter().all(|other| other.unit() != figure.unit()) {
            figures.push(figure);
        }
    }
    figures
}

/// A figure with its unit and its precision.
fn figure_words(figure: &Figure) -> String {
    number::figure(&figure.estimate, figure.unit())
}

fn entry(figure: Option<&Figure>) -> String {
    figure.map_or_else(String::new, |figure| number::bare_with_interval(&figure.estimate, figure.unit()))
}

/// A figure's name with the unit of bare numbers, unless the name says it.
fn heading_with_unit(figure: &Figure) -> String {
    match figure.unit() {
        Unit::Probability => figure.title() + ", %",
        // The name says what is counted.
        Unit::Count => figure.title(),
        unit if figure.name().contains(unit.name()) => figure.title(),
        unit => format!("{}, {}", figure.title(), unit.name()),
    }
}

/// `share` as an estimate from the trials of `distribution`, or as an exact share with this `bound`.
fn share_of(distribution: &Distribution, share: f64, bound: f64) -> Estimate {
    let same = distribution.points.first().and_then(|point| point.estimate.share_of_same_trials(share));
    same.unwrap_or_else(|| Estimate::exact(share, bound))
}

/// The entry for a wound level that a track does not have.
const NO_SUCH_LEVEL: &str = "—";

/// The wound levels of several distributions by name, in the order of each track.
fn wound_levels<'a>(all: &[(&Cell, &'a Distribution)]) -> Vec<&'a Point> {
    let mut rows: Vec<&Point> = Vec::new();
    for (_, one) in all {
        for (at, point) in one.points.iter().enumerate() {
            let place = |level: &Point| rows.iter().position(|row| row.has_same_meaning(level));
            if place(point).is_none() {
                // Before the next level that other tracks have too.
                let next = one.points[at + 1..].iter().find_map(place);
                rows.insert(next.unwrap_or(rows.len()), point);
            }
        }
    }
    rows
}

/// Whether a point is a wound level short of death. Every track has death, and any fighter can leave in other ways.
fn is_wound_level(all: &[(&Cell, &Distribution)], level: &Point) -> bool {
    all.iter().any(|(_, one)| {
        let is_short = |point: &Point| one.levels.is_some_and(|levels| point.value + 1 < levels.count);
        one.points.iter().any(|point| point.has_same_meaning(level) && is_short(point))
    })
}

/// The points of several distributions by value; a value with two names gives two points.
fn points_by_value<'a>(distributions: impl Iterator<Item = &'a Distribution>) -> Vec<&'a Point> {
    let mut points: Vec<&Point> = distributions.flat_map(|one| &one.points).collect();
    points.sort_by(|one, other| (one.value, &one.label).cmp(&(other.value, &other.label)));
    points.dedup_by(|one, other| one.value == other.value && one.has_same_meaning(other));
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    fn text(tables: &[Table]) -> String {
        let page = |table: &Table| format!("{}\n{}\n", table.title, table.lines(100).join("\n"));
        tables.iter().map(page).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn single_cell_tables_match_snapshot() {
        insta::assert_snapshot!(text(&all(&fixture::duel())), @"
        Key figures
        figure               value
        Snorri wins        56.10 %
        Brynhild wins      43.90 %
        draw                   0 %
        rounds         3.82 rounds

        Distribution of rounds, percent
        rounds      %
        1       20.00
        2       25.00
        3       20.00
        4       10.00
        5        4.60
        6       20.40

        Distribution of wounds, percent
        wounds         Snorri
        Undamaged       32.50
        Scratch         14.50
        Hurt             5.40
        Very Hurt        3.70
        Incapacitated   37.90
        Near Death       6.00

        All figures
        figure                   value
        Snorri wins            56.10 %
        Brynhild wins          43.90 %
        draw                       0 %
        rounds             3.82 rounds
        Snorri Near Death       6.00 %
        ");
    }

    /// A standard figure that is also requested is listed among the questions, whatever the spelling of its name.
    #[test]
    fn requested_figures_are_listed() {
        let mut duel = fixture::duel();
        assert!(requested(&duel).is_none());
        duel.listed.push("brynhild wins".to_owned());
        assert_eq!(requested(&duel).unwrap().rows, [["Brynhild wins", "43.90 %"]]);
    }

    #[test]
    fn variant_tables_match_snapshot() {
        insta::assert_snapshot!(text(&all(&fixture::variants())), @"
        Variants compared with no roll
        variant      Snorri wins, %           change in points       rounds               change in rounds
        no roll          56.1 ± 1.0                   baseline  3.80 ± 0.04                       baseline
        1dF              59.0 ± 1.0                 +2.9 ± 0.6  3.65 ± 0.04                 −0.150 ± 0.028
        Min-Mid-Max      56.0 ± 1.0  −0.1 ± 0.6 (not resolved)  3.81 ± 0.04  +0.010 ± 0.028 (not resolved)

        Distribution of rounds, percent
        rounds          1     2
        no roll      56.1  43.9
        1dF          59.0  41.0
        Min-Mid-Max  56.0  44.0

        All figures
        variant      figure                    value
        no roll      Snorri wins        56.1 % ± 1.0
        no roll      rounds       3.80 ± 0.04 rounds
        1dF          Snorri wins        59.0 % ± 1.0
        1dF          rounds       3.65 ± 0.04 rounds
        Min-Mid-Max  Snorri wins        56.0 % ± 1.0
        Min-Mid-Max  rounds       3.81 ± 0.04 rounds
        ");
    }

    #[test]
    fn one_varied_key_gives_rows() {
        insta::assert_snapshot!(text(&headline(&fixture::series())), @"
        Key figures
        difficulty  success, %
        Poor             93.83
        Fair             61.73
        Superb            1.23
        ");
    }

    #[test]
    fn two_varied_keys_give_a_grid() {
        insta::assert_snapshot!(text(&headline(&fixture::grid())), @r"
        success, %
        dice \ difficulty     -1      0      1      2
        4dF                80.00  60.00  40.00  20.00
        d%                 79.00  59.00  39.00  19.00
        ");
    }

    #[test]
    fn value_missing_in_one_cell_has_a_bound() {
        let mut result = fixture::variants();
        result.cells[0].distributions[0].points.pop();
        let table = distribution(&result, "rounds");
        assert_eq!(table.rows[0], ["no roll", "56.1", "≤ 0.04"]);
    }

    /// Only wound levels may be absent, and negative numbers are not wound levels.
    #[test]
    fn missing_negative_value_has_a_bound() {
        let mut result = fixture::variants();
        for (cell, lowest) in result.cells.iter_mut().zip([-5, -4, -4]) {
            let half = Estimate::share(5_000, 10_000);
            cell.distributions =
                vec![fixture::distribution_of("rounds", "", crate::measure::Point::numbers(lowest, [half; 2]))];
        }
        let text = text(&[distribution(&result, "rounds")]);
        assert!(!text.contains(NO_SUCH_LEVEL) && text.contains('≤'), "{text}");
    }

    #[test]
    fn empty_results_have_empty_tables() {
        let tables = all(&fixture::empty());
        assert!(tables.iter().all(|table| table.rows.is_empty()));
    }
}
