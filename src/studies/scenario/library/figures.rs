//! Describes stat blocks of the library in words.

use super::super::like::with_attack;
use super::LibraryBlock;
use super::printed::rules_of;
use crate::combat::Fighter;
use crate::document::node::{Node, Value};
use crate::ladder::Ladder;
use crate::subject::fight::read::keys::RANGES;
use crate::subject::fight::read::lone_fighter;
use crate::subject::fight::read::point::Point;
use crate::subject::fight::read::ranges::fix;

/// Keys that are shown as they are, each with its name.
const PLAIN: [(&str, &str); 16] = [
    ("damage_capacity", "Damage Capacity"),
    ("health", "Health"),
    ("strength", "Strength"),
    ("perception", "Perception"),
    ("agility", "Agility"),
    ("intuition", "Intuition"),
    ("will", "Willpower"),
    ("speed", "Speed"),
    ("avoid", "avoiding"),
    ("shield", "shield"),
    ("missile", "missile"),
    ("injury_boxes", "injury boxes"),
    ("combat_reflexes", "Combat Reflexes"),
    ("peripheral_vision", "Peripheral Vision"),
    ("quick_reflexes", "Quick Reflexes"),
    ("plus_level", "a \"plus\" to its skill"),
];

impl LibraryBlock {
    /// Its figures in words, each under what it is called: attacks with skill and offensive factor, defensive factor,
    /// Scale, and what else is known. Factors are without Scale; where the source gives a range, so are these.
    pub fn figures(&self) -> Vec<(&'static str, String)> {
        let states = |keys: &[&str]| keys.iter().any(|key| self.get(key).is_some());
        let mut figures = Vec::new();
        if states(&["skill", "offense", "strength", "weapon", "attacks"]) {
            figures.push(("attacks", self.attacks()));
        }
        let defense = |fighter: &Fighter| rules_of(&self.source).map_or(0, |rules| fighter.defensive_factor(rules));
        if states(&["skill", "defense", "armor", "shield", "mass", "tough_hide", "damage_capacity", "attacks"]) {
            figures.push(("defense", self.between(None, defense)));
        }
        let [strength, mass] = [|one: &Fighter| one.strength_scale, |one: &Fighter| one.mass_scale];
        let (strength, mass) = (self.between(None, strength), self.between(None, mass));
        let scale = if strength == mass { strength } else { format!("Strength {strength}, Mass {mass}") };
        figures.push(("Scale", scale));
        let plain = PLAIN.iter().filter_map(|(key, called)| Some((*called, told(self.get(key)?))));
        figures.extend(plain);
        for key in ["abilities", "traits", "printed_note", "note"] {
            figures.extend(
                self.get(key)
                    .map(|node| (if key == "printed_note" { "the printed sum differs:" } else { key }, told(node))),
            );
        }
        figures
    }

    /// Whether it can fight as it is: with a skill of its own, or with attacks that have theirs.
    pub fn fights(&self) -> bool {
        ["skill", "attacks"].iter().any(|key| self.get(key).is_some())
    }

    fn get(&self, key: &str) -> Option<&Node> {
        self.node.as_table().and_then(|table| table.get(key))
    }

    /// Each attack with its skill, offensive factor and abilities.
    fn attacks(&self) -> String {
        let attacks = self.get("attacks").and_then(Node::as_table);
        let skill = |node: &Node| node.as_table().and_then(|table| table.get("skill")).map(told);
        let attack = |name: Option<&str>, own: Option<&Node>| {
            let skill = own.and_then(skill).or_else(|| skill(&self.node)).unwrap_or_else(|| "no skill".to_owned());
            let abilities = own.and_then(|own| own.as_table()?.get("abilities")).map(told);
            let factor = self.between(name, |fighter| fighter.offense);
            let name = name.map(|name| format!("{name} ")).unwrap_or_default();
            format!(
                "{name}{skill}, offense {factor}{}",
                abilities.map(|all| format!(" with {all}")).unwrap_or_default()
            )
        };
        match attacks {
            None => attack(None, None),
            Some(attacks) => {
                let each = attacks.entries().iter().map(|one| attack(Some(&one.key), Some(&one.node)));
                each.collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// A figure with one of its attacks, from the lowest to the highest it may be.
    fn between(&self, attack: Option<&str>, figure: impl Fn(&Fighter) -> i32) -> String {
        let ladder = Ladder::default();
        let whole = with_attack(&self.node, attack, &ladder);
        let at = |point| {
            let mut whole = whole.clone();
            whole.as_table_mut()?.remove(RANGES.spec().key);
            fix(&mut whole, point, &ladder);
            lone_fighter(whole, &ladder, rules_of(&self.source)?).map(|fighter| figure(&fighter))
        };
        match (at(Point::Low), at(Point::High)) {
            (Some(low), Some(high)) if low != high => format!("{} to {}", signed(low), signed(high)),
            (Some(low), _) => signed(low),
            _ => "?".to_owned(),
        }
    }
}

fn signed(number: i32) -> String {
    if number == 0 { "0".to_owned() } else { format!("{number:+}") }
}

/// A value in words; a table's entries in a row.
fn told(node: &Node) -> String {
    match &node.value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Array(nodes) => nodes.iter().map(told).collect::<Vec<_>>().join(", "),
        Value::Table(table) => {
            let entry = |entry: &crate::document::Entry| {
                let name = entry.key.replace('_', " ");
                match &entry.node.value {
                    Value::Boolean(true) => name,
                    Value::Table(_) => format!("{name} ({})", told(&entry.node)),
                    _ => format!("{name} {}", told(&entry.node)),
                }
            };
            table.entries().iter().map(entry).collect::<Vec<_>>().join(", ")
        }
        Value::Invalid => String::new(),
    }
}
