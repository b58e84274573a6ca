//! Outcomes by name, and the first trial that has one.

use crate::chance::{Sampler, Seed};
use crate::check::{Achieved, Standing, TaskEnd, Verdict, Winner};
use crate::combat::{Body, Outcome, Roster, play};
use crate::dice::nearest;
use crate::error::{Error, Result};
use crate::study::plan::{Planned, Study, Subject};

/// The most outcomes named in a message.
const MOST_NAMES: usize = 40;

/// An outcome to look for.
///
/// | subject | names |
/// |---|---|
/// | fight | `SIDE wins` · `draw` (nobody wins) · `both out` · `undecided` (the round limit) · `FIGHTER dies` · `FIGHTER LEVEL`, any wound level of the record at the end, as in `Snorri Near Death` · `over N rounds` · `within N rounds` |
/// | check | `success` · `partial success` · `failure` · `critical success` · `critical failure` |
/// | opposed | `SIDE wins` · `tie` · `nobody wins` (the better one missed the minimum) |
/// | contest | `NAME wins` · `tie` (for the best) · `nobody wins` |
/// | reaction | each result by its name |
/// | task | `done` · `failed` · `unfinished` · `over N periods` · `within N periods` |
///
/// Case makes no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sought(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Wins(usize),
    Draw,
    BothOut,
    Undecided,
    EndsAt { fighter: u16, level: u8 },
    Over(u32),
    Within(u32),
    Achieved(Achieved),
    Verdict(Verdict),
    Standing(Standing),
    Winner(Winner),
    Result(u16),
    End(TaskEnd),
}

impl Sought {
    /// Reads the name of an outcome of this cell.
    ///
    /// # Errors
    /// A name that is none, with the nearest one or all there are.
    pub fn parse(text: &str, planned: &Planned) -> Result<Self> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let known = names(planned);
        let named = known.iter().find(|(name, _)| name.to_lowercase() == text).map(|(_, kind)| *kind);
        let spans = match planned.subject {
            Subject::Fight(..) => Some("round"),
            Subject::Task(..) => Some("period"),
            _ => None,
        };
        named.or_else(|| span(&text, spans?)).map(Self).ok_or_else(|| {
            let long = spans.map(|span| format!("over 20 {span}s"));
            let more = spans.map(|span| format!(", over 20 {span}s, within 3 {span}s")).unwrap_or_default();
            let all = || {
                let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
                let cut = if names.len() > MOST_NAMES { ", …" } else { "" };
                format!("outcomes are: {}{cut}{more}", names[..names.len().min(MOST_NAMES)].join(", "))
            };
            let near = nearest(&text, known.iter().map(|(name, _)| name.as_str()).chain(long.as_deref()));
            let help = near.map_or_else(all, |near| format!("did you mean `{near}`?"));
            Error::input(format!("there is no outcome `{text}`")).with_help(help)
        })
    }

    /// True where trial `trial` of a study, counted from 0, has this outcome.
    fn happens(self, study: &Study, planned: &Planned, trial: u64) -> bool {
        let mut sampler = Sampler::new(Seed::new(study.seed), trial);
        match &planned.subject {
            Subject::Check(check) => {
                let outcome = check.roll(&mut sampler);
                match self.0 {
                    Kind::Achieved(achieved) => outcome.achieved == achieved,
                    Kind::Verdict(verdict) => outcome.verdict() == verdict,
                    _ => false,
                }
            }
            Subject::Opposed(opposed, _) => {
                matches!(self.0, Kind::Standing(standing) if opposed.roll(&mut sampler).result.standing == standing)
            }
            Subject::Contest(contest, _) => {
                matches!(self.0, Kind::Winner(winner) if contest.winner(contest.roll(&mut sampler, |_, _| {})) == winner)
            }
            Subject::Reaction(reaction) => {
                matches!(self.0, Kind::Result(result) if reaction.roll(&mut sampler).result == result)
            }
            Subject::Task(task, _) => {
                let outcome = task.play(&mut sampler, |_| {});
                match self.0 {
                    Kind::End(end) => outcome.end == end,
                    Kind::Over(periods) => outcome.periods > periods,
                    Kind::Within(periods) => outcome.periods <= periods,
                    _ => false,
                }
            }
            Subject::Fight(fight, _) => {
                let fight = planned.drawn.as_ref().map_or(&**fight, |mixture| &mixture.draw(&mut sampler).0);
                let level = |fighter: u16, body: Body| fight.track(fighter).condition(body.felt).level;
                if fight.fighters() == 2 {
                    self.is_of(&play(fight, [Body::default(); 2], &mut sampler, &mut ()), level)
                } else {
                    let bodies = vec![Body::default(); fight.fighters()];
                    self.is_of(&play(fight, bodies, &mut sampler, &mut ()), level)
                }
            }
        }
    }

    fn is_of<R: Roster>(self, outcome: &Outcome<R>, level_of: impl Fn(u16, Body) -> u8) -> bool {
        match self.0 {
            Kind::Wins(side) => outcome.winner == Some(side),
            Kind::Draw => outcome.winner.is_none(),
            Kind::BothOut => outcome.winner.is_none() && !outcome.undecided,
            Kind::Undecided => outcome.undecided,
            Kind::EndsAt { fighter, level } => {
                let body = outcome.fighters.bodies().get(usize::from(fighter));
                body.is_some_and(|body| level_of(fighter, *body) == level)
            }
            Kind::Over(rounds) => outcome.rounds > rounds,
            Kind::Within(rounds) => outcome.rounds <= rounds,
            _ => false,
        }
    }
}

/// The first trial of a cell with an outcome, counted from 1, among the first `within`; none where there is none.
pub fn find(study: &Study, planned: &Planned, sought: Sought, within: u64) -> Option<u64> {
    (0..within).find(|&trial| sought.happens(study, planned, trial)).map(|trial| trial + 1)
}

/// `over 20 rounds`, `within 1 round`; `one` is the word for one of what is counted.
fn span(text: &str, one: &str) -> Option<Kind> {
    let (word, rest) = text.split_once(' ')?;
    let number = rest.trim_end_matches('s').strip_suffix(one)?.trim_end().parse().ok()?;
    match word {
        "over" => Some(Kind::Over(number)),
        "within" => Some(Kind::Within(number)),
        _ => None,
    }
}

/// The names of a cell's outcomes, but those with a number.
fn names(planned: &Planned) -> Vec<(String, Kind)> {
    let named = |name: &str, kind: Kind| (name.to_owned(), kind);
    match &planned.subject {
        Subject::Check(_) => vec![
            named("success", Kind::Achieved(Achieved::Success)),
            named("partial success", Kind::Achieved(Achieved::Partial)),
            named("failure", Kind::Achieved(Achieved::Failure)),
            named("critical success", Kind::Verdict(Verdict::CriticalSuccess)),
            named("critical failure", Kind::Verdict(Verdict::CriticalFailure)),
        ],
        Subject::Opposed(_, [active, passive]) => vec![
            (format!("{active} wins"), Kind::Standing(Standing::Win)),
            (format!("{passive} wins"), Kind::Standing(Standing::Lose)),
            named("tie", Kind::Standing(Standing::Tie)),
            named("nobody wins", Kind::Standing(Standing::None)),
        ],
        Subject::Contest(_, all) => {
            let wins = (0..).zip(all).map(|(who, name)| (format!("{name} wins"), Kind::Winner(Winner::One(who))));
            let others =
                [named("tie", Kind::Winner(Winner::Shared)), named("nobody wins", Kind::Winner(Winner::Nobody))];
            wins.chain(others).collect()
        }
        Subject::Reaction(reaction) => {
            (0..).zip(reaction.results().names()).map(|(result, name)| named(name, Kind::Result(result))).collect()
        }
        Subject::Task(..) => TaskEnd::ALL.map(|end| named(end.word(), Kind::End(end))).to_vec(),
        Subject::Fight(_, cast) => {
            let mut known: Vec<(String, Kind)> =
                (0..).zip(&cast.sides).map(|(side, name)| (format!("{name} wins"), Kind::Wins(side))).collect();
            known.push(named("draw", Kind::Draw));
            known.push(named("both out", Kind::BothOut));
            known.push(named("undecided", Kind::Undecided));
            for ((fighter, who), entry) in (0u16..).zip(cast.names()).zip(cast.roster()) {
                let levels = cast.fighters[entry].level_names(&planned.rules);
                let dead = levels.len() as u8 - 1;
                known.push((format!("{who} dies"), Kind::EndsAt { fighter, level: dead }));
                let at = |(level, name): (u8, &String)| (format!("{who} {name}"), Kind::EndsAt { fighter, level });
                known.extend((0u8..).zip(&levels).map(at));
            }
            known
        }
    }
}
