//! Missiles: avoiding them, and the effect of bursts (R2, R3, R5; SRD 4.4, F93 4.6 and 4.63, KAER, Fantasy Fudge).

use super::choice::choice;

choice! {
    /// The way to avoid a missile that the target is aware of (R2).
    Missiles {
        Dodge = "dodge": "with a roll of `dodge`, which has the penalty `propelled` against missiles that are not thrown; a tie misses (SRD 4.4)",
        DodgeOrParry = "dodge-or-parry": "like a blow; against missiles that are not thrown, at -1 (dodge), -2 (shield) or worse (parry, see `missile_parry`) (KAER)",
        QuickReflexes = "quick-reflexes": "only with a dodge, and only with Quick Reflexes (Fantasy Fudge)",
    }
}

choice! {
    /// The result from which the relative degree of a shot is measured, if the target tries to avoid it (R2, reading
    /// 39).
    ShotDegree {
        Better = "better": "the target's result or the difficulty, whichever is higher: a bad dodge is no worse than no dodge",
        Defense = "defense": "the target's result; the shot must also reach the difficulty (SRD 4.4, read literally)",
    }
}

choice! {
    /// The timing of missiles in a round (R2, R3).
    Shots {
        Together = "together": "all shots are simultaneous; a fighter who shoots cannot dodge, so only the difficulty protects that fighter (SRD 4.4)",
        InTurn = "in-turn": "one after the other in order of initiative; each target can avoid them (F93 4.6, KAER)",
    }
}

choice! {
    /// The effect of shooting at a foe who is in melee with one of the shooter's allies (reading 47).
    MeleeShots {
        Harder = "harder": "the foe is a level harder to hit, and a miss has no effect",
        Free = "free": "no difference from other shots",
        Stray = "stray": "the foe is a level harder to hit, and a miss by two or more may hit the ally: one more roll is made, at the same difficulty",
    }
}

/// The means of avoiding missiles, which matters in KAER.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Avoiding {
    /// Getting out of the way.
    #[default]
    Dodge,
    /// A shield.
    Shield,
    /// Anything else held in hand.
    Parry,
}

impl Avoiding {
    /// The alternative: a parry (or shield) instead of a dodge, or a dodge instead of a parry.
    pub const fn other(self, has_shield: bool) -> Self {
        match self {
            Self::Dodge if has_shield => Self::Shield,
            Self::Dodge => Self::Parry,
            Self::Shield | Self::Parry => Self::Dodge,
        }
    }
}

impl MeleeShots {
    /// The amount by which a shot becomes more difficult if a friend is in melee with the target.
    pub fn difficulty(self) -> i32 {
        i32::from(self != Self::Free)
    }
}

impl Missiles {
    /// Whether missiles can be parried as well as dodged.
    pub const fn may_be_parried(self) -> bool {
        matches!(self, Self::DodgeOrParry)
    }

    /// Whether a fighter can avoid missiles. `quick_reflexes` is whether it has Quick Reflexes.
    pub const fn may_be_avoided(self, quick_reflexes: bool) -> bool {
        quick_reflexes || !matches!(self, Self::QuickReflexes)
    }

    /// The modifier to the trait for avoiding a missile, 0 or less. `propelled` is the modifier to a dodge of a missile
    /// that is not thrown, `parry` the modifier to a parry of a thrown one.
    pub const fn avoid_modifier(self, thrown: bool, by: Avoiding, propelled: i32, parry: i32) -> i32 {
        match (self, thrown, by) {
            (Self::DodgeOrParry, true, Avoiding::Parry) => parry,
            (Self::DodgeOrParry, false, Avoiding::Parry) => parry - 2,
            (Self::DodgeOrParry, false, Avoiding::Shield) => -2,
            (Self::DodgeOrParry, false, Avoiding::Dodge) => -1,
            (_, true, _) => 0,
            (_, false, _) => propelled,
        }
    }
}

/// The relative degree at which every shot of a burst hits.
const FULL_BURST_DEGREE: i32 = 8;

/// The number of shots of a burst of `shots` that hit with relative degree `degree`: an eighth per level, at least
/// one (R5).
pub fn burst_hits(shots: u16, degree: i32) -> u16 {
    let hits = i32::from(shots) * degree.clamp(0, FULL_BURST_DEGREE) / FULL_BURST_DEGREE;
    hits.max(1) as u16
}

/// The damage bonus for hitting with `hits` shots of a burst: 1 for each threshold in `from` that they reach (R5).
pub fn burst_bonus(from: &[i32], hits: u16) -> i8 {
    from.iter().filter(|least| i32::from(hits) >= **least).count().min(100) as i8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SRD 4.4: of 20 bullets, +1 hits with one or two, +2 with a quarter, +4 with half, +8 with all.
    #[test]
    fn burst_matches_srd_4_4() {
        assert_eq!([0, 1, 2, 4, 7, 8, 11].map(|degree| burst_hits(20, degree)), [1, 2, 5, 10, 17, 20, 20]);
        assert_eq!(burst_hits(3, 1), 1, "at least one");
        assert_eq!([1, 2, 5, 9, 10, 20].map(|hits| burst_bonus(&[2, 5, 10], hits)), [0, 1, 2, 2, 3, 3]);
    }

    /// KAER: thrown 0, 0, -1 to -3; propelled -1, -2, -3 to -5. SRD 4.4: 0 and -2 or -3.
    #[test]
    fn avoiding_a_missile_matches_kaer_and_srd() {
        let by = [Avoiding::Dodge, Avoiding::Shield, Avoiding::Parry];
        let kaer = |thrown, parry| by.map(|by| Missiles::DodgeOrParry.avoid_modifier(thrown, by, -2, parry));
        assert_eq!([kaer(true, -1), kaer(false, -1)], [[0, 0, -1], [-1, -2, -3]]);
        assert_eq!([kaer(true, -3), kaer(false, -3)], [[0, 0, -3], [-1, -2, -5]]);
        let srd = |thrown, propelled| by.map(|by| Missiles::Dodge.avoid_modifier(thrown, by, propelled, -1));
        assert_eq!([srd(true, -2), srd(false, -2), srd(false, -3)], [[0; 3], [-2; 3], [-3; 3]]);
    }
}
