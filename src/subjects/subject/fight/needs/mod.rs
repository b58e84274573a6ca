//! Conditions under which the keys of fighters and the options in `[rules]` have an effect.
//!
//! The program warns about a key without effect but does not reject it, since a sheet may contain more than a fight
//! uses.

pub(crate) mod keys;
pub(crate) mod options;

use crate::combat::{Fighter, Spell, SpellEffect, protects_player_characters};
use crate::dice::{Dice, Expression};
use crate::rules::effects::Abilities;
use crate::rules::{DamageBy, Morale, Pacing, RecordKind, Rules, Shots, SkillUse, Stance};

/// A fighter's stat block, with the stat blocks of its foes and friends.
pub(crate) struct Combatant<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) own: &'a Fighter,
    pub(crate) foes: Vec<&'a Fighter>,
    /// All stat blocks on its side, including its own.
    pub(crate) friends: Vec<&'a Fighter>,
    /// Whether any fighter in the fight has a special ability, including venomous blood.
    pub(crate) abilities: bool,
    /// Returns whether the file sets a key of the fighter.
    pub(crate) is_set: Box<dyn Fn(&str) -> bool + 'a>,
}

/// A condition without which a key or an option has no effect.
pub(crate) struct Need {
    /// Returns whether the condition is met.
    pub(crate) is_met: fn(&Combatant<'_>) -> bool,
    /// Why the key or option has no effect if the condition is not met.
    pub(crate) reason: &'static str,
    /// A change that meets the condition.
    pub(crate) cure: &'static str,
}

impl Need {
    /// The reason and the cure.
    pub(crate) fn reason_and_cure(&self) -> [&'static str; 2] {
        [self.reason, self.cure]
    }
}

/// Keys that formulas use under another name: the key, then the name of the trait that it contributes to.
const TRAITS_OF_KEYS: [(&str, &str); 4] =
    [("scale", "size"), ("mass_scale", "size"), ("intuition", "initiative"), ("combat_reflexes", "initiative")];

/// Keys of attributes that are averaged into initiative unless the key `initiative` is set.
const INITIATIVE_ATTRIBUTES: [&str; 2] = ["perception", "agility"];

/// Each of `fighters` with its friends and foes. `written` returns whether the file sets a key of the fighter with this
/// index.
pub(crate) fn combatants<'a>(
    fighters: &'a [Fighter],
    rules: &'a Rules,
    written: &'a dyn Fn(usize, &str) -> bool,
) -> Vec<Combatant<'a>> {
    let abilities = fighters.iter().any(|one| one.abilities != Abilities::default() || one.blood.is_some());
    let of = |(which, own): (usize, &'a Fighter)| {
        let (friends, foes) = fighters.iter().partition(|other| other.side == own.side);
        Combatant { rules, own, foes, friends, abilities, is_set: Box::new(move |key| written(which, key)) }
    };
    fighters.iter().enumerate().map(of).collect()
}

impl Combatant<'_> {
    /// Whether the trait `word` is added to dice or used by a formula.
    fn counts(&self, word: &str) -> bool {
        self.rules.skill == SkillUse::Added || self.uses(word)
    }

    /// Whether a formula uses the trait that `key` sets or contributes to.
    pub(crate) fn uses_trait_of(&self, key: &str) -> bool {
        let whole = TRAITS_OF_KEYS.iter().find(|(part, _)| *part == key).map_or(key, |(_, whole)| whole);
        let part = INITIATIVE_ATTRIBUTES.contains(&key) && !(self.is_set)("initiative");
        self.uses(whole) || part && self.uses("initiative")
    }

    /// Whether any formula of the rules or of a fighter in the fight uses the trait `word`, of the fighter itself or of
    /// its foe.
    fn uses(&self, word: &str) -> bool {
        let Rules { dice, npc_dice, own, own_damage, .. } = self.rules;
        let of_foe = format!("foe_{word}");
        let fighters = self.friends.iter().chain(&self.foes);
        let dice = fighters.clone().flat_map(|one| &one.dice).chain(npc_dice).chain([dice]).filter_map(Dice::by_state);
        let gear = fighters.clone().flat_map(|one| one.offense_dice.iter().chain(&one.defense_dice));
        let leaves = fighters.flat_map(|one| &one.leaves).map(|leaves| &leaves.when);
        let names = |formula: &Expression| [word, &of_foe].iter().any(|word| formula.mentions(word));
        let of_damage = || own_damage.iter().flat_map(|damage| damage.formulas().used());
        dice.chain(leaves).chain(gear).any(names)
            || own.formulas().any(names)
            || of_damage().any(|(_, name)| name == word || name == of_foe)
    }

    /// Whether the fighter has more than one foe.
    fn several_foes(&self) -> bool {
        self.foes.iter().map(|foe| usize::from(foe.count)).sum::<usize>() > 1
    }

    /// Whether `who` shoots before the melee or from the back, or throws a spell.
    fn shoots(&self, who: &Fighter) -> bool {
        let shoots = who.ranged.missile.is_some() && (self.rules.closing != Some(0) || who.at_back);
        !self.rules.pacing.players_act() && shoots || self.throws_spells(who)
    }

    /// Whether `who` throws a spell.
    fn throws_spells(&self, who: &Fighter) -> bool {
        let throws = |spell: &Spell| matches!(spell.effect, SpellEffect::Harms { thrown: Some(_), .. });
        self.lets_cast(who) && who.spells.iter().any(throws)
    }

    /// Whether the fighter casts spells.
    fn casts(&self) -> bool {
        self.lets_cast(self.own) && !self.own.spells.is_empty()
    }

    /// Whether the rules let `who` cast spells.
    fn lets_cast(&self, who: &Fighter) -> bool {
        let acts = !self.rules.pacing.players_act() || who.pc == Some(true);
        acts && self.rules.pacing != Pacing::Story
    }

    /// Whether the fighter shoots or throws anything, or any fighter has a special ability.
    fn has_missiles(&self) -> bool {
        self.shoots(self.own) || self.abilities
    }

    /// Whether a foe shoots or throws anything at the fighter, including spells.
    fn is_shot_at(&self) -> bool {
        self.foes.iter().any(|foe| self.shoots(foe))
    }

    /// Whether the fighter can avoid the missiles of its foes.
    fn avoids_missiles(&self) -> bool {
        let nimble = self.rules.missiles.may_be_avoided(self.own.quick_reflexes);
        let only_volleys = self.rules.closing.is_none() && self.rules.shots == Shots::Together;
        nimble && self.is_shot_at() && !(only_volleys && self.own.ranged.missile.is_some())
    }

    /// Whether the fighter's tactic has a stance for which `of` is true.
    fn has_stance(&self, of: fn(&Stance) -> bool) -> bool {
        self.own.tactic.rows().flat_map(|mix| &mix.0).any(|(tactic, _)| of(&tactic.stance))
    }

    /// Whether there is a melee in which fighters of this side stand in front.
    fn has_line(&self) -> bool {
        let melee = !self.rules.pacing.players_act() && self.rules.closing.is_some();
        melee && self.friends.iter().any(|friend| !friend.at_back)
    }

    /// The kind of the fighter's wound record.
    fn record(&self) -> RecordKind {
        self.own.record.as_ref().map_or(self.rules.record.kind, |record| record.kind)
    }
}

/// Whether initiative is rolled, in a melee or between archers.
pub(crate) fn rolls_initiative(rules: &Rules) -> bool {
    let afar = rules.closing != Some(0) && rules.shots == Shots::InTurn;
    rules.pacing == Pacing::Turns || afar
}

/// Whether damage factors decide the effect of a hit.
pub(crate) fn counts_damage(rules: &Rules) -> bool {
    rules.damage != DamageBy::Hit || rules.own_damage.is_some()
}

/// Whether the rules treat player characters differently from other fighters.
pub(crate) fn treats_players(rules: &Rules) -> bool {
    let apart = rules.npc_dice.is_some() || rules.morale == Morale::Npcs;
    rules.pacing.players_act() || protects_player_characters(rules) || apart
}
