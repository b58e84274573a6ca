//! Sources of dice rolls: random, exact or scripted.
//!
//! Rules ask a [`Chance`] for a roll and state who rolls and for what purpose. The source decides what the same code
//! becomes: [`Sampler`] makes it a simulation, [`enumerate`] an exact calculation, [`Script`] the replay of a worked
//! example. [`Recorder`] wraps any of them and records each roll.

mod enumerator;
pub(crate) mod limits;
mod mix;
mod recorder;
mod sampler;
mod script;
mod weight;

pub use enumerator::{Enumerator, enumerate};
pub use recorder::{Recorder, Roll};
pub use sampler::{Sampler, Samplers, Seed};
pub use script::Script;
pub use weight::Weight;

use crate::dice::Dice;

/// A source of rolls.
pub trait Chance {
    /// Returns the result of rolling `dice` for the purpose in `ask`.
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32;

    /// Like [`roll`](Self::roll), for dice whose results may be indices into a list. Scripts give the faces shown
    /// rather than the result; `faces` returns the faces for each result, if known.
    #[inline]
    fn roll_faces(&mut self, ask: Ask, dice: &Dice, _faces: &dyn Fn() -> Option<Faces>) -> i32 {
        self.roll(ask, dice)
    }

    /// Starts round `round`, counted from 1. Has an effect only on sources that key their rolls by round.
    fn begin_round(&mut self, _round: u32) {}

    /// Starts the next stage, such as the next fight of a campaign. Each stage counts its rounds from 1.
    fn begin_stage(&mut self) {}

    /// Whether no rolls are left, as in a script that has run out. The caller should then begin nothing new.
    fn is_over(&self) -> bool {
        false
    }

    /// This source as a sampler, if it is one. Fights played only for their figures have a fast path for samplers.
    fn as_sampler(&mut self) -> Option<&mut Sampler> {
        None
    }
}

impl<C: Chance + ?Sized> Chance for &mut C {
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        (**self).roll(ask, dice)
    }

    fn roll_faces(&mut self, ask: Ask, dice: &Dice, faces: &dyn Fn() -> Option<Faces>) -> i32 {
        (**self).roll_faces(ask, dice, faces)
    }

    fn begin_round(&mut self, round: u32) {
        (**self).begin_round(round);
    }

    fn begin_stage(&mut self) {
        (**self).begin_stage();
    }

    fn is_over(&self) -> bool {
        (**self).is_over()
    }

    fn as_sampler(&mut self) -> Option<&mut Sampler> {
        (**self).as_sampler()
    }
}

/// The faces shown by the dice of several formulas that are rolled together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faces {
    /// For each formula that rolls dice: its index among all formulas, and the name of its dice.
    pub dice: Vec<(usize, String)>,
    /// For each result of the roll, the totals that the dice of the formulas show, in the order of `dice`.
    pub shown: Vec<(i32, Vec<i32>)>,
}

/// The roller and the purpose of a roll.
///
/// Within one round no two rolls have the same ask, since the sampler computes each roll from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ask {
    /// The roster index of the fighter or character who rolls.
    pub who: u16,
    /// The purpose of the roll.
    pub purpose: Purpose,
    /// A number that distinguishes several rolls for the same purpose in a round, usually the opponent's roster index;
    /// otherwise 0.
    pub against: u16,
    /// The number of the roll, from 1, if an opponent makes the fighter roll several times for the same purpose;
    /// otherwise 0.
    pub nth: u8,
}

impl Ask {
    /// A roll by `who` for `purpose`.
    #[inline]
    pub const fn new(who: u16, purpose: Purpose) -> Self {
        Self { who, purpose, against: 0, nth: 0 }
    }

    /// A roll by `who` for `purpose`, distinguished from others by `against`, usually one of several opponents.
    #[inline]
    pub const fn against(who: u16, against: u16, purpose: Purpose) -> Self {
        Self { who, purpose, against, nth: 0 }
    }
}

/// Declares the purposes: the variant; its number, which is part of the key of a roll and never changes; a word for
/// transcripts; and the roll's name in scripts.
macro_rules! purposes {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $word:literal, $roll:literal;)+) => {
        /// The purpose of a roll. Its number is part of the key of the roll: never renumber.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Purpose {
            $($(#[$doc])* $name = $number,)+
        }

        impl Purpose {
            /// The word for this purpose in transcripts.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }

            /// The name of a roll for this purpose, such as "damage roll".
            pub const fn roll(self) -> &'static str {
                match self {
                    $(Self::$name => $roll,)+
                }
            }
        }
    };
}

purposes! {
    /// Success and degree of an action outside fights, unopposed or opposed.
    Action = 0, "action", "roll";
    /// The blow and the parry of a round, in one roll.
    Exchange = 1, "exchange", "roll";
    /// The damage of a blow that hit.
    Damage = 2, "damage", "damage roll";
    /// The order in which fighters act.
    Initiative = 3, "initiative", "initiative roll";
    /// A blow, rolled separately from its defense.
    Attack = 4, "attack", "attack roll";
    /// Dodging or parrying a blow.
    Avoid = 5, "avoidance", "roll to avoid the blow";
    /// The choice among several stances.
    Stance = 20, "stance", "roll for a stance";
    /// The choice of a target among several foes.
    Target = 21, "target", "roll for a target";
    /// A second attempt to avoid the same blow, in another way.
    OtherAvoid = 24, "second avoidance", "second roll to avoid the blow";
    /// A fighter's speed.
    Speed = 25, "speed", "speed roll";
    /// Whether a fighter loses heart.
    Morale = 26, "morale", "morale roll";
    /// Whether toughness makes a wound lighter or worse.
    Toughness = 27, "Damage Capacity", "Damage Capacity roll";
    /// Whether a fighter finds the nerve to act.
    Nerve = 28, "nerve", "nerve roll";
    /// Whether all-out defense gains an advantage.
    Advantage = 29, "perception", "perception roll";
    /// The effect of a natural critical in a fight.
    Critical = 30, "critical", "roll on the table of criticals";
    /// A reroll of a blow, or of blow and parry in one, for a Fudge point.
    StrikeAgain = 43, "reroll", "Fudge point reroll";
    /// A reroll of the attempt to avoid a blow, for a Fudge point.
    AvoidAgain = 44, "second try to avoid", "Fudge point reroll to avoid the blow";
    /// Whether a fighter who dives out of the way stays on her feet.
    Balance = 40, "Agility", "Agility roll";
    /// Whether a fighter's will overcomes wounds.
    Will = 41, "Willpower", "Willpower roll";
    /// Whether a fighter or caster stays conscious, or wakes up.
    Conscious = 42, "Constitution", "Constitution roll";
    /// The value that a fighter has within a range.
    Range = 48, "range", "value of a range";
    /// The choice among several ways in which a fight can begin.
    Start = 49, "start", "draw of the starting condition";
    /// Whether a fighter resists a poison.
    Poison = 56, "resistance to poison", "roll against poison";
    /// Whether a fighter catches fire.
    Burning = 57, "fire", "roll for catching fire";
    /// Whether a fighter bleeds to death.
    Bleeding = 58, "bleeding", "roll against bleeding to death";
    /// Whether a fighter withstands a gaze.
    Gaze = 60, "resistance to the gaze", "roll against the gaze";
    /// Whether a fighter withstands a breath.
    Breath = 61, "resistance to the breath", "roll against the breath";
    /// Whether a fighter withstands fear.
    Fear = 62, "resistance to fear", "roll against fear";
    /// Whether a fighter withstands a charm.
    Charm = 63, "resistance to the charm", "roll against the charm";
    /// Whether a fighter withstands a smell.
    Stench = 64, "resistance to the smell", "roll against the smell";
    /// Whether venomous blood runs up the attacker's weapon.
    Blood = 65, "blood", "roll for venomous blood";
    /// Whether the attacker resists the venom of blood.
    Venom = 66, "resistance to venom", "roll against venom";
    /// Whether a stray shot hits a friend.
    Stray = 67, "stray shot", "roll for a stray shot";
    /// Whether a sense of danger warns a fighter.
    Danger = 68, "sense of danger", "roll for the sense of danger";
    /// Whether a shoddy weapon breaks.
    Strain = 69, "strain", "roll for the weapon's strain";
    /// Whether a second head grows.
    Growth = 72, "growth", "roll for a second head";
    /// Whether a fighter is swallowed.
    Swallow = 73, "swallowing", "roll for swallowing";
    /// Whether a fighter withstands a squirted fluid.
    Fluid = 74, "resistance to the fluid", "roll against the fluid";
    /// Whether a spell is resisted: the roll of either side.
    Magic = 80, "magic resistance", "roll of magic against resistance";
    /// Whether a psionic result is raised afterwards.
    Augment = 81, "augmenting", "roll to augment a psionic result";
    /// Whether a magician drained into a coma takes damage on waking or on an active day (SRD 7.11).
    Strength = 82, "Constitution after a coma", "Constitution roll after a coma";
    /// The experience awarded for a session.
    Award = 104, "award", "award of a session";
    /// The points used up in a session.
    Spending = 105, "spending", "roll for points used up";
    /// The number of failed rolls in a session.
    Failures = 106, "failures", "number of failed rolls";
    /// The number of times a character's keys are hit in a session.
    KeyHits = 107, "keys hit", "number of keys hit";
    /// The level of a random attribute.
    Attribute = 108, "attribute", "roll for an attribute";
    /// The level of a random skill.
    Skill = 109, "skill", "roll for a skill";
    /// The amount that a modifier with dice adds to a blow, or to blow and parry in one.
    Added = 111, "modifier", "modifier's roll";
    /// The amount that a modifier with dice adds to avoiding a blow.
    AddedToAvoid = 112, "modifier of the avoidance", "modifier's roll for avoiding the blow";
    /// The amount that a modifier with dice adds to damage.
    AddedToDamage = 113, "modifier of damage", "modifier's roll for damage";
    /// The amount that a modifier with dice adds to initiative.
    AddedToInitiative = 114, "modifier of initiative", "modifier's roll for initiative";
    /// The dice of an end-of-round rule.
    After = 115, "end of the round", "roll at the end of the round";
    /// A line of a custom process.
    Line = 116, "roll", "roll";
    /// The trait of a line, if it has dice.
    LineTrait = 117, "trait", "roll for the trait";
    /// The difficulty of a line, if it has dice.
    LineAgainst = 118, "difficulty", "roll for the difficulty";
    /// The change of a counter, if it has dice.
    LineChange = 119, "change", "roll for a change";
    /// A random gift or fault.
    Talent = 110, "gift or fault", "roll for a gift or fault";
}

impl Purpose {
    /// Whether the roll determines how bad a wound is, before the wound is marked.
    pub const fn is_about_wound(self) -> bool {
        matches!(self, Self::Toughness | Self::Balance | Self::Will | Self::Poison | Self::Burning | Self::Venom)
    }
}
