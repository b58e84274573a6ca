//! A fight made ready to play: stat blocks and rules turned into small tables.

use super::acting::{Acting, closes_on_failed_roll};
use super::cast::{Cast, Fighter};
use super::due::Criticals;
use super::event::Fired;
use super::facing::one_kind_a_side;
use super::hazards::{Threat, threats};
use super::kind::{Kind, kind_index, ready, rounds_told_apart};
use super::luck;
use super::matchup::Matchup;
use super::missile::shot;
use super::severity::rolls_for_some;
use super::state::{Blow, HitModifiers};
use super::tactics::Tactics;
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::ladder::Ladder;
use crate::rules::effects::Doom;
use crate::rules::{
    Avoidance, Boon, DamageRoll, Graze, InitiativeRolls, InitiativeTies, InitiativeWounds, LoneStrike, MobRoll,
    Outnumbered, Pacing, Record, Rules, StaticTie, Track, TurnOrder, check_figures,
};

/// A fight ready to play. The hot loop sees no strings, maps or floats.
#[derive(Debug, Clone)]
pub struct Fight {
    pub(super) kinds: Vec<Kind>,
    pub(super) kind_of: Vec<u16>,
    /// The stat block of each fighter.
    pub(super) entry_of: Vec<u16>,
    /// How many fighters each stat block stands for.
    counts: Vec<u16>,
    pub(super) side_of: Vec<u16>,
    pub(super) sides: usize,
    /// Of each kind against each; then of each with a missile in hand, where any are used.
    pub(super) matchups: Vec<Matchup>,
    /// The two of a fight of one against one, who need not be looked up each round.
    pub(super) duel: Option<Pairing>,
    pub(super) damage_dice: Option<Dice>,
    /// Whether the parity of both natural results is the damage roll (W6).
    pub(super) parity: bool,
    /// Whether natural results make something of a blow besides.
    pub(super) naturals_count: bool,
    /// Whether some hits are not rolled for though others are.
    pub(super) rolls_for_some: bool,
    pub(super) grazes: bool,
    pub(super) longest: u16,
    /// After how many rounds, once the longest of these has passed, things repeat (C10, C12).
    pub(super) cycle: u16,
    /// Which rules act in it.
    pub(super) acting: Acting,
    /// What fighters must withstand before blows fall (W28).
    pub(super) threats: Vec<Threat>,
    /// Whether the first mark of some level ends the fight (W20).
    pub(super) first_mark: Option<u8>,
    pub(super) round_limit: u32,
    pub(super) outnumbered: Outnumbered,
    pub(super) lone_strike: LoneStrike,
    pub(super) mob_roll: MobRoll,
    /// The most foes who can reach one fighter.
    pub(super) reach: usize,
    pub(super) pacing: Pacing,
    pub(super) turn_order: TurnOrder,
    pub(super) initiative: InitiativeRolls,
    pub(super) initiative_ties: InitiativeTies,
    pub(super) initiative_wounds: InitiativeWounds,
    pub(super) avoidance: Avoidance,
    /// The result that hits who does not defend (C9).
    pub(super) unopposed: i32,
    /// How many rounds are of missiles; `u16::MAX` = all (R6).
    pub(super) closing: u16,
    pub(super) tactics: Tactics,
    /// What natural criticals do; none where they do nothing (A16).
    pub(super) criticals: Option<Criticals>,
    /// The rules compiled, for blows that no table holds.
    pub(super) rules: Rules,
    pub(super) static_tie: StaticTie,
}

/// Two fighters who face each other, with what a round needs of them looked up once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pairing {
    pub(super) fighters: [u16; 2],
    pub(super) kinds: [u16; 2],
    /// What the first is against the second, and the other manner round.
    pub(super) matchups: [u16; 2],
}

impl Fight {
    /// Compiles a cast under rules that contradict nothing, on the ladder of the sources.
    ///
    /// # Errors
    /// Figures out of range, other than two sides with somebody on each, too many kinds of fighters, a faulty record; where
    /// only player characters act, a side of which some are and some are not.
    pub fn compile(cast: &Cast, rules: &Rules) -> Result<Self> {
        Self::compile_on(&Ladder::default(), cast, rules)
    }

    /// As [`compile`](Self::compile), on a ladder of one's own, which results may be capped by (A2).
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn compile_on(ladder: &Ladder, cast: &Cast, rules: &Rules) -> Result<Self> {
        check_figures(rules)?;
        rules.record.check()?;
        cast.fighters.iter().filter_map(|fighter| fighter.record.as_ref()).try_for_each(Record::check)?;
        cast.fighters.iter().try_for_each(|fighter| fighter.check(rules))?;
        sides(cast)?;
        luck::check(cast, rules)?;
        let pcs = cast.pcs();
        let players = rules.pacing.players_act();
        if players {
            one_kind_a_side(cast, &pcs)?;
        }
        let ready: Vec<Fighter> =
            cast.fighters.iter().zip(&pcs).map(|(fighter, pc)| ready(fighter, *pc, players, rules)).collect();
        let mut models: Vec<&Fighter> = Vec::new();
        let kinds_of: Vec<u16> = ready.iter().map(|fighter| kind_index(&mut models, fighter)).collect();
        let most_kinds = if rules.closing == Some(0) { MOST_KINDS } else { MOST_SHOOTING };
        if models.len() > most_kinds {
            return Err(Error::input(format!("more than {most_kinds} different kinds of fighters"))
                .with_help("give fighters that are alike the same figures, or one entry with a `count`"));
        }
        let closing = closing(rules, &models)?;
        let longest = models.iter().map(|model| rounds_told_apart(model)).max().unwrap_or(0);
        let longest = longest.max(rules.closing.unwrap_or(0));
        let any = |has: fn(&Fighter) -> bool| models.iter().any(|model| has(model));
        let speedy = any(|model| model.speed_power);
        let cycle = if speedy || any(|model| model.plus_level) { 2 } else { 1 };
        let mut tactics = Tactics::compile(cast, rules)?;
        let cap = rules.results_cap.range(ladder);
        let kinds = models
            .iter()
            .map(|model| Kind::compile(model, rules, [longest, cycle], cap, &mut tactics))
            .collect::<Result<Vec<Kind>>>()?;
        let blocks = cast.fighters.iter().zip(&kinds_of).scan(0, |first, (fighter, kind)| {
            let block = *first..*first + fighter.count;
            *first = block.end;
            Some((block, *kind))
        });
        let threats = threats(&kinds, blocks)?;
        let acting = Acting::compile(&models, &kinds, &tactics, &threats, rules);
        let damage_dice = damage_dice(rules)?;
        let pairs = || models.iter().flat_map(|own| models.iter().zip(&kinds).map(|(foe, kind)| (*own, *foe, kind)));
        let blows =
            pairs().map(|(own, foe, kind)| Matchup::compile(own, foe, &kind.track, damage_dice.as_ref(), rules));
        let shots = pairs().filter(|_| closing > 0);
        let shots = shots.map(|(own, foe, kind)| shot(own, foe, &kind.track, damage_dice.as_ref(), rules));
        let matchups = blows.chain(shots).collect();
        let mut fight = Self {
            kinds,
            kind_of: cast.roster().map(|entry| kinds_of[entry]).collect(),
            entry_of: cast.roster().map(|entry| entry as u16).collect(),
            counts: cast.fighters.iter().map(|fighter| fighter.count).collect(),
            side_of: cast.roster().map(|entry| cast.fighters[entry].side as u16).collect(),
            sides: cast.sides.len(),
            matchups,
            duel: None,
            damage_dice,
            parity: rules.damage_roll.is_parity(),
            naturals_count: rules.damage_roll.is_parity() || rules.critical_points.is_some(),
            rolls_for_some: rolls_for_some(rules),
            grazes: rules.graze == Graze::Table,
            longest,
            cycle,
            acting,
            threats,
            first_mark: rules.ends_at,
            round_limit: rules.round_limit,
            outnumbered: rules.outnumbered,
            lone_strike: rules.lone_strike,
            mob_roll: rules.mob_roll,
            reach: rules.reach.map_or(usize::MAX, |reach| reach as usize),
            pacing: rules.pacing,
            turn_order: rules.turn_order,
            initiative: rules.initiative,
            initiative_ties: rules.initiative_ties,
            initiative_wounds: rules.initiative_wounds,
            avoidance: rules.avoidance,
            unopposed: rules.unopposed,
            closing,
            tactics,
            criticals: Criticals::compile(rules)?,
            rules: rules.clone(),
            static_tie: rules.static_tie,
        };
        fight.duel = (fight.fighters() == 2).then(|| fight.pairing([0, 1]));
        Ok(fight)
    }

    /// Two fighters who face each other.
    #[inline]
    pub(super) fn pairing(&self, fighters: [u16; 2]) -> Pairing {
        let kinds @ [a, b] = fighters.map(|fighter| self.kind_of[usize::from(fighter)]);
        let matchup = |own: u16, foe: u16| own * self.kinds.len() as u16 + foe;
        Pairing { fighters, kinds, matchups: [matchup(a, b), matchup(b, a)] }
    }

    /// How many stat blocks there are; fighters of one are told apart by nothing but their wounds.
    pub fn entries(&self) -> usize {
        self.counts.len()
    }

    /// How many fighters a stat block stands for.
    pub fn count(&self, entry: usize) -> usize {
        self.counts[entry].into()
    }

    /// The first fighter of a stat block.
    pub fn first(&self, entry: usize) -> u16 {
        self.entry_of.iter().position(|of| usize::from(*of) == entry).unwrap_or(0) as u16
    }

    /// The two of a fight of one against one; none of a larger fight.
    pub fn duel(&self) -> Option<[u16; 2]> {
        self.duel.map(|pairing| pairing.fighters)
    }

    /// The stat block of a fighter, by its place in the cast.
    #[inline]
    pub fn entry(&self, fighter: u16) -> usize {
        usize::from(self.entry_of[usize::from(fighter)])
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

    /// How many rounds differ by themselves: by modifiers that pass (M2), surprise, or because they are even; 1 where all
    /// are the same.
    pub fn rounds_told_apart(&self) -> u16 {
        self.longest + self.cycle
    }

    /// The most branches that one step's rolls can have.
    pub fn widest_step(&self) -> u64 {
        let width = |dice: &Dice| dice.pmf().iter().count() as u64;
        let widest = self.kinds.iter().map(|kind| width(&kind.dice)).max().unwrap_or(1);
        let damage = self.damage_dice.as_ref().map_or(1, width);
        let rolls = if self.acting.lucky { self.most_lucky_rolls() } else { 2 };
        widest.saturating_pow(rolls).max(damage)
    }

    /// The most dice that are rolled in a step on which Fudge points may be spent: those of a whole brawl, and of all who
    /// may roll again.
    fn most_lucky_rolls(&self) -> u32 {
        let side = |side| self.side_of.iter().filter(|of| usize::from(**of) == side).count();
        let most = if self.pacing == Pacing::Simultaneous { (0..self.sides).map(side).max().unwrap_or(1) } else { 2 };
        let again = |who: &u16| self.kind(*who).pool > 0 && self.kind(*who).spending.any(|boon| boon == Boon::Reroll);
        let again = (0..self.fighters() as u16).filter(again).count().min(most + 1);
        (1 + most + again) as u32
    }

    /// Whether anybody has Fudge points to spend on anything.
    pub fn spends_points(&self) -> bool {
        self.kinds.iter().any(|kind| kind.pool > 0 && !kind.spending.0.is_empty())
    }

    /// What acts now and then in this fight, and is counted.
    pub fn fires(&self) -> &[Fired] {
        &self.acting.fires
    }

    /// Whether wounds are suffered one by one, after all blows that fall at once are found.
    pub fn suffers(&self) -> bool {
        self.acting.suffers
    }

    /// Whether wounds of a fighter close where it hits because a player character's roll failed (W28).
    #[inline(always)]
    pub(super) fn heals_on_failed_roll(&self, who: u16) -> bool {
        !self.kind(who).pc && closes_on_failed_roll(&self.kind(who).abilities)
    }

    /// Whether a foe's abilities may kill a fighter otherwise than by wounds (W28).
    pub fn may_be_slain(&self, fighter: u16) -> bool {
        let foes = (0..self.fighters() as u16).filter(|&foe| self.side(foe) != self.side(fighter));
        let kills =
            |kind: &Kind| kind.abilities.kill() || kind.blood.as_ref().is_some_and(|one| one.doom == Doom::Death);
        foes.into_iter().any(|foe| kills(self.kind(foe)))
    }

    /// What `own` is against `foe`.
    #[inline(always)]
    pub fn matchup(&self, own: u16, foe: u16) -> &Matchup {
        let (own, foe) = (self.kind_of[usize::from(own)], self.kind_of[usize::from(foe)]);
        &self.matchups[usize::from(own) * self.kinds.len() + usize::from(foe)]
    }

    /// Whether it is played step by step: there is more to its rounds than blows and wounds.
    #[inline(always)]
    pub fn takes_steps(&self) -> bool {
        !self.acting.plain
            || self.acting.suffers
            || self.acting.aftermath
            || self.closing > 0
            || self.pacing != Pacing::Simultaneous
    }

    /// The blow with which `by` hits `target`, for a state that stands at its damage.
    pub fn blow(&self, by: u16, target: u16, degree: i16) -> Blow {
        let matchup = self.kind_of[usize::from(by)] * self.kinds.len() as u16 + self.kind_of[usize::from(target)];
        Blow { by, target, degree, hit_modifiers: HitModifiers::default(), parity_bonus: 0, after: 0, matchup }
    }

    /// How many wound levels there are, from Undamaged to Dead.
    pub fn levels(&self) -> usize {
        self.kinds.iter().map(|kind| kind.track.levels()).max().unwrap_or(0)
    }

    /// How many severities of blows there are beyond none: wound levels, or points that fill a whole track.
    pub fn severities(&self) -> usize {
        self.kinds.iter().map(|kind| kind.track.severities()).max().unwrap_or(0)
    }

    /// The least and the most that a fighter can roll (A2).
    pub fn cap(&self, fighter: u16) -> [i32; 2] {
        self.kind(fighter).cap
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

/// How many rounds are of missiles (R6).
fn closing(rules: &Rules, models: &[&Fighter]) -> Result<u16> {
    if rules.closing.is_none() && models.iter().all(|model| model.ranged.missile.is_none()) {
        return Err(Error::input("this fight never comes to blows, and nobody has anything to shoot or throw")
            .with_help("give somebody a `missile`, or set `closing` to a number of rounds"));
    }
    Ok(rules.closing.unwrap_or(u16::MAX))
}

/// The most kinds of fighters: each is tabulated against each.
const MOST_KINDS: usize = 250;

/// The same where each is tabulated with a missile in hand as well: places in the table have 16 bits.
const MOST_SHOOTING: usize = 180;

/// Two sides, with somebody on each.
fn sides(cast: &Cast) -> Result<()> {
    if let Some(empty) = (0..cast.sides.len()).find(|&side| cast.strength(side) == 0) {
        return Err(Error::input(format!("side `{}` has no fighters", cast.sides[empty])));
    }
    match cast.sides.len() {
        0 | 1 => Err(Error::input("a fight needs two sides")),
        2 => Ok(()),
        more => {
            Err(Error::input(format!("a fight has two sides, not {more}")).with_help("put allies on the same `side`"))
        }
    }
}

/// Results of the game's dice further from 0 than this are refused: every blow is tabulated by them.
const DAMAGE_LIMIT: i32 = 100;

fn damage_dice(rules: &Rules) -> Result<Option<Dice>> {
    let Some(dice) = rules.damage_roll.dice(&rules.dice)? else { return Ok(None) };
    let wide = dice.pmf().lowest() < -DAMAGE_LIMIT || dice.pmf().highest() > DAMAGE_LIMIT;
    if wide && rules.damage_roll == DamageRoll::GameLimited {
        return Err(Error::input(format!("the dice `{}` are too wide for a damage roll", dice.name()))
            .with_help(format!("damage dice stay within -{DAMAGE_LIMIT} and {DAMAGE_LIMIT}")));
    }
    Ok(Some(dice))
}
