//! Lines: a roll, changes, a sentence.

use super::board::{Amount, Board, Cup, Grounds, Trouble};
use crate::chance::{Ask, Chance, Purpose};
use crate::dice::Dice;
use crate::formula::UNSET;
use crate::text::true_minus;
use std::sync::Arc;

/// The most members who roll in one line.
const MOST_MEMBERS: i64 = 60;

/// The most ways in which the dice of one line may fall.
const MOST_WAYS: i64 = 1_000_000;

/// A line.
#[derive(Debug)]
pub struct Line {
    /// Its place in the file.
    pub place: String,
    /// The condition; `None`: always.
    pub when: Option<Amount>,
    /// Its act.
    pub act: Act,
    /// A sentence that is shown after it.
    pub say: Option<Saying>,
    /// The places of rolls that no later line of the step names.
    pub forgets: Vec<usize>,
}

/// The act of a line.
#[derive(Debug)]
pub enum Act {
    /// It rolls.
    Roll(Box<RollLine>),
    /// It changes counters.
    Change(Vec<Change>),
    /// Nothing: it is only a sentence.
    Say,
}

/// A roll.
#[derive(Debug)]
pub struct RollLine {
    /// The number of its name among rolls.
    pub roll: usize,
    /// The addition to the dice.
    pub trait_level: Option<Amount>,
    /// The difficulty, which is taken off.
    pub against: Option<Amount>,
    /// The dice.
    pub dice: RollDice,
    /// The number of members who roll; `None`: one roll, whose degree counts.
    pub times: Option<(Amount, u32)>,
    /// The value if the line does not take place and the name has none yet.
    pub otherwise: Option<Amount>,
}

/// The dice of a roll.
#[derive(Debug)]
pub enum RollDice {
    /// Always the same.
    Dice(Arc<Dice>),
    /// A formula of what varies.
    Formula(Amount),
}

/// The change of a counter or a tally.
#[derive(Debug)]
pub struct Change {
    /// The place of the counter or tally on the board.
    pub place: usize,
    /// Its new value; of a tally, the value added.
    pub to: Amount,
}

/// A sentence with formulas in braces.
#[derive(Debug)]
pub struct Saying(pub Vec<Piece>);

/// A part of a sentence.
#[derive(Debug)]
pub enum Piece {
    /// As it is written.
    Text(String),
    /// The value of a formula.
    Value(Amount),
}

/// The deed of a line, once it is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    /// It did not take place.
    Nothing,
    /// It rolled: the value, the natural result (of `times`: how many rolled), trait and difficulty.
    Rolled {
        /// The value of the roll.
        value: i64,
        /// The faces of the dice; of several members `None`.
        natural: Option<i64>,
        /// The number of members who rolled.
        members: Option<i64>,
        /// The addition.
        trait_level: i64,
        /// The difficulty.
        against: i64,
    },
    /// It changed these: the place on the board, the value before, and after; of a tally what was added.
    Changed(Vec<(usize, i64, i64)>),
    /// It is only a sentence.
    Said,
}

impl Saying {
    /// The sentence, as the names stand.
    ///
    /// # Errors
    /// A value that cannot be found.
    pub fn said(&self, layout: &Board, board: &mut [i64]) -> Result<String, Trouble> {
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Value(amount) => {
                    text.push_str(&true_minus(amount.value(layout, board)?));
                }
            }
        }
        Ok(text)
    }

    /// The formulas.
    pub fn amounts(&self) -> impl Iterator<Item = &Amount> {
        self.0.iter().filter_map(|piece| if let Piece::Value(amount) = piece { Some(amount) } else { None })
    }
}

impl Line {
    /// All formulas of the line.
    pub fn amounts(&self) -> Vec<&Amount> {
        let mut all = self.acting();
        all.extend(self.say.iter().flat_map(Saying::amounts));
        all
    }

    /// The formulas of what the line does.
    pub fn acting(&self) -> Vec<&Amount> {
        let mut all: Vec<&Amount> = self.when.iter().collect();
        match &self.act {
            Act::Roll(roll) => {
                all.extend(roll.trait_level.iter().chain(&roll.against).chain(&roll.otherwise));
                all.extend(roll.times.iter().map(|(amount, _)| amount));
                if let RollDice::Formula(amount) = &roll.dice {
                    all.push(amount);
                }
            }
            Act::Change(changes) => all.extend(changes.iter().map(|change| &change.to)),
            Act::Say => {}
        }
        all
    }

    /// Refuses dice that are rolled at once and can fall in too many ways together.
    fn check_ways<'a>(
        &self,
        layout: &Board,
        amounts: impl Iterator<Item = &'a Amount>,
        dice: Option<&RollDice>,
        board: &mut [i64],
        cup: &dyn Cup,
    ) -> Result<(), Trouble> {
        let rolling: Vec<&Amount> = amounts.filter(|amount| amount.rolls).collect();
        // The results of one roll are few.
        if rolling.len() + usize::from(dice.is_some()) < 2 {
            return Ok(());
        }
        let width = |dice: &Dice| i64::from(dice.pmf().highest()) - i64::from(dice.pmf().lowest()) + 1;
        let mut ways = 1i64;
        for amount in rolling {
            ways = ways.saturating_mul(width(&*amount.number_dice(layout, board, cup)?));
        }
        ways = ways.saturating_mul(match dice {
            Some(RollDice::Dice(dice)) => width(dice),
            Some(RollDice::Formula(amount)) => width(&*amount.dice(layout, board, cup)?),
            None => 1,
        });
        if ways <= MOST_WAYS {
            return Ok(());
        }
        let message = "the dice of this line can fall in more than a million ways at once";
        Err(Trouble::new("too-many-states", &self.place, message))
    }

    /// Does the line: `number` is its place among its lines. What tallies gain is added to `gains`.
    ///
    /// # Errors
    /// A formula that has no value.
    pub fn run(
        &self,
        grounds: Grounds<'_>,
        number: u16,
        board: &mut Vec<i64>,
        gains: &mut [i64],
        chance: &mut dyn Chance,
        cup: &dyn Cup,
    ) -> Result<Done, Trouble> {
        let layout = grounds.layout;
        if let Some(when) = &self.when
            && when.value(layout, board)? == 0
        {
            if let Act::Roll(roll) = &self.act
                && let Some(otherwise) = &roll.otherwise
                && board[layout.roll(roll.roll)] == UNSET
            {
                board[layout.roll(roll.roll)] = otherwise.value(layout, board)?;
            }
            return Ok(Done::Nothing);
        }
        match &self.act {
            Act::Roll(roll) => {
                let others = || roll.trait_level.iter().chain(&roll.against);
                let dice = others().any(|amount| amount.rolls).then_some(&roll.dice);
                self.check_ways(layout, others(), dice, board, cup)?;
                roll.made(grounds, number, board, chance, cup)
            }
            Act::Change(changes) => {
                self.check_ways(layout, changes.iter().map(|change| &change.to), None, board, cup)?;
                // All see the values before the line.
                let mut values = Vec::with_capacity(changes.len());
                for (place, change) in changes.iter().enumerate() {
                    let ask = Ask::against(number, place as u16, Purpose::LineChange);
                    values.push(change.to.drawn(layout, board, (&mut *chance, ask), cup)?);
                }
                let set = |(change, value): (&Change, i64)| match grounds.counters.get(change.place) {
                    Some(counter) => {
                        let before = board[change.place];
                        board[change.place] = value.clamp(counter.from, counter.to);
                        (change.place, before, board[change.place])
                    }
                    None => {
                        let gain = &mut gains[change.place - layout.tally(0)];
                        *gain = gain.saturating_add(value);
                        (change.place, 0, value)
                    }
                };
                Ok(Done::Changed(changes.iter().zip(values).map(set).collect()))
            }
            Act::Say => Ok(Done::Said),
        }
    }
}

impl RollLine {
    fn made(
        &self,
        grounds: Grounds<'_>,
        number: u16,
        board: &mut Vec<i64>,
        chance: &mut dyn Chance,
        cup: &dyn Cup,
    ) -> Result<Done, Trouble> {
        let layout = grounds.layout;
        let mut drawn = |amount: &Option<Amount>, purpose: Purpose, board: &mut Vec<i64>| match amount {
            Some(amount) => amount.drawn(layout, board, (&mut *chance, Ask::new(number, purpose)), cup),
            None => Ok(0),
        };
        let trait_level = drawn(&self.trait_level, Purpose::LineTrait, board)?;
        let against = drawn(&self.against, Purpose::LineAgainst, board)?;
        let members = self.times.as_ref().map(|(times, _)| times.value(layout, board)).transpose()?;
        let members = members.map(|members| members.clamp(0, MOST_MEMBERS));
        let dice = match &self.dice {
            RollDice::Dice(dice) => Arc::clone(dice),
            RollDice::Formula(amount) => amount.dice(layout, board, cup)?,
        };
        let (rolled, place) = (Ask::new(number, Purpose::Line), layout.roll(self.roll));
        if let Some((members, (times, counted))) = members.zip(self.times.as_ref()) {
            let least = grounds.margin.saturating_sub(trait_level).saturating_add(against);
            let mut key = vec![members, least];
            if let RollDice::Formula(amount) = &self.dice {
                key.extend(amount.given(board));
            }
            let pool = cup.dice((*counted, key), &|| {
                let dice = dice.successes(members as u32, least);
                dice.map_err(|error| Trouble::of_value(&times.place, &error))
            })?;
            let value = chance.roll(rolled, &pool).into();
            (board[place], board[layout.natural(self.roll)]) = (value, UNSET);
            return Ok(Done::Rolled { value, natural: None, members: Some(members), trait_level, against });
        }
        let natural = i64::from(chance.roll(rolled, &dice));
        let value = natural.saturating_add(trait_level).saturating_sub(against);
        (board[place], board[layout.natural(self.roll)]) = (value, natural);
        Ok(Done::Rolled { value, natural: Some(natural), members: None, trait_level, against })
    }
}
