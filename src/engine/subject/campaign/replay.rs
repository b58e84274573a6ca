//! Campaigns, stage by stage.

use super::{Campaign, Fought, Stage, begun};
use crate::combat::{Absence, Body};
use crate::subject::fight::Combat;
use crate::subject::sum::{capitalized, counted};
use crate::subject::{Line, RollSource, Wording};
use std::cell::RefCell;

impl Campaign {
    /// Plays it once; gives the source of chance back. `out` takes each stage as soon as it is over.
    pub(super) fn told(&self, words: &Wording<'_>, mut chance: RollSource, out: &mut dyn FnMut(Line)) -> RollSource {
        let mut fights = self.fights.iter();
        // What a fight tells is part of the stage that is told when it is over.
        let rolls = RefCell::new(Vec::new());
        let fought = |combat: &Combat, party: Vec<Body>, chance: &mut RollSource| {
            let (told, played, fight) = combat.told_from(words, chance, |fight| begun(fight, &party));
            rolls.replace(told);
            let lost = self.has_lost(fight, &played.fighters);
            Fought { rounds: played.rounds, bodies: played.fighters, lost }
        };
        let outcome = self.played(&mut chance, fought, |moment| {
            let lasted = moment.lasted;
            let head = match &self.stages[moment.stage] {
                Stage::Fight { .. } => {
                    let name = fights.next().cloned().unwrap_or_default();
                    let rounds = counted(lasted.into(), "round");
                    let lost = if moment.lost { ", lost" } else { "" };
                    let text = format!("{}: {rounds}{lost}", capitalized(&name));
                    Line::new("fight", text).with("rounds", lasted).with("lost", moment.lost)
                }
                Stage::Rest { .. } if lasted == 0 => Line::new("rest", "No rest: it is not needed.").with("days", 0),
                Stage::Rest { length, .. } => {
                    Line::new("rest", format!("Rest: {}", length.words())).with("days", length.days())
                }
            };
            let after = (0..self.party.len()).map(|who| self.member_line(who, moment.before, moment.party));
            out(Line { lines: rolls.take().into_iter().chain(after).collect(), ..head.apart() });
        });
        let fights = counted(outcome.stood().into(), "fight");
        let text = match outcome.fit {
            0 => format!("The party gets through {fights}, and no further."),
            fit => format!("The party holds out: {fit} of {} can fight after {fights}.", self.party.len()),
        };
        out(Line::new("result", text).apart().with("fights", outcome.stood()).with("fit", outcome.fit));
        chance
    }

    /// How one of the party is after a stage.
    fn member_line(&self, who: usize, before: &[Body], after: &[Body]) -> Line {
        let member = &self.party[who];
        let level = |body: &Body| usize::from(member.track.condition(body.marked).level);
        let word = |level: usize| member.levels.get(level).cloned().unwrap_or_default();
        let (old, new) = (level(&before[who]), level(&after[who]));
        let change = if old == new { word(new) } else { format!("{} → {}", word(old), word(new)) };
        let spent = after[who].status.points;
        let points =
            if spent == 0 { String::new() } else { format!(", {} spent", counted(spent.into(), "Fudge point")) };
        let left = member.magic_left(&after[who]);
        let magic = left.map_or_else(String::new, |left| format!(", {left} left of the reservoir"));
        let absent = match after[who].status.absent {
            Some(Absence::Beaten) => ", beaten and out of the campaign",
            Some(Absence::Captured) => ", captured",
            None => "",
        };
        Line::new("fighter", format!("{}: {change}{absent}{points}{magic}", member.name))
            .with("who", &member.name)
            .with("takes_part", member.takes_part(&after[who]))
            .with("level", new)
            .with("spent", spent)
            .with("magic_left", left)
    }
}
