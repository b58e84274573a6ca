//! Results of fights, as far as they are measured: ends, paths, and counted events.

mod end;
mod first_blood;
mod path;
mod played;
mod signal;

pub use end::{End, EndShape, Ending, Verdict};
pub use first_blood::FirstBlood;
pub use path::{FightPath, TOGETHER};
pub use played::PlayedFight;
pub use signal::{DuelBlocks, Signal, Signals, StatBlockIndex};
