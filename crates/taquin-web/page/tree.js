// Draws a search tree. The layout of an iteration includes all its nodes from the start, so that nothing moves while the
// tree grows. Only the visible part is drawn.

import { svg } from "./element.js";
import { miniBoard } from "./mini-board.js";

const MARGIN = 16;
const ACROSS = 22;
const DOWN = 34;
const CAPTION = 30;

const PRUNED_LABELS = {
  "steps-back": "undo",
  closed: "closed",
  "not-better": "not better",
  "over-bound": "over limit",
  "on-path": "on path",
};

export class Tree {
  #layouts = new Map();
  #place = 0;
  #chosen = -1;
  #frame = 0;

  /** @param {(id: number) => void} onChoose called with the node that is clicked or reached with the arrow keys */
  constructor(box, onChoose) {
    this.box = box;
    this.lines = svg("g", { class: "edges" });
    this.heads = svg("g", { class: "heads" });
    this.canvas = svg("svg", { "aria-hidden": "true" }, this.lines, this.heads);
    box.replaceChildren(this.canvas);
    box.addEventListener("scroll", () => this.#later());
    new ResizeObserver(() => this.#later()).observe(box);
    this.canvas.addEventListener("click", (event) => {
      const head = event.target.closest(".node");
      if (head) onChoose(Number(head.dataset.id));
    });
    box.addEventListener("keydown", (event) => {
      const id = this.#neighbour(event.key);
      if (id === null) return;
      event.preventDefault();
      onChoose(id);
    });
  }

  /** Shows another trace; `text` describes its nodes. */
  open(trace, text) {
    this.model = trace;
    this.text = text;
    this.#layouts.clear();
    const { board } = trace.nodes[0];
    this.board = board.cols * board.rows > 9 ? 76 : 54;
    this.height = (this.board * board.rows) / Math.max(board.rows, board.cols) + CAPTION;
  }

  /** Shows the tree after `place` steps, and scrolls to the chosen node. */
  show(place, chosen) {
    this.#place = place;
    this.#chosen = chosen;
    const { iteration } = this.model.state(place);
    this.layout = this.#laidOut(iteration);
    this.canvas.setAttribute("width", Math.max(this.layout.width, 1));
    this.canvas.setAttribute("height", this.layout.height);
    this.#bring(chosen);
    this.#draw();
  }

  #laidOut(iteration) {
    if (!this.#layouts.has(iteration)) this.#layouts.set(iteration, layOut(this.model, iteration, this.board, this.height));
    return this.#layouts.get(iteration);
  }

  /** Scrolls only if the node is near the edge or outside of the visible part. */
  #bring(id) {
    const spot = this.layout.spots.get(id);
    if (!spot) return;
    const { clientWidth: width, clientHeight: height, scrollLeft: left, scrollTop: top } = this.box;
    const [x, y] = [spot.x + this.board / 2, spot.y + this.height / 2];
    if (x < left + this.board || x > left + width - this.board) this.box.scrollLeft = x - width / 2;
    if (y < top + this.height * 0.6 || y > top + height - this.height * 0.6) this.box.scrollTop = y - height / 2;
  }

  #later() {
    if (!this.model || !this.layout) return;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.box;
    const { iteration, now } = this.model.state(this.#place);
    const ended = this.#place === this.model.length;
    const way = ended ? this.model.path(this.model.goal) : new Set();
    const near = ({ x, y }, more) => x > scrollLeft - more && x < scrollLeft + clientWidth + more
      && y > scrollTop - more && y < scrollTop + clientHeight + more;
    const [lines, heads] = [[], []];
    for (const [id, spot] of this.layout.spots) {
      const node = this.model.nodes[id];
      if (!this.model.visible(node, this.#place, iteration)) continue;
      const above = node.parent === null ? null : this.layout.spots.get(node.parent);
      if (above && (near(spot, 200) || near(above, 200) || (above.y < scrollTop && spot.y > scrollTop))) {
        const [ax, ay] = [above.x + this.board / 2, above.y + this.height];
        const [bx, by] = [spot.x + this.board / 2, spot.y];
        const bend = (ay + by) / 2;
        const name = `edge ${this.model.role(node, this.#place, now)}${way.has(id) ? " way" : ""}`;
        lines.push(svg("path", { class: name, d: `M${ax} ${ay}C${ax} ${bend} ${bx} ${bend} ${bx} ${by}` }));
      }
      if (near(spot, 140)) heads.push(this.#head(node, spot, now, way.has(id)));
    }
    this.lines.replaceChildren(...lines);
    this.heads.replaceChildren(...heads);
  }

  #head(node, { x, y }, now, onWay) {
    const role = this.model.role(node, this.#place, now);
    const names = ["node", role, onWay ? "way" : "", node.id === this.#chosen ? "chosen" : ""].join(" ");
    const mini = miniBoard(node.board, this.board, node.tile ?? 0);
    const bottom = this.height - CAPTION;
    const [value, sum] = this.text.caption(node);
    return svg(
      "g",
      { class: names, transform: `translate(${x} ${y})`, "data-id": node.id },
      svg("rect", { class: "halo", x: -6, y: -6, width: this.board + 12, height: this.height + 8, rx: 8 }),
      mini,
      svg("text", { class: "f", x: this.board / 2, y: bottom + 13 }, role === "cut" ? PRUNED_LABELS[node.fate] ?? "pruned" : value),
      svg("text", { class: "sum", x: this.board / 2, y: bottom + 26 }, sum),
    );
  }

  /** Returns the node that an arrow key leads to. */
  #neighbour(key) {
    const node = this.model?.nodes[this.#chosen];
    if (!node) return null;
    const { iteration } = this.model.state(this.#place);
    const seen = (id) => id !== null && this.model.visible(this.model.nodes[id], this.#place, iteration);
    if (key === "ArrowUp") return seen(node.parent) ? node.parent : null;
    if (key === "ArrowDown") return node.children.find(seen) ?? null;
    if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
    const row = [...this.layout.spots.keys()]
      .filter((id) => this.model.nodes[id].depth === node.depth && seen(id))
      .sort((a, b) => this.layout.spots.get(a).x - this.layout.spots.get(b).x);
    return row[row.indexOf(node.id) + (key === "ArrowLeft" ? -1 : 1)] ?? null;
  }
}

/**
 * Computes the layout after Reingold and Tilford, without recursion: parents are centred above their children, and
 * subtrees are as close as their outlines allow.
 */
function layOut(model, iteration, board, height) {
  const nodes = model.nodes.filter((node) => node.iteration === iteration && node.generated !== Infinity);
  // A child is generated after its parent, so in reverse order children come before their parents.
  const outlines = new Map();
  const shifts = new Map();
  for (const node of nodes.toReversed()) {
    outlines.set(node.id, beside(node.children, outlines, shifts));
    for (const id of node.children) outlines.delete(id);
  }
  const roots = nodes.filter((node) => node.parent === null);
  const { left } = beside(roots.map(({ id }) => id), outlines, shifts);
  const leftmost = -Math.min(0, ...left);
  const spots = new Map();
  const [step, drop] = [board + ACROSS, height + DOWN];
  let [width, deepest] = [0, 0];
  for (const node of nodes) {
    const above = node.parent === null ? leftmost * step + MARGIN : spots.get(node.parent).x;
    const x = above + shifts.get(node.id) * step;
    spots.set(node.id, { x, y: MARGIN + node.depth * drop });
    width = Math.max(width, x + board);
    deepest = Math.max(deepest, node.depth);
  }
  return { spots, width: width + MARGIN, height: 2 * MARGIN + deepest * drop + height + 6 };
}

/**
 * Places subtrees side by side under a parent at 0, and records the shift of each. An outline has the leftmost and the
 * rightmost position of each level, starting with the parent.
 */
function beside(children, outlines, shifts) {
  const [left, right] = [[], []];
  const places = children.map((id) => {
    const outline = outlines.get(id);
    let shift = 0;
    for (let level = 0; level < Math.min(outline.left.length, right.length); level += 1) {
      shift = Math.max(shift, right[level] + 1 - outline.left[level]);
    }
    outline.left.forEach((place, level) => {
      left[level] ??= place + shift;
      right[level] = outline.right[level] + shift;
    });
    return shift;
  });
  const middle = places.length === 0 ? 0 : (places[0] + places.at(-1)) / 2;
  children.forEach((id, i) => shifts.set(id, places[i] - middle));
  return { left: [0, ...left.map((place) => place - middle)], right: [0, ...right.map((place) => place - middle)] };
}
