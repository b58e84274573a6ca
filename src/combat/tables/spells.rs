//! Spells made ready to be cast, and which of them a fighter casts, on whom (X1 to X6).

use super::Fight;
use super::kind::Kind;
use super::matchup::{Matchup, shot};
use crate::check::{Reserve, System};
use crate::combat::condition::{Body, Enchantment, Readiness, Scene};
use crate::combat::fighter::{CastOn, Fighter, Spell, SpellEffect};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::rules::{Circumstance, Pacing, Rules};

/// The most spells of one fighter.
const MOST_SPELLS: usize = 50;

/// A spell of a kind.
#[derive(Debug, Clone)]
pub(crate) struct ReadySpell {
    pub(crate) effect: SpellEffect,
    /// How it is cast: one entry for all, or one for each kind where they resist.
    systems: Vec<System>,
    keeps: Option<u8>,
    conditions: Vec<Circumstance>,
    /// The matchup against the first kind, where it harms.
    matchup: u16,
}

impl ReadySpell {
    /// How it is cast on one of this kind.
    pub(crate) fn system(&self, on: u16) -> &System {
        self.systems.get(usize::from(on)).unwrap_or(&self.systems[0])
    }
}

/// The spells of a fight.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spells {
    /// By kind.
    pub(crate) of: Vec<Vec<ReadySpell>>,
    /// By kind, for each state of the track the one with a wound less; empty where nobody heals.
    mended: Vec<Vec<u16>>,
    /// What the spells that harm are against each kind.
    pub(crate) matchups: Vec<Matchup>,
}

impl Spells {
    /// The spells of these kinds, with `first` as the place of their first matchup.
    ///
    /// # Errors
    /// Too many of them; one that does nothing, or is cast on a friend who would resist.
    pub(crate) fn compile(
        models: &[&Fighter],
        kinds: &[Kind],
        first: usize,
        dice: Option<&Dice>,
        rules: &Rules,
    ) -> Result<Self> {
        let mut spells = Self::default();
        for own in models {
            if own.spells.len() > MOST_SPELLS {
                return Err(Error::input(format!("{} has {} spells", own.name, own.spells.len()))
                    .with_help(format!("a fighter has at most {MOST_SPELLS}")));
            }
            let mut ready = Vec::new();
            for spell in &own.spells {
                check(spell)?;
                let matchup = first + spells.matchups.len();
                if let SpellEffect::Harms { offense, thrown } = spell.effect {
                    let caster = own.with_spell(offense, thrown);
                    let against =
                        models.iter().zip(kinds).map(|(foe, kind)| shot(&caster, foe, &kind.track, dice, rules));
                    spells.matchups.extend(against);
                }
                ready.push(ReadySpell {
                    effect: spell.effect,
                    systems: systems(spell, models),
                    keeps: spell.keeps,
                    conditions: spell.conditions.clone(),
                    matchup: u16::try_from(matchup).unwrap_or(u16::MAX),
                });
            }
            spells.of.push(ready);
        }
        if first + spells.matchups.len() > usize::from(u16::MAX) {
            return Err(Error::input("too many spells that harm, for so many kinds of fighters")
                .with_help("give fighters that are alike the same figures, or one entry with a `count`"));
        }
        let heals = |spell: &ReadySpell| matches!(spell.effect, SpellEffect::Heals { .. });
        if spells.of.iter().flatten().any(heals) {
            spells.mended = kinds.iter().map(|kind| kind.track.healed(1)).collect();
        }
        Ok(spells)
    }

    /// Whether there is one of a sort.
    pub(crate) fn any(&self, is: impl Fn(&ReadySpell) -> bool) -> bool {
        self.of.iter().flatten().any(is)
    }
}

/// Whether a spell can do something.
fn check(spell: &Spell) -> Result<()> {
    let Spell { name, system, effect, .. } = spell;
    match effect {
        SpellEffect::Enchants { skill: 0, defense: 0, .. } => {
            Err(Error::input(format!("the spell `{name}` changes nothing")).with_help("give it `skill` or `defense`"))
        }
        SpellEffect::Heals { wounds: 0, by_margin: false, .. } => {
            Err(Error::input(format!("the spell `{name}` closes no wounds")).with_help("give it `wounds`"))
        }
        effect if !effect.is_hostile() && system.is_resisted() => {
            Err(Error::input(format!("the spell `{name}` is cast on friends, who do not resist it"))
                .with_help("leave out whoever resists"))
        }
        _ => Ok(()),
    }
}

/// How a spell is cast on each kind, where they resist by what they have; else one entry.
fn systems(spell: &Spell, models: &[&Fighter]) -> Vec<System> {
    let system = &spell.system;
    if !system.is_resisted() || models.iter().all(|foe| foe.resists_magic.is_none()) {
        return vec![system.clone()];
    }
    let at = |foe: &&Fighter| foe.resists_magic.map_or_else(|| system.clone(), |level| system.resisted_at(level));
    models.iter().map(at).collect()
}

impl Enchantment {
    pub(crate) fn reserve(self) -> Reserve {
        Reserve { drained: self.drained, spent: self.spent }
    }

    /// What a spell makes of what spells add: of two that add to one thing the stronger counts.
    pub(crate) fn enchanted(self, skill: i8, defense: i8) -> Self {
        let stronger = |one: i8, other: i8| if other < 0 { one.min(other) } else { one.max(other) };
        Self { skill: stronger(self.skill, skill), defense: stronger(self.defense, defense), ..self }
    }
}

impl Fight {
    /// Whether anybody casts spells.
    pub fn has_spells(&self) -> bool {
        self.acting.casts
    }

    /// The spells of a fighter.
    pub(crate) fn spells_of(&self, who: u16) -> &[ReadySpell] {
        &self.spells.of[usize::from(self.kind_of[usize::from(who)])]
    }

    /// What a spell of a fighter that harms is against somebody.
    pub(crate) fn matchup_of_spell(&self, by: u16, spell: u8, target: u16) -> u16 {
        self.spells_of(by)[usize::from(spell)].matchup + self.kind_of[usize::from(target)]
    }

    /// The spell that a fighter casts in its turn, if any, and on whom: the first of these, or any of them at random where the
    /// fighter takes anybody.
    pub(crate) fn spell(&self, scene: Scene<'_>, by: u16) -> Option<(u8, Vec<u16>)> {
        if !self.acting.casts || self.spells_of(by).is_empty() {
            return None;
        }
        let body = &scene.bodies[usize::from(by)];
        let idle = self.rules.pacing == Pacing::PlayerFacing && !self.kind(by).pc || self.rules.pacing == Pacing::Story;
        let free = self.readiness(by, body, scene.clock) == Readiness::Ready;
        if idle || !free || body.status.magic.casting || self.tactics.stance(body.stance).no_attack {
            return None;
        }
        let view = self.view(scene, by);
        (0u8..).zip(self.spells_of(by)).find_map(|(number, spell)| {
            let reserve = body.status.magic.reserve();
            let may =
                spell.conditions.iter().all(|one| one.holds(&view)) && spell.systems[0].can_pay(reserve, spell.keeps);
            let mut on = if may { self.targets_of(scene, by, spell.effect) } else { Vec::new() };
            if !(spell.effect.is_hostile() && self.picks_any(by)) {
                on.truncate(1);
            }
            (!on.is_empty()).then_some((number, on))
        })
    }

    /// Those on whom a spell would do something, the first of them first.
    fn targets_of(&self, scene: Scene<'_>, by: u16, effect: SpellEffect) -> Vec<u16> {
        let bodies = || (0u16..).zip(scene.bodies);
        let friends = || bodies().filter(|(who, body)| self.side(*who) == self.side(by) && self.is_fit(*who, body));
        let changed =
            |skill, defense| move |body: &Body| body.status.magic.enchanted(skill, defense) != body.status.magic;
        let foes = || match self.picks_any(by) {
            true => self.foes(scene, by),
            false => self.first_foe(scene, by).into_iter().collect(),
        };
        match effect {
            SpellEffect::Harms { .. } | SpellEffect::Removes => foes(),
            SpellEffect::Heals { from, .. } => {
                let level = |who: u16, body: &Body| self.track(who).condition(body.marked).level;
                let due = |(who, body): &(u16, &Body)| {
                    level(*who, body) >= from.max(1) && self.mended(*who, body.marked, 1) != body.marked
                };
                let worst =
                    friends().filter(due).min_by_key(|(who, body)| (std::cmp::Reverse(level(*who, body)), *who));
                worst.map(|(who, _)| who).into_iter().collect()
            }
            SpellEffect::Enchants { skill, defense, on: CastOn::Foe } => {
                let mut foes = self.foes(scene, by);
                foes.retain(|foe| changed(skill, defense)(&scene.bodies[usize::from(*foe)]));
                foes
            }
            SpellEffect::Enchants { skill, defense, on } => {
                let meant = |who: u16| on == CastOn::Friend || who == by;
                friends()
                    .filter(|(who, body)| meant(*who) && changed(skill, defense)(body))
                    .map(|(who, _)| who)
                    .collect()
            }
        }
    }

    /// The state of a track with so many wounds less.
    pub(crate) fn mended(&self, who: u16, marked: u16, wounds: u8) -> u16 {
        let once = self.spells.mended.get(usize::from(self.kind_of[usize::from(who)]));
        once.map_or(marked, |once| (0..wounds).fold(marked, |state, _| once[usize::from(state)]))
    }

    /// How many conditions of the reservoirs there may be, by which exact answers grow.
    pub(crate) fn states_of_reserves(&self) -> f64 {
        let of = |who: u16| {
            let levels = self.spells_of(who).iter().filter_map(|spell| spell.systems[0].left(&Default::default()));
            levels.max().map_or(1.0, |levels| f64::from(levels) + 2.0)
        };
        if self.acting.casts { (0..self.fighters() as u16).map(of).product() } else { 1.0 }
    }
}
