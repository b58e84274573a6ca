//! Warnings about fights that are valid but probably not intended.

use super::Combat;
use super::needs::treats_players;
use super::read::sides::likely_name;
use crate::combat::{Fighter, Spell, SpellEffect, Use};
use crate::document::Owner;
use crate::rules::{ModifierSum, Rules, SkillUse, Spread, Targets};
use crate::subject::sum::listed;
use crate::subject::{IsSet, Remark};
use std::collections::BTreeMap;

/// The name of the first fighter whose key `side` is probably missing: it is not set, but other fighters set it, and
/// there are more than two sides.
pub(super) fn alone_on_a_side<'c>(combat: &'c Combat, written: IsSet<'_>) -> Option<&'c str> {
    let cast = &combat.cast;
    let has_side = |which: usize| written(&Owner::Fighter(which), "side");
    let fighters = 0..cast.fighters.len();
    let alone = fighters.clone().find(|which| !has_side(*which)).filter(|_| cast.sides.len() > 2);
    alone.filter(|_| fighters.clone().any(has_side)).map(|which| cast.fighters[which].name.as_str())
}

/// Two sides whose names may be meant as one name, misspelled. At least one of the names is set by the key `side`, not
/// taken from a fighter's name.
pub(super) fn similar_sides(combat: &Combat) -> Option<[&str; 2]> {
    let cast = &combat.cast;
    let is_written = |side: &str| {
        let mut own = cast.fighters.iter().filter(|fighter| cast.sides[fighter.side] == side);
        own.any(|fighter| fighter.name != side)
    };
    cast.sides.iter().enumerate().find_map(|(place, side)| {
        let near = likely_name(side, cast.sides[..place].iter().map(String::as_str))?;
        (is_written(side) || is_written(near)).then_some([near, side.as_str()])
    })
}

/// Warnings about damaging spells whose `resisted_by` has no effect, and about spells that the caster can never afford.
pub(super) fn spell_warnings(combat: &Combat) -> Vec<Remark> {
    let casters = combat.cast.fighters.iter().flat_map(|own| own.spells.iter().map(move |spell| (own, spell)));
    let remark = |(own, spell): (&Fighter, &Spell)| {
        let of = format!("`{}` of {}", spell.name, own.name);
        let (message, remedy) = if spell.system.is_resisted() && !spell.is_resisted() {
            (
                format!("`resisted_by` has no effect on {of}: spells that do damage cannot be resisted (SRD 7.16)"),
                "leave `resisted_by` out",
            )
        } else if !spell.is_affordable() {
            let remedy = "lower its price, raise the reservoir, or set `keeps = \"nothing\"` to cast it anyway";
            (format!("{of} is never cast: the first casting may cost more than the caster keeps"), remedy)
        } else {
            return None;
        };
        Some(Remark::new(message, remedy))
    };
    casters.filter_map(remark).collect()
}

/// Fighters whose modifiers count for less than their sum: the name of the fighter, the sum, and the number that
/// counts.
pub(super) fn capped_modifiers<'c>(combat: &'c Combat, rules: &'c Rules) -> impl Iterator<Item = (&'c str, [i32; 2])> {
    let whole = Rules { stacking: ModifierSum::Sum, modifier_cap: None, ..rules.clone() };
    let most = move |own: &Fighter| {
        let ends = own.modifiers.iter().filter_map(|modifier| modifier.rounds).map(|last| last.saturating_add(1));
        let sums = std::iter::once(1)
            .chain(ends)
            .map(|round| [&whole, rules].map(|rules| own.situational(rules, round, Use::Attack)));
        sums.into_iter().find(|[sum, counted]| sum != counted)
    };
    combat.cast.fighters.iter().filter_map(move |own| Some((own.name.as_str(), most(own)?)))
}

/// Fighters treated as player characters although no `pc` is set, if the rules treat player characters differently.
pub(super) fn taken_for_players<'c>(combat: &'c Combat, rules: &Rules, written: IsSet<'_>) -> Vec<&'c str> {
    let fighters = &combat.cast.fighters;
    let stated = (0..fighters.len()).any(|which| written(&Owner::Fighter(which), "pc"));
    if stated || fighters.iter().any(|own| own.pc.is_some()) || !treats_players(rules) {
        return Vec::new();
    }
    let pcs = fighters.iter().zip(combat.cast.pcs()).filter(|(_, pc)| *pc);
    pcs.map(|(own, _)| own.name.as_str()).collect()
}

/// Warnings about traits that count twice: in a fighter's dice, and added to them.
pub(super) fn added_twice(combat: &Combat) -> impl Iterator<Item = Remark> {
    let mut found: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for (word, fighter) in combat.fight.added_twice() {
        let names = found.entry(word).or_default();
        if !names.contains(&fighter.name) {
            names.push(fighter.name.clone());
        }
    }
    found.into_iter().map(|(word, names)| {
        let whose = listed(&names);
        let message =
            format!("the dice of {whose} contain `{word}`, which is also added to their result, so it counts twice");
        let cure =
            "set `skill = \"dice\"` in [rules], and the minimum as a number: then neither `skill` nor `avoid` is added";
        Remark::new(message, cure)
    })
}

/// Warnings about levels of missiles and thrown spells that have no effect because the dice include the skill.
pub(super) fn unused_levels<'c>(combat: &'c Combat, rules: &Rules) -> impl Iterator<Item = Remark> + use<'c> {
    let in_dice = rules.skill == SkillUse::InDice;
    let differs = |own: &Fighter, level: i32| level != own.skill;
    let unused = move |own: &&Fighter| {
        let missile = own.ranged.missile.is_some_and(|missile| differs(own, missile.skill));
        let thrown = own
            .spells
            .iter()
            .any(|spell| matches!(spell.effect, SpellEffect::Harms { thrown: Some(level), .. } if differs(own, level)));
        in_dice && (missile || thrown)
    };
    combat.cast.fighters.iter().filter(unused).map(|own| {
        let message =
            format!("the level of {}'s missiles or thrown spells has no effect: the dice contain `skill`", own.name);
        Remark::new(message, "leave the level out, or set `skill = \"added\"` in [rules]")
    })
}

/// The name of the first side that cannot shoot, in a fight without a melee.
pub(super) fn helpless_side(combat: &Combat, rules: &Rules) -> Option<String> {
    let cast = &combat.cast;
    let shoots = |side: usize| cast.fighters.iter().any(|one| one.side == side && one.ranged.missile.is_some());
    let helpless = (0..cast.sides.len()).find(|side| rules.closing.is_none() && !shoots(*side));
    helpless.map(|side| cast.sides[side].clone())
}

/// Fighters at the back of their side with nothing to shoot or cast.
pub(super) fn useless_at_back<'c>(combat: &'c Combat, rules: &'c Rules) -> impl Iterator<Item = &'c str> {
    let fighters = &combat.cast.fighters;
    let melee = !rules.pacing.players_act() && rules.closing.is_some();
    let has_line = |own: &Fighter| fighters.iter().any(|other| other.side == own.side && !other.at_back);
    let useless = move |own: &&Fighter| {
        melee && own.at_back && has_line(own) && own.ranged.missile.is_none() && own.spells.is_empty()
    };
    fighters.iter().filter(useless).map(|own| own.name.as_str())
}

/// The names of fighters whose `targets` has no effect at first because each of them faces only one foe, and a change
/// that lets them choose. `None` if there are no such fighters.
pub(super) fn paired_off(combat: &Combat, rules: &Rules) -> Option<(Vec<String>, &'static str)> {
    let cast = &combat.cast;
    if rules.pacing.players_act() || rules.closing.is_none() {
        return None;
    }
    let most_foes =
        |own: &Fighter| (0..cast.sides.len()).filter(|side| *side != own.side).map(|side| cast.strength(side)).max();
    let from_afar = |own: &Fighter| own.ranged.missile.is_some() && (rules.closing != Some(0) || own.at_back);
    let picky = cast.fighters.iter().filter(|own| own.targets != Targets::LowestResult && !from_afar(own));
    let paired = picky.filter_map(|own| {
        let (friends, foes) = (cast.strength(own.side), most_foes(own)?);
        let joins = friends > foes && own.spread == Spread::GangUp;
        (foes > 1 && friends >= foes && !joins).then_some((own.name.clone(), friends > foes))
    });
    let paired: Vec<(String, bool)> = paired.collect();
    let many = paired.iter().any(|(_, many)| *many);
    let cure = match many {
        true => {
            "to let surplus fighters gang up on the foes they prefer, write `spread = \"gang-up\"` next to `targets`"
        }
        false => {
            "to let each fighter attack any foe, set `pacing = \"player-facing\"` in [rules] and `pc = true` on both \
             sides, or give each a `missile` and set `closing` in [rules]"
        }
    };
    (!paired.is_empty()).then(|| (paired.into_iter().map(|(name, _)| name).collect(), cure))
}

/// Fighters who use a bow or other launcher as a club, because they have no `missile`. Each has its name and the name
/// of the weapon.
pub(super) fn launchers_as_clubs<'c>(
    combat: &'c Combat,
    rules: &Rules,
) -> impl Iterator<Item = (&'c str, &'static str)> {
    let blows = !rules.pacing.players_act() && rules.closing.is_some();
    let fighters = combat.cast.fighters.iter().filter(move |own| blows && own.ranged.missile.is_none());
    fighters.filter_map(|own| Some((own.name.as_str(), own.ranged.launcher?)))
}
