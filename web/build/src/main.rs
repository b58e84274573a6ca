//! Builds the web page: `cargo run --package web-build` writes `web/dist/index.html`, one file with the style, the
//! scripts and the library as WebAssembly, which opens from disk as well as from any server.
//!
//! With `--page-only`, the library is not recompiled. `--address URL` is the public address of the page, for links
//! copied from a page opened from disk.

mod letters;
mod modules;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use liblzma::stream::{Filters, LzmaOptions, Stream};
use liblzma::write::XzEncoder;
use sha2::{Digest, Sha256};
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

const TARGET: &str = "wasm32-unknown-unknown";
/// The packages compiled for [`TARGET`]: the library and its unpacker.
const PACKAGES: [&str; 2] = ["fudgelab-web", "web-unpack"];

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().collect();
    let address = arguments.iter().position(|arg| arg == "--address").and_then(|place| arguments.get(place + 1));
    match build(arguments.iter().any(|arg| arg == "--page-only"), address.map_or("", String::as_str)) {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn build(page_only: bool, address: &str) -> Result<String> {
    check_address(address)?;
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no folder above this one")?.to_owned();
    let root = web.parent().ok_or("no folder above web")?;
    if !page_only {
        add_target()?;
        compile(root)?;
    }
    let compiled = |package: &str| -> Result<Vec<u8>> {
        let file = format!("{}.wasm", package.replace('-', "_"));
        strip_unused(&read(&target(root).join(TARGET).join("web").join(file))?)
    };
    let [wasm, unpack] = [compiled(PACKAGES[0])?, compiled(PACKAGES[1])?];
    let [packed, unpack] = [compress_lzma2(&wasm)?, compress_gzip(&unpack)?].map(|bytes| letters::encode(&bytes));
    let sources = web.join("page");
    let text = |name: &str| -> Result<String> { Ok(String::from_utf8(read(&sources.join(name))?)?) };
    let worker = modules::join_scripts(&sources, "worker.js")?;
    let script = modules::join_scripts(&sources, "main.js")?;
    let style = text("style.css")?;
    // With hashes in the policy, the browser accepts only the scripts and the style of this build.
    let policy = format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src {}; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'",
        csp_hash(&script),
        csp_hash(&style)
    );
    let mut page = text("index.html")?;
    let parts = [
        ("address", address.to_owned()),
        ("policy", policy),
        ("style", style),
        ("worker", worker),
        ("unpack", unpack),
        ("wasm", packed),
        ("script", script),
    ];
    for (name, part) in &parts {
        let place = format!("{{{{ {name} }}}}");
        if page.matches(&place).count() != 1 {
            return Err(format!("index.html must contain `{place}` once").into());
        }
        if part.contains("</script") {
            return Err(format!("`</script` in {name} would end it early").into());
        }
        page = page.replacen(&place, part, 1);
    }
    let folder = web.join("dist");
    fs::create_dir_all(&folder)?;
    let file = folder.join("index.html");
    fs::write(&file, &page).map_err(|problem| format!("cannot write {}: {problem}", file.display()))?;
    let kilobytes = |bytes: usize| bytes.div_ceil(1024);
    Ok(format!(
        "{}: {} KB, of which {} KB are the library ({} KB unpacked)",
        file.strip_prefix(root).unwrap_or(&file).display(),
        kilobytes(page.len()),
        kilobytes(parts[5].1.len()),
        kilobytes(wasm.len())
    ))
}

/// Rejects an address that is not a web address or cannot be part of an HTML attribute. An empty one is accepted.
fn check_address(address: &str) -> Result<()> {
    let is_plain = |letter: char| letter.is_ascii_graphic() && !"\"'<>#&".contains(letter);
    let is_web = ["http://", "https://"].iter().any(|begin| address.starts_with(begin));
    if address.is_empty() || is_web && address.chars().all(is_plain) {
        return Ok(());
    }
    Err(format!("`{address}` is not a web address: write `--address https://example.org/fudgelab/`").into())
}

/// Adds the WebAssembly target with rustup if it is missing.
fn add_target() -> Result<()> {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output()?;
    let sysroot = PathBuf::from(String::from_utf8(sysroot.stdout)?.trim());
    if sysroot.join("lib/rustlib").join(TARGET).is_dir() {
        return Ok(());
    }
    run(Command::new("rustup").args(["target", "add", TARGET]), "rustup")
}

fn compile(root: &Path) -> Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let packages = PACKAGES.iter().flat_map(|package| ["--package", package]);
    let arguments = ["build", "--locked", "--lib", "--profile", "web", "--target", TARGET];
    run(Command::new(cargo).args(arguments).args(packages).current_dir(root), "cargo")
}

fn run(command: &mut Command, name: &str) -> Result<()> {
    let status = command.status().map_err(|problem| format!("cannot start {name}: {problem}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed").into()) }
}

fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    Ok(fs::read(path).map_err(|problem| format!("cannot read {}: {problem}", path.display()))?)
}

/// The exports that the page uses.
const USED_EXPORTS: [&str; 7] = ["memory", "start", "room", "ask", "answer", "unpack", "unpacked"];

/// Removes exports that the page does not use, with the code behind them, and custom sections. The chart crates
/// otherwise bring in bindings for every function of a browser.
fn strip_unused(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut module = walrus::Module::from_buffer(wasm)?;
    let exports: Vec<_> =
        module.exports.iter().filter(|one| !USED_EXPORTS.contains(&one.name.as_str())).map(|one| one.id()).collect();
    exports.into_iter().for_each(|id| module.exports.delete(id));
    let customs: Vec<_> = module.customs.iter().map(|(id, _)| id).collect();
    customs.into_iter().for_each(|id| drop(module.customs.delete(id)));
    walrus::passes::gc::run(&mut module);
    Ok(module.emit_wasm())
}

/// The size of the dictionary in bytes; equal to the one in `web-unpack`.
const DICTIONARY_BYTES: u32 = 1 << 24;

fn compress_lzma2(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut options = LzmaOptions::new_preset(9)?;
    // Suits WebAssembly, whose instructions vary in length.
    options.dict_size(DICTIONARY_BYTES).literal_context_bits(4).position_bits(0);
    let stream = Stream::new_raw_encoder(Filters::new().lzma2(&options))?;
    let mut encoder = XzEncoder::new_stream(Vec::new(), stream);
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn compress_gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Returns the hash that identifies a script or style in a content security policy.
fn csp_hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}
