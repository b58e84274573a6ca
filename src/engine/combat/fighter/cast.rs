//! Stat blocks of fighters, as a scenario gives them.

#![deny(missing_docs)]

use super::ranged::Ranged;
use super::spell::Spell;
use crate::dice::{Dice, Expression};
use crate::error::{Error, Result};
use crate::rules::effects::{Abilities, Blade, Blood, Poisoned, Poisoning};
use crate::rules::morale::Flees;
use crate::rules::own::{LeavingMethod, LeavingRule};
use crate::rules::{
    Boon, More, Pain, Policy, Record, RecordKind, Resistance, Rules, ScalePiercing, Shields, Spending, Spread, Targets,
    Toughness, Track,
};
use std::collections::BTreeSet;

/// All fighters and sides of a fight.
#[derive(Debug, Clone, PartialEq)]
pub struct Cast {
    /// Stat blocks in roster order. Each may represent several fighters.
    pub fighters: Vec<Fighter>,
    /// Names of the sides, in the order in which the file names them.
    pub sides: Vec<String>,
}

/// Declares the stat block, with a type and a default for each field.
macro_rules! fighter {
    (new($($given:ident: $from:ty),*); $($(#[$about:meta])* $field:ident: $type:ty = $plain:expr,)*) => {
        /// A stat block: the figures of one fighter. Its factors do not include Scale (reading 11).
        #[derive(Debug, Clone, PartialEq)]
        pub struct Fighter {
            $($(#[$about])* pub $field: $type,)*
        }

        impl Fighter {
            /// A fighter with this name, side and skill, and defaults for everything else.
            #[doc(hidden)]
            pub fn new($($given: $from),*) -> Self {
                Self { $($field: $plain,)* }
            }
        }
    };
}

fighter! {
    new(name: impl Into<String>, side: usize, skill: i32);

    #[doc(hidden)]
    more: More = More(()),
    /// Name, as shown to users.
    name: String = name.into(),
    /// Index of the fighter's side in [`Cast::sides`].
    side: usize = side,
    /// Number of fighters with this stat block. They are consecutive in the roster.
    count: u16 = 1,
    /// Whether the fighter is a player character (C5). If `None`, it is one if it is on the first side and no fighter
    /// is set as one.
    pc: Option<bool> = None,
    /// Level of the trait that the fighter attacks with.
    skill: i32 = skill,
    /// Level of the trait for avoiding blows, if blows are avoided by a separate roll (C2, C4). `None` if it is the
    /// same as `skill`.
    avoid: Option<i32> = None,
    /// Level of the other trait for avoiding blows, parry or dodge (M12). `None` if it is the same as `avoid`.
    other_avoid: Option<i32> = None,
    /// Level of the trait for initiative (C2, C4).
    initiative: i32 = 0,
    /// Action dice of the fighter (A11); `None` for the rules' dice.
    dice: Option<Dice> = None,
    /// The part of the offensive factor that is Strength, for formulas; 0 if only the total is known.
    strength: i32 = 0,
    /// Custom traits for formulas: their names and levels.
    traits: Vec<(String, i32)> = Vec::new(),
    /// Offensive factor: Strength and weapon.
    offense: i32 = 0,
    /// Dice in the offensive factor, rolled for each hit; `None` if the factor is fixed.
    offense_dice: Option<Expression> = None,
    /// Dice in the defensive factor, rolled for each hit on the fighter; `None` if the factor is fixed.
    defense_dice: Option<Expression> = None,
    /// Defensive factor: armor, Mass trait and tough hide. Damage Capacity and shield are not included.
    defense: i32 = 0,
    /// The part of `defense` that is armor.
    armor: i32 = 0,
    /// Whether the weapon halves the target's armor, rounded down, because it is of heavy, blunt metal (W5).
    halves_armor: bool = false,
    /// The weapon's ability to pierce Scale if it hits well (W4).
    scale_piercing: ScalePiercing = ScalePiercing::None,
    /// Technological level of the weapon, in steps of Scale (W4, SRD 4.65).
    weapon_tech: i32 = 0,
    /// Technological level of the armor, in steps of Scale.
    armor_tech: i32 = 0,
    /// Level of Damage Capacity (W3, W12, W14); `None` if not given.
    damage_capacity: Option<i32> = None,
    /// Level of Health (W13); `None` if not given.
    health: Option<i32> = None,
    /// Effect of pain on the fighter (W24).
    pain: Pain = Pain::Normal,
    /// Number of fatigue cards at the start, if wounds are cards (W30). At most
    /// [`MOST_FATIGUE`](crate::rules::MOST_FATIGUE).
    fatigue_cards: u8 = 0,
    /// Number of rounds between rolls for whether a shoddy weapon breaks (SRD 6.6). `None` for a weapon that never
    /// breaks.
    shoddy: Option<u16> = None,
    /// The weapon's value for comparing weapon sizes, with sharpness and magic (M4). `None` if it is not compared.
    weapon: Option<i32> = None,
    /// The shield's value (M3).
    shield: i32 = 0,
    /// Scale of Strength (W4).
    strength_scale: i32 = 0,
    /// Scale of Mass (W4, C8).
    mass_scale: i32 = 0,
    /// Bonus that only helps to hit. It is subtracted from the damage (W1, F93 4.72).
    hit_bonus: i32 = 0,
    /// Situational modifiers, for example for position, footing, blessings and curses (M2).
    modifiers: Vec<Modifier> = Vec::new(),
    /// Wound record (M17, W10 to W14, W16, W30); `None` for the rules' record.
    record: Option<Record> = None,
    /// Effect of toughness on the fighter's wounds (W15); `None` for the rules' setting.
    toughness: Option<Toughness> = None,
    /// Whether another fight follows. The track then remembers the level at which each wound was received, because
    /// wounds heal from there (W10, H1). Resources that the fighter spends are remembered as well, even if it falls.
    remembers: bool = false,
    /// Wounds at the start of the fight, marked one after another. They are wound levels, or numbers of boxes on a
    /// track filled in order.
    wounds: Vec<u8> = Vec::new(),
    /// Policy for choosing stances (M18).
    tactic: Policy = Policy::normal(),
    /// Condition on which the fighter flees; `None` if it never does.
    flees: Option<Flees> = None,
    /// Formulas that make the fighter leave the fight when they are true.
    leaves: Vec<LeavingRule> = Vec::new(),
    /// The round in which the fighter arrives, counted from 1.
    arrives: u16 = 1,
    /// Whether the fighter stays behind the other fighters of its side, as long as there are others (reading 47).
    at_back: bool = false,
    /// The target that the fighter prefers among several foes (reading 34).
    targets: Targets = Targets::LowestResult,
    /// The group that the fighter joins if its side is the larger one (reading 35).
    spread: Spread = Spread::Even,
    /// Whether foes may single the fighter out as the leader.
    leader: bool = false,
    /// Number of boxes that a hit by this fighter marks under rules that ignore the degree of hits (W16).
    injuries: u8 = 1,
    /// Whether hits by this fighter mark at least the target's second level, on a track filled in order (W16).
    serious: bool = false,
    /// Whether hits by this fighter ignore the target's defensive factor. If weapons determine the boxes, that factor
    /// is armor (W18, LITE: drowning, burning).
    ignores_armor: bool = false,
    /// The wound level at which the fighter starts to only defend, if only player characters act (C5). On a track
    /// filled in order, the number of marked boxes. `None` if it always attacks.
    defends_at: Option<u8> = None,
    /// Number of rounds at the start in which the fighter is unaware of its foes, so that it neither strikes nor
    /// defends (C9). If only player characters act, their action against it in these rounds puts it out of action
    /// (LITE).
    unaware: u16 = 0,
    /// Whether the fighter has Danger Sense: a Good situational roll warns it of a surprise (Fantasy Fudge).
    danger_sense: bool = false,
    /// Susceptibility to poison (Fantasy Fudge).
    poisoned: Poisoned = Poisoned::Normal,
    /// Poison that is at work when the fight begins (W28).
    begins_poisoned: Option<Poisoning> = None,
    /// Bonuses to hit certain foes: name of the foe, and bonus (SRD 6.6).
    against: Vec<(String, i32)> = Vec::new(),
    /// Whether the fighter can neither strike nor defend, for example bound or asleep (C9).
    helpless: bool = false,
    /// Whether the fighter only defends and does no harm (C9).
    only_defends: bool = false,
    /// Whether the fighter has Combat Paralysis: it cannot act before it makes a Good roll of Health (C9, Fantasy
    /// Fudge).
    combat_paralysis: bool = false,
    /// Whether the fighter strikes in even rounds as if its foe were unaware of it (C10).
    speed_power: bool = false,
    /// Whether the trait that the fighter attacks with has a "plus": it is one level better in even rounds (C12).
    plus_level: bool = false,
    /// Level of the trait that decides who strikes first (C11).
    speed: i32 = 0,
    /// Level of Perception or Tactics, for finding an advantage in all-out defense (M8).
    perception: i32 = 0,
    /// Modifier to morale rolls (C14). `None` if the fighter never makes them.
    morale: Option<i32> = Some(0),
    /// Whether the fighter's wounds are lighter or worse than those of other fighters (W15).
    resistance: Resistance = Resistance::Ordinary,
    /// Level of Constitution (W29).
    constitution: i32 = 0,
    /// Level of Willpower (W15, W25).
    will: i32 = 0,
    /// The lowest wound level at which the fighter uses Willpower against its wounds; `None` if it never does (W25).
    overcomes_at: Option<u8> = None,
    /// Level of Agility, for rolls to stay on the feet (W23) and against some effects.
    agility: i32 = 0,
    /// The lowest wound level that makes the fighter dive away from a blow that hit it; `None` if it never does (W22,
    /// W23).
    evades_at: Option<u8> = None,
    /// Whether the fighter strikes to stun (W19).
    stuns: bool = false,
    /// The worst wound level that the fighter's blows cause on purpose; `None` for no limit (W20).
    pulls: Option<u8> = None,
    /// The wound level at which the fighter yields; `None` if it fights until it is out of action (C13).
    yields_at: Option<u8> = None,
    /// Whether the fighter can face two foes without a penalty (M19).
    peripheral_vision: bool = false,
    /// Whether the fighter is never unaware of its foes (M19).
    quick_reflexes: bool = false,
    /// Number of Fudge points; `None` for the rules' number (P7).
    fudge_points: Option<u8> = None,
    /// Policy for spending Fudge points.
    spend: Spending = Spending::default(),
    /// Equipment and traits for fighting at a distance.
    ranged: Ranged = Ranged::default(),
    /// Spells that the fighter casts instead of striking. The first one that can be cast is preferred.
    spells: Vec<Spell> = Vec::new(),
    /// Level for resisting spells; `None` for the level given with each spell.
    resists_magic: Option<i32> = None,
    /// Special abilities (W28).
    abilities: Abilities = Abilities::default(),
    /// Venomous blood of the fighter (W28); `None` if its blood is harmless.
    blood: Option<Blood> = None,
    /// Wound type of the weapon (W28).
    blade: Blade = Blade::Blunt,
}

/// A situational modifier (M2, SRD 4.31).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modifier {
    /// Name of the modifier.
    pub name: String,
    /// Modifier to attacks, and to results that are both attack and defense.
    pub value: i32,
    /// Modifier to avoiding blows with the usual defense, if that is a separate roll.
    pub avoid: i32,
    /// Like `avoid`, for the other defense, dodge or parry (M12).
    pub other_avoid: i32,
    /// Number of rounds that it lasts, from the start of the fight; `None` for the whole fight.
    pub rounds: Option<u16>,
}

/// The use of a trait in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Attacking, or attack and defense in one roll.
    Attack,
    /// Avoiding a blow with the usual defense.
    Avoid,
    /// Avoiding a blow with the other defense, dodge or parry (M12).
    OtherAvoid,
}

/// Maximum number of rounds that a temporary modifier can last.
const MOST_ROUNDS: u16 = 1000;

/// Largest absolute value of a Scale, skill, factor or other figure.
pub(crate) const FIGURE_LIMIT: i32 = 100;

impl Cast {
    /// The roster: for each fighter in order, the index of its stat block.
    pub fn roster(&self) -> impl Iterator<Item = usize> {
        self.fighters.iter().enumerate().flat_map(|(k, fighter)| std::iter::repeat_n(k, fighter.count.into()))
    }

    /// Names of all fighters, in roster order: `Hans`, `Goblin 1`, `Goblin 2` …
    pub fn names(&self) -> Vec<String> {
        let named = |fighter: &Fighter| match fighter.count {
            1 => vec![fighter.name.clone()],
            count => (1..=count).map(|number| format!("{} {number}", fighter.name)).collect(),
        };
        self.fighters.iter().flat_map(named).collect()
    }

    /// A name that two fighters share, or that a fighter shares with a stat block of several; `None` if all names
    /// differ.
    pub fn same_name(&self) -> Option<String> {
        let blocks = self.fighters.iter().filter(|fighter| fighter.count > 1).map(|fighter| fighter.name.clone());
        let mut names: Vec<String> = self.names().into_iter().chain(blocks).collect();
        names.sort_unstable();
        names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone())
    }

    /// For each stat block, whether it is of player characters. If no stat block is set as one, all those on the first
    /// side are (C5).
    pub fn pcs(&self) -> Vec<bool> {
        let stated = self.fighters.iter().any(|fighter| fighter.pc == Some(true));
        let is_pc = |fighter: &Fighter| fighter.pc.unwrap_or(!stated && fighter.side == 0);
        self.fighters.iter().map(is_pc).collect()
    }

    /// Number of fighters on the side with the index `side`.
    pub fn strength(&self, side: usize) -> usize {
        self.fighters.iter().filter(|fighter| fighter.side == side).map(|fighter| usize::from(fighter.count)).sum()
    }
}

impl Fighter {
    /// The values of the names [`TRAITS`](crate::rules::own::TRAITS) in formulas against `foe`. `skill` is the value of
    /// the name `skill`.
    pub(crate) fn named_traits(&self, skill: i32, foe: &Self) -> [i32; 8] {
        let avoid = self.avoid.unwrap_or(skill);
        let health = self.health.unwrap_or(0);
        let size = self.mass_scale - foe.mass_scale;
        [skill, avoid, self.strength, self.agility, self.perception, health, self.initiative, size]
    }

    /// The fighter's wound record: its own, or else that of the rules.
    pub fn record<'a>(&'a self, rules: &'a Rules) -> &'a Record {
        self.record.as_ref().unwrap_or(&rules.record)
    }

    /// The effect of toughness on the fighter's wounds: its own setting, or else that of the rules.
    pub fn toughness(&self, rules: &Rules) -> Toughness {
        self.toughness.unwrap_or(rules.toughness)
    }

    /// Names of the wound levels on the fighter's record, from Undamaged to Dead.
    pub fn level_names(&self, rules: &Rules) -> Vec<String> {
        let record = self.record(rules);
        record.level_names(track_size_value(self, record))
    }

    /// Whether the fighter's flight condition or a formula can ever make it flee. `side` has all stat blocks of its
    /// side, its own included.
    pub fn may_flee<'f>(&self, side: impl Iterator<Item = &'f Self> + Clone) -> bool {
        let several = || side.clone().map(|friend| usize::from(friend.count)).sum::<usize>() > 1;
        match self.flees {
            None => self.leaves.iter().any(|leaves| leaves.how == LeavingMethod::Flees),
            Some(Flees::Wounded(_)) => true,
            Some(Flees::HalfDown | Flees::Left(_)) => several(),
            Some(Flees::LeaderDown) => several() && side.clone().any(|friend| friend.leader),
        }
    }

    /// The total defensive factor, with Damage Capacity and shield as far as the rules count them, but without Scale
    /// (W3).
    pub fn defensive_factor(&self, rules: &Rules) -> i32 {
        let capacity = match rules.damage_capacity {
            crate::rules::DamageCapacity::Counts => self.damage_capacity.unwrap_or(0),
            crate::rules::DamageCapacity::Ignored => 0,
        };
        let shield = if rules.shields == Shields::Defense { self.shield } else { 0 };
        self.defense + capacity + shield
    }

    /// Total of the situational modifiers that apply in `round` (from 1) to a trait used for `of`. The rules may cap it
    /// (A13).
    pub fn situational(&self, rules: &Rules, round: u16, of: Use) -> i32 {
        let holds = |modifier: &&Modifier| modifier.rounds.is_none_or(|rounds| round <= rounds);
        let value = |modifier: &Modifier| match of {
            Use::Attack => modifier.value,
            Use::Avoid => modifier.avoid,
            Use::OtherAvoid => modifier.other_avoid,
        };
        rules.modifier_rule().total(self.modifiers.iter().filter(holds).map(value))
    }

    /// Bonus of the fighter to hit `foe`.
    pub fn against(&self, foe: &Self) -> i32 {
        self.against.iter().filter(|(name, _)| name.eq_ignore_ascii_case(&foe.name)).map(|(_, value)| value).sum()
    }

    /// Checks that all figures, their sums and the durations of modifiers are within their limits.
    ///
    /// # Errors
    /// If the absolute value of a figure or sum is over 100, if a modifier lasts more than 1000 rounds, or if a fighter
    /// with heads that grow arrives after the first round.
    pub fn check(&self, rules: &Rules) -> Result<()> {
        if let Some(modifier) = self.modifiers.iter().find(|modifier| modifier.rounds > Some(MOST_ROUNDS)) {
            return Err(Error::input(format!("the modifier `{}` of {} lasts too long", modifier.name, self.name))
                .with_help(format!(
                    "give it at most {MOST_ROUNDS} rounds, or leave `rounds` out for the whole fight"
                )));
        }
        if self.arrives > 1 && self.abilities.heads.is_some() {
            return Err(Error::input(format!("{} has heads that grow, so it cannot arrive later", self.name))
                .with_help("leave out `arrives`, or `abilities.heads`"));
        }
        let figures = [
            ("skill", self.skill),
            ("avoid", self.avoid.unwrap_or(0)),
            ("other avoid", self.other_avoid.unwrap_or(0)),
            ("initiative", self.initiative),
            ("speed", self.speed),
            ("perception", self.perception),
            ("morale", self.morale.unwrap_or(0)),
            ("constitution", self.constitution),
            ("will", self.will),
            ("agility", self.agility),
            ("offense", self.offense),
            ("defense", self.defense),
            ("armor", self.armor),
            ("weapon technology", self.weapon_tech),
            ("armor technology", self.armor_tech),
            ("damage capacity", self.damage_capacity.unwrap_or(0)),
            ("Health", self.health.unwrap_or(0)),
            ("weapon", self.weapon.unwrap_or(0)),
            ("shield", self.shield),
            ("Strength Scale", self.strength_scale),
            ("Mass Scale", self.mass_scale),
            ("hit bonus", self.hit_bonus),
            ("missile skill", self.ranged.missile.map_or(0, |missile| missile.skill)),
            ("missile offense", self.ranged.missile.map_or(0, |missile| missile.offense)),
            ("dodge", self.ranged.dodge.unwrap_or(0)),
            ("cover", self.ranged.cover.unwrap_or(0)),
            ("shield against missiles", self.ranged.shield),
        ];
        let modifiers = self.modifiers.iter();
        let modifiers =
            modifiers.flat_map(|one| [one.value, one.avoid, one.other_avoid].map(|value| (one.name.as_str(), value)));
        let figures = figures.into_iter().chain(modifiers).chain(self.figures_of_abilities());
        figures.into_iter().try_for_each(|(name, value)| self.within_limit(name, value))?;
        // Each part is small, so none of these sums can overflow.
        let sums = [
            ("the offensive factor with Strength Scale", self.offense + self.strength_scale),
            ("the defensive factor with Mass Scale", self.defensive_factor(rules) + self.mass_scale),
        ];
        sums.into_iter().chain(self.totals(rules)).try_for_each(|(name, sum)| self.within_limit(name, sum))
    }

    /// The total of the situational modifiers for each use, in each round from which some of them no longer apply and
    /// in the first. Each has a label for errors.
    fn totals<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = (&'a str, i32)> + 'a {
        let later = self.modifiers.iter().filter_map(|modifier| modifier.rounds.map(|rounds| rounds + 1));
        let rounds: BTreeSet<u16> = later.chain([1]).collect();
        rounds.into_iter().flat_map(|round| {
            [Use::Attack, Use::Avoid, Use::OtherAvoid]
                .map(|of| ("the sum of all modifiers", self.situational(rules, round, of)))
        })
    }

    /// The figures of the fighter's abilities, with labels for errors.
    fn figures_of_abilities(&self) -> impl Iterator<Item = (&str, i32)> {
        let Abilities { bleeding, poison, burning, hazards, heads, swallow, surprise, .. } = self.abilities;
        let blood = self.blood.as_ref();
        let figures = [
            ("the bleeding check", bleeding.map(|bleeding| bleeding.check.least)),
            ("the degree of bleeding", bleeding.map(|bleeding| bleeding.degree.into())),
            ("the poison check", poison.map(|poison| poison.check.least)),
            ("the result that burns", burning.map(|burning| burning.result)),
            ("the check for a second head", heads.and_then(|heads| heads.second_head_from)),
            ("the largest Scale swallowed", swallow.map(|swallow| swallow.scale)),
            ("the difficulty inside", swallow.map(|swallow| swallow.inside)),
            ("the surprise check", surprise),
            ("the result of venomous blood", blood.map(|blood| blood.on)),
            ("the check against venomous blood", blood.map(|blood| blood.check.least)),
        ];
        let hazards = hazards.into_iter().flatten().map(|hazard| ("the check against a hazard", hazard.check.least));
        figures.into_iter().filter_map(|(name, figure)| figure.map(|figure| (name, figure))).chain(hazards)
    }

    /// Checks that the absolute value of a figure is at most [`FIGURE_LIMIT`]. `name` is its label in the error.
    fn within_limit(&self, name: &str, value: i32) -> Result<()> {
        if value.unsigned_abs() <= FIGURE_LIMIT.unsigned_abs() {
            return Ok(());
        }
        Err(Error::input(format!("{name} of {} is {value}", self.name))
            .with_help(format!("a fighter's figures go from -{FIGURE_LIMIT} to {FIGURE_LIMIT}")))
    }
}

/// The fighter's wound track under `rules`, without rules that end a fight early.
pub fn track(fighter: &Fighter, rules: &Rules) -> Track {
    let record = fighter.record(rules);
    let pain = if fighter.abilities.immune_to_pain { Pain::Immune } else { fighter.pain };
    let lightened = fighter.toughness(rules) != Toughness::Off || fighter.spend.uses_any(Boon::is_for_wounds);
    Track::compile_for(record, track_size_value(fighter, record), rules.large_blow, lightened).with_pain(pain)
}

/// The value on which the size of the fighter's wound track depends: Damage Capacity or Health (Fair if not given), or
/// the number of fatigue cards. 0 if `record` depends on none of them.
fn track_size_value(fighter: &Fighter, record: &Record) -> i32 {
    match record.kind {
        RecordKind::Boxes | RecordKind::InOrder | RecordKind::Absorb => 0,
        RecordKind::CapacityPoints | RecordKind::Capacity { .. } => fighter.damage_capacity.unwrap_or(0),
        RecordKind::Health => fighter.health.unwrap_or(0),
        RecordKind::Cards => fighter.fatigue_cards.into(),
    }
}
