//! Reads the cells of a study one by one, and the fights that come before them.

use super::edit::{Edited, Edits};
use super::idle_keys::{FileKeys, IdleKeys};
use super::like::{self, BorrowedBlocks};
use super::preset::{default_preset, insert_base_files, is_preset, read_on_base};
use super::root::{AFTER_KEY, ROOT, RULES_KEY, SHEETS, ladder_of};
use super::rules::BasedRules;
use super::sections::after::{BEFORE, FILE, SIDE, TENDED};
use super::sections::ask::Request;
use super::sections::definitions::{CONSTANTS, DICE, FileDefinitions, definitions_of, own_names};
use super::sections::expect::ExpectationRequest;
use super::sections::run::RunSection;
use super::sections::sheets;
use super::sections::show::ShowRequest;
use super::vary::WHOLE_FILE;
use crate::document::{AnyKey, Bases, Context, Node, Problem, Problems, Reader, Value, decode, include::AFTER};
use crate::error::{Error, Result};
use crate::exact::Limits;
use crate::fights::Aftermath;
use crate::ladder::Ladder;
use crate::measure::two_digits;
use crate::rules::{Rules, differing};
use crate::study::{PlannedCell, Warning};
use crate::subject::process::read as process;
use crate::subject::{self, Cells, SUBJECTS};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Help for a file that has only sheets.
const SHEETS_ALONE: &str = "to price its sheets, use `fudgelab cost`";

/// Help for a file that has only rules.
const PRESET_ALONE: &str = "to use this file as a preset, name it as `base` in the [rules] of a fight";

/// Settings shared by all cells.
pub(super) struct SharedSettings<'f> {
    pub(super) title: Option<String>,
    pub(super) ladder: Ladder,
    pub(super) run: RunSection,
    pub(super) shows: Vec<ShowRequest>,
    pub(super) asks: Vec<Request>,
    pub(super) expected: Vec<ExpectationRequest>,
    /// The number of cells.
    pub(super) cells: usize,
    /// The price of each sheet, in skill levels.
    pub(super) prices: BTreeMap<String, i64>,
    /// The constants and dice used by settings of the whole file.
    pub(super) named: FileDefinitions,
    /// The files that `rules.base` names.
    pub(super) bases: Bases,
    /// The limits for searching processes, and for solving earlier fights.
    pub(super) limits: Limits<'f>,
}

impl<'f> SharedSettings<'f> {
    /// Settings with the given values, and everything else empty.
    pub(super) fn of_cells(ladder: Ladder, cells: usize, bases: Bases, limits: Limits<'f>) -> Self {
        let (title, run, shows, asks, expected, prices, named) = Default::default();
        Self { title, ladder, run, shows, asks, expected, cells, prices, named, bases, limits }
    }
}

/// The cells read so far.
#[derive(Default)]
pub(super) struct ReadCells {
    pub(super) planned: Vec<PlannedCell>,
    /// The subject of the cells; `None` before the first cell.
    pub(super) subjects: Option<Box<dyn Cells>>,
    /// Whether some cell has a different kind of subject than the first.
    pub(super) mixed: bool,
    pub(super) borrowed: BorrowedBlocks,
    pub(super) idle: IdleKeys,
    /// The constants and dice used by the cells.
    pub(super) named: FileDefinitions,
    /// The earlier fights that cells continue from.
    past_fights: PastFights,
    /// The unplayed processes that were searched.
    searched: HashSet<UnplayedKey>,
}

impl ReadCells {
    /// Reads one more cell: its rules, then its subject. Also searches custom processes for errors. Returns `None` if
    /// the cell has errors, or if its kind of subject is not that of the first cell; in the latter case, `mixed` is
    /// set.
    pub(super) fn read(
        &mut self,
        edited: &mut Edited,
        frame: &SharedSettings<'_>,
        problems: &mut Problems,
    ) -> Option<()> {
        let before = problems.found();
        problems.checked(frame.limits.check(), edited.document.span)?;
        let mut written = FileKeys::of(&edited.document);
        let names = own_names(&edited.document);
        insert_base_files(&mut edited.document, &frame.bases);
        like::resolve(&mut edited.document, &frame.ladder, &mut self.borrowed, problems);
        let kind = subject_kind(&edited.document, problems)?;
        let subjects = self.subjects.get_or_insert_with(|| kind.cells());
        let info = kind.info();
        if subjects.info().key.key != info.key.key {
            self.mixed = true;
            return None;
        }
        let mut notes = Vec::new();
        let mut based = BasedRules::unchanged(default_preset());
        let definitions = definitions_of(&edited.document, problems);
        let document = Some(&edited.document);
        let plain = Context { definitions: &definitions, document, ..Context::on(&frame.ladder) };
        process::check_sections(&edited.document, |name| ROOT.find(name).is_some(), problems);
        Reader::open(&edited.document, "the scenario", &ROOT, plain, problems, |reader| {
            WHOLE_FILE.iter().filter_map(|key| ROOT.find(key)).for_each(|key| reader.skip(key));
            skip_processes(&edited.document, reader);
            [&AFTER_KEY as &dyn AnyKey, &DICE, &CONSTANTS].into_iter().for_each(|key| reader.skip(key));
            let read = |reader: &mut Reader<'_>| {
                Some(read_on_base(reader, default_preset(), Some(info.heeds), None, &mut notes))
            };
            if let Some(read) = reader.read_with(&RULES_KEY, decode::table(read)) {
                based = read;
            }
            let context = Context { rules: &based.rules, ..plain };
            reader.within(context, |reader| reader.read_with(&info.key, |item| subjects.read(item, frame.cells)))
        })?;
        self.named.record_uses(&definitions, &names);
        let BasedRules { base, preset, rules, displacing } = based;
        written.displacing = displacing;
        let effects = problems.take_effects();
        let said = problems.take_notes().into_iter().map(|(message, remedy)| Warning::new(message, remedy));
        // A syntax error can hide parts of a process, which a search would miss.
        if problems.found() == before && !problems.has_syntax_problems() {
            let others = self.searched.insert(unplayed_key(&edited.document));
            let found = subjects.search(subjects.len() - 1, &edited.document, others, &frame.limits);
            found.into_iter().for_each(|problem| problems.push(problem));
        }
        if problems.found() != before {
            return None;
        }
        self.idle.add(effects, &written);
        notes.extend(said);
        notes.extend(start_from_aftermath(
            &edited.document,
            &mut **subjects,
            &rules,
            &mut self.past_fights,
            frame,
            problems,
        )?);
        self.idle.note(notes);
        self.idle.check_cell(&**subjects, self.planned.len(), &rules, &written);
        let (variant, varied) = (edited.variant.clone(), edited.varied.clone());
        let document = edited.document.fingerprint();
        let costs = sheets::costs(&mut edited.document, &frame.prices);
        let changed = differing(&rules, &preset, &frame.ladder);
        self.planned.push(PlannedCell { variant, varied, rules, base, changed, document, costs });
        Some(())
    }
}

/// Identifies the processes that a document does not play, by the name of the one that it plays and the fingerprints of
/// the tables that processes depend on.
type UnplayedKey = (Option<String>, [Option<u128>; 4]);

fn unplayed_key(document: &Node) -> UnplayedKey {
    let tables = [process::SECTION, RULES_KEY.spec().key, CONSTANTS.spec().key, DICE.spec().key];
    let played = process::played(document).map(|entry| entry.key.clone());
    (played, tables.map(|key| document.get(key).map(Node::fingerprint)))
}

/// Skips the tables that play custom processes.
pub(super) fn skip_processes(document: &Node, reader: &mut Reader<'_>) {
    for own in process::defined(document) {
        match ROOT.find(&own.key) {
            Some(key) => reader.skip(key),
            None => reader.skip_undeclared(&own.key),
        }
    }
}

/// The kind of subject that a document has. Reports a document without a subject, or with several.
fn subject_kind(document: &Node, problems: &mut Problems) -> Option<&'static dyn subject::Cells> {
    let table = document.as_table()?;
    let key = |kind: &&dyn subject::Cells| kind.info().key.key;
    let own: Vec<&str> = process::defined(document).iter().map(|entry| entry.key.as_str()).collect();
    let is_there = |kind: &&&dyn subject::Cells| table.entry(key(kind)).is_some() && !own.contains(&key(kind));
    let found: Vec<_> = SUBJECTS.iter().filter(is_there).collect();
    match found[..] {
        [kind] => Some(*kind),
        [] if problems.has_syntax_problems() => None, // it may be in text that could not be parsed
        [] => {
            let problem = Problem::new("the scenario has nothing to roll").at(document.span).secondary();
            let all: Vec<String> = SUBJECTS.iter().map(|kind| format!("`{}`", kind.info().sample)).collect();
            let (last, others) = all.split_last()?;
            let needs = format!("it needs {}, or {last}", others.join(", "));
            let help = match (table.entry(SHEETS.spec().key).is_some(), is_preset(document)) {
                (true, _) => SHEETS_ALONE.to_owned(),
                (false, true) => format!("{PRESET_ALONE}; to be run, {needs}"),
                (false, false) => needs,
            };
            problems.push(problem.help(help));
            None
        }
        [first, second, ..] => {
            let (first, second) = (key(first), key(second));
            let problem = Problem::new(format!("the scenario has both `{first}` and `{second}`"));
            let place = table.entry(second).map_or(document.span, |entry| entry.key_span);
            problems.push(problem.at(place).help("a file has one kind of roll: put the other into a separate file"));
            None
        }
    }
}

/// Aftermaths of earlier fights, by the fingerprint of the document, the side, and whether the side is tended. Each
/// fight is solved once.
type PastFights = HashMap<(u128, Option<String>, bool), Aftermath>;

/// Starts the last cell read from the aftermath of the earlier fight, if the document names one. Returns a warning if
/// some outcomes of that fight are left out, and `None` if there are errors.
fn start_from_aftermath(
    document: &Node,
    cells: &mut dyn Cells,
    rules: &Rules,
    known: &mut PastFights,
    frame: &SharedSettings<'_>,
    problems: &mut Problems,
) -> Option<Option<Warning>> {
    let Some(entry) = document.as_table().and_then(|table| table.entry(AFTER)) else { return Some(None) };
    let (place, before) = (entry.key_span, problems.found());
    let (mut fight, side, tended) =
        Reader::open(&entry.node, "[after]", &BEFORE, Context::plain(), problems, |reader| {
            let side = reader.read(&SIDE);
            reader.missing(&FILE);
            let tended = reader.read(&TENDED);
            Some((reader.read(&FILE)?, side, tended))
        })?;
    if problems.found() != before || !matches!(fight.value, Value::Table(_)) {
        return None;
    }
    insert_base_files(&mut fight, &frame.bases);
    let key = (fight.fingerprint(), side, tended);
    if !known.contains_key(&key) {
        let left = aftermath_of(&fight, key.1.as_deref(), frame, problems)?;
        let left = if tended { left.and_then(Aftermath::tended) } else { left };
        let left = problems.checked(left, place)?;
        known.insert(key.clone(), left);
    }
    let left = &known[&key];
    let begun = cells.begin(cells.len() - 1, left, rules);
    problems.checked(begun, place)?;
    let lost = 1.0 - left.chance_any_fit();
    Some((lost > 1e-6).then(|| {
        let share = two_digits(100.0 * lost);
        let message =
            format!("in {share} % of the earlier fights, no fighter can go on to this one; these are left out");
        Warning::new(message, "run the earlier fight's file to see its own figures")
    }))
}

/// The state in which a fight leaves a side; `None` if the fight cannot be read.
fn aftermath_of(
    fight: &Node,
    side: Option<&str>,
    frame: &SharedSettings<'_>,
    problems: &mut Problems,
) -> Option<Result<Aftermath>> {
    let ladder = ladder_of(fight, problems);
    let edits = Edits::plan(fight.clone(), &ladder, problems);
    if edits.cells() > 1 {
        let error =
            Error::input(format!("`after` needs a fight with a single case, and that one has {}", edits.cells()));
        return Some(Err(error.with_help("name a file without `[variants]` and `[vary]`")));
    }
    let mut cells = ReadCells::default();
    let limits = frame.limits;
    cells.read(&mut edits.cell(0)?, &SharedSettings::of_cells(ladder, 1, frame.bases.clone(), limits), problems)?;
    Some(cells.subjects?.left(0, side, &limits))
}
