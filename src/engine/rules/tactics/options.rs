//! Options that allow stances (M7, M8, M10, C2).

use crate::rules::choice::choice;

choice! {
    /// Whether fighters can go all out, for offense or defense, in simultaneous rounds (M7, M8; SRD 4.31, 4.7; F93
    /// 4.6).
    AllOut {
        Off = "off": "not used",
        Srd = "srd": "all-out offense: +1 to skill and damage, but on a tie or loss the foe hits with +2 to damage; all-out defense: +2 to skill but no damage to the foe; if the defense holds, a successful check of `perception` gives the foe -1 in the next round",
        Fudge1993 = "fudge-1993": "all-out offense: +2 to skill, +1 to damage, but on a tie or loss the foe hits with +2 to damage; all-out defense: +2 to skill but no damage to the foe; a successful check of `perception` gives +1 in the next round, whether or not the defense holds",
    }
}

choice! {
    /// The ways to trade initiative for skill, in turns (C2, SRD 4.23; M10, KAER).
    InitiativeTrade {
        Off = "off": "not used",
        Hasty = "hasty": "+1 initiative for -1 to attack and defense",
        Table = "table": "up to 2 levels of initiative either way, as in KAER's table",
    }
}

choice! {
    /// The defense that remains after a full attack, in turns (C2, SRD 4.23).
    FullAttack {
        Off = "off": "not used",
        Minus2 = "-2": "the next defense is at -2",
        None = "none": "no defense against the next blow",
    }
}
