//! Parses a formula: characters in, a syntax tree out.

use super::fault::Fault;
use super::function::Function;
use super::token::{PlacedToken, Token, tokens};
use super::tree::{Form, FormulaNode, Let, Operator, Order, Rounding};
use crate::error::Cause;

/// Maximum length of a formula, in characters.
const LONGEST: usize = 2_000;

/// Maximum number of names bound by `let`.
const MOST_NAMES: usize = 200;

/// Maximum nesting depth of parentheses, calls and branches.
const DEEPEST: usize = 30;

/// Reserved words, which cannot be names.
pub const GRAMMAR: [&str; 9] = ["let", "if", "then", "else", "and", "or", "not", "true", "false"];

/// Parses a text.
///
/// # Errors
/// If the text has a syntax fault; the error is the first one.
pub fn parse(text: &str) -> Result<FormulaNode, Fault> {
    let length = text.chars().count();
    if length > LONGEST {
        return Err(Fault::new(LONGEST, "a formula has at most 2,000 characters"));
    }
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, next: 0, end: length, depth: 0, names: 0 };
    let part = parser.formula()?;
    match parser.peek() {
        None => Ok(part),
        Some(extra) => Err(parser.surplus(extra)),
    }
}

struct Parser<'t> {
    tokens: &'t [PlacedToken],
    next: usize,
    /// One past the last character.
    end: usize,
    depth: usize,
    names: usize,
}

type Parsed = Result<FormulaNode, Fault>;

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t PlacedToken> {
        self.tokens.get(self.next)
    }

    /// The position of the next token, or of the end.
    fn at(&self) -> usize {
        self.peek().map_or(self.end, |placed| placed.at)
    }

    /// Consumes the next token if it is wanted, and returns its position.
    fn token(&mut self, is_wanted: impl Fn(&Token) -> bool) -> Option<usize> {
        let placed = self.peek().filter(|placed| is_wanted(&placed.token))?;
        self.next += 1;
        Some(placed.at)
    }

    fn sign(&mut self, sign: &str) -> Option<usize> {
        self.token(|token| matches!(token, Token::Sign(own) if *own == sign))
    }

    fn word(&mut self, word: &str) -> Option<usize> {
        self.token(|token| matches!(token, Token::Name(own) if own == word))
    }

    fn expect(&mut self, sign: &str) -> Result<usize, Fault> {
        let at = self.at();
        self.sign(sign).ok_or_else(|| self.missing(at, &format!("`{sign}`")))
    }

    fn missing(&self, at: usize, what: &str) -> Fault {
        Fault::new(at, format!("{what} is expected here"))
    }

    /// The fault for text after a complete formula.
    fn surplus(&self, extra: &PlacedToken) -> Fault {
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

    /// Calls `read` one nesting level deeper. If that is too deep, the fault is at position `at`.
    fn within<T>(&mut self, at: usize, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == DEEPEST {
            return Err(Fault::new(at, format!("this is nested more than {DEEPEST} levels deep"))
                .help("give names to parts of the formula with `let`"));
        }
        self.depth += 1;
        let read = read(self)?;
        self.depth -= 1;
        Ok(read)
    }

    /// Parses any number of `let`s, then the value that uses their names. A `let` after another adds no nesting depth.
    fn formula(&mut self) -> Parsed {
        let mut lets: Vec<(usize, String, usize, FormulaNode)> = Vec::new();
        while let Some(at) = self.word("let") {
            self.names += 1;
            if self.names > MOST_NAMES {
                return Err(Fault::new(at, format!("a formula has at most {MOST_NAMES} `let`s")));
            }
            let name_at = self.at();
            let name = match self.peek().map(|placed| &placed.token) {
                Some(Token::Name(name)) if !GRAMMAR.contains(&name.as_str()) => name.clone(),
                Some(Token::Dice(_)) => return Err(Fault::new(name_at, "dice cannot be used as a name")),
                _ => return Err(self.missing(name_at, "a name")),
            };
            self.next += 1;
            self.expect("=")?;
            let value = self.within(at, Self::formula)?;
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

    /// Parses an `if` or a value. `else if` continues the same `if` and adds no nesting depth.
    fn choice(&mut self) -> Parsed {
        let mut branches: Vec<(usize, FormulaNode, FormulaNode)> = Vec::new();
        while let Some(at) = self.word("if") {
            let (condition, then) = self.within(at, |parser| {
                let condition = parser.formula()?;
                let place = parser.at();
                parser.word("then").ok_or_else(|| parser.missing(place, "`then`"))?;
                Ok((condition, parser.formula()?))
            })?;
            let place = self.at();
            let no_else = || Fault::new(place, "`else` is expected here").help("every `if` needs an `else`");
            self.word("else").ok_or_else(no_else)?;
            branches.push((at, condition, then));
        }
        let begins_let = self.peek().is_some_and(|placed| matches!(&placed.token, Token::Name(word) if word == "let"));
        let mut part = match !branches.is_empty() && begins_let {
            true => self.within(self.at(), Self::formula)?,
            false => self.disjunction()?,
        };
        for (at, condition, then) in branches.into_iter().rev() {
            part = FormulaNode::new(Form::If(Box::new([condition, then, part])), at);
        }
        Ok(part)
    }

    fn disjunction(&mut self) -> Parsed {
        self.joined(Function::Or, Self::conjunction)
    }

    fn conjunction(&mut self) -> Parsed {
        self.joined(Function::And, Self::negation)
    }

    fn joined(&mut self, function: Function, operand: fn(&mut Self) -> Parsed) -> Parsed {
        let mut left = operand(self)?;
        while self.word(function.word()).is_some() {
            let at = left.at;
            left = FormulaNode::new(Form::Call(function, vec![left, operand(self)?]), at);
        }
        Ok(left)
    }

    fn negation(&mut self) -> Parsed {
        let mut nots = Vec::new();
        while let Some(at) = self.word("not") {
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
        self.chain(&[("+", Operator::Add), ("-", Operator::Subtract)], Self::product)
    }

    fn product(&mut self) -> Parsed {
        self.chain(&[("*", Operator::Multiply), ("/", Operator::Divide(Rounding::Down))], Self::unary)
    }

    fn chain(&mut self, signs: &[(&str, Operator)], operand: fn(&mut Self) -> Parsed) -> Parsed {
        let mut left = operand(self)?;
        while let Some((operator, sign)) = signs.iter().find_map(|(sign, operator)| Some((*operator, self.sign(sign)?)))
        {
            let right = operand(self)?;
            let at = left.at;
            left = FormulaNode::new(Form::Arithmetic(operator, sign, Box::new(left), Box::new(right)), at);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed {
        match self.sign("-") {
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
        let Some(placed) = self.peek() else { return Err(self.missing(self.end, "a value")) };
        let at = placed.at;
        let form = match &placed.token {
            Token::Number(number) => Form::Number(*number),
            Token::Quoted(word) => Form::Word(word.clone()),
            Token::Dice(dice) => Form::Dice(dice.clone()),
            Token::Sign("(") => {
                self.next += 1;
                let part = self.within(at, Self::formula)?;
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
                word if GRAMMAR.contains(&word) => {
                    return Err(Fault::new(at, format!("a value is expected here, not `{word}`")));
                }
                _ => {
                    self.next += 1;
                    return self.named(word.clone(), at);
                }
            },
        };
        self.next += 1;
        Ok(FormulaNode::new(form, at))
    }

    /// Parses a name or a function call.
    fn named(&mut self, word: String, at: usize) -> Parsed {
        if self.sign("(").is_none() {
            return Ok(FormulaNode::new(Form::Name(word), at));
        }
        let arguments = self.within(at, |parser| parser.items(")", Self::argument))?;
        Ok(FormulaNode::new(Form::Unknown(word, arguments), at))
    }

    fn argument(&mut self) -> Parsed {
        let at = self.at();
        match self.sign("[") {
            Some(_) => {
                let entries = self.within(at, |parser| parser.items("]", Self::formula))?;
                if entries.is_empty() {
                    return Err(Fault::new(at + 1, "an entry is expected here"));
                }
                Ok(FormulaNode::new(Form::List(entries), at))
            }
            None => self.formula(),
        }
    }

    /// Parses items separated by commas, up to the sign `close`.
    fn items(&mut self, close: &str, item: fn(&mut Self) -> Parsed) -> Result<Vec<FormulaNode>, Fault> {
        let mut items = Vec::new();
        if self.sign(close).is_some() {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.sign(",").is_some() {
                continue;
            }
            let at = self.at();
            return match self.sign(close) {
                Some(_) => Ok(items),
                None => Err(self.missing(at, &format!("`,` or `{close}`"))),
            };
        }
    }
}
