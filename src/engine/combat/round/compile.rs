//! Compiles fights, and recognizes those whose rounds consist only of blows and wounds.

use super::{At, start_after};
use crate::combat::fighter::Cast;
use crate::combat::tables::{Fight, PlainRounds};
use crate::error::Result;
use crate::ladder::Ladder;
use crate::rules::{Pacing, Rules};

/// Compiles a cast under `rules`, on the standard ladder.
///
/// # Errors
/// If [`Rules::check`] fails, a figure is out of range, a side is missing or has no fighters at the start, there are
/// too many sides or kinds of fighters, or a record is faulty; if only player characters act, also if a side has both
/// player characters and others.
pub fn compile(cast: &Cast, rules: &Rules) -> Result<Fight> {
    compile_on(&Ladder::default(), cast, rules)
}

/// Like [`compile`], on a custom ladder, which may cap results (A2).
///
/// # Errors
/// Like [`compile`].
pub fn compile_on(ladder: &Ladder, cast: &Cast, rules: &Rules) -> Result<Fight> {
    let mut fight = Fight::tabulated(ladder, cast, rules)?;
    // In all other phases, a fighter can suffer something other than a wound.
    let is_of_wounds = |at: &At| matches!(at, At::Initiative(()) | At::Turns(_) | At::Exchanges(_) | At::Feeling(()));
    fight.acting.wounds_alone = fight.acting.wounds_alone && has_only(&fight, is_of_wounds);
    fight.starting_as_stated(cast)
}

/// The type of rounds of a fight, if they consist only of blows and wounds; `None` if it must be played step by step.
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
            // If one roll decides the fight, there are no blows; and shots are taken in turns, but not like blows.
            let is_of_blows = fight.rules.pacing != Pacing::Story && !fight.at_a_distance(0);
            is_of_blows.then_some(PlainRounds::Turns)
        } else {
            None
        }
    })
}

/// Whether all phases of all rounds satisfy `is_one`.
fn has_only(fight: &Fight, is_one: fn(&At) -> bool) -> bool {
    let rounds = 0..fight.rounds_told_apart();
    rounds.into_iter().all(|clock| {
        let mut phases =
            std::iter::successors(start_after(None, fight, clock), |at| start_after(Some(at.number()), fight, clock));
        phases.all(|at| is_one(&at))
    })
}
