//! Turns a document into a validated study.

use super::after;
use super::ask::{self, Asked, read_asks};
use super::base;
use super::definitions::{CONSTANTS, DICE, Named, definitions_of, own_names};
use super::edit::{Edited, Edits};
use super::expect::{EXPECT, Expected, expectations, read_expectations};
use super::idle::{IdleKeys, Written};
use super::library::{names as printed_names, printed};
use super::like::{self, Borrowed};
use super::most;
use super::own;
use super::preset::{is_preset, start};
use super::rules::{BasedRules, RULES, read_over};
use super::run::{BOTH_CURE, DEFAULT_MAX_TRIALS, EXACT_CURE, RUN, Run, read_run};
use super::sheets;
use super::show::{self, Asked as Shown, SHOW, Show, read_shows};
use super::source::Resolver;
use super::vary::WHOLE_FILE;
use crate::character::Sheet;
use crate::character::price;
use crate::character::read::{SHEET, sheet};
use crate::document::assembly::{INCLUDE, VARIANTS, VARY};
use crate::document::decode;
use crate::document::include::{AFTER, Bases, Document, Files, LoadOptions, load, load_files, load_source};
use crate::document::key::{AnyKey, Context, Key, KeyOr, keys};
use crate::document::keys::{KeySpec, Keys, Kind};
use crate::document::node::Node;
use crate::document::problem::{Problem, Problems, Span};
use crate::document::reader::Reader;
use crate::document::schema::document_schema;
use crate::document::source::Source;
use crate::error::Error;
use crate::ladder::Ladder;
use crate::rules::differing;
use crate::stats::Aim;
use crate::study::{Goal, Grid, MethodChoice, Planned, Study, Warning, plan_of};
use crate::subject::fight::read::FIGHTER;
use crate::subject::own::read as own_process;
use crate::subject::{Cells, SUBJECTS};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// What the command line sets over the file.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// Trials of each cell, in place of the file's precision. Without a method they mean simulating, unless the file asks
    /// for both ways.
    pub trials: Option<u64>,
    /// How precise the figure is to be, in place of the file's trials. An exact answer satisfies it too.
    pub aim: Option<Aim>,
    /// The figure that is asked for, by its name in results: the one that is to be precise, where there is a precision.
    pub figure: Option<String>,
    /// Further figures that are asked for, by name.
    pub more_figures: Vec<String>,
    /// The most trials of a cell until it is. This and the longest time together replace the file's limits.
    pub max_trials: Option<u64>,
    /// The longest time, in seconds.
    pub max_seconds: Option<f64>,
    /// The seed.
    pub seed: Option<u64>,
    /// Exact or simulated.
    pub method: Option<MethodChoice>,
    /// Whether files outside the scenario's folder may be included.
    pub allow_outside: bool,
    /// An `[[ask]]` in TOML in place of the file's questions: its `[vary]`, `[[show]]` and `[[expect]]` are left aside as well.
    pub ask: Option<String>,
}

impl Overrides {
    /// The settings that a shard was run with, by its bytes.
    ///
    /// # Errors
    /// They are not a shard, or it is damaged.
    pub fn of_shard(bytes: &[u8]) -> Result<Self, Error> {
        let plan = plan_of(bytes)?;
        let method = MethodChoice::from_word(&plan.method);
        Ok(Self { trials: Some(plan.trials), seed: Some(plan.seed), method, ..Self::default() })
    }
}

/// A scenario file, resolved.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// What to run.
    pub study: Study,
    /// What the file asks to be shown.
    pub shows: Vec<Show>,
    /// The files that it was read from, for [`read_files`].
    pub files: Files,
    /// The file as it was written, with what it includes.
    pub(super) document: Node,
    /// The files that it names as presets.
    pub(super) bases: Bases,
}

keys! {
    /// The keys of `[ladder]`.
    LADDER = "ladder": "Your own ladder of levels.";
    NAMES: Key<Vec<String>> = Key::new("names", Kind::List(&Kind::Text), |item| decode::list(decode::text)(item))
        .means("Names of the levels, from the lowest.", "[\"Weak\", \"Fair\", \"Strong\"]");
    LOWEST: KeyOr<i32> = Key::factor("lowest").means("The number of the lowest level.", "-1").or(-3);
    SUPERHUMAN: Key<i32> = Key::<i32>::integer("superhuman", 1, 50)
        .means("The level called Fair superhuman.", "4")
        .otherwise("4; on your own ladder, the level above its top");
}

keys! {
    /// The keys of a scenario, but for those of subjects.
    pub(super) FRAME = "frame": "A scenario file.";
    + INCLUDE;
    + VARIANTS;
    + VARY;
    + DICE;
    + CONSTANTS;
    FORMAT: KeyOr<i64> = Key::<i64>::integer("format", 1, 1).means("The version of this format.", "1").or(1);
    TITLE: Key<String> = Key::text("title")
        .means("The question the file asks.", "\"A duel in a barroom\"")
        .otherwise("the name of the file");
    LADDER_KEY: Key<Node> = Key::new("ladder", Kind::Table(&LADDER), decode::node)
        .means("Your own ladder of levels.", "{ lowest = -1, names = [\"Weak\", \"Fair\", \"Strong\"] }");
    RULES_KEY: Key<Node> = Key::new("rules", Kind::Table(&RULES), decode::node)
        .means("The rules in force.", "{ base = \"srd\" }");
    CAST: Key<Node> = Key::new("cast", Kind::Map(&Kind::Table(&FIGHTER)), decode::node).means(
        "Stat blocks that fighters can copy with `like`; they do not fight by themselves.",
        "{ goblin = { skill = \"Fair\", offense = 1 } }",
    );
    SIDES: Key<Node> = Key::new("sides", Kind::Map(&Kind::Table(&FIGHTER)), decode::node).means(
        "Keys for all fighters of a side, by its name; a fighter's own take precedence.",
        "{ goblins = { flees = \"half down\" } }",
    );
    SHEETS: Key<Vec<(String, Sheet)>> =
        Key::new("sheets", Kind::Map(&Kind::Table(&SHEET)), |item| decode::map(sheet)(item)).means(
            "Characters on paper, which `fudgelab cost` prices; a file may hold nothing else.",
            "{ ada = { attributes = { Wits = \"Good\" }, skills = { Sword = \"Great\" } } }",
        );
    AFTER_KEY: Key<Node> = Key::new(AFTER, Kind::Table(&after::BEFORE), decode::node).means(
        "The fight before this one: the fighters of a side begin here as they end there, with their wounds and without the Fudge points spent. It is solved first; this one is fought where at least one of them can go on.",
        "{ fight = \"goblins.toml\", side = \"party\" }",
    );
    RUN_KEY: Key<Run> = Key::new("run", Kind::Table(&RUN), |item| decode::table(read_run)(item))
        .means("How much to simulate.", "{ trials = 1_000_000 }");
    ASKS: Key<Vec<Asked>> = Key::new("ask", Kind::List(&ask::ENTRY), read_asks).means(
        "What to find out beyond the usual figures: a figure, or an analysis such as `tune`.",
        "[{ measure = \"party wins and not any of party dies\" }]",
    );
    EXPECTED: Key<Node> = Key::new("expect", Kind::List(&Kind::Table(&EXPECT)), decode::node).means(
        "Limits that figures must keep; the exit code says whether they do.",
        "[{ measure = \"ada wins\", between = [\"55 %\", \"60 %\"] }]",
    );
    SHOWS: Key<Node> = Key::new("show", Kind::List(&Kind::Table(&SHOW)), decode::node)
        .means("What to show of the results.", "[{ chart = \"rounds\" }]");
}

/// The keys of a scenario: those of subjects stand where they are rolled, behind the rules.
pub(crate) const ROOT: Keys = Keys::new("scenario", "A scenario file.", || &SPECS);

static SPECS: LazyLock<Vec<KeySpec>> = LazyLock::new(|| {
    let subjects = SUBJECTS.iter().map(|subject| subject.info().key);
    let own = FRAME.specs().iter();
    let behind = own.clone().position(|spec| spec.key == CAST.spec().key).unwrap_or_default();
    own.clone().take(behind).copied().chain(subjects).chain(own.skip(behind).copied()).collect()
});

/// What to do with a file of sheets and nothing else.
const SHEETS_ALONE: &str = "`fudgelab cost` says what its sheets cost";

/// The help for a file of rules and nothing else.
const PRESET_ALONE: &str = "as a preset, this file is named by `base` in the [rules] of a fight";

/// After so many cells with errors the others are not read: mostly they have the same.
const MOST_UNREADABLE: usize = 100;

/// Reads a scenario file with all it includes.
///
/// # Errors
/// All errors of the scenario, each with its place.
pub fn read(path: &Path, overrides: &Overrides) -> Result<Scenario, Problems> {
    resolve(load(path, LoadOptions { allow_outside: overrides.allow_outside }), overrides)
}

/// As [`read`], for a text that was read already, such as standard input; includes are relative to `folder`
/// (an empty path is the current directory).
///
/// # Errors
/// All errors of the scenario, each with its place.
pub fn read_source(source: Source, folder: &Path, overrides: &Overrides) -> Result<Scenario, Problems> {
    resolve(load_source(source, folder, LoadOptions { allow_outside: overrides.allow_outside }), overrides)
}

/// As [`read`], for files that were read already, perhaps on another machine.
///
/// # Errors
/// All errors of the scenario, each with its place.
pub fn read_files(files: &Files, overrides: &Overrides) -> Result<Scenario, Problems> {
    resolve(load_files(files), overrides)
}

/// The key at a path of a scenario, such as `opposed.active.minimum`, names that are free left out.
pub fn key_at(path: &str) -> Option<&'static KeySpec> {
    let mut steps = path.split('.');
    let first = steps.next()?;
    steps.try_fold(ROOT.find(first)?, |spec, step| below(&spec.kind, step))
}

/// The key of this name in a table of this kind, or of each of its tables where their names are free.
fn below(kind: &Kind, step: &str) -> Option<&'static KeySpec> {
    match kind {
        Kind::Table(keys) => keys.find(step),
        Kind::Map(inner) => below(inner, step),
        _ => None,
    }
}

/// The key at a path of a document, names that are free included: `fighters`, `goblin`, `skill`.
pub(super) fn key_of(segments: &[String]) -> Option<&'static KeySpec> {
    let (first, rest) = segments.split_first()?;
    inside(ROOT.find(first)?, rest)
}

fn inside(spec: &'static KeySpec, rest: &[String]) -> Option<&'static KeySpec> {
    let Some((step, rest)) = rest.split_first() else { return Some(spec) };
    let tables = spec.kind.find(|kind| match kind {
        Kind::Table(keys) => Some((*keys, false)),
        Kind::Map(Kind::Table(keys)) => Some((*keys, true)),
        _ => None,
    });
    match (tables?, rest.split_first()) {
        ((keys, false), _) => inside(keys.find(step)?, rest),
        ((keys, true), Some((key, rest))) => inside(keys.find(key)?, rest),
        ((_, true), None) => None,
    }
}

/// The tables of keys that a scenario may hold, each once, the scenario itself first.
pub fn tables() -> Vec<&'static Keys> {
    let mut tables = vec![&ROOT];
    let mut next = 0;
    while let Some(keys) = tables.get(next).copied() {
        keys.specs().iter().for_each(|spec| tables_of(&spec.kind, &mut tables));
        next += 1;
    }
    tables
}

/// The tables of keys that a value of this kind may be.
pub fn tables_in(kind: &'static Kind) -> Vec<&'static Keys> {
    let mut tables = Vec::new();
    tables_of(kind, &mut tables);
    tables
}

fn tables_of(kind: &'static Kind, tables: &mut Vec<&'static Keys>) {
    match kind {
        Kind::Table(keys) if tables.iter().all(|known| known.name() != keys.name()) => tables.push(keys),
        Kind::List(kind) | Kind::Map(kind) => tables_of(kind, tables),
        Kind::Any(kinds) => kinds.iter().for_each(|kind| tables_of(kind, tables)),
        _ => {}
    }
}

/// The JSON Schema of scenario files.
///
/// It requires a key only inside lists: anything else may come from an included file, a variant or `[vary]`.
pub fn schema() -> serde_json::Value {
    let mut schema = document_schema(&ROOT);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "fudgelab scenario".into();
    // Fighters belong to a lower layer than the library whose stat blocks they copy.
    if let Some(like) = schema.pointer_mut("/$defs/fighter/properties/like").and_then(|like| like.as_object_mut()) {
        like.remove("type");
        like.insert("anyOf".to_owned(), serde_json::json!([{ "enum": printed_names() }, { "type": "string" }]));
    }
    schema
}

/// The same for a file that defines processes of its own: the tables that play them are in it, with their keys.
///
/// # Errors
/// The file cannot be read.
pub fn schema_for(path: &Path, allow_outside: bool) -> Result<serde_json::Value, Problems> {
    let Document { root, problems, .. } = load(path, LoadOptions { allow_outside });
    if root.as_table().is_none() || problems.is_incomplete() || problems.has_syntax_problems() {
        return Err(problems);
    }
    let mut schema = schema();
    for process in own_process::defined(&root) {
        schema["properties"][&process.key] = own_process::schema(process);
    }
    Ok(schema)
}

/// What every cell shares.
pub(super) struct Frame {
    title: Option<String>,
    pub(super) ladder: Ladder,
    run: Run,
    shows: Vec<Shown>,
    asks: Vec<Asked>,
    expected: Vec<Expected>,
    /// How many cells there are.
    cells: usize,
    /// What each sheet is worth, in skill levels.
    prices: BTreeMap<String, i64>,
    /// The constants and dice that are named for the whole file.
    named: Named,
    /// The files that are named as presets.
    pub(super) bases: Bases,
}

impl Frame {
    /// The frame of `cells` cells on this ladder, with these files as presets.
    pub(super) fn of_cells(ladder: Ladder, cells: usize, bases: Bases) -> Self {
        let (title, run, shows, asks, expected, prices, named) = Default::default();
        Self { title, ladder, run, shows, asks, expected, cells, prices, named, bases }
    }
}

pub(super) fn resolve(document: Document, overrides: &Overrides) -> Result<Scenario, Problems> {
    let Document { mut root, mut problems, files, bases } = document;
    // All that is missing may be in a file that could not be read.
    if problems.is_incomplete() {
        return Err(problems);
    }
    let ignored = overrides.ask.as_ref().and_then(|ask| ask::put(&mut root, ask, &mut problems));
    own::name_modifiers(&mut root);
    let whole = root.clone();
    let mut text = whole_text(&problems);
    let name = problems.sources().first().map(|source| source.name().to_owned()).unwrap_or_default();
    let before = problems.len();
    let ladder = ladder_of(&root, &mut problems);
    // Without the ladder, all its words would be unknown.
    if problems.len() != before {
        return Err(problems);
    }
    let mut edits = Edits::plan(root, &ladder, &mut problems);
    let mut frame = read_frame(ladder, &edits, bases, &mut problems);
    let named = show::baseline(&frame.shows, &edits.variants()).or_else(|| edits.baseline());
    let own = edits.with_own_setting().filter(|more| named.is_none() && is_whole(more, &frame));
    let adds_own_setting = own.is_some();
    edits = own.unwrap_or(edits);
    frame.cells = edits.cells();
    let baseline = named.unwrap_or(0);
    let mut cells = ReadCells::default();
    let mut unreadable = 0;
    for mut edited in edits.iter() {
        if cells.read(&mut edited, &frame, &mut problems).is_none() {
            unreadable += 1;
        }
        if unreadable == MOST_UNREADABLE {
            break;
        }
    }
    if cells.mixed {
        let problem = Problem::new("the variants make different kinds of rolls").at(edits.base().span);
        problems.push(problem.help("put them in files of their own"));
    }
    text.push_str(&cells.borrowed.text());
    let figure = frame.run.figure.take().filter(|_| overrides.figure.is_none());
    frame.run.method = method(frame.run.method, overrides);
    let goal = goal(frame.run.goal.take(), frame.run.method, overrides, &mut problems);
    let asked: Vec<_> = frame.shows.iter().filter_map(|asked| asked.most.clone()).collect();
    let shows = frame.shows.clone();
    let asks = std::mem::take(&mut frame.asks);
    let expected = std::mem::take(&mut frame.expected);
    let unnamed = cells.named.unnamed(&frame.named);
    let warnings = ignored.into_iter().chain(cells.borrowed.warnings).chain(cells.idle.warnings());
    let warnings: Vec<_> = warnings.chain(unnamed).collect();
    let Some(subjects) = cells.subjects else { return Err(problems) };
    let read = (whole, files, cells.planned, subjects);
    let mut scenario = study(frame, goal, edits, read, text, &name, overrides);
    (scenario.study.baseline, scenario.study.adds_own_setting) = (baseline, adds_own_setting);
    scenario.study.warnings.extend(warnings);
    if problems.is_empty() {
        ask::check(asks, &mut scenario.study, &mut problems);
        check_figure(&scenario.study, figure, &mut problems);
        show_figure(&mut scenario.study, overrides, &mut problems);
    }
    if problems.is_empty() {
        show::figures(&shows, &mut scenario.study, &mut problems);
        show::check_baselines(&shows, &scenario.study, &mut problems);
        scenario.study.questions = most::questions(&asked, &mut scenario.study, &mut problems);
        scenario.study.expectations = expectations(&expected, &mut scenario.study, &mut problems);
    }
    problems.into_result(()).map(|()| scenario)
}

/// True if the first cell can be read by itself.
fn is_whole(edits: &Edits, frame: &Frame) -> bool {
    let mut problems = Problems::new();
    let read = edits.cell(0).and_then(|mut edited| ReadCells::default().read(&mut edited, frame, &mut problems));
    read.is_some() && problems.is_empty()
}

/// The cells of a study as they are read.
#[derive(Default)]
pub(super) struct ReadCells {
    pub(super) planned: Vec<Planned>,
    /// What is rolled in them; none before the first.
    pub(super) subjects: Option<Box<dyn Cells>>,
    /// Whether some cell rolls another kind of thing than the first.
    mixed: bool,
    borrowed: Borrowed,
    idle: IdleKeys,
    /// The constants and dice of the file.
    named: Named,
    /// The fights before theirs.
    before: after::Known,
}

impl ReadCells {
    /// Reads one more: its rules, then what is rolled under them.
    pub(super) fn read(&mut self, edited: &mut Edited, frame: &Frame, problems: &mut Problems) -> Option<()> {
        let before = problems.len();
        let written = Written::of(&edited.document);
        let names = own_names(&edited.document);
        base::put(&mut edited.document, &frame.bases);
        like::resolve(&mut edited.document, &frame.ladder, &mut self.borrowed, problems);
        let kind = subject_kind(&edited.document, problems)?;
        let subjects = self.subjects.get_or_insert_with(|| kind.cells());
        let info = kind.info();
        if subjects.info().key.key != info.key.key {
            self.mixed = true;
            return None;
        }
        let mut notes = Vec::new();
        let mut based = BasedRules::unchanged(start());
        let definitions = definitions_of(&edited.document, problems);
        let plain =
            Context { definitions: &definitions, document: Some(&edited.document), ..Context::on(&frame.ladder) };
        own_process::check_sections(&edited.document, |name| ROOT.find(name).is_some(), problems);
        Reader::open(&edited.document, "the scenario", &ROOT, plain, problems, |reader| {
            WHOLE_FILE.iter().filter_map(|key| ROOT.find(key)).for_each(|key| reader.pass(key));
            pass_processes(&edited.document, reader);
            [&AFTER_KEY as &dyn AnyKey, &DICE, &CONSTANTS].into_iter().for_each(|key| reader.pass(key));
            let read = |reader: &mut Reader<'_>| Some(read_over(reader, start(), Some(info.heeds), None, &mut notes));
            if let Some(read) = reader.read_with(&RULES_KEY, decode::table(read)) {
                based = read;
            }
            let context = Context { rules: &based.rules, ..plain };
            reader.within(context, |reader| reader.read_with(&info.key, |item| subjects.read(item, frame.cells)))
        })?;
        self.named.look(&definitions, &names);
        let BasedRules { base, preset, rules } = based;
        let effects = problems.take_effects();
        let said = problems.take_notes().into_iter().map(|(message, remedy)| Warning { message, remedy });
        if problems.len() != before {
            return None;
        }
        self.idle.add(effects);
        notes.extend(said);
        notes.extend(after::begin(
            &edited.document,
            &mut **subjects,
            &rules,
            &mut self.before,
            &frame.bases,
            problems,
        )?);
        self.idle.note(notes);
        self.idle.look(&**subjects, self.planned.len(), &rules, &written);
        let (variant, varied) = (edited.variant.clone(), edited.varied.clone());
        let document = edited.document.fingerprint();
        let costs = sheets::costs(&mut edited.document, &frame.prices);
        let changed = differing(&rules, &preset, &frame.ladder);
        self.planned.push(Planned { variant, varied, rules, base, changed, document, costs });
        Some(())
    }
}

/// The scenario's text, and the texts of what it includes, each under its file's name.
fn whole_text(problems: &Problems) -> String {
    let mut sources = problems.sources().iter();
    let mut text = sources.next().map(|source| source.text().to_owned()).unwrap_or_default();
    for source in sources {
        let name = Path::new(source.name()).file_name().map_or(Cow::Borrowed("include"), |name| name.to_string_lossy());
        text.push_str(&format!("\n# ---- {name} ----\n\n{}", source.text()));
    }
    text
}

/// Reads what goes for the whole file. Keys of subjects and rules are read with each cell.
fn read_frame(ladder: Ladder, edits: &Edits, bases: Bases, problems: &mut Problems) -> Frame {
    let names = own_names(edits.base());
    let base = &mut edits.base().clone();
    base::put(base, &bases);
    let mut frame = Frame::of_cells(ladder, edits.cells(), bases);
    let (variants, varied) = (edits.variants(), edits.varied());
    sheets::check(base, problems);
    for blocks in ["cast", "fighters"].iter().filter_map(|key| base.as_table()?.get(key)?.as_table()) {
        blocks.entries().iter().for_each(|block| printed::check(&block.node, &frame.ladder, problems));
    }
    // Their faults are reported with the cells.
    let definitions = definitions_of(base, &mut Problems::new());
    let context = Context { definitions: &definitions, ..Context::on(&frame.ladder) };
    Reader::open(base, "the scenario", &ROOT, context, problems, |reader| {
        reader.read(&FORMAT);
        frame.title = reader.read(&TITLE);
        let sheets = reader.read(&SHEETS).unwrap_or_default();
        frame.prices = sheets.into_iter().map(|(name, sheet)| (name, price(&sheet).cost)).collect();
        frame.run = reader.read(&RUN_KEY).unwrap_or_default();
        frame.shows = reader.read_with(&SHOWS, |item| read_shows(item, &variants, &varied)).unwrap_or_default();
        frame.asks = reader.read(&ASKS).unwrap_or_default();
        frame.expected = reader.read_with(&EXPECTED, |item| read_expectations(item, &variants)).unwrap_or_default();
        let others: [&dyn AnyKey; 7] = [&LADDER_KEY, &RULES_KEY, &CAST, &SIDES, &AFTER_KEY, &DICE, &CONSTANTS];
        others.into_iter().for_each(|key| reader.pass(key));
        SUBJECTS.iter().for_each(|subject| reader.pass(&subject.info().key));
        pass_processes(base, reader);
        Some(())
    });
    frame.named.look(&definitions, &names);
    frame
}

/// The ladder of a document.
pub(super) fn ladder_of(document: &Node, problems: &mut Problems) -> Ladder {
    let written = document.as_table().and_then(|table| table.get("ladder"));
    written.map_or_else(Ladder::default, |node| read_ladder(node, problems))
}

fn read_ladder(node: &Node, problems: &mut Problems) -> Ladder {
    let read = Reader::open(node, "[ladder]", &LADDER, Context::plain(), problems, |reader| {
        let names = if reader.has(&NAMES) { Some(reader.read(&NAMES)?) } else { None };
        let lowest = reader.read(&LOWEST);
        let superhuman = reader.read(&SUPERHUMAN);
        let made = names.map_or_else(|| Ok(Ladder::default()), |names| Ladder::new(lowest, names));
        let made = made.and_then(|ladder| match superhuman {
            Some(offset) => ladder.with_superhuman(offset),
            None => Ok(ladder),
        });
        match made {
            Ok(ladder) => Some(ladder),
            Err(error) => {
                let span = reader.span();
                reader.problems().push(Problem::from(error).at(span));
                None
            }
        }
    });
    read.unwrap_or_default()
}

/// Passes over the tables that play processes of the file's own.
fn pass_processes(document: &Node, reader: &mut Reader<'_>) {
    for own in own_process::defined(document) {
        match ROOT.find(&own.key) {
            Some(key) => reader.pass(key),
            None => reader.pass_own(&own.key),
        }
    }
}

/// The one kind of subject that a document has.
fn subject_kind(document: &Node, problems: &mut Problems) -> Option<&'static dyn Cells> {
    let table = document.as_table()?;
    let key = |kind: &&dyn Cells| kind.info().key.key;
    let own: Vec<&str> = own_process::defined(document).iter().map(|entry| entry.key.as_str()).collect();
    let is_there = |kind: &&&dyn Cells| table.entry(key(kind)).is_some() && !own.contains(&key(kind));
    let found: Vec<_> = SUBJECTS.iter().filter(is_there).collect();
    match found[..] {
        [kind] => Some(*kind),
        [] if problems.has_syntax_problems() => None, // it may be in what could not be read
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
            problems.push(problem.at(place).help("a file has one kind of roll: put the other in a file of its own"));
            None
        }
    }
}

/// The method that the file and the command line together ask for.
fn method(file: MethodChoice, overrides: &Overrides) -> MethodChoice {
    match (overrides.method, overrides.trials) {
        (Some(method), _) => method,
        // More trials of what is simulated anyway.
        (None, Some(_)) if file == MethodChoice::Both => MethodChoice::Both,
        (None, Some(_)) => MethodChoice::Simulate,
        (None, None) => file,
    }
}

/// The same study with these settings over its own, as [`read`] has them over a file's. What a question takes is not among them.
///
/// # Errors
/// They contradict each other; a figure that is to be precise and is not there.
pub fn set_over(study: &Study, overrides: &Overrides) -> Result<Study, Problems> {
    let mut problems = Problems::new();
    let method = method(study.method, overrides);
    let goal = goal(study.goal.clone(), method, overrides, &mut problems);
    let trials = overrides.trials.unwrap_or(study.trials);
    let set = Study { method, goal, trials, seed: overrides.seed.unwrap_or(study.seed), ..study.clone() };
    if problems.is_empty() {
        check_figure(&set, None, &mut problems);
    }
    problems.into_result(set)
}

/// What the file and the command line together ask to be precise.
fn goal(file: Option<Goal>, method: MethodChoice, overrides: &Overrides, problems: &mut Problems) -> Option<Goal> {
    let Overrides { trials, aim, figure, max_trials, max_seconds, .. } = overrides;
    let cure = match method {
        MethodChoice::Exact if overrides.method.is_some() => Some(EXACT_CURE),
        MethodChoice::Both => Some(BOTH_CURE),
        _ => None,
    };
    if let (Some(_), Some(cure)) = (aim, cure) {
        problems
            .push(Problem::new(format!("method `{}` and a precision cannot be combined", method.word())).help(cure));
    }
    if method == MethodChoice::Both {
        return None;
    }
    let file = file.filter(|_| trials.is_none());
    let Some(aim) = aim.or(file.as_ref().map(|goal| goal.aim)) else {
        if max_trials.is_some() || max_seconds.is_some() {
            let problem = Problem::new("the most trials and the longest time have no effect without a precision");
            problems.push(problem.help("say how precise: --precision 0.002 or --relative 0.05"));
        }
        return None;
    };
    let limits = match (max_trials, max_seconds, &file) {
        (None, None, Some(goal)) => (goal.max_trials, goal.max_seconds),
        _ => (max_trials.unwrap_or(DEFAULT_MAX_TRIALS), *max_seconds),
    };
    let figure = figure.clone().or(file.and_then(|goal| goal.figure));
    Some(Goal { aim, figure, max_trials: limits.0, max_seconds: limits.1 })
}

/// The figure that is to be precise must be there in every cell.
fn check_figure(study: &Study, span: Option<Span>, problems: &mut Problems) {
    let Some(goal) = &study.goal else { return };
    if let Some(error) = (0..study.cells.len()).find_map(|cell| goal.check(study, cell).err()) {
        let problem = Problem::from(error);
        problems.push(match span {
            Some(span) => problem.at(span),
            None => problem,
        });
    }
}

/// The figure that is to be printed must be there, and is asked for if need be. Nothing else is found out for it.
fn show_figure(study: &mut Study, overrides: &Overrides, problems: &mut Problems) {
    if overrides.figure.is_some() && problems.is_empty() {
        study.analyses.clear();
    }
    let first = overrides.figure.as_ref().filter(|_| study.goal.is_none());
    for name in first.into_iter().chain(&overrides.more_figures) {
        match study.unit_of(name) {
            Ok(_) if study.is_usual(name) => {}
            Ok(_) => study.asked.push(name.clone()),
            Err(error) => problems.push(Problem::from(error)),
        }
    }
}

fn study(
    frame: Frame,
    goal: Option<Goal>,
    edits: Edits,
    (document, files, cells, subjects): (Node, Files, Vec<Planned>, Box<dyn Cells>),
    text: String,
    name: &str,
    overrides: &Overrides,
) -> Scenario {
    let variants = edits.variants();
    let varied = edits.varied();
    let method = frame.run.method;
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(name);
    let study = Study {
        title: frame.title.unwrap_or_else(|| stem.to_owned()),
        warnings: dice_warnings(&cells),
        grid: (varied.len() == 2).then_some(Grid { across: 1, down: 0 }),
        cells,
        subjects: Arc::from(subjects),
        source: Some(Arc::new(Resolver::new(edits, frame.ladder.clone(), frame.bases.clone()))),
        asked: Vec::new(),
        listed: Vec::new(),
        expectations: Vec::new(),
        variants,
        varied,
        baseline: 0,
        adds_own_setting: false,
        questions: Vec::new(),
        analyses: Vec::new(),
        method,
        trials: overrides.trials.unwrap_or(frame.run.trials),
        goal,
        seed: overrides.seed.unwrap_or(frame.run.seed),
        ladder: frame.ladder,
        text,
        keeps_distributions: true,
    };
    let shows = frame.shows.into_iter().map(|asked| asked.show).collect();
    Scenario { study, shows, files, document, bases: frame.bases }
}

/// A plain sum far from 0 where a Fudge roll is wanted is rarely meant.
pub fn dice_warnings(cells: &[Planned]) -> Vec<Warning> {
    let mut warnings: Vec<Warning> = Vec::new();
    for dice in cells.iter().map(|cell| &cell.rules.dice) {
        if let Some(instead) = dice.meant_near_zero() {
            let message = format!("the dice `{}` are a plain sum far from 0, added to the trait as it is", dice.name());
            let warning = Warning { message, remedy: format!("for a Fudge roll use `{instead}`") };
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
    }
    warnings
}
