//! `sensitivity`: moves each key, rule and dice method one step, and converts levels of skill into steps of other keys.

use super::dice::{chances, moments};
use super::helpers::{Name, Shift, VARIANT, case, check_case, detectable_clause, name, shifts};
use super::in_force::ValuesInForce;
use super::keys::keys;
use super::steps::{NOWHERE, StepScale, choices, node, own_modifiers, scale, shown, words};
use crate::dice::Dice;
use crate::document::{Key, KeyOr, KeySpec, Kind, Node, Path, Problems, Reader, Span, Value as NodeValue, keys};
use crate::error::Result;
use crate::ladder::Ladder;
use crate::measure::{Findings, Unit, number};
use crate::rules::{NumberOf, OptionKind, RuleOption, Rules};
use crate::study::{Analysis, Change, Lab, Pictured, Reply, ReplyColumn, ReplyEntry, Setting, Study, Value, value};

keys! {
    pub(super) KEYS = "sensitivity": "What changes a figure most: each trait, factor, count, rule and dice method is changed by one step. It also shows how many steps of a fighter's other keys do as much as one level of skill.";
    SENSITIVITY: Key<Name> =
        Key::new("sensitivity", Kind::Text, name).means("The figure to change.", "\"party wins\"").required();
    + VARIANT;
    ALL: KeyOr<bool> = Key::flag("all")
        .means("Whether to also change rules that the file does not set.", "true")
        .or(false);
}

/// Keys that are never changed, because they do not affect strength or only select other settings.
const LEFT_OUT: [&str; 5] = ["name", "side", "pc", "round_limit", "base"];

/// Maximum number of other words tried for one key.
const MOST_CHOICES: usize = 12;

/// Maximum number of steps of another key tried to match one level of skill.
const MOST_EXCHANGE_STEPS: i64 = 8;

#[derive(Debug)]
struct Sensitivity {
    figure: Name,
    variant: Option<Name>,
    /// Whether rules that the file does not set are changed too.
    all: bool,
    span: Span,
}

pub(super) fn read(reader: &mut Reader<'_>) -> Option<Box<dyn Analysis>> {
    let (figure, variant, all) = (reader.read(&SENSITIVITY), reader.read(&VARIANT), reader.read(&ALL));
    let span = reader.span_of(&SENSITIVITY);
    Some(Box::new(Sensitivity { figure: figure?, variant, all, span }))
}

/// One step: a key, the value it is changed to, and the distance; `by` is 0 for values that are not numbers.
#[derive(Debug, Clone)]
struct Step {
    path: Path,
    scale: StepScale,
    /// The number in force, if any.
    current: Option<i64>,
    /// The value in force, as shown to readers.
    now: String,
    to: Node,
    by: i64,
    /// The change to make first, if any; see [`ValuesInForce::prior_change`].
    prior_change: Option<Change>,
}

impl Step {
    /// The key without the leading `fighters`: `hero.count`.
    fn key(&self) -> String {
        match self.path.segments() {
            [table, rest @ ..] if table == "fighters" => Path::of(rest.to_vec()).to_string(),
            _ => self.path.to_string(),
        }
    }

    /// The path of the table with the key, and the key's last segment.
    fn owner_and_last(&self) -> (&[String], &str) {
        self.path.segments().split_last().map_or((&[], ""), |(last, owner)| (owner, last.as_str()))
    }
}

#[derive(Clone, Copy)]
struct StepEffect<'s> {
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
        let mut steps = self.steps(lab, &ValuesInForce::of(lab, &base)?);
        steps.retain(|step| lab.check_setting(&self.setting_with(&base, step, &step.to)).is_ok());
        // If the case itself can be solved, steps that are too large to solve are left out: with them, everything would
        // have to be simulated.
        let allowed = steps.len();
        if let [true, solved @ ..] = &lab.solvable(&self.with_steps(&base, &steps))?[..] {
            let mut solved = solved.iter();
            steps.retain(|_| solved.next() == Some(&true));
        }
        let too_large = allowed - steps.len();
        let answered = lab.find(&self.with_steps(&base, &steps))?;
        let changes = shifts(&answered, std::slice::from_ref(&self.figure.text));
        let mut effects: Vec<StepEffect<'_>> = Vec::new();
        for ((step, found), change) in steps.iter().zip(&answered.cells[1..]).zip(changes) {
            effects.extend(change[0].map(|shift| StepEffect { step, found, shift }));
        }
        // Dice that are never rolled, or that are the dice in force under another name, are not a step.
        let base_found = &answered.cells[0];
        effects.retain(|one| one.step.path != Path::of(["rules", "dice"]) || one.found.figures != base_found.figures);
        let tried = effects.len();
        let idle = effects.iter().filter(|one| !one.shift.resolved).count();
        effects.retain(|one| one.shift.resolved);
        let size = |one: &StepEffect<'_>| one.shift.change.value.abs();
        effects.sort_by(|one, other| size(other).total_cmp(&size(one)));
        let mut reply = Reply::new("sensitivity", format!("What one step changes in {figure}"));
        reply.trials = answered.trials;
        reply.pictured = Some(Pictured::Tornado);
        reply.columns = ["key", "now", "then"].map(ReplyColumn::plain).to_vec();
        reply.columns.extend(["value", "change"].map(ReplyColumn::figures));
        for StepEffect { step, found, shift } in &effects {
            let then = shown(&step.to, step.scale, lab.ladder());
            reply.rows.push(vec![
                step.key().into(),
                step.now.clone().into(),
                then.into(),
                ReplyEntry::figure(found.titled(figure)),
                Shift::entry(Some(*shift)),
            ]);
        }
        let now = answered.cells[0].titled(figure);
        let now = now.map(|figure| number::short(&figure.estimate, figure.unit())).unwrap_or_default();
        let told = detectable_clause(answered.trials);
        reply.sentences.push(match effects.first() {
            None => format!("No single step changes {figure} from {now}{told}."),
            Some(StepEffect { step, shift, .. }) => format!(
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
            let [steps, they, them] =
                if too_large == 1 { ["step is", "it is", "it"] } else { ["steps are", "they are", "them"] };
            reply.sentences.push(format!(
                "{too_large} {steps} left out because {they} too large to solve; --method simulate includes {them}."
            ));
        }
        Ok(reply)
    }
}

impl Sensitivity {
    /// The setting `base` with the key of `step` set to `to`.
    fn setting_with(&self, base: &Setting, step: &Step, to: &Node) -> Setting {
        let mut setting = base.clone();
        setting.changes.extend(step.prior_change.clone());
        setting.with(Change::Set(step.path.clone(), Node { span: self.span, ..to.clone() }))
    }

    /// `base`, then `base` with each of `steps` applied alone.
    fn with_steps(&self, base: &Setting, steps: &[Step]) -> Vec<Setting> {
        let mut settings = vec![base.clone()];
        settings.extend(steps.iter().map(|step| self.setting_with(base, step, &step.to)));
        settings
    }

    /// The steps of every key that can be changed.
    fn steps(&self, lab: &Lab<'_>, case: &ValuesInForce<'_, '_>) -> Vec<Step> {
        let paths = keys(lab, case, self.all);
        let mut steps: Vec<Step> =
            paths.iter().flat_map(|path| steps_of(lab, case, path).unwrap_or_default()).collect();
        // Each custom modifier can be left out.
        let without = node(NodeValue::Boolean(false));
        steps.extend(own_modifiers(&case.document).into_iter().map(|(_, path, _)| Step {
            path,
            scale: StepScale::Choice,
            current: None,
            now: "in force".to_owned(),
            to: without.clone(),
            by: 0,
            prior_change: None,
        }));
        steps
    }

    /// Adds sentences on how much one level of a fighter's skill is worth in steps of the fighter's other keys.
    fn exchanges(
        &self,
        lab: &Lab<'_>,
        base: &Setting,
        effects: &[StepEffect<'_>],
        sentences: &mut Vec<String>,
    ) -> Result<()> {
        for skill in effects {
            let (owner, last) = skill.step.owner_and_last();
            if skill.step.by != 1 || last != "skill" {
                continue;
            }
            for other in effects.iter().filter(|other| other.step.by != 0 && other.step.path != skill.step.path) {
                // Of the steps up and down, takes the one that moves the figure in the same direction as better skill.
                let helps = (other.shift.change.value > 0.0) == (skill.shift.change.value > 0.0);
                if helps && other.step.owner_and_last().0 == owner {
                    sentences.push(self.exchange(lab, base, skill.step, other.step)?);
                }
            }
        }
        Ok(())
    }

    /// A sentence on how many steps of `other` change the figure as much as one level of `skill`, and as a second
    /// level.
    fn exchange(&self, lab: &Lab<'_>, base: &Setting, skill: &Step, other: &Step) -> Result<String> {
        let at = |step: &Step, by: i64| {
            self.setting_with(base, step, &Node::of(&Value::Integer(step.current.unwrap_or(0) + by), self.span))
        };
        let allowed = |setting: &Setting| lab.check_setting(setting).is_ok();
        let mut settings = vec![base.clone()];
        settings.extend([1, 2].map(|by| at(skill, by)).into_iter().filter(allowed));
        let levels = settings.len();
        settings.extend((1..=MOST_EXCHANGE_STEPS).map(|by| at(other, by * other.by)).take_while(allowed));
        let found = lab.find(&settings)?.cells;
        let figures: Vec<f64> = found.iter().map(|found| value(found, &self.figure.text)).collect();
        let curve = [&figures[..1], &figures[levels..]].concat();
        let (owner, _) = skill.owner_and_last();
        let who = owner.last().map_or("", String::as_str);
        let key = other.owner_and_last().1;
        let up = if other.by > 0 { "" } else { " down" };
        let first = if levels > 1 { figures[1] } else { f64::NAN };
        let known = |case: usize| found.get(case).and_then(|found| found.titled(&self.figure.text));
        // The second level is left out if chance alone could explain its difference from the first.
        let told = known(1).zip(known(2)).is_some_and(|(one, two)| {
            let apart = (two.estimate.value - one.estimate.value).abs();
            apart > 2.0 * (one.estimate.half_width() + two.estimate.half_width())
        });
        let second = (told && levels > 2).then(|| steps_to_reach(&curve, figures[2])).flatten();
        Ok(match (steps_to_reach(&curve, first), second) {
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

/// The steps of the key at `path`. `None` if it has none.
fn steps_of(lab: &Lab<'_>, case: &ValuesInForce<'_, '_>, path: &Path) -> Option<Vec<Step>> {
    let [table, .., last] = path.segments() else { return None };
    let spec = lab.key(path).filter(|spec| !LEFT_OUT.contains(&spec.key))?;
    let option = RuleOption::find(last).filter(|_| table == "rules" && path.segments().len() == 2);
    // A record that is given as a table can only be moved to a named one.
    let in_force = case.value(path).filter(|node| option.is_none() || node.as_table().is_none());
    let (scale, current, moves) = match option
        .and_then(|option| option_alternatives(option, &case.rules, in_force.as_ref()))
    {
        Some(others) => (StepScale::Choice, None, others.into_iter().map(|other| (other, 0)).collect()),
        None => {
            let (scale, current) = scale(&spec.kind, in_force.as_ref(), lab.ladder())?;
            // Words in lists are skipped: each would be moved to every other word.
            if scale == StepScale::Choice && last.parse::<usize>().is_ok() {
                return None;
            }
            let like = similar_dice(&spec.kind, option, case, in_force.as_ref());
            (scale, current, key_alternatives(&spec, scale, current, in_force.as_ref(), like.as_deref(), lab.ladder()))
        }
    };
    let prior_change = case.prior_change(path);
    let now = match (&in_force, option) {
        (Some(node), _) => shown(node, scale, lab.ladder()),
        (None, Some(option)) => option.setting(&case.rules, lab.ladder()),
        (None, None) => String::new(),
    };
    let step = |(to, by)| {
        let (path, now, prior_change) = (path.clone(), now.clone(), prior_change.clone());
        Step { path, scale, current, now, to, by, prior_change }
    };
    Some(moves.into_iter().map(step).collect())
}

/// The dice methods similar to those in force; `None` if the key is not for dice. Empty if the chances of the dice in
/// force depend on more than the dice.
fn similar_dice(
    kind: &Kind,
    option: Option<&RuleOption>,
    case: &ValuesInForce<'_, '_>,
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
        other.is_some_and(|other| are_similar(own, moments(&chances(&other))))
    };
    Some(choices(kind).into_iter().filter(is_like).collect())
}

/// Whether two dice methods are similar, by their means and standard deviations: means at most one level apart, and
/// neither deviation more than twice the other.
fn are_similar((mean, spread): (f64, f64), (other, others): (f64, f64)) -> bool {
    (mean - other).abs() <= 1.0 && spread <= 2.0 * others + 1e-9 && others <= 2.0 * spread + 1e-9
}

/// The values to change a key to, each with its distance: the numbers next to the one in force, and all other words, or
/// those in `dice`.
fn key_alternatives(
    spec: &KeySpec,
    scale: StepScale,
    current: Option<i64>,
    in_force: Option<&Node>,
    dice: Option<&[Value]>,
    ladder: &Ladder,
) -> Vec<(Node, i64)> {
    let limits = match scale {
        StepScale::Level => Some(i64::MIN..=i64::MAX),
        StepScale::Whole(min, max) => Some(min..=max),
        StepScale::Choice => None,
    };
    let numbers: Vec<(i64, i64)> = match current {
        Some(current) => [-1, 1].map(|by| (current + by, by)).to_vec(),
        // A word such as "none" has no adjacent numbers, so the key's example is used.
        None => {
            let level = || ladder.parse(spec.example.trim_matches('"')).ok().map(i64::from);
            vec![(spec.example.parse().ok().or_else(level).unwrap_or(0), 0)]
        }
    };
    let numbers =
        numbers.into_iter().filter(|(number, _)| limits.as_ref().is_some_and(|limits| limits.contains(number)));
    let words = match dice {
        Some(dice) => dice.to_vec(),
        None if scale == StepScale::Choice => choices(&spec.kind),
        None => words(&spec.kind),
    };
    let words = words.into_iter().filter(|word| in_force.and_then(Node::as_scalar).as_ref() != Some(word));
    let number = |(number, by): (i64, i64)| (node(NodeValue::Integer(number)), by);
    numbers.map(number).chain(words.take(MOST_CHOICES).map(|word| (Node::of(&word, NOWHERE), 0))).collect()
}

/// The other values of an option that is a list or a wound level: the list with all numbers one lower or one higher,
/// the list with one word throughout, or each level. `None` for any other option.
fn option_alternatives(option: &RuleOption, rules: &Rules, in_force: Option<&Node>) -> Option<Vec<Node>> {
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

/// The number of steps at which `curve` (values for 0, 1, 2 … steps) reaches `figure`, interpolated linearly. `None` if
/// the curve never reaches it.
fn steps_to_reach(curve: &[f64], figure: f64) -> Option<f64> {
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
    fn steps_to_reach_interpolates() {
        let curve = [0.5, 0.6, 0.64, 0.66];
        assert!((steps_to_reach(&curve, 0.62).unwrap() - 1.5).abs() < 1e-12);
        assert!((steps_to_reach(&curve, 0.55).unwrap() - 0.5).abs() < 1e-12);
        assert_eq!(steps_to_reach(&curve, 0.7), None);
        assert_eq!(steps_to_reach(&curve, 0.4), None, "the other way");
        assert!((steps_to_reach(&[0.5, 0.4, 0.2], 0.3).unwrap() - 1.5).abs() < 1e-12);
    }
}
