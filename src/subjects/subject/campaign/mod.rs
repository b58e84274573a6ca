//! A campaign: fights and rests of one party. Wounds and spent Fudge points carry over from each stage to the next (H5,
//! P7).

mod campaign_keys;
mod idle;
mod member;
mod party;
mod rest;
mod stages;
mod transcript;

pub use campaign_keys::{FOES_SIDE, PARTY_SIDE};
pub(crate) use party::Campaign;

use super::fight::introduce::introduce;
use super::played::Played;
use super::rows::{chart, mean, share, spread};
use super::sum::counted;
use super::{Info, Introduced, IsSet, Line, Presented, Remark, Wording};
use crate::chance::Roll;
use crate::check::Finished;
use crate::document::{Item, KeyEffect, KeySpec, Kind, decode};
use crate::error::{Error, Result};
use crate::measure::{Measure, Per, Unit, id};
use crate::rules::{Rules, Scope};
use crate::subject::RollSource;
use member::LostFight;
use party::CampaignOutcome;
use stages::CampaignProgress;

type Outcome = Finished<CampaignOutcome>;
type Row = super::Row<Campaign, Outcome>;

static HOLDS_OUT: Measure = share(id::PARTY_HOLDS_OUT, "At least one member of the party can fight at the end.");
static BEATEN: Measure = share("party is beaten", "No member of the party can fight at the end.");
static ALL_FIT: Measure = share(id::ALL_FIT, "All members of the party can fight at the end.");
static ANY_DIES: Measure = share(id::ANY_DIES, "At least one member of the party is dead at the end.");
static GOES_ON: Measure = Measure {
    title: "goes on after {who}",
    per: Per::Side,
    ..share(id::GOES_ON, "At least one member of the party can go on after this fight.")
};
static FIT: Measure =
    Measure { per: Per::Block, ..share("fit", "All members with this stat block can fight at the end.") };
static DYING: Measure = Measure {
    per: Per::Block,
    ..share("left for dead", "At least one member with this stat block is Near Death or dead at the end.")
};
static DEAD: Measure =
    Measure { per: Per::Block, ..share(id::DIES, "At least one member with this stat block is dead at the end.") };
static LOST_BY_BLOCK: Measure = Measure {
    per: Per::Block,
    ..share(
        "beaten",
        "At least one member with this stat block was out of action when a fight was lost, and takes no further part in the campaign.",
    )
};
static CAPTURED: Measure = Measure {
    per: Per::Block,
    ..share(
        "captured",
        "At least one member with this stat block is captured, and takes no further part in the campaign.",
    )
};
static LOST: Measure = mean("fights lost", Unit::Count, "The mean number of fights that the party loses.");
static FIGHTS_SURVIVED: Measure =
    mean("fights stood", Unit::Count, "The mean number of fights after which the party can go on.");
static FIT_MEMBERS: Measure =
    mean("still fit", Unit::Count, "The mean number of party members who can fight at the end.");
static SPENT: Measure =
    mean("points spent", Unit::Points, "The mean number of Fudge points that the party has spent and not got back.");
static MAGIC: Measure = mean(
    "magic left",
    Unit::Count,
    "The mean amount left in all reservoirs of the party at the end: levels, power points or boxes of mana.",
);
static EXPERIENCE: Measure = mean(
    "experience earned",
    Unit::Points,
    "The mean number of experience points that each member alive at the end has earned.",
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
        "the chance of each number of fights after which the party can go on",
    ),
);
static BY_FIT: Measure = spread(
    "still fit",
    Unit::Count,
    "The chance that this many members of the party can fight at the end.",
    chart(
        "How many can fight at the end",
        "fighters",
        "Chance that at least this many can fight",
        "how many of a party can fight at the end of a campaign",
    ),
);

/// The subject and label of each fight's figure.
fn fight_labels(one: &Campaign) -> Vec<(String, String)> {
    one.fights.iter().map(|name| (name.clone(), String::new())).collect()
}

/// The subject and label of each stat block's figure.
fn block_labels(one: &Campaign) -> Vec<(String, String)> {
    one.blocks.iter().map(|name| (name.clone(), String::new())).collect()
}

fn has_several_members(one: &Campaign) -> bool {
    one.party.len() > 1
}

impl Presented for Campaign {
    fn read(item: Item<'_>, cells: usize) -> Option<Self> {
        decode::table(|reader| campaign_keys::campaign(reader, cells))(item)
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

    fn key_effects(&self, rules: &Rules, written: IsSet<'_>) -> Vec<KeyEffect> {
        self.conditional_key_effects(rules, written)
    }

    fn cautions(&self, rules: &Rules, written: IsSet<'_>) -> Vec<Remark> {
        let of_rests = self.slow_healer_warning().into_iter().chain(self.scholar_rest_warnings());
        of_rests.chain(self.warnings_of_fights(rules, written)).collect()
    }

    fn ineffective_remarks(&self, rules: &Rules, written: IsSet<'_>) -> Vec<Remark> {
        self.ineffective_rule_warnings(rules, written)
    }

    fn takes_script(&self) -> Result<()> {
        Err(Error::input("the rolls of a campaign cannot be given in a script")
            .with_help("replay a trial, or one of its fights by itself"))
    }
}

impl Played for Campaign {
    type Machine = Self;

    const INFO: Info = Info {
        key: KeySpec::new(
            "campaign",
            Kind::Table(&campaign_keys::CAMPAIGN),
            "Fights and rests of a party, one after the other.",
            "{ party = { ada = { skill = \"Good\" } }, stages = { wolves = { foes = { wolf = { skill = \"Fair\" } }, times = 3 } } }",
        ),
        sample: "[campaign]",
        heeds: &[
            Scope::All,
            Scope::Checks,
            Scope::Success,
            Scope::Criticals,
            Scope::Actions,
            Scope::Traits,
            Scope::Healing,
            Scope::Wounds,
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
        Row::amount(&FIGHTS_SURVIVED, |_, outcome| outcome.end.fights_survived() as i32),
        Row::amount(&LOST, |_, outcome| outcome.end.lost.into()).shown(Campaign::may_lose_several),
        Row::amount(&FIT_MEMBERS, |_, outcome| outcome.end.fit.into()).shown(has_several_members),
        Row::amount(&SPENT, |_, outcome| outcome.end.spent.into()).shown(|one| one.spends),
        Row::amount(&MAGIC, |_, outcome| outcome.end.magic.into())
            .shown(|one| one.party.iter().any(|member| member.magic.is_some())),
        Row::amount(&EXPERIENCE, |one, outcome| one.experience_from(outcome.end.stood))
            .shown(|one| one.experience_from([u64::MAX; 2]) > 0),
        Row::amount(&DAYS, |_, outcome| outcome.end.days.try_into().unwrap_or(i32::MAX)).shown(Campaign::may_not_rest),
        Row::is(&GOES_ON, |_, outcome, fight| outcome.end.stood[fight / 64] >> (fight % 64) & 1 == 1).of(fight_labels),
        Row::is(&ALL_FIT, |one, outcome, _| usize::from(outcome.end.fit) == one.party.len()).shown(has_several_members),
        Row::is(&ANY_DIES, |_, outcome, _| outcome.end.dead > 0).shown(has_several_members),
        Row::is(&FIT, |_, outcome, block| outcome.end.all_fit >> block & 1 == 1).of(block_labels),
        Row::is(&DYING, |_, outcome, block| outcome.end.dying >> block & 1 == 1).of(block_labels),
        Row::is(&DEAD, |_, outcome, block| outcome.end.dead >> block & 1 == 1).of(block_labels),
        Row::is(&LOST_BY_BLOCK, |_, outcome, block| outcome.end.beaten >> block & 1 == 1)
            .of(block_labels)
            .shown(Campaign::may_flee),
        Row::is(&CAPTURED, |_, outcome, block| outcome.end.captured >> block & 1 == 1)
            .of(block_labels)
            .shown(|one| one.can_lead_to(LostFight::Captured)),
        Row::numbers(&BY_FIGHTS, |_, outcome| outcome.end.fights_survived() as i32),
        Row::numbers(&BY_FIT, |_, outcome| outcome.end.fit.into()),
    ];

    fn machine(&self) -> &Self {
        self
    }

    fn transcript(&self, words: &Wording<'_>, chance: RollSource, out: &mut dyn FnMut(Line)) -> RollSource {
        self.write_transcript(words, chance, out)
    }

    fn end_lines(&self, _: &CampaignProgress, outcome: &Outcome, _: &[Roll], _: &Wording<'_>) -> Vec<Line> {
        let CampaignOutcome { fit, .. } = outcome.end;
        let fights = counted(outcome.end.fights_survived().into(), "fight");
        let text = match fit {
            0 => format!("The party gets through {fights}, and no further."),
            _ => format!("The party holds out: {fit} of {} can fight after {fights}.", self.party.len()),
        };
        vec![Line::new("result", text).apart().with("fights", outcome.end.fights_survived()).with("fit", fit)]
    }

    /// Always 0: stages are not counted.
    fn span(_: &Outcome) -> u32 {
        0
    }
}
