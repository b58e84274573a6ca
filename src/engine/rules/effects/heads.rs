//! Heads that fight as separate creatures, and grow back after they are severed (FF hydra).

/// The rules for growing back heads. A wound that puts a head out of action severs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heads {
    /// Number of heads that have not grown yet when a fight begins: the last of the stat block.
    pub spare: u16,
    /// Number of rounds until a severed head has grown back; at least 1.
    pub rounds: u8,
    /// The lowest Health result at which a second head grows next to one that grows back; `None` if that never happens.
    pub second_head_from: Option<i32>,
    /// The lowest wound level by fire that keeps a severed head from growing back.
    pub seared_from: u8,
}

/// The state of a fighter who is a head, or who arrives later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Head {
    /// Present, or not a head.
    #[default]
    Whole,
    /// Burned by fire: it will not grow back if severed.
    Seared,
    /// Severed; the number of rounds until it has grown back.
    Grows(u8),
    /// Not yet grown, or not yet arrived.
    Latent,
}
