//! The wounds of a round take effect (reading 5); a side without fit fighters has lost (C13).

use super::{Flow, Phase, PhaseStep, Prompt};
use crate::chance::Chance;
use crate::combat::condition::{Body, Exit, Lifetime, Scene, SceneMut};
use crate::combat::event::{Event, Fired, Observer};
use crate::combat::resolve::{feel, report_fallen};
use crate::combat::tables::Fight;

/// The phase in which the wounds of the round take effect. It has no rolls.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct FeltWounds;

impl Phase for FeltWounds {
    type Position = ();
    type Question = ();
    type Outcome = ();

    fn first_position(_fight: &Fight, _clock: u16) -> Option<()> {
        Some(())
    }

    fn next(_fight: &Fight, _scene: Scene<'_>, _at: &()) -> Prompt<(), ()> {
        Prompt::Done
    }

    fn roll(_: &Fight, _: &(), _: &mut impl Chance, _: &mut impl Observer) {}

    fn apply(_: &Fight, _: &mut SceneMut<'_>, _: &(), _: &(), _: &mut impl Observer) -> PhaseStep<()> {
        PhaseStep::Done
    }

    fn finish(fight: &Fight, scene: &mut SceneMut<'_>, observer: &mut impl Observer) -> Flow {
        if fight.rounds.in_turns(scene.clock) {
            end_turns(fight, scene);
        } else if fight.roster.duel.is_none() {
            report_fallen(fight, scene.bodies, observer);
        }
        scene.bodies.iter_mut().for_each(|body| feel(fight, body));
        let_fighters_flee(fight, scene, observer);
        if fight.contested(scene.bodies) { Flow::NextPhase } else { Flow::RoundOver }
    }
}

/// Lets fighters flee because of their side's losses or their own wounds.
fn let_fighters_flee(fight: &Fight, scene: &mut SceneMut<'_>, observer: &mut impl Observer) {
    if !fight.exits.routs || !fight.contested(scene.bodies) {
        return;
    }
    let losses: Vec<_> = (0..fight.roster.sides).map(|side| fight.losses(scene.bodies, side)).collect();
    for (who, body) in (0u16..).zip(scene.bodies.iter_mut()) {
        let flees = fight.roster.kind(who).fighter.flees.is_some_and(|flees| {
            flees.flees_now(losses[fight.roster.side(who)], fight.roster.track(who).condition(body.felt).level)
        });
        if flees && fight.is_fit(who, body) {
            body.status.left = Some(Exit::GotAway);
            observer.note(Event::Fired { who, what: Fired::Fled });
        }
    }
}

/// Ends a round of turns: resets what lasts one round, and the turn order unless it is kept.
fn end_turns(fight: &Fight, scene: &mut SceneMut<'_>) {
    let next = fight.rounds.clock_after(scene.clock);
    let keeps = fight.rounds.keeps_order && fight.rounds.in_turns(next) && !fight.rounds.in_one_turn(scene.clock);
    for (who, body) in (0u16..).zip(scene.bodies.iter_mut()) {
        let turn = if keeps && fight.is_fit(who, body) { body.turn } else { 0 };
        *body = Body { turn, ..body.after(Lifetime::Round) };
    }
}
