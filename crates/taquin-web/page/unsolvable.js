// Explains why a board is unsolvable, and offers an exchange of two tiles that makes it solvable.

import { byId, svg } from "./element.js";
import { isCancelled } from "./engine.js";
import { counted } from "./number.js";
import { parityReason } from "./parity-reason.js";

export function unsolvablePanel({ engine, game, view }) {
  const card = byId("unsolvable");
  let request = null;
  let exchange = null;

  async function inspect() {
    request?.abort();
    request = new AbortController();
    try {
      const facts = await engine.ask("inspect", game.puzzle, { signal: request.signal });
      const changed = game.solvable !== facts.solvable;
      game.solvable = facts.solvable;
      show(facts);
      if (changed) game.dispatchEvent(new CustomEvent("solvable"));
    } catch (error) {
      if (!isCancelled(error)) hide();
    }
  }

  function hide() {
    card.hidden = true;
    view.overlay.replaceChildren();
  }

  function show(facts) {
    if (facts.solvable) {
      hide();
      return;
    }
    card.hidden = false;
    byId("unsolvable-reason").textContent = parityReason(facts, game.board);
    byId("unsolvable-legend").textContent = draw(view, facts);
    exchange = facts.exchange ?? null;
    byId("exchange").hidden = exchange === null;
    if (exchange) byId("exchange").textContent = `Exchange ${exchange[0]} and ${exchange[1]}`;
  }

  byId("exchange").addEventListener("click", () => {
    const [a, b] = exchange.map((tile) => game.board.tiles.indexOf(tile));
    const board = game.board.exchange(a, b);
    game.load({ size: board.size, start: board.tiles, goal: game.goal.tiles }, { goalName: game.goalName });
    view.grid.querySelector("[tabindex='0']").focus();
  });

  for (const name of ["load", "goal"]) game.addEventListener(name, inspect);
  game.addEventListener("move", () => {
    if (!game.solvable) inspect();
  });
}

/** Draws one inversion as a line and the gap's rows as frames; returns the legend. */
function draw(view, facts) {
  const { board, overlay } = view;
  // The line ends above the numbers, so that they stay readable.
  const end = (tile) => {
    const cell = board.tiles.indexOf(tile);
    return [board.col(cell) + 0.5, board.row(cell) + 0.17];
  };
  const { count, pairs } = facts.inversions;
  const [pair] = pairs;
  const lines = [];
  if (pair) {
    const [[ax, ay], [bx, by]] = pair.map(end);
    const [mx, my] = [(ax + bx) / 2 - (by - ay) * 0.18, (ay + by) / 2 - Math.abs(bx - ax) * 0.16];
    lines.push(svg("path", { class: "inversion", d: `M${ax} ${ay}Q${mx} ${my} ${bx} ${by}` }));
  }
  const band = (name, at) => svg("rect", { class: name, x: 0.04, y: at + 0.04, width: board.cols - 0.08, height: 0.92, rx: 0.1 });
  const bands = facts.row_counts ? [band("goal-row", facts.goal_blank.row), band("gap-row", facts.blank.row)] : [];
  overlay.replaceChildren(...bands, ...lines);
  const which = count === 1 ? "the inversion" : `one of the ${counted(count, "inversion")}`;
  return [
    pair ? `The line shows ${which}: ${pair[0]} comes before ${pair[1]}.` : "",
    bands.length > 0 ? "Solid frame: the gap's row. Dashed frame: the gap's row in the goal." : "",
  ].join(" ").trim();
}
