//! The shape of a table of texts: name, English, Hebrew.

macro_rules! catalogue {
    ($(#[$doc:meta])* $type:ident; $($name:ident: $en:literal, $he:literal;)+) => {
        $(#[$doc])*
        pub struct $type {
            $(pub $name: &'static str,)+
        }

        /// English.
        pub static EN: $type = $type { $($name: $en,)+ };

        /// Hebrew.
        pub static HE: $type = $type { $($name: $he,)+ };

        /// Every text by name, in both languages.
        #[cfg(test)]
        pub fn all() -> Vec<(&'static str, &'static str, &'static str)> {
            vec![$((stringify!($name), $en, $he),)+]
        }
    };
}

pub(super) use catalogue;
