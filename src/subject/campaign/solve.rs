//! Campaigns, solved stage by stage: the chance of each condition of the party.

use super::member::{Member, earn, mark, rest};
use super::{Campaign, Fortunes, Stage};
use crate::chance::Weight;
use crate::combat::{Body, Fight};
use crate::error::{Error, Result};
use crate::exact::{self, Distribution};
use std::collections::HashMap;

/// The conditions of a party, each with its chance, in the order in which they were found.
#[derive(Default)]
struct Conditions {
    all: Vec<(Vec<Body>, f64)>,
    places: HashMap<Vec<Body>, usize>,
}

impl Conditions {
    fn add(&mut self, party: Vec<Body>, chance: f64) {
        match self.places.get(&party) {
            Some(place) => self.all[*place].1 += chance,
            None => {
                self.places.insert(party.clone(), self.all.len());
                self.all.push((party, chance));
            }
        }
    }
}

/// Up to so many states of all fights of a stage, from all conditions that the party may begin it in, by those of its first.
const MOST_STATES: usize = 2_000_000;

/// A condition less likely than this is left out, and the chance of it lost.
const NEGLIGIBLE: f64 = 1e-15;

impl Campaign {
    /// The chance of each way it may end.
    pub(super) fn solved(&self, stopped: &dyn Fn() -> bool) -> Result<Distribution<Fortunes>> {
        let mut ends = Distribution::default();
        let mut now = vec![(self.start.clone(), 1.0)];
        let mut stood = 0;
        for stage in &self.stages {
            let mut next = Conditions::default();
            now.retain(|(_, chance)| *chance > NEGLIGIBLE);
            match stage {
                Stage::Fight { combat, pause, points } => {
                    let mut states = 0;
                    for (place, (party, chance)) in now.iter().enumerate() {
                        for (fight, share) in combat.each() {
                            let left = self.fought(fight, party, stopped)?;
                            states += left.states;
                            if states / (place + 1) * now.len() > MOST_STATES {
                                return Err(too_large(now.len()));
                            }
                            for (bodies, after) in left.left {
                                let chance = chance * share * after;
                                self.tend(party, &bodies, *pause, *points, chance, &mut next);
                            }
                        }
                    }
                }
                Stage::Rest { days, points } => {
                    for (party, chance) in &now {
                        let rested = |(member, body): (&Member, &Body)| member.rested_exactly(body.marked, *days);
                        let states: Vec<_> = self.party.iter().zip(party).map(rested).collect();
                        each_together(&states, &mut |marked, share| {
                            next.add(marked_as(party, marked, *points, rest), chance * share);
                        });
                    }
                }
            }
            let over;
            (now, over) = next.all.into_iter().partition(|(party, _)| self.fit(party).any(|fit| fit));
            self.record(stood, &over, &mut ends);
            stood += u8::from(matches!(stage, Stage::Fight { .. }));
        }
        self.record(stood, &now, &mut ends);
        Ok(ends)
    }

    /// Counts what has become of the party in these conditions.
    fn record(&self, stood: u8, conditions: &[(Vec<Body>, f64)], ends: &mut Distribution<Fortunes>) {
        conditions
            .iter()
            .for_each(|(party, chance)| ends.record(self.fortunes(stood, party), Weight::rounded(*chance)));
    }

    /// How a fight leaves everybody, where the party begins it in this condition.
    fn fought(&self, fight: &Fight, party: &[Body], stopped: &dyn Fn() -> bool) -> Result<exact::Carried> {
        let mut start = fight.start().to_vec();
        start[..party.len()].copy_from_slice(party);
        exact::carried(&fight.clone().starting(start)?, stopped)
    }

    /// Adds what the party comes to after some minutes of care.
    fn tend(&self, before: &[Body], bodies: &[Body], pause: bool, points: u8, chance: f64, next: &mut Conditions) {
        let (party, care) = self.after_fight(bodies, pause);
        let tended = |((member, body), stable): ((&Member, &Body), bool)| {
            exact::distribution(|source| member.tended(body.marked, stable, care, source))
        };
        let states: Vec<_> = self.party.iter().zip(&party).zip(self.stable(before, &party)).map(tended).collect();
        each_together(&states, &mut |marked, share| {
            next.add(marked_as(&party, marked, points, mark), chance * share);
        });
    }
}

/// The party with these wounds, and with these Fudge points back.
fn marked_as(party: &[Body], marked: &[u16], points: u8, mark: fn(&mut Body, u16)) -> Vec<Body> {
    let mut party = party.to_vec();
    for (body, marked) in party.iter_mut().zip(marked) {
        mark(body, *marked);
        earn(body, points);
    }
    party
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
