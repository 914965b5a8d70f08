//! The pages under an automatic checker of accessibility, axe-core from the npm registry.

use super::devtools::{Tab, browser};
use super::server::Server;
use crate::support::skipped::skipped;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The version of the checker.
const PACKAGE: &str = "axe-core@4.10.2";

/// The script of the checker: named by `SLIDEWISE_AXE`, kept by an earlier run, or from the
/// registry by its own client.
fn checker() -> Option<String> {
    if let Some(named) = std::env::var_os("SLIDEWISE_AXE") {
        return Some(fs::read_to_string(named).unwrap());
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(PACKAGE);
    let script = folder.join("package/axe.min.js");
    if !script.exists() {
        fs::create_dir_all(&folder).ok()?;
        let fetched = Command::new("npm")
            .args([
                "pack",
                PACKAGE,
                "--silent",
                "--fetch-retries=0",
                "--fetch-timeout=20000",
            ])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .ok()?;
        let archive = String::from_utf8(fetched.stdout).ok()?;
        let unpacked = Command::new("tar")
            .args(["-xzf", archive.trim(), "package/axe.min.js"])
            .current_dir(&folder)
            .status();
        unpacked.ok().filter(|status| status.success())?;
    }
    fs::read_to_string(script).ok()
}

#[test]
fn an_automatic_checker_finds_no_barrier() {
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let Some(checker) = checker() else {
        return skipped(
            "axe-core could not be had, so the pages were NOT checked for barriers.\n*** It comes \
             from the npm registry by npm, or is named in SLIDEWISE_AXE (axe.min.js).",
        );
    };
    let server = Server::start(&["--threads", "1"]);
    let exported = Command::new(env!("CARGO_BIN_EXE_slidewise"))
        .args(["export", "tiles:2x3", "--out", "tiles.html", "--quiet"])
        .current_dir(server.folder.path())
        .output()
        .unwrap();
    assert!(exported.status.success(), "{exported:?}");
    let taken = format!(
        "file://{}",
        server.folder.path().join("tiles.html").display()
    );
    let mut tab = Tab::open(&program);
    for is_dark in [false, true] {
        let scheme = if is_dark { "dark" } else { "light" };
        let media = serde_json::json!({
            "features": [{"name": "prefers-color-scheme", "value": scheme}]
        });
        tab.call("Emulation.setEmulatedMedia", &media);
        tab.resize(1280, 800, false);
        let puzzle = "document.querySelector('.mover') !== null && \
                      !document.getElementById('findings').hidden";
        let own = |path: &str| format!("http://{}/{path}", server.address);
        for (address, ready) in [
            (
                own("?family=Classics"),
                "document.querySelectorAll('.card').length === 9",
            ),
            (own("puzzle#name=rush-card-01"), puzzle),
            (own("puzzle#name=tiles:2x3&at=123:.45"), puzzle),
            (
                taken.clone(),
                "document.querySelector('.mover.can') !== null",
            ),
            (
                own("level#level=%23%23%23%23%23%3A%23%40%24.%23%3A%23%23%23%23%23"),
                "document.getElementById('least')?.textContent === '1' && \
                 (document.getElementById('draw').open = true) && \
                 document.getElementById('judgement').textContent.startsWith('Solvable')",
            ),
            (own("learn"), "document.querySelector('.lessons') !== null"),
            (
                own("search"),
                "document.querySelector('#graph:not([hidden])') !== null",
            ),
            (
                own("parity"),
                "document.querySelector('#far:not([hidden])') !== null",
            ),
            (
                own("editor"),
                "document.querySelectorAll('#cells .cell').length === 20",
            ),
        ] {
            tab.go(&address);
            tab.wait(ready);
            tab.value(&format!("{checker}; 0"));
            let found = tab.value(
                "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', \
                 'wcag22aa'] }).then(({ violations }) => violations.map(({ id, nodes }) => \
                 `${id}: ${nodes.slice(0, 3).map((own) => own.html.slice(0, 160) + \
                 ' ' + own.failureSummary).join(' | ')}`))",
            );
            assert_eq!(
                found,
                serde_json::json!([]),
                "{address}, {scheme}: {found:#}"
            );
        }
    }
}
