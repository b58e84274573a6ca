//! Reads `[creation]`.

use crate::check::{Creation, MOST_ROLLED, MOST_TALENTS};
use crate::dice::Dice;
use crate::document::dice::dice_key;
use crate::document::{Key, KeyOr, Reader, keys};

keys! {
    pub(crate) CREATION = "creation": "A character rolled on tables, and its cost by the prices of SRD 1.6.";
    ATTRIBUTES: KeyOr<u32> = rolled("attributes", MOST_ROLLED).means("How many attributes are rolled.", "6").or(0);
    ATTRIBUTE_DICE: Key<Dice> = dice_key("attribute_dice")
        .means("The dice for an attribute, whose result is a level.", "\"attribute-d%\"")
        .otherwise("attribute-2d6");
    SKILLS: KeyOr<u32> = rolled("skills", MOST_ROLLED).means("How many skills are rolled.", "20").or(0);
    SKILL_DICE: Key<Dice> = dice_key("skill_dice")
        .means("The dice for a skill, whose result is a level.", "\"attribute-2d6\"")
        .otherwise("skill-2d6");
    GIFTS: KeyOr<u32> = rolled("gifts", MOST_TALENTS)
        .means("How many gifts are rolled on the table of SRD 1.8. A gift is rerolled if the character already has it or its opposite.", "1")
        .or(0);
    FAULTS: KeyOr<u32> = rolled("faults", MOST_TALENTS).means("How many faults are rolled, in the same way as gifts.", "1").or(0);
}

const fn rolled(key: &'static str, most: u32) -> Key<u32> {
    Key::<u32>::integer(key, 0, most as i64)
}

pub(crate) fn creation(reader: &mut Reader<'_>) -> Option<Creation> {
    let attributes = (reader.read(&ATTRIBUTES), dice(reader, &ATTRIBUTE_DICE, "attribute-2d6")?);
    let skills = (reader.read(&SKILLS), dice(reader, &SKILL_DICE, "skill-2d6")?);
    reader.record_effect(&ATTRIBUTE_DICE, attributes.0 > 0, "no attribute is rolled", "set `attributes` to 1 or more");
    reader.record_effect(&SKILL_DICE, skills.0 > 0, "no skill is rolled", "set `skills` to 1 or more");
    let talents = [reader.read(&GIFTS), reader.read(&FAULTS)];
    reader.checked(Creation { attributes, skills, talents }.checked())
}

fn dice(reader: &mut Reader<'_>, key: &Key<Dice>, usual: &str) -> Option<Dice> {
    if reader.has(key) { reader.read(key) } else { reader.checked(Dice::parse(usual)) }
}
