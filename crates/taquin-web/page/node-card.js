// The chosen node: its board with the heuristic of each tile, its values and what the search has done with it.

import { svg } from "./element.js";
import { boardPicture } from "./mini-board.js";
import { capital } from "./sentence.js";
import { tileDistances } from "./tile-distances.js";

const WIDTH = 150;

/** Shows a node after `place` steps in the elements `board` and `words`. */
export function showNode({ board: box, words }, text, { node, place, goal }) {
  const { trace, method } = text;
  const board = trace.board(node);
  const picture = boardPicture(board, WIDTH);
  const parts = text.usesHeuristic && trace.h[node] >= 0 ? tileDistances(board, goal, method.heuristic, trace.h[node]) : null;
  if (parts) {
    const unit = WIDTH / Math.max(board.cols, board.rows);
    board.tiles.forEach((tile, cell) => {
      const distance = parts.distances[cell];
      if (tile === 0) return;
      const [x, y] = [board.col(cell) * unit, board.row(cell) * unit];
      const name = distance > 0 ? "tile-distance far" : "tile-distance";
      const place = { x: x + unit * 0.83, y: y + unit * 0.3, "font-size": unit * 0.26 };
      picture.append(svg("text", { class: name, ...place }, String(distance)));
    });
    picture.setAttribute("aria-label", `${picture.getAttribute("aria-label")}. ${parts.sentence}`);
  }
  box.replaceChildren(picture);
  const name = trace.fates[node] === "root" ? capital(`${text.rootName(trace.side[node])}: `) : "";
  words.textContent = [`${name}${text.sum(node)}.`, `${text.status(node, place)}.`, parts?.sentence ?? ""].join(" ").trim();
}
