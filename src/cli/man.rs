//! `man`: the manual, generated from the text of `--help`.

use super::args::ManArgs;
use super::screen::{self, Done};
use super::{ask, disk};
use clap::Command;
use clap_mangen::Man;
use fudgelab::error::{Error, Result, system_words};
use fudgelab::text::unknown_word;
use std::fs;

/// A page of the manual; `command` is `None` for the page of the program itself.
struct ManPage {
    command: Option<String>,
    text: Vec<u8>,
}

/// Prints all pages or one of them, or writes them to files.
///
/// # Errors
/// If there is no such command, a file cannot be written, or the output pipe is closed.
pub(super) fn man(args: &ManArgs) -> Done {
    let mut pages = pages()?;
    if let Some(wanted) = &args.command {
        let known: Vec<String> = pages.iter().filter_map(|page| page.command.clone()).collect();
        pages.retain(|page| page.command.as_ref() == Some(wanted));
        if pages.is_empty() {
            let all = || format!("commands are {}", known.join(", "));
            let message = format!("there is no command `{wanted}`");
            return Err(unknown_word(message, wanted, known.iter().map(String::as_str), all).into());
        }
    }
    let Some(folder) = &args.to else {
        let text: Vec<u8> = pages.into_iter().flat_map(|page| page.text).collect();
        return screen::print(&String::from_utf8_lossy(&text));
    };
    fs::create_dir_all(folder).map_err(|problem| disk::cannot_write(folder, problem))?;
    for page in &pages {
        let end = page.command.as_ref().map(|command| format!("-{command}")).unwrap_or_default();
        disk::replace_file(&folder.join(format!("fudgelab{end}.1")), &page.text)?;
    }
    screen::print_message(&format!("wrote {} pages into {}", pages.len(), folder.display()));
    Ok(())
}

/// The program's page, then one for each command.
fn pages() -> Result<Vec<ManPage>> {
    let mut program = ask::command().disable_help_subcommand(true);
    program.build();
    let of = |command: &Command, name: Option<&str>| {
        let mut text = Vec::new();
        let written = Man::new(command.clone()).render(&mut text);
        written.map_err(|problem| Error::run(format!("cannot write the manual: {}", system_words(&problem))))?;
        Ok(ManPage { command: name.map(str::to_owned), text })
    };
    let commands = program.get_subcommands().map(|command| of(command, Some(command.get_name())));
    std::iter::once(of(&program, None)).chain(commands).collect()
}
