//! `decompose`: the effect of each of several changes: alone, last, and as its Shapley value (Shapley 1953), the mean
//! effect over all orders in which the changes can be made.

use super::helpers::{Name, check_case, detectable_clause, is_shift, name, named_tables};
use super::steps::{leaves, modifiers_of};
use crate::document::{Key, Kind, Node, Path, Problem, Problems, Reader, Span, keys};
use crate::error::{Error, Result};
use crate::measure::{Unit, number};
use crate::stats::Estimate;
use crate::study::{Analysis, Change, Lab, Pictured, Reply, ReplyColumn, ReplyEntry, Setting, Study, value};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

use std::collections::BTreeSet;

keys! {
    pub(super) KEYS = "decompose": "The effect of each of several changes alone, as the last change and on average (Shapley), and of all together.";
    DECOMPOSE: Key<Name> = Key::new("decompose", Kind::Text, name)
        .means("The figure whose change is divided among the changes.", "\"party wins\"")
        .required();
    CHANGES: Key<Vec<(String, Node)>> = Key::new("changes", Kind::Map(&Kind::Map(&Kind::Free)), named_tables)
        .means("The changes by name, each with the keys that it sets.", "{ grazes = { rules = { graze = \"table\" } }, armor = { fighters = { hero = { defense = 3 } } } }")
        .otherwise("all variants but the baseline; in a file without variants, the modifiers under `rules.modifiers`");
    BASELINE: Key<Name> = Key::new("baseline", Kind::Text, name)
        .means("The variant that the changes are made to.", "\"as is\"")
        .otherwise("the variant that changes nothing, or the file as it stands");
}

/// Maximum number of changes for which all combinations are run.
const MOST_EXACT: usize = 10;

/// Maximum number of changes.
const MOST_CHANGES: usize = 24;

/// Number of random orders of the changes, drawn if there are too many combinations.
const ORDERS: usize = 200;

#[derive(Debug)]
struct Decompose {
    figure: Name,
    changes: Option<Vec<(String, Node)>>,
    baseline: Option<Name>,
    span: Span,
}

pub(super) fn read(reader: &mut Reader<'_>) -> Option<Box<dyn Analysis>> {
    let (figure, changes, baseline) = (reader.read(&DECOMPOSE), reader.read(&CHANGES), reader.read(&BASELINE));
    let span = reader.span_of(&DECOMPOSE);
    Some(Box::new(Decompose { figure: figure?, changes, baseline, span }))
}

impl Decompose {
    /// The base setting, and the changes by name.
    fn plan(&self, study: &Study) -> (Setting, Vec<(String, Node)>) {
        let rows = if self.changes.is_none() { modifiers_of(study) } else { Vec::new() };
        if !rows.is_empty() {
            // The file without its custom modifiers, and each modifier as a change.
            let changes = rows.iter().map(|(_, path, _)| Change::Without(path.clone())).collect();
            let rows = rows.into_iter().map(|(name, path, written)| (name, path.nested(written))).collect();
            return (Setting { changes, ..Setting::default() }, rows);
        }
        let over = |variant: &String| study.source.as_ref().and_then(|source| source.variant_changes(variant));
        let is_empty = |variant: &&String| over(variant).is_some_and(|over| keys_of(&over).is_empty());
        let named = self.baseline.as_ref().map(|name| &name.text);
        let base = named.or_else(|| study.variants.iter().find(is_empty));
        let own = || {
            let others = study.variants.iter().filter(|variant| Some(*variant) != base);
            others.filter_map(|variant| Some((variant.clone(), over(variant)?))).collect()
        };
        (Setting::of(base.map(String::as_str), &[]), self.changes.clone().unwrap_or_else(own))
    }
}

/// The changes in `set`, a bit mask of their indices.
fn chosen(changes: &[(String, Node)], set: u32) -> impl Iterator<Item = &(String, Node)> {
    changes.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1).map(|(_, change)| change)
}

/// The paths of the keys that a change sets.
fn keys_of(over: &Node) -> BTreeSet<String> {
    leaves(over, &[]).into_iter().filter(|path| !path.is_empty()).map(|path| Path::of(path).to_string()).collect()
}

/// Random orders of the changes; empty if all combinations are run.
fn orders(count: usize, seed: u64) -> Vec<Vec<usize>> {
    if count <= MOST_EXACT {
        return Vec::new();
    }
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let order = |_| {
        let mut order: Vec<usize> = (0..count).collect();
        order.shuffle(&mut random);
        order
    };
    (0..ORDERS).map(order).collect()
}

/// The sets of changes to run, as sorted bit masks. Without `orders`: all sets. Otherwise: the first changes of each
/// order, up to every length; each change alone; and all changes but one.
fn sets(count: usize, orders: &[Vec<usize>]) -> Vec<u32> {
    let all: u32 = (1 << count) - 1;
    if orders.is_empty() {
        return (0..=all).collect();
    }
    let mut sets: BTreeSet<u32> = [0, all].into();
    sets.extend((0..count).flat_map(|one| [1 << one, all & !(1 << one)]));
    for order in orders {
        order.iter().fold(0, |set, one| {
            sets.insert(set | 1 << one);
            set | 1 << one
        });
    }
    sets.into_iter().collect()
}

/// The Shapley value of each change: the weighted mean of its effects over all sets without it. `figure_of` returns the
/// figure of a set. The weight of a set is the share of all orders in which exactly its changes come before this one.
fn shapley(count: usize, figure_of: impl Fn(u32) -> f64) -> Vec<f64> {
    let factorial = |n: usize| (1..=n).map(|k| k as f64).product::<f64>();
    let weight = |size: usize| factorial(size) * factorial(count - size - 1) / factorial(count);
    let value = |one: usize| {
        let without = (0..1u32 << count).filter(|set| set >> one & 1 == 0);
        without.map(|set| weight(set.count_ones() as usize) * (figure_of(set | 1 << one) - figure_of(set))).sum()
    };
    (0..count).map(value).collect()
}

/// For each change, its effect in each order. `figure_of` returns the figure of a set.
fn effects_by_order(count: usize, orders: &[Vec<usize>], figure_of: impl Fn(u32) -> f64) -> Vec<Vec<f64>> {
    let mut found = vec![Vec::with_capacity(orders.len()); count];
    for order in orders {
        order.iter().fold(0, |set, one| {
            found[*one].push(figure_of(set | 1 << one) - figure_of(set));
            set | 1 << one
        });
    }
    found
}

impl Analysis for Decompose {
    fn figures(&self, _: &Study) -> Vec<String> {
        vec![self.figure.text.clone()]
    }

    fn check(&self, study: &Study, problems: &mut Problems) {
        check_case("decompose", self.span, [&self.figure], &self.baseline, study, problems);
        let (_, changes) = self.plan(study);
        if !(1..=MOST_CHANGES).contains(&changes.len()) {
            let problem = Problem::new(format!("there are {} changes to decompose", changes.len())).at(self.span);
            problems.push(problem.help(format!("write 1 to {MOST_CHANGES} under [variants], or in `changes`")));
        }
        for (place, (name, over)) in changes.iter().enumerate() {
            let own = keys_of(over);
            let same = |(_, other): &&(String, Node)| keys_of(other).intersection(&own).next().is_some();
            if let Some((other, node)) = changes[..place].iter().find(same) {
                let path = keys_of(node).intersection(&own).next().cloned().unwrap_or_default();
                let message = format!("`{other}` and `{name}` both set `{path}`, so they cannot be made together");
                problems
                    .push(Problem::new(message).at(over.span).help("combine them into one change, or leave one out"));
            }
        }
    }

    fn answer(&self, lab: &Lab<'_>) -> Result<Reply> {
        let study = lab.study;
        let (base, changes) = self.plan(study);
        let count = changes.len();
        let orders = orders(count, study.seed);
        let sets = sets(count, &orders);
        let mut settings = Vec::with_capacity(sets.len());
        for set in &sets {
            let mut setting = base.clone();
            setting.changes.extend(chosen(&changes, *set).map(|(_, over)| Change::Over(over.clone())));
            let names = || chosen(&changes, *set).map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" with ");
            lab.check_setting(&setting).map_err(|error| error.context(names()))?;
            settings.push(setting);
        }
        let all: u32 = (1 << count) - 1;
        // For each change: its effect alone, last and on average, and the half-width due to drawing orders. Then the
        // figures without and with all changes, their difference, and how far that exceeds the sum of the effects
        // alone.
        let computed = lab.computed(&settings, &|cells| {
            let of = |set: u32| {
                let place = sets.binary_search(&set).unwrap_or_default();
                value(&cells[place], &self.figure.text)
            };
            let alone = |one: usize| of(1 << one) - of(0);
            let (mean, half): (Vec<f64>, Vec<f64>) = if orders.is_empty() {
                (shapley(count, of), vec![0.0; count])
            } else {
                let found = effects_by_order(count, &orders, of);
                let drawn = found.iter().map(|values| Estimate::mean_of_batches(values, 0));
                drawn.map(|drawn| (drawn.value, drawn.half_width())).unzip()
            };
            let each = (0..count).flat_map(|one| [alone(one), of(all) - of(all & !(1 << one)), mean[one], half[one]]);
            let sum: f64 = (0..count).map(alone).sum();
            each.chain([of(0), of(all), of(all) - of(0), of(all) - of(0) - sum]).collect()
        })?;
        let unit = study.unit_of(&self.figure.text)?;
        if computed.values.iter().any(|one| one.value.is_nan()) {
            return Err(Error::run(format!("`{}` has no value in some of the cases", self.figure.text)));
        }
        let mut reply = Reply::new("decompose", format!("What each change does to {}", self.figure.text));
        reply.trials = computed.trials;
        reply.pictured = Some(Pictured::Waterfall);
        reply.columns = vec![ReplyColumn::plain("change")];
        reply.columns.extend(["alone", "last", "on average"].map(ReplyColumn::figures));
        let entry = |change: Estimate| ReplyEntry::Change(change, unit, is_shift(&change));
        let mut shares: Vec<(&str, Estimate)> = Vec::new();
        for ((name, _), four) in changes.iter().zip(computed.values.chunks(4)) {
            let share = add_order_error(four[2], four[3].value);
            shares.push((name, share));
            reply.rows.push(vec![name.as_str().into(), entry(four[0]), entry(four[1]), entry(share)]);
        }
        let [base, end, total, rest] = computed.values[4 * count..] else { return Ok(reply) };
        reply.rows.push(vec!["all together".into(), entry(total), entry(total), entry(total)]);
        reply.rows.push(vec![
            "total minus separate effects".into(),
            entry(rest),
            ReplyEntry::Nothing,
            ReplyEntry::Nothing,
        ]);
        let drawn = !orders.is_empty();
        reply.sentences = sentences(&self.figure.text, unit, [base, end, total, rest], shares, drawn, reply.trials);
        Ok(reply)
    }
}

/// Widens the interval of `share` by `half`, in quadrature. `half` is the half-width due to drawing orders at random.
fn add_order_error(share: Estimate, half: f64) -> Estimate {
    if half == 0.0 {
        return share;
    }
    Estimate::mean_within(share.value, half.hypot(share.half_width()), share.trials().unwrap_or(ORDERS as u64))
}

/// Maximum number of changes that the answer names; with more, it names the largest.
const MOST_NAMED: usize = 6;

/// The answer in sentences. `base` and `end` are the figure without and with all changes, `total` is their difference,
/// and `rest` is the part of it beyond the separate effects. `drawn` is true if orders were drawn at random.
fn sentences(
    figure: &str,
    unit: Unit,
    [base, end, total, rest]: [Estimate; 4],
    mut shares: Vec<(&str, Estimate)>,
    drawn: bool,
    trials: Option<u64>,
) -> Vec<String> {
    let none = || format!("no difference{}", detectable_clause(trials));
    let change = |one: &Estimate| if is_shift(one) { number::change(one, unit) } else { none() };
    shares.sort_by(|one, other| other.1.value.abs().total_cmp(&one.1.value.abs()));
    let (from, to) = (number::short(&base, unit), number::short(&end, unit));
    let together = match is_shift(&total) {
        true => format!("All changes together take {figure} from {from} to {to}: {}.", change(&total)),
        false => format!("All changes together leave {figure} at {to}: {}.", none()),
    };
    let each: Vec<String> =
        shares.iter().take(MOST_NAMED).map(|(name, share)| format!("{name} {}", change(share))).collect();
    let over = if drawn { format!("{ORDERS} orders drawn at random") } else { "all orders".to_owned() };
    let lead = if shares.len() > MOST_NAMED { "The largest contributions" } else { "The contribution of each" };
    let each = format!("{lead}, averaged over {over}: {}.", each.join("; "));
    let rest = match (is_shift(&rest), trials) {
        (true, _) => format!("The total is {} than the sum of the separate effects.", number::change(&rest, unit)),
        (false, None) => "The separate effects simply add up.".to_owned(),
        (false, Some(trials)) => {
            let trials = number::thousands(trials);
            format!("As far as {trials} trials can tell, the separate effects simply add up.")
        }
    };
    vec![together, each, rest]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn permutations(count: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for one in 0..count {
            all = all
                .iter()
                .flat_map(|order: &Vec<usize>| {
                    (0..=order.len()).map(move |place| {
                        let mut longer = order.clone();
                        longer.insert(place, one);
                        longer
                    })
                })
                .collect();
        }
        all
    }

    proptest! {
        /// Weighted sets and explicit permutations yield the same values. A change without effect has 0, and the values
        /// add up to the total change.
        #[test]
        fn shapley_values_equal_means_over_all_orders(count in 1usize..=5, figures in proptest::collection::vec(-1.0f64..1.0, 32), idle in 0usize..5) {
            // The change `idle` has no effect in any set.
            let of = |set: u32| figures[(set & !(1u32 << idle)) as usize];
            let values = shapley(count, of);
            let orders = permutations(count);
            prop_assert_eq!(orders.len(), (1..=count).product::<usize>());
            for (one, found) in effects_by_order(count, &orders, of).iter().enumerate() {
                let mean = found.iter().sum::<f64>() / found.len() as f64;
                prop_assert!((mean - values[one]).abs() < 1e-12);
            }
            if idle < count {
                prop_assert_eq!(values[idle], 0.0);
            }
            let total = of((1 << count) - 1) - of(0);
            prop_assert!((values.iter().sum::<f64>() - total).abs() < 1e-12);
        }
    }

    #[test]
    fn many_changes_use_drawn_orders() {
        assert_eq!(orders(10, 1), Vec::<Vec<usize>>::new());
        let drawn = orders(11, 1);
        assert_eq!((drawn.len(), drawn[0].len()), (ORDERS, 11));
        let sets = sets(11, &drawn);
        assert!(sets.windows(2).all(|pair| pair[0] < pair[1]) && sets.len() < 2000);
        // An additive figure has the same share in every order.
        for (one, found) in effects_by_order(11, &drawn, f64::from).iter().enumerate() {
            assert!(found.iter().all(|value| *value == f64::from(1u32 << one)));
        }
    }
}
