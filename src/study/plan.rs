//! A study ready to run: every cell resolved and validated.

use super::goal::Goal;
use super::most::Question;
use super::result::{Grid, Value, Warning};
use crate::check::{Check, Contest, Opposed, Reaction, Task};
use crate::combat::{Cast, Fight, Mixture};
use crate::ladder::Ladder;
use crate::rules::{Rules, Scope};
use std::sync::Arc;

/// A study ready to run.
#[derive(Debug, Clone)]
pub struct Study {
    /// Its title.
    pub title: String,
    /// Its cells, variants varying fastest. At least one.
    pub cells: Vec<Planned>,
    /// The names of the variants; empty without variants.
    pub variants: Vec<String>,
    /// The dotted paths that are varied.
    pub varied: Vec<String>,
    /// The variant that the others are compared with.
    pub baseline: usize,
    /// Which two varied paths span a heat map.
    pub grid: Option<Grid>,
    /// What is to be read off the grid.
    pub questions: Vec<Question>,
    /// Exact or simulated.
    pub method: MethodChoice,
    /// Trials of each cell, where simulated without a goal.
    pub trials: u64,
    /// How precise a figure is to be, where simulated until it is.
    pub goal: Option<Goal>,
    /// The seed, where simulated.
    pub seed: u64,
    /// The words for levels.
    pub ladder: Ladder,
    /// The scenario's text, as read.
    pub text: String,
    /// What the reader of the scenario wants known.
    pub warnings: Vec<Warning>,
}

/// One cell of a study.
#[derive(Debug, Clone)]
pub struct Planned {
    /// The variant's name.
    pub variant: Option<String>,
    /// The varied values, one for each of [`Study::varied`].
    pub varied: Vec<Value>,
    /// What is rolled.
    pub subject: Subject,
    /// The rules in force.
    pub rules: Rules,
    /// The preset they are based on.
    pub base: String,
    /// The fights with each combination of values, where fighters have ranges; [`subject`](Self::subject) is the first.
    pub drawn: Option<Arc<Mixture>>,
}

/// What is rolled.
#[derive(Debug, Clone)]
pub enum Subject {
    /// A check.
    Check(Box<Check>),
    /// An opposed action between two, by name.
    Opposed(Box<Opposed>, [String; 2]),
    /// A contest of many, by name.
    Contest(Box<Contest>, Vec<String>),
    /// A reaction.
    Reaction(Box<Reaction>),
    /// An extended task; its rolls by name, where they have some.
    Task(Box<Task>, Vec<String>),
    /// A fight of a cast.
    Fight(Box<Fight>, Cast),
}

/// How answers are to be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MethodChoice {
    /// Exact where there is a way, else simulated.
    #[default]
    Auto,
    /// Exact or not at all.
    Exact,
    /// Simulated.
    Simulate,
    /// Exact and simulated, and the two compared.
    Both,
}

impl MethodChoice {
    /// Every choice.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Exact, Self::Simulate, Self::Both];

    /// The words for the choices, in the order of [`ALL`](Self::ALL).
    pub const WORDS: [&'static str; 4] = ["auto", "exact", "simulate", "both"];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// The choice of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.word() == word)
    }
}

/// The kinds of subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubjectKind {
    /// A check.
    Check,
    /// An opposed action.
    Opposed,
    /// A contest of many.
    Contest,
    /// A reaction.
    Reaction,
    /// An extended task.
    Task,
    /// A fight.
    Fight,
}

impl Subject {
    /// Which kind it is.
    pub const fn kind(&self) -> SubjectKind {
        match self {
            Self::Check(_) => SubjectKind::Check,
            Self::Opposed(..) => SubjectKind::Opposed,
            Self::Contest(..) => SubjectKind::Contest,
            Self::Reaction(_) => SubjectKind::Reaction,
            Self::Task(..) => SubjectKind::Task,
            Self::Fight(..) => SubjectKind::Fight,
        }
    }
}

impl SubjectKind {
    /// Whether an option of this scope has an effect on it.
    pub const fn heeds(self, scope: Scope) -> bool {
        match self {
            Self::Check | Self::Task => matches!(scope, Scope::All | Scope::Checks | Scope::Actions | Scope::Traits),
            Self::Opposed | Self::Contest => matches!(scope, Scope::All | Scope::Actions | Scope::Traits),
            Self::Reaction => matches!(scope, Scope::All | Scope::Actions | Scope::Reactions),
            Self::Fight => matches!(scope, Scope::All | Scope::Fights),
        }
    }
}

impl Study {
    /// Whether its cells are simulated from the start. Under `auto` fights that turn out too large to be solved are
    /// simulated as well.
    pub fn simulates(&self) -> bool {
        self.method == MethodChoice::Simulate
    }

    /// The trials over all cells, if they are simulated; at most where there is a goal.
    pub fn work(&self) -> u64 {
        let each = self.goal.as_ref().map_or(self.trials, |goal| goal.max_trials);
        each.saturating_mul(self.cells.len() as u64)
    }
}
