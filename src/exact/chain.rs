//! Markov chains with ends, as bare numbers: how often each place is visited, solved with nothing cut off, and the
//! chances of the ends step by step.
//!
//! Every sum here is of numbers that are not negative, and nothing is subtracted, so that each result is right to a
//! stated share of itself (Grassmann, Taksar and Heyman, *Regenerative analysis and steady state distributions for
//! Markov chains*, Operations Research 33, 1985).

use crate::error::{Error, Result};

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

    #[inline]
    fn row(&self, place: usize) -> impl Iterator<Item = (usize, f64)> {
        let start = if place == 0 { 0 } else { self.ends[place - 1] as usize };
        let row = start..self.ends[place] as usize;
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
        self.on.ends.len()
    }

    /// Closes the rows that are open. A place that is more likely kept than left is kept with what the other ways
    /// leave of 1: that is rounded once, and does not drift away over a thousand steps.
    pub(super) fn close(&mut self) {
        let place = self.places();
        self.on.close();
        self.over.close();
        let start = if place == 0 { 0 } else { self.on.ends[place - 1] as usize };
        let kept = (start..self.on.to.len()).find(|&way| self.on.to[way] as usize == place);
        if let Some(kept) = kept.filter(|&way| self.on.chance[way] > 0.5) {
            let others: f64 = (start..self.on.to.len()).filter(|&way| way != kept).map(|way| self.on.chance[way]).sum();
            self.on.chance[kept] = 1.0 - (others + self.over.row(place).map(|(_, chance)| chance).sum::<f64>());
        }
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
    /// Too many places that lead to one another.
    pub(super) fn visits(&self, roundings: f64) -> Result<Visits> {
        let components = self.components();
        let mut visits = Visits { of: vec![0.0; self.places()], never: 0.0, roundings: 0.0 };
        if let Some(start) = visits.of.first_mut() {
            *start = 1.0;
        }
        let mut component_of = vec![0; self.places()];
        for (number, members) in components.iter().enumerate() {
            members.iter().for_each(|&place| component_of[place] = number);
        }
        // Of each component, the roundings before it.
        let mut before = vec![0.0f64; components.len()];
        for (number, members) in components.iter().enumerate().rev() {
            let stays = !self.solve(members, number, &component_of, &mut visits)?;
            let size = members.len() as f64;
            let own = before[number] + roundings + if size > 1.0 { 4.0 * size.powi(3) } else { 0.0 };
            visits.roundings = visits.roundings.max(own);
            if stays {
                continue;
            }
            for &place in members {
                for (to, chance) in self.on.row(place).filter(|(to, _)| component_of[*to] != number) {
                    visits.of[to] += visits.of[place] * chance;
                    before[component_of[to]] = before[component_of[to]].max(own);
                }
            }
        }
        Ok(visits)
    }

    /// Turns the flow into a component into the visits within it, by eliminating one place after another; false where
    /// no way leads out.
    fn solve(&self, members: &[usize], number: usize, component_of: &[usize], visits: &mut Visits) -> Result<bool> {
        let size = members.len();
        let leaves = |place: usize| -> f64 {
            let on: f64 = self.on.row(place).filter(|(to, _)| component_of[*to] != number).map(|(_, p)| p).sum();
            on + self.over.row(place).map(|(_, p)| p).sum::<f64>()
        };
        let mut out: Vec<f64> = members.iter().map(|&place| leaves(place)).collect();
        if out.iter().all(|&chance| chance == 0.0) {
            for &place in members {
                visits.never += visits.of[place];
                visits.of[place] = if members.iter().any(|&any| visits.of[any] > 0.0) { f64::INFINITY } else { 0.0 };
            }
            return Ok(false);
        }
        if let [place] = *members {
            visits.of[place] /= out[0];
            return Ok(true);
        }
        if size > LARGEST_COMPONENT {
            return Err(Error::input(format!("{size} states of this fight lead back to one another"))
                .with_help(format!("at most {LARGEST_COMPONENT} such states are solved: use method = \"simulate\"")));
        }
        let mut within = vec![vec![0.0; size]; size];
        for (row, &place) in within.iter_mut().zip(members) {
            for (to, chance) in self.on.row(place) {
                if let Some(column) = members.iter().position(|&member| member == to) {
                    row[column] += chance;
                }
            }
        }
        let mut flow: Vec<f64> = members.iter().map(|&place| visits.of[place]).collect();
        let mut leave = vec![0.0; size];
        for k in (0..size).rev() {
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
            let inflow: f64 = (0..k).map(|i| visits.of[members[i]] * within[i][k]).sum();
            visits.of[members[k]] = (flow[k] + inflow) / leave[k];
        }
        Ok(true)
    }

    /// The strongly connected components, each after all it leads to (Tarjan, *Depth-first search and linear graph
    /// algorithms*, SIAM J. Comput. 1, 1972), without recursion.
    fn components(&self) -> Vec<Vec<usize>> {
        const NEW: usize = usize::MAX;
        let places = self.places();
        let (mut index, mut low) = (vec![NEW; places], vec![0; places]);
        let mut on_stack = vec![false; places];
        let (mut stack, mut components, mut count) = (Vec::new(), Vec::new(), 0);
        for root in 0..places {
            if index[root] != NEW {
                continue;
            }
            let mut path = vec![(root, self.on.row(root))];
            while let Some((place, ways)) = path.last_mut() {
                let place = *place;
                if index[place] == NEW {
                    (index[place], low[place]) = (count, count);
                    count += 1;
                    stack.push(place);
                    on_stack[place] = true;
                }
                if let Some((to, _)) = ways.next() {
                    if index[to] == NEW {
                        path.push((to, self.on.row(to)));
                    } else if on_stack[to] {
                        low[place] = low[place].min(index[to]);
                    }
                    continue;
                }
                path.pop();
                if let Some((parent, _)) = path.last() {
                    low[*parent] = low[*parent].min(low[place]);
                }
                if low[place] == index[place] {
                    let start = stack.iter().rposition(|&member| member == place).unwrap_or(0);
                    let members = stack.split_off(start);
                    members.iter().for_each(|&member| on_stack[member] = false);
                    components.push(members);
                }
            }
        }
        components
    }

    /// Follows the chain for `most` steps, or until no more than `enough` of it is left.
    pub(super) fn follow(&self, most: u32, enough: f64) -> Followed {
        let places = self.places();
        let ending: Vec<f64> = (0..places).map(|place| self.over.row(place).map(|(_, p)| p).sum()).collect();
        let mut at = vec![0.0; places];
        if let Some(start) = at.first_mut() {
            *start = 1.0;
        }
        let mut next = vec![0.0; places];
        let mut followed =
            Followed { ends_in: vec![0.0], left: 1.0, at: vec![], visits: vec![0.0; places], steps: 0.0 };
        for _ in 0..most {
            if followed.left <= enough {
                break;
            }
            followed.steps += followed.left;
            let mut ends = 0.0;
            for place in 0..places {
                let here = at[place];
                if here == 0.0 {
                    continue;
                }
                followed.visits[place] += here;
                ends += here * ending[place];
                self.on.row(place).for_each(|(to, chance)| next[to] += here * chance);
            }
            followed.ends_in.push(ends);
            std::mem::swap(&mut at, &mut next);
            next.fill(0.0);
            followed.left = at.iter().sum();
        }
        followed.at = at;
        followed
    }
}

#[cfg(test)]
mod tests;
