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
pub mod healing;
pub mod hit;
mod melee;
mod missile;
pub mod morale;
pub mod own;
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
pub(crate) use choice::choice;
pub use choice::{Choice, Switch, Word};
pub use conflicts::{CONFLICTS, Conflict};
pub use consciousness::{CONSCIOUS, Consciousness};
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
pub use registry::{Kind, OPTIONS, RuleOption, Scope, check_figures, differing};
pub use scale::{SCALES, Scale, scale_of_strength};
pub use sparing::PcNearDeath;
pub use stun::{HeadBlows, Stun};
pub use tactics::{
    AllOut, Circumstance, Family, FullAttack, InitiativeTrade, Mix, NamedStance, Policy, RECKLESS_DAMAGE, STANCES,
    SideLeft, Spread, Stance, Tactic, Targets, View, When,
};
pub use toughness::{Resistance, Toughness};
pub use will::WillOverWounds;

use crate::dice::Dice;
use fudge::Prices;

/// Declares the rules: for each what it decides, its type, and the plainest choice, which holds where no preset says otherwise.
/// A field that only this package can make. A struct that has one can gain fields without breaking code that uses it: outside, it is made
/// from another one, as in `Rules { round_limit: 20, ..Rules::plain() }`.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct More(pub(crate) ());

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $plain:expr,)+) => {
        /// Every rule in force in a scenario.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Rules {
            $($(#[$doc])* pub $name: $type,)+
            #[doc(hidden)]
            pub more: More,
        }

        impl Rules {
            /// The rules before any preset: the plainest choice at each decision point. Presets go in on top.
            pub fn plain() -> Self {
                Self { $($name: $plain,)+ more: More(()) }
            }
        }
    };
}

rules! {
    /// The action dice of everybody who has no dice of their own (D1–D19).
    dice: Dice = Dice::fudge(),
    /// The action dice of everybody who is not a player character and has no dice of their own (C6, D13); `None`: as `dice`.
    npc_dice: Option<Dice> = None,
    /// How situational modifiers come together (A13).
    stacking: ModifierSum = ModifierSum::Sum,
    /// The largest sum of situational modifiers, either way; `None`: no cap (A13).
    modifier_cap: Option<i32> = None,
    /// How far a rolled degree may go (A2, A3).
    results_cap: ResultsCap = ResultsCap::Off,
    /// What succeeds in a check (A4, A5).
    success: Success = Success::Meet,
    /// What a natural critical does in a check (A7).
    criticals: CriticalRule = CriticalRule::Off,
    /// The lowest natural result that is a critical success (A7).
    critical_success: Option<i32> = Some(4),
    /// The highest natural result that is a critical failure (A7).
    critical_failure: Option<i32> = Some(-4),
    /// A difficulty of this level or less succeeds without a roll (A4, F93 4.1); `None`: all are rolled.
    no_roll_at: Option<i32> = None,
    /// The difficulty of a check that states none; `None`: it must be stated (A18).
    default_difficulty: Option<i32> = None,
    /// What a second trait that contributes does (A18).
    assisting: Assisting = Assisting::Off,
    /// The level of a trait that is not listed (A18).
    default_levels: DefaultLevels = DefaultLevels::Srd,
    /// What the modifiers of a reaction are added to (A15).
    reaction_modifiers: ReactionModifiers = ReactionModifiers::Degree,
    /// The level that a winning blow must reach to hit; `None`: no minimum (C7).
    minimum_to_hit: Option<i32> = None,
    /// What wound penalties are taken from (M1).
    wound_penalties: WoundPenalties = WoundPenalties::Actions,
    /// What a difference in size does to hitting (C8).
    size_to_hit: SizeToHit = SizeToHit::Off,
    /// What a shield does (M3).
    shields: Shields = Shields::Ignored,
    /// What the smaller weapon suffers (M4).
    weapon_size: WeaponSize = WeaponSize::Off,
    /// Which weapon table to use (W2).
    gear: GearFamily = GearFamily::Srd,
    /// Whether Damage Capacity is part of the defensive factor (W3).
    damage_capacity: DamageCapacity = DamageCapacity::Counts,
    /// Who acts when (C1 to C5).
    pacing: Pacing = Pacing::Simultaneous,
    /// Who rolls for initiative (C2).
    turn_order: TurnOrder = TurnOrder::Fighters,
    /// How often initiative is rolled for (C2).
    initiative: InitiativeRolls = InitiativeRolls::EachRound,
    /// What equal initiative means (C2, C4).
    initiative_ties: InitiativeTies = InitiativeTies::Together,
    /// What wounds do to initiative (C4).
    initiative_wounds: InitiativeWounds = InitiativeWounds::Ignored,
    /// How many blows a fighter can avoid in a round of turns (C4).
    avoidance: Avoidance = Avoidance::Every,
    /// The level that hits a target who does not defend (C9).
    unopposed: i32 = -2,
    /// What a fighter against several loses in skill (M15).
    outnumbered: Outnumbered = Outnumbered::Off,
    /// Whom a fighter against several may hit (M15).
    lone_strike: LoneStrike = LoneStrike::BeatOrTie,
    /// Whether several against one roll once for all of them (M16).
    mob_roll: MobRoll = MobRoll::Each,
    /// The most foes who can reach one fighter; `None`: any number (M15).
    reach: Option<u32> = None,
    /// The damage that a sweeping blow loses for each foe it has already cut; `None`: one foe a blow (M15).
    sweeping_blow: Option<u8> = None,
    /// Whether fighters may take postures (M9).
    postures: Switch = Switch::Off,
    /// Whether fighters may go all out (M7, M8).
    all_out: AllOut = AllOut::Off,
    /// The level that a check of Perception must reach to gain an advantage in all-out defense; `None`: there is no check (M8).
    advantage: Option<i32> = Some(1),
    /// Whether fighters may aim at a part of the body (M5, M6).
    called_shots: CalledShots = CalledShots::Off,
    /// The result that hits the part aimed at; `None`: any that wins (M5).
    called_minimum: Option<i32> = Some(1),
    /// What natural criticals do in fights (A16).
    fight_criticals: FightCriticals = FightCriticals::Off,
    /// The effect of a critical for each result of 2d6, from 2 to 12 (A16).
    critical_effects: [Mischance; 11] = CRITICAL_EFFECTS,
    /// What initiative may be traded for (C2, M10).
    initiative_trade: InitiativeTrade = InitiativeTrade::Off,
    /// What defense is left after a full attack (C2).
    full_attack: FullAttack = FullAttack::Off,
    /// Whether fighters may attack twice, avoid twice or sweep (M11, M12, M13).
    maneuvers: Switch = Switch::Off,
    /// What a tie with somebody who does not roll means (M17).
    static_tie: StaticTie = StaticTie::StandOff,
    /// How many rounds of missiles come before blows; `None`: it never comes to blows (R6).
    closing: Option<u16> = Some(0),
    /// The result that hits with a missile, where the target has no cover of its own (R1).
    range: i32 = 0,
    /// How a fighter who is aware of a missile avoids it (R2).
    missiles: Missiles = Missiles::Dodge,
    /// What a dodge loses against missiles that are not thrown, 0 or less (R2).
    propelled: i32 = -2,
    /// What a parry without a shield loses against thrown missiles, 0 or less (R2).
    missile_parry: i32 = -1,
    /// What the relative degree of a shot at an aware target is measured from (R2).
    shot_degree: ShotDegree = ShotDegree::Better,
    /// What happens to shots into a melee (reading 47).
    shots_into_melee: MeleeShots = MeleeShots::Harder,
    /// When the missiles of a round fall (R2, R3).
    shots: Shots = Shots::Together,
    /// The numbers of hits of a burst that each add a further point of damage, ascending (R5).
    burst_from: Vec<i32> = vec![2, 5, 10],
    /// What the damage of a hit goes by (W1, W16, W18).
    damage: DamageBy = DamageBy::Degree,
    /// What a fighter's toughness does to a blow's wound (W15).
    toughness: Toughness = Toughness::Off,
    /// The Fudge points of a fighter whose policy spends any (P7).
    fudge_points: u8 = 0,
    /// What a Fudge point cannot make succeed (P1).
    success_limit: SuccessLimit = SuccessLimit::Superb,
    /// How much lighter a Fudge point makes a wound (P3).
    lighter_wound: Lighter = Lighter::OneLevel,
    /// Which wounds it makes lighter (P3).
    lighter_for: LighterFor = LighterFor::Blow,
    /// The cost of those uses of Fudge points that cost more than one (P3, P4, P6).
    prices: Prices = Prices { scratch: 2, automatic: 1, near_death: 2 },
    /// What blows struck to stun do (W19).
    stun: Stun = Stun::Off,
    /// What a blow to the head does (W19).
    head_blows: HeadBlows = HeadBlows::Off,
    /// Whether the helpless are killed without a roll (W27).
    automatic_death: AutomaticDeath = AutomaticDeath::Off,
    /// The most wound levels that one blow may take a player character down; `None`: any (W21).
    pc_wound_levels: Option<u8> = None,
    /// Whether a blow may leave a player character Near Death (W21).
    pc_near_death: PcNearDeath = PcNearDeath::Allowed,
    /// What a fighter who is hit may do to take one wound level less (W22, W23).
    evasion: Evasion = Evasion::Off,
    /// What a roll of Willpower does against wounds (W25).
    will_over_wounds: WillOverWounds = WillOverWounds::Off,
    /// The level that such a roll must reach, if it must reach one (W25).
    will_difficulty: i32 = 2,
    /// Whose morale is tested (C14).
    morale: Morale = Morale::Off,
    /// Whether the faster fighter has an advantage (C11).
    strike_first: StrikeFirst = StrikeFirst::Off,
    /// What the relative degree is multiplied by before it is added to the damage factor (W8).
    degree_multiplier: u8 = 1,
    /// The damage roll (W6, W9).
    damage_roll: DamageRoll = DamageRoll::default(),
    /// The game's own dice for damage (W6).
    damage_dice: DamageDice = DamageDice::Action,
    /// The reach of a damage roll on the wound level (W6).
    level_roll: LevelRoll = LevelRoll::default(),
    /// A damage rule written in code, instead of all that turn a hit into points; `None`: those apply.
    own_damage: Option<OwnDamage> = None,
    /// Rules that a file states by formulas.
    own: OwnRules = OwnRules::default(),
    /// The hits that damage is rolled for (W26).
    rolled_hits: RolledHits = RolledHits::default(),
    /// What happens to hits that Scale only just stops (W26).
    half_hits: HalfHits = HalfHits::Off,
    /// The points that a natural critical of the smaller fighter does if it would otherwise do none (W26).
    critical_points: Option<u8> = None,
    /// The addition of a damage factor well below 0 to the bonus by which one of three dice is read (W9).
    low_factor: LowFactor = LowFactor::default(),
    /// Whether a hit with relative degree 1 is a graze (W7).
    graze: Graze = Graze::Off,
    /// The smallest damage factor of each graze level above Undamaged, ascending (W7).
    graze_from: Vec<i32> = vec![0, 5],
    /// The effect of the damage roll on a graze (W7).
    graze_roll: GrazeRoll = GrazeRoll::default(),
    /// The highest level of a graze (W7).
    graze_ceiling: GrazeCeiling = GrazeCeiling::default(),
    /// What treatment does for wounds (H1, H2, H4).
    healing: Healing = Healing::EveryWound,
    /// Ways to choose the boxes that absorb hits, beside those that are shipped.
    policies: Vec<AbsorbPolicy> = Vec::new(),
    /// How wounds are recorded (W10 to W14, W16, W17, W30).
    record: Record = Record::standard(),
    /// Points that one blow needs to carry a fighter into or past Incapacitated on a point track; `None`: any (W12).
    large_blow: Option<i32> = None,
    /// Whether the Incapacitated roll to stay conscious (W29).
    consciousness: Consciousness = Consciousness::Off,
    /// The wound level at which the first mark ends the fight; `None`: it goes on until a side is out (W20, C13).
    ends_at: Option<u8> = None,
    /// Rounds after which an undecided fight is stopped as a draw (C13); 0: no limit, if it is solved.
    round_limit: u32 = 1000,
}

/// The most rounds that a fight can be limited to.
pub const MOST_ROUNDS: u32 = 10_000;

impl Rules {
    /// How situational modifiers add up (A13, SRD 3.3).
    pub fn modifier_rule(&self) -> ModifierRule {
        match self.stacking {
            ModifierSum::Sum => ModifierRule::Sum { cap: self.modifier_cap.map(i32::unsigned_abs) },
            ModifierSum::Largest => ModifierRule::Largest,
        }
    }
}
