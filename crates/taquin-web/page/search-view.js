// Seeing the search: the engine's own trace, step by step, as a tree.

import { byId, element } from "./element.js";
import { methodMenu } from "./method-menu.js";
import { boardPicture } from "./mini-board.js";
import { whole } from "./number.js";
import { Player } from "./player.js";
import { capital, fate, stepText, sum } from "./search-words.js";
import { Trace } from "./trace.js";
import { Tree } from "./tree.js";

export function searchView({ engine, game, about, show }) {
  const status = byId("trace-status");
  const menu = methodMenu("trace", about, { choose: ({ trace }) => trace !== false, first: "astar" });
  const tree = new Tree(byId("tree"), (id) => choose(id));
  let trace = null;
  let place = 0;
  let chosen = -1;
  let algorithm = "";
  const most = about.limits.trace ?? [4, 4];
  const fits = () => game.board.rows <= most[0] && game.board.cols <= most[1];

  const player = new Player("trace", {
    place: () => place,
    length: () => trace?.length ?? 0,
    go,
  });

  function go(to) {
    if (!trace) return;
    place = Math.max(0, Math.min(to, trace.length));
    const state = trace.state(place);
    byId("step-text").textContent = stepText(trace, place, algorithm);
    byId("trace-open").textContent = whole(state.open);
    byId("trace-closed").textContent = whole(state.closed);
    byId("trace-threshold").textContent = state.bound ?? "–";
    [...byId("thresholds").children].forEach((item, i) => item.classList.toggle("now", i === state.iteration - 1));
    choose(state.shown);
    player.update();
  }

  function choose(id) {
    chosen = id;
    tree.show(place, id);
    const node = trace.nodes[id];
    byId("node-play").hidden = !node;
    if (!node) return;
    byId("node-board").replaceChildren(boardPicture(node.board, 132));
    byId("node-text").textContent = `Depth ${node.depth}: ${sum(node)}. ${capital(fate(node))}.`;
  }

  function open(told, size, start) {
    trace = new Trace(told, size, start);
    if (trace.nodes.length === 0) return;
    byId("trace-body").hidden = false;
    tree.trace = trace;
    const bounded = trace.bounds.length > 0;
    byId("trace-bound-box").hidden = !bounded;
    byId("thresholds").hidden = trace.bounds.length < 2;
    byId("thresholds").replaceChildren(...trace.bounds.map((bound) => element("li", {}, String(bound))));
    status.textContent = trace.truncated ? trace.said ?? "The drawing ends before the search does." : "";
    go(0);
  }

  async function watch() {
    player.pause();
    status.textContent = "Searching…";
    algorithm = menu.search().name;
    const bound = menu.search().bound ? { bound: Number(byId("trace-bound").value) } : {};
    const { size, start } = game.puzzle;
    try {
      open(await engine.ask("trace", { ...game.puzzle, ...menu.choice(), ...bound }), size, start);
    } catch (error) {
      clear();
      status.textContent = error.message;
    }
  }

  function clear() {
    player.pause();
    trace = null;
    byId("trace-body").hidden = true;
    status.textContent = fits() ? ""
      : `Trees are drawn for boards of up to ${most.join("x")}; this one is larger. Choose a smaller one under Play.`;
  }

  byId("trace-form").addEventListener("submit", (event) => {
    event.preventDefault();
    watch();
  });
  byId("trace-form").addEventListener("change", () => {
    if (fits()) watch();
  });
  const bounds = () => {
    byId("trace-bound-label").hidden = !menu.search().bound;
  };
  byId("trace-algorithm").addEventListener("change", bounds);
  bounds();
  byId("node-play").addEventListener("click", () => {
    const { board } = trace.nodes[chosen];
    game.load({ size: board.size, start: board.tiles, goal: game.goal.tiles }, { goalName: game.goalName });
    show("play");
  });
  // Another board, or a move on it, makes the tree that of another board.
  for (const name of ["load", "goal", "move"]) game.addEventListener(name, () => clear());
  return {
    leave: () => player.pause(),
    enter: () => {
      if (!trace && fits()) watch();
    },
  };
}
