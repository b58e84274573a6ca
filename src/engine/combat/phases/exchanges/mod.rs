//! Exchanges of blows in a simultaneous round, group by group: one against one, or one against several (C1, M15).

mod brawl;
mod open_brawl;
mod pair;

pub(crate) use brawl::{BrawlSetup, Focus, Foe, meet, open_brawl, preferred_blow};
pub(crate) use pair::{PairedFighter, exchange, paired_fighters};

use super::{Phase, PhaseStep, Prompt};
use crate::chance::Chance;
use crate::combat::condition::{Body, Readiness, RollModifiers, Scene, SceneMut, Status};
use crate::combat::event::Observer;
use crate::combat::hit::Blow;
use crate::combat::resolve::{Impact, Landing, PendingRolls, affect, feel};
use crate::combat::tables::{Fight, Pairing};
use crate::rules::Pacing;
use open_brawl::{OpenBrawl, brawl_with_points};
use pair::{exchange_with_points, exchange_with_stances, penalties};

/// The exchange phase: the groups fight one after another. No wound takes effect before all have fought, so their order
/// does not matter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Exchanges;

/// Progress of the phase, by group index.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ExchangeProgress {
    /// This group fights next.
    Group(u16),
    /// This group has fought, and its wounds have been resolved.
    Fought(u16),
}

/// A roll in an exchange, with everything that it depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ExchangeQuestion {
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

/// The result of a roll in an exchange.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ExchangeOutcome {
    /// The blow that hit in a pair's exchange; `None` if neither hit.
    Exchanged(Option<Blow>),
    /// A brawl with rolls still to be made.
    Brawling(Box<OpenBrawl>),
    /// The result of a roll that followed from hits.
    Landed(Impact<()>),
}

impl ExchangeOutcome {
    fn from_rolls(pending: PendingRolls) -> Self {
        Self::Landed(Impact::of((), Box::new(pending)))
    }
}

impl Phase for Exchanges {
    type Position = ExchangeProgress;
    type Question = ExchangeQuestion;
    type Outcome = ExchangeOutcome;

    fn first_position(fight: &Fight, clock: u16) -> Option<ExchangeProgress> {
        (fight.rules.pacing == Pacing::Simultaneous && !fight.rounds.at_a_distance(clock))
            .then_some(ExchangeProgress::Group(0))
    }

    #[inline]
    fn next(fight: &Fight, scene: Scene<'_>, at: &ExchangeProgress) -> Prompt<ExchangeQuestion, ExchangeOutcome> {
        match (at, &fight.roster.duel) {
            (ExchangeProgress::Fought(_), _) => Prompt::Forced(ExchangeOutcome::Exchanged(None)),
            (ExchangeProgress::Group(_), Some(pairing)) => Prompt::Roll(question_of_pair(fight, scene, pairing)),
            (ExchangeProgress::Group(group), None) => Prompt::Roll(question_of_group(fight, scene, *group)),
        }
    }

    fn roll(
        fight: &Fight,
        question: &ExchangeQuestion,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> ExchangeOutcome {
        match question {
            &ExchangeQuestion::Pair { pair, clock, modifiers } if is_plain(fight, modifiers) => {
                let pairing = fight.roster.duel.unwrap_or_else(|| fight.roster.pairing(pair));
                let penalties = modifiers.map(|modifiers| modifiers.wounds);
                ExchangeOutcome::Exchanged(exchange(
                    fight,
                    clock,
                    penalties,
                    &paired_fighters(fight, &pairing),
                    chance,
                    observer,
                ))
            }
            &ExchangeQuestion::Pair { pair, clock, modifiers } => {
                let pairing = fight.roster.pairing(pair);
                let pending = match fight.roster.spends_on_rolls {
                    true => exchange_with_points(fight, clock, modifiers, &pairing, chance, observer),
                    false => exchange_with_stances(fight, clock, modifiers, &pairing, chance, observer),
                };
                pending.plain().map_or_else(|| ExchangeOutcome::from_rolls(pending), ExchangeOutcome::Exchanged)
            }
            ExchangeQuestion::Brawl(brawl) if fight.roster.spends_on_rolls && brawl.rolls_next() => {
                ExchangeOutcome::from_rolls(brawl_with_points(fight, brawl, chance, observer))
            }
            ExchangeQuestion::Brawl(brawl) => match brawl.clone().advance(fight, chance, observer).into_pending() {
                Ok(pending) => ExchangeOutcome::from_rolls(pending),
                Err(brawl) => ExchangeOutcome::Brawling(brawl),
            },
            ExchangeQuestion::Landing(landing) => ExchangeOutcome::Landed(landing.roll(fight, chance, observer)),
        }
    }

    #[inline]
    fn follow_up(outcome: &ExchangeOutcome) -> Option<ExchangeQuestion> {
        match outcome {
            ExchangeOutcome::Exchanged(blow) => blow.map(|blow| ExchangeQuestion::Landing(Landing::Blow((), blow))),
            ExchangeOutcome::Brawling(brawl) => Some(ExchangeQuestion::Brawl(brawl.clone())),
            ExchangeOutcome::Landed(landed) => landed.then().map(ExchangeQuestion::Landing),
        }
    }

    fn is_worth_caching(question: &ExchangeQuestion) -> bool {
        match question {
            ExchangeQuestion::Pair { .. } => true,
            ExchangeQuestion::Brawl(_) => false,
            ExchangeQuestion::Landing(landing) => landing.recurs(),
        }
    }

    fn wound_variations(fight: &Fight, question: &ExchangeQuestion) -> u64 {
        match question {
            ExchangeQuestion::Brawl(brawl) => {
                brawl.members().map(|who| fight.roster.track(who).penalties() as u64).fold(1, u64::saturating_mul)
            }
            ExchangeQuestion::Pair { .. } | ExchangeQuestion::Landing(_) => 1,
        }
    }

    fn certainly_rolls(at: &ExchangeProgress) -> bool {
        matches!(at, ExchangeProgress::Group(_))
    }

    fn depth(at: &ExchangeProgress) -> u16 {
        match at {
            ExchangeProgress::Group(group) => *group,
            ExchangeProgress::Fought(_) => 0,
        }
    }

    #[inline]
    fn apply(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        at: &ExchangeProgress,
        outcome: &ExchangeOutcome,
        observer: &mut impl Observer,
    ) -> PhaseStep<ExchangeProgress> {
        let (ExchangeProgress::Group(group) | ExchangeProgress::Fought(group)) = *at;
        if let ExchangeOutcome::Landed(landed) = outcome {
            affect(fight, scene, landed.affected(), observer);
            let step =
                PhaseStep::after_wounds(fight, scene, landed.wounds(), ExchangeProgress::Fought(group), observer);
            if matches!(step, PhaseStep::ResolveWounds(..)) {
                return step;
            }
        }
        end_group(fight, scene, group)
    }
}

/// Whether an exchange depends only on skill, wounds and dice.
fn is_plain(fight: &Fight, modifiers: [RollModifiers; 2]) -> bool {
    fight.rounds.plain && modifiers.into_iter().all(|own| own == RollModifiers::of_wounds(own.wounds))
}

fn question_of_pair(fight: &Fight, scene: Scene<'_>, pairing: &Pairing) -> ExchangeQuestion {
    let healthy = |who: u16| scene.bodies[usize::from(who)].status == Status::default();
    let modifiers = match fight.rounds.wounds_alone || fight.rounds.plain && pairing.fighters.into_iter().all(healthy) {
        true => penalties(fight, scene, pairing).map(RollModifiers::of_wounds),
        false => fight.modifiers_of_pair(scene, pairing.fighters),
    };
    ExchangeQuestion::Pair { pair: pairing.fighters, clock: scene.clock, modifiers }
}

fn question_of_group(fight: &Fight, scene: Scene<'_>, group: u16) -> ExchangeQuestion {
    let (lone, foes) = fight.roster.group_members(scene, group);
    if let [foe] = foes[..] {
        return question_of_pair(fight, scene, &fight.roster.pairing([lone, foe]));
    }
    let own = fight.additions(scene, lone, foes[0]);
    let foes: Vec<Foe> = foes.into_iter().map(|who| brawl_foe(fight, scene, lone, who)).collect();
    let modifiers = RollModifiers { own, ..fight.modifiers_of(scene, lone) };
    let preferred = foes.iter().min_by_key(|foe| foe.rank).map(|foe| Focus::One(foe.who));
    let focus = match preferred.filter(|_| fight.tactics.stance(modifiers.stance).concentrated) {
        Some(_) if fight.roster.kind(lone).picks_random_targets() => Focus::Any,
        Some(preferred) => preferred,
        None => Focus::All,
    };
    let able_foes = foes.iter().filter(|foe| foe.modifiers.readiness != Readiness::Helpless).count() as u16;
    let setup = BrawlSetup { lone, first_foe: foes[0].who, able_foes, clock: scene.clock, modifiers, focus };
    ExchangeQuestion::Brawl(Box::new(OpenBrawl::new(setup, foes)))
}

/// The foe `who` of a brawl, with what its roll against `lone` depends on.
fn brawl_foe(fight: &Fight, scene: Scene<'_>, lone: u16, who: u16) -> Foe {
    let modifiers = fight.modifiers_of(scene, who);
    Foe {
        who,
        modifiers: RollModifiers {
            own: fight.additions(scene, who, lone),
            ..fight.modifiers_against(scene, who, modifiers, lone)
        },
        lone_additions: fight.additions(scene, lone, who),
        outpaces: fight.modifiers_against(scene, lone, RollModifiers::default(), who).readiness == Readiness::Helpless,
        rank: fight.preference_key(scene, lone, who),
    }
}

/// Ends a group's exchange and moves on to the next group. The group's wounds take effect immediately, not at the end
/// of the round. No other group reads them, and more states become equal.
#[inline]
fn end_group(fight: &Fight, scene: &mut SceneMut<'_>, group: u16) -> PhaseStep<ExchangeProgress> {
    let attacks = |who: u16, body: &Body| fight.readiness(who, body, scene.clock) == Readiness::Ready;
    if fight.custom.tables.is_some() {
        let fought = |body: &Body| fight.roster.duel.is_some() || body.group == group + 1;
        for (who, body) in (0u16..).zip(scene.bodies.iter_mut()) {
            if fought(body) && attacks(who, body) {
                fight.custom.record_attack(body);
            }
        }
    }
    if fight.roster.duel.is_some() {
        return PhaseStep::Done;
    }
    let mut last = true;
    for body in scene.bodies.iter_mut() {
        last &= body.group <= group + 1;
        if body.group == group + 1 {
            feel(fight, body);
            body.stance = 0;
        }
    }
    if last { PhaseStep::Done } else { PhaseStep::Continue(ExchangeProgress::Group(group + 1)) }
}
