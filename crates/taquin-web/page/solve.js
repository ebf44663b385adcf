// The Solve panel: asks the engine, shows its progress, and passes the solution to the player.

import { announce, setStatus } from "./announce.js";
import { byId, element, fill } from "./element.js";
import { isCancelled } from "./engine.js";
import { methodMenu } from "./method-menu.js";
import { counted, seconds } from "./number.js";
import { capital, sentence } from "./sentence.js";

export function solvePanel({ engine, game, about }) {
  const [form, cancel, progress, result] =
    ["solve-form", "solve-cancel", "solve-progress", "solve-result"].map(byId);
  const summary = byId("solve-summary");
  const [claim, how, numbers] = [byId("solve-claim"), byId("solve-how"), byId("solve-numbers")];
  const menu = methodMenu("solve", about, { choose: () => true, first: "auto" });
  fill(byId("solve-seconds"), secondOptions(about.limits.seconds), 10);
  let request = null;

  function busy(on) {
    byId("solve").hidden = on;
    cancel.hidden = !on;
    progress.hidden = !on;
    if (on) hide();
  }

  function hide() {
    result.hidden = true;
    summary.hidden = true;
  }

  /** Shows what is known so far, one line per value. */
  function showProgress(known) {
    const lines = [
      ["Time", seconds(known.seconds)],
      ["Expanded", counted(known.expanded, "node")],
      ["Lower bound", counted(known.lower_bound ?? 0, unit(game))],
      known.bound === undefined ? null : ["f-limit", counted(known.bound, unit(game))],
      known.upper_bound === undefined ? null : ["Best so far", counted(known.upper_bound, unit(game))],
    ];
    numbers.replaceChildren(
      ...lines.filter(Boolean).map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
    );
  }

  function showResult(answer) {
    const solved = answer.moves !== undefined;
    summary.hidden = false;
    result.hidden = !solved;
    claim.textContent = claimOf(answer);
    how.textContent = [describe(answer, about), solved && answer.stopped ? sentence(answer.reason) : ""].filter(Boolean).join(" ");
    byId("download-status").textContent = "";
    if (solved) game.setSolution(answer);
    announce(claim.textContent);
    bringIntoView();
  }

  async function solve() {
    request?.abort();
    request = new AbortController();
    const board = game.board;
    const known = { seconds: 0, expanded: 0 };
    busy(true);
    showProgress(known);
    setStatus("");
    cancel.focus();
    const body = { ...game.puzzle, ...menu.choice(), metric: game.metric, seconds: Number(byId("solve-seconds").value) };
    try {
      const answer = await engine.ask("solve", body, {
        signal: request.signal,
        onEvent: (event) => {
          Object.assign(known, event, event.event === "improved" ? { upper_bound: event.length } : {});
          showProgress(known);
        },
      });
      busy(false);
      if (board === game.board) showResult(answer);
      else setStatus("The board has changed. Solve it again.");
    } catch (error) {
      busy(false);
      setStatus(isCancelled(error) ? "Cancelled." : error.message, isCancelled(error) ? "" : "bad");
    }
    // The focused Cancel button is gone. Scrolling would hide the board on a phone.
    if (document.activeElement === document.body) byId(game.solution ? "player-play" : "solve").focus({ preventScroll: true });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    solve();
  });
  cancel.addEventListener("click", () => request?.abort());
  for (const name of ["draw", "load", "goal"]) game.addEventListener(name, () => request?.abort());
  game.addEventListener("line", () => {
    if (!game.solution) hide();
  });
  game.addEventListener("load", () => {
    hide();
    if (!game.solution) return;
    // Nothing is proven about moves from a link.
    result.hidden = false;
    summary.hidden = false;
    claim.textContent = `${counted(game.history.length, "move")} to the goal`;
    how.textContent = "These moves come with the link.";
  });
}

/** Says in a line what is known now. Why a board is unsolvable is on a card of its own. */
function claimOf(answer) {
  if (answer.moves !== undefined) return `${counted(answer.length, unit(answer))}, ${answer.claim}`;
  return answer.status === "unsolvable" ? "This board has no solution" : `No solution found: ${answer.reason ?? answer.status}`;
}

/** Returns what a metric counts. */
const unit = ({ metric }) => (metric === "multi" ? "push" : "move");

/** Scrolls back to the board and the player where the Solve button is below them. */
function bringIntoView() {
  const { top, bottom } = byId("table").getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) byId("table").scrollIntoView({ block: "start", behavior: "instant" });
}

/** Describes how an answer was found. */
function describe(answer, about) {
  const { method, stats } = answer;
  // Parity needs no search.
  if (!method || (answer.status === "unsolvable" && stats?.expanded === 0)) return "";
  const title = about.algorithms.find(({ name }) => name === method.algorithm)?.title ?? method.algorithm;
  const heuristic = method.heuristic ? ` with ${method.heuristic}` : "";
  const cost = stats ? `: ${counted(stats.expanded, "node")} expanded in ${seconds(stats.seconds)}` : "";
  return `${capital(title)}${heuristic}${cost}.`;
}

/** Returns the time limits up to the engine's own. */
export function secondOptions(most) {
  const options = [1, 2, 5, 10, 30, 60, 300, 600].filter((number) => number <= (most ?? 60));
  return options.map((number) => [number, number < 60 ? `${number} s` : `${number / 60} min`]);
}
