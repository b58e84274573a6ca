//! A finished chart, and its SVG pictures.

use super::canvas::CanvasSheet;
use super::svg::{Background, svg};

/// A finished chart.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedChart {
    /// The type of chart, one of [`subject::charts`](crate::subject::charts).
    pub kind: &'static str,
    /// The stem of its file name: lowercase letters, digits and hyphens; unique among the charts of a result.
    pub name: String,
    /// Its title, as drawn.
    pub title: String,
    /// Whether it answers the question: the headline figure, the reply of an analysis, or how a single fight goes and
    /// ends. Reports show the other charts folded.
    pub leads: bool,
    /// The drawing for wide screens, and the one for phones.
    pub(super) sheets: [CanvasSheet; 2],
}

/// The types of charts that show the headline figure.
const HEADLINE_TYPES: [&str; 4] = ["heat map", "line", "differences", "comparison"];

impl FinishedChart {
    /// Changes the chart's name, if necessary, so that it differs from those of all `others`.
    #[must_use]
    pub fn with_unique_name(self, others: &[Self]) -> Self {
        let is_taken = |name: &String| others.iter().any(|other| other.name == *name);
        let stem = self.kind.replace(' ', "-");
        let names = std::iter::once(self.name.clone()).chain((2..).map(|number| format!("{stem}-{number}")));
        let name = names.into_iter().find(|name| !is_taken(name)).unwrap_or_default();
        Self { name, ..self }
    }

    pub(super) fn new(kind: &'static str, ending: &str, sheet: CanvasSheet) -> Self {
        let (leads, name) = (HEADLINE_TYPES.contains(&kind), format!("{kind}{ending}").replace(' ', "-"));
        Self { kind, name, title: sheet.name.clone(), leads, sheets: [sheet.clone(), sheet] }
    }

    /// Combines this chart, for wide screens, with the same chart for narrow ones.
    pub(super) fn with_narrow(self, Self { sheets: [narrow, _], .. }: Self) -> Self {
        let [wide, _] = self.sheets;
        Self { sheets: [wide, narrow], ..self }
    }

    pub(super) fn sheet(&self) -> &CanvasSheet {
        &self.sheets[0]
    }

    /// The picture for a file: a complete SVG document.
    pub fn svg(&self) -> String {
        svg(self.sheet(), Background::White)
    }

    /// The pictures for a web page, wide and for phones. Their colors are the page's CSS variables, such as `paper` and
    /// `ink`.
    pub fn on_page(&self) -> [String; 2] {
        self.sheets.each_ref().map(|sheet| svg(sheet, Background::Page))
    }
}
