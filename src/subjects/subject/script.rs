//! Rolls from a list given by the user.

use crate::chance::{Ask, Chance, Faces, Purpose, Sampler, Script};
use crate::dice::{Dice, Pmf};
use crate::error::{Error, Result};
use crate::text::true_minus;
use std::collections::BTreeMap;

/// Maximum number of rolls in a script.
const MOST_ROLLS: usize = 100_000;

/// Parses rolls such as `1,-1,-2`: whole numbers separated by commas or white space. The typographic minus is accepted
/// too.
///
/// # Errors
/// If a word is not a whole number, or there are no rolls or more than 100,000.
pub fn parse_script(text: &str) -> Result<Vec<i32>> {
    let words = text.split([',', ' ', '\n', '\t', '\r']).filter(|word| !word.is_empty());
    let read = |(place, word): (usize, &str)| {
        word.replace('−', "-").parse::<i32>().map_err(|_| {
            Error::input(format!("roll {} of the script, `{word}`, is not a whole number", place + 1))
                .with_help("write what the dice show, in the order of the rolls, as in \"1,-1,-2\"")
        })
    };
    let rolls = words.take(MOST_ROLLS + 1).enumerate().map(read).collect::<Result<Vec<i32>>>()?;
    match rolls.len() {
        0 => Err(Error::input("the script has no rolls").with_help("write what the dice show, as in \"1,-1,-2\"")),
        1..=MOST_ROLLS => Ok(rolls),
        _ => Err(Error::input(format!("the script has more than {MOST_ROLLS} rolls"))),
    }
}

/// A roll that a script is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RequestedRoll {
    pub(super) ask: Ask,
    /// The round of the roll, as in [`Chance::begin_round`].
    pub(super) round: u32,
    pub(super) dice: Dice,
}

/// A script that records which rolls the dice cannot show, and where it ran out. Dice with a single possible result use
/// no roll.
#[derive(Debug)]
pub(super) struct CheckedScript {
    script: Script,
    round: u32,
    used: u64,
    /// Rolls that the dice cannot show, each with its number and value. After the first, only rolls for the same
    /// purpose are listed, since it may have caused the others.
    impossible: Vec<(u64, i32, RequestedRoll)>,
    missing: Option<RequestedRoll>,
    /// The rolls used, with their values.
    made: Vec<(RequestedRoll, i32)>,
}

impl CheckedScript {
    pub(super) fn new(rolls: &[i32]) -> Self {
        let (impossible, missing, made) = (Vec::new(), None, Vec::new());
        Self { script: Script::new(rolls.iter().copied()), round: 0, used: 0, impossible, missing, made }
    }

    /// Whether the trial cannot continue: the script is used up, or a roll was impossible.
    pub(super) fn is_over(&self) -> bool {
        self.script.left() == 0 || !self.impossible.is_empty()
    }

    /// The number of rolls used.
    pub(super) fn used(&self) -> u64 {
        self.used
    }

    /// The first roll that was requested but not in the script.
    pub(super) fn missing(&self) -> Option<&RequestedRoll> {
        self.missing.as_ref()
    }

    pub(super) fn made(&self) -> &[(RequestedRoll, i32)] {
        &self.made
    }

    /// The error for rolls that the dice cannot show; `who` describes the roll. `None` if there are no such rolls.
    pub(super) fn refusal(&self, who: &dyn Fn(&RequestedRoll) -> String) -> Option<Error> {
        let (_, _, first) = self.impossible.first()?;
        let wrong = |(place, value, roll): &(u64, i32, RequestedRoll)| {
            format!("roll {place} of the script is {}, which {} cannot show", true_minus(value), roll.dice.name())
        };
        let message = self.impossible.iter().map(wrong).collect::<Vec<_>>().join("; ");
        Some(Error::input(message).with_help(format!("it is {}; {}", who(first), shows(&first.dice))))
    }
}

impl CheckedScript {
    /// Uses the next number of the script as the number that `dice` show. Returns their lowest number if the script has
    /// run out or the dice cannot show its number.
    fn shown(&mut self, ask: Ask, dice: &Dice) -> i32 {
        let lowest = dice.pmf().lowest();
        if dice.is_certain() {
            return lowest;
        }
        let round = self.round;
        let requested = || RequestedRoll { ask, round, dice: dice.clone() };
        if self.script.left() == 0 {
            self.missing.get_or_insert_with(requested);
            return lowest;
        }
        let value = self.script.roll(ask, dice);
        self.used += 1;
        self.made.push((requested(), value));
        if dice.pmf().weight(value) > 0 {
            return value;
        }
        if self.impossible.first().is_none_or(|(_, _, first)| first.ask.purpose == ask.purpose) {
            self.impossible.push((self.used, value, requested()));
        }
        lowest
    }

    /// The result of dice made of several formulas, each of which uses one number of the script.
    fn result_of_faces(&mut self, ask: Ask, dice: &Dice, faces: &Faces) -> i32 {
        let mut left: Vec<&(i32, Vec<i32>)> = faces.shown.iter().collect();
        for (number, (_, name)) in faces.dice.iter().enumerate() {
            let mut weights: BTreeMap<i32, u64> = BTreeMap::new();
            for (result, shown) in &left {
                *weights.entry(shown[number]).or_default() += dice.pmf().weight(*result);
            }
            // Dice that are not rolled for this blow have no results here, and use no number.
            let Ok(pmf) = Pmf::from_weights(weights) else { continue };
            let shown = self.shown(ask, &Dice::new(name, pmf));
            left.retain(|(_, faces)| faces[number] == shown);
        }
        left.first().map_or(dice.pmf().lowest(), |(result, _)| *result)
    }
}

impl Chance for CheckedScript {
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        dice.result(self.shown(ask, &dice.alone()))
    }

    fn roll_faces(&mut self, ask: Ask, dice: &Dice, faces: &dyn Fn() -> Option<Faces>) -> i32 {
        match faces() {
            Some(faces) => self.result_of_faces(ask, dice, &faces),
            None => self.roll(ask, dice),
        }
    }

    fn begin_round(&mut self, round: u32) {
        self.round = round;
    }
}

/// The source of a transcript's rolls. Trials and scripts share one type, so that the code that describes trials is
/// compiled only once.
#[derive(Debug)]
pub struct RollSource {
    /// The rolls of a simulated trial; `None` for a script.
    trial: Option<Sampler>,
    pub(super) script: CheckedScript,
    /// Whether the script is over.
    ends: fn(&CheckedScript) -> bool,
    /// The keys of a trial's rolls, if they are recorded.
    keys: Option<RollKeys>,
}

/// The key of a roll within its trial: stage and round, then roller and purpose.
pub type RollKey = ([u32; 2], Ask);

/// Records the keys of rolls.
#[derive(Debug, Default)]
struct RollKeys {
    /// The current stage and round.
    now: [u32; 2],
    rolls: Vec<RollKey>,
}

impl RollSource {
    /// The rolls of a simulated trial.
    pub fn trial(sampler: Sampler) -> Self {
        Self { trial: Some(sampler), script: CheckedScript::new(&[]), ends: |_| false, keys: None }
    }

    /// The rolls of a script, in the order in which they are requested. Once `ends` returns true, no new round begins.
    pub(super) fn written(rolls: &[i32], ends: fn(&CheckedScript) -> bool) -> Self {
        Self { trial: None, script: CheckedScript::new(rolls), ends, keys: None }
    }

    /// Like `trial`, but also records the keys of the rolls.
    pub(super) fn with_keys(sampler: Sampler) -> Self {
        Self { keys: Some(RollKeys::default()), ..Self::trial(sampler) }
    }

    /// A source that never ends early. A script that is too short is then detected by the first roll that it lacks.
    pub(super) fn until_decided(self) -> Self {
        Self { ends: |_| false, ..self }
    }

    /// The recorded keys.
    pub(super) fn into_keys(self) -> Vec<RollKey> {
        self.keys.map(|keys| keys.rolls).unwrap_or_default()
    }
}

impl Chance for RollSource {
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        if let Some(RollKeys { now, rolls }) = &mut self.keys {
            rolls.push((*now, ask));
        }
        match &mut self.trial {
            Some(sampler) => sampler.roll(ask, dice),
            None => self.script.roll(ask, dice),
        }
    }

    fn roll_faces(&mut self, ask: Ask, dice: &Dice, faces: &dyn Fn() -> Option<Faces>) -> i32 {
        match self.trial {
            Some(_) => self.roll(ask, dice),
            None => self.script.roll_faces(ask, dice, faces),
        }
    }

    fn begin_round(&mut self, round: u32) {
        self.keys.iter_mut().for_each(|keys| keys.now[1] = round);
        self.script.begin_round(round);
        self.trial.iter_mut().for_each(|sampler| sampler.begin_round(round));
    }

    fn begin_stage(&mut self) {
        self.keys.iter_mut().for_each(|keys| keys.now = [keys.now[0] + 1, 0]);
        self.trial.iter_mut().for_each(Chance::begin_stage);
    }

    fn is_over(&self) -> bool {
        (self.ends)(&self.script)
    }
}

/// The numbers that dice can show, in words: `d6 shows 1 to 6`.
pub fn shows(dice: &Dice) -> String {
    const MOST_LISTED: usize = 12;
    let (pmf, name) = (dice.pmf(), dice.name());
    let values: Vec<i32> = pmf.iter().map(|(value, _)| value).collect();
    let (lowest, highest) = (pmf.lowest(), pmf.highest());
    let is_gapless = values.len() as i64 == i64::from(highest) - i64::from(lowest) + 1;
    if is_gapless || values.len() > MOST_LISTED {
        let gaps = if is_gapless { "" } else { ", but not all between" };
        return format!("{name} shows {} to {}{gaps}", true_minus(lowest), true_minus(highest));
    }
    let listed: Vec<String> = values.iter().map(true_minus).collect();
    format!("{name} shows {}", listed.join(", "))
}

/// A roll in words: its roller and its purpose.
pub(super) fn roll_name(who: Option<String>, purpose: Purpose) -> String {
    let what = purpose.roll();
    who.map_or_else(|| format!("the {what}"), |who| format!("the {what} of {who}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_script_accepts_whole_numbers_only() {
        assert_eq!(parse_script("1,-1, −2  +3").unwrap(), [1, -1, -2, 3]);
        for (text, problem) in [("", "no rolls"), (" , ", "no rolls"), ("1,x", "roll 2"), ("1.5", "`1.5`")] {
            assert!(parse_script(text).unwrap_err().message().contains(problem), "{text}");
        }
        assert!(parse_script("99999999999").is_err());
        assert!(parse_script(&"0 ".repeat(MOST_ROLLS + 1)).is_err());
    }

    #[test]
    fn script_reports_impossible_and_missing_rolls() {
        let ask = Ask::new(1, Purpose::Exchange);
        let mut written = CheckedScript::new(&[4, 9]);
        assert_eq!(written.roll(ask, &Dice::parse("none").unwrap()), 0, "nothing is taken for what is not rolled");
        assert_eq!(written.roll(ask, &Dice::fudge()), 4);
        assert!(written.refusal(&|_| String::new()).is_none() && !written.is_over());
        assert_eq!(written.roll(ask, &Dice::fudge()), -4);
        let problem = written.refusal(&|roll| format!("for {}", roll.ask.who)).unwrap();
        assert_eq!(problem.message(), "roll 2 of the script is 9, which 4dF cannot show");
        assert_eq!(problem.help(), Some("it is for 1; 4dF shows −4 to 4"));
        assert_eq!((written.used(), written.missing()), (2, None));
        written.roll(ask, &Dice::fudge());
        assert_eq!(written.missing().map(|roll| roll.ask), Some(ask));
    }
}
