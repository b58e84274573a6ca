//! What happens in a fight, for those who listen.

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Neither of a pair won the exchange.
    StandOff {
        /// The pair.
        pair: [u16; 2],
    },
    /// A blow was avoided, or missed.
    Avoided {
        /// Who struck.
        by: u16,
        /// At whom.
        target: u16,
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
    /// A fighter is out of action from the end of this round on. Not told in fights of one against one.
    Fell {
        /// Who.
        who: u16,
        /// True where nobody had fallen before this round.
        first: bool,
    },
}

/// The figures behind events, for transcripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// A round begins.
    Round {
        /// Its number, counted from 1.
        number: u32,
    },
    /// Two fighters, or one and several, come to blows.
    Meet {
        /// One of them.
        one: u16,
        /// The other, or the first of the others.
        other: u16,
    },
    /// One rolled against one: `degree` is the sum of the four others, within the cap of results.
    Rolled {
        /// Who.
        who: u16,
        /// Against whom.
        foe: u16,
        /// Skill against this foe, lasting modifiers included.
        skill: i32,
        /// What wounds take from it, 0 or less.
        penalty: i32,
        /// Modifiers that do not last, beyond those that do.
        passing: i32,
        /// What the dice showed.
        roll: i32,
        /// The rolled degree; less or more where results are capped.
        degree: i32,
    },
    /// One rolled for the order of the round.
    Initiative {
        /// Who.
        who: u16,
        /// The trait.
        initiative: i32,
        /// What the dice showed.
        roll: i32,
        /// The sum.
        total: i32,
    },
    /// A lone fighter rolled, for all foes at once: what counts against each is told as they meet it.
    LoneRolled {
        /// Who.
        who: u16,
        /// How many foes there are.
        foes: u16,
        /// What wounds take, 0 or less.
        penalty: i32,
        /// Modifiers that do not last, beyond those that do.
        passing: i32,
        /// What the number of foes takes, 0 or less.
        outnumbered: i32,
        /// What the dice showed.
        roll: i32,
    },
    /// A mob rolled once for all of it.
    MobRolled {
        /// The first of the mob.
        first: u16,
        /// What the dice showed.
        roll: i32,
    },
    /// One is put out of action without a blow.
    PutOut {
        /// Whose action it is.
        by: u16,
        /// Who is out.
        target: u16,
        /// The severity that does it.
        severity: u8,
    },
    /// The damage of a hit was rolled.
    Damaged {
        /// Who struck.
        by: u16,
        /// Whom it hit.
        target: u16,
        /// The relative degree.
        degree: i16,
        /// What the damage dice showed; 0 where damage is not rolled.
        roll: i32,
        /// Its severity, as in [`Event::Wound`].
        severity: u8,
    },
}

/// Somebody who listens to a fight. The empty observer costs nothing.
pub trait Observer {
    /// Something happened.
    fn note(&mut self, event: Event);

    /// The figures behind what happens; only transcripts listen.
    #[inline(always)]
    fn detail(&mut self, _detail: Detail) {}
}

impl Observer for () {
    #[inline]
    fn note(&mut self, _event: Event) {}
}
