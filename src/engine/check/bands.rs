//! Named outcomes by margin (A6: LITE's alternative outcomes, SRD 3.6, F93 4.8).

use super::within_limit;
use crate::error::{Error, Result};

/// Maximum number of bands. More would not fit in a table, and are surely a mistake.
const MOST_BANDS: usize = 100;

/// Named outcomes by margin (rolled degree − difficulty), from the worst to the best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bands {
    names: Vec<String>,
    /// The lowest margin of each band except the worst, ascending.
    cuts: Vec<i32>,
}

impl Bands {
    /// Creates bands from worst to best. `worst` is the name of the lowest band, which has no lower end. `above` lists
    /// the lowest margin and the name of each band above it.
    ///
    /// # Errors
    /// If the margins do not ascend or are beyond ±[`LEVEL_LIMIT`](super::LEVEL_LIMIT), a name is empty or repeated, or
    /// there are more than 100 bands.
    ///
    /// ```
    /// use fudgelab::check::Bands;
    /// let outcomes = [(-1, "success at a cost"), (0, "success"), (3, "major success")];
    /// let bands = Bands::new("failure", outcomes.map(|(from, name)| (from, name.to_owned())))?;
    /// assert_eq!(bands.name(bands.index(-1)), Some("success at a cost"));
    /// # Ok::<(), fudgelab::Error>(())
    /// ```
    pub fn new(worst: impl Into<String>, above: impl IntoIterator<Item = (i32, String)>) -> Result<Self> {
        let mut bands = Self { names: vec![worst.into()], cuts: Vec::new() };
        for (from, name) in above {
            within_limit(&format!("the lowest margin of `{name}`"), from)?;
            if bands.cuts.last().is_some_and(|last| *last >= from) {
                let message = format!("the outcome `{name}` starts at {from}, not above the one before it");
                return Err(Error::input(message).with_help("list outcomes from the worst to the best"));
            }
            if bands.names.contains(&name) {
                return Err(Error::input(format!("the outcome `{name}` is named twice")));
            }
            bands.cuts.push(from);
            bands.names.push(name);
        }
        if bands.names.iter().any(String::is_empty) {
            return Err(Error::input("an outcome has no name"));
        }
        if bands.names.len() > MOST_BANDS {
            return Err(Error::input(format!("there are more than {MOST_BANDS} outcomes")));
        }
        Ok(bands)
    }

    /// Four bands: failure and success, each either plain or by four levels or more (SRD 3.6, F93 4.8).
    pub fn four_levels() -> Self {
        Self::of(&["failure by 4 or more", "plain failure", "plain success", "success by 4 or more"], &[-3, 0, 4])
    }

    /// Like [`new`](Self::new), without validation.
    pub(super) fn of(names: &[&str], cuts: &[i32]) -> Self {
        Self { names: names.iter().map(|name| (*name).to_owned()).collect(), cuts: cuts.to_vec() }
    }

    /// The lowest margin of each band except the worst, ascending.
    pub fn cuts(&self) -> &[i32] {
        &self.cuts
    }

    /// The index of the band for `margin`; 0 is the worst.
    #[inline]
    pub fn index(&self, margin: i32) -> u16 {
        self.cuts.iter().filter(|&&cut| margin >= cut).count() as u16
    }

    /// The name of band `index`; `None` if there are fewer bands.
    pub fn name(&self, index: u16) -> Option<&str> {
        self.names.get(usize::from(index)).map(String::as_str)
    }

    /// The names of all bands, from worst to best.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A6, SRD 3.6.
    #[test]
    fn four_levels_separates_margins_of_four_or_more() {
        let bands = Bands::four_levels();
        let name = |margin| bands.name(bands.index(margin)).unwrap().to_owned();
        assert_eq!([-9, -4].map(name), ["failure by 4 or more", "failure by 4 or more"]);
        assert_eq!([-3, -1].map(name), ["plain failure", "plain failure"]);
        assert_eq!([0, 3].map(name), ["plain success", "plain success"]);
        assert_eq!([4, 9].map(name), ["success by 4 or more", "success by 4 or more"]);
        let built = [(-3, "plain failure"), (0, "plain success"), (4, "success by 4 or more")]
            .map(|(from, n)| (from, n.to_owned()));
        assert_eq!(Bands::new("failure by 4 or more", built).unwrap(), bands);
        assert_eq!(bands.names().count(), 4);
        assert_eq!(bands.name(4), None);
    }

    #[test]
    fn new_rejects_invalid_bands() {
        let refused = |worst: &str, above: &[(i32, &str)]| {
            Bands::new(worst, above.iter().map(|(from, name)| (*from, (*name).to_owned()))).is_err()
        };
        assert!(!refused("only", &[]));
        assert!(refused("", &[]));
        assert!(refused("a", &[(0, "")]));
        assert!(refused("a", &[(0, "b"), (0, "c")]));
        assert!(refused("a", &[(1, "b"), (0, "c")]));
        assert!(refused("a", &[(0, "a")]));
        assert!(refused("a", &[(101, "b")]));
        let many = |count: i32| Bands::new("x", (0..count).map(|from| (from, from.to_string())));
        assert!(many(99).is_ok() && many(100).is_err());
    }
}
