//! Morale: wounded fighters may flee (C14).

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Exit, Scene, SceneMut, Status};
use crate::combat::event::{Event, Fired, Observer};
use crate::combat::resolve::roll_test;
use crate::combat::tables::Fight;
use crate::rules::morale::{LOWEST_STEADY, is_tested};

/// A morale test, made as a situational roll.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct MoraleRoll {
    /// The wound penalty, 0 or less. Stuns do not count, and Willpower may reduce it (W19, W25).
    wounds: i8,
    /// The wound level that triggers the test.
    pub(super) level: u8,
}

impl MoraleRoll {
    pub(super) fn due_for(fight: &Fight, scene: Scene<'_>, who: u16) -> Option<Self> {
        let body = &scene.bodies[usize::from(who)];
        let condition = fight.roster.track(who).condition(body.felt);
        let may_flee = fight.roster.kind(who).fighter.morale.is_some() && fight.is_fit(who, body);
        let tested =
            may_flee && is_tested(body.status.tested, condition.level, fight.roster.track(who).worst_fit_level());
        tested.then_some(Self { wounds: fight.penalty(scene, who), level: condition.level })
    }

    pub(super) fn flees(
        &self,
        fight: &Fight,
        who: u16,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> bool {
        let morale = [fight.roster.kind(who).fighter.morale.unwrap_or(0), self.wounds.into()];
        let test = roll_test(fight, Ask::new(who, Purpose::Morale), morale, Some(LOWEST_STEADY), chance, observer);
        if !test.passed() {
            observer.note(Event::Fired { who, what: Fired::Fled });
        }
        !test.passed()
    }
}

/// Records a morale test at `level`; the fighter leaves the fight if it `fled`.
pub(super) fn record_test(scene: &mut SceneMut<'_>, who: u16, level: u8, fled: bool) {
    let status = &mut scene.bodies[usize::from(who)].status;
    let left = fled.then_some(Exit::GotAway);
    *status = Status { tested: level, left, ..*status };
}
