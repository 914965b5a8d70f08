//! `site`: the pages as files, which any web server can serve, with the engine that answers them.

use super::assets::{ENGINE, files, html, text};
use slidewise_answers::{
    AnswerError, Limits, ListedLevel, Reply, catalogue, offered_levels, start_puzzle, thumbnail,
};
use slidewise_app::Problem;
use slidewise_puzzle::builtin;

/// A file of a site.
#[derive(Clone, Debug)]
pub struct SiteFile {
    /// Its path from the folder of the site.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The pages that a visitor opens, by their names in a site.
const PAGES: [(&str, &str); 7] = [
    ("index.html", "catalogue.html"),
    ("puzzle.html", "puzzle.html"),
    ("editor.html", "editor.html"),
    ("level.html", "level.html"),
    ("learn.html", "learn.html"),
    ("search.html", "search.html"),
    ("parity.html", "parity.html"),
];

/// The files of a site whose pages have their answers from `engine`, and offer these levels.
///
/// # Errors
/// If a built-in puzzle cannot be read.
pub fn site(engine: Vec<u8>, levels: &[ListedLevel]) -> Result<Vec<SiteFile>, Problem> {
    let mut site: Vec<SiteFile> = Vec::new();
    let mut add = |path: String, bytes: Vec<u8>| site.push(SiteFile { path, bytes });
    for (path, name) in PAGES {
        add(path.to_owned(), html(name).into_bytes());
    }
    // A host sends it for an address of any depth, at which it finds no script beside it.
    let script = format!("<script>\n{}</script>\n</head>", text("missing.js"));
    let missing = html("missing.html").replace("</head>", &script);
    add("404.html".to_owned(), missing.into_bytes());
    for (name, text) in files() {
        if !name.ends_with(".html") {
            add(format!("assets/{name}"), text.into_bytes());
        }
    }
    add(
        "assets/source.js".to_owned(),
        text(ENGINE).as_bytes().to_vec(),
    );
    add("assets/engine.wasm".to_owned(), engine);
    add(
        "data/catalogue.json".to_owned(),
        body(catalogue(Limits::of_browser(0)))?,
    );
    add("data/start.json".to_owned(), body(start_puzzle())?);
    add("data/levels.json".to_owned(), offered_levels(levels).body);
    for puzzle in builtin::list() {
        let name = format!("{}.svg", puzzle.name);
        add(format!("thumbnails/{name}"), body(thumbnail(&name))?);
    }
    let worker = service_worker(&site);
    site.push(SiteFile {
        path: "serviceworker.js".to_owned(),
        bytes: worker.into_bytes(),
    });
    Ok(site)
}

fn body(answer: Result<Reply, AnswerError>) -> Result<Vec<u8>, Problem> {
    let refused = |refusal: AnswerError| Problem::of_run(refusal.error(), refusal.hint());
    Ok(answer.map_err(refused)?.body)
}

/// The script that keeps all files in the browser, for visits without a network. Its version is
/// that of the files, so that another site replaces them all.
fn service_worker(site: &[SiteFile]) -> String {
    let mut sum = crc32fast::Hasher::new();
    for file in site {
        sum.update(file.path.as_bytes());
        sum.update(&file.bytes);
    }
    let version = format!("slidewise {:08x}", sum.finalize());
    let paths: Vec<&str> = site.iter().map(|file| file.path.as_str()).collect();
    let paths = serde_json::to_string(&paths).expect("paths are texts");
    text("serviceworker.js")
        .replace("{{version}}", &version)
        .replace("\"{{files}}\"", &paths)
}
