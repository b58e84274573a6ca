//! Inputs of a damage rule for each blow of one fighter against another.

use super::super::DamageStates;
use super::strike::Strike;
use crate::rules::damage::HITS_WELL;
use crate::rules::damage::formulas::DamageFormulas;

/// The results of a blow that a damage rule can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct BlowResults {
    /// The attacker's result.
    pub(crate) attack: i32,
    /// Relative degree of the hit.
    pub(crate) degree: i32,
    /// Natural results of attacker and target.
    pub(crate) naturals: [i32; 2],
    /// Whether the attacker rolled a critical success.
    pub(crate) critical: bool,
    /// Index of the state of both fighters, as numbered by [`DamageStates`].
    pub(crate) state: u16,
}

/// Smallest and largest value of an input, both included.
pub(crate) type InputSpan = [i32; 2];

/// Ranges of the inputs that blows between two fighters can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct InputSpans {
    /// The attacker's result.
    pub(crate) attack: InputSpan,
    /// The target's result, or the result needed to hit if the target does not defend.
    pub(crate) guard: InputSpan,
    /// Relative degree of a hit.
    pub(crate) degree: InputSpan,
    /// Natural results of attacker and target.
    pub(crate) naturals: [InputSpan; 2],
    /// Results of attacker and target without their dice. `None` if results are capped: a capped result minus the dice
    /// can have any value.
    pub(crate) fixed: Option<[InputSpan; 2]>,
    /// Lowest natural result that is a critical success; `None` if the attacker cannot roll one.
    pub(crate) critical: Option<i32>,
    /// Damage modifiers from tactics.
    pub(crate) bonus: InputSpan,
    /// Changes of the damage factor from gear, spells and a swallower's hide.
    pub(crate) gear: InputSpan,
}

impl InputSpans {
    /// A copy that includes the blows after failed spells. No one rolls for them, and their results are the levels that
    /// the spell fell short.
    pub(super) fn with_failed_spells(self) -> Self {
        let won = [1, HIGHEST_SPELL_RESULT];
        Self {
            attack: union(self.attack, won),
            guard: union(self.guard, [0, 0]),
            degree: union(self.degree, won),
            naturals: self.naturals.map(|span| union(span, [0, 0])),
            fixed: self.fixed.map(|[attack, guard]| [union(attack, won), union(guard, [0, 0])]),
            ..self
        }
    }

    /// A copy for rules that read only the relative degree and natural results. It has the range `degree` and drops all
    /// other results, so that more fighters can share a table.
    pub(super) fn with_degrees_only(self, degree: InputSpan) -> Self {
        Self { attack: [0, 0], guard: [0, 0], degree, fixed: None, ..self }
    }
}

/// An input that selects a row of a damage table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coordinate {
    Attack,
    Guard,
    GuardFixed,
    Natural,
    FoeNatural,
    Critical,
    State,
}

impl Coordinate {
    /// The value of this input for a blow with these `results`.
    fn value(self, results: &BlowResults) -> i32 {
        let BlowResults { attack, degree, naturals: [own, foe], critical, state } = *results;
        match self {
            Self::Attack => attack,
            Self::Guard => attack - degree,
            Self::GuardFixed => attack - degree - foe,
            Self::Natural => own,
            Self::FoeNatural => foe,
            Self::Critical => critical.into(),
            Self::State => state.into(),
        }
    }
}

/// A coordinate with its range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct InputAxis {
    coordinate: Coordinate,
    span: InputSpan,
}

impl InputAxis {
    fn count(&self) -> usize {
        count(self.span)
    }
}

/// The highest result of a spell in damage tables.
pub(super) const HIGHEST_SPELL_RESULT: i32 = 60;

/// The smallest span that contains both spans.
pub(super) fn union(one: InputSpan, other: InputSpan) -> InputSpan {
    [one[0].min(other[0]), one[1].max(other[1])]
}

/// Number of values in a span.
pub(super) fn count([low, high]: InputSpan) -> usize {
    (high - low) as usize + 1
}

/// Names in damage formulas whose values differ from blow to blow, in the order of [`values_per_blow`].
const NAMES_PER_BLOW: [&str; 11] = [
    "attack",
    "guard",
    "guard_fixed",
    "degree",
    "natural",
    "foe_natural",
    "critical",
    "offense",
    "scale",
    "bonus",
    "tactics",
];

/// The figures of one blow. A figure that the rule does not use may be 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct BlowFigures {
    /// The attacker's result.
    pub(super) attack: i32,
    /// The target's result, or the result needed to hit if the target does not defend.
    pub(super) guard: i32,
    /// `guard` without the target's dice.
    pub(super) guard_fixed: i32,
    /// Relative degree of the hit.
    pub(super) degree: i32,
    /// Natural results of attacker and target.
    pub(super) naturals: [i32; 2],
    /// Whether the attacker rolled a critical success.
    pub(super) critical: bool,
    /// Damage modifier from tactics, and change of the damage factor from gear, spells and a swallower's hide.
    pub(super) modifiers: [i32; 2],
}

/// The values of all [`NAMES_PER_BLOW`] names for one blow.
fn values_per_blow(strike: &Strike, figures: &BlowFigures) -> [i32; NAMES_PER_BLOW.len()] {
    let BlowFigures { attack, guard, guard_fixed, degree, naturals: [natural, foe_natural], critical, modifiers } =
        *figures;
    let [tactics, gear] = modifiers;
    let pierced = if degree >= HITS_WELL { strike.pierced } else { 0 };
    let offense = strike.factor - strike.scale + strike.defense + pierced + gear;
    let bonus = strike.points + tactics;
    let critical = critical.into();
    [attack, guard, guard_fixed, degree, natural, foe_natural, critical, offense, strike.scale, bonus, tactics]
}

/// For each of the [`NAMES_PER_BLOW`] names, its index among the names of a rule; `None` if the rule does not use it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BlowNames([Option<usize>; NAMES_PER_BLOW.len()]);

impl BlowNames {
    /// Finds the names that `rule` uses.
    pub(super) fn used_by(rule: &DamageFormulas) -> Self {
        Self(NAMES_PER_BLOW.map(|name| rule.used().find(|(_, used)| *used == name).map(|(place, _)| place)))
    }

    fn uses(&self, name: &str) -> bool {
        NAMES_PER_BLOW.iter().zip(self.0).any(|(one, place)| *one == name && place.is_some())
    }

    /// Whether the rule uses the result of either fighter, not only its relative degree and natural results.
    pub(super) fn has_results(&self) -> bool {
        ["attack", "guard", "guard_fixed"].iter().any(|name| self.uses(name))
    }

    /// Whether the rule uses the damage modifier from tactics.
    fn has_tactics(&self) -> bool {
        self.uses("bonus") || self.uses("tactics")
    }

    /// Whether the rule uses the natural result of either fighter.
    pub(super) fn has_naturals(&self) -> bool {
        self.uses("natural") || self.uses("foe_natural")
    }

    /// Writes the figures of a blow into `values`, which are indexed like the names of the rule.
    pub(super) fn set(&self, strike: &Strike, figures: &BlowFigures, values: &mut [i64]) {
        for (place, value) in self.0.into_iter().zip(values_per_blow(strike, figures)) {
            if let Some(place) = place {
                values[place] = value.into();
            }
        }
    }
}

/// A blow as a position in a damage table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TableBlow {
    /// Index of its combination of coordinates, from [`TableLayout::combination`].
    pub(super) combination: usize,
    pub(super) degree: i32,
    /// As in [`BlowFigures::modifiers`].
    pub(super) modifiers: [i32; 2],
}

/// The layout of the damage table between two fighters, and the values of a blow's inputs at each position.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TableLayout {
    /// The coordinates that select a row.
    axes: Vec<InputAxis>,
    /// Range of degrees; `[0, 0]` if the table need not distinguish them.
    pub(super) degrees: InputSpan,
    /// Range of modifiers from tactics; `[0, 0]` if the rule does not use them.
    pub(super) bonus: InputSpan,
    /// Range of changes of the damage factor; `[0, 0]` if the rule does not use them.
    pub(super) gear: InputSpan,
    /// The values of the rule's names. Those of the [`NAMES_PER_BLOW`] names are replaced for each blow.
    values: Vec<i64>,
    names: BlowNames,
    /// For each part of the state that the rule names, two indexes: that of the name in `values`, and that of its value
    /// in [`DamageStates::values`].
    seen: Vec<(usize, usize)>,
    spans: InputSpans,
    strike: Strike,
}

impl TableLayout {
    /// Chooses the coordinates that `rule` needs for the blows within `spans`. `values` are the values of the names
    /// that are the same for all blows.
    pub(super) fn new(
        rule: &DamageFormulas,
        values: Vec<i64>,
        strike: Strike,
        spans: InputSpans,
        states: Option<DamageStates<'_>>,
    ) -> Self {
        let names = BlowNames::used_by(rule);
        let uses = |name: &str| names.uses(name);
        let by_degree = uses("degree") || strike.pierced != 0 && uses("offense") || rule.is_graze(0);
        let both = uses("attack") && uses("guard");
        let mut axes = Vec::new();
        let mut axis = |used: bool, coordinate, span| {
            if used {
                axes.push(InputAxis { coordinate, span });
            }
        };
        axis(uses("attack"), Coordinate::Attack, spans.attack);
        axis(uses("guard"), Coordinate::Guard, spans.guard);
        let follows = uses("guard") && uses("foe_natural");
        let guard_fixed = [spans.guard[0] - spans.naturals[1][1], spans.guard[1] - spans.naturals[1][0]];
        let guard_fixed = spans.fixed.map_or(guard_fixed, |[_, foe]| foe);
        axis(uses("guard_fixed") && !follows, Coordinate::GuardFixed, guard_fixed);
        axis(uses("natural"), Coordinate::Natural, spans.naturals[0]);
        axis(uses("foe_natural"), Coordinate::FoeNatural, spans.naturals[1]);
        let critical = [0, i32::from(spans.critical.is_some())];
        axis(uses("critical") && !uses("natural"), Coordinate::Critical, critical);
        let state_count = states.map_or(1, |states| states.count());
        axis(state_count > 1, Coordinate::State, [0, state_count as i32 - 1]);
        let seen = |(place, name): (usize, &str)| Some((place, states?.place_of(name)?));
        let seen = rule.used().filter_map(seen).collect();
        Self {
            axes,
            degrees: if by_degree && !both { spans.degree } else { [0, 0] },
            bonus: if names.has_tactics() { spans.bonus } else { [0, 0] },
            gear: if uses("offense") { spans.gear } else { [0, 0] },
            values,
            names,
            seen,
            spans,
            strike,
        }
    }

    /// Whether the table can have several rows. If so, blows of the same degree can differ in damage.
    pub(super) fn has_axes(&self) -> bool {
        !self.axes.is_empty()
    }

    /// Number of combinations of coordinates; `None` if it overflows.
    pub(super) fn combinations(&self) -> Option<usize> {
        self.axes.iter().try_fold(1usize, |places, axis| places.checked_mul(axis.count()))
    }

    /// The index of the combination of coordinates for a blow with these `results`. Values out of range are clamped.
    pub(super) fn combination(&self, results: &BlowResults) -> usize {
        self.axes.iter().fold(0, |place, axis| {
            let own = axis.coordinate.value(results).clamp(axis.span[0], axis.span[1]) - axis.span[0];
            place * axis.count() + own as usize
        })
    }

    /// All pairs of modifiers ([`BlowFigures::modifiers`]), in the order of [`modifiers_index`](Self::modifiers_index).
    /// The first pair is `[0, 0]`.
    pub(super) fn modifiers(&self) -> impl Iterator<Item = [i32; 2]> + use<> {
        let [of_bonus, of_gear] = [self.bonus, self.gear];
        let gear = move |bonus| (0..count(of_gear)).map(move |place| [bonus, value_at_index(of_gear, place)]);
        (0..count(of_bonus)).flat_map(move |place| gear(value_at_index(of_bonus, place)))
    }

    /// Whether the table covers `modifiers`. It covers all values of a modifier that the rule does not use.
    pub(super) fn covers(&self, modifiers: [i32; 2]) -> bool {
        let within = |[low, high]: InputSpan, value: i32| (low..=high).contains(&value);
        let [bonus, gear] = modifiers;
        (within(self.bonus, bonus) || !self.names.has_tactics())
            && (within(self.gear, gear) || !self.names.uses("offense"))
    }

    /// The index of a pair of modifiers among all [`modifiers`](Self::modifiers). Values out of range are clamped.
    pub(super) fn modifiers_index(&self, [bonus, gear]: [i32; 2]) -> usize {
        index_in_span(self.bonus, bonus) * count(self.gear) + index_in_span(self.gear, gear)
    }

    /// The values of all names for a blow, its figures, and the index of its state. `None` if the blow cannot occur.
    pub(super) fn values_at(
        &self,
        point: TableBlow,
        states: Option<DamageStates<'_>>,
    ) -> Option<(Vec<i64>, BlowFigures, usize)> {
        let (figures, state) = self.figures_at(point)?;
        let mut values = self.values.clone();
        if let Some(states) = states.filter(|_| !self.seen.is_empty()) {
            let of_state = states.values(state);
            self.seen.iter().for_each(|&(place, at)| values[place] = of_state[at]);
        }
        self.names.set(&self.strike, &figures, &mut values);
        Some((values, figures, state))
    }

    /// The figures of a blow, and the index of its state. `None` if the blow cannot occur.
    pub(super) fn figures_at(
        &self,
        TableBlow { combination, degree, modifiers }: TableBlow,
    ) -> Option<(BlowFigures, usize)> {
        let spans = &self.spans;
        let mut rest = combination;
        let mut coordinates = [None; 7];
        for axis in self.axes.iter().rev() {
            coordinates[axis.coordinate as usize] = Some(axis.span[0] + (rest % axis.count()) as i32);
            rest /= axis.count();
        }
        let [mut attack, mut guard, guard_fixed, natural, foe_natural, critical, state] = coordinates;
        let by_degree = self.degrees != [0, 0];
        let degree = match (attack, guard) {
            (Some(attack), Some(guard)) => attack - guard,
            (Some(one), None) if by_degree => {
                guard = Some(one - degree);
                degree
            }
            (None, Some(one)) if by_degree => {
                attack = Some(one + degree);
                degree
            }
            _ => degree,
        };
        let within =
            |value: Option<i32>, [low, high]: InputSpan| value.is_none_or(|value| (low..=high).contains(&value));
        let known = attack.is_some() && guard.is_some() || by_degree;
        let fixed = |result: Option<i32>, natural: Option<i32>| result.zip(natural).map(|(one, natural)| one - natural);
        let sums = spans
            .fixed
            .is_none_or(|[own, foe]| within(fixed(attack, natural), own) && within(fixed(guard, foe_natural), foe));
        let can_be = within(attack, spans.attack)
            && within(guard, spans.guard)
            && (!known || within(Some(degree), spans.degree))
            && sums;
        let critical = match natural {
            Some(natural) => spans.critical.is_some_and(|least| natural >= least),
            None => critical == Some(1),
        };
        let figures = BlowFigures {
            attack: attack.unwrap_or(0),
            guard: guard.unwrap_or(0),
            guard_fixed: guard_fixed.or(fixed(guard, foe_natural)).unwrap_or(0),
            degree,
            naturals: [natural.unwrap_or(0), foe_natural.unwrap_or(0)],
            critical,
            modifiers,
        };
        can_be.then_some((figures, state.unwrap_or(0) as usize))
    }
}

/// The index of a value in a span that contains 0: first 0, then the negative values downward, then the positive ones
/// upward. Ordinary blows, with the value 0, thus come first.
fn index_in_span([low, high]: InputSpan, value: i32) -> usize {
    let value = value.clamp(low, high);
    if value > 0 { (value - low) as usize } else { value.unsigned_abs() as usize }
}

/// The value at an index, as numbered by [`index_in_span`].
fn value_at_index([low, _]: InputSpan, place: usize) -> i32 {
    let below = low.unsigned_abs() as usize;
    if place <= below { -(place as i32) } else { (place - below) as i32 }
}
