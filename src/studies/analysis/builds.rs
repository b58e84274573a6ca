//! Builds for two fighters, and the fights between all pairs of builds.

use super::helpers::{check_unvaried, named_tables};
use crate::document::{Item, Node, Path, Problem, Problems, Span, Value, decode};
use crate::error::{Error, Result};
use crate::measure::{Findings, id};
use crate::stats::Estimate;
use crate::study::{Change, Lab, Setting, Study};

/// Maximum number of builds. All pairs are run, so the number of cases is its square.
const MOST_BUILDS: usize = 24;

/// Named builds: tables of keys that replace a fighter's own.
#[derive(Debug)]
pub(super) struct Builds {
    /// The name of the analysis that uses the builds.
    pub(super) kind: &'static str,
    /// The name of each build, and the keys that it sets.
    pub(super) list: Vec<(String, Node)>,
    pub(super) span: Span,
}

/// The two fighters of a duel.
pub(super) struct DuelPair {
    /// The keys of the two fighters in `[fighters]`.
    pub(super) fighters: [String; 2],
    /// Whether the stat blocks of the two fighters are equal, apart from `name`, `side` and `sheet`.
    pub(super) same_stats: bool,
}

/// Reads builds: tables by name, or a list of names to use with `like`.
pub(super) fn builds(item: Item<'_>) -> Option<Vec<(String, Node)>> {
    if !matches!(item.node.value, Value::Array(_)) {
        return named_tables(item);
    }
    let span = item.node.span;
    let names = decode::list(decode::text)(item)?;
    let like = |name: String| {
        let value = Node { value: Value::String(name.clone()), span };
        (name, Path::of(["like"]).nested(value))
    };
    Some(names.into_iter().map(like).collect())
}

/// Returns the two fighters of a study.
///
/// # Errors
/// If the document cannot be read, or does not have exactly two fighters.
pub(super) fn duel(lab: &Lab<'_>) -> Result<DuelPair> {
    let document = lab.study.file()?.document(&Setting::default())?;
    let entries = document.entries_of("fighters");
    let [one, other] = entries else {
        let message =
            format!("builds are compared in a fight between two fighters, and this file has {}", entries.len());
        return Err(Error::input(message)
            .with_help("write two under [fighters], and put what differs between builds into the question"));
    };
    let same_stats = key_fingerprints(&one.node) == key_fingerprints(&other.node);
    Ok(DuelPair { fighters: [one.key.clone(), other.key.clone()], same_stats })
}

/// The sorted keys of a stat block with fingerprints of their values, without `name`, `side` and `sheet`.
fn key_fingerprints(node: &Node) -> Vec<(&str, u128)> {
    let told = node.entries().iter().filter(|entry| !["name", "side", "sheet"].contains(&entry.key.as_str()));
    let mut own: Vec<(&str, u128)> = told.map(|entry| (entry.key.as_str(), entry.node.fingerprint())).collect();
    own.sort_unstable();
    own
}

impl Builds {
    /// The setting in which the two fighters have these two `builds`.
    pub(super) fn setting(&self, fighters: &[String; 2], builds: [usize; 2]) -> Setting {
        let path = |fighter: &str| Path::of(["fighters", fighter]);
        let over = |fighter: &str, build: usize| Change::Over(path(fighter).nested(self.list[build].1.clone()));
        // A build with `like` replaces the whole fighter, whose own keys would override the copied ones.
        let without = |fighter: &str| Change::Without(path(fighter));
        let is_whole = |build: usize| self.list[build].1.get("like").is_some();
        let changes = fighters.iter().zip(builds).flat_map(|(fighter, build)| {
            is_whole(build).then(|| without(fighter)).into_iter().chain([over(fighter, build)])
        });
        Setting { changes: changes.collect(), ..Setting::default() }
    }

    /// The settings of all pairs of builds. The first fighter has the first build in the first settings, the second
    /// build in the next, and so on.
    pub(super) fn settings(&self, fighters: &[String; 2]) -> Vec<Setting> {
        let builds = || 0..self.list.len();
        builds().flat_map(|one| builds().map(move |other| self.setting(fighters, [one, other]))).collect()
    }

    pub(super) fn name(&self, build: usize) -> &str {
        &self.list[build].0
    }

    /// Reports a wrong number of builds, and builds that cannot fight.
    pub(super) fn check(&self, study: &Study, problems: &mut Problems) {
        check_unvaried(self.kind, self.span, study, problems);
        if !(2..=MOST_BUILDS).contains(&self.list.len()) {
            let problem = Problem::new(format!("the number of builds is {}", self.list.len())).at(self.span);
            problems.push(problem.help(format!("write 2 to {MOST_BUILDS} builds")));
            return;
        }
        let lab = Lab::new(study, Vec::new(), &());
        let Some(DuelPair { fighters, .. }) = problems.checked(duel(&lab), self.span) else { return };
        for (place, (name, node)) in self.list.iter().enumerate() {
            let allowed = lab.check_setting(&self.setting(&fighters, [place, place]));
            problems.checked(allowed.map_err(|error| error.context(name)), node.span);
        }
    }
}

/// The scores of all pairs of the `count` builds, in the order of [`Builds::settings`]: wins plus half of the fights
/// without a winner. With `same_stats`, each score is the mean over both positions.
pub(super) fn scores(cells: &[Findings], count: usize, same_stats: bool) -> Vec<f64> {
    let scores: Vec<f64> = cells.iter().map(score).collect();
    if !same_stats {
        return scores;
    }
    let fair = |place: usize| {
        let (one, other) = (place / count, place % count);
        (scores[place] + 1.0 - scores[other * count + one]) / 2.0
    };
    (0..scores.len()).map(fair).collect()
}

/// For each of the `count` builds, the share of its fights that end in `outcome`, averaged over all opposing builds.
/// With `same_stats`, it is also averaged over both positions; otherwise only the first fighter's builds are counted.
pub(super) fn shares(cells: &[Findings], count: usize, same_stats: bool, outcome: &str) -> Vec<f64> {
    let share = |place: usize| cells[place].figure(outcome, "").map_or(0.0, |figure| figure.estimate.value);
    let of = |build: usize| {
        let others = (0..count).map(|other| {
            let turned = if same_stats { other * count + build } else { build * count + other };
            f64::midpoint(share(build * count + other), share(turned))
        });
        others.sum::<f64>() / count as f64
    };
    (0..count).map(of).collect()
}

/// Indices of the builds, sorted by mean score, the best first.
pub(super) fn best_first(means: &[Estimate]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..means.len()).collect();
    order.sort_by(|one, other| means[*other].value.total_cmp(&means[*one].value));
    order
}

/// The first side's score: its wins plus half of the fights without a winner.
fn score(found: &Findings) -> f64 {
    let mut wins = found.figures.iter().filter(|figure| figure.name() == id::WINS).map(|figure| figure.estimate.value);
    let (own, others) = (wins.next().unwrap_or(f64::NAN), wins.sum::<f64>());
    own + (1.0 - own - others) / 2.0
}
