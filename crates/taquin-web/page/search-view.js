// The Search view: shows the engine's trace step by step as a tree.

import { byId, element } from "./element.js";
import { isCancelled } from "./engine.js";
import { methodMenu } from "./method-menu.js";
import { boardPicture } from "./mini-board.js";
import { whole } from "./number.js";
import { Player } from "./player.js";
import { capital } from "./sentence.js";
import { StepText } from "./step-text.js";
import { Trace } from "./trace.js";
import { Tree } from "./tree.js";

export function searchView({ engine, game, about, show }) {
  const status = byId("trace-status");
  const menu = methodMenu("trace", about, { choose: ({ trace: shown }) => shown, first: "astar" });
  const tree = new Tree(byId("tree"), (id) => choose(id));
  let trace = null;
  let place = 0;
  let chosen = -1;
  let request = null;
  let text = null;
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
    byId("step-text").textContent = text.step(place);
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
    byId("node-text").textContent = `Depth ${node.depth}: ${text.sum(node)}. ${text.status(node, place)}.`;
  }

  function open(answer, { size, start }, method) {
    trace = new Trace(answer, size, start);
    if (trace.nodes.length === 0) {
      clear();
      status.textContent = answer.result?.reason ?? "The board is already solved.";
      return;
    }
    text = new StepText(trace, method, about.fates);
    byId("trace-body").hidden = false;
    tree.open(trace, text);
    const bounded = trace.bounds.length > 0;
    byId("trace-bound-box").hidden = !bounded;
    byId("thresholds").hidden = trace.bounds.length < 2;
    byId("thresholds").replaceChildren(...trace.bounds.map((bound) => element("li", {}, String(bound))));
    status.textContent = trace.note ? `${capital(trace.note)}.` : "";
    go(0);
  }

  async function watch() {
    player.pause();
    status.textContent = "Searching…";
    request?.abort();
    request = new AbortController();
    const [puzzle, method] = [game.puzzle, menu.choice()];
    try {
      open(await engine.ask("trace", { ...puzzle, ...method }, { signal: request.signal }), puzzle, method);
    } catch (error) {
      if (isCancelled(error)) return;
      clear();
      status.textContent = error.message;
    }
  }

  function clear() {
    player.pause();
    trace = null;
    byId("trace-body").hidden = true;
    status.textContent = fits() ? ""
      : `The search tree is shown for boards up to ${most.join("x")}. Choose a smaller board in the Play tab.`;
  }

  byId("trace-form").addEventListener("submit", (event) => {
    event.preventDefault();
    watch();
  });
  byId("trace-form").addEventListener("change", () => {
    if (fits()) watch();
  });
  byId("node-play").addEventListener("click", () => {
    const { board } = trace.nodes[chosen];
    game.load({ size: board.size, start: board.tiles, goal: game.goal.tiles }, { goalName: game.goalName });
    show("play");
  });
  // The tree belongs to the board as it was.
  for (const name of ["load", "goal", "move"]) game.addEventListener(name, () => clear());
  return {
    leave: () => player.pause(),
    enter: () => {
      if (!trace && fits()) watch();
    },
  };
}
