//! The keys that make a scenario out of several files, variants and varied values.

use super::decode;
use super::key::{Key, keys};
use super::keys::Kind;
use super::node::Node;

keys! {
    /// The keys that are handled before the rest of a scenario is read. They are removed from a document before its
    /// other keys are read, and are declared here for the schema.
    pub DOCUMENT = "document": "What puts a scenario together.";
    INCLUDE: Key<Node> = Key::new("include", Kind::List(&Kind::Text), decode::node)
        .means("Files to merge under this one, relative to it.", "[\"cast/barroom.toml\"]");
    VARIANTS: Key<Node> = Key::new("variants", Kind::Map(&Kind::Map(&Kind::Free)), decode::node).means(
        "Named variants, each with the keys that it changes.",
        "{ \"no roll\" = { rules = { damage_roll = \"none\" } }, \"as is\" = {} }",
    );
    VARY: Key<Node> = Key::new("vary", Kind::Map(&Kind::Free), decode::node).means(
        "Dotted paths and the values to try; `combine = \"zip\"` pairs the values up instead of combining all of them.",
        "{ \"rules.dice\" = [\"4dF\", \"3d6-table\"], \"check.difficulty\" = { from = \"Poor\", to = \"Great\" } }",
    );
}
