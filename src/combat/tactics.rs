//! How stances and targets are chosen (M18; readings 34, 35).

use super::cast::Cast;
use super::compile::Fight;
use super::event::{Detail, Observer};
use super::group::Groups;
use super::sight::{Change, Sight};
use super::state::{Body, Moment, Roster, State};
use crate::chance::{Ask, Chance, Purpose};
use crate::dice::{Dice, Pmf};
use crate::error::{Error, Result};
use crate::rules::effects::Head;
use crate::rules::{FullAttack, Mix, Pacing, Policy, Rules, Spread, Stance, Tactic, Targets, View};

/// The tactics of all fighters, compiled.
#[derive(Debug, Clone)]
pub(super) struct Tactics {
    /// Every stance that anybody may take; the first is the normal one.
    stances: Vec<Tactic>,
    /// Every choice that anybody may come to; the first is always the normal stance.
    choices: Vec<Choice>,
    /// What each choice comes to where there are not several foes: without sweeps (M13).
    against_one: Vec<u16>,
    /// The same without going all out, of one who is stunned (W19).
    when_stunned: Vec<u16>,
    /// Whether anybody chooses a stance at all.
    choosing: bool,
    /// Whether anybody joins the group of a preferred foe.
    ganging_up: bool,
    /// Whether anything in a round goes by tactics: then it is taken step by step.
    pub(super) in_use: bool,
    /// What a sweeping blow loses for each foe already cut.
    pub(super) sweep: Option<u8>,
    pub(super) full_attack: FullAttack,
    /// Dice that pick one of so many, from 0; none where nobody picks at random.
    picks: Vec<Dice>,
}

/// One stance, or several of which one is rolled for.
#[derive(Debug, Clone, PartialEq)]
struct Choice {
    /// Only or first stance.
    stance: u8,
    /// Dice whose results are stances.
    dice: Option<Dice>,
}

/// The most foes of whom one may be picked at random.
const MOST_PICKED: usize = 200;

/// The most stances in one fight.
const MOST_STANCES: usize = 200;

impl Tactics {
    /// Compiles the tactics of a cast. The choices of each policy are found by [`choices_of`](Self::choices_of).
    pub(super) fn compile(cast: &Cast, rules: &Rules) -> Result<Self> {
        check(cast)?;
        let normal = Choice { stance: 0, dice: None };
        let mut tactics = Self {
            stances: vec![Tactic::normal()],
            choices: vec![normal],
            against_one: Vec::new(),
            when_stunned: Vec::new(),
            choosing: false,
            ganging_up: cast.fighters.iter().any(|fighter| fighter.spread == Spread::GangUp),
            in_use: false,
            sweep: rules.sweeping_blow,
            full_attack: rules.full_attack,
            picks: Vec::new(),
        };
        for fighter in &cast.fighters {
            fighter.tactic.rows().try_for_each(|mix| tactics.add(mix))?;
        }
        tactics.choosing = tactics.choices.len() > 1;
        for place in 0..tactics.choices.len() {
            let against_one = tactics.without(place, |stance| stance.sweep)?;
            tactics.against_one.push(against_one);
        }
        for place in 0..tactics.choices.len() {
            let stunned = tactics.without(place, |stance| stance.goes_all_out())?;
            tactics.when_stunned.push(stunned);
        }
        let picky = cast.fighters.iter().any(|fighter| !matches!(fighter.targets, Targets::LowestResult));
        tactics.in_use = tactics.choosing || tactics.ganging_up || tactics.sweep.is_some() || picky;
        if cast.fighters.iter().any(|fighter| fighter.targets == Targets::Random) {
            let most = (0..cast.sides.len()).map(|side| cast.strength(side)).max().unwrap_or(0);
            if most > MOST_PICKED {
                let fault = Error::input(format!("nobody can pick at random one of more than {MOST_PICKED} foes"));
                return Err(fault.with_help("choose other `targets`, such as \"weakest\""));
            }
            tactics.picks = (1..=most as i32).map(pick).collect::<Result<_>>()?;
        }
        Ok(tactics)
    }

    /// Whether anybody may aim at a part of the body.
    pub(super) fn aims(&self) -> bool {
        self.stances.iter().any(|tactic| tactic.stance.aim > 0)
    }

    /// Whether anybody may go all out in defense.
    pub(super) fn looks_out(&self) -> bool {
        self.stances.iter().any(|tactic| tactic.stance.harmless)
    }

    fn add(&mut self, mix: &Mix) -> Result<()> {
        let choice = self.choice(mix)?;
        if !self.choices.contains(&choice) {
            self.choices.push(choice);
        }
        Ok(())
    }

    fn choice(&mut self, mix: &Mix) -> Result<Choice> {
        let mut weights = Vec::new();
        for (tactic, weight) in mix.0.iter().filter(|(_, weight)| *weight > 0) {
            let place = self.stances.iter().position(|known| known == tactic).unwrap_or_else(|| {
                self.stances.push(tactic.clone());
                self.stances.len() - 1
            });
            weights.push((place as i32, u64::from(*weight)));
        }
        if self.stances.len() > MOST_STANCES {
            return Err(Error::input(format!("more than {MOST_STANCES} different stances")));
        }
        match weights[..] {
            [] => Err(Error::input("a mix of stances needs a weight above 0")),
            [(only, _)] => Ok(Choice { stance: only as u8, dice: None }),
            [(first, _), ..] => {
                let dice = Dice::new("stance", Pmf::from_weights(weights)?);
                Ok(Choice { stance: first as u8, dice: Some(dice) })
            }
        }
    }

    /// The choice at a place, the normal stance in place of such stances.
    fn without(&mut self, place: usize, barred: fn(&Stance) -> bool) -> Result<u16> {
        let left = |stance: i32| if barred(&self.stance(stance as u8)) { 0 } else { stance };
        let Choice { stance, dice } = self.choices[place].clone();
        let plain = Choice {
            stance: left(stance.into()) as u8,
            dice: dice.map(|dice| Ok(Dice::new("stance", dice.pmf().map(left)?))).transpose()?,
        };
        let known = self.choices.iter().position(|choice| *choice == plain);
        Ok(known.unwrap_or_else(|| {
            self.choices.push(plain);
            self.choices.len() - 1
        }) as u16)
    }

    /// The choice that each row of a policy comes to, the default's last.
    pub(super) fn choices_of(&mut self, policy: &Policy) -> Result<Vec<u16>> {
        let place = |mix: &Mix| {
            let choice = self.choice(mix)?;
            Ok(self.choices.iter().position(|known| *known == choice).unwrap_or(0) as u16)
        };
        policy.rows().map(place).collect()
    }

    /// A stance. The normal one is not looked up, so that nothing is left of it where there is no other.
    #[inline(always)]
    pub(super) fn stance(&self, stance: u8) -> Stance {
        if stance == 0 { Stance::NORMAL } else { self.stances[usize::from(stance)].stance }
    }
}

/// Dice that show 0 to `count` − 1.
fn pick(count: i32) -> Result<Dice> {
    let faces: Vec<i32> = (0..count).collect();
    Ok(Dice::new(format!("one of {count}"), Pmf::uniform(&faces)?))
}

/// Whoever prefers the leader has one among the foes, and whoever gangs up can see on whom.
fn check(cast: &Cast) -> Result<()> {
    for fighter in &cast.fighters {
        let has_leader = || cast.fighters.iter().any(|foe| foe.side != fighter.side && foe.leader);
        if fighter.targets == Targets::Leader && !has_leader() {
            return Err(Error::input(format!("{} targets the leader, and no foe is one", fighter.name))
                .with_help("give one of them `leader = true`"));
        }
        if (fighter.targets, fighter.spread) == (Targets::Random, Spread::GangUp) {
            return Err(Error::input(format!("{} cannot gang up on a random foe", fighter.name))
                .with_help("choose other `targets`, such as \"weakest\", or `spread = \"even\"`"));
        }
    }
    Ok(())
}

impl Fight {
    /// The name of a stance of this fight.
    pub fn stance_name(&self, stance: u8) -> &str {
        self.tactics.stances.get(usize::from(stance)).map_or("", |tactic| &tactic.name)
    }

    /// Where a round begins. Stances are of use once it comes to blows.
    #[inline(always)]
    pub(super) fn first_moment(&self, clock: u16) -> Moment {
        let choosing = self.tactics.choosing && !self.at_a_distance(clock);
        if choosing { Moment::Choosing { next: 0 } } else { self.moment_after_choosing(clock) }
    }

    #[inline(always)]
    fn moment_after_choosing(&self, clock: u16) -> Moment {
        if self.acting.readies { Moment::Mustering { next: 0 } } else { self.moment_after_mustering(clock) }
    }

    #[inline(always)]
    pub(super) fn moment_after_mustering(&self, clock: u16) -> Moment {
        let faces = self.acting.kills || !self.threats.is_empty();
        let facing = faces && !self.at_a_distance(clock);
        if facing { Moment::Facing { next: 0 } } else { self.moment_of_blows(clock) }
    }

    /// Where blows begin to fall.
    #[inline(always)]
    pub(super) fn moment_of_blows(&self, clock: u16) -> Moment {
        match self.pacing {
            _ if self.at_a_distance(clock) => self.first_shot(clock),
            Pacing::Simultaneous => Moment::Group(0),
            _ => Moment::Order,
        }
    }

    /// The next fighter, from this one on, who may take another stance than the normal one.
    pub(super) fn sight_of_choice<R: Roster>(&self, state: &State<R>, next: u16) -> Sight {
        let bodies = (0u16..).zip(state.fighters.bodies()).skip(next.into());
        let may_act = |body: &Body| self.duel.is_some() || self.pacing == Pacing::Turns || body.post > 0;
        let mut choosers = bodies.filter(|(who, body)| may_act(body) && self.is_fit(*who, body));
        let chosen = choosers.find_map(|(who, _)| match self.choice(state, who) {
            0 => None,
            choice => Some(Sight::Choice { who, choice }),
        });
        chosen.unwrap_or(Sight::Chosen)
    }

    /// What a fighter's policy comes to.
    fn choice<R: Roster>(&self, state: &State<R>, who: u16) -> u16 {
        let kind = self.kind(who);
        let choice = match kind.choices[..] {
            [only] => only,
            _ => kind.choices[kind.policy.decide(&self.view(state, who))],
        };
        let choice = match self.tactics.against_one[usize::from(choice)] {
            plain if plain != choice && self.foes(state, who).len() < 2 => plain,
            _ => choice,
        };
        match self.stops(state.fighters.bodies()[usize::from(who)].status.stun[0]) {
            true => self.tactics.when_stunned[usize::from(choice)],
            false => choice,
        }
    }

    /// The stance that a choice comes to, where it is a matter of no roll.
    pub(super) fn settled(&self, choice: u16) -> Option<u8> {
        let choice = &self.tactics.choices[usize::from(choice)];
        choice.dice.is_none().then_some(choice.stance)
    }

    /// A stance is chosen.
    pub(super) fn choose(
        &self,
        who: u16,
        choice: u16,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Change {
        let choice = &self.tactics.choices[usize::from(choice)];
        let stance = match &choice.dice {
            // The dice show stances.
            Some(dice) => chance.roll(Ask::new(who, Purpose::Stance), dice) as u8,
            None => choice.stance,
        };
        if stance > 0 {
            observer.detail(Detail::Stance { who, stance });
        }
        Change::Chose { who, stance }
    }

    /// A fighter has taken a stance, or all have.
    pub(super) fn take_stance<R: Roster>(&self, state: &mut State<R>, chosen: Option<(u16, u8)>) {
        state.moment = match chosen {
            Some((who, stance)) => {
                state.fighters.bodies_mut()[usize::from(who)].stance = stance;
                Moment::Choosing { next: who + 1 }
            }
            None => self.moment_after_choosing(state.clock),
        };
    }

    /// The stance of a fighter this round.
    pub(super) fn stance_of<R: Roster>(&self, state: &State<R>, who: u16) -> u8 {
        state.fighters.bodies()[usize::from(who)].stance
    }

    /// What a fighter sees at the start of a round.
    pub(super) fn view<R: Roster>(&self, state: &State<R>, who: u16) -> View {
        let bodies = || (0u16..).zip(state.fighters.bodies());
        let own = &state.fighters.bodies()[usize::from(who)];
        let level = |who: u16, body: &Body| self.track(who).condition(body.felt).level;
        let faced = |(other, body): &(u16, &Body)| {
            self.side(*other) != self.side(who) && (self.duel.is_some() || body.post == own.post && own.post > 0)
        };
        let foes = bodies().filter(faced);
        let here = |body: &Body| body.status.head != Head::Latent;
        let of_side = bodies().filter(|(other, body)| self.side(*other) == self.side(who) && here(body));
        View {
            round: state.clock + 1,
            wounds: level(who, own),
            foe_wounds: foes.clone().map(|(foe, body)| level(foe, body)).min(),
            foes: foes.count() as u16,
            left: of_side.clone().filter(|(one, body)| self.is_fit(*one, body)).count() as u16,
            strength: of_side.count() as u16,
        }
    }

    /// How well a foe suits a fighter's preference: the lowest is preferred, and of equals the first in the roster.
    pub(super) fn rank<R: Roster>(&self, state: &State<R>, by: u16, foe: u16) -> i32 {
        let skill = || self.matchup(foe, by).skill + self.modifiers_of(state, foe).burden();
        match self.kind(by).targets {
            Targets::LowestResult | Targets::Roster | Targets::Random => 0,
            Targets::Weakest => skill(),
            Targets::Strongest => -skill(),
            Targets::MostWounded => {
                let felt = state.fighters.bodies()[usize::from(foe)].felt;
                -i32::from(self.track(foe).condition(felt).level)
            }
            Targets::Leader => -i32::from(self.kind(foe).leader),
        }
    }

    /// Of these, one with equal chances. There is at least one.
    /// `nth` tells such picks of a round apart.
    pub(super) fn pick<T: Copy>(&self, by: u16, nth: u16, among: &[T], chance: &mut impl Chance) -> T {
        let place = match among.len() {
            1 => 0,
            many => chance.roll(Ask::against(by, nth, Purpose::Target), &self.tactics.picks[many - 1]),
        };
        among[place as usize]
    }

    /// Whether a fighter picks among the foes at random.
    pub(super) fn picks_any(&self, by: u16) -> bool {
        self.kind(by).targets == Targets::Random
    }

    /// Each fighter of the smaller side has a foe; the others of the larger side join whom they like (reading 35).
    pub(super) fn deal<R: Roster>(&self, state: &mut State<R>, groups: &Groups) {
        let (few, many) = groups.ranks();
        let mut sizes = vec![0; few.len()];
        for (place, &who) in many.iter().enumerate() {
            let open = (0..few.len()).filter(|&group| sizes[group] < self.reach);
            let joined = match (place < few.len(), self.kind(who).spread) {
                (true, _) => Some(place),
                (false, Spread::Even) => open.min_by_key(|&group| sizes[group]),
                (false, Spread::GangUp) => open.min_by_key(|&group| self.rank(state, who, few[group])),
            };
            if let Some(group) = joined {
                sizes[group] += 1;
                state.fighters.bodies_mut()[usize::from(who)].post = group as u16 + 1;
            }
        }
        for (group, &lone) in few.iter().enumerate() {
            state.fighters.bodies_mut()[usize::from(lone)].post = group as u16 + 1;
        }
    }

    /// Whether anybody joins the group of a preferred foe.
    pub(super) fn gangs_up(&self) -> bool {
        self.tactics.ganging_up
    }
}
