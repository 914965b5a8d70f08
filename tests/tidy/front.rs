//! The public items of the library that need no `unstable`: a list that is kept.

use super::shape::FRONT;
use super::{root, rust_files};
use std::collections::BTreeSet;
use std::fs;
use syn::Visibility;

/// The most public items: types, their fields, variants, functions and constants.
const MAX_ITEMS: usize = 400;

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The names of the public items below the types `front` in a file.
fn items_of(file: &syn::File, front: &[&str], items: &mut BTreeSet<String>) {
    let is_front = |name: &syn::Ident| front.iter().any(|own| name == own);
    for item in &file.items {
        match item {
            syn::Item::Struct(own) if is_public(&own.vis) && is_front(&own.ident) => {
                items.insert(own.ident.to_string());
                let fields = own.fields.iter().filter(|field| is_public(&field.vis));
                let names = fields.filter_map(|field| field.ident.as_ref());
                items.extend(names.map(|name| format!("{}.{name}", own.ident)));
            }
            syn::Item::Enum(own) if is_public(&own.vis) && is_front(&own.ident) => {
                items.insert(own.ident.to_string());
                let variants = own.variants.iter();
                items.extend(variants.map(|variant| format!("{}::{}", own.ident, variant.ident)));
            }
            syn::Item::Trait(own) if is_public(&own.vis) && is_front(&own.ident) => {
                items.insert(own.ident.to_string());
                for item in &own.items {
                    if let syn::TraitItem::Fn(method) = item {
                        items.insert(format!("{}::{}", own.ident, method.sig.ident));
                    }
                }
            }
            syn::Item::Impl(own) if own.trait_.is_none() => {
                let syn::Type::Path(path) = &*own.self_ty else {
                    continue;
                };
                let name = &path.path.segments[path.path.segments.len() - 1].ident;
                if !is_front(name) {
                    continue;
                }
                for item in &own.items {
                    let (visibility, item) = match item {
                        syn::ImplItem::Fn(own) => (&own.vis, &own.sig.ident),
                        syn::ImplItem::Const(own) => (&own.vis, &own.ident),
                        _ => continue,
                    };
                    if is_public(visibility) {
                        items.insert(format!("{name}::{item}"));
                    }
                }
            }
            _ => {}
        }
    }
}

#[test]
fn the_public_items_of_the_front_are_those_that_are_kept() {
    let mut items = BTreeSet::new();
    // The crates that define the names of the root.
    for own in ["analysis", "app", "engine", "puzzle"] {
        for file in rust_files(&format!("src/{own}")) {
            items_of(&file.syntax, &FRONT, &mut items);
        }
    }
    for name in FRONT.iter().filter(|&&name| name != "unstable") {
        assert!(items.contains(*name), "{name} is defined");
    }
    assert!(items.len() < MAX_ITEMS, "{} items", items.len());
    let list: String = items.iter().map(|item| format!("{item}\n")).collect();
    let path = root().join("tests/tidy/front.txt");
    if std::env::var_os("SLIDEWISE_BLESS").is_some() {
        fs::write(&path, &list).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    assert_eq!(kept, list, "SLIDEWISE_BLESS=1 rewrites the list");
    let sample =
        "pub struct A { pub b: u8, c: u8 } impl A { pub fn d() {} fn e() {} } pub struct F;";
    let mut items = BTreeSet::new();
    items_of(&syn::parse_file(sample).unwrap(), &["A"], &mut items);
    assert_eq!(Vec::from_iter(items), ["A", "A.b", "A::d"]);
}
