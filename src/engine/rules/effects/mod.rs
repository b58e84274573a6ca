//! What creatures do to their foes, and what protects them, besides skill and factors (W28).

mod hazard;
mod heads;
mod lasting;
mod resist;
mod swallow;
mod ward;

pub use hazard::{Bane, HAZARDS, Hazard};
pub use heads::{Head, Heads};
pub use lasting::{
    Bleeding, Blood, Burning, MINUTE, Poison, Poisoned, Poisoning, Regenerates, Regeneration, TERRIBLE, Venom,
};
pub use resist::{Check, Doom, Resist};
pub use swallow::Swallow;
pub use ward::{Blade, Edges, Rounding, Ward};

/// The special abilities of a fighter; the default has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Abilities {
    /// Wounds take nothing from its skill.
    pub immune_to_pain: bool,
    /// It never flees or yields.
    pub immune_to_fear: bool,
    /// Only Near Death puts it out of action.
    pub needs_near_death: bool,
    /// How many blows it survives that would have left it Near Death or dead.
    pub lives: u8,
    /// What its wounds do that win by enough.
    pub bleeding: Option<Bleeding>,
    /// What is in its wounds.
    pub poison: Option<Poison>,
    /// How its own wounds close.
    pub regeneration: Option<Regeneration>,
    /// What its hits set on fire.
    pub burning: Option<Burning>,
    /// What foes must withstand before blows fall, each of [`HAZARDS`].
    pub hazards: [Option<Hazard>; HAZARDS.len()],
    /// What becomes of it, a head of a creature, once it is severed.
    pub heads: Option<Heads>,
    /// Whom it swallows, and what becomes of them.
    pub swallow: Option<Swallow>,
    /// What edged weapons do to it.
    pub edges: Option<Edges>,
    /// No weapon touches it, and it touches nobody.
    pub insubstantial: bool,
    /// The result that hits foes in the first round, who do not see it come and neither strike nor defend against it.
    pub surprise: Option<i32>,
}

impl Abilities {
    /// Whether one of them may kill a foe otherwise than by wounds.
    pub fn kill(&self) -> bool {
        let deadly = |doom| doom == Doom::Death;
        let poison = self.poison.is_some_and(|poison| deadly(poison.doom));
        let hazards = self.hazards.iter().flatten();
        let hazard = |hazard: &Hazard| matches!(hazard.bane, Bane::Doom(doom) if deadly(doom));
        self.bleeding.is_some() || self.swallow.is_some() || poison || hazards.into_iter().any(hazard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W28: a basilisk's breath and a poison that is deadly kill, and whoever bleeds may bleed to death; a gaze that turns
    /// to stone, a smell and a paralyzing poison do not.
    #[test]
    fn what_kills_without_a_blow() {
        let check = Check { by: Resist::Health, least: 0 };
        let poison = |doom| Abilities { poison: Some(Poison { check, drains: 0, doom }), ..Abilities::default() };
        let bane = |bane| {
            let mut abilities = Abilities::default();
            abilities.hazards[0] = Some(Hazard { check, bane, each_round: false });
            abilities
        };
        let bleeding = Abilities { bleeding: Some(Bleeding { degree: 1, check, every: 1 }), ..Abilities::default() };
        let deadly = [poison(Doom::Death), bane(Bane::Doom(Doom::Death)), bleeding];
        assert!(deadly.iter().all(Abilities::kill));
        let other =
            [poison(Doom::Paralysis), bane(Bane::Doom(Doom::Stone)), bane(Bane::Sickness(-1)), Abilities::default()];
        assert!(!other.iter().any(Abilities::kill));
    }
}
