//! `slidewise fill FILE`: all solutions of a board of stones, a Hidoku or a magic board.

use super::fill_record::{BoardRecords, ColourRecord, FillRecord, MagicRecord};
use crate::arguments::{BoardArg, ColourArg, CommonArgs, FillArgs};
use crate::io::output::{CommandResult, Output};
use crate::io::progress::bar_of;
use crate::io::setup::threads_of;
use crate::io::signals::stop_flag;
use crate::io::wait::waiting;
use indicatif::ProgressBar;
use slidewise_app::Problem;
use slidewise_puzzle::read_file_within;
use slidewise_render::{counted, with_commas};
use slidewise_tabletop::{
    BoardOutline, FillKind, FilledBoard, Hidoku, MAX_FILE_BYTES, MagicBoard, MagicRules,
    Neighbourhood, SolutionList, SolutionProgress, SolutionSearch, SquareColour, Stones,
    StonesRules, TabletopError,
};
use std::path::Path;
use std::time::Instant;

/// Greatest number of solutions that are listed; further solutions are only counted.
const MAX_LISTED: usize = 200_000;

/// Kind, title and size of the board, for the output.
struct BoardSummary {
    kind: FillKind,
    /// Description such as `13 stones on 8 x 8` or `12 stones on 6 rows x 10 columns`.
    title: String,
    rows: usize,
    columns: usize,
    /// Number of holes in these rows and columns.
    holes: usize,
    /// Hidoku: number of neighbours of a cell.
    neighbours: Option<u8>,
}

/// The results of all searches.
///
/// For stones with colours there is a search for each colour of the top left square, until
/// `--limit` solutions are found.
struct FillResult {
    founds: Vec<(Option<SquareColour>, SolutionList<FilledBoard>)>,
    numbers: Option<MagicRecord>,
}

/// Finds the solutions.
pub(crate) fn run(common: &CommonArgs, args: &FillArgs) -> CommandResult {
    let bytes = read(&args.file)?;
    let name = args.file.display().to_string();
    let fault = |fault: TabletopError| failure_of(&name, &fault, "fill");
    let kind = match args.kind {
        Some(kind) => kind,
        None => match FillKind::of(&bytes).map_err(fault)? {
            // The content alone does not show it: a magic board may have no more than blanks too.
            FillKind::Magic if args.neighbours.is_some() => FillKind::Hidoku,
            kind => kind,
        },
    };
    check_options(args, kind)?;
    let begun = Instant::now();
    let mut search = FillSearch::new(common, args);
    let (board, searched) = match kind {
        FillKind::Stones => {
            let stones = match &args.board {
                Some(BoardArg::File(path)) => {
                    let outline = outline_of(path)?;
                    Stones::read_on(&bytes, &outline, &stones_rules(args))
                }
                _ => Stones::read(&bytes, &stones_rules(args)),
            };
            let stones = stones.map_err(|fault| {
                let failure = failure_of(&name, &fault, "fill");
                if fault.is_misfit {
                    failure.with_hint(MISFIT)
                } else {
                    failure.with_hint(hint_of("fill"))
                }
            })?;
            if args.first.is_some() && stones.firsts() == [None] {
                return Err(Problem::of_input(
                    format!(
                        "--first is for stones with colours, but no square in {name} has a colour"
                    ),
                    "leave out --first, or write B or W for the squares in the file",
                ));
            }
            search.stones(&stones)?
        }
        FillKind::Hidoku => {
            let neighbours = args.neighbours.unwrap_or_default();
            search.hidoku(&Hidoku::read(&bytes, neighbours).map_err(fault)?)?
        }
        FillKind::Magic => {
            let rules = MagicRules {
                from: args.from,
                sum: args.sum,
            };
            search.magic(&MagicBoard::read(&bytes, &rules).map_err(fault)?)?
        }
    };
    search.bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    if searched.solutions() == 0 {
        let message = format!("{name} has no solution: {}", board.title);
        let hint = searched.what_may_help(args, &board);
        return Err(Problem::no_such_thing(message, hint));
    }
    if common.json {
        return Ok(Output::of_record(
            &searched.record(args, name, &board, seconds),
        ));
    }
    Ok(Output::of_lines(searched.lines(args, &board, seconds)))
}

fn stones_rules(args: &FillArgs) -> StonesRules {
    StonesRules {
        board: match args.board {
            Some(BoardArg::Size(columns, rows)) => Some((columns, rows)),
            _ => None,
        },
        first: args.first.map(|first| match first {
            ColourArg::Black => SquareColour::Black,
            ColourArg::White => SquareColour::White,
        }),
        no_flip: args.no_flip,
        no_colours: args.no_colours,
        unique: args.unique,
    }
}

/// Reads the file of `--board`.
fn outline_of(path: &Path) -> Result<BoardOutline, Problem> {
    let outline = BoardOutline::read(&read(path)?);
    outline.map_err(|fault| failure_of(&path.display().to_string(), &fault, "fill"))
}

/// Reads a file of the parser's limit.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Problem> {
    waiting(|| read_file_within(path, MAX_FILE_BYTES)).map_err(|error| {
        let file = path.display();
        Problem::of_input(
            format!("{file} cannot be read: {error}"),
            "check the path of the text file",
        )
        .about(file)
    })
}

/// The hint when the stones do not cover the board.
const MISFIT: &str = "give the board's columns and rows with --board CxR, such as 10x6, or its \
     cells with --board FILE; the stones must cover all of it";

/// The hint when `command` cannot parse a file.
fn hint_of(command: &str) -> String {
    format!("`slidewise {command} --help` describes the format of the file")
}

/// The problem of a file that `command` cannot parse because of `fault`.
pub(crate) fn failure_of(file: &str, fault: &TabletopError, command: &str) -> Problem {
    let (line, column) = fault.place.unzip();
    let colon = if fault.place.is_some() { ":" } else { ": " };
    Problem::of_input(format!("{file}{colon}{fault}"), hint_of(command))
        .about(file)
        .at(line, column)
}

/// Refuses options that are for boards of another kind.
fn check_options(args: &FillArgs, kind: FillKind) -> Result<(), Problem> {
    let of_stones = [
        ("--board", args.board.is_some()),
        ("--first", args.first.is_some()),
        ("--no-flip", args.no_flip),
        ("--no-colours", args.no_colours),
        ("--unique", args.unique),
    ];
    let of_hidoku = [("--neighbours", args.neighbours.is_some())];
    let of_magic = [
        ("--from", args.from.is_some()),
        ("--sum", args.sum.is_some()),
    ];
    let given = |options: &[(&'static str, bool)], of: FillKind| {
        let given = options.iter().find(|(_, is_given)| *is_given && kind != of);
        given.map(|&(option, _)| (option, of))
    };
    let misplaced = given(&of_stones, FillKind::Stones)
        .or(given(&of_hidoku, FillKind::Hidoku))
        .or(given(&of_magic, FillKind::Magic));
    match misplaced {
        None => Ok(()),
        Some((option, of)) => Err(Problem::of_input(
            format!(
                "{option} is for boards of the kind {}, but {} is of the kind {}",
                of.name(),
                args.file.display(),
                kind.name()
            ),
            "leave out the option, or give the kind of the board with --kind",
        )),
    }
}

/// State of the searches of the command, which run one after the other: limits and progress.
struct FillSearch {
    hunt: SolutionSearch<'static>,
    bar: ProgressBar,
    /// Number of solutions that the earlier searches of this command have found.
    before: u64,
}

impl FillSearch {
    fn new(common: &CommonArgs, args: &FillArgs) -> FillSearch {
        let bar = bar_of(1, common.quiet);
        FillSearch {
            hunt: SolutionSearch {
                threads: threads_of(common),
                limit: args.limit,
                keep: if args.count { 0 } else { MAX_LISTED },
                stop: Some(stop_flag()),
            },
            bar,
            before: 0,
        }
    }

    /// Searches once for each colour that the top left square may have.
    fn stones(&mut self, stones: &Stones) -> Result<(BoardSummary, FillResult), Problem> {
        let count = counted(stones.count(), "stone");
        let title = format!("{count} on");
        let size = (stones.rows(), stones.columns(), stones.holes());
        let board = BoardSummary::new(FillKind::Stones, &title, size);
        let mut founds = Vec::new();
        for &first in stones.firsts() {
            // The limit is used up: the number of solutions for this colour stays unknown.
            if self.hunt.limit == Some(0) {
                break;
            }
            let found = self.search(|hunt, report| stones.hunt(first, hunt, report))?;
            founds.push((first, found));
        }
        let numbers = None;
        Ok((board, FillResult { founds, numbers }))
    }

    fn hidoku(&mut self, hidoku: &Hidoku) -> Result<(BoardSummary, FillResult), Problem> {
        let name = match hidoku.neighbourhood() {
            Neighbourhood::Edges => "Numbrix,",
            Neighbourhood::EdgesAndCorners => "Hidoku,",
        };
        let size = (hidoku.rows(), hidoku.columns(), hidoku.holes());
        let board = BoardSummary {
            neighbours: Some(hidoku.neighbourhood().count()),
            ..BoardSummary::new(FillKind::Hidoku, name, size)
        };
        let found = self.search(|hunt, report| hidoku.hunt(hunt, report))?;
        let founds = vec![(None, found)];
        let numbers = None;
        Ok((board, FillResult { founds, numbers }))
    }

    fn magic(&mut self, magic: &MagicBoard) -> Result<(BoardSummary, FillResult), Problem> {
        let side = magic.side();
        let board = BoardSummary::new(FillKind::Magic, "Magic number board,", (side, side, 0));
        let mut least = 0;
        let found = self.search(|hunt, report| {
            let (from, found) = magic.hunt(hunt, report);
            least = from;
            found
        })?;
        let founds = vec![(None, found)];
        let numbers = Some(MagicRecord {
            from: least,
            sum: magic.sum_from(least),
            deduced: magic.is_deduced(),
        });
        Ok((board, FillResult { founds, numbers }))
    }

    /// Runs one search and subtracts its solutions from the limits.
    ///
    /// # Errors
    /// If the user interrupts the search; the problem says how many solutions were found before.
    fn search(
        &mut self,
        search: impl FnOnce(
            &SolutionSearch<'_>,
            &mut dyn FnMut(SolutionProgress),
        ) -> SolutionList<FilledBoard>,
    ) -> Result<SolutionList<FilledBoard>, Problem> {
        let before = self.before;
        let bar = self.bar.clone();
        let found = search(&self.hunt, &mut |progress| {
            bar.set_length(progress.parts as u64);
            bar.set_position(progress.done as u64);
            bar.set_message(counted(before + progress.solutions, "solution"));
        });
        self.before += found.solutions;
        self.hunt.keep = self.hunt.keep.saturating_sub(found.boards.len());
        if let Some(limit) = &mut self.hunt.limit {
            *limit -= found.solutions.min(*limit);
        }
        if found.is_interrupted {
            self.bar.finish_and_clear();
            return Err(Problem::of_stop(
                format!("interrupted after {}", counted(self.before, "solution")),
                "nothing was saved; --limit N ends the search after N solutions",
            ));
        }
        Ok(found)
    }
}

impl BoardSummary {
    fn new(
        kind: FillKind,
        title: &str,
        (rows, columns, holes): (usize, usize, usize),
    ) -> BoardSummary {
        // The words prevent confusion with `--board`, which takes the columns before the rows.
        let size = if rows == columns {
            format!("{rows} x {columns}")
        } else {
            format!("{} x {}", counted(rows, "row"), counted(columns, "column"))
        };
        let holes_told = match holes {
            0 => String::new(),
            _ => format!(" with {}", counted(holes, "hole")),
        };
        BoardSummary {
            kind,
            title: format!("{title} {size}{holes_told}"),
            rows,
            columns,
            holes,
            neighbours: None,
        }
    }
}

impl FillResult {
    fn solutions(&self) -> u64 {
        self.founds.iter().map(|(_, found)| found.solutions).sum()
    }

    fn is_complete(&self) -> bool {
        self.founds.iter().all(|(_, found)| found.is_complete)
    }

    /// The hint when there is no solution: options that may help.
    fn what_may_help(&self, args: &FillArgs, board: &BoardSummary) -> String {
        let has_colours = self.founds.iter().any(|(first, _)| first.is_some());
        let hints: &[(bool, &str)] = match board.kind {
            FillKind::Stones => &[
                (
                    args.first.is_some(),
                    "leave out --first to try both colours of the top left square",
                ),
                (
                    args.no_flip,
                    "leave out --no-flip to allow flipping the stones over",
                ),
                (has_colours, "ignore the colours with --no-colours"),
                (true, "try another board with --board"),
            ],
            FillKind::Hidoku => &[
                (
                    board.neighbours == Some(4),
                    "leave out --neighbours 4 to allow diagonal steps",
                ),
                (true, "give fewer numbers"),
            ],
            // On 2 x 2 cells, the row and the column of a corner have equal sums only if the two
            // cells beside the corner are equal.
            FillKind::Magic if board.rows == 2 => &[(
                true,
                "use a larger board: no board of 2 x 2 has a solution, whatever its numbers",
            )],
            FillKind::Magic => &[
                (
                    args.from.or(args.sum).is_some(),
                    "leave out --from and --sum to have the numbers deduced",
                ),
                (true, "give fewer numbers"),
            ],
        };
        let apt = hints.iter().filter(|(is_apt, _)| *is_apt);
        let apt: Vec<&str> = apt.map(|&(_, hint)| hint).collect();
        apt.join("; ")
    }

    fn boards(&self) -> impl Iterator<Item = &FilledBoard> {
        self.founds.iter().flat_map(|(_, found)| &found.boards)
    }

    fn lines(&self, args: &FillArgs, board: &BoardSummary, seconds: f64) -> Vec<String> {
        let solutions = self.solutions();
        let (one, several) = if args.unique {
            ("class", "classes")
        } else {
            ("solution", "solutions")
        };
        let count = match (self.is_complete(), solutions) {
            (true, 1) => format!("1 {one}"),
            (true, _) => format!("{} {several}", with_commas(solutions)),
            (false, 1) => format!("the first {one}"),
            (false, _) => format!("the first {} {several}", with_commas(solutions)),
        };
        let mut lines = vec![format!("{}: {count}", board.title)];
        if let Some(MagicRecord { from, sum, deduced }) = self.numbers {
            let last = from + (board.rows * board.columns) as i64 - 1;
            let why = if deduced {
                ", deduced: the smallest with which the board can be filled"
            } else {
                ""
            };
            lines.push(format!("numbers {from} to {last}, sum {sum}{why}"));
        }
        for (first, found) in &self.founds {
            if let Some(first) = first {
                lines.push(String::new());
                let count = with_commas(found.solutions);
                lines.push(format!("top left square {}: {count}", first.letter()));
            }
            for filled in &found.boards {
                lines.push(String::new());
                lines.extend(filled.lines());
            }
        }
        lines.push(String::new());
        let listed = self.boards().count();
        if !args.count && (listed as u64) < solutions {
            lines.push(format!("only the first {} are listed", with_commas(listed)));
        }
        lines.push(format!("searched in {seconds:.2} s"));
        lines
    }

    fn record(
        &self,
        args: &FillArgs,
        file: String,
        board: &BoardSummary,
        seconds: f64,
    ) -> FillRecord<'_> {
        let first = self.founds.iter().filter_map(|(first, found)| {
            Some(ColourRecord {
                colour: (*first)?.letter(),
                solutions: found.solutions.to_string(),
            })
        });
        FillRecord {
            file,
            kind: board.kind.name(),
            rows: board.rows,
            columns: board.columns,
            holes: board.holes,
            neighbours: board.neighbours,
            complete: self.is_complete(),
            solutions: self.solutions().to_string(),
            first: first.collect(),
            unique: (board.kind == FillKind::Stones).then_some(args.unique),
            numbers: &self.numbers,
            boards: BoardRecords {
                boards: self.boards().collect(),
                kind: board.kind,
            },
            seconds,
        }
    }
}
