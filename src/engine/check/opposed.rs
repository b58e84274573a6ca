//! Opposed actions: two degrees compared (A8 to A11: SRD 3.5, F93 4.5, LITE, KAER).

use super::against::{ContestDice, Rivals};
use super::{Actor, Contestant, ContestantResult, Machine, Next, play};
use crate::chance::{Ask, Chance, Enumerator, Purpose};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::text::worded;

/// The side that wins if both have the same degree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ties {
    /// Neither side: the status quo remains (A8: SRD 3.5, F93 4.5).
    #[default]
    StatusQuo,
    /// The active side (A9: LITE).
    Active,
    /// The passive side.
    Passive,
}

impl Ties {
    /// The default rule for ties. If only one side rolls, it wins ties: the other side's trait is its difficulty, and
    /// meeting it succeeds (A11: SRD 3.5). Otherwise the status quo remains.
    ///
    /// ```
    /// use fudgelab::check::Ties;
    /// assert_eq!(Ties::by_default(true, false), Ties::Active);
    /// assert_eq!(Ties::by_default(true, true), Ties::StatusQuo);
    /// ```
    pub const fn by_default(active_rolls: bool, passive_rolls: bool) -> Self {
        match (active_rolls, passive_rolls) {
            (true, false) => Self::Active,
            (false, true) => Self::Passive,
            _ => Self::StatusQuo,
        }
    }
}

/// An opposed action: the active side tries something that the passive side resists.
#[derive(Debug, Clone, PartialEq)]
pub struct Opposed {
    /// The active side, then the passive one.
    sides: [Contestant; 2],
    ties: Ties,
    /// For each possible degree of the passive side, in ascending order, the active side with the dice that it rolls
    /// against this degree. Empty if its dice do not depend on the degree.
    answers: Vec<(i32, Actor)>,
}

worded! {
    /// The decision between the two sides, from the active side's view.
    #[derive(PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
    Decision.word {
        Win = "win",
        /// Both have the same degree, and the status quo remains.
        Tie = "tie",
        Lose = "lose",
        /// Neither side wins: the one that would have won missed its minimum (A10).
        None = "none",
    }
}

/// The result of an opposed action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct OpposedResult {
    /// The active side's degree − the passive side's, whichever side wins.
    pub relative: i32,
    pub standing: Decision,
    /// Fudge points spent by the active and the passive side.
    #[serde(default)]
    pub spent: [u8; 2],
}

impl Opposed {
    /// An action that `active` tries and `passive` resists.
    pub fn new(active: Contestant, passive: Contestant, ties: Ties) -> Self {
        Self { sides: [active, passive], ties, answers: Vec::new() }
    }

    /// A copy in which the active side rolls second, with dice that depend on the passive side's degree. `answer`
    /// receives the lowest degree with which the active side wins, and returns the active side's dice.
    ///
    /// # Errors
    /// If `answer` fails, or a side has Fudge points.
    pub fn with_reply_dice(self, answer: impl Fn(i32) -> Result<Dice>) -> Result<Self> {
        if self.has_luck() {
            return Err(Error::input("Fudge points cannot be spent on dice that use `need`")
                .with_help("leave `fudge_points` out, or include the effect of a point in the formula"));
        }
        let mut degrees: Vec<i32> = self.sides[1].actor.possible_degrees().collect();
        degrees.sort_unstable();
        degrees.dedup();
        let least = |degree: i32| {
            let above = degree + i32::from(self.ties != Ties::Active);
            self.sides[0].minimum.map_or(above, |minimum| minimum.max(above))
        };
        let answers =
            degrees.into_iter().map(|degree| Ok((degree, self.sides[0].actor.with_dice(answer(least(degree))?))));
        Ok(Self { answers: answers.collect::<Result<_>>()?, ..self })
    }

    /// The active side, then the passive one.
    pub fn sides(&self) -> &[Contestant; 2] {
        &self.sides
    }

    pub fn ties(&self) -> Ties {
        self.ties
    }

    /// Whether either side needs a minimum degree to win.
    pub fn has_minimum(&self) -> bool {
        self.sides.iter().any(|side| side.minimum.is_some())
    }

    /// Whether either side has Fudge points.
    pub fn has_luck(&self) -> bool {
        self.sides.iter().any(|side| side.luck.is_some())
    }

    /// All results possible without Fudge points; empty if either side can spend points.
    pub fn possible(&self) -> Vec<OpposedResult> {
        let mut possible = Vec::new();
        if !self.has_luck() {
            let roll = |chance: &mut Enumerator| play(self, chance, &mut |()| {}).end;
            Enumerator::default().run(roll, |result, _| possible.push(result));
        }
        possible
    }

    /// The results of the active side and the passive side.
    pub fn contestant_results(&self, contest_dice: &ContestDice) -> Vec<ContestantResult> {
        self.rivals().contestant_results(contest_dice)
    }

    fn rivals(&self) -> Rivals<'_, impl Fn(&[i32]) -> Option<usize>> {
        Rivals::new(&self.sides, |degrees: &[i32]| match self.decision(degrees[0], degrees[1]) {
            Decision::Win => Some(0),
            Decision::Lose => Some(1),
            Decision::Tie | Decision::None => None,
        })
    }

    fn result(&self, efforts: &[ContestantResult]) -> OpposedResult {
        let [active, passive] = [efforts[0], efforts[1]];
        OpposedResult {
            relative: active.degree - passive.degree,
            standing: self.decision(active.degree, passive.degree),
            spent: [active.spent, passive.spent],
        }
    }

    fn decision(&self, active: i32, passive: i32) -> Decision {
        let relative = active - passive;
        let active_wins = relative > 0 || relative == 0 && self.ties == Ties::Active;
        if relative == 0 && self.ties == Ties::StatusQuo {
            Decision::Tie
        } else if active_wins && self.sides[0].reaches_minimum(active) {
            Decision::Win
        } else if !active_wins && self.sides[1].reaches_minimum(passive) {
            Decision::Lose
        } else {
            Decision::None
        }
    }
}

/// The active side (number 0) rolls first, then the passive side (number 1). After that, Fudge points are spent. An
/// active side whose dice depend on the passive side's degree rolls second.
impl Machine for Opposed {
    type State = ContestDice;
    /// The side that rolls (0: active), whether it is a reroll, and an index in `answers`. The index is `None` unless
    /// the side's dice depend on the passive side's degree.
    type Question = (u16, bool, Option<usize>);
    /// The natural result.
    type Outcome = i32;
    type End = OpposedResult;
    type Event = ();

    fn start(&self) -> ContestDice {
        self.rivals().begin()
    }

    fn next(&self, contest_dice: &ContestDice, _: u32) -> Next<ContestDice, Self::Question, OpposedResult> {
        let rivals = self.rivals();
        match contest_dice.next_roller() {
            Some((0, again)) if !self.answers.is_empty() => match contest_dice.natural_of(1) {
                None => Next::Roll((1, again, None)),
                Some(_) => {
                    let passive = rivals.contestant_results(contest_dice)[1].degree;
                    let at = self.answers.partition_point(|(degree, _)| *degree < passive);
                    Next::Roll((0, again, Some(at.min(self.answers.len() - 1))))
                }
            },
            Some((who, again)) => Next::Roll((who, again, None)),
            None => rivals
                .after_purchases(contest_dice)
                .map_or_else(|| Next::End(self.result(&rivals.contestant_results(contest_dice))), Next::Become),
        }
    }

    fn roll(&self, &(who, again, answer): &Self::Question, chance: &mut dyn Chance, _: &mut dyn FnMut(())) -> i32 {
        let actor = answer.map_or(&self.sides[usize::from(who)].actor, |at| &self.answers[at].1);
        actor.roll_natural_for(Ask::against(who, again.into(), Purpose::Action), chance)
    }

    fn apply(&self, contest_dice: &mut ContestDice, &(who, ..): &Self::Question, natural: &i32) {
        contest_dice.record_natural(who, *natural);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Recorder, Script};
    use crate::check::Cap;
    use crate::dice::Dice;

    fn side(level: i32, dice: &str, minimum: Option<i32>) -> Contestant {
        let actor = Actor::new(Some(level), 0, Dice::parse(dice).unwrap(), None).unwrap();
        Contestant::new(actor, minimum).unwrap()
    }

    fn rolled(active: Contestant, passive: Contestant, ties: Ties, rolls: &[i32]) -> OpposedResult {
        let mut script = Script::new(rolls.iter().copied());
        let result = play(&Opposed::new(active, passive, ties), &mut script, &mut |()| {}).end;
        assert_eq!((script.left(), script.ran_out()), (0, false));
        result
    }

    /// A8, SRD 3.5.
    #[test]
    fn lisa_and_joe_match_srd_example() {
        // SRD 3.5: Great for both, then Superb for Joe.
        let meet = |joe| rolled(side(1, "4dF", None), side(0, "4dF", None), Ties::StatusQuo, &[1, joe]);
        assert_eq!(meet(2), OpposedResult { relative: 0, standing: Decision::Tie, spent: [0; 2] });
        assert_eq!(meet(3), OpposedResult { relative: -1, standing: Decision::Lose, spent: [0; 2] });
        assert_eq!(meet(1), OpposedResult { relative: 1, standing: Decision::Win, spent: [0; 2] });
    }

    #[test]
    fn sides_roll_under_their_own_number() {
        let mut chance = Recorder::new(Script::new([1, 2]));
        let opposed = Opposed::new(side(0, "4dF", None), side(0, "2dF", None), Ties::StatusQuo);
        play(&opposed, &mut chance, &mut |()| {});
        let asks: Vec<_> = chance.rolls().iter().map(|roll| (roll.ask, roll.dice.as_str())).collect();
        assert_eq!(asks, [(Ask::new(0, Purpose::Action), "4dF"), (Ask::new(1, Purpose::Action), "2dF")]);
    }

    /// A10, SRD 3.5.
    #[test]
    fn telepath_needs_minimum_degree() {
        // SRD 3.5: Mediocre is not enough against a Poor resistance.
        let probe = |natural| {
            let (telepath, victim) = (side(0, "4dF", Some(0)), side(0, "4dF", None));
            rolled(telepath, victim, Ties::StatusQuo, &[natural, -2]).standing
        };
        assert_eq!([-3, -2, -1, 0].map(probe), [Decision::Lose, Decision::Tie, Decision::None, Decision::Win]);
    }

    #[test]
    fn ties_match_rule_and_need_minimum() {
        let tied = |ties, minimum| rolled(side(0, "4dF", minimum), side(0, "4dF", minimum), ties, &[1, 1]).standing;
        let all = [Ties::StatusQuo, Ties::Active, Ties::Passive];
        assert_eq!(all.map(|ties| tied(ties, None)), [Decision::Tie, Decision::Win, Decision::Lose]);
        assert_eq!(all.map(|ties| tied(ties, Some(1))), [Decision::Tie, Decision::Win, Decision::Lose]);
        assert_eq!(all.map(|ties| tied(ties, Some(2))), [Decision::Tie, Decision::None, Decision::None]);
    }

    #[test]
    fn capped_roll_loses_to_static_side_above_superb() {
        // Reading 36.
        let cap = Some(Cap::new(-3, 3).unwrap());
        let pc = Actor::new(Some(3), 0, Dice::parse("4dF").unwrap(), cap).unwrap();
        let giant = Actor::new(Some(4), 0, Dice::parse("none").unwrap(), cap).unwrap();
        let ties = Ties::by_default(pc.rolls(), giant.rolls());
        let sides = [pc, giant].map(|actor| Contestant::new(actor, None).unwrap());
        let [pc, giant] = sides;
        let outcome = rolled(pc, giant, ties, &[4]);
        assert_eq!(outcome, OpposedResult { relative: -1, standing: Decision::Lose, spent: [0; 2] });
    }

    /// A9, A11, SRD 3.5, LITE.
    #[test]
    fn default_ties_favor_the_rolling_side() {
        assert_eq!(Ties::by_default(false, true), Ties::Passive);
        assert_eq!(Ties::by_default(false, false), Ties::StatusQuo);
        let (pc, guard) = (side(0, "4dF", None), side(1, "none", None));
        let ties = Ties::by_default(pc.actor().rolls(), guard.actor().rolls());
        assert_eq!(rolled(pc, guard, ties, &[1]).standing, Decision::Win);
    }

    #[test]
    fn contestant_rejects_out_of_range_minimum() {
        let actor = side(0, "4dF", None).actor().clone();
        assert!(Contestant::new(actor.clone(), Some(-101)).is_err());
        assert_eq!(Contestant::new(actor, Some(100)).unwrap().minimum(), Some(100));
    }
}
