//! Fudge points spent on rolls (P1, P2, P4, P5).
//!
//! What the rolls of a step come to is found by the step itself: it is looked at with the dice as they lie, and again with
//! other luck, before it is played and told. So every rule of who hits whom is written once.

use super::brawl::Scene;
use super::cast::Cast;
use super::compile::{Fight, Pairing};
use super::due::{Affected, PendingRoll, PendingRolls};
use super::event::{Detail, Event, Observer};
use super::facing::Act;
use super::state::{Roster, State};
use super::status::{Readiness, RollModifiers};
use super::turns::Attack;
use crate::chance::{Ask, Chance, Purpose};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::rules::fudge::{AUTOMATIC, Occasion, Rows, Standing};
use crate::rules::{Boon, Choice, MobRoll, Pacing, Rules};

/// The dice of a step as they lie: a roll that has been made shows the same when it is asked for again.
struct Dealt<'a, C> {
    chance: &'a mut C,
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

/// One whose dice count in a step.
#[derive(Debug, Clone, Copy)]
struct Player {
    who: u16,
    rows: Rows,
    /// Whether the fighter rolls at all.
    rolls: bool,
    /// What Fudge points add to the dice.
    luck: i8,
    /// The points spent in this step.
    paid: u8,
}

/// All whose dice count in a step: the first of them against all others.
struct Table {
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
type Hits = Vec<[u16; 2]>;

impl<C: Chance> Chance for Dealt<'_, C> {
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

impl<'a, C: Chance> Dealt<'a, C> {
    fn new(chance: &'a mut C) -> Self {
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

impl Table {
    fn new(players: impl IntoIterator<Item = (u16, Rows, bool)>, mob: bool) -> Self {
        let player = |(who, rows, rolls)| Player { who, rows, rolls, luck: 0, paid: 0 };
        let mut players: Vec<Player> = players.into_iter().map(player).collect();
        players.iter_mut().skip(1).filter(|_| mob).for_each(|player| player.rows = Rows::NONE);
        Self { players, mob }
    }

    fn luck(&self, place: usize) -> i8 {
        self.players[place].luck
    }

    /// What Fudge points add to the dice of two.
    fn both(&self) -> [i8; 2] {
        [self.luck(0), self.luck(1)]
    }

    /// The points spent.
    fn spent(&self) -> impl Iterator<Item = Affected> {
        let spent = self.players.iter().filter(|player| player.paid > 0);
        spent.map(|player| Affected::points(player.who, player.paid))
    }

    fn standing(&self, place: usize, hits: &Hits) -> Standing {
        let who = self.players[place].who;
        Standing { hit: hits.iter().any(|[_, target]| *target == who), hits: hits.iter().any(|[by, _]| *by == who) }
    }

    /// The changes of a die by one that one of the table may buy: of one's own dice upward, of a foe's downward (P2).
    fn shifts<C: Chance>(&self, place: usize, dealt: &Dealt<'_, C>) -> Vec<(usize, i8)> {
        let foes = if place > 0 { 0..1 } else { 1..self.players.len() };
        let foes = foes.filter(|foe| *foe == 0 || !self.mob).map(|foe| (foe, -1));
        let all = [(place, 1)].into_iter().chain(foes);
        all.filter(|(of, _)| dealt.roll_of(self.players[*of].who).is_some()).collect()
    }
}

impl Fight {
    /// Those at a table spend Fudge points on their rolls, each on one thing at most: before the dice are rolled, or by what
    /// they show. Who stands worst decides first, those who stand alike at once; the others see what has become of it.
    fn press_luck<C: Chance>(
        &self,
        table: &mut Table,
        dealt: &mut Dealt<'_, C>,
        observer: &mut impl Observer,
        look: impl Fn(&Table, &mut Dealt<'_, C>) -> Hits,
    ) {
        for player in &mut table.players {
            let kind = self.kind(player.who);
            if player.rolls && !kind.steady && kind.spending.decide(player.rows, Occasion::Due).is_some() {
                player.luck = AUTOMATIC;
                player.paid = self.rules.prices.automatic;
                dealt.automatic.push(player.who);
                tell_spent(player.who, Boon::Automatic, player.paid, observer);
            }
        }
        loop {
            let hits = look(table, dealt);
            let mut ranks = (0..=2).map(|rank| self.buys(rank, table, &hits, dealt, &look));
            let Some(buys) = ranks.find(|buys| !buys.is_empty()) else { return };
            for Buy { place, boon, shift } in buys {
                let player = &mut table.players[place];
                player.paid = 1;
                let who = player.who;
                tell_spent(who, boon, 1, observer);
                match shift {
                    Some((of, by)) => table.players[of].luck += by,
                    None => dealt.reroll(who, &self.kind(who).dice),
                }
            }
        }
    }

    /// What those buy at a table who stand so well by the dice as they lie.
    fn buys<C: Chance>(
        &self,
        rank: u8,
        table: &mut Table,
        hits: &Hits,
        dealt: &mut Dealt<'_, C>,
        look: &impl Fn(&Table, &mut Dealt<'_, C>) -> Hits,
    ) -> Vec<Buy> {
        let mut buys = Vec::new();
        for place in 0..table.players.len() {
            let Player { who, rows, paid, .. } = table.players[place];
            let now = table.standing(place, hits);
            if paid > 0 || rows.is_empty() || now.rank() != rank {
                continue;
            }
            let spending = &self.kind(who).spending;
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

    /// Two exchange blows, and may spend Fudge points on it.
    pub(super) fn lucky_clash(
        &self,
        clock: u16,
        modifiers: [RollModifiers; 2],
        pairing: &Pairing,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> PendingRolls {
        let with = |luck: [i8; 2]| [0, 1].map(|own| RollModifiers { luck: luck[own], ..modifiers[own] });
        let mut table = Table::new([0, 1].map(|own| player(pairing.fighters[own], modifiers[own])), false);
        let mut dealt = Dealt::new(chance);
        self.press_luck(&mut table, &mut dealt, observer, |table, dealt| {
            self.clash(clock, with(table.both()), pairing, dealt, &mut ()).hits()
        });
        let mut due = self.clash(clock, with(table.both()), pairing, &mut dealt, observer);
        due.befall(table.spent());
        due
    }

    /// One against several, who may all spend Fudge points on it; not those who share one roll (M16).
    pub(super) fn lucky_brawl(
        &self,
        scene: &Scene,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> PendingRolls {
        let players = scene.players().map(|(who, modifiers)| player(who, modifiers));
        let mut table = Table::new(players, self.mob_roll != MobRoll::Each);
        let mut dealt = Dealt::new(chance);
        self.press_luck(&mut table, &mut dealt, observer, |table, dealt| {
            scene.with_luck(|place| table.luck(place), self, dealt, &mut ()).hits()
        });
        let mut due = scene.with_luck(|place| table.luck(place), self, &mut dealt, observer);
        due.befall(table.spent());
        due
    }

    /// One attacks another in a turn, and both may spend Fudge points on it.
    pub(super) fn lucky_attack(
        &self,
        attack: Attack,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> PendingRolls {
        let players = attack.players().map(|(who, modifiers, rolls)| (who, modifiers.rows, rolls));
        let mut table = Table::new(players, false);
        let mut dealt = Dealt::new(chance);
        self.press_luck(&mut table, &mut dealt, observer, |table, dealt| {
            self.meet_attack(attack.with_luck(table.both()), dealt, &mut ()).hits()
        });
        let mut due = self.meet_attack(attack.with_luck(table.both()), &mut dealt, observer);
        due.befall(table.spent());
        due
    }

    /// A player character acts alone, and both may spend Fudge points on it.
    pub(super) fn lucky_risk(&self, act: Act, chance: &mut impl Chance, observer: &mut impl Observer) -> PendingRolls {
        let mut table = Table::new(act.players(), false);
        let mut dealt = Dealt::new(chance);
        self.press_luck(&mut table, &mut dealt, observer, |table, dealt| {
            let blow = self.risk(act.with_luck(table.both()), dealt, &mut ());
            blow.map(|blow| [blow.by, blow.target]).into_iter().collect()
        });
        let blow = self.risk(act.with_luck(table.both()), &mut dealt, observer);
        let mut due = PendingRolls::default();
        due.add(blow.map(PendingRoll::Blow));
        due.befall(table.spent());
        due
    }

    /// One roll decides the fight, or a Fudge point instead, or one changes the roll (P1).
    pub(super) fn lucky_story(
        &self,
        act: Act,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Vec<(u16, u8)> {
        let [(by, rows, _), (target, ..)] = act.players();
        let [level, difficulty] = [[by, target], [target, by]].map(|[own, foe]| self.matchup(own, foe).skill);
        let price = self.rules.success_limit.price(level, difficulty);
        let bought = self.kind(by).spending.decide(rows, Occasion::Element { price, left: act.left() });
        if let (Some(_), Some(price)) = (bought, price) {
            tell_spent(by, Boon::Success, price, observer);
            return self.settle(act.bought(), chance, observer);
        }
        let mut table = Table::new(act.players(), false);
        let mut dealt = Dealt::new(chance);
        self.press_luck(&mut table, &mut dealt, observer, |table, dealt| {
            let out = self.settle(act.with_luck(table.both()), dealt, &mut ());
            let lost = out.iter().any(|(who, _)| self.side(*who) == self.side(by));
            vec![if lost { [target, by] } else { [by, target] }]
        });
        self.settle(act.with_luck(table.both()), &mut dealt, observer)
    }

    /// The rows of a fighter's spending policy that it may go by now, on things of one sort.
    pub(super) fn rows<R: Roster>(&self, state: &State<R>, who: u16, sort: fn(Boon) -> bool) -> Rows {
        let kind = self.kind(who);
        if kind.pool == 0 || !kind.spending.any(sort) {
            return Rows::NONE;
        }
        let price = |boon| self.rules.prices.of(boon, self.rules.lighter_wound);
        kind.spending.open(&self.view(state, who), self.points_left(state, who), sort, price)
    }

    /// The Fudge points that a fighter has left.
    pub(super) fn points_left<R: Roster>(&self, state: &State<R>, who: u16) -> u8 {
        self.kind(who).pool.saturating_sub(state.fighters.bodies()[usize::from(who)].status.points)
    }
}

/// One who meets others in an exchange. Who cannot defend does not roll.
fn player(who: u16, modifiers: RollModifiers) -> (u16, Rows, bool) {
    (who, modifiers.rows, modifiers.readiness != Readiness::Helpless)
}

/// Says that points are spent.
pub(super) fn tell_spent(who: u16, on: Boon, points: u8, observer: &mut impl Observer) {
    observer.note(Event::Spent { who, points });
    observer.detail(Detail::Spent { who, on, points });
}

/// Points go only on what there is in such a fight.
///
/// # Errors
/// A policy with a row that could never come to anything.
pub(super) fn check(cast: &Cast, rules: &Rules) -> Result<()> {
    let story = rules.pacing == Pacing::Story;
    for fighter in &cast.fighters {
        let vain = |boon: &Boon| if *boon == Boon::Success { !story } else { story && boon.is_for_wounds() };
        let Some(boon) = fighter.spend.0.iter().map(|spend| spend.on).find(vain) else { continue };
        let (why, help) = match story {
            true => ("one roll decides this fight, without wounds", "spend it on that roll, or set another `pacing`"),
            false => ("no single roll decides this fight", "spend it on rolls or wounds, or set `pacing = \"story\"`"),
        };
        let what = format!("{} spends Fudge points on `{}`, but {why}", fighter.name, boon.word());
        return Err(Error::input(what).with_help(help));
    }
    Ok(())
}
