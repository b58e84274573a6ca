//! Compiles stat blocks and rules into small lookup tables, and answers questions about a fight's state from them.
//! Nothing here rolls dice.
//!
//! | module | contents |
//! |---|---|
//! | `compile` | makes a cast and rules into a `Fight` |
//! | `compiled_fighter`, `roster` | compiled fighters, and the fighters of a fight with their sides |
//! | `matchup`, `weapons` | the figures of each compiled fighter against each |
//! | `blows` | damage of each blow, as tables |
//! | `rounds`, `round_features` | the plan of the rounds, and the rules that have an effect |
//! | `wounds`, `exits` | how wounds are resolved and felt, and other ways out of a fight |
//! | `field` | sides, groups, targets, and ability to act |
//! | `custom_tables`, `custom`, `custom_values` | custom rules: their tables, and their values in a state |
//! | `records` | different wound records in one fight |
//! | `tactics`, `spells`, `casting`, `spending`, `criticals` | tables of these rules |
//! | `hopeless` | attackers who can never hit |
//!
//! - **Tables**: a `Fight` consists of tables, and each has the methods that need nothing else. Methods of `Fight` need
//!   several tables.
//! - **Groups**: before each round, fighters are split into groups of one against one or more (`field/groups.rs`).
//!   Exchanges are resolved group by group, and turns use the same groups.
//! - **Damage** comes from a list of formulas, or from Rust code (`rules/damage/code.rs`). The printed damage rules are
//!   formulas too (`rules/damage/printed.toml`), selected by options. Formulas are evaluated when a fight is compiled,
//!   into a table for each pair of compiled fighters (`blows/damage_table.rs`). Its rows distinguish natural results
//!   only if the formulas name them (`blows/inputs.rs`).
//! - **Wound records** become tables as well: from a state of the track and a severity to the next state
//!   (`rules/record`). If boxes absorb hits, a policy chooses the boxes for each state and number of points when the
//!   record is compiled (`rules/record/absorb.rs`). A fighter with its own record is compiled under the rules with that
//!   record.
//! - **Rules that are off**: `prepare` (`compiled_fighter.rs`) clears the keys of fighters that they disable. What each
//!   round would otherwise search for, such as a fighter who strikes to stun, is a field of the table that it is about.
//!   Fights in which fighters can only be wounded have fast paths in `play`, without these checks.

mod blows;
mod casting;
mod compile;
mod compiled_fighter;
mod criticals;
mod custom;
mod custom_tables;
mod custom_values;
mod exits;
mod field;
mod hopeless;
mod matchup;
mod records;
mod roster;
mod round_features;
mod rounds;
mod spells;
mod spending;
mod tactics;
mod weapons;
mod wounds;

pub use blows::damage::{Damage, LandedHit};
pub(crate) use blows::inputs::BlowResults;
pub(crate) use blows::severity::LOWEST_DEGREE;
pub use blows::single::damage;
pub use compiled_fighter::CompiledFighter;
pub use compiled_fighter::protects_player_characters;
pub(crate) use criticals::CriticalTable;
pub use custom::CustomRules;
pub use custom_tables::ActiveRules;
pub(crate) use custom_tables::{DamageStates, HitFigures};
pub use exits::Exits;
pub(crate) use field::groups::Groups;
pub use field::sides::MOST_SIDES;
pub(crate) use field::threats::{Threat, Threats};
pub use hopeless::HopelessPair;
pub use matchup::Matchup;
pub use roster::{CompiledRoster, Pairing};
pub(crate) use rounds::PlainRounds;
pub use rounds::RoundPlan;
pub use spells::Spells;
pub use tactics::Tactics;
pub use weapons::Weapons;
pub use wounds::WoundRules;

use super::condition::Body;
use super::event::Fired;
use super::hit::Blow;
use crate::chance::Faces;
use crate::dice::Dice;
use crate::rules::damage::formulas::{POINTS, POINTS_THROUGH_SCALE};
use crate::rules::{Boon, Outnumbered, Pacing, Rules, StaticTie};
use blows::damage_table::{DamageContext, DamageTable};

/// A compiled fight, ready to play. Its hot loop uses no strings, maps or floats.
#[derive(Debug, Clone)]
pub struct Fight {
    /// The fighters, with their sides and compiled stat blocks.
    pub roster: CompiledRoster,
    /// The figures of all attacks, and the damage of their blows.
    pub weapons: Weapons,
    /// Facts about wounds that are the same throughout the fight.
    pub wounds: WoundRules,
    pub rounds: RoundPlan,
    /// Starting states of all fighters, in roster order.
    start: Vec<Body>,
    /// Dangers that fighters face before blows fall (W27, W28).
    pub(crate) threats: Threats,
    /// Exits other than by wounds.
    pub exits: Exits,
    pub tactics: Tactics,
    pub spells: Spells,
    /// Effects of natural criticals; `None` if they have none (A16).
    pub(crate) criticals: Option<CriticalTable>,
    pub custom: CustomRules,
    /// The rules that take effect only now and then in this fight. Statistics count each time that they do.
    pub occasional_rules: Vec<Fired>,
    /// The rules that the fight was compiled from.
    pub rules: Rules,
}

impl Fight {
    /// Maximum number of combined results of the rolls in one step.
    pub fn widest_step(&self) -> u64 {
        let width = |dice: &Dice| dice.pmf().iter().count() as u64;
        let variants = self.custom.tables.iter().flat_map(|own| &own.variants);
        let dice = self.roster.kinds.iter().map(|kind| &kind.dice).chain(variants);
        let widest = dice.map(width).max().unwrap_or(1);
        let own = self.weapons.matchups.iter().filter_map(|matchup| matchup.severities.full_table.as_ref());
        let damage = own.map(|own| own.most_dice_results() as u64).max().unwrap_or(1);
        let rolls = if self.roster.spends_on_rolls { self.most_lucky_rolls() } else { 2 };
        widest.saturating_pow(rolls).max(damage)
    }

    /// Maximum number of rolls in one step if Fudge points can be spent on them: all rolls of a brawl, and all rerolls.
    fn most_lucky_rolls(&self) -> u32 {
        let side = |side| self.roster.side_of.iter().filter(|of| usize::from(**of) == side).count();
        let most = if self.rules.pacing == Pacing::Simultaneous {
            (0..self.roster.sides).map(side).max().unwrap_or(1)
        } else {
            2
        };
        let again = |who: &u16| self.roster.kind(*who).spends(|boon| boon == Boon::Reroll);
        let again = (0..self.roster.fighters() as u16).filter(again).count().min(most + 1);
        (1 + most + again) as u32
    }

    /// The melee matchup of `own` against `foe`.
    #[inline(always)]
    pub fn matchup(&self, own: u16, foe: u16) -> &Matchup {
        &self.weapons.matchups[usize::from(self.roster.melee_matchup(own, foe))]
    }

    /// A copy of `blow` whose damage is looked up for the natural results `naturals` of attacker and target.
    pub fn with_naturals(&self, blow: Blow, naturals: [i32; 2]) -> Blow {
        let critical = self.is_critical_success(blow.by, naturals[0]);
        let landing = BlowResults { degree: blow.degree.into(), naturals, critical, ..BlowResults::default() };
        Blow { row: self.weapons.table(blow).map_or(0, |own| own.row(&landing)), ..blow }
    }

    /// The damage of `blow`, modifiers included, for the damage roll `roll` (0 if damage is not rolled).
    pub fn damage_of(&self, blow: Blow, roll: i32) -> Damage {
        let Some(own) = self.weapons.table(blow) else { return Damage::default() };
        let [bonus, factor] = blow.hit_modifiers.damage_modifiers();
        let hit = LandedHit { degree: blow.degree.into(), roll, bonus, factor, ..LandedHit::default() };
        let context = DamageContext {
            rule: self.weapons.rule.formulas(),
            strike: self.weapons.strike(blow),
            track: self.roster.track(blow.target),
            // Not called: the table already has the values of all names.
            named: &|_| Ok(0),
            gear_dice: own.gear_dice(),
            states: None,
        };
        own.damage(context, blow.row, &hit)
    }

    /// Whether `blow` wounds only because it is a critical: an ordinary blow with the same points would not wound
    /// (W26).
    pub(crate) fn wounds_only_as_critical(&self, blow: Blow, roll: i32) -> bool {
        let damage = self.damage_of(blow, roll);
        let steps = self.weapons.rule.formulas().steps(blow.degree.into());
        let values = self.damage_steps(blow, roll);
        let value = |name: &str| steps.index_of(name).and_then(|place| values.get(place));
        let wounds =
            self.roster.track(blow.target).severity(self.weapons.strike(blow).ward.reduced_points(damage.points)) > 0;
        value(POINTS_THROUGH_SCALE).is_some()
            && value(POINTS_THROUGH_SCALE) != value(POINTS)
            && wounds
            && damage.severity > 0
    }

    /// The values from which the damage of `blow` is computed: those of weapon and armor dice, then `roll`, then those
    /// of the damage rule's steps. Empty if the blow cannot occur.
    pub fn damage_steps(&self, blow: Blow, roll: i32) -> Vec<i64> {
        let kinds = [blow.by, blow.target].map(|who| self.roster.kind_of(who));
        let steps = |own: &DamageTable| {
            own.steps(
                self.weapons.rule.formulas(),
                self.damage_states(kinds),
                blow.row,
                &self.weapons.landed_hit(blow, roll),
            )
            .ok()
        };
        self.weapons.table(blow).and_then(steps).unwrap_or_default()
    }

    /// The faces that the dice show for each result of the damage roll of `blow`. `None` if each result is itself the
    /// face shown.
    pub fn faces_of(&self, blow: Blow) -> Option<Faces> {
        let kinds = [blow.by, blow.target].map(|who| self.roster.kind_of(who));
        let (rule, states) = (self.weapons.rule.formulas(), self.damage_states(kinds));
        self.weapons.table(blow)?.faces(rule, states, blow.row, &self.weapons.landed_hit(blow, 0)).ok().flatten()
    }

    /// The index in `pair` (0 or 1) of the fighter who hits on a tie: the one who rolls, if the other does not and the
    /// rules decide ties in this way (M17). Otherwise `None`.
    pub(crate) fn wins_tie(&self, pair: [u16; 2]) -> Option<usize> {
        if self.rules.static_tie == StaticTie::StandOff {
            return None;
        }
        match pair.map(|who| self.roster.kind(who).steady) {
            [false, true] => Some(0),
            [true, false] => Some(1),
            _ => None,
        }
    }

    /// The penalty to the skill of the fighter `who` for facing `foes` foes, 0 or less (M15, M19).
    #[inline(always)]
    pub(crate) fn outnumbered(&self, who: u16, foes: u16) -> i32 {
        match self.rules.outnumbered {
            _ if foes <= self.roster.kind(who).unpenalized_foes => 0,
            Outnumbered::Off => 0,
            Outnumbered::PerFoe => -i32::from(foes.saturating_sub(1)),
            Outnumbered::Epic => -i32::from(foes / 2),
        }
    }

    /// Upper limit on the number of states between rounds, for judging whether an exact calculation is feasible.
    ///
    /// It is the product of the states of all wound tracks, counters and reservoirs. If only player characters act,
    /// foes fall one after another, so the states of their tracks are added instead. A fight decided by one roll needs
    /// no tracks.
    pub fn most_states(&self) -> f64 {
        let tracks = |pc: bool| {
            let own = (0..self.roster.fighters() as u16).filter(move |&who| self.roster.kind(who).pc == pc);
            own.map(|who| self.roster.track(who).states_of_blows() as f64)
        };
        let tracks: f64 = match self.rules.pacing {
            Pacing::Simultaneous | Pacing::Turns => tracks(true).chain(tracks(false)).product(),
            Pacing::PlayerFacing => tracks(true).product::<f64>() * tracks(false).sum::<f64>().max(1.0),
            Pacing::Story => 1.0,
        };
        let counters =
            self.custom.tables.as_ref().map_or(1.0, |own| own.counters.states()).powi(self.roster.fighters() as i32);
        tracks * counters * f64::from(self.rounds.distinct()) * self.states_of_reserves()
    }
}
