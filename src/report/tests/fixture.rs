//! Small results for the tests of reports, frames and charts.

use crate::measure::{Label, Measure, Per};
use crate::stats::{Estimate, test_zero};
use crate::study::{
    Cell, CrossCheck, Difference, Distribution, FALSE_ALARMS, Figure, Findings, Grid, Point, Provenance, StudyResult,
    Unit, Value, Warning, compare, judge,
};
use crate::subject::SUBJECTS;

/// An exact duel.
pub(crate) fn duel() -> StudyResult {
    let exact = |value| Estimate::exact(value, 1e-15);
    let rounds = [0.2, 0.25, 0.2, 0.1, 0.046, 0.204];
    let wounds = [0.325, 0.145, 0.054, 0.037, 0.379, 0.06];
    let words = ["Undamaged", "Scratch", "Hurt", "Very Hurt", "Incapacitated", "Near Death"];
    let cell = cell(
        None,
        vec![],
        vec![
            figure("wins", "Snorri", Unit::Probability, exact(0.561)),
            figure("wins", "Brynhild", Unit::Probability, exact(0.439)),
            figure("draw", "", Unit::Probability, exact(0.0)),
            figure("rounds", "", Unit::Rounds, exact(3.816_7)),
            figure("Near Death", "Snorri", Unit::Probability, exact(0.06)),
        ],
        vec![
            distribution("rounds", "", 1, &rounds.map(exact), &["1", "2", "3", "4", "5", "6"]),
            distribution("wounds", "Snorri", 0, &wounds.map(exact), &words),
        ],
    );
    StudyResult { title: "Barroom duel".to_owned(), cells: vec![cell], ..empty() }
}

/// A simulated fight of a party of two against three identical goblins.
pub(crate) fn party() -> StudyResult {
    let share = |count| Estimate::share(count, 10_000);
    let mut figures = vec![
        figure("wins", "party", Unit::Probability, share(9_059)),
        figure("wins", "goblins", Unit::Probability, share(941)),
        figure("draw", "", Unit::Probability, share(0)),
        figure("rounds", "", Unit::Rounds, Estimate::mean(70_280, 600_000, 10_000)),
        figure("all out", "party", Unit::Probability, share(941)),
        figure("any left for dead", "party", Unit::Probability, share(244)),
        figure("any dies", "party", Unit::Probability, share(122)),
    ];
    for (name, out, dies, first) in [("Hans", 986, 50, 393), ("Lena", 1_417, 160, 135), ("Goblin", 9_207, 230, 8_918)] {
        figures.push(figure("out", name, Unit::Probability, share(out)));
        figures.push(figure("left for dead", name, Unit::Probability, share(2 * dies)));
        figures.push(figure("first to fall", name, Unit::Probability, share(first)));
        for (severity, sum) in [("Scratch", 3_182), ("Hurt", 1_200)] {
            let given = figure("given", name, Unit::Wounds, Estimate::mean(sum, 9_000, 10_000));
            figures.push(given.labeled(severity));
        }
        figures.push(figure("dies", name, Unit::Probability, share(dies)));
    }
    let survivors = |side, counts: &[u64], labels: &[&str]| {
        distribution("survivors", side, 0, &counts.iter().map(|&count| share(count)).collect::<Vec<_>>(), labels)
    };
    let distributions = vec![
        distribution("rounds", "", 1, &[share(2_000), share(8_000)], &["1", "2"]),
        survivors("party", &[941, 2_300, 6_759], &["0", "1", "2"]),
        survivors("goblins", &[9_059, 20, 110, 811], &["0", "1", "2", "3"]),
        distribution("wounds", "Hans", 0, &[share(9_000), share(1_000)], &["Undamaged", "Scratch"]),
    ];
    let cell = cell(None, vec![], figures, distributions);
    StudyResult { title: "Ambush at the ford".to_owned(), cells: vec![cell], ..simulated() }
}

/// A duel solved exactly and simulated, with `wins` wins of Snorri in 10,000 trials; 5,610 are expected.
pub(crate) fn both(wins: u64) -> StudyResult {
    let share = |count| Estimate::share(count, 10_000);
    let mut exact = duel();
    exact.cells[0].figures.retain(|figure| figure.unit() == Unit::Probability);
    let mut simulated = exact.clone();
    let counts = [wins, 10_000 - wins, 0, 600];
    let cell = &mut simulated.cells[0];
    cell.figures.iter_mut().zip(counts).for_each(|(figure, count)| figure.estimate = share(count));
    for point in cell.distributions.iter_mut().flat_map(|one| &mut one.points) {
        point.estimate = share((point.estimate.value * 10_000.0).round() as u64);
    }
    let mut comparisons = compare(&exact, &simulated);
    judge(&mut comparisons.iter_mut().collect::<Vec<_>>(), FALSE_ALARMS);
    exact.provenance = Provenance { method: "both".to_owned(), ..self::simulated().provenance };
    let check = CrossCheck { cells: simulated.cells, differences: vec![], comparisons, false_alarms: FALSE_ALARMS };
    StudyResult { cross_check: Some(check), ..exact }
}

/// A simulated check with a warning.
pub(crate) fn check() -> StudyResult {
    let share = |count| Estimate::share(count, 10_000);
    let counts = [0, 1_234, 6_000, 2_766];
    let cell = cell(
        None,
        vec![],
        vec![
            figure("success", "", Unit::Probability, share(8_766)),
            figure("margin", "", Unit::Levels, Estimate::mean(-1_532, 20_000, 10_000)),
        ],
        vec![distribution("relative degrees", "", -2, &counts.map(share), &["Bad", "Poor", "Fair", "Good"])],
    );
    let warning = Warning::new("The interval is wider than ± 0.5 %.", "Run more trials: --trials 1000000");
    StudyResult { title: "A climb".to_owned(), cells: vec![cell], warnings: vec![warning], ..simulated() }
}

/// Three simulated variants of one fight, the first the baseline.
pub(crate) fn variants() -> StudyResult {
    let names = ["no roll", "1dF", "Min-Mid-Max"];
    let wins = [5_610, 5_900, 5_600];
    let sums = [38_000, 36_500, 38_100];
    let cells = names.iter().zip(wins).zip(sums).map(|((name, wins), rounds)| {
        let share = |count| Estimate::share(count, 10_000);
        cell(
            Some((*name).to_owned()),
            vec![],
            vec![
                figure("wins", "Snorri", Unit::Probability, share(wins)),
                figure("rounds", "", Unit::Rounds, Estimate::mean(rounds, 180_000, 10_000)),
            ],
            vec![distribution("rounds", "", 1, &[share(wins), share(10_000 - wins)], &["1", "2"])],
        )
    });
    let cells: Vec<Cell> = cells.collect();
    let against = |cell: &Cell| {
        let changes = [Estimate::paired(290, 900, 10_000), Estimate::paired(-1_500, 20_000, 10_000)];
        let same = [Estimate::paired(-10, 900, 10_000), Estimate::paired(100, 20_000, 10_000)];
        let changes = if cell.variant.as_deref() == Some("1dF") { changes } else { same };
        let rows = cell.figures.clone().into_iter().zip(changes).map(|(figure, change)| Difference {
            variant: cell.variant.clone().unwrap_or_default(),
            varied: Vec::new(),
            figure,
            change,
            adjusted: change.standard_error().map(|error| test_zero(change.value, error)),
            resolved: change.interval().is_some_and(|(low, high)| low > 0.0 || high < 0.0),
        });
        rows.collect::<Vec<_>>()
    };
    StudyResult {
        title: "Which damage roll?".to_owned(),
        differences: cells.iter().skip(1).flat_map(against).collect(),
        cells,
        variants: names.map(str::to_owned).to_vec(),
        baseline: Some("no roll".to_owned()),
        ..simulated()
    }
}

/// Exact success over one varied key with words as values.
pub(crate) fn series() -> StudyResult {
    let cells = [("Poor", 0.938_3), ("Fair", 0.617_3), ("Superb", 0.012_3)]
        .map(|(word, chance)| success_cell(vec![Value::Text(word.to_owned())], Estimate::exact(chance, 1e-15)));
    StudyResult {
        title: "A Fair climber".to_owned(),
        cells: cells.to_vec(),
        varied: vec!["check.difficulty".to_owned()],
        ..empty()
    }
}

/// Exact success over a grid of dice (down) and difficulty (across).
pub(crate) fn grid() -> StudyResult {
    let dice = ["4dF", "d%"];
    let cells = dice.iter().enumerate().flat_map(|(row, name)| {
        (-1..=2).map(move |level: i64| {
            let chance = 0.6 - 0.2 * level as f64 - 0.01 * row as f64;
            success_cell(vec![Value::Text((*name).to_owned()), Value::Integer(level)], Estimate::exact(chance, 1e-15))
        })
    });
    StudyResult {
        title: "Success rates".to_owned(),
        cells: cells.collect(),
        varied: vec!["rules.dice".to_owned(), "check.difficulty".to_owned()],
        grid: Some(Grid { across: 1, down: 0 }),
        ..empty()
    }
}

/// Every result of this module except [`party`].
pub(crate) fn all() -> Vec<StudyResult> {
    vec![duel(), check(), variants(), both(5_600), series(), grid(), empty()]
}

/// A result without cells.
pub(crate) fn empty() -> StudyResult {
    StudyResult {
        title: String::new(),
        cells: Vec::new(),
        variants: Vec::new(),
        varied: Vec::new(),
        differences: Vec::new(),
        baseline: None,
        grid: None,
        listed: Vec::new(),
        answers: Vec::new(),
        replies: Vec::new(),
        judgements: Vec::new(),
        provenance: Provenance {
            version: "0.1.0".to_owned(),
            method: "exact".to_owned(),
            trials: None,
            until: None,
            seed: None,
            bases: vec!["srd".to_owned()],
            rules: Vec::new(),
            scenario: "title = \"Barroom duel\"\n".to_owned(),
            interrupted: false,
        },
        warnings: Vec::new(),
        costs: Vec::new(),
        roster: Vec::new(),
        cross_check: None,
    }
}

fn simulated() -> StudyResult {
    let mut result = empty();
    result.provenance.method = "simulate".to_owned();
    result.provenance.trials = Some(10_000);
    result.provenance.seed = Some(1);
    result
}

fn success_cell(varied: Vec<Value>, estimate: Estimate) -> Cell {
    cell(None, varied, vec![figure("success", "", Unit::Probability, estimate)], vec![])
}

pub(crate) fn cell(
    variant: Option<String>,
    varied: Vec<Value>,
    figures: Vec<Figure>,
    distributions: Vec<Distribution>,
) -> Cell {
    Cell { variant, varied, findings: Findings { figures, distributions, ..Findings::default() } }
}

/// The measure with this id and unit, as a subject has it or else made up. `spread` selects measures with a chart.
pub(crate) fn measure(id: &str, unit: Unit, spread: bool) -> &'static Measure {
    let all = SUBJECTS.iter().flat_map(|subject| subject.measures());
    let mut known = all.filter(|one| one.id == id && one.chart.is_some() == spread && (spread || one.unit == unit));
    let made_up = || {
        let id: &'static str = Box::leak(id.to_owned().into_boxed_str());
        &*Box::leak(Box::new(Measure { unit, ..Measure::share(id, Per::Whole, "") }))
    };
    known.next().unwrap_or_else(made_up)
}

pub(crate) fn figure(id: &str, subject: &str, unit: Unit, estimate: Estimate) -> Figure {
    Figure::new(measure(id, unit, false), subject, estimate)
}

pub(crate) fn distribution(
    id: &str,
    subject: &str,
    first: i64,
    estimates: &[Estimate],
    labels: &[&str],
) -> Distribution {
    let points = (first..).zip(labels).zip(estimates).map(|((value, label), estimate)| Point {
        value,
        label: if *label == value.to_string() { Label::Number } else { Label::Named((*label).to_owned()) },
        estimate: *estimate,
    });
    distribution_of(id, subject, points.collect())
}

pub(crate) fn distribution_of(id: &str, subject: &str, points: Vec<Point>) -> Distribution {
    Distribution::new(measure(id, Unit::Probability, true), subject, points)
}
