//! Sources of chance: where rolls come from.
//!
//! Rules ask a [`Chance`] for a roll and say who rolls and what for. What answers decides what the same
//! code becomes: [`Sampler`] a simulation, [`enumerate`] an exact calculation, [`Script`] the replay of a
//! written example; [`Recorder`] wraps any of them and records each roll.

mod enumerator;
mod mix;
mod recorder;
mod sampler;
mod script;
mod weight;

pub use enumerator::{Enumerator, enumerate};
pub use recorder::{Recorder, Roll};
pub use sampler::{Sampler, Seed};
pub use script::Script;
pub use weight::Weight;

use crate::dice::Dice;

/// A source of rolls.
pub trait Chance {
    /// The result of rolling `dice` for what `ask` says.
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32;

    /// Says that what follows belongs to round `round` (counted from 1). Only sources that
    /// key their rolls by the round listen.
    fn begin_round(&mut self, _round: u32) {}
}

/// Who rolls, and what for.
///
/// Within one round no two rolls have the same ask: the sampler's rolls are a function of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ask {
    /// The number of the one who rolls, in the order of the roster.
    pub who: u16,
    /// What the roll decides.
    pub purpose: Purpose,
    /// Against whom, where one may roll against several for one purpose in a round; else 0.
    pub against: u16,
}

impl Ask {
    /// `who` rolls for `purpose`.
    #[inline]
    pub const fn new(who: u16, purpose: Purpose) -> Self {
        Self { who, purpose, against: 0 }
    }

    /// `who` rolls for `purpose` against one of several.
    #[inline]
    pub const fn against(who: u16, against: u16, purpose: Purpose) -> Self {
        Self { who, purpose, against }
    }
}

/// What a roll decides. The number of each purpose is part of the key of its rolls: never renumber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Purpose {
    /// Does an action succeed, and how well: unopposed and opposed actions outside fights.
    Action = 0,
    /// A round's blow and parry in one.
    Exchange = 1,
    /// How hard a blow that hit falls.
    Damage = 2,
    /// Who acts first.
    Initiative = 3,
    /// A blow by itself.
    Attack = 4,
    /// Dodging or parrying a blow.
    Avoid = 5,
    /// Which of several stances a fighter takes.
    Stance = 20,
    /// Whom of several foes a fighter picks out.
    Target = 21,
    /// Avoiding a blow in another way as well.
    OtherAvoid = 24,
    /// Who is faster.
    Speed = 25,
    /// Does somebody lose heart.
    Morale = 26,
    /// Does toughness make a wound lighter or worse.
    Toughness = 27,
    /// Does somebody find the nerve to act.
    Nerve = 28,
    /// Does all-out defense gain an advantage.
    Advantage = 29,
    /// What a natural critical does in a fight.
    Critical = 30,
    /// A blow, or blow and parry in one, once more for a Fudge point.
    StrikeAgain = 43,
    /// Avoiding a blow once more for a Fudge point.
    AvoidAgain = 44,
    /// Does one who throws herself out of the way stay on her feet.
    Balance = 40,
    /// Does somebody's will go against wounds.
    Will = 41,
    /// Does somebody stay conscious.
    Conscious = 42,
    /// Which value of a range a fighter has.
    Range = 48,
    /// Does somebody resist a poison.
    Poison = 56,
    /// Does somebody catch fire.
    Burning = 57,
    /// Does somebody bleed to death.
    Bleeding = 58,
    /// Does somebody withstand a gaze.
    Gaze = 60,
    /// Does somebody withstand a breath.
    Breath = 61,
    /// Does somebody withstand fear.
    Fear = 62,
    /// Does somebody withstand a charm.
    Charm = 63,
    /// Does somebody withstand a smell.
    Stench = 64,
    /// Does venomous blood run up a weapon.
    Blood = 65,
    /// Does somebody resist the venom of blood.
    Venom = 66,
    /// Does a second head grow.
    Growth = 72,
    /// Is somebody swallowed.
    Swallow = 73,
    /// Does somebody withstand what is squirted.
    Fluid = 74,
}

impl Purpose {
    /// Whether such a roll decides what becomes of a wound before it is marked.
    pub const fn is_about_wound(self) -> bool {
        matches!(self, Self::Toughness | Self::Balance | Self::Will | Self::Poison | Self::Burning | Self::Venom)
    }

    /// A word for transcripts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Exchange => "exchange",
            Self::Damage => "damage",
            Self::Initiative => "initiative",
            Self::Attack => "attack",
            Self::Avoid => "avoidance",
            Self::Stance => "stance",
            Self::Target => "target",
            Self::OtherAvoid => "second avoidance",
            Self::Range => "range",
            Self::Speed => "speed",
            Self::Morale => "morale",
            Self::Toughness => "Damage Capacity",
            Self::Nerve => "nerve",
            Self::Advantage => "perception",
            Self::Critical => "critical",
            Self::StrikeAgain => "reroll",
            Self::AvoidAgain => "second try to avoid",
            Self::Balance => "Agility",
            Self::Will => "Willpower",
            Self::Conscious => "Constitution",
            Self::Poison => "resistance to poison",
            Self::Burning => "fire",
            Self::Bleeding => "bleeding",
            Self::Gaze => "resistance to the gaze",
            Self::Breath => "resistance to the breath",
            Self::Fear => "resistance to fear",
            Self::Charm => "resistance to the charm",
            Self::Blood => "blood",
            Self::Venom => "resistance to venom",
            Self::Stench => "resistance to the smell",
            Self::Growth => "growth",
            Self::Swallow => "swallowing",
            Self::Fluid => "resistance to the fluid",
        }
    }
}
