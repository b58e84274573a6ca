//! The tactics of all fighters, compiled for a fight (M18).

use crate::combat::fighter::Cast;
use crate::dice::{Dice, Pmf};
use crate::error::{Error, Result};
use crate::formula::DiceTerms;
use crate::rules::{FullAttack, HEAD, Policy, Rules, Spread, Stance, StanceMix, Tactic, Targets};

/// The stances of a fight, and the choices among them.
///
/// A *choice* is a single stance, or a random one among several. Policies refer to choices by index.
#[derive(Debug, Clone)]
pub struct Tactics {
    /// All stances that fighters may take. Index 0 is the normal stance.
    stances: Vec<Tactic>,
    /// All choices that policies may make. Index 0 is always the normal stance.
    choices: Vec<StanceChoice>,
    /// For each choice, the choice that replaces it against a single foe: without sweeps (M13).
    pub(crate) against_one: Vec<u16>,
    /// For each choice, the choice that replaces it at a distance. There, only avoiding twice is useful (M12).
    pub(crate) from_afar: Vec<u16>,
    /// Whether any stance has more than one avoidance (M12).
    pub(crate) avoids_twice: bool,
    /// For each choice, the choice that replaces it for a stunned fighter, who cannot go all out (W19).
    pub(crate) when_stunned: Vec<u16>,
    /// Whether any fighter can take a stance other than the normal one.
    pub(crate) has_choices: bool,
    /// Whether any fighter joins the group of the foe it prefers.
    pub(crate) ganging_up: bool,
    /// Whether tactics affect rounds. If so, the rounds are played step by step.
    pub(crate) in_use: bool,
    /// Damage that a blow of a sweep loses for each foe hit before; `None` if lone fighters do not sweep (M15).
    pub(crate) sweep: Option<u8>,
    pub(crate) full_attack: FullAttack,
    /// Dice that pick one of 1, 2, 3 … foes, at the index 0, 1, 2 …. Empty if no fighter picks at random.
    pub(crate) pick_dice: Vec<Dice>,
}

/// A stance, or a random choice among several.
#[derive(Debug, Clone, PartialEq)]
struct StanceChoice {
    /// Index of the only stance, or of the first one.
    stance: u8,
    /// Dice whose results are stance indexes; `None` for a single stance.
    dice: Option<Dice>,
}

/// Maximum number of foes that a fighter can pick from at random.
const MOST_FOES_TO_PICK_FROM: usize = 200;

/// Maximum number of stances in a fight; indexes have 8 bits.
const MOST_STANCES: usize = 200;

impl Tactics {
    /// Compiles the tactics of all fighters. Call [`choices_of`](Self::choices_of) to get the choices of a fighter's
    /// policy.
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
            has_choices: false,
            ganging_up: cast.fighters.iter().any(|fighter| fighter.spread == Spread::GangUp),
            in_use: false,
            sweep: rules.sweeping_blow,
            full_attack: rules.full_attack,
            pick_dice: Vec::new(),
        };
        for fighter in &cast.fighters {
            fighter.tactic.rows().try_for_each(|mix| tactics.add_choice(mix))?;
        }
        tactics.has_choices = tactics.choices.len() > 1;
        tactics.against_one = tactics.all_without(|stance| stance.sweep)?;
        tactics.from_afar = tactics.all_without(|stance| stance.avoidances == 0)?;
        tactics.avoids_twice = tactics.stances.iter().any(|tactic| tactic.stance.avoidances > 0);
        tactics.when_stunned = tactics.all_without(|stance| stance.goes_all_out())?;
        let picky = cast.fighters.iter().any(|fighter| !matches!(fighter.targets, Targets::LowestResult));
        tactics.in_use = tactics.has_choices || tactics.ganging_up || tactics.sweep.is_some() || picky;
        if cast.fighters.iter().any(|fighter| fighter.targets == Targets::Random) {
            let most = (0..cast.sides.len()).map(|side| cast.strength(side)).max().unwrap_or(0);
            if most > MOST_FOES_TO_PICK_FROM {
                let fault = Error::input(format!(
                    "a fighter cannot pick one of more than {MOST_FOES_TO_PICK_FROM} foes at random"
                ));
                return Err(fault.with_help("choose other `targets`, such as \"weakest\""));
            }
            tactics.pick_dice = (1..=most as i32).map(dice_to_pick).collect::<Result<_>>()?;
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

    /// Whether any stance aims at a body part or the head (M5, M6).
    pub(crate) fn has_aimed_stance(&self) -> bool {
        self.stances.iter().any(|tactic| tactic.stance.aim > 0)
    }

    /// Whether any stance aims at the head (W19).
    pub(crate) fn has_stance_aimed_at_heads(&self) -> bool {
        self.stances.iter().any(|tactic| tactic.stance.aim == HEAD)
    }

    /// Whether any stance is an all-out defense, from which a fighter can gain an advantage (M8).
    pub(crate) fn has_all_out_defense(&self) -> bool {
        self.stances.iter().any(|tactic| tactic.stance.harmless)
    }

    /// The largest bonus that a stance adds to attacks; at least 0.
    pub(super) fn best_bonus(&self) -> i32 {
        let bonuses =
            self.stances().map(|stance| i32::from(stance.attack) + i32::from(stance.second.unwrap_or(0).max(0)));
        bonuses.max().unwrap_or(0).max(0)
    }

    /// Adds the choice among the stances of `mix`, unless it already exists.
    fn add_choice(&mut self, mix: &StanceMix) -> Result<()> {
        let choice = self.choice(mix)?;
        if !self.choices.contains(&choice) {
            self.choices.push(choice);
        }
        Ok(())
    }

    /// Creates the choice among the stances of `mix`, and adds its new stances.
    fn choice(&mut self, mix: &StanceMix) -> Result<StanceChoice> {
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

    /// Dice whose results are stance indexes. In scripts and for players, stances are counted from 1.
    fn dice(&self, pmf: Pmf) -> Dice {
        let word = |stance: i32| Some(self.name(stance as u8)).filter(|name| !name.is_empty()).unwrap_or("normal");
        let name = |stance: i32| format!("{} for {}", stance + 1, word(stance));
        let names: Vec<String> = pmf.iter().map(|(stance, _)| name(stance)).collect();
        let terms = DiceTerms { dice: format!("stance ({})", names.join(", ")), ..DiceTerms::default() };
        Dice::new("stance", pmf).with_number(terms, -1)
    }

    /// For each choice, the index that [`without`](Self::without) returns.
    fn all_without(&mut self, barred: fn(&Stance) -> bool) -> Result<Vec<u16>> {
        (0..self.choices.len()).map(|place| self.without(place, barred)).collect()
    }

    /// The index of the choice that results if the normal stance replaces all stances of the choice `place` for which
    /// `barred` is true. The resulting choice is added if it is new.
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

    /// For each row of a policy, the index of its choice. The default comes last.
    pub(crate) fn choices_of(&mut self, policy: &Policy) -> Result<Vec<u16>> {
        let place = |mix: &StanceMix| {
            let choice = self.choice(mix)?;
            Ok(self.choices.iter().position(|known| *known == choice).unwrap_or(0) as u16)
        };
        policy.rows().map(place).collect()
    }

    /// Whether the choice with this index is a random one among several stances.
    pub(crate) fn is_mixed(&self, choice: u16) -> bool {
        self.dice_of_choice(choice).is_some()
    }

    /// The dice for a random choice; their results are stance indexes. `None` for a single stance.
    pub(crate) fn dice_of_choice(&self, choice: u16) -> Option<&Dice> {
        self.choices[usize::from(choice)].dice.as_ref()
    }

    /// The index of the only stance of a choice, or of its first one.
    pub(crate) fn stance_of_choice(&self, choice: u16) -> u8 {
        self.choices[usize::from(choice)].stance
    }

    /// The name of the stance with this index; empty if the fight has no such stance.
    pub fn name(&self, stance: u8) -> &str {
        self.stances.get(usize::from(stance)).map_or("", |tactic| &tactic.name)
    }

    /// The stance with this index. For the normal one nothing is looked up, so fights without stances are not slowed
    /// down.
    #[inline(always)]
    pub(crate) fn stance(&self, stance: u8) -> Stance {
        if stance == 0 { Stance::NORMAL } else { self.stances[usize::from(stance)].stance }
    }
}

/// Dice that pick one of `count` foes. They show 1 to `count`, and their results are 0 to `count` − 1.
fn dice_to_pick(count: i32) -> Result<Dice> {
    let faces: Vec<i32> = (0..count).collect();
    let name = format!("one of {count}");
    let dice = Dice::new(&name, Pmf::uniform(&faces)?);
    Ok(dice.with_number(DiceTerms { dice: name, ..DiceTerms::default() }, -1))
}

/// Rejects fighters who target the leader if no foe is a leader, and fighters who gang up on a foe picked at random.
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
