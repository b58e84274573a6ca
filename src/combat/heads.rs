//! Heads that are severed and grow again (W28; FF hydra).
//!
//! Each head of a creature is a fighter of one stat block. Those that have yet to grow are fighters of the block as well,
//! who are not there until a second head grows beside one that has.

use super::aftermath::AftermathRoll;
use super::ailments::Ailments;
use super::compile::Fight;
use super::event::{Detail, Event, Fired, Observer};
use super::sight::Change;
use super::state::{Body, Moment, Roster, State};
use super::status::Status;
use super::suffer::Consequence;
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::effects::{Head, Heads, Resist};
use std::ops::Range;

impl Fight {
    fn heads(&self, who: u16) -> Option<Heads> {
        self.kind(who).abilities.heads
    }

    /// Whether a wound by fire of this level keeps a fighter, where it is a head, from growing again.
    pub(super) fn sears(&self, who: u16, level: u8) -> bool {
        self.heads(who).is_some_and(|heads| level >= heads.stopped_at)
    }

    /// Those who have yet to grow are not there when a fight begins.
    pub(super) fn hide_latent(&self, bodies: &mut [Body]) {
        if !self.acting.lingers {
            return;
        }
        for entry in 0..self.entries() {
            let block = self.block(self.first(entry));
            let Some(heads) = self.heads(block.start) else { continue };
            let latent = &mut bodies[usize::from(block.end.saturating_sub(heads.spare))..usize::from(block.end)];
            let status = Status { head: Head::Latent, fled: true, ..Status::default() };
            latent.iter_mut().for_each(|body| body.status = status);
        }
    }

    /// All fighters of a fighter's stat block.
    fn block(&self, who: u16) -> Range<u16> {
        let first = self.first(self.entry(who));
        first..first + self.count(self.entry(who)) as u16
    }

    /// The next of a head's block who has yet to grow.
    fn latent(&self, bodies: &[Body], who: u16) -> Option<u16> {
        self.block(who).find(|&one| bodies[usize::from(one)].status.head == Head::Latent)
    }

    /// What is rolled for a second head beside one that grows in this round.
    pub(super) fn grows_two<R: Roster>(&self, state: &State<R>, who: u16) -> Option<AftermathRoll> {
        let bodies = state.fighters.bodies();
        let least = self.heads(who).filter(|_| bodies[usize::from(who)].status.head == Head::Grows(1))?.two?;
        self.latent(bodies, who)?;
        Some(AftermathRoll::Growth { level: self.kind(who).resists(Resist::Health, Ailments::default()), least })
    }

    /// The creature rolls for a second head.
    pub(super) fn roll_growth(
        &self,
        who: u16,
        [level, least]: [i32; 2],
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Change {
        let test = self.tested(Ask::new(who, Purpose::Growth), [level, 0], Some(least), chance, observer);
        Change::Grew { who, two: test.passed() }
    }

    /// It has rolled; the head itself grows at the end of the round.
    pub(super) fn end_growth<R: Roster>(
        &self,
        state: &mut State<R>,
        who: u16,
        two: bool,
        observer: &mut impl Observer,
    ) {
        state.moment = Moment::Aftermath { next: who + 1 };
        let bodies = state.fighters.bodies_mut();
        if let Some(second) = self.latent(bodies, who).filter(|_| two) {
            self.grow(bodies, second, observer);
        }
    }

    /// A round is over: heads that were severed in it begin to grow, others have grown.
    pub(super) fn grow_heads<R: Roster>(&self, state: &mut State<R>, observer: &mut impl Observer) {
        let bodies = state.fighters.bodies_mut();
        for who in 0..self.fighters() as u16 {
            let (Some(heads), body) = (self.heads(who), &mut bodies[usize::from(who)]) else { continue };
            match body.status.head {
                Head::Whole if self.is_severed(who, body) => {
                    body.status.head = Head::Grows(heads.rounds);
                    observer.detail(Detail::Followed { who, consequence: Consequence::Severed });
                }
                Head::Grows(1) => self.grow(bodies, who, observer),
                Head::Grows(rounds) => body.status.head = Head::Grows(rounds - 1),
                Head::Whole | Head::Seared | Head::Latent => {}
            }
        }
    }

    /// Whether a wound has severed a head: one that puts out of action, not one that it extra_damage at.
    fn is_severed(&self, who: u16, body: &Body) -> bool {
        let kind = self.kind(who);
        !self.is_fit(who, body) && kind.track.condition(body.felt).level >= kind.incapacitated
    }

    /// A head has grown, whole. Where the order stands, it acts when the others of its block do.
    fn grow(&self, bodies: &mut [Body], who: u16, observer: &mut impl Observer) {
        let block = self.block(who);
        let bodies = &mut bodies[usize::from(block.start)..usize::from(block.end)];
        let turn = bodies.iter().map(|body| body.turn).max().unwrap_or(0);
        bodies[usize::from(who - block.start)] = Body { turn, ..Body::default() };
        // Whoever falls from now on is not the first.
        bodies.iter_mut().for_each(|body| body.status.ailments.grown = true);
        observer.note(Event::Fired { who, what: Fired::Grown });
        observer.detail(Detail::Followed { who, consequence: Consequence::Grown });
        observer.detail(Detail::Marked { who, marked: 0 });
    }
}
