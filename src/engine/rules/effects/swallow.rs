//! Foes swallowed whole, who fight from inside (FF giant worm).

/// The rules for swallowing foes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swallow {
    /// The largest Mass Scale that the creature can swallow.
    pub scale: i32,
    /// The result that a swallowed foe needs to hit the creature from inside.
    pub inside: i32,
    /// The bonus to the creature's defensive factor against blows from inside.
    pub defense: u8,
    /// The total damage from inside with which a swallowed foe cuts its way out.
    pub cut_out: u8,
}
