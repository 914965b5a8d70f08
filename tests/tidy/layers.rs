//! Which crate uses which, which folder of a crate uses which, and that no files use each other in
//! a circle.

use super::{RustFile, assert_none, is_test, root, rust_files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// The crates from the bottom up; each may use those before it.
const CRATES: [&str; 19] = [
    "board", "puzzle", "store", "engine", "cluster", "layout", "analysis", "sokoban", "design",
    "render", "app", "play", "recount", "replay", "tabletop", "answers", "wasm", "web", "cli",
];

/// Crates outside the workspace, which need more than the Rust toolchain.
const OUTSIDE: [&str; 1] = ["python"];

/// Crates that may use these alone.
const ALONE: [(&str, &[&str]); 7] = [
    ("store", &[]),
    ("cluster", &["engine"]),
    ("layout", &["engine"]),
    ("replay", &[]),
    ("sokoban", &["board", "store"]),
    ("design", &["board", "puzzle", "store", "engine"]),
    ("tabletop", &["board"]),
];

/// `render` draws games and certificates, though these stand above it.
const DRAWN: [(&str, &str); 2] = [("render", "play"), ("render", "replay")];

/// Circles of Python classes: `Puzzle.explore` gives a `Search` and `Search.puzzle` the puzzle, and
/// PyO3 wants all methods of a class in one block.
const CLASSES: [&str; 2] = [
    "src/python/level.rs <-> src/python/level_search.rs <-> src/python/level_solution.rs",
    "src/python/puzzle.rs <-> src/python/search.rs",
];

/// Folders of a crate from the bottom up; each may use those before it.
const FOLDERS: [(&str, &[&str]); 4] = [
    ("engine", &["index", "graph", "search"]),
    (
        "analysis",
        &[
            "verify",
            "distances",
            "goals",
            "counting",
            "diameter",
            "guided",
        ],
    ),
    (
        "app",
        &[
            "problem", "explore", "ways", "tables", "solve", "levels", "families",
        ],
    ),
    (
        "cli",
        &[
            "arguments",
            "io",
            "check",
            "convert",
            "design",
            "kept",
            "list",
            "recount",
            "replay",
            "serve",
            "show",
            "sokoban",
            "tabletop",
            "batch",
            "pictures",
            "terminal",
            "graph",
            "explore",
            "solve",
            "program",
            // Stand-ins for rooms of other builds, which nobody names by this folder.
            "without",
        ],
    ),
];

/// The crates of this project that a manifest names as dependencies.
fn dependencies(manifest: &str) -> Vec<String> {
    let manifest: toml::Table = manifest.parse().unwrap();
    let all = manifest["dependencies"].as_table().unwrap();
    let own = all
        .keys()
        .filter_map(|name| name.strip_prefix("slidewise-"));
    own.map(str::to_owned).collect()
}

/// Whether a crate may use another one.
fn may_use(user: &str, used: &str) -> bool {
    if let Some((_, allowed)) = ALONE.iter().find(|(name, _)| *name == user) {
        return allowed.contains(&used);
    }
    let height = |name| CRATES.iter().position(|own| *own == name);
    DRAWN.contains(&(user, used)) || height(used) < height(user)
}

#[test]
fn crates_use_those_below_them() {
    let mut complaints = Vec::new();
    let mut checked = 0;
    for user in CRATES {
        let path = root().join("src").join(user).join("Cargo.toml");
        for used in dependencies(&std::fs::read_to_string(path).unwrap()) {
            // The puzzle files are data.
            if used != "puzzles" && !may_use(user, &used) {
                complaints.push(format!("{user} uses {used}"));
            }
            checked += 1;
        }
    }
    assert_none(&complaints);
    assert!(checked > 40, "{checked}");
    assert!(!may_use("engine", "analysis") && !may_use("tabletop", "puzzle"));
    let folders = std::fs::read_dir(root().join("src")).unwrap();
    let folders = folders.filter(|entry| entry.as_ref().unwrap().path().is_dir());
    assert_eq!(
        folders.count(),
        CRATES.len() + OUTSIDE.len(),
        "each folder of src is a crate"
    );
}

/// A module that is a file.
#[derive(Default)]
struct Module {
    file: PathBuf,
    /// Names that it imports, with the path of each from the module.
    imports: BTreeMap<String, Vec<String>>,
    /// Paths that its code uses, tests aside, from the module.
    used: BTreeSet<Vec<String>>,
}

/// The modules of a crate, by their paths from the root of the crate.
type Modules = BTreeMap<Vec<String>, Module>;

/// The path of a file's module: `a::b` for `src/engine/a/b.rs` and `src/engine/a/b/mod.rs`.
fn module_path(file: &Path) -> Vec<String> {
    let inside = file.iter().skip(2).map(|name| name.to_str().unwrap());
    let mut path: Vec<String> = inside
        .map(|name| name.trim_end_matches(".rs").into())
        .collect();
    if matches!(
        path.last().map(String::as_str),
        Some("mod" | "lib" | "main")
    ) {
        path.pop();
    }
    path
}

/// Collects the imports and the paths of a file.
struct Paths<'m> {
    module: &'m mut Module,
    /// How many modules inside the file are open.
    depth: usize,
}

impl Paths<'_> {
    fn add(&mut self, path: Vec<String>) {
        // Inside a module of the file, `super` is the file itself.
        let supers = path.iter().take_while(|name| *name == "super").count();
        let inner = supers.min(self.depth);
        self.module.used.insert(path[inner..].to_vec());
    }

    fn import(&mut self, before: &[String], tree: &syn::UseTree, is_public: bool) {
        let with = |name: &syn::Ident| {
            let mut path = before.to_vec();
            if name != "self" {
                path.push(name.to_string());
            }
            path
        };
        let (name, path) = match tree {
            syn::UseTree::Path(tree) => {
                return self.import(&with(&tree.ident), &tree.tree, is_public);
            }
            syn::UseTree::Group(group) => {
                return group
                    .items
                    .iter()
                    .for_each(|own| self.import(before, own, is_public));
            }
            syn::UseTree::Glob(_) => return,
            syn::UseTree::Name(tree) if tree.ident == "self" => {
                (before.last().cloned().unwrap_or_default(), before.to_vec())
            }
            syn::UseTree::Name(tree) => (tree.ident.to_string(), with(&tree.ident)),
            syn::UseTree::Rename(tree) => (tree.rename.to_string(), with(&tree.ident)),
        };
        if !is_public {
            self.add(path.clone());
        }
        if self.depth == 0 {
            self.module.imports.insert(name, path);
        }
    }
}

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let is_public = !matches!(item.vis, syn::Visibility::Inherited);
        self.import(&[], &item.tree, is_public);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            self.depth += 1;
            visit::visit_item_mod(self, item);
            self.depth -= 1;
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|own| own.ident.to_string());
        let names: Vec<String> = names.collect();
        if names.len() > 1 {
            self.add(names);
        }
        visit::visit_path(self, path);
    }
}

/// The modules of a crate's files.
fn modules_of(files: &[RustFile]) -> Modules {
    let mut modules = Modules::new();
    for file in files {
        let mut module = Module {
            file: file.path.clone(),
            ..Module::default()
        };
        let mut paths = Paths {
            module: &mut module,
            depth: 0,
        };
        paths.visit_file(&file.syntax);
        modules.insert(module_path(&file.path), module);
    }
    modules
}

/// The module that defines what a path names, if it is of this crate.
fn definer(
    modules: &Modules,
    from: &[String],
    path: &[String],
    depth: usize,
) -> Option<Vec<String>> {
    if depth > 8 {
        return None;
    }
    let mut at = from.to_vec();
    let mut is_rooted = false;
    for (number, name) in path.iter().enumerate() {
        match name.as_str() {
            "crate" => (at, is_rooted) = (Vec::new(), true),
            "self" => is_rooted = true,
            "super" => {
                at.pop()?;
                is_rooted = true;
            }
            name => {
                let mut child = at.clone();
                child.push(name.to_owned());
                if modules.contains_key(&child) {
                    (at, is_rooted) = (child, true);
                    continue;
                }
                let rest = &path[number + 1..];
                let import = modules.get(&at)?.imports.get(name);
                // The path of an import that has the name of its first part is of another crate.
                let import = import.filter(|own| own.first().is_some_and(|first| first != name));
                return match import {
                    Some(import) => {
                        let whole: Vec<String> = import.iter().chain(rest).cloned().collect();
                        definer(modules, &at, &whole, depth + 1)
                    }
                    None => is_rooted.then_some(at),
                };
            }
        }
    }
    Some(at)
}

/// The modules that a path passes on its way from a module, besides the root and the modules that
/// hold this one.
fn passed(modules: &Modules, from: &[String], path: &[String]) -> Vec<Vec<String>> {
    let mut at = from.to_vec();
    let mut passed = Vec::new();
    for name in path {
        match name.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => {
                at.pop();
            }
            name => {
                at.push(name.to_owned());
                if !modules.contains_key(&at) {
                    break;
                }
                passed.push(at.clone());
            }
        }
    }
    passed.retain(|own| !from.starts_with(own));
    passed
}

/// The modules that each module uses: those that define what it names, and those by whose paths
/// it names them.
fn edges_of(modules: &Modules) -> BTreeMap<&[String], BTreeSet<Vec<String>>> {
    let edges = modules.iter().map(|(from, module)| {
        let used = module.used.iter();
        let mut used: BTreeSet<Vec<String>> = used
            .flat_map(|path| {
                let defined = definer(modules, from, path, 0);
                passed(modules, from, path).into_iter().chain(defined)
            })
            .collect();
        used.remove(from);
        (from.as_slice(), used)
    });
    edges.collect()
}

/// The files that a crate's files use each other through in a circle, each circle a line.
fn circles(files: &[RustFile]) -> Vec<String> {
    let modules = modules_of(files);
    let edges = edges_of(&modules);
    let reached = |from: &[String]| {
        let mut reached = BTreeSet::new();
        let mut open = vec![from.to_vec()];
        while let Some(at) = open.pop() {
            for next in edges.get(at.as_slice()).into_iter().flatten() {
                if reached.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        reached
    };
    let all: BTreeMap<&[String], BTreeSet<Vec<String>>> = modules
        .keys()
        .map(|from| (from.as_slice(), reached(from)))
        .collect();
    let mut found = BTreeSet::new();
    for (from, reached) in &all {
        let circle = reached
            .iter()
            .filter(|to| all[to.as_slice()].contains(*from));
        let names: Vec<String> = circle
            .map(|own| modules[own].file.display().to_string())
            .collect();
        if names.len() > 1 {
            found.insert(names.join(" <-> "));
        }
    }
    found.into_iter().collect()
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let mut complaints = Vec::new();
    for own in CRATES.into_iter().chain(OUTSIDE) {
        let allowed = |circle: &String| CLASSES.contains(&circle.as_str());
        let circles = circles(&rust_files(&format!("src/{own}")));
        complaints.extend(circles.into_iter().filter(|circle| !allowed(circle)));
    }
    assert_none(&complaints);
    let file = |path: &str, text: &str| RustFile {
        path: PathBuf::from(path),
        syntax: syn::parse_file(text).unwrap(),
        text: text.to_owned(),
    };
    let sample = [
        file("src/x/lib.rs", "mod a; mod b; pub use a::A; pub use b::B;"),
        file("src/x/a.rs", "use super::B; pub struct A;"),
        file(
            "src/x/b.rs",
            "pub struct B; fn f() { let _ = crate::a::A; }",
        ),
    ];
    assert_eq!(circles(&sample), ["src/x/a.rs <-> src/x/b.rs"]);
    assert_eq!(circles(&sample[..2]), [""; 0]);
    // By the path of an import alone: what `c` names is defined in `d::e`.
    let sample = [
        file("src/x/c.rs", "use crate::d::E; pub struct C;"),
        file("src/x/d/mod.rs", "mod e; pub use e::E; use crate::c::C;"),
        file("src/x/d/e.rs", "pub struct E;"),
    ];
    assert_eq!(circles(&sample), ["src/x/c.rs <-> src/x/d/mod.rs"]);
}

#[test]
fn folders_use_those_below_them() {
    let mut complaints = Vec::new();
    for (own, folders) in FOLDERS {
        let files = rust_files(&format!("src/{own}"));
        let modules = modules_of(&files);
        let height = |path: &[String]| {
            let folder = path.first()?;
            folders.iter().position(|name| name == folder)
        };
        for (from, edges) in edges_of(&modules) {
            let up = edges.iter().filter(|to| height(to) > height(from));
            let file = modules[from].file.display();
            complaints.extend(up.map(|to| format!("{file} uses {}", to.join("::"))));
        }
    }
    assert_none(&complaints);
}

/// PyO3 catches a panic in each function of the Python package. Functions that Python calls without
/// it would need unsafe code, and a panic that aborts cannot be caught.
#[test]
fn every_function_of_the_python_package_is_guarded() {
    let text = std::fs::read_to_string(root().join("src/python/Cargo.toml")).unwrap();
    let manifest: toml::Table = text.parse().unwrap();
    let unsafe_code = manifest["lints"]["rust"]["unsafe_code"].as_str();
    assert_eq!(unsafe_code, Some("deny"));
    assert!(!text.contains("panic ="), "a panic unwinds");
    let files = rust_files("src/python");
    assert!(files.len() > 10, "{}", files.len());
    for file in files {
        let may_bypass = file.text.contains("unsafe_code") || file.text.contains("abort(");
        assert!(!may_bypass, "{}", file.path.display());
        // The one place where panics become errors of the package.
        let is_place = file.path.ends_with("python/error.rs");
        assert_eq!(file.text.contains("PanicException"), is_place);
    }
}
