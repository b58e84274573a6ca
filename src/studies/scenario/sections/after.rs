//! The keys of `[after]`: a fight begins as that of another file left its fighters.

use crate::document::{Key, KeyOr, Kind, Node, decode, include::FIGHT, keys};

keys! {
    /// The keys of `[after]`.
    pub(in crate::scenario) BEFORE = "after": "The fight before this one.";
    FILE: Key<Node> = Key::new(FIGHT, Kind::Text, decode::node).means("Its file, relative to this one: a single fight.", "\"goblins.toml\"");
    SIDE: Key<String> = Key::text("side").means("The side that goes on to this fight, by its name there.", "\"party\"").otherwise("the first side there");
    TENDED: KeyOr<bool> = Key::flag("tended").means("Whether there are some minutes of care in between: minor injuries clear, and a friend who stands revives whoever is incapacitated (LITE).", "true").or(false);
}
