//! Heads that are severed and grow back (W28; FF hydra).
//!
//! Each head of a creature is a fighter of one stat block. Spare heads are fighters of the block as well; they are
//! absent until one of them grows together with a severed head that grows back.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Body, Exit, Scene, SceneMut, Status};
use crate::combat::event::{Detail, Event, Fired, Observer};
use crate::combat::hit::Consequence;
use crate::combat::resolve::roll_test;
use crate::combat::tables::Fight;
use crate::rules::effects::{Head, Resist};

/// Marks heads that have yet to grow as absent; called when a fight begins.
pub(crate) fn hide_ungrown_heads(fight: &Fight, bodies: &mut [Body]) {
    if !fight.rounds.lingers {
        return;
    }
    for entry in 0..fight.roster.entries() {
        let block = fight.roster.block(fight.roster.first(entry));
        let Some(heads) = fight.roster.kind(block.start).fighter.abilities.heads else { continue };
        let latent = &mut bodies[usize::from(block.end.saturating_sub(heads.spare))..usize::from(block.end)];
        let status = Status { head: Head::Latent, left: Some(Exit::Ungrown), ..Status::default() };
        latent.iter_mut().for_each(|body| body.status = status);
    }
}

/// A roll that decides whether a second head grows together with one that grows back this round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct SecondHeadRoll {
    /// The level of Health, with the wound penalty if it applies.
    level: i32,
    /// The lowest result at which the second head grows.
    least: i32,
}

impl SecondHeadRoll {
    pub(super) fn due_for(fight: &Fight, scene: Scene<'_>, who: u16) -> Option<Self> {
        let bodies = scene.bodies;
        let kind = fight.roster.kind(who);
        let heads = kind.fighter.abilities.heads.filter(|_| bodies[usize::from(who)].status.head == Head::Grows(1))?;
        let least = heads.second_head_from?;
        fight.roster.next_ungrown_head(bodies, who)?;
        let level = kind.resists(Resist::Health, 0);
        Some(Self { level: level + i32::from(fight.penalty_to_resist(scene, who)), least })
    }

    pub(super) fn second_head_grows(
        &self,
        fight: &Fight,
        who: u16,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> bool {
        let ask = Ask::new(who, Purpose::Growth);
        roll_test(fight, ask, [self.level, 0], Some(self.least), chance, observer).passed()
    }
}

/// Applies the roll for a second head: that head grows if `second_grows`. The severed head itself grows back at the end
/// of the round.
pub(super) fn apply_second_head_roll(
    fight: &Fight,
    scene: &mut SceneMut<'_>,
    who: u16,
    second_grows: bool,
    observer: &mut impl Observer,
) {
    let bodies = &mut *scene.bodies;
    if let Some(second) = fight.roster.next_ungrown_head(bodies, who).filter(|_| second_grows) {
        restore_head(fight, bodies, second, observer);
    }
}

/// Advances the growth of heads at the end of a round: newly severed heads start their countdown, and heads whose
/// countdown ends grow back.
pub(super) fn advance_growth(fight: &Fight, scene: &mut SceneMut<'_>, observer: &mut impl Observer) {
    let bodies = &mut *scene.bodies;
    for who in 0..fight.roster.fighters() as u16 {
        let Some(heads) = fight.roster.kind(who).fighter.abilities.heads else { continue };
        let body = &mut bodies[usize::from(who)];
        match body.status.head {
            Head::Whole if is_severed(fight, who, body) => {
                body.status.head = Head::Grows(heads.rounds);
                observer.detail(Detail::Followed { who, consequence: Consequence::Severed });
            }
            Head::Grows(1) => restore_head(fight, bodies, who, observer),
            Head::Grows(rounds) => body.status.head = Head::Grows(rounds - 1),
            Head::Whole | Head::Seared | Head::Latent => {}
        }
    }
}

/// Whether a head has been severed, that is, put out of action by a wound. Yielding does not count.
fn is_severed(fight: &Fight, who: u16, body: &Body) -> bool {
    let kind = fight.roster.kind(who);
    !fight.is_fit(who, body) && kind.track.condition(body.felt).level >= kind.incapacitated
}

/// Restores the head `who`, unhurt. It gets the position in the turn order that the other heads of its stat block have,
/// in case the order is kept.
fn restore_head(fight: &Fight, bodies: &mut [Body], who: u16, observer: &mut impl Observer) {
    let block = fight.roster.block(who);
    let bodies = &mut bodies[usize::from(block.start)..usize::from(block.end)];
    let turn = bodies.iter().map(|body| body.turn).max().unwrap_or(0);
    bodies[usize::from(who - block.start)] = Body { turn, ..Body::default() };
    // A head was severed before, so no later fall counts as the first.
    bodies.iter_mut().for_each(|body| body.status.ailments.grown = true);
    observer.note(Event::Fired { who, what: Fired::Grown });
    observer.detail(Detail::Followed { who, consequence: Consequence::Grown });
    observer.detail(Detail::Marked { who, marked: 0 });
}
