//! Creature effects that last from round to round: poison, fire, bleeding and regeneration (W28).

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Ailments, Body, Scene, SceneMut};
use crate::combat::event::{Detail, Observer};
use crate::combat::hit::Consequence;
use crate::combat::resolve::{feel, hurt, put_out, regenerate, report_fall, roll_test};
use crate::combat::tables::Fight;
use crate::rules::effects::{self, Check, Doom, Head, Poison, Regenerates, Venom};

/// The ability that made a fighter with these `ailments` bleed; `None` if it does not bleed.
fn bleeding_ability(fight: &Fight, ailments: Ailments) -> Option<effects::Bleeding> {
    fight.roster.kinds.get(usize::from(ailments.bleeding).wrapping_sub(1))?.fighter.abilities.bleeding
}

/// A roll against bleeding to death.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct BleedingRoll {
    /// The level of the trait rolled, with the wound penalty if it applies.
    level: i32,
    /// The lowest result that keeps the fighter alive.
    least: i32,
}

impl BleedingRoll {
    pub(super) fn due_for(fight: &Fight, scene: Scene<'_>, who: u16) -> Option<Self> {
        let body = &scene.bodies[usize::from(who)];
        let (kind, ailments) = (fight.roster.kind(who), body.status.ailments);
        let Check { by, least } = bleeding_ability(fight, ailments).filter(|_| ailments.bleeds_in == 1)?.check;
        fight.is_fit(who, body).then(|| Self {
            level: kind.resists(by, kind.drained_health(&body.status)) + i32::from(fight.penalty_to_resist(scene, who)),
            least,
        })
    }

    pub(super) fn bleeds_to_death(
        &self,
        fight: &Fight,
        who: u16,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> bool {
        let ask = Ask::new(who, Purpose::Bleeding);
        !roll_test(fight, ask, [self.level, 0], Some(self.least), chance, observer).passed()
    }
}

/// Schedules the next roll against bleeding to death, and kills the fighter if `dies`.
pub(super) fn apply_bleeding_roll(
    fight: &Fight,
    scene: &mut SceneMut<'_>,
    who: u16,
    dies: bool,
    observer: &mut impl Observer,
) {
    let first = fight.nobody_fell_before(scene.bodies);
    let body = &mut scene.bodies[usize::from(who)];
    // 1 more, because the end of this round subtracts 1.
    body.status.ailments.bleeds_in =
        1 + bleeding_ability(fight, body.status.ailments).map_or(0, |bleeding| bleeding.every);
    if dies {
        observer.detail(Detail::Followed { who, consequence: Consequence::BledToDeath });
        put_out(fight, who, body, Doom::Death, observer);
        feel(fight, body);
        report_fall(fight, who, first, observer);
    }
}

/// Applies poison, fire, regeneration and bleeding to all fighters at the end of a round. `first` is true if no fighter
/// had fallen before this round.
pub(super) fn apply_lingering_effects(
    fight: &Fight,
    scene: &mut SceneMut<'_>,
    first: bool,
    observer: &mut impl Observer,
) {
    for (who, body) in (0u16..).zip(scene.bodies.iter_mut()) {
        if fight.is_fit(who, body) {
            apply_effects_to(fight, who, body, observer);
            if !fight.is_fit(who, body) {
                report_fall(fight, who, first, observer);
            }
        }
    }
}

/// Applies poison, fire, regeneration and bleeding to the fighter `who`.
fn apply_effects_to(fight: &Fight, who: u16, body: &mut Body, observer: &mut impl Observer) {
    let kind = fight.roster.kind(who);
    let ailments = &mut body.status.ailments;
    ailments.bleeds_in = ailments.bleeds_in.saturating_sub(1);
    let ailments = *ailments;
    if ailments.burning > 0 {
        let severity = fight.roster.track(who).severity(ailments.burning.into());
        let level = hurt(fight, who, body, severity, Consequence::Burned, observer);
        if fight.roster.sears(who, level) {
            body.status.head = Head::Seared;
        }
    }
    if let Some(Venom { drains, doom }) = ailments.poison {
        let drained = ailments.drained.saturating_add(drains);
        body.status.ailments.drained = drained;
        observer.detail(Detail::Followed { who, consequence: Consequence::Drained });
        if Poison::puts_out(kind.health, kind.drained_health(&body.status)) {
            observer.detail(Detail::Followed { who, consequence: Consequence::Doomed(doom) });
            put_out(fight, who, body, doom, observer);
        }
    }
    let by_round = kind.fighter.abilities.regeneration.is_some_and(|one| one.when == Regenerates::Round);
    if by_round && kind.track.condition(body.marked).fit {
        regenerate(fight, who, body, observer);
    }
    feel(fight, body);
}
