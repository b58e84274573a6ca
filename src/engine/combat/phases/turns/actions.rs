//! All that a fighter may do in a turn. An action is a file of this folder with `impl Action`, its `mod` line, and a word in the
//! list below.

use super::action::{Action, Done, Target, Turn};
use super::{attack, cast, solo};
use crate::chance::Chance;
use crate::combat::condition::Scene;
use crate::combat::event::Observer;
use crate::combat::tables::Fight;

/// Adds the actions up, those that are chosen rather than others first.
macro_rules! actions {
    ($($module:ident :: $action:ident),*) => {
        /// An action about to be done, with all that its rolls depend on.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub(crate) enum Deed {
            $($action(<$module::$action as Action>::Question),)*
        }

        impl Deed {
            /// Whom a fighter acts against; nobody where the fighter does nothing.
            pub(super) fn target(fight: &Fight, scene: Scene<'_>, turn: Turn) -> Option<Target> {
                $(if $module::$action::is_chosen(fight, scene, turn.by) {
                    return $module::$action::target(fight, scene, turn);
                })*
                None
            }

            /// What a fighter does to a target.
            pub(super) fn to(fight: &Fight, scene: Scene<'_>, turn: Turn, target: u16) -> Option<Self> {
                $(if $module::$action::is_chosen(fight, scene, turn.by) {
                    return Some(Self::$action($module::$action::question(fight, scene, turn, target)));
                })*
                None
            }

            pub(super) fn roll(&self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Done<Self> {
                match self {
                    $(Self::$action(question) => $module::$action::roll(fight, question, chance, observer).map(Self::$action),)*
                }
            }
        }
    };
}

actions! { cast::Cast, solo::Solo, attack::Attack }
