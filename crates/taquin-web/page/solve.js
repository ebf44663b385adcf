// Solving: ask the engine, show how it is getting on, then hand the solution to the player and say what is claimed.

import { announce, tell } from "./announce.js";
import { byId, element, fill } from "./element.js";
import { isCancelled } from "./engine.js";
import { methodMenu } from "./method-menu.js";
import { counted, seconds, whole } from "./number.js";

export function solvePanel({ engine, game, about }) {
  const [form, cancel, progress, result] =
    ["solve-form", "solve-cancel", "solve-progress", "solve-result"].map(byId);
  const [claim, how, numbers] = [byId("solve-claim"), byId("solve-how"), byId("solve-numbers")];
  const menu = methodMenu("solve", about, { choose: () => true, first: "auto" });
  fill(byId("solve-seconds"), secondOptions(about.limits.seconds), 10);
  let asked = null;

  function busy(on) {
    byId("solve").hidden = on;
    cancel.hidden = !on;
    progress.hidden = !on;
    if (on) result.hidden = true;
  }

  /** What is known so far, a line each. */
  function showProgress(known) {
    const lines = [
      ["Time", seconds(known.seconds)],
      ["Nodes", whole(known.expanded)],
      ["At least", counted(known.lower_bound ?? 0, "move")],
      known.bound === undefined ? null : ["Looking for", `${whole(known.bound)} moves`],
      known.upper_bound === undefined ? null : ["Best so far", counted(known.upper_bound, "move")],
    ];
    numbers.replaceChildren(
      ...lines.filter(Boolean).map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
    );
  }

  function showResult(answer) {
    result.hidden = false;
    const solved = answer.moves !== undefined;
    byId("solve-extras").hidden = !solved;
    claim.textContent = solved ? `${counted(answer.length, "move")}, ${answer.claim}` : `No solution: ${answer.reason ?? answer.status}`;
    how.textContent = [describe(answer, about), answer.stopped ? answer.reason : ""].filter(Boolean).join(" ");
    byId("download-status").textContent = "";
    if (solved) game.foresee(answer);
    announce(claim.textContent);
  }

  async function solve() {
    asked?.abort();
    asked = new AbortController();
    const board = game.board;
    const known = { seconds: 0, expanded: 0 };
    busy(true);
    showProgress(known);
    tell("");
    cancel.focus();
    const body = { ...game.puzzle, ...menu.choice(), seconds: Number(byId("solve-seconds").value) };
    try {
      const answer = await engine.ask("solve", body, {
        signal: asked.signal,
        onEvent: (said) => {
          Object.assign(known, said, said.event === "improved" ? { upper_bound: said.length } : {});
          showProgress(known);
        },
      });
      busy(false);
      if (board === game.board) showResult(answer);
      else tell("The board has changed meanwhile: solve it again.");
    } catch (error) {
      busy(false);
      tell(isCancelled(error) ? "Cancelled." : error.message, isCancelled(error) ? "" : "bad");
    }
    if (document.activeElement === document.body) byId("solve").focus();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    solve();
  });
  cancel.addEventListener("click", () => asked?.abort());
  for (const name of ["load", "goal"]) game.addEventListener(name, () => asked?.abort());
  game.addEventListener("line", () => {
    if (!game.solution) result.hidden = true;
  });
  game.addEventListener("load", () => {
    result.hidden = true;
    if (game.solution) showLinked(game, result, claim, how);
  });
}

/** Moves that came with a link: nobody claimed anything about them. */
function showLinked(game, result, claim, how) {
  result.hidden = false;
  byId("solve-extras").hidden = false;
  claim.textContent = `${counted(game.history.length, "move")} from a link`;
  how.textContent = "";
}

/** How an answer was reached, in a sentence. */
function describe(answer, about) {
  const { method, stats } = answer;
  if (!method) return "";
  const title = about.algorithms.find(({ name }) => name === method.algorithm)?.title ?? method.algorithm;
  const estimate = method.heuristic ? ` with ${method.heuristic}` : "";
  const cost = stats ? `: ${counted(stats.expanded, "node")} in ${seconds(stats.seconds)}` : "";
  return `${title}${estimate}${cost}.`;
}

/** Time limits up to the engine's own. */
export function secondOptions(most) {
  const usual = [1, 2, 5, 10, 30, 60, 300, 600].filter((number) => number <= (most ?? 60));
  return usual.map((number) => [number, number < 60 ? `${number} s` : `${number / 60} min`]);
}
