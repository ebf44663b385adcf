//! Finds the answer among the other lines that a program prints: progress, timings, prompts, logging prefixes.
//!
//! A line belongs to the answer if it can be read as moves, as a row of a board, as a term, or as a line of a dialect,
//! perhaps after a prefix such as `INFO:root:`, `12:30:01`, `Solution:` or `3.`. Programs print in order, so what comes
//! last is the answer: the statement that there is no solution counts only if no moves or boards follow it, and then the
//! boards before it (the board as it was read, for example) do not.

use taquin::Board;
use taquin::notation::{self, Mover, SolutionText, states_unsolvable};

/// Longer answers are not searched.
const MAX_LINES: usize = 100_000;
/// How many ignored lines are kept, and how many characters of each.
const MAX_KEPT: usize = 20;
const MAX_LENGTH: usize = 200;
/// How many characters at the beginning of a line are searched for prefixes.
const MAX_PREFIX: usize = 200;

/// The severity words of logging libraries.
const LEVELS: &[&str] =
    &["trace", "debug", "info", "notice", "warn", "warning", "error", "critical", "fatal", "log"];
const PROMPTS: &[&str] = &[">>>", ">", "$", "?-"];
/// Labels of an answer or of one of its moves.
const LABELS: &[&str] = &[
    "solution",
    "sol",
    "moves",
    "move",
    "path",
    "answer",
    "result",
    "actions",
    "action",
    "steps",
    "step",
    "plan",
    "sequence",
    "directions",
];

/// The lines of an answer that are not part of the solution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ignored {
    /// How many there are.
    pub count: usize,
    /// The first of them, shortened.
    pub first: Vec<String>,
}

impl Ignored {
    fn add(&mut self, line: &str) {
        self.count += 1;
        if self.first.len() < MAX_KEPT {
            self.first.push(line.trim().chars().take(MAX_LENGTH).collect());
        }
    }
}

/// A part of an answer that may be the solution, and the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Extract {
    /// The lines that were chosen, at their places; the others are empty.
    pub(super) text: String,
    pub(super) ignored: Ignored,
    /// Whether an ignored line may be moves or boards.
    pub(super) ignores_answer: bool,
}

/// What a line may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Blank,
    /// Moves in letters or words.
    Moves,
    /// Numbers: a row of a board, or the tiles that move.
    Numbers,
    /// A board, a term, or a part of them.
    Boards,
    /// A line that dialects have besides moves and boards, such as the number of moves.
    Label,
    /// The statement that there is no solution.
    Unsolvable,
    Chatter,
}

struct Line<'t> {
    kind: Kind,
    whole: &'t str,
    /// What was removed before the content.
    prefix: &'t str,
    /// What was removed after it.
    remark: &'t str,
    content: String,
}

impl Kind {
    /// Returns whether a line of this kind may be moves or boards.
    fn is_answer(self) -> bool {
        matches!(self, Kind::Moves | Kind::Numbers | Kind::Boards)
    }
}

/// Returns the parts of an answer that may be the solution, the most likely first. There are none if every line is part
/// of the answer, or none is.
pub(super) fn extracts(answer: &str, start: &Board) -> Vec<Extract> {
    if answer.lines().nth(MAX_LINES).is_some() {
        return Vec::new();
    }
    let lines = lines(answer, start);
    let last = |is: &dyn Fn(Kind) -> bool| lines.iter().rposition(|line| is(line.kind));
    let (solution, statement) = (last(&Kind::is_answer), last(&|kind| kind == Kind::Unsolvable));
    if statement.is_some() && statement > solution {
        let claim = extract(&lines, |index, _| Some(index) == statement);
        return Some(claim).filter(|claim| claim.ignored.count > 0).into_iter().collect();
    }
    let Some(solution) = solution else {
        // `Minimum number of moves = 0` or `tile:` is all there is to say about a board that is solved already.
        let labels = extract(&lines, |_, kind| kind == Kind::Label);
        let has_labels = !labels.text.trim().is_empty() && labels.ignored.count > 0;
        return has_labels.then_some(labels).into_iter().collect();
    };
    let mut extracts: Vec<Extract> = Vec::new();
    // A number of moves belongs to the solution in any case, so that a wrong one is noticed.
    let choices: [&dyn Fn(usize, Kind) -> bool; 4] = [
        &|_, kind| kind.is_answer() || kind == Kind::Label,
        &|_, kind| matches!(kind, Kind::Moves | Kind::Label),
        &|_, kind| matches!(kind, Kind::Numbers | Kind::Boards | Kind::Label),
        &|index, kind| index == solution || kind == Kind::Label,
    ];
    for is_chosen in choices {
        let has_answer = lines
            .iter()
            .enumerate()
            .any(|(index, line)| line.kind.is_answer() && is_chosen(index, line.kind));
        let extract = extract(&lines, is_chosen);
        if has_answer && extract.ignored.count > 0 && !extracts.contains(&extract) {
            extracts.push(extract);
        }
    }
    extracts
}

/// Keeps the chosen lines. Blank lines in place of the others separate boards and keep the line numbers.
fn extract(lines: &[Line<'_>], is_chosen: impl Fn(usize, Kind) -> bool) -> Extract {
    let mut ignored = Ignored::default();
    let mut ignores_answer = false;
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        if is_chosen(index, line.kind) {
            for removed in [line.prefix, line.remark] {
                if !removed.trim().is_empty() {
                    ignored.add(removed);
                }
            }
            text.push_str(&line.content);
        } else if line.kind != Kind::Blank {
            ignored.add(line.whole);
            ignores_answer |= line.kind.is_answer();
        }
        text.push('\n');
    }
    Extract { text, ignored, ignores_answer }
}

/// Classifies the lines. A line that leaves brackets open continues on the next.
fn lines<'t>(answer: &'t str, start: &Board) -> Vec<Line<'t>> {
    let mut open = 0_i64;
    let brackets = |text: &str| {
        text.chars().fold(0, |depth, c| match c {
            '[' | '{' => depth + 1,
            ']' | '}' => depth - 1,
            _ => depth,
        })
    };
    let classify = |line: &'t str| {
        let line = if open > 0 {
            Line { kind: Kind::Boards, whole: line, prefix: "", remark: "", content: line.to_owned() }
        } else {
            classify(line, start)
        };
        open = if line.kind == Kind::Boards { open + brackets(&line.content) } else { 0 };
        line
    };
    answer.lines().map(classify).collect()
}

fn classify<'t>(line: &'t str, start: &Board) -> Line<'t> {
    let whole = |kind| Line { kind, whole: line, prefix: "", remark: "", content: line.to_owned() };
    // A remark is removed only where the rest of the line is moves.
    let remark_of = |content: &str| {
        let remark = without_remark(line).1;
        if content.ends_with(remark) { "" } else { remark }
    };
    if line.trim().is_empty() {
        return whole(Kind::Blank);
    }
    // The whole line first: `tile: LULU` and `Sol = [` have prefixes that belong to them.
    if let Some((kind, content)) = kind_of(line, start) {
        return Line { kind, whole: line, prefix: "", remark: remark_of(&content), content };
    }
    let at = prefix(line);
    if at > 0
        && let Some((kind, content)) = kind_of(line[at..].trim_start(), start)
    {
        return Line { kind, whole: line, prefix: &line[..at], remark: remark_of(&content), content };
    }
    whole(Kind::Chatter)
}

/// Returns what a line may be, and its text as the dialects write it.
fn kind_of(line: &str, start: &Board) -> Option<(Kind, String)> {
    let same = |kind| Some((kind, line.to_owned()));
    let text = line.trim();
    if states_unsolvable(text) {
        return same(Kind::Unsolvable);
    }
    if is_row(text) {
        return same(Kind::Numbers);
    }
    let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| text.starts_with(beginning));
    if begins(&["cost_of_path:"]) {
        return same(Kind::Label);
    }
    let is_term = text.split_once('=').is_some_and(|(name, term)| {
        name.trim().chars().all(|c| c.is_alphanumeric() || c == '_') && term.trim_start().starts_with('[')
    });
    if is_term || begins(&["path_to_goal:", "(slide ", "{\""]) {
        return same(Kind::Boards);
    }
    match notation::read_solution(text, start, Mover::Tile) {
        Ok(SolutionText::Boards { .. }) => return same(Kind::Boards),
        Ok(SolutionText::Moves { moves, illegal: None, .. }) if moves.is_empty() => return same(Kind::Label),
        Ok(SolutionText::Moves { .. }) => return same(Kind::Moves),
        Ok(SolutionText::Length(_) | SolutionText::Unsolvable) | Err(_) => {}
    }
    let plain = without_list_signs(text);
    match notation::read_solution(&plain, start, Mover::Tile) {
        Ok(SolutionText::Moves { moves, illegal, .. }) if !moves.is_empty() || illegal.is_some() => {
            Some((Kind::Moves, plain))
        }
        Ok(
            SolutionText::Moves { .. }
            | SolutionText::Boards { .. }
            | SolutionText::Length(_)
            | SolutionText::Unsolvable,
        )
        | Err(_) => None,
    }
}

/// Returns whether a line has only whole numbers and signs for the blank, between the signs of lists and frames.
fn is_row(text: &str) -> bool {
    let is_sign = |c: char| c.is_whitespace() || "[](),;|/".contains(c);
    let mut words = text.split(is_sign).filter(|word| !word.is_empty()).peekable();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_entry = |word: &str| is_number(word) || matches!(word, "_" | "x" | "X" | ".");
    words.peek().is_some() && text.contains(|c: char| c.is_ascii_digit()) && words.all(is_entry)
}

/// Removes what people write around and between moves: brackets, quotes, commas, arrows, and a remark in parentheses.
fn without_list_signs(text: &str) -> String {
    let text = without_remark(text).0.replace("->", " ").replace("=>", " ");
    let is_sign = |c: char| c.is_whitespace() || "[](){},;'\"→".contains(c);
    text.split(is_sign).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Splits a line before a remark in parentheses at its end, as in `LULU (4 moves)`.
fn without_remark(text: &str) -> (&str, &str) {
    let text = text.trim_end();
    let at = if text.ends_with(')') { text.find(" (") } else { None };
    text.split_at(at.unwrap_or(text.len()))
}

/// Returns the length of the prefixes of a line: prompts, times, severities, labels, numbers of steps.
fn prefix(line: &str) -> usize {
    // Every prefix needs a search of the rest, so a long line of prompts would take quadratic time.
    let line = line.char_indices().nth(MAX_PREFIX).map_or(line, |(end, _)| &line[..end]);
    let mut at = 0;
    loop {
        let rest = &line[at..];
        let blanks = rest.len() - rest.trim_start().len();
        let Some(length) = first_prefix(&rest[blanks..], at > 0) else { return at };
        at += blanks + length;
    }
}

/// Returns the length of the prefix at the beginning of a text, if there is one and something follows.
fn first_prefix(text: &str, is_inner: bool) -> Option<usize> {
    let word = text.split_whitespace().next()?;
    let followed = |length: usize| (!text[length..].trim().is_empty()).then_some(length);
    if PROMPTS.contains(&word)
        || is_time(word)
        || is_step_number(word)
        || (is_inner && matches!(word, "-" | "|"))
    {
        return followed(word.len());
    }
    let bare = word.trim_matches(|c: char| "[](){}<>:-".contains(c));
    if is_one_of(bare, LEVELS) {
        return followed(word.len());
    }
    // `INFO:root:text`, as Python's logging writes it.
    let mut parts = text.splitn(3, ':');
    if let (Some(level), Some(logger), Some(_)) = (parts.next(), parts.next(), parts.next())
        && is_one_of(level, LEVELS)
    {
        return followed(level.len() + logger.len() + 2);
    }
    let (label, value) = text.split_once([':', '='])?;
    let mut words = label.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    // `Moves: 4` is a number of moves, and `Step 3: 4` a move.
    let is_count = value.trim().bytes().all(|byte| byte.is_ascii_digit())
        && !label.contains(|c: char| c.is_ascii_digit());
    (!is_count && words.any(|word| is_one_of(word, LABELS))).then(|| followed(label.len() + 1)).flatten()
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|other| word.eq_ignore_ascii_case(other))
}

/// Returns whether a word is a date or a time: `2024-05-01`, `[12:30:01.250]`.
fn is_time(word: &str) -> bool {
    let separators = word.matches([':', '-']).count();
    separators >= 2
        && word.contains(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || ":-.,/+TZ[]()".contains(c))
}

/// Returns whether a word numbers a move: `3.`, `3)`, `3:`.
fn is_step_number(word: &str) -> bool {
    let digits = word.trim_end_matches(['.', ')', ':']);
    digits.len() + 1 == word.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(answer: &str) -> Option<(String, usize)> {
        let start = notation::read("0 1 3/4 2 5/7 8 6").expect("a board");
        let extract = extracts(answer, &start).into_iter().next()?;
        Some((extract.text.trim().to_owned(), extract.ignored.count))
    }

    #[test]
    fn answers_among_chatter() {
        for (answer, text, ignored) in [
            ("Solving...\nLULU\nTime: 0.31 s", "LULU", 2),
            ("Reading board.txt\nSolution: LULU", "LULU", 2),
            ("INFO:root:LULU\n", "LULU", 1),
            ("2024-05-01 12:30:01,250 - INFO - LULU", "LULU", 1),
            ("[12:30:01] [debug] expanded 352 nodes\n[12:30:02] [info] LULU", "LULU", 2),
            (">>> left up left up", "left up left up", 1),
            ("Moves: 4\nPath: ['L', 'U', 'L', 'U']", "['L', 'U', 'L', 'U']", 2),
            ("Path = left -> up -> left -> up (4 moves)\nbye", "left up left up", 3),
            ("Step 1: left\nStep 2: up\nDone!", "left\nup", 3),
            ("1. left\n2. up", "left\nup", 2),
            ("Nodes: 12\ntile: LULU", "tile: LULU", 1),
            ("Minimum number of moves = 4\nLULU\n0.0015", "Minimum number of moves = 4\nLULU", 1),
            ("No solution found yet, searching deeper\nLULU", "LULU", 1),
            ("No solution\nLULU", "LULU", 1),
            ("Solving...\nNo solution.\n", "No solution.", 1),
            ("3\n1 2 3\n4 5 6\n8 7 0\nUnsolvable\nTime: 3 ms", "Unsolvable", 5),
            ("Solving...\ntile:", "tile:", 1),
            ("WARN careful\nSol = [[1,2],\n [3,0]].\nhalted", "Sol = [[1,2],\n [3,0]].", 2),
        ] {
            assert_eq!(first(answer), Some((text.to_owned(), ignored)), "{answer}");
        }
    }

    #[test]
    fn no_answer_and_nothing_else_than_an_answer() {
        for answer in [
            "",
            "Hello world",
            "Done after 4 steps :-)",
            "3 nodes left",
            "Moves: 4",
            "LULU",
            "tile: LULU\n",
            "Number of moves = 5\nLULU",
            "0.25",
        ] {
            assert_eq!(first(answer), None, "{answer}");
        }
        assert_eq!(first(&("Solving...\n".repeat(MAX_LINES + 2) + "LULU")), None);
    }

    #[test]
    fn a_board_before_the_moves() {
        let start = notation::read("0 1 3/4 2 5/7 8 6").expect("a board");
        let texts: Vec<String> = extracts("Start:\n0 1 3\n4 2 5\n7 8 6\nMoves: LULU", &start)
            .into_iter()
            .map(|extract| extract.text.trim().to_owned())
            .collect();
        assert_eq!(texts, ["0 1 3\n4 2 5\n7 8 6\nLULU", "LULU", "0 1 3\n4 2 5\n7 8 6"]);
    }

    /// Random texts of awkward pieces: nothing panics, and what is chosen can be read or refused.
    #[test]
    fn any_text() {
        let start = notation::read("1 2/0 3").expect("a board");
        let pieces = [
            "L",
            "left",
            "1",
            "0",
            "\n",
            "\n\n",
            " ",
            ":",
            "=",
            "[",
            "]",
            "(",
            ")",
            "{",
            "}",
            "é",
            "→",
            "->",
            "INFO:",
            "INFO:é:",
            "Solution",
            "Step 1:",
            "3.",
            "12:30:01",
            "-1",
            "None",
            "yet",
            "Sol = [",
            "\u{0}",
            "\u{feff}",
            "{\"",
            "path_to_goal:",
        ];
        let mut random = 1_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..12 {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text += pieces[(random >> 33) as usize % pieces.len()];
            }
            for extract in extracts(&text, &start) {
                let _ = notation::read_solution(&extract.text, &start, Mover::Tile);
                let _ = notation::read_solutions(&extract.text, &start, Mover::Tile);
                assert!(extract.ignored.count > 0, "{text:?}");
            }
        }
    }

    #[test]
    fn a_remark_after_the_moves() {
        let start = notation::read("0 1 3/4 2 5/7 8 6").expect("a board");
        for (answer, ignored) in [
            ("LULU (4 moves)", &[" (4 moves)"][..]),
            ("['L', 'U', 'L', 'U'] (in 0.1 s)\n", &[" (in 0.1 s)"]),
            ("Path: LULU (4 moves)", &["Path:", " (4 moves)"]),
        ] {
            let extracts = extracts(answer, &start);
            let first = extracts.first().expect("an extract");
            let moves = notation::read_solution(&first.text, &start, Mover::Tile).expect("moves");
            assert!(matches!(moves, SolutionText::Moves { illegal: None, moves, .. } if moves.len() == 4));
            let ignored: Vec<&str> = ignored.iter().map(|text| text.trim()).collect();
            assert_eq!(first.ignored.first, ignored, "{answer}");
        }
    }

    #[test]
    fn ignored_lines_are_kept_as_they_were() {
        let start = notation::read("0 1 3/4 2 5/7 8 6").expect("a board");
        let extracts = extracts("Path: ['L', 'U']\n1 2 3", &start);
        let last = extracts.last().expect("an extract");
        assert_eq!(last.ignored.first, ["Path: ['L', 'U']"]);
        assert!(last.ignores_answer);
    }

    #[test]
    fn a_long_line_of_prompts_takes_linear_time() {
        let began = std::time::Instant::now();
        assert_eq!(first(&("> ".repeat(1 << 20) + "LULU")), None);
        assert!(began.elapsed().as_secs() < 20);
    }

    #[test]
    fn long_chatter_is_shortened() {
        let start = notation::read("1 2/0 3").expect("a board");
        let answer = format!("{}L", format!("{}\n", "so ".repeat(500)).repeat(50));
        let extracts = extracts(&answer, &start);
        let ignored = &extracts[0].ignored;
        assert_eq!((ignored.count, ignored.first.len()), (50, MAX_KEPT));
        assert!(ignored.first.iter().all(|line| line.chars().count() <= MAX_LENGTH));
    }
}
