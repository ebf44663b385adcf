// A list of nodes in order: the open list of a search, or its path. Only the visible rows exist, because the list may
// have a hundred thousand.

import { element } from "./element.js";
import { boardPicture } from "./mini-board.js";

const ROW = 56;

export class QueueView {
  #nodes = [];
  #chosen = -1;
  #rows = new Map();

  /** @param {(node: number) => void} onChoose called with the node that is clicked or reached with the arrow keys */
  constructor(box, { id, onChoose }) {
    this.id = id;
    this.box = box;
    this.spacer = element("div", { class: "queue-rows", role: "presentation" });
    box.replaceChildren(this.spacer);
    box.addEventListener("scroll", () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(box);
    box.addEventListener("click", (event) => {
      const row = event.target.closest("[data-node]");
      if (row) onChoose(Number(row.dataset.node));
    });
    box.addEventListener("keydown", (event) => {
      const at = this.#nodes.indexOf(this.#chosen);
      const last = this.#nodes.length - 1;
      const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? 0 : at - 1, Home: 0, End: last }[event.key];
      if (to === undefined || last < 0) return;
      event.preventDefault();
      const place = Math.max(0, Math.min(last, to));
      this.#bring(place);
      onChoose(this.#nodes[place]);
    });
  }

  /** Shows nodes; `describe(node)` returns the two lines of a row. `atEnd` keeps the last row in view, not the first. */
  show(trace, nodes, { chosen, describe, atEnd = false }) {
    if (trace !== this.trace) this.#rows.clear();
    this.trace = trace;
    this.describe = describe;
    this.#nodes = nodes;
    this.#chosen = chosen;
    const height = `${nodes.length * ROW}px`;
    if (this.spacer.style.getPropertyValue("height") !== height) this.spacer.style.setProperty("height", height);
    const top = atEnd ? nodes.length * ROW : 0;
    if (this.box.scrollTop !== top) this.box.scrollTop = top;
    this.#draw();
  }

  choose(node) {
    this.#chosen = node;
    this.#draw();
  }

  #bring(place) {
    const { clientHeight, scrollTop } = this.box;
    if (place * ROW < scrollTop) this.box.scrollTop = place * ROW;
    else if ((place + 1) * ROW > scrollTop + clientHeight) this.box.scrollTop = (place + 1) * ROW - clientHeight;
  }

  #draw() {
    if (!this.trace) return;
    const { clientHeight, scrollTop } = this.box;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - 1);
    const last = Math.min(this.#nodes.length, Math.ceil((scrollTop + clientHeight) / ROW) + 1);
    const rows = new Map();
    for (let place = first; place < last; place += 1) {
      const node = this.#nodes[place];
      // Building a row costs much more than moving it.
      const row = this.#rows.get(node) ?? this.#row(node);
      this.#put(row, node, place);
      rows.set(node, row);
    }
    this.#rows = rows;
    const elements = [...rows.values()];
    const isSame = elements.length === this.spacer.children.length && elements.every((row, index) => row === this.spacer.children[index]);
    if (!isSame) this.spacer.replaceChildren(...elements);
    const active = rows.has(this.#chosen) ? this.#nodes.indexOf(this.#chosen) : -1;
    if (active >= 0) this.box.setAttribute("aria-activedescendant", `${this.id}-${active}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  #row(node) {
    const [value, detail] = this.describe(node);
    return element(
      "div",
      { role: "option", "data-node": node },
      element("span", { class: "queue-place" }),
      boardPicture(this.trace.board(node), 42),
      element("span", { class: "queue-values" }, element("b", {}, value), element("span", {}, detail)),
    );
  }

  #put(row, node, place) {
    const top = `${place * ROW}px`;
    row.setAttribute("aria-selected", String(node === this.#chosen));
    if (row.style.getPropertyValue("top") === top && row.id !== "" && row.ariaSetSize === String(this.#nodes.length)) return;
    row.id = `${this.id}-${place}`;
    row.className = place === 0 ? "queue-row first" : "queue-row";
    row.setAttribute("aria-posinset", place + 1);
    row.setAttribute("aria-setsize", this.#nodes.length);
    row.firstElementChild.textContent = String(place + 1);
    row.style.setProperty("top", top);
  }
}
