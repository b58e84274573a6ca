//! Boxes that absorb hits: the target pays for a hit with free boxes whose values add up to its points, or is out.

use super::condition::Condition;
use super::{MAX_TRACK_STATES, Track};
use crate::error::{Error, Result};
use std::cmp::{Ordering, Reverse};
use std::fmt;

/// Maximum number of boxes of a fighter.
const MOST_BOXES: usize = 100;

/// Largest value of a box.
pub const MOST_VALUE: u8 = 100;

/// Largest penalty or bonus of a box.
pub const MOST_BOX_PENALTY: i8 = 20;

/// Largest total of all penalties, or of all bonuses, of a fighter.
const MOST_PENALTY: i32 = 100;

/// Maximum number of points that boxes can pay for in one hit. Severities must fit a byte, and one more is needed for
/// hits that cannot be paid.
const MOST_PAID: usize = 250;

/// Maximum number of steps of a policy.
const MOST_STEPS: usize = 20;

/// Maximum number of box sets to examine for a fighter: every set of free boxes, in each state, for each policy step.
const MOST_SETS: usize = 20_000_000;

/// The name of the state of a fighter who could not pay for a hit.
pub const OUT: &str = "Out";

/// Boxes that absorb hits, and the policy for choosing among them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Absorb {
    /// The groups of boxes; a single group without a name if the file has one list.
    pub groups: Vec<BoxGroup>,
    /// Maximum number of boxes that pay for one hit; `None` for no limit.
    pub per_hit: Option<u8>,
    /// The policy for choosing boxes.
    pub policy: AbsorbPolicy,
}

/// A group of boxes that absorb hits, such as `stress` or `slots`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoxGroup {
    /// The name; empty if there is only one list of boxes.
    pub name: String,
    /// The boxes, in the order of the file.
    pub boxes: Vec<AbsorbBox>,
    /// Maximum number of its boxes that pay for one hit; `None` for no limit.
    pub per_hit: Option<u8>,
}

/// A box that absorbs hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AbsorbBox {
    /// Number of points that it pays, at least 1.
    pub value: u8,
    /// The modifier to later rolls once it is marked; positive or negative.
    pub penalty: i8,
}

/// A policy for choosing the boxes that pay for a hit. The first step that finds a set of free boxes decides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AbsorbPolicy {
    /// The name.
    pub name: String,
    /// The steps, in order.
    pub steps: Vec<AbsorbStep>,
}

/// A step of a policy. Among the sets of free boxes that cover the hit, it chooses the smallest by `least`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AbsorbStep {
    /// The groups whose boxes can pay; empty for all groups.
    pub of: Vec<String>,
    /// Maximum number of boxes in a set; `None` for no limit.
    pub most: Option<u8>,
    /// Whether a set must pay exactly the points of the hit.
    pub exact: bool,
    /// The sort keys, the most important first. Ties are broken by [`Least::Order`].
    pub least: Vec<Least>,
}

/// A sort key for sets of boxes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Least<G = String> {
    /// The sum of the values.
    Total,
    /// The number of boxes.
    Count,
    /// The indices in the list, in ascending order. If one set is a prefix of the other, it is the smaller one.
    Order,
    /// The values in descending order; larger values sort first. If one set is a prefix of the other, it is the smaller
    /// one.
    Largest,
    /// The sum of the values in one group.
    Group(G),
}

impl Least {
    /// The words for all keys except group names.
    pub const WORDS: [(&str, Self); 4] =
        [("total", Self::Total), ("count", Self::Count), ("order", Self::Order), ("largest", Self::Largest)];
}

impl Absorb {
    /// All boxes in order, each with the index of its group.
    fn boxes(&self) -> impl Iterator<Item = (usize, AbsorbBox)> + '_ {
        let of_group =
            |(place, group): (usize, &BoxGroup)| group.boxes.iter().map(move |one| (place, *one)).collect::<Vec<_>>();
        self.groups.iter().enumerate().flat_map(of_group)
    }

    /// Number of boxes.
    pub fn count(&self) -> usize {
        self.groups.iter().map(|group| group.boxes.len()).sum()
    }

    /// The names of the states after `Undamaged`: the number of marked boxes, then [`OUT`].
    pub(super) fn level_names(&self) -> Vec<String> {
        let boxes = |marked: usize| if marked == 1 { "1 box".to_owned() } else { format!("{marked} boxes") };
        (1..=self.count()).map(boxes).chain([OUT.to_owned()]).collect()
    }

    /// The names of the box classes, in the order of [`Track::boxes_of_levels`].
    pub(super) fn row_names(&self) -> Vec<String> {
        box_classes(self).iter().map(|one| self.box_name(one)).collect()
    }

    fn box_name(&self, one: &BoxClass) -> String {
        let group = self.groups.get(one.group).map_or("", |group| group.name.as_str());
        format!("{} {}", if group.is_empty() { "box" } else { group }, one.value)
    }

    /// Name, number of boxes and penalty of each class of equivalent boxes, in the order of the list.
    pub fn kinds(&self) -> Vec<(String, usize, i8)> {
        box_classes(self).iter().map(|one| (self.box_name(one), one.places.len(), one.penalty)).collect()
    }

    /// Checks the boxes and the policy.
    pub(super) fn check(&self) -> Result<()> {
        let count = self.count();
        if !(1..=MOST_BOXES).contains(&count) {
            return Err(Error::input(format!("a record that absorbs hits has 1 to {MOST_BOXES} boxes, not {count}")));
        }
        self.check_groups()?;
        if self.boxes().any(|(_, one)| one.value == 0) {
            return Err(Error::input("a box of value 0 pays nothing").with_help("give it a value of 1 or more"));
        }
        let sum = |sign: i32| -> i32 { self.boxes().map(|(_, one)| (sign * i32::from(one.penalty)).max(0)).sum() };
        if sum(1).max(sum(-1)) > MOST_PENALTY {
            return Err(Error::input(format!("the penalties of all boxes add up to more than {MOST_PENALTY}")));
        }
        self.check_policy()?;
        let states = box_classes(self).iter().try_fold(1usize, |all, one| all.checked_mul(one.places.len() + 1));
        if states.is_none_or(|states| states + 2 > MAX_TRACK_STATES) {
            return Err(Error::input(format!("these boxes can be marked in more than {MAX_TRACK_STATES} ways"))
                .with_help(
                    "use fewer boxes, or more boxes with the same value and penalty: among those, only the number of \
                     marked boxes counts",
                ));
        }
        let payer = BoxChooser::new(self);
        if payer.largest_payable() > MOST_PAID {
            return Err(Error::input(format!(
                "these boxes can pay for a hit of {} points, which is too many",
                payer.largest_payable()
            ))
            .with_help(format!("the limit is {MOST_PAID}: use smaller values, or set `per_hit`")));
        }
        if payer.sets() > MOST_SETS {
            return Err(Error::input("these boxes can pay for hits in too many ways").with_help(
                "use fewer boxes, more boxes with the same value and penalty, or a policy with fewer steps",
            ));
        }
        Ok(())
    }

    fn check_groups(&self) -> Result<()> {
        for (place, group) in self.groups.iter().enumerate() {
            let name = &group.name;
            if self.groups[..place].iter().any(|other| other.name == *name) {
                return Err(Error::input(format!("two groups of boxes are called `{name}`")));
            }
            if Least::WORDS.iter().any(|(word, _)| word == name) {
                return Err(Error::input(format!("a group of boxes cannot be called `{name}`"))
                    .with_help("this word already has a meaning in policies"));
            }
        }
        Ok(())
    }

    fn check_policy(&self) -> Result<()> {
        let AbsorbPolicy { name, steps } = &self.policy;
        if !(1..=MOST_STEPS).contains(&steps.len()) {
            return Err(Error::input(format!("the policy `{name}` has {} steps", steps.len()))
                .with_help(format!("a policy has 1 to {MOST_STEPS} steps")));
        }
        let compared = |step: &AbsorbStep| {
            let groups = step.least.iter().filter_map(|least| match least {
                Least::Group(group) => Some(group.clone()),
                _ => None,
            });
            groups.chain(step.of.iter().cloned()).collect::<Vec<_>>()
        };
        let unknown = |group: &String| !self.groups.iter().any(|known| known.name == *group);
        let Some(group) = steps.iter().flat_map(compared).find(unknown) else { return Ok(()) };
        let groups: Vec<String> = self.groups.iter().map(|group| format!("`{}`", group.name)).collect();
        let help = match &self.groups[..] {
            [only] if only.name.is_empty() => {
                format!(
                    "name the groups: `boxes = {{ {group} = [1, 2] }}`; a policy can also compare by total, count, order or largest"
                )
            }
            _ => format!(
                "groups of this record are {}; a policy can also compare by total, count, order or largest",
                groups.join(", ")
            ),
        };
        Err(Error::input(format!("the policy `{name}` uses `{group}`, which is not a group of these boxes"))
            .with_help(help))
    }
}

impl fmt::Display for Absorb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = |(name, count, penalty): (String, usize, i8)| {
            let times = if count == 1 { String::new() } else { format!(" ×{count}") };
            let penalty = if penalty == 0 { String::new() } else { format!(" at {penalty:+}") };
            format!("{name}{times}{penalty}")
        };
        let kinds: Vec<String> = self.kinds().into_iter().map(kind).collect();
        write!(f, "boxes that absorb hits, by `{}`: {}", self.policy.name, kinds.join(", "))?;
        if let Some(most) = self.per_hit {
            write!(f, "; at most {most} a hit")?;
        }
        let limited = self.groups.iter().filter_map(|group| group.per_hit.map(|most| (most, &group.name)));
        limited.into_iter().try_for_each(|(most, group)| write!(f, "; at most {most} of {group} a hit"))
    }
}

/// Boxes with the same group, value and penalty. Only the number of marked boxes matters; they are marked in list
/// order.
#[derive(Debug, Clone, PartialEq, Eq)]
struct BoxClass {
    group: usize,
    value: u8,
    penalty: i8,
    /// The indices of these boxes in the list of all boxes, ascending.
    places: Vec<usize>,
}

/// The classes of equivalent boxes, ordered by their first box.
fn box_classes(absorb: &Absorb) -> Vec<BoxClass> {
    let mut found: Vec<BoxClass> = Vec::new();
    for (place, (group, AbsorbBox { value, penalty })) in absorb.boxes().enumerate() {
        let same = |one: &&mut BoxClass| (one.group, one.value, one.penalty) == (group, value, penalty);
        match found.iter_mut().find(same) {
            Some(one) => one.places.push(place),
            None => found.push(BoxClass { group, value, penalty, places: vec![place] }),
        }
    }
    found
}

/// The box classes of a track that absorbs hits: the value of each class, and whether its boxes are slots (see
/// [`Track::worst_slot`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Absorbed(Vec<(u8, bool)>);

/// A number of boxes per class.
type BoxCounts = Vec<usize>;

/// A policy step with its groups resolved to box classes.
struct ResolvedStep {
    /// Whether boxes of a class can pay, by class index.
    may_pay: Vec<bool>,
    most: usize,
    exact: bool,
    least: Vec<Least<usize>>,
}

/// Chooses the boxes that pay for hits.
struct BoxChooser {
    kinds: Vec<BoxClass>,
    /// Maximum number of boxes that pay for a hit, by group.
    most_of: Vec<usize>,
    steps: Vec<ResolvedStep>,
}

impl BoxChooser {
    fn new(absorb: &Absorb) -> Self {
        let kinds = box_classes(absorb);
        let group = |name: &String| absorb.groups.iter().position(|group| group.name == *name);
        let limit = |most: Option<u8>| most.map_or(usize::MAX, usize::from);
        let key = |least: &Least| match least {
            Least::Total => Some(Least::Total),
            Least::Count => Some(Least::Count),
            Least::Order => Some(Least::Order),
            Least::Largest => Some(Least::Largest),
            Least::Group(name) => group(name).map(Least::Group),
        };
        let step = |step: &AbsorbStep| {
            let of: Vec<usize> = step.of.iter().filter_map(group).collect();
            ResolvedStep {
                may_pay: kinds.iter().map(|kind| step.of.is_empty() || of.contains(&kind.group)).collect(),
                most: limit(step.most).min(limit(absorb.per_hit)),
                exact: step.exact,
                least: step.least.iter().filter_map(key).chain([Least::Order]).collect(),
            }
        };
        let steps = absorb.policy.steps.iter().map(step).collect();
        Self { most_of: absorb.groups.iter().map(|group| limit(group.per_hit)).collect(), steps, kinds }
    }

    /// The place value of each box class in a state number (mixed radix).
    fn units(&self) -> Vec<usize> {
        let unit = |unit: &mut usize, kind: &BoxClass| {
            let next = *unit * (kind.places.len() + 1);
            Some(std::mem::replace(unit, next))
        };
        self.kinds.iter().scan(1, unit).collect()
    }

    /// Number of states: the combinations of marked boxes.
    fn states(&self) -> usize {
        self.kinds.iter().map(|kind| kind.places.len() + 1).product()
    }

    /// Upper bound on the number of box sets to examine.
    fn sets(&self) -> usize {
        let of_kind = |kind: &BoxClass| (kind.places.len() + 1) * (kind.places.len() + 2) / 2;
        self.kinds.iter().map(of_kind).fold(self.steps.len(), usize::saturating_mul)
    }

    /// Points of the largest hit that can be paid for.
    fn largest_payable(&self) -> usize {
        let of_step = |step: &ResolvedStep| {
            let mut values: Vec<(usize, usize)> = Vec::new();
            for (group, most) in self.most_of.iter().enumerate() {
                let kinds = self.kinds.iter().zip(&step.may_pay).filter(|(kind, pays)| **pays && kind.group == group);
                let own = kinds.flat_map(|(kind, _)| kind.places.iter().map(|place| (usize::from(kind.value), *place)));
                let mut own: Vec<(usize, usize)> = own.collect();
                own.sort_unstable_by_key(|(value, _)| Reverse(*value));
                values.extend(own.into_iter().take(*most));
            }
            values.sort_unstable_by_key(|(value, _)| Reverse(*value));
            values.iter().take(step.most).map(|(value, _)| value).sum::<usize>()
        };
        self.steps.iter().map(of_step).max().unwrap_or(0)
    }

    /// For hits of 1 to `top` points, the number of boxes of each class that pay, given the boxes already `marked`.
    /// `None` for hits that cannot be paid.
    fn payments(&self, marked: &[usize], top: usize) -> Vec<Option<BoxCounts>> {
        let mut paid: Vec<Option<BoxCounts>> = vec![None; top + 1];
        for step in &self.steps {
            let less = |one: &BoxCounts, other: &Option<BoxCounts>| {
                other.as_ref().is_none_or(|other| self.compare(step, marked, one, other) == Ordering::Less)
            };
            let mut best: Vec<Option<BoxCounts>> = vec![None; top + 1];
            self.each_set(step, marked, &mut |taken: &BoxCounts| {
                let place = &mut best[self.total(taken)];
                if less(taken, place) {
                    *place = Some(taken.clone());
                }
            });
            for points in (1..=top).rev() {
                let more = best.get(points + 1).cloned().flatten().filter(|_| !step.exact);
                if let Some(more) = more.filter(|more| less(more, &best[points])) {
                    best[points] = Some(more);
                }
            }
            for (paid, best) in paid.iter_mut().zip(best) {
                *paid = paid.take().or(best);
            }
        }
        paid.drain(1..).collect()
    }

    fn total(&self, taken: &BoxCounts) -> usize {
        self.kinds.iter().zip(taken).map(|(kind, count)| usize::from(kind.value) * count).sum()
    }

    /// Calls `visit` with each set of at least one free box that the step allows.
    fn each_set(&self, step: &ResolvedStep, marked: &[usize], visit: &mut impl FnMut(&BoxCounts)) {
        let free = self.kinds.iter().zip(marked).zip(&step.may_pay);
        let free: BoxCounts =
            free.map(|((kind, marked), pays)| if *pays { kind.places.len() - marked } else { 0 }).collect();
        let mut taken = vec![0; free.len()];
        // Counts are treated as the digits of a number, the first class being the lowest. A digit that breaks a limit
        // is reset, and the next one is increased.
        loop {
            let mut kind = 0;
            loop {
                let Some(count) = taken.get_mut(kind) else { return };
                *count += 1;
                if *count <= free[kind] && self.allows(step, &taken) {
                    break;
                }
                taken[kind] = 0;
                kind += 1;
            }
            visit(&taken);
        }
    }

    /// Whether the set of boxes `taken` is within the limits of `step` and of its groups.
    fn allows(&self, step: &ResolvedStep, taken: &BoxCounts) -> bool {
        let of = |group: usize| -> usize {
            self.kinds.iter().zip(taken).filter(|(kind, _)| kind.group == group).map(|(_, count)| count).sum()
        };
        taken.iter().sum::<usize>() <= step.most
            && self.most_of.iter().enumerate().all(|(group, most)| of(group) <= *most)
    }

    fn compare(&self, step: &ResolvedStep, marked: &[usize], one: &BoxCounts, other: &BoxCounts) -> Ordering {
        let by = |key: &Least<usize>| match *key {
            Least::Total => self.total(one).cmp(&self.total(other)),
            Least::Count => one.iter().sum::<usize>().cmp(&other.iter().sum()),
            Least::Group(group) => self.sum_of(group, one).cmp(&self.sum_of(group, other)),
            Least::Order => self.places(marked, one).cmp(&self.places(marked, other)),
            Least::Largest => self.values(one).cmp(&self.values(other)),
        };
        step.least.iter().map(by).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    fn sum_of(&self, group: usize, taken: &BoxCounts) -> usize {
        let own = self.kinds.iter().zip(taken).filter(|(kind, _)| kind.group == group);
        own.map(|(kind, count)| usize::from(kind.value) * count).sum()
    }

    /// The indices of the boxes in a set, ascending. Within a class, the first free boxes are used.
    fn places(&self, marked: &[usize], taken: &BoxCounts) -> Vec<usize> {
        let kinds = self.kinds.iter().zip(marked).zip(taken);
        let mut places: Vec<usize> =
            kinds.flat_map(|((kind, marked), count)| kind.places[*marked..marked + count].iter().copied()).collect();
        places.sort_unstable();
        places
    }

    /// The values of the boxes in a set, in descending order; reversed, so that larger values compare as smaller.
    fn values(&self, taken: &BoxCounts) -> Vec<Reverse<u8>> {
        let kinds = self.kinds.iter().zip(taken);
        let mut values: Vec<Reverse<u8>> =
            kinds.flat_map(|(kind, count)| std::iter::repeat_n(Reverse(kind.value), *count)).collect();
        values.sort_unstable();
        values
    }
}

impl Track {
    /// A state number encodes the marked boxes of each class in mixed radix. Two states follow: out, and an unreachable
    /// Dead state.
    pub(super) fn absorb(absorb: &Absorb) -> Self {
        let payer = BoxChooser::new(absorb);
        let (units, out, top) = (payer.units(), payer.states(), payer.largest_payable());
        let marked = |state: usize| -> BoxCounts {
            payer.kinds.iter().zip(&units).map(|(kind, unit)| state / unit % (kind.places.len() + 1)).collect()
        };
        let condition = |state: usize| {
            let marked = marked(state);
            let penalty: i32 =
                payer.kinds.iter().zip(&marked).map(|(kind, count)| i32::from(kind.penalty) * *count as i32).sum();
            Condition { level: marked.iter().sum::<usize>() as u8, penalty: penalty as i8, fit: true }
        };
        let past = |levels: usize| Condition { level: (absorb.count() + levels) as u8, penalty: 0, fit: false };
        let mut next = Vec::new();
        for state in 0..out {
            let after = |taken: Option<BoxCounts>| {
                taken.map_or(out, |taken| {
                    state + taken.iter().zip(&units).map(|(count, unit)| count * unit).sum::<usize>()
                })
            };
            next.push(state as u16);
            next.extend(payer.payments(&marked(state), top).into_iter().map(|taken| after(taken) as u16));
            next.push(out as u16);
        }
        let severities = top + 2;
        next.extend(std::iter::repeat_n(out as u16, severities));
        next.extend(std::iter::repeat_n(out as u16 + 1, severities));
        // Slots are the groups after the first; a single group consists of slots.
        let is_slot = |kind: &BoxClass| kind.group > 0 || absorb.groups.len() == 1;
        Self {
            conditions: (0..out).map(condition).chain([past(1), past(2)]).collect(),
            severities,
            stride: severities,
            next,
            severity_of_points: (0..severities as u8).collect(),
            filled: true,
            boxes: payer.kinds.iter().map(|kind| kind.places.len() as u8).collect(),
            absorbed: Some(Absorbed(payer.kinds.iter().map(|kind| (kind.value, is_slot(kind))).collect())),
            ..Self::default()
        }
    }

    /// Whether its boxes absorb hits.
    pub fn absorbs(&self) -> bool {
        self.absorbed.is_some()
    }

    /// Whether `state` is that of a fighter whose boxes could not pay for a hit.
    pub fn is_unpaid(&self, state: u16) -> bool {
        self.absorbs() && usize::from(state) + 2 == self.states()
    }

    /// Number of boxes marked; on a track of points, number of points.
    pub fn marked(&self, state: u16) -> u32 {
        self.marks(state).iter().map(|marked| u32::from(*marked)).sum()
    }

    /// The largest value of a marked slot. Slots are the boxes of all groups after the first, or of a single group. 0
    /// if no slot is marked, or if the track does not absorb hits.
    pub fn worst_slot(&self, state: u16) -> u32 {
        self.marked_slots(state).map(|(value, _)| value.into()).max().unwrap_or(0)
    }

    /// Number of marked slots (see [`worst_slot`](Self::worst_slot)); 0 if the track does not absorb hits.
    pub fn slots_filled(&self, state: u16) -> u32 {
        self.marked_slots(state).map(|(_, marked)| u32::from(marked)).sum()
    }

    /// The value and the number of marked boxes, for each class of slots with marked boxes.
    fn marked_slots(&self, state: u16) -> impl Iterator<Item = (u8, u8)> {
        let kinds = self.absorbed.iter().flat_map(|Absorbed(kinds)| kinds);
        let slots = kinds.zip(self.marks(state)).filter(|((_, is_slot), marked)| *is_slot && *marked > 0);
        slots.map(|((value, _), marked)| (*value, marked))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Record, Track};
    use super::*;

    fn group(name: &str, values: &[u8], per_hit: Option<u8>) -> BoxGroup {
        let boxes = values.iter().map(|value| AbsorbBox { value: *value, penalty: 0 }).collect();
        BoxGroup { name: name.into(), boxes, per_hit }
    }

    fn least(keys: &[Least]) -> AbsorbStep {
        AbsorbStep { least: keys.to_vec(), ..AbsorbStep::default() }
    }

    fn policy(steps: Vec<AbsorbStep>) -> AbsorbPolicy {
        AbsorbPolicy { name: "tested".into(), steps }
    }

    fn list(values: &[u8], keys: &[Least]) -> Absorb {
        Absorb { groups: vec![group("", values, None)], per_hit: None, policy: policy(vec![least(keys)]) }
    }

    fn track(absorb: Absorb) -> Track {
        let record = Record::absorbing(absorb);
        record.check().unwrap();
        Track::compile(&record, 0, None)
    }

    /// The marked boxes of each class after each hit; `None` once the fighter is out.
    fn after_hits(track: &Track, hits: &[i32]) -> Vec<Option<Vec<u8>>> {
        let states = hits.iter().scan(0, |state, points| {
            *state = track.after(*state, track.severity(*points));
            Some(*state)
        });
        states.map(|state| (!track.is_unpaid(state)).then(|| track.marks(state))).collect()
    }

    /// By hand, with boxes 1, 2 and 4: the least waste pays 3 points with 1 and 2; in order pays 2 points with 1 and 2;
    /// the largest first pays 1 point with 4.
    #[test]
    fn each_policy_matches_its_box_sets() {
        let waste = track(list(&[1, 2, 4], &[Least::Total, Least::Count, Least::Order]));
        assert_eq!(after_hits(&waste, &[3, 1, 1]), [Some(vec![1, 1, 0]), Some(vec![1, 1, 1]), None]);
        let in_order = track(list(&[1, 2, 4], &[Least::Order]));
        assert_eq!(after_hits(&in_order, &[2, 5]), [Some(vec![1, 1, 0]), None]);
        let largest = track(list(&[1, 2, 4], &[Least::Largest]));
        assert_eq!(after_hits(&largest, &[1, 3]), [Some(vec![0, 0, 1]), Some(vec![1, 1, 1])]);
    }

    /// Twelve equivalent boxes make 13 states plus out and dead, wherever they are in the list.
    #[test]
    fn equal_boxes_share_states() {
        assert_eq!(track(list(&[1; 12], &[Least::Order])).states(), 13 + 2);
        // 1, 3, 1 in order: a hit of 2 takes the first 1 and the 3, and leaves the last 1.
        let mixed = track(list(&[1, 3, 1], &[Least::Order]));
        assert_eq!(mixed.states(), 3 * 2 + 2);
        assert_eq!(after_hits(&mixed, &[2, 1, 1]), [Some(vec![1, 1]), Some(vec![2, 1]), None]);
    }

    #[test]
    fn hit_that_cannot_be_paid_puts_a_fighter_out() {
        let one = track(Absorb { per_hit: Some(1), ..list(&[1, 2, 3], &[Least::Total]) });
        assert_eq!(after_hits(&one, &[4]), [None]);
        assert_eq!(after_hits(&one, &[2, 2, 2]), [Some(vec![0, 1, 0]), Some(vec![0, 1, 1]), None]);
        assert_eq!(one.severities(), 4, "up to 3 points, and more than can be paid");
        assert_eq!((one.knockout_severity(), one.first_out_level(), one.levels()), (4, 4, 6));
        assert!(!one.can_kill());
        let out = one.after(0, 4);
        assert!(one.is_unpaid(out) && !one.condition(out).fit && one.after(out, 1) == out);
        assert_eq!(
            Record::absorbing(list(&[1, 1], &[])).level_names(0),
            ["Undamaged", "1 box", "2 boxes", "Out", "Dead"]
        );
    }

    /// Penalties of either sign add up and last.
    #[test]
    fn penalties_of_marked_boxes_add_up() {
        let boxes = [(1, 0), (4, -1), (6, -2), (9, 3)].map(|(value, penalty)| AbsorbBox { value, penalty });
        let group = BoxGroup { boxes: boxes.to_vec(), ..BoxGroup::default() };
        let steps = vec![AbsorbStep { most: Some(1), ..least(&[Least::Total]) }];
        let track = track(Absorb { groups: vec![group], per_hit: None, policy: policy(steps) });
        let states = [1, 4, 6, 9].iter().scan(0, |state, points| {
            *state = track.after(*state, *points);
            Some(track.condition(*state).penalty)
        });
        assert_eq!(states.collect::<Vec<_>>(), [0, -1, -3, 0]);
    }

    /// `marked`, `worst_slot` and `slots_filled`: stress 3 and 1, then a slot of 2.
    #[test]
    fn slots_are_the_groups_after_the_first() {
        let groups = vec![group("stress", &[1, 3], Some(1)), group("slots", &[2, 4], None)];
        let in_order = policy(vec![least(&[Least::Order])]);
        let track = track(Absorb { groups, per_hit: None, policy: in_order.clone() });
        let states: Vec<u16> = [1, 1, 1]
            .iter()
            .scan(0, |state, points| {
                *state = track.after(*state, *points);
                Some(*state)
            })
            .collect();
        let told =
            states.iter().map(|state| [track.marked(*state), track.worst_slot(*state), track.slots_filled(*state)]);
        assert_eq!(told.collect::<Vec<_>>(), [[1, 0, 0], [2, 0, 0], [3, 2, 1]]);
        let list = self::track(Absorb { policy: in_order, ..list(&[3, 1], &[]) });
        assert_eq!((list.worst_slot(list.after(0, 1)), list.slots_filled(list.after(0, 4))), (3, 2));
    }

    #[test]
    fn check_rejects_faulty_boxes_by_name() {
        let fault = |absorb: Absorb| Record::absorbing(absorb).check().unwrap_err().to_string();
        assert!(fault(list(&[], &[])).contains("1 to 100 boxes"));
        assert!(fault(list(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], &[])).contains("4096 ways"));
        assert!(fault(list(&[100, 99, 98], &[])).contains("297 points"));
        assert!(fault(list(&[1], &[Least::Group("slots".into())])).contains("not a group"));
        let twice = vec![group("a", &[1], None), group("a", &[1], None)];
        assert!(fault(Absorb { groups: twice, ..list(&[], &[]) }).contains("two groups"));
        assert!(fault(Absorb { policy: policy(Vec::new()), ..list(&[1], &[]) }).contains("0 steps"));
        // Three classes of 14 boxes: close to the maximum number of states, and still fast.
        let many: Vec<u8> = [1u8, 2, 3].iter().flat_map(|value| [*value; 14]).collect();
        Record::absorbing(list(&many, &[])).check().unwrap();
    }
}
