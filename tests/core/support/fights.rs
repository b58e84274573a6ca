//! Exact and simulated answers to fights in the form that tests need: by side, stat block and level.

use fudgelab::chance::Seed;
use fudgelab::combat::{Cast, EndShape, Fight, Fighter, Signal};
use fudgelab::error::Result;
use fudgelab::exact::{self, ExactFight};
use fudgelab::fights::{Combat, EndFigures, FightTally, PowerSums, Rate, Slot, end_slots, slots};
use fudgelab::rules::Rules;
use fudgelab::sim::{Batch, Plan, simulate};
use fudgelab::study::Study;
use fudgelab::subject::{Watched, WatchedSubject};
use std::ops::Deref;

#[derive(Debug, Clone, PartialEq)]
pub struct Solved {
    pub exact: ExactFight,
    /// The chance that each side wins.
    pub wins: Vec<f64>,
    /// The chance that no fighter is left standing.
    pub nobody: f64,
    /// The chance that the round limit stops the fight.
    pub undecided: f64,
    /// By side: the chance that it alone draws first blood, and the chance that it also wins then.
    pub first_blood: Vec<f64>,
    pub first_blood_wins: Vec<f64>,
    /// By stat block: the chance of each level at the end.
    pub levels: Vec<Vec<f64>>,
    /// By stat block: mean Fudge points spent; empty if no fighter can spend any.
    pub points: Vec<f64>,
    /// By stat block: hits per round, and the grazes among them.
    pub hits: Vec<f64>,
    pub grazes: Vec<f64>,
    /// Stand-offs per round, and exchanges won below the minimum to hit.
    pub stand_offs: f64,
    pub below_minimum: f64,
    /// By stat block: the mean count of each occasional rule that its fight counts.
    pub fired: Vec<Vec<f64>>,
    /// `None` for duels.
    pub party: Option<SolvedParty>,
}

/// Further figures of fights of more than two.
#[derive(Debug, Clone, PartialEq)]
pub struct SolvedParty {
    /// By side: the chance of each number of fit fighters at the end.
    pub survivors: Vec<Vec<f64>>,
    /// By side: the chance that at least one of its fighters died.
    pub any_dead: Vec<f64>,
    /// By stat block: the chance that one of its fighters is among the first to fall.
    pub first_out: Vec<f64>,
    /// By stat block: the mean number of fighters who are out at the end.
    pub out: Vec<f64>,
    /// By stat block: the mean number of blows dealt, by severity from 1.
    pub wounds: Vec<Vec<f64>>,
}

impl Deref for Solved {
    type Target = ExactFight;

    fn deref(&self) -> &ExactFight {
        &self.exact
    }
}

/// The counts of many simulated fights.
#[derive(Debug, Clone, PartialEq)]
pub struct Tallied {
    tally: FightTally,
    /// Fights won by each side, then those that left no fighter fit, then those stopped by the round limit.
    pub outcomes: Vec<u64>,
    /// By side: fights in which it drew first blood and did not win, and those that it won. Empty with more than two
    /// sides.
    pub first_blood: Vec<[u64; 2]>,
    /// By stat block: its fighters by level at the end.
    pub levels: Vec<Vec<PowerSums>>,
    /// By stat block: fighters who end Incapacitated but conscious; empty if the fight does not track that.
    pub awake: Vec<PowerSums>,
    /// By stat block: Fudge points spent; empty if no fighter can spend any.
    pub points: Vec<PowerSums>,
    /// By stat block: hits, and the grazes among them.
    pub hits: Vec<Rate>,
    pub grazes: Vec<Rate>,
    /// Stand-offs, and exchanges won below the minimum to hit.
    pub stand_offs: Rate,
    pub below_minimum: Rate,
    /// By stat block: the count of each occasional rule that its fight counts.
    pub fired: Vec<Vec<PowerSums>>,
    /// `None` for duels.
    pub party: Option<TalliedParty>,
}

/// Further counts of fights of more than two.
#[derive(Debug, Clone, PartialEq)]
pub struct TalliedParty {
    /// By side: fights by the number of fit fighters at the end.
    pub survivors: Vec<Vec<u64>>,
    /// By stat block: fights in which one of its fighters was among the first to fall.
    pub first_out: Vec<u64>,
    /// By stat block: its fighters who are out at the end.
    pub out: Vec<PowerSums>,
    /// By stat block: blows dealt, by severity from 1.
    pub wounds: Vec<Vec<PowerSums>>,
}

impl Deref for Tallied {
    type Target = FightTally;

    fn deref(&self) -> &FightTally {
        &self.tally
    }
}

/// Collects one entry for each side or stat block.
fn of<T>(count: usize, one: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(one).collect()
}

pub fn solve(fight: &Fight) -> Result<Solved> {
    Ok(solved(fight, exact::fight(fight)?))
}

/// Like [`solve`], but from an answer found in another way.
pub fn solved(fight: &Fight, exact: ExactFight) -> Solved {
    let (sides, entries) = (fight.roster.sides, fight.roster.entries());
    let count = |signal, entry| exact.count(signal, entry).unwrap_or(0.0);
    let rate = |signal, entry| if exact.mean_rounds > 0.0 { count(signal, entry) / exact.mean_rounds } else { 0.0 };
    let blood = |side: usize, wins: bool| {
        exact.path_ends[0].chance(|end| usize::from(end.memory(0)) == side + 1 && (!wins || end.winner() == Some(side)))
    };
    let fate = |entry: usize, fate: usize| {
        exact.ends.mean(|end| end.fates(entry)[fate].into()) / fight.roster.count(entry) as f64
    };
    let strength = |side| (0..fight.roster.fighters() as u16).filter(|&who| fight.roster.side(who) == side).count();
    let party = (fight.roster.fighters() > 2).then(|| SolvedParty {
        survivors: of(sides, |side| {
            of(strength(side) + 1, |fit| exact.ends.chance(|end| usize::from(end.fit(side)) == fit))
        }),
        any_dead: of(sides, |side| exact.ends.chance(|end| end.slain(side) > 0)),
        first_out: of(entries, |entry| count(Signal::FirstFall, entry)),
        out: of(entries, |entry| exact.ends.mean(|end| end.out(entry).into())),
        wounds: of(entries, |entry| {
            of(fight.roster.severities(), |severity| count(Signal::Severity(severity + 1), entry))
        }),
    });
    let spends = if fight.roster.spends_points() { entries } else { 0 };
    Solved {
        wins: of(sides, |side| exact.wins(side)),
        nobody: exact.ends.chance(|end| end.winner().is_none() && !end.is_undecided()),
        undecided: exact.ends.chance(|end| end.is_undecided()),
        first_blood: of(sides, |side| blood(side, false)),
        first_blood_wins: of(sides, |side| blood(side, true)),
        levels: of(entries, |entry| of(exact.ends.shape().fates(), |at| fate(entry, at))),
        points: of(spends, |entry| count(Signal::Spent, entry)),
        hits: of(entries, |entry| rate(Signal::Hit, entry)),
        grazes: of(entries, |entry| rate(Signal::Graze, entry)),
        stand_offs: rate(Signal::StandOff, 0),
        below_minimum: rate(Signal::BelowMinimum, 0),
        fired: of(entries, |entry| {
            fight.occasional_rules.iter().map(|what| count(Signal::Fired(*what), entry)).collect()
        }),
        party,
        exact,
    }
}

pub fn fight_of(study: &Study, cell: usize) -> &Combat {
    study.subjects.cell(cell).downcast_ref().expect("a fight")
}

/// Adds placeholder fighters to a fight, for tests that look at its figures and not at names.
pub fn combat(fight: &Fight) -> Combat {
    let nobody = |entry| Fighter {
        count: fight.roster.count(entry) as u16,
        ..Fighter::new(format!("nobody {entry}"), fight.roster.side(fight.roster.first(entry)), 0)
    };
    let cast = Cast {
        fighters: of(fight.roster.entries(), nobody),
        sides: of(fight.roster.sides, |side| format!("side {side}")),
    };
    Combat::new(fight.clone(), cast, None, &Rules::plain())
}

/// Prepares a fight for simulation.
pub fn trial(fight: &Fight) -> WatchedSubject<Combat> {
    WatchedSubject::new(combat(fight))
}

pub fn simulated(fight: &Fight, seed: u64, trials: u64) -> Tallied {
    tallied(fight, counted(fight, seed, trials))
}

/// Like [`simulated`], but returns the raw tally.
pub fn counted(fight: &Fight, seed: u64, trials: u64) -> FightTally {
    let batch = Batch { variants: &[trial(fight)], values: 0, compared: &[] };
    let plan = Plan { seed: Seed::new(seed), trials, baseline: 0 };
    simulate(&batch, &plan, &()).tallies.remove(0).tally
}

/// Like [`simulated`], but from a tally counted in another way.
pub fn tallied(fight: &Fight, tally: FightTally) -> Tallied {
    let combat = combat(fight);
    let all = slots(&combat, &Watched::<Combat>::default().extra);
    let folded = tally.end_figures(&combat, &all);
    let (sides, entries) = (fight.roster.sides, fight.roster.entries());
    let signals = fudgelab::combat::Signals::of(fight);
    let rate = |signal, entry| signals.place(signal, entry).map(|at| *tally.signal(at)).unwrap_or_default();
    let spread = |signal, entry| {
        let Rate { sum, squares, .. } = rate(signal, entry);
        PowerSums { sum, squares }
    };
    let end = |id: &str, which| ended(&all, &folded, id, which);
    let outcomes = (0..sides).map(|side| end("wins", side).sum);
    let party = (fight.roster.fighters() > 2).then(|| TalliedParty {
        survivors: of(sides, |side| tally.survivors(side).to_vec()),
        first_out: of(entries, |entry| rate(Signal::FirstFall, entry).sum),
        out: of(entries, |entry| end("out", entry)),
        wounds: of(entries, |entry| {
            of(fight.roster.severities(), |severity| spread(Signal::Severity(severity + 1), entry))
        }),
    });
    let blood = |side| {
        let won = end("first blood and win", side).sum;
        [end("first blood", side).sum - won, won]
    };
    Tallied {
        outcomes: outcomes.chain([end("both out", 0).sum, end("undecided", 0).sum]).collect(),
        // With more than two sides, first blood is not credited to any of them.
        first_blood: of(if sides == 2 { sides } else { 0 }, blood),
        levels: {
            let shape = EndShape::of(fight, 0);
            folded.columns.chunks(shape.columns()).map(|columns| shape.fates_in(columns).to_vec()).collect()
        },
        awake: of(if fight.rules.consciousness.is_rolled() { entries } else { 0 }, |entry| {
            end("out but conscious", entry)
        }),
        points: of(if fight.roster.spends_points() { entries } else { 0 }, |entry| spread(Signal::Spent, entry)),
        hits: of(entries, |entry| rate(Signal::Hit, entry)),
        grazes: of(entries, |entry| rate(Signal::Graze, entry)),
        stand_offs: rate(Signal::StandOff, 0),
        below_minimum: rate(Signal::BelowMinimum, 0),
        fired: of(entries, |entry| {
            fight.occasional_rules.iter().map(|what| spread(Signal::Fired(*what), entry)).collect()
        }),
        party,
        tally,
    }
}

/// The count of the end figure `id`, for side or stat block `which`.
fn ended(all: &[Slot], folded: &EndFigures, id: &str, which: usize) -> PowerSums {
    let place = end_slots(all).position(|slot| slot.row.measure.id == id && slot.which == which);
    folded.ends[place.unwrap()]
}
