//! Contests of many, roll by roll.

use crate::chance::Recorder;
use crate::check::{Contest, Winner};
use crate::ladder::Ladder;
use crate::subject::RollSource;
use crate::subject::line::Line;
use crate::subject::sum::{level, pressed};

/// Rolls a contest once; gives the source of chance back.
pub(super) fn replay(
    contest: &Contest,
    names: &[String],
    ladder: &Ladder,
    chance: RollSource,
) -> (Vec<Line>, RollSource) {
    let mut recorder = Recorder::new(chance);
    let mut efforts = Vec::new();
    let lead = contest.roll(&mut recorder, |_, effort| efforts.push(effort)).lead;
    let contestants = contest.numbers().zip(names).zip(contest.contestants()).zip(&efforts);
    let mut lines: Vec<Line> = contestants
        .map(|(((who, name), one), effort)| pressed(name, who, one, *effort, recorder.rolls(), ladder))
        .collect();
    lines.iter_mut().take(1).for_each(|first| first.apart = true);
    let holders: Vec<&str> =
        (0..).zip(names).filter(|(who, _)| lead.is_held_by(*who)).map(|(_, name)| name.as_str()).collect();
    let winner = match contest.winner(lead) {
        Winner::One(who) => names.get(usize::from(who)),
        Winner::Shared | Winner::Nobody => None,
    };
    let best = ladder.degree_name(lead.best());
    let text = match (winner, &holders[..]) {
        (Some(winner), _) => format!("{winner} wins with {best}."),
        (None, [one]) => format!("Nobody wins: {one} has the best result, {best}, and that is below the minimum."),
        (None, holders) => format!("A tie for the best result, {best}: {}.", holders.join(", ")),
    };
    let result = Line::new("result", text).with("best", level(ladder, lead.best()));
    lines.push(result.with("holders", holders).with("winner", winner));
    (lines, recorder.into_inner())
}
