//! A report as JSON text: what `serde_json` writes of it, byte for byte, without what no report has: maps, tuples, bytes, keys that
//! need escaping, an output that can fail. In the browser that is half of the time.

use core::fmt::Error;
use std::io::Write as _;

use serde::Serialize;
use serde::ser::{Impossible, SerializeSeq, SerializeStruct, Serializer};

/// Structs of the contract as JSON text.
pub(crate) fn to_text(value: &impl Serialize, capacity: usize) -> Result<String, Error> {
    let mut writer = Writer { out: Vec::with_capacity(capacity) };
    value.serialize(&mut writer)?;
    // Whole texts and ASCII in between.
    String::from_utf8(writer.out).map_err(|_| Error)
}

/// What has no maps and no keys to escape is written here, in the browser too.
macro_rules! to_json {
    ($($about:ident),+) => {
        $(impl crate::$about {
            /// The same as the bytes that every place returns.
            #[must_use]
            pub fn to_json(&self) -> String {
                // Plain data without maps: writing it cannot fail.
                to_text(self, 256).unwrap_or_default()
            }
        })+
    };
}

to_json!(
    Attribution,
    CoherenceCheck,
    Corrected,
    EntailmentQuestions,
    GroundedAnswer,
    KnowledgeCheck,
    MonitorReport,
    MonitorUpdate,
    SafeResponse
);

struct Writer {
    out: Vec<u8>,
}

/// Whether a byte of a text stands in JSON as it is.
const PLAIN: [bool; 256] = {
    let mut plain = [true; 256];
    let mut control = 0;
    while control < 0x20 {
        plain[control] = false;
        control += 1;
    }
    plain[b'"' as usize] = false;
    plain[b'\\' as usize] = false;
    plain
};

impl Writer {
    fn quoted(&mut self, text: &str) {
        let text = text.as_bytes();
        self.out.push(b'"');
        let mut from = 0;
        while let Some(plain) = text.get(from..).and_then(|rest| rest.iter().position(|b| !PLAIN[usize::from(*b)])) {
            let (at, byte) = (from + plain, text[from + plain]);
            let escape = match byte {
                b'"' => "\\\"",
                b'\\' => "\\\\",
                b'\n' => "\\n",
                b'\r' => "\\r",
                b'\t' => "\\t",
                0x08 => "\\b",
                0x0c => "\\f",
                _ => "\\u00",
            };
            self.out.extend_from_slice(&text[from..at]);
            self.out.extend_from_slice(escape.as_bytes());
            if escape.len() > 2 {
                self.out.push(if byte < 0x10 { b'0' } else { b'1' });
                self.out.push(b"0123456789abcdef"[usize::from(byte % 16)]);
            }
            from = at + 1;
        }
        self.out.extend_from_slice(&text[from..]);
        self.out.push(b'"');
    }

    fn whole(&mut self, mut number: u64) {
        let mut digits = [b'0'; 20];
        let mut at = digits.len();
        for digit in digits.iter_mut().rev() {
            *digit += (number % 10) as u8;
            number /= 10;
            at -= 1;
            if number == 0 {
                break;
            }
        }
        self.out.extend_from_slice(&digits[at..]);
    }
}

/// A list or a struct, begun.
struct Parts<'w> {
    writer: &'w mut Writer,
    is_first: bool,
    end: u8,
}

impl<'w> Parts<'w> {
    fn begin(writer: &'w mut Writer, start: u8, end: u8) -> Self {
        writer.out.push(start);
        Parts { writer, is_first: true, end }
    }

    fn next(&mut self) {
        if !core::mem::take(&mut self.is_first) {
            self.writer.out.push(b',');
        }
    }
}

impl SerializeSeq for Parts<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.next();
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Error> {
        self.writer.out.push(self.end);
        Ok(())
    }
}

impl SerializeStruct for Parts<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        self.next();
        self.writer.out.push(b'"');
        self.writer.out.extend_from_slice(key.as_bytes());
        self.writer.out.extend_from_slice(b"\":");
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Error> {
        SerializeSeq::end(self)
    }
}

type No = Impossible<(), Error>;

impl<'w> Serializer for &'w mut Writer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Parts<'w>;
    type SerializeStruct = Parts<'w>;
    type SerializeTuple = No;
    type SerializeTupleStruct = No;
    type SerializeTupleVariant = No;
    type SerializeMap = No;
    type SerializeStructVariant = No;

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.out.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<(), Error> {
        if value < 0 {
            self.out.push(b'-');
        }
        self.whole(value.unsigned_abs());
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Result<(), Error> {
        write!(self.out, "{value}").map_err(|_| Error)
    }

    fn serialize_u8(self, value: u8) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Error> {
        self.whole(value);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        match serde_json::Number::from_f64(value) {
            Some(number) => write!(self.out, "{number}").map_err(|_| Error),
            None => self.serialize_unit(),
        }
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.quoted(value);
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'w>, Error> {
        Ok(Parts::begin(self, b'[', b']'))
    }

    fn serialize_tuple(self, _: usize) -> Result<No, Error> {
        Err(Error)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<No, Error> {
        Err(Error)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<No, Error> {
        Err(Error)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<No, Error> {
        Err(Error)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'w>, Error> {
        Ok(Parts::begin(self, b'{', b'}'))
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<No, Error> {
        Err(Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ErrorCode, InputError, Number, Report};

    #[test]
    fn values_are_written_as_serde_json_does() {
        let texts = ["", "plain", "\"quoted\"\\", "\u{0}\u{1f}\u{8}\u{c}\n\r\t\u{7f}", "ש\"ח 😀 \u{2028}"];
        for text in texts {
            assert_eq!(to_text(&text, 0).unwrap(), serde_json::to_string(text).unwrap());
        }
        for number in [0.0, -0.0, 7.0, -12.0, 0.1, 1e-9, 1.5e300, 12_345_678_901_234_567_000.0, -1e20, 4.1667] {
            let number = Number(number);
            assert_eq!(to_text(&number, 0).unwrap(), serde_json::to_string(&number).unwrap());
        }
        let report = Report::failed(Some("a\"b".to_owned()), InputError::whole(ErrorCode::InvalidJson, "x".to_owned()));
        assert_eq!(report.to_json(), serde_json::to_string(&report).unwrap());
        let update = crate::MonitorUpdate { settled_to: 3, ..Default::default() };
        assert_eq!(update.to_json(), serde_json::to_string(&update).unwrap());
    }
}
