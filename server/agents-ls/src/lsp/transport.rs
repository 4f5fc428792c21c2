//! Frames on the wire: `Content-Length: n`, an empty line, n bytes.
//!
//! The library's own transport ends the server at the first frame it cannot read. This one goes on: it
//! skips to the next header it understands and hands what it skipped to whoever has to know about it, since
//! a lost message may have been an edit.

use std::io::{self, Read, Write};

/// The largest body that is believed. The largest file that is read (16 MiB) is at most six times as long
/// when every byte of it is escaped.
const LARGEST_BODY: usize = 128 * 1024 * 1024;

/// The longest header line that is looked through, in bytes; also how much skipped text is kept.
const LONGEST_LINE: usize = 256 * 1024;

/// How much is asked of the pipe at once: what a Linux pipe holds.
const CHUNK: usize = 64 * 1024;

const LENGTH: &[u8] = b"content-length:";

/// Something that came in.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// The body of a message.
    Body(Vec<u8>),
    /// Bytes that belong to no readable frame.
    Skipped(Vec<u8>),
}

/// Reads frames.
pub(super) struct Frames<R> {
    input: R,
    buffer: Vec<u8>,
    /// How much of `buffer` is used up.
    used: usize,
    skipped: Vec<u8>,
    /// The length a header announced, whose frame waits until `skipped` has been handed out.
    announced: Option<usize>,
}

impl<R: Read> Frames<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            used: 0,
            skipped: Vec::new(),
            announced: None,
        }
    }

    /// The next frame; `None` at the end of the input.
    ///
    /// # Errors
    /// The input cannot be read.
    pub(super) fn next(&mut self) -> io::Result<Option<Frame>> {
        if self.announced.is_none() {
            self.announced = self.header()?;
        }
        if !self.skipped.is_empty() {
            return Ok(Some(Frame::Skipped(std::mem::take(&mut self.skipped))));
        }
        let Some(length) = self.announced.take() else {
            return Ok(None);
        };
        while self.buffer.len() - self.used < length {
            if !self.fill()? {
                return Ok(None);
            }
        }
        let body = self.buffer[self.used..self.used + length].to_vec();
        self.used += length;
        Ok(Some(Frame::Body(body)))
    }

    /// Looks for a header inside a body that could not be read, as is there when its length was announced
    /// too large. Reading goes on there.
    pub(super) fn reread(&mut self, body: &[u8]) {
        if let Some(at) = find_length(body).or_else(|| cut_name(body)) {
            self.buffer.splice(..self.used, body[at..].iter().copied());
            self.used = 0;
        }
    }

    /// Reads header lines up to the empty one. `None` at the end of the input.
    fn header(&mut self) -> io::Result<Option<usize>> {
        let mut length = None;
        while let Some(line) = self.line()? {
            if line.iter().all(u8::is_ascii_whitespace) {
                if length.is_some() {
                    return Ok(length);
                }
            } else if let Some(at) = find_length(&line) {
                self.skip(&line[..at]);
                length = number(&line[at + LENGTH.len()..]).filter(|length| *length <= LARGEST_BODY);
                if length.is_none() {
                    self.skip(&line[at..]);
                }
            } else if !looks_like_header(&line) {
                self.skip(&line);
                length = None;
            }
        }
        Ok(None)
    }

    /// The next line with its line break; a piece of it when it is very long.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut searched = 0;
        loop {
            let rest = &self.buffer[self.used..];
            let found = rest[searched..].iter().position(|byte| *byte == b'\n');
            let end = match found {
                Some(at) => Some(searched + at + 1),
                // The last bytes stay, they may be the beginning of a header's name.
                None if rest.len() > LONGEST_LINE => Some(rest.len() - LENGTH.len()),
                None => None,
            };
            if let Some(end) = end {
                let line = rest[..end].to_vec();
                self.used += end;
                return Ok(Some(line));
            }
            searched = rest.len();
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    fn skip(&mut self, bytes: &[u8]) {
        let room = LONGEST_LINE.saturating_sub(self.skipped.len());
        self.skipped.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// Whether more could be read.
    fn fill(&mut self) -> io::Result<bool> {
        self.buffer.drain(..self.used);
        self.used = 0;
        // A large message leaves a large buffer behind; most are small.
        if self.buffer.is_empty() && self.buffer.capacity() > 4 * CHUNK {
            self.buffer = Vec::new();
        }
        let filled = self.buffer.len();
        self.buffer.resize(filled + CHUNK, 0);
        let read = loop {
            match self.input.read(&mut self.buffer[filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer
            .truncate(filled + read.as_ref().map_or(0, |read| *read));
        Ok(read? > 0)
    }
}

/// Writes one frame with a single call, so that frames of several threads never mix and a reader is woken
/// once.
pub(super) fn write(output: &mut impl Write, body: &[u8]) -> io::Result<()> {
    let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    frame.extend_from_slice(body);
    output.write_all(&frame)?;
    output.flush()
}

/// Where the last `Content-Length:` of these bytes begins. The last, because what is before it is a body
/// whose own header lied.
fn find_length(bytes: &[u8]) -> Option<usize> {
    bytes
        .windows(LENGTH.len())
        .rposition(|window| window.eq_ignore_ascii_case(LENGTH))
}

/// Where a `Content-Length:` begins whose end lies behind these bytes.
fn cut_name(bytes: &[u8]) -> Option<usize> {
    let first = bytes.len().saturating_sub(LENGTH.len() - 1);
    (first..bytes.len()).find(|at| {
        let tail = &bytes[*at..];
        tail.eq_ignore_ascii_case(&LENGTH[..tail.len()])
    })
}

fn number(bytes: &[u8]) -> Option<usize> {
    str::from_utf8(bytes).ok()?.trim().parse().ok()
}

/// `Name: value`, as the other header there is (`Content-Type`) and those of the future.
fn looks_like_header(line: &[u8]) -> bool {
    let name = line.split(|byte| *byte == b':').next().unwrap_or(line);
    name.len() < line.len()
        && !name.is_empty()
        && name
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(input: &[u8]) -> Vec<String> {
        let mut frames = Frames::new(input);
        let mut all = Vec::new();
        while let Some(frame) = frames.next().unwrap() {
            all.push(match frame {
                Frame::Body(body) => format!("body {}", String::from_utf8_lossy(&body)),
                Frame::Skipped(bytes) => format!("skipped {}", String::from_utf8_lossy(&bytes)),
            });
        }
        all
    }

    #[test]
    fn headers_come_in_many_forms() {
        for header in [
            "Content-Length: 2\r\n\r\n",
            "content-length:2\n\n",
            "CONTENT-LENGTH:   2  \r\n\r\n",
            "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n",
            "Content-Length: 2\r\nX-Later: yes\r\n\r\n",
            "\r\n\r\nContent-Length: 2\r\n\r\n",
            "Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        ] {
            assert_eq!(
                frames(format!("{header}{{}}").as_bytes()),
                ["body {}"],
                "{header:?}"
            );
        }
    }

    #[test]
    fn reading_goes_on_behind_a_frame_that_lies() {
        let good = "Content-Length: 2\r\n\r\n[]";
        for (bad, skipped) in [
            ("{\"no\":\"header\"}", "{\"no\":\"header\"}"),
            ("Content-Type: x\r\n\r\n{\"a\":1}", "{\"a\":1}"),
            (
                "Content-Length: x\r\n\r\n{\"a\":1}",
                "Content-Length: x\r\n{\"a\":1}",
            ),
            ("Content-Length: -1\r\n\r\n", "Content-Length: -1\r\n"),
            (
                "Content-Length: 99999999999\r\n\r\n{}",
                "Content-Length: 99999999999\r\n{}",
            ),
            (
                "Content-Length: 99999999999999999999999\r\n\r\n{}",
                "Content-Length: 99999999999999999999999\r\n{}",
            ),
            (
                "\u{fffd}garbage\r\nmore garbage\r\n",
                "\u{fffd}garbage\r\nmore garbage\r\n",
            ),
        ] {
            let input = format!("{bad}{good}");
            assert_eq!(
                frames(input.as_bytes()),
                [format!("skipped {skipped}"), "body []".to_owned()],
                "{bad:?}"
            );
        }
    }

    #[test]
    fn a_length_too_small_costs_that_message_only() {
        let input = b"Content-Length: 3\r\n\r\n{\"a\":1}Content-Length: 2\r\n\r\n[]";
        assert_eq!(frames(input), ["body {\"a", "skipped \":1}", "body []"]);
    }

    #[test]
    fn a_length_too_large_costs_that_message_only() {
        for length in 3..=24 {
            let input = format!("Content-Length: {length}\r\n\r\n{{}}Content-Length: 2\r\n\r\n[]");
            let mut frames = Frames::new(input.as_bytes());
            let Some(Frame::Body(body)) = frames.next().unwrap() else {
                panic!("no body");
            };
            assert_eq!(body.len(), length);
            frames.reread(&body);
            assert_eq!(
                frames.next().unwrap(),
                Some(Frame::Body(b"[]".to_vec())),
                "{length}"
            );
            assert_eq!(frames.next().unwrap(), None);
        }
    }

    #[test]
    fn a_body_may_come_byte_by_byte() {
        struct Slowly<'a>(&'a [u8]);
        impl Read for Slowly<'_> {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                let Some((first, rest)) = self.0.split_first() else {
                    return Ok(0);
                };
                into[0] = *first;
                self.0 = rest;
                Ok(1)
            }
        }
        let mut frames = Frames::new(Slowly(b"Content-Length: 3\r\n\r\nabcContent-Length: 1\r\n\r\nd"));
        assert_eq!(frames.next().unwrap(), Some(Frame::Body(b"abc".to_vec())));
        assert_eq!(frames.next().unwrap(), Some(Frame::Body(b"d".to_vec())));
        assert_eq!(frames.next().unwrap(), None);
    }

    #[test]
    fn a_frame_is_written_as_it_is_read() {
        let mut wire = Vec::new();
        write(&mut wire, "{\"ä\":1}".as_bytes()).unwrap();
        assert_eq!(frames(&wire), ["body {\"ä\":1}"]);
    }
}
