//! Spells in a transcript: casting them, and striking with them.

use super::Reporter;
use crate::check::{CastingEvent, CastingRoll};
use crate::combat::{Attack, Spell, SpellEffect};
use crate::subject::casting::transcript::{note_text, roll_line};
use crate::subject::line::Line;

impl Reporter<'_> {
    /// Begins an exchange for a spell that is about to be cast. `spell` is its index among the caster's spells.
    pub(super) fn begin_spell(&mut self, by: u16, target: u16, spell: u8) {
        (self.shot, self.spell, self.lone) = (None, Some((by, spell)), None);
        self.foes.clear();
        self.add_to_round(Line::new("exchange", ""));
        let name = self.spell_of(by, spell).map_or_else(String::new, |spell| spell.name.clone());
        let words = |[by, target]: [&str; 2]| match by == target {
            true => format!("{by} casts {name}."),
            false => format!("{by} casts {name} on {target}."),
        };
        let line = self.line("casts", [("by", by), ("target", target)], words);
        self.add_to_exchange(line.with("spell", name));
    }

    fn spell_of(&self, by: u16, spell: u8) -> Option<&Spell> {
        self.fighter(by).spells.get(usize::from(spell))
    }

    /// The line for a roll of the current casting, or for an effect of the casting.
    pub(super) fn casting(&self, event: CastingEvent) -> Line {
        match event {
            CastingEvent::Rolls(roll) => self.roll_line(&roll),
            CastingEvent::Notes(note) => Line::new("note", note_text(note)),
        }
    }

    fn roll_line(&self, roll: &CastingRoll) -> Line {
        roll_line(roll, self.name(roll.ask.who), Some("dice".to_owned()), self.ladder)
    }

    /// The attack of the harmful spell that a fighter is casting, if any.
    pub(super) fn spell_in_hand(&self, by: u16) -> Option<Attack<'_>> {
        let (_, spell) = self.spell.filter(|(caster, _)| *caster == by)?;
        match self.spell_of(by, spell)?.effect {
            SpellEffect::Harms { offense, thrown } => Some(Attack::spell(self.fighter(by), offense, thrown)),
            _ => None,
        }
    }
}
