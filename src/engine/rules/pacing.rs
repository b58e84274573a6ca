//! The order of actions (C1 to C5) and of rolls.

use super::choice::choice;

choice! {
    /// The order of actions (C1, SRD 4.22; C2, SRD 4.23; C3, SRD 4.21; C4, KAER; C5, LITE).
    Pacing {
        Simultaneous = "simultaneous": "all fighters act together; a fighter's single roll is both attack and defense",
        Turns = "turns": "fighters attack one after the other in order of initiative, and the target rolls to dodge or parry",
        PlayerFacing = "player-facing": "each player character acts once a round, and hits or is hit; other fighters do not act",
        Story = "story": "a single roll of the best player character against the best opponent decides the fight",
    }
}

impl Pacing {
    /// Whether only player characters act (C3, C5).
    pub const fn players_act(self) -> bool {
        matches!(self, Self::PlayerFacing | Self::Story)
    }
}

choice! {
    /// Whether each fighter or each side rolls for initiative (C2, SRD 4.23).
    TurnOrder {
        Fighters = "fighters": "each fighter rolls; `initiative_ties` applies to equal results",
        Sides = "sides": "the fighter with the best initiative rolls for the side, and all fighters of the side act together",
    }
}

choice! {
    /// The frequency of initiative rolls (C2, SRD 4.23; reading 7).
    InitiativeRolls {
        EachRound = "each-round": "each round",
        Once = "once": "once, for the whole fight",
    }
}

choice! {
    /// The consequence of equal initiative (C2, C4; readings 6 and 7).
    InitiativeTies {
        Together = "together": "both act together: all their blows fall before any wound counts",
        Reroll = "reroll": "fighters with equal results roll again among themselves, up to 40 times",
    }
}

choice! {
    /// The effect of wounds on initiative (C4; reading 6).
    InitiativeWounds {
        Ignored = "ignored": "wounds do not affect initiative",
        Slow = "slow": "wound penalties also apply to initiative",
    }
}

choice! {
    /// Whether the faster of two fighters who exchange blows has an advantage (C11, SRD 4.36).
    StrikeFirst {
        Off = "off": "speed does not matter",
        Speed = "speed": "before blows are exchanged, both fighters roll their `speed`; the winner adds the difference to weapon skill",
    }
}

impl StrikeFirst {
    /// Whether all fighters roll for pace each round.
    pub fn races(self) -> bool {
        self == Self::Speed
    }
}

choice! {
    /// The number of blows that a fighter can avoid per round of turns (C2, C4).
    Avoidance {
        Every = "every": "the fighter can dodge or parry every blow",
        One = "one": "the fighter can dodge or parry one blow a round; others hit as easily as they hit a helpless fighter",
    }
}

choice! {
    /// The result of a roll that only ties a fighter who does not roll (M17; SRD 4.33, FF).
    StaticTie {
        StandOff = "stand-off": "a tie with a fighter who does not roll is a stand-off",
        Hit = "hit": "a tie with a fighter who does not roll hits, with a relative degree of 0",
    }
}
