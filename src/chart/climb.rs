//! What is added round by round, added up: how hurt each fighter is after each round.

use super::axis::{Labels, Scale, title_lying, title_upright};
use super::canvas::{Align, Area, Canvas, SMALL, Sheet};
use super::columns::legend;
use super::curve::figures;
use super::data::{Spread, widest_note};
use super::frame::{Frame, MARGIN, Swatch};
use super::palette::{SOFT_INK, marker, series as color_of};
use super::text;

const THICKNESS: f64 = 2.2;
/// With more rounds than this only lines are drawn, without markers.
const MOST_MARKED: usize = 30;
/// Normal intervals reach so many standard errors.
const STANDARD_ERRORS: f64 = 1.96;

/// A line for each series, from the state at the start on.
pub(super) fn climb(spread: &Spread, mut frame: Frame, axis: &str, title: &str) -> Sheet {
    frame.legend = legend(spread, Swatch::Line);
    frame
        .notes
        .push("0 % is unhurt, 100 % is out of action by wounds. Fights that are over stay as they ended.".to_owned());
    frame.notes.extend(spread.notes.iter().cloned());
    let lines: Vec<Vec<f64>> = spread.series.iter().map(|one| one.added_up(&spread.values)).collect();
    // What lies between 0 and 1 varies at most as a share does.
    let halves = spread.series.iter().zip(&lines).filter_map(|(one, line)| {
        let trials = one.trials()? as f64;
        let widest = line.iter().map(|mean| (mean * (1.0 - mean)).max(0.0)).fold(0.0, f64::max);
        Some(STANDARD_ERRORS * (widest / trials).sqrt())
    });
    frame.notes.extend(widest_note(halves));
    let scale = Scale::whole();
    let left = MARGIN + 26.0 + scale.label_width();
    let right = frame.width - MARGIN - 12.0;
    let apart = (right - left) / (spread.values.len() - 1).max(1) as f64;
    let labels = Labels::new(spread.values.iter().map(|(_, label)| label.clone()), apart);
    let below = labels.height(apart) + 24.0 + frame.foot();
    let area = Area::new(left, frame.top(), right, (440.0 - below).max(frame.top() + 220.0));
    let height = (area.bottom + below).ceil();
    let xs: Vec<f64> = (0..spread.values.len()).map(|k| left + k as f64 * apart).collect();
    frame.sheet(height, |canvas| {
        scale.draw_upright(canvas, area);
        title_upright(canvas, title, MARGIN + 4.0, area);
        for (number, line) in lines.iter().enumerate() {
            draw(canvas, (&xs, line), &scale, area, number, lines.len() == 1);
        }
        for (k, x) in xs.iter().enumerate() {
            let stripe = Area::new((x - apart / 2.0).max(left), area.top, (x + apart / 2.0).min(right), area.bottom);
            canvas.tip(stripe, told(spread, &lines, k));
        }
        labels.draw(canvas, &xs, area.bottom, apart);
        title_lying(canvas, axis, area.bottom + labels.height(apart) + 12.0, area);
    })
}

fn draw(canvas: &Canvas, (xs, line): (&[f64], &[f64]), scale: &Scale, area: Area, number: usize, alone: bool) {
    let places: Vec<(f64, f64)> = xs.iter().zip(line).map(|(x, mean)| (*x, scale.y(*mean, area))).collect();
    canvas.line(&places, color_of(number), THICKNESS);
    if places.len() <= MOST_MARKED {
        places.iter().for_each(|place| canvas.marker(marker(number), *place, color_of(number)));
    }
    if alone {
        let words: Vec<String> = line.iter().map(|mean| text::percent(*mean, 1)).collect();
        figures(canvas, &places, &words, area);
    } else if let (Some((x, y)), Some(mean)) = (places.last(), line.last()) {
        canvas.text(&text::percent(*mean, 1), SMALL, SOFT_INK, Align::Right, (*x, y - 11.0));
    }
}

/// `after round 3: Snorri 12.1 %, Brynhild 34.0 %`.
fn told(spread: &Spread, lines: &[Vec<f64>], place: usize) -> String {
    let one = |(name, mean): (&str, f64)| format!("{name} {} %", text::percent(mean, 1)).trim_start().to_owned();
    let means = spread.series.iter().zip(lines).map(|(series, line)| one((series.name.as_str(), line[place])));
    format!("after {} {}: {}", spread.chart.axis, spread.values[place].1, means.collect::<Vec<_>>().join(", "))
}
