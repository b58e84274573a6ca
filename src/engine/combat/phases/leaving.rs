//! Fighters who flee or surrender by a formula leave before a simultaneous round begins.

use super::{Flow, Phase, PhaseStep, Prompt};
use crate::chance::Chance;
use crate::combat::condition::{Exit, Scene, SceneMut};
use crate::combat::event::Observer;
use crate::combat::resolve::leave;
use crate::combat::tables::Fight;

/// The phase in which fighters leave. All conditions are checked at the same moment, so fighters leave together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Leaving;

/// The fighters who leave the fight, each with the type of its exit.
pub(crate) type LeavingOutcome = Vec<(u16, Exit)>;

impl Phase for Leaving {
    type Position = ();
    type Question = ();
    type Outcome = LeavingOutcome;

    fn first_position(fight: &Fight, clock: u16) -> Option<()> {
        (fight.custom.has_exits() && !fight.rounds.in_turns(clock)).then_some(())
    }

    fn next(fight: &Fight, scene: Scene<'_>, _at: &()) -> Prompt<(), LeavingOutcome> {
        let leaves = |who| {
            let exit = fight.exit_by_formula(scene, who, true).or_else(|| fight.exit_by_formula(scene, who, false));
            exit.map(|exit| (who, exit))
        };
        let leaving: LeavingOutcome = fight.fit(scene.bodies).filter_map(leaves).collect();
        if leaving.is_empty() { Prompt::Done } else { Prompt::Forced(leaving) }
    }

    fn roll(_: &Fight, _: &(), _: &mut impl Chance, _: &mut impl Observer) -> LeavingOutcome {
        Vec::new()
    }

    fn apply(
        _fight: &Fight,
        scene: &mut SceneMut<'_>,
        _at: &(),
        outcome: &LeavingOutcome,
        observer: &mut impl Observer,
    ) -> PhaseStep<()> {
        outcome.iter().for_each(|(who, exit)| leave(*who, &mut scene.bodies[usize::from(*who)], *exit, observer));
        PhaseStep::Done
    }

    fn finish(fight: &Fight, scene: &mut SceneMut<'_>, _observer: &mut impl Observer) -> Flow {
        if !fight.contested(scene.bodies) {
            return Flow::FightOver;
        }
        fight.form_groups(scene);
        Flow::NextPhase
    }
}
