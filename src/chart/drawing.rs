//! A chart as marks, and as a picture.

use super::canvas::Sheet;
use super::svg::{Ground, svg};

/// One finished chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// The kind of chart, one of [`subject::charts`](crate::subject::charts).
    pub kind: &'static str,
    /// The stem of its file's name: small letters, digits and hyphens; no two charts of one result share it.
    pub name: String,
    /// Its title, as drawn.
    pub title: String,
    /// Whether it answers the question: the headline figure of all cells, or how a single fight goes and how it leaves everybody.
    pub leads: bool,
    /// The marks on it: drawn wide, and for the screen of a phone.
    pub(super) sheets: [Sheet; 2],
}

/// The kinds of charts of the headline figure.
const HEADLINES: [&str; 4] = ["heat map", "line", "differences", "comparison"];

impl Chart {
    /// The same under a name that none of these has.
    #[must_use]
    pub fn among(self, others: &[Self]) -> Self {
        let is_taken = |name: &String| others.iter().any(|other| other.name == *name);
        let stem = self.kind.replace(' ', "-");
        let names = std::iter::once(self.name.clone()).chain((2..).map(|number| format!("{stem}-{number}")));
        let name = names.into_iter().find(|name| !is_taken(name)).unwrap_or_default();
        Self { name, ..self }
    }

    pub(super) fn new(kind: &'static str, ending: &str, sheet: Sheet) -> Self {
        let (leads, name) = (HEADLINES.contains(&kind), format!("{kind}{ending}").replace(' ', "-"));
        Self { kind, name, title: sheet.name.clone(), leads, sheets: [sheet.clone(), sheet] }
    }

    /// This chart for wide screens, and the other for narrow ones.
    pub(super) fn also(self, Self { sheets: [narrow, _], .. }: Self) -> Self {
        let [wide, _] = self.sheets;
        Self { sheets: [wide, narrow], ..self }
    }

    pub(super) fn sheet(&self) -> &Sheet {
        &self.sheets[0]
    }

    /// The picture as a file: a whole SVG document.
    pub fn svg(&self) -> String {
        svg(self.sheet(), Ground::White)
    }

    /// The picture for a page, wide and for the screen of a phone, in the colors of the page: its CSS variables `paper`, `ink` and so on.
    pub fn on_page(&self) -> [String; 2] {
        self.sheets.each_ref().map(|sheet| svg(sheet, Ground::Page))
    }
}
