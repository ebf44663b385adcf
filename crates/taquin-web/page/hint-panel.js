// Help while playing: the number of moves left, and the next move.

import { setStatus } from "./announce.js";
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

  /** Shows what the engine answered, together with what the solution on the page proves. */
  function show({ lower_bound: least = 0, upper_bound: most = Infinity }) {
    const known = game.known ?? { lower: 0, upper: Infinity };
    const [lower, upper] = [Math.max(least, known.lower), Math.min(most, known.upper)];
    box.textContent = lower === upper ? lower : upper === Infinity ? `≥ ${lower}` : `${lower}–${upper}`;
    box.title = lower === upper ? "" : "A lower bound, and the length of the best known solution";
    box.removeAttribute("aria-busy");
  }

  /** Shows that nothing is known. */
  function clear(why = "") {
    box.textContent = "–";
    box.title = why;
    box.removeAttribute("aria-busy");
  }

  async function ask(hint) {
    request?.abort();
    request = new AbortController();
    box.setAttribute("aria-busy", "true");
    const { signal } = request;
    const answer = await engine.ask("left", { ...game.puzzle, hint }, { signal });
    if (wanted && answer.solvable) show(answer);
    sharpen(answer, signal).catch(() => {});
    return answer;
  }

  /** Asks again, for longer, while the answer is not exact and may become so. */
  async function sharpen(answer, signal) {
    while (wanted && answer.next_attempt !== undefined) {
      answer = await engine.ask("left", { ...game.puzzle, attempt: answer.next_attempt }, { signal });
      if (wanted && answer.solvable) show(answer);
    }
  }

  function schedule() {
    clearTimeout(timer);
    request?.abort();
    view.highlight("hinted", []);
    if (!wanted || !game.solvable) {
      clear();
      return;
    }
    if (game.known) show({});
    // The solution on the page answers the question, and the engine that answers it may be another one.
    if (game.known && game.known.lower === game.known.upper) return;
    timer = setTimeout(() => {
      ask(false).catch((error) => {
        if (!isCancelled(error)) clear(error.message);
      });
    }, DELAY);
  }

  byId("hint").addEventListener("click", async () => {
    if (game.isSolved) {
      setStatus("The board is already solved.", "good");
      return;
    }
    if (!game.solvable) {
      setStatus("No hint leads to the goal: this board has no solution.", "bad");
      return;
    }
    clearTimeout(timer);
    try {
      const board = game.board;
      const { next, solvable } = await ask(true);
      if (board !== game.board || !solvable) return;
      if (!next) {
        setStatus("No hint is available for this board. Try Solve.");
        return;
      }
      game.noteHint();
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
  // The number of another board would be wrong for longer than that of the previous move.
  for (const name of ["load", "goal"]) game.addEventListener(name, () => clear());
  for (const name of ["load", "move", "line", "goal", "solvable"]) game.addEventListener(name, schedule);
}
