//! The keys of a stat block.

use super::gear::{PROTECTION, WEAPON};
use super::missile::MISSILE;
use super::ranges::RANGES;
use super::spending::{POINTS, SPEND};
use super::tactics::{SPREAD, TACTIC, TARGETS, words};
use super::{abilities, told};
use crate::document::dice::KIND as DICE;
use crate::document::keys::{KeySpec, Kind};
use crate::rules::effects::Blade;
use crate::rules::{Choice, MOST_FATIGUE, Pain};

const PAIN: Kind = Kind::Choice(&words::<{ Pain::WORDS.len() }>(Pain::WORDS));

const BLADE: Kind = Kind::Choice(&words::<{ Blade::WORDS.len() }>(Blade::WORDS));

const FACTOR: Kind = Kind::Integer { min: -100, max: 100 };

/// A factor, or a range of which one is taken.
const RANGED: Kind = Kind::Any(&[FACTOR, Kind::Range]);

/// A factor as a whole: a number, or parts by name that are added up.
const PARTS: Kind = Kind::Any(&[FACTOR, Kind::Range, Kind::Map(&RANGED)]);

/// The keys of a fighter.
pub(crate) const FIGHTER: &[KeySpec] = &[
    key("name", Kind::Text, "The name shown; the table's own name unless given.", "\"Snorri the Loud\""),
    key("like", Kind::Text, "Whom of [cast] the fighter is like; the fighter's own keys go before.", "\"goblin\""),
    key("side", Kind::Text, "The side to fight on; one of the fighter's own unless given.", "\"goblins\""),
    key("count", Kind::Integer { min: 1, max: 10_000 }, "How many such fighters there are.", "6"),
    key(
        "pc",
        Kind::Boolean,
        "Whether it is a player character; those of the first side are, where nobody is marked.",
        "true",
    ),
    KeySpec { required: true, ..key("skill", Kind::Level, "The level of the trait fought with.", "\"Great\"") },
    key(
        "avoid",
        Kind::Level,
        "The level of the trait blows are dodged or parried with, where there are turns; as `skill` unless given.",
        "\"Fair\"",
    ),
    key(
        "other_avoid",
        Kind::Level,
        "The level of the other of dodging and parrying, where one blow is met with both; as `avoid` unless given.",
        "\"Mediocre\"",
    ),
    key(
        "avoid_by",
        Kind::Choice(&["dodge", "parry"]),
        "What `avoid` is, where it matters; dodging unless given.",
        "\"parry\"",
    ),
    key(
        "position",
        Kind::Choice(&["behind", "back-turned", "above", "below", "prone"]),
        "Where the fighter stands, where there are turns: behind the enemy, with the back turned, above, below, prone.",
        "\"above\"",
    ),
    key(
        "initiative",
        Kind::Level,
        "The level of the trait initiative goes by, where there are turns; unless given, the mean of `perception`, `agility` and `intuition`.",
        "\"Good\"",
    ),
    key(
        "perception",
        Kind::Level,
        "Perception, a third of initiative, and what all-out defense gains an advantage by (or Tactics); Fair unless given.",
        "\"Good\"",
    ),
    key(
        "agility",
        Kind::Level,
        "Agility, a third of initiative, and what keeps one on one's feet; Fair unless given.",
        "\"Fair\"",
    ),
    key("intuition", Kind::Level, "Intuition, a third of initiative; Fair unless given.", "\"Terrible\""),
    key("combat_reflexes", Kind::Boolean, "The gift Combat Reflexes: +1 to initiative.", "true"),
    key("dice", DICE, "Dice of the fighter's own.", "\"2dF\""),
    key("strength", Kind::Level, "Strength, part of the offensive factor.", "\"Good\""),
    key(
        "weapon",
        WEAPON,
        "The weapon, by name or by value; bare hands unless given. A gun has a Strength of its own, in place of Strength and Scale. Beside `offense` it only says how long the weapon is.",
        "\"broadsword\"",
    ),
    key(
        "martial_art",
        Kind::Level,
        "The level of a martial art, which makes bare hands a weapon: at any level in the SRD, from Fair on in F93.",
        "\"Good\"",
    ),
    key(
        "thrown_unskilled",
        Kind::Boolean,
        "Whether the weapon is thrown with a skill that is not one of combat: -1 to the offensive factor.",
        "true",
    ),
    key(
        "halves_armor",
        Kind::Boolean,
        "A weapon of heavy, blunt metal: a foe's `armor` counts half, rounded down. True of a mace and a flail by name with the SRD's gear, unless given.",
        "true",
    ),
    key(
        "scale_piercing",
        Kind::Choice(&["halve", "ignore"]),
        "A harpoon, an elephant gun: what is left of a foe's Mass Scale, half of it, rounded down, or nothing, where the blow hits by 3 or more.",
        "\"halve\"",
    ),
    key(
        "weapon_tech",
        FACTOR,
        "The technological level of the weapon, in steps of Scale: what it is above the foe's `armor_tech` adds to damage, where the foe has `armor`.",
        "5",
    ),
    key(
        "offense",
        PARTS,
        "The offensive factor as a whole, without Scale, or its parts by name; instead of `strength`, `thrown_unskilled` and the weapon's value.",
        "5",
    ),
    key("damage_capacity", Kind::Level, "Damage Capacity.", "\"Good\""),
    key("health", Kind::Level, "Health, which wound boxes may follow from; Fair unless given.", "\"Good\""),
    key("pain", PAIN, "What wounds do to the fighter's skill, against what the record says.", "\"tolerant\""),
    key(
        "fatigue_cards",
        Kind::Integer { min: 0, max: MOST_FATIGUE as i64 },
        "The fatigue cards it starts with, where wounds are cards: each is -1, and the third card of either sort puts out.",
        "1",
    ),
    key(
        "armor",
        PROTECTION,
        "Armor, by name or by value. Where criticals may cost it, it may stand beside `defense`, to say what of that is armor.",
        "\"heavy leather\"",
    ),
    key("armor_tech", FACTOR, "The technological level of the armor, in steps of Scale; see `weapon_tech`.", "2"),
    key("mass", Kind::Level, "A Mass trait other than Fair, part of the defensive factor.", "\"Good\""),
    key("tough_hide", RANGED, "A tough hide's value.", "2"),
    key(
        "defense",
        PARTS,
        "The defensive factor as a whole or its parts by name, with Damage Capacity where that counts, without Scale and shield; instead of `armor`, `mass` and `tough_hide`.",
        "3",
    ),
    key(
        "shield",
        PROTECTION,
        "The shield, by name or by value; all but a small one also help against missiles.",
        "\"medium\"",
    ),
    key(
        "missile",
        MISSILE,
        "What the fighter shoots or throws while the foes close in: by name, or by its figures.",
        "{ weapon = \"bow\", skill = \"Great\" }",
    ),
    key("dodge", Kind::Level, "The level missiles are avoided with; as `avoid` unless given, or Fair.", "\"Good\""),
    key(
        "cover",
        Kind::Level,
        "The least result that hits the fighter from afar, for cover, light and distance together; `range` of [rules] unless given.",
        "\"Good\"",
    ),
    key("scale", RANGED, "Scale of Strength and Mass alike.", "2"),
    key("strength_scale", RANGED, "Scale of Strength, where Mass differs.", "3"),
    key("mass_scale", RANGED, "Scale of Mass, where Strength differs.", "1"),
    key("hit_bonus", FACTOR, "A bonus that only helps to hit: it comes off the damage again.", "1"),
    key(
        "fodder",
        Kind::Boolean,
        "Cannon fodder: the first Scratch or Hurt is a Hurt, anything further or worse puts out (SRD 4.57).",
        "true",
    ),
    key(
        "injury_boxes",
        Kind::Integer { min: 1, max: 100 },
        "How many boxes its track has, where boxes are marked in order; as many as in the rules unless given.",
        "2",
    ),
    key(
        "injuries",
        Kind::Integer { min: 1, max: 100 },
        "How many boxes its hits mark, where hits mark boxes whatever their degree: more than one for enormous threats.",
        "4",
    ),
    key(
        "serious",
        Kind::Boolean,
        "Whether its hits start at the first box of the second level at least, where boxes are marked in order.",
        "true",
    ),
    key(
        "ignores_armor",
        Kind::Boolean,
        "Whether armor prevents none of the boxes its hits mark, where these go by weapon: drowning, burning, suffocation.",
        "true",
    ),
    key(
        "defends_at",
        Kind::Integer { min: 0, max: 100 },
        "The wound level, or the boxes marked in order, from which on a player character who acts alone only defends.",
        "3",
    ),
    key(
        "unaware",
        Kind::Any(&[Kind::Boolean, Kind::Integer { min: 0, max: 1000 }]),
        "Whether it is unaware of its foes in the first round, or in how many: it neither strikes nor defends, and a player character who acts alone puts it out without a roll.",
        "true",
    ),
    key("helpless", Kind::Boolean, "Whether it can neither strike nor defend: bound, or asleep.", "true"),
    key("only_defends", Kind::Boolean, "Whether it defends itself but harms nobody.", "true"),
    key(
        "combat_paralysis",
        Kind::Boolean,
        "The fault Combat Paralysis: before each round it rolls Health, and neither strikes nor defends until a Good result.",
        "true",
    ),
    key(
        "speed_power",
        Kind::Boolean,
        "A power of speed: on even rounds it strikes as if its foes were not aware, and they cannot strike back.",
        "true",
    ),
    key("plus_level", Kind::Boolean, "Whether its skill has a \"plus\": it is one better on even rounds.", "true"),
    key(
        "speed",
        Kind::Level,
        "The trait that goes against the foe's for striking first; Fair unless given.",
        "\"Good\"",
    ),
    key(
        "morale",
        Kind::Any(&[Kind::Choice(&["fearless"]), Kind::Level]),
        "What is added to its rolls of morale, or \"fearless\" for one who never flees; Fair unless given.",
        "\"Good\"",
    ),
    key(
        "resistance",
        Kind::Choice(&["damage-resistant", "fragile"]),
        "The gift Damage Resistant or the fault Fragile: its wounds are lighter, or worse, by one.",
        "\"fragile\"",
    ),
    key(
        "constitution",
        Kind::Level,
        "Constitution, which keeps the Incapacitated conscious; Fair unless given.",
        "\"Good\"",
    ),
    key("will", Kind::Level, "Willpower, where wounds are rolled against with it; Fair unless given.", "\"Great\""),
    key(
        "overcomes_at",
        Kind::Text,
        "The wound level from which on its will goes against its wounds; never unless given.",
        "\"Hurt\"",
    ),
    key(
        "evades_at",
        Kind::Text,
        "The wound level from which on it throws itself out of the way of a blow that hit, once a round and where that helps; never unless given. It collapses only rather than be put out.",
        "\"Very Hurt\"",
    ),
    key("stuns", Kind::Boolean, "Whether it strikes to stun or knock out.", "true"),
    key("pulls", Kind::Text, "It pulls its blows: the worst wound level they do, whatever they mark.", "\"Scratch\""),
    key("yields_at", Kind::Text, "The wound level at which it yields; it fights on unless given.", "\"Hurt\""),
    key(
        "peripheral_vision",
        Kind::Boolean,
        "The gift Peripheral Vision: two foes at once take nothing from its skill.",
        "true",
    ),
    key(
        "quick_reflexes",
        Kind::Boolean,
        "The gift Quick Reflexes: it is never unaware of its foes, and may dodge missiles where others cannot.",
        "true",
    ),
    key(
        "modifiers",
        Kind::Map(&MODIFIER),
        "Position, blessing, curse, footing: modifiers of skill, perhaps for the first rounds only.",
        "{ blessing = 1, \"bad footing\" = { value = -1, rounds = 2 } }",
    ),
    key(
        "tactic",
        TACTIC,
        "The stance taken each round: one by name, several of different kinds with `and` between them, a mix, or by what the fighter sees.",
        "{ default = \"normal\", when = [{ wounds = \"Very Hurt\", then = \"defensive\" }] }",
    ),
    key("targets", TARGETS, "Whom the fighter prefers among several foes.", "\"weakest\""),
    key(
        "spread",
        SPREAD,
        "Whom the fighter joins on the larger side, once each of the smaller side has a foe.",
        "\"gang-up\"",
    ),
    key(
        "fudge_points",
        POINTS,
        "The Fudge points that the fighter has to `spend`; as many as the rules say unless given.",
        "2",
    ),
    key(
        "spend",
        SPEND,
        "What Fudge points go on: \"nothing\", one thing by name whenever it helps, \"survive\" for wounds that put out of action or kill, or rows that are looked at in turn.",
        "[{ on = \"reroll\", to = \"avoid\", save = 1 }, \"near-death\"]",
    ),
    key("leader", Kind::Boolean, "Whether foes who target the leader mean this fighter.", "true"),
    key(
        "attacks",
        Kind::Map(&Kind::Table(ATTACK)),
        "Several ways to attack, by name, each with what is different in it; one of them is used.",
        "{ claws = { offense = 3 }, bite = { offense = 4 } }",
    ),
    key("attack", Kind::Text, "Which of `attacks` is used; the first unless given.", "\"bite\""),
    key("abilities", abilities::KIND, "Special abilities by name, with their figures.", "{ poison = { drains = 1 } }"),
    key(
        "blade",
        BLADE,
        "How its weapon wounds, where that matters; as the weapon named does unless given. Missiles pierce.",
        "\"piercing\"",
    ),
    RANGES,
    told::SOURCE,
    told::KIND,
    told::TRAITS,
    told::NOTE,
    told::PRINTED_OFFENSE,
    told::PRINTED_DEFENSE,
    told::PRINTED_NOTE,
];

/// What one of several attacks may hold: what is different in it.
pub(crate) const ATTACK: &[KeySpec] = &[
    key("skill", Kind::Level, "The level of the trait fought with.", "\"Good\""),
    key("strength", Kind::Level, "Strength, part of the offensive factor.", "\"Good\""),
    key("weapon", WEAPON, "The weapon, by name or by value.", "\"broadsword\""),
    key("offense", PARTS, "The offensive factor as a whole, without Scale, or its parts by name.", "5"),
    key("hit_bonus", FACTOR, "A bonus that only helps to hit: it comes off the damage again.", "1"),
    key("abilities", abilities::KIND, "Special abilities of this attack, with their figures.", "{ poison = true }"),
    told::NOTE,
    told::PRINTED_OFFENSE,
    told::PRINTED_NOTE,
];

const MODIFIER: Kind = Kind::Any(&[FACTOR, Kind::Table(MODIFIER_KEYS)]);

const MODIFIER_KEYS: &[KeySpec] = &[
    KeySpec { required: true, ..key("value", FACTOR, "What it adds to skill.", "-1") },
    key("avoid", FACTOR, "What it adds to avoiding blows, where there are turns; as `value` unless given.", "0"),
    key("rounds", Kind::Integer { min: 1, max: 1000 }, "For how many rounds from the start.", "2"),
];

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}
