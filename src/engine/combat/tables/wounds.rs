//! The rules for wounds in a fight: how they are resolved, and how fighters feel them (W19, W25).

use super::compiled_fighter::CompiledFighter;
use super::{Spells, Tactics, Threats};
use crate::combat::condition::{Body, Endurance};
use crate::combat::fighter::Fighter;
use crate::rules::{Boon, Condition, HalfHits, Rules, Toughness, WillOverWounds};

/// Facts about wounds that are the same throughout a fight.
#[derive(Debug, Clone)]
pub struct WoundRules {
    /// Whether rules can change a wound before it is marked. Wounds are then resolved one by one, after the damage of
    /// all simultaneous blows is known. Otherwise each wound is marked unchanged.
    pub one_by_one: bool,
    /// Whether the outcome of a wound depends on its target's state.
    pub(crate) depend_on_target: bool,
    /// Whether any fighter strikes to stun (W19).
    pub(crate) stuns: bool,
    /// Whether wounds can count for less than their marks, because of stuns or willpower (W19, W25).
    pub(crate) may_count_less: bool,
    /// Whether more than the track changes when wounds are felt: stuns and willpower are updated, and effects put
    /// fighters out of action.
    pub(crate) change_status: bool,
    /// Whether a fighter begins, or may begin, the fight wounded.
    pub(crate) may_begin_wounded: bool,
    will: WillOverWounds,
}

impl WoundRules {
    /// Computes these facts for a fight between the compiled fighters `kinds`, all unhurt at the start.
    pub(super) fn compile(
        kinds: &[CompiledFighter],
        tactics: &Tactics,
        threats: &Threats,
        spells: &Spells,
        rules: &Rules,
    ) -> Self {
        let any = |has: fn(&Fighter) -> bool| kinds.iter().any(|kind| has(&kind.fighter));
        let any_kind = |has: fn(&CompiledFighter) -> bool| kinds.iter().any(has);
        let stuns = any(|model| model.stuns);
        let may_count_less = stuns || any(|model| model.overcomes_at.is_some());
        let evades = any(|model| model.evades_at.is_some());
        let afflicts = any(|model| model.abilities.has_wound_effects() || model.blood.is_some());
        let depend_on_target = may_count_less
            || evades
            || afflicts
            || any_kind(|kind| kind.is_protected || kind.toughness != Toughness::Off && !kind.by_level)
            || any_kind(|kind| kind.spends(Boon::is_for_wounds));
        let one_by_one = depend_on_target
            || rules.half_hits != HalfHits::Off
            || any_kind(|kind| kind.toughness != Toughness::Off)
            || any(|model| model.pulls.is_some() || model.abilities.heals_on_failed_roll())
            || tactics.has_stance_aimed_at_heads() && rules.consciousness.is_rolled();
        Self {
            one_by_one,
            depend_on_target,
            stuns,
            may_count_less,
            change_status: may_count_less
                || evades
                || afflicts
                || any_kind(CompiledFighter::lingers)
                || !spells.is_empty()
                || !threats.all.is_empty(),
            may_begin_wounded: false,
            will: rules.will_over_wounds,
        }
    }

    /// The condition of a fighter from the wounds felt so far.
    #[inline(always)]
    pub(crate) fn health(&self, kind: &CompiledFighter, body: &Body) -> Condition {
        match self.may_count_less {
            false => kind.track.condition(body.felt),
            true => self.condition_with(kind, body.felt, body.status.endurance[0]),
        }
    }

    /// The condition of a fighter whose track is in the state `wounds`, with the effects of stuns and willpower in
    /// `endurance`. Stuns alone do not reduce skill (W19), and willpower makes wounds count for less (W25).
    pub(crate) fn condition_with(&self, kind: &CompiledFighter, wounds: u16, endurance: Endurance) -> Condition {
        let marked = kind.track.condition(wounds);
        let at = |level: u8| kind.levels[usize::from(level)];
        let level = if self.stuns { endurance.wounded } else { marked.level };
        let will = self.will;
        // Will does not help a fighter Near Death.
        let eased = if marked.level > kind.incapacitated { 0 } else { endurance.eased };
        let lighter = |level: u8| at(level.saturating_sub(eased));
        let penalty = will.penalty(at(level).penalty, eased, lighter(level).penalty);
        let fit = if will == WillOverWounds::Levels { lighter(marked.level).fit } else { marked.fit };
        Condition { penalty, fit: fit || marked.fit, ..marked }
    }

    /// Whether a fighter who is Incapacitated by wounds at the end of the fight is still conscious. False for any other
    /// fighter, and after a knockout (W19).
    pub fn is_awake(&self, kind: &CompiledFighter, body: &Body) -> bool {
        let wounded = !self.stuns || body.status.endurance[0].wounded >= kind.incapacitated;
        wounded && !body.status.fainted && kind.track.condition(body.felt).level == kind.incapacitated
    }
}
