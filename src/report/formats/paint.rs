//! Terminal colors. A color never carries meaning alone: the words say the same.

/// The role of a piece of text, which decides its color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// A heading: bold.
    Title,
    /// A bar: cyan.
    Bar,
    /// A verdict that is good news: green.
    Good,
    /// An uncertain verdict, or a warning: yellow.
    Doubtful,
    /// A verdict that is bad news: red.
    Bad,
    /// A difference that may be chance: dim.
    Faint,
}

impl Tone {
    pub const ALL: [Self; 6] = [Self::Title, Self::Bar, Self::Good, Self::Doubtful, Self::Bad, Self::Faint];

    /// The tone of yes, no, or undecided (`None`).
    pub const fn of(holds: Option<bool>) -> Self {
        match holds {
            Some(true) => Self::Good,
            None => Self::Doubtful,
            Some(false) => Self::Bad,
        }
    }

    /// The text in its color if `color` is set, otherwise unchanged.
    pub fn paint(self, text: &str, color: bool) -> String {
        if color { format!("{}{text}{RESET}", self.start()) } else { text.to_owned() }
    }

    const fn start(self) -> &'static str {
        match self {
            Self::Title => "\u{1b}[1m",
            Self::Bar => "\u{1b}[36m",
            Self::Good => "\u{1b}[32m",
            Self::Doubtful => "\u{1b}[33m",
            Self::Bad => "\u{1b}[31m",
            Self::Faint => "\u{1b}[2m",
        }
    }
}

const RESET: &str = "\u{1b}[0m";

/// The text without color codes.
#[cfg(test)]
pub(crate) fn without_color_codes(text: &str) -> String {
    let starts = Tone::ALL.map(Tone::start);
    starts.into_iter().chain([RESET]).fold(text.to_owned(), |text, code| text.replace(code, ""))
}
