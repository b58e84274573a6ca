//! The custom rules of a fight, if it has any. Their values in a state are in `custom_values.rs`.

use super::compiled_fighter::CompiledFighter;
use super::custom_tables::{ActiveRules, CustomTables, RoundEndValue, RoundEndValues, StateTable};
use crate::combat::condition::{Additions, Body};
use crate::combat::hit::Wound;
use crate::dice::Dice;
use crate::rules::own::{AddedTo, LeavingMethod};

/// The custom rules of a fight.
#[derive(Debug, Clone)]
pub struct CustomRules {
    /// The lookup tables of these rules; `None` if the fight has no custom rules.
    pub(crate) tables: Option<Box<CustomTables>>,
}

impl CustomRules {
    /// The custom rules that have an effect in some state; `None` if the fight has no custom rules.
    pub fn active(&self) -> Option<&ActiveRules> {
        self.tables.as_deref().map(|own| &own.active)
    }

    /// The additions to rolls with the index `number`.
    #[inline(always)]
    pub fn additions(&self, number: u16) -> &Additions {
        match &self.tables {
            Some(own) => &own.addition_combinations[usize::from(number)].0,
            None => &Additions::NONE,
        }
    }

    /// Like [`additions`](Self::additions). If the constant `OWN` is false, the caller knows that the fight has no
    /// custom rules, and the lookup costs nothing.
    #[inline(always)]
    pub(crate) fn additions_or_none<const OWN: bool>(&self, number: u16) -> &Additions {
        if OWN { self.additions(number) } else { &Additions::NONE }
    }

    /// The dice of the formula `initiative_roll`, in a state with the additions `number`. `None` if there is no such
    /// formula.
    pub fn initiative_dice(&self, number: u16) -> Option<&Dice> {
        self.variant(self.additions(number).initiative_dice)
    }

    /// The action dice of a fighter in a state with the additions `number`.
    pub fn dice_with<'a>(&'a self, kind: &'a CompiledFighter, number: u16) -> &'a Dice {
        self.dice_of(kind, self.additions(number))
    }

    /// The dice of a modifier, by their number (from 1) in `Additions::rolled`. `None` for 0.
    pub fn modifier_dice(&self, number: u8) -> Option<&Dice> {
        Some(&self.tables.as_deref()?.rolled.get(usize::from(number).checked_sub(1)?)?.dice)
    }

    /// Like [`dice_with`](Self::dice_with), from the additions themselves.
    #[inline(always)]
    pub(crate) fn dice_of<'a>(&'a self, kind: &'a CompiledFighter, additions: &Additions) -> &'a Dice {
        let usual = &kind.dice;
        if additions.dice == 0 { usual } else { self.variant(additions.dice).unwrap_or(usual) }
    }

    /// Dice that depend on the state, by their number (from 1) in `Additions`. `None` for 0.
    #[inline]
    pub fn variant(&self, number: u8) -> Option<&Dice> {
        let number = usize::from(number).checked_sub(1)?;
        self.tables.as_ref()?.variants.get(number)
    }

    /// The dice that modifiers add: the number, the dice, and the rolls that they are added to.
    pub(crate) fn rolled_additions(&self, additions: &Additions) -> impl Iterator<Item = (u8, &Dice, &[AddedTo])> {
        let own = self.tables.as_deref();
        let numbers = additions.rolled;
        numbers.into_iter().take_while(|number| *number > 0).filter_map(move |number| {
            let rolled = own?.rolled.get(usize::from(number) - 1)?;
            Some((number, &rolled.dice, rolled.to.as_slice()))
        })
    }

    /// Whether fighters with the compiled fighter `kind` can leave the fight in the way `how` because of a formula.
    pub fn may_leave(&self, kind: u16, how: LeavingMethod) -> bool {
        self.exit_formulas(kind).any(|(own, when)| *own == how && when.cells().contains(&true))
    }

    /// The formulas by which fighters with the compiled fighter `kind` leave the fight, against any foe.
    fn exit_formulas(&self, kind: u16) -> impl Iterator<Item = &(LeavingMethod, StateTable<bool>)> {
        let own = self.tables.as_deref().into_iter();
        own.flat_map(move |own| own.leaves[own.pair(kind, 0)..own.pair(kind + 1, 0)].iter().flatten())
    }

    /// Whether any fighter can leave the fight because of a formula.
    #[inline(always)]
    pub(crate) fn has_exits(&self) -> bool {
        self.tables.as_ref().is_some_and(|own| own.has_exits)
    }

    /// Whether fighters with the compiled fighter `kind` have a formula for fleeing.
    pub(crate) fn may_flee(&self, kind: u16) -> bool {
        self.exit_formulas(kind).any(|(how, _)| *how == LeavingMethod::Flees)
    }

    /// Whether any rule applies at the end of a round.
    #[inline(always)]
    pub(crate) fn has_round_end(&self) -> bool {
        self.tables.as_ref().is_some_and(|own| own.has_round_end)
    }

    /// Whether the end of a round can roll dice for fighters with the compiled fighter `kind`.
    pub(crate) fn rolls_at_round_end(&self, kind: u16) -> bool {
        let Some(own) = self.tables.as_deref() else { return false };
        let rolls =
            |table: &RoundEndValues| table.cells().iter().any(|value| matches!(value, Some(RoundEndValue::Rolled(_))));
        let lines = &own.after[usize::from(kind)];
        lines
            .iter()
            .any(|line| line.sets.iter().any(|(_, table)| rolls(table)) || line.harm.as_ref().is_some_and(rolls))
    }

    /// Stores in `bodies` which fighters hit and were hit, and the points they dealt and took. Only what some formula
    /// reads is stored.
    pub(crate) fn record_blows(&self, bodies: &mut [Body], wounds: &[Wound]) {
        let Some(own) = self.tables.as_deref().filter(|own| own.reads_hits || own.reads_points) else { return };
        for wound in wounds {
            let [by, target] = [wound.by, wound.target].map(usize::from);
            if own.reads_hits {
                bodies[by].status.hit = true;
                bodies[target].status.was_hit = true;
            }
            if own.reads_points {
                let add = |sum: &mut u8| *sum = sum.saturating_add(wound.points);
                add(&mut bodies[by].status.dealt);
                add(&mut bodies[target].status.taken);
            }
        }
    }

    /// Two flags: whether formulas read the blows of a round, and whether they read the points of these blows.
    #[inline(always)]
    pub(crate) fn reads_blows(&self) -> [bool; 2] {
        self.tables.as_ref().map_or([false; 2], |own| [own.reads_hits || own.reads_points, own.reads_points])
    }

    /// Stores in `body` that the fighter has attacked, if a formula reads whether it has.
    #[inline(always)]
    pub(crate) fn record_attack(&self, body: &mut Body) {
        body.status.attacked |= self.tables.as_ref().is_some_and(|own| own.reads_first_attack);
    }

    /// Whether custom rules distinguish more rounds than the engine can. If so, it treats all later rounds as equal.
    pub fn has_endless_rounds(&self) -> bool {
        self.tables.as_ref().is_some_and(|own| own.times.endless)
    }

    /// Smallest and largest total that custom modifiers can add to `to`, dice included. The range includes 0.
    pub(crate) fn span_of_additions(&self, to: AddedTo) -> [i32; 2] {
        let Some(own) = self.tables.as_deref() else { return [0, 0] };
        let sums = own.addition_combinations.iter().map(|(additions, _)| {
            let fixed = match to {
                AddedTo::Attack => additions.attack,
                AddedTo::Defense => additions.defense,
                AddedTo::Damage => additions.damage,
                AddedTo::Initiative => additions.initiative,
                AddedTo::Minimum => additions.minimum,
            };
            let dice = self.rolled_additions(additions).filter(|(.., added)| added.contains(&to));
            let rolled =
                dice.fold([0, 0], |[low, high], (_, dice, _)| [low + dice.pmf().lowest(), high + dice.pmf().highest()]);
            rolled.map(|end| end + i32::from(fixed))
        });
        sums.fold([0, 0], |[low, high], [one, other]| [low.min(one), high.max(other)])
    }
}
