//! The measures of fights, one row each.
//!
//! A row says where the measure comes from: the end of a fight, a signal counted during it, its rounds, or a path that
//! follows it. Simulation, exact solution, tables, charts and data files are all derived from the row.

use super::Combat;
use crate::combat::{End, Exit, FightPath, Fired, Signal};
use crate::measure::{Chart, Compared, Counted, Course, Drawn, Measure, Per, Unit, id};

/// A measure of fights, and the way to compute it.
#[derive(Debug)]
pub struct Row {
    pub measure: Measure,
    /// The part of a fight from which it is computed.
    pub source: MeasureSource,
    /// Returns whether the measure is shown for the side or stat block with this index; the index is 0 for the whole
    /// fight.
    pub shown: fn(&Combat, usize) -> bool,
    /// Whether the measure is available by name even if it is not shown.
    pub named: bool,
    /// Whether a count over identical fighters is divided by their number.
    pub each: bool,
}

/// Reads a value from the end of a fight: 1 or 0 for a side, a number of fighters for a stat block. The arguments are
/// the end, the index of the side or stat block, and the index of the path in [`MeasureSource::End`].
pub type ReadEnd = fn(&End<'_>, usize, usize) -> u32;

/// The part of a fight from which a measure is computed.
#[derive(Debug, Clone, Copy)]
pub enum MeasureSource {
    /// The end of the fight, with the memory of a path that it may need.
    End(Option<FightPath>, ReadEnd),
    /// The number of times a signal happens.
    Signal(Signal),
    /// Blows dealt, by severity.
    BlowsDealt,
    Rounds,
    /// Whether the fight would never end without a limit; known only from an exact solution.
    NeverEnds,
    /// The number of rounds of the fights that the round limit does not stop.
    DecidedRounds,
    /// The number of rounds of the fights that a side wins.
    RoundsIfWon,
    /// The worsening of a stat block's wounds, round by round.
    WoundsByRound,
    /// The number of a side's fighters who can fight on at the end.
    Survivors,
    Levels,
    /// The fates of a stat block: the final wound levels, and the ways to be out other than by wounds.
    Fates,
    /// The round in which a path's event first happens.
    FirstTime(FightPath),
    /// The number of a path's counted events.
    PathEvents(FightPath),
    /// Fighters who end Incapacitated but conscious, which is rolled for after the fight (W29).
    Awake,
}

/// All measures in display order, in groups. For each side or stat block, all measures of a group are listed together.
pub static GROUPS: &[&[Row]] = &[
    &[end(id::WINS, Per::Side, "Only this side has fighters left who can fight on.", |end, side, _| {
        one_if(end.winner() == Some(side))
    })
    .compared()],
    &[end(
        id::DRAW,
        Per::Whole,
        "No side wins: no fighter can fight on, or the round limit stops the fight.",
        |end, _, _| one_if(end.winner().is_none()),
    )
    .compared()],
    &[mean(id::ROUNDS, Unit::Rounds, Per::Whole, "The mean number of rounds.", MeasureSource::Rounds).compared()],
    &[mean(
        id::MEDIAN_ROUNDS,
        Unit::Rounds,
        Per::Whole,
        "The smallest number of rounds after which half of the fights are over.",
        MeasureSource::Rounds,
    )
    .counted(Counted::Median)],
    &[end(
        id::BOTH_OUT,
        Per::Whole,
        "No fighter on any side can fight on at the end (double knockout).",
        |end, _, _| one_if(end.winner().is_none() && !end.is_undecided()),
    )
    .titled("both out of action")],
    &[end(id::UNDECIDED, Per::Whole, "The round limit stops the fight.", |end, _, _| one_if(end.is_undecided()))],
    &[share(
        id::NEVER_ENDS,
        Per::Whole,
        "The fight would never end without a round limit (exact answers only).",
        MeasureSource::NeverEnds,
    )
    .on_request()],
    &[mean(
        id::DECIDED_ROUNDS,
        Unit::Rounds,
        Per::Whole,
        "The mean number of rounds of fights that the round limit does not stop.",
        MeasureSource::DecidedRounds,
    )
    .on_request()],
    &[
        share(
            id::FIRST_BLOOD,
            Per::Side,
            "The first wounds of the fight are all on this side's foes.",
            MeasureSource::End(Some(FightPath::FirstBlood), |end, side, path| {
                one_if(drew_first_blood(end, side, path))
            }),
        )
        .titled("{who} draws first blood")
        .shown(two_sides),
        share(
            id::FIRST_BLOOD_AND_WIN,
            Per::Side,
            "This side draws first blood and wins.",
            MeasureSource::End(Some(FightPath::FirstBlood), |end, side, path| {
                one_if(drew_first_blood(end, side, path) && end.winner() == Some(side))
            }),
        )
        .titled("{who} draws first blood and wins")
        .shown(two_sides),
    ],
    &[
        end(
            id::ALL_OUT,
            Per::Side,
            "No fighter of this side can fight on at the end: each is out of action, has fled or has surrendered.",
            |end, side, _| one_if(end.fit(side) == 0),
        )
        .titled("all of {who} out")
        .named(has_several_fighters),
        end(
            id::ALL_DOWN,
            Per::Side,
            "All fighters of this side are out of action at the end; none fled or surrendered (a total party kill).",
            |end, side, _| one_if(end.fit(side) == 0 && end.gone(side) == 0),
        )
        .titled("all of {who} down")
        .shown(|combat, side| has_several_fighters(combat, side) && may_leave(combat, side)),
        end(
            id::ANY_LEFT_FOR_DEAD,
            Per::Side,
            "At least one fighter of this side ends Near Death or worse.",
            |end, side, _| one_if(end.dying(side) > 0),
        )
        .titled("any of {who} left for dead")
        .named(has_several_fighters),
        end(id::ANY_DIES, Per::Side, "At least one fighter of this side dies.", |end, side, _| {
            one_if(end.slain(side) > 0)
        })
        .titled("any of {who} dies")
        .named(|combat, side| has_several_fighters(combat, side) && combat.can_any_die(side)),
    ],
    &[
        end(id::OUT, Per::Block, "A fighter of this stat block cannot fight on at the end.", |end, entry, _| {
            end.out(entry).into()
        })
        .named(has_several_fighters)
        .each(),
        end(
            id::LEFT_FOR_DEAD,
            Per::Block,
            "A fighter of this stat block ends Near Death or worse.",
            |end, entry, _| end.left_for_dead(entry).into(),
        )
        .named(has_several_fighters)
        .each(),
        share(
            id::FIRST_TO_FALL,
            Per::Block,
            "A fighter of this stat block is among the first to fall in the whole fight, on any side.",
            MeasureSource::Signal(Signal::FirstFall),
        )
        .shown(has_several_fighters),
        share(
            "first of its side to fall",
            Per::Block,
            "A fighter of this stat block is out of action, other than by flight, after the first round in which any \
             fighter of its side falls.",
            MeasureSource::End(Some(FightPath::FirstToFall { side: 0, group: 0 }), |end, entry, path| {
                one_if(FightPath::fell_first(end.memory(path), end.rank(entry)))
            }),
        )
        .on_request()
        .shown(has_several_fighters),
    ],
    &[mean(
        "given",
        Unit::Wounds,
        Per::Block,
        "Wounds of each severity that this stat block inflicts in a fight.",
        MeasureSource::BlowsDealt,
    )
    .titled("{label} given by {who}")
    // On a point track, blows have points and no level.
    .shown(|combat, entry| has_several_fighters(combat, entry) && !combat.dealt_levels[entry].is_empty())],
    &[end(id::DIES, Per::Block, "A fighter of this stat block dies.", |end, entry, _| end.dead(entry).into())
        .shown(|combat, entry| combat.mortal[entry])
        .each()],
    &[
        end(id::GETS_AWAY, Per::Block, "A fighter of this stat block flees (C14).", |end, entry, _| {
            end.exited(entry, Exit::GotAway).into()
        })
        .shown(gets_away)
        .each(),
        end(id::SURRENDERS, Per::Block, "A fighter of this stat block surrenders (C13).", |end, entry, _| {
            end.exited(entry, Exit::Surrendered).into()
        })
        .shown(surrenders)
        .each(),
    ],
    &[share(
        "out but conscious",
        Per::Block,
        "A fighter of this stat block ends Incapacitated but conscious (W29).",
        MeasureSource::Awake,
    )
    .shown(|combat, _| combat.fight.rules.consciousness.is_rolled())
    .each()],
    &[mean(
        "Fudge points spent",
        Unit::Points,
        Per::Block,
        "Fudge points that a fighter of this stat block spends.",
        MeasureSource::Signal(Signal::Spent),
    )
    .shown(|combat, entry| combat.fight.roster.spends_points() && !combat.cast.fighters[entry].spend.0.is_empty())
    .each()],
    &[
        rate(id::HITS, "{who} hits", Per::Block, "Hits of this stat block, per round fought.", Signal::Hit),
        rate(id::GRAZES, "{who} grazes", Per::Block, "Grazes of this stat block, per round fought.", Signal::Graze),
    ],
    &[rate(
        "stand-offs in a round",
        "stand-offs",
        Per::Whole,
        "Exchanges without a winner, per round fought.",
        Signal::StandOff,
    )],
    &[rate(
        "below minimum in a round",
        "exchanges won that miss the minimum to hit",
        Per::Whole,
        "Exchanges won with a result below the minimum to hit, per round fought.",
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
            "Pulled blows that would otherwise have caused a worse wound (W19, W20).",
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
        mean(
            "flights",
            Unit::Times,
            Per::Block,
            "How many fighters of this stat block flee or yield (C13, C14).",
            MeasureSource::End(None, |end, entry, _| {
                u32::from(end.exited(entry, Exit::GotAway)) + u32::from(end.exited(entry, Exit::Surrendered))
            }),
        )
        .titled("{who} flees or yields")
        .shown(|combat, entry| gets_away(combat, entry) || surrenders(combat, entry)),
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
            "Spells of this stat block that take effect, including thrown ones that miss (X1 to X6).",
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
    &[share(
        "comes back",
        Per::Side,
        "This side wins after being behind.",
        MeasureSource::End(Some(FightPath::Lead), |end, side, path| {
            one_if(end.winner() == Some(side) && FightPath::was_behind(end.memory(path), side))
        }),
    )
    .on_request()],
    &[mean(
        "lead changes",
        Unit::Times,
        Per::Whole,
        "How often the lead passes to another side.",
        MeasureSource::PathEvents(FightPath::Lead),
    )
    .on_request()],
    &[mean(
        "rounds until first blood",
        Unit::Rounds,
        Per::Whole,
        "The mean number of rounds until the first wound, in fights with a wound.",
        MeasureSource::FirstTime(FightPath::FirstBlood),
    )
    .counted(Counted::FirstTime)
    .on_request()
    .drawn(Chart {
        title: "Round of the first wound",
        meaning: "the round of the first wound",
        drawn: Drawn::Course(Course { one: "round", going_on: "still unhurt", over: "First wound", long: 60 }),
        ..BY_ROUND
    })],
    &[distribution(
        id::ROUNDS,
        Unit::Rounds,
        Per::Whole,
        "The chance that the fight takes each number of rounds.",
        MeasureSource::Rounds,
        Chart {
            title: "How long the fight lasts",
            meaning: "how long fights last: the share still going on after each round, and the share that ends in \
                      that round",
            drawn: Drawn::Course(Course { one: "round", going_on: "still fighting", over: "Over", long: 60 }),
            ..BY_ROUND
        },
    )],
    &[distribution(
        id::WINS_BY_ROUND,
        Unit::Rounds,
        Per::Side,
        "The chance that this side wins in each round, in studies of up to 64 cases.",
        MeasureSource::RoundsIfWon,
        Chart {
            title: "Course of the fight",
            meaning: "the course of a fight: after each round, the share won by each side and the share still going on",
            drawn: Drawn::Bands,
            ..BY_ROUND
        },
    )
    .shown(|combat, _| combat.follows_course)],
    &[distribution(
        "wounds by round",
        Unit::Probability,
        Per::Block,
        "How much worse a fighter's wounds get in each round, on average. Unhurt is 0, the first wound level that puts \
         a fighter out of action is 1, and so is any worse level; the levels in between are equal steps. The sum up to \
         a round is the mean wound level after that round. Fights that have ended keep their final level.",
        MeasureSource::WoundsByRound,
        Chart {
            title: "Mean wound level after each round",
            meaning: "the mean wound level of each stat block after each round: 0 % is unhurt, 100 % is out of \
                      action from wounds",
            drawn: Drawn::Climb,
            ..BY_ROUND
        },
    )
    .titled("{who}'s wounds by round")
    .on_request()
    .shown(|combat, block| combat.levels_to_out(block).is_some())
    .each()],
    &[distribution(
        id::SURVIVORS,
        Unit::Times,
        Per::Side,
        "The chance of each number of fighters on a side who can fight on at the end.",
        MeasureSource::Survivors,
        Chart {
            title: "How many are left at the end",
            meaning: "how many of each side are left at the end, a bar for each side",
            drawn: Drawn::Left,
            ..AT_END
        },
    )
    .shown(has_several_fighters)],
    &[distribution(
        id::WOUNDS,
        Unit::Levels,
        Per::Block,
        "The chance of each wound level at the end.",
        MeasureSource::Levels,
        Chart { meaning: "how fighters end: the share of each wound level", ..AT_END },
    )
    .each()],
    &[distribution(
        "ends",
        Unit::Levels,
        Per::Block,
        "The chance of each way to end the fight: each wound level, or another reason to be out, such as flight or \
         surrender. Shown in place of wound levels if a fighter can be out for such a reason.",
        MeasureSource::Fates,
        Chart {
            meaning: "how fighters end if they can be out for reasons other than wounds: the share of each wound level \
                      and of each reason",
            ..AT_END
        },
    )
    .instead_of(id::WOUNDS)
    .shown(|combat, _| !combat.shape.exits().is_empty())
    .each()],
];

/// Settings shared by most charts by round.
const BY_ROUND: Chart = Chart { title: "", axis: "round", at_least: "", meaning: "", drawn: Drawn::Bands };

/// Settings shared by the charts of how fighters end.
const AT_END: Chart =
    Chart { title: "How each fighter ends", axis: "share of fights", at_least: "", meaning: "", drawn: Drawn::Stack };

/// A measure that is always shown.
const fn row(measure: Measure, source: MeasureSource) -> Row {
    Row { measure, source, shown: |_, _| true, named: false, each: false }
}

const fn share(id: &'static str, per: Per, meaning: &'static str, source: MeasureSource) -> Row {
    row(Measure::share(id, per, meaning), source)
}

/// A share that is read from the end of the fight.
const fn end(id: &'static str, per: Per, meaning: &'static str, read: ReadEnd) -> Row {
    share(id, per, meaning, MeasureSource::End(None, read))
}

const fn mean(id: &'static str, unit: Unit, per: Per, meaning: &'static str, source: MeasureSource) -> Row {
    row(Measure::mean(id, unit, per, meaning), source)
}

/// The number of times per round that a signal happens.
const fn rate(id: &'static str, title: &'static str, per: Per, meaning: &'static str, signal: Signal) -> Row {
    mean(id, Unit::PerRound, per, meaning, MeasureSource::Signal(signal)).counted(Counted::Rate).titled(title)
}

/// The number of times that the rule `what` has an effect; shown if it can have an effect.
const fn fired(id: &'static str, title: &'static str, meaning: &'static str, what: Fired) -> Row {
    mean(id, Unit::Times, Per::Block, meaning, MeasureSource::Signal(Signal::Fired(what))).titled(title)
}

const fn distribution(
    id: &'static str,
    unit: Unit,
    per: Per,
    meaning: &'static str,
    source: MeasureSource,
    chart: Chart,
) -> Row {
    row(Measure::distribution(id, unit, per, meaning, chart), source)
}

impl Row {
    const fn titled(mut self, title: &'static str) -> Self {
        self.measure.title = title;
        self
    }

    /// Compares variants in this measure by default.
    const fn compared(mut self) -> Self {
        self.measure.compared = Compared::Yes;
        self
    }

    const fn counted(mut self, counted: Counted) -> Self {
        self.measure.counted = counted;
        self
    }

    const fn on_request(mut self) -> Self {
        self.measure.on_request = true;
        self
    }

    const fn drawn(mut self, chart: Chart) -> Self {
        self.measure.chart = Some(chart);
        self
    }

    /// Replaces the distribution `id` in reports.
    const fn instead_of(mut self, id: &'static str) -> Self {
        self.measure.instead_of = id;
        self
    }

    /// Divides counts over identical fighters by their number.
    const fn each(mut self) -> Self {
        self.each = true;
        self
    }

    const fn shown(mut self, shown: fn(&Combat, usize) -> bool) -> Self {
        self.shown = shown;
        self
    }

    /// Shown where `shown` returns true, and available by name everywhere.
    const fn named(mut self, shown: fn(&Combat, usize) -> bool) -> Self {
        self.named = true;
        self.shown(shown)
    }
}

/// Whether the fight has exactly two sides. With more, it is unknown whose blow drew first blood.
fn two_sides(combat: &Combat, _: usize) -> bool {
    combat.fight.roster.sides == 2
}

/// Whether the fight is not a duel.
fn has_several_fighters(combat: &Combat, _: usize) -> bool {
    combat.fight.roster.fighters() > 2
}

/// Whether a fighter of the stat block `entry` may flee.
fn gets_away(combat: &Combat, entry: usize) -> bool {
    combat.may_exit(entry, Exit::GotAway)
}

/// Whether a fighter of the stat block `entry` may surrender.
fn surrenders(combat: &Combat, entry: usize) -> bool {
    combat.may_exit(entry, Exit::Surrendered)
}

/// Whether a fighter of a side may flee or surrender.
fn may_leave(combat: &Combat, side: usize) -> bool {
    let own = (0..combat.fight.roster.entries()).filter(|entry| combat.cast.fighters[*entry].side == side);
    own.into_iter().any(|entry| gets_away(combat, entry) || surrenders(combat, entry))
}

/// 1 if `so` is true, else 0.
fn one_if(so: bool) -> u32 {
    u32::from(so)
}

/// Whether the side drew first blood, and no other side did so in the same round.
fn drew_first_blood(end: &End<'_>, side: usize, path: usize) -> bool {
    usize::from(end.memory(path)) == side + 1
}
