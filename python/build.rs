//! Does nothing. Cargo uses `[build-dependencies]` only in packages with a build script.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
