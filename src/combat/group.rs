//! Who fights whom this round (reading 35).

use super::compile::Fight;
use super::state::{Body, Moment, Roster, State};

/// The fighters fit to fight at the start of a round, shared out into groups of one against one or more.
///
/// Every fighter of the smaller side faces at least one of the larger; those are dealt out in the order of the roster, so
/// that each group is as large as the next, or one larger. Those whom the reach of others leaves no room stand by.
#[derive(Debug)]
pub(super) struct Groups {
    /// The fit fighters of the two sides.
    sides: [Vec<u16>; 2],
    /// Which of them are fewer, or as many.
    smaller: usize,
    reach: usize,
}

impl Groups {
    /// The groups of a round.
    pub(super) fn find(fight: &Fight, bodies: &[Body]) -> Self {
        let mut sides = [Vec::new(), Vec::new()];
        for (who, body) in (0u16..).zip(bodies) {
            if fight.is_fit(who, body) && body.status.inside == 0 {
                sides[fight.side(who)].push(who);
            }
        }
        Self { smaller: smaller(&sides), sides, reach: fight.reach }
    }

    /// The groups of the rounds after somebody of this side fell.
    pub(super) fn lose(&mut self, side: usize, who: u16) {
        self.sides[side].retain(|one| *one != who);
        self.smaller = smaller(&self.sides);
    }

    /// The fit of the smaller side and of the larger, in the order of the roster.
    pub(super) fn ranks(&self) -> (&[u16], &[u16]) {
        (&self.sides[self.smaller], &self.sides[1 - self.smaller])
    }

    /// How many groups there are.
    pub(super) fn count(&self) -> usize {
        self.sides[self.smaller].len()
    }

    /// The one of a group who faces one foe or more.
    pub(super) fn lone(&self, group: usize) -> u16 {
        self.ranks().0[group]
    }

    /// The foes of that one, in the order of the roster: at least one.
    #[inline(always)]
    pub(super) fn foes(&self, group: usize) -> impl ExactSizeIterator<Item = u16> + Clone {
        let (smaller, larger) = self.ranks();
        (group..larger.len()).step_by(smaller.len().max(1)).take(self.reach).map(|place| larger[place])
    }
}

/// The smaller of two sides.
fn smaller(sides: &[Vec<u16>; 2]) -> usize {
    usize::from(sides[1].len() < sides[0].len())
}

impl Fight {
    /// The start of a fight between these, all unhurt, to be taken step by step.
    pub fn start<R: Roster>(&self, fighters: R) -> State<R> {
        let mut state = State { moment: Moment::Group(0), clock: 0, fighters };
        self.hide_latent(state.fighters.bodies_mut());
        state.moment = self.first_moment(state.clock);
        self.post(&mut state);
        state
    }

    /// Notes with each fighter which group they are in; in a duel that goes without saying, and where only player
    /// characters act there are none.
    pub(super) fn post<R: Roster>(&self, state: &mut State<R>) {
        if self.duel.is_some() || self.pacing.players_act() {
            return;
        }
        let groups = Groups::find(self, state.fighters.bodies());
        state.fighters.bodies_mut().iter_mut().for_each(|body| body.post = 0);
        // From afar nobody faces anybody.
        if self.at_a_distance(state.clock) {
            return;
        }
        if self.gangs_up() {
            self.deal(state, &groups);
        } else {
            let bodies = state.fighters.bodies_mut();
            for group in 0..groups.count() {
                let members = groups.foes(group).chain([groups.lone(group)]);
                members.for_each(|who| bodies[usize::from(who)].post = group as u16 + 1);
            }
        }
        self.post_inside(state, groups.count() as u16);
    }

    /// The one of a group who faces one foe or more, and those foes, as they were posted.
    pub(super) fn posted<R: Roster>(&self, state: &State<R>, group: u16) -> (u16, Vec<u16>) {
        let mut sides = [Vec::new(), Vec::new()];
        for (who, _) in (0u16..).zip(state.fighters.bodies()).filter(|(_, body)| body.post == group + 1) {
            sides[self.side(who)].push(who);
        }
        let [mut one, mut other] = sides;
        if one.len() > other.len() {
            std::mem::swap(&mut one, &mut other);
        }
        match one.first() {
            // A group has one fighter on one of its sides.
            Some(&lone) => (lone, other),
            // Or nobody else, where that one is inside a foe.
            None => (other[0], vec![state.fighters.bodies()[usize::from(other[0])].status.inside - 1]),
        }
    }
}
