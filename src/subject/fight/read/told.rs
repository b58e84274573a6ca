//! Keys of a stat block that tell where it is from and what else it is, and change nothing in a fight.

use crate::document::decode;
use crate::document::keys::{KeySpec, Kind};
use crate::document::reader::{Item, Reader};

const FIGURE: Kind = Kind::Any(&[Kind::Integer { min: -200, max: 200 }, Kind::Range]);

pub const SOURCE: KeySpec =
    key("source", Kind::Text, "Where the stat block is from; its first word may go before the name.", "\"SRD 6.5\"");
pub const KIND: KeySpec =
    key("kind", Kind::Choice(&["creature", "animal", "person", "npc"]), "What it is.", "\"creature\"");
pub const TRAITS: KeySpec = key(
    "traits",
    Kind::Map(&Kind::Any(&[Kind::Text, Kind::Integer { min: -100, max: 100 }])),
    "What else is known of it, for people to read.",
    "{ willpower = \"Fair\", flight = \"yes\" }",
);
pub const NOTE: KeySpec = key("note", Kind::Text, "A remark, for people to read.", "\"figures with the best weapon\"");
pub const PRINTED_OFFENSE: KeySpec = key(
    "printed_offense",
    FIGURE,
    "The sum that the source prints for the offensive factor, with Scale: held against `offense` or its parts.",
    "5",
);
pub const PRINTED_DEFENSE: KeySpec = key(
    "printed_defense",
    FIGURE,
    "The sum that the source prints for the defensive factor, with Scale: held against `defense` or its parts.",
    "3",
);
pub const PRINTED_NOTE: KeySpec = key(
    "printed_note",
    Kind::Text,
    "Why the parts do not add up to the printed sum.",
    "\"the source leaves Strength out\"",
);

/// The keys of a block that fighters who are like it do not take over.
pub const ONLY_TOLD: [&str; 7] =
    ["source", "kind", "traits", "note", "printed_offense", "printed_defense", "printed_note"];

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

/// Reads them, for their faults.
pub fn read(reader: &mut Reader<'_>) {
    for key in ["source", "note", "printed_note"] {
        reader.get(key, decode::text);
    }
    reader.get("kind", decode::choice);
    reader.get("traits", decode::map(text_or_number));
    // Held against the parts by `printed`.
    for key in ["printed_offense", "printed_defense"] {
        reader.get(key, decode::node);
    }
}

fn text_or_number(item: Item<'_>) -> Option<()> {
    match item.node.as_str() {
        Some(_) => Some(()),
        None => decode::integer(item).map(|_| ()),
    }
}
