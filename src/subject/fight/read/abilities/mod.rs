//! Special abilities by name (W28): what may stand in `abilities`, and what of it is not played yet.

mod read;

pub use read::read;

use super::tactics::words;
use crate::document::keys::{KeySpec, Kind};
use crate::document::node::{Node, Table, Value};
use crate::rules::Choice;
use crate::rules::effects::{Doom, Resist};

/// What `abilities` must be.
pub const KIND: Kind = Kind::Table(ABILITIES);

const CHECK: KeySpec = key("check", Kind::Level, "The difficulty of the roll that escapes it.", "\"Fair\"");
const TRAIT: KeySpec = key("trait", RESIST, "The trait rolled for that.", "\"health\"");
const EFFECT: KeySpec = key("effect", DOOM, "What becomes of who fails.", "\"paralysis\"");
const RESIST: Kind = Kind::Choice(&words::<{ Resist::WORDS.len() }>(Resist::WORDS));
const DOOM: Kind = Kind::Choice(&words::<{ Doom::WORDS.len() }>(Doom::WORDS));

/// The abilities: each is a table of figures, or `true` where the source gives none.
pub const ABILITIES: &[KeySpec] = &[
    key("bleeding", BLEEDING, "A blow that wins by so much opens a vein.", "{ degree = 4, check = \"Fair\" }"),
    key("burning", BURNING, "What it strikes may catch fire.", "{ result = \"Mediocre\", damage = 2 }"),
    key("cause_fear", SAVED, "Its sight drives foes off.", "{ check = \"Great\", trait = \"willpower\" }"),
    key("charm", SAVED, "Its eyes charm.", "true"),
    key("deadly_breath", SAVED, "Its breath kills who fails a roll.", "{ check = \"Great\", trait = \"health\" }"),
    key("edges", EDGES, "Edged weapons do it little harm.", "{ slashing = \"half\", piercing = 1 }"),
    key(
        "fudge_points",
        SPENT,
        "Fudge points that its source gives it where others than player characters have any: told, not played. See `fudge_points` and `spend` of a fighter.",
        "{ points = 1 }",
    ),
    key("gaze", SAVED, "Who meets its gaze is lost.", "{ check = \"Great\", trait = \"willpower\" }"),
    key(
        "heads",
        HEADS,
        "Each of the `count` is a head: one that is put out by a wound is severed, and grows again; with all severed at once they are beaten.",
        "{ rounds = 4 }",
    ),
    key("immune_to_fear", Kind::Boolean, "It never flees or yields.", "true"),
    key("immune_to_pain", Kind::Boolean, "Wounds give it no penalty.", "true"),
    key("insubstantial", Kind::Boolean, "No weapon touches it.", "true"),
    key("lucky", Kind::Boolean, "The gift Lucky, one roll made again in an hour of play: not played.", "true"),
    key("needs_near_death", Kind::Boolean, "Only Near Death stops it.", "true"),
    key("nine_lives", LIVES, "It survives so many deadly blows.", "{ lives = 9 }"),
    key("noxious_fluid", SAVED, "What it squirts blinds and sickens who fails a roll.", "{ check = \"Good\" }"),
    key("poison", POISON, "Its bite or claws are poisoned.", "{ check = \"Fair\", drains = 1 }"),
    key("regeneration", REGENERATION, "Its wounds heal while it fights.", "{ on = \"failed roll\", boxes = 1 }"),
    key("stench", STENCH, "Its smell takes from its foes' skill.", "{ check = \"Good\", penalty = -2 }"),
    key("surprise", SURPRISE, "Its first blow is struck unopposed.", "{ check = \"Fair\" }"),
    key(
        "swallow",
        SWALLOW,
        "At the end of each round it tries to swallow a foe, skill against Agility. Who is inside strikes it alone, can be struck by nobody, takes the least wound each round from the next on, and dies if it wins.",
        "{ scale = 6, cut_out = 15 }",
    ),
    key(
        "toxic_spines",
        TOLD,
        "Who touches it is out for hours, but minutes later: told, not played.",
        "{ check = \"Fair\", trait = \"health\" }",
    ),
    key("venomous_blood", VENOM, "Who wounds it may be poisoned.", "{ dice = \"1dF\", on = -1, check = \"Great\" }"),
    key(
        "web",
        TOLD,
        "Its web, which takes strength to break: not played, since no source says how it catches.",
        "{ check = \"Good\", trait = \"strength\" }",
    ),
];

/// The abilities that play.
const PLAYED: &[&str] = &[
    "bleeding",
    "burning",
    "cause_fear",
    "charm",
    "deadly_breath",
    "edges",
    "gaze",
    "heads",
    "immune_to_fear",
    "immune_to_pain",
    "insubstantial",
    "needs_near_death",
    "nine_lives",
    "noxious_fluid",
    "poison",
    "regeneration",
    "stench",
    "surprise",
    "swallow",
    "venomous_blood",
];

/// Figures without which an ability that plays does not, each with one that would do: no source says what they are where it
/// leaves them out.
const NEEDED: &[(&str, &str, &str)] = &[
    ("cause_fear", "check", "\"Good\""),
    ("charm", "check", "\"Good\""),
    ("deadly_breath", "check", "\"Good\""),
    ("gaze", "check", "\"Good\""),
    ("noxious_fluid", "check", "\"Good\""),
    ("poison", "check", "\"Fair\""),
    ("regeneration", "boxes", "1"),
    ("stench", "check", "\"Good\""),
    ("venomous_blood", "check", "\"Good\""),
];

/// Why others are not played, and what to do instead. What is in neither list acts only after a fight, or where a game lets
/// it: it is told with the stat block, and nobody misses it.
const NOT_PLAYED: &[(&str, &str, &str)] = &[
    (
        "lucky",
        "one roll of any kind, made again in an hour of play, is no rule for one fight",
        "to have a reroll in this fight give it `fudge_points = 1` and `spend = \"reroll\"`",
    ),
    ("web", "its source says what breaks a web, not how it catches", "give its foes a modifier for it"),
];

/// An ability of a fighter that is not played.
pub struct Missing<'a> {
    /// Its name.
    pub name: &'a str,
    /// Why.
    pub reason: String,
    /// What to do instead.
    pub instead: String,
}

/// Why an ability is not played; none where it is, or where nobody misses it.
fn missing<'a>(name: &'a str, figures: &Node) -> Option<Missing<'a>> {
    if let Some((_, needed, example)) = NEEDED.iter().find(|(known, ..)| *known == name) {
        let given = figures.as_table().is_some_and(|table| table.get(needed).is_some());
        return (!given).then(|| Missing {
            name,
            reason: format!("its source gives no `{needed}` for it"),
            instead: format!("give it one, as in `abilities.{name}.{needed} = {example}`"),
        });
    }
    let (_, reason, instead) = NOT_PLAYED.iter().find(|(known, ..)| *known == name)?;
    Some(Missing { name, reason: (*reason).to_owned(), instead: (*instead).to_owned() })
}

const FACTOR: Kind = Kind::Integer { min: -100, max: 100 };
const POINTS: Kind = Kind::Integer { min: 0, max: 100 };

const SAVED: Kind = Kind::Any(&[
    Kind::Boolean,
    Kind::Table(&[
        CHECK,
        TRAIT,
        EFFECT,
        key(
            "every",
            Kind::Choice(&["fight", "round"]),
            "Whether it is withstood once for the fight, or in each round against each that does it.",
            "\"round\"",
        ),
        key("feet", Kind::Integer { min: 0, max: 1000 }, "Its reach: told, not played.", "15"),
    ]),
]);
/// Figures of what is not played.
const TOLD: Kind = Kind::Any(&[
    Kind::Boolean,
    Kind::Table(&[
        CHECK,
        key("trait", Kind::Text, "The trait rolled for that.", "\"strength\""),
        key("effect", Kind::Text, "What it does.", "\"out within minutes\""),
    ]),
]);
const SURPRISE: Kind = Kind::Any(&[Kind::Boolean, Kind::Table(&[CHECK])]);
const BLEEDING: Kind = Kind::Any(&[
    Kind::Boolean,
    Kind::Table(&[
        key("degree", POINTS, "The relative degree that does it.", "4"),
        CHECK,
        TRAIT,
        key(
            "every",
            EVERY,
            "How often the roll is made: each round, each minute of 20 rounds, or each so many rounds.",
            "\"minute\"",
        ),
    ]),
]);
const EVERY: Kind = Kind::Any(&[Kind::Choice(&["round", "minute"]), Kind::Integer { min: 1, max: 200 }]);
const BURNING: Kind = Kind::Any(&[
    Kind::Boolean,
    Kind::Table(&[
        key("result", Kind::Level, "The situational roll at or below which the target burns.", "\"Mediocre\""),
        key("damage", POINTS, "Damage in each round until it is put out.", "2"),
    ]),
]);
const EDGES: Kind = Kind::Any(&[
    Kind::Boolean,
    Kind::Table(&[
        key("slashing", Kind::Choice(&["half"]), "What is left of the damage of slashing weapons.", "\"half\""),
        key("piercing", POINTS, "What the damage of piercing weapons is reduced to.", "1"),
    ]),
]);
const SPENT: Kind = Kind::Any(&[Kind::Boolean, Kind::Table(&[key("points", POINTS, "How many.", "1")])]);
const LIVES: Kind = Kind::Any(&[Kind::Boolean, Kind::Table(&[key("lives", POINTS, "How many.", "9")])]);
const HEADS: Kind = Kind::Any(&[
    Kind::Boolean,
    Kind::Table(&[
        key(
            "most",
            Kind::Integer { min: 1, max: 10_000 },
            "How many heads there may be at once; two more than the `count` at first unless given. One that has yet to grow counts as out, and as unhurt.",
            "10",
        ),
        key("rounds", Kind::Integer { min: 1, max: 200 }, "The rounds that a severed head is away.", "4"),
        key("two", Kind::Level, "The Health check at which a second grows beside it.", "\"Superb\""),
        key(
            "stopped_by",
            Kind::Text,
            "The least wound by fire that keeps a head from growing again: of `blade = \"fire\"`, of an attack that burns, or of burning.",
            "\"Hurt\"",
        ),
    ]),
]);
const POISON: Kind = Kind::Any(&[
    Kind::Boolean,
    Kind::Table(&[
        CHECK,
        TRAIT,
        EFFECT,
        key(
            "drains",
            POINTS,
            "Levels of Health lost at the end of each round; the effect comes below Terrible Health.",
            "1",
        ),
    ]),
]);
const REGENERATION: Kind = Kind::Any(&[
    Kind::Boolean,
    Kind::Table(&[
        key("on", Kind::Choice(&["failed roll", "round"]), "When it heals.", "\"failed roll\""),
        key("boxes", POINTS, "How many boxes of its track clear.", "1"),
        key("not_from", Kind::Text, "The wounds that stay: told, not played.", "\"fire and acid\""),
    ]),
]);
const STENCH: Kind = Kind::Any(&[
    Kind::Boolean,
    Kind::Table(&[
        CHECK,
        TRAIT,
        key("penalty", Kind::Integer { min: -100, max: 0 }, "What it does to the skills of those who fail.", "-2"),
    ]),
]);
const SWALLOW: Kind = Kind::Any(&[
    Kind::Boolean,
    Kind::Table(&[
        key("scale", FACTOR, "The largest Scale, of Mass, that it swallows.", "6"),
        key("inside", Kind::Level, "The difficulty of striking it from inside.", "\"Terrible\""),
        key("inside_defense", POINTS, "What its defensive factor gains there.", "1"),
        key(
            "cut_out",
            Kind::Integer { min: 1, max: 100 },
            "The points of damage from inside, added up, that cut a way out for all.",
            "15",
        ),
    ]),
]);
const VENOM: Kind = Kind::Any(&[
    Kind::Boolean,
    Kind::Table(&[
        key("dice", Kind::Dice, "What is rolled when it is wounded.", "\"1dF\""),
        key("on", Kind::Integer { min: -100, max: 100 }, "The result that poisons.", "-1"),
        CHECK,
        TRAIT,
        EFFECT,
    ]),
]);

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

/// The abilities of a fighter that are not played; those that are taken out (`false`) aside.
pub fn not_played(fighter: &Table) -> Vec<Missing<'_>> {
    let abilities = fighter.get("abilities").and_then(Node::as_table);
    let given = abilities.into_iter().flat_map(Table::entries);
    let given = given.filter(|entry| entry.node.value != Value::Boolean(false));
    given.filter_map(|entry| missing(&entry.key, &entry.node)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ability_is_played_or_told_or_has_a_reason() {
        for spec in ABILITIES {
            let played = PLAYED.contains(&spec.key);
            let missed = NOT_PLAYED.iter().any(|(known, ..)| *known == spec.key);
            assert!(!(played && missed), "{}", spec.key);
            assert_eq!(!played && !missed, spec.meaning.contains("told, not played"), "{}", spec.key);
        }
        assert!(NEEDED.iter().all(|(known, ..)| PLAYED.contains(known)));
    }
}
