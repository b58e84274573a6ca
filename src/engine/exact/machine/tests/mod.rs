//! Machines without steps and with few, by hand and simulated.

mod checks;
mod contests;
mod tasks;
