//! The values in force in a case: set in the file, or from the preset, a default, or other keys of the fighter.

use super::steps::node;
use crate::combat::Fighter;
use crate::document::{Absent, KeySpec, Literal, Node, Path, Value};
use crate::error::Result;
use crate::ladder::Ladder;
use crate::rules::{Choice, DamageCapacity, NamedRecord, NumberOf, OptionKind, RuleOption, Rules};
use crate::study::{Change, Lab, PlannedCell, Setting};
use crate::subject::fight::read::lone_fighter;
use crate::subject::process::read as process;

/// The values in force in a case, to be looked up by path.
pub struct ValuesInForce<'l, 's> {
    lab: &'l Lab<'s>,
    /// The document, with `like` resolved: each fighter has the keys that it copies.
    pub document: Node,
    /// The document as written, with `[cast]` and `[sides]`.
    written: Node,
    pub rules: Rules,
    base: String,
}

impl<'l, 's> ValuesInForce<'l, 's> {
    /// Reads a case.
    ///
    /// # Errors
    /// If the case cannot be read.
    pub fn of(lab: &'l Lab<'s>, case: &Setting) -> Result<Self> {
        let PlannedCell { rules, base, .. } = lab.planned(case)?;
        Ok(Self {
            lab,
            document: lab.study.file()?.document(case)?,
            written: lab.study.file()?.written(case)?,
            rules,
            base,
        })
    }

    /// The value at a path, as a file would write it. `None` if nothing is in force there, or if no value in a file
    /// expresses it.
    pub fn value(&self, path: &Path) -> Option<Node> {
        let ladder = self.lab.ladder();
        if let Some((list, entry)) = self.entry_at(path) {
            return entry.find(&list).cloned();
        }
        let written = self.node_at(path).cloned();
        if let [table, key] = path.segments()
            && table == "rules"
        {
            return match RuleOption::find(key) {
                Some(option) => option_value(option, &self.rules, ladder).map(node).or(written),
                // Other keys of `[rules]`, such as custom rules, have no default: they are set in the file or absent.
                None if key == "base" => written.or_else(|| Some(node(Value::String(self.base.clone())))),
                None => written,
            };
        }
        if written.as_ref().is_some_and(|node| node.as_table().is_none()) {
            return written;
        }
        if let Some(default) = self.process_default(path) {
            return Some(default);
        }
        // A key that `[sides]` leaves out is set by each fighter.
        let spec = self.lab.key(path).filter(|_| path.segments()[0] != "sides")?;
        self.default_by_other_keys(path, &spec).or_else(|| declared_default(&spec)).map(node).or(written)
    }

    /// The change to make before an entry of a list is set: it writes out the list in force. `None` if the path does
    /// not lead into a list, or if the file itself sets the list.
    pub fn prior_change(&self, path: &Path) -> Option<Change> {
        let segments = path.segments();
        let mut above = (1..segments.len()).map(|length| Path::of(&segments[..length]));
        above.find_map(|above| {
            let list = self.value(&above).filter(|node| matches!(node.value, Value::Array(_)))?;
            above.find(&self.written).is_none().then_some(Change::Set(above, list))
        })
    }

    /// The list in force that contains the entry at a path, and the entry's path in this list. `None` unless the path
    /// ends in the number of an entry.
    fn entry_at(&self, path: &Path) -> Option<(Node, Path)> {
        let (last, list) = path.segments().split_last().filter(|(_, list)| !list.is_empty())?;
        last.parse::<usize>().ok()?;
        let list = self.value(&Path::of(list)).filter(|node| matches!(node.value, Value::Array(_)))?;
        Some((list, Path::of([last])))
    }

    /// The names in the table at a path; `None` if there is no such table.
    pub fn names(&self, table: &Path) -> Option<Vec<&str>> {
        Some(self.node_at(table)?.as_table()?.keys().collect())
    }

    /// The node at a path, with `like` resolved if possible. Stat blocks of `[cast]` and `[sides]` are only in the
    /// document as written.
    fn node_at(&self, path: &Path) -> Option<&Node> {
        path.find(&self.document).or_else(|| path.find(&self.written))
    }

    /// The default of a key of a custom process; `None` for any other path.
    fn process_default(&self, path: &Path) -> Option<Node> {
        let [process, key] = path.segments() else { return None };
        process::default_of(self.node_at(&Path::of(["process", process, "keys", key]))?).cloned()
    }

    /// The default of a key that depends on other keys; `None` if it does not.
    fn default_by_other_keys(&self, path: &Path, spec: &KeySpec) -> Option<Value> {
        let ladder = self.lab.ladder();
        let (key, way) = path.segments().split_last()?;
        if is_stat_block(way) {
            let block = self.node_at(&Path::of(way))?;
            let fighter = lone_fighter(block.clone(), ladder, &self.rules)?;
            return fighter_default(key, &fighter, block, &self.rules);
        }
        // The fighter's skill, `up` tables above this one.
        let own_skill = |up: usize| {
            let path = way[..way.len() - up].iter().map(String::as_str).chain(["skill"]);
            self.value(&Path::of(path)).map(|node| node.value)
        };
        match (way.last()?.as_str(), key.as_str()) {
            // A missile or an attack uses the fighter's skill.
            ("missile", "skill") => own_skill(1),
            (_, "skill") if way.iter().rev().nth(1).is_some_and(|name| name == "attacks") => own_skill(2),
            ("check", "difficulty") => self.rules.default_difficulty.map(|level| Value::Integer(level.into())),
            // A key for dice that has a default uses the dice of the rules.
            (_, "dice") if spec.default().is_some() => Some(Value::String(self.rules.dice.name().to_owned())),
            _ => None,
        }
    }
}

/// Whether a path leads to a stat block: in a fight, in the cast, in a campaign's party or among the foes of a stage.
pub(super) fn is_stat_block(path: &[String]) -> bool {
    matches!(
        path.iter().map(String::as_str).collect::<Vec<_>>()[..],
        ["fighters" | "cast", _] | ["campaign", "party", _] | ["campaign", "stages", _, "foes", _]
    )
}

/// The default that the key itself declares, if any.
fn declared_default(spec: &KeySpec) -> Option<Value> {
    let Absent::Value(literal) = spec.absent else { return None };
    Some(match literal {
        Literal::Boolean(yes) => Value::Boolean(yes),
        Literal::Integer(number) => Value::Integer(number),
        Literal::Word(word) => Value::String(word.to_owned()),
    })
}

/// An option's setting as `[rules]` would write it. `None` for custom damage, and for a record without a name.
fn option_value(option: &RuleOption, rules: &Rules, ladder: &Ladder) -> Option<Value> {
    let word = |word: &str| Value::String(word.to_owned());
    let list = |values: Vec<Value>| Value::Array(values.into_iter().map(node).collect());
    Some(match option.kind {
        OptionKind::Damage { .. } if rules.own_damage.is_some() => return None,
        OptionKind::Words { get, .. } | OptionKind::Damage { get, .. } => word(get(rules)),
        OptionKind::Dice { get, .. } => word(get(rules).name()),
        OptionKind::Number { of: NumberOf::Wound, .. } => Value::String(option.setting(rules, ladder)),
        OptionKind::Number { word: none, get, .. } => {
            get(rules).map_or_else(|| word(none.unwrap_or_default()), Value::Integer)
        }
        OptionKind::Integers { get, .. } => {
            list(get(rules).iter().map(|number| Value::Integer((*number).into())).collect())
        }
        OptionKind::WordList { get, .. } => list(get(rules).into_iter().map(word).collect()),
        OptionKind::Record { get, .. } => {
            let named = NamedRecord::ALL.iter().find(|named| named.record() == *get(rules))?;
            word(Choice::word(*named))
        }
    })
}

/// The value of a fighter's key that is not set; `None` if its default depends neither on other keys nor on the rules.
fn fighter_default(key: &str, fighter: &Fighter, block: &Node, rules: &Rules) -> Option<Value> {
    let number = |number: i32| Some(Value::Integer(number.into()));
    let avoid = fighter.avoid.unwrap_or(fighter.skill);
    match key {
        "avoid" | "other_avoid" => number(avoid),
        "dodge" => number(fighter.avoid.unwrap_or(0)),
        "cover" => number(rules.range),
        "initiative" => {
            let reflexes = block.get("combat_reflexes").is_some_and(|node| node.value == Value::Boolean(true));
            number(fighter.initiative - i32::from(reflexes))
        }
        "dice" => Some(Value::String(rules.dice.name().to_owned())),
        "weapon" if block.get("offense").is_none() => number(fighter.weapon?),
        "offense" => number(fighter.offense),
        "defense" => {
            let counts = rules.damage_capacity == DamageCapacity::Counts;
            number(fighter.defense + fighter.damage_capacity.filter(|_| counts).unwrap_or(0))
        }
        "armor" | "shield" | "damage_capacity" | "health" => number(0),
        "scale" if fighter.strength_scale == fighter.mass_scale => number(fighter.mass_scale),
        "injury_boxes" => {
            let boxes = rules.record.levels.iter().map(|level| level.boxes).sum();
            (rules.record.with_boxes(boxes) == rules.record).then_some(Value::Integer(boxes.into()))
        }
        "fudge_points" => number(fighter.fudge_points.unwrap_or(rules.fudge_points).into()),
        "halves_armor" => Some(Value::Boolean(fighter.halves_armor)),
        "blade" => Some(Value::String(Choice::word(fighter.blade).to_owned())),
        _ => None,
    }
}
