//! `table`: success rates, ready to print.

mod picture;
mod rates;

use super::args::TableArgs;
use super::{Stop, screen};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::ladder::Ladder;
use crate::report::{markdown, markup};
use rates::Rates;

/// More levels than this fill no page.
const MOST_LEVELS: i32 = 41;

/// What is to be tabled.
enum Question {
    /// Trait by difficulty.
    Difficulty { dice: Dice, levels: Levels },
    /// Trait by trait of an opponent who rolls too.
    Opponent { dice: Dice, theirs: Dice, levels: Levels },
    /// The chance of each result or a higher one with several dice methods; ends that are not said are those of the dice.
    Results { dice: Vec<Dice>, from: Option<i32>, to: Option<i32> },
}

/// The levels of traits and difficulties that are shown, in order.
struct Levels {
    ladder: Ladder,
    from: i32,
    to: i32,
}

impl Levels {
    fn all(&self) -> std::ops::RangeInclusive<i32> {
        self.from..=self.to
    }
}

/// Makes the table, prints it, and draws it where that is asked for.
///
/// # Errors
/// Invalid dice notation or levels; a picture that cannot be written; a closed pipe.
pub(super) fn table(args: &TableArgs) -> std::result::Result<(), Stop> {
    let question = read(args)?;
    let rates = Rates::of(&question)?;
    if let Some(path) = &args.picture {
        picture::write(&question, path)?;
    }
    screen::print(&if args.json {
        rates.json()
    } else if args.csv {
        rates.csv()
    } else if args.markdown {
        markdown::tables(&rates.tables)
    } else if args.html {
        markup::html(&rates.tables)
    } else if args.latex {
        markup::latex(&rates.tables)
    } else {
        let width = screen::style().width;
        let page = rates.tables.iter().map(|table| format!("{}\n\n{}\n", table.title, table.lines(width).join("\n")));
        page.collect::<Vec<_>>().join("\n")
    })
}

fn read(args: &TableArgs) -> Result<Question> {
    let ladder = Ladder::default();
    let level = |text: &Option<String>| text.as_deref().map(|text| ladder.parse(text)).transpose();
    let (from, to) = (level(&args.from)?, level(&args.to)?);
    let mut dice = args.dice.iter().map(|text| Dice::parse(text)).collect::<Result<Vec<_>>>()?;
    let (low, high) = (from.unwrap_or(ladder.lowest()), to.unwrap_or(ladder.highest()));
    let checked = |from: i32, to: i32| match to - from {
        ..0 => {
            Err(Error::input("--from is above --to").with_help("write the lower level first, as in --from -4 --to 8"))
        }
        MOST_LEVELS.. => Err(Error::input(format!("more than {MOST_LEVELS} levels fit on no page"))
            .with_help("bring --from and --to nearer together")),
        _ => Ok(()),
    };
    if dice.len() > 1 {
        if args.opposed {
            return Err(Error::input("an opposed table is for one dice method")
                .with_help("name one, and the opponent's with --opposed-dice"));
        }
        if let (Some(from), Some(to)) = (from, to) {
            checked(from, to)?;
        }
        return Ok(Question::Results { dice, from, to });
    }
    checked(low, high)?;
    let levels = Levels { ladder, from: low, to: high };
    // There is one by default.
    let dice = dice.pop().map_or_else(|| Dice::parse("4dF"), Ok)?;
    if !args.opposed {
        return Ok(Question::Difficulty { dice, levels });
    }
    let theirs = args.opposed_dice.as_deref().map_or_else(|| Ok(dice.clone()), Dice::parse)?;
    Ok(Question::Opponent { dice, theirs, levels })
}
