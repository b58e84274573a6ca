//! Which rules act in a fight, so that the others cost nothing.

use super::field::threats::Threat;
use super::kind::Kind;
use super::own::Own;
use super::spells::Spells;
use super::tactics::Tactics;
use crate::combat::event::Fired;
use crate::combat::fighter::Fighter;
use crate::rules::effects::{Abilities, Regenerates};
use crate::rules::{
    AutomaticDeath, Boon, Consciousness, FightCriticals, HalfHits, Pacing, Rules, StrikeFirst, Toughness,
};

/// What the rounds of a fight are in which fighters can be wounded and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlainRounds {
    /// All strike at once.
    Exchanges,
    /// One acts after the other.
    Turns,
}

/// What acts in a fight, by rule and by fighter.
#[derive(Debug, Clone)]
pub(crate) struct Acting {
    /// Whether an exchange is nothing but skill, wounds and dice: no stances, and no other effects.
    pub plain: bool,
    /// Whether wounds are all that can be wrong with anybody: by these rules, and by the phases that take place (`round::compile`).
    pub wounds_alone: bool,
    /// Whether anybody stays behind others.
    pub lines: bool,
    /// Whether anybody shoots from there, or casts, in rounds in which all others strike at once.
    pub volleys: bool,
    /// Whether anybody casts spells.
    pub casts: bool,
    /// Whether anybody may flee because of what has become of their side.
    pub routs: bool,
    /// Whether anybody arrives later.
    pub reserves: bool,
    /// Whether somebody begins the fight wounded.
    pub begins_hurt: bool,
    /// Whether everybody rolls for pace each round (C11).
    pub races: bool,
    /// Whether anybody rolls for anything before blows fall.
    pub readies: bool,
    /// Whether a creature comes out of nowhere (W28).
    pub surprises: bool,
    /// Whether the helpless are killed without a roll (W27).
    pub kills: bool,
    /// Whether Fudge points may be spent on rolls.
    pub lucky: bool,
    /// Whether something may become of a wound before it is marked.
    pub suffers: bool,
    /// Whether what becomes of a wound depends on what its target has gone through.
    pub scarred: bool,
    /// Whether fighters aim at heads, in a fight that counts the conscious (W19, W29).
    pub knocks_out: bool,
    /// Whether somebody strikes to stun (W19).
    pub stuns: bool,
    /// Whether wounds may be felt as other than they are marked (W19, W25).
    pub felt_otherwise: bool,
    /// Whether there is more to feel than the marks.
    pub feels_more: bool,
    /// Whether wounds bring along other effects, or may be survived against all odds (W28).
    pub afflicts: bool,
    /// Whether effects go on from round to round (W28).
    pub lingers: bool,
    /// Whether something may follow from the wounds of a round.
    pub aftermath: bool,
    /// What acts now and then, and is counted.
    pub fires: Vec<Fired>,
}

impl Acting {
    /// The rules that act between fighters of these kinds.
    pub fn compile(kinds: &[Kind], tactics: &Tactics, threats: &[Threat], spells: &Spells, rules: &Rules) -> Self {
        let any = |has: fn(&Fighter) -> bool| kinds.iter().any(|kind| has(&kind.fighter));
        let any_kind = |has: fn(&Kind) -> bool| kinds.iter().any(has);
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

impl Acting {
    /// Lets rules of one's own act.
    pub fn heed(&mut self, own: &Own) {
        self.plain &= !own.at_rolls;
        self.wounds_alone = false;
    }

    /// Lets poison act that fighters bring along.
    pub fn poison(&mut self) {
        (self.lingers, self.aftermath, self.feels_more) = (true, true, true);
    }
}

/// Whether wounds by one of these abilities bring along more, or may be survived.
fn afflicts(abilities: &Abilities) -> bool {
    let Abilities { lives, heads, swallow, .. } = abilities;
    lasts(abilities) || *lives > 0 || heads.is_some() || swallow.is_some()
}

/// Whether one of these abilities acts from round to round.
fn lingers(abilities: &Abilities) -> bool {
    let Abilities { regeneration, heads, swallow, .. } = abilities;
    let closes = regeneration.is_some_and(|one| one.when == Regenerates::Round);
    lasts(abilities) || closes || heads.is_some() || swallow.is_some()
}

/// Whether wounds by one of these abilities go on to harm.
fn lasts(abilities: &Abilities) -> bool {
    let Abilities { poison, bleeding, burning, .. } = abilities;
    poison.is_some() || bleeding.is_some() || burning.is_some()
}

/// Whether wounds close where somebody else's roll fails.
pub(crate) fn closes_on_failed_roll(abilities: &Abilities) -> bool {
    abilities.regeneration.is_some_and(|one| one.when == Regenerates::FailedRoll)
}
