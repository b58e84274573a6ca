//! Transcript lines for castings.

use crate::chance::{Ask, Roll};
use crate::check::{CASTER, CASTING_BIT, CastingEvent, CastingNote, CastingPart, CastingRoll, Luck, System};
use crate::ladder::Ladder;
use crate::subject::line::Line;
use crate::subject::sum::{addend, counted, spent_points_phrase, sum, trait_fact};

/// The line for a roll of a casting, or for an effect of the casting. `rolls` are the dice rolled for this event.
pub(super) fn event_line(event: CastingEvent, rolls: &[Roll], luck: Option<&Luck>, ladder: &Ladder) -> Line {
    match event {
        CastingEvent::Rolls(roll) => {
            // If dice were rerolled, the last roll counts.
            let is_it = |one: &&Roll| (one.ask.who, one.ask.purpose) == (roll.ask.who, roll.ask.purpose);
            let dice = rolls.iter().rev().find(is_it).map(|roll| roll.dice.clone());
            let line = roll_line(&roll, if roll.ask.who == CASTER { "Caster" } else { "Subject" }, dice, ladder);
            line.with_points(luck.filter(|_| roll.part.takes_points()), roll.spent)
        }
        CastingEvent::Notes(note) => Line::new("note", note_text(note)),
    }
}

/// The line for a roll by `who`, with its verdict if there is one. `dice` names the dice; `None` if nothing was rolled.
pub(crate) fn roll_line(roll: &CastingRoll, who: &str, dice: Option<String>, ladder: &Ladder) -> Line {
    let &CastingRoll { part, ask, level, modifiers, shift, burden, natural, degree, difficulty_and_verdict, spent } =
        roll;
    let bears = [addend("modifiers", modifiers), addend(shift_label(part), shift), addend("wounds", burden)];
    let dice = dice.map(|dice| addend(dice, natural));
    let terms: Vec<_> = bears.into_iter().filter(|term| term.value != 0).chain(dice).collect();
    let line = sum(&roll_label(part, who, ask), level, &terms, degree, ladder);
    let Some((difficulty, verdict)) = difficulty_and_verdict else {
        return line.reworded("roll", str::to_owned);
    };
    let words = |sum: &str| {
        let (difficulty, verdict) = (ladder.trait_name(difficulty), verdict.word());
        format!("{sum}; difficulty {difficulty}: {verdict}{}", spent_points_phrase(spent))
    };
    line.reworded("roll", words).with("difficulty", trait_fact(ladder, difficulty)).with("verdict", verdict.word())
}

/// The label for the term `shift` in a roll of `part`.
fn shift_label(part: CastingPart) -> &'static str {
    match part {
        CastingPart::Resists => "as just rolled",
        CastingPart::Augments => "as things stand",
        _ => "so far",
    }
}

/// The label for the roll of `part`; `who` is the name of the caster or subject who rolls.
fn roll_label(part: CastingPart, who: &str, ask: Ask) -> String {
    match part {
        CastingPart::Casts if ask.against & !CASTING_BIT > 0 => "Once more".to_owned(),
        CastingPart::Casts => "Casting".to_owned(),
        CastingPart::Resists | CastingPart::Defends => who.to_owned(),
        CastingPart::Augments => format!("{who} augments"),
        CastingPart::Wakes => "To wake".to_owned(),
        CastingPart::Endures => "Constitution".to_owned(),
        CastingPart::Channels => "Willpower".to_owned(),
    }
}

/// The sentence for an effect of a casting.
pub(crate) fn note_text(note: CastingNote) -> String {
    match note {
        CastingNote::Certain => "A level is spent: success is certain.".to_owned(),
        CastingNote::Stunned => "Stunned for a round.".to_owned(),
        CastingNote::Drained(levels) => format!("Loses {}.", counted(levels.into(), "level")),
        CastingNote::SubjectDrained(levels) => format!("The subject loses {}.", counted(levels.into(), "level")),
        CastingNote::Faints => "Unconscious.".to_owned(),
        CastingNote::Coma => "Falls into a coma.".to_owned(),
        CastingNote::Damage => "A point of damage.".to_owned(),
        CastingNote::Resisted => "Resisted.".to_owned(),
        CastingNote::Reduced(levels) => format!("Reduced by {}.", counted(levels.into(), "level")),
        CastingNote::Angered => "The deity is angry.".to_owned(),
        CastingNote::Backfired => "It backfires.".to_owned(),
        CastingNote::Marked { large } => format!("Marks a {} box of mana.", if large { "large" } else { "small" }),
        CastingNote::Unsoftened => "Something bad happens.".to_owned(),
    }
}

/// A sentence about the levels or boxes that are `left` in a reservoir.
pub(super) fn reservoir_sentence(system: &System, left: u8) -> String {
    match system {
        System::Lite(_) => format!("{} of mana left.", counted(left.into(), "box")),
        _ => format!("{} left to lose.", counted(left.into(), "level")),
    }
}
