//! Gives the program the commit that it is built from, if the commit is known.
//!
//! `FUDGELAB_COMMIT` sets the commit for any build. Otherwise, a packaged crate has it in a file, and a release build
//! asks git. Development builds leave it out, so that a new commit does not recompile everything.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    shrink();
    println!("cargo::rerun-if-env-changed=FUDGELAB_COMMIT");
    let commit = env::var("FUDGELAB_COMMIT").ok().or_else(packed).or_else(checked_out);
    if let Some(commit) =
        commit.filter(|commit| !commit.is_empty() && commit.chars().all(|c| c.is_ascii_alphanumeric()))
    {
        println!("cargo::rustc-env=FUDGELAB_COMMIT={commit}");
    }
}

/// Makes the release program smaller: strips it, and merges functions with identical code if the linker is the one
/// that comes with Rust. The profile cannot strip it: benches need symbols to count the instructions of a function, and
/// cargo does not strip packages with their own profile settings.
fn shrink() {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("PROFILE", "release") {
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
        let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
        if is("TARGET", "x86_64-unknown-linux-gnu") && env::var_os("RUSTC_LINKER").is_none() && !flags.contains("link")
        {
            println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
        }
    }
}

/// The commit that cargo records when it packages a crate.
fn packed() -> Option<String> {
    let notes = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = notes.split_once("\"sha1\"")?;
    let commit = rest.split('"').nth(1)?;
    Some(commit.chars().take(10).collect())
}

/// The commit of the working tree, if it is checked out and the build is for release.
fn checked_out() -> Option<String> {
    if env::var("PROFILE").ok()? != "release" || !Path::new("../../.git").exists() {
        return None;
    }
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    // Git writes to one of these files whenever a commit is checked out or made.
    for name in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", name]).filter(|path| Path::new(path).exists());
        path.iter().for_each(|path| println!("cargo::rerun-if-changed={path}"));
    }
    Some(commit)
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
