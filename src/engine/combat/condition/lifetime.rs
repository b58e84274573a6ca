//! Lifetimes of the parts of a fighter's condition.

/// Maximum duration of a field of a fighter's condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lifetime {
    Round,
    Fight,
    /// For the campaign, or until it heals, is repaired or is earned back.
    Campaign,
}

/// Declares a struct that is part of a fighter's condition. Each field is preceded by its lifetime (`round`, `fight`
/// or `campaign`), or by `each` if the field's type has its own lifetimes. The default value means that nothing is
/// wrong.
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
            /// Returns the condition after a round, a fight or the campaign has ended, depending on `over`. Fields that
            /// last no longer than `over` are reset to their defaults.
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
