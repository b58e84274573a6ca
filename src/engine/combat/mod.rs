//! Fights, compiled from rules and a cast and played with any source of chance.
//!
//! Each module uses only those above it:
//!
//! | module | contents |
//! |---|---|
//! | `fighter` | stat blocks, and modifiers to skills and damage factors |
//! | `condition` | states of fighters, as small plain data |
//! | `hit` | data passed between phases: blows, wounds, effects |
//! | `event` | events reported to observers |
//! | `tables` | compiled fights, and questions about a state; nothing rolls |
//! | `resolve` | steps shared by phases: land blows, roll damage, mark wounds |
//! | `phases` | the phases of a round, independent of each other |
//! | `round` | the order of phases, and the state between two rolls |
//! | `result` | results of fights: ends, courses, counts |
//! | `play` | whole fights |
//!
//! In a simultaneous round, all blows fall before any wound is felt: penalties and fitness depend on a fighter's wounds
//! at the start of the round, while its marks grow (reading 5).

mod condition;
mod event;
mod fighter;
mod hit;
mod phases;
mod play;
mod resolve;
mod result;
mod round;
mod tables;

pub use condition::{
    Absence, Ailments, Body, Enchantment, Endurance, Exit, Lifetime, Readiness, RollModifiers, Roster, Status,
    WeaponState,
};
pub use event::{Detail, Event, Fired, InitiativeRolled, Observer, Rolled, Shift, Test};
pub use fighter::track;
pub use fighter::{
    Attack, Cast, CastOn, Fighter, Missile, Modifier, Ranged, SMALLER_WEAPON, Spell, SpellEffect, Term, Use,
    difficulty, dodge_terms, gear_terms, minimum, total,
};
pub use hit::{Affected, Blow, CastCost, Consequence, Effect, HitModifiers, Wound};
pub use play::{Blows, Duel, HitInDuel, Mixture, PlainFight, PlayedDuel, Stepper, TurnDuel, play, play_told};
pub use result::{End, EndShape, Ending, Entries, FirstBlood, Path, Played, Signal, Signals, TOGETHER, Two, Verdict};
pub use round::{HashableRoster, Kept, Outcome, Progress, Question, State, Upcoming, compile, compile_on};
pub use tables::spares;
pub use tables::{ActiveRules, Blown, Damage, Fight, Futile, Kind, Matchup, damage};
