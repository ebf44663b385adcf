// What a search did, as the engine told it, made ready to be shown at any step, forward and back.

import { Board } from "./board.js";

const CUT = new Set(["steps-back", "closed", "not-better", "over-bound", "on-path"]);

export class Trace {
  /** @param told the engine's answer to `trace`; `size` is that of the board */
  constructor(told, size, start) {
    this.steps = told.steps;
    this.nodes = told.nodes.map((node, id) => ({ ...node, id, children: [], born: Infinity, taken: Infinity }));
    this.truncated = told.truncated;
    this.said = told.said;
    this.result = told.result ?? null;
    this.bounds = [];
    /** The goal's node, if the search came to it: -1 if not. */
    this.goal = this.nodes.findLastIndex((node) => node.fate === "goal");
    this.#order(size, start);
  }

  get length() {
    return this.steps.length;
  }

  /** Walks the steps once and notes when each node appears, when it is taken up, and what stands at each step. */
  #order(size, start) {
    let [iteration, bound, open, closed, now] = [0, null, 0, 0, -1];
    const appear = (id, step) => {
      const node = this.nodes[id];
      if (node.born !== Infinity) return;
      Object.assign(node, { born: step, iteration });
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
        this.nodes[step.node].taken = Math.min(this.nodes[step.node].taken, i);
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

  /** What is to be seen after so many steps; 0 is before the first. */
  state(place) {
    if (place === 0) {
      const root = this.nodes[this.steps.find((step) => step.kind === "expand")?.node ?? 0];
      return { iteration: root?.iteration ?? 0, bound: null, open: 1, closed: 0, now: -1, shown: root?.id ?? -1, step: null };
    }
    return { ...this.at[place - 1], step: this.steps[place - 1] };
  }

  /** Whether a node is in the picture after so many steps. */
  visible(node, place, iteration) {
    if (node.iteration !== iteration) return false;
    return node.born < place || (place === 0 && node.parent === null);
  }

  /** What a node is after so many steps: "now", "goal", "cut", "closed" or "open". */
  role(node, place, now) {
    if (node.id === this.goal && (node.fate === "goal" || place === this.length)) return "goal";
    if (node.id === now) return "now";
    if (this.isCut(node)) return "cut";
    return node.taken < place ? "closed" : "open";
  }

  isCut(node) {
    return CUT.has(node.fate);
  }

  /** The nodes from a root to this one. */
  path(id) {
    const ids = new Set();
    for (let at = id; at !== null && at >= 0; at = this.nodes[at].parent) ids.add(at);
    return ids;
  }
}
