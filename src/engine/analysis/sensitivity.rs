//! `sensitivity`: each trait, factor, count, rule and dice method moved one step, and what one is worth in the other.

use super::force::InForce;
use super::steps::{NOWHERE, Scale, choices, leaves, node, own_modifiers, scale, shown, words};
use super::words::{Name, Shift, VARIANT, as_far, case, check_figures, check_unvaried, check_variant, name, shifts};
use crate::document::{Key, KeyOr, KeySpec, Kind, Node, Path, Problems, Reader, Span, Table, Value as NodeValue, keys};
use crate::error::Result;
use crate::ladder::Ladder;
use crate::measure::{Unit, number};
use crate::rules::{Kind as OptionKind, OPTIONS, RuleOption, Rules};
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

/// The keys moved in every fighter, whether or not the file sets them. A factor that is made of other keys does not stand at its default, so
/// one of those is moved instead.
const TRAITS: [Trait; 3] = [
    Trait { key: "skill", parts: &[], instead: "" },
    Trait { key: "offense", parts: &["strength", "thrown_unskilled", "weapon"], instead: "strength" },
    Trait { key: "defense", parts: &["armor", "mass", "tough_hide"], instead: "tough_hide" },
];

/// A key that every fighter has.
struct Trait {
    key: &'static str,
    /// The keys that it is made of where it is not set itself.
    parts: &'static [&'static str],
    /// The one of those that is moved then.
    instead: &'static str,
}

impl Trait {
    /// The key to move in a fighter's table.
    fn moved_in(&self, fighter: &Table) -> &'static str {
        let has = |key: &&str| fighter.get(key).is_some();
        if !has(&self.key) && self.parts.iter().any(has) { self.instead } else { self.key }
    }
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

/// A key that can be moved.
#[derive(Debug, Clone)]
struct Lever {
    path: Path,
    scale: Scale,
    /// The number in force, if it is a number.
    stands: Option<i64>,
    /// The value in force, in words.
    now: String,
    /// The values to move it to, each with its distance from the one in force: 0 for anything but a number.
    moves: Vec<(Node, i64)>,
}

/// One step: a lever, the value it is moved to, and by how much; 0 for anything but a number.
struct Step<'l> {
    lever: &'l Lever,
    to: Node,
    by: i64,
}

impl Analysis for Sensitivity {
    fn figures(&self, _: &Study) -> Vec<String> {
        vec![self.figure.text.clone()]
    }

    fn check(&self, study: &Study, problems: &mut Problems) {
        check_figures([&self.figure], study, problems);
        check_unvaried("sensitivity", self.span, study, problems);
        self.variant.iter().for_each(|name| check_variant(name, study, problems));
    }

    fn answer(&self, lab: &Lab<'_>) -> Result<Reply> {
        let base = case(self.variant.as_ref());
        let levers = self.levers(lab, &InForce::of(lab, &base)?);
        let step = |lever| move |(to, by): &(Node, i64)| Step { lever, to: to.clone(), by: *by };
        let mut steps: Vec<Step<'_>> = levers.iter().flat_map(|lever| lever.moves.iter().map(step(lever))).collect();
        steps.retain(|step| lab.allows(&self.moved(&base, &step.lever.path, &step.to)).is_ok());
        // Where the case itself is solved, steps that cannot be are left out: they would make all of it less precise.
        let tried = steps.len();
        if let [true, solved @ ..] = &lab.solvable(&self.with_steps(&base, &steps))?[..] {
            let mut solved = solved.iter();
            steps.retain(|_| solved.next() == Some(&true));
        }
        let too_large = tried - steps.len();
        let answered = lab.find(&self.with_steps(&base, &steps))?;
        let changes = shifts(&answered, std::slice::from_ref(&self.figure.text));
        let mut found: Vec<(&Step<'_>, usize, Shift)> = Vec::new();
        for (place, (step, change)) in steps.iter().zip(&changes).enumerate() {
            found.extend(change[0].map(|shift| (step, place + 1, shift)));
        }
        let idle = found.iter().filter(|(.., shift)| !shift.resolved).count();
        found.retain(|(.., shift)| shift.resolved);
        found.sort_by(|(.., one), (.., other)| other.change.value.abs().total_cmp(&one.change.value.abs()));
        let mut reply = Reply::new("sensitivity", format!("What one step changes in {}", self.figure.text));
        reply.trials = answered.trials;
        reply.pictured = Some(Pictured::Tornado);
        reply.columns = ["key", "now", "then"].map(Column::plain).to_vec();
        reply.columns.extend(["value", "change"].map(Column::figures));
        for (step, place, shift) in &found {
            let figure = Entry::figure(answered.cells[*place].titled(&self.figure.text));
            let then = shown(&step.to, step.lever.scale, lab.ladder());
            let words = [short(&step.lever.path), step.lever.now.clone(), then].map(Entry::from);
            reply.rows.push(words.into_iter().chain([figure, Shift::entry(Some(*shift))]).collect());
        }
        let now = answered.cells[0].titled(&self.figure.text);
        let now = now.map(|figure| number::short(&figure.estimate, figure.unit())).unwrap_or_default();
        reply.sentences.push(match found.first() {
            None => format!("No single step changes {} from {now}{}.", self.figure.text, as_far(answered.trials)),
            Some((step, _, shift)) => format!(
                "{} = {} has the biggest effect on {} (now {now}): {}.",
                short(&step.lever.path),
                shown(&step.to, step.lever.scale, lab.ladder()),
                self.figure.text,
                number::change(&shift.change, shift.unit)
            ),
        });
        if lab.study.unit_of(&self.figure.text).is_ok_and(|unit| unit == Unit::Probability) {
            reply.sentences.extend(self.exchanges(lab, &base, &found)?);
        }
        if idle > 0 {
            let told = as_far(answered.trials);
            reply.sentences.push(format!("Of the {} steps tried, {idle} change nothing{told}.", steps.len()));
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

/// A key without the table that most are in: `hero.count`.
fn short(path: &Path) -> String {
    let path = path.to_string();
    path.strip_prefix("fighters.").unwrap_or(&path).to_owned()
}

impl Sensitivity {
    fn moved(&self, base: &Setting, path: &Path, to: &Node) -> Setting {
        base.with(Change::Set(path.clone(), Node { span: self.span, ..to.clone() }))
    }

    /// The case itself, and with each step.
    fn with_steps(&self, base: &Setting, steps: &[Step<'_>]) -> Vec<Setting> {
        let moved = steps.iter().map(|step| self.moved(base, &step.lever.path, &step.to));
        std::iter::once(base.clone()).chain(moved).collect()
    }

    /// Everything that can be moved: what the document says in numbers and words, what every fighter has, and the dice.
    fn levers(&self, lab: &Lab<'_>, case: &InForce<'_, '_>) -> Vec<Lever> {
        let info = lab.study.subjects.info();
        let mut paths = Vec::new();
        if let Some(root) = case.document().as_table() {
            for entry in root.entries().iter().filter(|entry| [info.key.key, "rules"].contains(&entry.key.as_str())) {
                paths.extend(leaves(&entry.node, std::slice::from_ref(&entry.key)));
            }
            let fighters = root.get("fighters").and_then(Node::as_table);
            for entry in fighters.into_iter().flat_map(Table::entries) {
                let own = entry.node.as_table();
                let keys = TRAITS.iter().map(|own_trait| own.map_or(own_trait.key, |table| own_trait.moved_in(table)));
                paths.extend(keys.map(|key| vec!["fighters".to_owned(), entry.key.clone(), key.to_owned()]));
            }
        }
        let tried = |option: &&RuleOption| info.heeds.contains(&option.scope) && (self.all || option.key == "dice");
        paths.extend(OPTIONS.iter().filter(tried).map(|option| vec!["rules".to_owned(), option.key.to_owned()]));
        let mut levers: Vec<Lever> = Vec::new();
        for segments in paths {
            let path = Path::of(segments);
            if levers.iter().all(|known| known.path != path) {
                levers.extend(lever(lab, case, path));
            }
        }
        levers.extend(without_modifiers(case.document()));
        levers
    }

    /// What a step up in a fighter's skill is worth in steps of what else the fighter has.
    fn exchanges(&self, lab: &Lab<'_>, base: &Setting, found: &[(&Step<'_>, usize, Shift)]) -> Result<Vec<String>> {
        let mut sentences = Vec::new();
        let skills = found
            .iter()
            .filter(|(step, ..)| step.by == 1 && step.lever.path.segments().last().is_some_and(|key| key == "skill"));
        for (skill, _, worth) in skills {
            let owner = |lever: &Lever| lever.path.segments()[..lever.path.segments().len() - 1].to_vec();
            let same = |(step, ..): &&(&Step<'_>, usize, Shift)| {
                step.by != 0 && owner(step.lever) == owner(skill.lever) && step.lever.path != skill.lever.path
            };
            for (other, _, shift) in found.iter().filter(same) {
                // The step of the two that helps as a better skill does.
                if (shift.change.value > 0.0) == (worth.change.value > 0.0) {
                    sentences.extend(self.exchange(lab, base, skill.lever, other)?);
                }
            }
        }
        Ok(sentences)
    }

    /// How many steps of one thing change the figure as much as one level of skill does, and as the second level.
    fn exchange(&self, lab: &Lab<'_>, base: &Setting, skill: &Lever, other: &Step<'_>) -> Result<Option<String>> {
        let at = |lever: &Lever, by: i64| {
            self.moved(base, &lever.path, &Value::Integer(lever.stands.unwrap_or(0) + by).node(self.span))
        };
        let allowed = |setting: &Setting| lab.allows(setting).is_ok();
        let skills: Vec<Setting> = [1, 2].map(|by| at(skill, by)).into_iter().filter(allowed).collect();
        let others: Vec<Setting> =
            (1..=EXCHANGED).map(|by| at(other.lever, by * other.by)).take_while(allowed).collect();
        let settings: Vec<Setting> =
            std::iter::once(base.clone()).chain(skills.iter().cloned()).chain(others).collect();
        let answered = lab.find(&settings)?;
        let figures: Vec<f64> = answered.cells.iter().map(|found| value(found, &self.figure.text)).collect();
        let (levels, curve) = figures[1..].split_at(skills.len());
        let curve: Vec<f64> = std::iter::once(figures[0]).chain(curve.iter().copied()).collect();
        let last = |path: &Path| path.segments().last().cloned().unwrap_or_default();
        let who = skill.path.segments().iter().rev().nth(1).cloned().unwrap_or_default();
        let key = last(&other.lever.path);
        let up = if other.by > 0 { "" } else { " down" };
        let first = levels.first().copied().unwrap_or(f64::NAN);
        let known = |case: usize| answered.cells.get(case).and_then(|found| found.titled(&self.figure.text));
        // A second level that chance alone may tell from the first is worth nothing that can be said.
        let told = known(1).zip(known(2)).is_some_and(|(one, two)| {
            let apart = (two.estimate.value - one.estimate.value).abs();
            apart > 2.0 * (one.estimate.reach() + two.estimate.reach())
        });
        let second = levels.get(1).filter(|_| told).and_then(|level| worth(&curve, *level));
        Ok(Some(match (worth(&curve, first), second) {
            (None, _) => {
                format!("Even {} steps{up} of {key} do less than one level of {who}'s skill.", curve.len() - 1)
            }
            (Some(one), None) => format!("One level of {who}'s skill does as much as {one:.1} steps{up} of {key}."),
            (Some(one), Some(two)) => {
                let second = two - one;
                format!(
                    "One level of {who}'s skill does as much as {one:.1} steps{up} of {key}, a second one as much as {second:.1}."
                )
            }
        }))
    }
}

/// Each modifier of one's own, which can be left out.
fn without_modifiers(document: &Node) -> impl Iterator<Item = Lever> {
    own_modifiers(document).into_iter().map(|(_, path, _)| Lever {
        path,
        scale: Scale::Choice,
        stands: None,
        now: "in force".to_owned(),
        moves: vec![(node(NodeValue::Boolean(false)), 0)],
    })
}

/// The key at a path and what it can be moved to. `None` for a key without steps.
fn lever(lab: &Lab<'_>, case: &InForce<'_, '_>, path: Path) -> Option<Lever> {
    let [table, .., last] = path.segments() else { return None };
    let spec = lab.key(&path).filter(|_| !LEFT_OUT.contains(&last.as_str()))?;
    let option = RuleOption::find(last).filter(|_| table == "rules" && path.segments().len() == 2);
    // A record that is spelled out is moved to one by name.
    let in_force = case.value(&path).filter(|node| option.is_none() || node.as_table().is_none());
    let (scale, stands, moves) = match option.and_then(|option| listed(option, case.rules(), in_force.as_ref())) {
        Some(others) => (Scale::Choice, None, others.into_iter().map(|other| (other, 0)).collect()),
        None => {
            let (scale, stands) = scale(&spec.kind, in_force.as_ref(), lab.ladder())?;
            (scale, stands, moves(spec, scale, stands, in_force.as_ref(), lab.ladder()))
        }
    };
    let now = match (&in_force, option) {
        (Some(node), _) => shown(node, scale, lab.ladder()),
        (None, Some(option)) => option.setting(case.rules(), lab.ladder()),
        (None, None) => String::new(),
    };
    Some(Lever { path, scale, stands, now, moves })
}

/// The values to move a key to: the numbers next to the one in force, and all other words.
fn moves(
    spec: &KeySpec,
    scale: Scale,
    stands: Option<i64>,
    in_force: Option<&Node>,
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
    let words = if scale == Scale::Choice { choices(&spec.kind) } else { words(&spec.kind) };
    let words = words.into_iter().filter(|word| in_force.and_then(Value::of_node).as_ref() != Some(word));
    let number = |(number, by): (i64, i64)| (node(NodeValue::Integer(number)), by);
    numbers.map(number).chain(words.take(MOST_CHOICES).map(|word| (word.node(NOWHERE), 0))).collect()
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
        OptionKind::WoundOrWord { word: none, .. } => {
            let levels = rules.record.level_names(0);
            std::iter::once(none).chain(levels.iter().skip(1).map(String::as_str)).map(word).collect()
        }
        _ => return None,
    };
    Some(
        others
            .into_iter()
            .filter(|other| in_force.is_none_or(|now| now.fingerprint() != other.fingerprint()))
            .collect(),
    )
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
