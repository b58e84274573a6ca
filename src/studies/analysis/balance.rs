//! `balance`: compares builds by score and cost.

use super::builds::{Builds, DuelPair, best_first, builds, duel, scores};
use crate::character::sheet_keys::cost_of;
use crate::document::{FAR, Item, Key, KeyOr, Kind, Node, Problem, Problems, Reader, decode, keys};
use crate::error::Result;
use crate::measure::{Unit, number};
use crate::stats::Estimate;
use crate::study::{Analysis, Lab, Reply, ReplyColumn, ReplyEntry, Study};
use crate::text::parse_share;

keys! {
    pub(super) KEYS = "balance": "What builds are worth for their cost: the score of each, the score per point, and the cheapest build that is good enough.";
    BALANCE: Key<Vec<(String, Node)>> = Key::new("balance", Kind::Map(&Kind::Map(&Kind::Free)), builds)
        .means(
            "The builds: for each, its cost and the keys that it sets for a fighter.",
            "{ brute = { cost = 5, offense = 4 }, guard = { cost = 5, defense = 4 } }",
        )
        .required();
    UNEQUAL: KeyOr<bool> = Key::flag("unequal").means("Whether builds of different costs may be compared.", "true").or(false);
    TARGET: Key<f64> = Key::new("target", Kind::Text, share)
        .means("The score against the others that is good enough.", "\"50 %\"")
        .otherwise("50 %");
}

/// The key with the cost of a build.
const COST: &str = "cost";

/// Reads a share such as `50 %`, as a fraction of 1.
fn share(mut item: Item<'_>) -> Option<f64> {
    let text = decode::text(item.again())?;
    let share = parse_share(&text).filter(|(share, per_cent)| *per_cent && (0.0..=1.0).contains(share));
    let problem = Problem::new(format!("`{text}` is not a share")).help("write `\"50 %\"`");
    item.checked(share.map(|(share, _)| share).ok_or(problem))
}

#[derive(Debug)]
struct Balance {
    builds: Builds,
    /// The cost of each build; NaN if it is taken from the fighter's sheet.
    costs: Vec<f64>,
    /// Whether builds of different costs may be compared.
    unequal: bool,
    /// The score that is good enough; a fraction of 1.
    target: f64,
}

pub(super) fn read(reader: &mut Reader<'_>) -> Option<Box<dyn Analysis>> {
    let (list, unequal, target) = (reader.read(&BALANCE), reader.read(&UNEQUAL), reader.read(&TARGET));
    let span = reader.span_of(&BALANCE);
    let (mut list, mut costs) = (list?, Vec::new());
    for (name, node) in &mut list {
        let cost = node.as_table_mut().and_then(|table| table.remove(COST));
        let kind = &Kind::Number { min: 0.0, max: FAR as f64 * FAR as f64 };
        let Some(entry) = cost else {
            costs.push(f64::NAN);
            continue;
        };
        let (name, context) = (format!("`{COST}` of `{name}`"), reader.context());
        let (node, key_span, problems) = (&entry.node, entry.key_span, reader.problems());
        costs.push(decode::number(Item { name, node, kind, key_span, path: None, context, problems })?);
    }
    let builds = Builds { kind: "balance", list, span };
    Some(Box::new(Balance { builds, costs, unequal, target: target.unwrap_or(0.5) }))
}

impl Analysis for Balance {
    fn check(&self, study: &Study, problems: &mut Problems) {
        self.builds.check(study, problems);
        let costs = self.costs(&Lab::new(study, Vec::new(), &()));
        for ((name, node), cost) in self.builds.list.iter().zip(&costs) {
            if cost.is_nan() {
                let problem = Problem::new(format!("the build `{name}` has no `{COST}`")).at(node.span);
                problems.push(problem.help("for example `cost = 5`, or `sheet` with the name of one of [sheets]"));
            }
        }
        let known: Vec<f64> = costs.iter().copied().filter(|cost| !cost.is_nan()).collect();
        let differs = known.iter().find(|cost| **cost != known[0]);
        if let (Some(other), false) = (differs, self.unequal) {
            let message = format!("these builds do not cost the same: {} and {other}", known[0]);
            let help = "make their costs equal, or write `unequal = true` to compare them anyway";
            problems.push(Problem::new(message).at(self.builds.span).help(help));
        }
    }

    fn answer(&self, lab: &Lab<'_>) -> Result<Reply> {
        let DuelPair { fighters, .. } = duel(lab)?;
        let costs = self.costs(lab);
        let count = self.builds.list.len();
        let computed = lab.computed(&self.builds.settings(&fighters), &|cells| {
            // Each build plays both fighters, so differences between the two fighters cancel out.
            let scores = scores(cells, count, true);
            // A build always scores one half against itself, so only the others count.
            let mean = |build: usize| {
                let others = (0..count).filter(|other| *other != build).map(|other| scores[build * count + other]);
                others.sum::<f64>() / (count - 1) as f64
            };
            let means: Vec<f64> = (0..count).map(mean).collect();
            let each = means.iter().zip(&costs).map(|(mean, cost)| if *cost > 0.0 { mean / cost } else { f64::NAN });
            means.iter().copied().chain(each).collect()
        })?;
        let (means, each) = computed.values.split_at(count);
        let order = best_first(means);
        let mut reply = Reply::new("balance", "Score and cost of builds");
        reply.trials = computed.trials;
        reply.columns = vec![ReplyColumn::plain("build"), ReplyColumn::plain("cost")];
        reply.columns.extend(["score", "score per point of cost"].map(ReplyColumn::figures));
        let entry = |one: Estimate| {
            if one.value.is_nan() { ReplyEntry::Nothing } else { ReplyEntry::Figure(one, Unit::Probability) }
        };
        for build in &order {
            reply.rows.push(vec![
                self.builds.name(*build).into(),
                ReplyEntry::Number(costs[*build]),
                entry(means[*build]),
                entry(each[*build]),
            ]);
        }
        reply.sentences = self.sentences(&order, &costs, means, each);
        Ok(reply)
    }
}

impl Balance {
    /// The cost of each build: the one set in the question, or else the price of its sheet; NaN if it has neither.
    fn costs(&self, lab: &Lab<'_>) -> Vec<f64> {
        let of_sheet = |build: usize| -> Option<f64> {
            let fighters = duel(lab).ok()?.fighters;
            let document = lab.study.file().ok()?.document(&self.builds.setting(&fighters, [build, build])).ok()?;
            let sheet = document.get("fighters")?.get(&fighters[0])?.text_of("sheet")?;
            cost_of(&document, sheet, lab.ladder()).map(|cost| cost as f64)
        };
        let cost = |(build, cost): (usize, &f64)| if cost.is_nan() { of_sheet(build).unwrap_or(*cost) } else { *cost };
        self.costs.iter().enumerate().map(cost).collect()
    }

    /// The answer in sentences. `order` has the builds, the best first, and `each` their scores per point of cost.
    fn sentences(&self, order: &[usize], costs: &[f64], means: &[Estimate], each: &[Estimate]) -> Vec<String> {
        let named = |build: usize| {
            let (name, cost) = (self.builds.name(build), number::plain(costs[build]));
            format!("{name} (cost {cost}) scores {}", number::figure(&means[build], Unit::Probability))
        };
        let (best, worst) = (order[0], order[order.len() - 1]);
        let (low, high) = (means[worst].ends().1, means[best].ends().0);
        let mut sentences = vec![match high > low {
            true => format!("Against the others, {}, the most; {}, the least.", named(best), named(worst)),
            false => format!(
                "No build is clearly better than the others: each scores about {}.",
                number::short(&means[best], Unit::Probability)
            ),
        }];
        let good = order.iter().copied().filter(|build| means[*build].value >= self.target);
        let target = number::short(&Estimate::exact(self.target, 0.0), Unit::Probability);
        sentences.push(match good.min_by(|one, other| costs[*one].total_cmp(&costs[*other])) {
            Some(build) if self.unequal => format!("The cheapest to score {target} or more: {}.", named(build)),
            Some(_) => String::new(),
            None => format!("No build scores {target} or more."),
        });
        let rate = |one: &usize, other: &usize| each[*one].value.total_cmp(&each[*other].value);
        let dear = order.iter().copied().filter(|build| !each[*build].value.is_nan()).max_by(rate);
        sentences.extend(dear.filter(|_| self.unequal).map(|build| {
            format!(
                "Best for its cost: {}, {} per point.",
                self.builds.name(build),
                number::short(&each[build], Unit::Probability)
            )
        }));
        sentences.retain(|sentence| !sentence.is_empty());
        sentences
    }
}
