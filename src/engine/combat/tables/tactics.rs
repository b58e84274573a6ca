//! Compiled tactics of all fighters (M18).

use crate::combat::fighter::Cast;
use crate::dice::{Dice, Pmf};
use crate::error::{Error, Result};
use crate::formula::DiceTerms;
use crate::rules::{FullAttack, HEAD, Mix, Policy, Rules, Spread, Stance, Tactic, Targets};

#[derive(Debug, Clone)]
pub(crate) struct Tactics {
    /// All stances that fighters may take; the first is the normal one.
    stances: Vec<Tactic>,
    /// All choices that policies may make; the first is the normal stance.
    choices: Vec<StanceChoice>,
    /// For each choice, its replacement against a single foe: no sweeps (M13).
    pub(crate) against_one: Vec<u16>,
    /// For each choice, its replacement at a distance, where only avoiding twice is useful (M12).
    pub(crate) from_afar: Vec<u16>,
    /// Whether a stance includes avoiding twice.
    pub(crate) avoids_twice: bool,
    /// For each choice, its replacement for a stunned fighter, who cannot go all out (W19).
    pub(crate) when_stunned: Vec<u16>,
    /// Whether any fighter chooses stances.
    pub(crate) choosing: bool,
    /// Whether any fighter joins the group of a preferred foe.
    pub(crate) ganging_up: bool,
    /// Whether tactics affect rounds, which are then played step by step.
    pub(crate) in_use: bool,
    /// Damage that a sweeping blow loses for each foe it has already hit; `None` if there are no sweeping blows.
    pub(crate) sweep: Option<u8>,
    pub(crate) full_attack: FullAttack,
    /// Dice that pick one of 1, 2, 3, ... foes, counted from 0; empty if no fighter picks at random.
    pub(crate) picks: Vec<Dice>,
}

/// One stance, or a random choice among several.
#[derive(Debug, Clone, PartialEq)]
struct StanceChoice {
    /// The only stance, or the first.
    stance: u8,
    /// Dice whose results are stance indexes; `None` for a single stance.
    dice: Option<Dice>,
}

/// Maximum number of foes to pick from at random.
const MOST_PICKED: usize = 200;

const MOST_STANCES: usize = 200;

impl Tactics {
    /// Compiles the tactics of a cast. The choices of each policy come from [`choices_of`](Self::choices_of).
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

    /// Whether any stance aims at a part of the body.
    pub(crate) fn aims(&self) -> bool {
        self.stances.iter().any(|tactic| tactic.stance.aim > 0)
    }

    pub(crate) fn aims_at_heads(&self) -> bool {
        self.stances.iter().any(|tactic| tactic.stance.aim == HEAD)
    }

    /// Whether any stance goes all out in defense.
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

    /// Dice whose results are stance indexes. Scripts and players count stances from 1.
    fn dice(&self, pmf: Pmf) -> Dice {
        let word = |stance: i32| Some(self.name(stance as u8)).filter(|name| !name.is_empty()).unwrap_or("normal");
        let name = |stance: i32| format!("{} for {}", stance + 1, word(stance));
        let names: Vec<String> = pmf.iter().map(|(stance, _)| name(stance)).collect();
        let terms = DiceTerms { dice: format!("stance ({})", names.join(", ")), ..DiceTerms::default() };
        Dice::new("stance", pmf).with_number(terms, -1)
    }

    /// For each choice, the index of its replacement (see [`without`](Self::without)).
    fn all_without(&mut self, barred: fn(&Stance) -> bool) -> Result<Vec<u16>> {
        (0..self.choices.len()).map(|place| self.without(place, barred)).collect()
    }

    /// The index of a choice in which the normal stance replaces the stances that satisfy `barred`.
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

    /// The choice for each row of a policy, the default last.
    pub(crate) fn choices_of(&mut self, policy: &Policy) -> Result<Vec<u16>> {
        let place = |mix: &Mix| {
            let choice = self.choice(mix)?;
            Ok(self.choices.iter().position(|known| *known == choice).unwrap_or(0) as u16)
        };
        policy.rows().map(place).collect()
    }

    /// Whether a choice is a random one among several stances.
    pub(crate) fn is_mixed(&self, choice: u16) -> bool {
        self.dice_of_choice(choice).is_some()
    }

    /// The dice of a random choice, whose results are stance indexes.
    pub(crate) fn dice_of_choice(&self, choice: u16) -> Option<&Dice> {
        self.choices[usize::from(choice)].dice.as_ref()
    }

    /// The only stance of a choice, or the first.
    pub(crate) fn stance_of_choice(&self, choice: u16) -> u8 {
        self.choices[usize::from(choice)].stance
    }

    pub(crate) fn name(&self, stance: u8) -> &str {
        self.stances.get(usize::from(stance)).map_or("", |tactic| &tactic.name)
    }

    /// The stance with this index. The normal one needs no lookup, so that fights without stances pay nothing.
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

/// Checks that fighters who target the leader have one among their foes, and that no fighter gangs up on a random foe.
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
