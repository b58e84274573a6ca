//! Rules of one's own, tabulated for the fighters of a fight: what formulas name of a state is looked up, and their values are read off
//! tables.

mod compile;
mod names;
mod seen;
mod tabulated;

pub(crate) use compile::Times;

use super::{Fight, Matchup};
use crate::combat::condition::Exit;
use crate::combat::condition::{Additions, Body, Scene};
use crate::combat::hit::Wound;
use crate::dice::{Bound, Dice};
use crate::rules::own::{AddedTo, Leave, OwnRules};
use names::Meaning;
use seen::Counters;
use tabulated::Tabulated;

/// The rules of one's own that act in a fight.
#[derive(Debug, Clone)]
pub(crate) struct Own {
    /// How many kinds of fighters there are; pairs of them are numbered own · kinds + foe.
    kinds: usize,
    /// For each pair what all rules add to rolls, as a number of `all`.
    additions: Vec<Option<Tabulated<u16>>>,
    /// All that is ever added, with the modifiers that add it; the first is nothing.
    all: Vec<(Additions, Vec<Acting>)>,
    /// The names of all modifiers.
    names: Vec<String>,
    /// Dice that modifiers add, by number from 1.
    rolled: Vec<Rolled>,
    /// The dice that fighters roll where they depend on the state.
    variants: Vec<Dice>,
    /// For each pair whether a blow hits.
    hits: Vec<Option<HitRule>>,
    /// For each pair the parts of the state that its damage rule names, as the number of a state.
    damage: Vec<Option<Tabulated<()>>>,
    /// For each pair when the one leaves the fight, in which way.
    leaves: Vec<Vec<(Leave, Tabulated<bool>)>>,
    /// For each kind what the end of a round does.
    after: Vec<Vec<Line>>,
    counters: Counters,
    /// For each kind and state of its track the level that formulas see.
    levels: Vec<Vec<u8>>,
    /// For each kind the place of its dice among the variants when the fight begins, where they depend on the state.
    first_dice: Vec<Option<u8>>,
    /// The number in formulas of each stance of the fight.
    stances: Vec<i32>,
    /// Which rounds differ by these rules.
    pub(crate) times: Times,
    /// Whether anything but the end of rounds is by these rules.
    pub(crate) at_rolls: bool,
    /// Whether it matters who has attacked once.
    pub(crate) first_attacks: bool,
    /// Whether it matters who hit whom in a round.
    pub(crate) tells_hits: bool,
    /// Whether it matters how many points they did.
    pub(crate) tells_points: bool,
}

/// A modifier of one kind of fighter against another.
#[derive(Debug, Clone)]
struct Modifier {
    /// Its place among all.
    place: u8,
    to: Vec<AddedTo>,
    added: Tabulated<Added>,
}

/// What a modifier adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Added {
    Fixed(i8),
    /// What these dice show, by number.
    Rolled(u8),
}

/// A modifier that adds so much.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Acting {
    modifier: u8,
    by: i8,
    to: Vec<AddedTo>,
}

/// Dice that a modifier adds.
#[derive(Debug, Clone, PartialEq)]
struct Rolled {
    modifier: u8,
    dice: Dice,
    to: Vec<AddedTo>,
}

/// Whether a blow hits.
#[derive(Debug, Clone)]
struct HitRule {
    bound: Bound,
    /// The meaning of each name of the formula.
    meanings: Vec<Meaning>,
    /// The parts of the state that it names, as the number of a state.
    sight: Tabulated<()>,
}

/// A line of what the end of a round does, for one kind of fighter.
#[derive(Debug, Clone)]
struct Line {
    /// What each counter becomes that it sets.
    sets: Vec<(usize, Tabulated<Option<Value>>)>,
    harm: Option<Tabulated<Option<Value>>>,
}

/// A number, or dice that give it, by number from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Fixed(i32),
    Rolled(u8),
}

/// What a blow comes to, as formulas about hits see it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BlowSeen {
    /// The attacker's rolled result.
    pub attack: i32,
    /// The target's, or what hits a target that does not defend.
    pub guard: i32,
    /// The same without the target's dice.
    pub guard_fixed: i32,
    /// The result that a blow must reach; `None` where there is no minimum.
    pub minimum: Option<i32>,
    /// What the attacker's dice show, and the target's.
    pub naturals: [i32; 2],
    /// Whether the attacker's natural result is a critical.
    pub critical: bool,
}

impl Own {
    fn pair(&self, own: u16, foe: u16) -> usize {
        usize::from(own) * self.kinds + usize::from(foe)
    }
}

impl Fight {
    /// What rules of one's own add to a fighter's rolls against a foe, as a number; 0 = nothing.
    #[inline]
    pub(crate) fn additions(&self, scene: Scene<'_>, who: u16, foe: u16) -> u16 {
        let Some(own) = self.own.as_deref() else { return 0 };
        let pair = own.pair(self.kind_of[usize::from(who)], self.kind_of[usize::from(foe)]);
        own.additions[pair].as_ref().map_or(0, |table| *table.at(self, scene, who, foe))
    }

    /// What such a number stands for.
    #[inline]
    pub(crate) fn added(&self, number: u16) -> &Additions {
        match &self.own {
            Some(own) => &own.all[usize::from(number)].0,
            None => &Additions::NONE,
        }
    }

    /// The modifiers of such a number that add something to rolls of a kind, with what they add; those with dice aside.
    pub(crate) fn named_additions(&self, number: u16, to: AddedTo) -> impl Iterator<Item = (&str, i32)> {
        let own = self.own.as_deref();
        let acting = own.map(|own| own.all[usize::from(number)].1.as_slice()).unwrap_or_default();
        let acting = acting.iter().filter(move |acting| acting.to.contains(&to));
        acting.filter_map(move |acting| Some((own?.names[usize::from(acting.modifier)].as_str(), acting.by.into())))
    }

    /// The dice of a fighter to whose rolls so much is added.
    #[inline(always)]
    pub(crate) fn dice_of(&self, who: u16, additions: &Additions) -> &Dice {
        self.variant(additions.dice).unwrap_or(&self.kind(who).dice)
    }

    /// Dice that depend on a state, by number from 1.
    #[inline]
    pub(crate) fn variant(&self, number: u8) -> Option<&Dice> {
        let number = usize::from(number).checked_sub(1)?;
        self.own.as_ref()?.variants.get(number)
    }

    /// The dice that modifiers add, with their numbers and what they are added to.
    pub(crate) fn rolled(&self, additions: &Additions) -> impl Iterator<Item = (u8, &Dice, &[AddedTo])> {
        let own = self.own.as_deref();
        let numbers = additions.rolled;
        numbers.into_iter().take_while(|number| *number > 0).filter_map(move |number| {
            let rolled = own?.rolled.get(usize::from(number) - 1)?;
            Some((number, &rolled.dice, rolled.to.as_slice()))
        })
    }

    /// The name of the modifier that dice belong to, and what it is added to.
    pub(crate) fn rolled_modifier(&self, number: u8) -> Option<(&str, &[AddedTo])> {
        let own = self.own.as_deref()?;
        let rolled = own.rolled.get(usize::from(number).checked_sub(1)?)?;
        Some((own.names[usize::from(rolled.modifier)].as_str(), rolled.to.as_slice()))
    }

    /// Whether a blow hits, where a rule of one's own says so; `None` where none does.
    #[inline]
    pub(crate) fn own_hit(
        &self,
        [by, target]: [u16; 2],
        additions: &Additions,
        blow: impl FnOnce() -> BlowSeen,
    ) -> Option<bool> {
        let own = self.own.as_deref()?;
        let pair = own.pair(self.kind_of[usize::from(by)], self.kind_of[usize::from(target)]);
        let rule = own.hits[pair].as_ref()?;
        let (seen, blow) = (rule.sight.values(additions.sight.into()), blow());
        let value = |meaning: &Meaning| meaning.value(&rule.sight, &seen, &blow);
        let values: Vec<i64> = rule.meanings.iter().map(value).collect();
        // A value out of range hits nobody.
        Some(rule.bound.value(&values).is_ok_and(|hits| hits != 0))
    }

    /// The result that a blow must reach, so much more than its matchup says; `None` where there is no minimum.
    pub(crate) fn minimum_of(&self, matchup: &Matchup, more: i8) -> Option<i32> {
        (matchup.minimum != i32::MIN).then(|| matchup.minimum + i32::from(more))
    }

    /// Whether anybody leaves the fight as a formula says.
    #[inline(always)]
    pub(crate) fn leaves_by_rule(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.leaves.iter().any(|leaves| !leaves.is_empty()))
    }

    /// Whether a fighter may flee as a formula says.
    pub(crate) fn may_flee_by_rule(&self, who: u16) -> bool {
        let kind = usize::from(self.kind_of[usize::from(who)]);
        self.own.as_ref().is_some_and(|own| {
            let pairs = &own.leaves[kind * own.kinds..(kind + 1) * own.kinds];
            pairs.iter().flatten().any(|(how, _)| *how == Leave::Flees)
        })
    }

    /// The way in which a fighter leaves the fight now, as a formula says; as its own turn begins, or an opponent's.
    pub(crate) fn leaves_now(&self, scene: Scene<'_>, who: u16, own_turn: bool) -> Option<Exit> {
        let own = self.own.as_deref()?;
        let foe = self.foe_faced(scene, who)?;
        let pair = own.pair(self.kind_of[usize::from(who)], self.kind_of[usize::from(foe)]);
        let leaves = |(how, when): &&(Leave, Tabulated<bool>)| {
            (*how != Leave::Concedes) == own_turn && *when.at(self, scene, who, foe)
        };
        own.leaves[pair].iter().find(leaves).map(|(how, _)| match how {
            Leave::Flees => Exit::GotAway,
            Leave::Surrenders | Leave::Concedes => Exit::Surrendered,
        })
    }

    /// Whether the end of a round does anything by rules of one's own.
    #[inline(always)]
    pub(crate) fn reckons(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.after.iter().any(|lines| !lines.is_empty()))
    }

    /// What the end of a round does to a fighter: its counters, and the severities of harm, line by line. `roll` gives what dice show.
    pub(crate) fn reckon(&self, scene: Scene<'_>, who: u16, mut roll: impl FnMut(u8, &Dice) -> i32) -> (u32, Vec<u8>) {
        let place = usize::from(who);
        let mut bodies = scene.bodies.to_vec();
        bodies[place].felt = bodies[place].marked;
        let mut harm = Vec::new();
        let Some(own) = self.own.as_deref() else { return (bodies[place].status.counters, harm) };
        let mut rolls = 0;
        let mut number = |value: &Value| match *value {
            Value::Fixed(value) => value,
            Value::Rolled(number) => {
                rolls += 1;
                self.variant(number).map_or(0, |dice| roll(rolls, dice))
            }
        };
        for line in &own.after[usize::from(self.kind_of[place])] {
            let scene = Scene { clock: scene.clock, bodies: &bodies };
            let mut counters = bodies[place].status.counters;
            for (counter, value) in &line.sets {
                if let Some(value) = value.at(self, scene, who, who) {
                    counters = own.counters.with(self.kind_of[place], counters, *counter, number(value));
                }
            }
            let points = line.harm.as_ref().and_then(|harm| harm.at(self, scene, who, who).as_ref()).map(&mut number);
            bodies[place].status.counters = counters;
            if let Some(severity) = points.map(|points| self.track(who).severity(points)).filter(|one| *one > 0) {
                bodies[place].felt = self.track(who).after(bodies[place].felt, severity);
                harm.push(severity);
            }
        }
        (bodies[place].status.counters, harm)
    }

    /// Whether the end of a round rolls dice for somebody.
    pub(crate) fn reckons_by_dice(&self, who: u16) -> bool {
        let Some(own) = self.own.as_deref() else { return false };
        let rolls = |table: &Tabulated<Option<Value>>| {
            table.cells().iter().any(|value| matches!(value, Some(Value::Rolled(_))))
        };
        let lines = &own.after[usize::from(self.kind_of[usize::from(who)])];
        lines
            .iter()
            .any(|line| line.sets.iter().any(|(_, table)| rolls(table)) || line.harm.as_ref().is_some_and(rolls))
    }

    /// What formulas about the end of a round see of blows that have fallen.
    pub(crate) fn tell_blows(&self, bodies: &mut [Body], wounds: &[Wound]) {
        let Some(own) = self.own.as_deref().filter(|own| own.tells_hits || own.tells_points) else { return };
        for wound in wounds {
            let [by, target] = [wound.by, wound.target].map(usize::from);
            if own.tells_hits {
                bodies[by].status.hit = true;
                bodies[target].status.was_hit = true;
            }
            if own.tells_points {
                let add = |sum: &mut u8| *sum = sum.saturating_add(wound.points);
                add(&mut bodies[by].status.dealt);
                add(&mut bodies[target].status.taken);
            }
        }
    }

    /// Whether formulas ask who struck in a round, and how many points that did.
    #[inline(always)]
    pub(crate) fn asks_about_blows(&self) -> [bool; 2] {
        self.own.as_ref().map_or([false; 2], |own| [own.tells_hits || own.tells_points, own.tells_points])
    }

    /// A fighter has attacked, if formulas ask for it.
    #[inline(always)]
    pub(crate) fn has_attacked(&self, body: &mut Body) {
        body.status.attacked |= self.own.as_ref().is_some_and(|own| own.first_attacks);
    }

    /// The values of all counters of a fighter, by name.
    pub(crate) fn counters_of(&self, who: u16, counters: u32) -> impl Iterator<Item = (&str, i32)> {
        let own = self.own.as_deref();
        let places = self.rules.own.counters.iter().zip(0u8..);
        places.filter_map(move |(counter, place)| {
            Some((counter.name.as_str(), own?.counters.value(self.kind_of[usize::from(who)], counters, place)))
        })
    }

    /// Whether rounds go on changing beyond all that are told apart.
    pub fn changes_endlessly(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.times.endless)
    }

    /// The least and the most that modifiers add to rolls or damage; dice among them.
    pub(crate) fn span_of_additions(&self, to: AddedTo) -> [i32; 2] {
        let Some(own) = self.own.as_deref() else { return [0, 0] };
        let sums = own.all.iter().map(|(additions, _)| {
            let fixed = match to {
                AddedTo::Attack => additions.attack,
                AddedTo::Defense => additions.defense,
                AddedTo::Damage => additions.damage,
                AddedTo::Initiative => additions.initiative,
                AddedTo::Minimum => additions.minimum,
            };
            let dice = self.rolled(additions).filter(|(.., added)| added.contains(&to));
            let rolled =
                dice.fold([0, 0], |[low, high], (_, dice, _)| [low + dice.pmf().lowest(), high + dice.pmf().highest()]);
            rolled.map(|end| end + i32::from(fixed))
        });
        sums.fold([0, 0], |[low, high], [one, other]| [low.min(one), high.max(other)])
    }

    /// The parts of the state that the damage rule of one kind of fighter against another names.
    pub(crate) fn damage_sight(&self, [own, foe]: [usize; 2]) -> Option<Sight<'_>> {
        let tables = self.own.as_deref()?;
        tables.damage[own * tables.kinds + foe].as_ref().map(|table| Sight { table, rules: &self.rules.own })
    }
}

/// The parts of a state that a damage rule names.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    table: &'a Tabulated<()>,
    rules: &'a OwnRules,
}

impl Sight<'_> {
    /// How many states are told apart.
    pub(crate) fn states(&self) -> usize {
        self.table.cells().len()
    }

    /// The place of a name among the values of a state; `None` if it is no part of the state.
    pub(crate) fn place_of(&self, name: &str) -> Option<usize> {
        let (of_foe, state) = self.rules.state_named(name)?;
        self.table.find(of_foe, state)
    }

    /// The values of a state.
    pub(crate) fn values(&self, state: usize) -> Vec<i64> {
        self.table.values(state)
    }
}
