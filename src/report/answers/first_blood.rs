//! A line about first blood, and how often it decides the fight.

use super::super::number;
use crate::measure::id;
use crate::stats::Estimate;
use crate::study::{Cell, Figure, Unit};

/// The measures that the line summarizes.
pub const FIGURES: [&str; 2] = [id::FIRST_BLOOD, id::FIRST_BLOOD_AND_WIN];

/// Each side's chance of drawing first blood, and the chance that the side which draws it wins. `None` for anything but
/// fights, or if neither side draws it alone.
pub fn words(cell: &Cell) -> Option<String> {
    let of = |name: &str| cell.figures.iter().filter(|figure| figure.name() == name).collect::<Vec<_>>();
    let [drawn, won] = FIGURES.map(of);
    let sum = |figures: &[&Figure]| figures.iter().map(|figure| figure.estimate.value).sum::<f64>();
    let of_all = sum(&drawn);
    if drawn.is_empty() || of_all <= 0.0 {
        return None;
    }
    let decided = match drawn[0].estimate.trials() {
        Some(trials) => {
            let count = |share: f64| (share * trials as f64).round() as u64;
            Estimate::share(count(sum(&won)), count(of_all))
        }
        None => Estimate::exact(sum(&won) / of_all, drawn[0].estimate.bound().unwrap_or(0.0) / of_all),
    };
    let sides = drawn.iter().map(|figure| format!("{} {}", figure.subject, number::compact(&figure.estimate)));
    let wins = number::figure(&decided, Unit::Probability);
    let widest = number::widest_interval(drawn.iter().map(|figure| &figure.estimate), Unit::Probability);
    let widest = widest.map(|widest| format!(" ({widest} at most)")).unwrap_or_default();
    Some(format!("{} %{widest}; the side that draws it wins {wins}", sides.collect::<Vec<_>>().join(" · ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    fn blood(estimates: [[Estimate; 2]; 2]) -> Cell {
        let mut cell = fixture::duel().cells.remove(0);
        for (side, estimates) in ["Snorri", "Brynhild"].into_iter().zip(estimates) {
            let figure = |(name, estimate)| fixture::figure(name, side, Unit::Probability, estimate);
            cell.figures.extend(FIGURES.into_iter().zip(estimates).map(figure));
        }
        cell
    }

    #[test]
    fn line_reports_wins_after_first_blood() {
        let exact = [[0.5, 0.4], [0.3, 0.2]].map(|pair| pair.map(|value| Estimate::exact(value, 1e-12)));
        assert_eq!(words(&blood(exact)).unwrap(), "Snorri 50.0 · Brynhild 30.0 %; the side that draws it wins 75.00 %");
        let counted = [[5_000, 4_000], [3_000, 2_000]].map(|pair| pair.map(|n| Estimate::share(n, 10_000)));
        assert_eq!(
            words(&blood(counted)).unwrap(),
            "Snorri 50.0 · Brynhild 30.0 % (± 1.0 at most); the side that draws it wins 75.0 % ± 0.9"
        );
    }

    #[test]
    fn line_is_omitted_without_first_blood() {
        assert_eq!(words(&fixture::duel().cells[0]), None);
        assert_eq!(words(&blood([[Estimate::exact(0.0, 0.0); 2]; 2])), None);
    }
}
