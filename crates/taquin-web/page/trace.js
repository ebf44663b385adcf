// The trace of a search, prepared so that any step can be shown.

import { Board } from "./board.js";

const PRUNED = new Set(["steps-back", "closed", "not-better", "over-bound", "on-path"]);

export class Trace {
  /** @param answer the engine's answer to `trace`; `size` is that of the board */
  constructor(answer, size, start) {
    this.steps = answer.steps;
    this.nodes = answer.nodes.map((node, id) => ({ ...node, id, children: [], generated: Infinity, expanded: Infinity }));
    this.truncated = answer.truncated;
    this.note = answer.said;
    this.result = answer.result ?? null;
    this.bounds = [];
    /** The id of the goal's node, or -1 if the search did not reach it. */
    this.goal = this.nodes.findLastIndex((node) => node.fate === "goal");
    this.#order(size, start);
  }

  get length() {
    return this.steps.length;
  }

  /** Notes when each node is generated and expanded, and the state after each step. */
  #order(size, start) {
    let [iteration, bound, open, closed, now] = [0, null, 0, 0, -1];
    const appear = (id, step) => {
      const node = this.nodes[id];
      if (node.generated !== Infinity) return;
      Object.assign(node, { generated: step, iteration });
      if (node.parent === null || node.parent === undefined) {
        Object.assign(node, { parent: null, depth: 0, board: new Board(size, node.board ?? start) });
        return;
      }
      const parent = this.nodes[node.parent];
      parent.children.push(id);
      const slid = parent.board.slide(node.move);
      Object.assign(node, { depth: parent.depth + 1, board: slid.board, tile: slid.tile });
    };
    this.at = this.steps.map((step, i) => {
      if (step.kind === "iteration") {
        bound = step.bound;
        this.bounds.push(bound);
        iteration = this.bounds.length;
        now = -1;
      } else if (step.kind === "expand") {
        appear(step.node, i);
        this.nodes[step.node].expanded = Math.min(this.nodes[step.node].expanded, i);
        [open, closed, now] = [step.open, step.closed, step.node];
      } else if (step.kind === "child") {
        appear(step.node, i);
      } else if (step.kind === "goal") {
        now = step.node;
        this.goal = step.node;
      } else if (step.kind === "backtrack") {
        now = now < 0 ? -1 : this.nodes[now].parent ?? -1;
      }
      const shown = step.kind === "child" ? step.node : now;
      return { iteration, bound, open, closed, now, shown };
    });
  }

  /** Returns the state after `place` steps; 0 is before the first. */
  state(place) {
    if (place === 0) {
      const root = this.nodes[this.steps.find((step) => step.kind === "expand")?.node ?? 0];
      return { iteration: root?.iteration ?? 0, bound: null, open: 1, closed: 0, now: -1, shown: root?.id ?? -1, step: null };
    }
    return { ...this.at[place - 1], step: this.steps[place - 1] };
  }

  /** Returns whether a node is visible after `place` steps. */
  visible(node, place, iteration) {
    if (node.iteration !== iteration) return false;
    return node.generated < place || (place === 0 && node.parent === null);
  }

  /** Returns the role of a node after `place` steps: "now", "goal", "cut", "closed" or "open". */
  role(node, place, now) {
    if (node.id === this.goal && (node.fate === "goal" || place === this.length)) return "goal";
    if (node.id === now) return "now";
    if (this.isPruned(node)) return "cut";
    return node.expanded < place ? "closed" : "open";
  }

  isPruned(node) {
    return PRUNED.has(node.fate);
  }

  /** Returns the nodes from a root to this one. */
  path(id) {
    const ids = new Set();
    for (let at = id; at !== null && at >= 0; at = this.nodes[at].parent) ids.add(at);
    return ids;
  }
}
