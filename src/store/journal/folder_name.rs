//! The name of a store's folder: `<name>-<fingerprint>.<metric>[.from-goal][.frontier]`.
//!
//! Promises a single plain component of a path, on any system, that tells stores of different
//! questions apart, and that only such a name is taken apart again. Does not know what is in the
//! folder, nor where it is.

use crate::store::journal::record::{Header, Kind, is_metric};

/// How many characters of the puzzle's name the folder's name takes.
const NAME_LENGTH: usize = 80;

/// How many hexadecimal digits of the fingerprint it takes.
const FINGERPRINT_LENGTH: usize = 16;

/// What is behind the name where the search begins at the goals.
const FROM_GOAL: &str = ".from-goal";

/// What is at the end where generations are sorted files.
const FRONTIER: &str = ".frontier";

/// The name of the folder that a store of this kind with this header has.
pub(crate) fn folder_name(header: &Header, kind: Kind) -> String {
    let name: String = header
        .name
        .chars()
        .take(NAME_LENGTH)
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '_' {
                c
            } else {
                '-'
            }
        })
        .collect();
    let fingerprint = &header.fingerprint_hex()[..FINGERPRINT_LENGTH];
    let from = if header.direction == "goal" {
        FROM_GOAL
    } else {
        ""
    };
    let kind = match kind {
        Kind::Marks => "",
        Kind::Frontiers => FRONTIER,
    };
    format!("{name}-{fingerprint}.{}{from}{kind}", header.metric)
}

/// What the name of a store's folder says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FolderName<'a> {
    /// The puzzle's name, as far as the folder's name tells it.
    pub name: &'a str,
    /// The metric.
    pub metric: &'a str,
    /// `start` or `goal`.
    pub direction: &'static str,
    /// As what generations are kept.
    pub kind: Kind,
}

impl FolderName<'_> {
    /// Takes the name of a store's folder apart; `None` for every other name, so for any that has a
    /// separator or leads elsewhere.
    pub fn parse(text: &str) -> Option<FolderName<'_>> {
        let (text, kind) = match text.strip_suffix(FRONTIER) {
            Some(text) => (text, Kind::Frontiers),
            None => (text, Kind::Marks),
        };
        let (text, direction) = match text.strip_suffix(FROM_GOAL) {
            Some(text) => (text, "goal"),
            None => (text, "start"),
        };
        let (stem, metric) = text.split_once('.')?;
        let (name, fingerprint) = stem.rsplit_once('-')?;
        let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        (is_metric(metric)
            && fingerprint.len() == FINGERPRINT_LENGTH
            && fingerprint.bytes().all(hex)
            && !name.is_empty()
            && name.bytes().all(plain))
        .then_some(FolderName {
            name,
            metric,
            direction,
            kind,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sample::{FOLDER, header};

    #[test]
    fn a_folder_has_a_plain_name_that_says_what_is_in_it() {
        assert_eq!(folder_name(&header(), Kind::Marks), FOLDER);
        let plain = Header {
            name: "../\u{e9}.x".to_owned(),
            direction: "start".to_owned(),
            ..header()
        };
        assert_eq!(
            folder_name(&plain, Kind::Marks),
            "-----x-1f1f1f1f1f1f1f1f.step"
        );
        for kind in [Kind::Marks, Kind::Frontiers] {
            for header in [&header(), &plain] {
                let name = folder_name(header, kind);
                let parsed = FolderName::parse(&name).unwrap();
                assert_eq!((parsed.kind, parsed.direction), (kind, &*header.direction));
            }
        }
        let parsed = FolderName::parse(FOLDER).unwrap();
        assert_eq!(
            (parsed.name, parsed.metric, parsed.direction),
            ("tiles-4x4", "step", "goal")
        );
        for name in [
            "",
            "..",
            "a-1f1f1f1f1f1f1f1f",
            "a-1f1f1f1f1f1f1f1.step",
            "a-1F1f1f1f1f1f1f1f.step",
            "-1f1f1f1f1f1f1f1f.step",
            "a/b-1f1f1f1f1f1f1f1f.step",
            "a-1f1f1f1f1f1f1f1f.step/",
            "a-1f1f1f1f1f1f1f1f.step.x",
            "a-1f1f1f1f1f1f1f1f.step.frontier.from-goal",
            "a-1f1f1f1f1f1f1f1f.",
        ] {
            assert_eq!(FolderName::parse(name), None, "{name}");
        }
    }
}
