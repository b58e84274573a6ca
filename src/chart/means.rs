//! Means after each step: a line for each number of a process, in each cell.

use super::axis::{Labels, Scale, title_lying, title_upright};
use super::canvas::{Area, Sheet};
use super::frame::{Frame, Key, MARGIN, Swatch};
use super::palette::{marker, series as color_of};
use super::text;
use crate::measure::Distribution;
use crate::measure::number;
use crate::study::{Cell, StudyResult, Unit};

const THICKNESS: f64 = 2.2;
/// With more steps than this only lines are drawn, without markers.
const MOST_MARKED: usize = 30;
/// More lines than this are not drawn.
const MOST_LINES: usize = 8;
/// From where all lines are this near to their ends, as a part of the scale, no more steps are drawn.
const NEAR: f64 = 0.005;

/// The lines of a result; `None` if it has no means after steps.
pub(super) fn means(result: &StudyResult, mut frame: Frame) -> Option<Sheet> {
    let all: Vec<(&Cell, &Distribution)> =
        result.cells.iter().flat_map(|cell| cell.courses.iter().map(move |one| (cell, one))).collect();
    let shown = &all[..all.len().min(MOST_LINES)];
    let lines: Vec<Vec<f64>> =
        shown.iter().map(|(_, one)| one.points.iter().map(|point| point.estimate.value).collect()).collect();
    let scale = Scale::holding(lines.iter().flatten().copied(), Unit::Count);
    let near = NEAR * (scale.high - scale.low);
    let moves = |line: &Vec<f64>| {
        let last = line.last().copied()?;
        line.iter().rposition(|mean| (mean - last).abs() > near)
    };
    let steps = lines.iter().filter_map(moves).max()? + 2;
    if all.len() > MOST_LINES {
        frame.notes.push(format!("The first {MOST_LINES} of {} lines are shown.", all.len()));
    }
    frame.notes.push("A process that is over keeps its last value.".to_owned());
    let name = |(cell, one): &(&Cell, &Distribution)| {
        let parts = [cell.label(), one.subject.clone()].map(|part| text::clean(&part));
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    };
    let key = |(number, one)| Key { name: name(one), swatch: Swatch::Line(number) };
    frame.legend = shown.iter().enumerate().map(key).collect();
    let left = MARGIN + 26.0 + scale.label_width();
    let right = frame.width - MARGIN - 12.0;
    let apart = (right - left) / (steps - 1).max(1) as f64;
    let labels = Labels::new((0..steps).map(|step| step.to_string()), apart);
    let below = labels.height(apart) + 24.0 + frame.foot();
    let area = Area::new(left, frame.top(), right, (440.0 - below).max(frame.top() + 220.0));
    let height = (area.bottom + below).ceil();
    let xs: Vec<f64> = (0..steps).map(|step| left + step as f64 * apart).collect();
    Some(frame.sheet(height, |canvas| {
        scale.draw_upright(canvas, area);
        title_upright(canvas, "mean", MARGIN + 4.0, area);
        for (number, line) in lines.iter().enumerate() {
            let last = line.last().copied().unwrap_or_default();
            let values = line.iter().copied().chain(std::iter::repeat(last));
            let places: Vec<(f64, f64)> = xs.iter().zip(values).map(|(x, mean)| (*x, scale.y(mean, area))).collect();
            canvas.line(&places, color_of(number), THICKNESS);
            if steps <= MOST_MARKED {
                places.iter().for_each(|place| canvas.marker(marker(number), *place, color_of(number)));
            }
        }
        for (step, x) in xs.iter().enumerate() {
            let stripe = Area::new((x - apart / 2.0).max(left), area.top, (x + apart / 2.0).min(right), area.bottom);
            let told = shown.iter().filter_map(|one| {
                let point = one.1.points.get(step).or(one.1.points.last())?;
                Some(format!("{} {}", name(one), number::figure(&point.estimate, Unit::Count)))
            });
            canvas.tip(stripe, format!("after step {step}: {}", told.collect::<Vec<_>>().join(", ")));
        }
        labels.draw(canvas, &xs, area.bottom, apart);
        title_lying(canvas, "step", area.bottom + labels.height(apart) + 12.0, area);
    }))
}
