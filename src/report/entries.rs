//! The lines of a terminal page: figures and distributions in words.

use super::answers::first_blood;
use super::formats::tidy;
use super::number;
use super::page::LabeledLine;
use crate::measure::{Drawn, Label, NOISE, id};
use crate::stats::Estimate;
use crate::study::{Cell, Distribution, Figure, Point, Unit};
use crate::text::with_no_break_spaces;

/// Maximum number of lines of one kind; the rest is left to the written tables.
pub(super) const MAX_LINES: usize = 16;

/// Fights that last beyond this many rounds are called long.
const LONG_FIGHT: i64 = 5;

/// Maximum number of survivor counts that are listed one by one.
const MAX_COUNTS: usize = 11;

/// Steps after which less than this share remains are not shown.
const NEGLIGIBLE_SHARE: f64 = 0.0005;

/// The leading probabilities of a cell, with bars: who wins, or how often a roll succeeds.
pub(super) fn probability_bars(cell: &Cell) -> Vec<LabeledLine> {
    let entry = |figure: &Figure| {
        let words = number::figure(&figure.estimate, figure.unit());
        LabeledLine { share: Some(figure.estimate.value), words, ..figure_line(figure) }
    };
    cell.figures.iter().take_while(|figure| is_probability(figure)).map(entry).collect()
}

/// The course of the fight in one line, and each other distribution in one line.
pub(super) fn course_lines(cell: &Cell) -> Vec<LabeledLine> {
    let entry = |one: &Distribution| match one.name() {
        id::ROUNDS => rounds_line(cell, one),
        id::PERIODS | id::STEPS => length_line(cell, one),
        _ => running_totals(one).unwrap_or_else(|| points_line(cell, one)),
    };
    // The winners by round are left to charts and tables.
    let told = |one: &&Distribution| drawing_form(one) != Some(Drawn::Bands) && !cell.is_replaced(one);
    let mut course: Vec<LabeledLine> = cell.distributions.iter().filter(told).map(entry).collect();
    course.extend(cell.courses.iter().map(means_line));
    let place = course.len().min(1);
    course.splice(place..place, first_blood_line(cell));
    course
}

/// The mean after each step: `after 0: 1 · 1: 0.68`.
fn means_line(course: &Distribution) -> LabeledLine {
    let unit = course.measure.unit;
    let item = |point: &Point| {
        format!("{}:\u{a0}{}", point.label(), number::figure(&point.estimate, unit).replace(' ', "\u{a0}"))
    };
    let mut items: Vec<String> = course.points.iter().take(MAX_LINES).map(item).collect();
    if course.points.len() > MAX_LINES {
        items.push("…".to_owned());
    }
    let label = course.measure.name(&course.subject, "");
    LabeledLine { label, words: format!("after {}", items.join("\u{a0}· ")), share: None }
}

pub(super) fn first_blood_line(cell: &Cell) -> Option<LabeledLine> {
    let words = first_blood::words(cell)?;
    Some(LabeledLine { label: "first blood".to_owned(), words: with_no_break_spaces(&words), share: None })
}

/// Lines for the figures that no other line shows.
pub(super) fn other_figures(cell: &Cell) -> Vec<LabeledLine> {
    let shown = |figure: &Figure| {
        let courses = cell.distributions.iter().filter(|one| matches!(drawing_form(one), Some(Drawn::Course(_))));
        let mean = courses.into_iter().any(|one| cell.mean_of(one) == Some(figure));
        mean || first_blood::FIGURES.contains(&figure.name())
    };
    let rest = cell.figures.iter().skip_while(|figure| is_probability(figure));
    rest.filter(|figure| !shown(figure)).map(figure_line).collect()
}

fn figure_line(figure: &Figure) -> LabeledLine {
    let label = figure.title();
    let words = if figure.name() == figure.unit().name() {
        number::without_unit(&figure.estimate, figure.unit())
    } else {
        number::figure(&figure.estimate, figure.unit())
    };
    LabeledLine { label, words, share: None }
}

pub(super) fn rounds_line(cell: &Cell, distribution: &Distribution) -> LabeledLine {
    let mut parts = Vec::new();
    parts.extend(average(cell, distribution));
    if let Some(round) = distribution.quantile(0.5, NOISE) {
        parts.push(format!("half of the fights over by round {round}"));
    }
    if let Some(share) = share_beyond(distribution, LONG_FIGHT) {
        parts.push(format!("{} last beyond {LONG_FIGHT}", number::figure(&share, Unit::Probability)));
    }
    let words = parts.iter().map(|part| with_no_break_spaces(part)).collect::<Vec<_>>().join(", ");
    LabeledLine { label: "rounds".to_owned(), words, share: None }
}

/// The length of a task or a process, and the time by which it has probably ended.
fn length_line(cell: &Cell, distribution: &Distribution) -> LabeledLine {
    let Some(Drawn::Course(course)) = drawing_form(distribution) else { return points_line(cell, distribution) };
    let over = course.over.to_lowercase();
    let mut parts: Vec<String> = average(cell, distribution).into_iter().collect();
    let done = distribution.points.iter().take_while(|point| point.label == Label::Number).count();
    let done = Distribution { points: distribution.points[..done].to_vec(), ..distribution.clone() };
    // The file has its own name for the steps of a process.
    let by = if distribution.name() == id::STEPS { "within".to_owned() } else { format!("by {}", course.one) };
    for (share, words) in [(0.5, format!("half are {over}")), (0.9, "nine in ten".to_owned())] {
        parts.extend(done.quantile(share, NOISE).map(|last| format!("{words} {by} {last}")));
    }
    let words = if parts.is_empty() { format!("fewer than half are ever {over}") } else { parts.join(", ") };
    let label = cell.mean_of(distribution).map_or_else(|| distribution.name().to_owned(), Figure::title);
    LabeledLine { label, words, share: None }
}

/// Running totals after each round, until less than [`NEGLIGIBLE_SHARE`] is added: `mean level after round 1: 12.1 · 2:
/// 20.4 %`. `None` for distributions that are drawn in another way.
pub(super) fn running_totals(distribution: &Distribution) -> Option<LabeledLine> {
    if drawing_form(distribution) != Some(Drawn::Climb) {
        return None;
    }
    let points = &distribution.points;
    let tails = distribution.tails();
    let last = points.iter().position(|point| tails.sum_above(point.value) < NEGLIGIBLE_SHARE).unwrap_or(0);
    // Round 0 is shown only for a fighter who starts hurt.
    let begins = |point: &&Point| point.value > 0 || point.estimate.value > 0.0;
    let shown = points.iter().take((last + 1).min(MAX_LINES)).filter(begins);
    let item = |point: &Point| {
        format!("{}:\u{a0}{}", point.label(), number::compact(&distribution.probability_up_to(point.value)))
    };
    let items: Vec<String> = shown.map(item).collect();
    let label = distribution.measure.name(&distribution.subject, "");
    let words = format!("mean level after round {}\u{a0}%", items.join("\u{a0}· "));
    Some(LabeledLine { label, words, share: None })
}

/// The form in which the distribution is drawn; `None` if it has no chart.
fn drawing_form(distribution: &Distribution) -> Option<Drawn> {
    distribution.measure.chart.map(|chart| chart.drawn)
}

fn average(cell: &Cell, distribution: &Distribution) -> Option<String> {
    let mean = cell.mean_of(distribution)?;
    Some(format!("{} on average", number::without_unit(&mean.estimate, mean.unit())))
}

/// The share of fights that last beyond `round`, including those that never end; `None` if no fight lasts that long.
fn share_beyond(distribution: &Distribution, round: i64) -> Option<Estimate> {
    let above = tidy::at_least(distribution);
    let endless = distribution.missing_share();
    let longer = distribution.points.iter().zip(&above).find(|(point, _)| point.value > round).map(|(_, share)| *share);
    if endless == 0.0 {
        return longer;
    }
    let value = longer.map_or(0.0, |share| share.value) + endless;
    let last = above.last()?;
    Some(last.share_of_same_trials(value).unwrap_or_else(|| Estimate::exact(value, last.bound().unwrap_or(0.0))))
}

/// All points that can occur, in percent: `Undamaged 32.5 · Scratch 14.5 %`.
fn points_line(cell: &Cell, distribution: &Distribution) -> LabeledLine {
    let label = match (drawing_form(distribution), distribution.subject.as_str()) {
        (Some(Drawn::Stack), subject) if !subject.is_empty() => format!("{subject} ends"),
        (_, subject) => distribution.measure.name(subject, ""),
    };
    // The points of a course follow its mean.
    let course = matches!(drawing_form(distribution), Some(Drawn::Course(_)));
    let mean = average(cell, distribution).filter(|_| course).map(|mean| mean + "; ").unwrap_or_default();
    let seen: Vec<_> = distribution.points.iter().filter(|point| point.estimate.value > 0.0).collect();
    let rest = |from: usize| seen[from..].iter().map(|point| point.estimate.value).sum::<f64>();
    let kept = if course {
        (0..seen.len()).find(|&from| rest(from) < NEGLIGIBLE_SHARE).unwrap_or(seen.len())
    } else {
        seen.len()
    };
    let shown = if course { seen[..kept.min(MAX_LINES)].to_vec() } else { likeliest(&seen) };
    let items = shown
        .iter()
        .map(|point| format!("{} {}", point.label(), number::compact(&point.estimate)).replace(' ', "\u{a0}"));
    let mut words = mean + &items.collect::<Vec<_>>().join("\u{a0}· ");
    if kept < seen.len() && kept <= MAX_LINES {
        words.push_str("\u{a0}· later\u{a0}<\u{a0}0.1");
    }
    words.push_str("\u{a0}%");
    let widest = number::widest_interval(seen.iter().map(|point| &point.estimate), Unit::Probability);
    words.extend(widest.map(|widest| format!(" ({}\u{a0}at most)", with_no_break_spaces(&widest))));
    if kept > MAX_LINES {
        let rest = if course { "" } else { " that are less likely" };
        words.push_str(&format!(" · … and {} more{rest}", seen.len() - MAX_LINES));
    }
    LabeledLine { label, words, share: None }
}

/// The points to show: all of a short distribution, the likeliest of a long one, in the order of their values.
fn likeliest<'p>(seen: &[&'p Point]) -> Vec<&'p Point> {
    let mut by_chance: Vec<usize> = (0..seen.len()).collect();
    by_chance.sort_by(|one, other| seen[*other].estimate.value.total_cmp(&seen[*one].estimate.value));
    by_chance.truncate(MAX_LINES);
    by_chance.sort_unstable();
    by_chance.into_iter().map(|index| seen[index]).collect()
}

/// The number of survivors of a side: `party left  0: 9.4 · 1: 2.5 · 2: 88.1 %`, in brief for large sides.
pub(super) fn survivors_line(cell: &Cell, survivors: &Distribution) -> LabeledLine {
    let label = format!("{} left", survivors.subject);
    if survivors.points.len() > MAX_COUNTS {
        return LabeledLine { label, words: with_no_break_spaces(&survivors_in_brief(survivors)), share: None };
    }
    let mut named = survivors.clone();
    named.points.iter_mut().for_each(|point| point.label = Label::Named(format!("{}:", point.label())));
    LabeledLine { label, ..points_line(cell, &named) }
}

/// The survivors of a large side: `of 60, 12.3 on average; none in 40.1 %, 1 to 35 in nine fights of ten`.
fn survivors_in_brief(survivors: &Distribution) -> String {
    let mean: f64 = survivors.points.iter().map(|point| point.value as f64 * point.estimate.value).sum();
    let quantile = |share: f64| survivors.quantile(share, NOISE).unwrap_or(0);
    let most = survivors.points.last().map_or(0, |point| point.value);
    let none =
        survivors.points.first().map_or_else(String::new, |none| number::figure(&none.estimate, Unit::Probability));
    let (low, high) = (quantile(0.05), quantile(0.95));
    format!("of {most}, {mean:.1} on average; none in {none}, {low} to {high} in nine fights of ten")
}

fn is_probability(figure: &Figure) -> bool {
    figure.unit() == Unit::Probability
}
