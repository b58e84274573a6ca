//! Compiles fights, and finds those whose rounds consist of blows and wounds alone.

use super::{RoundPosition, start_after};
use crate::combat::fighter::Cast;
use crate::combat::tables::{Fight, PlainRounds};
use crate::error::Result;
use crate::ladder::Ladder;
use crate::rules::{Pacing, Rules};

/// Compiles a fight of `cast` under `rules`, on the standard ladder.
///
/// # Errors
/// If [`Rules::check`] fails, a figure is out of range or a record is faulty. Also if a side is missing or has no
/// fighters at the start, or if there are too many sides or too many different fighters. If only player characters act,
/// also if a side mixes them with other fighters.
pub fn compile(cast: &Cast, rules: &Rules) -> Result<Fight> {
    compile_on(&Ladder::default(), cast, rules)
}

/// Like [`compile`], on a custom ladder. The ladder may limit results (A2).
///
/// # Errors
/// Like [`compile`].
pub fn compile_on(ladder: &Ladder, cast: &Cast, rules: &Rules) -> Result<Fight> {
    let mut fight = Fight::compile_unhurt(ladder, cast, rules)?;
    // In all other phases, a fighter can suffer something other than a wound.
    let is_of_wounds = |at: &RoundPosition| {
        matches!(
            at,
            RoundPosition::Initiative(())
                | RoundPosition::Turns(_)
                | RoundPosition::Exchanges(_)
                | RoundPosition::FeltWounds(())
        )
    };
    fight.rounds.wounds_alone = fight.rounds.wounds_alone && has_only(&fight, is_of_wounds);
    fight.starting_from_stat_blocks(cast)
}

/// The type of a fight's rounds if they consist of blows and wounds alone. `None` if the fight must be played step by
/// step.
#[inline(always)]
pub(crate) fn plain_rounds(fight: &Fight) -> Option<PlainRounds> {
    *fight.rounds.plain_rounds.get_or_init(|| {
        let plain = fight.rounds.plain && fight.rounds.wounds_alone && !fight.wounds.may_begin_wounded;
        let plain = plain && !fight.roster.has_lines && fight.roster.sides == 2;
        if !plain {
            None
        } else if has_only(fight, |at| matches!(at, RoundPosition::Exchanges(_) | RoundPosition::FeltWounds(()))) {
            Some(PlainRounds::Exchanges)
        } else if has_only(fight, |at| {
            matches!(at, RoundPosition::Initiative(()) | RoundPosition::Turns(_) | RoundPosition::FeltWounds(()))
        }) {
            // If one roll decides the fight, there are no blows; and shots are taken in turns, but not like blows.
            let is_of_blows = fight.rules.pacing != Pacing::Story && !fight.rounds.at_a_distance(0);
            is_of_blows.then_some(PlainRounds::Turns)
        } else {
            None
        }
    })
}

/// Whether `is_one` is true for all phases in all rounds of a fight.
fn has_only(fight: &Fight, is_one: fn(&RoundPosition) -> bool) -> bool {
    let rounds = 0..fight.rounds.distinct();
    rounds.into_iter().all(|clock| {
        let mut phases =
            std::iter::successors(start_after(None, fight, clock), |at| start_after(Some(at.number()), fight, clock));
        phases.all(|at| is_one(&at))
    })
}
