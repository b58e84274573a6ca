//! Rolls and effects that follow once the wounds of a round have taken effect (C14, W28).

mod heads;
mod lingering;
mod morale;
mod swallow;

pub(crate) use heads::hide_ungrown_heads;
pub(crate) use swallow::kill_swallowed;

use super::{Flow, Phase, PhaseStep, Prompt};
use crate::chance::Chance;
use crate::combat::condition::{Scene, SceneMut};
use crate::combat::event::Observer;
use crate::combat::tables::Fight;
use heads::SecondHeadRoll;
use lingering::BleedingRoll;
use morale::MoraleRoll;
use swallow::SwallowRoll;

/// The upkeep phase: fighters roll one after another for the consequences of their wounds, then lasting effects act on
/// everyone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Upkeep;

/// An upkeep roll, and the fighter who makes it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct UpkeepQuestion {
    who: u16,
    roll: UpkeepRoll,
}

/// A roll of one of four types, with everything that it depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum UpkeepRoll {
    Morale(MoraleRoll),
    Bleeding(BleedingRoll),
    Growth(SecondHeadRoll),
    Swallow(SwallowRoll),
}

/// The result of an upkeep roll.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum UpkeepOutcome {
    /// A morale test at wound level `level`.
    Morale { who: u16, level: u8, fled: bool },
    /// A roll against bleeding to death.
    Bleeding { who: u16, dies: bool },
    /// A head grows back; if `second_grows`, a second one grows with it.
    Growth { who: u16, second_grows: bool },
    /// An attempt to swallow a foe.
    Swallow { by: u16, victim: u16, escaped: bool },
}

impl Phase for Upkeep {
    /// Index of the first fighter who may roll next.
    type Position = u16;
    type Question = UpkeepQuestion;
    type Outcome = UpkeepOutcome;

    fn first_position(fight: &Fight, _clock: u16) -> Option<u16> {
        fight.rounds.has_upkeep.then_some(0)
    }

    fn next(fight: &Fight, scene: Scene<'_>, at: &u16) -> Prompt<UpkeepQuestion, UpkeepOutcome> {
        let rolls = (*at..fight.roster.fighters() as u16).map(|who| (who, next_roll_due(fight, scene, who)));
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
            UpkeepRoll::Morale(roll) => {
                UpkeepOutcome::Morale { who, level: roll.level, fled: roll.flees(fight, who, chance, observer) }
            }
            UpkeepRoll::Bleeding(roll) => {
                UpkeepOutcome::Bleeding { who, dies: roll.bleeds_to_death(fight, who, chance, observer) }
            }
            UpkeepRoll::Growth(roll) => {
                UpkeepOutcome::Growth { who, second_grows: roll.second_head_grows(fight, who, chance, observer) }
            }
            UpkeepRoll::Swallow(roll) => {
                let escaped = roll.victim_escapes(fight, who, chance, observer);
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
                morale::record_test(scene, who, level, fled);
                PhaseStep::Continue(who)
            }
            UpkeepOutcome::Bleeding { who, dies } => {
                lingering::apply_bleeding_roll(fight, scene, who, dies, observer);
                PhaseStep::Continue(who)
            }
            UpkeepOutcome::Growth { who, second_grows } => {
                heads::apply_second_head_roll(fight, scene, who, second_grows, observer);
                PhaseStep::Continue(who + 1)
            }
            UpkeepOutcome::Swallow { by, victim, escaped } => {
                swallow::apply_swallow_roll(scene, [by, victim], escaped, observer);
                PhaseStep::Continue(by + 1)
            }
        }
    }

    /// Applies poison, fire, regeneration and bleeding, digests swallowed fighters, and grows heads.
    fn finish(fight: &Fight, scene: &mut SceneMut<'_>, observer: &mut impl Observer) -> Flow {
        if fight.rounds.lingers {
            let first = fight.nobody_fell_before(scene.bodies);
            lingering::apply_lingering_effects(fight, scene, first, observer);
            swallow::digest(fight, scene, first, observer);
            heads::advance_growth(fight, scene, observer);
        }
        Flow::NextPhase
    }
}

/// The next upkeep roll of the fighter `who`; `None` if no roll is due.
fn next_roll_due(fight: &Fight, scene: Scene<'_>, who: u16) -> Option<UpkeepRoll> {
    let morale = || MoraleRoll::due_for(fight, scene, who).map(UpkeepRoll::Morale);
    let bleeding = || BleedingRoll::due_for(fight, scene, who).map(UpkeepRoll::Bleeding);
    let growth = || SecondHeadRoll::due_for(fight, scene, who).map(UpkeepRoll::Growth);
    let swallow = || SwallowRoll::due_for(fight, scene, who).map(UpkeepRoll::Swallow);
    morale().or_else(bleeding).or_else(growth).or_else(swallow)
}
