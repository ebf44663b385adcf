// Describes the nodes and steps of a search in words.

import { directionName } from "./board.js";
import { counted } from "./number.js";
import { selectionReason } from "./selection-reason.js";
import { capital } from "./sentence.js";

/** Searches that use no heuristic. */
const UNINFORMED = new Set(["bfs", "dfs", "iddfs", "bidirectional"]);

/** What became of a child, in a list. */
const CHILDREN = {
  kept: "new",
  improved: "with a shorter path than before",
  goal: "the goal",
  meeting: "where the sides meet",
  "steps-back": "pruned (undoes the last move)",
  closed: "pruned (already expanded)",
  "not-better": "pruned (already open)",
  "over-bound": "pruned (beyond the limit)",
  "on-path": "pruned (on the path)",
};

/** Describes one trace. `method` is the requested method, `statuses` are the engine's descriptions of node statuses. */
export class StepText {
  constructor(trace, method, statuses) {
    this.trace = trace;
    this.method = method;
    this.titles = new Map(statuses.map(({ name, title }) => [name, title]));
    this.usesHeuristic = !UNINFORMED.has(method.algorithm);
  }

  /** Returns f as the search computes it, or null if it has none. */
  value(node) {
    const { g, h } = this.trace;
    if (!this.usesHeuristic || h[node] < 0) return null;
    if (this.method.algorithm === "greedy") return h[node];
    return Math.round((g[node] + (this.method.weight ?? 1) * h[node]) * 1000) / 1000;
  }

  /** Returns the values of a node in two short lines: ["f 6", "2 + 4"]. */
  caption(node) {
    const [g, h, value] = [this.trace.g[node], this.trace.h[node], this.value(node)];
    if (value === null) return [`g ${g}`, ""];
    if (this.method.algorithm === "greedy") return [`h ${h}`, `g ${g}`];
    const { weight = 1 } = this.method;
    return [`f ${value}`, weight === 1 ? `${g} + ${h}` : `${g} + ${weight}·${h}`];
  }

  /** Returns the values of a node in one line: "f = 2 + 4 = 6". */
  sum(node) {
    const [first, second] = this.caption(node);
    const [letter, value] = first.split(" ");
    return letter === "f" ? `f = ${second} = ${value}` : [first, second].filter(Boolean).map((text) => text.replace(" ", " = ")).join(", ");
  }

  /** Returns the move that leads to a node: "5 down". */
  move(node) {
    return this.trace.fates[node] === "root" ? "start" : `${this.trace.tile(node)} ${directionName(this.trace.moves[node])}`;
  }

  /** Describes what the search has done with a node after `place` steps. */
  status(node, place) {
    const { trace } = this;
    const fate = trace.fates[node];
    const role = trace.role(node, place, new Set(trace.hasOpenList ? [] : trace.path(place)));
    if (role === "ghost") return "Generated in an earlier iteration";
    if (role === "goal") return "The goal";
    if (role === "meeting") return "The meeting board: both sides have generated it";
    if (role === "cut") return `Pruned: ${this.titles.get(fate) ?? fate}`;
    if (role === "replaced") return "Replaced by a shorter path to the same board";
    if (role === "now") return "Being expanded";
    if (role === "path") return "On the current path";
    if (role === "closed") return trace.hasOpenList || trace.hasClosedList ? "Closed: expanded" : "Expanded; the search has left it";
    if (trace.hasOpenList) {
      const order = trace.openNodes(place, trace.side[node]).indexOf(node) + 1;
      return `Open: number ${order} in the queue`;
    }
    return "To be expanded next";
  }

  /** Names the board of a root. */
  rootName(side) {
    if (side === 0) return "the start";
    return this.method.algorithm === "lockstep" ? "the twin" : "the goal";
  }

  /** Describes the step before a place: what happened and why. `key` is the step that the others up to there belong to. */
  step(place, key = place) {
    if (place === 0) return this.#beginning();
    const end = place === this.trace.length ? this.conclusion() : "";
    return [this.#sentence(key), this.#children(key, place), end].filter(Boolean).join(" ");
  }

  /** Counts what became of the children between two places. */
  #children(from, to) {
    const counts = new Map();
    for (let step = from; step < to; step += 1) {
      if (this.trace.kinds[step] !== "c") continue;
      const verdict = this.trace.fates[this.trace.values[step]];
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    }
    if (counts.size === 0) return "";
    return `Its children: ${[...counts].map(([fate, count]) => `${count} ${CHILDREN[fate] ?? fate}`).join(", ")}.`;
  }

  #beginning() {
    const { trace, method } = this;
    if (method.algorithm === "bidirectional") return "Before the first step: one side has the start, the other one the goal.";
    if (method.algorithm === "lockstep") {
      return "Before the first step: one open list has the start, the other one its twin, the start with two tiles exchanged.";
    }
    return trace.hasOpenList ? "Before the first step, only the start is open." : "Before the first step, the path is only the start.";
  }

  #sentence(place) {
    const { trace } = this;
    const [kind, node] = [trace.kinds[place - 1], trace.values[place - 1]];
    if (kind === "i") return this.#iteration(trace.inIteration[place], node);
    if (kind === "b") return trace.now[place] < 0
      ? "All children of the start are done: the tree is exhausted."
      : "All children are done: the search goes back to the parent.";
    if (kind === "g") return trace.g[node] === 0 ? "The start is the goal." : this.#goal(place, node);
    if (kind === "e") return `${capital(selectionReason(this, place))}.`;
    const bound = trace.bound(place) ?? this.method.depth;
    const over = trace.fates[node] === "over-bound" && bound !== undefined ? ` (limit ${bound})` : "";
    return `Tile ${trace.tile(node)} moves ${directionName(trace.moves[node])}: ${this.sum(node)}. ${this.#verdict(node)}${over}.`;
  }

  /** Says what the search does with a child that it has just generated. */
  #verdict(node) {
    const { trace } = this;
    const fate = trace.fates[node];
    if (trace.pruned[node]) return `Pruned: ${this.titles.get(fate) ?? fate}`;
    if (fate === "goal") return "It is the goal";
    if (fate === "meeting") return "The other side has generated it, too: the sides meet here";
    if (fate === "improved") return "It was open; this path is shorter and replaces the older node";
    return trace.hasOpenList ? "New: it is added to the open list" : "The search goes on there";
  }

  #iteration(number, bound) {
    const what = this.method.algorithm === "iddfs" ? "depth limit" : "f-limit";
    if (number === 1) return `The first iteration: the ${what} is ${bound}${what === "f-limit" ? ", the h of the start" : ""}.`;
    const why = what === "f-limit" ? `the smallest f beyond the last limit, ${bound}, is the new f-limit` : `the new depth limit is ${bound}`;
    return `Iteration ${number}: the goal was not found; ${why}. The search starts again, and the old tree stays as a shadow.`;
  }

  #goal(place, node) {
    const { trace } = this;
    if (trace.fates[node] === "goal") return "The goal was generated: the search ends.";
    if (!trace.hasOpenList) return "The path has reached the goal: the search ends.";
    return `The goal is the next node of the open list: the search ends. ${this.sum(node)}.`;
  }

  /** Says how the search ended. */
  conclusion() {
    const { trace } = this;
    if (trace.truncated) return "The recording ends here; the search went on.";
    const { result } = trace;
    if (result?.length !== undefined) {
      if (trace.g[trace.goal] === 0) return "No move is needed.";
      return `The solution has ${counted(result.length, "move")}${result.status === "optimal" ? ", the fewest possible" : ""}.`;
    }
    if (result?.status === "stopped") return "The search stopped here.";
    if (this.method.algorithm === "lockstep" && result?.reason) {
      // In a single row or column, the twin may not reach the goal either.
      if (Math.min(...trace.size) === 1) return "The goal was not reached: this board is unsolvable.";
      return "The twin has reached the goal. Exactly one of a board and its twin can, so this board is unsolvable.";
    }
    if (this.method.depth !== undefined) return `There is no solution with at most ${counted(this.method.depth, "move")}.`;
    return "";
  }
}
