//! Fights compiled, and those known in which there is no more to a round than blows and wounds.

use super::{At, start_after};
use crate::combat::fighter::Cast;
use crate::combat::tables::{Fight, PlainRounds};
use crate::error::Result;
use crate::ladder::Ladder;
use crate::rules::{Pacing, Rules};

/// Compiles a cast under rules, on the ladder of the sources.
///
/// # Errors
/// Rules that [`Rules::check`] refuses; figures out of range, other than two sides with somebody on each, too many kinds of fighters, a faulty record; where
/// only player characters act, a side of which some are and some are not.
pub fn compile(cast: &Cast, rules: &Rules) -> Result<Fight> {
    compile_on(&Ladder::default(), cast, rules)
}

/// As [`compile`], on a ladder of one's own, which results may be capped by (A2).
///
/// # Errors
/// As [`compile`].
pub fn compile_on(ladder: &Ladder, cast: &Cast, rules: &Rules) -> Result<Fight> {
    let mut fight = Fight::tabulated(ladder, cast, rules)?;
    // In all other phases something else than a wound may happen to a fighter.
    let is_of_wounds = |at: &At| matches!(at, At::Initiative(()) | At::Turns(_) | At::Exchanges(_) | At::Feeling(()));
    fight.acting.wounds_alone = fight.acting.wounds_alone && has_only(&fight, is_of_wounds);
    fight.starting_as_stated(cast)
}

/// What the rounds of a fight are, if there is no more to them than blows and wounds; else it is played step by step.
#[inline(always)]
pub(crate) fn plain_rounds(fight: &Fight) -> Option<PlainRounds> {
    let acting = &fight.acting;
    *fight.plain_rounds.get_or_init(|| {
        let plain = acting.plain && acting.wounds_alone && !acting.lines && !acting.begins_hurt && fight.sides == 2;
        if !plain {
            None
        } else if has_only(fight, |at| matches!(at, At::Exchanges(_) | At::Feeling(()))) {
            Some(PlainRounds::Exchanges)
        } else if has_only(fight, |at| matches!(at, At::Initiative(()) | At::Turns(_) | At::Feeling(()))) {
            // Where one roll decides the fight, no blow falls; and shots are taken in turns, but not as blows are.
            let is_of_blows = fight.rules.pacing != Pacing::Story && !fight.at_a_distance(0);
            is_of_blows.then_some(PlainRounds::Turns)
        } else {
            None
        }
    })
}

/// Whether such phases are all in which something may happen in any round of a fight.
fn has_only(fight: &Fight, is_one: fn(&At) -> bool) -> bool {
    let rounds = 0..fight.rounds_told_apart();
    rounds.into_iter().all(|clock| {
        let mut phases =
            std::iter::successors(start_after(None, fight, clock), |at| start_after(Some(at.number()), fight, clock));
        phases.all(|at| is_one(&at))
    })
}
