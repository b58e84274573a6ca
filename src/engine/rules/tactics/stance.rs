//! Stances: changes to a fighter's behavior for one round (M7 to M10, M15, C2).

use super::options::{AllOut, FullAttack, InitiativeTrade};
use crate::error::{Error, Result};
use crate::rules::{Avoidance, CalledShots, HEAD, HeadBlows, Pacing, Rules, Switch};
use crate::text::nearest;

/// Changes to a fighter for one round, mostly modifiers.
///
/// To add a tactic that needs more, add a field here, read it in `combat/phases`, and add a row to [`STANCES`].
/// Choosing it, scenario files and transcripts follow from these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stance {
    /// Modifier to rolls to hit.
    pub attack: i8,
    /// Modifier to rolls to avoid being hit.
    pub avoid: i8,
    /// Modifier to initiative.
    pub initiative: i8,
    /// Modifier to the damage of hits: points, or wound levels of a graze (reading 19).
    pub damage: i8,
    /// Whether the fighter gives up its attack this turn.
    pub no_attack: bool,
    /// Whether the next defense after an attack is weaker (C2).
    pub exposed: bool,
    /// Whether the fighter ignores all foes but one (M15).
    pub concentrated: bool,
    /// Whether the fighter cannot avoid blows (M11, M13).
    pub no_avoid: bool,
    /// The modifier to a second attack, three levels of initiative later; `None` for no second attack (M11).
    pub second: Option<i8>,
    /// Number of avoidances in addition to the first (M12).
    pub avoidances: u8,
    /// Whether two avoidances can be used against one blow, of which the better counts (M12).
    pub doubled: bool,
    /// Whether the fighter attacks one foe after another, at -1, -2 and so on, until the first miss (M13).
    pub sweep: bool,
    /// Whether the foe hits on a tie or a lost exchange, with [`RECKLESS_DAMAGE`] (M7).
    pub reckless: bool,
    /// Whether the fighter does damage only with a critical, and looks for an advantage instead (M8).
    pub harmless: bool,
    /// The target of a called shot: a number of [`PARTS`](crate::rules::PARTS), counted from 1, or [`HEAD`]; 0 for none
    /// (M5, M6, W19).
    pub aim: u8,
}

/// The damage bonus of a foe who hits an all-out attacker on a tie or loss (M7, reading 19).
pub const RECKLESS_DAMAGE: i8 = 2;

impl Stance {
    /// Whether the stance goes all out, which a stunned fighter cannot do (M7, M8, C2; W19).
    pub const fn goes_all_out(&self) -> bool {
        self.reckless || self.harmless || self.exposed || self.no_attack && self.avoid > 0
    }

    /// No changes.
    pub const NORMAL: Self = Self {
        attack: 0,
        avoid: 0,
        initiative: 0,
        damage: 0,
        no_attack: false,
        exposed: false,
        concentrated: false,
        no_avoid: false,
        second: None,
        avoidances: 0,
        doubled: false,
        sweep: false,
        reckless: false,
        harmless: false,
        aim: 0,
    };

    /// A stance that trades initiative for skill.
    const fn trade(initiative: i8, attack: i8, avoid: i8) -> Self {
        Self { attack, avoid, initiative, ..Self::NORMAL }
    }

    /// A stance that adds `attack` to attacks, and subtracts it from rolls to avoid being hit.
    const fn posture(attack: i8) -> Self {
        Self { attack, avoid: -attack, ..Self::NORMAL }
    }

    /// A called shot at the target numbered `part`.
    const fn aim(part: u8) -> Self {
        Self { aim: part, ..Self::NORMAL }
    }

    /// The sum of both stances.
    const fn and(self, other: Self) -> Self {
        Self {
            attack: self.attack + other.attack,
            avoid: self.avoid + other.avoid,
            initiative: self.initiative + other.initiative,
            damage: self.damage + other.damage,
            no_attack: self.no_attack || other.no_attack,
            exposed: self.exposed || other.exposed,
            concentrated: self.concentrated || other.concentrated,
            // Only KAER's maneuvers set the next fields, and they cannot be combined, so at most one stance sets them.
            no_avoid: self.no_avoid || other.no_avoid,
            second: if self.second.is_some() { self.second } else { other.second },
            avoidances: self.avoidances + other.avoidances,
            doubled: self.doubled || other.doubled,
            sweep: self.sweep || other.sweep,
            reckless: self.reckless || other.reckless,
            harmless: self.harmless || other.harmless,
            aim: self.aim + other.aim,
        }
    }
}

/// A group of stances that exclude each other. Stances of different families can be combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// No change at all.
    Normal,
    /// Offense against defense (M9).
    Posture,
    /// Initiative against skill (C2, M10).
    Initiative,
    /// Everything for attack or defense, in turns (C2).
    Full,
    /// Everything for attack or defense, in simultaneous rounds (M7, M8).
    AllOut,
    /// Called shots at a part of the body (M5, M6).
    Aim,
    /// Stances against several foes (M15).
    Several,
    /// Maneuvers, which cannot be combined with any other stance (M11, M12, M13).
    Maneuver,
}

/// A stance that scenario files can name.
#[derive(Debug, Clone, Copy)]
pub struct NamedStance {
    /// The word in scenario files.
    pub word: &'static str,
    /// The family of the stance, whose other stances it excludes.
    pub family: Family,
    /// The sections of the sources.
    pub source: &'static str,
    /// The effect, in one line.
    pub meaning: &'static str,
    /// The settings that the stance requires, as help text.
    pub needs: &'static str,
    /// Returns whether the given rules have the required settings.
    pub allowed: fn(&Rules) -> bool,
    /// The changes to a fighter, with the SRD's numbers if sources differ.
    pub stance: Stance,
}

impl NamedStance {
    /// The changes to a fighter under `rules`.
    fn for_rules(&self, rules: &Rules) -> Stance {
        let more = i8::from(self.stance.reckless && rules.all_out == AllOut::Fudge1993);
        let aiming = i8::from(self.stance.aim > 0 && rules.called_shots != CalledShots::Degree);
        // In turns, only the attack is aimed.
        let both = i8::from(rules.pacing == Pacing::Simultaneous);
        let Stance { attack, avoid, .. } = self.stance;
        Stance { attack: attack + more - aiming, avoid: avoid + more - aiming * both, ..self.stance }
    }
}

impl NamedStance {
    /// A stance of the same family, with another word, meaning and changes.
    const fn named(self, word: &'static str, meaning: &'static str, stance: Stance) -> Self {
        Self { word, meaning, stance, ..self }
    }
}

/// The normal stance.
const NORMAL: NamedStance = NamedStance {
    word: "normal",
    family: Family::Normal,
    source: "SRD 4.2",
    meaning: "an ordinary attack and defense",
    needs: "",
    allowed: |_| true,
    stance: Stance::NORMAL,
};

/// A template for all-out stances.
const ALL_OUT: NamedStance = NamedStance {
    family: Family::AllOut,
    source: "SRD 4.31, F93 4.6",
    needs: "set `all_out` in [rules]",
    allowed: |rules| rules.all_out != AllOut::Off,
    ..NORMAL
};

/// A template for called shots.
const AIM: NamedStance = NamedStance {
    family: Family::Aim,
    source: "SRD 4.31, 4.35; F93 4.6",
    needs: "set `called_shots` in [rules]",
    allowed: |rules| rules.called_shots != CalledShots::Off,
    ..NORMAL
};

/// A template for postures.
const POSTURE: NamedStance = NamedStance {
    family: Family::Posture,
    source: "SRD 4.32, KAER",
    needs: "set `postures = \"on\"` in [rules]",
    allowed: |rules| rules.postures == Switch::On,
    ..NORMAL
};

/// A template for trades of initiative.
const TRADE: NamedStance = NamedStance {
    family: Family::Initiative,
    source: "KAER",
    needs: "set `initiative_trade = \"table\"` and `pacing = \"turns\"` in [rules]",
    allowed: |rules| rules.initiative_trade == InitiativeTrade::Table && rules.pacing == Pacing::Turns,
    ..NORMAL
};

/// A template for full attack and full defense.
const FULL: NamedStance = NamedStance {
    family: Family::Full,
    source: "SRD 4.23, 4.31",
    needs: "set `pacing = \"turns\"` in [rules]",
    allowed: |rules| rules.pacing == Pacing::Turns,
    ..NORMAL
};

/// A template for maneuvers.
const MANEUVER: NamedStance = NamedStance {
    family: Family::Maneuver,
    source: "KAER",
    needs: "set `maneuvers = \"on\"` in [rules]",
    allowed: |rules| rules.maneuvers == Switch::On,
    ..NORMAL
};

/// A template for maneuvers with a second avoidance, which are pointless if every blow can be avoided anyway.
const SECOND_AVOIDANCE: NamedStance = NamedStance {
    needs: "set `maneuvers = \"on\"` and `avoidance = \"one\"` in [rules]",
    allowed: |rules| rules.maneuvers == Switch::On && rules.avoidance == Avoidance::One,
    ..MANEUVER
};

/// All named stances.
pub const STANCES: &[NamedStance] = &[
    NORMAL,
    POSTURE.named("very-offensive", "+2 to offense, -2 to defense", Stance::posture(2)),
    POSTURE.named("offensive", "+1 to offense, -1 to defense", Stance::posture(1)),
    POSTURE.named("defensive", "-1 to offense, +1 to defense", Stance::posture(-1)),
    POSTURE.named("very-defensive", "-2 to offense, +2 to defense", Stance::posture(-2)),
    TRADE.named("very-hasty", "+2 initiative, -1 to attack, -2 to defense", Stance::trade(2, -1, -2)),
    NamedStance {
        source: "SRD 4.23, KAER",
        needs: "set `initiative_trade` and `pacing = \"turns\"` in [rules]",
        allowed: |rules| rules.initiative_trade != InitiativeTrade::Off && rules.pacing == Pacing::Turns,
        ..TRADE.named("hasty", "+1 initiative, -1 to attack and defense", Stance::trade(1, -1, -1))
    },
    TRADE.named("patient", "-1 initiative, +1 to attack", Stance::trade(-1, 1, 0)),
    TRADE.named("very-patient", "-2 initiative, +1 to attack and defense", Stance::trade(-2, 1, 1)),
    NamedStance {
        word: "full-attack",
        meaning: "+1 to attack and damage; `full_attack` weakens the next defense",
        needs: "set `full_attack` and `pacing = \"turns\"` in [rules]",
        allowed: |rules| rules.full_attack != FullAttack::Off && rules.pacing == Pacing::Turns,
        stance: Stance { attack: 1, damage: 1, exposed: true, ..Stance::NORMAL },
        ..FULL
    },
    FULL.named("full-defense", "+2 to defense, no attack", Stance { avoid: 2, no_attack: true, ..Stance::NORMAL }),
    ALL_OUT.named(
        "all-out-offense",
        "+1 to skill (F93: +2), +1 to damage; on a tie or loss the foe hits, with +2 to damage",
        Stance { attack: 1, avoid: 1, damage: 1, reckless: true, ..Stance::NORMAL },
    ),
    ALL_OUT.named(
        "all-out-defense",
        "+2 to skill; no damage to the foe except from a critical, and a chance of an advantage in the next round",
        Stance { attack: 2, avoid: 2, harmless: true, ..Stance::NORMAL },
    ),
    AIM.named("aim-at-weapon-arm", "a called shot at the weapon arm", Stance::aim(1)),
    AIM.named("aim-at-leg", "a called shot at a leg", Stance::aim(2)),
    AIM.named("aim-at-eye", "a called shot at an eye", Stance::aim(3)),
    NamedStance {
        source: "SRD 4.62, F93 4.73",
        needs: "set `called_shots` and `head_blows` in [rules]",
        allowed: |rules| rules.called_shots != CalledShots::Off && rules.head_blows != HeadBlows::Off,
        ..AIM.named("aim-at-head", "a called shot at the head, for a knockout", Stance::aim(HEAD))
    },
    NamedStance {
        word: "concentrate",
        family: Family::Several,
        source: "SRD 4.34, F93 4.62",
        meaning: "against several foes: fights one of them and does not defend against the others",
        needs: "set `pacing = \"simultaneous\"` in [rules]",
        allowed: |rules| rules.pacing == Pacing::Simultaneous,
        stance: Stance { concentrated: true, ..Stance::NORMAL },
    },
    MANEUVER.named(
        "attack-twice",
        "two attacks with a small weapon, the second 3 levels of initiative later; no avoidance",
        Stance { no_avoid: true, second: Some(0), ..Stance::NORMAL },
    ),
    MANEUVER.named(
        "attack-with-both-hands",
        "like `attack-twice`, with a weapon in each hand: -1 to the second attack, unless ambidextrous",
        Stance { no_avoid: true, second: Some(-1), ..Stance::NORMAL },
    ),
    SECOND_AVOIDANCE.named(
        "avoid-twice",
        "no attack; the fighter can try to avoid two different blows",
        Stance { no_attack: true, avoidances: 1, ..Stance::NORMAL },
    ),
    SECOND_AVOIDANCE.named(
        "dodge-and-parry",
        "no attack; the fighter both dodges and parries one blow, and the better result counts",
        Stance { no_attack: true, avoidances: 1, doubled: true, ..Stance::NORMAL },
    ),
    MANEUVER.named(
        "sweep",
        "against several foes: attacks one after the other, at -1, -2 and so on, up to the first miss; no avoidance",
        Stance { no_avoid: true, sweep: true, ..Stance::NORMAL },
    ),
];

/// A stance as given in a scenario: one of [`STANCES`], or several of different families joined by `and`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tactic {
    /// The name.
    pub name: String,
    /// The combined changes.
    pub stance: Stance,
}

impl Tactic {
    /// The normal stance.
    pub fn normal() -> Self {
        Self { name: "normal".to_owned(), stance: Stance::NORMAL }
    }

    /// Parses the name of a stance that these rules allow.
    ///
    /// ```
    /// use fudgelab::rules::{Rules, Tactic, Switch};
    /// let rules = Rules { postures: Switch::On, ..Rules::plain() };
    /// assert_eq!(Tactic::parse("offensive", &rules)?.stance.avoid, -1);
    /// assert_eq!(Tactic::parse("offensiv", &rules).unwrap_err().help(), Some("did you mean `offensive`?"));
    /// # Ok::<(), fudgelab::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a word is not a stance, the rules do not allow the stance, or two stances cannot be combined.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self> {
        let mut families: Vec<(Family, &str)> = Vec::new();
        let mut stance = Stance::NORMAL;
        for word in text.split(" and ").map(str::trim) {
            let named = STANCES.iter().find(|named| named.word == word).ok_or_else(|| unknown(word))?;
            if !(named.allowed)(rules) {
                let error = Error::input(format!("these rules do not have the stance `{word}`")).secondary();
                return Err(error.with_help(named.needs));
            }
            if let Some((_, other)) = families.iter().find(|(family, _)| *family == named.family) {
                return Err(
                    Error::input(format!("`{other}` and `{word}` exclude each other")).with_help("keep one of them")
                );
            }
            let alone = |family| family == Family::Maneuver;
            if let Some((_, other)) = families.iter().find(|(family, _)| alone(*family) || alone(named.family)) {
                return Err(Error::input(format!("`{other}` and `{word}` cannot be combined"))
                    .with_help("a maneuver cannot be combined with another stance: keep one of them"));
            }
            families.push((named.family, word));
            stance = stance.and(named.for_rules(rules));
        }
        Ok(Self { name: text.to_owned(), stance })
    }
}

fn unknown(word: &str) -> Error {
    let words: Vec<&str> = STANCES.iter().map(|named| named.word).collect();
    let help = match nearest(word, words.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the stances are {}", words.join(", ")),
    };
    Error::input(format!("unknown stance `{}`", word.chars().take(40).collect::<String>())).with_help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stance(word: &str) -> Stance {
        STANCES.iter().find(|named| named.word == word).unwrap().stance
    }

    /// SRD 4.32 and KAER print the same five postures.
    #[test]
    fn postures_trade_offense_for_defense() {
        let table = [("very-offensive", 2), ("offensive", 1), ("normal", 0), ("defensive", -1), ("very-defensive", -2)];
        for (word, attack) in table {
            assert_eq!(stance(word), Stance { attack, avoid: -attack, ..Stance::NORMAL }, "{word}");
        }
    }

    /// KAER's table: initiative, attack, avoid.
    #[test]
    fn initiative_trades_match_the_table() {
        let table =
            [("very-hasty", 2, -1, -2), ("hasty", 1, -1, -1), ("patient", -1, 1, 0), ("very-patient", -2, 1, 1)];
        for (word, initiative, attack, avoid) in table {
            assert_eq!(stance(word), Stance { attack, avoid, initiative, ..Stance::NORMAL }, "{word}");
        }
    }

    #[test]
    fn stances_are_unique_and_parse_rejects_with_reasons() {
        for (k, named) in STANCES.iter().enumerate() {
            assert!(STANCES[k + 1..].iter().all(|other| other.word != named.word), "{}", named.word);
        }
        let kaer = Rules {
            postures: Switch::On,
            initiative_trade: InitiativeTrade::Table,
            pacing: Pacing::Turns,
            ..Rules::plain()
        };
        let both = Tactic::parse("offensive and hasty", &kaer).unwrap();
        assert_eq!(both.stance, Stance { initiative: 1, attack: 0, avoid: -2, ..Stance::NORMAL });
        let problem = |text: &str, rules: &Rules| Tactic::parse(text, rules).unwrap_err();
        assert_eq!(
            problem("offensive and defensive", &kaer).message(),
            "`offensive` and `defensive` exclude each other"
        );
        assert_eq!(problem("hasty", &Rules::plain()).message(), "these rules do not have the stance `hasty`");
        assert_eq!(problem("xyzzyx", &kaer).message(), "unknown stance `xyzzyx`");
        assert!(problem("xyzzyx", &kaer).help().unwrap().starts_with("the stances are normal, very-offensive"));
    }

    /// M7, M8, C2: giving up the attack for two avoidances is not going all out; neither is acting fast.
    #[test]
    fn goes_all_out_matches_four_stances() {
        let words = STANCES.iter().filter(|named| named.stance.goes_all_out()).map(|named| named.word);
        let expected = ["full-attack", "full-defense", "all-out-offense", "all-out-defense"];
        assert_eq!(words.collect::<Vec<_>>(), expected);
        assert!(!Stance { no_attack: true, avoid: -1, ..Stance::NORMAL }.goes_all_out());
    }

    /// C2, W19: two stances need other settings than the rest of their family, and are from other sections.
    #[test]
    fn hasty_and_head_shots_need_their_own_settings() {
        let turns = Rules { pacing: Pacing::Turns, ..Rules::plain() };
        let hasty = Rules { initiative_trade: InitiativeTrade::Hasty, ..turns.clone() };
        assert!(Tactic::parse("hasty", &hasty).is_ok() && Tactic::parse("very-hasty", &hasty).is_err());
        let help = |word: &str, rules: &Rules| Tactic::parse(word, rules).unwrap_err().help().unwrap().to_owned();
        assert_eq!(help("hasty", &turns), "set `initiative_trade` and `pacing = \"turns\"` in [rules]");
        let full = Rules { full_attack: FullAttack::Minus2, ..Rules::plain() };
        assert!(Tactic::parse("full-attack", &full).is_err() && Tactic::parse("full-attack", &turns).is_err());
        let aiming = Rules { called_shots: CalledShots::Result, ..Rules::plain() };
        assert!(Tactic::parse("aim-at-leg", &aiming).is_ok());
        assert_eq!(help("aim-at-head", &aiming), "set `called_shots` and `head_blows` in [rules]");
        let source = |word: &str| STANCES.iter().find(|named| named.word == word).unwrap().source;
        assert!(source("hasty").contains("4.23") && source("aim-at-head").contains("4.62"));
    }

    /// M5, M9: an aim can be combined with a posture in either order.
    #[test]
    fn aim_and_posture_can_be_combined() {
        let rules = Rules { called_shots: CalledShots::Degree, postures: Switch::On, ..Rules::plain() };
        for text in ["aim-at-leg and offensive", "offensive and aim-at-leg"] {
            let stance = Tactic::parse(text, &rules).unwrap().stance;
            assert_eq!((stance.aim, stance.attack, stance.avoid), (2, 1, -1), "{text}");
            let harder = Rules { called_shots: CalledShots::Result, ..rules.clone() };
            let stance = Tactic::parse(text, &harder).unwrap().stance;
            assert_eq!((stance.aim, stance.attack, stance.avoid), (2, 0, -2), "{text}");
        }
    }

    /// M11 to M13: a maneuver cannot be combined with anything, in either order.
    #[test]
    fn maneuver_rejects_combinations() {
        let kaer = Rules {
            postures: Switch::On,
            maneuvers: Switch::On,
            pacing: Pacing::Turns,
            avoidance: Avoidance::One,
            ..Rules::plain()
        };
        assert!(Tactic::parse("attack-twice", &kaer).is_ok());
        // A second avoidance only makes sense if just one is allowed.
        let every = Rules { avoidance: Avoidance::Every, ..kaer.clone() };
        assert!(Tactic::parse("attack-twice", &every).is_ok() && Tactic::parse("avoid-twice", &kaer).is_ok());
        assert!(
            Tactic::parse("avoid-twice", &every).unwrap_err().help().is_some_and(|help| help.contains("avoidance"))
        );
        for text in ["attack-twice and offensive", "offensive and attack-twice"] {
            let problem = Tactic::parse(text, &kaer).unwrap_err();
            assert!(problem.message().ends_with("cannot be combined"), "{problem}");
        }
    }
}
