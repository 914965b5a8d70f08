//! Damaged texts: each is read or refused, and nothing panics.

use super::*;

/// Number of damaged texts that are read.
const DAMAGED: usize = 2_000;

/// A generator of random numbers below a bound (xorshift, Marsaglia 2003).
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |end| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % end.max(1)
    }
}

/// A text with one to three characters or lines changed, removed, doubled or moved.
fn damaged(text: &str, other: &str, below: &mut impl FnMut(usize) -> usize) -> String {
    const PIECES: [&str; 24] = [
        "99999999999999999999",
        "18446744073709551615",
        "4294967296",
        "-1",
        "0",
        "7",
        " ",
        "\n",
        "\n\n",
        "\t",
        "\r\n",
        ",",
        "#",
        ".",
        "_",
        "x",
        "X",
        ">",
        "^",
        ":",
        "=",
        "é",
        "\u{feff}",
        "\u{0}",
    ];
    let mut text = text.to_owned();
    for _ in 0..=below(3) {
        let places: Vec<usize> = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect();
        let (one, two) = (places[below(places.len())], places[below(places.len())]);
        let (from, to) = (one.min(two), one.max(two));
        let next = text[from..]
            .chars()
            .next()
            .map_or(from, |c| from + c.len_utf8());
        let lines: Vec<&str> = text.split_inclusive('\n').chain([""]).collect();
        let line = lines[below(lines.len())].to_owned();
        match below(9) {
            0 => text.replace_range(from..next, ""),
            1 => text.replace_range(from..next, PIECES[below(PIECES.len())]),
            2 => text.insert_str(from, PIECES[below(PIECES.len())]),
            3 => text.insert_str(from, &line),
            4 => text = text.replacen(&line, "", 1),
            5 if to - from < 20 => text.replace_range(from..to, ""),
            5 => text.truncate(from),
            6 => {
                let part = text[from..to].to_owned();
                text.insert_str(from, &part);
            }
            7 => text = lines.iter().map(|line| format!(" {line}")).collect(),
            _ => text += &other[..other.char_indices().nth(below(99)).map_or(0, |(at, _)| at)],
        }
    }
    text
}

#[test]
fn damaged_texts_are_read_or_refused_in_every_format() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/samples/formats");
    let mut samples: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    samples.sort();
    assert!(samples.len() > 40);
    let mut below = random(0x5eed);
    let mut read = 0;
    for number in 0..DAMAGED {
        let (name, sample) = &samples[number % samples.len()];
        let other = &samples[below(samples.len())].1;
        let text = damaged(sample, other, &mut below);
        let goal = damaged(other, sample, &mut below);
        let (has_exit, has_goal) = (below(6) == 0, below(6) == 0);
        let side = [ExitSide::Top, ExitSide::Left][below(2)];
        let goal_file = GoalFile {
            file: "goal.txt",
            text: &goal,
        };
        let options = ImportOptions {
            exit: has_exit.then_some(side),
            goal: has_goal.then_some(goal_file),
            is_recognized: below(2) == 0,
        };
        let of = SourceFormat::of(&text);
        for form in [of, SourceFormat::ALL[below(SourceFormat::ALL.len())]] {
            let mut take = |own: ConvertedPuzzle| {
                read += 1;
                let again = Puzzle::from_toml(&own.name, "x.toml", &own.text).unwrap();
                assert_eq!(again.start, own.puzzle.start, "{text}");
                let lines = text.lines().count();
                assert!(
                    own.puzzle.remarks.iter().all(|remark| remark.line <= lines),
                    "{text}"
                );
            };
            if let Err(error) = each(&text, name, form, &options, &mut take) {
                let file = if error.file() == Some("goal.txt") {
                    &goal
                } else {
                    &text
                };
                let lines = file.split('\n').count();
                assert!(!error.faults().is_empty(), "{text}");
                assert!(
                    error.faults().iter().all(|own| own.line <= lines),
                    "{text}{error}"
                );
            }
        }
        let _ = Puzzle::from_text(name, &text);
    }
    assert!(read > DAMAGED / 10, "{read}");
}
