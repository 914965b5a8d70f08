//! Sequences of the OEIS that `docs/records` continues: the terms as read stand in
//! `tests/figures/oeis.json`.

use super::program::Program;
use serde::Deserialize;
use std::fs;
use std::path::Path;

/// A sequence as the OEIS has it.
#[derive(Deserialize)]
struct Sequence {
    number: String,
    offset: u64,
    terms: Vec<u64>,
}

/// The terms of A046164 that a second visit of the start makes too small, as they should be.
const MENDED: [(u64, u64); 3] = [(21, 87_390), (22, 283_462), (23, 910_154)];

fn sequences() -> Vec<Sequence> {
    serde_json::from_str(include_str!("../figures/oeis.json")).unwrap()
}

#[test]
fn the_continued_sequences_begin_with_the_known_terms() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/records");
    let sequences = sequences();
    assert_eq!(sequences.len(), 6);
    for Sequence {
        number,
        offset,
        terms,
    } in sequences
    {
        let name = format!("{}.txt", number.replace('A', "b"));
        let text = fs::read_to_string(folder.join(&name)).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let listed: Vec<(u64, u64)> = lines
            .map(|line| {
                let (n, term) = line.split_once(' ').unwrap();
                (n.parse().unwrap(), term.parse().unwrap())
            })
            .collect();
        assert!(listed.len() > terms.len(), "{name}: {}", listed.len());
        for (n, &(own, term)) in (offset..).zip(&listed) {
            assert_eq!(own, n, "{name}");
            let known = terms.get((n - offset) as usize).copied();
            let mended = MENDED.into_iter().find(|&(at, _)| at == n);
            let expected = match mended {
                Some((_, mended)) if number == "A046164" => Some(mended),
                _ => known,
            };
            assert_eq!(term, expected.unwrap_or(term), "{name}: {n}");
        }
    }
}

#[test]
fn the_15_puzzle_from_other_cells_has_its_known_generations() {
    let program = Program::new();
    for (number, starts) in [
        (
            "A090164",
            [
                "1 2 3 4:5 . 6 7:8 9 10 11:12 13 14 15",
                "1 2 3 4:5 6 7 8:9 10 . 11:12 13 14 15",
            ],
        ),
        (
            "A090165",
            [
                "1 . 2 3:4 5 6 7:8 9 10 11:12 13 14 15",
                "1 2 3 4:5 6 7 8:9 10 11 .:12 13 14 15",
            ],
        ),
    ] {
        let sequence = sequences().into_iter().find(|own| own.number == number);
        let known: Vec<String> = sequence.unwrap().terms[..=16]
            .iter()
            .map(u64::to_string)
            .collect();
        for start in starts {
            let explored = program.json(&[
                "explore",
                "tiles:4x4",
                "--start",
                start,
                "--engine",
                "frontier",
                "--max-generation",
                "16",
                "--no-store",
            ]);
            assert_eq!(explored["generations"], serde_json::json!(known), "{start}");
        }
    }
}

/// Most positions of a board in lines that is searched again.
const FEW: u64 = 2_000_000;

#[test]
fn boards_in_moves_of_rows_have_half_of_all_arrangements_and_those_of_new_searches() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/records");
    let program = Program::new();
    let mut searched = 0;
    for (rows, columns) in [
        (2, 2),
        (2, 3),
        (2, 4),
        (2, 5),
        (2, 6),
        (2, 7),
        (3, 3),
        (3, 4),
    ] {
        let name = format!("line-{rows}x{columns}.txt");
        let text = fs::read_to_string(folder.join(&name)).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let terms: Vec<String> = lines
            .enumerate()
            .map(|(n, line)| {
                let term = line.strip_prefix(&format!("{n} "));
                term.unwrap_or_else(|| panic!("{name}: {line}")).to_owned()
            })
            .collect();
        let all: u64 = terms.iter().map(|term| term.parse::<u64>().unwrap()).sum();
        assert_eq!(all, (1..=rows * columns).product::<u64>() / 2, "{name}");
        if all > FEW {
            continue;
        }
        let puzzle = format!("tiles:{rows}x{columns}");
        let words = ["explore", &puzzle, "--metric", "line", "--count-only"];
        let found = program.json(&[&words[..], &["--no-store"]].concat());
        let found: Vec<&str> = found["generations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|count| count.as_str().unwrap())
            .collect();
        assert_eq!(terms, found, "{name}");
        searched += 1;
    }
    assert_eq!(searched, 5);
}
