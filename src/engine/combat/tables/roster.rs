//! The fighters of a fight, by roster index: their stat blocks, sides and compiled fighters.

use super::compiled_fighter::CompiledFighter;
use crate::combat::condition::{Body, Exit, Scene, Status};
use crate::combat::fighter::Cast;
use crate::combat::hit::{Blow, HitModifiers};
use crate::rules::effects::{Doom, Head};
use crate::rules::{Boon, LOWEST_CONSCIOUS, Track};
use std::ops::Range;

/// The compiled fighters of a fight, in roster order.
#[derive(Debug, Clone)]
pub struct CompiledRoster {
    /// Compiled fighters. Stat blocks with equal figures share one.
    pub(crate) kinds: Vec<CompiledFighter>,
    /// For each fighter, the index of its compiled fighter in `kinds`.
    kind_of: Vec<u16>,
    /// For each fighter, the index of its stat block.
    pub(crate) entry_of: Vec<u16>,
    /// For each stat block, the number of its fighters.
    counts: Vec<u16>,
    /// For each fighter, the index of its side.
    pub(super) side_of: Vec<u16>,
    /// Number of sides.
    pub sides: usize,
    /// The two fighters of a one-on-one fight, with the indexes that a round looks up; `None` in larger fights.
    pub duel: Option<Pairing>,
    /// The fighters who arrive after the first round, each with its round.
    pub(crate) reserves: Vec<(u16, u16)>,
    /// Whether any fighter stays behind a front line.
    pub(crate) has_lines: bool,
    /// Whether any fighter may spend Fudge points on rolls.
    pub(crate) spends_on_rolls: bool,
}

/// Two fighters who face each other, with the indexes that a round looks up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairing {
    pub fighters: [u16; 2],
    /// Indexes of the compiled fighters of `fighters`.
    pub(crate) kinds: [u16; 2],
    /// Index of the melee matchup of the first fighter against the second, then of the second against the first.
    pub(crate) matchups: [u16; 2],
}

impl CompiledRoster {
    /// The roster of `cast`. `kinds_of` has the index of the compiled fighter of each stat block in `kinds`.
    pub(super) fn new(cast: &Cast, kinds_of: &[u16], kinds: Vec<CompiledFighter>) -> Self {
        let arrives = |(who, entry): (u16, usize)| (who, cast.fighters[entry].arrives);
        let mut roster = Self {
            kind_of: cast.roster().map(|entry| kinds_of[entry]).collect(),
            entry_of: cast.roster().map(|entry| entry as u16).collect(),
            counts: cast.fighters.iter().map(|fighter| fighter.count).collect(),
            side_of: cast.roster().map(|entry| cast.fighters[entry].side as u16).collect(),
            sides: cast.sides.len(),
            duel: None,
            reserves: (0u16..).zip(cast.roster()).map(arrives).filter(|(_, arrives)| *arrives > 1).collect(),
            has_lines: kinds.iter().any(|kind| kind.fighter.at_back),
            spends_on_rolls: kinds.iter().any(|kind| kind.spends(Boon::is_for_rolls)),
            kinds,
        };
        roster.duel = (roster.fighters() == 2).then(|| roster.pairing([0, 1]));
        roster
    }

    /// Whether `has` is true for any compiled fighter.
    pub(super) fn any(&self, has: impl Fn(&CompiledFighter) -> bool) -> bool {
        self.kinds.iter().any(has)
    }

    /// The pairing of two fighters, given by roster index.
    #[inline]
    pub(crate) fn pairing(&self, fighters: [u16; 2]) -> Pairing {
        let [a, b] = fighters;
        let kinds = fighters.map(|fighter| self.kind_of(fighter));
        Pairing { fighters, kinds, matchups: [self.melee_matchup(a, b), self.melee_matchup(b, a)] }
    }

    /// Index of the melee matchup of `own` against `foe` among the fight's matchups.
    #[inline(always)]
    pub(crate) fn melee_matchup(&self, own: u16, foe: u16) -> u16 {
        self.kind_of(own) * self.kinds.len() as u16 + self.kind_of(foe)
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

    /// Index of the side of `fighter`.
    #[inline(always)]
    pub fn side(&self, fighter: u16) -> usize {
        usize::from(self.side_of[usize::from(fighter)])
    }

    /// Index of the compiled fighter of `fighter` in `kinds`.
    #[inline(always)]
    pub fn kind_of(&self, fighter: u16) -> u16 {
        self.kind_of[usize::from(fighter)]
    }

    /// The compiled fighter of `fighter`.
    #[inline(always)]
    pub fn kind(&self, fighter: u16) -> &CompiledFighter {
        &self.kinds[usize::from(self.kind_of(fighter))]
    }

    /// The wound track of `fighter`.
    #[inline(always)]
    pub fn track(&self, fighter: u16) -> &Track {
        &self.kind(fighter).track
    }

    /// Marks the fighters who arrive after the first round as absent.
    pub(crate) fn hide_reserves(&self, bodies: &mut [Body]) {
        let away = Status { head: Head::Latent, left: Some(Exit::Absent), ..Status::default() };
        self.reserves.iter().for_each(|(who, _)| bodies[usize::from(*who)].status = away);
    }

    /// Brings in the fighters who arrive in the round at `clock`, or earlier.
    pub(crate) fn bring_reserves(&self, clock: u16, bodies: &mut [Body]) {
        for (who, _) in self.reserves.iter().filter(|(_, arrives)| *arrives <= clock + 1) {
            let status = &mut bodies[usize::from(*who)].status;
            if status.head == Head::Latent {
                *status = Status::default();
            }
        }
    }

    /// The roster range of the fighters with the same stat block as `who`.
    pub(crate) fn block(&self, who: u16) -> Range<u16> {
        let first = self.first(self.entry(who));
        first..first + self.count(self.entry(who)) as u16
    }

    /// The next head of the stat block of `who` that has not grown yet; `None` if all have.
    pub(crate) fn next_ungrown_head(&self, bodies: &[Body], who: u16) -> Option<u16> {
        self.block(who).find(|&one| bodies[usize::from(one)].status.head == Head::Latent)
    }

    /// Whether a wound by fire at wound level `level` keeps the fighter `who`, a head, from growing back.
    pub(crate) fn sears(&self, who: u16, level: u8) -> bool {
        self.kind(who).fighter.abilities.heads.is_some_and(|heads| level >= heads.seared_from)
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

    /// Whether an ability of a foe can kill `fighter` by other means than wounds (W28).
    pub fn may_be_killed_without_wounds(&self, fighter: u16) -> bool {
        let foes = (0..self.fighters() as u16).filter(|&foe| self.side(foe) != self.side(fighter));
        let kills = |kind: &CompiledFighter| {
            kind.fighter.abilities.can_kill() || kind.fighter.blood.as_ref().is_some_and(|one| one.doom == Doom::Death)
        };
        foes.into_iter().any(|foe| kills(self.kind(foe)))
    }

    /// A melee blow of `by` that hits `target` by `degree`, without modifiers.
    pub fn blow(&self, by: u16, target: u16, degree: i16) -> Blow {
        let matchup = self.melee_matchup(by, target);
        Blow { by, target, degree, hit_modifiers: HitModifiers::default(), row: 0, after: 0, matchup }
    }

    /// Whether `blow` comes from a distance: it is a shot or a harmful spell.
    pub(crate) fn is_shot(&self, blow: Blow) -> bool {
        usize::from(blow.matchup) >= self.kinds.len() * self.kinds.len()
    }

    /// The index of the matchup of `own` against `foe`: for missiles if `afar`, otherwise for melee. It has the figures
    /// for attacking and for avoiding attacks.
    pub(crate) fn matchup_for(&self, afar: bool, own: u16, foe: u16) -> u16 {
        let melee = self.melee_matchup(own, foe);
        let kinds = self.kinds.len() as u16;
        if afar { melee + kinds * kinds } else { melee }
    }

    /// The first fighter in the melee of `target` who is on the side of the shooter `by`; `None` if there is no such
    /// fighter. Groups leave out fighters who shoot, so this is an ally of the shooter.
    pub(crate) fn friend_in_melee(&self, scene: Scene<'_>, by: u16, target: u16) -> Option<u16> {
        let group = scene.bodies[usize::from(target)].group;
        let beside = |(who, body): &(u16, &Body)| body.group == group && self.side(*who) == self.side(by);
        (group > 0).then(|| (0u16..).zip(scene.bodies).find(beside)).flatten().map(|(who, _)| who)
    }

    /// The lone fighter of `group` (from 0), and its foes. Fighters who have fallen since the groups were formed are
    /// included.
    pub(crate) fn group_members(&self, scene: Scene<'_>, group: u16) -> (u16, Vec<u16>) {
        let members = (0u16..).zip(scene.bodies).filter(|(_, body)| body.group == group + 1).map(|(who, _)| who);
        let first = members.clone().map(|who| self.side(who)).min();
        let (mut one, mut other): (Vec<u16>, Vec<u16>) = members.partition(|who| Some(self.side(*who)) == first);
        if one.len() > other.len() {
            std::mem::swap(&mut one, &mut other);
        }
        match one.first() {
            // One side of a group has a single fighter.
            Some(&lone) => (lone, other),
            // A fighter inside a foe is alone in its group.
            None => (other[0], vec![scene.bodies[usize::from(other[0])].status.inside - 1]),
        }
    }

    /// For each stat block, the sum of its fighters' wound levels. The level of a fighter counts up to
    /// [`levels_to_out`](CompiledFighter::levels_to_out).
    pub fn wound_levels<'b>(&'b self, bodies: &'b [Body]) -> impl Iterator<Item = u32> + 'b {
        (0..self.entries()).map(move |entry| {
            let own = (0u16..).zip(bodies).filter(move |(who, _)| self.entry(*who) == entry);
            own.map(|(who, body)| {
                u32::from(self.track(who).condition(body.felt).level.min(self.kind(who).levels_to_out))
            })
            .sum()
        })
    }

    /// The sides of the fighters with a wound that ends the fight (W20), once for each such fighter.
    pub(super) fn sides_with_ending_wound(&self, bodies: &[Body]) -> impl Iterator<Item = usize> {
        let marked = move |(who, body): &(u16, &Body)| {
            let kind = self.kind(*who);
            kind.track.condition(body.felt).level >= kind.ending_level
        };
        (0u16..).zip(bodies).filter(marked).map(|(who, _)| self.side(who))
    }

    /// The chance that a fighter of the stat block `entry` stays conscious when Incapacitated by wounds. 1 if it does
    /// not roll.
    pub fn chance_to_stay_awake(&self, entry: usize) -> f64 {
        let kind = self.kind(self.first(entry));
        if !kind.rolls_to_stay_awake() {
            return 1.0;
        }
        let awake = kind.dice.pmf().iter().filter(|(roll, _)| kind.fighter.constitution + roll >= LOWEST_CONSCIOUS);
        let weight: u64 = awake.map(|(_, weight)| weight).sum();
        weight as f64 / kind.dice.pmf().total() as f64
    }

    /// Whether any fighter has Fudge points and a policy for spending them.
    pub fn spends_points(&self) -> bool {
        self.kinds.iter().any(|kind| kind.spends(|_| true))
    }

    /// Number of Fudge points that the fighter `who` has left.
    pub(crate) fn points_left(&self, scene: Scene<'_>, who: u16) -> u8 {
        self.kind(who).fudge_points.saturating_sub(scene.bodies[usize::from(who)].status.points)
    }
}
