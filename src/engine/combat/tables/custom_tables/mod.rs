//! Custom rules, tabulated for the fighters of a fight. During play, the parts of the state that a formula names select
//! a cell of a lookup table, so the formula is not evaluated again.

mod compile;
mod meaning;
mod names;
mod rounds;
mod state_table;
mod values;

pub(crate) use rounds::DistinctRounds;

pub(crate) use meaning::HitFigures;
pub(super) use meaning::InputMeaning;
pub(super) use names::FormulaNames;

use crate::combat::condition::Additions;
use crate::dice::{Bound, Dice};
use crate::rules::own::{AddedTo, LeavingMethod, OwnRules, State};
pub(super) use state_table::StateTable;
use std::collections::BTreeSet;
use values::Counters;

/// The value of a rule for the end of a round in each state; `None` in states in which the rule does not apply.
pub(super) type RoundEndValues = StateTable<Option<RoundEndValue>>;

/// The custom rules of a fight.
///
/// Tables for a pair of compiled fighters have the index own · `kinds` + foe.
#[derive(Debug, Clone)]
pub(crate) struct CustomTables {
    /// Number of compiled fighters.
    pub(super) kinds: usize,
    /// For each pair, a table of the additions that rules make to the first fighter's rolls against the second, as
    /// indexes into `addition_combinations`. `None` if they never add anything.
    pub(super) additions: Vec<Option<StateTable<u16>>>,
    /// All combinations of additions that occur, each with the modifiers behind it. The first one adds nothing.
    pub(super) addition_combinations: Vec<(Additions, Vec<FixedModifier>)>,
    /// Modifiers that roll dice. Other tables refer to them by number, counted from 1.
    pub(super) rolled: Vec<RolledModifier>,
    /// Dice that depend on the state. Other tables refer to them by number, counted from 1.
    pub(super) variants: Vec<Dice>,
    /// For each pair, the custom rule for whether a blow of the first hits the second; `None` without such a rule.
    pub(super) hits: Vec<Option<HitRule>>,
    /// For each pair, the numbering of the states that the damage rule distinguishes; `None` if damage does not depend
    /// on the state.
    pub(super) damage: Vec<Option<StateTable<()>>>,
    /// For each pair, the conditions on which the first fighter leaves the fight when it faces the second.
    pub(super) leaves: Vec<Vec<(LeavingMethod, StateTable<bool>)>>,
    /// Whether any fighter can leave the fight because of a formula.
    pub(super) has_exits: bool,
    /// For each compiled fighter, its rules for the end of a round.
    pub(super) after: Vec<Vec<RoundEndRule>>,
    /// Whether any rule applies at the end of a round.
    pub(super) has_round_end: bool,
    pub(super) counters: Counters,
    /// For each compiled fighter, the wound level that formulas see, by state of its track.
    pub(super) levels: Vec<Vec<u8>>,
    /// For each stance of the fight, the number that stands for it in formulas.
    pub(super) stances: Vec<i32>,
    /// The rounds that differ because of these rules.
    pub(crate) times: DistinctRounds,
    /// Traits (`skill`, `avoid`) that the dice formula of a compiled fighter names, each with the index of that
    /// fighter. If the rules also add the trait to the dice, it counts twice; see
    /// [`Fight::added_twice`](crate::combat::Fight::added_twice).
    pub(crate) traits_in_dice: BTreeSet<(usize, &'static str)>,
    /// Whether any rule affects rolls, or whether blows hit, or their damage.
    pub(crate) affects_rolls: bool,
    /// Whether any formula reads whether a fighter has attacked yet.
    pub(crate) reads_first_attack: bool,
    /// Whether any formula reads which fighters hit or were hit in the round.
    pub(crate) reads_hits: bool,
    /// Whether any formula reads the points dealt or taken in the round.
    pub(crate) reads_points: bool,
    pub(super) active: ActiveRules,
}

/// The custom rules that have an effect in some state of a fight, each by its index in the rules.
#[derive(Debug, Clone, Default)]
pub struct ActiveRules {
    /// Modifiers that add something to some roll.
    pub modifiers: BTreeSet<usize>,
    /// Lines of `after` that can apply.
    pub lines: BTreeSet<usize>,
    /// Counters that a formula uses for more than the counter's own next value.
    pub counters: BTreeSet<usize>,
}

/// A custom modifier, tabulated for one compiled fighter against another.
#[derive(Debug, Clone)]
pub(super) struct TabulatedModifier {
    /// Index of the modifier in the rules.
    pub(super) index: u8,
    /// The rolls or amounts that it is added to.
    pub(super) to: Vec<AddedTo>,
    pub(super) added: StateTable<ModifierAmount>,
}

/// The amount that a modifier adds in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ModifierAmount {
    Fixed(i8),
    /// The result of the dice with this number, from 1.
    Rolled(u8),
}

/// A modifier without dice, with the amount that it adds in some state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FixedModifier {
    /// Index of the modifier in the rules.
    pub(super) modifier: u8,
    pub(super) amount: i8,
    pub(super) to: Vec<AddedTo>,
}

/// A modifier that rolls dice, with its dice in some state.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RolledModifier {
    /// Index of the modifier in the rules.
    pub(super) modifier: u8,
    pub(super) dice: Dice,
    pub(super) to: Vec<AddedTo>,
}

/// The custom rule for whether a blow hits, for one compiled fighter against another.
#[derive(Debug, Clone)]
pub(super) struct HitRule {
    pub(super) bound: Bound,
    /// The meaning of each name, by its index in the formula.
    pub(super) meanings: Vec<InputMeaning>,
    /// The numbering of the states that the formula distinguishes.
    pub(super) states: StateTable<()>,
}

/// A rule for the end of a round, tabulated for one compiled fighter.
#[derive(Debug, Clone)]
pub(super) struct RoundEndRule {
    /// The counters that it sets, by index, with their new values by state.
    pub(super) sets: Vec<(usize, RoundEndValues)>,
    /// The points of damage that it deals to the fighter, by state; `None` if it deals none.
    pub(super) harm: Option<RoundEndValues>,
}

/// A value for the end of a round: a fixed number, or the number of the dice to roll for it, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RoundEndValue {
    Fixed(i32),
    Rolled(u8),
}

impl CustomTables {
    /// The index of a pair of compiled fighters in the tables.
    pub(super) fn pair(&self, own: u16, foe: u16) -> usize {
        usize::from(own) * self.kinds + usize::from(foe)
    }
}

/// The numbering of the states of two fighters for the damage rule. States in which all parts that the rule names have
/// equal values share an index.
#[derive(Clone, Copy)]
pub(crate) struct DamageStates<'a> {
    pub(super) table: &'a StateTable<()>,
    pub(super) rules: &'a OwnRules,
}

impl DamageStates<'_> {
    /// Number of states that the damage rule distinguishes.
    pub(crate) fn count(&self) -> usize {
        self.table.cells().len()
    }

    /// The index of the part called `name` among the [`values`](Self::values) of a state. `None` if the damage rule
    /// does not distinguish states by it.
    pub(crate) fn place_of(&self, name: &str) -> Option<usize> {
        let (of_foe, state) = self.rules.state_named(name)?;
        self.table.dimension_index(of_foe, state)
    }

    /// The value of a part in the state with the index `state`; 0 if the damage rule does not distinguish states by it.
    pub(crate) fn value(&self, of_foe: bool, part: State, state: usize) -> i64 {
        self.table.dimension_index(of_foe, part).map_or(0, |place| self.values(state)[place])
    }

    /// The values of all parts in the state with the index `state`.
    pub(crate) fn values(&self, state: usize) -> Vec<i64> {
        self.table.values(state)
    }
}
