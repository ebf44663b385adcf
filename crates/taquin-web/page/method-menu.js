// Menus for a method: the search, and whatever that search lets one choose. What there is, the engine says.

import { byId, fill } from "./element.js";

const KINDS = {
  heuristic: "heuristics",
  duplicates: "duplicates",
  ties: "ties",
  goal_test: "goal_tests",
  weight: null,
  depth: null,
};

/** What the menus show at first. */
const USUAL = { heuristic: "manhattan", duplicates: "closed", ties: "deep-first", goal_test: "generated" };

/**
 * Ties the menus whose ids begin with a prefix to what the engine offers.
 *
 * `choose(algorithm)` says which searches are offered; a menu that a search has no use for is hidden. The returned
 * `choice()` is what a message wants to know.
 */
export function methodMenu(prefix, about, { choose, first }) {
  const searches = about.algorithms.filter(choose);
  const select = byId(`${prefix}-algorithm`);
  fill(select, searches.map(({ name, title }) => [name, title]), first);
  const others = Object.keys(KINDS).filter((kind) => document.getElementById(`${prefix}-${kind}`));
  for (const kind of others.filter((kind) => KINDS[kind])) {
    // Estimates have names that are in all books; policies are better described.
    const options = about[KINDS[kind]].map(({ name, title }) => [name, kind === "heuristic" ? name : title]);
    fill(byId(`${prefix}-${kind}`), options, USUAL[kind]);
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
        // What is not a menu is a number; left empty, the search chooses.
        if (KINDS[kind]) chosen[kind] = value;
        else if (value !== "") chosen[kind] = Number(value);
      }
      return chosen;
    },
  };
}
