use super::*;
use crate::rules::Choice;

const VIEW: FighterView = FighterView { round: 2, wounds: 1, foe_wounds: Some(0), foes: 1, left: 1, strength: 1 };
const LOSES: ExchangeResult = ExchangeResult { hit: true, hits: false };
const EVEN: ExchangeResult = ExchangeResult { hit: false, hits: false };
const WINS: ExchangeResult = ExchangeResult { hit: false, hits: true };

fn rows(spending: &Spending, left: u8) -> Rows {
    spending.usable_rows(&VIEW, left, |_| true, |boon| PRICES.minimum(boon, Lighter::OneLevel))
}

const PRICES: Prices = Prices { scratch: 2, automatic: 1, near_death: 2 };

fn bought(spending: &Spending, left: u8, occasion: Occasion<'_>) -> Option<Boon> {
    spending.decide(rows(spending, left), occasion).map(|bought| bought.boon)
}

/// P3: SRD 1.36, Fantasy Fudge, KAER ("only a scratch": halve the levels, Scratch 1 … Near Death 5).
#[test]
fn fudge_points_reduce_wounds() {
    let after = |lighter: Lighter| (0..=5).map(|level| lighter.reduced(level)).collect::<Vec<_>>();
    assert_eq!(after(Lighter::OneLevel), [0, 0, 1, 2, 3, 4]);
    assert_eq!(after(Lighter::TwoLevels), [0, 0, 0, 1, 2, 3]);
    assert_eq!(after(Lighter::Scratch), [0, 1, 1, 1, 1, 1]);
    assert_eq!(after(Lighter::Halved), [0, 0, 1, 1, 2, 2]);
}

/// P1: SRD 1.36 forbids difficulties beyond Superb; Fantasy Fudge also forbids those more than three levels above the
/// trait; SRD 7.42 only raises their price.
#[test]
fn bought_success_has_limits() {
    let prices =
        |limit: SuccessLimit| [(0, 3), (0, 4), (-1, 3), (2, 4)].map(|(trait_, least)| limit.price(trait_, least));
    assert_eq!(prices(SuccessLimit::Superb), [Some(1), None, Some(1), None]);
    assert_eq!(prices(SuccessLimit::Skill), [Some(1), None, None, None]);
    assert_eq!(prices(SuccessLimit::Dearer), [Some(1), Some(2), Some(2), Some(1)]);
}

/// P2: a shift is bought only if it changes the result of the exchange.
#[test]
fn shift_needs_a_change_of_the_result() {
    let shift = |to| Spending(vec![Spend { to, ..Spend::on(Boon::Shift) }]);
    let rolled = |now, shifted| Occasion::Rolled { now, shifted, rerolls: true };
    assert_eq!(bought(&shift(Goal::Avoid), 1, rolled(LOSES, &[LOSES, EVEN])), Some(Boon::Shift));
    assert_eq!(bought(&shift(Goal::Avoid), 1, rolled(EVEN, &[WINS])), None);
    assert_eq!(bought(&shift(Goal::Hit), 1, rolled(EVEN, &[WINS])), Some(Boon::Shift));
    assert_eq!(bought(&shift(Goal::Hit), 1, rolled(LOSES, &[EVEN])), None);
    assert_eq!(bought(&shift(Goal::Either), 1, rolled(LOSES, &[LOSES])), None);
    assert_eq!(bought(&shift(Goal::Either), 0, rolled(LOSES, &[EVEN])), None, "nothing is left to spend");
    let either = shift(Goal::Either);
    let which = either.decide(rows(&either, 1), rolled(LOSES, &[LOSES, EVEN])).unwrap();
    assert_eq!(which.shift, 1);
}

/// P5: a reroll is bought if the result leaves room for improvement, whatever the new roll brings.
#[test]
fn reroll_needs_room_for_improvement() {
    let reroll = |to| Spending(vec![Spend { to, ..Spend::on(Boon::Reroll) }]);
    let buys = |to| {
        [LOSES, EVEN, WINS]
            .map(|now| bought(&reroll(to), 1, Occasion::Rolled { now, shifted: &[], rerolls: true }).is_some())
    };
    assert_eq!(buys(Goal::Avoid), [true, false, false]);
    assert_eq!(buys(Goal::Hit), [true, true, false]);
    assert_eq!(buys(Goal::Either), [true, true, false]);
    let nothing_rolled = Occasion::Rolled { now: LOSES, shifted: &[], rerolls: false };
    assert_eq!(bought(&reroll(Goal::Avoid), 1, nothing_rolled), None);
}

const DEADLY: WoundAtStake = WoundAtStake { level: 6, can_be_lighter: true, out: true, dies: true, price: 1, left: 2 };

/// P6: death becomes Near Death, for two points if the fighter is Near Death already.
#[test]
fn cheating_death_has_a_price() {
    let policy = Spending::on(Boon::CheatDeath);
    let wounded = |harmed| bought(&policy, 2, Occasion::Wounded(harmed));
    assert_eq!(wounded(DEADLY), Some(Boon::CheatDeath));
    assert_eq!(wounded(WoundAtStake { dies: false, ..DEADLY }), None);
    assert_eq!(wounded(WoundAtStake { price: 2, ..DEADLY }), Some(Boon::CheatDeath));
    assert_eq!(wounded(WoundAtStake { price: 2, left: 1, ..DEADLY }), None);
}

/// P4 is bought before the dice are rolled, and at no other time.
#[test]
fn automatic_result_is_bought_before_the_roll() {
    let policy = Spending::on(Boon::Automatic);
    assert_eq!(bought(&policy, 1, Occasion::Due), Some(Boon::Automatic));
    assert_eq!(bought(&policy, 1, Occasion::Rolled { now: LOSES, shifted: &[EVEN], rerolls: true }), None);
    let dear = Prices { automatic: 2, ..PRICES };
    let open = policy.usable_rows(&VIEW, 1, |_| true, |boon| dear.minimum(boon, Lighter::OneLevel));
    assert!(open.is_empty());
}

/// Spending only to survive; saving a point; a condition that is not met.
#[test]
fn policies_match_wounds_reserves_and_conditions() {
    let survive = Spending::to_survive();
    let wound = |level, out| {
        Occasion::Wounded(WoundAtStake { level, can_be_lighter: true, out, dies: false, price: 1, left: 1 })
    };
    assert_eq!(bought(&survive, 1, wound(3, false)), None);
    assert_eq!(bought(&survive, 1, wound(4, true)), Some(Boon::Lighter));
    assert_eq!(
        bought(&survive, 1, Occasion::Wounded(WoundAtStake { can_be_lighter: false, ..DEADLY })),
        Some(Boon::CheatDeath)
    );
    assert_eq!(bought(&survive, 1, Occasion::Rolled { now: LOSES, shifted: &[EVEN], rerolls: true }), None);

    let saving = Spending(vec![Spend { save: 1, ..Spend::on(Boon::Automatic) }]);
    assert_eq!([1, 2].map(|left| bought(&saving, left, Occasion::Due).is_some()), [false, true]);

    let hurt = |level| Spend { conditions: vec![Circumstance::Wounds(level)], ..Spend::on(Boon::Automatic) };
    assert_eq!([1, 2].map(|level| bought(&Spending(vec![hurt(level)]), 1, Occasion::Due).is_some()), [true, false]);
}

#[test]
fn every_boon_is_for_rolls_or_wounds() {
    let sorts = Boon::ALL.iter().map(|boon| [boon.is_for_rolls(), boon.is_for_wounds()]);
    assert_eq!(sorts.clone().filter(|[rolls, _]| *rolls).count(), 4);
    assert_eq!(sorts.filter(|[_, wounds]| *wounds).count(), 2);
}

/// The fighter with the worst result decides first.
#[test]
fn losing_fighter_has_the_lowest_rank() {
    let both = ExchangeResult { hit: true, hits: true };
    assert_eq!([LOSES, EVEN, both, WINS].map(ExchangeResult::rank), [0, 1, 1, 2]);
}

#[test]
fn any_checks_the_uses_in_all_rows() {
    let shifts = Spending::on(Boon::Shift);
    assert!(shifts.uses_any(|boon| boon == Boon::Shift) && !shifts.uses_any(|boon| boon == Boon::Reroll));
    assert!(!Spending::default().uses_any(|_| true));
}
