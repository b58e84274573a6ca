//! The shipped presets.

/// The preset of a scenario that does not name one.
pub const DEFAULT_PRESET: &str = "srd";

/// The shipped presets: name and text.
pub(super) const FILES: [(&str, &str); 7] = [
    ("srd", include_str!("presets/srd.toml")),
    ("nutshell", include_str!("presets/nutshell.toml")),
    ("fudge-1993", include_str!("presets/fudge-1993.toml")),
    ("kaer", include_str!("presets/kaer.toml")),
    ("lite", include_str!("presets/lite.toml")),
    ("fantasy", include_str!("presets/fantasy.toml")),
    ("cinematic", include_str!("presets/cinematic.toml")),
];
