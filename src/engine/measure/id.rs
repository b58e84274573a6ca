//! Ids of measures that readers of results look for. They are part of the JSON version, and never change.

/// One side, or one contestant, wins.
pub const WINS: &str = "wins";
/// Nobody wins.
pub const DRAW: &str = "draw";
/// Nobody is left.
pub const BOTH_OUT: &str = "both out";
/// The rounds of a fight: their mean, and how they are spread.
pub const ROUNDS: &str = "rounds";
/// The median of the rounds.
pub const MEDIAN_ROUNDS: &str = "median rounds";
/// The rounds in which a side wins.
pub const WINS_BY_ROUND: &str = "wins by round";
/// A limit stops the fight.
pub const UNDECIDED: &str = "undecided";
/// The fight would never end without a limit.
pub const NEVER_ENDS: &str = "never ends";
/// The rounds of fights that no limit stops.
pub const DECIDED_ROUNDS: &str = "rounds of decided fights";
/// The wound levels at the end.
pub const WOUNDS: &str = "wounds";
/// Fighters who cannot fight on at the end.
pub const OUT: &str = "out";
/// Fighters who end Near Death or worse.
pub const LEFT_FOR_DEAD: &str = "left for dead";
/// Hits over the rounds fought.
pub const HITS: &str = "hits in a round";
/// Grazes over the rounds fought.
pub const GRAZES: &str = "grazes in a round";
/// The steps of a process: their mean, and how they are spread.
pub const STEPS: &str = "steps";
/// The time that a task takes: the mean, and the distribution.
pub const PERIODS: &str = "periods";
/// The number of a side who can fight on at the end.
pub const SURVIVORS: &str = "survivors";
/// A side draws first blood.
pub const FIRST_BLOOD: &str = "first blood";
/// A side draws first blood and wins.
pub const FIRST_BLOOD_AND_WIN: &str = "first blood and win";
/// Nobody on a side can fight on.
pub const ALL_OUT: &str = "all out";
/// A whole side is out of action, without flight or surrender.
pub const ALL_DOWN: &str = "all down";
/// A fighter flees.
pub const GETS_AWAY: &str = "gets away";
/// A fighter surrenders.
pub const SURRENDERS: &str = "surrenders";
/// Somebody on a side is left for dead.
pub const ANY_LEFT_FOR_DEAD: &str = "any left for dead";
/// A fighter of a side, or a member of a party, dies.
pub const ANY_DIES: &str = "any dies";
/// A party survives all fights of its campaign.
pub const PARTY_HOLDS_OUT: &str = "party holds out";
/// Every member of a party can fight at the end of its campaign.
pub const ALL_FIT: &str = "all fit";
/// A party continues after a fight of its campaign.
pub const GOES_ON: &str = "goes on";
/// A fighter dies.
pub const DIES: &str = "dies";
/// A fighter is among the first to fall.
pub const FIRST_TO_FALL: &str = "first to fall";
/// A fighter faints from casting.
pub const FAINTS: &str = "faints from casting";
