//! The figures of all attacks, and the damage of their blows.

use super::blows::damage::LandedHit;
use super::blows::damage_table::DamageTable;
use super::blows::strike::Strike;
use super::matchup::Matchup;
use crate::combat::hit::Blow;
use crate::dice::Dice;
use crate::rules::{Graze, OwnDamage, Rules};

/// The matchups of a fight, and its damage rule.
#[derive(Debug, Clone)]
pub struct Weapons {
    /// Melee matchups of all pairs of compiled fighters, in rows by attacker. If missiles are used, the missile
    /// matchups of all pairs follow in the same order. Those of harmful spells come last.
    pub(crate) matchups: Vec<Matchup>,
    /// The damage rule in force: the custom rule, or else the printed one.
    pub rule: OwnDamage,
    /// The damage dice, or one example if they depend on the blow; `None` if damage is not rolled.
    pub dice: Option<Dice>,
    /// Whether blows store the natural result of a lone fighter, because their damage may depend on it.
    pub(crate) keeps_naturals: bool,
    /// Whether the row of a blow in its damage table depends on natural results, results or the state.
    pub(crate) has_rows: bool,
    /// Whether the damage dice depend on the blow.
    pub(crate) dice_vary: bool,
    /// Whether hits by a relative degree of 1 or less are grazes.
    pub(crate) grazes: bool,
}

impl Weapons {
    /// The weapons with these matchups, under the damage rule `rule`. Their damage tables are still empty.
    pub(super) fn new(matchups: Vec<Matchup>, rule: OwnDamage, rules: &Rules) -> Self {
        let grazes = rules.graze == Graze::Table || rule.formulas().is_graze(1);
        Self { matchups, rule, dice: None, keeps_naturals: false, has_rows: false, dice_vary: false, grazes }
    }

    /// The inputs of the damage of `blow` that do not depend on rolls.
    pub(crate) fn strike(&self, blow: Blow) -> &Strike {
        &self.matchups[usize::from(blow.matchup)].strike
    }

    /// The damage table for the matchup of `blow`; `None` if blows of this matchup cannot occur.
    pub(crate) fn table(&self, blow: Blow) -> Option<&DamageTable> {
        self.matchups[usize::from(blow.matchup)].severities.full_table.as_deref()
    }

    /// The figures on which the damage of `blow` depends, for the damage roll `roll`. Its natural results are one
    /// example of those that cause the same damage.
    pub fn landed_hit(&self, blow: Blow, roll: i32) -> LandedHit {
        let [bonus, factor] = blow.hit_modifiers.damage_modifiers();
        let (naturals, critical) = self.table(blow).map_or(([0, 0], false), |own| own.naturals(blow.row, blow.degree));
        LandedHit { degree: blow.degree.into(), roll, bonus, factor, naturals, critical }
    }

    /// Names of the factors (`offense`, `defense`) that dice are added to, for the first values of
    /// `Fight::damage_steps`.
    pub fn gear_names(&self, blow: Blow) -> Vec<&'static str> {
        self.table(blow).into_iter().flat_map(|own| own.gear_names()).collect()
    }

    /// The dice rolled for the damage of `blow`; `None` if nothing is rolled.
    #[cold]
    pub(crate) fn dice_of(&self, blow: Blow) -> Option<&Dice> {
        self.table(blow)?.dice(blow.row, blow.degree, blow.hit_modifiers.damage_modifiers())
    }
}
