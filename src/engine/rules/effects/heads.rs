//! Heads that fight as creatures of their own, and grow again once they are severed (FF hydra).

/// How the heads of a creature grow again. A wound that puts a head out of action severs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heads {
    /// How many of the stat block, its last, have yet to grow when a fight begins.
    pub spare: u16,
    /// How many rounds a severed head is away; at least 1.
    pub rounds: u8,
    /// The result of Health with which a second head grows beside one that has; none = it never does.
    pub two: Option<i32>,
    /// The least wound level by fire that keeps a head from growing again.
    pub stopped_at: u8,
}

/// What has become of a fighter who is a head, or comes later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Head {
    /// Nothing: it is there, or it is no head.
    #[default]
    Whole,
    /// Fire has kept it from growing again once it is severed.
    Seared,
    /// It is severed, and grows again in so many rounds.
    Grows(u8),
    /// It has yet to grow, or to arrive.
    Latent,
}
