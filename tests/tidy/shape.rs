//! Lengths of files, functions and lines; one meaning for each type name; the names of the front.

use super::{RustFile, assert_none, is_test, root, rust_files};
use crate::support::source_files::files_below;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The most lines of a file before its tests.
const FILE_LINES: usize = 500;
/// The most lines of a function.
const FUNCTION_LINES: usize = 80;
/// The most columns of a line.
const COLUMNS: usize = 100;
/// The public names in the root of the library, sorted: at most 30.
pub(super) const FRONT: [&str; 25] = [
    "Answer",
    "Cause",
    "Components",
    "Configuration",
    "Count",
    "Explorer",
    "Keep",
    "Metric",
    "Move",
    "Observer",
    "Path",
    "Problem",
    "Progress",
    "Puzzle",
    "PuzzleBuilder",
    "Question",
    "Reuse",
    "Search",
    "Solution",
    "SolveMethod",
    "StopToken",
    "Target",
    "Unsolvable",
    "WantedWays",
    "unstable",
];
/// Type names that several files may define: none.
const SHARED_TYPE_NAMES: [&str; 0] = [];

/// The number of lines before the unit tests.
fn lines_before_tests(file: &RustFile) -> usize {
    let tests = file.syntax.items.iter().find_map(|item| match item {
        syn::Item::Mod(module) if is_test(&module.attrs) => Some(module.span().start().line),
        _ => None,
    });
    tests.map_or(file.text.lines().count(), |line| line - 1)
}

fn long_files(files: &[RustFile]) -> Vec<String> {
    let long = files.iter().filter_map(|file| {
        let lines = lines_before_tests(file);
        let place = file.path.display();
        (lines > FILE_LINES).then(|| format!("{place}: {lines} lines before its tests"))
    });
    long.collect()
}

/// Functions with their first line and number of lines.
#[derive(Default)]
struct Functions(Vec<(String, usize, usize)>);

impl Functions {
    fn add(&mut self, name: &syn::Ident, whole: &dyn Spanned) {
        let first = name.span().start().line;
        let last = whole.span().end().line;
        self.0.push((name.to_string(), first, last - first + 1));
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add(&item.sig.ident, item);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.add(&item.sig.ident, item);
        visit::visit_impl_item_fn(self, item);
    }
}

fn long_functions(files: &[RustFile]) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in files {
        let mut functions = Functions::default();
        functions.visit_file(&file.syntax);
        let long = functions.0.iter().filter(|own| own.2 > FUNCTION_LINES);
        complaints.extend(long.map(|(name, first, lines)| {
            format!("{}:{first}: {name} has {lines} lines", file.path.display())
        }));
    }
    complaints
}

/// The types that a file defines, those of its tests included.
#[derive(Default)]
struct Types(BTreeSet<String>);

impl<'ast> Visit<'ast> for Types {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.0.insert(item.ident.to_string());
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.0.insert(item.ident.to_string());
        visit::visit_item_enum(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.0.insert(item.ident.to_string());
        visit::visit_item_trait(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.0.insert(item.ident.to_string());
        visit::visit_item_type(self, item);
    }

    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        self.0.insert(item.ident.to_string());
        visit::visit_item_union(self, item);
    }
}

fn shared_type_names(files: &[RustFile]) -> Vec<String> {
    let mut holders: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files {
        let mut types = Types::default();
        types.visit_file(&file.syntax);
        for name in types.0 {
            let place = file.path.display().to_string();
            holders.entry(name).or_default().push(place);
        }
    }
    holders
        .into_iter()
        .filter(|(name, files)| files.len() > 1 && !SHARED_TYPE_NAMES.contains(&name.as_str()))
        .map(|(name, files)| format!("{name}: {}", files.join(", ")))
        .collect()
}

/// The names that a `use` tree brings in.
fn names_of(tree: &syn::UseTree, names: &mut Vec<String>) {
    match tree {
        syn::UseTree::Path(path) => names_of(&path.tree, names),
        syn::UseTree::Name(name) => names.push(name.ident.to_string()),
        syn::UseTree::Rename(rename) => names.push(rename.rename.to_string()),
        syn::UseTree::Glob(_) => names.push("*".to_owned()),
        syn::UseTree::Group(group) => group.items.iter().for_each(|own| names_of(own, names)),
    }
}

/// The public names of a file's root.
fn public_names(file: &syn::File) -> Vec<String> {
    let mut names = Vec::new();
    for item in &file.items {
        let is_public =
            |visibility: &syn::Visibility| matches!(visibility, syn::Visibility::Public(_));
        match item {
            syn::Item::Use(item) if is_public(&item.vis) => names_of(&item.tree, &mut names),
            syn::Item::Mod(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            syn::Item::Struct(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            syn::Item::Fn(item) if is_public(&item.vis) => names.push(item.sig.ident.to_string()),
            syn::Item::Enum(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            syn::Item::Trait(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            syn::Item::Type(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            _ => {}
        }
    }
    names
}

/// A file that holds this text.
fn sample(text: &str) -> RustFile {
    RustFile {
        path: PathBuf::from("src/sample.rs"),
        syntax: syn::parse_file(text).unwrap(),
        text: text.to_owned(),
    }
}

#[test]
fn files_are_short() {
    assert_none(&long_files(&rust_files("src")));
    assert_none(&long_files(&rust_files("tools/src")));
    let lines = |lines: usize| {
        sample(&format!(
            "{}#[cfg(test)]\nmod tests {{}}\n",
            "//\n".repeat(lines)
        ))
    };
    assert_eq!(long_files(&[lines(FILE_LINES)]), [""; 0]);
    assert_eq!(long_files(&[lines(FILE_LINES + 1)]).len(), 1);
}

#[test]
fn functions_are_short() {
    let files = rust_files("src");
    let mut functions = Functions::default();
    files
        .iter()
        .for_each(|file| functions.visit_file(&file.syntax));
    assert!(functions.0.len() > 2000, "{}", functions.0.len());
    assert_none(&long_functions(&files));
    let long = format!(
        "impl A {{ fn long() {{ {} }} }}",
        "\n".repeat(FUNCTION_LINES)
    );
    assert_eq!(long_functions(&[sample(&long)]).len(), 1);
}

#[test]
fn lines_are_short() {
    let mut complaints = Vec::new();
    for folder in ["src", "tests", "tools", "puzzles"] {
        for path in files_below(&root().join(folder), &["rs"]) {
            let text = std::fs::read_to_string(&path).unwrap();
            let lines = (1..).zip(text.lines());
            let long = lines.filter(|(_, line)| line.chars().count() > COLUMNS);
            complaints.extend(long.map(|(number, line)| {
                let columns = line.chars().count();
                format!("{}:{number}: {columns} columns", path.display())
            }));
        }
    }
    assert_none(&complaints);
}

#[test]
fn each_type_name_has_one_meaning() {
    assert_none(&shared_type_names(&rust_files("src")));
    let one = sample("struct A; mod tests { struct B; }");
    let other = sample("enum B {} trait C { type A; }");
    assert_eq!(shared_type_names(&[one, other]).len(), 1);
}

#[test]
fn the_front_is_small() {
    let text = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let mut names = public_names(&syn::parse_file(&text).unwrap());
    names.sort_unstable();
    assert_eq!(names, FRONT);
    const { assert!(FRONT.len() <= 30) };
    let sample = syn::parse_file("pub use a::{b, c as d}; pub mod e; use f::g; pub fn h() {}");
    assert_eq!(public_names(&sample.unwrap()), ["b", "d", "e", "h"]);
}
