//! The exact odds of a single roll, without a scenario file.

use super::super::formats::json::VERSION;
use super::super::page::{Page, Part};
use super::super::table::{Heading, Table};
use super::chances::{self, Chances};
use crate::chance::Weight;
use crate::check::{Actor, Check, CheckRules, Contestant, Luck, Opposed, Ties};
use crate::dice::{Definitions, Dice, Unreadable};
use crate::document::did_you_mean;
use crate::error::{Error, Result};
use crate::exact;
use crate::ladder::Ladder;
use crate::rules::{Boon, Choice, Rules};
use crate::scenario::presets;
use crate::subject::counted;
use crate::text::true_minus;
use serde_json::{Value, json};

/// A question as the user types it; levels are words of the ladder or numbers.
#[derive(Debug, Clone, Default)]
pub struct OddsQuery<'a> {
    pub dice: &'a str,
    /// The trait; `None` for a situational roll.
    pub level: Option<&'a str>,
    /// The sum of all modifiers.
    pub modifier: i32,
    /// The level that must be reached.
    pub difficulty: Option<&'a str>,
    /// The trait of an opponent who rolls too, instead of a difficulty.
    pub opposed: Option<&'a str>,
    /// The opponent's dice; `None` for the same dice.
    pub opposed_dice: Option<&'a str>,
    /// The ways to spend Fudge points, by their words.
    pub spend: Vec<&'a str>,
    pub fudge_points: u8,
}

/// A parsed question about a roll.
#[derive(Debug)]
pub struct Question {
    dice: Dice,
    level: Option<i32>,
    modifier: i32,
    against: RollGoal,
    luck: Option<Luck>,
    ladder: Ladder,
}

/// The target that the roll is compared with.
#[derive(Debug)]
enum RollGoal {
    Nothing,
    Difficulty(i32),
    Opponent { level: i32, dice: Dice },
}

/// The chances of all outcomes, and the distribution shown below them.
#[derive(Debug)]
pub struct Odds {
    figures: Vec<(&'static str, Weight)>,
    distribution: Chances,
}

/// Hints that dice written as a formula may not mean what was intended.
pub(in crate::report) fn formula_hints(dice: &Dice) -> impl Iterator<Item = String> {
    dice.notes().iter().map(|(note, help)| format!("{note}; {help}"))
}

/// A hint for dice that are a plain sum far from 0, and so do not fit levels of the ladder; `None` for other dice.
pub(in crate::report) fn far_from_zero_hint(dice: &Dice) -> Option<String> {
    let meant = dice.meant_near_zero()?;
    Some(format!("`{}` is a plain sum far from 0; did you mean `{meant}`?", dice.name()))
}

impl Question {
    /// Reads a question.
    ///
    /// # Errors
    /// If dice or levels are invalid, or a use of Fudge points is unknown.
    pub fn read(asked: &OddsQuery<'_>) -> Result<Self> {
        let ladder = Ladder::default();
        let level = |text: Option<&str>| text.map(|text| ladder.parse(text)).transpose();
        let dice = Definitions::none().dice_by_need(asked.dice).map_err(Unreadable::into_error)?;
        let against = match (level(asked.difficulty)?, level(asked.opposed)?) {
            (Some(difficulty), _) => RollGoal::Difficulty(difficulty),
            (None, Some(level)) => {
                let dice = asked.opposed_dice.map_or_else(|| Ok(dice.clone()), Dice::parse)?;
                RollGoal::Opponent { level, dice }
            }
            (None, None) => RollGoal::Nothing,
        };
        let luck = (!asked.spend.is_empty()).then(|| {
            let uses = asked.spend.iter().map(|word| parse_boon(word)).collect::<Result<_>>()?;
            Luck::new(asked.fudge_points, uses, &Rules::plain())
        });
        let luck = luck.transpose()?;
        Ok(Self { level: level(asked.level)?, dice, modifier: asked.modifier, against, luck, ladder })
    }

    /// Whether the question is about the dice only, without a trait, modifier or target.
    fn is_about_dice_only(&self) -> bool {
        matches!(self.against, RollGoal::Nothing) && self.level.is_none() && self.modifier == 0
    }

    /// Computes the odds exactly.
    ///
    /// # Errors
    /// If levels or dice are too far from Fair.
    pub fn answer(&self) -> Result<Odds> {
        let actor = |dice: Dice| Actor::new(self.level, self.modifier, dice, None);
        let rolled = |degree: i32| self.dice.against(degree, self.level, self.modifier);
        match &self.against {
            RollGoal::Opponent { level, dice } => {
                let actor = actor(rolled(0)?)?;
                let foe = Actor::new(Some(*level), 0, dice.clone(), None)?;
                let action = opposed(actor, foe)?;
                let action = if self.dice.names_need() { action.with_reply_dice(rolled)? } else { action };
                let solved = exact::ends(&action)?;
                Ok(Odds { figures: action.figures(&solved), distribution: solved.relative_degrees().into() })
            }
            against => {
                let difficulty = if let RollGoal::Difficulty(level) = against { Some(*level) } else { None };
                let dice = difficulty.map_or_else(|| self.dice.clone().without_need(), rolled)?;
                let check = Check::new(actor(dice)?, difficulty.unwrap_or(0), CheckRules::default())?;
                let check = match &self.luck {
                    Some(luck) => check.with_luck(luck.clone()),
                    None => check,
                };
                let solved = exact::ends(&check)?;
                let figures = if difficulty.is_some() { check.figures(&solved) } else { Vec::new() };
                Ok(Odds { figures, distribution: solved.degrees().into() })
            }
        }
    }

    /// Warnings about probable mistakes: plain sums in place of Fudge dice, formulas that may mean something else, and
    /// modifiers that presets limit.
    pub fn hints(&self) -> Vec<String> {
        let opponent = if let RollGoal::Opponent { dice, .. } = &self.against { Some(dice) } else { None };
        let asked =
            [Some(&self.dice).filter(|_| !self.is_about_dice_only()), opponent.filter(|dice| **dice != self.dice)];
        let far = asked.into_iter().flatten().filter_map(far_from_zero_hint);
        far.chain(formula_hints(&self.dice)).chain(self.uncapped_modifier_hint()).collect()
    }

    /// A hint if the modifier counts in full here, but less under presets that limit it.
    fn uncapped_modifier_hint(&self) -> Option<String> {
        let limits = presets().iter().filter_map(|preset| Some((preset.name, preset.rules.modifier_cap?)));
        let under: Vec<(&str, i32)> = limits.filter(|(_, cap)| self.modifier.abs() > *cap).collect();
        let cap = under.iter().map(|(_, cap)| *cap).min()?;
        let names = under.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let [whole, capped] = [self.modifier, self.modifier.signum() * cap].map(|one| true_minus(format!("{one:+}")));
        Some(format!(
            "the modifier counts in full ({whole}), while situational modifiers count {capped} at most under {names} (`modifier_cap`); \
             for that answer, write `--modifier={}`",
            self.modifier.signum() * cap
        ))
    }

    /// The question in words: `4dF · Good +1 against a difficulty of Great`.
    pub fn words(&self) -> String {
        if self.is_about_dice_only() {
            return self.dice.name().to_owned();
        }
        let mut words = format!("{} · ", self.dice.name());
        words += &self.level.map_or_else(|| "no trait".to_owned(), |level| self.ladder.trait_name(level));
        if self.modifier != 0 {
            words += &true_minus(format!(" {:+}", self.modifier));
        }
        match &self.against {
            RollGoal::Nothing => {}
            RollGoal::Difficulty(level) => {
                words += &format!(" against a difficulty of {}", self.ladder.degree_name(*level));
                if let Some(luck) = &self.luck {
                    let uses: Vec<&str> = luck.uses.iter().map(|boon| boon.word()).collect();
                    words += &format!(", {} for {}", counted(luck.points.into(), "Fudge point"), uses.join(", "));
                }
            }
            RollGoal::Opponent { level, dice } => {
                words += &format!(" against {}, who {}", self.ladder.trait_name(*level), chances::roll_words(dice));
            }
        }
        words
    }
}

/// An opposed action with the default rule for ties.
pub(in crate::report) fn opposed(own: Actor, foe: Actor) -> Result<Opposed> {
    let ties = Ties::by_default(own.rolls(), foe.rolls());
    Ok(Opposed::new(Contestant::new(own, None)?, Contestant::new(foe, None)?, ties))
}

/// The use of Fudge points with this word.
fn parse_boon(word: &str) -> Result<Boon> {
    let found = Boon::ALL.iter().find(|boon| boon.word() == word.trim());
    found.copied().ok_or_else(|| {
        let error = Error::input(format!("Fudge points cannot be spent on `{word}`"));
        let words = Boon::ALL.iter().map(|boon| boon.word());
        match did_you_mean(word, words) {
            Some(help) => error.with_help(help),
            None => error.with_help("use `success`, `shift`, `automatic` or `reroll`"),
        }
    })
}

impl Odds {
    pub fn page(&self, question: &Question) -> Page {
        let meanings = question.dice.meanings().into_iter().map(Part::Title);
        let heading = std::iter::once(Part::Title(question.words())).chain(meanings).collect();
        let outcomes = self.outcomes().map(Part::Table).into_iter().collect();
        let spread = self.spread(question).map(Part::plain_sentence).into_iter().collect();
        Page::new(2, [heading, outcomes, vec![Part::Table(self.table(question))], spread])
    }

    /// The outcomes with their chances in percent and as fractions, without headings; `None` if the dice are not
    /// compared with anything.
    pub fn outcomes(&self) -> Option<Table> {
        let row = |(name, weight): &(&str, Weight)| {
            [(*name).to_owned(), chances::percent(*weight), chances::fraction(*weight)]
        };
        let columns = [Heading::left(""), Heading::right(""), Heading::right("")];
        Table::new("", columns, self.figures.iter().map(row)).non_empty()
    }

    /// Each degree or result with its chance, and the chance of it or a higher one.
    pub fn table(&self, question: &Question) -> Table {
        match &question.against {
            RollGoal::Opponent { .. } => self.distribution.table("relative degree", chances::signed),
            _ if question.is_about_dice_only() => self.distribution.results(),
            _ => self.distribution.table("degree", |degree| question.ladder.degree_name(degree)),
        }
    }

    /// The results or degrees with their chances, in ascending order.
    pub fn chances(&self) -> Vec<(i64, f64)> {
        self.distribution.plain()
    }

    /// The chance of each row of [`table`](Self::table), the highest value first, for a chart.
    pub fn shares(&self) -> Vec<f64> {
        self.distribution.shares()
    }

    /// The mean and the standard deviation in words; `None` unless the question is about the dice only.
    pub fn spread(&self, question: &Question) -> Option<String> {
        let pmf = question.is_about_dice_only().then(|| question.dice.pmf())?;
        Some(chances::mean_and_deviation(pmf.mean(), pmf.variance().sqrt()))
    }

    pub fn json(&self, question: &Question) -> Value {
        let (difficulty, opponent) = match &question.against {
            RollGoal::Nothing => (None, None),
            RollGoal::Difficulty(level) => (Some(*level), None),
            RollGoal::Opponent { level, dice } => (None, Some(json!({ "trait": level, "dice": dice.name() }))),
        };
        let figure = |(name, weight): &(&str, Weight)| chances::json_object("figure", json!(name), *weight, None);
        let point = |(&(value, weight), (_, sum)): (&(i32, Weight), (i32, Weight))| {
            chances::json_object("value", json!(value), weight, Some(sum))
        };
        let points = self.distribution.0.iter().zip(self.distribution.at_least()).map(point);
        json!({
            "fudgelab": VERSION,
            "dice": question.dice.name(),
            "trait": question.level,
            "modifier": question.modifier,
            "difficulty": difficulty,
            "opposed": opponent,
            "figures": self.figures.iter().map(figure).collect::<Vec<_>>(),
            "distribution": points.collect::<Vec<_>>(),
        })
    }
}
