//! The measures of fights, one row each.
//!
//! A row says where the measure comes from: the end of a fight, a signal counted during it, its rounds, or a path that
//! follows it. Simulation, exact answer, tables, charts and data files all follow from the row.

use super::Combat;
use crate::combat::{End, Exit, Fired, Path, Signal};
use crate::measure::{Chart, Compared, Counted, Course, Drawn, Measure, Per, Unit, id};

/// A measure of fights.
#[derive(Debug)]
pub struct Row {
    /// What is measured.
    pub measure: Measure,
    /// Where it comes from.
    pub source: Source,
    /// Whether it is shown of a side or a stat block, by its number; of the whole fight the number is 0.
    pub shown: fn(&Combat, usize) -> bool,
    /// Whether it is an outcome by name where it is not shown as well: a fight of two has figures of its own for it.
    pub named: bool,
    /// Whether a count of several fighters who are alike is divided by how many they are.
    pub each: bool,
}

/// Where a measure of fights comes from.
#[derive(Debug, Clone, Copy)]
pub enum Source {
    /// How it ended: whether it is so, or for how many of a stat block.
    End(fn(&End<'_>, usize) -> u32),
    /// How it ended, and what a path remembers, which is at this place.
    Went(Path, fn(&End<'_>, usize, usize) -> u32),
    /// How often something happens.
    Signal(Signal),
    /// How often a blow is given, by its severity.
    Given,
    /// The rounds it took.
    Rounds,
    /// Whether it would never end without a limit, which only an exact answer tells.
    NeverEnds,
    /// The rounds it took, where the limit did not stop it.
    DecidedRounds,
    /// The rounds it took, where a side won.
    Won,
    /// How much worse a stat block's wounds get, round by round.
    Hurt,
    /// The fighters of a side who can fight on at the end.
    Survivors,
    /// The final wound levels of a stat block.
    Levels,
    /// The fates of a stat block: the final wound levels, and the ways to be out other than by wounds.
    Fates,
    /// The round in which what a path waits for happens.
    FirstTime(Path),
    /// How often what a path counts happens.
    Passes(Path),
    /// Who ends Incapacitated but conscious, which is rolled for when all is over.
    Awake,
}

/// All rows, in the order in which figures are shown. The rows of a group stand together for each side or stat block.
pub static GROUPS: &[&[Row]] = &[
    &[Row {
        measure: Measure {
            compared: Compared::Yes,
            ..share(id::WINS, Per::Side, "Only this side has anybody left who can fight.")
        },
        ..end(|end, side| is(end.winner() == Some(side)))
    }],
    &[Row {
        measure: Measure {
            compared: Compared::Yes,
            ..share(
                "draw",
                Per::Whole,
                "Nobody wins: both sides are out of action, or the round limit stops the fight.",
            )
        },
        ..end(|end, _| is(end.winner().is_none()))
    }],
    &[Row {
        measure: Measure {
            compared: Compared::Yes,
            ..Measure::mean(id::ROUNDS, Unit::Rounds, Per::Whole, "The mean number of rounds.")
        },
        ..row(Source::Rounds)
    }],
    &[Row {
        measure: Measure {
            counted: Counted::Median,
            ..Measure::mean(
                "median rounds",
                Unit::Rounds,
                Per::Whole,
                "The fewest rounds in which half of the fights are over.",
            )
        },
        ..row(Source::Rounds)
    }],
    &[Row {
        measure: Measure {
            title: "both out of action",
            ..share("both out", Per::Whole, "Both sides are out of action at the end (double knockout).")
        },
        ..end(|end, _| is(end.winner().is_none() && !end.is_undecided()))
    }],
    &[Row {
        measure: share("undecided", Per::Whole, "The round limit stops the fight."),
        ..end(|end, _| is(end.is_undecided()))
    }],
    &[Row {
        measure: Measure {
            on_request: true,
            ..share("never ends", Per::Whole, "The fight would never end without a round limit (exact answers only).")
        },
        ..row(Source::NeverEnds)
    }],
    &[Row {
        measure: Measure {
            on_request: true,
            ..Measure::mean(
                "rounds of decided fights",
                Unit::Rounds,
                Per::Whole,
                "The mean number of rounds of fights that the round limit does not stop.",
            )
        },
        ..row(Source::DecidedRounds)
    }],
    &[
        Row {
            measure: Measure {
                title: "{who} draws first blood",
                ..share(id::FIRST_BLOOD, Per::Side, "The first wounds of the fight are all on this side's foes.")
            },
            ..row(Source::Went(Path::FirstBlood, |end, side, path| is(drew(end, side, path))))
        },
        Row {
            measure: Measure {
                title: "{who} draws first blood and wins",
                ..share(id::FIRST_BLOOD_AND_WIN, Per::Side, "This side draws first blood and wins.")
            },
            ..row(Source::Went(Path::FirstBlood, |end, side, path| {
                is(drew(end, side, path) && end.winner() == Some(side))
            }))
        },
    ],
    &[
        Row {
            measure: Measure {
                title: "all of {who} out",
                ..share(id::ALL_OUT, Per::Side, "Nobody on this side can fight on at the end (a total party kill).")
            },
            shown: party,
            named: true,
            ..end(|end, side| is(end.fit(side) == 0))
        },
        Row {
            measure: Measure {
                title: "any of {who} left for dead",
                ..share(id::ANY_LEFT_FOR_DEAD, Per::Side, "Somebody on this side ends Near Death or worse.")
            },
            shown: party,
            named: true,
            ..end(|end, side| is(end.dying(side) > 0))
        },
        Row {
            measure: Measure {
                title: "any of {who} dies",
                ..share("any dies", Per::Side, "Somebody on this side dies.")
            },
            shown: |combat, side| party(combat, side) && combat.somebody_mortal(side),
            named: true,
            ..end(|end, side| is(end.slain(side) > 0))
        },
    ],
    &[
        Row {
            measure: share(id::OUT, Per::Block, "A fighter of this stat block cannot fight on at the end."),
            shown: party,
            named: true,
            each: true,
            ..end(|end, entry| end.out(entry).into())
        },
        Row {
            measure: share(id::LEFT_FOR_DEAD, Per::Block, "A fighter of this stat block ends Near Death or worse."),
            shown: party,
            named: true,
            each: true,
            ..end(|end, entry| end.left_for_dead(entry).into())
        },
        Row {
            measure: share(id::FIRST_TO_FALL, Per::Block, "Any fighter of this stat block is among the first to fall."),
            shown: party,
            ..row(Source::Signal(Signal::FirstFall))
        },
    ],
    &[Row {
        measure: Measure {
            title: "{label} given by {who}",
            ..Measure::mean(
                "given",
                Unit::Wounds,
                Per::Block,
                "Wounds of each severity that this stat block inflicts in a fight.",
            )
        },
        // On a point track a blow has points and no level.
        shown: |combat, entry| party(combat, entry) && !combat.given[entry].is_empty(),
        ..row(Source::Given)
    }],
    &[Row {
        measure: share(id::DIES, Per::Block, "A fighter of this stat block dies."),
        shown: |combat, entry| combat.mortal[entry],
        each: true,
        ..end(|end, entry| end.dead(entry).into())
    }],
    &[
        Row {
            measure: share("gets away", Per::Block, "A fighter of this stat block flees (C14)."),
            shown: gets_away,
            each: true,
            ..end(|end, entry| end.exited(entry, Exit::GotAway).into())
        },
        Row {
            measure: share(
                "surrenders",
                Per::Block,
                "A fighter of this stat block yields at the wound level of its `yields_at` (C13).",
            ),
            shown: surrenders,
            each: true,
            ..end(|end, entry| end.exited(entry, Exit::Surrendered).into())
        },
    ],
    &[Row {
        measure: share(
            "out but conscious",
            Per::Block,
            "A fighter of this stat block ends Incapacitated but conscious (W29).",
        ),
        shown: |combat, _| combat.fight.asks_who_is_awake(),
        each: true,
        ..row(Source::Awake)
    }],
    &[Row {
        measure: Measure::mean(
            "Fudge points spent",
            Unit::Points,
            Per::Block,
            "Fudge points that a fighter of this stat block spends.",
        ),
        shown: |combat, entry| combat.fight.spends_points() && !combat.cast.fighters[entry].spend.0.is_empty(),
        each: true,
        ..row(Source::Signal(Signal::Spent))
    }],
    &[
        rate(
            "hits in a round",
            "{who} hits, per round",
            Per::Block,
            "Hits of this stat block over the rounds fought.",
            Signal::Hit,
        ),
        rate(
            "grazes in a round",
            "{who} grazes, per round",
            Per::Block,
            "Grazes of this stat block over the rounds fought.",
            Signal::Graze,
        ),
    ],
    &[rate(
        "stand-offs in a round",
        "stand-offs, per round",
        Per::Whole,
        "Exchanges that nobody wins, over the rounds fought.",
        Signal::StandOff,
    )],
    &[rate(
        "below minimum in a round",
        "exchanges won that miss the minimum to hit, per round",
        Per::Whole,
        "Exchanges whose winner misses the minimum to hit, over the rounds fought.",
        Signal::BelowMinimum,
    )],
    &[
        fired(
            "overflows",
            "{who}'s wounds moved up a level",
            "Wounds that moved up a level because their boxes were full (W10).",
            Fired::Overflow,
        ),
        fired("criticals", "{who}'s natural criticals", "Natural criticals of this stat block (A16).", Fired::Critical),
        fired(
            "hits on a part",
            "{who}'s hits on the part aimed at",
            "Blows that hit the part of the body they were aimed at (M6).",
            Fired::CalledShot,
        ),
        fired(
            "advantages",
            "{who}'s advantages gained",
            "Advantages gained in all-out defense (M8).",
            Fired::Advantage,
        ),
        fired(
            "blows pulled",
            "{who}'s blows pulled",
            "Blows whose wound was limited because they were pulled (W19, W20).",
            Fired::Pulled,
        ),
        fired(
            "wounds of half hits",
            "{who}'s wounds from half hits",
            "Wounds from two hits that Scale only just stopped (W26).",
            Fired::HalfHits,
        ),
        fired(
            "criticals through Scale",
            "{who}'s criticals through Scale",
            "Criticals that hurt a target of larger Scale (W26).",
            Fired::Through,
        ),
        fired(
            "wounds changed by toughness",
            "{who}'s wounds changed by toughness",
            "Wounds that toughness made lighter or worse (W15).",
            Fired::Toughness,
        ),
        fired(
            "wounds spared",
            "{who}'s wounds spared",
            "Wounds reduced to spare a player character (W21).",
            Fired::Spared,
        ),
        fired("evasions", "{who}'s evasions", "Wounds made a level lighter by evasion (W22, W23).", Fired::Evaded),
        fired(
            "wounds overcome by will",
            "{who}'s wounds overcome by will",
            "Wounds made lighter by Willpower (W25).",
            Fired::Overcame,
        ),
        fired("stuns", "{who} is stunned", "How often a fighter of this stat block is stunned (W19).", Fired::Stunned),
        Row {
            measure: Measure {
                title: "{who} flees or yields",
                ..Measure::mean(
                    "flights",
                    Unit::Times,
                    Per::Block,
                    "How many fighters of this stat block flee or yield (C13, C14).",
                )
            },
            shown: |combat, entry| gets_away(combat, entry) || surrenders(combat, entry),
            ..end(|end, entry| {
                u32::from(end.exited(entry, Exit::GotAway)) + u32::from(end.exited(entry, Exit::Surrendered))
            })
        },
        fired("heads grown", "{who}'s heads grown", "Heads that grow (W28).", Fired::Grown),
        fired(
            "times swallowed",
            "{who} is swallowed",
            "How often a fighter of this stat block is swallowed (W28).",
            Fired::Swallowed,
        ),
        fired(
            "spells cast",
            "{who}'s spells cast",
            "Spells of this stat block that take effect, thrown ones that miss included (X1 to X6).",
            Fired::Cast,
        ),
        fired(
            "spells that fail",
            "{who}'s spells that fail",
            "Spells of this stat block that fail or are resisted (X1 to X6).",
            Fired::Fizzled,
        ),
        fired(
            id::FAINTS,
            "{who} faints from casting",
            "How often casting makes a fighter of this stat block faint (SRD 7.11, 7.33).",
            Fired::Fainted,
        ),
    ],
    &[Row {
        measure: Measure { on_request: true, ..share("comes back", Per::Side, "This side wins after being behind.") },
        ..row(Source::Went(Path::Lead, |end, side, path| {
            is(end.winner() == Some(side) && Path::was_behind(end.memory(path), side))
        }))
    }],
    &[Row {
        measure: Measure {
            on_request: true,
            ..Measure::mean("lead changes", Unit::Times, Per::Whole, "How often the lead passes to another side.")
        },
        ..row(Source::Passes(Path::Lead))
    }],
    &[Row {
        measure: Measure {
            on_request: true,
            counted: Counted::FirstTime,
            chart: Some(Chart {
                title: "Round of the first wound",
                axis: "round",
                at_least: "",
                meaning: "the round of the first wound",
                drawn: Drawn::Course(Course { one: "round", going_on: "still unhurt", over: "First wound", long: 60 }),
            }),
            ..Measure::mean(
                "rounds until first blood",
                Unit::Rounds,
                Per::Whole,
                "The mean number of rounds until the first wound, in fights with a wound.",
            )
        },
        ..row(Source::FirstTime(Path::FirstBlood))
    }],
    &[distribution(
        Source::Rounds,
        id::ROUNDS,
        Unit::Rounds,
        Per::Whole,
        "The chance that the fight takes each number of rounds.",
        Chart {
            title: "How long the fight lasts",
            axis: "round",
            at_least: "",
            meaning: "how long fights last: the share going on after each round, the share ending in it",
            drawn: Drawn::Course(Course { one: "round", going_on: "still fighting", over: "Over", long: 60 }),
        },
    )],
    &[Row {
        shown: |combat, _| combat.follows_course,
        ..distribution(
            Source::Won,
            id::WINS_BY_ROUND,
            Unit::Rounds,
            Per::Side,
            "The chance that this side wins in each round, in studies of up to 64 cases.",
            Chart {
                title: "Course of the fight",
                axis: "round",
                at_least: "",
                meaning: "the course of a single fight: after each round, the share that each side has won and that goes on",
                drawn: Drawn::Bands,
            },
        )
    }],
    &[Row {
        each: true,
        shown: |combat, block| combat.levels_to_out(block).is_some(),
        measure: Measure {
            title: "{who}'s wounds by round",
            on_request: true,
            ..Measure::distribution(
                "wounds by round",
                Unit::Probability,
                Per::Block,
                "How much worse a fighter's wounds get in each round, on average: 0 is unhurt, 1 is the first wound level that puts out of \
                 action or a worse one, and the levels between are equal steps. Up to a round these add up to the mean wound level after it; \
                 fights that are over stay as they ended.",
                Chart {
                    title: "Mean wound level after each round",
                    axis: "round",
                    at_least: "",
                    meaning: "the mean wound level of each stat block after each round: 0 % unhurt, 100 % out of action by wounds",
                    drawn: Drawn::Climb,
                },
            )
        },
        ..row(Source::Hurt)
    }],
    &[Row {
        shown: party,
        ..distribution(
            Source::Survivors,
            id::SURVIVORS,
            Unit::Times,
            Per::Side,
            "The chance that this many of a side can fight on at the end.",
            Chart {
                title: "How many are left at the end",
                axis: "share of fights",
                at_least: "",
                meaning: "how many of each side are left at the end, a bar for each side",
                drawn: Drawn::Left,
            },
        )
    }],
    &[Row {
        each: true,
        ..distribution(
            Source::Levels,
            "wounds",
            Unit::Levels,
            Per::Block,
            "The chance of each wound level at the end.",
            Chart {
                title: "How each fighter ends",
                axis: "share of fights",
                at_least: "",
                meaning: "how fighters end: the share of each wound level",
                drawn: Drawn::Stack,
            },
        )
    }],
    &[Row {
        each: true,
        shown: |combat, _| !combat.shape.exits().is_empty(),
        measure: Measure {
            instead_of: "wounds",
            ..Measure::distribution(
                "ends",
                Unit::Levels,
                Per::Block,
                "The chance of each wound level at the end without another way to be out, and of each such way; shown where a fighter may \
                 flee, surrender, faint or the like.",
                Chart {
                    title: "How each fighter ends",
                    axis: "share of fights",
                    at_least: "",
                    meaning: "how fighters end where they may be out other than by wounds: the share of each wound level and of each such way",
                    drawn: Drawn::Stack,
                },
            )
        },
        ..row(Source::Fates)
    }],
];

const fn share(id: &'static str, per: Per, meaning: &'static str) -> Measure {
    Measure::share(id, per, meaning)
}

/// A row whose measure is still to be said.
const fn row(source: Source) -> Row {
    Row { measure: share("", Per::Whole, ""), source, shown: |_, _| true, named: false, each: false }
}

const fn end(is: fn(&End<'_>, usize) -> u32) -> Row {
    row(Source::End(is))
}

const fn rate(id: &'static str, title: &'static str, per: Per, meaning: &'static str, signal: Signal) -> Row {
    let measure = Measure { counted: Counted::Rate, title, ..Measure::mean(id, Unit::PerRound, per, meaning) };
    Row { measure, ..row(Source::Signal(signal)) }
}

/// What acts now and then: shown where it can.
const fn fired(id: &'static str, title: &'static str, meaning: &'static str, what: Fired) -> Row {
    let measure = Measure { title, ..Measure::mean(id, Unit::Times, Per::Block, meaning) };
    Row { measure, ..row(Source::Signal(Signal::Fired(what))) }
}

const fn distribution(
    source: Source,
    id: &'static str,
    unit: Unit,
    per: Per,
    meaning: &'static str,
    chart: Chart,
) -> Row {
    Row { measure: Measure::distribution(id, unit, per, meaning, chart), ..row(source) }
}

fn party(combat: &Combat, _: usize) -> bool {
    combat.fight.fighters() > 2
}

fn gets_away(combat: &Combat, entry: usize) -> bool {
    combat.may_exit(entry, Exit::GotAway)
}

fn surrenders(combat: &Combat, entry: usize) -> bool {
    combat.may_exit(entry, Exit::Surrendered)
}

fn is(so: bool) -> u32 {
    u32::from(so)
}

/// Whether a side alone drew first blood.
fn drew(end: &End<'_>, side: usize, path: usize) -> bool {
    usize::from(end.memory(path)) == side + 1
}
