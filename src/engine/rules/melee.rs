//! One fighter against several (M15, M16).

use super::choice::choice;

choice! {
    /// The skill penalty of a fighter against several foes (M15, SRD 4.34, F93 4.62).
    Outnumbered {
        Off = "off": "no penalty for being outnumbered",
        PerFoe = "per-foe": "-1 for each foe beyond the first",
        Epic = "epic": "-1 for every two foes",
    }
}

choice! {
    /// The foes that a fighter against several foes can hit (M15, SRD 4.34, F93 4.62).
    LoneStrike {
        BeatOrTie = "beat-or-tie": "if the fighter beats all foes, one of them; on a tie with the best foe, one whose result is at least two levels lower",
        BeatAll = "beat-all": "if the fighter beats all foes, one of them; a tie with the best foe is a stand-off",
    }
}

choice! {
    /// Whether several foes of one fighter share a single roll (M16, SRD 4.34, F93 4.62).
    MobRoll {
        Each = "each": "each foe rolls",
        Own = "one": "one roll of their own dice counts for all",
        TwoFudge = "one-2dF": "one roll of 2dF counts for all",
        NpcD6 = "one-npc-d6": "one roll of `npc-d6` counts for all",
        CloserToZero = "one-closer": "one roll of their own dice, moved one step closer to zero, counts for all",
    }
}
