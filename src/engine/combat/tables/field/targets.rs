//! Determines the foes that a fighter can attack, and which of them it prefers (C5, M18, reading 34).

use super::super::Fight;
use super::sides::AttackableFoes;
use crate::combat::condition::{Body, Scene};
use crate::rules::effects::Head;
use crate::rules::{FighterView, Pacing, Targets};
use std::cmp::Reverse;

impl Fight {
    /// The information on which the policies of the fighter `who` depend this round.
    pub(crate) fn view(&self, scene: Scene<'_>, who: u16) -> FighterView {
        let bodies = || (0u16..).zip(scene.bodies);
        let own = &scene.bodies[usize::from(who)];
        let level = |who: u16, body: &Body| self.roster.track(who).condition(body.felt).level;
        let faced = |(other, body): &(u16, &Body)| {
            self.roster.side(*other) != self.roster.side(who)
                && (self.roster.duel.is_some() || body.group == own.group && own.group > 0)
        };
        let foes = bodies().filter(faced);
        let here = |body: &Body| body.status.head != Head::Latent;
        let of_side = bodies().filter(|(other, body)| self.roster.side(*other) == self.roster.side(who) && here(body));
        FighterView {
            round: scene.clock + 1,
            wounds: level(who, own),
            foe_wounds: foes.clone().map(|(foe, body)| level(foe, body)).min(),
            foes: foes.count() as u16,
            left: of_side.clone().filter(|(one, body)| self.is_fit(*one, body)).count() as u16,
            strength: of_side.count() as u16,
        }
    }

    /// The foes that the fighter `by` can attack, in roster order: the fit foes in its group. If its group has no fit
    /// foe and the fighter may leave it, all fit foes. A swallowed fighter can attack only the foe that swallowed it.
    fn foes_in_reach<'a>(&'a self, scene: Scene<'a>, by: u16) -> impl Iterator<Item = u16> + 'a {
        let bodies = scene.bodies;
        let own = &bodies[usize::from(by)];
        let (inside, group) = (own.status.inside, own.group);
        let afar = self.is_afar(scene, by);
        let against = self.attackable_foes(scene, by);
        let fit = move |(who, body): &(u16, &Body)| {
            self.is_open_to(by, against, *who, body) && (afar || !self.is_behind(bodies, *who))
        };
        let held = self.stays_in_group(afar);
        let of_group = !afar && (0u16..).zip(bodies).filter(fit).any(|(_, body)| body.group == group);
        let may = move |(who, body): &(u16, &Body)| match inside {
            0 if held => fit(&(*who, *body)) && group > 0 && body.group == group,
            0 => fit(&(*who, *body)) && (!of_group || body.group == group),
            inside => *who == inside - 1,
        };
        (0u16..).zip(bodies).filter(may).map(|(who, _)| who)
    }

    /// The foes that the fighter `by` can attack, in its order of preference.
    pub(crate) fn foes(&self, scene: Scene<'_>, by: u16) -> Vec<u16> {
        let mut foes: Vec<u16> = self.foes_in_reach(scene, by).collect();
        foes.sort_by_key(|&foe| self.preference_key(scene, by, foe));
        foes
    }

    /// The foe that the fighter `by` attacks first; `None` if it can attack no foe.
    pub(crate) fn first_foe(&self, scene: Scene<'_>, by: u16) -> Option<u16> {
        let own = &scene.bodies[usize::from(by)];
        if own.status.inside > 0 {
            return Some(own.status.inside - 1);
        }
        if self.shares_targets(scene, by) {
            return self.shared_target(scene, by);
        }
        let afar = self.is_afar(scene, by);
        let hides = self.roster.has_lines && !afar;
        let held = self.stays_in_group(afar);
        if held && own.group == 0 {
            return None;
        }
        let against = self.attackable_foes(scene, by);
        let prefers_none =
            matches!(self.roster.kind(by).fighter.targets, Targets::LowestResult | Targets::Roster | Targets::Random);
        // Nearly every attack runs through here. Once a foe of the group is found, other groups are skipped, and
        // without a preference the search ends.
        let mut best: Option<((bool, i32), u16)> = None;
        for (foe, body) in (0u16..).zip(scene.bodies) {
            let away = !afar && body.group != own.group;
            if (away && best.is_some_and(|((best_away, _), _)| !best_away)) || !self.is_open_to(by, against, foe, body)
            {
                continue;
            }
            if (hides && self.is_behind(scene.bodies, foe)) || (held && away) {
                continue;
            }
            if prefers_none && !away {
                return Some(foe);
            }
            let key = (away, self.preference_key(scene, by, foe));
            if best.is_none_or(|(known, _)| key < known) {
                best = Some((key, foe));
            }
        }
        best.map(|(_, foe)| foe)
    }

    /// Whether a fighter without foes in its group waits for the next round instead of joining another group, because
    /// reach is limited (M15). `afar` is whether the fighter attacks from a distance.
    fn stays_in_group(&self, afar: bool) -> bool {
        !afar && self.roster.duel.is_none() && self.rules.reach.is_some() && self.rules.pacing == Pacing::Turns
    }

    /// Whether the fighter `by` gets its target from [`shared_target`](Self::shared_target): it is not face to face
    /// with any foe, and has no preference (reading 40).
    fn shares_targets(&self, scene: Scene<'_>, by: u16) -> bool {
        self.faces_nobody(scene, by) && self.roster.kind(by).fighter.targets == Targets::LowestResult
    }

    /// Whether a fighter is not face to face with particular foes: at a distance, or if only player characters act and
    /// all fighters are player characters.
    fn faces_nobody(&self, scene: Scene<'_>, who: u16) -> bool {
        let both_act = || self.rules.pacing == Pacing::PlayerFacing && self.roster.kinds.iter().all(|kind| kind.pc);
        self.is_afar(scene, who) || both_act()
    }

    /// The target of the fighter `by` if a side divides its targets evenly: the k-th attacker of the side gets the k-th
    /// foe, and after the last foe comes the first again (reading 40). `None` if there is no foe.
    fn shared_target(&self, scene: Scene<'_>, by: u16) -> Option<u16> {
        let before = (0u16..).zip(scene.bodies).take(by.into());
        let before = before.filter(|&(who, body)| {
            let shares = self.roster.side(who) == self.roster.side(by)
                && self.is_fit(who, body)
                && self.faces_nobody(scene, who);
            shares && self.may_attack(scene, who)
        });
        let against = self.attackable_foes(scene, by);
        let foes = || (0u16..).zip(scene.bodies).filter(|(who, body)| self.is_open_to(by, against, *who, body));
        let place = before.count().checked_rem(foes().count())?;
        foes().nth(place).map(|(foe, _)| foe)
    }

    /// Whether the fighter `by` could attack `who`, apart from lines and groups: `who` is a fit foe on one of the sides
    /// `against`, and has not been swallowed.
    #[inline(always)]
    fn is_open_to(&self, by: u16, against: AttackableFoes, who: u16, body: &Body) -> bool {
        let side = self.roster.side(who);
        side != self.roster.side(by) && against.includes(side) && self.is_fit(who, body) && body.status.inside == 0
    }

    /// Sort key of `foe` for the target preference of `by`. The lowest key is preferred; among equals, the first in the
    /// roster.
    #[inline(always)]
    pub(crate) fn preference_key(&self, scene: Scene<'_>, by: u16, foe: u16) -> i32 {
        let skill = || {
            let matchup = self.matchup(foe, by);
            matchup.skill + matchup.skill_in_dice + self.modifiers_of(scene, foe).modifier_to_all_rolls()
        };
        match self.roster.kind(by).fighter.targets {
            Targets::LowestResult | Targets::Roster | Targets::Random => 0,
            Targets::Weakest => skill(),
            Targets::Strongest => -skill(),
            Targets::MostWounded => {
                let felt = scene.bodies[usize::from(foe)].felt;
                -i32::from(self.roster.track(foe).condition(felt).level)
            }
            Targets::Leader => -i32::from(self.roster.kind(foe).fighter.leader),
        }
    }

    /// The fighters who act if only player characters do: all fit player characters, in roster order. If one roll
    /// decides the fight, only the one who makes that roll.
    pub(crate) fn actors(&self, scene: Scene<'_>) -> Vec<u16> {
        let acting: Vec<u16> = self.fit(scene.bodies).filter(|&who| self.roster.kind(who).pc).collect();
        match self.rules.pacing {
            Pacing::Story => self.strongest_actor(&acting).into_iter().collect(),
            _ => acting,
        }
    }

    /// The fighter who makes the roll if one roll decides the fight: among the fighters of `acting` who are on the side
    /// of its first one, the most skilled.
    fn strongest_actor(&self, acting: &[u16]) -> Option<u16> {
        let side = self.roster.side(*acting.first()?);
        let skill = |who: u16| self.strongest_foe(who).map(|foe| self.matchup(who, foe).skill);
        acting
            .iter()
            .copied()
            .filter(|&who| self.roster.side(who) == side)
            .max_by_key(|&who| (skill(who), Reverse(who)))
    }

    /// The most skilled foe of `by`; `None` if there is no foe. If one roll decides the fight, its skill is the
    /// difficulty.
    pub(crate) fn strongest_foe(&self, by: u16) -> Option<u16> {
        let foes = (0..self.roster.fighters() as u16).filter(|&who| self.roster.side(who) != self.roster.side(by));
        foes.max_by_key(|&foe| (self.matchup(foe, by).skill, Reverse(foe)))
    }
}
