//! Conditions under which fighters' keys have an effect. Each key names its needs in `read/keys.rs`.

use super::{Need, counts_damage, rolls_initiative, treats_players};
use crate::combat::{Fighter, Spell, track};
use crate::rules::damage::pierced;
use crate::rules::gear::Size;
use crate::rules::morale::Flees;
use crate::rules::{
    AllOut, Consciousness, DamageBy, DamageCapacity, Evasion, Missiles, Morale, Outnumbered, Pacing, Pain, RecordKind,
    Rules, Shields, SizeToHit, SkillUse, Stance, StrikeFirst, Switch, Targets, Toughness, WeaponSize, WillOverWounds,
};

pub(crate) const NPCS_ACT: Need = Need {
    is_met: |one| !one.rules.pacing.players_act(),
    reason: "only player characters act, each in turn, at any distance",
    cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
};

pub(crate) const BLOWS_ROLLED: Need = Need {
    is_met: |one| one.rules.pacing != Pacing::Story,
    reason: "one roll decides the whole fight, and blows are not rolled",
    cure: "set another `pacing` in [rules]",
};

pub(crate) const DAMAGE_COUNTS: Need = Need {
    is_met: |one| counts_damage(one.rules),
    reason: "each hit marks the same number of boxes, whatever the weapons and armor",
    cure: "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
};

pub(crate) const SIZE_COUNTS: Need = Need {
    is_met: |one| {
        let hits = counts_damage(one.rules) || one.rules.size_to_hit != SizeToHit::Off;
        hits && one.rules.pacing != Pacing::Story || one.abilities
    },
    reason: "size affects neither damage nor hits here",
    cure: "set `damage = \"weapon\"` or `\"degree\"`, or `size_to_hit`, in [rules]",
};

pub(crate) const HAS_MELEE: Need = Need {
    is_met: |one| one.rules.closing.is_some(),
    reason: "the fight never comes to blows",
    cure: "set `closing` in [rules] to the number of rounds before the first blows",
};

pub(crate) const MELEE_OR_AVOIDANCE: Need = Need {
    is_met: |one| one.rules.closing.is_some() || one.has_stance(|stance| stance.avoidances > 0),
    reason: "the fight never comes to blows",
    cure: "set `closing` in [rules] to the number of rounds before the first blows, or use a `tactic` that avoids two blows",
};

pub(crate) const CHOICE_OF_FOES: Need = Need {
    is_met: |one| {
        let concentrates = |stance: &Stance| stance.concentrated;
        let another = |stance: &Stance| Stance { concentrated: false, ..*stance } != Stance::NORMAL;
        one.several_foes() || !one.has_stance(concentrates) || one.has_stance(another)
    },
    reason: "there is only one foe to concentrate on",
    cure: "give the other side several fighters",
};

pub(crate) const FOE_HAS_SCALE: Need = Need {
    is_met: |one| one.foes.iter().any(|foe| pierced(one.own.scale_piercing, foe.mass_scale) != 0),
    reason: "no foe has a Mass Scale above 0",
    cure: "give a foe `scale` or `mass_scale`",
};

pub(crate) const FOE_IN_ARMOR: Need = Need {
    is_met: |one| one.foes.iter().any(|foe| foe.armor > 0),
    reason: "no foe wears armor",
    cure: "give a foe `armor`",
};

pub(crate) const OWN_ARMOR: Need =
    Need { is_met: |one| one.own.armor > 0, reason: "the fighter wears no armor", cure: "set `armor`" };

pub(crate) const BLADE_TYPE_COUNTS: Need = Need {
    is_met: |one| {
        let tells = |foe: &&Fighter| foe.abilities.edges.is_some() || foe.abilities.heads.is_some();
        one.foes.iter().any(tells)
    },
    reason: "no foe is harder or easier to hurt with one kind of weapon",
    cure: "give a foe `abilities.edges` or heads that fire sears",
};

pub(crate) const PAIN_CHANGES_PENALTIES: Need = Need {
    is_met: |one| {
        let as_others = Fighter { pain: Pain::Normal, ..one.own.clone() };
        let [own, others] = [one.own, &as_others].map(|fighter| track(fighter, one.rules).conditions_of_levels());
        one.rules.pacing != Pacing::Story && own != others
    },
    reason: "the fighter's wound penalties are the same as with normal pain",
    cure: "set a `record` in [rules] whose wounds lower skills",
};

pub(crate) const RECORD_DIFFERS: Need = Need {
    is_met: |one| one.rules.pacing != Pacing::Story && one.own.record.as_ref() != Some(&one.rules.record),
    reason: "this `record` is the same as in [rules], or no fighter can be wounded",
    cure: "set a record that differs from `record` in [rules], or set another `pacing`",
};

pub(crate) const TOUGHNESS_DIFFERS: Need = Need {
    is_met: |one| one.rules.pacing != Pacing::Story && one.own.toughness(one.rules) != one.rules.toughness,
    reason: "this `toughness` is the same as in [rules], or no fighter can be wounded",
    cure: "set a `toughness` that differs from [rules], or set another `pacing`",
};

pub(crate) const PLAYERS_TREATED_DIFFERENTLY: Need = Need {
    is_met: |one| treats_players(one.rules),
    reason: "the rules treat player characters like all other fighters",
    cure: "set `npc_dice`, or `pacing = \"player-facing\"` in [rules]",
};

pub(crate) const PLAYERS_DEFEND: Need = Need {
    is_met: |one| one.rules.pacing == Pacing::PlayerFacing && one.own.pc == Some(true),
    reason: "only player characters can choose to only defend, and only if no other fighters act",
    cure: "set `pacing = \"player-facing\"` in [rules], and `pc = true` for the fighter",
};

pub(crate) const DODGE_DIFFERS_FROM_PARRY: Need = Need {
    is_met: |one| {
        let parries = one.rules.missiles.may_be_parried() && one.is_shot_at();
        parries || (one.is_set)("position") || one.has_stance(|stance| stance.doubled) && one.is_shot_at()
    },
    reason: "a dodge and a parry are the same here",
    cure: "set `missiles = \"dodge-or-parry\"` in [rules] if a foe shoots, or `position = \"back-turned\"`",
};

pub(crate) const SPEED_COMPARED: Need = Need {
    is_met: |one| one.rules.strike_first != StrikeFirst::Off,
    reason: "the fighters' speeds are not compared",
    cure: "set `strike_first = \"speed\"` and `pacing = \"simultaneous\"` in [rules]",
};

pub(crate) const SEVERAL_FOES: Need = Need {
    is_met: |one| one.several_foes(),
    reason: "there is only one foe, so there is nothing to choose",
    cure: "give the other side several fighters",
};

pub(crate) const SURPRISED: Need = Need {
    is_met: |one| {
        let surprised = one.own.unaware > 0 || one.foes.iter().any(|foe| foe.abilities.surprise.is_some());
        surprised && !one.own.quick_reflexes
    },
    reason: "nothing takes the fighter unaware",
    cure: "set `unaware` to a number of rounds",
};

pub(crate) const WEAPON_HELD: Need = Need {
    is_met: |one| one.own.weapon.is_some_and(|weapon| weapon > Size::Unarmed.factor(one.rules.gear)),
    reason: "the fighter has bare hands, or a weapon that is not known",
    cure: "set `weapon`",
};

pub(crate) const POISON_PRESENT: Need = Need {
    is_met: |one| one.own.begins_poisoned.is_some() || one.foes.iter().any(|foe| foe.abilities.poison.is_some()),
    reason: "no foe has poison",
    cure: "give a foe `abilities.poison`",
};

pub(crate) const POISON_DRAINS: Need = Need {
    is_met: |one| one.rules.pacing != Pacing::Story && one.own.begins_poisoned.is_some_and(|own| own.drains > 0),
    reason: "the poison drains nothing, or the fight has no rounds in which it could",
    cure: "let the poison drain a level or more each round, and set a `pacing` other than `story`",
};

pub(crate) const FOE_HAS_THIS_NAME: Need = Need {
    is_met: |one| one.foes.iter().any(|foe| one.own.against(foe) != 0),
    reason: "no foe has such a name",
    cure: "use the `name` of a foe",
};

pub(crate) const CASTER_ACTS: Need = Need {
    is_met: |one| one.own.spells.is_empty() || !one.rules.pacing.players_act() || one.own.pc == Some(true),
    reason: "only player characters act, and this fighter is not one",
    cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
};

pub(crate) const MAGIC_RESISTED: Need = Need {
    is_met: |one| one.foes.iter().any(|foe| foe.spells.iter().any(Spell::is_resisted)),
    reason: "no foe casts a spell that can be resisted",
    cure: "give a foe a spell that sets who resists (`resisted_by`, `subject` or `target`)",
};

pub(crate) const LEADER_MATTERS: Need = Need {
    is_met: |one| {
        let waits = |friend: &&Fighter| friend.flees == Some(Flees::LeaderDown);
        one.foes.iter().any(|foe| foe.targets == Targets::Leader) || one.friends.iter().any(waits)
    },
    reason: "no foe attacks the leader first, and no friend flees when the leader is down",
    cure: "give a foe `targets = \"leader\"`",
};

pub(crate) const SHOOTS: Need = Need {
    is_met: |one| one.rules.closing != Some(0) || one.own.at_back && one.has_line(),
    reason: "there are no rounds of missile fire, and the fighter is not at the `back`",
    cure: "set `closing` in [rules] to the number of rounds before the first blows, or `place = \"back\"`",
};

pub(crate) const FRIEND_IN_FRONT: Need = Need {
    is_met: |one| !one.own.at_back || one.has_line(),
    reason: "no friend stands in front of the fighter in a melee",
    cure: "leave a friend at the `front`, set `pacing` to `turns` or `simultaneous`, and `closing` to a number",
};

pub(crate) const MAY_FLEE: Need = Need {
    is_met: |one| one.own.may_flee(one.friends.iter().copied()),
    reason: "no other fighter on the side can fall, or the side has no leader",
    cure: "give the fighter friends, one of them with `leader = true` if `flees` depends on the leader",
};

pub(crate) const PLAYERS_SHOT_AT: Need = Need {
    is_met: |one| !one.rules.pacing.players_act() || one.is_shot_at(),
    reason: "only player characters act, and none of the foes who act throws a spell",
    cure: "give such a foe a spell with `harms.thrown`",
};

pub(crate) const SHOT_AT: Need = Need {
    is_met: |one| one.is_shot_at(),
    reason: "no foe shoots or throws anything at the fighter",
    cure: "give a foe a `missile`, and set `closing` in [rules]",
};

pub(crate) const AVOIDS_MISSILES: Need = Need {
    is_met: |one| one.avoids_missiles(),
    reason: "the fighter cannot avoid missiles while shooting, or the rules let no fighter avoid them",
    cure: "set `shots = \"in-turn\"` or `missiles` in [rules]",
};

pub(crate) const INITIATIVE_ROLLED: Need = Need {
    is_met: |one| rolls_initiative(one.rules),
    reason: "no fighter rolls for initiative",
    cure: "set `pacing = \"turns\"` in [rules]",
};

pub(crate) const PERCEPTION_ROLLED: Need = Need {
    is_met: |one| rolls_initiative(one.rules) || one.rules.all_out != AllOut::Off || one.abilities,
    reason: "no fighter rolls for initiative or for an advantage",
    cure: "set `pacing = \"turns\"` or `all_out` in [rules]",
};

pub(crate) const AGILITY_ROLLED: Need = Need {
    is_met: |one| rolls_initiative(one.rules) || one.rules.evasion == Evasion::Avoidance || one.abilities,
    reason: "no fighter rolls for initiative or balance",
    cure: "set `pacing = \"turns\"` or `evasion` in [rules]",
};

pub(crate) const AVOIDS_WITH_SEPARATE_ROLL: Need = Need {
    is_met: |one| {
        let blows = one.rules.pacing == Pacing::Turns && one.rules.closing.is_some();
        blows || one.avoids_missiles() && !(one.is_set)("dodge")
    },
    reason: "each fighter attacks and defends with one roll of its skill",
    cure: "set `pacing = \"turns\"` in [rules]",
};

pub(crate) const AVOIDS_IN_TWO_WAYS: Need = Need {
    is_met: |one| one.has_stance(|stance| stance.doubled),
    reason: "the fighter does not avoid any blow in two ways",
    cure: "set `tactic = \"dodge-and-parry\"`",
};

pub(crate) const AVOIDANCE_USED: Need = Need {
    is_met: |one| one.rules.closing.is_some() || one.rules.missiles.may_be_parried(),
    reason: "the fight never comes to blows, and missiles are only dodged",
    cure: "set `missiles = \"dodge-or-parry\"` in [rules]",
};

pub(crate) const WILL_ROLLED: Need = Need {
    is_met: |one| {
        let rules = one.rules;
        let overcomes = rules.will_over_wounds != WillOverWounds::Off && one.own.overcomes_at.is_some();
        overcomes || one.own.toughness(rules) == Toughness::Will || one.abilities
    },
    reason: "no fighter rolls Willpower",
    cure: "set `will_over_wounds` in [rules], and the fighter's `overcomes_at`",
};

pub(crate) const CONSTITUTION_ROLLED: Need = Need {
    is_met: |one| one.rules.consciousness != Consciousness::Off || one.abilities,
    reason: "no fighter rolls to stay conscious",
    cure: "set `consciousness` in [rules]",
};

pub(crate) const MORALE_TESTED: Need = Need {
    is_met: |one| one.rules.morale != Morale::Off,
    reason: "morale is not tested",
    cure: "set `morale` in [rules]",
};

pub(crate) const HEALTH_COUNTS: Need = Need {
    is_met: |one| {
        one.record() == RecordKind::Health
            || one.own.combat_paralysis
            || one.own.begins_poisoned.is_some()
            || one.abilities
    },
    reason: "the fighter's wound boxes do not depend on Health, and Health is never rolled",
    cure: "set `record = { kind = \"health\" }` in [rules]",
};

pub(crate) const CAPACITY_COUNTS: Need = Need {
    is_met: |one| {
        let recorded = matches!(one.record(), RecordKind::CapacityPoints | RecordKind::Capacity { .. });
        let (Rules { damage_capacity, .. }, toughness) = (one.rules, one.own.toughness(one.rules));
        let factor = *damage_capacity == DamageCapacity::Counts && counts_damage(one.rules);
        one.rules.pacing != Pacing::Story && (recorded || factor || toughness != Toughness::Off)
    },
    reason: "Damage Capacity does not count under these rules",
    cure: "set `damage_capacity = \"counts\"` in [rules]",
};

pub(crate) const HITS_MARK_FIXED_BOXES: Need = Need {
    is_met: |one| one.rules.damage == DamageBy::Hit,
    reason: "damage depends on the degree or the weapon here",
    cure: "set `damage = \"hit\"` in [rules]",
};

pub(crate) const DAMAGE_NOT_BY_DEGREE: Need = Need {
    is_met: |one| one.rules.damage != DamageBy::Degree,
    reason: "damage depends on the degree here",
    cure: "set `damage = \"hit\"` in [rules]",
};

pub(crate) const WEAPON_COUNTS: Need = Need {
    is_met: |one| {
        let armored = || one.foes.iter().any(|foe| foe.armor > 0 || foe.defense > 0);
        let blows = one.rules.pacing != Pacing::Story && counts_damage(one.rules);
        blows && !(one.is_set)("offense")
            || one.rules.weapon_size != WeaponSize::Off
            || one.rules.maneuvers == Switch::On
            || one.own.halves_armor && armored()
            || one.abilities
    },
    reason: "`offense` or the rules already set the damage, and weapon sizes are not compared",
    cure: "leave `offense` out, or set `weapon_size` in [rules]",
};

pub(crate) const SHIELD_COUNTS: Need = Need {
    is_met: |one| {
        let rules = one.rules;
        let worn = rules.shields == Shields::Defense && rules.pacing != Pacing::Story && counts_damage(one.rules);
        let in_hand = rules.shields == Shields::FoeSkill || rules.weapon_size != WeaponSize::Off;
        worn || in_hand && rules.closing.is_some() || one.avoids_missiles()
    },
    reason: "shields do not count here",
    cure: "set `shields` in [rules]",
};

pub(crate) const OUTNUMBERED: Need = Need {
    is_met: |one| one.rules.outnumbered != Outnumbered::Off && one.several_foes(),
    reason: "the rules have no penalty for facing several foes, or the fighter never faces more than one",
    cure: "set `outnumbered` in [rules], and give the other side several fighters",
};

pub(crate) const REFLEXES_COUNT: Need = Need {
    is_met: |one| {
        let nimble = one.rules.missiles == Missiles::QuickReflexes && one.is_shot_at();
        one.own.unaware > 0 || one.abilities || nimble
    },
    reason: "the fighter is never taken unaware, and needs no quick reflexes against missiles",
    cure: "set `missiles = \"quick-reflexes\"` in [rules]",
};

pub(crate) const SKILL_COUNTS: Need = Need {
    is_met: |one| {
        let chosen = |foe: &&Fighter| matches!(foe.targets, Targets::Weakest | Targets::Strongest);
        one.counts("skill") || one.rules.evasion != Evasion::Off || one.foes.iter().any(chosen)
    },
    reason: "the dice contain the skill (`skill = \"dice\"` in [rules]), and no formula uses it",
    cure: "use `skill` in the formula of the dice, or set `skill = \"added\"` in [rules]",
};

pub(crate) const AVOID_COUNTS: Need = Need {
    is_met: |one| one.counts("avoid"),
    reason: "the dice contain the skill (`skill = \"dice\"` in [rules]), and no formula uses `avoid`",
    cure: "use `avoid` in the formula of the dice, or set `skill = \"added\"` in [rules]",
};

pub(crate) const LEVELS_ADDED: Need = Need {
    is_met: |one| one.rules.skill == SkillUse::Added,
    reason: "the dice contain the skill (`skill = \"dice\"` in [rules])",
    cure: "set `skill = \"added\"` in [rules]",
};
