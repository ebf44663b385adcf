// Draws a search tree on a canvas while it grows.
//
// The layout has the nodes that were generated so far. Drawing costs as much as there are pixels, not nodes: rows are
// searched for the first visible node, and nodes that would cover each other are skipped.

import { Camera } from "./camera.js";
import { DOTS, NodePainter } from "./node-painter.js";
import { TreeLayout } from "./tree-layout.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const DARK = matchMedia("(prefers-color-scheme: dark)");

const CAPTION = 32;
const ACROSS = 24;
const DOWN = 38;
const MARGIN = 22;
/** The edge of the box stays empty, in pixels, however small the tree is drawn. */
const EDGE = 10;
/** The nodes of a longer path are drawn like all others: only where they do not cover each other. */
const LONG_PATH = 2000;
/** The buttons cover the lowest part of the box. */
const TOOLS = 46;
/** The smallest scale at which a tree that does not fit is followed: boards stay legible. */
const LEGIBLE = 0.7;
const GLIDE = 240;
/** Dots are at least this many pixels apart. */
const SPACING = 3;

export class Tree {
  #place = 0;
  #chosen = -1;
  #frame = 0;
  #since = -Infinity;
  #fromX = new Float32Array(0);
  #fromY = new Float32Array(0);
  // The size of the box. Asking the browser for it in every step would make it lay out the page each time.
  #boxWidth = 0;
  #boxHeight = 0;
  #mode = "follow";
  #onMode;
  camera = new Camera();

  /**
   * @param {(node: number) => void} onChoose called with the node that is clicked or reached with the arrow keys
   * @param {(mode: string) => void} onMode called with "follow", "fit" or "free" when that changes
   */
  constructor(box, { onChoose, onMode }) {
    this.box = box;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    box.replaceChildren(this.canvas);
    this.onChoose = onChoose;
    this.#onMode = onMode;
    new ResizeObserver(() => this.#resize()).observe(box);
    DARK.addEventListener("change", () => {
      this.painter?.readColours();
      this.#later();
    });
  }

  /** Shows another trace; `text` describes its nodes. */
  open(trace, text) {
    this.trace = trace;
    const [rows, cols] = trace.size;
    const longest = Math.max(rows, cols);
    this.width = longest <= 3 ? 54 : longest <= 5 ? 19 * longest : 16 * longest;
    this.height = (this.width * rows) / longest + CAPTION;
    this.painter = new NodePainter(this.canvas, trace, text, { width: this.width, height: this.height, caption: CAPTION });
    this.layout = new TreeLayout(trace.slots, { mirrored: trace.meetsInTheMiddle });
    this.#fromX = new Float32Array(trace.slots.count);
    this.#fromY = new Float32Array(trace.slots.count);
    this.#place = -1;
    this.#resize();
  }

  /** Shows the tree after `place` steps; the current node stays in view. */
  show(place, chosen) {
    const isNew = this.#place < 0;
    const isStill = isNew || STILL.matches;
    this.#place = place;
    this.#chosen = chosen;
    this.path = new Set(this.trace.hasOpenList ? [] : this.trace.path(place));
    const count = this.trace.slotCount(place);
    if (isNew || count !== this.layout.count) this.#grow(count, isStill);
    this.#aim(isStill ? 0 : GLIDE);
    this.#later();
  }

  choose(node) {
    this.#chosen = node;
    this.#aim(STILL.matches ? 0 : GLIDE);
    this.#later();
  }

  /** "follow": legible, with the current node in view; "fit": the whole tree; "free": as the user left it. */
  set mode(mode) {
    this.#mode = mode;
    this.#onMode(mode);
    if (!this.trace) return;
    this.#aim(STILL.matches ? 0 : GLIDE);
    this.#later();
  }

  zoom(factor, px = 0, py = 0) {
    if (!this.trace) return;
    this.#free();
    this.camera.go(this.camera.zoomed(factor, px, py), 0);
    this.#later();
  }

  pan(dx, dy) {
    if (!this.trace) return;
    this.#free();
    const { x, y, scale, down } = this.camera;
    this.camera.go({ x: x - dx / scale, y: y - dy / down, scale }, 0);
    this.#later();
  }

  /** The point of the box that the camera is at. */
  get middle() {
    return { x: this.#boxWidth / 2, y: (this.#boxHeight - TOOLS) / 2 };
  }

  #free() {
    if (this.#mode !== "free") this.#onMode("free");
    this.#mode = "free";
  }

  /** Lays out more or fewer nodes; they glide from where they were, new ones from their parents. */
  #grow(count, isStill) {
    const { layout } = this;
    const [before, t] = [layout.count, this.#progress(performance.now())];
    if (t === 1) {
      this.#fromX.set(layout.x.subarray(0, before));
      this.#fromY.set(layout.y.subarray(0, before));
    } else for (let slot = 0; slot < before; slot += 1) {
      this.#fromX[slot] += (layout.x[slot] - this.#fromX[slot]) * t;
      this.#fromY[slot] += (layout.y[slot] - this.#fromY[slot]) * t;
    }
    layout.place(count);
    const { parent } = this.trace.slots;
    for (let slot = isStill ? 0 : before; slot < count; slot += 1) {
      const above = parent[slot];
      const moves = !isStill && above >= 0;
      this.#fromX[slot] = moves ? this.#fromX[above] : layout.x[slot];
      this.#fromY[slot] = moves ? this.#fromY[above] : layout.y[slot];
    }
    this.#since = isStill ? -Infinity : performance.now();
  }

  /** Returns how much of the growth is done, from 0 to 1. */
  #progress(now) {
    const t = Math.min(1, (now - this.#since) / GLIDE);
    return 1 - (1 - t) ** 3;
  }

  /** Points the camera at what should be seen. */
  #aim(milliseconds) {
    const [w, h] = [this.#boxWidth, this.#boxHeight - TOOLS];
    if (w === 0 || !this.layout) return;
    const { left, right, bottom } = this.layout;
    const width = (right - left) * this.#across + this.width + 2 * MARGIN;
    const height = bottom * this.#down + this.height + 2 * MARGIN;
    const inner = h - 2 * EDGE;
    this.camera.smallestDown = Math.min(inner / height, LEGIBLE);
    const fit = Math.min((w - 2 * EDGE) / width, inner / height, 1.25);
    const middle = { x: ((left + right) / 2) * this.#across, y: (bottom / 2) * this.#down };
    const { target } = this.camera;
    const now = performance.now();
    if (this.#mode === "fit" || (this.#mode === "follow" && fit >= LEGIBLE)) {
      this.camera.go({ ...middle, scale: fit }, milliseconds, now);
      return;
    }
    const scale = this.#mode === "follow" ? LEGIBLE : target.scale;
    const slot = this.#chosen < 0 ? 0 : this.trace.slot[this.#chosen];
    const [nx, ny] = [this.layout.x[slot] * this.#across, this.layout.y[slot] * this.#down];
    // Moves only when it must, so that the tree stands still while the search stays nearby. A node is best seen a little
    // above the middle, because its children are below it.
    const hold = (at, node, half, extent, centre, [from, to, best]) => {
      const isFollowing = this.#mode === "follow";
      if (isFollowing && extent <= 2 * half) return centre;
      const away = (node - at) / half;
      const held = away >= from && away <= to ? at : node - best * half;
      // There is nothing to see beyond the edges of the tree.
      const room = extent / 2 - half;
      return isFollowing ? Math.min(centre + room, Math.max(centre - room, held)) : held;
    };
    const x = hold(target.x, nx, w / 2 / scale, width, middle.x, [-0.75, 0.75, 0]);
    const y = hold(target.y, ny, h / 2 / Math.max(scale, this.camera.smallestDown), height, middle.y, [-0.7, 0.25, -0.15]);
    if (x === target.x && y === target.y && scale === target.scale) return;
    this.camera.go({ x, y, scale }, milliseconds, now);
  }

  get #across() {
    return this.width + ACROSS;
  }

  get #down() {
    return this.height + DOWN;
  }

  #resize() {
    const [w, h, ratio] = [this.box.clientWidth, this.box.clientHeight, window.devicePixelRatio || 1];
    [this.#boxWidth, this.#boxHeight] = [w, h];
    if (w === 0) return;
    this.canvas.width = Math.round(w * ratio);
    this.canvas.height = Math.round(h * ratio);
    if (!this.trace || this.#place < 0) return;
    this.#aim(0);
    this.#later();
  }

  #later() {
    this.box.dataset.still = "false";
    this.#frame ||= requestAnimationFrame((now) => {
      this.#frame = 0;
      this.camera.advance(now);
      this.#draw(now);
      if (this.camera.isMoving || this.#progress(now) < 1) this.#later();
      else this.box.dataset.still = "true";
    });
  }

  #draw(now) {
    const { canvas, painter, layout, trace, camera } = this;
    if (!layout || this.#place < 0) return;
    const { pen } = painter;
    const [w, h, ratio] = [this.#boxWidth, this.#boxHeight, window.devicePixelRatio || 1];
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, w, h);
    const t = this.#progress(now);
    const { scale } = camera;
    const across = (x) => (x * this.#across - camera.x) * scale + w / 2;
    const down = (y) => (y * this.#down - camera.y) * camera.down + (h - TOOLS) / 2;
    const sx = (slot) => across(this.#fromX[slot] + (layout.x[slot] - this.#fromX[slot]) * t);
    const sy = (slot) => down(this.#fromY[slot] + (layout.y[slot] - this.#fromY[slot]) * t);
    const nodeWidth = this.width * scale;
    const isSmall = nodeWidth < DOTS;
    const ended = this.#place === trace.length;
    const isWay = (node) => ended && trace.onSolution.has(node);
    const drawn = [];
    let [lastRow, rowHeight] = [-Infinity, this.height * scale];
    for (const row of layout.rows) {
      const y = down(row.y);
      // An edge leads up from a row, so the row below the view is needed, too.
      if (y < -rowHeight || y > h + rowHeight + this.#down * camera.down || y - lastRow < (isSmall ? 2 : 0)) continue;
      lastRow = y;
      const margin = Math.max(2 * this.#across * scale, 40);
      let place = seek(row.start, row.end, (at) => sx(layout.order[at]) >= -margin);
      while (place < row.end) {
        const slot = layout.order[place];
        const x = sx(slot);
        if (x > w + margin) break;
        drawn.push(slot);
        place += 1;
        if (isSmall && place < row.end && sx(layout.order[place]) < x + SPACING) {
          place = seek(place, row.end, (at) => sx(layout.order[at]) >= x + SPACING);
        }
      }
    }
    // These are drawn even where others cover them.
    const path = this.path.size <= LONG_PATH ? this.path : [];
    const special = new Set([this.#chosen, trace.now[this.#place], ...path, ...(ended ? trace.solution : [])]);
    special.delete(-1);
    const withRole = (slot, node) => [node, trace.role(node, this.#place, this.path), slot];
    const edge = ([node, role, slot]) => {
      const above = trace.slots.parent[slot];
      if (above < 0) return;
      const flip = layout.y[slot] < layout.y[above] ? -1 : 1;
      const [ay, by] = [sy(above) + (flip * rowHeight) / 2, sy(slot) - (flip * rowHeight) / 2];
      const look = { role, isWay: isWay(node) && isWay(trace.parent[node]), side: trace.side[node], isSmall };
      painter.edge(sx(above), isSmall ? sy(above) : ay, sx(slot), isSmall ? sy(slot) : by, look);
    };
    const head = ([node, role, slot]) => {
      painter.node(node, sx(slot), sy(slot), scale, { role, isWay: isWay(node), isChosen: node === this.#chosen });
    };
    const nodes = drawn.map((slot) => withRole(slot, trace.nodeOf(slot, this.#place)));
    const others = [...special].map((node) => withRole(trace.slot[node], node));
    nodes.forEach(edge);
    others.forEach(edge);
    if (ended && trace.meeting.length > 0) {
      const [one, two] = trace.meeting.map((node) => trace.slot[node]);
      painter.edge(sx(one), sy(one), sx(two), sy(two), { role: "now", isWay: true, side: 0, isSmall });
    }
    painter.finishEdges();
    for (const node of nodes) if (!special.has(node[0])) head(node);
    others.forEach(head);
    this.#report(nodes.length, nodeWidth, sx, sy);
  }

  /** Says what is drawn and where the current node is, for tests and for measuring. */
  #report(count, nodeWidth, sx, sy) {
    const slot = this.#chosen < 0 ? 0 : this.trace.slot[this.#chosen];
    Object.assign(this.box.dataset, {
      drawn: count,
      nodeWidth: nodeWidth.toPrecision(4),
      chosen: this.#chosen,
      chosenX: sx(slot).toFixed(1),
      chosenY: sy(slot).toFixed(1),
    });
  }

  /** Returns the node at a point of the box, or -1. */
  nodeAt(px, py) {
    const { layout, camera } = this;
    if (!layout) return -1;
    const [w, h] = [this.#boxWidth, this.#boxHeight - TOOLS];
    const [x, y] = [(px - w / 2) / camera.scale + camera.x, (py - h / 2) / camera.down + camera.y];
    const reach = 8 / camera.scale;
    let [best, nearest] = [-1, Infinity];
    for (const row of layout.rows) {
      if (Math.abs(row.y * this.#down - y) * camera.down > (this.height * camera.scale) / 2 + 8) continue;
      const place = seek(row.start, row.end, (at) => layout.x[layout.order[at]] * this.#across >= x);
      for (const at of [place - 1, place]) {
        if (at < row.start || at >= row.end) continue;
        const away = Math.abs(layout.x[layout.order[at]] * this.#across - x);
        if (away <= this.width / 2 + reach && away < nearest) [best, nearest] = [layout.order[at], away];
      }
    }
    return best < 0 ? -1 : this.trace.nodeOf(best, this.#place);
  }

  /** Returns the node that an arrow key leads to, or -1. */
  neighbour(key) {
    const { layout, trace } = this;
    const slot = trace && this.#chosen >= 0 ? trace.slot[this.#chosen] : -1;
    if (slot < 0 || slot >= layout.count) return -1;
    const row = layout.rows.find(({ y }) => y === layout.y[slot]);
    const at = seek(row.start, row.end, (place) => layout.x[layout.order[place]] >= layout.x[slot]);
    const above = trace.slots.parent[slot];
    const below = layout.rows.flatMap(({ start, end, side, y }) =>
      (side === row.side && Math.abs(y - row.y) === 1 ? [...layout.order.subarray(start, end)] : []))
      .find((other) => trace.slots.parent[other] === slot) ?? -1;
    const [up, under] = trace.slots.side[slot] === 1 && trace.meetsInTheMiddle ? [below, above] : [above, below];
    const left = at > row.start ? layout.order[at - 1] : -1;
    const right = at + 1 < row.end ? layout.order[at + 1] : -1;
    const found = { ArrowUp: up, ArrowDown: under, ArrowLeft: left, ArrowRight: right }[key] ?? -1;
    return found < 0 ? -1 : trace.nodeOf(found, this.#place);
  }
}

/** Returns the first place of a sorted range for which a condition holds, or its end. */
function seek(start, end, holds) {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
