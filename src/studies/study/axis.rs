//! Short names of varied keys.

use super::plan::Study;
use super::reply::ReplyColumn;
use super::result::StudyResult;

impl StudyResult {
    /// The short name of the varied key with the index `key` in [`StudyResult::varied`]; see [`axis`].
    pub fn axis(&self, key: usize) -> String {
        axis(&self.varied, key)
    }
}

impl Study {
    /// A column for each varied path.
    pub fn varied_columns(&self) -> impl Iterator<Item = ReplyColumn> + '_ {
        self.varied.iter().enumerate().map(|(place, path)| ReplyColumn::headed(path, axis(&self.varied, place)))
    }
}

/// The short name of the varied key with the index `key`: the last part of its path. The owner comes first if it is a
/// fighter, or if another key has the same last part: `difficulty`, `old goblins skill`. `like` is named by its owner
/// alone. Empty if there is no such key.
pub fn axis(varied: &[String], key: usize) -> String {
    let own = varied.get(key).map(|path| parts(path)).unwrap_or_default();
    let last = own.last().cloned().unwrap_or_default();
    let whose = own.len().checked_sub(2).and_then(|place| own.get(place)).cloned().unwrap_or_default();
    let alike = varied.iter().filter(|path| parts(path).last() == own.last()).count();
    match last.as_str() {
        "like" => whose,
        _ if alike > 1 || own.first().is_some_and(|table| table == "fighters") => format!("{whose} {last}"),
        _ => last,
    }
}

/// The parts of a path as words.
fn parts(path: &str) -> Vec<String> {
    path.replace('"', "").split('.').map(|part| part.replace('_', " ")).collect()
}

#[cfg(test)]
mod tests {
    use super::axis;

    #[test]
    fn axis_returns_short_names() {
        let varied = [
            "fighters.max.skill",
            "fighters.double.skill",
            "fighters.\"old goblins\".count",
            "rules.damage_roll",
            "fighters.foe.like",
        ];
        let varied = varied.map(str::to_owned);
        let names: Vec<String> = (0..varied.len()).map(|key| axis(&varied, key)).collect();
        assert_eq!(names, ["max skill", "double skill", "old goblins count", "damage roll", "foe"]);
        assert_eq!(axis(&[], 3), "");
    }
}
