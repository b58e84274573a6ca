//! Special attacks and protections of creatures, apart from skill and factors (W28).

mod hazard;
mod heads;
mod lasting;
mod resist;
mod swallow;
mod ward;

pub use hazard::{HAZARDS, Hazard, HazardEffect};
pub use heads::{Head, Heads};
pub use lasting::{
    Bleeding, Blood, Burning, MINUTE, Poison, Poisoned, Poisoning, Regenerates, Regeneration, TERRIBLE, Venom,
};
pub use resist::{Check, Doom, Resist};
pub use swallow::Swallow;
pub use ward::{Blade, DamageReduction, Edges, Rounding};

/// The special abilities of a fighter; the default has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Abilities {
    /// Whether wounds do not reduce the fighter's skill.
    pub immune_to_pain: bool,
    /// Whether the fighter never flees or yields.
    pub immune_to_fear: bool,
    /// Whether only Near Death puts the fighter out of action.
    pub needs_near_death: bool,
    /// Number of blows that the fighter survives although they would have left it Near Death or dead.
    pub lives: u8,
    /// Bleeding that the fighter's blows cause if they win by enough.
    pub bleeding: Option<Bleeding>,
    /// Poison in the wounds that the fighter causes.
    pub poison: Option<Poison>,
    /// Healing of the fighter's own wounds during the fight.
    pub regeneration: Option<Regeneration>,
    /// Fire that the fighter's hits may cause.
    pub burning: Option<Burning>,
    /// Hazards that foes must resist before blows are exchanged, by index in [`HAZARDS`].
    pub hazards: [Option<Hazard>; HAZARDS.len()],
    /// The rules for growing back severed heads, if the fighter is a head of a creature.
    pub heads: Option<Heads>,
    /// The rules for swallowing foes.
    pub swallow: Option<Swallow>,
    /// The reduced effect of edged weapons on the fighter.
    pub edges: Option<Edges>,
    /// Whether weapons cannot touch the fighter, and the fighter cannot touch anyone.
    pub insubstantial: bool,
    /// The result needed to hit by surprise in the first round; `None` if the fighter surprises no one. Surprised foes
    /// neither attack the fighter nor defend against it.
    pub surprise: Option<i32>,
}

impl Abilities {
    /// Whether an ability can kill a foe other than by wounds.
    pub fn can_kill(&self) -> bool {
        let deadly = |doom| doom == Doom::Death;
        let poison = self.poison.is_some_and(|poison| deadly(poison.doom));
        let hazards = self.hazards.iter().flatten();
        let hazard = |hazard: &Hazard| matches!(hazard.effect, HazardEffect::Doom(doom) if deadly(doom));
        self.bleeding.is_some() || self.swallow.is_some() || poison || hazards.into_iter().any(hazard)
    }

    /// Whether an ability gives wounds side effects, or lets the creature survive a deadly wound.
    pub(crate) fn has_wound_effects(&self) -> bool {
        self.has_lasting_effects() || self.lives > 0
    }

    /// Whether an ability has an effect that continues from round to round.
    pub(crate) fn continues_after_round(&self) -> bool {
        self.has_lasting_effects() || self.regeneration.is_some_and(|one| one.when == Regenerates::Round)
    }

    /// Whether the creature's wounds close each time a player character fails a roll against it.
    pub(crate) fn heals_on_failed_roll(&self) -> bool {
        self.regeneration.is_some_and(|one| one.when == Regenerates::FailedRoll)
    }

    /// Whether the fighter can poison, bleed, burn or swallow foes, or has heads that can be severed.
    fn has_lasting_effects(&self) -> bool {
        let Self { poison, bleeding, burning, heads, swallow, .. } = self;
        poison.is_some() || bleeding.is_some() || burning.is_some() || heads.is_some() || swallow.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W28: deadly breath, deadly poison and bleeding can kill; a petrifying gaze, a smell and a paralyzing poison
    /// cannot.
    #[test]
    fn deadly_abilities_are_reported() {
        let check = Check { by: Resist::Health, least: 0 };
        let poison = |doom| Abilities { poison: Some(Poison { check, drains: 0, doom }), ..Abilities::default() };
        let effect = |effect| {
            let mut abilities = Abilities::default();
            abilities.hazards[0] = Some(Hazard { check, effect, each_round: false });
            abilities
        };
        let bleeding = Abilities { bleeding: Some(Bleeding { degree: 1, check, every: 1 }), ..Abilities::default() };
        let deadly = [poison(Doom::Death), effect(HazardEffect::Doom(Doom::Death)), bleeding];
        assert!(deadly.iter().all(Abilities::can_kill));
        let other = [
            poison(Doom::Paralysis),
            effect(HazardEffect::Doom(Doom::Stone)),
            effect(HazardEffect::Sickness(-1)),
            Abilities::default(),
        ];
        assert!(!other.iter().any(Abilities::can_kill));
    }
}
