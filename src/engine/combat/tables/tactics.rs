//! The tactics of all fighters (M18).

use crate::combat::fighter::Cast;
use crate::dice::{Dice, Pmf};
use crate::error::{Error, Result};
use crate::formula::DiceTerms;
use crate::rules::{FullAttack, HEAD, Mix, Policy, Rules, Spread, Stance, Tactic, Targets};

/// The tactics of all fighters, compiled.
#[derive(Debug, Clone)]
pub(crate) struct Tactics {
    /// Every stance that anybody may take; the first is the normal one.
    stances: Vec<Tactic>,
    /// Every choice that anybody may come to; the first is always the normal stance.
    choices: Vec<StanceChoice>,
    /// What each choice comes to where there are not several foes: without sweeps (M13).
    pub(crate) against_one: Vec<u16>,
    /// The same from afar: only avoiding twice is of use there (M12).
    pub(crate) from_afar: Vec<u16>,
    /// Whether a tactic includes avoiding twice.
    pub(crate) avoids_twice: bool,
    /// The same without going all out, of one who is stunned (W19).
    pub(crate) when_stunned: Vec<u16>,
    /// Whether anybody chooses a stance at all.
    pub(crate) choosing: bool,
    /// Whether anybody joins the group of a preferred foe.
    pub(crate) ganging_up: bool,
    /// Whether anything in a round goes by tactics: then it is taken step by step.
    pub(crate) in_use: bool,
    /// What a sweeping blow loses for each foe already cut.
    pub(crate) sweep: Option<u8>,
    pub(crate) full_attack: FullAttack,
    /// Dice that pick one of so many, from 0; none where nobody picks at random.
    pub(crate) picks: Vec<Dice>,
}

/// One stance, or several of which one is rolled for.
#[derive(Debug, Clone, PartialEq)]
struct StanceChoice {
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
    pub(crate) fn compile(cast: &Cast, rules: &Rules) -> Result<Self> {
        check(cast)?;
        let normal = StanceChoice { stance: 0, dice: None };
        let mut tactics = Self {
            stances: vec![Tactic::normal()],
            choices: vec![normal],
            against_one: Vec::new(),
            from_afar: Vec::new(),
            avoids_twice: false,
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
        tactics.against_one = tactics.all_without(|stance| stance.sweep)?;
        tactics.from_afar = tactics.all_without(|stance| stance.avoidances == 0)?;
        tactics.avoids_twice = tactics.stances.iter().any(|tactic| tactic.stance.avoidances > 0);
        tactics.when_stunned = tactics.all_without(|stance| stance.goes_all_out())?;
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

    /// All stances of the fight, the normal one first.
    pub(crate) fn stances(&self) -> impl Iterator<Item = Stance> {
        self.stances.iter().map(|tactic| tactic.stance)
    }

    /// The names of all stances, the normal one first.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.stances.iter().map(|tactic| tactic.name.as_ref()).collect()
    }

    /// Whether anybody may aim at a part of the body.
    pub(crate) fn aims(&self) -> bool {
        self.stances.iter().any(|tactic| tactic.stance.aim > 0)
    }

    /// Whether a tactic aims at the head, to knock out.
    pub(crate) fn aims_at_heads(&self) -> bool {
        self.stances.iter().any(|tactic| tactic.stance.aim == HEAD)
    }

    /// Whether anybody may go all out in defense.
    pub(crate) fn looks_out(&self) -> bool {
        self.stances.iter().any(|tactic| tactic.stance.harmless)
    }

    fn add(&mut self, mix: &Mix) -> Result<()> {
        let choice = self.choice(mix)?;
        if !self.choices.contains(&choice) {
            self.choices.push(choice);
        }
        Ok(())
    }

    fn choice(&mut self, mix: &Mix) -> Result<StanceChoice> {
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
            [] => Err(Error::input("a mix of stances needs at least one weight above 0")),
            [(only, _)] => Ok(StanceChoice { stance: only as u8, dice: None }),
            [(first, _), ..] => {
                let dice = self.dice(Pmf::from_weights(weights)?);
                Ok(StanceChoice { stance: first as u8, dice: Some(dice) })
            }
        }
    }

    /// Dice whose results are stances. A script and a player count them from 1.
    fn dice(&self, pmf: Pmf) -> Dice {
        let word = |stance: i32| Some(self.name(stance as u8)).filter(|name| !name.is_empty()).unwrap_or("normal");
        let name = |stance: i32| format!("{} for {}", stance + 1, word(stance));
        let names: Vec<String> = pmf.iter().map(|(stance, _)| name(stance)).collect();
        let terms = DiceTerms { dice: format!("stance ({})", names.join(", ")), ..DiceTerms::default() };
        Dice::new("stance", pmf).with_number(terms, -1)
    }

    /// All choices so far, the normal stance in place of such stances.
    fn all_without(&mut self, barred: fn(&Stance) -> bool) -> Result<Vec<u16>> {
        (0..self.choices.len()).map(|place| self.without(place, barred)).collect()
    }

    /// The choice at a place, the normal stance in place of such stances.
    fn without(&mut self, place: usize, barred: fn(&Stance) -> bool) -> Result<u16> {
        let left = |stance: i32| if barred(&self.stance(stance as u8)) { 0 } else { stance };
        let varies = |pmf: &Pmf| pmf.lowest() < pmf.highest();
        let StanceChoice { stance, dice } = self.choices[place].clone();
        let plain = StanceChoice {
            stance: left(stance.into()) as u8,
            dice: dice.map(|dice| dice.pmf().map(left)).transpose()?.filter(varies).map(|pmf| self.dice(pmf)),
        };
        let known = self.choices.iter().position(|choice| *choice == plain);
        Ok(known.unwrap_or_else(|| {
            self.choices.push(plain);
            self.choices.len() - 1
        }) as u16)
    }

    /// The choice that each row of a policy comes to, the default's last.
    pub(crate) fn choices_of(&mut self, policy: &Policy) -> Result<Vec<u16>> {
        let place = |mix: &Mix| {
            let choice = self.choice(mix)?;
            Ok(self.choices.iter().position(|known| *known == choice).unwrap_or(0) as u16)
        };
        policy.rows().map(place).collect()
    }

    /// Whether a choice is among several stances.
    pub(crate) fn is_mixed(&self, choice: u16) -> bool {
        self.dice_of_choice(choice).is_some()
    }

    /// The dice of a choice among several stances, which show their numbers.
    pub(crate) fn dice_of_choice(&self, choice: u16) -> Option<&Dice> {
        self.choices[usize::from(choice)].dice.as_ref()
    }

    /// The only stance of a choice, or the first.
    pub(crate) fn stance_of_choice(&self, choice: u16) -> u8 {
        self.choices[usize::from(choice)].stance
    }

    /// The name of a stance.
    pub(crate) fn name(&self, stance: u8) -> &str {
        self.stances.get(usize::from(stance)).map_or("", |tactic| &tactic.name)
    }

    /// A stance. The normal one is not looked up, so that nothing is left of it where there is no other.
    #[inline(always)]
    pub(crate) fn stance(&self, stance: u8) -> Stance {
        if stance == 0 { Stance::NORMAL } else { self.stances[usize::from(stance)].stance }
    }
}

/// Dice that show 1 to `count`, for the results 0 to `count` − 1.
fn pick(count: i32) -> Result<Dice> {
    let faces: Vec<i32> = (0..count).collect();
    let name = format!("one of {count}");
    let dice = Dice::new(&name, Pmf::uniform(&faces)?);
    Ok(dice.with_number(DiceTerms { dice: name, ..DiceTerms::default() }, -1))
}

/// Whoever prefers the leader has one among the foes, and whoever gangs up can see on whom.
fn check(cast: &Cast) -> Result<()> {
    for fighter in &cast.fighters {
        let has_leader = || cast.fighters.iter().any(|foe| foe.side != fighter.side && foe.leader);
        if fighter.targets == Targets::Leader && !has_leader() {
            return Err(Error::input(format!("{} targets the leader, but no foe is a leader", fighter.name))
                .with_help("give one of them `leader = true`"));
        }
        if (fighter.targets, fighter.spread) == (Targets::Random, Spread::GangUp) {
            return Err(Error::input(format!("{} cannot gang up on a random foe", fighter.name))
                .with_help("choose other `targets`, such as \"weakest\", or `spread = \"even\"`"));
        }
    }
    Ok(())
}
