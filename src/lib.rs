//! Monte Carlo probability and balance analysis for the Fudge family of role-playing games.
//!
//! ```
//! use fudgelab::{Encounter, Fighter, Level, Rules, RulesByName, Seed};
//!
//! // The barroom duel of the SRD (4.7): who wins, and how often?
//! let snorri = Fighter::named("Snorri", Level::GREAT).offense(5).defense(3).weapon(4);
//! let brynhild = Fighter::named("Brynhild", Level::GOOD).offense(5).defense(2).weapon(3).shield(1);
//! let duel = Encounter::new(Rules::preset("srd")?).side("Snorri", [snorri]).side("Brynhild", [brynhild]);
//!
//! let exact = duel.exact()?;
//! assert_eq!(format!("{:.3}", exact.value("Snorri wins")?), "0.561");
//! println!("{exact}");
//!
//! // The same rules, rolled a hundred thousand times.
//! let simulated = duel.simulate(100_000, Seed::new(1))?;
//! for row in simulated.rows().iter().take(3) {
//!     println!("{}: {:.4} {:?}", row.title, row.value, row.interval);
//! }
//! # Ok::<(), fudgelab::Error>(())
//! ```
//!
//! - [`Rules`] come from a preset, with options set by name ([`RulesByName`]) or by field; [`OwnDamage`] is a custom
//!   damage rule, written as a closure.
//! - [`Fighter`]s are built step by step, and an [`Encounter`] lets them fight: exactly, by simulation, round by round
//!   ([`Playthrough`]), roll by roll ([`Transcript`]), or one fight after another ([`Aftermath`]).
//! - [`Study`] reads a scenario file, or compares several encounters; [`Results`] have [`Row`]s, files and a page.
//! - [`Dice`] are dice of any kind, and [`Ladder`] has the words for levels.
//!
//! `examples/` has a duel, custom dice, a custom damage rule and a sweep. Scenario files can do more than this
//! interface, including other kinds of rolls: see [`Study::parse`].
//!
//! A [`Level`] counts from Fair = 0: Great is 2, Poor is -2; plain numbers are accepted too. Codes such as W12 are rows
//! of a catalog of rules (`src/reference/questions.rs`). `docs/readings.md` has the numbered readings and the sources:
//! SRD, F93, KAER, LITE and FF.
//!
//! # How it works
//!
//! Rules are written once, as ordinary code that requests rolls from a source of chance. A sampler turns that code into
//! a simulation, an enumerator into an exact calculation, and a script replays a worked example. `docs/architecture.md`
//! in the repository shows how the code is organized, and `docs/adding.md` how to add to it. Modules not shown here are
//! for the program and its tests, and may change.
//!
//! # Features
//!
//! Without any feature, the library reads and runs scenarios, and returns results as rows, text, Markdown, JSON and
//! CSV. Only `parallel` is on by default. The program is the package `fudgelab-cli`, which turns all of them on.
//!
//! - `parallel`: trials on all cores.
//! - `svg`: the HTML report with its charts. With this feature and without `parallel`, the library also builds for
//!   `wasm32-unknown-unknown`.
//! - `png`: charts as PNG; includes `svg`.
//! - `frames`: results as polars dataframes, and Parquet and Arrow files. This takes most time to compile.
//! - `shards`: runs in parts that are merged later.
//!
//! # Profiles
//!
//! Cargo ignores the profiles of dependencies. Simulating and solving need an optimized `fudgelab-engine`. The other
//! packages and polars may stay unoptimized, so that they compile faster:
//!
//! ```toml
//! [profile.release.package]
//! fudgelab-studies = { opt-level = 0 }
//! polars-core = { opt-level = 0 }   # and the other polars crates; this repository's Cargo.toml has them all
//!
//! [profile.dev.package]
//! fudgelab-engine = { opt-level = 2 }
//! ```

mod api;

pub use api::{Encounter, Point, Results, Row, Study};
#[doc(inline)]
pub use chance::Seed;
#[doc(inline)]
pub use code::{Playthrough, RulesByName};
#[doc(inline)]
pub use combat::Fighter;
#[doc(inline)]
pub use dice::{Dice, Pmf};
#[doc(inline)]
pub use document::Problems;
#[doc(inline)]
pub use error::{Error, Result};
#[doc(inline)]
pub use exact::Standing;
#[doc(inline)]
pub use fights::Aftermath;
#[doc(inline)]
pub use fudgelab_studies::rules;
#[doc(inline)]
pub use ladder::{Ladder, Level};
#[doc(inline)]
pub use rules::{Landed, OwnDamage, Rules};
#[doc(inline)]
pub use study::Value;
#[doc(inline)]
pub use study::replay::Transcript;
#[doc(inline)]
pub use subject::Line;

#[doc(hidden)]
pub use api::starters;
#[doc(hidden)]
pub use fudgelab_studies::{
    analysis, chance, character, check, code, combat, dice, document, error, exact, fights, formula, ladder, measure,
    scenario, sim, stats, study, subject, text,
};

#[cfg(feature = "svg")]
#[doc(hidden)]
pub mod chart;
#[cfg(feature = "frames")]
#[doc(hidden)]
pub mod frame;
#[doc(hidden)]
pub mod reference;
#[doc(hidden)]
pub mod report;

#[doc(hidden)]
pub mod data;
