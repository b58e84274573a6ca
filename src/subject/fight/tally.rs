//! Fights counted: what a trial is, and what many add up to.

use super::measures::Source;
use super::slots::{Extra, Slot, slots};
use super::{Combat, Outcome};
use crate::chance::Sampler;
use crate::combat::{Body, End, Event, Fight, Observer, Path, Roster, Signals, Verdict, play};
use crate::sim::Tally;
use crate::subject::Watched;
use serde::{Deserialize, Serialize};

/// The counts of many fights.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FightTally {
    /// Fights by the rounds they took.
    pub rounds: Vec<u64>,
    /// The sum of the squared rounds.
    pub rounds_squared: u64,
    /// Of plain duels: fights by all that their ends may differ in (see [`Duel`]); empty of other fights.
    duels: Vec<u64>,
    /// For each figure that follows from the end, how often it was so: in the order of [`ends`].
    ends: Vec<Spread>,
    /// Final wound levels: those of each stat block, one behind the other.
    levels: Vec<Spread>,
    /// For each side, fights by how many of it are fit at the end.
    survivors: Vec<Vec<u64>>,
    /// Signals by their places.
    signals: Vec<Rate>,
    /// For each path that is timed, fights by the round in which what it waits for happened. Fights in which it never did are left out.
    first: Vec<Vec<u64>>,
    /// For each path, what it counts.
    passes: Vec<Spread>,
    #[serde(skip)]
    now: Now,
}

/// A count over fights: its sum, and the sum of its squares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// The sum over fights.
    pub sum: u64,
    /// The sum of the squares.
    pub squares: u64,
}

/// How often something happened, against the rounds it happened in. With at most 10,000 rounds a fight and
/// [`MAX_TRIALS`](crate::sim::MAX_TRIALS) fights no sum of squares leaves 64 bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate {
    /// How often, over all fights.
    pub sum: u64,
    /// The sum over fights of the square of how often.
    pub squares: u64,
    /// The sum over fights of how often it happened, times the rounds.
    pub products: u64,
}

/// The fight being played: no part of what was counted.
#[derive(Debug, Clone, Default)]
struct Now {
    slots: Vec<Slot>,
    ends: Vec<AtEnd>,
    paths: Vec<Path>,
    signals: Signals,
    counts: Vec<u32>,
    /// Whether anything was counted that is rare.
    rare: bool,
    outcome: Outcome,
    /// What the paths remember, when what they wait for happened, and how often what they count.
    memory: Vec<u8>,
    first: Vec<u32>,
    passes: Vec<u32>,
}

impl PartialEq for Now {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A plain duel, in which nothing but wounds can befall the two: what its end may differ in are the verdict, first blood, and for
/// each of the two what the wounds come to.
#[derive(Debug, Clone, PartialEq)]
pub struct Duel {
    /// For each of the two, the class of each state of the track, and a state of each class.
    classes: [(Vec<u16>, Vec<u16>); 2],
}

/// A duel of more ends than this is counted like any other fight.
const MOST_ENDS: usize = 1 << 14;

/// What first blood may come to: nobody, either side, both together.
const BLOODS: usize = 4;
/// What a duel may come to: either side wins, nobody is left, undecided.
const VERDICTS: usize = 4;

impl Duel {
    /// Of a fight that is one.
    pub fn of(fight: &Fight) -> Option<Self> {
        let plain = fight.duel().is_some() && fight.sides() == 2 && !fight.takes_steps() && !fight.asks_who_is_awake();
        let duel = Self { classes: [0, 1].map(|who| classes(fight, who)) };
        (plain && duel.ends() <= MOST_ENDS).then_some(duel)
    }

    fn ends(&self) -> usize {
        VERDICTS * BLOODS * self.classes[0].1.len() * self.classes[1].1.len()
    }

    #[inline]
    fn place(&self, verdict: Verdict, blood: u8, wounds: [u16; 2]) -> usize {
        let verdict = match verdict {
            Verdict::Won(side) => side,
            Verdict::NobodyLeft => 2,
            Verdict::Undecided => 3,
        };
        let [(one, _), (other, others)] = &self.classes;
        let class = |classes: &[u16], state: u16| usize::from(classes[usize::from(state)]);
        let first = (verdict * BLOODS + usize::from(blood & 3)) * self.classes[0].1.len() + class(one, wounds[0]);
        first * others.len() + class(other, wounds[1])
    }

    /// The end at a place: verdict, first blood, wounds.
    fn end(&self, place: usize) -> (Verdict, u8, [u16; 2]) {
        let [(_, ours), (_, theirs)] = &self.classes;
        let (rest, other) = (place / theirs.len(), place % theirs.len());
        let (rest, one) = (rest / ours.len(), rest % ours.len());
        let verdict = match rest / BLOODS {
            2 => Verdict::NobodyLeft,
            3 => Verdict::Undecided,
            side => Verdict::Won(side),
        };
        let blood = rest % BLOODS;
        (verdict, if blood == 3 { crate::combat::TOGETHER } else { blood as u8 }, [ours[one], theirs[other]])
    }
}

/// States of a track that come to the same where only wounds count.
fn classes(fight: &Fight, who: u16) -> (Vec<u16>, Vec<u16>) {
    let track = fight.track(who);
    let mut known = Vec::new();
    let mut of_class = Vec::new();
    let of_state = (0..track.states() as u16).map(|state| {
        let condition = track.condition(state);
        let class = (condition.level, condition.fit, track.is_dead(state));
        let place = known.iter().position(|known| *known == class).unwrap_or_else(|| {
            known.push(class);
            of_class.push(state);
            known.len() - 1
        });
        place as u16
    });
    (of_state.collect(), of_class)
}

/// The slots that follow from the end of a fight, in order.
pub fn ends(slots: &[Slot]) -> impl Iterator<Item = &Slot> {
    slots.iter().filter(|slot| matches!(slot.row.source, Source::End(_) | Source::Went(..) | Source::Awake))
}

/// How the value of such a slot is read off an end, without the slot's words.
#[derive(Debug, Clone, Copy)]
enum AtEnd {
    End(fn(&End<'_>, usize) -> u32, usize),
    Went(fn(&End<'_>, usize, usize) -> u32, usize, usize),
    Awake(usize),
}

impl AtEnd {
    /// Those of all such slots, in order.
    fn all(slots: &[Slot]) -> Vec<Self> {
        let of = |slot: &Slot| match slot.row.source {
            Source::End(of) => Some(Self::End(of, slot.which)),
            Source::Went(_, of) => Some(Self::Went(of, slot.which, slot.path)),
            Source::Awake => Some(Self::Awake(slot.which)),
            _ => None,
        };
        slots.iter().filter_map(of).collect()
    }

    #[inline]
    fn read(self, end: &End<'_>) -> u32 {
        match self {
            Self::End(of, which) => of(end, which),
            Self::Went(of, which, path) => of(end, which, path),
            Self::Awake(which) => end.awake(which).into(),
        }
    }
}

impl Spread {
    /// Adds one fight's count.
    #[inline]
    fn add(&mut self, count: u64) {
        self.add_times(count, 1);
    }

    /// Adds the count of so many fights.
    #[inline]
    fn add_times(&mut self, count: u64, fights: u64) {
        self.sum += fights * count;
        self.squares += fights * count * count;
    }

    fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

impl Rate {
    #[inline]
    fn add(&mut self, n: u32, rounds: u32) {
        let n = u64::from(n);
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

/// What follows from the ends of many fights.
#[derive(Debug, Clone, Default)]
pub struct Folded {
    /// For each slot of `ends`.
    pub ends: Vec<Spread>,
    /// Final wound levels: those of each stat block, one behind the other.
    pub levels: Vec<Spread>,
}

impl FightTally {
    /// No fights yet.
    pub fn new(combat: &Combat, extra: &Extra) -> Self {
        let fight = &combat.fight;
        let slots = slots(combat, extra);
        let running = extra.all_paths();
        let paths = running.len();
        let shape = combat.shape.with_paths(paths);
        let strength = |side| (0..fight.fighters() as u16).filter(|&who| fight.side(who) == side).count();
        let duel = combat.duel.as_ref().filter(|_| extra.paths.is_empty());
        let limit = fight.round_limit() as usize + 1;
        let places = combat.signals.places();
        Self {
            rounds: vec![0; limit],
            rounds_squared: 0,
            duels: vec![0; duel.map_or(0, Duel::ends)],
            ends: vec![Spread::default(); if duel.is_some() { 0 } else { ends(&slots).count() }],
            levels: vec![Spread::default(); if duel.is_some() { 0 } else { fight.entries() * shape.levels() }],
            survivors: (0..fight.sides()).map(|side| vec![0; strength(side) + 1]).collect(),
            signals: vec![Rate::default(); places],
            first: timed(&slots).map(|_| vec![0; limit]).collect(),
            passes: vec![Spread::default(); if extra.paths.is_empty() { 0 } else { paths }],
            now: Now {
                ends: AtEnd::all(&slots),
                slots,
                paths: running,
                signals: combat.signals.clone(),
                counts: vec![0; places],
                rare: false,
                outcome: Outcome::of_shape(shape),
                memory: vec![0; paths],
                first: vec![0; paths],
                passes: vec![0; paths],
            },
        }
    }

    /// Fights counted.
    pub fn trials(&self) -> u64 {
        self.rounds.iter().sum()
    }

    /// Rounds over all fights.
    pub fn total_rounds(&self) -> u64 {
        self.rounds.iter().zip(0u64..).map(|(n, rounds)| n * rounds).sum()
    }

    /// The counts of a signal, by its place.
    pub fn signal(&self, place: usize) -> &Rate {
        &self.signals[place]
    }

    /// For a side, fights by how many of it are fit at the end.
    pub fn survivors(&self, side: usize) -> &[u64] {
        &self.survivors[side]
    }

    /// Fights by the round in which what a timed path waits for happened, by its number among them.
    pub fn first(&self, number: usize) -> &[u64] {
        &self.first[number]
    }

    /// What a path counts.
    pub fn passes(&self, path: usize) -> &Spread {
        &self.passes[path]
    }

    /// What follows from the ends.
    pub fn folded(&self, combat: &Combat, slots: &[Slot]) -> Folded {
        let Some(duel) = combat.duel.as_ref().filter(|_| !self.duels.is_empty()) else {
            return Folded { ends: self.ends.clone(), levels: self.levels.clone() };
        };
        let shape = combat.shape.with_paths(1);
        let mut folded = Folded {
            ends: vec![Spread::default(); ends(slots).count()],
            levels: vec![Spread::default(); combat.fight.entries() * shape.levels()],
        };
        let mut outcome = Outcome::of_shape(shape);
        let values = AtEnd::all(slots);
        for (place, &fights) in self.duels.iter().enumerate().filter(|(_, fights)| **fights > 0) {
            let (verdict, blood, wounds) = duel.end(place);
            let bodies = wounds.map(|felt| Body { felt, ..Body::default() });
            outcome.write(&combat.fight, verdict, &[blood], &bodies);
            fold(&mut folded.ends, &mut folded.levels, &values, &outcome, fights);
        }
        folded
    }
}

/// The slots of what is timed: a path each.
pub fn timed(slots: &[Slot]) -> impl Iterator<Item = &Slot> {
    slots.iter().filter(|slot| matches!(slot.row.source, Source::FirstTime(_)))
}

/// Adds the end of so many fights to what follows from ends.
#[inline]
fn fold(of_ends: &mut [Spread], of_levels: &mut [Spread], values: &[AtEnd], outcome: &Outcome, n: u64) {
    let end = outcome.end();
    for (value, spread) in values.iter().zip(of_ends) {
        match value.read(&end) {
            0 => {}
            value => spread.add_times(value.into(), n),
        }
    }
    for (spread, count) in of_levels.iter_mut().zip(outcome.all_levels()).filter(|(_, count)| **count > 0) {
        spread.add_times((*count).into(), n);
    }
}

/// Hears the signals of the fight being played.
struct Ear<'a> {
    signals: &'a Signals,
    counts: &'a mut [u32],
    rare: &'a mut bool,
    /// The stat block of each fighter; none in a duel, whose fighters are the stat blocks.
    fight: Option<&'a Fight>,
}

impl Observer for Ear<'_> {
    #[inline(always)]
    fn note(&mut self, event: Event) {
        let Self { signals, counts, rare, fight } = self;
        let entry = |who: u16| fight.map_or(usize::from(who), |fight| fight.entry(who));
        // In a duel nobody asks for blows by severity, nor who falls first.
        let party = fight.is_some() && matches!(event, Event::Wound { .. } | Event::Fell { .. });
        if party || matches!(event, Event::Fired { .. } | Event::Spent { .. }) {
            **rare = true;
        }
        signals.hear(event, entry, |place, times| counts[place] += times);
    }
}

/// Hears signals, and walks paths beside the fight.
struct Watcher<'a> {
    ear: Ear<'a>,
    paths: &'a [Path],
    round: u32,
    memory: &'a mut [u8],
    first: &'a mut [u32],
    passes: &'a mut [u32],
}

impl Observer for Watcher<'_> {
    const WATCHES: bool = true;

    fn note(&mut self, event: Event) {
        self.ear.note(event);
    }

    fn round_over(&mut self, fight: &Fight, bodies: &[Body]) {
        self.round += 1;
        for (place, path) in self.paths.iter().enumerate() {
            let before = self.memory[place];
            let after = path.next(fight, before, bodies);
            self.passes[place] += u32::from(path.counts(before, after));
            if path.has_happened(after) && !path.has_happened(before) {
                self.first[place] = self.round;
            }
            self.memory[place] = after;
        }
    }
}

/// One trial of a fight, counted.
#[inline]
pub fn trial(
    combat: &Combat,
    sampler: &mut Sampler,
    tally: &mut FightTally,
    watched: &Watched<Combat>,
    values: &mut [i64],
    asked: &mut [[u64; 2]],
) {
    match &combat.duel {
        Some(duel) if !tally.duels.is_empty() => self::duel(combat, duel, sampler, tally, watched, values, asked),
        _ => any(combat, sampler, tally, watched, values, asked),
    }
}

/// A plain duel: apart from other fights, so that its loop has the registers to itself.
#[inline(never)]
fn duel(
    combat: &Combat,
    duel: &Duel,
    sampler: &mut Sampler,
    tally: &mut FightTally,
    watched: &Watched<Combat>,
    values: &mut [i64],
    asked: &mut [[u64; 2]],
) {
    let fight = &combat.fight;
    let Now { signals, counts, rare, .. } = &mut tally.now;
    let mut ear = Ear { signals, counts, rare, fight: None };
    let played = play(fight, [Body::default(); 2], sampler, &mut ear);
    let verdict = verdict(played.winner, played.undecided);
    let blood = Path::of_first_blood(played.first_blood);
    let [one, other] = &played.fighters;
    tally.duels[duel.place(verdict, blood, [one.felt, other.felt])] += 1;
    if !values.is_empty() || !asked.is_empty() || !tally.first.is_empty() {
        tally.now.first[0] = played.first_blood_in;
        tally.now.memory[0] = blood;
        look(combat, fight, tally, watched, played.rounds, verdict, &played.fighters, values, asked);
    }
    tally.end_fight(played.rounds);
}

/// Any fight.
#[inline(never)]
fn any(
    combat: &Combat,
    sampler: &mut Sampler,
    tally: &mut FightTally,
    watched: &Watched<Combat>,
    values: &mut [i64],
    asked: &mut [[u64; 2]],
) {
    let fight = combat.drawn(sampler);
    if fight.fighters() == 2 {
        let (verdict, rounds, fighters) = played(fight, [Body::default(); 2], sampler, tally, watched);
        ended(combat, fight, verdict, rounds, &fighters, tally, watched, values, asked);
    } else {
        let bodies = vec![Body::default(); fight.fighters()];
        let (verdict, rounds, fighters) = played(fight, bodies, sampler, tally, watched);
        ended(combat, fight, verdict, rounds, &fighters, tally, watched, values, asked);
    }
}

fn played<R: Roster>(
    fight: &Fight,
    bodies: R,
    sampler: &mut Sampler,
    tally: &mut FightTally,
    watched: &Watched<Combat>,
) -> (Verdict, u32, R) {
    let Now { paths, signals, counts, rare, memory, first, passes, .. } = &mut tally.now;
    let mut ear = Ear { signals, counts, rare, fight: Some(fight) };
    let outcome = if watched.extra.paths.is_empty() {
        play(fight, bodies, sampler, &mut ear)
    } else {
        memory.fill(0);
        first.fill(0);
        passes.fill(0);
        play(fight, bodies, sampler, &mut Watcher { ear, paths, round: 0, memory, first, passes })
    };
    tally.now.memory[0] = Path::of_first_blood(outcome.first_blood);
    tally.now.first[0] = outcome.first_blood_in;
    (verdict(outcome.winner, outcome.undecided), outcome.rounds, outcome.fighters)
}

#[allow(clippy::too_many_arguments)]
fn ended<R: Roster>(
    combat: &Combat,
    fight: &Fight,
    verdict: Verdict,
    rounds: u32,
    fighters: &R,
    tally: &mut FightTally,
    watched: &Watched<Combat>,
    values: &mut [i64],
    asked: &mut [[u64; 2]],
) {
    let bodies = fighters.bodies();
    let FightTally { now, ends, levels, survivors, .. } = &mut *tally;
    now.outcome.write(fight, verdict, &now.memory, bodies);
    fold(ends, levels, &now.ends, &now.outcome, 1);
    let end = now.outcome.end();
    survivors.iter_mut().enumerate().for_each(|(side, counts)| counts[usize::from(end.fit(side))] += 1);
    if !tally.passes.is_empty() {
        let passes = tally.passes.iter_mut().zip(&tally.now.passes);
        passes.for_each(|(spread, count)| spread.add((*count).into()));
    }
    if !values.is_empty() || !asked.is_empty() || !tally.first.is_empty() {
        look(combat, fight, tally, watched, rounds, verdict, bodies, values, asked);
    }
    tally.end_fight(rounds);
}

/// Looks at what is watched beyond the usual.
#[allow(clippy::too_many_arguments)]
#[inline(never)]
fn look(
    combat: &Combat,
    fight: &Fight,
    tally: &mut FightTally,
    watched: &Watched<Combat>,
    rounds: u32,
    verdict: Verdict,
    bodies: &[Body],
    values: &mut [i64],
    asked: &mut [[u64; 2]],
) {
    let Now { slots, outcome, memory, counts, first, passes, .. } = &mut tally.now;
    for (slot, counts) in timed(slots).zip(&mut tally.first) {
        if first[slot.path] > 0 {
            counts[first[slot.path] as usize] += 1;
        }
    }
    if values.is_empty() && asked.is_empty() {
        return;
    }
    if watched.extra.bodies || !asked.is_empty() {
        outcome.write(fight, verdict, memory, bodies);
    } else {
        outcome.write_verdict(verdict, memory);
    }
    outcome.rounds = rounds;
    if watched.extra.signals {
        outcome.counts.clone_from(counts);
    }
    if watched.extra.courses {
        outcome.first.clone_from(first);
        outcome.passes.clone_from(passes);
    }
    if watched.extra.individuals {
        outcome.write_individuals(fight, bodies);
    }
    watched.note(combat, outcome, values, asked);
}

pub(super) fn verdict(winner: Option<usize>, undecided: bool) -> Verdict {
    match winner {
        Some(side) => Verdict::Won(side),
        None if undecided => Verdict::Undecided,
        None => Verdict::NobodyLeft,
    }
}

impl FightTally {
    /// Moves the signals of one fight into the totals.
    #[inline]
    fn end_fight(&mut self, rounds: u32) {
        self.rounds[rounds as usize] += 1;
        self.rounds_squared += u64::from(rounds) * u64::from(rounds);
        let frequent = self.now.signals.frequent();
        for (rate, count) in self.signals[..frequent].iter_mut().zip(&mut self.now.counts) {
            rate.add(std::mem::take(count), rounds);
        }
        // Of most fights there is nothing to add.
        if std::mem::take(&mut self.now.rare) {
            self.end_rare(rounds);
        }
    }

    /// Moves what happens now and then into the totals.
    #[inline(never)]
    fn end_rare(&mut self, rounds: u32) {
        let frequent = self.now.signals.frequent();
        for place in frequent..self.signals.len() {
            let count = std::mem::take(&mut self.now.counts[place]);
            if count == 0 {
                continue;
            }
            let count = if self.now.signals.is_flag(place) { count.min(1) } else { count };
            self.signals[place].add(count, rounds);
        }
    }
}

impl Tally for FightTally {
    fn merge(&mut self, other: Self) {
        fn add(own: &mut [u64], other: &[u64]) {
            own.iter_mut().zip(other).for_each(|(own, n)| *own += n);
        }
        let spread = |own: &mut [Spread], other: &[Spread]| own.iter_mut().zip(other).for_each(|(own, n)| own.merge(n));
        add(&mut self.rounds, &other.rounds);
        self.rounds_squared += other.rounds_squared;
        add(&mut self.duels, &other.duels);
        spread(&mut self.ends, &other.ends);
        spread(&mut self.levels, &other.levels);
        self.survivors.iter_mut().zip(&other.survivors).for_each(|(own, n)| add(own, n));
        self.signals.iter_mut().zip(&other.signals).for_each(|(own, n)| own.merge(n));
        self.first.iter_mut().zip(&other.first).for_each(|(own, n)| add(own, n));
        spread(&mut self.passes, &other.passes);
    }
}
