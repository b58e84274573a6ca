//! How long each piece of a condition lasts.

/// How long something about a fighter lasts, at the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lifetime {
    /// To the end of the round.
    Round,
    /// To the end of the fight.
    Fight,
    /// Until it heals, is repaired or is earned back.
    Campaign,
}

/// Declares a piece of a fighter's condition: before each field how long it lasts, `round`, `fight` or `campaign`, or `each` where
/// its own fields say so. All of it is the default where nothing is wrong.
macro_rules! condition {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$about:meta])* $lifetime:ident $field:ident: $type:ty,)+ }
    ) => {
        $(#[$doc])*
        pub struct $name {
            $($(#[$about])* pub $field: $type,)+
        }

        impl $name {
            /// What is left of it when something is over, with all that lasts no longer.
            #[must_use]
            #[inline(always)]
            pub fn after(self, over: $crate::combat::condition::Lifetime) -> Self {
                Self { $($field: condition!(@ $lifetime self.$field, over),)+ }
            }
        }
    };
    (@ each $value:expr, $over:ident) => { $value.after($over) };
    (@ round $value:expr, $over:ident) => { condition!(@ Round $value, $over) };
    (@ fight $value:expr, $over:ident) => { condition!(@ Fight $value, $over) };
    (@ campaign $value:expr, $over:ident) => { condition!(@ Campaign $value, $over) };
    (@ $lifetime:ident $value:expr, $over:ident) => {
        if $over >= $crate::combat::condition::Lifetime::$lifetime { Default::default() } else { $value }
    };
}
pub(crate) use condition;
