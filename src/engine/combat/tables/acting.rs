//! Determines which rules have an effect in a fight, so that all others cost nothing.

use super::field::threats::Threat;
use super::kind::CompiledFighter;
use super::own::Own;
use super::spells::Spells;
use super::tactics::Tactics;
use crate::combat::event::Fired;
use crate::combat::fighter::Fighter;
use crate::rules::effects::{Abilities, Regenerates};
use crate::rules::{
    AutomaticDeath, Boon, Consciousness, FightCriticals, HalfHits, Pacing, Rules, StrikeFirst, Toughness,
};

/// The order of attacks in rounds in which fighters can be wounded and nothing else can happen to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlainRounds {
    /// All fighters attack simultaneously.
    Exchanges,
    /// Fighters act one after another.
    Turns,
}

/// Flags for the rules that have an effect in a fight.
#[derive(Debug, Clone)]
pub(crate) struct RuleFlags {
    /// Whether exchanges involve only skill, wounds and dice: no stances and no other effects.
    pub plain: bool,
    /// Whether fighters can be wounded and nothing else can happen to them. [`compile`](Self::compile) judges this by
    /// the rules; `round::compile` then also checks the phases of each round.
    pub wounds_alone: bool,
    /// Whether fighters can stay behind a front line.
    pub lines: bool,
    /// Whether rounds with simultaneous attacks also have shots from behind the line, or spells.
    pub volleys: bool,
    /// Whether any fighter has a spell.
    pub casts: bool,
    /// Whether fighters may flee because of their side's losses.
    pub routs: bool,
    /// Whether fighters arrive after the first round.
    pub reserves: bool,
    /// Whether a fighter begins, or may begin, the fight wounded.
    pub begins_hurt: bool,
    /// Whether all fighters roll for pace each round (C11).
    pub races: bool,
    /// Whether there are rolls before blows fall: for pace, nerve, a shoddy weapon, waking or sensing danger.
    pub readies: bool,
    /// Whether a creature attacks out of nowhere (W28).
    pub surprises: bool,
    /// Whether helpless fighters are killed without a roll if a foe who can attack faces them (W27).
    pub kills: bool,
    /// Whether Fudge points may be spent on rolls.
    pub lucky: bool,
    /// Whether rules can change a wound before it is marked. Wounds are then resolved one by one.
    pub suffers: bool,
    /// Whether the outcome of a wound depends on its target's state.
    pub scarred: bool,
    /// Whether any stance aims at heads, under rules that check who stays conscious (W19, W29).
    pub knocks_out: bool,
    /// Whether any fighter strikes to stun (W19).
    pub stuns: bool,
    /// Whether wounds can count for less than their marks, because of stuns or willpower (W19, W25).
    pub felt_otherwise: bool,
    /// Whether more than the track changes when wounds are felt: stuns and willpower are updated, and effects put
    /// fighters out of action.
    pub feels_more: bool,
    /// Whether wounds have side effects, or deadly wounds can be survived (W28).
    pub afflicts: bool,
    /// Whether effects persist from round to round (W28).
    pub lingers: bool,
    /// Whether each round ends with a phase for lingering effects and morale.
    pub aftermath: bool,
    /// Rules that take effect only occasionally in this fight, and are counted.
    pub fires: Vec<Fired>,
}

impl RuleFlags {
    /// Determines which rules have an effect between the compiled fighters `kinds`. `begins_hurt` is still false: it
    /// depends on the starting states.
    pub fn compile(
        kinds: &[CompiledFighter],
        tactics: &Tactics,
        threats: &[Threat],
        spells: &Spells,
        rules: &Rules,
    ) -> Self {
        let any = |has: fn(&Fighter) -> bool| kinds.iter().any(|kind| has(&kind.fighter));
        let any_kind = |has: fn(&CompiledFighter) -> bool| kinds.iter().any(has);
        let spends = |sort: fn(Boon) -> bool| kinds.iter().any(|kind| kind.pool > 0 && kind.fighter.spend.any(sort));
        let races = rules.strike_first == StrikeFirst::Speed;
        let freezes = any(|model| model.combat_paralysis);
        let critical = rules.fight_criticals != FightCriticals::Off;
        let stuns = any(|model| model.stuns);
        let evades = any(|model| model.evades_at.is_some());
        let overcomes = any(|model| model.overcomes_at.is_some());
        let felt_otherwise = stuns || overcomes;
        let lucky = spends(Boon::is_for_rolls);
        let held_back = any(|model| model.helpless || model.only_defends || model.unaware > 0 || model.speed_power);
        let shoddy = any(|model| model.shoddy.is_some());
        let surprises = any(|model| model.abilities.surprise.is_some());
        let alert = kinds.iter().any(|kind| kind.senses_danger && (kind.unaware > 0 || surprises));
        let swallows = any(|model| model.abilities.swallow.is_some());
        let faced = tactics.in_use || surprises || swallows || !threats.is_empty();
        let casts = spells.any(|_| true);
        let faints = kinds.iter().any(|kind| kind.wakes.is_some());
        let plain =
            !(lucky || faced || critical || races || freezes || held_back || felt_otherwise || evades || shoddy)
                && !casts;

        let spares = any_kind(|kind| kind.spared);
        let pulls = any(|model| model.pulls.is_some());
        let halves = rules.half_hits != HalfHits::Off;
        let tough = any_kind(|kind| kind.toughness != Toughness::Off);
        let afflicts = any(|model| afflicts(&model.abilities) || model.blood.is_some());
        let closes = any(|model| closes_on_failed_roll(&model.abilities));
        let by_points = any_kind(|kind| kind.toughness != Toughness::Off && !kind.by_level);
        let scarred = felt_otherwise || afflicts || evades || spares || by_points || spends(Boon::is_for_wounds);
        let lingers = any(|model| lingers(&model.abilities) || model.begins_poisoned.is_some());
        let routs = any(|model| model.flees.is_some());
        let reserves = any(|model| model.arrives > 1);
        let loses_heart = any_kind(|kind| kind.fighter.morale.is_some());

        let fires = [
            (Fired::Overflow, any_kind(|kind| kind.track.may_overflow())),
            (Fired::Critical, critical),
            (Fired::CalledShot, tactics.aims()),
            (Fired::Advantage, tactics.looks_out() && rules.advantage.is_some()),
            (Fired::Pulled, pulls || stuns),
            (Fired::HalfHits, halves),
            (Fired::Through, rules.critical_points.is_some()),
            (Fired::Toughness, tough),
            (Fired::Spared, spares),
            (Fired::Evaded, evades),
            (Fired::Overcame, overcomes),
            (Fired::Stunned, stuns),
            (Fired::Grown, any(|model| model.abilities.heads.is_some())),
            (Fired::Swallowed, swallows),
            (Fired::Cast, casts),
            (Fired::Fizzled, casts),
            (Fired::Fainted, spells.any(|spell| spell.system(0).may_faint())),
        ];
        let knocks_out = tactics.aims_at_heads() && rules.consciousness != Consciousness::Off;
        let suffers = tough || pulls || scarred || halves || closes || knocks_out;
        let aftermath = lingers || loses_heart;
        Self {
            plain,
            wounds_alone: plain && !suffers && !aftermath && !routs && !reserves,
            lines: any(|model| model.at_back) && !rules.pacing.players_act(),
            volleys: rules.pacing == Pacing::Simultaneous
                && (casts || any_kind(|kind| kind.fighter.at_back && kind.fighter.ranged.missile.is_some())),
            casts,
            routs,
            reserves,
            begins_hurt: false,
            races,
            readies: races || freezes || shoddy || faints || alert,
            surprises,
            kills: rules.automatic_death != AutomaticDeath::Off && any(|model| model.helpless),
            lucky,
            suffers,
            knocks_out,
            scarred,
            stuns,
            felt_otherwise,
            feels_more: felt_otherwise || evades || afflicts || lingers || casts || !threats.is_empty(),
            afflicts,
            lingers,
            aftermath,
            fires: fires.into_iter().filter(|(_, acts)| *acts).map(|(what, _)| what).collect(),
        }
    }
}

impl RuleFlags {
    /// Clears the flags for fast paths that ignore the custom rules `own`.
    pub fn heed(&mut self, own: &Own) {
        self.plain &= !own.at_rolls;
        self.wounds_alone = false;
    }

    /// Sets the flags that a fight with poisoned fighters needs.
    pub fn poison(&mut self) {
        (self.lingers, self.aftermath, self.feels_more) = (true, true, true);
    }
}

/// Whether one of a fighter's abilities gives wounds side effects, or lets the fighter survive a deadly wound.
fn afflicts(abilities: &Abilities) -> bool {
    let Abilities { lives, heads, swallow, .. } = abilities;
    lasts(abilities) || *lives > 0 || heads.is_some() || swallow.is_some()
}

/// Whether one of a fighter's abilities has an effect that continues from round to round.
fn lingers(abilities: &Abilities) -> bool {
    let Abilities { regeneration, heads, swallow, .. } = abilities;
    let closes = regeneration.is_some_and(|one| one.when == Regenerates::Round);
    lasts(abilities) || closes || heads.is_some() || swallow.is_some()
}

/// Whether a fighter's wounds can poison their target, make it bleed or set it on fire.
fn lasts(abilities: &Abilities) -> bool {
    let Abilities { poison, bleeding, burning, .. } = abilities;
    poison.is_some() || bleeding.is_some() || burning.is_some()
}

/// Whether a fighter's wounds close each time a player character fails a roll against it.
pub(crate) fn closes_on_failed_roll(abilities: &Abilities) -> bool {
    abilities.regeneration.is_some_and(|one| one.when == Regenerates::FailedRoll)
}
