//! One document for every cell: `[variants]` × `[vary]`.

use super::document::{Node, Value};
use super::fault::{Fault, Faults, Span};
use super::vary::{self, Axis, Combine, TAKEN_OUT};
use crate::ladder::Ladder;
use crate::study;

/// How many cells, variants × varied values, one scenario may have.
pub const MAX_CELLS: u64 = 10_000;

/// What `[variants]` and `[vary]` make of a document: a list of edited documents, each made when it is asked for.
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
/// A path in quotes is split at its dots; parts with dots of their own are quoted inside. Ranges take numbers or words
/// of the ladder, include both ends, go down where `to` is below `from`, and may have a `step` above 0.
#[derive(Debug, Clone)]
pub struct Edits {
    base: Node,
    variants: Vec<Variant>,
    axes: Vec<Axis>,
    combine: Combine,
    /// How many combinations of varied values there are.
    combinations: usize,
}

#[derive(Debug, Clone)]
struct Variant {
    name: String,
    over: Node,
}

/// One cell's document.
#[derive(Debug, Clone, PartialEq)]
pub struct Edited {
    /// The variant's name; none where the scenario has no variants.
    pub variant: Option<String>,
    /// The varied values, one for each of [`Edits::varied`].
    pub varied: Vec<study::Value>,
    /// The document, with the variant merged over it and the varied values set.
    pub document: Node,
}

impl Edits {
    /// Takes `vary` and `variants` out of a document and plans its cells, without making them.
    ///
    /// What is wrong with them goes to `faults` and is left out of the plan, so that the rest of the document can
    /// still be read for its faults. A grid of more than [`MAX_CELLS`] is a fault, and found out without making it.
    pub fn plan(mut root: Node, ladder: &Ladder, faults: &mut Faults) -> Self {
        let table = root.as_table_mut();
        let (vary, variants) = table.map_or((None, None), |table| (table.remove("vary"), table.remove("variants")));
        let (axes, combine) =
            vary.as_ref().map_or((Vec::new(), Combine::Cross), |entry| vary::read(&entry.node, ladder, faults));
        let variants = variants.as_ref().map_or(Vec::new(), |entry| read_variants(&entry.node, faults));
        let place = vary.as_ref().map_or(root.span, |entry| entry.key_span);
        let mut plan = Self { base: root, variants, axes, combine, combinations: 1 };
        match plan.count_combinations(place) {
            Ok(combinations) => plan.combinations = combinations,
            Err(fault) => {
                faults.push(fault);
                plan.axes.clear();
                plan.variants.clear();
            }
        }
        plan.try_paths(faults);
        plan
    }

    /// How many cells there are; at least 1.
    pub fn cells(&self) -> usize {
        self.combinations * self.variants.len().max(1)
    }

    /// The names of the variants, in order; empty without `[variants]`.
    pub fn variants(&self) -> Vec<String> {
        self.variants.iter().map(|variant| variant.name.clone()).collect()
    }

    /// The varied paths, in order; empty without `[vary]`.
    pub fn varied(&self) -> Vec<String> {
        self.axes.iter().map(|axis| axis.path.to_string()).collect()
    }

    /// The document as it stands, before any variant or varied value.
    pub fn base(&self) -> &Node {
        &self.base
    }

    /// The cells in order: the first varied path slowest, variants fastest.
    pub fn iter(&self) -> impl Iterator<Item = Edited> {
        (0..self.cells()).filter_map(|number| self.cell(number))
    }

    /// The cell of this number, from 0 to below [`Edits::cells`].
    pub fn cell(&self, number: usize) -> Option<Edited> {
        if number >= self.cells() {
            return None;
        }
        let variant = self.variants.get(number % self.variants.len().max(1));
        let mut document = self.with_variant(variant);
        let mut varied = Vec::with_capacity(self.axes.len());
        for (axis, at) in self.axes.iter().zip(self.places(number / self.variants.len().max(1))) {
            let (value, shown) = axis.value(at)?;
            // `plan` has tried every path in every variant and left out what does not fit.
            axis.path.set(&mut document, value, axis.key_span).ok()?;
            varied.push(shown);
        }
        Some(Edited { variant: variant.map(|variant| variant.name.clone()), varied, document })
    }

    fn with_variant(&self, variant: Option<&Variant>) -> Node {
        let mut document = self.base.clone();
        if let Some(variant) = variant {
            document.overlay(variant.over.clone());
        }
        document
    }

    /// Which value of each axis belongs to a combination.
    fn places(&self, combination: usize) -> Vec<usize> {
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

    /// How many combinations of varied values there are, if they and the variants are few enough.
    fn count_combinations(&self, place: Span) -> Result<usize, Fault> {
        let combinations = match self.combine {
            Combine::Cross => self.axes.iter().try_fold(1_u128, |product, axis| product.checked_mul(axis.count())),
            Combine::Zip => Some(self.zipped()?),
        };
        let variants = self.variants.len().max(1) as u128;
        let cells = combinations.and_then(|combinations| combinations.checked_mul(variants));
        match (combinations, cells) {
            (Some(combinations), Some(cells)) if cells <= u128::from(MAX_CELLS) => {
                usize::try_from(combinations).map_err(|_| Fault::new("too many cells").at(place))
            }
            _ => {
                let cells = cells.map_or("far too many".to_owned(), |cells| cells.to_string());
                Err(Fault::new(format!("the grid has {cells} cells; at most {MAX_CELLS} can be run"))
                    .at(place)
                    .help("vary fewer values, give ranges a larger `step`, or split the study into several files"))
            }
        }
    }

    /// How many values zipped axes have; all must have the same number.
    fn zipped(&self) -> Result<u128, Fault> {
        let Some(first) = self.axes.first() else { return Ok(1) };
        match self.axes.iter().find(|axis| axis.count() != first.count()) {
            None => Ok(first.count()),
            Some(other) => {
                let message = format!("zipped paths need equally many values: `{}` has {}", other.path, other.count());
                let label = format!("`{}` has {}", first.path, first.count());
                Err(Fault::new(message).at(other.key_span).also(first.key_span, label))
            }
        }
    }

    /// Tries every varied path in every variant; an axis that does not fit is left out.
    fn try_paths(&mut self, faults: &mut Faults) {
        let whole: Vec<Option<&Variant>> =
            if self.variants.is_empty() { vec![None] } else { self.variants.iter().map(Some).collect() };
        let before = faults.len();
        for variant in whole {
            let mut document = self.with_variant(variant);
            for axis in &self.axes {
                if let Some(set) = variant.and_then(|variant| axis.path.find(&variant.over)) {
                    let fault = Fault::new(format!("`{}` is set by a variant and varied as well", axis.path));
                    faults.push(fault.at(set.span).also(axis.key_span, "varied here"));
                }
                let set = axis.value(0).map(|(value, _)| axis.path.set(&mut document, value, axis.key_span));
                if let Some(Err(fault)) = set {
                    faults.push(fault);
                }
            }
        }
        if faults.len() > before {
            self.axes.clear();
            self.combinations = 1;
        }
    }
}

fn read_variants(variants: &Node, faults: &mut Faults) -> Vec<Variant> {
    const HELP: &str = "for example `\"no roll\" = { rules = { damage_roll = \"none\" } }`";
    let table = match &variants.value {
        Value::Table(table) => table,
        Value::Invalid => return Vec::new(),
        other => {
            let message = format!("`variants` must be a table, not {}", other.noun());
            faults.push(Fault::new(message).at(variants.span).help(HELP));
            return Vec::new();
        }
    };
    if table.entries().is_empty() {
        faults.push(Fault::new("`variants` has no variant").at(variants.span).help(HELP));
    }
    let mut read = Vec::new();
    for entry in table.entries() {
        let Some(over) = entry.node.as_table() else {
            if entry.node.value != Value::Invalid {
                let message =
                    format!("a variant must be a table of what is different, not {}", entry.node.value.noun());
                faults.push(Fault::new(message).at(entry.node.span).help(HELP));
            }
            continue;
        };
        for taken in TAKEN_OUT.iter().filter_map(|key| over.entry(key)) {
            let fault = Fault::new(format!("a variant cannot hold `{}`", taken.key)).at(taken.key_span);
            faults.push(fault.help("it stands at the top of the file and goes for all variants"));
        }
        read.push(Variant { name: entry.key.clone(), over: entry.node.clone() });
    }
    read
}

#[cfg(test)]
mod tests {
    use super::super::parse::tests::{parse_text, parsed, shown};
    use super::*;

    fn plan(text: &str) -> Edits {
        let mut faults = Faults::new();
        let plan = Edits::plan(parsed(text), &Ladder::default(), &mut faults);
        assert!(faults.is_empty(), "{:?}", faults.iter().collect::<Vec<_>>());
        plan
    }

    /// What is wrong, and how many cells are left.
    fn wrong(text: &str) -> (String, usize) {
        let (root, mut faults) = parse_text(text);
        let plan = Edits::plan(root, &Ladder::default(), &mut faults);
        assert_eq!(plan.iter().count(), plan.cells());
        (faults.render(false), plan.cells())
    }

    fn lines(plan: &Edits) -> String {
        let line = |cell: Edited| {
            let shown_values = cell.varied.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            format!("{}|{shown_values}|{}", cell.variant.unwrap_or_default(), shown(&cell.document))
        };
        plan.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_document_without_edits_is_one_cell() {
        let plan = plan("a = 1");
        assert_eq!((plan.cells(), plan.varied(), plan.variants()), (1, vec![], vec![]));
        assert_eq!(lines(&plan), "||{a=1}");
        assert_eq!(plan.cell(1), None);
    }

    #[test]
    fn the_product_is_full_and_variants_vary_fastest() {
        let plan = plan(
            "[t]\nx = 0\nz = 5\n[variants]\nfirst = {}\n\"second\" = { t = { z = 6 } }\n\
             [vary]\n\"t.x\" = [1, 2]\nu.y = ['p', 'q']\n",
        );
        assert_eq!(
            (plan.varied(), plan.variants()),
            (vec!["t.x".into(), "u.y".into()], vec!["first".into(), "second".into()])
        );
        insta::assert_snapshot!(lines(&plan), @r#"
        first|1,p|{t={x=1 z=5} u={y="p"}}
        second|1,p|{t={x=1 z=6} u={y="p"}}
        first|1,q|{t={x=1 z=5} u={y="q"}}
        second|1,q|{t={x=1 z=6} u={y="q"}}
        first|2,p|{t={x=2 z=5} u={y="p"}}
        second|2,p|{t={x=2 z=6} u={y="p"}}
        first|2,q|{t={x=2 z=5} u={y="q"}}
        second|2,q|{t={x=2 z=6} u={y="q"}}
        "#);
    }

    #[test]
    fn a_table_of_odds_varies_dice_and_difficulty() {
        let plan = plan(
            "[check]\ntrait = 'Fair'\ndifficulty = 'Fair'\n[vary]\n\"rules.dice\" = ['4dF', '3d6-table', 'd%']\n\
             \"check.difficulty\" = { from = 'Terrible', to = 'Superb' }\n",
        );
        assert_eq!(plan.cells(), 21);
        let cell = plan.cell(20).unwrap();
        assert_eq!(shown(&cell.document), r#"{check={trait="Fair" difficulty=3} rules={dice="d%"}}"#);
        assert_eq!(cell.varied, [study::Value::Text("d%".into()), study::Value::Text("Superb".into())]);
    }

    #[test]
    fn zipped_values_go_side_by_side() {
        let plan = plan("[vary]\ncombine = 'zip'\na = [1, 2, 3]\nb = { from = 0.1, to = 0.3, step = 0.1 }\n");
        assert_eq!(lines(&plan), "|1,0.1|{a=1 b=0.1}\n|2,0.2|{a=2 b=0.2}\n|3,0.3|{a=3 b=0.3}");
    }

    #[test]
    fn ranges_take_levels_go_down_and_step() {
        let values = |text: &str| {
            let plan = plan(&format!("[vary]\na = {text}"));
            plan.iter()
                .map(|cell| format!("{}={}", cell.varied[0], shown(&cell.document)))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(values("{ from = 'Fair', to = 'Great' }"), "Fair={a=0} Good={a=1} Great={a=2}");
        assert_eq!(values("{ from = 'Good', to = 'Poor', step = 2 }"), "Good={a=1} Mediocre={a=-1}");
        assert_eq!(values("{ from = 3, to = -1, step = 2 }"), "3={a=3} 1={a=1} -1={a=-1}");
        assert_eq!(values("{ from = 7, to = 7 }"), "7={a=7}");
        assert_eq!(values("{ from = 1, to = 2, step = 0.5 }"), "1={a=1.0} 1.5={a=1.5} 2={a=2.0}");
        assert_eq!(values("[true, 1.5]"), "true={a=true} 1.5={a=1.5}");
    }

    #[test]
    fn paths_may_be_quoted_bare_or_mixed() {
        let plan = plan(
            "[fighters.\"old man\"]\nskill = 0\n[fighters.\"St. John\"]\nskill = 0\n\
             [vary]\n'fighters.\"old man\".skill' = [1]\nfighters.\"St. John\".skill = [2]\n\"x.y\".z = [3]\n",
        );
        assert_eq!(lines(&plan), r#"|1,2,3|{fighters={old man={skill=1} St. John={skill=2}} x={y={z=3}}}"#);
        assert_eq!(plan.varied(), ["fighters.\"old man\".skill", "fighters.\"St. John\".skill", "x.y.z"]);
    }

    #[test]
    fn a_varied_value_stands_where_it_was_written() {
        let text = "a = 1\n[vary]\na = [20, 30]";
        let cell = plan(text).cell(1).unwrap();
        let span = cell.document.as_table().unwrap().get("a").unwrap().span;
        assert_eq!(&text[span.start..span.end], "30");
    }

    #[test]
    fn huge_grids_are_refused_at_once() {
        for (vary, said) in [
            ("a = { from = 0, to = 1000000000 }", "the grid has 1000000001 cells"),
            (
                "a = { from = -9223372036854775808, to = 9223372036854775807 }",
                "the grid has 18446744073709551616 cells",
            ),
            ("a = { from = 0, to = 1, step = 1e-300 }", "cells; at most 10000"),
            ("a = { from = 'Fair', to = 2000000000 }", "the grid has 2000000001 cells"),
            (
                "a = { from = 1, to = 1000 }\nb = { from = 1, to = 1000 }\nc = { from = 1, to = 1000 }",
                "has 1000000000 cells",
            ),
            ("a = { from = 1, to = 101 }\nb = { from = 1, to = 100 }", "the grid has 10100 cells"),
        ] {
            let (faults, cells) = wrong(&format!("[vary]\n{vary}"));
            assert!(faults.contains(said), "{faults}");
            assert_eq!(cells, 1);
        }
        assert_eq!(plan("[vary]\na = { from = 1, to = 100 }\nb = { from = 1, to = 100 }").cells(), 10_000);
    }

    #[test]
    fn faults_of_vary_come_all_at_once() {
        let (faults, _) = wrong(
            "[vary]\n\"a..b\" = [1]\nb = 3\nc = []\nd = [[1]]\ne = { from = 'Fiar', to = true }\nf = { from = 1 }\n\
             g = { from = 1, to = 2, step = 0, stpe = 1 }\nvariants.x = [1]\nh = {}\ncombine = 'zap'\ni = [1]\ni.j = { from = 1, to = 2 }\n",
        );
        insta::assert_snapshot!(faults, @r#"
        error: this path has an empty part
         --> s.toml:2:1
          |
        2 | "a..b" = [1]
          | ^^^^^^
          |
          = help: parts are separated by single dots: `rules.dice`

        error: a list of values is needed
         --> s.toml:3:5
          |
        3 | b = 3
          |     ^
          |
          = help: give a list, `[1, 2, 3]`, or a range, `{ from = 1, to = 3 }`

        error: this list is empty
         --> s.toml:4:5
          |
        4 | c = []
          |     ^^
          |
          = help: give a list, `[1, 2, 3]`, or a range, `{ from = 1, to = 3 }`

        error: a varied value must be a number, text, true or false, not a list
         --> s.toml:5:6
          |
        5 | d = [[1]]
          |      ^^^
          |
          = help: whole tables and lists are compared by `[variants]`

        error: unknown level `Fiar`
         --> s.toml:6:14
          |
        6 | e = { from = 'Fiar', to = true }
          |              ^^^^^^
          |
          = help: did you mean `Fair`?

        error: `to` must be a number or a level, not true or false
         --> s.toml:6:27
          |
        6 | e = { from = 'Fiar', to = true }
          |                           ^^^^

        error: this range has no `to`
         --> s.toml:7:5
          |
        7 | f = { from = 1 }
          |     ^^^^^^^^^^^^

        error: `step` must be a number above 0
         --> s.toml:8:32
          |
        8 | g = { from = 1, to = 2, step = 0, stpe = 1 }
          |                                ^
          |
          = help: a range goes down by itself where `to` is below `from`

        error: unknown key `stpe` in a range
         --> s.toml:8:35
          |
        8 | g = { from = 1, to = 2, step = 0, stpe = 1 }
          |                                   ^^^^ did you mean `step`?
          |
          = help: a range has `from`, `to`, `step`

        error: `variants.x` cannot be varied
         --> s.toml:9:10
          |
        9 | variants.x = [1]
          |          ^
          |
          = help: it says how the scenario is put together

        error: nothing to vary
          --> s.toml:10:5
           |
        10 | h = {}
           |     ^^
           |
           = help: give a list, `[1, 2, 3]`, or a range, `{ from = 1, to = 3 }`

        error: `combine` cannot be `zap`
          --> s.toml:11:11
           |
        11 | combine = 'zap'
           |           ^^^^^ did you mean `zip`?
           |
           = help: `cross` tries every value with every other, `zip` the first with the first and so on

        error: cannot extend value of type array with a dotted key
          --> s.toml:13:1
           |
        13 | i.j = { from = 1, to = 2 }
           | ^
        "#);
    }

    #[test]
    fn edits_that_collide_are_refused() {
        let (faults, cells) = wrong(
            "x = 1\n[variants]\none = { y = 2, vary = {} }\ntwo = 3\n[vary]\n\"x.z\" = [1]\ny = [1]\n\"y.w\" = [1]\n",
        );
        insta::assert_snapshot!(faults, @r#"
        error: `y` is set by a variant and varied as well
         --> s.toml:3:13
          |
        3 | one = { y = 2, vary = {} }
          |             ^
          |
         ::: s.toml:7:1
          |
        7 | y = [1]
          | - varied here

        error: a variant cannot hold `vary`
         --> s.toml:3:16
          |
        3 | one = { y = 2, vary = {} }
          |                ^^^^
          |
          = help: it stands at the top of the file and goes for all variants

        error: a variant must be a table of what is different, not a whole number
         --> s.toml:4:7
          |
        4 | two = 3
          |       ^
          |
          = help: for example `"no roll" = { rules = { damage_roll = "none" } }`

        error: `x.z` leads nowhere: `x` is a whole number, not a table
         --> s.toml:6:1
          |
        6 | "x.z" = [1]
          | ^^^^^
          |
         ::: s.toml:1:5
          |
        1 | x = 1
          |     - set here

        error: `y.w` is varied twice
         --> s.toml:8:1
          |
        8 | "y.w" = [1]
          | ^^^^^
          |
         ::: s.toml:7:1
          |
        7 | y = [1]
          | - varied here as well
        "#);
        assert_eq!(cells, 1);
        let (faults, _) = wrong("[vary]\ncombine = 'zip'\na = [1, 2]\nb = [1, 2, 3]");
        insta::assert_snapshot!(faults, @r"
        error: zipped paths need equally many values: `b` has 3
         --> s.toml:4:1
          |
        4 | b = [1, 2, 3]
          | ^
          |
         ::: s.toml:3:1
          |
        3 | a = [1, 2]
          | - `a` has 2
        ");
        assert!(wrong("vary = 1\nvariants = 2").0.contains("`variants` must be a table, not a whole number"));
        assert!(wrong("[variants]").0.contains("`variants` has no variant"));
    }

    #[test]
    fn too_many_paths_are_refused() {
        let text: String = (0..17).map(|number| format!("p{number} = [1]\n")).collect();
        assert!(wrong(&format!("[vary]\n{text}")).0.contains("more than 16 paths are varied"));
    }
}
