//! Reads custom rules and tabulates them for each pair of compiled fighters.

use super::meaning::InputMeaning;
use super::names::FormulaNames;
use super::rounds::{DistinctRounds, FormulaRounds, MOST_DISTINCT_ROUNDS, find_repetition, shortest_cycle};
use super::state_table::{Dimension, StateTable};
use super::values::{Counters, ValueRange, levels_of};
use super::{
    ActiveRules, CustomTables, FixedModifier, HitRule, ModifierAmount, RolledModifier, RoundEndRule, RoundEndValue,
    TabulatedModifier,
};
use crate::combat::condition::{Additions, MOST_ROLLED};
use crate::combat::fighter::{Cast, Fighter};
use crate::combat::tables::compiled_fighter::CompiledFighter;
use crate::dice::{Bound, Dice, Expression};
use crate::error::{Error, Result};
use crate::formula::UNSET;
use crate::rules::names::{AFTER, AMOUNT, Declared, FormulaContext, GEAR, HIT, LEAVING, refusal};
use crate::rules::own::{
    AddedTo, AppliesTo, LeavingMethod, LeavingRule, OwnModifier, OwnRules, RoundEndLine, State, stance_number,
};
use crate::rules::{MOST_ROUNDS, RecordKind, Rules, STANCES, Track};
use std::collections::BTreeSet;

/// Maximum number of states of two fighters that one table can distinguish.
const MOST_STATES: usize = 1_000_000;

/// Help for rules that distinguish too many states.
const FEWER_STATES_HELP: &str = "use fewer names for the state of the fight, or give counters a smaller range";

/// Largest absolute value that a modifier without dice can add.
const MOST_ADDED: i64 = 100;

/// The inputs for the tabulation of custom rules, and the results of it so far.
struct Tabulator<'a> {
    cast: &'a Cast,
    /// For each stat block, the index of its compiled fighter.
    kind_of_entry: &'a [u16],
    kinds: &'a [CompiledFighter],
    rules: &'a Rules,
    /// For each stance of the fight, its number in formulas.
    stances: Vec<i32>,
    counters: Counters,
    fighters: i32,
    /// The rounds that differ because of the formulas tabulated so far.
    times: DistinctRounds,
    /// All parts of the state that any formula tabulated so far names.
    named: BTreeSet<State>,
    /// Modifiers that roll dice; see [`CustomTables::rolled`].
    rolled: Vec<RolledModifier>,
    /// Dice that depend on the state; see [`CustomTables::variants`].
    variants: Vec<Dice>,
    traits_in_dice: BTreeSet<(usize, &'static str)>,
    active: ActiveRules,
}

impl CustomTables {
    /// Reads and tabulates the custom rules of a fight; `None` if it has no such rules. `kind_of_entry` has the index
    /// of each stat block's compiled fighter, and `stances` the names of the fight's stances.
    ///
    /// # Errors
    /// If a name, word or fighter is unknown, a value is out of range, or formulas distinguish too many states.
    pub(crate) fn compile(
        cast: &Cast,
        kind_of_entry: &[u16],
        kinds: &[CompiledFighter],
        stances: &[&str],
        rules: &Rules,
    ) -> Result<Option<Box<Self>>> {
        let by_state = |model: &Fighter| model.dice.as_ref().is_some_and(|dice| dice.by_state().is_some());
        let damage_rule_states = DamageRuleStates::new(rules);
        let of_gear = |model: &Fighter| {
            let gear = model.offense_dice.iter().chain(&model.defense_dice);
            gear.into_iter().any(|formula| names_state(formula, &rules.own))
        };
        let none_by_fighters = damage_rule_states.states.is_empty()
            && !kinds.iter().any(|CompiledFighter { fighter, .. }| {
                by_state(fighter) || of_gear(fighter) || !fighter.leaves.is_empty()
            });
        if rules.own.is_empty() && none_by_fighters {
            return Ok(None);
        }
        if rules.pacing.players_act() {
            let only_hits = OwnRules { hit: None, ..rules.own.clone() }.is_empty();
            if only_hits && none_by_fighters {
                return Ok(None);
            }
            return Err(Error::input(
                "where only player characters act, modifiers, counters and formulas about the state are not known",
            )
            .with_help("set `pacing` to `simultaneous` or `turns`"));
        }
        check_names(cast, rules)?;
        let mut tabulator = Tabulator {
            cast,
            kind_of_entry,
            kinds,
            rules,
            // A stance without a standard name gets a number of its own.
            stances: (STANCES.len()..)
                .zip(stances)
                .map(|(own, name)| stance_number(name).unwrap_or(own as i64) as i32)
                .collect(),
            counters: Counters::default(),
            fighters: cast.roster().count() as i32,
            times: DistinctRounds::ALL_EQUAL,
            named: BTreeSet::new(),
            rolled: Vec::new(),
            variants: Vec::new(),
            traits_in_dice: BTreeSet::new(),
            active: ActiveRules::default(),
        };
        tabulator.counters = Counters::new(&rules.own.counters, kinds.len(), |counter, kind| {
            tabulator.includes(&counter.applies_to, kind)
        });
        let pairs = || (0..kinds.len()).flat_map(|own| (0..kinds.len()).map(move |foe| [own, foe]));
        let hits = pairs().map(|pair| tabulator.hit(pair)).collect::<Result<Vec<_>>>()?;
        let damage = pairs().map(|pair| tabulator.damage(pair, &damage_rule_states)).collect::<Result<Vec<_>>>()?;
        let leaves = pairs().map(|pair| tabulator.leaves(pair)).collect::<Result<Vec<_>>>()?;
        let after = (0..kinds.len()).map(|own| tabulator.after(own)).collect::<Result<Vec<_>>>()?;
        let (mut all, mut additions) = (vec![(Additions::NONE, Vec::new())], Vec::new());
        for (pair, (hit, damage)) in pairs().zip(hits.iter().zip(&damage)) {
            let modifiers = tabulator.modifiers(pair)?;
            let (dice, initiative) = (tabulator.dice(pair)?, tabulator.initiative(pair)?);
            let (hit, damage) = (hit.as_ref(), damage.as_ref());
            additions.push(RollAdditions { modifiers: &modifiers, dice, initiative, hit, damage }.combined(&mut all)?);
        }
        let names = |states: &[State]| states.iter().any(|state| tabulator.named.contains(state));
        let counters = tabulator.named.iter().filter_map(|state| match state {
            State::Counter(place) => Some(usize::from(*place)),
            _ => None,
        });
        tabulator.active.counters = counters.collect();
        Ok(Some(Box::new(Self {
            kinds: kinds.len(),
            affects_rolls: additions.iter().any(Option::is_some) || hits.iter().any(Option::is_some),
            reads_first_attack: names(&[State::FirstAttack]),
            reads_hits: names(&[State::Hit, State::WasHit]),
            reads_points: names(&[State::Points, State::Taken]),
            additions,
            addition_combinations: all,
            hits,
            damage,
            has_exits: leaves.iter().any(|leaves| !leaves.is_empty()),
            leaves,
            has_round_end: after.iter().any(|lines| !lines.is_empty()),
            after,
            levels: (0..kinds.len()).map(|kind| tabulator.levels(kind)).collect(),
            rolled: tabulator.rolled,
            variants: tabulator.variants,
            traits_in_dice: tabulator.traits_in_dice,
            counters: tabulator.counters,
            stances: tabulator.stances,
            times: tabulator.times,
            active: tabulator.active,
        })))
    }

    /// The action dice of the compiled fighter `kind` at the start of the fight; `None` if its dice do not depend on
    /// the state.
    pub(crate) fn starting_dice(&self, kind: usize) -> Option<&Dice> {
        let additions = self.additions[kind * self.kinds..(kind + 1) * self.kinds].iter().flatten().next()?;
        let number = self.addition_combinations[usize::from(*additions.cells().first()?)].0.dice;
        self.variants.get(usize::from(number.checked_sub(1)?))
    }
}

/// Everything that custom rules can add to the rolls of one compiled fighter against another.
struct RollAdditions<'a> {
    modifiers: &'a [TabulatedModifier],
    /// Action dice by state, numbered from 1.
    dice: Option<StateTable<u8>>,
    /// Dice for initiative by state, numbered from 1.
    initiative: Option<StateTable<u8>>,
    hit: Option<&'a HitRule>,
    damage: Option<&'a StateTable<()>>,
}

impl RollAdditions<'_> {
    /// Combines all parts into one table. It distinguishes every state that any part does, and its cells are indexes
    /// into `all`, to which new additions are appended. `None` if no state adds anything.
    fn combined(&self, all: &mut Vec<(Additions, Vec<FixedModifier>)>) -> Result<Option<StateTable<u16>>> {
        let hit = self.hit.map(|rule| &rule.states);
        let dimensions = self.modifiers.iter().flat_map(|one| one.added.dimensions());
        let dimensions =
            dimensions.chain(self.dice.iter().chain(&self.initiative).flat_map(|table| table.dimensions()));
        let numberings = || hit.into_iter().chain(self.damage);
        let dimensions = merge_dimensions(dimensions.chain(numberings().flat_map(|states| states.dimensions())));
        let states: usize = dimensions.iter().map(|dimension| dimension.range.count).fold(1, usize::saturating_mul);
        if states > MOST_STATES {
            let message = format!("the rules of this file distinguish more than {MOST_STATES} states of two fighters");
            return Err(Error::input(message).with_help(FEWER_STATES_HELP));
        }
        let table = StateTable::new(dimensions.clone(), |seen| {
            let mut additions = Additions {
                dice: self.dice.as_ref().map_or(0, |table| *table.value_for(&dimensions, seen)),
                initiative_dice: self.initiative.as_ref().map_or(0, |table| *table.value_for(&dimensions, seen)),
                hit_state: hit.map_or(0, |states| states.index_for(&dimensions, seen) as u16),
                damage_state: self.damage.map_or(0, |states| states.index_for(&dimensions, seen) as u16),
                ..Additions::NONE
            };
            let mut rolled = 0;
            let mut acting = Vec::new();
            for modifier in self.modifiers {
                match *modifier.added.value_for(&dimensions, seen) {
                    ModifierAmount::Fixed(0) => {}
                    ModifierAmount::Fixed(by) => {
                        modifier.to.iter().for_each(|to| additions.add(*to, by));
                        acting.push(FixedModifier { modifier: modifier.index, amount: by, to: modifier.to.clone() });
                    }
                    ModifierAmount::Rolled(number) => {
                        additions.rolled[rolled] = number;
                        rolled += 1;
                    }
                }
            }
            let found = (additions, acting);
            let place = all.iter().position(|known| *known == found).unwrap_or_else(|| {
                all.push(found);
                all.len() - 1
            });
            u16::try_from(place).map_err(|_| {
                Error::input("the rules of this file can add more than 65,535 different sums")
                    .with_help("use fewer names for the state of the fight in them")
            })
        })?;
        Ok(Some(table).filter(|table| table.cells().iter().any(|number| *number != 0)))
    }
}

/// Merges the dimensions of several tables: each part of the state occurs once, and rounds come first. The merged range
/// of rounds distinguishes every round that any of the tables does.
fn merge_dimensions<'l>(dimensions: impl Iterator<Item = &'l Dimension>) -> Vec<Dimension> {
    let mut all: Vec<Dimension> = Vec::new();
    for dimension in dimensions {
        match all.iter_mut().find(|known| known.of_foe == dimension.of_foe && known.state == dimension.state) {
            Some(known) => known.range = known.range.merge(dimension.range),
            None => all.push(*dimension),
        }
    }
    all.sort_by_key(|dimension| (dimension.state != State::Round, dimension.of_foe, dimension.state));
    all
}

/// Whether a formula names any part of the state, of the fighter or of the foe.
fn names_state(formula: &Expression, own: &OwnRules) -> bool {
    let states =
        State::NAMED.iter().map(|(word, _)| *word).chain(own.counters.iter().map(|counter| counter.name.as_str()));
    states.flat_map(|word| [word.to_owned(), format!("foe_{word}")]).any(|word| formula.mentions(&word))
}

/// The formulas for the factors of weapons and armor that the damage rule uses: of `own` for its weapon, and of `foe`
/// for its armor. Each comes with its key in backticks, and with whether it belongs to the foe.
fn gear_formulas<'f>(
    [own, foe]: [&'f Fighter; 2],
    rules: &Rules,
) -> impl Iterator<Item = (&'f Expression, &'static str, bool)> {
    let asks = |name: &str| rules.own_damage.as_ref().is_none_or(|rule| rule.formulas().uses(name));
    let offense = own.offense_dice.as_ref().filter(|_| asks("offense")).map(|formula| (formula, "`offense`", false));
    let defense = foe.defense_dice.as_ref().filter(|_| asks("defense")).map(|formula| (formula, "`defense`", true));
    offense.into_iter().chain(defense)
}

/// The parts of the state that the damage rule names, apart from the dice of weapons and armor.
#[derive(Clone)]
struct DamageRuleStates {
    /// Each part, with whether it is the foe's.
    states: Vec<(bool, State)>,
    /// The rounds that the rule distinguishes; `None` if it distinguishes all.
    rounds: Option<FormulaRounds>,
}

impl DamageRuleStates {
    fn new(rules: &Rules) -> Self {
        let Some(own) = &rules.own_damage else {
            return Self { states: Vec::new(), rounds: Some(FormulaRounds::ALL_EQUAL) };
        };
        let rule = own.formulas();
        let states = rule.used().filter_map(|(_, name)| rules.own.state_named(name)).collect();
        let round = rule.used().find(|(_, name)| *name == "round").map(|(place, _)| place);
        let of = |formula: &Bound| FormulaRounds::of_formula(formula, round, &vec![UNSET; formula.width()]);
        Self { states, rounds: FormulaRounds::union_of_all(rule.formulas().map(of)) }
    }
}

/// A formula with its condition, both read for one compiled fighter against another.
struct FormulaWithCondition {
    /// The condition, which is true if its value is not 0. `None` if the formula always applies.
    when: Option<Bound>,
    bound: Bound,
    /// The meaning of each name, by its index in both formulas.
    meanings: Vec<InputMeaning>,
}

/// Whether formulas can use the wound levels of a fighter's record. Boxes that absorb hits have none, and a track
/// filled in order may have only one.
fn has_levels(model: &Fighter, rules: &Rules) -> bool {
    let record = model.record(rules);
    match record.kind {
        RecordKind::InOrder => record.levels.len() > 1,
        kind => kind != RecordKind::Absorb,
    }
}

/// The table in scenario files that errors refer to.
const RULES_KEY: &str = "rules";

/// Rejects counters and traits whose names are taken in formulas, and rules for fighters or sides that do not exist.
fn check_names(cast: &Cast, rules: &Rules) -> Result<()> {
    let own = &rules.own;
    let counters = own.counters.iter().map(|counter| (Declared::Counter, &counter.name));
    let traits = cast.fighters.iter().flat_map(|fighter| &fighter.traits).map(|(name, _)| (Declared::Trait, name));
    let is_counter = |name: &str| own.counters.iter().any(|counter| counter.name == name);
    for (declared, name) in counters.chain(traits) {
        let taken = |name: &str| (declared == Declared::Trait && is_counter(name)).then(|| "is a counter".to_owned());
        if let Some(refused) = refusal(declared, name, &taken) {
            return Err(Error::input(&*refused.message).with_help(refused.help()));
        }
    }
    let modifiers = own.modifiers.iter().map(|one| (&one.applies_to, ["modifiers".to_owned(), one.name.clone()]));
    let counters = own.counters.iter().map(|one| (&one.applies_to, ["counters".to_owned(), one.name.clone()]));
    let lines =
        own.after.iter().enumerate().map(|(index, one)| (&one.applies_to, ["after".to_owned(), index.to_string()]));
    for (applies_to, [table, key]) in modifiers.chain(counters).chain(lines) {
        let AppliesTo::Named(name) = applies_to else { continue };
        let is_one = |fighter: &Fighter| applies_to.includes(&fighter.name, &cast.sides[fighter.side]);
        if !cast.fighters.iter().any(is_one) {
            let fighters = cast.fighters.iter().map(|fighter| &fighter.name);
            let mut known: Vec<&str> = Vec::new();
            for name in fighters.chain(&cast.sides) {
                if !known.contains(&name.as_str()) {
                    known.push(name);
                }
            }
            let error = Error::input(format!("`for` is set to `{name}`, but no fighter or side has this name"))
                .with_help(format!("use the name of a fighter or a side: {}", known.join(", ")));
            return Err(error.under("for").under(key).under(table).under(RULES_KEY));
        }
    }
    Ok(())
}

impl Tabulator<'_> {
    /// Reads a formula and its condition `when` for the compiled fighter `own` against `foe`. `truth` is whether the
    /// formula is itself a condition. `what` describes the formula in errors.
    fn read(
        &self,
        [own, foe]: [usize; 2],
        context: &FormulaContext,
        what: &str,
        when: Option<&Expression>,
        (formula, truth): (&Expression, bool),
    ) -> Result<FormulaWithCondition> {
        let names = FormulaNames::new(&self.kinds[own].fighter, &self.kinds[foe].fighter, self.rules, context);
        let when = when.map(|when| names.read(when, true, what)).transpose();
        let when = when.map_err(|error| error.under("when"))?;
        Ok(FormulaWithCondition { when, bound: names.read(formula, truth, what)?, meanings: names.meanings() })
    }

    /// Whether a rule for `applies_to` applies to the compiled fighter `kind`.
    fn includes(&self, applies_to: &AppliesTo, kind: usize) -> bool {
        let model = &self.kinds[kind].fighter;
        applies_to.includes(&model.name, &self.cast.sides[model.side])
    }

    /// Whether two compiled fighters can be foes: they have fighters on different sides.
    fn can_be_foes(&self, [own, foe]: [usize; 2]) -> bool {
        let sides = |kind: usize| {
            let of_kind =
                self.kind_of_entry.iter().zip(&self.cast.fighters).filter(move |(of, _)| usize::from(**of) == kind);
            of_kind.map(|(_, fighter)| fighter.side)
        };
        sides(own).any(|one| sides(foe).any(|other| one != other))
    }

    /// The wound level that formulas see, for each state of the track of `kind`.
    fn levels(&self, kind: usize) -> Vec<u8> {
        let kind = &self.kinds[kind];
        levels_of(kind, has_levels(&kind.fighter, self.rules))
    }

    /// The values that a part of the state can have for the compiled fighter `kind`. The range of rounds is only a
    /// placeholder.
    fn range(&self, kind: usize, state: State) -> ValueRange {
        let track = &self.kinds[kind].track;
        let conditions = || (0..track.states() as u16).map(|state| track.condition(state));
        match state {
            State::Level => ValueRange::new(0, self.levels(kind).into_iter().max().unwrap_or(0).into()),
            State::Marked => self.range_of_track_value(kind, Track::marked),
            State::WorstSlot => self.range_of_track_value(kind, Track::worst_slot),
            State::SlotsFilled => self.range_of_track_value(kind, Track::slots_filled),
            State::Penalty => {
                let penalties = || conditions().map(|one| i32::from(one.penalty));
                ValueRange::new(penalties().min().unwrap_or(0).min(0), penalties().max().unwrap_or(0).max(0))
            }
            State::Stance => ValueRange::new(0, self.stances.iter().copied().max().unwrap_or(0)),
            State::FudgePoints => ValueRange::new(0, self.kinds[kind].fudge_points.into()),
            State::FirstAttack | State::Hit | State::WasHit => ValueRange::new(0, 1),
            State::Foes | State::Allies | State::Enemies | State::Lost | State::Members => {
                ValueRange::new(0, self.fighters)
            }
            State::Points | State::Taken => ValueRange::new(0, u8::MAX.into()),
            State::Counter(place) => self.counters.range(place),
            State::Round => ValueRange::new(1, 1),
        }
    }

    /// The range from 0 to the largest value that `of` has in any state of the fighter's track.
    fn range_of_track_value(&self, kind: usize, of: fn(&Track, u16) -> u32) -> ValueRange {
        let track = &self.kinds[kind].track;
        ValueRange::new(0, (0..track.states() as u16).map(|state| of(track, state)).max().unwrap_or(0) as i32)
    }

    /// Table dimensions for parts of the state, without duplicates. The flag of a part is true if it is the foe's.
    /// Rounds come first, because the search for repeating rounds needs them there.
    fn dimensions(
        &mut self,
        [own, foe]: [usize; 2],
        states: impl IntoIterator<Item = (bool, State)>,
    ) -> Vec<Dimension> {
        let mut dimensions: Vec<Dimension> = Vec::new();
        for (of_foe, state) in states {
            if super::state_table::dimension_index(&dimensions, of_foe, state).is_none() {
                self.named.insert(state);
                dimensions.push(Dimension { of_foe, state, range: self.range(if of_foe { foe } else { own }, state) });
            }
        }
        dimensions.sort_by_key(|dimension| (dimension.state != State::Round, dimension.of_foe, dimension.state));
        dimensions
    }

    /// The round limit of the rules; `usize::MAX` if they set none.
    fn round_limit(&self) -> usize {
        if self.rules.round_limit == 0 { usize::MAX } else { self.rules.round_limit as usize }
    }

    /// Tabulates a formula over the states that it and its condition distinguish. A cell is `none` if the condition is
    /// false. Otherwise it is the result of `value`, whose arguments are the formula and the values of its names.
    ///
    /// If the formula depends on the round, rounds are tabulated until they repeat, and `times` is updated.
    fn tabulate<T: PartialEq + Copy>(
        &mut self,
        pair: [usize; 2],
        FormulaWithCondition { when, bound, meanings }: &FormulaWithCondition,
        none: T,
        mut value: impl FnMut(&mut Self, &Bound, &[i64]) -> Result<T>,
    ) -> Result<StateTable<T>> {
        let formulas: Vec<&Bound> = when.iter().chain([bound]).collect();
        let used = formulas.iter().flat_map(|formula| formula.used());
        let dimensions = self.dimensions(pair, used.filter_map(|name| meanings[name].state_part()));
        let states: usize = dimensions.iter().map(|dimension| dimension.range.count).fold(1, usize::saturating_mul);
        let largest = formulas.iter().map(|formula| formula.largest()).max().unwrap_or(0);
        let mut make = |tabulator: &mut Self, rounds: usize| {
            let mut dimensions = dimensions.clone();
            if let Some(dimension) = dimensions.iter_mut().find(|dimension| dimension.state == State::Round) {
                dimension.range = ValueRange { count: rounds, ..dimension.range };
            }
            if states.saturating_mul(rounds) > MOST_STATES {
                let named: Vec<String> =
                    dimensions.iter().map(|dimension| name_in_formulas(dimension, tabulator.rules)).collect();
                let named = named.join(", ");
                let message = format!("this formula distinguishes more than {MOST_STATES} states, because of {named}");
                return Err(Error::input(message).with_help(FEWER_STATES_HELP));
            }
            let place = |(of_foe, state)| super::state_table::dimension_index(&dimensions, of_foe, state);
            let places: Vec<Option<usize>> = meanings.iter().map(|meaning| place(meaning.state_part()?)).collect();
            StateTable::new(dimensions, |seen| {
                let of = |(meaning, place): (&InputMeaning, &Option<usize>)| match (meaning, place) {
                    (InputMeaning::Fixed(value), _) => *value,
                    (_, Some(place)) => seen[*place],
                    _ => 0,
                };
                let values: Vec<i64> = meanings.iter().zip(&places).map(of).collect();
                match when {
                    Some(when) if when.value(&values)? == 0 => Ok(none),
                    _ => value(tabulator, bound, &values),
                }
            })
        };
        if dimensions.first().is_none_or(|dimension| dimension.state != State::Round) {
            return make(self, 1);
        }
        let limit = self.round_limit();
        let round = index_of_round(meanings);
        let fixed_values = fixed_values(meanings);
        let counted = FormulaRounds::union_of_all(
            formulas.iter().map(|formula| FormulaRounds::of_formula(formula, round, &fixed_values)),
        );
        if let Some(told) = counted {
            // After the last of these rounds, all rounds are equal or repeat.
            let rounds = told.count().min(MOST_ROUNDS as usize).min(limit);
            let table = make(self, rounds)?;
            let (longest, cycle) = match rounds == told.count() {
                true => shortest_cycle(&table, told),
                false => find_repetition(&table, rounds, 1).unwrap_or((rounds as u16 - 1, 1)),
            };
            self.times = self.times.union(DistinctRounds { longest, cycle, endless: false });
            return Ok(table.first_rounds(usize::from(longest + cycle), cycle.into()));
        }
        let beyond = usize::try_from(largest).unwrap_or(usize::MAX);
        let few = beyond.saturating_mul(2).saturating_add(40).min(MOST_DISTINCT_ROUNDS).min(limit);
        for rounds in [few, MOST_DISTINCT_ROUNDS.min(limit)] {
            let table = make(self, rounds)?;
            // All rounds of the fight, or enough rounds beyond the largest number in the formulas for a comparison.
            let tail = if rounds == limit { 1 } else { (beyond + 20).min(rounds / 2) };
            if let Some((longest, cycle)) = find_repetition(&table, rounds, tail) {
                self.times = self.times.union(DistinctRounds { longest, cycle, endless: false });
                return Ok(table.first_rounds(usize::from(longest + cycle), cycle.into()));
            }
        }
        let table = make(self, MOST_DISTINCT_ROUNDS.min(limit))?;
        let last = MOST_DISTINCT_ROUNDS.min(limit) as u16 - 1;
        self.times =
            self.times.union(DistinctRounds { longest: last, cycle: 1, endless: limit > MOST_DISTINCT_ROUNDS });
        Ok(table)
    }

    /// Numbers the states: the number of a state is the index of its cell in the returned table, whose cells are empty.
    /// States that agree in all parts `states` share a number. `rounds` are the rounds to distinguish; `None` means
    /// all, up to a maximum.
    fn number_states(
        &mut self,
        pair: [usize; 2],
        states: &[(bool, State)],
        rounds: Option<FormulaRounds>,
    ) -> Result<StateTable<()>> {
        let mut dimensions = self.dimensions(pair, states.iter().copied());
        if let Some(dimension) = dimensions.first_mut().filter(|dimension| dimension.state == State::Round) {
            let limit = self.round_limit();
            let most = limit.min(MOST_DISTINCT_ROUNDS);
            let told = rounds.filter(|rounds| rounds.count() <= most);
            let FormulaRounds { last, period } = told.unwrap_or(FormulaRounds { last: most - 1, period: 1 });
            dimension.range = ValueRange { count: last + period, cycle: period, ..dimension.range };
            let endless = told.is_none() && most < limit;
            self.times = self.times.union(DistinctRounds { longest: last as u16, cycle: period as u16, endless });
        }
        let states = dimensions.iter().map(|dimension| dimension.range.count).fold(1, usize::saturating_mul);
        if states > usize::from(u16::MAX) {
            let named: Vec<String> =
                dimensions.iter().map(|dimension| name_in_formulas(dimension, self.rules)).collect();
            let message =
                format!("the rules for blows distinguish more than 65,535 states, because of {}", named.join(", "));
            return Err(Error::input(message).with_help(FEWER_STATES_HELP));
        }
        StateTable::new(dimensions, |_| Ok(()))
    }

    /// The custom modifiers of the first compiled fighter against the second that add something in some state.
    fn modifiers(&mut self, pair: [usize; 2]) -> Result<Vec<TabulatedModifier>> {
        if !self.can_be_foes(pair) {
            return Ok(Vec::new());
        }
        let rules = self.rules;
        let own = rules.own.modifiers.iter().zip(0u8..).filter(|(one, _)| self.includes(&one.applies_to, pair[0]));
        let own: Vec<(&OwnModifier, u8)> = own.collect();
        let mut modifiers = Vec::new();
        for (modifier, place) in own {
            let added = self.modifier(pair, modifier, place).map_err(|error| {
                let error = if error.keys().is_empty() { error.under("add") } else { error };
                error.under(&modifier.name).under("modifiers").under(RULES_KEY)
            })?;
            if added.cells().iter().any(|added| *added != ModifierAmount::Fixed(0)) {
                self.active.modifiers.insert(place.into());
                modifiers.push(TabulatedModifier { index: place, to: modifier.to.clone(), added });
            }
        }
        let rolled =
            modifiers.iter().filter(|one| one.added.cells().iter().any(|one| matches!(one, ModifierAmount::Rolled(_))));
        if rolled.count() > MOST_ROLLED {
            return Err(Error::input(format!("more than {MOST_ROLLED} modifiers have dice"))
                .with_help("write some of them as one modifier"));
        }
        Ok(modifiers)
    }

    /// The table of one custom modifier; `place` is its index in the rules.
    fn modifier(&mut self, pair: [usize; 2], modifier: &OwnModifier, place: u8) -> Result<StateTable<ModifierAmount>> {
        let what = format!("the modifier `{}`", modifier.name);
        let formulas = self.read(pair, &AMOUNT, &what, modifier.when.as_ref(), (&modifier.add, false))?;
        let rolls = formulas.bound.formula().rolls();
        let to = modifier.to.clone();
        if rolls && to.contains(&AddedTo::Minimum) {
            return Err(Error::input(format!("{what} cannot roll dice for `minimum`")));
        }
        self.tabulate(pair, &formulas, ModifierAmount::Fixed(0), |tabulator, add, values| {
            if rolls {
                let dice = add.dice_and_numbers(modifier.add.text(), values)?;
                let rolled = RolledModifier { modifier: place, dice, to: to.clone() };
                return number_or_append(&mut tabulator.rolled, rolled, &what).map(ModifierAmount::Rolled);
            }
            let value = add.value(values)?;
            if value.abs() > MOST_ADDED {
                return Err(Error::input(format!("{what} adds {value}"))
                    .with_help(format!("modifiers go from -{MOST_ADDED} to {MOST_ADDED}")));
            }
            Ok(ModifierAmount::Fixed(value as i8))
        })
    }

    /// The table of a fighter's action dice; `None` if they do not depend on the state.
    fn dice(&mut self, pair: [usize; 2]) -> Result<Option<StateTable<u8>>> {
        if !self.can_be_foes(pair) {
            return Ok(None);
        }
        let kinds = self.kinds;
        let dice = kinds[pair[0]].fighter.dice.as_ref().and_then(|dice| dice.by_state());
        let Some(dice) = dice else { return Ok(None) };
        let read = self.read(pair, &AMOUNT, "the dice", None, (dice, false))?.bound;
        let named = |word: &&str| read.used().any(|place| read.name(place) == *word);
        self.traits_in_dice.extend(["skill", "avoid"].into_iter().filter(named).map(|word| (pair[0], word)));
        self.rolls(pair, dice, "the dice", Bound::dice).map(Some)
    }

    /// The table of the dice of `initiative_roll`; `None` if the rules have no such formula.
    fn initiative(&mut self, pair: [usize; 2]) -> Result<Option<StateTable<u8>>> {
        if !self.can_be_foes(pair) {
            return Ok(None);
        }
        let rules = self.rules;
        let roll = rules.own.initiative.as_ref();
        let rolls = roll.map(|roll| self.rolls(pair, roll, "`initiative_roll`", Bound::dice_and_numbers));
        rolls.transpose().map_err(|error| error.under("initiative_roll").under(RULES_KEY))
    }

    /// Tabulates dice that depend on the state. The cells are numbers in `variants`, from 1.
    fn rolls(&mut self, pair: [usize; 2], dice: &Expression, what: &str, made: DiceMaker) -> Result<StateTable<u8>> {
        let formulas = self.read(pair, &AMOUNT, what, None, (dice, false))?;
        self.tabulate(pair, &formulas, 0, |tabulator, bound, values| {
            let dice = made(bound, dice.text(), values)?;
            number_or_append(&mut tabulator.variants, dice, what)
        })
    }

    /// The custom rule for whether a blow hits; `None` without such a rule, or if the pair cannot be foes.
    fn hit(&mut self, pair: [usize; 2]) -> Result<Option<HitRule>> {
        let rules = self.rules;
        let Some(hit) = rules.own.hit.as_ref().filter(|_| self.can_be_foes(pair)) else { return Ok(None) };
        let FormulaWithCondition { bound, meanings, .. } =
            self.read(pair, &HIT, "`hit`", None, (hit, true)).map_err(|error| error.under("hit").under(RULES_KEY))?;
        let states: Vec<(bool, State)> = bound.used().filter_map(|name| meanings[name].state_part()).collect();
        let states = self.number_states(
            pair,
            &states,
            FormulaRounds::of_formula(&bound, index_of_round(&meanings), &fixed_values(&meanings)),
        )?;
        Ok(Some(HitRule { bound, meanings, states }))
    }

    /// Numbers the states that the damage rule distinguishes, dice of weapons and armor included. `None` if damage does
    /// not depend on the state.
    fn damage(&mut self, pair: [usize; 2], damage_rule_states: &DamageRuleStates) -> Result<Option<StateTable<()>>> {
        if !self.can_be_foes(pair) {
            return Ok(None);
        }
        let DamageRuleStates { mut states, mut rounds } = damage_rule_states.clone();
        let kinds = self.kinds;
        for (gear, bearer, of_foe) in gear_formulas([&kinds[pair[0]].fighter, &kinds[pair[1]].fighter], self.rules) {
            let [own, foe] = pair;
            let read = self.read(if of_foe { [foe, own] } else { pair }, &GEAR, bearer, None, (gear, false))?;
            let seen = |name: usize| read.meanings[name].state_part();
            states.extend(read.bound.used().filter_map(seen).map(|(other, state)| (other != of_foe, state)));
            let told =
                FormulaRounds::of_formula(&read.bound, index_of_round(&read.meanings), &fixed_values(&read.meanings));
            rounds = FormulaRounds::union_of_all([rounds, told]);
        }
        if states.is_empty() { Ok(None) } else { self.number_states(pair, &states, rounds).map(Some) }
    }

    /// The conditions on which the first fighter leaves the fight when it faces the second.
    fn leaves(&mut self, pair: [usize; 2]) -> Result<Vec<(LeavingMethod, StateTable<bool>)>> {
        if !self.can_be_foes(pair) {
            return Ok(Vec::new());
        }
        let kinds = self.kinds;
        let table = |leaves: &LeavingRule| {
            let what = format!("`{}`", leaves.how.key());
            let formulas = self.read(pair, &LEAVING, &what, None, (&leaves.when, true))?;
            Ok((leaves.how, self.tabulate(pair, &formulas, false, |_, when, values| Ok(when.value(values)? != 0))?))
        };
        kinds[pair[0]].fighter.leaves.iter().map(table).collect()
    }

    /// The rules for the end of a round that apply to the compiled fighter `own`.
    fn after(&mut self, own: usize) -> Result<Vec<RoundEndRule>> {
        let rules = self.rules;
        let lines = rules.own.after.iter().enumerate().filter(|(_, line)| self.includes(&line.applies_to, own));
        let lines: Vec<(usize, &RoundEndLine)> = lines.collect();
        let line = |(index, line): (usize, &RoundEndLine)| {
            let line = self.tabulate_round_end_rule(own, line);
            let line = line.map_err(|error| error.under(index.to_string()).under("after").under(RULES_KEY))?;
            if line
                .sets
                .iter()
                .map(|(_, value)| value)
                .chain(&line.harm)
                .any(|one| one.cells().iter().any(Option::is_some))
            {
                self.active.lines.insert(index);
            }
            Ok(line)
        };
        lines.into_iter().map(line).collect()
    }

    /// Tabulates a rule for the end of a round for the compiled fighter `own`.
    fn tabulate_round_end_rule(&mut self, own: usize, line: &RoundEndLine) -> Result<RoundEndRule> {
        let whose =
            |tabulator: &Self, place: usize| tabulator.includes(&tabulator.rules.own.counters[place].applies_to, own);
        let sets: Vec<&(usize, Expression)> = line.sets.iter().filter(|(place, _)| whose(self, *place)).collect();
        let sets = sets.into_iter().map(|(place, value)| {
            Ok((*place, self.tabulate_round_end_value(own, line.when.as_ref(), value, Some(*place))?))
        });
        let sets = sets.collect::<Result<_>>()?;
        let harm = line
            .harm
            .as_ref()
            .map(|harm| self.tabulate_round_end_value(own, line.when.as_ref(), harm, None))
            .transpose()?;
        Ok(RoundEndRule { sets, harm })
    }

    /// Tabulates a value of a rule for the end of a round. Cells are `None` in states in which the rule does not apply.
    /// `sets` is the index of the counter that the value is for; `None` if the value is harm.
    fn tabulate_round_end_value(
        &mut self,
        own: usize,
        when: Option<&Expression>,
        value: &Expression,
        sets: Option<usize>,
    ) -> Result<StateTable<Option<RoundEndValue>>> {
        let what = "a line of `after`";
        let formulas = self.read([own, own], &AFTER, what, when, (value, false))?;
        // A counter that is used only to compute its own next value has no effect on anything else.
        let sum = sets.map(|place| State::Counter(place as u8)).filter(|state| {
            let mut in_condition = formulas.when.iter().flat_map(|when| when.used());
            !self.named.contains(state)
                && !in_condition.any(|name| formulas.meanings[name].state_part() == Some((false, *state)))
        });
        let rolls = formulas.bound.formula().rolls();
        let table = self.tabulate([own, own], &formulas, None, |tabulator, bound, values| {
            if rolls {
                let dice = bound.dice_and_numbers(value.text(), values)?;
                return number_or_append(&mut tabulator.variants, dice, what)
                    .map(|number| Some(RoundEndValue::Rolled(number)));
            }
            // Counters and harm have much smaller limits.
            Ok(Some(RoundEndValue::Fixed(bound.value(values)?.clamp(-100_000, 100_000) as i32)))
        });
        if let Some(state) = sum {
            self.named.remove(&state);
        }
        table
    }
}

/// The index of the name `round`; `None` if the formulas cannot use it.
fn index_of_round(meanings: &[InputMeaning]) -> Option<usize> {
    meanings.iter().position(|meaning| meaning.state_part() == Some((false, State::Round)))
}

/// The value of each name; `UNSET` for names whose value differs from state to state.
fn fixed_values(meanings: &[InputMeaning]) -> Vec<i64> {
    meanings.iter().map(|meaning| if let InputMeaning::Fixed(value) = meaning { *value } else { UNSET }).collect()
}

/// Creates the dice of a formula. The arguments are the formula, the name of the dice, and the values of the formula's
/// names.
type DiceMaker = fn(&Bound, &str, &[i64]) -> Result<Dice>;

/// The number of `one` in `all`, counted from 1. Appends `one` if it is new; `what` describes it in the error.
///
/// # Errors
/// If there are more than 255.
fn number_or_append<T: PartialEq>(all: &mut Vec<T>, one: T, what: &str) -> Result<u8> {
    let place = all.iter().position(|known| *known == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    });
    u8::try_from(place + 1).map_err(|_| {
        Error::input(format!("{what} can be more than {} different dice", u8::MAX))
            .with_help("use fewer names for the state of the fight in this formula")
    })
}

/// The name that formulas use for the part of the state in `dimension`, such as `foe_level`. Messages quote it, so it
/// is in backticks.
fn name_in_formulas(dimension: &Dimension, rules: &Rules) -> String {
    let prefix = if dimension.of_foe { "foe_" } else { "" };
    let word = match dimension.state {
        State::Counter(place) => rules.own.counters.get(usize::from(place)).map_or("", |counter| counter.name.as_str()),
        state => State::NAMED.iter().find(|(_, named)| *named == state).map_or("", |(word, _)| word),
    };
    format!("`{prefix}{word}`")
}
