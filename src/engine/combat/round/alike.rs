//! States that differ in nothing that matters: what the exact solver merges beyond equal ones.

use super::{At, State};
use crate::combat::condition::{Body, Roster, SceneMut, Status};
use crate::combat::tables::Fight;
use crate::rules::effects::Abilities;

/// The condition kept of each fighter who is out, and of all fighters when a fight is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// The wound level, and what else is reported of a fight; of a duel everything.
    Level,
    /// Everything that lasts longer than the fight, of the fighters of this side; of the others as [`Level`](Self::Level).
    Carried(usize),
}

impl Kept {
    /// Whether this fighter carries wounds into another fight.
    fn carries(self, fight: &Fight, who: u16) -> bool {
        self == Self::Carried(fight.side(who))
    }
}

impl<R: Roster> State<R> {
    /// Between two rounds, those of one stat block who are out change places so that they stand behind the fit, in the order of
    /// their wounds. The fit stay in order, and fighters who are out take no part any more: nothing else depends on who they are. Of
    /// their wounds only the level matters, unless they carry them into another fight.
    pub fn merge_alike(&mut self, fight: &Fight, kept: Kept) {
        if fight.duel.is_none() {
            sort_out(fight, self.fighters.bodies_mut(), kept);
            fight.share_out(&mut SceneMut { clock: self.clock, bodies: self.fighters.bodies_mut() });
        }
    }

    /// As [`merge_alike`](Self::merge_alike), for a fight that is over: only what is kept of each fighter matters.
    pub fn merge_ends(&mut self, fight: &Fight, kept: Kept) {
        if fight.duel.is_some() && kept == Kept::Level {
            return;
        }
        merge_ended(fight, self.fighters.bodies_mut(), kept);
        self.clock = 0;
        self.at = At::Feeling(());
    }
}

/// Those whom a fight leaves, as [`State::merge_ends`] has them.
pub(crate) fn merge_ended(fight: &Fight, bodies: &mut [Body], kept: Kept) {
    for (who, body) in (0u16..).zip(bodies.iter_mut()) {
        let wounds = fight.track(who).like(body.felt);
        *body = match kept.carries(fight, who) {
            true => body.carried(),
            false => Body { felt: wounds, marked: wounds, status: body.status.reported(), ..Body::default() },
        };
    }
    let mut first = 0;
    for alike in fight.entry_of.chunk_by(|one, next| one == next) {
        bodies[first..first + alike.len()].sort_by_key(|body| {
            let Status { left, fainted, endurance, points, magic, .. } = body.status;
            (body.felt, left, fainted, endurance[0].eased, points, magic.reserve())
        });
        first += alike.len();
    }
}

/// Those between two rounds, as [`State::merge_alike`] has them.
pub(crate) fn sort_out(fight: &Fight, bodies: &mut [Body], kept: Kept) {
    let mut first = 0;
    for alike in fight.entry_of.chunk_by(|one, next| one == next) {
        let block = &mut bodies[first..first + alike.len()];
        let track = fight.track(first as u16);
        let carries = kept.carries(fight, first as u16);
        let fit = |body: &Body| fight.is_fit(first as u16, body);
        for body in block.iter_mut().filter(|body| !fit(body)) {
            // A swallowed fighter is wounded further.
            let wounds = if carries || body.status.inside > 0 { body.felt } else { track.like(body.felt) };
            *body = Body { felt: wounds, marked: wounds, status: body.status.at_end(carries), ..Body::default() };
        }
        // A head that has grown again stands where it stood, and who is swallowed is inside the one there.
        let Abilities { heads, swallow, .. } = fight.kind(first as u16).fighter.abilities;
        if heads.is_none() && swallow.is_none() {
            // The fit first; then by wounds, by the way out and by consciousness, in one number that is compared fast.
            block.sort_by_key(|body| {
                let Status { left, fainted, .. } = body.status;
                let left = left.map_or(0, |exit| 1 + u32::from(exit as u8));
                if fit(body) { 0 } else { u32::from(1 + body.felt) << u16::BITS | left << 1 | u32::from(fainted) }
            });
        }
        first += alike.len();
    }
}
