//! `Reply`: a status, a kind of content and bytes, for whatever carries them to a page.

use serde::Serialize;

/// What a request is answered with.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status, as in HTTP.
    pub status: u16,
    /// The kind of the content, as in HTTP.
    pub kind: &'static str,
    /// The content.
    pub body: Vec<u8>,
}

impl Reply {
    /// A reply with content of this kind.
    pub fn of(kind: &'static str, body: impl Into<Vec<u8>>) -> Reply {
        Reply {
            status: 200,
            kind,
            body: body.into(),
        }
    }

    /// A reply with a record that is converted to JSON.
    ///
    /// # Panics
    /// If the record cannot be written, as one with keys that are no texts.
    pub fn json(record: &impl Serialize) -> Reply {
        let text = serde_json::to_vec(record).expect("the records are plain");
        Reply::of("application/json", text)
    }

    /// A reply with an SVG picture.
    pub fn svg(text: String) -> Reply {
        Reply::of("image/svg+xml", text)
    }

    /// A reply with bytes that a script reads.
    pub fn bytes(body: impl Into<Vec<u8>>) -> Reply {
        Reply::of("application/octet-stream", body)
    }

    /// The same reply to a request whose work goes on.
    #[must_use]
    pub fn accepted(self) -> Reply {
        Reply {
            status: 202,
            ..self
        }
    }
}
