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
    /// Compiled fighters. Stat blocks with equal figures share one.
    pub(crate) kinds: Vec<CompiledFighter>,
    /// For each fighter, the index of its compiled fighter in `kinds`.
    pub(crate) kind_of: Vec<u16>,
    /// For each fighter, the index of its stat block.
    pub(crate) entry_of: Vec<u16>,
    /// For each stat block, the number of its fighters.
    counts: Vec<u16>,
    /// For each fighter, the index of its side.
    pub(crate) side_of: Vec<u16>,
    /// Number of sides.
    pub(crate) sides: usize,
    /// Melee matchups of all pairs of compiled fighters, in rows by attacker. If missiles are used, the missile
    /// matchups of all pairs follow in the same order. Those of harmful spells come last.
    pub(crate) matchups: Vec<Matchup>,
    /// The two fighters of a one-on-one fight, with all that a round looks up; `None` in larger fights.
    pub(crate) duel: Option<Pairing>,
    /// The damage dice, or one example if they depend on the blow; `None` if damage is not rolled.
    pub(crate) damage_dice: Option<Dice>,
    /// The damage rule in force: the custom rule, or else the printed one.
    damage: OwnDamage,
    /// Whether blows store the natural result of a lone fighter, because their damage may depend on it.
    pub(crate) keeps_naturals: bool,
    /// Whether the row of a blow in its damage table depends on natural results, results or the state.
    pub(crate) has_rows: bool,
    /// Whether the damage dice depend on the blow.
    pub(crate) rolls_for_some: bool,
    /// Whether hits by a relative degree of 1 or less are grazes.
    pub(crate) grazes: bool,
    /// Number of rounds at the start that differ from all others. After them, a cycle of rounds repeats.
    pub(crate) longest: u16,
    /// Number of rounds in the cycle that repeats after the first `longest` rounds (C10, C12).
    pub(crate) cycle: u16,
    pub(crate) acting: RuleFlags,
    /// Starting states of all fighters, in roster order.
    start: Vec<Body>,
    /// Hazards that fighters must withstand before blows fall (W28).
    pub(crate) threats: Vec<Threat>,
    /// Whether the first wound of a certain level ends the fight (W20).
    pub(crate) ends_at_mark: bool,
    /// For each stat block, its possible exits other than by wounds.
    exits: Vec<Vec<Exit>>,
    /// Whether any stat block has a possible exit.
    pub(crate) may_exit: bool,
    /// Maximum number of foes who can attack one fighter in melee; `usize::MAX` for no limit.
    pub(crate) reach: usize,
    /// Number of missile rounds at the start; `u16::MAX` if all rounds are (R6).
    pub(crate) closing: u16,
    pub(crate) tactics: Tactics,
    /// Spells of all compiled fighters.
    pub(crate) spells: Spells,
    /// Effects of natural criticals; `None` if they have none (A16).
    pub(crate) criticals: Option<CriticalTable>,
    /// The type of its rounds if they consist of blows and wounds alone, otherwise `None`. Computed when first needed.
    pub(crate) plain_rounds: OnceLock<Option<PlainRounds>>,
    /// Custom rules, if the fight has any.
    pub(crate) own: Option<Box<Own>>,
    /// The rules that the fight was compiled from.
    pub rules: Rules,
}

/// Two fighters who face each other, with the indexes that a round looks up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pairing {
    pub(crate) fighters: [u16; 2],
    /// Indexes of their compiled fighters.
    pub(crate) kinds: [u16; 2],
    /// Index of the melee matchup of the first fighter against the second, then of the second against the first.
    pub(crate) matchups: [u16; 2],
}

impl Fight {
    /// The pairing of two fighters, given by roster index.
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

    /// Number of fighters of the stat block `entry`.
    pub fn count(&self, entry: usize) -> usize {
        self.counts[entry].into()
    }

    /// Roster index of the first fighter of the stat block `entry`.
    pub fn first(&self, entry: usize) -> u16 {
        self.entry_of.iter().position(|of| usize::from(*of) == entry).unwrap_or(0) as u16
    }

    /// Roster indexes of the fighters in a one-on-one fight; `None` in larger fights.
    pub fn duel(&self) -> Option<[u16; 2]> {
        self.duel.map(|pairing| pairing.fighters)
    }

    /// Index of the stat block of `fighter`, in the order of the cast.
    #[inline]
    pub fn entry(&self, fighter: u16) -> usize {
        usize::from(self.entry_of[usize::from(fighter)])
    }

    /// Number of fighters in the roster.
    #[inline]
    pub fn fighters(&self) -> usize {
        self.kind_of.len()
    }

    /// Number of sides.
    pub fn sides(&self) -> usize {
        self.sides
    }

    /// Index of the side of `fighter`.
    #[inline(always)]
    pub fn side(&self, fighter: u16) -> usize {
        usize::from(self.side_of[usize::from(fighter)])
    }

    /// Number of rounds after which an undecided fight is stopped.
    pub fn round_limit(&self) -> u32 {
        if self.has_limit() { self.rules.round_limit } else { MOST_ROUNDS }
    }

    /// Whether the rules set a round limit. If not, exact calculations run without one, and other calculations stop at
    /// `MOST_ROUNDS`.
    pub fn has_limit(&self) -> bool {
        self.rules.round_limit > 0
    }

    /// A fighter's action dice.
    pub fn dice(&self, fighter: u16) -> &Dice {
        &self.kind(fighter).dice
    }

    /// The dice of a mob that makes one roll for all its members. `first` is the first member.
    pub fn mob_dice(&self, first: u16) -> &Dice {
        let kind = self.kind(first);
        kind.mob_dice.as_ref().unwrap_or(&kind.dice)
    }

    /// The damage dice, or one example if they depend on the blow; `None` if damage is not rolled.
    pub fn damage_dice(&self) -> Option<&Dice> {
        self.damage_dice.as_ref()
    }

    /// Number of rounds that differ, for example because of temporary modifiers (M2) or surprise. 1 if all rounds are
    /// equal.
    pub fn rounds_told_apart(&self) -> u16 {
        self.longest + self.cycle
    }

    /// Maximum number of combined results of the rolls in one step.
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

    /// Maximum number of rolls in one step if Fudge points can be spent on them: all rolls of a brawl, and all rerolls.
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

    /// Rules that take effect only occasionally in this fight, and are counted.
    pub fn fires(&self) -> &[Fired] {
        &self.acting.fires
    }

    /// Whether wounds are resolved one by one, after the damage of all simultaneous blows is known. Otherwise each
    /// wound is marked unchanged.
    pub fn suffers(&self) -> bool {
        self.acting.suffers
    }

    /// Whether the wounds of the fighter `who` close when it hits because a player character failed a roll (W28).
    #[inline(always)]
    pub(crate) fn heals_on_failed_roll(&self, who: u16) -> bool {
        !self.kind(who).pc && closes_on_failed_roll(&self.kind(who).fighter.abilities)
    }

    /// Whether an ability of a foe can kill `fighter` by other means than wounds (W28).
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

    /// A melee blow of `by` that hits `target` by `degree`, without modifiers.
    pub fn blow(&self, by: u16, target: u16, degree: i16) -> Blow {
        let matchup = self.kind_of[usize::from(by)] * self.kinds.len() as u16 + self.kind_of[usize::from(target)];
        Blow { by, target, degree, hit_modifiers: HitModifiers::default(), row: 0, after: 0, matchup }
    }

    /// A copy of `blow` whose damage is looked up for the natural results `naturals` of attacker and target.
    pub fn with_naturals(&self, blow: Blow, naturals: [i32; 2]) -> Blow {
        let critical = self.rules.critical_success.is_some_and(|least| naturals[0] >= least);
        let landing = BlowResults { degree: blow.degree.into(), naturals, critical, ..BlowResults::default() };
        Blow { row: self.own_table(blow).map_or(0, |own| own.row(&landing)), ..blow }
    }

    /// The damage of `blow`, modifiers included, for the damage roll `roll` (0 if damage is not rolled).
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

    /// The inputs of the damage of `blow` that do not depend on rolls.
    pub(crate) fn strike(&self, blow: Blow) -> &Strike {
        &self.matchups[usize::from(blow.matchup)].strike
    }

    /// The damage table for the matchup of `blow`; `None` if blows of this matchup cannot occur.
    pub(crate) fn own_table(&self, blow: Blow) -> Option<&OwnTable> {
        self.matchups[usize::from(blow.matchup)].severities.own.as_deref()
    }

    /// The figures on which the damage of `blow` depends, for the damage roll `roll`. Its natural results are one
    /// example of those that cause the same damage.
    pub fn blown(&self, blow: Blow, roll: i32) -> LandedHit {
        let [bonus, factor] = blow.hit_modifiers.of_damage();
        let (naturals, critical) =
            self.own_table(blow).map_or(([0, 0], false), |own| own.naturals(blow.row, blow.degree));
        LandedHit { degree: blow.degree.into(), roll, bonus, factor, naturals, critical }
    }

    /// Whether `blow` wounds only because it is a critical: an ordinary blow with the same points would not wound
    /// (W26).
    pub(crate) fn goes_through(&self, blow: Blow, roll: i32) -> bool {
        let damage = self.damage_of(blow, roll);
        let steps = self.damage.formulas().steps(blow.degree.into());
        let values = self.steps_of(blow, roll);
        let value = |name: &str| steps.place(name).and_then(|place| values.get(place));
        let wounds = self.track(blow.target).severity(self.strike(blow).ward.points(damage.points)) > 0;
        value(THROUGH).is_some() && value(THROUGH) != value(POINTS) && wounds && damage.severity > 0
    }

    /// The values behind the damage of `blow`: first those of weapon and armor dice, then `roll`, then the damage
    /// rule's steps. Empty if the blow cannot occur.
    pub fn steps_of(&self, blow: Blow, roll: i32) -> Vec<i64> {
        let kinds = [blow.by, blow.target].map(|who| usize::from(self.kind_of[usize::from(who)]));
        let steps = |own: &OwnTable| {
            own.steps(self.damage.formulas(), self.damage_sight(kinds), blow.row, &self.blown(blow, roll)).ok()
        };
        self.own_table(blow).and_then(steps).unwrap_or_default()
    }

    /// The faces that the dice show for each result of the damage roll of `blow`. `None` if each result is itself the
    /// face shown.
    pub fn faces_of(&self, blow: Blow) -> Option<Faces> {
        let kinds = [blow.by, blow.target].map(|who| usize::from(self.kind_of[usize::from(who)]));
        let (rule, sight) = (self.damage.formulas(), self.damage_sight(kinds));
        self.own_table(blow)?.faces(rule, sight, blow.row, &self.blown(blow, 0)).ok().flatten()
    }

    /// Names of the factors (`offense`, `defense`) that dice are added to, for the first values of
    /// [`steps_of`](Self::steps_of).
    pub fn gear_names(&self, blow: Blow) -> Vec<&'static str> {
        self.own_table(blow).into_iter().flat_map(|own| own.gear_names()).collect()
    }

    /// The damage rule in force: the custom rule, or else the printed one.
    pub fn damage_rule(&self) -> &OwnDamage {
        &self.damage
    }

    /// The dice rolled for the damage of `blow`; `None` if nothing is rolled.
    #[cold]
    pub(crate) fn damage_dice_of(&self, blow: Blow) -> Option<&Dice> {
        self.own_table(blow)?.dice(blow.row, blow.degree, blow.hit_modifiers.of_damage())
    }

    /// Number of wound levels, from Undamaged to Dead; the maximum if records differ.
    pub fn levels(&self) -> usize {
        self.kinds.iter().map(|kind| kind.track.levels()).max().unwrap_or(0)
    }

    /// Number of severities above 0 to count: wound levels, or the points that fill a whole track; the maximum if
    /// records differ. Hits absorbed by boxes count as one severity, because there may be hundreds of points.
    pub fn severities(&self) -> usize {
        let counted = |kind: &CompiledFighter| if kind.track.absorbs() { 1 } else { kind.track.severities() };
        self.kinds.iter().map(counted).max().unwrap_or(0)
    }

    /// Lowest and highest possible result of the rolls of `fighter` (A2).
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

    /// The name of a stance, by its index in the fight's list.
    pub fn stance_name(&self, stance: u8) -> &str {
        self.tactics.name(stance)
    }

    /// The index in `pair` (0 or 1) of the fighter who hits on a tie; `None` if neither does. Under a rule for it, this
    /// is the fighter who rolls if the other does not (M17).
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

    /// The penalty to the skill of the fighter `who` for facing `foes` foes, 0 or less (M15, M19).
    #[inline(always)]
    pub(crate) fn outnumbered(&self, who: u16, foes: u16) -> i32 {
        match self.rules.outnumbered {
            _ if foes <= self.kind(who).unpenalized_foes => 0,
            Outnumbered::Off => 0,
            Outnumbered::PerFoe => -i32::from(foes.saturating_sub(1)),
            Outnumbered::Epic => -i32::from(foes / 2),
        }
    }

    /// The rules for growing back heads, if the fighter `who` is a head; otherwise `None`.
    pub(crate) fn heads(&self, who: u16) -> Option<Heads> {
        self.kind(who).fighter.abilities.heads
    }

    /// Whether a wound by fire at wound level `level` keeps the fighter `who`, a head, from growing back.
    pub(crate) fn sears(&self, who: u16, level: u8) -> bool {
        self.heads(who).is_some_and(|heads| level >= heads.stopped_at)
    }

    /// The roster range of the fighters with the same stat block as `who`.
    pub(crate) fn block(&self, who: u16) -> Range<u16> {
        let first = self.first(self.entry(who));
        first..first + self.count(self.entry(who)) as u16
    }

    /// The next head of the stat block of `who` that has not grown yet; `None` if all have.
    pub(crate) fn latent(&self, bodies: &[Body], who: u16) -> Option<u16> {
        self.block(who).find(|&one| bodies[usize::from(one)].status.head == Head::Latent)
    }

    /// Whether `blow` comes from a distance: it is a shot or a harmful spell.
    pub(crate) fn is_shot(&self, blow: Blow) -> bool {
        usize::from(blow.matchup) >= self.kinds.len() * self.kinds.len()
    }

    /// Upper limit on the number of states between rounds, for judging whether an exact calculation is feasible.
    ///
    /// It is the product of the states of all wound tracks, counters and reservoirs. If only player characters act,
    /// foes fall one after another, so the states of their tracks are added instead. A fight decided by one roll needs
    /// no tracks.
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
