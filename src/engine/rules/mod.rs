//! The rules in force as plain data: one field per decision, and pure functions of small numbers.
//!
//! [`OPTIONS`] lists every option that a scenario's `[rules]` can set. The reader, the schema, the `list` command and
//! the reports are all generated from it.

#![deny(missing_docs)]

mod action;
mod aim;
mod choice;
mod conflicts;
mod consciousness;
mod critical;
pub mod damage;
mod death;
pub mod effects;
pub mod evasion;
pub mod fudge;
pub mod gear;
pub mod healing;
pub mod hit;
mod melee;
mod missile;
pub mod morale;
pub mod names;
pub mod own;
mod pacing;
mod record;
mod registry;
mod scale;
mod skill;
pub mod sparing;
mod stun;
mod tactics;
mod toughness;
mod value;
mod will;

pub use action::{
    Assisting, CriticalRule, DefaultLevels, ModifierRule, ModifierSum, ReactionModifiers, ResultsCap, Success, Unlisted,
};
pub use aim::{CalledShots, HEAD, Harm, PARTS, Part};
pub use choice::{Choice, Switch, Word, choice};
pub use conflicts::{CONFLICTS, Conflict};
pub use consciousness::{Consciousness, LOWEST_CONSCIOUS};
pub use critical::{CRITICAL_EFFECTS, FightCriticals, Mischance};
pub use damage::{
    DamageBy, DamageDice, DamageRoll, Graze, GrazeCeiling, GrazeRoll, HalfHits, Landed, LevelRoll, LowFactor,
    OwnDamage, RolledHits, ScalePiercing,
};
pub use death::AutomaticDeath;
pub use evasion::Evasion;
pub use fudge::{Boon, Lighter, LighterFor, Spending, SuccessLimit};
pub use gear::{DamageCapacity, GearFamily, Shields};
pub use healing::Healing;
pub use hit::{SizeToHit, WeaponSize, WoundPenalties};
pub use melee::{LoneStrike, MobRoll, Outnumbered};
pub use missile::{Avoiding, MeleeShots, Missiles, ShotDegree, Shots, burst_bonus, burst_hits};
pub use morale::Morale;
pub use own::OwnRules;
pub use pacing::{
    Avoidance, InitiativeRolls, InitiativeTies, InitiativeWounds, Pacing, StaticTie, StrikeFirst, TurnOrder,
};
pub use record::{
    Absorb, AbsorbBox, AbsorbPolicy, AbsorbStep, BoxGroup, CAPACITY_BOXES, Condition, HEALTH_TABLE, HealthRow, Least,
    LevelRule, MAX_TRACK_STATES, MOST_BOX_PENALTY, MOST_FATIGUE, MOST_VALUE, NamedRecord, OUT, Overflow, Pain, Record,
    RecordKind, Track,
};
pub use registry::{
    MOST_ROUNDS, More, NumberOf, OPTIONS, OptionKind, RuleOption, Rules, Scope, check_numbers, differing,
};
pub use scale::{SCALES, Scale, scale_of_strength};
pub use skill::{RESULT_OPTIONS, SkillUse};
pub use sparing::PcNearDeath;
pub use stun::{HeadBlows, Stun};
pub use tactics::{
    AllOut, Circumstance, Family, FighterView, FullAttack, InitiativeTrade, NamedStance, Policy, PolicyRow,
    RECKLESS_DAMAGE, STANCES, SideLeft, Spread, Stance, StanceMix, Tactic, Targets,
};
pub use toughness::{Resistance, Toughness};
pub use value::Value;
pub use will::WillOverWounds;
