//! Shooting and throwing before the fighters close for melee (R1 to R6; SRD 4.4, F93 4.63, KAER).

use crate::rules::Avoiding;

/// A fighter's equipment and traits for fighting at a distance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ranged {
    /// The missile that the fighter shoots or throws, if any.
    pub missile: Option<Missile>,
    /// Level of the trait for avoiding missiles. `None` for the trait for avoiding blows, or Fair if that is not given.
    pub dodge: Option<i32>,
    /// The result needed to hit the fighter from a distance; `None` for the rules' value (R1).
    pub cover: Option<i32>,
    /// Bonus of the shield to rolls for avoiding missiles (M3).
    pub shield: i32,
    /// The defense that the fighter usually uses against blows and missiles.
    pub avoiding: Avoiding,
    /// Name of the weapon in hand, if it is made for shooting, such as a bow.
    pub launcher: Option<&'static str>,
}

/// A weapon to shoot or throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missile {
    /// Level of the trait for shooting or throwing it.
    pub skill: i32,
    /// Offensive factor without Scale: Strength and weapon, or the weapon's own Strength (R4).
    pub offense: i32,
    /// Whether the shooter's Scale is added, because the missile uses muscle power or is built to the shooter's size
    /// (R4).
    pub scaled: bool,
    /// Whether it is thrown; otherwise it is propelled (R2).
    pub thrown: bool,
    /// Number of shots that are fired at once; `None` for single shots (R5).
    pub burst: Option<u16>,
}
