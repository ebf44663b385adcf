// The goals that have a name, as the engine knows them.

import { Board } from "./board.js";

/** What the names mean to people. */
const TITLES = { rows: "1 2 3 …, gap last", "blank-first": "gap first, 1 2 3 …", spiral: "a spiral" };

export class Goals {
  #known = new Map();

  constructor(engine, names) {
    this.engine = engine;
    this.names = names;
  }

  /** Pairs for a menu. */
  get options() {
    return this.names.map((name) => [name, TITLES[name] ?? name]);
  }

  /** The goal of this name on boards of this size. */
  async named(size, name) {
    const key = `${name} ${size.join("x")}`;
    if (!this.#known.has(key)) {
      const { goal } = await this.engine.ask("goal", { size, name });
      this.#known.set(key, new Board(size, goal));
    }
    return this.#known.get(key);
  }

  /** The name of a goal, "own" if it has none. */
  async nameOf(goal) {
    for (const name of this.names) {
      if ((await this.named(goal.size, name)).equals(goal)) return name;
    }
    return "own";
  }
}
