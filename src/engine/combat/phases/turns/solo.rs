//! Rounds in which only player characters act (C5, C6, C9, A9; LITE), and fights decided by one roll (C3, SRD 4.21).
//!
//! Each fit player character acts once a round, in roster order. Each action takes effect immediately, like a turn (a
//! reading of C5, which sets no order).

use super::action::{ActionConsequences, ActionResult, DefenseCost};
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::Scene;
use crate::combat::event::{Detail, Event, Observer, RolledDegree, TacticalModifier};
use crate::combat::hit::{Blow, HitModifiers};
use crate::combat::resolve::{
    Opponents, PendingRoll, PendingRolls, Player, landed_blow, report_spent, spend_points, with_row,
};
use crate::combat::tables::Fight;
use crate::rules::fudge::{Occasion, Rows};
use crate::rules::{Boon, Pacing};

/// A player character's action, with everything that its rolls depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SoloQuestion {
    by: u16,
    target: u16,
    clock: u16,
    /// The wound penalties of actor and target, 0 or less.
    wounds: [i8; 2],
    /// The status modifiers of actor and target.
    status: [i8; 2],
    /// The rows of the spending policies that apply to actor and target.
    rows: [Rows; 2],
    /// The Fudge-point modifiers to the dice of actor and target.
    luck: [i8; 2],
    /// The Fudge points that the actor has left if one roll decides the fight; otherwise 0.
    points_left: u8,
    mode: ActionMode,
}

/// The way in which an action is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ActionMode {
    /// One roll decides which of the two is hit (C5).
    Acts,
    /// The player character only defends (C5).
    Defends,
    /// The target is unaware of its foes: no roll (C9).
    Unaware,
    /// One roll decides the fight (C3).
    Story,
    /// A Fudge point decides the fight instead (P1).
    Bought,
}

impl SoloQuestion {
    pub(super) fn roll(&self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> ActionResult {
        let Self { by, target, mode, .. } = *self;
        observer.detail(Detail::Meet { one: by, other: target, shot: None });
        let lucky = fight.roster.spends_on_rolls;
        let pending = match mode {
            ActionMode::Acts | ActionMode::Defends if lucky => action_with_points(fight, *self, chance, observer),
            ActionMode::Acts | ActionMode::Defends => {
                let mut pending = PendingRolls::default();
                pending.add(roll_action(fight, *self, chance, observer).map(PendingRoll::Blow));
                pending
            }
            ActionMode::Story if lucky => {
                return ActionResult::Settled(by, story_with_points(fight, *self, chance, observer));
            }
            ActionMode::Unaware | ActionMode::Story | ActionMode::Bought => {
                return ActionResult::Settled(by, decide_without_blows(fight, *self, chance, observer));
            }
        };
        ActionResult::Rolls(
            ActionConsequences { next_turn: (by + 1, 0), target, cost: DefenseCost::default() },
            pending,
        )
    }

    /// Actor and target, as players who may spend Fudge points.
    fn players(&self) -> [Player; 2] {
        let rolls = self.mode != ActionMode::Story;
        [Player::new(self.by, self.rows[0], true), Player::new(self.target, self.rows[1], rolls)]
    }

    /// A copy with the Fudge-point modifiers `luck` to the dice of actor and target.
    fn with_luck(self, luck: [i8; 2]) -> Self {
        Self { luck, ..self }
    }
}

/// Builds the question for a player character's action against `target`.
pub(super) fn solo_question(fight: &Fight, scene: Scene<'_>, by: u16, target: u16) -> SoloQuestion {
    let wounds = [by, target].map(|who| fight.penalty(scene, who));
    let status = [by, target].map(|who| scene.bodies[usize::from(who)].status.modifier_to_all_rolls());
    let mode = mode_of(fight, scene, by, target);
    let lucky = fight.roster.spends_on_rolls;
    let rows =
        [by, target].map(|who| if lucky { fight.spending_rows(scene, who, Boon::is_for_rolls) } else { Rows::NONE });
    let points_left = if lucky && mode == ActionMode::Story { fight.roster.points_left(scene, by) } else { 0 };
    SoloQuestion { by, target, clock: scene.clock, wounds, status, rows, luck: [0; 2], points_left, mode }
}

/// Rolls a player character's action in a fight in which fighters can be wounded and nothing else. Returns the blow
/// that hits, if any.
#[inline(always)]
pub(crate) fn plain_action(
    fight: &Fight,
    scene: Scene<'_>,
    [by, target]: [u16; 2],
    wounds: [i8; 2],
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Option<Blow> {
    observer.detail(Detail::Meet { one: by, other: target, shot: None });
    let mode = mode_of(fight, scene, by, target);
    let (status, rows, luck) = ([0; 2], [Rows::NONE; 2], [0; 2]);
    let action = SoloQuestion { by, target, clock: scene.clock, wounds, status, rows, luck, points_left: 0, mode };
    roll_action(fight, action, chance, observer)
}

fn mode_of(fight: &Fight, scene: Scene<'_>, by: u16, target: u16) -> ActionMode {
    let (kind, felt) = (fight.roster.kind(by), scene.bodies[usize::from(by)].felt);
    match fight.rules.pacing {
        Pacing::Story => ActionMode::Story,
        _ if fight.roster.kind(target).is_surprised(&scene.bodies[usize::from(target)], scene.clock) => {
            ActionMode::Unaware
        }
        _ if kind.fighter.defends_at.is_some_and(|level| kind.track.condition(felt).level >= level) => {
            ActionMode::Defends
        }
        _ => ActionMode::Acts,
    }
}

/// Rolls for a player character against a foe's trait or roll. The player character wins ties, and the loser is hit; a
/// player character who only defends harms no one.
#[inline(always)]
fn roll_action(
    fight: &Fight,
    action: SoloQuestion,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Option<Blow> {
    let SoloQuestion { by, target, mode, .. } = action;
    let rolled = roll_for(fight, action, [by, target], chance, observer);
    let opposed = roll_for(fight, action, [target, by], chance, observer);
    let (degree, against) = (rolled.degree(), opposed.degree());
    if degree < against {
        let blow = landed_blow(fight, [target, by], against - degree, against, HitModifiers::default(), 0, observer);
        return blow.map(|blow| with_row(fight, [opposed.roll, rolled.roll], against, 0, blow));
    }
    if mode == ActionMode::Defends {
        observer.note(Event::Avoided { by: target, target: by });
        return None;
    }
    let blow = landed_blow(fight, [by, target], degree - against, degree, HitModifiers::default(), 0, observer);
    blow.map(|blow| with_row(fight, [rolled.roll, opposed.roll], degree, 0, blow))
}

/// Like [`roll_action`], but both sides may spend Fudge points.
fn action_with_points(
    fight: &Fight,
    action: SoloQuestion,
    chance: &mut dyn Chance,
    mut observer: &mut dyn Observer,
) -> PendingRolls {
    let table = Opponents::new(action.players(), false);
    let (table, mut dealt) = spend_points(fight, table, chance, observer, &|table, dealt| {
        let blow = roll_action(fight, action.with_luck(table.luck_of_first_two()), dealt, &mut ());
        blow.map(|blow| [blow.by, blow.target]).into_iter().collect()
    });
    let blow = roll_action(fight, action.with_luck(table.luck_of_first_two()), &mut dealt, &mut observer);
    let mut pending = PendingRolls::default();
    pending.add(blow.map(PendingRoll::Blow));
    pending.affect(table.spent_points());
    pending
}

/// Decides a fight by one roll, or by a Fudge point instead (P1); other points may change the roll. Returns the
/// fighters who are out, like [`decide_without_blows`].
fn story_with_points(
    fight: &Fight,
    action: SoloQuestion,
    mut chance: &mut dyn Chance,
    mut observer: &mut dyn Observer,
) -> Vec<(u16, u8)> {
    let SoloQuestion { by, target, rows: [rows, _], points_left, .. } = action;
    let [level, difficulty] = [[by, target], [target, by]].map(|[own, foe]| fight.matchup(own, foe).skill);
    let price = fight.rules.success_limit.price(level, difficulty);
    let bought = fight.roster.kind(by).fighter.spend.decide(rows, Occasion::Element { price, left: points_left });
    if let (Some(_), Some(price)) = (bought, price) {
        report_spent(by, Boon::Success, price, &mut observer);
        return decide_without_blows(
            fight,
            SoloQuestion { mode: ActionMode::Bought, ..action },
            &mut chance,
            &mut observer,
        );
    }
    let table = Opponents::new(action.players(), false);
    let (table, mut dealt) = spend_points(fight, table, chance, observer, &|table, dealt| {
        let out = decide_without_blows(fight, action.with_luck(table.luck_of_first_two()), dealt, &mut ());
        let lost = out.iter().any(|(who, _)| fight.roster.side(*who) == fight.roster.side(by));
        vec![if lost { [target, by] } else { [by, target] }]
    });
    decide_without_blows(fight, action.with_luck(table.luck_of_first_two()), &mut dealt, &mut observer)
}

/// Rolls for `who`, the actor or its target, against `foe`.
#[inline(always)]
fn roll_for(
    fight: &Fight,
    action: SoloQuestion,
    [who, foe]: [u16; 2],
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> RolledDegree {
    let own = usize::from(who != action.by);
    let ask = [Ask::new(who, Purpose::Attack), Ask::against(who, foe, Purpose::Avoid)][own];
    let kind = fight.roster.kind(who);
    // The difficulty of a story element is never rolled.
    let rolls = own == 0 || action.mode != ActionMode::Story;
    let rolled = RolledDegree {
        who,
        foe,
        skill: fight.matchup(who, foe).skill,
        foe_acts: true,
        penalty: action.wounds[own].into(),
        status: action.status[own].into(),
        pace: 0,
        outnumbered: 0,
        passing: kind.passing(action.clock),
        tactic: TacticalModifier::Attack(0),
        own: 0,
        added: 0,
        roll: if rolls { chance.roll(ask, &kind.dice) } else { 0 },
        luck: action.luck[own].into(),
        cap: if rolls { kind.cap } else { [i32::MIN, i32::MAX] },
    };
    observer.detail(Detail::Rolled(rolled));
    rolled
}

/// Decides an action without blows: an unaware foe is out without a roll, and one roll or a Fudge point decides a story
/// element. Returns the fighters who are out, each with the severity of the wound that puts it out.
fn decide_without_blows(
    fight: &Fight,
    action: SoloQuestion,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Vec<(u16, u8)> {
    let SoloQuestion { by, target, mode, .. } = action;
    let roster = &fight.roster;
    let beaten_by =
        |winner| (0..roster.fighters() as u16).filter(|&who| roster.side(who) != roster.side(winner)).collect();
    let losers: Vec<u16> = match mode {
        ActionMode::Story => {
            let degree = roll_for(fight, action, [by, target], chance, observer).degree();
            let against = roll_for(fight, action, [target, by], chance, observer).degree();
            beaten_by(if degree >= against { by } else { target })
        }
        ActionMode::Bought => beaten_by(by),
        _ => {
            observer.note(Event::Hit { by, target, degree: 0, graze: false });
            vec![target]
        }
    };
    let severity = |&target: &u16| (target, roster.track(target).knockout_severity());
    let out: Vec<(u16, u8)> = losers.iter().map(severity).collect();
    for &(target, severity) in &out {
        observer.detail(Detail::PutOut { by, target, severity });
        if mode == ActionMode::Unaware {
            observer.note(Event::Wound { by, target, severity });
        }
    }
    out
}
