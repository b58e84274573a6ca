//! Fights counted.

use super::party::{PartyCounts, PartyTally, Spread};
use super::{Observation, Tally, Trial};
use crate::chance::Sampler;
use crate::combat::{Body, Event, Fight, Fired, FirstBlood, Mixture, Observer, Outcome, Roster, play};
use std::sync::Arc;

/// A fight as something to try. Two fighters are kept in an array, more in a vector.
#[derive(Debug, Clone)]
pub struct FightTrial {
    fight: Fight,
    /// Where fighters have ranges: the fight with each combination of their values, one of which is drawn for each trial.
    drawn: Option<Arc<Mixture>>,
}

/// The counts of many fights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FightTally {
    /// Fights that each side won, then those that left nobody fit, then those stopped by the round limit.
    pub outcomes: Vec<u64>,
    /// For each side, the fights in which it drew first blood: those that it did not win, and those that it won.
    pub first_blood: Vec<[u64; 2]>,
    /// Fights by the rounds they took.
    pub rounds: Vec<u64>,
    /// For each stat block, its fighters by their wound level at the end: Undamaged, the record's levels, Dead.
    pub levels: Vec<Vec<Spread>>,
    /// For each stat block, its fighters who end Incapacitated but conscious; none where nobody asks (W29).
    pub awake: Vec<Spread>,
    /// For each stat block, the Fudge points its fighters spent; none where nobody may spend any.
    pub points: Vec<Spread>,
    /// For each stat block, the blows that hit.
    pub hits: Vec<Rate>,
    /// For each stat block, the hits that were grazes.
    pub grazes: Vec<Rate>,
    /// Exchanges that nobody won.
    pub stand_offs: Rate,
    /// Exchanges won below the minimum to hit.
    pub below_minimum: Rate,
    /// For each stat block, how often each of what its fight [`fires`](Fight::fires) did.
    pub fired: Vec<Vec<Spread>>,
    /// The sum of the squared rounds.
    pub rounds_squared: u64,
    /// What is counted in fights of more than two.
    pub party: Option<PartyTally>,
    now: Counts,
}

/// How often something happened, against the rounds it happened in. With at most 10,000 rounds a fight and
/// [`MAX_TRIALS`](super::MAX_TRIALS) fights no sum of squares leaves 64 bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rate {
    /// How often, over all fights.
    pub sum: u64,
    /// The sum over fights of the square of how often.
    pub squares: u64,
    /// The sum over fights of how often times the rounds.
    pub products: u64,
}

/// What happened in the fight being played.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Counts {
    hits: Vec<u32>,
    grazes: Vec<u32>,
    stand_offs: u32,
    below_minimum: u32,
    points: Vec<u64>,
    levels: Vec<Vec<u64>>,
    fires: Vec<Fired>,
    fired: Vec<Vec<u32>>,
    some_fired: bool,
}

/// Listens to the fight being played.
struct Ear<'a> {
    fight: &'a Fight,
    now: &'a mut Counts,
    party: Option<&'a mut PartyCounts>,
}

impl FightTrial {
    /// A fight to try.
    pub fn new(fight: Fight) -> Self {
        Self { fight, drawn: None }
    }

    /// A fight to try, of which one of several is drawn for each trial where there is a mixture.
    pub fn drawn(fight: Fight, drawn: Option<Arc<Mixture>>) -> Self {
        Self { fight, drawn }
    }

    /// The fight.
    pub fn fight(&self) -> &Fight {
        &self.fight
    }

    /// How many outcomes there are: each side's win, nobody left, undecided.
    pub fn outcomes(&self) -> usize {
        self.fight.sides() + 2
    }

    /// A duel: apart from the melee, so that its loop has the registers to itself.
    #[inline(never)]
    fn duel(fight: &Fight, sampler: &mut Sampler, tally: &mut FightTally) -> Observation {
        let outcome = play(fight, [Body::default(); 2], sampler, &mut tally.now);
        Self::count(fight, &outcome, tally)
    }

    #[inline(never)]
    fn melee(fight: &Fight, sampler: &mut Sampler, tally: &mut FightTally) -> Observation {
        let bodies = vec![Body::default(); fight.fighters()];
        let party = tally.party.as_mut().map(|party| &mut party.now);
        let outcome = play(fight, bodies, sampler, &mut Ear { fight, now: &mut tally.now, party });
        Self::count(fight, &outcome, tally)
    }

    #[inline]
    fn count<R: Roster>(fight: &Fight, outcome: &Outcome<R>, tally: &mut FightTally) -> Observation {
        let sides = fight.sides();
        let place = outcome.winner.unwrap_or(if outcome.undecided { sides + 1 } else { sides });
        tally.outcomes[place] += 1;
        tally.rounds[outcome.rounds as usize] += 1;
        if let FirstBlood::By(side) = outcome.first_blood {
            tally.first_blood[side][usize::from(outcome.winner == Some(side))] += 1;
        }
        let bodies = outcome.fighters.bodies();
        let level = |(who, body): (u16, &Body)| usize::from(fight.track(who).condition(body.felt).level);
        match &mut tally.party {
            None => {
                (0u16..).zip(bodies).zip(&mut tally.levels).for_each(|(one, levels)| levels[level(one)].add(1));
            }
            Some(party) => {
                for one in (0u16..).zip(bodies) {
                    tally.now.levels[fight.entry(one.0)][level(one)] += 1;
                }
                let levels = tally.levels.iter_mut().flatten().zip(tally.now.levels.iter_mut().flatten());
                levels.for_each(|(spread, count)| spread.add(std::mem::take(count)));
                party.end_fight(fight, bodies);
            }
        }
        if fight.asks_who_is_awake() {
            let awake = |entry: usize| {
                let own = (0u16..).zip(bodies).filter(|(who, _)| fight.entry(*who) == entry);
                own.filter(|(who, body)| fight.is_awake(*who, body)).count() as u64
            };
            (0..).zip(&mut tally.awake).for_each(|(entry, spread)| spread.add(awake(entry)));
        }
        tally.end_fight(outcome.rounds);
        Observation { outcome: place as u16, amount: outcome.rounds as i32 }
    }
}

impl Trial for FightTrial {
    type Tally = FightTally;

    fn tally(&self) -> FightTally {
        let entries = self.fight.entries();
        let levels = self.fight.levels();
        let spenders = if self.fight.spends_points() { entries } else { 0 };
        let fires = self.fight.fires();
        Self::Tally {
            outcomes: vec![0; self.outcomes()],
            first_blood: vec![[0; 2]; self.fight.sides()],
            rounds: vec![0; self.fight.round_limit() as usize + 1],
            levels: vec![vec![Spread::default(); levels]; entries],
            awake: vec![Spread::default(); if self.fight.asks_who_is_awake() { entries } else { 0 }],
            points: vec![Spread::default(); spenders],
            hits: vec![Rate::default(); entries],
            grazes: vec![Rate::default(); entries],
            stand_offs: Rate::default(),
            below_minimum: Rate::default(),
            fired: vec![vec![Spread::default(); fires.len()]; entries],
            rounds_squared: 0,
            party: (self.fight.fighters() > 2).then(|| PartyTally::new(&self.fight)),
            now: Counts {
                hits: vec![0; entries],
                grazes: vec![0; entries],
                stand_offs: 0,
                below_minimum: 0,
                points: vec![0; spenders],
                levels: vec![vec![0; levels]; entries],
                fires: fires.to_vec(),
                fired: vec![vec![0; fires.len()]; entries],
                some_fired: false,
            },
        }
    }

    #[inline]
    fn run(&self, sampler: &mut Sampler, tally: &mut FightTally) -> Observation {
        let fight = match &self.drawn {
            None => &self.fight,
            Some(mixture) => &mixture.draw(sampler).0,
        };
        if fight.fighters() == 2 { Self::duel(fight, sampler, tally) } else { Self::melee(fight, sampler, tally) }
    }
}

impl Counts {
    /// Rare, and kept out of what is not.
    #[cold]
    fn spent(&mut self, who: u16, points: u8) {
        self.points[usize::from(who)] += u64::from(points);
    }
}

impl Counts {
    /// Counts what acts now and then: kept out of the way of what happens all the time.
    #[inline(never)]
    fn fire(&mut self, who: u16, what: Fired) {
        if let Some(place) = self.fires.iter().position(|fires| *fires == what) {
            self.fired[usize::from(who)][place] += 1;
            self.some_fired = true;
        }
    }
}

/// In a duel the fighters are the stat blocks.
impl Observer for Counts {
    #[inline(always)]
    fn note(&mut self, event: Event) {
        match event {
            Event::StandOff { .. } => self.stand_offs += 1,
            Event::BelowMinimum { .. } => self.below_minimum += 1,
            Event::Hit { by, graze, .. } => {
                self.hits[usize::from(by)] += 1;
                self.grazes[usize::from(by)] += u32::from(graze);
            }
            Event::Spent { who, points } => self.spent(who, points),
            Event::Fired { who, what } => self.fire(who, what),
            Event::Avoided { .. } | Event::Missed { .. } | Event::Wound { .. } | Event::Fell { .. } => {}
        }
    }
}

impl Observer for Ear<'_> {
    #[inline(always)]
    fn note(&mut self, event: Event) {
        match (event, &mut self.party) {
            (Event::Hit { by, target, degree, graze }, _) => {
                self.now.note(Event::Hit { by: self.fight.entry(by) as u16, target, degree, graze });
            }
            (Event::Spent { who, points }, _) => {
                self.now.note(Event::Spent { who: self.fight.entry(who) as u16, points });
            }
            (Event::Fired { who, what }, _) => {
                self.now.note(Event::Fired { who: self.fight.entry(who) as u16, what });
            }
            (Event::Wound { by, severity, .. }, Some(party)) => {
                if let Some(count) = party.wounds[self.fight.entry(by)].get_mut(usize::from(severity).wrapping_sub(1)) {
                    *count += 1;
                }
            }
            (Event::Fell { who, first: true }, Some(party)) => party.first_out[self.fight.entry(who)] = true,
            (event, _) => self.now.note(event),
        }
    }
}

impl Rate {
    #[inline]
    fn add(&mut self, count: &mut u32, rounds: u32) {
        let n = u64::from(std::mem::take(count));
        self.sum += n;
        self.squares += n * n;
        self.products += n * u64::from(rounds);
    }

    fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
        self.products += other.products;
    }
}

impl FightTally {
    /// Moves what happened in one fight into the totals.
    #[inline]
    fn end_fight(&mut self, rounds: u32) {
        self.rounds_squared += u64::from(rounds) * u64::from(rounds);
        self.hits.iter_mut().zip(&mut self.now.hits).for_each(|(rate, count)| rate.add(count, rounds));
        self.grazes.iter_mut().zip(&mut self.now.grazes).for_each(|(rate, count)| rate.add(count, rounds));
        // Of most fights there is nothing to add.
        if std::mem::take(&mut self.now.some_fired) {
            self.end_fired();
        }
        self.stand_offs.add(&mut self.now.stand_offs, rounds);
        if !self.points.is_empty() {
            self.end_points();
        }
        self.below_minimum.add(&mut self.now.below_minimum, rounds);
    }

    /// Moves what acted now and then in one fight into the totals.
    #[inline(never)]
    fn end_fired(&mut self) {
        let fired = self.fired.iter_mut().flatten().zip(self.now.fired.iter_mut().flatten());
        fired.for_each(|(spread, count)| spread.add(std::mem::take(count).into()));
    }

    /// Moves the Fudge points spent in one fight into the totals.
    #[cold]
    fn end_points(&mut self) {
        self.points.iter_mut().zip(&mut self.now.points).for_each(|(spread, count)| spread.add(std::mem::take(count)));
    }

    /// Fights counted.
    pub fn trials(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// Rounds over all fights.
    pub fn total_rounds(&self) -> u64 {
        self.rounds.iter().zip(0u64..).map(|(n, rounds)| n * rounds).sum()
    }
}

impl Tally for FightTally {
    fn merge(&mut self, other: Self) {
        let add = |own: &mut Vec<u64>, other: Vec<u64>| own.iter_mut().zip(other).for_each(|(own, n)| *own += n);
        add(&mut self.outcomes, other.outcomes);
        let blood = self.first_blood.iter_mut().flatten().zip(other.first_blood.into_iter().flatten());
        blood.for_each(|(own, n)| *own += n);
        add(&mut self.rounds, other.rounds);
        let levels = self.levels.iter_mut().flatten().zip(other.levels.iter().flatten());
        levels.for_each(|(own, other)| own.merge(other));
        self.points.iter_mut().zip(&other.points).for_each(|(own, other)| own.merge(other));
        self.awake.iter_mut().zip(&other.awake).for_each(|(own, other)| own.merge(other));
        self.hits.iter_mut().zip(&other.hits).for_each(|(own, other)| own.merge(other));
        self.grazes.iter_mut().zip(&other.grazes).for_each(|(own, other)| own.merge(other));
        let fired = self.fired.iter_mut().flatten().zip(other.fired.iter().flatten());
        fired.for_each(|(own, other)| own.merge(other));
        self.stand_offs.merge(&other.stand_offs);
        self.below_minimum.merge(&other.below_minimum);
        self.rounds_squared += other.rounds_squared;
        if let (Some(own), Some(other)) = (&mut self.party, &other.party) {
            own.merge(other);
        }
    }
}
