//! The state graph of a fight of several fighters in which they can only be wounded. A state is a few small numbers,
//! and each group fights separately. The result equals that of [`explore`](super::explore::explore), and a test
//! compares the two.

use super::distribution::{FoundOdds, SignalRecorder};
use super::explore::{Bodies, Graph, check_size, within_budget, wounded};
use super::odds::{GroupOdds, MOST_FIGHTERS};
use crate::chance::limits::Limits;
use crate::combat::{Body, Fight, PlainFight, Signals};
use crate::error::Result;
use crate::exact::chain::Chain;
use crate::exact::hash::{Interner, Lookup};
use smallvec::SmallVec;

/// The state of the fight before a group fights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Lineup {
    /// The wounds of all fighters. Wounds dealt by earlier groups are already felt: nothing reads them before the round
    /// ends.
    wounds: [u16; MOST_FIGHTERS],
    clock: u16,
    /// The fighters who were fit when the round began: bit k stands for fighter k.
    fit: u8,
    /// The index of the next group.
    group: u8,
}

impl Lineup {
    fn fought(&self, who: u16) -> bool {
        self.fit >> who & 1 == 1
    }
}

impl Bodies for Lineup {
    fn bodies<'a>(&'a self, room: &'a mut [Body]) -> &'a [Body] {
        wounded(self.wounds, room)
    }
}

#[derive(Clone)]
struct MeleeGroup {
    /// The lone fighter, who faces one or more foes, then the foes.
    members: Vec<u16>,
    /// Groups of the same kind have members of the same stat blocks.
    kind: u16,
}

/// The result of a round in which a fighter fell, or was marked so that the fight ends.
struct Ended {
    after: Lineup,
    goes_on: bool,
    /// The indices of the signals recorded at the end of the round.
    signals: SmallVec<[usize; 2]>,
}

/// The pairings of each round, by the fighters who are fit when it begins.
struct Deals<'a> {
    fight: &'a Fight,
    plain: PlainFight<'a>,
    groups: Vec<Vec<MeleeGroup>>,
    /// For each kind of group, the stat blocks of its members.
    kinds: Vec<Vec<usize>>,
    /// Results of rounds in which a fighter fell; stored because many paths lead to the same wounds.
    ended: Lookup<Lineup, Ended>,
}

impl<'a> Deals<'a> {
    fn new(fight: &'a Fight, plain: PlainFight<'a>) -> Self {
        Self { fight, plain, groups: vec![Vec::new(); 1 << MOST_FIGHTERS], kinds: Vec::new(), ended: Lookup::default() }
    }

    /// Begins a round: finds its groups, if they are new, and returns the fit fighters as bits.
    fn begin(&mut self, bodies: &[Body]) -> u8 {
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

/// Finds the state graph of a fight of several fighters.
///
/// # Errors
/// If the graph is too large, the dice are too wide, a round can go in too many ways, or the calculation was stopped.
pub(super) fn explore_melee(
    fight: &Fight,
    plain: PlainFight<'_>,
    signals: &Signals,
    limits: &Limits<'_>,
) -> Result<Graph<Lineup>> {
    check_size(fight)?;
    let mut room = fight.start().to_vec();
    let mut deals = Deals::new(fight, plain);
    let mut odds = GroupOdds::new(fight, plain, signals, limits);
    let mut recorder = SignalRecorder::new(fight, signals);
    let (mut chain, mut rewards) = (Chain::default(), Vec::new());
    let (mut transient, mut absorbing) = (Interner::new(), Interner::new());
    transient.intern(Lineup { wounds: [0; MOST_FIGHTERS], clock: 0, fit: deals.begin(&room), group: 0 });
    while chain.states() < transient.items.len() {
        limits.check()?;
        let before: Lineup = transient.items[chain.states()];
        let groups = &deals.groups[usize::from(before.fit)];
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
            let mut after = Lineup { group: before.group + 1, ..before };
            for (place, severity) in hits {
                let who = members[place];
                let wounds = &mut after.wounds[usize::from(who)];
                *wounds = plain.hit(who, *wounds, severity, &mut recorder);
            }
            let goes_on = !ends_round || end_round(&mut after, &mut deals, &mut room, &mut recorder);
            recorder.places.drain(..).for_each(|place| rewards[first + place] += chance);
            match goes_on {
                true => chain.transient.add(transient.intern(after), chance),
                false => chain.absorbing.add(absorbing.intern(after), chance),
            }
        }
        chain.close(before.group.into());
        within_budget(fight, &chain, transient.items.len(), odds.branches(), limits)?;
    }
    Ok(Graph { chain, states: transient.items, end_states: absorbing.items, rewards, work: odds.branches() })
}

/// Ends a round after all groups have fought. Returns whether the fight continues; `at` is then the start of the next
/// round.
fn end_round(at: &mut Lineup, deals: &mut Deals<'_>, room: &mut [Body], recorder: &mut SignalRecorder<'_>) -> bool {
    let Deals { fight, plain, .. } = *deals;
    (at.group, at.clock) = (0, fight.rounds.clock_after(at.clock));
    if (0u16..).zip(at.wounds).all(|(who, wounds)| !at.fought(who) || plain.can_fight_on(who, wounds)) {
        return true;
    }
    if let Some(Ended { after, goes_on, signals }) = deals.ended.get(at) {
        recorder.places.extend_from_slice(signals);
        *at = *after;
        return *goes_on;
    }
    let given = recorder.places.len();
    let (after, goes_on) = somebody_fell(*at, deals, room, recorder);
    let signals = SmallVec::from_slice(&recorder.places[given..]);
    deals.ended.insert(*at, Ended { after, goes_on, signals });
    *at = after;
    goes_on
}

/// The result of a round in which a fighter fell, or was marked so that the fight ends: the state after it, and whether
/// the fight continues.
fn somebody_fell(
    mut at: Lineup,
    deals: &mut Deals<'_>,
    room: &mut [Body],
    recorder: &mut SignalRecorder<'_>,
) -> (Lineup, bool) {
    at.bodies(room);
    (0u16..).zip(room.iter_mut()).for_each(|(who, body)| body.group = at.fought(who).into());
    let goes_on = deals.plain.end_round(room, recorder);
    at.wounds.iter_mut().zip(&*room).for_each(|(wounds, body)| *wounds = body.felt);
    (at.fit, at.clock) = if goes_on { (deals.begin(room), at.clock) } else { (0, 0) };
    (at, goes_on)
}
