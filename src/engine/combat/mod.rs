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
//! `tests/core/layers/rooms.rs` checks this order. It also checks that no phase uses another phase, and that no files
//! use each other in a circle.
//!
//! A fight goes through these modules in this order: `round::compile` makes a cast and rules into a `Fight`, `play`
//! runs its rounds, `round` runs the phases of each, and `result` records how it ended. The exact solver
//! (`exact/fight`) runs the same phases, one step at a time.
//!
//! In a simultaneous round, all blows fall before any wound is felt (reading 5). Penalties and fitness depend on a
//! fighter's wounds at the start of the round (`felt`), while its marks (`marked`) grow.
//!
//! Transcripts contain no rules. Phases report each `Event`, and the figures behind it as a `Detail`, to an observer.
//! The terms of sums come from `fighter/terms.rs`, from which the compiled sums are added up as well.

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
pub use event::{Detail, Event, Fired, InitiativeRolled, Observer, OtherRoll, RolledDegree, TacticalModifier};
pub use fighter::track;
pub use fighter::{
    Attack, Cast, CastOn, Fighter, Missile, Modifier, Ranged, SMALLER_WEAPON, Spell, SpellEffect, Term, Use,
    difficulty, dodge_terms, gear_terms, minimum, total,
};
pub use hit::{Affected, Blow, CastCost, Consequence, HitEffect, HitModifiers, Wound};
pub use play::{Blows, Duel, HitInDuel, Mixture, PlainFight, PlayedDuel, Stepper, TurnDuel, play, play_dyn};
pub use result::{
    DuelBlocks, End, EndShape, Ending, FightPath, FirstBlood, PlayedFight, Signal, Signals, StatBlockIndex, TOGETHER,
    Verdict,
};
pub use round::{HashableRoster, KeptConditions, Outcome, Progress, Question, State, Upcoming, compile, compile_on};
pub use tables::protects_player_characters;
pub use tables::{
    ActiveRules, CompiledFighter, CompiledRoster, CustomRules, Damage, Exits, Fight, HopelessPair, LandedHit, Matchup,
    Pairing, RoundPlan, Spells, Tactics, Weapons, WoundRules, damage,
};
