//! One against several (M15, M16; SRD 4.34, F93 4.62).

use super::compile::Fight;
use super::due::{Natural, PendingRoll, PendingRolls};
use super::event::{Detail, Event, Observer, Rolled, Shift};
use super::exchange::tell_both;
use super::state::{Blow, HitModifiers};
use super::status::{Readiness, RollModifiers};
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::{LoneStrike, MobRoll, Outnumbered, Targets};

/// A lone fighter's round against several foes, who meet the one roll of the lone fighter one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Brawl {
    lone: u16,
    /// The lone fighter's roll with all that goes for every foe: wounds, passing modifiers, being outnumbered; with what
    /// the stance adds to attack and to defense.
    totals: [i32; 2],
    /// What the dice showed, where its parity counts (W6); else 0.
    natural: i32,
    modifiers: RollModifiers,
    /// The one foe fought, where the others are ignored.
    aim: Option<u16>,
    /// The one roll of all foes, where they share it (M16).
    mob: Option<i32>,
    standing: Standing,
    /// Whom the lone fighter would hit: of the foes bested, and of those bested by two levels.
    prizes: [Option<Prize>; 2],
    /// All foes bested, where more than the preferred one of them may matter.
    bested: Vec<Prize>,
    /// The foes against whom the lone fighter's all-out defense held (M8).
    held: Vec<u16>,
    /// What else is rolled for once all foes have been met.
    lookouts: Vec<PendingRoll>,
    /// The lone fighter's natural critical, and all that are not rolled for yet (A16).
    critical: Option<Natural>,
    criticals: Vec<PendingRoll>,
}

/// How the lone fighter stands against the foes met so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Standing {
    /// Better than all.
    Free,
    /// As good as the best.
    Tied,
    /// Beaten by one at least: no blow of the lone fighter's lands this round.
    Beaten,
}

/// A foe whom the lone fighter may hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Prize {
    /// The lowest is chosen, then the first in the roster (reading 34): the foe's rolled degree, or how well the foe suits
    /// another preference.
    rank: i32,
    blow: Blow,
}

/// A foe in a brawl, with all that the roll depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Foe {
    pub(super) who: u16,
    pub(super) modifiers: RollModifiers,
    /// Whether the lone fighter cannot defend against this foe (C10).
    pub(super) outpaces: bool,
    /// How well the foe suits the lone fighter's preference; the lowest is preferred.
    pub(super) rank: i32,
}

/// Which foes a lone fighter defends against and strikes at (M15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Aim {
    All,
    /// This one alone.
    One(u16),
    /// One who is still to be picked at random.
    Any,
}

/// What the rolls of a brawl depend on before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Odds {
    pub(super) lone: u16,
    /// The first of the foes.
    pub(super) first: u16,
    /// How many foes there are.
    pub(super) foes: u16,
    pub(super) clock: u16,
    /// What the lone fighter's body brings to it.
    pub(super) modifiers: RollModifiers,
    pub(super) aim: Aim,
}

impl Fight {
    /// What so many foes take from a fighter's skill, 0 or less (M15, M19).
    #[inline(always)]
    pub(super) fn outnumbered(&self, who: u16, foes: u16) -> i32 {
        match self.outnumbered {
            _ if foes <= self.kind(who).unpenalized_foes => 0,
            Outnumbered::Off => 0,
            Outnumbered::PerFoe => -i32::from(foes.saturating_sub(1)),
            Outnumbered::Epic => -i32::from(foes / 2),
        }
    }

    /// The lone fighter's roll, and that of the mob where it has but one.
    #[inline(always)]
    pub(super) fn open_brawl(&self, odds: Odds, chance: &mut impl Chance, observer: &mut impl Observer) -> Brawl {
        let Odds { lone, first, foes, clock, modifiers, aim } = odds;
        observer.detail(Detail::Meet { one: lone, other: first });
        let kind = self.kind(lone);
        let passing = kind.passing(clock);
        let outnumbered = self.outnumbered(lone, foes);
        let able = modifiers.readiness != Readiness::Helpless;
        let roll = if able { chance.roll(Ask::new(lone, Purpose::Exchange), &kind.dice) } else { 0 };
        let mob = match self.mob_roll {
            MobRoll::Each => None,
            _ => {
                let dice = self.kind(first).mob_dice.as_ref().unwrap_or(&self.kind(first).dice);
                let roll = chance.roll(Ask::new(first, Purpose::Exchange), dice);
                observer.detail(Detail::MobRolled { first, roll });
                Some(roll)
            }
        };
        let taken = self.tactics.stance(modifiers.stance);
        let tactics = [taken.attack + modifiers.off_balance, taken.avoid].map(i32::from);
        if able {
            let (penalty, status) = (modifiers.wounds.into(), modifiers.status.into());
            observer.detail(Detail::LoneRolled {
                who: lone,
                foes,
                penalty,
                status,
                passing,
                outnumbered,
                tactics,
                luck: modifiers.luck.into(),
                roll,
            });
        }
        let totals = tactics.map(|tactic| roll + modifiers.burden() + passing + outnumbered + tactic);
        let aim = if let Aim::One(foe) = aim { Some(foe) } else { None };
        let critical = self.critical_of(lone, roll).filter(|_| able);
        let modifiers = RollModifiers { readiness: taken.readiness(modifiers.readiness, critical), ..modifiers };
        let own = [(lone, modifiers.bare); 2];
        let mishap = critical.filter(|critical| *critical == Natural::Failure);
        Brawl {
            lone,
            totals,
            natural: if self.parity { roll } else { 0 },
            modifiers,
            aim,
            mob,
            standing: Standing::Free,
            prizes: [None; 2],
            bested: Vec::new(),
            held: Vec::new(),
            lookouts: Vec::new(),
            critical,
            criticals: mishap.map(|mishap| self.critical(mishap, own)).into_iter().collect(),
        }
    }

    /// The next foe rolls and meets the lone fighter's result: perhaps a blow that hits the lone fighter.
    #[inline(always)]
    pub(super) fn meet(
        &self,
        brawl: &mut Brawl,
        foe: Foe,
        clock: u16,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Option<Blow> {
        let (lone, who) = (brawl.lone, foe.who);
        if foe.modifiers.readiness == Readiness::Helpless {
            let level = self.unopposed_by(lone, clock);
            observer.detail(Detail::Undefended { target: who, level });
            if brawl.may_strike(who) {
                let [attack, _] = self.lone_results(brawl, foe);
                self.compare(brawl, foe, [attack, level], 0, Some(0));
            }
            return None;
        }
        let stance = self.tactics.stance(foe.modifiers.stance);
        let kind = self.kind(who);
        let rolled = Rolled {
            who,
            foe: lone,
            skill: self.matchup(who, lone).skill,
            penalty: foe.modifiers.wounds.into(),
            status: foe.modifiers.status.into(),
            pace: (i32::from(foe.modifiers.pace) - i32::from(brawl.modifiers.pace)).max(0),
            outnumbered: 0,
            passing: kind.passing(clock),
            tactic: Shift::Attack((stance.attack + foe.modifiers.off_balance).into()),
            roll: match brawl.mob {
                Some(roll) => roll,
                None => chance.roll(Ask::new(who, Purpose::Exchange), &kind.dice),
            },
            luck: foe.modifiers.luck.into(),
            cap: kind.cap,
        };
        let [offense, defense] = tell_both(rolled, stance.avoid, observer);
        let critical = self.critical_of(who, rolled.roll);
        let both = [(who, foe.modifiers.bare), (lone, brawl.modifiers.bare)];
        brawl.criticals.extend(critical.map(|critical| self.critical(critical, both)));
        let ready = stance.readiness(foe.modifiers.readiness, critical) == Readiness::Ready;
        let hit_modifiers = |bonus| self.hit_modifiers([who, lone], [foe.modifiers, brawl.modifiers], bonus);
        if stance.harmless {
            let held = brawl.fights(who) && defense >= self.lone_results(brawl, foe)[0];
            brawl.lookouts.extend(self.lookout(who, held.then_some(lone).into_iter().collect()));
        }
        if !brawl.defends_against(foe) {
            let relative = offense - self.unopposed_by(who, clock);
            let hit = ready && relative >= 0;
            let hit_modifiers = hit_modifiers(stance.damage);
            let blow = if hit { self.lands(who, lone, relative, offense, hit_modifiers, observer) } else { None };
            return blow.map(|blow| self.with_naturals([rolled.roll, 0], blow));
        }
        let [attack, avoid] = self.lone_results(brawl, foe);
        let own = self.tactics.stance(brawl.modifiers.stance);
        let hit_modifiers = hit_modifiers(stance.damage + own.extra_damage_taken());
        let tie = self.wins_tie_in([lone, who], [own, stance]);
        self.compare(brawl, foe, [attack, defense], rolled.roll, tie);
        if own.harmless && avoid >= offense {
            brawl.held.push(who);
        }
        let ties = tie == Some(1) && !stance.harmless;
        let hit = ready && (offense > avoid || offense == avoid && ties);
        let blow = if hit { self.lands(who, lone, offense - avoid, offense, hit_modifiers, observer) } else { None };
        blow.map(|blow| self.with_naturals([rolled.roll, brawl.natural], blow))
    }

    /// The lone fighter's offense and defense against a foe.
    #[inline(always)]
    fn lone_results(&self, brawl: &Brawl, foe: Foe) -> [i32; 2] {
        let skill = self.matchup(brawl.lone, foe.who).skill;
        let pace = (i32::from(brawl.modifiers.pace) - i32::from(foe.modifiers.pace)).max(0);
        brawl.totals.map(|total| self.kind(brawl.lone).capped(skill + pace + total))
    }

    /// The lone fighter's offense meets a foe's defense and natural result; `tie` is who hits on one, 0 for the lone fighter.
    #[inline(always)]
    fn compare(&self, brawl: &mut Brawl, foe: Foe, [attack, defense]: [i32; 2], natural: i32, tie: Option<usize>) {
        let (lone, who) = (brawl.lone, foe.who);
        let relative = attack - defense;
        if foe.modifiers.readiness == Readiness::Helpless && relative < 0 {
            // Missed; but it was nobody's doing.
        } else if relative < 0 || relative == 0 && tie == Some(1) {
            brawl.beaten();
        } else if relative == 0 && tie.is_none() {
            brawl.tied(self.lone_strike);
        } else if attack >= self.matchup(lone, who).minimum && brawl.strikes(self, relative) {
            // Who does not roll gives nothing away.
            let helpless = foe.modifiers.readiness == Readiness::Helpless;
            let extra_damage =
                if helpless { 0 } else { self.tactics.stance(foe.modifiers.stance).extra_damage_taken() };
            let bonus = self.tactics.stance(brawl.modifiers.stance).damage + extra_damage;
            let hit_modifiers =
                self.aimed(self.hit_modifiers([lone, who], [brawl.modifiers, foe.modifiers], bonus), relative, attack);
            let blow = Blow { hit_modifiers, ..self.blow(lone, who, clamped(relative)) };
            let blow = self.with_naturals([brawl.natural, natural], blow);
            let by_result = self.kind(lone).targets == Targets::LowestResult || self.tactics.sweep.is_some();
            let rank = if by_result { defense } else { foe.rank };
            brawl.bested(Prize { rank, blow }, self.weighs_all(lone));
        }
    }

    /// Whether a lone fighter may hit others of those bested than the preferred one.
    #[inline(always)]
    fn weighs_all(&self, lone: u16) -> bool {
        self.tactics.sweep.is_some() || self.picks_any(lone)
    }

    /// The lone fighter's blows, once all foes have been met: a sweep goes through all who may be hit, each cut weaker than
    /// the one before (M15).
    pub(super) fn answers(&self, brawl: &Brawl, chance: &mut impl Chance, observer: &mut impl Observer) -> Vec<Blow> {
        if !self.weighs_all(brawl.lone) {
            return self.answer(brawl, observer).into_iter().collect();
        }
        let least = match brawl.standing {
            Standing::Free => 0,
            Standing::Tied => 2,
            Standing::Beaten => return Vec::new(),
        };
        let mut legal: Vec<Prize> = brawl.bested.iter().copied().filter(|prize| prize.blow.degree >= least).collect();
        legal.sort_by_key(|prize| prize.rank);
        let blows: Vec<Blow> = match self.tactics.sweep {
            Some(loss) => {
                let weaker = |(after, prize): (u16, &Prize)| {
                    let bonus = i32::from(prize.blow.hit_modifiers.bonus) - i32::from(loss) * i32::from(after);
                    let hit_modifiers =
                        HitModifiers { bonus: bonus.max(i8::MIN.into()) as i8, ..prize.blow.hit_modifiers };
                    Blow { hit_modifiers, after, ..prize.blow }
                };
                (0u16..).zip(&legal).map(weaker).collect()
            }
            None if legal.is_empty() => Vec::new(),
            None => vec![self.pick(brawl.lone, 0, &legal, chance).blow],
        };
        blows.iter().for_each(|blow| self.tell_hit(*blow, observer));
        blows
    }

    /// The lone fighter's blow, once all foes have been met.
    #[inline(always)]
    pub(super) fn answer(&self, brawl: &Brawl, observer: &mut impl Observer) -> Option<Blow> {
        let prize = match brawl.standing {
            Standing::Free => brawl.prizes[0],
            Standing::Tied => brawl.prizes[1],
            Standing::Beaten => None,
        };
        let blow = prize.map(|prize| prize.blow)?;
        self.tell_hit(blow, observer);
        Some(blow)
    }

    #[inline(always)]
    fn tell_hit(&self, blow: Blow, observer: &mut impl Observer) {
        let Blow { by, target, degree, .. } = blow;
        observer.note(Event::Hit { by, target, degree, graze: self.grazes && degree <= 1 });
    }

    /// Who has fought in all-out defense looks out for an advantage: the foes in their order, then the lone fighter.
    fn lookouts(&self, brawl: &mut Brawl) -> Vec<PendingRoll> {
        let mut claims = std::mem::take(&mut brawl.lookouts);
        let able = brawl.modifiers.readiness != Readiness::Helpless;
        if able && self.tactics.stance(brawl.modifiers.stance).harmless {
            claims.extend(self.lookout(brawl.lone, std::mem::take(&mut brawl.held)));
        }
        claims
    }

    /// A blow that has won lands if it reaches the minimum to hit (C7).
    #[inline(always)]
    pub(super) fn lands(
        &self,
        by: u16,
        target: u16,
        relative: i32,
        rolled: i32,
        hit_modifiers: HitModifiers,
        observer: &mut impl Observer,
    ) -> Option<Blow> {
        self.connects(Blow { hit_modifiers, ..self.blow(by, target, clamped(relative)) }, rolled, observer)
    }

    /// A blow lands, or a shot, if what was rolled reaches the minimum.
    #[inline(always)]
    pub(super) fn connects(&self, blow: Blow, rolled: i32, observer: &mut impl Observer) -> Option<Blow> {
        if rolled < self.matchups[usize::from(blow.matchup)].minimum && !blow.hit_modifiers.inside {
            observer.note(Event::BelowMinimum { by: blow.by });
            return None;
        }
        let hit_modifiers = self.aimed(blow.hit_modifiers, blow.degree.into(), rolled);
        let blow = Blow { hit_modifiers, ..blow };
        self.tell_hit(blow, observer);
        Some(blow)
    }
}

/// A relative degree, within what a blow holds.
#[inline(always)]
pub(super) fn clamped(relative: i32) -> i16 {
    relative.min(i16::MAX.into()) as i16
}

impl Brawl {
    /// Whether the lone fighter's roll counts against a foe's attack.
    #[inline(always)]
    fn defends_against(&self, foe: Foe) -> bool {
        let ignored = self.aim.is_some_and(|aim| aim != foe.who);
        !(ignored || foe.outpaces || self.modifiers.readiness == Readiness::Helpless)
    }

    /// Whether the lone fighter's roll goes against a foe.
    #[inline(always)]
    fn fights(&self, who: u16) -> bool {
        self.aim.is_none_or(|aim| aim == who) && self.modifiers.readiness != Readiness::Helpless
    }

    /// Whether the lone fighter may strike at a foe at all.
    #[inline(always)]
    fn may_strike(&self, who: u16) -> bool {
        self.fights(who) && self.modifiers.readiness == Readiness::Ready
    }

    /// The lone fighter's natural +4 befalls the first foe hit (A16).
    fn befalls(&self, target: u16, foes: &[Foe], fight: &Fight) -> Option<PendingRoll> {
        let natural = self.critical.filter(|critical| *critical == Natural::Success)?;
        let foe = foes.iter().find(|foe| foe.who == target)?;
        Some(fight.critical(natural, [(self.lone, self.modifiers.bare), (target, foe.modifiers.bare)]))
    }

    /// Whether the lone fighter hurts a foe bested by so much: in all-out defense only by a critical that wins (M8).
    #[inline(always)]
    fn strikes(&self, fight: &Fight, relative: i32) -> bool {
        let harmless = fight.tactics.stance(self.modifiers.stance).harmless;
        self.modifiers.readiness == Readiness::Ready && (relative > 0 || !harmless)
    }

    #[inline(always)]
    fn beaten(&mut self) {
        self.standing = Standing::Beaten;
        // Nobody can be hit any more: what could have been no longer tells two brawls apart.
        self.prizes = [None; 2];
        self.bested.clear();
    }

    #[inline(always)]
    fn tied(&mut self, rule: LoneStrike) {
        match (rule, self.standing) {
            (LoneStrike::BeatAll, _) => self.beaten(),
            (LoneStrike::BeatOrTie, Standing::Free) => {
                self.standing = Standing::Tied;
                self.prizes[0] = None;
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn bested(&mut self, prize: Prize, weighs_all: bool) {
        if weighs_all && self.standing != Standing::Beaten {
            self.bested.push(prize);
            return;
        }
        let open = match self.standing {
            Standing::Free => [true, prize.blow.degree >= 2],
            Standing::Tied => [false, prize.blow.degree >= 2],
            Standing::Beaten => [false; 2],
        };
        for (slot, _) in self.prizes.iter_mut().zip(open).filter(|(_, open)| *open) {
            if slot.is_none_or(|held| prize.rank < held.rank) {
                *slot = Some(prize);
            }
        }
    }
}

/// A brawl in the middle, for those who take it roll by roll.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Scene {
    odds: Odds,
    foes: Vec<Foe>,
    brawl: Option<Brawl>,
    /// How many foes have met the lone fighter's result.
    met: usize,
    due: PendingRolls,
}

impl Scene {
    /// A brawl that is about to begin. There is at least one foe.
    pub(super) fn new(odds: Odds, foes: Vec<Foe>) -> Self {
        Self { odds, foes, brawl: None, met: 0, due: PendingRolls::default() }
    }

    /// What it leads to, once it is over.
    pub(super) fn into_due(self: Box<Self>) -> Result<PendingRolls, Box<Self>> {
        let over = self.due.is_over() && self.met > self.foes.len();
        if over { Ok(self.due) } else { Err(self) }
    }

    /// The next roll: whom the lone fighter picks out, the lone fighter's, a foe's, or the damage of a blow.
    pub(super) fn advance(
        mut self: Box<Self>,
        fight: &Fight,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Box<Self> {
        if !self.due.is_over() {
            self.due.advance(fight, chance, observer);
        } else if self.odds.aim == Aim::Any {
            self.odds.aim = Aim::One(fight.pick(self.odds.lone, 0, &self.foes, chance).who);
        } else {
            self.go_on(fight, chance, observer);
        }
        self
    }

    /// The lone fighter's roll, or a foe's, or what has become of it all.
    fn go_on(&mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) {
        let Some(brawl) = &mut self.brawl else {
            let mut brawl = fight.open_brawl(self.odds, chance, observer);
            self.due.add(std::mem::take(&mut brawl.criticals));
            self.brawl = Some(brawl);
            return;
        };
        match self.foes.get(self.met) {
            Some(&foe) => {
                let blow = fight.meet(brawl, foe, self.odds.clock, chance, observer);
                self.due.add(std::mem::take(&mut brawl.criticals));
                self.due.add(blow.map(PendingRoll::Blow));
            }
            None => {
                let blows = fight.answers(brawl, chance, observer);
                self.due.add(blows.first().and_then(|blow| brawl.befalls(blow.target, &self.foes, fight)));
                self.due.add(blows.into_iter().map(PendingRoll::Blow));
                self.due.add(fight.lookouts(brawl));
            }
        }
        self.met += 1;
    }

    /// Whether the dice of the exchange are the next that are rolled.
    pub(super) fn is_to_be_rolled(&self) -> bool {
        self.brawl.is_none() && self.odds.aim != Aim::Any
    }

    /// All who roll, the lone fighter first, with what they bring to it.
    pub(super) fn players(&self) -> impl Iterator<Item = (u16, RollModifiers)> {
        [(self.odds.lone, self.odds.modifiers)].into_iter().chain(self.foes.iter().map(|foe| (foe.who, foe.modifiers)))
    }

    /// The whole exchange, with what Fudge points add to the dice of each of those who roll: what is due then.
    pub(super) fn with_luck(
        &self,
        luck: impl Fn(usize) -> i8,
        fight: &Fight,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> PendingRolls {
        let mut scene = self.clone();
        scene.odds.modifiers.luck = luck(0);
        for (place, foe) in (1..).zip(&mut scene.foes) {
            foe.modifiers.luck = luck(place);
        }
        while scene.met <= scene.foes.len() {
            scene.go_on(fight, chance, observer);
        }
        scene.due
    }
}
