//! Canonical forms of states. With them, the exact solver merges states that differ in nothing relevant.

use super::{At, State};
use crate::combat::condition::{Body, Roster, SceneMut, Status};
use crate::combat::tables::Fight;
use crate::rules::effects::Abilities;

/// The part of the condition to keep: of fighters who are out of action, and after a fight of all fighters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptConditions {
    /// The wound level, and everything else that is reported after a fight. In a duel, everything.
    Level,
    /// For fighters of the side with this index, everything that outlasts the fight. For all others, the same as
    /// [`Level`](Self::Level).
    Carried(usize),
}

impl KeptConditions {
    /// Whether the fighter `who` carries its condition into another fight.
    fn carries(self, fight: &Fight, who: u16) -> bool {
        self == Self::Carried(fight.roster.side(who))
    }
}

impl<R: Roster> State<R> {
    /// Puts a state between two rounds into canonical form.
    ///
    /// In each stat block, fighters who are out of action move behind those who are fit. They are sorted by their
    /// wounds; fit fighters keep their order. So it no longer matters which fighters are out. Of their wounds only the
    /// level is kept, unless they carry them into another fight.
    pub fn merge_alike(&mut self, fight: &Fight, kept: KeptConditions) {
        if fight.roster.duel.is_none() {
            sort_out(fight, self.fighters.bodies_mut(), kept);
            fight.form_groups(&mut SceneMut { clock: self.clock, bodies: self.fighters.bodies_mut() });
        }
    }

    /// Like [`merge_alike`](Self::merge_alike), for a fight that has ended. Of each fighter, only the part given by
    /// `kept` remains.
    pub fn merge_ends(&mut self, fight: &Fight, kept: KeptConditions) {
        if fight.roster.duel.is_some() && kept == KeptConditions::Level {
            return;
        }
        merge_ended(fight, self.fighters.bodies_mut(), kept);
        self.clock = 0;
        self.at = At::FeltWounds(());
    }
}

/// Implements [`State::merge_ends`] on the fighters.
pub(crate) fn merge_ended(fight: &Fight, bodies: &mut [Body], kept: KeptConditions) {
    for (who, body) in (0u16..).zip(bodies.iter_mut()) {
        let wounds = fight.roster.track(who).like(body.felt);
        *body = match kept.carries(fight, who) {
            true => body.carried(),
            false => Body { felt: wounds, marked: wounds, status: body.status.reported(), ..Body::default() },
        };
    }
    let mut first = 0;
    for alike in fight.roster.entry_of.chunk_by(|one, next| one == next) {
        bodies[first..first + alike.len()].sort_by_key(|body| {
            let Status { left, fainted, endurance, points, magic, .. } = body.status;
            (body.felt, left, fainted, endurance[0].eased, points, magic.reserve())
        });
        first += alike.len();
    }
}

/// Implements [`State::merge_alike`] on the fighters.
pub(crate) fn sort_out(fight: &Fight, bodies: &mut [Body], kept: KeptConditions) {
    let mut first = 0;
    for alike in fight.roster.entry_of.chunk_by(|one, next| one == next) {
        let block = &mut bodies[first..first + alike.len()];
        let track = fight.roster.track(first as u16);
        let carries = kept.carries(fight, first as u16);
        let fit = |body: &Body| fight.is_fit(first as u16, body);
        for body in block.iter_mut().filter(|body| !fit(body)) {
            // A swallowed fighter can still be wounded.
            let wounds = if carries || body.status.inside > 0 { body.felt } else { track.like(body.felt) };
            *body = Body { felt: wounds, marked: wounds, status: body.status.at_end(carries), ..Body::default() };
        }
        // Heads grow back at their old positions, and `inside` refers to a position, so these may not move.
        let Abilities { heads, swallow, .. } = fight.roster.kind(first as u16).fighter.abilities;
        if heads.is_none() && swallow.is_none() {
            // The fit come first; then wounds, exit and consciousness count, as one number that is fast to compare.
            block.sort_by_key(|body| {
                let Status { left, fainted, .. } = body.status;
                let left = left.map_or(0, |exit| 1 + u32::from(exit as u8));
                if fit(body) { 0 } else { u32::from(1 + body.felt) << u16::BITS | left << 1 | u32::from(fainted) }
            });
        }
        first += alike.len();
    }
}
