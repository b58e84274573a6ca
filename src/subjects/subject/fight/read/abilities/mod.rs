//! Special abilities by name (W28): the keys of `abilities`, and the abilities that are not simulated.

mod from_table;

pub use from_table::{poisoning, read};

use crate::dice::Dice;
use crate::document::dice::dice;
use crate::document::{FAR, Key, KeyOr, Kind, Node, Table, Value, decode, keys};
use crate::rules::effects::{Doom, Resist, Rounding};

/// Accepted values of `abilities`.
pub const KIND: Kind = Kind::Table(&ABILITIES);

/// A key for an ability, whose values are read later by the ability's own reader.
const fn ability(key: &'static str, kind: Kind) -> Key<Node> {
    Key::new(key, kind, decode::node)
}

/// A key for a number from 0 to [`FAR`].
const fn points(key: &'static str) -> Key<u8> {
    Key::<u8>::integer(key, 0, FAR)
}

/// The accepted values of an ability: `true`, `false`, or a table with the keys `$table`.
macro_rules! figures {
    ($table:ident) => {
        Kind::Any(&[Kind::Boolean, Kind::Table(&$table)])
    };
}

keys! {
    pub ABILITIES = "abilities": "Special abilities of a creature: `true`, `false`, or a table of values.";
    BLEEDING: Key<Node> = ability("bleeding", figures!(VEIN))
        .means("A hit by a large enough degree causes bleeding.", "{ degree = 4, check = \"Fair\" }");
    BURNING: Key<Node> = ability("burning", figures!(FIRE))
        .means("A target that the creature hits may catch fire.", "{ result = \"Mediocre\", damage = 2 }");
    CAUSE_FEAR: Key<Node> = ability("cause_fear", figures!(SAVED))
        .means("Foes who see the creature may flee.", "{ check = \"Great\", trait = \"willpower\" }");
    CHARM: Key<Node> = ability("charm", figures!(SAVED)).means("The creature's eyes charm foes who fail a roll.", "true");
    DEADLY_BREATH: Key<Node> = ability("deadly_breath", figures!(SAVED))
        .means("The creature's breath kills foes who fail a roll.", "{ check = \"Great\", trait = \"health\" }");
    EDGES: Key<Node> = ability("edges", figures!(BONES))
        .means("Edged weapons do little damage to the creature.", "{ slashing = \"half\", piercing = 1 }");
    FUDGE_POINTS: Key<Node> = ability("fudge_points", figures!(SPENT)).means(
        "The creature's Fudge points in its source, if creatures have any: shown, not simulated. See `fudge_points` and `spend` of a fighter.",
        "{ points = 1 }",
    );
    GAZE: Key<Node> = ability("gaze", figures!(SAVED))
        .means("The creature's gaze affects foes who fail a roll.", "{ check = \"Great\", trait = \"willpower\" }");
    HEADS: Key<Node> = ability("heads", figures!(HYDRA)).means(
        "Each of the `count` fighters is a head. A head that a wound puts out of action is severed and grows back; the heads are beaten when all are severed at the same time.",
        "{ rounds = 4 }",
    );
    IMMUNE_TO_FEAR: Key<Node> = ability("immune_to_fear", Kind::Boolean).means("The creature never flees or yields.", "true");
    IMMUNE_TO_PAIN: Key<Node> = ability("immune_to_pain", Kind::Boolean).means("Wounds give the creature no penalty.", "true");
    INSUBSTANTIAL: Key<Node> = ability("insubstantial", Kind::Boolean).means("Weapons pass through the creature.", "true");
    LUCKY: Key<Node> = ability("lucky", Kind::Boolean)
        .means("The gift Lucky, one reroll in an hour of play: not simulated.", "true");
    NEEDS_NEAR_DEATH: Key<Node> =
        ability("needs_near_death", Kind::Boolean).means("The creature fights on until Near Death.", "true");
    NINE_LIVES: Key<Node> =
        ability("nine_lives", figures!(CAT)).means("The creature survives several deadly blows.", "{ lives = 9 }");
    NOXIOUS_FLUID: Key<Node> = ability("noxious_fluid", figures!(SAVED))
        .means("The creature squirts a fluid that blinds and sickens foes who fail a roll.", "{ check = \"Good\" }");
    POISON: Key<Node> = ability("poison", figures!(VENOM))
        .means("The creature's bite or claws are poisoned.", "{ check = \"Fair\", drains = 1 }");
    REGENERATION: Key<Node> = ability("regeneration", figures!(HEALING))
        .means("The creature's wounds heal while it fights.", "{ on = \"failed roll\", boxes = 1 }");
    STENCH: Key<Node> = ability("stench", figures!(SMELL))
        .means("The creature's smell lowers the skill of foes who fail a roll.", "{ check = \"Good\", penalty = -2 }");
    SURPRISE: Key<Node> = ability("surprise", figures!(AMBUSH))
        .means("The creature's first blow is unopposed.", "{ check = \"Fair\" }");
    SWALLOW: Key<Node> = ability("swallow", figures!(GULLET)).means(
        "At the end of each round the creature tries to swallow a foe, its skill against the foe's Agility. A swallowed foe fights the creature alone, cannot be hit by other fighters, suffers the lightest wound in each round after the first, and dies if the creature wins.",
        "{ scale = 6, cut_out = 15 }",
    );
    TOXIC_SPINES: Key<Node> = ability("toxic_spines", figures!(UNPLAYED)).means(
        "A foe who touches the creature is put out of action minutes later, for hours: shown, not simulated.",
        "{ check = \"Fair\", trait = \"health\" }",
    );
    VENOMOUS_BLOOD: Key<Node> = ability("venomous_blood", figures!(BLOOD))
        .means("A foe who wounds the creature may be poisoned.", "{ dice = \"1dF\", on = -1, check = \"Great\" }");
    WEB: Key<Node> = ability("web", figures!(UNPLAYED)).means(
        "The creature's web, which takes Strength to break: not simulated, since no source says how the web catches foes.",
        "{ check = \"Good\", trait = \"strength\" }",
    );
}

/// Abilities that are listed but not simulated.
const UNSIMULATED: [&str; 4] = ["fudge_points", "lucky", "toxic_spines", "web"];

/// Values that a simulated ability needs although its source may not give them: the ability, the key of the value, an
/// example.
const REQUIRED_VALUES: &[(&str, &str, &str)] = &[
    ("cause_fear", "check", "\"Good\""),
    ("charm", "check", "\"Good\""),
    ("deadly_breath", "check", "\"Good\""),
    ("gaze", "check", "\"Good\""),
    ("noxious_fluid", "check", "\"Good\""),
    ("poison", "check", "\"Fair\""),
    ("regeneration", "boxes", "1"),
    ("stench", "check", "\"Good\""),
    ("venomous_blood", "check", "\"Good\""),
    ("venomous_blood", "dice", "\"1dF\""),
];

/// Reasons that abilities are not simulated: the ability, the reason, and what to do instead. The abilities in
/// [`UNSIMULATED`] without a row here matter only after a fight, or depend on the game, so they are only shown with the
/// stat block.
const UNSIMULATED_REASONS: &[(&str, &str, &str)] = &[
    (
        "lucky",
        "one reroll in an hour of play is not a rule for a single fight",
        "to have a reroll in this fight give it `fudge_points = 1` and `spend = \"reroll\"`",
    ),
    ("web", "its source says how to break a web, but not how the web catches foes", "give its foes a modifier"),
];

/// An ability of a fighter that is not simulated.
pub struct UnsimulatedAbility<'a> {
    pub name: &'a str,
    pub reason: String,
    /// Advice on what to do instead.
    pub instead: String,
}

/// The reason that the ability called `name` is not simulated with the values `figures`. `None` if it is simulated, or
/// if it needs no explanation.
fn unsimulated<'a>(name: &'a str, figures: &Node) -> Option<UnsimulatedAbility<'a>> {
    let given = |key: &str| figures.as_table().is_some_and(|table| table.get(key).is_some());
    let lacking = REQUIRED_VALUES.iter().find(|(known, key, _)| *known == name && !given(key));
    if let Some((_, needed, example)) = lacking {
        return Some(UnsimulatedAbility {
            name,
            reason: format!("its source gives no `{needed}`"),
            instead: format!("set one, as in `abilities.{name}.{needed} = {example}`"),
        });
    }
    let (_, reason, instead) = UNSIMULATED_REASONS.iter().find(|(known, ..)| *known == name)?;
    Some(UnsimulatedAbility { name, reason: (*reason).to_owned(), instead: (*instead).to_owned() })
}

keys! {
    SAVED = "hazard": "An effect that foes resist by a roll.";
    CHECK: Key<i32> = Key::level("check").means("The difficulty of the roll to resist.", "\"Fair\"");
    TRAIT: Key<Resist> =
        Key::choice("trait").means("The trait rolled to resist.", "\"health\"").otherwise("set by the ability");
    EFFECT: Key<Doom> =
        Key::choice("effect").means("What happens to foes who fail.", "\"paralysis\"").otherwise("set by the ability");
    EVERY: Key<&'static str> = Key::word("every", &["fight", "round"])
        .means("Whether the roll is made once a fight, or each round against each creature.", "\"round\"")
        .otherwise("fight; round for a deadly breath");
    FEET: Key<i64> = Key::<i64>::integer("feet", 0, 1000).means("The reach in feet: shown, not simulated.", "15");
}

keys! {
    UNPLAYED = "unplayed ability": "Values of an ability that is not simulated.";
    + CHECK;
    TOLD_TRAIT: Key<String> = Key::text("trait").means("The trait rolled.", "\"strength\"");
    TOLD_EFFECT: Key<String> = Key::text("effect").means("The effect.", "\"out within minutes\"");
}

keys! {
    AMBUSH = "surprise": "An unopposed first blow.";
    LEAST: KeyOr<i32> = Key::level("check").means("The lowest result that hits.", "\"Fair\"").or(0);
}

keys! {
    VEIN = "bleeding": "A wound that bleeds.";
    DEGREE: KeyOr<i16> =
        Key::<i16>::integer("degree", 0, FAR).means("The lowest relative degree that causes bleeding.", "4").or(4);
    + CHECK;
    + TRAIT;
    HOW_OFTEN: Key<u8> =
        Key::new("every", Kind::Any(&[Kind::Choice(&["round", "minute"]), Kind::Integer { min: 1, max: 200 }]), from_table::interval)
            .means("How often the roll is made: each round, each minute (20 rounds), or once in this number of rounds.", "\"minute\"")
            .otherwise("minute");
}

keys! {
    FIRE = "burning": "How the creature sets foes on fire.";
    RESULT: KeyOr<i32> = Key::level("result")
        .means("The situational roll at or below which the target burns.", "\"Mediocre\"")
        .or(-1);
    DAMAGE: KeyOr<u8> = points("damage").means("Damage points each round until the fire is put out.", "2").or(2);
}

keys! {
    BONES = "edges": "How much damage edged weapons do to the creature.";
    SLASHING: Key<Rounding> = Key::choice("slashing")
        .means("How much damage slashing weapons do.", "\"half\"");
    PIERCING: Key<u8> = points("piercing").means("The most damage that piercing weapons do.", "1");
}

keys! {
    SPENT = "creature fudge points": "Fudge points of a creature: shown, not simulated.";
    HOW_MANY: Key<u8> = points("points").means("The number of Fudge points.", "1");
}

keys! {
    CAT = "nine lives": "The deadly blows that the creature survives.";
    LIVES: KeyOr<u8> = points("lives").means("How many deadly blows the creature survives.", "9").or(9);
}

keys! {
    HYDRA = "heads": "Heads that grow back.";
    MOST: Key<u16> = Key::<u16>::integer("most", 1, 10_000)
        .means("The most heads at any time. Heads that have not grown yet count as out of action and unhurt.", "10")
        .otherwise("two more than the `count`; for a single head, one");
    AWAY: KeyOr<u8> =
        Key::<u8>::integer("rounds", 1, 200).means("The number of rounds until a severed head has grown back.", "4").or(4);
    TWO: KeyOr<i32> =
        Key::level("two").means("The lowest result of Health at which two heads grow.", "\"Superb\"").or(3);
    STOPPED_BY: Key<u8> = Key::new("stopped_by", Kind::Text, super::tactics::wound_of_rules)
        .means(
            "The lightest wound by fire that keeps a head from growing again (`blade = \"fire\"`, an attack that burns, or burning).",
            "\"Hurt\"",
        )
        .otherwise("Hurt");
}

keys! {
    VENOM = "poison": "A poison in the creature's bite or claws.";
    + CHECK;
    + TRAIT;
    + EFFECT;
    DRAINS: KeyOr<u8> = points("drains")
        .means("Levels of Health lost at the end of each round. The `effect` occurs once Health is below Terrible.", "1")
        .or(0);
}

keys! {
    pub POISONING = "poison at work": "A poison that a fighter begins a fight with.";
    + DRAINS;
    LOST: KeyOr<u8> = points("lost").means("Levels of Health already lost to the poison.", "2").or(0);
    + EFFECT;
}

keys! {
    HEALING = "regeneration": "How the creature's wounds heal while it fights.";
    ON: KeyOr<&'static str> =
        Key::word("on", &["failed roll", "round"]).means("When wounds heal.", "\"failed roll\"").or("round");
    BOXES: Key<u8> = points("boxes").means("How many boxes of the track clear each time.", "1");
    NOT_FROM: Key<String> =
        Key::text("not_from").means("The wounds that do not heal: shown, not simulated.", "\"fire and acid\"");
}

keys! {
    SMELL = "stench": "A smell that lowers the skill of foes.";
    + CHECK;
    + TRAIT;
    PENALTY: KeyOr<i32> =
        Key::<i32>::integer("penalty", -FAR, 0).means("The skill penalty of those who fail.", "-2").or(-2);
}

keys! {
    GULLET = "swallow": "Which foes the creature can swallow, and how they fight it from inside.";
    SCALE: KeyOr<i32> = Key::factor("scale").means("The largest Scale of Mass of a foe that the creature can swallow.", "6").or(6);
    INSIDE: KeyOr<i32> =
        Key::level("inside").means("The difficulty of hitting the creature from inside.", "\"Terrible\"").or(-3);
    INSIDE_DEFENSE: KeyOr<u8> =
        points("inside_defense").means("The bonus to the creature's defensive factor against blows from inside.", "1").or(1);
    CUT_OUT: KeyOr<u8> = Key::<u8>::integer("cut_out", 1, FAR)
        .means("The total of damage points from inside that frees all swallowed foes.", "15")
        .or(15);
}

keys! {
    BLOOD = "venomous blood": "Blood that may poison a foe who wounds it.";
    DICE: Key<Dice> = Key::new("dice", Kind::Dice, dice).means("The dice rolled when the creature is wounded.", "\"1dF\"");
    RESULT_OF_DICE: KeyOr<i32> = Key::factor("on").means("The result that poisons.", "-1").or(-1);
    + CHECK;
    + TRAIT;
    + EFFECT;
}

/// The abilities of a fighter that are not simulated, except those set to `false`.
pub fn unsimulated_abilities(fighter: &Table) -> Vec<UnsimulatedAbility<'_>> {
    let abilities = fighter.get("abilities").and_then(Node::as_table);
    let given = abilities.into_iter().flat_map(Table::entries);
    let given = given.filter(|entry| entry.node.value != Value::Boolean(false));
    given.filter_map(|entry| unsimulated(&entry.key, &entry.node)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ability_is_simulated_or_shown_or_explained() {
        for spec in ABILITIES.specs() {
            let played = !UNSIMULATED.contains(&spec.key);
            let missed = UNSIMULATED_REASONS.iter().any(|(known, ..)| *known == spec.key);
            assert!(!(played && missed), "{}", spec.key);
            assert_eq!(!played && !missed, spec.meaning.contains("shown, not simulated"), "{}", spec.key);
        }
        assert!(REQUIRED_VALUES.iter().all(|(known, ..)| !UNSIMULATED.contains(known)));
    }
}
