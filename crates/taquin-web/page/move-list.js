// The list of a solution's moves. It is created when it is opened, because it may be long.

import { byId, element } from "./element.js";

const ARROWS = { U: "↑", L: "←", R: "→", D: "↓" };

export function moveList(game) {
  const [details, list] = [byId("move-details"), byId("move-list")];
  let shown = null;

  function build(from) {
    const tiles = game.history.tiles;
    return game.history.line.slice(from).map(({ direction }, i) => {
      const onclick = () => game.jump(from + i + 1);
      return element("li", {}, element("button", { type: "button", onclick }, `${tiles[from + i]} ${ARROWS[direction]}`));
    });
  }

  function update() {
    if (!details.open || !game.solution) return;
    const { from } = game.solution;
    if (shown !== game.solution) list.replaceChildren(...build(from));
    shown = game.solution;
    [...list.children].forEach((item, i) => item.classList.toggle("done", from + i < game.history.at));
  }

  details.addEventListener("toggle", update);
  for (const name of ["line", "move", "load"]) game.addEventListener(name, update);
}
