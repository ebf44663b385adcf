//! Every drawing of a board in the five course documents, pasted as it is.

use taquin::notation::{Notation, read_all, write};

/// Returns the boards of a text as rows between slashes.
fn boards(text: &str) -> Vec<String> {
    let records = read_all(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    records.iter().map(|record| write(&record.board, Notation::Slash).unwrap()).collect()
}

const GOAL: &str = "1 2 3/4 5 6/7 8 0";

#[test]
fn maryland() {
    assert_eq!(boards("1 | 2 | 3\n---------\n4 | 5 | 6\n---------\n7 | 8 | 0"), [GOAL]);
    let moves = "Moves = [
    [3, 0, 2, 4, 5, 1, 7, 8, 6],
    [4, 3, 2, 0, 5, 1, 7, 8, 6]
].";
    assert_eq!(boards(moves), ["3 0 2/4 5 1/7 8 6", "4 3 2/0 5 1/7 8 6"]);
    let query = "?- findall(Move,move([0,3,2,4,5,1,7,8,6],Move),Moves).";
    assert_eq!(boards(query), ["0 3 2/4 5 1/7 8 6"]);
    assert_eq!(boards("- inversions([1,2,3,4,0,5,6,7,8],N)."), ["1 2 3/4 0 5/6 7 8"]);
    assert_eq!(boards("?- solvable([1,2,3,0,4,6,8,5,7])."), ["1 2 3/0 4 6/8 5 7"]);
    assert_eq!(boards("?- solve_bounded([1,2,0,3,4,5,6,7,8],4,Sol)."), ["1 2 0/3 4 5/6 7 8"]);
    let solution = "Sol = [[1, 2, 0, 3, 4, 5, 6, 7, 8],
       [1, 0, 2, 3, 4, 5, 6, 7, 8],
       [0, 1, 2, 3, 4, 5, 6, 7, 8]].";
    assert_eq!(boards(solution), ["1 2 0/3 4 5/6 7 8", "1 0 2/3 4 5/6 7 8", "0 1 2/3 4 5/6 7 8"]);
    assert_eq!(
        boards("?- hamming([1,2,0,4,3,8,7,6,5],[1,2,3,8,0,4,7,6,5],H)."),
        ["1 2 0/4 3 8/7 6 5", "1 2 3/8 0 4/7 6 5"]
    );
    let session = "- inversions([1,2,3,4,0,5,6,7,8],N).
N = 0.

?- inversions([1,2,3,0,4,6,8,5,7],N).
N = 3.

?- hamming([1,2,0,4,3,8,7,6,5],[1,2,3,8,0,4,7,6,5],H).
H = 3.

?- coordinate([1,2,0,4,3,8,7,6,5],2,X,Y).
X = 1,
Y = 0 .

?- findall(Tile-X,coordinate([1,2,0,4,3,8,7,6,5],Tile,X,2),Tiles).
Tiles = [7-0, 6-1, 5-2].
";
    let centre = "1 2 0/4 3 8/7 6 5";
    assert_eq!(
        boards(session),
        ["1 2 3/4 0 5/6 7 8", "1 2 3/0 4 6/8 5 7", centre, "1 2 3/8 0 4/7 6 5", centre, centre]
    );
    assert_eq!(boards("?- time(solve([8,6,7,2,5,4,3,0,1],manhattan,Solution))."), ["8 6 7/2 5 4/3 0 1"]);
}

#[test]
fn princeton() {
    let moves = "
        1  3        1     3        1  2  3        1  2  3        1  2  3
     4  2  5   =>   4  2  5   =>   4     5   =>   4  5      =>   4  5  6
     7  8  6        7  8  6        7  8  6        7  8  6        7  8 

     initial        1 left          2 up          5 left          goal
";
    let solution = [
        "0 1 3/4 2 5/7 8 6",
        "1 0 3/4 2 5/7 8 6",
        "1 2 3/4 0 5/7 8 6",
        "1 2 3/4 5 0/7 8 6",
        "1 2 3/4 5 6/7 8 0",
    ];
    assert_eq!(boards(moves), solution);
    let priorities = "
     8  1  3        1  2  3     1  2  3  4  5  6  7  8    1  2  3  4  5  6  7  8
     4     2        4  5  6     ----------------------    ----------------------
     7  6  5        7  8        1  1  0  0  1  1  0  1    1  2  0  0  2  2  0  3

     initial          goal         Hamming = 5 + 0          Manhattan = 10 + 0
";
    assert_eq!(boards(priorities), ["8 1 3/4 0 2/7 6 5", GOAL]);
    let neighbours = "
     8  1  3       8  1  3       8  1       8  1  3     8  1  3
     4     2       4  2          4  2  3    4     2     4  2  5
     7  6  5       7  6  5       7  6  5    7  6  5     7  6

     previous    search node    neighbor   neighbor    neighbor
                                          (disallow)
";
    let seen = "8 1 3/4 0 2/7 6 5";
    assert_eq!(
        boards(neighbours),
        [seen, "8 1 3/4 2 0/7 6 5", "8 1 0/4 2 3/7 6 5", seen, "8 1 3/4 2 5/7 6 0"]
    );
    let unsolvable = "
     1  2  3         1  2  3  4
     4  5  6         5  6  7  8
     8  7            9 10 11 12
                    13 15 14 
    unsolvable
                    unsolvable
";
    assert_eq!(boards(unsolvable), ["1 2 3/4 5 6/8 7 0", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"]);
    let odd = "
                 1  2  3              1  2  3              1  2  3              1  2  3              1  2  3
                 4  5  6     =>       4  5  6     =>       4     6     =>          4  6     =>       4  6  7
                 8  7                 8     7              8  5  7              8  5  7              8  5 

         1 2 3 4 5 6 8 7      1 2 3 4 5 6 8 7      1 2 3 4 6 8 5 7      1 2 3 4 6 8 5 7      1 2 3 4 6 7 8 5

          inversions = 1       inversions = 1       inversions = 3       inversions = 3       inversions = 3
                  (8-7)                 (8-7)        (6-5 8-5 8-7)        (6-5 8-5 8-7)         (6-5 7-5 8-5)
";
    assert_eq!(
        boards(odd),
        [
            "1 2 3/4 5 6/8 7 0",
            "1 2 3/4 5 6/8 0 7",
            "1 2 3/4 0 6/8 5 7",
            "1 2 3/0 4 6/8 5 7",
            "1 2 3/4 6 7/8 5 0"
        ]
    );
    let even = "
                    1  3              1     3              1  2  3              1  2  3              1  2  3
                 4  2  5     =>       4  2  5     =>       4     5     =>       4  5        =>       4  5  6
                 7  8  6              7  8  6              7  8  6              7  8  6              7  8 

         1 3 4 2 5 7 8 6      1 3 4 2 5 7 8 6      1 2 3 4 5 7 8 6      1 2 3 4 5 7 8 6      1 2 3 4 5 6 7 8

          inversions = 4       inversions = 4       inversions = 2       inversions = 2       inversions = 0
        (3-2 4-2 7-6 8-6)   (3-2 4-2 7-6 8-6)            (7-6 8-6)            (7-6 8-6)         
";
    assert_eq!(boards(even), solution);
    // The line below must have the tiles of the boards above.
    assert!(read_all(&even.replace("1 3 4 2 5 7 8 6      1 3", "1 3 4 2 5 7 6 8      1 3")).is_err());
    let fifteen = "
              1  2  3  4           1  2  3  4           1  2  3  4           1  2  3  4           1  2  3  4
              5  6     8     =>    5  6     8     =>    5  6  7  8     =>    5  6  7  8     =>    5  6  7  8
              9 10  7 11           9 10  7 11           9 10    11           9 10 11              9 10 11 12
             13 14 15 12          13 14 15 12          13 14 15 12          13 14 15 12          13 14 15

           blank row = 1       blank row  = 1       blank row  = 2       blank row  = 2       blank row  = 3
          inversions = 6       inversions = 6       inversions = 3       inversions = 3       inversions = 0
          --------------       --------------       --------------       --------------       --------------
                 sum = 7              sum = 7              sum = 5              sum = 5              sum = 3
";
    assert_eq!(
        boards(fifteen),
        [
            "1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12",
            "1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12",
            "1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12",
            "1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12",
            "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0",
        ]
    );
    let files = "    3\n     0  1  3\n     4  2  5\n     7  8  6\n\n    3\n     1  0  3 \n     4  2  5 \n     7  8  6 \n";
    assert_eq!(boards(files), ["0 1 3/4 2 5/7 8 6", "1 0 3/4 2 5/7 8 6"]);
    let session = "    *% more puzzle04.txt*
    3
     0  1  3
     4  2  5
     7  8  6

    % *java Solver puzzle04.txt*
    Minimum number of moves = 4

    3
     0  1  3 
     4  2  5 
     7  8  6 
";
    assert_eq!(boards(session), ["0 1 3/4 2 5/7 8 6", "0 1 3/4 2 5/7 8 6"]);
}

#[test]
fn wisconsin() {
    assert_eq!(boards("`[2,5,8,4,3,6,7,1,0]`"), ["2 5 8/4 3 6/7 1 0"]);
    let successors = "\\>>> print\\_succ(\\[1,2,3,4,5,0,6,7,8\\])  
\\[1, 2, 0, 4, 5, 3, 6, 7, 8\\] h=6  
\\[1, 2, 3, 4, 0, 5, 6, 7, 8\\] h=6  
\\[1, 2, 3, 4, 5, 8, 6, 7, 0\\] h=6
";
    let three = ["1 2 0/4 5 3/6 7 8", "1 2 3/4 0 5/6 7 8", "1 2 3/4 5 8/6 7 0"];
    assert_eq!(boards(successors), [&["1 2 3/4 5 0/6 7 8"], &three[..]].concat());
    let sorted = "\\=> \\[\\[1, 2, 0, 4, 5, 3, 6, 7, 8\\],   
 \\[1, 2, 3, 4, 0, 5, 6, 7, 8\\],   
 \\[1, 2, 3, 4, 5, 8, 6, 7, 0\\]\\]
";
    assert_eq!(boards(sorted), three);
    let solved = "\\>>> solve(\\[1,2,3,4,5,6,7,0,8\\])  
\\[1, 2, 3, 4, 5, 6, 7, 0, 8\\] h=1 moves: 0  
\\[1, 2, 3, 4, 5, 6, 7, 8, 0\\] h=0 moves: 1  
";
    assert_eq!(boards(solved), ["1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/7 0 8", GOAL]);
    let sentence = "We will represent the initial state above in our input as `[2,5,8,4,3,6,7,1,0]` and the \
                    successors pictured are, in order, `[2,5,8,4,3,0,7,1,6]`, `[2,5,8,4,3,6,7,0,1]`.";
    assert_eq!(boards(sentence), ["2 5 8/4 3 6/7 1 0", "2 5 8/4 3 0/7 1 6", "2 5 8/4 3 6/7 0 1"]);
    let first = "In our first example puzzle (`[2, 5, 8, 4, 3, 6, 7, 1, 0]`) , the h() value for the original state is 10.";
    assert_eq!(boards(first), ["2 5 8/4 3 6/7 1 0"]);
    let pushed = "\\>>> import heapq  
\\>>> pq = \\[\\]  
\\>>> heapq.heappush(pq,(5, \\[1, 2, 3, 4, 5, 0, 6, 7, 8\\], (0, 5, -1)))  
\\>>> print(pq)  
\\[(5, \\[1, 2, 3, 4, 5, 0, 6, 7, 8\\], (0, 5, -1))\\]
";
    assert_eq!(boards(pushed), ["1 2 3/4 5 0/6 7 8", "1 2 3/4 5 0/6 7 8"]);
    let queue = "\\>>> # assume that you have generated and enqueued the successors  
\\>>> print(\\*pq, sep='\\\\n')  
(7, \\[1, 2, 0, 4, 5, 3, 6, 7, 8\\], (1, 6, 0))   
(7, \\[1, 2, 3, 4, 0, 5, 6, 7, 8\\], (1, 6, 0))  
(7, \\[1, 2, 3, 4, 5, 8, 6, 7, 0\\], (1, 6, 0))
";
    assert_eq!(boards(queue), three);
    let popped = "\\>>> b = heapq.heappop(pq)  
\\>>> print(b)  
(5, \\[1, 2, 3, 4, 5, 0, 6, 7, 8\\], (0, 5, -1))  
\\>>> print(pq)  
\\[\\]
";
    assert_eq!(boards(popped), ["1 2 3/4 5 0/6 7 8"]);
}

#[test]
fn coursera() {
    let file = "3\n 0  1  3\n 4  2  5\n 7  8  6\n";
    assert_eq!(boards(file), ["0 1 3/4 2 5/7 8 6"]);
    let boards_in_order = "3\n 1  2  3 \n 4  5  0   \n 7  8  6 \n\n3\n 1  2  3 \n 4  5  6 \n 7  8  0\n";
    assert_eq!(boards(boards_in_order), ["1 2 3/4 5 0/7 8 6", GOAL]);
    let session = format!(
        "~/Desktop/8puzzle> cat puzzle04.txt\n{file}\n~/Desktop/8puzzle> java-algs4 Solver puzzle04.txt\n\
         Minimum number of moves = 4\n\n{boards_in_order}"
    );
    assert_eq!(boards(&session), ["0 1 3/4 2 5/7 8 6", "1 2 3/4 5 0/7 8 6", GOAL]);
}

#[test]
fn coordinates() {
    for (drawing, board) in [
        ("1\t5\t3\n8\t\t2\n7\t4\t6", "1 5 3/8 0 2/7 4 6"),
        ("1\t2\t3\n8\t\t6\n7\t5\t4", "1 2 3/8 0 6/7 5 4"),
        ("1\t3\t4\n8\t\t2\n7\t6\t5", "1 3 4/8 0 2/7 6 5"),
        ("2\t1\t6\n4\t\t8\n7\t5\t3", "2 1 6/4 0 8/7 5 3"),
    ] {
        assert_eq!(boards(drawing), [board]);
    }
    assert_eq!(
        boards("$$[(2,2), (1,1), (3,2), (3,1), (2,3), (2,1), (3,3), (1,3), (1,2)]$$"),
        ["1 5 3/8 0 2/7 4 6"]
    );
    assert_eq!(
        boards("$$[(2,2), (1,1), (2,1), (3,1), (3,3), (2,3), (3,2), (1,3), (1,2)].$$"),
        ["1 2 3/8 0 6/7 5 4"]
    );
    let successors = "[(2,1), (1,1), (2,2), (3,1), (3,3), (2,3), (3,2), (1,3), (1,2)] swap (2,2) and (2,1), t0 and t2 \
                      [(2,3), (1,1), (2,1), (3,1), (3,3), (2,2), (3,2), (1,3), (1,2)] swap (2,2) and (2,3), t0 and t5 \
                      [(3,2), (1,1), (2,1), (3,1), (3,3), (2,3), (2,2), (1,3), (1,2)] swap (2,2) and (3,2), t0 and t6.";
    assert_eq!(boards(successors), ["1 0 3/8 2 6/7 5 4", "1 2 3/8 5 6/7 0 4", "1 2 3/8 6 0/7 5 4"]);
    let facts = "goal([(2,2), (1,1), (2,1), (3,1), (3,2), (3,3), (2,3), (1,3), (1,2)]).
%depth 4
start4([(2,2), (1,1), (3,2), (2,1), (3,1), (3,3), (2,3), (1,3), (1,2)]).
%depth 5
start5([(2,3), (1,2), (1,1), (3,1), (3,2), (3,3), (2,2), (1,3), (2,1)]).
%depth 18
start18([(2,2), (2,1), (1,1), (3,3), (1,2), (2,3), (3,1), (1,3), (3,2)]).
";
    assert_eq!(
        boards(facts),
        ["1 2 3/8 0 4/7 6 5", "1 3 4/8 0 2/7 6 5", "2 8 3/1 6 4/7 0 5", "2 1 6/4 0 8/7 5 3"]
    );
}

/// Long lines are read in linear time; in quadratic time this test would take twenty minutes.
#[test]
fn long_lines() {
    let lists = "[0]".repeat(1_000_000);
    assert_eq!(read_all(&lists).unwrap().len(), 1_000_000);
    let wide = format!("{}\n", "1  ".repeat(5_000)).repeat(300);
    assert!(read_all(&wide).is_err());
}
