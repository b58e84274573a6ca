//! `explain`: finds why two variants differ, step by step from the first roll to the end of the fight.

use super::helpers::{Name, check_unvaried, check_variant, clamped_chance, is_shift, name};
use super::steps::modifiers_of;
use crate::document::{Key, Kind, Node, Path, Problem, Problems, Reader, Span, did_you_mean, keys, listed};
use crate::error::Result;
use crate::measure::{Counted, Figure, Findings, Point, Unit, id, number};
use crate::stats::Estimate;
use crate::study::{Analysis, Change, Lab, Reply, ReplyColumn, ReplyEntry, Setting, Study, Value, value};

keys! {
    pub(super) KEYS = "explain": "Why a variant differs from another: who hits how often and how hard, how long the fight takes, who is out, and where the difference arises.";
    EXPLAIN: Key<Name> = Key::new("explain", Kind::Text, name)
        .means("The variant to explain. In a file without variants, it is the name of a modifier under `rules.modifiers`: the file is compared with itself without that modifier.", "\"no roll\"")
        .required();
    BASELINE: Key<Name> = Key::new("baseline", Kind::Text, name)
        .means("The variant to compare with.", "\"srd\"")
        .otherwise("the first other variant");
}

/// A step counts as changed only if its figure changes by at least this fraction, because wounds feed back a little
/// into every earlier step.
const LEAST_CHANGE: f64 = 0.02;

/// Maximum number of first-round steps named as causes.
const MOST_NAMED: usize = 2;

#[derive(Debug)]
struct Explain {
    variant: Name,
    baseline: Option<Name>,
    span: Span,
}

pub(super) fn read(reader: &mut Reader<'_>) -> Option<Box<dyn Analysis>> {
    let (variant, baseline, span) = (reader.read(&EXPLAIN), reader.read(&BASELINE), reader.span_of(&EXPLAIN));
    Some(Box::new(Explain { variant: variant?, baseline, span }))
}

/// One step to compare: a figure of the first round or of the whole fight, read in both variants.
struct ChainStep {
    title: String,
    unit: Unit,
    /// Whether the figure is read in the first round.
    in_first_round: bool,
    /// Whether the figure is an outcome of the fight: its length, or the first side's chance to win.
    is_outcome: bool,
    /// The title of a figure or, with `is_level`, the stat block whose mean wound level is read.
    what: String,
    is_level: bool,
}

impl ChainStep {
    fn of(figure: &Figure, in_first_round: bool, is_outcome: bool) -> Self {
        let title = match (in_first_round, figure.measure.counted) {
            (false, _) => figure.title(),
            (true, Counted::Rate) => format!("{} in the first round", figure.measure.event(&figure.subject)),
            (true, _) => format!("{} after the first round", figure.title()),
        };
        Self { title, unit: figure.unit(), in_first_round, is_outcome, what: figure.title(), is_level: false }
    }

    /// The values in the two cases; NaN if they cannot be compared because the cases have different wound levels.
    fn values(&self, both: [&Findings; 2]) -> [f64; 2] {
        let wounds = || both.map(|found| final_wounds(found, &self.what));
        match self.is_level {
            false => both.map(|found| value(found, &self.what)),
            true if same_levels(wounds()) => wounds().map(mean_level),
            true => [f64::NAN; 2],
        }
    }
}

/// The distribution of the final wound levels of the stat block `who`; empty if it is not recorded.
fn final_wounds<'f>(found: &'f Findings, who: &str) -> &'f [Point] {
    let wounds = found.distributions.iter().find(|one| one.name() == id::WOUNDS && one.subject == who);
    wounds.map(|one| &one.points[..]).unwrap_or_default()
}

/// The mean final wound level of the wounded; 0 if there are none.
fn mean_level(wounds: &[Point]) -> f64 {
    let hurt = || wounds.iter().filter(|point| point.value > 0);
    let share: f64 = hurt().map(|point| point.estimate.value).sum();
    let sum: f64 = hurt().map(|point| point.value as f64 * point.estimate.value).sum();
    if share > 0.0 { sum / share } else { 0.0 }
}

/// Whether two distributions have the same wound levels, apart from death.
fn same_levels([one, other]: [&[Point]; 2]) -> bool {
    one.len().abs_diff(other.len()) <= 1 && one.iter().zip(other).all(|(one, other)| one.has_same_meaning(other))
}

/// The steps to compare. For a fight: hits and wounds in the first round if `first`, then the whole fight. For any
/// other subject: its usual figures.
fn steps(found: &Findings, first: bool) -> Vec<ChainStep> {
    let mut steps = Vec::new();
    if found.figures.iter().all(|figure| figure.name() != id::ROUNDS) {
        let usual = found.figures.iter().filter(|figure| !figure.measure.on_request);
        steps.extend(usual.map(|figure| ChainStep::of(figure, false, false)));
        return steps;
    }
    let figures = |id: &'static str| found.figures.iter().filter(move |figure| figure.name() == id);
    let in_first = |id: &'static str| figures(id).map(|figure| ChainStep::of(figure, true, false));
    if first {
        steps.extend(in_first(id::HITS).chain(in_first(id::GRAZES)));
        for one in found.distributions.iter().filter(|one| one.name() == id::WOUNDS) {
            let (title, what) = (format!("{}'s wound in the first round", one.subject), one.subject.clone());
            steps.push(ChainStep {
                title,
                unit: Unit::Levels,
                in_first_round: first,
                is_outcome: false,
                what,
                is_level: true,
            });
        }
        steps.extend(in_first(id::OUT));
    }
    for id in [id::HITS, id::ROUNDS, id::OUT, id::LEFT_FOR_DEAD, id::DRAW, id::WINS] {
        for (place, figure) in figures(id).enumerate() {
            let end = id == id::ROUNDS || (id == id::WINS && place == 0);
            steps.push(ChainStep::of(figure, false, end));
        }
    }
    steps
}

impl Analysis for Explain {
    fn check(&self, study: &Study, problems: &mut Problems) {
        let modifiers: Vec<String> = modifiers_of(study).into_iter().map(|(name, ..)| name).collect();
        if !modifiers.is_empty() {
            if !modifiers.contains(&self.variant.text) {
                let known = modifiers.iter().map(String::as_str);
                let problem = Problem::new(format!("there is no modifier `{}`", self.variant.text));
                let problem = problem.at(self.variant.span).label_if(did_you_mean(&self.variant.text, known.clone()));
                problems.push(problem.help(format!("modifiers are {}", listed(&known.collect::<Vec<_>>()))));
            }
            return check_unvaried("explain", self.span, study, problems);
        }
        check_variant(&self.variant, study, problems);
        check_unvaried("explain", self.span, study, problems);
        self.baseline.iter().for_each(|name| check_variant(name, study, problems));
        if self.baseline(study).is_none() {
            let problem = Problem::new("there is no other variant to compare it with").at(self.span).secondary();
            problems.push(
                problem.help("write a second one under [variants]; `\"as is\" = {}` is the file without changes"),
            );
        }
    }

    fn answer(&self, lab: &Lab<'_>) -> Result<Reply> {
        let study = lab.study;
        let modifier = self.modifier(study);
        let base = match &modifier {
            Some(_) => format!("without {}", self.variant.text),
            None => self.baseline(study).unwrap_or_default(),
        };
        let variants = [base.as_str(), self.variant.text.as_str()];
        let whole = match modifier {
            Some(path) => {
                let file = Setting::default();
                [file.with(Change::Without(path)), file]
            }
            None => variants.map(|variant| Setting::of(Some(variant), &[])),
        };
        let limit = Path::of(["rules", "round_limit"]);
        let one_round =
            |setting: &Setting| setting.with(Change::Set(limit.clone(), Node::of(&Value::Integer(1), self.span)));
        let first = [one_round(&whole[0]), one_round(&whole[1])];
        let has_rounds = first.iter().all(|setting| lab.check_setting(setting).is_ok());
        let [one, other] = &whole;
        let mut settings = vec![one.clone(), other.clone()];
        settings.extend(first.into_iter().filter(|_| has_rounds));
        let place = study.variants.iter().position(|variant| *variant == base).unwrap_or(0);
        let steps = study.figures().get(place).map(|found| steps(found, has_rounds)).unwrap_or_default();
        let computed = lab.computed(&settings, &|cells| {
            let values = steps.iter().map(|step| {
                let from = if step.in_first_round { 2 } else { 0 };
                step.values([&cells[from], &cells[from + 1]])
            });
            values.flat_map(|[base, variant]| [base, variant, variant - base]).collect()
        })?;
        let mut found: Vec<(&ChainStep, [Estimate; 3])> = Vec::new();
        for (step, three) in steps.iter().zip(computed.values.as_chunks::<3>().0) {
            if three.iter().all(|one| !one.value.is_nan()) && three[..2].iter().any(|one| one.value != 0.0) {
                found.push((step, *three));
            }
        }
        let mut reply = Reply::new("explain", format!("“{base}” and “{}”, step by step", self.variant.text));
        reply.trials = computed.trials;
        reply.columns = vec![ReplyColumn::plain("step"), ReplyColumn::units()];
        reply.columns.extend([base.as_str(), &self.variant.text, "change"].map(ReplyColumn::figures));
        Ok(fill_reply(reply, &found, variants))
    }
}

/// Adds rows and sentences to `reply`. Each step has three figures: of both `variants`, and the change.
fn fill_reply(mut reply: Reply, found: &[(&ChainStep, [Estimate; 3])], variants: [&str; 2]) -> Reply {
    for (step, [base, variant, change]) in found {
        let shown = |one: &Estimate| if step.unit == Unit::Probability { clamped_chance(*one) } else { *one };
        reply.rows.push(vec![
            step.title.clone().into(),
            step.unit.name().into(),
            ReplyEntry::Figure(shown(base), step.unit),
            ReplyEntry::Figure(shown(variant), step.unit),
            ReplyEntry::Change(*change, step.unit, is_shift(change)),
        ]);
    }
    let moves = |(_, [base, variant, change]): &&(&ChainStep, [Estimate; 3])| {
        is_shift(change) && change.value.abs() >= LEAST_CHANGE * base.value.abs().max(variant.value.abs())
    };
    let shown = |one: &Estimate, unit| {
        if unit == Unit::Probability { number::short(one, unit) } else { number::bare(one, unit) }
    };
    let told = |(step, [base, variant, _]): &(&ChainStep, [Estimate; 3])| {
        format!("{} ({} instead of {})", step.title, shown(variant, step.unit), shown(base, step.unit))
    };
    let [base, variant] = variants;
    let moving: Vec<&(&ChainStep, [Estimate; 3])> = found.iter().filter(moves).collect();
    let Some(first) = moving.first() else {
        let slight = LEAST_CHANGE * 100.0;
        reply.sentences = vec![format!("No step differs by more than {slight:.0} % between “{base}” and “{variant}”.")];
        return reply;
    };
    let after: Vec<String> =
        moving.iter().filter(|(step, _)| !step.in_first_round && step.is_outcome).map(|one| told(one)).collect();
    if !after.is_empty() && first.0.in_first_round {
        reply.sentences.push(format!("With “{variant}”: {}.", after.join("; ")));
    }
    // The size of the change relative to the figure.
    let part = |(_, [base, variant, change]): &(&ChainStep, [Estimate; 3])| {
        change.value.abs() / base.value.abs().max(variant.value.abs())
    };
    let mut causes: Vec<&&(&ChainStep, [Estimate; 3])> =
        moving.iter().filter(|(step, _)| step.in_first_round).collect();
    causes.sort_by(|one, other| part(other).total_cmp(&part(one)));
    if causes.is_empty() {
        causes.push(first);
    }
    let causes: Vec<String> = causes.iter().take(MOST_NAMED).map(|one| told(one)).collect();
    reply.sentences.push(format!("The difference from “{base}” starts at: {}.", causes.join("; ")));
    reply
}

impl Explain {
    /// The path of the custom modifier to explain; `None` if the name is that of a variant.
    fn modifier(&self, study: &Study) -> Option<Path> {
        let named = |(name, ..): &(String, Path, Node)| *name == self.variant.text;
        modifiers_of(study).into_iter().find(named).map(|(_, path, _)| path)
    }

    /// The variant to compare with; `None` if there is no other.
    fn baseline(&self, study: &Study) -> Option<String> {
        let named = self.baseline.as_ref().map(|name| name.text.clone());
        named.or_else(|| study.variants.iter().find(|variant| **variant != self.variant.text).cloned())
    }
}
