//! Rolls outside fights: checks, opposed actions, contests, reactions and tasks (RULES rows A2, A4 to A15, A17, A18),
//! and casting, healing, afflictions, character creation, experience and processes.
//!
//! Each is plain data, validated on construction, and accepts any source of chance. With a [`crate::chance::Sampler`]
//! it makes one trial; [`crate::exact`] follows every branch. A [`Summary`] collects trials and branches alike.

mod actor;
mod affliction;
mod against;
mod bands;
mod casting;
mod compile;
mod contest;
mod creation;
mod critical;
mod experience;
mod group;
mod healing;
mod luck;
mod machine;
mod modifiers;
mod opposed;
mod prices;
pub mod process;
mod reaction;
mod summary;
mod task;
mod unopposed;

pub use actor::{Actor, Cap};
pub use affliction::{
    Affliction, AfflictionCourse, AfflictionEnd, AfflictionOver, AfflictionRoll, HEALER, MOST_STEPS, Treatment,
};
pub use against::{ContestDice, Contestant, ContestantResult};
pub use bands::Bands;
pub use casting::{
    Augments, CASTER, CASTING_BIT, CastResult, CastStage, CasterActivity, CasterEvent, Casting, CastingEnd,
    CastingEvent, CastingNote, CastingOver, CastingPart, CastingRoll, CastingState, CastingSum, Certain, ClearedBoxes,
    Faint, Fatigue, Kaer, Learned, Lite, MINUTES_A_LEVEL, MOST_CASTINGS, MOST_LEVELS, Magic, Mana, Manner, Miracle,
    Participants, Potency, Psi, PsiSubject, ReserveLosses, Resistance, SUBJECT, SavedReserve, SeriesState, Skill,
    Sparing, System,
};
pub use contest::{Contest, ContestOutcome, ContestState, Lead, MOST_CONTESTANTS, Winner};
pub use creation::{Creation, MOST_ROLLED, MOST_TALENTS, RolledTalents, TALENTS, TraitRolled};
pub use critical::{Critical, CriticalEffect, Criticals};
pub use experience::{Experience, ExperienceOver, ExperienceState, MOST_COST, raise_cost};
pub use group::{Group, GroupOutcome, GroupState, MOST_MEMBERS};
pub use healing::{
    HOURS_PER_DAY, HealingEnd, HealingEvent, HealingOver, HealingRoll, HealingState, MOST_DAYS, Recovery, Wounded,
};
pub use luck::Luck;
pub use machine::{Advance, Finished, Machine, Next, PERIOD_LIMIT, Run, play};
pub use modifiers::{ModifierRule, Modifiers};
pub use opposed::{Decision, Opposed, OpposedResult, Ties};
pub use prices::{CostSystem, LEVELS, PRICES, RAISE_COSTS, SKILL_COST_COLUMNS};
pub use reaction::{Reaction, ReactionOutcome};
pub(crate) use summary::sorted_indices;
pub use summary::{Count, Summary};
pub use task::{MOST_ROLLS, MOST_SUCCESSES, Task, TaskEnd, TaskOver, TaskProgress, TaskRoll, TaskState};
pub use unopposed::{Achieved, Check, CheckOutcome, CheckRules, CheckVerdict};

use crate::error::{Error, Result};

/// The largest absolute value of levels, modifiers and difficulties.
pub const LEVEL_LIMIT: i32 = 100;

/// Rejects the first count that is out of range. Each limit is a name, the count, its minimum and its maximum. `thing`
/// names the subject in the error.
fn within_counts(thing: &str, limits: &[(&str, u32, u32, u32)]) -> Result<()> {
    match limits.iter().find(|(_, number, least, most)| !(least..=most).contains(&number)) {
        None => Ok(()),
        Some((what, number, least, most)) => Err(Error::input(format!("{thing} cannot have {number} {what}"))
            .with_help(format!("the number of {what} must be from {least} to {most}"))),
    }
}

/// Returns `level` if it is within ±[`LEVEL_LIMIT`]; otherwise an error that calls it `what`.
fn within_limit(what: &str, level: i32) -> Result<i32> {
    if (-LEVEL_LIMIT..=LEVEL_LIMIT).contains(&level) {
        return Ok(level);
    }
    let message = format!("{what} is {level}, which is out of range");
    Err(Error::input(message).with_help(format!("use a level from -{LEVEL_LIMIT} to {LEVEL_LIMIT}")))
}
