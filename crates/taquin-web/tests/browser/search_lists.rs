//! What the Search view counts and lists is what the library's own trace says, at every step of every search.

use crate::person::{PUZZLE04, Person};
use crate::visit;
use serde_json::{Value, json};
use taquin::control::Control;
use taquin::search::{ChildStatus, Duplicates, GoalTest, Ties};
use taquin::solver::{Algorithm, MethodOption, MethodOptions, Solver};
use taquin::{Board, HeuristicKind, Puzzle};
use taquin_lesson::trace::{OpenList, Recorded, Recording, Step, has_open_list};

/// The board of [`PUZZLE04`].
const BOARD: &str = "0 1 3/4 2 5/7 8 6";

/// Clicks buttons of the player and returns what the view says after each; an empty name clicks nothing. One script for all
/// of them, because a round trip to the browser takes longer than a step.
const STEPS: &str = "
    const text = (id) => {
        const part = document.getElementById(`trace-${id}`);
        return part.checkVisibility() ? part.textContent : null;
    };
    const rows = (side) => [...document.querySelectorAll(`#trace-queue-${side} [role=option]`)]
        .map((row) => row.querySelector('svg').getAttribute('aria-label'));
    const size = (side) => Number(document.querySelector(`#trace-queue-${side} [role=option]`)?.ariaSetSize ?? 0);
    return arguments[0].map((button) => {
        if (button) document.getElementById(`trace-${button}`).click();
        return {
            place: text('place'), open: text('open'), closed: text('closed'), depth: text('depth-now'), limit: text('limit'),
            iteration: text('iteration'), expanded: text('expanded'), generated: text('generated'), step: text('step'),
            rows: [rows(0), rows(1)], sizes: [size(0), size(1)],
            marked: document.querySelectorAll('#trace-code [aria-current]').length,
        };
    });
";

/// What the library says after a step.
#[derive(Default, Clone)]
struct Expected {
    /// The open and closed nodes of each side.
    open: [usize; 2],
    closed: [usize; 2],
    depth: usize,
    limit: Option<u32>,
    iteration: usize,
    expanded: usize,
    generated: usize,
    /// The open boards of each side in order, where an expansion is complete.
    queues: Option<[Vec<String>; 2]>,
}

/// Describes a board as the pictures do.
fn described(board: &Board) -> String {
    let row = |tiles: &[taquin::Tile]| {
        let numbers = tiles.iter().map(|tile| match tile.number() {
            0 => "gap".to_owned(),
            number => number.to_string(),
        });
        numbers.collect::<Vec<_>>().join(" ")
    };
    format!("Board: {}", board.rows().map(row).collect::<Vec<_>>().join(" / "))
}

/// Replays the library's trace.
fn expected(recorded: &Recorded) -> Vec<Expected> {
    let Recorded { trace, method, .. } = recorded;
    let mut sides: Vec<usize> = Vec::new();
    let is_two_sided = matches!(method.algorithm, Algorithm::Bidirectional | Algorithm::Lockstep);
    for (index, node) in trace.nodes.iter().enumerate() {
        sides.push(match node.origin {
            Some(origin) => sides[origin.parent],
            None => index * usize::from(is_two_sided),
        });
    }
    let children = trace.children();
    let mut list = OpenList::new(recorded);
    let roots = 1 + usize::from(is_two_sided);
    let mut now = Expected { open: [1, roots - 1], generated: roots, ..Expected::default() };
    let mut states = vec![now.clone()];
    for (index, step) in trace.steps.iter().enumerate() {
        now.queues = None;
        match *step {
            Step::Iteration { bound } => {
                now.limit = Some(bound);
                now.iteration += 1;
                now.depth = 0;
            }
            Step::Expand(expansion) => {
                let side = sides[expansion.node];
                list.expand(expansion.node, &children[expansion.node]);
                now.expanded += 1;
                now.depth = trace.nodes[expansion.node].g as usize;
                // The library's own numbers; lockstep search reports those of one side.
                if method.algorithm == Algorithm::Bidirectional {
                    now.open[side] = expansion.open - now.open[1 - side];
                    now.closed[side] = expansion.closed - now.closed[1 - side];
                } else {
                    now.open[side] = expansion.open;
                    now.closed[side] = expansion.closed;
                }
            }
            Step::Child { node } => {
                let status = trace.nodes[node].origin.map(|origin| origin.status);
                // A move that would undo the last one is not made.
                now.generated += usize::from(status != Some(ChildStatus::StepsBack));
                if status.is_some_and(|status| status.is_kept() && status != ChildStatus::Improved) {
                    now.open[sides[node]] += 1;
                }
            }
            Step::Backtrack => now.depth = now.depth.saturating_sub(1),
            Step::Goal { node } => {
                now.depth = trace.nodes[node].g as usize;
                if trace.nodes[node].origin.is_none_or(|origin| origin.status != ChildStatus::Goal) {
                    now.open[sides[node]] -= 1;
                }
            }
        }
        let is_complete = matches!(trace.steps.get(index + 1), Some(Step::Expand(_)));
        if is_complete && has_open_list(method) {
            let boards =
                |side| list.nodes(side).iter().map(|&node| described(&trace.nodes[node].board)).collect();
            now.queues = Some([boards(0), boards(1)]);
        }
        states.push(now.clone());
    }
    if let Some(outcome) = &recorded.outcome {
        assert_eq!(
            (now.expanded, now.generated),
            (outcome.stats.expanded as usize, outcome.stats.generated as usize)
        );
    }
    states
}

/// Compares what the view says with what the library says.
fn compare(seen: &Value, wanted: &Expected, recorded: &Recorded, what: &str) {
    let number = |name: &str| seen[name].as_str().map(|text| text.replace(',', ""));
    let method = &recorded.method;
    let has_list = has_open_list(method);
    let sum = |sides: [usize; 2]| (sides[0] + sides[1]).to_string();
    assert_eq!(number("open"), has_list.then(|| sum(wanted.open)), "{what}");
    let has_closed = recorded.trace.expansions().any(|expansion| expansion.closed > 0);
    assert_eq!(number("closed"), has_closed.then(|| sum(wanted.closed)), "{what}");
    assert_eq!(number("depth"), (!has_list).then(|| wanted.depth.to_string()), "{what}");
    assert_eq!(number("expanded"), Some(wanted.expanded.to_string()), "{what}");
    assert_eq!(number("generated"), Some(wanted.generated.to_string()), "{what}");
    if let Some(limit) = wanted.limit {
        assert_eq!(number("limit"), Some(limit.to_string()), "{what}");
        assert_eq!(number("iteration"), Some(wanted.iteration.to_string()), "{what}");
    }
    assert_eq!(seen["marked"], 1, "{what}: one line of the pseudocode is marked");
    if let Some(queues) = &wanted.queues {
        for (side, boards) in queues.iter().enumerate() {
            assert_eq!(seen["sizes"][side], boards.len(), "{what}");
            let rows = seen["rows"][side].as_array().expect("rows");
            assert!(rows.len() == boards.len() || rows.len() >= 3, "{what}: {rows:?}");
            assert!(
                rows.iter().zip(boards).all(|(row, board)| row == board),
                "{what}: {rows:?}, not {boards:?}"
            );
        }
    }
}

/// Chooses a method in the menus, and waits for its trace.
fn choose(person: &Person, options: &MethodOptions, puzzle: &Puzzle, depth: Option<u32>) -> Recorded {
    let menus = [
        ("algorithm", options.algorithm.map(Algorithm::name)),
        ("ties", options.ties.map(Ties::name)),
        ("duplicates", options.duplicates.map(Duplicates::name)),
        ("goal_test", options.goal_test.map(GoalTest::name)),
        (
            "heuristic",
            options
                .algorithm
                .filter(|algorithm| algorithm.takes(MethodOption::Heuristic))
                .map(|_| "manhattan"),
        ),
    ];
    for (menu, value) in menus {
        if let Some(value) = value {
            person.choose(&format!("#trace-{menu}"), value);
        }
    }
    person.sees("document.querySelector('#lanes article').hasAttribute('aria-busy')", false);
    person.until("it begins", || person.text("#trace-place").starts_with("0 / "));
    let recording = Recording { puzzle, options: options.clone(), bound: depth, max_nodes: 100_000 };
    recording.run(&Solver::new(), &Control::new()).expect("it is traceable")
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn counters_and_lists_agree_with_the_library_at_every_step() {
    let puzzle: Puzzle = BOARD.parse().expect("a puzzle");
    let mut methods: Vec<MethodOptions> = Vec::new();
    for &algorithm in Algorithm::ALL.iter().filter(|algorithm| algorithm.has_steps()) {
        let mut options = MethodOptions::of(algorithm);
        if algorithm.takes(MethodOption::Heuristic) {
            options.heuristic = Some(HeuristicKind::Manhattan.into());
        }
        if !algorithm.takes(MethodOption::Ties) {
            methods.push(options);
            continue;
        }
        for &ties in Ties::ALL {
            (options.ties, options.duplicates) = (Some(ties), Some(Duplicates::Closed));
            methods.push(options.clone());
        }
        options.duplicates = Some(Duplicates::Parent);
        methods.push(options);
    }
    visit(PUZZLE04, |person| {
        person.click("#tab-search");
        person.until("there is a tree", || person.is_shown("#trace-body"));
        person.click("#search-game");
        person.reads("#search-summary", |text| text == "This board is 4 moves from the goal.");
        person.prefer("prefers-reduced-motion", "reduce");
        for options in &methods {
            // The view limits the depth to the length of a shortest solution.
            let depth = (options.algorithm == Some(Algorithm::DepthFirst)).then_some(4);
            let recorded = choose(person, options, &puzzle, depth);
            let states = expected(&recorded);
            let forward = states.iter().enumerate().map(|state| ("forward", state));
            // The way back is the same for every tie policy.
            let is_back = options.ties.is_none_or(|ties| ties == Ties::DeepFirst);
            let back =
                states.iter().enumerate().rev().skip(1).map(|state| ("back", state)).filter(|_| is_back);
            let ways: Vec<_> = forward.chain(back).collect();
            let mut buttons: Vec<&str> = ways.iter().map(|(button, _)| *button).collect();
            buttons[0] = "";
            let all_seen = person.browser.script(STEPS, json!([buttons]));
            for (index, (_, (place, wanted))) in ways.into_iter().enumerate() {
                let seen = &all_seen[index];
                let what = format!("{} step {place}: {}", recorded.method, seen["step"]);
                assert_eq!(seen["place"], format!("{place} / {}", states.len() - 1), "{what}");
                compare(seen, wanted, &recorded, &what);
            }
        }
    });
}
