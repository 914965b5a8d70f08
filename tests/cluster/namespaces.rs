//! Two network namespaces over a pair of virtual cards, by hand and as root: `cargo test --features
//! cluster --test cluster -- --ignored namespaces`.

use super::together::{Hosts, Running, all_found, alone, wait_for_files};
use std::process::Command;

/// Two namespaces with a cable between them, removed in the end.
struct Namespaces(Vec<String>);

fn ip(words: &str) -> bool {
    let done = Command::new("ip").args(words.split(' ')).output();
    done.is_ok_and(|done| done.status.success())
}

impl Namespaces {
    fn new() -> Option<Namespaces> {
        let names: Vec<String> = (0..2)
            .map(|side| format!("slidewise-{side}-{}", std::process::id()))
            .collect();
        let made = Namespaces(names);
        let [a, b] = [&made.0[0], &made.0[1]];
        let steps = [
            format!("netns add {a}"),
            format!("netns add {b}"),
            format!("link add sw0 netns {a} type veth peer name sw1 netns {b}"),
            format!("-n {a} addr add 10.77.0.1/24 dev sw0"),
            format!("-n {b} addr add 10.77.0.2/24 dev sw1"),
            format!("-n {a} link set sw0 up"),
            format!("-n {b} link set sw1 up"),
            format!("-n {a} link set lo up"),
            format!("-n {b} link set lo up"),
        ];
        steps.iter().all(|step| ip(step)).then_some(made)
    }

    fn start(
        &self,
        hosts: &Hosts,
        process: usize,
        words: &str,
        store: &std::path::Path,
    ) -> Running {
        let mut command = Command::new("ip");
        command.args([
            "netns",
            "exec",
            &self.0[process],
            env!("CARGO_BIN_EXE_slidewise"),
            "explore",
        ]);
        command
            .args(words.split(' '))
            .arg("--hosts")
            .arg(hosts.file());
        command.args([
            "--process",
            &process.to_string(),
            "--json",
            "--threads",
            "1",
        ]);
        command.arg("--store").arg(store);
        Running::start(command)
    }
}

impl Drop for Namespaces {
    fn drop(&mut self) {
        for name in &self.0 {
            ip(&format!("netns del {name}"));
        }
    }
}

#[test]
#[ignore = "needs root and network namespaces"]
fn namespaces_with_a_cable_that_is_cut() {
    let Some(namespaces) = Namespaces::new() else {
        eprintln!("SKIPPED: this machine makes no network namespaces");
        return;
    };
    let addresses = ["10.77.0.1:4000", "10.77.0.2:4000"].map(str::to_owned);
    let hosts = Hosts::of(addresses.to_vec());
    let stores = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let start = |words: &str| {
        (0..2)
            .map(|process| namespaces.start(&hosts, process, words, stores[process].path()))
            .collect::<Vec<_>>()
    };
    let words = "tiles:2x5 --count-only";
    all_found(start(words), &alone(words));
    let words = "tiles:2x5 --metric slide --count-only --patience 5 --checksums 0";
    let running = start(words);
    wait_for_files(stores[0].path());
    wait_for_files(stores[1].path());
    assert!(ip(&format!("-n {} link set sw0 down", namespaces.0[0])));
    for (process, ended) in running.into_iter().map(Running::end).enumerate() {
        ended.expect_failure(1, &format!("process {} (10.77.0.", 1 - process));
    }
    assert!(ip(&format!("-n {} link set sw0 up", namespaces.0[0])));
    let ends = all_found(
        start(words),
        &alone("tiles:2x5 --metric slide --count-only"),
    );
    assert!(ends.iter().all(|end| end.answer["resumed"] == true));
}
