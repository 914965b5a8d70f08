//! Damaged and hostile texts give errors, never a panic.

use slidewise_sokoban::{Collection, Level, read_lurd, replay_lurd};

const TEXT: &str = "; One\n\n####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\nAuthor: N. N.\n\
                    Comment:\ntext\nComment-End:\n; Two\n5#|#@$.#|5#\n";
const BYTES: &[u8] = b"#@+$*. -_|:/;09\n\r\tAxu\xff\xc3(";

#[test]
fn changed_texts_are_read_or_refused() {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |bound: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random as usize % bound
    };
    let (mut good, mut bad) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes = TEXT.as_bytes().to_vec();
        for _ in 0..=below(4) {
            let at = below(bytes.len());
            match below(3) {
                0 => bytes[at] = BYTES[below(BYTES.len())],
                1 => bytes.insert(at, BYTES[below(BYTES.len())]),
                _ => {
                    bytes.remove(at);
                }
            }
        }
        let Ok(read) = Collection::read(&bytes) else {
            bad += 1;
            continue;
        };
        for entry in &read.entries {
            let Ok(level) = entry.level() else {
                bad += 1;
                continue;
            };
            good += 1;
            // What is written is read again as the same.
            let text = level.write_position(level.start());
            assert_eq!(&level.read_position(&text).unwrap(), level.start());
            let again = Level::read(&text).unwrap();
            assert_eq!(again.start(), level.start());
        }
    }
    assert!(good > 1000 && bad > 1000, "{good} good, {bad} bad");
}

#[test]
fn changed_files_of_every_form_are_known_or_not() {
    let slc = "<SokobanLevels><LevelCollection><Level Id=\"a\"><L>#####</L><L>#@$.#</L>\
               <L>#####</L></Level></LevelCollection></SokobanLevels>";
    let json = "{\"name\": \"a\", \"rows\": [\"#####\", \"#@$.#\", \"#####\"]}";
    let legend = "\u{feff}Maze\nXXXXX\nX@ .X\nX * X\nXXXXX\n";
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |bound: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random as usize % bound
    };
    let (mut known, mut faulty) = (0, 0);
    for text in [slc, json, legend, "[[[[[[[[[[[[[\"#\"]]]]]]]]]]]]]"] {
        for _ in 0..3_000 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..below(4) {
                let at = below(bytes.len());
                match below(3) {
                    0 => bytes[at] = b"<>&\"[]{}\\,:#@$ \n\t\xff"[below(18)],
                    1 => bytes.insert(at, b"<>&\"[]{}\\,:#@$ \n\t\xff"[below(18)]),
                    _ => drop(bytes.remove(at)),
                }
            }
            match Collection::recognized(&bytes) {
                Some(Ok(read)) => {
                    known += 1;
                    assert!(!read.entries.is_empty());
                    read.entries.iter().for_each(|own| drop(own.level()));
                }
                Some(Err(error)) => {
                    faulty += 1;
                    assert!(!error.to_string().contains('\n'), "{error}");
                }
                None => {}
            }
        }
    }
    assert!(
        known > 1000 && faulty > 1000,
        "{known} known, {faulty} faulty"
    );
}

#[test]
fn sizes_are_limited() {
    assert!(Level::read(&"9999999999999999999999#".repeat(9)).is_err());
    assert!(Level::read(&"#\n".repeat(1000)).is_err());
    assert!(Level::read(&"250#|".repeat(251)).is_err());
    assert!(Level::read("").is_err() && Level::read("|||").is_err());
    assert!(Collection::read(&vec![b'#'; 1 << 24]).is_err());
    assert!(read_lurd("999999999r").is_err());
    assert!(replay_lurd(&[], "u").is_err());
}
