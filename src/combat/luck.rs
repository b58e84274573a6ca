//! Fudge points spent on rolls (P1, P2, P4, P5).
//!
//! What a step's rolls come to is found by the step itself: it is looked at with the dice as they lie, and again with other
//! luck, before it is played and told. So every rule of who hits whom is written once.

use super::cast::Cast;
use super::compile::{Fight, Pairing};
use super::due::{Due, Mishap};
use super::event::{Detail, Event, Observer};
use super::plight::Bearing;
use super::state::{Roster, State};
use crate::chance::{Ask, Chance, Purpose};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::rules::fudge::{AUTOMATIC, Bought, Occasion, Rows, Standing};
use crate::rules::{Boon, Pacing, Rules};

/// The dice of a step as they lie. A roll that has been made shows the same when it is asked for again.
pub(super) struct Dealt<'a, C> {
    chance: &'a mut C,
    rolls: Vec<(Ask, [i32; 2], i32)>,
    /// Those who do not roll, but have an automatic result (P4).
    automatic: Vec<u16>,
}

/// One whose dice count in a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Player {
    who: u16,
    rows: Rows,
    /// What Fudge points add to the dice.
    luck: i8,
    /// The points spent in this step.
    paid: u8,
}

/// All whose dice count in a step: the first of them against all others.
pub(super) struct Table {
    players: Vec<Player>,
    /// Whether the dice of the others can be changed one by one: those of a mob cannot (M16).
    apart: bool,
}

/// Who hits whom: attacker and target of each blow.
pub(super) type Hits = Vec<[u16; 2]>;

impl<C: Chance> Chance for Dealt<'_, C> {
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        if is_for_blows(ask.purpose) && self.automatic.contains(&ask.who) {
            return 0;
        }
        let range = [dice.pmf().lowest(), dice.pmf().highest()];
        if let Some((.., roll)) = self.rolls.iter().find(|(known, of, _)| *known == ask && *of == range) {
            return *roll;
        }
        let roll = self.chance.roll(ask, dice);
        self.rolls.push((ask, range, roll));
        roll
    }
}

/// Whether a roll is one that Fudge points may change.
const fn is_for_blows(purpose: Purpose) -> bool {
    matches!(purpose, Purpose::Exchange | Purpose::Attack | Purpose::Avoid | Purpose::OtherAvoid)
}

impl<'a, C: Chance> Dealt<'a, C> {
    pub(super) fn new(chance: &'a mut C) -> Self {
        Self { chance, rolls: Vec::new(), automatic: Vec::new() }
    }

    /// The place of a fighter's first roll, unless it always shows the same.
    fn place(&self, who: u16) -> Option<usize> {
        let is_roll = |(ask, [low, high], _): &(Ask, [i32; 2], i32)| {
            ask.who == who && is_for_blows(ask.purpose) && low < high
        };
        self.rolls.iter().position(is_roll)
    }

    /// A fighter's dice are rolled again, and the new result stands (P5).
    fn reroll(&mut self, who: u16, dice: &Dice) {
        let Some(place) = self.place(who) else { return };
        let (ask, ..) = self.rolls[place];
        let purpose = match ask.purpose {
            Purpose::Avoid | Purpose::OtherAvoid => Purpose::AvoidAgain,
            _ => Purpose::StrikeAgain,
        };
        self.rolls[place].2 = self.chance.roll(Ask { purpose, ..ask }, dice);
    }
}

impl Table {
    /// One against several, with the rows of each.
    pub(super) fn new(players: impl IntoIterator<Item = (u16, Rows)>, apart: bool) -> Self {
        let player = |(who, rows)| Player { who, rows, luck: 0, paid: 0 };
        Self { players: players.into_iter().map(player).collect(), apart }
    }

    /// What Fudge points add to the dice of one of those at the table.
    pub(super) fn luck(&self, place: usize) -> i8 {
        self.players[place].luck
    }

    /// What has been spent.
    pub(super) fn mishaps(&self) -> impl Iterator<Item = Mishap> {
        let spent = self.players.iter().filter(|player| player.paid > 0);
        spent.map(|player| Mishap::points(player.who, player.paid))
    }

    fn standing(&self, place: usize, hits: &Hits) -> Standing {
        let who = self.players[place].who;
        Standing { hit: hits.iter().any(|[_, of]| *of == who), hits: hits.iter().any(|[by, _]| *by == who) }
    }

    /// The changes of a die by one that one of the table may buy: one's own up, a foe's down.
    fn shifts<C: Chance>(&self, place: usize, dealt: &Dealt<'_, C>) -> Vec<(usize, i8)> {
        let foes = if place == 0 { 1..self.players.len() } else { 0..1 };
        let foes = foes.filter(|_| self.apart || place > 0).map(|foe| (foe, -1));
        let all = [(place, 1)].into_iter().chain(foes);
        all.filter(|(of, _)| dealt.place(self.players[*of].who).is_some()).collect()
    }
}

impl Fight {
    /// Those at a table spend Fudge points on their rolls, each once at most: before the dice are rolled, then by what they
    /// show. Who stands worse decides first, those who stand alike at once; then the others see what has become of it.
    pub(super) fn press_luck<C: Chance>(
        &self,
        table: &mut Table,
        dealt: &mut Dealt<'_, C>,
        observer: &mut impl Observer,
        look: impl Fn(&Table, &mut Dealt<'_, C>) -> Hits,
    ) {
        for player in &mut table.players {
            let kind = self.kind(player.who);
            if !kind.steady && kind.spending.decide(player.rows, Occasion::Due).is_some() {
                player.luck = AUTOMATIC;
                player.paid = self.rules.prices.automatic;
                dealt.automatic.push(player.who);
                tell_spent(player.who, Boon::Automatic, player.paid, observer);
            }
        }
        loop {
            let hits = look(table, dealt);
            let Some(bought) = self.luck_of_the_worst(table, &hits, dealt, &look) else { return };
            for (place, bought, shift) in bought {
                let player = &mut table.players[place];
                player.paid = 1;
                tell_spent(player.who, bought.boon, 1, observer);
                match shift {
                    Some((of, by)) => table.players[of].luck += by,
                    None => dealt.reroll(player.who, &self.kind(player.who).dice),
                }
            }
        }
    }

    /// What those buy who stand worst of those that buy anything; none where nobody does.
    #[allow(clippy::type_complexity)]
    fn luck_of_the_worst<C: Chance>(
        &self,
        table: &mut Table,
        hits: &Hits,
        dealt: &mut Dealt<'_, C>,
        look: &impl Fn(&Table, &mut Dealt<'_, C>) -> Hits,
    ) -> Option<Vec<(usize, Bought, Option<(usize, i8)>)>> {
        for rank in 0..=2 {
            let mut all = Vec::new();
            for place in 0..table.players.len() {
                let Player { who, rows, paid, .. } = table.players[place];
                let now = table.standing(place, hits);
                if paid > 0 || rows.is_empty() || now.rank() != rank {
                    continue;
                }
                let spending = &self.kind(who).spending;
                let shifts = if spending.any(|boon| boon == Boon::Shift) { table.shifts(place, dealt) } else { vec![] };
                let shifted: Vec<Standing> = shifts.iter().map(|&(of, by)| {
                    table.players[of].luck += by;
                    let hits = look(table, dealt);
                    table.players[of].luck -= by;
                    table.standing(place, &hits)
                }).collect();
                let bought = spending.decide(rows, Occasion::Rolled { now, shifted: &shifted });
                match bought {
                    Some(bought) if bought.boon == Boon::Shift => all.push((place, bought, Some(shifts[bought.shift]))),
                    Some(bought) if dealt.place(who).is_some() => all.push((place, bought, None)),
                    _ => {}
                }
            }
            if !all.is_empty() {
                return Some(all);
            }
        }
        None
    }

    /// Two exchange blows, and may spend Fudge points on it.
    pub(super) fn lucky_clash(
        &self,
        clock: u16,
        bearings: [Bearing; 2],
        pairing: &Pairing,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Due {
        let with = |table: &Table| [0, 1].map(|own| Bearing { luck: table.luck(own), ..bearings[own] });
        let mut table = Table::new([0, 1].map(|own| (pairing.fighters[own], bearings[own].rows)), true);
        let dealt = &mut Dealt::new(chance);
        self.press_luck(&mut table, dealt, observer, |table, dealt| {
            self.clash(clock, with(table), pairing, dealt, &mut ()).hits()
        });
        let mut due = self.clash(clock, with(&table), pairing, dealt, observer);
        due.befall(table.mishaps());
        due
    }

    /// The rows of a fighter's spending policy that it may go by now, on things of one sort.
    pub(super) fn rows<R: Roster>(&self, state: &State<R>, who: u16, sort: fn(Boon) -> bool) -> Rows {
        let kind = self.kind(who);
        if kind.pool == 0 || !kind.spending.any(sort) {
            return Rows::default();
        }
        let price = |boon| self.rules.prices.of(boon, self.rules.lighter_wound);
        kind.spending.open(&self.view(state, who), self.points_left(state, who), sort, price)
    }

    /// The Fudge points that a fighter has left.
    pub(super) fn points_left<R: Roster>(&self, state: &State<R>, who: u16) -> u8 {
        self.kind(who).pool.saturating_sub(state.fighters.bodies()[usize::from(who)].plight.points)
    }
}

/// Says that points are spent.
pub(super) fn tell_spent(who: u16, on: Boon, points: u8, observer: &mut impl Observer) {
    observer.note(Event::Spent { who, points });
    observer.detail(Detail::Spent { who, on, points });
}

/// Points go only on what the rounds have.
///
/// # Errors
/// A policy that could never come to anything.
pub(super) fn check(cast: &Cast, rules: &Rules) -> Result<()> {
    let story = rules.pacing == Pacing::Story;
    for fighter in &cast.fighters {
        let vain = fighter.spend.0.iter().map(|spend| spend.on).find(|boon| match boon {
            Boon::Success => !story,
            boon => story && boon.is_for_wounds(),
        });
        if let Some(boon) = vain {
            let [what, help] = match boon {
                Boon::Success => ["no single roll decides this fight", "set `pacing = \"story\"`, or spend it on rolls or wounds"],
                _ => ["one roll decides this fight, without wounds", "spend it on that roll, or set another `pacing`"],
            };
            let word = crate::rules::Choice::word(boon);
            return Err(Error::input(format!("{} would spend a Fudge point on `{word}`, and {what}", fighter.name))
                .with_help(help));
        }
    }
    Ok(())
}
