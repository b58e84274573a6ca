//! Rolls made before the blows of a round: danger sense, strain on weapons, nerve, waking and pace (C9, Fantasy Fudge;
//! SRD 6.6; C11, SRD 4.36).
//!
//! - Danger sense: before the first round, a situational roll of Good warns of a surprise.
//! - Strain: every few rounds, a shoddy weapon breaks on a situational roll of Mediocre or worse.
//! - Nerve: a fighter who freezes in danger needs a Good roll of Health to act; one success lasts for the fight.
//! - Waking: a fighter who fainted from casting wakes on a Good roll of Constitution (SRD 7.11, 7.33).
//! - Pace: if pace is rolled, the faster of two opponents adds the difference to the skill it fights with.

use super::{Phase, PhaseStep, Prompt};
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Scene, SceneMut, WeaponState};
use crate::combat::event::{Detail, Observer};
use crate::combat::hit::Consequence;
use crate::combat::resolve::roll_test;
use crate::combat::tables::Fight;
use crate::rules::effects::Resist;

/// The level that rolls of nerve, of danger sense and of waking must reach.
const GOOD: i32 = 1;

/// The lowest situational roll at which a shoddy weapon does not break.
const FAIR: i32 = 0;

/// The phase of the rolls before blows fall.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Readying;

/// The rolls that a fighter makes before blows fall, with everything that they depend on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ReadyingQuestion {
    who: u16,
    /// Modifiers to the rolls of nerve and of pace, from wounds and status; 0 for a roll that is not made.
    burdens: [i16; 2],
    /// The level of Health left, if the fighter needs nerve to act.
    frozen: Option<i32>,
    /// Whether the fighter may sense a surprise.
    senses: bool,
    /// Whether the fighter's weapon may break.
    weapon_may_break: bool,
    /// Whether the fighter has fainted from casting and may wake.
    unconscious: bool,
}

/// The results of a fighter's rolls.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ReadyingOutcome {
    who: u16,
    /// The result of the pace roll; 0 if pace is not rolled.
    pace: i8,
    /// Whether the fighter has found the nerve to act.
    nerved: bool,
    /// Whether the fighter has sensed a surprise.
    warned: bool,
    /// Whether the weapon broke.
    broke: bool,
    /// Whether the fighter has woken after fainting.
    woke: bool,
}

impl Phase for Readying {
    /// Index of the first fighter who may be next.
    type Position = u16;
    type Question = ReadyingQuestion;
    type Outcome = ReadyingOutcome;

    fn first_position(fight: &Fight, _clock: u16) -> Option<u16> {
        fight.rounds.readies.then_some(0)
    }

    fn next(fight: &Fight, scene: Scene<'_>, at: &u16) -> Prompt<ReadyingQuestion, ReadyingOutcome> {
        let bodies = (0u16..).zip(scene.bodies).skip((*at).into());
        let question = bodies.filter(|(who, body)| fight.is_fit(*who, body)).find_map(|(who, body)| {
            let kind = fight.roster.kind(who);
            let freezes = kind.fighter.combat_paralysis && !body.status.nerved;
            let frozen = freezes.then(|| kind.resists(Resist::Health, kind.drained_health(&body.status)));
            let races = fight.rules.strike_first.races() && !fight.rounds.at_a_distance(scene.clock);
            let senses = scene.clock == 0 && kind.fighter.danger_sense;
            let weapon_may_break = weapon_may_break(fight, scene, who);
            let unconscious = body.status.magic.unconscious;
            (frozen.is_some() || races || senses || weapon_may_break || unconscious).then(|| {
                let modifiers = fight.modifiers_of(scene, who);
                let nerve = i16::from(modifiers.status) + i16::from(fight.penalty_to_resist(scene, who));
                let pace = if races { modifiers.modifier_to_all_rolls() as i16 } else { 0 };
                ReadyingQuestion {
                    who,
                    burdens: [if frozen.is_some() { nerve } else { 0 }, pace],
                    frozen,
                    senses,
                    weapon_may_break,
                    unconscious,
                }
            })
        });
        question.map_or(Prompt::Done, Prompt::Roll)
    }

    fn roll(
        fight: &Fight,
        question: &ReadyingQuestion,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> ReadyingOutcome {
        let ReadyingQuestion { who, burdens: [nerve, pace], frozen, senses, weapon_may_break, unconscious } = *question;
        let kind = fight.roster.kind(who);
        let mut test = |purpose, level, burden: i16, least| {
            roll_test(fight, Ask::new(who, purpose), [level, burden.into()], least, chance, observer)
        };
        let warned = senses && test(Purpose::Danger, 0, 0, Some(GOOD)).passed();
        let broke = weapon_may_break && !test(Purpose::Strain, 0, 0, Some(FAIR)).passed();
        let nerved = frozen.is_some_and(|health| test(Purpose::Nerve, health, nerve, Some(GOOD)).passed());
        let woke = unconscious && test(Purpose::Conscious, kind.wakes.unwrap_or(0), 0, Some(GOOD)).passed();
        // The limits are far beyond any trait and dice that are accepted elsewhere.
        let races = fight.rules.strike_first.races();
        let pace =
            if races { test(Purpose::Speed, kind.fighter.speed, pace, None).total().clamp(-120, 120) as i8 } else { 0 };
        ReadyingOutcome { who, pace, nerved, warned, broke, woke }
    }

    fn apply(
        _fight: &Fight,
        scene: &mut SceneMut<'_>,
        _at: &u16,
        outcome: &ReadyingOutcome,
        observer: &mut impl Observer,
    ) -> PhaseStep<u16> {
        let ReadyingOutcome { who, pace, nerved, warned, broke, woke } = *outcome;
        let body = &mut scene.bodies[usize::from(who)];
        body.pace = pace;
        body.status.nerved |= nerved;
        body.status.warned |= warned;
        if woke {
            body.status.magic.unconscious = false;
            observer.detail(Detail::Followed { who, consequence: Consequence::Woke });
        }
        if broke {
            body.status.weapon = WeaponState::Dropped;
            observer.detail(Detail::Followed { who, consequence: Consequence::WeaponBroke });
        }
        PhaseStep::Continue(who + 1)
    }
}

/// Whether this is a round of blows in which the fighter's weapon may break.
fn weapon_may_break(fight: &Fight, scene: Scene<'_>, who: u16) -> bool {
    let due = fight.roster.kind(who).fighter.shoddy.is_some_and(|rounds| (scene.clock + 1).is_multiple_of(rounds));
    due && !fight.is_afar(scene, who) && scene.bodies[usize::from(who)].status.weapon != WeaponState::Dropped
}
