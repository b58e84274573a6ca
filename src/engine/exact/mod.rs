//! Exact answers, found by running every branch of the rules. Checks are solved in fractions; a fight is an absorbing
//! Markov chain, solved in double precision with an error bound for each figure.

mod chain;
mod fight;
mod hash;
mod machine;

pub use crate::chance::limits::{DEFAULT_MEMORY, Limits, MAX_TRANSITIONS, MEMORY_LIMITS_GIB};
pub use fight::{
    Bounded, CarriedConditions, Ends, ExactFight, FightLength, FirstTime, MOST_COMBINATIONS, MOST_MOMENTS, MOST_PATHS,
    MOST_STATES_OF_LONG_FIGHTS, Outlook, PathGroup, PathResults, SolutionOptions, Standing, carried_conditions, fight,
    fight_within, mixture_within,
};
pub use machine::{
    ErrorBounds, ExpectedVisits, Explored, Followed, Reached, Solved, StateAndEndValues, StepValues, ends, explore,
    follow, solve, states_after,
};
