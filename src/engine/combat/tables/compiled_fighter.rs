//! Compiled fighters: everything that the engine needs from a stat block.

use super::records::level_on_own_record;
use super::tactics::Tactics;
use crate::combat::condition::{Ailments, Body, Status};
use crate::combat::fighter::{Fighter, Use, track};
use crate::dice::Dice;
use crate::error::Result;
use crate::rules::effects::Resist;
use crate::rules::gear::Size;
use crate::rules::{
    Boon, Condition, Evasion, Harm, MobRoll, Morale, PcNearDeath, Rules, Stun, Targets, Toughness, Track,
    WillOverWounds,
};

/// A compiled fighter. Fighters with equal figures share one.
#[derive(Debug, Clone, PartialEq)]
pub struct CompiledFighter {
    /// The first stat block with these figures, for a single unhurt fighter, without keys that the rules disable.
    pub(crate) fighter: Fighter,
    /// Action dice.
    pub dice: Dice,
    /// Whether the dice always show the same result, so that the fighter need not roll (D13).
    pub(crate) steady: bool,
    /// Lowest and highest possible result of the fighter's rolls (A2).
    pub cap: [i32; 2],
    /// Whether the fighter acts when only player characters do (C5).
    pub(crate) pc: bool,
    /// Level of Health, before losses to poison and casting; 0 if not given.
    pub(crate) health: i32,
    /// Change of the offensive factor if the fighter loses its weapon, 0 or less (A16).
    pub(crate) bare_hands: i8,
    /// Level of Damage Capacity, for rolls of toughness (W15); 0 if not given.
    pub(crate) damage_capacity: i32,
    /// Effect of toughness on the fighter's wounds (W15).
    pub(crate) toughness: Toughness,
    /// Level of Constitution for waking after the fighter fainted from casting. `None` if its magic has no such roll
    /// (SRD 7.11, 7.33).
    pub(crate) wakes: Option<i32>,
    /// Whether the fighter is a player character whom rules protect from the worst wounds (W21).
    pub(crate) is_protected: bool,
    /// Whether severities on the fighter's track are wound levels; otherwise they are points or boxes.
    pub(crate) by_level: bool,
    /// The lowest wound level that ends the whole fight; `u8::MAX` if no level does (W20).
    pub(crate) ending_level: u8,
    /// Effect of a wound on the body part that is hit, by wound level, starting with the lightest wound.
    pub(crate) harms: Vec<Harm>,
    /// The lowest wound level that puts the fighter out of action by its record alone: without yielding, and without
    /// rules that end the fight early.
    pub(crate) incapacitated: u8,
    /// Number of wound levels from unhurt to the level at which the fighter is out of action or yields.
    pub levels_to_out: u8,
    /// The lowest wound level that puts the fighter out of action, rules that end the fight early included. It may
    /// yield at a lower one.
    pub out_at: u8,
    /// Whether the fighter yields at a level below `out_at` (C13).
    pub(crate) yields: bool,
    /// Condition at each wound level, starting with Undamaged.
    pub(crate) levels: Vec<Condition>,
    /// Fudge points to spend (P7).
    pub(crate) fudge_points: u8,
    /// Number of foes that the fighter can face without a penalty (M19).
    pub(crate) unpenalized_foes: u16,
    /// The dice that a mob of such fighters rolls once for all (M16); `None` if they are the same as `dice`.
    pub(crate) mob_dice: Option<Dice>,
    /// Wound track, on which the fighter is also out of action at a level that ends the fight or at which it yields.
    pub(crate) track: Track,
    /// Temporary situational modifiers to attacks, by clock. Those for the whole fight are part of the skill.
    pub(crate) passing: Vec<i32>,
    /// Like `passing`, for avoiding blows: with the usual defense, then with the other one.
    pub(super) passing_avoid: [Vec<i32>; 2],
    /// The defense that the fighter uses against missiles.
    pub(crate) avoids_missiles_by: Use,
    /// For each row of the fighter's stance policy, the index of the choice in [`Tactics`]. The default comes last.
    pub(crate) choices: Vec<u16>,
    /// Whether the fighter's spells cost levels of Health (X4).
    casts_with_health: bool,
    /// The track state after the fighter regenerates, by track state before; empty if it does not regenerate (W28).
    pub(crate) healed: Vec<u16>,
}

impl CompiledFighter {
    /// Compiles the stat block `model`, except for the modifiers that differ from round to round (see
    /// [`compute_passing_modifiers`](Self::compute_passing_modifiers)). `cap` is the range of results (A2); `None` for
    /// no cap.
    pub(crate) fn compile(model: Fighter, rules: &Rules, cap: Option<[i32; 2]>, tactics: &mut Tactics) -> Result<Self> {
        let dice = model.dice.clone().unwrap_or_else(|| rules.dice.clone());
        let always_same = dice.by_state().is_none() && dice.pmf().lowest() == dice.pmf().highest();
        let closer = rules.mob_roll == MobRoll::CloserToZero;
        let mob_dice = if always_same && closer { None } else { mob_dice(rules.mob_roll, &dice)? };
        let steady = always_same && mob_dice.is_none();
        let whole = track(&model, rules);
        let whole = if model.remembers { whole.remembering()? } else { whole };
        let incapacitated = whole.first_out_level();
        let whole = if model.abilities.needs_near_death { whole.out_only_near_death() } else { whole };
        let ends_at = rules.ends_at.map(|level| level_on_own_record(&model, rules, level)).transpose()?;
        let beaten = ends_at.map_or_else(|| whole.clone(), |level| whole.clone().out_from_level(level));
        let out_at = beaten.first_out_level();
        let track = model.yields_at.map_or_else(|| beaten.clone(), |level| beaten.clone().out_from_level(level));
        Ok(Self {
            mob_dice,
            dice,
            steady,
            // The cap is on rolls: a trait used without a roll may exceed it (reading 36).
            cap: cap.filter(|_| !steady).unwrap_or([i32::MIN, i32::MAX]),
            pc: model.pc == Some(true),
            health: model.health.unwrap_or(0),
            casts_with_health: model.spells.iter().any(|spell| spell.system.drains_health()),
            bare_hands: bare_hands(&model, rules),
            damage_capacity: model.damage_capacity.unwrap_or(0),
            fudge_points: model.fudge_points.unwrap_or(0),
            unpenalized_foes: if model.peripheral_vision { 2 } else { 1 },
            toughness: model.toughness(rules),
            wakes: model.spells.iter().find_map(|spell| spell.system.waking_level()),
            is_protected: model.pc == Some(true) && protects_player_characters(rules),
            by_level: model.record(rules).blows_have_levels(),
            ending_level: ends_at.unwrap_or(u8::MAX),
            harms: model.record(rules).levels.iter().map(Harm::of_level).collect(),
            incapacitated,
            out_at,
            yields: model.yields_at.is_some_and(|level| level < out_at),
            levels_to_out: track.first_out_level().min(track.levels() as u8 - 1).max(1),
            levels: track.conditions_of_levels(),
            healed: model
                .abilities
                .regeneration
                .map_or_else(Vec::new, |regeneration| track.states_after_clearing(regeneration.boxes)),
            track,
            passing: Vec::new(),
            passing_avoid: [Vec::new(), Vec::new()],
            avoids_missiles_by: model.defense_against_missiles(rules),
            choices: tactics.choices_of(&model.tactic)?,
            fighter: model,
        })
    }

    /// Computes the temporary modifiers for each clock: for the first `longest` rounds, which differ, and for the
    /// `cycle` rounds that repeat afterwards.
    pub(crate) fn compute_passing_modifiers(&mut self, [longest, cycle]: [u16; 2], rules: &Rules) {
        let model = &self.fighter;
        let passing = |of| {
            let lasting = model.situational(rules, longest + 1, of);
            // A "plus" level adds 1 to the skill on even rounds (C12, reading 9).
            // The "plus" belongs to the skill in melee, so missile rounds do not count.
            let blows = |round: u16| rules.closing.is_some_and(|closing| round > closing);
            let plus = |round: u16| i32::from(model.plus_level && round.is_multiple_of(2) && blows(round));
            (1..=longest + cycle).map(|round| model.situational(rules, round, of) - lasting + plus(round)).collect()
        };
        [self.passing, self.passing_avoid[0], self.passing_avoid[1]] =
            [Use::Attack, Use::Avoid, Use::OtherAvoid].map(passing);
    }

    /// Whether the fighter has Fudge points and spends them on a boon for which `is_wanted` is true.
    pub(crate) fn spends(&self, is_wanted: fn(Boon) -> bool) -> bool {
        self.fudge_points > 0 && self.fighter.spend.uses_any(is_wanted)
    }

    /// Whether the fighter picks its targets at random.
    pub(crate) fn picks_random_targets(&self) -> bool {
        self.fighter.targets == Targets::Random
    }

    /// Whether the fighter is still unaware of its foes in the round at `clock`, in the state `body` (C9).
    pub(crate) fn is_surprised(&self, body: &Body, clock: u16) -> bool {
        clock < self.fighter.unaware && !body.status.warned
    }

    /// Whether the fighter can act against `foe` in every round, judging by their stat blocks alone.
    pub(crate) fn always_acts_against(&self, foe: &Self) -> bool {
        let (own, other) = (&self.fighter, &foe.fighter);
        let surprised = other.abilities.surprise.is_some() && !own.quick_reflexes;
        let outpaced = other.speed_power && !own.speed_power;
        !(own.helpless || own.combat_paralysis || own.unaware > 0 || surprised || outpaced)
    }

    /// Whether the fighter begins poisoned, or has an ability with effects that continue from round to round.
    pub(crate) fn lingers(&self) -> bool {
        self.fighter.abilities.continues_after_round() || self.fighter.begins_poisoned.is_some()
    }

    /// Whether the fighter's wounds close when it hits because a player character failed a roll (W28).
    #[inline(always)]
    pub(crate) fn heals_on_failed_roll(&self) -> bool {
        !self.pc && self.fighter.abilities.heals_on_failed_roll()
    }

    /// The dice that a mob of such fighters rolls once for all its members (M16).
    pub fn mob_dice(&self) -> &Dice {
        self.mob_dice.as_ref().unwrap_or(&self.dice)
    }

    /// Whether a fighter in the condition `condition` is out of action only because it has yielded (C13).
    pub fn yields_with(&self, condition: Condition) -> bool {
        !condition.fit && condition.level < self.out_at
    }

    /// Whether the fighter rolls to stay conscious if it is Incapacitated at the end of the fight (W29). Fighters whom
    /// only Near Death stops do not roll.
    pub(crate) fn rolls_to_stay_awake(&self) -> bool {
        !self.fighter.abilities.needs_near_death
    }

    /// Levels of Health lost to poison, after the fighter's resistance to poison.
    fn lost_to_poison(&self, ailments: Ailments) -> u8 {
        self.fighter.poisoned.health_lost(ailments.drained)
    }

    /// Levels of Health lost to poison and casting together.
    pub(crate) fn drained_health(&self, status: &Status) -> u8 {
        let tired = if self.casts_with_health { status.magic.drained } else { 0 };
        self.lost_to_poison(status.ailments).saturating_add(tired)
    }

    /// Levels that poison takes from the reservoir that pays for spells; 0 if the fighter's spells do not cost Health.
    pub(crate) fn poisoned_reservoir(&self, ailments: Ailments) -> u8 {
        if self.casts_with_health { self.lost_to_poison(ailments) } else { 0 }
    }

    /// The level of the trait `by`, which resists an effect. `drained` is the number of levels of Health lost, which
    /// counts only if that trait is Health.
    pub(crate) fn resists(&self, by: Resist, drained: u8) -> i32 {
        match by {
            Resist::Health => self.health - i32::from(drained),
            Resist::Willpower => self.fighter.will,
            Resist::Agility => self.fighter.agility,
            Resist::Constitution => self.fighter.constitution,
        }
    }

    /// `degree` limited by the cap on results (A2).
    #[inline(always)]
    pub(crate) fn capped(&self, degree: i32) -> i32 {
        degree.max(self.cap[0]).min(self.cap[1])
    }

    /// The temporary modifier to attacks at `clock` (M2).
    #[inline(always)]
    pub(crate) fn passing(&self, clock: u16) -> i32 {
        self.passing.get(usize::from(clock)).copied().unwrap_or(0)
    }

    /// The temporary modifier at `clock` to avoiding a blow with the defense `way`.
    #[inline(always)]
    pub(crate) fn passing_avoid(&self, way: Use, clock: u16) -> i32 {
        self.passing_avoid[usize::from(way == Use::OtherAvoid)].get(usize::from(clock)).copied().unwrap_or(0)
    }
}

/// Whether any formula of the rules or of a fighter may name a trait.
pub(crate) fn may_name_traits(fighters: &[Fighter], rules: &Rules) -> bool {
    let by_formulas = rules.own_damage.as_ref().is_some_and(|own| !own.is_code());
    let dice = fighters.iter().flat_map(|fighter| &fighter.dice).chain(&rules.npc_dice).chain([&rules.dice]);
    let of_fighter = |fighter: &Fighter| {
        fighter.offense_dice.is_some() || fighter.defense_dice.is_some() || !fighter.leaves.is_empty()
    };
    by_formulas
        || !rules.own.is_empty()
        || dice.into_iter().any(|dice| dice.by_state().is_some())
        || fighters.iter().any(of_fighter)
}

/// Facts about a whole fight on which a fighter's keys depend.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FightFacts {
    /// Whether only player characters act.
    players_act: bool,
    /// Whether formulas may name traits.
    traits: bool,
    /// Whether any fighter attacks out of nowhere (W28).
    surprises: bool,
}

impl FightFacts {
    /// The facts about a fight of `fighters` under `rules`.
    pub(crate) fn of(fighters: &[Fighter], rules: &Rules) -> Self {
        let surprises = fighters.iter().any(|fighter| fighter.abilities.surprise.is_some());
        Self { players_act: rules.pacing.players_act(), traits: may_name_traits(fighters, rules), surprises }
    }
}

/// Prepares a fighter for compilation: sets its dice, and removes everything that the rules disable or that makes no
/// difference. `pc` is whether it is a player character.
pub(crate) fn prepare(fighter: &Fighter, pc: bool, facts: FightFacts, rules: &Rules) -> Fighter {
    let mut ready = fighter.clone();
    let usual = rules.npc_dice.as_ref().filter(|_| !pc).unwrap_or(&rules.dice);
    ready.dice.get_or_insert_with(|| usual.clone());
    // Without the flag, a player character and another fighter can share a compiled fighter.
    ready.pc = (facts.players_act || protects_player_characters(rules)).then_some(pc);
    let tested = match rules.morale {
        Morale::Off => false,
        Morale::Npcs => !pc,
        Morale::All => true,
    };
    ready.abilities.immune_to_fear |= fighter.morale.is_none();
    ready.morale = ready.morale.filter(|_| tested && !ready.abilities.immune_to_fear);
    if !facts.traits {
        (ready.strength, ready.traits) = (0, Vec::new());
    }
    if ready.quick_reflexes {
        ready.unaware = 0;
    }
    ready.danger_sense &= !ready.quick_reflexes && (ready.unaware > 0 || facts.surprises);
    ready.at_back &= !facts.players_act;
    ready.stuns &= rules.stun != Stun::Off;
    ready.evades_at = ready.evades_at.filter(|_| rules.evasion != Evasion::Off);
    ready.overcomes_at = ready.overcomes_at.filter(|_| rules.will_over_wounds != WillOverWounds::Off);
    ready.fudge_points = if ready.spend.0.is_empty() { None } else { ready.fudge_points.or(Some(rules.fudge_points)) };
    ready
}

/// Whether rules protect player characters from the worst wounds (W21).
pub fn protects_player_characters(rules: &Rules) -> bool {
    rules.pc_wound_levels.is_some() || rules.pc_near_death != PcNearDeath::Allowed
}

/// Merges stat blocks with equal figures. Returns the index of its merged stat block for each of `fighters`, then the
/// merged stat blocks, each for a single unhurt fighter. Fighters for whom `is_meant` is true are merged only with
/// fighters of the same name.
pub(crate) fn merge_equal_fighters(
    fighters: Vec<Fighter>,
    is_meant: impl Fn(&Fighter) -> bool,
) -> (Vec<u16>, Vec<Fighter>) {
    let (mut models, mut firsts): (Vec<Fighter>, Vec<(String, usize)>) = (Vec::new(), Vec::new());
    let kinds = fighters.into_iter().map(|fighter| {
        let (name, side) = (fighter.name.clone(), fighter.side);
        let shown = if is_meant(&fighter) { name.clone() } else { String::new() };
        let figures = Fighter { name: shown, side: 0, count: 1, wounds: Vec::new(), ..fighter };
        let place = models.iter().position(|one| *one == figures).unwrap_or_else(|| {
            models.push(figures);
            firsts.push((name, side));
            models.len() - 1
        });
        place as u16
    });
    let kinds = kinds.collect();
    // Custom rules may name a fighter or its side.
    for (model, (name, side)) in models.iter_mut().zip(firsts) {
        (model.name, model.side) = (name, side);
    }
    (kinds, models)
}

/// Number of rounds at the start that differ because of a fighter's modifiers and conditions.
pub(crate) fn distinct_rounds(model: &Fighter) -> u16 {
    let modifiers = model.modifiers.iter().filter_map(|modifier| modifier.rounds);
    let spends = model.spend.0.iter().flat_map(|spend| &spend.conditions);
    let casts = model.spells.iter().flat_map(|spell| &spell.conditions);
    let conditions = model.tactic.when.iter().flat_map(|row| &row.conditions);
    let conditions = conditions.chain(spends).chain(casts).map(|one| one.rounds_to_distinguish());
    let longest = modifiers.chain(conditions).max().unwrap_or(0);
    longest.max(model.unaware).max(u16::from(model.abilities.surprise.is_some()))
}

/// Change of a fighter's offensive factor if it loses its weapon, 0 or less. It then fights with bare hands, without
/// martial arts (A16). 0 if the stat block has no weapon that it could drop.
fn bare_hands(model: &Fighter, rules: &Rules) -> i8 {
    let lost = model.weapon.map_or(0, |weapon| Size::Unarmed.factor(rules.gear) - weapon);
    lost.min(0) as i8
}

/// The dice that a mob rolls once for all its members; `None` if they are the action dice `own` (M16).
fn mob_dice(rule: MobRoll, own: &Dice) -> Result<Option<Dice>> {
    match rule {
        MobRoll::Each | MobRoll::Own => Ok(None),
        MobRoll::TwoFudge => Dice::parse("2dF").map(Some),
        MobRoll::NpcD6 => Dice::parse("npc-d6").map(Some),
        MobRoll::CloserToZero => own.apply_method("toward-zero").map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quick reflexes prevent unawareness, danger sense needs a surprise, and a place at the back has no effect if only
    /// player characters act.
    #[test]
    fn ready_clears_keys_without_effect() {
        let rules = Rules::plain();
        let facts = FightFacts { players_act: false, traits: false, surprises: false };
        let is_cleared = |with: Fighter, without: Fighter, facts| {
            prepare(&with, false, facts, &rules) == prepare(&without, false, facts, &rules)
        };
        let plain = || Fighter::new("A", 0, 1);
        let quick = || Fighter { quick_reflexes: true, ..plain() };
        assert!(is_cleared(Fighter { unaware: 2, ..quick() }, quick(), facts));
        assert!(!is_cleared(Fighter { unaware: 2, ..plain() }, plain(), facts));

        let surprises = FightFacts { surprises: true, ..facts };
        let unaware = || Fighter { unaware: 2, ..plain() };
        assert!(is_cleared(Fighter { danger_sense: true, ..plain() }, plain(), facts));
        assert!(is_cleared(Fighter { danger_sense: true, ..quick() }, quick(), surprises));
        assert!(!is_cleared(Fighter { danger_sense: true, ..plain() }, plain(), surprises));
        assert!(!is_cleared(Fighter { danger_sense: true, ..unaware() }, unaware(), facts));

        let players_act = FightFacts { players_act: true, ..facts };
        assert!(is_cleared(Fighter { at_back: true, ..plain() }, plain(), players_act));
        assert!(!is_cleared(Fighter { at_back: true, ..plain() }, plain(), facts));
    }
}
