// Describes the steps of a search.

import { directionName } from "./board.js";
import { capital } from "./sentence.js";

/** Which node a search expands next. */
const SELECTION = {
  astar: "A* expands the open node with the smallest f = g + h",
  wastar: "Weighted A* expands the open node with the smallest weighted sum of g and h",
  greedy: "Greedy search expands the open node with the smallest h",
  bfs: "Breadth-first search expands the oldest open node",
  dfs: "Depth-first search expands the newest node",
  iddfs: "Iterative deepening goes on as deep as its depth limit allows",
  idastar: "IDA* goes on as long as f is within its limit",
  bidirectional: "Bidirectional search expands a node of the smaller side",
  lockstep: "Lockstep alternates between the board and its twin",
};

/** Describes one trace. `method` is the requested method, `statuses` are the engine's descriptions of node statuses. */
export class StepText {
  constructor(trace, method, statuses) {
    this.trace = trace;
    this.method = method;
    this.titles = new Map(statuses.map(({ name, title }) => [name, title]));
  }

  /** Describes the status of a node after `place` steps. */
  status(node, place) {
    if (node.fate === "root") return "The start";
    if (this.trace.role(node, place, -1) === "goal") return "The goal";
    const title = this.titles.get(node.fate) ?? node.fate;
    return this.trace.isPruned(node) ? `Pruned: ${title}` : capital(title);
  }

  /** Returns the values of a node in two short lines: ["f 6", "2 + 4"]. */
  caption({ g, h }) {
    const { algorithm, weight = 1 } = this.method;
    if (h === undefined || h === null || UNINFORMED.has(algorithm)) return [`g ${g}`, ""];
    if (algorithm === "greedy") return [`h ${h}`, `g ${g}`];
    const f = Math.round((g + weight * h) * 1000) / 1000;
    return [`f ${f}`, weight === 1 ? `${g} + ${h}` : `${g} + ${weight}·${h}`];
  }

  /** Returns the values of a node in one line: "f = 2 + 4 = 6". */
  sum(node) {
    const [first, second] = this.caption(node);
    const [letter, value] = first.split(" ");
    return letter === "f" ? `f = ${second} = ${value}` : [first, second].filter(Boolean).map(equation).join(", ");
  }

  /** Describes a step in one or two sentences. */
  step(place) {
    const { step, bound } = this.trace.state(place);
    if (!step) return "Before the first step, only the start is open.";
    const last = place === this.trace.length ? conclusion(this.trace) : "";
    return [this.#sentence(step, bound, place), last].filter(Boolean).join(" ");
  }

  #sentence(step, bound, place) {
    if (step.kind === "iteration") return `A new iteration starts with the limit ${step.bound}.`;
    if (step.kind === "backtrack") return "All children are done: the search backtracks to the parent.";
    const node = this.trace.nodes[step.node];
    if (step.kind === "goal") return "The goal is reached.";
    if (step.kind === "expand") return `${SELECTION[this.method.algorithm] ?? "The search expands the next node"}: ${this.sum(node)}.`;
    const over = node.fate === "over-bound" && bound !== null ? ` (limit ${bound})` : "";
    return `Tile ${node.tile} ${directionName(node.move)}: ${this.sum(node)}. ${this.status(node, place)}${over}.`;
  }
}

/** Searches that use no heuristic. */
const UNINFORMED = new Set(["bfs", "dfs", "iddfs", "bidirectional"]);

const equation = (text) => text.replace(" ", " = ");

function conclusion(trace) {
  if (trace.truncated) return "The recording ends here; the search went on.";
  const { result } = trace;
  return result?.length === undefined ? "" : `The solution has ${result.length} moves.`;
}
