//! Reactions of people: a situational roll whose degree has a name (A15: SRD 3.7, F93 4.9, LITE).

use super::machine::rolled_once;
use super::{Actor, Bands};
use crate::chance::Chance;

/// A reaction roll: a situational roll whose degrees have names.
#[derive(Debug, Clone, PartialEq)]
pub struct Reaction {
    actor: Actor,
    results: Bands,
}

/// The outcome of a reaction roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct ReactionOutcome {
    pub degree: i32,
    /// The index of the degree's band in the results.
    pub result: u16,
}

impl Reaction {
    /// A roll of `actor`, named by `results`. Each band of `results` starts at a degree, not at a margin.
    pub fn new(actor: Actor, results: Bands) -> Self {
        Self { actor, results }
    }

    /// The dice and modifiers; there is no trait.
    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    /// The named bands of degrees.
    pub fn results(&self) -> &Bands {
        &self.results
    }

    #[inline]
    pub fn roll(&self, chance: &mut dyn Chance) -> ReactionOutcome {
        let degree = self.actor.degree(self.actor.base() + self.actor.roll_natural(0, chance));
        ReactionOutcome { degree, result: self.results.index(degree) }
    }

    /// All possible outcomes, possibly with repeats.
    pub fn possible(&self) -> impl Iterator<Item = ReactionOutcome> {
        let outcome = |degree| ReactionOutcome { degree, result: self.results.index(degree) };
        self.actor.possible_degrees().map(outcome)
    }
}

rolled_once!(Reaction => ReactionOutcome);

impl Bands {
    /// Results for requests: no help at Mediocre or less, mild help at Fair, good help from Good up (SRD 3.7, F93 4.9).
    pub fn helpfulness() -> Self {
        Self::of(&["no help", "mild help", "good help"], &[0, 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Script;
    use crate::dice::Dice;

    fn word(reaction: &Reaction, natural: i32) -> String {
        let outcome = reaction.roll(&mut Script::new([natural]));
        reaction.results().name(outcome.result).unwrap().to_owned()
    }

    /// A15, LITE: a single Fudge die determines a person's attitude.
    #[test]
    fn single_fudge_die_has_three_reactions() {
        let results = Bands::of(&["hostile", "indifferent", "friendly"], &[0, 1]);
        let reaction = Reaction::new(Actor::new(None, 0, Dice::parse("1dF").unwrap(), None).unwrap(), results);
        assert_eq!([-1, 0, 1].map(|natural| word(&reaction, natural)), ["hostile", "indifferent", "friendly"]);
    }

    /// A15, SRD 3.7.
    #[test]
    fn vegetable_seller_reactions_match_srd_example() {
        // SRD 3.7 and F93 4.9: the modifiers +1 +1 −2 cancel; Fair is mild help, Mediocre none, Good goes well.
        let actor = Actor::new(None, 0, Dice::parse("4dF").unwrap(), None).unwrap();
        let reaction = Reaction::new(actor, Bands::helpfulness());
        let words = [-4, -1, 0, 1, 4].map(|natural| word(&reaction, natural));
        assert_eq!(words, ["no help", "no help", "mild help", "good help", "good help"]);
    }
}
