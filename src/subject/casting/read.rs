//! `[casting]`, and a table of it for each system.

use crate::check::{
    Actor, Augments, Cap, Casting, Certain, Check, CheckRules, Clears, Fatigue, Kaer, Learned, Lite, MOST_CASTINGS,
    MOST_LEVELS, Magic, Mana, Manner, Miracle, Modifiers, Potency, Psi, PsiSubject, Resistance, Skill, Sparing,
    SuccessRule, System,
};
use crate::document::decode;
use crate::document::key::{AnyKey, Key, KeyOr, keys};
use crate::document::keys::Kind;
use crate::document::problem::Problem;
use crate::document::reader::{Item, Reader};
use crate::rules::Choice;
use crate::rules::effects::TERRIBLE;
use crate::subject::actor::{ASSIST, DICE, HIGH_ATTRIBUTE, MODIFIERS, TRAIT, UNCAPPED, UNLISTED, actor, actor_with};
use crate::subject::check::read::{DIFFICULTY, sound};

const LEVELS: i64 = MOST_LEVELS as i64;
const CASTS: i64 = MOST_CASTINGS as i64;

const POOR: i32 = -2;
const FAIR: i32 = 0;
const GOOD: i32 = 1;
const GREAT: i32 = 2;

keys! {
    /// The keys of `[casting]`.
    pub(crate) CASTING = "casting": "Magic, miracles or psi outside fights, by one system.";
    CASTINGS: KeyOr<u16> = Key::<u16>::integer("castings", 1, CASTS)
        .means("How many castings are tried, one after the other.", "10")
        .or(1);
    UNTIL: Key<u16> = Key::<u16>::integer("until", 1, CASTS)
        .means("After how many full successes the caster stops.", "1")
        .otherwise("all castings are tried");
    KEEPS: Key<u8> = Key::<u8>::integer("keeps", 0, LEVELS)
        .means("The caster stops when no more of the reservoir is left than this: levels above what losing does harm, or boxes.", "0")
        .otherwise("the caster goes on while it is possible");
    REST_EVERY: Key<u16> = Key::<u16>::integer("rest_every", 1, CASTS)
        .means("After how many castings the caster rests, each time; the system says what that restores.", "5")
        .otherwise("there is no rest");
    MAGIC: Key<System> = Key::new("magic", Kind::Table(&MAGICIAN), magic)
        .means("Fudge Magic (SRD 7.1); enchanting an item is a `[task]` of two rolls.", "{ trait = \"Fair\", potency = \"average\", potential = 3 }");
    MIRACLE: Key<System> = Key::new("miracle", Kind::Table(&PETITIONER), miracle)
        .means("Fudge Miracles (SRD 7.2).", "{ favor = 1 }");
    PSI: Key<System> = Key::new("psi", Kind::Table(&PSIONICIST), psi)
        .means("Fudge Psi (SRD 7.3).", "{ trait = \"Good\", difficulty = \"Great\", reservoir = \"Good\" }");
    CLERICAL: Key<System> = Key::new("clerical", Kind::Table(&CLERIC), clerical)
        .means("Clerical magic (Fantasy Fudge).", "{ trait = \"Good\" }");
    HEDGE: Key<System> = Key::new("hedge", Kind::Table(&WITCH), hedge)
        .means("Hedge magic (Fantasy Fudge).", "{ trait = \"Good\", difficulty = \"Fair\", health = \"Fair\" }");
    SCHOLARLY: Key<System> = Key::new("scholarly", Kind::Table(&SCHOLAR), scholarly)
        .means("Scholarly magic (Fantasy Fudge).", "{ trait = \"Good\", difficulty = \"Good\", gifts = 2, costs = 2 }");
    KAER: Key<System> = Key::new("kaer", Kind::Table(&MAGE), kaer)
        .means("Spells of KAER.", "{ trait = \"Good\", difficulty = \"Fair\", will = \"Good\", target = { trait = \"Fair\" } }");
    LITE: Key<System> = Key::new("lite", Kind::Table(&SPELLCASTER), lite)
        .means("Spells of LITE.", "{ trait = \"Good\", range = \"medium\" }");
}

keys! {
    /// The keys of `[casting.magic]`.
    MAGICIAN = "magician": "Somebody who casts by Fudge Magic: above the difficulty is full success, equal is watered down.";
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    + DIFFICULTY;
    POTENCY: Key<Potency> = Key::choice("potency")
        .means("In place of `difficulty`: how potent the spell is.", "\"potent\"");
    POTENTIAL: KeyOr<u8> = Key::<u8>::integer("potential", 0, 20)
        .means("Levels of Magic Potential for such spells; 0 for somebody who is no magician.", "3")
        .or(1);
    EASED: KeyOr<bool> = Key::flag("potential_eases")
        .means("Whether each level of Potential beyond three makes the spell one level easier (never below Poor), and each one short of three harder.", "true")
        .or(false);
    MANNER: Key<Vec<Manner>> = Key::new("manner", Kind::List(&Kind::Words(Manner::WORDS)), |item| decode::list(decode::choice_of)(item))
        .means("How the spell is cast: what the source's list of modifiers has.", "[\"long\", \"formula\"]");
    MOST_SKILL: KeyOr<i32> = Key::level("highest_skill")
        .means("The highest level that modifiers can raise the skill to; a higher skill stays as it is.", "\"Great\"")
        .or(GREAT);
    REPEATS: KeyOr<bool> = Key::flag("repeats")
        .means("Whether all castings are of one effect in one area within a day: each is one harder than the one before, until a rest.", "true")
        .or(false);
    CERTAIN: KeyOr<Certain> = Key::choice("certain")
        .means("When the magician gives a level of Potential for certain success.", "\"above-zero\"")
        .or_first();
    SPARES: Key<Vec<Sparing>> = Key::new("no_drain", Kind::List(&Kind::Words(Sparing::WORDS)), |item| decode::list(decode::choice_of)(item))
        .means("When a natural -4 fails but drains no Potential.", "[\"trivial\", \"careful\"]")
        .otherwise("it always drains a level");
    RESISTED: Key<Actor> = Key::new("resisted_by", Kind::Table(&RESISTS), resisted_by)
        .means("Who resists a spell of control, in a second, opposed roll; a tie resists.", "{ trait = \"Good\" }");
    AT_RESULT: KeyOr<bool> = Key::flag("at_result")
        .means("Whether the magician makes that second roll at the level just rolled; else at the skill.", "true")
        .or(false);
    + CONSTITUTION;
    ACTIVE: KeyOr<u8> = Key::<u8>::integer("active_days", 0, 30)
        .means("How many days a magician is active after waking from a coma: a roll of Constitution at once and for each day, or a point of damage.", "2")
        .or(0);
    FATIGUE: Key<i32> = Key::level("fatigue")
        .means("The level of the trait that casting tires; below Terrible the magician passes out.", "\"Good\"")
        .otherwise("fatigue is not counted");
    TIRES: KeyOr<u8> = Key::<u8>::integer("tires", 0, 20).means("How many levels of it a casting costs.", "1").or(1);
    REGAINS: KeyOr<u8> = Key::<u8>::integer("regains", 0, 20)
        .means("How many levels of Potential a rest restores: one a week; Fatigue is whole again.", "1")
        .or(1);
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
}

keys! {
    /// Who resists.
    RESISTS = "resistance": "Somebody whom a spell would control.";
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
    CONSTITUTION: Key<i32> = Key::level("constitution")
        .means("The Constitution that wakes an unconscious caster: a roll against Good each round.", "\"Fair\"")
        .otherwise("rounds out cold are not counted");
}

keys! {
    /// The keys of `[casting.miracle]`.
    PETITIONER = "petitioner": "Somebody who asks a deity for a miracle.";
    FAVOR: KeyOr<u8> = Key::<u8>::integer("favor", 0, 20)
        .means("Steps of Divine Favor: so many more rolls may be made, and the last one counts.", "2")
        .or(0);
    PETITIONING: Key<i32> = Key::level("trait")
        .means("The level of Petitioning.", "\"Mediocre\"")
        .otherwise("Fair with Divine Favor, Poor without");
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    STOPS_AT: KeyOr<i32> = Key::level("stops_at")
        .means("The petitioner stops at this result or better.", "\"Mediocre\"")
        .or(GOOD);
    + GRANTED;
    + ANGERS;
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
}

keys! {
    /// The keys of `[casting.clerical]`.
    CLERIC = "cleric": "A cleric who calls on a deity.";
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    GRANTED: KeyOr<i32> = Key::level("granted").means("The result from which on it is granted.", "\"Great\"").or(GOOD);
    ANGERS: KeyOr<i32> = Key::level("angers")
        .means("A result of this or worse angers the deity, and makes the next petition one harder.", "\"Terrible\"")
        .or(POOR);
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
}

keys! {
    /// The keys of `[casting.psi]`.
    PSIONICIST = "psi": "Somebody who uses a psionic power.";
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    + DIFFICULTY;
    POWER: Key<i32> = Key::level("power")
        .means("The level of the power.", "\"Good\"")
        .otherwise("enough, and not three levels more than that");
    MINIMUM_POWER: Key<i32> = Key::level("minimum_power")
        .means("The power that the action takes; three levels more than that are +1.", "\"Mediocre\"");
    DESPERATE: KeyOr<bool> = Key::flag("desperate")
        .means("Whether a psi of less power drains a level of the reservoir for each level missing, each at -2 to the skill.", "true")
        .or(false);
    + RESERVOIR;
    CONCENTRATION: KeyOr<&'static str> = Key::word("concentration", &["normal", "halved", "doubled"])
        .means("The time taken to concentrate: half of it is -1, twice as much +1.", "\"doubled\"")
        .or("normal");
    + AUGMENTS;
    + LOWEST;
    ACTION_TIRES: KeyOr<u8> = Key::<u8>::integer("tires", 0, 20)
        .means("How many levels of the reservoir a taxing action costs at its end.", "1")
        .or(0);
    SUBJECT: Key<PsiSubject> = Key::new("subject", Kind::Table(&PSI_SUBJECT), psi_subject)
        .means("Who resists.", "{ trait = \"Good\", reservoir = \"Fair\" }")
        .otherwise("nobody: the action is unopposed");
    + CONSTITUTION;
    PSI_REGAINS: KeyOr<u8> = Key::<u8>::integer("regains", 0, 20)
        .means("How many levels of the reservoir a rest restores: one a week.", "1")
        .or(1);
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
}

keys! {
    /// The keys of the subject of a psionic attack.
    PSI_SUBJECT = "psi subject": "The unwilling subject of a psionic action.";
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    PSIONIC: KeyOr<bool> = Key::flag("psionic")
        .means("Whether the trait is a psionic skill; others augment at two less, and have no penalty for a low reservoir.", "true")
        .or(false);
    RESERVOIR: KeyOr<i32> = Key::level("reservoir").means("The psychic reservoir.", "\"Good\"").or(FAIR);
    AUGMENTS: KeyOr<Augments> = Key::choice("augments")
        .means("When levels of the reservoir are given to raise the result.", "\"never\"")
        .or_first();
    LOWEST: KeyOr<i32> = Key::level("lowest_reservoir")
        .means("The lowest level of the reservoir that augmenting may leave; below Terrible means to lose consciousness.", "\"Mediocre\"")
        .or(TERRIBLE);
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
}

keys! {
    /// The keys of `[casting.hedge]`.
    WITCH = "hedge magic": "A hedge witch or village wizard, whom each use tires.";
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    + DIFFICULTY;
    + HEALTH;
    + USE_TIRES;
    MINUTES: KeyOr<u16> = Key::<u16>::integer("minutes", 0, 1440)
        .means("How long a rest is, in minutes: a level of Health for each 15.", "30")
        .or(15);
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
}

keys! {
    /// The keys of `[casting.scholarly]`.
    SCHOLAR = "scholarly magic": "A sorcerer with power points, whom each use tires.";
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    + DIFFICULTY;
    HEALTH: KeyOr<i32> = Key::level("health")
        .means("Health, of which each use costs a level; below Terrible the caster collapses.", "\"Good\"")
        .or(FAIR);
    USE_TIRES: KeyOr<u8> =
        Key::<u8>::integer("tires", 0, 20).means("How many levels of Health a use costs.", "1").or(1);
    GIFTS: KeyOr<u8> = Key::<u8>::integer("gifts", 1, 20)
        .means("Levels of the Gift: five power points each, and as many points in one feat as there are levels.", "2")
        .or(1);
    COSTS: KeyOr<u8> = Key::<u8>::integer("costs", 0, LEVELS)
        .means("The power points of a feat; 0 for trivial magic.", "2")
        .or(1);
    WILLPOWER: KeyOr<i32> = Key::level("willpower")
        .means("Willpower, rolled for a feat beyond the limit: against Fair, one harder for each point beyond.", "\"Good\"")
        .or(FAIR);
    SLEEP: KeyOr<u8> = Key::<u8>::integer("sleep", 0, 24)
        .means("Hours of sleep in a rest: a point for each two.", "8")
        .or(0);
    MEDITATION: KeyOr<u8> = Key::<u8>::integer("meditation", 0, 24)
        .means("Hours of meditation in a rest: a point each.", "2")
        .or(0);
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
}

keys! {
    /// The keys of `[casting.kaer]`.
    MAGE = "mage": "A mage of KAER, and whom the spell is to work on.";
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    + DIFFICULTY;
    WILL: KeyOr<i32> = Key::level("will").means("The mage's Willpower.", "\"Good\"").or(FAIR);
    TARGET: Key<Actor> = Key::new("target", Kind::Table(&RESISTS), resisted_by)
        .means("The target, with its Willpower as `trait`.", "{ trait = \"Fair\" }")
        .required();
    STOPPED_AT: Key<u8> = Key::<u8>::integer("stopped_at", 1, LEVELS)
        .means("How many levels the mage's result must be below the target's for nothing to be left of the spell.", "4")
        .otherwise("something always is");
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
}

keys! {
    /// The keys of `[casting.lite]`.
    SPELLCASTER = "spellcaster": "A spellcaster of LITE.";
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    SPELL_DIFFICULTY: Key<i32> = Key::level("difficulty")
        .means("The level to reach.", "\"Good\"")
        .otherwise("by the largest of `range`, `duration` and `area`: Mediocre, Good, Superb");
    RANGE: KeyOr<&'static str> = Key::word("range", &["short", "medium", "long"])
        .means("The spell's range: touch, a thrown rock, sight.", "\"medium\"")
        .or("short");
    DURATION: KeyOr<&'static str> = Key::word("duration", &["short", "medium", "long"])
        .means("How long it lasts: an action, several, a scene.", "\"medium\"")
        .or("short");
    AREA: KeyOr<&'static str> = Key::word("area", &["single", "medium", "large"])
        .means("Whom it works on: one target, several people, a crowd.", "\"medium\"")
        .or("single");
    HARDER: KeyOr<u8> = Key::<u8>::integer("each_more", 0, 3)
        .means("How much harder each further one of the three of the largest size makes it.", "1")
        .or(0);
    SMALL: KeyOr<u8> = Key::<u8>::integer("small_mana", 0, 20)
        .means("Small boxes of the mana track: each softens a failure.", "3")
        .or(2);
    LARGE: KeyOr<u8> = Key::<u8>::integer("large_mana", 0, 20)
        .means("Large boxes, marked when no small one is left.", "1")
        .or(2);
    CLEARS: KeyOr<Clears> = Key::choice("rest_clears").means("What a rest clears.", "\"all\"").or_first();
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
}

/// The systems, of which there is one.
const SYSTEMS: [Key<System>; 8] = [MAGIC, MIRACLE, PSI, CLERICAL, HEDGE, SCHOLARLY, KAER, LITE];

/// Reads `[casting]`.
pub(crate) fn casting(item: Item<'_>) -> Option<Casting> {
    decode::table(|reader| {
        let castings = reader.read(&CASTINGS);
        let (until, keeps, rest_every) = (reader.read(&UNTIL), reader.read(&KEEPS), reader.read(&REST_EVERY));
        let named: Vec<&Key<System>> = SYSTEMS.iter().filter(|key| reader.has(*key)).collect();
        let systems: Vec<Option<System>> = named.iter().map(|key| reader.read(*key)).collect();
        let word = |key: &&Key<System>| format!("`{}`", key.spec().key);
        let [system] = <[Option<System>; 1]>::try_from(systems)
            .map_err(|_| {
                let words = |keys: &[&Key<System>]| keys.iter().map(word).collect::<Vec<_>>().join(", ");
                let message = if named.is_empty() {
                    "[casting] names no system of magic".to_owned()
                } else {
                    format!("[casting] names several systems: {}", words(&named))
                };
                let all: Vec<&Key<System>> = SYSTEMS.iter().collect();
                let help = format!("give it one table of these: {}", words(&all));
                let span = reader.span();
                reader.problems().push(Problem::new(message).at(span).help(help));
            })
            .ok()?;
        sound(Casting { castings, until, keeps, rest_every, system: system? }.checked(), reader)
    })(item)
}

/// A trait without modifiers, rolled with the dice of the rules.
fn bare(level: i32, reader: &mut Reader<'_>) -> Option<Actor> {
    let rules = reader.rules();
    let cap = sound(Cap::of(rules, reader.context().ladder), reader)?;
    sound(Actor::new(Some(level), 0, rules.dice.clone(), cap), reader)
}

/// A roll of such a trait, which meets the difficulty or fails.
fn bare_check(level: i32, difficulty: i32, reader: &mut Reader<'_>) -> Option<Check> {
    let actor = bare(level, reader)?;
    let rules = sound(CheckRules::of(reader.rules(), reader.context().ladder, None), reader)?;
    let rules = CheckRules { success: SuccessRule::Meet, easy: None, ..rules };
    sound(Check::new(actor, difficulty, rules), reader)
}

/// The roll against Good that wakes; nothing where the level is invalid.
fn wakes(reader: &mut Reader<'_>) -> Option<Option<Check>> {
    if !reader.has(&CONSTITUTION) {
        return Some(None);
    }
    let level = reader.read(&CONSTITUTION)?;
    bare_check(level, GOOD, reader).map(Some)
}

/// A roll of this actor against a difficulty, by the rules.
fn rolled(actor: Option<Actor>, difficulty: Option<i32>, reader: &mut Reader<'_>) -> Option<Check> {
    let rules = sound(CheckRules::of(reader.rules(), reader.context().ladder, None), reader)?;
    sound(Check::new(actor?, difficulty?, rules), reader)
}

/// The difficulty that is written, or that of the rules.
fn difficulty(reader: &mut Reader<'_>) -> Option<i32> {
    if reader.has(&DIFFICULTY) {
        return reader.read(&DIFFICULTY);
    }
    let difficulty = reader.rules().default_difficulty;
    if difficulty.is_none() {
        reader.missing(&DIFFICULTY);
    }
    difficulty
}

/// The whole table's roll against the difficulty written.
fn plain(reader: &mut Reader<'_>) -> Option<Skill> {
    let (actor, difficulty) = (actor(reader), difficulty(reader));
    rolled(actor, difficulty, reader).map(Skill::plain)
}

/// How many levels must be lost for a trait to be below Terrible: at least one.
fn above_nothing(level: i32) -> u8 {
    u8::try_from((level - TERRIBLE + 1).clamp(1, MOST_LEVELS.into())).unwrap_or(1)
}

/// Reports an error at the value of a key.
fn refuse(reader: &mut Reader<'_>, key: &impl AnyKey, message: String, help: &str) {
    let span = reader.span_of(key);
    reader.problems().push(Problem::new(message).at(span).help(help));
}

fn magic(item: Item<'_>) -> Option<System> {
    decode::table(|reader| {
        let manners = manners(reader);
        let besides = manners
            .iter()
            .flatten()
            .try_fold(Modifiers::default(), |sum, manner| sum.situational(manner.word(), manner.modifier()));
        let besides = sound(besides, reader)?;
        let actor = actor_with(reader, None, besides);
        let potential = reader.read(&POTENTIAL);
        let eased = if reader.read(&EASED) { i32::from(potential) - 3 } else { 0 };
        let difficulty =
            potency(reader).map(|difficulty| if eased == 0 { difficulty } else { (difficulty - eased).max(POOR) });
        let check = rolled(actor, difficulty, reader);
        let most = reader.read(&MOST_SKILL);
        let spares = if reader.has(&SPARES) { reader.read(&SPARES)? } else { Vec::new() };
        let subject = if reader.has(&RESISTED) { Some(reader.read(&RESISTED)) } else { None };
        let at_result = subject.is_some() && reader.read(&AT_RESULT);
        let constitution = wakes(reader);
        let active_days = if reader.has(&CONSTITUTION) { reader.read(&ACTIVE) } else { 0 };
        let fatigue = if reader.has(&FATIGUE) { Some(reader.read(&FATIGUE)) } else { None };
        let costs = if fatigue.is_some() { reader.read(&TIRES) } else { 0 };
        let (repeats, certain, regains) = (reader.read(&REPEATS), reader.read(&CERTAIN), reader.read(&REGAINS));
        let (manners, difficulty) = (manners?, difficulty?);
        let check = check?;
        let rules = CheckRules { success: SuccessRule::Surpass, easy: None, ..check.rules().clone() };
        let check = sound(Check::new(check.actor().clone(), difficulty, rules), reader)?;
        Some(System::Magic(Magic {
            skill: Skill { check, most: Some(most) },
            potential,
            certain,
            spared: spares.iter().any(|sparing| sparing.spares(difficulty, &manners)),
            first_spared: spares.contains(&Sparing::First),
            repeats,
            fatigue: match fatigue {
                Some(level) => Some(Fatigue { levels: above_nothing(level?), costs }),
                None => None,
            },
            constitution: constitution?,
            resistance: match subject {
                Some(subject) => Some(Resistance { subject: subject?, at_result }),
                None => None,
            },
            active_days,
            regains,
        }))
    })(item)
}

/// How the spell is cast: one manner of each thing.
fn manners(reader: &mut Reader<'_>) -> Option<Vec<Manner>> {
    if !reader.has(&MANNER) {
        return Some(Vec::new());
    }
    let manners = reader.read(&MANNER)?;
    for (at, manner) in manners.iter().enumerate() {
        let twice = |other: &&Manner| other.about() == manner.about();
        if let Some(other) = manners.iter().take(at).find(twice) {
            let message = format!("`{}` and `{}` are both about {}", other.word(), manner.word(), manner.about());
            refuse(reader, &MANNER, message, "leave one of them out; what else there is goes into `modifiers`");
            return None;
        }
    }
    Some(manners)
}

/// The difficulty of a spell, in either way.
fn potency(reader: &mut Reader<'_>) -> Option<i32> {
    if !reader.has(&POTENCY) {
        return difficulty(reader);
    }
    let potency = reader.read(&POTENCY);
    if reader.has(&DIFFICULTY) {
        reader.pass(&DIFFICULTY);
        let message = "`potency` and `difficulty` exclude each other".to_owned();
        refuse(reader, &DIFFICULTY, message, "leave one of them out");
        return None;
    }
    potency.map(Potency::difficulty)
}

fn resisted_by(item: Item<'_>) -> Option<Actor> {
    decode::table(actor)(item)
}

fn miracle(item: Item<'_>) -> Option<System> {
    decode::table(|reader| {
        let favor = reader.read(&FAVOR);
        let level = if favor > 0 { FAIR } else { POOR };
        let actor = actor_with(reader, Some(level), Modifiers::default());
        let stops_at = reader.read(&STOPS_AT);
        petition(actor, favor, stops_at, reader)
    })(item)
}

fn clerical(item: Item<'_>) -> Option<System> {
    decode::table(|reader| {
        let actor = actor(reader);
        petition(actor, 0, GOOD, reader)
    })(item)
}

fn petition(actor: Option<Actor>, favor: u8, stops_at: i32, reader: &mut Reader<'_>) -> Option<System> {
    let (granted, angers) = (reader.read(&GRANTED), reader.read(&ANGERS));
    let skill = Skill::plain(rolled(actor, Some(granted), reader)?);
    Some(System::Miracle(Miracle { skill, favor, stops_at, angers }))
}

fn psi(item: Item<'_>) -> Option<System> {
    decode::table(|reader| {
        let power = if reader.has(&POWER) { Some(reader.read(&POWER)?) } else { None };
        let minimum = if reader.has(&MINIMUM_POWER) { Some(reader.read(&MINIMUM_POWER)?) } else { None };
        let above = power.zip(minimum).map_or(0, |(power, minimum)| power - minimum);
        let mut besides = Modifiers::default();
        if above >= AMPLE {
            besides = sound(besides.situational("ample power", 1), reader)?;
        }
        let concentration = match reader.read(&CONCENTRATION) {
            "halved" => -1,
            "doubled" => 1,
            _ => 0,
        };
        if concentration != 0 {
            besides = sound(besides.situational("concentration", concentration), reader)?;
        }
        let actor = actor_with(reader, None, besides);
        let difficulty = difficulty(reader);
        let check = rolled(actor, difficulty, reader);
        let desperate = reader.read(&DESPERATE);
        if above < 0 && !desperate {
            let message = "the power is below the least that the action takes".to_owned();
            refuse(reader, &POWER, message, "give more `power`, or say that the psi is `desperate`");
            return None;
        }
        let (reservoir, augments, lowest) = (reader.read(&RESERVOIR), reader.read(&AUGMENTS), reader.read(&LOWEST));
        let (tires, regains) = (reader.read(&ACTION_TIRES), reader.read(&PSI_REGAINS));
        let subject = if reader.has(&SUBJECT) { Some(reader.read(&SUBJECT)?) } else { None };
        let constitution = wakes(reader);
        Some(System::Psi(Psi {
            skill: Skill::plain(check?),
            reservoir,
            augments,
            lowest,
            desperate: u8::try_from(-above).unwrap_or(0),
            tires,
            subject,
            constitution: constitution?,
            regains,
        }))
    })(item)
}

/// So many levels of power above the least are +1 (SRD 7.36).
const AMPLE: i32 = 3;

fn psi_subject(item: Item<'_>) -> Option<PsiSubject> {
    decode::table(|reader| {
        let actor = actor(reader);
        let (psionic, reservoir) = (reader.read(&PSIONIC), reader.read(&RESERVOIR));
        let (augments, lowest) = (reader.read(&AUGMENTS), reader.read(&LOWEST));
        Some(PsiSubject { actor: actor?, psionic, reservoir, augments, lowest })
    })(item)
}

/// Minutes of rest for a level of Health (FF).
const MINUTES_A_LEVEL: u16 = 15;

fn levels_in(minutes: u16) -> u8 {
    u8::try_from(minutes / MINUTES_A_LEVEL).unwrap_or(u8::MAX)
}

fn hedge(item: Item<'_>) -> Option<System> {
    decode::table(|reader| {
        let skill = plain(reader);
        let (health, tires) = (above_nothing(reader.read(&HEALTH)), reader.read(&USE_TIRES));
        let regains = [levels_in(reader.read(&MINUTES)), 0];
        Some(System::Learned(Learned { skill: skill?, health, tires, mana: None, regains }))
    })(item)
}

fn scholarly(item: Item<'_>) -> Option<System> {
    decode::table(|reader| {
        let skill = plain(reader);
        let (health, tires) = (above_nothing(reader.read(&HEALTH)), reader.read(&USE_TIRES));
        let (gifts, costs) = (reader.read(&GIFTS), reader.read(&COSTS));
        let (sleep, meditation) = (reader.read(&SLEEP), reader.read(&MEDITATION));
        let willpower = reader.read(&WILLPOWER);
        let beyond = i32::from(costs) - i32::from(gifts);
        let will = if beyond > 0 { Some(bare_check(willpower, FAIR + beyond, reader)?) } else { None };
        let mana = Mana { points: gifts * POINTS_A_GIFT, costs, will };
        let regains = [levels_in(60 * u16::from(sleep + meditation)), sleep / 2 + meditation];
        Some(System::Learned(Learned { skill: skill?, health, tires, mana: Some(mana), regains }))
    })(item)
}

/// Power points of each level of the Gift (FF).
const POINTS_A_GIFT: u8 = 5;

fn kaer(item: Item<'_>) -> Option<System> {
    decode::table(|reader| {
        let skill = plain(reader);
        let will = reader.read(&WILL);
        let will = bare(will, reader);
        let target = reader.read(&TARGET);
        let stopped_at = reader.read(&STOPPED_AT);
        Some(System::Kaer(Kaer { skill: skill?, will: will?, target: target?, stopped_at }))
    })(item)
}

/// Mediocre, Good and Superb for the three sizes of a spell (LITE; a reading).
const SIZES: [i32; 3] = [-1, 1, 3];

fn lite(item: Item<'_>) -> Option<System> {
    decode::table(|reader| {
        let actor = actor(reader);
        let written = if reader.has(&SPELL_DIFFICULTY) { Some(reader.read(&SPELL_DIFFICULTY)) } else { None };
        let difficulty = match written {
            Some(difficulty) => difficulty,
            None => {
                let sizes = [reader.read(&RANGE), reader.read(&DURATION), reader.read(&AREA)].map(size);
                let largest = sizes.into_iter().max().unwrap_or(0);
                let further = sizes.iter().filter(|size| **size == largest && largest > 0).count().saturating_sub(1);
                let harder = i32::from(reader.read(&HARDER)) * further as i32;
                SIZES.get(largest).map(|difficulty| difficulty + harder)
            }
        };
        let check = rolled(actor, difficulty, reader);
        let (small, large, clears) = (reader.read(&SMALL), reader.read(&LARGE), reader.read(&CLEARS));
        Some(System::Lite(Lite { skill: Skill::plain(check?), small, large, clears }))
    })(item)
}

/// The size that a word says, from 0.
fn size(word: &'static str) -> usize {
    match word {
        "medium" => 1,
        "long" | "large" => 2,
        _ => 0,
    }
}
