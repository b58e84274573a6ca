//! The state graph of a fight of several fighters in which they can only be wounded. A state is a few small numbers,
//! and each group fights separately. The result equals that of [`explore`](super::explore::explore), and a test
//! compares the two.

use super::distribution::{FoundOdds, SignalRecorder};
use super::explore::{Bodies, Graph, check_budget, check_size, set_wounds};
use super::odds::{GroupOdds, MOST_FIGHTERS};
use crate::chance::limits::Limits;
use crate::combat::{Body, Fight, PlainFight, Signals};
use crate::error::Result;
use crate::exact::chain::Chain;
use crate::exact::hash::{Interner, Lookup};
use smallvec::SmallVec;

/// The state of a melee before a group fights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct MeleeState {
    /// The wounds of all fighters. Wounds dealt by earlier groups are already felt: nothing reads them before the round
    /// ends.
    wounds: [u16; MOST_FIGHTERS],
    clock: u16,
    /// The fighters who were fit when the round began: bit k stands for fighter k.
    fit: u8,
    /// The index of the next group.
    group: u8,
}

impl MeleeState {
    /// Whether the fighter `who` was fit when the round began.
    fn was_fit(&self, who: u16) -> bool {
        self.fit >> who & 1 == 1
    }
}

impl Bodies for MeleeState {
    fn bodies<'a>(&'a self, room: &'a mut [Body]) -> &'a [Body] {
        set_wounds(self.wounds, room)
    }
}

/// Fighters who are paired off with one another in a round.
#[derive(Clone)]
struct MeleeGroup {
    /// The lone fighter, who faces one or more foes, then the foes.
    members: Vec<u16>,
    /// The number of the kind of group. Groups of the same kind have members of the same stat blocks.
    kind: u16,
}

/// The result of a round in which a fighter fell or took a wound that ends the fight.
struct EndedRound {
    /// The state after the round.
    after: MeleeState,
    fight_continues: bool,
    /// The indices of the signals recorded at the end of the round.
    signals: SmallVec<[usize; 2]>,
}

/// The groups that are formed in each round, and the results of rounds.
struct Pairings<'a> {
    fight: &'a Fight,
    plain: PlainFight<'a>,
    /// The groups of a round, by the bits of the fighters who are fit when it begins; empty if not formed yet.
    groups: Vec<Vec<MeleeGroup>>,
    /// For each kind of group, the stat blocks of its members.
    kinds: Vec<Vec<usize>>,
    /// Results of rounds in which a fighter fell; stored because many paths lead to the same wounds.
    ended: Lookup<MeleeState, EndedRound>,
}

impl<'a> Pairings<'a> {
    fn new(fight: &'a Fight, plain: PlainFight<'a>) -> Self {
        Self { fight, plain, groups: vec![Vec::new(); 1 << MOST_FIGHTERS], kinds: Vec::new(), ended: Lookup::default() }
    }

    /// Begins a round: forms its groups if these fighters have not been fit together before. Returns the fit fighters
    /// as bits.
    fn begin_round(&mut self, bodies: &[Body]) -> u8 {
        let Self { fight, plain, groups, kinds, .. } = self;
        let fit = (0u16..).zip(bodies).filter(|(who, body)| fight.is_fit(*who, body));
        let fit = fit.fold(0, |fit, (who, _)| fit | 1 << who);
        let known = &mut groups[usize::from(fit)];
        if known.is_empty() {
            known.extend(plain.groups(bodies).into_iter().map(|members| {
                let entries: Vec<usize> = members.iter().map(|who| fight.roster.entry(*who)).collect();
                let kind = kinds.iter().position(|known| *known == entries).unwrap_or_else(|| {
                    kinds.push(entries);
                    kinds.len() - 1
                });
                MeleeGroup { members, kind: kind as u16 }
            }));
        }
        fit
    }
}

/// Finds the state graph of a fight between up to eight fighters.
///
/// # Errors
/// If the graph is too large, the dice are too wide, a round can go in too many ways, or the calculation was stopped.
pub(super) fn explore_melee(
    fight: &Fight,
    plain: PlainFight<'_>,
    signals: &Signals,
    limits: &Limits<'_>,
) -> Result<Graph<MeleeState>> {
    check_size(fight)?;
    let mut room = fight.start().to_vec();
    let mut pairings = Pairings::new(fight, plain);
    let mut odds = GroupOdds::new(fight, plain, signals, limits);
    let mut recorder = SignalRecorder::new(fight, signals);
    let (mut chain, mut rewards) = (Chain::default(), Vec::new());
    let (mut transient, mut absorbing) = (Interner::new(), Interner::new());
    transient.intern(MeleeState { wounds: [0; MOST_FIGHTERS], clock: 0, fit: pairings.begin_round(&room), group: 0 });
    while chain.states() < transient.items.len() {
        limits.check()?;
        let before: MeleeState = transient.items[chain.states()];
        let groups = &pairings.groups[usize::from(before.fit)];
        let MeleeGroup { members, kind } = groups[usize::from(before.group)].clone();
        let ends_round = usize::from(before.group) + 1 == groups.len();
        let mut penalties = [0; MOST_FIGHTERS];
        for (penalty, &who) in penalties.iter_mut().zip(&members) {
            *penalty = plain.penalty(who, before.wounds[usize::from(who)]);
        }
        let number = odds.number(before.clock, kind, &members, penalties)?;
        let FoundOdds { outcomes, rewards: expected } = odds.get(number);
        let first = rewards.len();
        rewards.extend_from_slice(expected);
        for &(hits, chance) in outcomes {
            let mut after = MeleeState { group: before.group + 1, ..before };
            for (place, severity) in hits {
                let who = members[place];
                let wounds = &mut after.wounds[usize::from(who)];
                *wounds = plain.hit(who, *wounds, severity, &mut recorder);
            }
            let continues = !ends_round || end_round(&mut after, &mut pairings, &mut room, &mut recorder);
            recorder.recorded.drain(..).for_each(|place| rewards[first + place] += chance);
            match continues {
                true => chain.transient.add(transient.intern(after), chance),
                false => chain.absorbing.add(absorbing.intern(after), chance),
            }
        }
        chain.close(before.group.into());
        check_budget(fight, &chain, transient.items.len(), odds.branches(), limits)?;
    }
    Ok(Graph { chain, states: transient.items, end_states: absorbing.items, rewards, work: odds.branches() })
}

/// Ends a round after all groups have fought, and moves `at` on to the state after it. Returns whether the fight
/// continues.
fn end_round(
    at: &mut MeleeState,
    pairings: &mut Pairings<'_>,
    room: &mut [Body],
    recorder: &mut SignalRecorder<'_>,
) -> bool {
    let Pairings { fight, plain, .. } = *pairings;
    (at.group, at.clock) = (0, fight.rounds.clock_after(at.clock));
    if (0u16..).zip(at.wounds).all(|(who, wounds)| !at.was_fit(who) || plain.can_fight_on(who, wounds)) {
        return true;
    }
    if let Some(EndedRound { after, fight_continues, signals }) = pairings.ended.get(at) {
        recorder.recorded.extend_from_slice(signals);
        *at = *after;
        return *fight_continues;
    }
    let given = recorder.recorded.len();
    let (after, fight_continues) = end_round_with_fall(*at, pairings, room, recorder);
    let signals = SmallVec::from_slice(&recorder.recorded[given..]);
    pairings.ended.insert(*at, EndedRound { after, fight_continues, signals });
    *at = after;
    fight_continues
}

/// Ends a round in which a fighter fell or took a wound that ends the fight. Returns the state after it, and whether
/// the fight continues.
fn end_round_with_fall(
    mut at: MeleeState,
    pairings: &mut Pairings<'_>,
    room: &mut [Body],
    recorder: &mut SignalRecorder<'_>,
) -> (MeleeState, bool) {
    at.bodies(room);
    (0u16..).zip(room.iter_mut()).for_each(|(who, body)| body.group = at.was_fit(who).into());
    let continues = pairings.plain.end_round(room, recorder);
    at.wounds.iter_mut().zip(&*room).for_each(|(wounds, body)| *wounds = body.felt);
    (at.fit, at.clock) = if continues { (pairings.begin_round(room), at.clock) } else { (0, 0) };
    (at, continues)
}
