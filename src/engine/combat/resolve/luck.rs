//! Fudge points that are spent on rolls (P1, P2, P4, P5).
//!
//! Players spend points after they have seen the rolls and their results. Only the phase that rolls can compute these
//! results, so it is called several times: with the dice as rolled, with the changes that points could make, and
//! finally with the points spent. In this way, each rule for hits is implemented only once.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Readiness, RollModifiers};
use crate::combat::event::{Detail, Event, Observer};
use crate::combat::hit::Affected;
use crate::combat::tables::Fight;
use crate::dice::Dice;
use crate::rules::Boon;
use crate::rules::fudge::{AUTOMATIC_RESULT, ExchangeResult, Occasion, Rows};

/// A source of chance that remembers its rolls: the same roll has the same result when it is requested again. It wraps
/// a trait object, so that code that uses it is compiled only once. Functions that use it take a `dyn` [`Observer`], for
/// the same reason.
pub(crate) struct RecordedRolls<'a> {
    chance: &'a mut dyn Chance,
    /// The rolls made so far.
    rolls: Vec<RecordedRoll>,
    /// Roster indexes of the fighters who have bought an automatic result, so that they do not roll (P4).
    automatic: Vec<u16>,
}

/// A roll that has been made, with its result.
struct RecordedRoll {
    ask: Ask,
    /// Lowest and highest result of the dice. It distinguishes rolls with the same `ask` that pick among different
    /// numbers of foes.
    range: [i32; 2],
    /// The result.
    shows: i32,
}

/// A fighter in an exchange or attack, who may spend Fudge points on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Player {
    who: u16,
    /// The rows of its spending policy that can apply.
    rows: Rows,
    /// Whether the fighter rolls at all.
    rolls: bool,
    /// Amount that Fudge points add to the fighter's dice.
    luck: i8,
    /// Number of Fudge points that the fighter has spent on these rolls.
    paid: u8,
}

impl Player {
    /// A fighter who has spent no points yet. `rows` are the rows of its policy that can apply. `rolls` is whether it
    /// rolls at all.
    pub(crate) fn new(who: u16, rows: Rows, rolls: bool) -> Self {
        Self { who, rows, rolls, luck: 0, paid: 0 }
    }

    /// A fighter in an exchange of blows. A helpless fighter does not roll.
    pub(crate) fn in_exchange(who: u16, modifiers: RollModifiers) -> Self {
        Self::new(who, modifiers.rows, modifiers.readiness != Readiness::Helpless)
    }
}

/// The fighters of an exchange or attack. The first one opposes all others.
pub(crate) struct Opponents {
    players: Vec<Player>,
    /// Whether all players but the first share one roll (M16). Fudge points cannot change such a roll.
    mob: bool,
}

/// A Fudge point that a player spends.
struct Purchase {
    /// Index of the player who spends it.
    place: usize,
    boon: Boon,
    /// The player whose dice it changes, by index, and the change. `None` if the buyer's own dice are rerolled.
    shift: Option<(usize, i8)>,
}

/// Attacker and target of each blow that hits.
type HitPairs = Vec<[u16; 2]>;

impl Chance for RecordedRolls<'_> {
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        if is_for_blows(ask.purpose) && self.automatic.contains(&ask.who) {
            return 0;
        }
        let range = [dice.pmf().lowest(), dice.pmf().highest()];
        if let Some(roll) = self.rolls.iter().find(|roll| roll.ask == ask && roll.range == range) {
            return roll.shows;
        }
        let shows = self.chance.roll(ask, dice);
        self.rolls.push(RecordedRoll { ask, range, shows });
        shows
    }
}

/// Whether Fudge points can change a roll with this purpose.
const fn is_for_blows(purpose: Purpose) -> bool {
    matches!(purpose, Purpose::Exchange | Purpose::Attack | Purpose::Avoid | Purpose::OtherAvoid)
}

impl<'a> RecordedRolls<'a> {
    fn new(chance: &'a mut dyn Chance) -> Self {
        Self { chance, rolls: Vec::new(), automatic: Vec::new() }
    }

    /// Index of the fighter's first roll that points can change; `None` if they can change no roll.
    fn roll_of(&self, who: u16) -> Option<usize> {
        let of = |roll: &RecordedRoll| roll.ask.who == who && is_for_blows(roll.ask.purpose);
        self.rolls.iter().position(|roll| of(roll) && roll.range[0] < roll.range[1])
    }

    /// Rolls the dice of the fighter `who` again. The new result replaces the old one (P5).
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
    /// The players of an exchange or attack. `mob` is whether all players but the first share one roll.
    pub(crate) fn new(players: impl IntoIterator<Item = Player>, mob: bool) -> Self {
        let mut players: Vec<Player> = players.into_iter().collect();
        players.iter_mut().skip(1).filter(|_| mob).for_each(|player| player.rows = Rows::NONE);
        Self { players, mob }
    }

    /// Amount that Fudge points add to the dice of the player with the index `place`.
    pub(crate) fn luck(&self, place: usize) -> i8 {
        self.players[place].luck
    }

    /// The amounts that Fudge points add to the dice of the first two players.
    pub(crate) fn luck_of_first_two(&self) -> [i8; 2] {
        [self.luck(0), self.luck(1)]
    }

    /// The Fudge points that players have spent, each as an effect on the fighter.
    pub(crate) fn spent_points(&self) -> impl Iterator<Item = Affected> {
        let spent = self.players.iter().filter(|player| player.paid > 0);
        spent.map(|player| Affected::points(player.who, player.paid))
    }

    /// The result of the exchange for the player with the index `place`: whether it hits and is hit.
    fn result_of(&self, place: usize, hits: &HitPairs) -> ExchangeResult {
        let who = self.players[place].who;
        ExchangeResult {
            hit: hits.iter().any(|[_, target]| *target == who),
            hits: hits.iter().any(|[by, _]| *by == who),
        }
    }

    /// The changes of a die that the player with the index `place` can buy: 1 more on its own dice, or 1 less on a
    /// foe's (P2). Each is given as the index of the player who rolled the die, and the change.
    fn shifts(&self, place: usize, recorded: &RecordedRolls<'_>) -> Vec<(usize, i8)> {
        let foes = if place > 0 { 0..1 } else { 1..self.players.len() };
        let foes = foes.filter(|foe| *foe == 0 || !self.mob).map(|foe| (foe, -1));
        let all = [(place, 1)].into_iter().chain(foes);
        all.filter(|(of, _)| recorded.roll_of(self.players[*of].who).is_some()).collect()
    }
}

/// Reports that the fighter `who` has spent `points` on `on`.
pub(crate) fn report_spent(who: u16, on: Boon, points: u8, observer: &mut impl Observer) {
    observer.note(Event::Spent { who, points });
    observer.detail(Detail::Spent { who, on, points });
}

/// Lets the players spend Fudge points on their rolls.
///
/// Each player spends on one boon at most: an automatic result before the roll, or a change after it. The players with
/// the worst result decide first, and all players with an equal result at the same time. Then the others decide, after
/// they have seen the new results.
///
/// `look` returns the pairs of attacker and target, computed with the points spent so far. Returns the players and the
/// dice in their final state; the phase uses them for its final call.
pub(crate) fn spend_points<'c>(
    fight: &Fight,
    mut table: Opponents,
    chance: &'c mut dyn Chance,
    mut observer: &mut dyn Observer,
    look: &dyn Fn(&Opponents, &mut RecordedRolls<'c>) -> HitPairs,
) -> (Opponents, RecordedRolls<'c>) {
    let mut recorded = RecordedRolls::new(chance);
    for player in &mut table.players {
        let kind = fight.roster.kind(player.who);
        if player.rolls && !kind.steady && kind.fighter.spend.decide(player.rows, Occasion::Due).is_some() {
            player.luck = AUTOMATIC_RESULT;
            player.paid = fight.rules.prices.automatic;
            recorded.automatic.push(player.who);
            report_spent(player.who, Boon::Automatic, player.paid, &mut observer);
        }
    }
    loop {
        let hits = look(&table, &mut recorded);
        let mut ranks = (0..=2).map(|rank| purchases(fight, rank, &mut table, &hits, &mut recorded, look));
        let Some(purchases) = ranks.find(|purchases| !purchases.is_empty()) else { return (table, recorded) };
        for Purchase { place, boon, shift } in purchases {
            let player = &mut table.players[place];
            player.paid = 1;
            let who = player.who;
            report_spent(who, boon, 1, &mut observer);
            match shift {
                Some((of, by)) => table.players[of].luck += by,
                None => recorded.reroll(who, &fight.roster.kind(who).dice),
            }
        }
    }
}

/// The points that players spend now, given the blows in `hits` so far. Only players whose result has the rank `rank`
/// decide (see [`ExchangeResult::rank`]).
fn purchases<'c>(
    fight: &Fight,
    rank: u8,
    table: &mut Opponents,
    hits: &HitPairs,
    recorded: &mut RecordedRolls<'c>,
    look: &dyn Fn(&Opponents, &mut RecordedRolls<'c>) -> HitPairs,
) -> Vec<Purchase> {
    let mut purchases = Vec::new();
    for place in 0..table.players.len() {
        let Player { who, rows, paid, .. } = table.players[place];
        let now = table.result_of(place, hits);
        if paid > 0 || rows.is_empty() || now.rank() != rank {
            continue;
        }
        let spending = &fight.roster.kind(who).fighter.spend;
        let shifts =
            if spending.uses_any(|boon| boon == Boon::Shift) { table.shifts(place, recorded) } else { Vec::new() };
        let mut then = |&(of, by): &(usize, i8)| {
            table.players[of].luck += by;
            let hits = look(table, recorded);
            table.players[of].luck -= by;
            table.result_of(place, &hits)
        };
        let shifted: Vec<ExchangeResult> = shifts.iter().map(&mut then).collect();
        let rerolls = recorded.roll_of(who).is_some();
        match spending.decide(rows, Occasion::Rolled { now, shifted: &shifted, rerolls }) {
            Some(bought) if bought.boon == Boon::Shift => {
                purchases.push(Purchase { place, boon: bought.boon, shift: Some(shifts[bought.shift]) });
            }
            Some(bought) => purchases.push(Purchase { place, boon: bought.boon, shift: None }),
            None => {}
        }
    }
    purchases
}
