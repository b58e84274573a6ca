//! A fight made ready to play: stat blocks and rules turned into small tables.

use super::cast::{Cast, Fighter, Use, track};
use super::due::Criticals;
use super::event::Fired;
use super::facing::one_kind_a_side;
use super::hazards::{Threat, threats};
use super::luck;
use super::missile::shot;
use super::severity::{SeverityTable, Strike, rolls_for_some};
use super::state::{Blow, Edge};
use super::tactics::Tactics;
use super::terms::{minimum, skill_terms, total};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::ladder::Ladder;
use crate::rules::effects::{Abilities, Blade, Blood, Doom, Regenerates};
use crate::rules::gear::Size;
use crate::rules::{
    Avoidance, Boon, Condition, DamageRoll, Evasion, FightCriticals, Graze, HalfHits, InitiativeRolls, InitiativeTies,
    InitiativeWounds, LoneStrike, MobRoll, Morale, Outnumbered, Pacing, PcNearDeath, Policy, Record, Resistance, Rules,
    Spending, Spread, StaticTie, StrikeFirst, Stun, Targets, Toughness, Track, TurnOrder, WillOverWounds,
};

/// A fight ready to play. The hot loop sees no strings, maps or floats.
#[derive(Debug, Clone)]
pub struct Fight {
    pub(super) kinds: Vec<Kind>,
    pub(super) kind_of: Vec<u16>,
    /// The stat block of each fighter.
    pub(super) entry_of: Vec<u16>,
    /// How many fighters each stat block stands for.
    counts: Vec<u16>,
    pub(super) side_of: Vec<u16>,
    pub(super) sides: usize,
    /// Of each kind against each; then of each with a missile in hand, where any are used.
    pub(super) matchups: Vec<Matchup>,
    /// The two of a fight of one against one, who need not be looked up each round.
    pub(super) duel: Option<Pairing>,
    pub(super) damage_dice: Option<Dice>,
    /// Whether the parity of both natural results is the damage roll (W6).
    pub(super) parity: bool,
    /// Whether natural results make something of a blow besides.
    pub(super) leans: bool,
    /// Whether some hits are not rolled for though others are.
    pub(super) rolls_for_some: bool,
    pub(super) grazes: bool,
    pub(super) longest: u16,
    /// After how many rounds, once the longest of these has passed, things repeat (C10, C12).
    pub(super) cycle: u16,
    /// Whether an exchange is nothing but skill, wounds and dice: no stances, and nothing else that befell.
    pub(super) plain: bool,
    /// Whether everybody rolls for pace each round (C11).
    pub(super) races: bool,
    /// Whether anybody rolls for anything before blows fall.
    pub(super) musters: bool,
    /// Whether something may become of a wound before it is marked.
    pub(super) suffers: bool,
    /// Whether what becomes of a wound depends on what its target has gone through.
    pub(super) scarred: bool,
    /// What acts now and then in this fight, and is counted.
    fires: Vec<Fired>,
    /// Whether somebody strikes to stun (W19).
    pub(super) stuns: bool,
    /// Whether wounds may be felt as other than they are marked (W19, W25).
    pub(super) gritty: bool,
    /// Whether there is more to feel than the marks.
    pub(super) feels_more: bool,
    /// Whether wounds bring along other effects, or may be survived against all odds (W28).
    pub(super) afflicts: bool,
    /// Whether effects go on from round to round (W28).
    pub(super) lingers: bool,
    /// What fighters must withstand before blows fall (W28).
    pub(super) threats: Vec<Threat>,
    /// Whether the first mark of some level ends the fight (W20).
    pub(super) first_mark: Option<u8>,
    /// Whether Fudge points may be spent on rolls.
    pub(super) lucky: bool,
    /// Whether something may follow from the wounds of a round.
    pub(super) aftermath: bool,
    pub(super) round_limit: u32,
    pub(super) outnumbered: Outnumbered,
    pub(super) lone_strike: LoneStrike,
    pub(super) mob_roll: MobRoll,
    /// The most foes who can reach one fighter.
    pub(super) reach: usize,
    pub(super) pacing: Pacing,
    pub(super) turn_order: TurnOrder,
    pub(super) initiative: InitiativeRolls,
    pub(super) initiative_ties: InitiativeTies,
    pub(super) initiative_wounds: InitiativeWounds,
    pub(super) avoidance: Avoidance,
    /// The result that hits who does not defend (C9).
    pub(super) unopposed: i32,
    /// How many rounds are of missiles; `u16::MAX` = all (R6).
    pub(super) closing: u16,
    pub(super) tactics: Tactics,
    /// What natural criticals do; none where they do nothing (A16).
    pub(super) criticals: Option<Criticals>,
    /// The rules compiled, for blows that no table holds.
    pub(super) rules: Rules,
    pub(super) static_tie: StaticTie,
}

/// Two fighters who face each other, with what a round needs of them looked up once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pairing {
    pub(super) fighters: [u16; 2],
    pub(super) kinds: [u16; 2],
    /// What the first is against the second, and the other way round.
    pub(super) matchups: [u16; 2],
}

/// Fighters with the same figures are one kind, compiled once.
#[derive(Debug, Clone, PartialEq)]
pub struct Kind {
    pub(super) dice: Dice,
    /// Whether the dice always show the same: it does not roll (D13).
    pub(super) steady: bool,
    /// What can be rolled at least and at most (A2).
    pub(super) cap: [i32; 2],
    /// Whether it acts where only player characters do (C5).
    pub(super) pc: bool,
    /// The wounds from which on it only defends then (C5).
    pub(super) defends_at: Option<u8>,
    /// For how many rounds from the start it is unaware of its foes (C9).
    pub(super) unaware: u16,
    /// Whether it neither strikes nor defends (C9).
    pub(super) helpless: bool,
    /// Whether it freezes in danger (C9).
    pub(super) freezes: bool,
    /// Health, for finding the nerve to act.
    pub(super) health: i32,
    /// Whether it defends, but harms nobody (C9).
    pub(super) only_defends: bool,
    /// Whether it strikes on even rounds as if the foe was not aware (C10).
    pub(super) speed_power: bool,
    /// The trait that pace goes by (C11).
    pub(super) speed: i32,
    /// What the offensive factor changes by without the weapon, 0 or less (A16).
    pub(super) bare_hands: i8,
    /// The trait that all-out defense gains an advantage by (M8).
    pub(super) perception: i32,
    /// Whether it has a missile.
    pub(super) shoots: bool,
    /// How many of them fall at once, where they do (R5).
    pub(super) burst: Option<u16>,
    /// Whether it dodges what others cannot (M19, R2).
    pub(super) quick_reflexes: bool,
    /// What it adds to rolls of morale; none = it fights on (C14).
    pub(super) morale: Option<i32>,
    /// Damage Capacity, where it is rolled for (W15).
    pub(super) damage_capacity: i32,
    /// The trait fought with, before gear.
    pub(super) skill: i32,
    /// Whether its wounds are lighter or worse (W15).
    pub(super) resistance: Resistance,
    /// Constitution (W29).
    pub(super) constitution: i32,
    /// Willpower (W15, W25).
    pub(super) will: i32,
    /// The wound level from which on will goes against wounds (W25).
    pub(super) overcomes_at: Option<u8>,
    /// Agility (W23).
    pub(super) agility: i32,
    /// The wound level from which on it throws itself out of the way (W22, W23).
    pub(super) evades_at: Option<u8>,
    /// Whether it strikes to stun (W19).
    pub(super) stuns: bool,
    /// The worst wound level its blows do (W20).
    pub(super) pulls: Option<u8>,
    /// Whether it is a player character whom blows are to spare (W21).
    pub(super) spared: bool,
    /// Whether the severities of wounds on its track are levels; else they are points or boxes.
    pub(super) by_level: bool,
    /// The wound level that puts it out of action, whatever ends the fight early.
    pub(super) incapacitated: u8,
    /// What each wound level amounts to.
    pub(super) levels: Vec<Condition>,
    /// The Fudge points that it has to spend, and what on (P7).
    pub(super) pool: u8,
    pub(super) spending: Spending,
    /// How many foes take nothing from its skill (M19).
    pub(super) unpenalized_foes: u16,
    /// The dice of a mob that rolls once for all (M16); none = its own.
    pub(super) mob_dice: Option<Dice>,
    pub(super) track: Track,
    /// The trait that initiative goes by.
    pub(super) initiative: i32,
    /// Situational modifiers that do not last, by the clock; the lasting ones are part of the skill.
    pub(super) passing: Vec<i32>,
    /// As `passing`, where blows are avoided by a roll of its own.
    pub(super) passing_avoid: Vec<i32>,
    /// How stances are chosen, and the choice that each row comes to.
    pub(super) policy: Policy,
    pub(super) choices: Vec<u16>,
    pub(super) targets: Targets,
    pub(super) spread: Spread,
    pub(super) leader: bool,
    /// Special abilities (W28).
    pub(super) abilities: Abilities,
    /// Scale of Mass (W28).
    pub(super) mass_scale: i32,
    /// Whether its weapon burns (W28).
    pub(super) fire: bool,
    /// What is in its blood (W28).
    pub(super) blood: Option<Blood>,
    /// For each state of the track the one after wounds have closed; empty where they do not (W28).
    pub(super) healed: Vec<u16>,
}

/// What one kind of fighter is against another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matchup {
    /// Skill against this foe, lasting modifiers included, before wounds and passing modifiers.
    pub skill: i32,
    /// What dodging or parrying goes by instead, in turns.
    pub avoid: i32,
    /// What the other of dodging and parrying goes by.
    pub other_avoid: i32,
    /// The result a winning blow must reach.
    pub minimum: i32,
    /// The total damage factor, Scale included (reading 11).
    pub factor: i32,
    /// Added to points on an ordinary hit: size penalties given back, bonuses that only help to hit taken off.
    pub points: i32,
    pub(super) strike: Strike,
    /// The severity of each blow.
    pub(super) severities: SeverityTable,
}

impl Fight {
    /// Compiles a cast under rules that contradict nothing, on the ladder of the sources.
    ///
    /// # Errors
    /// Figures out of range, other than two sides with somebody on each, too many kinds of fighters, a faulty record; where
    /// only player characters act, a side of which some are and some are not.
    pub fn compile(cast: &Cast, rules: &Rules) -> Result<Self> {
        Self::compile_on(&Ladder::default(), cast, rules)
    }

    /// As [`compile`](Self::compile), on a ladder of one's own, which results may be capped by (A2).
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn compile_on(ladder: &Ladder, cast: &Cast, rules: &Rules) -> Result<Self> {
        rules.record.check()?;
        cast.fighters.iter().filter_map(|fighter| fighter.record.as_ref()).try_for_each(Record::check)?;
        cast.fighters.iter().try_for_each(Fighter::check)?;
        sides(cast)?;
        luck::check(cast, rules)?;
        let pcs = cast.pcs();
        let players = rules.pacing.players_act();
        if players {
            one_kind_a_side(cast, &pcs)?;
        }
        let ready: Vec<Fighter> =
            cast.fighters.iter().zip(&pcs).map(|(fighter, pc)| ready(fighter, *pc, players, rules)).collect();
        let mut models: Vec<&Fighter> = Vec::new();
        let kinds_of: Vec<u16> = ready.iter().map(|fighter| kind_index(&mut models, fighter)).collect();
        let most_kinds = if rules.closing == Some(0) { MOST_KINDS } else { MOST_SHOOTING };
        if models.len() > most_kinds {
            return Err(Error::input(format!("more than {most_kinds} different kinds of fighters"))
                .with_help("give fighters that are alike the same figures, or one entry with a `count`"));
        }
        let closing = closing(rules, &models)?;
        let longest = models.iter().map(|model| rounds_told_apart(model)).max().unwrap_or(0);
        let longest = longest.max(rules.closing.unwrap_or(0));
        let any = |has: fn(&Fighter) -> bool| models.iter().any(|model| has(model));
        let speedy = any(|model| model.speed_power);
        let cycle = if speedy || any(|model| model.plus_level) { 2 } else { 1 };
        let mut tactics = Tactics::compile(cast, rules)?;
        let cap = rules.results_cap.range(ladder);
        let kinds = models
            .iter()
            .map(|model| kind(model, rules, [longest, cycle], cap, &mut tactics))
            .collect::<Result<Vec<Kind>>>()?;
        let races = rules.strike_first == StrikeFirst::Speed;
        let held_back = any(|model| model.helpless || model.only_defends || model.unaware > 0);
        let freezes = any(|model| model.combat_paralysis);
        let critical = rules.fight_criticals != FightCriticals::Off;
        let stuns = any(|model| model.stuns);
        let evades = any(|model| model.evades_at.is_some());
        let overcomes = any(|model| model.overcomes_at.is_some());
        let gritty = stuns || overcomes;
        let spends = |sort: fn(Boon) -> bool| kinds.iter().any(|kind| kind.pool > 0 && kind.spending.any(sort));
        let lucky = spends(Boon::is_for_rolls);
        let blocks = cast.fighters.iter().zip(&kinds_of).scan(0, |first, (fighter, kind)| {
            let block = *first..*first + fighter.count;
            *first = block.end;
            Some((block, *kind))
        });
        let threats = threats(&kinds, blocks)?;
        let surprises = any(|model| model.abilities.surprise.is_some());
        let swallows = any(|model| model.abilities.swallow.is_some());
        let plain = !(lucky
            || swallows
            || tactics.in_use
            || surprises
            || !threats.is_empty()
            || critical
            || races
            || freezes
            || speedy
            || held_back
            || gritty
            || evades);
        let spares = kinds.iter().any(|kind| kind.spared);
        let pulls = any(|model| model.pulls.is_some());
        let halves = rules.half_hits != HalfHits::Off;
        let tough = rules.toughness != Toughness::Off;
        let charmed = spends(Boon::is_for_wounds);
        let afflicts = any(|model| afflicts(&model.abilities) || model.blood.is_some());
        let lingers = any(|model| lingers(&model.abilities));
        let closes = any(|model| closes_on_failed_roll(&model.abilities));
        let by_points = (tough || pulls) && !rules.record.by_level();
        let scarred = gritty || afflicts || evades || spares || charmed || by_points;
        let loses_heart = kinds.iter().any(|kind| kind.morale.is_some());
        let aftermath = lingers || loses_heart;
        let fires = [
            (Fired::Overflow, kinds.iter().any(|kind| kind.track.may_overflow())),
            (Fired::Critical, critical),
            (Fired::CalledShot, tactics.aims()),
            (Fired::Advantage, tactics.looks_out() && rules.advantage.is_some()),
            (Fired::Pulled, pulls || stuns),
            (Fired::HalfHits, halves),
            (Fired::Through, rules.critical_points.is_some()),
            (Fired::Toughness, tough),
            (Fired::Spared, spares),
            (Fired::Evaded, evades),
            (Fired::Overcame, overcomes),
            (Fired::Stunned, stuns),
            (Fired::Fled, loses_heart),
            (Fired::Grown, any(|model| model.abilities.heads.is_some())),
            (Fired::Swallowed, swallows),
        ];
        let damage_dice = damage_dice(rules)?;
        let pairs = || models.iter().flat_map(|own| models.iter().zip(&kinds).map(|(foe, kind)| (*own, *foe, kind)));
        let blows = pairs().map(|(own, foe, kind)| matchup(own, foe, &kind.track, damage_dice.as_ref(), rules));
        let shots = pairs().filter(|_| closing > 0);
        let shots = shots.map(|(own, foe, kind)| shot(own, foe, &kind.track, damage_dice.as_ref(), rules));
        let matchups = blows.chain(shots).collect();
        let mut fight = Self {
            kinds,
            kind_of: cast.roster().map(|entry| kinds_of[entry]).collect(),
            entry_of: cast.roster().map(|entry| entry as u16).collect(),
            counts: cast.fighters.iter().map(|fighter| fighter.count).collect(),
            side_of: cast.roster().map(|entry| cast.fighters[entry].side as u16).collect(),
            sides: cast.sides.len(),
            matchups,
            duel: None,
            damage_dice,
            parity: rules.damage_roll.is_parity(),
            leans: rules.damage_roll.is_parity() || rules.critical_points.is_some(),
            rolls_for_some: rolls_for_some(rules),
            grazes: rules.graze == Graze::Table,
            longest,
            cycle,
            plain,
            races,
            musters: races || freezes,
            suffers: tough || pulls || scarred || halves || closes,
            scarred,
            fires: fires.into_iter().filter(|(_, acts)| *acts).map(|(what, _)| what).collect(),
            stuns,
            gritty,
            feels_more: gritty || afflicts || lingers || !threats.is_empty(),
            threats,
            afflicts,
            lingers,
            first_mark: rules.ends_at,
            lucky,
            aftermath,
            round_limit: rules.round_limit,
            outnumbered: rules.outnumbered,
            lone_strike: rules.lone_strike,
            mob_roll: rules.mob_roll,
            reach: rules.reach.map_or(usize::MAX, |reach| reach as usize),
            pacing: rules.pacing,
            turn_order: rules.turn_order,
            initiative: rules.initiative,
            initiative_ties: rules.initiative_ties,
            initiative_wounds: rules.initiative_wounds,
            avoidance: rules.avoidance,
            unopposed: rules.unopposed,
            closing,
            tactics,
            criticals: Criticals::compile(rules)?,
            rules: rules.clone(),
            static_tie: rules.static_tie,
        };
        fight.duel = (fight.fighters() == 2).then(|| fight.pairing([0, 1]));
        Ok(fight)
    }

    /// Two fighters who face each other.
    #[inline]
    pub(super) fn pairing(&self, fighters: [u16; 2]) -> Pairing {
        let kinds @ [a, b] = fighters.map(|fighter| self.kind_of[usize::from(fighter)]);
        let matchup = |own: u16, foe: u16| own * self.kinds.len() as u16 + foe;
        Pairing { fighters, kinds, matchups: [matchup(a, b), matchup(b, a)] }
    }

    /// How many stat blocks there are; fighters of one are told apart by nothing but their wounds.
    pub fn entries(&self) -> usize {
        self.counts.len()
    }

    /// How many fighters a stat block stands for.
    pub fn count(&self, entry: usize) -> usize {
        self.counts[entry].into()
    }

    /// The first fighter of a stat block.
    pub fn first(&self, entry: usize) -> u16 {
        self.entry_of.iter().position(|of| usize::from(*of) == entry).unwrap_or(0) as u16
    }

    /// The two of a fight of one against one; none of a larger fight.
    pub fn duel(&self) -> Option<[u16; 2]> {
        self.duel.map(|pairing| pairing.fighters)
    }

    /// The stat block of a fighter, by its place in the cast.
    #[inline]
    pub fn entry(&self, fighter: u16) -> usize {
        usize::from(self.entry_of[usize::from(fighter)])
    }

    /// How many fighters there are.
    #[inline]
    pub fn fighters(&self) -> usize {
        self.kind_of.len()
    }

    /// How many sides there are.
    pub fn sides(&self) -> usize {
        self.sides
    }

    /// The side of a fighter.
    #[inline(always)]
    pub fn side(&self, fighter: u16) -> usize {
        usize::from(self.side_of[usize::from(fighter)])
    }

    /// The rounds after which an undecided fight is stopped.
    pub fn round_limit(&self) -> u32 {
        self.round_limit
    }

    /// The action dice of a fighter.
    pub fn dice(&self, fighter: u16) -> &Dice {
        &self.kind(fighter).dice
    }

    /// The damage dice; none where damage is not rolled.
    pub fn damage_dice(&self) -> Option<&Dice> {
        self.damage_dice.as_ref()
    }

    /// How many rounds differ by themselves: by modifiers that pass (M2), surprise, or because they are even; 1 where all
    /// are the same.
    pub fn rounds_told_apart(&self) -> u16 {
        self.longest + self.cycle
    }

    /// The most branches that one step's rolls can have.
    pub fn widest_step(&self) -> u64 {
        let width = |dice: &Dice| dice.pmf().iter().count() as u64;
        let widest = self.kinds.iter().map(|kind| width(&kind.dice)).max().unwrap_or(1);
        let damage = self.damage_dice.as_ref().map_or(1, width);
        let rolls = if self.lucky { self.most_lucky_rolls() } else { 2 };
        widest.saturating_pow(rolls).max(damage)
    }

    /// The most dice that are rolled in a step on which Fudge points may be spent: those of a whole brawl, and of all who
    /// may roll again.
    fn most_lucky_rolls(&self) -> u32 {
        let side = |side| self.side_of.iter().filter(|of| usize::from(**of) == side).count();
        let most = if self.pacing == Pacing::Simultaneous { (0..self.sides).map(side).max().unwrap_or(1) } else { 2 };
        let again = |who: &u16| self.kind(*who).pool > 0 && self.kind(*who).spending.any(|boon| boon == Boon::Reroll);
        let again = (0..self.fighters() as u16).filter(again).count().min(most + 1);
        (1 + most + again) as u32
    }

    /// Whether anybody has Fudge points to spend on anything.
    pub fn spends_points(&self) -> bool {
        self.kinds.iter().any(|kind| kind.pool > 0 && !kind.spending.0.is_empty())
    }

    /// What acts now and then in this fight, and is counted.
    pub fn fires(&self) -> &[Fired] {
        &self.fires
    }

    /// Whether wounds are suffered one by one, after all blows that fall at once are found.
    pub fn suffers(&self) -> bool {
        self.suffers
    }

    /// Whether wounds of a fighter close where it hits because a player character's roll failed (W28).
    #[inline(always)]
    pub(super) fn heals_on_failed_roll(&self, who: u16) -> bool {
        !self.kind(who).pc && closes_on_failed_roll(&self.kind(who).abilities)
    }

    /// Whether a foe's abilities may kill a fighter otherwise than by wounds (W28).
    pub fn may_be_slain(&self, fighter: u16) -> bool {
        let foes = (0..self.fighters() as u16).filter(|&foe| self.side(foe) != self.side(fighter));
        let kills =
            |kind: &Kind| kind.abilities.kill() || kind.blood.as_ref().is_some_and(|one| one.doom == Doom::Death);
        foes.into_iter().any(|foe| kills(self.kind(foe)))
    }

    /// What `own` is against `foe`.
    #[inline(always)]
    pub fn matchup(&self, own: u16, foe: u16) -> &Matchup {
        let (own, foe) = (self.kind_of[usize::from(own)], self.kind_of[usize::from(foe)]);
        &self.matchups[usize::from(own) * self.kinds.len() + usize::from(foe)]
    }

    /// Whether a round is taken step by step even where no state in between is asked for.
    #[inline(always)]
    pub(super) fn takes_steps(&self) -> bool {
        !self.plain || self.suffers || self.aftermath || self.closing > 0 || self.pacing != Pacing::Simultaneous
    }

    /// The blow with which `by` hits `target`, for a state that stands at its damage.
    pub fn blow(&self, by: u16, target: u16, degree: i16) -> Blow {
        let matchup = self.kind_of[usize::from(by)] * self.kinds.len() as u16 + self.kind_of[usize::from(target)];
        Blow { by, target, degree, edge: Edge::default(), lean: 0, after: 0, matchup }
    }

    /// How many wound levels there are, from Undamaged to Dead.
    pub fn levels(&self) -> usize {
        self.kinds.iter().map(|kind| kind.track.levels()).max().unwrap_or(0)
    }

    /// How many severities of blows there are beyond none: wound levels, or points that fill a whole track.
    pub fn severities(&self) -> usize {
        self.kinds.iter().map(|kind| kind.track.severities()).max().unwrap_or(0)
    }

    /// The least and the most that a fighter can roll (A2).
    pub fn cap(&self, fighter: u16) -> [i32; 2] {
        self.kind(fighter).cap
    }

    /// The wound track of a fighter.
    #[inline(always)]
    pub fn track(&self, fighter: u16) -> &Track {
        &self.kind(fighter).track
    }

    #[inline(always)]
    pub(super) fn kind(&self, fighter: u16) -> &Kind {
        &self.kinds[usize::from(self.kind_of[usize::from(fighter)])]
    }
}

/// How many rounds are of missiles (R6).
fn closing(rules: &Rules, models: &[&Fighter]) -> Result<u16> {
    if rules.closing.is_none() && models.iter().all(|model| model.ranged.missile.is_none()) {
        return Err(Error::input("this fight never comes to blows, and nobody has anything to shoot or throw")
            .with_help("give somebody a `missile`, or set `closing` to a number of rounds"));
    }
    Ok(rules.closing.unwrap_or(u16::MAX))
}

/// The most kinds of fighters: each is tabulated against each.
const MOST_KINDS: usize = 250;

/// The same where each is tabulated with a missile in hand as well: places in the table have 16 bits.
const MOST_SHOOTING: usize = 180;

/// Two sides, with somebody on each.
fn sides(cast: &Cast) -> Result<()> {
    if let Some(empty) = (0..cast.sides.len()).find(|&side| cast.strength(side) == 0) {
        return Err(Error::input(format!("side `{}` has no fighters", cast.sides[empty])));
    }
    match cast.sides.len() {
        0 | 1 => Err(Error::input("a fight needs two sides")),
        2 => Ok(()),
        more => {
            Err(Error::input(format!("a fight has two sides, not {more}")).with_help("put allies on the same `side`"))
        }
    }
}

/// Results of the game's dice further from 0 than this are refused: every blow is tabulated by them.
const DAMAGE_LIMIT: i32 = 100;

fn damage_dice(rules: &Rules) -> Result<Option<Dice>> {
    let Some(dice) = rules.damage_roll.dice(&rules.dice)? else { return Ok(None) };
    let wide = dice.pmf().lowest() < -DAMAGE_LIMIT || dice.pmf().highest() > DAMAGE_LIMIT;
    if wide && rules.damage_roll == DamageRoll::GameLimited {
        return Err(Error::input(format!("the dice `{}` are too wide for a damage roll", dice.name()))
            .with_help(format!("damage dice stay within -{DAMAGE_LIMIT} and {DAMAGE_LIMIT}")));
    }
    Ok(Some(dice))
}

/// A fighter of the cast with what follows from who it is: its dice, and whether it acts as a player character.
fn ready(fighter: &Fighter, pc: bool, players: bool, rules: &Rules) -> Fighter {
    let usual = rules.npc_dice.as_ref().filter(|_| !pc).unwrap_or(&rules.dice);
    let dice = fighter.dice.as_ref().unwrap_or(usual);
    let tested = match rules.morale {
        Morale::Off => false,
        Morale::Npcs => !pc,
        Morale::All => true,
    };
    let morale = fighter.morale.filter(|_| tested && !fighter.abilities.immune_to_fear);
    let told_apart = players || spares(rules);
    // Elsewhere two who differ in nothing else are one kind.
    let ready = Fighter { dice: Some(dice.clone()), pc: told_apart.then_some(pc), morale, ..fighter.clone() };
    Fighter {
        stuns: fighter.stuns && rules.stun != Stun::Off,
        evades_at: fighter.evades_at.filter(|_| rules.evasion != Evasion::Off),
        overcomes_at: fighter.overcomes_at.filter(|_| rules.will_over_wounds != WillOverWounds::Off),
        fudge_points: if fighter.spend.0.is_empty() { None } else { fighter.fudge_points.or(Some(rules.fudge_points)) },
        abilities: Abilities {
            immune_to_fear: fighter.abilities.immune_to_fear || fighter.morale.is_none(),
            ..fighter.abilities
        },
        ..ready
    }
}

/// Whether wounds by one of these abilities bring along more, or may be survived.
fn afflicts(abilities: &Abilities) -> bool {
    let Abilities { poison, bleeding, burning, lives, heads, swallow, .. } = abilities;
    let brought = poison.is_some() || bleeding.is_some() || burning.is_some();
    brought || *lives > 0 || heads.is_some() || swallow.is_some()
}

/// Whether one of these abilities acts from round to round.
fn lingers(abilities: &Abilities) -> bool {
    let Abilities { poison, bleeding, burning, regeneration, heads, swallow, .. } = abilities;
    let closes = regeneration.is_some_and(|one| one.when == Regenerates::Round);
    let lasts = poison.is_some() || bleeding.is_some() || burning.is_some();
    lasts || closes || heads.is_some() || swallow.is_some()
}

/// Whether wounds close where somebody else's roll fails.
fn closes_on_failed_roll(abilities: &Abilities) -> bool {
    abilities.regeneration.is_some_and(|one| one.when == Regenerates::FailedRoll)
}

/// Whether blows spare player characters (W21).
fn spares(rules: &Rules) -> bool {
    rules.pc_wound_levels.is_some() || rules.pc_near_death != PcNearDeath::Allowed
}

/// The index of a fighter's kind among the models, which it joins where it is the first.
fn kind_index<'a>(models: &mut Vec<&'a Fighter>, fighter: &'a Fighter) -> u16 {
    let same = |model: &&Fighter| {
        let named = Fighter { name: model.name.clone(), side: model.side, count: model.count, ..fighter.clone() };
        named == **model
    };
    let place = models.iter().position(same).unwrap_or_else(|| {
        models.push(fighter);
        models.len() - 1
    });
    place as u16
}

/// For how many rounds a fighter is unaware of the foes: quick reflexes leave no time for it (C9, M19).
fn surprised(model: &Fighter) -> u16 {
    if model.quick_reflexes { 0 } else { model.unaware }
}

/// The rounds from the start that a fighter's modifiers and conditions tell apart.
fn rounds_told_apart(model: &Fighter) -> u16 {
    let modifiers = model.modifiers.iter().filter_map(|modifier| modifier.rounds);
    let spends = model.spend.0.iter().flat_map(|spend| &spend.conditions);
    let conditions = model.tactic.when.iter().flat_map(|row| &row.conditions).chain(spends).map(|one| one.rounds());
    let longest = modifiers.chain(conditions).max().unwrap_or(0);
    longest.max(surprised(model)).max(u16::from(model.abilities.surprise.is_some()))
}

fn kind(
    model: &Fighter,
    rules: &Rules,
    [longest, cycle]: [u16; 2],
    cap: Option<[i32; 2]>,
    tactics: &mut Tactics,
) -> Result<Kind> {
    let passing = |of| {
        let lasting = model.situational(rules, longest + 1, of);
        // A "plus" level is one better on even rounds, on top of the skill (C12, reading 9).
        // It is the skill of blows that has the "plus".
        let blows = |round: u16| rules.closing.is_some_and(|closing| round > closing);
        let plus = |round: u16| i32::from(model.plus_level && round.is_multiple_of(2) && blows(round));
        let rounds = 1..longest + cycle + u16::from(cycle > 1);
        rounds.map(|round| model.situational(rules, round, of) - lasting + plus(round)).collect()
    };
    let dice = model.dice.clone().unwrap_or_else(|| rules.dice.clone());
    let always_same = dice.pmf().lowest() == dice.pmf().highest();
    let closer = rules.mob_roll == MobRoll::CloserToZero;
    let mob_dice = if always_same && closer { None } else { mob_dice(rules.mob_roll, &dice)? };
    let steady = always_same && mob_dice.is_none();
    let whole = track(model, rules);
    let incapacitated = whole.incapacitated();
    let whole = if model.abilities.needs_near_death { whole.down_near_death() } else { whole };
    let ends_at = rules.ends_at.into_iter().chain(model.yields_at).min();
    let track = ends_at.map_or_else(|| whole.clone(), |level| whole.clone().down_at(level));
    Ok(Kind {
        mob_dice,
        dice,
        steady,
        // The cap is on what is rolled: a trait that stands for itself may lie beyond it (reading 36).
        cap: cap.filter(|_| !steady).unwrap_or([i32::MIN, i32::MAX]),
        pc: model.pc == Some(true),
        defends_at: model.defends_at,
        unaware: surprised(model),
        helpless: model.helpless,
        freezes: model.combat_paralysis,
        health: model.health.unwrap_or(0),
        only_defends: model.only_defends,
        speed_power: model.speed_power,
        speed: model.speed,
        perception: model.perception,
        bare_hands: bare_hands(model, rules),
        shoots: model.ranged.missile.is_some(),
        burst: model.ranged.missile.and_then(|missile| missile.burst),
        quick_reflexes: model.quick_reflexes,
        morale: model.morale,
        damage_capacity: model.damage_capacity.unwrap_or(0),
        pool: model.fudge_points.unwrap_or(0),
        spending: model.spend.clone(),
        unpenalized_foes: if model.peripheral_vision { 2 } else { 1 },
        skill: model.skill,
        resistance: model.resistance,
        constitution: model.constitution,
        will: model.will,
        overcomes_at: model.overcomes_at,
        agility: model.agility,
        evades_at: model.evades_at,
        stuns: model.stuns,
        pulls: model.pulls,
        spared: model.pc == Some(true) && spares(rules),
        by_level: model.record(rules).by_level(),
        incapacitated,
        levels: track.conditions_of_levels(),
        healed: model.abilities.regeneration.map_or_else(Vec::new, |regeneration| track.healed(regeneration.boxes)),
        track,
        initiative: model.initiative,
        passing: passing(Use::Attack),
        passing_avoid: passing(Use::Avoid),
        policy: model.tactic.clone(),
        choices: tactics.choices_of(&model.tactic)?,
        targets: model.targets,
        spread: model.spread,
        leader: model.leader,
        abilities: model.abilities,
        mass_scale: model.mass_scale,
        fire: model.blade == Blade::Fire,
        blood: model.blood.clone(),
    })
}

/// What a fighter's offensive factor changes by without the weapon: bare hands without a martial art take its place (A16).
/// Whose weapon is not stated has none to drop.
fn bare_hands(model: &Fighter, rules: &Rules) -> i8 {
    let lost = model.weapon.map_or(0, |weapon| Size::Unarmed.factor(rules.gear) - weapon);
    lost.min(0) as i8
}

/// The dice of a mob that rolls once for all, where they differ from its own (M16).
fn mob_dice(rule: MobRoll, own: &Dice) -> Result<Option<Dice>> {
    match rule {
        MobRoll::Each | MobRoll::Own => Ok(None),
        MobRoll::TwoFudge => Dice::parse("2dF").map(Some),
        MobRoll::NpcD6 => Dice::parse("npc-d6").map(Some),
        MobRoll::CloserToZero => Dice::parse(&format!("toward-zero {}", own.name())).map(Some),
    }
}

impl Kind {
    /// Whether one who is Incapacitated when the fight is over rolls to stay conscious (W29).
    pub(super) fn asks_whether_awake(&self) -> bool {
        !self.abilities.needs_near_death
    }

    /// A rolled degree within the cap of results (A2).
    #[inline(always)]
    pub(super) fn capped(&self, degree: i32) -> i32 {
        degree.max(self.cap[0]).min(self.cap[1])
    }

    /// What passing modifiers add at this time, beyond the lasting ones (M2).
    #[inline(always)]
    pub(super) fn passing(&self, clock: u16) -> i32 {
        self.passing.get(usize::from(clock)).copied().unwrap_or(0)
    }

    /// What they add to avoiding a blow.
    pub(super) fn passing_avoid(&self, clock: u16) -> i32 {
        self.passing_avoid.get(usize::from(clock)).copied().unwrap_or(0)
    }
}

fn matchup(own: &Fighter, foe: &Fighter, track: &Track, dice: Option<&Dice>, rules: &Rules) -> Matchup {
    let strike = Strike::new(own, foe, rules);
    let [_, terms @ ..] = skill_terms(own, foe, rules);
    let with = |level: i32, of| level + total(&terms) + own.situational(rules, u16::MAX, of);
    let avoid = own.avoid.unwrap_or(own.skill);
    Matchup {
        skill: with(own.skill, Use::Attack),
        avoid: with(avoid, Use::Avoid),
        other_avoid: with(own.other_avoid.unwrap_or(avoid), Use::Avoid),
        // Far below anything that can be rolled where no minimum is asked for.
        minimum: minimum(own, foe, rules).unwrap_or(i32::MIN),
        factor: strike.factor,
        points: strike.points,
        strike,
        severities: SeverityTable::compile(&strike, track, dice, rules),
    }
}
