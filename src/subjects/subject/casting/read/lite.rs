//! Reads `[casting.lite]`.

use super::shared::check_of_actor;
use crate::check::{ClearedBoxes, Lite, Skill, System};
use crate::document::{AnyKey, Key, KeyOr, Node, Reader, keys};
use crate::subject::actor::{ROLL_KEYS, TRAIT_KEYS, actor};

keys! {
    pub(crate) SPELLCASTER = "spellcaster": "A spellcaster of LITE.";
    .. TRAIT_KEYS;
    SPELL_DIFFICULTY: Key<i32> = Key::level("difficulty")
        .means("The level to reach.", "\"Good\"")
        .otherwise("from the largest of `range`, `duration` and `area`: Mediocre, Good, Superb");
    RANGE: KeyOr<&'static str> = Key::word("range", &["short", "medium", "long"])
        .means("The spell's range: touch, a thrown rock, sight.", "\"medium\"")
        .or("short");
    DURATION: KeyOr<&'static str> = Key::word("duration", &["short", "medium", "long"])
        .means("How long the spell lasts: an action, several actions, a scene.", "\"medium\"")
        .or("short");
    AREA: KeyOr<&'static str> = Key::word("area", &["single", "medium", "large"])
        .means("Whom the spell affects: one target, several people, a crowd.", "\"medium\"")
        .or("single");
    HARDER: KeyOr<u8> = Key::<u8>::integer("each_more", 0, 3)
        .means("How much harder the casting is for each additional one of range, duration and area that has the same, largest size.", "1")
        .or(0);
    SMALL: KeyOr<u8> = Key::<u8>::integer("small_mana", 0, 20)
        .means("The number of small boxes of the mana track, each of which softens a failure.", "3")
        .or(2);
    LARGE: KeyOr<u8> = Key::<u8>::integer("large_mana", 0, 20)
        .means("The number of large boxes, which are marked when no small box is left.", "1")
        .or(2);
    CLEARS: KeyOr<ClearedBoxes> = Key::choice("rest_clears").means("What a rest clears.", "\"all\"").or_first();
    .. ROLL_KEYS;
}

/// Difficulties for the three sizes of a spell: Mediocre, Good and Superb (LITE; a reading).
const SIZES: [i32; 3] = [-1, 1, 3];

pub(super) fn lite(reader: &mut Reader<'_>) -> Option<System> {
    let actor = actor(reader);
    let difficulty = if reader.has(&SPELL_DIFFICULTY) {
        reader.read(&SPELL_DIFFICULTY)
    } else {
        let sizes = [reader.read(&RANGE), reader.read(&DURATION), reader.read(&AREA)].map(size);
        let largest = sizes.into_iter().max().unwrap_or(0);
        let further = sizes.iter().filter(|size| **size == largest && largest > 0).count().saturating_sub(1);
        // Only the largest size counts, unless `each_more` makes the casting harder for each further one.
        let largest_of_all = SIZES.len() - 1;
        for key in [&RANGE as &dyn AnyKey, &DURATION, &AREA] {
            let own = reader.written(key).and_then(Node::as_str).map_or(0, size);
            let acts = own == largest_of_all || largest < largest_of_all || reader.has(&HARDER);
            reader.record_effect(
                key,
                acts,
                "another of range, duration and area has the largest size",
                "set `each_more`",
            );
        }
        reader.record_effect(
            &HARDER,
            further > 0,
            "only one of range, duration and area has the largest size",
            "make another one as large",
        );
        let harder = i32::from(reader.read(&HARDER)) * further as i32;
        SIZES.get(largest).map(|difficulty| difficulty + harder)
    };
    let check = check_of_actor(actor, difficulty, reader);
    let (small, large, cleared) = (reader.read(&SMALL), reader.read(&LARGE), reader.read(&CLEARS));
    Some(System::Lite(Lite { skill: Skill::plain(check?), small, large, cleared }))
}

/// The index in [`SIZES`] of the size that `word` names: 0 for the smallest.
fn size(word: &str) -> usize {
    match word {
        "medium" => 1,
        "long" | "large" => 2,
        _ => 0,
    }
}
