//! `slidewise fill FILE`: all ways to fill a board.

use super::arguments::{self, Common, Fill};
use super::output::Output;
use super::progress::bar_of;
use super::session::threads_of;
use super::wish::stop_flag;
use super::{CommandResult, Failure};
use indicatif::ProgressBar;
use serde::{Serialize, Serializer};
use slidewise_render::{counted, with_commas};
use slidewise_tabletop::{
    Colour, Fault, Filled, Found, Hidoku, Hunt, Kind, MAX_FILE_BYTES, Magic, MagicRules, Progress,
    Stones, StonesRules,
};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Instant;

/// Boards beyond these are counted, and not listed.
const MOST_LISTED: usize = 200_000;

/// What `fill` prints for scripts.
#[derive(Serialize)]
struct Record<'a> {
    file: String,
    kind: &'static str,
    rows: usize,
    columns: usize,
    /// Whether these are all solutions; not if `--limit` ended the search.
    complete: bool,
    solutions: String,
    /// Of stones: whether one of each class was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<bool>,
    /// Of stones with colours: the solutions for each colour of the top left square that was searched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    first: Vec<First>,
    /// Of a magic board: the numbers and the sum, and whether they were deduced.
    #[serde(flatten)]
    numbers: &'a Option<Numbers>,
    boards: Boards<'a>,
    seconds: f64,
}

/// Boards as rows of cells. They may be many, so that each is made when it is written.
struct Boards<'a> {
    searched: &'a Searched,
    kind: Kind,
}

impl Serialize for Boards<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = |filled: &Filled| -> Vec<Vec<Cell>> {
            if self.kind == Kind::Stones {
                let stones = |line: String| {
                    let words = line.split_whitespace();
                    words.map(|word| Cell::Stone(word.to_owned())).collect()
                };
                return filled.lines().into_iter().map(stones).collect();
            }
            let rows = filled.numbers.chunks(filled.columns);
            rows.map(|row| row.iter().copied().map(Cell::Number).collect())
                .collect()
        };
        serializer.collect_seq(self.searched.boards().map(cells))
    }
}

#[derive(Serialize)]
struct First {
    colour: char,
    solutions: String,
}

#[derive(Serialize)]
struct Numbers {
    from: i64,
    sum: i64,
    deduced: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Cell {
    Number(i64),
    /// The number of a stone, with the colour of the square where that counts.
    Stone(String),
}

/// What is to be filled, as far as the output speaks of it.
struct Board {
    kind: Kind,
    /// Who fills what: `13 stones on 8 x 8`, `12 stones on 6 rows x 10 columns`.
    title: String,
    rows: usize,
    columns: usize,
}

/// What all searches came to; of stones there may be one for each colour of the top left square, as far as
/// `--limit` did not end the search before it.
struct Searched {
    founds: Vec<(Option<Colour>, Found<Filled>)>,
    numbers: Option<Numbers>,
}

/// Fills a board.
pub fn run(common: &Common, words: &Fill) -> CommandResult {
    let bytes = read(&words.file)?;
    let name = words.file.display().to_string();
    let fault = |fault: Fault| failure_of(&name, &fault, "fill");
    let kind = match words.kind {
        Some(arguments::Kind::Stones) => Kind::Stones,
        Some(arguments::Kind::Hidoku) => Kind::Hidoku,
        Some(arguments::Kind::Magic) => Kind::Magic,
        None => Kind::of(&bytes).map_err(fault)?,
    };
    check_words(words, kind)?;
    let begun = Instant::now();
    let mut search = Search::new(common, words);
    let (board, searched) = match kind {
        Kind::Stones => {
            let stones = Stones::read(&bytes, &stones_rules(words)).map_err(|fault| Failure {
                hint: match fault.is_misfit {
                    true => MISFIT.to_owned(),
                    false => hint_of("fill"),
                },
                ..failure_of(&name, &fault, "fill")
            })?;
            if words.first.is_some() && stones.firsts() == [None] {
                return Err(Failure::of_input(
                    format!("--first is for stones with colours, and in {name} no square has one"),
                    "leave it out, or write B or W in the file where squares are black or white",
                ));
            }
            search.stones(&stones)?
        }
        Kind::Hidoku => search.hidoku(&Hidoku::read(&bytes).map_err(fault)?)?,
        Kind::Magic => {
            let rules = MagicRules {
                from: words.from,
                sum: words.sum,
            };
            search.magic(&Magic::read(&bytes, &rules).map_err(fault)?)?
        }
    };
    search.bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    if searched.solutions() == 0 {
        let message = format!("{name} has no solution: {}", board.title);
        let hint = searched.what_may_help(words, &board);
        return Err(Failure::no_such_thing(message, hint));
    }
    if common.json {
        return Ok(Output::of_record(
            &searched.record(words, name, &board, seconds),
        ));
    }
    Ok(Output::of_lines(searched.lines(words, &board, seconds)))
}

fn stones_rules(words: &Fill) -> StonesRules {
    StonesRules {
        board: words.board,
        first: words.first.map(|first| match first {
            arguments::Colour::Black => Colour::Black,
            arguments::Colour::White => Colour::White,
        }),
        no_flip: words.no_flip,
        no_colours: words.no_colours,
        unique: words.unique,
    }
}

/// The bytes of a file, or a few more than a file may have.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| {
            let file = path.display();
            Failure::of_input(
                format!("{file}: {error}"),
                "check the path; a board is a text file",
            )
            .about(file)
        })?;
    Ok(bytes)
}

/// What helps where stones do not make up the board.
const MISFIT: &str =
    "--board CxR gives the board's columns and rows, as 10x6; the stones are to cover all of it";

/// What helps where a file is not as `command` wants it.
fn hint_of(command: &str) -> String {
    format!("slidewise {command} --help says what such a file holds")
}

/// A fault of a file that `command` has read, as the user is told of it.
pub fn failure_of(file: &str, fault: &Fault, command: &str) -> Failure {
    let (line, column) = fault.place.unzip();
    let colon = if fault.place.is_some() { ":" } else { ": " };
    Failure {
        file: Some(file.into()),
        line,
        column,
        ..Failure::of_input(format!("{file}{colon}{fault}"), hint_of(command))
    }
}

/// Words that are for boards of another kind are wrong.
fn check_words(words: &Fill, kind: Kind) -> Result<(), Failure> {
    let of_stones = [
        ("--board", words.board.is_some()),
        ("--first", words.first.is_some()),
        ("--no-flip", words.no_flip),
        ("--no-colours", words.no_colours),
        ("--unique", words.unique),
    ];
    let of_magic = [
        ("--from", words.from.is_some()),
        ("--sum", words.sum.is_some()),
    ];
    let given = |words: &[(&'static str, bool)], of: Kind| {
        let given = words.iter().find(|(_, is_given)| *is_given && kind != of);
        given.map(|&(word, _)| (word, of))
    };
    match given(&of_stones, Kind::Stones).or(given(&of_magic, Kind::Magic)) {
        None => Ok(()),
        Some((word, of)) => Err(Failure::of_input(
            format!(
                "{word} is for boards of the kind {}, and {} is of the kind {}",
                of.name(),
                words.file.display(),
                kind.name()
            ),
            "leave it out, or say what the file holds with --kind",
        )),
    }
}

/// The searches of a command, one after the other.
struct Search {
    hunt: Hunt<'static>,
    bar: ProgressBar,
    /// Found in the searches before.
    before: u64,
}

impl Search {
    fn new(common: &Common, words: &Fill) -> Search {
        let bar = bar_of(1, common.quiet);
        Search {
            hunt: Hunt {
                threads: threads_of(common),
                limit: words.limit,
                keep: if words.count { 0 } else { MOST_LISTED },
                stop: Some(stop_flag()),
            },
            bar,
            before: 0,
        }
    }

    /// One search for each colour that the top left square may have.
    fn stones(&mut self, stones: &Stones) -> Result<(Board, Searched), Failure> {
        let count = counted(stones.count(), "stone");
        let title = format!("{count} on");
        let board = Board::new(Kind::Stones, &title, stones.rows(), stones.columns());
        let mut founds = Vec::new();
        for &first in stones.firsts() {
            // Of a colour that is not searched nothing is known.
            if self.hunt.limit == Some(0) {
                break;
            }
            let found = self.go(|hunt, tell| stones.hunt(first, hunt, tell))?;
            founds.push((first, found));
        }
        let numbers = None;
        Ok((board, Searched { founds, numbers }))
    }

    fn hidoku(&mut self, hidoku: &Hidoku) -> Result<(Board, Searched), Failure> {
        let board = Board::new(Kind::Hidoku, "Hidoku,", hidoku.rows(), hidoku.columns());
        let found = self.go(|hunt, tell| hidoku.hunt(hunt, tell))?;
        let founds = vec![(None, found)];
        let numbers = None;
        Ok((board, Searched { founds, numbers }))
    }

    fn magic(&mut self, magic: &Magic) -> Result<(Board, Searched), Failure> {
        let side = magic.side();
        let board = Board::new(Kind::Magic, "Magic number board,", side, side);
        let mut least = 0;
        let found = self.go(|hunt, tell| {
            let (from, found) = magic.hunt(hunt, tell);
            least = from;
            found
        })?;
        let founds = vec![(None, found)];
        let numbers = Some(Numbers {
            from: least,
            sum: magic.sum_from(least),
            deduced: magic.is_deduced(),
        });
        Ok((board, Searched { founds, numbers }))
    }

    /// Searches once more; an interruption is a failure that tells the count so far.
    fn go(
        &mut self,
        search: impl FnOnce(&Hunt<'_>, &mut dyn FnMut(Progress)) -> Found<Filled>,
    ) -> Result<Found<Filled>, Failure> {
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
            return Err(Failure::of_run(
                format!("interrupted after {}", counted(self.before, "solution")),
                "--limit N stops by itself; nothing is kept",
            ));
        }
        Ok(found)
    }
}

impl Board {
    fn new(kind: Kind, title: &str, rows: usize, columns: usize) -> Board {
        // `--board` has the columns first: where it matters, the words say which number is which.
        let size = match rows == columns {
            true => format!("{rows} x {columns}"),
            false => format!("{} x {}", counted(rows, "row"), counted(columns, "column")),
        };
        Board {
            kind,
            title: format!("{title} {size}"),
            rows,
            columns,
        }
    }
}

impl Searched {
    fn solutions(&self) -> u64 {
        self.founds.iter().map(|(_, found)| found.solutions).sum()
    }

    fn is_complete(&self) -> bool {
        self.founds.iter().all(|(_, found)| found.is_complete)
    }

    /// What may help where there is no solution.
    fn what_may_help(&self, words: &Fill, board: &Board) -> String {
        let has_colours = self.founds.iter().any(|(first, _)| first.is_some());
        let hints: &[(bool, &str)] = match board.kind {
            Kind::Stones => &[
                (
                    words.first.is_some(),
                    "without --first both colours are tried for the top left square",
                ),
                (
                    words.no_flip,
                    "without --no-flip stones may be flipped over",
                ),
                (has_colours, "--no-colours forgets the colours"),
                (true, "--board CxR takes another board"),
            ],
            Kind::Hidoku => &[(true, "with fewer numbers given there may be solutions")],
            // Two lines through one corner make its neighbours equal.
            Kind::Magic if board.rows == 2 => &[(
                true,
                "no board of 2 x 2 can be filled, whatever its numbers; those of other sizes can",
            )],
            Kind::Magic => &[
                (
                    words.from.or(words.sum).is_some(),
                    "without --from and --sum the numbers are deduced",
                ),
                (true, "with fewer numbers given there may be solutions"),
            ],
        };
        let apt = hints.iter().filter(|(is_apt, _)| *is_apt);
        let apt: Vec<&str> = apt.map(|&(_, hint)| hint).collect();
        apt.join("; ")
    }

    fn boards(&self) -> impl Iterator<Item = &Filled> {
        self.founds.iter().flat_map(|(_, found)| &found.boards)
    }

    fn lines(&self, words: &Fill, board: &Board, seconds: f64) -> Vec<String> {
        let solutions = self.solutions();
        let (one, several) = match words.unique {
            true => ("class", "classes"),
            false => ("solution", "solutions"),
        };
        let count = match (self.is_complete(), solutions) {
            (true, 1) => format!("1 {one}"),
            (true, _) => format!("{} {several}", with_commas(solutions)),
            (false, 1) => format!("the first {one}"),
            (false, _) => format!("the first {} {several}", with_commas(solutions)),
        };
        let mut lines = vec![format!("{}: {count}", board.title)];
        if let Some(Numbers { from, sum, deduced }) = self.numbers {
            let last = from + (board.rows * board.columns) as i64 - 1;
            let why = match deduced {
                true => ", deduced: the least for which the board can be filled",
                false => "",
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
        if !words.count && (listed as u64) < solutions {
            lines.push(format!("{} of them listed", with_commas(listed)));
        }
        lines.push(format!("searched in {seconds:.2} s"));
        lines
    }

    fn record(&self, words: &Fill, file: String, board: &Board, seconds: f64) -> Record<'_> {
        let first = self.founds.iter().filter_map(|(first, found)| {
            Some(First {
                colour: (*first)?.letter(),
                solutions: found.solutions.to_string(),
            })
        });
        Record {
            file,
            kind: board.kind.name(),
            rows: board.rows,
            columns: board.columns,
            complete: self.is_complete(),
            solutions: self.solutions().to_string(),
            first: first.collect(),
            unique: (board.kind == Kind::Stones).then_some(words.unique),
            numbers: &self.numbers,
            boards: Boards {
                searched: self,
                kind: board.kind,
            },
            seconds,
        }
    }
}
