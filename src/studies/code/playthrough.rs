//! A fight played round by round.

#![deny(missing_docs)]

use crate::chance::{Sampler, Seed};
use crate::combat::{Body, Cast, Fight, Roster, Stepper};
use crate::error::{Error, Result};
use crate::exact::{Limits, Outlook, Standing};
use crate::fights::{Aftermath, Combat};
use crate::study::replay::trial_index;
use crate::subject::RollSource;
use std::cell::OnceCell;
use std::sync::Arc;

/// A trial of a fight, played round by round. The rolls are those of the simulation's trial with the same number.
///
/// ```
/// use fudgelab::{Encounter, Fighter, Rules, RulesByName, Seed};
///
/// let fighter = |name| Fighter::named(name, 1).offense(3);
/// let fight = Encounter::new(Rules::preset("nutshell")?).side("Ada", [fighter("Ada")]).side("Bo", [fighter("Bo")]);
/// let mut play = fight.play(1, Seed::new(1))?;
/// while play.play_round() {
///     println!("after round {}: {:?}, Ada wins with {:.2}", play.rounds(), play.wounds(), play.standing()?.wins[0]);
/// }
/// assert!(play.winner().is_some());
/// # Ok::<(), fudgelab::Error>(())
/// ```
#[derive(Debug)]
pub struct Playthrough {
    fight: Arc<Fight>,
    cast: Cast,
    levels: Vec<Vec<String>>,
    stepper: Stepper<Arc<Fight>, Vec<Body>>,
    chance: RollSource,
    outlook: OnceCell<Outlook>,
}

impl Playthrough {
    /// Starts a trial of a fight, before its first round. Trial numbers start at 1.
    ///
    /// # Errors
    /// If there is no trial with this number.
    pub fn new(combat: &Combat, trial: u64, seed: Seed) -> Result<Self> {
        let mut chance = RollSource::trial(Sampler::new(seed, trial_index(trial)?));
        let fight = Arc::new(combat.draw_fight(&mut chance).clone());
        let stepper = Stepper::new(Arc::clone(&fight), fight.start().to_vec());
        let (cast, levels) = (combat.cast.clone(), combat.level_names().to_vec());
        Ok(Self { fight, cast, levels, stepper, chance, outlook: OnceCell::new() })
    }

    /// Plays a round. Returns `false` without playing if the fight has ended or reached its round limit.
    pub fn play_round(&mut self) -> bool {
        self.stepper.play_round(&mut self.chance)
    }

    /// Whether the fight has ended or reached its round limit.
    pub fn is_over(&self) -> bool {
        !self.stepper.can_continue()
    }

    /// The number of rounds played.
    pub fn rounds(&self) -> u32 {
        self.stepper.rounds()
    }

    /// The name of the winning side; `None` while the fight continues, or if no side has won.
    pub fn winner(&self) -> Option<&str> {
        let side = self.stepper.winner()?;
        self.cast.sides.get(side).map(String::as_str)
    }

    /// Every fighter's name and worst wound: `("Goblin 2", "Hurt")`.
    pub fn wounds(&self) -> Vec<(String, &str)> {
        let level = |(who, body): (u16, &Body)| {
            let level = self.fight.roster.track(who).condition(body.felt).level;
            self.levels[self.fight.roster.entry(who)][usize::from(level)].as_str()
        };
        let bodies = (0u16..).zip(self.stepper.state().fighters.bodies());
        self.cast.names().into_iter().zip(bodies.map(level)).collect()
    }

    /// The chance that each side wins from here, in the order of the sides, ignoring the round limit. The first call
    /// solves the fight.
    ///
    /// # Errors
    /// If the fight is too large to solve.
    pub fn standing(&self) -> Result<Standing> {
        self.standing_until(&|| false)
    }

    /// Like [`standing`](Self::standing), but gives up when `stopped` returns `true`; it is called many times a second.
    ///
    /// # Errors
    /// If the fight is too large to solve, or was stopped.
    pub fn standing_until(&self, stopped: &dyn Fn() -> bool) -> Result<Standing> {
        if self.is_over() && !self.stepper.is_between_rounds() {
            return Ok(Standing::decided(self.fight.roster.sides, self.stepper.winner()));
        }
        let outlook = match self.outlook.get() {
            Some(outlook) => outlook,
            None => {
                let found = Outlook::new(&self.fight, self.fight.start().to_vec(), &Limits::largest(stopped))?;
                self.outlook.get_or_init(|| found)
            }
        };
        let standing = outlook.standing(&self.fight, self.stepper.state());
        standing.ok_or_else(|| Error::run("this fight has reached a state that its exact solution does not contain"))
    }

    /// The state in which this fight, as it is now, leaves a side; the next fight can begin with it
    /// (`Encounter::after`).
    ///
    /// # Errors
    /// If there is no side with this name.
    pub fn aftermath(&self, side: &str) -> Result<Aftermath> {
        Aftermath::of_played(&self.fight, &self.cast, side, self.stepper.state().fighters.bodies())
    }
}
