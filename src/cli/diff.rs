//! `diff`: compares two result folders, figure by figure.

use super::args::DiffArgs;
use super::disk::entries;
use super::output;
use super::screen::{self, Done, EarlyExit};
use fudgelab::data::{self, Format};
use fudgelab::error::{Error, Result, system_words};
use fudgelab::report::diff::{self, AllowedDifference, DataTable};
use fudgelab::report::formats::json;
use fudgelab::report::formats::tidy::RawTable;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The data formats, the preferred one first if a table exists in several.
const PREFERRED_FORMATS: [Format; 4] = [Format::JsonLines, Format::Csv, Format::Parquet, Format::Arrow];
/// Maximum size of a data file, in bytes: tables of this program are never larger.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// The data files of one table, by format.
type TableFiles = Vec<(Format, PathBuf)>;

/// A result folder: the files of each scenario and table.
struct ResultFolder {
    tables: BTreeMap<(String, String), TableFiles>,
    /// Whether it is the folder of one scenario, and not a folder of such folders.
    is_single: bool,
}

/// Compares two result folders, and prints the differences.
///
/// # Errors
/// [`EarlyExit::Differs`] if they differ; an error if a folder does not exist or has no data that can be read.
pub(super) fn diff(args: &DiffArgs) -> Done {
    let (old, new) = (result_folder(&args.old)?, result_folder(&args.new)?);
    if old.is_single != new.is_single {
        let (one, many) = if old.is_single { (&args.old, &args.new) } else { (&args.new, &args.old) };
        let message =
            format!("`{}` holds the data of one scenario, `{}` folders of scenarios", one.display(), many.display());
        let help = format!("compare it with one of the folders in `{}`", many.display());
        return Err(Error::input(message).with_help(help).into());
    }
    let allowed = AllowedDifference { tolerance: args.tolerance, relative: args.relative, points: args.points };
    let (old, new) = (read_tables(&old, &new)?, read_tables(&new, &old)?);
    for (sheets, folder) in [(&old, &args.old), (&new, &args.new)] {
        if sheets.iter().all(|sheet| sheet.rows.is_empty()) {
            let message = format!("there are no figures in the data of `{}`", folder.display());
            return Err(Error::input(message).with_help("compare folders that `fudgelab run` wrote").into());
        }
    }
    let found = diff::compare(&old, &new, allowed);
    let printed = screen::print(&if args.json {
        json::printed(&diff::document(&found))
    } else {
        let [old, new] = [&args.old, &args.new].map(|path| path.display().to_string());
        diff::page(&found, &old, &new).text(&screen::style())
    });
    // A closed pipe must not hide a difference.
    if found.is_same() { printed } else { Err(EarlyExit::Differs) }
}

/// The data files of a folder, or of the folders in it.
fn result_folder(folder: &Path) -> Result<ResultFolder> {
    let help = "name a folder that `fudgelab run` wrote: one scenario's, such as reports/out/duel, or that of all, reports/out";
    if !folder.is_dir() {
        let what = if folder.exists() { "is not a folder" } else { "does not exist" };
        return Err(Error::input(format!("`{}` {what}", folder.display())).with_help(help));
    }
    let own = data_files(folder)?;
    let mut tables = BTreeMap::new();
    let is_single = !own.is_empty();
    if is_single {
        tables.extend(own.into_iter().map(|(table, files)| ((String::new(), table), files)));
    } else {
        for path in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
            let scenario = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            tables.extend(data_files(&path)?.into_iter().map(|(table, files)| ((scenario.clone(), table), files)));
        }
    }
    if tables.is_empty() {
        let formats = Format::ALL.map(Format::extension).join(", ");
        let message = format!("there is no data in `{}`", folder.display());
        return Err(Error::input(message).with_help(format!(
            "there should be files such as summary.jsonl ({formats}), there or in folders in it; run the scenario again with \
             --format jsonl"
        )));
    }
    Ok(ResultFolder { tables, is_single })
}

/// The data files directly in a folder, by the table they contain.
fn data_files(folder: &Path) -> Result<BTreeMap<String, TableFiles>> {
    if output::is_mixed(folder) {
        let message =
            format!("`{}` has both new and old files: a run was stopped while it was writing them", folder.display());
        return Err(Error::input(message).with_help("run the scenario again, then compare"));
    }
    let mut tables: BTreeMap<String, TableFiles> = BTreeMap::new();
    for path in entries(folder)? {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let format = Format::ALL.into_iter().find(|format| Some(format.extension()) == ending);
        if let (Some(format), Some(table)) = (format, path.file_stem().and_then(|stem| stem.to_str()))
            && path.is_file()
        {
            tables.entry(table.to_owned()).or_default().push((format, path.clone()));
        }
    }
    Ok(tables)
}

/// The tables in `results`, each read from a format that the same table in `others` also has, if there is one.
fn read_tables(results: &ResultFolder, others: &ResultFolder) -> Result<Vec<DataTable>> {
    let mut sheets = Vec::new();
    for ((scenario, table), files) in &results.tables {
        let other = others.tables.get(&(scenario.clone(), table.clone()));
        let is_shared = |format: &Format| other.is_some_and(|files| files.iter().any(|(one, _)| one == format));
        let ranked = PREFERRED_FORMATS.iter().filter_map(|format| files.iter().find(|(one, _)| one == format));
        let chosen = ranked.clone().find(|(format, _)| is_shared(format)).or_else(|| ranked.clone().next());
        let Some((format, path)) = chosen else { continue };
        let read = read_table(path, *format).map_err(|error| {
            error
                .context(format!("cannot read `{}`", path.display()))
                .with_help("the file is damaged, or not one of fudgelab's; run the scenario again, or remove the file")
        })?;
        let sheet =
            DataTable { scenario: scenario.clone(), name: table.clone(), columns: read.columns, rows: read.rows };
        if sheet.is_comparable() {
            sheets.push(sheet);
        }
    }
    Ok(sheets)
}

fn read_table(path: &Path, format: Format) -> Result<RawTable> {
    let failed = |problem: io::Error| Error::input(system_words(&problem));
    if fs::metadata(path).map_err(failed)?.len() > MAX_FILE_BYTES {
        return Err(Error::input("it is larger than 1 GB"));
    }
    data::read(fs::read(path).map_err(failed)?, format)
}
