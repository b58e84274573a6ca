//! What is counted beyond a duel's figures: who is left, who fell, and what they gave.

use crate::combat::{Body, Fight};

/// A count over fights: its sum, and the sum of its squares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spread {
    /// The sum over fights.
    pub sum: u64,
    /// The sum of the squares.
    pub squares: u64,
}

impl Spread {
    /// Adds one fight's count.
    #[inline]
    pub(super) fn add(&mut self, count: u64) {
        self.sum += count;
        self.squares += count * count;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

/// The counts of fights of more than two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartyTally {
    /// For each side, fights by how many of it are fit at the end.
    pub survivors: Vec<Vec<u64>>,
    /// For each side, fights in which one of it at least died.
    pub any_dead: Vec<u64>,
    /// For each stat block, fights in which one of it was among the first to fall.
    pub first_out: Vec<u64>,
    /// For each stat block, its fighters who are out at the end.
    pub out: Vec<Spread>,
    /// For each stat block, the blows it gave by their severity, from 1.
    pub wounds: Vec<Vec<Spread>>,
    pub(super) now: PartyCounts,
}

/// What happened in the fight being played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PartyCounts {
    pub(super) first_out: Vec<bool>,
    pub(super) wounds: Vec<Vec<u32>>,
    out: Vec<u64>,
    fit: Vec<usize>,
    dead: Vec<bool>,
}

impl PartyTally {
    pub(super) fn new(fight: &Fight) -> Self {
        let (entries, sides) = (fight.entries(), fight.sides());
        let strength = |side| (0..fight.fighters() as u16).filter(|&who| fight.side(who) == side).count();
        let severities = fight.severities();
        Self {
            survivors: (0..sides).map(|side| vec![0; strength(side) + 1]).collect(),
            any_dead: vec![0; sides],
            first_out: vec![0; entries],
            out: vec![Spread::default(); entries],
            wounds: vec![vec![Spread::default(); severities]; entries],
            now: PartyCounts {
                first_out: vec![false; entries],
                wounds: vec![vec![0; severities]; entries],
                out: vec![0; entries],
                fit: vec![0; sides],
                dead: vec![false; sides],
            },
        }
    }

    /// Moves what happened in one fight into the totals.
    pub(super) fn end_fight(&mut self, fight: &Fight, bodies: &[Body]) {
        let now = &mut self.now;
        for (who, body) in (0u16..).zip(bodies) {
            let track = fight.track(who);
            let fit = fight.is_fit(who, body);
            now.fit[fight.side(who)] += usize::from(fit);
            now.out[fight.entry(who)] += u64::from(!fit);
            now.dead[fight.side(who)] |= track.is_dead(body.felt);
        }
        for (counts, fit) in self.survivors.iter_mut().zip(&mut now.fit) {
            counts[std::mem::take(fit)] += 1;
        }
        let flags =
            self.any_dead.iter_mut().zip(&mut now.dead).chain(self.first_out.iter_mut().zip(&mut now.first_out));
        flags.for_each(|(count, flag)| *count += u64::from(std::mem::take(flag)));
        self.out.iter_mut().zip(&mut now.out).for_each(|(spread, count)| spread.add(std::mem::take(count)));
        let given = self.wounds.iter_mut().flatten().zip(now.wounds.iter_mut().flatten());
        given.for_each(|(spread, count)| spread.add(std::mem::take(count).into()));
    }

    pub(super) fn merge(&mut self, other: &Self) {
        let add = |own: &mut [u64], other: &[u64]| own.iter_mut().zip(other).for_each(|(own, n)| *own += n);
        self.survivors.iter_mut().zip(&other.survivors).for_each(|(own, other)| add(own, other));
        add(&mut self.any_dead, &other.any_dead);
        add(&mut self.first_out, &other.first_out);
        self.out.iter_mut().zip(&other.out).for_each(|(own, other)| own.merge(other));
        let given = self.wounds.iter_mut().flatten().zip(other.wounds.iter().flatten());
        given.for_each(|(own, other)| own.merge(other));
    }
}
