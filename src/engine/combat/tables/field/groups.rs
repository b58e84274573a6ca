//! Matches fighters against each other for a round (readings 35 and 48).

use super::super::Fight;
use crate::combat::condition::{Body, SceneMut};
use crate::rules::{Pacing, Spread, Targets};

/// The fit fighters of two sides at the start of a round, split into groups of one against one or more.
///
/// Each fighter of the smaller side faces at least one foe. The fighters of the larger side are dealt out in roster
/// order, so group sizes differ by at most 1. Fighters behind the line, and those beyond the reach limit, are in no
/// group.
#[derive(Debug)]
pub(crate) struct Groups {
    /// Of each of the two sides, the fighters to group, in roster order: those who are fit, not behind the line, not
    /// swallowed, and in no group yet.
    sides: [Vec<u16>; 2],
    /// Index of the smaller side in `sides`; 0 if both have the same size.
    smaller: usize,
    /// Maximum number of foes in a group.
    reach: usize,
}

impl Groups {
    /// Forms the groups of a round in a fight with two sides. `bodies` are all fighters, in roster order.
    pub(crate) fn find(fight: &Fight, bodies: &[Body]) -> Self {
        Self::between(fight, bodies, [0, 1])
    }

    /// Forms groups from the fighters of `sides` who are in no group yet.
    fn between(fight: &Fight, bodies: &[Body], sides: [usize; 2]) -> Self {
        let free = |who: u16, body: &Body| {
            let here = body.status.inside == 0 && !fight.is_behind(bodies, who);
            fight.is_fit(who, body) && here && body.group == 0
        };
        let mut ranks = [(); 2].map(|()| Vec::with_capacity(bodies.len()));
        for (who, body) in (0u16..).zip(bodies) {
            let rank = sides.iter().position(|side| *side == fight.roster.side(who));
            if let Some(rank) = rank.filter(|_| free(who, body)) {
                ranks[rank].push(who);
            }
        }
        let reach = fight.rules.reach.map_or(usize::MAX, |reach| reach as usize);
        Self { smaller: smaller(&ranks), sides: ranks, reach }
    }

    /// Removes the fighter `who`, who has fallen, from the groups of later rounds. `side` is its side.
    pub(crate) fn remove_fallen(&mut self, side: usize, who: u16) {
        self.sides[side].retain(|one| *one != who);
        self.smaller = smaller(&self.sides);
    }

    /// The fighters to group (see `sides`), in roster order: those of the smaller side, then those of the larger one.
    pub(crate) fn smaller_and_larger(&self) -> (&[u16], &[u16]) {
        (&self.sides[self.smaller], &self.sides[1 - self.smaller])
    }

    /// Number of groups.
    pub(crate) fn count(&self) -> usize {
        self.sides[self.smaller].len()
    }

    /// The fighter of the smaller side in `group`. It faces one or more foes.
    pub(crate) fn lone(&self, group: usize) -> u16 {
        self.smaller_and_larger().0[group]
    }

    /// The foes of the [`lone`](Self::lone) fighter of a group, in roster order; at least one.
    #[inline(always)]
    pub(crate) fn foes(&self, group: usize) -> impl ExactSizeIterator<Item = u16> + Clone {
        let (smaller, larger) = self.smaller_and_larger();
        (group..larger.len()).step_by(smaller.len().max(1)).take(self.reach).map(|place| larger[place])
    }
}

/// The index of the smaller side; 0 if both are equal.
fn smaller(sides: &[Vec<u16>; 2]) -> usize {
    usize::from(sides[1].len() < sides[0].len())
}

impl Fight {
    /// Splits the fighters into groups, and stores each fighter's group in its `Body`. Does nothing in a one-on-one
    /// fight.
    pub(crate) fn form_groups(&self, scene: &mut SceneMut<'_>) {
        if self.roster.duel.is_some() {
            return;
        }
        if self.rules.pacing.players_act() {
            return self.assign_foes(scene);
        }
        scene.bodies.iter_mut().for_each(|body| body.group = 0);
        // At a distance, no one is face to face.
        if self.rounds.at_a_distance(scene.clock) {
            return;
        }
        let mut formed = 0;
        // With two sides, one side names the other, and all fighters are grouped in one pass.
        let naming = if self.roster.sides == 2 { 1 } else { self.roster.sides };
        for side in 0..naming {
            let groups = Groups::between(self, scene.bodies, [side, self.enemy_side(scene.bodies, side)]);
            self.store_groups(scene, &groups, formed);
            formed += groups.count() as u16;
        }
        self.group_swallowed(scene, formed);
    }

    /// Stores the group of each fighter in its `Body`. Group numbers start after `formed`, the number of earlier
    /// groups.
    fn store_groups(&self, scene: &mut SceneMut<'_>, groups: &Groups, formed: u16) {
        if self.tactics.ganging_up {
            return self.store_chosen_groups(scene, groups, formed);
        }
        for group in 0..groups.count() {
            let members = groups.foes(group).chain([groups.lone(group)]);
            members.for_each(|who| scene.bodies[usize::from(who)].group = formed + group as u16 + 1);
        }
    }

    /// Gives each player character a foe, if only player characters act and all of them are on one side. The k-th
    /// player character gets the k-th foe; after the last foe comes the first again. Player characters who prefer other
    /// targets get none (reading 40).
    fn assign_foes(&self, scene: &mut SceneMut<'_>) {
        if self.rules.pacing != Pacing::PlayerFacing || self.roster.kinds.iter().all(|kind| kind.pc) {
            return;
        }
        let bodies = &mut *scene.bodies;
        let mut foes = 0;
        for (who, body) in (0u16..).zip(bodies.iter_mut()) {
            let is_foe = !self.roster.kind(who).pc && self.is_fit(who, body);
            foes += u16::from(is_foe);
            body.group = if is_foe { foes } else { 0 };
        }
        let mut actors = 0u16;
        for (who, body) in (0u16..).zip(bodies.iter_mut()) {
            let kind = self.roster.kind(who);
            if !kind.pc || !self.is_fit(who, body) {
                continue;
            }
            if kind.fighter.targets == Targets::LowestResult {
                body.group = actors.checked_rem(foes).map_or(0, |foe| foe + 1);
            }
            actors += 1;
        }
    }

    /// Like [`store_groups`](Self::store_groups), but each fighter of the smaller side gets only one foe. The other
    /// fighters of the larger side choose a group to join (reading 35).
    fn store_chosen_groups(&self, scene: &mut SceneMut<'_>, groups: &Groups, formed: u16) {
        let (few, many) = groups.smaller_and_larger();
        let mut sizes = vec![0; few.len()];
        for (place, &who) in many.iter().enumerate() {
            let open = (0..few.len()).filter(|&group| sizes[group] < groups.reach);
            let joined = match (place < few.len(), self.roster.kind(who).fighter.spread) {
                (true, _) => Some(place),
                (false, Spread::Even) => open.min_by_key(|&group| sizes[group]),
                (false, Spread::GangUp) => open.min_by_key(|&group| self.preference_key(scene.view(), who, few[group])),
            };
            if let Some(group) = joined {
                sizes[group] += 1;
                scene.bodies[usize::from(who)].group = formed + group as u16 + 1;
            }
        }
        for (group, &lone) in few.iter().enumerate() {
            scene.bodies[usize::from(lone)].group = formed + group as u16 + 1;
        }
    }

    /// Puts each swallowed fighter into a group of its own. Group numbers start after `groups`, the number of earlier
    /// groups.
    fn group_swallowed(&self, scene: &mut SceneMut<'_>, mut groups: u16) {
        if !self.rounds.lingers {
            return;
        }
        for (who, body) in (0u16..).zip(scene.bodies.iter_mut()) {
            if body.status.inside > 0 && self.is_fit(who, body) {
                groups += 1;
                body.group = groups;
            }
        }
    }
}
