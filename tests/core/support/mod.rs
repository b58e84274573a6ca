//! Code that several test files share: presets, the barroom cast, and an exact solver of fights written for the tests
//! alone.

pub mod agree;
pub mod asks;
pub mod exact;
pub mod fights;
pub mod figures;
pub mod once;
pub mod options;
pub mod rows;
pub mod texts;
pub mod written;

use fudgelab::chance::Script;
use fudgelab::combat::{Body, Cast, Event, Fight, Fighter, Fired, Observer, Progress, State, compile};
use fudgelab::dice::Dice;
use fudgelab::rules::damage::PrintedOption;
use fudgelab::rules::{
    DamageBy, DamageCapacity, GearFamily, Graze, LevelRule, LoneStrike, MobRoll, Outnumbered, Record, RecordKind,
    Rules, Shields, SizeToHit, WeaponSize,
};
use fudgelab::scenario::Preset;

/// A printed damage option by its word.
pub fn printed<W: PrintedOption>(word: &str) -> W {
    W::named(word).unwrap()
}

/// Preset `srd`, as far as tests need it.
pub fn srd() -> Rules {
    Rules {
        modifier_cap: Some(3),
        minimum_to_hit: Some(-2),
        size_to_hit: SizeToHit::Minimum,
        shields: Shields::FoeSkill,
        weapon_size: WeaponSize::Penalty,
        damage_roll: printed("4dF-limited"),
        graze: Graze::Table,
        graze_roll: printed("one-level"),
        outnumbered: Outnumbered::PerFoe,
        ..Rules::plain()
    }
}

pub fn nutshell() -> Rules {
    Rules::plain()
}

/// Preset `fudge-1993`, as far as tests need it.
pub fn fudge_1993() -> Rules {
    Rules {
        dice: dice("2d6-table"),
        record: Record { kind: RecordKind::CapacityPoints, ..Record::standard() },
        gear: GearFamily::Fudge1993,
        shields: Shields::Defense,
        damage_capacity: DamageCapacity::Ignored,
        outnumbered: Outnumbered::PerFoe,
        lone_strike: LoneStrike::BeatAll,
        mob_roll: MobRoll::CloserToZero,
        ..Rules::plain()
    }
}

pub fn kaer() -> Rules {
    Preset::find("kaer").unwrap().1.clone()
}

pub fn dice(name: &str) -> Dice {
    Dice::parse(name).unwrap()
}

/// The standard boxes, with wound levels that start at the points `from`.
pub fn boxes_from(from: [i32; 5]) -> Record {
    let standard = Record::standard();
    let levels = standard.levels.iter().zip(from).map(|(level, from)| LevelRule { from, ..level.clone() }).collect();
    Record { levels, ..standard }
}

pub fn level(name: &str, from: i32, boxes: u8, penalty: i32, out: bool) -> LevelRule {
    LevelRule { name: name.into(), from, boxes, penalty, out }
}

/// Rules for short fights: 2dF, and a track of `levels`.
fn soon_over(levels: Vec<LevelRule>) -> Rules {
    let record = Record { levels, ..Record::standard() };
    Rules { record, dice: dice("2dF"), outnumbered: Outnumbered::PerFoe, ..Rules::plain() }
}

/// Rules for short fights of three levels; the third puts a fighter out.
pub fn small() -> Rules {
    soon_over(vec![level("Scratch", 1, 1, 0, false), level("Hurt", 2, 1, -1, false), level("Out", 4, 1, 0, true)])
}

/// Rules for short fights in which fighters can die.
pub fn deadly() -> Rules {
    soon_over(vec![
        level("Scratch", 1, 1, 0, false),
        level("Hurt", 2, 1, -1, false),
        level("Incapacitated", 4, 1, 0, true),
        level("Near Death", 6, 1, 0, true),
    ])
}

/// Rules under which each hit marks one of `count` boxes, whatever its degree; the next one puts a fighter out.
pub fn boxes(count: u8) -> Rules {
    let levels = vec![level("Injured", 0, count, 0, false), level("Out", 0, 1, 0, true)];
    let record = Record { kind: RecordKind::InOrder, levels, ..Record::standard() };
    Rules { record, damage: DamageBy::Hit, ..Rules::plain() }
}

/// A fighter for these rules, with an offense of 1.
pub fn fighter(name: &str, skill: i32) -> Fighter {
    Fighter { offense: 1, ..Fighter::new(name, 0, skill) }
}

/// Snorri of the barroom duel (SRD 4.7).
pub fn snorri() -> Fighter {
    Fighter { offense: 5, defense: 3, weapon: Some(4), ..Fighter::new("Snorri", 0, 2) }
}

/// Brynhild of the barroom duel (SRD 4.7).
pub fn brynhild() -> Fighter {
    Fighter { offense: 5, defense: 2, weapon: Some(3), shield: 1, ..Fighter::new("Brynhild", 1, 1) }
}

pub fn duel(first: Fighter, second: Fighter, rules: &Rules) -> Fight {
    let sides = vec![first.name.clone(), second.name.clone()];
    let fighters = vec![Fighter { side: 0, ..first }, Fighter { side: 1, ..second }];
    compile(&Cast { fighters, sides }, rules).unwrap()
}

pub fn brawl(lone: Fighter, foes: Vec<Fighter>, rules: &Rules) -> Fight {
    let foes = foes.into_iter().map(|foe| Fighter { side: 1, ..foe });
    let fighters = [Fighter { side: 0, ..lone }].into_iter().chain(foes).collect();
    compile(&Cast { fighters, sides: vec!["lone".into(), "foes".into()] }, rules).unwrap()
}

pub fn barroom(rules: &Rules) -> Fight {
    duel(snorri(), brynhild(), rules)
}

/// Records every event.
#[derive(Default)]
pub struct Notes(pub Vec<Event>);

impl Notes {
    /// Splits the events into those that happen, in order, and those that are only counted, sorted: their order depends
    /// on whether wounds are marked immediately or after all blows.
    pub fn apart(self) -> (Vec<Event>, Vec<(u16, Fired)>) {
        let counted = |event: &Event| if let Event::Fired { who, what } = *event { Some((who, what)) } else { None };
        let mut fired: Vec<_> = self.0.iter().filter_map(counted).collect();
        fired.sort_unstable();
        (self.0.into_iter().filter(|event| counted(event).is_none()).collect(), fired)
    }
}

impl Observer for Notes {
    fn note(&mut self, event: Event) {
        self.0.push(event);
    }
}

/// Plays rounds by script and returns the state after them. Each round must use up its rolls and match its events;
/// events that are only counted are compared only in rounds that list any.
pub fn replay(fight: &Fight, rounds: &[(&[i32], &[Event])]) -> (State<Vec<Body>>, Progress) {
    let counted = |event: &Event| matches!(event, Event::Fired { .. });
    let mut state = State::start(fight, vec![Body::default(); fight.roster.fighters()]);
    let mut progress = Progress::NextRound;
    for (number, (rolls, events)) in rounds.iter().enumerate() {
        let mut script = Script::new(rolls.iter().copied());
        let mut notes = Notes::default();
        progress = state.round(fight, &mut script, &mut notes);
        assert!(script.left() == 0 && !script.ran_out(), "round {}", number + 1);
        notes.0.retain(|event| !counted(event) || events.iter().any(counted));
        assert_eq!(notes.0, *events, "round {}", number + 1);
    }
    (state, progress)
}
