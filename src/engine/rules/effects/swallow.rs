//! Foes swallowed whole, who fight from inside (FF giant worm).

/// Whom a creature swallows, and what becomes of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swallow {
    /// The largest Scale, of Mass, that it swallows.
    pub scale: i32,
    /// The result that strikes it from inside.
    pub inside: i32,
    /// What its defensive factor gains there.
    pub defense: u8,
    /// The points of damage from inside, added up, that cut a way out.
    pub cut_out: u8,
}
