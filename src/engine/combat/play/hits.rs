//! Applies the wounds of blows that fall at the same time. Used by the fast paths.

use crate::combat::condition::Body;
use crate::combat::event::Observer;
use crate::combat::resolve::{feel, report_fall};
use crate::combat::tables::Fight;
use crate::rules::Condition;

/// Makes the wounds of the fighters in `hit` felt, in roster order, and empties `hit`. All these fighters must have
/// been fit before. Calls `each` with each fighter and its new condition. `first` is whether no fighter has fallen
/// before.
pub(super) fn feel_wounds(
    fight: &Fight,
    bodies: &mut [Body],
    hit: &mut Vec<u16>,
    first: bool,
    observer: &mut impl Observer,
    mut each: impl FnMut(u16, Condition),
) {
    hit.sort_unstable();
    hit.dedup();
    for who in hit.drain(..) {
        let body = &mut bodies[usize::from(who)];
        feel(fight, body);
        let condition = fight.health(who, body);
        if !condition.fit {
            report_fall(fight, who, first, observer);
        }
        each(who, condition);
    }
}
