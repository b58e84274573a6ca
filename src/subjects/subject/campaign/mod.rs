//! A campaign: fights and rests of one party, who carry wounds and spent Fudge points from each to the next (H5, P7).

mod idle;
mod member;
mod read;
mod rest;
mod stages;
mod told;

pub use read::{FOES_SIDE, PARTY_SIDE};

use super::fight::introduce::introduce;
use super::played::Played;
use super::rows::{chart, mean, share, spread};
use super::sum::counted;
use super::{Idle, Info, Introduced, IsSet, Line, Presented, Remark, Wording};
use crate::chance::Roll;
use crate::check::Finished;
use crate::combat::{Absence, Body, Exit, Fight, Lifetime};
use crate::document::{Item, KeySpec, Kind, decode};
use crate::error::{Error, Result};
use crate::fights::Combat;
use crate::measure::{Measure, Per, Unit};
use crate::rules::{Rules, Scope, choice};
use crate::subject::RollSource;
use member::{Care, Member};
use rest::Length;
use serde::{Deserialize, Serialize};
use stages::Trek;
use std::sync::Arc;

/// The most fights of a campaign.
const MOST_FIGHTS: usize = 100;

/// A campaign of a party.
#[derive(Debug, Clone, Default)]
pub(crate) struct Campaign {
    /// The names of the party's stat blocks.
    blocks: Vec<String>,
    /// Everybody of the party, in the order of the roster.
    party: Vec<Member>,
    /// How they begin.
    start: Vec<Body>,
    stages: Vec<Stage>,
    /// The names of the fights among these.
    fights: Vec<String>,
    /// The stages that are fights, as they are written: the name of each, and how many such fights there are.
    written: Vec<(String, u32)>,
    /// Whether anybody has Fudge points to spend.
    spends: bool,
    /// The stat block of the healer; `None` if the healer is not in the party.
    healer: Option<usize>,
}

choice! {
    /// The fate of the members of a beaten party who did not flee.
    LostFight {
        End = "end": "their part in the campaign ends there",
        Slain = "slain": "they die",
        Captured = "captured": "they live, and take no more part in the campaign",
        LeftBehind = "left behind": "they keep their wounds, and rise once they are fit again",
    }
}

/// One part of a campaign.
#[derive(Debug, Clone)]
enum Stage {
    Fight(Battle),
    Rest {
        length: Length,
        /// The lightest wound for which the party rests; none = it rests in any case.
        needed_at: Option<u8>,
        /// The Fudge points that everybody gets back.
        points: u8,
    },
}

/// A fight of the campaign.
#[derive(Debug, Clone)]
struct Battle {
    /// The party comes first in its roster.
    combat: Arc<Combat>,
    /// Whether there are some minutes for care after it.
    pause: bool,
    /// The Fudge points that everybody gets back after it.
    points: u8,
    /// The experience points that everybody alive gets.
    experience: u8,
    /// The fate of the party if it loses.
    lost_fight: LostFight,
}

/// What became of the party. Figures: first the chances of all that can happen, then the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub(crate) struct Fortunes {
    /// The fights after which a member could continue, by bits.
    stood: [u64; 2],
    /// The fights lost.
    lost: u8,
    /// How many can fight at the end.
    fit: u8,
    /// Stat blocks all of whom can, by bits; of whom somebody is Near Death or worse; of whom somebody is dead.
    all_fit: u32,
    dying: u32,
    dead: u32,
    /// Stat blocks with a member who was beaten, or captured.
    beaten: u32,
    captured: u32,
    /// Fudge points spent and not given back.
    spent: u16,
    /// Levels, points or boxes left of all reservoirs of magic.
    magic: u16,
    /// The days of rest taken.
    days: u32,
}

/// The party after a stage, with its history.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Condition {
    party: Vec<Body>,
    /// See [`Fortunes`].
    days: u32,
    stood: [u64; 2],
    lost: u8,
}

/// The party after a fight, before it gets care.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Aftermath {
    party: Vec<Body>,
    /// Whether the party has lost it.
    lost: bool,
    /// Whether each member is Near Death and was so before.
    stable: Vec<bool>,
    care: Care,
}

type Outcome = Finished<Fortunes>;
type Row = super::Row<Campaign, Outcome>;

static HOLDS_OUT: Measure = share("party holds out", "Somebody in the party can fight at the end.");
static BEATEN: Measure = share("party is beaten", "Nobody in the party can fight any more.");
static ALL_FIT: Measure = share("all fit", "Everybody in the party can fight at the end.");
static ANY_DIES: Measure = share("any dies", "Somebody in the party is dead at the end.");
static GOES_ON: Measure = Measure {
    title: "goes on after {who}",
    per: Per::Side,
    ..share("goes on", "Somebody in the party can go on after this fight.")
};
static FIT: Measure = Measure { per: Per::Block, ..share("fit", "All of them can fight at the end.") };
static DYING: Measure =
    Measure { per: Per::Block, ..share("left for dead", "At least one of them is Near Death or dead at the end.") };
static DEAD: Measure = Measure { per: Per::Block, ..share("dies", "At least one of them is dead at the end.") };
static LOST_BY_BLOCK: Measure = Measure {
    per: Per::Block,
    ..share("beaten", "At least one of them was out when a fight was lost, and takes no more part in the campaign.")
};
static CAPTURED: Measure = Measure {
    per: Per::Block,
    ..share("captured", "At least one of them is captured, and takes no more part in the campaign.")
};
static LOST: Measure = mean("fights lost", Unit::Count, "The mean number of fights that the party loses.");
static STOOD: Measure = mean("fights stood", Unit::Count, "The mean number of fights after which the party can go on.");
static LEFT: Measure = mean("still fit", Unit::Count, "The mean number of party members who can fight at the end.");
static SPENT: Measure =
    mean("points spent", Unit::Points, "The mean number of Fudge points that the party has spent and not got back.");
static MAGIC: Measure = mean(
    "magic left",
    Unit::Count,
    "The mean of what is left at the end of all reservoirs of the party: levels, power points or boxes of mana.",
);
static EXPERIENCE: Measure = mean(
    "experience earned",
    Unit::Points,
    "The mean number of experience points that whoever is alive at the end has earned.",
);
static DAYS: Measure = mean("days of rest", Unit::Days, "The mean number of days that the party rests.");
static BY_FIGHTS: Measure = spread(
    "fights stood",
    Unit::Count,
    "The chance of each number of fights after which the party can go on.",
    chart(
        "Fights that the party stands",
        "fights",
        "Chance to stand at least this many fights",
        "how many fights of a campaign a party stands",
    ),
);
static BY_FIT: Measure = spread(
    "still fit",
    Unit::Count,
    "The chance that this many of the party can fight at the end.",
    chart(
        "How many can fight at the end",
        "fighters",
        "Chance that at least this many can fight",
        "how many of a party can fight at the end of a campaign",
    ),
);

fn fights(one: &Campaign) -> Vec<(String, String)> {
    one.fights.iter().map(|name| (name.clone(), String::new())).collect()
}

fn blocks(one: &Campaign) -> Vec<(String, String)> {
    one.blocks.iter().map(|name| (name.clone(), String::new())).collect()
}

fn several(one: &Campaign) -> bool {
    one.party.len() > 1
}

impl Campaign {
    /// Its fights.
    fn battles(&self) -> impl Iterator<Item = &Battle> {
        self.stages.iter().filter_map(|stage| if let Stage::Fight(battle) = stage { Some(battle) } else { None })
    }

    /// Its fights, those that are fought several times once.
    fn combats(&self) -> impl Iterator<Item = &Combat> {
        let mut last = None;
        let is_next = move |combat: &&Combat| last.replace(std::ptr::from_ref(*combat)) != Some(*combat);
        self.battles().map(|battle| &*battle.combat).filter(is_next)
    }

    /// The first fight, which knows the party as well as any.
    fn first(&self) -> Option<&Fight> {
        self.battles().next().map(|battle| &battle.combat.fight)
    }

    /// Who of the party can fight.
    fn fit<'c>(&'c self, party: &'c [Body]) -> impl Iterator<Item = bool> + 'c {
        let fight = self.first();
        (0u16..).zip(party).map(move |(who, body)| fight.is_some_and(|fight| fight.is_fit(who, body)))
    }

    /// The experience points of the fights after which a member could continue.
    fn earned(&self, stood: [u64; 2]) -> i32 {
        let counted = self.battles().enumerate().filter(|(fight, _)| stood[fight / 64] >> (fight % 64) & 1 == 1);
        counted.map(|(_, battle)| i32::from(battle.experience)).sum()
    }

    /// Whether the party has this fate for some fight, if it loses that.
    fn may_be(&self, fate: LostFight) -> bool {
        self.battles().any(|battle| battle.lost_fight == fate)
    }

    /// Whether a member may get away from a fight.
    fn may_flee(&self) -> bool {
        self.battles().any(|battle| battle.combat.fight.may_get_away(0..self.party.len() as u16))
    }

    /// Whether the campaign may continue after a lost fight.
    fn may_lose_several(&self) -> bool {
        self.may_be(LostFight::LeftBehind) || self.may_flee()
    }

    /// Whether some rest is taken only where it is needed.
    fn may_not_rest(&self) -> bool {
        self.stages.iter().any(|stage| matches!(stage, Stage::Rest { needed_at: Some(_), .. }))
    }

    /// Whether a party rests whose lightest wound to rest for is this.
    fn rests(&self, party: &[Body], needed_at: Option<u8>) -> bool {
        needed_at.is_none_or(|least| {
            let hurt = |(member, body): (&Member, &Body)| {
                let level = member.track.condition(body.marked).level;
                level >= least && member.takes_part(body)
            };
            self.party.iter().zip(party).any(hurt)
        })
    }

    /// What became of them.
    fn fortunes(&self, condition: &Condition) -> Fortunes {
        let Condition { party, days, stood, lost } = condition;
        let all = u32::MAX >> (u32::BITS - self.blocks.len().clamp(1, 32) as u32);
        let spent = party.iter().map(|body| u16::from(body.status.points)).sum();
        let left = self.party.iter().zip(party).filter_map(|(member, body)| member.magic_left(body));
        let magic = left.map(u16::from).sum();
        let (stood, lost, days) = (*stood, *lost, *days);
        let mut outcome = Fortunes { stood, lost, all_fit: all, spent, magic, days, ..Fortunes::default() };
        for ((member, body), fit) in self.party.iter().zip(party).zip(self.fit(party)) {
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

    /// Whether the party has lost a fight: none of it is fit when it is over, and a foe is (reading 55).
    fn has_lost(&self, fight: &Fight, bodies: &[Body]) -> bool {
        let mut fit = fight.fit(bodies);
        fit.next().is_some_and(|first| usize::from(first) >= self.party.len())
    }

    /// The party when a fight is over, after its fate if the fight is lost.
    fn after_fight(&self, before: &[Body], bodies: &[Body], lost: bool, pause: bool, fate: LostFight) -> Aftermath {
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
        Aftermath { party, lost, stable, care }
    }

    /// The care for a party in this condition, with or without some minutes for it.
    fn care(&self, party: &[Body], minutes: bool) -> Care {
        let fit: Vec<bool> = self.fit(party).collect();
        let heals = |block: usize| self.party.iter().zip(&fit).any(|(member, fit)| *fit && member.block == block);
        Care { minutes, friends: fit.contains(&true), healer: self.healer.is_none_or(heals) }
    }

    /// The party as a rest begins, when the lightest wounds are gone, and the care in it.
    fn before_rest(&self, mut party: Vec<Body>) -> (Vec<Body>, Care) {
        let care = self.care(&party, true);
        for (member, body) in self.party.iter().zip(&mut party) {
            body.marked = member.cleared(body.marked, care);
            body.felt = body.marked;
        }
        let care = self.care(&party, true);
        (party, care)
    }

    /// Who is Near Death, and has been so before a fight. Of several who are alike only their number is known.
    fn stable(&self, before: &[Body], after: &[Body]) -> Vec<bool> {
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

    /// Whether a party without a fit member may rise again after this fate of a lost fight.
    fn may_rise(&self, party: &[Body], fate: LostFight) -> bool {
        let lives = |(member, body): (&Member, &Body)| member.takes_part(body);
        fate == LostFight::LeftBehind && self.party.iter().zip(party).any(lives)
    }

    /// Whether any member can fight.
    fn any_fit(&self, party: &[Body]) -> bool {
        self.fit(party).any(|fit| fit)
    }

    /// Notes that a fight is over, by its place among all fights.
    fn note_fight(&self, condition: &mut Condition, fight: usize, lost: bool) {
        condition.lost += u8::from(lost);
        condition.stood[fight / 64] |= u64::from(self.any_fit(&condition.party)) << (fight % 64);
    }
}

/// Everybody of a fight that the party begins like this.
fn begun(fight: &Fight, party: &[Body]) -> Vec<Body> {
    let mut bodies = fight.start().to_vec();
    for (body, member) in bodies.iter_mut().zip(party) {
        *body = *member;
        body.status.left = member.status.absent.map(|_| Exit::Absent);
    }
    bodies
}

impl Fortunes {
    /// The number of fights after which a member could continue.
    fn stood(&self) -> u32 {
        self.stood.iter().map(|fights| fights.count_ones()).sum()
    }
}

impl Presented for Campaign {
    fn read(item: Item<'_>, cells: usize) -> Option<Self> {
        decode::table(|reader| read::campaign(reader, cells))(item)
    }

    fn introduce(&self, words: &Wording<'_>) -> Vec<Introduced> {
        let party = self.blocks.len();
        let members = self.combats().take(1).flat_map(|first| introduce(first, words).into_iter().take(party));
        let foes = self.combats().zip(&self.written).flat_map(|(combat, fight)| {
            let in_it = move |one| Introduced { fight: Some(fight.clone()), ..one };
            introduce(combat, words).into_iter().skip(party).map(in_it)
        });
        members.chain(foes).collect()
    }

    fn idle(&self, rules: &Rules, written: IsSet<'_>) -> Vec<Idle> {
        self.idle_keys(rules, written)
    }

    fn cautions(&self, rules: &Rules, written: IsSet<'_>) -> Vec<Remark> {
        self.cautions_of_fights(rules, written).into_iter().chain(self.weary_scholars()).collect()
    }

    fn takes_script(&self) -> Result<()> {
        Err(Error::input("the rolls of a campaign cannot be written down beforehand")
            .with_help("replay a trial, or one of its fights by itself"))
    }
}

impl Played for Campaign {
    type Machine = Self;

    const INFO: Info = Info {
        key: KeySpec::new(
            "campaign",
            Kind::Table(&read::CAMPAIGN),
            "Fights and rests of a party, one after the other.",
            "{ party = { ada = { skill = \"Good\" } }, stages = { wolves = { foes = { wolf = { skill = \"Fair\" } }, times = 3 } } }",
        ),
        sample: "[campaign]",
        heeds: &[
            Scope::All,
            Scope::Checks,
            Scope::Success,
            Scope::Actions,
            Scope::Traits,
            Scope::Healing,
            Scope::Fights,
            Scope::Points,
            Scope::PointsOnDifficulty,
        ],
        outcomes: "party holds out, all fit, any dies, FIGHT goes on, NAME fit, NAME left for dead, NAME dies, NAME captured, NAME beaten",
        span: None,
    };

    const ROWS: &'static [Row] = &[
        Row::is(&HOLDS_OUT, |_, outcome, _| outcome.end.fit > 0),
        Row::is(&BEATEN, |_, outcome, _| outcome.end.fit == 0),
        Row::amount(&STOOD, |_, outcome| outcome.end.stood() as i32),
        Row::amount(&LOST, |_, outcome| outcome.end.lost.into()).shown(Campaign::may_lose_several),
        Row::amount(&LEFT, |_, outcome| outcome.end.fit.into()).shown(several),
        Row::amount(&SPENT, |_, outcome| outcome.end.spent.into()).shown(|one| one.spends),
        Row::amount(&MAGIC, |_, outcome| outcome.end.magic.into())
            .shown(|one| one.party.iter().any(|member| member.magic.is_some())),
        Row::amount(&EXPERIENCE, |one, outcome| one.earned(outcome.end.stood))
            .shown(|one| one.earned([u64::MAX; 2]) > 0),
        Row::amount(&DAYS, |_, outcome| outcome.end.days.try_into().unwrap_or(i32::MAX)).shown(Campaign::may_not_rest),
        Row::is(&GOES_ON, |_, outcome, fight| outcome.end.stood[fight / 64] >> (fight % 64) & 1 == 1).of(fights),
        Row::is(&ALL_FIT, |one, outcome, _| usize::from(outcome.end.fit) == one.party.len()).shown(several),
        Row::is(&ANY_DIES, |_, outcome, _| outcome.end.dead > 0).shown(several),
        Row::is(&FIT, |_, outcome, block| outcome.end.all_fit >> block & 1 == 1).of(blocks),
        Row::is(&DYING, |_, outcome, block| outcome.end.dying >> block & 1 == 1).of(blocks),
        Row::is(&DEAD, |_, outcome, block| outcome.end.dead >> block & 1 == 1).of(blocks),
        Row::is(&LOST_BY_BLOCK, |_, outcome, block| outcome.end.beaten >> block & 1 == 1)
            .of(blocks)
            .shown(Campaign::may_flee),
        Row::is(&CAPTURED, |_, outcome, block| outcome.end.captured >> block & 1 == 1)
            .of(blocks)
            .shown(|one| one.may_be(LostFight::Captured)),
        Row::numbers(&BY_FIGHTS, |_, outcome| outcome.end.stood() as i32),
        Row::numbers(&BY_FIT, |_, outcome| outcome.end.fit.into()),
    ];

    fn machine(&self) -> &Self {
        self
    }

    fn transcript(&self, words: &Wording<'_>, chance: RollSource, out: &mut dyn FnMut(Line)) -> RollSource {
        self.told(words, chance, out)
    }

    fn ended(&self, _: &Trek, outcome: &Outcome, _: &[Roll], _: &Wording<'_>) -> Vec<Line> {
        let Fortunes { fit, .. } = outcome.end;
        let fights = counted(outcome.end.stood().into(), "fight");
        let text = match fit {
            0 => format!("The party gets through {fights}, and no further."),
            _ => format!("The party holds out: {fit} of {} can fight after {fights}.", self.party.len()),
        };
        vec![Line::new("result", text).apart().with("fights", outcome.end.stood()).with("fit", fit)]
    }

    /// Stages are not counted.
    fn span(_: &Outcome) -> u32 {
        0
    }
}
