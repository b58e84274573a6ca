//! Enums whose variants have words.

/// Defines an enum together with a method that returns the word of each variant, so that none can be forgotten.
#[macro_export]
macro_rules! worded {
    ($(#[$about:meta])* $name:ident.$word:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// All variants, in order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// The word of this variant.
            pub const fn $word(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }
    };
}
pub use worded;
