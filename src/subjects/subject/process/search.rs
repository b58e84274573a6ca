//! The search for all situations of a process, before it is solved or played.

use super::Situations;
use super::read::{SECTION, defined};
use crate::check::process::{Process, ProcessError, Search};
use crate::document::{Node, Path, Problem};
use crate::exact::{Limits, explore};

/// The situations found in a search.
#[derive(Debug)]
pub(super) struct FoundSituations {
    /// All situations, or the reason why there are too many to find.
    pub situations: Result<Situations, &'static str>,
    /// The paths in the file of conditions that are true in no situation.
    pub never: Vec<String>,
}

impl FoundSituations {
    /// The result before a search: the process can only be simulated.
    pub(super) const NONE: Self = Self { situations: Err("its situations were not searched"), never: Vec::new() };

    /// Finds all situations of `process`. If there are too many, trials check the process instead.
    ///
    /// # Errors
    /// If a formula has no value, the step is counted too far, no end can be reached from some situation, or the work
    /// was stopped.
    pub(super) fn of(process: &mut Process, limits: &Limits<'_>) -> Result<Self, ProcessError> {
        let search = Search::new(process);
        let found = explore(&search, limits);
        let searched = search.finish()?;
        process.dice = searched.dice;
        if let Some(why) = searched.too_many {
            return Ok(Self { situations: Err(why), ..Self::NONE });
        }
        process.in_trials = None;
        let place = format!("{SECTION}.{}", process.name);
        let found = found.map_err(|stopped| ProcessError::new("interrupted", &place, stopped.message()))?;
        if let Some(stuck) = found.first_stuck_state() {
            return Err(process.unreachable_end(&found.states[stuck]));
        }
        let idle =
            process.lines().filter(|line| line.when.is_some() && !searched.conditional_lines_run.contains(&line.place));
        let idle = idle.map(|line| format!("{}.when", line.place));
        let unreached =
            process.ends.iter().enumerate().filter(|(end, _)| found.ends.iter().all(|last| last.end != Some(*end)));
        let never = idle.chain(unreached.map(|(_, end)| format!("{place}.ends.{}", end.name))).collect();
        Ok(Self { situations: Ok(found), never })
    }
}

/// An error in the process `name`, at its position in the document that defines the process.
pub(super) fn located(trouble: &ProcessError, name: &str, document: &Node) -> Problem {
    let problem = Problem::new(&*trouble.message).kind(trouble.kind).located(Some(&trouble.place));
    let Some(definition) = defined(document).into_iter().find(|entry| entry.key == name) else { return problem };
    let below = trouble.place.strip_prefix(&format!("{SECTION}.{name}")).unwrap_or_default();
    let steps: Vec<&str> = below.split(['.', '[', ']']).filter(|step| !step.is_empty()).collect();
    let part = if steps.is_empty() { None } else { Path::of(steps).find(&definition.node) };
    problem.at(part.map_or(definition.key_span, |node| node.span))
}
