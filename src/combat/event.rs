//! What happens in a fight, for those who listen.

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Neither of a pair won the exchange.
    StandOff {
        /// The pair.
        pair: [u16; 2],
    },
    /// The winner of an exchange stayed below the minimum to hit.
    BelowMinimum {
        /// The winner.
        by: u16,
    },
    /// A blow landed.
    Hit {
        /// Who struck.
        by: u16,
        /// Whom it hit.
        target: u16,
        /// The relative degree.
        degree: i16,
        /// Whether it is a graze.
        graze: bool,
    },
    /// The damage of a blow was found.
    Wound {
        /// Who struck.
        by: u16,
        /// Whom it hit.
        target: u16,
        /// Its severity: a wound level on a box track, points on a point track; 0 = none.
        severity: u8,
    },
}

/// Somebody who listens to a fight. The empty observer costs nothing.
pub trait Observer {
    /// Something happened.
    fn note(&mut self, event: Event);
}

impl Observer for () {
    #[inline]
    fn note(&mut self, _event: Event) {}
}
