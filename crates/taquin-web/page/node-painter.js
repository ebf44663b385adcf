// Paints the nodes and edges of a search tree on a canvas, with the colours of the style sheet.

/** Below these widths in pixels a node has no digits, and is only a dot. */
export const DIGITS = 26;
export const DOTS = 9;

const COLOURS = [
  "ink", "soft", "line", "edge", "accent", "on-accent", "tint", "light", "well", "tile", "tile-edge",
  "other-side", "other-tint", "on-other",
];

const PRUNED_LABELS = {
  "steps-back": "undo",
  closed: "closed",
  "not-better": "not better",
  "over-bound": "over limit",
  "on-path": "on path",
};

/** The most edges of a path. */
const MOST_EDGES = 200;

export class NodePainter {
  #colours = {};
  // The edges of the path that is not painted yet, and what their colour and dashes are.
  #edges = 0;
  #colour = "";
  #isDashed = false;

  /** @param text describes the nodes; `width` and `height` are those of a node, including its caption */
  constructor(canvas, trace, text, { width, height, caption }) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.trace = trace;
    this.text = text;
    this.width = width;
    this.height = height;
    this.caption = caption;
    this.readColours();
  }

  /** Reads the colours again, after the scheme changed. */
  readColours() {
    const style = getComputedStyle(this.canvas);
    this.#colours = Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.font = style.fontFamily;
  }

  /** Returns the colours of a node: its frame, its fill, and what is written on it. */
  colours(role, side) {
    const c = this.#colours;
    const [own, tint, on] = side === 1 ? [c["other-side"], c["other-tint"], c["on-other"]] : [c.accent, c.tint, c["on-accent"]];
    switch (role) {
      case "now": return { fill: own, frame: own, ink: on, soft: on };
      case "goal":
      case "meeting": return { fill: c.light, frame: c.light, ink: "#24221e", soft: "#24221e" };
      case "path": return { fill: tint, frame: own, ink: c.ink, soft: c.ink, heavy: true };
      case "open": return { fill: tint, frame: own, ink: c.ink, soft: c.ink };
      case "closed": return { fill: c.line, frame: side === 1 ? own : c.line, ink: c.ink, soft: c.ink };
      case "ghost": return { fill: null, frame: c.line, ink: c.soft, soft: c.soft, faint: 0.3 };
      default: return { fill: null, frame: c.edge, ink: c.soft, soft: c.soft, dashed: true, faint: 0.5 };
    }
  }

  /** Paints an edge between two points of the canvas, at the latest with `finishEdges`. */
  edge(ax, ay, bx, by, { role, isWay, side, isSmall }) {
    const { pen } = this;
    const c = this.#colours;
    const isDashed = role === "cut" || role === "replaced";
    const alpha = role === "ghost" ? 0.4 : isDashed ? 0.7 : 1;
    const colour = isWay ? c.light : side === 1 ? c["other-side"] : role === "path" || role === "now" ? c.accent : c.edge;
    const width = isWay ? (isSmall ? 2.5 : 5) : role === "path" || (role === "now" && !this.trace.hasOpenList) ? 3 : isSmall ? 0.75 : 1.5;
    // Edges that look the same are one path: the canvas takes much longer for many paths than for their lines.
    const isSame = this.#edges > 0 && this.#edges < MOST_EDGES && pen.globalAlpha === alpha && this.#isDashed === isDashed
      && this.#colour === colour && pen.lineWidth === width;
    if (!isSame) {
      this.finishEdges();
      pen.beginPath();
      pen.setLineDash(isDashed ? [3, 4] : []);
      pen.globalAlpha = alpha;
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      [this.#isDashed, this.#colour] = [isDashed, colour];
    }
    this.#edges += 1;
    pen.moveTo(ax, ay);
    if (isSmall) pen.lineTo(bx, by);
    else {
      const bend = (ay + by) / 2;
      pen.bezierCurveTo(ax, bend, bx, bend, bx, by);
    }
  }

  /** Paints the edges that are not painted yet. */
  finishEdges() {
    if (this.#edges > 0) this.pen.stroke();
    this.#edges = 0;
    this.pen.globalAlpha = 1;
  }

  /** Paints a node whose middle is at a point of the canvas. `scale` is the size of a unit of the drawing in pixels. */
  node(node, x, y, scale, { role, isWay, isChosen }) {
    const { pen, trace } = this;
    const side = trace.side[node];
    const { fill, frame, ink, soft, dashed, heavy, faint } = this.colours(role, side);
    const [w, h] = [this.width * scale, this.height * scale];
    pen.setLineDash([]);
    if (w < DOTS) {
      const r = role === "now" || isWay || isChosen ? Math.max(3, w / 2) : Math.max(1, w / 2.4);
      pen.fillStyle = isWay ? this.#colours.light : role === "open" || role === "path" ? frame : fill ?? frame;
      pen.globalAlpha = role === "ghost" ? 0.5 : 1;
      pen.fillRect(x - r, y - r, 2 * r, 2 * r);
      pen.globalAlpha = 1;
      if (isChosen) this.#ring(x - r, y - r, 2 * r, 2 * r);
      return;
    }
    const pad = 6 * scale;
    const [left, top] = [x - w / 2, y - h / 2];
    pen.beginPath();
    pen.roundRect(left - pad, top - pad, w + 2 * pad, h + 2 * pad, 8 * scale);
    if (fill) {
      pen.fillStyle = fill;
      pen.fill();
    }
    pen.strokeStyle = isWay ? this.#colours.light : frame;
    pen.lineWidth = isWay ? Math.max(2, 4 * scale) : heavy ? 2.5 : 1.25;
    if (dashed) pen.setLineDash([3, 4]);
    pen.stroke();
    pen.setLineDash([]);
    pen.globalAlpha = faint ?? 1;
    this.#board(node, left, top, scale);
    pen.globalAlpha = role === "ghost" ? 0.6 : 1;
    if (w >= DIGITS) this.#captions(node, x, top + (this.height - this.caption) * scale, scale, role, ink, soft);
    pen.globalAlpha = 1;
    if (isChosen) this.#ring(left - pad, top - pad, w + 2 * pad, h + 2 * pad);
  }

  #ring(x, y, w, h) {
    const { pen } = this;
    pen.strokeStyle = this.#colours.ink;
    pen.lineWidth = 2.5;
    pen.beginPath();
    pen.roundRect(x - 2, y - 2, w + 4, h + 4, 8);
    pen.stroke();
  }

  #board(node, left, top, scale) {
    const { pen } = this;
    const c = this.#colours;
    const board = this.trace.board(node);
    const unit = (this.width / Math.max(board.cols, board.rows)) * scale;
    const indent = left + ((this.width * scale) - unit * board.cols) / 2;
    pen.fillStyle = c.well;
    pen.beginPath();
    pen.roundRect(indent, top, unit * board.cols, unit * board.rows, unit * 0.16);
    pen.fill();
    const moved = this.trace.tile(node);
    const digits = unit >= 7;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = `600 ${unit * (board.tiles.length > 10 ? 0.48 : 0.58)}px ${this.font}`;
    const inset = unit * 0.05;
    board.tiles.forEach((tile, cell) => {
      if (tile === 0) return;
      const [x, y] = [indent + board.col(cell) * unit, top + board.row(cell) * unit];
      pen.beginPath();
      pen.roundRect(x + inset, y + inset, unit - 2 * inset, unit - 2 * inset, unit * 0.14);
      pen.fillStyle = tile === moved ? c.tint : c.tile;
      pen.fill();
      pen.strokeStyle = tile === moved ? c.accent : c["tile-edge"];
      pen.lineWidth = 0.75;
      pen.stroke();
      if (!digits) return;
      pen.fillStyle = c.ink;
      pen.fillText(tile, x + unit / 2, y + unit * 0.53);
    });
  }

  #captions(node, x, top, scale, role, ink, soft) {
    const { pen } = this;
    const [value, sum] = this.text.caption(node);
    const label = role === "cut" ? PRUNED_LABELS[this.trace.fates[node]] ?? "pruned" : role === "replaced" ? "replaced" : value;
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    pen.fillStyle = ink;
    pen.font = `650 ${12.5 * scale}px ${this.font}`;
    pen.fillText(label, x, top + 14 * scale, this.width * scale);
    pen.fillStyle = soft;
    pen.font = `${11.5 * scale}px ${this.font}`;
    pen.fillText(role === "cut" && sum !== "" ? value : sum, x, top + 27 * scale, this.width * scale);
  }
}
