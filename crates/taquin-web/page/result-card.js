// The card of a solve: time, moves, what would have been enough, splits and the replay.

import { pushes } from "./board.js";
import { asTime, inWords } from "./clock.js";
import { byId, element } from "./element.js";
import { counted } from "./number.js";
import { Replay } from "./replay.js";
import { categoryOf, isKept, movesPerSecond, summary, timeOf } from "./times.js";
import { DNF } from "./averages.js";

/** How long the solver may search for a shorter solution, in seconds. */
const SECONDS = 10;

/** @param next starts the next board */
export function resultCard({ engine, game, times, next }) {
  const card = byId("result");
  const [time, facts, enough, best] = ["result-time", "result-facts", "result-enough", "result-best"].map(byId);
  const replay = new Replay();
  let request = null;

  function hide() {
    request?.abort();
    replay.close();
    card.hidden = true;
  }

  /** Shows a solve that is in the list already, if it is kept. */
  function show(solve) {
    hide();
    card.hidden = false;
    byId("result-title").textContent = solve.solved ? "Solved" : "Not finished";
    time.textContent = asTime(solve.milliseconds);
    facts.textContent = describe(solve);
    best.textContent = verdict(solve, times.of(categoryOf(solve)));
    enough.textContent = "";
    byId("result-splits").replaceChildren(
      ...solve.splits.map((split, i) => {
        const parts = [`Row ${i + 1}`, asTime(split.milliseconds), counted(split.moves, "move")];
        return element("li", {}, ...parts.map((part) => element("span", {}, part)));
      }),
    );
    byId("result-more").hidden = !solve.solved;
    if (!solve.solved) return;
    replay.open(solve);
    compare(solve);
  }

  /** Asks the engine for a shorter solution. */
  async function compare(solve) {
    request = new AbortController();
    const { signal } = request;
    enough.textContent = "Looking for a shorter solution…";
    try {
      const { size, start, goal } = solve;
      const answer = await engine.ask("solve", { version: 1, size, start, goal, seconds: SECONDS }, { signal });
      if (signal.aborted) return;
      if (!answer.moves) {
        enough.textContent = "";
        return;
      }
      const optimal = answer.status === "optimal";
      enough.textContent = compared(solve.moves.length, answer);
      replay.open(solve, { moves: answer.moves.tile, title: optimal ? "Optimal" : "Solver" });
      if (optimal && isKept(solve)) times.update(solve.at, { optimal: answer.length });
    } catch {
      // Cancelled, or the engine is busy: the rest of the card is still true. Another solve may be on it by now.
      if (request.signal === signal) enough.textContent = "";
    }
  }

  game.addEventListener("draw", () => request?.abort());
  game.addEventListener("load", hide);
  byId("result-next").addEventListener("click", next);
  byId("result-close").addEventListener("click", () => {
    hide();
    byId("board").querySelector("[tabindex='0']").focus();
  });
  return { show };
}

function describe(solve) {
  if (!solve.solved) return categoryOf(solve);
  const speed = movesPerSecond(solve);
  const parts = [counted(solve.moves.length, "move"), counted(pushes(solve.moves), "push")];
  if (speed !== null) parts.push(`${speed.toFixed(2)} moves/s`);
  return parts.join(", ");
}

/** Compares a number of moves with the solver's answer. */
function compared(moves, { status, length, lower_bound: least }) {
  const own = counted(moves, "move");
  if (status === "optimal") return moves === length ? `${own}: optimal.` : `${own}, ${length} would do.`;
  if (length < moves) return `${own}, ${length} would do, and perhaps fewer.`;
  return least === undefined ? "" : `${own}. At least ${least} are needed.`;
}

/** Says whether a solve is a personal best, or why it does not count. `solves` are those of its category. */
function verdict(solve, solves) {
  if (!isKept(solve)) return "Not kept: you have played this board, or a part of it, before.";
  if (timeOf(solve) === DNF) return solve.solved ? "Kept as DNF, because you had help." : "Kept as DNF.";
  const before = summary(solves.filter(({ at }) => at < solve.at));
  if (before.finished === 0) return `Your first solve of ${categoryOf(solve)}.`;
  const unaided = !solve.help.includes("undo");
  const bests = [
    solve.milliseconds < before.time ? `best time (${inWords(before.time)} before)` : "",
    unaided && before.moves !== null && solve.moves.length < before.moves ? `fewest moves (${before.moves} before)` : "",
  ].filter(Boolean);
  return bests.length === 0 ? `Your best time is ${inWords(before.time)}.` : `New personal best: ${bests.join(", ")}.`;
}
