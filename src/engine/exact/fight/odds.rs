//! The odds of one round of a group in a plain fight: who is hit, and how badly. They depend on the stat blocks of its
//! members and on their wound penalties, and are computed once.

use super::distribution::{Branches, FoundOdds, OddsSums, OddsTable, SignalRecorder};
use crate::chance::Enumerator;
use crate::chance::limits::Limits;
use crate::combat::{Blow, Blows, Fight, PlainFight, Signals, TurnDuel};
use crate::error::Result;
use crate::exact::hash::Lookup;
use std::collections::hash_map::Entry;

/// Maximum number of fighters in a fight that is solved group by group. Larger fights are left to the general solver.
pub(super) const MOST_FIGHTERS: usize = 8;

/// The hits on members of a group, in order. A hit is the index of the member in the group, and the severity. It takes
/// 16 bits, beginning with the lowest ones, so that equal values are found quickly. There are at most as many hits as
/// members, so those of [`MOST_FIGHTERS`] fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Hits(u128);

impl Hits {
    /// Appends a hit on the member with index `place`.
    #[inline]
    fn with(self, place: usize, severity: u8) -> Self {
        let used = (u128::BITS - self.0.leading_zeros()).next_multiple_of(16);
        Self(self.0 | (u128::from(severity) | (1 + place as u128) << 8) << used)
    }
}

impl Iterator for Hits {
    type Item = (usize, u8);

    #[inline]
    fn next(&mut self) -> Option<(usize, u8)> {
        let hit = self.0 as u16;
        self.0 >>= 16;
        (hit > 0).then(|| (usize::from(hit >> 8) - 1, hit as u8))
    }
}

/// The distributions of hits in groups, each computed once.
pub(super) struct GroupOdds<'a> {
    plain: PlainFight<'a>,
    /// The numbers of the distributions, by the clock, the kind of group, and the wound penalties of its members.
    numbers: Lookup<(u16, u16, [i8; MOST_FIGHTERS]), usize>,
    /// The distributions of hits.
    found: OddsTable<Hits>,
    damages: BlowSeverities<'a>,
    branches: Branches<'a>,
    // Buffers, reused for each group.
    blow: OddsSums<Option<Blow>>,
    blows: OddsSums<Blows>,
    hits: OddsSums<Hits>,
}

impl<'a> GroupOdds<'a> {
    pub(super) fn new(fight: &'a Fight, plain: PlainFight<'a>, signals: &'a Signals, limits: &Limits<'a>) -> Self {
        let width = signals.row_length();
        Self {
            plain,
            numbers: Lookup::default(),
            found: OddsTable::new(width),
            damages: BlowSeverities::new(plain, width),
            branches: Branches::new(fight, signals, limits),
            blow: OddsSums::new(width),
            blows: OddsSums::new(width),
            hits: OddsSums::new(width),
        }
    }

    /// The number of branches of rolls run so far.
    pub(super) fn branches(&self) -> u64 {
        self.branches.count
    }

    /// The distribution with the index `number`: the hits with their chances, and the expected count of each signal.
    #[inline]
    pub(super) fn get(&self, number: usize) -> FoundOdds<'_, Hits> {
        self.found.get(number)
    }

    /// The index of the distribution for `group` at the time `clock`, given the wound penalties of its members in
    /// order. It is computed the first time. Groups of the same `kind` have members of the same stat blocks.
    ///
    /// # Errors
    /// If the dice are too wide, a round can go in too many ways, memory runs out, or the calculation was stopped.
    #[inline]
    pub(super) fn number(
        &mut self,
        clock: u16,
        kind: u16,
        group: &[u16],
        penalties: [i8; MOST_FIGHTERS],
    ) -> Result<usize> {
        match self.numbers.get(&(clock, kind, penalties)) {
            Some(&known) => Ok(known),
            None => self.find(clock, kind, group, penalties),
        }
    }

    /// Computes and stores the distribution for a group.
    #[inline(never)]
    fn find(&mut self, clock: u16, kind: u16, group: &[u16], penalties: [i8; MOST_FIGHTERS]) -> Result<usize> {
        self.hits.clear();
        match *group {
            [one, other] => {
                let two = self.plain.pair([one, other]);
                let penalties = [penalties[0], penalties[1]];
                self.find_two([one, other], |chance, recorder| two.exchange(clock, penalties, chance, recorder))?;
            }
            _ => self.find_brawl(clock, group, &penalties)?,
        }
        Ok(self.store((clock, kind, penalties)))
    }

    /// Like [`number`](Self::number), for an attack in a duel in turns. The first fighter of `pair` attacks the second.
    ///
    /// # Errors
    /// Like [`number`](Self::number).
    pub(super) fn attack(
        &mut self,
        turns: TurnDuel<'_>,
        pair: [u16; 2],
        clock: u16,
        penalties: [i8; 2],
    ) -> Result<usize> {
        let mut all = [0; MOST_FIGHTERS];
        all[..2].copy_from_slice(&penalties);
        let key = (clock, pair[0], all);
        if let Some(&known) = self.numbers.get(&key) {
            return Ok(known);
        }
        self.hits.clear();
        self.find_two(pair, |chance, recorder| turns.attack(pair, clock, penalties, chance, recorder))?;
        Ok(self.store(key))
    }

    /// Stores the distribution in `hits` under `key`, and returns its index.
    fn store(&mut self, key: (u16, u16, [i8; MOST_FIGHTERS])) -> usize {
        let number = self.found.store(&self.hits);
        self.numbers.insert(key, number);
        number
    }

    /// Computes the odds of an exchange between two fighters, rolled by `strike`. At most one of them is hit.
    fn find_two(
        &mut self,
        pair: [u16; 2],
        strike: impl FnMut(&mut Enumerator, &mut SignalRecorder<'a>) -> Option<Blow>,
    ) -> Result<()> {
        let Self { branches, damages, blow, hits, .. } = self;
        branches.run(blow, 1, strike)?;
        hits.add_rewards(1.0, blow.rewards());
        for (blow, before) in blow.outcomes() {
            let Some(blow) = blow else {
                hits.add(Hits::default(), before);
                continue;
            };
            let FoundOdds { outcomes: severities, rewards } = damages.get(blow, branches)?;
            hits.add_rewards(before, rewards.iter().copied());
            let place = usize::from(blow.target == pair[1]);
            severities
                .iter()
                .for_each(|&(severity, chance)| hits.add(Hits::default().with(place, severity), before * chance));
        }
        Ok(())
    }

    /// Computes the odds of a group of one fighter and several foes. Each of them may hit or be hit.
    fn find_brawl(&mut self, clock: u16, group: &[u16], penalties: &[i8]) -> Result<()> {
        let Self { plain, branches, damages, blows, hits, .. } = self;
        let [mut ways, sets] = plain.combinations(group);
        if branches.exceeds_limit(ways.saturating_mul(sets)) {
            return Err(branches.too_many_branches());
        }
        branches.run(blows, ways, |chance, recorder| plain.exchange(clock, group, penalties, chance, recorder))?;
        hits.add_rewards(1.0, blows.rewards());
        for (blows, before) in blows.outcomes() {
            branches.check_memory(hits.len())?;
            let mut open = vec![(Hits::default(), before)];
            for blow in blows {
                let FoundOdds { outcomes: severities, rewards } = damages.get(blow, branches)?;
                hits.add_rewards(before, rewards.iter().copied());
                let place = group.iter().position(|who| *who == blow.target).unwrap_or_default();
                let with = |&(all, before): &(Hits, f64)| {
                    severities.iter().map(move |&(severity, chance)| (all.with(place, severity), before * chance))
                };
                open = open.iter().flat_map(with).collect();
            }
            ways += open.len() as u64;
            open.into_iter().for_each(|(all, chance)| hits.add(all, chance));
        }
        // The first brawl of a kind shows how many branches there are, including the damage of its blows.
        if branches.exceeds_limit(ways.saturating_mul(sets)) { Err(branches.too_many_branches()) } else { Ok(()) }
    }
}

/// The distributions of severities, one for each blow, each computed once.
struct BlowSeverities<'a> {
    plain: PlainFight<'a>,
    numbers: Lookup<Blow, usize>,
    found: OddsTable<u8>,
    /// A buffer, reused for each blow.
    severities: OddsSums<u8>,
}

impl<'a> BlowSeverities<'a> {
    fn new(plain: PlainFight<'a>, width: usize) -> Self {
        Self { plain, numbers: Lookup::default(), found: OddsTable::new(width), severities: OddsSums::new(width) }
    }

    /// The distribution of severities for `blow`.
    fn get(&mut self, blow: Blow, branches: &mut Branches<'_>) -> Result<FoundOdds<'_, u8>> {
        let Self { plain, numbers, found, severities } = self;
        let number = match numbers.entry(blow) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                branches.run(severities, 1, |chance, recorder| plain.severity(blow, chance, recorder))?;
                *new.insert(found.store(severities))
            }
        };
        Ok(found.get(number))
    }
}
