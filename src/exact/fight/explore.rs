//! The graph of a fight's states: from which round's start which next can come, and with what chance.

use super::BUDGET;
use super::law::{Laws, Recorded};
use crate::combat::{Fight, HashableRoster, Progress, Signals, State};
use crate::error::{Error, Result};
use crate::exact::chain::Chain;
use crate::exact::go_on;
use crate::exact::hash::Places;

/// A fight's graph. Its places are the states in which rounds, and within them groups and turns, begin; its ends those in
/// which the fight is over.
#[derive(Debug)]
pub(super) struct Graph<R> {
    pub(super) chain: Chain,
    pub(super) places: Vec<State<R>>,
    pub(super) ends: Vec<State<R>>,
    /// For each place, what the way to the next can be expected to bring: a row of [`Signals::places`] numbers.
    pub(super) rewards: Vec<f64>,
}

/// Finds the graph of a fight between these, unhurt. `stopped` is asked now and then whether to give up.
///
/// # Errors
/// The graph outgrows its budget; it was stopped.
pub(super) fn explore<R: HashableRoster>(
    fight: &Fight,
    signals: &Signals,
    fighters: R,
    stopped: &dyn Fn() -> bool,
) -> Result<Graph<R>> {
    let estimate = fight.most_states();
    if estimate > HOPELESS {
        return Err(too_large(fight, format!("at most {} states", about(estimate))));
    }
    let mut explorer = Explorer {
        fight,
        laws: Laws::new(fight, signals),
        recorded: Recorded::new(fight, signals),
        live: Places::new(),
        over: Places::new(),
        chain: Chain::default(),
        rewards: Vec::new(),
        now: Layer::new(),
        later: Layer::new(),
    };
    explorer.live.place(fight.start(fighters));
    while explorer.chain.places() < explorer.live.found.len() {
        explorer.round()?;
        go_on(stopped)?;
    }
    Ok(Graph {
        chain: explorer.chain,
        places: explorer.live.found,
        ends: explorer.over.found,
        rewards: explorer.rewards,
    })
}

/// The states at one moment of a round, and the chance of each.
#[derive(Debug)]
struct Layer<R> {
    states: Places<State<R>>,
    chances: Vec<f64>,
}

impl<R: HashableRoster> Layer<R> {
    fn new() -> Self {
        Self { states: Places::new(), chances: Vec::new() }
    }

    fn clear(&mut self) {
        self.states.clear();
        self.chances.clear();
    }

    fn add(&mut self, state: State<R>, chance: f64) {
        let place = self.states.place(state) as usize;
        if place == self.chances.len() {
            self.chances.push(0.0);
        }
        self.chances[place] += chance;
    }
}

struct Explorer<'a, R> {
    fight: &'a Fight,
    laws: Laws<'a>,
    recorded: Recorded<'a>,
    live: Places<State<R>>,
    over: Places<State<R>>,
    chain: Chain,
    rewards: Vec<f64>,
    now: Layer<R>,
    later: Layer<R>,
}

impl<R: HashableRoster> Explorer<'_, R> {
    /// Finds the ways from the next place: a round, or what is left of it up to where its next group or turn begins, step
    /// by step, equal states merged after each.
    fn round(&mut self) -> Result<()> {
        let width = self.laws.width();
        let first = self.rewards.len();
        let depth = self.live.found[self.chain.places()].depth();
        self.rewards.resize(first + width, 0.0);
        self.now.add(self.live.found[self.chain.places()].clone(), 1.0);
        while !self.now.chances.is_empty() {
            for (state, &before) in self.now.states.found.iter().zip(&self.now.chances) {
                let law = self.laws.find(&self.fight.sight(state))?;
                let law = self.laws.law(law);
                self.rewards[first..].iter_mut().zip(law.rewards).for_each(|(sum, reward)| *sum += before * reward);
                for (change, chance) in law.changes {
                    let chance = before * chance;
                    let mut state = state.clone();
                    let mut progress = self.fight.apply(&mut state, change, &mut self.recorded);
                    while progress == Progress::Round
                        && let Some(change) = self.fight.without_roll(&state)
                    {
                        progress = self.fight.apply(&mut state, &change, &mut self.recorded);
                    }
                    let rewards = &mut self.rewards[first..];
                    self.recorded.seen.drain(..).for_each(|place| rewards[place] += chance);
                    match progress {
                        Progress::Round if state.depth() > depth => {
                            self.chain.on.add(self.live.place(state), chance);
                        }
                        Progress::Round => self.later.add(state, chance),
                        Progress::NextRound => {
                            self.fight.merge_alike(&mut state);
                            self.chain.on.add(self.live.place(state), chance);
                        }
                        Progress::Over => {
                            self.fight.merge_ends(&mut state);
                            self.chain.over.add(self.over.place(state), chance);
                        }
                    }
                }
            }
            std::mem::swap(&mut self.now, &mut self.later);
            self.later.clear();
        }
        self.chain.close(depth);
        self.within_budget()
    }

    fn within_budget(&self) -> Result<()> {
        let ways = self.chain.on.len() + self.chain.over.len();
        if ways <= BUDGET {
            return Ok(());
        }
        let reached = about((self.live.found.len() + self.over.found.len()) as f64);
        let states = format!("{reached} states were reached, of at most {}", about(self.fight.most_states()));
        Err(too_large(self.fight, states))
    }
}

/// Fights of more states than this, if all were reached, are not begun.
const HOPELESS: f64 = 1e10;

fn too_large(fight: &Fight, states: String) -> Error {
    let of = |entry| (fight.count(entry), fight.track(fight.first(entry)).states());
    let track = |(count, states): (usize, usize)| match count {
        1 => states.to_string(),
        count => format!("{states}^{count}"),
    };
    let tracks = (0..fight.entries()).map(of).map(track).collect::<Vec<_>>().join(" × ");
    let rounds = fight.rounds_told_apart();
    let told_apart = if rounds == 1 { String::new() } else { format!(", and {rounds} rounds are told apart") };
    Error::input(format!(
        "an exact answer needs more than {} transitions between states: {states}; the wound tracks have {tracks} \
         states{told_apart}",
        about(BUDGET as f64),
    ))
    .with_help("use fewer fighters, a wound track of fewer boxes, modifiers of fewer rounds, or method = \"simulate\"")
}

/// A large number in words.
fn about(number: f64) -> String {
    const STEPS: [(f64, &str); 4] = [(1e12, "trillion"), (1e9, "billion"), (1e6, "million"), (1e3, "thousand")];
    match STEPS.iter().find(|(step, _)| number >= *step) {
        None => format!("{number:.0}"),
        Some((step, _)) if number >= 1000.0 * step => format!("{number:.0e}"),
        Some((step, name)) => {
            let digits = usize::from(number < 10.0 * step);
            let figure = format!("{:.digits$}", number / step);
            format!("{} {name}", figure.trim_end_matches(".0"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::about;

    #[test]
    fn large_numbers_in_words() {
        let words = [999.0, 1200.0, 61_400.0, 2e6, 12_852_225.0, 1e9, 3.6e13, 2e16].map(about);
        assert_eq!(
            words,
            ["999", "1.2 thousand", "61 thousand", "2 million", "13 million", "1 billion", "36 trillion", "2e16"]
        );
    }
}
