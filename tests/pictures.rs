//! Pictures: boards, goals, ways and plots, held against what was looked at and kept in
//! `tests/pictures`.
//!
//! `SLIDEWISE_BLESS=1 cargo test --test all pictures::` rewrites what is kept; then look at it.
#![cfg(feature = "pictures")]

use crate::support::exploration::{MemorySearch, graph_in, start_of};
use slidewise::unstable::analysis::{
    Goals, Neighborhood, NeighborhoodError, NeighborhoodItem, Path, Routes,
};
use slidewise::unstable::engine::graph::Metric;
use slidewise::unstable::layout::{GraphLayout, LayoutGraph, LayoutKind, LayoutRequest};
use slidewise::unstable::puzzle::Puzzle;
use slidewise::unstable::render::picture::{
    Animation, BoardScene, GraphDot, GraphPicture, Paper, PlotSeries, PlotStyle, Theme, gif,
    joined_pages, lacking, pdf, player_page, plot, png, sheet, strip,
};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path as FilePath;

/// What is looked at: unit tiles, large pieces, distinct tiles, a wall, lanes, a gate, a piece in
/// two parts, a torus, and lines.
const PUZZLES: [&str; 9] = [
    "checkmate",
    "lane-rouge",
    "get-my-goat",
    "tiles:3x3",
    "rush-card-01",
    "gnome-01-only-18-steps",
    "iba-52-barbell-puzzle",
    "torus:3x3",
    "tests/transcripts/files/hexagons.toml",
];

/// Holds a text against the kept file of this name.
fn same_as_kept(name: &str, text: &str) {
    let file = FilePath::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/pictures")
        .join(name);
    if std::env::var_os("SLIDEWISE_BLESS").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(kept == text, "{name} differs from what is kept:\n{text}");
}

/// The least shortest way to Finish.
fn solution(puzzle: &Puzzle, metric: Metric) -> Path {
    let graph = graph_in(metric, puzzle);
    let found = MemorySearch::from_start(&graph, 1);
    let reach = Goals::of(&graph)
        .reached(found.explored())
        .unwrap()
        .unwrap();
    Routes::to(found.explored(), &reach.nearest, reach.generation)
        .unwrap()
        .least()
}

/// The way from Start to Start.
fn still(puzzle: &Puzzle) -> Path {
    Path {
        positions: vec![puzzle.start.clone()],
        moves: Vec::new(),
    }
}

#[test]
fn colours_labels_and_exits_are_drawn() {
    let text = "start = 'AB.'\nexit = 'right of c1'\n[colours]\nA = 'red'\nB = '#ffff00'\n\
                [labels]\nB = '<taxi>'\n[[goal]]\nboard = '.AB'\n";
    let puzzle = Puzzle::from_toml("x", "x.toml", text).unwrap();
    let scene = BoardScene::new(&puzzle, Theme::Light);
    for svg in [
        scene.svg(&puzzle.start, 48),
        scene.goal_svg(&puzzle.goals[0], 48),
    ] {
        let count = |part: &str| svg.matches(part).count();
        assert_eq!(count("class=\"floor\""), 2, "the floor and the opening");
        let opening = "class=\"floor\" x=\"206\" y=\"14\" width=\"14\" height=\"64\"";
        assert_eq!(count(opening), 1);
        for style in ["#ff0000", "#ffff00"] {
            assert_eq!(count(&format!(" style=\"fill:{style}\"")), 1, "{style}");
        }
        assert_eq!(count(">&lt;taxi&gt;</text>"), 1);
    }
}

#[test]
fn boards_and_goals_are_drawn_as_they_were() {
    for word in PUZZLES {
        let puzzle = Puzzle::open(word).unwrap();
        let scene = BoardScene::new(&puzzle, Theme::Auto);
        let name = puzzle.name.replace(':', "-");
        let svg = scene.svg(&puzzle.start, 48);
        assert_eq!(svg.matches("class=\"piece").count(), puzzle.piece_count());
        same_as_kept(&format!("{name}.svg"), &svg);
        if let Some(goal) = puzzle.goals.first() {
            same_as_kept(&format!("{name}-goal.svg"), &scene.goal_svg(goal, 48));
        }
    }
}

#[test]
fn columns_and_rows_have_their_names_in_the_frame() {
    let texts = |svg: &str| -> Vec<String> {
        let names = svg.split("class=\"names\"").nth(1).unwrap();
        let names = names.split("</g>").next().unwrap();
        let texts = names.split("</text>").filter(|text| text.contains("<text"));
        texts
            .map(|text| text.rsplit('>').next().unwrap().to_owned())
            .collect()
    };
    for (word, expected) in [
        (
            "lane-rouge",
            vec!["a", "b", "c", "d", "5", "4", "3", "2", "1"],
        ),
        ("tiles:2x3", vec!["a", "b", "c", "2", "1"]),
    ] {
        let puzzle = Puzzle::open(word).unwrap();
        let plain = BoardScene::new(&puzzle, Theme::Light);
        let svg = plain.clone().with_squares().svg(&puzzle.start, 64);
        assert_eq!(texts(&svg), expected, "{word}");
        let page = player_page(&plain, &still(&puzzle), &[None], "steps");
        assert_eq!(texts(&page), expected, "{word}");
        let without = plain.svg(&puzzle.start, 64);
        assert!(!without.contains("class=\"names\""), "{word}");
        // They take no room of their own, and are seen in pixels.
        let pixels = [&svg, &without].map(|svg| png(svg).unwrap());
        let head = |file: &[u8]| file[16..24].to_vec();
        assert_eq!(head(&pixels[0]), head(&pixels[1]), "{word}");
        assert_ne!(pixels[0], pixels[1], "{word}");
    }
    // After z come aa and so on, and rows of two digits.
    let wide = Puzzle::open("tiles:2x40").unwrap();
    let svg = BoardScene::new(&wide, Theme::Light).with_squares();
    let names = texts(&svg.svg(&wide.start, 64));
    assert_eq!(names[25..28], ["z", "aa", "ab"]);
    let high = Puzzle::open("tiles:12x2").unwrap();
    let svg = BoardScene::new(&high, Theme::Light).with_squares();
    assert_eq!(texts(&svg.svg(&high.start, 64))[2..4], ["12", "11"]);
}

#[test]
fn pixels_are_of_the_size_asked_for_and_not_all_alike() {
    let puzzle = Puzzle::open("checkmate").unwrap();
    for (theme, cell) in [(Theme::Light, 64), (Theme::Dark, 32)] {
        let scene = BoardScene::new(&puzzle, theme);
        let file = png(&scene.svg(&puzzle.start, cell)).unwrap();
        assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
        let side = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap());
        // Four cells and twice the frame, of 14 in 64.
        let expected = (4 * 64 + 28) * cell / 64;
        assert_eq!((side(16), side(20)), (expected, expected));
        let plain = scene.clone().without_letters();
        let without = png(&plain.svg(&puzzle.start, cell)).unwrap();
        assert_ne!(file, without, "letters are seen");
    }
    assert!(png("<svg").is_err());
    let scene = BoardScene::new(&puzzle, Theme::Light);
    let huge = scene.document(64, 64, 1 << 20, "", "");
    assert!(png(&huge).is_err(), "too many pixels");
}

#[test]
fn letters_that_pixels_will_not_show_are_known() {
    let mut puzzle = Puzzle::open("tiles:2x2").unwrap();
    let lacking_of = |puzzle: &Puzzle| {
        let svg = BoardScene::new(puzzle, Theme::Light).svg(&puzzle.start, 48);
        lacking(&svg).unwrap().into_iter().collect::<String>()
    };
    assert_eq!(lacking_of(&puzzle), "");
    puzzle.classes[0].labels = vec!["ÖЖ曹".to_owned()];
    assert_eq!(lacking_of(&puzzle), "曹");
    assert!(lacking("<svg").is_err());
}

#[test]
fn names_cannot_break_out_of_a_picture() {
    let mut puzzle = Puzzle::open("tiles:2x2").unwrap();
    puzzle.title = "<script>&\"'\u{1}".to_owned();
    let way = still(&puzzle);
    let scene = BoardScene::new(&puzzle, Theme::Auto);
    let svg = scene.svg(&puzzle.start, 48);
    assert!(png(&svg).is_ok());
    for text in [svg, player_page(&scene, &way, &[None], "steps")] {
        assert!(!text.contains("<script>&"), "{text}");
        assert!(text.contains("&lt;script&gt;&amp;&quot;&#39; "));
    }
}

#[test]
fn strips_and_films_go_the_way_to_finish() {
    let puzzle = Puzzle::open("gnome-01-only-18-steps").unwrap();
    for metric in Metric::OF_ONE_PIECE {
        let way = solution(&puzzle, metric);
        let scene = BoardScene::new(&puzzle, Theme::Light);
        let pieces = puzzle.piece_count();
        let whole = strip(&scene, &way, 6, 1, 20);
        let boards = way.positions.len();
        assert_eq!(whole.matches("class=\"piece").count(), boards * pieces);
        if metric == Metric::Move {
            same_as_kept("gnome-01-strip.svg", &whole);
        }

        let film = Animation::new(&scene, &way);
        assert_eq!(film.move_count(), way.moves.len());
        let letters: Vec<String> = film
            .moves()
            .into_iter()
            .map(|(_, letters)| letters)
            .collect();
        let walked: Vec<String> = way
            .moves
            .iter()
            .map(|step| step.letters(&puzzle.board))
            .collect();
        assert_eq!(letters, walked);
        let steps: usize = walked.iter().map(String::len).sum();
        // The first picture, and each step halfway and whole.
        let frames: Vec<(String, u32)> = film.frames(16).collect();
        assert_eq!(frames.len(), 1 + 2 * steps);
        // The last picture shows the last position; letters may differ, since in a film pieces keep
        // theirs.
        let plain = scene.clone().without_letters();
        let still = Animation::new(&plain, &way).frames(16).last().unwrap().0;
        let last = plain.svg(&way.positions[boards - 1], 16);
        assert_eq!(png(&still).unwrap(), png(&last).unwrap());

        let moving = film.svg(32);
        assert!(moving.contains("<animateTransform"));
        for times in moving.split("keyTimes=\"").skip(1) {
            let times = times.split('"').next().unwrap();
            let times: Vec<f64> = times.split(';').map(|time| time.parse().unwrap()).collect();
            assert!(times.is_sorted() && times[0] == 0.0 && times[times.len() - 1] == 1.0);
        }
    }
}

#[test]
fn a_film_becomes_a_gif_that_plays_over_and_over() {
    let puzzle = Puzzle::open("gnome-01-only-18-steps").unwrap();
    let way = solution(&puzzle, Metric::Slide);
    let scene = BoardScene::new(&puzzle, Theme::Light);
    let frames: Vec<(String, u32)> = Animation::new(&scene, &way).frames(12).take(9).collect();
    let mut file = Vec::new();
    gif(frames, &mut file).unwrap();
    let mut pictures = gif_pictures(&file);
    assert_eq!(pictures.len(), 9);
    pictures.dedup();
    assert_eq!(
        pictures.len(),
        9,
        "each picture differs from the one before"
    );
    let nothing: [(String, u32); 0] = [];
    assert!(gif(nothing, &mut Vec::new()).is_err());
}

/// The pictures of a GIF file, as it codes them.
fn gif_pictures(file: &[u8]) -> Vec<Vec<u8>> {
    let mut decoder = ::gif::DecodeOptions::new();
    decoder.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = decoder.read_info(file).unwrap();
    assert_eq!(decoder.repeat(), ::gif::Repeat::Infinite);
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        pictures.push(frame.buffer.to_vec());
    }
    pictures
}

#[test]
fn a_page_holds_the_way_and_the_distances_and_asks_for_nothing() {
    let puzzle = Puzzle::open("lane-rouge").unwrap();
    let way = solution(&puzzle, Metric::Move);
    let distances: Vec<Option<u64>> = (0..=81).rev().map(Some).collect();
    assert_eq!(way.positions.len(), distances.len());
    let scene = BoardScene::new(&puzzle, Theme::Auto);
    let page = player_page(&scene, &way, &distances, "moves");
    assert!(!page.contains("{{"), "every mark is replaced");
    for asking in ["src=", "href=", "@import", "url(", "fetch("] {
        assert!(!page.contains(asking), "{asking}");
    }
    let told = page.split("id=\"told\">").nth(1).unwrap();
    let told: serde_json::Value =
        serde_json::from_str(told.split("</script>").next().unwrap()).unwrap();
    assert_eq!(told["distances"][0], 81);
    assert_eq!(told["moves"].as_array().unwrap().len(), 81);
    for shown in told["moves"].as_array().unwrap() {
        let piece = format!("id=\"piece{}\"", shown["pieces"][0]);
        assert_eq!(page.matches(&piece).count(), 1, "{piece}");
        let drawn = page.split(&piece).nth(1).unwrap();
        let letter = drawn.split("</text>").next().unwrap().rsplit('>').next();
        let named = shown["words"].as_str().unwrap().split(' ').next();
        assert_eq!(named, letter, "{piece}");
    }
}

#[test]
fn plots_show_one_search_as_bars_and_several_as_lines() {
    let series = |name: &str, goal| PlotSeries {
        name: name.to_owned(),
        counts: vec![1, 2, 4, 8, 5, 1],
        goal,
    };
    for is_logarithmic in [false, true] {
        let style = PlotStyle {
            is_logarithmic,
            theme: Theme::Light,
        };
        let single = plot("One", &[series("one", Some(4))], style).unwrap();
        // The page, and a bar for each generation.
        assert_eq!(single.matches("<rect").count(), 1 + 6);
        assert!(single.contains("Finish 4"));
        let several = plot("Two", &[series("one", None), series("<two>", None)], style).unwrap();
        assert!(several.contains("&lt;two&gt;") && !several.contains("<two>"));
        assert!(png(&several).is_ok());
    }
    assert!(plot("None", &[], PlotStyle::default()).is_err());
    // There are eight colours: then curves are dashed, in as many pieces as that takes.
    let lines = |curves: usize| {
        let all = vec![series("one", None); curves];
        let drawn = plot("Many", &all, PlotStyle::default()).unwrap();
        drawn.matches("<polyline").count()
    };
    assert_eq!(lines(8) - lines(7), lines(3) - lines(2));
    assert!(lines(9) - lines(8) > 20 + lines(8) - lines(7));
}

/// The numbers at the ticks of a plot: those of configurations, which end at their axis, and those
/// of generations.
fn ticks(svg: &str) -> (Vec<u64>, Vec<u64>) {
    let (mut heights, mut generations) = (Vec::new(), Vec::new());
    for text in svg.split("<text ").skip(1) {
        let (look, words) = text.split_once('>').unwrap();
        let words = words.split('<').next().unwrap().trim().replace(',', "");
        if words.contains(|c: char| c.is_ascii_digit()) && !words.starts_with("Finish") {
            let is_height = look.contains("text-anchor=\"end\"");
            let axis = if is_height {
                &mut heights
            } else {
                &mut generations
            };
            axis.push(
                words
                    .parse()
                    .unwrap_or_else(|_| panic!("{words} is no tick")),
            );
        }
    }
    (heights, generations)
}

#[test]
fn ticks_of_plots_are_whole_numbers_each_of_them_once() {
    let sizes = [1, 2, 3, 7, 20, 41, 162, 1_000, 12_345, 10_000_000_000_000];
    for (depth, largest) in (0..40)
        .chain([99, 161, 999, 50_000])
        .zip(sizes.into_iter().cycle())
    {
        let mut counts = vec![1; depth + 1];
        counts[depth / 2] = largest;
        let series = PlotSeries {
            name: "one".to_owned(),
            counts,
            goal: Some(depth as u64),
        };
        let style = |is_logarithmic| PlotStyle {
            is_logarithmic,
            theme: Theme::Light,
        };
        let svg = plot("One", std::slice::from_ref(&series), style(false)).unwrap();
        let (heights, generations) = ticks(&svg);
        for (axis, last) in [(&generations, depth as u64), (&heights, largest)] {
            assert_eq!(axis[0], 0);
            assert!((1..=20).contains(&axis.len()) && axis[axis.len() - 1] <= last);
            assert!(last == 0 || axis.len() > 1, "{axis:?} up to {last}");
            let step = axis.get(1).copied().unwrap_or(1);
            assert!(
                axis.windows(2).all(|two| two[1] == two[0] + step),
                "{axis:?}"
            );
        }
        if depth < 20 {
            assert_eq!(generations, (0..=depth as u64).collect::<Vec<u64>>());
        }
        let (heights, _) = ticks(&plot("One", &[series], style(true)).unwrap());
        assert_eq!(heights[0], 1);
        assert!(
            heights.is_sorted_by(|one, other| one < other),
            "{heights:?}"
        );
    }
}

#[test]
fn the_graph_of_three_tiles_is_a_ring_of_twelve() {
    let puzzle = Puzzle::open("tiles:2x2").unwrap();
    let graph = graph_in(Metric::Step, &puzzle);
    let start = start_of(&graph);
    let (mut numbers, mut dots, mut edges) = (Vec::new(), Vec::new(), Vec::new());
    let walked = Neighborhood::new(&graph, start).walk(|met| {
        let number = |index| numbers.iter().position(|&known| known == index).unwrap() as u32;
        match met {
            NeighborhoodItem::Edge { from, to } => edges.push((number(from), number(to))),
            NeighborhoodItem::Vertex(vertex) => {
                numbers.push(vertex.index);
                dots.push(GraphDot {
                    distance: (vertex.radius < 6).then_some(vertex.radius),
                    is_start: vertex.index == start,
                    is_goal: vertex.radius == 5,
                });
            }
        }
        Ok::<(), NeighborhoodError>(())
    });
    walked.unwrap();
    assert_eq!((dots.len(), edges.len()), (12, 12));
    let request = LayoutRequest::new(LayoutKind::Distances, 0);
    let laid = LayoutGraph::new(12, &edges);
    let layout = GraphLayout::of(&laid, &request, &mut |_, _| ControlFlow::Continue(())).unwrap();
    let portrait = GraphPicture {
        title: "A <ring>",
        subtitle: "of twelve",
        scale: "distance",
        dots: &dots,
        edges: &edges,
        strong: 11,
        places: &layout.places,
    };
    let svg = portrait.svg(Theme::Auto);
    assert!(!svg.contains("<ring>"));
    assert!(svg.contains("prefers-color-scheme"));
    same_as_kept("ring.svg", &svg);
    for theme in [Theme::Light, Theme::Dark] {
        assert!(png(&portrait.svg(theme)).is_ok());
    }
}

#[test]
fn a_sheet_has_its_starts_on_the_first_page_and_their_solutions_after_it() {
    let puzzle = Puzzle::open("tiles:2x3").unwrap();
    let search = slidewise::unstable::app::Explorer::new(&puzzle)
        .explore()
        .unwrap();
    let way = search.find(&search.farthest().unwrap()[0]).unwrap();
    let scene = BoardScene::new(&puzzle, Theme::Light);
    let pages = sheet(&scene, &[way.path().clone(), way.path().clone()], "step");
    assert_eq!(pages.len(), 2);
    // Two starts and, on each page, the goal.
    assert_eq!(pages[0].matches("class=\"piece").count(), 3 * 5);
    for page in &pages {
        assert_eq!(page.matches("<g class=\"goal\"").count(), 1, "{page}");
        assert!(
            page.contains(">Slide one piece at a time by one cell, until"),
            "{page}"
        );
        // 8 points are 10.7 of 96 units an inch.
        let sizes = page.split("<text class=\"word left\"").skip(1).map(|own| {
            let (_, size) = own.split_once("font-size=\"").expect("a size");
            size.split('"')
                .next()
                .and_then(|size| size.parse::<u32>().ok())
        });
        assert!(sizes.clone().count() > 2, "{page}");
        assert!(sizes.flatten().all(|size| size >= 11), "{page}");
    }
    assert!(pages[0].contains(">2. 21 steps<"), "{}", pages[0]);
    assert!(pages[1].matches(',').count() >= 2 * 20, "{}", pages[1]);
    png(&joined_pages(&pages)).unwrap();
    assert!(
        pdf(&pages, Paper::A4.size())
            .unwrap()
            .starts_with(b"%PDF-1.4")
    );
    // Cars, several goals, and an author.
    let text = "start = '''\nAA.\n...\n'''\nauthor = 'N. N. & Co'\nhorizontal = ['A']\n\
                [[goal]]\nboard = '''\n.AA\n...\n'''\n[[goal]]\nboard = '''\nAA.\n...\n'''\n";
    let puzzle = Puzzle::from_toml("car", "car.toml", text).unwrap();
    let search = slidewise::unstable::app::Explorer::new(&puzzle)
        .explore()
        .unwrap();
    let way = search.find(&search.farthest().unwrap()[0]).unwrap();
    let scene = BoardScene::new(&puzzle, Theme::Light);
    for page in sheet(&scene, &[way.path().clone()], "slide") {
        assert!(page.contains(">by N. N. &amp; Co<"), "{page}");
        assert!(page.contains("each only along its row or"), "{page}");
        assert!(page.contains("one of 2 goals"), "{page}");
    }
}
