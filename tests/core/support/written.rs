//! Exact figures of one scenario against simulated ones of the same, or of another that ought to differ.

use fudgelab::scenario::{Overrides, Source, read_source};
use fudgelab::study::{Comparison, FALSE_ALARMS, MethodChoice, Study, StudyResult, compare, judge, run};

/// A study written as text.
pub fn study(text: &str) -> Study {
    let source = Source::from_bytes("fight.toml", text.as_bytes().to_vec()).unwrap();
    read_source(source, "".as_ref(), &Overrides::default()).unwrap_or_else(|faults| panic!("{faults}")).study
}

/// The comparisons that are refused between exact figures of the one and simulated figures of the other. A right
/// simulation is refused any with probability [`FALSE_ALARMS`] (0.1 %) for each pair compared.
pub fn refused(exact: &str, other: &str) -> Vec<Comparison> {
    let solved = |text: &str| run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap();
    let played = |text: &str| -> StudyResult {
        let plan = Study { method: MethodChoice::Simulate, trials: 100_000, seed: 13, ..study(text) };
        run(&plan, &()).unwrap()
    };
    let mut all = compare(&solved(exact), &played(other));
    judge(&mut all.iter_mut().collect::<Vec<_>>(), FALSE_ALARMS);
    all.retain(|one| !one.agrees);
    all
}
