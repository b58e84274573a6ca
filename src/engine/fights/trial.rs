//! Plays and counts single fights.

use super::buffers::FightBuffers;
use super::duel::DuelEnds;
use super::tally::{FightTally, PowerSums, add_end};
use super::{Combat, Extra, Outcome};
use crate::chance::Sampler;
use crate::combat::{
    self, Body, DuelBlocks, Ending, Event, Fight, FightPath, Observer, PlayedFight, Roster, Signals, StatBlockIndex,
    Verdict, play,
};
use crate::sim::Trials;

/// Counts the signals of the fight being played.
struct SignalCounter<'a, E> {
    entries: &'a E,
    signals: &'a Signals,
    counts: &'a mut [u32],
    rare: &'a mut bool,
}

impl<E: StatBlockIndex> Observer for SignalCounter<'_, E> {
    #[inline(always)]
    fn note(&mut self, event: Event) {
        let Self { entries, signals, counts, rare } = self;
        **rare |= signals.record(event, *entries, |place, times| counts[place] += times);
    }
}

/// Counts signals, and updates the memory of the paths that follow the fight.
struct PathCounter<'a> {
    counter: SignalCounter<'a, Fight>,
    paths: &'a [FightPath],
    round: u32,
    memory: &'a mut [u8],
    first: &'a mut [u32],
    passes: &'a mut [u32],
    /// The current wounds of each stat block.
    hurt: &'a mut [u32],
    /// The changes of these wounds by round; empty unless requested.
    changes: &'a mut [PowerSums<i64>],
}

impl Observer for PathCounter<'_> {
    fn watches(&self) -> bool {
        true
    }

    fn note(&mut self, event: Event) {
        self.counter.note(event);
    }

    fn round_over(&mut self, bodies: &[Body]) {
        self.round += 1;
        for (place, path) in self.paths.iter().enumerate() {
            let before = self.memory[place];
            let after = path.next(self.counter.entries, before, bodies);
            self.passes[place] += u32::from(path.lead_passed(before, after));
            if path.has_happened(after) && !path.has_happened(before) {
                self.first[place] = self.round;
            }
            self.memory[place] = after;
        }
        if !self.changes.is_empty() {
            let changes = &mut self.changes[self.round as usize * self.hurt.len()..];
            for ((now, before), change) in
                self.counter.entries.roster.wound_levels(bodies).zip(&mut *self.hurt).zip(changes)
            {
                change.add(i64::from(now) - i64::from(std::mem::replace(before, now)));
            }
        }
    }
}

/// Plays a single fight, outside a simulation.
pub fn play_once(combat: &Combat, chance: &mut Sampler, extra: &Extra) -> Outcome {
    let fight = combat.draw_fight(chance);
    let paths = extra.all_paths();
    let mut outcome = Outcome::of_shape(combat.shape.with_paths(paths.len()));
    let (mut memory, mut first, mut passes) = (vec![0; paths.len()], vec![0; paths.len()], vec![0; paths.len()]);
    let (mut counts, mut rare) = (vec![0; combat.signals.row_length()], false);
    let mut bodies = fight.start().to_vec();
    let mut counter = SignalCounter { entries: fight, signals: &combat.signals, counts: &mut counts, rare: &mut rare };
    let played = if extra.paths.is_empty() {
        play(fight, &mut bodies[..], chance, &mut counter)
    } else {
        let (hurt, changes): (&mut [u32], &mut [PowerSums<i64>]) = (&mut [], &mut []);
        let (memory, first, passes) = (&mut memory[..], &mut first[..], &mut passes[..]);
        let mut counter = PathCounter { counter, paths: &paths, round: 0, memory, first, passes, hurt, changes };
        play(fight, &mut bodies[..], chance, &mut counter)
    };
    memory[0] = FightPath::encode_first_blood(played.first_blood);
    outcome.write(fight, played.verdict(), &memory, Ending::all(fight, played.fighters));
    outcome.write_individuals(fight, played.fighters);
    first[0] = played.first_blood_in;
    outcome.rounds = played.rounds;
    (outcome.counts, outcome.first, outcome.passes) = (counts, first, passes);
    outcome
}

/// Receives the outcome of a fight, writes the values to be compared, and counts the trials for which each query is
/// true. See [`play_trials`] for when it is called.
pub type TrialCallback<'l> = &'l dyn Fn(&Outcome, &mut [i64], &mut [[u64; 2]]);

/// Plays `trials` of a fight and counts them in `tally`. `extra` lists the optional measurements. If there are values
/// to compare, queries or timed paths, `callback` is called with the outcome of each fight. It writes the values, and
/// counts the queries in `query_counts`. It is not called for a duel whose values are already known from its end.
pub fn play_trials(
    combat: &Combat,
    trials: Trials<'_>,
    tally: &mut FightTally,
    (extra, callback): (&Extra, TrialCallback<'_>),
    query_counts: &mut [[u64; 2]],
) {
    trials.for_each(|sampler, values| FightTrial { combat, tally, extra, callback, values, query_counts }.run(sampler));
}

/// A trial of a fight.
struct FightTrial<'t> {
    combat: &'t Combat,
    tally: &'t mut FightTally,
    extra: &'t Extra,
    callback: TrialCallback<'t>,
    values: &'t mut [i64],
    query_counts: &'t mut [[u64; 2]],
}

impl FightTrial<'_> {
    /// Plays and counts the trial.
    #[inline]
    fn run(mut self, sampler: &mut Sampler) {
        let fight = self.combat.draw_fight(sampler);
        match &self.combat.duel {
            Some(duel) if !self.tally.duels.is_empty() => match combat::Duel::of(fight) {
                Some(plain) if !fight.rules.consciousness.is_rolled() => {
                    self.play_plain_duel(fight, plain, duel, sampler);
                }
                _ => self.play_duel(fight, duel, sampler),
            },
            _ => self.play_any(fight, sampler),
        }
    }

    /// Plays a duel in which fighters can only be wounded. Does not count extra paths. Not inlined, so that its loop
    /// can use all registers.
    #[inline(never)]
    fn play_plain_duel(&mut self, fight: &Fight, plain: combat::Duel<'_>, duel: &DuelEnds, sampler: &mut Sampler) {
        let FightBuffers { signals, counts, rare, .. } = &mut self.tally.current;
        let mut counter = SignalCounter { entries: &DuelBlocks, signals, counts, rare };
        let played = plain.play(sampler, &mut counter);
        let endings = [plain.ending(0, played.wounds[0]), plain.ending(1, played.wounds[1])];
        let verdict = played.winner.map_or(Verdict::Undecided, Verdict::Won);
        let end = duel.index(verdict, FightPath::encode_first_blood(played.first_blood), endings);
        self.count_duel((fight, duel), end, (played.rounds, played.winner), || {
            played.into_played_fight([fight.start()[0], fight.start()[1]])
        });
    }

    /// Plays a duel with the general [`play`], for duels that [`play_plain_duel`](Self::play_plain_duel) cannot play.
    /// Does not count extra paths.
    #[inline(never)]
    fn play_duel(&mut self, fight: &Fight, duel: &DuelEnds, sampler: &mut Sampler) {
        let FightBuffers { signals, counts, rare, .. } = &mut self.tally.current;
        let mut counter = SignalCounter { entries: fight, signals, counts, rare };
        let played = play(fight, [fight.start()[0], fight.start()[1]], sampler, &mut counter);
        let endings = [Ending::of(fight, 0, &played.fighters[0]), Ending::of(fight, 1, &played.fighters[1])];
        let end = duel.index(played.verdict(), FightPath::encode_first_blood(played.first_blood), endings);
        self.count_duel((fight, duel), end, (played.rounds, played.winner), || played);
    }

    /// Counts a duel with the given end. `played` returns it in full, for the callback.
    #[inline(always)]
    fn count_duel(
        &mut self,
        (fight, duel): (&Fight, &DuelEnds),
        end: usize,
        (rounds, winner): (u32, Option<usize>),
        played: impl FnOnce() -> PlayedFight<[Body; 2]>,
    ) {
        self.tally.duels[end] += 1;
        if self.is_watched() && !self.tally.current.recall_values(end, rounds, self.values) {
            let played = played();
            let (verdict, blood, endings) = duel.end(end);
            self.tally.current.outcome.write(fight, verdict, &[blood], endings.into_iter());
            self.report_outcome(fight, &played);
            self.tally.current.remember_values(end, self.values);
        }
        self.tally.end_fight(rounds, winner);
    }

    /// Plays a fight that is not counted as a duel.
    #[inline(never)]
    fn play_any(&mut self, fight: &Fight, sampler: &mut Sampler) {
        let mut bodies = self.starting_fighters(fight);
        let FightTally { current, hurt: changes, .. } = &mut *self.tally;
        let FightBuffers { paths, signals, counts, rare, memory, first, passes, hurt, .. } = current;
        let mut counter = SignalCounter { entries: fight, signals, counts, rare };
        let played = if !self.extra.watches_rounds() {
            play(fight, &mut bodies[..], sampler, &mut counter)
        } else {
            memory.fill(0);
            first.fill(0);
            passes.fill(0);
            hurt.clear();
            if !changes.is_empty() {
                hurt.extend(fight.roster.wound_levels(&bodies));
                hurt.iter().zip(&mut *changes).for_each(|(now, change)| change.add((*now).into()));
            }
            let mut counter = PathCounter { counter, paths, round: 0, memory, first, passes, hurt, changes };
            play(fight, &mut bodies[..], sampler, &mut counter)
        };
        self.count_end(fight, &played);
        if self.is_watched() {
            self.report_outcome(fight, &played);
        }
        self.tally.end_fight(played.rounds, played.winner);
        self.tally.current.bodies = bodies;
    }

    /// The fighters as they begin the fight. Reuses the memory of the last fight.
    fn starting_fighters(&mut self, fight: &Fight) -> Vec<Body> {
        let mut bodies = std::mem::take(&mut self.tally.current.bodies);
        bodies.clear();
        bodies.extend_from_slice(fight.start());
        bodies
    }

    /// Counts the end of a fight that is not a duel.
    fn count_end(&mut self, fight: &Fight, played: &PlayedFight<&mut [Body]>) {
        let FightTally { current, ends, columns, survivors, passes, .. } = &mut *self.tally;
        current.memory[0] = FightPath::encode_first_blood(played.first_blood);
        current.outcome.write(fight, played.verdict(), &current.memory, Ending::all(fight, played.fighters));
        add_end(ends, columns, &current.ends, &current.outcome, 1);
        let end = current.outcome.end();
        survivors.iter_mut().enumerate().for_each(|(side, counts)| counts[usize::from(end.fit(side))] += 1);
        passes.iter_mut().zip(&current.passes).for_each(|(spread, count)| spread.add((*count).into()));
    }

    /// Whether the callback is needed.
    fn is_watched(&self) -> bool {
        !self.values.is_empty() || !self.query_counts.is_empty() || !self.tally.first.is_empty()
    }

    /// Records the optional measurements and calls the callback. The end must have been written before.
    fn report_outcome<R: Roster>(&mut self, fight: &Fight, played: &PlayedFight<R>) {
        let FightTally { current, first, .. } = &mut *self.tally;
        current.first[0] = played.first_blood_in;
        for (&path, counts) in current.timed.iter().zip(first) {
            // Fights without the event belong to no round.
            if current.first[path] > 0 {
                counts[current.first[path] as usize] += 1;
            }
        }
        let (extra, outcome) = (self.extra, &mut current.outcome);
        outcome.rounds = played.rounds;
        if extra.signals {
            outcome.counts.clone_from(&current.counts);
        }
        if extra.courses {
            outcome.first.clone_from(&current.first);
            outcome.passes.clone_from(&current.passes);
        }
        if extra.individuals {
            outcome.write_individuals(fight, played.fighters.bodies());
        }
        (self.callback)(outcome, self.values, self.query_counts);
    }
}
