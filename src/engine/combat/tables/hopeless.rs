//! Finds attackers who can never hit a target, because even their best result is too low.

use super::Fight;
use super::compiled_fighter::CompiledFighter;
use super::spells::CompiledSpell;
use crate::combat::condition::SceneMut;
use crate::combat::fighter::SpellEffect;
use crate::dice::Dice;
use crate::rules::fudge::AUTOMATIC_RESULT;
use crate::rules::{Avoidance, Boon, Pacing};

/// Two stat blocks, an attacker and a target. The attacker cannot hit the target, even with its best result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HopelessPair {
    /// Index of the attacker's stat block.
    pub own: usize,
    /// Index of the target's stat block.
    pub foe: usize,
    /// Result needed to hit.
    pub needs: i32,
    /// The attacker's best result.
    pub best: i32,
    /// The part of `best` that is a penalty for the number of foes, 0 or less (M15, M19).
    pub outnumbered: i32,
    /// Whether `best` includes the comparison of weapon sizes (reading 59).
    pub weapons_count: bool,
    /// The part of `best` that comes from wounds at the start, usually 0 or less (M1).
    pub wounds: i32,
    /// Whether `best` is limited by the cap on results (A2).
    pub capped: bool,
    /// Whether the attacker cannot hit during the whole fight. If false, it may be able to hit once a foe is hurt or
    /// has fallen.
    pub always: bool,
}

/// The circumstances of an attack that affect the chance to hit.
#[derive(Debug, Clone, Copy)]
struct AttackCircumstances {
    /// The attacker's penalty for its number of foes, 0 or less.
    outnumbered: i32,
    /// Whether the target has no wound penalty.
    foe_is_unhurt: bool,
}

impl AttackCircumstances {
    /// The best circumstances for an attacker.
    const BEST: Self = Self { outnumbered: 0, foe_is_unhurt: false };
}

impl HopelessPair {
    /// Number of levels by which the best result misses; at least 1.
    pub const fn missing_levels(&self) -> i32 {
        self.needs - self.best
    }
}

impl Fight {
    /// All pairs of an attacker and a target that it can never hit in melee.
    ///
    /// Empty if rolls can get bonuses that are not known before the fight: from pace, advantages, natural criticals, or
    /// spells that heal or change rolls. Also empty if one roll decides the fight, or if it never reaches melee.
    pub fn hopeless_pairs(&self) -> Vec<HopelessPair> {
        let changes = |spell: &CompiledSpell| !matches!(spell.effect, SpellEffect::Harms { .. } | SpellEffect::Removes);
        let unknown = self.spells.any(changes)
            || self.rules.strike_first.races()
            || self.criticals.is_some()
            || self.tactics.has_all_out_defense();
        if unknown || self.rules.pacing == Pacing::Story || self.rounds.closing == u16::MAX {
            return Vec::new();
        }
        let outnumbered = self.outnumbered_at_start();
        let at_start = |own: usize| AttackCircumstances { outnumbered: outnumbered[own], foe_is_unhurt: true };
        let entries = || 0..self.roster.entries();
        let pairs = entries().flat_map(|own| entries().map(move |foe| (own, foe)));
        let side = |entry: usize| self.roster.side(self.roster.first(entry));
        let apart = |(own, foe): &(usize, usize)| side(*own) != side(*foe);
        let pairs: Vec<(usize, usize)> = pairs.filter(apart).collect();
        let found: Vec<HopelessPair> =
            pairs.iter().filter_map(|&(own, foe)| self.hopeless_pair(own, foe, at_start(own))).collect();
        // If a whole side cannot hit, and only blows change anything, the foes keep their numbers and stay unhurt.
        let harmless = |of: usize| {
            let of_side = |own: usize| side(own) == of;
            pairs.iter().filter(|(own, _)| of_side(*own)).count() == found.iter().filter(|one| of_side(one.own)).count()
        };
        let always = |one: &HopelessPair| {
            self.hopeless_pair(one.own, one.foe, AttackCircumstances::BEST).is_some()
                || self.only_blows_end_it() && harmless(side(one.own))
        };
        found.iter().map(|one| HopelessPair { always: always(one), ..*one }).collect()
    }

    /// The pair of the stat blocks `own` and `foe`, with `always` still false. `None` if `own` can hit `foe` under
    /// these `circumstances`.
    fn hopeless_pair(&self, own: usize, foe: usize, circumstances: AttackCircumstances) -> Option<HopelessPair> {
        let AttackCircumstances { outnumbered, foe_is_unhurt } = circumstances;
        let pair @ [by, target] = [own, foe].map(|entry| self.roster.first(entry));
        let (kind, target_kind) = (self.roster.kind(by), self.roster.kind(target));
        let taken_unaware = self.rules.pacing == Pacing::PlayerFacing && target_kind.fighter.unaware > 0;
        let casts = !self.spells_of(by).is_empty();
        // Strikes from inside and kills of the helpless need no roll.
        let swallows = [kind, target_kind].iter().any(|kind| kind.fighter.abilities.swallow.is_some());
        let needs_no_roll = swallows || self.threats.kill_helpless && target_kind.fighter.helpless;
        if kind.fighter.ranged.missile.is_some() || casts || taken_unaware || needs_no_roll {
            return None;
        }
        let wounds = self.lasting_penalty(by);
        let matchup = self.matchup(by, target);
        let dice = best_dice_result(kind)?;
        let weapons_count = target_kind.always_acts_against(kind);
        let skill = if weapons_count { matchup.skill } else { matchup.skill_against_helpless() };
        let rolled = skill + dice + highest_passing(&kind.passing) + self.tactics.best_bonus() + wounds + outnumbered;
        // A Fudge point can exceed the cap on results.
        let best = if kind.spends(Boon::is_for_rolls) { rolled } else { kind.capped(rolled) };
        let needs = matchup.minimum.max(self.least_to_win(pair, foe_is_unhurt).unwrap_or(i32::MIN));
        (best < needs).then_some(HopelessPair {
            own,
            foe,
            needs,
            best,
            outnumbered,
            weapons_count,
            wounds,
            capped: best < rolled,
            always: false,
        })
    }

    /// The lowest result with which `by` beats the worst roll of `target`; `None` if it is unknown. If the target is
    /// unhurt, wounds do not reduce its roll.
    fn least_to_win(&self, [by, target]: [u16; 2], target_is_unhurt: bool) -> Option<i32> {
        // With stances, effects and conditions, a target may fail to defend at all.
        if !self.rounds.plain {
            return None;
        }
        let (own, kind, matchup) = (self.roster.kind(by), self.roster.kind(target), self.matchup(target, by));
        let (skill, passing, wins_ties) = match self.rules.pacing {
            Pacing::Simultaneous => {
                (matchup.skill, lowest_passing(&kind.passing), self.wins_tie([by, target]) == Some(0))
            }
            Pacing::PlayerFacing => (matchup.skill, lowest_passing(&kind.passing), own.pc),
            Pacing::Turns => {
                (matchup.avoid, lowest_passing(&kind.passing_avoid[0]), self.wins_tie([by, target]) == Some(0))
            }
            Pacing::Story => return None,
        };
        let foes =
            (0..self.roster.fighters() as u16).filter(|who| self.roster.side(*who) != self.roster.side(target)).count();
        let outnumbered = match self.rules.pacing {
            Pacing::Simultaneous | Pacing::Turns => self.outnumbered(target, foes as u16),
            _ => 0,
        };
        let rolled = possible_dice(kind).map(|dice| dice.pmf().lowest()).min().unwrap_or(0);
        let penalty = if target_is_unhurt { 0 } else { worst_penalty(kind) };
        let worst = kind.capped(skill + rolled + passing + outnumbered + penalty);
        let least = worst + i32::from(!wins_ties);
        // In turns, a target may have used up its defense on another attack.
        let defends = self.rules.pacing != Pacing::Turns || self.rules.avoidance == Avoidance::Every || foes == 1;
        Some(if defends { least } else { least.min(self.unopposed_by(by, 1)) })
    }

    /// For each stat block, the penalty for the number of foes when melee begins, 0 or less. If its fighters have
    /// different penalties, the smallest one.
    fn outnumbered_at_start(&self) -> Vec<i32> {
        let mut bodies = self.start.clone();
        self.form_groups(&mut SceneMut { clock: self.rounds.closing, bodies: &mut bodies });
        let faced = |who: u16| {
            let group = bodies[usize::from(who)].group;
            let foes = (0u16..).zip(&bodies).filter(|(other, body)| {
                group > 0 && body.group == group && self.roster.side(*other) != self.roster.side(who)
            });
            let able = foes.filter(|(other, _)| self.roster.kind(*other).always_acts_against(self.roster.kind(who)));
            self.outnumbered(who, able.count() as u16)
        };
        let counts = !self.rules.pacing.players_act();
        let of =
            |entry: usize| self.roster.block(self.roster.first(entry)).map(faced).max().filter(|_| counts).unwrap_or(0);
        (0..self.roster.entries()).map(of).collect()
    }

    /// Whether the fight has two sides, only blows can put fighters out of action, and no fighter arrives later.
    fn only_blows_end_it(&self) -> bool {
        let leave = self.exits.routs || !self.threats.all.is_empty();
        let rounds = &self.rounds;
        let others = rounds.has_upkeep || rounds.readies || self.roster.has_lines || !self.spells.is_empty();
        self.roster.sides == 2 && !leave && !others && self.roster.reserves.is_empty() && rounds.closing == 0
    }

    /// The smallest wound penalty that a fighter can have during the fight: 0 or less, except on records in which
    /// marked boxes can help.
    fn lasting_penalty(&self, who: u16) -> i32 {
        let kind = self.roster.kind(who);
        let [_, most] = kind.track.range_of_penalties();
        let eases = !kind.healed.is_empty() || self.wounds.may_count_less || self.rounds.lingers;
        if eases || most > 0 { most } else { self.health(who, &self.start[usize::from(who)]).penalty.into() }
    }
}

/// The dice that a fighter may roll: its action dice, and those that it shares with a mob (M16).
pub(super) fn possible_dice(kind: &CompiledFighter) -> impl Iterator<Item = &Dice> {
    std::iter::once(&kind.dice).chain(&kind.mob_dice)
}

/// The best result of a fighter's dice, Fudge points included (P2, P4, P5). `None` if a Fudge point can replace the
/// roll by a success (P1).
fn best_dice_result(kind: &CompiledFighter) -> Option<i32> {
    let dice = possible_dice(kind).map(|dice| dice.pmf().highest()).max().unwrap_or(0);
    if kind.spends(|boon| boon == Boon::Success) {
        return None;
    }
    let automatic = if kind.spends(|boon| boon == Boon::Automatic) { AUTOMATIC_RESULT.into() } else { dice };
    let shifts = if kind.spends(|boon| boon == Boon::Shift) { kind.fudge_points.into() } else { 0 };
    Some(dice.max(automatic) + shifts)
}

/// The largest of several temporary modifiers; at least 0.
pub(super) fn highest_passing(passing: &[i32]) -> i32 {
    passing.iter().copied().max().unwrap_or(0).max(0)
}

/// The smallest of several temporary modifiers; at most 0.
pub(super) fn lowest_passing(passing: &[i32]) -> i32 {
    passing.iter().copied().min().unwrap_or(0).min(0)
}

/// The worst wound penalty that a fighter can have while it is fit; 0 or less.
pub(super) fn worst_penalty(kind: &CompiledFighter) -> i32 {
    let [least, _] = kind.track.range_of_penalties();
    least
}
