//! Builder methods for [`Fighter`].

#![deny(missing_docs)]

use crate::combat::{Fighter, Missile, Modifier};
use crate::dice::Dice;
use crate::ladder::Level;
#[cfg(doc)]
use crate::rules::Rules;
use crate::rules::Spending;

/// Defines a builder method for each figure. It sets the field of the same name.
macro_rules! figures {
    ($($(#[$doc:meta])* $name:ident: $type:ty,)+) => {
        impl Fighter {
            $($(#[$doc])*
            #[must_use]
            pub fn $name(mut self, $name: $type) -> Self {
                self.$name = $name.into();
                self
            })+
        }
    };
}

/// Like `figures`, for figures that are levels on the ladder.
macro_rules! levels {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        impl Fighter {
            $($(#[$doc])*
            #[must_use]
            pub fn $name(mut self, $name: impl Into<Level>) -> Self {
                self.$name = $name.into().number().into();
                self
            })+
        }
    };
}

impl Fighter {
    /// A fighter called `name` with a fighting trait of level `skill`. All other figures have their defaults.
    /// `Encounter::side` sets its side.
    ///
    /// ```
    /// use fudgelab::{Fighter, Level};
    ///
    /// let goblins = Fighter::named("Goblin", Level::FAIR).offense(1).defense(1).count(6);
    /// assert_eq!(goblins.count, 6);
    /// ```
    pub fn named(name: impl Into<String>, skill: impl Into<Level>) -> Self {
        Self::new(name, 0, skill.into().number())
    }

    /// Changes fields that have no builder method, in a closure.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Sets the Scale of Strength and of Mass together (W4).
    #[must_use]
    pub fn scale(self, scale: i32) -> Self {
        Self { strength_scale: scale, mass_scale: scale, ..self }
    }

    /// Adds a situational modifier to attacks and defenses for the whole fight (M2).
    #[must_use]
    pub fn modifier(mut self, name: impl Into<String>, value: i32) -> Self {
        self.modifiers.push(Modifier { name: name.into(), value, avoid: value, other_avoid: value, rounds: None });
        self
    }

    /// Sets the fighter's Fudge points, and the policy for spending them (P7).
    #[must_use]
    pub fn fudge_points(self, points: u8, spend: Spending) -> Self {
        Self { fudge_points: Some(points), spend, ..self }
    }

    /// Gives the fighter a missile for the rounds of [`Rules::closing`], in which the two sides close in. `skill` is
    /// the level of the trait, and `offense` is the offensive factor, Strength included (R1 to R6).
    #[must_use]
    pub fn missile(mut self, skill: impl Into<Level>, offense: i32) -> Self {
        let skill = skill.into().number();
        self.ranged.missile = Some(Missile { skill, offense, scaled: true, thrown: false, burst: None });
        self
    }
}

figures! {
    /// Number of fighters with this stat block, at least 1.
    count: u16,
    /// Whether the fighter is a player character (C5).
    pc: bool,
    /// Action dice of the fighter, instead of the rules' dice (A11).
    dice: Dice,
    /// Offensive factor: Strength and weapon, without Scale (W2).
    offense: i32,
    /// Defensive factor: armor and tough hide. Scale, Damage Capacity and shield are not included (W3).
    defense: i32,
    /// The part of `defense` that is armor, which criticals can destroy.
    armor: i32,
    /// Level of Damage Capacity (W3, W12, W14).
    damage_capacity: i32,
    /// The weapon's value, for comparing weapon sizes (M4).
    weapon: i32,
    /// The shield's value (M3).
    shield: i32,
    /// Scale of Strength (W4).
    strength_scale: i32,
    /// Scale of Mass (W4, C8).
    mass_scale: i32,
    /// Wounds at the start of the fight, as wound levels counted from 1 for the lightest. On a track filled in order,
    /// as the number of boxes of each wound.
    wounds: Vec<u8>,
}

levels! {
    /// Level of the trait for avoiding blows, if blows are avoided by a separate roll (C2, C4).
    avoid,
    /// Level of the trait for initiative, in fights with turns.
    initiative,
    /// Level of Health (W13).
    health,
    /// Modifier to morale rolls, if [`Rules::morale`] asks for them (C14).
    morale,
    /// Level of Willpower (W15, W25).
    will,
    /// Level of Constitution (W29).
    constitution,
}
