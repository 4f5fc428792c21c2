//! From bytes to a message.

use serde_json::{Map, Value};
use tower_lsp_server::jsonrpc::{Error, ErrorCode, Id, Request, Response};

/// What a client can send.
#[derive(Debug)]
pub(super) enum Message {
    /// A request, or a notification when it has no id.
    Request(Request),
    /// The answer to a request of the server.
    Response(Response),
}

/// Why bytes are no message.
#[derive(Debug)]
pub(super) struct Unreadable {
    /// What to answer, with the id of the message when it is known.
    pub(super) answer: Box<Response>,
    /// Whether another frame may begin inside these bytes.
    pub(super) not_json: bool,
}

/// Reads the body of a frame. The `jsonrpc` member is not looked at: a message that lacks it means the same.
pub(super) fn read(body: &[u8]) -> Result<Message, Unreadable> {
    match serde_json::from_slice(body) {
        Ok(Value::Object(members)) => from_object(members).map_err(|answer| Unreadable {
            answer,
            not_json: false,
        }),
        Ok(Value::Array(_)) => Err(Unreadable {
            answer: Box::new(refusal(
                Id::Null,
                ErrorCode::InvalidRequest,
                "the protocol has no batches",
            )),
            not_json: false,
        }),
        Ok(_) => Err(Unreadable {
            answer: Box::new(refusal(
                Id::Null,
                ErrorCode::InvalidRequest,
                "a message is an object",
            )),
            not_json: false,
        }),
        Err(error) => Err(Unreadable {
            answer: Box::new(parse_error(&error.to_string())),
            not_json: true,
        }),
    }
}

/// What to answer to bytes that cannot be read at all.
pub(super) fn parse_error(why: &str) -> Response {
    refusal(Id::Null, ErrorCode::ParseError, why)
}

fn boxed(id: Id, code: ErrorCode, why: &'static str) -> Box<Response> {
    Box::new(refusal(id, code, why))
}

fn from_object(mut members: Map<String, Value>) -> Result<Message, Box<Response>> {
    let id = members.remove("id").map(serde_json::from_value).transpose();
    let Ok(id) = id else {
        return Err(boxed(
            Id::Null,
            ErrorCode::InvalidRequest,
            "an id is a number or a string",
        ));
    };
    match members.remove("method") {
        Some(Value::String(method)) => {
            let mut request = Request::build(method);
            if let Some(params) = members.remove("params") {
                request = request.params(params);
            }
            if let Some(id) = id {
                request = request.id::<Id>(id);
            }
            Ok(Message::Request(request.finish()))
        }
        Some(_) => Err(boxed(
            id.unwrap_or_default(),
            ErrorCode::InvalidRequest,
            "a method is a string",
        )),
        None => match (id, members.remove("error"), members.remove("result")) {
            (Some(id), Some(error), _) if !error.is_null() => {
                // An error in another shape is an error nevertheless.
                let error = serde_json::from_value(error).unwrap_or_else(|_| Error::internal_error());
                Ok(Message::Response(Response::from_error(id, error)))
            }
            (Some(id), _, result) => {
                let result = result.unwrap_or(Value::Null);
                Ok(Message::Response(Response::from_ok(id, result)))
            }
            (None, _, _) => Err(boxed(
                Id::Null,
                ErrorCode::InvalidRequest,
                "neither a method nor an id",
            )),
        },
    }
}

fn refusal(id: Id, code: ErrorCode, why: &str) -> Response {
    let mut error = Error::new(code);
    error.message = why.to_owned().into();
    Response::from_error(id, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(body: &str) -> String {
        match read(body.as_bytes()) {
            Ok(Message::Request(request)) => {
                format!("{} {:?} {:?}", request.method(), request.id(), request.params())
            }
            Ok(Message::Response(response)) => format!("answer to {}", response.id()),
            Err(unreadable) => format!("{:?}", unreadable.answer.error().map(|error| error.code.code())),
        }
    }

    #[test]
    fn messages_are_told_apart() {
        assert_eq!(
            shown(r#"{"jsonrpc":"2.0","id":1,"method":"m","params":[]}"#),
            "m Some(Number(1)) Some(Array [])"
        );
        assert_eq!(shown(r#"{"method":"m"}"#), "m None None");
        assert_eq!(shown(r#"{"id":"a","result":null}"#), "answer to \"a\"");
        assert_eq!(
            shown(r#"{"id":3,"error":{"code":1,"message":"","more":2}}"#),
            "answer to 3"
        );
        assert_eq!(shown(r#"{"id":3}"#), "answer to 3");
        for invalid in [
            "[]",
            "[{}]",
            "3",
            "null",
            "{}",
            r#"{"id":1.5,"method":"m"}"#,
            r#"{"id":1,"method":2}"#,
        ] {
            assert_eq!(shown(invalid), "Some(-32600)", "{invalid}");
        }
        for broken in ["", "{", "{}{}", "{\"a\":\u{0}}"] {
            assert_eq!(shown(broken), "Some(-32700)", "{broken}");
        }
        assert!(read(b"{\"method\":\"\xff\"}").is_err());
    }
}
