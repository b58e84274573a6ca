//! Colors and markers that color-blind readers can tell apart.

use crate::measure::Levels;

/// Red, green and blue, 0 to 255.
pub(super) type Rgb = (u8, u8, u8);

pub(super) const WHITE: Rgb = (255, 255, 255);
/// The color of text.
pub(super) const INK: Rgb = (34, 40, 49);
/// The color of text on shades: darker than [`INK`], since contrast is scarce in the middle of the scale.
const BLACK: Rgb = (8, 10, 14);
/// The color of axis numbers and notes.
pub(super) const SOFT_INK: Rgb = (92, 99, 112);
pub(super) const AXIS: Rgb = (150, 157, 168);
pub(super) const GRID: Rgb = (229, 232, 237);
/// The color of missing values, and of fights that are still undecided.
pub(super) const NOTHING: Rgb = (240, 241, 244);

/// The colors that a page replaces by its own, with the names of its CSS variables for them. Text on shades keeps its
/// color.
pub(super) const THEME: [(Rgb, &str); 5] =
    [(INK, "ink"), (SOFT_INK, "soft"), (AXIS, "axis"), (GRID, "grid"), (NOTHING, "nothing")];

/// The colors of Okabe and Ito (2008), without yellow, which is too pale on white; ordered so that neighbors differ in
/// lightness.
const SERIES: [Rgb; 7] =
    [(0, 114, 178), (230, 159, 0), (0, 158, 115), (204, 121, 167), (213, 94, 0), (86, 180, 233), (70, 74, 82)];

/// The color of series `number`; colors repeat after 7.
pub(super) fn series(number: usize) -> Rgb {
    SERIES[number % SERIES.len()]
}

/// The shape that marks a series in addition to its color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marker {
    Disc,
    Square,
    Triangle,
    Diamond,
    Cross,
    Wedge,
}

/// The marker of series `number`. With 7 colors and 6 markers, pairs repeat only after 42.
pub(super) fn marker(number: usize) -> Marker {
    use Marker::*;
    [Disc, Square, Triangle, Diamond, Cross, Wedge][number % 6]
}

/// Blues from pale to dark (ColorBrewer), even in lightness and readable with any color vision.
const BLUES: [Rgb; 7] =
    [(247, 251, 255), (218, 232, 245), (182, 212, 233), (120, 181, 216), (62, 142, 196), (21, 96, 168), (8, 48, 107)];

/// The color of `share` (0 to 1) on a scale from pale to dark.
pub(super) fn scale(share: f64) -> Rgb {
    interpolate(&BLUES, share)
}

fn interpolate(colors: &[Rgb], share: f64) -> Rgb {
    let place = share.clamp(0.0, 1.0) * (colors.len() - 1) as f64;
    // NaN casts to 0; the clamp keeps everything else within the table.
    let low = (place as usize).min(colors.len() - 2);
    mix(colors[low], colors[low + 1], place - low as f64)
}

/// Colors from unhurt to badly hurt, for fighters still in action.
const FIT: [Rgb; 3] = [(222, 235, 247), (146, 197, 222), (62, 138, 190)];
/// Colors from out of action to dead: a different hue, and darker than every color of [`FIT`].
const OUT: [Rgb; 3] = [(200, 84, 10), (150, 50, 5), (98, 24, 6)];

/// Colors for fighters who left other than by wounds: different from all wound levels, and from each other when side by
/// side.
const EXITS: [Rgb; 4] = [(117, 88, 160), (188, 160, 210), (72, 50, 110), (150, 125, 170)];

/// The color of a wound level. Levels starting at `levels.count` are fighters who left other than by wounds. The color
/// depends on `levels` alone, so it is the same in every chart, even if some levels are not shown.
pub(super) fn wound(level: i64, levels: Levels) -> Rgb {
    let place = |number: i64, count: i64| if count > 1 { number as f64 / (count - 1) as f64 } else { 0.0 };
    if level >= levels.count {
        return EXITS[(level - levels.count) as usize % EXITS.len()];
    }
    match level - levels.out {
        beyond @ 0.. => interpolate(&OUT, place(beyond, levels.count - levels.out)),
        _ => interpolate(&FIT, place(level, levels.out)),
    }
}

/// Colors from brown through gray to blue (after ColorBrewer's PuOr and RdBu): below a half, and above.
const DIVERGING: [Rgb; 7] =
    [(127, 59, 8), (200, 108, 17), (246, 190, 119), (244, 244, 244), (160, 204, 228), (54, 132, 187), (14, 60, 116)];

/// The color of `share` (0 to 1) on a scale of two colors that meet at a half.
pub(super) fn diverging_scale(share: f64) -> Rgb {
    interpolate(&DIVERGING, share)
}

/// A mixture of two colors: `from` if `weight` is 0, `to` if it is 1.
pub(super) fn mix(from: Rgb, to: Rgb, weight: f64) -> Rgb {
    let between = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * weight).round() as u8;
    (between(from.0, to.0), between(from.1, to.1), between(from.2, to.2))
}

/// The text color with more contrast on `color` (WCAG 2).
pub(super) fn ink_on(color: Rgb) -> Rgb {
    let contrast = |ink: Rgb| {
        let (a, b) = (luminance(ink) + 0.05, luminance(color) + 0.05);
        (a / b).max(b / a)
    };
    if contrast(WHITE) > contrast(BLACK) { WHITE } else { BLACK }
}

/// Relative luminance (WCAG 2), 0 to 1.
fn luminance((r, g, b): Rgb) -> f64 {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_darkens_at_every_step() {
        let steps: Vec<f64> = (0..=60).map(|k| luminance(scale(f64::from(k) / 60.0))).collect();
        assert!(steps.windows(2).all(|pair| pair[1] < pair[0]));
    }

    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let (a, b) = (luminance(one) + 0.05, luminance(other) + 0.05);
        (a / b).max(b / a)
    }

    #[test]
    fn text_has_contrast_on_every_shade() {
        let fit = |share| interpolate(&FIT, share);
        let out = |share| interpolate(&OUT, share);
        for k in 0..=100 {
            let shades: [&dyn Fn(f64) -> Rgb; 4] = [&scale, &diverging_scale, &fit, &out];
            for shade in shades.map(|shade| shade(f64::from(k) / 100.0)) {
                assert!(contrast(ink_on(shade), shade) >= 4.0, "{k} %");
            }
        }
    }

    /// Each level is darker than the one before and distinguishable from it, even in gray; so is the first level out of
    /// action. The first case is the SRD's track: seven levels, four of them still in action.
    #[test]
    fn wound_levels_darken_and_differ() {
        for levels in [Levels { count: 7, out: 4 }, Levels { count: 9, out: 6 }, Levels { count: 3, out: 2 }] {
            let colors: Vec<Rgb> = (0..levels.count).map(|level| wound(level, levels)).collect();
            assert!(colors.windows(2).all(|pair| luminance(pair[1]) < luminance(pair[0])), "{colors:?}");
            assert!(colors.windows(2).all(|pair| contrast(pair[0], pair[1]) >= 1.15), "{colors:?}");
        }
    }
}
