//! Front lines (reading 47), and the losses of a side.

use super::super::Fight;
use crate::combat::condition::{Body, Scene};
use crate::rules::effects::Head;
use crate::rules::morale::Losses;

impl Fight {
    /// Whether the fighter `who` is behind the line: it stays back, and a fit fighter of its side is in front of it.
    #[inline(always)]
    pub(crate) fn is_behind(&self, bodies: &[Body], who: u16) -> bool {
        self.roster.has_lines && self.roster.kind(who).fighter.at_back && self.has_line(bodies, self.roster.side(who))
    }

    /// Whether a side has a fit fighter in front. Not inlined, because most fights have no lines.
    #[cold]
    fn has_line(&self, bodies: &[Body], side: usize) -> bool {
        self.fit(bodies).any(|who| self.roster.side(who) == side && !self.roster.kind(who).fighter.at_back)
    }

    /// Whether any attack of the fighter `who` is made from a distance: in a missile round, or from behind the line.
    #[inline(always)]
    pub(crate) fn is_afar(&self, scene: Scene<'_>, who: u16) -> bool {
        self.rounds.at_a_distance(scene.clock) || self.is_behind(scene.bodies, who)
    }

    /// The losses of a side so far. Fighters who have not arrived yet do not count.
    pub(crate) fn losses(&self, bodies: &[Body], side: usize) -> Losses {
        let here = |(who, body): &(u16, &Body)| self.roster.side(*who) == side && body.status.head != Head::Latent;
        let mut losses = Losses { can_fight: 0, arrived: 0, leader_down: false };
        for (who, body) in (0u16..).zip(bodies).filter(here) {
            let fit = self.is_fit(who, body);
            losses.arrived += 1;
            losses.can_fight += u16::from(fit);
            losses.leader_down |= !fit && self.roster.kind(who).fighter.leader;
        }
        losses
    }
}
