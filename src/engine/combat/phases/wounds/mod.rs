//! Resolves wounds before they are marked: the rules that change them (W15, W19 to W23, W25), and their side effects
//! (W28).
//!
//! All blows that fall together are found first (reading 5). Then each wound goes through the rules of `rules.rs`, one
//! after another. Other phases enter this one with the wounds of their blows, and continue after it.

mod aftereffects;
mod rules;
mod side_effects;

use super::{Phase, PhaseStep, Prompt};
use crate::chance::Chance;
use crate::combat::condition::{Ailments, Endurance, Scene, SceneMut};
use crate::combat::event::{Detail, Event, Fired, Observer};
use crate::combat::hit::Wound;
use crate::combat::resolve::{mark, put_out, regenerate};
use crate::combat::tables::Fight;
use crate::rules::{Boon, Evasion};
use aftereffects::{Aftereffects, PendingWound, TargetState};
use rules::{
    add_half_hit, apply_toughness, effects, evade, limit_pulled_blow, limit_stunning_blow, protect_player_character,
    roll_willpower, spend_points_on_wound,
};
use side_effects::{add_side_effects, spend_life};

/// The phase that resolves wounds one by one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Wounds;

/// A wound, with everything about its target that its rolls depend on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct WoundQuestion {
    wound: Wound,
    state: TargetState,
}

/// A wound with its final severity and its other effects.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct WoundOutcome {
    by: u16,
    target: u16,
    severity: u8,
    effects: Aftereffects,
}

impl Phase for Wounds {
    /// The remaining wounds, the next one last.
    type Position = Vec<Wound>;
    type Question = WoundQuestion;
    type Outcome = WoundOutcome;

    /// Never starts by itself: other phases enter it.
    fn first_position(_fight: &Fight, _clock: u16) -> Option<Vec<Wound>> {
        None
    }

    fn next(fight: &Fight, scene: Scene<'_>, at: &Vec<Wound>) -> Prompt<WoundQuestion, WoundOutcome> {
        let question = |wound: &Wound| WoundQuestion { wound: *wound, state: target_state(fight, scene, wound) };
        at.last().map_or(Prompt::Done, |wound| Prompt::Roll(question(wound)))
    }

    /// Applies the rules for wounds in order. Each starts from the severity that results from the rules before it.
    fn roll(
        fight: &Fight,
        question: &WoundQuestion,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> WoundOutcome {
        let WoundQuestion { wound, state } = question;
        let Wound { by, target, severity, .. } = *wound;
        let mut pending = PendingWound {
            wound: *wound,
            state: *state,
            severity,
            reported: severity,
            effects: Aftereffects::default(),
        };
        add_half_hit(fight, &mut pending);
        pending.report(Fired::HalfHits, target, observer);
        limit_pulled_blow(fight, &mut pending);
        pending.report(Fired::Pulled, by, observer);
        apply_toughness(fight, &mut pending, chance, observer);
        pending.report(Fired::Toughness, target, observer);
        protect_player_character(fight, &mut pending);
        pending.report(Fired::Spared, target, observer);
        limit_stunning_blow(fight, &mut pending);
        pending.report(Fired::Pulled, by, observer);
        evade(fight, &mut pending, chance, observer);
        pending.report(Fired::Evaded, target, observer);
        spend_points_on_wound(fight, &mut pending, observer);
        spend_life(fight, &mut pending);
        roll_willpower(fight, &mut pending, chance, observer);
        add_side_effects(fight, &mut pending, chance, observer);
        let severity = pending.severity;
        let told = fight.roster.track(target).reported_points(severity);
        observer.detail(Detail::Suffered { by, target, severity: told });
        observer.note(Event::Wound { by, target, severity: told });
        let effects = effects(fight, &pending);
        effects.counted().for_each(|what| observer.note(Event::Fired { who: target, what }));
        effects.reported().for_each(|consequence| observer.detail(Detail::Followed { who: target, consequence }));
        WoundOutcome { by, target, severity, effects }
    }

    /// Marks the wound and applies its effects.
    fn apply(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        at: &Vec<Wound>,
        outcome: &WoundOutcome,
        observer: &mut impl Observer,
    ) -> PhaseStep<Vec<Wound>> {
        let WoundOutcome { by, target, severity, effects } = *outcome;
        mark(fight, scene.bodies, target, severity, observer);
        let body = &mut scene.bodies[usize::from(target)];
        effects.apply_to_status(&mut body.status);
        if let Some(doom) = effects.doom {
            put_out(fight, target, body, doom, observer);
        }
        if let Some(doom) = effects.backlash {
            put_out(fight, by, &mut scene.bodies[usize::from(by)], doom, observer);
        }
        if fight.roster.kind(by).heals_on_failed_roll() {
            regenerate(fight, by, &mut scene.bodies[usize::from(by)], observer);
        }
        match at.split_last() {
            Some((_, left)) if !left.is_empty() => PhaseStep::Continue(left.to_vec()),
            _ => PhaseStep::Done,
        }
    }
}

fn target_state(fight: &Fight, scene: Scene<'_>, &Wound { by, target: who, .. }: &Wound) -> TargetState {
    let body = &scene.bodies[usize::from(who)];
    let half = body.status.half;
    if !fight.wounds.depend_on_target {
        return TargetState { half, ..TargetState::default() };
    }
    let kind = fight.roster.kind(who);
    let rows = fight.spending_rows(scene, who, Boon::is_for_wounds);
    TargetState {
        marked: body.marked,
        level: if kind.is_protected { kind.track.condition(body.felt).level } else { 0 },
        agility_penalty: match fight.rules.evasion {
            Evasion::Avoidance if kind.fighter.evades_at.is_some() => fight.penalty(scene, who),
            _ => 0,
        },
        resist_penalty: fight.penalty_to_resist(scene, who),
        evaded: body.status.evaded,
        attacker_resistance: match kind.fighter.blood {
            Some(_) => {
                let attacker = &scene.bodies[usize::from(by)].status;
                (fight.roster.kind(by).drained_health(attacker), fight.penalty_to_resist(scene, by))
            }
            None => (0, 0),
        },
        endurance: match fight.rules.evasion {
            Evasion::Heroic if kind.fighter.evades_at.is_some() => body.status.endurance[1],
            _ => Endurance::default(),
        },
        willpower_rolled: body.status.endurance[1].tried,
        half,
        ailments: Ailments { drained: kind.drained_health(&body.status), ..body.status.ailments },
        rows,
        lightened: body.status.lightened,
        points: if rows.is_empty() { 0 } else { fight.roster.points_left(scene, who) },
    }
}
