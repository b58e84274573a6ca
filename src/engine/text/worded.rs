//! Enums whose values have words.

/// Defines an enum together with the word of each value, which a method gives, so that none can be forgotten.
#[macro_export]
macro_rules! worded {
    ($(#[$about:meta])* $name:ident.$word:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// The word.
            pub const fn $word(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }
    };
}
pub use worded;
