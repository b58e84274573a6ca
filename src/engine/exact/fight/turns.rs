//! The state graph of a duel in turns in which fighters can only be wounded. A state is two states of wound tracks, the
//! clock, and the stage of the round. The result equals that of [`explore`](super::explore::explore), and a test
//! compares the two.

use super::distribution::{Distributions, FoundOdds, SignalRecorder};
use super::duel::Numbering;
use super::explore::{Bodies, Graph, check_budget, check_size, set_wounds};
use super::odds::GroupOdds;
use crate::chance::limits::Limits;
use crate::combat::{Body, Fight, Signals, State, TurnDuel, Upcoming};
use crate::error::Result;
use crate::exact::chain::Chain;
use crate::exact::hash::Lookup;
use std::cmp::Ordering;
use std::collections::hash_map::Entry;

/// A stage of a round: a point in the turn order.
#[derive(Clone, Copy)]
struct TurnStage {
    /// The depth of the stage in the round: the number of the next point in the turn order.
    depth: u16,
    /// The fighters who act at that point, in this order.
    acts: &'static [u16],
    /// The stage of the next point; `None` if the round has ended.
    next: Option<usize>,
}

/// All stages. In the first one, the turn order is rolled.
const STAGES: [TurnStage; 6] = [
    TurnStage { depth: 0, acts: &[], next: None },
    TurnStage { depth: 1, acts: &[0], next: Some(4) },
    TurnStage { depth: 1, acts: &[1], next: Some(5) },
    TurnStage { depth: 1, acts: &[0, 1], next: None },
    TurnStage { depth: 2, acts: &[1], next: None },
    TurnStage { depth: 2, acts: &[0], next: None },
];

/// Number of stages.
pub(super) const STAGE_COUNT: usize = STAGES.len();

/// The stage after the roll for the turn order. `first` tells which fighter has the earlier turn.
const fn stage_of(first: Ordering) -> usize {
    match first {
        Ordering::Less => 1,
        Ordering::Greater => 2,
        Ordering::Equal => 3,
    }
}

/// A state of a duel in turns, at the beginning of a stage.
#[derive(Debug, Clone, Copy)]
pub(super) struct DuelMoment {
    wounds: [u16; 2],
    clock: u16,
    stage: usize,
}

impl Bodies for DuelMoment {
    fn bodies<'a>(&'a self, room: &'a mut [Body]) -> &'a [Body] {
        set_wounds(self.wounds, room)
    }
}

/// The possible next stages, each with its chance.
type Stages = Vec<(usize, f64)>;

/// The odds of the turn order, by the clock and the wound penalties of both fighters. Each is computed once.
struct TurnOrders<'a> {
    fight: &'a Fight,
    distributions: Distributions<'a>,
    known: Lookup<(u16, [i8; 2]), Stages>,
}

impl TurnOrders<'_> {
    /// The possible stages after the roll for the turn order, each with its chance.
    fn next_stages(
        &mut self,
        DuelMoment { wounds, clock, .. }: DuelMoment,
        penalties: [i8; 2],
    ) -> Result<&[(usize, f64)]> {
        let Self { fight, ref mut distributions, ref mut known } = *self;
        Ok(match known.entry((clock, penalties)) {
            Entry::Occupied(found) => found.into_mut(),
            Entry::Vacant(place) => {
                let bodies = wounds.map(|wounds| Body { felt: wounds, marked: wounds, ..Body::default() });
                let mut state = State::start(fight, bodies);
                state.clock = clock;
                let Upcoming::Roll(question) = state.next(fight) else { unreachable!("the order is rolled for") };
                let number = distributions.find(&question)?;
                let outcomes = distributions.get(number).outcomes.iter().map(|(outcome, chance)| {
                    let mut state = state.clone();
                    state.apply(fight, outcome, &mut ());
                    let [one, other] = state.fighters.map(|body| body.turn);
                    (stage_of(one.cmp(&other)), *chance)
                });
                place.insert(outcomes.collect())
            }
        })
    }
}

/// Finds the state graph of a duel in turns.
///
/// # Errors
/// If the graph is too large, the dice are too wide, or the calculation was stopped.
pub(super) fn explore_turns(
    fight: &Fight,
    turns: TurnDuel<'_>,
    signals: &Signals,
    limits: &Limits<'_>,
) -> Result<Graph<DuelMoment>> {
    check_size(fight)?;
    let plain = turns.plain();
    let mut odds = GroupOdds::new(fight, plain, signals, limits);
    let mut orders =
        TurnOrders { fight, distributions: Distributions::new(fight, signals, limits), known: Lookup::default() };
    let mut recorder = SignalRecorder::new(fight, signals);
    let (mut chain, mut rewards) = (Chain::default(), Vec::new());
    let tracks = [0, 1].map(|own| fight.roster.track(own).states());
    let numbers = || Numbering::new(STAGE_COUNT * usize::from(fight.rounds.distinct()), tracks);
    let place = |at: &DuelMoment| (at.stage * usize::from(fight.rounds.distinct()) + usize::from(at.clock), at.wounds);
    let (mut transient, mut absorbing) = (numbers(), numbers());
    let number = |known: &mut Numbering<DuelMoment>, at: DuelMoment| known.number_of(place(&at), at);
    number(&mut transient, DuelMoment { wounds: [0; 2], clock: 0, stage: 0 });
    // The wounds marked by the hits so far at this point of the order, with the chance of each possibility.
    let (mut now, mut later): (Vec<([u16; 2], f64)>, Vec<_>) = (Vec::new(), Vec::new());
    while chain.states() < transient.states.len() {
        limits.check()?;
        let before @ DuelMoment { wounds, clock, stage } = transient.states[chain.states()];
        let penalties = [0, 1].map(|own| plain.penalty(own, wounds[usize::from(own)]));
        let TurnStage { depth, acts, next } = STAGES[stage];
        let first = rewards.len();
        rewards.resize(first + signals.row_length(), 0.0);
        if acts.is_empty() {
            for &(stage, chance) in orders.next_stages(before, penalties)? {
                chain.transient.add(number(&mut transient, DuelMoment { stage, ..before }), chance);
            }
        }
        now.clear();
        now.push((wounds, 1.0));
        for (nth, &by) in acts.iter().enumerate() {
            let pair = [by, 1 - by];
            let attack = odds.attack(turns, pair, clock, pair.map(|who| penalties[usize::from(who)]))?;
            let FoundOdds { outcomes, rewards: expected } = odds.get(attack);
            later.clear();
            for &(marked, before) in &now {
                rewards[first..].iter_mut().zip(expected).for_each(|(sum, reward)| *sum += before * reward);
                for &(hits, chance) in outcomes {
                    let (mut marked, chance) = (marked, before * chance);
                    for (place, severity) in hits {
                        let own = usize::from(pair[place]);
                        marked[own] = plain.hit(pair[place], marked[own], severity, &mut recorder);
                    }
                    recorder.recorded.drain(..).for_each(|place| rewards[first + place] += chance);
                    if nth + 1 < acts.len() {
                        add_marks(&mut later, marked, chance);
                    } else if !(0u16..).zip(marked).all(|(who, wounds)| plain.can_fight_on(who, wounds)) {
                        let end = number(&mut absorbing, DuelMoment { wounds: marked, clock, stage });
                        chain.absorbing.add(end, chance);
                    } else {
                        let (clock, stage) = next.map_or((fight.rounds.clock_after(clock), 0), |next| (clock, next));
                        let to = number(&mut transient, DuelMoment { wounds: marked, clock, stage });
                        chain.transient.add(to, chance);
                    }
                }
            }
            std::mem::swap(&mut now, &mut later);
        }
        chain.close(depth);
        check_budget(fight, &chain, transient.states.len(), odds.branches(), limits)?;
    }
    Ok(Graph {
        chain,
        states: transient.states,
        end_states: absorbing.states,
        rewards,
        work: odds.branches() + orders.distributions.branches.count,
    })
}

/// Adds `chance` to the entry of `all` for the wounds `marked`, which is created if missing.
fn add_marks(all: &mut Vec<([u16; 2], f64)>, marked: [u16; 2], chance: f64) {
    match all.iter_mut().find(|(known, _)| *known == marked) {
        Some((_, sum)) => *sum += chance,
        None => all.push((marked, chance)),
    }
}
