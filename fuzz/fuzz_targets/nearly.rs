#![no_main]

#[path = "../nearly.rs"]
mod nearly;

use nearly::{Choices, Ingredients, Plan, play};
use std::path::Path;
use std::sync::LazyLock;

static INGREDIENTS: LazyLock<Ingredients> =
    LazyLock::new(|| Ingredients::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios")));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes, 1);
    let (folder, text) = INGREDIENTS.file(&mut choices);
    play(&folder, &text, Plan::of(&mut choices));
});
