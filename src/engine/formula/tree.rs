//! The syntax tree of a formula. Reading makes it; checking fills in the kinds, the numbers of names and the values of words.

use super::function::Function;
use super::token::DiceText;
use smallvec::SmallVec;

/// The kind of what a part of a formula gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Number,
    /// True or false.
    Truth,
    /// Dice, each with its face.
    Pool,
}

/// The numbers of names, ascending.
pub type Slots = SmallVec<[u16; 6]>;

/// A part of a formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    pub form: Form,
    /// Its first character.
    pub at: usize,
    pub kind: Kind,
    /// The names that it depends on, through the names it depends on as well.
    pub needs: Slots,
    /// Whether it has dice of its own, names aside.
    pub rolls: bool,
    /// Its number among all parts.
    pub number: usize,
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Order {
    const SIGNS: [(&str, Self); 6] = [
        ("<", Self::Less),
        ("<=", Self::AtMost),
        ("=", Self::Equal),
        ("!=", Self::Unequal),
        (">=", Self::AtLeast),
        (">", Self::More),
    ];

    /// The comparison of a sign; `None` if the sign compares nothing.
    pub fn of(sign: &str) -> Option<Self> {
        Self::SIGNS.into_iter().find(|(own, _)| *own == sign).map(|(_, order)| order)
    }

    /// Its sign, as in `>=`.
    pub fn sign(self) -> &'static str {
        Self::SIGNS.into_iter().find(|(_, order)| *order == self).map_or("", |(sign, _)| sign)
    }

    /// Whether it is true of these two sides.
    pub fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::AtLeast => left >= right,
            Self::More => left > right,
        }
    }

    /// The same comparison with its sides exchanged.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::AtLeast => Self::AtMost,
            Self::More => Self::Less,
            Self::Equal | Self::Unequal => self,
        }
    }

    /// Whether the dice that satisfy it are taken from the highest face down.
    pub fn takes_highest(self) -> bool {
        matches!(self, Self::AtLeast | Self::More)
    }
}

/// The rounding of a division.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    Down,
    Nearest,
    Up,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide(Rounding),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    Number(i64),
    Truth(bool),
    /// A word in quotes, as long as its value is not known.
    Word(String),
    /// A name as it is written, as long as its number is not known.
    Name(String),
    /// A name, by its number.
    Slot(u16),
    Dice(DiceText),
    /// A method of dice, by its number among those of the formula.
    Method(usize),
    Negate(Box<Part>),
    Not(Box<Part>),
    /// The place is that of the sign.
    Arithmetic(Operator, usize, Box<Part>, Box<Part>),
    Compare(Order, usize, Box<Part>, Box<Part>),
    And(Box<Part>, Box<Part>),
    Or(Box<Part>, Box<Part>),
    If(Box<[Part; 3]>),
    Let(Box<Let>),
    /// A call of a function, as it is written.
    Unknown(String, Vec<Part>),
    Call(Function, Vec<Part>),
    /// A list, for `lookup` and `steps` alone.
    List(Vec<Part>),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Let {
    pub name: String,
    pub name_at: usize,
    pub slot: u16,
    /// The number of uses of the name; 2 as well for one use in a repeated evaluation.
    pub uses: usize,
    pub value: Part,
    pub body: Part,
}

impl Part {
    /// Gives each of the parts right inside this one.
    pub fn inner<'p>(&'p self, mut gives: impl FnMut(&'p Self)) {
        match &self.form {
            Form::Negate(inner) | Form::Not(inner) => gives(inner),
            Form::Arithmetic(_, _, left, right)
            | Form::Compare(_, _, left, right)
            | Form::And(left, right)
            | Form::Or(left, right) => [left, right].into_iter().for_each(|part| gives(part)),
            Form::If(branches) => branches.iter().for_each(gives),
            Form::Let(bound) => [&bound.value, &bound.body].into_iter().for_each(gives),
            Form::Unknown(_, parts) | Form::Call(_, parts) | Form::List(parts) => parts.iter().for_each(gives),
            _ => {}
        }
    }

    /// Whether this holds for the part or for any part inside.
    pub fn has(&self, holds: impl Fn(&Self) -> bool) -> bool {
        let mut parts = vec![self];
        while let Some(part) = parts.pop() {
            if holds(part) {
                return true;
            }
            part.inner(|inner| parts.push(inner));
        }
        false
    }

    pub fn new(form: Form, at: usize) -> Self {
        Self { form, at, kind: Kind::Number, needs: Slots::new(), rolls: false, number: 0 }
    }
}
