//! Texts in charts: made safe, measured, shortened and wrapped.

use ab_glyph::{Font, FontRef, ScaleFont};
use plotters::style::{FontDesc, FontFamily, FontStyle};
use std::sync::LazyLock;

/// Formats a number with `decimals` and a true minus sign.
pub(super) use crate::measure::number::fixed as number;

/// The font families named in the SVG. The list is written to the file unchanged.
pub(super) const FAMILY: &str = "Inter, 'Helvetica Neue', Arial, sans-serif";

/// Inter Regular, reduced to the letters and signs that charts need (`assets/fonts/README.md`). It is part of the
/// program, and a test loads it: without it, texts would have no width.
pub(super) static INTER: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(include_bytes!("../../assets/fonts/Inter-subset.otf")).ok());

/// plotters' font size is the em times this, and so is the size of the embedded font.
pub(super) const SIZE_PER_EM: f64 = 1.24;

/// Widths are rounded down to whole steps (1/16 of a pixel), so that rounding errors do not move anything on a chart.
const STEPS_PER_PIXEL: f64 = 16.0;

/// The last letter in the embedded font, apart from a few blocks. Later letters are drawn in the viewer's font, and are
/// assumed to be [`FOREIGN_LETTER_EMS`] ems wide.
const LAST_EMBEDDED_LETTER: char = '\u{2265}';
const FOREIGN_LETTER_EMS: f64 = 1.25;

/// The font named in the SVG, at `em` pixels per em. plotters only writes its name and never measures with it: in a web
/// page it would leave measuring to the page.
pub(super) fn font(em: f64) -> FontDesc<'static> {
    FontDesc::new(FontFamily::Name(FAMILY), em * SIZE_PER_EM, FontStyle::Normal)
}

/// Removes everything that could break a file or a line: control characters, marks that change the reading direction,
/// and code points that XML forbids. Runs of white space become one space.
pub(super) fn clean(text: &str) -> String {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && !text.contains("  ") && text.trim() == text;
    if is_plain {
        return text.to_owned();
    }
    let kept = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|&c| is_printable(c));
    kept.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_printable(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
        && !matches!(c, '\u{FFFE}' | '\u{FFFF}')
}

/// Escapes text for the content or an attribute of an SVG element.
pub(super) fn quoted(text: &str) -> String {
    escaped_signs(text, &[('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;"), ('\'', "&apos;")])
}

/// Like [`quoted`], but cleans the text first and keeps apostrophes.
pub(super) fn escaped(text: &str) -> String {
    escaped_signs(&clean(text), &[('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;")])
}

fn escaped_signs(text: &str, signs: &[(char, &str)]) -> String {
    signs.iter().fold(text.to_owned(), |text, (sign, entity)| text.replace(*sign, entity))
}

/// Width of a text, in pixels.
pub(super) fn width(text: &str, em: f64) -> f64 {
    let (own, foreign): (String, String) = text.chars().partition(|&c| c <= LAST_EMBEDDED_LETTER);
    embedded_width(&own, em) + foreign.chars().count() as f64 * FOREIGN_LETTER_EMS * em
}

/// Width of a text in the embedded font, including kerning, in pixels.
fn embedded_width(text: &str, em: f64) -> f64 {
    let Some(font) = INTER.as_ref().map(|font| font.as_scaled((em * SIZE_PER_EM * STEPS_PER_PIXEL) as f32)) else {
        return 0.0;
    };
    let (mut width, mut before) = (0.0_f32, None);
    for letter in text.chars().map(|letter| font.glyph_id(letter)) {
        width += font.h_advance(letter);
        width += before.map_or(0.0, |before| font.kern(before, letter));
        before = Some(letter);
    }
    f64::from(width.trunc()) / STEPS_PER_PIXEL
}

/// The text, cut with an ellipsis if it is wider than `room` pixels; empty if not even that fits.
pub(super) fn shorten(text: &str, em: f64, room: f64) -> String {
    if width(text, em) <= room {
        return text.to_owned();
    }
    let ends: Vec<usize> = text.char_indices().map(|(k, _)| k).collect();
    let fits = |&end: &usize| text.get(..end).is_some_and(|start| width(&with_ellipsis(start), em) <= room);
    let count = ends.partition_point(fits);
    match count.checked_sub(1).and_then(|k| ends.get(k)).and_then(|&end| text.get(..end)) {
        Some(start) if !start.is_empty() => with_ellipsis(start),
        _ => String::new(),
    }
}

fn with_ellipsis(start: &str) -> String {
    format!("{}…", start.trim_end_matches(|c: char| c.is_whitespace() || c == '\u{200D}'))
}

/// The text on at most `lines` lines, broken between words. A line that is too wide is shortened.
pub(super) fn wrap(text: &str, em: f64, room: f64, lines: usize) -> Vec<String> {
    let mut done: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || done.len() + 1 >= lines || width(&longer, em) <= room {
            line = longer;
        } else {
            done.push(std::mem::replace(&mut line, word.to_owned()));
        }
    }
    done.push(line);
    done.iter().map(|line| shorten(line, em, room)).collect()
}

/// A share (0 to 1) in percent with `decimals`. Shares that would wrongly round to 0 or 100 become `<1` or `>99`.
pub(super) fn percent(share: f64, decimals: usize) -> String {
    let (hundredfold, unit) = (share * 100.0, 0.1f64.powi(decimals as i32));
    if rounds_to_zero(share, decimals) {
        format!("<{unit:.decimals$}")
    } else if share < 1.0 && hundredfold > 100.0 - unit / 2.0 {
        format!(">{:.decimals$}", 100.0 - unit)
    } else {
        number(hundredfold, decimals)
    }
}

/// Whether a share is above 0, but rounds to 0 percent with `decimals`.
fn rounds_to_zero(share: f64, decimals: usize) -> bool {
    share > 0.0 && share * 100.0 < 0.1f64.powi(decimals as i32) / 2.0
}

/// A share (0 to 1) in percent in three lengths, the longest first.
pub(super) fn percent_words(share: f64) -> [String; 3] {
    [format!("{} %", percent(share, 1)), percent(share, 1), percent(share, 0)]
}

/// Shares in percent, all with one decimal, or all with none if that does not fit into `room` pixels; empty if neither
/// fits.
pub(super) fn percents(shares: impl Iterator<Item = f64> + Clone, em: f64, room: f64) -> Vec<String> {
    // Without decimals, `<1` says no more than the axis does.
    let word = |share: f64, decimals: usize| match decimals == 0 && rounds_to_zero(share, 0) {
        true => String::new(),
        false => percent(share, decimals),
    };
    let words = |decimals| shares.clone().map(|share| word(share, decimals)).collect::<Vec<_>>();
    let fits = |words: &Vec<String>| words.iter().all(|word| width(word, em) <= room);
    [1, 0].map(words).into_iter().find(fits).unwrap_or_default()
}

/// The whole number in a label, with either minus sign.
pub(super) fn whole_number(label: &str) -> Option<i64> {
    label.replace('−', "-").parse().ok()
}

/// The label with a true minus sign if it is a whole number; other labels stay unchanged.
pub(super) fn with_true_minus(label: &str) -> String {
    if whole_number(label).is_some() { crate::text::true_minus(label) } else { label.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_font_has_widths() {
        let (narrow, wide) = (width("ill", 12.0), width("WMW", 12.0));
        assert!(narrow > 5.0 && wide > 2.0 * narrow, "{narrow} {wide}");
    }

    #[test]
    fn clean_removes_unsafe_characters() {
        assert_eq!(clean("a\u{0}b\n\tc \u{202E}d\u{FFFF}"), "ab c d");
    }

    #[test]
    fn long_texts_are_shortened_to_fit() {
        let long = "x".repeat(200);
        let short = shorten(&long, 12.0, 80.0);
        assert!(short.ends_with('…') && width(&short, 12.0) <= 80.0 && width(&short, 12.0) > 65.0);
        assert_eq!(shorten(&long, 12.0, 1.0), "");
        assert_eq!(wrap("Very Hurt", 12.0, 40.0, 2), ["Very", "Hurt"]);
    }

    #[test]
    fn percentages_near_0_and_100_are_not_rounded_away() {
        assert_eq!(["0", "<1", "50", ">99", "100"], [0.0, 0.0003, 0.5, 0.9999, 1.0].map(|x| percent(x, 0)));
        assert_eq!(number(-0.01, 1), "0.0");
    }
}
