//! Rolls and effects that follow once the wounds of a round have taken effect (C14, W28).

mod heads;
mod lingering;
mod morale;
mod swallow;

pub(crate) use heads::hide_latent;
pub(crate) use swallow::digest_whole;

use super::{Flow, Phase, PhaseStep, Prompt};
use crate::chance::Chance;
use crate::combat::condition::{Scene, SceneMut};
use crate::combat::event::Observer;
use crate::combat::tables::Fight;
use heads::Growth;
use lingering::BleedingRoll;
use morale::Morale;
use swallow::SwallowRoll;

/// The upkeep phase: fighters roll one after another for the consequences of their wounds, then lasting effects act on
/// everyone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Upkeep;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct UpkeepQuestion {
    who: u16,
    roll: Ordeal,
}

/// The reason for an upkeep roll, with everything that the roll depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Ordeal {
    Morale(Morale),
    Bleeding(BleedingRoll),
    Growth(Growth),
    Swallow(SwallowRoll),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum UpkeepOutcome {
    /// A morale test at wound level `level`.
    Morale { who: u16, level: u8, fled: bool },
    /// A roll against bleeding to death.
    Bleeding { who: u16, dies: bool },
    /// A head grows back; if `two`, a second one grows with it.
    Growth { who: u16, two: bool },
    /// An attempt to swallow a foe.
    Swallow { by: u16, victim: u16, escaped: bool },
}

impl Phase for Upkeep {
    /// Index of the first fighter who may roll next.
    type At = u16;
    type Question = UpkeepQuestion;
    type Outcome = UpkeepOutcome;

    fn start(fight: &Fight, _clock: u16) -> Option<u16> {
        fight.rounds.has_upkeep.then_some(0)
    }

    fn next(fight: &Fight, scene: Scene<'_>, at: &u16) -> Prompt<UpkeepQuestion, UpkeepOutcome> {
        let rolls = (*at..fight.roster.fighters() as u16).map(|who| (who, roll_for(fight, scene, who)));
        let mut rolls = rolls.filter_map(|(who, roll)| Some(UpkeepQuestion { who, roll: roll? }));
        rolls.next().map_or(Prompt::Done, Prompt::Roll)
    }

    fn roll(
        fight: &Fight,
        question: &UpkeepQuestion,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> UpkeepOutcome {
        let who = question.who;
        match &question.roll {
            Ordeal::Morale(roll) => {
                UpkeepOutcome::Morale { who, level: roll.level, fled: roll.flees(fight, who, chance, observer) }
            }
            Ordeal::Bleeding(roll) => UpkeepOutcome::Bleeding { who, dies: roll.dies(fight, who, chance, observer) },
            Ordeal::Growth(roll) => UpkeepOutcome::Growth { who, two: roll.two_grow(fight, who, chance, observer) },
            Ordeal::Swallow(roll) => {
                let escaped = roll.escapes(fight, who, chance, observer);
                UpkeepOutcome::Swallow { by: who, victim: roll.victim, escaped }
            }
        }
    }

    fn apply(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        _at: &u16,
        outcome: &UpkeepOutcome,
        observer: &mut impl Observer,
    ) -> PhaseStep<u16> {
        match *outcome {
            UpkeepOutcome::Morale { who, level, fled } => {
                morale::end(scene, who, level, fled);
                PhaseStep::To(who)
            }
            UpkeepOutcome::Bleeding { who, dies } => {
                lingering::end_bleeding(fight, scene, who, dies, observer);
                PhaseStep::To(who)
            }
            UpkeepOutcome::Growth { who, two } => {
                heads::end_growth(fight, scene, who, two, observer);
                PhaseStep::To(who + 1)
            }
            UpkeepOutcome::Swallow { by, victim, escaped } => {
                swallow::end_swallowing(scene, [by, victim], escaped, observer);
                PhaseStep::To(by + 1)
            }
        }
    }

    /// Applies poison, fire, regeneration and bleeding, digests swallowed fighters, and grows heads.
    fn finish(fight: &Fight, scene: &mut SceneMut<'_>, observer: &mut impl Observer) -> Flow {
        if fight.rounds.lingers {
            let first = fight.nobody_fell_before(scene.bodies);
            lingering::wear_on(fight, scene, first, observer);
            swallow::digest(fight, scene, first, observer);
            heads::grow_heads(fight, scene, observer);
        }
        Flow::NextPhase
    }
}

/// The next roll that is due for a fighter, if any.
fn roll_for(fight: &Fight, scene: Scene<'_>, who: u16) -> Option<Ordeal> {
    let morale = || Morale::of(fight, scene, who).map(Ordeal::Morale);
    let bleeding = || BleedingRoll::of(fight, scene, who).map(Ordeal::Bleeding);
    let growth = || Growth::of(fight, scene, who).map(Ordeal::Growth);
    let swallow = || SwallowRoll::of(fight, scene, who).map(Ordeal::Swallow);
    morale().or_else(bleeding).or_else(growth).or_else(swallow)
}
