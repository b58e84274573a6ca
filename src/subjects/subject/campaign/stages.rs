//! Runs a campaign as a [`Machine`] with one step per stage.

use super::member::{Care, LostFight};
use super::party::{Battle, Campaign, CampaignOutcome, CampaignStage, PartyState, UntreatedParty, bodies_at_start};
use super::rest::RestLength;
use crate::chance::{Chance, Enumerator, Weight};
use crate::check::{Machine, Next, Summary};
use crate::combat::{self, Body, Fight};
use crate::error::{Error, Result};
use crate::exact::{self, Limits};

/// Maximum number of states for the fight of a stage, over all conditions in which the party may begin it.
const MAX_FIGHT_STATES: usize = 2_000_000;

/// Divides the work allowed for a fight if other fights follow, since the party begins those in many conditions.
const FOLLOWED_FIGHT_DIVISOR: usize = 5;

/// The progress of a party through a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct CampaignProgress {
    pub(super) condition: PartyState,
    /// Number of completed stages.
    pub(super) stage: usize,
    /// The fate of a beaten party, as set for the latest fight.
    fate: LostFight,
    part: StagePart,
}

/// The current part of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum StagePart {
    /// Between stages, or at the start or end of the campaign.
    Between,
    /// A stage begins.
    Begins,
    /// Care after a fight. Member `who` is next; an index past the last member means that all have had their turn.
    Tends { who: usize, lost: bool, stable: Vec<bool>, care: Care },
    /// A rest. Member `who` is next, as in `Tends`.
    Rests { who: usize, care: Care },
}

/// A random event in a campaign, with all that its result depends on.
#[derive(Debug)]
pub(crate) enum Question {
    /// A fight: the index of its stage, and the party at its start.
    Fight(usize, Vec<Body>),
    /// Care for member `who`, in wound state `marked`; `None` if the member has left the campaign.
    Tends { who: usize, marked: Option<u16>, stable: bool, care: Care },
    /// A rest for member `who`, in wound state `marked`; `None` if the member has left the campaign.
    Rests { who: usize, marked: Option<u16>, length: RestLength, care: Care },
}

/// The result of a [`Question`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum StageResult {
    /// The party after a fight.
    Fought(Box<UntreatedParty>),
    /// The new wound state of a member; `None` if the member has left the campaign.
    Marked(Option<u16>),
}

impl Machine for Campaign {
    type State = CampaignProgress;
    type Question = Question;
    type Outcome = StageResult;
    type End = CampaignOutcome;
    type Event = ();

    /// Exact solutions leave out conditions of the party that are less likely than this, since a fight would have to be
    /// solved from each.
    const DROPPED_CHANCE: f64 = 1e-15;

    fn start(&self) -> CampaignProgress {
        let condition = PartyState { party: self.start.clone(), days: 0, stood: [0; 2], lost: 0 };
        CampaignProgress { condition, stage: 0, fate: LostFight::End, part: StagePart::Between }
    }

    fn next(&self, progress: &CampaignProgress, _: u32) -> Next<CampaignProgress, Question, CampaignOutcome> {
        let party = &progress.condition.party;
        let over = || Next::End(self.outcome_of(&progress.condition));
        let marked = |who: usize| party[who].status.absent.is_none().then_some(party[who].marked);
        match (&progress.part, self.stages.get(progress.stage)) {
            (StagePart::Between, Some(_))
                if progress.stage == 0 || self.any_fit(party) || self.can_recover(party, progress.fate) =>
            {
                Next::Step(CampaignProgress { part: StagePart::Begins, ..progress.clone() })
            }
            (StagePart::Between, _) | (_, None) => over(),
            // A party left behind has not recovered yet when the next fight begins, so the campaign ends.
            (StagePart::Begins, Some(CampaignStage::Fight(_))) if !self.any_fit(party) => over(),
            (StagePart::Begins, Some(CampaignStage::Fight(_))) => {
                Next::Roll(Question::Fight(progress.stage, party.clone()))
            }
            (StagePart::Begins, Some(CampaignStage::Rest { needed_at, .. })) if !self.takes_rest(party, *needed_at) => {
                Next::Become(progress.clone().next_stage())
            }
            (StagePart::Begins, Some(CampaignStage::Rest { length, .. })) => {
                let (party, care) = self.before_rest(party.clone());
                let days = progress.condition.days + length.days();
                let condition = PartyState { party, days, ..progress.condition.clone() };
                Next::Become(CampaignProgress {
                    condition,
                    part: StagePart::Rests { who: 0, care },
                    ..progress.clone()
                })
            }
            (StagePart::Tends { who, stable, care, .. }, _) if *who < party.len() => {
                Next::Roll(Question::Tends { who: *who, marked: marked(*who), stable: stable[*who], care: *care })
            }
            (StagePart::Tends { lost, .. }, _) => {
                let fights =
                    self.stages[..progress.stage].iter().filter(|stage| matches!(stage, CampaignStage::Fight(_)));
                let (number, mut after) = (fights.count(), progress.clone().next_stage());
                self.note_fight(&mut after.condition, number, *lost);
                Next::Become(after)
            }
            (StagePart::Rests { who, care }, Some(CampaignStage::Rest { length, .. })) if *who < party.len() => {
                Next::Roll(Question::Rests { who: *who, marked: marked(*who), length: *length, care: *care })
            }
            (StagePart::Rests { .. }, _) => Next::Become(progress.clone().next_stage()),
        }
    }

    fn roll(&self, question: &Question, chance: &mut dyn Chance, _: &mut dyn FnMut(())) -> StageResult {
        match question {
            Question::Fight(stage, party) => {
                let Some(CampaignStage::Fight(Battle { combat, .. })) = self.stages.get(*stage) else {
                    return StageResult::Marked(None);
                };
                let fight = combat.draw_fight(chance);
                let played = combat::play_dyn(fight, bodies_at_start(fight, party), chance, None);
                self.fight_result(*stage, party, fight, &played.fighters)
            }
            Question::Tends { who, marked, stable, care } => {
                chance.begin_stage();
                StageResult::Marked(
                    marked.map(|marked| self.party[*who].state_after_care(marked, *stable, *care, chance)),
                )
            }
            Question::Rests { who, marked, length, care } => {
                chance.begin_stage();
                StageResult::Marked(marked.map(|marked| self.party[*who].rested(marked, *length, *care, chance)))
            }
        }
    }

    fn apply(&self, progress: &mut CampaignProgress, question: &Question, came: &StageResult) {
        let stage = self.stages.get(progress.stage);
        match (question, came, stage) {
            (_, StageResult::Fought(after), Some(CampaignStage::Fight(Battle { lost_fight, .. }))) => {
                progress.condition.party.clone_from(&after.party);
                progress.fate = *lost_fight;
                progress.part =
                    StagePart::Tends { who: 0, lost: after.lost, stable: after.stable.clone(), care: after.care };
            }
            (
                Question::Tends { who, care, .. },
                StageResult::Marked(marked),
                Some(CampaignStage::Fight(Battle { points, .. })),
            ) => {
                let body = &mut progress.condition.party[*who];
                marked.iter().for_each(|marked| self.party[*who].after_fight(body, *marked, *care, *points));
            }
            (
                Question::Rests { who, .. },
                StageResult::Marked(marked),
                Some(CampaignStage::Rest { length, points, .. }),
            ) => {
                let body = &mut progress.condition.party[*who];
                marked.iter().for_each(|marked| self.party[*who].after_rest(body, *marked, *length, *points));
            }
            _ => {}
        }
        if let (StagePart::Tends { who, .. } | StagePart::Rests { who, .. }, StageResult::Marked(_)) =
            (&mut progress.part, came)
        {
            *who += 1;
        }
    }

    /// Solves the fight of a question exactly, from the condition in which the party begins it.
    fn odds(&self, question: &Question, due: usize, limits: &Limits<'_>) -> Result<Vec<(StageResult, Weight)>> {
        let marks = |spread: Summary<u16>| {
            spread.iter().map(|(marked, weight)| (StageResult::Marked(Some(marked)), weight)).collect()
        };
        match question {
            Question::Fight(stage, party) => self.exact_fight_results(*stage, party, due, limits),
            Question::Tends { marked: None, .. } | Question::Rests { marked: None, .. } => {
                Ok(vec![(StageResult::Marked(None), Weight::ONE)])
            }
            Question::Tends { who, marked: Some(marked), stable, care } => {
                let tended =
                    |chance: &mut Enumerator| self.party[*who].state_after_care(*marked, *stable, *care, chance);
                Ok(marks(Summary::of_branches(tended)))
            }
            Question::Rests { who, marked: Some(marked), length, care } => {
                Ok(marks(self.party[*who].rested_exactly(*marked, *length, *care, limits)?))
            }
        }
    }

    /// Each stage has its own random numbers.
    fn begin_step(&self, step: u32, chance: &mut dyn Chance) {
        if step > 0 {
            chance.begin_stage();
        }
    }

    fn last_step(&self) -> u32 {
        self.stages.len() as u32
    }

    /// An upper bound for every figure of a campaign: fights, experience, days of rest, and the party's Fudge points
    /// and magic.
    fn largest(&self) -> f64 {
        let days = self.stages.iter().map(|stage| match stage {
            CampaignStage::Fight(Battle { experience, .. }) => 1 + u32::from(*experience),
            CampaignStage::Rest { length, .. } => length.days(),
        });
        let points = self.party.len() as f64 * 2.0 * f64::from(u8::MAX);
        f64::from(days.sum::<u32>()) + points
    }
}

impl CampaignProgress {
    /// Completes the current stage.
    fn next_stage(self) -> Self {
        Self { stage: self.stage + 1, part: StagePart::Between, ..self }
    }
}

impl Campaign {
    /// The result of the fight in the stage with index `stage`. `party` is the party at its start, and `bodies` are all
    /// fighters at its end.
    pub(super) fn fight_result(&self, stage: usize, party: &[Body], fight: &Fight, bodies: &[Body]) -> StageResult {
        let Some(CampaignStage::Fight(Battle { pause, lost_fight, .. })) = self.stages.get(stage) else {
            return StageResult::Marked(None);
        };
        let lost = self.has_lost(fight, bodies);
        StageResult::Fought(Box::new(self.after_fight(party, bodies, lost, *pause, *lost_fight)))
    }

    /// Every possible result of the fight in the stage with index `stage`, with its chance. `party` is the party at its
    /// start. `due` is the number of conditions of the party from which this fight is solved.
    ///
    /// # Errors
    /// If solving it from all of them takes too many states.
    fn exact_fight_results(
        &self,
        stage: usize,
        party: &[Body],
        due: usize,
        limits: &Limits<'_>,
    ) -> Result<Vec<(StageResult, Weight)>> {
        let Some(CampaignStage::Fight(Battle { combat, .. })) = self.stages.get(stage) else { return Ok(Vec::new()) };
        let goes_on = self.stages[stage + 1..].iter().any(|stage| matches!(stage, CampaignStage::Fight(_)));
        // Half of a fair share, so that the last condition can cost as much as the first.
        let fights = combat.possible_fights();
        let parts = 2 * due * fights.len() * if goes_on { FOLLOWED_FIGHT_DIVISOR } else { 1 };
        let (mut came, mut looked_at) = (Vec::new(), 0);
        for (fight, share) in fights {
            let begins = fight.clone().starting(bodies_at_start(fight, party))?;
            let carried = exact::carried_conditions(&begins, fight.roster.side(0), &limits.remaining().shared(parts))?;
            looked_at += carried.states;
            for (bodies, chance) in carried.conditions {
                came.push((self.fight_result(stage, party, fight, &bodies), Weight::rounded(share * chance)));
            }
        }
        if looked_at.saturating_mul(due) > MAX_FIGHT_STATES {
            return Err(Error::input(format!(
                "the party may begin a fight in {due} conditions, too many to solve the fight from each"
            ))
            .with_help("use method = \"simulate\""));
        }
        Ok(came)
    }
}
