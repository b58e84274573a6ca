//! `table`: success rates, ready to print.

mod picture;

use super::args::TableArgs;
use super::screen::{self, Done};
use fudgelab::report::formats::{markdown, markup};
use fudgelab::report::rolls::rates::{Rates, RatesQuery, RatesQuestion};

/// Prints the table, and draws it if the user wants a picture.
///
/// # Errors
/// If dice or levels are invalid, the picture cannot be written, or the output pipe is closed.
pub(super) fn table(args: &TableArgs) -> Done {
    let question = RatesQuestion::read(&RatesQuery {
        dice: &args.dice,
        from: args.from.as_deref(),
        to: args.to.as_deref(),
        opposed: args.opposed,
        opposed_dice: args.opposed_dice.as_deref(),
    })?;
    let rates = Rates::of(&question)?;
    question.hints().iter().for_each(|doubt| screen::print_message(&format!("warning: {doubt}")));
    if let Some(path) = &args.picture {
        picture::write(&question, &rates, path)?;
    }
    screen::print(&if args.json {
        format!("{:#}\n", rates.document())
    } else if args.csv {
        rates.csv()
    } else if args.markdown {
        markdown::tables(&rates.tables)
    } else if args.html {
        markup::html(&rates.tables)
    } else if args.latex {
        markup::latex(&rates.tables)
    } else {
        rates.page().text(&screen::style())
    })
}
