//! Formats figures for people: rounded to their precision, and never displayed as 0 unless they are exactly 0.
//!
//! Uses the true minus sign. Data files have the plain numbers.

use super::Unit;
use crate::stats::Estimate;

pub use super::thousands;

/// Decimals of an exact figure that is not a rate.
const EXACT_DECIMALS: usize = 2;
/// Decimals of an exact rate. Rates are usually below 1.
const RATE_DECIMALS: usize = 4;
/// Maximum number of decimals of an exact probability near 0 or 100 %. If they are not enough, it is displayed with `<`
/// or `>`.
const MAX_DECIMALS: usize = 6;
/// Odds of less than 1 in this number are displayed as `fewer than`.
const MAX_ODDS: f64 = 1e9;
/// Maximum number of decimals of an exact difference. If they are not enough, it is displayed as 0.
const MAX_DIFFERENCE_DECIMALS: usize = 12;
/// If the middle of an interval differs from the figure by more than this fraction of its half-width, the ends of the
/// interval are displayed.
const MAX_SKEW: f64 = 0.1;

/// A figure with its unit and precision: `38.27 %`, `56.10 % ± 0.10`, `3.82 ± 0.01 rounds`, `0 % (at most 0.0004 %)`.
pub fn figure(estimate: &Estimate, unit: Unit) -> String {
    figure_with_interval(estimate, unit, &unit.suffix())
}

/// Like [`figure`], but with no unit other than percent: `3.82 ± 0.01`.
pub fn without_unit(estimate: &Estimate, unit: Unit) -> String {
    figure_with_interval(estimate, unit, if unit == Unit::Probability { " %" } else { "" })
}

/// A figure with its unit, rounded to its precision: `56.1 %`, `3.82 rounds`. A share without any counted trial is
/// displayed as its upper bound: `≤ 0.0004 %`.
pub fn short(estimate: &Estimate, unit: Unit) -> String {
    plain_number(estimate, unit, MAX_DECIMALS) + &unit.suffix()
}

/// A figure without its unit, for tables whose heading names the unit; probabilities are in percent. An exact chance
/// too near 0 or 100 % for two decimals is `< 0.01` or `> 99.99`.
pub fn bare(estimate: &Estimate, unit: Unit) -> String {
    plain_number(estimate, unit, EXACT_DECIMALS)
}

/// Like [`bare`], but with the interval of simulated figures: `55.9 ± 0.7`, `≤ 0.02`, `0.015 (0.003 to 0.044)`.
pub fn bare_with_interval(estimate: &Estimate, unit: Unit) -> String {
    match one_sided_end(estimate, unit) {
        None if !estimate.is_exact() => figure_with_interval(estimate, unit, ""),
        _ => bare(estimate, unit),
    }
}

/// The widest interval of the estimates: `± 0.7`. It is in percentage points for probabilities. `None` if no interval
/// is wider than 0.
pub fn widest_interval<'e>(estimates: impl IntoIterator<Item = &'e Estimate>, unit: Unit) -> Option<String> {
    let half = |estimate: &Estimate| estimate.interval().map(|(low, high)| (high - low) / 2.0 * scale(unit));
    let widest = estimates.into_iter().filter_map(half).filter(|half| half.is_finite()).reduce(f64::max)?;
    (widest > 0.0).then(|| format!("± {widest:.*}", justified_decimals(widest)))
}

/// A figure without its unit. Probabilities near 0 or 100 % have at most `most` decimals.
fn plain_number(estimate: &Estimate, unit: Unit, most: usize) -> String {
    let value = estimate.value * scale(unit);
    if value.is_nan() {
        return "unknown".to_owned();
    }
    match one_sided_end(estimate, unit) {
        Some(OneSided::AtMost(end)) => return format!("≤ {end}"),
        Some(OneSided::AtLeast(end)) => return format!("≥ {end}"),
        None => {}
    }
    let decimals = decimals(estimate, unit);
    match unit {
        Unit::Probability => format_percent(
            value,
            decimals,
            max_decimals(estimate, decimals, most),
            estimate.bound().unwrap_or(0.0) * 100.0,
        ),
        _ if estimate.is_exact() && value.fract() == 0.0 => fixed(value, 0),
        _ => fixed(value, decimals),
    }
}

/// A probability in percent with at most one decimal and no percent sign, for long lists: `37.9`, `< 0.1`.
pub fn compact(estimate: &Estimate) -> String {
    if estimate.value.is_nan() {
        return "unknown".to_owned();
    }
    let decimals = decimals(estimate, Unit::Probability).min(1);
    format_percent(estimate.value * 100.0, decimals, decimals, estimate.bound().unwrap_or(0.0) * 100.0)
}

/// A signed difference with its precision: `+2.31 ± 0.10`, `−0.02 ± 0.10 (not resolved)`. Differences of probabilities
/// are in percentage points.
///
/// `resolved` is false if the difference may be due to chance: see `Difference::resolved` in `study`.
pub fn difference(estimate: &Estimate, unit: Unit, resolved: bool) -> String {
    let note = if is_unresolved(estimate, unit, resolved) { " (not resolved)" } else { "" };
    sized_difference(estimate, unit, resolved) + note
}

/// Whether [`difference`] adds "(not resolved)". It leaves the note out if the difference has no precision to report,
/// or is displayed as 0.
pub fn is_unresolved(estimate: &Estimate, unit: Unit, resolved: bool) -> bool {
    let says_how_far_to_trust_it = match estimate.interval() {
        Some((low, high)) => low < high && (high - low).is_finite(),
        None => !error_note(estimate.bound().unwrap_or(0.0) * scale(unit)).is_empty(),
    };
    !resolved && !estimate.value.is_nan() && says_how_far_to_trust_it
}

/// A signed difference with its precision, without a note.
fn sized_difference(estimate: &Estimate, unit: Unit, resolved: bool) -> String {
    let value = estimate.value * scale(unit);
    if value.is_nan() {
        return "unknown".to_owned();
    }
    let Some((low, high)) = estimate.interval() else {
        return exact_difference(estimate, unit, resolved);
    };
    let half = (high - low) / 2.0 * scale(unit);
    if !half.is_finite() {
        return format!("{} ({})", signed(value, 0), unknown_spread(estimate));
    }
    if half == 0.0 {
        return if value == 0.0 { "0 (the same in every trial)".to_owned() } else { signed(value, EXACT_DECIMALS) };
    }
    let decimals = justified_decimals(half);
    format!("{} ± {half:.decimals$}", signed(value, decimals))
}

/// A difference in words: `4.03 points more`, `0.35 rounds fewer`, `2.31 points less (95 % between 2.21 and 2.41)`.
pub fn change(estimate: &Estimate, unit: Unit) -> String {
    let size = |value: f64| value.abs() * scale(unit);
    let what = unit.suffix_of_change();
    let way = match unit {
        _ if estimate.value >= 0.0 => "more",
        Unit::Probability => "less",
        _ => "fewer",
    };
    let ends = estimate.interval().map(|(low, high)| (size(low), size(high), (size(high) - size(low)).abs() / 2.0));
    match ends.filter(|(.., half)| *half > 0.0 && half.is_finite()) {
        None if estimate.value == 0.0 => "no difference".to_owned(),
        None => {
            let size = size(estimate.value);
            format!("{}{what} {way}", fixed(size, shown_decimals(size, exact_decimals(unit))))
        }
        Some((one, other, half)) => {
            let decimals = justified_decimals(half);
            let shown = |value: f64| fixed(value, decimals);
            let (low, high) = (shown(one.min(other)), shown(one.max(other)));
            format!("{}{what} {way} (95 % between {low} and {high})", shown(size(estimate.value)))
        }
    }
}

/// The odds of a small chance as `1 in n`, with as many digits as its precision justifies. Returns the text before the
/// 1, and n: `about` 7,000 (2,000 to 30,000); `fewer than` 1,000,000.
pub fn one_in(chance: &Estimate) -> (&'static str, String) {
    let (low, high) = chance.ends();
    if low <= 0.0 {
        return ("fewer than ", thousands(round_significant((1.0 / high).min(MAX_ODDS), 1, f64::floor)));
    }
    let apart = high / low - 1.0;
    let digits = if apart > 0.0 { (1.0 - apart.log10().floor()).clamp(1.0, 15.0) as usize } else { 15 };
    let shown = |chance: f64| thousands(round_significant(1.0 / chance, digits, f64::round));
    let (number, ends) = (shown(chance.value), [shown(high), shown(low)]);
    match chance.is_exact() || ends.iter().all(|end| *end == number) {
        true if digits > 2 || !chance.is_exact() => ("", number),
        true => ("about ", number),
        false => ("about ", format!("{number} ({} to {})", ends[0], ends[1])),
    }
}

/// Rounds a number of 1 or more to `digits` significant digits, with `round`.
fn round_significant(number: f64, digits: usize, round: fn(f64) -> f64) -> u64 {
    let step = 10f64.powf((number.log10().floor() + 1.0 - digits as f64).max(0.0));
    (round(number / step) * step) as u64
}

/// A plain number, with two decimals unless it is whole.
pub fn plain(value: f64) -> String {
    if value.fract() == 0.0 { fixed(value, 0) } else { fixed(value, EXACT_DECIMALS) }
}

/// The only end of an interval that extends to 0 or 100 %.
enum OneSided {
    AtMost(String),
    AtLeast(String),
}

/// The factor between a value and its display: 100 for percentages.
fn scale(unit: Unit) -> f64 {
    if unit == Unit::Probability { 100.0 } else { 1.0 }
}

/// The number of decimals of an exact figure.
fn exact_decimals(unit: Unit) -> usize {
    if unit == Unit::PerRound { RATE_DECIMALS } else { EXACT_DECIMALS }
}

/// A figure with its interval or error bound, followed by `suffix`.
fn figure_with_interval(estimate: &Estimate, unit: Unit, suffix: &str) -> String {
    let number = plain_number(estimate, unit, MAX_DECIMALS);
    if estimate.value.is_nan() {
        return number;
    }
    let Some((low, high)) = estimate.interval() else {
        return format!("{number}{suffix}{}", error_note(estimate.bound().unwrap_or(0.0) * scale(unit)));
    };
    let value = estimate.value * scale(unit);
    let (low, high) = (low * scale(unit), high * scale(unit));
    let half = (high - low) / 2.0;
    match one_sided_end(estimate, unit) {
        Some(OneSided::AtMost(end)) => return format!("0 % (at most {end} %)"),
        Some(OneSided::AtLeast(end)) => return format!("100 % (at least {end} %)"),
        None => {}
    }
    if !half.is_finite() {
        return format!("{number}{suffix} ({})", unknown_spread(estimate));
    }
    if half == 0.0 {
        return number + suffix;
    }
    let decimals = if low.fract() == 0.0 && high.fract() == 0.0 { 0 } else { justified_decimals(half) };
    if (value - f64::midpoint(low, high)).abs() > MAX_SKEW * half {
        return format!("{number}{suffix} ({} to {})", fixed(low, decimals), fixed(high, decimals));
    }
    match unit {
        Unit::Probability => format!("{number}{suffix} ± {half:.decimals$}"),
        _ => format!("{number} ± {half:.decimals$}{suffix}"),
    }
}

/// The number of decimals that a half-width justifies, by the rule of the Particle Data Group (Review of Particle
/// Physics, introduction, "Rounding"): two digits of the half-width if they are below 35 or if it rounds up to the next
/// power of ten, otherwise one.
fn justified_decimals(half: f64) -> usize {
    let power = half.log10().floor();
    let leading = half / 10f64.powf(power);
    let decimals = if leading < 3.545 { 1.0 - power } else { -power };
    decimals.clamp(0.0, 12.0) as usize
}

/// The number of decimals of a figure.
fn decimals(estimate: &Estimate, unit: Unit) -> usize {
    let (low, high) = estimate.interval().unwrap_or_default();
    let half = estimate.bound().unwrap_or((high - low) / 2.0);
    let whole = estimate.value.fract() == 0.0 && (estimate.is_quantile() || estimate.half_width().is_infinite());
    match half * scale(unit) {
        half if whole || (half.is_infinite() && estimate.trials() < Some(2)) => 0,
        half if half.is_infinite() => exact_decimals(unit),
        half if half > 0.0 && estimate.is_exact() => justified_decimals(half).min(exact_decimals(unit)),
        half if half > 0.0 => justified_decimals(half),
        _ => exact_decimals(unit),
    }
}

/// Maximum number of decimals for a probability near 0 or 100 %. A simulated one has `decimals`. An exact one has as
/// many as its error bound justifies, from `decimals` to `most`.
fn max_decimals(estimate: &Estimate, decimals: usize, most: usize) -> usize {
    match estimate.bound() {
        Some(bound) if bound > 0.0 => justified_decimals(bound * 100.0).min(most).max(decimals),
        Some(_) => most,
        None => decimals,
    }
}

/// A percentage with an error of at most `bound`. It is printed as 0 or 100 only if it is exactly that: see
/// [`Estimate::exact_share`].
fn format_percent(value: f64, decimals: usize, most: usize, bound: f64) -> String {
    let rest = 100.0 - value;
    if value <= 0.0 {
        return "0".to_owned();
    }
    if rest <= 0.0 {
        return "100".to_owned();
    }
    let distance = value.min(rest);
    if distance >= 0.5 * 10f64.powi(-(decimals as i32)) {
        return fixed(value, decimals);
    }
    let needed = (1.0 - distance.log10().floor()) as usize;
    if needed <= most {
        return fixed(value, needed);
    }
    let step = 10f64.powi(-(most as i32));
    let reach = distance + bound;
    if reach > step {
        return if value < rest {
            format!("≤ {}", round_up_to_digit(reach))
        } else {
            format!("≥ {}", round_down_below_100(100.0 - reach))
        };
    }
    if value < rest { format!("< {step:.most$}") } else { format!("> {:.most$}", 100.0 - step) }
}

/// The reason why a figure has no interval. If all trials had the same result, nothing is known about their spread.
fn unknown_spread(estimate: &Estimate) -> &'static str {
    match estimate.trials() {
        trials if trials < Some(2) => "too few trials",
        _ if estimate.is_ratio() && estimate.value == 0.0 => "in no trial",
        _ => "the same in every trial",
    }
}

/// The only end of the interval of a share, if it counts no trial or every trial; else `None`.
fn one_sided_end(estimate: &Estimate, unit: Unit) -> Option<OneSided> {
    let (low, high) = estimate.interval().filter(|_| estimate.is_share() && unit == Unit::Probability)?;
    match estimate.value {
        value if value <= 0.0 => Some(OneSided::AtMost(round_up_to_digit(high * 100.0))),
        value if value >= 1.0 => Some(OneSided::AtLeast(round_down_below_100(low * 100.0))),
        _ => None,
    }
}

/// Rounds a small positive number up to one significant digit.
fn round_up_to_digit(value: f64) -> String {
    let decimals = (-value.log10().floor()).clamp(0.0, 12.0);
    let step = 10f64.powf(decimals);
    // A tiny amount is subtracted first, so that 7.000000001 × 10⁻ᵏ does not become 8.
    format!("{:.*}", decimals as usize, (value * step - 1e-9).ceil() / step)
}

/// Rounds a percentage below 100 down, to one significant digit of its distance from 100.
fn round_down_below_100(value: f64) -> String {
    let decimals = (-(100.0 - value).log10().floor()).clamp(0.0, 12.0);
    let step = 10f64.powf(decimals);
    format!("{:.*}", decimals as usize, (value * step + 1e-9).floor() / step)
}

/// The note on the error of an exact figure; empty if the error is too small to be visible.
fn error_note(bound: f64) -> String {
    if bound >= 0.5 * 10f64.powi(-(EXACT_DECIMALS as i32)) {
        format!(" (error at most {})", round_up_to_digit(bound))
    } else {
        String::new()
    }
}

/// An exact difference with its sign. If its error is large enough to be visible, a note says how large it can be.
/// Otherwise, the difference is "0" unless `resolved` is true.
fn exact_difference(estimate: &Estimate, unit: Unit, resolved: bool) -> String {
    let value = estimate.value * scale(unit);
    let note = error_note(estimate.bound().unwrap_or(0.0) * scale(unit));
    if !note.is_empty() {
        return signed(value, EXACT_DECIMALS) + &note;
    }
    if !resolved {
        return "0".to_owned();
    }
    signed(value, shown_decimals(value, exact_decimals(unit)))
}

/// The number of decimals of an exact number: `usual`, or as many as its first two digits need if it is smaller. A
/// number too close to 0 for that has `usual` decimals.
fn shown_decimals(value: f64, usual: usize) -> usize {
    let size = value.abs();
    match (1.0 - size.log10().floor()) as usize {
        _ if size >= 0.5 * 10f64.powi(-(usual as i32)) => usual,
        needed if needed <= MAX_DIFFERENCE_DECIMALS => needed,
        _ => usual,
    }
}

/// Formats a number with the true minus sign; without a sign if it is displayed as zero.
pub fn fixed(value: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", value.abs());
    let is_nought = !digits.contains(|digit: char| ('1'..='9').contains(&digit));
    if value < 0.0 && !is_nought { format!("−{digits}") } else { digits }
}

/// Like [`fixed`], with a plus sign if the number is displayed as positive.
pub fn signed(value: f64, decimals: usize) -> String {
    let digits = fixed(value, decimals);
    let is_positive = digits.contains(|digit: char| ('1'..='9').contains(&digit)) && value > 0.0;
    if is_positive { format!("+{digits}") } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Sampling;
    use crate::stats::TargetWidth;

    const P: Unit = Unit::Probability;

    fn paired(value: f64, half: f64) -> Estimate {
        Estimate::sampled(Sampling::Paired, (value, value - half, value + half), 1000)
    }

    #[test]
    fn exact_probabilities_have_two_decimals_and_no_interval() {
        let cases = [
            (31.0 / 81.0, "38.27 %"),
            (0.0, "0 %"),
            (1.0, "100 %"),
            (1.0 - 2e-16, "> 99.999999 %"),
            (0.000_03, "0.0030 %"),
            (3.4e-6, "0.00034 %"),
            (1e-12, "< 0.000001 %"),
            (0.999_996_6, "99.99966 %"),
            (1.0 - 1e-10, "> 99.999999 %"),
        ];
        for (value, words) in cases {
            assert_eq!(figure(&Estimate::exact(value, 1e-15), P), words);
        }
    }

    #[test]
    fn coarse_error_bound_reduces_digits() {
        assert_eq!(figure(&Estimate::exact(0.561_234, 0.002), P), "56.12 % (error at most 0.2)");
        assert_eq!(figure(&Estimate::exact(0.561_234, 0.004), P), "56.1 % (error at most 0.4)");
        assert_eq!(figure(&Estimate::exact(1e-6, 1e-4), P), "≤ 0.02 % (error at most 0.01)");
    }

    #[test]
    fn simulated_probabilities_match_their_precision() {
        assert_eq!(figure(&Estimate::share(561_000, 1_000_000), P), "56.10 % ± 0.10");
        assert_eq!(figure(&Estimate::share(5_610, 10_000), P), "56.1 % ± 1.0");
        assert_eq!(short(&Estimate::share(56_123, 100_000), P), "56.12 %");
        assert_eq!(figure(&Estimate::share(0, 1_000_000), P), "0 % (at most 0.0004 %)");
        assert_eq!(short(&Estimate::share(0, 1_000_000), P), "≤ 0.0004 %");
        assert_eq!(figure(&Estimate::share(1_000_000, 1_000_000), P), "100 % (at least 99.9996 %)");
        assert_eq!(figure(&Estimate::share(3, 1_000_000), P), "0.0003 % (0.0001 to 0.0009)");
        assert_eq!(figure(&Estimate::share(0, 0), P), "unknown");
    }

    #[test]
    fn counted_shares_are_never_displayed_as_0_or_100() {
        for trials in [7, 30, 1000, 123_457, 10_000_000_000] {
            for count in [1, 2, 5, trials - 1] {
                let words = short(&Estimate::share(count, trials), P);
                assert!(words.contains(|digit: char| ('1'..='9').contains(&digit)), "{count}/{trials}: {words}");
                assert_ne!(words.split(['.', ' ']).next(), Some("100"), "{count}/{trials}: {words}");
            }
        }
    }

    #[test]
    fn means_and_quantiles_have_intervals() {
        assert_eq!(figure(&Estimate::mean(382_000, 1_900_000, 100_000), Unit::Rounds), "3.820 ± 0.013 rounds");
        assert_eq!(figure(&Estimate::mean(3, 9, 1), Unit::Rounds), "3 rounds (too few trials)");
        assert_eq!(figure(&Estimate::mean(3000, 9000, 1000), Unit::Rounds), "3 rounds (the same in every trial)");
        let never = Estimate::ratio((0, 0), 0, (3000, 9500), 1000);
        assert_eq!(figure(&never, P), "0 % (in no trial)");
        assert_eq!(figure(&never.with_sequence_interval(TargetWidth::Unset), P), "0 % (in no trial)");
        assert_eq!(
            figure(&Estimate::share(0, 1_000).with_sequence_interval(TargetWidth::Unset), P),
            "0 % (at most 0.7 %)"
        );
        assert_eq!(figure(&Estimate::exact(3.8167, 1e-12), Unit::Rounds), "3.82 rounds");
        assert_eq!(figure(&Estimate::exact(-1.5, 0.0), Unit::Levels), "−1.50 levels");
        let median = Estimate::sampled(Sampling::Quantile, (3.0, 3.0, 4.0), 100);
        assert_eq!(figure(&median, Unit::Rounds), "3 rounds (3 to 4)");
    }

    #[test]
    fn differences_are_signed_and_marked_if_not_resolved() {
        let resolved = |estimate: &Estimate| difference(estimate, P, true);
        let unresolved = |estimate: &Estimate| difference(estimate, P, false);
        assert_eq!(resolved(&paired(0.0231, 0.001)), "+2.31 ± 0.10");
        assert_eq!(unresolved(&paired(0.0231, 0.001)), "+2.31 ± 0.10 (not resolved)");
        assert_eq!(unresolved(&paired(-0.0002, 0.001)), "−0.02 ± 0.10 (not resolved)");
        assert_eq!(unresolved(&paired(0.000_01, 0.001)), "0.00 ± 0.10 (not resolved)");
        assert_eq!(unresolved(&Estimate::paired(0, 0, 1000)), "0 (the same in every trial)");
        assert_eq!(unresolved(&Estimate::paired(1, 1, 1)), "+100 (too few trials)");
        assert_eq!(resolved(&Estimate::exact(-0.0123, 1e-15)), "−1.23");
        assert_eq!(unresolved(&Estimate::exact(1e-16, 1e-15)), "0");
        assert_eq!(unresolved(&Estimate::exact(0.01, 0.02)), "+1.00 (error at most 2) (not resolved)");
        assert_eq!(resolved(&Estimate::exact(-1.2e-10, 1e-15)), "−0.000000012");
        assert_eq!(resolved(&Estimate::exact(-1e-15, 1e-16)), "0.00");
        assert_eq!(resolved(&Estimate::exact(0.000_002, 1e-15)), "+0.00020");
    }

    #[test]
    fn compact_figures_and_thousands_match() {
        assert_eq!(compact(&Estimate::exact(0.379, 0.0)), "37.9");
        assert_eq!(compact(&Estimate::exact(0.0001, 0.0)), "< 0.1");
        assert_eq!(compact(&Estimate::exact(0.9999, 0.0)), "> 99.9");
        assert_eq!(compact(&Estimate::share(30, 100)), "30");
        assert_eq!(
            [thousands(0), thousands(999), thousands(1_000), thousands(12_345_678)],
            ["0", "999", "1,000", "12,345,678"]
        );
    }
}
