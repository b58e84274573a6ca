//! `[fighters.*]`: stat blocks by words or numbers.

use super::decode;
use super::dice::{KIND as DICE, dice};
use super::document::{Node, Value};
use super::fault::{Fault, Faults};
use super::gear::{PROTECTION, WEAPON, gun, halves_armor, protection, weapon};
use super::keys::{KeySpec, Kind};
use super::library::{abilities, told};
use super::missile::{MISSILE, Thrower, missile};
use super::ranges::RANGES;
use super::reader::{Item, Reader};
use super::rules::unless;
use super::spending::{POINTS, SPEND, spending};
use super::tactics::{SPREAD, TACTIC, TARGETS, choice, tactic, words, wound};
use crate::combat::{Cast, Fighter, Modifier, Ranged};
use crate::ladder::Ladder;
use crate::rules::effects::Blade;
use crate::rules::gear::{ARMOR, SHIELDS, Size, martial_art_from};
use crate::rules::{
    AllOut, Avoiding, Choice, DamageBy, DamageCapacity, Evasion, FightCriticals, MOST_FATIGUE, Pacing, Pain, Policy,
    Record, RecordKind, Resistance, Rules, ScalePiercing, Spread, Stun, Targets, Toughness, WillOverWounds,
};

const PAIN: Kind = Kind::Choice(&words::<{ Pain::WORDS.len() }>(Pain::WORDS));

const BLADE: Kind = Kind::Choice(&words::<{ Blade::WORDS.len() }>(Blade::WORDS));

const FACTOR: Kind = Kind::Integer { min: -100, max: 100 };

/// A factor, or a range of which one is taken.
const RANGED: Kind = Kind::Any(&[FACTOR, Kind::Range]);

/// A factor as a whole: a number, or parts by name that are added up.
const PARTS: Kind = Kind::Any(&[FACTOR, Kind::Range, Kind::Map(&RANGED)]);

/// The keys of a fighter.
pub const FIGHTER: &[KeySpec] = &[
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
        Kind::Choice(POSITIONS),
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
        Kind::Choice(PIERCING),
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
pub(super) const ATTACK: &[KeySpec] = &[
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

/// The most fighters that are made of stat blocks before the fight itself says what it can hold.
const MOST_FIGHTERS: usize = 10_000;

/// Everybody in the fight.
pub(super) fn cast(item: Item<'_>, ladder: &Ladder, rules: &Rules) -> Option<Cast> {
    let table = item.node.as_table();
    let keys: Vec<String> = table.map_or_else(Vec::new, |table| table.keys().map(str::to_owned).collect());
    let span = item.node.span;
    let faults_before = item.faults.len();
    let mut keys = keys.into_iter();
    let mut cast = Cast { fighters: Vec::new(), sides: Vec::new() };
    let Item { name, node, kind, key_span, faults } = item;
    let read = |item: Item<'_>| {
        let own = keys.next().unwrap_or_default();
        let item = Item { name: format!("fighter {}", item.name), ..item };
        decode::table(|reader| stat_block(reader, &own, ladder, rules))(item)
    };
    let blocks = decode::map(read)(Item { name, node, kind, key_span, faults: &mut *faults })?;
    let mut all = 0;
    for (_, (fighter, side, count)) in blocks {
        let place = cast.sides.iter().position(|known| *known == side).unwrap_or_else(|| {
            cast.sides.push(side);
            cast.sides.len() - 1
        });
        all += count;
        if all > MOST_FIGHTERS {
            faults.push(Fault::new(format!("more than {MOST_FIGHTERS} fighters")).at(span));
            return None;
        }
        cast.fighters.push(Fighter { side: place, count: count as u16, ..fighter });
    }
    same_names(&cast, span, faults);
    if cast.sides.len() < 2 {
        let who = match &cast.fighters[..] {
            [] => "nobody is in it".to_owned(),
            [alone] if alone.count == 1 => format!("there is only `{}`", alone.name),
            [first, ..] => format!("all are on `{}`", cast.sides[first.side]),
        };
        let fault = Fault::new(format!("a fight needs two sides, and {who}")).at(span);
        faults.push(fault.help("add fighters; each has a side of their own, unless several name the same `side`"));
    }
    (faults.len() == faults_before).then_some(cast)
}

fn same_names(cast: &Cast, span: super::Span, faults: &mut super::Faults) {
    let blocks = cast.fighters.iter().filter(|fighter| fighter.count > 1).map(|fighter| fighter.name.clone());
    let mut names: Vec<String> = cast.names().into_iter().chain(blocks).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        let fault = Fault::new(format!("two fighters are called `{}`", pair[0])).at(span);
        faults.push(fault.help("give one of them another `name`"));
    }
}

/// One stat block, with its side and how many there are of it.
fn stat_block(reader: &mut Reader<'_>, own: &str, ladder: &Ladder, rules: &Rules) -> Option<(Fighter, String, usize)> {
    let name = reader.get("name", decode::text).unwrap_or_else(|| titled(own));
    let side = reader.get("side", decode::text).unwrap_or_else(|| name.clone());
    let count = reader.get("count", decode::integer).unwrap_or(1) as usize;
    let skill = reader.get("skill", decode::level(ladder));
    told::read(reader);
    let (abilities, blood) = reader.get("abilities", abilities::read(ladder, rules, count as u16)).unwrap_or_default();
    let blade = reader.get("blade", choice).unwrap_or_else(|| blade_of(reader));
    let gun = reader.table().get("weapon").and_then(gun).is_some();
    let mace = reader.table().get("weapon").is_some_and(|weapon| halves_armor(weapon, rules.gear));
    let (offense, weapon, strength) = offense_of(reader, gun, ladder, rules);
    let damage_capacity = reader.get("damage_capacity", decode::level(ladder));
    let (defense, armor) = match parts(reader, "defense") {
        Some(defense) => {
            already_in(reader, "defense", &["mass", "tough_hide"]);
            let armor = match rules.fight_criticals != FightCriticals::Off {
                true => reader.get("armor", protection("armor", ARMOR, rules.gear)).unwrap_or(0),
                false => {
                    already_in(reader, "defense", &["armor"]);
                    0
                }
            };
            // The whole factor holds Damage Capacity too, which the fight adds by itself.
            let counts = rules.damage_capacity == DamageCapacity::Counts;
            (defense - damage_capacity.filter(|_| counts).unwrap_or(0), armor)
        }
        None => {
            let armor = reader.get("armor", protection("armor", ARMOR, rules.gear)).unwrap_or(0);
            let mass = reader.get("mass", decode::level(ladder)).unwrap_or(0);
            (armor + mass + number(reader, "tough_hide").unwrap_or(0), armor)
        }
    };
    let (strength_scale, mass_scale) = scales(reader);
    let attributes @ [perception, agility, _] = ATTRIBUTES.map(|part| reader.get(part, decode::level(ladder)));
    let strength_scale = if gun { 0 } else { strength_scale };
    let parries = reader.get("avoid_by", decode::choice).is_some_and(|by| by == "parry");
    let shield = reader.get("shield", protection("shield", SHIELDS, rules.gear)).unwrap_or(0);
    let named = reader.table().get("shield").and_then(Node::as_str);
    let small = named.is_some_and(|name| name.eq_ignore_ascii_case("small"));
    let thrower = Thrower { skill: skill.unwrap_or(0), strength, family: rules.gear };
    let (fudge_points, spend) = spending(reader, rules);
    let fighter = Fighter {
        abilities,
        blood,
        blade,
        name,
        fudge_points,
        spend,
        side: 0,
        count: 1,
        skill: skill.unwrap_or(0),
        avoid: reader.get("avoid", decode::level(ladder)),
        other_avoid: reader.get("other_avoid", decode::level(ladder)),
        initiative: initiative(reader, attributes, rules, ladder),
        perception: perception.unwrap_or(0),
        dice: reader.get("dice", dice),
        offense,
        defense,
        armor,
        halves_armor: reader.get("halves_armor", decode::boolean).unwrap_or(mace),
        scale_piercing: scale_piercing(reader),
        weapon_tech: number(reader, "weapon_tech").unwrap_or(0),
        armor_tech: number(reader, "armor_tech").unwrap_or(0),
        damage_capacity,
        health: reader.get("health", decode::level(ladder)),
        pain: reader.get("pain", choice).unwrap_or(Pain::Normal),
        fatigue_cards: where_it_acts(reader, &FATIGUE, rules, decode::integer).unwrap_or(0) as u8,
        weapon,
        shield,
        strength_scale,
        mass_scale,
        hit_bonus: number(reader, "hit_bonus").unwrap_or(0),
        modifiers: modifiers(reader).into_iter().chain(position(reader, parries)).collect(),
        pc: reader.get("pc", decode::boolean),
        record: record(reader, rules),
        tactic: reader.get("tactic", tactic(rules)).unwrap_or_else(Policy::normal),
        targets: in_rounds(reader, "targets", rules.pacing != Pacing::Story).unwrap_or(Targets::LowestResult),
        spread: in_rounds(reader, "spread", !rules.pacing.players_act()).unwrap_or(Spread::Even),
        leader: reader.get("leader", decode::boolean).unwrap_or(false),
        injuries: reader.get("injuries", decode::integer).unwrap_or(1) as u8,
        serious: reader.get("serious", decode::boolean).unwrap_or(false),
        ignores_armor: where_it_acts(reader, &BYPASS, rules, decode::boolean).unwrap_or(false),
        defends_at: reader.get("defends_at", decode::integer).map(|level| level as u8),
        unaware: unaware(reader, rules),
        helpless: gift(reader, "helpless", !rules.pacing.players_act()),
        only_defends: gift(reader, "only_defends", !rules.pacing.players_act()),
        combat_paralysis: gift(reader, "combat_paralysis", !rules.pacing.players_act()),
        speed_power: gift(reader, "speed_power", !rules.pacing.players_act()),
        plus_level: gift(reader, "plus_level", rules.pacing != Pacing::Story),
        speed: reader.get("speed", decode::level(ladder)).unwrap_or(0),
        morale: reader.get("morale", |item| unless("fearless", item, decode::level(ladder))).unwrap_or(Some(0)),
        resistance: needs(reader, "resistance", rules.toughness == Toughness::Gifts, "toughness = \"gifts\"", choice)
            .unwrap_or(Resistance::Ordinary),
        constitution: reader.get("constitution", decode::level(ladder)).unwrap_or(0),
        will: reader.get("will", decode::level(ladder)).unwrap_or(0),
        overcomes_at: {
            let on = rules.will_over_wounds != WillOverWounds::Off;
            needs(reader, "overcomes_at", on, "a choice for `will_over_wounds`", |item| wound(item, &rules.record))
        },
        agility: agility.unwrap_or(0),
        evades_at: {
            let on = rules.evasion != Evasion::Off;
            needs(reader, "evades_at", on, "a choice for `evasion`", |item| wound(item, &rules.record))
        },
        stuns: needs(reader, "stuns", rules.stun != Stun::Off, "a choice for `stun`", decode::boolean).unwrap_or(false),
        pulls: by_wound(reader, "pulls", rules),
        yields_at: by_wound(reader, "yields_at", rules),
        peripheral_vision: reader.get("peripheral_vision", decode::boolean).unwrap_or(false),
        quick_reflexes: reader.get("quick_reflexes", decode::boolean).unwrap_or(false),
        ranged: Ranged {
            in_hand: false,
            missile: reader.get("missile", missile(thrower, ladder)),
            dodge: reader.get("dodge", decode::level(ladder)),
            cover: reader.get("cover", decode::level(ladder)),
            shield: if small { 0 } else { shield },
            avoiding: match parries {
                true if shield > 0 => Avoiding::Shield,
                true => Avoiding::Parry,
                false => Avoiding::Dodge,
            },
        },
    };
    let spare = fighter.abilities.heads.map_or(0, |heads| heads.spare);
    skill.map(|_| (fighter, side, count + usize::from(spare)))
}

/// The offensive factor without Scale, and the weapon's value where sizes are compared. A gun has a Strength of its own, in
/// place of its user's, and no size (R4).
fn offense_of(reader: &mut Reader<'_>, gun: bool, ladder: &Ladder, rules: &Rules) -> (i32, Option<i32>, Option<i32>) {
    let weapon = weapon_of(reader, ladder, rules);
    if let Some(offense) = parts(reader, "offense") {
        already_in(reader, "offense", &["strength", "thrown_unskilled"]);
        return (offense, weapon.filter(|_| !gun), None);
    }
    let strength = reader.get("strength", decode::level(ladder)).unwrap_or(0);
    let thrown = flag(reader, "thrown_unskilled");
    // Bare hands without a martial art, where nothing is said (SRD 4.54, F93 4.72).
    let weapon = weapon.unwrap_or(Size::Unarmed.factor(rules.gear));
    if gun {
        (weapon, None, Some(strength))
    } else {
        (strength + weapon - i32::from(thrown), Some(weapon), Some(strength))
    }
}

/// The value of the weapon, where anything is said of it: of one in the hand, or of bare hands with a martial art.
fn weapon_of(reader: &mut Reader<'_>, ladder: &Ladder, rules: &Rules) -> Option<i32> {
    let stated = reader.get("weapon", weapon(rules.gear));
    if stated.is_some() {
        already_in(reader, "weapon", &["martial_art"]);
    }
    let skilled = |level| level >= martial_art_from(rules.gear);
    let art = reader.get("martial_art", decode::level(ladder)).filter(|level| skilled(*level));
    stated.or_else(|| art.map(|_| Size::MartialArt.factor(rules.gear)))
}

/// How the weapon named wounds.
fn blade_of(reader: &Reader<'_>) -> Blade {
    let weapon = reader.table().get("weapon");
    let name = weapon.and_then(|weapon| weapon.as_str().or_else(|| weapon.as_table()?.get("name")?.as_str()));
    name.map_or(Blade::Blunt, Blade::of)
}

const PIERCING: &[&str] = &["halve", "ignore"];

fn scale_piercing(reader: &mut Reader<'_>) -> ScalePiercing {
    match reader.get("scale_piercing", decode::choice) {
        Some("halve") => ScalePiercing::Halve,
        Some(_) => ScalePiercing::Ignore,
        None => ScalePiercing::None,
    }
}

fn flag(reader: &mut Reader<'_>, key: &str) -> bool {
    reader.get(key, decode::boolean).unwrap_or(false)
}

/// The attributes that initiative is the mean of (C4, KAER), two of which count by themselves as well: Perception for an
/// advantage (M8), Agility to stay on one's feet (W23).
const ATTRIBUTES: [&str; 3] = ["perception", "agility", "intuition"];

/// The trait that initiative goes by: stated, or the mean of three attributes (C4, KAER); Combat Reflexes add to it (M19).
fn initiative(reader: &mut Reader<'_>, attributes: [Option<i32>; 3], rules: &Rules, ladder: &Ladder) -> i32 {
    let apart = [rules.all_out != AllOut::Off, rules.evasion == Evasion::Avoidance, false];
    let level = match reader.get("initiative", decode::level(ladder)) {
        Some(level) => {
            let held = ATTRIBUTES.into_iter().zip(apart).filter(|(_, apart)| !apart);
            already_in(reader, "initiative", &held.map(|(one, _)| one).collect::<Vec<_>>());
            level
        }
        None => rounded_third(attributes.iter().flatten().sum()),
    };
    level + i32::from(flag(reader, "combat_reflexes"))
}

/// A third of a sum, rounded to the nearest; it is never just between two.
fn rounded_third(sum: i32) -> i32 {
    (2 * sum + 3).div_euclid(6)
}

/// A choice that has an effect in some rounds alone.
fn in_rounds<T: Choice>(reader: &mut Reader<'_>, key: &'static str, has_effect: bool) -> Option<T> {
    reader.get(key, |item| match has_effect {
        true => choice(item),
        false => {
            let fault = Fault::new(format!("`{key}` has no effect in these rounds"));
            item.refuse(fault.help("leave it out, or set `pacing = \"simultaneous\"` in [rules]"))
        }
    })
}

/// A key that has an effect under some rules alone; `under` says which.
fn needs<T>(
    reader: &mut Reader<'_>,
    key: &'static str,
    has_effect: bool,
    under: &str,
    decode: impl FnOnce(Item<'_>) -> Option<T>,
) -> Option<T> {
    reader.get(key, |item| match has_effect {
        true => decode(item),
        false => {
            let fault = Fault::new(format!("`{key}` has no effect under these rules"));
            item.refuse(fault.help(format!("leave it out, or set {under} in [rules]")))
        }
    })
}

/// A wound level, which has no effect where one roll decides the fight.
fn by_wound(reader: &mut Reader<'_>, key: &'static str, rules: &Rules) -> Option<u8> {
    let on = rules.pacing != Pacing::Story;
    needs(reader, key, on, "another `pacing`", |item| wound(item, &rules.record))
}

/// A key that has an effect under some rules alone.
struct Bound {
    key: &'static str,
    holds: fn(&Rules) -> bool,
    fault: &'static str,
    help: &'static str,
}

const FATIGUE: Bound = Bound {
    key: "fatigue_cards",
    holds: |rules| rules.record.kind == RecordKind::Cards,
    fault: "`fatigue_cards` has no effect on this record",
    help: "leave it out, or set `record = { kind = \"cards\" }` in [rules]",
};

const BYPASS: Bound = Bound {
    key: "ignores_armor",
    holds: |rules| rules.damage == DamageBy::Weapon,
    fault: "`ignores_armor` has no effect on this damage",
    help: "leave it out, or set `damage = \"weapon\"` in [rules]",
};

const INJURY_BOXES: Bound = Bound {
    key: "injury_boxes",
    holds: |rules| rules.record.kind == RecordKind::InOrder,
    fault: "`injury_boxes` belongs to a track that is filled in order",
    help: "set a record of kind \"in-order\" in [rules], or base = \"lite\"",
};

const FODDER: Bound = Bound {
    key: "fodder",
    holds: |rules| rules.record.kind != RecordKind::InOrder,
    fault: "`fodder` belongs to a track with boxes by level",
    help: "give fewer `injury_boxes` instead",
};

fn where_it_acts<T>(
    reader: &mut Reader<'_>,
    bound: &Bound,
    rules: &Rules,
    decode: impl FnOnce(Item<'_>) -> Option<T>,
) -> Option<T> {
    reader.get(bound.key, |item| match (bound.holds)(rules) {
        true => decode(item),
        false => item.refuse(Fault::new(bound.fault).help(bound.help)),
    })
}

/// For how many rounds the fighter is unaware of its foes (C9).
fn unaware(reader: &mut Reader<'_>, rules: &Rules) -> u16 {
    let unaware = reader.get("unaware", |item| {
        if rules.pacing == Pacing::Story {
            let fault = Fault::new("`unaware` has no effect where one roll decides the fight");
            return item.refuse(fault.help("leave it out, or set another `pacing` in [rules]"));
        }
        match item.node.value {
            Value::Boolean(unaware) => Some(i64::from(unaware)),
            _ => decode::integer(item),
        }
    });
    unaware.unwrap_or(0) as u16
}

/// Something a fighter has or has not, which has an effect in some rounds alone.
fn gift(reader: &mut Reader<'_>, key: &'static str, has_effect: bool) -> bool {
    let has = reader.get(key, |item| match has_effect {
        true => decode::boolean(item),
        false => {
            let fault = Fault::new(format!("`{key}` has no effect in these rounds"));
            item.refuse(fault.help("leave it out, or set `pacing = \"simultaneous\"` in [rules]"))
        }
    });
    has.unwrap_or(false)
}

/// A record of the fighter's own.
fn record(reader: &mut Reader<'_>, rules: &Rules) -> Option<Record> {
    let boxes = where_it_acts(reader, &INJURY_BOXES, rules, decode::integer);
    let fodder = where_it_acts(reader, &FODDER, rules, decode::boolean);
    match boxes {
        Some(boxes) => Some(rules.record.with_boxes(boxes as u8)),
        None => fodder.filter(|fodder| *fodder).map(|_| rules.record.fodder()),
    }
}

/// Scale of Strength and of Mass, given together or apart.
fn scales(reader: &mut Reader<'_>) -> (i32, i32) {
    match number(reader, "scale") {
        Some(both) => {
            already_in(reader, "scale", &["strength_scale", "mass_scale"]);
            (both, both)
        }
        None => {
            let strength = number(reader, "strength_scale").unwrap_or(0);
            (strength, number(reader, "mass_scale").unwrap_or(0))
        }
    }
}

/// A stat block by itself, as it would fight under these rules; none where it is at fault. One without a skill is read
/// as Fair.
pub(super) fn lone_fighter(mut block: Node, ladder: &Ladder, rules: &Rules) -> Option<Fighter> {
    let span = block.span;
    block.as_table_mut()?.get_or_insert("skill", span, || Node { value: Value::Integer(0), span });
    let mut faults = Faults::new();
    let read = |reader: &mut Reader<'_>| stat_block(reader, "", ladder, rules);
    let fighter = Reader::read(&block, "it", FIGHTER, &mut faults, read);
    faults.into_result(fighter).ok().flatten().map(|(fighter, ..)| fighter)
}

/// A factor as a whole: a number, or the sum of its parts.
fn parts(reader: &mut Reader<'_>, key: &str) -> Option<i32> {
    let factor = reader.get(key, |item| match item.node.as_table() {
        Some(_) => decode::map(decode::integer)(item).map(|parts| parts.iter().map(|(_, part)| part).sum()),
        None => decode::integer(item),
    });
    factor.map(|factor| factor as i32)
}

fn number(reader: &mut Reader<'_>, key: &str) -> Option<i32> {
    reader.get(key, decode::integer).map(|number| number as i32)
}

/// Reports keys whose value a whole factor holds already; they count as read.
pub(super) fn already_in(reader: &mut Reader<'_>, whole: &str, parts: &[&'static str]) {
    for part in parts {
        if reader.has(part) {
            reader.get(part, |item| {
                item.refuse::<()>(Fault::new(format!("`{whole}` already holds `{part}`")).help("give one or the other"))
            });
        }
    }
}

fn modifiers(reader: &mut Reader<'_>) -> Vec<Modifier> {
    let modifier = |item: Item<'_>| match item.node.as_table() {
        None => decode::integer(item).map(|value| (value as i32, value as i32, None)),
        Some(_) => decode::table(|reader| {
            let rounds = reader.get("rounds", decode::integer).map(|rounds| rounds as u16);
            let avoid = number(reader, "avoid");
            let value = reader.get("value", decode::integer)? as i32;
            Some((value, avoid.unwrap_or(value), rounds))
        })(item),
    };
    let read = reader.get("modifiers", decode::map(modifier)).unwrap_or_default();
    read.into_iter().map(|(name, (value, avoid, rounds))| Modifier { name, value, avoid, rounds }).collect()
}

const POSITIONS: &[&str] = &["behind", "back-turned", "above", "below", "prone"];

/// What a fighter's position does to attack and avoidance (M14, KAER).
fn position(reader: &mut Reader<'_>, parries: bool) -> Option<Modifier> {
    let name = reader.get("position", decode::choice)?;
    let [value, avoid] = match name {
        "behind" => [2, 0],
        "back-turned" => [-2, if parries { -2 } else { -1 }],
        "above" => [1, 0],
        "below" => [-1, 0],
        _ => [-2, 0],
    };
    Some(Modifier { name: name.to_string(), value, avoid, rounds: None })
}

/// A table's name as a fighter's: `snorri` is `Snorri`.
fn titled(key: &str) -> String {
    let mut letters = key.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::rounded_third;

    /// KAER: Max, with Good Perception, Fair Agility and Terrible Intuition, has -2/3, which is -1.
    #[test]
    fn the_mean_of_three_attributes_is_rounded_to_the_nearest() {
        assert_eq!(rounded_third(1 - 3), -1);
        assert_eq!((-4..=4).map(rounded_third).collect::<Vec<_>>(), [-1, -1, -1, 0, 0, 0, 1, 1, 1]);
    }
}
