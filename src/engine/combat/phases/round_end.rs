//! End-of-round rules from the file, for every fighter who is not out: counters change and harm is dealt. Runs after
//! the blows of the round are marked.

use super::{Phase, PhaseStep, Prompt};
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Body, Scene, SceneMut};
use crate::combat::event::{Detail, Observer};
use crate::combat::hit::Consequence;
use crate::combat::resolve::report_fallen;
use crate::combat::tables::Fight;
use std::sync::Arc;

/// The phase of the custom rules for the end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct RoundEnd;

/// A fighter's end-of-round rules that roll dice, with the state they read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct RoundEndQuestion {
    who: u16,
    clock: u16,
    bodies: Arc<[Body]>,
}

/// The changes to a fighter at the end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct RoundEndOutcome {
    who: u16,
    counters: u32,
    /// The severities of the harm dealt, in order.
    harm: Vec<u8>,
}

impl Phase for RoundEnd {
    /// Index of the first fighter who may be next.
    type Position = u16;
    type Question = RoundEndQuestion;
    type Outcome = RoundEndOutcome;

    fn first_position(fight: &Fight, _clock: u16) -> Option<u16> {
        fight.custom.has_round_end().then_some(0)
    }

    fn next(fight: &Fight, scene: Scene<'_>, at: &u16) -> Prompt<RoundEndQuestion, RoundEndOutcome> {
        let goes_on = |who: &u16| {
            let body = scene.bodies[usize::from(*who)];
            fight.is_fit(*who, &body) && fight.is_fit(*who, &Body { felt: body.marked, ..body })
        };
        match (*at..fight.roster.fighters() as u16).find(goes_on) {
            None => Prompt::Done,
            Some(who) if fight.custom.rolls_at_round_end(fight.roster.kind_of(who)) => {
                Prompt::Roll(RoundEndQuestion { who, clock: scene.clock, bodies: Arc::from(scene.bodies) })
            }
            Some(who) => {
                let (counters, harm) = fight.round_end_changes(scene, who, |_, _| 0);
                Prompt::Forced(RoundEndOutcome { who, counters, harm })
            }
        }
    }

    fn roll(
        fight: &Fight,
        question: &RoundEndQuestion,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> RoundEndOutcome {
        let RoundEndQuestion { who, clock, ref bodies } = *question;
        let (counters, harm) = fight.round_end_changes(Scene { clock, bodies }, who, |[nth, number], dice| {
            let roll = chance.roll(Ask { nth, ..Ask::new(who, Purpose::After) }, dice);
            observer.detail(Detail::AfterRolled { who, number, roll });
            roll
        });
        RoundEndOutcome { who, counters, harm }
    }

    /// Always false: a question contains the whole state.
    fn is_worth_caching(_question: &RoundEndQuestion) -> bool {
        false
    }

    fn apply(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        _at: &u16,
        outcome: &RoundEndOutcome,
        observer: &mut impl Observer,
    ) -> PhaseStep<u16> {
        let RoundEndOutcome { who, counters, ref harm } = *outcome;
        let body = &mut scene.bodies[usize::from(who)];
        if body.status.counters != counters {
            observer.detail(Detail::Counted { who, before: body.status.counters, after: counters });
        }
        body.status.counters = counters;
        for severity in harm {
            body.marked = fight.roster.track(who).after(body.marked, *severity);
            observer.detail(Detail::Followed { who, consequence: Consequence::Worn });
            observer.detail(Detail::Marked { who, marked: body.marked });
        }
        if !harm.is_empty() && fight.roster.duel.is_none() && fight.rounds.in_turns(scene.clock) {
            report_fallen(fight, scene.bodies, observer);
        }
        PhaseStep::Continue(who + 1)
    }
}
