//! Evaluates custom rules for a state: additions to rolls, hits, exits, and the end of a round.

use super::Fight;
use super::custom_tables::{CustomTables, DamageStates, HitFigures, InputMeaning, RoundEndValue};
use crate::combat::condition::{Additions, Body, Exit, Scene, Status};
use crate::combat::fighter::Fighter;
use crate::dice::Dice;
use crate::rules::own::{AddedTo, LeavingMethod, State};
use crate::rules::{Pacing, SkillUse};

impl Fight {
    /// Traits (`skill`, `avoid`) that a fighter's dice already include, and that the rules also add to these dice. Each
    /// comes with the fighter.
    pub fn added_twice(&self) -> impl Iterator<Item = (&'static str, &Fighter)> {
        let own = self.custom.tables.iter().filter(|_| self.rules.skill == SkillUse::Added);
        let avoids = self.rules.pacing == Pacing::Turns || self.rounds.closing > 0;
        let named = own.flat_map(|own| &own.traits_in_dice).filter(move |(_, word)| avoids || *word == "skill");
        named.map(|(kind, word)| (*word, &self.roster.kinds[*kind].fighter))
    }

    /// The index of everything that custom rules add to the rolls of the fighter `who` against `foe`, for
    /// [`CustomRules::additions`](super::CustomRules::additions). 0 if they add nothing.
    #[inline(always)]
    pub(crate) fn additions(&self, scene: Scene<'_>, who: u16, foe: u16) -> u16 {
        match self.custom.tables.as_deref() {
            Some(own) => self.tabulated_additions(own, scene, who, foe),
            None => 0,
        }
    }

    /// Like [`additions`](Self::additions), against the fighter's [`current_foe`](Self::current_foe).
    #[inline(always)]
    pub(crate) fn additions_against_current_foe(&self, scene: Scene<'_>, who: u16) -> u16 {
        let faced = |own: &CustomTables| Some(self.tabulated_additions(own, scene, who, self.current_foe(scene, who)?));
        self.custom.tables.as_deref().and_then(faced).unwrap_or(0)
    }

    /// Like [`additions`](Self::additions), for a fight with the custom rules `own`.
    #[cold]
    fn tabulated_additions(&self, own: &CustomTables, scene: Scene<'_>, who: u16, foe: u16) -> u16 {
        let pair = own.pair(self.roster.kind_of(who), self.roster.kind_of(foe));
        own.additions[pair].as_ref().map_or(0, |table| *table.value_in(self.state_reader(scene, who, foe)))
    }

    /// Names and values of the modifiers behind the additions with the index `number`, as far as they apply to `to`.
    /// Modifiers with dice are not included.
    pub fn named_additions(&self, number: u16, to: AddedTo) -> impl Iterator<Item = (&str, i32)> {
        let acting = self.custom.tables.iter().flat_map(move |own| &own.addition_combinations[usize::from(number)].1);
        let acting = acting.filter(move |acting| acting.to.contains(&to));
        acting.map(|acting| (self.name_of_modifier(acting.modifier), acting.amount.into()))
    }

    /// The name of the custom modifier with the index `place`.
    fn name_of_modifier(&self, place: u8) -> &str {
        &self.rules.own.modifiers[usize::from(place)].name
    }

    /// The modifier whose dice have this number (from 1): its name, and the rolls that it is added to.
    pub fn rolled_modifier(&self, number: u8) -> Option<(&str, &[AddedTo])> {
        let own = self.custom.tables.as_deref()?;
        let rolled = own.rolled.get(usize::from(number).checked_sub(1)?)?;
        Some((self.name_of_modifier(rolled.modifier), rolled.to.as_slice()))
    }

    /// Whether a blow hits by the custom rule; `None` if there is no such rule. `pair` is attacker and target, and
    /// `additions` are the attacker's. `blow` is called only if there is a rule.
    #[inline(always)]
    pub(crate) fn custom_hit(
        &self,
        pair: [u16; 2],
        additions: &Additions,
        blow: impl FnOnce() -> HitFigures,
    ) -> Option<bool> {
        self.evaluate_hit_rule(self.custom.tables.as_deref()?, pair, additions, blow)
    }

    /// Like [`custom_hit`](Self::custom_hit). If the constant `OWN` is false, the caller knows that the fight has no
    /// custom rules, and the check costs nothing.
    #[inline(always)]
    pub(crate) fn custom_hit_if<const OWN: bool>(
        &self,
        pair: [u16; 2],
        additions: &Additions,
        blow: impl FnOnce() -> HitFigures,
    ) -> Option<bool> {
        if OWN { self.custom_hit(pair, additions, blow) } else { None }
    }

    /// Like [`custom_hit`](Self::custom_hit), for a fight with the custom rules `own`.
    #[cold]
    fn evaluate_hit_rule(
        &self,
        own: &CustomTables,
        [by, target]: [u16; 2],
        additions: &Additions,
        blow: impl FnOnce() -> HitFigures,
    ) -> Option<bool> {
        let pair = own.pair(self.roster.kind_of(by), self.roster.kind_of(target));
        let rule = own.hits[pair].as_ref()?;
        let (seen, blow) = (rule.states.values(additions.hit_state.into()), blow());
        let value = |meaning: &InputMeaning| meaning.value(&rule.states, &seen, &blow);
        let values: Vec<i64> = rule.meanings.iter().map(value).collect();
        // A value out of range counts as a miss.
        Some(rule.bound.value(&values).is_ok_and(|hits| hits != 0))
    }

    /// The parts of the state that the damage rule names for the compiled fighter `own` against `foe`; `None` if it
    /// names none.
    pub(super) fn damage_states(&self, [own, foe]: [u16; 2]) -> Option<DamageStates<'_>> {
        let tables = self.custom.tables.as_deref()?;
        tables.damage[tables.pair(own, foe)].as_ref().map(|table| DamageStates { table, rules: &self.rules.own })
    }

    /// The exit that the fighter `who` takes because one of its formulas for leaving is true now; `None` if none is.
    /// `own_turn` is true at the start of the fighter's own turn, and false at the start of an opponent's.
    pub(crate) fn exit_by_formula(&self, scene: Scene<'_>, who: u16, own_turn: bool) -> Option<Exit> {
        let own = self.custom.tables.as_deref()?;
        let foe = self.current_foe(scene, who)?;
        let pair = own.pair(self.roster.kind_of(who), self.roster.kind_of(foe));
        let mut leaves = own.leaves[pair].iter().filter(|(how, _)| (*how != LeavingMethod::Concedes) == own_turn);
        leaves.find(|(_, when)| *when.value_in(self.state_reader(scene, who, foe))).map(|(how, _)| match how {
            LeavingMethod::Flees => Exit::GotAway,
            LeavingMethod::Surrenders | LeavingMethod::Concedes => Exit::Surrendered,
        })
    }

    /// The changes to the fighter `who` by the custom rules for the end of a round: its new packed counters, and the
    /// severities of the harm that it takes, in order.
    ///
    /// `roll` is called for each roll. Its arguments are the number of the roll (from 1) and the number of the dice
    /// (for [`variant`](super::CustomRules::variant)), then the dice.
    pub(crate) fn round_end_changes(
        &self,
        scene: Scene<'_>,
        who: u16,
        mut roll: impl FnMut([u8; 2], &Dice) -> i32,
    ) -> (u32, Vec<u8>) {
        let place = usize::from(who);
        let mut bodies = scene.bodies.to_vec();
        bodies[place].felt = bodies[place].marked;
        let mut harm = Vec::new();
        let Some(own) = self.custom.tables.as_deref() else { return (bodies[place].status.counters, harm) };
        let mut rolls = 0;
        let mut number = |value: &RoundEndValue| match *value {
            RoundEndValue::Fixed(value) => value,
            RoundEndValue::Rolled(number) => {
                rolls += 1;
                self.custom.variant(number).map_or(0, |dice| roll([rolls, number], dice))
            }
        };
        for line in &own.after[usize::from(self.roster.kind_of(who))] {
            let scene = Scene { clock: scene.clock, bodies: &bodies };
            let mut counters = bodies[place].status.counters;
            for (counter, value) in &line.sets {
                if let Some(value) = value.value_in(self.state_reader(scene, who, who)) {
                    counters = own.counters.with_value(self.roster.kind_of(who), counters, *counter, number(value));
                }
            }
            let points = line
                .harm
                .as_ref()
                .and_then(|harm| harm.value_in(self.state_reader(scene, who, who)).as_ref())
                .map(&mut number);
            bodies[place].status.counters = counters;
            if let Some(severity) = points.map(|points| self.roster.track(who).severity(points)).filter(|one| *one > 0)
            {
                bodies[place].felt = self.roster.track(who).after(bodies[place].felt, severity);
                harm.push(severity);
            }
        }
        (bodies[place].status.counters, harm)
    }

    /// Names and values of the counters of the fighter `who`. `counters` is the packed number in its status.
    pub fn counters_of(&self, who: u16, counters: u32) -> impl Iterator<Item = (&str, i32)> {
        let own = self.custom.tables.as_deref();
        let places = self.rules.own.counters.iter().zip(0u8..);
        let kind = self.roster.kind_of(who);
        places.filter_map(move |(counter, place)| {
            let own = own.filter(|own| own.counters.has(kind, place))?;
            Some((counter.name.as_str(), own.counters.value(kind, counters, place)))
        })
    }
}

impl Fight {
    /// A function that returns a part of the current state: that of `foe` if its flag is true, otherwise that of `who`.
    fn state_reader<'a>(&'a self, scene: Scene<'a>, who: u16, foe: u16) -> impl Fn(bool, State) -> i32 + 'a {
        move |of_foe, state| {
            let [one, other] = if of_foe { [foe, who] } else { [who, foe] };
            self.state_value(scene, one, other, state)
        }
    }

    /// The foe that formulas of the fighter `who` refer to: the first foe in its group. Without one, it is the first
    /// fit foe, or else the first foe. `None` if there are no foes.
    pub(crate) fn current_foe(&self, scene: Scene<'_>, who: u16) -> Option<u16> {
        if let Some([a, b]) = self.roster.duel.map(|duel| duel.fighters) {
            return Some(if who == a { b } else { a });
        }
        let group = scene.bodies[usize::from(who)].group;
        let foes = || (0u16..).zip(scene.bodies).filter(|(other, _)| self.roster.side(*other) != self.roster.side(who));
        let faced = foes().find(|(_, body)| group > 0 && body.group == group);
        let fit = || foes().find(|(other, body)| self.is_fit(*other, body));
        faced.or_else(fit).or_else(|| foes().next()).map(|(foe, _)| foe)
    }

    /// The value of a part of the state of `who`. `foe` is the opponent to count if the fighter is in no group.
    fn state_value(&self, scene: Scene<'_>, who: u16, foe: u16, state: State) -> i32 {
        let Some(own) = &self.custom.tables else { return 0 };
        let body = &scene.bodies[usize::from(who)];
        let Status { attacked, hit, was_hit, dealt, taken, counters, .. } = body.status;
        let track = self.roster.track(who);
        let fit = |same: bool| {
            let there = (0u16..).zip(scene.bodies).filter(|(other, one)| {
                *other != who && (self.roster.side(*other) == self.roster.side(who)) == same && self.is_fit(*other, one)
            });
            there.count() as i32
        };
        match state {
            State::Level => own.levels[usize::from(self.roster.kind_of(who))][usize::from(body.felt)].into(),
            State::Marked => track.marked(body.felt) as i32,
            State::WorstSlot => track.worst_slot(body.felt) as i32,
            State::SlotsFilled => track.slots_filled(body.felt) as i32,
            State::Penalty => self.penalty(scene, who).into(),
            State::Stance => own.stances[usize::from(body.stance)],
            State::FudgePoints => self.roster.points_left(scene, who).into(),
            State::Round => i32::from(scene.clock) + 1,
            State::FirstAttack => i32::from(!attacked),
            State::Foes => self.foe_count(scene, who, foe),
            State::Allies => fit(true),
            State::Enemies => fit(false),
            State::Lost => {
                let own =
                    (0u16..).zip(scene.bodies).filter(|(other, _)| self.roster.side(*other) == self.roster.side(who));
                own.filter(|(other, one)| !self.is_fit(*other, one)).count() as i32
            }
            State::Members => {
                let block = self.roster.block(who);
                block.filter(|one| self.is_fit(*one, &scene.bodies[usize::from(*one)])).count() as i32
            }
            State::Hit => hit.into(),
            State::WasHit => was_hit.into(),
            State::Points => dealt.into(),
            State::Taken => taken.into(),
            State::Counter(place) => own.counters.value(self.roster.kind_of(who), counters, place),
        }
    }

    /// Number of foes that the fighter `who` faces. In a duel or without a group, 1 if `foe` is fit, otherwise 0.
    fn foe_count(&self, scene: Scene<'_>, who: u16, foe: u16) -> i32 {
        let group = scene.bodies[usize::from(who)].group;
        if self.roster.duel.is_some() || group == 0 {
            return i32::from(self.is_fit(foe, &scene.bodies[usize::from(foe)]));
        }
        let of_group =
            |(other, body): &(u16, &Body)| body.group == group && self.roster.side(*other) != self.roster.side(who);
        (0u16..).zip(scene.bodies).filter(of_group).count() as i32
    }
}
