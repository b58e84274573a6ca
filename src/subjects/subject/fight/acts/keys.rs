//! When keys of a fighter act in a fight: under which rules and beside whom. A key names what it needs in its row.

use crate::combat::{Fighter, Spell, SpellEffect, spares, track};
use crate::dice::{Dice, Expression};
use crate::rules::damage::pierced;
use crate::rules::gear::Size;
use crate::rules::morale::Flees;
use crate::rules::{
    AllOut, Consciousness, DamageBy, DamageCapacity, Evasion, Missiles, Morale, Outnumbered, Pacing, Pain, RecordKind,
    Rules, Shields, Shots, SizeToHit, SkillUse, Stance, StrikeFirst, Switch, Targets, Toughness, WeaponSize,
    WillOverWounds,
};

/// A fighter, and the fight that it is in.
pub(crate) struct Combatant<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) own: &'a Fighter,
    pub(crate) foes: Vec<&'a Fighter>,
    /// Its side, the fighter included.
    pub(crate) friends: Vec<&'a Fighter>,
    /// Whether anybody has a special ability: what resists it is not looked into.
    pub(crate) abilities: bool,
    /// Whether a key of the fighter is written.
    pub(crate) written: &'a dyn Fn(&str) -> bool,
}

/// The condition under which a key acts.
pub(crate) struct Need {
    /// Whether it is there.
    pub(crate) acts: fn(&Combatant<'_>) -> bool,
    /// Why the key does nothing without it.
    pub(crate) reason: &'static str,
    /// The change that gives the key something to do.
    pub(crate) cure: &'static str,
}

pub(super) const BOTH_ACT: Need = Need {
    acts: |stage| !stage.rules.pacing.players_act(),
    reason: "only player characters act, each in turn, at any distance",
    cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
};

pub(super) const BLOWS_JUDGED: Need = Need {
    acts: |stage| stage.rules.pacing != Pacing::Story,
    reason: "one roll decides the fight, and no blow is judged",
    cure: "set another `pacing` in [rules]",
};

pub(super) const DAMAGE_COUNTS: Need = Need {
    acts: |stage| counts_damage(stage.rules),
    reason: "each hit marks the same number of boxes, whatever strikes and whatever protects",
    cure: "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
};

pub(super) const SIZE_COUNTS: Need = Need {
    acts: |stage| {
        let hits = counts_damage(stage.rules) || stage.rules.size_to_hit != SizeToHit::Off;
        hits && stage.rules.pacing != Pacing::Story || stage.abilities
    },
    reason: "size decides neither damage nor hits here",
    cure: "set `damage = \"weapon\"` or `\"degree\"`, or `size_to_hit`, in [rules]",
};

pub(super) const COMES_TO_BLOWS: Need = Need {
    acts: |stage| stage.rules.closing.is_some(),
    reason: "it never comes to blows",
    cure: "set `closing` in [rules] to the number of rounds before it does",
};

pub(super) const BLOWS_OR_AVOIDS: Need = Need {
    acts: |stage| stage.rules.closing.is_some() || stage.stances(|stance| stance.avoidances > 0),
    reason: "it never comes to blows",
    cure: "set `closing` in [rules] to the number of rounds before it does, or avoid twice",
};

pub(super) const CHOICE_OF_FOES: Need = Need {
    acts: |stage| {
        let concentrates = |stance: &Stance| stance.concentrated;
        let another = |stance: &Stance| Stance { concentrated: false, ..*stance } != Stance::NORMAL;
        stage.several_foes() || !stage.stances(concentrates) || stage.stances(another)
    },
    reason: "there is one foe to concentrate on",
    cure: "give the other side several fighters",
};

pub(super) const FOE_OF_SCALE: Need = Need {
    acts: |stage| stage.foes.iter().any(|foe| pierced(stage.own.scale_piercing, foe.mass_scale) != 0),
    reason: "no foe has a Mass Scale above 0",
    cure: "give a foe `scale` or `mass_scale`",
};

pub(super) const FOE_IN_ARMOR: Need = Need {
    acts: |stage| stage.foes.iter().any(|foe| foe.armor > 0),
    reason: "no foe wears armor",
    cure: "give a foe `armor`",
};

pub(super) const OWN_ARMOR: Need =
    Need { acts: |stage| stage.own.armor > 0, reason: "it wears no armor", cure: "give it `armor`" };

pub(super) const BLADE_MATTERS: Need = Need {
    acts: |stage| {
        let tells = |foe: &&Fighter| foe.abilities.edges.is_some() || foe.abilities.heads.is_some();
        stage.foes.iter().any(tells)
    },
    reason: "no foe is harder or easier to hurt with one kind of weapon",
    cure: "give a foe `abilities.edges` or heads that fire sears",
};

pub(super) const WOUNDS_HURT: Need = Need {
    acts: |stage| {
        let as_others = Fighter { pain: Pain::Normal, ..stage.own.clone() };
        let [own, others] = [stage.own, &as_others].map(|one| track(one, stage.rules).conditions_of_levels());
        stage.rules.pacing != Pacing::Story && own != others
    },
    reason: "its wounds take as much from its skill as without",
    cure: "set a `record` in [rules] whose wounds lower skills",
};

pub(super) const RECORD_DIFFERS: Need = Need {
    acts: |stage| stage.rules.pacing != Pacing::Story && stage.own.record.as_ref() != Some(&stage.rules.record),
    reason: "its wounds are recorded as those of all others, or nobody is wounded",
    cure: "give it a record that differs from `record` in [rules], or set another `pacing`",
};

pub(super) const TOUGHNESS_DIFFERS: Need = Need {
    acts: |stage| stage.rules.pacing != Pacing::Story && stage.own.toughness(stage.rules) != stage.rules.toughness,
    reason: "toughness does the same to all wounds, or nobody is wounded",
    cure: "give it a choice other than `toughness` in [rules], or set another `pacing`",
};

pub(super) const PLAYERS_TREATED: Need = Need {
    acts: |stage| treats_players(stage.rules),
    reason: "the rules treat player characters as all others",
    cure: "set `npc_dice`, or `pacing = \"player-facing\"` in [rules]",
};

pub(super) const PLAYERS_DEFEND: Need = Need {
    acts: |stage| stage.rules.pacing == Pacing::PlayerFacing && stage.own.pc == Some(true),
    reason: "only player characters choose to defend, where nobody else acts",
    cure: "set `pacing = \"player-facing\"` in [rules], and make it a player character",
};

pub(super) const WAYS_DIFFER: Need = Need {
    acts: |stage| {
        let parries = stage.rules.missiles.may_be_parried() && stage.is_shot_at();
        parries || (stage.written)("position") || stage.stances(|stance| stance.doubled) && stage.is_shot_at()
    },
    reason: "a dodge and a parry are the same here",
    cure: "set `missiles = \"dodge-or-parry\"` in [rules] where a foe shoots, or `position = \"back-turned\"`",
};

pub(super) const SPEED_COMPARED: Need = Need {
    acts: |stage| stage.rules.strike_first != StrikeFirst::Off,
    reason: "nobody's speed is compared",
    cure: "set `strike_first = \"speed\"` and `pacing = \"simultaneous\"` in [rules]",
};

pub(super) const SEVERAL_FOES: Need = Need {
    acts: |stage| stage.several_foes(),
    reason: "there is one foe, and nothing to choose",
    cure: "give the other side several fighters",
};

pub(super) const SURPRISED: Need = Need {
    acts: |stage| {
        let surprised = stage.own.unaware > 0 || stage.foes.iter().any(|foe| foe.abilities.surprise.is_some());
        surprised && !stage.own.quick_reflexes
    },
    reason: "nothing takes it unaware",
    cure: "set `unaware` to a number of rounds",
};

pub(super) const WEAPON_HELD: Need = Need {
    acts: |stage| stage.own.weapon.is_some_and(|weapon| weapon > Size::Unarmed.factor(stage.rules.gear)),
    reason: "it fights with bare hands, or nothing is known of its weapon",
    cure: "give it a `weapon`",
};

pub(super) const POISON_AROUND: Need = Need {
    acts: |stage| stage.own.begins_poisoned.is_some() || stage.foes.iter().any(|foe| foe.abilities.poison.is_some()),
    reason: "no foe has poison",
    cure: "give a foe `abilities.poison`",
};

pub(super) const POISON_DRAINS: Need = Need {
    acts: |stage| stage.rules.pacing != Pacing::Story && stage.own.begins_poisoned.is_some_and(|own| own.drains > 0),
    reason: "it drains nothing, or there are no rounds in which it could",
    cure: "let it drain a level or more each round, and set another `pacing` than `story`",
};

pub(super) const FOE_NAMED: Need = Need {
    acts: |stage| stage.foes.iter().any(|foe| stage.own.against(foe) != 0),
    reason: "no foe has such a name",
    cure: "use the `name` of a foe",
};

pub(super) const CASTER_ACTS: Need = Need {
    acts: |stage| stage.own.spells.is_empty() || !stage.rules.pacing.players_act() || stage.own.pc == Some(true),
    reason: "only player characters act, and it is not one",
    cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
};

pub(super) const MAGIC_RESISTED: Need = Need {
    acts: |stage| stage.foes.iter().any(|foe| foe.spells.iter().any(Spell::is_resisted)),
    reason: "no foe casts a spell that can be resisted",
    cure: "give a foe a spell whose table says who resists (`resisted_by`, `subject` or `target`)",
};

pub(super) const LEADER_SOUGHT: Need = Need {
    acts: |stage| {
        let waits = |friend: &&Fighter| friend.flees == Some(Flees::LeaderDown);
        stage.foes.iter().any(|foe| foe.targets == Targets::Leader) || stage.friends.iter().any(waits)
    },
    reason: "no foe looks for a leader, and no friend flees for one",
    cure: "give a foe `targets = \"leader\"`",
};

pub(super) const SHOOTS: Need = Need {
    acts: |stage| stage.shoots(stage.own) || stage.own.at_back && stage.has_line(),
    reason: "there are no rounds of missile fire, and it fights hand to hand",
    cure: "set `closing` in [rules] to the number of rounds before it comes to blows, or `place = \"back\"`",
};

pub(super) const LINE_STANDS: Need = Need {
    acts: |stage| !stage.own.at_back || stage.has_line(),
    reason: "nobody on its side stands in front of it in a melee",
    cure: "leave a friend at the `front`, `pacing` in turns or simultaneous, and `closing` a number",
};

pub(super) const MAY_FLEE: Need = Need {
    acts: |stage| stage.own.may_flee(stage.friends.iter().copied()),
    reason: "nobody else on its side can fall, or its side has no leader",
    cure: "give it friends, one of them with `leader = true` if it waits for that one's fall",
};

pub(super) const PLAYERS_SHOT_AT: Need = Need {
    acts: |stage| !stage.rules.pacing.players_act() || stage.is_shot_at(),
    reason: "only player characters act, and none of its foes among them throws a spell",
    cure: "give such a foe a spell with `harms.thrown`",
};

pub(super) const SHOT_AT: Need = Need {
    acts: |stage| stage.is_shot_at(),
    reason: "nobody shoots or throws anything at it",
    cure: "give a foe a `missile`, and set `closing` in [rules]",
};

pub(super) const AVOIDS_MISSILES: Need = Need {
    acts: |stage| stage.avoids_missiles(),
    reason: "it does not avoid missiles: it shoots at the same time, or they leave no chance",
    cure: "set `shots = \"in-turn\"` or `missiles` in [rules]",
};

pub(super) const INITIATIVE_ROLLED: Need = Need {
    acts: |stage| rolls_initiative(stage.rules),
    reason: "nobody rolls for initiative",
    cure: "set `pacing = \"turns\"` in [rules]",
};

pub(super) const PERCEPTION_ROLLED: Need = Need {
    acts: |stage| rolls_initiative(stage.rules) || stage.rules.all_out != AllOut::Off || stage.abilities,
    reason: "nobody rolls for initiative, and nobody looks out for an advantage",
    cure: "set `pacing = \"turns\"` or `all_out` in [rules]",
};

pub(super) const AGILITY_ROLLED: Need = Need {
    acts: |stage| rolls_initiative(stage.rules) || stage.rules.evasion == Evasion::Avoidance || stage.abilities,
    reason: "nobody rolls for initiative or balance",
    cure: "set `pacing = \"turns\"` or `evasion` in [rules]",
};

pub(super) const AVOIDS_APART: Need = Need {
    acts: |stage| {
        let blows = stage.rules.pacing == Pacing::Turns && stage.rules.closing.is_some();
        blows || stage.avoids_missiles() && !(stage.written)("dodge")
    },
    reason: "both fight with one roll of their skill each",
    cure: "set `pacing = \"turns\"` in [rules]",
};

pub(super) const AVOIDS_TWICE: Need = Need {
    acts: |stage| stage.stances(|stance| stance.doubled),
    reason: "no blow is met by two ways to avoid it",
    cure: "give it `tactic = \"dodge-and-parry\"`",
};

pub(super) const AVOIDS_SOMETHING: Need = Need {
    acts: |stage| stage.rules.closing.is_some() || stage.rules.missiles.may_be_parried(),
    reason: "it never comes to blows, and missiles are only dodged",
    cure: "set `missiles = \"dodge-or-parry\"` in [rules]",
};

pub(super) const WILL_ROLLED: Need = Need {
    acts: |stage| {
        let rules = stage.rules;
        let overcomes = rules.will_over_wounds != WillOverWounds::Off && stage.own.overcomes_at.is_some();
        overcomes || stage.own.toughness(rules) == Toughness::Will || stage.abilities
    },
    reason: "nobody rolls Willpower",
    cure: "set `will_over_wounds` in [rules], and `overcomes_at` for it",
};

pub(super) const CONSTITUTION_ROLLED: Need = Need {
    acts: |stage| stage.rules.consciousness != Consciousness::Off || stage.abilities,
    reason: "nobody rolls to stay conscious",
    cure: "set `consciousness` in [rules]",
};

pub(super) const MORALE_TESTED: Need = Need {
    acts: |stage| stage.rules.morale != Morale::Off,
    reason: "nobody's morale is tested",
    cure: "set `morale` in [rules]",
};

pub(super) const HEALTH_COUNTS: Need = Need {
    acts: |stage| {
        stage.record() == RecordKind::Health
            || stage.own.combat_paralysis
            || stage.own.begins_poisoned.is_some()
            || stage.abilities
    },
    reason: "its wounds are not recorded by Health, and nothing asks for a roll of it",
    cure: "set `record = { kind = \"health\" }` in [rules]",
};

pub(super) const CAPACITY_COUNTS: Need = Need {
    acts: |stage| {
        let recorded = matches!(stage.record(), RecordKind::CapacityPoints | RecordKind::Capacity { .. });
        let (Rules { damage_capacity, .. }, toughness) = (stage.rules, stage.own.toughness(stage.rules));
        let factor = *damage_capacity == DamageCapacity::Counts && counts_damage(stage.rules);
        stage.rules.pacing != Pacing::Story && (recorded || factor || toughness != Toughness::Off)
    },
    reason: "Damage Capacity counts for nothing",
    cure: "set `damage_capacity = \"counts\"` in [rules]",
};

pub(super) const HITS_MARK: Need = Need {
    acts: |stage| stage.rules.damage == DamageBy::Hit,
    reason: "what a hit does goes by its degree or the weapon",
    cure: "set `damage = \"hit\"` in [rules]",
};

pub(super) const HITS_START: Need = Need {
    acts: |stage| stage.rules.damage != DamageBy::Degree,
    reason: "what a hit does goes by its degree",
    cure: "set `damage = \"hit\"` in [rules]",
};

pub(super) const WEAPON_COUNTS: Need = Need {
    acts: |stage| {
        let armored = || stage.foes.iter().any(|foe| foe.armor > 0 || foe.defense > 0);
        let blows = stage.rules.pacing != Pacing::Story && counts_damage(stage.rules);
        blows && !(stage.written)("offense")
            || stage.rules.weapon_size != WeaponSize::Off
            || stage.rules.maneuvers == Switch::On
            || stage.own.halves_armor && armored()
            || stage.abilities
    },
    reason: "`offense` or the rules already say what a hit does, and weapon sizes are not compared",
    cure: "leave `offense` out, or set `weapon_size` in [rules]",
};

pub(super) const SHIELD_COUNTS: Need = Need {
    acts: |stage| {
        let rules = stage.rules;
        let worn = rules.shields == Shields::Defense && rules.pacing != Pacing::Story && counts_damage(stage.rules);
        let in_hand = rules.shields == Shields::FoeSkill || rules.weapon_size != WeaponSize::Off;
        worn || in_hand && rules.closing.is_some() || stage.avoids_missiles()
    },
    reason: "shields do nothing",
    cure: "set `shields` in [rules]",
};

pub(super) const OUTNUMBERED: Need = Need {
    acts: |stage| stage.rules.outnumbered != Outnumbered::Off && stage.several_foes(),
    reason: "nobody suffers from being outnumbered here",
    cure: "set `outnumbered` in [rules], and give the other side several fighters",
};

pub(super) const REFLEXES_COUNT: Need = Need {
    acts: |stage| {
        let nimble = stage.rules.missiles == Missiles::QuickReflexes && stage.is_shot_at();
        stage.own.unaware > 0 || stage.abilities || nimble
    },
    reason: "nobody takes it unaware, and no missile asks for it",
    cure: "set `missiles = \"quick-reflexes\"` in [rules]",
};

pub(super) const SKILL_COUNTS: Need = Need {
    acts: |stage| {
        let chosen = |foe: &&Fighter| matches!(foe.targets, Targets::Weakest | Targets::Strongest);
        stage.counts("skill") || stage.rules.evasion != Evasion::Off || stage.foes.iter().any(chosen)
    },
    reason: "the dice hold the skill (`skill = \"dice\"` in [rules]), and no formula names it",
    cure: "name `skill` in the formula of the dice, or set `skill = \"added\"` in [rules]",
};

pub(super) const AVOID_COUNTS: Need = Need {
    acts: |stage| stage.counts("avoid"),
    reason: "the dice hold the skill (`skill = \"dice\"` in [rules]), and no formula names `avoid`",
    cure: "name `avoid` in the formula of the dice, or set `skill = \"added\"` in [rules]",
};

pub(super) const LEVELS_ADDED: Need = Need {
    acts: |stage| stage.rules.skill == SkillUse::Added,
    reason: "the dice hold the skill (`skill = \"dice\"` in [rules])",
    cure: "set `skill = \"added\"` in [rules]",
};

impl Combatant<'_> {
    /// Whether a trait is added to dice, or a formula of the fight names it.
    fn counts(&self, word: &str) -> bool {
        let Rules { dice, npc_dice, own, own_damage, .. } = self.rules;
        let of_foe = format!("foe_{word}");
        let fighters = self.friends.iter().chain(&self.foes);
        let dice = fighters.clone().flat_map(|one| &one.dice).chain(npc_dice).chain([dice]).filter_map(Dice::by_state);
        let leaves = fighters.flat_map(|one| &one.leaves).map(|leaves| &leaves.when);
        let names = |formula: &Expression| [word, &of_foe].iter().any(|word| formula.mentions(word));
        let of_damage = || own_damage.iter().flat_map(|damage| damage.formulas().used());
        self.rules.skill == SkillUse::Added
            || dice.chain(leaves).any(names)
            || own.formulas().any(names)
            || of_damage().any(|(_, name)| name == word || name == of_foe)
    }

    fn several_foes(&self) -> bool {
        self.foes.iter().map(|foe| usize::from(foe.count)).sum::<usize>() > 1
    }

    /// Whether a fighter shoots before the melee.
    fn shoots(&self, who: &Fighter) -> bool {
        self.rules.closing != Some(0) && who.ranged.missile.is_some()
    }

    /// Whether a foe shoots or throws something at it, a spell included.
    fn is_shot_at(&self) -> bool {
        let throws = |spell: &Spell| matches!(spell.effect, SpellEffect::Harms { thrown: Some(_), .. });
        let acts = |foe: &Fighter| !self.rules.pacing.players_act() || foe.pc == Some(true);
        let thrown = |foe: &&Fighter| acts(foe) && foe.spells.iter().any(throws);
        let shot = |foe: &&Fighter| self.shoots(foe) || foe.at_back && foe.ranged.missile.is_some();
        self.rules.pacing != Pacing::Story && self.foes.iter().any(|foe| shot(foe) || thrown(foe))
    }

    /// Whether it may avoid what a foe shoots or throws.
    fn avoids_missiles(&self) -> bool {
        let nimble = self.rules.missiles != Missiles::QuickReflexes || self.own.quick_reflexes;
        let only_volleys = self.rules.closing.is_none() && self.rules.shots == Shots::Together;
        nimble && self.is_shot_at() && !(only_volleys && self.own.ranged.missile.is_some())
    }

    /// Whether a stance of its tactic is of some sort.
    fn stances(&self, of: fn(&Stance) -> bool) -> bool {
        self.own.tactic.rows().flat_map(|mix| &mix.0).any(|(tactic, _)| of(&tactic.stance))
    }

    /// Whether others of the side stand in front, where it comes to blows.
    fn has_line(&self) -> bool {
        let melee = !self.rules.pacing.players_act() && self.rules.closing.is_some();
        melee && self.friends.iter().any(|friend| !friend.at_back)
    }

    fn record(&self) -> RecordKind {
        self.own.record.as_ref().map_or(self.rules.record.kind, |record| record.kind)
    }
}

/// Whether the order of turns is rolled for, in a melee or among archers.
pub(crate) fn rolls_initiative(rules: &Rules) -> bool {
    let afar = rules.closing != Some(0) && rules.shots == Shots::InTurn;
    rules.pacing == Pacing::Turns || afar
}

/// Whether factors decide what a hit does.
pub(crate) fn counts_damage(rules: &Rules) -> bool {
    rules.damage != DamageBy::Hit || rules.own_damage.is_some()
}

/// Whether the rules treat player characters otherwise than all others.
pub(crate) fn treats_players(rules: &Rules) -> bool {
    let apart = rules.npc_dice.is_some() || rules.morale == Morale::Npcs;
    rules.pacing.players_act() || spares(rules) || apart
}
