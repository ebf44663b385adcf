// The trace of a search, prepared so that any step can be shown at once.
//
// Nodes are numbers; their properties are columns, because a trace can have a hundred thousand. `place` is the number of
// steps that have happened: 0 is before the first.
//
// Iterative deepening generates the same nodes again in every iteration. All nodes with the same moves share a slot, so
// that the tree of the last iteration stays where it was and is filled in again by the next one.

import { Board } from "./board.js";

export const NEVER = 0x7fffffff;

const DIRECTIONS = "ULRD";
const KEPT = new Set(["root", "kept", "improved", "goal", "meeting"]);
/** Of a long path, the boards at multiples of this depth are kept in memory. */
const LANDMARK = 32;
const MAX_BOARDS = 20_000;

export class Trace {
  #boards = new Map();
  /** The open list of each side that was asked for last. */
  #lists = [];

  /** @param answer the engine's answer to `trace` for a method; `fates` are those of `about` */
  constructor(answer, { size, method, fates }) {
    const { parent, move, h, fate } = answer.nodes;
    this.answer = answer;
    this.size = size;
    this.count = parent.length;
    this.length = answer.steps.kind.length;
    this.parent = Int32Array.from(parent, (node) => node ?? -1);
    this.moves = move;
    this.h = Int32Array.from(h, (value) => value ?? -1);
    this.fates = fate.map((index) => (index === null ? "root" : fates[index].name));
    this.pruned = Uint8Array.from(this.fates, (name) => (KEPT.has(name) ? 0 : 1));
    this.kinds = answer.steps.kind;
    this.values = Int32Array.from(answer.steps.value, (value) => value ?? -1);
    this.rootBoards = new Map(answer.roots.map(({ node, board }) => [node, new Board(size, board)]));
    this.hasOpenList = answer.queue !== null;
    this.hasClosedList = answer.closed.some((closed) => closed > 0);
    this.isTwoSided = answer.roots.length === 2 && !this.kinds.includes("i");
    /** One side grows down from the start, the other one up from the goal. */
    this.meetsInTheMiddle = method.algorithm === "bidirectional";
    this.solution = answer.solution ?? [];
    this.meeting = answer.meeting ?? [];
    /** Both sides have a node of the meeting board; the solution has one of them. */
    this.onSolution = new Set([...this.solution, ...this.meeting]);
    this.#descend();
    this.#replay();
    this.#share();
    this.#queue();
  }

  get truncated() {
    return this.answer.truncated;
  }

  get result() {
    return this.answer.result ?? null;
  }

  /** The number of expanded nodes. */
  get expansions() {
    return this.answer.open.length;
  }

  /** Depths and sides, from the roots down: a parent comes before its children. */
  #descend() {
    this.g = new Int32Array(this.count);
    this.side = new Uint8Array(this.count);
    for (let node = 0; node < this.count; node += 1) {
      const parent = this.parent[node];
      if (parent >= 0) {
        this.g[node] = this.g[parent] + 1;
        this.side[node] = this.side[parent];
      } else if (this.isTwoSided) this.side[node] = node;
    }
  }

  /** Notes when each node is generated, expanded and no longer open, and the state after each step. */
  #replay() {
    const column = () => new Int32Array(this.length + 1);
    this.born = new Int32Array(this.count).fill(NEVER);
    this.expanded = new Int32Array(this.count).fill(NEVER);
    this.ended = new Int32Array(this.count).fill(NEVER);
    this.iteration = new Int32Array(this.count);
    /** The limit of each iteration, and the step that starts it. */
    this.iterations = [];
    this.now = column();
    this.generated = column();
    this.expandedSoFar = column();
    this.inIteration = column();
    this.open = [column(), column()];
    this.closed = [column(), column()];
    const older = new Map((this.answer.queue?.replaced ?? []).map(([replaced, by]) => [by, replaced]));
    this.replacedBy = new Map((this.answer.queue?.replaced ?? []));
    const roots = this.isTwoSided ? 2 : 1;
    for (let side = 0; side < roots; side += 1) this.open[side][0] = 1;
    this.generated[0] = roots;
    for (let node = 0; node < Math.min(roots, this.count); node += 1) this.born[node] = -1;
    const appear = (node, step) => {
      if (this.born[node] === NEVER) this.born[node] = step;
      this.iteration[node] = this.iterations.length;
    };
    this.now[0] = -1;
    const columns = [this.now, this.generated, this.expandedSoFar, this.inIteration, ...this.open, ...this.closed];
    for (let step = 0; step < this.length; step += 1) {
      const [kind, value, place] = [this.kinds[step], this.values[step], step + 1];
      for (const values of columns) values[place] = values[step];
      const side = "ecg".includes(kind) ? this.side[value] : 0;
      if (kind === "i") {
        this.iterations.push({ bound: value, step });
        this.inIteration[place] = this.iterations.length;
        this.now[place] = -1;
      } else if (kind === "e") {
        appear(value, step);
        this.expanded[value] = step;
        this.ended[value] = step;
        this.open[side][place] -= 1;
        this.closed[side][place] += 1;
        this.expandedSoFar[place] += 1;
        this.now[place] = value;
      } else if (kind === "c") {
        appear(value, step);
        // A move that would undo the last one is not made.
        if (this.fates[value] !== "steps-back") this.generated[place] += 1;
        if (older.has(value)) this.ended[older.get(value)] = step;
        else if (!this.pruned[value]) this.open[side][place] += 1;
      } else if (kind === "g") {
        appear(value, step);
        // A goal that was tested when it was generated is not selected from the open list.
        if (this.fates[value] !== "goal") {
          this.ended[value] = step;
          this.open[side][place] -= 1;
        }
        this.now[place] = value;
        this.goal = value;
        this.goalStep = step;
      } else {
        const from = this.now[step];
        this.now[place] = from < 0 ? -1 : this.parent[from];
      }
    }
  }

  /** Gives nodes with the same moves the same slot. Slots are numbered in the order of their appearance. */
  #share() {
    const column = () => new Int32Array(this.count);
    const children = new Int32Array(4 * this.count).fill(-1);
    this.slot = column();
    /** The node of an earlier iteration in the same slot. */
    this.earlier = column().fill(-1);
    const slots = { parent: column(), side: column(), born: column(), last: column() };
    let count = 0;
    for (let node = 0; node < this.count; node += 1) {
      const above = this.parent[node] < 0 ? -1 : this.slot[this.parent[node]];
      const key = above * 4 + DIRECTIONS.indexOf(this.moves[node]);
      // Without a second side, all roots are the start, once for each iteration.
      const isStartAgain = above < 0 && !this.isTwoSided && count > 0;
      let slot = isStartAgain ? 0 : above < 0 ? -1 : children[key];
      if (slot < 0) {
        slot = count;
        count += 1;
        if (above >= 0) children[key] = slot;
        slots.parent[slot] = above;
        slots.side[slot] = this.side[node];
        slots.born[slot] = this.born[node];
      } else {
        this.earlier[node] = slots.last[slot];
      }
      slots.last[slot] = node;
      this.slot[node] = slot;
    }
    this.slots = { ...slots, count };
  }

  /** Sorts the nodes by their place in the queue, and finds those that were popped together. */
  #queue() {
    const { queue } = this.answer;
    this.byRank = new Int32Array(queue ? this.count : 0);
    queue?.rank.forEach((rank, node) => {
      this.byRank[rank] = node;
    });
    /** For each node that was popped with others: the step of that, and its place among them. */
    this.poppedAt = new Int32Array(this.count).fill(NEVER);
    this.poppedOrder = new Int32Array(this.count);
    /** For each such step, how many nodes were popped, including the expanded one. */
    this.batches = new Map();
    if (!queue) return;
    const steps = [];
    for (let step = 0; step < this.length; step += 1) if (this.kinds[step] === "e") steps.push(step);
    for (const { expansion, nodes } of queue.popped) {
      this.batches.set(steps[expansion], nodes.length + 1);
      nodes.forEach((node, order) => {
        this.poppedAt[node] = steps[expansion];
        this.poppedOrder[node] = order;
      });
    }
  }

  /** Returns the open nodes of a side after `place` steps, in the order in which the search will take them. */
  openNodes(place, side) {
    const known = this.#lists[side];
    if (known?.place !== place) this.#lists[side] = { place, nodes: this.#listOpen(place, side) };
    return this.#lists[side].nodes;
  }

  #listOpen(place, side) {
    const { byRank, born, ended, pruned, poppedAt, poppedOrder } = this;
    const waiting = [];
    const first = [];
    for (let rank = 0; rank < byRank.length; rank += 1) {
      const node = byRank[rank];
      if (born[node] >= place || ended[node] < place || pruned[node] || this.side[node] !== side) continue;
      if (poppedAt[node] < place) first.push(node);
      else waiting.push(node);
    }
    if (first.length === 0) return waiting;
    first.sort((a, b) => poppedAt[a] - poppedAt[b] || poppedOrder[a] - poppedOrder[b]);
    return first.concat(waiting);
  }

  /** Returns the nodes from the root to the current node after `place` steps. */
  path(place) {
    const nodes = [];
    for (let node = this.now[place]; node >= 0; node = this.parent[node]) nodes.push(node);
    return nodes.reverse();
  }

  /** Returns the node that the last step was about, or the root before the first. */
  shown(place) {
    if (this.count === 0) return -1;
    if (place > 0 && "ecg".includes(this.kinds[place - 1])) return this.values[place - 1];
    return this.now[place] < 0 ? 0 : this.now[place];
  }

  /** The limit of the current iteration, or null. */
  bound(place) {
    return this.iterations[this.inIteration[place] - 1]?.bound ?? null;
  }

  /** Returns the number of slots that are filled after `place` steps. */
  slotCount(place) {
    const { born, count } = this.slots;
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (born[middle] < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the newest node of a slot after `place` steps. */
  nodeOf(slot, place) {
    let node = this.slots.last[slot];
    while (this.earlier[node] >= 0 && this.born[node] >= place) node = this.earlier[node];
    return node;
  }

  /**
   * Returns the role of a node after `place` steps: "now", "goal", "meeting", "cut", "replaced", "path", "closed",
   * "open" or "ghost", which belongs to an earlier iteration.
   */
  role(node, place, path) {
    if (this.iteration[node] < this.inIteration[place]) return "ghost";
    if (node === this.goal && place > this.goalStep) return "goal";
    if (this.fates[node] === "goal" && this.born[node] < place) return "goal";
    if (this.meeting.includes(node) && this.born[this.meeting[0]] < place) return "meeting";
    if (node === this.now[place]) return "now";
    if (this.pruned[node]) return "cut";
    if (!this.hasOpenList && path.has(node)) return "path";
    if (this.expanded[node] < place) return "closed";
    return this.ended[node] < place ? "replaced" : "open";
  }

  /** Returns the place after the step that the steps up to a place belong to: an expansion, an iteration or the goal. */
  keyPlace(place) {
    let key = place;
    while (key > 1 && !"eig".includes(this.kinds[key - 1])) key -= 1;
    return key;
  }

  /** Returns the places where a search that advances by whole expansions stops. */
  expansionPlaces() {
    const places = [0];
    for (let place = 1; place <= this.length; place += 1) {
      if (place === this.length || "eig".includes(this.kinds[place])) places.push(place);
    }
    return places;
  }

  /** Returns the board of a node. */
  board(node) {
    const below = [];
    let at = node;
    while (this.parent[at] >= 0 && !this.#boards.has(at)) {
      below.push(at);
      at = this.parent[at];
    }
    let board = this.#boards.get(at) ?? this.rootBoards.get(at);
    if (this.#boards.size > MAX_BOARDS) this.#boards.clear();
    for (const next of below.reverse()) {
      ({ board } = board.slide(this.moves[next]));
      if (next === node || this.g[next] % LANDMARK === 0) this.#boards.set(next, board);
    }
    return board;
  }

  /** Returns the tile that moved to a node, or 0 for a root. */
  tile(node) {
    const parent = this.parent[node];
    return parent < 0 ? 0 : this.board(node).tiles[this.board(parent).gap];
  }
}
