//! The statement that a board has no solution, as people write it.

/// Words that are such a statement when they are alone on a line, or follow a label as in `Solution: None`.
const ALONE: &[&str] = &["none", "null", "nil", "false", "no", MINUS_ONE];
/// `-1` as a word, because a hyphen separates words.
const MINUS_ONE: &str = "minus1";
/// Labels of a solution.
const LABELS: &[&str] = &["solution", "sol", "path", "moves", "answer", "result", "plan", "steps"];
/// Phrases that are such a statement anywhere in a sentence.
const PHRASES: &[&[&str]] = &[
    &["unsolvable"],
    &["unsolveable"],
    &["insolvable"],
    &["insoluble"],
    &["infeasible"],
    &["impossible"],
    &["unreachable"],
    &["not", "solvable"],
    &["isn't", "solvable"],
    &["not", "be", "solved"],
    &["cannot", "be", "solved"],
    &["can't", "be", "solved"],
    &["not", "possible"],
    &["no", "solution"],
    &["no", "solutions"],
    &["no", "valid", "solution"],
    &["no", "possible", "solution"],
    &["solution", "not", "found"],
];
/// Words of a search that goes on, or of a condition.
const HEDGES: &[&str] = &[
    "yet",
    "far",
    "still",
    "depth",
    "level",
    "limit",
    "bound",
    "threshold",
    "cutoff",
    "iteration",
    "within",
    "under",
    "until",
    "searching",
    "continuing",
    "trying",
    "checking",
    "testing",
    "retrying",
    "increasing",
    "deepening",
    "deeper",
    "whether",
    "if",
    "unless",
    "maybe",
    "may",
    "might",
];
const NEGATIONS: &[&str] = &["not", "isn't", "never"];
/// Statements are short; a long line is a solution.
const LONGEST: usize = 300;

/// Returns whether a line states that a board has no solution.
///
/// A word is enough (`None`, `-1`, `false.`), and so is a sentence. A line about a search that goes on is not a statement.
///
/// ```
/// use taquin::notation::states_unsolvable;
/// for line in ["Unsolvable", "no solution.", "This board is not solvable!", "None", "-1", "Solvable: False"] {
///     assert!(states_unsolvable(line), "{line}");
/// }
/// for line in ["No solution found yet, searching deeper", "Unsolvable: no", "Is it impossible?", "LULU"] {
///     assert!(!states_unsolvable(line), "{line}");
/// }
/// ```
pub fn states_unsolvable(line: &str) -> bool {
    if line.len() > LONGEST || line.trim_end().ends_with('?') {
        return false;
    }
    let text = line.to_lowercase().replace('’', "'").replace("-1", " minus1 ");
    let is_inside = |c: char| c.is_alphanumeric() || c == '\'';
    let words = text.split(|c: char| !is_inside(c)).map(|word| word.trim_matches('\''));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    match words[..] {
        [.., "solvable" | "issolvable", answer] => return matches!(answer, "false" | "no"),
        [.., "unsolvable", "false" | "no"] => return false,
        [ref labels @ .., last] if ALONE.contains(&last) => {
            return labels.iter().all(|label| LABELS.contains(label));
        }
        _ => {}
    }
    let is_hedged = words.iter().any(|word| HEDGES.contains(word));
    !is_hedged && PHRASES.iter().any(|phrase| contains(&words, phrase))
}

/// Returns whether the words contain a phrase that is not negated.
fn contains(words: &[&str], phrase: &[&str]) -> bool {
    let mut places = words.windows(phrase.len()).enumerate();
    places.any(|(at, found)| found == phrase && !(at > 0 && NEGATIONS.contains(&words[at - 1])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements() {
        for line in [
            "Unsolvable",
            "UNSOLVABLE.",
            "Unsolvable puzzle",
            "No solution",
            "No solution possible",
            "no solution found!",
            "There is no solution.",
            "not solvable",
            "The puzzle is not solvable",
            "This board isn't solvable.",
            "impossible",
            "Sorry, this one is impossible!",
            "It cannot be solved.",
            "The board can’t be solved",
            "None",
            "none.",
            "null",
            "NULL",
            "nil",
            "-1",
            " -1\r",
            "false.",
            "no.",
            "'None'",
            "Solution: None",
            "Moves = -1",
            "path: null",
            "solvable: no",
            "is_solvable = False",
            "isSolvable: false",
            "Unsolvable: true",
            "Solution not found.",
        ] {
            assert!(states_unsolvable(line), "{line}");
        }
    }

    #[test]
    fn other_lines() {
        for line in [
            "",
            "LULU",
            "1 2 5 6",
            "-12",
            "No solution found yet, searching deeper",
            "No solution so far",
            "No solution at depth 7",
            "Checking whether the board is unsolvable...",
            "If the parity is odd, it is unsolvable.",
            "Is this impossible?",
            "The board is not unsolvable",
            "Unsolvable: False",
            "Solvable: yes",
            "nodes: none",
            "solvable",
        ] {
            assert!(!states_unsolvable(line), "{line}");
        }
        assert!(!states_unsolvable(&format!("{} impossible", "a".repeat(LONGEST))));
    }
}
