//! Chart of the course of a single fight: the share that each side has won by each round, and the share still
//! undecided.

use super::axis::RoundScale;
use super::canvas::{Anchor, BODY_SIZE, Canvas, CanvasSheet, PixelPosition};
use super::data::{ChartData, widest_interval_note};
use super::frame::{Frame, SeriesKey, Swatch};
use super::palette::{INK, NOTHING, Rgb, SOFT_INK, mix, series as color_of};
use super::plot::{Plot, Spacing};
use super::text;
use crate::measure::{id, is_plural};
use crate::study::{Cell, Distribution};

/// Bands whose share is always below this are left out.
const MIN_SHOWN_SHARE: f64 = 0.0005;
/// Minimum height of a band with its name inside, in pixels.
const MIN_NAMED_HEIGHT: f64 = 22.0;
/// Width reserved for the figures at the right, in pixels.
const FIGURES_WIDTH: f64 = 62.0;

/// One band of the chart. Bands are stacked from the bottom up.
struct DrawnBand {
    name: String,
    color: Rgb,
    /// The share after each round, starting with round 0.
    shares: Vec<f64>,
    /// The share printed at the right: a side's wins in all rounds, or another band's share where the axis ends.
    last: f64,
}

/// The chart of wins by round, over the rounds that `rounds` shows; `None` if it shows none.
pub(super) fn chart(cell: &Cell, rounds: &ChartData, mut frame: Frame) -> Option<CanvasSheet> {
    let &(last, _) = rounds.values.last()?;
    let bands = bands(cell, last);
    let key = |band: &DrawnBand| SeriesKey { name: band.name.clone(), swatch: Swatch::Part(band.color) };
    frame.legend = bands.iter().map(key).collect();
    frame.notes.extend(rounds.all_notes());
    frame.notes.extend(widest_interval(cell));
    let labels = (0..=last).map(|round| round.to_string());
    let plot = Plot::new(&frame, RoundScale::percentages(), labels, Spacing::Points(FIGURES_WIDTH));
    Some(plot.sheet(&frame, ["share of fights", "round"], |canvas| {
        let mut under = vec![0.0; plot.xs.len()];
        for band in &bands {
            let over: Vec<f64> = under.iter().zip(&band.shares).map(|(under, share)| under + share).collect();
            draw_band(canvas, band, [&under, &over], &plot);
            under = over;
        }
        plot.stripes().enumerate().for_each(|(round, stripe)| canvas.add_tooltip(stripe, tooltip(&bands, round)));
    }))
}

/// The bands from the bottom up: the first side, undecided fights, draws, then the other sides.
fn bands(cell: &Cell, last: i64) -> Vec<DrawnBand> {
    let of = |name: &'static str| cell.distributions.iter().filter(move |one| one.name() == name);
    let by_then = |one: &Distribution| -> Vec<f64> {
        let (mut points, mut sum) = (one.points.iter().peekable(), 0.0);
        let mut within = |round: i64| {
            while let Some(point) = points.next_if(|point| point.value <= round) {
                sum += point.estimate.value;
            }
            f64::min(sum, 1.0)
        };
        (0..=last).map(&mut within).collect()
    };
    let over = of(id::ROUNDS).map(by_then).next().unwrap_or_else(|| vec![0.0; last as usize + 1]);
    let won: Vec<DrawnBand> = of(id::WINS_BY_ROUND)
        .enumerate()
        .map(|(side, one)| {
            let have = if is_plural(&one.subject) { "have" } else { "has" };
            DrawnBand {
                name: format!("{} {have} won", text::clean(&one.subject)),
                color: color_of(side),
                shares: by_then(one),
                last: one.points.iter().map(|point| point.estimate.value).sum::<f64>().min(1.0),
            }
        })
        .collect();
    let decided = |round: usize| won.iter().map(|band| band.shares[round]).sum::<f64>();
    let drawn: Vec<f64> = over.iter().enumerate().map(|(round, over)| (over - decided(round)).max(0.0)).collect();
    let going_on: Vec<f64> =
        drawn.iter().enumerate().map(|(round, drawn)| (1.0 - decided(round) - drawn).max(0.0)).collect();
    let band = |name: &str, color, shares: Vec<f64>| DrawnBand {
        name: name.to_owned(),
        color,
        last: shares.last().copied().unwrap_or(0.0),
        shares,
    };
    let middle = [band("still fighting", NOTHING, going_on), band("drawn", mix(SOFT_INK, NOTHING, 0.35), drawn)];
    let mut won = won.into_iter();
    let first = won.next();
    let all = first.into_iter().chain(middle).chain(won);
    all.filter(|band| band.shares.iter().any(|share| *share >= MIN_SHOWN_SHARE)).collect()
}

fn draw_band(canvas: &Canvas, band: &DrawnBand, edges: [&[f64]; 2], Plot { scale, area, xs, .. }: &Plot) {
    let [lower, upper] = edges.map(|shares| -> Vec<PixelPosition> {
        xs.iter().zip(shares).map(|(x, share)| (*x, scale.y(*share, *area))).collect()
    });
    let around: Vec<(f64, f64)> = lower.iter().copied().chain(upper.iter().rev().copied()).collect();
    canvas.shape(&around, band.color, 1.0);
    canvas.line(&upper, super::palette::WHITE, 1.0);
    let Some((low, high)) = lower.last().zip(upper.last()) else { return };
    if low.1 - high.1 >= 12.0 {
        let middle = (low.1 + high.1) / 2.0;
        canvas.text(&format!("{} %", text::percent(band.last, 1)), BODY_SIZE, INK, Anchor::Left, (low.0 + 8.0, middle));
    }
    draw_name(canvas, band, &lower, &upper);
}

/// Writes a band's name at the highest spot that is high enough over the whole width of the name, if there is one.
fn draw_name(canvas: &Canvas, band: &DrawnBand, lower: &[(f64, f64)], upper: &[(f64, f64)]) {
    let wide = text::width(&band.name, BODY_SIZE) + 12.0;
    let height = |x: f64, edge: &[(f64, f64)]| {
        let after = edge.partition_point(|place| place.0 < x).clamp(1, edge.len() - 1);
        let ((x0, y0), (x1, y1)) = (edge[after - 1], edge[after]);
        y0 + (y1 - y0) * ((x - x0) / (x1 - x0)).clamp(0.0, 1.0)
    };
    let (Some(first), Some(last)) = (lower.first(), lower.last()) else { return };
    if lower.len() < 2 || last.0 - first.0 < wide {
        return;
    }
    // Between two straight edges, the free height is smallest at an end or a corner.
    let room = |start: f64| {
        let corners = lower.iter().map(|place| place.0).filter(|x| (start..=start + wide).contains(x));
        let xs = corners.chain([start, start + wide]);
        xs.fold((f64::NEG_INFINITY, f64::INFINITY), |(top, bottom), x| {
            (top.max(height(x, upper)), bottom.min(height(x, lower)))
        })
    };
    let steps = 60;
    let starts = (0..=steps).map(|k| first.0 + (last.0 - first.0 - wide) * f64::from(k) / f64::from(steps));
    let best = starts
        .map(|start| (start, room(start)))
        .max_by(|(_, one), (_, other)| (one.1 - one.0).total_cmp(&(other.1 - other.0)));
    if let Some((start, (top, bottom))) = best.filter(|(_, (top, bottom))| bottom - top >= MIN_NAMED_HEIGHT) {
        let ink = if band.color == NOTHING { INK } else { super::palette::ink_on(band.color) };
        canvas.text(&band.name, BODY_SIZE, ink, Anchor::Center, (start + wide / 2.0, (top + bottom) / 2.0));
    }
}

/// The tooltip of a round, such as `after round 3: Snorri has won 43.1 %, still fighting 20.0 %`.
fn tooltip(bands: &[DrawnBand], round: usize) -> String {
    let share = |band: &DrawnBand| format!("{} {} %", band.name, text::percent(band.shares[round], 1));
    format!("after round {round}: {}", bands.iter().map(share).collect::<Vec<_>>().join(", "))
}

/// A note on the widest interval, since bands cannot show intervals.
fn widest_interval(cell: &Cell) -> Option<String> {
    let going_on = cell.distributions.iter().filter(|one| [id::ROUNDS, id::WINS_BY_ROUND].contains(&one.name()));
    let shares = going_on.flat_map(|one| {
        let mut sum = 0.0;
        one.points.iter().filter_map(move |point| {
            sum += point.estimate.value;
            point.estimate.share_of_same_trials(sum.min(1.0))
        })
    });
    widest_interval_note(shares.filter_map(|share| share.interval()).map(|(low, high)| (high - low) / 2.0))
}
