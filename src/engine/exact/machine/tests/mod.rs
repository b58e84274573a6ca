//! Machines without steps and with few, by hand and simulated; means of those that may go on for long.

mod checks;
mod contests;
mod tails;
mod tasks;
