//! Canonical forms of states. With them, the exact solver merges states that differ in nothing relevant.

use super::{RoundPosition, State};
use crate::combat::condition::{Body, Roster, SceneMut, Status};
use crate::combat::tables::Fight;
use crate::rules::effects::Abilities;

/// The part of a fighter's condition that canonical forms keep. During a fight, it applies to fighters who are out of
/// action; after a fight, to all fighters.
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
    /// In each stat block, fit fighters come first, in their old order. Fighters out of action follow, sorted by their
    /// wounds. They keep only their wound level, unless they carry their wounds into another fight. So it no longer
    /// matters which fighters of the stat block are out.
    pub fn canonicalize(&mut self, fight: &Fight, kept: KeptConditions) {
        if fight.roster.duel.is_none() {
            canonicalize_bodies(fight, self.fighters.bodies_mut(), kept);
            fight.form_groups(&mut SceneMut { clock: self.clock, bodies: self.fighters.bodies_mut() });
        }
    }

    /// Like [`canonicalize`](Self::canonicalize), for a fight that has ended. Each fighter keeps only the part of its
    /// condition that `kept` names.
    pub fn canonicalize_end(&mut self, fight: &Fight, kept: KeptConditions) {
        if fight.roster.duel.is_some() && kept == KeptConditions::Level {
            return;
        }
        canonicalize_ended_bodies(fight, self.fighters.bodies_mut(), kept);
        self.clock = 0;
        self.at = RoundPosition::FeltWounds(());
    }
}

/// Implements [`State::canonicalize_end`] on the fighters.
pub(crate) fn canonicalize_ended_bodies(fight: &Fight, bodies: &mut [Body], kept: KeptConditions) {
    for (who, body) in (0u16..).zip(bodies.iter_mut()) {
        let wounds = fight.roster.track(who).first_equivalent(body.felt);
        *body = match kept.carries(fight, who) {
            true => body.carried(),
            false => Body { felt: wounds, marked: wounds, status: body.status.only_reported(), ..Body::default() },
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

/// Implements [`State::canonicalize`] on the fighters.
pub(crate) fn canonicalize_bodies(fight: &Fight, bodies: &mut [Body], kept: KeptConditions) {
    let mut first = 0;
    for alike in fight.roster.entry_of.chunk_by(|one, next| one == next) {
        let block = &mut bodies[first..first + alike.len()];
        let track = fight.roster.track(first as u16);
        let carries = kept.carries(fight, first as u16);
        let fit = |body: &Body| fight.is_fit(first as u16, body);
        for body in block.iter_mut().filter(|body| !fit(body)) {
            // A swallowed fighter can still be wounded.
            let wounds = if carries || body.status.inside > 0 { body.felt } else { track.first_equivalent(body.felt) };
            *body = Body { felt: wounds, marked: wounds, status: body.status.final_status(carries), ..Body::default() };
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
