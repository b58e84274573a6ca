//! The party of a campaign, its condition and its outcome.

use super::member::{Care, LostFight, Member};
use super::rest::RestLength;
use crate::combat::{Absence, Body, Exit, Fight, Lifetime};
use crate::fights::Combat;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Debug, Clone, Default)]
pub(crate) struct Campaign {
    /// The names of the party's stat blocks.
    pub(super) blocks: Vec<String>,
    /// All party members, in roster order.
    pub(super) party: Vec<Member>,
    /// The party at the start of the campaign.
    pub(super) start: Vec<Body>,
    /// All stages in order. A stage of the file with `times = 3` becomes three.
    pub(super) stages: Vec<CampaignStage>,
    /// The names of all fights in `stages`, in order.
    pub(super) fights: Vec<String>,
    /// The fight stages as set in the file: the name of each, and its number of fights.
    pub(super) written: Vec<(String, u32)>,
    /// Whether any member has Fudge points to spend.
    pub(super) spends: bool,
    /// The index of the healer's stat block. `None` if the healer is not in the party, or if the campaign has no
    /// healer.
    pub(super) healer: Option<usize>,
}

#[derive(Debug, Clone)]
pub(super) enum CampaignStage {
    Fight(Battle),
    Rest {
        length: RestLength,
        /// The lightest wound level for which the party rests; `None` if it always rests.
        needed_at: Option<u8>,
        /// Fudge points that each member gets back.
        points: u8,
    },
}

/// A fight of the campaign.
#[derive(Debug, Clone)]
pub(super) struct Battle {
    /// The compiled fight; the party comes first in its roster.
    pub(super) combat: Arc<Combat>,
    /// Whether there are a few minutes for treatment after the fight.
    pub(super) pause: bool,
    /// Fudge points that each member gets back after the fight.
    pub(super) points: u8,
    /// Experience points that each surviving member gets.
    pub(super) experience: u8,
    /// The fate of members who did not flee, if the party loses.
    pub(super) lost_fight: LostFight,
}

/// The outcome of a campaign for the party.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub(crate) struct CampaignOutcome {
    /// Bit set of fights, by index: those after which a member could fight on.
    pub(super) stood: [u64; 2],
    /// Number of fights lost.
    pub(super) lost: u8,
    /// Number of members who can fight at the end.
    pub(super) fit: u8,
    /// Bit set of stat blocks, by index: those whose members can all fight at the end.
    pub(super) all_fit: u32,
    /// Bit set of stat blocks with a member who is Near Death or dead at the end.
    pub(super) dying: u32,
    /// Bit set of stat blocks with a dead member.
    pub(super) dead: u32,
    /// Bit set of stat blocks with a member whose part in the campaign ended with a lost fight.
    pub(super) beaten: u32,
    /// Bit set of stat blocks with a captured member.
    pub(super) captured: u32,
    /// Fudge points that the party has spent and not got back.
    pub(super) spent: u16,
    /// Levels, points or boxes left in the members' reservoirs of magic, added up.
    pub(super) magic: u16,
    /// Days of rest taken.
    pub(super) days: u32,
}

/// The party after a stage, with its history.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct PartyState {
    pub(super) party: Vec<Body>,
    /// Days of rest, fights stood and fights lost, as in [`CampaignOutcome`].
    pub(super) days: u32,
    pub(super) stood: [u64; 2],
    pub(super) lost: u8,
}

/// The party after a fight, before it gets care.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct UntreatedParty {
    pub(super) party: Vec<Body>,
    /// Whether the party lost the fight.
    pub(super) lost: bool,
    /// Whether each member is Near Death and already was before the fight.
    pub(super) stable: Vec<bool>,
    pub(super) care: Care,
}

impl Campaign {
    pub(super) fn battles(&self) -> impl Iterator<Item = &Battle> {
        self.stages
            .iter()
            .filter_map(|stage| if let CampaignStage::Fight(battle) = stage { Some(battle) } else { None })
    }

    /// The campaign's fights; consecutive repeats appear once.
    pub(super) fn combats(&self) -> impl Iterator<Item = &Combat> {
        let mut last = None;
        let is_next = move |combat: &&Combat| last.replace(std::ptr::from_ref(*combat)) != Some(*combat);
        self.battles().map(|battle| &*battle.combat).filter(is_next)
    }

    /// The first fight. The party is the same in every fight, so this one can answer questions about it.
    pub(super) fn first_fight(&self) -> Option<&Fight> {
        self.battles().next().map(|battle| &battle.combat.fight)
    }

    /// Whether each member can fight: beaten and captured members cannot, whatever their wounds.
    pub(super) fn members_fit<'c>(&'c self, party: &'c [Body]) -> impl Iterator<Item = bool> + 'c {
        let fight = self.first_fight();
        let fit = move |(who, (member, body)): (u16, (&Member, &Body))| {
            member.takes_part(body) && fight.is_some_and(|fight| fight.is_fit(who, body))
        };
        (0u16..).zip(self.party.iter().zip(party)).map(fit)
    }

    /// Experience points from the fights in the bit set `stood`.
    pub(super) fn experience_from(&self, stood: [u64; 2]) -> i32 {
        let counted = self.battles().enumerate().filter(|(fight, _)| stood[fight / 64] >> (fight % 64) & 1 == 1);
        counted.map(|(_, battle)| i32::from(battle.experience)).sum()
    }

    /// Whether losing any of the fights leads to `fate`.
    pub(super) fn can_lead_to(&self, fate: LostFight) -> bool {
        self.battles().any(|battle| battle.lost_fight == fate)
    }

    /// Whether a member can get away from any of the fights.
    pub(super) fn may_flee(&self) -> bool {
        self.battles().any(|battle| battle.combat.fight.may_get_away(0..self.party.len() as u16))
    }

    /// Whether the campaign can continue after a lost fight.
    pub(super) fn may_lose_several(&self) -> bool {
        self.can_lead_to(LostFight::LeftBehind) || self.may_flee()
    }

    /// Whether the party can skip a rest because it does not need one.
    pub(super) fn may_not_rest(&self) -> bool {
        self.stages.iter().any(|stage| matches!(stage, CampaignStage::Rest { needed_at: Some(_), .. }))
    }

    /// Whether the party rests: a member who still takes part has a wound of level `needed_at` or worse. Always true if
    /// `needed_at` is `None`.
    pub(super) fn takes_rest(&self, party: &[Body], needed_at: Option<u8>) -> bool {
        needed_at.is_none_or(|least| {
            let hurt = |(member, body): (&Member, &Body)| {
                let level = member.track.condition(body.marked).level;
                level >= least && member.takes_part(body)
            };
            self.party.iter().zip(party).any(hurt)
        })
    }

    /// The outcome of a campaign that ends in `condition`.
    pub(super) fn outcome_of(&self, condition: &PartyState) -> CampaignOutcome {
        let PartyState { party, days, stood, lost } = condition;
        let all = u32::MAX >> (u32::BITS - self.blocks.len().clamp(1, 32) as u32);
        let spent = party.iter().map(|body| u16::from(body.status.points)).sum();
        let left = self.party.iter().zip(party).filter_map(|(member, body)| member.magic_left(body));
        let magic = left.map(u16::from).sum();
        let (stood, lost, days) = (*stood, *lost, *days);
        let mut outcome =
            CampaignOutcome { stood, lost, all_fit: all, spent, magic, days, ..CampaignOutcome::default() };
        for ((member, body), fit) in self.party.iter().zip(party).zip(self.members_fit(party)) {
            let level = member.track.condition(body.marked).level;
            let bit = |yes: bool| u32::from(yes) << member.block;
            outcome.fit += u8::from(fit);
            outcome.all_fit &= !bit(!fit);
            outcome.dying |= bit(level >= member.track.near_death() && member.wounded.bleeds);
            outcome.dead |= bit(member.track.is_dead(body.marked));
            outcome.beaten |= bit(body.status.absent == Some(Absence::Beaten));
            outcome.captured |= bit(body.status.absent == Some(Absence::Captured));
        }
        outcome
    }

    /// Whether the party has lost `fight`: no member is fit, but a foe is (reading 55). `bodies` are all fighters at
    /// the end.
    pub(super) fn has_lost(&self, fight: &Fight, bodies: &[Body]) -> bool {
        let mut fit = fight.fit(bodies);
        fit.next().is_some_and(|first| usize::from(first) >= self.party.len())
    }

    /// The party after a fight, before it gets care. `before` is the party at the start, and `bodies` are all fighters
    /// at the end. If the fight is `lost`, `fate` applies to members who did not get away, and the party gets no care.
    /// `pause` tells whether there are a few minutes for care.
    pub(super) fn after_fight(
        &self,
        before: &[Body],
        bodies: &[Body],
        lost: bool,
        pause: bool,
        fate: LostFight,
    ) -> UntreatedParty {
        let ended = &bodies[..self.party.len()];
        let mut party: Vec<Body> = ended.iter().map(|body| body.after(Lifetime::Fight)).collect();
        let stable = self.stable(before, &party);
        if lost {
            let taken = ended.iter().map(|body| body.status.left != Some(Exit::GotAway));
            for (((member, body), taken), stable) in self.party.iter().zip(&mut party).zip(taken).zip(&stable) {
                if taken && member.takes_part(body) {
                    member.lose(body, fate, *stable);
                }
            }
        }
        let care = if lost { Care::NONE } else { self.care(&party, pause) };
        UntreatedParty { party, lost, stable, care }
    }

    /// The care available to the party, with or without a few `minutes` for it.
    pub(super) fn care(&self, party: &[Body], minutes: bool) -> Care {
        let fit: Vec<bool> = self.members_fit(party).collect();
        let heals = |block: usize| self.party.iter().zip(&fit).any(|(member, fit)| *fit && member.block == block);
        Care { minutes, friends: fit.contains(&true), healer: self.healer.is_none_or(heals) }
    }

    /// The party at the start of a rest, with its lightest wounds cleared, and the care during the rest.
    pub(super) fn before_rest(&self, mut party: Vec<Body>) -> (Vec<Body>, Care) {
        let care = self.care(&party, true);
        for (member, body) in self.party.iter().zip(&mut party) {
            body.marked = member.cleared(body.marked, care);
            body.felt = body.marked;
        }
        let care = self.care(&party, true);
        (party, care)
    }

    /// Whether each member is Near Death `after` a fight and already was `before`. Members of one stat block may have
    /// swapped positions in the fight, so they are matched by number: if two of a block were Near Death before, the
    /// first two of it who are Near Death now count as stable.
    pub(super) fn stable(&self, before: &[Body], after: &[Body]) -> Vec<bool> {
        let mut were = vec![0; self.blocks.len()];
        for (member, body) in self.party.iter().zip(before) {
            were[member.block] += u32::from(member.is_near_death(body.marked) && member.takes_part(body));
        }
        let mut stable = |(member, body): (&Member, &Body)| {
            let was = member.is_near_death(body.marked) && member.takes_part(body) && were[member.block] > 0;
            were[member.block] -= u32::from(was);
            was
        };
        self.party.iter().zip(after).map(&mut stable).collect()
    }

    /// Whether a party without a fit member can recover: `fate` leaves the party behind, and a member is alive.
    pub(super) fn can_recover(&self, party: &[Body], fate: LostFight) -> bool {
        let lives = |(member, body): (&Member, &Body)| member.takes_part(body);
        fate == LostFight::LeftBehind && self.party.iter().zip(party).any(lives)
    }

    pub(super) fn any_fit(&self, party: &[Body]) -> bool {
        self.members_fit(party).any(|fit| fit)
    }

    /// Records in `condition` that a fight has ended, and whether the party lost it. `fight` is its index among all
    /// fights of the campaign.
    pub(super) fn note_fight(&self, condition: &mut PartyState, fight: usize, lost: bool) {
        condition.lost += u8::from(lost);
        condition.stood[fight / 64] |= u64::from(self.any_fit(&condition.party)) << (fight % 64);
    }
}

/// All fighters at the start of `fight`, with the party in the state `party`. Members who have left the campaign count
/// as absent.
pub(super) fn bodies_at_start(fight: &Fight, party: &[Body]) -> Vec<Body> {
    let mut bodies = fight.start().to_vec();
    for (body, member) in bodies.iter_mut().zip(party) {
        *body = *member;
        body.status.left = member.status.absent.map(|_| Exit::Absent);
    }
    bodies
}

impl CampaignOutcome {
    /// Number of fights after which a member could fight on.
    pub(super) fn fights_survived(&self) -> u32 {
        self.stood.iter().map(|fights| fights.count_ones()).sum()
    }
}
