//! Fighting in turns: one action after the other, in the order of initiative (C2, SRD 4.23; C4, KAER).
//!
//! A wound counts at once (reading 6): what falls at one point of the order is felt before the next. A round of missiles is a
//! round of turns as well, in which each who has a missile attacks once; where all shots fall together, there is but one turn.

mod attack;
mod solo;

use super::{Flow, Next, Phase, Step};
use crate::chance::Chance;
use crate::combat::condition::{Body, Scene, SceneMut};
use crate::combat::event::Observer;
use crate::combat::hit::Blow;
use crate::combat::resolve::{Landed, Landing, PendingRolls, affect, feel, mark, pick, report_fallen};
use crate::combat::tables::Fight;
use crate::rules::{Avoidance, Pacing};
use attack::{Attack, Cost, attack, attack_of};
use solo::{Done, SoloAction, act, action_of};

/// Fighters act one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Turns;

/// How far the order has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum At {
    /// Of those who act at this point of the order, the next from this fighter on does.
    Turn {
        /// The point of the order, counted from 1; 0 where all act at once.
        rank: u16,
        /// The first fighter who may be next.
        next: u16,
        /// How many blows of a sweep of that fighter have landed (M13).
        swept: u16,
    },
    /// A fighter has picked out whom to attack.
    Aimed { rank: u16, by: u16, target: u16 },
}

/// A roll of somebody's turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    /// A fighter picks one foe at random.
    Pick {
        by: u16,
        /// Which of the attacker's attacks this round it is, counted from 0.
        nth: u16,
        foes: Vec<u16>,
    },
    /// One attacks another.
    Attack(Attack),
    /// A player character acts alone.
    Act(SoloAction),
    /// Hits lead to further rolls.
    Landing(Landing<Met>),
}

/// What a turn comes to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    /// A foe was picked.
    Picked { by: u16, target: u16 },
    /// An attack was met, or an action of a player character, and perhaps a blow hit.
    Met(Met, Option<Blow>),
    /// An action settled without a blow who is out: by which severity.
    Settled { by: u16, out: Vec<(u16, u8)> },
    /// Hits have led to this.
    Landed(Landed<Met>),
    /// All who act at this point of the order have acted.
    RankOver,
}

/// An attack that has been met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Met {
    /// Where the turns go on: the next who may act, and how many blows of a sweep of theirs have landed.
    then: (u16, u16),
    target: u16,
    cost: Cost,
}

impl Phase for Turns {
    type At = At;
    type Question = Question;
    type Outcome = Outcome;

    fn start(fight: &Fight, clock: u16) -> Option<At> {
        let rank = u16::from(!fight.in_one_turn(clock));
        fight.in_turns(clock).then_some(At::Turn { rank, next: 0, swept: 0 })
    }

    fn next(fight: &Fight, scene: Scene<'_>, at: &At) -> Next<Question, Outcome> {
        let (rank, next, swept) = match *at {
            At::Aimed { rank, by, target } => {
                return Next::Roll(question_of_action(fight, scene, rank, [by, target], 0));
            }
            At::Turn { rank, next, swept } => (rank, next, swept),
        };
        let ready = |(who, body): &(u16, &Body)| {
            let acts = [body.turn, body.again].contains(&rank) && !fight.tactics.stance(body.stance).no_attack;
            acts && *who >= next && fight.may_attack(*who, body, scene.clock) && fight.is_fit(*who, body)
        };
        let mut actors = (0u16..).zip(scene.bodies).filter(ready).map(|(who, _)| who);
        let targeted = |by| {
            let swept = if by == next { swept } else { 0 };
            target(fight, scene, by, swept).map(|target| (by, swept, target))
        };
        match actors.find_map(targeted) {
            Some((by, swept, Target::One(target))) => {
                Next::Roll(question_of_action(fight, scene, rank, [by, target], swept))
            }
            Some((by, _, Target::Any(foes))) => Next::Roll(Question::Pick { by, nth: nth(scene, rank, by, 0), foes }),
            None => Next::Forced(Outcome::RankOver),
        }
    }

    fn roll(fight: &Fight, question: &Question, chance: &mut impl Chance, observer: &mut impl Observer) -> Outcome {
        match question {
            Question::Pick { by, nth, foes } => {
                Outcome::Picked { by: *by, target: pick(fight, *by, *nth, foes, chance) }
            }
            Question::Attack(one) => {
                let pending = attack(fight, *one, chance, observer);
                let met = |hit| Met { then: one.then(hit), target: one.target, cost: one.cost() };
                Outcome::of(met, pending)
            }
            Question::Act(action) => match act(fight, *action, chance, observer) {
                Done::Rolls(pending) => Outcome::of(
                    |_| Met { then: (action.by + 1, 0), target: action.target, cost: Cost::default() },
                    pending,
                ),
                Done::Settled(out) => Outcome::Settled { by: action.by, out },
            },
            Question::Landing(landing) => Outcome::Landed(landing.roll(fight, chance, observer)),
        }
    }

    fn then(outcome: &Outcome) -> Option<Question> {
        match outcome {
            Outcome::Met(met, blow) => blow.map(|blow| Question::Landing(Landing::Blow(*met, blow))),
            Outcome::Landed(landed) => landed.then().map(Question::Landing),
            Outcome::Picked { .. } | Outcome::Settled { .. } | Outcome::RankOver => None,
        }
    }

    fn recurs(question: &Question) -> bool {
        match question {
            Question::Landing(landing) => landing.recurs(),
            Question::Pick { .. } | Question::Attack(_) | Question::Act(_) => true,
        }
    }

    fn depth(at: &At) -> u16 {
        match *at {
            At::Turn { rank, next: 0, swept: 0 } => rank,
            At::Turn { .. } | At::Aimed { .. } => 0,
        }
    }

    fn apply(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        at: &At,
        outcome: &Outcome,
        observer: &mut impl Observer,
    ) -> Step<At> {
        let (At::Turn { rank, .. } | At::Aimed { rank, .. }) = *at;
        match outcome {
            &Outcome::Picked { by, target } => Step::To(At::Aimed { rank, by, target }),
            Outcome::Met(met, _) => {
                pay(fight, scene, *met);
                Step::To(met.go_on(rank))
            }
            Outcome::Landed(landed) => {
                let met = landed.place();
                pay(fight, scene, met);
                affect(scene, landed.affected());
                Step::after_wounds(fight, scene, landed.wounds(), met.go_on(rank), observer)
            }
            Outcome::Settled { by, out } => {
                for &(target, severity) in out {
                    mark(fight, scene.bodies, target, severity, observer);
                }
                Step::To(At::Turn { rank, next: by + 1, swept: 0 })
            }
            Outcome::RankOver => end_rank(fight, scene, rank, observer),
        }
    }

    fn finish(fight: &Fight, scene: &mut SceneMut<'_>, _observer: &mut impl Observer) -> Flow {
        if fight.contested(scene.bodies) { Flow::NextPhase } else { Flow::FightOver }
    }
}

impl Outcome {
    /// What an action has led to; `met` says how it was met, by whether it hit.
    fn of(met: impl Fn(bool) -> Met, pending: PendingRolls) -> Self {
        match pending.plain() {
            Some(blow) => Self::Met(met(blow.is_some()), blow),
            None => Self::Landed(Landed::of(met(!pending.hits().is_empty()), Box::new(pending))),
        }
    }
}

impl Met {
    fn go_on(self, rank: u16) -> At {
        let (next, swept) = self.then;
        At::Turn { rank, next, swept }
    }
}

/// One is about to act against another.
fn question_of_action(fight: &Fight, scene: Scene<'_>, rank: u16, [by, target]: [u16; 2], swept: u16) -> Question {
    match fight.rules.pacing.players_act() {
        true => Question::Act(action_of(fight, scene, by, target)),
        false => Question::Attack(attack_of(fight, scene, [by, target], nth(scene, rank, by, swept))),
    }
}

/// Whom one acts against.
enum Target {
    One(u16),
    /// One of these, at random.
    Any(Vec<u16>),
}

/// Whom a fighter attacks; of a sweep that has landed blows, the next who has not been attacked.
fn target(fight: &Fight, scene: Scene<'_>, by: u16, swept: u16) -> Option<Target> {
    if fight.rules.pacing == Pacing::Story {
        return fight.element(by).map(Target::One);
    }
    let foes = fight.foes(scene, by);
    let sweeps = fight.tactics.stance(scene.bodies[usize::from(by)].stance).sweep;
    let first = *foes.get(usize::from(swept))?;
    Some(if fight.picks_any(by) && !sweeps && foes.len() > 1 { Target::Any(foes) } else { Target::One(first) })
}

/// Which of a fighter's attacks this round is next.
fn nth(scene: Scene<'_>, rank: u16, by: u16, swept: u16) -> u16 {
    if rank > 0 && scene.bodies[usize::from(by)].again == rank { 1 } else { swept }
}

/// The target of an attack has met it.
fn pay(fight: &Fight, scene: &mut SceneMut<'_>, Met { target, cost, .. }: Met) {
    let target = &mut scene.bodies[usize::from(target)];
    if fight.rules.avoidance == Avoidance::One {
        target.spent += cost.avoidances;
    }
    target.open &= !cost.exposed;
}

/// All who act at this point of the order have acted: their blows are felt.
fn end_rank(fight: &Fight, scene: &mut SceneMut<'_>, rank: u16, observer: &mut impl Observer) -> Step<At> {
    if fight.duel.is_none() {
        report_fallen(fight, scene.bodies, observer);
    }
    let mut later = false;
    for (who, body) in (0u16..).zip(scene.bodies.iter_mut()) {
        let attacked = body.turn == rank && fight.is_fit(who, body);
        body.open |= attacked && fight.tactics.stance(body.stance).exposed;
        feel(fight, body);
        later |= body.turn.max(body.again) > rank;
    }
    match later && fight.contested(scene.bodies) {
        true => Step::To(At::Turn { rank: rank + 1, next: 0, swept: 0 }),
        false => Step::Done,
    }
}
