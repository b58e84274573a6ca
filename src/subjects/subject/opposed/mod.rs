//! An opposed action: two sides roll, and the better result wins.

mod opposed_keys;

pub use opposed_keys::Action;

use super::played::Played;
use super::points::{SPENDS, spenders};
use super::rows::{chart, mean, share, share_if_exact, spread, with_sign};
use super::sum::opposed_roll_line;
use super::{Info, IsSet, Line, Presented, Remark, Statistic, ValueSource, Wording};
use crate::chance::{Ask, Roll};
use crate::check::{ContestDice, Decision, Finished, Opposed, OpposedResult, Ties};
use crate::document::{Item, KeySpec, Kind, decode};
use crate::measure::{Measure, Per, Unit};
use crate::rules::{Rules, Scope};

type Outcome = Finished<OpposedResult>;
type Row = super::Row<Action, Outcome>;

static WIN: Measure = Measure { title: "{who} wins", per: Per::Side, ..share("win", "This side wins.") };
static TIE: Measure = share("tie", "Both have the same degree: nothing changes.");
static NONE: Measure =
    Measure { title: "nobody wins", ..share_if_exact("none", "The side with the better degree misses the minimum.") };
static RELATIVE: Measure =
    mean("relative degree", Unit::Levels, "The mean of the active side's degree minus the passive side's.");
static RELATIVES: Measure = spread(
    "relative degrees",
    Unit::Levels,
    "The chance of each relative degree: the active side's degree minus the passive side's.",
    chart(
        "Relative degree",
        "relative degree in levels",
        "Chance of at least each relative degree",
        "the chance of each relative degree of an opposed action",
    ),
)
.of_mean(RELATIVE.id);

fn side_label(action: &Action, side: usize) -> Vec<(String, String)> {
    vec![(action.names[side].clone(), String::new())]
}

/// The sides with Fudge points.
fn spender_labels(action: &Action) -> Vec<(String, String)> {
    spenders(action.opposed.sides()).flat_map(|side| side_label(action, side)).collect()
}

/// The Fudge points that one side spends. `which` is the index among the sides that have points.
fn spent(action: &Action, result: &Outcome, which: usize) -> u8 {
    spenders(action.opposed.sides()).nth(which).map_or(0, |side| result.end.spent[side])
}

impl Action {
    /// A remark on who wins ties, if one side does not roll and the file does not set `ties`.
    fn ties(&self) -> Option<Remark> {
        let winner = match self.opposed.ties() {
            Ties::StatusQuo => return None,
            Ties::Active => 0,
            Ties::Passive => 1,
        };
        let [winner, other] = [&self.names[winner], &self.names[1 - winner]];
        self.is_ties_unset.then(|| {
            let message =
                format!("{winner} wins ties, since {other} does not roll: reaching {other}'s level is enough");
            Remark::new(message, "set `ties` to change that: with `ties = \"status quo\"`, neither side wins a tie")
        })
    }
}

impl Presented for Action {
    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        decode::table(opposed_keys::opposed)(item)
    }

    fn cautions(&self, _: &Rules, _: IsSet<'_>) -> Vec<Remark> {
        self.ties().into_iter().collect()
    }

    fn roller(&self, ask: Ask, _: u32) -> Option<String> {
        self.names.get(usize::from(ask.who)).cloned()
    }
}

impl Played for Action {
    type Machine = Opposed;

    const INFO: Info = Info {
        key: KeySpec::new(
            "opposed",
            Kind::Table(&opposed_keys::OPPOSED),
            "An opposed action to roll.",
            "{ active = { trait = 1 }, passive = { trait = 0 } }",
        ),
        sample: "[opposed]",
        heeds: &[Scope::All, Scope::Actions, Scope::Traits, Scope::Points],
        outcomes: "SIDE wins, tie, nobody wins",
        span: None,
    };

    const ROWS: &'static [Row] = &[
        Row::is(&WIN, |_, result, _| result.end.standing == Decision::Win).of(|action| side_label(action, 0)),
        Row::is(&TIE, |_, result, _| result.end.standing == Decision::Tie),
        Row::is(&WIN, |_, result, _| result.end.standing == Decision::Lose).of(|action| side_label(action, 1)),
        Row::is(&NONE, |_, result, _| result.end.standing == Decision::None)
            .shown(|action| action.opposed.has_minimum()),
        Row::amount(&RELATIVE, |_, result| result.end.relative),
        Row::new(&SPENDS, ValueSource::Amounts(|action, result, which| spent(action, result, which).into()), |_| {
            Statistic::Mean
        })
        .of(spender_labels),
        Row::new(&RELATIVES, ValueSource::Amount(|_, result| result.end.relative), |_| Statistic::Spread(with_sign)),
    ];

    fn machine(&self) -> &Opposed {
        &self.opposed
    }

    fn listed_ends(&self) -> Vec<OpposedResult> {
        self.opposed.possible()
    }

    fn end_lines(
        &self,
        contest_dice: &ContestDice,
        outcome: &Outcome,
        rolls: &[Roll],
        words: &Wording<'_>,
    ) -> Vec<Line> {
        let OpposedResult { standing, relative, .. } = outcome.end;
        let [active, passive] = &self.names;
        let winner = match standing {
            Decision::Win => Some(active),
            Decision::Lose => Some(passive),
            Decision::Tie | Decision::None => None,
        };
        let text = match winner {
            Some(winner) if relative == 0 => format!("A tie, which goes to {winner}."),
            Some(winner) => format!("{winner} wins by {}.", relative.unsigned_abs()),
            None if standing == Decision::None => {
                "Neither side wins: the better result is below its minimum.".to_owned()
            }
            None => "A tie: nothing changes.".to_owned(),
        };
        let efforts = self.opposed.contestant_results(contest_dice);
        let sides = (0..).zip(&self.names).zip(self.opposed.sides()).zip(efforts);
        let told =
            sides.map(|(((who, name), one), effort)| opposed_roll_line(name, who, one, effort, rolls, words.ladder));
        let mut lines: Vec<Line> = told.collect();
        lines.iter_mut().take(1).for_each(|first| first.apart = true);
        let result = Line::new("result", text).with("relative_degree", relative).with("winner", winner);
        lines.push(result.with("below_minimum", standing == Decision::None));
        lines
    }
}
