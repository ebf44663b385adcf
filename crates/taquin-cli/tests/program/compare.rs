//! `taquin compare`. Times are not checked.

use crate::run::{file, path, program, taquin};
use serde_json::Value;

/// The boards of the textbooks' table: the depths 2, 4, … 24, some boards at each.
const TEXTBOOK: [&str; 11] =
    ["compare", "--size", "3x3", "--depths", "2..24", "--step", "2", "--count", "20", "--seed", "1"];

/// As printed in Russell and Norvig, Artificial Intelligence: A Modern Approach, third edition, figure 3.29: the effective
/// branching factors of A* with Hamming and with Manhattan distance. Their boards, goal and ties were others.
const PRINTED: [(f64, f64); 12] = [
    (1.79, 1.79),
    (1.48, 1.45),
    (1.34, 1.30),
    (1.33, 1.24),
    (1.38, 1.22),
    (1.42, 1.24),
    (1.44, 1.23),
    (1.45, 1.25),
    (1.46, 1.26),
    (1.47, 1.27),
    (1.48, 1.28),
    (1.48, 1.26),
];

fn object(args: &[&str]) -> Value {
    let run = taquin(&[args, &["--output", "json", "--no-time"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    serde_json::from_str(&run.out).expect("JSON")
}

#[test]
fn the_growth_that_textbooks_show() {
    let value = object(&TEXTBOOK);
    let depths = value["depths"].as_array().expect("depths");
    assert_eq!(depths.len(), 12);
    let mean = |group: usize, method: usize, name: &str| {
        depths[group]["methods"][method][name]["mean"].as_f64().expect("a mean")
    };
    for (group, (hamming, manhattan)) in PRINTED.into_iter().enumerate() {
        let depth = 2 * (group as u64 + 1);
        assert_eq!((&depths[group]["depth"], &depths[group]["count"]), (&depth.into(), &20.into()));
        for method in 0..4 {
            // All of them find shortest solutions, and expand what is on the way at least.
            assert_eq!(mean(group, method, "length"), depth as f64);
            assert!(mean(group, method, "expanded") >= depth as f64);
        }
        let generated: Vec<f64> = (0..4).map(|method| mean(group, method, "generated")).collect();
        assert!(generated[0] > generated[1] && generated[1] >= generated[2], "{depth}: {generated:?}");
        if group > 0 {
            assert!(generated[2] > mean(group - 1, 2, "generated"), "{depth}: {generated:?}");
        }
        for (method, printed) in [(1, hamming), (2, manhattan)] {
            let found = mean(group, method, "branching");
            assert!((found - printed).abs() < 0.13, "{depth} {method}: {found} {printed}");
        }
    }
    // Far out, blind search makes a hundred times as many nodes as A* with Manhattan distance.
    assert!(mean(11, 0, "generated") > 100.0 * mean(11, 2, "generated"));
    // The means are those of the boards.
    let boards = value["boards"].as_array().expect("boards");
    let sum: f64 =
        boards[..20].iter().map(|board| board["trials"][0]["generated"].as_f64().expect("a number")).sum();
    assert!((sum / 20.0 - mean(0, 0, "generated")).abs() < 1e-9);
}

/// The nodes are the searches' own; `taquin bench --signature` notices when they change.
const TABLE: &str = "\
3x3, 20 boards at each of the depths 2..24 step 2, seed 1

 d  boards  generated bfs  generated astar:hamming  generated astar:manhattan  b* bfs  b* astar:hamming  b* astar:manhattan
 2      20            8.2                      5.5                        5.5    2.21              1.67                1.67
 4      20           25.1                     10.1                        9.8    1.86              1.36                1.34
 6      20           79.1                     18.5                       14.7    1.81              1.31                1.24
 8      20            220                     28.9                       21.4    1.76              1.27                1.20
10      20            652                     61.6                       31.4    1.76              1.31                1.19
12      20          1,589                      141                       51.3    1.72              1.35                1.19
14      20          4,214                      319                       95.0    1.70              1.37                1.22
16      20         10,689                      764                        170    1.69              1.40                1.23
18      20         25,210                    1,813                        293    1.67              1.42                1.25
20      20         56,357                    4,051                        396    1.65              1.43                1.24
22      20        109,562                    9,554                        805    1.62              1.44                1.25
24      20        185,561                   22,716                      1,481    1.59              1.45                1.26
";

#[test]
fn the_table_of_the_textbooks() {
    let methods =
        ["--textbook", "--method", "bfs", "--method", "astar:hamming", "--method", "astar:manhattan"];
    taquin(&[&TEXTBOOK[..], &methods].concat()).expect(0, TABLE);
}

#[test]
fn what_is_given_is_grouped_by_what_is_proven() {
    let run = taquin(&[
        "compare",
        "examples/puzzle04.txt",
        "8 1 3/4 0 2/7 6 5",
        "examples/puzzle3x3-31.txt",
        "examples/puzzle3x3-unsolvable.txt",
        "--method",
        "bfs",
        "--method",
        "astar",
        "--node-limit",
        "3000",
        "--no-time",
        "--columns",
        "length,expanded,generated,branching",
    ]);
    // The trace of the first board, worked out by hand, expands 4 nodes and generates 10: 10 = 1 + b + b² + b³ + b⁴.
    run.expect(
        3,
        "4 boards\n\
         \n         \
                  d  method           solved  length  expanded  generated    b*\n         \
                  4  bfs                   1       4        10         21  1.76\n         \
                  4  astar:manhattan       1       4         4         10  1.35\n        \
                 14  bfs              0 of 1    ≥ 14   ≥ 3,000    ≥ 5,195     –\n        \
                 14  astar:manhattan       1      14        43         76  1.21\n   \
            unknown  bfs              0 of 1    ≥ 21   ≥ 3,000    ≥ 5,058     –\n   \
            unknown  astar:manhattan  0 of 1    ≥ 29   ≥ 3,000    ≥ 4,910     –\n\
         unsolvable  bfs                   –       –         0          0     –\n\
         unsolvable  astar:manhattan       –       –         0          0     –\n\
         \n\
         bfs: 2 boards stopped: node limit reached\n\
         astar:manhattan: 1 board stopped: node limit reached\n\
         boards on which a limit was reached count with what was used by then\n",
    );
}

/// Unsolvable boards are decided by parity and have no time.
#[test]
fn nothing_was_searched_and_nothing_timed() {
    let compare = |form| {
        let args = ["compare", "examples/puzzle3x3-unsolvable.txt", "--method", "astar", "--columns"];
        taquin(&[&args[..], &["generated,memory,time", "--output", form]].concat()).out
    };
    assert!(
        compare("text").ends_with("unsolvable  astar:manhattan       –          0  0 bytes     –\n"),
        "{}",
        compare("text")
    );
    assert!(compare("csv").ends_with("\nunsolvable,astar:manhattan,1,0,0,0,\n"), "{}", compare("csv"));
    let value: Value = serde_json::from_str(&compare("json")).expect("JSON");
    assert!(value["boards"][0]["trials"][0]["seconds"].is_null(), "{value}");
    assert!(value["depths"][0]["methods"][0]["time"]["mean"].is_null(), "{value}");
    // What really searches has a time.
    let lockstep =
        ["compare", "examples/puzzle3x3-unsolvable.txt", "--method", "lockstep", "--output", "json"];
    let value: Value = serde_json::from_str(&taquin(&lockstep).out).expect("JSON");
    assert!(value["boards"][0]["trials"][0]["seconds"].as_f64() > Some(0.0), "{value}");
}

/// Boards that all methods have solved are printed, and no partial chart is drawn.
#[test]
#[ignore = "needs tmux; run by `cargo xtask test`"]
#[cfg(target_os = "linux")]
fn interrupt() {
    use crate::tmux::Tmux;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let hopeless = taquin(&["scramble", "--size", "5x5", "--seed", "1", "--to", "slash"]).out;
    // One move from the goal, then one that takes hours.
    let easy = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24";
    let command = format!(
        "cd {}; {} compare '{easy}' '{}' --method idastar --output json --chart nodes.svg > output.json",
        folder.path().display(),
        env!("CARGO_BIN_EXE_taquin"),
        hopeless.trim()
    );
    let tmux = Tmux::start(80, 24, &command);
    let line = tmux.wait_for(" expanded");
    assert!(line.contains(" s  board 2 of 2  idastar:manhattan  "), "{line}");
    tmux.press("C-c");
    let end = tmux.wait_for("ended with 130");
    assert!(end.contains("taquin: interrupted after 1 of 2 boards"), "{end}");
    let output = std::fs::read_to_string(folder.path().join("output.json")).expect("it was written");
    let value: Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!((&value["complete"], &value["depths"][0]["depth"]), (&false.into(), &1.into()), "{value}");
    assert_eq!(value["boards"].as_array().map(Vec::len), Some(1), "{value}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "no chart, no draft");
    // A table of no board at all is not printed.
    let command = format!("{} compare '{}' --method idastar", env!("CARGO_BIN_EXE_taquin"), hopeless.trim());
    let tmux = Tmux::start(80, 24, &command);
    tmux.wait_for(" expanded");
    tmux.press("C-c");
    let end = tmux.wait_for("ended with 130");
    assert!(end.contains("interrupted after 0 of 1 board") && !end.contains("solved"), "{end}");
}

/// As in the textbooks: each measure once, above the methods.
#[test]
fn the_table_of_the_textbooks_for_paper() {
    let args = ["compare", "examples/puzzle04.txt", "--textbook", "--output", "latex", "--method", "bfs"];
    taquin(&[&args[..], &["--method", "astar,ties=state"]].concat()).expect(
        0,
        "% 1 board\n\
         \\begin{tabular}{rrrrrr}\n\
         \\hline\n \
          &  & \\multicolumn{2}{c}{generated} & \\multicolumn{2}{c}{b*} \\\\\n\
         \\cline{3-4}\\cline{5-6}\n\
         d & boards & bfs & astar:manhattan,ties=state &  bfs & astar:manhattan,ties=state \\\\\n\
         \\hline\n\
         4 &      1 &  21 &                         10 & 1.76 &                       1.35 \\\\\n\
         \\hline\n\
         \\end{tabular}\n",
    );
}

#[test]
fn combinations() {
    let value = object(&[
        "compare",
        "examples/puzzle04.txt",
        "--method",
        "wastar,weight=3",
        "--algorithm",
        "astar,idastar,bfs",
        "--heuristic",
        "hamming,manhattan",
        "--ties",
        "state,insertion",
    ]);
    let methods: Vec<&str> =
        value["methods"].as_array().expect("methods").iter().filter_map(Value::as_str).collect();
    assert_eq!(
        methods,
        [
            "wastar:manhattan,weight=3",
            "astar:hamming,ties=state",
            "astar:hamming,ties=insertion",
            "astar:manhattan,ties=state",
            "astar:manhattan,ties=insertion",
            "idastar:hamming",
            "idastar:manhattan",
            "bfs",
        ]
    );
    // The documents' A* that keeps every board.
    let kept = object(&["compare", "[1,2,3,4,5,6,7,0,8]", "--method", "astar,ties=state,duplicates=keep"]);
    assert_eq!(kept["boards"][0]["trials"][0]["max_queue"], 3);
}

#[test]
fn the_same_again() {
    let args = ["compare", "--size", "2x4", "--depths", "5..7", "--count", "4", "--seed", "7", "--no-time"];
    for form in ["text", "markdown", "latex", "csv", "json"] {
        let run = || taquin(&[&args[..], &["--output", form]].concat());
        let (one, other) = (run(), run());
        assert_eq!((one.code, &one.out, one.err.as_str()), (0, &other.out, ""), "{form}");
        assert!(!one.out.contains("time") && !one.out.contains("seconds"), "{form}");
    }
    let csv = taquin(&[&args[..], &["--output", "csv", "--method", "astar,ties=state"]].concat()).out;
    assert!(csv.starts_with("depth,method,boards,stopped,length,expanded,"), "{csv}");
    assert!(csv.contains("\n5,\"astar:manhattan,ties=state\",4,0,5,"), "{csv}");
    let untold = taquin(&["compare", "--size", "2x3", "--depths", "3", "--count", "1"]);
    assert!(untold.out.starts_with("2x3, 1 board at depth 3, seed 1\n"), "{untold:?}");
}

/// There are methods for pushes without asking, and a single depth is called so.
#[test]
fn in_pushes() {
    let args =
        ["compare", "--size", "2x3", "--depths", "20", "--count", "1", "--seed", "1", "--metric", "multi"];
    let run = taquin(&[&args[..], &["--columns", "length"]].concat());
    // There is one board so far away, and none farther.
    run.expect(
        0,
        "2x3, 1 board at depth 20, seed 1\n\n d  method                    solved  length\n20  idastar:walking-distance       1      20\n",
    );
}

#[test]
fn charts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, begin) in [("nodes.svg", &b"<svg"[..]), ("nodes.png", b"\x89PNG")] {
        let file = folder.path().join(name);
        let mut command = program();
        command
            .args(["compare", "--size", "3x3", "--depths", "4..8", "--count", "3", "--seed", "1", "--chart"]);
        let output = command.arg(&file).args(["--node-limit", "100"]).output().expect("it starts");
        assert_eq!(output.status.code(), Some(3));
        let drawn = std::fs::read(&file).expect("it was drawn");
        assert!(drawn.starts_with(begin));
        if name.ends_with("svg") {
            let text = String::from_utf8(drawn).expect("text");
            assert!(text.contains("astar:manhattan") && text.contains("bfs, up to a limit"), "{text}");
        }
    }
}

#[test]
fn bad_input() {
    let compare = |args: &[&str]| taquin(&[&["compare"], args].concat());
    compare(&[]).complains(&["BOARD", "--depth"]);
    compare(&["--size", "3x3"]).complains(&["--depth"]);
    compare(&["--depths", "3"]).complains(&["--size"]);
    compare(&["examples/puzzle04.txt", "--count", "3"]).complains(&["--depth"]);
    compare(&["examples/puzzle04.txt", "examples/puzzle4x4.txt"])
        .complains(&["4x4", "must have the same size"]);
    compare(&["--size", "3x3", "--depths", "31..32", "--count", "1", "--seed", "1"])
        .complains(&["--depth", "31 moves"]);
    compare(&["--size", "3x3", "--depths", "3", "--step", "0"]).complains(&["at least 1"]);
    compare(&["examples/puzzle04.txt", "--method", "astar", "--method", "a*:manhattan"])
        .complains(&["given twice"]);
    compare(&["examples/puzzle04.txt", "--method", "bfs,ties=state"]).complains(&[
        "bfs,ties=state: ties: not supported by bfs\nhint: use astar, wastar, greedy or lockstep",
    ]);
    compare(&["examples/puzzle04.txt", "--method", "bfs", "--metric", "multi"])
        .complains(&["--method bfs: algorithm: not supported with metric multi\nhint: use idastar"]);
    compare(&["examples/puzzle04.txt", "--algorithm", "bfs", "--heuristic", "hamming"])
        .complains(&["--heuristic"]);
    compare(&["examples/puzzle04.txt", "--columns", "nodes"]).complains(&["generated"]);
    compare(&["examples/puzzle04.txt", "--columns", "time,depth,time"]).complains(&["time given twice"]);
    compare(&["examples/puzzle04.txt", "--columns", "time", "--no-time"]).complains(&["--no-time"]);
    for name in ["x.gif", "x", "x.svgz", "svg", ".png"] {
        compare(&["examples/puzzle04.txt", "--chart", name]).complains(&[".svg or .png"]);
    }
    let empty = file("");
    compare(&[path(&empty)]).complains(&["has no board"]);
}
