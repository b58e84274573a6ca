//! Foes who are swallowed whole, fight from inside and are digested (W28; FF giant worm).
//!
//! At the end of a round, once its wounds take effect, the creature tries to swallow one of the foes it faces. From the
//! next round on, the victim strikes from inside, faces no other foe, and is wounded at the end of each round.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Body, Exit, Readiness, Scene, SceneMut};
use crate::combat::event::{Detail, Event, Fired, Observer};
use crate::combat::hit::Consequence;
use crate::combat::resolve::{feel, hurt, report_fall, roll_test};
use crate::combat::tables::Fight;

/// Severity of the wound that digestion deals each round: a Scratch, the lightest there is.
const DIGESTION_SEVERITY: u8 = 1;

/// An attempt to swallow the first foe that is small enough: the creature's skill against the victim's Agility.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct SwallowRoll {
    pub(super) victim: u16,
    /// Skill of the creature, and Agility of the victim.
    levels: [i32; 2],
    /// Modifiers from wounds and status, for creature and victim.
    penalties: [i32; 2],
}

impl SwallowRoll {
    pub(super) fn due_for(fight: &Fight, scene: Scene<'_>, who: u16) -> Option<Self> {
        let swallow = fight.roster.kind(who).fighter.abilities.swallow?;
        let body = &scene.bodies[usize::from(who)];
        let able = fight.is_fit(who, body) && fight.readiness(who, body, scene.clock) == Readiness::Ready;
        if !able || body.status.inside > 0 || fight.is_afar(scene, who) {
            return None;
        }
        let small = |foe: &u16| fight.roster.kind(*foe).fighter.mass_scale <= swallow.scale;
        let victim = fight.foes(scene, who).into_iter().find(small)?;
        let skill = fight.rules.added_to_dice(fight.roster.kind(who).fighter.skill);
        let levels = [skill, fight.roster.kind(victim).fighter.agility];
        let penalties = [who, victim].map(|one| fight.modifiers_of(scene, one).modifier_to_all_rolls());
        Some(Self { victim, levels, penalties })
    }

    pub(super) fn victim_escapes(
        &self,
        fight: &Fight,
        by: u16,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> bool {
        let Self { victim, levels, penalties } = *self;
        let mut roll =
            |own: usize, ask: Ask| roll_test(fight, ask, [levels[own], penalties[own]], None, chance, observer).total();
        let attempt = roll(0, Ask::new(by, Purpose::Swallow));
        // Several creatures may try to swallow the same victim, so the dodge is keyed by creature.
        let dodge = roll(1, Ask::against(victim, 1 + by, Purpose::Swallow));
        dodge >= attempt
    }
}

/// Moves the victim inside the creature unless it `escaped`.
pub(super) fn apply_swallow_roll(
    scene: &mut SceneMut<'_>,
    [by, victim]: [u16; 2],
    escaped: bool,
    observer: &mut impl Observer,
) {
    if !escaped {
        scene.bodies[usize::from(victim)].status.inside = by + 1;
        observer.note(Event::Fired { who: victim, what: Fired::Swallowed });
        observer.detail(Detail::Followed { who: victim, consequence: Consequence::Swallowed });
    }
}

/// Wounds everyone who was swallowed in an earlier round, fit or not. Then frees the victims of each creature that has
/// been cut open or is out of action. Called at the end of a round; `first` is true if no fighter had fallen before it.
pub(super) fn digest(fight: &Fight, scene: &mut SceneMut<'_>, first: bool, observer: &mut impl Observer) {
    for (who, body) in (0u16..).zip(scene.bodies.iter_mut()) {
        let fit = fight.is_fit(who, body);
        if body.status.digested && !fight.roster.track(who).is_dead(body.marked) {
            hurt(fight, who, body, DIGESTION_SEVERITY, Consequence::Digested, observer);
            feel(fight, body);
            if fit && !fight.is_fit(who, body) {
                report_fall(fight, who, first, observer);
            }
        }
    }
    for who in 0..fight.roster.fighters() as u16 {
        let Some(swallow) = fight.roster.kind(who).fighter.abilities.swallow else { continue };
        let body = scene.bodies[usize::from(who)];
        let open = body.status.gash >= swallow.cut_out || !fight.is_fit(who, &body);
        let inside = |one: u16| scene.bodies[usize::from(one)].status.is_swallowed_by(who);
        let inside: Vec<u16> = (0..fight.roster.fighters() as u16).filter(|&one| inside(one)).collect();
        let bodies = &mut *scene.bodies;
        for &one in inside.iter().filter(|_| open) {
            (bodies[usize::from(one)].status.inside, bodies[usize::from(one)].status.digested) = (0, false);
            observer.detail(Detail::Followed { who: one, consequence: Consequence::ComesOut });
        }
        if open || inside.is_empty() {
            bodies[usize::from(who)].status.gash = 0;
        }
    }
}

/// Kills the fighters who are still inside a fit creature when the fight ends.
pub(crate) fn kill_swallowed(fight: &Fight, bodies: &mut [Body], observer: &mut impl Observer) {
    if !fight.rounds.lingers {
        return;
    }
    for who in 0..fight.roster.fighters() as u16 {
        let Some(by) = bodies[usize::from(who)].status.inside.checked_sub(1) else { continue };
        if fight.is_fit(by, &bodies[usize::from(by)]) {
            let dead = fight.roster.track(who).dead();
            let body = &mut bodies[usize::from(who)];
            (body.marked, body.felt) = (dead, dead);
            body.status.left = Some(Exit::Swallowed);
            observer.detail(Detail::Followed { who, consequence: Consequence::Digested });
            observer.detail(Detail::Marked { who, marked: dead });
        }
    }
}
