//! What several processes keep: an ordinary store can be made of it, and answers.

use super::together::{Hosts, Running, all_found, alone};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

fn answer(words: &str, store: &Path) -> super::together::Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slidewise"));
    command
        .args(words.split(' '))
        .arg("--store")
        .arg(store)
        .arg("--json");
    Running::start(command).end()
}

/// The files of the store of marks below a folder, but for the lock, with their bytes.
fn store_of(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let folders = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let folder = folders
        .into_iter()
        .find(|path| path.extension().is_some_and(|kind| kind != "parts"))
        .unwrap();
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let files = files.map(|file| {
        let name = file.file_name().into_string().unwrap();
        (name, fs::read(file.path()).unwrap())
    });
    files.filter(|(name, _)| name != "lock").collect()
}

#[test]
fn an_ordinary_store_is_made_of_the_parts() {
    for words in [
        "tiles:3x3",
        "lane-rouge --metric move",
        "tiles:2x4 --metric slide",
    ] {
        let expected = alone(&format!("{words} --count-only"));
        let (one, several) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        all_found(
            Hosts::new(3).start_all(words, Some(several.path())),
            &expected,
        );
        let checked = answer(&format!("verify {words}"), several.path());
        assert_eq!(
            (checked.code, &checked.answer["ok"]),
            (Some(0), &true.into()),
            "{checked:?}"
        );
        let farthest = answer(&format!("farthest {words}"), several.path());
        assert_eq!(farthest.code, Some(0), "{farthest:?}");
        assert_eq!(
            answer(&format!("explore {words}"), one.path()).code,
            Some(0)
        );
        let expected = answer(&format!("farthest {words}"), one.path());
        assert_eq!(farthest.answer["positions"], expected.answer["positions"]);
        let (made, expected) = (store_of(several.path()), store_of(one.path()));
        assert_eq!(
            made.keys().collect::<Vec<_>>(),
            expected.keys().collect::<Vec<_>>()
        );
        for (name, bytes) in &made {
            assert!(expected[name] == *bytes, "{words}: {name} differs");
        }
    }
}

#[test]
fn goals_or_an_engine_that_have_changed_are_refused() {
    let store = tempfile::tempdir().unwrap();
    let file = store.path().join("own.toml");
    let write = |goal: &str| {
        let start = "start = '''\nABC\nDE.\n'''\ndistinct = true\n[[goal]]\nboard = ";
        fs::write(&file, format!("{start}'''\n{goal}\n'''\n")).unwrap();
    };
    let root = store.path().join("generations");
    let refused = |words: &str, part: &str| {
        for ended in Hosts::new(2).start_all(words, Some(&root)) {
            ended.end().expect_failure(1, part);
        }
    };
    let name = file.display();
    for words in [
        format!("{name} --count-only"),
        format!("{name} --max-generation 9"),
    ] {
        let fresh = format!("{words} --fresh");
        write("ABC\nD.E");
        all_found(Hosts::new(2).start_all(&words, Some(&root)), &alone(&words));
        write("ABC\n.DE");
        refused(&words, "was kept by a search for other goals");
        all_found(Hosts::new(2).start_all(&fresh, Some(&root)), &alone(&words));
        all_found(Hosts::new(2).start_all(&words, Some(&root)), &alone(&words));
    }
    let words = "tiles:2x5 --count-only --max-generation 9";
    let ends = all_found(Hosts::new(2).start_all(words, Some(&root)), &alone(words));
    assert_eq!(ends[0].answer["engine"], "dense");
    refused(
        "tiles:2x5 --count-only --max-generation 12 --engine sparse",
        "was kept by a search with the other engine",
    );
}

#[test]
fn damaged_parts_are_found() {
    let store = tempfile::tempdir().unwrap();
    let words = "tiles:2x4";
    all_found(
        Hosts::new(2).start_all(words, Some(store.path())),
        &alone(words),
    );
    let folder = fs::read_dir(store.path())
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let part = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let part = part
        .into_iter()
        .find(|path| path.extension().is_some_and(|kind| kind == "part"));
    let part = part.unwrap();
    let whole = fs::read(&part).unwrap();
    let mut bad = whole.clone();
    let at = bad.len() - 20;
    bad[at] ^= 1;
    fs::write(&part, &bad).unwrap();
    let checked = answer("verify tiles:2x4", store.path());
    assert_eq!(checked.code, Some(1), "{checked:?}");
    assert!(
        checked.answer["problems"][0]
            .as_str()
            .unwrap()
            .contains("is damaged at byte")
    );
    let solved = answer("solve tiles:2x4 --method explore", store.path());
    solved.expect_failure(1, "is damaged at byte");
    fs::write(&part, &whole).unwrap();
    assert_eq!(answer("verify tiles:2x4", store.path()).code, Some(0));
}
