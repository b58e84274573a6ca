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

choice! {
    /// Who rolls for initiative (C2, SRD 4.23).
    TurnOrder {
        Fighters = "fighters": "each fighter rolls each round; equal results act together",
        Sides = "sides": "the fighter of each side with the best initiative rolls for it each round; all of a side act together",
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
