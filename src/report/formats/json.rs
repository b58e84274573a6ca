//! Results as one JSON document, the output of `--json`.

use super::super::answers::replies;
use super::super::table::Table;
use super::tidy::{self, Schema};
use crate::study::{Answer, Cell, StudyResult};
use crate::text::escape_json;
use serde_json::{Value, json};

/// The version of the document's format; it is increased when a key changes its meaning or is removed.
pub const VERSION: u64 = 2;

/// The result of a scenario `file` as a JSON document: the rows of [`tidy::tables`], one object each, preceded by their
/// provenance.
///
/// Probabilities are fractions of 1; numbers have full double precision; values that do not apply or are unknown are
/// null.
pub fn document(result: &StudyResult, file: &str) -> Value {
    let source = &result.provenance;
    let rule =
        |option: &str, choice: &str, section: &str| json!({ "option": option, "choice": choice, "section": section });
    let options = source.rules.iter().map(|one| rule(one.option, &one.choice, one.source));
    let mut document = json!({
        "fudgelab": VERSION,
        "version": source.version,
        "file": file,
        "title": result.title,
        "headline": headline(result),
        "method": source.method,
        "trials": source.trials,
        "until": source.until,
        "seed": source.seed,
        "interrupted": source.interrupted,
        "variants": result.variants,
        "baseline": result.baseline,
        "varied": result.varied,
        "rules": std::iter::once(rule("base", &source.base(), "")).chain(options).collect::<Vec<_>>(),
        "warnings": result.warnings.iter().map(|one| json!({ "message": one.message(), "remedy": one.remedy })).collect::<Vec<_>>(),
        "summary": [],
        "differences": [],
        "distributions": {},
    });
    if !result.listed.is_empty() {
        document["asked"] = asked(result);
    }
    if let Some(check) = &result.cross_check {
        let smallest = check.smallest();
        let agrees = check.disagreements().next().is_none();
        document["agreement"] = json!({ "agrees": agrees, "smallest_p": smallest, "false_alarms": check.false_alarms });
    }
    if !result.costs.is_empty() {
        document["costs"] = super::super::costs::to_json(result).into();
    }
    if !result.judgements.is_empty() {
        document["expectations"] = super::super::answers::expected::documents(result).into();
    }
    if !result.answers.is_empty() {
        let row = |(answer, (_, sentence)): (&Answer, (Table, String))| {
            let most = answer.most().map(|most| most.value.to_string());
            json!({ "variant": answer.variant, "most": most, "certain": answer.is_certain(), "sentence": sentence })
        };
        document["most"] =
            result.answers.iter().zip(super::super::answers::highest_value::tables(result)).map(row).collect();
    }
    if !result.replies.is_empty() {
        document["answers"] = result.replies.iter().map(replies::document).collect();
    }
    if result.cells.iter().any(|cell| !cell.courses.is_empty()) {
        document["courses"] = courses(result);
    }
    for table in tidy::tables(result) {
        let place = match table.schema {
            Schema::Summary | Schema::Differences | Schema::Comparison => &mut document[table.schema.name()],
            Schema::Distribution if table.is_by_subject() => {
                for row in table.objects() {
                    let subject = row["subject"].as_str().unwrap_or_default().to_owned();
                    append(&mut document["distributions"][subject], row);
                }
                continue;
            }
            Schema::Distribution => &mut document["distributions"][&table.name],
            Schema::Answer => continue,
        };
        *place = table.objects().collect();
    }
    document
}

/// Appends a row to a list; null becomes a list of one row.
fn append(list: &mut Value, row: Value) {
    match list {
        Value::Array(rows) => rows.push(row),
        _ => *list = Value::Array(vec![row]),
    }
}

/// The means after each step, by subject: one row for each step of each cell.
fn courses(result: &StudyResult) -> Value {
    let mut all = json!({});
    for (cell, course) in result.courses() {
        for point in &course.points {
            let mut row = json!({ "step": point.value, "value": point.estimate.value });
            if let Some((low, high)) = point.estimate.interval() {
                (row["low"], row["high"]) = (low.into(), high.into());
            }
            note_place(&mut row, result, cell);
            append(&mut all[&course.subject], row);
        }
    }
    all
}

/// The figures that the file requests by name: one row for each figure of each cell.
fn asked(result: &StudyResult) -> Value {
    let all = result.cells.iter().flat_map(|cell| result.listed.iter().map(move |title| (cell, title)));
    let row = |(cell, title): (&Cell, &String)| {
        let figure = cell.titled(title)?;
        let mut row = json!({ "asked": figure.title(), "unit": figure.unit().name(), "value": figure.estimate.value });
        if let Some((low, high)) = figure.estimate.interval() {
            (row["low"], row["high"]) = (low.into(), high.into());
        }
        note_place(&mut row, result, cell);
        Some(row)
    };
    all.filter_map(row).collect()
}

/// Adds a cell's variant and varied values to a row.
fn note_place(row: &mut Value, result: &StudyResult, cell: &Cell) {
    if let Some(variant) = &cell.variant {
        row["variant"] = variant.as_str().into();
    }
    for (key, value) in result.varied.iter().zip(&cell.varied) {
        row[key] = value.to_string().into();
    }
}

/// The document as indented text that ends with a line break.
pub fn text(result: &StudyResult, file: &str) -> String {
    printed(&document(result, file))
}

/// Any document as indented text, with characters escaped that could control a terminal.
pub fn printed(document: &Value) -> String {
    escape_json(&format!("{document:#}\n")).into_owned()
}

/// The headline figure of the first cell; null without one.
fn headline(result: &StudyResult) -> Value {
    let figure = result.cells.first().and_then(|cell| cell.headline());
    figure.map_or(Value::Null, |figure| {
        let (id, subject, label) = figure.identity();
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        json!({
            "title": figure.title(),
            "figure": id,
            "subject": some(subject),
            "label": some(label),
            "unit": figure.unit().name(),
            "value": figure.estimate.value,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn series_matches_snapshot() {
        let mut result = fixture::series();
        result.cells.truncate(1);
        insta::assert_snapshot!(text(&result, "climb.toml"), @r#"
        {
          "fudgelab": 2,
          "version": "0.1.0",
          "file": "climb.toml",
          "title": "A Fair climber",
          "headline": {
            "title": "success",
            "figure": "success",
            "subject": null,
            "label": null,
            "unit": "probability",
            "value": 0.9383
          },
          "method": "exact",
          "trials": null,
          "until": null,
          "seed": null,
          "interrupted": false,
          "variants": [],
          "baseline": null,
          "varied": [
            "check.difficulty"
          ],
          "rules": [
            {
              "option": "base",
              "choice": "srd",
              "section": ""
            }
          ],
          "warnings": [],
          "summary": [
            {
              "variant": null,
              "check.difficulty": "Poor",
              "figure": "success",
              "subject": null,
              "label": null,
              "unit": "probability",
              "value": 0.9383,
              "low": null,
              "high": null,
              "level": null,
              "method": "exact",
              "bound": 1e-15,
              "trials": null,
              "title": "success"
            }
          ],
          "differences": [],
          "distributions": {}
        }
        "#);
    }

    #[test]
    fn rows_have_intervals_and_nulls() {
        let document = document(&fixture::check(), "");
        let row = &document["summary"][0];
        assert_eq!((&row["value"], &row["method"], &row["trials"]), (&json!(0.8766), &json!("wilson"), &json!(10_000)));
        assert!(row["low"].as_f64() < Some(0.8766) && row["bound"].is_null() && row["subject"].is_null());
        let points = &document["distributions"]["relative-degrees"];
        assert_eq!(points[1]["at_least"], json!(1.0));
        assert_eq!(points[3]["at_least"], points[3]["probability"]);
    }

    #[test]
    fn numbers_keep_full_precision() {
        let mut result = fixture::series();
        result.cells[0].figures[0].estimate.value = 31.0 / 81.0;
        let back: Value = serde_json::from_str(&text(&result, "")).unwrap();
        assert_eq!(back["summary"][0]["value"].as_f64(), Some(31.0 / 81.0));
    }
}
