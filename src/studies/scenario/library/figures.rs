//! Describes stat blocks of the library in words.

use super::super::like::with_attack;
use super::LibraryBlock;
use super::printed::{FighterSum, at_ends, rules_of};
use crate::combat::Fighter;
use crate::document::node::{Node, Value};
use crate::ladder::Ladder;

/// Keys that are shown unchanged, with their labels.
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
    /// The figures of the stat block in words, each with its label: attacks with skill and offensive factor, defensive
    /// factor, Scale, and other known figures. Factors exclude Scale; they are ranges if the source prints ranges.
    pub fn figures(&self) -> Vec<(&'static str, String)> {
        let states = |keys: &[&str]| keys.iter().any(|key| self.get(key).is_some());
        let ends = self.at_ends(None);
        let mut figures = Vec::new();
        if states(&["skill", "offense", "strength", "weapon", "attacks"]) {
            figures.push(("attacks", self.attacks(&ends)));
        }
        if states(&["skill", "defense", "armor", "shield", "mass", "tough_hide", "damage_capacity", "attacks"]) {
            figures.push(("defense", self.range_in_words(&ends, Fighter::defensive_factor)));
        }
        let strength = self.range_in_words(&ends, |fighter, _| fighter.strength_scale);
        let mass = self.range_in_words(&ends, |fighter, _| fighter.mass_scale);
        let scale = if strength == mass { strength } else { format!("Strength {strength}, Mass {mass}") };
        figures.push(("Scale", scale));
        let plain = PLAIN.iter().filter_map(|(key, called)| Some((*called, value_in_words(self.get(key)?))));
        figures.extend(plain);
        for key in ["abilities", "traits", "printed_note", "note"] {
            let called = if key == "printed_note" { "the printed sum differs:" } else { key };
            figures.extend(self.get(key).map(|node| (called, value_in_words(node))));
        }
        figures
    }

    /// Whether a fighter with this stat block can fight without further keys: it has a skill of its own, or attacks.
    pub fn can_fight(&self) -> bool {
        ["skill", "attacks"].iter().any(|key| self.get(key).is_some())
    }

    fn get(&self, key: &str) -> Option<&Node> {
        self.node.get(key)
    }

    /// Each attack in words, with its skill, offensive factor and abilities; `plain` is used for a block without named
    /// attacks.
    fn attacks(&self, plain: &[Option<Fighter>; 2]) -> String {
        let attack = |name: Option<&str>, own: Option<&Node>, ends: &[Option<Fighter>; 2]| {
            let skill = own.and_then(|own| own.get("skill")).or(self.get("skill"));
            let skill = skill.map_or_else(|| "no skill".to_owned(), value_in_words);
            let abilities =
                own.and_then(|own| own.get("abilities")).map(|all| format!(" with {}", value_in_words(all)));
            let factor = self.range_in_words(ends, |fighter, _| fighter.offense);
            let name = name.map(|name| format!("{name} ")).unwrap_or_default();
            format!("{name}{skill}, offense {factor}{}", abilities.unwrap_or_default())
        };
        let attacks = self.node.entries_of("attacks").iter();
        let each = attacks.map(|one| attack(Some(&one.key), Some(&one.node), &self.at_ends(Some(&one.key))));
        if self.get("attacks").is_some() { each.collect::<Vec<_>>().join("; ") } else { attack(None, None, plain) }
    }

    /// The fighter with one of its attacks, at the low ends and at the high ends of its ranges, under the rules of its
    /// source.
    fn at_ends(&self, attack: Option<&str>) -> [Option<Fighter>; 2] {
        let ladder = Ladder::default();
        let rules = rules_of(&self.source);
        rules.map_or([None, None], |rules| at_ends(&with_attack(&self.node, attack, &ladder), rules, &ladder))
    }

    /// A figure in words, as a range if its two ends differ.
    fn range_in_words(&self, ends: &[Option<Fighter>; 2], figure: FighterSum) -> String {
        let [low, high] = [0, 1].map(|end| Some(figure(ends[end].as_ref()?, rules_of(&self.source)?)));
        match (low, high) {
            (Some(low), Some(high)) if low != high => format!("{} to {}", signed(low), signed(high)),
            (Some(low), _) => signed(low),
            _ => "?".to_owned(),
        }
    }
}

fn signed(number: i32) -> String {
    if number == 0 { "0".to_owned() } else { format!("{number:+}") }
}

/// A value in words; the entries of a table are separated by commas.
fn value_in_words(node: &Node) -> String {
    match &node.value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Array(nodes) => nodes.iter().map(value_in_words).collect::<Vec<_>>().join(", "),
        Value::Table(table) => {
            let entry = |entry: &crate::document::Entry| {
                let name = entry.key.replace('_', " ");
                match &entry.node.value {
                    Value::Boolean(true) => name,
                    Value::Table(_) => format!("{name} ({})", value_in_words(&entry.node)),
                    _ => format!("{name} {}", value_in_words(&entry.node)),
                }
            };
            table.entries().iter().map(entry).collect::<Vec<_>>().join(", ")
        }
        Value::Invalid => String::new(),
    }
}
