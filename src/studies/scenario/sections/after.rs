//! The keys of `[after]`, which starts a fight with fighters as another file's fight left them.

use crate::document::{Key, KeyOr, Kind, Node, decode, include::FIGHT, keys};

keys! {
    pub(in crate::scenario) BEFORE = "after": "The fight before this one.";
    FILE: Key<Node> = Key::new(FIGHT, Kind::Text, decode::node).means("The file of the earlier fight, by its path from this file. It must contain a single fight.", "\"goblins.toml\"");
    SIDE: Key<String> = Key::text("side").means("The name, in the earlier fight, of the side that continues to this one.", "\"party\"").otherwise("the first side of that fight");
    TENDED: KeyOr<bool> = Key::flag("tended").means("Whether there are a few minutes of care between the fights. Minor injuries clear, and if one fighter can go on, incapacitated ones are revived (LITE).", "true").or(false);
}
