//! Settings of `[rules]` that contradict each other.

use super::damage::formulas::POINT_CHANGE;
use super::damage::text::printed_text;
use super::own::AddedTo;
use super::{
    AllOut, AutomaticDeath, CalledShots, Consciousness, DamageBy, DamageCapacity, DamageRoll, Evasion, FightCriticals,
    FullAttack, Graze, HalfHits, HeadBlows, InitiativeRolls, InitiativeTrade, InitiativeWounds, LevelRoll, Morale,
    Pacing, PcNearDeath, Record, RecordKind, RolledHits, Rules, SizeToHit, SkillUse, StrikeFirst, Stun, Switch,
    Toughness, WillOverWounds, check_numbers,
};
use crate::error::{Error, Result};

/// Whether a built-in rule turns hits into points or changes the points.
fn changes_points(rules: &Rules) -> bool {
    rules.damage != DamageBy::Degree
        || rules.damage_roll != DamageRoll::default()
        || rules.graze != Graze::Off
        || rules.half_hits != HalfHits::Off
        || rules.critical_points.is_some()
}

/// Whether `formula` contains the name `name`.
fn contains_name(formula: &str, name: &str) -> bool {
    formula.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == name)
}

/// Whether the damage rule uses the sum of modifiers to damage.
fn damage_uses_bonus(rules: &Rules) -> bool {
    match &rules.own_damage {
        Some(own) => own.formulas().uses("bonus"),
        None => printed_text(rules).steps.iter().any(|[_, formula]| contains_name(formula, "bonus")),
    }
}

/// Two options whose settings contradict each other.
#[derive(Debug, Clone, Copy)]
pub struct Conflict {
    /// The keys of the two options.
    pub keys: [&'static str; 2],
    /// Returns whether the two settings contradict each other in the given rules.
    pub contradicts: fn(&Rules) -> bool,
    /// The reason.
    pub reason: &'static str,
    /// The suggested fix.
    pub cure: &'static str,
}

impl Rules {
    /// Checks that all numbers are in range and that no settings contradict each other, as for a scenario's `[rules]`.
    ///
    /// # Errors
    /// If a number is out of range, the record is faulty, or two settings contradict each other.
    pub fn check(&self) -> Result<()> {
        check_numbers(self)?;
        self.record.check()?;
        let mut all = CONFLICTS.iter().chain([&OWN_DAMAGE]);
        all.find(|conflict| (conflict.contradicts)(self)).map_or(Ok(()), |conflict| Err(conflict.error()))
    }
}

impl Rules {
    /// These rules with a fighter's own record or toughness, if it has any.
    #[must_use]
    pub fn for_own(&self, record: Option<&Record>, toughness: Option<Toughness>) -> Self {
        Self {
            record: record.unwrap_or(&self.record).clone(),
            toughness: toughness.unwrap_or(self.toughness),
            ..self.clone()
        }
    }

    /// Checks the rules for a fighter with its own record or toughness. Only conflicts that involve the record or the
    /// toughness count. A rule for another record (`large_blow`) has no effect on the fighter, and rules for player
    /// characters matter only if `is_pc`.
    ///
    /// # Errors
    /// If the record is faulty, or a setting contradicts the fighter's own record or toughness.
    pub fn check_own(&self, record: Option<&Record>, toughness: Option<Toughness>, is_pc: bool) -> Result<()> {
        if record.is_none() && toughness.is_none() {
            return Ok(());
        }
        let own = self.for_own(record, toughness);
        own.record.check()?;
        let concerns = |conflict: &&Conflict| {
            let [first, second] = conflict.keys;
            let named = second == "record" || first == "toughness";
            named && first != "large_blow" && (is_pc || !FOR_PLAYER_CHARACTERS.contains(&first))
        };
        let mut all = CONFLICTS.iter().filter(concerns);
        all.find(|conflict| (conflict.contradicts)(&own)).map_or(Ok(()), |conflict| Err(conflict.error()))
    }
}

/// Options that only change the wounds of player characters.
const FOR_PLAYER_CHARACTERS: [&str; 2] = ["pc_wound_levels", "pc_near_death"];

impl Conflict {
    /// The error message for this conflict, with the suggested fix.
    pub fn error(&self) -> Error {
        let [first, second] = self.keys;
        Error::input(format!("`{first}` and `{second}` contradict each other: {}", self.reason)).with_help(self.cure)
    }
}

/// A conflict that only code can cause, never a scenario file.
const OWN_DAMAGE: Conflict = Conflict {
    keys: ["own_damage", "damage_roll"],
    contradicts: |rules| rules.own_damage.is_some() && changes_points(rules),
    reason: "a custom damage rule replaces every rule that turns a hit into points or changes the points",
    cure: "set it with `Rules::with_own_damage`, which resets `damage`, `damage_roll`, `graze`, `half_hits` and `critical_points`",
};

/// All pairs of settings of a file that contradict each other.
pub const CONFLICTS: &[Conflict] = &[
    Conflict {
        keys: ["hit", "all_out"],
        contradicts: |rules| rules.own.hit.is_some() && rules.all_out != AllOut::Off,
        reason: "all-out offense and defense have their own rules for hits",
        cure: "leave out `hit`, or set `all_out = \"off\"`",
    },
    Conflict {
        keys: ["hit", "minimum_to_hit"],
        contradicts: |rules| {
            rules.minimum_to_hit.is_none()
                && rules.own.hit.as_ref().is_some_and(|hit| contains_name(hit.text(), "minimum"))
        },
        reason: "`hit` uses `minimum`, but there is no minimum",
        cure: "set `minimum_to_hit`, or leave `minimum` out of `hit`",
    },
    Conflict {
        keys: ["modifiers", "damage"],
        contradicts: |rules| {
            let adds = rules.own.modifiers.iter().any(|modifier| modifier.to.contains(&AddedTo::Damage));
            adds && !damage_uses_bonus(rules)
        },
        reason: "modifiers to damage are added to `bonus`, but no step of this damage rule uses `bonus`",
        cure: "use `bonus` in a step of `damage`, or leave `damage` out of `to`",
    },
    Conflict {
        keys: ["skill", "pacing"],
        contradicts: |rules| rules.skill == SkillUse::InDice && rules.pacing == Pacing::Story,
        reason: "one roll decides the fight against a foe who does not roll, so a skill that is part of the dice would not count",
        cure: "set `skill = \"added\"`, or another `pacing`",
    },
    Conflict {
        keys: ["graze", "record"],
        contradicts: |rules| rules.graze == Graze::Table && !rules.record.blows_have_levels(),
        reason: "a graze is a wound level, but this record counts points or boxes",
        cure: "set `graze = \"off\"`, or a record of boxes",
    },
    Conflict {
        keys: ["damage_capacity", "record"],
        contradicts: |rules| {
            let recorded = matches!(rules.record.kind, RecordKind::CapacityPoints | RecordKind::Capacity { .. });
            rules.damage_capacity == DamageCapacity::Counts && recorded
        },
        reason: "Damage Capacity would count twice, in the record and as a factor",
        cure: "set `damage_capacity = \"ignored\"`, or a record of boxes",
    },
    Conflict {
        keys: ["toughness", "damage_capacity"],
        contradicts: |rules| rules.toughness != Toughness::Off && rules.damage_capacity == DamageCapacity::Counts,
        reason: "toughness would count twice, as a factor and as a change of wound levels",
        cure: "set `damage_capacity = \"ignored\"`, or `toughness = \"off\"`",
    },
    Conflict {
        keys: ["toughness", "record"],
        contradicts: |rules| rules.toughness != Toughness::Off && !moves_by_level(&rules.record),
        reason: "toughness changes a wound by a level or a point, but this record counts boxes",
        cure: "set `toughness = \"off\"`, or a record of boxes",
    },
    Conflict {
        keys: ["stun", "record"],
        contradicts: |rules| rules.stun != Stun::Off && !marks_levels(&rules.record),
        reason: "stun depends on wound levels, but this record does not mark them",
        cure: "set `stun = \"off\"`, or a record of boxes",
    },
    Conflict {
        keys: ["stun", "pacing"],
        contradicts: |rules| rules.stun != Stun::Off && rules.pacing.players_act(),
        reason: "if only player characters act, other fighters have no turn to lose",
        cure: "set `stun = \"off\"`, or another `pacing`",
    },
    Conflict {
        keys: ["head_blows", "record"],
        contradicts: |rules| rules.head_blows != HeadBlows::Off && !rules.record.blows_have_levels(),
        reason: "a knockout is a wound level, but this record counts points or boxes",
        cure: "set `head_blows = \"off\"`, or a record of boxes",
    },
    Conflict {
        keys: ["head_blows", "called_shots"],
        contradicts: |rules| rules.head_blows != HeadBlows::Off && rules.called_shots == CalledShots::Off,
        reason: "a blow to the head is a called shot, and called shots are off",
        cure: "set `head_blows = \"off\"`, or another choice for `called_shots`",
    },
    Conflict {
        keys: ["automatic_death", "pacing"],
        contradicts: |rules| rules.automatic_death != AutomaticDeath::Off && rules.pacing.players_act(),
        reason: "if only player characters act, no fighter counts as helpless",
        cure: "set `automatic_death = \"off\"`, or another `pacing`",
    },
    Conflict {
        keys: ["pc_wound_levels", "record"],
        contradicts: |rules| rules.pc_wound_levels.is_some() && !marks_levels(&rules.record),
        reason: "this record does not mark wound levels, so there are none to count",
        cure: "set `pc_wound_levels = \"any\"`, or a record of boxes",
    },
    Conflict {
        keys: ["pc_wound_levels", "pacing"],
        contradicts: |rules| rules.pc_wound_levels.is_some() && rules.pacing == Pacing::Story,
        reason: "one roll decides the fight, and no fighter is wounded before it",
        cure: "set `pc_wound_levels = \"any\"`, or another `pacing`",
    },
    Conflict {
        keys: ["pc_near_death", "record"],
        contradicts: |rules| rules.pc_near_death != PcNearDeath::Allowed && !marks_levels(&rules.record),
        reason: "this record does not mark wound levels, so it has no Near Death",
        cure: "set `pc_near_death = \"allowed\"`, or a record of boxes",
    },
    Conflict {
        keys: ["pc_near_death", "pacing"],
        contradicts: |rules| rules.pc_near_death != PcNearDeath::Allowed && rules.pacing == Pacing::Story,
        reason: "one roll decides the fight, and no fighter is wounded before it",
        cure: "set `pc_near_death = \"allowed\"`, or another `pacing`",
    },
    Conflict {
        keys: ["evasion", "record"],
        contradicts: |rules| rules.evasion != Evasion::Off && !rules.record.kind.marks_own_level(),
        reason: "an evaded wound is one level lighter, but this record does not mark wounds by level",
        cure: "set `evasion = \"off\"`, or a record of boxes",
    },
    Conflict {
        keys: ["evasion", "pacing"],
        contradicts: |rules| rules.evasion != Evasion::Off && rules.pacing.players_act(),
        reason: "an evasion costs a penalty in the fighter's next turn, but only player characters have turns here",
        cure: "set `evasion = \"off\"`, or another `pacing`",
    },
    Conflict {
        keys: ["will_over_wounds", "record"],
        contradicts: |rules| rules.will_over_wounds != WillOverWounds::Off && !marks_levels(&rules.record),
        reason: "Willpower works against wound levels, but this record does not mark them",
        cure: "set `will_over_wounds = \"off\"`, or a record of boxes",
    },
    Conflict {
        keys: ["will_over_wounds", "pacing"],
        contradicts: |rules| rules.will_over_wounds != WillOverWounds::Off && rules.pacing.players_act(),
        reason: "if only player characters act, a wound counts as soon as it is marked",
        cure: "set `will_over_wounds = \"off\"`, or another `pacing`",
    },
    Conflict {
        keys: ["will_over_wounds", "consciousness"],
        contradicts: |rules| {
            rules.will_over_wounds == WillOverWounds::Levels && rules.consciousness != Consciousness::Off
        },
        reason: "Incapacitated fighters fight on by Willpower, so none of them rolls to stay conscious",
        cure: "set `consciousness = \"off\"`, or another `will_over_wounds`",
    },
    Conflict {
        keys: ["consciousness", "record"],
        contradicts: |rules| rules.consciousness != Consciousness::Off && !marks_levels(&rules.record),
        reason: "this record does not distinguish Incapacitated from worse wounds",
        cure: "set `consciousness = \"off\"`, or a record of boxes",
    },
    Conflict {
        keys: ["consciousness", "pacing"],
        contradicts: |rules| rules.consciousness != Consciousness::Off && rules.pacing == Pacing::Story,
        reason: "one roll decides the fight, and no fighter is wounded before it",
        cure: "set `consciousness = \"off\"`, or another `pacing`",
    },
    Conflict {
        keys: ["ends_at", "pacing"],
        contradicts: |rules| rules.ends_at.is_some() && rules.pacing == Pacing::Story,
        reason: "one roll decides the fight, and no fighter is wounded before it",
        cure: "set `ends_at = \"out\"`, or another `pacing`",
    },
    Conflict {
        keys: ["strike_first", "pacing"],
        contradicts: |rules| rules.strike_first != StrikeFirst::Off && rules.pacing != Pacing::Simultaneous,
        reason: "speed is compared only if all fighters act together",
        cure: "set `strike_first = \"off\"`, or `pacing = \"simultaneous\"`",
    },
    Conflict {
        keys: ["morale", "pacing"],
        contradicts: |rules| rules.morale != Morale::Off && rules.pacing == Pacing::Story,
        reason: "one roll decides the fight, and no fighter is wounded before it",
        cure: "set `morale = \"off\"`, or another `pacing`",
    },
    Conflict {
        keys: ["closing", "pacing"],
        contradicts: |rules| rules.closing != Some(0) && rules.pacing.players_act(),
        reason: "if only player characters act, they do so from the first round, at any distance",
        cure: "set `closing = 0`, or another `pacing`",
    },
    Conflict {
        keys: ["graze_from", "record"],
        contradicts: |rules| rules.graze == Graze::Table && rules.graze_from.len() > rules.record.levels.len(),
        reason: "the graze table has more wound levels than the record",
        cure: "shorten `graze_from`",
    },
    Conflict {
        keys: ["damage", "record"],
        contradicts: |rules| rules.damage != DamageBy::Degree && rules.record.kind != RecordKind::InOrder,
        reason: "a hit that marks a number of boxes needs a track filled in order",
        cure: "set `damage = \"degree\"`, or `record = { kind = \"in-order\" }` with its levels",
    },
    Conflict {
        keys: ["damage", "damage_roll"],
        contradicts: |rules| rules.damage != DamageBy::Degree && rules.damage_roll != DamageRoll::default(),
        reason: "if a hit marks a number of boxes, no damage is rolled",
        cure: "set `damage_roll = \"none\"`, or `damage = \"degree\"`",
    },
    Conflict {
        keys: ["damage", "degree_multiplier"],
        contradicts: |rules| rules.damage != DamageBy::Degree && rules.degree_multiplier != 1,
        reason: "if a hit marks a number of boxes, its degree does not matter",
        cure: "set `degree_multiplier = 1`, or `damage = \"degree\"`",
    },
    Conflict {
        keys: ["damage_roll", "degree_multiplier"],
        contradicts: |rules| !rules.damage_roll.counts_degree() && rules.degree_multiplier != 1,
        reason: "this damage roll does not turn the relative degree into points",
        cure: "set `degree_multiplier = 1`, or another `damage_roll`",
    },
    Conflict {
        keys: ["damage_roll", "record"],
        contradicts: |rules| rules.damage_roll.moves_level() && !rules.record.blows_have_levels(),
        reason: "the roll changes a wound level, but this record counts points or boxes",
        cure: "set a `damage_roll` on the points, or a record of boxes",
    },
    Conflict {
        keys: ["rolled_hits", "damage_roll"],
        contradicts: |rules| {
            let moves = rules.damage_roll.moves_level() && rules.level_roll == LevelRoll::default();
            rules.rolled_hits != RolledHits::default() && (moves || !rules.damage_roll.has_step(POINT_CHANGE))
        },
        reason: "this damage roll cannot turn a hit that Scale stopped into a wound",
        cure: "set `rolled_hits = \"all\"`, or a `damage_roll` on the points",
    },
    Conflict {
        keys: ["half_hits", "damage"],
        contradicts: |rules| rules.half_hits != HalfHits::Off && rules.damage != DamageBy::Degree,
        reason: "only damage counted in points can be just stopped by Scale",
        cure: "set `half_hits = \"off\"`, or `damage = \"degree\"`",
    },
    Conflict {
        keys: ["half_hits", "damage_roll"],
        contradicts: |rules| rules.half_hits != HalfHits::Off && !rules.damage_roll.counts_degree(),
        reason: "this damage roll reads the points from the dice, so no hit is only just stopped",
        cure: "set `half_hits = \"off\"`, or another `damage_roll`",
    },
    Conflict {
        keys: ["critical_points", "critical_success"],
        contradicts: |rules| rules.critical_points.is_some() && rules.critical_success.is_none(),
        reason: "no natural result is a critical success",
        cure: "set `critical_points = \"off\"`, or `critical_success = 4`",
    },
    Conflict {
        keys: ["critical_points", "damage"],
        contradicts: |rules| rules.critical_points.is_some() && rules.damage != DamageBy::Degree,
        reason: "`critical_points` needs damage that depends on the degree",
        cure: "set `critical_points = \"off\"`, or `damage = \"degree\"`",
    },
    Conflict {
        keys: ["size_to_hit", "minimum_to_hit"],
        contradicts: |rules| {
            matches!(rules.size_to_hit, SizeToHit::Minimum | SizeToHit::MinimumByLevel)
                && rules.minimum_to_hit.is_none()
        },
        reason: "size changes the minimum to hit, but there is no minimum",
        cure: "set `minimum_to_hit = \"Poor\"`, or `size_to_hit = \"off\"`",
    },
    Conflict {
        keys: ["initiative", "initiative_wounds"],
        contradicts: |rules| {
            rules.initiative == InitiativeRolls::Once && rules.initiative_wounds == InitiativeWounds::Slow
        },
        reason: "wounds slow later rolls for initiative, but there is only one roll",
        cure: "set `initiative = \"each-round\"`, or `initiative_wounds = \"ignored\"`",
    },
    Conflict {
        keys: ["initiative", "initiative_trade"],
        contradicts: |rules| {
            rules.initiative == InitiativeRolls::Once && rules.initiative_trade != InitiativeTrade::Off
        },
        reason: "initiative is traded for before each roll, but there is only one roll",
        cure: "set `initiative = \"each-round\"`, or `initiative_trade = \"off\"`",
    },
    Conflict {
        keys: ["sweeping_blow", "pacing"],
        contradicts: |rules| rules.sweeping_blow.is_some() && rules.pacing != Pacing::Simultaneous,
        reason: "a sweeping blow hits all foes that one result beats, but in turns each attack has its own result",
        cure: "set `sweeping_blow = \"off\"`, or `pacing = \"simultaneous\"`",
    },
    Conflict {
        keys: ["postures", "pacing"],
        contradicts: |rules| rules.postures != Switch::Off && rules.pacing.players_act(),
        reason: "a posture splits a result into offense and defense, but if only player characters act, one result is used for both",
        cure: "set `postures = \"off\"`, or another `pacing`",
    },
    Conflict {
        keys: ["all_out", "postures"],
        contradicts: |rules| {
            rules.all_out != AllOut::Off && rules.postures != Switch::Off && rules.pacing == Pacing::Simultaneous
        },
        reason: "postures take the place of going all out",
        cure: "set `all_out = \"off\"`, or `postures = \"off\"`",
    },
    Conflict {
        keys: ["all_out", "pacing"],
        contradicts: |rules| rules.all_out != AllOut::Off && rules.pacing != Pacing::Simultaneous,
        reason: "going all out gives the foe a hit on a tie or loss, and only in simultaneous rounds does a lost attack let the foe hit",
        cure: "set `all_out = \"off\"` (in turns there are `full_attack` and the stance full-defense), or `pacing = \"simultaneous\"`",
    },
    Conflict {
        keys: ["called_shots", "pacing"],
        contradicts: |rules| rules.called_shots != CalledShots::Off && rules.pacing.players_act(),
        reason: "a called shot is a stance, and fighters have no stances if only player characters act",
        cure: "set `called_shots = \"off\"`, or another `pacing`",
    },
    Conflict {
        keys: ["called_shots", "record"],
        contradicts: |rules| {
            matches!(rules.called_shots, CalledShots::Result | CalledShots::Degree) && !rules.record.blows_have_levels()
        },
        reason: "harm to a part of the body depends on wound levels, but this record counts points or boxes",
        cure: "set `called_shots = \"off\"` or `\"fudge-1993\"`, or a record of boxes",
    },
    Conflict {
        keys: ["fight_criticals", "pacing"],
        contradicts: |rules| rules.fight_criticals != FightCriticals::Off && rules.pacing.players_act(),
        reason: "the table is for two fighters who both strike, and here only player characters do",
        cure: "set `fight_criticals = \"off\"`, or another `pacing`",
    },
    Conflict {
        keys: ["initiative_trade", "pacing"],
        contradicts: |rules| rules.initiative_trade != InitiativeTrade::Off && rules.pacing != Pacing::Turns,
        reason: "without turns there is no initiative",
        cure: "set `initiative_trade = \"off\"`, or `pacing = \"turns\"`",
    },
    Conflict {
        keys: ["maneuvers", "pacing"],
        contradicts: |rules| rules.maneuvers == Switch::On && rules.pacing != Pacing::Turns,
        reason: "a second attack comes later in the order of turns, but there are no turns",
        cure: "set `maneuvers = \"off\"`, or `pacing = \"turns\"`",
    },
    Conflict {
        keys: ["maneuvers", "initiative"],
        contradicts: |rules| rules.maneuvers == Switch::On && rules.initiative == InitiativeRolls::Once,
        reason: "a second attack comes three levels of initiative later, so initiative must be rolled each round",
        cure: "set `maneuvers = \"off\"`, or `initiative = \"each-round\"`",
    },
    Conflict {
        keys: ["full_attack", "pacing"],
        contradicts: |rules| rules.full_attack != FullAttack::Off && rules.pacing != Pacing::Turns,
        reason: "without turns there is no next defense",
        cure: "set `full_attack = \"off\"`, or `pacing = \"turns\"`",
    },
    Conflict {
        keys: ["large_blow", "record"],
        contradicts: |rules| rules.large_blow.is_some() && rules.record.kind != RecordKind::CapacityPoints,
        reason: "the large-blow rule belongs to the point track",
        cure: "set `large_blow = \"off\"`, or `record = { kind = \"capacity-points\" }`",
    },
];

/// Whether a blow is recorded as a wound level, or as points that convert to one.
fn moves_by_level(record: &Record) -> bool {
    record.blows_have_levels() || record.kind == RecordKind::CapacityPoints
}

/// Whether the track marks wound levels.
fn marks_levels(record: &Record) -> bool {
    record.kind.marks_own_level() || record.kind == RecordKind::CapacityPoints
}

#[cfg(test)]
mod tests {
    use super::super::RuleOption;
    use super::*;

    #[test]
    fn plain_rules_have_no_conflicts() {
        assert!(CONFLICTS.iter().all(|conflict| !(conflict.contradicts)(&Rules::plain())));
    }

    #[test]
    fn conflicts_match_real_options() {
        // Custom formulas of the file are not options.
        const FORMULAS: [&str; 2] = ["hit", "modifiers"];
        for key in CONFLICTS.iter().flat_map(|conflict| conflict.keys) {
            assert!(RuleOption::find(key).is_some() || FORMULAS.contains(&key), "{key}");
        }
    }
}
