// Help while playing: how many moves are left, and which tile goes next.

import { announce, tell } from "./announce.js";
import { byId } from "./element.js";
import { isCancelled } from "./engine.js";
import { preference } from "./preferences.js";

/** A pause in the moves, in milliseconds, before the engine is asked. */
const PAUSE = 60;

export function helpPanel({ engine, game, view }) {
  const box = byId("left");
  let wanted = true;
  let asked = null;
  let timer = 0;

  function show(answer) {
    const { optimal, lower_bound: least, upper_bound: most } = answer;
    box.textContent = optimal ?? (most === undefined ? `≥ ${least}` : least === most ? least : `${least}–${most}`);
    box.title = optimal === undefined ? "At least this many, and at most as many as the best solution known" : "";
    box.removeAttribute("aria-busy");
  }

  async function ask(hint) {
    asked?.abort();
    asked = new AbortController();
    box.setAttribute("aria-busy", "true");
    const answer = await engine.ask("left", { ...game.puzzle, hint }, { signal: asked.signal });
    if (wanted && game.solvable) show(answer);
    return answer;
  }

  function later() {
    clearTimeout(timer);
    asked?.abort();
    view.light("hinted", []);
    if (!wanted || !game.solvable) {
      box.textContent = "–";
      return;
    }
    timer = setTimeout(() => {
      ask(false).catch((error) => {
        if (isCancelled(error)) return;
        box.textContent = "–";
        box.title = error.message;
      });
    }, PAUSE);
  }

  byId("hint").addEventListener("click", async () => {
    if (game.isHome) {
      tell("The board is home.", "good");
      return;
    }
    clearTimeout(timer);
    try {
      const board = game.board;
      const { next } = await ask(true);
      if (board !== game.board) return;
      if (!next) {
        tell("No hint for this board yet: try Solve.");
        return;
      }
      view.light("hinted", [board.tiles.indexOf(next.tile)]);
      tell(`Hint: ${next.tile} ${next.tile_direction}.`);
    } catch (error) {
      if (!isCancelled(error)) tell(error.message, "bad");
    }
  });

  preference("show-left", (on) => {
    wanted = on;
    box.parentElement.hidden = !on;
    if (game.history) later();
  });
  for (const name of ["load", "move", "goal", "solvable"]) game.addEventListener(name, later);
  game.addEventListener("move", ({ detail }) => {
    const last = detail.slides.at(-1);
    if (detail.by !== "player") announce(`${last.tile} moved. ${game.history.at} moves.`);
  });
}
