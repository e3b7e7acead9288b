use core::fmt;

use serde::de::{self, Deserializer, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};

/// A value of JSON that is neither a list nor an object.
#[derive(Debug)]
pub(crate) enum Scalar {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
}

/// Reads a scalar as what it stands for, or says that it is none of it.
///
/// By hand where serde has `untagged`: that keeps a copy of the value, and refuses it only when its place is past.
pub(crate) struct ScalarVisitor<T> {
    pub(crate) expecting: &'static str,
    pub(crate) read: fn(Scalar) -> Option<T>,
}

impl<T> ScalarVisitor<T> {
    pub(crate) fn of<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn value<E: de::Error>(self, scalar: Scalar, unexpected: Unexpected<'_>) -> Result<T, E> {
        (self.read)(scalar).ok_or_else(|| E::invalid_type(unexpected, &self))
    }
}

impl<'de, T> Visitor<'de> for ScalarVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)
    }
    fn visit_unit<E: de::Error>(self) -> Result<T, E> {
        self.value(Scalar::Null, Unexpected::Unit)
    }
    fn visit_bool<E: de::Error>(self, flag: bool) -> Result<T, E> {
        self.value(Scalar::Bool(flag), Unexpected::Bool(flag))
    }
    #[expect(clippy::cast_precision_loss, reason = "as every number of the contract is read")]
    fn visit_i64<E: de::Error>(self, n: i64) -> Result<T, E> {
        self.value(Scalar::Number(n as f64), Unexpected::Signed(n))
    }
    #[expect(clippy::cast_precision_loss, reason = "as every number of the contract is read")]
    fn visit_u64<E: de::Error>(self, n: u64) -> Result<T, E> {
        self.value(Scalar::Number(n as f64), Unexpected::Unsigned(n))
    }
    fn visit_f64<E: de::Error>(self, n: f64) -> Result<T, E> {
        self.value(Scalar::Number(n), Unexpected::Float(n))
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        self.value(Scalar::Text(text.to_owned()), Unexpected::Str(text))
    }
    fn visit_seq<S: SeqAccess<'de>>(self, seq: S) -> Result<T, S::Error> {
        Err(not_a_list(seq, &self))
    }
    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<T, M::Error> {
        Err(not_an_object(map, &self))
    }
}

/// Refuses a list behind its end, where the error's position means the list and not its first element.
pub(crate) fn not_a_list<'de, S: SeqAccess<'de>>(mut seq: S, expected: &dyn de::Expected) -> S::Error {
    loop {
        match seq.next_element::<IgnoredAny>() {
            Ok(Some(_)) => {}
            Ok(None) => return de::Error::invalid_type(Unexpected::Seq, expected),
            Err(error) => return error,
        }
    }
}

/// Refuses an object behind its end.
pub(crate) fn not_an_object<'de, M: MapAccess<'de>>(mut map: M, expected: &dyn de::Expected) -> M::Error {
    loop {
        match map.next_entry::<IgnoredAny, IgnoredAny>() {
            Ok(Some(_)) => {}
            Ok(None) => return de::Error::invalid_type(Unexpected::Map, expected),
            Err(error) => return error,
        }
    }
}
