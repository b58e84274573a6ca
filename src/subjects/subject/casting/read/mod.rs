//! Reads `[casting]`. Each system of magic has its own file and table.

mod kaer;
mod learned;
mod lite;
mod magic;
mod miracle;
mod psi;
mod shared;

use crate::check::{Casting, MOST_CASTINGS, System};
use crate::document::{AnyKey, Key, KeyOr, Kind, Reader, decode, keys};
use crate::subject::points::{FUDGE_POINTS, SPEND, points};
pub(crate) use learned::{MEDITATION, MINUTES, SLEEP};
pub(crate) use lite::CLEARS;
pub(crate) use magic::{ACTIVE, REGAINS};
pub(crate) use psi::PSI_REGAINS;

use kaer::{MAGE, kaer};
use learned::{SCHOLAR, WITCH, hedge, scholarly};
use lite::{SPELLCASTER, lite};
use magic::{MAGICIAN, magic};
use miracle::{CLERIC, PETITIONER, clerical, miracle};
use psi::{PSIONICIST, psi};
use shared::LEVELS;

const CASTS: i64 = MOST_CASTINGS as i64;

keys! {
    pub(crate) CASTING = "casting": "Magic, miracles or psi outside fights, in one system.";
    CASTINGS: KeyOr<u16> = Key::<u16>::integer("castings", 1, CASTS)
        .means("How many castings are tried, one after the other.", "10")
        .or(1);
    UNTIL: Key<u16> = Key::<u16>::integer("until", 1, CASTS)
        .means("The number of full successes after which the caster stops.", "1")
        .otherwise("all castings are tried");
    + FUDGE_POINTS;
    + SPEND;
    KEEPS: Key<u8> = Key::<u8>::integer("keeps", 0, LEVELS)
        .means("The caster stops when no more than this is left of the reservoir, in boxes, or in levels above the point where losing a level does harm.", "0")
        .otherwise("the caster continues as long as possible");
    REST_EVERY: Key<u16> = Key::<u16>::integer("rest_every", 1, CASTS)
        .means("The number of castings between rests. The system decides what a rest restores.", "5")
        .otherwise("there is no rest");
    MAGIC: Key<System> = Key::new("magic", Kind::Table(&MAGICIAN), |item| decode::table(magic)(item))
        .means("Fudge Magic (SRD 7.1). To enchant an item, use a `[task]` with two rolls.", "{ trait = \"Fair\", potency = \"average\", potential = 3 }");
    MIRACLE: Key<System> = Key::new("miracle", Kind::Table(&PETITIONER), |item| decode::table(miracle)(item))
        .means("Fudge Miracles (SRD 7.2).", "{ favor = 1 }");
    PSI: Key<System> = Key::new("psi", Kind::Table(&PSIONICIST), |item| decode::table(psi)(item))
        .means("Fudge Psi (SRD 7.3).", "{ trait = \"Good\", difficulty = \"Great\", reservoir = \"Good\" }");
    CLERICAL: Key<System> = Key::new("clerical", Kind::Table(&CLERIC), |item| decode::table(clerical)(item))
        .means("Clerical magic (Fantasy Fudge).", "{ trait = \"Good\" }");
    HEDGE: Key<System> = Key::new("hedge", Kind::Table(&WITCH), |item| decode::table(hedge)(item))
        .means("Hedge magic (Fantasy Fudge).", "{ trait = \"Good\", difficulty = \"Fair\", health = \"Fair\" }");
    SCHOLARLY: Key<System> = Key::new("scholarly", Kind::Table(&SCHOLAR), |item| decode::table(scholarly)(item))
        .means("Scholarly magic (Fantasy Fudge).", "{ trait = \"Good\", difficulty = \"Good\", gifts = 2, costs = 2 }");
    KAER: Key<System> = Key::new("kaer", Kind::Table(&MAGE), |item| decode::table(kaer)(item))
        .means("Spells of KAER.", "{ trait = \"Good\", difficulty = \"Fair\", will = \"Good\", target = { trait = \"Fair\" } }");
    LITE: Key<System> = Key::new("lite", Kind::Table(&SPELLCASTER), |item| decode::table(lite)(item))
        .means("Spells of LITE.", "{ trait = \"Good\", range = \"medium\" }");
}

/// Tables of the systems of magic; a casting has exactly one.
const SYSTEMS: [Key<System>; 8] = [MAGIC, MIRACLE, PSI, CLERICAL, HEDGE, SCHOLARLY, KAER, LITE];

pub(crate) fn casting(reader: &mut Reader<'_>) -> Option<Casting> {
    let castings = reader.read(&CASTINGS);
    let (until, keeps, rest_every) = (reader.read(&UNTIL), reader.read(&KEEPS), reader.read(&REST_EVERY));
    let luck = points(reader);
    let system = system(reader);
    let (system, luck) = (system?, luck?);
    let casting = reader.checked(Casting { castings, until, keeps, rest_every, system, luck }.checked())?;
    note_effects(reader, &casting);
    Some(casting)
}

/// Reports for each conditional key whether it has an effect in this casting.
fn note_effects(reader: &mut Reader<'_>, casting: &Casting) {
    let castings = u32::from(casting.castings);
    let several = "raise `castings`";
    let stops = casting.until.is_some_and(|until| u32::from(until) < castings);
    reader.record_effect(&UNTIL, stops, "there are no more castings than that", several);
    let kept = castings > 1 || casting.never_casts();
    reader.record_effect(&KEEPS, kept, "there is one casting", several);
    let rests = casting.rest_every.is_some_and(|every| u32::from(every) < castings);
    reader.record_effect(&REST_EVERY, rests, "no casting comes after a rest", several);
    let restores = casting.system.rest_restores();
    reader.record_effect(
        &REST_EVERY,
        restores,
        "a rest restores nothing",
        "set what it restores, such as `sleep` for a scholar",
    );
    let rolls = casting.system.rolls_for(castings);
    reader.record_effect(&SPEND, rolls, "every spell succeeds without a roll", "change `certain`, or raise `castings`");
    let restores: [(&Key<System>, &dyn AnyKey); 6] = [
        (&PSI, &psi::PSI_REGAINS),
        (&MAGIC, &magic::REGAINS),
        (&HEDGE, &learned::MINUTES),
        (&SCHOLARLY, &learned::SLEEP),
        (&SCHOLARLY, &learned::MEDITATION),
        (&LITE, &lite::CLEARS),
    ];
    for (system, key) in restores {
        reader.record_effect_in(
            system,
            key,
            rests,
            "no casting comes after a rest",
            "set the number of castings between rests: `rest_every`",
        );
    }
    reader.record_effect_in(&MAGIC, &magic::REPEATS, castings > 1, "there is one casting", several);
}

/// Reads the system of magic in a table. Reports an error unless the table has exactly one.
pub(crate) fn system(reader: &mut Reader<'_>) -> Option<System> {
    let systems = SYSTEMS.each_ref().map(|key| reader.read(key));
    reader.only_one(&SYSTEMS.each_ref().map(|key| key as &dyn AnyKey))?;
    systems.into_iter().flatten().next()
}
