//! The keys that put a scenario together out of several.

use super::decode;
use super::key::{Key, keys};
use super::keys::Kind;
use super::node::Node;

keys! {
    /// The keys of a scenario that this layer itself reads, for the schema of the whole; they are gone from the documents
    /// that are read.
    pub DOCUMENT = "document": "What puts a scenario together.";
    INCLUDE: Key<Node> = Key::new("include", Kind::List(&Kind::Text), decode::node)
        .means("Files to merge under this one, relative to it.", "[\"cast/barroom.toml\"]");
    VARIANTS: Key<Node> = Key::new("variants", Kind::Map(&Kind::Map(&Kind::Free)), decode::node).means(
        "Named variants, each with what is different in it.",
        "{ \"no roll\" = { rules = { damage_roll = \"none\" } }, \"as is\" = {} }",
    );
    VARY: Key<Node> = Key::new("vary", Kind::Map(&Kind::Free), decode::node).means(
        "Dotted paths and the values to try; `combine = \"zip\"` pairs the values up instead of combining all of them.",
        "{ \"rules.dice\" = [\"4dF\", \"3d6-table\"], \"check.difficulty\" = { from = \"Poor\", to = \"Great\" } }",
    );
}
