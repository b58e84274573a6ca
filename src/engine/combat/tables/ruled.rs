//! Questions about a state by rules of one's own: additions to rolls, hits, leaving, the end of a round.

use super::own::{ActiveRules, BlowSeen, Changes, Meaning, Own, Reckoned, Sight};
use super::{Fight, Matchup};
use crate::combat::condition::{Additions, Body, Exit, Scene, Status};
use crate::combat::fighter::Fighter;
use crate::combat::hit::Wound;
use crate::dice::Dice;
use crate::rules::own::{AddedTo, Leave, State};
use crate::rules::{Pacing, SkillUse};

impl Fight {
    /// The traits that are part of a fighter's dice and are added to them as well, each with the fighter.
    pub fn added_twice(&self) -> impl Iterator<Item = (&'static str, &Fighter)> {
        let own = self.own.iter().filter(|_| self.rules.skill == SkillUse::Added);
        let avoids = self.rules.pacing == Pacing::Turns || self.closing > 0;
        let named = own.flat_map(|own| &own.in_dice).filter(move |(_, word)| avoids || *word == "skill");
        named.map(|(kind, word)| (*word, &self.kinds[*kind].fighter))
    }

    /// Rules of one's own that do something in some state; `None` where the fight has none.
    pub fn active_rules(&self) -> Option<&ActiveRules> {
        self.own.as_deref().map(|own| &own.active)
    }

    /// The additions by rules of one's own to a fighter's rolls against a foe, as a number; 0 = nothing.
    #[inline(always)]
    pub(crate) fn additions(&self, scene: Scene<'_>, who: u16, foe: u16) -> u16 {
        match self.own.as_deref() {
            Some(own) => self.own_additions(own, scene, who, foe),
            None => 0,
        }
    }

    /// The same against the foe whom a fighter faces.
    #[inline(always)]
    pub(crate) fn additions_against_faced(&self, scene: Scene<'_>, who: u16) -> u16 {
        let faced = |own: &Own| Some(self.own_additions(own, scene, who, self.foe_faced(scene, who)?));
        self.own.as_deref().and_then(faced).unwrap_or(0)
    }

    #[cold]
    fn own_additions(&self, own: &Own, scene: Scene<'_>, who: u16, foe: u16) -> u16 {
        let pair = own.pair(self.kind_of[usize::from(who)], self.kind_of[usize::from(foe)]);
        own.additions[pair].as_ref().map_or(0, |table| *table.at(self.seeing(scene, who, foe)))
    }

    /// The additions that a number stands for.
    #[inline(always)]
    pub fn added(&self, number: u16) -> &Additions {
        match &self.own {
            Some(own) => &own.all[usize::from(number)].0,
            None => &Additions::NONE,
        }
    }

    /// The same in rounds in which rules of one's own may add something; in others nothing, which costs nothing.
    #[inline(always)]
    pub(crate) fn added_if<const OWN: bool>(&self, number: u16) -> &Additions {
        if OWN { self.added(number) } else { &Additions::NONE }
    }

    /// The modifiers of such a number that add something to rolls of a kind, with what they add; those with dice aside.
    pub fn named_additions(&self, number: u16, to: AddedTo) -> impl Iterator<Item = (&str, i32)> {
        let acting = self.own.iter().flat_map(move |own| &own.all[usize::from(number)].1);
        let acting = acting.filter(move |acting| acting.to.contains(&to));
        acting.map(|acting| (self.name_of_modifier(acting.modifier), acting.by.into()))
    }

    fn name_of_modifier(&self, place: u8) -> &str {
        &self.rules.own.modifiers[usize::from(place)].name
    }

    /// The dice of `initiative_roll` with additions of this number; `None` if there is no such formula.
    pub fn initiative_dice(&self, number: u16) -> Option<&Dice> {
        self.variant(self.added(number).initiative_dice)
    }

    /// The dice of a fighter with additions of this number.
    pub fn dice_with(&self, who: u16, number: u16) -> &Dice {
        self.dice_of(who, self.added(number))
    }

    /// The dice of a modifier, by their number.
    pub fn modifier_dice(&self, number: u8) -> Option<&Dice> {
        Some(&self.own.as_deref()?.rolled.get(usize::from(number).checked_sub(1)?)?.dice)
    }

    /// The dice of a fighter with these additions.
    #[inline(always)]
    pub(crate) fn dice_of(&self, who: u16, additions: &Additions) -> &Dice {
        let usual = &self.kind(who).dice;
        if additions.dice == 0 { usual } else { self.variant(additions.dice).unwrap_or(usual) }
    }

    /// Dice that depend on a state, by number from 1.
    #[inline]
    pub fn variant(&self, number: u8) -> Option<&Dice> {
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
    pub fn rolled_modifier(&self, number: u8) -> Option<(&str, &[AddedTo])> {
        let own = self.own.as_deref()?;
        let rolled = own.rolled.get(usize::from(number).checked_sub(1)?)?;
        Some((self.name_of_modifier(rolled.modifier), rolled.to.as_slice()))
    }

    /// Whether a blow hits, where a rule of one's own says so; `None` where none does.
    #[inline(always)]
    pub(crate) fn own_hit(
        &self,
        pair: [u16; 2],
        additions: &Additions,
        blow: impl FnOnce() -> BlowSeen,
    ) -> Option<bool> {
        self.own_hit_of(self.own.as_deref()?, pair, additions, blow)
    }

    /// The same in rounds in which there may be such a rule.
    #[inline(always)]
    pub(crate) fn own_hit_if<const OWN: bool>(
        &self,
        pair: [u16; 2],
        additions: &Additions,
        blow: impl FnOnce() -> BlowSeen,
    ) -> Option<bool> {
        if OWN { self.own_hit(pair, additions, blow) } else { None }
    }

    #[cold]
    fn own_hit_of(
        &self,
        own: &Own,
        [by, target]: [u16; 2],
        additions: &Additions,
        blow: impl FnOnce() -> BlowSeen,
    ) -> Option<bool> {
        let pair = own.pair(self.kind_of[usize::from(by)], self.kind_of[usize::from(target)]);
        let rule = own.hits[pair].as_ref()?;
        let (seen, blow) = (rule.sight.values(additions.sight.into()), blow());
        let value = |meaning: &Meaning| meaning.value(&rule.sight, &seen, &blow);
        let values: Vec<i64> = rule.meanings.iter().map(value).collect();
        // A value out of range is no hit.
        Some(rule.bound.value(&values).is_ok_and(|hits| hits != 0))
    }

    /// The result that a blow must reach: that of its matchup, raised by `more`; `None` if there is no minimum.
    pub(crate) fn minimum_of(&self, matchup: &Matchup, more: i8) -> Option<i32> {
        (matchup.minimum != i32::MIN).then(|| matchup.minimum + i32::from(more))
    }

    /// Whether a stat block leaves the fight in this way in any state, as a formula says.
    pub fn may_leave(&self, entry: usize, how: Leave) -> bool {
        let kind = usize::from(self.kind_of[usize::from(self.first(entry))]);
        let of_kind = |own: &Own| {
            own.leaves[kind * own.kinds..(kind + 1) * own.kinds]
                .iter()
                .flatten()
                .any(|(own, when)| *own == how && when.cells().contains(&true))
        };
        self.own.as_deref().is_some_and(of_kind)
    }

    /// Whether some fighter leaves the fight as a formula says.
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
        let mut leaves = own.leaves[pair].iter().filter(|(how, _)| (*how != Leave::Concedes) == own_turn);
        leaves.find(|(_, when)| *when.at(self.seeing(scene, who, foe))).map(|(how, _)| match how {
            Leave::Flees => Exit::GotAway,
            Leave::Surrenders | Leave::Concedes => Exit::Surrendered,
        })
    }

    /// Whether the end of a round does anything by rules of one's own.
    #[inline(always)]
    pub(crate) fn reckons(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.after.iter().any(|lines| !lines.is_empty()))
    }

    /// The end of a round for a fighter: its counters, and the severities of harm, line by line. `roll` returns the results of dice, which it gets
    /// with the number of the roll and their number for [`variant`](Self::variant).
    pub(crate) fn reckon(
        &self,
        scene: Scene<'_>,
        who: u16,
        mut roll: impl FnMut([u8; 2], &Dice) -> i32,
    ) -> (u32, Vec<u8>) {
        let place = usize::from(who);
        let mut bodies = scene.bodies.to_vec();
        bodies[place].felt = bodies[place].marked;
        let mut harm = Vec::new();
        let Some(own) = self.own.as_deref() else { return (bodies[place].status.counters, harm) };
        let mut rolls = 0;
        let mut number = |value: &Reckoned| match *value {
            Reckoned::Fixed(value) => value,
            Reckoned::Rolled(number) => {
                rolls += 1;
                self.variant(number).map_or(0, |dice| roll([rolls, number], dice))
            }
        };
        for line in &own.after[usize::from(self.kind_of[place])] {
            let scene = Scene { clock: scene.clock, bodies: &bodies };
            let mut counters = bodies[place].status.counters;
            for (counter, value) in &line.sets {
                if let Some(value) = value.at(self.seeing(scene, who, who)) {
                    counters = own.counters.with(self.kind_of[place], counters, *counter, number(value));
                }
            }
            let points =
                line.harm.as_ref().and_then(|harm| harm.at(self.seeing(scene, who, who)).as_ref()).map(&mut number);
            bodies[place].status.counters = counters;
            if let Some(severity) = points.map(|points| self.track(who).severity(points)).filter(|one| *one > 0) {
                bodies[place].felt = self.track(who).after(bodies[place].felt, severity);
                harm.push(severity);
            }
        }
        (bodies[place].status.counters, harm)
    }

    /// Whether the end of a round rolls dice for a fighter.
    pub(crate) fn reckons_by_dice(&self, who: u16) -> bool {
        let Some(own) = self.own.as_deref() else { return false };
        let rolls = |table: &Changes| table.cells().iter().any(|value| matches!(value, Some(Reckoned::Rolled(_))));
        let lines = &own.after[usize::from(self.kind_of[usize::from(who)])];
        lines
            .iter()
            .any(|line| line.sets.iter().any(|(_, table)| rolls(table)) || line.harm.as_ref().is_some_and(rolls))
    }

    /// Keeps of blows that have fallen the parts that formulas about the end of a round name.
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

    /// The values of the counters that a fighter has, by name.
    pub fn counters_of(&self, who: u16, counters: u32) -> impl Iterator<Item = (&str, i32)> {
        let own = self.own.as_deref();
        let places = self.rules.own.counters.iter().zip(0u8..);
        let kind = self.kind_of[usize::from(who)];
        places.filter_map(move |(counter, place)| {
            let own = own.filter(|own| own.counters.has(kind, place))?;
            Some((counter.name.as_str(), own.counters.value(kind, counters, place)))
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

impl Fight {
    /// The parts of the state of a fighter and a foe.
    fn seeing<'a>(&'a self, scene: Scene<'a>, who: u16, foe: u16) -> impl Fn(bool, State) -> i32 + 'a {
        move |of_foe, state| {
            let [one, other] = if of_foe { [foe, who] } else { [who, foe] };
            self.seen(scene, one, other, state)
        }
    }

    /// A foe whom a fighter faces: of several the first.
    pub(crate) fn foe_faced(&self, scene: Scene<'_>, who: u16) -> Option<u16> {
        if let Some([a, b]) = self.duel() {
            return Some(if who == a { b } else { a });
        }
        let group = scene.bodies[usize::from(who)].group;
        let foes = || (0u16..).zip(scene.bodies).filter(|(other, _)| self.side(*other) != self.side(who));
        let faced = foes().find(|(_, body)| group > 0 && body.group == group);
        let fit = || foes().find(|(other, body)| self.is_fit(*other, body));
        faced.or_else(fit).or_else(|| foes().next()).map(|(foe, _)| foe)
    }

    /// The value of a part of a fighter's state beside a foe.
    fn seen(&self, scene: Scene<'_>, who: u16, foe: u16, state: State) -> i32 {
        let Some(own) = &self.own else { return 0 };
        let body = &scene.bodies[usize::from(who)];
        let Status { attacked, hit, was_hit, dealt, taken, counters, .. } = body.status;
        let track = self.track(who);
        let fit = |same: bool| {
            let there = (0u16..).zip(scene.bodies).filter(|(other, one)| {
                *other != who && (self.side(*other) == self.side(who)) == same && self.is_fit(*other, one)
            });
            there.count() as i32
        };
        match state {
            State::Level => own.levels[usize::from(self.kind_of[usize::from(who)])][usize::from(body.felt)].into(),
            State::Marked => track.marked(body.felt) as i32,
            State::WorstSlot => track.worst_slot(body.felt) as i32,
            State::SlotsFilled => track.slots_filled(body.felt) as i32,
            State::Penalty => self.penalty(scene, who).into(),
            State::Stance => own.stances[usize::from(body.stance)],
            State::FudgePoints => self.points_left(scene, who).into(),
            State::Round => i32::from(scene.clock) + 1,
            State::FirstAttack => i32::from(!attacked),
            State::Foes => self.foes_now(scene, who, foe),
            State::Allies => fit(true),
            State::Enemies => fit(false),
            State::Lost => self.down(scene.bodies, |other| self.side(other) == self.side(who)),
            State::Members => {
                let block = self.block(who);
                block.filter(|one| self.is_fit(*one, &scene.bodies[usize::from(*one)])).count() as i32
            }
            State::Hit => hit.into(),
            State::WasHit => was_hit.into(),
            State::Points => dealt.into(),
            State::Taken => taken.into(),
            State::Counter(place) => own.counters.value(self.kind_of[usize::from(who)], counters, place),
        }
    }

    /// The number of foes a fighter faces.
    fn foes_now(&self, scene: Scene<'_>, who: u16, foe: u16) -> i32 {
        let group = scene.bodies[usize::from(who)].group;
        if self.duel.is_some() || group == 0 {
            return i32::from(self.is_fit(foe, &scene.bodies[usize::from(foe)]));
        }
        let of_group = |(other, body): &(u16, &Body)| body.group == group && self.side(*other) != self.side(who);
        (0u16..).zip(scene.bodies).filter(of_group).count() as i32
    }

    /// The number of these fighters who are out.
    fn down(&self, bodies: &[Body], of: impl Fn(u16) -> bool) -> i32 {
        (0u16..).zip(bodies).filter(|(who, body)| of(*who) && !self.is_fit(*who, body)).count() as i32
    }
}
