// A board without a solution: why, drawn on the board, and two tiles whose exchange mends it.

import { byId, svg } from "./element.js";
import { isCancelled } from "./engine.js";
import { capital } from "./sentence.js";

/** More lines than this would hide the board. */
const MOST_LINES = 40;

export function unsolvablePanel({ engine, game, view }) {
  const card = byId("unsolvable");
  let asked = null;
  let exchange = null;

  async function inspect() {
    asked?.abort();
    asked = new AbortController();
    try {
      const facts = await engine.ask("inspect", game.puzzle, { signal: asked.signal });
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
    byId("unsolvable-reason").textContent = `${capital(facts.reason)}.`;
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

/** Draws inversions as lines and the gap's rows as bands; returns what the drawing means. */
function draw(view, facts) {
  const { board, overlay } = view;
  // Lines end above the numbers, so that these can be read.
  const end = (tile) => {
    const cell = board.tiles.indexOf(tile);
    return [board.col(cell) + 0.5, board.row(cell) + 0.17];
  };
  const { count, pairs } = facts.inversions;
  const lines = pairs.slice(0, MOST_LINES).map(([a, b]) => {
    const [ax, ay] = end(a);
    const [bx, by] = end(b);
    // A bow to the side keeps lines of one row apart.
    const [mx, my] = [(ax + bx) / 2 - (by - ay) * 0.18, (ay + by) / 2 - Math.abs(bx - ax) * 0.16];
    return svg("path", { class: "inversion", d: `M${ax} ${ay}Q${mx} ${my} ${bx} ${by}` });
  });
  overlay.classList.toggle("crowded", lines.length > 8);
  const band = (name, at) => svg("rect", { class: name, x: 0.04, y: at + 0.04, width: board.cols - 0.08, height: 0.92, rx: 0.1 });
  const bands = facts.row_counts ? [band("goal-row", facts.goal_blank.row), band("gap-row", facts.blank.row)] : [];
  overlay.replaceChildren(...bands, ...lines);
  const shown = lines.length < count ? `the first ${lines.length} of ${count} inversions are drawn` : "an inversion";
  return [
    lines.length > 0 ? `A line joins two tiles in the wrong order: ${shown}.` : "",
    bands.length > 0 ? "Solid frame: the gap's row. Dashed frame: the row where it belongs." : "",
  ].join(" ").trim();
}
