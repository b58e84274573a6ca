//! Who acts when (C1 to C5), and who rolls.

use super::choice::choice;

choice! {
    /// Who acts when (C1, SRD 4.22; C2, SRD 4.23; C3, SRD 4.21; C4, KAER; C5, LITE).
    Pacing {
        Simultaneous = "simultaneous": "all act at once: one roll of each is attack and defense in one",
        Turns = "turns": "one attack after the other in the order of initiative, each against a roll to avoid it",
        PlayerFacing = "player-facing": "each player character acts once a round and hits, or is hit; nobody else acts",
        Story = "story": "one roll of the side's best player character against the best of the others decides it all",
    }
}

impl Pacing {
    /// Whether player characters act alone (C3, C5).
    pub const fn players_act(self) -> bool {
        matches!(self, Self::PlayerFacing | Self::Story)
    }
}

choice! {
    /// Who rolls for initiative (C2, SRD 4.23).
    TurnOrder {
        Fighters = "fighters": "each fighter rolls each round; equal results act together",
        Sides = "sides": "the fighter of each side with the best initiative rolls for it each round; all of a side act together",
    }
}

choice! {
    /// How often initiative is rolled for (C2, SRD 4.23; reading 7).
    InitiativeRolls {
        EachRound = "each-round": "each round",
        Once = "once": "once, for the whole fight",
    }
}

choice! {
    /// What equal initiative means (C2, C4; readings 6 and 7).
    InitiativeTies {
        Together = "together": "both act at once: all their blows fall before any is felt",
        Reroll = "reroll": "those who are equal roll again among themselves, up to 40 times",
    }
}

choice! {
    /// What wounds do to initiative (C4; reading 6).
    InitiativeWounds {
        Ignored = "ignored": "nothing",
        Slow = "slow": "what they take from skill they take from initiative too",
    }
}

choice! {
    /// Whether the faster of two who exchange blows has an advantage (C11, SRD 4.36).
    StrikeFirst {
        Off = "off": "speed does not matter",
        Speed = "speed": "before blows fall both roll against a trait of speed; the winner adds the difference to the skill fought with",
    }
}

choice! {
    /// How many blows a fighter can avoid in a round of turns (C2, C4).
    Avoidance {
        Every = "every": "every blow may be dodged or parried",
        One = "one": "one blow a round; the others need only reach what hits the helpless",
    }
}

choice! {
    /// What a roll comes to that only ties the result of somebody who does not roll (M17; SRD 4.33, FF).
    StaticTie {
        StandOff = "stand-off": "a tie with somebody who does not roll is a stand-off",
        Hit = "hit": "a tie with somebody who does not roll hits, with a relative degree of 0",
    }
}
