//! Computes the ranges that the inputs of blows can have, and builds the damage tables over these ranges.

use super::super::DamageStates;
use super::super::Fight;
use super::super::compiled_fighter::CompiledFighter;
use super::super::custom_tables::FormulaNames;
use super::super::hopeless::{highest_passing, lowest_passing, possible_dice, worst_penalty};
use super::super::matchup::{AttackType, Matchup};
use super::damage_table::{DamageContext, DamageTable};
use super::inputs::{BlowNames, HIGHEST_SPELL_RESULT, InputSpan, InputSpans, union};
use super::severity::{LOWEST_DEGREE, SeverityTable};
use super::strike::Strike;
use crate::combat::fighter::{Attack, SpellEffect};
use crate::dice::Bound;
use crate::error::{Error, Result};
use crate::rules::damage::formulas::{DamageFormulas, GearDice};
use crate::rules::names::{FOE, GEAR};
use crate::rules::own::AddedTo;
use crate::rules::own::TRAITS;
use crate::rules::{Boon, CalledShots, Outnumbered, Pacing, RECKLESS_DAMAGE, Rules, StaticTie};
use std::collections::HashMap;
use std::sync::Arc;

/// Upper limit on the sum that statuses, spells and pace add to a result or subtract from it.
const MOST_OTHER_MODIFIERS: i32 = 6;

/// Number of degrees above the highest possible one that tables without rows also cover, for blows constructed in code.
const SPARE_DEGREES: i32 = 12;

/// Range of the results and degrees of spells. It is fixed and generous, because they depend on the casting.
const SPELL_SPAN: InputSpan = [-20, HIGHEST_SPELL_RESULT];

/// Cache key of a damage table: matchups with equal keys share one.
#[derive(PartialEq, Eq, Hash)]
struct TableKey {
    /// Values of the names that are the same for all blows.
    values: Vec<i64>,
    strike: Strike,
    /// Index of the first compiled fighter whose wound track equals the target's.
    track: usize,
    spans: InputSpans,
}

impl Fight {
    /// Builds the damage tables of all matchups.
    ///
    /// # Errors
    /// If [`DamageContext::into_table`] fails, or a fighter lacks a trait that the rule names.
    pub(in crate::combat::tables) fn build_damage_tables(&mut self) -> Result<()> {
        let printed = self.rules.own_damage.is_none();
        let names = BlowNames::used_by(self.weapons.rule.formulas());
        let (results, naturals) = (names.has_results(), names.has_naturals());
        let struck = self.weapons.matchups.iter().map(|matchup| printed || self.may_strike(matchup));
        let reaches = struck.zip(&self.weapons.matchups);
        let modifiers = self.spans_of_modifiers();
        let reaches: Vec<Option<InputSpans>> =
            reaches.map(|(struck, matchup)| struck.then(|| self.input_spans(matchup, modifiers))).collect();
        let widest = reaches
            .iter()
            .flatten()
            .map(|spans| spans.degree)
            .fold([0, SPARE_DEGREES], |all, degree| union(all, sum_of_spans(degree, [0, SPARE_DEGREES])));
        let mut known = HashMap::new();
        for (place, spans) in reaches.into_iter().enumerate() {
            let Some(spans) = spans else { continue };
            // If the rule uses no results, fighters with equal figures share a table.
            let spans = if results { spans } else { spans.with_degrees_only(widest) };
            let table = self.damage_table(&self.weapons.matchups[place], spans, &mut known)?;
            self.weapons.has_rows |= table.has_rows();
            self.weapons.matchups[place].severities = SeverityTable::new(table);
        }
        self.weapons.keeps_naturals = self.weapons.has_rows && (naturals || !printed);
        let own = || self.weapons.matchups.iter().filter_map(|matchup| matchup.severities.full_table.as_ref());
        let dice = own().find_map(|own| own.example_dice()).cloned();
        // Otherwise the dice depend on the blow.
        self.weapons.dice_vary = !own().all(|own| own.always_rolls_same_dice() && own.example_dice() == dice.as_ref());
        self.weapons.dice = dice;
        Ok(())
    }

    /// Whether the attacker can strike the target at all. Fighters of one side hit each other only with stray shots.
    fn may_strike(&self, matchup: &Matchup) -> bool {
        let sides = |kind: usize| {
            let of_kind = move |who: &u16| usize::from(self.roster.kind_of(*who)) == kind;
            (0..self.roster.fighters() as u16).filter(of_kind).map(|who| self.roster.side(who))
        };
        let [own, foe] = matchup.kinds;
        matchup.attack_type != AttackType::Blow || sides(own).any(|own| sides(foe).any(|foe| own != foe))
    }

    /// The damage table of a matchup over `spans`. Tables that other matchups can share are taken from `known`, or
    /// added to it.
    fn damage_table(
        &self,
        matchup: &Matchup,
        spans: InputSpans,
        known: &mut HashMap<TableKey, Arc<DamageTable>>,
    ) -> Result<Arc<DamageTable>> {
        let rule = self.weapons.rule.formulas();
        let [own, foe] = matchup.kinds.map(|kind| &self.roster.kinds[kind].fighter);
        let attack = if matchup.attack_type == AttackType::Shot { Attack::shot(own) } else { Attack::blow(own) };
        let back = Attack::blow(foe);
        let named = |name: &str| match self.rules.own.state_named(name) {
            // Only matchups of friends get here. Their tables do not distinguish the state.
            Some(_) => Ok(0),
            None => value(&attack, &back, name),
        };
        let states = self.damage_states(matchup.kinds.map(|kind| kind as u16));
        // Friends hit each other only with stray shots, and may lack a trait that a formula expects of foes.
        let gear_dice = match self.may_strike(matchup) {
            true => gear_dice(rule, &attack, &back, &self.rules, states)?,
            false => vec![Vec::new()],
        };
        let context = DamageContext {
            rule,
            strike: &matchup.strike,
            track: &self.roster.kinds[matchup.kinds[1]].track,
            named: &named,
            gear_dice: &gear_dice,
            states,
        };
        let told = |error: Error| error.context(format_args!("damage of {} against {}", own.name, foe.name));
        let values = context.fixed_values().map_err(told)?;
        let track = self.roster.kinds.iter().position(|kind| kind.track == *context.track).unwrap_or(matchup.kinds[1]);
        let key = TableKey { values: values.clone(), strike: *context.strike, track, spans };
        let plain = gear_dice[0].is_empty() && context.states.is_none();
        if let Some(table) = known.get(&key).filter(|_| plain) {
            return Ok(table.clone());
        }
        let table = Arc::new(context.into_table(values, spans).map_err(told)?);
        if plain {
            known.insert(key, table.clone());
        }
        Ok(table)
    }

    /// The ranges of the inputs of all blows in a matchup. `bonus` and `gear` are the same for every matchup, so they are
    /// computed once, by [`spans_of_modifiers`](Self::spans_of_modifiers).
    fn input_spans(&self, matchup: &Matchup, [bonus, gear]: [InputSpan; 2]) -> InputSpans {
        let [own, foe] = matchup.kinds.map(|kind| &self.roster.kinds[kind]);
        let natural = |kind: &CompiledFighter, none: bool| {
            let variants = || self.custom.tables.iter().flat_map(|own| &own.variants);
            let dice = || possible_dice(kind).chain(variants()).map(|dice| dice.pmf());
            let low = dice().map(|pmf| pmf.lowest()).min().unwrap_or(0);
            let high = dice().map(|pmf| pmf.highest()).max().unwrap_or(0);
            if none { [low.min(0), high.max(0)] } else { [low, high] }
        };
        let defends = self.always_defends(matchup);
        let naturals = [natural(own, matchup.attack_type != AttackType::Blow), natural(foe, !defends)];
        let critical = self.rules.critical_success.filter(|_| !own.steady);
        if matchup.attack_type == AttackType::Spell {
            let (attack, guard) = (SPELL_SPAN, SPELL_SPAN);
            return InputSpans {
                attack,
                guard,
                degree: [0, SPELL_SPAN[1]],
                naturals,
                fixed: None,
                critical,
                bonus,
                gear,
            };
        }
        let attack_fixed = sum_of_spans(
            self.span_without_dice(own, matchup.skill, &own.passing),
            self.custom.span_of_additions(AddedTo::Attack),
        );
        let attack = sum_of_spans(attack_fixed, naturals[0]);
        let [guard_fixed, guard] = self.guard_spans(matchup, naturals[1], defends);
        let capped = [(own, attack), (foe, guard)].iter().any(|(kind, span)| span.map(|end| kind.capped(end)) != *span);
        let attack = attack.map(|end| own.capped(end));
        let guard = if capped { [guard[0].min(foe.capped(guard[0])), guard[1]] } else { guard };
        let ties_hit = self.rules.static_tie != StaticTie::StandOff && own.steady != foe.steady;
        let lowest = match self.rules.own.hit {
            Some(_) => (attack[0] - guard[1]).max(LOWEST_DEGREE),
            None => i32::from(defends && !ties_hit),
        };
        let spans = InputSpans {
            attack,
            guard,
            degree: [lowest, (attack[1] - guard[0]).clamp(lowest, i32::from(i16::MAX))],
            naturals,
            fixed: (!capped).then_some([attack_fixed, guard_fixed]),
            critical,
            bonus,
            gear,
        };
        if self.strikes_casters(matchup) { spans.with_failed_spells() } else { spans }
    }

    /// Whether the attacker strikes the target if one of the target's spells fails.
    fn strikes_casters(&self, matchup: &Matchup) -> bool {
        let casts = !self.roster.kinds[matchup.kinds[1]].fighter.spells.is_empty();
        self.rules.pacing == Pacing::PlayerFacing && matchup.attack_type == AttackType::Blow && casts
    }

    /// Ranges of the result that a blow must beat: first without the target's dice, then with them. `natural` is the
    /// range of those dice. If the target does not always defend (`defends` is false), the ranges include the results
    /// that hit a target without defense.
    fn guard_spans(&self, matchup: &Matchup, natural: InputSpan, defends: bool) -> [InputSpan; 2] {
        let [own, foe] = matchup.kinds;
        let kinds = self.roster.kinds.len();
        let shots = if matchup.attack_type == AttackType::Shot { kinds * kinds } else { 0 };
        let back = &self.weapons.matchups[shots + foe * kinds + own];
        let foe = &self.roster.kinds[foe];
        let fixed = match self.rules.pacing {
            Pacing::Turns => {
                let ways = [(back.avoid, 0), (back.other_avoid, 1)];
                let spans = ways.map(|(skill, other)| self.span_without_dice(foe, skill, &foe.passing_avoid[other]));
                if self.rounds.plain && matchup.attack_type == AttackType::Blow {
                    spans[0]
                } else {
                    union(spans[0], spans[1])
                }
            }
            _ if matchup.attack_type == AttackType::Shot => {
                let spans = [back.avoid, back.other_avoid]
                    .map(|skill| self.span_without_dice(foe, skill, &foe.passing_avoid[0]));
                union(spans[0], spans[1])
            }
            _ => self.span_without_dice(foe, back.skill, &foe.passing),
        };
        let fixed = sum_of_spans(fixed, self.custom.span_of_additions(AddedTo::Defense));
        let rolled = sum_of_spans(fixed, natural);
        if defends {
            return [fixed, rolled];
        }
        let levels = self.unopposed_levels(matchup);
        levels.into_iter().fold([fixed, rolled], |spans, level| spans.map(|span| union(span, [level, level])))
    }

    /// The results that can be needed to hit a target of this matchup who does not defend.
    fn unopposed_levels(&self, matchup: &Matchup) -> Vec<i32> {
        let [own, foe] = matchup.kinds.map(|kind| &self.roster.kinds[kind].fighter);
        let swallow = foe.abilities.swallow.map(|swallow| swallow.inside);
        let harder = self.rules.shots_into_melee.difficulty();
        let shot = [matchup.minimum, matchup.minimum.saturating_add(harder)];
        let shots = shot.into_iter().filter(|_| matchup.attack_type == AttackType::Shot);
        [self.rules.unopposed].into_iter().chain(own.abilities.surprise).chain(swallow).chain(shots).collect()
    }

    /// Range of a fighter's result without its dice: `skill` and all modifiers. `passing` lists the temporary ones, by
    /// clock.
    fn span_without_dice(&self, kind: &CompiledFighter, skill: i32, passing: &[i32]) -> InputSpan {
        let outnumbered = match self.rules.outnumbered {
            Outnumbered::Off => 0,
            _ => self.roster.fighters() as i32 - 2,
        };
        let stances = || self.tactics.stances().flat_map(|stance| [stance.attack, stance.avoid].map(i32::from));
        let second = self.tactics.stances().filter_map(|stance| stance.second).map(i32::from).max().unwrap_or(0).abs();
        let luck = if kind.spends(Boon::is_for_rolls) { i32::from(kind.fudge_points) } else { 0 };
        let more = if self.rounds.plain { 0 } else { MOST_OTHER_MODIFIERS + second + luck };
        let low = skill + lowest_passing(passing) + worst_penalty(kind) - outnumbered - more
            + stances().min().unwrap_or(0).min(0);
        [low, skill + highest_passing(passing) + more + stances().max().unwrap_or(0).max(0)]
    }

    /// Whether the target defends against every blow of the matchup.
    fn always_defends(&self, matchup: &Matchup) -> bool {
        let simple = matches!(self.rules.pacing, Pacing::Simultaneous | Pacing::Turns);
        let blows = matchup.attack_type == AttackType::Blow && self.rounds.closing == 0;
        self.rounds.plain && self.roster.duel.is_some() && simple && blows
    }

    /// The range of damage modifiers from tactics, then the range of [`span_of_gear`](Self::span_of_gear).
    fn spans_of_modifiers(&self) -> [InputSpan; 2] {
        let damages = || self.tactics.stances().map(|stance| i32::from(stance.damage));
        let reckless = self.tactics.stances().any(|stance| stance.reckless);
        let called = self.tactics.has_aimed_stance() && self.rules.called_shots == CalledShots::Fudge1993;
        let bursts = self.roster.any(|kind| kind.fighter.ranged.missile.is_some_and(|missile| missile.burst.is_some()));
        let swept = self.tactics.sweep.map_or(0, |loss| i32::from(loss) * self.roster.fighters() as i32);
        let low = damages().min().unwrap_or(0).min(0) - swept;
        let high = damages().max().unwrap_or(0).max(0)
            + if reckless { i32::from(RECKLESS_DAMAGE) } else { 0 }
            + i32::from(called)
            + if bursts { self.rules.burst_from.len() as i32 } else { 0 };
        [sum_of_spans([low, high], self.custom.span_of_additions(AddedTo::Damage)), self.span_of_gear()]
    }

    /// Range of the changes to a damage factor from lost and damaged gear, from spells on the target, and from the hide
    /// of a swallower.
    fn span_of_gear(&self) -> InputSpan {
        let wards = self.spells.all().filter_map(|spell| match spell.effect {
            SpellEffect::Enchants { defense, .. } => Some(i32::from(defense).abs()),
            _ => None,
        });
        let wards: i32 = wards.sum();
        let swallows = self.roster.kinds.iter().filter_map(|kind| kind.fighter.abilities.swallow);
        let hide = swallows.map(|swallow| swallow.defense).max();
        // A fighter who is hit in the arm drops the weapon.
        let shoddy = self.roster.any(|kind| kind.fighter.shoddy.is_some());
        let breaks = self.criticals.is_some() || self.tactics.has_aimed_stance() || shoddy;
        let weapons = self.roster.kinds.iter().map(|kind| i32::from(kind.bare_hands)).min().unwrap_or(0).min(-1);
        let armor = self.weapons.matchups.iter().map(|matchup| matchup.strike.armor).max().unwrap_or(0);
        let low = if breaks { weapons } else { 0 } - wards - i32::from(hide.unwrap_or(0));
        [low, if breaks { armor.max(0) } else { 0 } + wards]
    }
}

/// The range of the sum of two values in these spans.
fn sum_of_spans(one: InputSpan, other: InputSpan) -> InputSpan {
    [one[0] + other[0], one[1] + other[1]]
}

/// Dice of the attacker's weapon and the target's armor, for the factors that the rule uses. They are listed by index
/// of the state; one entry if neither has dice.
fn gear_dice(
    rule: &DamageFormulas,
    attack: &Attack<'_>,
    back: &Attack<'_>,
    rules: &Rules,
    states: Option<DamageStates<'_>>,
) -> Result<Vec<Vec<GearDice>>> {
    let offense = attack.dice.map(|formula| ("offense", formula, [attack, back]));
    let defense = back.by.defense_dice.as_ref().map(|formula| ("defense", formula, [back, attack]));
    let gear = [offense, defense].into_iter().flatten().filter(|(name, ..)| rule.used().any(|(_, used)| used == *name));
    let gear: Vec<_> = gear
        .map(|(name, formula, [own, foe])| {
            Ok((
                name,
                FormulaNames::new(own.by, foe.by, rules, &GEAR).read(formula, false, &format!("`{name}`"))?,
                [own, foe],
            ))
        })
        .collect::<Result<_>>()?;
    let in_state = |state: usize| {
        let dice = |(name, formula, [own, foe]): &(&'static str, Bound, [&Attack<'_>; 2])| {
            let mut values = vec![0; formula.width()];
            for place in formula.used().collect::<Vec<_>>() {
                let named = formula.name(place);
                values[place] = match rules.own.state_named(named) {
                    // The armor belongs to the target, so its own state is that of the attacker's foe.
                    Some((of_foe, part)) => {
                        states.map_or(0, |states| states.value((*name == "defense") != of_foe, part, state))
                    }
                    None => value(own, foe, named)?,
                };
            }
            let shows = formula.dice_and_numbers(formula.text(), &values)?;
            Ok(GearDice { name, dice: Bound::of_dice(&shows)?, displayed: shows })
        };
        gear.iter().map(dice).collect::<Result<Vec<_>>>()
    };
    (0..if gear.is_empty() { 1 } else { states.map_or(1, |states| states.count()) }).map(in_state).collect()
}

/// The value of a name in formulas of `own` against `foe`. Names that start with [`FOE`] refer to `foe`, all others to
/// `own`.
///
/// # Errors
/// If the fighter has no such trait.
pub(super) fn value(own: &Attack<'_>, foe: &Attack<'_>, name: &str) -> Result<i64> {
    let (Attack { by: who, skill, .. }, other, bare) = match name.strip_prefix(FOE) {
        Some(bare) => (foe, own, bare),
        None => (own, foe, name),
    };
    let known = TRAITS.iter().zip(who.named_traits(*skill, other.by)).find(|(name, _)| **name == bare);
    let own = who.traits.iter().find(|(name, _)| name == bare);
    let found = own.map(|(_, level)| *level).or(known.map(|(_, value)| value));
    found.map(i64::from).ok_or_else(|| {
        Error::input(format!("{} has no `{bare}`, which the damage rule uses", who.name))
            .with_help(format!("give `{bare}` to every fighter, or leave it out of the rule"))
    })
}
