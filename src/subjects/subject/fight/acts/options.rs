//! Conditions under which options in `[rules]` have an effect.

use super::keys::{COMES_TO_BLOWS, INITIATIVE_ROLLED};
use super::{Combatant, Need, counts_damage, rolls_initiative};
use crate::rules::damage::text::{affects_printed_damage, rolls_game_dice};
use crate::rules::damage::{GrazeRoll, LevelRoll, LowFactor, PrintedOption};
use crate::rules::{
    AutomaticDeath, Boon, CalledShots, DamageCapacity, Evasion, FightCriticals, Graze, Lighter, Pacing, Shields, Stun,
    WeaponSize, WillOverWounds,
};

/// Options that matter only in melees against several foes.
const AGAINST_SEVERAL: [&str; 4] = ["outnumbered", "lone_strike", "mob_roll", "reach"];

/// Options, each with a need, in the order in which they are checked. A need is met if any fighter meets it. The first
/// need that is not met explains why an option has no effect.
pub(crate) const OPTIONS: &[(&[&str], Need)] = &[
    (
        &["fudge_points"],
        need(
            |one| !one.own.spend.0.is_empty(),
            "no fighter spends Fudge points",
            "write `spend = \"survive\"` for a fighter, or for a whole side under [sides]",
        ),
    ),
    (
        &["fudge_points"],
        need(
            |one| !one.own.spend.0.is_empty() && one.own.fudge_points.is_none(),
            "all fighters who spend Fudge points have their own `fudge_points`",
            "leave out `fudge_points` for at least one fighter",
        ),
    ),
    (
        &["success_limit"],
        need(
            |one| one.buys(Boon::Success),
            "no fighter spends Fudge points on a success",
            "set `pacing = \"story\"` in [rules], and `spend = \"success\"` for a fighter",
        ),
    ),
    (
        &["automatic_price"],
        need(
            |one| one.buys(Boon::Automatic),
            "no fighter spends Fudge points on an automatic success",
            "write `spend = \"automatic\"` for a fighter, or for a whole side under [sides]",
        ),
    ),
    (
        &["lighter_wound", "lighter_for", "scratch_price"],
        need(
            |one| one.buys(Boon::Lighter),
            "no fighter spends Fudge points on lighter wounds",
            "write `spend = \"lighter-wound\"` for a fighter, or for a whole side under [sides]",
        ),
    ),
    (
        &["scratch_price"],
        need(
            |one| one.rules.lighter_wound == Lighter::Scratch,
            "no wound becomes a Scratch",
            "set `lighter_wound = \"scratch\"` in [rules]",
        ),
    ),
    (
        &["near_death_price"],
        need(
            |one| one.buys(Boon::CheatDeath),
            "no fighter spends Fudge points to escape death",
            "write `spend = \"near-death\"` for a fighter, or for a whole side under [sides]",
        ),
    ),
    (
        &AGAINST_SEVERAL,
        need(
            |one| !one.rules.pacing.players_act(),
            "if only player characters act (`pacing`), each roll is against one foe",
            "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
        ),
    ),
    (
        &["lone_strike", "mob_roll"],
        need(
            |one| one.rules.pacing == Pacing::Simultaneous,
            "with `pacing = \"turns\"`, each attack has its own result",
            "set `pacing = \"simultaneous\"` in [rules]",
        ),
    ),
    (&AGAINST_SEVERAL, COMES_TO_BLOWS),
    (&AGAINST_SEVERAL, need(|one| one.several_foes(), "no fighter faces several foes", "give a side several fighters")),
    (
        &["hit"],
        need(
            |one| !one.rules.pacing.players_act() && one.rules.closing.is_some(),
            "it does not apply to shots, or if only player characters act",
            "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules], and set `closing` to a number of rounds",
        ),
    ),
    (&["initiative_roll"], INITIATIVE_ROLLED),
    (
        &["initiative", "initiative_ties", "initiative_wounds", "turn_order"],
        need(
            |one| !one.rules.pacing.players_act() && rolls_initiative(one.rules),
            "no fighter rolls for initiative",
            "set `pacing = \"turns\"` in [rules]",
        ),
    ),
    (
        &["missiles", "range", "shot_degree", "propelled", "missile_parry", "burst_from", "shots", "shots_into_melee"],
        need(
            |one| one.has_missiles(),
            "no fighter shoots or throws anything",
            "give a fighter a `missile`, and set `closing` in [rules]",
        ),
    ),
    (
        &["avoidance"],
        need(
            |one| one.rules.pacing == Pacing::Turns || one.has_missiles(),
            "attack and avoidance are a single roll",
            "set `pacing = \"turns\"` in [rules]",
        ),
    ),
    (
        &["minimum_to_hit", "size_to_hit"],
        need(
            |one| !one.rules.pacing.players_act() || one.has_missiles(),
            "if only player characters act (`pacing`), every winning roll is a hit",
            "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
        ),
    ),
    (
        &["static_tie"],
        need(
            |one| !one.rules.pacing.players_act(),
            "if only player characters act (`pacing`), they win ties",
            "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
        ),
    ),
    (
        &["stun"],
        need(
            |one| one.rules.stun == Stun::Off || one.own.stuns,
            "no fighter strikes to stun",
            "write `stuns = true` for a fighter",
        ),
    ),
    (
        &["automatic_death"],
        need(
            |one| one.rules.automatic_death == AutomaticDeath::Off || one.own.helpless,
            "no fighter is helpless",
            "write `helpless = true` for a fighter",
        ),
    ),
    (
        &["graze_from", "graze_roll", "graze_ceiling"],
        need(|one| one.rules.graze != Graze::Off, "there are no grazes", "set `graze = \"table\"` in [rules]"),
    ),
    (
        &["level_roll"],
        need(
            changes_damage::<LevelRoll>,
            "the damage roll of these rules does not change wound levels",
            "set `damage_roll` to a roll on the wound level: `fudgelab list rules damage_roll`",
        ),
    ),
    (
        &["low_factor"],
        need(
            changes_damage::<LowFactor>,
            "the damage roll of these rules does not read one of three dice",
            "set another `damage_roll`: `fudgelab list rules damage_roll`",
        ),
    ),
    (
        &["damage_dice"],
        need(
            |one| one.rules.own_damage.is_none() && rolls_game_dice(one.rules),
            "the damage rule does not roll these dice",
            "set another `damage_roll`: `fudgelab list rules damage_roll`",
        ),
    ),
    (
        &["graze_roll"],
        need(
            changes_damage::<GrazeRoll>,
            "the damage roll of these rules is not made for grazes",
            "set another `damage_roll`: `fudgelab list rules damage_roll`",
        ),
    ),
    (
        &["called_minimum"],
        need(
            |one| one.rules.called_shots != CalledShots::Off,
            "there are no called shots",
            "set `called_shots` in [rules]",
        ),
    ),
    (
        &["critical_effects"],
        need(
            |one| one.rules.fight_criticals != FightCriticals::Off,
            "no critical result has an effect in fights",
            "set `fight_criticals = \"table\"` in [rules]",
        ),
    ),
    (
        &["evasion"],
        need(
            |one| one.rules.evasion == Evasion::Off || one.own.evades_at.is_some(),
            "no fighter evades",
            "set `evades_at` for a fighter, or for a whole side under [sides]",
        ),
    ),
    (
        &["will_over_wounds", "will_difficulty"],
        need(
            |one| {
                // `levels` does not depend on `overcomes_at`: it replaces the rolls to stay conscious.
                let over = one.rules.will_over_wounds;
                let acts = matches!(over, WillOverWounds::Off | WillOverWounds::Levels);
                acts || one.own.overcomes_at.is_some()
            },
            "no fighter uses Willpower against wounds",
            "set `overcomes_at` for a fighter, or for a whole side under [sides]",
        ),
    ),
    (
        &["will_difficulty"],
        need(
            |one| one.rules.will_over_wounds != WillOverWounds::Off,
            "no fighter uses Willpower against wounds",
            "set `will_over_wounds` in [rules]",
        ),
    ),
    (
        &["gear"],
        need(
            |one| counts_damage(one.rules) || one.rules.weapon_size != WeaponSize::Off || one.has_missiles(),
            "each hit marks the same number of boxes, whatever the weapons and armor",
            "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
        ),
    ),
    (
        &["damage_capacity"],
        need(
            |one| one.rules.damage_capacity != DamageCapacity::Counts || counts_damage(one.rules),
            "each hit marks the same number of boxes, whatever the armor",
            "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
        ),
    ),
    (
        &["shields"],
        need(
            |one| one.rules.shields != Shields::Defense || counts_damage(one.rules),
            "each hit marks the same number of boxes, whatever the armor",
            "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
        ),
    ),
];

const fn need(acts: fn(&Combatant<'_>) -> bool, reason: &'static str, cure: &'static str) -> Need {
    Need { acts, reason, cure }
}

impl Combatant<'_> {
    fn buys(&self, boon: Boon) -> bool {
        self.own.spend.0.iter().any(|spend| spend.on == boon)
    }
}

/// Whether the option `O` changes the printed damage rule in force. False under a custom damage rule.
fn changes_damage<O: PrintedOption>(one: &Combatant<'_>) -> bool {
    one.rules.own_damage.is_none() && affects_printed_damage(O::KEY, one.rules)
}
