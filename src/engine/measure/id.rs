//! The names of those measures in data files that the code asks for.

/// Only this side has anybody left who can fight, or this contestant wins.
pub const WINS: &str = "wins";
/// How long a fight takes: the mean, and the distribution.
pub const ROUNDS: &str = "rounds";
/// How long a task takes: the mean, and the distribution.
pub const PERIODS: &str = "periods";
/// How many of a side can fight on at the end.
pub const SURVIVORS: &str = "survivors";
/// The round in which a side wins.
pub const WINS_BY_ROUND: &str = "wins by round";
/// A side draws first blood.
pub const FIRST_BLOOD: &str = "first blood";
/// A side draws first blood and wins.
pub const FIRST_BLOOD_AND_WIN: &str = "first blood and win";
/// Nobody on a side can fight on.
pub const ALL_OUT: &str = "all out";
/// Somebody on a side is left for dead.
pub const ANY_LEFT_FOR_DEAD: &str = "any left for dead";
/// A fighter cannot fight on.
pub const OUT: &str = "out";
/// A fighter is left for dead.
pub const LEFT_FOR_DEAD: &str = "left for dead";
/// A fighter dies.
pub const DIES: &str = "dies";
/// A fighter is among the first to fall.
pub const FIRST_TO_FALL: &str = "first to fall";
/// A fighter faints from casting.
pub const FAINTS: &str = "faints from casting";
