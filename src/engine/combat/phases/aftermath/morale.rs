//! Morale: whoever is wounded may flee (C14).

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Exit, Scene, SceneMut, Status};
use crate::combat::event::{Event, Fired, Observer};
use crate::combat::resolve::tested;
use crate::combat::tables::Fight;
use crate::rules::morale::{STEADY, trial};

/// A situational roll.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Morale {
    /// What the wounds felt take from it, 0 or less: stuns take nothing, and will may help (W19, W25).
    wounds: i8,
    /// The wound level that it is tested at.
    pub(super) level: u8,
}

impl Morale {
    pub(super) fn of(fight: &Fight, scene: Scene<'_>, who: u16) -> Option<Self> {
        let body = &scene.bodies[usize::from(who)];
        let condition = fight.track(who).condition(body.felt);
        let may_flee = fight.kind(who).fighter.morale.is_some() && fight.is_fit(who, body);
        let tested = may_flee && trial(body.status.tested, condition.level, fight.track(who).grave());
        tested.then_some(Self { wounds: fight.penalty(scene, who), level: condition.level })
    }

    pub(super) fn flees(
        &self,
        fight: &Fight,
        who: u16,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> bool {
        let morale = [fight.kind(who).fighter.morale.unwrap_or(0), self.wounds.into()];
        let test = tested(fight, Ask::new(who, Purpose::Morale), morale, Some(STEADY), chance, observer);
        if !test.passed() {
            observer.note(Event::Fired { who, what: Fired::Fled });
        }
        !test.passed()
    }
}

/// Morale was tested.
pub(super) fn end(scene: &mut SceneMut<'_>, who: u16, level: u8, fled: bool) {
    let status = &mut scene.bodies[usize::from(who)].status;
    let left = fled.then_some(Exit::GotAway);
    *status = Status { tested: level, left, ..*status };
}
