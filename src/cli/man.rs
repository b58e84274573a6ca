//! `man`: the manual, made from what `--help` says.

use super::args::{self, ManArgs};
use super::disk::{self, Real};
use super::{Stop, screen};
use crate::document::did_you_mean;
use crate::error::{Error, Result, system_words};
use clap::Command;
use clap_mangen::Man;
use std::fs;
use std::path::Path;

/// A page of the manual: its command, none for the program itself, and its text.
struct Page {
    command: Option<String>,
    text: Vec<u8>,
}

/// Prints all pages or one, or writes them into files.
///
/// # Errors
/// There is no such command; a file cannot be written; a closed pipe.
pub(super) fn man(args: &ManArgs) -> std::result::Result<(), Stop> {
    let mut pages = pages()?;
    if let Some(wanted) = &args.command {
        let known: Vec<String> = pages.iter().filter_map(|page| page.command.clone()).collect();
        pages.retain(|page| page.command.as_ref() == Some(wanted));
        if pages.is_empty() {
            let error = Error::input(format!("there is no command `{wanted}`"));
            let near = did_you_mean(wanted, known.iter().map(String::as_str));
            return Err(error.with_help(near.unwrap_or_else(|| format!("commands are {}", known.join(", ")))).into());
        }
    }
    let Some(folder) = &args.to else {
        let text: Vec<u8> = pages.into_iter().flat_map(|page| page.text).collect();
        return screen::print(&String::from_utf8_lossy(&text));
    };
    let cannot_write =
        |path: &Path, problem| Error::run(format!("cannot write `{}`: {}", path.display(), system_words(&problem)));
    fs::create_dir_all(folder).map_err(|problem| cannot_write(folder, problem))?;
    for page in &pages {
        let end = page.command.as_ref().map(|command| format!("-{command}")).unwrap_or_default();
        let path = folder.join(format!("fudgelab{end}.1"));
        disk::replace(&Real, &path, &page.text).map_err(|problem| cannot_write(&path, problem))?;
    }
    screen::tell(&format!("wrote {} pages into {}", pages.len(), folder.display()));
    Ok(())
}

/// The program's page, then one for each command.
fn pages() -> Result<Vec<Page>> {
    let mut program = args::command().disable_help_subcommand(true);
    program.build();
    let of = |command: &Command, name: Option<&str>| {
        let mut text = Vec::new();
        let written = Man::new(command.clone()).render(&mut text);
        written.map_err(|problem| Error::run(format!("cannot write the manual: {}", system_words(&problem))))?;
        Ok(Page { command: name.map(str::to_owned), text })
    };
    let commands = program.get_subcommands().map(|command| of(command, Some(command.get_name())));
    std::iter::once(of(&program, None)).chain(commands).collect()
}
