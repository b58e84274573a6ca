//! Evaluates custom rules for a state: additions to rolls, hits, exits, and the end of a round.

use super::own::{ActiveRules, BlowSeen, InputMeaning, Own, Reckoned, RoundEndChanges, Sight};
use super::{Fight, Matchup};
use crate::combat::condition::{Additions, Body, Exit, Scene, Status};
use crate::combat::fighter::Fighter;
use crate::combat::hit::Wound;
use crate::dice::Dice;
use crate::rules::own::{AddedTo, Leave, State};
use crate::rules::{Pacing, SkillUse};

impl Fight {
    /// Traits (`skill`, `avoid`) that a fighter's dice already include, and that the rules also add to these dice. Each
    /// comes with the fighter.
    pub fn added_twice(&self) -> impl Iterator<Item = (&'static str, &Fighter)> {
        let own = self.own.iter().filter(|_| self.rules.skill == SkillUse::Added);
        let avoids = self.rules.pacing == Pacing::Turns || self.closing > 0;
        let named = own.flat_map(|own| &own.in_dice).filter(move |(_, word)| avoids || *word == "skill");
        named.map(|(kind, word)| (*word, &self.kinds[*kind].fighter))
    }

    /// The custom rules that have an effect in some state; `None` if the fight has no custom rules.
    pub fn active_rules(&self) -> Option<&ActiveRules> {
        self.own.as_deref().map(|own| &own.active)
    }

    /// The index of everything that custom rules add to the rolls of the fighter `who` against `foe`, for
    /// [`added`](Self::added). 0 if they add nothing.
    #[inline(always)]
    pub(crate) fn additions(&self, scene: Scene<'_>, who: u16, foe: u16) -> u16 {
        match self.own.as_deref() {
            Some(own) => self.own_additions(own, scene, who, foe),
            None => 0,
        }
    }

    /// Like [`additions`](Self::additions), against the foe that the fighter faces ([`foe_faced`](Self::foe_faced)).
    #[inline(always)]
    pub(crate) fn additions_against_current_foe(&self, scene: Scene<'_>, who: u16) -> u16 {
        let faced = |own: &Own| Some(self.own_additions(own, scene, who, self.foe_faced(scene, who)?));
        self.own.as_deref().and_then(faced).unwrap_or(0)
    }

    #[cold]
    fn own_additions(&self, own: &Own, scene: Scene<'_>, who: u16, foe: u16) -> u16 {
        let pair = own.pair(self.kind_of[usize::from(who)], self.kind_of[usize::from(foe)]);
        own.additions[pair].as_ref().map_or(0, |table| *table.at(self.seeing(scene, who, foe)))
    }

    /// The additions with the index `number`.
    #[inline(always)]
    pub fn added(&self, number: u16) -> &Additions {
        match &self.own {
            Some(own) => &own.all[usize::from(number)].0,
            None => &Additions::NONE,
        }
    }

    /// Like [`added`](Self::added). If the constant `OWN` is false, the caller knows that the fight has no custom
    /// rules, and the lookup costs nothing.
    #[inline(always)]
    pub(crate) fn additions_or_none<const OWN: bool>(&self, number: u16) -> &Additions {
        if OWN { self.added(number) } else { &Additions::NONE }
    }

    /// Names and values of the modifiers behind the additions with the index `number`, as far as they apply to `to`.
    /// Modifiers with dice are not included.
    pub fn named_additions(&self, number: u16, to: AddedTo) -> impl Iterator<Item = (&str, i32)> {
        let acting = self.own.iter().flat_map(move |own| &own.all[usize::from(number)].1);
        let acting = acting.filter(move |acting| acting.to.contains(&to));
        acting.map(|acting| (self.name_of_modifier(acting.modifier), acting.by.into()))
    }

    /// The name of the custom modifier with the index `place`.
    fn name_of_modifier(&self, place: u8) -> &str {
        &self.rules.own.modifiers[usize::from(place)].name
    }

    /// The dice of the formula `initiative_roll`, in a state with the additions `number`. `None` if there is no such
    /// formula.
    pub fn initiative_dice(&self, number: u16) -> Option<&Dice> {
        self.variant(self.added(number).initiative_dice)
    }

    /// The action dice of the fighter `who` in a state with the additions `number`.
    pub fn dice_with(&self, who: u16, number: u16) -> &Dice {
        self.dice_of(who, self.added(number))
    }

    /// The dice of a modifier, by their number (from 1) in `Additions::rolled`. `None` for 0.
    pub fn modifier_dice(&self, number: u8) -> Option<&Dice> {
        Some(&self.own.as_deref()?.rolled.get(usize::from(number).checked_sub(1)?)?.dice)
    }

    /// The action dice of the fighter `who` in a state with these additions.
    #[inline(always)]
    pub(crate) fn dice_of(&self, who: u16, additions: &Additions) -> &Dice {
        let usual = &self.kind(who).dice;
        if additions.dice == 0 { usual } else { self.variant(additions.dice).unwrap_or(usual) }
    }

    /// Dice that depend on the state, by their number (from 1) in `Additions`. `None` for 0.
    #[inline]
    pub fn variant(&self, number: u8) -> Option<&Dice> {
        let number = usize::from(number).checked_sub(1)?;
        self.own.as_ref()?.variants.get(number)
    }

    /// The dice that modifiers add: the number, the dice, and the rolls that they are added to.
    pub(crate) fn rolled(&self, additions: &Additions) -> impl Iterator<Item = (u8, &Dice, &[AddedTo])> {
        let own = self.own.as_deref();
        let numbers = additions.rolled;
        numbers.into_iter().take_while(|number| *number > 0).filter_map(move |number| {
            let rolled = own?.rolled.get(usize::from(number) - 1)?;
            Some((number, &rolled.dice, rolled.to.as_slice()))
        })
    }

    /// The modifier whose dice have this number (from 1): its name, and the rolls that it is added to.
    pub fn rolled_modifier(&self, number: u8) -> Option<(&str, &[AddedTo])> {
        let own = self.own.as_deref()?;
        let rolled = own.rolled.get(usize::from(number).checked_sub(1)?)?;
        Some((self.name_of_modifier(rolled.modifier), rolled.to.as_slice()))
    }

    /// Whether a blow hits by the custom rule; `None` if there is no such rule. `pair` is attacker and target, and
    /// `additions` are the attacker's. `blow` is called only if there is a rule.
    #[inline(always)]
    pub(crate) fn own_hit(
        &self,
        pair: [u16; 2],
        additions: &Additions,
        blow: impl FnOnce() -> BlowSeen,
    ) -> Option<bool> {
        self.own_hit_of(self.own.as_deref()?, pair, additions, blow)
    }

    /// Like [`own_hit`](Self::own_hit). If the constant `OWN` is false, the caller knows that the fight has no custom
    /// rules, and the check costs nothing.
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
        let value = |meaning: &InputMeaning| meaning.value(&rule.sight, &seen, &blow);
        let values: Vec<i64> = rule.meanings.iter().map(value).collect();
        // A value out of range counts as a miss.
        Some(rule.bound.value(&values).is_ok_and(|hits| hits != 0))
    }

    /// The minimum result for a blow to hit: that of the matchup plus `more`. `None` if there is no minimum.
    pub(crate) fn minimum_of(&self, matchup: &Matchup, more: i8) -> Option<i32> {
        (matchup.minimum != i32::MIN).then(|| matchup.minimum + i32::from(more))
    }

    /// Whether fighters of the stat block `entry` can leave the fight in the way `how` because of a formula.
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

    /// Whether any fighter can leave the fight because of a formula.
    #[inline(always)]
    pub(crate) fn leaves_by_rule(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.leaves.iter().any(|leaves| !leaves.is_empty()))
    }

    /// Whether the fighter `who` has a formula for fleeing.
    pub(crate) fn may_flee_by_rule(&self, who: u16) -> bool {
        let kind = usize::from(self.kind_of[usize::from(who)]);
        self.own.as_ref().is_some_and(|own| {
            let pairs = &own.leaves[kind * own.kinds..(kind + 1) * own.kinds];
            pairs.iter().flatten().any(|(how, _)| *how == Leave::Flees)
        })
    }

    /// The way in which the fighter `who` leaves the fight now because one of its formulas is true, if any. `own_turn`
    /// is true at the start of the fighter's own turn, and false at the start of an opponent's.
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

    /// Whether custom rules apply at the end of a round.
    #[inline(always)]
    pub(crate) fn reckons(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.after.iter().any(|lines| !lines.is_empty()))
    }

    /// Applies the custom rules for the end of a round to the fighter `who`, line by line. Returns its packed counters,
    /// and the severities of the harm it takes.
    ///
    /// `roll` is called for each roll. Its arguments are two numbers, followed by the dice: the number of the roll
    /// (from 1), and the number of the dice for [`variant`](Self::variant).
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

    /// Whether the end of a round can roll dice for the fighter `who`.
    pub(crate) fn reckons_by_dice(&self, who: u16) -> bool {
        let Some(own) = self.own.as_deref() else { return false };
        let rolls =
            |table: &RoundEndChanges| table.cells().iter().any(|value| matches!(value, Some(Reckoned::Rolled(_))));
        let lines = &own.after[usize::from(self.kind_of[usize::from(who)])];
        lines
            .iter()
            .any(|line| line.sets.iter().any(|(_, table)| rolls(table)) || line.harm.as_ref().is_some_and(rolls))
    }

    /// Stores in `bodies` which fighters hit and were hit, and the points they dealt and took. Only what some formula
    /// reads is stored.
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

    /// Two flags: whether formulas read the blows of a round, and whether they read the points of these blows.
    #[inline(always)]
    pub(crate) fn asks_about_blows(&self) -> [bool; 2] {
        self.own.as_ref().map_or([false; 2], |own| [own.tells_hits || own.tells_points, own.tells_points])
    }

    /// Stores in `body` that the fighter has attacked, if some formula reads it.
    #[inline(always)]
    pub(crate) fn has_attacked(&self, body: &mut Body) {
        body.status.attacked |= self.own.as_ref().is_some_and(|own| own.first_attacks);
    }

    /// Names and values of the counters of the fighter `who`. `counters` is the packed number in its status.
    pub fn counters_of(&self, who: u16, counters: u32) -> impl Iterator<Item = (&str, i32)> {
        let own = self.own.as_deref();
        let places = self.rules.own.counters.iter().zip(0u8..);
        let kind = self.kind_of[usize::from(who)];
        places.filter_map(move |(counter, place)| {
            let own = own.filter(|own| own.counters.has(kind, place))?;
            Some((counter.name.as_str(), own.counters.value(kind, counters, place)))
        })
    }

    /// Whether custom rules distinguish more rounds than a fight can. Later rounds are then treated as equal.
    pub fn changes_endlessly(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.times.endless)
    }

    /// Smallest and largest total that custom modifiers can add to `to`, dice included. The range includes 0.
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

    /// The parts of the state that the damage rule names for the compiled fighter `own` against `foe`; `None` if it
    /// names none.
    pub(crate) fn damage_sight(&self, [own, foe]: [usize; 2]) -> Option<Sight<'_>> {
        let tables = self.own.as_deref()?;
        tables.damage[own * tables.kinds + foe].as_ref().map(|table| Sight { table, rules: &self.rules.own })
    }
}

impl Fight {
    /// A function that returns a part of the current state: that of `foe` if its flag is true, otherwise that of `who`.
    fn seeing<'a>(&'a self, scene: Scene<'a>, who: u16, foe: u16) -> impl Fn(bool, State) -> i32 + 'a {
        move |of_foe, state| {
            let [one, other] = if of_foe { [foe, who] } else { [who, foe] };
            self.seen(scene, one, other, state)
        }
    }

    /// The foe that formulas of the fighter `who` refer to: the first foe in its group. Without one, it is the first
    /// fit foe, or else the first foe. `None` if there are no foes.
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

    /// The value of a part of the state of `who`. `foe` is the opponent to count if the fighter is in no group.
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

    /// Number of foes that the fighter `who` faces. In a duel or without a group, 1 if `foe` is fit, otherwise 0.
    fn foes_now(&self, scene: Scene<'_>, who: u16, foe: u16) -> i32 {
        let group = scene.bodies[usize::from(who)].group;
        if self.duel.is_some() || group == 0 {
            return i32::from(self.is_fit(foe, &scene.bodies[usize::from(foe)]));
        }
        let of_group = |(other, body): &(u16, &Body)| body.group == group && self.side(*other) != self.side(who);
        (0u16..).zip(scene.bodies).filter(of_group).count() as i32
    }

    /// Number of fighters that are not fit, among those for whom `of` is true.
    fn down(&self, bodies: &[Body], of: impl Fn(u16) -> bool) -> i32 {
        (0u16..).zip(bodies).filter(|(who, body)| of(*who) && !self.is_fit(*who, body)).count() as i32
    }
}
