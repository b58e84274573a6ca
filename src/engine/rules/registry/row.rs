//! A row: how it becomes a field of the rules and an entry of the list.

/// Reads an option from its field of the rules and sets it: by words, or by a number.
macro_rules! option_kind {
    (words() $field:ident $type:ty) => {
        OptionKind::Words {
            words: || <$type as Choice>::WORDS,
            get: |rules| Choice::word(rules.$field),
            set: |rules, place| rules.$field = <$type as Choice>::ALL[place],
        }
    };
    // Words that mean what `printed.toml` says.
    (printed() $field:ident $type:ty) => {
        OptionKind::Words {
            words: <$type as PrintedOption>::words,
            get: |rules| PrintedOption::word(rules.$field),
            set: |rules, place| rules.$field = PrintedOption::at(place),
        }
    };
    (level() $field:ident $type:ty) => {
        option_kind!(some NumberOf::Level, $field)
    };
    (whole($low:expr, $high:expr) $field:ident $type:ty) => {
        option_kind!(some NumberOf::Whole { low: $low, high: $high }, $field)
    };
    (price($use:ident) $field:ident) => {
        option_kind!(some NumberOf::Whole { low: 1, high: 5 }, prices.$use)
    };
    (level_or_none() $field:ident $type:ty) => {
        option_kind!(any NumberOf::Level, "none", $field)
    };
    (whole_or($word:literal, $low:expr, $high:expr) $field:ident $type:ty) => {
        option_kind!(any NumberOf::Whole { low: $low, high: $high }, $word, $field)
    };
    (wound_or($word:literal) $field:ident $type:ty) => {
        option_kind!(any NumberOf::Wound, $word, $field)
    };
    (numbers() $field:ident $type:ty) => {
        OptionKind::Integers { get: |rules| &rules.$field, set: |rules, numbers| rules.$field = numbers }
    };
    (custom($kind:expr) $field:ident $type:ty) => {
        $kind
    };
    (some $of:expr, $($field:ident).+) => {
        OptionKind::Number {
            of: $of,
            word: None,
            get: |rules| Some(i64::from(rules.$($field).+)),
            set: |rules, number| {
                if let Some(number) = number {
                    rules.$($field).+ = number as _;
                }
            },
        }
    };
    (any $of:expr, $word:literal, $field:ident) => {
        OptionKind::Number {
            of: $of,
            word: Some($word),
            get: |rules| rules.$field.map(i64::from),
            set: |rules, number| rules.$field = number.map(|number| number as _),
        }
    };
}

/// Declares the rules: the fields without an option of their own, and the options, in the order in which they are listed and written:
///
/// ```text
/// key: type = the plainest choice, which holds where no preset says otherwise, kind;
///     where it has an effect, the rows of the catalogue, the source,
///     the meaning;
/// ```
macro_rules! rules {
    (
        fields { $($(#[$doc:meta])* $name:ident: $of:ty = $start:expr;)+ }
        options {
            $($key:ident $(: $type:ty = $plain:expr)?, $kind:ident($($detail:tt)*);
                $scope:ident, $rows:expr, $source:literal, $meaning:literal;)+
        }
    ) => {
        /// Every rule in force in a scenario. A field is `None` if there is no such limit, or the rule is off.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Rules {
            $($(#[doc = $meaning] pub $key: $type,)?)+
            $($(#[$doc])* pub $name: $of,)+
            #[doc(hidden)]
            pub more: More,
        }

        impl Rules {
            /// The rules before any preset: the plainest choice at each decision point. Presets go in on top.
            pub fn plain() -> Self {
                Self { $($($key: $plain,)?)+ $($name: $start,)+ more: More(()) }
            }
        }

        /// Every option, in the order in which they are listed and written.
        pub const OPTIONS: &[RuleOption] = &[$(RuleOption {
            key: stringify!($key),
            rows: &$rows,
            source: $source,
            meaning: $meaning,
            scope: Scope::$scope,
            kind: option_kind!($kind($($detail)*) $key $($type)?),
        },)+];
    };
}
