//! The files of a store with any bytes: they are refused, or a run goes on from them, and nothing
//! panics. What passes for finished and without a fault has the marks and the generations of the
//! right one, whether it was found so or a run ended so. The first byte names a file, the others
//! are its content, or what is changed in a good one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slidewise::unstable::engine::search::{Run, header_of};
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::puzzle::{Puzzle, Sources};
use slidewise::unstable::store::{Access, Header, Store};
use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;

const FILES: [&str; 5] = ["header", "log", "marks", "last", "sums"];

struct Good {
    graph: Graph,
    header: Header,
    start: u64,
    /// The files of a finished store, and of one that is not.
    stores: [HashMap<&'static str, Vec<u8>>; 2],
    /// The sizes of the generations.
    generations: Vec<u64>,
}

fn explore(root: &Path, header: &Header, graph: &Graph, start: u64, last: Option<u64>) {
    if let Ok(mut store) = Store::open(root, header, Access::Write { fresh: false }) {
        let sources = [start];
        let run = Run {
            max_generation: last,
            ..Run::new(graph, &sources)
        };
        // Damage that is met on the way is an error.
        let _ = run.explore(&mut store, &mut |_| ControlFlow::Continue(()));
    }
}

static GOOD: LazyLock<Good> = LazyLock::new(|| {
    let puzzle = Puzzle::open("tiles:2x3").expect("it is small");
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).expect("it is small");
    let start = graph.index_of(&puzzle.start).expect("Start is legal");
    let header = header_of(&graph, Sources::Start);
    let stores = [None, Some(7)].map(|last| {
        let root = tempfile::tempdir().expect("a folder");
        explore(root.path(), &header, &graph, start, last);
        let folder = root.path().join(Store::folder_name(&header));
        let read = |name| (name, fs::read(folder.join(name)).expect("it is there"));
        FILES.map(read).into_iter().collect()
    });
    let root = tempfile::tempdir().expect("a folder");
    explore(root.path(), &header, &graph, start, None);
    let generations = Store::open(root.path(), &header, Access::Read)
        .expect("it was just made")
        .generations()
        .to_vec();
    Good {
        graph,
        header,
        start,
        stores,
        generations,
    }
});

fuzz_target!(|bytes: &[u8]| {
    let [kind, bytes @ ..] = bytes else {
        return;
    };
    let good = &*GOOD;
    let name = FILES[usize::from(kind % 5)];
    let store = &good.stores[usize::from(kind / 5 % 2)];
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join(Store::folder_name(&good.header));
    fs::create_dir(&folder).expect("it can be made");
    for (file, content) in store {
        let mut content = content.clone();
        if *file == name {
            if kind / 10 % 2 == 0 {
                content = bytes.to_vec();
            } else {
                for change in bytes.chunks_exact(3) {
                    let at = usize::from(u16::from_le_bytes([change[0], change[1]]));
                    let length = content.len();
                    if at < length {
                        content[at] ^= change[2];
                    } else {
                        content.truncate(length - length.min(usize::from(change[2])));
                    }
                }
            }
        }
        fs::write(folder.join(file), content).expect("it can be written");
    }
    judge(root.path(), good);
    let _ = Store::list(root.path());
    explore(root.path(), &good.header, &good.graph, good.start, None);
    judge(root.path(), good);
});

/// What passes for right is right.
fn judge(root: &Path, good: &Good) {
    let Ok(store) = Store::open(root, &good.header, Access::Read) else {
        return;
    };
    let findings = store.examine();
    let last = store.last();
    if store.is_complete() && findings.problems.is_empty() && last.is_ok() {
        assert_eq!(store.generations(), good.generations);
        let marks = fs::read(root.join(Store::folder_name(&good.header)).join("marks"));
        assert!(marks.expect("it was read before") == good.stores[0]["marks"]);
    }
}
