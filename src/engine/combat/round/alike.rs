//! States that differ in nothing that matters: what the exact solver merges beyond equal ones.

use super::{At, State};
use crate::combat::condition::{Body, Lifetime, Roster, SceneMut, Status};
use crate::combat::tables::Fight;
use crate::rules::effects::Abilities;

/// What is kept of each fighter when a fight is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// The wound level, and what else is reported of a fight; of a duel everything.
    Level,
    /// What lasts longer than the fight.
    Carried,
}

impl<R: Roster> State<R> {
    /// Between two rounds, those of one stat block who are out change places so that they stand behind the fit, in the order of
    /// their wounds. The fit stay in order, and whoever is out takes no part any more: nothing else depends on who they are. Of
    /// their wounds only the level matters.
    pub fn merge_alike(&mut self, fight: &Fight) {
        if fight.duel.is_none() {
            sort_out(fight, self.fighters.bodies_mut());
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
        *body = match kept {
            Kept::Level => Body { felt: wounds, marked: wounds, status: body.status.reported(), ..Body::default() },
            Kept::Carried => body.after(Lifetime::Fight),
        };
    }
    let mut first = 0;
    for alike in fight.entry_of.chunk_by(|one, next| one == next) {
        bodies[first..first + alike.len()].sort_by_key(|body| {
            let Status { fled, fainted, endurance, points, magic, .. } = body.status;
            (body.felt, fled, fainted, endurance[0].eased, points, magic.reserve())
        });
        first += alike.len();
    }
}

/// Those between two rounds, as [`State::merge_alike`] has them.
pub(crate) fn sort_out(fight: &Fight, bodies: &mut [Body]) {
    let mut first = 0;
    for alike in fight.entry_of.chunk_by(|one, next| one == next) {
        let block = &mut bodies[first..first + alike.len()];
        let track = fight.track(first as u16);
        let remembers = fight.kind(first as u16).remembers;
        let fit = |body: &Body| fight.is_fit(first as u16, body);
        for body in block.iter_mut().filter(|body| !fit(body)) {
            // Who is digested goes on to be wounded.
            let wounds = if body.status.inside > 0 { body.felt } else { track.like(body.felt) };
            *body = Body { felt: wounds, marked: wounds, status: body.status.at_end(remembers), ..Body::default() };
        }
        // A head that has grown again stands where it stood, and who is swallowed is inside the one there.
        let Abilities { heads, swallow, .. } = fight.kind(first as u16).abilities;
        if heads.is_none() && swallow.is_none() {
            block.sort_by_key(|body| {
                if fit(body) { (0, false, false) } else { (1 + body.felt, body.status.fled, body.status.fainted) }
            });
        }
        first += alike.len();
    }
}
