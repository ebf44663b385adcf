// Splits: when each row was in place for good, together with all rows above it.

/**
 * Returns a split per row: the milliseconds and the moves until it was done.
 * @param boards the board before the first move and after each one
 * @param times the milliseconds of each move
 */
export function splits(boards, times, goal) {
  // Counts moves up to the one that put the rows in place for the last time.
  let moves = 0;
  return Array.from({ length: goal.rows }, (_, row) => {
    const cells = Array.from({ length: goal.cols }, (_, col) => row * goal.cols + col);
    const wrong = boards.findLastIndex((board) => cells.some((cell) => board.tiles[cell] !== goal.tiles[cell]));
    moves = Math.max(moves, wrong + 1);
    return { milliseconds: moves === 0 ? 0 : times[moves - 1], moves };
  });
}
