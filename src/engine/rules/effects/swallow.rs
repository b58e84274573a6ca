//! Foes swallowed whole, who fight from inside (FF giant worm).

/// The rules for swallowing foes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swallow {
    /// The largest Mass Scale that it can swallow.
    pub scale: i32,
    /// The result needed to hit it from inside.
    pub inside: i32,
    /// The bonus to its defensive factor against blows from inside.
    pub defense: u8,
    /// The total damage from inside that cuts a way out.
    pub cut_out: u8,
}
