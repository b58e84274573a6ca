//! Finds keys of a campaign's fighters that have no effect in its fights or between them.

use super::member::Member;
use super::party::{Campaign, CampaignStage};
use super::rest::RestLength;
use crate::check::{Mana, System};
use crate::document::{KeyEffect, Owner};
use crate::fights::Combat;
use crate::rules::healing::Healing;
use crate::rules::{RuleOption, Rules, Scope};
use crate::subject::{IsSet, Presented, Remark};

/// Days of rest in which a wound may heal by a level without treatment.
pub(super) const WEEK: u32 = 7;

impl Campaign {
    /// Whole days of the longest rest. 0 if every rest is shorter than a day, or if the campaign has no rest.
    pub(super) fn longest_rest(&self) -> u32 {
        let days =
            |stage: &CampaignStage| if let CampaignStage::Rest { length, .. } = stage { length.days() } else { 0 };
        self.stages.iter().map(days).max().unwrap_or(0)
    }

    /// Whether the campaign has a rest of any length.
    pub(super) fn has_rest(&self) -> bool {
        self.stages.iter().any(|stage| matches!(stage, CampaignStage::Rest { .. }))
    }

    /// The longest rest; `None` if the campaign has no rest.
    fn longest_rest_length(&self) -> Option<RestLength> {
        let length =
            |stage: &CampaignStage| if let CampaignStage::Rest { length, .. } = stage { Some(*length) } else { None };
        self.stages.iter().filter_map(length).max_by_key(|length| length.minutes())
    }

    /// The time that one treated wound takes to heal. `None` if the campaign has no healer, or if wounds heal by care
    /// instead of treatment (LITE).
    fn time_per_wound(&self) -> Option<RestLength> {
        let healed = &self.party.first()?.wounded;
        let treats = healed.treatment.is_some() && healed.healing != Healing::Care;
        treats.then(|| RestLength::of_hours(healed.hours_per_wound))
    }

    /// Whether one of the rests shorter than a day is long enough for a treated wound to heal.
    pub(super) fn treats_in_hours(&self) -> bool {
        let short = |stage: &CampaignStage| match stage {
            CampaignStage::Rest { length: RestLength::Minutes(minutes), .. } => Some(*minutes),
            _ => None,
        };
        let longest = self.stages.iter().filter_map(short).max();
        longest.zip(self.time_per_wound()).is_some_and(|(minutes, time)| time.minutes() <= minutes)
    }

    /// A warning if even the longest rest is too short for a treated wound to heal. The healer may still save members
    /// Near Death after a fight.
    pub(super) fn slow_healer_warning(&self) -> Option<Remark> {
        let (longest, time) = self.longest_rest_length().zip(self.time_per_wound())?;
        // Otherwise `healer` as a whole has no effect, and the warning about that key says so.
        let acts = longest.days() > 0 || self.party.iter().any(|member| member.wounded.bleeds);
        (acts && longest.minutes() < time.minutes()).then(|| {
            let (longest, time) = (longest.words(), time.words());
            let message = format!(
                "the healer's treatment heals no wound: each takes {time}, and the longest rest is {longest}"
            );
            let remedy = format!(
                "let the party `rest` for {time} or more, or make the healer faster: `hours_per_wound` (0 = immediately)"
            );
            Remark::new(message, remedy)
        })
    }

    /// Whether a member of the party has Fudge points and a use for them.
    pub(super) fn spends_points(&self) -> bool {
        let fighters = self.combats().next().map_or(&[][..], |combat| &combat.cast.fighters);
        let mut party = fighters.iter().take(self.blocks.len());
        party.any(|own| !own.spend.0.is_empty() && own.fudge_points.is_some_and(|points| points > 0))
    }

    /// A warning for each scholar whose rests restore no power points. Empty if no rest lasts a day.
    pub(super) fn scholar_rest_warnings(&self) -> Vec<Remark> {
        let tired = |member: &&Member| {
            let costs = |mana: &Mana| mana.costs > 0;
            matches!(&member.magic, Some(System::Learned(own)) if own.mana.as_ref().is_some_and(costs) && own.regains[1] == 0)
        };
        let rested = self.party.iter().filter(|_| self.longest_rest() > 0).filter(tired);
        let remark = |member: &Member| {
            let who = &member.name;
            let message = format!("rests restore no power points to {who}: neither `sleep` nor `meditation` is set");
            Remark::new(message, "set `sleep = 8` or `meditation` in the table `scholarly`")
        };
        rested.map(remark).collect()
    }

    /// Whether a member's Constitution is rolled in any rest.
    fn rolls_constitution(&self) -> bool {
        self.longest_rest() >= WEEK && self.party.iter().any(|member| !member.wounded.constitution.is_empty())
    }

    /// Whether a healer or a member rolls a check in any rest.
    fn rolls_checks(&self) -> bool {
        self.rolls_constitution() || self.party.iter().any(|member| member.wounded.treatment.is_some())
    }

    /// For each conditional key that the file sets for a fighter or in `[rules]`, whether it has an effect in each
    /// fight. `constitution` of a party member also has an effect if it is rolled to heal in a rest, and an option for
    /// checks if any check is rolled in a rest.
    pub(super) fn conditional_key_effects(&self, rules: &Rules, written: IsSet<'_>) -> Vec<KeyEffect> {
        let mut all = Vec::new();
        for (combat, first) in self.combats_with_foes() {
            let own = |one: &Owner, key: &str| written(&self.owner_in_file(one, first), key);
            for KeyEffect { owner, key, idle } in combat.key_effects(rules, &own) {
                let healed = self.is_party_member(&owner) && key == "constitution";
                let idle = match idle {
                    idle if healed => self.why_not_rolled(rules, idle),
                    idle => idle.filter(|_| !(owner == Owner::Rules && is_of_checks(key) && self.rolls_checks())),
                };
                all.push(KeyEffect { owner: self.owner_in_file(&owner, first), key, idle });
            }
        }
        all
    }

    /// Warnings about the campaign's fights, without repeats. A warning that does not concern every fight names its
    /// fights.
    pub(super) fn warnings_of_fights(&self, rules: &Rules, written: IsSet<'_>) -> Vec<Remark> {
        let mut found: Vec<(Remark, Vec<&str>)> = Vec::new();
        for ((combat, first), (name, _)) in self.combats_with_foes().zip(&self.written) {
            // Members of the party have a side of their own and are player characters, even if the file sets neither.
            let own = |one: &Owner, key: &str| {
                ["side", "pc"].contains(&key) && self.is_party_member(one)
                    || written(&self.owner_in_file(one, first), key)
            };
            for remark in combat.cautions(rules, &own) {
                match found.iter_mut().find(|(known, _)| *known == remark) {
                    Some((_, fights)) => fights.push(name),
                    None => found.push((remark, vec![name])),
                }
            }
        }
        let told = |(remark, mut fights): (Remark, Vec<&str>)| {
            fights.dedup();
            let reason = match fights.len() {
                all if all == self.written.len() => remark.reason,
                _ => format!("in {}: {}", fights.join(" and in "), remark.reason),
            };
            Remark { reason, ..remark }
        };
        found.into_iter().map(told).collect()
    }

    /// Warnings about rules that have no effect in any of the fights.
    pub(super) fn ineffective_rule_warnings(&self, rules: &Rules, written: IsSet<'_>) -> Vec<Remark> {
        let of = |(combat, first): (&Combat, usize)| {
            combat.ineffective_remarks(rules, &|one: &Owner, key: &str| written(&self.owner_in_file(one, first), key))
        };
        let in_all = |all: Vec<Remark>, more: Vec<Remark>| all.into_iter().filter(|one| more.contains(one)).collect();
        self.combats_with_foes().map(of).reduce(in_all).unwrap_or_default()
    }

    /// The campaign's fights, each with the index of its first foe among all stat blocks in the file. There the party
    /// comes first, then the foes of each fight in turn.
    fn combats_with_foes(&self) -> impl Iterator<Item = (&Combat, usize)> {
        let party = self.blocks.len();
        self.combats().scan(party, move |next, combat| {
            let first = *next;
            *next += combat.cast.fighters.len() - party;
            Some((combat, first))
        })
    }

    /// Whether the owner of a key in a fight is a member of the party.
    fn is_party_member(&self, owner: &Owner) -> bool {
        matches!(owner, Owner::Fighter(which) if *which < self.blocks.len())
    }

    /// Converts the owner of a key from a fight to the whole file: foes get their index among all stat blocks in the
    /// file. There `first` is the index of the fight's first foe.
    fn owner_in_file(&self, owner: &Owner, first: usize) -> Owner {
        match owner {
            Owner::Fighter(which) if *which >= self.blocks.len() => Owner::Fighter(first + which - self.blocks.len()),
            _ => owner.clone(),
        }
    }

    /// Why a member's Constitution has no effect, and how to give it one; `None` if it has one in a fight or in a rest.
    /// `in_fights` is the answer for fights alone.
    fn why_not_rolled(&self, rules: &Rules, in_fights: Option<[&'static str; 2]>) -> Option<[&'static str; 2]> {
        let in_fights = in_fights.filter(|_| !self.rolls_constitution())?;
        Some(match rules.healing {
            Healing::Care => in_fights,
            _ if self.party.iter().all(|member| member.wounded.constitution.is_empty()) => {
                ["wounds heal without a roll", "set `rolled_healing = true` in [campaign]"]
            }
            _ => ["no rest is a week long, so no member rolls to heal", "let the party `rest` for a week or more"],
        })
    }
}

/// Whether the option `key` of `[rules]` affects checks.
fn is_of_checks(key: &str) -> bool {
    let of_checks = |scope: Scope| scope != Scope::All && Scope::OF_CHECKS.contains(&scope);
    RuleOption::find(key).is_some_and(|option| of_checks(option.scope))
}
