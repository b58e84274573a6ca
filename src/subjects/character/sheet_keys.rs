//! Reads `[sheets.NAME]`.

use super::library::{self, WORTH};
use super::price::price;
use super::sheet::{Focus, Sheet, SkillGroup, Talent, Trait};
use super::{LEVELS, System};
use crate::document::{AnyKey, Context, Item, Key, KeyOr, Kind, Node, Problem, Problems, Reader, decode, keys};
use crate::ladder::Ladder;

/// Traits by name: each is a level or a table.
const TRAITS: Kind = Kind::Map(&Kind::Any(&[Kind::Level, Kind::Table(&SKILL)]));

/// Gifts, faults or powers: each is a name or a table.
const TALENTS: Kind = Kind::List(&Kind::Any(&[Kind::Text, Kind::Table(&TALENT)]));

/// The maximum number of levels, gifts or skills that a limit can set.
const MAX_LIMIT: i64 = 1_000;

keys! {
    pub SHEET = "sheet": "A character on paper, for `fudgelab cost`: attributes, skills, gifts, powers and faults.";
    SYSTEM: KeyOr<System> = Key::choice("system").means("How the character is built.", "\"five-point\"").or_first();
    ATTRIBUTES: Key<Vec<(String, WrittenTrait)>> = Key::new("attributes", Kind::Map(&Kind::Any(&[Kind::Level, Kind::Table(&ATTRIBUTE)])), traits)
        .means("Attributes with their levels.", "{ Strength = \"Good\", Wits = \"Fair\" }");
    SKILLS: Key<Vec<(String, WrittenTrait)>> = Key::new("skills", TRAITS, traits)
        .means("Skills of the usual difficulty with their levels; in LITE, traits or clichés.", "{ Sword = \"Great\", Shield = \"Good\" }");
    EASY: Key<Vec<(String, WrittenTrait)>> = Key::new("easy_skills", TRAITS, traits)
        .means("Skills that every character has at Mediocre.", "{ Farming = \"Fair\" }");
    HARD: Key<Vec<(String, WrittenTrait)>> = Key::new("hard_skills", TRAITS, traits)
        .means("Skills that every character has at Terrible.", "{ Karate = \"Fair\" }");
    VERY_HARD: Key<Vec<(String, WrittenTrait)>> = Key::new("very_hard_skills", TRAITS, traits)
        .means("Skills that must be studied to be known at all.", "{ Telepathy = \"Good\" }");
    BROAD: Key<Vec<(String, WrittenTrait)>> = Key::new("broad_skills", TRAITS, traits)
        .means("Groups of skills bought as a single skill, at twice the cost, if other skills are narrower.", "{ \"Melee Weapons\" = \"Good\" }");
    GIFTS: Key<Vec<Talent>> = Key::new("gifts", TALENTS, |item| talents(item, library::Kind::Gifts)).means("Gifts.", "[\"Lucky\", \"Night Vision\"]");
    POWERS: Key<Vec<Talent>> = Key::new("powers", TALENTS, |item| talents(item, library::Kind::Powers))
        .means("Supernormal powers, each worth two gifts.", "[\"Flight\", { name = \"Mind Reading\", worth = 3 }]");
    FAULTS: Key<Vec<Talent>> = Key::new("faults", TALENTS, |item| talents(item, library::Kind::Faults))
        .means("Faults. One that the gamemaster asks for is worth 0.", "[\"Curious\", { name = \"Outlaw\", worth = 0 }]");
    SCALE: Key<i32> = Key::factor("scale")
        .means("Steps of Scale for both Strength and Mass: each costs an attribute level and a gift.", "2");
    STRENGTH_SCALE: Key<i32> = Key::factor("strength_scale")
        .means("Steps of Scale of Strength: each costs an attribute level.", "10")
        .otherwise("as `scale`");
    MASS_SCALE: Key<i32> = Key::factor("mass_scale")
        .means("Steps of Scale of Mass: each step above 0 costs a gift, and each step below 0 counts as a fault.", "2")
        .otherwise("as `scale`");
    GROUPS: Key<Vec<(String, SkillGroup)>> = Key::new("groups", Kind::Map(&Kind::Table(&GROUP)), |item| decode::map(decode::table(group))(item))
        .means("Groups of skills, bought with points.", "{ Combat = { points = 2, skills = { Sword = \"Good\", Shield = \"Good\" } } }");
    FREE_ATTRIBUTES: Key<u32> = limit_key("free_attributes")
        .means("Free attribute levels.", "4")
        .otherwise("half the attributes, rounded up; two in five-point Fudge");
    FREE_SKILLS: Key<u32> = limit_key("free_skills")
        .means("Free skill levels: 15 for extremely broad groups of skills, 30 for broad ones, 40 to 60 for single skills.", "50")
        .otherwise("30; five points in five-point Fudge; in LITE the array, or ten levels for clichés");
    FREE_GIFTS: Key<u32> = limit_key("free_gifts").means("Free gifts.", "3").otherwise("2");
    FREE_POWERS: Key<u32> = limit_key("free_powers").means("Free supernormal powers.", "1").otherwise("0");
    SUPERB: Key<u32> = limit_key("most_superb").means("How many skills may be Superb.", "2").otherwise("1");
    GREAT: Key<u32> = limit_key("most_great").means("How many skills may be Great.", "3").otherwise("4");
    NARROW: Key<u32> = limit_key("most_narrow")
        .means("How many points may go into groups with a narrow focus; Fantasy Fudge suggests 2.", "2")
        .otherwise("any number");
    GOOD: Key<u32> = limit_key("most_good").means("How many skills may be Good.", "8").otherwise("any number");
}

keys! {
    ATTRIBUTE = "attribute": "An attribute with an unusual price or default level.";
    + LEVEL;
    FOR_NOTHING: KeyOr<i32> = Key::level("default")
        .means("The level that costs nothing, such as Good for a race with a bonus of one.", "\"Good\"")
        .or(0);
    + COST;
}

keys! {
    SKILL = "skill": "A skill with an unusual price.";
    LEVEL: Key<i32> = Key::new("level", Kind::Level, creation_level).means("The level of the trait.", "\"Good\"").required();
    TIMES: Key<u32> = Key::<u32>::integer("times", 1, 10)
        .means("The factor on the cost: 2 for a broad skill, 3 for a broad skill added to narrower skills of its area.", "3")
        .otherwise("1; 2 in `broad_skills`");
    COST: Key<i32> = Key::factor("cost")
        .means("The cost set by the gamemaster, in attribute or skill levels; 0 for a trait added later.", "10")
        .otherwise("from the table of costs");
}

keys! {
    TALENT = "talent": "A gift, fault or power with an unusual worth.";
    NAME: Key<String> = Key::text("name").means("The name of the gift, fault or power.", "\"Tough Hide\"").required();
    + WORTH;
}

keys! {
    GROUP = "skill group": "A group of skills in five-point Fudge.";
    POINTS: Key<u32> = Key::<u32>::integer("points", 1, 4).means("The points spent.", "2").required();
    FOCUS: KeyOr<Focus> = Key::choice("focus").means("The skills that the points buy.", "\"narrow\"").or_first();
    GROUP_SKILLS: Key<Vec<(String, i32)>> = Key::new("skills", Kind::Map(&Kind::Level), |item| decode::map(creation_level)(item))
        .means("The skills with their levels.", "{ Sword = \"Good\", Shield = \"Fair\" }")
        .required();
}

/// A key for a limit, such as the number of free gifts.
const fn limit_key(key: &'static str) -> Key<u32> {
    Key::<u32>::integer(key, 0, MAX_LIMIT)
}

/// A trait as given in the file. `times` and `cost` are `None` if the file does not set them.
#[derive(Debug, Clone, Copy)]
pub struct WrittenTrait {
    level: i32,
    default: i32,
    times: Option<u32>,
    cost: Option<i32>,
}

/// Reads a sheet. Keys of other systems have no effect and are reported.
pub fn sheet(item: Item<'_>) -> Option<Sheet> {
    decode::table(read)(item)
}

/// The worth of the sheet `name` by the prices of SRD 1.6, in skill levels; `None` if the document has no valid sheet
/// of this name.
pub fn cost_of(document: &Node, name: &str, ladder: &Ladder) -> Option<i64> {
    let sheet = document.get("sheets")?.get(name)?;
    let mut problems = Problems::new();
    let read = Reader::open(sheet, "the sheet", &SHEET, Context::on(ladder), &mut problems, read);
    read.filter(|_| problems.is_empty()).map(|sheet| price(&sheet).cost)
}

fn read(reader: &mut Reader<'_>) -> Option<Sheet> {
    let system = reader.read(&SYSTEM);
    let objective = matches!(system, System::Srd | System::Fudge1993);
    let five_point = system == System::FivePoint;
    let attributes = reader.read(&ATTRIBUTES).unwrap_or_default();
    let mut sheet = Sheet::new(system);
    sheet.attributes = attributes.into_iter().map(|(name, written)| make_trait(name, written, 1, 1)).collect();
    let gifts = [(&GIFTS, &mut sheet.gifts), (&FAULTS, &mut sheet.faults)];
    gifts.into_iter().for_each(|(key, list)| *list = reader.read(key).unwrap_or_default());
    sheet.limits.skills = reader.read(&FREE_SKILLS);
    if objective {
        sheet.powers = reader.read(&POWERS).unwrap_or_default();
        let scale = reader.read(&SCALE).unwrap_or_default();
        sheet.scale = [reader.read(&STRENGTH_SCALE).unwrap_or(scale), reader.read(&MASS_SCALE).unwrap_or(scale)];
        sheet.limits.powers = reader.read(&FREE_POWERS);
        sheet.limits.most = [reader.read(&SUPERB), reader.read(&GREAT), reader.read(&GOOD)];
    }
    if objective || five_point {
        sheet.limits.attributes = reader.read(&FREE_ATTRIBUTES);
        sheet.limits.gifts = reader.read(&FREE_GIFTS);
    }
    if five_point {
        sheet.limits.narrow = reader.read(&NARROW);
        let groups = reader.read(&GROUPS).unwrap_or_default();
        sheet.groups = groups.into_iter().map(|(name, group)| SkillGroup { name, ..group }).collect();
    } else {
        let columns = [(&EASY, 0, 1), (&SKILLS, 1, 1), (&HARD, 2, 1), (&VERY_HARD, 3, 1), (&BROAD, 1, 2)];
        for (key, column, times) in
            columns.into_iter().filter(|(_, column, times)| objective || (*column, *times) == (1, 1))
        {
            let skills = reader.read(key).unwrap_or_default();
            report_duplicates(reader, key, &sheet.skills, &skills);
            sheet.skills.extend(skills.into_iter().map(|(name, written)| make_trait(name, written, column, times)));
        }
    }
    Some(sheet)
}

/// Reports each of `skills`, read from the table `key`, that is already among the skills in `before`.
fn report_duplicates(reader: &mut Reader<'_>, key: &dyn AnyKey, before: &[Trait], skills: &[(String, WrittenTrait)]) {
    for (name, _) in skills.iter().filter(|(name, _)| before.iter().any(|known| known.name == *name)) {
        let written = reader.written(key).and_then(Node::as_table).and_then(|table| table.entry(name));
        let place = written.map_or(reader.span(), |entry| entry.key_span);
        let problem = Problem::new(format!("the skill `{name}` is listed twice")).at(place);
        reader.problems().push(problem.help("keep it in only one of the tables of skills"));
    }
}

/// Makes the trait `name`. `column` is its column in the table of costs, and `usual` the cost factor if the file sets
/// none.
fn make_trait(
    name: String,
    WrittenTrait { level, default, times, cost }: WrittenTrait,
    column: usize,
    usual: u32,
) -> Trait {
    Trait { name, level, column, default, times: times.unwrap_or(usual), cost }
}

/// Reads traits by name, each a level or a table.
fn traits(item: Item<'_>) -> Option<Vec<(String, WrittenTrait)>> {
    decode::map(|item: Item<'_>| {
        if item.node.as_table().is_none() {
            let level = creation_level(item)?;
            return Some(WrittenTrait { level, default: 0, times: None, cost: None });
        }
        decode::table(|reader| {
            // Only attributes have a default, and only skills can be broad.
            let may_have = |key: &str| reader.keys().find(key).is_some();
            let (for_nothing, broad) = (may_have(FOR_NOTHING.spec().key), may_have(TIMES.spec().key));
            let default = if for_nothing { reader.read(&FOR_NOTHING) } else { 0 };
            let times = if broad { reader.read(&TIMES) } else { None };
            let (level, cost) = (reader.read(&LEVEL), reader.read(&COST));
            Some(WrittenTrait { level: level?, default, times, cost })
        })(item)
    })(item)
}

/// Reads a level that a new character can have, from Terrible to Superb.
fn creation_level(mut item: Item<'_>) -> Option<i32> {
    let level = decode::level(item.again())?;
    if LEVELS.contains(&level) {
        return Some(level);
    }
    let word = item.context.ladder.trait_name(level);
    let problem = Problem::new(format!("{} cannot be {word}", item.name));
    item.refuse(problem.help("the levels of a new character go from Terrible to Superb"))
}

/// Reads gifts, faults or powers. A worth that is not given is looked up in the library. Names that the library does
/// not have get the usual worth, since players can invent their own.
fn talents(item: Item<'_>, kind: library::Kind) -> Option<Vec<Talent>> {
    let talent = |name: String, worth: Option<i32>| {
        let worth = worth.or_else(|| library::worth(kind, &name)).unwrap_or(kind.usual_worth());
        Talent { name, worth }
    };
    decode::list(|item: Item<'_>| {
        if item.node.as_table().is_none() {
            return Some(talent(decode::text(item)?, None));
        }
        decode::table(|reader| {
            let (name, worth) = (reader.read(&NAME), reader.read_with(&WORTH, library::worth_in_levels));
            Some(talent(name?, worth))
        })(item)
    })(item)
}

/// Reads a group of skills. Its name is left empty, because it is the key of the table.
fn group(reader: &mut Reader<'_>) -> Option<SkillGroup> {
    let (points, focus, skills) = (reader.read(&POINTS), reader.read(&FOCUS), reader.read(&GROUP_SKILLS));
    Some(SkillGroup { name: String::new(), points: points?, focus, skills: skills? })
}
