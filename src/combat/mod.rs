//! Fights: compiled from the rules and the cast, played by any source of chance.
//!
//! A round is a sequence of small [steps](Fight::step) over one [`State`]. All blows of a simultaneous round
//! fall before any is felt: penalties and fitness follow from a fighter's wounds at the start of the round
//! while its marks grow (reading 5).

mod acting;
mod aftermath;
mod ailments;
mod alike;
mod brawl;
mod cast;
mod compile;
mod due;
mod duel;
mod end;
mod event;
mod exchange;
mod facing;
mod first_blood;
mod group;
mod hazards;
mod heads;
mod kind;
mod luck;
mod matchup;
mod melee;
mod missile;
mod mixture;
mod muster;
mod order;
mod path;
mod play;
mod severity;
mod sight;
mod signal;
mod state;
mod status;
mod step;
mod suffer;
mod swallow;
mod tactics;
mod terms;
mod tested;
mod turns;

pub use aftermath::AftermathRoll;
pub use ailments::Ailments;
pub use brawl::Scene;
pub use cast::{Cast, Fighter, Modifier, Use};
pub use compile::Fight;
pub use due::{Affected, Effect, PendingRolls};
pub use end::{End, EndShape, Ending, Verdict};
pub use event::{Detail, Event, Fired, InitiativeRolled, Observer, Rolled, Shift, Test};
pub use facing::{Act, Manner};
pub use first_blood::FirstBlood;
pub use kind::Kind;
pub use matchup::Matchup;
pub use missile::{Missile, Ranged, difficulty, dodge_terms};
pub use mixture::Mixture;
pub use muster::Readying;
pub use order::{Acts, Order};
pub use path::{Path, TOGETHER};
pub use play::{Outcome, play, play_until};
pub use severity::{Blown, Damage, damage};
pub use sight::{Change, Place, Progress, Sight};
pub use signal::{Entries, Signal, Signals, Two};
pub use state::{Blow, Body, HashableRoster, HitModifiers, Moment, Roster, State};
pub use status::{Endurance, Readiness, RollModifiers, Status, WeaponState};
pub use suffer::{Consequence, Cut, Effects, Victim};
pub use terms::{Term, factor_terms, minimum, pierced_scale, point_terms, skill_terms, total};
pub use turns::{Attack, Cost};
