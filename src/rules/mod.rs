//! The rules in force, as plain data: one field for each decision point, and pure functions of small numbers.
//!
//! [`OPTIONS`] lists every option that a scenario's `[rules]` may set; the reader, the schema, the `list`
//! command and the reports all derive from it.

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
pub mod hit;
mod melee;
mod missile;
pub mod morale;
mod pacing;
mod record;
mod registry;
mod scale;
pub mod sparing;
mod stun;
mod tactics;
mod toughness;
mod will;

pub use action::{
    Assisting, CriticalRule, DefaultLevels, ModifierRule, ModifierSum, ReactionModifiers, ResultsCap, Success, Unlisted,
};
pub use aim::{CalledShots, HEAD, Harm, PARTS, Part};
pub use choice::{Choice, Word};
pub use conflicts::{CONFLICTS, Conflict};
pub use consciousness::{CONSCIOUS, Consciousness};
pub use critical::{CRITICAL_EFFECTS, FightCriticals, Mischance};
pub use damage::{DamageBy, DamageRoll, Graze, GrazeRoll, HalfHits, LevelRoll, LowFactor, RolledHits, ScalePiercing};
pub use death::AutomaticDeath;
pub use evasion::Evasion;
pub use fudge::{Boon, Lighter, Spending, SuccessLimit};
pub use gear::{DamageCapacity, GearFamily, Shields};
pub use hit::{SizeToHit, WeaponSize};
pub use melee::{LoneStrike, MobRoll, Outnumbered};
pub use missile::{Avoiding, Missiles, Shots, burst_bonus, burst_hits};
pub use morale::Morale;
pub use pacing::{
    Avoidance, InitiativeRolls, InitiativeTies, InitiativeWounds, Pacing, StaticTie, StrikeFirst, TurnOrder,
};
pub use record::{
    CAPACITY_BOXES, Condition, HEALTH_TABLE, HealthRow, LevelRule, MAX_TRACK_STATES, MOST_FATIGUE, NamedRecord,
    Overflow, Pain, Record, RecordKind, Track,
};
pub use registry::{Kind, OPTIONS, RuleOption, Scope, check_figures};
pub use scale::{SCALES, Scale, scale_of_strength};
pub use sparing::PcNearDeath;
pub use stun::{HeadBlows, Stun};
pub use tactics::{
    AllOut, Circumstance, Family, FullAttack, InitiativeTrade, Maneuvers, Mix, NamedStance, Policy, Postures,
    RECKLESS_DAMAGE, STANCES, SideLeft, Spread, Stance, Tactic, Targets, View, When,
};
pub use toughness::{Resistance, Toughness};
pub use will::WillOverWounds;

use crate::dice::Dice;
use fudge::Prices;

/// Every rule in force in a scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Rules {
    /// The action dice of everyone who has none of their own (D1–D19).
    pub dice: Dice,
    /// The action dice of those who are no player characters and have none of their own (C6, D13); none = as `dice`.
    pub npc_dice: Option<Dice>,
    /// How situational modifiers come together (A13).
    pub modifiers: ModifierSum,
    /// The largest sum of situational modifiers, either way; none = no cap (A13).
    pub modifier_cap: Option<i32>,
    /// How far a rolled degree may go (A2, A3).
    pub results_cap: ResultsCap,
    /// What succeeds in a check (A4, A5).
    pub success: Success,
    /// What a natural critical does in a check (A7).
    pub criticals: CriticalRule,
    /// The natural result from which on there is a critical success (A7).
    pub critical_success: Option<i32>,
    /// The natural result from which down there is a critical failure (A7).
    pub critical_failure: Option<i32>,
    /// A difficulty of this level or less succeeds without a roll (A4, F93 4.1); none = all are rolled.
    pub no_roll_at: Option<i32>,
    /// The difficulty of a check that states none; none = it must be stated (A18).
    pub default_difficulty: Option<i32>,
    /// What a second trait that contributes does (A18).
    pub assisting: Assisting,
    /// What a trait is that is not listed (A18).
    pub default_levels: DefaultLevels,
    /// What the modifiers of a reaction are added to (A15).
    pub reaction_modifiers: ReactionModifiers,
    /// The level that a winning blow must reach to hit; none = no minimum (C7).
    pub minimum_to_hit: Option<i32>,
    /// What a difference in size does to hitting (C8).
    pub size_to_hit: SizeToHit,
    /// What a shield does (M3).
    pub shields: Shields,
    /// What the smaller weapon suffers (M4).
    pub weapon_size: WeaponSize,
    /// Whose figures weapons have (W2).
    pub gear: GearFamily,
    /// Whether Damage Capacity is part of the defensive factor (W3).
    pub damage_capacity: DamageCapacity,
    /// Who acts when (C1 to C5).
    pub pacing: Pacing,
    /// Who rolls for initiative (C2).
    pub turn_order: TurnOrder,
    /// How often initiative is rolled for (C2).
    pub initiative: InitiativeRolls,
    /// What equal initiative means (C2, C4).
    pub initiative_ties: InitiativeTies,
    /// What wounds do to initiative (C4).
    pub initiative_wounds: InitiativeWounds,
    /// How many blows a fighter can avoid in a round of turns (C4).
    pub avoidance: Avoidance,
    /// The level that hits a target who does not defend (C9).
    pub unopposed: i32,
    /// What a fighter against several loses in skill (M15).
    pub outnumbered: Outnumbered,
    /// Whom a fighter against several may hit (M15).
    pub lone_strike: LoneStrike,
    /// Whether several against one roll once for all of them (M16).
    pub mob_roll: MobRoll,
    /// The most foes who can reach one fighter; none = any number (M15).
    pub reach: Option<u32>,
    /// The damage that a sweeping blow loses for each foe already cut; none = one foe a blow (M15).
    pub sweeping_blow: Option<u8>,
    /// Whether fighters may take postures (M9).
    pub postures: Postures,
    /// Whether fighters may go all out (M7, M8).
    pub all_out: AllOut,
    /// What a check of Perception must reach that gains an advantage in all-out defense; none = none is made (M8).
    pub advantage: Option<i32>,
    /// Whether fighters may aim at a part of the body (M5, M6).
    pub called_shots: CalledShots,
    /// The result that hits the part aimed at; none = any that wins (M5).
    pub called_minimum: Option<i32>,
    /// What natural criticals do in fights (A16).
    pub fight_criticals: FightCriticals,
    /// What befalls by 2d6, from 2 to 12 (A16).
    pub critical_effects: [Mischance; 11],
    /// What initiative may be traded for (C2, M10).
    pub initiative_trade: InitiativeTrade,
    /// What defense is left after a full attack (C2).
    pub full_attack: FullAttack,
    /// Whether fighters may attack twice, avoid twice or sweep (M11, M12, M13).
    pub maneuvers: Maneuvers,
    /// What a tie with somebody who does not roll comes to (M17).
    pub static_tie: StaticTie,
    /// How many rounds of missiles come before blows; none = it never comes to blows (R6).
    pub closing: Option<u16>,
    /// The result that hits with a missile, where the target has no cover of its own (R1).
    pub range: i32,
    /// How who is aware of a missile avoids it (R2).
    pub missiles: Missiles,
    /// What a dodge loses against missiles that are not thrown, 0 or less (R2).
    pub propelled: i32,
    /// What a parry without a shield loses against thrown missiles, 0 or less (R2).
    pub missile_parry: i32,
    /// When the missiles of a round fall (R2, R3).
    pub shots: Shots,
    /// The hits of a burst from which on each further point of damage is added, ascending (R5).
    pub burst_from: Vec<i32>,
    /// What the damage of a hit goes by (W1, W16, W18).
    pub damage: DamageBy,
    /// What a fighter's toughness does to a blow's wound (W15).
    pub toughness: Toughness,
    /// The Fudge points of a fighter whose policy spends any (P7).
    pub fudge_points: u8,
    /// What a Fudge point cannot make succeed (P1).
    pub success_limit: SuccessLimit,
    /// How much lighter a Fudge point makes a wound (P3).
    pub lighter_wound: Lighter,
    /// What Fudge points cost that cost more than one (P3, P4, P6).
    pub prices: Prices,
    /// What blows do that are struck to stun (W19).
    pub stun: Stun,
    /// What a blow to the head does (W19).
    pub head_blows: HeadBlows,
    /// Whether the helpless are killed without a roll (W27).
    pub automatic_death: AutomaticDeath,
    /// The most wound levels that one blow may bring a player character down by; none = any (W21).
    pub pc_wound_levels: Option<u8>,
    /// Whether a blow may leave a player character Near Death (W21).
    pub pc_near_death: PcNearDeath,
    /// What a fighter who is hit may do to take one wound level less (W22, W23).
    pub evasion: Evasion,
    /// What a roll of Willpower does against wounds (W25).
    pub will_over_wounds: WillOverWounds,
    /// The level that such a roll must reach, where it must reach one (W25).
    pub will_difficulty: i32,
    /// Whose morale is tested (C14).
    pub morale: Morale,
    /// Whether the faster fighter has an advantage (C11).
    pub strike_first: StrikeFirst,
    /// What the relative degree is multiplied by before it is added to the damage factor (W8).
    pub degree_multiplier: u8,
    /// How damage is rolled (W6, W9).
    pub damage_roll: DamageRoll,
    /// What a damage roll on the wound level may change (W6).
    pub level_roll: LevelRoll,
    /// Which hits the damage roll is for (W26).
    pub rolled_hits: RolledHits,
    /// What becomes of hits that Scale just stops (W26).
    pub half_hits: HalfHits,
    /// The points that a natural critical of the smaller fighter does where it would do none (W26).
    pub critical_points: Option<u8>,
    /// What a damage factor well below 0 takes from the bonus of Min-Mid-Max (W9).
    pub low_factor: LowFactor,
    /// Whether a hit with relative degree 1 is a graze (W7).
    pub graze: Graze,
    /// The smallest damage factor of each graze level above Undamaged, ascending (W7).
    pub graze_from: Vec<i32>,
    /// What the damage roll may do to a graze (W7).
    pub graze_roll: GrazeRoll,
    /// How wounds are recorded (W10 to W14, W16, W17, W30).
    pub record: Record,
    /// Points that one blow needs to carry a fighter into or past Incapacitated on a point track; none = any (W12).
    pub large_blow: Option<i32>,
    /// Whether the Incapacitated roll to stay conscious (W29).
    pub consciousness: Consciousness,
    /// The wound level at which the first mark ends the fight; none = it goes on until a side is out (W20, C13).
    pub ends_at: Option<u8>,
    /// Rounds after which an undecided fight is stopped as a draw (C13).
    pub round_limit: u32,
}

impl Rules {
    /// The rules before any preset: the plainest choice at each decision point. Presets go in on top.
    pub fn plain() -> Self {
        Self {
            dice: Dice::fudge(),
            npc_dice: None,
            modifiers: ModifierSum::Sum,
            modifier_cap: None,
            results_cap: ResultsCap::Off,
            success: Success::Meet,
            criticals: CriticalRule::Off,
            critical_success: Some(4),
            critical_failure: Some(-4),
            no_roll_at: None,
            default_difficulty: None,
            assisting: Assisting::Off,
            default_levels: DefaultLevels::Srd,
            reaction_modifiers: ReactionModifiers::Degree,
            minimum_to_hit: None,
            size_to_hit: SizeToHit::Off,
            shields: Shields::Ignored,
            weapon_size: WeaponSize::Off,
            gear: GearFamily::Srd,
            damage_capacity: DamageCapacity::Counts,
            pacing: Pacing::Simultaneous,
            turn_order: TurnOrder::Fighters,
            initiative: InitiativeRolls::EachRound,
            initiative_ties: InitiativeTies::Together,
            initiative_wounds: InitiativeWounds::Ignored,
            avoidance: Avoidance::Every,
            unopposed: -2,
            outnumbered: Outnumbered::Off,
            lone_strike: LoneStrike::BeatOrTie,
            mob_roll: MobRoll::Each,
            reach: None,
            sweeping_blow: None,
            postures: Postures::Off,
            all_out: AllOut::Off,
            advantage: Some(1),
            called_shots: CalledShots::Off,
            called_minimum: Some(1),
            fight_criticals: FightCriticals::Off,
            critical_effects: CRITICAL_EFFECTS,
            initiative_trade: InitiativeTrade::Off,
            full_attack: FullAttack::Off,
            maneuvers: Maneuvers::Off,
            static_tie: StaticTie::StandOff,
            closing: Some(0),
            range: 0,
            missiles: Missiles::Dodge,
            propelled: -2,
            missile_parry: -1,
            shots: Shots::Together,
            burst_from: vec![2, 5, 10],
            damage: DamageBy::Degree,
            degree_multiplier: 1,
            toughness: Toughness::Off,
            fudge_points: 0,
            success_limit: SuccessLimit::Superb,
            lighter_wound: Lighter::OneLevel,
            prices: Prices { scratch: 2, automatic: 1, near_death: 2 },
            stun: Stun::Off,
            head_blows: HeadBlows::Off,
            automatic_death: AutomaticDeath::Off,
            pc_wound_levels: None,
            pc_near_death: PcNearDeath::Allowed,
            evasion: Evasion::Off,
            will_over_wounds: WillOverWounds::Off,
            will_difficulty: 2,
            morale: Morale::Off,
            strike_first: StrikeFirst::Off,
            damage_roll: DamageRoll::None,
            level_roll: LevelRoll::Wounds,
            rolled_hits: RolledHits::All,
            half_hits: HalfHits::Off,
            critical_points: None,
            low_factor: LowFactor::MinusOne,
            graze: Graze::Off,
            graze_from: vec![0, 5],
            graze_roll: GrazeRoll::Off,
            record: Record::standard(),
            large_blow: None,
            consciousness: Consciousness::Off,
            ends_at: None,
            round_limit: 1000,
        }
    }

    /// How situational modifiers add up (A13, SRD 3.3).
    pub fn modifier_rule(&self) -> ModifierRule {
        match self.modifiers {
            ModifierSum::Sum => ModifierRule::Sum { cap: self.modifier_cap.map(i32::unsigned_abs) },
            ModifierSum::Largest => ModifierRule::Largest,
        }
    }
}
