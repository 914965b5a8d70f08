//! Tables of tiles that are damaged, foreign, cut off or without room, and searches that are cut
//! off.
#![cfg(target_os = "linux")]

use super::disks::{own_mounts, shell};
use super::interruptions::send;
use super::program::{Program, Ran};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

/// A search that one table of six tiles and one of two guide.
const SOLVE: [&str; 7] = [
    "solve",
    "tiles:3x3",
    "--start",
    "867:254:3.1",
    "--keep",
    "1 2 3 4 5 6",
    "--keep=7 8",
];

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

#[test]
fn a_damaged_block_is_named_before_an_answer() {
    let program = Program::new();
    let right = program.json(&SOLVE);
    let store = program.names_in("generations")[0].clone();
    let marks = program.path(format!("generations/{store}/marks"));
    let bytes = std::fs::read(&marks).unwrap();
    let verify = ["verify", "tiles:3x3", "--tables", "--json"];
    let proved = program.json(&["verify", "tiles:3x3", "--tables", "--deep"]);
    assert_eq!(
        (&proved["ok"], proved["stores"].as_array().unwrap().len()),
        (&true.into(), 1)
    );
    let entries = program.json(&["tables", "tiles:3x3", "--list"])["tables"][0]["entries"].clone();
    assert_eq!(proved["proved"]["states"], entries);
    for at in [0, bytes.len() / 2, bytes.len() - 1] {
        let mut wrong = bytes.clone();
        wrong[at] ^= 0x10;
        std::fs::write(&marks, wrong).unwrap();
        let failure = program.failure(&SOLVE, 1);
        let message = failure["message"].as_str().unwrap();
        assert!(message.contains(&format!("{store}/marks")), "{message}");
        assert!(!message.contains('\n'), "{message}");
        assert!(
            failure["hint"].as_str().unwrap().contains("--fresh"),
            "{failure}"
        );
        let ran = program.run(&verify);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(
            ran.object()["problems"].to_string().contains("marks"),
            "{ran:?}"
        );
    }
    let again = program.json(&[&SOLVE[..], &["--fresh"]].concat());
    assert_eq!(again["path"], right["path"]);
    assert_eq!(std::fs::read(&marks).unwrap(), bytes);
    // Each other file, and each is named.
    for file in ["header", "log", "last", "sums"] {
        let path = program.path(format!("generations/{store}/{file}"));
        let bytes = std::fs::read(&path).unwrap();
        let mut wrong = bytes.clone();
        wrong[bytes.len() / 2] ^= 0x10;
        std::fs::write(&path, wrong).unwrap();
        let ran = program.run(&verify);
        assert_eq!(ran.code, Some(1), "{file}: {ran:?}");
        let problems = ran.object()["problems"].to_string();
        assert!(
            problems.contains(&format!("{store}/{file}")),
            "{file}: {problems}"
        );
        if file == "last" {
            // No answer needs the last generation.
            assert_eq!(program.json(&SOLVE)["path"], right["path"]);
        } else {
            let message = program.failure(&SOLVE, 1)["message"].to_string();
            assert!(message.contains(&format!("{store}/{file}")), "{message}");
        }
        std::fs::write(&path, bytes).unwrap();
    }
    assert_eq!(program.json(&SOLVE)["path"], right["path"]);
}

#[test]
fn a_table_of_another_goal_or_puzzle_in_its_place_is_refused() {
    let program = Program::new();
    program.json(&SOLVE);
    let store = program.names_in("generations")[0].clone();
    let place = program.path("generations").join(&store);
    for words in [
        [
            "tables",
            "tiles:3x3",
            "--keep",
            "1 2 3 4 5 6",
            "--to",
            ".12:345:678",
        ],
        [
            "tables",
            "tiles:3x3",
            "--keep",
            "1 2 3 4 5 7",
            "--to",
            "123:456:78.",
        ],
        [
            "tables",
            "tiles:3x4",
            "--keep",
            "1 2 3 4 5 6",
            "--to",
            "1 2 3 4 5 6 7 8 9 10 11 0",
        ],
        [
            "explore",
            "tiles:3x3",
            "--threads",
            "1",
            "--engine",
            "dense",
        ],
    ] {
        program.json(&[&words[..], &["--store", "other"]].concat());
        let other = program.path("other").join(&program.names_in("other")[0]);
        std::fs::remove_dir_all(&place).unwrap();
        copy_folder(&other, &place);
        std::fs::remove_dir_all(program.path("other")).unwrap();
        let message = program.failure(&SOLVE, 1)["message"].to_string();
        assert!(message.contains(&store), "{message}");
        // Nor does it count as a table of the goal that it was made for.
        assert_eq!(
            program.json(&["tables", "tiles:3x3", "--list"])["tables"],
            serde_json::json!([])
        );
    }
}

#[test]
fn a_table_without_room_goes_on_when_there_is_some() {
    let program = Program::new();
    let words = ["tables", "tiles:3x4", "--keep", "1 2 3 4 5 6", "--quiet"];
    program.text(&[&words[..], &["--store", "whole"]].concat());
    let expected = program.store_bytes("whole");
    let Some(own) = own_mounts(&program) else {
        return;
    };
    let kilobytes: usize = expected.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() / 1024;
    let script = format!(
        r#"
        mkdir -p m copies && mount -t tmpfs -o size=4m none m || exit 9
        BUILD="eval $SLIDEWISE tables tiles:3x4 --keep '1 2 3 4 5 6' --store m/s --json"
        for more in 0 4 8 12 16 24 32 64; do
            head -c $((({kilobytes} + more) * 1024)) /dev/zero > m/spare
            cat /dev/zero > m/filler 2>/dev/null
            rm m/spare
            $BUILD > copies/$more.json 2>/dev/null
            echo $? > copies/$more.code
            rm m/filler
            $BUILD > /dev/null || exit 7
            cp -r m/s copies/$more
            rm -r m/s
        done"#
    );
    let ran = shell(&program, &own, &script);
    assert!(ran.status.success(), "{ran:?}");
    let mut stopped = 0;
    for more in [0, 4, 8, 12, 16, 24, 32, 64] {
        let read = |name: String| std::fs::read_to_string(program.path(name)).unwrap();
        if read(format!("copies/{more}.code")).trim() != "0" {
            stopped += 1;
            assert_eq!(read(format!("copies/{more}.code")).trim(), "1");
            let told = read(format!("copies/{more}.json"));
            let words = ["No space left", "no room for", "bytes of disk"];
            assert!(words.iter().any(|words| told.contains(words)), "{told}");
        }
        assert!(
            program.store_bytes(&format!("copies/{more}")) == expected,
            "{more}"
        );
    }
    assert!(stopped > 0, "no table met a full disk");
}

#[test]
fn an_interrupted_table_goes_on_and_has_the_same_bytes() {
    let program = Program::new();
    let words = [
        "tables",
        "tiles:3x4",
        "--keep",
        "1 2 3 4 5 6 7 8 9",
        "--json",
    ];
    let whole = program.json(&[&words[..4], &["--store", "whole", "--threads", "2"]].concat());
    let mut cut = 0;
    for (signal, code) in [("-INT", Some(1)), ("-KILL", None), ("-TERM", Some(1))] {
        let child = program.command(&words).spawn().unwrap();
        let is_made = || {
            let names = program.names_in("generations");
            let mut headers = names
                .iter()
                .map(|name| format!("generations/{name}/header"));
            headers.any(|header| program.path(header).exists())
        };
        super::program::until_it_heeds_signals(&child);
        while !is_made() {
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(40));
        if cut == 0 {
            // The lock of a run that builds is not free for another, nor is its table.
            let held = program.failure(&words[..4], 1);
            assert!(held["hint"].as_str().unwrap().contains("wait"), "{held}");
        }
        send(signal, &child);
        let ran = Ran::from(child.wait_with_output().unwrap());
        if ran.code == Some(0) {
            break;
        }
        cut += 1;
        assert_eq!(ran.code, code, "{ran:?}");
        if code.is_some() {
            let error = &ran.object()["error"];
            assert!(
                error["message"]
                    .as_str()
                    .unwrap()
                    .starts_with("interrupted"),
                "{error}"
            );
            assert!(
                error["hint"]
                    .as_str()
                    .unwrap()
                    .contains("goes on from there"),
                "{error}"
            );
        }
        let listed = program.json(&["tables", "tiles:3x4", "--list"]);
        let is_finished = listed["tables"] != serde_json::json!([]);
        if is_finished && code.is_none() {
            // The signal came between the end of the table and the end of the process.
            break;
        }
        assert!(!is_finished, "{listed}");
    }
    assert!(cut > 0, "no run was cut off");
    let finished = program.json(&words[..4]);
    assert_eq!(
        finished["tables"][0]["by_distance"],
        whole["tables"][0]["by_distance"]
    );
    assert!(program.store_bytes("whole") == program.store_bytes("generations"));
    // In a temporary folder nothing remains.
    let child = program
        .command(&[&words[..], &["--no-store"]].concat())
        .spawn()
        .unwrap();
    super::program::until_it_heeds_signals(&child);
    sleep(Duration::from_millis(100));
    send("-INT", &child);
    let ran = Ran::from(child.wait_with_output().unwrap());
    if ran.code != Some(0) {
        let hint = ran.object()["error"]["hint"].to_string();
        assert!(
            hint.contains("nothing was kept; without --no-store"),
            "{hint}"
        );
    }
}

#[test]
fn an_interrupted_search_says_what_is_proved() {
    let program = Program::new();
    // The first start is near; the second is the 88th of Korf's (1985), far out of reach of such
    // tables: its length is 65, the sum of all distances on the grid 43.
    let far = "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4";
    program.write(
        "starts.txt",
        &format!("1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n{far}\n{far}\n"),
    );
    let to = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
    let words = ["solve", "tiles:4x4", "--to", to, "--memory", "100K"];
    let list = [&words[..], &["--starts", "starts.txt"]].concat();
    let mut child = program.command(&list).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert!(line.contains("1 step"), "{line}");
    sleep(Duration::from_millis(300));
    send("-INT", &child);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{rest}");
    let at_least = rest
        .trim()
        .rsplit_once(": at least ")
        .map(|(_, number)| number.to_owned());
    let at_least: u64 = at_least.unwrap().parse().unwrap();
    assert!((43..=65).contains(&at_least), "{rest}");
    let one = [
        &words[..],
        &["--start", far, "--method", "tables", "--json"],
    ]
    .concat();
    let child = program.command(&one).spawn().unwrap();
    super::program::until_it_heeds_signals(&child);
    sleep(Duration::from_millis(1500));
    send("-INT", &child);
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let stopped = ran.object();
    if stopped.get("error").is_none() {
        assert_eq!(
            (&stopped["moves"], &stopped["proved"]),
            (&serde_json::Value::Null, &false.into())
        );
        assert!(
            (43..=65).contains(&stopped["at_least"].as_u64().unwrap()),
            "{stopped}"
        );
    }
}

#[test]
fn two_searches_use_one_table_at_once() {
    let program = Program::new();
    let right = program.json(&SOLVE);
    let words = [&SOLVE[..], &["--json"]].concat();
    let children: Vec<_> = (0..4)
        .map(|_| program.command(&words).spawn().unwrap())
        .collect();
    for child in children {
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(ran.object()["path"], right["path"]);
    }
}
