//! The lessons in a browser: the search that is watched, the board that belongs to one half, and
//! the exercises with right and wrong answers.

use super::browser::{fits, nothing_went_wrong};
use super::devtools::{Hand, Tab, browser};
use super::server::Server;
use serde_json::{Value, json};
use std::time::Duration;

/// The pages with what holds once they show everything.
const PAGES: [(&str, &str); 3] = [
    (
        "learn",
        "document.querySelectorAll('.lessons a').length === 2",
    ),
    ("search", GROWN),
    ("parity", HALVED),
];
const GROWN: &str = "document.querySelector('#graph:not([hidden])') !== null";
const HALVED: &str = "document.querySelector('#far:not([hidden])') !== null && \
                      document.getElementById('famous-words').textContent !== ''";

fn open(tab: &mut Tab, server: &Server, page: &str) {
    let (name, ready) = PAGES
        .iter()
        .find(|(name, _)| page.starts_with(name))
        .unwrap();
    assert!(page == *name || page == format!("{name}.html"));
    tab.go(&format!("http://{}/{page}", server.address));
    tab.wait(ready);
}

fn is_shown(tab: &mut Tab, id: &str, text: &str) {
    tab.wait(&format!(
        "document.getElementById('{id}').textContent === {text:?}"
    ));
}

fn generation(tab: &mut Tab) -> u64 {
    let value = tab.value("Number(document.getElementById('generation').value)");
    value.as_u64().unwrap()
}

/// Moves the slider.
fn slide_to(tab: &mut Tab, generation: usize) {
    tab.value(&format!(
        "(() => {{ const own = document.getElementById('generation'); own.value = {generation}; \
         own.dispatchEvent(new Event('input')); }})()"
    ));
}

/// Sends the answer of an exercise, which must get a verdict that begins and goes on so.
#[track_caller]
fn judged(tab: &mut Tab, exercise: usize, verdict: &str, reason: &str) {
    let own = format!("#exercise-{exercise}");
    tab.value(&format!(
        "document.querySelector('{own} .verdict').textContent = ''"
    ));
    tab.click(&format!("{own} button"));
    tab.wait(&format!(
        "document.querySelector('{own} .verdict').textContent !== ''"
    ));
    let told = tab.text(&format!("{own} .verdict"));
    assert!(told.starts_with(&format!("{verdict}. ")), "{told}");
    assert!(told.contains(reason), "{told}");
    let class = tab.value(&format!(
        "document.querySelector('{own} .verdict').className"
    ));
    let colour = if verdict == "Right" { "good" } else { "bad" };
    assert_eq!(class, format!("verdict {colour}"));
}

/// Writes a number into the field of an exercise and has it judged.
#[track_caller]
fn answered(tab: &mut Tab, exercise: usize, answer: &str, verdict: &str, reason: &str) {
    tab.write(&format!("#answer-{exercise}"), answer);
    judged(tab, exercise, verdict, reason);
}

/// The position that the field of the last exercise shows.
fn position(tab: &mut Tab) -> String {
    let value = tab.value("document.getElementById('answer-3').value");
    value.as_str().unwrap().to_owned()
}

/// What the server knows of a position.
fn place(server: &Server, position: &str) -> Value {
    let asked = json!({"name": "tiles:2x3", "metric": "step", "position": position});
    server.answer("/api/position", &asked)
}

#[test]
fn lessons_open_on_every_screen() {
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    for scheme in ["light", "dark"] {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        tab.call("Emulation.setEmulatedMedia", &json!({"features": features}));
        for (width, height) in [(390, 844), (1280, 800)] {
            tab.resize(width, height, width < 500);
            for (name, _) in PAGES {
                open(&mut tab, &server, name);
                fits(&mut tab);
                assert_eq!(
                    tab.value("document.getElementById('trouble')?.hidden ?? true"),
                    true
                );
                let marked = tab.text(".site a[aria-current]");
                assert_eq!(marked, "Learn", "{name}");
                // A word of the menu that is broken makes its link two lines high.
                let height = "Math.max(...[...document.querySelectorAll('.site a')]\
                              .map((own) => own.getBoundingClientRect().height))";
                let height = tab.value(height).as_f64().unwrap();
                assert!(height < 40.0, "{name}: {height}");
            }
        }
    }
    open(&mut tab, &server, "learn.html");
    for (number, page) in [(1, "search.html"), (2, "parity.html")] {
        open(&mut tab, &server, page);
        tab.click(".site a[href='learn.html']");
        tab.wait("document.querySelectorAll('.lessons a').length === 2");
        tab.click(&format!(".lessons li:nth-child({number}) a"));
        tab.wait(&format!("location.pathname === '/{page}'"));
    }
    nothing_went_wrong(&tab, &server);
}

#[test]
fn a_search_is_watched_generation_by_generation() {
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    tab.resize(1280, 800, false);
    open(&mut tab, &server, "search");
    show_every_generation(&mut tab, &server);
    play_and_pause(&mut tab);
    put_on_the_board(&mut tab, &server);
    want_no_motion(&mut tab, &server);
    nothing_went_wrong(&tab, &server);
}

/// The words have the sizes that the exploration reports, and the picture grows.
fn show_every_generation(tab: &mut Tab, server: &Server) {
    let told = server.explore(&json!({"name": "tiles:2x3", "metric": "step"}));
    let sizes = told["generations"].as_array().unwrap().iter();
    let sizes: Vec<usize> = sizes
        .map(|own| own.as_str().unwrap().parse().unwrap())
        .collect();
    assert_eq!((sizes.len(), sizes.iter().sum::<usize>()), (22, 360));
    assert_eq!(tab.value("document.getElementById('generation').max"), "21");
    let mut pictures = Vec::new();
    for at in (0..sizes.len()).rev() {
        slide_to(tab, at);
        let words = tab.text("#generation-words");
        let found: usize = sizes[..=at].iter().sum();
        let size = match (at, sizes[at]) {
            (0, _) => "Start alone".to_owned(),
            (1, size) => format!("{size} positions exactly 1 step from Start"),
            (_, 1) => format!("1 position exactly {at} steps from Start"),
            (_, size) => format!("{size} positions exactly {at} steps from Start"),
        };
        let wanted = format!("Generation {at}: {size}. So far {found} of 360 positions.");
        assert!(words.starts_with(&wanted), "{words}");
        assert_eq!(words.ends_with("so the search ends."), at == 21, "{words}");
        let live = tab.value("document.getElementById('generation-words').ariaLive");
        assert_eq!(live, "polite");
        tab.wait("document.querySelector('#graph canvas').dataset.drawn === 'true'");
        pictures.push(tab.value("document.querySelector('#graph canvas').toDataURL()"));
    }
    pictures.dedup();
    assert_eq!(pictures.len(), sizes.len(), "each generation is drawn");
    for (key, at) in [("#back", 0), ("#forward", 1), ("#forward", 2), ("#back", 1)] {
        tab.click(key);
        assert_eq!(generation(tab), at, "{key}");
    }
}

/// Playing goes on by itself, stops where it is paused, and ends at the last generation.
fn play_and_pause(tab: &mut Tab) {
    assert_eq!(tab.text("#play"), "Play");
    tab.click("#play");
    is_shown(tab, "play", "Pause");
    tab.wait("Number(document.getElementById('generation').value) > 3");
    tab.click("#play");
    is_shown(tab, "play", "Play");
    let at = generation(tab);
    assert!(at < 21, "{at}");
    std::thread::sleep(Duration::from_millis(1600));
    assert_eq!(generation(tab), at, "the search is paused");
    slide_to(tab, 20);
    tab.click("#play");
    tab.wait("document.getElementById('generation').value === '21'");
    is_shown(tab, "play", "Play");
    // After the last generation playing begins with Start.
    tab.click("#play");
    tab.wait("Number(document.getElementById('generation').value) < 3");
    tab.click("#forward");
    is_shown(tab, "play", "Play");
}

/// The board and the graph have the same position, and the words say when the search has met it.
fn put_on_the_board(tab: &mut Tab, server: &Server) {
    slide_to(tab, 0);
    tab.click("#restart");
    is_shown(tab, "place-words", "You have made 0 steps. This is Start.");
    press(tab, "5", "ArrowRight");
    let unmet = "The search has not met it by generation 0: it is more than 0 steps from Start.";
    is_shown(
        tab,
        "place-words",
        &format!("You have made 1 step. {unmet}"),
    );
    slide_to(tab, 1);
    let met = "The search met it in generation 1: it is 1 step from Start.";
    is_shown(tab, "place-words", &format!("You have made 1 step. {met}"));
    press(tab, "3", "ArrowDown");
    assert!(
        tab.text("#place-words").starts_with("3 cannot go there"),
        "a tile that is not beside the empty cell"
    );
    choose_in_the_graph(tab);
    let here = position(tab);
    slide_to(tab, 21);
    let distance = place(server, &here)["from_start"].as_u64().unwrap();
    let where_it_is = format!("The search met it in generation {distance}:");
    let start = "This is Start.".to_owned();
    let wanted = if distance == 0 { start } else { where_it_is };
    let words = tab.text("#place-words");
    assert!(
        words.starts_with(&format!("Chosen in the graph. {wanted}")),
        "{words}"
    );
}

/// Goes along an edge of the graph by an arrow key.
fn choose_in_the_graph(tab: &mut Tab) {
    let before = position(tab);
    tab.value("document.querySelector('#graph canvas').focus()");
    let arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
    let has_moved = arrows.into_iter().any(|arrow| {
        tab.key(arrow, 0);
        position(tab) != before
    });
    assert!(has_moved, "no edge goes anywhere");
}

/// Presses an arrow on a tile of the board of the search.
fn press(tab: &mut Tab, tile: &str, arrow: &str) {
    tab.value(&format!(
        "document.querySelector(\"#board [aria-label^='{tile} at']\").focus()"
    ));
    tab.key(arrow, 0);
}

/// Where motion is not wanted nothing plays by itself, and the steps are left.
fn want_no_motion(tab: &mut Tab, server: &Server) {
    let shown = "document.getElementById('play').checkVisibility()";
    assert_eq!(tab.value(shown), true);
    let features = json!([{"name": "prefers-reduced-motion", "value": "reduce"}]);
    tab.call("Emulation.setEmulatedMedia", &json!({"features": features}));
    tab.wait(&format!("!{shown}"));
    open(tab, server, "search");
    assert_eq!(tab.value(shown), false);
    tab.click("#forward");
    std::thread::sleep(Duration::from_millis(1600));
    assert_eq!(generation(tab), 1);
    tab.call("Emulation.setEmulatedMedia", &json!({"features": []}));
    tab.wait(shown);
}

#[test]
fn answers_about_the_search_are_judged() {
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    for (width, height) in [(1280, 800), (390, 844)] {
        tab.resize(width, height, width < 500);
        open(&mut tab, &server, "search");
        answered(&mut tab, 1, "five", "Not right", "a whole number");
        answered(&mut tab, 1, "11", "Not right", "at most 3 steps away");
        answered(&mut tab, 1, "6", "Not right", "Show generation 3");
        answered(&mut tab, 1, "5", "Right", "5 are at distance 3");
        answered(&mut tab, 2, "", "Not right", "a whole number");
        answered(&mut tab, 2, "22", "Not right", "has the number 0");
        answered(&mut tab, 2, "20", "Not right", "the next has 1 position");
        answered(&mut tab, 2, "360", "Not right", "The search ends before");
        answered(&mut tab, 2, "21", "Right", "with 1 position");

        judged(&mut tab, 3, "Not right", "at distance 0");
        choose_in_the_graph(&mut tab);
        judged(&mut tab, 3, "Not right", "was chosen in the graph");
        tab.click("#restart");
        press(&mut tab, "5", "ArrowRight");
        press(&mut tab, "5", "ArrowLeft");
        judged(&mut tab, 3, "Not right", "You made 2 steps, but");
        tab.click("#restart");
        walk(&mut tab);
        assert_eq!(place(&server, &position(&mut tab))["from_start"], 5);
        judged(&mut tab, 3, "Right", "You made 5 steps");
        press(&mut tab, "3", "ArrowRight");
        judged(&mut tab, 3, "Not right", "a shorter way leads there");
        fits(&mut tab);
    }
    nothing_went_wrong(&tab, &server);
}

/// Makes five steps: by keys with a mouse nearby, by taps on a phone.
fn walk(tab: &mut Tab) {
    let steps = [
        ("5", "ArrowRight"),
        ("4", "ArrowRight"),
        ("1", "ArrowDown"),
        ("2", "ArrowLeft"),
        ("3", "ArrowLeft"),
    ];
    for (made, (tile, arrow)) in (1..).zip(steps) {
        if tab.hand == Hand::Finger {
            tab.click(&format!("#board [aria-label^='{tile} at'] path"));
        } else {
            press(tab, tile, arrow);
        }
        let steps = if made == 1 { "step" } else { "steps" };
        tab.wait(&format!(
            "document.getElementById('place-words').textContent.startsWith('You have made {made} \
             {steps}.')"
        ));
    }
}

#[test]
fn a_board_belongs_to_one_half() {
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    for (width, height) in [(1280, 800), (390, 844)] {
        tab.resize(width, height, width < 500);
        open(&mut tab, &server, "parity");
        let counts = tab.text("#counts");
        assert!(counts.ends_with("360 + 360 = 720."), "{counts}");
        let famous = tab.text("#famous-words");
        assert!(famous.contains("it has no solution"), "{famous}");
        swap_and_slide(&mut tab);
        hold_the_board_against_the_server(&mut tab, &server);
        fits(&mut tab);
    }
    move_by_keys(&mut tab, &server);
    hold_the_rule_against_the_engine(&mut tab);
    nothing_went_wrong(&tab, &server);
}

/// In which graph the dot is.
fn is_in(tab: &mut Tab, half: &str) {
    let at = |id: &str| format!("document.querySelector('#{id} canvas').dataset.at");
    let (near, far) = (at("near"), at("far"));
    let [there, other] = if half == "near" {
        [near, far]
    } else {
        [far, near]
    };
    tab.wait(&format!("{there} !== '-1' && {other} === '-1'"));
}

/// A swap leads to the other half, a slide does not.
fn swap_and_slide(tab: &mut Tab) {
    is_shown(tab, "half", "This is the goal, and its sum is even.");
    is_in(tab, "near");
    tab.click("#tiles [data-token='.']");
    is_shown(tab, "said", "This cell is empty. Choose two tiles.");
    tab.click("#tiles [data-token='1']");
    assert_eq!(
        tab.value("document.querySelector(\"[data-token='1']\").ariaPressed"),
        "true"
    );
    tab.click("#tiles [data-token='2']");
    let lost = "The sum is odd. The engine has this position in the other half: the goal cannot be \
                reached.";
    is_shown(tab, "half", lost);
    is_shown(tab, "swaps", "1: odd");
    is_in(tab, "far");
    tab.click("[name=mode][value=slide]");
    tab.click("#tiles [data-token='1']");
    is_shown(tab, "said", "Only a tile beside the empty cell can slide.");
    tab.click("#tiles [data-token='5']");
    is_shown(tab, "walk", "1: odd");
    is_shown(tab, "half", lost);
    is_in(tab, "far");
    tab.click("[name=mode][value=swap]");
    tab.click("#tiles [data-token='1']");
    tab.click("#tiles [data-token='2']");
    let near = "The sum is even. The engine has this position 1 step from the goal.";
    is_shown(tab, "half", near);
    is_in(tab, "near");
    tab.click("#order");
    is_shown(tab, "half", "This is the goal, and its sum is even.");
}

/// Random positions are in the half in which the server has them.
fn hold_the_board_against_the_server(tab: &mut Tab, server: &Server) {
    for _ in 0..12 {
        tab.click("#random");
        let here = position(tab);
        let shown = tab.value(
            "[...document.querySelectorAll('#tiles button')].map((own) => own.dataset.token)\
             .join('')",
        );
        assert_eq!(shown, here.replace(':', ""));
        let words = tab.text("#half");
        let place = place(server, &here);
        assert_eq!(place["explored"], true);
        match place["to_finish"].as_u64() {
            None => assert!(words.contains("cannot be reached"), "{here}: {words}"),
            Some(0) => assert!(words.starts_with("This is the goal"), "{here}: {words}"),
            Some(distance) => {
                let wanted = format!("this position {distance} step");
                assert!(words.contains(&wanted), "{here}: {words}");
            }
        }
    }
}

/// Arrows go from tile to tile, and Enter chooses.
fn move_by_keys(tab: &mut Tab, server: &Server) {
    tab.resize(1280, 800, false);
    open(tab, server, "parity");
    tab.value("document.querySelector('#tiles button').focus()");
    for key in ["Enter", "ArrowRight", "ArrowDown", "Enter"] {
        tab.key(key, 0);
    }
    assert_eq!(position(tab), "523:41.");
    let label = tab.value("document.activeElement.ariaLabel");
    assert_eq!(label, "1, row 2, column 2");
}

/// The rule of even and odd and the engine agree about all arrangements.
fn hold_the_rule_against_the_engine(tab: &mut Tab) {
    let told = tab.value(
        r#"(async () => {
        const { loadComponent } = await import("/assets/lesson.js");
        const { stepsOfEmpty, swapsTo } = await import("/assets/permutation.js");
        const { book } = await loadComponent({ name: "tiles:2x3" });
        const orders = (tokens) => (tokens.length < 2 ? [tokens] : [...tokens].flatMap((own, at) =>
            orders(tokens.slice(0, at) + tokens.slice(at + 1)).map((rest) => own + rest)));
        const all = orders("12345.").map((own) => `${own.slice(0, 3)}:${own.slice(3)}`);
        const isReached = (own) => book.find(book.positions.read(own)) >= 0;
        const isEven = (own) => (swapsTo("123:45.", own) + stepsOfEmpty("123:45.", own)) % 2 === 0;
        const wrong = all.filter((own) => isReached(own) !== isEven(own));
        return [all.length, all.filter(isReached).length, ...wrong];
    })()"#,
    );
    assert_eq!(told, json!([720, 360]));
}

#[test]
fn answers_about_the_halves_are_judged() {
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    for (width, height) in [(1280, 800), (390, 844)] {
        tab.resize(width, height, width < 500);
        open(&mut tab, &server, "parity");
        answered(&mut tab, 1, "half", "Not right", "a whole number");
        answered(&mut tab, 1, "362880", "Not right", "in both halves");
        answered(&mut tab, 1, "181,441", "Not right", "of the same size");
        let told = "181,440 positions from the goal, the farthest 31 steps away, and 181,440 in";
        answered(&mut tab, 1, "181,440", "Right", told);
        answered(&mut tab, 1, "181440", "Right", told);

        let ring = place(&server, "312:45.")["to_finish"].clone();
        let told = format!("this position {ring} steps from the goal. It takes 2 swaps");
        judged(&mut tab, 2, "Not right", "Choose an answer");
        tab.choose("#answer-2", "no");
        judged(&mut tab, 2, "Not right", &told);
        tab.choose("#answer-2", "yes");
        judged(&mut tab, 2, "Right", &told);

        judged(
            &mut tab,
            3,
            "Not right",
            "this position 0 steps from the goal",
        );
        tab.click("#tiles [data-token='1']");
        tab.click("#tiles [data-token='2']");
        judged(&mut tab, 3, "Not right", "not in the upper left corner");
        tab.click("[name=mode][value=slide]");
        for tile in ["5", "4", "2"] {
            tab.click(&format!("#tiles [data-token='{tile}']"));
        }
        assert_eq!(position(&mut tab), ".13:245");
        assert_eq!(place(&server, ".13:245")["to_finish"], Value::Null);
        judged(&mut tab, 3, "Right", "one of 360");
        tab.click("[name=mode][value=swap]");
        tab.click("#tiles [data-token='3']");
        tab.click("#tiles [data-token='5']");
        judged(&mut tab, 3, "Not right", "Slides never leave this half");
        fits(&mut tab);
    }
    nothing_went_wrong(&tab, &server);
}
