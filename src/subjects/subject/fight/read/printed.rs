//! Keys of a stat block that describe it but change nothing in a fight.

use crate::document::{AnyKey, FAR, Item, Key, Kind, Node, Reader, decode, keys};

/// The kind of value of `printed_offense` and `printed_defense`: a sum of two numbers, so its limits are twice as wide.
const FIGURE: Kind = Kind::Any(&[Kind::Integer { min: -2 * FAR, max: 2 * FAR }, Kind::Range]);

keys! {
    /// Descriptive keys, which `like` does not copy.
    pub TOLD = "remarks": "Parts of a stat block for people to read.";
    SOURCE: Key<String> = Key::text("source")
        .means("The source of the stat block. Its first word can be put before the name, as in `SRD dragon`.", "\"SRD 6.5\"");
    TRAITS: Key<Vec<(String, Option<i32>)>> = Key::new(
        "traits",
        Kind::Map(&Kind::Any(&[Kind::Text, Kind::Integer { min: -FAR, max: FAR }])),
        |item| decode::map(level_if_any)(item),
    )
    .means(
        "Other traits of the fighter, for people to read. Formulas can use those that are levels or numbers.",
        "{ willpower = \"Fair\", flight = \"yes\" }",
    );
    NOTE: Key<String> =
        Key::text("note").means("A remark, for people to read.", "\"figures with the best weapon\"");
    PRINTED_OFFENSE: Key<Node> = Key::new("printed_offense", FIGURE, decode::node).means(
        "The offensive factor with Scale that the source prints. It is compared with `offense` or its parts.",
        "5",
    );
    PRINTED_DEFENSE: Key<Node> = Key::new("printed_defense", FIGURE, decode::node).means(
        "The defensive factor with Scale that the source prints. It is compared with `defense` or its parts.",
        "3",
    );
    PRINTED_NOTE: Key<String> = Key::text("printed_note")
        .means("Why the parts do not add up to the printed sum.", "\"the source leaves Strength out\"");
}

/// Reads the descriptive keys only to report errors in them.
pub fn read(reader: &mut Reader<'_>) {
    for key in [&SOURCE, &NOTE, &PRINTED_NOTE] {
        reader.read(key);
    }
    // Module `printed` compares these with the parts.
    let printed: [&dyn AnyKey; 2] = [&PRINTED_OFFENSE, &PRINTED_DEFENSE];
    printed.into_iter().for_each(|key| reader.skip(key));
}

/// Reads `traits`, without those that have neither a level nor a number.
pub fn traits(reader: &mut Reader<'_>) -> Vec<(String, i32)> {
    let traits = reader.read(&TRAITS).unwrap_or_default();
    traits.into_iter().filter_map(|(name, level)| Some((name, level?))).collect()
}

/// Reads a trait for people to read: its level or number. The inner `None` is for text that is not a level.
fn level_if_any(item: Item<'_>) -> Option<Option<i32>> {
    match item.node.as_str() {
        Some(word) => Some(item.context.ladder.parse(word).ok()),
        None => decode::whole(item).map(Some),
    }
}
