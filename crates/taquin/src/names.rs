//! Enums whose values are known to users by a name.

use std::fmt;

/// Declares an enum together with its names: `ALL`, `name`, `Display` and `FromStr`, each from the one list.
macro_rules! named_enum {
    (
        $(#[$doc:meta])*
        pub enum $type:ident as $what:literal {
            $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $type {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $type {
            /// Every value, in the order of the declaration.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// The name that users read and write.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
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
                $type::ALL.iter().copied().find(|value| value.name() == name).ok_or_else(|| {
                    $crate::UnknownName { what: $what, found: name.to_owned(), known: &[$($name),+] }
                })
            }
        }
    };
}
pub(crate) use named_enum;

/// The error of a name that does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// What kind of thing was to be named, with its article.
    pub what: &'static str,
    /// The name that was given.
    pub found: String,
    /// The names there are.
    pub known: &'static [&'static str],
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not {}; there are {}", self.found, self.what, self.known.join(", "))
    }
}

impl std::error::Error for UnknownName {}
