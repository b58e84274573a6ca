//! The meaning of each name in formulas of fights.

/// The meaning of a name, for messages and lists.
#[derive(Debug, Clone, Copy)]
pub(super) struct NameMeaning {
    pub(super) name: &'static str,
    /// The meaning in words. If `is_owned`, the owner's name comes before it.
    text: &'static str,
    is_owned: bool,
}

const fn owned(name: &'static str, text: &'static str) -> NameMeaning {
    NameMeaning { name, text, is_owned: true }
}

const fn plain(name: &'static str, text: &'static str) -> NameMeaning {
    NameMeaning { name, text, is_owned: false }
}

impl NameMeaning {
    /// The meaning with its owner, such as `the target's`.
    pub(super) fn text(self, owner: &str) -> String {
        if self.is_owned { format!("{owner} {}", self.text) } else { self.text.to_owned() }
    }
}

/// The meaning of a name, given without `foe_`.
pub(super) fn meaning(name: &str) -> Option<NameMeaning> {
    MEANINGS.iter().copied().find(|known| known.name == name)
}

const MEANINGS: &[NameMeaning] = &[
    owned("skill", "skill"),
    owned("avoid", "skill at avoiding blows"),
    owned("strength", "Strength"),
    owned("agility", "Agility"),
    owned("perception", "Perception"),
    owned("health", "Health"),
    owned("initiative", "initiative"),
    owned("size", "Mass Scale minus the opponent's"),
    owned("level", "highest wound level marked, from 0 = unhurt"),
    owned("marked", "number of boxes or points marked"),
    owned("penalty", "wound penalty, 0 or less"),
    owned("stance", "stance in this round"),
    owned("fudge_points", "Fudge points left"),
    plain("round", "the round, from 1"),
    owned("first_attack", "first attack: true until that attack has hit or missed"),
    owned("foes", "number of foes faced now"),
    owned("allies", "number of others on the same side who can fight on"),
    owned("enemies", "number of fighters on other sides who can fight on"),
    owned("lost", "number of members of the same side who are down"),
    owned("members", "number of members of the stat block who can fight on"),
    owned("worst_slot", "largest marked slot, if boxes absorb hits"),
    owned("slots_filled", "number of marked slots, if boxes absorb hits"),
    plain("hit", "true if the fighter has hit in this round"),
    plain("was_hit", "true if the fighter has been hit in this round"),
    owned("points", "points of damage dealt in this round"),
    owned("taken", "points of damage taken in this round"),
    plain("attack", "the striker's rolled result"),
    plain("guard", "the target's rolled result"),
    plain("guard_fixed", "the target's result without its dice"),
    plain("degree", "the relative degree, attack − guard"),
    plain("minimum", "the result that a blow must reach"),
    plain("natural", "what the striker's dice show"),
    plain("foe_natural", "what the target's dice show"),
    plain("critical", "true if the striker has rolled a critical success"),
    plain("offense", "the striker's offensive factor"),
    plain("defense", "the target's defensive factor"),
    plain("armor", "the target's armor"),
    plain("scale", "the striker's Strength Scale minus the target's Mass Scale"),
    plain("bonus", "the total that tactics and modifiers add to damage, plus size penalties that are added back"),
    plain("tactics", "the part of `bonus` that tactics add"),
    plain("injuries", "the number of boxes that the striker's hit marks under LITE"),
    plain("roll", "the result of `damage.roll`"),
    plain("wound", "the function that returns the wound level for points"),
    plain("need", "the lowest total of the dice that succeeds"),
    plain("step", "the number of the step, from 1"),
    plain("margin", "the lowest relative degree that succeeds"),
];
