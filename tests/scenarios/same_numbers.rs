//! Tests of changes to a scenario that must not change its figures.

use std::fs;
use std::path::Path;

use fudgelab::scenario::{self, Overrides};
use fudgelab::study::{Cell, MethodChoice, Value};
use serde_json::{Map, Value as Json, json};
use tempfile::TempDir;

use super::files::{casts, root, run, shipped, stem};
use super::toml_json::{json_of, toml_of};

/// Simulates everything: exact figures would not depend on the trials.
fn overrides() -> Overrides {
    Overrides { trials: Some(2_000), method: Some(MethodChoice::Simulate), ..Overrides::default() }
}

/// Tables whose order matters: it decides who or what is first, or which variant is the baseline.
const ORDERED: [&str; 9] = ["fighters", "party", "stages", "foes", "contest", "rolls", "spells", "variants", "vary"];

/// Creates a folder for changed scenarios. It has the shipped casts and scenarios, since others may include them or
/// continue them with `[after]`.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("cast")).unwrap();
    for path in casts() {
        fs::copy(&path, folder.path().join("cast").join(path.file_name().unwrap())).unwrap();
    }
    for path in shipped() {
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    folder
}

/// Returns the cells of a scenario, given as text.
fn cells(text: &str, folder: &Path) -> Vec<Cell> {
    let path = folder.join("other name.toml");
    fs::write(&path, text).unwrap();
    compared(&path)
}

/// Returns the cells of a file without their wins by round, which only studies of few cells have.
fn compared(path: &Path) -> Vec<Cell> {
    let mut cells = run(path, &overrides()).cells;
    for cell in &mut cells {
        cell.findings.distributions.retain(|one| one.name() != "wins by round");
    }
    cells
}

/// Calls `check` for each shipped scenario with its name, its document, its cells, and a folder for changed copies.
fn each(mut check: impl FnMut(&str, Map<String, Json>, Vec<Cell>, &Path)) {
    let folder = folder();
    for path in shipped() {
        let Json::Object(document) = json_of(&fs::read_to_string(&path).unwrap()) else { unreachable!() };
        check(stem(&path), document, compared(&path), folder.path());
    }
}

/// Reverses the keys of every table except those in [`ORDERED`].
fn backwards(table: &Map<String, Json>, ordered: bool) -> Map<String, Json> {
    let turned = table.iter().map(|(key, value)| {
        let value = match value {
            Json::Object(inner) => Json::Object(backwards(inner, ORDERED.contains(&key.as_str()))),
            other => other.clone(),
        };
        (key.clone(), value)
    });
    let turned: Vec<_> = turned.collect();
    if ordered { turned.into_iter().collect() } else { turned.into_iter().rev().collect() }
}

#[test]
fn key_order_and_comments_keep_figures() {
    each(|name, document, expected, folder| {
        let turned = toml_of(&backwards(&document, false));
        assert_ne!(turned, toml_of(&document), "{name}");
        let commented = turned.replace('\n', "   # a comment\n\n# and another\n");
        assert_eq!(cells(&commented, folder), expected, "{name}");
    });
}

#[test]
fn added_chart_keeps_figures() {
    each(|name, mut document, expected, folder| {
        let shows = document.entry("show").or_insert_with(|| json!([])).as_array_mut().unwrap();
        shows.push(json!({ "chart": "wounds" }));
        assert_eq!(cells(&toml_of(&document), folder), expected, "{name}");
    });
}

#[test]
fn added_variant_keeps_other_figures() {
    each(|name, mut document, expected, folder| {
        let before = document.get("variants").and_then(Json::as_object).map_or(0, Map::len);
        // Rules have no effect on rolled characters.
        let another = match document.contains_key("creation") {
            true => json!({ "creation": { "skills": 3 } }),
            false => json!({ "rules": { "modifier_cap": 1 } }),
        };
        let variants = document.entry("variants").or_insert_with(|| json!({ "as is": {} })).as_object_mut().unwrap();
        variants.insert("another".to_owned(), another);
        let mut found = cells(&toml_of(&document), folder);
        let all = found.len();
        found.retain(|cell| cell.variant.as_deref() != Some("another"));
        assert!(found.len() < all, "{name}");
        if before == 0 {
            found.iter_mut().for_each(|cell| cell.variant = None);
        }
        assert_eq!(found, expected, "{name}");
    });
}

#[test]
fn cell_run_alone_keeps_its_figures() {
    each(|name, mut document, expected, folder| {
        let varied = scenario::read(&root().join(format!("scenarios/{name}.toml")), &overrides()).unwrap().study.varied;
        document.remove("show"); // its baseline may be a variant that is not there
        let variants = document.get("variants").cloned();
        for cell in expected {
            if let Some(variant) = &cell.variant {
                document["variants"] = json!({ variant: variants.as_ref().unwrap()[variant] });
            }
            if !varied.is_empty() {
                let values = varied.iter().zip(&cell.varied).map(|(path, value)| (path.clone(), json!([json(value)])));
                document["vary"] = Json::Object(values.collect());
            }
            let mut found = cells(&toml_of(&document), folder);
            // If the variant changes something, the unchanged file is run as well.
            found.retain(|other| other.variant == cell.variant);
            assert_eq!(found, [cell], "{name}");
        }
    });
}

fn json(value: &Value) -> Json {
    match value {
        Value::Integer(whole) => json!(whole),
        Value::Float(number) => json!(number),
        Value::Boolean(yes) => json!(yes),
        Value::Text(words) => json!(words),
    }
}
