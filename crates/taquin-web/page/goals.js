// The engine's named goals.

import { Board } from "./board.js";

/** The descriptions in the menu. */
const TITLES = { rows: "1 2 3 … then the gap", "blank-first": "the gap, then 1 2 3 …", spiral: "spiral" };

export class Goals {
  #known = new Map();

  constructor(engine, names) {
    this.engine = engine;
    this.names = names;
  }

  /** Returns the options of a menu. */
  get options() {
    return this.names.map((name) => [name, TITLES[name] ?? name]);
  }

  /** Returns the goal of this name for a size. */
  async named(size, name) {
    const key = `${name} ${size.join("x")}`;
    if (!this.#known.has(key)) {
      const { goal } = await this.engine.ask("goal", { size, name });
      this.#known.set(key, new Board(size, goal));
    }
    return this.#known.get(key);
  }

  /** Returns the name of a goal, or "own" if it has none. */
  async nameOf(goal) {
    for (const name of this.names) {
      if ((await this.named(goal.size, name)).equals(goal)) return name;
    }
    return "own";
  }
}
