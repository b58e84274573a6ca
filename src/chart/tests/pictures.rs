//! Tests of charts as files.

use super::*;

#[test]
fn charts_are_well_formed_and_of_known_kinds() {
    for (stem, chart) in all_charts() {
        let svg = chart.svg();
        let tree = roxmltree::Document::parse(&svg);
        let tree = tree.unwrap_or_else(|error| panic!("{stem} {}: {error}", chart.name));
        let size = |side| tree.root_element().attribute(side).unwrap().parse::<u32>().unwrap();
        assert_eq!(size("width"), 800, "{stem} {}", chart.name);
        assert!((150..=900).contains(&size("height")), "{stem} {}: {}", chart.name, size("height"));
        assert!(subject::charts().iter().any(|kind| kind.name == chart.kind), "{}", chart.kind);
        assert!(chart.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{}", chart.name);
        assert!(!chart.svg().contains(" id="), "{stem} {}", chart.name);
    }
}

#[test]
fn same_chart_has_the_same_png() {
    let chart = &charts(&fixture("duel-3"))[0];
    assert_eq!(png(chart, 1.0).unwrap(), png(chart, 1.0).unwrap());
}

#[test]
fn pictures_have_the_requested_size() {
    let chart = &charts(&check(true))[0];
    let size = |scale: f32| {
        let png = png(chart, scale).unwrap();
        (u32::from_be_bytes(png[16..20].try_into().unwrap()), u32::from_be_bytes(png[20..24].try_into().unwrap()))
    };
    assert_eq!((size(1.0), size(2.0)), ((800, 480), (1600, 960)));
    for scale in [0.0, -1.0, f32::NAN, 1000.0] {
        assert!(png(chart, scale).is_err(), "{scale}");
    }
}

/// Writes the charts of all fixtures to the folder named by `FUDGELAB_CHARTS`, for a look at them.
#[test]
#[ignore = "writes files for people to look at"]
fn write_fixtures() {
    let Ok(folder) = std::env::var("FUDGELAB_CHARTS") else { return };
    for (stem, result) in fixtures() {
        for chart in charts(&result) {
            std::fs::write(format!("{folder}/{stem}.{}.svg", chart.name), chart.svg()).unwrap();
            std::fs::write(format!("{folder}/{stem}.{}.png", chart.name), png(&chart, 1.0).unwrap()).unwrap();
        }
    }
}
