// Why a board is unsolvable, in words.

import { counted } from "./number.js";
import { sentence } from "./sentence.js";

/**
 * Explains the parity; `facts` is the engine's answer to "inspect". Rows are counted from 1, as people do; that adds the same
 * to both sums.
 */
export function parityReason(facts, board) {
  // In a single row or column, the order of the tiles decides, and the engine says which tile differs.
  if (board.rows === 1 || board.cols === 1) return sentence(facts.reason);
  const sum = ({ count }, { row }) => {
    const inversions = counted(count, "inversion");
    const total = facts.row_counts ? count + row + 1 : count;
    const terms = facts.row_counts ? `${inversions} + row ${row + 1} of the gap = ${total}` : inversions;
    return `${terms}, ${total % 2 === 0 ? "even" : "odd"}`;
  };
  return `This board: ${sum(facts.inversions, facts.blank)}. The goal: ${sum(facts.goal_inversions, facts.goal_blank)}. `
    + "No move changes whether this number is even or odd, so the goal cannot be reached.";
}
