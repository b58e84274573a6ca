//! What can be rolled: one folder a subject.

pub(crate) mod action;
pub(crate) mod actor;
pub(crate) mod contest;
pub(crate) mod fight;
