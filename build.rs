//! Tells the program which commit it is built from, where that is known.
//!
//! A build for release asks git, a packed crate has it in a file, and `FUDGELAB_COMMIT` says it to any build. A build for development asks
//! nobody, so that a commit does not compile everything anew. Where nothing is known, nothing is said.

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

/// Makes the program of a release smaller: strips it, and lets functions with the same code share it where the linker is the one that comes
/// with Rust. The profile cannot strip it: benches need their symbols, to count the instructions of a function, and
/// cargo strips no package that has settings of its own.
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

/// The commit that cargo notes when it packs a crate.
fn packed() -> Option<String> {
    let notes = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = notes.split_once("\"sha1\"")?;
    let commit = rest.split('"').nth(1)?;
    Some(commit.chars().take(10).collect())
}

/// The commit of the working tree, if this folder is the top of one and the build is for release.
fn checked_out() -> Option<String> {
    if env::var("PROFILE").ok()? != "release" || !Path::new(".git").exists() {
        return None;
    }
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    // Git writes one of these whenever another commit is checked out or made.
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
