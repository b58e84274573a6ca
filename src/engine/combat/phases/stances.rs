//! Fighters choose stances by policy (M18, reading 34). From afar, only avoiding twice helps (M12).

use super::{Phase, PhaseStep, Prompt};
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Body, Scene, SceneMut};
use crate::combat::event::{Detail, Observer};
use crate::combat::tables::Fight;
use crate::rules::Pacing;

/// The phase in which fighters choose stances.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Stances;

/// A random choice among stances.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct StanceQuestion {
    who: u16,
    /// Index of the choice in the fight's tactics.
    choice: u16,
}

/// A fighter, and the index of the stance that it takes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ChosenStance {
    who: u16,
    stance: u8,
}

impl Phase for Stances {
    /// Index of the first fighter who may be next.
    type Position = u16;
    type Question = StanceQuestion;
    type Outcome = ChosenStance;

    fn first_position(fight: &Fight, clock: u16) -> Option<u16> {
        let tactics = &fight.tactics;
        (tactics.has_choices && (tactics.avoids_twice || !fight.rounds.at_a_distance(clock))).then_some(0)
    }

    fn next(fight: &Fight, scene: Scene<'_>, at: &u16) -> Prompt<StanceQuestion, ChosenStance> {
        let bodies = (0u16..).zip(scene.bodies).skip((*at).into());
        let may_act = |who: u16, body: &Body| match fight.rules.pacing {
            Pacing::Turns => fight.tactics.avoids_twice || !fight.is_behind(scene.bodies, who),
            _ => fight.roster.duel.is_some() || body.group > 0,
        };
        let mut choosers = bodies.filter(|(who, body)| may_act(*who, body) && fight.is_fit(*who, body));
        let chosen = choosers.find_map(|(who, _)| match policy_choice(fight, scene, who) {
            0 => None,
            choice if fight.tactics.is_mixed(choice) => Some(Prompt::Roll(StanceQuestion { who, choice })),
            choice => Some(Prompt::Forced(ChosenStance { who, stance: fight.tactics.stance_of_choice(choice) })),
        });
        chosen.unwrap_or(Prompt::Done)
    }

    fn roll(
        fight: &Fight,
        question: &StanceQuestion,
        chance: &mut impl Chance,
        _observer: &mut impl Observer,
    ) -> ChosenStance {
        let StanceQuestion { who, choice } = *question;
        let stance = match fight.tactics.dice_of_choice(choice) {
            // The results of these dice are stance indices.
            Some(dice) => chance.roll(Ask::new(who, Purpose::Stance), dice) as u8,
            None => fight.tactics.stance_of_choice(choice),
        };
        ChosenStance { who, stance }
    }

    fn apply(
        _fight: &Fight,
        scene: &mut SceneMut<'_>,
        _at: &u16,
        outcome: &ChosenStance,
        observer: &mut impl Observer,
    ) -> PhaseStep<u16> {
        let ChosenStance { who, stance } = *outcome;
        scene.bodies[usize::from(who)].stance = stance;
        if stance > 0 {
            observer.detail(Detail::Stance { who, stance });
        }
        PhaseStep::Continue(who + 1)
    }
}

/// The index of the choice among stances that the policy of the fighter `who` makes; 0 is the normal stance. The normal
/// stance replaces those that are useless against a single foe or from afar, or impossible when stunned.
fn policy_choice(fight: &Fight, scene: Scene<'_>, who: u16) -> u16 {
    let kind = fight.roster.kind(who);
    let choice = match kind.choices[..] {
        [only] => only,
        _ => kind.choices[kind.fighter.tactic.decide(&fight.view(scene, who))],
    };
    let choice = match fight.tactics.against_one[usize::from(choice)] {
        plain if plain != choice && fight.foes(scene, who).len() < 2 => plain,
        _ => choice,
    };
    let choice = match fight.is_afar(scene, who) {
        true => fight.tactics.from_afar[usize::from(choice)],
        false => choice,
    };
    match fight.rules.stun.keeps_from_attacking(scene.bodies[usize::from(who)].status.stun[0]) {
        true => fight.tactics.when_stunned[usize::from(choice)],
        false => choice,
    }
}
