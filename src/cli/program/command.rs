//! The commands with their arguments, and the texts of their help.

use crate::arguments::{
    CommonArgs, ComponentsArgs, ConvertArgs, DiameterArgs, ExploreArgs, FarthestArgs, FillArgs,
    FindArgs, GraphArgs, InspectView, JumpArgs, ListArgs, ManArgs, ReplayArgs, SampleArgs,
    SolveArgs, TablesArgs, VerifyArgs, position,
};
use crate::design::arguments::DesignArgs;
use crate::pictures::PictureCommand;
use crate::serve::WebCommand;
use crate::terminal::TerminalCommand;
use clap::{Parser, Subcommand};
use clap_complete::Shell;
use std::path::PathBuf;

/// Explores the whole state graph of sliding-block puzzles, exactly.
#[derive(Debug, Parser)]
#[command(
    name = "slidewise",
    bin_name = "slidewise",
    version,
    about = "Explores the state graph of sliding-block puzzles, breadth first and exactly",
    after_help = "\
To begin: `slidewise list`, then `slidewise play lane-rouge` or `slidewise solve checkmate`.
`slidewise help COMMAND` shows the options of a command, with examples.

Exit codes: 0 done; 1 the run failed; 2 wrong arguments or input; 3 not found, or no solution."
)]
pub(crate) struct Arguments {
    /// Options of every command.
    #[command(flatten)]
    pub common: CommonArgs,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// A command with its arguments; [`super::groups`] has the order of the help.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the built-in puzzles with their sizes, metrics and known lengths, by family
    #[command(after_help = "Examples:\n\
        \x20 slidewise list --family layton\n\
        \x20     the puzzles of one family\n\
        \x20 slidewise list red donkey\n\
        \x20     what these words find, as the search of the pages does\n\
        \x20 slidewise list --family klotski --sort moves\n\
        \x20     several families, the shortest solutions first")]
    List(ListArgs),
    /// Show a puzzle: board, pieces, goals, rules, number of positions
    #[command(after_help = "Example:\n\
        \x20 slidewise show checkmate\n\
        \x20     its pieces, goals and rules, and how many positions are legal")]
    Show {
        /// The puzzle
        puzzle: String,
    },
    /// Check puzzle files and report every fault with line and column
    #[command(after_help = "Examples:\n\
        \x20 slidewise check puzzles/checkmate.toml\n\
        \x20     every fault of the file, with line and column\n\
        \x20 slidewise check boards.txt#2 --json\n\
        \x20     the second puzzle of a list, as an object for scripts")]
    Check {
        /// The puzzle files; - is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Explore all generations and save them
    #[command(after_help = "Examples:\n\
        \x20 slidewise explore lane-rouge\n\
        \x20     all 25,955 positions, by their distance from Start\n\
        \x20 slidewise explore tiles:3x4 --count-only\n\
        \x20     239,500,800 positions, only counted\n\
        \x20 slidewise explore --batch FOLDER --csv\n\
        \x20     a table with a row for each puzzle file in a folder")]
    Explore(ExploreArgs),
    /// Find a shortest solution, and count the shortest solutions
    #[command(after_help = "Examples:\n\
        \x20 slidewise solve checkmate\n\
        \x20     a shortest solution, and how many there are\n\
        \x20 slidewise solve lane-rouge --metric move --all --limit 3\n\
        \x20     three of the shortest, in moves\n\
        \x20 slidewise solve --batch LIST --no-store --json\n\
        \x20     an object a line for each of the puzzles that a file names\n\
        \x20 slidewise solve tiles:4x4 --method tables --starts starts.txt\n\
        \x20     many positions of a board that is too large to explore")]
    Solve(SolveArgs),
    /// Find how far a position is from Start, and a shortest path to it
    #[command(after_help = "Example:\n\
        \x20 slidewise find tiles:2x3 12.:345\n\
        \x20     how far this position is from Start, and a shortest path to it")]
    Find(FindArgs),
    /// Find the farthest positions, or the starts hardest to solve
    #[command(after_help = "Examples:\n\
        \x20 slidewise farthest lane-rouge\n\
        \x20     the positions farthest from Start\n\
        \x20 slidewise farthest lane-rouge --from goal\n\
        \x20     the starts that are hardest to solve\n\
        \x20 slidewise farthest lane-rouge --from goal --everywhere\n\
        \x20     the hardest of all legal positions, in any component\n\
        \x20 slidewise farthest --batch FOLDER\n\
        \x20     a line for each puzzle file in a folder")]
    Farthest(FarthestArgs),
    /// Pick random positions: at a distance, or of all solvable ones
    #[command(after_help = "Examples:\n\
        \x20 slidewise sample lane-rouge --distance 40 --count 3 --seed 1\n\
        \x20     three different positions 40 steps from Start, the same each time\n\
        \x20 slidewise sample lane-rouge --distance 40 --from goal\n\
        \x20     a start that is 40 steps from the nearest goal\n\
        \x20 slidewise sample tiles:5x5 --solvable --count 100 --seed 1\n\
        \x20     a hundred of all positions that can be solved, each equally probable")]
    Sample(SampleArgs),
    /// Build tables that guide searches on puzzles too large to explore
    #[command(after_help = "Examples:\n\
        \x20 slidewise tables tiles:3x4\n\
        \x20     tables of groups that fit the memory limit\n\
        \x20 slidewise tables tiles:4x4 --list\n\
        \x20     the tables that are kept for this goal\n\
        \x20 slidewise tables lane-rouge --metric move --keep \"A B C\"\n\
        \x20     a table of these pieces and those alike, the others being off the board")]
    Tables(TablesArgs),
    /// Find the hardest start of each set of pieces of a family
    #[command(after_help = "Examples:\n\
        \x20 slidewise design klotski:5x4 --metric move --top 5\n\
        \x20     the five sets of Klotski pieces with the hardest starts\n\
        \x20 slidewise design polyominoes:3x3 --metric move --by sizes\n\
        \x20     the hardest start for all numbers of pieces of each size\n\
        \x20 slidewise design rush:5x5 --min-moves 20 --unique --out starts\n\
        \x20     starts with one shortest solution, as puzzle files")]
    Design(DesignArgs),
    /// Find the largest distance between any two positions
    #[command(after_help = "Example:\n\
        \x20 slidewise diameter lane-rouge\n\
        \x20     the two positions farthest from each other")]
    Diameter(DiameterArgs),
    /// Count all connected components of all legal configurations
    #[command(after_help = "Examples:\n\
        \x20 slidewise components checkmate\n\
        \x20     the components of all legal positions, by size\n\
        \x20 slidewise components lane-rouge --positions --limit 5\n\
        \x20     a position of a component of each size, to be explored with --start")]
    Components(ComponentsArgs),
    /// Write puzzle files from boards of other programs
    #[command(after_help = "Example:\n\
        \x20 slidewise convert rush:............AA.B.....B.....B........\n\
        \x20     a puzzle file from a Rush Hour board")]
    Convert(ConvertArgs),
    /// Count the reachable configurations without a search
    #[command(after_help = "Example:\n\
        \x20 slidewise count tiles:8x8\n\
        \x20     how many positions there are, far beyond what a search could count")]
    Count {
        /// The puzzle
        puzzle: String,
        /// Start position to use instead of the puzzle's own
        #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
        start: Option<String>,
    },
    /// Recount every figure of Walker's article
    #[command(after_help = "Example:\n\
        \x20 slidewise recount --quick\n\
        \x20     the article's figures against the program's, in a few seconds")]
    Recount {
        /// Leave out the figures that take long
        #[arg(long)]
        quick: bool,
        /// Folder of puzzle files that replace the article's puzzles of the same names
        #[arg(long, value_name = "DIR")]
        puzzles: Option<PathBuf>,
    },
    /// Check a certificate: replay its path with independent code
    #[command(after_help = "Example:\n\
        \x20 slidewise replay way.json --puzzle checkmate\n\
        \x20     whether the path of a certificate solves the puzzle")]
    Replay(ReplayArgs),
    /// Check a saved search: header, log, checksums, marks and counts
    #[command(after_help = "Example:\n\
        \x20 slidewise verify lane-rouge --deep\n\
        \x20     whether every saved distance is right")]
    Verify(VerifyArgs),
    /// Fill a board in all ways: stones, a Hidoku, a magic number board
    Fill(FillArgs),
    /// Find the black checker that can take all white ones in one move
    Jump(JumpArgs),
    /// Write the state graph or a part of it to a file, or draw it
    #[command(after_help = "Examples:\n\
        \x20 slidewise graph lane-rouge --out lane-rouge.graphml\n\
        \x20     the whole graph, for networkx or Gephi\n\
        \x20 slidewise graph tiles:4x4 --max-generation 8 --no-finish --format dot\n\
        \x20     the positions near Start")]
    Graph(GraphArgs),
    /// Show internals: the automaton, a position's rank, a store's log
    #[command(
        subcommand,
        after_help = "Examples:\n\
        \x20 slidewise inspect automaton lane-rouge\n\
        \x20     how many nodes and edges the automaton has at each cell\n\
        \x20 slidewise inspect index tiles:2x2 1.:32\n\
        \x20     the choices on the path of a position, and its rank"
    )]
    Inspect(InspectView),
    /// Commands of the feature `pictures`.
    #[command(flatten)]
    Pictures(PictureCommand),
    /// Commands of the feature `terminal`.
    #[command(flatten)]
    Terminal(TerminalCommand),
    /// Commands of the feature `web`.
    #[command(flatten)]
    Web(WebCommand),
    /// Print the completion script of a shell
    #[command(after_help = "Example:\n\
        \x20 slidewise completions bash\n\
        \x20     the script for bash, to be saved in its folder of completions")]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print a page of the manual, or write all pages into a folder
    #[command(after_help = "Examples:\n\
        \x20 slidewise man solve\n\
        \x20     the source of the page of one command, for a reader of manual pages\n\
        \x20 slidewise man --out man\n\
        \x20     all pages, into the folder man; `man man/slidewise.1` shows the first")]
    Man(ManArgs),
    /// List or remove the saved searches
    #[command(after_help = "Example:\n\
        \x20 slidewise stores\n\
        \x20     the saved searches and their sizes")]
    Stores {
        /// Remove the stores with these names; `*` in a name matches any text
        #[arg(long, value_name = "NAME", num_args = 1..)]
        remove: Vec<String>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::definition::program;

    /// The words of a call; text between quotation marks is one word.
    fn words(call: &str) -> Vec<&str> {
        let mut words = Vec::new();
        for (number, part) in call.split('"').enumerate() {
            if number % 2 == 1 {
                words.push(part);
            } else {
                words.extend(part.split_whitespace());
            }
        }
        words
    }

    #[test]
    fn the_help_of_each_command_has_examples_that_are_understood() {
        let mut command = program();
        command.build();
        let own = command.get_subcommands_mut();
        // The command `help` is clap's.
        for own in own.filter(|own| own.get_name() != "help") {
            let name = own.get_name().to_owned();
            let help = own.render_long_help().to_string();
            let (_, examples) = help
                .split_once("\nExample")
                .unwrap_or_else(|| panic!("{name} has no example"));
            let lines: Vec<&str> = examples.lines().skip(1).collect();
            let calls = lines
                .iter()
                .filter_map(|line| line.strip_prefix("  slidewise "));
            let mut count = 0;
            for call in calls {
                count += 1;
                assert_eq!(call.split(' ').next(), Some(name.as_str()));
                let args = std::iter::once("slidewise").chain(words(call));
                if let Err(error) = Arguments::try_parse_from(args) {
                    panic!("{call}: {error}");
                }
            }
            assert!(count > 0, "{name}: {examples}");
            let answers = lines.iter().filter(|line| line.starts_with("      "));
            assert_eq!(
                answers.count(),
                count,
                "{name} says what each example answers"
            );
        }
    }
}
