//! Fighting in turns: one action after another, in the order of initiative (C2, SRD 4.23; C4, KAER).
//!
//! A wound counts immediately (reading 6): blows at one point of the order take effect before the next point. A round
//! of missiles is a round of turns too: everyone with a missile attacks once, and if all shots fall together, there is
//! only one turn. The same is true of shots from behind the line in a round of simultaneous blows; their wounds take
//! effect together with those of the blows.

mod action;
mod actions;
mod attack;
mod cast;
mod solo;

use super::{Flow, Phase, PhaseStep, Prompt};
use crate::chance::Chance;
use crate::combat::condition::{Body, Exit, Scene, SceneMut};
use crate::combat::event::Observer;
use crate::combat::hit::Blow;
use crate::combat::resolve::{Impact, Landing, PendingRolls, affect, feel, leave, mark, pick, report_fallen};
use crate::combat::tables::Fight;
use action::{ActionConsequences, ActionResult, ActionTarget, Turn};
use actions::Action;
pub(crate) use attack::{PlainAttack, outnumbered_by_group, plain_attack};
pub(crate) use solo::plain_action;

/// The phase of actions in turns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Turns;

/// Position in a round of turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TurnProgress {
    /// The next fighter to act at this point of the order.
    Turn {
        /// The point of the order, counted from 1; 0 if everyone acts at the same time.
        rank: u16,
        /// Index of the first fighter who may be next.
        next: u16,
        /// The number of blows that a sweep of that fighter has landed (M13).
        swept: u16,
    },
    /// A fighter has picked a target.
    Aimed { rank: u16, by: u16, target: u16 },
}

/// A roll in a turn, with everything that it depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum TurnQuestion {
    /// A random choice of target.
    Pick {
        by: u16,
        /// Index of this attack among the attacker's attacks of the round.
        nth: u16,
        foes: Vec<u16>,
    },
    Act(Action),
    /// A roll that follows from hits, such as damage.
    Landing(Landing<ActionConsequences>),
}

/// The result of a roll in a turn, or of a step without one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum TurnOutcome {
    /// A fighter picked a target at random.
    Picked { by: u16, target: u16 },
    /// An action was rolled; the blow that hits, if any.
    Acted(ActionConsequences, Option<Blow>),
    /// The action needs another roll.
    NeedsRoll(Action),
    /// Fighters are out without a blow, each with the severity of the wound that puts it out.
    Settled { by: u16, out: Vec<(u16, u8)> },
    /// The result of a roll that followed from hits.
    Landed(Impact<ActionConsequences>),
    /// A fighter leaves the fight as a turn begins.
    Leaves {
        who: u16,
        exit: Exit,
        /// The fighter whose turn it is.
        turn: u16,
    },
    /// Everyone at this point of the order has acted.
    RankOver,
}

impl Phase for Turns {
    type Position = TurnProgress;
    type Question = TurnQuestion;
    type Outcome = TurnOutcome;

    fn first_position(fight: &Fight, clock: u16) -> Option<TurnProgress> {
        let rank = u16::from(!fight.rounds.in_one_turn(clock));
        (fight.rounds.in_turns(clock) || fight.rounds.volleys).then_some(TurnProgress::Turn { rank, next: 0, swept: 0 })
    }

    fn next(fight: &Fight, scene: Scene<'_>, at: &TurnProgress) -> Prompt<TurnQuestion, TurnOutcome> {
        let (rank, next, swept) = match *at {
            TurnProgress::Aimed { rank, by, target } => {
                let turn = turn_of(scene, rank, by, 0);
                return Prompt::Roll(TurnQuestion::Act(Action::on_target(fight, scene, turn, target)));
            }
            TurnProgress::Turn { rank, next, swept } => (rank, next, swept),
        };
        let in_turn = |(who, body): &(u16, &Body)| {
            *who >= next && (body.turn == rank || body.again == rank) && fight.is_fit(*who, body)
        };
        let actors = (0u16..).zip(scene.bodies).filter(in_turn);
        // In simultaneous rounds, fighters leave before the round.
        let leaving = fight.custom.has_exits() && fight.rounds.in_turns(scene.clock);
        for (who, _) in actors {
            let turn = turn_of(scene, rank, who, if who == next { swept } else { 0 });
            // A turn begins even for a fighter who does nothing in it.
            if leaving
                && turn.swept == 0
                && let Some((leaver, exit)) = leaver(fight, scene, who)
            {
                return Prompt::Forced(TurnOutcome::Leaves { who: leaver, exit, turn: who });
            }
            match Action::target(fight, scene, turn) {
                Some(ActionTarget::One(target)) => {
                    return Prompt::Roll(TurnQuestion::Act(Action::on_target(fight, scene, turn, target)));
                }
                Some(ActionTarget::Any(foes)) => {
                    return Prompt::Roll(TurnQuestion::Pick { by: who, nth: turn.attack_index(), foes });
                }
                None => {}
            }
        }
        Prompt::Forced(TurnOutcome::RankOver)
    }

    fn roll(
        fight: &Fight,
        question: &TurnQuestion,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> TurnOutcome {
        match question {
            TurnQuestion::Pick { by, nth, foes } => {
                TurnOutcome::Picked { by: *by, target: pick(fight, *by, *nth, foes, chance) }
            }
            TurnQuestion::Act(action) => match action.roll(fight, chance, observer) {
                Ok(ActionResult::Rolls(consequences, pending)) => TurnOutcome::from_rolls(consequences, pending),
                Ok(ActionResult::Settled(by, out)) => TurnOutcome::Settled { by, out },
                Err(action) => TurnOutcome::NeedsRoll(action),
            },
            TurnQuestion::Landing(landing) => TurnOutcome::Landed(landing.roll(fight, chance, observer)),
        }
    }

    fn follow_up(outcome: &TurnOutcome) -> Option<TurnQuestion> {
        match outcome {
            TurnOutcome::Acted(consequences, blow) => {
                blow.map(|blow| TurnQuestion::Landing(Landing::Blow(*consequences, blow)))
            }
            TurnOutcome::Landed(landed) => landed.then().map(TurnQuestion::Landing),
            TurnOutcome::NeedsRoll(action) => Some(TurnQuestion::Act(action.clone())),
            TurnOutcome::Picked { .. }
            | TurnOutcome::Settled { .. }
            | TurnOutcome::Leaves { .. }
            | TurnOutcome::RankOver => None,
        }
    }

    fn is_worth_caching(question: &TurnQuestion) -> bool {
        match question {
            TurnQuestion::Landing(landing) => landing.recurs(),
            TurnQuestion::Pick { .. } | TurnQuestion::Act(_) => true,
        }
    }

    fn depth(at: &TurnProgress) -> u16 {
        match *at {
            TurnProgress::Turn { rank, next: 0, swept: 0 } => rank,
            TurnProgress::Turn { .. } | TurnProgress::Aimed { .. } => 0,
        }
    }

    fn apply(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        at: &TurnProgress,
        outcome: &TurnOutcome,
        observer: &mut impl Observer,
    ) -> PhaseStep<TurnProgress> {
        let (TurnProgress::Turn { rank, .. } | TurnProgress::Aimed { rank, .. }) = *at;
        match outcome {
            &TurnOutcome::Picked { by, target } => PhaseStep::Continue(TurnProgress::Aimed { rank, by, target }),
            TurnOutcome::Acted(consequences, _) => {
                charge_defense(fight, scene, *consequences);
                PhaseStep::Continue(next_progress(*consequences, rank))
            }
            TurnOutcome::Landed(landed) => {
                let consequences = landed.place();
                charge_defense(fight, scene, consequences);
                affect(fight, scene, landed.affected(), observer);
                PhaseStep::after_wounds(fight, scene, landed.wounds(), next_progress(consequences, rank), observer)
            }
            // Another roll follows, and its outcome is applied instead.
            TurnOutcome::NeedsRoll(_) => PhaseStep::Continue(*at),
            TurnOutcome::Settled { by, out } => {
                for &(target, severity) in out {
                    mark(fight, scene.bodies, target, severity, observer);
                }
                PhaseStep::Continue(TurnProgress::Turn { rank, next: by + 1, swept: 0 })
            }
            &TurnOutcome::Leaves { who, exit, turn } => {
                leave(who, &mut scene.bodies[usize::from(who)], exit, observer);
                // Turns that have already begun do not begin again.
                let at = TurnProgress::Turn { rank, next: turn, swept: 0 };
                if fight.contested(scene.bodies) { PhaseStep::Continue(at) } else { PhaseStep::Done }
            }
            TurnOutcome::RankOver => end_rank(fight, scene, rank, observer),
        }
    }

    /// Takes all turns in order, without a search for the next fighter after each of them.
    fn play_to_end(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        at: &TurnProgress,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Option<Flow> {
        let &TurnProgress::Turn { rank: first, next: 0, swept: 0 } = at else { return None };
        if fight.wounds.one_by_one || fight.custom.has_exits() {
            return None;
        }
        let turns = |(who, body): (u16, &Body)| [(body.turn, who), (body.again, who)];
        let mut order: Vec<(u16, u16)> = (0u16..).zip(&*scene.bodies).flat_map(turns).collect();
        order.retain(|(rank, _)| *rank >= first);
        order.sort_unstable();
        order.dedup();
        for turns in order.chunk_by(|(rank, _), (next, _)| rank == next) {
            let rank = turns[0].0;
            turns.iter().for_each(|(_, who)| take_turn(fight, scene, rank, *who, chance, observer));
            if end_rank(fight, scene, rank, observer) == PhaseStep::Done {
                break;
            }
        }
        Some(Self::finish(fight, scene, observer))
    }

    fn finish(fight: &Fight, scene: &mut SceneMut<'_>, _observer: &mut impl Observer) -> Flow {
        if fight.contested(scene.bodies) { Flow::NextPhase } else { Flow::FightOver }
    }
}

impl TurnOutcome {
    /// The outcome of an action with these `consequences`: `Acted` if `pending` is at most one blow to the body,
    /// otherwise `Landed` with the rolls that follow.
    fn from_rolls(consequences: ActionConsequences, pending: PendingRolls) -> Self {
        match pending.plain() {
            Some(blow) => Self::Acted(consequences, blow),
            None => Self::Landed(Impact::of(consequences, Box::new(pending))),
        }
    }
}

/// The next step at the same point of the order.
fn next_progress(ActionConsequences { next_turn: (next, swept), .. }: ActionConsequences, rank: u16) -> TurnProgress {
    TurnProgress::Turn { rank, next, swept }
}

/// Takes a fighter's turn, including all blows of a sweep.
fn take_turn(
    fight: &Fight,
    scene: &mut SceneMut<'_>,
    rank: u16,
    by: u16,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) {
    let mut swept = 0;
    while fight.is_fit(by, &scene.bodies[usize::from(by)]) {
        let turn = turn_of(scene.view(), rank, by, swept);
        let target = match Action::target(fight, scene.view(), turn) {
            None => return,
            Some(ActionTarget::One(target)) => target,
            Some(ActionTarget::Any(foes)) => pick(fight, by, turn.attack_index(), &foes, chance),
        };
        let question = TurnQuestion::Act(Action::on_target(fight, scene.view(), turn, target));
        let outcome = Turns::roll_with_follow_ups(fight, &question, chance, observer);
        match Turns::apply(fight, scene, &TurnProgress::Aimed { rank, by, target }, &outcome, observer) {
            PhaseStep::Continue(TurnProgress::Turn { next, swept: blows, .. }) if next == by => swept = blows,
            _ => return,
        }
    }
}

/// The turn of the fighter `by` at the point `rank` of the order.
fn turn_of(scene: Scene<'_>, rank: u16, by: u16, swept: u16) -> Turn {
    Turn { by, swept, again: rank > 0 && scene.bodies[usize::from(by)].again == rank }
}

/// The fighter who leaves as the turn of `by` begins: `by` itself, or the first opponent who concedes.
fn leaver(fight: &Fight, scene: Scene<'_>, by: u16) -> Option<(u16, Exit)> {
    let own = fight.exit_by_formula(scene, by, true).map(|exit| (by, exit));
    own.or_else(|| {
        let opponents = fight.fit(scene.bodies).filter(|who| fight.roster.side(*who) != fight.roster.side(by));
        opponents.into_iter().find_map(|who| fight.exit_by_formula(scene, who, false).map(|exit| (who, exit)))
    })
}

/// Charges the target for the cost of its defense, and records that the attacker has attacked.
fn charge_defense(
    fight: &Fight,
    scene: &mut SceneMut<'_>,
    ActionConsequences { target, cost, next_turn }: ActionConsequences,
) {
    let (next, swept) = next_turn;
    let by = if swept > 0 { next } else { next.saturating_sub(1) };
    fight.custom.record_attack(&mut scene.bodies[usize::from(by)]);
    let target = &mut scene.bodies[usize::from(target)];
    target.spent += cost.counted_avoidances(fight.rules.avoidance);
    target.open &= !cost.exposed;
}

/// Ends a point of the order: the blows made at it take effect.
fn end_rank(
    fight: &Fight,
    scene: &mut SceneMut<'_>,
    rank: u16,
    observer: &mut impl Observer,
) -> PhaseStep<TurnProgress> {
    if !fight.rounds.in_turns(scene.clock) {
        return PhaseStep::Done;
    }
    let mut later = false;
    let mut same = fight.rounds.wounds_alone;
    for body in scene.bodies.iter() {
        later |= body.turn > rank || body.again > rank;
        same &= body.marked == body.felt;
    }
    let next = PhaseStep::Continue(TurnProgress::Turn { rank: rank + 1, next: 0, swept: 0 });
    if same {
        // No one was hit.
        return if later { next } else { PhaseStep::Done };
    }
    if fight.roster.duel.is_none() {
        report_fallen(fight, scene.bodies, observer);
    }
    for (who, body) in (0u16..).zip(scene.bodies.iter_mut()) {
        let attacked = body.turn == rank && fight.is_fit(who, body);
        body.open |= attacked && fight.tactics.stance(body.stance).exposed;
        feel(fight, body);
    }
    match later && fight.contested(scene.bodies) {
        true => next,
        false => PhaseStep::Done,
    }
}
