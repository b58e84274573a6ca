//! Line chart of the wounds per round, added up: how hurt each fighter is after each round.

use super::axis::RoundScale;
use super::canvas::{Anchor, Canvas, CanvasSheet, SMALL_SIZE};
use super::columns::legend;
use super::curve::{draw_figures, draw_line};
use super::data::{ChartData, widest_interval_note};
use super::frame::{Frame, Swatch};
use super::palette::SOFT_INK;
use super::plot::{Plot, Spacing};
use super::text;

/// Half-width of a 95 % normal interval, in standard errors.
const STANDARD_ERRORS: f64 = 1.96;

/// A chart with a line for each series, starting with the state before the fight.
pub(super) fn chart(data: &ChartData, mut frame: Frame, axis: &str, title: &str) -> CanvasSheet {
    frame.legend = legend(data, Swatch::Line);
    frame.notes.push(
        "0 % is unhurt, and 100 % is out of action from wounds. Fights that have ended keep their final state."
            .to_owned(),
    );
    frame.notes.extend(data.all_notes());
    let lines: Vec<Vec<f64>> = data.series.iter().map(|one| one.cumulative_shares(&data.values)).collect();
    // The mean of values between 0 and 1 varies at most as much as a share of that size.
    let halves = data.series.iter().zip(&lines).filter_map(|(one, line)| {
        let trials = one.trials()? as f64;
        let widest = line.iter().map(|mean| (mean * (1.0 - mean)).max(0.0)).fold(0.0, f64::max);
        Some(STANDARD_ERRORS * (widest / trials).sqrt())
    });
    frame.notes.extend(widest_interval_note(halves));
    let plot = Plot::new(&frame, RoundScale::percentages(), data.labels(), Spacing::Points(12.0));
    plot.sheet(&frame, [title, axis], |canvas| {
        for (number, line) in lines.iter().enumerate() {
            draw_running_total(canvas, line, &plot, number, lines.len() == 1);
        }
        plot.stripes().enumerate().for_each(|(k, stripe)| canvas.add_tooltip(stripe, tooltip(data, &lines, k)));
    })
}

fn draw_running_total(canvas: &Canvas, line: &[f64], plot: &Plot, number: usize, alone: bool) {
    let places = draw_line(canvas, plot, line, number);
    if alone {
        let words: Vec<String> = line.iter().map(|mean| text::percent(*mean, 1)).collect();
        draw_figures(canvas, &places, &words, plot.area);
    } else if let (Some((x, y)), Some(mean)) = (places.last(), line.last()) {
        canvas.text(&text::percent(*mean, 1), SMALL_SIZE, SOFT_INK, Anchor::Right, (*x, y - 11.0));
    }
}

/// The tooltip of a round, such as `after round 3: Snorri 12.1 %, Brynhild 34.0 %`.
fn tooltip(data: &ChartData, lines: &[Vec<f64>], round_index: usize) -> String {
    let one = |(name, mean): (&str, f64)| format!("{name} {} %", text::percent(mean, 1)).trim_start().to_owned();
    let means = data.series.iter().zip(lines).map(|(series, line)| one((series.name.as_str(), line[round_index])));
    format!("after {} {}: {}", data.chart.axis, data.values[round_index].1, means.collect::<Vec<_>>().join(", "))
}
