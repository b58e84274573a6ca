//! Keys of a fighter that cannot act in a fight: under which rules and beside whom each of them would (a warning and no error, since a
//! sheet may hold more than a fight asks for).

use super::Combat;
use super::read::sides::may_be;
use crate::combat::{Fighter, Spell, SpellEffect};
use crate::rules::effects::Abilities;
use crate::rules::gear::Size;
use crate::rules::morale::Flees;
use crate::rules::{
    AllOut, Consciousness, DamageBy, DamageCapacity, Evasion, Missiles, Morale, Outnumbered, Pacing, RecordKind, Rules,
    Shields, Shots, StrikeFirst, Switch, Targets, Toughness, WeaponSize, WillOverWounds,
};
use crate::subject::{Idle, IsSet, Owner, Remark};

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

const ROWS: &[Row] = &[
    Row {
        keys: &["speed"],
        acts: |stage| stage.rules.strike_first != StrikeFirst::Off,
        reason: "nobody's speed is compared",
        cure: "set `strike_first = \"speed\"` in [rules]",
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
        acts: |stage| stage.own.spells.is_empty() || !stage.rules.pacing.players_act() || stage.own.pc != Some(false),
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
        acts: |stage| stage.rules.closing != Some(0) || stage.own.at_back && stage.has_line(),
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
        acts: |stage| {
            let leader = || stage.friends.iter().any(|friend| friend.leader);
            let several = stage.friends.iter().map(|friend| usize::from(friend.count)).sum::<usize>() > 1;
            match stage.own.flees {
                Some(Flees::LeaderDown) => several && leader(),
                Some(Flees::Wounded(_)) => true,
                _ => several,
            }
        },
        reason: "nobody else on its side can fall, or its side has no leader",
        cure: "give it friends, one of them with `leader = true` if it waits for that one's fall",
    },
    Row {
        keys: &["dodge", "cover"],
        acts: |stage| stage.is_shot_at(),
        reason: "nobody shoots or throws anything at it",
        cure: "give a foe a `missile`, and set `closing` in [rules]",
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
        acts: |stage| stage.rules.pacing == Pacing::Turns || stage.is_shot_at(),
        reason: "both fight with one roll of their skill each",
        cure: "set `pacing = \"turns\"` in [rules]",
    },
    Row {
        keys: &["other_avoid"],
        acts: |stage| {
            let mut stances = stage.own.tactic.rows().flat_map(|mix| &mix.0);
            stances.any(|(tactic, _)| tactic.stance.doubled)
        },
        reason: "no blow is met by two ways to avoid it",
        cure: "give it `tactic = \"dodge-and-parry\"`",
    },
    Row {
        keys: &["will"],
        acts: |stage| {
            let rules = stage.rules;
            rules.will_over_wounds != WillOverWounds::Off || rules.toughness == Toughness::Will || stage.abilities
        },
        reason: "nobody rolls Willpower",
        cure: "set `will_over_wounds` in [rules]",
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
            let Rules { damage_capacity, toughness, .. } = stage.rules;
            recorded || *damage_capacity == DamageCapacity::Counts || *toughness != Toughness::Off
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
        keys: &["weapon"],
        acts: |stage| {
            let armored = || stage.foes.iter().any(|foe| foe.armor > 0 || foe.defense > 0);
            !(stage.written)("offense")
                || stage.rules.weapon_size != WeaponSize::Off
                || stage.rules.maneuvers == Switch::On
                || stage.own.halves_armor && armored()
                || stage.abilities
        },
        reason: "`offense` already says what it does, and weapon sizes are not compared",
        cure: "leave `offense` out, or set `weapon_size` in [rules]",
    },
    Row {
        keys: &["shield"],
        acts: |stage| {
            stage.rules.shields != Shields::Ignored || stage.rules.weapon_size != WeaponSize::Off || stage.is_shot_at()
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
        acts: |stage| stage.own.unaware > 0 || stage.abilities || stage.rules.missiles == Missiles::QuickReflexes,
        reason: "nobody takes it unaware, and no missile asks for it",
        cure: "set `missiles = \"quick-reflexes\"` in [rules]",
    },
];

/// When a rule acts that fighters must have a use for.
struct RuleRow {
    key: &'static str,
    acts: fn(&[Fighter]) -> bool,
    /// Why it does not.
    reason: &'static str,
    /// What gives it something to do.
    cure: &'static str,
}

const RULES: &[RuleRow] = &[RuleRow {
    key: "fudge_points",
    acts: |fighters| fighters.iter().any(|fighter| !fighter.spend.0.is_empty()),
    reason: "nobody spends any",
    cure: "say what for: `spend = \"survive\"` of a fighter, or of a whole side under [sides]",
}];

impl Stage<'_> {
    fn several_foes(&self) -> bool {
        self.foes.iter().map(|foe| usize::from(foe.count)).sum::<usize>() > 1
    }

    /// Whether a foe shoots or throws something at it, a spell included.
    fn is_shot_at(&self) -> bool {
        let throws = |spell: &Spell| matches!(spell.effect, SpellEffect::Harms { thrown: Some(_), .. });
        let shot = |foe: &&Fighter| (self.rules.closing != Some(0) || foe.at_back) && foe.ranged.missile.is_some();
        self.foes.iter().any(|foe| shot(foe) || foe.spells.iter().any(throws))
    }

    /// Whether others of the side stand in front, where it comes to blows.
    fn has_line(&self) -> bool {
        let melee = !self.rules.pacing.players_act() && self.rules.closing.is_some();
        melee && self.friends.iter().any(|friend| !friend.at_back)
    }

    fn rolls_initiative(&self) -> bool {
        let afar = self.rules.closing != Some(0) && self.rules.shots == Shots::InTurn;
        self.rules.pacing == Pacing::Turns || afar
    }

    fn record(&self) -> RecordKind {
        self.own.record.as_ref().map_or(self.rules.record.kind, |record| record.kind)
    }
}

/// For each key above that is written of a fighter or among the rules, whether it can act, and why not.
pub(super) fn idle(combat: &Combat, rules: &Rules, written: IsSet<'_>) -> Vec<Idle> {
    let fighters = &combat.cast.fighters;
    let abilities = fighters.iter().any(|one| one.abilities != Abilities::default() || one.blood.is_some());
    let mut found = Vec::new();
    for (which, own) in fighters.iter().enumerate() {
        let (friends, foes) = fighters.iter().partition(|other| other.side == own.side);
        let owner = Owner::Fighter(which);
        let stage = Stage { rules, own, foes, friends, abilities, written: &|key| written(owner, key) };
        for row in ROWS {
            for key in row.keys.iter().filter(|key| written(owner, key)) {
                let why = (!(row.acts)(&stage)).then_some([row.reason, row.cure]);
                found.push(Idle { owner, key, why });
            }
        }
    }
    for row in RULES.iter().filter(|row| written(Owner::Rules, row.key)) {
        let why = (!(row.acts)(fighters)).then_some([row.reason, row.cure]);
        found.push(Idle { owner: Owner::Rules, key: row.key, why });
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
