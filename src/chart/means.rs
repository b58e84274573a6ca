//! Line chart of the means after each step of a process: a line for each number, in each cell.

use super::axis::RoundScale;
use super::canvas::CanvasSheet;
use super::curve::draw_line;
use super::frame::{Frame, SeriesKey, Swatch};
use super::plot::{Plot, Spacing};
use super::text;
use crate::measure::Distribution;
use crate::measure::number;
use crate::study::{Cell, StudyResult, Unit};

const MAX_LINES: usize = 8;
/// Steps are left out once all lines are this close to their last values, as a fraction of the scale.
const NEGLIGIBLE_CHANGE: f64 = 0.005;

/// The chart of means; `None` if the result has no means after steps.
pub(super) fn means(result: &StudyResult, mut frame: Frame) -> Option<CanvasSheet> {
    let all: Vec<(&Cell, &Distribution)> = result.courses().collect();
    let shown = &all[..all.len().min(MAX_LINES)];
    let lines: Vec<Vec<f64>> =
        shown.iter().map(|(_, one)| one.points.iter().map(|point| point.estimate.value).collect()).collect();
    let scale = RoundScale::covering(lines.iter().flatten().copied(), Unit::Count);
    let near = NEGLIGIBLE_CHANGE * (scale.high - scale.low);
    let moves = |line: &Vec<f64>| {
        let last = line.last().copied()?;
        line.iter().rposition(|mean| (mean - last).abs() > near)
    };
    let steps = lines.iter().filter_map(moves).max()? + 2;
    if all.len() > MAX_LINES {
        frame.notes.push(format!("The first {MAX_LINES} of {} lines are shown.", all.len()));
    }
    frame.notes.push("A process that has ended keeps its last value.".to_owned());
    let name = |(cell, one): &(&Cell, &Distribution)| {
        let parts = [cell.label(), one.subject.clone()].map(|part| text::clean(&part));
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    };
    let key = |(number, one)| SeriesKey { name: name(one), swatch: Swatch::Line(number) };
    frame.legend = shown.iter().enumerate().map(key).collect();
    let plot = Plot::new(&frame, scale, (0..steps).map(|step| step.to_string()), Spacing::Points(12.0));
    Some(plot.sheet(&frame, ["mean", "step"], |canvas| {
        for (number, line) in lines.iter().enumerate() {
            let last = line.last().copied().unwrap_or_default();
            let held = std::iter::repeat_n(last, steps.saturating_sub(line.len()));
            draw_line(canvas, &plot, &line.iter().copied().chain(held).collect::<Vec<_>>(), number);
        }
        for (step, stripe) in plot.stripes().enumerate() {
            let told = shown.iter().filter_map(|one| {
                let point = one.1.points.get(step).or(one.1.points.last())?;
                Some(format!("{} {}", name(one), number::figure(&point.estimate, Unit::Count)))
            });
            canvas.add_tooltip(stripe, format!("after step {step}: {}", told.collect::<Vec<_>>().join(", ")));
        }
    }))
}
