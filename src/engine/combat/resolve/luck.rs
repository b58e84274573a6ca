//! Fudge points spent on rolls (P1, P2, P4, P5).
//!
//! Players spend points after seeing the rolls and their results. The phase that rolls computes these results itself:
//! it is called to find who hits whom with the dice as rolled, again with other luck, and once more for good. So each
//! rule of who hits whom is implemented only once.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Readiness, RollModifiers};
use crate::combat::event::{Detail, Event, Observer};
use crate::combat::hit::Affected;
use crate::combat::tables::Fight;
use crate::dice::Dice;
use crate::rules::Boon;
use crate::rules::fudge::{AUTOMATIC, Occasion, Rows, Standing};

/// Dice on the table: a roll that has been made shows the same result when requested again. The source of chance is a
/// trait object, so that code that looks at the dice is compiled once.
pub(crate) struct Dealt<'a> {
    chance: &'a mut dyn Chance,
    rolls: Vec<Lying>,
    /// Roster indices of the fighters with an automatic result instead of a roll (P4).
    automatic: Vec<u16>,
}

/// A roll that has been made.
struct Lying {
    ask: Ask,
    /// The lowest and the highest result of the dice. It distinguishes rolls that pick among different numbers of
    /// foes.
    range: [i32; 2],
    shows: i32,
}

/// A fighter whose dice count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Player {
    who: u16,
    rows: Rows,
    rolls: bool,
    /// Added to the dice by Fudge points.
    luck: i8,
    /// Fudge points spent on these rolls.
    paid: u8,
}

impl Player {
    /// A fighter who may spend points according to `rows` of its policy. `rolls` is whether it rolls at all.
    pub(crate) fn new(who: u16, rows: Rows, rolls: bool) -> Self {
        Self { who, rows, rolls, luck: 0, paid: 0 }
    }

    /// A fighter in an exchange. A helpless one does not roll.
    pub(crate) fn in_exchange(who: u16, modifiers: RollModifiers) -> Self {
        Self::new(who, modifiers.rows, modifiers.readiness != Readiness::Helpless)
    }
}

/// All players whose dice count together. The first one opposes all others.
pub(crate) struct Opponents {
    players: Vec<Player>,
    /// Whether the others share one roll (M16), which Fudge points cannot change.
    mob: bool,
}

/// A Fudge point spent by one of the players.
struct Buy {
    place: usize,
    boon: Boon,
    /// The index of the player whose dice change, and the change; `None` for a reroll of the buyer's dice.
    shift: Option<(usize, i8)>,
}

/// Attacker and target of each blow.
type HitPairs = Vec<[u16; 2]>;

impl Chance for Dealt<'_> {
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        if is_for_blows(ask.purpose) && self.automatic.contains(&ask.who) {
            return 0;
        }
        let range = [dice.pmf().lowest(), dice.pmf().highest()];
        if let Some(lying) = self.rolls.iter().find(|lying| lying.ask == ask && lying.range == range) {
            return lying.shows;
        }
        let shows = self.chance.roll(ask, dice);
        self.rolls.push(Lying { ask, range, shows });
        shows
    }
}

/// Whether Fudge points can change a roll for this purpose.
const fn is_for_blows(purpose: Purpose) -> bool {
    matches!(purpose, Purpose::Exchange | Purpose::Attack | Purpose::Avoid | Purpose::OtherAvoid)
}

impl<'a> Dealt<'a> {
    fn new(chance: &'a mut dyn Chance) -> Self {
        Self { chance, rolls: Vec::new(), automatic: Vec::new() }
    }

    /// Index of the fighter's first roll that can vary.
    fn roll_of(&self, who: u16) -> Option<usize> {
        let of = |lying: &Lying| lying.ask.who == who && is_for_blows(lying.ask.purpose);
        self.rolls.iter().position(|lying| of(lying) && lying.range[0] < lying.range[1])
    }

    /// Rolls a fighter's dice again; the new result counts (P5).
    fn reroll(&mut self, who: u16, dice: &Dice) {
        let Some(place) = self.roll_of(who) else { return };
        let ask = self.rolls[place].ask;
        let purpose = match ask.purpose {
            Purpose::Avoid | Purpose::OtherAvoid => Purpose::AvoidAgain,
            _ => Purpose::StrikeAgain,
        };
        self.rolls[place].shows = self.chance.roll(Ask { purpose, ..ask }, dice);
    }
}

impl Opponents {
    /// `mob` is whether all players but the first share one roll.
    pub(crate) fn new(players: impl IntoIterator<Item = Player>, mob: bool) -> Self {
        let mut players: Vec<Player> = players.into_iter().collect();
        players.iter_mut().skip(1).filter(|_| mob).for_each(|player| player.rows = Rows::NONE);
        Self { players, mob }
    }

    pub(crate) fn luck(&self, place: usize) -> i8 {
        self.players[place].luck
    }

    /// The luck of the two players of an exchange.
    pub(crate) fn both(&self) -> [i8; 2] {
        [self.luck(0), self.luck(1)]
    }

    /// The points spent by each player, as effects.
    pub(crate) fn spent(&self) -> impl Iterator<Item = Affected> {
        let spent = self.players.iter().filter(|player| player.paid > 0);
        spent.map(|player| Affected::points(player.who, player.paid))
    }

    fn standing(&self, place: usize, hits: &HitPairs) -> Standing {
        let who = self.players[place].who;
        Standing { hit: hits.iter().any(|[_, target]| *target == who), hits: hits.iter().any(|[by, _]| *by == who) }
    }

    /// The changes of one die that a player may buy, as the index of the player who rolled it and the change: its own
    /// dice upward, a foe's downward (P2).
    fn shifts(&self, place: usize, dealt: &Dealt<'_>) -> Vec<(usize, i8)> {
        let foes = if place > 0 { 0..1 } else { 1..self.players.len() };
        let foes = foes.filter(|foe| *foe == 0 || !self.mob).map(|foe| (foe, -1));
        let all = [(place, 1)].into_iter().chain(foes);
        all.filter(|(of, _)| dealt.roll_of(self.players[*of].who).is_some()).collect()
    }
}

pub(crate) fn report_spent(who: u16, on: Boon, points: u8, observer: &mut impl Observer) {
    observer.note(Event::Spent { who, points });
    observer.detail(Detail::Spent { who, on, points });
}

/// Lets the players spend Fudge points on their rolls, each on one thing at most: before the roll, or according to the
/// dice. Those who are worst off decide first, those equally badly off at the same time; then the others see the new
/// results.
///
/// `look` returns who hits whom with the points spent so far. Returns the final players and dice, with which the phase
/// rolls for good.
pub(crate) fn press_luck<'c>(
    fight: &Fight,
    mut table: Opponents,
    chance: &'c mut dyn Chance,
    observer: &mut impl Observer,
    look: &dyn Fn(&Opponents, &mut Dealt<'c>) -> HitPairs,
) -> (Opponents, Dealt<'c>) {
    let mut dealt = Dealt::new(chance);
    for player in &mut table.players {
        let kind = fight.kind(player.who);
        if player.rolls && !kind.steady && kind.fighter.spend.decide(player.rows, Occasion::Due).is_some() {
            player.luck = AUTOMATIC;
            player.paid = fight.rules.prices.automatic;
            dealt.automatic.push(player.who);
            report_spent(player.who, Boon::Automatic, player.paid, observer);
        }
    }
    loop {
        let hits = look(&table, &mut dealt);
        let mut ranks = (0..=2).map(|rank| buys(fight, rank, &mut table, &hits, &mut dealt, look));
        let Some(buys) = ranks.find(|buys| !buys.is_empty()) else { return (table, dealt) };
        for Buy { place, boon, shift } in buys {
            let player = &mut table.players[place];
            player.paid = 1;
            let who = player.who;
            report_spent(who, boon, 1, observer);
            match shift {
                Some((of, by)) => table.players[of].luck += by,
                None => dealt.reroll(who, &fight.kind(who).dice),
            }
        }
    }
}

/// The points that players of `rank` (see [`Standing::rank`]) buy with the dice as they are.
fn buys<'c>(
    fight: &Fight,
    rank: u8,
    table: &mut Opponents,
    hits: &HitPairs,
    dealt: &mut Dealt<'c>,
    look: &dyn Fn(&Opponents, &mut Dealt<'c>) -> HitPairs,
) -> Vec<Buy> {
    let mut buys = Vec::new();
    for place in 0..table.players.len() {
        let Player { who, rows, paid, .. } = table.players[place];
        let now = table.standing(place, hits);
        if paid > 0 || rows.is_empty() || now.rank() != rank {
            continue;
        }
        let spending = &fight.kind(who).fighter.spend;
        let shifts = if spending.any(|boon| boon == Boon::Shift) { table.shifts(place, dealt) } else { Vec::new() };
        let mut then = |&(of, by): &(usize, i8)| {
            table.players[of].luck += by;
            let hits = look(table, dealt);
            table.players[of].luck -= by;
            table.standing(place, &hits)
        };
        let shifted: Vec<Standing> = shifts.iter().map(&mut then).collect();
        let rerolls = dealt.roll_of(who).is_some();
        match spending.decide(rows, Occasion::Rolled { now, shifted: &shifted, rerolls }) {
            Some(bought) if bought.boon == Boon::Shift => {
                buys.push(Buy { place, boon: bought.boon, shift: Some(shifts[bought.shift]) });
            }
            Some(bought) => buys.push(Buy { place, boon: bought.boon, shift: None }),
            None => {}
        }
    }
    buys
}
