//! What a fighter's condition adds to rolls, and what it leaves the fighter able to do.

use crate::rules::fudge::Rows;
use crate::rules::own::AddedTo;
use std::hash::{Hash, Hasher};

/// What a fighter can do in a round against a foe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Readiness {
    /// Harm and defend.
    #[default]
    Ready,
    /// Defend, but not harm (C9, W19).
    Guarded,
    /// Neither (C9, C10).
    Helpless,
}

/// The most modifiers with dice that may act on one roll.
pub(crate) const MOST_ROLLED: usize = 4;

/// The additions by rules of one's own to a fighter's rolls against a foe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Additions {
    /// To rolls that are to hit.
    pub attack: i8,
    /// To rolls against blows.
    pub defense: i8,
    /// To the damage of hits.
    pub damage: i8,
    /// To the order of turns.
    pub initiative: i8,
    /// To the result that a blow must reach.
    pub minimum: i8,
    /// The dice that the fighter rolls, by number from 1; 0 = those of its kind.
    pub dice: u8,
    /// The dice that are rolled for initiative instead of dice and trait, by number from 1; 0 = none.
    pub initiative_dice: u8,
    /// The dice that modifiers add, by number from 1; 0 = none.
    pub rolled: [u8; MOST_ROLLED],
    /// The number of the state, as far as a rule about hits names it.
    pub sight: u16,
    /// The same for a rule about damage.
    pub damage_sight: u16,
}

impl Additions {
    /// Nothing.
    pub const NONE: Self = Self {
        attack: 0,
        defense: 0,
        damage: 0,
        initiative: 0,
        minimum: 0,
        dice: 0,
        initiative_dice: 0,
        rolled: [0; MOST_ROLLED],
        sight: 0,
        damage_sight: 0,
    };

    /// Adds to one of them.
    pub(crate) fn add(&mut self, to: AddedTo, by: i8) {
        let sum = match to {
            AddedTo::Attack => &mut self.attack,
            AddedTo::Defense => &mut self.defense,
            AddedTo::Damage => &mut self.damage,
            AddedTo::Initiative => &mut self.initiative,
            AddedTo::Minimum => &mut self.minimum,
        };
        *sum = sum.saturating_add(by);
    }
}

/// All that a fighter's condition brings to a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RollModifiers {
    /// What wounds take from skill, 0 or less (M1).
    pub wounds: i8,
    /// What the status adds to it.
    pub status: i8,
    /// What it adds to attacks alone.
    pub off_balance: i8,
    /// The stance, among those of the fight; 0 = normal.
    pub stance: u8,
    /// What the fighter can do.
    pub readiness: Readiness,
    /// How fast the fighter was this round (C11).
    pub pace: i8,
    /// What has become of the weapon adds to the offensive factor, 0 or less (A16).
    pub force: i8,
    /// Whether the armor counts no more (A16).
    pub bare: bool,
    /// What spells add to the defensive factor (X1 to X6).
    pub ward: i8,
    /// What the fighter may spend Fudge points on (P2, P4, P5).
    pub rows: Rows,
    /// What Fudge points add to the dice, once it is known.
    pub luck: i8,
    /// Whether the fighter strikes the foe from inside (W28).
    pub inside: bool,
    /// The additions by rules of one's own: a number among those of the fight; 0 = nothing.
    pub own: u16,
}

/// In one word, or more where Fudge points may be spent, spells are at work, or somebody is inside a foe: the exact solver looks questions up all the time.
impl Hash for RollModifiers {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { wounds, status, off_balance, stance, readiness, pace, force, bare, ward, rows, luck, inside, own } =
            *self;
        let signed = [wounds, status, off_balance, pace, force].map(|one| one as u8);
        let [wounds, status, off_balance, pace, force] = signed;
        let word = [wounds, status, off_balance, stance, readiness as u8, pace, force, bare.into()];
        state.write_u64(u64::from_be_bytes(word));
        if rows != Rows::NONE || luck != 0 || inside || ward != 0 {
            (rows, luck, inside, ward).hash(state);
        }
        if own != 0 {
            state.write_u16(own);
        }
    }
}

impl RollModifiers {
    /// Of one who is wounded and nothing else, with the normal stance.
    #[inline(always)]
    pub(crate) const fn of_wounds(wounds: i8) -> Self {
        Self {
            wounds,
            status: 0,
            off_balance: 0,
            stance: 0,
            readiness: Readiness::Ready,
            pace: 0,
            force: 0,
            bare: false,
            ward: 0,
            rows: Rows::NONE,
            luck: 0,
            inside: false,
            own: 0,
        }
    }

    /// What is taken from the skill of every roll, and what Fudge points add to it.
    #[inline(always)]
    pub(crate) fn to_every_roll(self) -> i32 {
        i32::from(self.wounds) + i32::from(self.status) + i32::from(self.luck)
    }
}
