//! A fight made ready to play: stat blocks and rules turned into small tables.

use super::cast::{Cast, Fighter, track_capacity};
use super::severity::{SeverityTable, Strike};
use super::state::Blow;
use super::terms::{minimum, skill_terms, total};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::rules::{DamageRoll, Graze, Rules, Track};

/// A fight ready to play. The hot loop sees no strings, maps or floats.
#[derive(Debug, Clone)]
pub struct Fight {
    pub(super) kinds: Vec<Kind>,
    pub(super) kind_of: Vec<u16>,
    pub(super) side_of: Vec<u16>,
    pub(super) sides: usize,
    pub(super) matchups: Vec<Matchup>,
    pub(super) pairings: Vec<Pairing>,
    pub(super) damage_dice: Option<Dice>,
    pub(super) grazes: bool,
    pub(super) longest: u16,
    pub(super) round_limit: u32,
}

/// Two fighters who face each other, with what a round needs of them looked up once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pairing {
    pub(super) fighters: [u16; 2],
    pub(super) kinds: [u16; 2],
    /// What the first is against the second, and the other way round.
    pub(super) matchups: [u16; 2],
}

/// Fighters with the same figures are one kind, compiled once.
#[derive(Debug, Clone, PartialEq)]
pub struct Kind {
    pub(super) dice: Dice,
    pub(super) track: Track,
    /// Situational modifiers that do not last, by the clock; the lasting ones are part of the skill.
    pub(super) passing: Vec<i32>,
}

/// What one kind of fighter is against another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matchup {
    /// Skill against this foe, lasting modifiers included, before wounds and passing modifiers.
    pub skill: i32,
    /// The result a winning blow must reach.
    pub minimum: i32,
    /// The total damage factor, Scale included (reading 11).
    pub factor: i32,
    /// Added to points on an ordinary hit: size penalties given back, bonuses that only help to hit taken off.
    pub points: i32,
    /// The severity of each blow.
    pub(super) severities: SeverityTable,
}

impl Fight {
    /// Compiles a cast under rules that contradict nothing.
    ///
    /// # Errors
    /// Figures out of range, fewer or more than one fighter on either of two sides (larger fights are not built
    /// yet), a faulty record.
    pub fn compile(cast: &Cast, rules: &Rules) -> Result<Self> {
        rules.record.check()?;
        cast.fighters.iter().try_for_each(Fighter::check)?;
        let pair = pair(cast)?;
        let mut models: Vec<&Fighter> = Vec::new();
        let kind_of: Vec<u16> = cast.fighters.iter().map(|fighter| kind_index(&mut models, fighter)).collect();
        let longest = models.iter().flat_map(|model| &model.modifiers).filter_map(|m| m.rounds).max().unwrap_or(0);
        let kinds: Vec<Kind> = models.iter().map(|model| kind(model, rules, longest)).collect();
        let damage_dice = damage_dice(rules)?;
        let matchups = models
            .iter()
            .flat_map(|own| models.iter().zip(&kinds).map(|(foe, kind)| (*own, *foe, kind)))
            .map(|(own, foe, kind)| matchup(own, foe, &kind.track, damage_dice.as_ref(), rules))
            .collect();
        Ok(Self {
            kinds,
            side_of: cast.fighters.iter().map(|fighter| fighter.side as u16).collect(),
            sides: cast.sides.len(),
            matchups,
            pairings: vec![pairing(pair, &kind_of, models.len())],
            kind_of,
            damage_dice,
            grazes: rules.graze == Graze::Table,
            longest,
            round_limit: rules.round_limit,
        })
    }

    /// How many fighters there are.
    #[inline]
    pub fn fighters(&self) -> usize {
        self.kind_of.len()
    }

    /// How many sides there are.
    pub fn sides(&self) -> usize {
        self.sides
    }

    /// The side of a fighter.
    #[inline(always)]
    pub fn side(&self, fighter: u16) -> usize {
        usize::from(self.side_of[usize::from(fighter)])
    }

    /// The rounds after which an undecided fight is stopped.
    pub fn round_limit(&self) -> u32 {
        self.round_limit
    }

    /// The action dice of a fighter.
    pub fn dice(&self, fighter: u16) -> &Dice {
        &self.kind(fighter).dice
    }

    /// The damage dice; none where damage is not rolled.
    pub fn damage_dice(&self) -> Option<&Dice> {
        self.damage_dice.as_ref()
    }

    /// The rounds that passing modifiers tell apart (M2); 0 where there are none.
    pub fn passing_rounds(&self) -> u16 {
        self.longest
    }

    /// The most branches that one step's rolls can have.
    pub fn widest_step(&self) -> u64 {
        let width = |dice: &Dice| u64::from(dice.pmf().highest().abs_diff(dice.pmf().lowest())) + 1;
        let exchange = |pairing: &Pairing| {
            let [a, b] = pairing.kinds.map(|kind| width(&self.kinds[usize::from(kind)].dice));
            a.saturating_mul(b)
        };
        let damage = self.damage_dice.as_ref().map_or(1, width);
        self.pairings.iter().map(exchange).max().unwrap_or(1).max(damage)
    }

    /// What `own` is against `foe`.
    #[inline(always)]
    pub fn matchup(&self, own: u16, foe: u16) -> &Matchup {
        let (own, foe) = (self.kind_of[usize::from(own)], self.kind_of[usize::from(foe)]);
        &self.matchups[usize::from(own) * self.kinds.len() + usize::from(foe)]
    }

    /// The blow with which `by` hits `target`, for a state that stands at its damage.
    pub fn blow(&self, by: u16, target: u16, degree: i16) -> Blow {
        let matchup = self.kind_of[usize::from(by)] * self.kinds.len() as u16 + self.kind_of[usize::from(target)];
        Blow { by, target, degree, matchup }
    }

    /// The wound track of a fighter.
    #[inline(always)]
    pub fn track(&self, fighter: u16) -> &Track {
        &self.kind(fighter).track
    }

    #[inline(always)]
    pub(super) fn kind(&self, fighter: u16) -> &Kind {
        &self.kinds[usize::from(self.kind_of[usize::from(fighter)])]
    }
}

fn pairing(fighters: [u16; 2], kind_of: &[u16], kinds: usize) -> Pairing {
    let [a, b] = fighters.map(|fighter| kind_of[usize::from(fighter)]);
    let matchup = |own: u16, foe: u16| own * kinds as u16 + foe;
    Pairing { fighters, kinds: [a, b], matchups: [matchup(a, b), matchup(b, a)] }
}

/// Who faces whom. So far one against one.
fn pair(cast: &Cast) -> Result<[u16; 2]> {
    let on = |side: usize| cast.fighters.iter().filter(|fighter| fighter.side == side).count();
    if let Some(empty) = (0..cast.sides.len()).find(|&side| on(side) == 0) {
        return Err(Error::input(format!("side `{}` has no fighters", cast.sides[empty])));
    }
    match (cast.sides.len(), cast.fighters.len()) {
        (2, 2) => Ok([0, 1]),
        (0 | 1, _) => Err(Error::input("a fight needs two sides")),
        (sides, fighters) => Err(Error::input(format!(
            "{fighters} fighters on {sides} sides: only fights of one against one are built so far"
        ))),
    }
}

/// Results of damage dice further from 0 than this are refused: every blow is tabulated by them.
const DAMAGE_LIMIT: i32 = 100;

fn damage_dice(rules: &Rules) -> Result<Option<Dice>> {
    let dice = match rules.damage_roll {
        DamageRoll::None => return Ok(None),
        DamageRoll::FudgeLimited => Dice::fudge(),
        DamageRoll::GameLimited => rules.dice.clone(),
    };
    if dice.pmf().lowest() < -DAMAGE_LIMIT || dice.pmf().highest() > DAMAGE_LIMIT {
        return Err(Error::input(format!("the dice `{}` are too wide for a damage roll", dice.name()))
            .with_help(format!("damage dice stay within -{DAMAGE_LIMIT} and {DAMAGE_LIMIT}")));
    }
    Ok(Some(dice))
}

/// The index of a fighter's kind among the models, which it joins where it is the first.
fn kind_index<'a>(models: &mut Vec<&'a Fighter>, fighter: &'a Fighter) -> u16 {
    let same = |model: &&Fighter| {
        let named = Fighter { name: model.name.clone(), side: model.side, ..fighter.clone() };
        named == **model
    };
    let place = models.iter().position(same).unwrap_or_else(|| {
        models.push(fighter);
        models.len() - 1
    });
    place as u16
}

fn kind(model: &Fighter, rules: &Rules, longest: u16) -> Kind {
    let lasting = model.situational(rules, longest + 1);
    Kind {
        dice: model.dice.clone().unwrap_or_else(|| rules.dice.clone()),
        track: Track::compile(&rules.record, track_capacity(model, &rules.record), rules.large_blow),
        passing: (1..=longest).map(|round| model.situational(rules, round) - lasting).collect(),
    }
}

fn matchup(own: &Fighter, foe: &Fighter, track: &Track, dice: Option<&Dice>, rules: &Rules) -> Matchup {
    let strike = Strike::new(own, foe, rules);
    Matchup {
        skill: total(&skill_terms(own, foe, rules)) + own.situational(rules, u16::MAX),
        // Far below anything that can be rolled where no minimum is asked for.
        minimum: minimum(own, foe, rules).unwrap_or(i32::MIN),
        factor: strike.factor,
        points: strike.points,
        severities: SeverityTable::compile(&strike, track, dice, rules),
    }
}
