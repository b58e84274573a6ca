//! Compares the figures of every shipped scenario with committed ones.
//!
//! Each scenario has one file with its figures, for people to read, and with a hash of all columns of each table, so
//! that every change is noticed. Columns are found by name and kind, so a new column changes only the hashes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use fudgelab::report::formats::tidy::{self, ColumnKind, Datum, Schema, TidyTable};
use fudgelab::scenario::Overrides;
use fudgelab::study::MethodChoice;

use super::files::{root, shipped, stem, try_run};

/// The methods that each scenario is run with and their labels in the file. Exact runs are skipped if impossible.
const METHODS: [(MethodChoice, &str); 2] = [(MethodChoice::Exact, "auto"), (MethodChoice::Simulate, "simulated")];
const TRIALS: u64 = 20_000;
/// Maximum width of a line of figures, in characters.
const WIDTH: usize = 118;
/// Maximum number of moved figures that are listed.
const MOST_LISTED: usize = 20;
/// Placeholder for a figure that a case does not have.
const ABSENT: &str = "-";

#[test]
fn every_shipped_scenario_matches_committed_figures() {
    let folder = root().join("tests/golden");
    let mut known = BTreeSet::from(["README.md".to_owned()]);
    let mut moved = Vec::new();
    for path in shipped() {
        let by =
            |method| try_run(&path, &Overrides { trials: Some(TRIALS), method: Some(method), ..Overrides::default() });
        let [exact, simulated] = METHODS.map(|(method, _)| method);
        // Everything that can be solved is solved, however long it takes.
        let (exact, simulated) = (by(exact), by(simulated).unwrap());
        let exact = exact.ok();
        let tables = [exact.as_ref(), Some(&simulated)];
        let tables = tables.map(|result| result.into_iter().flat_map(tidy::tables).collect::<Vec<_>>());
        let name = format!("{}.txt", stem(&path));
        let now = page(&tables);
        if std::env::var_os("UPDATE").is_some() {
            fs::write(folder.join(&name), &now).unwrap();
        }
        let was = fs::read_to_string(folder.join(&name)).unwrap_or_default();
        moved.extend(what_moved(&was, &now).into_iter().map(|what| format!("{}: {what}", stem(&path))));
        known.insert(name);
    }
    let count = moved.len();
    moved.truncate(MOST_LISTED);
    assert!(
        moved.is_empty(),
        "{count} figures or tables have moved:\n  {}\nif this is meant, run `UPDATE=1 cargo test --test scenarios`",
        moved.join("\n  "),
    );
    let present = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(present.collect::<BTreeSet<_>>(), known);
}

/// A table as the file shows it: figures by case and name, in order, with the value from each method.
#[derive(Default)]
struct Shown {
    /// A hash of the whole table, by method; empty if the method has no such table.
    hashes: [String; 2],
    cases: Vec<String>,
    /// Names of the figures, by case.
    names: Vec<Vec<String>>,
    figures: BTreeMap<(String, String), [String; 2]>,
}

/// Returns a scenario's file, with the figures of both methods.
fn page(tables: &[Vec<TidyTable<'_>>; 2]) -> String {
    let mut order: Vec<&str> = Vec::new();
    let mut shown: BTreeMap<&str, Shown> = BTreeMap::new();
    for (which, tables) in tables.iter().enumerate() {
        for table in tables.iter().filter(|table| table.schema != Schema::Distribution) {
            assert!(!table.is_empty(), "{}", table.name);
            if !order.contains(&table.name.as_str()) {
                order.push(&table.name);
            }
            shown.entry(&table.name).or_default().add(table, which);
        }
    }
    order.into_iter().map(|name| format!("== {name}{}", shown[name].text())).collect()
}

impl Shown {
    fn add(&mut self, table: &TidyTable<'_>, which: usize) {
        self.hashes[which] = format!("{:016x}", hash(&csv(table)));
        let columns = Columns::of(table);
        let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
        for row in table.rows() {
            let (case, mut name) = (columns.case(&row), columns.name(&row));
            let times = seen.entry((case.clone(), name.clone())).or_default();
            *times += 1;
            if *times > 1 {
                write!(name, " #{times}").unwrap();
            }
            let place = self.cases.iter().position(|known| *known == case).unwrap_or_else(|| {
                self.cases.push(case.clone());
                self.names.push(Vec::new());
                self.cases.len() - 1
            });
            let figure = self.figures.entry((case, name.clone())).or_insert_with(|| {
                self.names[place].push(name);
                [ABSENT, ABSENT].map(str::to_owned)
            });
            figure[which] = columns.figure(&row);
        }
    }

    /// Returns the table as text. Consecutive cases with the same figure names share a block: each name once, with the
    /// figures of all cases. The second method's figures follow a `~`, and only if they differ. A method without such a
    /// table has no line.
    fn text(&self) -> String {
        let mut text = String::new();
        for ((_, method), hash) in METHODS.iter().zip(&self.hashes).filter(|(_, hash)| !hash.is_empty()) {
            write!(text, " {method}={hash}").unwrap();
        }
        text.push('\n');
        let mut from = 0;
        while from < self.cases.len() {
            let names = &self.names[from];
            let to = from + self.names[from..].iter().take_while(|others| *others == names).count();
            self.cases[from..to].iter().for_each(|case| writeln!(text, "{}", format!("@ {case}").trim_end()).unwrap());
            for name in names {
                writeln!(text, "{name}").unwrap();
                let figures = |which: usize| -> Vec<&str> {
                    let figure = |case: &String| self.figures[&(case.clone(), name.clone())][which].as_str();
                    self.cases[from..to].iter().map(figure).collect()
                };
                let mut given = (0..METHODS.len()).filter(|&which| !self.hashes[which].is_empty()).map(figures);
                let first = given.next().unwrap();
                wrapped(&mut text, "  ", &first);
                if let Some(second) = given.next().filter(|second| *second != first) {
                    wrapped(&mut text, "  ~", &second);
                }
            }
            from = to;
        }
        text
    }
}

/// Writes entries in lines of at most [`WIDTH`] characters that start with `lead`.
fn wrapped(text: &mut String, lead: &str, entries: &[&str]) {
    let mut line = lead.to_owned();
    for entry in entries {
        if line.len() > lead.len() && line.len() + 1 + entry.len() > WIDTH {
            writeln!(text, "{line}").unwrap();
            line = lead.to_owned();
        }
        if !line.ends_with(' ') {
            line.push(' ');
        }
        line += entry;
    }
    writeln!(text, "{line}").unwrap();
}

/// Indexes of a table's columns, by their role.
struct Columns {
    case: Vec<usize>,
    name: Vec<usize>,
    figure: usize,
    method: Option<usize>,
}

impl Columns {
    fn of(table: &TidyTable<'_>) -> Self {
        let place = |name: &str| table.fields.iter().position(|field| field.name == name);
        let is_varied = |name: &str| !table.schema.columns().iter().any(|column| column.name == name);
        let of = |wanted: &dyn Fn(usize, &str) -> bool| -> Vec<usize> {
            (0..table.fields.len()).filter(|&k| wanted(k, &table.fields[k].name)).collect()
        };
        let mut name = of(&|_, name| ["figure", "subject"].contains(&name));
        if name.is_empty() {
            // Otherwise, all other columns of text.
            name = of(&|k, name| table.fields[k].kind == ColumnKind::Text && !is_varied(name) && name != "variant");
        }
        let first =
            || table.fields.iter().position(|field| field.kind == ColumnKind::Number && !is_varied(&field.name));
        let figure = place("change").or(place("value")).or_else(first).expect("a column of figures");
        Self { case: of(&|_, name| name == "variant" || is_varied(name)), name, figure, method: place("method") }
    }

    fn case(&self, row: &[Datum]) -> String {
        joined(row, &self.case, ", ")
    }

    fn name(&self, row: &[Datum]) -> String {
        joined(row, &self.name, " ")
    }

    /// Returns the figure of a row: an exact one with all digits, a simulated one with seven, enough for any count of
    /// the trials.
    fn figure(&self, row: &[Datum]) -> String {
        let is_simulated = self.method.is_some_and(|place| row[place] != Datum::Text("exact".into()));
        match &row[self.figure] {
            Datum::Null => "null".to_owned(),
            Datum::Number(value) if is_simulated => short(format!("{value:.6e}").parse().unwrap()),
            Datum::Number(value) => short(*value),
            other => entry(other),
        }
    }
}

/// Returns a number in plain or in scientific notation, whichever is shorter; parsing gives the number back.
fn short(value: f64) -> String {
    let (plain, power) = (value.to_string(), format!("{value:e}"));
    if power.len() < plain.len() { power } else { plain }
}

fn joined(row: &[Datum], places: &[usize], between: &str) -> String {
    let words: Vec<String> = places.iter().map(|&k| entry(&row[k])).filter(|word| !word.is_empty()).collect();
    words.join(between)
}

/// Returns the differences between two pages: changed figures, and tables whose hash changed although their figures are
/// equal.
fn what_moved(was: &str, now: &str) -> Vec<String> {
    if was == now {
        return Vec::new();
    }
    let ((old, old_hashes), (new, new_hashes)) = (figures(was), figures(now));
    let mut moved = Vec::new();
    for key in old.keys().chain(new.keys().filter(|key| !old.contains_key(*key))) {
        let (one, other) = (old.get(key), new.get(key));
        if one != other {
            let nothing = "nothing".to_owned();
            moved.push(format!("{key}: was {}, now {}", one.unwrap_or(&nothing), other.unwrap_or(&nothing)));
        }
    }
    for table in new_hashes.keys().chain(old_hashes.keys().filter(|table| !new_hashes.contains_key(*table))) {
        if old_hashes.get(table) != new_hashes.get(table) && !moved.iter().any(|what| what.starts_with(table.as_str()))
        {
            moved.push(format!(
                "{table}: the figures are as they were, but another column (an interval, a bound, a test) has moved"
            ));
        }
    }
    if moved.is_empty() {
        moved.push("the order of the figures, or how they are laid out".to_owned());
    }
    moved
}

/// Returns the figures of a page by table, method, case and name, and the hashes of its tables.
fn figures(page: &str) -> (BTreeMap<String, String>, BTreeMap<String, String>) {
    let (mut figures, mut hashes) = (BTreeMap::new(), BTreeMap::new());
    let mut table = String::new();
    let mut cases: Vec<String> = Vec::new();
    let mut name: Option<String> = None;
    let mut entries: [Vec<String>; 2] = Default::default();
    type Hashes = BTreeMap<String, String>;
    let mut put =
        |table: &str, hashes: &Hashes, cases: &[String], name: &mut Option<String>, entries: &mut [Vec<String>; 2]| {
            let Some(name) = name.take() else { return };
            let [first, mut second] = std::mem::take(entries);
            if second.is_empty() {
                second.clone_from(&first);
            }
            let given = |method: &str| hashes.contains_key(&format!("{table}, {method}"));
            for ((_, method), entries) in METHODS.iter().zip([first, second]).filter(|((_, method), _)| given(method)) {
                for (case, entry) in cases.iter().zip(entries) {
                    let place =
                        [table, *method, case.as_str(), name.as_str()].into_iter().filter(|part| !part.is_empty());
                    figures.insert(place.collect::<Vec<_>>().join(", "), entry);
                }
            }
        };
    for line in page.lines() {
        if let Some(values) = line.strip_prefix("  ") {
            let (which, values) = values.strip_prefix("~ ").map_or((0, values), |values| (1, values));
            entries[which].extend(values.split(' ').map(str::to_owned));
            continue;
        }
        let after_figures = name.is_some();
        put(&table, &hashes, &cases, &mut name, &mut entries);
        if let Some(heading) = line.strip_prefix("== ") {
            let mut words = heading.split(' ');
            table = words.next().unwrap_or_default().to_owned();
            for (method, hash) in words.filter_map(|word| word.split_once('=')) {
                hashes.insert(format!("{table}, {method}"), hash.to_owned());
            }
            cases.clear();
        } else if let Some(case) = line.strip_prefix('@') {
            if after_figures {
                cases.clear();
            }
            cases.push(case.trim_start().to_owned());
        } else {
            name = Some(line.to_owned());
        }
    }
    put(&table, &hashes, &cases, &mut name, &mut entries);
    (figures, hashes)
}

/// The FNV-1a hash of a text.
fn hash(text: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// Returns a table as CSV, with numbers in full double precision.
fn csv(table: &TidyTable<'_>) -> String {
    let names = table.fields.iter().map(|field| field.name.clone());
    let rows = table.rows().map(|row| line(row.iter().map(entry)));
    std::iter::once(line(names)).chain(rows).collect()
}

fn line(entries: impl Iterator<Item = String>) -> String {
    entries.map(|entry| quoted(&entry)).collect::<Vec<_>>().join(",") + "\n"
}

fn entry(datum: &Datum) -> String {
    match datum {
        Datum::Null => String::new(),
        Datum::Text(words) => words.to_string(),
        Datum::Integer(whole) => whole.to_string(),
        Datum::Count(count) => count.to_string(),
        Datum::Number(number) => number.to_string(),
        Datum::Boolean(yes) => yes.to_string(),
    }
}

fn quoted(words: &str) -> String {
    if words.contains([',', '"', '\n']) { format!("\"{}\"", words.replace('"', "\"\"")) } else { words.to_owned() }
}

/// Returns a summary table with these rows.
fn sample_table(rows: Vec<Vec<Datum>>) -> TidyTable<'static> {
    let field = |name: &str, kind| tidy::Field { name: name.to_owned(), kind };
    let fields = vec![
        field("variant", ColumnKind::Text),
        field("figure", ColumnKind::Text),
        field("value", ColumnKind::Number),
        field("low", ColumnKind::Number),
        field("method", ColumnKind::Text),
    ];
    TidyTable::from_rows("summary".to_owned(), Schema::Summary, fields, rows)
}

fn sample_rows(method: &str, shift: f64) -> Vec<Vec<Datum>> {
    let text = |words: &str| Datum::Text(words.to_owned().into());
    let row = |(case, name, value)| {
        let value = if value > 0.0 { value + shift } else { value };
        vec![text(case), text(name), Datum::Number(value), Datum::Number(0.1), text(method)]
    };
    [("srd", "wins", 0.25), ("srd", "draw", 0.0), ("lite", "wins", 1.0 / 3.0), ("lite", "draw", 0.0)].map(row).to_vec()
}

/// Returns the page of the sample table by both methods, after `change` to its simulated rows.
fn sample(change: impl Fn(&mut Vec<Vec<Datum>>)) -> String {
    let mut simulated = sample_rows("wilson", 0.01);
    change(&mut simulated);
    page(&[sample_rows("exact", 0.0), simulated].map(|rows| vec![sample_table(rows)]))
}

#[test]
fn comparison_reports_moved_figures() {
    let was = sample(|_| {});
    let readable = was.lines().skip(1).collect::<Vec<_>>().join("\n");
    assert_eq!(readable, "@ srd\n@ lite\nwins\n  0.25 0.3333333333333333\n  ~ 0.26 0.3433333\ndraw\n  0 0", "{was}");
    assert!(what_moved(&was, &was).is_empty());
    let moved = what_moved(&was, &sample(|rows| rows[2][2] = Datum::Number(0.5)));
    assert_eq!(moved, ["summary, simulated, lite, wins: was 0.3433333, now 0.5"]);
    // A change too small to be shown, or in a column that is not shown, changes only the hash.
    for (row, column, value) in [(2, 2, 0.343_333_333_4), (1, 3, 0.2)] {
        let moved = what_moved(&was, &sample(|rows| rows[row][column] = Datum::Number(value)));
        assert!(
            moved.len() == 1 && moved[0].starts_with("summary, simulated: the figures are as they were"),
            "{moved:?}"
        );
    }
    let moved = what_moved(&was, &sample(|rows| drop(rows.pop())));
    assert_eq!(moved, ["summary, simulated, lite, draw: was 0, now -"]);
    assert_eq!(what_moved("", &was).len(), 8);
}

/// A scenario too large to solve has one line for each figure, and each moved figure is listed once.
#[test]
fn page_of_one_method_shows_each_figure_once() {
    let page_of = |shift| page(&[vec![], vec![sample_table(sample_rows("wilson", shift))]]);
    let was = page_of(0.0);
    let (heading, readable) = was.split_once('\n').unwrap();
    assert!(heading.starts_with("== summary simulated="), "{heading}");
    assert_eq!(readable, "@ srd\n@ lite\nwins\n  0.25 0.3333333\ndraw\n  0 0\n");
    let moved = what_moved(&was, &page_of(0.25));
    assert_eq!(
        moved,
        [
            "summary, simulated, lite, wins: was 0.3333333, now 0.5833333",
            "summary, simulated, srd, wins: was 0.25, now 0.5"
        ]
    );
}
