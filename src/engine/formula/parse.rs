//! Parses a formula: characters in, a syntax tree out.

use super::fault::Fault;
use super::function::Function;
use super::token::{PlacedToken, Token, tokens};
use super::tree::{Form, FormulaNode, Let, Operator, Order, Rounding};
use crate::error::Cause;

/// Maximum length of a formula, in characters.
const MAX_LENGTH: usize = 2_000;

/// Maximum number of names bound by `let`.
const MAX_LETS: usize = 200;

/// Maximum nesting depth of parentheses, calls and branches.
const MAX_DEPTH: usize = 30;

/// Words of the grammar, which cannot be names.
pub const RESERVED_WORDS: [&str; 9] = ["let", "if", "then", "else", "and", "or", "not", "true", "false"];

/// Parses the text of a formula.
///
/// # Errors
/// If the text has a syntax fault; the error is the first one.
pub fn parse(text: &str) -> Result<FormulaNode, Fault> {
    let length = text.chars().count();
    if length > MAX_LENGTH {
        return Err(Fault::new(MAX_LENGTH, "a formula has at most 2,000 characters"));
    }
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, next: 0, end: length, depth: 0, names: 0 };
    let part = parser.formula()?;
    match parser.peek() {
        None => Ok(part),
        Some(extra) => Err(parser.surplus_fault(extra)),
    }
}

/// A parser with its position in the list of tokens.
struct Parser<'t> {
    tokens: &'t [PlacedToken],
    /// The index of the next token.
    next: usize,
    /// The position after the last character.
    end: usize,
    /// The current nesting depth.
    depth: usize,
    /// Number of `let`s so far.
    names: usize,
}

/// A parsed part, or the first syntax fault.
type Parsed = Result<FormulaNode, Fault>;

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t PlacedToken> {
        self.tokens.get(self.next)
    }

    /// The position of the next token, or of the end.
    fn at(&self) -> usize {
        self.peek().map_or(self.end, |placed| placed.at)
    }

    /// Consumes the next token if `is_wanted` is true for it. Returns its position.
    fn take_token(&mut self, is_wanted: impl Fn(&Token) -> bool) -> Option<usize> {
        let placed = self.peek().filter(|placed| is_wanted(&placed.token))?;
        self.next += 1;
        Some(placed.at)
    }

    /// Consumes `sign` if it comes next. Returns its position.
    fn take_sign(&mut self, sign: &str) -> Option<usize> {
        self.take_token(|token| matches!(token, Token::Sign(own) if *own == sign))
    }

    /// Consumes `word` if it comes next. Returns its position.
    fn take_word(&mut self, word: &str) -> Option<usize> {
        self.take_token(|token| matches!(token, Token::Name(own) if own == word))
    }

    /// Consumes `sign`, which must come next. Returns its position.
    fn expect(&mut self, sign: &str) -> Result<usize, Fault> {
        let at = self.at();
        self.take_sign(sign).ok_or_else(|| self.missing_fault(at, &format!("`{sign}`")))
    }

    /// The fault if `what` is missing at position `at`.
    fn missing_fault(&self, at: usize, what: &str) -> Fault {
        Fault::new(at, format!("{what} is expected here"))
    }

    /// The fault if `extra` follows a complete formula.
    fn surplus_fault(&self, extra: &PlacedToken) -> Fault {
        let fault = Fault::new(extra.at, "an operator or the end of the formula is expected here");
        let before = self.next.checked_sub(1).and_then(|place| self.tokens.get(place)).map(|placed| &placed.token);
        match &extra.token {
            Token::Sign(")" | "]" | "}") => Fault::new(extra.at, "there is no opening bracket for this"),
            Token::Dice(dice) if matches!(before, Some(Token::Name(_))) => {
                fault.help(format!("write a dice method in quotes: `method('best2 {dice}')`"))
            }
            Token::Dice(dice) if dice.count == 1 => {
                fault.help(format!("a computed number of dice is written `pool(armor, {dice})`"))
            }
            Token::Name(word) if word.starts_with('k') && matches!(before, Some(Token::Dice(_))) => {
                fault.help(format!("write `{word}` directly after the dice"))
            }
            Token::Sign("(") => fault.help("put an operator between, such as `*`"),
            Token::Sign(";") => fault.help("`;` ends a `let`"),
            _ => fault,
        }
    }

    /// Calls `read` one nesting level deeper. `at` is the position for the fault if that is too deep.
    fn parse_nested<T>(&mut self, at: usize, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == MAX_DEPTH {
            return Err(Fault::new(at, format!("this is nested more than {MAX_DEPTH} levels deep"))
                .help("give names to parts of the formula with `let`"));
        }
        self.depth += 1;
        let read = read(self)?;
        self.depth -= 1;
        Ok(read)
    }

    /// Parses any number of `let`s, then the value that uses their names. Several `let`s in a row do not increase the
    /// nesting depth.
    fn formula(&mut self) -> Parsed {
        let mut lets: Vec<(usize, String, usize, FormulaNode)> = Vec::new();
        while let Some(at) = self.take_word("let") {
            self.names += 1;
            if self.names > MAX_LETS {
                return Err(Fault::new(at, format!("a formula has at most {MAX_LETS} `let`s")));
            }
            let name_at = self.at();
            let name = match self.peek().map(|placed| &placed.token) {
                Some(Token::Name(name)) if !RESERVED_WORDS.contains(&name.as_str()) => name.clone(),
                Some(Token::Dice(_)) => return Err(Fault::new(name_at, "dice cannot be used as a name")),
                _ => return Err(self.missing_fault(name_at, "a name")),
            };
            self.next += 1;
            self.expect("=")?;
            let value = self.parse_nested(at, Self::formula)?;
            self.expect(";")?;
            lets.push((at, name, name_at, value));
        }
        let mut part = self.choice()?;
        for (at, name, name_at, value) in lets.into_iter().rev() {
            part =
                FormulaNode::new(Form::Let(Box::new(Let { name, name_at, slot: 0, uses: 0, value, body: part })), at);
        }
        Ok(part)
    }

    /// Parses an `if` or a value. `else if` continues the same `if` and does not increase the nesting depth.
    fn choice(&mut self) -> Parsed {
        let mut branches: Vec<(usize, FormulaNode, FormulaNode)> = Vec::new();
        while let Some(at) = self.take_word("if") {
            let (condition, then) = self.parse_nested(at, |parser| {
                let condition = parser.formula()?;
                let place = parser.at();
                parser.take_word("then").ok_or_else(|| parser.missing_fault(place, "`then`"))?;
                Ok((condition, parser.formula()?))
            })?;
            let place = self.at();
            let no_else = || Fault::new(place, "`else` is expected here").help("every `if` needs an `else`");
            self.take_word("else").ok_or_else(no_else)?;
            branches.push((at, condition, then));
        }
        let begins_let = self.peek().is_some_and(|placed| matches!(&placed.token, Token::Name(word) if word == "let"));
        let mut part = match !branches.is_empty() && begins_let {
            true => self.parse_nested(self.at(), Self::formula)?,
            false => self.disjunction()?,
        };
        for (at, condition, then) in branches.into_iter().rev() {
            part = FormulaNode::new(Form::If(Box::new([condition, then, part])), at);
        }
        Ok(part)
    }

    fn disjunction(&mut self) -> Parsed {
        self.logic_chain(Function::Or, Self::conjunction)
    }

    fn conjunction(&mut self) -> Parsed {
        self.logic_chain(Function::And, Self::negation)
    }

    /// Parses operands separated by the word of `function`, `and` or `or`.
    fn logic_chain(&mut self, function: Function, operand: fn(&mut Self) -> Parsed) -> Parsed {
        let mut left = operand(self)?;
        while self.take_word(function.word()).is_some() {
            let at = left.at;
            left = FormulaNode::new(Form::Call(function, vec![left, operand(self)?]), at);
        }
        Ok(left)
    }

    fn negation(&mut self) -> Parsed {
        let mut nots = Vec::new();
        while let Some(at) = self.take_word("not") {
            nots.push(at);
        }
        let part = self.comparison()?;
        Ok(nots.into_iter().rev().fold(part, |part, at| FormulaNode::new(Form::Call(Function::Not, vec![part]), at)))
    }

    fn comparison(&mut self) -> Parsed {
        let left = self.sum()?;
        let Some((order, sign)) = self.order() else { return Ok(left) };
        let right = self.sum()?;
        let at = left.at;
        if let Some((_, second)) = self.order() {
            return Err(Fault::new(second, "comparisons cannot be chained").help("write `a <= b and b <= c`"));
        }
        Ok(FormulaNode::new(Form::Compare(order, sign, Box::new(left), Box::new(right)), at))
    }

    fn order(&mut self) -> Option<(Order, usize)> {
        let placed = self.peek()?;
        let Token::Sign(sign) = placed.token else { return None };
        let order = Order::of(sign)?;
        self.next += 1;
        Some((order, placed.at))
    }

    fn sum(&mut self) -> Parsed {
        self.operator_chain(&[("+", Operator::Add), ("-", Operator::Subtract)], Self::product)
    }

    fn product(&mut self) -> Parsed {
        self.operator_chain(&[("*", Operator::Multiply), ("/", Operator::Divide(Rounding::Down))], Self::unary)
    }

    /// Parses operands separated by any of `signs`.
    fn operator_chain(&mut self, signs: &[(&str, Operator)], operand: fn(&mut Self) -> Parsed) -> Parsed {
        let mut left = operand(self)?;
        while let Some((operator, sign)) =
            signs.iter().find_map(|(sign, operator)| Some((*operator, self.take_sign(sign)?)))
        {
            let right = operand(self)?;
            let at = left.at;
            left = FormulaNode::new(Form::Arithmetic(operator, sign, Box::new(left), Box::new(right)), at);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed {
        match self.take_sign("-") {
            None => self.atom(),
            Some(at) => {
                if self.peek().is_some_and(|placed| placed.token == Token::Sign("-")) {
                    return Err(Fault::new(self.at(), "there are two minus signs in a row")
                        .help("put the second one in parentheses"));
                }
                Ok(FormulaNode::new(Form::Call(Function::Negate, vec![self.atom()?]), at))
            }
        }
    }

    fn atom(&mut self) -> Parsed {
        let Some(placed) = self.peek() else { return Err(self.missing_fault(self.end, "a value")) };
        let at = placed.at;
        let form = match &placed.token {
            Token::Number(number) => Form::Number(*number),
            Token::Quoted(word) => Form::Word(word.clone()),
            Token::Dice(dice) => Form::Dice(dice.clone()),
            Token::Sign("(") => {
                self.next += 1;
                let part = self.parse_nested(at, Self::formula)?;
                self.expect(")")?;
                return Ok(part);
            }
            Token::Sign("[") => {
                let message = "lists can only be used in `lookup` and `steps`";
                return Err(Fault { cause: Cause::Kind, ..Fault::new(at, message) });
            }
            Token::Sign(sign) => return Err(Fault::new(at, format!("a value is expected here, not `{sign}`"))),
            Token::Name(word) => match word.as_str() {
                "true" => Form::Truth(true),
                "false" => Form::Truth(false),
                "let" | "if" => {
                    return Err(Fault::new(at, format!("`{word}` needs parentheses here")).help(
                        "without them, it can only begin a formula, an argument, an entry of a list or a branch",
                    ));
                }
                "not" => return Err(Fault::new(at, "`not` needs parentheses here").help("write `(not a)`")),
                word if RESERVED_WORDS.contains(&word) => {
                    return Err(Fault::new(at, format!("a value is expected here, not `{word}`")));
                }
                _ => {
                    self.next += 1;
                    return self.name_or_call(word.clone(), at);
                }
            },
        };
        self.next += 1;
        Ok(FormulaNode::new(form, at))
    }

    /// Parses a name or a function call.
    fn name_or_call(&mut self, word: String, at: usize) -> Parsed {
        if self.take_sign("(").is_none() {
            return Ok(FormulaNode::new(Form::Name(word), at));
        }
        let arguments = self.parse_nested(at, |parser| parser.items(")", Self::argument))?;
        Ok(FormulaNode::new(Form::Unknown(word, arguments), at))
    }

    /// Parses an argument of a function, which may be a list.
    fn argument(&mut self) -> Parsed {
        let at = self.at();
        match self.take_sign("[") {
            Some(_) => {
                let entries = self.parse_nested(at, |parser| parser.items("]", Self::formula))?;
                if entries.is_empty() {
                    return Err(Fault::new(at + 1, "an entry is expected here"));
                }
                Ok(FormulaNode::new(Form::List(entries), at))
            }
            None => self.formula(),
        }
    }

    /// Parses items separated by commas, each with `item`, up to the sign `close`.
    fn items(&mut self, close: &str, item: fn(&mut Self) -> Parsed) -> Result<Vec<FormulaNode>, Fault> {
        let mut items = Vec::new();
        if self.take_sign(close).is_some() {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.take_sign(",").is_some() {
                continue;
            }
            let at = self.at();
            return match self.take_sign(close) {
                Some(_) => Ok(items),
                None => Err(self.missing_fault(at, &format!("`,` or `{close}`"))),
            };
        }
    }
}
