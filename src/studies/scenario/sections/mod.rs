//! The sections of a scenario, such as `[run]` and `[[show]]`, one file each. Subjects and the options of `[rules]` are
//! elsewhere.

pub(super) mod after;
pub(super) mod ask;
pub(super) mod custom_rules;
pub(super) mod damage;
pub(super) mod definitions;
pub(super) mod expect;
pub(super) mod most;
pub(super) mod run;
pub(super) mod sheets;
pub(super) mod show;
