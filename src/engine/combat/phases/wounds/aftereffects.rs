//! The target of a wound, and the effects of the wound beyond its mark.

use crate::combat::condition::{Ailments, Endurance, Exit, Status};
use crate::combat::event::{Event, Fired, Observer};
use crate::combat::hit::{Consequence, Wound};
use crate::rules::effects::{Doom, Head, Venom};
use crate::rules::fudge::Rows;

/// The target's state, as far as it affects the wound. All fields are 0 if none of them matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct TargetState {
    /// The state of the track, with all wounds marked so far.
    pub marked: u16,
    /// The wound level in effect, if it decides how a player character is protected (W21); otherwise 0.
    pub level: u8,
    /// The wound penalty to the Agility roll of an evasion (W23), 0 or less.
    pub agility_penalty: i8,
    /// The wound penalty to rolls against the wound's side effects (reading 43), 0 or less.
    pub resist_penalty: i8,
    /// The number of rounds in a row with an evasion, up to the last round and up to this one (W22).
    pub evaded: [u8; 2],
    /// The effects of stuns and Willpower on the marks, if they decide whether the target can evade (W22).
    pub endurance: Endurance,
    /// The attacker's drained levels of Health, and its wound penalty to rolls to resist venom (reading 43), 0 or less.
    /// Both are 0 unless the target's blood is venomous (W28).
    pub attacker_resistance: (u8, i8),
    /// Whether Willpower has already been rolled in this fight (W25).
    pub willpower_rolled: bool,
    /// The rows of the target's spending policy that apply to wounds (P3, P6).
    pub rows: Rows,
    /// The Fudge points left; 0 if the target cannot spend any.
    pub points: u8,
    /// Whether a Fudge point spent on an earlier wound makes all wounds of this round lighter (P3).
    pub lightened: bool,
    /// Ailments from creature effects (W28). `drained` counts the levels of Health lost to poison and to casting.
    pub ailments: Ailments,
    /// Whether the target has half a hit pending (W26).
    pub half: bool,
}

/// A wound that rules have not finished changing.
#[derive(Debug, Clone, Copy)]
pub(super) struct PendingWound {
    pub(super) wound: Wound,
    pub(super) state: TargetState,
    /// The severity after the rules applied so far.
    pub(super) severity: u8,
    /// The severity at the last report of a rule, for [`report`](Self::report).
    pub(super) reported: u8,
    pub(super) effects: Aftereffects,
}

impl PendingWound {
    /// Reports that the rule `what` took effect, if the severity has changed since the last report.
    pub(super) fn report(&mut self, what: Fired, who: u16, observer: &mut impl Observer) {
        if self.severity != self.reported {
            observer.note(Event::Fired { who, what });
            self.reported = self.severity;
        }
    }
}

/// The effects of a wound beyond its mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Aftereffects {
    /// The stun of the target, 0 to 2 (W19).
    pub stun: u8,
    /// The level marked, unless the wound is only a stun; set only in fights in which someone strikes to stun (W19).
    pub wounded: u8,
    /// The modifier to all rolls of the next round after an evasion, 0 or less (W22, W23).
    pub shaken: i8,
    /// The modifier to attacks of the next round after an evasion, 0 or less (W23).
    pub off_balance: i8,
    /// The number of rounds in a row with an evasion, up to this one; 0 if there was none this round (W22).
    pub evaded: u8,
    /// Whether the target collapses (W22).
    pub collapsed: bool,
    /// Whether a blow to the head knocks the target out (W19).
    pub knocked_out: bool,
    /// The relief from the Willpower roll: under `WillOverWounds::Levels`, the number of wound levels; under the other
    /// rules, 1 for a success and 0 for a failure. `None` if it was not rolled (W25).
    pub eased: Option<u8>,
    /// The Fudge points that the target spends on the wound (P3, P6).
    pub points: u8,
    /// Whether these Fudge points also make the target's later wounds of the round lighter (P3).
    pub lightened: bool,
    /// Whether the target loses a life to survive (W28).
    pub survives: bool,
    /// The poison that starts to drain the target (W28).
    pub poison: Option<Venom>,
    /// 1 + the index of the stat block that caused the bleeding; 0 if none (W28).
    pub bleeding: u16,
    /// The number of rounds, including this one, until the first roll against bleeding to death.
    pub bleeds_in: u8,
    /// The points of fire damage in each round (W28).
    pub burning: u8,
    /// Whether fire keeps the target, a head, from growing back (W28).
    pub seared: bool,
    /// The points of damage dealt to the target from inside (W28).
    pub gash: u8,
    /// The effect that puts the target out of action, if any (W28).
    pub doom: Option<Doom>,
    /// The effect that puts the attacker out of action, if any (W28).
    pub backlash: Option<Doom>,
    /// Whether the target has half a hit pending afterwards; `None` if unchanged (W26).
    pub half: Option<bool>,
}

impl Aftereffects {
    /// Applies the effects to the status of the target.
    pub(super) fn apply_to_status(self, status: &mut Status) {
        let Self { stun, wounded, shaken, off_balance, evaded, collapsed, knocked_out, eased, points, half, .. } = self;
        // Stuns do not add up: the worst counts (reading 28).
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
        // Like a wound, a collapse takes effect together with everything else at the same moment.
        status.ailments.stricken = status.ailments.stricken.or(collapsed.then_some(Exit::Collapsed));
        status.fainted |= knocked_out;
        status.points = status.points.saturating_add(points);
        status.lightened |= self.lightened;
        status.half = half.unwrap_or(status.half);
        status.gash = status.gash.saturating_add(self.gash);
        if self.seared {
            status.head = Head::Seared;
        }
        self.apply_to_ailments(&mut status.ailments);
    }

    /// Applies the lasting effects of creatures to the ailments of the target (W28).
    fn apply_to_ailments(self, ailments: &mut Ailments) {
        ailments.lives += u8::from(self.survives);
        ailments.poison = self.poison.or(ailments.poison);
        if self.bleeding > 0 {
            (ailments.bleeding, ailments.bleeds_in) = (self.bleeding, self.bleeds_in);
        }
        ailments.burning = ailments.burning.max(self.burning);
    }

    /// The effects to count in statistics.
    pub(super) fn counted(self) -> impl Iterator<Item = Fired> {
        let overcame = self.eased.is_some_and(|eased| eased > 0).then_some(Fired::Overcame);
        [(self.stun > 0).then_some(Fired::Stunned), overcame].into_iter().flatten()
    }

    /// The effects to report in transcripts.
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
