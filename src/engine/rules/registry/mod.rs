//! The rules in force, and the list of all options of `[rules]`, one row each.

use super::damage::{
    DamageBy, DamageDice, DamageRoll, Graze, GrazeCeiling, GrazeRoll, HalfHits, LevelRoll, LowFactor, OwnDamage,
    PrintedOption, RolledHits,
};
use super::fudge::{MOST_POINTS, Prices};
use super::{
    AbsorbPolicy, AllOut, Assisting, AutomaticDeath, Avoidance, CRITICAL_EFFECTS, CalledShots, Choice, Consciousness,
    CriticalRule, DamageCapacity, DefaultLevels, Evasion, FightCriticals, FullAttack, GearFamily, HeadBlows, Healing,
    InitiativeRolls, InitiativeTies, InitiativeTrade, InitiativeWounds, Lighter, LighterFor, LoneStrike, MeleeShots,
    Mischance, Missiles, MobRoll, ModifierRule, ModifierSum, Morale, Outnumbered, OwnRules, Pacing, PcNearDeath,
    RESULT_OPTIONS, ReactionModifiers, Record, ResultsCap, Shields, ShotDegree, Shots, SizeToHit, SkillUse, StaticTie,
    StrikeFirst, Stun, Success, SuccessLimit, Switch, Toughness, TurnOrder, WeaponSize, WillOverWounds, Word,
    WoundPenalties,
};
use crate::dice::{Dice, ROWS};
use crate::error::{Error, Result};
use crate::ladder::Ladder;

/// An option of `[rules]`.
#[derive(Debug, Clone, Copy)]
pub struct RuleOption {
    /// The key in scenario files.
    pub key: &'static str,
    /// The codes of the rule catalog that it covers.
    pub rows: &'static [&'static str],
    /// The sections of the sources.
    pub source: &'static str,
    /// The decision it makes, in one line.
    pub meaning: &'static str,
    /// The calculations that it affects.
    pub scope: Scope,
    /// The type of its value, with getter and setter.
    pub kind: OptionKind,
}

/// The calculations that an option affects. Setting it explicitly in a file about anything else is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All dice rolls.
    All,
    /// Checks, the checks of a task, and spells in fights.
    Checks,
    /// Like [`Checks`](Self::Checks), and custom processes.
    Success,
    /// Checks, the checks of a task, and fights.
    Criticals,
    /// All actions outside fights.
    Actions,
    /// Actions with a trait: all but reactions. In fights, spells.
    Traits,
    /// Reactions.
    Reactions,
    /// Healing of wounds.
    Healing,
    /// Fights, and healing of wounds.
    Wounds,
    /// Fights, and all other uses of Fudge points.
    Points,
    /// Fights, and Fudge points spent against a difficulty.
    PointsOnDifficulty,
    /// Fights.
    Fights,
}

impl Scope {
    /// The scopes of options that affect rolls against a difficulty.
    pub const OF_CHECKS: &'static [Self] =
        &[Self::All, Self::Checks, Self::Success, Self::Criticals, Self::Actions, Self::Traits];

    /// Like [`OF_CHECKS`](Self::OF_CHECKS), if Fudge points can be spent on the rolls.
    pub const OF_CHECKS_FOR_POINTS: &'static [Self] = &[
        Self::All,
        Self::Checks,
        Self::Success,
        Self::Criticals,
        Self::Actions,
        Self::Traits,
        Self::Points,
        Self::PointsOnDifficulty,
    ];
}

/// The type of an option's value, with a getter and a setter.
#[derive(Debug, Clone, Copy)]
pub enum OptionKind {
    /// One of a few words.
    Words {
        /// The words.
        words: fn() -> &'static [Word],
        /// The current word.
        get: fn(&Rules) -> &'static str,
        /// Sets the word at an index in `words`.
        set: fn(&mut Rules, usize),
    },
    /// One of a few words, or a custom damage rule. Setting a word removes the custom rule.
    Damage {
        /// The words.
        words: fn() -> &'static [Word],
        /// The current word.
        get: fn(&Rules) -> &'static str,
        /// Sets the word at an index in `words`.
        set: fn(&mut Rules, usize),
    },
    /// A dice method.
    Dice {
        /// The current dice.
        get: fn(&Rules) -> &Dice,
        /// Sets the dice.
        set: fn(&mut Rules, Dice),
    },
    /// A number, or a word that means no number.
    Number {
        /// The unit.
        of: NumberOf,
        /// The word that can be set instead of a number, such as "none"; `None` if a number is required.
        word: Option<&'static str>,
        /// The current number.
        get: fn(&Rules) -> Option<i64>,
        /// Sets the number. `None` removes it if there is a word for that, and otherwise changes nothing.
        set: fn(&mut Rules, Option<i64>),
    },
    /// A list of whole numbers, ascending.
    Integers {
        /// The current list.
        get: fn(&Rules) -> &[i32],
        /// Sets the list.
        set: fn(&mut Rules, Vec<i32>),
    },
    /// A list of words with a fixed length.
    WordList {
        /// The words.
        words: &'static [Word],
        /// The required length.
        length: usize,
        /// The current words.
        get: fn(&Rules) -> Vec<&'static str>,
        /// Sets the words at these indices in `words`. The slice must have the required length.
        set: fn(&mut Rules, &[usize]),
    },
    /// A wound record.
    Record {
        /// The current record.
        get: fn(&Rules) -> &Record,
        /// Sets the record.
        set: fn(&mut Rules, Record),
    },
}

/// The unit of an option's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberOf {
    /// A level of the ladder.
    Level,
    /// A wound level of the record, given by name and counted from 1.
    Wound,
    /// A whole number.
    Whole {
        /// The minimum.
        low: i64,
        /// The maximum.
        high: i64,
    },
}

/// Builds the [`OptionKind`] of a field: words, a number, dice or a custom type.
macro_rules! option_kind {
    (words() $field:ident $type:ty) => {
        OptionKind::Words {
            words: || <$type as Choice>::WORDS,
            get: |rules| Choice::word(rules.$field),
            set: |rules, place| rules.$field = <$type as Choice>::ALL[place],
        }
    };
    // The words and their meanings come from `printed.toml`.
    (printed() $field:ident $type:ty) => {
        OptionKind::Words {
            words: <$type as PrintedOption>::words,
            get: |rules| PrintedOption::word(rules.$field),
            set: |rules, place| rules.$field = PrintedOption::from_index(place),
        }
    };
    (level() $field:ident $type:ty) => {
        option_kind!(some NumberOf::Level, $field)
    };
    (whole($low:expr, $high:expr) $field:ident $type:ty) => {
        option_kind!(some NumberOf::Whole { low: $low, high: $high }, $field)
    };
    (price($use:ident) $field:ident) => {
        option_kind!(some NumberOf::Whole { low: 1, high: 5 }, prices.$use)
    };
    (level_or_none() $field:ident $type:ty) => {
        option_kind!(any NumberOf::Level, "none", $field)
    };
    (whole_or($word:literal, $low:expr, $high:expr) $field:ident $type:ty) => {
        option_kind!(any NumberOf::Whole { low: $low, high: $high }, $word, $field)
    };
    (wound_or($word:literal) $field:ident $type:ty) => {
        option_kind!(any NumberOf::Wound, $word, $field)
    };
    (numbers() $field:ident $type:ty) => {
        OptionKind::Integers { get: |rules| &rules.$field, set: |rules, numbers| rules.$field = numbers }
    };
    (custom($kind:expr) $field:ident $type:ty) => {
        $kind
    };
    (some $of:expr, $($field:ident).+) => {
        OptionKind::Number {
            of: $of,
            word: None,
            get: |rules| Some(i64::from(rules.$($field).+)),
            set: |rules, number| {
                if let Some(number) = number {
                    rules.$($field).+ = number as _;
                }
            },
        }
    };
    (any $of:expr, $word:literal, $field:ident) => {
        OptionKind::Number {
            of: $of,
            word: Some($word),
            get: |rules| rules.$field.map(i64::from),
            set: |rules, number| rules.$field = number.map(|number| number as _),
        }
    };
}

/// Declares the rules: fields without an option, then options in the order in which they are listed and written:
///
/// ```text
/// key: type = the plainest choice, which holds where no preset says otherwise, kind;
///     where it has an effect, the rows of the catalogue, the source,
///     the meaning;
/// ```
macro_rules! rules {
    (
        fields { $($(#[$doc:meta])* $name:ident: $of:ty = $start:expr;)+ }
        options {
            $($key:ident $(: $type:ty = $plain:expr)?, $kind:ident($($detail:tt)*);
                $scope:ident, $rows:expr, $source:literal, $meaning:literal;)+
        }
    ) => {
        /// All rules in force in a scenario. A field is `None` if there is no such limit, or the rule is off.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Rules {
            $($(#[doc = $meaning] pub $key: $type,)?)+
            $($(#[$doc])* pub $name: $of,)+
            #[doc(hidden)]
            pub more: More,
        }

        impl Rules {
            /// The rules without a preset: the plainest choice for every decision. Presets are applied on top.
            pub fn plain() -> Self {
                Self { $($($key: $plain,)?)+ $($name: $start,)+ more: More(()) }
            }
        }

        /// All options, in the order in which they are listed and written.
        pub const OPTIONS: &[RuleOption] = &[$(RuleOption {
            key: stringify!($key),
            rows: &$rows,
            source: $source,
            meaning: $meaning,
            scope: Scope::$scope,
            kind: option_kind!($kind($($detail)*) $key $($type)?),
        },)+];
    };
}

/// A field that only this crate can construct. A struct with such a field can gain fields without breaking other code,
/// since outside the crate it must be built from an existing value, as in `Rules { round_limit: 20, ..Rules::plain()
/// }`.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct More(pub(crate) ());

/// The largest round limit of a fight.
pub const MOST_ROUNDS: u32 = 10_000;

rules! {
    fields {
        /// The prices of the uses of Fudge points that cost more than one point (P3, P4, P6).
        prices: Prices = Prices { scratch: 2, automatic: 1, near_death: 2 };
        /// A damage rule written in Rust, which replaces all rules that turn a hit into points; `None` to use those.
        own_damage: Option<OwnDamage> = None;
        /// Custom rules that a file defines with formulas.
        own: OwnRules = OwnRules::default();
        /// The file's policies for choosing boxes that absorb hits, in addition to the built-in ones.
        policies: Vec<AbsorbPolicy> = Vec::new();
    }
    options {
        dice: Dice = Dice::fudge(), custom(OptionKind::Dice {
            get: |rules| &rules.dice,
            set: |rules, dice| rules.dice = dice,
        });
            All, ROWS, "SRD 3.2",
            "the action dice, unless a roll has its own";
        npc_dice: Option<Dice> = None, custom(OptionKind::Dice {
            get: |rules| rules.npc_dice.as_ref().unwrap_or(&rules.dice),
            set: |rules, dice| rules.npc_dice = Some(dice),
        });
            Fights, ["D13", "C6", "A11"], "LITE; SRD 3.5, 4.33",
            "the action dice of fighters who are not player characters, unless a fighter has its own";
        stacking: ModifierSum = ModifierSum::Sum, words();
            All, ["A13"], "SRD 3.3, LITE",
            "how situational modifiers are combined";
        modifier_cap: Option<i32> = None, whole_or("none", 0, 20);
            All, ["A13", "M2"], "SRD 3.3",
            "the largest sum of situational modifiers, positive or negative";
        results_cap: ResultsCap = ResultsCap::Off, words();
            All, ["A2", "A3"], "LITE",
            "the limits of a rolled degree; they do not apply to a trait that is not rolled";
        success: Success = Success::Meet, words();
            Success, ["A4", "A5"], "SRD 3.4, 7.15",
            "what a check needs to succeed";
        criticals: CriticalRule = CriticalRule::Off, words();
            Checks, ["A7"], "SRD 3.6, F93 4.8",
            "what a natural critical does in a check";
        critical_success: Option<i32> = Some(4), whole_or("none", -20, 20);
            Criticals, ["A7"], "SRD 3.6",
            "the lowest natural roll that is a critical success";
        critical_failure: Option<i32> = Some(-4), whole_or("none", -20, 20);
            Criticals, ["A7"], "SRD 3.6",
            "the highest natural roll that is a critical failure";
        no_roll_at: Option<i32> = None, level_or_none();
            Checks, ["A4"], "F93 4.1",
            "the highest difficulty at which a check succeeds without a roll";
        default_difficulty: Option<i32> = None, level_or_none();
            Checks, ["A18"], "LITE",
            "the difficulty of a check that does not set one";
        assisting: Assisting = Assisting::Off, words();
            Traits, ["A18"], "SRD 3.3, F93 4.3",
            "what a second, assisting trait adds";
        default_levels: DefaultLevels = DefaultLevels::Srd, words();
            Traits, ["A18"], "SRD 1.4, 3.4, F93 2.4, LITE",
            "the level of a trait that a character does not list";
        reaction_modifiers: ReactionModifiers = ReactionModifiers::Degree, words();
            Reactions, ["A15"], "SRD 3.7, F93 4.9",
            "what the modifiers of a reaction are added to";
        skill: SkillUse = SkillUse::Added, words();
            Fights, ["D18"], "house rules",
            "whether the skill used to attack or to avoid a blow is added to the dice, or is part of them";
        minimum_to_hit: Option<i32> = None, level_or_none();
            Fights, ["C7"], "SRD 4.22",
            "the result a winner must reach to hit a foe of the same size";
        size_to_hit: SizeToHit = SizeToHit::Off, words();
            Fights, ["C8"], "SRD 4.22, F93 4.6, KAER",
            "how a difference in size affects hitting";
        shields: Shields = Shields::Ignored, words();
            Fights, ["M3"], "SRD 4.31, F93 4.72",
            "what a shield does in melee";
        weapon_size: WeaponSize = WeaponSize::Off, words();
            Fights, ["M4"], "SRD 4.31",
            "the penalty for the smaller weapon";
        gear: GearFamily = GearFamily::Srd, words();
            Fights, ["W2"], "SRD 4.54, F93 4.72",
            "which weapon table to use";
        pacing: Pacing = Pacing::Simultaneous, words();
            Fights, ["A9", "C1", "C2", "C3", "C4", "C5", "C9"], "SRD 4.21 to 4.23, KAER, LITE",
            "which fighters act, and in what order";
        turn_order: TurnOrder = TurnOrder::Fighters, words();
            Fights, ["C2"], "SRD 4.23",
            "who rolls for initiative, with `pacing = \"turns\"`";
        initiative: InitiativeRolls = InitiativeRolls::EachRound, words();
            Fights, ["C2"], "SRD 4.23",
            "how often initiative is rolled, with `pacing = \"turns\"`";
        initiative_ties: InitiativeTies = InitiativeTies::Together, words();
            Fights, ["C2", "C4"], "SRD 4.23, KAER",
            "what happens if initiative is equal, with `pacing = \"turns\"`";
        initiative_wounds: InitiativeWounds = InitiativeWounds::Ignored, words();
            Fights, ["C4"], "KAER",
            "whether wounds lower initiative, with `pacing = \"turns\"`";
        avoidance: Avoidance = Avoidance::Every, words();
            Fights, ["C4"], "SRD 4.23, KAER",
            "how many blows a fighter can dodge or parry in a round, with `pacing = \"turns\"`";
        strike_first: StrikeFirst = StrikeFirst::Off, words();
            Fights, ["C11"], "SRD 4.36",
            "whether the faster of two opponents has an advantage; both roll their `speed`";
        morale: Morale = Morale::Off, words();
            Fights, ["C14"], "Fantasy Fudge",
            "which fighters must roll to stay in the fight when first wounded, and again when badly wounded; see the fighters' `morale`";
        unopposed: i32 = -2, level();
            Fights, ["C9"], "SRD 4.22, F93 4.6",
            "the result needed to hit a target who does not defend";
        wound_penalties: WoundPenalties = WoundPenalties::Actions, words();
            Fights, ["M1"], "SRD 4.57, KAER",
            "which rolls wound penalties apply to";
        outnumbered: Outnumbered = Outnumbered::Off, words();
            Fights, ["M15"], "SRD 4.34, F93 4.62",
            "the skill penalty for facing several foes";
        lone_strike: LoneStrike = LoneStrike::BeatOrTie, words();
            Fights, ["M15"], "SRD 4.34, F93 4.62",
            "which of several foes a lone fighter may hit";
        mob_roll: MobRoll = MobRoll::Each, words();
            Fights, ["M16"], "SRD 4.34, F93 4.62",
            "whether several foes of one fighter share a single roll";
        reach: Option<u32> = None, whole_or("any", 1, 1000);
            Fights, ["M15"], "SRD 4.34, F93 4.62",
            "the most foes who can reach one fighter: 6 if there is room, 3 or 4 with swung weapons, 1 or 2 in a doorway";
        sweeping_blow: Option<u8> = None, whole_or("off", 1, 2);
            Fights, ["M15"], "SRD 4.34, F93 4.62",
            "the damage that a sweeping blow loses for each foe it has already cut through";
        postures: Switch = Switch::Off, words();
            Fights, ["M9"], "SRD 4.32, KAER",
            "whether a fighter's `tactic` can trade offense for defense; with `pacing = \"simultaneous\"`, both fighters of a pair can then be hit";
        all_out: AllOut = AllOut::Off, words();
            Fights, ["M7", "M8"], "SRD 4.31, 4.7; F93 4.6",
            "whether a fighter's `tactic` can go all out; with `pacing = \"turns\"`, see `full_attack`";
        advantage: Option<i32> = Some(1), level_or_none();
            Fights, ["M8"], "SRD 4.31, 4.7; F93 4.6",
            "the difficulty of the `perception` check that gains an advantage from all-out defense; with `none`, there is no check";
        called_shots: CalledShots = CalledShots::Off, words();
            Fights, ["M5", "M6"], "SRD 4.31, 4.35; F93 4.6",
            "whether a fighter's `tactic` can aim at a part of the body. Its wounds are recorded separately: if it is Hurt or Incapacitated, it may lower skills, and a disabled weapon arm makes the fighter drop the weapon";
        called_minimum: Option<i32> = Some(1), level_or_none();
            Fights, ["M5"], "SRD 4.31",
            "the result needed to hit the part aimed at: Good or Great, depending on its size";
        fight_criticals: FightCriticals = FightCriticals::Off, words();
            Fights, ["A7", "A16"], "SRD 3.6, F93 4.8",
            "what natural criticals do in fights";
        critical_effects: [Mischance; 11] = CRITICAL_EFFECTS, custom(OptionKind::WordList {
            words: Mischance::WORDS,
            length: 11,
            get: |rules| rules.critical_effects.iter().map(|effect| effect.word()).collect(),
            set: |rules, places| {
                rules.critical_effects.iter_mut().zip(places).for_each(|(effect, &place)| {
                    *effect = Mischance::ALL[place];
                });
            },
        });
            Fights, ["A16"], "SRD 3.6, F93 4.8",
            "the effect of a critical for each sum of 2d6, from 2 to 12";
        initiative_trade: InitiativeTrade = InitiativeTrade::Off, words();
            Fights, ["C2", "M10"], "SRD 4.23, KAER",
            "how a fighter's `tactic` can trade initiative for attack and defense";
        full_attack: FullAttack = FullAttack::Off, words();
            Fights, ["C2"], "SRD 4.23",
            "how well a fighter can defend after the tactic `full-attack`";
        maneuvers: Switch = Switch::Off, words();
            Fights, ["M11", "M12", "M13"], "KAER",
            "whether a fighter's `tactic` can attack twice, avoid twice or sweep";
        closing: Option<u16> = Some(0), whole_or("never", 0, 1000);
            Fights, ["R6"], "house rules",
            "the number of rounds before melee begins, in which fighters with a `missile` can shoot";
        range: i32 = 0, level();
            Fights, ["R1"], "SRD 4.4, F93 4.63",
            "the result needed to hit with a missile, which depends on distance and light; a target's `cover` replaces it";
        missiles: Missiles = Missiles::Dodge, words();
            Fights, ["R1", "R2", "M3"], "SRD 4.4, F93 4.63, KAER, Fantasy Fudge",
            "how a target avoids a missile that it is aware of and free to avoid; otherwise only the difficulty counts";
        shot_degree: ShotDegree = ShotDegree::Better, words();
            Fights, ["R2"], "SRD 4.4",
            "what the relative degree of a shot is measured against if the target tries to avoid it";
        shots_into_melee: MeleeShots = MeleeShots::Harder, words();
            Fights, ["R1"], "house rules",
            "what happens to shots from the `back` at a foe who is fighting one of the shooter's allies";
        propelled: i32 = -2, whole(-5, 0);
            Fights, ["R2"], "SRD 4.4, F93 4.63",
            "the penalty to dodging missiles that are not thrown";
        missile_parry: i32 = -1, whole(-5, 0);
            Fights, ["R2"], "KAER",
            "the penalty to parrying a thrown missile without a shield, with `missiles = \"dodge-or-parry\"`, for a fighter with `avoid_by = \"parry\"`; against other missiles, the penalty is larger by 2";
        shots: Shots = Shots::Together, words();
            Fights, ["R2", "R3"], "SRD 4.4, F93 4.6, KAER",
            "whether the shots of a round are simultaneous";
        burst_from: Vec<i32> = vec![2, 5, 10], numbers();
            Fights, ["R5"], "SRD 4.4 (the default numbers are this program's choice)",
            "the numbers of hits in a burst at which another point of damage is added, except to grazes";
        healing: Healing = Healing::EveryWound, words();
            Healing, ["H1", "H2", "H4"], "SRD 4.8, F93 4.74, LITE",
            "what treatment does for wounds";
        toughness: Toughness = Toughness::Off, words();
            Fights, ["W15"], "SRD 4.52",
            "how a fighter's toughness changes wounds";
        fudge_points: u8 = 0, whole(0, MOST_POINTS as i64);
            Fights, ["P7"], "SRD 1.36, 5.4, Fantasy Fudge, KAER, LITE",
            "how many Fudge points a fighter can `spend`, unless the fighter sets a number: SRD and LITE 1 to 5, Fantasy Fudge 1 to 3, KAER 2; no points are earned during a fight";
        success_limit: SuccessLimit = SuccessLimit::Superb, words();
            PointsOnDifficulty, ["P1"], "SRD 1.36, 7.42, Fantasy Fudge, KAER",
            "which difficulties a Fudge point cannot overcome, in a check, in a task, or in a fight that one unopposed roll decides (`pacing = \"story\"`)";
        lighter_wound: Lighter = Lighter::OneLevel, words();
            Fights, ["P3"], "SRD 1.36, Fantasy Fudge, KAER",
            "how much lighter a Fudge point makes the wound of a blow";
        lighter_for: LighterFor = LighterFor::Blow, words();
            Fights, ["P3"], "SRD 1.36, Fantasy Fudge, KAER",
            "which wounds a Fudge point makes lighter";
        scratch_price, price(scratch);
            Fights, ["P3"], "SRD 1.36 (which allows a higher price; the default number is this program's choice)",
            "the cost in Fudge points of turning a wound into a Scratch, with `lighter_wound = \"scratch\"`";
        automatic_price, price(automatic);
            Points, ["P4"], "SRD 1.36 (one or more)",
            "the cost in Fudge points of an automatic +4";
        near_death_price, price(near_death);
            Fights, ["P6", "W21"], "KAER, SRD 4.64",
            "the Fudge points that a fighter who is already at Near Death pays to survive; others pay one";
        stun: Stun = Stun::Off, words();
            Fights, ["W19"], "SRD 4.62, FF, F93 4.73",
            "what blows struck to stun do";
        head_blows: HeadBlows = HeadBlows::Off, words();
            Fights, ["W19"], "SRD 4.62, F93 4.73",
            "what a blow aimed at the head does; see also `called_shots`";
        automatic_death: AutomaticDeath = AutomaticDeath::Off, words();
            Fights, ["W27"], "SRD 4.51, F93 4.7",
            "whether helpless fighters are killed without a roll";
        pc_wound_levels: Option<u8> = None, whole_or("any", 1, 12);
            Fights, ["W21"], "SRD 4.64",
            "the most wound levels that one blow may add to a player character's worst wound";
        pc_near_death: PcNearDeath = PcNearDeath::Allowed, words();
            Fights, ["W21"], "SRD 4.64",
            "whether a blow may leave a player character Near Death, or worse";
        evasion: Evasion = Evasion::Off, words();
            Fights, ["W22", "W23"], "SRD 7.44, KAER",
            "how a fighter who is hit can make the wound one level lighter; the fighter's `evades_at` sets when";
        will_over_wounds: WillOverWounds = WillOverWounds::Off, words();
            Fights, ["W25"], "SRD 4.51, F93 4.7, KAER",
            "what a Willpower roll does against wounds; the fighter's `overcomes_at` sets when it is made";
        will_difficulty: i32 = 2, level();
            Fights, ["W25"], "SRD 4.51",
            "the difficulty of a Willpower roll against wounds, if `will_over_wounds` is `reduce` or `nullify`";
        damage_capacity: DamageCapacity = DamageCapacity::Counts, words();
            Fights, ["W3"], "SRD 4.54",
            "whether Damage Capacity is part of the defensive factor";
        static_tie: StaticTie = StaticTie::StandOff, words();
            Fights, ["M17"], "SRD 4.33, FF",
            "what a tie with an opponent who does not roll means; if only player characters act, they always win such ties";
        damage: DamageBy = DamageBy::Degree, custom(OptionKind::Damage {
            words: || DamageBy::WORDS,
            get: |rules| rules.damage.word(),
            set: |rules, place| (rules.damage, rules.own_damage) = (DamageBy::ALL[place], None),
        });
            Fights, ["W1", "W16", "W18"], "SRD 4.55, LITE",
            "what determines the damage of a hit";
        degree_multiplier: u8 = 1, whole(1, 4);
            Fights, ["W8"], "SRD 4.55",
            "how many points each step of relative degree is worth. For 2, the SRD's wound levels start at 1, 4, 7, 10 and 13 points; set them in `record`";
        damage_roll: DamageRoll = DamageRoll::default(), printed();
            Fights, ["W6", "W9"], "SRD 4.55, 4.61, 4.63, F93 4.72, KAER",
            "how damage is rolled";
        damage_dice: DamageDice = DamageDice::Action, words();
            Fights, ["W6"], "F93 4.72",
            "the dice that `damage_roll = \"game-dice-limited\"` rolls";
        level_roll: LevelRoll = LevelRoll::default(), printed();
            Fights, ["W6"], "SRD 4.61",
            "which hits a damage roll on the wound level can change";
        rolled_hits: RolledHits = RolledHits::default(), printed();
            Fights, ["W26"], "SRD 4.58, F93 4.64",
            "which hits get a damage roll";
        half_hits: HalfHits = HalfHits::Off, words();
            Fights, ["W26"], "F93 4.64",
            "the effect of two hits that the target's larger Scale only just stopped";
        critical_points: Option<u8> = None, whole_or("off", 1, 2);
            Fights, ["W26"], "F93 4.64",
            "the points of damage that a natural critical success does to a larger target it would otherwise not hurt; grazes are excluded";
        low_factor: LowFactor = LowFactor::default(), printed();
            Fights, ["W9"], "SRD 4.63",
            "the modifier for a damage factor below 0 in choosing which of the three dice to read, with `damage_roll = \"min-mid-max\"`";
        graze: Graze = Graze::Off, words();
            Fights, ["W7"], "SRD 4.56",
            "whether a hit by a relative degree of 1 is a graze";
        graze_from: Vec<i32> = vec![0, 5], numbers();
            Fights, ["W7"], "SRD 4.56",
            "the smallest damage factor of each graze level: Scratch, Hurt …";
        graze_roll: GrazeRoll = GrazeRoll::default(), printed();
            Fights, ["W7"], "SRD 4.56",
            "how the damage roll can change a graze";
        graze_ceiling: GrazeCeiling = GrazeCeiling::default(), printed();
            Fights, ["W7"], "SRD 4.56",
            "the highest wound level of a graze";
        record: Record = Record::standard(), custom(OptionKind::Record {
            get: |rules| &rules.record,
            set: |rules, record| rules.record = record,
        });
            Wounds, ["W10", "W11", "W12", "W13", "W14", "W16", "W17", "W27", "W30", "M1"], "SRD 4.57, 7.45, F93 4.7, 4.72, KAER, LITE",
            "how wounds are recorded, and the penalty of each level";
        large_blow: Option<i32> = None, whole_or("off", 2, 20);
            Fights, ["W12"], "F93 4.72",
            "the points that one blow must do to go past Very Hurt, or past Incapacitated, on a point track";
        consciousness: Consciousness = Consciousness::Off, words();
            Fights, ["W29", "W27"], "F93 4.7",
            "whether fighters who end a fight Incapacitated roll to stay conscious; fighters who are Near Death are unconscious, and die without help";
        ends_at: Option<u8> = None, wound_or("out");
            Fights, ["W20", "C13"], "SRD 4.62",
            "the wound level whose first mark ends the fight: the side with the mark loses; if both sides have one, neither wins";
        round_limit: u32 = 1000, custom(OptionKind::Number {
            of: NumberOf::Whole { low: 1, high: MOST_ROUNDS as i64 },
            word: Some("none"),
            get: |rules| (rules.round_limit > 0).then(|| i64::from(rules.round_limit)),
            set: |rules, rounds| rules.round_limit = rounds.map_or(0, |rounds| rounds as u32),
        });
            Fights, ["C13"], "a limit of this program",
            "the number of rounds after which an undecided fight is stopped as a draw; with `none`, exact answers have no limit if every fight ends, and all others stop at 10,000 rounds";
    }
}

/// The keys of the options that differ between two sets of rules.
pub fn differing(rules: &Rules, from: &Rules, ladder: &Ladder) -> Vec<&'static str> {
    if rules == from {
        return Vec::new();
    }
    let differs = |option: &&RuleOption| option.setting(rules, ladder) != option.setting(from, ladder);
    OPTIONS.iter().filter(differs).map(|option| option.key).collect()
}

/// The largest absolute value of levels and other small numbers.
const LARGEST_SMALL_NUMBER: i64 = 100;

/// Checks that all numbers of the rules are within their limits. A scenario is checked when it is parsed.
///
/// # Errors
/// If a number is outside the limits of its option, or a list is not ascending.
pub fn check_numbers(rules: &Rules) -> Result<()> {
    OPTIONS.iter().try_for_each(|option| {
        let ([low, high], figures) = option.limits_and_numbers(rules);
        if let Some(figure) = figures.iter().find(|figure| !(low..=high).contains(*figure)) {
            let problem = Error::input(format!("`{}` is {figure}", option.key));
            return Err(problem.with_help(format!("set a number from {low} to {high}")));
        }
        if matches!(option.kind, OptionKind::Integers { .. }) && !figures.is_sorted_by(|one, next| one < next) {
            return Err(Error::input(format!("`{}` must be a list of numbers, each above the one before", option.key)));
        }
        Ok(())
    })
}

impl Rules {
    /// The rule for combining situational modifiers (A13, SRD 3.3).
    pub fn modifier_rule(&self) -> ModifierRule {
        match self.stacking {
            ModifierSum::Sum => ModifierRule::Sum { cap: self.modifier_cap.map(i32::unsigned_abs) },
            ModifierSum::Largest => ModifierRule::Largest,
        }
    }
}

impl RuleOption {
    /// The minimum and maximum of the option's numbers, and its current numbers in `rules`.
    fn limits_and_numbers(&self, rules: &Rules) -> ([i64; 2], Vec<i64>) {
        let far = [-LARGEST_SMALL_NUMBER, LARGEST_SMALL_NUMBER];
        match self.kind {
            OptionKind::Number { of, get, .. } => {
                let limits = match of {
                    NumberOf::Level => far,
                    NumberOf::Wound => [1, rules.record.wound_levels() as i64],
                    NumberOf::Whole { low, high } => [low, high],
                };
                (limits, get(rules).into_iter().collect())
            }
            OptionKind::Integers { get, .. } => (far, get(rules).iter().copied().map(i64::from).collect()),
            _ => (far, Vec::new()),
        }
    }

    /// The option with the key `key`; `None` if there is no such option.
    pub fn find(key: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|option| option.key == key)
    }

    /// The setting of the option in `rules`, as text.
    pub fn setting(&self, rules: &Rules, ladder: &Ladder) -> String {
        match self.kind {
            OptionKind::Words { get, .. } => get(rules).to_owned(),
            OptionKind::Damage { get, .. } => rules.own_damage.as_ref().map_or(get(rules), |own| own.name()).to_owned(),
            OptionKind::Dice { get, .. } => get(rules).name().to_owned(),
            OptionKind::Number { of, word, get, .. } => {
                let shown = |number: i64| match of {
                    NumberOf::Level if rules.skill == SkillUse::InDice && RESULT_OPTIONS.contains(&self.key) => {
                        number.to_string()
                    }
                    NumberOf::Level => ladder.trait_name(number as i32),
                    NumberOf::Wound => rules.record.level_names(0).get(number as usize).cloned().unwrap_or_default(),
                    NumberOf::Whole { .. } => number.to_string(),
                };
                get(rules).map_or_else(|| word.unwrap_or_default().to_owned(), shown)
            }
            OptionKind::Integers { get, .. } => {
                get(rules).iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            }
            OptionKind::WordList { get, .. } => get(rules).join(", "),
            OptionKind::Record { get, .. } => get(rules).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn get_returns_the_word_that_was_set() {
        for option in OPTIONS {
            if let OptionKind::Words { words, get, set } = option.kind {
                for (place, word) in words().iter().enumerate() {
                    let mut rules = Rules::plain();
                    set(&mut rules, place);
                    assert_eq!(get(&rules), word.word, "{}", option.key);
                }
            }
        }
    }

    #[test]
    fn option_keys_are_unique() {
        for (k, option) in OPTIONS.iter().enumerate() {
            assert!(OPTIONS[k + 1..].iter().all(|other| other.key != option.key), "{}", option.key);
        }
    }

    #[test]
    fn find_matches_options_by_key() {
        assert_eq!(RuleOption::find("pacing").map(|option| option.key), Some("pacing"));
        assert!(RuleOption::find("pace").is_none());
    }
}
