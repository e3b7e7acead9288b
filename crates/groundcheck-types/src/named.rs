//! Enums that are lists: each variant has its JSON name and a sentence that is documentation and message at once.

/// An enum whose variants carry their JSON name, where wanted one more value, and what they say, for people.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident: $($variant:ident $text:literal $meaning:literal;)+) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $(#[doc = $meaning] $variant,)+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &[$name] = &[$($name::$variant,)+];

            /// The name as it stands in JSON.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text,)+ }
            }

            /// What it says, for people.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self { $($name::$variant => $meaning,)+ }
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
    ($(#[$meta:meta])* $name:ident, $of:ident -> $also:ident: $($variant:ident $text:literal $value:ident $meaning:literal;)+) => {
        named! { $(#[$meta])* $name: $($variant $text $meaning;)+ }

        impl $name {
            /// What follows from it.
            #[must_use]
            pub fn $of(self) -> $also {
                match self { $($name::$variant => $also::$value,)+ }
            }
        }
    };
}

pub(crate) use named;
