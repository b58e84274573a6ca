//! Campaigns, solved stage by stage: the chance of each condition of the party.

use super::member::Member;
use super::{Aftermath, Campaign, Condition, Fortunes, LostFight, Stage, begun};
use crate::chance::Weight;
use crate::combat::{Body, Fight};
use crate::error::{Error, Result};
use crate::exact::{self, Distribution, Off, Solved};
use std::collections::HashMap;
use std::hash::Hash;

/// Different things, each with its chance, in the order in which they were found.
struct Chances<T> {
    all: Vec<(T, f64)>,
    places: HashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Chances<T> {
    fn new() -> Self {
        Self { all: Vec::new(), places: HashMap::new() }
    }

    fn add(&mut self, one: T, chance: f64) {
        match self.places.get(&one) {
            Some(place) => self.all[*place].1 += chance,
            None => {
                self.places.insert(one.clone(), self.all.len());
                self.all.push((one, chance));
            }
        }
    }
}

/// The limit of states of all fights of a stage, from all conditions that the party may begin it in, judged by the first of them.
const MOST_STATES: usize = 2_000_000;

/// What rounding can do to a chance, as a part of it.
const ROUNDING: f64 = 1.2e-12;

/// A condition less likely than this is left out, and the chance of it lost.
const NEGLIGIBLE: f64 = 1e-15;

impl Campaign {
    /// The chance of each way it may end.
    pub(super) fn solved(&self, stopped: &dyn Fn() -> bool) -> Result<Solved<Fortunes>> {
        let mut ends = Distribution::default();
        let mut now = vec![(self.begin(), 1.0)];
        let (mut number, mut fate) = (0, LostFight::End);
        for stage in &self.stages {
            let mut next = Chances::new();
            now.retain(|(_, chance)| *chance > NEGLIGIBLE);
            match stage {
                Stage::Fight { combat, pause, points, lost_fight, .. } => {
                    fate = *lost_fight;
                    // Those left behind are found before they rise.
                    self.record_unless(&mut now, |one| self.any_fit(&one.party), &mut ends);
                    let mut states = 0;
                    for (place, (before, chance)) in now.iter().enumerate() {
                        for (fight, share) in combat.each() {
                            let (left, looked_at) = self.fought(fight, &before.party, (*pause, fate), stopped)?;
                            states += looked_at;
                            if states / (place + 1) * now.len() > MOST_STATES {
                                return Err(too_large(now.len()));
                            }
                            for (aftermath, after) in left.all {
                                let chance = chance * share * after;
                                self.tend(before, &aftermath, (number, *points), chance, &mut next);
                            }
                        }
                    }
                    number += 1;
                }
                Stage::Rest { length, needed_at, points } => {
                    for (before, chance) in now {
                        if !self.rests(&before.party, *needed_at) {
                            next.add(before, chance);
                            continue;
                        }
                        let (party, care) = self.before_rest(before.party.clone());
                        let rested = |(member, body): (&Member, &Body)| match body.status.absent {
                            None => member.rested_exactly(body.marked, length.days(), care, stopped),
                            Some(_) => Ok(Distribution::of_branches(|_| body.marked)),
                        };
                        let states: Vec<_> = self.party.iter().zip(&party).map(rested).collect::<Result<_>>()?;
                        let rested = |member: &Member, body: &mut Body, marked| {
                            member.after_rest(body, marked, *length, *points);
                        };
                        each_together(&states, &mut |marked, share| {
                            let party = self.changed(&party, marked, rested);
                            next.add(Condition { party, days: before.days + length.days(), ..before }, chance * share);
                        });
                    }
                }
            }
            now = next.all;
            let goes_on = |one: &Condition| self.any_fit(&one.party) || self.may_rise(&one.party, fate);
            self.record_unless(&mut now, goes_on, &mut ends);
        }
        self.record_unless(&mut now, |_| false, &mut ends);
        Ok(Solved { listed: ends, late: Distribution::default(), off: Off { rounding: ROUNDING, ..Off::default() } })
    }

    /// Counts and takes away the conditions in which the campaign is over.
    fn record_unless(
        &self,
        now: &mut Vec<(Condition, f64)>,
        goes_on: impl Fn(&Condition) -> bool,
        ends: &mut Distribution<Fortunes>,
    ) {
        now.retain(|(one, chance)| {
            let keep = goes_on(one);
            if !keep {
                ends.record(self.fortunes(one), Weight::rounded(*chance));
            }
            keep
        });
    }

    /// The party after a fight that it begins in this condition, and the number of states of the fight.
    fn fought(
        &self,
        fight: &Fight,
        party: &[Body],
        (pause, fate): (bool, LostFight),
        stopped: &dyn Fn() -> bool,
    ) -> Result<(Chances<Aftermath>, usize)> {
        let carried = exact::carried(&fight.clone().starting(begun(fight, party))?, fight.side(0), stopped)?;
        let mut left = Chances::new();
        for (bodies, chance) in carried.left {
            let lost = self.has_lost(fight, &bodies);
            left.add(self.after_fight(party, &bodies, lost, pause, fate), chance);
        }
        Ok((left, carried.states))
    }

    /// Adds the conditions of the party after the care that it gets.
    fn tend(
        &self,
        before: &Condition,
        after: &Aftermath,
        (number, points): (usize, u8),
        chance: f64,
        next: &mut Chances<Condition>,
    ) {
        let Aftermath { party, lost, stable, care } = after;
        let tended = |((member, body), stable): ((&Member, &Body), &bool)| match body.status.absent {
            None => Distribution::of_branches(|source| member.tended(body.marked, *stable, *care, source)),
            Some(_) => Distribution::of_branches(|_| body.marked),
        };
        let states: Vec<_> = self.party.iter().zip(party).zip(stable).map(tended).collect();
        each_together(&states, &mut |marked, share| {
            let tended = |member: &Member, body: &mut Body, marked| member.after_fight(body, marked, *care, points);
            let mut condition = Condition { party: self.changed(party, marked, tended), ..before.clone() };
            self.note_fight(&mut condition, number, *lost);
            next.add(condition, chance * share);
        });
    }

    /// The party with these wounds, and what else has changed; those who take no part any more are as they were.
    fn changed(&self, party: &[Body], marked: &[u16], change: impl Fn(&Member, &mut Body, u16)) -> Vec<Body> {
        let mut party = party.to_vec();
        for ((member, body), marked) in self.party.iter().zip(&mut party).zip(marked) {
            if body.status.absent.is_none() {
                change(member, body, *marked);
            }
        }
        party
    }
}

/// Calls `tell` with each combination of states, one of each member, and its chance.
fn each_together(states: &[Distribution<u16>], tell: &mut impl FnMut(&[u16], f64)) {
    fn go(states: &[Distribution<u16>], so_far: &mut Vec<u16>, chance: f64, tell: &mut impl FnMut(&[u16], f64)) {
        let Some((first, rest)) = states.split_first() else { return tell(so_far, chance) };
        for (state, weight) in first.iter() {
            so_far.push(state);
            go(rest, so_far, chance * weight.probability(), tell);
            so_far.pop();
        }
    }
    go(states, &mut Vec::new(), 1.0, tell);
}

fn too_large(conditions: usize) -> Error {
    Error::input(format!(
        "the party may begin a fight in {conditions} conditions, too many to solve the fight from each"
    ))
    .with_help("use method = \"simulate\"")
}
