//! Heads that are severed and grow again (W28; FF hydra).
//!
//! Each head of a creature is a fighter of one stat block. Those that have yet to grow are fighters of the block as well,
//! who are not there until a second head grows beside one that has.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Body, Exit, Scene, SceneMut, Status};
use crate::combat::event::{Detail, Event, Fired, Observer};
use crate::combat::hit::Consequence;
use crate::combat::resolve::tested;
use crate::combat::tables::Fight;
use crate::rules::effects::{Head, Resist};

/// Those who have yet to grow are not there when a fight begins.
pub(crate) fn hide_latent(fight: &Fight, bodies: &mut [Body]) {
    if !fight.acting.lingers {
        return;
    }
    for entry in 0..fight.entries() {
        let block = fight.block(fight.first(entry));
        let Some(heads) = fight.heads(block.start) else { continue };
        let latent = &mut bodies[usize::from(block.end.saturating_sub(heads.spare))..usize::from(block.end)];
        let status = Status { head: Head::Latent, left: Some(Exit::Ungrown), ..Status::default() };
        latent.iter_mut().for_each(|body| body.status = status);
    }
}

/// A roll for a second head beside one that grows in this round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Growth {
    /// The level of Health, less what wounds take from it.
    level: i32,
    /// The least result with which it grows.
    least: i32,
}

impl Growth {
    pub(super) fn of(fight: &Fight, scene: Scene<'_>, who: u16) -> Option<Self> {
        let bodies = scene.bodies;
        let least = fight.heads(who).filter(|_| bodies[usize::from(who)].status.head == Head::Grows(1))?.two?;
        fight.latent(bodies, who)?;
        let level = fight.kind(who).resists(Resist::Health, 0);
        Some(Self { level: level + i32::from(fight.penalty_withstanding(scene, who)), least })
    }

    pub(super) fn two_grow(
        &self,
        fight: &Fight,
        who: u16,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> bool {
        let ask = Ask::new(who, Purpose::Growth);
        tested(fight, ask, [self.level, 0], Some(self.least), chance, observer).passed()
    }
}

/// It has rolled; the head itself grows at the end of the round.
pub(super) fn end_growth(fight: &Fight, scene: &mut SceneMut<'_>, who: u16, two: bool, observer: &mut impl Observer) {
    let bodies = &mut *scene.bodies;
    if let Some(second) = fight.latent(bodies, who).filter(|_| two) {
        grow(fight, bodies, second, observer);
    }
}

/// A round is over: heads that were severed in it begin to grow, others have grown.
pub(super) fn grow_heads(fight: &Fight, scene: &mut SceneMut<'_>, observer: &mut impl Observer) {
    let bodies = &mut *scene.bodies;
    for who in 0..fight.fighters() as u16 {
        let (Some(heads), body) = (fight.heads(who), &mut bodies[usize::from(who)]) else { continue };
        match body.status.head {
            Head::Whole if is_severed(fight, who, body) => {
                body.status.head = Head::Grows(heads.rounds);
                observer.detail(Detail::Followed { who, consequence: Consequence::Severed });
            }
            Head::Grows(1) => grow(fight, bodies, who, observer),
            Head::Grows(rounds) => body.status.head = Head::Grows(rounds - 1),
            Head::Whole | Head::Seared | Head::Latent => {}
        }
    }
}

/// Whether a wound has severed a head: one that puts out of action, not one at which it yields.
fn is_severed(fight: &Fight, who: u16, body: &Body) -> bool {
    let kind = fight.kind(who);
    !fight.is_fit(who, body) && kind.track.condition(body.felt).level >= kind.incapacitated
}

/// A head has grown, whole. Where the order stands, it acts when the others of its block do.
fn grow(fight: &Fight, bodies: &mut [Body], who: u16, observer: &mut impl Observer) {
    let block = fight.block(who);
    let bodies = &mut bodies[usize::from(block.start)..usize::from(block.end)];
    let turn = bodies.iter().map(|body| body.turn).max().unwrap_or(0);
    bodies[usize::from(who - block.start)] = Body { turn, ..Body::default() };
    // Whoever falls from now on is not the first.
    bodies.iter_mut().for_each(|body| body.status.ailments.grown = true);
    observer.note(Event::Fired { who, what: Fired::Grown });
    observer.detail(Detail::Followed { who, consequence: Consequence::Grown });
    observer.detail(Detail::Marked { who, marked: 0 });
}
