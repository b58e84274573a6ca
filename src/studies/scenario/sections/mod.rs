//! A file for each section of a scenario, such as `[run]` and `[[show]]`, but for subjects and the options of `[rules]`.

pub(super) mod after;
pub(super) mod ask;
pub(super) mod damage;
pub(super) mod definitions;
pub(super) mod expect;
pub(super) mod most;
pub(super) mod own;
pub(super) mod run;
pub(super) mod sheets;
pub(super) mod show;
