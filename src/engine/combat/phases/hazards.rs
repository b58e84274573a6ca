//! Hazards that fighters must withstand before blows fall: gazes, breath, smells (W28).
//!
//! Everyone who fails is affected at the same time, before the blows of the round: two creatures that look at each
//! other may both turn to stone.

use super::{Flow, Phase, PhaseStep, Prompt};
use crate::chance::{Ask, Chance};
use crate::combat::condition::{Readiness, Scene, SceneMut};
use crate::combat::event::{Detail, Observer};
use crate::combat::hit::Consequence;
use crate::combat::resolve::{feel, put_out, report_fallen, roll_test};
use crate::combat::tables::{Fight, Threat};
use crate::rules::effects::{Doom, HazardEffect};

/// The phase of the rolls to resist hazards.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Hazards;

/// A position in the sequence of rolls: the threat's index times the number of fighters, plus the fighter's index.
type ThreatRollIndex = u32;

/// A roll to resist a threat, with everything that it depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct HazardQuestion {
    index: ThreatRollIndex,
    /// The level of the trait rolled, with the wound penalty if it applies.
    level: i32,
}

/// The result of a roll to resist a threat.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct HazardOutcome {
    index: ThreatRollIndex,
    passed: bool,
}

impl Phase for Hazards {
    /// The first roll that may be next.
    type Position = ThreatRollIndex;
    type Question = HazardQuestion;
    type Outcome = HazardOutcome;

    fn first_position(fight: &Fight, clock: u16) -> Option<ThreatRollIndex> {
        let faces = fight.threats.kill_helpless || !fight.threats.all.is_empty();
        (faces && !fight.rounds.at_a_distance(clock)).then_some(0)
    }

    fn next(fight: &Fight, scene: Scene<'_>, at: &ThreatRollIndex) -> Prompt<HazardQuestion, HazardOutcome> {
        for index in *at..(fight.threats.all.len() * fight.roster.fighters()) as u32 {
            let (number, who) = threat_at(fight, index);
            let threat = &fight.threats.all[usize::from(number)];
            if must_resist(fight, scene, threat, who) {
                let kind = fight.roster.kind(who);
                let drained = kind.drained_health(&scene.bodies[usize::from(who)].status);
                let level = kind.resists(threat.hazard.check.by, drained);
                let level = level + i32::from(fight.penalty_to_resist(scene, who));
                return Prompt::Roll(HazardQuestion { index, level });
            }
        }
        Prompt::Done
    }

    fn roll(
        fight: &Fight,
        question: &HazardQuestion,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> HazardOutcome {
        let HazardQuestion { index, level } = *question;
        let (number, who) = threat_at(fight, index);
        let Threat { purpose, hazard, .. } = fight.threats.all[usize::from(number)];
        let ask = Ask::against(who, number, purpose);
        let test = roll_test(fight, ask, [level, 0], Some(hazard.check.least), chance, observer);
        HazardOutcome { index, passed: test.passed() }
    }

    fn apply(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        _at: &ThreatRollIndex,
        outcome: &HazardOutcome,
        observer: &mut impl Observer,
    ) -> PhaseStep<ThreatRollIndex> {
        let HazardOutcome { index, passed } = *outcome;
        let (number, who) = threat_at(fight, index);
        let Threat { hazard, mark, .. } = fight.threats.all[usize::from(number)];
        let body = &mut scene.bodies[usize::from(who)];
        body.status.ailments.faced |= mark;
        match hazard.effect {
            _ if passed => {}
            HazardEffect::Sickness(penalty) => {
                let sickened = &mut body.status.ailments.sickened;
                *sickened = (*sickened).min(penalty);
                observer.detail(Detail::Followed { who, consequence: Consequence::Sickened });
            }
            HazardEffect::Doom(doom) => {
                observer.detail(Detail::Followed { who, consequence: Consequence::Doomed(doom) });
                put_out(fight, who, body, doom, observer);
            }
        }
        PhaseStep::Continue(index + 1)
    }

    /// Kills helpless fighters whom a ready foe faces (W27), makes everything recorded in this phase take effect, and
    /// forms new groups of the fighters who are still fit. The round is over if the fight is.
    fn finish(fight: &Fight, scene: &mut SceneMut<'_>, observer: &mut impl Observer) -> Flow {
        kill_the_helpless(fight, scene, observer);
        if fight.roster.duel.is_none() {
            report_fallen(fight, scene.bodies, observer);
        }
        scene.bodies.iter_mut().for_each(|body| feel(fight, body));
        if !fight.contested(scene.bodies) {
            return Flow::RoundOver;
        }
        fight.form_groups(scene);
        Flow::NextPhase
    }
}

/// The index of the threat for the roll `index`, and the fighter who must resist it.
fn threat_at(fight: &Fight, index: ThreatRollIndex) -> (u16, u16) {
    let fighters = fight.roster.fighters() as u32;
    ((index / fighters) as u16, (index % fighters) as u16)
}

/// Whether the fighter `who` must roll to resist `threat` now.
fn must_resist(fight: &Fight, scene: Scene<'_>, threat: &Threat, who: u16) -> bool {
    let bodies = scene.bodies;
    let body = &bodies[usize::from(who)];
    let immune = threat.hazard.effect == HazardEffect::Doom(Doom::Flight)
        && fight.roster.kind(who).fighter.abilities.immune_to_fear;
    let done = body.status.ailments.faced & threat.mark != 0;
    let falls = body.status.ailments.stricken.is_some() || body.marked != body.felt;
    if immune
        || done
        || falls
        || fight.roster.side(threat.sources.start) == fight.roster.side(who)
        || !fight.is_fit(who, body)
    {
        return false;
    }
    let threatens = |source: u16| {
        let one = &bodies[usize::from(source)];
        let ready = || fight.readiness(source, one, scene.clock) == Readiness::Ready;
        let near = || fight.foes(scene, source).contains(&who);
        fight.is_fit(source, one) && (!threat.hazard.each_round || ready() && near())
    };
    threat.sources.clone().any(threatens)
}

/// Kills helpless fighters without a roll if a ready foe faces them (W27).
fn kill_the_helpless(fight: &Fight, scene: &mut SceneMut<'_>, observer: &mut impl Observer) {
    if !fight.threats.kill_helpless {
        return;
    }
    let seen = scene.view();
    let bodies = seen.bodies;
    let strikes = |foe: u16| {
        let body = &bodies[usize::from(foe)];
        fight.is_fit(foe, body) && fight.readiness(foe, body, seen.clock) == Readiness::Ready
    };
    let exposed = |who: u16| {
        let body = &bodies[usize::from(who)];
        fight.roster.kind(who).fighter.helpless
            && fight.is_fit(who, body)
            && fight.foes(seen, who).into_iter().any(strikes)
    };
    let killed: Vec<u16> = (0..bodies.len() as u16).filter(|&who| exposed(who)).collect();
    for who in killed {
        observer.detail(Detail::Followed { who, consequence: Consequence::Doomed(Doom::Death) });
        put_out(fight, who, &mut scene.bodies[usize::from(who)], Doom::Death, observer);
    }
}
