//! States that differ in nothing that matters: what the exact solver merges beyond equal ones.

use super::compile::Fight;
use super::state::{Body, Moment, Roster, State};
use crate::rules::Pacing;
use crate::rules::effects::Abilities;

impl Fight {
    /// The most states between rounds that a fight can be in, as far as its tracks tell: those of all fighters are filled
    /// independently, except that where player characters act alone their foes fall one after the other, and that one roll
    /// decides a story element.
    pub fn most_states(&self) -> f64 {
        let tracks = |pc: bool| {
            let own = (0..self.fighters() as u16).filter(move |&who| self.kind(who).pc == pc);
            own.map(|who| self.track(who).states() as f64)
        };
        let tracks: f64 = match self.pacing {
            Pacing::Simultaneous | Pacing::Turns => tracks(true).chain(tracks(false)).product(),
            Pacing::PlayerFacing => tracks(true).product::<f64>() * tracks(false).sum::<f64>().max(1.0),
            Pacing::Story => 1.0,
        };
        tracks * f64::from(self.rounds_told_apart())
    }

    /// Between two rounds, those of one stat block who are out change places so that they stand behind the fit, in the
    /// order of their wounds. The fit stay in order, and whoever is out takes no part any more: nothing else depends on
    /// who they are. Of their wounds only the level matters.
    pub fn merge_alike<R: Roster>(&self, state: &mut State<R>) {
        if self.duel.is_none() {
            self.sort_out(state);
            self.post(state);
        }
    }

    /// As [`merge_alike`](Self::merge_alike), for a fight that is over: of the fit, too, only the level matters.
    pub fn merge_ends<R: Roster>(&self, state: &mut State<R>) {
        if self.duel.is_none() {
            for (who, body) in (0u16..).zip(state.fighters.bodies_mut()) {
                let wounds = self.track(who).like(body.felt);
                *body = Body { felt: wounds, marked: wounds, status: body.status.told(), ..Body::default() };
            }
            let mut first = 0;
            for alike in self.entry_of.chunk_by(|one, next| one == next) {
                state.fighters.bodies_mut()[first..first + alike.len()]
                    .sort_by_key(|body| (body.felt, body.status.fled, body.status.endurance[0].eased));
                first += alike.len();
            }
            state.clock = 0;
            state.moment = Moment::Marking;
        }
    }

    fn sort_out<R: Roster>(&self, state: &mut State<R>) {
        let mut first = 0;
        for alike in self.entry_of.chunk_by(|one, next| one == next) {
            let block = &mut state.fighters.bodies_mut()[first..first + alike.len()];
            let track = self.track(first as u16);
            let fit = |body: &Body| self.is_fit(first as u16, body);
            for body in block.iter_mut().filter(|body| !fit(body)) {
                // Who is digested goes on to be wounded.
                let wounds = if body.status.inside > 0 { body.felt } else { track.like(body.felt) };
                *body = Body { felt: wounds, marked: wounds, status: body.status.at_end(), ..Body::default() };
            }
            // A head that has grown again stands where it stood, and who is swallowed is inside the one there.
            let Abilities { heads, swallow, .. } = self.kind(first as u16).abilities;
            if heads.is_none() && swallow.is_none() {
                block.sort_by_key(|body| if fit(body) { (0, false) } else { (1 + body.felt, body.status.fled) });
            }
            first += alike.len();
        }
    }
}
