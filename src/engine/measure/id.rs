//! Measure ids used in code. They are part of the JSON format and never change.

/// A side or a contestant wins.
pub const WINS: &str = "wins";
/// The fight has no winner.
pub const DRAW: &str = "draw";
/// No fighter of either side can fight on (double knockout).
pub const BOTH_OUT: &str = "both out";
/// The number of rounds: mean and distribution.
pub const ROUNDS: &str = "rounds";
/// The median number of rounds.
pub const MEDIAN_ROUNDS: &str = "median rounds";
/// A side wins in a given round.
pub const WINS_BY_ROUND: &str = "wins by round";
/// The round limit stops the fight.
pub const UNDECIDED: &str = "undecided";
/// The fight would never end without a round limit.
pub const NEVER_ENDS: &str = "never ends";
/// The rounds of fights that the round limit does not stop.
pub const DECIDED_ROUNDS: &str = "rounds of decided fights";
/// The wound levels of a stat block's fighters at the end of the fight.
pub const WOUNDS: &str = "wounds";
/// The fighter cannot fight on at the end.
pub const OUT: &str = "out";
/// The fighter ends Near Death or worse.
pub const LEFT_FOR_DEAD: &str = "left for dead";
/// Hits per round.
pub const HITS: &str = "hits in a round";
/// Grazes per round.
pub const GRAZES: &str = "grazes in a round";
/// The number of steps of a process: mean and distribution.
pub const STEPS: &str = "steps";
/// The time that a task takes: mean and distribution.
pub const PERIODS: &str = "periods";
/// Number of a side's fighters who can fight on at the end.
pub const SURVIVORS: &str = "survivors";
/// The first wounds of the fight are all on the enemies of a side or a contestant.
pub const FIRST_BLOOD: &str = "first blood";
/// The first wounds of the fight are all on the enemies of a side or a contestant, which also wins.
pub const FIRST_BLOOD_AND_WIN: &str = "first blood and win";
/// No fighter of a side can fight on.
pub const ALL_OUT: &str = "all out";
/// A whole side is out of action, and no one fled or surrendered.
pub const ALL_DOWN: &str = "all down";
/// The fighter flees.
pub const GETS_AWAY: &str = "gets away";
/// The fighter surrenders.
pub const SURRENDERS: &str = "surrenders";
/// A fighter of a side is left for dead.
pub const ANY_LEFT_FOR_DEAD: &str = "any left for dead";
/// A fighter of a side or a member of a party dies.
pub const ANY_DIES: &str = "any dies";
/// At least one party member can fight at the end of the campaign.
pub const PARTY_HOLDS_OUT: &str = "party holds out";
/// Every party member can fight at the end of the campaign.
pub const ALL_FIT: &str = "all fit";
/// The party can go on after a given fight of its campaign.
pub const GOES_ON: &str = "goes on";
/// The fighter dies.
pub const DIES: &str = "dies";
/// The fighter is among the first of all sides to fall.
pub const FIRST_TO_FALL: &str = "first to fall";
/// The fighter faints from casting a spell.
pub const FAINTS: &str = "faints from casting";
