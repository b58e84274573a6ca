//! Natural criticals in a fight (A7, A16; SRD 3.6, F93 4.8).

use super::choice::choice;

choice! {
    /// Whether natural criticals have an effect in fights (A16, SRD 3.6, F93 4.8; reading 10).
    FightCriticals {
        Off = "off": "natural criticals have no effect",
        Table = "table": "a natural critical success affects the foe, and a natural critical failure the fighter, whatever the total; the effect is rolled with 2d6 on `critical_effects`",
    }
}

choice! {
    /// An effect of a critical on a fighter (A16, SRD 3.6, F93 4.8).
    Mischance {
        Blinded = "blinded": "cannot attack or defend in the next round",
        Fallen = "fallen": "-2 in the next round",
        ArmorGone = "armor-gone": "the armor no longer counts, from the next blow on",
        ArmorIgnored = "armor-ignored": "the armor does not count against the blows of this exchange: those of the foe who rolled the critical success, or all blows after the fighter's own critical failure",
        OffBalance = "off-balance": "-1 in the next round",
        WeaponDropped = "weapon-dropped": "fights on with bare hands: the offensive factor drops to that of unarmed combat",
        WeaponDamaged = "weapon-damaged": "-1 to damage for the rest of the fight; a second such critical has no effect",
        Nothing = "nothing": "no effect",
    }
}

/// The printed table, for 2d6 totals from 2 to 12. Entries that are not printed have no effect.
pub const CRITICAL_EFFECTS: [Mischance; 11] = {
    use Mischance::*;
    [
        Blinded,
        Fallen,
        ArmorGone,
        ArmorIgnored,
        OffBalance,
        WeaponDropped,
        WeaponDamaged,
        Nothing,
        Nothing,
        Nothing,
        Nothing,
    ]
};
