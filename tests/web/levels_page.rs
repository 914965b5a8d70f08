//! The page of Sokoban levels in a browser, beside the play itself: the grid, records, dead
//! squares, files that are dropped, and what can be told apart.

use super::browser::{fits, nothing_went_wrong};
use super::devtools::{Tab, browser};
use super::levels::{ONE, open, server, shows};
use super::server::Server;
use serde_json::json;

const LETTERS: [(char, &str); 4] = [
    ('u', "ArrowUp"),
    ('d', "ArrowDown"),
    ('l', "ArrowLeft"),
    ('r', "ArrowRight"),
];

/// Makes steps by keys.
fn step(tab: &mut Tab, letters: &str) {
    tab.value("document.activeElement.blur()");
    for letter in letters.to_lowercase().chars() {
        let (_, key) = LETTERS.iter().find(|(own, _)| *own == letter).unwrap();
        tab.key(key, 0);
    }
}

fn count(tab: &mut Tab, selector: &str) -> u64 {
    let count = tab.value(&format!("document.querySelectorAll({selector:?}).length"));
    count.as_u64().unwrap()
}

fn ending(tab: &mut Tab, wanted: &str) {
    tab.wait(&format!(
        "!document.getElementById('ending').hidden && \
         document.querySelector('#ending p').textContent.trim() === {wanted:?}"
    ));
}

#[test]
fn the_built_in_levels_are_offered_where_none_are_named() {
    let server = Server::start(&["--threads", "1"]);
    let served = server.get("/api/levels").object();
    assert_eq!(served["levels"].as_array().unwrap().len(), 155);
    assert_eq!(served["levels"][0]["author"], "David W. Skinner");
}

#[test]
fn levels_are_chosen_in_a_grid_and_turned_in_a_browser() {
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    for (width, height, is_phone) in [(1280, 800, false), (390, 844, true)] {
        tab.resize(width, height, is_phone);
        choose_and_turn(&mut tab, &server);
    }
    // On a phone the board and the buttons stand on the first screen.
    tab.value("scrollTo(0, 0)");
    let bottom = tab.value("document.getElementById('hint').getBoundingClientRect().bottom");
    assert!(bottom.as_f64().unwrap() <= 844.0, "{bottom}");
    nothing_went_wrong(&tab, &server);
}

/// Drawings come with the scrolling; a chosen level folds the grid, and the way back leads to the
/// level before.
fn choose_and_turn(tab: &mut Tab, server: &Server) {
    tab.go(&format!("http://{}/level", server.address));
    tab.wait("document.querySelectorAll('#levels svg').length > 5");
    fits(tab);
    assert_eq!(count(tab, "#levels a"), 155);
    assert!(count(tab, "#levels svg") < 155, "drawn without being seen");
    assert_eq!(tab.text("#choice-words"), "Levels: 0 of 155 solved");
    assert_eq!(tab.value("document.getElementById('game').hidden"), true);
    tab.middle("#levels li:last-child");
    tab.wait("document.querySelector('#levels li:last-child svg .player') !== null");
    tab.click("#levels li:nth-child(2) a");
    shows(tab, "title", "Level 2");
    tab.wait("!document.getElementById('choice').open");
    assert_eq!(tab.value("document.activeElement.id"), "title");
    shows(tab, "least", "3");
    fits(tab);
    tab.click("#previous");
    shows(tab, "title", "Level 1");
    shows(tab, "least", "8");
    let is_off = "document.getElementById('previous').disabled";
    assert_eq!(tab.value(is_off), true, "nothing is before the first level");
    tab.click("#next");
    shows(tab, "title", "Level 2");
    assert_eq!(tab.value(is_off), false);
    tab.click("#next");
    shows(tab, "title", "Level 3");
    tab.value("history.back()");
    shows(tab, "title", "Level 2");
    tab.click("#choice summary");
    tab.wait("document.querySelector('#levels [aria-current]').textContent.startsWith('Level 2')");
    fits(tab);
    tab.click("#choice summary");
    tab.wait("!document.getElementById('choice').open");
}

#[test]
fn records_of_levels_are_kept_in_a_browser() {
    let Some(program) = browser() else { return };
    let (server, _folder) = server();
    let mut tab = Tab::open(&program);
    tab.resize(1280, 800, false);
    open(&mut tab, &server);
    let is_hidden = "document.getElementById('record').hidden";
    assert_eq!(tab.value(is_hidden), true);
    step(&mut tab, "ulldRRurrdLulldRR");
    ending(
        &mut tab,
        "Solved in 5 pushes and 17 steps. The level can be solved in 3 pushes. It is your first \
         solution of this level.",
    );
    shows(&mut tab, "record", "Your record is 5 pushes.");
    tab.click("#restart");
    tab.wait("document.getElementById('ending').hidden");
    step(&mut tab, "ulldRRR");
    ending(
        &mut tab,
        "Solved in 3 pushes and 7 steps. No solution has fewer pushes. It is a new record: yours \
         was 5 pushes.",
    );
    shows(&mut tab, "record", "Your record is 3 pushes.");
    tab.click("#go-on");
    shows(&mut tab, "title", "Two");
    win_the_second(&mut tab, &server);
    tab.go(&format!("http://{}/level", server.address));
    shows(&mut tab, "choice-words", "Levels: 2 of 2 solved");
    assert_eq!(tab.text("#levels a .mark"), "✓ 3 pushes");
    assert_eq!(tab.text("#levels li:last-child .mark"), "✓ 1 push");
    nothing_went_wrong(&tab, &server);
}

/// Neither a solution that is shown nor a link to a solved position is a record.
fn win_the_second(tab: &mut Tab, server: &Server) {
    let is_hidden = "document.getElementById('record').hidden";
    shows(tab, "left", "1");
    tab.click("#solve");
    ending(
        tab,
        "Solved in 1 push and 1 step. No solution has fewer pushes. With a solution shown, it is \
         no record.",
    );
    assert_eq!(tab.value(is_hidden), true);
    tab.click("#undo");
    tab.wait("document.getElementById('ending').hidden");
    tab.click("#redo");
    tab.wait("!document.getElementById('ending').hidden");
    tab.call("Page.reload", &json!({}));
    tab.wait("document.getElementById('ending')?.hidden === false");
    assert_eq!(tab.value(is_hidden), true);
    let solved = "level#level=%23%23%23%23%23%3A%23%40%24.%23%3A%23%23%23%23%23&moves=R";
    tab.go(&format!("http://{}/{solved}", server.address));
    ending(
        tab,
        "Solved in 1 push and 1 step. No solution has fewer pushes.",
    );
    assert_eq!(tab.value(is_hidden), true);
    tab.click("#restart");
    tab.wait("document.getElementById('ending').hidden");
    step(tab, "R");
    ending(
        tab,
        "Solved in 1 push and 1 step. No solution has fewer pushes. It is your first solution of \
         this level.",
    );
    shows(tab, "record", "Your record is 1 push.");
    assert_eq!(tab.text("#pushes-words"), "push");
    assert_eq!(tab.text("#steps-words"), "step");
}

#[test]
fn dead_squares_are_marked_in_a_browser() {
    let Some(program) = browser() else { return };
    let (server, _folder) = server();
    let mut tab = Tab::open(&program);
    tab.resize(1280, 800, false);
    open(&mut tab, &server);
    let crosses = "(document.querySelector('#board .dead')?.getAttribute('d') ?? '')\
                   .split('M').length - 1";
    assert_eq!(tab.value(crosses), 0);
    tab.click("#show-dead");
    tab.wait(&format!("{crosses} === 11"));
    // The marks stay when the player has moved, and on the next visit.
    step(&mut tab, "u");
    shows(&mut tab, "steps", "1");
    assert_eq!(tab.value(crosses), 11);
    tab.call("Page.reload", &json!({}));
    tab.wait(&format!(
        "document.getElementById('show-dead')?.checked && {crosses} === 11"
    ));
    tab.click("#next");
    shows(&mut tab, "title", "Two");
    tab.wait(&format!("{crosses} === 1"));
    tab.click("#show-dead");
    tab.wait(&format!("{crosses} === 0"));
    nothing_went_wrong(&tab, &server);
}

/// Drops a file on the middle of the page.
fn drop_file(tab: &mut Tab, name: &str, bytes: &[u8]) {
    tab.value(&format!(
        "(() => {{ const data = new DataTransfer(); \
         data.items.add(new File([new Uint8Array({bytes:?})], {name:?})); \
         for (const kind of ['dragover', 'drop']) {{ \
         const event = new DragEvent(kind, {{ dataTransfer: data, bubbles: true, \
         cancelable: true }}); \
         document.querySelector('h2').dispatchEvent(event); \
         if (!event.defaultPrevented) throw new Error(kind); }} }})()"
    ));
}

#[test]
fn files_of_levels_are_dropped_in_a_browser() {
    let Some(program) = browser() else { return };
    let (server, _folder) = server();
    let mut tab = Tab::open(&program);
    tab.resize(1280, 800, false);
    open(&mut tab, &server);
    drop_file(&mut tab, "picture.png", b"#####\n#@$.#\n#####\n");
    shows(
        &mut tab,
        "trouble",
        "picture.png is not read: give a file that ends in .xsb, .sok, .slc or .txt.",
    );
    assert_eq!(tab.text("#title"), "One");
    // The title of the last is in Latin-1.
    let levels = b"; First\n\n######\n#@$ .#\n######\n\n; K\xf6nig\n\n#####\n#@$.#\n#####\n";
    drop_file(&mut tab, "mine.XSB", levels);
    shows(&mut tab, "title", "First");
    shows(&mut tab, "left", "2");
    assert_eq!(tab.value("document.getElementById('trouble').hidden"), true);
    let is_lit = "document.body.classList.contains('dropping')";
    assert_eq!(tab.value(is_lit), false);
    tab.click("#next");
    shows(&mut tab, "title", "König");
    nothing_went_wrong(&tab, &server);
}

/// The contrasts of things with what is around them, by the formula of WCAG.
const CONTRASTS: &str = "(() => {
    const colour = (selector, property) =>
        getComputedStyle(document.querySelector(selector))[property];
    const light = (text) => {
        const parts = text.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const floor = colour('#board .floor', 'fill');
    const box = colour('#board .box:not(.home)', 'fill');
    const home = colour('#board .home', 'fill');
    return [
        ['wall and page', colour('#board .wall', 'fill'), colour('body', 'backgroundColor')],
        ['wall and floor', colour('#board .wall', 'fill'), floor],
        ['goal', colour('#board .goal', 'stroke'), floor],
        ['box', box, floor],
        ['mark of a box', colour('#board .box-mark', 'stroke'), box],
        ['box on a goal', home, floor],
        ['mark of a box on a goal', colour('#board .home-mark', 'fill'), home],
        ['player', colour('#board .player', 'fill'), floor],
        ['dead', colour('#board .dead', 'stroke'), floor],
    ].map(([name, one, other]) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return [name, (high + 0.05) / (low + 0.05)];
    });
})()";

#[test]
fn things_of_levels_are_told_apart_in_both_themes() {
    let Some(program) = browser() else { return };
    let (server, _folder) = server();
    let mut tab = Tab::open(&program);
    tab.resize(1280, 800, false);
    for scheme in ["light", "dark"] {
        let media = json!({
            "features": [{"name": "prefers-color-scheme", "value": scheme}]
        });
        tab.call("Emulation.setEmulatedMedia", &media);
        // The first level of Microban, which has a box on a goal.
        let level = "4%23:%23-.%23:%23--3%23:%23*%40--%23:%23--%24-%23:%23--3%23:4%23";
        tab.go(&format!("http://{}/level#level={level}", server.address));
        shows(&mut tab, "least", "8");
        tab.wait("document.querySelector('#board .dead') !== null");
        let contrasts = tab.value(CONTRASTS);
        for pair in contrasts.as_array().unwrap() {
            assert!(pair[1].as_f64().unwrap() >= 3.0, "{scheme}: {pair}");
        }
        assert_eq!(contrasts.as_array().unwrap().len(), 9);
        // Each kind has its own shape.
        let shapes = ["box-mark", "home-mark", "joints", "goal"].map(|kind| {
            let shape = format!("document.querySelector('#board .{kind}').getAttribute('d')");
            let shape = tab.value(&shape);
            let commands = shape.as_str().unwrap().chars();
            commands
                .filter(|own| own.is_alphabetic())
                .take(5)
                .collect::<String>()
        });
        assert_eq!(shapes[..3], ["Mlml", "Mlllz", "Mhmhm"], "{shapes:?}");
        // Nothing is drawn beyond the walls, as at the end of the first row.
        let floor = tab.value("document.querySelector('#board .floor').getAttribute('d')");
        assert!(!floor.as_str().unwrap().contains("M256 0h"), "{floor}");
    }
}

#[test]
fn solutions_of_levels_are_shown_without_motion_where_that_is_wanted() {
    let Some(program) = browser() else { return };
    let (server, _folder) = server();
    let mut tab = Tab::open(&program);
    tab.resize(1280, 800, false);
    let media = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
    tab.call("Emulation.setEmulatedMedia", &media);
    tab.go(&format!(
        "http://{}/level#level={}",
        server.address,
        ONE.replace('#', "%23").replace('$', "%24")
    ));
    shows(&mut tab, "left", "3");
    // The counts of steps that are shown on the way.
    tab.value(
        "window.counts = []; new MutationObserver(() => \
         window.counts.push(document.getElementById('steps').textContent))\
         .observe(document.getElementById('steps'), { childList: true }); 0",
    );
    tab.click("#solve");
    tab.wait("!document.getElementById('ending').hidden");
    assert_eq!(tab.value("window.counts.join()"), "7");
}
