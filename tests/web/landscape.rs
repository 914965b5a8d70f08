//! The picture of the state graph: seen, pointed at, chosen, zoomed and turned by mouse, finger and
//! keys; its colours, its ways, its replay, and what a browser without WebGL2 shows.

use super::browser::{fits, nothing_went_wrong};
use super::devtools::{Hand, Tab, browser};
use super::hand::open_puzzle;
use super::server::Server;
use serde_json::{Value, json};

/// A picture of five points of which the test knows the places: Start on the left, two ways to
/// Finish on the right, and a dead end below; and its canvas as `window.seen`.
const PICTURE: &str = r##"(async () => {
    const { Landscape } = await import("/assets/landscape.js");
    document.querySelector("main").innerHTML = "<div id='network'></div>";
    document.getElementById("network").style.maxWidth = "400px";
    window.told = { chosen: [], arranged: [] };
    window.own = new Landscape(document.getElementById("network"), {
        chosen: (number) => { told.chosen.push(number); own.walk(number, [number]); },
        describe: (number) => {
            return { picture: document.createElement("i"), words: `point ${number}` };
        },
        locate: (text) => Number(text),
        arranged: (wanted) => told.arranged.push(wanted),
    });
    window.seen = document.querySelector("#network canvas");
    window.graph = {
        count: 5, dimensions: DIMENSIONS, isDirected: true, depthWord: "push",
        places: new Float32Array(PLACES),
        edges: Uint32Array.from([0, 1, 0, 2, 1, 3, 2, 3, 0, 4]),
        columns: {
            start: Uint16Array.from([0, 1, 1, 2, 1]),
            goal: Uint16Array.from([2, 1, 1, 0, 65535]),
        },
    };
    await own.show(graph);
    own.walk(0, [], true);
    window.spot = (number) => {
        const [box, out] = [seen.getBoundingClientRect(), [0, 0, 0]];
        own.view.camera.spot(graph.places, number, out);
        return [box.x + 1 + out[0], box.y + 1 + out[1]];
    };
    window.pixel = (number) => {
        const { gl, camera, scale } = own.view;
        const [out, read] = [[0, 0, 0], new Uint8Array(4)];
        camera.spot(graph.places, number, out);
        const [x, y] = [out[0] * scale, seen.height - out[1] * scale];
        gl.readPixels(x, y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, read);
        return [...read.slice(0, 3)];
    };
    return graph.count;
})()"##;
const FLAT: &str = "[0, 0, 1, -1, 1, 1, 2, 0, 0, 2]";
const DEEP: &str = "[0, 0, 0, 1, -1, 0, 1, 1, 0, 2, 0, 0, 0, 2, 1]";
const DRAWN: &str = "document.querySelector('#network canvas')?.dataset.drawn === 'true'";

/// Opens the picture with its points in two or three dimensions.
fn open(tab: &mut Tab, server: &Server, dimensions: usize) {
    tab.go(&format!("http://{}/learn", server.address));
    let places = if dimensions == 2 { FLAT } else { DEEP };
    let script = PICTURE
        .replace("DIMENSIONS", &dimensions.to_string())
        .replace("PLACES", places);
    assert_eq!(tab.value(&script), 5);
    tab.wait(DRAWN);
}

/// Where a point is on the screen.
fn spot(tab: &mut Tab, number: usize) -> (f64, f64) {
    let found = tab.value(&format!("spot({number})"));
    (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
}

fn pixel(tab: &mut Tab, number: usize) -> Vec<i64> {
    tab.wait(DRAWN);
    let found = tab.value(&format!("pixel({number})"));
    let channels = found.as_array().unwrap().iter();
    channels.map(|own| own.as_i64().unwrap()).collect()
}

/// Whether a colour is another one, but for what shines through it.
fn is_like(colour: &[i64], wanted: [i64; 3]) -> bool {
    colour
        .iter()
        .zip(wanted)
        .all(|(own, wanted)| (own - wanted).abs() < 24)
}

fn apart(tab: &mut Tab) -> f64 {
    let (from, to) = (spot(tab, 0), spot(tab, 3));
    (from.0 - to.0).hypot(from.1 - to.1)
}

#[test]
fn points_are_pointed_at_and_chosen_and_the_camera_moves() {
    // The test of the pages says that there is none.
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    tab.resize(1280, 800, false);
    open(&mut tab, &server, 2);
    point_and_choose(&mut tab);
    zoom_and_pan(&mut tab);
    go_by_keys(&mut tab);
    colour(&mut tab);
    light_all_ways(&mut tab);
    watch_the_search(&mut tab);
    look_for_positions(&mut tab);
    lose_the_processor(&mut tab);
    tell_components_apart(&mut tab);
    open(&mut tab, &server, 3);
    turn(&mut tab);
    tab.resize(390, 844, true);
    open(&mut tab, &server, 2);
    pinch(&mut tab);
    nothing_went_wrong(&tab, &server);
}

/// The board of a point is shown under the pointer, a click chooses, and a drag does not.
fn point_and_choose(tab: &mut Tab) {
    let at = spot(tab, 2);
    tab.shift(Hand::Mouse, at);
    tab.wait("document.querySelector('.network-hint:not([hidden])')?.textContent === 'point 2'");
    tab.press(Hand::Mouse, at);
    tab.release(Hand::Mouse, at);
    assert_eq!(tab.value("told.chosen"), json!([2]));
    assert_eq!(tab.value("seen.dataset.at"), "2");
    tab.pull(Hand::Mouse, at, (40.0, 10.0));
    let now = spot(tab, 2);
    let off = (now.0 - at.0 - 40.0, now.1 - at.1 - 10.0);
    assert!(off.0.abs() < 1.0 && off.1.abs() < 1.0, "{off:?}");
    assert_eq!(tab.value("told.chosen"), json!([2]));
    tab.shift(Hand::Mouse, (5.0, 5.0));
    tab.wait("document.querySelector('.network-hint').hidden");
}

/// The wheel zooms at the pointer; a button and a double click show everything.
fn zoom_and_pan(tab: &mut Tab) {
    for way in [
        "document.getElementById('landscape-fit').click()",
        DOUBLE_CLICK,
    ] {
        tab.value(way);
        let (before, wide) = (spot(tab, 3), apart(tab));
        wheel(tab, before, -300.0);
        tab.wait(&format!("Math.abs(spot(3)[0] - {}) < 1", before.0));
        let ratio = apart(tab) / wide;
        assert!((1.4..1.9).contains(&ratio), "{ratio}");
    }
    tab.value(DOUBLE_CLICK);
}
const DOUBLE_CLICK: &str = "void seen.dispatchEvent(new MouseEvent('dblclick'))";

fn wheel(tab: &mut Tab, (x, y): (f64, f64), by: f64) {
    let event = json!({"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by});
    let before = tab.value("own.view.camera.zoom");
    tab.call("Input.dispatchMouseEvent", &event);
    tab.wait(&format!("own.view.camera.zoom !== {before}"));
}

/// Arrows go along the edges, in their direction; plus, minus and 0 zoom, Shift with arrows pans.
fn go_by_keys(tab: &mut Tab) {
    tab.value("own.walk(0, []); seen.focus(); told.chosen = []");
    for (key, at) in [("ArrowUp", "1"), ("ArrowLeft", "1"), ("ArrowDown", "3")] {
        tab.key(key, 0);
        assert_eq!(tab.value("seen.dataset.at"), at, "{key}");
    }
    let wide = apart(tab);
    tab.key("+", 0);
    assert!(apart(tab) > 1.2 * wide);
    tab.key("-", 0);
    assert!((apart(tab) - wide).abs() < 1.0);
    let before = spot(tab, 0);
    tab.key("ArrowLeft", 8);
    assert!(spot(tab, 0).0 > before.0 + 10.0);
    assert_eq!(tab.value("seen.dataset.at"), "3");
    tab.key("0", 0);
    assert!((spot(tab, 0).0 - before.0).abs() < 1.0);
}

/// Each kind of colours has its legend, and points have the colours of their values.
fn colour(tab: &mut Tab) {
    let kinds =
        "[...document.querySelectorAll('#landscape-colour option')].map((own) => own.value)";
    assert_eq!(tab.value(kinds), json!(["goal", "start", "life", "degree"]));
    // What is marked has rings over it, which are in another canvas.
    let (yellow, violet, dead) = ([253, 231, 37], [68, 1, 84], [214, 0, 110]);
    for (kind, legend, colours) in [
        (
            "goal",
            "Finish2 pushes to Finishdead",
            [(3, yellow), (0, violet), (4, dead)],
        ),
        (
            "start",
            "Start2 pushes from Startdead",
            [(0, yellow), (3, violet), (0, yellow)],
        ),
        (
            "life",
            "alive (4)dead",
            [(1, [42, 120, 142]), (4, dead), (2, [42, 120, 142])],
        ),
        (
            "degree",
            "1 neighbour3 neighboursdead",
            [(0, violet), (4, yellow), (0, violet)],
        ),
    ] {
        tab.choose("#landscape-colour", kind);
        let told = tab.text("#network .legend");
        assert!(told.starts_with(legend), "{told}");
        for (number, wanted) in colours {
            let found = pixel(tab, number);
            assert!(is_like(&found, wanted), "{kind} {number}: {found:?}");
        }
    }
    tab.choose("#landscape-colour", "goal");
}

/// Both ways from Start are lit, and only one from the point above.
fn light_all_ways(tab: &mut Tab) {
    tab.value("own.walk(0, [])");
    tab.click("#landscape-ways");
    tab.wait("seen.dataset.lit === '4'");
    let told = "document.querySelector('#network [role=status]').textContent";
    tab.wait(&format!(
        "{told} === 'All shortest ways together: 4 positions, 4 edges.'"
    ));
    tab.value("own.walk(1, [])");
    tab.wait("seen.dataset.lit === '2'");
    tab.value("own.walk(4, [])");
    tab.wait(&format!("{told} === 'No way leads from here to Finish.'"));
    tab.click("#landscape-ways");
    tab.wait("seen.dataset.lit === '0'");
}

/// Points beyond a generation are pale, or hidden.
fn watch_the_search(tab: &mut Tab) {
    let yellow = [253, 231, 37];
    assert!(is_like(&pixel(tab, 3), yellow));
    tab.click("#landscape-back");
    assert_eq!(tab.value("seen.dataset.generation"), "1");
    assert_eq!(
        tab.text("#network .depth-words p"),
        "generation 1: 3 positions, 4 so far"
    );
    let pale = pixel(tab, 3);
    assert!(!is_like(&pale, yellow) && pale[0] > 120, "{pale:?}");
    tab.click("#landscape-hide");
    assert!(is_like(&pixel(tab, 3), [255, 255, 255]));
    tab.click("#landscape-all");
    assert_eq!(tab.value("seen.dataset.generation"), "");
    assert!(is_like(&pixel(tab, 3), yellow));
}

/// A position that is looked for is in the middle; the farthest from Start are marked in turn.
fn look_for_positions(tab: &mut Tab) {
    tab.write("#landscape-text", "4");
    tab.click("#landscape-find button");
    // The keys have the uppermost part of the picture.
    tab.wait(
        "(() => { const box = seen.getBoundingClientRect(); const [x, y] = spot(4); return \
         Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2 - 20) < 2; })()",
    );
    tab.write("#landscape-text", "-1");
    tab.click("#landscape-find button");
    let told = tab.text("#network [role=status]");
    assert!(
        told.starts_with("No such position can be reached."),
        "{told}"
    );
    tab.click("#landscape-fit");
    tab.click("#landscape-farthest");
    assert_eq!(tab.value("seen.dataset.at"), "3");
    let told = tab.text("#network [role=status]");
    assert!(
        told.starts_with("1 position, 2 pushes from Start"),
        "{told}"
    );
    tab.choose("#landscape-layout", "tree");
    tab.choose("#landscape-dimensions", "3");
    assert_eq!(
        tab.value("told.arranged"),
        json!([{"layout": "tree", "dimensions": 2}, {"layout": "tree", "dimensions": 3}])
    );
}

/// What hangs together has one colour where Start does not reach everything.
fn tell_components_apart(tab: &mut Tab) {
    let shown = "own.show({ ...graph, edges: Uint32Array.from([0, 1, 2, 3]), columns: { \
                 start: Uint16Array.from([0, 1, 65535, 65535, 65535]), goal: null } })";
    tab.value(&format!("{shown}.then(() => 0)"));
    let kinds =
        "[...document.querySelectorAll('#landscape-colour option')].map((own) => own.value)";
    assert_eq!(tab.value(kinds), json!(["start", "degree", "component"]));
    tab.choose("#landscape-colour", "component");
    assert_eq!(tab.text("#network .legend"), "3 components");
    let colours: Vec<_> = (0..5).map(|number| pixel(tab, number)).collect();
    assert!(colours[0] == colours[1] && colours[2] == colours[3]);
    assert!(colours[0] != colours[2] && colours[2] != colours[4]);
    tab.wait("document.getElementById('landscape-ways').parentElement.hidden");
}

/// What is lost with the graphics processor is drawn again.
fn lose_the_processor(tab: &mut Tab) {
    let before = pixel(tab, 3);
    tab.value("window.lost = own.view.gl.getExtension('WEBGL_lose_context'); lost.loseContext()");
    tab.wait("own.view.gl.isContextLost()");
    tab.value("own.view.moved(); own.walk(0, [])");
    std::thread::sleep(std::time::Duration::from_millis(100));
    tab.value("seen.dataset.drawn = 'false'; lost.restoreContext()");
    tab.wait("!own.view.gl.isContextLost()");
    assert_eq!(pixel(tab, 3), before);
}

/// In space a drag turns: the points in the middle plane come nearer to each other.
fn turn(tab: &mut Tab) {
    let wide = apart(tab);
    let middle = tab.middle("#network canvas");
    tab.pull(Hand::Mouse, middle, (120.0, 0.0));
    let turned = apart(tab);
    assert!((turned - wide).abs() > 10.0, "{wide} {turned}");
    let at = spot(tab, 4);
    tab.press(Hand::Mouse, at);
    tab.release(Hand::Mouse, at);
    assert_eq!(tab.value("seen.dataset.at"), "4");
}

/// Two fingers zoom, one pans, and a tap chooses.
fn pinch(tab: &mut Tab) {
    fits(tab);
    let wide = apart(tab);
    let (x, y) = tab.middle("#network canvas");
    let two = |by: f64| json!([{"x": x - by, "y": y, "id": 1}, {"x": x + by, "y": y, "id": 2}]);
    for (kind, by) in [
        ("touchStart", 30.0),
        ("touchMove", 45.0),
        ("touchMove", 60.0),
    ] {
        let event = json!({"type": kind, "touchPoints": two(by)});
        tab.call("Input.dispatchTouchEvent", &event);
    }
    let event = json!({"type": "touchEnd", "touchPoints": []});
    tab.call("Input.dispatchTouchEvent", &event);
    let ratio = apart(tab) / wide;
    assert!((1.8..2.2).contains(&ratio), "{ratio}");
    assert_eq!(tab.value("told.chosen"), json!([]));
    let before = spot(tab, 0);
    tab.swipe((x, y), (30.0, 0.0));
    assert!((spot(tab, 0).0 - before.0 - 30.0).abs() < 2.0);
    tab.value("own.hands.fit()");
    let at = spot(tab, 1);
    tab.press(Hand::Finger, at);
    tab.release(Hand::Finger, at);
    assert_eq!(tab.value("told.chosen"), json!([1]));
}

#[test]
fn the_graph_of_the_eight_puzzle_is_drawn_replayed_and_searched() {
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    tab.resize(1280, 800, false);
    open_puzzle(&mut tab, &server, "name=tiles:3x3", "0");
    tab.wait(DRAWN);
    let seen = "document.querySelector('#network canvas').dataset";
    assert_eq!(tab.value(&format!("{seen}.points")), "181440");
    replay(&mut tab, &server);
    tab.write("#landscape-text", "867:254:3.1");
    tab.click("#landscape-find button");
    let told = tab.text("#network [role=status]");
    assert_eq!(told, "Found: 31 steps to Finish.");
    tab.click("#landscape-farthest");
    tab.wait("document.getElementById('left').textContent === '31'");
    let told = tab.text("#network [role=status]");
    assert!(
        told.starts_with("2 positions, 31 steps from Start"),
        "{told}"
    );
    tab.click("#landscape-ways");
    tab.wait(&format!("Number({seen}.lit) > 31"));
    tab.choose("#landscape-colour", "start");
    tab.choose("#landscape-dimensions", "3");
    tab.wait(&format!(
        "{DRAWN} && document.getElementById('map-words').textContent === ''"
    ));
    let told = "['landscape-dimensions', 'landscape-colour'].map((own) => \
                document.getElementById(own).value)";
    assert_eq!(tab.value(told), json!(["3", "start"]));
    assert_eq!(
        tab.value("document.getElementById('landscape-ways').checked"),
        true
    );
    tab.wait(DRAWN);
    turn_for_a_while(&mut tab);
    nothing_went_wrong(&tab, &server);
}

/// Each generation has the size that the exploration reports.
fn replay(tab: &mut Tab, server: &Server) {
    let told = server.explore(&json!({"name": "tiles:3x3", "metric": "step"}));
    let sizes = told["generations"].as_array().unwrap().iter();
    let sizes: Vec<u64> = sizes
        .map(|own| own.as_str().unwrap().parse().unwrap())
        .collect();
    assert_eq!((sizes.len(), sizes.iter().sum::<u64>()), (32, 181_440));
    let mut found = 0;
    for (at, size) in sizes.into_iter().enumerate() {
        found += size;
        tab.value(&format!(
            "(() => {{ const own = document.getElementById('landscape-generation'); \
             own.value = {at}; own.dispatchEvent(new Event('input')); }})()"
        ));
        let words = tab.text("#network .depth-words p").replace(',', "");
        let noun = if size == 1 { "position" } else { "positions" };
        assert_eq!(
            words,
            format!("generation {at}: {size} {noun} {found} so far")
        );
    }
    tab.click("#landscape-play");
    tab.wait("Number(document.getElementById('landscape-generation').value) === 2");
    tab.click("#landscape-all");
    assert_eq!(tab.text("#landscape-play"), "Play");
}

/// The picture follows the hand, and all of it is drawn afterwards.
fn turn_for_a_while(tab: &mut Tab) {
    let (x, y) = tab.middle("#network canvas");
    tab.press(Hand::Mouse, (x, y));
    for step in 0..60 {
        tab.shift(Hand::Mouse, (x + 3.0 * f64::from(step), y));
        std::thread::sleep(std::time::Duration::from_millis(12));
    }
    tab.release(Hand::Mouse, (x + 180.0, y));
    tab.wait(DRAWN);
    let pace = tab.value("document.querySelector('#network canvas').dataset.fps");
    assert_ne!(pace, Value::from(""), "the movement was measured");
}

#[test]
fn without_webgl2_a_page_says_so_and_the_game_goes_on() {
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    tab.begin_pages_with(
        "const had = HTMLCanvasElement.prototype.getContext; \
         HTMLCanvasElement.prototype.getContext = function (kind, ...own) { \
         return kind === 'webgl2' ? null : had.call(this, kind, ...own); };",
    );
    tab.resize(1280, 800, false);
    open_puzzle(&mut tab, &server, "name=tiles:2x3", "0");
    tab.wait("document.querySelector('#network canvas').dataset.points === '360'");
    tab.wait("document.getElementById('network').innerText.includes('has no WebGL2')");
    tab.value("document.activeElement.blur()");
    tab.key("ArrowDown", 0);
    tab.wait("document.getElementById('made').textContent === '1'");
    tab.go(&format!("http://{}/search", server.address));
    tab.wait("document.querySelector('#graph:not([hidden])') !== null");
    tab.click("#forward");
    tab.wait("document.getElementById('generation-words').textContent.startsWith('Generation 1:')");
    fits(&mut tab);
    nothing_went_wrong(&tab, &server);
}

/// The state graph of a level is shown with its dead positions, follows the game, and leads to any
/// position by steps.
#[test]
fn the_graph_of_a_level_leads_to_its_positions() {
    let Some(program) = browser() else { return };
    let server = Server::start(&["--threads", "1"]);
    let mut tab = Tab::open(&program);
    tab.resize(1280, 900, false);
    let level = "7%23:%235-%23:%23-$@-.%23:%235-%23:7%23";
    tab.go(&format!(
        "http://{}/level.html#level={level}",
        server.address
    ));
    tab.wait("document.getElementById('game')?.hidden === false");
    tab.value("document.getElementById('graph-part').open = true");
    tab.wait(DRAWN);
    let at = "Number(document.querySelector('#network canvas').dataset.at)";
    let start = tab.value(at);
    assert!(start.as_i64().unwrap() >= 0);
    assert!(
        tab.value("document.querySelector('#network .legend').textContent")
            .as_str()
            .unwrap()
            .contains("dead")
    );
    // A push to the left is dead, and the way back leads to where it began.
    tab.key("ArrowLeft", 0);
    tab.wait("document.getElementById('dead').hidden === false");
    assert_ne!(tab.value(at), start);
    tab.click("#undo");
    assert_eq!(tab.value(at), start);
    // The farthest position is on the board, by the steps that lead there.
    tab.click("#landscape-farthest");
    tab.wait(&format!("{at} !== {start}"));
    let steps = tab.value("document.getElementById('lurd').value");
    assert!(
        steps.as_str().unwrap().chars().any(char::is_uppercase),
        "{steps}"
    );
    // A box behind walls, which nobody can push, is in no position's record.
    let walled = "7%23---:%235-4%23:%23-$@-.2%23*%23:%235-4%23:7%23---";
    tab.go("about:blank");
    tab.go(&format!(
        "http://{}/level.html#level={walled}",
        server.address
    ));
    tab.wait("document.getElementById('game')?.hidden === false");
    tab.value("document.getElementById('graph-part').open = true");
    tab.wait(DRAWN);
    tab.wait(&format!("{at} >= 0"));
    tab.click("#landscape-farthest");
    tab.wait("document.getElementById('lurd').value !== ''");
    nothing_went_wrong(&tab, &server);
}
