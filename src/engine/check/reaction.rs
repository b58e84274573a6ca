//! Reactions of people met: a situational roll, named by its degree (A15: SRD 3.7, F93 4.9, LITE).

use super::machine::rolled_once;
use super::{Actor, Bands};
use crate::chance::Chance;

/// A reaction that is ready to be rolled.
#[derive(Debug, Clone, PartialEq)]
pub struct Reaction {
    actor: Actor,
    results: Bands,
}

/// What came of one reaction roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct ReactionOutcome {
    /// The rolled degree.
    pub degree: i32,
    /// The number of the result it is called by.
    pub result: u16,
}

impl Reaction {
    /// A roll of `actor`, the degree called by one of these results; a band starts at a degree here.
    pub fn new(actor: Actor, results: Bands) -> Self {
        Self { actor, results }
    }

    /// Who rolls: the dice and the modifiers, without a trait.
    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    /// The results, from the worst to the best.
    pub fn results(&self) -> &Bands {
        &self.results
    }

    /// Rolls it once.
    #[inline]
    pub fn roll(&self, chance: &mut dyn Chance) -> ReactionOutcome {
        let degree = self.actor.degree(self.actor.base() + self.actor.natural(0, chance));
        ReactionOutcome { degree, result: self.results.index(degree) }
    }

    /// Every outcome that this roll can have.
    pub fn possible(&self) -> impl Iterator<Item = ReactionOutcome> {
        let outcome = |degree| ReactionOutcome { degree, result: self.results.index(degree) };
        self.actor.possible_degrees().map(outcome)
    }
}

rolled_once!(Reaction => ReactionOutcome);

impl Bands {
    /// No help at Mediocre or less, mild help at Fair, good help from Good on (SRD 3.7, F93 4.9).
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

    /// A15, LITE: a single Fudge die says how somebody is disposed.
    #[test]
    fn one_fudge_die_decides() {
        let results = Bands::of(&["hostile", "indifferent", "friendly"], &[0, 1]);
        let reaction = Reaction::new(Actor::new(None, 0, Dice::parse("1dF").unwrap(), None).unwrap(), results);
        assert_eq!([-1, 0, 1].map(|natural| word(&reaction, natural)), ["hostile", "indifferent", "friendly"]);
    }

    /// A15, SRD 3.7.
    #[test]
    fn nathaniel_and_the_vegetable_seller() {
        // SRD 3.7 and F93 4.9: the modifiers +1 +1 −2 cancel; Fair is mild help, Mediocre none, Good goes well.
        let actor = Actor::new(None, 0, Dice::parse("4dF").unwrap(), None).unwrap();
        let reaction = Reaction::new(actor, Bands::helpfulness());
        let words = [-4, -1, 0, 1, 4].map(|natural| word(&reaction, natural));
        assert_eq!(words, ["no help", "no help", "mild help", "good help", "good help"]);
    }
}
