//! Reads `[opposed]`.

use crate::check::{Contestant, Opposed, Ties};
use crate::document::{Key, Kind, Problem, Reader, keys};
use crate::subject::actor::{Acting, CONTESTANT, contestant, responding_contestant};

/// An opposed action whose sides have names.
#[derive(Debug, Clone)]
pub struct Action {
    pub opposed: Opposed,
    /// The names of the active and the passive side.
    pub names: [String; 2],
    /// Whether the file does not set `ties`.
    pub is_ties_unset: bool,
}

keys! {
    pub(crate) OPPOSED = "opposed": "An opposed action between two sides.";
    ACTIVE: Key<(Contestant, Option<String>, Acting)> = Key::new("active", Kind::Table(&CONTESTANT), responding_contestant)
        .means("The side that acts.", "{ name = \"Lisa\", trait = \"Good\" }")
        .required();
    PASSIVE: Key<(Contestant, Option<String>)> = Key::new("passive", Kind::Table(&CONTESTANT), contestant)
        .means("The side that resists.", "{ name = \"Joe\", trait = \"Fair\" }")
        .required();
    TIES: Key<&'static str> = Key::word("ties", &["status quo", "active", "passive"])
        .means("Who wins ties.", "\"status quo\"")
        .otherwise("status quo; if only one side rolls, that side");
}

pub(crate) fn opposed(reader: &mut Reader<'_>) -> Option<Action> {
    let (active, passive) = (reader.read(&ACTIVE), reader.read(&PASSIVE));
    let word = reader.read(&TIES);
    let ((active, first, acting), (passive, second)) = (active?, passive?);
    let named = |name: Option<String>, key: &str| name.unwrap_or_else(|| key.to_owned());
    let (first, second) = (named(first, "active"), named(second, "passive"));
    let ties = match word {
        Some("status quo") => Ties::StatusQuo,
        Some("active") => Ties::Active,
        Some("passive") => Ties::Passive,
        _ => Ties::by_default(active.actor().rolls(), passive.actor().rolls()),
    };
    if first == second {
        let problem = Problem::new(format!("both sides are called `{first}`"));
        return reader.refuse_table(problem.help("give one of them another `name`"));
    }
    let opposed = Opposed::new(active, passive, ties);
    let opposed = match acting.names_need() {
        true => reader.checked(opposed.with_reply_dice(|degree| acting.dice_against(degree)))?,
        false => opposed,
    };
    Some(Action { opposed, names: [first, second], is_ties_unset: word.is_none() })
}
