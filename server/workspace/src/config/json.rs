//! JSON, strict or as lenient as a program takes it, to values that know where they were written.

use super::value::{Entry, Node, Origin, Table, Value};
use jsonc_parser::{
    CollectOptions, ParseOptions,
    ast::{self, ObjectPropName},
    common::Ranged,
    errors::ParseErrorKind,
    parse_to_ast,
};
use std::ops::Range;

/// What besides strict JSON is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Lenience {
    Strict,
    Comments,
    /// Comments, and commas before closing brackets.
    Commas,
    /// JSON5: also names without quotes, single quotes, and more ways to write a number.
    Five,
}

/// Why a text has no value.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NoJson {
    pub(super) message: String,
    pub(super) range: Range<usize>,
    /// Whether it is only deeper nested than the parser goes.
    pub(super) is_too_deep: bool,
}

/// The largest whole number that every program takes for one: JavaScript has 53 bits for it.
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

type At<'a> = &'a dyn Fn(Range<usize>) -> Origin;

/// The value of a text; `None` when there is nothing but blanks and comments.
pub(super) fn parse(text: &str, lenience: Lenience, at: At<'_>) -> Result<Option<Node>, NoJson> {
    let is_five = lenience == Lenience::Five;
    let options = ParseOptions {
        allow_comments: lenience != Lenience::Strict,
        allow_trailing_commas: matches!(lenience, Lenience::Commas | Lenience::Five),
        allow_missing_commas: false,
        allow_loose_object_property_names: is_five,
        allow_single_quoted_strings: is_five,
        allow_hexadecimal_numbers: is_five,
        allow_unary_plus_numbers: is_five,
        allow_bare_decimal_point_numbers: is_five,
        allow_non_finite_numbers: is_five,
        allow_extended_string_escapes: is_five,
    };
    let fault = |message: String, range: Range<usize>, is_too_deep| NoJson {
        message,
        range,
        is_too_deep,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options).map_err(|error| {
        let is_too_deep = matches!(error.kind(), ParseErrorKind::NestingDepthExceeded);
        let range = error.range().start..error.range().end;
        fault(error.kind().to_string(), range, is_too_deep)
    })?;
    let Some(value) = parsed.value else {
        return Ok(None);
    };
    let mut reader = Reader {
        text,
        at,
        control: None,
    };
    let node = reader.node(&value);
    match reader.control.filter(|_| !is_five) {
        Some(at) => {
            let message = "control characters in strings are escaped".to_owned();
            Err(fault(message, at..at + 1, false))
        }
        None => Ok(Some(node)),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: At<'a>,
    /// The first control character in a string, which the parser lets pass.
    control: Option<usize>,
}

impl Reader<'_> {
    fn node(&mut self, value: &ast::Value<'_>) -> Node {
        let origin = (self.at)(bytes(value));
        let value = match value {
            ast::Value::NullKeyword(_) => Value::Null,
            ast::Value::BooleanLit(literal) => Value::Bool(literal.value),
            ast::Value::NumberLit(literal) => number(literal.value),
            ast::Value::StringLit(literal) => {
                self.string(bytes(literal));
                Value::Text(literal.value.to_string())
            }
            ast::Value::Array(array) => {
                let elements = array.elements.iter();
                Value::List(elements.map(|element| self.node(element)).collect())
            }
            ast::Value::Object(object) => {
                // Of a name that comes twice the last counts, as in every program.
                let properties = object.properties.iter();
                let entries = properties.map(|property| self.entry(property));
                Value::Table(entries.collect::<Table>())
            }
        };
        Node { value, origin }
    }

    fn entry(&mut self, property: &ast::ObjectProp<'_>) -> (String, Entry) {
        let range = match &property.name {
            ObjectPropName::String(name) => bytes(name),
            ObjectPropName::Word(name) => bytes(name),
        };
        self.string(range.clone());
        let entry = Entry {
            key: (self.at)(range),
            node: self.node(&property.value),
        };
        (property.name.as_str().to_owned(), entry)
    }

    fn string(&mut self, range: Range<usize>) {
        let written = self.text.get(range.clone()).unwrap_or_default();
        let control = written.bytes().position(|byte| byte < b' ');
        self.control = self.control.or(control.map(|at| range.start + at));
    }
}

fn bytes(of: &impl Ranged) -> Range<usize> {
    let range = of.range();
    range.start..range.end
}

/// `3.0` and `3e0` are 3: JSON has one kind of number.
fn number(written: &str) -> Value {
    let (sign, digits) = match written.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, written.trim_start_matches('+')),
    };
    let hexadecimal = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
        .and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let number = match (hexadecimal, digits) {
        (Some(number), _) => number as f64,
        (None, "Infinity") => f64::INFINITY,
        (None, _) => digits.parse().unwrap_or(f64::NAN),
    };
    let number = number * sign;
    if number.fract() == 0.0 && number.abs() <= MOST_EXACT {
        // Exact up to there.
        Value::Integer(number as i64)
    } else {
        Value::Float(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{prelude::*, test_runner::RngSeed};
    use serde_json::{Value as Json, json};

    fn client(_: Range<usize>) -> Origin {
        Origin::Client { key: String::new() }
    }

    fn read(text: &str, lenience: Lenience) -> Result<Json, String> {
        let parsed = parse(text, lenience, &client).map_err(|fault| fault.message)?;
        Ok(parsed.map_or(Json::Null, |node| node.to_json()))
    }

    #[test]
    fn each_kind_takes_what_it_takes() {
        use Lenience::{Commas, Comments, Five, Strict};
        let takes = |text: &str| -> Vec<Lenience> {
            let all = [Strict, Comments, Commas, Five].into_iter();
            all.filter(|lenience| read(text, *lenience).is_ok()).collect()
        };
        assert_eq!(takes("{\"a\": [1, null]}"), [Strict, Comments, Commas, Five]);
        assert_eq!(takes("{\"a\": /* one */ 1 // two\n}"), [Comments, Commas, Five]);
        assert_eq!(takes("{\"a\": [1,],}"), [Commas, Five]);
        assert_eq!(takes("{a: 'b'}"), [Five]);
        assert_eq!(takes("{\"a\": +0x10}"), [Five]);
        for wrong in [
            "{",
            "\"",
            "{\"a\"",
            "é",
            "{\"a\": 1 \"b\": 2}",
            "[1 2]",
            "1 2",
            "nul",
        ] {
            assert_eq!(takes(wrong), [], "{wrong}");
        }
    }

    #[test]
    fn what_every_program_takes_is_no_fault() {
        for text in [
            "\r\n\t { } ",
            "\"\\/\\b\\f\\n\\r\\t\\\"\\\\\\u00e9\\u0000\"",
            "\"\\ud83d\\ude00\"",
            "\"\u{2028}\u{7f}😀\"",
            "[-0, 1E+2, 1.5e-3, 0.1]",
            "{\"\": {\"//\": \"/*\"}, \"__proto__\": null}",
            "true",
        ] {
            assert!(read(text, Lenience::Strict).is_ok(), "{text}");
            let theirs: Json = serde_json::from_str(text).expect("JSON");
            assert_eq!(
                read(text, Lenience::Strict).map(plain),
                Ok(plain(theirs)),
                "{text}"
            );
        }
    }

    #[test]
    fn numbers_are_of_one_kind() {
        let text = "[3, 3.0, 3e0, -0x10, .5, 1e400, 12345678901234567890]";
        let numbers = read(text, Lenience::Five).expect("numbers");
        assert_eq!(
            numbers,
            json!([3, 3, 3, -16, 0.5, null, 12_345_678_901_234_567_890_f64])
        );
    }

    #[test]
    fn of_a_name_that_comes_twice_the_last_counts() {
        assert_eq!(
            read("{\"a\": 1, \"a\": 2}", Lenience::Strict),
            Ok(json!({"a": 2}))
        );
    }

    #[test]
    fn depth_has_an_end() {
        let deep = |levels| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(parse(&deep(500), Lenience::Strict, &client).is_ok());
        let fault = parse(&deep(100_000), Lenience::Strict, &client).expect_err("too deep");
        assert!(fault.is_too_deep);
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            rng_seed: RngSeed::Fixed(0),
            ..ProptestConfig::default()
        })]

        /// What serde_json takes is taken, and is the same; what it refuses is refused.
        #[test]
        fn strict_json_is_json(text in "[\\[\\]{},:\"\\\\ \n\t019.eE+a-ftrunlse/u-]{0,24}") {
            let theirs: Option<Json> = serde_json::from_str(&text).ok();
            let ours = parse(&text, Lenience::Strict, &client);
            let ours = ours.ok().flatten().map(|node| node.to_json());
            match (theirs, ours) {
                (Some(theirs), Some(ours)) => prop_assert_eq!(plain(theirs), plain(ours)),
                (theirs, ours) => prop_assert_eq!(theirs, ours),
            }
        }

        #[test]
        fn no_text_ends_in_a_panic(text in "\\PC{0,40}", five in any::<bool>()) {
            let lenience = if five { Lenience::Five } else { Lenience::Commas };
            if let Err(fault) = parse(&text, lenience, &client) {
                prop_assert!(fault.range.start <= fault.range.end && fault.range.end <= text.len());
            }
        }
    }

    /// Numbers as floats: serde_json keeps the way in which they are written.
    fn plain(value: Json) -> Json {
        match value {
            Json::Number(number) => json!(number.as_f64()),
            Json::Array(values) => values.into_iter().map(plain).collect(),
            Json::Object(entries) => Json::Object(
                entries
                    .into_iter()
                    .map(|(key, value)| (key, plain(value)))
                    .collect(),
            ),
            other => other,
        }
    }
}
