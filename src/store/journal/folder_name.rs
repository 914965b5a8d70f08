//! The name of a store's folder: `<name>-<fingerprint>.<metric>[.from-goal][.frontier|.count]`.
//!
//! On every system such a name is a single component of a path. Stores of different searches have
//! different names. Parsing accepts no other names.

use crate::journal::record::{Header, StoreKind, is_metric};

/// Largest number of characters of the puzzle's name in a folder's name.
const NAME_LENGTH: usize = 80;

/// Number of hexadecimal digits of the fingerprint in a folder's name.
const FINGERPRINT_LENGTH: usize = 16;

/// Suffix of a folder's name for a search that starts at the goals.
const FROM_GOAL: &str = ".from-goal";

/// Suffix of a folder's name for a store of run files.
const FRONTIER: &str = ".frontier";

/// Suffix of a folder's name for a store of counts.
const COUNT: &str = ".count";

/// Forms the name of the folder of a store, from its header and its kind.
pub(crate) fn folder_name(header: &Header, kind: StoreKind) -> String {
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
        StoreKind::Marks => "",
        StoreKind::Frontiers => FRONTIER,
        StoreKind::Counts => COUNT,
    };
    format!("{name}-{fingerprint}.{}{from}{kind}", header.metric)
}

/// The parts of the name of a store's folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FolderName<'a> {
    /// The puzzle's name, shortened, with `-` in place of special characters.
    pub name: &'a str,
    /// The name of the metric.
    pub metric: &'a str,
    /// Where the search starts: `start` or `goal`.
    pub direction: &'static str,
    /// The kind of the store.
    pub kind: StoreKind,
}

impl FolderName<'_> {
    /// Parses the name of a store's folder. Returns `None` for every other name.
    pub(crate) fn parse(text: &str) -> Option<FolderName<'_>> {
        let of_kind = |suffix, kind| Some((text.strip_suffix(suffix)?, kind));
        let (text, kind) = of_kind(FRONTIER, StoreKind::Frontiers)
            .or_else(|| of_kind(COUNT, StoreKind::Counts))
            .unwrap_or((text, StoreKind::Marks));
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
    use crate::sample::{FOLDER, header, header_with};

    #[test]
    fn a_folder_has_a_plain_name_that_says_what_is_in_it() {
        assert_eq!(folder_name(&header(), StoreKind::Marks), FOLDER);
        let plain = header_with(|header| {
            header.name = "../\u{e9}.x".to_owned();
            header.direction = "start".to_owned();
        });
        assert_eq!(
            folder_name(&plain, StoreKind::Marks),
            "-----x-1f1f1f1f1f1f1f1f.step"
        );
        for kind in StoreKind::ALL {
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
