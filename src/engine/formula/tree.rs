//! The syntax tree of a formula. Parsing builds it; checking fills in kinds, slots of names and values of words.

use super::function::{Function, ValueKind};
use super::token::DiceText;
use smallvec::SmallVec;

/// A sorted set of slots. The slot of a name is its index among all names: those of the scope, then constants, then
/// `let` names.
pub type Slots = SmallVec<[u16; 6]>;

/// A part of a formula: a node of the syntax tree.
#[derive(Debug, Clone, PartialEq)]
pub struct FormulaNode {
    /// The operation or value, with the inner parts.
    pub form: Form,
    /// The position of its first character.
    pub at: usize,
    /// The kind of its value.
    pub kind: ValueKind,
    /// The slots of the names on which its value depends, directly or through other names.
    pub needs: Slots,
    /// Whether it contains dice itself, not just through a name.
    pub rolls: bool,
    /// Its index among all parts of the formula.
    pub number: usize,
}

/// A comparison operator.
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

    /// The comparison with this sign; `None` if it is not the sign of a comparison.
    pub fn of(sign: &str) -> Option<Self> {
        Self::SIGNS.into_iter().find(|(own, _)| *own == sign).map(|(_, order)| order)
    }

    /// The sign of the comparison.
    pub fn sign(self) -> &'static str {
        Self::SIGNS.into_iter().find(|(_, order)| *order == self).map_or("", |(sign, _)| sign)
    }

    /// Whether the comparison is true for `left` and `right`.
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

    /// The comparison that is true if the two sides are swapped.
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

    /// Whether dice that pass this comparison are picked from the highest face down, not from the lowest up.
    pub fn takes_highest(self) -> bool {
        matches!(self, Self::AtLeast | Self::More)
    }
}

/// The rounding of a quotient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Toward negative infinity.
    Down,
    /// To the nearest whole number; halves toward positive infinity.
    Nearest,
    /// Toward positive infinity.
    Up,
}

/// An arithmetic operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide(Rounding),
}

/// The operation or value of a part, with its inner parts.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    Number(i64),
    Truth(bool),
    /// A quoted word whose value is not known yet.
    Word(String),
    /// A name whose slot is not known yet.
    Name(String),
    /// A name, by its slot.
    Slot(u16),
    Dice(DiceText),
    /// A dice method, by its index among those of the formula.
    Method(usize),
    /// Operator, position of its sign, left and right operand.
    Arithmetic(Operator, usize, Box<FormulaNode>, Box<FormulaNode>),
    /// Comparison, position of its sign, left and right side.
    Compare(Order, usize, Box<FormulaNode>, Box<FormulaNode>),
    /// Condition, then the parts after `then` and `else`.
    If(Box<[FormulaNode; 3]>),
    Let(Box<Let>),
    /// A function call that has not been checked yet.
    Unknown(String, Vec<FormulaNode>),
    Call(Function, Vec<FormulaNode>),
    /// A list, allowed in `lookup` and `steps` only.
    List(Vec<FormulaNode>),
}

/// A name bound by `let`, with its value and the part of the formula that can use it.
#[derive(Debug, Clone, PartialEq)]
pub struct Let {
    pub name: String,
    /// The position of the name.
    pub name_at: usize,
    pub slot: u16,
    /// The number of uses of the name. A use in an argument that is evaluated repeatedly counts twice.
    pub uses: usize,
    pub value: FormulaNode,
    /// The part of the formula that can use the name.
    pub body: FormulaNode,
}

impl FormulaNode {
    /// Calls `gives` with each direct inner part.
    pub fn for_each_child<'p>(&'p self, mut gives: impl FnMut(&'p Self)) {
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

    /// The part itself and all parts inside it.
    pub fn with_descendants(&self) -> impl Iterator<Item = &Self> {
        let mut parts = vec![self];
        std::iter::from_fn(move || {
            let part = parts.pop()?;
            part.for_each_child(|inner| parts.push(inner));
            Some(part)
        })
    }

    /// Whether the part is nothing but the name with the slot `name`.
    pub fn is_slot(&self, name: usize) -> bool {
        matches!(self.form, Form::Slot(slot) if usize::from(slot) == name)
    }

    /// Whether the value of the part depends on the name with the slot `name`.
    pub fn depends_on(&self, name: usize) -> bool {
        self.needs.iter().any(|need| usize::from(*need) == name)
    }

    /// The first operand of a chain of operators; then each operator with its position and its right operand. It uses a
    /// loop, since the chain may be too long for recursion.
    pub fn chain(&self) -> (&Self, impl Iterator<Item = (Operator, usize, &Self)>) {
        let mut signs = Vec::new();
        let mut left = self;
        while let Form::Arithmetic(operator, sign, inner, right) = &left.form {
            signs.push((*operator, *sign, &**right));
            left = inner;
        }
        (left, signs.into_iter().rev())
    }

    /// The comparison in this argument of a function such as `count`: its operator and both sides. The check has made
    /// sure that it is a comparison.
    pub fn test(&self) -> (Order, &Self, &Self) {
        match &self.form {
            Form::Compare(order, _, left, right) => (*order, left, right),
            _ => (Order::Equal, self, self),
        }
    }

    /// The entries of a list; empty for any other part.
    pub fn entries(&self) -> &[Self] {
        match &self.form {
            Form::List(entries) => entries,
            _ => &[],
        }
    }

    /// The entry of a list at index `place`. An index beyond an end of the list selects the entry at that end.
    pub fn entry(&self, place: i64) -> &Self {
        let entries = self.entries();
        &entries[place.clamp(0, entries.len() as i64 - 1) as usize]
    }

    /// The arguments of a function of numbers, with lists replaced by their entries.
    pub fn number_arguments(arguments: &[Self]) -> impl Iterator<Item = &Self> {
        arguments.iter().flat_map(|argument| match &argument.form {
            Form::List(entries) => &entries[..],
            _ => std::slice::from_ref(argument),
        })
    }

    /// A part that has not been checked yet.
    pub fn new(form: Form, at: usize) -> Self {
        Self { form, at, kind: ValueKind::Number, needs: Slots::new(), rolls: false, number: 0 }
    }
}
