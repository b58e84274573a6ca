//! Keys of a fighter that cannot act in a fight: under which rules and beside whom each of them would (a warning and no error, since a
//! sheet may hold more than a fight asks for).

use super::Combat;
use super::read::sides::may_be;
use super::read::{ATTACKS_KEY, attack_keys, key_of_attack};
use crate::combat::{Fighter, Spell, SpellEffect, Use, spares, track};
use crate::rules::damage::pierced;
use crate::rules::damage::written::{changes, rolls_game_dice};
use crate::rules::damage::{GrazeRoll, LevelRoll, LowFactor, PrintedOption};
use crate::rules::effects::Abilities;
use crate::rules::gear::Size;
use crate::rules::morale::Flees;
use crate::rules::{
    AllOut, AutomaticDeath, Boon, CalledShots, Consciousness, DamageBy, DamageCapacity, Evasion, FightCriticals, Graze,
    Lighter, Missiles, ModifierSum, Morale, Outnumbered, Pacing, Pain, RecordKind, Rules, Shields, Shots, SizeToHit,
    Stance, StrikeFirst, Stun, Switch, Targets, Toughness, WeaponSize, WillOverWounds,
};
use crate::subject::{Idle, IsSet, Owner, Remark};
use std::collections::BTreeSet;

/// A fighter, and the fight that it is in.
struct Stage<'a> {
    rules: &'a Rules,
    own: &'a Fighter,
    foes: Vec<&'a Fighter>,
    /// Its side, the fighter included.
    friends: Vec<&'a Fighter>,
    /// Whether anybody has a special ability: what resists it is not looked into.
    abilities: bool,
    /// Whether a key of the fighter is written.
    written: &'a dyn Fn(&str) -> bool,
}

/// When keys act.
struct Row {
    keys: &'static [&'static str],
    acts: fn(&Stage<'_>) -> bool,
    /// Why they do not.
    reason: &'static str,
    /// What gives them something to do.
    cure: &'static str,
}

/// The rows of a key are tried in order: the first that fails gives the reason.
const ROWS: &[Row] = &[
    Row {
        keys: &["missile", "place", "initiative", "combat_reflexes", "intuition", "peripheral_vision"],
        acts: |stage| !stage.rules.pacing.players_act(),
        reason: "only player characters act, each in turn, at any distance",
        cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
    },
    Row {
        keys: &DAMAGE_KEYS,
        acts: |stage| stage.rules.pacing != Pacing::Story,
        reason: "one roll decides the fight, and no blow is judged",
        cure: "set another `pacing` in [rules]",
    },
    Row {
        keys: &DAMAGE_KEYS,
        acts: |stage| stage.counts_damage(),
        reason: "each hit marks the same number of boxes, whatever strikes and whatever protects",
        cure: "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
    },
    Row {
        keys: &["scale", "mass_scale"],
        acts: |stage| {
            let hits = stage.counts_damage() || stage.rules.size_to_hit != SizeToHit::Off;
            hits && stage.rules.pacing != Pacing::Story || stage.abilities
        },
        reason: "size decides neither damage nor hits here",
        cure: "set `damage = \"weapon\"` or `\"degree\"`, or `size_to_hit`, in [rules]",
    },
    Row {
        keys: &[
            "weapon",
            "martial_art",
            "thrown_unskilled",
            "halves_armor",
            "scale_piercing",
            "offense",
            "hit_bonus",
            "against",
        ],
        acts: |stage| stage.rules.closing.is_some(),
        reason: "it never comes to blows",
        cure: "set `closing` in [rules] to the number of rounds before it does",
    },
    Row {
        keys: &["tactic"],
        acts: |stage| stage.rules.closing.is_some() || stage.stances(|stance| stance.avoidances > 0),
        reason: "it never comes to blows",
        cure: "set `closing` in [rules] to the number of rounds before it does, or avoid twice",
    },
    Row {
        keys: &["tactic"],
        acts: |stage| {
            let concentrates = |stance: &Stance| stance.concentrated;
            let another = |stance: &Stance| Stance { concentrated: false, ..*stance } != Stance::NORMAL;
            stage.several_foes() || !stage.stances(concentrates) || stage.stances(another)
        },
        reason: "there is one foe to concentrate on",
        cure: "give the other side several fighters",
    },
    Row {
        keys: &["scale_piercing"],
        acts: |stage| stage.foes.iter().any(|foe| pierced(stage.own.scale_piercing, foe.mass_scale) != 0),
        reason: "no foe has a Mass Scale above 0",
        cure: "give a foe `scale` or `mass_scale`",
    },
    Row {
        keys: &["halves_armor", "weapon_tech"],
        acts: |stage| stage.foes.iter().any(|foe| foe.armor > 0),
        reason: "no foe wears armor",
        cure: "give a foe `armor`",
    },
    Row {
        keys: &["armor_tech"],
        acts: |stage| stage.own.armor > 0,
        reason: "it wears no armor",
        cure: "give it `armor`",
    },
    Row {
        keys: &["blade"],
        acts: |stage| {
            let tells = |foe: &&Fighter| foe.abilities.edges.is_some() || foe.abilities.heads.is_some();
            stage.foes.iter().any(tells)
        },
        reason: "no foe is harder or easier to hurt with one kind of weapon",
        cure: "give a foe `abilities.edges` or heads that fire sears",
    },
    Row {
        keys: &["pain"],
        acts: |stage| {
            let as_others = Fighter { pain: Pain::Normal, ..stage.own.clone() };
            let [own, others] = [stage.own, &as_others].map(|one| track(one, stage.rules).conditions_of_levels());
            stage.rules.pacing != Pacing::Story && own != others
        },
        reason: "its wounds take as much from its skill as without",
        cure: "set a `record` in [rules] whose wounds lower skills",
    },
    Row {
        keys: &["record"],
        acts: |stage| stage.rules.pacing != Pacing::Story && stage.own.record.as_ref() != Some(&stage.rules.record),
        reason: "its wounds are recorded as those of all others, or nobody is wounded",
        cure: "give it a record that differs from `record` in [rules], or set another `pacing`",
    },
    Row {
        keys: &["toughness"],
        acts: |stage| stage.rules.pacing != Pacing::Story && stage.own.toughness(stage.rules) != stage.rules.toughness,
        reason: "toughness does the same to all wounds, or nobody is wounded",
        cure: "give it a choice other than `toughness` in [rules], or set another `pacing`",
    },
    Row {
        keys: &["pc"],
        acts: |stage| treats_players(stage.rules),
        reason: "the rules treat player characters as all others",
        cure: "set `npc_dice`, or `pacing = \"player-facing\"` in [rules]",
    },
    Row {
        keys: &["defends_at"],
        acts: |stage| stage.rules.pacing == Pacing::PlayerFacing && stage.own.pc == Some(true),
        reason: "only player characters choose to defend, where nobody else acts",
        cure: "set `pacing = \"player-facing\"` in [rules], and make it a player character",
    },
    Row {
        keys: &["avoid_by"],
        acts: |stage| {
            let parries = stage.rules.missiles.may_be_parried() && stage.is_shot_at();
            parries || (stage.written)("position") || stage.stances(|stance| stance.doubled) && stage.is_shot_at()
        },
        reason: "a dodge and a parry are the same here",
        cure: "set `missiles = \"dodge-or-parry\"` in [rules] where a foe shoots, or `position = \"back-turned\"`",
    },
    Row {
        keys: &["speed"],
        acts: |stage| stage.rules.strike_first != StrikeFirst::Off,
        reason: "nobody's speed is compared",
        cure: "set `strike_first = \"speed\"` and `pacing = \"simultaneous\"` in [rules]",
    },
    Row {
        keys: &["targets", "spread"],
        acts: |stage| stage.several_foes(),
        reason: "there is one foe, and nothing to choose",
        cure: "give the other side several fighters",
    },
    Row {
        keys: &["danger_sense"],
        acts: |stage| {
            let surprised = stage.own.unaware > 0 || stage.foes.iter().any(|foe| foe.abilities.surprise.is_some());
            surprised && !stage.own.quick_reflexes
        },
        reason: "nothing takes it unaware",
        cure: "set `unaware` to a number of rounds",
    },
    Row {
        keys: &["shoddy"],
        acts: |stage| stage.own.weapon.is_some_and(|weapon| weapon > Size::Unarmed.factor(stage.rules.gear)),
        reason: "it fights with bare hands, or nothing is known of its weapon",
        cure: "give it a `weapon`",
    },
    Row {
        keys: &["poisoned"],
        acts: |stage| {
            stage.own.begins_poisoned.is_some() || stage.foes.iter().any(|foe| foe.abilities.poison.is_some())
        },
        reason: "no foe has poison",
        cure: "give a foe `abilities.poison`",
    },
    Row {
        keys: &["begins_poisoned"],
        acts: |stage| {
            stage.rules.pacing != Pacing::Story && stage.own.begins_poisoned.is_some_and(|own| own.drains > 0)
        },
        reason: "it drains nothing, or there are no rounds in which it could",
        cure: "let it drain a level or more each round, and set another `pacing` than `story`",
    },
    Row {
        keys: &["against"],
        acts: |stage| stage.foes.iter().any(|foe| stage.own.against(foe) != 0),
        reason: "no foe has such a name",
        cure: "use the `name` of a foe",
    },
    Row {
        keys: &["spells"],
        acts: |stage| stage.own.spells.is_empty() || !stage.rules.pacing.players_act() || stage.own.pc == Some(true),
        reason: "only player characters act, and it is not one",
        cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
    },
    Row {
        keys: &["resists_magic"],
        acts: |stage| stage.foes.iter().any(|foe| foe.spells.iter().any(Spell::is_resisted)),
        reason: "no foe casts a spell that can be resisted",
        cure: "give a foe a spell whose table says who resists (`resisted_by`, `subject` or `target`)",
    },
    Row {
        keys: &["leader"],
        acts: |stage| {
            let waits = |friend: &&Fighter| friend.flees == Some(Flees::LeaderDown);
            stage.foes.iter().any(|foe| foe.targets == Targets::Leader) || stage.friends.iter().any(waits)
        },
        reason: "no foe looks for a leader, and no friend flees for one",
        cure: "give a foe `targets = \"leader\"`",
    },
    Row {
        keys: &["missile"],
        acts: |stage| stage.shoots(stage.own) || stage.own.at_back && stage.has_line(),
        reason: "there are no rounds of missile fire, and it fights hand to hand",
        cure: "set `closing` in [rules] to the number of rounds before it comes to blows, or `place = \"back\"`",
    },
    Row {
        keys: &["place"],
        acts: |stage| !stage.own.at_back || stage.has_line(),
        reason: "nobody on its side stands in front of it in a melee",
        cure: "leave a friend at the `front`, `pacing` in turns or simultaneous, and `closing` a number",
    },
    Row {
        keys: &["flees"],
        acts: |stage| stage.own.may_flee(stage.friends.iter().copied()),
        reason: "nobody else on its side can fall, or its side has no leader",
        cure: "give it friends, one of them with `leader = true` if it waits for that one's fall",
    },
    Row {
        keys: &["cover", "dodge"],
        acts: |stage| !stage.rules.pacing.players_act() || stage.is_shot_at(),
        reason: "only player characters act, and none of its foes among them throws a spell",
        cure: "give such a foe a spell with `harms.thrown`",
    },
    Row {
        keys: &["cover", "dodge"],
        acts: |stage| stage.is_shot_at(),
        reason: "nobody shoots or throws anything at it",
        cure: "give a foe a `missile`, and set `closing` in [rules]",
    },
    Row {
        keys: &["dodge"],
        acts: |stage| stage.avoids_missiles(),
        reason: "it does not avoid missiles: it shoots at the same time, or they leave no chance",
        cure: "set `shots = \"in-turn\"` or `missiles` in [rules]",
    },
    Row {
        keys: &["initiative", "combat_reflexes", "intuition"],
        acts: |stage| stage.rolls_initiative(),
        reason: "nobody rolls for initiative",
        cure: "set `pacing = \"turns\"` in [rules]",
    },
    Row {
        keys: &["perception"],
        acts: |stage| stage.rolls_initiative() || stage.rules.all_out != AllOut::Off || stage.abilities,
        reason: "nobody rolls for initiative, and nobody looks out for an advantage",
        cure: "set `pacing = \"turns\"` or `all_out` in [rules]",
    },
    Row {
        keys: &["agility"],
        acts: |stage| stage.rolls_initiative() || stage.rules.evasion == Evasion::Avoidance || stage.abilities,
        reason: "nobody rolls for initiative or balance",
        cure: "set `pacing = \"turns\"` or `evasion` in [rules]",
    },
    Row {
        keys: &["avoid"],
        acts: |stage| {
            let blows = stage.rules.pacing == Pacing::Turns && stage.rules.closing.is_some();
            blows || stage.avoids_missiles() && !(stage.written)("dodge")
        },
        reason: "both fight with one roll of their skill each",
        cure: "set `pacing = \"turns\"` in [rules]",
    },
    Row {
        keys: &["other_avoid"],
        acts: |stage| stage.stances(|stance| stance.doubled),
        reason: "no blow is met by two ways to avoid it",
        cure: "give it `tactic = \"dodge-and-parry\"`",
    },
    Row {
        keys: &["other_avoid"],
        acts: |stage| stage.rules.closing.is_some() || stage.rules.missiles.may_be_parried(),
        reason: "it never comes to blows, and missiles are only dodged",
        cure: "set `missiles = \"dodge-or-parry\"` in [rules]",
    },
    Row {
        keys: &["will"],
        acts: |stage| {
            let rules = stage.rules;
            let overcomes = rules.will_over_wounds != WillOverWounds::Off && stage.own.overcomes_at.is_some();
            overcomes || stage.own.toughness(rules) == Toughness::Will || stage.abilities
        },
        reason: "nobody rolls Willpower",
        cure: "set `will_over_wounds` in [rules], and `overcomes_at` for it",
    },
    Row {
        keys: &["constitution"],
        acts: |stage| stage.rules.consciousness != Consciousness::Off || stage.abilities,
        reason: "nobody rolls to stay conscious",
        cure: "set `consciousness` in [rules]",
    },
    Row {
        keys: &["morale"],
        acts: |stage| stage.rules.morale != Morale::Off,
        reason: "nobody's morale is tested",
        cure: "set `morale` in [rules]",
    },
    Row {
        keys: &["health"],
        acts: |stage| {
            stage.record() == RecordKind::Health
                || stage.own.combat_paralysis
                || stage.own.begins_poisoned.is_some()
                || stage.abilities
        },
        reason: "its wounds are not recorded by Health, and nothing asks for a roll of it",
        cure: "set `record = { kind = \"health\" }` in [rules]",
    },
    Row {
        keys: &["damage_capacity"],
        acts: |stage| {
            let recorded = matches!(stage.record(), RecordKind::CapacityPoints | RecordKind::Capacity { .. });
            let (Rules { damage_capacity, .. }, toughness) = (stage.rules, stage.own.toughness(stage.rules));
            let factor = *damage_capacity == DamageCapacity::Counts && stage.counts_damage();
            stage.rules.pacing != Pacing::Story && (recorded || factor || toughness != Toughness::Off)
        },
        reason: "Damage Capacity counts for nothing",
        cure: "set `damage_capacity = \"counts\"` in [rules]",
    },
    Row {
        keys: &["injuries"],
        acts: |stage| stage.rules.damage == DamageBy::Hit,
        reason: "what a hit does goes by its degree or the weapon",
        cure: "set `damage = \"hit\"` in [rules]",
    },
    Row {
        keys: &["serious"],
        acts: |stage| stage.rules.damage != DamageBy::Degree,
        reason: "what a hit does goes by its degree",
        cure: "set `damage = \"hit\"` in [rules]",
    },
    Row {
        keys: &["weapon", "martial_art"],
        acts: |stage| {
            let armored = || stage.foes.iter().any(|foe| foe.armor > 0 || foe.defense > 0);
            let blows = stage.rules.pacing != Pacing::Story && stage.counts_damage();
            blows && !(stage.written)("offense")
                || stage.rules.weapon_size != WeaponSize::Off
                || stage.rules.maneuvers == Switch::On
                || stage.own.halves_armor && armored()
                || stage.abilities
        },
        reason: "`offense` or the rules already say what a hit does, and weapon sizes are not compared",
        cure: "leave `offense` out, or set `weapon_size` in [rules]",
    },
    Row {
        keys: &["shield"],
        acts: |stage| {
            let rules = stage.rules;
            let worn = rules.shields == Shields::Defense && rules.pacing != Pacing::Story && stage.counts_damage();
            let in_hand = rules.shields == Shields::FoeSkill || rules.weapon_size != WeaponSize::Off;
            worn || in_hand && rules.closing.is_some() || stage.avoids_missiles()
        },
        reason: "shields do nothing",
        cure: "set `shields` in [rules]",
    },
    Row {
        keys: &["peripheral_vision"],
        acts: |stage| stage.rules.outnumbered != Outnumbered::Off && stage.several_foes(),
        reason: "nobody suffers from being outnumbered here",
        cure: "set `outnumbered` in [rules], and give the other side several fighters",
    },
    Row {
        keys: &["quick_reflexes"],
        acts: |stage| {
            let nimble = stage.rules.missiles == Missiles::QuickReflexes && stage.is_shot_at();
            stage.own.unaware > 0 || stage.abilities || nimble
        },
        reason: "nobody takes it unaware, and no missile asks for it",
        cure: "set `missiles = \"quick-reflexes\"` in [rules]",
    },
];

/// A fight as its rules are looked at.
struct Field<'a> {
    rules: &'a Rules,
    fighters: &'a [Fighter],
}

/// When options of `[rules]` act that fighters, or other options, must have a use for.
struct RuleRow {
    keys: &'static [&'static str],
    acts: fn(&Field<'_>) -> bool,
    /// The reason why they do not.
    reason: &'static str,
    /// A change that gives them something to do.
    cure: &'static str,
}

/// The rows of a key are tried in order: the first that fails gives the reason.
const RULES: &[RuleRow] = &[
    RuleRow {
        keys: &["fudge_points"],
        acts: |field| field.any(|fighter| !fighter.spend.0.is_empty()),
        reason: "nobody spends any",
        cure: "say what for: `spend = \"survive\"` of a fighter, or of a whole side under [sides]",
    },
    RuleRow {
        keys: &["fudge_points"],
        acts: |field| field.any(|fighter| !fighter.spend.0.is_empty() && fighter.fudge_points.is_none()),
        reason: "all who spend any have a number of their own",
        cure: "leave out `fudge_points` of a fighter",
    },
    RuleRow {
        keys: &["success_limit"],
        acts: |field| field.buys(Boon::Success),
        reason: "nobody spends Fudge points on a success",
        cure: "set `pacing = \"story\"` in [rules], and `spend = \"success\"` for a fighter",
    },
    RuleRow {
        keys: &["automatic_price"],
        acts: |field| field.buys(Boon::Automatic),
        reason: "nobody spends Fudge points on an automatic success",
        cure: "write `spend = \"automatic\"` for a fighter, or for a whole side under [sides]",
    },
    RuleRow {
        keys: &["lighter_wound", "lighter_for", "scratch_price"],
        acts: |field| field.buys(Boon::Lighter),
        reason: "nobody spends Fudge points on lighter wounds",
        cure: "write `spend = \"lighter-wound\"` for a fighter, or for a whole side under [sides]",
    },
    RuleRow {
        keys: &["scratch_price"],
        acts: |field| field.rules.lighter_wound == Lighter::Scratch,
        reason: "no wound becomes a Scratch",
        cure: "set `lighter_wound = \"scratch\"` in [rules]",
    },
    RuleRow {
        keys: &["near_death_price"],
        acts: |field| field.buys(Boon::CheatDeath),
        reason: "nobody spends Fudge points to escape death",
        cure: "write `spend = \"near-death\"` for a fighter, or for a whole side under [sides]",
    },
    RuleRow {
        keys: &AGAINST_SEVERAL,
        acts: |field| !field.rules.pacing.players_act(),
        reason: "where only player characters act (`pacing`), each roll is against one foe",
        cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
    },
    RuleRow {
        keys: &["lone_strike", "mob_roll"],
        acts: |field| field.rules.pacing == Pacing::Simultaneous,
        reason: "in turns each attack has its own result",
        cure: "set `pacing = \"simultaneous\"` in [rules]",
    },
    RuleRow {
        keys: &AGAINST_SEVERAL,
        acts: |field| field.rules.closing.is_some(),
        reason: "it never comes to blows",
        cure: "set `closing` in [rules] to the number of rounds before it does",
    },
    RuleRow {
        keys: &AGAINST_SEVERAL,
        acts: |field| field.somebody_faces_several(),
        reason: "nobody faces several foes",
        cure: "give a side several fighters",
    },
    RuleRow {
        keys: &["hit"],
        acts: |field| !field.rules.pacing.players_act() && field.rules.closing.is_some(),
        reason: "shots, and rolls where only player characters act, have rules of their own",
        cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules], and let it come to blows",
    },
    RuleRow {
        keys: &["initiative_roll"],
        acts: |field| rolls_initiative(field.rules),
        reason: "nobody rolls for initiative",
        cure: "set `pacing = \"turns\"` in [rules]",
    },
    RuleRow {
        keys: &["initiative", "initiative_ties", "initiative_wounds", "turn_order"],
        acts: |field| !field.rules.pacing.players_act() && rolls_initiative(field.rules),
        reason: "nobody rolls for initiative",
        cure: "set `pacing = \"turns\"` in [rules]",
    },
    RuleRow {
        keys: &[
            "missiles",
            "range",
            "shot_degree",
            "propelled",
            "missile_parry",
            "burst_from",
            "shots",
            "shots_into_melee",
        ],
        acts: |field| field.somebody_shoots(),
        reason: "nobody shoots or throws anything",
        cure: "give a fighter a `missile`, and set `closing` in [rules]",
    },
    RuleRow {
        keys: &["avoidance"],
        acts: |field| field.rules.pacing == Pacing::Turns || field.somebody_shoots(),
        reason: "attack and avoidance are one roll",
        cure: "set `pacing = \"turns\"` in [rules]",
    },
    RuleRow {
        keys: &["minimum_to_hit", "size_to_hit"],
        acts: |field| !field.rules.pacing.players_act() || field.somebody_shoots(),
        reason: "where only player characters act (`pacing`), a roll that wins hits",
        cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
    },
    RuleRow {
        keys: &["static_tie"],
        acts: |field| !field.rules.pacing.players_act(),
        reason: "where only player characters act (`pacing`), they win ties",
        cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
    },
    RuleRow {
        keys: &["stun"],
        acts: |field| field.rules.stun == Stun::Off || field.any(|fighter| fighter.stuns),
        reason: "nobody strikes to stun",
        cure: "write `stuns = true` for a fighter",
    },
    RuleRow {
        keys: &["automatic_death"],
        acts: |field| field.rules.automatic_death == AutomaticDeath::Off || field.any(|fighter| fighter.helpless),
        reason: "nobody is helpless",
        cure: "write `helpless = true` for a fighter",
    },
    RuleRow {
        keys: &["graze_from", "graze_roll", "graze_ceiling"],
        acts: |field| field.rules.graze != Graze::Off,
        reason: "there are no grazes",
        cure: "set `graze = \"table\"` in [rules]",
    },
    RuleRow {
        keys: &["level_roll"],
        acts: |field| changes_damage::<LevelRoll>(field),
        reason: "the damage roll of these rules moves no wound level",
        cure: "set `damage_roll` to a roll on the wound level: `fudgelab list rules damage_roll`",
    },
    RuleRow {
        keys: &["low_factor"],
        acts: |field| changes_damage::<LowFactor>(field),
        reason: "by the damage roll of these rules no dice are read off for damage",
        cure: "set another `damage_roll`: `fudgelab list rules damage_roll`",
    },
    RuleRow {
        keys: &["damage_dice"],
        acts: |field| field.rules.own_damage.is_none() && rolls_game_dice(field.rules),
        reason: "damage is not rolled with the game's own dice",
        cure: "set another `damage_roll`: `fudgelab list rules damage_roll`",
    },
    RuleRow {
        keys: &["graze_roll"],
        acts: |field| changes_damage::<GrazeRoll>(field),
        reason: "by the damage roll of these rules grazes are not rolled for",
        cure: "set another `damage_roll`: `fudgelab list rules damage_roll`",
    },
    RuleRow {
        keys: &["called_minimum"],
        acts: |field| field.rules.called_shots != CalledShots::Off,
        reason: "there are no called shots",
        cure: "set `called_shots` in [rules]",
    },
    RuleRow {
        keys: &["critical_effects"],
        acts: |field| field.rules.fight_criticals != FightCriticals::Off,
        reason: "no critical result has an effect in fights",
        cure: "set `fight_criticals = \"table\"` in [rules]",
    },
    RuleRow {
        keys: &["evasion"],
        acts: |field| field.rules.evasion == Evasion::Off || field.any(|fighter| fighter.evades_at.is_some()),
        reason: "nobody evades",
        cure: "say when: `evades_at` of a fighter, or of a whole side under [sides]",
    },
    RuleRow {
        keys: &["will_over_wounds", "will_difficulty"],
        acts: |field| {
            // Levels take the place of rolls to stay conscious.
            let over = field.rules.will_over_wounds;
            let acts = matches!(over, WillOverWounds::Off | WillOverWounds::Levels);
            acts || field.any(|fighter| fighter.overcomes_at.is_some())
        },
        reason: "nobody uses Willpower against wounds",
        cure: "say when: `overcomes_at` of a fighter, or of a whole side under [sides]",
    },
    RuleRow {
        keys: &["will_difficulty"],
        acts: |field| field.rules.will_over_wounds != WillOverWounds::Off,
        reason: "nobody uses Willpower against wounds",
        cure: "set `will_over_wounds` in [rules]",
    },
    RuleRow {
        keys: &["gear"],
        acts: |field| {
            counts_damage(field.rules) || field.rules.weapon_size != WeaponSize::Off || field.somebody_shoots()
        },
        reason: "each hit marks the same number of boxes, whatever strikes and whatever protects",
        cure: "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
    },
    RuleRow {
        keys: &["damage_capacity"],
        acts: |field| field.rules.damage_capacity != DamageCapacity::Counts || counts_damage(field.rules),
        reason: "each hit marks the same number of boxes, whatever protects",
        cure: "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
    },
    RuleRow {
        keys: &["shields"],
        acts: |field| field.rules.shields != Shields::Defense || counts_damage(field.rules),
        reason: "each hit marks the same number of boxes, whatever protects",
        cure: "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
    },
];

/// Options of melees against several foes.
const AGAINST_SEVERAL: [&str; 4] = ["outnumbered", "lone_strike", "mob_roll", "reach"];

impl Field<'_> {
    fn any(&self, is: impl Fn(&Fighter) -> bool) -> bool {
        self.fighters.iter().any(is)
    }

    fn buys(&self, boon: Boon) -> bool {
        self.any(|fighter| fighter.spend.0.iter().any(|spend| spend.on == boon))
    }

    fn somebody_faces_several(&self) -> bool {
        let foes =
            |own: &Fighter| self.fighters.iter().filter(|foe| foe.side != own.side).map(|foe| foe.count).sum::<u16>();
        self.any(|own| foes(own) > 1)
    }

    /// Whether anything flies: a missile before the melee or from behind, or a spell that is thrown.
    fn somebody_shoots(&self) -> bool {
        let throws = |spell: &Spell| matches!(spell.effect, SpellEffect::Harms { thrown: Some(_), .. });
        let shoots = |own: &Fighter| own.ranged.missile.is_some() && (self.rules.closing != Some(0) || own.at_back);
        let shot = !self.rules.pacing.players_act() && self.any(shoots);
        shot || self.any(|own| own.spells.iter().any(throws) || own.abilities != Abilities::default())
    }
}

/// True if the printed rule of damage depends on an option.
fn changes_damage<O: PrintedOption>(field: &Field<'_>) -> bool {
    field.rules.own_damage.is_none() && changes(O::KEY, field.rules)
}

/// Whether the order of turns is rolled for, in a melee or among archers.
fn rolls_initiative(rules: &Rules) -> bool {
    let afar = rules.closing != Some(0) && rules.shots == Shots::InTurn;
    rules.pacing == Pacing::Turns || afar
}

/// Whether factors decide what a hit does.
fn counts_damage(rules: &Rules) -> bool {
    rules.damage != DamageBy::Hit || rules.own_damage.is_some()
}

/// Keys of which nothing but damage is made.
const DAMAGE_KEYS: [&str; 12] = [
    "offense",
    "strength",
    "thrown_unskilled",
    "halves_armor",
    "scale_piercing",
    "weapon_tech",
    "armor_tech",
    "armor",
    "mass",
    "tough_hide",
    "defense",
    "strength_scale",
];

impl Stage<'_> {
    /// The reason why a key of the fighter does nothing, and the cure; `None` if it acts.
    fn why_idle(&self, key: &str) -> Option<[&'static str; 2]> {
        let mut of_key = ROWS.iter().filter(|row| row.keys.contains(&key));
        of_key.find(|row| !(row.acts)(self)).map(|row| [row.reason, row.cure])
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

    fn counts_damage(&self) -> bool {
        counts_damage(self.rules)
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

    fn rolls_initiative(&self) -> bool {
        rolls_initiative(self.rules)
    }

    fn record(&self) -> RecordKind {
        self.own.record.as_ref().map_or(self.rules.record.kind, |record| record.kind)
    }
}

/// For each key above that is written of a fighter or among the rules, whether it can act, and why not.
pub(super) fn idle(combat: &Combat, rules: &Rules, written: IsSet<'_>) -> Vec<Idle> {
    let pcs = combat.cast.pcs().into_iter().map(Some);
    let known = combat.cast.fighters.iter().zip(pcs).map(|(fighter, pc)| Fighter { pc, ..fighter.clone() });
    let fighters = &known.collect::<Vec<Fighter>>();
    let abilities = fighters.iter().any(|one| one.abilities != Abilities::default() || one.blood.is_some());
    let mut found = Vec::new();
    for (which, own) in fighters.iter().enumerate() {
        let (friends, foes) = fighters.iter().partition(|other| other.side == own.side);
        let owner = Owner::Fighter(which);
        let stage = Stage { rules, own, foes, friends, abilities, written: &|key| written(owner, key) };
        let keys: BTreeSet<&'static str> = ROWS.iter().flat_map(|row| row.keys).copied().collect();
        for key in keys.into_iter().filter(|key| written(owner, key)) {
            found.push(Idle { owner, key, why: stage.why_idle(key) });
        }
        let differing: Vec<&'static str> = attack_keys().filter(|key| written(owner, &key_of_attack(key))).collect();
        if let Some(last) = differing.last() {
            let acts = differing.iter().any(|key| stage.why_idle(key).is_none());
            found.push(Idle { owner, key: ATTACKS_KEY, why: stage.why_idle(last).filter(|_| !acts) });
        }
    }
    let field = Field { rules, fighters };
    let keys: BTreeSet<&'static str> = RULES.iter().flat_map(|row| row.keys).copied().collect();
    for key in keys.into_iter().filter(|key| written(Owner::Rules, key)) {
        let mut of_key = RULES.iter().filter(|row| row.keys.contains(&key));
        let why = of_key.find(|row| !(row.acts)(&field)).map(|row| [row.reason, row.cure]);
        found.push(Idle { owner: Owner::Rules, key, why });
    }
    found
}

/// Who has a side to itself, in a fight of several sides, only because its `side` is not set while that of others is.
pub(super) fn alone_on_a_side<'c>(combat: &'c Combat, written: IsSet<'_>) -> Option<&'c str> {
    let cast = &combat.cast;
    let has_side = |which: usize| written(Owner::Fighter(which), "side");
    let fighters = 0..cast.fighters.len();
    let alone = fighters.clone().find(|which| !has_side(*which)).filter(|_| cast.sides.len() > 2);
    alone.filter(|_| fighters.clone().any(has_side)).map(|which| cast.fighters[which].name.as_str())
}

/// Two sides of which one may be meant to be the other: it has the nearest name, and one of them is not just the name of its fighter.
pub(super) fn near_sides(combat: &Combat) -> Option<[&str; 2]> {
    let cast = &combat.cast;
    let is_written = |side: &str| {
        let mut own = cast.fighters.iter().filter(|fighter| cast.sides[fighter.side] == side);
        own.any(|fighter| fighter.name != side)
    };
    cast.sides.iter().enumerate().find_map(|(place, side)| {
        let near = may_be(side, cast.sides[..place].iter().map(String::as_str))?;
        (is_written(side) || is_written(near)).then_some([near, side.as_str()])
    })
}

/// Spells with a table that resists energy, and spells that the caster can never afford to cast.
pub(super) fn spells(combat: &Combat) -> Vec<Remark> {
    let casters = combat.cast.fighters.iter().flat_map(|own| own.spells.iter().map(move |spell| (own, spell)));
    let remark = |(own, spell): (&Fighter, &Spell)| {
        let of = format!("`{}` of {}", spell.name, own.name);
        let (message, remedy) = if spell.system.is_resisted() && !spell.is_resisted() {
            (
                format!("{of} harms: it is energy, which nobody resists (SRD 7.16), so `resisted_by` does nothing"),
                "leave `resisted_by` out",
            )
        } else if !spell.is_affordable() {
            let remedy = "lower its price, raise the reservoir, or set `keeps = \"nothing\"` to cast it all the same";
            (format!("{of} is never cast: the first casting may cost more than the caster keeps"), remedy)
        } else {
            return None;
        };
        Some(Remark { message, remedy: remedy.to_owned() })
    };
    casters.filter_map(remark).collect()
}

/// Fighters whose modifiers count less than they add up to: the name, the sum and the number that counts.
pub(super) fn capped<'c>(combat: &'c Combat, rules: &'c Rules) -> impl Iterator<Item = (&'c str, [i32; 2])> {
    let whole = Rules { stacking: ModifierSum::Sum, modifier_cap: None, ..rules.clone() };
    let most = move |own: &Fighter| {
        let ends = own.modifiers.iter().filter_map(|modifier| modifier.rounds).map(|last| last.saturating_add(1));
        let sums = std::iter::once(1)
            .chain(ends)
            .map(|round| [&whole, rules].map(|rules| own.situational(rules, round, Use::Attack)));
        sums.into_iter().find(|[sum, counted]| sum != counted)
    };
    combat.cast.fighters.iter().filter_map(move |own| Some((own.name.as_str(), most(own)?)))
}

/// The fighters who are taken for player characters though no `pc` says so, under rules that treat these otherwise.
pub(super) fn taken_for_players<'c>(combat: &'c Combat, rules: &Rules, written: IsSet<'_>) -> Vec<&'c str> {
    let fighters = &combat.cast.fighters;
    let stated = (0..fighters.len()).any(|which| written(Owner::Fighter(which), "pc"));
    if stated || fighters.iter().any(|own| own.pc.is_some()) || !treats_players(rules) {
        return Vec::new();
    }
    let pcs = fighters.iter().zip(combat.cast.pcs()).filter(|(_, pc)| *pc);
    pcs.map(|(own, _)| own.name.as_str()).collect()
}

/// Whether the rules treat player characters otherwise than all others.
fn treats_players(rules: &Rules) -> bool {
    let apart = rules.npc_dice.is_some() || rules.morale == Morale::Npcs;
    rules.pacing.players_act() || spares(rules) || apart
}

/// The side that cannot shoot in a fight that never comes to blows, if one cannot.
pub(super) fn helpless_side(combat: &Combat, rules: &Rules) -> Option<String> {
    let cast = &combat.cast;
    let shoots = |side: usize| cast.fighters.iter().any(|one| one.side == side && one.ranged.missile.is_some());
    let helpless = (0..cast.sides.len()).find(|side| rules.closing.is_none() && !shoots(*side));
    helpless.map(|side| cast.sides[side].clone())
}

/// Fighters who stand behind the others of their side with nothing to shoot or cast.
pub(super) fn useless_at_back<'c>(combat: &'c Combat, rules: &'c Rules) -> impl Iterator<Item = &'c str> {
    let fighters = &combat.cast.fighters;
    let melee = !rules.pacing.players_act() && rules.closing.is_some();
    let has_line = |own: &Fighter| fighters.iter().any(|other| other.side == own.side && !other.at_back);
    let useless = move |own: &&Fighter| {
        melee && own.at_back && has_line(own) && own.ranged.missile.is_none() && own.spells.is_empty()
    };
    fighters.iter().filter(useless).map(|own| own.name.as_str())
}

/// Fighters without a `missile` whose weapon is made to shoot, which strikes as a club; with the weapon's name.
pub(super) fn clubs<'c>(combat: &'c Combat, rules: &Rules) -> impl Iterator<Item = (&'c str, &'static str)> {
    let blows = !rules.pacing.players_act() && rules.closing.is_some();
    let fighters = combat.cast.fighters.iter().filter(move |own| blows && own.ranged.missile.is_none());
    fighters.filter_map(|own| Some((own.name.as_str(), own.ranged.launcher?)))
}
