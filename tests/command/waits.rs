//! Programs that wait: for the writer of a FIFO, for a reader of their output. Each ends when it is
//! asked to, and reads no more than its limit.

use super::interruptions::send;
use super::program::{Program, ended_within};
use std::fs::{self, File, OpenOptions};
use std::io::{Write, pipe};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Bytes that fill a pipe.
const PIPE: usize = 1 << 16;

fn mkfifo(program: &Program, name: &str) {
    let made = Command::new("mkfifo").arg(program.path(name)).status();
    assert!(made.unwrap().success());
}

/// Starts a command; the words are divided at blanks.
fn start(program: &Program, words: &str, set: impl FnOnce(&mut Command)) -> Child {
    let words: Vec<&str> = words.split(' ').collect();
    let mut command = program.command(&words);
    set(&mut command);
    command.spawn().unwrap()
}

/// Lets programs begin to wait, asks them to end, and lets each fail that does not.
fn end_all(running: Vec<(String, Child)>) {
    sleep(Duration::from_millis(1500));
    for (_, child) in &running {
        send("-TERM", child);
    }
    for (what, child) in running {
        let ran = ended_within(child, Duration::from_secs(30));
        assert!(ran.is_some(), "{what} did not end");
    }
}

/// Commands that read `F`.
const READING: [&str; 21] = [
    "show F.toml",
    "check F.toml",
    "convert F",
    "convert boards.txt --goal F",
    "explore F.toml",
    "explore F.xsb",
    "explore --batch F",
    "explore --batch list.txt",
    "solve --batch folder",
    "solve F.toml",
    "solve tiles:3x3 --starts F",
    "graph F.toml --out g.csv",
    "draw F.toml --out x.svg",
    "plot tiles:2x2 F.toml --out p.svg",
    "export F.toml --out e.html",
    "replay F",
    "replay microban:1 F",
    "design F.toml",
    "fill F",
    "fill stones.txt --board F",
    "jump F",
];

#[test]
fn a_wait_for_the_writer_of_an_input_ends_with_a_signal() {
    let program = Program::new();
    let suffixes = ["F", "F.toml", "F.xsb", "folder/F.toml"];
    fs::create_dir(program.path("folder")).unwrap();
    suffixes.iter().for_each(|name| mkfifo(&program, name));
    program.write("list.txt", "tiles:2x2\n./F.toml\ntiles:2x3\n");
    program.write("boards.txt", &(".".repeat(12) + "AA" + &".".repeat(22)));
    program.write("stones.txt", "X,X\n=\nX,X\n");
    let mut running: Vec<(String, Child)> = READING
        .iter()
        .map(|words| ((*words).to_owned(), start(&program, words, |_| ())))
        .collect();
    for words in [
        "solve -",
        "check -",
        "convert -",
        "explore --batch -",
        "solve tiles:3x3 --starts -",
        "plot tiles:2x2 - --out q.svg",
    ] {
        let child = start(&program, words, |command| {
            command.stdin(Stdio::piped());
        });
        running.push((words.to_owned(), child));
    }
    end_all(running);
}

/// Commands that write more than a pipe holds.
const PRINTING: [&str; 4] = [
    "graph tiles:3x3 --format dot",
    "solve lane-rouge --all --limit 300 --json",
    "sample tiles:3x3 --distance 20 --count 5000 --json",
    "fill hidoku.txt --limit 2000",
];

#[test]
fn a_wait_for_a_reader_of_the_output_ends_with_a_signal() {
    let program = Program::new();
    program.write("hidoku.txt", &["_,_,_,_,_"; 5].join("\n"));
    let mut running = Vec::new();
    // The pipes stay open and are read by nobody.
    let mut open: Vec<File> = Vec::new();
    let mut ends = Vec::new();
    for words in PRINTING {
        let child = start(&program, words, |_| ());
        running.push((words.to_owned(), child));
    }
    for (number, words) in [
        "graph tiles:3x3 --format dot --out N",
        "graph tiles:3x3 --format csv --table edges --out N",
        "solve tiles:3x3 --to 8.6:547:231 --certificate N",
        "draw tiles:3x3 --out N",
        "animate tiles:2x2 --out N",
        "explore tiles:2x2 --no-store --progress N",
    ]
    .iter()
    .enumerate()
    {
        let named = |name: &str| words.replace('N', name);
        // Nobody opens the one FIFO, and nobody reads the other.
        let (unopened, full) = (format!("unopened{number}"), format!("full{number}"));
        mkfifo(&program, &unopened);
        mkfifo(&program, &full);
        let both = OpenOptions::new()
            .read(true)
            .write(true)
            .open(program.path(&full));
        let mut both = both.unwrap();
        both.write_all(&[b' '; PIPE]).unwrap();
        open.push(both);
        for name in [unopened, full] {
            running.push((named(&name), start(&program, &named(&name), |_| ())));
        }
    }
    for words in [
        "solve none.toml",
        "explore --batch list",
        "explore tiles:2x2 --json",
    ] {
        let (reader, mut writer) = pipe().unwrap();
        writer.write_all(&[b' '; PIPE]).unwrap();
        let child = start(&program, words, |command| {
            command.stderr(writer.try_clone().unwrap()).stdout(writer);
        });
        ends.push(reader);
        running.push((words.to_owned(), child));
    }
    end_all(running);
}

/// Commands that read `/dev/zero`.
const ENDLESS: [&str; 17] = [
    "show /dev/zero",
    "check /dev/zero",
    "convert /dev/zero",
    "convert boards.txt --goal /dev/zero",
    "solve /dev/zero",
    "solve zero.toml",
    "explore zero.xsb",
    "explore zero.txt",
    "explore --batch /dev/zero",
    "solve tiles:3x3 --starts /dev/zero",
    "replay /dev/zero",
    "replay microban:1 /dev/zero",
    "design /dev/zero",
    "fill /dev/zero",
    "fill stones.txt --board /dev/zero",
    "jump /dev/zero",
    "solve rush:zero.toml",
];

#[test]
fn no_reader_goes_beyond_its_limit() {
    let program = Program::new();
    program.write("boards.txt", &(".".repeat(12) + "AA" + &".".repeat(22)));
    program.write("stones.txt", "X,X\n=\nX,X\n");
    for name in ["zero.toml", "zero.xsb", "zero.txt"] {
        std::os::unix::fs::symlink("/dev/zero", program.path(name)).unwrap();
    }
    let limited = |words: &str, is_stdin: bool| {
        // A reader without limit meets the end of its memory instead of that of the machine.
        let script = "ulimit -v 8000000; exec \"$0\" \"$@\"";
        let inner = start_words(&program, words);
        let mut command = Command::new("sh");
        command
            .args(["-c", script])
            .args(inner)
            .current_dir(program.path(""));
        command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .stdin(Stdio::null());
        if is_stdin {
            command.stdin(File::open("/dev/zero").unwrap());
        }
        (words.to_owned(), command.spawn().unwrap())
    };
    let files = ENDLESS.iter().map(|words| limited(words, false));
    let stdin = ["solve -", "check -", "convert -", "explore --batch -"];
    let stdin = stdin.iter().map(|words| limited(words, true));
    let running: Vec<(String, Child)> = files.chain(stdin).collect();
    for (what, child) in running {
        let ran = ended_within(child, Duration::from_secs(60));
        let ran = ran.unwrap_or_else(|| panic!("{what} reads without end"));
        assert_eq!(ran.code, Some(2), "{what}: {ran:?}");
    }
}

/// The program and words for a shell.
fn start_words(program: &Program, words: &str) -> Vec<std::ffi::OsString> {
    let words: Vec<&str> = words.split(' ').collect();
    let command = program.command(&words);
    let own = [command.get_program().to_owned()];
    own.into_iter()
        .chain(command.get_args().map(ToOwned::to_owned))
        .collect()
}
