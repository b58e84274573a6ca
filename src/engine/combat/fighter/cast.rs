//! Who fights: stat blocks, as a scenario states them.

use super::ranged::Ranged;
use super::spell::Spell;
use crate::dice::{Dice, Expression};
use crate::error::{Error, Result};
use crate::rules::effects::{Abilities, Blade, Blood, Poisoned, Poisoning};
use crate::rules::morale::Flees;
use crate::rules::own::{Leave, Leaves};
use crate::rules::{
    Boon, More, Pain, Policy, Record, RecordKind, Resistance, Rules, ScalePiercing, Shields, Spending, Spread, Targets,
    Toughness, Track,
};
use std::collections::BTreeSet;

/// Everyone in a fight.
#[derive(Debug, Clone, PartialEq)]
pub struct Cast {
    /// The stat blocks, in the order of the roster; each may stand for several fighters.
    pub fighters: Vec<Fighter>,
    /// The names of the sides, in order of appearance.
    pub sides: Vec<String>,
}

/// A stat block, a row for each field: its type, and what it is unless it is set.
macro_rules! fighter {
    (new($($given:ident: $from:ty),*); $($(#[$about:meta])* $field:ident: $type:ty = $plain:expr,)*) => {
        /// A stat block: what one fighter brings to a fight. Factors are without Scale (reading 11).
        #[derive(Debug, Clone, PartialEq)]
        pub struct Fighter {
            $($(#[$about])* pub $field: $type,)*
        }

        impl Fighter {
            /// A fighter of this name, side and skill, with nothing else out of the ordinary.
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
    /// The name shown.
    name: String = name.into(),
    /// The index of the fighter's side in [`Cast::sides`].
    side: usize = side,
    /// How many such fighters there are. They stand together in the roster.
    count: u16 = 1,
    /// Whether it is a player character; `None`: yes on the first side, if no fighter states it (C5).
    pc: Option<bool> = None,
    /// The level of the trait it fights with.
    skill: i32 = skill,
    /// The level of the trait it defends with, where blows are avoided by a separate roll (C2, C4); `None`: as `skill`.
    avoid: Option<i32> = None,
    /// The level of the other trait it defends with, parry besides dodge or the other way round (M12); `None`: as `avoid`.
    other_avoid: Option<i32> = None,
    /// The level of the trait that initiative goes by (C2, C4).
    initiative: i32 = 0,
    /// The fighter's own dice (A11); `None`: the rules' dice.
    dice: Option<Dice> = None,
    /// The Strength in it, for formulas; 0 where only the whole is known.
    strength: i32 = 0,
    /// Traits of its own, for formulas: their levels by name.
    traits: Vec<(String, i32)> = Vec::new(),
    /// Offensive factor: Strength and weapon.
    offense: i32 = 0,
    /// Dice in the offensive factor, rolled for each hit.
    offense_dice: Option<Expression> = None,
    /// Dice in the defensive factor, rolled for each hit on it.
    defense_dice: Option<Expression> = None,
    /// Defensive factor: armor, Mass trait, tough hide; without Damage Capacity and shield.
    defense: i32 = 0,
    /// The part of `defense` that is armor.
    armor: i32 = 0,
    /// Whether the weapon is of heavy, blunt metal: the target's armor counts half, rounded down (W5).
    halves_armor: bool = false,
    /// Whether the weapon pierces Scale where it hits well (W4).
    scale_piercing: ScalePiercing = ScalePiercing::None,
    /// The technological level of the weapon, in steps of Scale (W4, SRD 4.65).
    weapon_tech: i32 = 0,
    /// The technological level of the armor.
    armor_tech: i32 = 0,
    /// Damage Capacity, where stated (W3, W12, W14).
    damage_capacity: Option<i32> = None,
    /// Health, where stated (W13).
    health: Option<i32> = None,
    /// What pain does to the fighter (W24).
    pain: Pain = Pain::Normal,
    /// The fatigue cards that the fighter starts with, at most [`MOST_FATIGUE`](crate::rules::MOST_FATIGUE), where wounds
    /// are cards (W30).
    fatigue_cards: u8 = 0,
    /// How many rounds pass each time before its weapon may break (SRD 6.6); `None`: it never breaks.
    shoddy: Option<u16> = None,
    /// The weapon's value with sharpness and magic, for comparing weapon sizes (M4); `None`: not compared.
    weapon: Option<i32> = None,
    /// The shield's value (M3).
    shield: i32 = 0,
    /// Scale of Strength (W4).
    strength_scale: i32 = 0,
    /// Scale of Mass (W4, C8).
    mass_scale: i32 = 0,
    /// A bonus that only helps to hit: it is subtracted from the damage again (W1, F93 4.72).
    hit_bonus: i32 = 0,
    /// Position, blessing, curse, footing (M2).
    modifiers: Vec<Modifier> = Vec::new(),
    /// How the fighter's wounds are recorded (M17, W10 to W14, W16, W30); `None`: as the rules say.
    record: Option<Record> = None,
    /// The effect of toughness on its wounds (W15); `None`: as the rules say.
    toughness: Option<Toughness> = None,
    /// Whether another fight follows. If so, its wounds are remembered by the level received, since they heal from there (W10, H1), and so
    /// is what it has spent, even if it falls.
    remembers: bool = false,
    /// The wounds that it begins with, marked one after the other: their levels; on a track filled in order, their boxes.
    wounds: Vec<u8> = Vec::new(),
    /// How stances are chosen (M18).
    tactic: Policy = Policy::normal(),
    /// The moment at which it flees; `None`: never.
    flees: Option<Flees> = None,
    /// When it leaves the fight by formulas of its own.
    leaves: Vec<Leaves> = Vec::new(),
    /// The round in which it arrives, counted from 1.
    arrives: u16 = 1,
    /// Whether it stays behind the others on its side, if there are any (reading 47).
    at_back: bool = false,
    /// Whom the fighter prefers among several foes (reading 34).
    targets: Targets = Targets::LowestResult,
    /// Whom the fighter joins if its side is the larger (reading 35).
    spread: Spread = Spread::Even,
    /// Whether foes may pick the fighter out as the leader.
    leader: bool = false,
    /// How many boxes a hit of this fighter marks, where hits mark boxes whatever their degree (W16).
    injuries: u8 = 1,
    /// Whether its hits start at the target's second level at least, on a track filled in order (W16).
    serious: bool = false,
    /// Whether the target's defensive factor does not count against its hits: where a weapon marks boxes, that is armor
    /// (W18, LITE: drowning, burning).
    ignores_armor: bool = false,
    /// The level of wounds (on a track filled in order: the boxes marked) from which on the fighter only defends when
    /// acting alone (C5); `None`: never.
    defends_at: Option<u8> = None,
    /// For how many rounds from the start it is unaware of its foes, and neither strikes nor defends (C9); where player
    /// characters act alone, whoever acts against it then puts it out (LITE).
    unaware: u16 = 0,
    /// Whether a Good situational roll warns it beforehand (Fantasy Fudge: Danger Sense).
    danger_sense: bool = false,
    /// How it takes poison (Fantasy Fudge).
    poisoned: Poisoned = Poisoned::Normal,
    /// The poison at work in it when the fight begins (W28).
    begins_poisoned: Option<Poisoning> = None,
    /// What it adds to hit certain foes, by their names (SRD 6.6).
    against: Vec<(String, i32)> = Vec::new(),
    /// Whether it can neither strike nor defend at all: bound, asleep (C9).
    helpless: bool = false,
    /// Whether it defends but harms nobody (C9).
    only_defends: bool = false,
    /// Whether it needs a Good roll of Health before it can act (C9; the fault Combat Paralysis, Fantasy Fudge).
    combat_paralysis: bool = false,
    /// Whether it strikes in even rounds as if its foe were unaware (C10).
    speed_power: bool = false,
    /// Whether the trait it fights with has a "plus": it is one level better in even rounds (C12).
    plus_level: bool = false,
    /// The level of the trait that decides who strikes first (C11).
    speed: i32 = 0,
    /// The level of Perception, or Tactics, that all-out defense gains an advantage by (M8).
    perception: i32 = 0,
    /// What it adds to rolls of morale; `None`: it fights on whatever happens (C14).
    morale: Option<i32> = Some(0),
    /// Whether wounds are lighter or worse than on others (W15).
    resistance: Resistance = Resistance::Ordinary,
    /// The level of Constitution (W29).
    constitution: i32 = 0,
    /// The level of Willpower (W15, W25).
    will: i32 = 0,
    /// The wound level from which on it uses Willpower against wounds; `None`: never (W25).
    overcomes_at: Option<u8> = None,
    /// The level of Agility, where it rolls to stay on its feet (W23).
    agility: i32 = 0,
    /// The wound level from which on it throws itself out of the way of a blow that hit; `None`: never (W22, W23).
    evades_at: Option<u8> = None,
    /// Whether it strikes to stun (W19).
    stuns: bool = false,
    /// The worst wound level that its blows may do; `None`: any (W20).
    pulls: Option<u8> = None,
    /// The wound level at which it yields; `None`: it goes on until it is out (C13).
    yields_at: Option<u8> = None,
    /// Whether two foes at once cost it no skill (M19).
    peripheral_vision: bool = false,
    /// Whether it is never unaware of its foes (M19).
    quick_reflexes: bool = false,
    /// The Fudge points that it has; `None`: as many as the rules say (P7).
    fudge_points: Option<u8> = None,
    /// What it spends them on.
    spend: Spending = Spending::default(),
    /// What it brings to a fight at a distance.
    ranged: Ranged = Ranged::default(),
    /// The spells that it casts instead of striking, in order of preference.
    spells: Vec<Spell> = Vec::new(),
    /// The level with which it resists the spells of others; `None`: as their tables say.
    resists_magic: Option<i32> = None,
    /// Its special abilities (W28).
    abilities: Abilities = Abilities::default(),
    /// What is in its blood (W28).
    blood: Option<Blood> = None,
    /// How its weapon wounds, where that matters (W28).
    blade: Blade = Blade::Blunt,
}

/// A situational modifier (M2, SRD 4.31).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modifier {
    /// What it is.
    pub name: String,
    /// What it adds to skill.
    pub value: i32,
    /// What it adds to avoiding blows by a roll of its own, where there are turns.
    pub avoid: i32,
    /// Its value for the other of dodging and parrying.
    pub other_avoid: i32,
    /// For how many rounds from the start of the fight; `None`: all of it.
    pub rounds: Option<u16>,
}

/// What a trait is used for, where attack and avoidance are rolled apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Attacking, or attack and defense in one.
    Attack,
    /// Avoiding a blow.
    Avoid,
    /// Avoiding a blow by the other of dodging and parrying (M12).
    OtherAvoid,
}

/// The most rounds that a modifier may last without lasting for good.
const MOST_ROUNDS: u16 = 1000;

/// Scale, skill and factors are held within this, either way.
pub(crate) const FIGURE_LIMIT: i32 = 100;

impl Cast {
    /// The roster: the stat block of each fighter, in order.
    pub fn roster(&self) -> impl Iterator<Item = usize> {
        self.fighters.iter().enumerate().flat_map(|(k, fighter)| std::iter::repeat_n(k, fighter.count.into()))
    }

    /// The names of all fighters, in the order of the roster: `Hans`, `Goblin 1`, `Goblin 2` …
    pub fn names(&self) -> Vec<String> {
        let named = |fighter: &Fighter| match fighter.count {
            1 => vec![fighter.name.clone()],
            count => (1..=count).map(|number| format!("{} {number}", fighter.name)).collect(),
        };
        self.fighters.iter().flat_map(named).collect()
    }

    /// A name that two fighters have, or a fighter and a whole block of them.
    pub fn same_name(&self) -> Option<String> {
        let blocks = self.fighters.iter().filter(|fighter| fighter.count > 1).map(|fighter| fighter.name.clone());
        let mut names: Vec<String> = self.names().into_iter().chain(blocks).collect();
        names.sort_unstable();
        names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone())
    }

    /// For each stat block whether it is of player characters: those said to be, or else the first side (C5).
    pub fn pcs(&self) -> Vec<bool> {
        let stated = self.fighters.iter().any(|fighter| fighter.pc == Some(true));
        let is_pc = |fighter: &Fighter| fighter.pc.unwrap_or(!stated && fighter.side == 0);
        self.fighters.iter().map(is_pc).collect()
    }

    /// How many fighters a side has.
    pub fn strength(&self, side: usize) -> usize {
        self.fighters.iter().filter(|fighter| fighter.side == side).map(|fighter| usize::from(fighter.count)).sum()
    }
}

impl Fighter {
    /// The values of [`TRAITS`](crate::rules::own::TRAITS) beside a foe, for one who uses `skill`.
    pub(crate) fn named_traits(&self, skill: i32, foe: &Self) -> [i32; 8] {
        let avoid = self.avoid.unwrap_or(skill);
        let health = self.health.unwrap_or(0);
        let size = self.mass_scale - foe.mass_scale;
        [skill, avoid, self.strength, self.agility, self.perception, health, self.initiative, size]
    }

    /// How the fighter's wounds are recorded.
    pub fn record<'a>(&'a self, rules: &'a Rules) -> &'a Record {
        self.record.as_ref().unwrap_or(&rules.record)
    }

    /// The effect of toughness on the fighter's wounds.
    pub fn toughness(&self, rules: &Rules) -> Toughness {
        self.toughness.unwrap_or(rules.toughness)
    }

    /// The names of the levels that the fighter's wounds may come to: Undamaged, the record's levels, Dead.
    pub fn level_names(&self, rules: &Rules) -> Vec<String> {
        let record = self.record(rules);
        record.level_names(body(self, record))
    }

    /// Whether its moment to flee may come, beside these fighters of its side (itself included).
    pub fn may_flee<'f>(&self, side: impl Iterator<Item = &'f Self> + Clone) -> bool {
        let several = || side.clone().map(|friend| usize::from(friend.count)).sum::<usize>() > 1;
        match self.flees {
            None => self.leaves.iter().any(|leaves| leaves.how == Leave::Flees),
            Some(Flees::Wounded(_)) => true,
            Some(Flees::HalfDown | Flees::Left(_)) => several(),
            Some(Flees::LeaderDown) => several() && side.clone().any(|friend| friend.leader),
        }
    }

    /// The total defensive factor without Scale (W3).
    pub fn defensive_factor(&self, rules: &Rules) -> i32 {
        let capacity = match rules.damage_capacity {
            crate::rules::DamageCapacity::Counts => self.damage_capacity.unwrap_or(0),
            crate::rules::DamageCapacity::Ignored => 0,
        };
        let shield = if rules.shields == Shields::Defense { self.shield } else { 0 };
        self.defense + capacity + shield
    }

    /// The sum of the modifiers that hold in a round (counted from 1), within the rules' cap (A13).
    pub fn situational(&self, rules: &Rules, round: u16, of: Use) -> i32 {
        let holds = |modifier: &&Modifier| modifier.rounds.is_none_or(|rounds| round <= rounds);
        let value = |modifier: &Modifier| match of {
            Use::Attack => modifier.value,
            Use::Avoid => modifier.avoid,
            Use::OtherAvoid => modifier.other_avoid,
        };
        rules.modifier_rule().total(self.modifiers.iter().filter(holds).map(value))
    }

    /// What it adds to hit this foe.
    pub fn against(&self, foe: &Self) -> i32 {
        self.against.iter().filter(|(name, _)| name.eq_ignore_ascii_case(&foe.name)).map(|(_, value)| value).sum()
    }

    /// Holds its figures, what they add up to and how long its modifiers last to their limits.
    ///
    /// # Errors
    /// A figure or a sum further from 0 than 100; a modifier that lasts longer than 1000 rounds.
    pub fn check(&self, rules: &Rules) -> Result<()> {
        if let Some(modifier) = self.modifiers.iter().find(|modifier| modifier.rounds > Some(MOST_ROUNDS)) {
            return Err(Error::input(format!("the modifier `{}` of {} lasts too long", modifier.name, self.name))
                .with_help(format!("give it at most {MOST_ROUNDS} rounds, or none for the whole fight")));
        }
        if self.arrives > 1 && self.abilities.heads.is_some() {
            return Err(Error::input(format!("{} has heads that grow, so it cannot arrive later", self.name))
                .with_help("leave out `arrives`, or its severed heads"));
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
        // Each part is small, so none of these sums overflows.
        let sums = [
            ("the offensive factor with Strength Scale", self.offense + self.strength_scale),
            ("the defensive factor with Mass Scale", self.defensive_factor(rules) + self.mass_scale),
        ];
        sums.into_iter().chain(self.totals(rules)).try_for_each(|(name, sum)| self.within_limit(name, sum))
    }

    /// The sums of modifiers in the first round, and in each in which some hold no more.
    fn totals<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = (&'a str, i32)> + 'a {
        let later = self.modifiers.iter().filter_map(|modifier| modifier.rounds.map(|rounds| rounds + 1));
        let rounds: BTreeSet<u16> = later.chain([1]).collect();
        rounds.into_iter().flat_map(|round| {
            [Use::Attack, Use::Avoid, Use::OtherAvoid]
                .map(|of| ("the sum of all modifiers", self.situational(rules, round, of)))
        })
    }

    fn figures_of_abilities(&self) -> impl Iterator<Item = (&str, i32)> {
        let Abilities { bleeding, poison, burning, hazards, heads, swallow, surprise, .. } = self.abilities;
        let blood = self.blood.as_ref();
        let figures = [
            ("the check of bleeding", bleeding.map(|bleeding| bleeding.check.least)),
            ("the degree of bleeding", bleeding.map(|bleeding| bleeding.degree.into())),
            ("the check of poison", poison.map(|poison| poison.check.least)),
            ("the result that burns", burning.map(|burning| burning.result)),
            ("the check of a second head", heads.and_then(|heads| heads.two)),
            ("the largest Scale swallowed", swallow.map(|swallow| swallow.scale)),
            ("the difficulty inside", swallow.map(|swallow| swallow.inside)),
            ("the check of surprise", surprise),
            ("the result of venomous blood", blood.map(|blood| blood.on)),
            ("the check of venomous blood", blood.map(|blood| blood.check.least)),
        ];
        let hazards = hazards.into_iter().flatten().map(|hazard| ("the check of a hazard", hazard.check.least));
        figures.into_iter().filter_map(|(name, figure)| figure.map(|figure| (name, figure))).chain(hazards)
    }

    fn within_limit(&self, name: &str, value: i32) -> Result<()> {
        if value.unsigned_abs() <= FIGURE_LIMIT.unsigned_abs() {
            return Ok(());
        }
        Err(Error::input(format!("{name} of {} is {value}", self.name))
            .with_help(format!("a fighter's figures go from -{FIGURE_LIMIT} to {FIGURE_LIMIT}")))
    }
}

/// The fighter's wound track, without what ends a fight early.
pub fn track(fighter: &Fighter, rules: &Rules) -> Track {
    let record = fighter.record(rules);
    let pain = if fighter.abilities.immune_to_pain { Pain::Immune } else { fighter.pain };
    let lightened = fighter.toughness(rules) != Toughness::Off || fighter.spend.any(Boon::is_for_wounds);
    Track::compile_for(record, body(fighter, record), rules.large_blow, lightened).with_pain(pain)
}

/// What of a fighter a record goes by: a trait, Fair where it is not stated, or fatigue.
fn body(fighter: &Fighter, record: &Record) -> i32 {
    match record.kind {
        RecordKind::Boxes | RecordKind::InOrder | RecordKind::Absorb => 0,
        RecordKind::CapacityPoints | RecordKind::Capacity { .. } => fighter.damage_capacity.unwrap_or(0),
        RecordKind::Health => fighter.health.unwrap_or(0),
        RecordKind::Cards => fighter.fatigue_cards.into(),
    }
}
