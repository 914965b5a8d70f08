//! A small board of any letters: rank and unrank are inverse, neighbours are mutual and none is its
//! own, in all metrics, wherever Start leads, and what one engine finds is proved.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slidewise::unstable::engine::search::{MemorySink, Run, Sink, StopFlag};
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::puzzle::Puzzle;
use slidewise::unstable::analysis::Claim;
use std::ops::ControlFlow;

/// What a byte stands for on the board.
const LETTERS: &[u8] = b"...#AABBCDEF";

fuzz_target!(|bytes: &[u8]| {
    let [shape, flags, cells @ ..] = bytes else {
        return;
    };
    let (rows, columns) = (1 + shape % 4, 1 + shape / 4 % 4);
    let mut cells = cells.iter();
    let mut text = String::from("start = '''\n");
    for _ in 0..rows {
        for _ in 0..columns {
            let byte = cells.next().copied().unwrap_or(0);
            text.push(char::from(LETTERS[usize::from(byte) % LETTERS.len()]));
        }
        text.push('\n');
    }
    text.push_str("'''\n");
    for (bit, line) in [
        "distinct = true\n",
        "units = ['A']\n",
        "horizontal = ['B']\n",
        "vertical = ['C']\n",
        "[[rule]]\nnever = 'adjacent'\npieces = ['D', 'E']\n",
        "[[rule]]\nnever = 'exposed'\npiece = 'D'\nfrom = 'E'\ntoward = 'up'\nshields = ['F']\n",
    ]
    .iter()
    .enumerate()
    {
        if flags >> bit & 1 == 1 {
            text.push_str(line);
        }
    }
    let Ok(puzzle) = Puzzle::from_toml("fuzz", "fuzz.toml", &text) else {
        return;
    };
    for metric in Metric::ALL {
        let Ok(graph) = Graph::new(&puzzle, &puzzle.start, metric) else {
            continue;
        };
        if graph.len() > 20_000 {
            return;
        }
        let start = graph.index_of(&puzzle.start).expect("Start is legal");
        let mut memory = MemorySink::new(graph.len()).expect("it is small");
        let sources = [start];
        let run = Run::new(&graph, &sources);
        run.explore(&mut memory, &mut |_| ControlFlow::Continue(()))
            .expect("memory does not fail");
        let mut neighbours = graph.neighbours();
        let reached = (0..graph.len()).filter(|&index| memory.marks().get(index) != 0);
        for index in reached.take(50) {
            assert_eq!(graph.index_of(&graph.configuration(index)), Some(index));
            let mut found = Vec::new();
            neighbours.for_each(index, |neighbour| found.push(neighbour));
            for neighbour in found {
                assert_ne!(neighbour, index);
                let mut is_mutual = false;
                neighbours.for_each(neighbour, |back| is_mutual |= back == index);
                assert!(is_mutual, "{index} and {neighbour} of\n{text}");
            }
        }
        let claim = Claim {
            graph: &graph,
            sources: &sources,
            marks: memory.marks(),
            counts: memory.counts(),
            is_complete: true,
            threads: 1,
            stop: StopFlag::never(),
        };
        claim.prove().expect("what was found is right");
    }
});
