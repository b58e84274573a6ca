//! Compiles stat blocks and rules into a fight that is ready to play.

use super::blows::single::damage_rule_in_force;
use super::compiled_fighter::{FightFacts, distinct_rounds, merge_equal_fighters, prepare};
use super::custom_tables::{CustomTables, DistinctRounds};
use super::field::sides;
use super::records;
use super::spending::check_spending;
use super::{
    CompiledFighter, CompiledRoster, CriticalTable, CustomRules, Exits, Fight, Matchup, RoundPlan, Spells, Tactics,
    Threats, Weapons, WoundRules,
};
use crate::combat::condition::Body;
use crate::combat::fighter::{Cast, Fighter, SpellEffect};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::ladder::Ladder;
use crate::rules::damage::text::rolls_game_dice;
use crate::rules::{OwnDamage, Rules};

/// Number of missile rounds; `u16::MAX` if there is no limit (R6).
///
/// # Errors
/// If the fight never reaches melee and no fighter has a missile.
fn missile_rounds(rules: &Rules, models: &[Fighter]) -> Result<u16> {
    if rules.closing.is_none() && models.iter().all(|model| model.ranged.missile.is_none()) {
        return Err(Error::input("this fight never reaches melee, and no fighter has anything to shoot or throw")
            .with_help("give a fighter a `missile`, or set `closing` to a number of rounds"));
    }
    Ok(rules.closing.unwrap_or(u16::MAX))
}

/// Maximum number of compiled fighters. There is a table for each pair of them.
const MOST_KINDS: usize = 250;

/// Maximum number of compiled fighters if there are missiles, which need further tables. Indexes of tables have 16
/// bits.
const MOST_KINDS_WITH_MISSILES: usize = 180;

/// Checks the sides of a fight in which only player characters act: each has only player characters or none, because
/// only they can roll for a side. `pcs` has, for each stat block, whether its fighters are player characters.
///
/// # Errors
/// If a side has both, or if no fighter is a player character.
fn check_sides_for_solo_rounds(cast: &Cast, pcs: &[bool]) -> Result<()> {
    let of = |side: usize, pc: bool| {
        let mut own = cast.fighters.iter().zip(pcs).filter(|(fighter, is_pc)| fighter.side == side && **is_pc == pc);
        own.next().map(|(fighter, _)| &fighter.name)
    };
    let mixed = (0..cast.sides.len()).find_map(|side| of(side, true).zip(of(side, false)));
    if let Some((pc, other)) = mixed {
        return Err(Error::input(format!("{pc} is a player character, but {other}, on the same side, is not"))
            .with_help("if only player characters act, give all fighters on a side `pc = true`, or none of them"));
    }
    if !pcs.contains(&true) {
        return Err(Error::input("no fighter is a player character, and only player characters act in this fight")
            .with_help("leave out `pc = false`, or give a side `pc = true`"));
    }
    Ok(())
}

/// The least common multiple of two periods, in rounds.
fn common_multiple(one: u16, other: u16) -> u16 {
    (1..=other).map(|times| one * times).find(|rounds| rounds % other == 0).unwrap_or(one)
}

/// Largest absolute result of damage dice. Tables have an entry for each blow and each result, so wider dice would make
/// them too large.
const DAMAGE_LIMIT: i32 = 100;

/// The damage rule in force for the compiled fighters `kinds`: the custom rule, or else the printed one.
///
/// # Errors
/// If the game's dice are too wide for damage rolls.
fn damage_rule(kinds: &[CompiledFighter], rules: &Rules) -> Result<OwnDamage> {
    let levels = |kind: &CompiledFighter| kind.fighter.record(rules).all_level_names().len();
    let rule = damage_rule_in_force(rules, kinds.iter().map(levels).max().unwrap_or(0))?;
    let of_game = rule.is_code() || rules.own_damage.is_none() && rolls_game_dice(rules);
    let dice = rule.formulas().roll().filter(|_| of_game).map(|dice| (dice, dice.pmf()));
    if let Some((dice, _)) = dice.filter(|(_, pmf)| pmf.lowest() < -DAMAGE_LIMIT || pmf.highest() > DAMAGE_LIMIT) {
        return Err(Error::input(format!("the dice `{}` are too wide for a damage roll", dice.name()))
            .with_help(format!("damage dice stay within -{DAMAGE_LIMIT} and {DAMAGE_LIMIT}")));
    }
    Ok(rule)
}

impl Fight {
    /// Compiles a fight, with all its tables, for fighters who begin unhurt. `ladder` sets the cap on results (A2).
    pub(in crate::combat) fn compile_unhurt(ladder: &Ladder, cast: &Cast, rules: &Rules) -> Result<Self> {
        rules.check()?;
        let by_need = |dice: &&Dice| dice.by_state().is_none();
        let mut dice = rules.npc_dice.iter().chain([&rules.dice]).filter(by_need);
        dice.try_for_each(|dice| dice.clone().without_need().map(|_| ()))?;
        let pcs = cast.pcs();
        records::check(cast, &pcs, rules)?;
        cast.fighters.iter().try_for_each(|fighter| fighter.check(rules))?;
        sides::check(cast, rules)?;
        check_spending(cast, rules)?;
        let players = rules.pacing.players_act();
        if players {
            check_sides_for_solo_rounds(cast, &pcs)?;
        }
        let facts = FightFacts::of(&cast.fighters, rules);
        let ready: Vec<Fighter> =
            cast.fighters.iter().zip(&pcs).map(|(fighter, pc)| prepare(fighter, *pc, facts, rules)).collect();
        // Fighters with equal figures stay distinct if a modifier or rule names one of them.
        let meant: Vec<&str> =
            cast.fighters.iter().flat_map(|one| &one.against).map(|(name, _)| name.as_str()).collect();
        let is_meant = |foe: &Fighter| {
            meant.iter().any(|name| name.eq_ignore_ascii_case(&foe.name))
                || rules.own.mentions(&foe.name, &cast.sides[foe.side])
        };
        let (kinds_of, models) = merge_equal_fighters(ready, is_meant);
        let throws = |model: &Fighter| {
            model.spells.iter().any(|spell| matches!(spell.effect, SpellEffect::Harms { thrown: Some(_), .. }))
        };
        let shoots = rules.closing != Some(0)
            || models.iter().any(|model| model.at_back && model.ranged.missile.is_some() || throws(model));
        let most_kinds = if shoots { MOST_KINDS_WITH_MISSILES } else { MOST_KINDS };
        if models.len() > most_kinds {
            return Err(Error::input(format!("more than {most_kinds} different kinds of fighters"))
                .with_help("give similar fighters the same figures, or one entry with a `count`"));
        }
        let closing = missile_rounds(rules, &models)?;
        let longest = models.iter().map(distinct_rounds).max().unwrap_or(0);
        let longest = longest.max(rules.closing.unwrap_or(0));
        let arrival = models.iter().map(|model| model.arrives.saturating_sub(1)).max();
        let longest = longest.max(arrival.unwrap_or(0));
        let any = |has: fn(&Fighter) -> bool| models.iter().any(has);
        let speedy = any(|model| model.speed_power);
        let cycle = if speedy || any(|model| model.plus_level) { 2 } else { 1 };
        let cycle = models.iter().filter_map(|model| model.shoddy).fold(cycle, common_multiple);
        let cap = rules.results_cap.range(ladder);
        let mut tactics = Tactics::compile(cast, rules)?;
        let kinds = models.into_iter().map(|model| CompiledFighter::compile(model, rules, cap, &mut tactics));
        let mut kinds = kinds.collect::<Result<Vec<CompiledFighter>>>()?;
        let own = CustomTables::compile(cast, &kinds_of, &kinds, &tactics.names(), rules)?;
        let times = own.as_ref().map_or(DistinctRounds::ALL_EQUAL, |own| own.times);
        let (longest, cycle) = (longest.max(times.longest), common_multiple(cycle, times.cycle));
        kinds.iter_mut().for_each(|kind| kind.compute_passing_modifiers([longest, cycle], rules));
        if let Some(own) = &own {
            for (kind, compiled) in kinds.iter_mut().enumerate() {
                compiled.dice = own.starting_dice(kind).unwrap_or(&compiled.dice).clone();
            }
        }
        let threats = Threats::compile(cast, &kinds_of, &kinds, rules)?;
        let pairs = || (0..kinds.len()).flat_map(|own| (0..kinds.len()).map(move |foe| [own, foe]));
        let blows = pairs().map(|pair| Matchup::of_blows(&kinds, pair, rules));
        let shots = pairs().filter(|_| shoots).map(|pair| Matchup::of_shots(&kinds, pair, rules));
        let mut matchups: Vec<Matchup> = blows.chain(shots).collect();
        let spells = Spells::compile(&kinds, &mut matchups, rules)?;
        let damage = damage_rule(&kinds, rules)?;
        let kinds_in_order: Vec<&CompiledFighter> = kinds_of.iter().map(|kind| &kinds[usize::from(*kind)]).collect();
        let mut fight = Self {
            weapons: Weapons::new(matchups, damage, rules),
            wounds: WoundRules::compile(&kinds, &tactics, &threats, &spells, rules),
            rounds: RoundPlan::new([longest, cycle], closing, rules),
            start: vec![Body::default(); cast.roster().count()],
            threats,
            exits: Exits::compile(cast, &kinds_in_order, rules),
            roster: CompiledRoster::new(cast, &kinds_of, kinds),
            tactics,
            spells,
            criticals: CriticalTable::compile(rules)?,
            custom: CustomRules { tables: own },
            occasional_rules: Vec::new(),
            rules: rules.clone(),
        };
        fight.plan_rounds();
        fight.occasional_rules = fight.find_occasional_rules();
        fight.build_damage_tables()?;
        Ok(fight)
    }
}
