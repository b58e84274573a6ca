//! What a fighter shoots or throws before it comes to blows (R1 to R6; SRD 4.4, F93 4.63, KAER).

use crate::rules::Avoiding;

/// What a fighter brings to a fight at a distance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ranged {
    /// What the fighter shoots or throws, if anything.
    pub missile: Option<Missile>,
    /// The level of the trait that missiles are avoided with; none = as blows are, or Fair.
    pub dodge: Option<i32>,
    /// The result that hits the fighter from afar; none = as the rules say (R1).
    pub cover: Option<i32>,
    /// What the shield adds to avoiding (M3).
    pub shield: i32,
    /// The usual way to avoid blows and missiles.
    pub avoiding: Avoiding,
    /// The name of the weapon for melee if it is made to shoot, such as a bow.
    pub launcher: Option<&'static str>,
}

/// Something to shoot or throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missile {
    /// The level of the trait it is used with.
    pub skill: i32,
    /// The offensive factor: Strength and weapon, or the weapon's own Strength; without Scale (R4).
    pub offense: i32,
    /// Whether the shooter's Scale counts: by muscle, or because it is built to that size (R4).
    pub scaled: bool,
    /// Whether it is thrown, and not propelled (R2).
    pub thrown: bool,
    /// How many shots fall at once, where they do (R5).
    pub burst: Option<u16>,
}
