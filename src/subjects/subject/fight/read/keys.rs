//! The keys of a stat block.

use super::gear::{armor_key, shield_key, weapon_key};
use super::missile::MISSILE as MISSILE_KIND;
use super::range_value::{RangeValue, ranges_key};
use super::rule_conditions::{
    BY_LEVEL, CARDS, EVASION, EXCHANGES, GIFTS, IN_ORDER, NO_STORY, ROUNDS, SPARING, STUN, TURNS, WEAPON_DAMAGE,
};
use super::spells::{SPELLS_KIND, spells};
use super::spending::{NOTHING, POINT_LIMIT, SPENDING, policy};
use super::tactics::{
    NORMAL, TACTIC as TACTIC_KIND, level_of_blow, starting_wounds, tactic, wound_of_rules, wounds_of,
};
use super::{abilities, printed};
use crate::combat::{Fighter, Modifier, Spell};
use crate::dice::{Dice, Expression};
use crate::document::decode;
use crate::document::dice::{KIND as DICE_KIND, dice};
use crate::document::key::{FAR, Key, KeyOr, keys};
use crate::document::keys::{Kind, Literal};
use crate::document::node::{Node, Value};
use crate::document::problem::Problem;
use crate::document::reader::{Item, Reader};
use crate::document::record::RECORD_KIND_OF_KEY;
use crate::document::state::{self, RuleNames};
use crate::ladder::level_index;
use crate::rules::effects::{Blade, Poisoned, Poisoning};
use crate::rules::morale::Flees;
use crate::rules::names::LEAVING;
use crate::rules::own::{LeavingMethod, LeavingRule};
use crate::rules::{MOST_FATIGUE, Pain, Policy, Resistance, ScalePiercing, Spending, Spread, Targets, Toughness};
use crate::subject::fight::needs::{self, Need};
use crate::text::range_ends;

const FACTOR: Kind = Kind::Integer { min: -FAR, max: FAR };

/// A factor, or a range from which a factor is taken.
const FACTOR_OR_RANGE: Kind = Kind::Any(&[FACTOR, Kind::Range]);

/// Accepted values of `wounds`: a list of wound levels or of points of hits, or a number of boxes.
const WOUNDS_KIND: Kind = Kind::Any(&[Kind::List(&Kind::Any(&[Kind::Text, BOXES_OR_POINTS])), BOXES_OR_POINTS]);

const BOXES_OR_POINTS: Kind = Kind::Integer { min: 0, max: FAR };

const COUNT_KIND: Kind = Kind::Integer { min: 1, max: 10_000 };

/// Reads the number of fighters of a stat block. For 0 or a range, the error explains what to write instead.
fn fighter_count(item: Item<'_>) -> Option<u16> {
    let help = match &item.node.value {
        Value::Integer(0) => "write 1 or more; for a fight without these fighters, write a file that leaves them out",
        Value::String(text) if range_ends(text).is_some() => {
            "a fight has a fixed number of these fighters; to compare several, use `[vary]`: `\"fighters.goblin.count\" = \"2..8\"`"
        }
        _ => return decode::whole(item),
    };
    let problem = Problem::new(format!("{} must be {}", item.name, item.kind.expected()));
    item.refuse(problem.help(help))
}

/// Accepted values of `flees`: a word, a number of fighters left, a wound level, or a formula.
const FLEES_KIND: Kind =
    Kind::Any(&[Kind::Choice(&[HALF_DOWN, LEADER_DOWN]), Kind::Integer { min: 1, max: FAR }, Kind::Text]);

const HALF_DOWN: &str = "half down";
const LEADER_DOWN: &str = "leader down";

/// Reads the moment to flee: a word, a number of fighters left, a wound level, or a formula.
fn flees(item: Item<'_>) -> Option<LeavingMoment<Flees>> {
    let levels = wounds_of(&item.context.rules.record);
    let words: Vec<&str> = [HALF_DOWN, LEADER_DOWN].into_iter().chain(levels.iter().map(String::as_str)).collect();
    match item.node.value {
        Value::String(_) => leaving_moment(item, &words, |place| match place {
            0 => Flees::HalfDown,
            1 => Flees::LeaderDown,
            place => Flees::Wounded(place as u8 - 1),
        }),
        _ => decode::whole(item).map(Flees::Left).map(LeavingMoment::Known),
    }
}

/// Reads the moment to surrender: a wound level, or a formula.
fn surrenders(item: Item<'_>) -> Option<LeavingMoment<u8>> {
    let levels = wounds_of(&item.context.rules.record);
    let words: Vec<&str> = levels.iter().map(String::as_str).collect();
    leaving_moment(item, &words, |place| place as u8 + 1)
}

/// Reads a moment given by a formula or by one of `words`. `known` converts the index of the word to the moment.
fn leaving_moment<T>(item: Item<'_>, words: &[&str], known: impl Fn(usize) -> T) -> Option<LeavingMoment<T>> {
    let Some(text) = item.node.as_str() else { return item.wrong() };
    if let Some(place) = level_index(words, text) {
        return Some(LeavingMoment::Known(known(place)));
    }
    // Without an operator the text is meant as one of the words, and the error should list them.
    if !text.contains(['<', '>', '=', '!', '\'', '"', '(']) {
        let word = decode::one_of(words)(item)?;
        return words.iter().position(|known| *known == word).map(known).map(LeavingMoment::Known);
    }
    leaving_formula(item).map(LeavingMoment::By)
}

/// Reads a formula that is true when a fighter leaves the fight.
fn leaving_formula(item: Item<'_>) -> Option<Expression> {
    let rules = item.context.rules;
    let names = RuleNames::of(item.context, &rules.record, &rules.own.counters);
    state::expression(item, &names, &LEAVING)
}

/// The moment at which a fighter leaves a fight.
#[derive(Debug, Clone, PartialEq)]
pub enum LeavingMoment<T> {
    /// Given by a word or a number.
    Known(T),
    /// Given by a formula.
    By(Expression),
}

impl<T> LeavingMoment<T> {
    /// The rule for leaving by a formula; `None` if the moment is fixed.
    pub(crate) fn leaves(self, how: LeavingMethod) -> Option<LeavingRule> {
        if let Self::By(when) = self { Some(LeavingRule { how, when }) } else { None }
    }
}

/// Reads the fighter's own dice. Their formula may use the state of the fight.
fn own_dice(item: Item<'_>) -> Option<Dice> {
    let rules = item.context.rules;
    let names = RuleNames::of(item.context, &rules.record, &rules.own.counters);
    state::dice(item, &names, dice)
}

/// A whole factor: a number, a range, named parts to add up, or a formula.
const WHOLE_FACTOR: Kind = Kind::Any(&[FACTOR, Kind::Range, Kind::Map(&FACTOR_OR_RANGE), Kind::Dice]);

/// Declares the keys of a fighter, like [`keys!`]. A row may name the field to which the key is copied (`=> field`),
/// and the conditions for the key to have an effect (`if NEED && NEED`). The first unmet condition explains a key
/// without effect.
macro_rules! fighter_keys {
    (
        $(#[$doc:meta])*
        $vis:vis $table:ident = $name:literal: $meaning:literal;
        $($(+ $($shared:ident)::+)?
        $($key:ident $(=> $field:ident)? $(if $($need:ident)&&+)?: $type:ty = $value:expr)?;)*
    ) => {
        keys! {
            $(#[$doc])*
            $vis $table = $name: $meaning;
            $($(+ $($shared)::+)? $($key: $type = $value)?;)*
        }

        /// Reads the keys that are copied to a field.
        pub(super) fn read_fields(reader: &mut Reader<'_>, fighter: &mut Fighter) {
            $($($(fighter.$field = reader.read(&$key);)?)?)*
        }

        /// Conditional keys, each with its needs. A key has an effect if all of them are met, or if a formula uses the
        /// trait that it sets.
        pub(crate) const NEEDS: &[(&str, &[&Need])] = &[$($($(($key.spec().key, &[$(&needs::keys::$need),+]),)?)?)*];
    };
}

fighter_keys! {
    pub FIGHTER = "fighter": "A fighter, or a stat block of [cast].";
    NAME: Key<String> =
        Key::text("name").means("The name shown.", "\"Snorri the Loud\"").otherwise("the name of the table");
    LIKE: Key<Node> = Key::new("like", Kind::Text, decode::node)
        .means("Library or [cast] entry to copy; the fighter's own keys take precedence.", "\"goblin\"");
    KIND: Key<&'static str> = Key::word("kind", &["creature", "animal", "person", "npc"]).means(
        "What the fighter is. A creature or an animal without a weapon by name fights with claws or teeth, whose size is not compared with weapons.",
        "\"creature\"",
    );
    SHEET: Key<String> = Key::text("sheet")
        .means("The fighter's sheet in [sheets]. The cost of the sheet is shown with the results and used by `balance`. The sheet does not affect the fight.", "\"ada\"");
    SIDE: Key<String> =
        Key::text("side").means("The side to fight on.", "\"goblins\"").otherwise("the fighter is alone on a side");
    COUNT: KeyOr<u16> =
        Key::new("count", COUNT_KIND, fighter_count).means("The number of fighters with this stat block.", "6").or(1);
    PC => pc if PLAYERS_TREATED_DIFFERENTLY: Key<bool> = Key::flag("pc")
        .means("Whether the fighter is a player character.", "true")
        .otherwise("all fighters on the first side, if no fighter sets `pc`");
    SKILL if SKILL_COUNTS: Key<i32> = Key::level("skill").means("The level of the combat skill.", "\"Great\"").required();
    AVOID => avoid if AVOIDS_WITH_SEPARATE_ROLL && AVOID_COUNTS: Key<i32> = Key::level("avoid")
        .means("The level of the trait used to dodge or parry blows, with `pacing = \"turns\"`.", "\"Fair\"")
        .otherwise("as `skill`");
    OTHER_AVOID => other_avoid if AVOIDS_IN_TWO_WAYS && AVOIDANCE_USED && LEVELS_ADDED: Key<i32> =
        Key::level("other_avoid")
        .means("The level of the other way to avoid a blow (dodge or parry), if the fighter tries both against the same blow.", "\"Mediocre\"")
        .otherwise("as `avoid`");
    AVOID_BY if DODGE_DIFFERS_FROM_PARRY: KeyOr<&'static str> = Key::word("avoid_by", &["dodge", "parry"])
        .means("Whether `avoid` is a dodge or a parry, if the rules treat them differently, as with `missiles = \"dodge-or-parry\"`.", "\"parry\"")
        .or("dodge");
    POSITION: Key<&'static str> = Key::word("position", &["behind-foe", "back-turned", "above", "below", "prone"])
        .means("Where the fighter stands, with `pacing = \"turns\"`: behind the foe it attacks, with its own back turned, above or below the foe, or on the ground.", "\"above\"")
        .acts(TURNS);
    PLACE if NPCS_ACT && FRIEND_IN_FRONT: KeyOr<&'static str> = Key::word("place", &["front", "back"])
        .means("Where the fighter stands while others of its side are fit: in front, or behind them. No blow reaches a fighter at the back, who can shoot a `missile` throughout the fight.", "\"back\"")
        .or("front");
    INITIATIVE if NPCS_ACT && INITIATIVE_ROLLED: Key<i32> = Key::level("initiative")
        .means("The level of the trait rolled for initiative, with `pacing = \"turns\"`.", "\"Good\"")
        .otherwise("the mean of `perception`, `agility` and `intuition`");
    PERCEPTION if PERCEPTION_ROLLED: KeyOr<i32> = Key::level("perception")
        .means("The level of Perception, a third of initiative. Perception or Tactics, at this level, is also rolled for an advantage from all-out defense.", "\"Good\"")
        .or(0);
    AGILITY if AGILITY_ROLLED: KeyOr<i32> = Key::level("agility")
        .means("The level of Agility, a third of initiative. Agility is also rolled to keep balance when evading.", "\"Fair\"")
        .or(0);
    INTUITION if NPCS_ACT && INITIATIVE_ROLLED: KeyOr<i32> =
        Key::level("intuition").means("The level of Intuition, a third of initiative.", "\"Terrible\"").or(0);
    COMBAT_REFLEXES if NPCS_ACT && INITIATIVE_ROLLED: KeyOr<bool> =
        Key::flag("combat_reflexes").means("The gift Combat Reflexes: +1 to initiative.", "true").or(false);
    DICE => dice: Key<Dice> = Key::new("dice", DICE_KIND, own_dice)
        .means("The dice of this fighter. A formula can use the state of the fight, as in `count(pool(6 - marked, d6) >= 5)`.", "\"2dF\"")
        .otherwise("the dice of [rules]");
    STRENGTH if BLOWS_ROLLED && DAMAGE_COUNTS: KeyOr<i32> = Key::level("strength").means("Strength, part of the offensive factor.", "\"Good\"").or(0);
    WEAPON if HAS_MELEE && WEAPON_COUNTS: Key<i32> = weapon_key()
        .means("The weapon, by name or by value. A gun has its own Strength in place of the fighter's Strength and Scale. If `offense` is also set, `weapon` only sets the size of the weapon.", "\"broadsword\"")
        .otherwise("bare hands");
    MARTIAL_ART if HAS_MELEE && WEAPON_COUNTS: Key<i32> = Key::level("martial_art").means(
        "The level of a martial art, with which bare hands count as a weapon: at any level in the SRD, at Fair or better in F93.",
        "\"Good\"",
    );
    THROWN_UNSKILLED if BLOWS_ROLLED && DAMAGE_COUNTS && HAS_MELEE: KeyOr<bool> = Key::flag("thrown_unskilled")
        .means("Whether the weapon is thrown with a non-combat skill: -1 to the offensive factor.", "true")
        .or(false);
    HALVES_ARMOR if BLOWS_ROLLED && DAMAGE_COUNTS && HAS_MELEE && FOE_IN_ARMOR: Key<bool> = Key::flag("halves_armor")
        .means("Whether the weapon is heavy, blunt metal: only half of a foe's `armor` counts, rounded down.", "true")
        .otherwise("true for a mace or flail by name with the SRD's gear");
    SCALE_PIERCING => scale_piercing if BLOWS_ROLLED && DAMAGE_COUNTS && HAS_MELEE && FOE_HAS_SCALE: KeyOr<ScalePiercing> = Key::choice("scale_piercing")
        .means("How much of a foe's Mass Scale counts against the fighter's blows that hit by 3 or more, as with a harpoon or an elephant gun.", "\"halve\"")
        .or_first();
    WEAPON_TECH => weapon_tech if BLOWS_ROLLED && DAMAGE_COUNTS && FOE_IN_ARMOR: KeyOr<i32> = Key::factor("weapon_tech")
        .means("The technological level of the weapon, in steps of Scale. If a foe in `armor` has a lower `armor_tech`, the difference is added to damage.", "5")
        .or(0);
    OFFENSE if BLOWS_ROLLED && DAMAGE_COUNTS && HAS_MELEE: Key<i32> =
        Key::new("offense", WHOLE_FACTOR, whole_factor).means(
        "The whole offensive factor without Scale: a number, parts by name that add up to it, or a formula such as `1d6 + 1`, which is rolled for each hit. It replaces `strength`, `thrown_unskilled` and the weapon's value.",
        "5",
    );
    DAMAGE_CAPACITY if CAPACITY_COUNTS: Key<i32> =
        Key::level("damage_capacity").means("Damage Capacity.", "\"Good\"").otherwise("Fair");
    HEALTH => health if HEALTH_COUNTS: Key<i32> =
        Key::level("health").means("The level of Health, which can set the number of wound boxes, and is rolled against poison, Combat Paralysis and some abilities.", "\"Good\"").otherwise("Fair");
    PAIN => pain if PAIN_CHANGES_PENALTIES: KeyOr<Pain> =
        Key::choice("pain").means("How much wounds lower the fighter's skill, relative to the penalties of the record.", "\"tolerant\"").or_first();
    FATIGUE_CARDS => fatigue_cards: KeyOr<u8> = Key::<u8>::integer("fatigue_cards", 0, MOST_FATIGUE as i64)
        .means("How many fatigue cards the fighter starts with, if wounds are cards. Each is -1. The third card, of fatigue and wounds together, puts the fighter out of action.", "1")
        .or(0)
        .acts(CARDS);
    ARMOR if BLOWS_ROLLED && DAMAGE_COUNTS: Key<i32> = armor_key().means(
        "Armor, by name or by value. If `defense` is also set, `armor` replaces those of its parts that have the name of an armor. If none has, `armor` tells how much of `defense` is armor, for criticals that destroy armor and for damage rules that use `armor`.",
        "\"heavy leather\"",
    );
    ARMOR_TECH => armor_tech if BLOWS_ROLLED && DAMAGE_COUNTS && OWN_ARMOR: KeyOr<i32> = Key::factor("armor_tech")
        .means("The technological level of the armor, in steps of Scale; see `weapon_tech`.", "2")
        .or(0);
    MASS if BLOWS_ROLLED && DAMAGE_COUNTS: KeyOr<i32> =
        Key::level("mass").means("A Mass trait other than Fair, part of the defensive factor.", "\"Good\"").or(0);
    TOUGH_HIDE if BLOWS_ROLLED && DAMAGE_COUNTS: KeyOr<i32> = ranged("tough_hide").means("The value of a tough hide.", "2").or(0);
    DEFENSE if BLOWS_ROLLED && DAMAGE_COUNTS: Key<i32> = Key::new("defense", WHOLE_FACTOR, whole_factor).means(
        "The whole defensive factor: a number, parts by name that add up to it, or a formula, which is rolled for each hit. It replaces `armor`, `mass` and `tough_hide`. It includes Damage Capacity if the rules count that, but not Scale or the shield. A part that is named like a listed armor is armor.",
        "3",
    );
    SHIELD if SHIELD_COUNTS: Key<i32> = shield_key()
        .means("The shield, by name or by value. All except small shields also help against missiles.", "\"medium\"");
    MISSILE if NPCS_ACT && SHOOTS: Key<Node> = Key::new("missile", MISSILE_KIND, decode::node).means(
        "What the fighter shoots or throws while foes close in, or from the `back`: a weapon by name, or a table.",
        "{ weapon = \"bow\", skill = \"Great\" }",
    );
    DODGE if PLAYERS_SHOT_AT && SHOT_AT && AVOIDS_MISSILES && LEVELS_ADDED: Key<i32> = Key::level("dodge")
        .means("The level of the trait used to avoid missiles.", "\"Good\"")
        .otherwise("as `avoid`, or Fair");
    COVER if PLAYERS_SHOT_AT && SHOT_AT: Key<i32> = Key::level("cover")
        .means("The lowest result with which a missile hits the fighter, for cover, light and distance together.", "\"Good\"")
        .otherwise("`range` of [rules]");
    SCALE if SIZE_COUNTS: Key<i32> = ranged("scale").means("Scale of both Strength and Mass.", "2");
    STRENGTH_SCALE if BLOWS_ROLLED && DAMAGE_COUNTS: KeyOr<i32> =
        ranged("strength_scale").means("Scale of Strength, if it differs from Scale of Mass.", "3").or(0);
    MASS_SCALE if SIZE_COUNTS: KeyOr<i32> = ranged("mass_scale").means("Scale of Mass, if it differs from Scale of Strength.", "1").or(0);
    HIT_BONUS => hit_bonus if HAS_MELEE: KeyOr<i32> = Key::factor("hit_bonus")
        .means("A bonus that helps to hit but does not add to the damage.", "1")
        .or(0);
    RECORD if RECORD_DIFFERS: Key<Node> = Key::new("record", RECORD_KIND_OF_KEY, decode::node)
        .means("How this fighter's wounds are recorded, instead of `record` in [rules]: a record by name, or a table of changes.", "{ kind = \"absorb\", boxes = [1, 2, 3] }")
        .otherwise("as in [rules]");
    TOUGHNESS => toughness if TOUGHNESS_DIFFERS: Key<Toughness> = Key::choice("toughness")
        .means("What toughness does to this fighter's wounds, instead of `toughness` in [rules].", "\"gifts\"")
        .otherwise("as in [rules]");
    FODDER: KeyOr<bool> = Key::flag("fodder")
        .means("Whether the fighter is cannon fodder: the first Scratch or Hurt counts as a Hurt, and any further or worse wound puts the fighter out of action (SRD 4.57).", "true")
        .or(false)
        .acts(BY_LEVEL);
    INJURY_BOXES: Key<u8> = Key::<u8>::integer("injury_boxes", 1, 100)
        .means("How many boxes the fighter's track has, if boxes are marked in order.", "2")
        .otherwise("as many as in [rules]")
        .acts(IN_ORDER);
    INJURIES => injuries if HITS_MARK_FIXED_BOXES: KeyOr<u8> = Key::<u8>::integer("injuries", 1, 100)
        .means("How many boxes each of the fighter's hits marks, if damage does not depend on the degree. More than one is for enormous threats.", "4")
        .or(1);
    SERIOUS => serious if DAMAGE_NOT_BY_DEGREE: KeyOr<bool> = Key::flag("serious")
        .means("Whether the fighter's hits start at the second wound level, if boxes are marked in order.", "true")
        .or(false);
    IGNORES_ARMOR => ignores_armor: KeyOr<bool> = Key::flag("ignores_armor")
        .means("Whether the fighter's hits ignore armor, if boxes depend on the weapon: for drowning, burning or suffocation.", "true")
        .or(false)
        .acts(WEAPON_DAMAGE);
    WOUNDS: Key<Vec<u8>> = Key::new("wounds", WOUNDS_KIND, |item| {
        let record = &item.context.rules.record;
        starting_wounds(item, record)
    })
        .means(
            "The wounds that the fighter begins with: a list of levels, each marked like a blow of that level. If boxes are marked in order, give the number of boxes; if boxes absorb hits, the points of each hit.",
            "[\"Scratch\", \"Hurt\"]",
        )
        .otherwise("unhurt");
    DEFENDS_AT => defends_at if PLAYERS_DEFEND: Key<u8> = Key::<u8>::integer("defends_at", 0, 100)
        .means("The wound level, or number of marked boxes, at which a player character stops attacking and only defends, if only player characters act (`pacing`).", "3")
        .otherwise("never");
    UNAWARE => unaware: KeyOr<u16> =
        Key::new("unaware", Kind::Any(&[Kind::Boolean, Kind::Integer { min: 0, max: 1000 }]), unaware)
            .means("Whether the fighter is unaware of its foes in the first round, or the number of such rounds. An unaware fighter cannot attack or defend. If only player characters act, they put an unaware foe out of action without a roll.", "true")
            .or_made(Literal::Boolean(false), |_| 0)
            .acts(NO_STORY);
    HELPLESS => helpless: KeyOr<bool> = Key::flag("helpless")
        .means("Whether the fighter can neither attack nor defend, such as when bound or asleep.", "true")
        .or(false)
        .acts(EXCHANGES);
    ONLY_DEFENDS => only_defends: KeyOr<bool> = Key::flag("only_defends")
        .means("Whether the fighter defends but does no harm.", "true")
        .or(false)
        .acts(EXCHANGES);
    COMBAT_PARALYSIS => combat_paralysis: KeyOr<bool> = Key::flag("combat_paralysis")
        .means("The fault Combat Paralysis: the fighter rolls Health before each round and cannot attack or defend until a roll is Good or better.", "true")
        .or(false)
        .acts(EXCHANGES);
    SPEED_POWER => speed_power: KeyOr<bool> = Key::flag("speed_power")
        .means("A speed power: in even rounds the fighter attacks as if its foes were unaware, and they cannot strike back.", "true")
        .or(false)
        .acts(EXCHANGES);
    PLUS_LEVEL => plus_level: KeyOr<bool> = Key::flag("plus_level")
        .means("Whether the fighter's skill has a \"plus\", which makes it one level higher in even rounds.", "true")
        .or(false)
        .acts(ROUNDS);
    SPEED => speed if SPEED_COMPARED: KeyOr<i32> = Key::level("speed")
        .means("The trait compared with the foe's to see who strikes first.", "\"Good\"")
        .or(0);
    MORALE => morale if MORALE_TESTED: KeyOr<Option<i32>> =
        Key::new("morale", Kind::Any(&[Kind::Choice(&[FEARLESS]), Kind::Level]), |item| {
            decode::unless(FEARLESS, item, decode::level)
        })
        .means("The modifier of the fighter's morale rolls, or \"fearless\" for a fighter who never flees.", "\"Good\"")
        .or_made(Literal::Integer(0), |_| Some(0));
    RESISTANCE => resistance: KeyOr<Resistance> = Key::choice("resistance")
        .means("The gift Damage Resistant or the fault Fragile: the fighter's wounds are one level lighter, or one level worse.", "\"fragile\"")
        .or_first()
        .acts(GIFTS);
    CONSTITUTION => constitution if CONSTITUTION_ROLLED: KeyOr<i32> = Key::level("constitution")
        .means("The level of Constitution, rolled to stay conscious when Incapacitated.", "\"Good\"")
        .or(0);
    WILL => will if WILL_ROLLED: KeyOr<i32> =
        Key::level("will").means("The level of Willpower, rolled against wounds.", "\"Great\"").or(0);
    OVERCOMES_AT => overcomes_at: Key<u8> = wound_level("overcomes_at")
        .means("The lightest wound level at which the fighter rolls Willpower against its wounds.", "\"Hurt\"")
        .otherwise("never")
        .acts(super::rule_conditions::WILL);
    EVADES_AT => evades_at: Key<u8> = wound_level("evades_at")
        .means("The lightest wound that the fighter evades after a hit, if evading makes the wound lighter. A heroic evasion is possible once a round. The fighter collapses only to avoid being put out of action.", "\"Very Hurt\"")
        .otherwise("never")
        .acts(EVASION);
    STUNS => stuns: KeyOr<bool> =
        Key::flag("stuns").means("Whether the fighter strikes to stun or knock out.", "true").or(false).acts(STUN);
    PULLS => pulls: Key<u8> = Key::new("pulls", Kind::Text, level_of_blow)
        .means("The worst wound level that the fighter's pulled blows inflict. If that level has no open box, a higher box may still be marked.", "\"Scratch\"")
        .acts(SPARING);
    YIELDS_AT: Key<u8> = wound_level("yields_at")
        .means("The wound level at which the fighter surrenders.", "\"Hurt\"")
        .otherwise("the fighter fights on")
        .acts(SPARING);
    PERIPHERAL_VISION => peripheral_vision if NPCS_ACT && OUTNUMBERED: KeyOr<bool> = Key::flag("peripheral_vision")
        .means("The gift Peripheral Vision: no penalty for facing two foes at the same time.", "true")
        .or(false);
    SHODDY => shoddy if WEAPON_HELD: Key<u16> = Key::<u16>::integer("shoddy", 1, 6)
        .means("How many rounds a poor weapon is used between situational rolls. The weapon breaks on a roll of Mediocre or worse.", "3")
        .otherwise("the weapon is not poor")
        .acts(EXCHANGES);
    DANGER_SENSE => danger_sense if SURPRISED: KeyOr<bool> = Key::flag("danger_sense")
        .means("The gift Danger Sense: a situational roll of Good or better warns the fighter of a surprise.", "true")
        .or(false);
    POISONED => poisoned if POISON_PRESENT: KeyOr<Poisoned> = Key::choice("poisoned")
        .means("How poison affects the fighter: the gift Resistant to Poison, or the fault Susceptibility to Poison.", "\"resistant\"")
        .or_first();
    BEGINS_POISONED => begins_poisoned if POISON_DRAINS: Key<Poisoning> = Key::new("begins_poisoned", Kind::Table(&abilities::POISONING), |item| decode::table(abilities::poisoning)(item))
        .means("A poison already at work when the fight begins, such as from an earlier fight or a poisoned drink.", "{ drains = 1, lost = 2 }")
        .otherwise("none");
    AGAINST if HAS_MELEE && FOE_HAS_THIS_NAME: Key<Vec<(String, i32)>> = Key::new("against", Kind::Map(&FACTOR), |item| decode::map(decode::whole)(item))
        .means("Bonuses to hit certain foes, by the name of the foe: for example, with a weapon made to fight them.", "{ troll = 3 }")
        .otherwise("nothing");
    QUICK_REFLEXES => quick_reflexes if REFLEXES_COUNT: KeyOr<bool> = Key::flag("quick_reflexes")
        .means("The gift Quick Reflexes: the fighter is never unaware of its foes, and can dodge missiles even if the rules allow that to no other fighters.", "true")
        .or(false);
    MODIFIERS: Key<Vec<Modifier>> =
        Key::new("modifiers", Kind::Map(&Kind::Any(&[FACTOR, Kind::Table(&MODIFIER)])), modifiers).means(
            "Skill modifiers by name, for the whole fight or its first rounds: position, blessing, curse, footing.",
            "{ blessing = 1, \"bad footing\" = { value = -1, rounds = 2 } }",
        );
    TACTIC => tactic if MELEE_OR_AVOIDANCE && CHOICE_OF_FOES: KeyOr<Policy> = Key::new("tactic", TACTIC_KIND, tactic)
        .means(
            "The stance taken each round: one by name, several of different kinds joined by `and`, a random mix, or rows with conditions.",
            "{ default = \"normal\", when = [{ wounds = \"Very Hurt\", then = \"defensive\" }] }",
        )
        .or_made(NORMAL, |_| Policy::normal());
    TARGETS => targets if SEVERAL_FOES: KeyOr<Targets> = Key::choice("targets")
        .means("Which of several foes the fighter attacks first.", "\"weakest\"")
        .or_first()
        .acts(ROUNDS);
    SPREAD => spread if SEVERAL_FOES: KeyOr<Spread> = Key::choice("spread")
        .means("Which group the fighter joins on the larger side, once each foe has an opponent.", "\"gang-up\"")
        .or_first()
        .acts(EXCHANGES);
    FUDGE_POINTS: Key<u8> = Key::<u8>::integer("fudge_points", 0, POINT_LIMIT)
        .means("The Fudge points that the fighter has to `spend`.", "2")
        .otherwise("`fudge_points` of [rules]");
    SPEND: KeyOr<Spending> = Key::new("spend", SPENDING, policy)
        .means(
            "What Fudge points are spent on: one use by name whenever it helps, \"survive\" for wounds that disable or kill, or rows that are tried in order.",
            "[{ on = \"reroll\", to = \"avoid\", save = 1 }, \"near-death\"]",
        )
        .or_made(Literal::Word(NOTHING), |_| Spending::default());
    SPELLS if CASTER_ACTS: Key<Vec<Spell>> = Key::new("spells", SPELLS_KIND, spells)
        .means(
            "Spells by name, cast instead of blows. Each time, the fighter casts the first spell that is possible and would have an effect. All spells share one reservoir.",
            "{ fireball = { lite = { trait = \"Good\", range = \"medium\" }, harms = { offense = 3 } } }",
        )
        .acts(NO_STORY);
    RESISTS_MAGIC => resists_magic if MAGIC_RESISTED: Key<i32> = Key::level("resists_magic")
        .means("The level with which the fighter resists spells that can be resisted: Magic Resistance, or Willpower.", "\"Good\"")
        .otherwise("the level of the resisting trait in the caster's spell");
    LEADER => leader if LEADER_MATTERS: KeyOr<bool> = Key::flag("leader")
        .means("Whether this fighter is the leader of its side. Foes can attack the leader first (`targets`), and friends can flee once the leader is down (`flees`).", "true")
        .or(false);
    SURRENDERS: Key<LeavingMoment<u8>> = Key::new("surrenders", Kind::Text, surrenders).means(
        "When the fighter surrenders: at a wound level, like `yields_at`, or at the start of its own turn if a comparison is true.",
        "\"level >= 'Hurt' and allies = 0\"",
    );
    CONCEDES: Key<Expression> = Key::new("concedes", Kind::Text, leaving_formula).means(
        "When the fighter surrenders at the start of an opponent's turn: a comparison that can use the state of the fight.",
        "\"level >= 'Very Hurt'\"",
    );
    FLEES if MAY_FLEE: Key<LeavingMoment<Flees>> = Key::new("flees", FLEES_KIND, flees)
        .means("When the fighter flees. At the end of a round: once half of its side is down, once the leader is down, once only this many can fight on, or once the fighter has this wound or a worse one. At the start of its own turn: if a comparison is true.", "\"half down\"")
        .otherwise("the fighter does not flee")
        .acts(NO_STORY);
    ARRIVES => arrives: KeyOr<u16> = Key::<u16>::integer("arrives", 1, 1000)
        .means("The round in which the fighter arrives. If the fight is over by then, the fighter takes no part.", "3")
        .or(1)
        .acts(NO_STORY);
    ATTACKS: Key<Node> = Key::new(ATTACKS_KEY, Kind::Map(&Kind::Table(&ATTACK)), decode::node).means(
        "Several ways to attack, by name, each with the keys that differ from those of the fighter. `attack` sets which is used.",
        "{ claws = { offense = 3 }, bite = { offense = 4 } }",
    );
    CHOSEN_ATTACK: Key<Node> = Key::new("attack", Kind::Text, decode::node)
        .means("Which of `attacks` is used.", "\"bite\"")
        .otherwise("the first");
    ABILITIES: Key<Node> = Key::new("abilities", abilities::KIND, decode::node)
        .means("Special abilities by name, with their values.", "{ poison = { drains = 1 } }");
    BLADE if BLADE_TYPE_COUNTS: Key<Blade> = Key::choice("blade")
        .means("How the fighter's weapon wounds: slashing, piercing, blunt or fire. Some foes are harder or easier to hurt with one of these. Missiles are piercing.", "\"piercing\"")
        .otherwise("as for the weapon by name, or else blunt");
    RANGES: Key<RangeValue> = ranges_key()
        .means("Which value is used if the stat block has a range.", "\"middle\"")
        .otherwise("drawn at random for each trial, the same for all fighters with the stat block");
    + printed::SOURCE;
    + printed::TRAITS;
    + printed::NOTE;
    + printed::PRINTED_OFFENSE;
    + printed::PRINTED_DEFENSE;
    + printed::PRINTED_NOTE;
}

keys! {
    pub ATTACK = "attack": "One of several ways to attack: the keys that differ from those of the fighter.";
    + SKILL_OF_ATTACK;
    + STRENGTH;
    + WEAPON;
    + OFFENSE;
    + HIT_BONUS;
    + ABILITIES;
    + printed::NOTE;
    + printed::PRINTED_OFFENSE;
    + printed::PRINTED_NOTE;
}

/// The key for a fighter's several ways to attack.
pub const ATTACKS_KEY: &str = "attacks";

/// The name of a key in any of a fighter's attacks, such as `attacks.offense`.
pub fn key_of_attack(key: &str) -> String {
    format!("{ATTACKS_KEY}.{key}")
}

/// The keys of an attack that can affect a fight, without those that only describe it.
pub(crate) fn attack_keys() -> impl Iterator<Item = &'static str> {
    ATTACK.specs().iter().map(|spec| spec.key).filter(|key| printed::TOLD.find(key).is_none())
}

const SKILL_OF_ATTACK: Key<i32> =
    Key::level("skill").means("The level of the combat skill.", "\"Good\"").otherwise("the fighter's `skill`");

keys! {
    MODIFIER = "modifier": "A skill modifier, for some rounds or the whole fight.";
    VALUE: Key<i32> = Key::factor("value").means("The amount added to skill.", "-1").required();
    VALUE_TO_AVOID: Key<i32> = Key::factor("avoid")
        .means("The amount added to dodges and parries, with `pacing = \"turns\"`.", "0")
        .otherwise("as `value`");
    ROUNDS_LONG: Key<u16> = Key::<u16>::integer("rounds", 1, 1000)
        .means("How many rounds the modifier lasts, from the first.", "2")
        .otherwise("the whole fight");
}

/// The word for fighters who never flee.
const FEARLESS: &str = "fearless";

/// A key for a factor that may be a range; ranges are resolved before fighters are read.
const fn ranged(key: &'static str) -> Key<i32> {
    Key::new(key, FACTOR_OR_RANGE, decode::whole)
}

/// A key for a wound level of the record in force, by name.
const fn wound_level(key: &'static str) -> Key<u8> {
    Key::new(key, Kind::Text, wound_of_rules)
}

/// Reads a whole factor: a number, or the sum of named parts.
fn whole_factor(mut item: Item<'_>) -> Option<i32> {
    if item.node.as_table().is_none() {
        return decode::whole(item);
    }
    let parts = decode::map(decode::integer)(item.again())?;
    let name = item.name.clone();
    super::sums::within_limits(item, &name, parts.iter().map(|(_, part)| part).sum())
}

/// The number of rounds for which the fighter is unaware of its foes (C9); 1 for `true`.
fn unaware(item: Item<'_>) -> Option<u16> {
    match item.node.value {
        Value::Boolean(unaware) => Some(u16::from(unaware)),
        _ => decode::whole(item),
    }
}

fn modifiers(item: Item<'_>) -> Option<Vec<Modifier>> {
    let read = decode::map(modifier)(item)?;
    Some(read.into_iter().map(|(name, modifier)| Modifier { name, ..modifier }).collect())
}

/// Reads a modifier; the caller fills in its name.
fn modifier(item: Item<'_>) -> Option<Modifier> {
    let named = |value, avoid, rounds| Modifier { name: String::new(), value, avoid, other_avoid: avoid, rounds };
    match item.node.as_table() {
        None => decode::whole(item).map(|value| named(value, value, None)),
        Some(_) => decode::table(|reader: &mut Reader<'_>| {
            let rounds = reader.read(&ROUNDS_LONG);
            let avoid = reader.read(&VALUE_TO_AVOID);
            let value = reader.read(&VALUE)?;
            Some(named(value, avoid.unwrap_or(value), rounds))
        })(item),
    }
}
