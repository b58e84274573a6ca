//! Brawls in progress, advanced one roll at a time.

use super::brawl::{Brawl, BrawlSetup, Focus, Foe, lone_blows, meet, open_brawl, take_advantage_checks};
use crate::chance::Chance;
use crate::combat::condition::RollModifiers;
use crate::combat::event::Observer;
use crate::combat::resolve::{Opponents, PendingRoll, PendingRolls, Player, pick, spend_points};
use crate::combat::tables::Fight;
use crate::rules::MobRoll;

/// A brawl in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct OpenBrawl {
    setup: BrawlSetup,
    foes: Vec<Foe>,
    brawl: Option<Brawl>,
    /// The number of foes met so far; the number of all foes plus 1 once the lone fighter's own blows are known.
    met: usize,
    pending: PendingRolls,
}

impl OpenBrawl {
    /// A brawl that is about to begin, with at least one foe.
    pub(crate) fn new(setup: BrawlSetup, foes: Vec<Foe>) -> Self {
        Self { setup, foes, brawl: None, met: 0, pending: PendingRolls::default() }
    }

    /// Everyone in the brawl: the foes, then the lone fighter.
    pub(crate) fn members(&self) -> impl Iterator<Item = u16> + '_ {
        self.foes.iter().map(|foe| foe.who).chain([self.setup.lone])
    }

    /// The result of a finished brawl; `Err` with the brawl itself if rolls remain.
    pub(crate) fn into_pending(self: Box<Self>) -> Result<PendingRolls, Box<Self>> {
        let over = self.pending.is_over() && self.met > self.foes.len();
        if over { Ok(self.pending) } else { Err(self) }
    }

    /// Makes the next roll: the lone fighter's random choice of target, its own roll, a foe's roll, or one that follows
    /// from a hit or critical.
    pub(crate) fn advance(
        mut self: Box<Self>,
        fight: &Fight,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Box<Self> {
        if !self.pending.is_over() {
            self.pending.advance(fight, chance, observer);
        } else if self.setup.focus == Focus::Any {
            self.setup.focus = Focus::One(pick(fight, self.setup.lone, 0, &self.foes, chance).who);
        } else {
            self.advance_exchange(fight, chance, observer);
        }
        self
    }

    /// Makes the lone fighter's roll or the next foe's roll. After the last foe, adds the blows that the lone fighter
    /// landed to the pending rolls.
    fn advance_exchange(&mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) {
        let Some(brawl) = &mut self.brawl else {
            let mut brawl = open_brawl::<true>(fight, self.setup, chance, observer);
            self.pending.add(std::mem::take(&mut brawl.criticals));
            self.brawl = Some(brawl);
            return;
        };
        match self.foes.get(self.met) {
            Some(&foe) => {
                let blow = meet::<true>(fight, brawl, foe, self.setup.clock, chance, observer);
                self.pending.add(std::mem::take(&mut brawl.criticals));
                self.pending.add(blow.map(PendingRoll::Blow));
            }
            None => {
                let blows = lone_blows(fight, brawl, chance, observer);
                self.pending.add(blows.first().and_then(|blow| brawl.critical_on(blow.target, &self.foes)));
                self.pending.add(blows.into_iter().map(PendingRoll::Blow));
                self.pending.add(take_advantage_checks(fight, brawl));
            }
        }
        self.met += 1;
    }

    /// Whether the exchange has not begun and no random target needs to be picked first.
    pub(crate) fn rolls_next(&self) -> bool {
        self.brawl.is_none() && self.setup.focus != Focus::Any
    }

    /// Everyone in the brawl with their modifiers, the lone fighter first.
    pub(crate) fn players(&self) -> impl Iterator<Item = (u16, RollModifiers)> {
        [(self.setup.lone, self.setup.modifiers)]
            .into_iter()
            .chain(self.foes.iter().map(|foe| (foe.who, foe.modifiers)))
    }

    /// Rolls the whole exchange with `luck(i)` added to the dice of the i-th player (0: the lone fighter), and returns
    /// the rolls that follow.
    pub(crate) fn roll_with_luck(
        &self,
        luck: impl Fn(usize) -> i8,
        fight: &Fight,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> PendingRolls {
        let mut brawl = self.clone();
        brawl.setup.modifiers.luck = luck(0);
        for (place, foe) in (1..).zip(&mut brawl.foes) {
            foe.modifiers.luck = luck(place);
        }
        while brawl.met <= brawl.foes.len() {
            brawl.advance_exchange(fight, chance, observer);
        }
        brawl.pending
    }
}

/// Resolves a brawl in which fighters may spend Fudge points; foes who share one roll may not (M16).
pub(crate) fn brawl_with_points(
    fight: &Fight,
    brawl: &OpenBrawl,
    chance: &mut dyn Chance,
    mut observer: &mut dyn Observer,
) -> PendingRolls {
    let players = brawl.players().map(|(who, modifiers)| Player::in_exchange(who, modifiers));
    let table = Opponents::new(players, fight.rules.mob_roll != MobRoll::Each);
    let (table, mut dealt) = spend_points(fight, table, chance, observer, &|table, dealt| {
        brawl.roll_with_luck(|place| table.luck(place), fight, dealt, &mut ()).hits()
    });
    let mut pending = brawl.roll_with_luck(|place| table.luck(place), fight, &mut dealt, &mut observer);
    pending.affect(table.spent_points());
    pending
}
