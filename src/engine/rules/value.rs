//! Values set by files and code.

use super::Choice;

/// The value of a varied key or an option.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// True or false.
    Boolean(bool),
    /// A word or other text.
    Text(String),
}

/// Implements `From` for Rust's own types.
macro_rules! values {
    ($($type:ty => $variant:ident,)+) => {
        $(impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Self::$variant(value.into())
            }
        })+
    };
}

values! {
    bool => Boolean, u8 => Integer, u16 => Integer, u32 => Integer, i32 => Integer, i64 => Integer,
    f32 => Float, f64 => Float, &str => Text, String => Text,
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::Float(number) => write!(f, "{number}"),
            Self::Boolean(yes) => write!(f, "{yes}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// An option's choice, as its word.
impl<C: Choice> From<C> for Value {
    fn from(choice: C) -> Self {
        Self::Text(choice.word().to_owned())
    }
}
