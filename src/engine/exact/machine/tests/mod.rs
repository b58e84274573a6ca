//! Tests of machines: without steps or with few, by hand and against simulation, and means of machines that may run
//! long.

mod checks;
mod contests;
mod tails;
mod tasks;
