//! Fights: compiled from the rules and the cast, played by any source of chance.
//!
//! Rooms, each of which uses only those above it:
//!
//! | room | what it holds |
//! |---|---|
//! | `fighter` | who fights: stat blocks, and what adds to a skill or a damage factor |
//! | `condition` | how a fighter is: small plain data |
//! | `hit` | what one phase hands to another: blows, wounds, effects |
//! | `event` | what happens, for those who listen |
//! | `tables` | a fight made ready to play, and questions about a state; nothing rolls |
//! | `resolve` | what several phases do alike: land blows, roll damage, mark wounds |
//! | `phases` | the phases of a round, each by itself |
//! | `round` | the phases in their order, and the state between two rolls |
//! | `result` | how fights went: ends, courses, counts |
//! | `play` | whole fights |
//!
//! All blows of a simultaneous round fall before any is felt: penalties and fitness follow from a fighter's wounds at the start
//! of the round while its marks grow (reading 5).

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
