//! Splits a formula into words and signs.

use super::fault::Fault;

/// The largest absolute value of any number in a formula, including results.
pub const LARGEST_NUMBER: i64 = 1_000_000;

/// Maximum number of dice in an expression such as `4d6`, and of faces on a die.
pub const MOST_DICE: usize = 1_000;

/// A token and the position of its first character.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedToken {
    pub token: Token,
    pub at: usize,
}

/// A word, number, sign or dice in the text of a formula.
#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    Number(i64),
    /// A name or a reserved word.
    Name(String),
    Quoted(String),
    Dice(DiceText),
    Sign(&'static str),
}

/// Dice as written in a formula, such as `4d6kh3`.
#[derive(Debug, Clone, PartialEq)]
pub struct DiceText {
    /// The number of dice.
    pub count: usize,
    /// The faces of one die, in ascending order, with repetitions.
    pub faces: Vec<i64>,
    /// Whether the highest dice are kept (if not, the lowest), and the number of dice kept; `None` if all are.
    pub kept: Option<(bool, usize)>,
}

/// Writes dice such as `dF` and `d6` if the faces allow it, else in full, as in `d{0, 1}`.
impl std::fmt::Display for DiceText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.count > 1 {
            write!(f, "{}", self.count)?;
        }
        if self.faces == [-1, 0, 1] {
            f.write_str("dF")?;
        } else if self.faces.iter().copied().eq(1..=self.faces.len() as i64) {
            write!(f, "d{}", self.faces.len())?;
        } else {
            let faces: Vec<String> = self.faces.iter().map(i64::to_string).collect();
            write!(f, "d{{{}}}", faces.join(", "))?;
        }
        match self.kept {
            Some((highest, kept)) => write!(f, "k{}{kept}", if highest { "h" } else { "l" }),
            None => Ok(()),
        }
    }
}

/// The signs of formulas. Longer signs come before the shorter ones that they begin with.
const SIGNS: [&str; 19] =
    ["<=", ">=", "!=", "+", "-", "*", "/", "<", "=", ">", "(", ")", "[", "]", ",", ";", "{", "}", ":"];

/// Signs of other languages, each with the suggested fix.
const FOREIGN_SIGNS: [(&str, &str); 13] = [
    ("==", "`=` compares"),
    ("=>", "write `>=`"),
    ("=<", "write `<=`"),
    ("<>", "write `!=`"),
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("**", "write a product, such as `r * r`"),
    ("//", "`/` rounds down already"),
    ("%", "write `remainder(a, b)`"),
    ("^", "write a product, such as `r * r`"),
    ("!", "write `not`, or `explode(p >= 6)` for dice that explode"),
    ("&", "write `and`"),
    ("|", "write `or`"),
];

/// The plain sign that a typographic one stands for.
fn plain_sign(letter: char) -> Option<&'static str> {
    Some(match letter {
        '−' | '–' => "-",
        '×' => "*",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        _ => return None,
    })
}

/// Splits a text into tokens; leaves out comments.
///
/// # Errors
/// If a character begins no token, or dice are invalid.
pub fn tokens(text: &str) -> Result<Vec<PlacedToken>, Fault> {
    let letters: Vec<char> = text.chars().collect();
    let mut reader = Lexer { letters: &letters, at: 0 };
    let mut found = Vec::new();
    while let Some(letter) = reader.peek() {
        let at = reader.at;
        if letter.is_whitespace() {
            reader.at += 1;
        } else if letter == '#' {
            reader.take_while(|letter| letter != '\n');
        } else {
            let token = reader.token(letter)?;
            found.push(PlacedToken { token, at });
        }
    }
    Ok(found)
}

/// The sign at position `at`, and its length in characters.
///
/// # Errors
/// If there is no sign at `at`, or a sign of another language. In the second case, the fault suggests a fix.
pub fn sign_at(letters: &[char], at: usize) -> Result<(&'static str, usize), Fault> {
    if let Some(sign) = letters.get(at).copied().and_then(plain_sign) {
        return Ok((sign, 1));
    }
    let begins = |sign: &&str| sign.chars().enumerate().all(|(place, own)| letters.get(at + place) == Some(&own));
    let foreign =
        FOREIGN_SIGNS.iter().find(|(sign, _)| begins(sign) && !(*sign == "!" && letters.get(at + 1) == Some(&'=')));
    if let Some((sign, instead)) = foreign {
        return Err(Fault::new(at, format!("`{sign}` is not an operator here")).help(*instead));
    }
    let Some(sign) = SIGNS.into_iter().find(begins) else {
        let letter = letters.get(at).map(|letter| letter.escape_debug().to_string()).unwrap_or_default();
        return Err(Fault::new(at, format!("`{letter}` is unexpected here")));
    };
    Ok((sign, sign.len()))
}

/// A reader of tokens, with its position in the text.
struct Lexer<'l> {
    letters: &'l [char],
    at: usize,
}

impl Lexer<'_> {
    /// The next character.
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    /// The character `by` positions ahead.
    fn peek_ahead(&self, by: usize) -> Option<char> {
        self.letters.get(self.at + by).copied()
    }

    /// Consumes and returns the next characters, as long as `holds` is true for them.
    fn take_while(&mut self, holds: impl Fn(char) -> bool) -> String {
        let taken: String = self.letters[self.at..].iter().copied().take_while(|letter| holds(*letter)).collect();
        self.at += taken.chars().count();
        taken
    }

    fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Reads the token that begins with `letter`, the next character.
    fn token(&mut self, letter: char) -> Result<Token, Fault> {
        let at = self.at;
        match letter {
            '0'..='9' => self.number(),
            'a'..='z' | '_' => match self.dice_ahead() {
                true => self.dice(1, at),
                false => Ok(Token::Name(self.take_while(|letter| letter.is_ascii_alphanumeric() || letter == '_'))),
            },
            'A'..='Z' => {
                let word = self.take_while(|letter| letter.is_ascii_alphanumeric() || letter == '_');
                Err(Fault::new(
                    at,
                    format!("names begin with a lowercase letter, and words such as levels need quotes: `{word}`"),
                )
                .help(format!("write `'{word}'`, or `{}`", word.to_lowercase())))
            }
            '\'' | '"' => {
                self.at += 1;
                let word = self.take_while(|other| other != letter && other != '\n');
                if self.peek() != Some(letter) {
                    return Err(Fault::new(at, "this quote is not closed"));
                }
                self.at += 1;
                Ok(Token::Quoted(word))
            }
            _ => self.sign(),
        }
    }

    fn sign(&mut self) -> Result<Token, Fault> {
        let (sign, length) = sign_at(self.letters, self.at)?;
        self.at += length;
        Ok(Token::Sign(sign))
    }

    /// Whether dice without a count begin here: `d6`, `dF`, `d{1, 2}`, but not `degree`.
    fn dice_ahead(&self) -> bool {
        if self.peek() != Some('d') {
            return false;
        }
        let after = |from: usize| {
            let more = |place: &usize| {
                self.peek_ahead(*place).is_some_and(|letter| letter.is_ascii_alphanumeric() || letter == '_')
            };
            let word: String = (from..).take_while(more).filter_map(|place| self.peek_ahead(place)).collect();
            let kept = ["kh", "kl"].iter().find_map(|keep| word.strip_prefix(keep));
            word.is_empty() || kept.is_some_and(|number| number.chars().all(|letter| letter.is_ascii_digit()))
        };
        match self.peek_ahead(1) {
            Some('{' | '%') => true,
            Some('F') => after(2),
            Some('0'..='9') => {
                let digits =
                    (1..).take_while(|place| self.peek_ahead(*place).is_some_and(|letter| letter.is_ascii_digit()));
                after(1 + digits.count())
            }
            _ => false,
        }
    }

    /// Reads a number, or dice that begin with one.
    fn number(&mut self) -> Result<Token, Fault> {
        let at = self.at;
        let digits = self.take_while(|letter| letter.is_ascii_digit());
        let number = digits.parse::<i64>().ok().filter(|number| *number <= LARGEST_NUMBER);
        match self.peek() {
            Some('d') => {
                let count = number.and_then(|number| usize::try_from(number).ok()).unwrap_or(usize::MAX);
                self.dice(count, at)
            }
            Some('D') => Err(Fault::new(self.at, "dice are written with a lowercase `d`")),
            Some('.') => Err(self.decimal_fault(&digits)),
            Some(letter) if letter.is_alphabetic() => {
                Err(Fault::new(self.at, format!("`{letter}` cannot follow a number"))
                    .help("put an operator between, such as `*`"))
            }
            _ => number.map(Token::Number).ok_or_else(|| Fault::new(at, "numbers go up to 1,000,000")),
        }
    }

    /// The fault for a decimal number; it suggests a fraction instead. The position must be the decimal point, and
    /// `whole` holds the digits before it. The rest of the number is consumed.
    fn decimal_fault(&mut self, whole: &str) -> Fault {
        let fault = Fault::new(self.at, "numbers must be whole");
        self.at += 1;
        let tenths = self.take_while(|letter| letter.is_ascii_digit());
        let divisor = 10i64.pow(tenths.len().min(6) as u32);
        let Ok(number) = format!("{whole}{}", &tenths[..tenths.len().min(6)]).parse::<i64>() else { return fault };
        let common = (1..=divisor).rev().find(|by| divisor % by == 0 && number % by == 0).unwrap_or(1);
        let fraction = match (number / common, divisor / common) {
            (number, 1) => format!("* {number}"),
            (1, divisor) => format!("/ {divisor}"),
            (number, divisor) => format!("* {number} / {divisor}"),
        };
        fault.help(format!("write `{fraction}` in place of `* {whole}.{tenths}`"))
    }

    /// Reads dice, from the letter `d`. `count` is the number before it, and `from` the position at which the dice
    /// begin.
    fn dice(&mut self, count: usize, from: usize) -> Result<Token, Fault> {
        self.at += 1;
        if !(1..=MOST_DICE).contains(&count) {
            return Err(Fault::new(from, "the number of dice must be 1 to 1,000"));
        }
        let faces = match self.peek() {
            Some('F') => {
                self.at += 1;
                vec![-1, 0, 1]
            }
            Some('{') => self.read_faces(from)?,
            Some('%') => {
                return Err(Fault::new(self.at, "`d%` cannot be used inside a formula")
                    .help("write `method('d%')` for the table, `d100` for a die of 100 faces"));
            }
            Some('0'..='9') => {
                let digits = self.take_while(|letter| letter.is_ascii_digit());
                let sides = digits.parse::<i64>().unwrap_or(i64::MAX);
                if !(1..=MOST_DICE as i64).contains(&sides) {
                    return Err(Fault::new(from, "dice have 1 to 1,000 faces"));
                }
                (1..=sides).collect()
            }
            _ => {
                return Err(
                    Fault::new(self.at, "faces are expected after `d`").help("for example `d6`, `dF` or `d{0, 0, 1}`")
                );
            }
        };
        let kept = self.read_kept(count)?;
        if self.peek() == Some('!') && self.peek_ahead(1) != Some('=') {
            let highest = faces.last().map_or(0, |face| *face);
            let dice = DiceText { count, faces, kept };
            return Err(Fault::new(self.at, "`!` is not an operator here")
                .help(format!("write `explode({dice} >= {highest})`")));
        }
        if self.peek().is_some_and(|letter| letter.is_ascii_alphanumeric()) {
            return Err(self.suffix_fault(count, &faces));
        }
        Ok(Token::Dice(DiceText { count, faces, kept }))
    }

    /// Reads and sorts the faces of a die in braces, such as `{0, 0, 1}`. `from` is the position at which the dice
    /// begin.
    fn read_faces(&mut self, from: usize) -> Result<Vec<i64>, Fault> {
        self.at += 1;
        let mut faces = Vec::new();
        self.skip_blanks();
        if self.peek() == Some('}') {
            return Err(Fault::new(from, "dice have 1 to 1,000 faces").help("for example `d{0, 0, 1}`"));
        }
        loop {
            self.skip_blanks();
            let at = self.at;
            let minus = self.peek().is_some_and(|letter| letter == '-' || plain_sign(letter) == Some("-"));
            if minus {
                self.at += 1;
                self.skip_blanks();
            }
            let digits = self.take_while(|letter| letter.is_ascii_digit());
            if digits.is_empty() {
                return Err(Fault::new(self.at, "a face is expected, a whole number"));
            }
            let face = digits.parse::<i64>().ok().filter(|face| *face <= LARGEST_NUMBER);
            let face = face.ok_or_else(|| Fault::new(at, "numbers go up to 1,000,000"))?;
            faces.push(if minus { -face } else { face });
            self.skip_blanks();
            match self.peek() {
                Some(',') => self.at += 1,
                Some('}') => break self.at += 1,
                _ => return Err(Fault::new(self.at, "`,` or `}` is expected after a face")),
            }
        }
        if faces.len() > MOST_DICE {
            return Err(Fault::new(from, "dice have 1 to 1,000 faces"));
        }
        faces.sort_unstable();
        Ok(faces)
    }

    /// Reads `kh` or `kl` and the number of dice kept; `None` if neither follows. The flag is true for the highest
    /// dice.
    fn read_kept(&mut self, count: usize) -> Result<Option<(bool, usize)>, Fault> {
        let at = self.at;
        let highest = match (self.peek(), self.peek_ahead(1)) {
            (Some('k'), Some('h')) => true,
            (Some('k'), Some('l')) => false,
            _ => return Ok(None),
        };
        self.at += 2;
        let digits = self.take_while(|letter| letter.is_ascii_digit());
        if digits.is_empty() {
            return Err(Fault::new(self.at, "the number of dice kept is expected"));
        }
        let number = digits.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
        let number = number.ok_or_else(|| Fault::new(at, format!("1 to {count} of these dice can be kept")))?;
        Ok(Some((highest, number)))
    }

    /// The fault for letters directly after dice; it suggests a fix for notations of other tools.
    fn suffix_fault(&self, count: usize, faces: &[i64]) -> Fault {
        let word: String = self.letters[self.at..].iter().take_while(|letter| letter.is_ascii_alphanumeric()).collect();
        let fault = Fault::new(self.at, format!("`{word}` cannot follow dice"));
        let kept = |highest, kept| DiceText { count, faces: faces.to_vec(), kept: Some((highest, kept)) };
        let dropped = |sign: &str| word.strip_prefix(sign)?.parse::<usize>().ok().filter(|number| *number < count);
        let number = |sign: &str| word.strip_prefix(sign)?.parse::<usize>().ok();
        let all = DiceText { count, faces: faces.to_vec(), kept: None };
        let instead = match (dropped("dl"), dropped("dh"), dropped("k"), number("r")) {
            (Some(number), ..) => kept(true, count - number).to_string(),
            (_, Some(number), ..) => kept(false, count - number).to_string(),
            (_, _, Some(number), _) => kept(true, number).to_string(),
            (_, _, _, Some(number)) => format!("reroll({all} <= {number})"),
            _ => return fault.help("put an operator between, or write a dice method as `method('…')`"),
        };
        fault.help(format!("write `{instead}`"))
    }
}
