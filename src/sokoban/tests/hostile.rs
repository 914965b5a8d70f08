//! Damaged and hostile texts give errors, never a panic.

use slidewise_sokoban::{Collection, Level, read_lurd, replay_lurd};

const TEXT: &str = "; One\n\n####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\nAuthor: N. N.\n\
                    Comment:\ntext\nComment-End:\n; Two\n5#|#@$.#|5#\n";
const BYTES: &[u8] = b"#@+$*. -_|:/;09\n\r\tAxu\xff\xc3(";

/// Draws numbers below a bound, by the generator xorshift64 (Marsaglia, 2003).
fn drawn_below(seed: u64) -> impl FnMut(usize) -> usize {
    let mut random = seed;
    move |bound| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random as usize % bound
    }
}

/// Changes, inserts or removes this many bytes.
fn damage(
    bytes: &mut Vec<u8>,
    count: usize,
    others: &[u8],
    below: &mut impl FnMut(usize) -> usize,
) {
    for _ in 0..count {
        let at = below(bytes.len());
        match below(3) {
            0 => bytes[at] = others[below(others.len())],
            1 => bytes.insert(at, others[below(others.len())]),
            _ => drop(bytes.remove(at)),
        }
    }
}

#[test]
fn changed_texts_are_read_or_refused() {
    let mut below = drawn_below(0x2545_f491_4f6c_dd1d);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes = TEXT.as_bytes().to_vec();
        let count = below(4) + 1;
        damage(&mut bytes, count, BYTES, &mut below);
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
    let mut below = drawn_below(0x9e37_79b9_7f4a_7c15);
    let (mut known, mut faulty) = (0, 0);
    for text in [slc, json, legend, "[[[[[[[[[[[[[\"#\"]]]]]]]]]]]]]"] {
        for _ in 0..3_000 {
            let mut bytes = text.as_bytes().to_vec();
            let count = below(4);
            damage(&mut bytes, count, b"<>&\"[]{}\\,:#@$ \n\t\xff", &mut below);
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
