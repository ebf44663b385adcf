//! Partitions of the tiles into patterns. Named ones are drawn in a catalogue, a commented text file.
//!
//! Invariant: the patterns of a partition are disjoint and cover all tiles, and none has more than eight tiles.

use crate::board::Board;
use crate::cell::Cell;
use crate::goal::Goal;
use crate::goal_symmetry::GoalSymmetry;
use crate::heuristic::Pattern;
use crate::size::Size;
use std::fmt;
use std::sync::LazyLock;

/// The most tiles of a pattern.
const MAX_TILES: usize = 8;

/// The most cells of a board with patterns.
const MAX_CELLS: usize = 25;

/// The built-in catalogue, parsed once: every solve reads it.
static CATALOGUE: LazyLock<Vec<Partition>> =
    LazyLock::new(|| Partition::read(include_str!("catalogue.txt")).expect("the tests read the catalogue"));

/// A partition of the tiles of a board into patterns.
///
/// ```
/// use taquin::tables::Partition;
/// use taquin::{Goal, Size};
/// let goal = Goal::rows(Size::new(4, 4)?);
/// let names: Vec<String> = Partition::all(&goal).iter().map(|partition| partition.to_string()).collect();
/// assert_eq!(names, ["5-5-5", "6-6-3", "7-8", "8-7"]);
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Partition {
    name: String,
    size: Size,
    blank: u8,
    patterns: Vec<Pattern>,
}

impl Partition {
    /// Returns the partitions of the built-in catalogue for a goal, the fastest to build first. If the catalogue has
    /// none for the size and blank, generates them; there are none for single rows and columns or for more than 25
    /// cells.
    pub fn all(goal: &Goal) -> Vec<Partition> {
        if goal.size().is_line() || goal.size().cells() > MAX_CELLS {
            return Vec::new();
        }
        let symmetry = &GoalSymmetry::all(goal)[0];
        let fits = |partition: &&Partition| partition.is_for(symmetry);
        let mut fitting: Vec<Partition> = CATALOGUE.iter().filter(fits).cloned().collect();
        if fitting.is_empty() {
            fitting =
                [5, 6].map(|tiles| Partition::by_columns(symmetry.size(), symmetry.blank(), tiles)).into();
            fitting.dedup_by(|second, first| second.patterns == first.patterns);
        }
        fitting
    }

    /// Returns the partition with a name for a goal, from a catalogue or built in.
    pub fn named(goal: &Goal, name: &str, catalogue: &[Partition]) -> Option<Partition> {
        let symmetry = GoalSymmetry::all(goal).into_iter().next()?;
        let mut given = catalogue.iter().filter(|partition| partition.is_for(&symmetry)).cloned();
        given
            .find(|partition| partition.name == name)
            .or_else(|| Partition::all(goal).into_iter().find(|partition| partition.name == name))
    }

    /// Returns whether it is a partition for goals with this symmetry.
    pub fn is_for(&self, symmetry: &GoalSymmetry) -> bool {
        (self.size, usize::from(self.blank)) == (symmetry.size(), symmetry.blank())
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Draws the partition for a goal as in a catalogue: one letter for each pattern, a dot for the blank.
    ///
    /// ```
    /// use taquin::tables::Partition;
    /// use taquin::{Goal, Size};
    /// let goal = Goal::blank_first(Size::new(4, 4)?);
    /// let partition = Partition::named(&goal, "7-8", &[]).unwrap();
    /// assert_eq!(partition.drawing(&goal), ". a b b\na a b b\na a b b\na a b b\n");
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    pub fn drawing(&self, goal: &Goal) -> String {
        let (size, symmetry) = (goal.size(), &GoalSymmetry::all(goal)[0]);
        let letter = |cell: usize| {
            let home = 1 << symmetry.cell(Cell::new(cell));
            let letters = ('a'..).zip(&self.patterns);
            letters
                .into_iter()
                .find(|(_, pattern)| pattern.homes & home != 0)
                .map_or('.', |(letter, _)| letter)
        };
        let row = |row: usize| {
            let cells = (0..size.cols()).map(|col| letter(row * size.cols() + col).to_string());
            cells.collect::<Vec<_>>().join(" ") + "\n"
        };
        (0..size.rows()).map(row).collect()
    }

    /// Returns the patterns.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Builds a partition column by column, alternately down and up, cut into patterns of at most `most` tiles and
    /// nearly equal sizes.
    fn by_columns(size: Size, blank: usize, most: usize) -> Partition {
        let column = |col: usize| {
            let row = move |row: usize| if col.is_multiple_of(2) { row } else { size.rows() - 1 - row };
            (0..size.rows()).map(move |index| row(index) * size.cols() + col)
        };
        let cells: Vec<usize> = (0..size.cols()).flat_map(column).filter(|&cell| cell != blank).collect();
        let parts = cells.len().div_ceil(most);
        let bounds = |part: usize| part * cells.len() / parts;
        let homes = (0..parts).map(|part| cells[bounds(part)..bounds(part + 1)].iter());
        let homes: Vec<u32> = homes.map(|cells| cells.fold(0, |mask, cell| mask | 1 << cell)).collect();
        Partition::new(size, blank as u8, &homes)
    }

    /// Builds a partition that is named after the sizes of its patterns.
    pub(super) fn new(size: Size, blank: u8, homes: &[u32]) -> Partition {
        let patterns: Vec<Pattern> = homes.iter().map(|&homes| Pattern { size, blank, homes }).collect();
        let counts: Vec<String> = patterns.iter().map(|pattern| pattern.tiles().to_string()).collect();
        Partition { name: counts.join("-"), size, blank, patterns }
    }

    /// Parses a catalogue: entries of a line `ROWSxCOLS NAME` and a drawing.
    ///
    /// # Errors
    /// If an entry is invalid, with its line and the problem.
    pub fn read(text: &str) -> Result<Vec<Partition>, CatalogueError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).enumerate();
        let mut lines = lines.filter(|(_, line)| !line.is_empty()).peekable();
        let mut partitions = Vec::new();
        while let Some((number, title)) = lines.next() {
            let error = |fault| CatalogueError { line: number + 1, fault };
            let (size, name) = title.split_once(char::is_whitespace).ok_or(error(CatalogueFault::Title))?;
            let size: Size = size.parse().map_err(|_| error(CatalogueFault::Title))?;
            if size.is_line() || size.cells() > MAX_CELLS {
                return Err(error(CatalogueFault::Size(size)));
            }
            let mut drawing = Vec::new();
            for row in 0..size.rows() {
                let (number, line) =
                    lines.next().ok_or(error(CatalogueFault::Rows { found: row, wanted: size.rows() }))?;
                let row: Vec<char> = line.chars().filter(|letter| !letter.is_whitespace()).collect();
                if row.len() != size.cols() {
                    let fault = CatalogueFault::Cols { found: row.len(), wanted: size.cols() };
                    return Err(CatalogueError { line: number + 1, fault });
                }
                drawing.extend(row);
            }
            partitions.push(Partition::drawn(size, name.trim(), &drawing).map_err(error)?);
        }
        Ok(partitions)
    }

    fn drawn(size: Size, name: &str, drawing: &[char]) -> Result<Partition, CatalogueFault> {
        let blanks: Vec<usize> = (0..drawing.len()).filter(|&cell| drawing[cell] == '.').collect();
        let &[blank] = &blanks[..] else { return Err(CatalogueFault::Blanks(blanks.len())) };
        // In the canonical symmetry.
        let mut numbers: Vec<u16> = (0..size.cells() as u16).collect();
        numbers.swap(0, blank);
        let board = Board::new(size, &numbers).expect("two numbers of a permutation were exchanged");
        let symmetry = &GoalSymmetry::all(&Goal::from(board))[0];
        let mut letters: Vec<char> = drawing.iter().copied().filter(|&letter| letter != '.').collect();
        letters.sort_unstable();
        letters.dedup();
        let homes = letters.iter().map(|letter| {
            let cells = (0..drawing.len()).filter(|&cell| drawing[cell] == *letter);
            cells.fold(0_u32, |mask, cell| mask | 1 << symmetry.cell(Cell::new(cell)))
        });
        let homes: Vec<u32> = homes.collect();
        if let Some((letter, homes)) =
            letters.iter().zip(&homes).find(|(_, homes)| homes.count_ones() as usize > MAX_TILES)
        {
            return Err(CatalogueFault::Tiles { letter: *letter, tiles: homes.count_ones() as usize });
        }
        Ok(Partition {
            name: name.to_owned(),
            ..Partition::new(symmetry.size(), symmetry.blank() as u8, &homes)
        })
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// An invalid catalogue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CatalogueError {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub fault: CatalogueFault,
}

/// A problem with an entry of a catalogue.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CatalogueFault {
    /// The line is not a size and a name.
    Title,
    /// The size has no patterns: they need at least two rows and columns and at most 25 cells.
    Size(Size),
    /// The drawing has too few rows.
    Rows {
        /// The number found.
        found: usize,
        /// The number expected.
        wanted: usize,
    },
    /// A row of the drawing has too many or too few cells.
    Cols {
        /// The number found.
        found: usize,
        /// The number expected.
        wanted: usize,
    },
    /// The drawing does not have exactly one dot; carries their number.
    Blanks(usize),
    /// A pattern has too many tiles.
    Tiles {
        /// Its letter.
        letter: char,
        /// The number of its tiles.
        tiles: usize,
    },
}

impl fmt::Display for CatalogueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.fault {
            CatalogueFault::Title => write!(f, "expected a size and a name, as in `4x4 7-8`"),
            CatalogueFault::Size(size) => {
                write!(
                    f,
                    "{size} has no patterns: they need two rows and columns and at most {MAX_CELLS} cells"
                )
            }
            CatalogueFault::Rows { found, wanted } => {
                write!(f, "the drawing below has {found} of its {wanted} rows")
            }
            CatalogueFault::Cols { found, wanted } => write!(f, "a row of {found} cells instead of {wanted}"),
            CatalogueFault::Blanks(found) => {
                write!(f, "the drawing has {found} dots; it needs one, the blank's home")
            }
            CatalogueFault::Tiles { letter, tiles } => {
                write!(f, "pattern {letter} has {tiles} tiles; at most {MAX_TILES} are possible")
            }
        }
    }
}

impl std::error::Error for CatalogueError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> (usize, CatalogueFault) {
        let CatalogueError { line, fault } = Partition::read(text).unwrap_err();
        (line, fault)
    }

    #[test]
    fn the_catalogue_can_be_read_and_its_names_are_right() {
        let partitions = Partition::read(include_str!("catalogue.txt")).unwrap();
        for Partition { name, size, blank, patterns } in &partitions {
            let homes: Vec<u32> = patterns.iter().map(|pattern| pattern.homes).collect();
            assert_eq!(homes.iter().fold(1 << blank, |all, homes| all | homes), (1 << size.cells()) - 1);
            let mut counts: Vec<String> = homes.iter().map(|homes| homes.count_ones().to_string()).collect();
            let mut named: Vec<&str> = name.split('-').collect();
            counts.sort_unstable();
            named.sort_unstable();
            assert_eq!(counts, named);
        }
    }

    #[test]
    fn a_drawing_is_read_back() {
        for (rows, cols) in [(4, 4), (5, 5), (4, 5), (6, 3)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::rows(size), Goal::blank_first(size), Goal::spiral(size)] {
                for partition in Partition::all(&goal).into_iter().chain(crate::tables::pool(&goal)) {
                    let text = format!("{size} {partition}\n{}", partition.drawing(&goal));
                    assert_eq!(Partition::read(&text).unwrap(), [partition], "{text}");
                }
            }
        }
    }

    #[test]
    fn every_size_has_a_partition() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 3), (2, 8), (3, 5), (4, 5), (5, 5), (12, 2)]
        {
            let size = Size::new(rows, cols).unwrap();
            for blank in 0..size.cells() {
                let mut numbers: Vec<u16> = (0..size.cells() as u16).collect();
                numbers.swap(0, blank);
                let goal = Goal::from(Board::new(size, &numbers).unwrap());
                let partitions = Partition::all(&goal);
                assert!(!partitions.is_empty());
                for partition in partitions {
                    assert!(partition.patterns.iter().all(|pattern| pattern.tiles() <= MAX_TILES));
                    let tiles: usize = partition.patterns.iter().map(Pattern::tiles).sum();
                    assert_eq!(tiles + 1, size.cells());
                }
            }
        }
        for (rows, cols) in [(1, 5), (6, 6)] {
            assert!(Partition::all(&Goal::rows(Size::new(rows, cols).unwrap())).is_empty());
        }
    }

    #[test]
    fn faults_are_told_with_their_line() {
        assert_eq!(fault("\n4x4"), (2, CatalogueFault::Title));
        assert_eq!(fault("4y4 a"), (1, CatalogueFault::Title));
        assert_eq!(fault("1x4 a\n.aaa"), (1, CatalogueFault::Size(Size::new(1, 4).unwrap())));
        assert_eq!(fault("2x2 a\n.a"), (1, CatalogueFault::Rows { found: 1, wanted: 2 }));
        assert_eq!(fault("2x2 a\n.a\n# b\nabc"), (4, CatalogueFault::Cols { found: 3, wanted: 2 }));
        assert_eq!(fault("2x2 a\n.a\na."), (1, CatalogueFault::Blanks(2)));
        assert_eq!(fault("2x2 a\nba\naa"), (1, CatalogueFault::Blanks(0)));
        assert_eq!(fault("3x4 a\n.aaa\naaaa\naaab"), (1, CatalogueFault::Tiles { letter: 'a', tiles: 10 }));
    }
}
