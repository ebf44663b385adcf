//! Splits Rust sources into tokens: as much of the language as the source checks need.
//!
//! Comments, documentation and literals are not tokens, so no check reads them.

/// A word, `::`, or one character of punctuation. Literals and comments are not kept.
#[derive(Clone)]
pub(crate) struct Token {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// Returns the tokens of a source file, in order.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let line = 1 + source[..source.len() - rest.len()].matches('\n').count();
        let (length, kept) = match first {
            _ if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), false),
            _ if rest.starts_with("/*") => (block_comment(rest), false),
            '"' => (quoted(rest, '"'), false),
            '\'' => (character_or_lifetime(rest), false),
            _ if first.is_alphanumeric() || first == '_' => {
                let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                match (&rest[..word], rest[word..].chars().next()) {
                    ("r" | "br" | "cr", Some('"' | '#')) if raw_string(&rest[word..]).is_some() => {
                        (word + raw_string(&rest[word..]).unwrap_or_default(), false)
                    }
                    _ => (word, true),
                }
            }
            _ if rest.starts_with("::") => (2, true),
            _ => (first.len_utf8(), !first.is_whitespace()),
        };
        if kept {
            found.push(Token { line, text: rest[..length].to_owned() });
        }
        rest = &rest[length..];
    }
    found
}

/// Returns the length of the block comment at the start; they nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Returns the length of the literal at the start, including the closing `quote`.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the length of `'x'`, or of the apostrophe alone if it starts a lifetime.
fn character_or_lifetime(text: &str) -> usize {
    let mut inside = text.chars().skip(1);
    match (inside.next(), inside.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => quoted(text, '\''),
        _ => 1,
    }
}

/// Returns the length of the rest of a raw string after its `r`; `None` for a raw identifier.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text.find(|c| c != '#')?;
    let body = text[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(hashes + 1 + body.find(&end).map_or(body.len(), |at| at + end.len()))
}

/// Returns the tokens without the items under `#[cfg(test)]`, `#[cfg(all(test, …))]` and the like.
pub(crate) fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let end = if text(at) == "#" && text(at + 1) == "[" { group_end(&tokens, at + 1) } else { at };
        let attribute: Vec<_> = tokens[at..end].iter().map(|token| token.text.as_str()).collect();
        let is_test = attribute.starts_with(&["#", "[", "cfg"])
            && attribute.contains(&"test")
            && !attribute.contains(&"not");
        if is_test {
            at = item_end(&tokens, end);
        } else {
            let end = end.max(at + 1);
            kept.extend_from_slice(&tokens[at..end]);
            at = end;
        }
    }
    kept
}

/// Returns the index after the item that starts here: after its semicolon or its block, including the attributes before
/// it.
fn item_end(tokens: &[Token], start: usize) -> usize {
    let mut at = start;
    while let Some(token) = tokens.get(at) {
        match token.text.as_str() {
            ";" => return at + 1,
            "{" => return group_end(tokens, at),
            "(" | "[" => at = group_end(tokens, at),
            // The end of the surrounding block: the item under the attribute was its last field.
            "}" => return at,
            _ => at += 1,
        }
    }
    at
}

/// Returns the index after the bracket that closes the one here.
fn group_end(tokens: &[Token], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}
