//! Whom a blow wounds, and what follows besides the mark.

use crate::combat::condition::{Ailments, Endurance, Exit, Status};
use crate::combat::event::{Event, Fired, Observer};
use crate::combat::hit::{Consequence, Wound};
use crate::rules::effects::{Doom, Head, Venom};
use crate::rules::fudge::Rows;

/// What of a target matters to what becomes of a wound; all 0 where nothing does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Victim {
    /// The wounds marked so far: the state of the track.
    pub marked: u16,
    /// The wound level that it feels, where that decides how it is spared (W21).
    pub level: u8,
    /// What the wounds it feels take from a roll of Agility to throw itself out of the way (W23), 0 or less.
    pub balance: i8,
    /// What they take from a roll to withstand what a wound brings along (reading 43), 0 or less.
    pub burden: i8,
    /// How many rounds in a row, up to the last and up to this one, it threw itself out of the way (W22).
    pub evaded: [u8; 2],
    /// What its marks are worth where that decides whether it can throw itself out of the way (W22).
    pub endurance: Endurance,
    /// The attacker of a target with venomous blood: levels of Health drained, and the wound penalty to resist venom (reading 43),
    /// 0 or less (W28).
    pub splashed: (u8, i8),
    /// Whether its will has been tried already (W25).
    pub tried: bool,
    /// What it may spend Fudge points on (P3, P6).
    pub rows: Rows,
    /// The Fudge points left, where it may spend any.
    pub points: u8,
    /// Whether its wounds of this round are lighter, for a Fudge point spent on an earlier one (P3).
    pub lightened: bool,
    /// The ailments that effects have left (W28); the levels of Health drained are those by poison and by casting.
    pub ailments: Ailments,
    /// Whether it has suffered half a hit (W26).
    pub half: bool,
}

/// What a wound that is being suffered has come to so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Suffered {
    pub(super) wound: Wound,
    pub(super) victim: Victim,
    pub(super) severity: u8,
    /// The severity as it was when the last rule was reported.
    pub(super) reported: u8,
    pub(super) effects: Aftereffects,
}

impl Suffered {
    /// Reports a rule that changed the severity.
    pub(super) fn report(&mut self, what: Fired, who: u16, observer: &mut impl Observer) {
        if self.severity != self.reported {
            observer.note(Event::Fired { who, what });
            self.reported = self.severity;
        }
    }
}

/// What follows from a wound besides the mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Aftereffects {
    /// How stunned it leaves the target, 0 to 2 (W19).
    pub stun: u8,
    /// The level it marked, where that is no mere stun; only kept where somebody strikes to stun (W19).
    pub wounded: u8,
    /// What the target's evasion takes from all rolls of the next round (W22, W23).
    pub shaken: i8,
    /// What it takes from attacks alone (W23).
    pub off_balance: i8,
    /// How many rounds in a row, up to this one, the target has thrown itself out of the way; 0 = not now (W22).
    pub evaded: u8,
    /// Whether it collapses (W22).
    pub collapsed: bool,
    /// Whether it is a blow to the head that knocks out (W19).
    pub knocked_out: bool,
    /// What the target's will takes off its wounds from now on; none where it was not tried (W25).
    pub eased: Option<u8>,
    /// The Fudge points that the target spends on it (P3, P6).
    pub points: u8,
    /// Whether that makes its other wounds of the round lighter as well.
    pub lightened: bool,
    /// Whether it cost a life to survive it (W28).
    pub survives: bool,
    /// The poison that drains the target from now on (W28).
    pub poison: Option<Venom>,
    /// The kind that has opened a vein, counted from 1; 0 = none (W28).
    pub bleeding: u16,
    /// In how many rounds, with this one, there is a roll against it.
    pub bleeds_in: u8,
    /// The damage points of fire in each round (W28).
    pub burning: u8,
    /// Whether fire keeps the target, a head, from growing again (W28).
    pub seared: bool,
    /// The points of damage done to the target from inside (W28).
    pub gash: u8,
    /// How it puts the target out of action (W28).
    pub doom: Option<Doom>,
    /// How it puts out of action who struck (W28).
    pub backlash: Option<Doom>,
    /// Whether half a hit waits for another from now on; none where it was none (W26).
    pub half: Option<bool>,
}

impl Aftereffects {
    /// The status after it.
    pub(super) fn affect(self, status: &mut Status) {
        let Self { stun, wounded, shaken, off_balance, evaded, collapsed, knocked_out, eased, points, half, .. } = self;
        // Stuns do not add up: the worse counts (reading 28).
        status.stun[1] = status.stun[1].max(stun);
        if stun > 1 {
            status.stun[2] = stun;
        }
        let marks = &mut status.endurance[1];
        marks.wounded = marks.wounded.max(wounded);
        if let Some(eased) = eased {
            (marks.eased, marks.tried) = (eased, true);
        }
        status.shaken[1] = status.shaken[1].saturating_add(shaken);
        status.off_balance[1] = status.off_balance[1].saturating_add(off_balance);
        status.evaded[1] = status.evaded[1].max(evaded);
        // As a wound, it is felt with all that falls at the same time.
        status.ailments.stricken = status.ailments.stricken.or(collapsed.then_some(Exit::Collapsed));
        status.fainted |= knocked_out;
        status.points = status.points.saturating_add(points);
        status.lightened |= self.lightened;
        status.half = half.unwrap_or(status.half);
        status.gash = status.gash.saturating_add(self.gash);
        if self.seared {
            status.head = Head::Seared;
        }
        self.ail(&mut status.ailments);
    }

    /// What effects of creatures it leaves (W28).
    fn ail(self, ailments: &mut Ailments) {
        ailments.lives += u8::from(self.survives);
        ailments.poison = self.poison.or(ailments.poison);
        if self.bleeding > 0 {
            (ailments.bleeding, ailments.bleeds_in) = (self.bleeding, self.bleeds_in);
        }
        ailments.burning = ailments.burning.max(self.burning);
    }

    /// What is counted of it.
    pub(super) fn counted(self) -> impl Iterator<Item = Fired> {
        let overcame = self.eased.is_some_and(|eased| eased > 0).then_some(Fired::Overcame);
        [(self.stun > 0).then_some(Fired::Stunned), overcame].into_iter().flatten()
    }

    /// What transcripts report of it.
    pub(super) fn reported(self) -> impl Iterator<Item = Consequence> {
        let thrown = match self {
            Self { collapsed: true, .. } => Some(Consequence::Collapsed),
            Self { off_balance: ..=-1, .. } => Some(Consequence::Prone),
            Self { evaded: 1.., shaken: ..=-1, .. } => Some(Consequence::Evaded),
            Self { shaken: ..=-1, .. } => Some(Consequence::Unbalanced),
            _ => None,
        };
        let stunned = [None, Some(Consequence::Stunned), Some(Consequence::VeryStunned)][usize::from(self.stun.min(2))];
        let eased = self.eased.filter(|eased| *eased > 0).map(|_| Consequence::Overcame);
        let doomed = self.doom.map(Consequence::Doomed);
        let brought = [
            (self.survives, Consequence::Survived),
            (self.bleeding > 0, Consequence::Bleeds),
            (self.poison.is_some(), Consequence::Poisoned),
            (self.burning > 0, Consequence::CaughtFire),
            (self.seared, Consequence::Seared),
        ];
        let brought = brought.map(|(is_so, consequence)| is_so.then_some(consequence));
        [thrown, stunned, eased, doomed].into_iter().chain(brought).flatten()
    }
}
