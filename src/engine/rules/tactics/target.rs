//! The choice of a foe to attack (reading 34) and of a group to join (reading 35).

use crate::rules::choice::choice;

choice! {
    /// The foe that a fighter prefers among those it can hit or attack (reading 34).
    Targets {
        LowestResult = "lowest-result": "the foe with the lowest result; on a tie or before any rolls, the first foe in the roster",
        Roster = "roster": "the first foe in the roster",
        Weakest = "weakest": "the foe with the lowest skill, including wound penalties",
        Strongest = "strongest": "the foe with the highest skill, including wound penalties",
        MostWounded = "most-wounded": "the foe with the worst wound",
        Leader = "leader": "the foe with `leader = true`",
        Random = "random": "any foe, with equal chances",
    }
}

choice! {
    /// The group that a fighter of the larger side joins, once each fighter of the smaller side has a foe (reading 35).
    Spread {
        Even = "even": "the smallest group",
        GangUp = "gang-up": "the group of the foe that `targets` prefers, as far as `reach` allows",
    }
}
