//! One fight, taken round by round.

use crate::chance::{Sampler, Seed};
use crate::combat::{Body, Cast, Fight, Roster, Stepper};
use crate::error::{Error, Result};
use crate::exact::{Limits, Outlook, Standing};
use crate::fights::{Aftermath, Combat};
use crate::study::replay::number_of;
use crate::subject::RollSource;
use std::cell::OnceCell;
use std::sync::Arc;

/// A trial of a fight, played round by round: the same rolls as in the simulation's trial of that number.
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
    /// A trial of a fight, by its number counted from 1, before its first round.
    ///
    /// # Errors
    /// There is no trial of this number.
    pub fn new(combat: &Combat, trial: u64, seed: Seed) -> Result<Self> {
        let mut chance = RollSource::trial(Sampler::new(seed, number_of(trial)?));
        let fight = Arc::new(combat.drawn(&mut chance).clone());
        let stepper = Stepper::new(Arc::clone(&fight), fight.start().to_vec());
        let (cast, levels) = (combat.cast.clone(), combat.level_names().to_vec());
        Ok(Self { fight, cast, levels, stepper, chance, outlook: OnceCell::new() })
    }

    /// Plays a round. Returns false if the fight was over, or had reached its round limit.
    pub fn play_round(&mut self) -> bool {
        self.stepper.play_round(&mut self.chance)
    }

    /// Whether the fight is over, or has reached its round limit.
    pub fn is_over(&self) -> bool {
        !self.stepper.goes_on()
    }

    /// The rounds played.
    pub fn rounds(&self) -> u32 {
        self.stepper.rounds()
    }

    /// The name of the side that has won; `None` while the fight goes on, and if nobody has won.
    pub fn winner(&self) -> Option<&str> {
        let side = self.stepper.winner()?;
        self.cast.sides.get(side).map(String::as_str)
    }

    /// Everybody's name and worst wound: `("Goblin 2", "Hurt")`.
    pub fn wounds(&self) -> Vec<(String, &str)> {
        let level = |(who, body): (u16, &Body)| {
            let level = self.fight.track(who).condition(body.felt).level;
            self.levels[self.fight.entry(who)][usize::from(level)].as_str()
        };
        let bodies = (0u16..).zip(self.stepper.state().fighters.bodies());
        self.cast.names().into_iter().zip(bodies.map(level)).collect()
    }

    /// How the fight stands: the chance that each side wins from here, in the order of the sides, ignoring the round limit.
    /// The first call solves the fight.
    ///
    /// # Errors
    /// The fight is too large to solve.
    pub fn standing(&self) -> Result<Standing> {
        self.standing_until(&|| false)
    }

    /// Like [`standing`](Self::standing), unless `stopped` says to give up; it is asked many times a second.
    ///
    /// # Errors
    /// The fight is too large to solve; it was stopped.
    pub fn standing_until(&self, stopped: &dyn Fn() -> bool) -> Result<Standing> {
        if self.is_over() && !self.stepper.is_between_rounds() {
            return Ok(Standing::decided(self.fight.sides(), self.stepper.winner()));
        }
        let outlook = match self.outlook.get() {
            Some(outlook) => outlook,
            None => {
                let found = Outlook::new(&self.fight, self.fight.start().to_vec(), &Limits::largest(stopped))?;
                self.outlook.get_or_init(|| found)
            }
        };
        let standing = outlook.at(&self.fight, self.stepper.state());
        standing.ok_or_else(|| Error::run("this fight has reached a state that its exact answer does not know"))
    }

    /// What a side carries on from this fight as it stands now; the next one can begin after it (`Encounter::after`).
    ///
    /// # Errors
    /// No side with this name.
    pub fn aftermath(&self, side: &str) -> Result<Aftermath> {
        Aftermath::of_played(&self.fight, &self.cast, side, self.stepper.state().fighters.bodies())
    }
}
