//! Events of a fight, as parts of sentences.

use crate::combat::{Consequence, Fighter, Fired, HitEffect};
use crate::rules::effects::Doom;
use crate::rules::{Boon, Choice, PARTS};
use crate::subject::sum::counted;

/// The effect `what` in words; "nothing" for `None`.
pub(super) fn effect_text(what: Option<HitEffect>) -> String {
    match what {
        None => "nothing".to_owned(),
        Some(HitEffect::Shaken(by)) => format!("{by:+} in the next round"),
        Some(HitEffect::Blinded) => "cannot attack or defend in the next round".to_owned(),
        Some(HitEffect::ArmorGone) => "the armor is gone".to_owned(),
        Some(HitEffect::ArmorIgnored) => "the armor does not count now".to_owned(),
        Some(HitEffect::WeaponDropped) => "the weapon is dropped".to_owned(),
        Some(HitEffect::WeaponDamaged) => "the weapon is damaged".to_owned(),
        Some(HitEffect::KnockedOut) => "knocked out by a blow to the head".to_owned(),
        Some(HitEffect::Points(points)) => format!("{points} Fudge points"),
        // The casting reports this itself.
        Some(HitEffect::Cast(_)) => "casts".to_owned(),
        Some(HitEffect::Enchanted(skill, defense)) => {
            let added = [(skill, "all combat rolls"), (defense, "the defensive factor")];
            let added = added.into_iter().filter(|(by, _)| *by != 0).map(|(by, to)| format!("{by:+} to {to}"));
            added.collect::<Vec<_>>().join(", ")
        }
        Some(HitEffect::Healed(wounds)) => format!("up to {} closed", counted(wounds.into(), "wound")),
        Some(HitEffect::Removed) => "out of the fight, without a wound".to_owned(),
        Some(HitEffect::Part(part, harm)) => format!("the {} is {}", PARTS[usize::from(part)].name, harm.word()),
    }
}

/// The purpose of a spent Fudge point, as the end of a sentence.
pub(super) fn boon_words(on: Boon) -> &'static str {
    match on {
        Boon::Success => "to decide it without a roll",
        Boon::Shift => "to change a die by one",
        Boon::Lighter => "for a lighter wound",
        Boon::Automatic => "for +4 instead of a roll",
        Boon::Reroll => "to roll again",
        Boon::CheatDeath => "to survive",
    }
}

/// A rule's effect on a wound, as the end of a sentence; `None` if it is reported elsewhere.
pub(super) fn change_text(what: Fired) -> Option<&'static str> {
    match what {
        Fired::Pulled => Some("pulls the blow"),
        Fired::Toughness => Some("takes a wound changed by toughness"),
        Fired::Spared => Some("is spared the worst of it"),
        Fired::HalfHits => Some("takes a wound from two half hits"),
        _ => None,
    }
}

/// A consequence of a wound, as the end of a sentence.
pub(super) fn consequence_words(consequence: Consequence) -> &'static str {
    match consequence {
        Consequence::WeaponBroke => "is left with a broken weapon",
        Consequence::Stunned => "is stunned",
        Consequence::VeryStunned => "is very stunned",
        Consequence::Evaded => "evades, for one wound level less",
        Consequence::Unbalanced => "dives aside for one wound level less, and is unbalanced",
        Consequence::Prone => "dives aside for one wound level less, and is prone",
        Consequence::Collapsed => "evades, for one wound level less, and collapses",
        Consequence::Overcame => "fights on by Willpower",
        Consequence::Survived => "survives it, and loses a life",
        Consequence::Woke => "wakes",
        Consequence::Poisoned => "is poisoned",
        Consequence::Drained => "loses Health to poison",
        Consequence::Bleeds => "bleeds from an open vein",
        Consequence::BledToDeath => "bleeds to death",
        Consequence::CaughtFire => "catches fire",
        Consequence::Burned => "burns",
        Consequence::Regenerated => "heals",
        Consequence::Splashed => "gets venomous blood on the weapon",
        Consequence::Sickened => "is sickened by the smell",
        Consequence::Severed => "is severed, and begins to grow back",
        Consequence::Seared => "is seared, and will not grow back",
        Consequence::Grown => "has grown",
        Consequence::Swallowed => "is swallowed",
        Consequence::Digested => "is digested",
        Consequence::Surrendered => "surrenders",
        Consequence::Worn => "is harmed as the round ends",
        Consequence::ComesOut => "comes out again",
        Consequence::Doomed(doom) => Doom::WORDS[doom as usize].meaning,
    }
}

/// The names of the fighter's modifiers that are active in a round; "modifiers" if there are none.
pub(super) fn modifier_names(fighter: &Fighter, round: u16) -> String {
    let holding = fighter.modifiers.iter().filter(|one| one.rounds.is_none_or(|rounds| round <= rounds));
    let names: Vec<&str> = holding.map(|one| one.name.as_str()).collect();
    if names.is_empty() { "modifiers".to_owned() } else { names.join(" and ") }
}
