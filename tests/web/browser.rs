//! The pages in a real browser: a puzzle is played, another drawn, explored and stopped; with a
//! mouse, with keys, and by touch on a phone.

use super::devtools::{Tab, browser};
use super::server::{LONG, Server};
use crate::support::skipped::skipped;

/// The width of a cell in pixels.
pub(super) const CELL: &str = "document.querySelector('#board svg').getScreenCTM().a * 64";

#[test]
fn pages_are_played_drawn_and_explored_in_a_browser() {
    let Some(program) = browser() else {
        return skipped(
            "no Chromium was found, so the pages were NOT driven in a browser.\n*** Install one \
             (apt-get install chromium), or name it in SLIDEWISE_CHROMIUM.",
        );
    };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    tab.resize(1200, 900, false);
    find_in_the_catalogue(&mut tab, &server);
    play(&mut tab, &server, false);
    play_by_keys(&mut tab);
    keep_a_piece_in_hand(&mut tab);
    solve(&mut tab);
    open_in_the_editor(&mut tab);
    draw(&mut tab);
    rewrite(&mut tab);
    explore_and_stop(&mut tab);

    tab.resize(375, 760, true);
    find_in_the_catalogue(&mut tab, &server);
    play(&mut tab, &server, true);
    solve(&mut tab);
    open_in_the_editor(&mut tab);
    draw(&mut tab);
    explore_and_stop(&mut tab);
    nothing_went_wrong(&tab, &server);
}

#[test]
fn what_is_wrong_loses_nothing_in_a_browser() {
    // The test above says that there is none.
    let Some(program) = browser() else { return };
    let mut server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    tab.resize(1200, 900, false);
    edit_what_is_wrong(&mut tab, &server);
    find_the_hardest_start(&mut tab, &server);
    break_start_by_a_rule(&mut tab, &server);

    tab.go(&format!(
        "http://{}/puzzle#name=lane-rouge&metric=step&at=nowhere",
        server.address
    ));
    tab.wait("document.getElementById('left')?.textContent === '116'");
    tab.wait("!document.getElementById('findings').hidden");
    assert_eq!(
        tab.value("document.getElementById('trouble').hidden"),
        false
    );
    let trouble = tab.text("#trouble");
    assert!(
        trouble.starts_with("The board has 5 rows, and this position has 1 row"),
        "{trouble}"
    );
    name_pieces_as_they_are_drawn(&mut tab);
    choose_by_several_letters(&mut tab, &server);

    // A puzzle for which the page needs the server.
    tab.go(&format!("http://{}/puzzle#name=tiles:2x5", server.address));
    tab.wait("!document.getElementById('findings').hidden");
    tab.wait("document.querySelector('.mover.can') !== null");
    let move_one = "document.querySelector('.mover.can').focus()";
    tab.value(move_one);
    let before = tab.value("document.activeElement.getAttribute('aria-label')");
    server.stop();
    for arrow in ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] {
        tab.key(arrow, 0);
    }
    tab.wait("document.getElementById('trouble').textContent.includes('does not answer')");
    tab.wait("document.querySelector('.mover.can') !== null");
    assert_eq!(tab.text("#made"), "0");
    tab.value(move_one);
    let after = tab.value("document.activeElement.getAttribute('aria-label')");
    assert_eq!(before, after, "the piece is back");
}

/// A text that the board cannot hold stays as it is, whatever is clicked; what was painted is taken
/// back.
fn edit_what_is_wrong(tab: &mut Tab, server: &Server) {
    tab.go(&format!("http://{}/editor", server.address));
    tab.wait("document.querySelectorAll('#cells .cell').length === 20");
    for wrong in [
        "start = \"\"\"\nAB\n..\n\"\"\"\nunits = [\"A\"",
        "start = \"\"\"\nAB\n..\n\"\"\"\nhorizonal = [\"A\"]\n",
        "start = \"\"\"\nAB\n..\n\"\"\"\n[goal]\nboard = \"A...\"\n",
        "start = \"\"\"\nAB\n..\n\"\"\"\ngoal = \"\"\n",
        "title = \"x\"\n",
        "",
    ] {
        tab.write("#text", "start = \"\"\"\nAB\n..\n\"\"\"\n");
        tab.wait(
            "!document.getElementById('drawing').inert && \
             document.querySelectorAll('#cells .cell').length === 4",
        );
        tab.write("#text", wrong);
        tab.click("#cell-0-0");
        tab.wait("document.getElementById('drawing').inert");
        tab.click("#cell-0-1");
        assert_eq!(tab.value("document.getElementById('text').value"), wrong);
        assert_eq!(
            tab.value("document.getElementById('explore').disabled"),
            true
        );
        assert!(tab.text("#locked").contains("only the text can be edited"));
    }
    let column = "start = \"\"\"\n10\n11\n.\n\"\"\"\ndistinct = true\n";
    tab.write("#text", column);
    tab.wait(
        "!document.getElementById('drawing').inert && \
         document.querySelectorAll('#cells .cell').length === 3",
    );
    tab.click("[data-token='.']");
    tab.click("#cell-0-0");
    tab.wait("document.getElementById('text').value.includes('\\n11\\n')");
    // Two numbers that stand for themselves in a column get a remark, and that is no fault.
    tab.wait("document.querySelectorAll('#faults .remark').length === 1");
    let faults = tab.value("document.querySelectorAll('#faults .fault').length");
    assert_eq!(faults, 0);
    tab.click("#undo");
    tab.wait("document.querySelector('#cell-0-0').textContent === '10'");
    assert_eq!(tab.value("document.getElementById('text').value"), column);
}

/// The hardest start of the drawn pieces replaces the drawing, and can be undone.
fn find_the_hardest_start(tab: &mut Tab, server: &Server) {
    tab.go(&format!("http://{}/editor", server.address));
    tab.wait("document.getElementById('play-it').href.includes('#text=')");
    let drawn = tab.value("document.getElementById('text').value");
    tab.click("#hardest");
    tab.wait(&format!(
        "document.getElementById('text').value !== {drawn}"
    ));
    tab.wait(
        "document.getElementById('hardest-words').textContent.includes('65,880 boards needs')",
    );
    tab.click("#undo");
    tab.wait(&format!(
        "document.getElementById('text').value === {drawn}"
    ));
}

/// A new rule holds at Start, and one that does not is not added in silence.
fn break_start_by_a_rule(tab: &mut Tab, server: &Server) {
    tab.go(&format!("http://{}/editor", server.address));
    tab.wait("document.querySelectorAll('#cells .cell').length === 20");
    tab.click("#add-adjacent");
    tab.wait("document.getElementById('text').value.includes('pieces = [\"B\", \"C\"]')");
    tab.wait("document.getElementById('play-it').href.includes('#text=')");
    assert_eq!(
        tab.value("document.getElementById('rule-trouble').hidden"),
        true
    );
    tab.value(
        "(() => { const own = document.querySelector('#rules input'); own.value = 'B A'; \
         own.dispatchEvent(new Event('change')); })()",
    );
    tab.wait("!document.getElementById('rule-trouble').hidden");
    let trouble = tab.text("#rule-trouble");
    assert!(
        trouble.starts_with("Rule 1: ") && trouble.contains("a rule that Start breaks"),
        "{trouble}"
    );
    tab.click("#undo");
    tab.wait("document.getElementById('rule-trouble').hidden");
}

/// A hint and the moves of a way name the pieces by the letters that stand on the board.
fn name_pieces_as_they_are_drawn(tab: &mut Tab) {
    tab.click("#solve");
    tab.wait("document.querySelectorAll('#player li').length === 116");
    let wrong = tab.value(
        r##"(async () => {
        const rest = (ms) => new Promise((done) => setTimeout(done, ms));
        const wrong = [];
        for (let at = 0; at < 20; at += 1) {
            const words = document.querySelectorAll("#player li")[at].textContent.split(" ");
            const [token, square] = words;
            const cell = document.querySelector(`[aria-label^="${token} at ${square},"]`);
            if (!cell) wrong.push(`${at}: ${token} ${square}`);
            document.querySelector("[aria-label='next move']").click();
            while (document.querySelector("#made").textContent !== String(at + 1)) await rest(10);
        }
        return wrong;
    })()"##,
    );
    assert_eq!(wrong, serde_json::json!([]));
    tab.click("#restart");
    tab.wait("document.getElementById('made').textContent === '0'");
}

/// The keys of a token follow each other.
fn choose_by_several_letters(tab: &mut Tab, server: &Server) {
    tab.go(&format!("http://{}/puzzle#name=tiles:3x4", server.address));
    tab.wait("document.querySelector(\"[aria-label^='10 at ']\") !== null");
    tab.key("1", 0);
    tab.key("0", 0);
    tab.wait("document.activeElement.getAttribute('aria-label')?.startsWith('10 at ')");
}

fn find_in_the_catalogue(tab: &mut Tab, server: &Server) {
    tab.go(&format!("http://{}/", server.address));
    tab.wait("document.querySelectorAll('.families .card').length > 8");
    // The first board plays at once.
    tab.wait("document.getElementById('left')?.textContent === '81'");
    tab.click("#hint");
    tab.wait("document.getElementById('news').textContent.startsWith('Hint: ')");
    tab.write("#search", "15 puzzle");
    tab.wait("document.querySelector('.card').href.endsWith('#name=tiles%3A4x4')");
    // A long list grows as it is scrolled.
    tab.write("#search", "moves");
    tab.wait("document.querySelectorAll('.card').length === 24");
    tab.value("document.querySelector('.cards').lastChild.scrollIntoView()");
    tab.wait("document.querySelectorAll('.card').length > 24");
    tab.write("#search", "rouge walker");
    tab.wait("document.querySelectorAll('.card').length === 2");
    fits(tab);
    tab.wait(
        "document.querySelector('.card img').complete && \
         document.querySelector('.card img').naturalWidth > 50",
    );
    assert_eq!(tab.value("location.search"), "?search=rouge+walker");
    tab.click(".card[href$='=lane-rouge']");
    tab.wait(
        "location.pathname === '/puzzle.html' && \
         document.getElementById('left')?.textContent === '81'",
    );
    assert_eq!(tab.text("#others"), "90 slides, 116 steps");
}

/// Drags a piece, takes a hint.
fn play(tab: &mut Tab, server: &Server, by_touch: bool) {
    let page = format!(
        "http://{}/puzzle#name=lane-rouge&metric=step",
        server.address
    );
    tab.go(&page);
    tab.wait("document.getElementById('left')?.textContent === '116'");
    fits(tab);
    let piece = "[aria-label^='G at b2']";
    let from = tab.middle(piece);
    let cell = tab.value(CELL);
    let down = (0.0, cell.as_f64().unwrap());
    if by_touch {
        tab.swipe(from, down)
    } else {
        tab.drag(from, down)
    }
    tab.wait("document.getElementById('made').textContent === '1'");
    tab.wait("['115', '117'].includes(document.getElementById('left').textContent)");
    assert_eq!(tab.text("#gone"), "1");
    assert_ne!(tab.text("#change"), "");
    tab.wait("document.querySelector(\"[aria-label^='G at b1']\") !== null");
    let before: u64 = tab.text("#left").parse().unwrap();
    tab.click("#hint");
    tab.wait("document.getElementById('news').textContent.startsWith('Hint:')");
    tab.click("#hint");
    tab.wait("document.getElementById('made').textContent === '2'");
    assert_eq!(tab.text("#left"), (before - 1).to_string());
    let link = tab.value("location.hash");
    assert!(
        link.as_str().unwrap().contains("at="),
        "the position is in the address: {link}"
    );
    tab.click("#restart");
    tab.wait("document.getElementById('made').textContent === '0'");
    assert_eq!(tab.text("#left"), "116");
}

/// A letter turns to a piece, an arrow moves it, Ctrl+Z takes it back.
fn play_by_keys(tab: &mut Tab) {
    tab.value("document.activeElement.blur()");
    tab.key("H", 0);
    tab.wait("document.activeElement.getAttribute('aria-label')?.startsWith('H at c2')");
    tab.key("ArrowUp", 0);
    tab.key("ArrowDown", 0);
    tab.wait("document.getElementById('made').textContent === '1'");
    tab.key("z", 2);
    tab.wait("document.getElementById('made').textContent === '0'");
    tab.key("y", 2);
    tab.wait("document.getElementById('made').textContent === '1'");
    tab.click("#undo");
    tab.wait("document.getElementById('left').textContent === '116'");
}

/// In slides a piece that goes on is in one slide, and one that is put back has not moved; in steps
/// each counts.
fn keep_a_piece_in_hand(tab: &mut Tab) {
    let there_and_back = ["ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp"];
    for (metric, wanted) in [
        ("step", ["1 1", "2 2", "3 3", "4 4"]),
        ("slide", ["1 1", "2 2", "1 1", "0 0"]),
        ("move", ["1 1", "1 1", "1 1", "0 0"]),
    ] {
        tab.choose("#metric", metric);
        tab.wait("!document.getElementById('findings').hidden");
        restart(tab);
        tab.value("document.querySelector('[aria-label^=\"H at c2,\"]').focus()");
        let counts = there_and_back.map(|key| press(tab, key));
        assert_eq!(counts, wanted, "{metric}");
    }

    // By mouse round a corner and back; what comes after a jump over several moves goes on with the
    // last.
    tab.choose("#metric", "slide");
    tab.wait("!document.getElementById('findings').hidden");
    restart(tab);
    let cell = tab.value(CELL);
    let cell = cell.as_f64().unwrap();
    let here = tab.middle("[aria-label^='H at c2']");
    tab.drag(here, (-cell, cell));
    tab.wait("document.getElementById('made').textContent === '2'");
    tab.wait("document.querySelector('[aria-label^=\"H at b1, can move\"]') !== null");
    assert_eq!(
        tab.value("document.querySelectorAll('#player li').length"),
        2
    );
    let there = tab.middle("[aria-label^='H at b1']");
    tab.drag(there, (cell, -cell));
    tab.wait("document.getElementById('made').textContent === '0'");
    tab.wait("document.getElementById('gone').textContent === '0'");

    tab.choose("#metric", "move");
    tab.wait("!document.getElementById('findings').hidden");
    restart(tab);
    tab.click("#solve");
    tab.wait("document.querySelectorAll('#player li').length === 81");
    tab.click("#player li:nth-child(6)");
    tab.wait("document.getElementById('made').textContent === '6'");
    let last = tab.text("#player li:nth-child(6)");
    let [token, from, letters] = last.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{last}");
    };
    assert_eq!((from, letters), ("a1", "U"), "{last}");
    tab.wait(&format!(
        "document.querySelector('[aria-label^=\"{token} at a2, can move up\"]') !== null"
    ));
    tab.value(&format!(
        "document.querySelector('[aria-label^=\"{token} at a2\"]').focus()"
    ));
    assert_eq!(press(tab, "ArrowUp"), "6 6");
    assert_eq!(
        tab.text("#player li:nth-child(6)"),
        format!("{token} a1 UU")
    );

    tab.choose("#metric", "step");
    tab.wait("!document.getElementById('findings').hidden");
}

/// Goes back to Start, where it is known what can be done.
fn restart(tab: &mut Tab) {
    tab.click("#restart");
    tab.wait("document.getElementById('made').textContent === '0'");
    tab.wait("document.querySelector('[aria-label^=\"H at c2, can move\"]') !== null");
}

/// Presses a key that moves a piece: how many moves are made then, and how many are listed.
fn press(tab: &mut Tab, key: &str) -> String {
    let before = tab.value("location.hash");
    tab.key(key, 0);
    tab.wait(&format!("location.hash !== {before}"));
    let list = tab.value("document.querySelectorAll('#player li').length");
    format!("{} {list}", tab.text("#made"))
}

/// Solves from here: steps, plays, goes to the end.
fn solve(tab: &mut Tab) {
    if tab.text("#made") != "0" {
        tab.click("#restart");
        tab.wait("document.getElementById('made').textContent === '0'");
    }
    tab.click("#solve");
    tab.wait("document.querySelectorAll('#player li').length === 116");
    tab.click("[aria-label='next move']");
    tab.wait("document.getElementById('left').textContent === '115'");
    tab.click("#play");
    tab.wait("Number(document.getElementById('left').textContent) < 114");
    tab.click("[aria-label='last position']");
    tab.wait("!document.getElementById('ending').hidden");
    let ending = tab.text("#ending");
    assert!(
        ending.contains("Solved in 116 steps, which is the shortest."),
        "{ending}"
    );
    assert_eq!(tab.text("#left"), "0");
    tab.wait(
        "document.querySelectorAll('#hardest a').length === 4 && \
         document.querySelectorAll('#farthest a').length === 4",
    );
    tab.wait("document.getElementById('plot').naturalWidth > 100");
    fits(tab);
    tab.click("#hardest a");
    tab.wait("document.getElementById('left').textContent === '126'");
}

/// The editor shows the puzzle, and a fault where it is.
fn open_in_the_editor(tab: &mut Tab) {
    tab.click("#edit");
    tab.wait("document.getElementById('text')?.value.includes('BAAC')");
    tab.wait("document.querySelectorAll('#cells .cell').length === 20");
    fits(tab);
    let faulty = "title = \"Faulty\"\nstart = \"\"\"\nAAb\nA.c\n\"\"\"\nunits = [\"e\"]\n";
    tab.write("#text", faulty);
    tab.wait(
        "document.querySelector('#faults .fault')?.textContent.startsWith('line 6, column 10')",
    );
    assert_eq!(tab.text("#marks mark"), "\"e\"");
    assert_eq!(
        tab.value("document.querySelectorAll('#cells .cell').length"),
        6
    );
    assert_eq!(
        tab.value("document.getElementById('explore').disabled"),
        true
    );
    fits(tab);
    tab.write("#text", &faulty.replace("\"e\"", "\"b\""));
    tab.wait(
        "document.getElementById('faults').children.length === 0 && \
         !document.getElementById('explore').disabled",
    );
}

/// Paints a cell with the hand and one with a key, adds a goal, paints along a row and takes that
/// back; the text follows.
fn draw(tab: &mut Tab) {
    tab.click("[data-token='#']");
    tab.click("#cell-1-1");
    tab.wait("document.getElementById('text').value.includes('A#c')");
    tab.key("ArrowUp", 0);
    tab.key(".", 0);
    tab.wait("document.getElementById('text').value.includes('A.b')");
    tab.click("#add-goal");
    tab.wait("document.getElementById('text').value.includes('goal = ')");
    tab.click("[data-token='_']");
    tab.click("#cell-0-0");
    tab.wait("document.getElementById('text').value.includes('_..')");
    let (from, to) = (tab.middle("#cell-0-1"), tab.spot("#cell-0-2"));
    tab.pull(tab.hand, from, (to.0 - from.0, to.1 - from.1));
    tab.wait("document.getElementById('text').value.includes('___')");
    for _ in 0..2 {
        tab.click("#undo");
    }
    tab.wait("document.getElementById('text').value.includes('_..')");
    tab.wait("document.getElementById('faults').children.length === 0");
}

/// What the editor writes of a puzzle means what its file meant.
fn rewrite(tab: &mut Tab) {
    let script = r#"(async () => {
        const { ask, get } = await import("/assets/ask.js");
        const { fromTable, toText } = await import("/assets/puzzlefile.js");
        const { puzzles } = await get("/api/catalogue");
        const isWanted = (name, at) => at % 8 === 0 || name.startsWith("checkmate");
        const names = puzzles.map(({ name }) => name).filter(isWanted);
        const gate = 'start = """\nAB.\n##-\n"""\n[gates]\n"-" = ["A"]\n'
            + '[[goal]]\nboard = """\n.A_\n##.\n"""\n[[goal]]\nboard = """\n...\n##A\n"""\n';
        const built = await Promise.all(names.map((name) => ask("/api/puzzle", { name })));
        const texts = [gate, ...built.map(({ text }) => text)];
        const wrong = [];
        for (const text of texts) {
            const again = toText(fromTable((await ask("/api/read", { text })).table));
            const both = [text, again].map((own) => ask("/api/puzzle", { text: own }));
            const [one, other] = await Promise.all(both);
            const keys = "title family source start goals rules classes ground".split(" ");
            for (const key of keys) {
                const isEqual = JSON.stringify(one[key]) === JSON.stringify(other[key]);
                if (!isEqual) wrong.push(`${one.title}: ${key}\n${again}`);
            }
        }
        return [texts.length, ...wrong];
    })()"#;
    let told = tab.value(script);
    assert!(
        told[0].as_u64() > Some(25) && told.as_array().unwrap().len() == 1,
        "{told}"
    );
}

/// Explores what takes long, watches it, stops it; then what is quick, to its end.
fn explore_and_stop(tab: &mut Tab) {
    tab.write("#text", LONG);
    tab.choose("#metric", "slide");
    tab.wait(
        "document.querySelectorAll('#cells .cell').length === 12 && \
         !document.getElementById('explore').disabled",
    );
    tab.click("#explore");
    tab.wait(
        "document.querySelector('#exploration .state').textContent.startsWith('From Start: \
         generation')",
    );
    tab.wait("document.querySelectorAll('#exploration .bars rect').length > 3");
    fits(tab);
    tab.click("#stop");
    tab.wait("document.querySelector('#exploration .state').textContent.includes('was stopped')");
    tab.write(
        "#text",
        "start = \"\"\"\nAB\n.C\n\"\"\"\ngoal = \"\"\"\nA.\n..\n\"\"\"\n",
    );
    tab.wait(
        "document.querySelectorAll('#cells .cell').length === 4 && \
         !document.getElementById('explore').disabled",
    );
    tab.click("#explore");
    tab.wait("document.querySelector('#exploration .state').textContent.startsWith('Explored: ')");
    tab.click("#play-it");
    tab.wait("document.getElementById('left')?.textContent === '0'");
}

/// Nothing is wider than the window.
pub(super) fn fits(tab: &mut Tab) {
    let wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(tab.value(wide), 0, "the page is wider than the window");
}

/// No script failed, nothing was refused, and nothing was asked of any other machine.
pub(super) fn nothing_went_wrong(tab: &Tab, server: &Server) {
    let own = format!("http://{}/", server.address);
    let mut asked = 0;
    for event in &tab.events {
        let parameters = &event["params"];
        match event["method"].as_str() {
            Some("Network.requestWillBeSent") => {
                let address = parameters["request"]["url"].as_str().unwrap();
                let is_own =
                    address.starts_with(&own) || address.starts_with(&format!("blob:{own}"));
                assert!(is_own || address == "about:blank", "{address}");
                asked += 1;
            }
            Some("Runtime.exceptionThrown") => panic!("{parameters}"),
            Some("Log.entryAdded") => {
                let entry = &parameters["entry"];
                assert_ne!(entry["level"], "error", "{entry}");
            }
            _ => {}
        }
    }
    assert!(asked > 20, "{asked} requests were seen");
}
