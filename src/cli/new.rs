//! `new`: commented scenarios to start from.

use super::args::NewArgs;
use super::disk::{self, Real};
use super::{Stop, screen};
use crate::error::{Error, system_words};
use clap::ValueEnum;
use std::io::ErrorKind;

/// A scenario to start from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Starter {
    /// Two fighters, until one is out
    Duel,
    /// A party against many foes
    Party,
    /// One roll against a difficulty
    Check,
    /// Two opponents who both roll
    Opposed,
    /// Several contestants; the best roll wins
    Contest,
    /// How somebody reacts to the characters
    Reaction,
    /// A task that takes several successes
    Task,
    /// A race, or several who must not all fail
    Group,
    /// Poison, bleeding or disease, with or without a healer
    Affliction,
    /// Wounds after a fight, and how long they take to heal
    Healing,
    /// Fights and rests of a party, one after the other
    Campaign,
    /// Magic, miracles or psi, one casting after another
    Casting,
    /// How many sessions it takes to buy what is wanted
    Experience,
    /// A process of your own: a chase, a siege, a journey
    Process,
    /// A character on paper, for `fudgelab cost`
    Character,
    /// A party of four: how many foes can they take on?
    Encounter,
    /// House rules, with a duel to try them; a preset for other files
    Rules,
}

impl Starter {
    fn text(self) -> &'static str {
        match self {
            Self::Duel => include_str!("starters/duel.toml"),
            Self::Party => include_str!("starters/party.toml"),
            Self::Check => include_str!("starters/check.toml"),
            Self::Opposed => include_str!("starters/opposed.toml"),
            Self::Contest => include_str!("starters/contest.toml"),
            Self::Reaction => include_str!("starters/reaction.toml"),
            Self::Task => include_str!("starters/task.toml"),
            Self::Group => include_str!("starters/group.toml"),
            Self::Affliction => include_str!("starters/affliction.toml"),
            Self::Healing => include_str!("starters/healing.toml"),
            Self::Campaign => include_str!("starters/campaign.toml"),
            Self::Casting => include_str!("starters/casting.toml"),
            Self::Experience => include_str!("starters/experience.toml"),
            Self::Process => include_str!("starters/process.toml"),
            Self::Character => include_str!("starters/character.toml"),
            Self::Encounter => include_str!("starters/encounter.toml"),
            Self::Rules => include_str!("starters/rules.toml"),
        }
    }
}

/// Prints the starter, or writes it to a new file.
///
/// # Errors
/// The file exists or cannot be written; a closed pipe.
pub(super) fn new(args: &NewArgs) -> Result<(), Stop> {
    let Some(path) = &args.to else {
        return screen::print(args.starter.text());
    };
    let name = path.display();
    disk::write_new(&Real, path, args.starter.text().as_bytes()).map_err(|problem| match problem.kind() {
        ErrorKind::AlreadyExists => Error::input(format!("`{name}` already exists"))
            .with_help("name another file; existing files are not overwritten"),
        _ => Error::run(format!("cannot write `{name}`: {}", system_words(&problem))),
    })?;
    let next = if args.starter == Starter::Character { "cost" } else { "run" };
    screen::tell(&format!("wrote {name}; next: fudgelab {next} {name}"));
    Ok(())
}
