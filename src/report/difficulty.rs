//! Rates the difficulty of a fight for the first side in a word. The limits of the words are defined only here.

use super::formats::paint::Tone;
use crate::stats::Estimate;
use crate::subject::capitalized;

/// A word for the difficulty of fights, with the limits that they must meet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DifficultyLabel {
    pub word: &'static str,
    /// Minimum share of fights that the side wins.
    pub wins: f64,
    /// Maximum share of fights in which a member of the side is left for dead.
    pub left_for_dead: f64,
    /// The color of the word: good news, doubtful or bad.
    pub tone: Tone,
}

/// The words, from the mildest to the worst. They are this program's own: no source says when a fight is fair.
pub const LABELS: [DifficultyLabel; 4] = [
    DifficultyLabel { word: "easy", wins: 0.95, left_for_dead: 0.02, tone: Tone::Good },
    DifficultyLabel { word: "fair", wins: 0.80, left_for_dead: 0.10, tone: Tone::Good },
    DifficultyLabel { word: "hard", wins: 0.50, left_for_dead: 0.30, tone: Tone::Doubtful },
    DifficultyLabel { word: "deadly", wins: 0.0, left_for_dead: 1.0, tone: Tone::Bad },
];

/// The mildest and the worst word that the intervals of the figures allow; both are equal if the figures are precise
/// enough.
pub fn labels(wins: &Estimate, left_for_dead: &Estimate) -> (DifficultyLabel, DifficultyLabel) {
    let (wins, left_for_dead) = (wins.ends(), left_for_dead.ends());
    (label(wins.1, left_for_dead.0), label(wins.0, left_for_dead.1))
}

/// The limits of all words in one sentence.
pub fn cut_points() -> String {
    let per_cent = |share: f64| format!("{:.0}\u{a0}%", share * 100.0);
    let [first, others @ .., last] = LABELS;
    let words = |one: &DifficultyLabel, between: &str| {
        format!("{}: {}{between}{}", one.word, per_cent(one.wins), per_cent(one.left_for_dead))
    };
    let first = words(&first, " of fights won or more, a member left for dead in at most ");
    let others: Vec<String> = others.iter().map(|one| words(one, " and ")).collect();
    format!("{}; {}; {}: anything worse.", capitalized(&first), others.join("; "), last.word)
}

fn label(wins: f64, left_for_dead: f64) -> DifficultyLabel {
    let found = LABELS.into_iter().find(|one| wins >= one.wins && left_for_dead <= one.left_for_dead);
    found.unwrap_or(LABELS[LABELS.len() - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(wins: &Estimate, left_for_dead: &Estimate) -> (&'static str, &'static str) {
        let (mild, bad) = labels(wins, left_for_dead);
        (mild.word, bad.word)
    }

    fn label(wins: f64, left_for_dead: f64) -> &'static str {
        let exact = |value| Estimate::exact(value, 0.0);
        words(&exact(wins), &exact(left_for_dead)).0
    }

    #[test]
    fn label_follows_the_worse_figure() {
        assert_eq!(label(1.0, 0.0), "easy");
        assert_eq!(label(0.95, 0.02), "easy");
        assert_eq!(label(0.95, 0.021), "fair");
        assert_eq!(label(0.949, 0.0), "fair");
        assert_eq!(label(0.99, 0.2), "hard");
        assert_eq!(label(0.5, 0.3), "hard");
        assert_eq!(label(0.499, 0.0), "deadly");
        assert_eq!(label(0.99, 0.31), "deadly");
    }

    #[test]
    fn uncertain_figures_have_two_labels() {
        // The interval of 950 in 1,000 is 93.5 to 96.2 %.
        assert_eq!(words(&Estimate::share(950, 1000), &Estimate::share(0, 1000)), ("easy", "fair"));
        assert_eq!(words(&Estimate::share(900, 1000), &Estimate::share(0, 1000)), ("fair", "fair"));
    }

    #[test]
    fn labels_are_ordered_from_mild_to_bad() {
        assert!(
            LABELS.windows(2).all(|pair| pair[0].wins > pair[1].wins && pair[0].left_for_dead < pair[1].left_for_dead)
        );
    }
}
