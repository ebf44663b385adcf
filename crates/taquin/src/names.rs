//! Enums whose values users know by name.

use std::fmt;

/// Declares an enum from one table with a row per value, so that nothing about a value is listed twice.
///
/// A row is `Variant = "name"`, giving `ALL`, `name`, `Display` and `FromStr`, which ignores case. Two columns can be added to every row:
/// - `Variant = "name": "one-line description"` gives `title`, for help texts, completions and schemas;
/// - `Variant = "name": "description" => path::ROW`, in an enum declared `with Type`, gives a private `row` that
///   returns a reference to the constant of that type. A new value does not compile until its row is complete.
///
/// `where condition` at the end of a row is the `cfg` predicate under which the value exists.
macro_rules! named_enum {
    (
        $(#[$doc:meta])*
        pub enum $type:ident as $what:literal {
            $($(#[$variant_doc:meta])* $variant:ident = $name:literal $(where $cfg:meta)?,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $type {
            $($(#[cfg($cfg)])? $(#[$variant_doc])* $variant,)+
        }

        impl $type {
            /// Every value, in the order of the declaration.
            pub const ALL: &'static [$type] = &[$($(#[cfg($cfg)])? $type::$variant),+];

            /// Returns the name that users read and write.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[cfg($cfg)])? $type::$variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<$type, $crate::UnknownName> {
                const KNOWN: &[&str] = &[$($(#[cfg($cfg)])? $name),+];
                let unknown = || $crate::UnknownName { what: $what, found: name.to_owned(), known: KNOWN };
                let is_named = |value: &$type| value.name().eq_ignore_ascii_case(name);
                $type::ALL.iter().copied().find(is_named).ok_or_else(unknown)
            }
        }
    };
    (
        $(#[$doc:meta])*
        pub enum $type:ident as $what:literal {
            $($(#[$variant_doc:meta])* $variant:ident = $name:literal: $title:literal $(where $cfg:meta)?,)+
        }
    ) => {
        $crate::names::named_enum! {
            $(#[$doc])*
            pub enum $type as $what {
                $($(#[$variant_doc])* $variant = $name $(where $cfg)?,)+
            }
        }

        impl $type {
            /// Returns a one-line description, for help texts and menus.
            pub const fn title(self) -> &'static str {
                match self {
                    $($(#[cfg($cfg)])? $type::$variant => $title,)+
                }
            }
        }
    };
    (
        $(#[$doc:meta])*
        pub enum $type:ident as $what:literal with $row:ty {
            $($(#[$variant_doc:meta])* $variant:ident = $name:literal: $title:literal => $value:path $(where $cfg:meta)?,)+
        }
    ) => {
        $crate::names::named_enum! {
            $(#[$doc])*
            pub enum $type as $what {
                $($(#[$variant_doc])* $variant = $name: $title $(where $cfg)?,)+
            }
        }

        impl $type {
            /// Returns everything else that belongs to this value.
            const fn row(self) -> &'static $row {
                match self {
                    $($(#[cfg($cfg)])? $type::$variant => &$value,)+
                }
            }
        }
    };
}
pub(crate) use named_enum;

/// The error of a name that does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// The kind of thing that was expected, with its article: `"a metric"`.
    pub what: &'static str,
    /// The name that was given.
    pub found: String,
    /// The names that exist.
    pub known: &'static [&'static str],
}

impl UnknownName {
    /// Returns the name that was probably meant: at most half of its letters are different.
    pub fn similar(&self) -> Option<&'static str> {
        let distances = self.known.iter().map(|known| (edit_distance(&self.found, known), *known));
        let (distance, name) = distances.min()?;
        (2 * distance <= name.chars().count()).then_some(name)
    }
}

/// Returns the number of letters to insert, remove or replace to get from one word to the other.
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (removed, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = removed + 1;
        for (index, &wanted) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != wanted);
            diagonal = row[index + 1];
            row[index + 1] = replaced.min(row[index] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not {}; expected {}", self.found, self.what, alternatives(self.known))
    }
}

impl std::error::Error for UnknownName {}

/// Joins names as a sentence lists alternatives: `state, deep-first or insertion`.
pub(crate) fn alternatives(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names() {
        let similar = |found: &str| {
            let known = &["rows", "blank-first", "spiral"];
            UnknownName { what: "a goal", found: found.to_owned(), known }.similar()
        };
        assert_eq!(similar("spirale"), Some("spiral"));
        assert_eq!(similar("row"), Some("rows"));
        assert_eq!(similar("blankfirst"), Some("blank-first"));
        assert_eq!((similar("helicoidal"), similar("")), (None, None));
    }
}
