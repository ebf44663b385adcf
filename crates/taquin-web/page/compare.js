// The Compare view: several methods on the current board.

import { byId, element, fill } from "./element.js";
import { isCancelled } from "./engine.js";
import { methodMenu } from "./method-menu.js";
import { boardPicture } from "./mini-board.js";
import { seconds, whole } from "./number.js";
import { capital } from "./sentence.js";
import { showChart } from "./chart.js";
import { secondOptions } from "./solve.js";

/** The methods that are selected at first. */
const DEFAULTS = [
  { algorithm: "bfs" },
  { algorithm: "greedy", heuristic: "manhattan" },
  { algorithm: "astar", heuristic: "hamming" },
  { algorithm: "astar", heuristic: "manhattan" },
  { algorithm: "astar", heuristic: "linear-conflict" },
  { algorithm: "idastar", heuristic: "manhattan" },
];

export function compareView({ engine, game, about }) {
  const [rows, status, region, figure] = ["compare-rows", "compare-status", "compare-region", "compare-chart"].map(byId);
  const [run, cancel, list] = [byId("compare-run"), byId("compare-cancel"), byId("compare-methods")];
  const menu = methodMenu("compare", about, { choose: ({ name }) => name !== "auto", first: "astar" });
  fill(byId("compare-seconds"), secondOptions(Math.min(about.limits.seconds ?? 30, 30)), 5);
  const methods = [];
  let request = null;

  const title = ({ algorithm, heuristic }) => {
    const search = about.algorithms.find(({ name }) => name === algorithm);
    return [capital(search?.title ?? algorithm), heuristic].filter(Boolean).join(", ");
  };

  function add(method, checked = true) {
    if (methods.some(({ key }) => key === JSON.stringify(method))) return;
    const box = element("input", { type: "checkbox", checked });
    methods.push({ key: JSON.stringify(method), method, box });
    list.append(element("label", { class: "chip" }, box, title(method)));
  }

  const known = (method) => about.algorithms.some(({ name }) => name === method.algorithm);
  DEFAULTS.filter(known).forEach((method) => add(method));
  byId("compare-add").addEventListener("click", () => add(menu.choice()));

  function row(trial, method) {
    const [result, tone] = outcome(trial);
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, title(method)),
      element("td", { class: tone, title: trial.reason }, result),
      ...[whole(trial.length), whole(trial.expanded), whole(trial.generated), whole(trial.max_queue), seconds(trial.seconds)]
        .map((text) => element("td", {}, text)),
    );
  }

  async function compare() {
    const chosen = methods.filter(({ box }) => box.checked).map(({ method }) => method);
    if (chosen.length === 0) {
      status.textContent = "Select at least one method.";
      return;
    }
    request?.abort();
    request = new AbortController();
    rows.replaceChildren();
    region.hidden = false;
    figure.hidden = true;
    busy(true);
    let done = 0;
    const count = () => {
      status.textContent = `${done} of ${chosen.length} done…`;
    };
    count();
    const body = { ...game.puzzle, methods: chosen, seconds: Number(byId("compare-seconds").value) };
    try {
      const answer = await engine.ask("compare", body, {
        signal: request.signal,
        onEvent: (event) => {
          if (event.event !== "row") return;
          rows.append(row(event.row, chosen[event.index ?? done]));
          done += 1;
          count();
        },
      });
      rows.replaceChildren(...answer.rows.map((trial, i) => row(trial, chosen[i])));
      const isSearched = answer.rows.some(({ status, expanded }) => status !== "unsolvable" || expanded > 0);
      region.hidden = !isSearched;
      if (isSearched && answer.chart) showChart(figure, answer.chart);
      status.textContent = isSearched ? "" : "This board has no solution. Parity shows that, so no method searches.";
    } catch (error) {
      status.textContent = isCancelled(error) ? "Cancelled." : error.message;
    }
    busy(false);
  }

  function busy(on) {
    run.hidden = on;
    cancel.hidden = !on;
  }

  byId("compare-form").addEventListener("submit", (event) => {
    event.preventDefault();
    compare();
  });
  cancel.addEventListener("click", () => request?.abort());
  for (const name of ["load", "move", "goal"]) {
    game.addEventListener(name, () => {
      request?.abort();
      region.hidden = true;
      figure.hidden = true;
      status.textContent = "";
      byId("compare-board").replaceChildren(boardPicture(game.board, 132));
    });
  }
}

/** Limits that stop a search, in words. */
const LIMITS = { time: "time limit", memory: "memory limit", nodes: "node limit", interrupted: "interrupted" };

/** Returns the words for how a search ended, and their class. */
function outcome({ status, stopped, length }) {
  if (stopped) return [`stopped: ${LIMITS[stopped] ?? stopped}`, "cut-short"];
  if (status === "optimal") return ["optimal", "best"];
  if (length !== undefined) return ["not proved optimal", ""];
  return [status, "cut-short"];
}
