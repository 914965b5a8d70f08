//! Generations of several processes are those of one.

use super::together::{Hosts, all_found, alone};

#[test]
fn generations_are_those_of_one_process() {
    for words in [
        "tiles:3x3 --count-only",
        "tiles:3x3 --metric slide --count-only",
        "tiles:2x4 --metric move --count-only",
        "tiles:2x4 --metric line --count-only",
        "tiles:2x5 --count-only",
        "lane-rouge --count-only",
        "lane-rouge --metric slide --count-only",
        "lane-rouge --metric move --until-goal --count-only",
        "checkmate --max-generation 40 --count-only",
        "tiles:3x3 --engine sparse --count-only",
    ] {
        let expected = alone(words);
        for size in [1, 2, 4] {
            let ends = all_found(Hosts::new(size).start_all(words, None), &expected);
            let sent = ends[0].answer["sent"]
                .as_str()
                .unwrap()
                .parse::<u64>()
                .unwrap();
            assert_eq!(sent > 0, size > 1, "{words}: {sent}");
        }
    }
}

#[test]
fn several_threads_find_the_same() {
    let words = "tiles:2x5 --count-only --threads 3";
    let hosts = Hosts::new(2);
    let threaded = |process| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_slidewise"));
        command
            .arg("explore")
            .args(words.split(' '))
            .arg("--hosts")
            .arg(hosts.file());
        command.args(["--process", process, "--json", "--no-store"]);
        super::together::Running::start(command)
    };
    all_found(vec![threaded("0"), threaded("1")], &alone(words));
}
