//! Enums with a word for each variant.

/// Defines an enum with a method that returns the word of a variant, so that no variant can lack a word.
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
