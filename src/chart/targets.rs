//! The limits that figures should keep, drawn as a line with a band on the allowed side.

use super::axis::RoundScale;
use super::canvas::{Anchor, Area, Canvas, SMALL_SIZE};
use super::palette::Rgb;
use super::text;
use crate::measure::distinct;
use crate::study::{FigureLimit, LimitSide, StudyResult, Unit};

/// Height of the band, in pixels.
const BAND_HEIGHT: f64 = 9.0;

/// The limits in the file's questions and expectations, each once.
pub(super) fn of(result: &StudyResult) -> Vec<FigureLimit> {
    let asked = result.answers.iter().flat_map(|answer| answer.question.conditions.iter().cloned());
    let expected = result.judgements.iter().flat_map(|judgement| judgement.expected.limits());
    distinct(asked.chain(expected))
}

pub(super) fn draw(canvas: &Canvas, limit: &FigureLimit, color: Rgb, scale: &RoundScale, area: Area, unit: Unit) {
    let y = scale.y(limit.limit, area);
    let (top, bottom, sign, above) = match limit.bound {
        LimitSide::AtLeast => ((y - BAND_HEIGHT).max(area.top), y, '≥', true),
        LimitSide::AtMost => (y, (y + BAND_HEIGHT).min(area.bottom), '≤', false),
    };
    let corners = [(area.left, top), (area.right, top), (area.right, bottom), (area.left, bottom)];
    canvas.shape(&corners, color, 0.18);
    canvas.line(&[(area.left, y), (area.right, y)], color, 1.2);
    let number = if unit == Unit::Probability {
        format!("{} %", text::number(limit.limit * 100.0, usize::from((limit.limit * 100.0).fract() != 0.0)))
    } else {
        text::number(limit.limit, usize::from(limit.limit.fract() != 0.0))
    };
    let aside = if above { -BAND_HEIGHT - 8.0 } else { BAND_HEIGHT + 8.0 };
    canvas.text(&format!("{sign} {number}"), SMALL_SIZE, color, Anchor::Right, (area.right - 4.0, y + aside));
}
