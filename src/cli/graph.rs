//! `slidewise graph PUZZLE`: the state graph as a file for other programs, or as a picture.

use super::CommandResult;
use super::arguments::{Common, Graph as Words, NetworkFormat, Table};
use super::draft::{Destination, Draft, failed};
use super::output::Output;
#[cfg(feature = "pictures")]
use super::portrait;
use super::session::{explorer_for, open_searched};
use super::tour::{Ended, Searches, Size, Tour};
use super::wish::stop_flag;
use slidewise_analysis::{Goals, Met, Move};
use slidewise_app::Problem;
#[cfg(feature = "parquet")]
use slidewise_render::graph_files::Parquet;
use slidewise_render::graph_files::{Csv, Dot, GraphMl, Link, NetworkWriter, Node, Subject};
use slidewise_render::{counted, human_bytes, json};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes the graph of a puzzle, or a part of it.
pub fn run(common: &Common, words: &Words) -> CommandResult {
    let format = format_of(words)?;
    let targets = targets_of(common, words, format)?;
    let destinations = destinations_of(targets, words)?;
    let puzzle = open_searched(common, &words.searched)?;
    let numbered = explorer_for(common, &words.searched, &puzzle)?.number()?;
    // A signal is to find what is begun, and to remove it.
    stop_flag();
    // Before what may take long: a file that cannot be written is told at once.
    let mut outputs = Outputs::begin(destinations)?;
    let searches = Searches::of(numbered, words)?;
    let goals = Goals::of(&searches.numbered.graph);
    let tour = Tour::of(common, words, &searches, &goals)?;
    #[cfg(feature = "pictures")]
    if format.is_picture() {
        let is_png = format == NetworkFormat::Png;
        let draft = outputs.drafts.pop().map(|(_, draft)| draft);
        return portrait::draw(&tour, words, is_png, draft);
    }
    let subject = Subject {
        puzzle: &puzzle.name,
        metric: common.metric.name(),
    };
    let written = outputs
        .writer(format, &subject)
        .and_then(|mut writer| write(&tour, writer.as_mut()));
    let size = match written {
        Ok(size) => size,
        // The reader has closed the pipe: it has seen enough.
        Err(Ended::Io(error))
            if outputs.drafts.is_empty() && error.kind() == io::ErrorKind::BrokenPipe =>
        {
            return Ok(Output::of_text(String::new()));
        }
        Err(Ended::Io(error)) => return Err(outputs.failure(error)),
        Err(other) => return Err(other.into()),
    };
    if let Some(damage) = common.alarms.raised() {
        return Err(damage.into());
    }
    report(&tour, format.name(), size, outputs.keep()?)
}

/// The format that the words name, or else the end of the file's name.
fn format_of(words: &Words) -> Result<NetworkFormat, Problem> {
    if let Some(format) = words.format {
        return Ok(format);
    }
    let ending = words.out.as_deref().and_then(Path::extension);
    let ending = ending.map(|ending| ending.to_string_lossy().to_lowercase());
    let known = ending.and_then(|ending| NetworkFormat::of_ending(&ending));
    known.ok_or_else(|| {
        Problem::of_input(
            match &words.out {
                Some(out) => format!("the ending of {} names no format", out.display()),
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
) -> Result<Vec<Target>, Problem> {
    let file = words.out.clone().filter(|out| out.as_os_str() != "-");
    #[cfg(feature = "pictures")]
    if words.colour.is_some() && !format.is_picture() {
        return Err(Problem::of_input(
            format!("{} has no colours", format.name()),
            "leave --colour out; svg and png are pictures",
        ));
    }
    if words.table.is_some() && !format.is_tables() {
        return Err(Problem::of_input(
            format!("{} has no tables", format.name()),
            "leave --table out; csv and parquet have one of nodes and one of edges",
        ));
    }
    if file.is_none() && format.is_binary() {
        return Err(Problem::of_input(
            format!("{} is not for reading in a terminal", format.name()),
            "give a file with --out FILE",
        ));
    }
    if file.is_none() && common.json {
        return Err(Problem::of_input(
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
        (None, None) => Err(Problem::of_input(
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

/// A table, if it is one, and where it may be written to; none for stdout.
type Placed = (Option<Table>, Option<Destination>);

/// The destinations of what is to be written.
fn destinations_of(targets: Vec<Target>, words: &Words) -> Result<Vec<Placed>, Problem> {
    // Either all have a file, or one goes to stdout.
    let names = targets.iter().filter_map(|target| target.file.clone());
    let inputs = &[&words.searched.puzzle];
    let mut all = Destination::all(names, inputs, words.replace.force)?.into_iter();
    Ok(targets
        .into_iter()
        .map(|target| (target.table, all.next()))
        .collect())
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

/// Writes all that a walk meets.
fn write(tour: &Tour<'_>, writer: &mut dyn NetworkWriter) -> Result<Size, Ended> {
    let (puzzle, graph) = (tour.puzzle(), &tour.numbered.graph);
    let start = tour.numbered.start();
    // The configuration whose edges come one after the other.
    let mut before = (start, puzzle.start.clone());
    let size = tour.walk(|met| {
        match met {
            Met::Vertex(vertex) => writer.node(&Node {
                index: vertex.index,
                generation: tour.generation_of(&vertex),
                finish: vertex.distances[1],
                position: &puzzle.write_position(&graph.configuration(vertex.index)),
                is_start: vertex.index == start,
                is_goal: tour.is_goal(&vertex),
            })?,
            Met::Edge { from, to } => {
                if before.0 != from {
                    before = (from, graph.configuration(from));
                }
                let after = graph.configuration(to);
                let own = Move::between(puzzle, graph.metric(), &before.1, &after)
                    .expect("what an edge joins is one apart");
                writer.link(&Link {
                    from,
                    to,
                    piece: &own.piece,
                    cell: &puzzle.board.name_of(puzzle.board.square_of(own.from)),
                    letters: &own.letters(),
                })?;
            }
        }
        Ok(())
    })?;
    writer.finish()?;
    Ok(size)
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
    fn begin(destinations: Vec<Placed>) -> Result<Outputs, Problem> {
        let mut outputs = Outputs {
            drafts: Vec::new(),
            on_stdout: None,
        };
        for (table, destination) in destinations {
            match destination {
                Some(destination) => outputs.drafts.push((table, Draft::new(destination)?)),
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
            // Pictures are drawn when all is met.
            #[cfg(feature = "pictures")]
            NetworkFormat::Svg | NetworkFormat::Png => {
                return Err(Ended::Io(io::ErrorKind::Unsupported.into()));
            }
            #[cfg(feature = "parquet")]
            NetworkFormat::Parquet => Box::new(Parquet::new(self.sink(nodes)?, self.sink(edges)?)?),
        })
    }

    fn failure(&self, error: io::Error) -> Problem {
        match self.drafts.first() {
            Some((_, draft)) => failed(draft.name(), &error),
            None => Ended::Io(error).into(),
        }
    }

    /// Gives the files their names.
    fn keep(self) -> Result<Vec<json::NetworkFile>, Problem> {
        let keep = |(table, draft): (Option<Table>, Draft)| {
            let file = draft.name().to_owned();
            Ok(written(&file, table, draft.keep()?))
        };
        self.drafts.into_iter().map(keep).collect()
    }
}

/// A file that was written.
pub fn written(file: &Path, table: Option<Table>, bytes: u64) -> json::NetworkFile {
    json::NetworkFile {
        file: file.display().to_string(),
        table: table.map(Table::name),
        bytes,
    }
}

/// Tells what was written.
pub fn report(
    tour: &Tour<'_>,
    format: &'static str,
    size: Size,
    files: Vec<json::NetworkFile>,
) -> CommandResult {
    if files.is_empty() {
        return Ok(Output::of_text(String::new()));
    }
    let metric = tour.numbered.graph.metric().name();
    let mut lines = vec![format!(
        "{}, in {metric}s: {}, {}",
        tour.puzzle().title,
        counted(size.nodes, "configuration"),
        counted(size.edges, "edge")
    )];
    lines.extend(
        files
            .iter()
            .map(|own| format!("{}: {}", own.file, human_bytes(own.bytes))),
    );
    let record = json::Network {
        puzzle: tour.puzzle().name.clone(),
        metric: metric.to_owned(),
        format,
        nodes: json::digits(size.nodes),
        edges: json::digits(size.edges),
        radius: size.radius,
        files,
    };
    Ok(Output::new(lines, &record))
}
