// The menus that choose a method: the search and its options. The engine provides the lists.

import { byId, fill } from "./element.js";
import { capital } from "./sentence.js";

const KINDS = {
  heuristic: "heuristics",
  duplicates: "duplicates",
  ties: "ties",
  goal_test: "goal_tests",
  weight: null,
  depth: null,
};

/** The initial choices. */
const DEFAULTS = { heuristic: "manhattan", duplicates: "closed", ties: "deep-first", goal_test: "generated" };

/**
 * Fills the menus whose ids begin with a prefix.
 *
 * `choose(algorithm)` filters the searches. Menus that a search does not support are hidden. `choice()` returns the fields
 * of a message.
 */
export function methodMenu(prefix, about, { choose, first }) {
  const searches = about.algorithms.filter(choose);
  const select = byId(`${prefix}-algorithm`);
  fill(select, searches.map(({ name, title }) => [name, capital(title)]), first);
  const others = Object.keys(KINDS).filter((kind) => document.getElementById(`${prefix}-${kind}`));
  for (const kind of others.filter((kind) => KINDS[kind])) {
    // The names of heuristics are well known; policies need a description.
    const options = about[KINDS[kind]].map(({ name, title }) => [name, kind === "heuristic" ? name : title]);
    fill(byId(`${prefix}-${kind}`), options, DEFAULTS[kind]);
  }
  const search = () => searches.find(({ name }) => name === select.value);

  function update() {
    for (const kind of others) byId(`${prefix}-${kind}-label`).hidden = !search()[kind];
  }
  select.addEventListener("change", update);
  update();

  return {
    search,
    choice() {
      const chosen = { algorithm: select.value };
      for (const kind of others.filter((kind) => search()[kind])) {
        const { value } = byId(`${prefix}-${kind}`);
        // The others are number fields; if one is empty, the engine uses its default.
        if (KINDS[kind]) chosen[kind] = value;
        else if (value !== "") chosen[kind] = Number(value);
      }
      return chosen;
    },
  };
}
