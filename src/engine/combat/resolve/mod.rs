//! Steps that several phases of a round share: landing blows, rolling damage, marking wounds and spending Fudge points.
//!
//! An exchange can lead to several blows and other effects. They are put in a list of pending rolls, each of which is a
//! step of its own (`pending.rs`, `landing.rs`).

mod added;
mod blow;
mod damage;
mod landing;
mod luck;
mod marks;
mod pending;
mod test;

pub(crate) use added::{rolled_added, rolled_added_to_both, small};
pub(crate) use blow::{aimed, clamped, connects, extra_damage_taken, hit_modifiers, lands, readiness_of};
pub(crate) use blow::{report_both, report_hit, wins_tie_in, with_row, without_dice};
pub(crate) use damage::{damage, rolled_damage};
pub(crate) use landing::{Impact, Landing};
pub(crate) use luck::{Opponents, Player, press_luck, report_spent};
pub(crate) use marks::{affect, after, feel, hurt, leave, mark, put_out, regenerate, report_fall, report_fallen};
pub(crate) use pending::{PendingRoll, PendingRolls, critical_of, critical_roll, lookout};
pub(crate) use test::{pick, struck_by, tested};
