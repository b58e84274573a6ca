//! Front lines (reading 47), late arrivals, and the losses of a side.

use super::super::Fight;
use crate::combat::condition::{Body, Exit, Scene, Status};
use crate::rules::MeleeShots;
use crate::rules::effects::Head;
use crate::rules::morale::Losses;

impl Fight {
    /// Whether the fighter `who` is behind the line: it stays back, and a fit fighter of its side is in front of it.
    #[inline(always)]
    pub(crate) fn is_behind(&self, bodies: &[Body], who: u16) -> bool {
        self.acting.lines && self.kind(who).fighter.at_back && self.has_line(bodies, self.side(who))
    }

    /// Whether a side has a fit fighter in front. Not inlined, because most fights have no lines.
    #[cold]
    fn has_line(&self, bodies: &[Body], side: usize) -> bool {
        self.fit(bodies).any(|who| self.side(who) == side && !self.kind(who).fighter.at_back)
    }

    /// Whether any attack of the fighter `who` is made from a distance: in a missile round, or from behind the line.
    #[inline(always)]
    pub(crate) fn is_afar(&self, scene: Scene<'_>, who: u16) -> bool {
        self.at_a_distance(scene.clock) || self.is_behind(scene.bodies, who)
    }

    /// Marks the fighters who arrive after the first round as absent.
    pub(crate) fn keep_reserves(&self, bodies: &mut [Body]) {
        if self.acting.reserves {
            let later = (0u16..).zip(bodies).filter(|(who, _)| self.kind(*who).fighter.arrives > 1);
            let away = Status { head: Head::Latent, left: Some(Exit::Absent), ..Status::default() };
            later.for_each(|(_, body)| body.status = away);
        }
    }

    /// Brings in the fighters who arrive in the round with this clock, or earlier.
    pub(crate) fn bring_reserves(&self, clock: u16, bodies: &mut [Body]) {
        if self.acting.reserves {
            let due = |(who, body): &(u16, &mut Body)| {
                let arrives = self.kind(*who).fighter.arrives;
                arrives > 1 && arrives <= clock + 1 && body.status.head == Head::Latent
            };
            (0u16..).zip(bodies).filter(due).for_each(|(_, body)| body.status = Status::default());
        }
    }

    /// The losses of a side so far. Fighters who have not arrived yet do not count.
    pub(crate) fn losses(&self, bodies: &[Body], side: usize) -> Losses {
        let here = |(who, body): &(u16, &Body)| self.side(*who) == side && body.status.head != Head::Latent;
        let mut losses = Losses { left: 0, came: 0, leader_down: false };
        for (who, body) in (0u16..).zip(bodies).filter(here) {
            let fit = self.is_fit(who, body);
            losses.came += 1;
            losses.left += u16::from(fit);
            losses.leader_down |= !fit && self.kind(who).fighter.leader;
        }
        losses
    }

    /// The first fighter on the side of the shooter `by` who is in melee with `target`; `None` if there is no such
    /// fighter.
    pub(crate) fn friend_in_melee(&self, scene: Scene<'_>, by: u16, target: u16) -> Option<u16> {
        let group = scene.bodies[usize::from(target)].group;
        let beside = |(who, body): &(u16, &Body)| body.group == group && self.side(*who) == self.side(by);
        (group > 0).then(|| (0u16..).zip(scene.bodies).find(beside)).flatten().map(|(who, _)| who)
    }

    /// The amount by which a shot becomes more difficult if a friend is in melee with the target.
    pub(crate) fn difficulty_of_friends(&self) -> i32 {
        i32::from(self.rules.shots_into_melee != MeleeShots::Free)
    }
}
