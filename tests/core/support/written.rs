//! Compares exact figures of one scenario with simulated figures of the same one, or of another that should differ.

use super::once::{Known, known};
use fudgelab::scenario::{Overrides, Scenario, Source, read_source};
use fudgelab::study::{Comparison, FALSE_ALARMS, MethodChoice, Study, StudyResult, compare, judge, run};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The first fighter to hit twice wins. In each round either fighter hits with chance 1/4, or neither does, so each
/// decided round is equally likely to be either's.
pub const RACE: &str = "
[rules]
base = 'nutshell'
dice = '1d2'
record = { kind = 'in-order', levels = [{ name = 'Hurt' }, { name = 'Out', out = true }] }
damage = 'hit'
[fighters.ada]
skill = 0
[fighters.ben]
skill = 0
";

/// Two heroes against three goblins, with possible deaths; small enough to be solved as well as simulated.
pub const PARTY: &str = "
[rules]
base = 'srd'
dice = '2dF'
record = { levels = [{ name = 'Hurt', from = 1, penalty = -1 }, { name = 'Incapacitated', from = 3, out = true }, { name = 'Near Death', from = 5, out = true }] }
[fighters.hero]
side = 'party'
count = 2
skill = 1
offense = 1
[fighters.goblin]
side = 'goblins'
count = 3
skill = 0
";

/// Two knights against two rats, who win 1 fight in 10⁶¹.
pub const RARE_UPSET: &str = "
[rules]
base = 'srd'
[fighters.knight]
side = 'heroes'
skill = 'Legendary'
offense = 6
defense = 3
count = 2
[fighters.rat]
side = 'rats'
skill = 'Poor'
offense = -2
count = 2
";

pub fn scenario(text: &str) -> Scenario {
    let source = Source::from_bytes("fight.toml", text.as_bytes().to_vec()).unwrap();
    read_source(source, "".as_ref(), &Overrides::default()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The errors of a scenario, read from its text.
pub fn refusal(text: &str) -> String {
    let source = Source::from_bytes("fight.toml", text.as_bytes().to_vec()).unwrap();
    read_source(source, "".as_ref(), &Overrides::default()).unwrap_err().to_string()
}

pub fn study(text: &str) -> Study {
    scenario(text).study
}

/// Looks up exact figures in the first cell of a study, by measure and subject.
pub fn exact(text: &str) -> impl Fn(&str, &str) -> f64 + use<> {
    let result = run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap();
    let text = text.to_owned();
    move |measure, whose| {
        let figure = result.cells[0].figure(measure, whose);
        figure.unwrap_or_else(|| panic!("{measure} of {whose} in {text}")).estimate.value
    }
}

/// The comparisons that fail between exact figures of one scenario and simulated figures of the other. A correct
/// simulation fails any with probability [`FALSE_ALARMS`] (0.1 %) for each pair of scenarios.
pub fn refused(exact: &str, other: &str) -> Vec<Comparison> {
    static SOLVED: Known<Arc<StudyResult>> = Mutex::new(BTreeMap::new());
    static PLAYED: Known<Arc<StudyResult>> = Mutex::new(BTreeMap::new());
    let result = |study: Study| Arc::new(run(&study, &()).unwrap());
    let solved =
        |text: &str| known(&SOLVED, text.to_owned(), || result(Study { method: MethodChoice::Exact, ..study(text) }));
    let played = |text: &str| {
        let plan = || Study { goal: None, method: MethodChoice::Simulate, trials: 100_000, seed: 13, ..study(text) };
        known(&PLAYED, text.to_owned(), || result(plan()))
    };
    let mut all = compare(&solved(exact), &played(other));
    judge(&mut all.iter_mut().collect::<Vec<_>>(), FALSE_ALARMS);
    all.retain(|one| !one.agrees);
    all
}
