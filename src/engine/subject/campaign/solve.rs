//! Campaigns, solved stage by stage: the chance of each condition of the party.

use super::member::Member;
use super::{Campaign, Fortunes, Stage, begun};
use crate::chance::Weight;
use crate::combat::{Body, Fight};
use crate::error::{Error, Result};
use crate::exact::{self, Distribution};
use std::collections::HashMap;

/// How things stand after a stage: how the party is, and the days rested.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Condition {
    party: Vec<Body>,
    days: u32,
}

/// The conditions there may be, each with its chance, in the order in which they were found.
#[derive(Default)]
struct Conditions {
    all: Vec<(Condition, f64)>,
    places: HashMap<Condition, usize>,
}

impl Conditions {
    fn add(&mut self, condition: Condition, chance: f64) {
        match self.places.get(&condition) {
            Some(place) => self.all[*place].1 += chance,
            None => {
                self.places.insert(condition.clone(), self.all.len());
                self.all.push((condition, chance));
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
        let mut now = vec![(Condition { party: self.start.clone(), days: 0 }, 1.0)];
        let mut stood = 0;
        for stage in &self.stages {
            let mut next = Conditions::default();
            now.retain(|(_, chance)| *chance > NEGLIGIBLE);
            match stage {
                Stage::Fight { combat, pause, points, .. } => {
                    let mut states = 0;
                    for (place, (before, chance)) in now.iter().enumerate() {
                        for (fight, share) in combat.each() {
                            let left = self.fought(fight, &before.party, stopped)?;
                            states += left.states;
                            if states / (place + 1) * now.len() > MOST_STATES {
                                return Err(too_large(now.len()));
                            }
                            for (bodies, after) in left.left {
                                let chance = chance * share * after;
                                self.tend(before, &bodies, *pause, *points, chance, &mut next);
                            }
                        }
                    }
                }
                Stage::Rest { days, needed_at, points } => {
                    for (before, chance) in now {
                        if !self.rests(&before.party, *needed_at) {
                            next.add(before, chance);
                            continue;
                        }
                        let (party, care) = self.before_rest(before.party);
                        let rested = |(member, body): (&Member, &Body)| member.rested_exactly(body.marked, *days, care);
                        let states: Vec<_> = self.party.iter().zip(&party).map(rested).collect();
                        let rested = |member: &Member, body: &mut Body, marked| {
                            member.after_rest(body, marked, *days, *points);
                        };
                        let days = before.days + days;
                        each_together(&states, &mut |marked, share| {
                            let party = self.changed(&party, marked, rested);
                            next.add(Condition { party, days }, chance * share);
                        });
                    }
                }
            }
            let over;
            (now, over) = next.all.into_iter().partition(|(one, _)| self.fit(&one.party).any(|fit| fit));
            self.record(stood, &over, &mut ends);
            stood += u8::from(matches!(stage, Stage::Fight { .. }));
        }
        self.record(stood, &now, &mut ends);
        Ok(ends)
    }

    /// Counts what has become of the party in these conditions.
    fn record(&self, stood: u8, conditions: &[(Condition, f64)], ends: &mut Distribution<Fortunes>) {
        for (Condition { party, days }, chance) in conditions {
            ends.record(self.fortunes(stood, *days, party), Weight::rounded(*chance));
        }
    }

    /// How a fight leaves everybody, where the party begins it in this condition.
    fn fought(&self, fight: &Fight, party: &[Body], stopped: &dyn Fn() -> bool) -> Result<exact::Carried> {
        exact::carried(&fight.clone().starting(begun(fight, party))?, fight.side(0), stopped)
    }

    /// Adds what the party comes to after some minutes of care.
    fn tend(&self, before: &Condition, bodies: &[Body], pause: bool, points: u8, chance: f64, next: &mut Conditions) {
        let (party, care) = self.after_fight(bodies, pause);
        let tended = |((member, body), stable): ((&Member, &Body), bool)| {
            exact::distribution(|source| member.tended(body.marked, stable, care, source))
        };
        let states: Vec<_> =
            self.party.iter().zip(&party).zip(self.stable(&before.party, &party)).map(tended).collect();
        each_together(&states, &mut |marked, share| {
            let tended = |member: &Member, body: &mut Body, marked| member.after_fight(body, marked, care, points);
            next.add(Condition { party: self.changed(&party, marked, tended), days: before.days }, chance * share);
        });
    }

    /// The party with these wounds, and what else has changed.
    fn changed(&self, party: &[Body], marked: &[u16], change: impl Fn(&Member, &mut Body, u16)) -> Vec<Body> {
        let mut party = party.to_vec();
        for ((member, body), marked) in self.party.iter().zip(&mut party).zip(marked) {
            change(member, body, *marked);
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
