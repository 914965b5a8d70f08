//! What calls of the library keep to: the memory that they may take, and the wish that they stop.

use slidewise::unstable::analysis::{
    Components, ComponentsError, Count, CountError, CsrGraph, CsrGraphError,
};
use slidewise::unstable::app::StopToken;
use slidewise::unstable::engine::graph::{Graph, GraphLimits, Metric};
use slidewise::unstable::engine::search::{
    CountSink, EngineChoice, Event, OutOfResources, Resources, Run, SearchEnd, StopFlag,
};
use slidewise::unstable::puzzle::Puzzle;
use slidewise::unstable::recount::{Measurand, RecountError, Recounter, figures};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

fn graph_of(name: &str) -> (Graph, u64) {
    let puzzle = Puzzle::open(name).unwrap();
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
    let start = graph.index_of(&puzzle.start).unwrap();
    (graph, start)
}

#[test]
fn a_sparse_search_stops_within_a_generation() {
    let (graph, start) = graph_of("tiles:3x4");
    let stop = AtomicBool::new(false);
    let sources = [start];
    let run = Run {
        engine: EngineChoice::sparse(),
        stop: &stop,
        ..Run::new(&graph, &sources)
    };
    let mut late = None;
    let outcome = run.explore(&mut CountSink::default(), &mut |event| {
        match event {
            Event::Working { .. } => stop.store(true, Ordering::Relaxed),
            Event::Found { generation, .. } if stop.load(Ordering::Relaxed) => {
                late = Some(generation);
            }
            _ => {}
        }
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.unwrap().ended, SearchEnd::Interrupted);
    assert_eq!(late, None);
}

#[test]
fn no_run_needs_less_than_the_building_of_its_index_took() {
    let (graph, _) = graph_of("layton-17-a-troublesome-table");
    let building = graph.building_bytes();
    let sparse = EngineChoice::sparse();
    // Its patterns are few beside the nodes that are made on the way to them.
    for needs in [
        Resources::of(&graph, &sparse),
        Resources::to_count(&graph, &sparse),
    ] {
        assert_eq!(needs.min_memory_bytes, building);
        assert!(needs.check(Some(building), None).is_ok());
        let refused = needs.check(Some(building - 1), None);
        assert!(matches!(refused, Err(OutOfResources::Memory { .. })));
    }
}

#[test]
fn a_component_and_a_recount_stop() {
    let (graph, start) = graph_of("lane-rouge");
    let stop = StopToken::default();
    stop.stop();
    let found = CsrGraph::of(&graph, start, &stop);
    assert!(matches!(found, Err(CsrGraphError::Interrupted)));
    let open = |name: &str| Puzzle::open(name);
    let mut desk = Recounter::new(&open, 1, &stop);
    let figures = figures();
    let mut quick = figures
        .iter()
        .filter(|figure| matches!(figure.measure, Measurand::Reached) && !figure.slow);
    let recounted = desk.recount(quick.next().unwrap());
    assert!(matches!(recounted, Err(RecountError::Interrupted)));
}

#[test]
fn components_and_counts_keep_to_their_memory() {
    let rest = "......\n".repeat(5);
    let text = format!("start = '''\nABC...\n{rest}'''\ndistinct = true\n");
    let three = Puzzle::from_toml("three", "three.toml", &text).unwrap();
    let of = |memory| Components::of(&three, Some(memory), StopFlag::never(), &mut |_, _| {});
    let Err(ComponentsError::OutOfResources(OutOfResources::Memory { needed, .. })) = of(1) else {
        panic!("a byte will not do");
    };
    let short = of(needed).map(|found| found.count());
    assert!(
        matches!(short, Err(ComponentsError::TooManyPatterns { .. })),
        "{short:?}"
    );
    assert!(of(needed + (1 << 20)).is_ok());

    let checkmate = Puzzle::open("checkmate").unwrap();
    assert!(matches!(
        Count::of(&checkmate, 60_000),
        Err(CountError::TooManyPatterns { most: 800.., .. })
    ));
    assert!(Count::of(&checkmate, 1 << 20).is_ok());
}

#[test]
fn tables_take_no_more_than_the_graph_was_allowed() {
    let puzzle = Puzzle::open("lane-rouge").unwrap();
    let none = GraphLimits {
        table_bytes: 0,
        ..GraphLimits::default()
    };
    let mut graph = Graph::within(&puzzle, &puzzle.start, Metric::Step, none).unwrap();
    graph.allow_tables(u64::MAX);
    assert!(graph.build_half_boards(u64::MAX).is_none());
}
