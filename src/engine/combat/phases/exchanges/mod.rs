//! Exchanges of blows in a simultaneous round, group by group: one against one, or one against several (C1, M15).

mod brawl;
mod open_brawl;
mod pair;

pub(crate) use brawl::{BrawlSetup, Focus, Foe, answer, meet, open_brawl};
pub(crate) use pair::{Seat, exchange, seats};

use super::{Phase, Prompt, Step};
use crate::chance::Chance;
use crate::combat::condition::{Body, Readiness, RollModifiers, Scene, SceneMut, Status};
use crate::combat::event::Observer;
use crate::combat::hit::Blow;
use crate::combat::resolve::{Impact, Landing, PendingRolls, affect, feel};
use crate::combat::tables::{Fight, Pairing};
use crate::rules::Pacing;
use open_brawl::{OpenBrawl, lucky_brawl};
use pair::{clash, lucky_clash, penalties};

/// The exchange phase: the groups fight one after another. No wound takes effect before all have fought, so their order
/// does not matter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Exchanges;

/// Progress of the phase, by group index.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum At {
    /// This group fights next.
    Group(u16),
    /// This group has fought, and its wounds have been resolved.
    Fought(u16),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    /// One against one.
    Pair {
        pair: [u16; 2],
        clock: u16,
        /// The modifiers of both fighters.
        modifiers: [RollModifiers; 2],
    },
    /// One against several, roll by roll.
    Brawl(Box<OpenBrawl>),
    /// A roll that follows from hits, such as damage.
    Landing(Landing<()>),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    /// The blow that hit in a pair's exchange; `None` if neither hit.
    Exchanged(Option<Blow>),
    /// A brawl with rolls still to be made.
    Brawling(Box<OpenBrawl>),
    /// The result of a roll that followed from hits.
    Landed(Impact<()>),
}

impl Outcome {
    fn of(pending: PendingRolls) -> Self {
        Self::Landed(Impact::of((), Box::new(pending)))
    }
}

impl Phase for Exchanges {
    type At = At;
    type Question = Question;
    type Outcome = Outcome;

    fn start(fight: &Fight, clock: u16) -> Option<At> {
        (fight.rules.pacing == Pacing::Simultaneous && !fight.at_a_distance(clock)).then_some(At::Group(0))
    }

    #[inline]
    fn next(fight: &Fight, scene: Scene<'_>, at: &At) -> Prompt<Question, Outcome> {
        match (at, &fight.duel) {
            (At::Fought(_), _) => Prompt::Forced(Outcome::Exchanged(None)),
            (At::Group(_), Some(pairing)) => Prompt::Roll(question_of_pair(fight, scene, pairing)),
            (At::Group(group), None) => Prompt::Roll(question_of_group(fight, scene, *group)),
        }
    }

    fn roll(fight: &Fight, question: &Question, chance: &mut impl Chance, observer: &mut impl Observer) -> Outcome {
        match question {
            &Question::Pair { pair, clock, modifiers } if is_plain(fight, modifiers) => {
                let pairing = fight.duel.unwrap_or_else(|| fight.pairing(pair));
                let penalties = modifiers.map(|modifiers| modifiers.wounds);
                Outcome::Exchanged(exchange(fight, clock, penalties, &seats(fight, &pairing), chance, observer))
            }
            &Question::Pair { pair, clock, modifiers } => {
                let pairing = fight.pairing(pair);
                let pending = match fight.acting.lucky {
                    true => lucky_clash(fight, clock, modifiers, &pairing, chance, observer),
                    false => clash(fight, clock, modifiers, &pairing, chance, observer),
                };
                pending.plain().map_or_else(|| Outcome::of(pending), Outcome::Exchanged)
            }
            Question::Brawl(brawl) if fight.acting.lucky && brawl.is_to_be_rolled() => {
                Outcome::of(lucky_brawl(fight, brawl, chance, observer))
            }
            Question::Brawl(brawl) => match brawl.clone().advance(fight, chance, observer).into_pending() {
                Ok(pending) => Outcome::of(pending),
                Err(brawl) => Outcome::Brawling(brawl),
            },
            Question::Landing(landing) => Outcome::Landed(landing.roll(fight, chance, observer)),
        }
    }

    #[inline]
    fn then(outcome: &Outcome) -> Option<Question> {
        match outcome {
            Outcome::Exchanged(blow) => blow.map(|blow| Question::Landing(Landing::Blow((), blow))),
            Outcome::Brawling(brawl) => Some(Question::Brawl(brawl.clone())),
            Outcome::Landed(landed) => landed.then().map(Question::Landing),
        }
    }

    fn recurs(question: &Question) -> bool {
        match question {
            Question::Pair { .. } => true,
            Question::Brawl(_) => false,
            Question::Landing(landing) => landing.recurs(),
        }
    }

    fn variations(fight: &Fight, question: &Question) -> u64 {
        match question {
            Question::Brawl(brawl) => {
                brawl.members().map(|who| fight.track(who).penalties() as u64).fold(1, u64::saturating_mul)
            }
            Question::Pair { .. } | Question::Landing(_) => 1,
        }
    }

    fn certainly_rolls(at: &At) -> bool {
        matches!(at, At::Group(_))
    }

    fn depth(at: &At) -> u16 {
        match at {
            At::Group(group) => *group,
            At::Fought(_) => 0,
        }
    }

    #[inline]
    fn apply(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        at: &At,
        outcome: &Outcome,
        observer: &mut impl Observer,
    ) -> Step<At> {
        let (At::Group(group) | At::Fought(group)) = *at;
        if let Outcome::Landed(landed) = outcome {
            affect(fight, scene, landed.affected(), observer);
            let step = Step::after_wounds(fight, scene, landed.wounds(), At::Fought(group), observer);
            if matches!(step, Step::Suffer(..)) {
                return step;
            }
        }
        end_group(fight, scene, group)
    }
}

/// Whether an exchange depends only on skill, wounds and dice.
fn is_plain(fight: &Fight, modifiers: [RollModifiers; 2]) -> bool {
    fight.acting.plain && modifiers.into_iter().all(|own| own == RollModifiers::of_wounds(own.wounds))
}

fn question_of_pair(fight: &Fight, scene: Scene<'_>, pairing: &Pairing) -> Question {
    let healthy = |who: u16| scene.bodies[usize::from(who)].status == Status::default();
    let acting = &fight.acting;
    let modifiers = match acting.wounds_alone || acting.plain && pairing.fighters.into_iter().all(healthy) {
        true => penalties(fight, scene, pairing).map(RollModifiers::of_wounds),
        false => fight.modifiers_of_pair(scene, pairing.fighters),
    };
    Question::Pair { pair: pairing.fighters, clock: scene.clock, modifiers }
}

fn question_of_group(fight: &Fight, scene: Scene<'_>, group: u16) -> Question {
    let (lone, foes) = fight.members(scene, group);
    if let [foe] = foes[..] {
        return question_of_pair(fight, scene, &fight.pairing([lone, foe]));
    }
    let own = fight.additions(scene, lone, foes[0]);
    let foes: Vec<Foe> = foes.into_iter().map(|who| foe(fight, scene, lone, who)).collect();
    let modifiers = RollModifiers { own, ..fight.modifiers_of(scene, lone) };
    let preferred = foes.iter().min_by_key(|foe| foe.rank).map(|foe| Focus::One(foe.who));
    let aim = match preferred.filter(|_| fight.tactics.stance(modifiers.stance).concentrated) {
        Some(_) if fight.picks_any(lone) => Focus::Any,
        Some(preferred) => preferred,
        None => Focus::All,
    };
    let able_foes = foes.iter().filter(|foe| foe.modifiers.readiness != Readiness::Helpless).count() as u16;
    let setup = BrawlSetup { lone, first: foes[0].who, able_foes, clock: scene.clock, modifiers, aim };
    Question::Brawl(Box::new(OpenBrawl::new(setup, foes)))
}

fn foe(fight: &Fight, scene: Scene<'_>, lone: u16, who: u16) -> Foe {
    let modifiers = fight.modifiers_of(scene, who);
    Foe {
        who,
        modifiers: RollModifiers { own: fight.additions(scene, who, lone), ..fight.faced(scene, who, modifiers, lone) },
        lone_own: fight.additions(scene, lone, who),
        outpaces: fight.faced(scene, lone, RollModifiers::default(), who).readiness == Readiness::Helpless,
        rank: fight.rank(scene, lone, who),
    }
}

/// Ends a group's exchange and moves on to the next group. The group's wounds take effect now rather than at the end of
/// the round: nothing reads them before then, and more states become equal.
#[inline]
fn end_group(fight: &Fight, scene: &mut SceneMut<'_>, group: u16) -> Step<At> {
    let attacks = |who: u16, body: &Body| fight.readiness(who, body, scene.clock) == Readiness::Ready;
    if fight.own.is_some() {
        let fought = |body: &Body| fight.duel.is_some() || body.group == group + 1;
        for (who, body) in (0u16..).zip(scene.bodies.iter_mut()) {
            if fought(body) && attacks(who, body) {
                fight.has_attacked(body);
            }
        }
    }
    if fight.duel.is_some() {
        return Step::Done;
    }
    let mut last = true;
    for body in scene.bodies.iter_mut() {
        last &= body.group <= group + 1;
        if body.group == group + 1 {
            feel(fight, body);
            body.stance = 0;
        }
    }
    if last { Step::Done } else { Step::To(At::Group(group + 1)) }
}
