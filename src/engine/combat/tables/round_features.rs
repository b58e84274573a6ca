//! Determines what can happen in a fight's rounds besides blows and wounds, and which rules are counted.

use super::{CompiledFighter, Fight};
use crate::combat::event::Fired;
use crate::combat::fighter::Fighter;
use crate::rules::{HalfHits, Pacing, Toughness};

impl Fight {
    /// Sets the fields of `rounds` that tell what can happen in a round besides blows and wounds. Assumes that all
    /// fighters begin unhurt. `round::compile` then also checks the phases of each round.
    pub(super) fn plan_rounds(&mut self) {
        let any = |has: fn(&Fighter) -> bool| self.roster.any(|kind| has(&kind.fighter));
        let casts = !self.spells.is_empty();
        let readies = self.rules.strike_first.races()
            || any(|model| model.combat_paralysis || model.shoddy.is_some() || model.danger_sense)
            || self.roster.any(|kind| kind.wakes.is_some());
        let lingers = self.roster.any(CompiledFighter::lingers);
        let has_upkeep = lingers || any(|model| model.morale.is_some());
        let held_back = any(|model| model.helpless || model.only_defends || model.unaware > 0 || model.speed_power);
        let creatures = any(|model| model.abilities.surprise.is_some() || model.abilities.swallow.is_some());
        let threatened = !self.threats.all.is_empty();
        let effects = readies || held_back || creatures || threatened || casts || self.criticals.is_some();
        let evades = any(|model| model.evades_at.is_some());
        let plain =
            !(effects || evades || self.wounds.may_count_less || self.tactics.in_use || self.roster.spends_on_rolls);
        let others = self.wounds.one_by_one || has_upkeep || self.exits.routs || !self.roster.reserves.is_empty();
        let custom = self.custom.tables.as_deref();
        self.rounds.plain = plain && custom.is_none_or(|own| !own.affects_rolls);
        self.rounds.wounds_alone = plain && !others && custom.is_none();
        self.rounds.readies = readies;
        self.rounds.volleys = self.rules.pacing == Pacing::Simultaneous
            && (casts || any(|model| model.at_back && model.ranged.missile.is_some()));
        (self.rounds.lingers, self.rounds.has_upkeep) = (lingers, has_upkeep);
    }

    /// The rules that take effect only now and then in this fight. Statistics count each time that they do.
    pub(super) fn find_occasional_rules(&self) -> Vec<Fired> {
        let any = |has: fn(&Fighter) -> bool| self.roster.any(|kind| has(&kind.fighter));
        let casts = !self.spells.is_empty();
        let fires = [
            (Fired::Overflow, self.roster.any(|kind| kind.track.may_overflow())),
            (Fired::Critical, self.criticals.is_some()),
            (Fired::CalledShot, self.tactics.has_aimed_stance()),
            (Fired::Advantage, self.tactics.has_all_out_defense() && self.rules.advantage.is_some()),
            (Fired::Pulled, any(|model| model.pulls.is_some() || model.stuns)),
            (Fired::HalfHits, self.rules.half_hits != HalfHits::Off),
            (Fired::Through, self.rules.critical_points.is_some()),
            (Fired::Toughness, self.roster.any(|kind| kind.toughness != Toughness::Off)),
            (Fired::Spared, self.roster.any(|kind| kind.is_protected)),
            (Fired::Evaded, any(|model| model.evades_at.is_some())),
            (Fired::Overcame, any(|model| model.overcomes_at.is_some())),
            (Fired::Stunned, self.wounds.stuns),
            (Fired::Grown, any(|model| model.abilities.heads.is_some())),
            (Fired::Swallowed, any(|model| model.abilities.swallow.is_some())),
            (Fired::Cast, casts),
            (Fired::Fizzled, casts),
            (Fired::Fainted, self.spells.any(|spell| spell.system(0).may_faint())),
        ];
        fires.into_iter().filter(|(_, acts)| *acts).map(|(what, _)| what).collect()
    }

    /// Prepares the rounds for poisoned fighters.
    pub(super) fn allow_for_poison(&mut self) {
        (self.rounds.lingers, self.rounds.has_upkeep, self.wounds.change_status) = (true, true, true);
    }
}
