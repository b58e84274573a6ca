//! `verify`: scenarios solved and simulated, and the two compared.

use super::args::VerifyArgs;
use super::progress::{Interrupted, Watch};
use super::{Stop, files, run, screen, threads};
use crate::error::Error;
use crate::report::text::clean;
use crate::report::verdicts::{self, Verdict};
use crate::scenario::Overrides;
use crate::study::{self, MethodChoice};

/// Verifies all scenarios, as one family of comparisons.
///
/// # Errors
/// An error in any file, before anything is run; a disagreement; nothing, or with `--strict` not all, could be verified.
pub(super) fn verify(args: &VerifyArgs) -> Result<(), Stop> {
    let files = files::all(&args.files)?;
    let overrides = Overrides {
        trials: Some(args.trials),
        seed: args.seed,
        method: Some(MethodChoice::Both),
        allow_outside: args.allow_outside,
        ..Overrides::default()
    };
    let scenarios = files::good_ones(&files, &overrides);
    if scenarios.len() < files.len() {
        screen::tell("nothing was run");
        return Err(Stop::Told);
    }
    let pool = threads::pool(args.threads)?;
    let mut verdicts = Vec::with_capacity(scenarios.len());
    for ready in scenarios {
        let study = &ready.scenario.study;
        let watch = Watch::new(study, &Interrupted::default(), args.quiet);
        let outcome = pool.install(|| study::run(study, &watch));
        let (took, _) = watch.finish();
        if !args.quiet {
            screen::tell(&format!("{}: {took}", ready.name));
        }
        verdicts.push(Verdict { name: ready.name, outcome });
    }
    verdicts::judge_all(&mut verdicts);
    screen::print(&if args.json {
        format!("{:#}\n", verdicts::document(&verdicts))
    } else {
        verdicts::page(&verdicts, screen::style().width)
    })?;
    judged(&verdicts, args.strict)
}

fn judged(verdicts: &[Verdict], strict: bool) -> Result<(), Stop> {
    let names = |agrees| -> Vec<String> {
        verdicts.iter().filter(|one| one.agrees() == agrees).map(|one| clean(&one.name).into_owned()).collect()
    };
    let (wrong, unknown) = (names(Some(false)), names(None));
    if !wrong.is_empty() {
        return Err(run::disagreement(&wrong).into());
    }
    if !unknown.is_empty() && (strict || unknown.len() == verdicts.len()) {
        return Err(Error::run(format!("could not be verified: {}", unknown.join(", "))).into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn a_disagreement_fails_the_run_and_what_is_not_verified_where_that_is_asked_for() {
        let (good, bad) = (Ok(fixture::both(5_600)), Ok(fixture::both(5_000)));
        let unknown = Err(Error::input("too large"));
        let cases = [
            (vec![&good, &good], false, true),
            (vec![&good, &bad], false, false),
            (vec![&good, &unknown], false, true),
            (vec![&good, &unknown], true, false),
            (vec![&unknown], false, false),
            (vec![&unknown, &bad], false, false),
        ];
        for (outcomes, strict, passes) in cases {
            let mut verdicts: Vec<Verdict> =
                outcomes.into_iter().map(|one| Verdict { name: "a".into(), outcome: one.clone() }).collect();
            verdicts::judge_all(&mut verdicts);
            match judged(&verdicts, strict) {
                Ok(()) => assert!(passes, "{verdicts:?}"),
                // The exit code of a run that failed is 1, of bad input 2.
                Err(stop) => assert!(!passes && matches!(&stop, Stop::Error(error) if !error.is_input()), "{stop:?}"),
            }
        }
    }
}
