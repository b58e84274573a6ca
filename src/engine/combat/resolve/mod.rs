//! Steps that several phases of a round share: landing blows, rolling damage, marking wounds and spending Fudge points.
//!
//! An exchange can lead to several blows and other effects. They are put in a list of pending rolls, each of which is a
//! step of its own (`pending.rs`, `landing.rs`).

mod blow;
mod damage;
mod landing;
mod luck;
mod marks;
mod modifier_dice;
mod pending;
mod trait_roll;

pub(crate) use blow::{
    clamp_degree, extra_damage_taken, hit_modifiers, land_built_blow, landed_blow, readiness_of, resolve_aim,
};
pub(crate) use blow::{defense_without_dice, report_both, report_hit, wins_tie_in, with_row};
pub(crate) use damage::{damage, rolled_damage};
pub(crate) use landing::{Impact, Landing};
pub(crate) use luck::{Opponents, Player, report_spent, spend_points};
pub(crate) use marks::{affect, after, feel, hurt, leave, mark, put_out, regenerate, report_fall, report_fallen};
pub(crate) use modifier_dice::{clamp_to_i8, rolled_added, rolled_added_to_both};
pub(crate) use pending::{PendingRoll, PendingRolls, advantage_roll, critical_of, critical_roll};
pub(crate) use trait_roll::{blow_key, pick, roll_test};
