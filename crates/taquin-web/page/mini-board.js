// Small pictures of boards.

import { svg } from "./element.js";

/** Creates a group of `width` units with its upper left corner at the origin. The tile `moved` is highlighted. */
export function miniBoard(board, width, moved = 0) {
  const unit = width / Math.max(board.cols, board.rows);
  const digits = String(board.tiles.length - 1).length;
  const group = svg("g", { class: "mini" });
  group.append(svg("rect", { class: "mini-well", width: unit * board.cols, height: unit * board.rows, rx: unit * 0.16 }));
  board.tiles.forEach((tile, cell) => {
    if (tile === 0) return;
    const [x, y] = [board.col(cell) * unit, board.row(cell) * unit];
    const inset = unit * 0.05;
    const name = tile === moved ? "mini-tile moved" : "mini-tile";
    group.append(
      svg("rect", { class: name, x: x + inset, y: y + inset, width: unit - 2 * inset, height: unit - 2 * inset, rx: unit * 0.14 }),
      svg("text", { x: x + unit / 2, y: y + unit * 0.5, "font-size": unit * (digits > 1 ? 0.48 : 0.58), dy: "0.35em" }, String(tile)),
    );
  });
  return group;
}

/** Creates a standalone picture with a description. The tile `moved` is highlighted. */
export function boardPicture(board, width = 160, moved = 0) {
  const unit = width / Math.max(board.cols, board.rows);
  const [across, down] = [unit * board.cols, unit * board.rows];
  const rows = Array.from({ length: board.rows }, (_, row) =>
    board.tiles.slice(row * board.cols, (row + 1) * board.cols).map((tile) => tile || "gap").join(" "));
  return svg(
    "svg",
    { viewBox: `0 0 ${across} ${down}`, width: across, height: down, role: "img", "aria-label": `Board: ${rows.join(" / ")}` },
    miniBoard(board, width, moved),
  );
}
