//! Exact answers, found by running every branch of the rules. Checks are solved in fractions; a fight is an absorbing
//! Markov chain, solved in double precision with an error bound for each figure.

mod chain;
mod fight;
mod hash;
mod machine;

pub use crate::chance::limits::{DEFAULT_MEMORY, Limits, MAX_TRANSITIONS, MEMORY_LIMITS_GIB};
pub use fight::{
    Bounded, Carried, Ends, ExactFight, FightLength, FirstTime, MOST_COMBINATIONS, MOST_MOMENTS, MOST_PATHS,
    MOST_STATES_OF_LONG_FIGHTS, Outlook, PathGroup, PathResults, SolutionOptions, Standing, carried, fight,
    fight_until, mixture_until,
};
pub use machine::{
    Explored, Followed, Lane, Off, Reached, Solved, StateAndEndValues, Visited, after, ends, explore, follow, solve,
};
