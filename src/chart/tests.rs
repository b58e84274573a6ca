#[cfg(feature = "png")]
mod pictures;

use super::*;
use crate::measure::{Label, Levels};
use crate::report::fixture::{cell, distribution_of as spread_of, empty, figure, measure};
use crate::stats::Estimate;
use crate::study::{
    Difference, Distribution, Expectation, Holds, Judgement, Pictured, Point, Reply, ReplyColumn, ReplyEntry,
};

const TRIALS: u64 = 20_000;

fn study(trials: Option<u64>, cells: Vec<Cell>) -> StudyResult {
    let mut variants: Vec<String> = Vec::new();
    for name in cells.iter().filter_map(|cell| cell.variant.clone()) {
        if !variants.contains(&name) {
            variants.push(name);
        }
    }
    let mut result = StudyResult { title: "Barroom duel".into(), cells, variants, ..empty() };
    result.provenance.trials = trials;
    result.provenance.seed = trials.map(|_| 1);
    result.provenance.method = if trials.is_some() { "simulate" } else { "exact" }.into();
    result
}

fn estimate(share: f64, exact: bool) -> Estimate {
    if exact { Estimate::exact(share, 1e-15) } else { Estimate::share((share * TRIALS as f64).round() as u64, TRIALS) }
}

fn distribution_of(name: &str, subject: &str, shares: &[(i64, &str, f64)], exact: bool) -> Distribution {
    let point = |&(value, label, share): &(i64, &str, f64)| Point {
        value,
        label: if label == value.to_string() { Label::Number } else { Label::Named(label.into()) },
        estimate: estimate(share, exact),
    };
    spread_of(name, subject, shares.iter().map(point).collect())
}

fn headline_of(subject: &str, share: f64, exact: bool) -> Vec<Figure> {
    let name = if subject.is_empty() { "success" } else { "wins" };
    vec![figure(name, subject, Unit::Probability, estimate(share, exact))]
}

const FUDGE: [(i64, &str, f64); 9] = [
    (-4, "Terrible−1", 1.0 / 81.0),
    (-3, "Terrible", 4.0 / 81.0),
    (-2, "Poor", 10.0 / 81.0),
    (-1, "Mediocre", 16.0 / 81.0),
    (0, "Fair", 19.0 / 81.0),
    (1, "Good", 16.0 / 81.0),
    (2, "Great", 10.0 / 81.0),
    (3, "Superb", 4.0 / 81.0),
    (4, "Superb+1", 1.0 / 81.0),
];

fn check(exact: bool) -> StudyResult {
    let distributions = vec![distribution_of("degrees", "Lisa", &FUDGE, exact)];
    study((!exact).then_some(TRIALS), vec![cell(None, vec![], headline_of("", 0.617, exact), distributions)])
}

/// Rounds that end the fight with a constant chance; the last one ends all fights that are left.
fn geometric(chance: f64, last: i64, exact: bool) -> Distribution {
    let points = (1..=last).map(|round| {
        let share = if round == last {
            (1.0 - chance).powi(last as i32 - 1)
        } else {
            chance * (1.0 - chance).powi(round as i32 - 1)
        };
        Point { value: round, label: Label::Number, estimate: estimate(share, exact) }
    });
    spread_of("rounds", "", points.collect())
}

fn wounds(subject: &str, worse: f64, exact: bool) -> Distribution {
    let raw = [
        ("Undamaged", 0.3),
        ("Scratch", 0.15),
        ("Hurt", 0.1),
        ("Very Hurt", 0.08),
        ("Incapacitated", 0.3 * worse),
        ("Near Death", 0.07 * worse),
    ];
    let sum: f64 = raw.iter().map(|(_, share)| share).sum();
    let shares: Vec<(i64, &str, f64)> = raw.iter().zip(0..).map(|((name, share), k)| (k, *name, share / sum)).collect();
    distribution_of("wounds", subject, &shares, exact).of_levels(STANDARD)
}

/// The ends of a fighter who sometimes surrenders.
fn fates(subject: &str) -> Distribution {
    let shares = [(0, "Undamaged", 0.3), (1, "Scratch", 0.1), (4, "Incapacitated", 0.4), (7, "surrendered", 0.2)];
    distribution_of("ends", subject, &shares, false).of_levels(STANDARD)
}

/// The levels of the SRD's track, including death.
const STANDARD: Levels = Levels { count: 7, out: 4 };

fn duel(variants: &[&str], exact: bool) -> StudyResult {
    let cells = variants.iter().zip(0..).map(|(name, k)| {
        let chance = 0.25 + 0.05 * f64::from(k);
        let worse = 0.6 + 0.3 * f64::from(k);
        cell(
            Some((*name).to_owned()),
            vec![],
            headline_of("Snorri", 0.561 - 0.03 * f64::from(k), exact),
            vec![
                geometric(chance, 1000, exact),
                wounds("Snorri", worse, exact),
                wounds("Brynhild", worse + 0.3, exact),
            ],
        )
    });
    study((!exact).then_some(TRIALS), cells.collect())
}

const LADDER: [&str; 7] = ["Terrible", "Poor", "Mediocre", "Fair", "Good", "Great", "Superb"];

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-1.3 * x).exp())
}

fn grid(dice: &[&str], exact: bool) -> StudyResult {
    let mut cells = Vec::new();
    for (row, method) in dice.iter().enumerate() {
        for (column, level) in LADDER.iter().enumerate() {
            cells.push(cell(
                None,
                vec![Value::Text((*method).to_owned()), Value::Text((*level).to_owned())],
                headline_of("", logistic(3.0 - column as f64 + 0.2 * row as f64), exact),
                vec![],
            ));
        }
    }
    let mut result = study((!exact).then_some(TRIALS), cells);
    result.varied = vec!["rules.dice".into(), "check.difficulty".into()];
    result.grid = Some(Grid { across: 1, down: 0 });
    result
}

fn varied(variants: &[&str], values: &[Value], exact: bool) -> StudyResult {
    let mut cells = Vec::new();
    for (column, value) in values.iter().enumerate() {
        for (number, variant) in variants.iter().enumerate() {
            cells.push(cell(
                Some((*variant).to_owned()),
                vec![value.clone()],
                headline_of("Party", logistic(2.0 - column as f64 * 0.8 - number as f64 * 0.5), exact),
                vec![],
            ));
        }
    }
    let mut result = study((!exact).then_some(TRIALS), cells);
    result.varied = vec!["fighters.goblins.count".into()];
    result
}

fn numbers(count: i64) -> Vec<Value> {
    (3..3 + count).map(Value::Integer).collect()
}

/// Results of every shape, including odd ones.
fn fixtures() -> Vec<(&'static str, StudyResult)> {
    [checks(), fights(), sweeps(), vec![("party", party()), ("replies", replies())]].concat()
}

/// One reply for each analysis that has a chart.
fn replies() -> StudyResult {
    let change = |value: f64| ReplyEntry::Change(Estimate::exact(value, 0.0), Unit::Probability, true);
    let score = |share: f64| ReplyEntry::Figure(estimate(share, false), Unit::Probability);
    let reply = |kind, title: &str, pictured, columns: &[&str], rows| Reply {
        pictured: Some(pictured),
        columns: columns.iter().map(|name| ReplyColumn::plain(*name)).collect(),
        rows,
        ..Reply::new(kind, title)
    };
    let step = |key: &str, now: &str, then: &str, by: f64| {
        vec![key.into(), now.into(), then.into(), score(0.5 + by), change(by)]
    };
    let steps = vec![
        step("snorri.skill", "Great", "Good", -0.31),
        step("snorri.skill", "Great", "Superb", 0.22),
        step("rules.dice", "4dF", "1d6 − 1d6, read as a table of an own make", -0.1),
        step("brynhild.armor", "heavy leather", "mail", -0.04),
    ];
    let share = |name: &str, by: f64| vec![name.into(), change(by), change(by), change(by)];
    let shares = vec![
        share("no damage roll", 0.12),
        share("shields", -0.2),
        share("all together", -0.08),
        vec!["total minus separate effects".into(), change(0.0), ReplyEntry::Nothing, ReplyEntry::Nothing],
    ];
    let beats = |name: &str, scores: [f64; 3]| [vec![name.into(), score(0.5)], scores.map(score).to_vec()].concat();
    let builds = vec![
        beats("sword", [0.5, 0.7, 0.2]),
        beats("axe", [0.3, 0.5, 0.9]),
        beats("spear and shield", [0.8, 0.1, 0.5]),
    ];
    let columns = ["key", "now", "then", "value", "change"];
    let mut result = check(true);
    result.cells.clear();
    result.replies = vec![
        reply("sensitivity", "What one step changes in Snorri wins", Pictured::Tornado, &columns, steps),
        reply("decompose", "What each change does to Snorri wins", Pictured::Waterfall, &columns[1..], shares),
        reply("matchup", "Builds against each other", Pictured::Matrix, &columns, builds),
    ];
    result
}

/// Rows of the tornado show the largest step first, those of the waterfall end with the total, and the matrix has a
/// field for each pair of builds.
#[test]
fn analysis_replies_have_charts() {
    let found = charts(&replies());
    assert_eq!(found.iter().map(|chart| chart.kind).collect::<Vec<_>>(), ["tornado", "waterfall", "matrix"]);
    assert!(found.iter().all(|chart| chart.leads));
    let titles = |svg: &str| -> Vec<String> {
        svg.split("<title>").skip(1).filter_map(|rest| Some(rest.split("</title>").next()?.to_owned())).collect()
    };
    assert_eq!(titles(&found[0].svg())[0], "snorri skill (Great): Good 31.00 points less, Superb 22.00 points more");
    assert!(texts(&found[0].svg()).iter().any(|text| text == "Superb"));
    assert_eq!(titles(&found[1].svg()).last().unwrap(), "all together: 8.00 points less");
    assert_eq!(titles(&found[2].svg()).len(), 9);
    let mut nothing = replies();
    nothing.replies.iter_mut().for_each(|reply| reply.rows.clear());
    assert_eq!(names(&nothing), Vec::<String>::new());
}

/// Two fighters who get worse round by round; the second is hurt from the start.
fn climbing(exact: bool) -> StudyResult {
    let added = |who: &str, first: f64| {
        let points = [first, 0.2, 0.1, 0.05, 0.0004, 0.0001].map(|share| estimate(share, exact));
        spread_of("wounds by round", who, Point::numbers(0, points))
    };
    check_with(vec![added("Snorri", 0.0), added("Brynhild", 0.25)], exact)
}

/// Three heroes against two foes.
fn party() -> StudyResult {
    let heroes =
        distribution_of("survivors", "heroes", &[(0, "0", 0.1), (1, "1", 0.2), (2, "2", 0.3), (3, "3", 0.4)], true);
    let foes = distribution_of("survivors", "foes", &[(0, "0", 0.9), (1, "1", 0.06), (2, "2", 0.04)], true);
    let mut result = check(true);
    result.cells[0].distributions = [vec![heroes, foes], course(&[("heroes", 0.6), ("foes", 0.35)], true)].concat();
    result
}

/// Rounds that end the fight with a constant chance, and the wins of `sides`, which have these shares; the other fights
/// are draws.
fn course(sides: &[(&str, f64)], exact: bool) -> Vec<Distribution> {
    let rounds = geometric(0.3, 30, exact);
    let won = |(side, share): &(&str, f64)| {
        let point = |point: &Point| Point { estimate: estimate(point.estimate.value * share, exact), ..point.clone() };
        spread_of("wins by round", side, rounds.points.iter().map(point).collect())
    };
    let sides: Vec<Distribution> = sides.iter().map(won).collect();
    [vec![rounds], sides].concat()
}

fn check_with(distributions: Vec<Distribution>, exact: bool) -> StudyResult {
    let mut result = check(exact);
    result.cells[0].distributions = distributions;
    result
}

fn outcomes(word: &str, count: i64) -> StudyResult {
    let words: Vec<String> = (0..count).map(|k| format!("{word} {k}")).collect();
    let shares: Vec<_> = words.iter().zip(0..).map(|(word, k)| (k, word.as_str(), 1.0 / count as f64)).collect();
    check_with(vec![distribution_of("outcomes", "", &shares, false)], false)
}

/// A custom process: values at its end, a first time, and means after each step.
fn process() -> StudyResult {
    let mut result = check_with(
        vec![
            distribution_of("spread", "gap of those who escape", &[(1, "1", 0.1), (2, "2", 0.5), (3, "3", 0.4)], true),
            distribution_of(
                "first time",
                "first in reach",
                &[(1, "1", 0.2), (2, "2", 0.3), (1_000_001, "never", 0.5)],
                true,
            ),
        ],
        true,
    );
    let points = Point::numbers(0, [1.0, 2.5, 3.0, 3.0].map(|mean| Estimate::exact(mean, 0.0)));
    result.cells[0].findings.courses = vec![spread_of("spread", "gap", points)];
    result
}

/// Two tasks: one is given up after two periods, the other continues until it is done.
fn tasks() -> StudyResult {
    let short = [(1, "1", 0.25), (2, "2", 0.15), (1001, "not done", 0.6)];
    let long = [(1, "1", 0.25), (2, "2", 0.25), (3, "3", 0.5), (1001, "not done", 0.0)];
    let cell = |variant: &str, shares: &[(i64, &str, f64)]| {
        cell(
            Some(variant.into()),
            vec![],
            headline_of("", 0.4, true),
            vec![distribution_of("periods", "", shares, true)],
        )
    };
    study(None, vec![cell("two", &short), cell("as it takes", &long)])
}

fn healing() -> StudyResult {
    let days = [(0, "0", 0.1), (7, "7", 0.3), (14, "14", 0.35), (21, "21", 0.15), (1001, "not healed", 0.1)];
    let days = vec![distribution_of("days", "", &days, true)];
    study(None, vec![cell(None, vec![], headline_of("", 0.9, true), days)])
}

fn checks() -> Vec<(&'static str, StudyResult)> {
    let numbers: Vec<String> = FUDGE.iter().map(|(value, _, _)| value.to_string()).collect();
    let relative: Vec<_> =
        FUDGE.iter().zip(&numbers).map(|((value, _, share), label)| (*value, label.as_str(), *share)).collect();
    let ends = [(0, "Lisa wins", 0.5), (1, "tie: the status quo holds", 0.2), (2, "Joe wins", 0.3)];
    let opposed = vec![
        distribution_of("degrees", "Lisa", &FUDGE, false),
        distribution_of("degrees", "Joe", &FUDGE[1..8], false),
        distribution_of("relative degrees", "", &relative, false),
        distribution_of("outcomes", "", &ends, false),
    ];
    let one = |name: &str, label: &str| distribution_of(name, "", &[(0, label, 1.0)], true);
    let none = |name: &str| distribution_of(name, "", &[(0, "Fair", 0.0), (1, "Good", 0.0)], false);
    let ends = [(i64::MIN, "least", 0.5), (i64::MAX, "most", 0.5)];
    let extreme = |name: &str| distribution_of(name, "", &ends, true);
    let hollow = |name: &str| distribution_of(name, "", &[], false);
    let copies = |count: usize| {
        let cell = |k: usize| {
            let moved: Vec<(i64, &str, f64)> =
                (0..FUDGE.len()).map(|n| (FUDGE[n].0, FUDGE[n].1, FUDGE[(n + k) % FUDGE.len()].2)).collect();
            let distributions = vec![distribution_of("degrees", "Lisa", &moved, false)];
            Cell { variant: Some(format!("variant {k}")), ..check_with(distributions, false).cells.remove(0) }
        };
        study(Some(TRIALS), (0..count).map(cell).collect())
    };
    let mut empty = check_with(["rounds", "degrees"].map(hollow).to_vec(), false);
    empty.cells[0].figures.clear();
    vec![
        ("check-exact", check(true)),
        ("check", check(false)),
        ("opposed", check_with(opposed, false)),
        ("single", check_with(vec![one("degrees", "Fair"), one("margins", "0")], true)),
        ("extremes", check_with(["degrees", "rounds", "wounds"].map(extreme).to_vec(), true)),
        ("zeros", check_with(["degrees", "rounds", "wounds"].map(none).to_vec(), false)),
        ("surrenders", check_with(vec![wounds("Snorri", 0.6, false), fates("Snorri")], false)),
        ("empty", empty),
        ("nothing", study(None, vec![])),
        ("check-4", copies(4)),
        ("check-6", copies(6)),
        ("twelve", outcomes("Incapacitated", 12)),
        ("tasks", tasks()),
        ("contest", check_with(vec![distribution_of("best degrees", "", &FUDGE, true)], true)),
        (
            "group",
            check_with(
                vec![distribution_of("members done", "", &[(0, "0", 0.1), (1, "1", 0.4), (2, "2", 0.5)], true)],
                true,
            ),
        ),
        (
            "affliction",
            check_with(vec![distribution_of("losses", "", &[(0, "0", 0.7), (1, "1", 0.1), (4, "4", 0.2)], true)], true),
        ),
        (
            "length",
            check_with(
                vec![distribution_of("steps", "", &[(1, "1", 0.3), (2, "2", 0.5), (1_000_001, "later", 0.2)], true)],
                true,
            ),
        ),
        ("healing", healing()),
        (
            "campaign",
            check_with(
                vec![
                    distribution_of("fights stood", "", &[(0, "0", 0.1), (1, "1", 0.3), (2, "2", 0.6)], true),
                    distribution_of("still fit", "", &[(0, "0", 0.4), (1, "1", 0.2), (2, "2", 0.4)], true),
                ],
                true,
            ),
        ),
        (
            "castings",
            check_with(
                vec![
                    distribution_of("full successes", "", &[(0, "0", 0.2), (1, "1", 0.5), (3, "3", 0.3)], true),
                    distribution_of("castings", "", &[(2, "2", 0.4), (5, "5", 0.6)], true),
                ],
                true,
            ),
        ),
        ("process", process()),
        (
            "experience",
            check_with(
                vec![distribution_of("sessions needed", "", &[(2, "2", 0.7), (3, "3", 0.1), (4, "4", 0.2)], true)],
                true,
            ),
        ),
        (
            "creation",
            check_with(
                vec![distribution_of("costs", "", &[(-1, "−1", 0.7), (0, "0", 0.1), (2, "2", 0.2)], true)],
                true,
            ),
        ),
        ("thirty", outcomes("Incapacitated and still insulting everybody", 30)),
    ]
}

fn fights() -> Vec<(&'static str, StudyResult)> {
    let long = "An endless name ".repeat(13);
    let odd = ["<script>alert(1)</script>", "Þórr & Ægir \"the\" 'Bold'", "🐉 dragon 龍", &long, "a\u{0}\u{202E}b\n"];
    let many: Vec<String> = (1..=12).map(|k| format!("variant {k}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let mut endless = duel(&["only"], true);
    endless.cells[0].distributions = vec![geometric(0.002, 1000, true)];
    let mut limit = duel(&["only"], false);
    let mut capped = geometric(0.3, 1000, false);
    for point in &mut capped.points {
        point.estimate = estimate(if point.value == 1000 { 0.05 } else { point.estimate.value * 0.95 }, false);
    }
    limit.cells[0].distributions = vec![capped];
    let mut blood = duel(&["only"], true);
    let waits = geometric(0.4, 40, true).points;
    blood.cells[0].distributions = vec![spread_of("rounds until first blood", "", waits)];
    let courses = |sides: &[(&str, f64)]| {
        let mut result = duel(&["only"], false);
        result.cells[0].distributions = course(sides, false);
        result
    };
    vec![
        ("course", courses(&[("Snorri", 0.561), ("Brynhild", 0.439)])),
        ("course-3", courses(&[("knights", 0.2), ("wolves of the ford", 0.5), ("ogres", 0.1)])),
        ("course-sure", courses(&[("Snorri", 1.0), ("Brynhild", 0.0)])),
        ("blood", blood),
        ("climb", climbing(true)),
        ("climb-simulated", climbing(false)),
        ("duel-1", duel(&["srd"], true)),
        ("duel-3", duel(&["no roll", "4dF, limited", "Min-Mid-Max"], false)),
        ("duel-4", compared(duel(&["srd", "nutshell", "lite", "kaer"], false))),
        ("duel-5", duel(&["a", "b", "c", "d", "e"], false)),
        ("duel-12", duel(&many, false)),
        ("odd", duel(&odd, false)),
        ("endless", endless),
        ("limit", limit),
    ]
}

fn sweeps() -> Vec<(&'static str, StudyResult)> {
    let mut unknown = grid(&["4dF", "3d6-table", "d%"], false);
    unknown.cells[3].figures.clear();
    unknown.cells[4].figures[0].estimate.value = f64::NAN;
    let mut rounds = varied(&["a", "b"], &numbers(5), false);
    for cell in &mut rounds.cells {
        let estimate = Estimate::mean(9, 81, 1);
        cell.figures = vec![figure("rounds", "", Unit::Rounds, estimate)];
    }
    let words = |words: &[&str]| words.iter().map(|word| Value::Text((*word).to_owned())).collect::<Vec<_>>();
    let dice = ["4dF", "3d6-table", "d%", "4d6-lowest", "2d6-table"];
    let twelve = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    let mut big = grid(&["4dF"], true);
    let level = |row: i64, column: i64| {
        cell(
            None,
            vec![Value::Integer(row), Value::Integer(column)],
            headline_of("", logistic((column - row) as f64 / 8.0), true),
            vec![],
        )
    };
    big.cells = (0..40).flat_map(|row| (0..40).map(move |column| level(row, column))).collect();
    vec![
        ("grid", grid(&dice, true)),
        ("grid-big", big),
        ("grid-unknown", unknown),
        ("line", varied(&["srd", "with armor", "<b>&amp;"], &numbers(7), false)),
        ("line-one", varied(&["srd"], &numbers(7), true)),
        ("line-words", varied(&["srd", "fantasy"], &words(&LADDER), true)),
        ("line-methods", varied(&["srd", "fantasy"], &words(&dice), false)),
        ("line-12", varied(&twelve, &numbers(12), false)),
        ("rounds", rounds),
    ]
}

fn all_charts() -> Vec<(&'static str, FinishedChart)> {
    let each =
        |(stem, result): (&'static str, StudyResult)| charts(&result).into_iter().map(move |chart| (stem, chart));
    fixtures().into_iter().flat_map(each).collect()
}

/// Makes the first variant the baseline, and adds the differences from it. The last one could be due to chance.
fn compared(mut result: StudyResult) -> StudyResult {
    let own = |cell: &Cell| cell.headline().unwrap().clone();
    let baseline = own(&result.cells[0]);
    result.baseline = result.cells[0].variant.clone();
    let others = result.cells[1..].iter().map(|cell| (cell.variant.clone().unwrap(), own(cell)));
    result.differences = others
        .map(|(variant, figure)| {
            let value = figure.estimate.value - baseline.estimate.value;
            Difference {
                variant,
                varied: vec![],
                figure,
                change: Estimate::exact(value, 0.0),
                adjusted: None,
                resolved: true,
            }
        })
        .collect();
    result.differences.last_mut().unwrap().resolved = false;
    result
}

fn names(result: &StudyResult) -> Vec<String> {
    charts(result).into_iter().map(|chart| chart.name).collect()
}

fn fixture(stem: &str) -> StudyResult {
    fixtures().into_iter().find(|(name, _)| *name == stem).unwrap().1
}

#[test]
fn fixtures_have_every_kind_of_chart() {
    let all = all_charts();
    for kind in subject::charts() {
        assert!(all.iter().any(|(_, chart)| chart.kind == kind.name), "{}", kind.name);
    }
}

#[test]
fn results_have_their_charts() {
    assert_eq!(names(&fixture("check")), ["degrees", "at-least-degrees"]);
    assert_eq!(names(&fixture("duel-1")), ["rounds", "wounds"]);
    assert_eq!(names(&fixture("surrenders")), ["ends"]);
    assert_eq!(names(&fixture("duel-3")), ["comparison", "rounds", "wounds"]);
    assert_eq!(names(&fixture("duel-4")), ["differences", "comparison", "rounds", "wounds"]);
    let leading: Vec<bool> = charts(&fixture("duel-4")).iter().map(|chart| chart.leads).collect();
    assert_eq!(leading, [true, false, false, false]);
    assert_eq!(names(&fixture("grid")), ["heat-map"]);
    assert_eq!(names(&fixture("line")), ["line"]);
}

/// Charts of a chosen figure, with a title, an order and a size; no chart if nothing fits.
#[test]
fn shown_charts_match_the_request() {
    let result = fixture("duel-4");
    let show = |show: Show| shown(&result, &show);
    let asked = Show {
        figure: Some("Snorri wins".into()),
        title: Some("Who should fight?".into()),
        order: Some(Order::Rising),
        size: Some(600),
        ..Show::default()
    };
    let found = show(asked.clone());
    assert_eq!(found.iter().map(|chart| chart.kind).collect::<Vec<_>>(), ["differences", "comparison"]);
    for chart in &found {
        assert!(
            chart.title == "Who should fight?"
                && chart.svg().contains("width=\"600\"")
                && chart.svg().contains("Who should")
        );
        assert!(chart.on_page()[1].contains("width=\"320\""));
        let places =
            ["kaer: 47.1", "lite: 50.1", "nutshell: 53.1", "srd: 56.1"].map(|words| chart.svg().find(words).unwrap());
        assert!(places.is_sorted(), "{places:?}");
    }
    let one = show(Show { chart: Some("comparison".into()), order: Some(Order::Listed), ..asked });
    assert_eq!(one.len(), 1);
    assert!(show(Show { figure: Some("no such figure".into()), ..Show::default() }).is_empty());
    assert!(show(Show { chart: Some("heat map".into()), ..Show::default() }).is_empty());
    let again = one[0].clone().with_unique_name(&one);
    assert_eq!([&one[0].name, &again.name], ["comparison", "comparison-2"]);
}

/// After each round the bands add up to 100 %, and a side that never wins has no band. With several cells there is no
/// such chart.
#[test]
fn course_bands_add_up() {
    let chart = |result: &StudyResult| charts(result).into_iter().find(|chart| chart.kind == "wins by round");
    let svg = chart(&party()).unwrap().svg();
    let told: Vec<&str> =
        svg.split("<title>after round ").skip(1).filter_map(|rest| rest.split("</title>").next()).collect();
    assert!(
        told.len() > 10
            && told[0] == "0: heroes have won 0.0 %, still fighting 100.0 %, drawn 0.0 %, foes have won 0.0 %"
    );
    for words in &told {
        let shares = words
            .split(" %")
            .filter_map(|part| part.rsplit(' ').next()?.trim_start_matches(['<', '>']).parse::<f64>().ok());
        assert!((shares.sum::<f64>() - 100.0).abs() < 0.3, "{words}");
    }
    let sure = chart(&fixture("course-sure")).unwrap().svg();
    assert!(sure.contains("Snorri has won") && !sure.contains("Brynhild has won") && !sure.contains("drawn"));
    let mut two = party();
    two.cells.push(two.cells[0].clone());
    assert!(chart(&two).is_none());
}

#[test]
fn results_without_data_have_no_charts() {
    for stem in ["empty", "nothing", "zeros"] {
        assert_eq!(names(&fixture(stem)), Vec::<String>::new(), "{stem}");
    }
}

#[test]
fn each_variant_has_a_heat_map() {
    let mut result = grid(&["4dF", "d%"], true);
    let copies: Vec<Cell> = ["srd", "lite"]
        .iter()
        .flat_map(|name| result.cells.iter().map(|cell| Cell { variant: Some((*name).to_owned()), ..cell.clone() }))
        .collect();
    result.cells = copies;
    assert_eq!(names(&result), ["heat-map-1", "heat-map-2"]);
}

#[test]
fn the_same_result_gives_the_same_bytes() {
    assert_eq!(all_charts(), all_charts());
}

#[test]
fn names_are_escaped_and_shortened() {
    for chart in charts(&fixture("odd")) {
        assert!(!chart.svg().contains("<script") && chart.svg().contains("&lt;script&gt;"), "{}", chart.name);
        assert!(!chart.svg().contains(['\u{0}', '\u{202E}']) && chart.svg().contains('🐉'));
        // A name that was cut is complete only in the tooltip.
        let svg = chart.svg();
        let drawn = svg.split("<text").skip(1).filter_map(|rest| rest.split("</text>").next());
        let long = "An endless name ".repeat(5);
        assert!(drawn.into_iter().all(|text| !text.contains(&long)), "{}", chart.name);
    }
}

#[test]
fn exact_figures_have_no_interval() {
    for (exact, name) in [(true, "comparison"), (false, "comparison")] {
        let found = charts(&duel(&["a", "b"], exact));
        let chart = found.iter().find(|chart| chart.name == name).unwrap();
        assert_eq!(chart.svg().contains("95 %"), !exact);
        // A bar's interval is the only stroke of 1.2 pixels on this chart.
        assert_eq!(chart.svg().contains("stroke-width=\"12\""), !exact);
    }
}

#[test]
fn long_fights_have_a_cut_axis_and_a_note() {
    let svg = |stem: &str| charts(&fixture(stem)).into_iter().find(|chart| chart.kind == "rounds").unwrap().svg();
    // 0.75^25 is the first power below 0.001; the label next to the point also says 0.1.
    assert!(svg("duel-1").contains("After round 25, where the axis ends, 0.1 % are still fighting."));
    // One fight in twenty reaches the limit of 1,000 rounds; the others end long before.
    assert!(svg("limit").contains("where the axis ends, 5.1 % are still fighting."));
}

#[test]
fn unfinished_tasks_stay_in_later_shares_but_not_on_the_axis() {
    let data = ChartData::of(&tasks(), measure("periods", Unit::Probability, true)).unwrap();
    assert_eq!(data.values.iter().map(|(value, _)| *value).collect::<Vec<_>>(), [1, 2, 3]);
    let left = |series: usize, period| (data.series[series].share_after(period).value * 100.0).round();
    assert_eq!([1, 2, 3].map(|period| left(0, period)), [75.0, 60.0, 60.0]);
    assert_eq!([1, 2, 3].map(|period| left(1, period)), [75.0, 50.0, 0.0]);
}

/// Variants' records may name one level differently: the legend has each name.
#[test]
fn legend_has_every_name_of_a_level() {
    let mut result = duel(&["standard", "my own"], true);
    for one in result.cells[1].distributions.iter_mut().filter(|one| one.name() == "wounds") {
        one.points[1].label = Label::Named("Bruised".to_owned());
    }
    let svg = charts(&result).into_iter().find(|chart| chart.kind == "wounds").unwrap().svg();
    assert_eq!(["Scratch", "Bruised"].map(|name| texts(&svg).iter().filter(|text| *text == name).count()), [1, 1]);
}

/// The texts drawn on a chart.
fn texts(svg: &str) -> Vec<String> {
    let after = svg.split("<text").skip(1).filter_map(|rest| rest.split_once('>')?.1.split("</text>").next());
    after.map(|text| text.trim().to_owned()).collect()
}

/// A level has the same color whatever else a chart shows, such as death or another fighter; and each bar has one mark.
#[test]
fn wound_level_keeps_its_color() {
    let wounds_of =
        |result: &StudyResult| charts(result).into_iter().find(|chart| chart.kind == "wounds").unwrap().svg();
    let few = wounds_of(&duel(&["srd"], true));
    let mut deadly = duel(&["a", "b"], true);
    for one in deadly.cells.iter_mut().flat_map(|cell| &mut cell.distributions).filter(|one| one.name() == "wounds") {
        one.points.push(Point { value: 6, label: Label::Named("Dead".into()), estimate: estimate(0.01, true) });
    }
    let many = wounds_of(&deadly);
    for level in 0..STANDARD.count {
        let (r, g, b) = palette::wound(level, STANDARD);
        let color = format!("#{r:02X}{g:02X}{b:02X}");
        assert!(many.contains(&color), "{level}");
        assert_eq!(few.contains(&color), level < 6, "{level}");
    }
    let marks = |svg: &str| texts(svg).iter().filter(|text| text.starts_with("out of action")).count();
    // Snorri in b ends like Brynhild in a, so they share one bar.
    assert_eq!((marks(&few), marks(&many)), (2, 3));
    // A track without levels out of action has no mark.
    let mut harmless = duel(&["srd"], true);
    for one in &mut harmless.cells[0].distributions {
        one.levels = one.levels.map(|levels| Levels { out: levels.count, ..levels });
    }
    assert_eq!(marks(&wounds_of(&harmless)), 0);
}

/// With two different tracks, every level has a key: those still in action first, grouped by track.
#[test]
fn legend_groups_levels_by_track() {
    let shares = [(0, "Undamaged", 0.2), (1, "1 box", 0.3), (2, "2 boxes", 0.1), (3, "Out", 0.4)];
    let ogre = distribution_of("wounds", "Ogre", &shares, true).of_levels(Levels { count: 5, out: 3 });
    let result = check_with(vec![wounds("Snorri", 0.6, true), ogre], true);
    let svg = charts(&result).into_iter().find(|chart| chart.kind == "wounds").unwrap().svg();
    let words = texts(&svg);
    let place = |name: &str| words.iter().position(|text| text == name).unwrap_or_else(|| panic!("{name}: {words:?}"));
    let order = ["Undamaged", "Scratch", "Hurt", "Very Hurt", "1 box", "2 boxes", "Incapacitated", "Near Death", "Out"];
    assert!(order.map(place).is_sorted(), "{words:?}");
}

/// Rows are sorted by gain, including the baseline. A difference that could be due to chance is a ring, and a note says
/// so.
#[test]
fn differences_are_sorted_and_unsure_ones_are_rings() {
    let found = charts(&fixture("duel-4"));
    let svg = &found[0].svg();
    let place = |words: &str| svg.find(words).unwrap_or_else(|| panic!("{words}: {svg}"));
    let sorted = ["srd: 56.1", "nutshell: 53.1", "lite: 50.1", "kaer: 47.1"].map(place);
    assert!(sorted.is_sorted(), "{sorted:?}");
    assert!(svg.contains("A ring marks") && svg.contains("the baseline"));
    assert!(svg.contains("percentage points") && svg.contains("−10") && !svg.contains("−1000"));
    let mut sure = fixture("duel-4");
    sure.differences.iter_mut().for_each(|one| one.resolved = true);
    assert!(!charts(&sure)[0].svg().contains("A ring marks"));
}

/// With another baseline than the result's, exact differences stay exact. Simulated ones add up both intervals, and a
/// note says so.
#[test]
fn differences_accept_another_baseline() {
    let drawn = |result: &StudyResult, baseline: &str| {
        let show = Show { chart: Some("differences".into()), baseline: Some(baseline.into()), ..Show::default() };
        shown(result, &show).remove(0).svg()
    };
    let simulated = drawn(&fixture("duel-4"), "nutshell");
    assert!(
        simulated.contains("difference from nutshell") && simulated.contains("The intervals of both figures are added")
    );
    // 56.1 % and 53.1 %, each ± 0.7.
    assert!(simulated.contains("srd: 56.1 % ± 0.7, a difference of +3.0 ± 1.4"), "{simulated}");
    let mut along = varied(&["lone"], &numbers(3), true);
    along.cells.iter_mut().for_each(|cell| cell.variant = None);
    along.variants.clear();
    let exact = drawn(&along, "4");
    assert!(exact.contains("difference from 4") && !exact.contains("The intervals of"), "{exact}");
    // In the order of the axis, each compared with the second.
    let place = |words: &str| exact.find(words).unwrap_or_else(|| panic!("{words}: {exact}"));
    assert!([place("<title>3: "), place("<title>4: "), place("<title>5: ")].is_sorted());
    assert!(names(&along).iter().all(|name| name != "differences"));
}

/// The wounds of each round are drawn added up, until nothing more is added.
#[test]
fn wounds_by_round_are_added_up() {
    let svg = charts(&fixture("climb")).remove(0).svg();
    for words in ["after round 0: Snorri 0.0 %, Brynhild 25.0 %", "after round 3: Snorri 35.0 %, Brynhild 60.0 %"] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    assert!(!svg.contains("after round 4"));
}

#[test]
fn limits_are_drawn_once() {
    let mut result = fixture("line-one");
    let expected = |least, most| {
        let expected = Expectation { measure: "Party wins".into(), least, most, variant: None, line: None };
        Judgement { expected, holds: Holds::Surely, decided_by: None }
    };
    let svg = |result: &StudyResult| charts(result).remove(0).svg();
    assert!(!svg(&result).contains('≥'));
    result.judgements = vec![expected(Some(0.7), None), expected(Some(0.7), Some(0.925))];
    let drawn = svg(&result);
    assert_eq!([drawn.matches("≥ 70 %").count(), drawn.matches("≤ 92.5 %").count()], [1, 1]);
    assert_eq!(targets::of(&result).len(), 2);
}

/// Each mark has a tooltip with its figure, and the description for screen readers has all of them.
#[test]
fn marks_have_tooltips_and_descriptions() {
    for (stem, words) in [
        ("check-exact", "Great: 12.35 %"),
        ("duel-3", "no roll: 56.1 % ± 0.7"),
        ("grid", "Fair, d%: "),
        ("line-one", "3: "),
    ] {
        let svg = charts(&fixture(stem)).remove(0).svg();
        let described = svg.split("</desc>").next().unwrap();
        assert!(described.contains(words) && svg.contains(&format!("<title>{words}")), "{stem}: {described}");
    }
}

/// Equal series of several cells become one without a name; those of two fighters become one with both names.
#[test]
fn equal_series_are_merged() {
    let degrees = |result: &StudyResult| ChartData::of(result, measure("degrees", Unit::Probability, true)).unwrap();
    let names = |data: &ChartData| data.series.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    let cells = ["4dF", "dF by four"].map(|name| Cell { variant: Some(name.into()), ..check(true).cells.remove(0) });
    assert_eq!(names(&degrees(&study(None, cells.to_vec()))), [""]);
    assert_eq!(names(&degrees(&fixture("check-4"))).len(), 4);
    let two = ["Lisa", "Joe"].map(|who| distribution_of("degrees", who, &FUDGE, true));
    assert_eq!(names(&degrees(&check_with(two.to_vec(), true))), ["Lisa; Joe"]);
}
