//! Compiles stat blocks and rules into small lookup tables, and answers questions about a fight's state from them.
//! Nothing here rolls dice.
//!
//! | module | contents |
//! |---|---|
//! | `compile` | makes a cast and rules into a `Fight` |
//! | `kind`, `matchup` | compiled fighters, and the figures of each against each |
//! | `blows` | damage of each blow, as tables |
//! | `field` | sides, groups, targets, ability to act, and the sequence of rounds |
//! | `own`, `ruled` | custom rules: their tables, and their values in a state |
//! | `acting` | flags for the rules that have an effect |
//! | `exits`, `records` | ways out of a fight, and different wound records in one fight |
//! | `tactics`, `spells`, `casting`, `spending`, `criticals` | tables of these rules |
//! | `futile` | attackers who can never hit |
//!
//! - **Groups**: before each round, fighters are split into groups of one against one or more (`field/groups.rs`).
//!   Exchanges are resolved group by group, and turns use the same groups.
//! - **Damage** comes from a list of formulas, or from Rust code (`rules/damage/code.rs`). The printed damage rules are
//!   formulas too (`rules/damage/printed.toml`), selected by options. Formulas are evaluated when a fight is compiled,
//!   into a table for each pair of compiled fighters (`blows/by_formula.rs`). Its rows distinguish natural results only
//!   if the formulas name them (`blows/inputs.rs`).
//! - **Wound records** become tables as well: from a state of the track and a severity to the next state
//!   (`rules/record`). If boxes absorb hits, a policy chooses the boxes for each state and number of points when the
//!   record is compiled (`rules/record/absorb.rs`). A fighter with its own record is compiled under the rules with that
//!   record.
//! - **Rules that are off** cost the check of a flag in `acting`. Fights in which fighters can only be wounded have
//!   fast paths in `play`, without these checks.

mod acting;
mod blows;
mod casting;
mod compile;
mod criticals;
mod exits;
mod field;
mod futile;
mod kind;
mod matchup;
mod own;
mod records;
mod ruled;
mod spells;
mod spending;
mod tactics;

pub(crate) use acting::PlainRounds;
pub use blows::blown::{Damage, LandedHit};
pub(crate) use blows::inputs::BlowResults;
pub(crate) use blows::severity::LOWEST_DEGREE;
pub use blows::single::damage;
pub(crate) use criticals::CriticalTable;
pub(crate) use field::groups::Groups;
pub use field::sides::MOST_SIDES;
pub(crate) use field::threats::Threat;
pub use futile::HopelessPair;
pub use kind::CompiledFighter;
pub use kind::spares;
pub use matchup::Matchup;

use super::condition::{Body, Exit};
use super::event::Fired;
use super::hit::{Blow, HitModifiers};
use crate::chance::Faces;
use crate::dice::Dice;
use crate::rules::damage::formulas::{POINTS, THROUGH};
use crate::rules::effects::{Doom, Head, Heads};
use crate::rules::{Boon, MOST_ROUNDS, Outnumbered, OwnDamage, Pacing, Rules, StaticTie, Track};
use acting::{RuleFlags, closes_on_failed_roll};
use blows::by_formula::{Between, OwnTable};
use blows::strike::Strike;
pub use own::ActiveRules;
use own::Own;
pub(crate) use own::{BlowSeen, Sight};
use spells::Spells;
use std::ops::Range;
use std::sync::OnceLock;
use tactics::Tactics;

/// A compiled fight, ready to play. Its hot loop uses no strings, maps or floats.
#[derive(Debug, Clone)]
pub struct Fight {
    pub(crate) kinds: Vec<CompiledFighter>,
    pub(crate) kind_of: Vec<u16>,
    /// Stat block of each fighter.
    pub(crate) entry_of: Vec<u16>,
    /// Number of fighters of each stat block.
    counts: Vec<u16>,
    pub(crate) side_of: Vec<u16>,
    pub(crate) sides: usize,
    /// Melee matchups of all pairs of compiled fighters, then missile matchups of all pairs if missiles are used, then
    /// those of harmful spells.
    pub(crate) matchups: Vec<Matchup>,
    /// The pairing of a one-on-one fight, looked up once; `None` in larger fights.
    pub(crate) duel: Option<Pairing>,
    pub(crate) damage_dice: Option<Dice>,
    /// The damage rule in force, custom or printed.
    damage: OwnDamage,
    /// Whether a lone fighter's natural result is kept for each blow.
    pub(crate) keeps_naturals: bool,
    /// Whether the row of a blow depends on the results of attacker and target.
    pub(crate) has_rows: bool,
    /// Whether the damage dice depend on the blow.
    pub(crate) rolls_for_some: bool,
    pub(crate) grazes: bool,
    pub(crate) longest: u16,
    /// Number of rounds in a cycle, which repeats after `longest` rounds (C10, C12).
    pub(crate) cycle: u16,
    pub(crate) acting: RuleFlags,
    /// Starting states of all fighters.
    start: Vec<Body>,
    /// Hazards that fighters must withstand before blows fall (W28).
    pub(crate) threats: Vec<Threat>,
    /// Whether the first wound of some level ends the fight (W20).
    pub(crate) ends_at_mark: bool,
    /// For each stat block, its possible exits other than by wounds.
    exits: Vec<Vec<Exit>>,
    /// Whether `exits` has any.
    pub(crate) may_exit: bool,
    /// Maximum number of foes who can reach one fighter.
    pub(crate) reach: usize,
    /// Number of missile rounds; `u16::MAX` for all (R6).
    pub(crate) closing: u16,
    pub(crate) tactics: Tactics,
    pub(crate) spells: Spells,
    /// Effects of natural criticals; `None` if they have none (A16).
    pub(crate) criticals: Option<CriticalTable>,
    /// The type of its rounds, if they consist of blows and wounds alone. Computed from the phases when first needed.
    pub(crate) plain_rounds: OnceLock<Option<PlainRounds>>,
    /// Custom rules, if the fight has any.
    pub(crate) own: Option<Box<Own>>,
    /// The rules that the fight was compiled from.
    pub rules: Rules,
}

/// Two fighters who face each other, with everything that a round looks up about them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pairing {
    pub(crate) fighters: [u16; 2],
    pub(crate) kinds: [u16; 2],
    /// Matchup index of the first against the second, and of the second against the first.
    pub(crate) matchups: [u16; 2],
}

impl Fight {
    #[inline]
    pub(crate) fn pairing(&self, fighters: [u16; 2]) -> Pairing {
        let kinds @ [a, b] = fighters.map(|fighter| self.kind_of[usize::from(fighter)]);
        let matchup = |own: u16, foe: u16| own * self.kinds.len() as u16 + foe;
        Pairing { fighters, kinds, matchups: [matchup(a, b), matchup(b, a)] }
    }

    /// Number of stat blocks. Fighters of the same stat block differ only in their wounds.
    pub fn entries(&self) -> usize {
        self.counts.len()
    }

    /// Number of fighters of a stat block.
    pub fn count(&self, entry: usize) -> usize {
        self.counts[entry].into()
    }

    /// The first fighter of a stat block.
    pub fn first(&self, entry: usize) -> u16 {
        self.entry_of.iter().position(|of| usize::from(*of) == entry).unwrap_or(0) as u16
    }

    /// The fighters of a one-on-one fight; `None` in larger fights.
    pub fn duel(&self) -> Option<[u16; 2]> {
        self.duel.map(|pairing| pairing.fighters)
    }

    /// Index of a fighter's stat block in the cast.
    #[inline]
    pub fn entry(&self, fighter: u16) -> usize {
        usize::from(self.entry_of[usize::from(fighter)])
    }

    #[inline]
    pub fn fighters(&self) -> usize {
        self.kind_of.len()
    }

    pub fn sides(&self) -> usize {
        self.sides
    }

    #[inline(always)]
    pub fn side(&self, fighter: u16) -> usize {
        usize::from(self.side_of[usize::from(fighter)])
    }

    /// Number of rounds after which an undecided fight is stopped.
    pub fn round_limit(&self) -> u32 {
        if self.has_limit() { self.rules.round_limit } else { MOST_ROUNDS }
    }

    /// Whether the rules stop a fight. If not, calculations that need no limit run without one.
    pub fn has_limit(&self) -> bool {
        self.rules.round_limit > 0
    }

    /// A fighter's action dice.
    pub fn dice(&self, fighter: u16) -> &Dice {
        &self.kind(fighter).dice
    }

    /// The dice of the mob with this first member, which makes one roll for all of them.
    pub fn mob_dice(&self, first: u16) -> &Dice {
        let kind = self.kind(first);
        kind.mob_dice.as_ref().unwrap_or(&kind.dice)
    }

    /// The damage dice; `None` if damage is not rolled.
    pub fn damage_dice(&self) -> Option<&Dice> {
        self.damage_dice.as_ref()
    }

    /// Number of different rounds, because of temporary modifiers (M2), surprise or even rounds; 1 if all rounds are
    /// equal.
    pub fn rounds_told_apart(&self) -> u16 {
        self.longest + self.cycle
    }

    /// Maximum number of results of a step's rolls.
    pub fn widest_step(&self) -> u64 {
        let width = |dice: &Dice| dice.pmf().iter().count() as u64;
        let variants = self.own.iter().flat_map(|own| &own.variants);
        let dice = self.kinds.iter().map(|kind| &kind.dice).chain(variants);
        let widest = dice.map(width).max().unwrap_or(1);
        let own = self.matchups.iter().filter_map(|matchup| matchup.severities.own.as_ref());
        let damage = own.map(|own| own.widest() as u64).max().unwrap_or(1);
        let rolls = if self.acting.lucky { self.most_lucky_rolls() } else { 2 };
        widest.saturating_pow(rolls).max(damage)
    }

    /// Maximum number of dice in a step on which Fudge points can be spent: those of a whole brawl, and of all rerolls.
    fn most_lucky_rolls(&self) -> u32 {
        let side = |side| self.side_of.iter().filter(|of| usize::from(**of) == side).count();
        let most =
            if self.rules.pacing == Pacing::Simultaneous { (0..self.sides).map(side).max().unwrap_or(1) } else { 2 };
        let again =
            |who: &u16| self.kind(*who).pool > 0 && self.kind(*who).fighter.spend.any(|boon| boon == Boon::Reroll);
        let again = (0..self.fighters() as u16).filter(again).count().min(most + 1);
        (1 + most + again) as u32
    }

    /// Whether any fighter has Fudge points and a policy for spending them.
    pub fn spends_points(&self) -> bool {
        self.kinds.iter().any(|kind| kind.pool > 0 && !kind.fighter.spend.0.is_empty())
    }

    /// The occasional rules to count in this fight.
    pub fn fires(&self) -> &[Fired] {
        &self.acting.fires
    }

    /// Whether wounds are resolved one by one, after the damage of all simultaneous blows is known.
    pub fn suffers(&self) -> bool {
        self.acting.suffers
    }

    /// Whether a fighter's wounds close when it hits because a player character failed a roll (W28).
    #[inline(always)]
    pub(crate) fn heals_on_failed_roll(&self, who: u16) -> bool {
        !self.kind(who).pc && closes_on_failed_roll(&self.kind(who).fighter.abilities)
    }

    /// Whether a foe's abilities can kill a fighter by other means than wounds (W28).
    pub fn may_be_slain(&self, fighter: u16) -> bool {
        let foes = (0..self.fighters() as u16).filter(|&foe| self.side(foe) != self.side(fighter));
        let kills = |kind: &CompiledFighter| {
            kind.fighter.abilities.kill() || kind.fighter.blood.as_ref().is_some_and(|one| one.doom == Doom::Death)
        };
        foes.into_iter().any(|foe| kills(self.kind(foe)))
    }

    /// The melee matchup of `own` against `foe`.
    #[inline(always)]
    pub fn matchup(&self, own: u16, foe: u16) -> &Matchup {
        let (own, foe) = (self.kind_of[usize::from(own)], self.kind_of[usize::from(foe)]);
        &self.matchups[usize::from(own) * self.kinds.len() + usize::from(foe)]
    }

    /// A blow of `by` that hits `target`, without modifiers.
    pub fn blow(&self, by: u16, target: u16, degree: i16) -> Blow {
        let matchup = self.kind_of[usize::from(by)] * self.kinds.len() as u16 + self.kind_of[usize::from(target)];
        Blow { by, target, degree, hit_modifiers: HitModifiers::default(), row: 0, after: 0, matchup }
    }

    /// `blow` with the table row for the natural results of attacker and target, if damage depends on them.
    pub fn with_naturals(&self, blow: Blow, naturals: [i32; 2]) -> Blow {
        let critical = self.rules.critical_success.is_some_and(|least| naturals[0] >= least);
        let landing = BlowResults { degree: blow.degree.into(), naturals, critical, ..BlowResults::default() };
        Blow { row: self.own_table(blow).map_or(0, |own| own.row(&landing)), ..blow }
    }

    /// The damage of a blow with its modifiers, for a damage roll.
    pub fn damage_of(&self, blow: Blow, roll: i32) -> Damage {
        let Some(own) = self.own_table(blow) else { return Damage::default() };
        let [bonus, factor] = blow.hit_modifiers.of_damage();
        let blown = LandedHit { degree: blow.degree.into(), roll, bonus, factor, ..LandedHit::default() };
        let between = Between {
            rule: self.damage.formulas(),
            strike: self.strike(blow),
            track: self.track(blow.target),
            // Not called: the table already has the values of all names.
            named: &|_| Ok(0),
            gear_dice: own.gear_dice(),
            sight: None,
        };
        own.damage(between, blow.row, &blown)
    }

    pub(crate) fn strike(&self, blow: Blow) -> &Strike {
        &self.matchups[usize::from(blow.matchup)].strike
    }

    /// The damage table for blows like this one; `None` if there are no such blows.
    pub(crate) fn own_table(&self, blow: Blow) -> Option<&OwnTable> {
        self.matchups[usize::from(blow.matchup)].severities.own.as_deref()
    }

    /// The inputs of a blow's damage. The natural results are representatives of all those with the same damage.
    pub fn blown(&self, blow: Blow, roll: i32) -> LandedHit {
        let [bonus, factor] = blow.hit_modifiers.of_damage();
        let (naturals, critical) =
            self.own_table(blow).map_or(([0, 0], false), |own| own.naturals(blow.row, blow.degree));
        LandedHit { degree: blow.degree.into(), roll, bonus, factor, naturals, critical }
    }

    /// Whether a blow wounds as a critical, while an ordinary blow with the same points would not (W26).
    pub(crate) fn goes_through(&self, blow: Blow, roll: i32) -> bool {
        let damage = self.damage_of(blow, roll);
        let steps = self.damage.formulas().steps(blow.degree.into());
        let values = self.steps_of(blow, roll);
        let value = |name: &str| steps.place(name).and_then(|place| values.get(place));
        let wounds = self.track(blow.target).severity(self.strike(blow).ward.points(damage.points)) > 0;
        value(THROUGH).is_some() && value(THROUGH) != value(POINTS) && wounds && damage.severity > 0
    }

    /// For a blow, the values of weapon and armor dice, then those of `roll` and of the damage rule's steps.
    pub fn steps_of(&self, blow: Blow, roll: i32) -> Vec<i64> {
        let kinds = [blow.by, blow.target].map(|who| usize::from(self.kind_of[usize::from(who)]));
        let steps = |own: &OwnTable| {
            own.steps(self.damage.formulas(), self.damage_sight(kinds), blow.row, &self.blown(blow, roll)).ok()
        };
        self.own_table(blow).and_then(steps).unwrap_or_default()
    }

    /// The faces behind each result of a blow's dice; `None` if the faces are the results.
    pub fn faces_of(&self, blow: Blow) -> Option<Faces> {
        let kinds = [blow.by, blow.target].map(|who| usize::from(self.kind_of[usize::from(who)]));
        let (rule, sight) = (self.damage.formulas(), self.damage_sight(kinds));
        self.own_table(blow)?.faces(rule, sight, blow.row, &self.blown(blow, 0)).ok().flatten()
    }

    /// Names of the factors that weapon and armor dice are added to, for the first values of
    /// [`steps_of`](Self::steps_of).
    pub fn gear_names(&self, blow: Blow) -> Vec<&'static str> {
        self.own_table(blow).into_iter().flat_map(|own| own.gear_names()).collect()
    }

    /// The damage rule in force, custom or printed.
    pub fn damage_rule(&self) -> &OwnDamage {
        &self.damage
    }

    /// The damage dice of this blow; `None` if nothing is rolled.
    #[cold]
    pub(crate) fn damage_dice_of(&self, blow: Blow) -> Option<&Dice> {
        self.own_table(blow)?.dice(blow.row, blow.degree, blow.hit_modifiers.of_damage())
    }

    /// Number of wound levels, from Undamaged to Dead.
    pub fn levels(&self) -> usize {
        self.kinds.iter().map(|kind| kind.track.levels()).max().unwrap_or(0)
    }

    /// Number of severities above 0: wound levels, or points that fill a whole track. Points absorbed by boxes count as
    /// one severity, because there may be hundreds.
    pub fn severities(&self) -> usize {
        let counted = |kind: &CompiledFighter| if kind.track.absorbs() { 1 } else { kind.track.severities() };
        self.kinds.iter().map(counted).max().unwrap_or(0)
    }

    /// Lowest and highest result of a fighter's rolls (A2).
    pub fn cap(&self, fighter: u16) -> [i32; 2] {
        self.kind(fighter).cap
    }

    #[inline(always)]
    pub fn track(&self, fighter: u16) -> &Track {
        &self.kind(fighter).track
    }

    #[inline(always)]
    pub(crate) fn kind(&self, fighter: u16) -> &CompiledFighter {
        &self.kinds[usize::from(self.kind_of[usize::from(fighter)])]
    }

    pub fn stance_name(&self, stance: u8) -> &str {
        self.tactics.name(stance)
    }

    /// The index (0 or 1) of the fighter who hits on a tie: the one who rolls, if the other does not roll and the rules
    /// say so (M17).
    pub(crate) fn wins_tie(&self, pair: [u16; 2]) -> Option<usize> {
        if self.rules.static_tie == StaticTie::StandOff {
            return None;
        }
        match pair.map(|who| self.kind(who).steady) {
            [false, true] => Some(0),
            [true, false] => Some(1),
            _ => None,
        }
    }

    /// The penalty to a fighter's skill for this number of foes, 0 or less (M15, M19).
    #[inline(always)]
    pub(crate) fn outnumbered(&self, who: u16, foes: u16) -> i32 {
        match self.rules.outnumbered {
            _ if foes <= self.kind(who).unpenalized_foes => 0,
            Outnumbered::Off => 0,
            Outnumbered::PerFoe => -i32::from(foes.saturating_sub(1)),
            Outnumbered::Epic => -i32::from(foes / 2),
        }
    }

    pub(crate) fn heads(&self, who: u16) -> Option<Heads> {
        self.kind(who).fighter.abilities.heads
    }

    /// Whether a wound by fire of this level keeps a severed head from growing back.
    pub(crate) fn sears(&self, who: u16, level: u8) -> bool {
        self.heads(who).is_some_and(|heads| level >= heads.stopped_at)
    }

    /// The roster range of a fighter's stat block.
    pub(crate) fn block(&self, who: u16) -> Range<u16> {
        let first = self.first(self.entry(who));
        first..first + self.count(self.entry(who)) as u16
    }

    /// The next head of a fighter's stat block that has yet to grow.
    pub(crate) fn latent(&self, bodies: &[Body], who: u16) -> Option<u16> {
        self.block(who).find(|&one| bodies[usize::from(one)].status.head == Head::Latent)
    }

    /// Whether a blow comes from a distance: a shot or a harmful spell.
    pub(crate) fn is_shot(&self, blow: Blow) -> bool {
        usize::from(blow.matchup) >= self.kinds.len() * self.kinds.len()
    }

    /// Upper limit on the states between rounds, estimated from wound tracks, counters and reservoirs. Tracks are
    /// filled independently, except that foes fall one after another if only player characters act. A fight decided by
    /// one roll needs no tracks.
    pub fn most_states(&self) -> f64 {
        let tracks = |pc: bool| {
            let own = (0..self.fighters() as u16).filter(move |&who| self.kind(who).pc == pc);
            own.map(|who| self.track(who).states_of_blows() as f64)
        };
        let tracks: f64 = match self.rules.pacing {
            Pacing::Simultaneous | Pacing::Turns => tracks(true).chain(tracks(false)).product(),
            Pacing::PlayerFacing => tracks(true).product::<f64>() * tracks(false).sum::<f64>().max(1.0),
            Pacing::Story => 1.0,
        };
        let counters = self.own.as_ref().map_or(1.0, |own| own.counters.states()).powi(self.fighters() as i32);
        tracks * counters * f64::from(self.rounds_told_apart()) * self.states_of_reserves()
    }
}
