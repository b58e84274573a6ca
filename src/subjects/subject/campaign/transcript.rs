//! Transcripts of campaigns, stage by stage.

use super::party::{Battle, Campaign, CampaignStage, bodies_at_start};
use super::stages::Question;
use crate::chance::Chance;
use crate::check::{Advance, Finished, Machine, Run};
use crate::combat::{Absence, Body, Fight};
use crate::subject::fight::play_with_transcript;
use crate::subject::played::Played;
use crate::subject::sum::{capitalized, counted};
use crate::subject::{Line, RollSource, Wording};

impl Campaign {
    /// Plays the campaign once with rolls from `chance`, and returns `chance`. `out` receives each stage when it ends,
    /// with the transcript of its fight.
    pub(super) fn write_transcript(
        &self,
        words: &Wording<'_>,
        chance: RollSource,
        out: &mut dyn FnMut(Line),
    ) -> RollSource {
        let mut chance = chance.until_decided();
        let (mut fights, mut below, mut rounds) = (self.fights.iter(), Vec::new(), 0);
        let mut run = Run::new(self, &mut chance);
        let mut before = run.state.condition.clone();
        loop {
            let stage = run.state.stage;
            let mut roll = |question: &Question, chance: &mut dyn Chance| match question {
                Question::Fight(number, party)
                    if let CampaignStage::Fight(Battle { combat, .. }) = &self.stages[*number] =>
                {
                    let start = |fight: &Fight| bodies_at_start(fight, party);
                    let (played, fight) =
                        play_with_transcript(combat, words, chance, &start, &mut |line| below.push(line));
                    rounds = played.rounds;
                    self.fight_result(*number, party, fight, &played.fighters)
                }
                _ => self.roll(question, chance, &mut |()| {}),
            };
            let did = run.advance_by(&mut chance, &mut roll);
            let now = &run.state.condition;
            if run.state.stage > stage {
                let lost = now.lost > before.lost;
                let head = match &self.stages[stage] {
                    CampaignStage::Fight(_) => {
                        let name = fights.next().cloned().unwrap_or_default();
                        let text = format!("{}: {}", capitalized(&name), counted(rounds.into(), "round"));
                        let text = if lost { format!("{text}, lost") } else { text };
                        Line::new("fight", text).with("rounds", rounds).with("lost", lost)
                    }
                    CampaignStage::Rest { needed_at, .. } if !self.takes_rest(&before.party, *needed_at) => {
                        Line::new("rest", "No rest: it is not needed.").with("days", 0)
                    }
                    CampaignStage::Rest { length, .. } => {
                        Line::new("rest", format!("Rest: {}", length.words())).with("days", length.days())
                    }
                };
                below.extend((0..self.party.len()).map(|who| self.member_line(who, &before.party, &now.party)));
                out(Line { lines: std::mem::take(&mut below), ..head.apart() });
                before = now.clone();
            }
            if let Advance::Ended(end) = did {
                let outcome = Finished { end, steps: run.step };
                self.end_lines(&run.state, &outcome, &[], words).into_iter().for_each(&mut *out);
                return chance;
            }
        }
    }

    /// The transcript line for member `who` after a stage. `before` and `after` are the party before and after it.
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
