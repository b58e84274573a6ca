//! The command line: commands, options and help.

use super::screen::Color;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use fudgelab::data::Format;
use fudgelab::document::spelled_count;
use fudgelab::error::Error;
use fudgelab::exact::MEMORY_LIMITS_GIB;
use fudgelab::reference::lists::{TOPICS, Topic};
use fudgelab::scenario::{PRECISION_LIMITS, RELATIVE_LIMITS, limited_seconds};
use fudgelab::sim::MAX_TRIALS;
use fudgelab::starters::{STARTERS, Starter};
use fudgelab::study::{MethodChoice, StudyPart};
use fudgelab::subject::{Info, SUBJECTS};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Commands to try that need no files.
pub(super) const EXAMPLES: &str = "\
Three things to try:

  fudgelab odds 4dF --trait Good --difficulty Great    the chance of one roll, exactly
  fudgelab table                                       success rates, ready to print
  fudgelab new duel | fudgelab run -                   a whole fight, with charts and a report
";

const EXIT_CODES: &str = "\
Exit codes: 0 done; 1 the run failed, results differ or an expectation fails; 2 bad arguments or a
bad scenario, or an expectation cannot be judged at this precision; 130 interrupted.
Results go to standard output, everything else to standard error.";

const RUN_EXAMPLES: &str = "\
Examples:
  fudgelab run duel.toml
  fudgelab run duel.toml ambush.toml --trials \"50 million\"
  fudgelab run duel.toml --method simulate --precision 0.001 --max-time \"2 min\"
  fudgelab run scenarios --format none
  fudgelab new check | fudgelab run - --out - --json

For duel.toml, the folder reports/out/duel/ gets report.html, tables.md, charts as SVG and PNG, and the dataframes \
(summary, rounds, …) in each format.

The first Ctrl-C ends the work and keeps the results so far, marked as interrupted; a second one stops at once \
and writes nothing. SIGTERM and SIGHUP do the same. Ctrl-C and hangups have no effect under nohup and in a script's \
background jobs. A long simulation saves its progress every 30 seconds: --resume continues from there.

To share the work between several machines, run one part on each; docs/scale.md has more:
  fudgelab run grid.toml --trials 1e9 --shard 1/16
  fudgelab merge reports/out/grid";

const MERGE_EXAMPLES: &str = "\
Examples:
  fudgelab run duel.toml --trials 1e9 --shard 1/2
  fudgelab run duel.toml --trials 1e9 --shard 2/2
  fudgelab merge reports/out/duel

The shards may come from any machines with the same version of the program; copy their files into one folder. The \
merged files are byte for byte those of a single run. Analyses in [[ask]] run while merging.";

const REPLAY_EXAMPLES: &str = "\
Examples:
  fudgelab replay duel.toml --trial 17
  fudgelab replay duel.toml --find \"snorri dies\"
  fudgelab replay goblins.toml --find \"party wins and any of party left for dead\"
  fudgelab replay duel.toml --script \"1,-1,-2, 0,1, 1,1,0\"

Trials are counted from 1; the same seed gives the same trial as in a run, whatever the number of trials.
A script lists what the dice show, in the order of the rolls: in a fight the first fighter's roll, the second's, then the \
damage roll if a blow hits. Dice that always show the same number need no entry. --dice asks for the same numbers.

The number of a roll is its natural result, as the transcript prints it: 4 on a d4, 7 on 2d6, -1 on 4dF or 3d6-table. \
For the keys `dice` and `roll`, the number is that of the whole formula: 2d10 - 11 shows -9 to 9. In \
other formulas, only the dice count: 4 for \
`d6 + initiative` if the d6 shows 4, and the sum of the dice for `d8 + d6 + 2`. If a formula uses dice in another way, \
such as `if rage > 2 then 2d6 else d6`, the number is the value of the whole formula. If weapon, armor and damage rule \
have their own dice, each needs a number, in this order. Stances and targets that are drawn at random are counted \
from 1.";

/// The arguments with a blank before each formula of `odds` and `table` that begins with a minus sign, such as `-4dF`,
/// which would be read as options otherwise. Formulas ignore blanks. Plain numbers are left to the options that take
/// them.
pub(super) fn with_formulas(args: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut takes_formulas = false;
    args.map(move |arg| {
        takes_formulas |= arg == "odds" || arg == "table";
        match arg.to_str() {
            Some(text) if takes_formulas && is_negative_formula(text) => format!(" {text}").into(),
            _ => arg,
        }
    })
}

fn is_negative_formula(text: &str) -> bool {
    let Some(positive) = text.strip_prefix('-') else { return false };
    let begins =
        |text: &str, others: &str| text.starts_with(|first: char| first.is_ascii_digit() || others.contains(first));
    let rolls = positive.strip_prefix('d').is_some_and(|sides| begins(sides, "F%{"));
    (rolls || begins(positive, "(")) && text.parse::<f64>().is_err()
}

/// The examples of `replay`, and the outcomes of each subject.
fn replay_help() -> String {
    let infos = || SUBJECTS.iter().map(|subject| subject.info());
    let longest = infos().map(|info| info.key.key.len()).max().unwrap_or(0);
    let line = |info: &Info| format!("  {:longest$}  {}\n", info.key.key, info.outcomes);
    let outcomes: String = infos().map(line).collect();
    format!(
        "{REPLAY_EXAMPLES}\n\nOutcomes to find; combine them with `and`, `or` and `not`, and compare the numbers of a \
         trial, as in `rounds >= 5` or `snorri hits >= 3`:\n{outcomes}If no trial searched has the outcome, the exit \
         code is 1."
    )
}

const VERIFY_EXAMPLES: &str = "\
Examples:
  fudgelab verify duel.toml
  fudgelab verify scenarios --trials \"10 million\"

Every figure of every cell, every point of every distribution and every difference between variants is tested. The p \
values are corrected (Holm) for the number of comparisons in all files together: if nothing is wrong, one command in \
1,000 reports a false mismatch.

The exit code is 1 if a figure disagrees, if no scenario could be verified, or with --strict if one could not.";

const DIFF_EXAMPLES: &str = "\
Examples:
  fudgelab diff reports/before/duel reports/out/duel
  fudgelab diff reports/before reports/out --points 0.5
  fudgelab diff reports/before reports/out --tolerance 1e-9 --json

Figures are compared with those of the same variant, varied values, name and subject, in all tables but `comparison`. \
Without --tolerance and --points, exact figures may differ by their bounds and rounding (1e-13), simulated ones as far \
as their intervals allow, corrected (Holm) for the number of figures: if only the seed changed, one comparison in 1,000 \
reports a difference.

The exit code is 0 if the results agree within these limits, and 1 if a figure differs by more \
or is missing in one of the two.";

const ODDS_EXAMPLES: &str = "\
Examples:
  fudgelab odds 4dF --trait Good --difficulty Great
  fudgelab odds 4dF --trait Good --opposed Fair --opposed-dice 2dF
  fudgelab odds 3d6-table --trait Fair --modifier -1 --difficulty Fair
  fudgelab odds open-ended 4dF
  fudgelab odds \"highest(3, 4d6)\"
  fudgelab odds \"count(6d6 >= 5) >= need\" --let need=2
  fudgelab odds \"4dF + 2\" \"let r = 4dF; max(r, 4dF)\" --picture both.svg

Levels are words (Terrible … Superb, Legendary, Superb+2) or numbers (-3 … +3). Without --difficulty or --opposed \
the whole distribution is shown. `fudgelab list dice` lists the dice. Anything else is read as a formula: dice (4d6, 4dF, d{0, 0, 1}), \
highest, lowest, middle, count, reroll, explode, ignore, join, pool, best, worst, until, + - * /, comparisons, and, or, not, let and if.";

const TABLE_EXAMPLES: &str = "\
Examples:
  fudgelab table
  fudgelab table 2d6-1d10 --from -4 --to 8
  fudgelab table --opposed --opposed-dice 2dF
  fudgelab table d% --markdown
  fudgelab table 4dF d% 3d6-table 4d6-lowest --csv
  fudgelab table 4dF \"open-ended 4dF\" --picture dice.svg

One dice method gives a table of traits and difficulties, or with --opposed a table of both traits. Several methods \
give the chance of each result or a higher one.";

const COST_EXAMPLES: &str = "\
Examples:
  fudgelab cost scenarios/sheets/srd.toml
  fudgelab cost scenarios/sheets/srd.toml Brogo
  fudgelab new character | fudgelab cost -";

const NEW_EXAMPLES: &str = "\
Examples:
  fudgelab new duel --to duel.toml
  fudgelab new check | fudgelab run -";

const LIST_EXAMPLES: &str = "\
Examples:
  fudgelab list dice
  fudgelab list weapons sword
  fudgelab list creatures --source FF
  fudgelab list creature ghoul
  fudgelab list rules wound --json
  fudgelab list keys
  fudgelab list keys fighter wound
  fudgelab list names rules.damage.points";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  fudgelab completions bash > ~/.local/share/bash-completion/completions/fudgelab
  fudgelab completions zsh > ~/.zfunc/_fudgelab
  fudgelab completions fish > ~/.config/fish/completions/fudgelab.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  fudgelab man run | man -l -
  fudgelab man --to ~/.local/share/man/man1";

/// The version, and the commit it was built from if that is known.
fn version() -> String {
    let commit = option_env!("FUDGELAB_COMMIT").map(|commit| format!(" ({commit})")).unwrap_or_default();
    format!("{}{commit}", env!("CARGO_PKG_VERSION"))
}

/// Chances, fights and rule changes in games of the Fudge family, calculated exactly or simulated.
#[derive(Debug, Parser)]
#[command(name = "fudgelab", version, long_version = version(), after_help = EXIT_CODES, max_term_width = 100)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    /// Color text: on a terminal unless NO_COLOR is set (auto), always or never
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, global = true)]
    pub(super) color: Color,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run scenario files: figures, charts, tables and a report
    Run(RunArgs),
    /// Merge the shards of `run --shard` into one result
    Merge(MergeArgs),
    /// Show one trial of a scenario, roll by roll
    Replay(ReplayArgs),
    /// Answer only the questions of a scenario file ([[ask]])
    Ask(AskArgs),
    /// Compare simulated figures with exact ones
    Verify(VerifyArgs),
    /// Compare two result folders, figure by figure
    Diff(DiffArgs),
    /// Check scenario files without running them
    Validate(FilesArgs),
    /// Print the exact chance of one roll, without a file
    Odds(OddsArgs),
    /// Print success-rate tables
    Table(TableArgs),
    /// Show what the characters in a file's [sheets] cost, part by part
    Cost(CostArgs),
    /// Print or write a commented scenario to start from
    New(NewArgs),
    /// List dice, rules, keys, measures, presets, creatures, people, charts and more
    List(ListArgs),
    /// Print the JSON Schema of scenario files, for editors
    Schema(SchemaArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Print or write the manual, as pages for `man`
    Man(ManArgs),
}

/// The value of the last valid --color, even if other arguments are invalid or ask for help.
pub(super) fn requested_color(args: impl Iterator<Item = OsString>) -> Color {
    let args: Vec<String> = args.map(|arg| arg.to_string_lossy().into_owned()).take_while(|arg| arg != "--").collect();
    let behind = args.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1].as_str());
    let within = args.iter().filter_map(|arg| arg.strip_prefix("--color="));
    behind.chain(within).filter_map(|when| Color::from_str(when, false).ok()).next_back().unwrap_or_default()
}

#[derive(Debug, Args)]
pub(super) struct SchemaArgs {
    /// A scenario file that defines processes; the schema then includes their keys
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// Let the file include files from outside its folder
    #[arg(long)]
    pub(super) allow_outside: bool,
}

#[derive(Debug, Args)]
pub(super) struct AskArgs {
    /// A scenario file; - reads it from standard input
    #[arg(value_name = "FILE", index = 1)]
    pub(super) file: PathBuf,
    /// Trials to simulate for each case; implies --method simulate unless a method is given
    #[arg(long, value_name = "N", value_parser = trial_count)]
    pub(super) trials: Option<u64>,
    /// The seed for all rolls
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// The method: exact if that is quick, else simulated (auto); exact or not at all (exact); simulated (simulate)
    #[arg(long, value_parser = single_methods())]
    pub(super) method: Option<MethodChoice>,
    /// Let `include` and `base` read files outside the scenario's folder
    #[arg(long)]
    pub(super) allow_outside: bool,
    #[command(flatten)]
    pub(super) work: WorkArgs,
}

/// Options for the work and the messages of commands that may take long.
#[derive(Debug, Clone, Args)]
pub(super) struct WorkArgs {
    /// Number of threads [default: all cores]; the figures do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
    /// Print JSON instead of text; several files give one list
    #[arg(long)]
    pub(super) json: bool,
    /// Print no progress and no notes; `run` and `merge` then print only the output of --json or --figure
    #[arg(long, short)]
    pub(super) quiet: bool,
}

#[derive(Debug, Args)]
pub(super) struct FilesArgs {
    /// Scenario files, or folders whose .toml files are read (not those in subfolders); - reads standard input
    #[arg(value_name = "FILE|FOLDER", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Let `include` and `base` read files outside the scenario's folder
    #[arg(long)]
    pub(super) allow_outside: bool,
}

impl OutputArgs {
    /// The formats of the dataframes that are to be written.
    ///
    /// # Errors
    /// `none` beside other formats, or any format where nothing is written.
    pub(super) fn formats(&self) -> fudgelab::error::Result<Vec<Format>> {
        let named: Vec<Format> = self.formats.iter().flatten().copied().collect();
        if !named.is_empty() && self.formats.contains(&None) {
            return Err(
                Error::input("--format none cannot be combined with other formats").with_help("leave one of them out")
            );
        }
        if !named.is_empty() && self.writes_nothing() {
            let help = "leave out --format, and print the figures with --json; or set a folder with --out";
            return Err(Error::input("--format has no effect with --out -, which writes no files").with_help(help));
        }
        Ok(if self.formats.is_empty() { Format::ALL.to_vec() } else { named })
    }

    /// The output directory.
    pub(super) fn out(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new("reports/out"))
    }

    /// True where results are printed and nothing is written to disk.
    pub(super) fn writes_nothing(&self) -> bool {
        self.out() == Path::new("-")
    }
}

#[derive(Debug, Args)]
#[command(after_help = RUN_EXAMPLES)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub(super) files: FilesArgs,
    /// Trials to simulate for each case, such as 1_000_000, 1e6 or "50 million"; implies --method simulate unless a
    /// method is given or the file has `method = "both"`
    #[arg(long, value_name = "N", value_parser = trial_count)]
    pub(super) trials: Option<u64>,
    /// Simulate until, in every case, the half-width of the figure's 95 % interval is at most this (0.002 is 0.2
    /// points); an exact answer needs no trials [default without --trials: 0.005; for means 1 % or 0.02]
    #[arg(long, value_name = "HALF", value_parser = |text: &str| in_range(text, PRECISION_LIMITS), conflicts_with = "trials")]
    pub(super) precision: Option<f64>,
    /// Like --precision, but relative to the figure: 0.05 is 5 % of the figure
    #[arg(long, value_name = "PART", value_parser = |text: &str| in_range(text, RELATIVE_LIMITS), conflicts_with_all = ["trials", "precision"])]
    pub(super) relative: Option<f64>,
    /// Print only this figure, such as "snorri wins", on one line for each case. If the option is given several times,
    /// each line has the case, the figure and the value, separated by tabs. --precision and --relative apply to the
    /// first figure given [default: the first figure of the page]
    #[arg(long = "figure", value_name = "NAME", conflicts_with = "json")]
    pub(super) figures: Vec<String>,
    /// The most trials for a case, even if its figures are not precise yet [default: 100 million with --precision or
    /// --relative, else 2.5 million]
    #[arg(long, value_name = "N", value_parser = trial_count, conflicts_with = "trials")]
    pub(super) max_trials: Option<u64>,
    /// Stop after this time, even if figures are not precise yet, such as 90 (seconds) or "2 min"; the number of trials
    /// then depends on the clock
    #[arg(long, value_name = "TIME", value_parser = seconds, conflicts_with = "trials")]
    pub(super) max_time: Option<f64>,
    /// The seed for all rolls; the same seed gives the same figures
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// The method: exact if that is quick, else simulated (auto); exact or not at all (exact); simulated (simulate);
    /// both, compared (both)
    #[arg(long, value_parser = methods())]
    pub(super) method: Option<MethodChoice>,
    /// The most memory that solving a case may use, in GiB, such as 4 [default: 1]
    #[arg(long, value_name = "GIB", value_parser = |text: &str| in_range(text, MEMORY_LIMITS_GIB))]
    pub(super) memory: Option<f64>,
    /// Run one of several equal parts, such as 3/16, and write its counts to the output directory, for `fudgelab merge`
    #[arg(long, value_name = "K/N", value_parser = study_part, conflicts_with_all = ["figures", "formats", "no_charts", "distributions", "json"])]
    pub(super) shard: Option<StudyPart>,
    /// Continue from the progress that a killed or interrupted run saved; start from the beginning if none was saved
    #[arg(long)]
    pub(super) resume: bool,
    /// The time between saves of a simulation's progress for --resume, such as 90 (seconds) or "2 min" [default: 30 s]
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub(super) checkpoint: Option<f64>,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = MERGE_EXAMPLES)]
pub(super) struct MergeArgs {
    /// The folder with the files of all shards, such as reports/out/duel
    #[arg(value_name = "FOLDER")]
    pub(super) folder: PathBuf,
    /// The scenario file [default: the file that the shards were run with, if it still exists]
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// Let `include` and `base` read files outside the scenario's folder
    #[arg(long)]
    pub(super) allow_outside: bool,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Output options: the files to write, their folder and their formats.
#[derive(Debug, Clone, Args)]
pub(super) struct OutputArgs {
    /// Output directory, with one folder for each scenario; - writes no files and only prints [default: reports/out;
    /// for `merge`, the folder with the shards]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// File formats of the dataframes; with `none`, only tables.md, charts and the report are written [default: all]
    #[arg(long = "format", value_name = "FORMATS", value_delimiter = ',', value_parser = formats())]
    pub(super) formats: Vec<Option<Format>>,
    /// Write no charts and no report, only dataframes and tables
    #[arg(long)]
    pub(super) no_charts: bool,
    /// Also write the distributions (rounds, wounds, …) of grids with more than 1,000 cells
    #[arg(long)]
    pub(super) distributions: bool,
    #[command(flatten)]
    pub(super) work: WorkArgs,
}

#[derive(Debug, Args)]
#[command(after_help = VERIFY_EXAMPLES)]
pub(super) struct VerifyArgs {
    #[command(flatten)]
    pub(super) files: FilesArgs,
    /// Also verify the scenarios in the subfolders of the given folders
    #[arg(long)]
    pub(super) all: bool,
    /// Trials for each case, whatever the files set [default: enough to find, in nine runs of ten and among all figures
    /// compared, an error of one percentage point in a chance of 50 %]
    #[arg(long, value_name = "N", value_parser = trial_count)]
    pub(super) trials: Option<u64>,
    /// The seed for all rolls [default: each scenario's]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Also fail if a scenario cannot be solved exactly
    #[arg(long)]
    pub(super) strict: bool,
    #[command(flatten)]
    pub(super) work: WorkArgs,
}

#[derive(Debug, Args)]
#[command(after_help = DIFF_EXAMPLES)]
pub(super) struct DiffArgs {
    /// The old results: one scenario's folder with its data files, or a folder of such folders
    #[arg(value_name = "OLD")]
    pub(super) old: PathBuf,
    /// The new results, a folder of the same kind
    #[arg(value_name = "NEW")]
    pub(super) new: PathBuf,
    /// The largest difference allowed between two figures, such as 1e-9, whatever their bounds and intervals
    #[arg(long, value_name = "SIZE", value_parser = nonnegative)]
    pub(super) tolerance: Option<f64>,
    /// The largest difference allowed as a fraction of the larger figure, or of 1 if both are below 1
    #[arg(long, value_name = "PART", value_parser = nonnegative, conflicts_with = "tolerance")]
    pub(super) relative: Option<f64>,
    /// The largest difference allowed between two probabilities, in percentage points, such as 2; does not change how
    /// other figures are compared
    #[arg(long, value_name = "POINTS", value_parser = nonnegative)]
    pub(super) points: Option<f64>,
    /// Print the differences as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = replay_help())]
pub(super) struct ReplayArgs {
    /// A scenario file; - reads it from standard input
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// The trial to show, counted from 1
    #[arg(long, value_name = "N", value_parser = trial_count, default_value = "1", conflicts_with_all = ["script", "find"])]
    pub(super) trial: u64,
    /// Use this list of rolls instead of random ones, such as "1,-1,-2"
    #[arg(long, value_name = "ROLLS", allow_hyphen_values = true, conflicts_with = "find")]
    pub(super) script: Option<String>,
    /// Ask for each roll of real dice, and show the chances after each round; `undo` takes back the last roll
    #[arg(long, conflicts_with_all = ["trial", "script", "find", "json"])]
    pub(super) dice: bool,
    /// Show the first trial with this outcome, such as "snorri dies"
    #[arg(long, value_name = "OUTCOME")]
    pub(super) find: Option<String>,
    /// The number of trials that --find searches
    #[arg(long, value_name = "N", value_parser = trial_count, default_value = "1000000", requires = "find")]
    pub(super) within: u64,
    /// The variant, if there are several
    #[arg(long, value_name = "NAME")]
    pub(super) variant: Option<String>,
    /// The number of the combination of varied values, counted from 1, if there are several
    #[arg(long, value_name = "K")]
    pub(super) cell: Option<u64>,
    /// The seed for all rolls [default: the scenario's]
    #[arg(long, value_name = "N", conflicts_with = "script")]
    pub(super) seed: Option<u64>,
    /// Let `include` and `base` read files outside the scenario's folder
    #[arg(long)]
    pub(super) allow_outside: bool,
    /// Print the transcript as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = ODDS_EXAMPLES)]
pub(super) struct OddsArgs {
    /// The dice, such as 4dF, d%, 3d6-table or open-ended 4dF, or a formula such as "highest(3, 4d6)"; give two
    /// formulas to compare them
    #[arg(default_value = "4dF")]
    pub(super) dice: Vec<String>,
    /// The value of a name in a formula; can be given several times
    #[arg(long = "let", value_name = "NAME=NUMBER")]
    pub(super) lets: Vec<String>,
    /// The trait level; without a trait, the roll is situational, and 0 is Fair
    #[arg(long = "trait", value_name = "LEVEL", allow_negative_numbers = true)]
    pub(super) level: Option<String>,
    /// The sum of all modifiers
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub(super) modifier: i32,
    /// The level that must be met
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true, conflicts_with_all = ["opposed", "opposed_dice"])]
    pub(super) difficulty: Option<String>,
    /// The trait level of an opponent who also rolls
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true)]
    pub(super) opposed: Option<String>,
    /// The opponent's dice [default: the same]; none if the opponent does not roll
    #[arg(long, value_name = "DICE", requires = "opposed")]
    pub(super) opposed_dice: Option<String>,
    /// The uses of Fudge points, each only if it helps: success, shift, automatic or reroll, in the order given
    #[arg(long, value_name = "USES", value_delimiter = ',', requires = "difficulty")]
    pub(super) spend: Vec<String>,
    /// The Fudge points to spend
    #[arg(long, value_name = "N", default_value_t = 1, requires = "spend")]
    pub(super) fudge_points: u8,
    /// Print the figures as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Also draw the distribution, to an .svg or .png file
    #[arg(long, value_name = "FILE")]
    pub(super) picture: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = TABLE_EXAMPLES)]
pub(super) struct TableArgs {
    /// One or more dice methods, or formulas such as 2d8-1d10 or "highest(3, 4d6)-12"; put quotes around names and
    /// formulas with spaces
    #[arg(default_value = "4dF")]
    pub(super) dice: Vec<String>,
    /// The lowest level shown [default: the lowest of the ladder; for several dice methods, their lowest result]
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true)]
    pub(super) from: Option<String>,
    /// The highest level shown [default: the highest of the ladder; for several dice methods, their highest result]
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true)]
    pub(super) to: Option<String>,
    /// Show the chances to win and to tie against an opponent who also rolls
    #[arg(long)]
    pub(super) opposed: bool,
    /// The opponent's dice [default: the same]; none if the opponent does not roll
    #[arg(long, value_name = "DICE", requires = "opposed")]
    pub(super) opposed_dice: Option<String>,
    /// Print a Markdown table
    #[arg(long, group = "shape")]
    pub(super) markdown: bool,
    /// Print a table for a web page
    #[arg(long, group = "shape")]
    pub(super) html: bool,
    /// Print a table for LaTeX
    #[arg(long, group = "shape")]
    pub(super) latex: bool,
    /// Print comma-separated values, one line for each rate
    #[arg(long, group = "shape")]
    pub(super) csv: bool,
    /// Print JSON, one object for each rate
    #[arg(long, group = "shape")]
    pub(super) json: bool,
    /// Also draw the table, to an .svg or .png file
    #[arg(long, value_name = "FILE")]
    pub(super) picture: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = COST_EXAMPLES)]
pub(super) struct CostArgs {
    /// A file with [sheets]; - reads it from standard input
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// Show only this sheet, trait by trait
    #[arg(value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Let `include` and `base` read files outside the file's folder
    #[arg(long)]
    pub(super) allow_outside: bool,
    /// Print the costs as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = NEW_EXAMPLES, arg_required_else_help = true)]
pub(super) struct NewArgs {
    /// The subject of the scenario
    #[arg(value_name = "KIND", value_parser = starters())]
    pub(super) starter: &'static Starter,
    /// Write the scenario to this file, which must not exist yet
    #[arg(long, value_name = "FILE")]
    pub(super) to: Option<PathBuf>,
}

/// The topic of a list, and the words to find.
#[derive(Debug, Args)]
#[command(after_help = LIST_EXAMPLES, arg_required_else_help = true)]
pub(super) struct ListArgs {
    /// The topic to list
    #[arg(value_name = "WHAT", value_parser = topics())]
    pub(super) topic: Topic,
    /// Show only entries with all these words, best matches first. For creature and person, give the name. The first
    /// word can be a table (keys), a key or table that holds formulas (names) or a folder with your presets (presets)
    #[arg(value_name = "WORD")]
    pub(super) words: Vec<String>,
    /// Show only entries from this source: SRD, FF (Fantasy Fudge), F93, LITE or KAER; only for creatures, people,
    /// gifts, faults, powers and spells
    #[arg(long, value_name = "SOURCE")]
    pub(super) source: Option<String>,
    /// Print the list as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Print the complete reference as Markdown
    #[arg(long, hide = true, conflicts_with_all = ["json", "words"])]
    pub(super) markdown: bool,
}

#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(super) shell: Shell,
}

#[derive(Debug, Args)]
#[command(after_help = MAN_EXAMPLES)]
pub(super) struct ManArgs {
    /// Print or write only the page of this command [default: all pages]
    #[arg(value_name = "COMMAND")]
    pub(super) command: Option<String>,
    /// Write each page to a separate file in this folder
    #[arg(long, value_name = "DIR")]
    pub(super) to: Option<PathBuf>,
}

/// Accepts one of `words`, and parses it with `read`.
fn one_of<T: Clone + Send + Sync + 'static>(
    words: impl Into<PossibleValuesParser>,
    read: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    words.into().try_map(move |word| read(&word).ok_or("unknown word"))
}

fn topics() -> impl TypedValueParser<Value = Topic> {
    let words = TOPICS.map(|(_, word, meaning)| PossibleValue::new(word).help(meaning));
    one_of(words, |word| TOPICS.iter().find(|(_, known, _)| *known == word).map(|(topic, ..)| *topic))
}

fn methods() -> impl TypedValueParser<Value = MethodChoice> {
    one_of(MethodChoice::WORDS, MethodChoice::from_word)
}

/// All methods except `both`, for commands that answer a question by one method.
fn single_methods() -> impl TypedValueParser<Value = MethodChoice> {
    let methods = MethodChoice::ALL.into_iter().filter(|method| *method != MethodChoice::Both);
    one_of(PossibleValuesParser::new(methods.map(MethodChoice::word)), MethodChoice::from_word)
}

/// Accepts a format of dataframes, or `none` (as `None`).
fn formats() -> impl TypedValueParser<Value = Option<Format>> {
    let words = Format::ALL.map(Format::extension).into_iter().chain(["none"]);
    one_of(PossibleValuesParser::new(words), |word| {
        Some(Format::ALL.into_iter().find(|format| format.extension() == word))
    })
}

fn starters() -> impl TypedValueParser<Value = &'static Starter> {
    let words = STARTERS.iter().map(|one| PossibleValue::new(one.name).help(one.meaning));
    one_of(PossibleValuesParser::new(words), Starter::named)
}

fn in_range(text: &str, (least, most): (f64, f64)) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("write a number from {least} to {most}"))
}

/// A number that is not negative.
fn nonnegative(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "write a number of at least 0, such as 0.5 or 1e-9".to_owned())
}

/// One of several equal parts, such as 3/16.
fn study_part(text: &str) -> Result<StudyPart, String> {
    let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    let part = numbers.and_then(|(number, of)| StudyPart::new(number, of).ok());
    part.ok_or_else(|| "write the number of the part and the number of parts, from 1/16 to 16/16".to_owned())
}

fn seconds(text: &str) -> Result<f64, String> {
    limited_seconds(text).ok_or_else(|| "write seconds, or a time such as \"90 s\", \"2 min\" or \"1.5 h\"".to_owned())
}

/// A number of trials, as scenario files may write it too.
fn trial_count(text: &str) -> Result<u64, String> {
    spelled_count(text)
        .filter(|count| (1..=MAX_TRIALS).contains(count))
        .ok_or_else(|| "write a whole number from 1 to 1e11, such as 1_000_000, 1e6 or \"50 million\"".to_owned())
}
