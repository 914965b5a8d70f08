//! Draws comments and messages of the source at random, so that somebody can read them with fresh
//! eyes: `sample [--seed N] [--comments N] [--messages N]`.
//!
//! A comment is a run of comment lines, docs included. A message is a string of four words or more
//! outside tests and docs.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use slidewise_tools::draw::Draw;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The fewest words of a string that counts as a message.
const WORDS: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let mut seed = 1;
    let mut wanted = [100, 50];
    let mut arguments = std::env::args().skip(1);
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or("an option needs a number")?;
        match option.as_str() {
            "--seed" => seed = value.parse()?,
            "--comments" => wanted[0] = value.parse()?,
            "--messages" => wanted[1] = value.parse()?,
            _ => return Err(format!("{option} is unknown").into()),
        }
    }
    let mut files = Vec::new();
    collect(Path::new("src"), &mut files)?;
    files.sort_unstable();
    let (mut comments, mut messages) = (Vec::new(), Vec::new());
    for path in &files {
        let text = fs::read_to_string(path)?;
        comments.extend(comments_of(path, &text));
        messages.extend(messages_of(path, &text)?);
    }
    println!(
        "seed {seed}: of {} comments, {} messages\n",
        comments.len(),
        messages.len()
    );
    let mut draw = Draw::new(seed);
    for (all, wanted) in [comments, messages].into_iter().zip(wanted) {
        for (number, drawn) in (1..).zip(draw.some(all, wanted)) {
            println!("{number}. {drawn}\n");
        }
    }
    Ok(())
}

/// All Rust files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The comments of a file, each with its place and the line of code that follows it.
fn comments_of(path: &Path, text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    let mut comments = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let end = (at..lines.len())
            .find(|&line| !is_comment(lines[line]))
            .unwrap_or(lines.len());
        if end > at {
            let words: Vec<&str> = lines[at..end]
                .iter()
                .map(|line| line.trim_start())
                .collect();
            let code = lines.get(end).map_or("", |line| line.trim());
            comments.push(format!(
                "{}:{}\n{}\n    {code}",
                path.display(),
                at + 1,
                words.join("\n")
            ));
        }
        at = end + 1;
    }
    comments
}

/// The messages of a file, each with its place.
fn messages_of(path: &Path, text: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let mut messages = Vec::new();
    for item in syn::parse_file(text)?.items {
        let is_test = matches!(&item, syn::Item::Mod(module) if module.ident == "tests");
        if !is_test {
            strings(item.to_token_stream(), &mut messages);
        }
    }
    let place = |message| format!("{}\n    {message}", path.display());
    Ok(messages.into_iter().map(place).collect())
}

/// Collects the strings of four words or more, those of doc attributes left out.
fn strings(tokens: TokenStream, messages: &mut Vec<String>) {
    let mut is_doc = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let first = group.stream().into_iter().next();
                let is_doc = matches!(first, Some(TokenTree::Ident(name)) if name == "doc");
                if !is_doc {
                    strings(group.stream(), messages);
                }
            }
            TokenTree::Literal(literal) if !is_doc => {
                let text = literal.to_string();
                if text.starts_with('"') && text.split_whitespace().count() >= WORDS {
                    messages.push(text);
                }
            }
            TokenTree::Ident(name) => is_doc = name == "doc",
            TokenTree::Literal(_) | TokenTree::Punct(_) => {}
        }
    }
}
