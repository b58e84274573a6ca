//! The keys of a stat block.

use super::bound::{
    BY_LEVEL, CARDS, EVASION, EXCHANGES, GIFTS, IN_ORDER, NO_STORY, ROUNDS, SPARING, STUN, TURNS, WEAPON_DAMAGE,
};
use super::gear::{armor_key, shield_key, weapon_key};
use super::missile::MISSILE as MISSILE_KIND;
use super::point::{RangeValue, ranges_key};
use super::spells::{SPELLS_KIND, spells};
use super::spending::{NOTHING, POINTS, SPENDING, policy};
use super::tactics::{NORMAL, TACTIC as TACTIC_KIND, begun_with, level_of_blow, tactic, wound_of_rules, wounds_of};
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
use crate::rules::own::{Leave, Leaves};
use crate::rules::{MOST_FATIGUE, Pain, Policy, Resistance, ScalePiercing, Spending, Spread, Targets, Toughness};
use crate::subject::fight::acts::{self, Need};
use crate::text::range_ends;

const FACTOR: Kind = Kind::Integer { min: -FAR, max: FAR };

/// A factor, or a range that stands for one of its values.
const RANGED: Kind = Kind::Any(&[FACTOR, Kind::Range]);

/// Accepted values of `wounds`: a list of wound levels or of points of hits, or a number of boxes.
const WOUNDS_KIND: Kind = Kind::Any(&[Kind::List(&Kind::Any(&[Kind::Text, BOXES_OR_POINTS])), BOXES_OR_POINTS]);

const BOXES_OR_POINTS: Kind = Kind::Integer { min: 0, max: FAR };

const COUNT_KIND: Kind = Kind::Integer { min: 1, max: 10_000 };

/// Reads the number of fighters of a stat block. For 0 or a range, the error explains what to write instead.
fn fighters_of_kind(item: Item<'_>) -> Option<u16> {
    let help = match &item.node.value {
        Value::Integer(0) => "write 1 or more; for a fight without these fighters, write a file that leaves them out",
        Value::String(text) if range_ends(text).is_some() => {
            "a fight has one number of them; to compare several, use `[vary]`: `\"fighters.goblin.count\" = \"2..8\"`"
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
        Value::String(_) => moment(item, &words, |place| match place {
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
    moment(item, &words, |place| place as u8 + 1)
}

/// Reads a moment given by a formula or by one of `words`. `known` converts the index of the word to the moment.
fn moment<T>(item: Item<'_>, words: &[&str], known: impl Fn(usize) -> T) -> Option<LeavingMoment<T>> {
    let Some(text) = item.node.as_str() else { return item.wrong() };
    if let Some(place) = level_index(words, text) {
        return Some(LeavingMoment::Known(known(place)));
    }
    // Without an operator the text is meant as one of the words, and the error should list them.
    if !text.contains(['<', '>', '=', '!', '\'', '"', '(']) {
        let word = decode::one_of(words)(item)?;
        return words.iter().position(|known| *known == word).map(known).map(LeavingMoment::Known);
    }
    leaving(item).map(LeavingMoment::By)
}

/// Reads a formula that is true when a fighter leaves the fight.
fn leaving(item: Item<'_>) -> Option<Expression> {
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
    pub(crate) fn leaves(self, how: Leave) -> Option<Leaves> {
        if let Self::By(when) = self { Some(Leaves { how, when }) } else { None }
    }
}

/// Reads the fighter's own dice. Their formula may use the state of the fight.
fn own_dice(item: Item<'_>) -> Option<Dice> {
    let rules = item.context.rules;
    let names = RuleNames::of(item.context, &rules.record, &rules.own.counters);
    state::dice(item, &names, dice)
}

/// A whole factor: a number, a range, named parts to add up, or a formula.
const PARTS: Kind = Kind::Any(&[FACTOR, Kind::Range, Kind::Map(&RANGED), Kind::Dice]);

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
        pub(crate) const NEEDS: &[(&str, &[&Need])] = &[$($($(($key.spec().key, &[$(&acts::keys::$need),+]),)?)?)*];
    };
}

fighter_keys! {
    pub FIGHTER = "fighter": "A fighter, or a stat block of [cast].";
    NAME: Key<String> =
        Key::text("name").means("The name shown.", "\"Snorri the Loud\"").otherwise("the name of the table");
    LIKE: Key<Node> = Key::new("like", Kind::Text, decode::node)
        .means("Library or [cast] entry to copy; the fighter's own keys take precedence.", "\"goblin\"");
    KIND: Key<&'static str> = Key::word("kind", &["creature", "animal", "person", "npc"]).means(
        "What it is. A creature or an animal whose stat block names no weapon fights with claws or teeth, which are not compared with weapons.",
        "\"creature\"",
    );
    SHEET: Key<String> = Key::text("sheet")
        .means("The fighter's sheet in [sheets]. Its cost is shown with the results and used by `balance`; it changes no figure.", "\"ada\"");
    SIDE: Key<String> =
        Key::text("side").means("The side to fight on.", "\"goblins\"").otherwise("a side of the fighter's own");
    COUNT: KeyOr<u16> =
        Key::new("count", COUNT_KIND, fighters_of_kind).means("How many such fighters there are.", "6").or(1);
    PC => pc if PLAYERS_TREATED: Key<bool> = Key::flag("pc")
        .means("Whether it is a player character.", "true")
        .otherwise("all fighters on the first side, if no fighter sets `pc`");
    SKILL if SKILL_COUNTS: Key<i32> = Key::level("skill").means("The level of the combat skill.", "\"Great\"").required();
    AVOID => avoid if AVOIDS_APART && AVOID_COUNTS: Key<i32> = Key::level("avoid")
        .means("The level of the trait that dodges or parries blows, in turns.", "\"Fair\"")
        .otherwise("as `skill`");
    OTHER_AVOID => other_avoid if AVOIDS_TWICE && AVOIDS_SOMETHING && LEVELS_ADDED: Key<i32> = Key::level("other_avoid")
        .means("The level of the second way to avoid (dodge or parry), for blows that are met with both.", "\"Mediocre\"")
        .otherwise("as `avoid`");
    AVOID_BY if WAYS_DIFFER: KeyOr<&'static str> = Key::word("avoid_by", &["dodge", "parry"])
        .means("Whether `avoid` is a dodge or a parry, where it matters.", "\"parry\"")
        .or("dodge");
    POSITION: Key<&'static str> = Key::word("position", &["behind-foe", "back-turned", "above", "below", "prone"])
        .means("Where the fighter stands, in turns: behind the foe it attacks, with its own back turned, higher, lower, on the ground.", "\"above\"")
        .acts(TURNS);
    PLACE if BOTH_ACT && LINE_STANDS: KeyOr<&'static str> = Key::word("place", &["front", "back"])
        .means("Where the fighter stands while others of its side are fit: in front, or behind them. At the back no blow reaches it, and it shoots throughout the fight if it has a `missile`.", "\"back\"")
        .or("front");
    INITIATIVE if BOTH_ACT && INITIATIVE_ROLLED: Key<i32> = Key::level("initiative")
        .means("The level of the trait rolled for initiative, in turns.", "\"Good\"")
        .otherwise("the mean of `perception`, `agility` and `intuition`");
    PERCEPTION if PERCEPTION_ROLLED: KeyOr<i32> = Key::level("perception")
        .means("Perception: a third of initiative. It (or Tactics) is also rolled for an advantage from all-out defense.", "\"Good\"")
        .or(0);
    AGILITY if AGILITY_ROLLED: KeyOr<i32> = Key::level("agility")
        .means("Agility: a third of initiative, and the roll to stay on one's feet.", "\"Fair\"")
        .or(0);
    INTUITION if BOTH_ACT && INITIATIVE_ROLLED: KeyOr<i32> =
        Key::level("intuition").means("Intuition: a third of initiative.", "\"Terrible\"").or(0);
    COMBAT_REFLEXES if BOTH_ACT && INITIATIVE_ROLLED: KeyOr<bool> =
        Key::flag("combat_reflexes").means("The gift Combat Reflexes: +1 to initiative.", "true").or(false);
    DICE => dice: Key<Dice> = Key::new("dice", DICE_KIND, own_dice)
        .means("The fighter's own dice; a formula may name the state of the fight, as `count(pool(6 - marked, d6) >= 5)` does.", "\"2dF\"")
        .otherwise("the dice of [rules]");
    STRENGTH if BLOWS_JUDGED && DAMAGE_COUNTS: KeyOr<i32> = Key::level("strength").means("Strength, part of the offensive factor.", "\"Good\"").or(0);
    WEAPON if COMES_TO_BLOWS && WEAPON_COUNTS: Key<i32> = weapon_key()
        .means("The weapon, by name or by value. A gun has its own Strength in place of the fighter's Strength and Scale. Together with `offense` it only sets the weapon's size.", "\"broadsword\"")
        .otherwise("bare hands");
    MARTIAL_ART if COMES_TO_BLOWS && WEAPON_COUNTS: Key<i32> = Key::level("martial_art").means(
        "The level of a martial art, which makes bare hands a weapon: at any level in the SRD, from Fair up in F93.",
        "\"Good\"",
    );
    THROWN_UNSKILLED if BLOWS_JUDGED && DAMAGE_COUNTS && COMES_TO_BLOWS: KeyOr<bool> = Key::flag("thrown_unskilled")
        .means("Whether the weapon is thrown with a non-combat skill: -1 to the offensive factor.", "true")
        .or(false);
    HALVES_ARMOR if BLOWS_JUDGED && DAMAGE_COUNTS && COMES_TO_BLOWS && FOE_IN_ARMOR: Key<bool> = Key::flag("halves_armor")
        .means("Whether the weapon is heavy, blunt metal: only half of a foe's `armor` counts, rounded down.", "true")
        .otherwise("true for a mace or flail by name with the SRD's gear");
    SCALE_PIERCING => scale_piercing if BLOWS_JUDGED && DAMAGE_COUNTS && COMES_TO_BLOWS && FOE_OF_SCALE: KeyOr<ScalePiercing> = Key::choice("scale_piercing")
        .means("How much of a foe's Mass Scale counts against its blows if they hit by 3 or more (a harpoon, an elephant gun).", "\"halve\"")
        .or_first();
    WEAPON_TECH => weapon_tech if BLOWS_JUDGED && DAMAGE_COUNTS && FOE_IN_ARMOR: KeyOr<i32> = Key::factor("weapon_tech")
        .means("The technological level of the weapon, in steps of Scale. The difference to a lower `armor_tech` of a foe in `armor` is added to damage.", "5")
        .or(0);
    OFFENSE if BLOWS_JUDGED && DAMAGE_COUNTS && COMES_TO_BLOWS: Key<i32> = Key::new("offense", PARTS, parts).means(
        "The whole offensive factor without Scale, or its parts by name, or a formula such as `1d6 + 1`, which is rolled for each hit; instead of `strength`, `thrown_unskilled` and the weapon's value.",
        "5",
    );
    DAMAGE_CAPACITY if CAPACITY_COUNTS: Key<i32> =
        Key::level("damage_capacity").means("Damage Capacity.", "\"Good\"").otherwise("Fair");
    HEALTH => health if HEALTH_COUNTS: Key<i32> =
        Key::level("health").means("Health, which the number of wound boxes may depend on.", "\"Good\"").otherwise("Fair");
    PAIN => pain if WOUNDS_HURT: KeyOr<Pain> =
        Key::choice("pain").means("How wounds lower the fighter's skill, compared with the record.", "\"tolerant\"").or_first();
    FATIGUE_CARDS => fatigue_cards: KeyOr<u8> = Key::<u8>::integer("fatigue_cards", 0, MOST_FATIGUE as i64)
        .means("The fatigue cards it starts with, if wounds are cards. Each is -1, and the third card of either kind puts it out of action.", "1")
        .or(0)
        .acts(CARDS);
    ARMOR if BLOWS_JUDGED && DAMAGE_COUNTS: Key<i32> = armor_key().means(
        "Armor, by name or by value. Together with `defense` it replaces the parts of it that are named like armor. If there are none, it sets how much of `defense` is armor, for criticals that destroy armor and damage rules that use `armor`.",
        "\"heavy leather\"",
    );
    ARMOR_TECH => armor_tech if BLOWS_JUDGED && DAMAGE_COUNTS && OWN_ARMOR: KeyOr<i32> = Key::factor("armor_tech")
        .means("The technological level of the armor, in steps of Scale; see `weapon_tech`.", "2")
        .or(0);
    MASS if BLOWS_JUDGED && DAMAGE_COUNTS: KeyOr<i32> =
        Key::level("mass").means("A Mass trait other than Fair, part of the defensive factor.", "\"Good\"").or(0);
    TOUGH_HIDE if BLOWS_JUDGED && DAMAGE_COUNTS: KeyOr<i32> = ranged("tough_hide").means("The value of a tough hide.", "2").or(0);
    DEFENSE if BLOWS_JUDGED && DAMAGE_COUNTS: Key<i32> = Key::new("defense", PARTS, parts).means(
        "The whole defensive factor, or its parts by name, or a formula, which is rolled for each hit; instead of `armor`, `mass` and `tough_hide`. It includes Damage Capacity if that counts, but not Scale and shield. A part that is named like a listed armor is armor.",
        "3",
    );
    SHIELD if SHIELD_COUNTS: Key<i32> = shield_key()
        .means("The shield, by name or by value; all but a small one also help against missiles.", "\"medium\"");
    MISSILE if BOTH_ACT && SHOOTS: Key<Node> = Key::new("missile", MISSILE_KIND, decode::node).means(
        "What the fighter shoots or throws, while the foes close in or from the `back`: by name, or as a table.",
        "{ weapon = \"bow\", skill = \"Great\" }",
    );
    DODGE if PLAYERS_SHOT_AT && SHOT_AT && AVOIDS_MISSILES && LEVELS_ADDED: Key<i32> = Key::level("dodge")
        .means("The level of the trait that avoids missiles.", "\"Good\"")
        .otherwise("as `avoid`, or Fair");
    COVER if PLAYERS_SHOT_AT && SHOT_AT: Key<i32> = Key::level("cover")
        .means("The lowest result that hits the fighter with a missile, for cover, light and distance together.", "\"Good\"")
        .otherwise("`range` of [rules]");
    SCALE if SIZE_COUNTS: Key<i32> = ranged("scale").means("Scale of both Strength and Mass.", "2");
    STRENGTH_SCALE if BLOWS_JUDGED && DAMAGE_COUNTS: KeyOr<i32> =
        ranged("strength_scale").means("Scale of Strength, where Mass differs.", "3").or(0);
    MASS_SCALE if SIZE_COUNTS: KeyOr<i32> = ranged("mass_scale").means("Scale of Mass, where Strength differs.", "1").or(0);
    HIT_BONUS => hit_bonus if COMES_TO_BLOWS: KeyOr<i32> = Key::factor("hit_bonus")
        .means("A bonus that only helps to hit: it is subtracted from damage again.", "1")
        .or(0);
    RECORD if RECORD_DIFFERS: Key<Node> = Key::new("record", RECORD_KIND_OF_KEY, decode::node)
        .means("How this fighter's wounds are recorded, instead of `record` in [rules]: a track by name, or a table of differences.", "{ kind = \"absorb\", boxes = [1, 2, 3] }")
        .otherwise("as in [rules]");
    TOUGHNESS => toughness if TOUGHNESS_DIFFERS: Key<Toughness> = Key::choice("toughness")
        .means("What toughness does to this fighter's wounds, instead of `toughness` in [rules].", "\"gifts\"")
        .otherwise("as in [rules]");
    FODDER: KeyOr<bool> = Key::flag("fodder")
        .means("Whether it is cannon fodder: the first Scratch or Hurt is a Hurt, anything further or worse puts it out of action (SRD 4.57).", "true")
        .or(false)
        .acts(BY_LEVEL);
    INJURY_BOXES: Key<u8> = Key::<u8>::integer("injury_boxes", 1, 100)
        .means("How many boxes its track has, if boxes are marked in order.", "2")
        .otherwise("as many as in [rules]")
        .acts(IN_ORDER);
    INJURIES => injuries if HITS_MARK: KeyOr<u8> = Key::<u8>::integer("injuries", 1, 100)
        .means("How many boxes each of its hits marks, if the degree does not matter: more than one for enormous threats.", "4")
        .or(1);
    SERIOUS => serious if HITS_START: KeyOr<bool> = Key::flag("serious")
        .means("Whether its hits start at the second wound level, if boxes are marked in order.", "true")
        .or(false);
    IGNORES_ARMOR => ignores_armor: KeyOr<bool> = Key::flag("ignores_armor")
        .means("Whether its hits ignore armor, if boxes depend on the weapon: drowning, burning, suffocation.", "true")
        .or(false)
        .acts(WEAPON_DAMAGE);
    WOUNDS: Key<Vec<u8>> = Key::new("wounds", WOUNDS_KIND, |item| {
        let record = &item.context.rules.record;
        begun_with(item, record)
    })
        .means(
            "The wounds that it begins with: their levels, each marked like a blow of that level. If boxes are marked in order, the number of boxes; if boxes absorb hits, the points of each hit.",
            "[\"Scratch\", \"Hurt\"]",
        )
        .otherwise("unhurt");
    DEFENDS_AT => defends_at if PLAYERS_DEFEND: Key<u8> = Key::<u8>::integer("defends_at", 0, 100)
        .means("The wound level, or number of marked boxes, from which a player character only defends, if only player characters act.", "3")
        .otherwise("never");
    UNAWARE => unaware: KeyOr<u16> =
        Key::new("unaware", Kind::Any(&[Kind::Boolean, Kind::Integer { min: 0, max: 1000 }]), unaware)
            .means("Whether it is unaware of its foes in the first round, or the number of such rounds, in which it cannot attack or defend. If only player characters act, they put it out of action without a roll.", "true")
            .or_made(Literal::Boolean(false), |_| 0)
            .acts(NO_STORY);
    HELPLESS => helpless: KeyOr<bool> = Key::flag("helpless")
        .means("Whether it can neither attack nor defend: bound, or asleep.", "true")
        .or(false)
        .acts(EXCHANGES);
    ONLY_DEFENDS => only_defends: KeyOr<bool> = Key::flag("only_defends")
        .means("Whether it defends itself but does no harm.", "true")
        .or(false)
        .acts(EXCHANGES);
    COMBAT_PARALYSIS => combat_paralysis: KeyOr<bool> = Key::flag("combat_paralysis")
        .means("The fault Combat Paralysis: it rolls Health before each round, and cannot attack or defend until a Good result.", "true")
        .or(false)
        .acts(EXCHANGES);
    SPEED_POWER => speed_power: KeyOr<bool> = Key::flag("speed_power")
        .means("A speed power: in even rounds it attacks as if its foes were unaware, and they cannot strike back.", "true")
        .or(false)
        .acts(EXCHANGES);
    PLUS_LEVEL => plus_level: KeyOr<bool> = Key::flag("plus_level")
        .means("Whether its skill has a \"plus\": it is one level higher in even rounds.", "true")
        .or(false)
        .acts(ROUNDS);
    SPEED => speed if SPEED_COMPARED: KeyOr<i32> = Key::level("speed")
        .means("The trait compared with the foe's to see who strikes first.", "\"Good\"")
        .or(0);
    MORALE => morale if MORALE_TESTED: KeyOr<Option<i32>> =
        Key::new("morale", Kind::Any(&[Kind::Choice(&[FEARLESS]), Kind::Level]), |item| {
            decode::unless(FEARLESS, item, decode::level)
        })
        .means("The modifier of its morale rolls, or \"fearless\" if it never flees.", "\"Good\"")
        .or_made(Literal::Integer(0), |_| Some(0));
    RESISTANCE => resistance: KeyOr<Resistance> = Key::choice("resistance")
        .means("The gift Damage Resistant or the fault Fragile: its wounds are one level lighter, or worse.", "\"fragile\"")
        .or_first()
        .acts(GIFTS);
    CONSTITUTION => constitution if CONSTITUTION_ROLLED: KeyOr<i32> = Key::level("constitution")
        .means("Constitution, which keeps the Incapacitated conscious.", "\"Good\"")
        .or(0);
    WILL => will if WILL_ROLLED: KeyOr<i32> =
        Key::level("will").means("Willpower, for rolls against wounds.", "\"Great\"").or(0);
    OVERCOMES_AT => overcomes_at: Key<u8> = wound_level("overcomes_at")
        .means("The wound level from which it rolls Willpower against its wounds.", "\"Hurt\"")
        .otherwise("never")
        .acts(super::bound::WILL);
    EVADES_AT => evades_at: Key<u8> = wound_level("evades_at")
        .means("The wound level from which it evades a blow that hit, if that helps; a heroic evasion is possible once a round. It collapses only to avoid being put out of action.", "\"Very Hurt\"")
        .otherwise("never")
        .acts(EVASION);
    STUNS => stuns: KeyOr<bool> =
        Key::flag("stuns").means("Whether it strikes to stun or knock out.", "true").or(false).acts(STUN);
    PULLS => pulls: Key<u8> = Key::new("pulls", Kind::Text, level_of_blow)
        .means("The worst wound level that its pulled blows inflict; a full track may still mark a higher box.", "\"Scratch\"")
        .acts(SPARING);
    YIELDS_AT: Key<u8> = wound_level("yields_at")
        .means("The wound level at which it surrenders.", "\"Hurt\"")
        .otherwise("it fights on")
        .acts(SPARING);
    PERIPHERAL_VISION => peripheral_vision if BOTH_ACT && OUTNUMBERED: KeyOr<bool> = Key::flag("peripheral_vision")
        .means("The gift Peripheral Vision: no penalty for facing two foes at once.", "true")
        .or(false);
    SHODDY => shoddy if WEAPON_HELD: Key<u16> = Key::<u16>::integer("shoddy", 1, 6)
        .means("A poor weapon: each time it has been used for this many rounds, it breaks on a situational roll of Mediocre or worse.", "3")
        .otherwise("the weapon holds")
        .acts(EXCHANGES);
    DANGER_SENSE => danger_sense if SURPRISED: KeyOr<bool> = Key::flag("danger_sense")
        .means("The gift Danger Sense: a Good situational roll warns it of a surprise.", "true")
        .or(false);
    POISONED => poisoned if POISON_AROUND: KeyOr<Poisoned> = Key::choice("poisoned")
        .means("How poison affects it: the gift Resistant to Poison, or the fault Susceptibility to Poison.", "\"resistant\"")
        .or_first();
    BEGINS_POISONED => begins_poisoned if POISON_DRAINS: Key<Poisoning> = Key::new("begins_poisoned", Kind::Table(&abilities::POISONING), |item| decode::table(abilities::poisoning)(item))
        .means("A poison already at work when the fight begins, from an earlier fight or from a cup.", "{ drains = 1, lost = 2 }")
        .otherwise("none");
    AGAINST if COMES_TO_BLOWS && FOE_NAMED: Key<Vec<(String, i32)>> = Key::new("against", Kind::Map(&FACTOR), |item| decode::map(decode::whole)(item))
        .means("Bonuses to hit certain foes, by their names: a weapon made against them.", "{ troll = 3 }")
        .otherwise("nothing");
    QUICK_REFLEXES => quick_reflexes if REFLEXES_COUNT: KeyOr<bool> = Key::flag("quick_reflexes")
        .means("The gift Quick Reflexes: it is never unaware of its foes, and may dodge missiles where others cannot.", "true")
        .or(false);
    MODIFIERS: Key<Vec<Modifier>> =
        Key::new("modifiers", Kind::Map(&Kind::Any(&[FACTOR, Kind::Table(&MODIFIER)])), modifiers).means(
            "Skill modifiers by name, for the whole fight or its first rounds: position, blessing, curse, footing.",
            "{ blessing = 1, \"bad footing\" = { value = -1, rounds = 2 } }",
        );
    TACTIC => tactic if BLOWS_OR_AVOIDS && CHOICE_OF_FOES: KeyOr<Policy> = Key::new("tactic", TACTIC_KIND, tactic)
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
    FUDGE_POINTS: Key<u8> = Key::<u8>::integer("fudge_points", 0, POINTS)
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
            "Spells by name, cast instead of blows: each time the first that can be cast and would have an effect. All draw on the same reservoir.",
            "{ fireball = { lite = { trait = \"Good\", range = \"medium\" }, harms = { offense = 3 } } }",
        )
        .acts(NO_STORY);
    RESISTS_MAGIC => resists_magic if MAGIC_RESISTED: Key<i32> = Key::level("resists_magic")
        .means("The level with which it resists spells that can be resisted: Magic Resistance, or Willpower.", "\"Good\"")
        .otherwise("the level of the resisting trait in the caster's spell");
    LEADER => leader if LEADER_SOUGHT: KeyOr<bool> = Key::flag("leader")
        .means("Whether this fighter leads its side, for `targets` of foes and `flees` of friends.", "true")
        .or(false);
    SURRENDERS: Key<LeavingMoment<u8>> = Key::new("surrenders", Kind::Text, surrenders).means(
        "When it surrenders: at a wound level, like `yields_at`, or at the start of its own turn if a comparison is true.",
        "\"level >= 'Hurt' and allies = 0\"",
    );
    CONCEDES: Key<Expression> = Key::new("concedes", Kind::Text, leaving).means(
        "When it surrenders at the start of an opponent's turn: a comparison that can use the state of the fight.",
        "\"level >= 'Very Hurt'\"",
    );
    FLEES if MAY_FLEE: Key<LeavingMoment<Flees>> = Key::new("flees", FLEES_KIND, flees)
        .means("When the fighter flees. At the end of a round: once half of its side is down, once the leader is down, once only this many can fight on, or once it has a wound of this level or a worse one. At the start of its own turn: if a comparison is true.", "\"half down\"")
        .otherwise("it does not")
        .acts(NO_STORY);
    ARRIVES => arrives: KeyOr<u16> = Key::<u16>::integer("arrives", 1, 1000)
        .means("The round in which the fighter arrives. If the fight is over by then, it takes no part.", "3")
        .or(1)
        .acts(NO_STORY);
    ATTACKS: Key<Node> = Key::new(ATTACKS_KEY, Kind::Map(&Kind::Table(&ATTACK)), decode::node).means(
        "Several ways to attack, by name, each with the keys that differ; one of them is used.",
        "{ claws = { offense = 3 }, bite = { offense = 4 } }",
    );
    CHOSEN_ATTACK: Key<Node> = Key::new("attack", Kind::Text, decode::node)
        .means("Which of `attacks` is used.", "\"bite\"")
        .otherwise("the first");
    ABILITIES: Key<Node> = Key::new("abilities", abilities::KIND, decode::node)
        .means("Special abilities by name, with their figures.", "{ poison = { drains = 1 } }");
    BLADE if BLADE_MATTERS: Key<Blade> = Key::choice("blade")
        .means("How its weapon wounds (slashing, piercing, blunt, fire), where that matters; missiles are piercing.", "\"piercing\"")
        .otherwise("that of the weapon by name, or blunt");
    RANGES: Key<RangeValue> = ranges_key()
        .means("Which value is used if the stat block has a range.", "\"middle\"")
        .otherwise("drawn at random for each trial, the same for all fighters of the block");
    + printed::SOURCE;
    + printed::TRAITS;
    + printed::NOTE;
    + printed::PRINTED_OFFENSE;
    + printed::PRINTED_DEFENSE;
    + printed::PRINTED_NOTE;
}

keys! {
    pub ATTACK = "attack": "One of several ways to attack: the keys that differ.";
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
    VALUE: Key<i32> = Key::factor("value").means("What it adds to skill.", "-1").required();
    VALUE_TO_AVOID: Key<i32> = Key::factor("avoid")
        .means("What it adds to dodging and parrying, in turns.", "0")
        .otherwise("as `value`");
    ROUNDS_LONG: Key<u16> = Key::<u16>::integer("rounds", 1, 1000)
        .means("How many rounds it lasts, from the first.", "2")
        .otherwise("the whole fight");
}

/// The word for fighters who never flee.
const FEARLESS: &str = "fearless";

/// A key for a factor that may be a range; ranges are resolved before fighters are read.
const fn ranged(key: &'static str) -> Key<i32> {
    Key::new(key, RANGED, decode::whole)
}

/// A key for a wound level of the record in force, by name.
const fn wound_level(key: &'static str) -> Key<u8> {
    Key::new(key, Kind::Text, wound_of_rules)
}

/// Reads a whole factor: a number, or the sum of named parts.
fn parts(mut item: Item<'_>) -> Option<i32> {
    if item.node.as_table().is_none() {
        return decode::whole(item);
    }
    let parts = decode::map(decode::integer)(item.again())?;
    let name = item.name.clone();
    super::sums::within_reach(item, &name, parts.iter().map(|(_, part)| part).sum())
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
