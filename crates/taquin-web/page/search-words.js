// What a step of a search means, in words.

import { inWords } from "./board.js";
import { capital } from "./sentence.js";

/** Which node a search takes up next. */
const TAKES = {
  astar: "A* takes up the open node with the smallest f = g + h",
  wastar: "Weighted A* takes up the open node with the smallest weighted sum of g and h",
  greedy: "Greedy search takes up the open node with the smallest h",
  bfs: "Breadth-first search takes up the node that has waited longest",
  dfs: "Depth-first search goes on where it came to last",
  iddfs: "Iterative deepening goes as deep as its bound allows",
  idastar: "IDA* goes on as long as f stays within its bound",
  bidirectional: "Bidirectional search takes up a node of the smaller side",
  lockstep: "Lockstep takes turns: a step for the board, a step for its twin",
};

/** Speaks of one trace: `method` is what was asked for, `fates` are the engine's words for what becomes of a node. */
export class SearchWords {
  constructor(trace, method, fates) {
    this.trace = trace;
    this.method = method;
    this.fates = new Map(fates.map(({ name, title }) => [name, title]));
  }

  /** What has become of a node after so many steps. */
  fate(node, place) {
    if (node.fate === "root") return "It is where the search begins";
    if (this.trace.role(node, place, -1) === "goal") return "It is the goal";
    const title = this.fates.get(node.fate) ?? node.fate;
    return this.trace.isCut(node) ? `Cut: ${title}` : capital(title);
  }

  /** What a node is judged by, in two short lines: ["f 6", "2 + 4"]. */
  caption({ g, h }) {
    const { algorithm, weight = 1 } = this.method;
    if (h === undefined || h === null || BLIND.has(algorithm)) return [`g ${g}`, ""];
    if (algorithm === "greedy") return [`h ${h}`, `g ${g}`];
    const f = Math.round((g + weight * h) * 1000) / 1000;
    return [`f ${f}`, weight === 1 ? `${g} + ${h}` : `${g} + ${weight}·${h}`];
  }

  /** The same in a line: "f = 2 + 4 = 6". */
  sum(node) {
    const [first, second] = this.caption(node);
    const [letter, value] = first.split(" ");
    return letter === "f" ? `f = ${second} = ${value}` : [first, second].filter(Boolean).map(equation).join(", ");
  }

  /** A step in a sentence or two. */
  step(place) {
    const { step, bound } = this.trace.state(place);
    if (!step) return "Before the first step: only the board itself is waiting.";
    const last = place === this.trace.length ? ending(this.trace) : "";
    return [this.#sentence(step, bound, place), last].filter(Boolean).join(" ");
  }

  #sentence(step, bound, place) {
    if (step.kind === "iteration") return `An iteration begins: nothing beyond ${step.bound} is looked at.`;
    if (step.kind === "backtrack") return "All children are done: back to the parent.";
    const node = this.trace.nodes[step.node];
    if (step.kind === "goal") return "The goal is reached.";
    if (step.kind === "expand") return `${TAKES[this.method.algorithm] ?? "The next node is taken up"}: ${this.sum(node)}.`;
    const over = node.fate === "over-bound" && bound !== null ? ` of ${bound}` : "";
    return `Tile ${node.tile} ${inWords(node.move)}: ${this.sum(node)}. ${this.fate(node, place)}${over}.`;
  }
}

/** Searches that ask for no estimate. */
const BLIND = new Set(["bfs", "dfs", "iddfs", "bidirectional"]);

const equation = (text) => text.replace(" ", " = ");

function ending(trace) {
  if (trace.truncated) return "Here the drawing ends; the search goes on.";
  const { result } = trace;
  return result?.length === undefined ? "" : `The solution has ${result.length} moves.`;
}
