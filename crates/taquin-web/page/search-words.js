// What a step of a search means, in words.

import { inWords } from "./board.js";

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

const FATES = {
  root: "the beginning",
  kept: "kept: it is new",
  improved: "kept: it was waiting already, but this way to it is shorter",
  goal: "the goal",
  "steps-back": "cut: it takes the last move back",
  closed: "cut: it was taken up before",
  "not-better": "cut: it waits already, and this way to it is no shorter",
  "over-bound": "cut: it is beyond the bound",
  "on-path": "cut: it is on the present path already",
};

/** What became of a node. */
export const fate = (node) => FATES[node.fate] ?? node.fate;

/** The sum of a node: "g 2 + h 4 = f 6". */
export function sum({ g, h, f }) {
  if (h === undefined || h === null) return `g = ${g}`;
  return f === undefined || f === null || f !== g + h ? `g = ${g}, h = ${h}` : `f = ${g} + ${h} = ${f}`;
}

/** A step in a sentence or two. */
export function stepText(trace, place, algorithm) {
  const { step, bound } = trace.state(place);
  if (!step) return "Before the first step: only the board itself is waiting.";
  const last = place === trace.length ? ending(trace) : "";
  return [sentence(trace, step, bound, algorithm), last].filter(Boolean).join(" ");
}

function sentence(trace, step, bound, algorithm) {
  if (step.kind === "iteration") return `A new iteration begins: nothing beyond ${step.bound} is looked at.`;
  if (step.kind === "backtrack") return "All children are done: back to the parent.";
  const node = trace.nodes[step.node];
  if (step.kind === "expand") return `${TAKES[algorithm] ?? "The next node is taken up"}: ${sum(node)}.`;
  const over = node.fate === "over-bound" && bound !== null ? ` of ${bound}` : "";
  return `Tile ${node.tile} ${inWords(node.move)}: ${sum(node)}. ${capital(fate(node))}${over}.`;
}

function ending(trace) {
  if (trace.truncated) return trace.said ?? "Here the drawing ends; the search would go on.";
  const { result } = trace;
  return result?.length === undefined ? "" : `The search is over: ${result.length} moves.`;
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
