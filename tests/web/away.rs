//! The page to take away: opened from a file, played to its end, and compared with the command.

use super::browser::CELL;
use super::devtools::{Hand, Tab, browser};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn slidewise(folder: &Path, words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_slidewise"))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

/// The distances to Finish of all positions, by the command.
fn by_the_command(folder: &Path, metric: &str) -> BTreeMap<String, String> {
    let words = [
        "graph",
        "lane-rouge",
        "--metric",
        metric,
        "--format",
        "csv",
        "--table",
        "nodes",
    ];
    let rows = slidewise(folder, &words);
    let mut rows = rows.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let head = rows.next().unwrap();
    let place = |name| head.iter().position(|own| *own == name).unwrap();
    let (position, finish) = (place("position"), place("finish"));
    rows.map(|row| (row[position].to_owned(), row[finish].to_owned()))
        .collect()
}

#[test]
fn a_page_to_take_away_knows_all_distances_and_plays_from_a_file() {
    let folder: TempDir = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("generations")).unwrap();
    slidewise(folder, &["export", "lane-rouge", "--out", "rouge.html"]);
    let size = fs::metadata(folder.join("rouge.html")).unwrap().len();
    assert!(size < 900_000, "{size} bytes");
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let mut tab = Tab::open(&program);
    tab.resize(1280, 800, false);
    tab.go(&format!("file://{}", folder.join("rouge.html").display()));
    tab.wait("document.getElementById('left')?.textContent === '81'");
    for metric in ["step", "slide", "move"] {
        let told = tab.value(&format!(
            r#"(async () => {{
            const {{ puzzle, header }} = JSON.parse(document.getElementById("data").textContent);
            const text = atob(document.getElementById("book").textContent.trim());
            const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
            const book = await module_book.Book.open(puzzle, header, bytes);
            return Array.from({{ length: book.count }}, (_, number) => {{
                const position = book.positions.write(book.placesOf(number));
                return `${{position}} ${{book.distance(number, "{metric}")}}`;
            }});
        }})()"#
        ));
        let told = told.as_array().unwrap().iter().map(|row| {
            let (position, distance) = row.as_str().unwrap().split_once(' ').unwrap();
            (position.to_owned(), distance.to_owned())
        });
        let told: BTreeMap<_, _> = told.collect();
        assert_eq!(told.len(), 25_955);
        assert!(told == by_the_command(folder, metric), "{metric}");
    }
    slidewise(folder, &["export", "tiles:2x3", "--out", "tiles.html"]);
    tab.go(&format!("file://{}", folder.join("tiles.html").display()));
    tab.wait("document.querySelector('#network canvas')?.dataset.drawn === 'true'");
    tab.click("#landscape-farthest");
    tab.wait("document.getElementById('left').textContent === '21'");
    for (hand, is_phone) in [(Hand::Mouse, false), (Hand::Finger, true)] {
        tab.resize(if is_phone { 375 } else { 1280 }, 760, is_phone);
        play_to_the_end(&mut tab, folder, hand);
    }
    for event in &tab.events {
        assert_ne!(event["method"], "Runtime.exceptionThrown", "{event}");
    }
}

fn play_to_the_end(tab: &mut Tab, folder: &Path, hand: Hand) {
    let page = folder.join("tiles.html");
    tab.go(&format!("file://{}#at=123:.45", page.display()));
    tab.wait("document.getElementById('left')?.textContent === '2'");
    let cell = tab.value(CELL).as_f64().unwrap();
    let tile = tab.middle("[aria-label^='4 at b1']");
    tab.pull(hand, tile, (-cell, 0.0));
    tab.wait("document.getElementById('left').textContent === '1'");
    tab.click("#hint");
    tab.wait("document.getElementById('news').textContent.startsWith('Hint: 5 c1 L')");
    let tile = tab.middle("[aria-label^='5 at c1']");
    tab.press(hand, tile);
    tab.release(hand, tile);
    tab.wait("!document.getElementById('ending').hidden");
    assert!(
        tab.text("#ending")
            .contains("Solved in 2 steps, which is the shortest.")
    );
    tab.write("#distance", "21");
    tab.click("#scramble button");
    tab.wait("document.getElementById('left').textContent === '21'");
    assert_eq!(tab.text("#made"), "0");
}
