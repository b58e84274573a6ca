//! Resolves wounds before they are marked: the rules that change them (W15, W19 to W23, W25), and their side effects
//! (W28).
//!
//! All blows that fall together are found first (reading 5). Then each wound goes through the rules of `rules.rs`, one
//! after another. Other phases enter this one with the wounds of their blows, and continue after it.

mod afflict;
mod aftereffects;
mod rules;

use super::{Phase, PhaseStep, Prompt};
use crate::chance::Chance;
use crate::combat::condition::{Ailments, Endurance, Scene, SceneMut};
use crate::combat::event::{Detail, Event, Fired, Observer};
use crate::combat::hit::Wound;
use crate::combat::resolve::{mark, put_out, regenerate};
use crate::combat::tables::Fight;
use crate::rules::{Boon, Evasion};
use afflict::{afflict, survive};
use aftereffects::{Aftereffects, PendingWound, Victim};
use rules::{add_half, buy_off, effects, evade, hold_back, overcome, pull, spare, toughen};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Wounds;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct WoundQuestion {
    wound: Wound,
    victim: Victim,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct WoundOutcome {
    by: u16,
    target: u16,
    severity: u8,
    effects: Aftereffects,
}

impl Phase for Wounds {
    /// The remaining wounds, the next one last.
    type At = Vec<Wound>;
    type Question = WoundQuestion;
    type Outcome = WoundOutcome;

    /// Never starts by itself: other phases enter it.
    fn start(_fight: &Fight, _clock: u16) -> Option<Vec<Wound>> {
        None
    }

    fn next(fight: &Fight, scene: Scene<'_>, at: &Vec<Wound>) -> Prompt<WoundQuestion, WoundOutcome> {
        let question = |wound: &Wound| WoundQuestion { wound: *wound, victim: victim(fight, scene, wound) };
        at.last().map_or(Prompt::Done, |wound| Prompt::Roll(question(wound)))
    }

    /// Applies the rules in order, each to the severity that the last one left.
    fn roll(
        fight: &Fight,
        question: &WoundQuestion,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> WoundOutcome {
        let WoundQuestion { wound, victim } = question;
        let Wound { by, target, severity, .. } = *wound;
        let mut suffered = PendingWound {
            wound: *wound,
            victim: *victim,
            severity,
            reported: severity,
            effects: Aftereffects::default(),
        };
        add_half(fight, &mut suffered);
        suffered.report(Fired::HalfHits, target, observer);
        pull(fight, &mut suffered);
        suffered.report(Fired::Pulled, by, observer);
        toughen(fight, &mut suffered, chance, observer);
        suffered.report(Fired::Toughness, target, observer);
        spare(fight, &mut suffered);
        suffered.report(Fired::Spared, target, observer);
        hold_back(fight, &mut suffered);
        suffered.report(Fired::Pulled, by, observer);
        evade(fight, &mut suffered, chance, observer);
        suffered.report(Fired::Evaded, target, observer);
        buy_off(fight, &mut suffered, observer);
        survive(fight, &mut suffered);
        overcome(fight, &mut suffered, chance, observer);
        afflict(fight, &mut suffered, chance, observer);
        let severity = suffered.severity;
        let told = fight.roster.track(target).reported_points(severity);
        observer.detail(Detail::Suffered { by, target, severity: told });
        observer.note(Event::Wound { by, target, severity: told });
        let effects = effects(fight, &suffered);
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
        effects.affect(&mut body.status);
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
            Some((_, left)) if !left.is_empty() => PhaseStep::To(left.to_vec()),
            _ => PhaseStep::Done,
        }
    }
}

fn victim(fight: &Fight, scene: Scene<'_>, &Wound { by, target: who, .. }: &Wound) -> Victim {
    let body = &scene.bodies[usize::from(who)];
    let half = body.status.half;
    if !fight.wounds.depend_on_state {
        return Victim { half, ..Victim::default() };
    }
    let kind = fight.roster.kind(who);
    let rows = fight.rows(scene, who, Boon::is_for_wounds);
    Victim {
        marked: body.marked,
        level: if kind.spared { kind.track.condition(body.felt).level } else { 0 },
        balance: match fight.rules.evasion {
            Evasion::Avoidance if kind.fighter.evades_at.is_some() => fight.penalty(scene, who),
            _ => 0,
        },
        burden: fight.penalty_withstanding(scene, who),
        evaded: body.status.evaded,
        splashed: match kind.fighter.blood {
            Some(_) => {
                let attacker = &scene.bodies[usize::from(by)].status;
                (fight.roster.kind(by).drained_health(attacker), fight.penalty_withstanding(scene, by))
            }
            None => (0, 0),
        },
        endurance: match fight.rules.evasion {
            Evasion::Heroic if kind.fighter.evades_at.is_some() => body.status.endurance[1],
            _ => Endurance::default(),
        },
        tried: body.status.endurance[1].tried,
        half,
        ailments: Ailments { drained: kind.drained_health(&body.status), ..body.status.ailments },
        rows,
        lightened: body.status.lightened,
        points: if rows.is_empty() { 0 } else { fight.roster.points_left(scene, who) },
    }
}
