use super::super::edit::*;
use crate::scenario::parsed::{parse_text, parsed, shown};

fn plan(text: &str) -> Edits {
    let mut problems = Problems::new();
    let plan = Edits::plan(parsed(text), &Ladder::default(), &mut problems);
    assert!(problems.is_empty(), "{:?}", problems.iter().collect::<Vec<_>>());
    plan
}

/// Returns the problems, and the number of cells left.
fn wrong(text: &str) -> (String, usize) {
    let (root, mut problems) = parse_text(text);
    let plan = Edits::plan(root, &Ladder::default(), &mut problems);
    assert_eq!(plan.iter().count(), plan.cells());
    (problems.render(false), plan.cells())
}

fn lines(plan: &Edits) -> String {
    let line = |cell: Edited| {
        let shown_values = cell.varied.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        format!("{}|{shown_values}|{}", cell.variant.unwrap_or_default(), shown(&cell.document))
    };
    plan.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn document_without_edits_has_one_cell() {
    let plan = plan("a = 1");
    assert_eq!((plan.cells(), plan.varied(), plan.variants()), (1, vec![], vec![]));
    assert_eq!(lines(&plan), "||{a=1}");
    assert_eq!(plan.cell(1), None);
}

#[test]
fn cross_has_all_combinations_with_variants_fastest() {
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
fn grid_has_all_dice_and_difficulties() {
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
fn zip_combines_values_by_index() {
    let plan = plan("[vary]\ncombine = 'zip'\na = [1, 2, 3]\nb = { from = 0.1, to = 0.3, step = 0.1 }\n");
    assert_eq!(lines(&plan), "|1,0.1|{a=1 b=0.1}\n|2,0.2|{a=2 b=0.2}\n|3,0.3|{a=3 b=0.3}");
}

#[test]
fn ranges_accept_levels_descending_ends_and_steps() {
    let values = |text: &str| {
        let plan = plan(&format!("[vary]\na = {text}"));
        plan.iter().map(|cell| format!("{}={}", cell.varied[0], shown(&cell.document))).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(values("{ from = 'Fair', to = 'Great' }"), "Fair={a=0} Good={a=1} Great={a=2}");
    assert_eq!(values("{ from = 'Good', to = 'Poor', step = 2 }"), "Good={a=1} Mediocre={a=-1}");
    assert_eq!(values("{ from = 3, to = -1, step = 2 }"), "3={a=3} 1={a=1} -1={a=-1}");
    assert_eq!(values("{ from = 7, to = 7 }"), "7={a=7}");
    assert_eq!(values("{ from = 1, to = 2, step = 0.5 }"), "1={a=1.0} 1.5={a=1.5} 2={a=2.0}");
    assert_eq!(values("[true, 1.5]"), "true={a=true} 1.5={a=1.5}");
}

#[test]
fn paths_accept_quoted_and_bare_parts() {
    let plan = plan(
        "[fighters.\"old man\"]\nskill = 0\n[fighters.\"St. John\"]\nskill = 0\n\
         [vary]\n'fighters.\"old man\".skill' = [1]\nfighters.\"St. John\".skill = [2]\n\"x.y\".z = [3]\n",
    );
    assert_eq!(lines(&plan), r#"|1,2,3|{fighters={old man={skill=1} St. John={skill=2}} x={y={z=3}}}"#);
    assert_eq!(plan.varied(), ["fighters.\"old man\".skill", "fighters.\"St. John\".skill", "x.y.z"]);
}

#[test]
fn varied_value_keeps_its_span() {
    let text = "a = 1\n[vary]\na = [20, 30]";
    let cell = plan(text).cell(1).unwrap();
    let span = cell.document.as_table().unwrap().get("a").unwrap().span;
    assert_eq!(&text[span.start..span.end], "30");
}

#[test]
fn plan_rejects_huge_grids() {
    for (vary, said) in [
        ("a = { from = 0, to = 1000000000 }", "the grid has 1000000001 cells"),
        ("a = { from = -9223372036854775808, to = 9223372036854775807 }", "the grid has far too many cells"),
        ("a = { from = 0, to = 1, step = 1e-300 }", "cells; at most 10000"),
        ("a = { from = 'Fair', to = 2000000000 }", "the grid has 2000000001 cells"),
        (
            "a = { from = 1, to = 1000 }\nb = { from = 1, to = 1000 }\nc = { from = 1, to = 1000 }",
            "has 1000000000 cells",
        ),
        ("a = { from = 1, to = 101 }\nb = { from = 1, to = 100 }", "the grid has 10100 cells"),
    ] {
        let (problems, cells) = wrong(&format!("[vary]\n{vary}"));
        assert!(problems.contains(said), "{problems}");
        assert_eq!(cells, 1);
    }
    assert_eq!(plan("[vary]\na = { from = 1, to = 100 }\nb = { from = 1, to = 100 }").cells(), 10_000);
}

#[test]
fn plan_reports_all_errors_of_vary() {
    let (problems, _) = wrong(
        "[vary]\n\"a..b\" = [1]\nb = 3\nc = []\nd = [[1]]\ne = { from = 'Fiar', to = true }\nf = { from = 1 }\n\
         g = { from = 1, to = 2, step = 0, stpe = 1 }\nvariants.x = [1]\nh = {}\ncombine = 'zap'\ni = [1]\ni.j = { from = 1, to = 2 }\n",
    );
    insta::assert_snapshot!(problems, @r#"
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
      = help: give a list, `[1, 2, 3]`, or a range, `"1..3"` or `{ from = 1, to = 9, step = 2 }`

    error: this list is empty
     --> s.toml:4:5
      |
    4 | c = []
      |     ^^
      |
      = help: give a list, `[1, 2, 3]`, or a range, `"1..3"` or `{ from = 1, to = 9, step = 2 }`

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
      = help: a range counts down if `to` is below `from`

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
       = help: give a list, `[1, 2, 3]`, or a range, `"1..3"` or `{ from = 1, to = 9, step = 2 }`

    error: `combine` cannot be `zap`
      --> s.toml:11:11
       |
    11 | combine = 'zap'
       |           ^^^^^ did you mean `zip`?
       |
       = help: `cross` combines every value with every other, `zip` the first with the first and so on

    error: cannot extend value of type array with a dotted key
      --> s.toml:13:1
       |
    13 | i.j = { from = 1, to = 2 }
       | ^
    "#);
}

#[test]
fn plan_rejects_conflicting_edits() {
    let (problems, cells) = wrong(
        "x = 1\n[variants]\none = { y = 2, vary = {} }\ntwo = 3\n[vary]\n\"x.z\" = [1]\ny = [1]\n\"y.w\" = [1]\n",
    );
    insta::assert_snapshot!(problems, @r#"
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
      = help: put it at the top of the file; it applies to all variants

    error: a variant must be a table of what is different, not a whole number
     --> s.toml:4:7
      |
    4 | two = 3
      |       ^
      |
      = help: for example `"no roll" = { rules = { damage_roll = "none" } }`

    error: `x.z` does not exist: `x` is a whole number, not a table
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
    let (problems, _) = wrong("[vary]\ncombine = 'zip'\na = [1, 2]\nb = [1, 2, 3]");
    insta::assert_snapshot!(problems, @r"
    error: zipped paths need the same number of values: `b` has 3
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
fn plan_rejects_too_many_paths() {
    let text: String = (0..17).map(|number| format!("p{number} = [1]\n")).collect();
    assert!(wrong(&format!("[vary]\n{text}")).0.contains("more than 16 paths are varied"));
}

#[test]
fn plan_ignores_paths_on_syntax_errors() {
    // The incomplete key is a syntax error, and the error of its path is at the same position.
    for vary in ["check.difficulty. = [1, 2]", "check.difficulty.. = { from = 1, to = 2 }"] {
        let (problems, cells) = wrong(&format!("[check]\ndifficulty = 1\n[vary]\n{vary}\n"));
        assert!(!problems.is_empty() && cells == 1, "{problems}");
    }
    // Every bracket, quote and comment sign after every key.
    for sign in ["[", "]", "{", "}", "=", ".", ",", "\"", "'", "#", "\\"] {
        wrong(&format!("x = 1\n[vary]\nx.{sign} = [1, 2]\n\"x.y\"{sign} = [1]\nx{sign} = {{ from = 1, to = 2 }}\n"));
    }
}

#[test]
fn plan_rejects_levels_beyond_the_ladder() {
    let (problems, cells) = wrong("[vary]\na = { from = 'Fair', to = 4000000000000, step = 1000000000000 }");
    assert!(problems.starts_with("error: this level is beyond the ladder"), "{problems}");
    assert_eq!(cells, 1);
}

#[test]
fn plan_rejects_unknown_fighters() {
    let (problems, _) =
        wrong("[fighters.goblins]\nskill = 0\n[fighters.hans]\n[vary]\nfighters.gobblins.count = [1, 2]\n");
    insta::assert_snapshot!(problems, @r"
    error: `fighters.gobblins.count` does not exist: there is no `gobblins` in `fighters`
     --> s.toml:5:19
      |
    5 | fighters.gobblins.count = [1, 2]
      |                   ^^^^^ did you mean `goblins`?
      |
      = help: `fighters` has `goblins`, `hans`
    ");
}
