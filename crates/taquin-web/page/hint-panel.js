// Help while playing: the number of moves left, and the next move.

import { announce, setStatus } from "./announce.js";
import { byId } from "./element.js";
import { isCancelled } from "./engine.js";
import { preference } from "./preferences.js";

/** How long to wait after a move before the engine is asked, in milliseconds. */
const DELAY = 60;

export function hintPanel({ engine, game, view }) {
  const box = byId("left");
  let wanted = true;
  let request = null;
  let timer = 0;

  function show(answer) {
    const { optimal, lower_bound: least, upper_bound: most } = answer;
    box.textContent = optimal ?? (most === undefined ? `≥ ${least}` : least === most ? least : `${least}–${most}`);
    box.title = optimal === undefined ? "A lower bound, and the length of the best known solution" : "";
    box.removeAttribute("aria-busy");
  }

  async function ask(hint) {
    request?.abort();
    request = new AbortController();
    box.setAttribute("aria-busy", "true");
    const { signal } = request;
    const answer = await engine.ask("left", { ...game.puzzle, hint }, { signal });
    if (wanted && game.solvable) show(answer);
    sharpen(answer, signal).catch(() => {});
    return answer;
  }

  /** Asks again, for longer, while the answer is not exact and may become so. */
  async function sharpen(answer, signal) {
    while (wanted && answer.next_attempt !== undefined) {
      answer = await engine.ask("left", { ...game.puzzle, attempt: answer.next_attempt }, { signal });
      if (wanted && game.solvable) show(answer);
    }
  }

  function schedule() {
    clearTimeout(timer);
    request?.abort();
    view.highlight("hinted", []);
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
    }, DELAY);
  }

  byId("hint").addEventListener("click", async () => {
    if (game.isSolved) {
      setStatus("The board is already solved.", "good");
      return;
    }
    clearTimeout(timer);
    try {
      const board = game.board;
      const { next } = await ask(true);
      if (board !== game.board) return;
      if (!next) {
        setStatus("No hint is available for this board. Try Solve.");
        return;
      }
      view.highlight("hinted", [board.tiles.indexOf(next.tile)]);
      setStatus(`Hint: ${next.tile} ${next.tile_direction}.`);
    } catch (error) {
      if (!isCancelled(error)) setStatus(error.message, "bad");
    }
  });

  preference("show-left", (on) => {
    wanted = on;
    box.parentElement.hidden = !on;
    if (game.history) schedule();
  });
  for (const name of ["load", "move", "goal", "solvable"]) game.addEventListener(name, schedule);
  game.addEventListener("move", ({ detail }) => {
    const last = detail.slides.at(-1);
    if (detail.by !== "player") announce(`${last.tile} moved. ${game.history.at} moves.`);
  });
}
