//! `sensitivity`: each key of the file, rule and dice method moved one step, and what one is worth in the other.

use super::dice::{chances, moments};
use super::force::InForce;
use super::keys::keys;
use super::steps::{NOWHERE, Scale, choices, node, own_modifiers, scale, shown, words};
use super::words::{Name, Shift, VARIANT, as_far, case, check_case, name, shifts};
use crate::dice::Dice;
use crate::document::{Key, KeyOr, KeySpec, Kind, Node, Path, Problems, Reader, Span, Value as NodeValue, keys};
use crate::error::Result;
use crate::ladder::Ladder;
use crate::measure::{Findings, Unit, number};
use crate::rules::{NumberOf, OptionKind, RuleOption, Rules};
use crate::study::{Analysis, Change, Column, Entry, Lab, Pictured, Reply, Setting, Study, Value, value};

keys! {
    /// The keys of `sensitivity`.
    pub(super) KEYS = "sensitivity": "What changes a figure most: each trait, factor, count, rule and dice method moved one step, and what a step of one is worth in steps of another.";
    SENSITIVITY: Key<Name> =
        Key::new("sensitivity", Kind::Text, name).means("The figure to change.", "\"party wins\"").required();
    + VARIANT;
    ALL: KeyOr<bool> = Key::flag("all")
        .means("Whether rules that the file does not set are tried as well.", "true")
        .or(false);
}

/// What decides nothing of how strong somebody is, or stands for others.
const LEFT_OUT: [&str; 5] = ["name", "side", "pc", "round_limit", "base"];

/// Values of one key beyond its own that are tried at most.
const MOST_CHOICES: usize = 12;

/// How many steps of one trait another's step is looked for in.
const EXCHANGED: i64 = 8;

#[derive(Debug)]
struct Sensitivity {
    figure: Name,
    variant: Option<Name>,
    all: bool,
    span: Span,
}

pub(super) fn read(reader: &mut Reader<'_>) -> Option<Box<dyn Analysis>> {
    let (figure, variant, all) = (reader.read(&SENSITIVITY), reader.read(&VARIANT), reader.read(&ALL));
    let span = reader.span_of(&SENSITIVITY);
    Some(Box::new(Sensitivity { figure: figure?, variant, all, span }))
}

/// One step: a key, the value it is moved to, and by how much; 0 for anything but a number.
#[derive(Debug, Clone)]
struct Step {
    path: Path,
    scale: Scale,
    /// The number in force, if it is a number.
    stands: Option<i64>,
    /// The value in force, in words.
    now: String,
    to: Node,
    by: i64,
    /// The change that must be made first.
    before: Option<Change>,
}

impl Step {
    /// The key without the table that most are in: `hero.count`.
    fn key(&self) -> String {
        match self.path.segments() {
            [table, rest @ ..] if table == "fighters" => Path::of(rest.to_vec()).to_string(),
            _ => self.path.to_string(),
        }
    }

    /// The table that the key is in, and its last part.
    fn owner_and_last(&self) -> (&[String], &str) {
        self.path.segments().split_last().map_or((&[], ""), |(last, owner)| (owner, last.as_str()))
    }
}

/// A step, and how far it moves the figure.
#[derive(Clone, Copy)]
struct Effect<'s> {
    step: &'s Step,
    found: &'s Findings,
    shift: Shift,
}

impl Analysis for Sensitivity {
    fn figures(&self, _: &Study) -> Vec<String> {
        vec![self.figure.text.clone()]
    }

    fn check(&self, study: &Study, problems: &mut Problems) {
        check_case("sensitivity", self.span, [&self.figure], &self.variant, study, problems);
    }

    fn answer(&self, lab: &Lab<'_>) -> Result<Reply> {
        let figure = self.figure.text.as_str();
        let base = case(self.variant.as_ref());
        let mut steps = self.steps(lab, &InForce::of(lab, &base)?);
        steps.retain(|step| lab.allows(&self.moved(&base, step, &step.to)).is_ok());
        // Where the case itself is solved, steps that cannot be are left out: they would make all of it less precise.
        let allowed = steps.len();
        if let [true, solved @ ..] = &lab.solvable(&self.with_steps(&base, &steps))?[..] {
            let mut solved = solved.iter();
            steps.retain(|_| solved.next() == Some(&true));
        }
        let too_large = allowed - steps.len();
        let answered = lab.find(&self.with_steps(&base, &steps))?;
        let changes = shifts(&answered, std::slice::from_ref(&self.figure.text));
        let mut effects: Vec<Effect<'_>> = Vec::new();
        for ((step, found), change) in steps.iter().zip(&answered.cells[1..]).zip(changes) {
            effects.extend(change[0].map(|shift| Effect { step, found, shift }));
        }
        // Dice that nothing rolls, or that are those in force by another name, are no step.
        let base_found = &answered.cells[0];
        effects.retain(|one| one.step.path != Path::of(["rules", "dice"]) || one.found.figures != base_found.figures);
        let tried = effects.len();
        let idle = effects.iter().filter(|one| !one.shift.resolved).count();
        effects.retain(|one| one.shift.resolved);
        let size = |one: &Effect<'_>| one.shift.change.value.abs();
        effects.sort_by(|one, other| size(other).total_cmp(&size(one)));
        let mut reply = Reply::new("sensitivity", format!("What one step changes in {figure}"));
        reply.trials = answered.trials;
        reply.pictured = Some(Pictured::Tornado);
        reply.columns = ["key", "now", "then"].map(Column::plain).to_vec();
        reply.columns.extend(["value", "change"].map(Column::figures));
        for Effect { step, found, shift } in &effects {
            let then = shown(&step.to, step.scale, lab.ladder());
            reply.rows.push(vec![
                step.key().into(),
                step.now.clone().into(),
                then.into(),
                Entry::figure(found.titled(figure)),
                Shift::entry(Some(*shift)),
            ]);
        }
        let now = answered.cells[0].titled(figure);
        let now = now.map(|figure| number::short(&figure.estimate, figure.unit())).unwrap_or_default();
        let told = as_far(answered.trials);
        reply.sentences.push(match effects.first() {
            None => format!("No single step changes {figure} from {now}{told}."),
            Some(Effect { step, shift, .. }) => format!(
                "{} = {} has the biggest effect on {figure} (now {now}): {}.",
                step.key(),
                shown(&step.to, step.scale, lab.ladder()),
                number::change(&shift.change, shift.unit)
            ),
        });
        if lab.study.unit_of(figure).is_ok_and(|unit| unit == Unit::Probability) {
            self.exchanges(lab, &base, &effects, &mut reply.sentences)?;
        }
        if idle > 0 {
            let change = if idle == 1 { "changes" } else { "change" };
            reply.sentences.push(format!("Of the {tried} steps tried, {idle} {change} nothing{told}."));
        }
        if too_large > 0 {
            let plural = if too_large == 1 { "step is" } else { "steps are" };
            reply.sentences.push(format!(
                "{too_large} {plural} left out, as too large to be solved: --method simulate tries all."
            ));
        }
        Ok(reply)
    }
}

impl Sensitivity {
    fn moved(&self, base: &Setting, step: &Step, to: &Node) -> Setting {
        let mut setting = base.clone();
        setting.changes.extend(step.before.clone());
        setting.with(Change::Set(step.path.clone(), Node { span: self.span, ..to.clone() }))
    }

    /// The case itself, and with each step.
    fn with_steps(&self, base: &Setting, steps: &[Step]) -> Vec<Setting> {
        let mut settings = vec![base.clone()];
        settings.extend(steps.iter().map(|step| self.moved(base, step, &step.to)));
        settings
    }

    /// A step of everything that can be moved.
    fn steps(&self, lab: &Lab<'_>, case: &InForce<'_, '_>) -> Vec<Step> {
        let paths = keys(lab, case, self.all);
        let mut steps: Vec<Step> =
            paths.iter().flat_map(|path| steps_of(lab, case, path).unwrap_or_default()).collect();
        // Each modifier of one's own can be left out.
        let without = node(NodeValue::Boolean(false));
        steps.extend(own_modifiers(&case.document).into_iter().map(|(_, path, _)| Step {
            path,
            scale: Scale::Choice,
            stands: None,
            now: "in force".to_owned(),
            to: without.clone(),
            by: 0,
            before: None,
        }));
        steps
    }

    /// What a step up in a fighter's skill is worth in steps of what else the fighter has.
    fn exchanges(
        &self,
        lab: &Lab<'_>,
        base: &Setting,
        effects: &[Effect<'_>],
        sentences: &mut Vec<String>,
    ) -> Result<()> {
        for skill in effects {
            let (owner, last) = skill.step.owner_and_last();
            if skill.step.by != 1 || last != "skill" {
                continue;
            }
            for other in effects.iter().filter(|other| other.step.by != 0 && other.step.path != skill.step.path) {
                // The step of the two that helps as a better skill does.
                let helps = (other.shift.change.value > 0.0) == (skill.shift.change.value > 0.0);
                if helps && other.step.owner_and_last().0 == owner {
                    sentences.push(self.exchange(lab, base, skill.step, other.step)?);
                }
            }
        }
        Ok(())
    }

    /// How many steps of one thing change the figure as much as one level of skill does, and as the second level.
    fn exchange(&self, lab: &Lab<'_>, base: &Setting, skill: &Step, other: &Step) -> Result<String> {
        let at = |step: &Step, by: i64| {
            self.moved(base, step, &Node::of(&Value::Integer(step.stands.unwrap_or(0) + by), self.span))
        };
        let allowed = |setting: &Setting| lab.allows(setting).is_ok();
        let mut settings = vec![base.clone()];
        settings.extend([1, 2].map(|by| at(skill, by)).into_iter().filter(allowed));
        let levels = settings.len();
        settings.extend((1..=EXCHANGED).map(|by| at(other, by * other.by)).take_while(allowed));
        let found = lab.find(&settings)?.cells;
        let figures: Vec<f64> = found.iter().map(|found| value(found, &self.figure.text)).collect();
        let curve = [&figures[..1], &figures[levels..]].concat();
        let (owner, _) = skill.owner_and_last();
        let who = owner.last().map_or("", String::as_str);
        let key = other.owner_and_last().1;
        let up = if other.by > 0 { "" } else { " down" };
        let first = if levels > 1 { figures[1] } else { f64::NAN };
        let known = |case: usize| found.get(case).and_then(|found| found.titled(&self.figure.text));
        // A second level that chance alone may tell from the first is worth nothing that can be said.
        let told = known(1).zip(known(2)).is_some_and(|(one, two)| {
            let apart = (two.estimate.value - one.estimate.value).abs();
            apart > 2.0 * (one.estimate.reach() + two.estimate.reach())
        });
        let second = (told && levels > 2).then(|| worth(&curve, figures[2])).flatten();
        Ok(match (worth(&curve, first), second) {
            (None, _) => {
                format!("Even {} steps{up} of {key} do less than one level of {who}'s skill.", curve.len() - 1)
            }
            (Some(one), None) => format!("One level of {who}'s skill does as much as {one:.1} steps{up} of {key}."),
            (Some(one), Some(two)) => format!(
                "One level of {who}'s skill does as much as {one:.1} steps{up} of {key}, a second one as much as {:.1}.",
                two - one
            ),
        })
    }
}

/// The steps of the key at a path. `None` for a key without any.
fn steps_of(lab: &Lab<'_>, case: &InForce<'_, '_>, path: &Path) -> Option<Vec<Step>> {
    let [table, .., last] = path.segments() else { return None };
    let spec = lab.key(path).filter(|spec| !LEFT_OUT.contains(&spec.key))?;
    let option = RuleOption::find(last).filter(|_| table == "rules" && path.segments().len() == 2);
    // A record that is spelled out is moved to one by name.
    let in_force = case.value(path).filter(|node| option.is_none() || node.as_table().is_none());
    let (scale, stands, moves) = match option.and_then(|option| listed(option, &case.rules, in_force.as_ref())) {
        Some(others) => (Scale::Choice, None, others.into_iter().map(|other| (other, 0)).collect()),
        None => {
            let (scale, stands) = scale(&spec.kind, in_force.as_ref(), lab.ladder())?;
            // Of a list of words each would be moved to all others.
            if scale == Scale::Choice && last.parse::<usize>().is_ok() {
                return None;
            }
            let like = like_dice(&spec.kind, option, case, in_force.as_ref());
            (scale, stands, moves(&spec, scale, stands, in_force.as_ref(), like.as_deref(), lab.ladder()))
        }
    };
    let before = case.before(path);
    let now = match (&in_force, option) {
        (Some(node), _) => shown(node, scale, lab.ladder()),
        (None, Some(option)) => option.setting(&case.rules, lab.ladder()),
        (None, None) => String::new(),
    };
    let step = |(to, by)| Step { path: path.clone(), scale, stands, now: now.clone(), to, by, before: before.clone() };
    Some(moves.into_iter().map(step).collect())
}

/// The dice methods that are like the dice in force at a key of dice: empty if their chances depend on more than the dice. `None` for any
/// other key.
fn like_dice(
    kind: &Kind,
    option: Option<&RuleOption>,
    case: &InForce<'_, '_>,
    in_force: Option<&Node>,
) -> Option<Vec<Value>> {
    kind.find(|kind| matches!(kind, Kind::Dice).then_some(()))?;
    let read = match option.map(|option| option.kind) {
        Some(OptionKind::Dice { get, .. }) => Some(get(&case.rules).clone()),
        _ => in_force.and_then(Node::as_str).and_then(|text| Dice::parse(text).ok()),
    };
    let Some(own) = read.filter(|dice| !dice.names_need() && dice.by_state().is_none()) else {
        return Some(Vec::new());
    };
    let own = moments(&chances(&own));
    let is_like = |name: &Value| {
        let other = if let Value::Text(name) = name { Dice::parse(name).ok() } else { None };
        other.is_some_and(|other| are_alike(own, moments(&chances(&other))))
    };
    Some(choices(kind).into_iter().filter(is_like).collect())
}

/// Whether dice with these means and standard deviations can take each other's place: a mean of at most one level more or less, and a
/// spread of half to twice as much.
fn are_alike((mean, spread): (f64, f64), (other, others): (f64, f64)) -> bool {
    (mean - other).abs() <= 1.0 && spread <= 2.0 * others + 1e-9 && others <= 2.0 * spread + 1e-9
}

/// The values to move a key to: the numbers next to the one in force, and all other words, or those of `dice`.
fn moves(
    spec: &KeySpec,
    scale: Scale,
    stands: Option<i64>,
    in_force: Option<&Node>,
    dice: Option<&[Value]>,
    ladder: &Ladder,
) -> Vec<(Node, i64)> {
    let limits = match scale {
        Scale::Level => Some(i64::MIN..=i64::MAX),
        Scale::Whole(min, max) => Some(min..=max),
        Scale::Choice => None,
    };
    let numbers: Vec<(i64, i64)> = match stands {
        Some(stands) => [-1, 1].map(|by| (stands + by, by)).to_vec(),
        // From a word such as "none" no number is next: the one that the key's description shows must do.
        None => {
            let level = || ladder.parse(spec.example.trim_matches('"')).ok().map(i64::from);
            vec![(spec.example.parse().ok().or_else(level).unwrap_or(0), 0)]
        }
    };
    let numbers =
        numbers.into_iter().filter(|(number, _)| limits.as_ref().is_some_and(|limits| limits.contains(number)));
    let words = match dice {
        Some(dice) => dice.to_vec(),
        None if scale == Scale::Choice => choices(&spec.kind),
        None => words(&spec.kind),
    };
    let words = words.into_iter().filter(|word| in_force.and_then(Node::plain).as_ref() != Some(word));
    let number = |(number, by): (i64, i64)| (node(NodeValue::Integer(number)), by);
    numbers.map(number).chain(words.take(MOST_CHOICES).map(|word| (Node::of(&word, NOWHERE), 0))).collect()
}

/// The other values of an option that holds a list or a wound level: each number of the list moved by one, one word throughout, or each
/// level. `None` for any other option.
fn listed(option: &RuleOption, rules: &Rules, in_force: Option<&Node>) -> Option<Vec<Node>> {
    let word = |word: &str| node(NodeValue::String(word.to_owned()));
    let others: Vec<Node> = match option.kind {
        OptionKind::Integers { get, .. } => {
            let moved =
                |by: i64| get(rules).iter().map(|number| node(NodeValue::Integer(i64::from(*number) + by))).collect();
            [-1, 1].map(|by| node(NodeValue::Array(moved(by)))).to_vec()
        }
        OptionKind::WordList { words, length, .. } => {
            words.iter().map(|one| node(NodeValue::Array(vec![word(one.word); length]))).collect()
        }
        OptionKind::Number { of: NumberOf::Wound, word: none, .. } => {
            let levels = rules.record.level_names(0);
            none.into_iter().chain(levels.iter().skip(1).map(String::as_str)).map(word).collect()
        }
        _ => return None,
    };
    let differs = |other: &Node| in_force.is_none_or(|now| now.fingerprint() != other.fingerprint());
    Some(others.into_iter().filter(differs).collect())
}

/// Where a curve, given for 0, 1, 2 … steps, comes to a figure, straight between two steps; none if it never does.
fn worth(curve: &[f64], figure: f64) -> Option<f64> {
    let start = *curve.first()?;
    let reached = |value: f64| (value - start).abs() >= (figure - start).abs() && (value > start) == (figure > start);
    let place = curve.iter().position(|value| reached(*value))?;
    let (before, after) = (*curve.get(place.checked_sub(1)?)?, curve[place]);
    Some(place as f64 - 1.0 + (figure - before) / (after - before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_worth_what_the_curve_takes_to_come_as_far() {
        let curve = [0.5, 0.6, 0.64, 0.66];
        assert!((worth(&curve, 0.62).unwrap() - 1.5).abs() < 1e-12);
        assert!((worth(&curve, 0.55).unwrap() - 0.5).abs() < 1e-12);
        assert_eq!(worth(&curve, 0.7), None);
        assert_eq!(worth(&curve, 0.4), None, "the other way");
        assert!((worth(&[0.5, 0.4, 0.2], 0.3).unwrap() - 1.5).abs() < 1e-12);
    }
}
