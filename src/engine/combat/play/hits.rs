//! What the loops do alike: the wounds of blows that fell together are felt.

use crate::combat::condition::Body;
use crate::combat::event::Observer;
use crate::combat::resolve::{feel, report_fall};
use crate::combat::tables::Fight;
use crate::rules::Condition;

/// The wounds of those who were hit are felt, all of whom were fit: what they come to for each, in the order of the roster. `first`:
/// nobody has fallen before.
pub(super) fn felt_now(
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
