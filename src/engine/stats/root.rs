//! Finds the ends of intervals.

/// Smallest chance that is searched; the end of an interval below it becomes 0.
const MIN_CHANCE: f64 = 1e-200;
/// Precision of the end of an interval, relative to its distance from the estimate.
const PRECISION: f64 = 1e-12;
/// Maximum number of iterations in a row that do not move one side of the bracket. After that, the bracket is halved.
const MAX_STAYS: i32 = 8;
/// Maximum number of iterations. After that, the result is the outer side of the bracket, which is valid too.
const MAX_STEPS: u32 = 200;

/// The end of an interval: the chance at which `excess` rises above 0 on the way from `share`, or 0 or 1 if it does
/// not. The search begins with a step of `step`, which doubles each time; a negative step searches downward. `at_share`
/// is the value of `excess` at `share`, which must be below 0. Returns the outer side of the final bracket, to ten
/// digits.
pub(super) fn find_interval_end(excess: impl Fn(f64) -> f64, share: f64, at_share: f64, step: f64) -> f64 {
    let (least, most) = (MIN_CHANCE, 1.0f64.next_down());
    let (mut inner, mut step) = ((share, at_share), step);
    let mut outer = loop {
        let p = (share + step).clamp(least, most);
        let f = excess(p);
        if f >= 0.0 {
            break (p, f);
        }
        if p == least || p == most {
            return p.round();
        }
        inner = (p, f);
        step *= 2.0;
    };
    // Regula falsi. The value of a side that stays put twice is halved (the Illinois rule), so that both sides close
    // in.
    let mut stayed = 0i32;
    for _ in 0..MAX_STEPS {
        if (outer.0 - inner.0).abs() <= PRECISION * (outer.0 - share).abs() {
            break;
        }
        let guess = inner.0 - inner.1 * (outer.0 - inner.0) / (outer.1 - inner.1);
        let between = guess > inner.0.min(outer.0) && guess < inner.0.max(outer.0);
        let p = if between && stayed.abs() < MAX_STAYS { guess } else { f64::midpoint(inner.0, outer.0) };
        let f = excess(p);
        if f < 0.0 {
            inner = (p, f);
            stayed = stayed.max(0) + 1;
            outer.1 *= if stayed > 1 { 0.5 } else { 1.0 };
        } else {
            outer = (p, f);
            stayed = stayed.min(0) - 1;
            inner.1 *= if stayed < -1 { 0.5 } else { 1.0 };
        }
    }
    round_to_ten_digits(outer.0)
}

/// Rounds `p` or 1 − `p`, whichever is smaller, to ten digits. The last bits of logarithms differ between machines, and
/// the output must not.
fn round_to_ten_digits(p: f64) -> f64 {
    let ten_digits = |x: f64| format!("{x:.9e}").parse().unwrap_or(x);
    if p < 0.5 { ten_digits(p) } else { 1.0 - ten_digits(1.0 - p) }
}
