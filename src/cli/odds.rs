//! `odds`: one question, answered exactly, without a file.

use super::args::OddsArgs;
use super::{Stop, chances, screen};
use crate::chance::Weight;
use crate::check::{Actor, Check, CheckRules, Contestant, Luck, Opposed, Tally, Ties};
use crate::dice::Dice;
use crate::document::did_you_mean;
use crate::error::{Error, Result};
use crate::exact;
use crate::ladder::Ladder;
use crate::report::json::VERSION;
use crate::report::table::{Heading, Table};
use crate::rules::{Boon, Choice, Rules};
use crate::subject::counted;
use serde_json::{Map, Value, json};

/// Answers and prints.
///
/// # Errors
/// Invalid dice or levels; a closed pipe.
pub(super) fn odds(args: &OddsArgs) -> std::result::Result<(), Stop> {
    let question = Question::read(args)?;
    let answer = question.answer()?;
    question.warn();
    if args.json {
        return screen::print(&format!("{:#}\n", answer.json(&question)));
    }
    screen::print(&answer.text(&question))
}

struct Question {
    dice: Dice,
    level: Option<i32>,
    modifier: i32,
    against: Against,
    luck: Option<Luck>,
    ladder: Ladder,
}

/// What the roll is compared with.
enum Against {
    Nothing,
    Difficulty(i32),
    Opponent { level: i32, dice: Dice },
}

/// The figures, and the distribution that is shown below them.
struct Answer {
    figures: Vec<(&'static str, Weight)>,
    distribution: Tally<i32, Weight>,
}

impl Question {
    fn read(args: &OddsArgs) -> Result<Self> {
        let ladder = Ladder::default();
        let level = |text: &Option<String>| text.as_deref().map(|text| ladder.parse(text)).transpose();
        let dice = Dice::parse(&args.dice.join(" "))?;
        let against = match (level(&args.difficulty)?, level(&args.opposed)?) {
            (Some(difficulty), _) => Against::Difficulty(difficulty),
            (None, Some(level)) => {
                let dice = args.opposed_dice.as_deref().map_or_else(|| Ok(dice.clone()), Dice::parse)?;
                Against::Opponent { level, dice }
            }
            (None, None) => Against::Nothing,
        };
        let luck = (!args.spend.is_empty()).then(|| {
            let uses = args.spend.iter().map(|word| boon(word)).collect::<Result<_>>()?;
            Luck::new(args.fudge_points, uses, &Rules::plain())
        });
        let luck = luck.transpose()?;
        Ok(Self { level: level(&args.level)?, dice, modifier: args.modifier, against, luck, ladder })
    }

    /// True where only the dice are asked about.
    fn is_of_dice_alone(&self) -> bool {
        matches!(self.against, Against::Nothing) && self.level.is_none() && self.modifier == 0
    }

    fn answer(&self) -> Result<Answer> {
        let actor = Actor::new(self.level, self.modifier, self.dice.clone(), None)?;
        match &self.against {
            Against::Opponent { level, dice } => {
                let foe = Actor::new(Some(*level), 0, dice.clone(), None)?;
                let ties = Ties::by_default(actor.rolls(), foe.rolls());
                let action = Opposed::new(Contestant::new(actor, None)?, Contestant::new(foe, None)?, ties);
                let solved = exact::opposed(&action)?;
                Ok(Answer { figures: action.figures(&solved), distribution: solved.relative_degrees() })
            }
            against => {
                let difficulty = if let Against::Difficulty(level) = against { Some(*level) } else { None };
                let check = Check::new(actor, difficulty.unwrap_or(0), CheckRules::default())?;
                let check = match &self.luck {
                    Some(luck) => check.with_luck(luck.clone()),
                    None => check,
                };
                let solved = exact::check(&check);
                let figures = if difficulty.is_some() { check.figures(&solved) } else { Vec::new() };
                Ok(Answer { figures, distribution: solved.degrees() })
            }
        }
    }

    /// A plain sum where a Fudge roll is wanted is most likely a slip.
    fn warn(&self) {
        let opponent = if let Against::Opponent { dice, .. } = &self.against { Some(dice) } else { None };
        let asked =
            [Some(&self.dice).filter(|_| !self.is_of_dice_alone()), opponent.filter(|dice| **dice != self.dice)];
        for dice in asked.into_iter().flatten() {
            if let Some(meant) = dice.meant_near_zero() {
                let name = dice.name();
                screen::tell(&format!("warning: `{name}` is a plain sum far from 0; did you mean `{meant}`?"));
            }
        }
    }

    /// `4dF · Good +1 against a difficulty of Great`.
    fn words(&self) -> String {
        if self.is_of_dice_alone() {
            return self.dice.name().to_owned();
        }
        let mut words = format!("{} · ", self.dice.name());
        words += &self.level.map_or_else(|| "no trait".to_owned(), |level| self.ladder.trait_name(level));
        if self.modifier != 0 {
            words += &format!(" {:+}", self.modifier).replace('-', "−");
        }
        match &self.against {
            Against::Nothing => {}
            Against::Difficulty(level) => {
                words += &format!(" against a difficulty of {}", self.ladder.degree_name(*level));
                if let Some(luck) = &self.luck {
                    let uses: Vec<&str> = luck.uses.iter().map(|boon| boon.word()).collect();
                    words += &format!(", {} for {}", counted(luck.points.into(), "Fudge point"), uses.join(", "));
                }
            }
            Against::Opponent { level, dice } => {
                let rolls = if dice.pmf().lowest() == dice.pmf().highest() {
                    "does not roll".to_owned()
                } else {
                    format!("rolls {}", dice.name())
                };
                words += &format!(" against {}, who {rolls}", self.ladder.trait_name(*level));
            }
        }
        words
    }
}

/// A use of Fudge points by its word.
fn boon(word: &str) -> Result<Boon> {
    let found = Boon::ALL.iter().find(|boon| boon.word() == word.trim());
    found.copied().ok_or_else(|| {
        let error = Error::input(format!("no Fudge point is spent on `{word}`"));
        let words = Boon::ALL.iter().map(|boon| boon.word());
        match did_you_mean(word, words) {
            Some(help) => error.with_help(help),
            None => error.with_help("use `success`, `shift`, `automatic` or `reroll`"),
        }
    })
}

impl Answer {
    fn text(&self, question: &Question) -> String {
        let mut blocks = vec![question.words()];
        let rows: Vec<_> = self
            .figures
            .iter()
            .map(|(name, weight)| vec![(*name).to_owned(), chances::percent(*weight), chances::fraction(*weight)])
            .collect();
        if !rows.is_empty() {
            let columns = vec![Heading::left(""), Heading::right(""), Heading::right("")];
            // The first line would hold the headings, of which there are none.
            let lines = indented(&Table { title: String::new(), columns, rows });
            blocks.push(lines.into_iter().skip(1).collect::<Vec<_>>().join("\n"));
        }
        let table = match &question.against {
            Against::Opponent { .. } => chances::table(&self.distribution, "relative degree", chances::signed),
            _ if question.is_of_dice_alone() => self.dice_table(),
            _ => chances::table(&self.distribution, "degree", |degree| question.ladder.degree_name(degree)),
        };
        blocks.push(indented(&table).join("\n"));
        if question.is_of_dice_alone() {
            let pmf = question.dice.pmf();
            let (mean, deviation) = (pmf.mean(), pmf.variance().sqrt());
            blocks.push(format!("  average {mean:.2}, standard deviation {deviation:.2}").replace("-", "−"));
        }
        blocks.join("\n\n") + "\n"
    }

    /// Results of dice that can go either way bear their sign.
    fn dice_table(&self) -> Table {
        let goes_below = self.distribution.iter().any(|(value, _)| value < 0);
        chances::table(&self.distribution, "result", |value| {
            if goes_below { chances::signed(value) } else { value.to_string() }
        })
    }

    fn json(&self, question: &Question) -> Value {
        let (difficulty, opponent) = match &question.against {
            Against::Nothing => (None, None),
            Against::Difficulty(level) => (Some(*level), None),
            Against::Opponent { level, dice } => (None, Some(json!({ "trait": level, "dice": dice.name() }))),
        };
        let figure = |(name, weight): &(&str, Weight)| object([("figure".to_owned(), json!(name))], *weight, None);
        let point = |((value, weight), (_, sum)): ((i32, Weight), (i32, Weight))| {
            object([("value".to_owned(), json!(value))], weight, Some(sum))
        };
        let points = self.distribution.iter().zip(chances::at_least(&self.distribution)).map(point);
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

fn object(first: [(String, Value); 1], weight: Weight, at_least: Option<Weight>) -> Value {
    let sum = at_least.map(|sum| ("at_least".to_owned(), json!(sum.probability())));
    Value::Object(first.into_iter().chain(chances::members(weight)).chain(sum).collect::<Map<_, _>>())
}

fn indented(table: &Table) -> Vec<String> {
    table.lines(screen::style().width - 2).into_iter().map(|line| format!("  {line}").trim_end().to_owned()).collect()
}
