//! Markov chains with ends, as bare numbers: how often each place is visited, solved with nothing cut off, and the
//! chances of the ends step by step.
//!
//! Every sum here is of numbers that are not negative, and nothing is subtracted, so that each result is right to a
//! stated share of itself (Grassmann, Taksar and Heyman, *Regenerative analysis and steady state distributions for
//! Markov chains*, Operations Research 33, 1985).

mod components;

use super::go_on;
use crate::error::{Error, Result};
use components::Components;
use std::collections::HashMap;
use std::ops::Range;

/// The most places that may lead to one another: a component is solved densely.
const LARGEST_COMPONENT: usize = 1000;

/// Ways from places 0, 1, 2, … in rows.
#[derive(Debug, Clone, Default)]
pub(super) struct Ways {
    /// Where each row ends.
    ends: Vec<u32>,
    to: Vec<u32>,
    chance: Vec<f64>,
    /// By goal, the last way that leads there.
    latest: Vec<u32>,
}

impl Ways {
    /// Adds a way to the row that is open; ways with one goal are one way.
    #[inline]
    pub(super) fn add(&mut self, to: u32, chance: f64) {
        let goal = to as usize;
        if goal >= self.latest.len() {
            self.latest.resize(goal + 1, u32::MAX);
        }
        let (open, known) = (self.ends.last().copied().unwrap_or(0), self.latest[goal]);
        if known != u32::MAX && known >= open {
            self.chance[known as usize] += chance;
        } else {
            self.latest[goal] = self.to.len() as u32;
            self.to.push(to);
            self.chance.push(chance);
        }
    }

    fn close(&mut self) {
        self.ends.push(self.to.len() as u32);
    }

    /// How many ways there are.
    pub(super) fn len(&self) -> usize {
        self.to.len()
    }

    /// How many rows there are.
    fn rows(&self) -> usize {
        self.ends.len()
    }

    /// The ways of a row that is closed.
    #[inline]
    fn range(&self, place: usize) -> Range<usize> {
        let start = if place == 0 { 0 } else { self.ends[place - 1] as usize };
        start..self.ends[place] as usize
    }

    #[inline]
    pub(super) fn row(&self, place: usize) -> impl Iterator<Item = (usize, f64)> {
        let row = self.range(place);
        self.to[row.clone()].iter().map(|&to| to as usize).zip(self.chance[row].iter().copied())
    }

    /// The most ways to one goal.
    fn most_into(&self) -> usize {
        let mut into = vec![0; self.latest.len()];
        self.to.iter().for_each(|&to| into[to as usize] += 1);
        into.into_iter().max().unwrap_or(0)
    }
}

/// A chain that starts at place 0.
#[derive(Debug, Clone, Default)]
pub(super) struct Chain {
    /// Ways from place to place.
    pub(super) on: Ways,
    /// Ways from places to ends.
    pub(super) over: Ways,
    /// How deep in a step each place lies: 0 where steps begin. Within a step the chain goes deeper only.
    depth: Vec<u16>,
}

/// How often each place is visited.
#[derive(Debug, Clone)]
pub(super) struct Visits {
    /// The expected visits; infinite where the chain may stay for ever.
    pub(super) of: Vec<f64>,
    /// The chance that the chain never comes to an end.
    pub(super) never: f64,
    /// How many roundings lie in a figure at most.
    pub(super) roundings: f64,
}

/// A chain followed for some steps.
#[derive(Debug, Clone)]
pub(super) struct Followed {
    /// The chance that the chain ends in step k, from k = 0.
    pub(super) ends_in: Vec<f64>,
    /// The chance that it is still going after as many steps.
    pub(super) left: f64,
    /// Where it then is.
    pub(super) at: Vec<f64>,
    /// The expected visits to each place in these steps.
    pub(super) visits: Vec<f64>,
    /// The expected steps among these.
    pub(super) steps: f64,
}

impl Chain {
    /// How many places there are.
    pub(super) fn places(&self) -> usize {
        self.on.rows()
    }

    /// How deep in a step a place lies.
    pub(super) fn depth(&self, place: usize) -> u16 {
        self.depth[place]
    }

    /// Closes the rows that are open, of a place that lies so deep in its step. A place that is more likely kept than left is kept with what the other ways
    /// leave of 1: that is rounded once, and does not drift away over a thousand steps.
    pub(super) fn close(&mut self, depth: u16) {
        let place = self.places();
        self.on.close();
        self.over.close();
        self.depth.push(depth);
        let start = self.on.range(place).start;
        let kept = (start..self.on.to.len()).find(|&way| self.on.to[way] as usize == place);
        if let Some(kept) = kept.filter(|&way| self.on.chance[way] > 0.5) {
            let others: f64 = (start..self.on.to.len()).filter(|&way| way != kept).map(|way| self.on.chance[way]).sum();
            self.on.chance[kept] = 1.0 - (others + self.over.row(place).map(|(_, chance)| chance).sum::<f64>());
        }
    }

    /// The rounds begun, given the visits to the places.
    pub(super) fn rounds(&self, visits: &[f64]) -> f64 {
        visits.iter().zip(&self.depth).filter(|(_, depth)| **depth == 0).map(|(visits, _)| visits).sum()
    }

    /// The chance of each of so many ends, given the visits to the places.
    pub(super) fn ends(&self, visits: &[f64], ends: usize) -> Vec<f64> {
        let mut chances = vec![0.0; ends];
        for (place, visits) in visits.iter().enumerate().filter(|(_, visits)| **visits > 0.0) {
            self.over.row(place).for_each(|(end, chance)| chances[end] += visits * chance);
        }
        chances
    }

    /// The roundings that one step adds to a chance at most, where each way's chance has `in_way` of them.
    pub(super) fn roundings(&self, in_way: f64) -> f64 {
        self.on.most_into().max(self.over.most_into()) as f64 + 2.0 * in_way + 4.0
    }

    /// Solves for the expected visits, component by component from the start on. `roundings` are those of one step.
    ///
    /// # Errors
    /// Too many places that lead to one another; it was stopped.
    pub(super) fn visits(&self, roundings: f64, stopped: &dyn Fn() -> bool) -> Result<Visits> {
        let components = Components::find(&self.on);
        let mut visits = Visits { of: vec![0.0; self.places()], never: 0.0, roundings: 0.0 };
        if let Some(start) = visits.of.first_mut() {
            *start = 1.0;
        }
        // Of each component, the roundings before it.
        let mut before = vec![0.0f64; components.len()];
        for number in (0..components.len()).rev() {
            let members = &components.order[components.members(number)];
            let left = match *members {
                [place] => self.solve_one(place as usize, &mut visits),
                _ => self.solve(&components, number, &mut visits, stopped)?,
            };
            let size = members.len() as f64;
            let own = before[number] + roundings + if size > 1.0 { 4.0 * size.powi(3) } else { 0.0 };
            visits.roundings = visits.roundings.max(own);
            if !left {
                continue;
            }
            for &place in members {
                let here = visits.of[place as usize];
                for (to, chance) in self.on.row(place as usize) {
                    let component = components.of[to] as usize;
                    if component != number {
                        visits.of[to] += here * chance;
                        before[component] = before[component].max(own);
                    }
                }
            }
        }
        Ok(visits)
    }

    /// As [`solve`](Self::solve), for a place that leads back to no other: it is left one time in so many.
    fn solve_one(&self, place: usize, visits: &mut Visits) -> bool {
        let on: f64 = self.on.row(place).filter(|(to, _)| *to != place).map(|(_, chance)| chance).sum();
        let out = on + self.ending(place);
        if out > 0.0 {
            visits.of[place] /= out;
        } else if visits.of[place] > 0.0 {
            visits.never += visits.of[place];
            visits.of[place] = f64::INFINITY;
        }
        out > 0.0
    }

    /// The chance that a place leads to an end at once.
    fn ending(&self, place: usize) -> f64 {
        self.over.row(place).map(|(_, chance)| chance).sum()
    }

    /// The chance that a place leads to this end at once.
    fn ending_with(&self, place: usize, end: usize) -> f64 {
        self.over.row(place).filter(|(to, _)| *to == end).map(|(_, chance)| chance).sum()
    }

    /// Turns the flow into a component into the visits within it, by eliminating one place after another; false where
    /// no way leads out.
    fn solve(
        &self,
        components: &Components,
        number: usize,
        visits: &mut Visits,
        stopped: &dyn Fn() -> bool,
    ) -> Result<bool> {
        let members = &components.order[components.members(number)];
        let size = members.len();
        let mut out: Vec<f64> = Vec::with_capacity(size);
        for &place in members {
            let elsewhere = self.on.row(place as usize).filter(|(to, _)| components.of[*to] as usize != number);
            out.push(elsewhere.map(|(_, chance)| chance).sum::<f64>() + self.ending(place as usize));
        }
        let mut flow: Vec<f64> = members.iter().map(|&place| visits.of[place as usize]).collect();
        if out.iter().all(|&chance| chance == 0.0) {
            let inflow: f64 = flow.iter().sum();
            visits.never += inflow;
            let visited = if inflow > 0.0 { f64::INFINITY } else { 0.0 };
            members.iter().for_each(|&place| visits.of[place as usize] = visited);
            return Ok(false);
        }
        if size > LARGEST_COMPONENT {
            return Err(Error::input(format!("{size} states of this fight lead back to one another"))
                .with_help(format!("at most {LARGEST_COMPONENT} such states are solved: use method = \"simulate\"")));
        }
        let mut within = self.within(members);
        let mut leave = vec![0.0; size];
        for k in (0..size).rev() {
            go_on(stopped)?;
            let own = within[k].clone();
            leave[k] = own[..k].iter().sum::<f64>() + out[k];
            for i in 0..k {
                let share = within[i][k] / leave[k];
                (0..k).for_each(|j| within[i][j] += share * own[j]);
                out[i] += share * out[k];
            }
            (0..k).for_each(|j| flow[j] += flow[k] / leave[k] * own[j]);
        }
        for k in 0..size {
            let inflow: f64 = (0..k).map(|i| visits.of[members[i] as usize] * within[i][k]).sum();
            visits.of[members[k] as usize] = (flow[k] + inflow) / leave[k];
        }
        Ok(true)
    }

    /// The chances of going from each of these places to each.
    fn within(&self, members: &[u32]) -> Vec<Vec<f64>> {
        let column: HashMap<usize, usize> = members.iter().map(|&place| place as usize).zip(0..).collect();
        let mut within = vec![vec![0.0; members.len()]; members.len()];
        for (row, &place) in within.iter_mut().zip(members) {
            for (to, chance) in self.on.row(place as usize) {
                if let Some(&column) = column.get(&to) {
                    row[column] += chance;
                }
            }
        }
        within
    }

    /// Follows the chain for `most` steps, or until no more than `enough` of it is left. Where `counted` is one of its ends, only
    /// what comes to that end is counted in [`Followed::ends_in`].
    ///
    /// # Errors
    /// It was stopped.
    pub(super) fn follow(
        &self,
        most: u32,
        enough: f64,
        counted: Option<usize>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Followed> {
        let places = self.places();
        let ending: Vec<f64> = match counted {
            None => (0..places).map(|place| self.ending(place)).collect(),
            Some(end) => (0..places).map(|place| self.ending_with(place, end)).collect(),
        };
        let mut at = vec![0.0; places];
        if let Some(start) = at.first_mut() {
            *start = 1.0;
        }
        let mut next = vec![0.0; places];
        // Within a round only what lies deeper can follow.
        let mut order: Vec<u32> = (0..places as u32).collect();
        order.sort_by_key(|&place| self.depth[place as usize]);
        let deep = self.depth.iter().any(|&depth| depth > 0);
        let mut followed =
            Followed { ends_in: vec![0.0], left: 1.0, at: vec![], visits: vec![0.0; places], steps: 0.0 };
        for _ in 0..most {
            if followed.left <= enough {
                break;
            }
            go_on(stopped)?;
            followed.steps += followed.left;
            let mut ends = 0.0;
            for &place in &order {
                let place = place as usize;
                let here = at[place];
                if here == 0.0 {
                    continue;
                }
                followed.visits[place] += here;
                ends += here * ending[place];
                for (to, chance) in self.on.row(place) {
                    // What lies within the round is passed in the same step.
                    let goal = if deep && self.depth[to] > 0 { &mut at } else { &mut next };
                    goal[to] += here * chance;
                }
            }
            followed.ends_in.push(ends);
            std::mem::swap(&mut at, &mut next);
            next.fill(0.0);
            followed.left = at.iter().sum();
        }
        followed.at = at;
        Ok(followed)
    }
}

#[cfg(test)]
mod tests;
