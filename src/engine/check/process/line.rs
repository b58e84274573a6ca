//! The lines of a process, each with a roll, changes or a sentence.

use super::board::{BoardLayout, DiceCache, LineContext, ProcessError, ProcessFormula};
use crate::chance::{Ask, Chance, Purpose};
use crate::dice::Dice;
use crate::formula::UNSET;
use crate::text::true_minus;
use std::sync::Arc;

/// Maximum number of members who roll in one line. Larger values count as this many.
const MOST_MEMBERS: i64 = 60;

/// Maximum number of combined results of the dice in one line.
const MOST_COMBINATIONS: i64 = 1_000_000;

/// A line of a process.
#[derive(Debug)]
pub struct ProcessLine {
    /// The location of the line in the file.
    pub place: String,
    /// The condition for the line to run; `None` if it always runs.
    pub when: Option<ProcessFormula>,
    pub act: Act,
    /// A sentence shown after the line has run.
    pub say: Option<Sentence>,
    /// The board indices of rolls that no later line uses. The search clears them after this line, so that equal boards
    /// merge.
    pub cleared_rolls: Vec<usize>,
}

/// The action of a line.
#[derive(Debug)]
pub enum Act {
    Roll(Box<RollLine>),
    Change(Vec<CounterChange>),
    /// Only the sentence.
    Say,
}

/// The roll of a line.
#[derive(Debug)]
pub struct RollLine {
    /// The index of the roll among the named rolls.
    pub roll: usize,
    /// The level added to the dice; `None` to add nothing.
    pub trait_level: Option<ProcessFormula>,
    /// The difficulty, which is subtracted from the total; `None` to subtract nothing.
    pub against: Option<ProcessFormula>,
    pub dice: RollDice,
    /// The number of members who roll, and the formula number under which their dice are cached. The value of the roll
    /// is then the number of successes. `None` for a single roll, whose value is its degree.
    pub times: Option<(ProcessFormula, u32)>,
    /// The value of the roll if the condition is false and the roll has no value yet.
    pub otherwise: Option<ProcessFormula>,
}

/// The dice of a roll.
#[derive(Debug)]
pub enum RollDice {
    /// Dice that are always the same.
    Dice(Arc<Dice>),
    /// A formula that depends on the board.
    Formula(ProcessFormula),
}

/// A change of a counter or tally.
#[derive(Debug)]
pub struct CounterChange {
    /// The index of the counter or tally on the board.
    pub place: usize,
    /// The new value of a counter, or the amount added to a tally.
    pub to: ProcessFormula,
}

/// A sentence with formulas in braces.
#[derive(Debug)]
pub struct Sentence(pub Vec<SentencePart>);

/// A part of a sentence.
#[derive(Debug)]
pub enum SentencePart {
    /// Text shown unchanged.
    Text(String),
    Value(ProcessFormula),
}

/// The effect of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineEffect {
    /// The condition failed, so the line did not run.
    Nothing,
    Rolled {
        /// The degree, or the number of members who succeeded.
        value: i64,
        /// The natural result; `None` if several members rolled.
        natural: Option<i64>,
        /// The number of members who rolled; `None` for a single roll.
        members: Option<i64>,
        /// The level that was added.
        trait_level: i64,
        /// The difficulty that was subtracted.
        against: i64,
    },
    /// For each counter, its index on the board, and the values before and after. For each tally, its index on the
    /// board, 0, and the amount added.
    Changed(Vec<(usize, i64, i64)>),
    /// Only the sentence was shown.
    Said,
}

impl Sentence {
    /// The sentence, with the current values of its formulas.
    ///
    /// # Errors
    /// If a value cannot be calculated.
    pub fn text(&self, layout: &BoardLayout, board: &mut [i64]) -> Result<String, ProcessError> {
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                SentencePart::Text(part) => text.push_str(part),
                SentencePart::Value(amount) => {
                    text.push_str(&true_minus(amount.value(layout, board)?));
                }
            }
        }
        Ok(text)
    }

    pub fn formulas(&self) -> impl Iterator<Item = &ProcessFormula> {
        self.0.iter().filter_map(|piece| if let SentencePart::Value(amount) = piece { Some(amount) } else { None })
    }
}

impl ProcessLine {
    /// All formulas of the line, including those of its sentence.
    pub fn formulas(&self) -> Vec<&ProcessFormula> {
        let mut all = self.formulas_without_sentence();
        all.extend(self.say.iter().flat_map(Sentence::formulas));
        all
    }

    /// All formulas of the line except those of its sentence.
    pub fn formulas_without_sentence(&self) -> Vec<&ProcessFormula> {
        let mut all: Vec<&ProcessFormula> = self.when.iter().collect();
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

    /// Rejects a line whose dice, rolled together, have more than [`MOST_COMBINATIONS`] combined results.
    fn check_combinations<'a>(
        &self,
        layout: &BoardLayout,
        amounts: impl Iterator<Item = &'a ProcessFormula>,
        dice: Option<&RollDice>,
        board: &mut [i64],
        cache: &dyn DiceCache,
    ) -> Result<(), ProcessError> {
        let rolling: Vec<&ProcessFormula> = amounts.filter(|amount| amount.rolls).collect();
        // A single roll has few results.
        if rolling.len() + usize::from(dice.is_some()) < 2 {
            return Ok(());
        }
        let width = |dice: &Dice| i64::from(dice.pmf().highest()) - i64::from(dice.pmf().lowest()) + 1;
        let mut combinations = 1i64;
        for amount in rolling {
            combinations = combinations.saturating_mul(width(&*amount.number_dice(layout, board, cache)?));
        }
        combinations = combinations.saturating_mul(match dice {
            Some(RollDice::Dice(dice)) => width(dice),
            Some(RollDice::Formula(amount)) => width(&*amount.dice(layout, board, cache)?),
            None => 1,
        });
        if combinations <= MOST_COMBINATIONS {
            return Ok(());
        }
        let message = "the dice of this line have more than a million combined results";
        Err(ProcessError::new("too-many-states", &self.place, message))
    }

    /// Runs the line. `number` is its index within its section. `gains` sums the amounts added to tallies, by tally
    /// index.
    ///
    /// # Errors
    /// If a formula has no value, or the dice have too many combined results.
    pub fn run(
        &self,
        context: LineContext<'_>,
        number: u16,
        board: &mut Vec<i64>,
        gains: &mut [i64],
        chance: &mut dyn Chance,
        cache: &dyn DiceCache,
    ) -> Result<LineEffect, ProcessError> {
        let layout = context.layout;
        if let Some(when) = &self.when
            && when.value(layout, board)? == 0
        {
            if let Act::Roll(roll) = &self.act
                && let Some(otherwise) = &roll.otherwise
                && board[layout.roll(roll.roll)] == UNSET
            {
                board[layout.roll(roll.roll)] = otherwise.value(layout, board)?;
            }
            return Ok(LineEffect::Nothing);
        }
        match &self.act {
            Act::Roll(roll) => {
                let others = || roll.trait_level.iter().chain(&roll.against);
                let dice = others().any(|amount| amount.rolls).then_some(&roll.dice);
                self.check_combinations(layout, others(), dice, board, cache)?;
                roll.make_roll(context, number, board, chance, cache)
            }
            Act::Change(changes) => {
                self.check_combinations(layout, changes.iter().map(|change| &change.to), None, board, cache)?;
                // All changes use the values before the line.
                let mut values = Vec::with_capacity(changes.len());
                for (place, change) in changes.iter().enumerate() {
                    let ask = Ask::against(number, place as u16, Purpose::LineChange);
                    values.push(change.to.rolled_value(layout, board, (&mut *chance, ask), cache)?);
                }
                let set = |(change, value): (&CounterChange, i64)| match context.counters.get(change.place) {
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
                Ok(LineEffect::Changed(changes.iter().zip(values).map(set).collect()))
            }
            Act::Say => Ok(LineEffect::Said),
        }
    }
}

impl RollLine {
    /// Makes the roll, and writes its value and natural result to the board.
    fn make_roll(
        &self,
        context: LineContext<'_>,
        number: u16,
        board: &mut Vec<i64>,
        chance: &mut dyn Chance,
        cache: &dyn DiceCache,
    ) -> Result<LineEffect, ProcessError> {
        let layout = context.layout;
        let mut drawn = |amount: &Option<ProcessFormula>, purpose: Purpose, board: &mut Vec<i64>| match amount {
            Some(amount) => amount.rolled_value(layout, board, (&mut *chance, Ask::new(number, purpose)), cache),
            None => Ok(0),
        };
        let trait_level = drawn(&self.trait_level, Purpose::LineTrait, board)?;
        let against = drawn(&self.against, Purpose::LineAgainst, board)?;
        let members = self.times.as_ref().map(|(times, _)| times.value(layout, board)).transpose()?;
        let members = members.map(|members| members.clamp(0, MOST_MEMBERS));
        let dice = match &self.dice {
            RollDice::Dice(dice) => Arc::clone(dice),
            RollDice::Formula(amount) => amount.dice(layout, board, cache)?,
        };
        let (rolled, place) = (Ask::new(number, Purpose::Line), layout.roll(self.roll));
        if let Some((members, (times, counted))) = members.zip(self.times.as_ref()) {
            let least = context.margin.saturating_sub(trait_level).saturating_add(against);
            let mut key = vec![members, least];
            if let RollDice::Formula(amount) = &self.dice {
                key.extend(amount.inputs(board));
            }
            let pool = cache.dice((*counted, key), &|| {
                let dice = dice.successes(members as u32, least);
                dice.map_err(|error| ProcessError::of_value(&times.place, &error))
            })?;
            let value = chance.roll(rolled, &pool).into();
            (board[place], board[layout.natural(self.roll)]) = (value, UNSET);
            return Ok(LineEffect::Rolled { value, natural: None, members: Some(members), trait_level, against });
        }
        let natural = i64::from(chance.roll(rolled, &dice));
        let value = natural.saturating_add(trait_level).saturating_sub(against);
        (board[place], board[layout.natural(self.roll)]) = (value, natural);
        Ok(LineEffect::Rolled { value, natural: Some(natural), members: None, trait_level, against })
    }
}
