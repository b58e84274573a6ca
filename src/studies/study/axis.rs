//! Names of what is varied: a key of the file in a word or two.

use super::plan::Study;
use super::reply::Column;
use super::result::StudyResult;

impl StudyResult {
    /// The name of what this key varies, of [`StudyResult::varied`], in a word or two; see [`axis`].
    pub fn axis(&self, key: usize) -> String {
        axis(&self.varied, key)
    }
}

impl Study {
    /// A column for each of the varied values.
    pub fn varied_columns(&self) -> impl Iterator<Item = Column> + '_ {
        self.varied.iter().enumerate().map(|(place, path)| Column::headed(path, axis(&self.varied, place)))
    }
}

/// The name of what one of several paths of keys varies, in a word or two: the last part of the key, with its owner where that is a
/// fighter, or where two keys end alike: `difficulty`, `old goblins skill`. `like` is named by its owner alone.
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

fn parts(path: &str) -> Vec<String> {
    path.replace('"', "").split('.').map(|part| part.replace('_', " ")).collect()
}

#[cfg(test)]
mod tests {
    use super::axis;

    #[test]
    fn keys_in_a_word_or_two() {
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
