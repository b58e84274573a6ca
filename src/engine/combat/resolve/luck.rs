//! Fudge points spent on rolls (P1, P2, P4, P5).
//!
//! Whoever spends a point first looks at what the rolls come to. The phase that rolls says so itself: it is asked who hits whom
//! with the dice as they lie, and again with other luck, before it rolls for good. So every rule of who hits whom is written once.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Readiness, RollModifiers};
use crate::combat::event::{Detail, Event, Observer};
use crate::combat::hit::Affected;
use crate::combat::tables::Fight;
use crate::dice::Dice;
use crate::rules::Boon;
use crate::rules::fudge::{AUTOMATIC, Occasion, Rows, Standing};

/// Dice as they lie: a roll that has been made shows the same when it is asked for again. The source has no type here, so that what
/// looks at the dice is compiled once.
pub(crate) struct Dealt<'a> {
    chance: &'a mut dyn Chance,
    rolls: Vec<Lying>,
    /// Those who do not roll, but have an automatic result (P4).
    automatic: Vec<u16>,
}

/// A roll that has been made.
struct Lying {
    ask: Ask,
    /// The least and the most that the dice can show: one may pick among several numbers of foes.
    range: [i32; 2],
    shows: i32,
}

/// One whose dice count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Player {
    who: u16,
    rows: Rows,
    /// Whether the fighter rolls at all.
    rolls: bool,
    /// What Fudge points add to the dice.
    luck: i8,
    /// The points spent on these rolls.
    paid: u8,
}

impl Player {
    /// One who may spend points by these rows of a policy.
    pub(crate) fn new(who: u16, rows: Rows, rolls: bool) -> Self {
        Self { who, rows, rolls, luck: 0, paid: 0 }
    }

    /// One who meets others in an exchange. Who cannot defend does not roll.
    pub(crate) fn in_exchange(who: u16, modifiers: RollModifiers) -> Self {
        Self::new(who, modifiers.rows, modifiers.readiness != Readiness::Helpless)
    }
}

/// All whose dice count together: the first of them against all others.
pub(crate) struct Opponents {
    players: Vec<Player>,
    /// Whether the others share one roll (M16): no point of theirs, nor one against them, changes it.
    mob: bool,
}

/// A Fudge point spent by one of a table.
struct Buy {
    place: usize,
    boon: Boon,
    /// Whose dice change, and by how much; none where the own are rolled again.
    shift: Option<(usize, i8)>,
}

/// Who hits whom: attacker and target of each blow.
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

/// Whether Fudge points may change such a roll.
const fn is_for_blows(purpose: Purpose) -> bool {
    matches!(purpose, Purpose::Exchange | Purpose::Attack | Purpose::Avoid | Purpose::OtherAvoid)
}

impl<'a> Dealt<'a> {
    fn new(chance: &'a mut dyn Chance) -> Self {
        Self { chance, rolls: Vec::new(), automatic: Vec::new() }
    }

    /// A fighter's first roll, unless it always shows the same.
    fn roll_of(&self, who: u16) -> Option<usize> {
        let of = |lying: &Lying| lying.ask.who == who && is_for_blows(lying.ask.purpose);
        self.rolls.iter().position(|lying| of(lying) && lying.range[0] < lying.range[1])
    }

    /// A fighter's dice are rolled again, and the new result stands (P5).
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
    /// `mob`: whether the others share one roll.
    pub(crate) fn new(players: impl IntoIterator<Item = Player>, mob: bool) -> Self {
        let mut players: Vec<Player> = players.into_iter().collect();
        players.iter_mut().skip(1).filter(|_| mob).for_each(|player| player.rows = Rows::NONE);
        Self { players, mob }
    }

    /// What Fudge points add to the dice of the one at a place.
    pub(crate) fn luck(&self, place: usize) -> i8 {
        self.players[place].luck
    }

    /// What Fudge points add to the dice of two.
    pub(crate) fn both(&self) -> [i8; 2] {
        [self.luck(0), self.luck(1)]
    }

    /// The points spent.
    pub(crate) fn spent(&self) -> impl Iterator<Item = Affected> {
        let spent = self.players.iter().filter(|player| player.paid > 0);
        spent.map(|player| Affected::points(player.who, player.paid))
    }

    fn standing(&self, place: usize, hits: &HitPairs) -> Standing {
        let who = self.players[place].who;
        Standing { hit: hits.iter().any(|[_, target]| *target == who), hits: hits.iter().any(|[by, _]| *by == who) }
    }

    /// The changes of a die by one that one of the table may buy: of one's own dice upward, of a foe's downward (P2).
    fn shifts(&self, place: usize, dealt: &Dealt<'_>) -> Vec<(usize, i8)> {
        let foes = if place > 0 { 0..1 } else { 1..self.players.len() };
        let foes = foes.filter(|foe| *foe == 0 || !self.mob).map(|foe| (foe, -1));
        let all = [(place, 1)].into_iter().chain(foes);
        all.filter(|(of, _)| dealt.roll_of(self.players[*of].who).is_some()).collect()
    }
}

/// Reports that points are spent.
pub(crate) fn report_spent(who: u16, on: Boon, points: u8, observer: &mut impl Observer) {
    observer.note(Event::Spent { who, points });
    observer.detail(Detail::Spent { who, on, points });
}

/// Those at a table spend Fudge points on their rolls, each on one thing at most: before the dice are rolled, or by what
/// they show. Who stands worst decides first, those who stand alike at once; the others see what has become of it.
///
/// `look` says who hits whom with what points add so far. Gives back what they add in the end, and the dice, with which the phase
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

/// What those buy at a table who stand so well by the dice as they lie.
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
