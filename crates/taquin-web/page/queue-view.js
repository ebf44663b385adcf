// A list of nodes in order: the open list of a search, or its path. Only the visible rows exist, because the list may
// have a hundred thousand.

import { element } from "./element.js";
import { boardPicture } from "./mini-board.js";

const ROW = 56;

export class QueueView {
  #nodes = [];
  #chosen = -1;
  #rows = new Map();
  // The height of the box and how far it is scrolled. Asking the browser in every step would make it lay out the page.
  #height = 0;
  #scrolled = 0;

  /** @param {(node: number) => void} onChoose called with the node that is clicked or reached with the arrow keys */
  constructor(box, { id, onChoose }) {
    this.id = id;
    this.box = box;
    this.spacer = element("div", { class: "queue-rows", role: "presentation" });
    box.replaceChildren(this.spacer);
    const measure = () => {
      [this.#height, this.#scrolled] = [box.clientHeight, box.scrollTop];
      this.#draw();
    };
    box.addEventListener("scroll", measure);
    new ResizeObserver(measure).observe(box);
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
    this.#scroll(atEnd ? Math.max(0, nodes.length * ROW - this.#height) : 0);
    this.#draw();
  }

  choose(node) {
    this.#chosen = node;
    this.#draw();
  }

  #bring(place) {
    if (place * ROW < this.#scrolled) this.#scroll(place * ROW);
    else if ((place + 1) * ROW > this.#scrolled + this.#height) this.#scroll((place + 1) * ROW - this.#height);
  }

  #scroll(top) {
    if (this.#scrolled === top) return;
    this.box.scrollTop = top;
    this.#scrolled = this.box.scrollTop;
  }

  #draw() {
    if (!this.trace) return;
    const first = Math.max(0, Math.floor(this.#scrolled / ROW) - 1);
    const last = Math.min(this.#nodes.length, Math.ceil((this.#scrolled + this.#height) / ROW) + 1);
    const rows = new Map();
    for (let place = first; place < last; place += 1) {
      const node = this.#nodes[place];
      // Building a row costs much more than moving it.
      const row = this.#rows.get(node) ?? this.#row(node);
      this.#put(row, node, place);
      rows.set(node, row);
    }
    this.#rows = rows;
    // Rows that stay are not taken out of the page, because the browser would lay them out again.
    const kept = new Set(rows.values());
    for (const row of [...this.spacer.children]) if (!kept.has(row)) row.remove();
    let after = this.spacer.firstElementChild;
    for (const row of kept) {
      if (row === after) after = row.nextElementSibling;
      else this.spacer.insertBefore(row, after);
    }
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
