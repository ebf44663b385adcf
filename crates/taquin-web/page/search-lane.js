// One search of the Search view: its menus, its tree, and what explains a step.

import { Board } from "./board.js";
import { byId, element } from "./element.js";
import { isCancelled } from "./engine.js";
import { methodMenu } from "./method-menu.js";
import { showNode } from "./node-card.js";
import { counted, whole } from "./number.js";
import { parityReason } from "./parity-reason.js";
import { Pseudocode, stepName } from "./pseudocode.js";
import { QueueView } from "./queue-view.js";
import { sentence } from "./sentence.js";
import { StepText } from "./step-text.js";
import { Trace } from "./trace.js";
import { Tree } from "./tree.js";
import { watchTree } from "./tree-gestures.js";

export class SearchLane {
  trace = null;
  place = 0;
  #chosen = -1;
  #request = null;
  #text = null;
  #method = null;
  #ticks = null;
  #goal = null;

  /**
   * Builds the lane from the template; ids begin with a prefix. `onChange` is called when another method is chosen,
   * `onPlay` with a board to play.
   */
  constructor(prefix, { engine, about, first, onChange, onPlay }) {
    this.engine = engine;
    this.about = about;
    this.prefix = prefix;
    this.onPlay = onPlay;
    this.root = byId("lane").content.firstElementChild.cloneNode(true);
    for (const part of this.root.querySelectorAll("[data-part]")) part.id = `${prefix}-${part.dataset.part}`;
    for (const name of ["aria-labelledby", "aria-describedby"]) {
      for (const part of this.root.querySelectorAll(`[${name}]`)) part.setAttribute(name, `${prefix}-${part.getAttribute(name)}`);
    }
    byId("lanes").append(this.root);
    this.menu = methodMenu(prefix, about, { choose: ({ trace }) => trace, first });
    this.tree = new Tree(this.#part("tree"), {
      onChoose: (node) => this.choose(node),
      onMode: (mode) => {
        this.#part("follow").setAttribute("aria-pressed", String(mode === "follow"));
        this.#part("fit").setAttribute("aria-pressed", String(mode === "fit"));
      },
    });
    watchTree(this.tree);
    const queue = (side) => new QueueView(this.#part(`queue-${side}`), { id: `${prefix}-queue-${side}-row`, onChoose: (node) => this.choose(node) });
    this.queues = [queue(0), queue(1)];
    this.code = new Pseudocode(this.#part("code"));
    this.#part("zoom-in").addEventListener("click", () => this.tree.zoom(1.35));
    this.#part("zoom-out").addEventListener("click", () => this.tree.zoom(1 / 1.35));
    for (const mode of ["follow", "fit"]) this.#part(mode).addEventListener("click", () => {
      this.tree.mode = mode;
    });
    this.#part("play-here").addEventListener("click", () => this.onPlay(this.trace.board(this.#chosen)));
    this.#part("form").addEventListener("submit", (event) => event.preventDefault());
    this.#part("form").addEventListener("change", () => {
      this.#hideDepth();
      onChange();
    });
    this.#hideDepth();
  }

  #part(name) {
    return byId(`${this.prefix}-${name}`);
  }

  set hidden(hidden) {
    this.root.hidden = hidden;
    if (!hidden) return;
    this.#request?.abort();
    this.root.removeAttribute("aria-busy");
  }

  get hidden() {
    return this.root.hidden;
  }

  /** Whether a search runs: the steps on the page are those of an earlier one. */
  get isBusy() {
    return this.root.hasAttribute("aria-busy");
  }

  /** The sentence about the current step. */
  get sentence() {
    return this.trace ? this.#part("step").textContent : "";
  }

  /** The number of positions of the player. */
  get length() {
    return Math.max(0, (this.#ticks?.length ?? 0) - 1);
  }

  /** A depth limit requires the goal test on generation. */
  #hideDepth() {
    const { algorithm, goal_test: test } = this.menu.choice();
    this.#part("depth-label").hidden = algorithm !== "dfs" || test === "selected";
  }

  /** Searches a puzzle and shows the first step; `unit` is "step" or "expansion". */
  async watch(puzzle, goal, { unit }) {
    this.#request?.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    this.#goal = goal;
    this.#say("Searching…");
    this.root.setAttribute("aria-busy", "true");
    try {
      const method = await this.#chooseMethod(puzzle, signal);
      const answer = await this.engine.ask("trace", { ...puzzle, ...method, most: this.about.limits.trace_nodes }, { signal });
      if (answer.nodes.parent.length === 0) this.#close(await this.#withoutTrace(answer, puzzle, signal));
      else this.#open(answer, puzzle, method, unit);
    } catch (error) {
      if (isCancelled(error)) return;
      this.#close(sentence(error.message));
    }
    this.root.removeAttribute("aria-busy");
  }

  /** Returns the method of the menus. The depth limit that the user left open is the length of a shortest solution. */
  async #chooseMethod(puzzle, signal) {
    const method = this.menu.choice();
    if (method.algorithm !== "dfs") return method;
    if (method.goal_test === "selected") {
      delete method.depth;
      return method;
    }
    if (method.depth === undefined) {
      const left = await this.engine.ask("left", puzzle, { signal });
      method.depth = left.solvable ? left.optimal ?? left.upper_bound : undefined;
      this.#part("depth").placeholder = method.depth ?? "";
    }
    // With a depth limit, the search tests boards when it generates them.
    if (method.depth !== undefined) delete method.goal_test;
    return method;
  }

  #say(text) {
    this.#part("status").textContent = text;
  }

  #close(text) {
    this.trace = null;
    this.#ticks = null;
    this.#part("body").hidden = true;
    this.#say(text);
  }

  #open(answer, { size }, method, unit) {
    const trace = new Trace(answer, { size, method, fates: this.about.fates });
    this.trace = trace;
    this.#method = method;
    this.#text = new StepText(trace, method, this.about.fates);
    this.#part("body").hidden = false;
    this.#say(answer.said ? sentence(answer.said.replace(/\d{4,}/g, (digits) => whole(Number(digits)))) : "");
    this.code.open(method);
    this.tree.open(trace, this.#text);
    this.setUnit(unit);
    this.#label();
    this.go(0);
  }

  /** Says why there are no steps. */
  async #withoutTrace({ result }, puzzle, signal) {
    if (result?.status !== "unsolvable") return "The search stopped before its first step.";
    const facts = await this.engine.ask("inspect", puzzle, { signal });
    const why = parityReason(facts, new Board(puzzle.size, puzzle.start));
    return `This board is unsolvable. ${why} A search would only find that out after expanding every board that it can reach; `
      + "A* on board and twin in lockstep finds it out earlier.";
  }

  /** Names what the counters count and which list is shown. */
  #label() {
    const { trace } = this;
    const isDeepening = trace.iterations.length > 0;
    const has = {
      open: trace.hasOpenList,
      closed: trace.hasClosedList,
      path: !trace.hasOpenList,
      limit: isDeepening || this.#method.depth !== undefined,
      iteration: isDeepening,
    };
    for (const [name, isShown] of Object.entries(has)) this.#part(`${name}-box`).hidden = !isShown;
    const needs = { ...has, left: !has.closed, sides: trace.isTwoSided, meeting: trace.meetsInTheMiddle, goal: !trace.meetsInTheMiddle };
    for (const item of this.#part("legend").children) item.hidden = item.dataset.needs !== undefined && !needs[item.dataset.needs];
    this.#part("limit-name").textContent = this.#method.algorithm === "idastar" ? "f-limit" : "Depth limit";
    this.#part("iterations").hidden = trace.iterations.length < 2;
    this.#part("iterations").replaceChildren(...trace.iterations.map(({ bound }) => element("li", {}, String(bound))));
    this.#part("queue-1-box").hidden = !trace.isTwoSided;
    this.root.classList.toggle("two-sided", trace.isTwoSided);
  }

  /** Chooses the positions of the player: every step, or whole expansions. */
  setUnit(unit) {
    if (!this.trace) return;
    this.#ticks = unit === "expansion" ? this.trace.expansionPlaces() : { length: this.trace.length + 1, at: (tick) => tick };
  }

  /** Returns the position of the player for the current place. */
  get tick() {
    if (!Array.isArray(this.#ticks)) return this.place;
    return Math.max(0, this.#ticks.findLastIndex((place) => place <= this.place));
  }

  /** Goes to a position of the player. */
  go(tick) {
    const { trace } = this;
    if (!trace) return;
    const place = this.#ticks.at(Math.max(0, Math.min(tick, this.length)));
    this.place = place;
    const count = (columns) => columns[0][place] + columns[1][place];
    const key = Array.isArray(this.#ticks) ? trace.keyPlace(place) : place;
    this.#part("step").textContent = this.#text.step(place, key);
    this.#part("open").textContent = whole(count(trace.open));
    this.#part("closed").textContent = whole(count(trace.closed));
    this.#part("depth-now").textContent = whole(Math.max(0, trace.path(place).length - 1));
    this.#part("limit").textContent = trace.bound(place) ?? this.#method.depth ?? "–";
    this.#part("iteration").textContent = trace.inIteration[place] || "–";
    this.#part("expanded").textContent = whole(trace.expandedSoFar[place]);
    this.#part("generated").textContent = whole(trace.generated[place]);
    [...this.#part("iterations").children].forEach((item, index) => item.classList.toggle("now", index === trace.inIteration[place] - 1));
    this.code.mark(stepName(trace, key));
    this.#chosen = trace.shown(key);
    this.tree.show(place, this.#chosen);
    this.#part("tree").setAttribute("aria-label", this.#describeTree(place));
    this.#lists();
    this.#node();
  }

  /** Selects a node without changing the step. */
  choose(node) {
    this.#chosen = node;
    this.tree.choose(node);
    for (const queue of this.queues) queue.choose(node);
    this.#node();
  }

  #node() {
    const elements = { board: this.#part("node-board"), words: this.#part("node-text") };
    showNode(elements, this.#text, { node: this.#chosen, place: this.place, goal: this.#goal });
  }

  #describeTree(place) {
    const { trace } = this;
    const isMarked = place === trace.length && trace.solution.length > 0;
    const way = isMarked ? ` The solution is marked: ${counted(trace.solution.length, "board")}.` : "";
    const keys = "Arrow keys go from node to node, plus and minus zoom, 0 shows the whole tree.";
    return `Search tree of ${counted(trace.slotCount(place), "node")}.${way} ${keys}`;
  }

  /** Fills the open lists in the order in which the search will take their nodes, or the path. */
  #lists() {
    const { trace, place } = this;
    const describe = (node) => this.#text.caption(node);
    if (!trace.hasOpenList) {
      const path = trace.path(place);
      this.#part("queue-0-title").textContent = `Path: ${counted(Math.max(0, path.length - 1), "move")}`;
      const move = (node) => [this.#text.move(node), this.#text.caption(node).filter(Boolean).join(" = ")];
      this.queues[0].show(trace, path, { chosen: this.#chosen, describe: move, atEnd: true });
      return;
    }
    const names = trace.meetsInTheMiddle ? ["From the start", "From the goal"] : ["Board", "Twin"];
    for (const side of trace.isTwoSided ? [0, 1] : [0]) {
      const nodes = trace.openNodes(place, side);
      this.#part(`queue-${side}-title`).textContent = trace.isTwoSided
        ? `${names[side]}: ${whole(nodes.length)} open`
        : `Open list: ${whole(nodes.length)}${nodes.length > 1 ? ", next first" : ""}`;
      this.queues[side].show(trace, nodes, { chosen: this.#chosen, describe });
    }
  }
}
