//! `slidewise graph PUZZLE`: the state graph as a file for other programs, or as a picture.

mod format_options;
pub(crate) mod level_network;
#[cfg_attr(not(feature = "pictures"), path = "../without/graph_picture.rs")]
mod picture;
mod picture_output;
mod placed_graph;
#[cfg(feature = "pictures")]
mod poster_boards;
mod report;
mod walk;

use crate::arguments::{CommonArgs, GraphArgs, GraphTable, NetworkFormat};
use crate::io::atomic_file::{AtomicFile, Destination, failed};
use crate::io::output::{CommandResult, Output};
use crate::io::setup::{explorer_for, open_searched};
use crate::io::signals::stop_flag;
use crate::io::waiting_writer::WaitingWriter;
use crate::serve;
use picture_output::PictureOutput;
use placed_graph::{PlacedGraph, PlacesWanted};
use report::{WrittenGraph, report, written};
use slidewise_analysis::{Goals, NeighborhoodItem};
use slidewise_app::Problem;
use slidewise_render::graph_files::parquet::ParquetWriter;
use slidewise_render::graph_files::{
    CsvWriter, DotWriter, GexfWriter, GraphHeader, GraphMlWriter, GraphWriter, NodeRow,
};
use slidewise_render::{EdgeWalk, json};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use walk::{DistanceSearches, GraphWalk, WalkError, WalkSize};

/// Writes the state graph of a puzzle, or a part of it.
pub(crate) fn run(common: &CommonArgs, args: &GraphArgs) -> CommandResult {
    let format = format_of(args)?;
    format.check_is_built()?;
    let targets = targets_of(common, args, format)?;
    let mut destinations = destinations_of(targets, args)?;
    if format == NetworkFormat::Html {
        let destination = destinations.pop().and_then(|(_, file)| file);
        return serve::write_graph(common, args, destination);
    }
    let puzzle = open_searched(common, &args.searched)?;
    let numbered = explorer_for(common, &args.searched, &puzzle)?.number()?;
    // The signal handler removes unfinished files, so install it before the first file is created.
    stop_flag();
    // The files are opened before the searches, which may take long: if a file cannot be written,
    // the command fails at once.
    let mut outputs = GraphOutputs::begin(destinations)?;
    let searches = DistanceSearches::of(numbered, args)?;
    let goals = Goals::of(&searches.numbered.graph);
    let walk = GraphWalk::of(common, args, &searches, &goals)?;
    if format.is_picture() {
        return picture::draw_graph(&walk, outputs.for_picture(common, args, format));
    }
    let wanted = PlacesWanted::of(common, args, format);
    let placed = wanted.map(|wanted| PlacedGraph::of_walk(&walk, wanted));
    let placed = placed.transpose()?;
    let subject = GraphHeader {
        puzzle: &puzzle.name,
        metric: common.metric.name(),
        is_directed: false,
        has_places: placed.is_some(),
    };
    let written = outputs
        .writer(format, &subject)
        .and_then(|mut writer| write(&walk, placed.as_ref(), writer.as_mut()));
    let size = match written {
        Ok(size) => size,
        // The reader of stdout has closed the pipe, which is no error.
        Err(WalkError::Io(error))
            if outputs.is_to_stdout() && error.kind() == io::ErrorKind::BrokenPipe =>
        {
            return Ok(Output::of_text(String::new()));
        }
        Err(WalkError::Io(error)) => return Err(outputs.failure(error)),
        Err(other) => return Err(other.into()),
    };
    if let Some(damage) = common.corruption.raised() {
        return Err(damage.into());
    }
    let written = WrittenGraph::of(&walk, size);
    report(&written, format.name(), outputs.keep()?)
}

/// The format that `--format` names, or else the format for the extension of the output file.
pub(crate) fn format_of(args: &GraphArgs) -> Result<NetworkFormat, Problem> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let extension = args.out.as_deref().and_then(Path::extension);
    let extension = extension.map(|own| own.to_string_lossy().to_lowercase());
    let known = extension.and_then(|own| NetworkFormat::of_extension(&own));
    known.ok_or_else(|| {
        Problem::of_input(
            match &args.out {
                Some(out) => format!("the extension of {} is not a known format", out.display()),
                None => {
                    "the output format is missing: neither --format nor --out names one".to_owned()
                }
            },
            format!(
                "give --format as one of {}",
                NetworkFormat::names().join(", ")
            ),
        )
    })
}

/// An output: its table, if the format has tables, and its file (`None` for stdout).
pub(crate) struct OutputTarget {
    table: Option<GraphTable>,
    file: Option<PathBuf>,
}

/// The outputs that the arguments ask for.
///
/// # Errors
/// If an option does not fit the format, or stdout cannot take the output.
pub(crate) fn targets_of(
    common: &CommonArgs,
    args: &GraphArgs,
    format: NetworkFormat,
) -> Result<Vec<OutputTarget>, Problem> {
    let file = args.out.clone().filter(|out| out.as_os_str() != "-");
    format_options::check(args, format)?;
    if file.is_none() && format.is_binary() {
        return Err(Problem::of_input(
            format!("{} is binary and is not written to stdout", format.name()),
            "give a file with --out FILE",
        ));
    }
    if file.is_none() && common.json {
        return Err(Problem::of_input(
            "with --json the graph cannot go to stdout, which holds the JSON object",
            "give a file with --out FILE",
        ));
    }
    let single = |table| {
        vec![OutputTarget {
            table,
            file: file.clone(),
        }]
    };
    match (args.table, &file) {
        (Some(table), _) => Ok(single(Some(table))),
        (None, _) if !format.is_tables() => Ok(single(None)),
        (None, None) => Err(Problem::of_input(
            format!("{} has two tables, but stdout takes one", format.name()),
            "--table nodes or --table edges writes one of them; --out FILE writes both",
        )),
        (None, Some(file)) => Ok(GraphTable::BOTH
            .map(|table| OutputTarget {
                table: Some(table),
                file: Some(table_file(file, table, format)),
            })
            .into()),
    }
}

/// A table, if the format has tables, and its destination (`None` for stdout).
pub(crate) type OutputFile = (Option<GraphTable>, Option<Destination>);

/// Checks the files of the outputs.
pub(crate) fn destinations_of(
    targets: Vec<OutputTarget>,
    args: &GraphArgs,
) -> Result<Vec<OutputFile>, Problem> {
    // Either every output goes to a file, or there is a single output and it goes to stdout.
    let names = targets.iter().filter_map(|target| target.file.clone());
    let inputs = &[&args.searched.puzzle];
    let mut all = Destination::all(names, inputs, args.replace.force)?.into_iter();
    Ok(targets
        .into_iter()
        .map(|target| (target.table, all.next()))
        .collect())
}

/// The file of one table, such as `graph.nodes.csv` for `--out graph.csv`.
fn table_file(file: &Path, table: GraphTable, format: NetworkFormat) -> PathBuf {
    let has_extension = file
        .extension()
        .is_some_and(|own| own.eq_ignore_ascii_case(format.name()));
    let stem = if has_extension {
        file.with_extension("")
    } else {
        file.to_owned()
    };
    let mut name = stem.into_os_string();
    name.push(format!(".{}.{}", table.name(), format.name()));
    name.into()
}

/// Writes all configurations and edges of a walk, which is made twice if all nodes come before all
/// edges.
fn write(
    walk: &GraphWalk<'_>,
    placed: Option<&PlacedGraph>,
    writer: &mut dyn GraphWriter,
) -> Result<WalkSize, WalkError> {
    let (puzzle, graph) = (walk.puzzle(), &walk.numbered.graph);
    let start = walk.numbered.start();
    let mut edges = EdgeWalk::new(graph);
    let passes: &[(bool, bool)] = if writer.has_nodes_first() {
        &[(true, false), (false, true)]
    } else {
        &[(true, true)]
    };
    let mut size = WalkSize::default();
    for &(has_nodes, has_edges) in passes {
        size = walk.walk(u64::MAX, |met| {
            match met {
                NeighborhoodItem::Vertex(vertex) if has_nodes => writer.node(&NodeRow {
                    index: vertex.index,
                    generation: walk.generation_of(&vertex),
                    finish: vertex.distances[1],
                    position: &puzzle.write_position(&graph.configuration(vertex.index)),
                    is_start: vertex.index == start,
                    is_goal: walk.is_goal(&vertex),
                    place: placed.map(|placed| placed.place(vertex.index)),
                })?,
                NeighborhoodItem::Edge { from, to } if has_edges => {
                    edges.write(from, to, writer)?;
                }
                _ => {}
            }
            Ok(())
        })?;
    }
    writer.finish()?;
    Ok(size)
}

/// The open outputs of the command.
pub(crate) struct GraphOutputs {
    /// The files, each with its table if the format has tables.
    files: Vec<(Option<GraphTable>, AtomicFile)>,
    /// The output to stdout: `None` if there is none, `Some(None)` for a graph without tables.
    on_stdout: Option<Option<GraphTable>>,
}

/// The stream that an output is written to.
type OutputWriter = Box<dyn Write + Send>;

impl GraphOutputs {
    /// Creates the temporary files.
    pub(crate) fn begin(destinations: Vec<OutputFile>) -> Result<GraphOutputs, Problem> {
        let mut outputs = GraphOutputs {
            files: Vec::new(),
            on_stdout: None,
        };
        for (table, destination) in destinations {
            match destination {
                Some(destination) => outputs.files.push((table, AtomicFile::new(destination)?)),
                None => outputs.on_stdout = Some(table),
            }
        }
        Ok(outputs)
    }

    /// Whether all output goes to stdout.
    pub(crate) fn is_to_stdout(&self) -> bool {
        self.files.is_empty()
    }

    /// The stream of `table`, or of a graph without tables; `None` if `table` is not written.
    fn stream_of(&self, table: Option<GraphTable>) -> io::Result<Option<OutputWriter>> {
        if self.on_stdout == Some(table) {
            return Ok(Some(Box::new(BufWriter::with_capacity(
                1 << 16,
                WaitingWriter(io::stdout()),
            ))));
        }
        let file = self.files.iter().find(|(own, _)| *own == table);
        file.map(|(_, file)| Ok(Box::new(BufWriter::new(file.file()?)) as OutputWriter))
            .transpose()
    }

    /// The writer of a graph in the given format, onto the open outputs.
    pub(crate) fn writer(
        &mut self,
        format: NetworkFormat,
        subject: &GraphHeader<'_>,
    ) -> Result<Box<dyn GraphWriter>, WalkError> {
        let whole = || {
            let stream = self.stream_of(None)?;
            Ok::<OutputWriter, io::Error>(stream.expect("a format without tables has one output"))
        };
        let [nodes, edges] = GraphTable::BOTH.map(Some);
        Ok(match format {
            NetworkFormat::Graphml => Box::new(GraphMlWriter::new(whole()?, subject)?),
            NetworkFormat::Gexf => Box::new(GexfWriter::new(whole()?, subject)?),
            NetworkFormat::Dot => Box::new(DotWriter::new(whole()?, subject)?),
            NetworkFormat::Csv => Box::new(CsvWriter::new(
                self.stream_of(nodes)?,
                self.stream_of(edges)?,
                subject.has_places,
            )?),
            // A picture is drawn after the walk, by `picture::draw_graph`, and a page without one.
            NetworkFormat::Svg
            | NetworkFormat::Png
            | NetworkFormat::Pdf
            | NetworkFormat::Gif
            | NetworkFormat::Html => {
                return Err(WalkError::Io(io::ErrorKind::Unsupported.into()));
            }
            NetworkFormat::Parquet => Box::new(ParquetWriter::new(
                self.stream_of(nodes)?,
                self.stream_of(edges)?,
                subject.has_places,
            )?),
        })
    }

    /// The output of a picture, which is one file or stdout.
    pub(crate) fn for_picture<'a>(
        mut self,
        common: &'a CommonArgs,
        args: &'a GraphArgs,
        format: NetworkFormat,
    ) -> PictureOutput<'a> {
        PictureOutput {
            common,
            args,
            format,
            file: self.files.pop().map(|(_, file)| file),
        }
    }

    /// The problem of an output that cannot be written, with the name of the first file.
    pub(crate) fn failure(&self, error: io::Error) -> Problem {
        match self.files.first() {
            Some((_, file)) => failed(file.name(), &error),
            None => WalkError::Io(error).into(),
        }
    }

    /// Renames the temporary files to their destinations.
    pub(crate) fn keep(self) -> Result<Vec<json::GraphFileRecord>, Problem> {
        let keep = |(table, file): (Option<GraphTable>, AtomicFile)| {
            let name = file.name().to_owned();
            Ok(written(&name, table, file.keep()?))
        };
        self.files.into_iter().map(keep).collect()
    }
}
