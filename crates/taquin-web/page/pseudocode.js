// The searches in pseudocode. Each line says at which steps the search is there: a step is "start", "iteration", "expand",
// "goal", "backtrack", or the status of the child that was generated.

import { element } from "./element.js";

const line = (depth, text, ...steps) => ({ depth, text, steps });

/** What a best-first search does with a child, by its duplicate policy. */
const CHILDREN = {
  closed: [
    line(2, "if c undoes the last move: skip it", "steps-back"),
    line(2, "if c is closed: skip it", "closed"),
    line(2, "if c is open and g not smaller: skip it", "not-better"),
    line(2, "if c is open and g smaller: replace it", "improved"),
    line(2, "otherwise: add c to open", "kept"),
  ],
  parent: [line(2, "if c undoes the last move: skip it", "steps-back"), line(2, "otherwise: add c to open", "kept")],
  keep: [line(2, "add c to open", "kept")],
};

const bestFirst = (choice) => ({ duplicates = "closed" }) => [
  line(0, "open ← {start}, closed ← {}", "start"),
  line(0, "while open is not empty"),
  line(1, `n ← open node with the smallest ${choice}`, "expand"),
  line(1, "if n is the goal: return its path", "goal"),
  line(1, "move n to closed"),
  line(1, "for each child c of n"),
  ...CHILDREN[duplicates],
];

const LINES = {
  astar: bestFirst("f = g + h"),
  wastar: bestFirst("f = g + w·h"),
  greedy: bestFirst("h"),
  bfs: ({ goal_test: test }) => [
    line(0, "open ← queue with start", "start"),
    line(0, "while open is not empty"),
    line(1, "n ← the oldest open node", "expand"),
    ...(test === "selected" ? [line(1, "if n is the goal: return its path", "goal")] : []),
    line(1, "for each child c of n, except the way back"),
    line(2, "if c was generated before: skip it", "closed", "not-better"),
    ...(test === "selected" ? [] : [line(2, "if c is the goal: return its path", "goal")]),
    line(2, "otherwise: append c to open", "kept"),
  ],
  dfs: ({ goal_test: test, depth }) => (test === "selected" ? [
    line(0, "open ← stack with start", "start"),
    line(0, "while open is not empty"),
    line(1, "n ← the newest open node", "expand"),
    line(1, "if n is the goal: return its path", "goal"),
    line(1, "for each child c of n, except the way back"),
    line(2, "if c was generated before: skip it", "closed", "not-better"),
    line(2, "otherwise: push c, the first child on top", "kept"),
  ] : [
    line(0, "visit(start)", "start"),
    line(0, "visit(n):", "expand"),
    line(1, "for each child c of n, except the way back"),
    ...(depth === undefined
      ? [line(2, "if c was generated before: skip it", "closed")]
      : [line(2, "if c is deeper than the limit: skip it", "over-bound"), line(2, "if c is on the path: skip it", "on-path")]),
    line(2, "if c is the goal: return the path", "goal"),
    line(2, "otherwise: visit(c)", "kept"),
    line(1, "go back to the parent", "backtrack"),
  ]),
  iddfs: () => [
    line(0, "for limit = 0, 1, 2, …", "start"),
    line(1, "visit(start)", "iteration"),
    line(0, "visit(n):", "expand"),
    line(1, "if n is the goal: return the path", "goal"),
    line(1, "for each child c of n, except the way back"),
    line(2, "if c is deeper than the limit: skip it", "over-bound"),
    line(2, "otherwise: visit(c)", "kept"),
    line(1, "go back to the parent", "backtrack"),
  ],
  idastar: () => [
    line(0, "limit ← h(start)", "start"),
    line(0, "repeat"),
    line(1, "visit(start)", "iteration"),
    line(1, "limit ← the smallest f beyond the limit"),
    line(0, "visit(n):", "expand"),
    line(1, "if n is the goal: return the path", "goal"),
    line(1, "for each child c of n, except the way back"),
    line(2, "if f(c) = g + h > limit: skip it", "over-bound"),
    line(2, "otherwise: visit(c)", "kept"),
    line(1, "go back to the parent", "backtrack"),
  ],
  bidirectional: () => [
    line(0, "one side ← {start}, other side ← {goal}", "start"),
    line(0, "repeat"),
    line(1, "take the side whose outermost layer is smaller"),
    line(1, "for each node n of that layer", "expand"),
    line(2, "for each child c of n, except the way back"),
    line(3, "if this side has c: skip it", "closed", "not-better"),
    line(3, "if the other side has c: return both paths", "meeting"),
    line(3, "otherwise: add c to the next layer", "kept"),
  ],
  lockstep: ({ duplicates = "closed" }) => [
    line(0, "open ← {start}, twin's open ← {twin}", "start"),
    line(0, "repeat, in turn for board and twin"),
    line(1, "n ← its open node with the smallest f", "expand"),
    line(1, "if n is the goal: return (twin: unsolvable)", "goal"),
    line(1, "move n to closed"),
    line(1, "for each child c of n"),
    ...CHILDREN[duplicates],
  ],
};

export class Pseudocode {
  constructor(list) {
    this.list = list;
    this.lines = [];
  }

  /** Shows the search of a method. */
  open(method) {
    this.lines = LINES[method.algorithm]?.(method) ?? [];
    this.list.replaceChildren(...this.lines.map(({ depth, text }) => element("li", { class: `depth-${depth}` }, text)));
  }

  /** Marks the line of a step. */
  mark(step) {
    this.lines.forEach(({ steps }, index) => {
      const item = this.list.children[index];
      const isHere = steps.includes(step);
      item.classList.toggle("now", isHere);
      if (isHere) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
  }
}

/** Returns the name of the step before a place, as the lines call it. */
export function stepName(trace, place) {
  if (place === 0) return "start";
  const [kind, value] = [trace.kinds[place - 1], trace.values[place - 1]];
  if (kind === "c") return trace.fates[value];
  return { i: "iteration", e: "expand", g: "goal", b: "backtrack" }[kind];
}
