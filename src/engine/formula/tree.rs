//! The syntax tree of a formula. Reading makes it; checking fills in the kinds, the numbers of names and the values of words.

use super::function::{Function, Kind};
use super::token::DiceText;
use smallvec::SmallVec;

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
    /// The place is that of the sign.
    Arithmetic(Operator, usize, Box<Part>, Box<Part>),
    Compare(Order, usize, Box<Part>, Box<Part>),
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
            Form::Arithmetic(_, _, left, right) | Form::Compare(_, _, left, right) => {
                [left, right].into_iter().for_each(|part| gives(part));
            }
            Form::If(branches) => branches.iter().for_each(gives),
            Form::Let(bound) => [&bound.value, &bound.body].into_iter().for_each(gives),
            Form::Unknown(_, parts) | Form::Call(_, parts) | Form::List(parts) => parts.iter().for_each(gives),
            _ => {}
        }
    }

    /// The part and all parts inside.
    pub fn all(&self) -> impl Iterator<Item = &Self> {
        let mut parts = vec![self];
        std::iter::from_fn(move || {
            let part = parts.pop()?;
            part.inner(|inner| parts.push(inner));
            Some(part)
        })
    }

    /// Whether it is the name with this number.
    pub fn is_slot(&self, name: usize) -> bool {
        matches!(self.form, Form::Slot(slot) if usize::from(slot) == name)
    }

    /// Whether it depends on the name with this number.
    pub fn needs(&self, name: usize) -> bool {
        self.needs.iter().any(|need| usize::from(*need) == name)
    }

    /// Of a chain of signs, which may be long, its first part, then each sign with its place and the part behind it.
    pub fn chain(&self) -> (&Self, impl Iterator<Item = (Operator, usize, &Self)>) {
        let mut signs = Vec::new();
        let mut left = self;
        while let Form::Arithmetic(operator, sign, inner, right) = &left.form {
            signs.push((*operator, *sign, &**right));
            left = inner;
        }
        (left, signs.into_iter().rev())
    }

    /// The comparison that a function takes: checking leaves nothing else in its place.
    pub fn test(&self) -> (Order, &Self, &Self) {
        match &self.form {
            Form::Compare(order, _, left, right) => (*order, left, right),
            _ => (Order::Equal, self, self),
        }
    }

    /// The entries of a list.
    pub fn entries(&self) -> &[Self] {
        match &self.form {
            Form::List(entries) => entries,
            _ => &[],
        }
    }

    /// The entry of a list at a place, or else that at the nearer end.
    pub fn entry(&self, place: i64) -> &Self {
        let entries = self.entries();
        &entries[place.clamp(0, entries.len() as i64 - 1) as usize]
    }

    /// The numbers that a function takes: a list stands for its entries.
    pub fn numbers(arguments: &[Self]) -> impl Iterator<Item = &Self> {
        arguments.iter().flat_map(|argument| match &argument.form {
            Form::List(entries) => &entries[..],
            _ => std::slice::from_ref(argument),
        })
    }

    /// A part as it is written.
    pub fn new(form: Form, at: usize) -> Self {
        Self { form, at, kind: Kind::Number, needs: Slots::new(), rolls: false, number: 0 }
    }
}
