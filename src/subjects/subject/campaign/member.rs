//! A party member between the fights of a campaign.

use super::rest::RestLength;
use crate::chance::Chance;
use crate::check::{
    Advance, HealingEnd, HealingOver, HealingState, Recovery, ReserveLosses, Run, Summary, System, Wounded,
};
use crate::combat::{Absence, Body, Enchantment};
use crate::error::{Error, Result};
use crate::exact::{self, Limits};
use crate::rules::healing::{GOOD, HURT, Healing};
use crate::rules::{Record, RecordKind, Track, choice};
use std::sync::Arc;

choice! {
    /// The fate of the members of a beaten party who did not flee.
    LostFight {
        End = "end": "their part in the campaign ends there",
        Slain = "slain": "they die",
        Captured = "captured": "they live, but take no further part in the campaign",
        LeftBehind = "left behind": "they keep their wounds, and return once they are fit again",
    }
}

/// The care available to the party after a fight or in a rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Care {
    /// Whether there are a few minutes for treatment.
    pub(crate) minutes: bool,
    /// Whether any member of the party can act.
    pub(crate) friends: bool,
    /// Whether the healer can act. Also true if the healer is not in the party, or if the campaign has no healer.
    pub(crate) healer: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// The index of the member's stat block in the party, in file order.
    pub(crate) block: usize,
    /// The names of the wound levels, from Undamaged to Dead.
    pub(crate) levels: Vec<String>,
    /// The wound track; a box track also remembers the level of each wound received.
    pub(crate) track: Arc<Track>,
    /// The member's healing rules; the wounds themselves are filled in for each rest.
    pub(crate) wounded: Wounded,
    /// The magic system that restores the member's reservoir; `None` without magic.
    pub(crate) magic: Option<System>,
}

impl Care {
    /// No care, as after a lost fight.
    pub(crate) const NONE: Self = Self { minutes: false, friends: false, healer: false };
}

impl Member {
    /// Checks that the sources have healing rules for a record.
    ///
    /// # Errors
    /// If the record uses Damage Capacity, cards or boxes that absorb hits.
    pub(crate) fn check_healing_rules(record: &Record) -> Result<()> {
        match record.kind {
            RecordKind::Boxes | RecordKind::Health | RecordKind::CapacityPoints | RecordKind::InOrder => Ok(()),
            RecordKind::Capacity { .. } | RecordKind::Cards | RecordKind::Absorb => {
                Err(Error::input("no source says how wounds of this record heal")
                    .with_help("a campaign needs a record of boxes, points or injuries"))
            }
        }
    }

    /// The wound state after the care that follows a fight. `marked` is the state at the end of the fight. A member
    /// Near Death dies unless a healer succeeds now, or did so after an earlier fight (`stable`, SRD 4.51).
    pub(crate) fn state_after_care(&self, marked: u16, stable: bool, care: Care, chance: &mut dyn Chance) -> u16 {
        if self.is_dying(marked, stable) {
            let healer = self.wounded.treatment.as_ref().filter(|_| care.healer);
            let treated = healer.map(|check| check.roll(chance).degree);
            if treated.is_none_or(|degree| degree < GOOD) {
                return self.track.dead();
            }
        }
        self.cleared(marked, care)
    }

    /// The wound state `marked` after a few minutes of care. Scratches clear (SRD 4.8). In LITE minor injuries clear
    /// instead, if a member of the party can act. The dead, and members without minutes of care, stay as they are.
    pub(crate) fn cleared(&self, marked: u16, care: Care) -> u16 {
        if !care.minutes || self.track.is_dead(marked) {
            return marked;
        }
        if self.wounded.healing == Healing::Care {
            return self.track.after_care(marked).filter(|_| care.friends).unwrap_or(marked);
        }
        let wounds = self.track.wounds(marked).into_iter().filter(|level| *level >= HURT);
        self.track.state_of(&wounds.collect::<Vec<_>>())
    }

    /// Whether a member in wound state `marked` dies unless a healer succeeds; false if one already did (`stable`).
    pub(crate) fn is_dying(&self, marked: u16, stable: bool) -> bool {
        self.wounded.bleeds && self.wounded.healing != Healing::Care && self.is_near_death(marked) && !stable
    }

    /// Whether the wounds are at the worst level short of Dead.
    pub(crate) fn is_near_death(&self, marked: u16) -> bool {
        self.track.condition(marked).level == self.wounded.near_death
    }

    /// The wound state after a rest that a member begins in state `marked`. The lightest wounds must already be
    /// [cleared](Self::cleared).
    pub(crate) fn rested(&self, marked: u16, length: RestLength, care: Care, chance: &mut dyn Chance) -> u16 {
        let Some(wounded) = self.wounds_to_heal(marked, care) else { return marked };
        let days = match length {
            RestLength::Days(days) => days,
            RestLength::Minutes(minutes) => return self.treated_in_hours(&wounded, marked, minutes, chance),
        };
        let mut run = Run::new(&wounded, chance);
        loop {
            let before = run.state;
            match run.advance(chance, &mut |_| {}) {
                Advance::Ended(over) => return self.state_after_rest(marked, Err(over)),
                // This step belongs to the day after the rest, so the state before it counts.
                Advance::Stepped if run.step > days => return self.state_after_rest(marked, Ok(before)),
                Advance::Continued | Advance::Stepped => {}
            }
        }
    }

    /// The wound state after a rest of `minutes`, less than a day. Only treatment can heal wounds in such a rest.
    fn treated_in_hours(&self, wounded: &Wounded, marked: u16, minutes: u32, chance: &mut dyn Chance) -> u16 {
        wounded
            .after_treatment_within(minutes, chance)
            .map_or(marked, |healed| self.state_after_recovery(marked, healed))
    }

    /// Like [`rested`](Self::rested), but returns the chance of each state.
    ///
    /// # Errors
    /// If the solver is stopped.
    pub(crate) fn rested_exactly(
        &self,
        marked: u16,
        length: RestLength,
        care: Care,
        limits: &Limits<'_>,
    ) -> Result<Summary<u16>> {
        let Some(wounded) = self.wounds_to_heal(marked, care) else { return Ok(Summary::of_branches(|_| marked)) };
        let days = match length {
            RestLength::Days(days) => days,
            RestLength::Minutes(minutes) => {
                return Ok(Summary::of_branches(|chance| self.treated_in_hours(&wounded, marked, minutes, chance)));
            }
        };
        let rested = exact::states_after(&wounded, days, limits)?;
        Ok(Summary::of_all(rested.into_iter().map(|(rested, weight)| (self.state_after_rest(marked, rested), weight))))
    }

    /// Whether the member is alive and still in the campaign.
    pub(crate) fn takes_part(&self, body: &Body) -> bool {
        body.status.absent.is_none() && !self.track.is_dead(body.marked)
    }

    /// Applies `fate` to a member who did not flee from a lost fight. With [`LostFight::End`], a member who
    /// [is dying](Self::is_dying) dies.
    pub(crate) fn lose(&self, body: &mut Body, fate: LostFight, stable: bool) {
        let dies = fate == LostFight::Slain || fate == LostFight::End && self.is_dying(body.marked, stable);
        if dies {
            (body.felt, body.marked) = (self.track.dead(), self.track.dead());
        }
        body.status.absent = match fate {
            LostFight::End => Some(Absence::Beaten),
            LostFight::Captured => Some(Absence::Captured),
            LostFight::Slain | LostFight::LeftBehind => None,
        };
    }

    /// Updates `body` after a fight: sets its wounds to `marked`, gives back up to `points` Fudge points, and restores
    /// magic if there are minutes of care.
    pub(crate) fn after_fight(&self, body: &mut Body, marked: u16, care: Care, points: u8) {
        self.set_wounds(body, marked);
        return_points(body, points);
        if let Some(system) = self.magic.as_ref().filter(|_| care.minutes) {
            set_reserve(body, system.after_minutes(reserve(body)));
        }
    }

    /// Like [`after_fight`](Self::after_fight), but after a rest of `length`.
    pub(crate) fn after_rest(&self, body: &mut Body, marked: u16, length: RestLength, points: u8) {
        self.set_wounds(body, marked);
        return_points(body, points);
        if let Some(system) = &self.magic {
            let rested = match length {
                RestLength::Days(days) => system.after_days(reserve(body), days, self.wounded.long_rest),
                RestLength::Minutes(minutes) => system.after_short_rest(reserve(body), minutes),
            };
            set_reserve(body, rested);
        }
    }

    /// Sets the wounds to `marked`. Once no wound is left, crippled parts heal and poison ends.
    fn set_wounds(&self, body: &mut Body, marked: u16) {
        (body.felt, body.marked) = (marked, marked);
        if marked == 0 {
            body.status.parts = Default::default();
            let ailments = &mut body.status.ailments;
            (ailments.poison, ailments.drained) = (None, 0);
        }
    }

    /// Levels, points or boxes left in the member's reservoir of magic; `None` if it has no reservoir.
    pub(crate) fn magic_left(&self, body: &Body) -> Option<u8> {
        self.magic.as_ref()?.levels_left_after(reserve(body))
    }

    /// The wounds in state `marked`, as they are at the start of a rest. `None` if no wound needs to heal, or if the
    /// member is dead.
    fn wounds_to_heal(&self, marked: u16, care: Care) -> Option<Wounded> {
        if self.track.is_dead(marked) {
            return None;
        }
        let wounds = self.track.wounds(marked);
        let treatment = self.wounded.treatment.clone().filter(|_| care.healer);
        let wounded = Wounded { wounds, bleeds: false, treatment, ..self.wounded.clone() };
        wounded.must_heal().then_some(wounded)
    }

    /// The wound state after a rest that a member began in state `marked`. `rested` is the state of healing on the last
    /// day, or the end of healing if it came earlier.
    fn state_after_rest(&self, marked: u16, rested: std::result::Result<HealingState, HealingOver>) -> u16 {
        match rested {
            Err(HealingOver { end: HealingEnd::Healed, .. }) => 0,
            Err(_) => marked,
            // Injuries clear all together or not at all.
            Ok(_) if self.wounded.healing == Healing::Care => marked,
            Ok(bed) => self.state_after_recovery(marked, bed.wounds),
        }
    }

    /// The wound state in which each wound of `marked` has its current level from `healed`. Wounds lighter than Hurt
    /// are gone.
    fn state_after_recovery(&self, marked: u16, healed: Recovery) -> u16 {
        let now = self.track.wounds(marked).into_iter().map(|level| healed.current_level(level));
        let left: Vec<u8> = now.filter(|level| *level >= HURT).collect();
        self.track.state_of(&left)
    }
}

/// Gives back up to `points` of the Fudge points that the member has spent.
fn return_points(body: &mut Body, points: u8) {
    body.status.points = body.status.points.saturating_sub(points);
}

/// The magic that the member has drained and spent.
fn reserve(body: &Body) -> ReserveLosses {
    let magic = body.status.magic;
    ReserveLosses { drained: magic.drained, spent: magic.spent }
}

fn set_reserve(body: &mut Body, ReserveLosses { drained, spent }: ReserveLosses) {
    body.status.magic = Enchantment { drained, spent, ..body.status.magic };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Script;
    use crate::check::{Actor, Check, CheckRules, ClearedBoxes, Lite, Skill};
    use crate::combat::Ailments;
    use crate::dice::Dice;
    use crate::rules::Harm;
    use crate::rules::effects::{Doom, Venom};

    fn actor(level: i32) -> Actor {
        Actor::new(Some(level), 0, Dice::fudge(), None).unwrap()
    }

    const PRESSED: Care = Care { minutes: false, friends: true, healer: true };
    const ALONE: Care = Care { minutes: true, friends: false, healer: true };
    const BY_FRIENDS: Care = Care { minutes: true, friends: true, healer: true };

    /// A member with Fair Constitution, and a Good healer who needs 24 hours per wound.
    fn member(record: &Record, healing: Healing) -> Member {
        let track = Arc::new(Track::compile(record, 0, None).remembering().unwrap());
        let wounded = Wounded {
            healing,
            wounds: Vec::new(),
            track: Arc::clone(&track),
            near_death: 5,
            bleeds: true,
            constitution: Wounded::rolls(&actor(0), 5, &CheckRules::default()).unwrap(),
            rapid: false,
            treatment: Some(Check::new(actor(1), GOOD, CheckRules::default()).unwrap()),
            hours_per_wound: 24,
            long_rest: 7,
        };
        Member { name: String::new(), block: 0, levels: Vec::new(), track, wounded, magic: None }
    }

    /// The member has a Very Hurt wound and two Hurt ones. The last one found no free box and marked Incapacitated.
    /// With a Good result the Hurt wounds heal, and the Very Hurt one becomes Hurt, within three days (H1, SRD 4.57,
    /// 4.8).
    #[test]
    fn wounds_heal_from_received_level() {
        let member = member(&Record::standard(), Healing::EveryWound);
        let marked = member.track.state_of(&[3, 2, 2]);
        assert_eq!(member.track.condition(marked).level, 4);
        let rested = |days| {
            member.track.wounds(member.rested(marked, RestLength::Days(days), BY_FRIENDS, &mut Script::new([0, 0])))
        };
        assert_eq!(rested(2), [2, 2, 3]);
        assert_eq!(rested(3), [2]);
        // A week later, after a Fair roll of Constitution.
        assert!(rested(10).is_empty());
    }

    /// The exact chances after a week of rest without a healer: a Hurt and a Very Hurt wound need rolls of Fair and
    /// Good (H3).
    #[test]
    fn exact_week_of_rest_matches_roll_chances() {
        let member = member(&Record::standard(), Healing::EveryWound);
        let member = Member { wounded: Wounded { treatment: None, ..member.wounded.clone() }, ..member };
        let after = member
            .rested_exactly(member.track.state_of(&[2, 3]), RestLength::Days(7), BY_FRIENDS, &Limits::LARGEST)
            .unwrap();
        let chance = |wounds: &[u8]| after.weight_of(|state| state == member.track.state_of(wounds)).probability();
        let (fair, good) = (50.0 / 81.0, 31.0 / 81.0);
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
        near(chance(&[2]), fair * good);
        near(chance(&[3]), fair * (1.0 - good));
        near(chance(&[2, 2]), (1.0 - fair) * good);
        near(chance(&[2, 3]), (1.0 - fair) * (1.0 - good));
    }

    /// Scratches clear; a member Near Death dies unless the healer has a Good result, or had one earlier (SRD 4.8,
    /// 4.51).
    #[test]
    fn tended_clears_scratches_and_needs_healer_near_death() {
        let member = member(&Record::standard(), Healing::EveryWound);
        let state = |wounds: &[u8]| member.track.state_of(wounds);
        let tended = |wounds: &[u8], stable, rolled| {
            member.state_after_care(state(wounds), stable, BY_FRIENDS, &mut Script::new([rolled]))
        };
        assert_eq!(tended(&[1, 1, 2], false, 0), state(&[2]));
        assert_eq!(tended(&[5, 1], false, 0), state(&[5]));
        assert_eq!(tended(&[5, 1], false, -1), member.track.dead());
        assert_eq!(tended(&[5, 1], true, -4), state(&[5]));
        // Without minutes for care Scratches stay, but whether the healer saves the member is still rolled.
        let pressed =
            |wounds: &[u8], rolled| member.state_after_care(state(wounds), false, PRESSED, &mut Script::new([rolled]));
        assert_eq!(pressed(&[1, 2], 0), state(&[1, 2]));
        assert_eq!([0, -1].map(|rolled| pressed(&[5, 1], rolled)), [state(&[5, 1]), member.track.dead()]);
        assert_eq!(
            member.state_after_care(member.track.dead(), false, BY_FRIENDS, &mut Script::new([4])),
            member.track.dead()
        );
    }

    /// Minor injuries clear if a friend can still act; a long rest clears everything (H4, LITE).
    #[test]
    fn lite_injuries_clear_with_care_or_long_rest() {
        let member = member(&Record::injuries(), Healing::Care);
        let all = member.track.after(0, 4);
        let tended = |care| member.state_after_care(all, false, care, &mut Script::new([]));
        assert_eq!([PRESSED, ALONE].map(tended), [all; 2]);
        assert!(member.track.condition(tended(BY_FRIENDS)).fit && !member.track.condition(all).fit);
        let rested = |days| member.rested(all, RestLength::Days(days), BY_FRIENDS, &mut Script::new([]));
        assert_eq!([rested(6), rested(7)], [all, 0]);
    }

    /// Fudge points return up to the number spent; crippled parts, poison and its drain end with the last wound (P7,
    /// SRD 1.36).
    #[test]
    fn fights_and_rests_give_back_points_and_end_ailments() {
        let member = member(&Record::standard(), Healing::EveryWound);
        let mut tired = Body::default();
        tired.status.points = 3;
        tired.status.ailments.drained = 2;
        tired.status.ailments.poison = Some(Venom { drains: 1, doom: Doom::Death });
        tired.status.parts[0] = Harm::Hurt;
        let left = |points| {
            let mut body = tired;
            member.after_fight(&mut body, 4, ALONE, points);
            body
        };
        assert_eq!([0, 2, 3, 5].map(|points| left(points).status.points), [3, 1, 0, 0]);
        assert_eq!((left(0).felt, left(0).marked, left(0).status.parts), (4, 4, tired.status.parts));
        let rested = |marked, points| {
            let mut body = tired;
            member.after_rest(&mut body, marked, RestLength::Days(7), points);
            let Ailments { drained, poison, .. } = body.status.ailments;
            (body.felt, body.marked, body.status.points, drained, poison.is_some(), body.status.parts[0])
        };
        assert_eq!(rested(1, 1), (1, 1, 2, 2, true, Harm::Hurt));
        assert_eq!(rested(0, 5), (0, 0, 0, 0, false, Harm::None));
    }

    /// A few minutes clear small boxes of mana and a long rest clears all of them; without minutes none return (X6,
    /// LITE).
    #[test]
    fn lite_mana_clears_with_minutes_or_long_rest() {
        let skill = Skill::plain(Check::new(actor(0), 0, CheckRules::default()).unwrap());
        let lite = System::Lite(Lite { skill, small: 2, large: 3, cleared: ClearedBoxes::Small });
        let member = Member { magic: Some(lite), ..member(&Record::injuries(), Healing::Care) };
        let mut body = Body::default();
        body.status.magic = Enchantment { drained: 2, spent: 1, ..body.status.magic };
        let after = |change: &dyn Fn(&mut Body)| {
            let mut body = body;
            change(&mut body);
            (body.status.magic.drained, body.status.magic.spent, member.magic_left(&body))
        };
        assert_eq!(after(&|body| member.after_fight(body, 0, PRESSED, 0)), (2, 1, Some(2)));
        assert_eq!(after(&|body| member.after_fight(body, 0, ALONE, 0)), (0, 1, Some(4)));
        assert_eq!(after(&|body| member.after_rest(body, 0, RestLength::Days(6), 0)), (0, 1, Some(4)));
        assert_eq!(after(&|body| member.after_rest(body, 0, RestLength::Days(7), 0)), (0, 0, Some(5)));
    }
}
