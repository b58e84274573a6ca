//! The modifiers that a fighter's condition adds to rolls, and the fighter's ability to act.

use crate::rules::fudge::Rows;
use crate::rules::own::AddedTo;
use std::hash::{Hash, Hasher};

/// A fighter's ability to act against a foe in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Readiness {
    /// Can hurt the foe and defend.
    #[default]
    Ready,
    /// Can defend, but not hurt the foe (C9, W19).
    Guarded,
    /// Can do neither (C9, C10).
    Helpless,
}

/// Maximum number of modifiers with dice for the rolls of one fighter against another.
pub(crate) const MOST_ROLLED: usize = 4;

/// Everything that custom rules add to a fighter's rolls against a foe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Additions {
    pub attack: i8,
    pub defense: i8,
    pub damage: i8,
    pub initiative: i8,
    /// Added to the minimum result for a blow to hit.
    pub minimum: i8,
    /// The action dice: a number to look up in `CustomRules::variant`, counted from 1; 0 for the fighter's usual dice.
    pub dice: u8,
    /// The dice that replace dice and trait in initiative rolls: a number to look up in `CustomRules::variant`, counted
    /// from 1. 0 for the usual roll.
    pub initiative_dice: u8,
    /// The dice that modifiers add: numbers to look up in `CustomRules::modifier_dice`, counted from 1. The list ends
    /// at the first 0.
    pub rolled: [u8; MOST_ROLLED],
    /// Index of the current state of the fight among those that the custom rule for hits distinguishes.
    pub hit_state: u16,
    /// Index of the current state of the fight among those that the custom damage rule distinguishes.
    pub damage_state: u16,
}

impl Additions {
    /// No additions.
    pub const NONE: Self = Self {
        attack: 0,
        defense: 0,
        damage: 0,
        initiative: 0,
        minimum: 0,
        dice: 0,
        initiative_dice: 0,
        rolled: [0; MOST_ROLLED],
        hit_state: 0,
        damage_state: 0,
    };

    /// Adds `by` to the roll or amount `to`.
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

/// Everything in a fighter's condition that affects its rolls in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RollModifiers {
    /// Wound penalty to skill, usually 0 or less (M1).
    pub wounds: i8,
    /// Modifier to skill from status effects.
    pub status: i8,
    /// Modifier to attacks only, from being off balance.
    pub off_balance: i8,
    /// Index of the stance; 0 is the normal stance.
    pub stance: u8,
    pub readiness: Readiness,
    /// Result of the roll of speed (C11). Between two opponents, it becomes the bonus of the faster one.
    pub pace: i8,
    /// Change of the offensive factor from a damaged or dropped weapon, 0 or less (A16).
    pub force: i8,
    /// Whether the armor no longer counts (A16).
    pub bare: bool,
    /// Amount that spells add to the defensive factor (X1 to X6).
    pub ward: i8,
    /// Rows of the spending policy that can apply to the roll (P2, P4, P5).
    pub rows: Rows,
    /// Amount that Fudge points add to the dice; 0 until points are spent.
    pub luck: i8,
    /// Whether the fighter strikes the foe from inside (W28).
    pub inside: bool,
    /// The additions by custom rules: an index to look up in `CustomRules::additions`; 0 if there are none.
    pub own: u16,
}

/// Writes a single word in most states, because the exact solver looks up questions all the time. Fudge points, spells,
/// custom rules and fighters inside a foe add more.
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
    /// The modifiers of a fighter in the normal stance who has a wound penalty and no other modifier.
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

    /// The sum of the modifiers that count for every roll: wounds, status effects and Fudge points.
    #[inline(always)]
    pub(crate) fn modifier_to_all_rolls(self) -> i32 {
        i32::from(self.wounds) + i32::from(self.status) + i32::from(self.luck)
    }
}
