//! What a step of a round sees, and what it changes.

use super::aftermath::AftermathRoll;
use super::brawl::Scene;
use super::due::{Affected, PendingRolls};
use super::facing::Act;
use super::muster::Readying;
use super::order::{Acts, Order};
use super::state::Blow;
use super::status::RollModifiers;
use super::suffer::{Cut, Effects, Victim};
use super::turns::{Attack, Cost};

/// How far a step brought the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The round goes on.
    Round,
    /// The round is over, the fight is not.
    NextRound,
    /// At most one side has anybody fit to fight.
    Over,
}

/// All that the rolls of the next step depend on: steps of equal sights have equal chances, whatever else differs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Two exchange blows.
    Exchange {
        /// Their group.
        group: u16,
        /// The two.
        pair: [u16; 2],
        /// The state's clock.
        clock: u16,
        /// What their bodies bring to it.
        modifiers: [RollModifiers; 2],
    },
    /// An exchange has led to several things that are rolled for, and the next is due.
    PendingRolls {
        /// Where in the round.
        place: Place,
        /// What is due.
        due: Box<PendingRolls>,
    },
    /// A fighter rolls before the blows fall.
    Readying {
        /// What for.
        muster: Readying,
    },
    /// All have; nothing is rolled.
    Mustered,
    /// A fighter rolls to withstand a threat before blows fall (W28).
    Hazard {
        /// Which threat, and who.
        place: u32,
        /// The level of the trait rolled for.
        level: i32,
    },
    /// All have withstood or fallen; nothing is rolled.
    Withstood,
    /// A wound is suffered.
    Suffer {
        /// The blow.
        cut: Cut,
        /// What of its target matters to what becomes of it.
        victim: Victim,
    },
    /// Something follows from the wounds that a fighter feels.
    AftermathRoll {
        /// Who.
        who: u16,
        /// What.
        ordeal: AftermathRoll,
    },
    /// Nothing more follows from the round's wounds; nothing is rolled.
    Aftermath,
    /// A fighter chooses a stance.
    Choice {
        /// Who.
        who: u16,
        /// What the fighter's policy comes to.
        choice: u16,
    },
    /// All have chosen; nothing is rolled.
    Chosen,
    /// A fighter picks one foe at random, to attack.
    Aim {
        /// The point of the order.
        rank: u16,
        /// Who.
        by: u16,
        /// Which of the attacker's attacks this round it is, counted from 0.
        nth: u16,
        /// Among whom.
        foes: Vec<u16>,
    },
    /// A blow's damage is due.
    Damage {
        /// Where in the round it fell.
        place: Place,
        /// The blow.
        blow: Blow,
    },
    /// Who acts when is rolled for.
    Order {
        /// Who has rolled what.
        order: Box<Order>,
    },
    /// One attacks another.
    Attack {
        /// The point of the order.
        rank: u16,
        /// The attack.
        attack: Attack,
    },
    /// A player character acts alone.
    Act {
        /// The point of the order.
        rank: u16,
        /// The action.
        act: Act,
    },
    /// Nobody is left to act at this point of the order; nothing is rolled.
    TurnOver {
        /// The point of the order.
        rank: u16,
    },
    /// One fights several.
    Brawl {
        /// Their group.
        group: u16,
        /// Where they stand.
        scene: Box<Scene>,
    },
    /// Nothing is rolled.
    Marking,
}

/// Where in a round a blow falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// In this group.
    Group(u16),
    /// In somebody's turn.
    Turn {
        /// The point of the order.
        rank: u16,
        /// The next who may act, and how many blows of a sweep of theirs have landed.
        then: (u16, u16),
        /// What meeting the blow costs its target.
        cost: Cost,
        /// Its target.
        target: u16,
    },
}

/// What a step comes to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Change {
    /// Blows were exchanged, and perhaps one hit.
    Exchanged {
        /// The group.
        group: u16,
        /// The blow that hit.
        blow: Option<Blow>,
    },
    /// An exchange has led to several things that are rolled for, and not all are found yet.
    Clashed {
        /// Where in the round.
        place: Place,
        /// What is due.
        due: Box<PendingRolls>,
    },
    /// A stance was chosen.
    Chose {
        /// Who chose.
        who: u16,
        /// The stance, among those of the fight.
        stance: u8,
    },
    /// All have chosen.
    AllChosen,
    /// A foe was picked.
    Aimed {
        /// The point of the order.
        rank: u16,
        /// Who attacks.
        by: u16,
        /// Whom.
        target: u16,
    },
    /// A blow's damage was found.
    Struck {
        /// Where in the round.
        place: Place,
        /// The blow with its damage.
        cut: Cut,
    },
    /// A fighter has rolled before the blows fall.
    Rallied {
        /// Who.
        who: u16,
        /// How fast the fighter is.
        pace: i8,
        /// Whether the fighter has found the nerve to act.
        nerved: bool,
    },
    /// All have.
    AllRallied,
    /// A fighter has rolled to withstand a threat.
    Withstood {
        /// Which, and who.
        place: u32,
        /// Whether the fighter does.
        passed: bool,
    },
    /// All have.
    AllWithstood,
    /// A wound was suffered.
    Suffered {
        /// Who struck.
        by: u16,
        /// By whom.
        target: u16,
        /// Its severity.
        severity: u8,
        /// What else follows from it.
        effects: Effects,
    },
    /// A fighter went through something.
    Endured {
        /// Who.
        who: u16,
        /// The wound level it was about.
        level: u8,
        /// Whether the fighter flees.
        fled: bool,
    },
    /// A fighter rolled against bleeding to death (W28).
    Bled {
        /// Who.
        who: u16,
        /// Whether in vain.
        dies: bool,
    },
    /// A creature rolled for a second head (W28).
    Grew {
        /// The head that grows.
        who: u16,
        /// Whether another grows beside it.
        two: bool,
    },
    /// A creature tried to swallow a foe (W28).
    Gulped {
        /// Who did.
        by: u16,
        /// Whom.
        victim: u16,
        /// Whether in vain.
        escaped: bool,
    },
    /// All did; the round is over.
    AllEndured,
    /// A roll for the order was made; more are to come.
    Ordering {
        /// Who has rolled what.
        order: Box<Order>,
    },
    /// The order of this round is known.
    Ordered {
        /// Who acts when, counted from 1.
        turns: Vec<Acts>,
    },
    /// An attack was made, and perhaps hit.
    Attacked {
        /// The point of the order.
        rank: u16,
        /// The attack.
        attack: Attack,
        /// The blow that hit.
        blow: Option<Blow>,
    },
    /// A player character acted alone, and perhaps one of the two was hit.
    Acted {
        /// The point of the order.
        rank: u16,
        /// Who acted.
        who: u16,
        /// The blow that hit.
        blow: Option<Blow>,
    },
    /// An action settled without a blow who is out.
    Settled {
        /// The point of the order.
        rank: u16,
        /// Who acted.
        who: u16,
        /// Who is out, and the severity that does it.
        cuts: Vec<(u16, u8)>,
    },
    /// All who act at a point of the order have acted.
    TurnOver {
        /// The point of the order.
        rank: u16,
    },
    /// A roll of a brawl was made, which goes on.
    Brawling {
        /// The group.
        group: u16,
        /// Where they stand now.
        scene: Box<Scene>,
    },
    /// An exchange is over for this round, or an attack, and all that it led to is found.
    Brawled {
        /// Where in the round.
        place: Place,
        /// The blows that hit, in their order.
        cuts: Vec<Cut>,
        /// What befell fighters besides.
        affected: Vec<Affected>,
    },
    /// The round's wounds are felt.
    Marked,
}

impl Sight {
    /// Whether it grows roll by roll, so that hardly two are equal.
    pub fn is_scene(&self) -> bool {
        matches!(self, Self::Brawl { .. } | Self::Order { .. } | Self::PendingRolls { .. })
    }
}

impl Change {
    /// What an exchange has come to: it is over for this round, or something is still to be rolled for.
    pub(super) fn led_to(place: Place, due: Box<PendingRolls>) -> Self {
        if !due.is_over() {
            return Self::Clashed { place, due };
        }
        let (cuts, affected) = due.into_parts();
        Self::Brawled { place, cuts, affected }
    }

    /// What the next step's rolls depend on, where that follows from this change alone.
    #[inline]
    pub fn next_sight(&self) -> Option<Sight> {
        match self {
            &Self::Exchanged { group, blow: Some(blow) } => Some(Sight::Damage { place: Place::Group(group), blow }),
            &Self::Attacked { rank, attack, blow: Some(blow) } => {
                let (then, cost) = (attack.then(true), attack.cost());
                let place = Place::Turn { rank, then, cost, target: attack.target };
                Some(Sight::Damage { place, blow })
            }
            // The blow may be the other's.
            &Self::Acted { rank, who, blow: Some(blow) } => {
                let place = Place::Turn { rank, then: (who + 1, 0), cost: Cost::default(), target: blow.target };
                Some(Sight::Damage { place, blow })
            }
            Self::Brawling { group, scene } => Some(Sight::Brawl { group: *group, scene: scene.clone() }),
            Self::Clashed { place, due } => Some(Sight::PendingRolls { place: *place, due: due.clone() }),
            Self::Ordering { order } => Some(Sight::Order { order: order.clone() }),
            _ => None,
        }
    }
}
