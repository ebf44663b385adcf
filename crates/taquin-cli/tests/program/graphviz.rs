//! A strict reader of the part of Graphviz's language that trees need (<https://graphviz.org/doc/info/lang.html>):
//! `digraph NAME { NAME=VALUE; node [NAME=VALUE, …]; NAME [NAME=VALUE, …]; NAME -> NAME [NAME=VALUE, …]; }`.

use std::collections::BTreeMap;

type Attributes = BTreeMap<String, String>;

/// A graph as it was written.
#[derive(Default, Debug)]
pub(crate) struct Graph {
    pub(crate) attributes: Attributes,
    /// In the order of their names, which must be there before they are used.
    pub(crate) nodes: BTreeMap<String, Attributes>,
    pub(crate) edges: Vec<(String, String, Attributes)>,
}

#[track_caller]
pub(crate) fn read(text: &str) -> Graph {
    let tokens = tokens(text);
    let mut words = tokens.iter().map(String::as_str);
    assert_eq!([words.next(), words.next(), words.next()], [Some("digraph"), Some("trace"), Some("{")]);
    let rest: Vec<&str> = words.collect();
    let (&end, rest) = rest.split_last().expect("an end");
    assert_eq!(end, "}");
    let mut graph = Graph::default();
    for statement in rest.split_inclusive(|&token| token == ";") {
        match statement {
            [name, "=", value, ";"] => {
                graph.attributes.insert((*name).to_owned(), (*value).to_owned());
            }
            ["node", "[", .., "]", ";"] => {
                attributes(&statement[1..]);
            }
            [name, "[", .., "]", ";"] => {
                let known = graph.nodes.insert((*name).to_owned(), attributes(&statement[1..]));
                assert!(known.is_none(), "{name} comes twice");
            }
            [from, "->", to, rest @ ..] => {
                assert!(graph.nodes.contains_key(*from) && graph.nodes.contains_key(*to), "{statement:?}");
                graph.edges.push(((*from).to_owned(), (*to).to_owned(), attributes(rest)));
            }
            _ => panic!("no statement: {statement:?}"),
        }
    }
    graph
}

fn attributes(tokens: &[&str]) -> Attributes {
    let inner = match tokens {
        [";"] => return Attributes::new(),
        ["[", inner @ .., "]", ";"] => inner,
        _ => panic!("no attributes: {tokens:?}"),
    };
    let pairs = inner.split(|&token| token == ",").map(|pair| match pair {
        [name, "=", value] => ((*name).to_owned(), (*value).to_owned()),
        _ => panic!("no attribute: {pair:?}"),
    });
    pairs.collect()
}

/// Names and texts between quotation marks, without them, and signs.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => {
                let (token, length) = quoted(rest);
                tokens.push(token);
                length
            }
            '-' if rest.starts_with("->") => 2,
            '{' | '}' | '[' | ']' | '=' | ',' | ';' => 1,
            first if first.is_ascii_alphabetic() => {
                rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len())
            }
            _ => panic!("no token: {rest:.20}"),
        };
        if first != '"' {
            tokens.push(rest[..length].to_owned());
        }
        rest = rest[length..].trim_start();
    }
    tokens
}

/// The text, and its length with quotation marks and backslashes.
fn quoted(rest: &str) -> (String, usize) {
    let mut text = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((index, c)) = chars.next() {
        match c {
            '"' => return (text, index + 1),
            '\\' => match chars.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, c @ ('"' | '\\'))) => text.push(c),
                other => panic!("no escape: {other:?}"),
            },
            '\n' => panic!("a line breaks off: {text}"),
            c => text.push(c),
        }
    }
    panic!("a text never ends: {text}");
}
