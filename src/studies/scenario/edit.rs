//! Creates the document of each cell: `[variants]` × `[vary]`.

use super::shipped_presets::DEFAULT_PRESET;
use super::vary::{self, Axis, Combine, MAX_CELLS, TAKEN_OUT, WHOLE_FILE};
use crate::document::keys::listed;
use crate::document::nearest::did_you_mean;
use crate::document::node::{Node, Value};
use crate::document::path::Path;
use crate::document::problem::{Problem, Problems, Span, excerpt};
use crate::error::Error;
use crate::ladder::Ladder;
use crate::study::{self, Change, Setting};

/// Maximum number of values in the documents of all cells together, so that they are read quickly.
const MAX_VALUES: u128 = 2_000_000;

/// The name of the variant that is added for the file's own setting.
pub const AS_IS: &str = "as is";

/// Variant names that mark a baseline.
const BASELINES: [&str; 4] = ["base", "baseline", AS_IS, "as it is"];

/// A number of cells that is at least this large is not printed.
const TOO_MANY_TO_PRINT: u128 = 1_000_000_000_000_000_000;

/// The edited documents that `[variants]` and `[vary]` make of a document, each created on demand.
///
/// ```toml
/// [variants]                                     # a name, and what is different: merged over the document
/// "no roll" = { rules = { damage_roll = "none" } }
/// "as is" = {}
/// [vary]                                         # a path, and its values
/// "rules.dice" = ["4dF", "3d6-table"]            # the path in quotes,
/// fighters.goblins.count = { from = 3, to = 9 }  # or bare, where every part is one key
/// combine = "cross"                              # or "zip": the first values together, the second values together …
/// ```
///
/// A path in quotes is split at its dots; parts that contain dots are quoted inside. Ranges accept numbers or names of
/// levels, include both ends, count down if `to` is below `from`, and can have a `step` above 0.
#[derive(Debug, Clone)]
pub struct Edits {
    base: Node,
    variants: Vec<Variant>,
    axes: Vec<Axis>,
    combine: Combine,
    combinations: usize,
}

#[derive(Debug, Clone)]
struct Variant {
    name: String,
    /// The keys that are merged over those of the document.
    over: Node,
}

/// One cell's document.
#[derive(Debug, Clone, PartialEq)]
pub struct Edited {
    /// The variant's name; `None` if the scenario has no variants.
    pub variant: Option<String>,
    /// The varied values, one for each of [`Edits::varied`].
    pub varied: Vec<study::Value>,
    /// The document, with the variant merged and the varied values set.
    pub document: Node,
}

impl Edits {
    /// Removes `vary` and `variants` from a document and plans its cells, without creating them.
    ///
    /// Errors in these tables are added to `problems`, and the entries are left out of the plan, so that the rest of
    /// the document can still be checked. A grid of more than [`MAX_CELLS`] cells is an error, found without creating
    /// it.
    pub fn plan(mut root: Node, ladder: &Ladder, problems: &mut Problems) -> Self {
        let table = root.as_table_mut();
        let (vary, variants) = table.map_or((None, None), |table| (table.remove("vary"), table.remove("variants")));
        let (axes, combine) =
            vary.as_ref().map_or((Vec::new(), Combine::Cross), |entry| vary::read(&entry.node, ladder, problems));
        let variants = variants.as_ref().map_or(Vec::new(), |entry| read_variants(&entry.node, problems));
        let place = vary.as_ref().map_or(root.span, |entry| entry.key_span);
        let mut plan = Self { base: root, variants, axes, combine, combinations: 1 };
        match plan.count_combinations(place) {
            Ok(combinations) => plan.combinations = combinations,
            Err(problem) => {
                problems.push(problem);
                plan.axes.clear();
                plan.variants.truncate(MAX_CELLS as usize);
            }
        }
        plan.try_paths(problems);
        plan
    }

    /// The number of cells; at least 1.
    pub fn cells(&self) -> usize {
        self.combinations * self.variants.len().max(1)
    }

    /// The names of the variants, in order; empty without `[variants]`.
    pub fn variants(&self) -> Vec<String> {
        self.variants.iter().map(|variant| variant.name.clone()).collect()
    }

    /// The index of the baseline variant: one that is named as a baseline, or else the first that leaves the document
    /// unchanged. `None` if neither exists.
    pub fn baseline(&self) -> Option<usize> {
        let whole = explicit_fingerprint(self.base.clone());
        let unchanged = |variant: &Variant| explicit_fingerprint(self.with_variant(Some(variant))) == whole;
        let named = |variant: &Variant| BASELINES.iter().any(|name| variant.name.eq_ignore_ascii_case(name));
        let place = |is: &dyn Fn(&Variant) -> bool| self.variants.iter().position(is);
        place(&named).or_else(|| place(&unchanged))
    }

    /// Like `self`, with the file's own setting as the first variant. `None` if there are no variants, if there would
    /// be too many cells, or if a varied path needs one of the variants.
    pub fn with_own_setting(&self) -> Option<Self> {
        let own = Variant { name: AS_IS.to_owned(), over: Node::empty_table(self.base.span) };
        let variants: Vec<Variant> = std::iter::once(own).chain(self.variants.iter().cloned()).collect();
        let more = Self { variants, ..self.clone() };
        let fits = |document: &mut Node| self.axes.iter().all(|axis| path_problems(axis, None, document).is_empty());
        let is_small = more.count_combinations(self.base.span).is_ok();
        (!self.variants.is_empty() && is_small && fits(&mut self.base.clone())).then_some(more)
    }

    /// The changes of a variant; `None` if there is no such variant.
    pub fn variant_changes(&self, variant: &str) -> Option<&Node> {
        self.variants.iter().find(|known| known.name == variant).map(|known| &known.over)
    }

    /// The varied paths, in order; empty without `[vary]`.
    pub fn varied(&self) -> Vec<String> {
        self.axes.iter().map(|axis| axis.path.to_string()).collect()
    }

    /// The document before any variant or varied value.
    pub fn base(&self) -> &Node {
        &self.base
    }

    /// The cells in order: the first varied path changes slowest, variants fastest.
    pub fn iter(&self) -> impl Iterator<Item = Edited> {
        (0..self.cells()).filter_map(|number| self.cell(number))
    }

    /// The cell with this number; `None` unless it is below [`Edits::cells`].
    pub fn cell(&self, number: usize) -> Option<Edited> {
        if number >= self.cells() {
            return None;
        }
        let variant = self.variants.get(number % self.variants.len().max(1));
        let mut document = self.with_variant(variant);
        let mut varied = Vec::with_capacity(self.axes.len());
        for (axis, at) in self.axes.iter().zip(self.value_indices(number / self.variants.len().max(1))) {
            let (value, shown) = axis.value(at)?;
            // `plan` has checked every path in every variant and removed those that do not fit.
            axis.path.set(&mut document, value, axis.key_span).ok()?;
            varied.push(shown);
        }
        Some(Edited { variant: variant.map(|variant| variant.name.clone()), varied, document })
    }

    /// Returns the document of a setting, whether or not it was planned.
    ///
    /// # Errors
    /// If there is no such variant, if the number of values is not that of the paths, or if the document does not have
    /// a path.
    pub fn setting(&self, setting: &Setting) -> Result<Edited, Error> {
        let Setting { variant, varied, changes } = setting;
        let named = match variant {
            None => None,
            Some(name) => {
                let known = self.variants.iter().find(|variant| variant.name == *name);
                Some(known.ok_or_else(|| Error::input(format!("there is no variant `{name}`")))?)
            }
        };
        if !varied.is_empty() && varied.len() != self.axes.len() {
            return Err(Error::input(format!("{} values for {} varied paths", varied.len(), self.axes.len())));
        }
        let mut document = self.with_variant(named);
        let set = |document: &mut Node, path: &Path, value: Node| {
            let span = value.span;
            path.set(document, value, span).map_err(|problem| Error::input(problem.message()))
        };
        for (axis, value) in self.axes.iter().zip(varied) {
            set(&mut document, &axis.path, Node::of(value, axis.key_span))?;
        }
        for change in changes {
            match change {
                Change::Over(over) => document.overlay(over.clone()),
                Change::Set(path, value) => set(&mut document, path, value.clone())?,
                Change::Without(path) => path.remove(&mut document),
            }
        }
        Ok(Edited { variant: variant.clone(), varied: varied.clone(), document })
    }

    fn with_variant(&self, variant: Option<&Variant>) -> Node {
        let mut document = self.base.clone();
        if let Some(variant) = variant {
            document.overlay(variant.over.clone());
        }
        document
    }

    /// For each axis, the index of its value in a combination.
    fn value_indices(&self, combination: usize) -> Vec<usize> {
        if self.combine == Combine::Zip {
            return vec![combination; self.axes.len()];
        }
        let mut left = combination;
        let mut places: Vec<usize> = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            let count = usize::try_from(axis.count()).unwrap_or(usize::MAX).max(1);
            places.push(left % count);
            left /= count;
        }
        places.reverse();
        places
    }

    /// The number of combinations of varied values. Errors are reported at `span`.
    ///
    /// # Errors
    /// If there are too many cells or values, or zipped paths have different numbers of values.
    fn count_combinations(&self, span: Span) -> Result<usize, Problem> {
        let combinations = match self.combine {
            Combine::Cross => self.axes.iter().try_fold(1_u128, |product, axis| product.checked_mul(axis.count())),
            Combine::Zip => Some(self.zipped_count()?),
        };
        let variants = self.variants.len().max(1) as u128;
        let cells = combinations.and_then(|combinations| combinations.checked_mul(variants));
        match (combinations, cells) {
            (Some(_), Some(cells))
                if cells > 1 && cells <= u128::from(MAX_CELLS) && cells * self.most_values() > MAX_VALUES =>
            {
                let message = format!("{cells} cells of a scenario with {} values are too many", self.most_values());
                Err(Problem::new(message).at(span).help("vary fewer values, or shorten the file"))
            }
            (Some(combinations), Some(cells)) if cells <= u128::from(MAX_CELLS) => {
                usize::try_from(combinations).map_err(|_| Problem::new("too many cells").at(span))
            }
            _ => {
                let cells = cells.filter(|cells| *cells < TOO_MANY_TO_PRINT);
                let cells = cells.map_or("far too many".to_owned(), |cells| cells.to_string());
                Err(Problem::new(format!("the grid has {cells} cells; at most {MAX_CELLS} can be run"))
                    .at(span)
                    .help("vary fewer values, give ranges a larger `step`, or split the study into several files"))
            }
        }
    }

    /// An upper bound on the number of values in the document of a cell.
    fn most_values(&self) -> u128 {
        let variants = self.variants.iter().map(|variant| variant.over.count()).max();
        (self.base.count() + variants.unwrap_or(0)) as u128
    }

    /// The number of values of zipped axes, which must all have the same number.
    fn zipped_count(&self) -> Result<u128, Problem> {
        let Some(first) = self.axes.first() else { return Ok(1) };
        match self.axes.iter().find(|axis| axis.count() != first.count()) {
            None => Ok(first.count()),
            Some(other) => {
                let message =
                    format!("zipped paths need the same number of values: `{}` has {}", other.path, other.count());
                let label = format!("`{}` has {}", first.path, first.count());
                Err(Problem::new(message).at(other.key_span).also(first.key_span, label))
            }
        }
    }

    /// Tests every varied path in every variant. If one does not fit, nothing is varied.
    fn try_paths(&mut self, problems: &mut Problems) {
        let whole: Vec<Option<&Variant>> =
            if self.variants.is_empty() { vec![None] } else { self.variants.iter().map(Some).collect() };
        // The number of problems does not show this: a problem on a syntax error, or a duplicate, is not kept.
        let mut fits = true;
        for variant in whole {
            let mut document = self.with_variant(variant);
            for axis in &self.axes {
                for problem in path_problems(axis, variant, &mut document) {
                    problems.push(problem);
                    fits = false;
                }
            }
        }
        if !fits {
            self.axes.clear();
            self.combinations = 1;
        }
    }
}

/// Tests a varied path in a variant's `document`: sets it to its first value, unless it names an unknown fighter, and
/// returns the problems. A path that the variant sets too is a problem.
fn path_problems(axis: &Axis, variant: Option<&Variant>, document: &mut Node) -> Vec<Problem> {
    let set = variant.and_then(|variant| axis.path.find(&variant.over)).map(|set| {
        Problem::new(format!("`{}` is set by a variant and varied as well", axis.path))
            .at(set.span)
            .also(axis.key_span, "varied here")
    });
    let blocked = match (unknown_fighter(axis, document), axis.value(0)) {
        (None, Some((value, _))) => axis.path.set(document, value, axis.key_span).err(),
        (unknown, _) => unknown,
    };
    set.into_iter().chain(blocked).collect()
}

/// The problem if a path names a fighter that does not exist: setting the path would add a fighter to the fight or the
/// cast.
fn unknown_fighter(axis: &Axis, document: &Node) -> Option<Problem> {
    let [group, name, _, ..] = axis.path.segments() else { return None };
    let is_group = ["fighters", "cast"].contains(&group.as_str());
    let fighters = document.as_table()?.get(group).filter(|_| is_group)?.as_table()?;
    if fighters.entry(name).is_some() {
        return None;
    }
    let known: Vec<&str> = fighters.keys().collect();
    let problem = Problem::new(format!("`{}` does not exist: there is no `{}` in `{group}`", axis.path, excerpt(name)));
    let problem = problem.secondary();
    let problem = problem.at(axis.key_span).label_if(did_you_mean(name, known.iter().copied()));
    Some(problem.help(format!("`{group}` has {}", listed(&known))))
}

/// The fingerprint of a document. If the document names no preset, the default preset is inserted first.
fn explicit_fingerprint(mut document: Node) -> u128 {
    let span = document.span;
    let base = Path::of(["rules", "base"].map(str::to_owned).to_vec());
    if base.find(&document).is_none() {
        // If `rules` is not a table, that is reported elsewhere.
        let _ = base.set(&mut document, Node { value: Value::String(DEFAULT_PRESET.to_owned()), span }, span);
    }
    document.fingerprint()
}

fn read_variants(variants: &Node, problems: &mut Problems) -> Vec<Variant> {
    const HELP: &str = "for example `\"no roll\" = { rules = { damage_roll = \"none\" } }`";
    let table = match &variants.value {
        Value::Table(table) => table,
        Value::Invalid => return Vec::new(),
        other => {
            let message = format!("`variants` must be a table, not {}", other.noun());
            problems.push(Problem::new(message).at(variants.span).help(HELP));
            return Vec::new();
        }
    };
    if table.entries().is_empty() {
        problems.push(Problem::new("`variants` has no variant").at(variants.span).help(HELP));
    }
    let mut read = Vec::new();
    for entry in table.entries() {
        let Some(over) = entry.node.as_table() else {
            if entry.node.value != Value::Invalid {
                let message =
                    format!("a variant must be a table of what is different, not {}", entry.node.value.noun());
                problems.push(Problem::new(message).at(entry.node.span).help(HELP));
            }
            continue;
        };
        for taken in TAKEN_OUT.iter().chain(&WHOLE_FILE).filter_map(|key| over.entry(key)) {
            let problem = Problem::new(format!("a variant cannot hold `{}`", taken.key)).at(taken.key_span);
            problems.push(problem.help("put it at the top of the file; it applies to all variants"));
        }
        read.push(Variant { name: entry.key.clone(), over: entry.node.clone() });
    }
    read
}

#[cfg(test)]
mod tests;
