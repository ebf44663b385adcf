// How a heuristic value is made up of the tiles of a board, where it is a sum over tiles.

/** Returns the number of each cell's tile, and a sentence; null for a heuristic without such a sum. */
export function tileDistances(board, goal, heuristic, h) {
  if (heuristic === "zero") return null;
  const isCount = heuristic === "hamming";
  const distances = board.tiles.map((tile, cell) => {
    if (tile === 0) return 0;
    const home = goal.tiles.indexOf(tile);
    if (isCount) return home === cell ? 0 : 1;
    return Math.abs(board.row(cell) - board.row(home)) + Math.abs(board.col(cell) - board.col(home));
  });
  const sum = distances.reduce((total, distance) => total + distance, 0);
  const terms = board.tiles.flatMap((tile, cell) => (distances[cell] > 0 ? [[tile, distances[cell]]] : [])).sort(([a], [b]) => a - b);
  const list = terms.length === 0 ? "0" : terms.map(([, distance]) => distance).join(" + ");
  const tiles = terms.map(([tile]) => tile).join(", ");
  if (isCount) return { distances, sum, sentence: `h = ${h}: ${terms.length === 0 ? "every tile is in place" : `out of place: ${tiles}`}.` };
  if (terms.length === 0 && h === 0) return { distances, sum, sentence: "Every tile is in place, so h = 0." };
  const ways = terms.length === 0 ? "Every tile is in place" : `Distances of the tiles ${tiles}: ${list} = ${sum}`;
  if (sum === h) return { distances, sum, sentence: `${ways}; that is h.` };
  return { distances, sum, sentence: `${ways}. The heuristic ${heuristic} gives ${h > sum ? "more: " : ""}h = ${h}.` };
}
