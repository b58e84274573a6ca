//! Reads `[casting.psi]`.

use super::magic::CONSTITUTION;
use super::shared::{FAIR, check_of_actor, read_wake_check};
use crate::check::{Augments, Modifiers, Psi, PsiSubject, Skill, System};
use crate::document::{Key, KeyOr, Kind, Problem, Reader, decode, keys};
use crate::rules::effects::TERRIBLE;
use crate::subject::actor::{ROLL_KEYS, TRAIT_KEYS, actor, actor_with};
use crate::subject::check::check_keys::{DIFFICULTY, difficulty};

keys! {
    pub(crate) PSIONICIST = "psi": "A character who uses a psionic power.";
    .. TRAIT_KEYS;
    + DIFFICULTY;
    POWER: Key<i32> = Key::level("power")
        .means("The level of the power.", "\"Good\"")
        .otherwise("enough for the action, but less than three levels above the minimum");
    MINIMUM_POWER: Key<i32> = Key::level("minimum_power")
        .means("The level of power that the action needs. A power three or more levels higher gives +1.", "\"Mediocre\"");
    DESPERATE: KeyOr<bool> = Key::flag("desperate")
        .means("Whether a character with too little power acts anyway. Each missing level drains a level of the reservoir and gives -2 to the skill.", "true")
        .or(false);
    + RESERVOIR;
    CONCENTRATION: KeyOr<&'static str> = Key::word("concentration", &["normal", "halved", "doubled"])
        .means("The time taken to concentrate: half the normal time gives -1, and twice the normal time +1.", "\"doubled\"")
        .or("normal");
    + AUGMENTS;
    + LOWEST;
    ACTION_TIRES: KeyOr<u8> = Key::<u8>::integer("tires", 0, 20)
        .means("How many levels of the reservoir a taxing action costs at its end.", "1")
        .or(0);
    SUBJECT: Key<PsiSubject> = Key::new("subject", Kind::Table(&PSI_SUBJECT), |item| decode::table(psi_subject)(item))
        .means("The target, who resists.", "{ trait = \"Good\", reservoir = \"Fair\" }")
        .otherwise("the action is unopposed");
    + CONSTITUTION;
    PSI_REGAINS: KeyOr<u8> = Key::<u8>::integer("regains", 0, 20)
        .means("How many levels of the reservoir a rest restores: one for each week.", "1")
        .or(1);
    .. ROLL_KEYS;
}

keys! {
    pub(super) PSI_SUBJECT = "psi subject": "The unwilling target of a psionic action.";
    .. TRAIT_KEYS;
    PSIONIC: KeyOr<bool> = Key::flag("psionic")
        .means("Whether the trait is a psionic skill. Other traits are two levels lower when rolled to augment the result, and have no penalty for a low reservoir.", "true")
        .or(false);
    RESERVOIR: KeyOr<i32> = Key::level("reservoir").means("The level of the psychic reservoir.", "\"Good\"").or(FAIR);
    AUGMENTS: KeyOr<Augments> = Key::choice("augments")
        .means("When levels of the reservoir are spent to raise the result.", "\"never\"")
        .or_first();
    LOWEST: KeyOr<i32> = Key::level("lowest_reservoir")
        .means("The lowest level to which augmenting can drain the reservoir. Below Terrible, the character loses consciousness.", "\"Mediocre\"")
        .or(TERRIBLE);
    .. ROLL_KEYS;
}

pub(super) fn psi(reader: &mut Reader<'_>) -> Option<System> {
    let power = reader.optional(&POWER)?;
    let minimum = reader.optional(&MINIMUM_POWER)?;
    let above = power.zip(minimum).map_or(0, |(power, minimum)| power - minimum);
    let mut besides = Modifiers::default();
    if above >= AMPLE {
        besides = reader.checked(besides.situational("ample power", 1))?;
    }
    let concentration = match reader.read(&CONCENTRATION) {
        "halved" => -1,
        "doubled" => 1,
        _ => 0,
    };
    if concentration != 0 {
        besides = reader.checked(besides.situational("concentration", concentration))?;
    }
    let actor = actor_with(reader, None, besides);
    let difficulty = difficulty(reader);
    let check = check_of_actor(actor, difficulty, reader);
    let desperate = reader.read(&DESPERATE);
    if above < 0 && !desperate {
        let problem = Problem::new("`power` is below the `minimum_power` of the action");
        return reader.refuse(&POWER, problem.help("raise `power`, or set `desperate = true`"));
    }
    let (reservoir, augments, lowest) = (reader.read(&RESERVOIR), reader.read(&AUGMENTS), reader.read(&LOWEST));
    let (action_cost, regains) = (reader.read(&ACTION_TIRES), reader.read(&PSI_REGAINS));
    let subject = reader.optional(&SUBJECT)?;
    let constitution = read_wake_check(&CONSTITUTION, reader);
    reader.record_effect(&POWER, minimum.is_some(), "the action has no `minimum_power`", "set `minimum_power`");
    reader.record_effect(&MINIMUM_POWER, power.is_some(), "the character has no `power`", "set `power`");
    reader.record_effect(&DESPERATE, above < 0, "the power is enough", "set `power` below `minimum_power`");
    reader.record_effect(
        &LOWEST,
        augments != Augments::Never,
        "no result is augmented",
        "set `augments` to a choice other than `never`",
    );
    Some(System::Psi(Psi {
        skill: Skill::plain(check?),
        reservoir,
        augments,
        lowest,
        desperate: u8::try_from(-above).unwrap_or(0),
        action_cost,
        subject,
        constitution: constitution?,
        regains,
    }))
}

/// Levels of power above the minimum that give +1 to the roll (SRD 7.36).
const AMPLE: i32 = 3;

fn psi_subject(reader: &mut Reader<'_>) -> Option<PsiSubject> {
    let actor = actor(reader);
    let (psionic, reservoir) = (reader.read(&PSIONIC), reader.read(&RESERVOIR));
    let (augments, lowest) = (reader.read(&AUGMENTS), reader.read(&LOWEST));
    Some(PsiSubject { actor: actor?, psionic, reservoir, augments, lowest })
}
