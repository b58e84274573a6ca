//! Separates the dice of a formula from the numbers added to them: `d6` in `d6 + initiative`.

use super::compiled::Formula;
use super::tree::{Form, FormulaNode, Operator};
use super::without_dice::{NameValues, value};

/// A term of the outermost sum of a formula.
struct FormulaTerm<'f> {
    part: &'f FormulaNode,
    /// Whether the term is added; if not, it is subtracted.
    is_added: bool,
    /// The positions of its first character and of the one after its last.
    span: [usize; 2],
}

/// The dice of a formula that consists of dice and numbers added to them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DiceTerms {
    /// The text of the dice.
    pub dice: String,
    /// Whether the formula subtracts the dice, as in `10 - d6`.
    pub is_subtracted: bool,
}

impl Formula {
    /// The dice in the outermost sum of the formula, without the numbers added to them. `None` if the sum has no dice
    /// or no numbers, or if its text cannot be split into terms, for example because it has a comment. `text` is the
    /// source text of the formula.
    pub fn dice_terms(&self, text: &str) -> Option<DiceTerms> {
        let letters: Vec<char> = text.chars().collect();
        let terms = self.terms(letters.len());
        if letters.contains(&'#') || terms.iter().all(|term| term.part.rolls) || !self.rolls() {
            return None;
        }
        let texts = terms.iter().filter(|term| term.part.rolls).map(|term| {
            let text = trim_parentheses(letters.get(term.span[0]..term.span[1])?)?;
            Some((term.is_added, text))
        });
        let mut texts = texts.collect::<Option<Vec<_>>>()?;
        // Added terms come first, so that the first term needs no sign.
        texts.sort_by_key(|(is_added, _)| !is_added);
        let is_subtracted = texts.iter().all(|(is_added, _)| !is_added);
        let sign = |is_added: bool| if is_added || is_subtracted { " + " } else { " - " };
        let mut dice = String::new();
        for (number, (is_added, text)) in texts.iter().enumerate() {
            dice += if number > 0 { sign(*is_added) } else { "" };
            dice += text;
        }
        Some(DiceTerms { dice, is_subtracted })
    }

    /// The total of the numbers that the formula adds to its dice. `names` holds the values of the scope's names, and
    /// `constants` those of the constants after them. `None` if one of the numbers needs an unset name or has a fault.
    pub fn added_to_dice(&self, names: &[i64], constants: &[i64]) -> Option<i64> {
        let numbers = self.terms(0).into_iter().filter(|term| !term.part.rolls);
        numbers
            .map(|term| {
                let number = value(term.part, &mut NameValues::new(names, constants))?;
                Some(if term.is_added { number } else { -number })
            })
            .sum()
    }

    /// The terms of the outermost sum, in order. `length` is the length of the text in characters.
    fn terms(&self, length: usize) -> Vec<FormulaTerm<'_>> {
        let (mut terms, mut left, mut end) = (Vec::new(), &self.root, length);
        while let Form::Arithmetic(operator @ (Operator::Add | Operator::Subtract), sign, inner, right) = &left.form {
            terms.push(FormulaTerm { part: right, is_added: *operator == Operator::Add, span: [sign + 1, end] });
            (left, end) = (inner, *sign);
        }
        terms.push(FormulaTerm { part: left, is_added: true, span: [0, end] });
        terms.reverse();
        terms
    }
}

/// The text of a term, without an opening or closing parenthesis that encloses several terms. `None` if its parentheses
/// do not match.
fn trim_parentheses(letters: &[char]) -> Option<String> {
    let mut term = letters.iter().collect::<String>().trim().to_owned();
    loop {
        let mut depth = 0i32;
        let lowest = term.chars().map(|letter| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            depth
        });
        let lowest = lowest.min().unwrap_or(0);
        let stripped = match (depth > 0, lowest < 0) {
            (false, false) => return Some(term),
            (true, false) => term.strip_prefix('('),
            _ => term.strip_suffix(')'),
        };
        term = stripped?.trim().to_owned();
    }
}
