//! The keys of `[after]`, which starts a fight with fighters as another file's fight left them.

use crate::document::{Key, KeyOr, Kind, Node, decode, include::FIGHT, keys};

keys! {
    pub(in crate::scenario) BEFORE = "after": "The fight before this one.";
    FILE: Key<Node> = Key::new(FIGHT, Kind::Text, decode::node).means("Its file, relative to this one: a single fight.", "\"goblins.toml\"");
    SIDE: Key<String> = Key::text("side").means("The side that goes on to this fight, by its name there.", "\"party\"").otherwise("the first side there");
    TENDED: KeyOr<bool> = Key::flag("tended").means("Whether a few minutes of care come in between: minor injuries clear, and if one fighter can go on, incapacitated ones are revived (LITE).", "true").or(false);
}
