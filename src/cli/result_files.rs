//! The files of a study: dataframes, tables, charts and the report.

use super::disk::FileSink;
use super::picture::SCALE;
use fudgelab::analysis::ANALYSES;
use fudgelab::chart::{self, FinishedChart};
use fudgelab::data::{self, Format};
use fudgelab::error::Result;
use fudgelab::report::answers::full;
use fudgelab::report::formats::{markdown, tidy};
use fudgelab::report::{html, tables};
use fudgelab::scenario::Scenario;
use fudgelab::study::StudyResult;
use fudgelab::study::replay::typical;
use fudgelab::subject;
use std::fs;
use std::path::Path;

/// The files that were written.
pub(super) struct WrittenStudy {
    pub(super) names: Vec<String>,
    /// Number of charts.
    pub(super) charts: usize,
    /// Number of dataframes.
    pub(super) tables: usize,
    /// The requested types of charts, or requested figures, for which the result has no data.
    pub(super) unfitting_requests: Vec<String>,
}

/// The files to write.
pub(super) struct OutputChoice<'w> {
    pub(super) formats: &'w [Format],
    /// Whether to write the distributions of a large grid.
    pub(super) distributions: bool,
    /// Whether to write the charts and the report.
    pub(super) drawn: bool,
}

/// Writes all files of a study, one after another.
///
/// # Errors
/// If something cannot be drawn, encoded or written.
pub(super) fn write_all(
    scenario: &Scenario,
    result: &StudyResult,
    wanted: &OutputChoice<'_>,
    files: &mut FileSink<'_>,
) -> Result<WrittenStudy> {
    let (mut names, mut tables) = (Vec::new(), 0);
    let mut write = |name: String, bytes: &[u8]| -> Result<()> {
        files(&name, bytes)?;
        names.push(name);
        Ok(())
    };
    let all_if = |wanted| if wanted { usize::MAX } else { 0 };
    let distributions = tidy::distributions(result).take(all_if(!omits_distributions(result, wanted)));
    for table in tidy::figures(result).chain(distributions).take(all_if(!wanted.formats.is_empty())) {
        tables += 1;
        for format in wanted.formats {
            write(format!("{}.{}", table.name, format.extension()), &data::write(&table, *format)?)?;
        }
    }
    let text = markdown::page(&full::page(result));
    write("tables.md".to_owned(), text.as_bytes())?;
    drop(text);
    let (charts, unfitting_requests) = if wanted.drawn { charts(scenario, result)? } else { (Vec::new(), Vec::new()) };
    for chart in &charts {
        write(format!("{}.png", chart.name), &chart::png(chart, SCALE)?)?;
        write(format!("{}.svg", chart.name), chart.svg().as_bytes())?;
    }
    if wanted.drawn {
        let report = html::report(result, &charts, typical(&scenario.study, result)?.as_ref())?;
        write("report.html".to_owned(), report.as_bytes())?;
    }
    Ok(WrittenStudy { names, charts: charts.len(), tables, unfitting_requests })
}

/// Whether distributions are left out: those of a large grid fill gigabytes, and few users read them.
pub(super) fn omits_distributions(result: &StudyResult, wanted: &OutputChoice<'_>) -> bool {
    !wanted.distributions && tables::is_large(result.cells.len())
}

/// The result files of an earlier run that must be removed because this run has not `written` them again, and whether
/// charts or a report of that run stay: they do unless this run has `drawn` some.
pub(super) fn stale_files(folder: &Path, written: &[String], drawn: bool) -> (Vec<String>, bool) {
    let Ok(entries) = fs::read_dir(folder) else { return (Vec::new(), false) };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let is_drawn = |name: &String| ["png", "svg", "html"].iter().any(|end| name.ends_with(end));
    let mut stale: Vec<String> = names.filter(|name| is_result_file(name) && !written.contains(name)).collect();
    let all = stale.len();
    stale.retain(|name| drawn || !is_drawn(name));
    let stay = stale.len() < all;
    (stale, stay)
}

/// Whether `name` is the name of a file that studies write.
pub(super) fn is_result_file(name: &str) -> bool {
    let Some((stem, extension)) = name.split_once('.') else { return false };
    let file_stem = |name: &str| name.replace(' ', "-");
    match extension {
        "svg" | "png" => {
            let kind = stem.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches('-');
            let known = |name: &str| file_stem(name) == kind || file_stem(&format!("at least {name}")) == kind;
            subject::charts().iter().any(|kind| known(kind.name))
        }
        "md" | "html" => ["tables.md", "report.html"].contains(&name),
        _ => {
            let spreads = subject::distributions().into_iter().map(|one| one.id);
            let answers = ANALYSES.iter().map(|analysis| analysis.name());
            let frames = ["summary", "differences", "comparison"].into_iter().chain(spreads);
            let numbered = stem.rsplit_once('-').filter(|(_, number)| number.parse::<u16>().is_ok());
            let numbered = numbered.map_or(stem, |(name, _)| name);
            let is_frame =
                frames.map(file_stem).any(|frame| frame == stem) || answers.into_iter().any(|name| name == numbered);
            is_frame && Format::ALL.iter().any(|format| format.extension() == extension)
        }
    }
}

/// The charts that the scenario requests, or all possible charts if it requests none; and the requests for which there
/// is no data.
fn charts(scenario: &Scenario, result: &StudyResult) -> Result<(Vec<FinishedChart>, Vec<String>)> {
    let asked: Vec<_> = scenario.shows.iter().filter(|show| show.table.is_none()).collect();
    if asked.is_empty() {
        return Ok((chart::charts(result), Vec::new()));
    }
    let (mut charts, mut unfitting_requests): (Vec<FinishedChart>, Vec<String>) = Default::default();
    for show in asked {
        let found = chart::shown(result, show);
        if found.is_empty() {
            unfitting_requests.extend(show.chart.clone().or(show.figure.clone()));
        }
        for chart in found {
            if charts.iter().all(|known| known.svg() != chart.svg()) {
                charts.push(chart.with_unique_name(&charts));
            }
        }
    }
    Ok((charts, unfitting_requests))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_ours_accepts_only_files_of_a_study() {
        for name in ["rounds.csv", "relative-degrees.parquet", "heat-map-2.png", "at-least-degrees.svg", "report.html"]
        {
            assert!(is_result_file(name), "{name}");
        }
        for name in
            ["notes.md", "rounds.txt", "party.csv", "photo.png", "rounds", ".rounds.csv.1.tmp", "report.html.bak"]
        {
            assert!(!is_result_file(name), "{name}");
        }
    }
}
