//! `slidewise graph PUZZLE`: the state graph as a file for other programs, or as a picture.

use super::arguments::{Common, Graph as Words, NetworkFormat, Table};
use super::draft::{Draft, failed};
use super::output::Output;
use super::progress::Spinner;
use super::session::{Session, stop_flag};
use super::{CommandResult, Failure};
#[cfg(feature = "parquet")]
use crate::present::network::Parquet;
use crate::present::network::{Csv, Dot, GraphMl, Link, NetworkWriter, Node, Subject};
use crate::present::{counted, human_bytes, json};
use crate::query::{Ball, BallError, Gauge, Goals, Met, Move, Vertex};
use crate::store::Store;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes the graph of a puzzle, or a part of it.
pub fn run(common: &Common, words: &Words) -> CommandResult {
    let format = format_of(words)?;
    let targets = targets_of(common, words, format)?;
    let session = Session::of(common, &words.searched)?;
    let searches = Searches::of(&session, words)?;
    let goals = Goals::of(&session.graph);
    let tour = Tour::of(&session, words, &searches, &goals)?;
    let mut outputs = Outputs::begin(targets)?;
    let subject = Subject {
        puzzle: &session.puzzle.name,
        title: &session.puzzle.title,
        metric: common.metric.name(),
    };
    let written = outputs
        .writer(format, &subject)
        .and_then(|mut writer| tour.write(writer.as_mut()));
    let size = match written {
        Ok(size) => size,
        // Whoever reads it has seen enough.
        Err(Ended::Io(error))
            if outputs.drafts.is_empty() && error.kind() == io::ErrorKind::BrokenPipe =>
        {
            return Ok(Output::of_nothing());
        }
        Err(Ended::Io(error)) => return Err(outputs.failure(&error)),
        Err(Ended::Ball(error)) => return Err(error.into()),
        Err(Ended::Interrupted) => return Err(interrupted()),
    };
    if let Some(damage) = common.alarms.raised() {
        return Err(damage.into());
    }
    report(&session, format, size, outputs.keep()?)
}

/// The format that the words name, or else the end of the file's name.
fn format_of(words: &Words) -> Result<NetworkFormat, Failure> {
    if let Some(format) = words.format {
        return Ok(format);
    }
    let ending = words.out.as_deref().and_then(Path::extension);
    let ending = ending.map(|ending| ending.to_string_lossy().to_lowercase());
    let known = ending.and_then(|ending| NetworkFormat::of_ending(&ending));
    known.ok_or_else(|| {
        Failure::of_input(
            match &words.out {
                Some(out) => format!("{} does not say what it is to be", out.display()),
                None => "neither --format nor --out says what is to be written".to_owned(),
            },
            format!("--format is one of {}", NetworkFormat::names().join(", ")),
        )
    })
}

/// Something to be written: which table, if it is one, and its file; none for stdout.
struct Target {
    table: Option<Table>,
    file: Option<PathBuf>,
}

/// What is to be written, and where.
fn targets_of(
    common: &Common,
    words: &Words,
    format: NetworkFormat,
) -> Result<Vec<Target>, Failure> {
    let file = words.out.clone().filter(|out| out.as_os_str() != "-");
    if words.table.is_some() && !format.is_tables() {
        return Err(Failure::of_input(
            format!("{} has no tables", format.name()),
            "leave --table out; csv and parquet have one of nodes and one of edges",
        ));
    }
    if file.is_none() && format.is_binary() {
        return Err(Failure::of_input(
            format!("{} is not for reading in a terminal", format.name()),
            "give a file with --out FILE",
        ));
    }
    if file.is_none() && common.json {
        return Err(Failure::of_input(
            "with --json nothing else may be on stdout",
            "give a file with --out FILE",
        ));
    }
    let single = |table| {
        vec![Target {
            table,
            file: file.clone(),
        }]
    };
    match (words.table, &file) {
        (Some(table), _) => Ok(single(Some(table))),
        (None, _) if !format.is_tables() => Ok(single(None)),
        (None, None) => Err(Failure::of_input(
            format!(
                "{} has two tables, and stdout has room for one",
                format.name()
            ),
            "--table nodes or --table edges writes one of them; --out FILE writes both",
        )),
        (None, Some(file)) => Ok(Table::BOTH
            .map(|table| Target {
                table: Some(table),
                file: Some(table_file(file, table, format)),
            })
            .into()),
    }
}

/// The file of one of two tables: `graph.nodes.csv` for `graph.csv`.
fn table_file(file: &Path, table: Table, format: NetworkFormat) -> PathBuf {
    let has_ending = file
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case(format.name()));
    let stem = if has_ending {
        file.with_extension("")
    } else {
        file.to_owned()
    };
    let mut name = stem.into_os_string();
    name.push(format!(".{}.{}", table.name(), format.name()));
    name.into()
}

/// The searches that tell distances.
struct Searches {
    from_start: Option<Store>,
    from_goal: Option<Store>,
}

impl Searches {
    /// Makes those that the words need.
    fn of(session: &Session<'_>, words: &Words) -> Result<Searches, Failure> {
        let mut fresh = words.searched.fresh;
        let mut from_goal = None;
        if !words.no_finish {
            match session.search_from_goal(fresh) {
                Ok(store) => {
                    from_goal = Some(store);
                    fresh = false;
                }
                // No goal, or none that can be reached: then there is no distance.
                Err(failure) if failure.code > 1 => {}
                Err(failure) => return Err(without_finish(failure)),
            }
        }
        let from_start = match &words.around {
            // From Start the walk itself tells them.
            None => None,
            Some(_) => Some(session.search_from_start(fresh)?),
        };
        Ok(Searches {
            from_start,
            from_goal,
        })
    }
}

/// The failure of a search that can be done without.
fn without_finish(failure: Failure) -> Failure {
    if stop_flag().load(Ordering::Relaxed) {
        return failure;
    }
    let hint = "--no-finish leaves out the distances to Finish, which need a search of all";
    Failure {
        hint: format!("{}; {hint}", failure.hint),
        ..failure
    }
}

/// A walk through a part of the graph that tells of all it meets.
struct Tour<'s> {
    session: &'s Session<'s>,
    goals: &'s Goals<'s>,
    ball: Ball<'s>,
    /// Whether the centre is Start, so that radii are generations.
    is_from_start: bool,
    stop: &'static AtomicBool,
}

/// How much was met.
#[derive(Clone, Copy, Default)]
struct Size {
    nodes: u64,
    edges: u64,
    /// The largest distance from the centre.
    radius: u64,
}

/// Why a walk ended early.
enum Ended {
    Ball(BallError),
    Io(io::Error),
    Interrupted,
}

impl From<BallError> for Ended {
    fn from(error: BallError) -> Ended {
        Ended::Ball(error)
    }
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Ended {
        Ended::Io(error)
    }
}

impl From<BallError> for Failure {
    fn from(error: BallError) -> Failure {
        match error {
            BallError::Query(error) => error.into(),
            BallError::Shortage(shortage) => Failure {
                hint: "give more with --memory SIZE, or fewer generations with --max-generation N"
                    .to_owned(),
                ..shortage.into()
            },
        }
    }
}

impl<'s> Tour<'s> {
    fn of(
        session: &'s Session<'s>,
        words: &Words,
        searches: &'s Searches,
        goals: &'s Goals<'s>,
    ) -> Result<Tour<'s>, Failure> {
        let from_start = searches
            .from_start
            .as_ref()
            .map(|store| session.explored(store));
        let from_goal = searches
            .from_goal
            .as_ref()
            .map(|store| session.explored_from(goals, store));
        let (centre, radius) = match &words.around {
            None => (session.start_index(), words.max_generation),
            Some(text) => {
                let position = session.puzzle.read_position(text)?;
                let centre = session.graph.index_of(&position);
                let is_reached = |index: &u64| from_start.is_none_or(|from| from.has_seen(*index));
                let centre = centre.filter(is_reached);
                (
                    centre.ok_or_else(|| session.unreachable(&position))?,
                    words.radius,
                )
            }
        };
        let gauge = |explored: Option<_>| match explored {
            Some(explored) => Gauge::new(explored, centre),
            None => Ok(None),
        };
        let ball = Ball::new(&session.graph, centre)
            .within(radius)
            .gauged([gauge(from_start)?, gauge(from_goal)?])
            .in_memory(session.common.memory);
        Ok(Tour {
            session,
            goals,
            ball,
            is_from_start: words.around.is_none(),
            stop: stop_flag(),
        })
    }

    /// Gives `visit` all that is met, showing how far it is.
    fn walk(&self, mut visit: impl FnMut(Met) -> Result<(), Ended>) -> Result<Size, Ended> {
        let spinner = Spinner::new(self.session.common.quiet);
        let mut size = Size::default();
        let ended = self.ball.walk(|met| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Ended::Interrupted);
            }
            match met {
                Met::Vertex(vertex) => {
                    size.nodes += 1;
                    size.radius = vertex.radius;
                }
                Met::Edge { .. } => size.edges += 1,
            }
            if (size.nodes + size.edges).is_multiple_of(1 << 12) {
                spinner.show(format!(
                    "distance {}, {}, {}",
                    size.radius,
                    counted(size.nodes, "configuration"),
                    counted(size.edges, "edge")
                ));
            }
            visit(met)
        });
        spinner.end();
        ended.map(|()| size)
    }

    /// The distance of a vertex from Start, where it is known.
    fn generation_of(&self, vertex: &Vertex) -> Option<u64> {
        match self.is_from_start {
            true => Some(vertex.radius),
            false => vertex.distances[0],
        }
    }

    fn is_goal(&self, vertex: &Vertex) -> bool {
        match vertex.distances[1] {
            Some(distance) => distance == 0,
            None => self.goals.contains(vertex.index),
        }
    }

    /// Writes all that is met.
    fn write(&self, writer: &mut dyn NetworkWriter) -> Result<Size, Ended> {
        let Session { puzzle, graph, .. } = self.session;
        let start = self.session.start_index();
        let size = self.walk(|met| {
            match met {
                Met::Vertex(vertex) => writer.node(&Node {
                    index: vertex.index,
                    generation: self.generation_of(&vertex),
                    finish: vertex.distances[1],
                    position: &puzzle.write_position(&graph.configuration(vertex.index)),
                    is_start: vertex.index == start,
                    is_goal: self.is_goal(&vertex),
                })?,
                Met::Edge { from, to } => {
                    let (before, after) = (graph.configuration(from), graph.configuration(to));
                    let own = Move::between(puzzle, graph.metric(), &before, &after)
                        .expect("what an edge joins is one apart");
                    writer.link(&Link {
                        from,
                        to,
                        piece: &own.piece,
                        letters: &own.letters(),
                    })?;
                }
            }
            Ok(())
        })?;
        writer.finish()?;
        Ok(size)
    }
}

/// The failure of a walk that was stopped.
fn interrupted() -> Failure {
    Failure::of_run(
        "interrupted: no file is written",
        "the searches that it needs are kept, the walk begins anew",
    )
}

/// The outputs of a run.
struct Outputs {
    /// The files, with the tables that they are to hold.
    drafts: Vec<(Option<Table>, Draft)>,
    /// What goes to stdout instead.
    on_stdout: Option<Option<Table>>,
}

/// An output.
type Sink = Box<dyn Write + Send>;

impl Outputs {
    fn begin(targets: Vec<Target>) -> Result<Outputs, Failure> {
        let mut outputs = Outputs {
            drafts: Vec::new(),
            on_stdout: None,
        };
        for Target { table, file } in targets {
            match file {
                Some(file) => outputs.drafts.push((table, Draft::new(&file)?)),
                None => outputs.on_stdout = Some(table),
            }
        }
        Ok(outputs)
    }

    /// The output for a table, or for all where there are none.
    fn sink(&self, table: Option<Table>) -> io::Result<Option<Sink>> {
        if self.on_stdout == Some(table) {
            return Ok(Some(Box::new(BufWriter::with_capacity(
                1 << 16,
                io::stdout(),
            ))));
        }
        let draft = self.drafts.iter().find(|(own, _)| *own == table);
        draft
            .map(|(_, draft)| Ok(Box::new(BufWriter::new(draft.file()?)) as Sink))
            .transpose()
    }

    fn writer(
        &mut self,
        format: NetworkFormat,
        subject: &Subject<'_>,
    ) -> Result<Box<dyn NetworkWriter>, Ended> {
        let whole = || {
            let sink = self.sink(None)?;
            Ok::<Sink, io::Error>(sink.expect("a format without tables has one output"))
        };
        let [nodes, edges] = Table::BOTH.map(Some);
        Ok(match format {
            NetworkFormat::Graphml => Box::new(GraphMl::new(whole()?, subject)?),
            NetworkFormat::Dot => Box::new(Dot::new(whole()?, subject)?),
            NetworkFormat::Csv => Box::new(Csv::new(self.sink(nodes)?, self.sink(edges)?)?),
            #[cfg(feature = "parquet")]
            NetworkFormat::Parquet => Box::new(Parquet::new(self.sink(nodes)?, self.sink(edges)?)?),
        })
    }

    fn failure(&self, error: &io::Error) -> Failure {
        match self.drafts.first() {
            Some((_, draft)) => failed(draft.name(), error),
            None => Failure::of_run(
                format!("the output cannot be written: {error}"),
                "--out FILE writes to a file",
            ),
        }
    }

    /// Gives the files their names.
    fn keep(self) -> Result<Vec<json::NetworkFile>, Failure> {
        let keep = |(table, draft): (Option<Table>, Draft)| {
            Ok(json::NetworkFile {
                file: draft.name().display().to_string(),
                table: table.map(Table::name),
                bytes: draft.keep()?,
            })
        };
        self.drafts.into_iter().map(keep).collect()
    }
}

fn report(
    session: &Session<'_>,
    format: NetworkFormat,
    size: Size,
    files: Vec<json::NetworkFile>,
) -> CommandResult {
    if files.is_empty() {
        return Ok(Output::of_nothing());
    }
    let metric = session.common.metric.name();
    let mut lines = vec![format!(
        "{}, in {metric}s: {}, {}",
        session.puzzle.title,
        counted(size.nodes, "configuration"),
        counted(size.edges, "edge")
    )];
    lines.extend(
        files
            .iter()
            .map(|own| format!("{}: {}", own.file, human_bytes(own.bytes))),
    );
    let record = json::Network {
        puzzle: session.puzzle.name.clone(),
        metric: metric.to_owned(),
        format: format.name(),
        nodes: json::digits(size.nodes),
        edges: json::digits(size.edges),
        radius: size.radius,
        files,
    };
    Ok(Output::new(lines, &record))
}
