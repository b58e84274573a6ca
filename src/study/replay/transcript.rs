//! What a transcript holds: one trial, roll by roll.

use serde::Serialize;

/// One trial of a study, told roll by roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Transcript {
    /// The study's title.
    pub title: String,
    /// The variant, where there are several.
    pub variant: Option<String>,
    /// The varied paths and their values in this cell, in the scenario's order.
    pub varied: Vec<(String, String)>,
    /// Where the rolls come from.
    pub rolls: Origin,
    /// What happened.
    pub course: Course,
}

/// Where the rolls of a transcript come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A trial of the simulation.
    Trial {
        /// Its number, counted from 1.
        trial: u64,
        /// The seed of the study.
        seed: u64,
    },
    /// A written list of rolls.
    Script {
        /// How many rolls were written.
        written: u64,
        /// How many of them were asked for.
        used: u64,
    },
}

/// What happened in a trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Course {
    /// A check.
    Check(CheckCourse),
    /// An opposed action.
    Opposed(OpposedCourse),
    /// A contest of many.
    Contest(ContestCourse),
    /// A reaction.
    Reaction(ReactionCourse),
    /// An extended task.
    Task(TaskCourse),
    /// A fight.
    Fight(FightCourse),
}

/// A level and its word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Level {
    /// The level; 0 is Fair.
    pub level: i32,
    /// The level in words.
    pub word: String,
}

/// One term of a sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Addend {
    /// What it is.
    pub name: String,
    /// What it adds.
    pub value: i32,
}

/// A rolled degree and what it is the sum of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sum {
    /// Who rolled; empty for a check.
    pub who: String,
    /// The trait.
    pub base: Level,
    /// What is added to it; the dice come last. Terms of 0 other than the dice are left out, and so are dice that always
    /// show 0.
    pub terms: Vec<Addend>,
    /// The rolled degree. It differs from the sum where results are capped, or a critical lifts them.
    pub degree: Level,
}

/// A check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CheckCourse {
    /// The roll.
    pub sum: Sum,
    /// The difficulty.
    pub difficulty: Level,
    /// Rolled degree − difficulty.
    pub margin: i32,
    /// One of the five verdicts, in words.
    pub verdict: String,
    /// The named outcome by margin, where the check has such.
    pub band: Option<String>,
}

/// An opposed action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpposedCourse {
    /// Both rolls, the active side's first.
    pub sums: [Sum; 2],
    /// The active side's degree − the passive side's.
    pub relative_degree: i32,
    /// Who wins; none on a tie that changes nothing, or below a minimum.
    pub winner: Option<String>,
    /// True where nobody wins because the better one missed the minimum.
    pub below_minimum: bool,
}

/// A contest of many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ContestCourse {
    /// Every roll, in the order of the contestants.
    pub sums: Vec<Sum>,
    /// The best degree.
    pub best: Level,
    /// Who has it.
    pub holders: Vec<String>,
    /// Who wins; none where several have the best degree, or the only one misses the minimum.
    pub winner: Option<String>,
}

/// A reaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReactionCourse {
    /// The roll.
    pub sum: Sum,
    /// What it is called.
    pub result: String,
}

/// An extended task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TaskCourse {
    /// The successes needed.
    pub needed: u32,
    /// The failures that end it.
    pub failures: Option<u32>,
    /// The periods, in order.
    pub periods: Vec<Period>,
    /// How it ends: `done`, `failed` or `unfinished`.
    pub end: String,
}

/// One period of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Period {
    /// Its number, counted from 1.
    pub number: u32,
    /// Its rolls, in order.
    pub rolls: Vec<TaskRoll>,
    /// What it was worth: the verdict of its worst roll.
    pub worth: String,
    /// Half successes so far.
    pub half_successes: u32,
    /// Failures so far, where they count.
    pub failures: u32,
}

/// One roll of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TaskRoll {
    /// The roll.
    pub sum: Sum,
    /// The difficulty.
    pub difficulty: Level,
    /// One of the five verdicts, in words.
    pub verdict: String,
}

/// A fight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FightCourse {
    /// The wound tracks at the start.
    pub start: Vec<Wounds>,
    /// The rounds, in order.
    pub rounds: Vec<Round>,
    /// How it ended.
    pub end: End,
}

/// One round.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Round {
    /// Its number, counted from 1.
    pub number: u32,
    /// Whether it is one of missiles, before it comes to blows.
    #[serde(skip_serializing_if = "is_false")]
    pub missiles: bool,
    /// The stances taken, where they are not the normal one.
    pub stances: Vec<Stanced>,
    /// The rolls for initiative, those of equals who roll again behind the others; none where all act at once.
    pub initiative: Vec<Sum>,
    /// What else was rolled for before blows fell.
    pub tests: Vec<Tested>,
    /// What each group did; where there are turns, what came of each attack.
    pub exchanges: Vec<Exchange>,
    /// Everybody's wounds when it was over.
    pub after: Vec<Wounds>,
}

// Serde hands over a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A stance that a fighter has taken for a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stanced {
    /// Who.
    pub who: String,
    /// The stance.
    pub stance: String,
}

/// An exchange of blows: of two fighters, or of one with several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Exchange {
    /// The rolls, in the order they are made. One against several rolls once: the sum is told again only where it differs
    /// from foe to foe.
    pub sums: Vec<Sum>,
    /// Where a blow is not avoided: by whom, and what hits.
    pub undefended: Option<Undefended>,
    /// What came of them; nothing where one against several hits nobody and is not hit.
    pub results: Vec<Exchanged>,
}

/// A blow that is not avoided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Undefended {
    /// Whom it is aimed at.
    pub target: String,
    /// The result that hits.
    pub level: Level,
}

/// What came of an exchange.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Exchanged {
    /// Nobody won it.
    StandOff,
    /// The winner stayed below the result that hits.
    BelowMinimum {
        /// The winner.
        by: String,
        /// The least that hits.
        minimum: Option<Level>,
    },
    /// The blow was dodged or parried, or who only defended was not hit.
    Avoided {
        /// Who struck.
        by: String,
        /// At whom.
        target: String,
    },
    /// A blow that was not avoided missed.
    Missed {
        /// Who struck.
        by: String,
    },
    /// Some are out of action without a blow: unaware of their foes, or by the one roll that decides a fight.
    PutOut {
        /// Whose action it is.
        by: String,
        /// Who is out.
        targets: Vec<String>,
    },
    /// Something was rolled for because of it.
    Tested(Tested),
    /// Something befell somebody besides wounds.
    Befell {
        /// Whom.
        who: String,
        /// What a critical's table was read at; none where there was none.
        roll: Option<i32>,
        /// What.
        what: String,
    },
    /// Somebody flees or yields.
    Fled {
        /// Who.
        who: String,
    },
    /// Something followed from a wound.
    Followed {
        /// For whom.
        who: String,
        /// What, as the rest of a sentence.
        what: String,
    },
    /// A blow landed.
    Hit(Box<Strike>),
}

/// A roll of one fighter that is no blow and no defense.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tested {
    /// What it is about.
    pub what: String,
    /// The roll.
    pub sum: Sum,
    /// The level that it must reach; none where it is compared with others.
    pub least: Option<Level>,
}

/// A blow and what it did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Strike {
    /// Who struck.
    pub by: String,
    /// Whom it hit.
    pub target: String,
    /// The relative degree it hit by.
    pub relative_degree: i32,
    /// True where it is a graze, whose level goes by the damage factor alone.
    pub graze: bool,
    /// How many shots of a burst hit, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub burst: Option<Burst>,
    /// What the damage is the sum of: the relative degree, as often as the rules count it (but for grazes and points read
    /// off three dice), then the damage factor term by term; terms of 0 other than the relative degree are left out.
    /// Nothing where hits mark so many boxes, whatever their degree.
    pub terms: Vec<Addend>,
    /// The sum of the terms: points, or a damage factor.
    pub calculated: i32,
    /// The damage roll; none where the blow is not rolled for, and for points read off three dice.
    pub roll: Option<Addend>,
    /// The three dice and what is read of them, where points are.
    pub reading: Option<Reading>,
    /// The points after the roll and its limits; none for a graze.
    pub points: Option<i32>,
    /// How many of them get through to one whom edges harm little, or whom nothing touches; none where all do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub through: Option<i32>,
    /// The level before a roll that moves it: a graze's by its factor alone, or another hit's by its points.
    pub level_before_roll: Option<String>,
    /// The wound levels that tactics add to a graze; 0 for other hits.
    pub graze_bonus: i32,
    /// What was rolled for before the wound was marked.
    pub tests: Vec<Tested>,
    /// How severe it is: a wound level, points on a point track, or boxes on one that is filled in order; none where it is no wound.
    pub severity: Option<String>,
    /// The levels at which boxes were marked, one for each box; `Dead` where no box was left.
    pub marked: Vec<String>,
    /// True where the box was marked at a worse level than the blow's own, whose boxes were full.
    pub overflow: bool,
    /// Whether its wound is marked already.
    #[serde(skip)]
    pub(super) settled: bool,
}

/// The shots of an automatic weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Burst {
    /// How many hit.
    pub hits: u16,
    /// How many there were.
    pub shots: u16,
}

/// Points read off three dice (W9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// What the damage factor adds to the bonus that says which to read.
    pub of_factor: i32,
    /// What the relative degree adds to it.
    pub of_degree: i32,
    /// The dice, from low to high; none where the bonus is below 0, which is no damage.
    pub dice: Option<[i32; 3]>,
    /// Which of them is read, in words.
    pub read: Option<String>,
    /// What is added to the number read; terms of 0 are left out.
    pub added: Vec<Addend>,
}

/// One fighter's wounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Wounds {
    /// Whose.
    pub who: String,
    /// The boxes of each wound level. Of the dead, those before the last blow.
    pub track: Vec<Boxes>,
    /// The worst level marked.
    pub level: String,
    /// What it takes from skill, 0 or less.
    pub penalty: i32,
    /// Whether the fighter can fight on.
    pub fit: bool,
}

/// The boxes of one wound level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Boxes {
    /// The level's name.
    pub level: String,
    /// Boxes marked.
    pub marked: u8,
    /// Boxes in all.
    pub boxes: u8,
}

/// How a fight ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// One side is left.
    Won {
        /// The side.
        side: String,
    },
    /// Nobody is left.
    BothOut,
    /// The round limit came first.
    RoundLimit,
    /// The script has no more rolls.
    ScriptOver {
        /// The roll that a round needed next, where the script ended in the middle of it: that round is left out.
        missing: Option<String>,
    },
}
