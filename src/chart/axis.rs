//! Axes: round scales, grid lines, and labels that do not overlap.

use super::canvas::{Anchor, Area, BODY_SIZE, Canvas};
use super::palette::{AXIS, GRID, INK, SOFT_INK};
use super::text;
use crate::study::Unit;

/// A scale that begins and ends at round numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RoundScale {
    pub low: f64,
    pub high: f64,
    step: f64,
    unit: Unit,
    /// Whether the values are changes: labels have a sign, and chances are in percentage points.
    changes: bool,
}

impl RoundScale {
    /// A scale from 0 % to 100 %.
    pub(super) fn percentages() -> Self {
        Self { low: 0.0, high: 1.0, step: 0.2, unit: Unit::Probability, changes: false }
    }

    /// A scale that covers the finite `values`, or 0 to 1 if there are none. It includes 0 unless all values are far
    /// above it; chances always include 0.
    pub(super) fn covering(values: impl IntoIterator<Item = f64>, unit: Unit) -> Self {
        let known = values.into_iter().filter(|value| value.is_finite());
        let (low, high) = known.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        // Without values: 0 to 1. If values are far above 0 and close together, the axis need not begin at 0.
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let far = low > 0.0 && low >= 0.8 * high && low < high && unit != Unit::Probability;
        let (low, high) = (if far { low } else { low.min(0.0) }, high.max(0.0));
        let high = if high > low { high } else { low + 1e-3 };
        let step = round_step((high - low) / 5.0);
        let (first, last) = ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step);
        Self { low: first, high: last.max(first + step), step, unit, changes: false }
    }

    /// A scale of whole numbers from 0 to at least `most`.
    pub(super) fn whole_numbers(most: f64, unit: Unit) -> Self {
        let step = round_step(most.max(1.0) / 5.0).max(1.0);
        let step = if step.fract() > 0.0 { 2.0 * step } else { step };
        Self { low: 0.0, high: (most.max(1.0) / step).ceil() * step, step, unit, changes: false }
    }

    /// Like [`covering`](Self::covering), for changes: always includes 0, and labels have a sign.
    pub(super) fn covering_changes(values: impl IntoIterator<Item = f64>, unit: Unit) -> Self {
        Self { changes: true, ..Self::covering(values.into_iter().chain([0.0]), unit) }
    }

    /// The position of `value` on the scale, 0 to 1; values outside are moved to the nearest end.
    pub(super) fn position(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    pub(super) fn y(&self, value: f64, area: Area) -> f64 {
        area.bottom - self.position(value) * area.height()
    }

    pub(super) fn x(&self, value: f64, area: Area) -> f64 {
        area.left + self.position(value) * area.width()
    }

    /// The values of the grid lines, with their labels.
    pub(super) fn grid_lines(&self) -> Vec<(f64, String)> {
        let count = ((self.high - self.low) / self.step).round().clamp(1.0, 50.0) as usize;
        let value = |k: usize| self.low + k as f64 * self.step;
        (0..=count).map(|k| (value(k), self.label(value(k)))).collect()
    }

    fn label(&self, value: f64) -> String {
        let percent = self.unit == Unit::Probability;
        let factor = if percent { 100.0 } else { 1.0 };
        let decimals = (-(self.step * factor + 1e-12).log10().floor()).clamp(0.0, 6.0) as usize;
        let odd = ((self.step * factor * 10f64.powi(decimals as i32)).fract() - 0.5).abs() < 0.1;
        let number = text::number(value * factor, decimals + usize::from(odd));
        match (self.changes, percent) {
            (true, _) if value > self.step / 2.0 => format!("+{number}"),
            (false, true) => format!("{number} %"),
            _ => number,
        }
    }

    /// Draws a vertical axis: horizontal grid lines across `area`, with labels to their left.
    pub(super) fn draw_vertical_axis(&self, canvas: &Canvas, area: Area) {
        for (value, label) in self.grid_lines() {
            let y = self.y(value, area);
            canvas.line(&[(area.left, y), (area.right, y)], if value == 0.0 { AXIS } else { GRID }, 1.0);
            canvas.text(&label, BODY_SIZE, SOFT_INK, Anchor::Right, (area.left - 8.0, y));
        }
        canvas.line(&[(area.left, area.bottom), (area.right, area.bottom)], AXIS, 1.0);
    }

    /// Draws a horizontal axis: vertical grid lines across `area`, with labels below. If labels would overlap, only
    /// every n-th is drawn, counted from 0.
    pub(super) fn draw_horizontal_axis(&self, canvas: &Canvas, area: Area) {
        let marks = self.grid_lines();
        let apart = area.width() / (marks.len() - 1).max(1) as f64;
        let nth = label_interval(self.label_width() + 8.0, apart);
        let zero = marks.iter().position(|(value, _)| *value == 0.0).unwrap_or(0) as i64;
        for (place, (value, label)) in marks.iter().enumerate() {
            let x = self.x(*value, area);
            canvas.line(&[(x, area.top), (x, area.bottom)], GRID, 1.0);
            if (place as i64 - zero) % nth == 0 {
                canvas.text(label, BODY_SIZE, SOFT_INK, Anchor::Center, (x, area.bottom + 14.0));
            }
        }
        canvas.line(&[(area.left, area.top), (area.left, area.bottom)], AXIS, 1.0);
    }

    /// Like [`draw_horizontal_axis`](Self::draw_horizontal_axis), with the line at 0 emphasized. Returns the x
    /// coordinate of 0.
    pub(super) fn draw_axis_through_zero(&self, canvas: &Canvas, area: Area) -> f64 {
        self.draw_horizontal_axis(canvas, area);
        let zero = self.x(0.0, area);
        canvas.line(&[(zero, area.top), (zero, area.bottom)], AXIS, 1.6);
        zero
    }

    /// Width of the widest label, in pixels.
    pub(super) fn label_width(&self) -> f64 {
        self.grid_lines().iter().map(|(_, label)| text::width(label, BODY_SIZE)).fold(0.0, f64::max)
    }
}

/// The smallest round step that is at least `least`: 1, 2, 2.5 or 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 2.5, 5.0].into_iter().find(|factor| factor * power >= least * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// Labels below a horizontal axis, in a layout in which they do not overlap.
#[derive(Debug, Clone)]
pub(super) struct Labels {
    texts: Vec<String>,
    layout: LabelLayout,
    /// The first label if the labels are consecutive whole numbers, else 0. With it, only multiples of n stay if every
    /// n-th label is drawn.
    first: i64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum LabelLayout {
    /// On one line, or wrapped onto two.
    Level,
    /// Every second label one line lower.
    Staggered,
    /// Rotated to read upwards.
    Upright,
    /// Only every n-th label.
    EveryNth(i64),
}

/// Maximum length of rotated labels, in pixels.
const MAX_ROTATED_LENGTH: f64 = 120.0;
const LINE_HEIGHT: f64 = 15.0;

impl Labels {
    /// Chooses a layout for labels that are `apart` pixels apart.
    pub(super) fn new(texts: impl IntoIterator<Item = String>, apart: f64) -> Self {
        let texts: Vec<String> = texts.into_iter().map(|label| text::with_true_minus(&text::clean(&label))).collect();
        let widest = |split: bool| {
            let words = texts.iter().flat_map(|label| label.split(if split { ' ' } else { '\n' }));
            words.map(|word| text::width(word, BODY_SIZE)).fold(0.0, f64::max)
        };
        let short_words = texts.iter().all(|label| text::wrap(label, BODY_SIZE, apart - 6.0, 3).len() <= 2);
        let numbers = texts.iter().all(|label| is_number(label));
        let layout = if widest(false) <= apart - 6.0 || (!numbers && short_words && widest(true) <= apart - 6.0) {
            LabelLayout::Level
        } else if numbers || apart < LINE_HEIGHT {
            LabelLayout::EveryNth(label_interval(if numbers { widest(false) + 10.0 } else { LINE_HEIGHT }, apart))
        } else if widest(false) <= 2.0 * apart - 10.0 {
            LabelLayout::Staggered
        } else {
            LabelLayout::Upright
        };
        let whole: Option<Vec<i64>> = texts.iter().map(|label| text::whole_number(label)).collect();
        let whole = whole.filter(|all| all.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1])));
        let first = whole.and_then(|all| all.first().copied()).unwrap_or(0);
        Self { texts, layout, first }
    }

    /// Height of the labels, in pixels, if they are `apart` pixels apart.
    pub(super) fn height(&self, apart: f64) -> f64 {
        match self.layout {
            LabelLayout::Level => {
                8.0 + LINE_HEIGHT
                    * self.texts.iter().map(|label| self.lines(label, apart).len()).max().unwrap_or(1) as f64
            }
            LabelLayout::Staggered => 8.0 + 2.0 * LINE_HEIGHT,
            LabelLayout::EveryNth(_) if !self.is_rotated() => 8.0 + LINE_HEIGHT,
            LabelLayout::EveryNth(_) | LabelLayout::Upright => 14.0 + self.max_label_length(),
        }
    }

    fn max_label_length(&self) -> f64 {
        self.texts.iter().map(|label| text::width(label, BODY_SIZE)).fold(0.0, f64::max).min(MAX_ROTATED_LENGTH)
    }

    fn is_rotated(&self) -> bool {
        self.layout == LabelLayout::Upright || self.texts.iter().any(|label| !is_number(label))
    }

    fn lines(&self, label: &str, apart: f64) -> Vec<String> {
        text::wrap(label, BODY_SIZE, apart - 5.0, 2)
    }

    /// Draws the labels below `y`, at the x coordinates `places`.
    pub(super) fn draw(&self, canvas: &Canvas, places: &[f64], y: f64, apart: f64) {
        for (number, (label, &x)) in self.texts.iter().zip(places).enumerate() {
            match self.layout {
                LabelLayout::Level => {
                    for (row, line) in self.lines(label, apart).iter().enumerate() {
                        canvas.text(line, BODY_SIZE, INK, Anchor::Center, (x, y + LINE_HEIGHT * (row as f64 + 1.0)));
                    }
                }
                LabelLayout::Staggered => {
                    let half = text::width(label, BODY_SIZE) / 2.0;
                    let x = x.min(canvas.width - 8.0 - half);
                    canvas.text(
                        label,
                        BODY_SIZE,
                        INK,
                        Anchor::Center,
                        (x, y + LINE_HEIGHT * (1.0 + (number % 2) as f64)),
                    );
                }
                LabelLayout::EveryNth(every) if (number as i64 + self.first).rem_euclid(every) != 0 => {}
                LabelLayout::EveryNth(_) if !self.is_rotated() => {
                    canvas.text(label, BODY_SIZE, INK, Anchor::Center, (x, y + LINE_HEIGHT));
                }
                LabelLayout::EveryNth(_) | LabelLayout::Upright => {
                    canvas.text_within(label, BODY_SIZE, INK, Anchor::RotatedEnd, (x, y + 8.0), MAX_ROTATED_LENGTH);
                }
            }
        }
    }
}

fn is_number(label: &str) -> bool {
    label.replace('−', "-").parse::<f64>().is_ok()
}

/// The smallest n at which every n-th label has `room` pixels, if labels are `apart` pixels apart: 1, 2 or 5 times a
/// power of ten.
fn label_interval(room: f64, apart: f64) -> i64 {
    let least = room / apart.max(1e-3);
    let steps = [1.0, 2.0, 5.0].into_iter();
    let rounds = (0..7).flat_map(|power| steps.clone().map(move |step: f64| step * 10f64.powi(power)));
    rounds.into_iter().find(|&step| step >= least).unwrap_or(1e7) as i64
}

/// Draws the title of a vertical axis at `x`, reading upwards.
pub(super) fn draw_vertical_title(canvas: &Canvas, title: &str, x: f64, area: Area) {
    canvas.text_within(title, BODY_SIZE, SOFT_INK, Anchor::RotatedCenter, (x, area.middle().1), area.height() + 20.0);
}

/// Draws the title of a horizontal axis, below its labels. A title wider than the axis is moved sideways to stay on the
/// sheet.
pub(super) fn draw_horizontal_title(canvas: &Canvas, title: &str, y: f64, area: Area) {
    const EDGE: f64 = 12.0;
    let room = canvas.width - 2.0 * EDGE;
    let half = text::width(title, BODY_SIZE).min(room) / 2.0;
    let x = area.middle().0.clamp(EDGE + half, canvas.width - EDGE - half);
    canvas.text_within(title, BODY_SIZE, SOFT_INK, Anchor::Center, (x, y), room);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: RoundScale) -> Vec<String> {
        scale.grid_lines().into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn scale_labels_are_round() {
        assert_eq!(
            labels(RoundScale::covering([0.031, 0.234], Unit::Probability)),
            ["0 %", "5 %", "10 %", "15 %", "20 %", "25 %"]
        );
        assert_eq!(
            labels(RoundScale::covering([0.11], Unit::Probability)),
            ["0.0 %", "2.5 %", "5.0 %", "7.5 %", "10.0 %", "12.5 %"]
        );
        assert_eq!(
            labels(RoundScale::covering_changes([-0.03, 0.012], Unit::Probability)),
            ["−3", "−2", "−1", "0", "+1", "+2"]
        );
        assert_eq!(labels(RoundScale::covering([-3.0, 4.0], Unit::Levels)), ["−4", "−2", "0", "2", "4"]);
        assert_eq!(labels(RoundScale::whole_numbers(11.0, Unit::Rounds)), ["0", "5", "10", "15"]);
        assert_eq!(labels(RoundScale::whole_numbers(3.0, Unit::Rounds)), ["0", "1", "2", "3"]);
        assert_eq!(labels(RoundScale::percentages()), ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
    }

    #[test]
    fn scale_accepts_odd_values() {
        for values in [vec![], vec![f64::NAN], vec![0.0], vec![1e300, -1e300], vec![7.0, 7.0], vec![1e-12]] {
            let scale = RoundScale::covering(values.clone(), Unit::Rounds);
            assert!(scale.high > scale.low && scale.grid_lines().len() >= 2, "{values:?}: {scale:?}");
        }
    }

    #[test]
    fn label_layout_matches_available_width() {
        let words = |word: &str, count: usize| vec![word.to_owned(); count];
        assert_eq!(Labels::new(words("Fair", 7), 90.0).layout, LabelLayout::Level);
        assert_eq!(Labels::new(words("Very Hurt", 12), 52.0).layout, LabelLayout::Level);
        assert_eq!(Labels::new(words("Incapacitated", 12), 56.0).layout, LabelLayout::Staggered);
        assert_eq!(Labels::new(words("Incapacitated", 20), 35.0).layout, LabelLayout::Upright);
        assert_eq!(Labels::new((0..1000).map(|k| k.to_string()), 0.7).layout, LabelLayout::EveryNth(50));
    }
}
