//! `[rules.damage]`: a custom damage rule, as formulas.

use super::definitions::refused_name;
use crate::dice::{Bound, Dice};
use crate::document::formula::push_faults;
use crate::document::key::{Key, keys};
use crate::document::keys::{Kind, listed};
use crate::document::problem::{Problem, Span};
use crate::document::reader::{Item, Reader};
use crate::document::{Node, Value, decode};
use crate::error::Cause;
use crate::formula::{Fault, FormulaScope};
use crate::ladder::{Ladder, level_index};
use crate::rules::damage::formulas::{DamageFormulas, DamageStep, LEVEL, ROLL, Steps, names};
use crate::rules::names::Declared;
use crate::rules::own::{Counter, TRUTHS, stance_number};
use crate::rules::{OwnDamage, Record, RuleOption, Rules};

keys! {
    pub(in crate::scenario) DAMAGE = "damage": "A custom damage rule, as formulas: `points`, or `steps` with the points as the last step.";
    ROLL_KEY: Key<Node> = Key::new("roll", Kind::Text, decode::node)
        .means("Dice that are rolled for each hit. Formulas can use the result as `roll`.", "\"4dF\"");
    STEPS: Key<Vec<WrittenStep>> = Key::new("steps", Kind::List(&Kind::List(&Kind::Text)), |item| decode::list(step)(item)).means(
        "Named formulas; each can use the names before it. The last gives the points of the hit, or its wound level if its name is `level`.",
        "[[\"factor\", \"offense - defense + scale\"], [\"points\", \"degree + factor\"]]",
    );
    GRAZES: Key<Vec<WrittenStep>> = Key::new("grazes", Kind::List(&Kind::List(&Kind::Text)), |item| decode::list(step)(item)).means(
        "Like `steps`, for hits by a relative degree of 1 or less, if these are grazes.",
        "[[\"plain\", \"steps(offense - defense + scale, [0, 5])\"], [\"level\", \"plain + tactics\"]]",
    );
    POINTS: Key<Node> = Key::new("points", Kind::Text, decode::node)
        .means("The points of a hit, if one formula is enough.", "\"degree + offense - defense\"");
}

/// The options that a custom damage rule replaces; they have no effect together with it.
const REPLACED: [&str; 6] =
    ["damage_roll", "graze", "degree_multiplier", "rolled_hits", "half_hits", "critical_points"];

/// A step as given in the file, before its formula is parsed.
pub(in crate::scenario) struct WrittenStep {
    name: String,
    name_span: Span,
    formula: String,
    span: Span,
}

/// Reads a step: a list of its name and its formula.
fn step(item: Item<'_>) -> Option<WrittenStep> {
    let Value::Array(parts) = &item.node.value else { return item.wrong() };
    let text = |place: usize| parts.get(place).and_then(|node| Some((node.as_str()?.to_owned(), node.span)));
    match (text(0), text(1), parts.len()) {
        (Some((name, name_span)), Some((formula, span)), 2) => Some(WrittenStep { name, name_span, formula, span }),
        _ => {
            let problem = Problem::new(format!("{} must be a name and a formula", item.name));
            item.refuse(problem.help("such as `[\"points\", \"degree + offense - defense\"]`"))
        }
    }
}

/// The text of a node (empty if it is not text), and its position.
fn text(node: &Node) -> (String, Span) {
    (node.as_str().unwrap_or_default().to_owned(), node.span)
}

/// Reads the table of a damage rule into `rules`. The record of wounds must already be in `rules`.
pub(in crate::scenario) fn read(reader: &mut Reader<'_>, rules: &mut Rules) {
    let (record, counters) = (rules.record.clone(), rules.own.counters.clone());
    let Some(own) = reader.get("damage", |item| decode::table(|reader| formulas(reader, &record, &counters))(item))
    else {
        return;
    };
    let beside = REPLACED.into_iter().filter_map(|key| Some((key, reader.table().get(key)?.span)));
    let beside: Vec<(&str, Span)> = beside.collect();
    let damage = reader.table().get("damage").map_or(reader.span(), |node| node.span);
    for (key, span) in &beside {
        let problem = Problem::new(format!("`{key}` has no effect with a damage rule of your own")).at(*span);
        let help = format!("leave `{key}` out, and write what it does as part of the rule");
        reader.problems().push(problem.also(damage, "this rule").help(help));
    }
    if beside.is_empty() {
        let before = rules.clone();
        let plain = Rules::plain();
        let (degree_multiplier, rolled_hits) = (plain.degree_multiplier, plain.rolled_hits);
        *rules =
            Rules { degree_multiplier, rolled_hits, ..before.clone().with_own_damage(OwnDamage::of_formulas(own)) };
        let changed = |key: &&str| {
            let setting = |rules: &Rules| RuleOption::find(key).map(|option| option.setting(rules, &Ladder::default()));
            setting(&before) != setting(rules)
        };
        let left_out: Vec<&str> = REPLACED.iter().copied().filter(|key| changed(key)).collect();
        if !left_out.is_empty() {
            let message =
                format!("{} of the preset is left out, since `damage` is a rule of your own here", listed(&left_out));
            reader.problems().add_notes(&[(
                message,
                "write what it does as part of the rule, or begin with another `base`".to_owned(),
            )]);
        }
    }
}

/// Reads the formulas of a damage rule.
fn formulas(reader: &mut Reader<'_>, record: &Record, counters: &[Counter]) -> Option<DamageFormulas> {
    let roll = reader.read(&ROLL_KEY);
    let points = reader.read(&POINTS);
    let steps = reader.read(&STEPS);
    let grazes = reader.read(&GRAZES);
    if grazes.is_none() && reader.has(&GRAZES) {
        return None; // reported already
    }
    let steps = match (points, steps) {
        (Some(points), None) => {
            let (formula, span) = text(&points);
            vec![WrittenStep { name: "points".to_owned(), name_span: span, formula, span }]
        }
        (None, Some(steps)) if !steps.is_empty() => steps,
        (points, _) => {
            if reader.has(&STEPS) && points.is_none() && !steps_are_empty(reader) {
                return None; // reported already
            }
            let what = if points.is_some() { "has `points` and `steps`" } else { "has neither `points` nor `steps`" };
            let problem = Problem::new(format!("the damage rule {what}")).at(reader.span());
            reader
                .problems()
                .push(problem.help("write one of them, such as `points = \"degree + offense - defense\"`"));
            return None;
        }
    };
    DamageRuleReader::new(reader, record, counters).read(roll.as_ref().map(text), [Some(&steps[..]), grazes.as_deref()])
}

fn steps_are_empty(reader: &Reader<'_>) -> bool {
    matches!(reader.written(&STEPS).map(|node| &node.value), Some(Value::Array(steps)) if steps.is_empty())
}

/// Reads a damage rule, step by step.
struct DamageRuleReader<'r, 'd> {
    reader: &'r mut Reader<'d>,
    record: &'r Record,
    /// The names defined before `roll` and the steps.
    outer_names: Vec<String>,
    /// The names in `outer_names`, and those read so far.
    known: Vec<String>,
}

impl<'r, 'd> DamageRuleReader<'r, 'd> {
    fn new(reader: &'r mut Reader<'d>, record: &'r Record, counters: &[Counter]) -> Self {
        let levels = if record.blows_have_levels() { record.levels.len() } else { 0 };
        let outer_names = names(reader.context().definitions.traits(), counters, levels);
        Self { reader, record, known: outer_names.clone(), outer_names }
    }

    fn refuse(&mut self, message: String, at: Span, help: &str) {
        self.reader.problems().push(Problem::new(message).at(at).help(help));
    }

    /// Reads the roll, then the steps for hits and those for grazes.
    fn read(mut self, roll: Option<(String, Span)>, lists: [Option<&[WrittenStep]>; 2]) -> Option<DamageFormulas> {
        let before = self.reader.problems().found();
        let dice = roll.as_ref().and_then(|(text, span)| self.dice(text, *span));
        let read = lists.map(|list| list.map(|list| self.read_steps(list)));
        let uses_roll = read.iter().flatten().any(|(_, uses_roll)| *uses_roll);
        if let Some((_, span)) = roll.filter(|_| !uses_roll && self.reader.problems().found() == before) {
            self.refuse(format!("`{ROLL}` is never used"), span, "use it in a step, or leave it out");
        }
        if self.reader.problems().found() != before {
            return None;
        }
        let (formula, dice) = dice.map_or((None, None), |(formula, dice)| (Some(formula), dice));
        let first = formula.map(|formula| (ROLL.to_owned(), DamageStep::Formula(formula)));
        let [hits, grazes] = read.map(|list| {
            let steps = list?.0?.into_iter().map(|(name, formula)| (name, DamageStep::Formula(formula)));
            Some(Steps::new(first.iter().cloned().chain(steps).collect()))
        });
        Some(DamageFormulas::new(self.outer_names, dice, hits?, grazes))
    }

    /// The formulas of a list of steps, and whether any of them uses the roll. If a formula cannot be read: `None`, and
    /// `true`.
    fn read_steps(&mut self, steps: &[WrittenStep]) -> (Option<Vec<(String, Bound)>>, bool) {
        let known = self.known.len();
        let mut read = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            self.check_name(step, number + 1 == steps.len());
            read.push(self.formula(&step.formula, step.span));
            self.known.push(step.name.clone());
        }
        self.known.truncate(known);
        let Some(read) = read.into_iter().collect::<Option<Vec<Bound>>>() else { return (None, true) };
        let uses = |place: usize| read.iter().any(|formula| formula.used().any(|used| used == place));
        for (place, step) in steps.iter().enumerate().filter(|(place, _)| place + 1 < steps.len()) {
            if !uses(known + place) {
                let message = format!("the step `{}` is never used", step.name);
                self.refuse(message, step.name_span, "use it in a later step, or leave it out");
            }
        }
        let uses_roll = uses(self.outer_names.len());
        (Some(steps.iter().map(|step| step.name.clone()).zip(read).collect()), uses_roll)
    }

    /// Reads the dice of the roll: the name of dice or a formula, which can depend on the fighters. Also returns the
    /// dice themselves if they do not depend on the fighters.
    fn dice(&mut self, text: &str, span: Span) -> Option<(Bound, Option<Dice>)> {
        let definitions = self.reader.context().definitions;
        let dice = definitions.dice(text).ok();
        let written = match dice {
            Some(_) if definitions.is_named(text) => format!("method('{}')", text.replace('\'', "\"")),
            _ => text.to_owned(),
        };
        let formula = self.formula(&written, span);
        self.known.push(ROLL.to_owned());
        Some((formula?, dice))
    }

    fn check_name(&mut self, step: &WrittenStep, is_last: bool) {
        let WrittenStep { name, name_span, .. } = step;
        if name == LEVEL && !is_last {
            let help = "it is the wound level of the hit: put it last, or call it something else";
            return self.refuse(format!("the step `{LEVEL}` must be the last one"), *name_span, help);
        }
        if name == LEVEL && !self.record.blows_have_levels() {
            let message = "with this record, a hit has points but no wound level".to_owned();
            return self.refuse(message, *name_span, "call the last step `points`, or set a record of boxes");
        }
        let definitions = self.reader.context().definitions;
        let known = if name == LEVEL { &[] } else { &self.known[..] };
        if let Some(problem) = refused_name(Declared::Step, name, definitions, known) {
            self.reader.problems().push(problem.at(*name_span));
        }
    }

    fn formula(&mut self, text: &str, span: Span) -> Option<Bound> {
        let levels = self.record.all_level_names();
        let ladder = Ladder::default();
        let word = |word: &str, beside: Option<&str>| {
            if beside.is_some_and(|name| name == "stance" || name == "foe_stance") {
                return stance_number(word);
            }
            let level = level_index(&levels, word);
            let of_levels = beside.is_some_and(|name| name == "level" || name == "foe_level");
            level.filter(|_| of_levels || ladder.parse(word).is_err()).map(|level| level as i64)
        };
        let names: Vec<&str> = self.known.iter().map(String::as_str).collect();
        let place =
            FormulaScope { names: &names, truths: &TRUTHS, word: &word, words: &levels, ..FormulaScope::empty() };
        match self.reader.context().definitions.read_formula(text, &place) {
            Ok(formula) => {
                self.reader.problems().add_notes(&formula.notes());
                Some(formula)
            }
            Err(faults) => {
                let faults = faults.into_iter().map(|fault| clarify_wound_fault(fault, self.record));
                push_faults(faults, text, span, self.reader.problems());
                None
            }
        }
    }
}

/// Replaces a fault about `wound(…)` by a clearer one if the record has no wound levels.
fn clarify_wound_fault(fault: Fault, record: &Record) -> Fault {
    if record.blows_have_levels() || fault.cause != Cause::Function("wound".to_owned()) {
        return fault;
    }
    Fault::new(fault.at, "`wound(…)` is a wound level, and with this record, hits have none")
        .help("set a record of boxes")
}
