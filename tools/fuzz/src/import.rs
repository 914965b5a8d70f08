//! Texts in any format: no panic, and each puzzle that is read has a puzzle file that means the
//! same. A text is also read in every format that a user may name.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slidewise::unstable::puzzle::import::{ImportOptions, SourceFormat, each};
use slidewise::unstable::puzzle::{ExitSide, Puzzle, SearchOrigin};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    // The first character decides about the options; the rest is the text.
    let Some(first) = text.chars().next() else {
        return;
    };
    let text = &text[first.len_utf8()..];
    let (start, goal) = text.split_once("\n=\n").unwrap_or((text, ""));
    let options = ImportOptions {
        exit: ExitSide::ALL.get(first as usize % 8).copied(),
        goal: (first as usize % 16 > 7).then_some(goal),
    };
    let found = SourceFormat::of(start);
    let plain = ImportOptions::default();
    for form in SourceFormat::ALL {
        for options in [&plain, &options] {
            let read = each(start, "fuzz.txt", form, options, &mut |own| {
                let again = Puzzle::from_toml(&own.name, "again.toml", &own.text)
                    .expect("the puzzle file of a converted puzzle is read");
                assert_eq!(
                    again.fingerprint(SearchOrigin::Goals),
                    own.puzzle.fingerprint(SearchOrigin::Goals)
                );
            });
            if let Err(error) = read {
                assert!(!error.to_string().is_empty());
            }
        }
    }
    let _ = (found, Puzzle::from_text("fuzz.txt", start));
});
