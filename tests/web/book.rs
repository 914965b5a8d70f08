//! The book of a puzzle, by which pages answer at once, against the answers of the server.

use super::devtools::{Tab, browser};
use super::server::Server;
use serde_json::json;

const GATE: &str = r#"start = """
AB.
##-
#..
"""
goal = """
...
##.
#A.
"""
[gates]
"-" = ["A"]
"#;
const RULE: &str = r#"start = """
A.c
.B.
...
"""
distinct = true
goal = """
...
...
.A.
"""
[[rule]]
never = "adjacent"
pieces = ["A", "c"]
"#;

/// Compares what the book and the server say of some positions: their number, or what differs.
const COMPARED: &str = r#"(async () => {
    const { ask, askBytes } = await import("/assets/ask.js");
    const { Book } = await import("/assets/book.js");
    const { metric, ...named } = QUESTION;
    const puzzle = await ask("/api/puzzle", named);
    const book = await Book.read(puzzle, await askBytes("/api/book", { ...named, metric }));
    const texts = (moves) => moves.map((own) => JSON.stringify([own.class, own.from, own.to,
        own.letters, (own.pushed ?? []).map((part) => [part.class, part.from, part.to])])).sort();
    const stride = Math.ceil(book.count / 25);
    let compared = 0;
    for (let number = 0; number < book.count; number += stride) {
        const position = book.positions.write(book.placesOf(number));
        const own = await book.place(position, metric);
        const other = await ask("/api/position", { ...named, metric, position });
        for (const key of ["position", "places", "solved", "from_start", "to_finish"]) {
            const isEqual = JSON.stringify(own[key]) === JSON.stringify(other[key]);
            if (!isEqual) return `${position}: ${key}`;
        }
        const isEqual = texts(own.moves).join() === texts(other.moves).join();
        if (!isEqual) return `${position}: ${texts(own.moves)} and ${texts(other.moves)}`;
        if ((own.hint === null) !== (other.hint === null)) return `${position}: hint`;
        compared += 1;
    }
    return compared;
})()"#;

#[test]
fn pages_answer_by_themselves_as_the_server_does() {
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    tab.go(&format!("http://{}/", server.address));
    for question in [
        json!({"name": "rush-card-01", "metric": "slide"}),
        json!({"name": "lane-rouge", "metric": "move"}),
        json!({"name": "tiles:2x3", "metric": "line"}),
        json!({"text": GATE, "metric": "step"}),
        json!({"text": RULE, "metric": "step"}),
    ] {
        let told = server.explore(&question);
        assert_eq!(told["state"], "ready", "{told}");
        let compared = tab.value(&COMPARED.replace("QUESTION", &question.to_string()));
        assert!(compared.as_u64() > Some(2), "{question}: {compared}");
    }
}
