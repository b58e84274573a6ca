//! Sources of chance: where rolls come from.
//!
//! Rules ask a [`Chance`] for a roll and say who rolls and what for. What answers decides what the same
//! code becomes: [`Sampler`] a simulation, [`enumerate`] an exact calculation, [`Script`] the replay of a
//! written example; [`Recorder`] wraps any of them and records each roll.

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
    /// The result of rolling `dice` for what `ask` says.
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32;

    /// Like [`roll`](Self::roll), for dice whose results may be positions in a list. A script gives the faces that the dice show
    /// instead; `faces` lists them for each result, if they are known.
    #[inline]
    fn roll_faces(&mut self, ask: Ask, dice: &Dice, _faces: &dyn Fn() -> Option<Faces>) -> i32 {
        self.roll(ask, dice)
    }

    /// Says that what follows belongs to round `round` (counted from 1). Only sources that
    /// key their rolls by the round listen.
    fn begin_round(&mut self, _round: u32) {}

    /// Says that what follows belongs to the next of several things that each count their rounds from 1, such as fights of a campaign.
    fn begin_stage(&mut self) {}

    /// Whether it has no more rolls to give, as a list that was written down: then nothing new should begin.
    fn is_over(&self) -> bool {
        false
    }

    /// The same as a sampler, if it is one: what is played for its figures alone has code of its own for that.
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
    /// The formulas that roll, by their numbers among all, and the names of the dice of each.
    pub dice: Vec<(usize, String)>,
    /// For each result of the roll, what the dice of each formula show.
    pub shown: Vec<(i32, Vec<i32>)>,
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
    /// The number of the roll, from 1, if a foe makes the fighter roll several times for one purpose; else 0.
    pub nth: u8,
}

impl Ask {
    /// `who` rolls for `purpose`.
    #[inline]
    pub const fn new(who: u16, purpose: Purpose) -> Self {
        Self { who, purpose, against: 0, nth: 0 }
    }

    /// `who` rolls for `purpose` against one of several.
    #[inline]
    pub const fn against(who: u16, against: u16, purpose: Purpose) -> Self {
        Self { who, purpose, against, nth: 0 }
    }
}

/// Declares the purposes: what is asked, its number, which is part of the key of a roll and never changes, a word for
/// transcripts, and the roll as a script names it.
macro_rules! purposes {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $word:literal, $roll:literal;)+) => {
        /// What a roll decides. The number of each purpose is part of the key of its rolls: never renumber.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Purpose {
            $($(#[$doc])* $name = $number,)+
        }

        impl Purpose {
            /// A word for transcripts.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }

            /// Such a roll, in words.
            pub const fn roll(self) -> &'static str {
                match self {
                    $(Self::$name => $roll,)+
                }
            }
        }
    };
}

purposes! {
    /// Does an action succeed, and how well: unopposed and opposed actions outside fights.
    Action = 0, "action", "roll";
    /// A round's blow and parry in one.
    Exchange = 1, "exchange", "roll";
    /// How hard a blow that hit falls.
    Damage = 2, "damage", "damage roll";
    /// Who acts first.
    Initiative = 3, "initiative", "initiative roll";
    /// A blow by itself.
    Attack = 4, "attack", "attack roll";
    /// Dodging or parrying a blow.
    Avoid = 5, "avoidance", "roll to avoid the blow";
    /// Which of several stances a fighter takes.
    Stance = 20, "stance", "roll for a stance";
    /// Whom of several foes a fighter picks out.
    Target = 21, "target", "roll for a target";
    /// Avoiding a blow in another way as well.
    OtherAvoid = 24, "second avoidance", "second roll to avoid the blow";
    /// Who is faster.
    Speed = 25, "speed", "roll of speed";
    /// Does somebody lose heart.
    Morale = 26, "morale", "roll of morale";
    /// Does toughness make a wound lighter or worse.
    Toughness = 27, "Damage Capacity", "Damage Capacity roll";
    /// Does somebody find the nerve to act.
    Nerve = 28, "nerve", "roll of nerve";
    /// Does all-out defense gain an advantage.
    Advantage = 29, "perception", "roll of perception";
    /// What a natural critical does in a fight.
    Critical = 30, "critical", "roll on the table of criticals";
    /// A blow, or blow and parry in one, once more for a Fudge point.
    StrikeAgain = 43, "reroll", "second try, for a Fudge point,";
    /// Avoiding a blow once more for a Fudge point.
    AvoidAgain = 44, "second try to avoid", "second try to avoid the blow, for a Fudge point,";
    /// Does one who throws herself out of the way stay on her feet.
    Balance = 40, "Agility", "roll of Agility";
    /// Does somebody's will go against wounds.
    Will = 41, "Willpower", "roll of Willpower";
    /// Does somebody stay conscious.
    Conscious = 42, "Constitution", "roll of Constitution";
    /// Which value of a range a fighter has.
    Range = 48, "range", "value of a range";
    /// In which of several ways a fight begins.
    Start = 49, "start", "draw of how the fight begins";
    /// Does somebody resist a poison.
    Poison = 56, "resistance to poison", "roll against poison";
    /// Does somebody catch fire.
    Burning = 57, "fire", "roll of catching fire";
    /// Does somebody bleed to death.
    Bleeding = 58, "bleeding", "roll against bleeding to death";
    /// Does somebody withstand a gaze.
    Gaze = 60, "resistance to the gaze", "roll against the gaze";
    /// Does somebody withstand a breath.
    Breath = 61, "resistance to the breath", "roll against the breath";
    /// Does somebody withstand fear.
    Fear = 62, "resistance to fear", "roll against fear";
    /// Does somebody withstand a charm.
    Charm = 63, "resistance to the charm", "roll against the charm";
    /// Does somebody withstand a smell.
    Stench = 64, "resistance to the smell", "roll against the smell";
    /// Does venomous blood run up a weapon.
    Blood = 65, "blood", "roll of venomous blood";
    /// Does somebody resist the venom of blood.
    Venom = 66, "resistance to venom", "roll against venom";
    /// Does a shot that went astray hit a friend.
    Stray = 67, "stray shot", "roll of a stray shot";
    /// Does a sense of danger warn somebody.
    Danger = 68, "sense of danger", "roll of the sense of danger";
    /// Does a shoddy weapon break.
    Strain = 69, "strain", "roll of the weapon's strain";
    /// Does a second head grow.
    Growth = 72, "growth", "roll for a second head";
    /// Is somebody swallowed.
    Swallow = 73, "swallowing", "roll of swallowing";
    /// Does somebody withstand what is squirted.
    Fluid = 74, "resistance to the fluid", "roll against the fluid";
    /// Is a spell resisted: the roll of either side.
    Magic = 80, "magic resistance", "roll of magic against resistance";
    /// Is a psionic result raised afterwards.
    Augment = 81, "augmenting", "roll to augment a psionic result";
    /// Does a drained magician suffer for a day of activity.
    Strength = 82, "Constitution after a coma", "roll of Constitution after a coma";
    /// What a session is worth in experience.
    Award = 104, "award", "award of a session";
    /// How many points are used up in a session.
    Spending = 105, "spending", "roll for points used up";
    /// How many rolls of a session fail.
    Failures = 106, "failures", "number of failed rolls";
    /// How often somebody's keys are hit in a session.
    KeyHits = 107, "keys hit", "number of keys hit";
    /// The level of a random attribute.
    Attribute = 108, "attribute", "roll for an attribute";
    /// The level of a random skill.
    Skill = 109, "skill", "roll for a skill";
    /// The addition of a modifier with dice to a blow, or to blow and parry in one.
    Added = 111, "modifier", "modifier's roll";
    /// The addition of a modifier with dice to avoiding a blow.
    AddedToAvoid = 112, "modifier of the avoidance", "modifier's roll for avoiding the blow";
    /// The addition of a modifier with dice to damage.
    AddedToDamage = 113, "modifier of damage", "modifier's roll for damage";
    /// The addition of a modifier with dice to initiative.
    AddedToInitiative = 114, "modifier of initiative", "modifier's roll for initiative";
    /// A change at the end of a round by dice.
    After = 115, "end of the round", "roll at the end of the round";
    /// A line of a process of one's own.
    Line = 116, "roll", "roll";
    /// The trait of a line, where it has dice.
    LineTrait = 117, "trait", "roll for the trait";
    /// The difficulty of a line, where it has dice.
    LineAgainst = 118, "difficulty", "roll for the difficulty";
    /// The change of a counter, where it has dice.
    LineChange = 119, "change", "roll for a change";
    /// Which gift or fault somebody has.
    Talent = 110, "gift or fault", "roll for a gift or fault";
}

impl Purpose {
    /// Whether such a roll decides what becomes of a wound before it is marked.
    pub const fn is_about_wound(self) -> bool {
        matches!(self, Self::Toughness | Self::Balance | Self::Will | Self::Poison | Self::Burning | Self::Venom)
    }
}
